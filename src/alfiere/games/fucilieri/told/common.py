"""Events of every chapter: units that stand elsewhere."""

from __future__ import annotations

from alfiere.kernel.event import Event

Rules = tuple[str, ...]
Place = tuple[int, int, int]
Ids = tuple[str, ...]


class UnitMoved(Event):
    """A unit has moved, or was made to: its way by places of its centre, and how it stands now."""

    unit: str
    start: Place
    to: Place
    path: tuple[tuple[int, int], ...]
    formation: str
    how: str
    rules: Rules = ()
