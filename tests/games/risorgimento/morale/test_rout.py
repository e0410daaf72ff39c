"""Chapter H: routed units and rallying them."""

from typing import Any

import pytest

from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.morale.morale import morale_test
from alfiere.games.risorgimento.morale.rout import (
    overrun,
    rally,
    rally_phase,
    rally_tally,
)
from alfiere.games.risorgimento.morale.tests import DEMORALISED, SHAKEN
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import hindered
from alfiere.games.risorgimento.state.unit import LOST
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.morale import Rallied
from alfiere.table.fronts import LEFT, RIGHT, beside_pose
from tests.games.risorgimento.staged import CM, Stage


def routed(**sets: Any) -> Stage:
    game = Stage()
    game.unit("A", at=(50, 50), vm=7, **{"morale": 2, "is_routed": True, **sets})
    return game


def try_to_rally(game: Stage, die: int, *answers: str) -> None:
    game.run(lambda g: rally(g, g.state.units["A"], game.retire), *answers, dice=[die])


@pytest.mark.rule("risorgimento.h.4.1", "risorgimento.h.4.2", "risorgimento.h.4.3", "risorgimento.ex.22")
def test_the_bonus_of_a_commander_helps_to_rally_and_a_rallied_unit_has_two_points_less_than_at_first() -> None:
    game = routed()
    game.commander("cd", at=(50, 53), bonus=2, unit="A")
    try_to_rally(game, 5)
    assert (game["A"].is_routed, game["A"].morale, game.ran) == (True, 2, ["A rally-failed"])
    try_to_rally(game, 4)
    assert (game["A"].is_routed, game["A"].morale) == (False, 5)
    assert [one.morale for one in game.told(Rallied)] == [5]
    assert len(game.ran) == 1


@pytest.mark.rule("risorgimento.h.4.1")
def test_without_a_commander_it_is_morale_alone() -> None:
    game = routed()
    try_to_rally(game, 3)
    assert game["A"].is_routed
    try_to_rally(game, 2)
    assert not game["A"].is_routed


@pytest.mark.rule("risorgimento.h.4.4")
def test_only_what_burdens_the_unit_counts_and_a_failure_costs_nothing_more() -> None:
    game = routed(losses=6, disorder=2, fatigue=2)
    game.commander("cb", at=(50, 60))
    game["A"].commander = "cb"
    DEMORALISED.put(game.who("cb"))
    SHAKEN.put(game["A"])
    lines = {reason: amount for amount, reason, _ in rally_tally(game.state, game["A"]).lines}
    assert lines == {"disordered": 2, "fatigue": 1, "marker": 1, "demoralised": 1}
    try_to_rally(game, 10)
    assert game["A"].morale == 2


@pytest.mark.rule("risorgimento.h.4.5")
@pytest.mark.parametrize(
    ("profile", "before", "after"),
    [
        ("fr_line", "march_column", "open_order"),
        ("fr_hussars", "march_column", "line"),
        ("fr_field_bty", "unlimbered", "limbered"),
    ],
)
def test_a_rallied_unit_forms_up_facing_as_its_owner_likes(profile: str, before: str, after: str) -> None:
    game = routed(profile=profile, formation=before, heading=1800)
    game.unit("E", "blue", at=(50, 20))
    try_to_rally(game, 1)
    assert (game["A"].formation, game["A"].heading) == (after, 0)  # the first choice is the nearest enemy
    assert game["A"].disorder == 0
    game["A"].is_routed = True
    try_to_rally(game, 1, "face heading=900")
    assert game["A"].heading == 900
    (asked, *_) = [one for one in game.asked if one.key == "face"]
    assert asked.seat == "red"


@pytest.mark.rule("risorgimento.h.4.5", "risorgimento.geo.4")
def test_it_faces_where_there_is_room_for_it() -> None:
    game = routed(formation="march_column", heading=0)
    game.unit("W", at=(47.2, 50))  # in column it stands 0.05 cm beside it, in open order it would stand on it
    game.unit("E", "blue", at=(50, 20))
    try_to_rally(game, 1)
    assert game["A"].heading in (900, 2700)
    assert not game.state.scene.overlapping(game.state.base(game["A"]))


@pytest.mark.rule("risorgimento.h.1.6", "risorgimento.h.4.3", "risorgimento.mor.8", "risorgimento.ex.20")
def test_the_rout_move_is_the_whole_column_move_towards_its_own_lines_breaking_and_after_a_failed_rally() -> None:
    game = Stage()
    game.commander("cb", at=(50, 53), bonus=1, unit="A")
    game.unit("A", at=(50, 50), vm=7, morale=3)
    game.run(lambda g: morale_test(g, g.state.units["A"], "fire", retire), dice=[5])
    assert (game["A"].is_routed, game["A"].y) == (True, 62 * CM)  # the home edge of red is the south
    assert game.who("cb").unit == "A"
    game.run(lambda g: rally(g, g.state.units["A"], retire), dice=[10])
    assert (game["A"].is_routed, game["A"].y) == (True, 74 * CM)


@pytest.mark.rule("risorgimento.h.0.1", "risorgimento.h.4.5", "risorgimento.seq.2")
def test_in_phase_h_all_routed_units_of_both_sides_try_to_rally() -> None:
    game = routed()
    game.unit("B", at=(70, 50))
    game.unit("E", "blue", at=(50, 20), vm=6, morale=2, is_routed=True)
    game.state.phase = "H"
    game.run(lambda g: rally_phase(g, game.retire), dice=[9, 1])
    assert [(one.unit, one.test, one.passed) for one in game.told(common.Tested)] == [
        ("A", "rally", False),
        ("E", "rally", True),
    ]
    assert game.ran == ["A rally-failed"]


@pytest.mark.rule("risorgimento.h.1.4")
def test_a_routed_unit_makes_no_move_of_its_own() -> None:
    game = routed()
    why = hindered(game.state, game["A"])
    assert why is not None
    assert (why.key, why.rule) == ("routed", "risorgimento.h.1.4")
    game["A"].is_routed = False
    assert hindered(game.state, game["A"]) is None


@pytest.mark.rule("risorgimento.h.1.5")
def test_a_routed_unit_that_is_contacted_is_removed() -> None:
    game = routed()
    game.run(lambda g: overrun(g, g.state.units["A"]))
    assert game["A"].where == LOST
    (gone,) = game.told(common.UnitRemoved)
    assert (gone.how, gone.rules) == ("contact", ("risorgimento.h.1.5",))


@pytest.mark.rule("risorgimento.h.4.3", "risorgimento.h.2.4")
def test_one_that_runs_off_the_table_may_take_the_heart_of_its_brigade() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    game.unit("A", at=(50, 145), commander="cb", vm=7, morale=2, vf=9, is_routed=True)
    game.unit("B", at=(50, 50), commander="cb", vf=8)
    DEMORALISED.clear(game.who("cb"))
    game.run(lambda g: rally(g, g.state.units["A"], retire), dice=[9])
    assert game["A"].is_gone
    assert game["B"].where == LOST  # 8 of 17 points are left: the brigade is in rout


@pytest.mark.rule("risorgimento.h.4.3", "risorgimento.h.2.1")
def test_a_brigade_demoralised_by_a_failed_rally_tests_at_once() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    game.unit("A", at=(50, 145), commander="cb", vm=7, morale=2, vf=8, is_routed=True)
    game.unit("B", at=(50, 50), commander="cb", vf=8)
    game.unit("C", at=(60, 145), commander="cb", vf=1, is_routed=True)
    game.run(lambda g: rally(g, g.state.units["A"], retire), dice=[9, 1])
    assert [one.test for one in game.told(common.Tested)] == ["rally", "brigade"]


@pytest.mark.rule("risorgimento.h.0.1", "risorgimento.h.3.2")
def test_a_unit_lost_with_its_brigade_before_its_turn_does_not_rally() -> None:
    game = Stage()
    game.commander("cb", at=(50, 70))
    game.unit("A", at=(50, 145), commander="cb", vm=7, morale=2, vf=9, is_routed=True)
    game.unit("B", at=(50, 50), commander="cb", vf=8, vm=7, morale=2, is_routed=True)
    game.run(lambda g: rally_phase(g, retire), dice=[9])
    assert [one.unit for one in game.told(common.Tested)] == ["A"]
    assert game["B"].where == LOST


@pytest.mark.rule("risorgimento.h.4.5")
def test_the_first_facing_offered_is_the_nearest_of_several_enemies() -> None:
    game = routed()
    game.unit("E", "blue", at=(90, 50))
    game.unit("F", "blue", at=(50, 20))
    try_to_rally(game, 1)
    assert game["A"].heading == 0


@pytest.mark.rule("risorgimento.h.4.5")
def test_where_there_is_no_room_at_all_it_forms_up_as_it_stands() -> None:
    game = routed(formation="march_column", heading=450)
    game.unit("W", at=(50, 51.5))  # too near for any facing
    try_to_rally(game, 1)
    assert not [one for one in game.asked if one.key == "face"]
    assert (game["A"].formation, game["A"].heading) == ("open_order", 450)


def test_a_battle_can_be_taken_up_between_two_units_that_rally() -> None:
    game = routed()
    game.unit("E", "blue", at=(50, 20), vm=6, morale=2, is_routed=True)
    game.run(lambda g: rally_phase(g, game.retire), dice=[9, 9])
    assert game.game is not None
    assert game.game.marks_passed == 3  # at the beginning, and before each


@pytest.mark.rule("risorgimento.h.4.5", "risorgimento.geo.4")
def test_a_column_that_rallies_between_friends_forms_up_where_there_is_room() -> None:
    game = Stage()
    game.unit("A", at=(50, 50), is_routed=True, morale=5, formation="march_column", heading=200)
    s = game.state
    for name, hand in (("B", LEFT), ("C", RIGHT)):
        beside = beside_pose(s.shape(game["A"]), s.base(game["A"]), hand)
        game.unit(name, at=(beside.x / CM, beside.y / CM), formation="march_column", heading=beside.heading)
    game.unit("E", "blue", at=(50, 20))
    game.run(lambda g: rally_phase(g, game.retire), dice=[1])
    assert not game["A"].is_routed
    assert game["A"].formation == "open_order"
    assert not faults(game.state)
