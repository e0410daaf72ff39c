"""Events of movement: which formation is moved, commanders on the way, reinforcements."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Place, Rules
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event


class FormationMoves(Event):
    """A side moves one of its brigades or divisions."""

    seat: Seat
    group: str
    rules: Rules = ()


class CommanderRode(Event):
    """A commander has moved, and is attached to a unit, or to none."""

    commander: str
    start: Place
    to: Place
    unit: str
    rules: Rules = ()


class Arrived(Event):
    """A reinforcement comes onto the table."""

    who: str
    at: Place
    rules: Rules = ()
