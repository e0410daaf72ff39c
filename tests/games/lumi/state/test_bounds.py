"""Special rules that hold units back: an area not to be left yet, a village left only by order, no horses (12.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from alfiere.games.lumi.charge.course import straight
from alfiere.games.lumi.movement.buildings import Garrison, Leave
from alfiere.games.lumi.movement.mounting import Mount
from alfiere.games.lumi.movement.moves import Move
from alfiere.games.lumi.movement.tactical import Tactical
from alfiere.games.lumi.sheets.scenario_forms import Bound, LeavesByOrder, NoHorses, Special
from alfiere.games.lumi.sheets.scenario_reading import read_scenario
from alfiere.games.lumi.state.bounds import bound_of
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE
from tests.games.lumi.charge.test_charge import charge, height, ready, why_not
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_moves import of

TEXT = {"en": "So it is.", "it": "È così."}
SOUTH = {"kind": "bound", "side": "red", "within": {"rect": [0, 1000, 3000, 2000]}, "until_turn": 2}  # up to y 10
VILLAGE = "village V 8,6 12,10"


def under(game: Situation, rule: dict[str, Any], turn: int = 1) -> Situation:
    """A battle with a special rule."""
    game.state.scenario.form = replace(game.state.scenario.form, special=(convert(rule | {"text": TEXT}, Special),))
    game.state.turn = turn
    return game


def key(found: Option | Objection | None) -> str:
    return found.key if isinstance(found, Objection) else ""


@pytest.mark.rule("lumi.12.6")
def test_tallard_and_clerambault_are_bound_at_blenheim():
    scenario = read_scenario("blenheim")
    assert [(one.side, one.within.rect, one.until_turn) for one in scenario.special(Bound)] == [
        ("french", (0, 1300, 4000, 2600), 3)
    ]
    assert [(one.under, one.piece, one.priority) for one in scenario.special(LeavesByOrder)] == [
        (("clerambault",), "blenheim", 6)
    ]
    assert [one.units for one in scenario.special(NoHorses)] == [("dismounted-dragoons-1", "dismounted-dragoons-2")]


@pytest.mark.rule("lumi.12.6")
@pytest.mark.parametrize(("far", "turn", "why"), [(150, 2, ""), (200, 2, "bound"), (200, 3, "")])
def test_nobody_moves_beyond_the_area_before_its_turn(far: int, turn: int, why: str):
    game = under(of("red foot A at 10,8 facing N"), SOUTH, turn)
    assert key(Move().judged(game.state, game.unit("A"), {"unit": "A", "legs": [{"ahead": far}]})) == why


@pytest.mark.rule("lumi.12.6")
def test_what_was_refused_is_allowed_when_the_turn_has_come_and_nobody_has_moved():
    game = under(ready("red cuirassiers A at 10,8 facing N\nblue foot F at 10,11 facing S"), SOUTH, 2)
    assert why_not(game, "A", "F") == "lumi.4.1.2b"
    game.state.turn = 3
    assert why_not(game, "A", "F") == ""


@pytest.mark.rule("lumi.12.6")
def test_the_other_side_is_free_to_go():
    game = under(of("blue foot F at 10,12 facing S"), SOUTH)
    assert bound_of(game.state, "red") is not None
    assert bound_of(game.state, "blue") is None


@pytest.mark.rule("lumi.12.6")
def test_who_charges_an_enemy_within_the_area_does_not_follow_him_out_of_it():
    game = ready(
        """red cuirassiers A at 10,6 facing N
        blue foot F at 10,9.6 facing S
        blue foot G at 25,16 facing S
        blue foot H at 22,16 facing S
        dice red 6 blue 1
        """
    )
    charge(under(game, SOUTH), "A", "F")
    assert game["F"].state == 3
    assert height(game, "A") == 950  # half a um deep before its middle
    assert straight(game.state, game.unit("A"), 400).far == 0


@pytest.mark.rule("lumi.12.6")
def test_a_tactical_move_stays_within_the_area_and_a_village_beyond_it_is_not_entered():
    game = under(of("red grenzer A at 10,9 facing N, open"), SOUTH)
    assert key(Tactical().judged(game.state, game.unit("A"), {"unit": "A", "to": [1000, 900, 0]})) == "bound"
    game = under(of("red foot A at 10,8 facing N, column\nvillage V 8,9.6 12,13"), SOUTH)
    assert key(Garrison().judged(game.state, game.unit("A"), {"unit": "A", "piece": "V"})) == "bound"


@pytest.mark.rule("lumi.12.6")
@pytest.mark.parametrize(("order", "sides"), [(5, 0), (6, 4)])
def test_a_garrison_leaves_its_village_only_with_an_order_of_that_priority(order: int, sides: int):
    game = of(f"red foot A at 10,8 facing N, column, in V\n{VILLAGE}")
    rule = {"kind": "leaves by order", "under": [game["A"].division], "piece": "V", "priority": 6}
    under(game, rule).state.orders = {game["A"].division: order}
    out = list(Leave().options(game.state, game.unit("A"), WHOLE))
    assert len({one["to"][2] for one in out}) == sides


@pytest.mark.rule("lumi.12.6")
def test_a_garrison_does_not_come_out_beyond_the_area():
    game = under(of(f"red foot A at 10,8 facing N, column, in V\n{VILLAGE}"), SOUTH)
    assert {one["to"][2] for one in Leave().options(game.state, game.unit("A"), WHOLE)} == {900, 1800, 2700}


@pytest.mark.rule("lumi.12.6")
def test_dragoons_without_horses_do_not_mount():
    game = of("red dragoons A at 10,5 facing N, on foot")
    mount = {"unit": "A", "foot": 0}
    assert key(Mount().judged(game.state, game.unit("A"), mount)) == ""
    under(game, {"kind": "no horses", "units": ["A"]})
    assert key(Mount().judged(game.state, game.unit("A"), mount)) == "no-horses"
