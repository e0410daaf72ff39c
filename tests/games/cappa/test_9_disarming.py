"""Chapter 9.4.2: disarming."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Disarmed, MoraleTested, Struck
from tests.situation import situation


def duel(red: list[int], blue: list[int], option: str = "yes"):
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with BD, 6/3/5, pa 3
        blue protagonist B at 10,11 with BD KN, 5/3/4, pa 0
    """)
    game.state.options["disarm"] = option
    game.dice |= {"red": red, "blue": blue}
    return game


@pytest.mark.rule("cappa.9.4.2a", "cappa.9.4.2b", "cappa.9.4.2.h1")
def test_a_hit_to_disarm_does_no_damage_and_who_fails_his_test_drops_his_weapon():
    game = duel([2], [9])
    game.figure("B").pa = 0
    game.do("A", "disarm target=B")
    (struck,) = game.told(Struck)
    assert struck.hit
    assert (struck.armour, struck.damage, struck.wounded) == (None, 0, False)
    (test,) = game.told(MoraleTested)
    assert (test.cause, test.passed) == ("disarm", False)
    (gone,) = game.told(Disarmed)
    assert (gone.target, gone.weapon) == ("B", "BD")
    b = game.figure("B")
    assert ("BD" in b.arms, "BD" in b.hands, b.wounds, b.shaken) == (False, False, 0, "")


@pytest.mark.rule("cappa.9.4.2b")
@pytest.mark.parametrize(("red", "blue"), [([2], [3]), ([10], [])])
def test_he_keeps_it_if_he_passes_or_is_not_hit(red, blue):
    game = duel(red, blue)
    game.do("A", "disarm target=B")
    assert not game.told(Disarmed)
    assert "BD" in game.figure("B").hands


@pytest.mark.rule("cappa.9.4.2.h1")
def test_the_hit_costs_the_target_a_pa():
    game = duel([2], [9, 9])
    game.figure("B").pa = 3
    game.figure("B").is_activated = True
    game.do("A", "disarm target=B")
    assert game.figure("B").pa == 1  # one for the blow he must return, one for the hit


@pytest.mark.rule("cappa.9.4.2.h2", "cappa.9.4.2.h3")
def test_the_weapon_lies_in_contact_with_both_and_he_fights_unarmed_or_takes_another():
    game = duel([2], [9])
    game.figure("B").hands = ["BD"]
    game.do("A", "disarm target=B")
    game.figure("B").pa = 2
    assert game.may("A", "pick-up")
    assert game.may("B", "pick-up")
    assert game.may("B", "fight weapon=unarmed")
    assert game.may("B", "change-weapon hands=KN")
    game.do("A", "pick-up")
    assert game.figure("A").arms.count("BD") == 2


@pytest.mark.rule("cappa.9.4.2a")
def test_it_is_an_option_and_nobody_is_disarmed_who_holds_nothing():
    assert not duel([], [], option="no").may("A", "disarm")
    game = duel([], [])
    assert game.may("A", "disarm target=B")
    game.figure("B").hands = []
    assert not game.may("A", "disarm")


@pytest.mark.rule("cappa.9.4.2b")
@pytest.mark.parametrize(("chosen", "other"), [("KN", "BD"), ("BD", "KN")])
def test_he_drops_the_weapon_he_strikes_back_with(chosen, other):
    game = duel([2], [10, 9])
    b = game.figure("B")
    b.hands, b.pa, b.is_activated = ["KN", "BD"], 1, True
    game.do("A", "disarm target=B", f"fight-back weapon={chosen}")
    assert [event.weapon for event in game.told(Disarmed)] == [chosen]
    assert game.figure("B").hands == [other]


@pytest.mark.rule("cappa.9.4.2b")
def test_who_does_not_strike_back_drops_the_weapon_he_would_fight_with():
    game = duel([2], [9])
    game.figure("B").hands = ["KN", "BD"]
    game.do("A", "disarm target=B")
    assert game.figure("B").hands == ["KN"]


@pytest.mark.rule("cappa.9.4.2b", "cappa.5.3.2.h4")
def test_a_musket_falls_with_its_bayonet():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with BD, 6/3/5, pa 3
        blue protagonist B at 10,11 with FMK SB, 5/3/4, bayonet SB on
        option disarm yes
        dice red 2 blue 9
    """)
    game.do("A", "disarm target=B")
    b = game.figure("B")
    assert (b.hands, b.arms, b.bayonet) == ([], [], "")
    assert sorted(thing.kind for thing in game.state.things.values()) == ["FMK", "SB"]


@pytest.mark.rule("cappa.9.4.2a", "cappa.5.2d")
def test_who_is_to_be_disarmed_strikes_back_as_ever():
    game = duel([2, 1], [1, 1, 9])
    game.figure("B").pa, game.figure("B").is_activated = 1, True
    game.do("A", "disarm target=B")
    assert game.figure("A").wounds == 1
    assert [event.target for event in game.told(Disarmed)] == ["B"]


@pytest.mark.rule("cappa.9.4.2a")
@pytest.mark.parametrize("kind", ["squad S\n    blue squad S, open", "animal"])
def test_squads_and_beasts_are_not_disarmed(kind):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, pa 3
        blue extra B at 10,11, {kind}
        option disarm yes
    """)
    assert game.may("A", "fight target=B")
    assert not game.may("A", "disarm")


@pytest.mark.rule("cappa.3.1.1a", "cappa.9.4.2b")
@pytest.mark.parametrize(("morale", "points"), [(10, 1), (1, 0)])
def test_where_a_scenario_gives_points_for_it_disarming_brings_them(morale, points):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10 with BD, 6/3/5, pa 3
        blue protagonist B at 10,11 with BD, 5/3/4
        option disarm yes
        dice red 1 blue {morale}
        [[score]]
        kind = "disarmed"
        each = 1
        option = "disarm"
        text = {{ en = "disarmed", it = "disarmato" }}
    """)
    game.do("A", "disarm target=B")
    assert game.state.sides["red"].points == points


@pytest.mark.rule("cappa.8.1.2n")
def test_the_loyal_need_not_test_for_their_weapon():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with BD, 6/3/5, pa 3
        blue protagonist B at 10,11, 5/3/4, abilities LO, loyal to C
        blue hero C at 12,15
        option disarm yes
        dice red 2 blue
    """)
    game.do("A", "disarm target=B")
    assert game.told(MoraleTested) == []
    assert "BD" in game.figure("B").hands
