"""Chapter 6.7, melee of a squad, and what chapters 2.3 and 5.2 say of squads in melee."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import (
    HorseFell,
    KnockedDown,
    MoraleTested,
    Moved,
    PutOut,
    RoundWon,
    Struck,
    WhoWasStruck,
)
from alfiere.games.cappa.turn.actions import decide
from tests.situation import situation

FIVE = """
    cappa on open ground
    red  extra A at 10,10, 5/3/3
    blue extra B at 9.4,10.8, squad S
    blue extra C at 10.6,10.8, squad S
    blue extra D at 9,11.9, squad S
    blue extra E at 10,11.8, squad S
    blue extra F at 11,11.9, squad S
    blue squad S, open, pa {}
"""


def reasons(event):
    """The names of the lines of a blow."""
    return [reason for _, reason, _ in event.tally.lines]


def offered(game, name):
    """What the decision of an impulse offers."""
    return decide(game.state, game.squad(name), 1, (), may_stop=False).options


def strikers(game):
    """Who has struck, in order."""
    return [event.figure for event in game.told(Struck)]


@pytest.mark.rule("cappa.ex.34", "cappa.6.7.2a", "cappa.6.7.2b")
def test_in_the_first_round_after_a_charge_only_those_in_contact_fight_then_all():
    game = situation(FIVE.format(2) + "dice blue 10 10 10 10 10 10 10")
    game.run(lambda g: charge_together(g, "S", "A"))
    game.do("S", "fight-together target=A")
    assert strikers(game) == ["B", "C"]
    game.do("S", "fight-together target=A")
    assert strikers(game)[2:] == ["B", "C", "D", "E", "F"]


def charge_together(g, squad, target):
    """Everybody counts as having charged in this impulse."""
    g.state.acting, g.state.spent = squad, 1
    for name in g.state.squads[squad].members:
        g.state.figures[name].charged = target
    yield from ()


TWO = """
    cappa on open ground
    red  extra A at 9,10 with KN, {red}, squad R
    red  extra B at 10,10 with KN, {red}, squad R
    red  extra C at 11,10 with KN, {red}, squad R
    red  protagonist O at 12,10 with KN, 6/2/2, squad R
    red  squad R led by O, open, pa {pa}
    blue extra G at 9,11 with KN, CA 5, squad S
    blue extra H at 10,11 with KN, CA 5, squad S
    blue extra I at 11,12 with KN, CA 5, squad S
    blue extra J at 12,12 with KN, CA 5, squad S
    blue extra K at 13,12 with KN, CA 5, squad S
    blue squad S, open{blue}
"""


@pytest.mark.rule("cappa.ex.35", "cappa.6.7.3a", "cappa.6.7.4a")
def test_two_squads_fight_with_everybody_from_the_first_round():
    game = situation(TWO.format(red="5/3/3", pa=1, blue=", pa 1") + "dice red 10 10 10 10 blue 10 10 10 10 10")
    game.run(lambda g: charge_together(g, "R", "S"))
    game.do("R", "fight-together target=S")
    assert strikers(game) == ["A", "B", "C", "O", "G", "H", "I", "J", "K"]
    replies = [event for event in game.told(Struck) if event.target in "ABCO"]
    assert all("outnumbering" in [reason for _, reason, _ in event.tally.lines] for event in replies)
    assert (game.squad("R").pa, game.squad("S").pa) == (0, 0)


@pytest.mark.rule("cappa.ex.36", "cappa.6.7.4b", "cappa.6.7.4g", "cappa.6.7.5a", "cappa.6.7.5.h2")
def test_the_squads_of_the_example():
    text = TWO.format(red="5/3/3", pa=1, blue="").replace("blue extra K at 13,12 with KN, CA 5, squad S\n", "")
    game = situation(text + "dice red 3 5 4 8 6 9 blue")
    game.run(lambda g: charge_together(g, "R", "S"))
    game.do("R", "fight-together target=S", "lose figure=G", "push follows=False")
    blows = {event.figure: event for event in game.told(Struck)}
    assert [blows[name].tally.total for name in "ABCO"] == [4, 4, 4, 3]
    assert [event.figure for event in game.told(PutOut)] == ["G"]
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == ("R", "out")
    assert {event.figure for event in game.told(Moved)} == {"H", "I", "J"}
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.6.7.4d")
def test_wounds_go_first_to_those_in_contact():
    game = situation(TWO.format(red="5/3/9", pa=1, blue="") + "dice red 1 1 10 10 10 blue")
    game.state.acting, game.state.spent = "R", 1  # it has closed in before
    game.do("R", "fight-together target=S", "lose figure=H")
    casualty = next(one for one in game.asked if one.key == "casualty")
    assert {option["figure"] for option in casualty.options} == {"G", "H"}


@pytest.mark.rule("cappa.5.2.3b", "cappa.6.7.5.h1")
def test_who_puts_more_enemies_out_wins_and_equal_losses_are_decided_by_wounds():
    game = situation(TWO.format(red="5/3/9", pa=1, blue=", pa 1") + "dice red 1 1 1 1 10 10 blue 1 1 10 10 10 10")
    game.state.acting, game.state.spent = "R", 1  # it has closed in before
    game.do("R", "fight-together target=S", "lose figure=G", "lose figure=A")
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == ("R", "out")


@pytest.mark.rule("cappa.6.7.5.h1", "cappa.5.2.3c")
def test_where_as_many_fall_on_either_side_the_wound_of_a_leader_outweighs_more_hits():
    text = TWO.format(red="5/3/9", pa=1, blue=", pa 1").replace(
        "extra G at 9,11 with KN", "protagonist G at 9,11 with KN"
    )
    text = text.replace("squad S, open", "squad S led by G, open")
    game = situation(text + "dice red 1 1 10 10 10 blue 1 10 1 10 10 10 10 1")
    game.do("R", "fight-together target=S", "lose figure=G")
    assert not game.told(PutOut)
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why, won.rules) == ("R", "wounds", ("cappa.5.2.3c",))


@pytest.mark.rule("cappa.6.7.5.h1", "cappa.5.2.3d", "cappa.5.2.3e")
@pytest.mark.parametrize(
    ("blue", "winner", "why"), [("1 10 1 10 10 10 10", "S", "hits"), ("1 10 10 10 10 10", "", "draw")]
)
def test_where_nobody_falls_or_bleeds_hits_decide_and_as_many_are_a_draw(blue, winner, why):
    game = situation(TWO.format(red="5/3/9", pa=1, blue=", pa 1") + f"dice red 1 10 10 10 10 blue {blue}")
    game.do("R", "fight-together target=S")
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == (winner, why)


@pytest.mark.rule("cappa.5.2.6d", "cappa.6.7.1b")
def test_a_lone_man_against_a_squad_is_answered_by_all_of_it():
    game = situation(FIVE.format(1).replace("5/3/3", "5/3/3, pa 1") + "dice red 10 blue 10 10 10 10 10")
    game.do("A", "fight target=B")
    assert strikers(game) == ["A", "B", "C", "D", "E", "F"]


@pytest.mark.rule("cappa.6.7.1a", "cappa.6.7.1.h1")
def test_a_lone_charger_strikes_one_of_his_choice_and_those_in_contact_reply():
    game = situation(FIVE.format(1).replace("5/3/3", "5/3/9, pa 1") + "dice red 1 1 1 blue 10 10 1")
    game.figure("A").charged = "S"
    game.state.acting = "A"
    game.do("A", "fight target=C")
    assert strikers(game) == ["A", "B", "C"]
    assert [event.figure for event in game.told(PutOut)] == ["C"]
    assert "casualty" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.6.7.1b", "cappa.5.2.3.h3")
def test_who_follows_a_squad_has_the_charge_again_and_the_whole_squad_to_fight():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10, 9/3/9, pa 2
        blue extra B at 9.5,10.87, squad S
        blue extra C at 10.5,10.87, squad S
        blue squad S, open
        dice red 1 10 1 1 blue 1
    """)
    game.figure("A").charged, game.state.acting = "B", "A"
    game.do("A", "fight target=B", "push follows=True")
    assert game.at("A") == (10, 11)
    assert game.touch("A", "B")
    game.do("A", "fight target=B", "lose figure=C")
    assert "charge" in reasons(game.told(Struck)[1])
    assert [event.figure for event in game.told(PutOut)] == ["C"]  # their owner chooses again


CHARGED = """
    cappa on open ground
    red  hero A at 10,8, {}, pa 3
    blue extra B at 9.5,11, squad S
    blue extra C at 10.5,11, squad S
    blue extra D at 9.5,12, squad S
    blue extra E at 10.5,12, squad S
    blue squad S, open{}
"""


@pytest.mark.rule("cappa.6.7.1.h1", "cappa.6.7.1b", "cappa.5.2.2i", "cappa.5.2.2.h4")
def test_a_lone_charger_may_strike_another_member_in_contact_than_the_one_he_ran_at():
    game = situation(CHARGED.format("5/3/3", ", pa 2") + "dice red 1 10 10 blue 10 10 10 10 10 10")
    game.do("A", "charge target=B", "no-test")
    game.figure("A").x = 1000  # he touches B and C
    game.figure("A").y = 1100 - 87
    assert game.touch("A", "C")
    game.do("A", "fight target=C", "stay")
    first, *replies = game.told(Struck)
    assert (first.target, "charge" in reasons(first)) == ("C", True)
    assert [event.figure for event in replies] == ["B", "C"]
    assert all("outnumbering" in reasons(event) for event in replies)  # two against one, not four
    game.do("A", "fight target=C")
    again = game.told(Struck)[3:]
    assert "charge" not in reasons(again[0])
    assert [event.figure for event in again] == ["A"]  # the squad has no PA left


@pytest.mark.rule("cappa.5.2.2.h4", "cappa.6.7.1a")
def test_in_the_first_round_the_members_behind_do_not_count_for_numbers():
    text = CHARGED.format("5/3/3", ", pa 2") + "dice red 10 10 blue 10 10 10 10 10"
    game = situation(text.replace("A at 10,8", "A at 8.5,8"))
    game.do("A", "charge target=B", "no-test")
    assert game.touch("A", "B")
    assert not game.touch("A", "C")
    game.do("A", "fight target=B")
    assert [(event.figure, "outnumbering" in reasons(event)) for event in game.told(Struck)] == [
        ("A", False),
        ("B", False),
    ]
    game.do("A", "fight target=B")
    later = game.told(Struck)[2:]
    assert [event.figure for event in later] == ["A", "B", "C", "D", "E"]
    assert all("outnumbering" in reasons(event) for event in later[1:])


@pytest.mark.rule("cappa.6.7.4.h1", "cappa.ex.36")
def test_the_charge_counts_for_those_of_a_squad_who_did_not_reach_the_enemy():
    game = situation(TWO.format(red="5/3/3", pa=1, blue="") + "dice red 10 10 10 10 blue")
    game.state.acting = "R"
    game.figure("A").charged = game.figure("B").charged = "S"
    game.do("R", "fight-together target=S")
    assert [("charge" in reasons(event)) for event in game.told(Struck)] == [True] * 4


@pytest.mark.rule("cappa.4.3.9g", "cappa.4.3.9.h3")
def test_a_squad_caught_in_its_evasion_counts_as_fleeing():
    game = situation(CHARGED.format("5/3/3", "") + "dice red 10 blue")
    game.do("A", "charge target=B", "no-test")
    for name in "BCDE":
        game.figure(name).fled_from = "A"
    game.do("A", "fight target=B")
    assert "enemy flees" in reasons(game.told(Struck)[0])
    lone = situation(FIVE.format(1) + "dice blue 10 10 10 10 10")
    lone.state.acting = "S"
    lone.figure("A").fled_from = "B"
    lone.do("S", "fight-together target=A")
    assert all("enemy flees" in reasons(event) for event in lone.told(Struck))


@pytest.mark.rule("cappa.2.2.1.h1", "cappa.5.2.2.h2", "cappa.5.2.2o")
def test_a_lone_man_fights_a_squad_with_the_weapon_he_has_chosen():
    text = FIVE.format(1).replace("10,10, 5/3/3", "10,10 with BD KN, 5/3/3, hands BD KN, pa 1")
    game = situation(text + "dice red 10 blue 10 10 10 10 10")
    game.do("A", "fight target=B weapon=KN")
    first, *replies = game.told(Struck)
    assert (first.weapon, "shorter weapon" in reasons(first)) == ("KN", True)
    assert all("longer weapon" in reasons(event) for event in replies)
    defence = situation(text + "dice red 10 blue 10 10 10 10 10")
    defence.do("S", "fight-together target=A", "fight-back weapon=KN")
    assert defence.told(Struck)[-1].weapon == "KN"
    assert all("longer weapon" in reasons(event) for event in defence.told(Struck)[:-1])


@pytest.mark.rule("cappa.5.2.2o")
def test_giving_ground_before_a_squad_costs_one_too():
    game = situation("""
        cappa on open ground
        red  extra A at 10,11, 5/3/3 Mov 4, pa 1
        blue extra B at 10,12, squad S
        blue squad S, open
        dice red 10 blue
    """)
    game.do("A", "fall-back")
    assert "giving ground" in reasons(game.told(Struck)[0])


@pytest.mark.rule("cappa.4.3.6a", "cappa.5.1.2.h1", "cappa.6.1.h2")
def test_who_cannot_ride_is_wounded_or_acts_alone_does_not_strike_with_his_squad():
    ground = FIVE.format(1) + "dice blue 10 10 10 10"
    rider = situation(ground.replace("10,11.8, squad S", "10,12.9, mounted, Mov 8, squad S"))
    rider.do("S", "fight-together target=A")
    assert strikers(rider) == ["B", "C", "D", "F"]
    hurt = situation(ground)
    hurt.figure("E").marks.append("wounded/turn")
    hurt.do("S", "fight-together target=A")
    assert strikers(hurt) == ["B", "C", "D", "F"]
    alone = situation(ground.replace("extra E at 10,11.8, squad S", "hero E at 10,11.8, squad S, die 2"))
    alone.do("S", "fight-together target=A")
    assert strikers(alone) == ["B", "C", "D", "F"]


MOUNTED = """
    cappa on open ground
    red  extra A at 10,10, squad R
    red  extra B at 12,10, squad R
    red  squad R, open, pa 1
    blue extra C at 10,11.5, 9/3/3, mounted, Mov 8, abilities RI, squad S
    blue extra D at 12,11.5, 9/3/3, mounted, Mov 8, abilities RI, squad S
    blue extra E at 14,11.5, 9/3/3, mounted, Mov 8, abilities RI, squad S
    blue squad S, open{}
"""


@pytest.mark.rule("cappa.5.2.7b")
@pytest.mark.parametrize(("roll", "struck"), [(5, "rider"), (6, "mount")])
def test_a_wound_in_a_mounted_squad_may_be_the_horse_s(roll, struck):
    game = situation(MOUNTED.format("") + f"dice red 1 1 10 {roll} blue")
    game.do("R", "fight-together target=S", "lose figure=C")
    assert [(event.figure, event.struck) for event in game.told(WhoWasStruck)] == [("C", struck)]
    assert (game.figure("C").where == "gone") is (struck == "rider")
    assert [event.figure for event in game.told(HorseFell)] == (["C"] if struck == "mount" else [])


@pytest.mark.rule("cappa.5.2.7b")
def test_in_a_squad_of_foot_and_riders_the_one_whose_blow_wounds_says_whether_a_horse_may_fall():
    mixed = MOUNTED.format("").replace("B at 12,10, squad", "B at 12,9.5, mounted, Mov 8, abilities RI, squad")
    game = situation(mixed + "dice red 1 10 1 1 blue")
    game.do("R", "fight-together target=S", "lose figure=D")
    assert game.figure("D").where == "gone"
    assert not game.told(WhoWasStruck)  # it was the rider's blow, the other man's drew no blood
    foot = situation(mixed + "dice red 1 1 1 10 6 blue")
    foot.do("R", "fight-together target=S", "lose figure=D")
    assert [event.figure for event in foot.told(HorseFell)] == ["D"]


@pytest.mark.rule("cappa.5.2.7a")
def test_riders_of_a_squad_knock_those_down_whom_they_have_charged_and_beaten():
    game = situation(MOUNTED.format(", pa 1") + "dice red 10 10 blue 10 1 10 10")
    game.figure("D").charged_this_turn = True
    game.do("S", "fight-together target=R")
    assert [event.figure for event in game.told(KnockedDown)] == ["B"]  # A has only C before him


@pytest.mark.rule("cappa.5.2.4a")
def test_the_weapons_of_a_squad_that_could_not_strike_back_are_empty_too():
    game = situation(FIVE.format(0).replace("10,10, 5/3/3", "10,10, 5/3/3, pa 1"))
    game.figure("B").arms, game.figure("B").hands = ["MMK"], ["MMK"]
    game.dice |= {"red": [10], "blue": []}
    game.do("A", "fight target=B")
    assert game.figure("B").empty == ["MMK"]


def pushes(game):
    """The pushes the winner was offered."""
    return [option for one in game.asked if one.key == "push" for option in one.options if option.key == "push"]


PUSHED = """
    cappa on open ground
    red  hero A at 10,10, 9/3/9, pa 1
    blue extra B at 10,11, CA 1, squad S
    blue extra C at 11,11, CA 1, squad S
    blue squad S, open
    dice red 1 10 blue
"""


@pytest.mark.rule("cappa.5.2.3.h1", "cappa.6.7.5.h2")
def test_a_squad_is_pushed_straight_or_aside_as_the_winner_likes():
    game = situation(PUSHED)
    game.do("A", "fight target=B")
    assert len({tuple(option["to"]) for option in pushes(game)}) == 3
    assert {option["follows"] for option in pushes(game)} == {True, False}


@pytest.mark.rule("cappa.6.1.h2", "cappa.2.3.h7")
@pytest.mark.parametrize("apart", ["die 2", "shaken wound"])
def test_who_has_left_his_squad_is_not_pushed_with_it(apart):
    text = PUSHED.replace("squad S, open", "squad S led by L, open")
    game = situation(text + f"blue hero L at 12.5,11, squad S, {apart}")
    game.do("A", "fight target=B", "push follows=False")
    assert {event.figure for event in game.told(Moved)} == {"B", "C"}


@pytest.mark.rule("cappa.2.3d")
def test_a_squad_that_loses_half_in_a_melee_takes_its_test():
    game = situation(PUSHED.replace("dice red 1 10 blue", "dice red 1 1 blue 1"))
    game.do("A", "fight target=B")
    assert [event.figure for event in game.told(MoraleTested)] == ["S"]


@pytest.mark.rule("cappa.5.2.3e", "cappa.6.7.5a")
@pytest.mark.parametrize(("dice", "winner"), [("red 10 blue 10 10", ""), ("red 10 blue 1 10 10", "S")])
def test_a_drawn_round_moves_nobody_and_a_squad_that_was_attacked_may_win(dice, winner):
    text = PUSHED.replace("dice red 1 10 blue", f"dice {dice}").replace("9/3/9", "9/3/3")
    game = situation(text.replace("squad S, open", "squad S, open, pa 1"))
    game.do("A", "fight target=B")
    assert [event.winner for event in game.told(RoundWon)] == [winner]
    assert [(one.seat, one.key) for one in game.asked] == ([("blue", "push"), ("blue", "step-on")] if winner else [])


@pytest.mark.rule("cappa.5.2.3.h2")
def test_a_pushed_squad_stops_where_the_first_of_it_meets_an_obstacle():
    game = situation(PUSHED + "hedge 5,12 15,12")
    game.do("A", "fight target=B", "push follows=False")
    assert game.at("B")[1] == game.at("C")[1]
    assert 11.45 <= game.at("B")[1] <= 11.5


@pytest.mark.rule("cappa.5.2.3i", "cappa.5.2.3j")
def test_a_push_brings_no_squad_into_contact_with_others():
    game = situation(PUSHED + "red extra X at 11.45,12.89")
    game.do("A", "fight target=B")
    spots = [(option["to"][0] + 100, option["to"][1]) for option in pushes(game)]
    assert spots
    assert all((x - 1145) ** 2 + (y - 1289) ** 2 > 101**2 for x, y in spots)
    free = situation(PUSHED + "blue extra Y at 8.6,11.6")
    free.do("A", "fight target=B")
    for option in pushes(free):
        dx, dy = option["to"][0] - 1000, option["to"][1] - 1100
        touches = (1000 + dx - 860) ** 2 + (1000 + dy - 1160) ** 2 <= 101**2
        assert not (option["follows"] and touches)
    assert {option["follows"] for option in pushes(free)} == {True, False}


@pytest.mark.rule("cappa.6.7.4c")
def test_against_one_man_every_wound_is_his():
    game = situation(FIVE.format(1).replace("red  extra A", "red  hero A") + "dice blue 1 1 1 1 1 1 1 1 1 1")
    game.do("S", "fight-together target=A")
    assert (game.figure("A").where, game.figure("A").wounds) == ("out", 3)


@pytest.mark.rule("cappa.2.3.h7", "cappa.5.2.6d")
def test_a_leader_who_is_shaken_by_himself_is_fought_alone():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10, 9/3/9, pa 2
        blue hero L at 10,11, shaken wound, squad S
        blue extra B at 12,12, squad S
        blue squad S led by L, open, pa 1
        red  extra C at 9,11.5, squad R
        red  squad R, open, pa 1
        dice red 1 1 10 blue 10
    """)
    game.do("A", "fight target=L")
    assert game.figure("L").wounds == 1
    assert strikers(game)[0] == "A"
    assert "B" not in strikers(game)


@pytest.mark.rule("cappa.6.7.h2")
def test_a_squad_picks_one_of_several_enemies():
    game = situation(FIVE.format(1) + "red extra X at 12,11.9")
    assert game.may("S", "fight-together target=A")
    assert game.may("S", "fight-together target=X")


@pytest.mark.rule("cappa.2.3.3j")
def test_a_fleeing_squad_in_melee_defends_itself():
    game = situation(FIVE.format("1, shaken"))
    assert {"fight-together", "leave-together"} <= game.keys("S")
    assert "fight-together" in {option.key for option in offered(game, "S")}


@pytest.mark.rule("cappa.2.3.h7", "cappa.6.7.h2")
@pytest.mark.parametrize(("state", "target"), [("", "T"), (", shaken", "L")])
def test_a_squad_fights_a_shaken_leader_apart_from_his_squad(state, target):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, squad S
        red  extra B at 11,10, squad S
        red  squad S, open, pa 2
        blue protagonist L at 10,11, squad T{state}
        blue extra X at 10,12.2, squad T
        blue extra Y at 11.2,12.2, squad T
        blue squad T led by L, open, pa 1
    """)
    assert {one["target"] for one in offered(game, "S") if one.key == "fight-together"} == {target}


@pytest.mark.rule("cappa.6.7.1a", "cappa.5.2.7b")
@pytest.mark.parametrize(("die", "falls"), [(1, False), (10, True)])
def test_a_lone_charger_on_foot_may_strike_the_horse_of_the_rider_he_has_chosen(die, falls):
    game = situation(f"""
        cappa on open ground
        red  hero A at 10,10, 5/3/9, pa 1
        blue extra B at 10,11.5, mounted, Mov 8, abilities RI, squad S
        blue extra C at 12,11.5, mounted, Mov 8, abilities RI, squad S
        blue squad S, open
        dice red 1 1 {die} blue 1 1 1
    """)
    game.figure("A").charged, game.state.acting = "S", "A"
    game.do("A", "fight target=B")
    assert [one.figure for one in game.told(HorseFell)] == (["B"] if falls else [])
    assert [one.figure for one in game.told(PutOut)] == ([] if falls else ["B"])


@pytest.mark.rule("cappa.5.1.7a", "cappa.6.7.4a")
@pytest.mark.parametrize(("die", "rides"), [(6, False), (1, True)])
def test_a_squad_that_wounds_a_lone_rider_may_strike_his_horse(die, rides):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, 5/3/3, squad R
        red  extra B at 11,10, 5/3/3, squad R
        red  squad R, pa 1
        blue hero P at 10.5,11.4, mounted, Mov 8, 5/3/3 CA 5
        dice red 1 1 {die} 10 blue 1 1 1
    """)
    game.do("R", "fight-together target=P")
    assert game.figure("P").is_mounted is rides
