"""Chapters 5.3.3 and 10.2.4: what bursts at a point of the ground bursts low, and who stands above has cover."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.grenades import exposed, is_shut_out
from alfiere.games.cappa.shown.preview import prospects
from alfiere.games.cappa.told.events import GrenadeThrown
from alfiere.games.cappa.told.gun_events import GunFired
from alfiere.kernel.decision import Decision
from tests.games.cappa.guns import light_gun
from tests.games.cappa.pointed import allowed
from tests.situation import situation

ON_HILL = [(4, "CA", "cappa.5.1.2c"), (2, "weapon", "cappa.5.1.3i"), (-1, "high cover", "cappa.5.1.3l")]
GRENADIER = """
    cappa on open ground
    hill 5,18 15,25
    red  extra A at 10,10 with GR, 5/9/3, pa 2
    blue extra D at 10,18.6, CA 4
    dice red 1 10 10 10 10 blue 1
"""


def armour_foreseen(game, option):
    """The armour that the preview of an option counts for the one who is near."""
    (found,) = prospects(game.state, Decision("red", "action", [option]), option, "red")
    return found.tallies[1].lines


@pytest.mark.rule("cappa.5.1.3l", "cappa.5.3.3f", "cappa.5.3.3.h7")
def test_a_grenade_at_the_foot_of_a_hill_finds_who_stands_on_it_in_high_cover():
    game = situation(GRENADIER)
    option = allowed(game, "A", "throw-grenade", to=[1000, 1750])
    assert armour_foreseen(game, option) == ON_HILL
    game.do("A", option)
    (burst,) = game.told(GrenadeThrown)
    assert [one.lines for one in burst.armour] == [ON_HILL]


@pytest.mark.rule("cappa.5.1.3l", "cappa.10.2.4g")
def test_a_shell_at_the_foot_of_a_hill_finds_who_stands_on_it_in_high_cover():
    more = "hill 35,15 45,25\nblue extra X at 35.6,20, CA 4\ndice red 1 10 10 10 10 10 10 blue 1"
    game = situation(light_gun("shell", more, kind="howitzer", die=3))
    option = allowed(game, "S", "fire-gun", gun="G", charge="shell", to=[3450, 2000])
    assert "high cover" in [reason for _, reason, _ in armour_foreseen(game, option)]
    game.do("S", option)
    (burst,) = game.told(GunFired)
    assert [one.lines for one in burst.armour] == [armour_foreseen(game, option)]


@pytest.mark.rule("cappa.geo.42", "cappa.5.3.3b")
@pytest.mark.parametrize(
    ("between", "shut"),
    [
        ("", False),
        ("hedge 9,21.5 11,21.5", False),
        ("high wall 9,21.5 11,21.5", True),
        ("closed building 9,21 11,22", True),
    ],
)
def test_a_wall_that_nobody_sees_over_or_a_shut_house_keeps_a_burst_off(between, shut):
    game = situation(f"cappa on open ground\nblue extra B at 10,23\n{between}")
    assert is_shut_out(game.state, game.figure("B"), 1000, 2000) == shut
    assert [one.id for one in exposed(game.state, 1000, 2000, 300)] == ([] if shut else ["B"])
