"""Chapter 2.3.3, shelter: what it is, the shortest way to it or to one's own edge, how far one flight move leads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import merge
from itertools import pairwise
from math import isqrt

from alfiere.battles import flight
from alfiere.battles.zones import off_edge
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    COVERING,
    COVERING_GROUND,
    WOODS,
    base_of,
    building_at,
    difficult_ground,
    field,
    in_cover,
    radius,
    sees_past_ground,
    vehicles,
)
from alfiere.games.cappa.ground.seeing import gives_himself_away, glimpses, is_dim, watches
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.visibility import known
from alfiere.games.cappa.ground.weather import observation
from alfiere.games.cappa.ground.zones import in_zone_of
from alfiere.games.cappa.movement.movement import cut_at_swamp, may_move, speed, walk
from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.table.measuring import root_up, segments_meet
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point, box

NORTH = "north"  # the edge of who came by none
TOGETHER = 32  # so many places that no straight line leads to are looked for in one search
DETOURS = (3 * UM, 10 * UM)
STEP = UM // 4  # how closely a way is looked along for its first place of shelter
HIDING = (BUILDING, CLOSED_BUILDING, *BLOCKING, "rise", *WOODS)
COVERED = (BUILDING, CLOSED_BUILDING, *COVERING, *COVERING_GROUND)


# What shelter is


def is_shelter(s: SkirmishState, figure: Figure) -> bool:
    """Out of every enemy's sight or in cover against all who see him, and in nobody's zone (cappa.2.3.3.h1).

    Ground and vehicles hide him; another character in the line is no shelter. By night and fog so does the distance,
    and nobody runs from an enemy of whom his side knows nothing (cappa.9.5c).
    """
    enemies = known(s, figure.seat).enemies_of(figure)
    if any(_sees_openly(s, enemy, figure) for enemy in enemies):
        return False
    return not any(in_zone_of(s, figure, enemy) for enemy in enemies)


def _sees_openly(s: SkirmishState, enemy: Figure, figure: Figure) -> bool:
    is_seen = watches if is_dim(s) else sees_past_ground
    return is_seen(s, enemy, figure) and _is_open(s, enemy, figure)


def _is_open(s: SkirmishState, enemy: Figure, figure: Figure) -> bool:
    """Whether neither cover nor a vehicle helps him against one who sees him past the ground."""
    return not in_cover(s, enemy, figure) and (not vehicles(s) or sees(s, enemy, figure, s.figures))


class Lookout:
    """Where somebody would be in shelter. Most places are not, and boxes round the ground alone tell it."""

    def __init__(self, s: SkirmishState, figure: Figure) -> None:
        self.state, self.figure = s, figure
        self.enemies = known(s, figure.seat).enemies_of(figure)
        self.seen_at = observation(s).distance // 2 if is_dim(s) else None  # in a hollow; where he fired even farther
        self.loud = gives_himself_away(s, figure) if is_dim(s) and s.squad_of(figure) is not None else None
        near = radius(figure) + tables().lengths.cover + 2 * tables().lengths.tolerance
        compiled = field(s).terrain.compiled
        self.hiding: list[Rect] = [one.box for one in compiled if one.feature.kind in HIDING]
        self.hiding += [box(one.outline) for one in vehicles(s)]
        self.covers = [(one.box, _grown(one.box, near)) for one in compiled if one.feature.kind in COVERED]

    def is_shelter(self, place: Point) -> bool:
        """Whether he would be in shelter there."""
        return not self.is_bare(place) and self._is_safe(place)

    def is_bare(self, place: Point) -> bool:
        """Whether nothing at all stands between him there and some enemy: the boxes tell it at once."""
        covers = [one for one, (west, north, east, south) in self.covers if _holds(place, west, north, east, south)]
        for number, enemy in enumerate(self.enemies):
            eye = enemy.x, enemy.y
            is_near = self.seen_at is None or _apart(eye, place) <= self.seen_at
            if is_near and not any(_meets_box(eye, place, one) for one in (*covers, *self.hiding)):
                self._ask_first(number)
                return True
        return False

    def _is_safe(self, place: Point) -> bool:
        s, there = self.state, self.figure.at(place)
        is_seen = partial(glimpses, is_loud=self._is_loud(there)) if is_dim(s) else sees_past_ground
        eyes = enumerate(self.enemies)
        exposed = next((n for n, one in eyes if is_seen(s, one, there) and _is_open(s, one, there)), None)
        is_safe = exposed is None and not any(in_zone_of(s, there, enemy) for enemy in self.enemies)
        if exposed is not None:
            self._ask_first(exposed)
        return is_safe

    def _is_loud(self, there: Figure) -> bool:
        """Whether he gives himself away there; of a squad in melee every member does, wherever he is."""
        return gives_himself_away(self.state, there) if self.loud is None else self.loud

    def _ask_first(self, number: int) -> None:
        """Who sees this place sees the next one too, as a rule."""
        if number:
            self.enemies.insert(0, self.enemies.pop(number))


def _holds(place: Point, west: int, north: int, east: int, south: int) -> bool:
    return west <= place[0] <= east and north <= place[1] <= south


def _grown(rect: Rect, by: int) -> Rect:
    west, north, east, south = rect
    return west - by, north - by, east + by, south + by


def _meets_box(start: Point, end: Point, rect: Rect) -> bool:
    """Whether a straight line comes to a box."""
    (ax, ay), (bx, by) = start, end
    west, north, east, south = rect
    if max(ax, bx) < west or min(ax, bx) > east or max(ay, by) < north or min(ay, by) > south:
        return False
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x in (west, east) for y in (north, south)]
    return min(sides) <= 0 <= max(sides)


# The shortest way there


def way_to_shelter(s: SkirmishState, figure: Figure) -> Way | None:
    """The shortest legal way to shelter, none if there is none within 24 um (cappa.2.3.3.h1, cappa.2.3.3.h7).

    Places are tried by their distance; the first that can be reached in a straight line ends the search, for all
    after it are farther away. Those before it that can only be reached round something are sorted by what the walls
    in between make of the way at least, and looked into as long as that is less than what is found already.
    """
    lookout = Lookout(s, figure)
    if not lookout.hiding and not lookout.covers and not is_dim(s):
        return None  # nothing to hide behind
    limit = tables().lengths.shelter
    trip = walk(s, figure, limit)
    best: Way | None = None
    house = building_at(s, figure.x, figure.y)
    round_about: list[tuple[int, Point]] = []
    for place in _spots(s, figure, limit):
        if lookout.is_bare(place) or trip.stands(*place) is not None:
            continue
        is_barred = trip.straight(*place) is not None
        if is_barred and building_at(s, *place) != house:
            continue  # through a door nobody gets without stopping there
        least = _at_least(trip, place) if is_barred else 0
        if least > limit or not lookout.is_shelter(place):
            continue
        if not is_barred:
            best = trip.way_of((trip.start, place))
            break
        round_about.append((least, place))
    by_least = sorted(round_about)
    for first in range(0, len(by_least), TOGETHER):
        most = limit if best is None else best.length - 1
        places = [place for least, place in by_least[first : first + TOGETHER] if least <= most]
        if not places:
            break
        best = trip.way_to_any(places, most) or best
    return None if best is None else _to_first_shelter(lookout, trip, best)


def _at_least(trip: Journey, place: Point) -> int:
    """No way to a place is shorter: round one end or the other of every wall that the straight line would cross."""
    start = trip.start
    least = _apart(start, place)
    for _, _, _, _, ax, ay, bx, by, _, _ in trip.hits(start, place):
        one, other = (ax, ay), (bx, by)
        if one != other and segments_meet(start, place, one, other):
            least = max(least, min(_apart(start, end) + _apart(end, place) for end in (one, other)))
    return least


def _apart(one: Point, other: Point) -> int:
    """Rounded down, so that it is never too much."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _to_first_shelter(lookout: Lookout, trip: Journey, way: Way) -> Way:
    """The way only as far as the first place on it that is shelter, for there he stops (cappa.2.3.3b)."""
    gone = [way.points[0]]
    for start, end in pairwise(way.points):
        length = root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
        for part in range(STEP, length, STEP):
            place = (
                start[0] + (end[0] - start[0]) * part // length,
                start[1] + (end[1] - start[1]) * part // length,
            )
            if lookout.is_shelter(place) and trip.stands(*place) is None and trip.hit(start, place) is None:
                return trip.way_of((*gone, place))
        gone.append(end)
    return way


_GRID: list[tuple[int, int, int]] = []


def _spots(s: SkirmishState, figure: Figure, limit: int) -> Iterator[Point]:
    """Places to look for shelter, the nearest first: all round, closer together close by, and along all cover."""
    x, y = figure.x, figure.y
    wide, deep = s.ground.width, s.ground.depth
    grid = ((square, x + dx, y + dy) for square, dx, dy in _grid(limit))
    seen: Point | None = None
    for _, px, py in merge(grid, sorted(_beside_cover(s, figure, limit))):
        if (px, py) != seen and 0 <= px <= wide and 0 <= py <= deep:
            seen = px, py
            yield seen


def _grid(limit: int) -> list[tuple[int, int, int]]:
    """Every half um close by, every um or two farther away."""
    if not _GRID:
        found = set()
        for reach, step in ((3 * UM, UM // 2), (8 * UM, UM), (limit, 2 * UM)):
            reach = min(reach, limit) // step * step
            found |= {(dx, dy) for dx in range(-reach, reach + 1, step) for dy in range(-reach, reach + 1, step)}
        squares = ((dx * dx + dy * dy, dx, dy) for dx, dy in found)
        _GRID.extend(sorted(one for one in squares if one[0] <= limit * limit))
    return _GRID


def _beside_cover(s: SkirmishState, figure: Figure, limit: int) -> set[tuple[int, int, int]]:
    """Places at both sides of all that gives cover, half a um apart: the strip behind a hedge is narrow."""
    x, y = figure.x, figure.y
    off = radius(figure) + 2 * tables().lengths.tolerance
    found = set()
    for one in field(s).terrain.compiled:
        if one.feature.kind not in COVERED or not _meets_box((x, y), (x, y), _grown(one.box, limit)):
            continue
        keep = one.feature.radius + off
        for (ax, ay), (bx, by) in one.sides:
            length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
            if length:
                found |= set(_along((ax, ay), (bx, by), length, keep))
            else:  # a well
                found |= {(ax + dx, ay + dy) for dx in (-keep, 0, keep) for dy in (-keep, 0, keep)}
    near = (((px - x) ** 2 + (py - y) ** 2, px, py) for px, py in found)
    return {one for one in near if one[0] <= limit * limit}


def _along(start: Point, end: Point, length: int, keep: int) -> Iterator[Point]:
    """Places so far from a line on both of its sides."""
    (ax, ay), (bx, by) = start, end
    dx, dy = (by - ay) * keep // length, (ax - bx) * keep // length
    for part in range(0, length + UM // 2, UM // 2):
        x, y = ax + (bx - ax) * min(part, length) // length, ay + (by - ay) * min(part, length) // length
        yield x + dx, y + dy
        yield x - dx, y - dy


# Flight moves


def stride(s: SkirmishState, figure: Figure, way: Way, pace: int | None = None) -> Way:
    """As much of a way as one flight move leads along: full Mov, less in difficult ground (cappa.2.3.3.h4).

    ``pace``: of a squad, that of its slowest.
    """
    if not may_move(s, figure):
        return Way(way.points[:1], 0, 0)
    full = speed(s, figure) if pace is None else pace
    trip = walk(s, figure, full)
    part = flight.at_most(trip, way, full)
    if difficult_ground(s, figure) and not _is_dry_at(s, figure, part.end):  # cappa.4.3.5b
        part = flight.at_most(trip, part, full // tables().numbers.difficult)
    return cut_at_swamp(s, figure, trip, part)  # cappa.4.3.5c


def _is_dry_at(s: SkirmishState, figure: Figure, place: Point) -> bool:
    return not difficult_ground(s, figure.at(place))


def way_to_edge(s: SkirmishState, figure: Figure) -> Way:
    """The shortest legal way to the edge by which he came; where there is none, straight at it (cappa.2.3.3.h4)."""
    start, size = (figure.x, figure.y), (s.ground.width, s.ground.depth)
    return flight.way_to_edge(partial(walk, s, figure), start, figure.edge or NORTH, size, radius(figure), DETOURS)


def touches_edge(s: SkirmishState, figure: Figure) -> bool:
    """Whether his base is at the edge by which he came."""
    here = base_of(s, figure).outline
    return off_edge(figure.edge or NORTH, s.ground.width, s.ground.depth, here) <= tables().lengths.tolerance
