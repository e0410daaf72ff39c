"""Events of the set-up and of phase I: who stands where, who holds what, how the armies bear it."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Place, Rules
from alfiere.kernel.event import Event


class Deployed(Event):
    """A unit or commander is set up."""

    who: str
    to: Place
    formation: str  # "" for a commander
    unit: str  # to which a commander is attached
    rules: Rules = ()


class PlaceTaken(Event):
    """A side holds a place that it did not hold before."""

    place: str
    seat: str
    rules: Rules = ()


class PointsCounted(Event):
    """The victory points of both sides at the end of a turn."""

    red: int
    blue: int
    rules: Rules = ()


class ArmyChecked(Event):
    """A d100 that must not be lower than the percentage of an army that is lost or routed."""

    seat: str
    lost: int
    units: int
    percent: int  # rounded down
    roll: int
    beaten: bool
    rules: Rules = ()


class ArmyBeaten(Event):
    """An army is beaten, and how."""

    seat: str
    how: str  # half-lost, roll, ground
    rules: Rules = ()


class BridgeRepaired(Event):
    """A broken bridge is one again."""

    unit: str
    line: str
    rules: Rules = ()


class Withdrew(Event):
    """A unit leaves the table by order; it is not lost."""

    unit: str
    rules: Rules = ()
