"""Events of every chapter: a turn, a phase, a test, a unit that stands elsewhere."""

from __future__ import annotations

from alfiere.kernel.event import Event, Tally

Rules = tuple[str, ...]
Place = tuple[int, int, int]


class Tested(Event):
    """A d10 that must not exceed a number: what was added to it, what it had to stay within."""

    unit: str
    test: str
    tally: Tally  # what is added to the die
    roll: int
    need: int
    passed: bool
    rules: Rules = ()


class UnitMoved(Event):
    """A unit has moved, or was made to: its way by places of its centre, and how it stands now."""

    unit: str
    start: Place
    to: Place
    path: tuple[tuple[int, int], ...]
    formation: str
    how: str  # move, charge, counter-charge, evade, retire, rout, advance, pursue, align, arrive
    rules: Rules = ()


class UnitRemoved(Event):
    """A unit leaves the table for good."""

    unit: str
    how: str
    rules: Rules = ()
