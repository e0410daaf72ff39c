"""Events of fire."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Rules
from alfiere.kernel.event import Event, Tally


class VolleyNamed(Event):
    """A unit will fire at somebody; all name their targets before any die is rolled."""

    unit: str
    target: str
    face: str
    rules: Rules = ()


class VolleyFired(Event):
    """A volley: how many dice and why, what hits, what they show."""

    unit: str
    target: str
    band: str
    dice: Tally
    needed: int
    aim: Tally
    rolls: tuple[int, ...]
    hits: int
    is_closing: bool
    rules: Rules = ()
