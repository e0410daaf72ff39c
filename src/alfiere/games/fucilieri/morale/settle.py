"""Chapters 4.2.5 and 4.2.8-4.2.10: all tests due at one moment, in their order, then those they cause in others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.battles.marks import TURN
from alfiere.battles.standing import near
from alfiere.games.fucilieri.morale.leaders_lost import HAS_LOST_LEADER
from alfiere.games.fucilieri.morale.losses import HIT_BY, IS_AT_NEW_QUARTER
from alfiere.games.fucilieri.morale.reaction import (
    COMBAT,
    CONTAGION,
    LEADER,
    LOSSES,
    reaction_test,
    supporters,
)
from alfiere.games.fucilieri.morale.units_lost import SCARE
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.standing import FRONT, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, OF_UNIT, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Shift
from alfiere.table.manoeuvre import meets_on

TEST: Final = "test-unit"
WITHOUT_COUNTER: Final = 99
AFRAID_IN = OF_UNIT.about("afraid in", str, TURN)  # tested for contagion in that round, fucilieri.4.2.5
TESTED_IN = OF_UNIT.about("tested in", str, TURN)  # for losses or combat, fucilieri.4.2.8


class Moves(NamedTuple):
    """Forced moves; movement stands above morale, so whoever settles gives them to it (movement/forced.MOVES)."""

    fall_back: Callable[[FucilieriGame, Unit, Unit | None], Procedure[None]]
    flee: Callable[[FucilieriGame, Unit], Procedure[None]]


class Due(NamedTuple):
    """A reaction test that a unit must take now."""

    unit: str
    cause: str
    difference: int = 0
    struck: str = FRONT
    enemies: tuple[str, ...] = ()


def settle(g: FucilieriGame, due: Sequence[Due], moves: Moves) -> Procedure[dict[str, str]]:
    """All tests due, those for losses by fire and for leaders killed found by themselves; the results, by unit.

    Units in flight run at once, engaged ones that fall back for another cause than combat or a charge break contact
    with a move (fucilieri.4.2.10); who is beaten in combat is moved by who calls this. Contagion follows (.4.2.9).
    """
    results: dict[str, str] = {}
    waiting = _all_due(g.state, due)
    while waiting:
        yield from _in_order(g, waiting, moves, results)
        waiting = contagion(g.state)
    return results


def settle_fright(g: FucilieriGame, moves: Moves) -> Procedure[None]:
    """What units that have taken to flight or been dispersed cause in others, and tests for leaders killed."""
    yield from settle(g, (), moves)


def _all_due(s: State, due: Sequence[Due]) -> list[Due]:
    """One test a unit and cause; a leader killed asks for none where one for losses or combat is due (.4.2.8)."""
    found = list(dict.fromkeys(due))
    tested = {one.unit for one in found if one.cause in (LOSSES, COMBAT)}
    for unit in s.on_table:
        if IS_AT_NEW_QUARTER.is_on(unit) and unit.id not in tested:
            IS_AT_NEW_QUARTER.clear(unit)
            if not TESTED_IN.is_on(unit, s.phase):
                found.append(Due(unit.id, LOSSES))
                tested.add(unit.id)
        if HAS_LOST_LEADER.is_on(unit):
            HAS_LOST_LEADER.clear(unit)
            if unit.id not in tested and not TESTED_IN.is_on(unit, s.phase):
                found.append(Due(unit.id, LEADER))
        if unit.id not in tested:
            HIT_BY.clear(unit)
    return found or contagion(s)


def contagion(s: State) -> list[Due]:
    """Unengaged friends near where a unit stood that has fled or was dispersed, of no higher quality (.4.2.5)."""
    found: list[Due] = []
    for scare in SCARE.all(s):
        seat = s.units[scare.unit].seat
        for unit in near(s, scare.place, s.tables.distances.contagion, seat):
            is_calm = is_engaged(unit) or unit.quality.rank > scare.rank or AFRAID_IN.is_on(unit, s.phase)
            if not is_calm:
                AFRAID_IN.put(unit, s.phase)
                found.append(Due(unit.id, CONTAGION))
    SCARE.clear(s)
    return found


def in_execution_order(s: State) -> list[Command]:
    """The commands from the lowest counter to the highest, those without one last (fucilieri.3.1.1.3, .3.1.1.4)."""
    return sorted(s.commands.values(), key=lambda one: one.execution or WITHOUT_COUNTER)


def _in_order(g: FucilieriGame, due: list[Due], moves: Moves, results: dict[str, str]) -> Procedure[None]:
    """Command by command, within one as its owner likes (fucilieri.4.2.9)."""
    for id in [one.id for one in in_execution_order(g.state)]:
        waiting = [one for one in due if g.state.units[one.unit].command == id]
        while waiting:
            waiting = [one for one in waiting if g.state.units[one.unit].is_on]
            if not waiting:
                break
            chosen = waiting[0]
            if order_matters(g.state, [g.state.units[one.unit] for one in waiting]):
                options = [
                    Option(TEST, {"unit": one.unit, "cause": one.cause}, ("fucilieri.4.2.9",)) for one in waiting
                ]
                seat = g.state.commands[id].seat
                answer = yield Decision(seat, TEST, options, {"command": id}, ("fucilieri.4.2.9",))
                chosen = next(one for one in waiting if (one.unit, one.cause) == (answer["unit"], answer["cause"]))
            waiting.remove(chosen)
            yield from _test(g, chosen, moves, results)


def order_matters(s: State, units: Sequence[Unit]) -> bool:
    """Whether one's test may change another's: it supports him, or would run through him (.4.2.4c, .3.2.7.2)."""
    for one in units:
        others = [other for other in units if other is not one]
        if any(other in supporters(s, one) for other in others):
            return True
        far = one.moves.flees or 0
        aside = (OUTWARDS[s.homes[one.seat]] - one.heading) % 3600
        if others and meets_on(s.footing(one), Shift(far, aside), [s.base(other) for other in others], s.field.slack):
            return True
    return False


def _test(g: FucilieriGame, due: Due, moves: Moves, results: dict[str, str]) -> Procedure[None]:
    s = g.state
    unit = s.units[due.unit]
    enemies = [s.units[id] for id in due.enemies]
    if due.cause in (LOSSES, COMBAT):
        TESTED_IN.put(unit, s.phase)
    result = reaction_test(g, unit, due.cause, difference=due.difference, struck=due.struck, enemies=enemies)
    results[unit.id] = result
    yield from follow_up(g, unit, moves, falls_back=due.cause != COMBAT)


def follow_up(g: FucilieriGame, unit: Unit, moves: Moves, *, falls_back: bool = True) -> Procedure[None]:
    """What it does at once: it flees (.3.2.8.1), or breaks contact falling back (.4.2.10, .3.7.29)."""
    if unit.where == FLEEING:
        yield from moves.flee(g, unit)
    elif falls_back and unit.is_on and unit.is_falling_back and is_engaged(unit):
        yield from moves.fall_back(g, unit, None)
