"""Chapter 9.6 and two cards: moves after the melee phase, and the melees they cause."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.cards import cards
from alfiere.games.esa.command import grants, in_command, is_engaged
from alfiere.games.esa.melee_phase import fight_with
from alfiere.games.esa.movement import can_move, destinations, ends, may_contact, movement_points
from alfiere.games.esa.movement_phase import carry_out_move, move_unit
from alfiere.games.esa.state import (
    ATTACKED,
    CHANGED,
    EVADED,
    FAILED_MOVE,
    LATE,
    MOVED,
    REACTED,
    BattleState,
    Division,
    EsaGame,
    Unit,
)
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import MARK, Procedure

AFTER_MELEE = ("cavalry moves after melee", "all move after melee")


def flexible_divisions(s: BattleState) -> list[str]:
    """Divisions with a move order that have flexible units who have not moved (esa.9.6a, esa.9.6d)."""
    return [
        division.id
        for division in s.divisions.values()
        if grants(s, division, "move") and any(_waits(s, s.units[name]) for name in division.units)
    ]


def _waits(s: BattleState, unit: Unit) -> bool:
    if not unit.hex or unit.did & REACTED:  # esa.9.6a: to follow an enemy by reaction is to move, too
        return False
    return unit.profile.is_flexible and can_move(s, unit) and in_command(s, unit)


def late_moves(g: EsaGame, division: Division) -> Procedure[None]:
    """Flexible units move now; a melee they cause is fought at once (esa.9.6a-esa.9.6d4)."""
    while True:
        yield MARK
        s = g.state
        ready = [s.units[name] for name in s.active if _waits(s, s.units[name])]
        if not ready:
            return
        options = [Option("unit", {"unit": unit.id}, ("esa.9.6a",)) for unit in ready] + [Option("done")]
        chosen = yield Decision(
            division.seat, "late-move", options, {"division": division.id}, ("esa.9.6a",), opening=True
        )
        if chosen.key == "done":
            return
        unit = s.units[chosen["unit"]]
        unit.did = (unit.did | LATE) & ~ATTACKED
        start, contact = unit.hex, may_contact(s, unit)
        yield from move_unit(g, unit)
        if unit.hex not in ("", start) and contact:
            yield from _fight_late(g, unit)


def _fight_late(g: EsaGame, unit: Unit) -> Procedure[None]:
    fight = fight_with(g, [unit.id])
    answer: Option | None = None
    while True:  # the marks inside belong to a loop of the melee phase; here the melee is part of the move
        try:
            item = fight.send(answer)  # type: ignore[arg-type]
        except StopIteration:
            return
        answer = None if item is MARK else (yield item)


def raiding_divisions(s: BattleState) -> list[str]:
    """Divisions whose card lets units move again after the melee (esa.card.7b, esa.card.37)."""
    return [
        division.id
        for division in s.divisions.values()
        if division.card and division.has_order and not division.focus and cards()[division.card].ability in AFTER_MELEE
    ]


def may_raid(s: BattleState, division: Division, unit: Unit) -> bool:
    """Whether an activated unit may use the move after the melee (esa.card.7b)."""
    if not unit.hex or unit.is_shaken or unit.is_paralysed or unit.did & (EVADED | CHANGED | FAILED_MOVE):
        return False  # esa.9.8e, esa.9.7b
    if unit.profile.is_artillery:
        return False  # esa.9.2c
    if cards()[division.card].ability == "cavalry moves after melee" and not unit.values.is_cavalry:
        return False
    return not is_engaged(s, unit)


def raid(g: EsaGame, division: Division) -> Procedure[None]:
    """Each unit may move up to its PM, away from fresh enemies, even if it moved before (esa.card.7b)."""
    while True:
        yield MARK
        s = g.state
        ready = [s.units[name] for name in s.active if may_raid(s, division, s.units[name])]
        if not ready:
            return
        options = [Option("unit", {"unit": unit.id}, ("esa.card.7b",)) for unit in ready]
        chosen = yield Decision(
            division.seat, "raid", [*options, Option("done")], {"division": division.id}, ("esa.card.7b",), opening=True
        )
        if chosen.key == "done":
            return
        unit = s.units[chosen["unit"]]
        s.active.remove(unit.id)
        if not may_act(g, unit, "move", FAILED_MOVE):
            continue
        points = movement_points(s, unit)
        found = destinations(s, unit, points, contact=False)
        places = [label for label in ends(s, unit, found) if label != unit.hex]
        if places:
            moves = [Option("move", {"unit": unit.id, "hex": label}, ("esa.card.7b",)) for label in places]
            goal = (yield Decision(unit.seat, "raid-to", moves, {"unit": unit.id}, ("esa.card.7b",)))["hex"]
            unit.did |= MOVED
            yield from carry_out_move(g, unit, found, goal, points)
