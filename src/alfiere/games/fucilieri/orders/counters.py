"""Chapter 3.1.1: who acts when. Execution counters are drawn for commands, initiative is rolled for by leaders."""

from __future__ import annotations

from typing import Final

from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import IS_ENTERING, PRESENT, Command
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.told.orders import ExecutionDrawn, InitiativeRolled, InitiativeSet, TieRolled

TIED: Final = "fucilieri.3.1.1.7"
LATE: Final = "fucilieri.3.1.1.4"


def draw_execution(g: FucilieriGame) -> None:
    """A counter out of the cup for each command that is on the table (fucilieri.3.1.1.2, .3.1.1.3)."""
    s = g.state
    for one in s.commands.values():
        one.execution = 0
    there = on_table(s)
    cup = list(range(1, len(there) + 1))
    for command in there:
        command.execution = cup.pop(g.pick(tuple(cup), command.seat, "counter"))
    rules = ("fucilieri.3.1.1.1", "fucilieri.3.1.1.2")
    g.tell(ExecutionDrawn(tuple(one.id for one in in_execution_order(s)), rules))


def number_late(g: FucilieriGame) -> None:
    """Commands that enter in this turn act after all others, of several the one with the high die first (.3.1.1.4)."""
    s = g.state
    late = [one for one in s.commands.values() if IS_ENTERING.is_on(one) and not one.execution]
    last = max((one.execution for one in s.commands.values()), default=0)
    for number, leader in enumerate(_rolled_apart(g, [s.leaders[one.leader] for one in late], LATE), last + 1):
        s.commands[leader.command].execution = number


def on_table(s: State) -> list[Command]:
    """The commands with a leader on the table, and those without a general that have units there."""
    here = [one for one in s.commands.values() if s.leader_of(one.id) is not None or s.units_of(one.id)]
    return [one for one in here if one.fate == PRESENT or one.is_condottiero]  # without a unit he acts still, .3.7.8b


def in_execution_order(s: State) -> list[Command]:
    """The commands that have a counter, the lowest first (fucilieri.3.1.1.3)."""
    return sorted((one for one in s.commands.values() if one.execution), key=lambda one: one.execution)


def latecomers(s: State) -> list[Command]:
    """The commands that enter in this turn and have no counter (fucilieri.3.1.1.4)."""
    return [one for one in s.commands.values() if IS_ENTERING.is_on(one) and not one.execution]


def place_latecomers(g: FucilieriGame) -> None:
    """They act after all others; several roll for it, the high die first (fucilieri.3.1.1.4)."""
    s = g.state
    last = max((one.execution for one in s.commands.values()), default=0)
    order = _rolled_apart(g, [s.leaders[one.leader] for one in latecomers(s)], LATE)
    for number, leader in enumerate(order, last + 1):
        s.commands[leader.command].execution = number
    g.tell(ExecutionDrawn(tuple(one.id for one in in_execution_order(s)), ("fucilieri.3.1.1.4",)))


def roll_initiative(g: FucilieriGame) -> None:
    """The highest total comes first, then the higher CV, then another roll (fucilieri.3.1.1.6, .3.1.1.7)."""
    s = g.state
    totals: dict[str, int] = {}
    for command in s.commands.values():
        command.initiative = 0
    leaders = [one for one in s.leaders.values() if one.is_commander and one.is_on]
    for leader in leaders:
        die = roll(g, leader.seat)
        totals[leader.id] = die + leader.cv
        g.tell(InitiativeRolled(leader.id, die, totals[leader.id], ("fucilieri.3.1.1.6",)))
    first: dict[tuple[int, int], list[Leader]] = {}
    for leader in leaders:
        first.setdefault((totals[leader.id], leader.cv), []).append(leader)
    order = [one for key in sorted(first, reverse=True) for one in _rolled_apart(g, first[key], TIED)]
    for number, leader in enumerate(order, 1):
        s.commands[leader.command].initiative = number
    g.tell(InitiativeSet(tuple(one.id for one in order), ("fucilieri.3.1.1.5", "fucilieri.3.1.1.7")))


def _rolled_apart(g: FucilieriGame, tied: list[Leader], rule: str) -> list[Leader]:
    """Leaders who are equal in all roll again, the high die first (fucilieri.3.1.1.7, .3.1.1.4)."""
    if len(tied) < 2:
        return tied
    dice = [(roll(g, one.seat), one) for one in tied]
    for die, one in dice:
        g.tell(TieRolled(one.id, die, (rule,)))
    ranks = sorted({die for die, _ in dice}, reverse=True)
    return [one for rank in ranks for one in _rolled_apart(g, [who for die, who in dice if die == rank], rule)]


def by_initiative(s: State) -> list[Leader]:
    """The leaders who have a counter, number 1 first (fucilieri.3.1.1.8)."""
    leaders = [one for one in s.leaders.values() if one.is_commander and one.is_on]
    numbered = [one for one in leaders if s.commands[one.command].initiative]
    return sorted(numbered, key=lambda one: s.commands[one.command].initiative)
