"""Events of victory."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Rules
from alfiere.kernel.event import Event


class PlaceTaken(Event):
    """A side holds a place now."""

    place: str
    seat: str
    rules: Rules = ()


class ArmyCollapsed(Event):
    """An army has too few units or commands left: it is beaten."""

    seat: str
    units: int  # in play
    original: int
    rules: Rules = ()


class BattleEnded(Event):
    """The end: a seat or «nobody» has won, what decided it, and the points of both."""

    winner: str
    reason: str
    red: int
    blue: int
    is_great: bool
    rules: Rules = ()


class TrainMoved(Event):
    """A train of the convoy goes on along its road."""

    train: int
    rules: Rules = ()


class TrainSaved(Event):
    """A train of the convoy has left the table."""

    train: int
    rules: Rules = ()


class TrainTaken(Event):
    """A train of the convoy is captured."""

    train: int
    seat: str
    rules: Rules = ()


class SluiceShut(Event):
    """Somebody has shut a sluice: the water falls."""

    place: str
    seat: str
    rules: Rules = ()
