"""Dice 1-6: the d10, what is added to it, and the maluses of a unit."""

from fractions import Fraction

import pytest

from alfiere.games.risorgimento.morale.disorder import stays_in_order
from alfiere.games.risorgimento.morale.tests import (
    D6,
    D10,
    DEMORALISED,
    SHAKEN,
    Kind,
    malus,
    passes,
    prospect,
    roll6,
    roll10,
)
from alfiere.games.risorgimento.told import common
from alfiere.kernel.event import Tally
from tests.games.risorgimento.staged import Stage


def burden(game: Stage, kind: Kind) -> dict[str, int]:
    tally = Tally(kind)
    malus(game.state, game["A"], kind, tally)
    return {reason: amount for amount, reason, _ in tally.lines}


@pytest.mark.rule("risorgimento.dice.1")
def test_a_d10_reads_1_to_10_and_a_d6_1_to_6() -> None:
    assert D10 == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert D6 == (1, 2, 3, 4, 5, 6)
    game = Stage()
    assert game.run(lambda g: roll10(g, "red"), dice=[10]) == 10
    assert game.run(lambda g: roll6(g, "blue"), dice=[6]) == 6


@pytest.mark.rule("risorgimento.dice.2")
def test_a_malus_is_added_to_dice_that_must_be_low_and_taken_from_fire_and_melee() -> None:
    game = Stage()
    game.unit("A", at=(50, 50), disorder=1)
    assert [burden(game, kind)["disordered"] for kind in ("morale", "disorder", "fire", "melee")] == [2, 2, -2, -2]


@pytest.mark.rule("risorgimento.dice.3")
def test_maluses_of_different_causes_add_up() -> None:
    game = Stage()
    cb = game.commander("cb", at=(50, 60))
    DEMORALISED.put(cb)
    game.unit("A", at=(50, 50), commander="cb", disorder=2, fatigue=5, colour="green")
    assert burden(game, "morale") == {"disordered": 2, "fatigue": 2, "marker": 1, "demoralised": 1}


@pytest.mark.rule("risorgimento.b.2.3", "risorgimento.b.2.4")
@pytest.mark.parametrize(("points", "lost"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_every_two_fatigue_points_are_one_malus(points: int, lost: int) -> None:
    game = Stage()
    game.unit("A", at=(50, 50), fatigue=points)
    assert burden(game, "fire").get("fatigue", 0) == -lost


@pytest.mark.rule("risorgimento.a.1.12", "risorgimento.a.1.13", "risorgimento.a.1.14", "risorgimento.a.1.16")
@pytest.mark.parametrize(("colour", "lost"), [("", 0), ("blue", 0), ("brown", 1), ("yellow", 1), ("green", 1)])
def test_brown_yellow_and_green_burden_every_die(colour: str, lost: int) -> None:
    game = Stage()
    game.unit("A", at=(50, 50), colour=colour)
    assert [burden(game, kind).get("marker", 0) for kind in ("disorder", "morale")] == [lost, lost]
    assert [burden(game, kind).get("marker", 0) for kind in ("fire", "melee")] == [-lost, -lost]


@pytest.mark.rule("risorgimento.mor.6", "risorgimento.mor.18")
def test_the_yellow_marker_of_morale_burdens_fire_melee_and_morale_once_whatever_the_command_marker() -> None:
    game = Stage()
    SHAKEN.put(game.unit("A", at=(50, 50)))
    assert [burden(game, kind) for kind in ("fire", "melee", "morale")] == [
        {"marker": -1},
        {"marker": -1},
        {"marker": 1},
    ]
    game["A"].colour = "green"
    assert burden(game, "morale") == {"marker": 1}


@pytest.mark.rule("risorgimento.dice.5")
def test_morale_marker_and_demoralised_brigade_do_not_count_in_a_test_of_discipline() -> None:
    game = Stage()
    cb = game.commander("cb", at=(50, 60))
    DEMORALISED.put(cb)
    SHAKEN.put(game.unit("A", at=(50, 50), commander="cb", fatigue=2))
    assert burden(game, "disorder") == {"fatigue": 1}


@pytest.mark.rule("risorgimento.dice.6")
def test_a_10_may_pass_and_a_1_may_fail() -> None:
    game = Stage()
    unit = game.unit("A", at=(50, 50))
    helped, burdened = Tally("x"), Tally("x")
    helped.add(-3, "helped", "risorgimento.dice.6")
    burdened.add(7, "burdened", "risorgimento.dice.6")
    assert game.run(lambda g: passes(g, unit, "x", 7, helped), dice=[10])
    assert not game.run(lambda g: passes(g, unit, "x", 7, burdened), dice=[1])


@pytest.mark.rule("risorgimento.dice.5", "risorgimento.unit.6")
def test_the_result_may_equal_the_number_and_everything_is_told() -> None:
    game = Stage()
    unit = game.unit("A", at=(50, 50), fatigue=2)
    assert unit.profile.vd == 7
    assert game.run(lambda g: stays_in_order(g, unit, "passed-through"), dice=[6])
    (told,) = game.told(common.Tested)
    assert (told.unit, told.test, told.roll, told.tally.total, told.need, told.passed) == (
        "A", "passed-through", 6, 1, 7, True,
    )  # fmt: skip
    assert not game.run(lambda g: stays_in_order(g, unit, "passed-through"), dice=[7])


def test_the_odds_of_a_test_are_those_of_its_die() -> None:
    game = Stage()
    unit, tally = game.unit("A", at=(50, 50)), Tally("x")
    tally.add(2, "burdened", "risorgimento.dice.2")
    assert prospect("x", unit, 7, tally).results == {0: Fraction(1, 2), 1: Fraction(1, 2)}
