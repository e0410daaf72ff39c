"""Morale 1-19 and table 6: tests, levels, breaking and regaining."""

from collections.abc import Sequence
from functools import partial

import pytest

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.losses import take_losses
from alfiere.games.risorgimento.morale.morale import (
    fails,
    lose_morale,
    made_retire,
    morale_prospect,
    morale_tally,
    morale_test,
    reach_objectives,
    settle,
    try_morale,
)
from alfiere.games.risorgimento.morale.tests import DUE, SHAKEN
from alfiere.games.risorgimento.sheets.ground import PieceForm
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.state.unit import OF_UNIT, Unit
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.morale import Broke, MoraleChanged
from tests.games.risorgimento.staged import NAMED, Stage


def holds(game: Stage, id: str, cause: str, *dice: int, extra: int = 0, enemies: Sequence[Unit] = ()) -> bool:
    found: bool = game.run(
        lambda g: morale_test(g, g.state.units[id], cause, game.retire, extra, enemies=enemies), dice=dice
    )
    return found


def lines(game: Stage, id: str, cause: str, extra: int = 0, enemies: Sequence[Unit] = ()) -> dict[str, int]:
    tally = morale_tally(game.state, game[id], [cause], extra, enemies)
    return {reason: amount for amount, reason, _ in tally.lines}


@pytest.fixture
def game() -> Stage:
    found = Stage()
    found.unit("A", at=(50, 50), vm=6)
    return found


@pytest.mark.rule(
    "risorgimento.mor.2", "risorgimento.mor.4", "risorgimento.mor.5", "risorgimento.mor.13", "risorgimento.ex.19"
)
def test_a_result_above_morale_costs_a_level_and_marks_the_unit_yellow_for_the_turn(game: Stage) -> None:
    assert holds(game, "A", "fire", 6)
    assert game["A"].morale == 6
    assert not SHAKEN.is_on(game["A"])
    assert not holds(game, "A", "fire", 7)
    assert game["A"].morale == 5
    assert [(one.points, one.morale, one.why) for one in game.told(MoraleChanged)] == [(-1, 5, "test")]
    assert SHAKEN.is_on(game["A"])
    assert not game["A"].is_routed
    OF_UNIT.end(game["A"], TURN)
    assert not SHAKEN.is_on(game["A"])


@pytest.mark.rule("risorgimento.unit.5", "risorgimento.mor.3", "risorgimento.cmd.5", "risorgimento.cmd.13")
def test_the_best_bonus_of_the_commanders_with_the_unit_raises_its_morale(game: Stage) -> None:
    game.commander("cb", at=(50, 53), bonus=1, unit="A")
    game.commander("cd", at=(50, 53), bonus=2, unit="A")
    assert holds(game, "A", "fire", 8)
    assert not holds(game, "A", "fire", 9)
    game.who("cd").unit = ""
    game["A"].morale = 6
    SHAKEN.clear(game["A"])
    assert not holds(game, "A", "fire", 8)


@pytest.mark.rule(
    "risorgimento.mor.3", "risorgimento.mor.7", "risorgimento.mor.8", "risorgimento.h.1.1", "risorgimento.ex.20"
)
def test_at_half_of_its_first_morale_rounded_down_the_next_failure_breaks_a_unit(game: Stage) -> None:
    game.commander("cb", at=(50, 53), bonus=1, unit="A")
    game["A"].spirit, game["A"].morale = 7, 3
    assert not holds(game, "A", "fire", 5)
    assert game["A"].morale == 2
    assert game["A"].is_routed
    assert game.ran == ["A breaks"]
    assert [one.unit for one in game.told(Broke)] == ["A"]


@pytest.mark.rule("risorgimento.mor.7")
def test_above_half_a_failure_only_costs_a_level(game: Stage) -> None:
    game["A"].spirit, game["A"].morale = 7, 4
    assert not holds(game, "A", "fire", 5)
    assert (game["A"].morale, game["A"].is_routed, game.ran) == (3, False, [])


@pytest.mark.rule("risorgimento.mor.17")
def test_points_lost_otherwise_break_a_unit_as_soon_as_it_is_below_half(game: Stage) -> None:
    game["A"].spirit, game["A"].morale = 7, 4

    def lose(g):  # type: ignore[no-untyped-def]
        lose_morale(g, g.state.units["A"], 1, "stays", "risorgimento.g.5.7")
        return settle(g, game.retire)

    game.run(lose)
    assert (game["A"].morale, game["A"].is_routed) == (3, False)
    game.run(lose)
    assert (game["A"].morale, game["A"].is_routed) == (2, True)
    assert game.ran == ["A breaks"]
    assert [(one.points, one.morale, one.why) for one in game.told(MoraleChanged)] == [
        (-1, 3, "stays"),
        (-1, 2, "stays"),
    ]


# Regaining


@pytest.mark.rule("risorgimento.mor.9", "risorgimento.mor.12", "risorgimento.mor.19")
def test_who_makes_an_enemy_retire_regains_a_point_but_never_more_than_at_first(game: Stage) -> None:
    game["A"].morale = 5
    game.run(lambda g: made_retire(g, g.state.units["A"]))
    game.run(lambda g: made_retire(g, g.state.units["A"]))
    assert game["A"].morale == 6
    assert [(one.points, one.why) for one in game.told(MoraleChanged)] == [(1, "enemy-retires")]


@pytest.mark.rule("risorgimento.mor.10", "risorgimento.mor.12", "risorgimento.mor.15", "risorgimento.ex.21")
@pytest.mark.parametrize(("far", "morale"), [(3.0, 6), (3.2, 5)])
def test_an_enemy_that_breaks_within_3_cm_gives_a_point(game: Stage, far: float, morale: int) -> None:
    game["A"].spirit, game["A"].morale = 7, 5
    game.unit("R", at=(50, 80), vm=7, morale=5)
    game.unit("E", "blue", at=(50, 48 - far), vm=6, morale=3)
    assert not holds(game, "E", "fire", 9)
    assert game["A"].morale == morale
    assert game["R"].morale == 5


@pytest.mark.rule("risorgimento.mor.15")
def test_routed_units_take_no_heart_from_it(game: Stage) -> None:
    game["A"].morale, game["A"].is_routed = 2, True
    game.unit("E", "blue", at=(50, 46), vm=6, morale=3)
    assert not holds(game, "E", "fire", 9)
    assert game["A"].morale == 2


def village(held_by: str, *, is_objective: bool = True) -> Stage:
    place = PlaceForm(id="palestro", name=NAMED, piece="p", held_by=held_by, is_objective=is_objective)
    piece = PieceForm(kind="village_sector", id="p", name=NAMED, rect=(5000, 4000, 5750, 4750))
    found = Stage(terrain=[piece], places=[place])
    found.unit("A", at=(53, 48.5), vm=6, morale=4)
    found.unit("B", at=(53, 49), vm=6, morale=4)
    return found


@pytest.mark.rule("risorgimento.mor.11", "risorgimento.mor.16")
def test_a_unit_that_first_touches_an_objective_its_side_does_not_hold_regains_a_point_once() -> None:
    game = village("blue")
    for unit in (game["A"], game["B"], game["A"]):
        game.run(partial(reach_objectives, unit=unit))
    assert (game["A"].morale, game["B"].morale) == (5, 4)


@pytest.mark.rule("risorgimento.mor.16")
def test_an_objective_its_side_holds_and_a_place_that_is_none_give_nothing_nor_does_a_routed_unit_gain() -> None:
    for game in (village("red"), village("blue", is_objective=False)):
        game.run(lambda g: reach_objectives(g, g.state.units["A"]))
        assert game["A"].morale == 4
    game = village("blue")
    game["A"].is_routed = True
    game.run(lambda g: reach_objectives(g, g.state.units["A"]))
    assert game["A"].morale == 4


# When, table 6a


@pytest.mark.rule("risorgimento.mor.1")
def test_friends_of_the_brigade_within_3_cm_of_a_unit_that_breaks_test_once_a_phase() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    game.commander("other", at=(50, 70))
    for id, x, commander in (("A", 40, "cb"), ("B", 45, "cb"), ("C", 35, "other"), ("D", 55, "cb"), ("E", 60, "cb")):
        game.unit(id, at=(x, 50), commander=commander, vm=6)
    game.unit("F", at=(100, 50), commander="cb", vf=40)  # so that the brigade holds
    game["A"].morale = 3
    assert not holds(game, "A", "fire", 9, 1)  # B is 1.5 cm off, D 11.5, C of another brigade
    assert [(one.unit, one.test) for one in game.told(common.Tested)] == [("A", "fire"), ("B", "friend-breaks")]
    game["D"].morale, game["D"].x = 3, 4900
    game.state.laid = None
    assert not holds(game, "D", "fire", 9)  # B does not test again in this phase
    game.state.phase = "F"
    game["E"].morale, game["E"].x = 3, 4100
    game.state.laid = None
    assert not holds(game, "E", "fire", 9, 1)
    assert game.told(common.Tested)[-1].unit == "B"


@pytest.mark.rule("risorgimento.mor.1", "risorgimento.h.2.2")
def test_one_that_breaks_may_carry_others_with_it() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    for number, id in enumerate("ABCDE"):
        game.unit(id, at=(40 + 4 * number, 50), commander="cb", vm=6, morale=3)
    game.unit("F", at=(100, 50), commander="cb", vf=20)
    assert not holds(game, "A", "fire", 9, 9, 9, 1)
    assert game.ran == ["A breaks", "B breaks", "C breaks"]
    assert [game[id].is_routed for id in "ABCD"] == [True, True, True, False]


@pytest.mark.rule("risorgimento.mor.14")
def test_a_commander_killed_by_fire_and_the_losses_are_one_test_with_the_modifiers_of_both(game: Stage) -> None:
    game.commander("cb", at=(50, 53), unit="A")
    game.run(lambda g: take_losses(g, g.state.units["A"], 2, "fire"), dice=[1, 1])
    assert DUE.all(game["A"]) == ["commander-killed"]
    assert not holds(game, "A", "fire", 5, extra=1)
    (told,) = game.told(common.Tested)
    assert {reason: amount for amount, reason, _ in told.tally.lines} == {"further-loss": 1, "commander-killed": 1}


@pytest.mark.rule("risorgimento.mor.14", "risorgimento.mor.1")
def test_in_melee_the_commander_killed_is_a_test_of_its_own(game: Stage) -> None:
    game.commander("cb", at=(50, 53), unit="A")
    game.run(lambda g: take_losses(g, g.state.units["A"], 1, "melee"), dice=[1, 1])
    assert holds(game, "A", "melee", 6, 5)
    assert [(one.test, one.tally.total) for one in game.told(common.Tested)] == [("melee", 0), ("commander-killed", 1)]


@pytest.mark.rule("risorgimento.h.1.7")
def test_a_routed_unit_takes_no_test_but_to_rally(game: Stage) -> None:
    game["A"].is_routed = True
    assert holds(game, "A", "fire")
    assert not game.told(common.Tested)


# Modifiers, table 6b


@pytest.mark.rule("risorgimento.mor.2", "risorgimento.g.3.14")
def test_the_result_of_a_melee_and_every_loss_point_after_the_first_are_added(game: Stage) -> None:
    assert lines(game, "A", "melee", 1) == {"melee-plus-1": 1}
    assert lines(game, "A", "melee", 2) == {"melee-plus-2": 2}
    assert lines(game, "A", "fire", 3) == {"further-loss": 3}
    assert lines(game, "A", "fire") == {}


@pytest.mark.rule("risorgimento.mor.2")
@pytest.mark.parametrize(("losses", "counts"), [(2, False), (3, True), (4, True)])
def test_a_quarter_of_the_strength_lost_is_one_more(game: Stage, losses: int, counts: bool) -> None:
    game["A"].strength, game["A"].losses = 6, losses
    assert ("quarter-lost" in lines(game, "A", "charged")) is counts


@pytest.mark.rule("risorgimento.mor.2")
def test_cavalry_frightens_open_order_and_columns_in_the_open_and_not_a_square(game: Stage) -> None:
    hussars = game.unit("H", "blue", profile="au_hussars", at=(50, 20))
    guns = game.unit("G", profile="fr_field_bty", at=(60, 50), formation="limbered")
    for formation, expected in (
        ("open_order", {"caught-by-cavalry": 2}),
        ("march_column", {"caught-by-cavalry": 2}),
        ("line", {}),
        ("attack_column", {}),
        ("square", {"square-against-cavalry": -2}),
    ):
        game["A"].formation = formation
        assert lines(game, "A", "charged", enemies=[hussars]) == expected
        assert lines(game, "A", "melee", enemies=[hussars]) == expected
        assert lines(game, "A", "brigade") == {}
    assert lines(game, guns.id, "charged", enemies=[hussars]) == {"caught-by-cavalry": 2}
    foot = game.unit("F", "blue", at=(50, 46))
    game["A"].formation = "open_order"
    assert lines(game, "A", "melee", enemies=[foot]) == {}


@pytest.mark.rule("risorgimento.mor.2")
def test_in_a_wood_cavalry_frightens_nobody() -> None:
    game = Stage(terrain=[PieceForm(kind="sparse_wood", id="w", name=NAMED, rect=(4500, 4500, 5500, 5500))])
    game.unit("A", at=(50, 50), formation="open_order")
    hussars = game.unit("H", "blue", profile="au_hussars", at=(50, 20))
    assert lines(game, "A", "charged", enemies=[hussars]) == {}


@pytest.mark.rule("risorgimento.mor.2")
def test_a_village_or_a_wall_towards_the_enemy_helps() -> None:
    wall = PieceForm(kind="wall", id="w", name=NAMED, path=((4000, 4898), (6000, 4898)))
    game = Stage(terrain=[wall])
    game.unit("A", at=(50, 50))
    north, south = game.unit("N", "blue", at=(50, 40)), game.unit("S", "blue", at=(50, 60))
    assert lines(game, "A", "fire", enemies=[north]) == {"sheltered": -1}
    assert lines(game, "A", "fire", enemies=[south]) == {}
    assert lines(game, "A", "fire", enemies=[north, south]) == {}
    assert lines(game, "A", "fire") == {}
    game["A"].y += 20
    game.state.laid = None
    assert lines(game, "A", "fire", enemies=[north]) == {}  # it does not touch it
    game = Stage(terrain=[PieceForm(kind="stream", id="s", name=NAMED, path=((0, 4900), (15000, 4900)))])
    game.unit("A", at=(50, 50))
    assert lines(game, "A", "fire", enemies=[game.unit("N", "blue", at=(50, 40))]) == {}  # water is no wall
    game["A"].y += 20
    game.state.laid = None
    game["A"].post = "p/north"
    assert lines(game, "A", "fire") == {"sheltered": -1}


@pytest.mark.rule("risorgimento.mor.6", "risorgimento.b.1.8", "risorgimento.b.2.3", "risorgimento.h.2.3")
def test_what_burdens_a_unit_is_added_too(game: Stage) -> None:
    game["A"].disorder, game["A"].fatigue = 2, 4
    SHAKEN.put(game["A"])
    assert lines(game, "A", "fire") == {"disordered": 2, "fatigue": 2, "marker": 1}


@pytest.mark.rule("risorgimento.g.7.6")
def test_one_die_may_serve_two_units(game: Stage) -> None:
    guns = game.unit("G", profile="au_foot_bty", at=(60, 50), vm=7)
    assert not game.run(lambda g: try_morale(g, g.state.units["A"], "melee", die=7))
    assert game.run(lambda g: try_morale(g, guns, "melee", die=7))


def test_two_failures_leave_one_yellow_marker(game: Stage) -> None:
    for _ in range(2):
        game.run(lambda g: fails(g, g.state.units["A"]))
    assert SHAKEN.count(game["A"]) == 1
    assert game["A"].morale == 4


def test_the_odds_of_a_morale_test_count_the_commander(game: Stage) -> None:
    assert morale_prospect(game.state, game["A"], "fire").results[1] * 10 == 6
    game.commander("cb", at=(50, 53), bonus=2, unit="A")
    assert morale_prospect(game.state, game["A"], "fire", 1).results[1] * 10 == 7
