"""Sight: what a straight line crosses, in which order and for how long; which bases stand in it; cover.

Touching is not crossing: a line blocked by a thing passes through its inside. Positions on a line are exact
fractions of its length for polygons and lines; on round things whether the line passes through is exact, and where
it enters is cut to 1/ROUND of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from alfiere.table.measuring import point_to_segment, root_up, segment_to_segment, within
from alfiere.table.shapes import Base, Outline, Point
from alfiere.table.swift import quick, swift
from alfiere.table.terrain import (
    BARS_CENTRE,
    LINE,
    OPEN,
    WALLS,
    Compiled,
    Feature,
    Joint,
    Opening,
    Terrain,
    holds_strictly,
)

ROUND: Final = 1 << 24
SHARP: Final = 1 << 128
ZERO, ONE = Fraction(0), Fraction(1)

Stretch: TypeAlias = tuple[Fraction, Fraction]  # from where to where on the line, 0 its start and 1 its end


@quick
class Crossed(NamedTuple):
    """A feature on the line, from where to where (both alike for a thin line), and the openings passed on the way."""

    feature: Feature
    enter: Fraction
    leave: Fraction
    way_in: Opening | None = None  # None also where the line starts inside
    way_out: Opening | None = None  # None also where the line ends inside


@quick
class Line(NamedTuple):
    """A straight line between two points and all the ground it crosses, the nearest to its start first."""

    start: Point
    end: Point
    crossed: tuple[Crossed, ...]

    def inside(self, kinds: Container[str]) -> int:
        """How much of the line lies in ground of these kinds, in hundredths, rounded up; overlaps count once."""
        shares = sorted((one.enter, one.leave) for one in self.crossed if one.feature.kind in kinds)
        total, reached = ZERO, ZERO
        for enter, leave in shares:
            total += max(ZERO, leave - max(enter, reached))
            reached = max(reached, leave)
        return length_of(self.start, self.end, total)


def length_of(start: Point, end: Point, share: Fraction) -> int:
    """A share of the line's length in hundredths, rounded up."""
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return root_up(square * share.numerator**2, share.denominator**2)


def sight_line(
    terrain: Terrain,
    start: Point,
    end: Point,
    kinds: Container[str] | None = None,
    floors: Container[int] = (0,),
) -> Line:
    """What the straight line between two points crosses, of the kinds given or of all.

    Openings count when they are on one of these floors: those on which the two ends stand.
    """
    is_known = isinstance(kinds, frozenset)
    pieces = terrain.of_kinds(kinds) if isinstance(kinds, frozenset) else terrain.compiled
    if not pieces:
        return Line(start, end, ())
    (ax, ay), (bx, by) = start, end
    west, east = (ax, bx) if ax <= bx else (bx, ax)
    north, south = (ay, by) if ay <= by else (by, ay)
    found: list[Crossed] = []
    for one in pieces:
        low_x, low_y, high_x, high_y = one.box
        if east < low_x or west > high_x or south < low_y or north > high_y:
            continue
        if is_known or kinds is None or one.feature.kind in kinds:
            _cross(one, start, end, floors, found)
    for joint in terrain.joints:
        x, y = joint.point
        if west <= x <= east and north <= y <= south and (bx - ax) * (y - ay) == (by - ay) * (x - ax):
            _cross_joint(joint, start, end, kinds, found)
    if len(found) > 1:
        found.sort(key=_order)
    return Line(start, end, tuple(found))


def _order(crossed: Crossed) -> Point:
    """Where a feature is entered and left, as whole numbers that are in the same order as the fractions.

    Two fractions with denominators up to the root of SHARP are never so near each other that both become one.
    """
    enter, leave = crossed.enter, crossed.leave
    return enter.numerator * SHARP // enter.denominator, leave.numerator * SHARP // leave.denominator


def _cross(one: Compiled, start: Point, end: Point, floors: Container[int], found: list[Crossed]) -> None:
    feature = one.feature
    openings = feature.openings and tuple([opening for opening in feature.openings if opening.floor in floors])
    if feature.form == LINE and feature.radius == 0:
        for number, place in _line_crossings(one, start, end):
            through = _opening_at(openings, number, start, end, place)
            found.append(Crossed(feature, place, place, through, through))
    elif feature.radius:
        gaps = []
        if openings and feature.form == LINE:  # a wide line is passed by an opening when its middle is
            crossings = _line_crossings(one, start, end)
            gaps = [(place, _opening_at(openings, number, start, end, place)) for number, place in crossings]
        for enter, leave in inside_stretches(one, start, end):
            through = next((opening for place, opening in gaps if enter <= place <= leave), None)
            found.append(Crossed(feature, enter, leave, through, through))
    else:
        for enter, leave in inside_stretches(one, start, end):
            if feature.form == WALLS:
                way_in = _opening_at(openings, None, start, end, enter) if enter != 0 else None
                way_out = _opening_at(openings, None, start, end, leave) if leave != 1 else None
                found.append(Crossed(feature, enter, leave, way_in, way_out))
            else:
                found.append(Crossed(feature, enter, leave))


def _cross_joint(joint: Joint, start: Point, end: Point, kinds: Container[str] | None, found: list[Crossed]) -> None:
    """A line that runs just through the point where two thin lines meet crosses both, if they part to either hand."""
    (px, py), (x, y) = start, joint.point
    dx, dy = end[0] - px, end[1] - py
    length = dx * dx + dy * dy
    place = Fraction((x - px) * dx + (y - py) * dy, length) if length else ZERO
    if not 0 < place < 1:
        return
    hands = [
        (feature, dx * (ny - y) - dy * (nx - x))
        for feature, (nx, ny) in joint.ends
        if kinds is None or feature.kind in kinds
    ]
    if any(hand > 0 for _, hand in hands) and any(hand < 0 for _, hand in hands):
        found.extend(Crossed(feature, place, place) for feature, hand in hands if hand)


def first_uncrossed(terrain: Terrain, going: str, start: Point, end: Point) -> Feature | None:
    """The first line on a straight way that the centre of such a mover does not cross, nor end upon.

    Ways across are the openings that bar it not. Who stands on the line with his centre may leave it to either side.
    """
    lines = terrain.uncrossed(going)
    if not lines or start == end:
        return None
    meaning = terrain.goings.get(going, OPEN)
    (ax, ay), (bx, by) = start, end
    west, east, north, south = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    found: list[tuple[Fraction, Feature]] = []
    for one in lines:
        low_x, low_y, high_x, high_y = one.box
        if east < low_x or west > high_x or south < low_y or north > high_y:
            continue
        places = _line_crossings(one, start, end)
        ends = ((edge, ONE) for edge, (a, b) in enumerate(one.sides) if not point_to_segment(bx, by, *a, *b)[0])
        for edge, place in (*places, *ends):
            way = _opening_at(one.feature.openings, edge, start, end, place)
            if way is None or meaning.get(way.kind, BARS_CENTRE) == BARS_CENTRE:
                found.append((place, one.feature))
    return min(found, key=lambda bar: bar[0])[1] if found else None


def inside_stretches(one: Compiled, start: Point, end: Point) -> list[Stretch]:
    """Where a line runs inside a feature of any shape, in order; a thin line has no inside."""
    radius = one.feature.radius
    inside = _polygon_stretches(one, start, end) if one.closed else []
    if not radius:
        return inside
    for a, b in one.sides:
        shares = round_shares(a, b, radius, start, end)
        if shares is not None:
            inside.append((Fraction(shares[0], ROUND), Fraction(shares[1], ROUND)))
    return _joined(inside)


def _polygon_stretches(one: Compiled, start: Point, end: Point) -> list[Stretch]:
    """Where the line runs through the inside of a polygon."""
    if one.convex:
        stretch = clipped(one.feature.points, start, end)
        return [] if stretch is None else [stretch]
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    places = {ZERO, ONE}
    for (ax, ay), (bx, by) in one.sides:
        ex, ey = bx - ax, by - ay
        speed = ex * dy - ey * dx
        offset = ex * (py - ay) - ey * (px - ax)
        if speed:
            places.add(Fraction(-offset, speed))
        elif offset == 0 and (dx or dy):  # along the side: its ends part the line
            for x, y in ((ax, ay), (bx, by)):
                places.add(Fraction((x - px) * dx + (y - py) * dy, dx * dx + dy * dy))
    cuts = sorted(place for place in places if 0 <= place <= 1)
    inside = []
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        if holds_strictly(one.feature.points, px + middle * dx, py + middle * dy):
            inside.append((low, high))
    return _joined(inside)


def clipped(points: tuple[Point, ...], start: Point, end: Point) -> Stretch | None:
    """Where the line runs through the inside of a convex polygon, if it does."""
    found = clip(points, start, end)
    return None if found is None else (Fraction(found[0], found[1]), Fraction(found[2], found[3]))


@swift
def clip(points: tuple[Point, ...], start: Point, end: Point, /) -> tuple[int, int, int, int] | None:
    """The same in whole numbers: what its beginning is of the line, over what, and its end."""
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    low, low_over, high, high_over = 0, 1, 1, 1
    bx, by = points[-1]
    for point in points:
        (ax, ay), (bx, by) = (bx, by), point
        ex, ey = bx - ax, by - ay
        offset = ex * (py - ay) - ey * (px - ax)  # how far inside this side the line starts
        speed = ex * dy - ey * dx
        if speed == 0:
            if offset <= 0:
                return None
        elif speed > 0:
            if -offset * low_over > low * speed:
                low, low_over = -offset, speed
        elif offset * high_over < high * -speed:
            high, high_over = offset, -speed
        if low * high_over >= high * low_over:
            return None
    return low, low_over, high, high_over


def _line_crossings(one: Compiled, start: Point, end: Point) -> list[tuple[int, Fraction]]:
    """Edge and place of each true crossing of a thin broken line; one that only touches it does not cross."""
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    points = one.feature.points
    sides = [dx * (y - py) - dy * (x - px) for x, y in points]
    found: list[tuple[int, Fraction]] = []
    if min(sides) >= 0 or max(sides) <= 0:
        return found
    before, on_line = -1, -1  # the last point off the line, the first point on it since
    order = list(range(len(points)))
    if points[0] == points[-1]:  # a ring has no ends: begin at a point off the line
        first = next((number for number, side in enumerate(sides) if side), 0)
        order = [*order[first:], *order[1 : first + 1]]
    for number in order:
        side = sides[number]
        if side == 0:
            if on_line < 0:
                on_line = number
            continue
        if before >= 0 and (side > 0) != (sides[before] > 0):
            if on_line >= 0:  # through a joint of the broken line
                x, y = points[on_line]
                place = Fraction((x - px) * dx + (y - py) * dy, dx * dx + dy * dy)
                edge = max(0, on_line - 1)
            else:
                (ax, ay), (bx, by) = points[before], points[number]
                ex, ey = bx - ax, by - ay
                place = Fraction(ey * (px - ax) - ex * (py - ay), ex * dy - ey * dx)
                edge = number - 1
            if 0 < place.numerator < place.denominator:
                found.append((edge, place))
        before, on_line = number, -1
    return found


def _opening_at(
    openings: Iterable[Opening], edge: int | None, start: Point, end: Point, place: Fraction
) -> Opening | None:
    """The opening through which the line passes at this place, on one edge or on any."""
    if not openings:
        return None
    share, scale = place.numerator, place.denominator  # all times the scale, to stay in whole numbers
    x = start[0] * scale + share * (end[0] - start[0])
    y = start[1] * scale + share * (end[1] - start[1])
    for opening in openings:
        if edge is None or opening.edge == edge:
            (ax, ay), (bx, by) = opening.start, opening.end
            ex, ey, px, py = bx - ax, by - ay, x - ax * scale, y - ay * scale
            along, across = px * ex + py * ey, px * ey - py * ex
            length = ex * ex + ey * ey
            # Ends of openings are rounded to hundredths: on the line means less than two hundredths off it.
            if 0 <= along <= length * scale and across * across < 4 * length * scale * scale:
                return opening
    return None


@swift
def round_shares(a: Point, b: Point, radius: int, start: Point, end: Point, /) -> tuple[int, int] | None:
    """Where the line runs within the radius of a segment, in parts of ROUND; whether it does at all is exact."""
    square, over = segment_to_segment(a, b, start, end)
    if square >= radius * radius * over:
        return None
    (px, py), (qx, qy) = start, end

    def off(share: int) -> tuple[int, int]:
        # Everything times ROUND, so that points on the line are whole numbers.
        x, y = px * ROUND + (qx - px) * share, py * ROUND + (qy - py) * share
        return point_to_segment(x, y, a[0] * ROUND, a[1] * ROUND, b[0] * ROUND, b[1] * ROUND)

    def is_inside(share: int) -> bool:
        square, over = off(share)
        return square < radius * radius * ROUND * ROUND * over

    # The distance to a segment falls and then rises along the line: find a place inside, then both ends by halving.
    bottom = next((share for share in _likely_shares(a, b, start, end) if is_inside(share)), None)
    if bottom is not None:
        return _last(is_inside, bottom, 0), _last(is_inside, bottom, ROUND)
    low, high = 0, ROUND
    while high - low > 2:
        left, right = low + (high - low) // 3, high - (high - low) // 3
        (one, one_over), (two, two_over) = off(left), off(right)
        if one * two_over <= two * one_over:
            high = right
        else:
            low = left
    bottom = next((share for share in range(low, high + 1) if is_inside(share)), (low + high) // 2)
    return _last(is_inside, bottom, 0), _last(is_inside, bottom, ROUND)


def _likely_shares(a: Point, b: Point, start: Point, end: Point) -> Iterator[int]:
    """Where a line comes nearest to a segment: beside one of its ends, at an end of its own, or where they cross."""
    (px, py), (ax, ay), (bx, by) = start, a, b
    dx, dy, wx, wy = end[0] - px, end[1] - py, bx - ax, by - ay
    length = dx * dx + dy * dy
    for x, y in (a, b):
        if length:
            yield min(max(0, ((x - px) * dx + (y - py) * dy) * ROUND // length), ROUND)
    speed = wx * dy - wy * dx
    if speed:
        yield min(max(0, (wy * (px - ax) - wx * (py - ay)) * ROUND // speed), ROUND)
    yield from (0, ROUND)


def _last(is_inside: Callable[[int], bool], inside: int, outside: int) -> int:
    """The last share of the line that is still inside, on the way from one inside to one perhaps outside."""
    if is_inside(outside):
        return outside
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, those that meet made one."""
    joined: list[Stretch] = []
    for enter, leave in sorted(stretches):
        if joined and enter <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(leave, joined[-1][1])
        else:
            joined.append((enter, leave))
    return joined


@swift
def bases_on_line(
    start: Point, end: Point, bases: Iterable[Base], leave_out: Container[str] = (), /
) -> tuple[str, ...]:
    """The bases through whose inside the line passes, in the order given."""
    (px, py), (qx, qy) = start, end
    west, east = (px, qx) if px <= qx else (qx, px)
    north, south = (py, qy) if py <= qy else (qy, py)
    found = []
    for placed in bases:
        points, radius = placed.outline
        if len(points) == 1:
            x, y = points[0]
            if x + radius <= west or x - radius >= east or y + radius <= north or y - radius >= south:
                continue
            square, over = point_to_segment(x, y, px, py, qx, qy)
            if square < radius * radius * over and placed.id not in leave_out:
                found.append(placed.id)
        elif clip(points, start, end) is not None and placed.id not in leave_out:
            found.append(placed.id)
    return tuple(found)


def covers(line: Line, crossed: Crossed, target: Outline, limit: int) -> bool:
    """Whether the line crosses a feature at a point not farther than this from the edge of the target's base."""
    # The nearest point to the target is where the line leaves the feature. All is scaled to whole numbers.
    scale = crossed.leave.denominator
    share = crossed.leave.numerator
    (px, py), (qx, qy) = line.start, line.end
    point = (px * scale + (qx - px) * share, py * scale + (qy - py) * share)
    scaled = Outline(tuple((x * scale, y * scale) for x, y in target.points), target.radius * scale)
    return within(Outline((point,)), scaled, limit * scale)
