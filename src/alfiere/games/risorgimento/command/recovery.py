"""Chapters B.2 and B.3: fatigue, and how units that stand still recover from it and from disorder."""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.chain import is_in_command
from alfiere.games.risorgimento.morale.disorder import D1, D2
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import enemies_touched
from alfiere.games.risorgimento.state.unit import HAS_MOVED, OF_UNIT, Unit
from alfiere.games.risorgimento.told.command import Recovered, Tired

ENGAGED = OF_UNIT.bare("engaged", TURN)  # it fired, was fired at, or touched an enemy in this turn, risorgimento.b.3.5
RESTED = OF_UNIT.bare("rested")  # through the whole turn that has just ended; until phase B


def tire(g: BattleGame, unit: Unit, why: str, rule: str) -> None:
    """A forced march, or a round of combat, in front or in support (risorgimento.b.2.1, .b.2.2, .b.2.5)."""
    unit.fatigue += 1
    g.tell(Tired(unit.id, unit.fatigue, why, (rule,)))


def engage(unit: Unit) -> None:
    """It fires, is fired at or is in contact: it will not recover in this turn (risorgimento.b.3.1)."""
    if not ENGAGED.is_on(unit):
        ENGAGED.put(unit)


def would_recover(unit: Unit) -> bool:
    """Whether it has been quiet in this turn so far, and would be the better for it (risorgimento.b.3.1)."""
    has_need = not unit.is_routed and (unit.disorder == D1 or unit.fatigue > 0)
    return has_need and not HAS_MOVED.is_on(unit) and not ENGAGED.is_on(unit)


def note_rest(s: BattleState) -> None:
    """A turn ends: who has met all the conditions in the whole of it? To be asked before its marks go (.b.3.5)."""
    for unit in s.on_table:
        RESTED.clear(unit)
        is_quiet = not HAS_MOVED.is_on(unit) and not ENGAGED.is_on(unit) and not enemies_touched(s, unit)
        if is_quiet and is_in_command(s, unit):
            RESTED.put(unit)


def recovery_phase(g: BattleGame) -> None:
    """Phase B: D1 comes off and fatigue goes down for who has rested, D2 becomes D1 for all (.b.0.1, .b.3.1-4)."""
    s = g.state
    for unit in s.on_table:
        before = unit.disorder, unit.fatigue
        if not unit.is_routed:  # risorgimento.b.3.6
            has_rested = RESTED.is_on(unit)
            if unit.disorder == D2:
                unit.disorder = D1
            elif has_rested:
                unit.disorder = 0
            if has_rested:
                unit.fatigue = max(0, unit.fatigue - s.tables.numbers.fatigue_recovered)
        RESTED.clear(unit)
        if (unit.disorder, unit.fatigue) != before:
            g.tell(Recovered(unit.id, unit.disorder, unit.fatigue, ("risorgimento.b.3.1",)))
