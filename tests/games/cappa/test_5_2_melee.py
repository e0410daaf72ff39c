"""Chapter 5.2, melee: the examples of the book, giving ground, who is in it, the dice."""

from __future__ import annotations

import math

import pytest

from alfiere.games.cappa.ground.engaged import foes, is_in_melee
from alfiere.games.cappa.ground.ground import defends
from alfiere.games.cappa.told.events import FallenStruck, MoraleTested, Moved, PutOut, RoundWon, Struck, Taken
from tests.games.cappa.hand_to_hand import DUEL, armour, fought, to_hit
from tests.situation import situation

# The examples of the book


@pytest.mark.rule("cappa.ex.21", "cappa.ex.22", "cappa.5.2.3d", "cappa.5.2.3f", "cappa.5.2.3k")
def test_the_musketeer_of_the_example_pushes_the_dragoon_and_finishes_him():
    game = situation("""
        cappa on open ground
        red  moschettiere A at 10,10, hands BD, pa 3
        blue dragone B at 10,14, hands BD, pa 1
        dice red 3 7 4 5 blue 4 1
    """)
    game.do("A", "charge target=B", "no-test", "stand")
    assert game.touch("A", "B")
    before = game.at("A")
    game.do("A", "fight", "push follows=True")
    first, reply = game.told(Struck)
    assert first.tally.lines == [
        (3, "Mi", "cappa.5.2.1b"),
        (1, "weapon", "cappa.5.2.2a"),
        (1, "charge", "cappa.5.2.2i"),
    ]
    assert (first.hit, first.armour.total, first.wounded) == (True, 6, False)
    assert (reply.tally.total, reply.hit) == (3, False)
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == ("A", "hits")
    assert [(event.figure, event.passed) for event in game.told(MoraleTested)] == [("B", True)]
    assert game.touch("A", "B")
    assert game.at("A") == (before[0], before[1] + 1)
    assert (game.figure("A").pa, game.figure("B").pa) == (1, 0)
    game.do("A", "fight")
    second = game.told(Struck)[2]
    assert (second.tally.total, second.hit, second.armour.total, second.wounded) == (5, True, 6, True)
    assert game.figure("B").where == "gone"


@pytest.mark.rule("cappa.ex.23", "cappa.5.2.6a", "cappa.5.2.6b", "cappa.5.2.6e", "cappa.5.2.2m")
def test_the_one_against_two_of_the_example():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10, 6/3/4, pa 3
        blue protagonist B at 10,11, 6/3/4, pa 1
        blue protagonist C at 10,9, 6/3/4, pa 2
        dice red 3 10 10 10 blue 10 10 10
    """)
    game.do("A", "fight target=B", "push follows=False")
    push = next(one for one in game.asked if one.key == "push")
    assert all(not option.get("follows") for option in push.options if option.key == "push")
    assert "outnumbering" in [reason for _, reason, _ in game.told(Struck)[1].tally.lines]
    assert not game.touch("A", "B")
    game.do("A", "fight target=C")
    game.do("A", "fight target=C")
    assert (game.figure("A").pa, game.figure("C").pa) == (0, 0)
    assert [event.figure for event in game.told(Struck)] == ["A", "B", "A", "C", "A", "C"]


@pytest.mark.rule("cappa.ex.25", "cappa.5.2d")
def test_fire_then_charge_with_extra_movement_then_melee():
    game = situation("""
        cappa on open ground
        hedge 14.8,8 14.8,12
        red  moschettiere A at 15.5,4, hands BD, pa 2
        red  moschettiere B at 8,10, hands MMK, pa 2
        blue extra C at 15.5,10, 5/3/3 CA 5, pa 1
        dice red 5 8 4 4 5 blue 8
    """)
    game.do("B", "aim")
    game.do("B", "shoot target=C", "stand")
    assert game.told(MoraleTested) == []
    game.do("A", "charge target=C", "test", "stand")
    assert game.told(Moved)[-1].figure == "A"
    assert game.touch("A", "C")
    game.do("A", "fight")
    first, reply = game.told(Struck)
    assert (first.tally.total, first.armour.total, first.wounded) == (5, 6, True)
    assert (reply.tally.total, reply.hit) == (4, False)
    assert game.figure("C").where == "gone"


@pytest.mark.rule("cappa.ex.54", "cappa.5.2.2e", "cappa.5.2.2g", "cappa.5.2.2i", "cappa.5.2.2w")
def test_a_long_weapon_takes_the_impetus_of_a_rider_away():
    ground = """
        cappa on open ground
        red  extra A at 10,10, 5/3/4, mounted, Mov 8, abilities RI, pa 1
        blue extra B at 10,11.5 with {}
    """
    sword = situation(ground.format("BD"))
    sword.figure("A").charged = "B"
    assert to_hit(sword) == (9, ["Mi", "weapon", "rider charging", "charge", "rider against foot"])
    pike = situation(ground.format("PK"))
    pike.figure("A").charged = "B"
    assert to_hit(pike) == (5, ["Mi", "weapon", "rider against foot", "shorter weapon"])


@pytest.mark.rule("cappa.ex.55", "cappa.5.2.2c", "cappa.5.2.2.h1")
def test_an_all_mounted_squad_has_three_for_its_charge():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/4, mounted, Mov 8, abilities RI, squad R
        red  extra C at 13,10, 5/3/4, mounted, Mov 8, abilities RI, squad R
        blue extra B at 10,11.5, squad S
        blue extra D at 13,11.5, squad S
        red  squad R, open
        blue squad S, open
    """)
    game.figure("A").charged = "S"
    assert to_hit(game) == (10, ["Mi", "weapon", "mounted squad charging", "charge", "rider against foot"])


@pytest.mark.rule("cappa.ex.56", "cappa.5.2.2b", "cappa.5.2.2p")
def test_an_unmodified_one_hits_even_from_the_ground():
    game = fought(
        """
        cappa on open ground
        red  extra A at 10,10 with CL, 5/3/2, prone, pa 1
        blue extra B at 10,11
        """,
        "red 1 10 blue 1",
    )
    (blow,) = game.told(Struck)
    assert (blow.tally.total, blow.hit) == (-2, True)


@pytest.mark.rule("cappa.ex.71", "cappa.5.2.2j", "cappa.5.2.2n", "cappa.5.2.2q", "cappa.5.2.2r")
def test_length_of_weapons_between_squads():
    ground = """
        cappa on open ground
        red  extra A at 10,10 with BD, squad R
        red  extra C at 12,10 with {}, squad R
        blue extra B at 10,11 with {}, squad S
        blue extra D at 12,11 with {}, squad S
        red  squad R, open
        blue squad S, open
    """
    swords = situation(ground.format("BD", "SP", "SP"))
    assert "shorter weapon" in to_hit(swords)[1]
    assert "longer weapon" in to_hit(swords, "B", "A")[1]
    one_pike = situation(ground.format("PK", "BD", "BD"))
    assert "longer weapon" in to_hit(one_pike)[1]
    assert "shorter weapon" not in to_hit(one_pike, "B", "A")[1]


@pytest.mark.rule("cappa.ex.67", "cappa.5.2.2o", "cappa.9.4.1d", "cappa.9.4.1.h1")
@pytest.mark.parametrize(("option", "mi"), [("no", 3), ("yes", 4)])
def test_falling_back_costs_one_unless_the_option_is_played(option, mi):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,11, 5/3/3 Mov 4, pa 1
        blue extra B at 10,12, 5/3/3
        option fall_back {option}
        dice red 10 blue
    """)
    game.do("A", "fall-back")
    assert game.told(Struck)[0].tally.total == mi
    assert game.at("A") == (10, 9)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.9.4.1.h2", "cappa.9.4.1b")
def test_who_falls_back_and_is_pushed_in_the_round_goes_back_from_where_he_is():
    game = situation("""
        cappa on open ground
        red  hero A at 10,11, 5/3/3 Mov 4, pa 1
        blue hero B at 10,12, 5/3/3, pa 1
        dice red 10 blue 1 10
    """)
    game.do("A", "fall-back to=1000,900", "push to=1000,1000 follows=True")
    assert game.at("A") == (10, 8)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.9.4.1b")
def test_nobody_falls_back_towards_another_enemy():
    game = situation("""
        cappa on open ground
        red  hero A at 10,11, 5/3/3 Mov 4, pa 1
        red  hero D at 9,12
        blue hero B at 10,12
        blue hero C at 10,5
    """)
    places = {tuple(option["to"]) for option in game.offered("A") if option.key == "fall-back"}
    assert places
    assert all((x - 1000) ** 2 + (y - 500) ** 2 >= 600**2 for x, y in places)


@pytest.mark.rule("cappa.9.4.1b")
def test_where_far_enemies_bar_the_straight_ways_back_he_falls_back_between_them():
    game = situation("""
        cappa on open ground
        red  hero A at 21.33,28.51, 5/3/3 Mov 4, pa 1
        blue hero B at 21.5,29.5
        blue extra C at 10.58,27.1
        blue extra D at 33.5,34.5
    """)
    places = [option["to"] for option in game.offered("A") if option.key == "fall-back"]
    assert places
    assert all(x > 2133 and y < 2851 for x, y in places)


@pytest.mark.rule("cappa.9.4.1.h2")
@pytest.mark.parametrize(
    ("who", "dice", "goes"), [("hero", "red 10 1 blue 1 1", True), ("extra", "red 10 blue 1 1", False)]
)
def test_he_falls_back_after_the_round_if_he_is_still_able(who, dice, goes):
    game = situation(f"""
        cappa on open ground
        red  {who} A at 10,11, 9/3/3 Mov 4, pa 2
        blue hero B at 10,12, pa 1
        dice {dice}
    """)
    game.do("A", "fall-back to=1000,900")
    assert [event.how for event in game.told(Moved) if event.figure == "A"] == (["fall back"] if goes else [])
    assert (game.figure("A").moved_now > 0) is goes


@pytest.mark.rule("cappa.9.4.1b", "cappa.5.2.3i")
def test_who_steps_on_to_another_when_his_opponent_falls_does_not_fall_back_as_well():
    game = situation("""
        cappa on open ground
        red  hero A at 10,11, 5/3/3 Mov 4, pa 1
        blue extra B at 10,12, 5/3/3
        blue extra C at 11.3,11, 5/3/3
        dice red 1 1
    """)
    game.do("A", "fall-back to=1000,900", "step-on target=C")
    assert game.touch("A", "C")
    assert [event.how for event in game.told(Moved)] == ["follow"]


@pytest.mark.rule("cappa.9.4.1c")
def test_giving_ground_costs_no_more_than_the_round_itself():
    game = situation("""
        cappa on open ground
        red  extra A at 10,11, 5/3/3 Mov 4, pa 2
        blue extra B at 10,12, 5/3/3
        option fall_back yes
        dice red 10
    """)
    game.do("A", "fall-back")
    assert len(game.told(Struck)) == 1
    assert (game.figure("A").pa, game.at("A")) == (1, (10, 9))


@pytest.mark.rule("cappa.9.4.1a")
def test_who_is_outnumbered_does_not_fall_back():
    assert not situation(DUEL + "blue extra C at 10,9").may("A", "fall-back")


@pytest.mark.rule("cappa.ex.76", "cappa.5.2b", "cappa.5.2.2s", "cappa.5.2.2.h5")
def test_the_defender_of_a_hedge_has_cover_and_the_assailant_has_not():
    game = situation("""
        cappa on open ground
        hedge 5,13.5 15,13.5
        red  extra A at 10,10, 5/3/3 Mov 4, pa 2
        blue extra B at 10,14, 5/3/3 CA 5, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "charge target=B", "no-test", "stand")
    (reaction,) = [one for one in game.asked if one.key == "react-to-charge"]
    assert {option.key for option in reaction.options} == {"evade", "stand"}
    assert is_in_melee(game.state, game.figure("A"))
    assert to_hit(game) == (5, ["Mi", "weapon", "charge"])
    assert armour(game) == (5, ["CA", "weapon", "cover"])
    assert to_hit(game, "B", "A") == (4, ["Mi", "weapon"])
    assert armour(game, "B", "A") == (6, ["CA", "weapon"])
    game.do("A", "fight")
    assert [event.figure for event in game.told(Struck)] == ["A", "B"]


@pytest.mark.rule("cappa.5.2.2.h5")
def test_the_assailant_of_a_hedge_has_no_cover_against_another_who_defends_it():
    game = situation("""
        cappa on open ground
        hedge 5,13.5 15,13.5
        red  hero A at 10,10, 5/3/3 Mov 4, pa 2
        blue hero B at 9.5,14, 5/3/3 CA 5
        blue hero C at 10.5,14, 5/3/3 CA 5
    """)
    game.do("A", "charge target=B", "no-test")
    assert {enemy.id for enemy in foes(game.state, game.figure("A"))} == {"B", "C"}
    assert armour(game, "C", "A")[1] == ["CA", "weapon"]
    assert armour(game, "A", "C")[1] == ["CA", "weapon", "cover"]


# Who is in melee


@pytest.mark.rule("cappa.5.2a")
def test_base_contact_is_melee():
    assert is_in_melee((one := situation(DUEL)).state, one.figure("A"))
    apart = situation(DUEL.replace("10,11", "10,11.1"))
    assert not is_in_melee(apart.state, apart.figure("A"))


@pytest.mark.rule("cappa.5.2.h1")
def test_an_obstacle_is_defended_by_who_stands_unshaken_in_contact_with_it():
    ground = """
        cappa on open ground
        hedge 5,10.5 15,10.5
        red  extra A at 10,10
        blue extra B at {}
    """
    near = situation(ground.format("10.8,11"))
    assert foes(near.state, near.figure("A"))
    for where in ("10.8,11, shaken fire", "10.8,11, prone", "10.8,11.2"):
        game = situation(ground.format(where))
        assert not defends(game.state, game.figure("B"), game.figure("A"))


@pytest.mark.rule("cappa.5.2.h1", "cappa.5.2b")
@pytest.mark.parametrize("state", ["", ", prone", ", shaken fire"])
def test_across_an_obstacle_that_one_of_them_defends_both_are_in_melee(state):
    game = situation(f"""
        cappa on open ground
        hedge 5,10.5 15,10.5
        red  extra A at 10,10{state}
        blue extra B at 10.8,11
    """)
    a, b = game.figure("A"), game.figure("B")
    assert (foes(game.state, a), foes(game.state, b)) == ([b], [a])


@pytest.mark.rule("cappa.5.2.h2")
def test_who_is_in_melee_does_not_walk_away():
    assert not {"move", "charge", "shoot", "reload"} & situation(DUEL).keys("A")
    assert {"fight", "break-off", "wait"} <= situation(DUEL).keys("A")


@pytest.mark.rule("cappa.2.3.3.h2", "cappa.4.3.7.h2")
def test_the_shaken_and_the_laden_do_not_attack():
    assert not {"fight", "fall-back", "disarm"} & situation(DUEL.replace("pa 1", "pa 1, shaken fire")).keys("A")
    laden = situation(DUEL + "thing K barrel at 10,10")
    assert laden.may("A", "fight")
    laden.do("A", "pick-up thing=K")
    laden.figure("A").pa = 1
    assert not {"fight", "fall-back"} & laden.keys("A")


@pytest.mark.rule("cappa.5.2c", "cappa.5.2.1a")
def test_who_rolls_is_the_attacker_and_his_opponent_the_defender():
    game = fought(DUEL.replace("10,11, 5/3/3", "10,11, 5/3/3, pa 1"), "red 10 blue 10")
    assert [(event.figure, event.target) for event in game.told(Struck)] == [("A", "B"), ("B", "A")]


# The dice


@pytest.mark.rule("cappa.5.2d")
def test_both_strike_before_anyone_falls_and_the_defender_pays():
    game = fought(DUEL.replace("10,11, 5/3/3", "10,11, 5/3/3, pa 2"), "red 1 1 blue 1 1")
    assert {event.figure for event in game.told(PutOut)} == {"A", "B"}


@pytest.mark.rule("cappa.5.2e")
def test_a_defender_without_pa_does_not_strike_back():
    game = fought(DUEL, "red 10 blue")
    assert [event.figure for event in game.told(Struck)] == ["A"]


@pytest.mark.rule("cappa.5.2f")
def test_in_the_last_phase_who_is_in_melee_must_fight_or_get_out():
    game = situation(DUEL.replace(", pa 1", "") + "dice red 10 blue 10")
    game.phase("last")
    asked = [one for one in game.asked if one.key == "action"]
    assert asked
    assert {option.key for option in asked[0].options} <= {"fight", "fall-back", "break-off"}


@pytest.mark.rule("cappa.5.2g")
def test_in_the_last_phase_two_who_were_not_activated_fight_at_the_same_time():
    game = situation(DUEL.replace(", pa 1", "") + "dice red 10 blue 10")
    game.phase("last", "fight")
    assert [event.figure for event in game.told(Struck)] == ["A", "B"]
    assert game.figure("B").has_acted


@pytest.mark.rule("cappa.5.2.1b")
@pytest.mark.parametrize(("roll", "hits"), [(4, True), (5, False)])
def test_a_die_up_to_the_modified_mi_hits(roll, hits):
    assert fought(DUEL, f"red {roll} 10 blue 1").told(Struck)[0].hit is hits


@pytest.mark.rule("cappa.5.2.1d")
@pytest.mark.parametrize(("roll", "wounds"), [(6, True), (7, False)])
def test_after_a_hit_a_die_up_to_the_modified_ca_wounds(roll, wounds):
    assert fought(DUEL, f"red 1 {roll} blue 1").told(Struck)[0].wounded is wounds


@pytest.mark.rule("cappa.5.2.1c")
def test_who_is_hit_loses_a_pa_without_a_wound():
    game = fought(DUEL.replace("extra B at 10,11, 5/3/3", "hero B at 10,11, pa 3"), "red 1 10 blue 10")
    assert game.figure("B").pa == 1  # one for the reply, one for the hit


@pytest.mark.rule("cappa.5.2.1.h1")
def test_the_hit_does_not_cancel_the_reply():
    game = fought(DUEL.replace("extra B at 10,11, 5/3/3", "hero B at 10,11, pa 1"), "red 1 10 blue 10")
    assert [event.figure for event in game.told(Struck)] == ["A", "B"]
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.5.2.1.h2")
def test_a_squad_that_is_hit_loses_one_pa_in_all():
    game = fought(
        """
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra B at 10,11, squad S
        blue extra C at 12,11, squad S
        blue extra D at 14,11, squad S
        blue squad S, open, pa 3
        """,
        "red 1 10 blue 10 10 10",
    )
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.5.2.1e", "cappa.5.2.1f")
def test_a_hero_wounded_in_melee_loses_all_his_pa_and_uses_his_second_line():
    text = DUEL.replace("extra B at 10,11, 5/3/3", "hero B at 10,11, 7/3/5 then 4/2/2, pa 3")
    game = fought(text, "red 1 1 blue 10 1")
    assert (game.figure("B").pa, game.figure("B").line.mi) == (0, 2)


@pytest.mark.rule("cappa.5.2.1g", "cappa.5.2.2u", "cappa.1.2.h3")
def test_one_who_lies_out_of_action_is_hit_without_a_die_and_killed():
    text = "cappa on open ground\nred extra A at 10,10, pa 1\nblue hero B out at 10,11"
    game = fought(text, "red 9 blue")
    (blow,) = game.told(FallenStruck)
    assert (blow.damage, blow.wounded, blow.armour.total) == (9, True, 10)
    assert not game.told(Struck)
    assert game.figure("B").where == "gone"


@pytest.mark.rule("cappa.5.2.1g", "cappa.5.2.1d")
@pytest.mark.parametrize(("damage", "where"), [(6, "gone"), (7, "out")])
def test_one_who_lies_out_of_action_is_killed_by_a_number_up_to_his_armour(damage, where):
    text = "cappa on open ground\nred extra A at 10,10, pa 1\nblue hero B out at 10,11, CA 1"
    game = fought(text, f"red {damage} blue")
    assert game.told(FallenStruck)[0].armour.total == 6
    assert game.figure("B").where == where


@pytest.mark.rule("cappa.5.2.1g")
def test_nobody_strikes_a_friend_who_lies_out_of_action():
    game = situation(DUEL + "red hero C out at 9,10\nblue hero D out at 11,10")
    assert [option["target"] for option in game.offered("A") if option.key == "fight"] == ["B", "D"]


@pytest.mark.rule("cappa.9.4.1b")
def test_nobody_follows_round_the_end_of_a_hedge():
    game = situation("""
        cappa on open ground
        hedge 7,8 15,8
        red  extra A at 8,8.5, 5/3/3 Mov 4, pa 1
        blue extra B at 8,7.5, 5/3/3
        dice red 10 blue
    """)
    game.do("A", "fall-back to=800,1050")
    assert game.at("A") == (8, 10.5)
    assert game.at("B") == (8, 7.5)
    assert [event.how for event in game.told(Moved)] == ["fall back"]
    open_ground = situation("""
        cappa on open ground
        red  extra A at 8,8.5, 5/3/3 Mov 4, pa 1
        blue extra B at 8,7.5, 5/3/3
        dice red 10 blue
    """)
    open_ground.do("A", "fall-back to=800,1050")
    moves = [(event.figure, event.how, event.length, event.path[-1]) for event in open_ground.told(Moved)]
    assert moves == [("A", "fall back", 200, (800, 1050)), ("B", "follow", 200, (800, 950))]
    assert (open_ground.at("B"), open_ground.figure("A").moved) == ((8, 9.5), 200)


@pytest.mark.rule("cappa.9.4.1b")
@pytest.mark.parametrize(
    ("turn", "to"),
    [
        (0, (2000, 1400)),
        (15, (2155, 1421)),
        (30, (2300, 1481)),
        (45, (2424, 1576)),
        (60, (2519, 1700)),
        (75, (2579, 1845)),
    ],
)
@pytest.mark.parametrize("hand", [1, -1])
def test_enemies_far_off_leave_him_only_a_direction_in_between(turn, to, hand):
    aside = [math.radians(turn - 95), math.radians(turn + 95)]  # hardly behind him, to his left and to his right
    (cx, cy), (dx, dy) = ((20 + hand * 18 * math.sin(one), 20 - 18 * math.cos(one)) for one in aside)
    game = situation(f"""
        cappa on open ground
        red  extra A at 20,20, Mov 12, pa 1
        blue extra B at 20,21
        blue extra C at {cx:.2f},{cy:.2f}
        blue extra D at {dx:.2f},{dy:.2f}
    """)
    places = [option["to"] for option in game.offered("A") if option.key == "fall-back"]
    assert places == [[2000 + hand * (to[0] - 2000), to[1]]]


@pytest.mark.rule("cappa.9.4.1b", "cappa.2.2.1.h3")
def test_who_lies_on_the_ground_falls_back_at_half_a_crawl():
    game = situation("""
        cappa on open ground
        red  extra A at 10,11, 5/3/3 Mov 4, pa 1, prone
        red  extra C at 9,12
        blue extra B at 10,12, 5/3/3
        dice red 10 blue
    """)
    game.do("A", "fall-back")
    assert game.at("A") == (10, 10.5)


@pytest.mark.rule("cappa.5.2d", "cappa.2.2.1.h1")
@pytest.mark.parametrize(("hands", "asked"), [("BD", []), ("BD DA", ["fight-back"])])
def test_who_has_one_weapon_in_hand_is_not_asked_with_which_he_strikes_back(hands, asked):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,11, 5/3/3, pa 1
        blue extra B at 10,12 with {hands}, hands {hands}, 5/3/3, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "fight")
    assert [one.key for one in game.asked] == asked
    assert [event.figure for event in game.told(Struck)] == ["A", "B"]


@pytest.mark.rule("cappa.4.3.7.h2", "cappa.5.2d")
@pytest.mark.parametrize(("answer", "strikes"), [("drop-load", True), ("keep-load", False)])
def test_a_porter_strikes_back_only_if_he_lets_his_load_drop(answer, strikes):
    game = situation("""
        cappa on open ground
        thing K keg at 10,11
        thing T trifle at 10,11
        red  extra A at 10,11, 5/3/3, pa 2
        blue extra B at 10,12, 5/3/3, pa 1
        dice red 10 blue 10
    """)
    game.state.things["K"].bearer = game.state.things["T"].bearer = "A"
    game.figure("A").carries = ["K", "T"]
    game.do("B", "fight", answer)
    assert [event.figure for event in game.told(Struck)] == (["B", "A"] if strikes else ["B"])
    assert [(one.figure, one.thing, one.how) for one in game.told(Taken)] == ([("A", "K", "down")] if strikes else [])
    assert game.figure("A").carries == (["T"] if strikes else ["K", "T"])  # what weighs nothing is in nobody's way
    assert game.figure("A").pa == (1 if strikes else 2)


@pytest.mark.rule("cappa.4.3.7.h2", "cappa.5.2.5c")
def test_a_porter_strikes_at_nobody_who_turns_to_go():
    game = situation("""
        cappa on open ground
        thing K keg at 10,11
        red  extra A at 10,11, 5/3/3, pa 2, carries K
        blue extra B at 10,12, 5/3/3, pa 1
    """)
    game.do("B", "break-off")
    assert game.asked == []
