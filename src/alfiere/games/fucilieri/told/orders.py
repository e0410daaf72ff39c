"""Events of round 1: counters, orders and the tests of those who receive them."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Ids, Rules
from alfiere.kernel.event import Event, Tally


class ExecutionDrawn(Event):
    """In which order the commands act in this turn."""

    commands: Ids
    rules: Rules = ()


class InitiativeRolled(Event):
    """What a leader has rolled for his initiative, with his CV."""

    leader: str
    roll: int
    total: int
    rules: Rules = ()


class TieRolled(Event):
    """What a leader who is equal with others in all has rolled again, the high die first."""

    leader: str
    roll: int
    rules: Rules = ()


class InitiativeSet(Event):
    """In which order the leaders act in this turn."""

    leaders: Ids
    rules: Rules = ()


class NewOrdersTested(Event):
    """A general tries to understand a new order: who gives it, the die, what was added, what the list says."""

    command: str
    order: str
    leader: str  # the condottiero, or the general by himself
    tally: Tally
    roll: int
    score: int
    result: str
    rules: Rules = ()


class OrderTaken(Event):
    """A command has another order now."""

    command: str
    order: str
    rules: Rules = ()


class CommandTakenOver(Event):
    """The condottiero takes the units of a command without a general over into his own."""

    command: str
    leader: str
    rules: Rules = ()


class CommandCalled(Event):
    """A command off the table will enter in this turn."""

    command: str
    rules: Rules = ()
