"""The least way: no way of a round base is shorter than that of a point round the walls alone.

Between walls that is mostly nearly the true length, and soon told: a point bends at the ends of walls only. A search
for a way that has become hard asks it whether there is any use in going on, and which way. Where that is not enough,
those who stand so close that nobody gets through between them are walls too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt
from types import MappingProxyType
from typing import Final, TypeAlias

from alfiere.table.barriers import ZONE, Passage, Side, neighbours
from alfiere.table.goals import AnyPlace, ContactGoal, Goal, PlaceGoal
from alfiere.table.measuring import (
    FINE,
    closest,
    holds,
    nearest_share,
    nearest_whole,
    point_to_segment,
    squared_gap,
)
from alfiere.table.shapes import Outline, Point, edges, hull
from alfiere.table.swift import swift
from alfiere.table.terrain import Compiled, Terrain

# A line that no centre crosses: its box and its ends.
Screen: TypeAlias = tuple[int, int, int, int, int, int, int, int]
Segment: TypeAlias = tuple[Point, Point]
ROUNDING: Final = 2  # hundredths: more than a place can be moved by when it is rounded
NO_WAY: Final = 1 << 60  # longer than any way
MARGIN: Final = 4 * FINE  # what is taken off, for all that was rounded on the way


class Maze:
    """Lines that the centre of a base does not cross, and their ends, round which it bends."""

    def __init__(
        self,
        lines: Iterable[Segment],
        bounds: tuple[int, int, int, int],
        solid: Mapping[Side, int] = MappingProxyType({}),
    ) -> None:
        self._solid = solid  # what it keeps off, and how far
        drawn = sorted({(min(line), max(line)) for line in lines})
        self.screens: list[Screen] = [
            (ax, min(ay, by), bx, max(ay, by), ax, ay, bx, by) for (ax, ay), (bx, by) in drawn
        ]
        west, north, east, south = bounds
        ends = sorted({end for line in drawn for end in line if west <= end[0] <= east and north <= end[1] <= south})
        self.bends = [end for end in ends if not self._is_covered(end)]
        self._guards: dict[Point, tuple[Screen]] = {}
        self._between: dict[tuple[int, int], bool] = {}

    def _is_covered(self, end: Point) -> bool:
        """Whether the end of a line lies on another one: nobody bends there."""
        x, y = end
        return any(
            west <= x <= east
            and north <= y <= south
            and end not in ((ax, ay), (bx, by))
            and (bx - ax) * (y - ay) == (by - ay) * (x - ax)
            for west, north, east, south, ax, ay, bx, by in self.screens
        )

    def is_closed(self, place: Point) -> bool:
        """Whether no centre comes to a place, for something solid is too near."""
        x, y = place
        for (west, north, east, south, ax, ay, bx, by, _, _), off in self._solid.items():
            if west < x < east and north < y < south:
                square, over = point_to_segment(x, y, ax, ay, bx, by)
                if square < off * off * over:
                    return True
        return False

    def is_open(self, start: Point, end: Point) -> bool:
        """Whether the straight way crosses no line; one that is only touched is not crossed."""
        # What was in the last way to a place is mostly in the next one too.
        guard = self._guards.get(end)
        if guard is not None and crossed_first(start, end, guard) is not None:
            return False
        found = crossed_first(start, end, self.screens)
        if found is not None:
            self._guards[end] = (found,)
        return found is None

    def is_open_between(self, one: int, other: int) -> bool:
        """The same for two bends; asked again for every goal."""
        pair = (one, other) if one < other else (other, one)
        if pair not in self._between:
            self._between[pair] = self.is_open(self.bends[one], self.bends[other])
        return self._between[pair]


@swift
def crossed_first(start: Point, end: Point, screens: Sequence[Screen], /) -> Screen | None:
    """The first of these lines that a straight way crosses."""
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    low_x, high_x = (px, qx) if px <= qx else (qx, px)
    low_y, high_y = (py, qy) if py <= qy else (qy, py)
    for screen in screens:
        west, north, east, south, ax, ay, bx, by = screen
        if high_x < west or low_x > east or high_y < north or low_y > south:
            continue
        of_a, of_b = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
        if (of_a < 0 < of_b) or (of_b < 0 < of_a):
            wx, wy = bx - ax, by - ay
            of_start, of_end = wx * (py - ay) - wy * (px - ax), wx * (qy - ay) - wy * (qx - ax)
            if (of_start < 0 < of_end) or (of_end < 0 < of_start):
                return screen
    return None


@swift
def lengths_by(place: Point, bends: Sequence[tuple[Point, int]], /) -> list[tuple[int, Point]]:
    """How far it is from a place by each of some bends, from which so much is left."""
    return [(_length(place, bend) + left, bend) for bend, left in bends]


class LeastLeft:
    """How far it is at least to a goal: to the nearest of some places, or to where a base touches an outline.

    Bends are looked at from the goal on, those first by which the way from the start would be shortest, and no more of
    them than make a difference to what is asked.
    """

    def __init__(
        self,
        maze: Maze,
        shut: Sequence[Compiled],
        start: Point,
        most: int,
        places: Sequence[Point],
        target: Outline | None = None,
        near: int = 0,
    ) -> None:
        self.maze, self.places, self.target, self.near = maze, places, target, near
        self.shut = shut  # houses from which no way leads to the goal
        self.start, self.most = start, most + MARGIN  # ways from the start that are longer are of no use
        # From a place: how many bends were looked at, and the ways that are not known to be barred.
        self._ways: dict[Point, tuple[int, list[tuple[int, Point]]]] = {}
        self._exact: dict[Point, int] = {}
        self._bends: list[tuple[Point, int]] = []  # from which the goal is reached, each with what is left from there
        open_bends = ((number, bend) for number, bend in enumerate(maze.bends) if not self._is_shut_in(bend))
        self._away = {number: _length(bend, start) for number, bend in open_bends}  # of those that remain
        # What the way from the start by a bend is at least, what is left from there, the bend, the one that follows it
        # or -1, and the end of the straight line from it. Whether that line is open is asked when it comes up.
        self._queue: list[tuple[int, int, int, int, Point]] = []
        for number in self._away:
            for end, length in self._ends(maze.bends[number]):
                self._wait(number, length, -1, end)

    @property
    def told(self) -> tuple[object, ...]:
        """What ``left`` goes by, for a search that asks it so often that it does its last part itself."""
        return self._exact, self._ways, self._bends, self._queue, self.maze, heappop, self.start

    def left(self, place: Point, known: int) -> int:
        """No way from here is shorter, in 1/FINE of a hundredth; looked into no further than to be more than this."""
        exact = self._exact.get(place)
        if exact is None and place not in self._ways and (self._is_shut_in(place) or self.maze.is_closed(place)):
            exact = self._exact[place] = NO_WAY
        if exact is not None:
            return exact
        away = _length(place, self.start)
        self._look(known + away + MARGIN)
        # by a bend that was not looked at it is no nearer than this
        beyond = self._queue[0][0] - away - MARGIN if self._queue else NO_WAY
        asked = self._ways.get(place)
        if asked is None:
            ways = [(length, end) for end, length in self._ends(place)]
            ways += lengths_by(place, self._bends)
            heapify(ways)
        else:  # a few more bends at the most
            looked, ways = asked
            for way in lengths_by(place, self._bends[looked:]):
                heappush(ways, way)
        self._ways[place] = len(self._bends), ways
        while ways:
            length, end = ways[0]
            if length - MARGIN > known:
                return min(length - MARGIN, beyond)
            if end == place or self.maze.is_open(place, end):
                self._exact[place] = max(0, length - MARGIN)
                return self._exact[place]
            heappop(ways)
        return beyond

    def _is_shut_in(self, place: Point) -> bool:
        return any(house.holds(*place) for house in self.shut)

    def _wait(self, number: int, left: int, then: int, end: Point) -> None:
        """A bend that comes up later, unless no way by it is of use."""
        whole = left + self._away[number]
        if whole <= self.most:
            heappush(self._queue, (whole, left, number, then, end))

    def _look(self, far: int) -> None:
        """At the bends by which the way from the start is no longer than this."""
        maze, queue, away = self.maze, self._queue, self._away
        while queue and queue[0][0] <= far:
            _, left, number, then, end = heappop(queue)
            if number not in away:
                continue
            here = maze.bends[number]
            if not (maze.is_open(here, end) if then < 0 else maze.is_open_between(number, then)):
                continue
            del away[number]
            self._bends.append((here, left))
            for other in away:
                self._wait(other, left + _length(maze.bends[other], here), number, here)

    def _ends(self, place: Point) -> list[tuple[Point, int]]:
        """Where a straight line from here would end, and its length."""
        if self.target is None:
            return [(end, _length(place, end)) for end in self.places]
        x, y = place
        if len(self.target.points) > 2 and holds(self.target.points, x, y):
            return [(place, 0)]
        nx, ny, over = nearest_share(self.target, x, y)
        dx, dy = x * over - nx, y * over - ny
        far = isqrt((dx * dx + dy * dy) * FINE * FINE // (over * over))
        off = (self.near + ROUNDING) * FINE
        if far <= off:
            return [(place, 0)]
        end = nearest_whole(nx * far + dx * off, over * far), nearest_whole(ny * far + dy * off, over * far)
        return [(end, far - off)]


def least_left(passage: Passage, goal: Goal, most: int, *, with_bases: bool = False) -> LeastLeft | None:
    """How far it is at least from anywhere to a goal, if that can be told and is no more than this."""
    if not passage.is_disc or passage.core.radius - passage.field.slack <= 2 * ROUNDING:
        return None
    houses = passage.field.terrain.shut_houses(passage.going, passage.mover.floor)
    shut = tuple(house for house in houses if goal.is_outside(house))
    if isinstance(goal, PlaceGoal | AnyPlace):
        places = goal.ends(*passage.start)
        maze = _crowded_maze(passage) if with_bases else _walled_maze(passage)
        return None if maze is None else LeastLeft(maze, shut, passage.start, most, tuple(places))
    if not isinstance(goal, ContactGoal) or len(goal.target.points) > 2:
        return None
    near = passage.core.radius + goal.target.radius + passage.field.touch
    maze = _crowded_maze(passage, goal.target, near) if with_bases else _walled_maze(passage, goal.target, near)
    return None if maze is None else LeastLeft(maze, shut, passage.start, most, (), goal.target, near)


def is_walled_off(passage: Passage, goal: Goal, most: int) -> bool:
    """Whether the walls about a base with corners make every way to a goal longer than this; soon said, seldom wrong.

    It is as if the base were the disc that it holds: that comes through wherever the base does.
    """
    slack = passage.field.slack
    if passage.is_disc or not passage.walls or any(0 < wall.outline.radius <= slack for _, wall in passage.walls):
        return False
    points = passage.core.points
    inner = min(isqrt(square // over) for square, over in (point_to_segment(0, 0, *a, *b) for a, b in edges(points)))
    reach, here = inner - slack, Outline((passage.start,))
    if reach <= 2 * ROUNDING or any(_are_within(here, wall.outline, reach) for _, wall in passage.walls):
        return False
    target, near, places = None, 0, tuple[Point, ...]()
    if isinstance(goal, ContactGoal):
        # Where the centre may be when the base touches the target, which is as it is in turning half round.
        target = Outline(hull((x + ax, y + ay) for x, y in goal.target.points for ax, ay in points))
        near = goal.target.radius + passage.field.touch
    else:
        places = tuple(goal.ends(*passage.start))
    sides = (side for _, wall in passage.walls for side in edges(wall.outline.points) if side[0] != side[1])
    lines = [_drawn_out(a, b, reach, reach) for a, b in sides]
    if target is not None:  # it may be touched across a wall that stands there
        lines = [line for line in lines if not _are_within(Outline(line), target, near + 2 * ROUNDING)]
    maze = Maze(lines, passage.bounds)
    return LeastLeft(maze, (), passage.start, most, places, target, near).left(passage.start, most) > most


# What no centre crosses. A base keeps off a wall by its radius, so the wall may be drawn out by as much: then those
# that meet in a corner cross each other, and nothing slips through between them. The target may be touched across what
# stands near it: that counts for nothing.


def _walled_maze(passage: Passage, target: Outline | None = None, near: int = 0) -> Maze | None:
    """The walls of the table."""
    terrain, going, floor = passage.field.terrain, passage.going, passage.mover.floor
    reach = passage.core.radius - passage.field.slack
    here = Outline((passage.start,))
    if any(_are_within(here, wall.outline, reach) for _, wall in passage.walls):
        return None  # away from where he stands he may cross what a wall is drawn out by
    across: list[int] = []
    if target is not None:
        far = near + reach + ROUNDING
        walls = enumerate(terrain.walls(going, floor))
        across = [number for number, wall in walls if _are_within(wall.bar.outline, target, far)]
        if across and len(target.points) == 1:
            return None  # bases are everywhere: walls for each would be work for nothing
    return _walls_without(terrain, going, floor, reach, passage.bounds, frozenset(across))


@lru_cache(maxsize=64)
def _walls_without(
    terrain: Terrain, going: str, floor: int, reach: int, bounds: tuple[int, int, int, int], without: frozenset[int]
) -> Maze:
    """The walls of a table but for some; asked again for every mover of its class."""
    walls = (wall for number, wall in enumerate(terrain.walls(going, floor)) if number not in without)
    sides = (side for wall in walls for side in edges(wall.bar.outline.points) if side[0] != side[1])
    return Maze((_drawn_out(a, b, reach, reach) for a, b in sides), bounds)


def _crowded_maze(passage: Passage, target: Outline | None = None, near: int = 0) -> Maze:
    """All that bars, and a line wherever two things stand too close to each other to pass between them."""
    far = near + passage.core.radius + ROUNDING
    solid: dict[Side, int] = {}  # how far any centre keeps off
    for side in passage.sides:
        _, _, _, _, ax, ay, bx, by, keep, _ = side
        off = keep - passage.field.slack
        square, over = point_to_segment(*passage.start, ax, ay, bx, by)
        if square >= off * off * over and (target is None or not _are_within(_line(side), target, keep + far)):
            solid[side] = kept_off(passage, side, off)
    # Each line with how far it may be drawn out at its ends.
    lines: dict[Segment, tuple[int, int]] = {}
    for (_, _, _, _, ax, ay, bx, by, _, _), off in solid.items():
        if (ax, ay) != (bx, by):
            lines[(ax, ay), (bx, by)] = off, off
    lines |= _links(passage, solid)
    drawn = (_drawn_out(a, b, *offs) for (a, b), offs in lines.items())
    return Maze(drawn, passage.bounds, solid)


def _links(passage: Passage, solid: Mapping[Side, int]) -> dict[Segment, tuple[int, int]]:
    """A line wherever two things stand too close to pass between them, and how far it may be drawn out at its ends.

    The shortest one parts what the others beside it would.
    """
    found: dict[frozenset[tuple[Point, ...]], tuple[int, int, Segment, tuple[int, int]]] = {}
    for one, other in neighbours(passage.sides):
        pair = frozenset((one[-1].outline.points, other[-1].outline.points))
        if len(pair) > 1 and one in solid and other in solid:
            offs = solid[one], solid[other]
            both = sum(offs) - 2 * ROUNDING
            square, over = squared_gap(_line(one), _line(other))
            if 0 < square < both * both * over:
                link = square * FINE // over, -both, closest(_line(one), _line(other)), offs
                found[pair] = min(found.get(pair, link), link)
    return {line: offs for _, _, line, offs in found.values()}


def kept_off(passage: Passage, side: Side, off: int) -> int:
    """How far one keeps off, come what may: who is parted from a zone by a wall may go on farther away in it."""
    bar = side.bar
    if bar.reason == ZONE:
        gaps = (squared_gap(_line(side), wall) for wall in passage.screens(bar))
        return min([off, *(isqrt(square // over) for square, over in gaps)])
    return off


def _line(side: Side) -> Outline:
    _, _, _, _, ax, ay, bx, by, _, _ = side
    return Outline(((ax, ay),) if (ax, ay) == (bx, by) else ((ax, ay), (bx, by)))


def _are_within(one: Outline, other: Outline, far: int) -> bool:
    square, over = squared_gap(one, other)
    return square < far * far * over


def _drawn_out(a: Point, b: Point, before: int, behind: int) -> Segment:
    """A segment made longer by a little less than this at its ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = isqrt(dx * dx + dy * dy) + 1
    ends = []
    for (x, y), by in ((a, ROUNDING - before), (b, behind - ROUNDING)):
        ends.append((x + nearest_whole(dx * by, length), y + nearest_whole(dy * by, length)))
    return ends[0], ends[1]


def _length(one: Point, other: Point) -> int:
    return isqrt(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) * FINE * FINE)
