"""Events of order and morale: tests, states, losses, generals hit."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Place, Rules
from alfiere.kernel.event import Event, Tally


class MoraleTested(Event):
    """A morale test: the die, what was added to it, and what the table says."""

    units: Ids
    column: str  # voluntary or reaction
    tally: Tally
    roll: int
    score: int
    result: str
    rules: Rules = ()


class StateChanged(Event):
    """A unit is in another state of order than before."""

    units: Ids
    state: str
    why: str
    rules: Rules = ()


class Lost(Event):
    """A base has suffered a permanent loss; so many it has now."""

    unit: str
    losses: int
    how: str  # fire, melee or other
    rules: Rules = ()


class GeneralTested(Event):
    """A die for a general whose unit has suffered a loss."""

    general: str
    roll: int
    killed: bool
    rules: Rules = ()


class GeneralMoved(Event):
    """A general seeks refuge with another unit."""

    general: str
    to: Place
    unit: str
    rules: Rules = ()


class GeneralLost(Event):
    """A general is killed, or removed."""

    general: str
    how: str
    rules: Rules = ()


class OrderLost(Event):
    """A division has lost its order."""

    division: str
    rules: Rules = ()
