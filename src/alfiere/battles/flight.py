"""Flight: the way to an edge of the table, round what is in the way, and how much of it one move leads along."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import combinations
from math import atan2, pi
from typing import Final, NamedTuple

from alfiere.table.barriers import BASE, ZONE
from alfiere.table.goals import ContactGoal
from alfiere.table.least_way import kept_off, least_left
from alfiere.table.measuring import FINE, holds, point_to_segment, segment_to_segment
from alfiere.table.places import as_far_as, cut_short
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point, edges

Trips = Callable[[int], Journey]  # who flees, on a journey of so much at the most
Spot = tuple[float, float]
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
    """The shortest way to an edge, looked for with ever larger allowances; who is shut in does not look for long.

    An allowance that is less than the way round those who stand together is not tried: it would be work for nothing.
    """
    first, *others = allowances
    way = trips(first).contact(edge)
    if isinstance(way, Way):
        return way
    whole = trips(allowances[-1])
    if is_shut_in(whole, edge):
        return None
    least = least_left(whole, ContactGoal(whole, edge), whole.allowance * FINE, with_bases=True)
    for most in others:
        if least is None or least.left(whole.start, most * FINE) <= most * FINE:
            way = trips(most).contact(edge, least)
            if isinstance(way, Way):
                return way
    return None


def is_shut_in(trip: Journey, edge: Outline) -> bool:
    """Whether bases, their zones and the other edges certainly bar every way of a disc to an edge.

    So they do if it stands in the midst of another base. Else the stretches it has to keep off hang together where it
    does not fit between them; if some of them lead all round the start, it does not come out. Whatever lets it pass
    under some condition counts as nothing, so that nobody is shut in who has a way.
    """
    if not trip.is_disc:
        return False
    if _is_amid(trip):
        return True
    found = [Stretch((ax, ay), (bx, by), keep) for ax, ay, bx, by, keep in _certain(trip)]
    west, north, east, south = trip.bounds
    corners = ((west, north), (east, north), (east, south), (west, south))
    for corner, after in zip(corners, (*corners[1:], corners[0]), strict=True):
        middle = (corner[0] + after[0]) // 2, (corner[1] + after[1]) // 2
        is_goal = _is_within(middle, edge.points[0], edge.points[1], trip.core.radius + 1)
        if not is_goal and not _is_within(trip.start, corner, after, 1):
            found.append(Stretch(corner, after, 1))
    joined: dict[int, list[tuple[int, float]]] = {number: [] for number in range(len(found))}
    for (first, one), (second, other) in combinations(enumerate(found), 2):
        between = _between(one, other)
        if between is not None:
            turn = _turn(trip.start, one.middle, between) + _turn(trip.start, between, other.middle)
            joined[first].append((second, turn))
            joined[second].append((first, -turn))
    return _goes_round(joined)


def _is_amid(trip: Journey) -> bool:
    """Whether its middle is in the midst of another base, whose sides no way leads across."""
    bases = {bar.outline.points for *_, bar in trip.sides if bar.reason == BASE and len(bar.outline.points) > 2}
    return any(
        holds(points, *trip.start) and not any(_is_within(trip.start, *side, 0) for side in edges(points))
        for points in bases
    )


class Stretch(NamedTuple):
    """Something that the middle of a disc comes no nearer to than this."""

    start: Point
    end: Point
    keep: int

    @property
    def middle(self) -> Spot:
        """Half way along it."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2


def _certain(trip: Journey) -> Iterator[tuple[int, int, int, int, int]]:
    """The sides of bases and zones that bar it whatever it does, and how far off: not those it starts too near to."""
    for side in trip.sides:
        _, _, _, _, ax, ay, bx, by, keep, bar = side
        if bar.reason in (BASE, ZONE) and not bar.stops:
            off = kept_off(trip, side, keep - trip.field.slack)
            if not _is_within(trip.start, (ax, ay), (bx, by), off):
                yield ax, ay, bx, by, off


def _is_within(place: Point, one: Point, other: Point, far: int) -> bool:
    """Whether a place is no farther than this from a stretch."""
    square, over = point_to_segment(*place, *one, *other)
    return square <= far * far * over


def _between(one: Stretch, other: Stretch) -> Spot | None:
    """A place too near to both; None if a disc fits between them."""
    far = one.keep + other.keep
    if (
        min(one.start[0], one.end[0]) - far > max(other.start[0], other.end[0])
        or min(other.start[0], other.end[0]) - far > max(one.start[0], one.end[0])
        or min(one.start[1], one.end[1]) - far > max(other.start[1], other.end[1])
        or min(other.start[1], other.end[1]) - far > max(one.start[1], one.end[1])
    ):
        return None
    square, over = segment_to_segment(one.start, one.end, other.start, other.end)
    if square >= far * far * over:
        return None
    pairs: list[tuple[Spot, Spot]] = [(near, _foot(near, other)) for near in (one.start, one.end)]
    pairs += [(_foot(near, one), near) for near in (other.start, other.end)]
    (ax, ay), (bx, by) = min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)
    if (ax - bx) ** 2 + (ay - by) ** 2 >= far * far:
        return None  # they cross in their midst, as sides of bases hardly ever do
    share = one.keep / far
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _foot(place: Point, on: Stretch) -> Spot:
    """The place on a stretch that is nearest to another."""
    (ax, ay), (bx, by) = on.start, on.end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return ax + along * (bx - ax), ay + along * (by - ay)


def _turn(eye: Point, one: Spot, other: Spot) -> float:
    """By how much somebody turns who looks from one place to another."""
    (ax, ay), (bx, by) = ((x - eye[0], y - eye[1]) for x, y in (one, other))
    return atan2(ax * by - ay * bx, ax * bx + ay * by)


def _goes_round(joined: dict[int, list[tuple[int, float]]]) -> bool:
    """Whether one comes back to the same stretch with a whole turn more or less."""
    turned: dict[int, float] = {}
    for first in joined:
        waiting = [] if first in turned else [first]
        turned.setdefault(first, 0.0)
        while waiting:
            here = waiting.pop()
            for other, turn in joined[here]:
                if other not in turned:
                    turned[other] = turned[here] + turn
                    waiting.append(other)
                elif abs(turned[here] + turn - turned[other]) > pi:
                    return True
    return False


def at_most(trip: Journey, way: Way, most: int) -> Way:
    """No more of a way than this, roundings included."""
    for length in (most, most - 1):
        if way.length > most:
            way = cut_short(trip, way.points, max(0, length))
    return way
