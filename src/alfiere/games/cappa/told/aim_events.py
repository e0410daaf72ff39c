"""What is told of objectives that take their time, and of things that somebody gives up."""

from __future__ import annotations

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

Rules = tuple[str, ...]


class Rested(Event):
    """A side has been in a house for a whole turn, undisturbed."""

    seat: Seat
    house: str
    rules: Rules = ("cappa.3.1.1a",)


class Sheltered(Event):
    """Somebody was carried under a roof where he is safe."""

    figure: str
    other: str
    house: str
    rules: Rules = ("cappa.3.1.1a",)


class Granted(Event):
    """The owner gives something up: his visitor's side may take it."""

    figure: str
    thing: str
    rules: Rules = ("cappa.2.2.1.h7",)
