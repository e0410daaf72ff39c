"""Events of victory: places taken, objectives reached, an army beaten."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Rules
from alfiere.kernel.event import Event


class PlaceTaken(Event):
    """A side holds a place that it did not hold before."""

    place: str
    seat: str
    rules: Rules = ()


class ObjectiveReached(Event):
    """A side has reached an objective; the cohesion of the other falls by so much."""

    seat: str
    places: tuple[str, ...]
    cohesion: int
    rules: Rules = ()


class BattleEnded(Event):
    """The battle is over: who has won, why, and what is left of each army's cohesion (11.9: known at last)."""

    winner: str
    reason: str
    red: int
    blue: int
    rules: Rules = ()
