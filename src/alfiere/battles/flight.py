"""Flight: the way to an edge of the table, round what is in the way, and how much of it one move leads along."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from alfiere.table.places import as_far_as, cut_short
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point

Trips = Callable[[int], Journey]  # who flees, on a journey of so much at the most
REMEMBERED: Final = 512

# The same flight is asked about when it is offered, weighed and run: the last ways found, by all that they depend on.
_found: dict[Hashable, tuple[Way | None]] = {}


def way_to_edge(
    trips: Trips, start: Point, edge: str, size: tuple[int, int], keep: int, detours: tuple[int, ...]
) -> Way:
    """The shortest legal way from a place to an edge of a table of this size; where there is none, straight at it.

    ``keep``: how near its middle comes. ``detours``: how much longer ways are looked for first, for a short one is
    found the sooner the less ground is looked at.
    """
    (x, y), (wide, deep) = start, size
    edges: dict[str, tuple[Point, Point, Point]] = {
        "north": ((x, keep), (0, 0), (wide, 0)),
        "south": ((x, deep - keep), (0, deep), (wide, deep)),
        "west": ((keep, y), (0, 0), (0, deep)),
        "east": ((wide - keep, y), (wide, 0), (wide, deep)),
    }
    straight, one, other = edges[edge]
    far = abs(straight[0] - x) + abs(straight[1] - y)  # one of them is nothing
    trip = trips(far + 1)
    if trip.straight(*straight) is None:
        return trip.way_of((trip.start, straight))
    key = (edge, detours, _all_about(trips(wide + deep)))
    known = _found.get(key)
    if known is None:
        known = (_way_round(trips, Outline((one, other)), (*(far + more for more in detours), wide + deep)),)
        if len(_found) >= REMEMBERED:
            _found.clear()
        _found[key] = known
    return known[0] or as_far_as(trip, *straight)


def _all_about(trip: Journey) -> Hashable:
    """Whatever makes a difference to the ways of a journey."""
    bars = tuple((*side[:-1], side[-1].reason, side[-1].by) for side in trip.sides)
    return trip.field, trip.going, trip.mover, bars


def _way_round(trips: Trips, edge: Outline, allowances: tuple[int, ...]) -> Way | None:
    """The shortest way to an edge, looked for with ever larger allowances."""
    for most in allowances:
        way = trips(most).contact(edge)
        if isinstance(way, Way):
            return way
    return None


def at_most(trip: Journey, way: Way, most: int) -> Way:
    """No more of a way than this, roundings included."""
    for length in (most, most - 1):
        if way.length > most:
            way = cut_short(trip, way.points, max(0, length))
    return way
