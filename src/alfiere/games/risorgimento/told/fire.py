"""Events of chapters D, F and E.9: volleys."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Rules
from alfiere.kernel.event import Event, Tally


class VolleyFired(Event):
    """One or several units have fired at another: with how many points, at what range, and what came of it."""

    units: tuple[str, ...]
    edges: tuple[str, ...]  # what each fired from
    target: str
    phase: str
    points: int
    band: str
    tally: Tally
    roll: int  # 0 where no die decided
    losses: int
    rules: Rules = ()


class FireDeclared(Event):
    """A unit will fire at another; all fire together when both sides have decided."""

    unit: str
    target: str
    together: str  # with whom, or ""
    rules: Rules = ()
