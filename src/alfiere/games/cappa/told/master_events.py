"""What a Game Master decides: whether the table of events is known, how hard an improvised attack is, what it does."""

from __future__ import annotations

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

Rules = tuple[str, ...]


class TableKept(Event):
    """The players know the table of events, or they do not."""

    seat: Seat
    is_open: bool
    rules: Rules = ("cappa.7.3b",)


class Ruled(Event):
    """By how much an improvised attack is easier or harder than the table has it."""

    seat: Seat
    figure: str
    what: str
    add: int
    rules: Rules = ("cappa.2.2.3a",)


class RuledResult(Event):
    """What an improvised attack that has succeeded does: what the table says of this one or of another."""

    seat: Seat
    figure: str
    target: str
    what: str
    rules: Rules = ("cappa.2.2.3a",)
