"""The ground: areas, lines and walls with their openings, and what each is to one who moves.

A feature is a shape with a kind; the game says as data what a kind means to each class of movers (its *going*):
free, closed, an obstacle at which one stops, or slower. Everything that depends on the ground alone is worked out
once; a hedge torn down or a door broken is another terrain, made from the changed tuple of features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from alfiere.table.measuring import Squared, overlaps, point_to_segment, root_up, segment_to_segment, squared_gap
from alfiere.table.shapes import Outline, Point, box, boxes_apart, boxes_meet, edges, hull
from alfiere.table.swift import quick, swift

AREA: Final = "area"  # filled ground: a wood, a marsh, a hill, a pond; a point with a radius is a well
LINE: Final = "line"  # a hedge, a low wall, a stream, a road: a broken line, wide if it has a radius
WALLS: Final = "walls"  # a closed line with ground inside that one can stand on: a house, a walled yard

FREE: Final = "free"
CLOSED: Final = "closed"  # never entered or crossed
STOPS: Final = "stops"  # touching it ends the move; it is crossed by an action of its own
BARS_CENTRE: Final = "bars the centre"  # a thin line over which a base may hang, but its centre does not cross it
CELL: Final = 512

# Why the ground refuses a place or a way.
GROUND: Final = "ground"
OBSTACLE: Final = "obstacle"


class Slower(NamedTuple):
    """Ground where a length counts ``times`` / ``over`` as much."""

    times: int
    over: int = 1


Effect: TypeAlias = str | Slower
Going: TypeAlias = Mapping[str, Effect]  # kind of feature or opening -> what it is to this class of movers
OPEN: Final[Going] = {}


class Opening(NamedTuple):
    """A door, window, gate or gap: the piece of a line or wall between two points on its edge number ``edge``."""

    id: str
    kind: str
    edge: int
    start: Point
    end: Point
    floor: int = 0

    @property
    def outline(self) -> Outline:
        """The opening as a segment."""
        return Outline((self.start, self.end))


class Feature(NamedTuple):
    """One piece of ground: how many floors it has, from the ground up, and its height in hundredths."""

    id: str
    kind: str
    form: str
    points: tuple[Point, ...]
    radius: int = 0
    openings: tuple[Opening, ...] = ()
    floors: int = 1
    top: int = 0


@dataclass(slots=True, eq=False)
class Bar:
    """One thing a mover keeps clear of: its outline and how much farther off than touching."""

    outline: Outline
    clear: int
    reason: str
    by: str
    stops: bool = False  # touching it ends the move
    loose: tuple[Point, ...] = ()  # its free ends: touching these in passing ends no move
    screens: tuple[Outline, ...] | None = None  # walls across which a zone does not reach, once asked for


class Joint(NamedTuple):
    """A point in which several thin lines end, each with its next point."""

    point: Point
    ends: tuple[tuple[Feature, Point], ...]


class Wall(NamedTuple):
    """A piece of the outline of a feature that bars movers of one class, with its box."""

    box: tuple[int, int, int, int]
    bar: Bar


@quick
class Thing(NamedTuple):
    """Something that may be met on the way: with its box, to pass over it fast."""

    box: tuple[int, int, int, int]
    outline: Outline
    reason: str
    by: str


@swift
def in_box(things: Sequence[Thing], area: tuple[int, int, int, int], /) -> list[Thing]:
    """Those of some things whose box meets this one."""
    return [one for one in things if boxes_meet(area, one[0])]


@swift
def squares(area: tuple[int, int, int, int], size: int, /) -> tuple[int, int, int, int]:
    """The first and the last of the squares of this size that a box lies in, counted from the corner of the table."""
    west, north, east, south = area
    return west // size, north // size, east // size, south // size


class Compiled:
    """A feature with its box, its sides, whether it is convex and so may be clipped fast."""

    __slots__ = ("box", "closed", "convex", "feature", "sides")

    def __init__(self, feature: Feature) -> None:
        points = feature.points
        self.closed = feature.form != LINE and len(points) > 2
        if self.closed:
            turning = _doubled_area(points)
            if turning < 0:
                raise ValueError(f"{feature.id}: the corners of an area turn from east to south")
            self.sides = edges(points)
        elif len(points) == 1:
            self.sides = ((points[0], points[0]),)
        else:
            self.sides = tuple(pairwise(points))
        self.convex = self.closed and len(hull(points)) == len(points)
        self.feature = feature
        self.box = box(Outline(points, feature.radius))

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies strictly inside the polygon, or strictly within the radius of the line."""
        west, north, east, south = self.box
        if not (west < x < east and north < y < south):
            return False
        radius = self.feature.radius
        if self.closed and holds_strictly(self.feature.points, x, y):
            return True
        return radius > 0 and any(
            square < radius * radius * over for square, over in (point_to_segment(x, y, *a, *b) for a, b in self.sides)
        )

    def is_shut(self, meaning: Going, floor: int) -> bool:
        """Whether all of its outline bars, each opening of this floor too."""
        effect = meaning.get(self.feature.kind, FREE)
        ways_in = (meaning.get(one.kind, effect) for one in self.feature.openings if one.floor == floor)
        return self.closed and all(one in (CLOSED, STOPS) for one in (effect, *ways_in))

    def squared_gap(self, outline: Outline) -> Squared:
        """The squared distance from the sides of this feature to the polygon of an outline."""
        best, over = -1, 1
        for a, b in self.sides:
            square, below = squared_gap(Outline((a, b) if a != b else (a,)), outline)
            if best < 0 or square * over < best * below:
                best, over = square, below
        return best, over


def _doubled_area(points: tuple[Point, ...]) -> int:
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in edges(points))


def holds_strictly(points: tuple[Point, ...], x: Fraction | int, y: Fraction | int) -> bool:
    """Whether any simple polygon holds a point inside, not on its edge."""
    inside = False
    ax, ay = points[-1]
    for bx, by in points:
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return inside


class Terrain:
    """All the ground of a battle, with the walls of each class of movers found fast."""

    def __init__(self, features: tuple[Feature, ...], goings: Mapping[str, Going] | None = None) -> None:
        self.features = features
        self.goings: Mapping[str, Going] = goings or {}
        self.compiled = tuple(Compiled(feature) for feature in features)
        self.by_id = {one.feature.id: one for one in self.compiled}
        if len(self.by_id) < len(features):
            raise ValueError("two features have the same id")
        self.openings = {opening.id: opening for feature in features for opening in feature.openings}
        self.joints = _joints(features)
        self._walls: dict[tuple[str, int], tuple[Wall, ...]] = {}
        self._near: dict[tuple[str, int, int, int, int, int], tuple[Wall, ...]] = {}
        self._of_kinds: dict[frozenset[str], tuple[Compiled, ...]] = {}
        self._things: dict[tuple[str, int], dict[tuple[int, int, int, int], tuple[Thing, ...]]] = {}
        self._about: dict[Point, tuple[Compiled, ...]] = {}
        self._closed: dict[str, tuple[Compiled, ...]] = {}
        self._slow: dict[str, tuple[tuple[Compiled, Slower], ...]] = {}
        self._shut: dict[tuple[str, int], tuple[Compiled, ...]] = {}
        self._uncrossed: dict[str, tuple[Compiled, ...]] = {}

    def feature(self, id: str) -> Feature:
        """The feature with this id."""
        return self.by_id[id].feature

    def of_kinds(self, kinds: frozenset[str]) -> tuple[Compiled, ...]:
        """The features of some kinds."""
        known = self._of_kinds.get(kinds)
        if known is None:
            known = self._of_kinds[kinds] = tuple(one for one in self.compiled if one.feature.kind in kinds)
        return known

    def walls(self, going: str, floor: int = 0) -> tuple[Wall, ...]:
        """Every piece of outline that bars movers of this class on this floor."""
        known = self._walls.get((going, floor))
        if known is None:
            meaning = self.goings.get(going, OPEN)
            standing = (one for one in self.compiled if floor < one.feature.floors)
            known = tuple(wall for one in standing for wall in _walls_of(one, meaning, floor))
            bends = {joint.point for joint in self.joints if _is_barred(joint, meaning)}
            for wall in known if bends else ():  # an end at which another obstacle begins is a bend
                wall.bar.loose = tuple(point for point in wall.bar.loose if point not in bends)
            self._walls[going, floor] = known
        return known

    def walls_near(self, going: str, floor: int, west: int, north: int, east: int, south: int) -> tuple[Wall, ...]:
        """The walls whose box meets this one, and perhaps a few more round about."""
        key = (going, floor, west // CELL, north // CELL, east // CELL, south // CELL)
        known = self._near.get(key)
        if known is None:
            low_x, low_y = key[2] * CELL, key[3] * CELL
            high_x, high_y = (key[4] + 1) * CELL, (key[5] + 1) * CELL
            known = self._near[key] = tuple(
                wall
                for wall in self.walls(going, floor)
                if wall.box[0] <= high_x and wall.box[1] <= high_y and wall.box[2] >= low_x and wall.box[3] >= low_y
            )
        return known

    def things_near(self, going: str, floor: int, area: tuple[int, int, int, int]) -> tuple[Thing, ...]:
        """The same as things that may be met on the way."""
        near = self._things.get((going, floor))
        if near is None:
            near = self._things.setdefault((going, floor), {})
        key = squares(area, CELL)
        known = near.get(key)
        if known is None:
            walls = self.walls_near(going, floor, *area)
            known = near[key] = tuple(Thing(about, bar.outline, bar.reason, bar.by) for about, bar in walls)
        return known

    def closed_areas(self, going: str) -> tuple[Compiled, ...]:
        """The filled features this class of movers may not stand in."""
        known = self._closed.get(going)
        if known is None:
            meaning = self.goings.get(going, OPEN)
            areas = (one for one in self.compiled if one.feature.form == AREA)
            known = self._closed[going] = tuple(one for one in areas if meaning.get(one.feature.kind) == CLOSED)
        return known

    def slow_ground(self, going: str) -> tuple[tuple[Compiled, Slower], ...]:
        """The features where this class of movers pays more or less for its way."""
        known = self._slow.get(going)
        if known is None:
            meaning = self.goings.get(going, OPEN)
            pairs = ((one, meaning.get(one.feature.kind)) for one in self.compiled)
            known = self._slow[going] = tuple((one, how) for one, how in pairs if isinstance(how, Slower))
        return known

    def shut_houses(self, going: str, floor: int) -> tuple[Compiled, ...]:
        """What has walls all round that this class of movers never leaves in one move, for its doors end it too."""
        known = self._shut.get((going, floor))
        if known is None:
            meaning = self.goings.get(going, OPEN)
            houses = (one for one in self.compiled if one.feature.form == WALLS and floor < one.feature.floors)
            known = self._shut[going, floor] = tuple(one for one in houses if one.is_shut(meaning, floor))
        return known

    def uncrossed(self, going: str) -> tuple[Compiled, ...]:
        """The lines that the centre of a base does not cross, for this class of movers."""
        known = self._uncrossed.get(going)
        if known is None:
            meaning = self.goings.get(going, OPEN)
            lines = (one for one in self.compiled if one.feature.form == LINE)
            found = tuple(one for one in lines if meaning.get(one.feature.kind) == BARS_CENTRE)
            known = self._uncrossed[going] = found
        return known

    def at(self, x: int, y: int) -> tuple[Feature, ...]:
        """The features a point lies in."""
        cell = x // CELL, y // CELL
        known = self._about.get(cell)
        if known is None:
            west, north = cell[0] * CELL, cell[1] * CELL
            area = (west, north, west + CELL, north + CELL)
            known = self._about[cell] = tuple(one for one in self.compiled if boxes_meet(area, one.box))
        return tuple([one.feature for one in known if one.holds(x, y)])

    def inside(self, id: str, x: int, y: int) -> bool:
        """Whether a point lies inside a feature, not on its edge."""
        return self.by_id[id].holds(x, y)

    def gap(self, id: str, outline: Outline) -> int:
        """The distance from a feature to an outline in hundredths, rounded up; 0 inside it (in contact too)."""
        one = self.by_id[id]
        if any(one.holds(x, y) for x, y in outline.points):
            return 0
        square, over = one.squared_gap(outline)
        return max(0, root_up(square, over) - one.feature.radius - outline.radius)

    def within(self, id: str, outline: Outline, limit: int) -> bool:
        """Whether an outline is not farther than this from a feature."""
        return not boxes_apart(self.by_id[id].box, box(outline), limit) and self.gap(id, outline) <= limit

    def overlaps(self, id: str, outline: Outline) -> bool:
        """Whether part of an outline lies inside a filled or walled feature, or on the strip of a line."""
        one = self.by_id[id]
        west, north, east, south = box(outline)
        if east < one.box[0] or west > one.box[2] or south < one.box[1] or north > one.box[3]:
            return False
        if one.convex:
            return overlaps(Outline(one.feature.points, one.feature.radius), outline)
        if any(one.holds(x, y) for x, y in outline.points):
            return True
        reach = one.feature.radius + outline.radius
        if reach:
            square, over = one.squared_gap(outline)
            return square < reach * reach * over
        # A rectangle on a hollow polygon: edges cross, a corner of the ground lies under the base, or its middle
        # on the ground.
        count = len(outline.points)
        middle = (
            Fraction(sum(x for x, _ in outline.points), count),
            Fraction(sum(y for _, y in outline.points), count),
        )
        return one.closed and (
            _sides_cross(one, outline)
            or any(holds_strictly(outline.points, Fraction(x), Fraction(y)) for x, y in one.feature.points)
            or holds_strictly(one.feature.points, *middle)
        )

    def holds_wholly(self, id: str, outline: Outline) -> bool:
        """Whether all of an outline lies inside a closed feature; it may touch its edge from within."""
        one = self.by_id[id]
        if not one.closed:
            return False
        if not all(one.holds(x, y) or (not outline.radius and _on_edge(one, x, y)) for x, y in outline.points):
            return False
        if outline.radius:
            square, over = one.squared_gap(outline)
            return square >= outline.radius * outline.radius * over
        return not _sides_cross(one, outline)

    def touched_openings(self, outline: Outline, tolerance: int, floor: int = 0) -> tuple[Opening, ...]:
        """The openings of this floor that are not farther than this from an outline, in their order."""
        found = []
        for one in self.compiled:
            for opening in one.feature.openings:
                if opening.floor != floor:
                    continue
                square, over = squared_gap(opening.outline, outline)
                reach = outline.radius + tolerance
                if square <= reach * reach * over:
                    found.append(opening)
        return tuple(found)


def _is_barred(joint: Joint, meaning: Going) -> bool:
    """Whether at least two of the lines that meet there bar this class of movers."""
    return sum(1 for feature, _ in joint.ends if meaning.get(feature.kind, FREE) in (CLOSED, STOPS)) > 1


def _joints(features: tuple[Feature, ...]) -> tuple[Joint, ...]:
    """Where thin lines that are features of their own meet end to end, as the four sides of a walled yard do."""
    found: dict[Point, list[tuple[Feature, Point]]] = {}
    for feature in features:
        points = feature.points
        if feature.form == LINE and feature.radius == 0 and points[0] != points[-1]:
            found.setdefault(points[0], []).append((feature, points[1]))
            found.setdefault(points[-1], []).append((feature, points[-2]))
    return tuple(Joint(point, tuple(ends)) for point, ends in found.items() if len(ends) > 1)


class Field(NamedTuple):
    """The table: its size, its ground, how near is touching and how much a mover may scrape past."""

    width: int
    height: int
    terrain: Terrain
    touch: int = 1
    slack: int = 1


def _on_edge(one: Compiled, x: int, y: int) -> bool:
    return any(point_to_segment(x, y, *a, *b)[0] == 0 for a, b in one.sides)


def _sides_cross(one: Compiled, outline: Outline) -> bool:
    """Whether a side of the feature and an edge of the outline cross at a point inside both."""
    for (ax, ay), (bx, by) in one.sides:
        for (cx, cy), (dx, dy) in edges(outline.points):
            ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
            first = (ux * (cy - ay) - uy * (cx - ax)) * (ux * (dy - ay) - uy * (dx - ax))
            second = (vx * (ay - cy) - vy * (ax - cx)) * (vx * (by - cy) - vy * (bx - cx))
            if first < 0 and second < 0:
                return True
    return False


def _walls_of(one: Compiled, meaning: Going, floor: int) -> list[Wall]:
    """The sides of a feature that bar, cut at the openings that do not."""
    feature = one.feature
    effect = meaning.get(feature.kind, FREE)
    found: list[Wall] = []
    for number, (start, end) in enumerate(one.sides):
        pieces: list[tuple[Point, Point]] = []
        here = start
        inlets = [opening for opening in feature.openings if opening.edge == number and opening.floor == floor]
        inlets.sort(key=lambda opening: segment_to_segment(start, start, opening.start, opening.end)[0])
        for opening in inlets:
            through = meaning.get(opening.kind, effect)
            near, far = opening.start, opening.end
            if _squared(start, far) < _squared(start, near):
                near, far = far, near
            pieces.append((here, near))
            if through in (CLOSED, STOPS):
                found.append(_wall(near, far, feature.radius, through == STOPS, opening.id))
            here = far
        pieces.append((here, end))
        if effect in (CLOSED, STOPS):
            for first, last in pieces:
                if first != last or len(feature.points) == 1:
                    found.append(_wall(first, last, feature.radius, effect == STOPS, feature.id))
    ends = Counter(point for wall in found for point in wall.bar.outline.points)
    for wall in found:
        wall.bar.loose = tuple(point for point in wall.bar.outline.points if ends[point] == 1)
    return found


def _wall(start: Point, end: Point, radius: int, stops: bool, by: str) -> Wall:
    outline = Outline((start, end) if start != end else (start,), radius)
    return Wall(box(outline), Bar(outline, 0, OBSTACLE if stops else GROUND, by, stops))


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
