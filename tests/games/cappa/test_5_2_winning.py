"""Chapters 5.2.3 to 5.2.7, after the blows: winning and pushing, leaving, several at once, riders."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.melee import judge_step
from alfiere.games.cappa.combat.melee_deeds import BreakOff
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.told.events import (
    HorseFell,
    KnockedDown,
    MoraleTested,
    Moved,
    PutOut,
    RoundWon,
    Shaken,
    Struck,
    WhoWasStruck,
)
from alfiere.kernel.objection import Objection
from tests.games.cappa.hand_to_hand import DUEL, fought, to_hit
from tests.situation import situation

# Winning


@pytest.mark.rule("cappa.5.2.3a")
def test_who_puts_all_his_opponents_out_wins():
    (won,) = fought(DUEL.replace("10,11, 5/3/3", "10,11, pa 1"), "red 1 1 1 blue 1 10").told(RoundWon)
    assert (won.winner, won.why) == ("A", "out")


@pytest.mark.rule("cappa.5.2.3c")
def test_otherwise_who_inflicts_more_wounds_wins():
    text = DUEL.replace("extra B at 10,11, 5/3/3", "hero B at 10,11, pa 1").replace("extra A", "hero A")
    (won,) = fought(text, "red 1 1 blue 1 10 1").told(RoundWon)
    assert (won.winner, won.why) == ("A", "wounds")


@pytest.mark.rule("cappa.5.2.3b")
def test_before_wounds_count_those_put_out_of_action_though_they_took_it_for_another():
    game = fought(
        """
        cappa on open ground
        red  hero A at 10,10, 9/3/3, pa 1
        blue hero B at 10,11, pa 1
        blue extra C at 10,12.5, abilities DE, devoted to B
        """,
        "red 1 1 1 blue 1 1",
    )
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why, won.rules) == ("A", "out", ("cappa.5.2.3b",))
    assert game.figure("A").wounds == 1
    other = fought(
        """
        cappa on open ground
        red  hero A at 10,10, pa 1
        red  extra C at 10,8.5, abilities DE, devoted to A
        blue hero B at 10,11, 9/3/3, pa 1
        """,
        "red 1 1 blue 1 1 1",
        "stay",
    )
    assert [(event.winner, event.why) for event in other.told(RoundWon)] == [("B", "out")]


@pytest.mark.rule("cappa.5.2.3e")
def test_otherwise_it_is_a_draw_and_nobody_is_moved():
    game = fought(DUEL.replace("10,11, 5/3/3", "10,11, pa 1"), "red 10 blue 10")
    assert game.told(RoundWon)[0].winner == ""
    assert "push" not in [one.key for one in game.asked]


HERO = DUEL.replace("extra B at 10,11, 5/3/3", "hero B at 10,11")


def offered(game, key):
    """The options of the only decision of a kind."""
    (found,) = [decision.options for decision in game.asked if decision.key == key]
    return found


@pytest.mark.rule("cappa.5.2.3f")
def test_the_winner_may_push_and_stay_behind():
    game = fought(HERO, "red 1 10 blue", "push follows=False")
    assert game.at("B") == (10, 12)
    assert game.at("A") == (10, 10)


@pytest.mark.rule("cappa.5.2.3f")
def test_the_winner_may_leave_things_as_they_are():
    game = fought(HERO, "red 1 10 blue", "stay")
    assert game.at("B") == (10, 11)


@pytest.mark.rule("cappa.5.2.3g")
def test_a_loser_without_pa_is_driven_off_before_he_can_act():
    game = fought(HERO, "red 1 10 blue", "push follows=False")
    assert not is_in_melee(game.state, game.figure("B"))


@pytest.mark.rule("cappa.5.2.3i")
def test_following_may_not_bring_contact_with_another_enemy():
    game = fought(HERO + "blue hero C at 11,11", "red 1 10 blue", "stay")
    follows = [one for one in offered(game, "push") if one.get("follows")]
    assert follows
    assert all(tuple(one["to"]) != (1000, 1200) for one in follows)


@pytest.mark.rule("cappa.5.2.3i")
def test_rid_of_his_opponent_the_winner_may_go_on_to_the_next():
    game = fought(DUEL + "blue extra C at 11.8,10", "red 1 1 blue", "step-on target=C")
    assert game.touch("A", "C")


@pytest.mark.rule("cappa.5.2.3i", "cappa.5.2.3f")
def test_he_need_not_go_on_and_goes_no_farther_than_one_um():
    game = fought(DUEL + "blue extra C at 11.8,10", "red 1 1 blue", "stay")
    assert game.at("A") == (10, 10)
    far = fought(DUEL + "blue extra C at 12.1,10", "red 1 1 blue")
    assert not any(one.get("target") for one in offered(far, "step-on"))


@pytest.mark.rule("cappa.5.2.3f")
def test_the_winner_has_a_um_of_his_own_though_nobody_is_near():
    game = fought(DUEL, "red 1 1 blue", "step-on to=1000,1100")
    assert game.at("A") == (10, 11)
    assert offered(game, "step-on")[0].key == "stay"  # the ordinary thing, where nobody is to be reached
    assert game.figure("A").moved == 100


@pytest.mark.rule("cappa.5.2.1g", "cappa.5.2.3f")
def test_nobody_wins_a_round_against_one_who_lies_there():
    game = situation(DUEL.replace("extra B at 10,11, 5/3/3", "hero B out at 10,11") + "dice red 1")
    game.do("A", "fight")
    assert game.figure("B").where == "gone"
    assert [(one.figure, one.killed, one.rules) for one in game.told(PutOut)] == [("B", True, ("cappa.1.2.h3",))]
    assert not game.asked
    assert not game.told(RoundWon)


@pytest.mark.rule("cappa.5.2.3f")
def test_the_winner_may_go_elsewhere_than_after_the_loser_whom_he_has_pushed_or_not():
    game = fought(HERO, "red 1 10 blue", "push follows=False", "step-on to=1100,1000")
    assert (game.at("A"), game.at("B")) == ((11, 10), (10, 12))
    still = fought(HERO, "red 1 10 blue", "stay", "step-on to=1000,900")
    assert (still.at("A"), still.at("B")) == ((10, 9), (10, 11))
    assert not is_in_melee(still.state, still.figure("A"))


@pytest.mark.rule("cappa.5.2.3f", "cappa.5.2.3.h3")
def test_who_steps_up_to_the_loser_he_has_pushed_regains_the_charge():
    game = fought(HERO.replace("pa 1", "pa 2"), "red 1 10 blue", "push follows=False", "step-on target=B")
    assert game.touch("A", "B")
    assert "charge" in to_hit(game)[1]
    near = fought(HERO.replace("pa 1", "pa 2"), "red 1 10 blue", "stay")
    assert "charge" not in to_hit(near)[1]


@pytest.mark.rule("cappa.5.2.3i", "cappa.1.3c")
def test_his_um_leads_neither_to_another_enemy_nor_into_his_zone_while_the_first_is_there():
    game = fought(HERO + "blue hero C at 11.8,10", "red 1 10 blue", "push follows=False")
    found = [tuple(one["to"]) for one in offered(game, "step-on") if one.key == "step-on"]
    assert found
    assert all(x <= 1031 for x, y in found if y == 1000)
    assert [one["target"] for one in offered(game, "step-on") if one.get("target")] == ["B"]


@pytest.mark.rule("cappa.5.2.3f")
@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ([1030, 960], ""),
        ([1000, 870], "cappa.5.2.3f"),  # farther than 1 um
        ([1040, 1000], "cappa.1.3c"),
        ([1000, 1000], "cappa.5.2.3f"),
        ([1000, 1050], "cappa.4.3.1a"),
    ],
)
def test_a_person_points_at_any_place_within_a_um(to, rule):
    game = situation(HERO + "blue hero C at 11.8,10")
    found = judge_step(game.state, game.figure("A"), game.figure("B"), "step-on", {"figure": "A", "to": to})
    assert (found.rule if isinstance(found, Objection) else "") == rule


@pytest.mark.rule("cappa.5.2.3f", "cappa.5.2.3i")
@pytest.mark.parametrize(("loser", "rule"), [("B", ""), ("C", "cappa.1.3c")])
def test_he_may_point_at_a_place_beside_the_loser_though_nothing_keeps_others_from_touching_that_one(loser, rule):
    game = situation(HERO.replace("10,11", "10,12, shaken") + "blue hero C at 30,30")
    found = judge_step(game.state, game.figure("A"), game.figure(loser), "step-on", {"figure": "A", "to": [1000, 1100]})
    assert (found.rule if isinstance(found, Objection) else "") == rule


@pytest.mark.rule("cappa.5.2.6e", "cappa.5.2.3i")
def test_who_has_another_enemy_in_contact_does_not_go_on():
    game = fought(DUEL + "blue extra C at 11.8,10\nblue hero D at 10,9", "red 1 1 blue")
    assert game.figure("B").where == "gone"
    assert "step-on" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.5.2.3j")
def test_the_loser_is_not_pushed_into_another_opponent():
    game = fought(HERO + "red extra C at 10,13", "red 1 10 blue", "stay")
    assert all(tuple(one["to"]) != (1000, 1200) for one in offered(game, "push") if one.key == "push")


@pytest.mark.rule("cappa.5.2.3k")
def test_pushing_and_following_cost_nothing():
    game = fought(HERO.replace("pa 1", "pa 2"), "red 1 10 blue", "push follows=True")
    assert game.figure("A").pa == 1


@pytest.mark.rule("cappa.5.2.3.h1")
def test_the_push_goes_straight_or_up_to_45_degrees_aside():
    game = fought(HERO, "red 1 10 blue", "stay")
    ends = {tuple(one["to"]) for one in offered(game, "push") if one.key == "push"}
    assert ends == {(1000, 1200), (929, 1171), (1071, 1171)}


@pytest.mark.rule("cappa.5.2.3.h2")
def test_a_pushed_man_stops_at_an_obstacle():
    game = fought(HERO + "hedge 5,12 15,12", "red 1 10 blue", "push follows=False")
    assert game.at("B") == (10, 11.5)


@pytest.mark.rule("cappa.5.2.3.h2", "cappa.5.2.3.h3")
def test_a_man_with_his_back_to_the_wall_is_not_pushed_and_no_charge_regained():
    game = fought(HERO.replace("pa 1", "pa 2") + "closed building 5,11.5 15,14", "red 1 10 blue")
    assert "push" not in [one.key for one in game.asked]
    assert "charge" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.3.h3")
def test_following_gives_the_charge_bonus_for_the_same_impulse_only():
    game = fought(HERO.replace("pa 1", "pa 3") + "red extra C at 30,30, pa 2", "red 1 10 blue", "push follows=True")
    assert "charge" in to_hit(game)[1]
    game.do("C", "wait")
    assert "charge" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.3.h4")
def test_tests_and_flights_come_before_the_push():
    game = fought(DUEL, "red 1 10 blue 10")
    assert game.told(Shaken)
    assert "push" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.5.2.4a")
def test_after_a_melee_firearms_are_empty_and_bows_not_nocked():
    game = fought(
        """
        cappa on open ground
        red  extra A at 10,10 with MMK PS PS, hands MMK, pa 1
        blue extra B at 10,11 with BOW
        """,
        "red 10 blue",
    )
    assert (game.figure("A").empty, game.figure("B").empty) == (["MMK", "PS", "PS"], ["BOW"])


# Leaving


@pytest.mark.rule("cappa.5.2.5a")
def test_who_has_pa_leaves_an_enemy_without_by_one_um():
    game = situation(DUEL.replace("pa 1", "pa 2"))
    game.do("A", "break-off")
    assert game.at("A") == (10, 9)
    assert game.figure("A").pa == 1
    assert game.told(Struck) == []
    assert game.may("A", "move")


@pytest.mark.rule("cappa.5.2.5b", "cappa.5.2.5c", "cappa.5.2.5.h1")
def test_an_enemy_with_pa_may_strike_the_fugitive_who_does_not_answer():
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11, 5/3/3, pa 1") + "dice red blue 10")
    game.do("A", "break-off", "strike")
    (blow,) = game.told(Struck)
    assert (blow.figure, blow.tally.total) == ("B", 6)
    assert game.figure("B").pa == 0
    assert game.at("A") == (10, 9)


@pytest.mark.rule("cappa.5.2.5.h1")
def test_a_fugitive_who_falls_does_not_get_away():
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11, 5/3/3, pa 1") + "dice red blue 1 1")
    game.do("A", "break-off", "strike")
    assert game.told(Moved) == []


@pytest.mark.rule("cappa.5.2.5c", "cappa.2.3c")
def test_an_extra_who_is_hit_as_he_breaks_off_takes_his_test():
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11, 5/3/3, pa 1") + "dice red 1 blue 1 10")
    game.do("A", "break-off", "strike")
    assert [(event.figure, event.cause) for event in game.told(MoraleTested)] == [("A", "melee")]
    assert game.at("A") == (10, 9)


@pytest.mark.rule("cappa.5.2.5.h2")
def test_every_opponent_with_pa_may_strike():
    text = DUEL.replace("10,11, 5/3/3", "10,11, pa 1") + "blue extra C at 11,10, pa 1\ndice red blue 10 10"
    game = situation(text)
    game.do("A", "break-off", "strike", "strike")
    assert [event.figure for event in game.told(Struck)] == ["B", "C"]


@pytest.mark.rule("cappa.5.2.5c", "cappa.5.2.5.h2")
def test_an_opponent_without_pa_does_not_keep_another_from_striking():
    game = situation(DUEL + "blue extra C at 11,10, pa 1\ndice red blue 10")
    game.do("A", "break-off", "strike")
    assert [event.figure for event in game.told(Struck)] == ["C"]


@pytest.mark.rule("cappa.5.2.5c", "cappa.4.3.6a")
def test_who_cannot_fight_from_the_saddle_strikes_no_fugitive():
    text = DUEL.replace("10,11, 5/3/3", "10,11.5, mounted, Mov 8, pa 3")
    game = situation(text + "blue extra C at 11,10, pa 1\ndice red blue 10")
    game.do("A", "break-off", "strike")
    assert [one.about["figure"] for one in game.asked if one.key == "strike-fugitive"] == ["C"]


@pytest.mark.rule("cappa.5.2.5.h3")
def test_a_break_off_ends_out_of_contact_or_is_not_possible():
    walls = "closed building 8,7 12,9.5\nclosed building 6,9 9.5,12\nclosed building 10.5,9 14,12"
    assert not situation(DUEL + walls).may("A", "break-off")
    game = situation(DUEL + "blue extra C at 10,8")
    game.do("A", "break-off")
    assert not game.touch("A", "C")
    assert not game.touch("A", "B")


def off_to(more):
    """Where A may break off to from B, who stands south of him."""
    return [option["to"] for option in situation(DUEL + more).offered("A") if option.key == "break-off"]


@pytest.mark.rule("cappa.5.2.5.h3")
@pytest.mark.parametrize(
    ("more", "may"),
    [
        ("", True),
        ("blue extra C at 10,7.6", True),  # his zone is no hindrance
        ("blue extra C at 10,8", False),
        ("hedge 8,8.5 12,8.5", True),
        ("hedge 8,8.5 12,8.5\nblue extra C at 10,8", False),  # they would fight across it
        ("red extra C at 10,8.2", False),
    ],
)
def test_a_break_off_leads_into_zones_but_into_no_other_melee(more, may):
    assert ([1000, 900] in off_to(more)) == may


@pytest.mark.rule("cappa.5.2.5.h3", "cappa.4.3.1a")
@pytest.mark.parametrize(
    ("more", "rule"), [("blue extra C at 10,8", "cappa.5.2.5.h3"), ("red extra C at 10,8.2", "cappa.4.3.1a")]
)
def test_who_points_into_another_melee_or_at_a_friend_hears_why_he_cannot_break_off_there(more, rule):
    game = situation(DUEL + more)
    why = BreakOff().judged(game.state, game.figure("A"), {"figure": "A", "to": [1000, 900]})
    assert isinstance(why, Objection)
    assert why.rule == rule


@pytest.mark.rule("cappa.5.2.5.h3")
def test_the_first_place_offered_is_the_farthest_from_all_opponents():
    x, y = off_to("blue extra C at 11,10")[0]
    assert (x, y) == pytest.approx((929, 929), abs=1)


@pytest.mark.rule("cappa.5.2.5c", "cappa.2.2.1.h1")
@pytest.mark.parametrize("number", [0, 1])
def test_who_strikes_a_fugitive_chooses_with_what(number):
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11 with BD SB, 5/3/3, pa 1, hands BD SB") + "dice red blue 10")
    game.do("A", "break-off", lambda asked: asked.options[number] if asked.key == "strike-fugitive" else None)
    (asked,) = [one for one in game.asked if one.key == "strike-fugitive"]
    assert [one.key for one in asked.options] == ["strike", "strike", "let-go"]
    assert len({one.get("weapon") for one in asked.options}) == 3
    assert [blow.weapon for blow in game.told(Struck)] == [asked.options[number]["weapon"]]


# Several at once


@pytest.mark.rule("cappa.5.2.6c")
def test_who_was_not_attacked_fights_in_his_own_turn():
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11") + "blue extra C at 10,9, pa 1\ndice red 10 blue 10")
    game.do("A", "fight target=B")
    assert game.may("C", "fight target=A")
    game.do("C", "fight target=A")
    assert [event.figure for event in game.told(Struck)] == ["A", "C"]


# Riders


RIDER = """
    cappa on open ground
    red  hero A at 10,10, 5/3/4, mounted, Mov 8, abilities RI, pa 1
    blue hero B at 10,11.5
"""


@pytest.mark.rule("cappa.5.2.7a")
def test_a_rider_who_wins_in_the_turn_of_his_charge_knocks_his_man_down():
    game = situation(RIDER.replace("10,11.5", "10,16").replace("pa 1", "pa 2") + "dice red 1 10 blue")
    game.do("A", "charge target=B", "no-test")
    game.do("A", "fight")
    assert game.told(KnockedDown)
    assert game.figure("B").is_prone
    assert not fought(RIDER, "red 1 10 blue").figure("B").is_prone


@pytest.mark.rule("cappa.5.2.7a")
@pytest.mark.parametrize(
    ("charger", "charged"),
    [
        ("hero A at 10,10, 5/3/4", "hero B at 10,14"),
        ("hero A at 10,10, 5/3/4, mounted, Mov 8, abilities RI", "hero B at 10,16, mounted, Mov 8, abilities RI"),
    ],
)
def test_men_on_foot_knock_nobody_down_and_no_rider_falls(charger, charged):
    game = situation(f"cappa on open ground\nred {charger}, pa 2\nblue {charged}\ndice red 1 10 blue")
    game.do("A", "charge target=B", "no-test")
    game.do("A", "fight")
    assert [event.winner for event in game.told(RoundWon)] == ["A"]
    assert not game.told(KnockedDown)


@pytest.mark.rule("cappa.5.2.7a", "cappa.5.2.3.h4")
def test_who_has_fled_from_the_rider_is_not_knocked_down():
    text = RIDER.replace("hero B at 10,11.5", "extra B at 10,16").replace("pa 1", "pa 2")
    game = situation(text + "dice red 1 10 blue 10")
    game.do("A", "charge target=B", "no-test")
    game.do("A", "fight")
    assert game.told(Shaken)
    assert not game.told(KnockedDown)


@pytest.mark.rule("cappa.5.2.7b")
@pytest.mark.parametrize(("roll", "struck"), [(5, "rider"), (6, "mount")])
def test_a_man_on_foot_may_wound_the_horse(roll, struck):
    game = fought(RIDER.replace("10,11.5", "10,11.5, pa 1"), f"red 10 1 blue 1 1 {roll}", who="B")
    assert game.told(WhoWasStruck)[0].struck == struck
    assert bool(game.told(HorseFell)) is (struck == "mount")


@pytest.mark.rule("cappa.5.2.7b")
def test_no_die_is_rolled_for_the_horse_without_a_wound_or_between_riders():
    assert not fought(RIDER.replace("10,11.5", "10,11.5, pa 1"), "red 10 blue 1 10", who="B").told(WhoWasStruck)
    riders = RIDER.replace("hero B at 10,11.5", "hero B at 10,12, mounted, Mov 8, abilities RI")
    game = fought(riders, "red 1 1 blue 1")
    assert game.figure("B").wounds == 1
    assert not game.told(WhoWasStruck)


@pytest.mark.rule("cappa.4.3.6a")
def test_who_cannot_ride_does_not_fight_from_the_saddle():
    assert not situation(RIDER.replace(", abilities RI", "").replace("pa 1", "pa 3")).may("A", "fight")


@pytest.mark.rule("cappa.5.2.3.h2", "cappa.5.2.3.h3", "cappa.geo.2")
def test_a_hundredth_of_a_um_is_no_push():
    game = fought(HERO.replace("pa 1", "pa 2") + "closed building 5,11.51 15,14", "red 1 10 blue")
    assert "push" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.5.2.3.h2")
def test_a_push_that_stops_early_is_told_as_long_as_it_was():
    game = fought(HERO + "hedge 5,12 15,12", "red 1 10 blue", "push follows=False")
    assert [event.length for event in game.told(Moved)] == [50]


@pytest.mark.rule("cappa.5.2.3.h4", "cappa.5.2.3i")
def test_a_fugitive_who_is_out_of_contact_is_not_pushed_though_he_stays_near():
    game = situation("""
        cappa on open ground
        barricade 5,10
        red  protagonist A at 7.62,7.24, 6/3/4, pa 1
        blue protagonist B at 7.35,6.27, 6/3/4 Mov 4
        dice red 1 1 blue 10
    """)
    game.do("A", "fight")
    assert 0 < game.gap("A", "B") < 1  # his way to shelter leads round A
    assert [decision.key for decision in game.asked] == ["step-on"]


@pytest.mark.rule("cappa.5.2.1c", "cappa.5.2.1.h2")
@pytest.mark.parametrize(("phase", "lost"), [("actions", False), ("last", True)])
def test_a_hit_takes_the_last_action_only_of_who_is_struck_in_the_last_phase(phase, lost):
    game = situation(DUEL + f"dice red 1 10 blue 10 10\nphase {phase}")
    game.do("A", "fight target=B")
    assert game.figure("B").has_acted == lost
    assert game.figure("B").is_up


@pytest.mark.rule("cappa.5.2.1a", "cappa.5.2.1g", "cappa.8.1.2i")
def test_who_lies_out_of_action_is_finished_off_without_a_test_and_nobody_steps_in():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/9, pa 2
        blue hero B out at 10,11, 5/3/3
        blue protagonist D at 11.6,11.5, 9/3/3, abilities DE, devoted to B
        dice red 1 1 blue
    """)
    game.do("A", "fight target=B")
    assert (game.figure("B").where, game.figure("D").wounds) == ("gone", 0)
    assert game.told(MoraleTested) == []
