"""Chapter 9.4.2: disarming."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.events import Disarmed, MoraleTested, Struck
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
