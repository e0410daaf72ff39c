"""What happens in the chapter of events: cards drawn, strangers who come and go, water, blasts, wine."""

from __future__ import annotations

from typing import ClassVar

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event, Tally
from alfiere.table.shapes import Point

Rules = tuple[str, ...]


class EventDrawn(Event):
    """The card or the number that decides what a marker hides."""

    figure: str
    by: str  # card or die
    number: int
    suit: str
    rules: Rules = ("cappa.7.1.1c",)


class MarkerPlaced(Event):
    """A player has set out an event marker."""

    seat: Seat
    to: Point
    rules: Rules = ("cappa.7.1b", "cappa.7.1.h2")


class MarkerSeen(Event):
    """Somebody has learned what a marker hides; only his side knows."""

    secret: ClassVar[tuple[str, ...]] = ("event",)
    seat: Seat
    figure: str
    at: Point
    event: str
    rules: Rules = ("cappa.7.2ab",)


class Vanished(Event):
    """A character whom an event had brought is gone again."""

    figure: str
    rules: Rules = ("cappa.7.2.h14",)


class FoundLying(Event):
    """Somebody famous lies where the marker was (cappa.7.2u)."""

    figure: str
    to: Point
    rules: Rules = ("cappa.7.2u",)


class Baffled(Event):
    """What an event does to its finder: PA lost, on the ground, or both."""

    figure: str
    effect: str  # pa, prone, both; saddle if riders keep their seats
    rules: Rules = ("cappa.7.2b",)


class Exploded(Event):
    """A stock of powder blows up: the dice, whom it hit, against which armour each second die was rolled."""

    at: Point
    tally: Tally
    dice: tuple[int, ...]
    hit: tuple[str, ...]
    armour: tuple[Tally, ...]
    damage: tuple[int, ...]
    wounded: tuple[str, ...]
    rules: Rules = ("cappa.7.2q", "cappa.7.2.h5")


class FiredFromHiding(Event):
    """Skirmishers whom nobody sees have fired and are gone."""

    figure: str
    tally: Tally
    dice: tuple[int, ...]
    armour: Tally
    damage: tuple[int, ...]
    wounds: int
    rules: Rules = ("cappa.7.2y", "cappa.7.2.h9")


class WaterChanged(Event):
    """A watercourse is in flood, dry, can be waded, or a hidden ford is found."""

    figure: str
    how: str
    rules: Rules = ("cappa.7.2v",)


class Bolted(Event):
    """A loose animal runs."""

    thing: str
    start: Point
    to: Point
    rules: Rules = ("cappa.7.2.h1",)


class CaughtAt(Event):
    """Somebody tries to catch an animal."""

    figure: str
    thing: str
    roll: int
    mi: int
    caught: bool
    rules: Rules = ("cappa.7.2.h12",)


class Drank(Event):
    """Somebody has drunk of what an event has brought."""

    figure: str
    what: str  # wine or provisions
    rules: Rules = ("cappa.7.2ac", "cappa.7.2.h11")


class NewsLearned(Event):
    """Somebody knows something from now on."""

    figure: str
    news: str
    rules: Rules = ("cappa.2.2.1.h7",)


class NewsBrought(Event):
    """Somebody has carried news off the table."""

    figure: str
    seat: Seat
    news: str
    rules: Rules = ("cappa.2.2.1.h7", "cappa.4.h2")


class Confessed(Event):
    """Somebody has told another all he knows."""

    figure: str
    target: str
    confession: str
    rules: Rules = ("cappa.2.2.1.h7",)
