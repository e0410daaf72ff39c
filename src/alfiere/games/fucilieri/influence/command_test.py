"""Chapter 3.7, round 7: commands that must test do so in the order of their execution counters."""

from __future__ import annotations

from functools import partial

from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.dice import D6, roll
from alfiere.games.fucilieri.morale.leaders_lost import RAISED, is_condottiero_lost, lose_leader, lose_musicians
from alfiere.games.fucilieri.morale.obliging import COMMAND_LOST, HALF_LOST, STILL_TO_ENTER, oblige_army
from alfiere.games.fucilieri.morale.obliging import oblige as oblige
from alfiere.games.fucilieri.morale.settle import follow_up, in_execution_order, settle
from alfiere.games.fucilieri.morale.units_lost import lose_unit
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.sheets.tables import row
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import (
    DESTROYED,
    FLED_COMMAND,
    PRESENT,
    TAKEN_OVER,
    WITHDRAWN_COMMAND,
    Command,
)
from alfiere.games.fucilieri.state.leader import FLED, GONE
from alfiere.games.fucilieri.state.unit import FLEEING, LOST
from alfiere.games.fucilieri.told.influence import CommandFled, CommandTested
from alfiere.games.fucilieri.told.morale import LeaderLost
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

FLEES, NONE = "flees", "none"


def command_tests(g: FucilieriGame) -> Procedure[None]:
    """Round 7: each command at its place, by the counters drawn in round 1 (fucilieri.3.7.1, .3.7.1b)."""
    s = g.state
    if not s.step:
        s.queue, s.step = [one.id for one in in_execution_order(s)], 1
    yield from one_after_another(g, partial(_place, g))


def _place(g: FucilieriGame, id: str) -> Procedure[None]:
    """Its reasons are spent when its place has come, whether it can test or not (fucilieri.3.7.9)."""
    s = g.state
    command = s.commands[id]
    reasons = due(s, command)
    command.reasons = []
    if not s.units_of(id) and not command.is_condottiero:
        _leave_without_units(g, command)
    elif reasons:
        yield from command_test(g, command, reasons)


def due(s: State, command: Command) -> tuple[str, ...]:
    """Why a command tests in this round 7; nothing: it does not (fucilieri.3.7.3-3.7.8b)."""
    if command.fate in (FLED_COMMAND, TAKEN_OVER) or not command.original:
        return ()
    if not s.units_of(command.id) and not (command.is_condottiero and s.leader_of(command.id) is not None):
        return ()
    part, whole = s.tables.numbers.half_units_lost
    lost = sum(1 for one in s.units.values() if one.command == command.id and one.where in (LOST, FLEEING))
    has_lost_half = lost * whole >= command.original * part
    return (*command.reasons, *((HALF_LOST,) if has_lost_half else ()))


def _leave_without_units(g: FucilieriGame, command: Command) -> None:
    """A general whose last unit is gone leaves the table, neither killed nor fled (fucilieri.3.7.8)."""
    s = g.state
    if any(one.where in STILL_TO_ENTER for one in s.units.values() if one.command == command.id):
        return
    if command.fate == PRESENT:  # its last unit has withdrawn
        command.fate = WITHDRAWN_COMMAND
    leader = s.leader_of(command.id)
    if leader is None:
        return
    leader.where, leader.joined = GONE, ""
    command.initiative = 0
    g.tell(LeaderLost(leader.id, GONE, ("fucilieri.3.7.8",)))
    lose_musicians(g, leader)


def tally(s: State, command: Command) -> Tally:
    """What is added to the die: the CV of a leader who is present, and the modifiers (fucilieri.3.7.11-3.7.21)."""
    found, lines, seat = Tally("command"), s.tables.modifiers.command, command.seat
    leader = s.leader_of(command.id)
    if leader is not None:
        found.add(leader.cv, "cv", "fucilieri.3.7.11")
    own = [one for one in s.leaders.values() if one.seat == seat]
    lost = sum(1 for one in s.commands.values() if one.seat == seat and one.fate in (FLED_COMMAND, DESTROYED))
    lost_leaders = [s.condottiero(seat), s.leaders[command.leader]]
    circumstances: dict[str, int] = {
        "speech-positive": s.speech[seat] > 0,
        "charismatic-character": any(one.is_charismatic and one.is_on for one in own),
        "standard-raised": s.standard[seat] == RAISED,
        "speech-negative": s.speech[seat] < 0,
        "command-lost": lost,
        "condottiero-lost": is_condottiero_lost(s, seat),
        "charismatic-leader-lost": any(one.is_lost and one.is_charismatic for one in lost_leaders),
    }
    for name, times in circumstances.items():
        if times:
            lines.count(name, found, int(times))
    return found


def command_test(g: FucilieriGame, command: Command, reasons: tuple[str, ...]) -> Procedure[None]:
    """The test of a command and what it brings to its units (fucilieri.3.7.2, .3.7.10)."""
    s = g.state
    added, die = tally(s, command), roll(g, command.seat)
    found = row(s.tables.command, die + added.total)
    rules = ("fucilieri.3.7.10", found.rule)
    g.tell(CommandTested(command.id, reasons, added, die, die + added.total, found.result, rules))
    if found.result == FLEES:
        _flee(g, command)
    elif found.conditions:
        for unit in s.units_of(command.id):
            worsen(g, unit, found.conditions, found.rule)
            yield from follow_up(g, unit, MOVES)  # engaged, it breaks contact falling back, fucilieri.3.7.29
    yield from settle(g, (), MOVES)


def _flee(g: FucilieriGame, command: Command) -> None:
    """The leader, all units and with him all individual characters of the command are removed (.3.7.26, .3.7.27)."""
    s = g.state
    leader = s.leader_of(command.id)
    command.fate = FLED_COMMAND
    g.tell(CommandFled(command.id, ("fucilieri.3.7.26",)))
    if leader is not None:
        lose_leader(g, leader, FLED, "fucilieri.3.7.26")
        for one in s.leaders.values():
            if one.command == command.id and one.is_on:
                lose_leader(g, one, FLED, "fucilieri.3.7.27")
    for unit in (*s.units_of(command.id), *s.fleeing_of(command.id)):
        lose_unit(g, unit, "fled", "fucilieri.3.7.26")  # nobody is frightened, fucilieri.3.7.31
    oblige_army(s, command.seat, COMMAND_LOST, but=command.id)


def prospect(s: State, command: Command) -> Prospect:
    """How likely a command test has no effect (fucilieri.3.7.22)."""
    added = tally(s, command)
    need = next(one.least for one in s.tables.command if one.result == NONE)
    odds = yes_or_no(1 - at_most(need - 1 - added.total, D6))
    return Prospect("command", command.id, (added,), odds, odds, "passed")
