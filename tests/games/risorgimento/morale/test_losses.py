"""Loss points, removal, victory points, and brigades that give way (scale, unit.8, h.1.2, h.2, h.3, i.2)."""

from functools import partial

import pytest

from alfiere.games.risorgimento.morale.disorder import HAS_LOST
from alfiere.games.risorgimento.morale.losses import check_brigade, remove, take_losses
from alfiere.games.risorgimento.morale.morale import settle
from alfiere.games.risorgimento.morale.tests import DEMORALISED, DUE, is_demoralised
from alfiere.games.risorgimento.state.unit import LOST, ON, ROUTED_OFF, TO_COME
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.morale import BrigadeLost, Demoralised, Lost
from tests.games.risorgimento.staged import Stage


def lose(game: Stage, id: str, points: int, *dice: int) -> None:
    game.run(lambda g: take_losses(g, g.state.units[id], points, "fire"), dice=dice)


@pytest.fixture
def brigade() -> Stage:
    """Four battalions of VF 9 under one brigade commander."""
    game = Stage()
    game.commander("cb", at=(50, 70))
    for number, id in enumerate("ABCD"):
        game.unit(id, at=(40 + 10 * number, 50), commander="cb", vf=9)
    return game


@pytest.mark.rule("risorgimento.scale.3", "risorgimento.scale.4", "risorgimento.unit.8")
def test_two_loss_points_take_a_point_of_strength() -> None:
    game = Stage()
    unit = game.unit("A", at=(50, 50), vf=6)
    lose(game, "A", 3)
    assert (unit.strength, unit.losses, unit.left) == (6, 3, 9)  # strength 4.5, the initial VF is kept
    assert HAS_LOST.is_on(unit)
    assert [(one.points, one.left, one.by) for one in game.told(Lost)] == [(3, 9, "fire")]


def test_no_losses_are_nothing() -> None:
    game = Stage()
    unit = game.unit("A", at=(50, 50))
    lose(game, "A", 0)
    assert not HAS_LOST.is_on(unit)
    assert not game.told(Lost)


@pytest.mark.rule("risorgimento.h.1.2", "risorgimento.i.2.1", "risorgimento.i.2.4", "risorgimento.ex.23")
def test_a_unit_below_half_of_its_strength_rounded_down_is_removed_and_counts_whole() -> None:
    game = Stage()
    unit = game.unit("A", at=(50, 50), vf=7)
    lose(game, "A", 8)
    assert unit.where == ON  # strength 3.0, half of 7 is 3
    assert game.state.points == {"red": 0, "blue": 8}
    lose(game, "A", 1)
    assert unit.where == LOST
    assert game.state.points["blue"] == 14
    (gone,) = game.told(common.UnitRemoved)
    assert (gone.how, gone.rules) == ("losses", ("risorgimento.h.1.2",))


def test_nobody_loses_more_than_there_is() -> None:
    game = Stage()
    game.unit("A", at=(50, 50), vf=4)
    lose(game, "A", 99)
    assert game.state.points["blue"] == 8


@pytest.mark.rule("risorgimento.i.2.2")
def test_points_lost_by_guards_count_double() -> None:
    game = Stage()
    game.unit("A", at=(50, 50), profile="fr_gd_grenadiers")
    lose(game, "A", 3)
    assert game.state.points["blue"] == 6


@pytest.mark.rule("risorgimento.ex.49", "risorgimento.i.2.1", "risorgimento.i.2.2", "risorgimento.i.2.3")
def test_guards_line_and_a_dead_commander_are_worth_14_points() -> None:
    game = Stage()
    game.commander("cb", at=(60, 55), initiative=6, unit="B")
    game.unit("A", at=(50, 50), profile="fr_gd_grenadiers")
    game.unit("B", at=(60, 50))
    lose(game, "A", 3)
    lose(game, "B", 2, 1, 2)
    assert game.state.points["blue"] == 14


@pytest.mark.rule("risorgimento.geo.19", "risorgimento.i.2.4")
def test_off_its_own_edge_a_unit_is_routed_off_elsewhere_lost_and_both_count() -> None:
    game = Stage()
    game.unit("A", at=(50, 50), vf=6)
    game.unit("B", at=(60, 50), vf=6)
    game.run(lambda g: remove(g, g.state.units["A"], "routed-off"))
    game.run(lambda g: remove(g, g.state.units["B"], "off-table"))
    assert (game["A"].where, game["B"].where) == (ROUTED_OFF, LOST)
    assert game.state.points["blue"] == 24


# Brigades


@pytest.mark.rule(
    "risorgimento.h.2.1", "risorgimento.h.2.3", "risorgimento.h.2.4", "risorgimento.h.2.5", "risorgimento.ex.46"
)
def test_a_brigade_that_has_lost_more_than_half_counting_routed_units_is_demoralised_once(brigade: Stage) -> None:
    brigade["A"].where = LOST
    brigade["A"].losses = 18
    brigade["B"].is_routed, brigade["B"].losses = True, 6
    brigade.run(lambda g: check_brigade(g, g.state.units["C"]))
    assert not brigade.told(Demoralised)  # 9 + 9 is just half of 36
    lose(brigade, "C", 1)
    assert [one.brigade for one in brigade.told(Demoralised)] == ["cb"]
    assert [DUE.all(brigade[id]) for id in "ABCD"] == [[], [], ["brigade"], ["brigade"]]  # B is routed: no test
    assert is_demoralised(brigade.state, brigade["D"])
    brigade.run(lambda g: settle(g, brigade.retire), dice=[1, 1])
    assert [(one.unit, one.tally.total) for one in brigade.told(common.Tested)] == [("C", 1), ("D", 1)]
    lose(brigade, "D", 1)
    assert len(brigade.told(Demoralised)) == 1
    assert not DUE.all(brigade["D"])


@pytest.mark.rule("risorgimento.h.2.4")
def test_losses_of_units_in_play_and_units_to_come_are_counted_as_they_are(brigade: Stage) -> None:
    brigade["A"].where = TO_COME
    brigade["B"].losses = brigade["C"].losses = 9
    lose(brigade, "D", 9)
    assert not brigade.told(Demoralised)  # 27 of 72 loss points
    brigade["B"].is_routed = True
    brigade.run(lambda g: check_brigade(g, g.state.units["B"]))
    assert not brigade.told(Demoralised)  # 36 of 72 is not more than half
    lose(brigade, "C", 1)
    assert len(brigade.told(Demoralised)) == 1


@pytest.mark.rule("risorgimento.h.2.1", "risorgimento.h.2.4")
def test_a_unit_removed_counts_whole_for_its_brigade(brigade: Stage) -> None:
    brigade["B"].is_routed = True
    brigade["C"].losses = 1
    brigade.run(lambda g: remove(g, g.state.units["A"], "no-way-back"))
    assert brigade["A"].left == 0
    assert [one.brigade for one in brigade.told(Demoralised)] == ["cb"]
    for id in "BC":
        brigade.run(partial(remove, unit=brigade[id], how="no-way-back"))
    assert [brigade[id].where for id in "ABCD"] == [LOST] * 4
    assert len(brigade.told(BrigadeLost)) == 1


@pytest.mark.rule("risorgimento.h.3.3")
def test_the_last_unit_of_a_brigade_leaves_no_brigade_to_rout_and_who_has_still_to_come_may_come() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    game.unit("A", at=(50, 50), commander="cb", vf=9)
    game.unit("B", at=(60, 50), commander="cb", vf=3)
    game["B"].where = TO_COME
    game.state.laid = None
    game.run(lambda g: remove(g, g.state.units["A"], "no-way-back"))
    assert not game.told(BrigadeLost)
    game.unit("C", at=(70, 50), commander="cb", vf=2)
    lose(game, "C", 1)
    assert [one.brigade for one in game.told(BrigadeLost)] == ["cb"]
    assert (game["B"].where, game["C"].where) == (TO_COME, LOST)


@pytest.mark.rule("risorgimento.h.2.5")
def test_direct_troops_form_no_brigade() -> None:
    game = Stage()
    game.commander("cd", at=(50, 70), rank="CD")
    game.unit("A", at=(50, 50), commander="cd", vf=6)
    game.unit("B", at=(60, 50), commander="cd", vf=6)
    lose(game, "A", 7)
    lose(game, "B", 1)
    assert game["A"].where == LOST
    assert game["B"].where == ON
    assert not game.told(Demoralised)


@pytest.mark.rule(
    "risorgimento.h.3.1", "risorgimento.h.3.2", "risorgimento.h.3.3", "risorgimento.ex.47", "risorgimento.i.2.4"
)
def test_a_brigade_below_half_of_its_effectives_is_removed_and_its_commander_stays(brigade: Stage) -> None:
    game = brigade
    game.unit("F", at=(50, 90))
    game.who("cb").unit = "D"
    game["A"].where, game["A"].losses = LOST, 18
    game["B"].is_routed, game["B"].losses = True, 9  # 4.5 left, and it counts
    game["C"].losses = 9
    game.run(lambda g: check_brigade(g, g.state.units["D"]))
    assert not game.told(BrigadeLost)  # 4.5 + 4.5 + 9 = 18 of 36
    lose(game, "C", 1)
    assert [one.brigade for one in game.told(BrigadeLost)] == ["cb"]
    assert [game[id].where for id in "ABCD"] == [LOST] * 4
    assert game.state.points["blue"] == 72 - 36  # the losses before were not scored here
    assert game.who("cb").where == ON
    assert game.who("cb").unit == ""
    assert game.state.brigade_of(game["F"]) == ""


@pytest.mark.rule("risorgimento.h.3.3")
def test_units_still_to_arrive_keep_a_brigade_in_being(brigade: Stage) -> None:
    brigade["A"].where = brigade["B"].where = TO_COME
    lose(brigade, "C", 11)
    lose(brigade, "D", 1)
    assert brigade["C"].where == LOST
    assert brigade["D"].where == ON
    assert not brigade.told(BrigadeLost)


@pytest.mark.rule("risorgimento.cmd.15")
def test_the_battalions_of_a_regiment_commander_are_a_brigade() -> None:
    game = Stage()
    game.commander("cr", at=(50, 70), rank="CR")
    game.unit("A", at=(50, 50), commander="cr", vf=6)
    game.unit("B", at=(60, 50), commander="cr", vf=6, is_routed=True)
    lose(game, "A", 1)
    assert DEMORALISED.is_on(game.who("cr"))
