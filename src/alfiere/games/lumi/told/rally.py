"""Events of the end of a turn: the cohesion of brigades, recovery."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Rules
from alfiere.kernel.event import Event, Tally


class BrigadeTested(Event):
    """The cohesion of a brigade: the die, what was added to it, and what the table says."""

    brigade: str
    tally: Tally
    roll: int
    score: int
    result: str  # passed, wavers, shaken, in rout
    rules: Rules = ()


class RecoveryTested(Event):
    """A unit tries to recover by one state."""

    units: Ids
    tally: Tally
    roll: int
    need: int
    passed: bool
    rules: Rules = ()
