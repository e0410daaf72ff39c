"""Events of fire: volleys, and shots that fell short."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Rules
from alfiere.kernel.event import Event, Tally


class VolleyFired(Event):
    """A unit has fired at another; for each base that fired the base it hit, both dice and the damages."""

    units: Ids
    target: Ids
    how: str  # fire, reply, engaged or charge
    band: str  # that of the nearest
    bases: Ids
    aimed_at: Ids
    tallies: tuple[Tally, ...]
    rolls: tuple[int, ...]
    covers: tuple[int, ...]
    defences: tuple[int, ...]
    each: tuple[int, ...]
    damages: int
    rules: Rules = ()


class ShotInVain(Event):
    """Fire at a unit that the measuring shows to be beyond range or sector: it is spent."""

    units: Ids
    target: Ids
    why: str
    rules: Rules = ()
