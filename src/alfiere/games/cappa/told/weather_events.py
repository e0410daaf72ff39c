"""What happens by night and fog: the fog lifts or stays, somebody comes into sight, and what nobody has seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

SOMEBODY = "somebody"
ALL = "*"  # in the place of field names: the whole event
NOTHING = "-"  # the same, and not even that there was one


class HiddenFound(Event):
    """A move stops before somebody who was hidden there."""

    figure: str
    enemy: str
    at: tuple[int, int]
    rules: tuple[str, ...] = ("cappa.9.5.1.h3",)


class Sighted(Event):
    """A side sees characters it did not see before."""

    seat: Seat
    figures: tuple[str, ...]
    rules: tuple[str, ...] = ("cappa.9.5c",)


class SkyTold(Event):
    """Light and weather of the turn, how far one sees, and the d6 that was rolled for fog, or none."""

    light: str
    weather: str
    length: int
    roll: int | None
    rules: tuple[str, ...] = ("cappa.9.5e", "cappa.9.5.3b")


class Unseen(Event):
    """Something that not everybody has seen; to a seat that has not, its fields are empty, or all of it is."""

    seat: Seat  # whose doing it is
    event: Event
    veiled: Mapping[Seat | None, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[str, ...] = ("cappa.9.5.1.h3",)

    def is_told_to(self, seat: Seat | None) -> bool:
        return NOTHING not in self.veiled.get(seat, ())

    def is_veiled_from(self, seat: Seat | None) -> bool:
        return ALL in self.veiled.get(seat, ())

    def seen_by(self, seat: Seat | None) -> dict[str, Any]:
        """The event itself as far as this seat knows it."""
        veiled = self.veiled.get(seat, ())
        if ALL in veiled or NOTHING in veiled:
            return {"key": self.key, "rules": list(self.rules)}
        shown = self.event.seen_by(seat)
        for name in veiled:
            shown[name] = SOMEBODY if isinstance(shown[name], str) else None
        return shown
