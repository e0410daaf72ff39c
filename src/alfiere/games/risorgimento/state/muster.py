"""The armies before the battle: everybody of the order of battle, nobody on the table yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.games.risorgimento.sheets.scenario import CommanderSheet, Scenario, UnitSheet
from alfiere.games.risorgimento.state.battle import SEATS, BattleState
from alfiere.games.risorgimento.state.unit import TO_COME, Commander, Unit

# figures: their size in mm, risorgimento.scale.8; orders: written ones with couriers, risorgimento.a.2.1, .a.3.1
OPTIONS: Final[Mapping[str, Any]] = {"figures": "15", "orders": "no"}
SET_UP: Final = "set-up"


def new_battle(scenario: Scenario, options: Mapping[str, Any]) -> BattleState:
    """The state before the first decision; what table 1 gives commanders is rolled when the battle begins."""
    chosen = {**OPTIONS, **options}
    sized = scenario.sized(2 if chosen["figures"] == "25" else 1)
    seat_of = scenario.seat_of
    return BattleState(
        scenario=sized,
        options={key: str(value) for key, value in chosen.items()},
        turn=0,
        phase=SET_UP,
        step=0,
        queue=[],
        winner="",
        reason="",
        units={id: _unit(sheet) for id, sheet in sized.units.items()},
        commanders={id: _commander(sheet) for id, sheet in sized.commanders.items()},
        initiative="",
        ahead=0,
        charges={},
        are_charges_shown=False,
        control={id: seat_of.get(place.held_by, "") for id, place in sized.places.items()},
        points=dict.fromkeys(SEATS, 0),
        marks=[],
    )


def _unit(sheet: UnitSheet) -> Unit:
    return Unit(
        id=sheet.id,
        seat=sheet.seat,
        commander=sheet.commander,
        profile=sheet.profile,
        where=TO_COME,
        formation="",
        x=0,
        y=0,
        heading=0,
        post="",
        strength=sheet.vf,
        losses=0,
        spirit=sheet.vm,
        morale=sheet.vm,
        disorder=0,
        fatigue=0,
        is_routed=False,
        colour="",
        marks=[],
    )


def _commander(sheet: CommanderSheet) -> Commander:
    return Commander(
        id=sheet.id,
        seat=sheet.seat,
        rank=sheet.rank,
        nation=sheet.army,
        superior=sheet.superior,
        where=TO_COME,
        x=0,
        y=0,
        heading=0,
        radius=sheet.radius or 0,
        initiative=sheet.initiative or 0,
        bonus=sheet.bonus or 0,
        unit="",
        absent=0,
        is_dead=False,
        colour="",
        marks=[],
    )
