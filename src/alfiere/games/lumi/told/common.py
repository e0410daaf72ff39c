"""Events of every chapter: bases that stand elsewhere, or are gone."""

from __future__ import annotations

from alfiere.kernel.event import Event

Rules = tuple[str, ...]
Place = tuple[int, int, int]
Ids = tuple[str, ...]


class BaseMoved(Event):
    """A base has moved, or was made to: its way by places of its centre, and how it stands now."""

    unit: str
    start: Place
    to: Place
    path: tuple[tuple[int, int], ...]
    formation: str
    how: str
    rules: Rules = ()


class BaseRemoved(Event):
    """A base is eliminated."""

    unit: str
    how: str
    rules: Rules = ()
