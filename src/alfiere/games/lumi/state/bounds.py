"""What the special rules of a battle forbid to some units: to go beyond an area, to leave buildings, to mount."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.battles.areas import lies_in
from alfiere.games.lumi.sheets.scenario_forms import Bound, LeavesByOrder, NoHorses
from alfiere.games.lumi.state.base import Base
from alfiere.games.lumi.state.battle import State
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.shapes import Outline

SET_UP_AS = "lumi.12.6"  # the rule behind what a scenario says


def bound_of(s: State, seat: Seat) -> Bound | None:
    """The rule that keeps a side within an area in this turn."""
    for rule in s.scenario.special(Bound):
        if s.turn <= rule.until_turn and s.scenario.seat_of[rule.side] == seat:
            return rule
    return None


def goes_beyond(s: State, bound: Bound, outlines: Iterable[Outline]) -> bool:
    """Whether somebody who stands so is not wholly in the area."""
    return any(not lies_in(s.field, bound.within, outline) for outline in outlines)


def why_not_to(s: State, seat: Seat, unit: str, outlines: Iterable[Outline]) -> Objection | None:
    """Why a unit may not go there yet."""
    bound = bound_of(s, seat)
    if bound is None or not goes_beyond(s, bound, outlines):
        return None
    return because("bound", SET_UP_AS, unit=unit, turn=bound.until_turn + 1)


def why_not_out(s: State, one: Base, priority: int) -> Objection | None:
    """Why a base may not leave its buildings with an order of this priority, 0 without one."""
    for rule in s.scenario.special(LeavesByOrder):
        if one.post == rule.piece and one.division in rule.under and priority < rule.priority:
            return because("leaves-by-order", SET_UP_AS, unit=one.id, piece=rule.piece, priority=rule.priority)
    return None


def has_horses(s: State, one: Base) -> bool:
    """Whether dragoons on foot have horses to mount."""
    return not any(one.id in rule.units for rule in s.scenario.special(NoHorses))
