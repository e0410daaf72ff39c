"""Events of influence and of the command test."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Rules
from alfiere.kernel.event import Event, Tally


class InfluenceTested(Event):
    """A leader tries to influence his unit: the die, what was added, and what he may not exceed."""

    leader: str
    unit: str
    tally: Tally
    roll: int
    score: int
    cv: int
    result: str  # success, failure, total-failure
    rules: Rules = ()


class CommandTested(Event):
    """The test of a command: why, the die, what was added, what the table says."""

    command: str
    reasons: tuple[str, ...]
    tally: Tally
    roll: int
    score: int
    result: str
    rules: Rules = ()


class CommandFled(Event):
    """A command is gone with its leader."""

    command: str
    rules: Rules = ()
