"""Measuring: distance edge to edge, contact, overlap, which side is touched, how long a way is.

Squares of distances between polygons of whole hundredths are exact fractions, so every yes or no here is exact.
Lengths that are no whole numbers are rounded up: ``gap(a, b) <= limit`` says just what ``within`` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final, TypeAlias

from alfiere.table.headings import divided, ray
from alfiere.table.shapes import Base, Outline, Point, box, boxes_apart, edges
from alfiere.table.swift import swift

Box: TypeAlias = tuple[int, int, int, int]
Squared: TypeAlias = tuple[int, int]  # a squared length as numerator and denominator

FRONT, FLANK, REAR = "front", "flank", "rear"
FINE: Final = 1024  # ways are added up in parts of a hundredth this small
FAR: Final = 1000  # hundredths: bases are not so wide


@swift
def point_to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, /) -> Squared:
    """The squared distance from a point to a segment."""
    dx, dy, ex, ey = bx - ax, by - ay, px - ax, py - ay
    along = ex * dx + ey * dy
    if along <= 0:
        return ex * ex + ey * ey, 1
    length = dx * dx + dy * dy
    if along >= length:
        ex, ey = px - bx, py - by
        return ex * ex + ey * ey, 1
    across = ex * dy - ey * dx
    return across * across, length


@swift
def segments_meet(a: Point, b: Point, c: Point, d: Point, /) -> bool:
    """Whether two segments have a point in common, be it only an end."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    to_c, to_d = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
    to_a, to_b = vx * (ay - cy) - vy * (ax - cx), vx * (by - cy) - vy * (bx - cx)
    if (to_c > 0 and to_d > 0) or (to_c < 0 and to_d < 0) or (to_a > 0 and to_b > 0) or (to_a < 0 and to_b < 0):
        return False
    if to_c or to_d or to_a or to_b:
        return True
    # All on one line: they meet if their boxes do.
    return (
        min(ax, bx) <= max(cx, dx)
        and min(cx, dx) <= max(ax, bx)
        and min(ay, by) <= max(cy, dy)
        and min(cy, dy) <= max(ay, by)
    )


def segment_to_segment(a: Point, b: Point, c: Point, d: Point) -> Squared:
    """The squared distance between two segments."""
    if segments_meet(a, b, c, d):
        return 0, 1
    return _least(
        point_to_segment(*a, *c, *d),
        point_to_segment(*b, *c, *d),
        point_to_segment(*c, *a, *b),
        point_to_segment(*d, *a, *b),
    )


def _least(*squares: Squared) -> Squared:
    best, over = squares[0]
    for number, below in squares[1:]:
        if number * over < best * below:
            best, over = number, below
    return best, over


@swift
def holds(points: Sequence[Point], x: int, y: int, /) -> bool:
    """Whether a convex polygon holds a point, its edge included."""
    ax, ay = points[-1]
    for bx, by in points:
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
            return False
        ax, ay = bx, by
    return True


@swift
def squared_gap(one: Outline, other: Outline, boxes: tuple[Box, Box] | None = None, /) -> Squared:
    """The squared distance of the polygons, before the radii are taken off; 0 where they meet. ``boxes``: theirs."""
    a, b = one.points, other.points
    if len(a) > len(b):
        a, b = b, a
    if len(a) == 1:
        x, y = a[0]
        if len(b) == 1:
            dx, dy = b[0][0] - x, b[0][1] - y
            return dx * dx + dy * dy, 1
        if len(b) == 2:
            (cx, cy), (dx, dy) = b
            return point_to_segment(x, y, cx, cy, dx, dy)
        if holds(b, x, y):
            return 0, 1
        return _least(*[point_to_segment(x, y, *c, *d) for c, d in edges(b)])
    first, second = edges(a), edges(b)
    here, there = boxes or (box(one), box(other))
    if not boxes_apart(here, there, -one.radius - other.radius):
        if len(b) > 2 and (holds(b, *a[0]) or (len(a) > 2 and holds(a, *b[0]))):
            return 0, 1
        if any(segments_meet(*side, *wall) for side in first for wall in second):
            return 0, 1
    # Polygons that do not meet are nearest to each other at a corner of one of them.
    return _least(_corners_to(a, second), _corners_to(b, first))


def _corners_to(corners: Sequence[Point], sides: Iterable[tuple[Point, Point]]) -> Squared:
    """The least squared distance from some points to some segments."""
    best, over = -1, 1
    for (ax, ay), (bx, by) in sides:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        for px, py in corners:
            ex, ey = px - ax, py - ay
            along = ex * dx + ey * dy
            if 0 < along < length:
                across = ex * dy - ey * dx
                across *= across
                if best < 0 or across * over < best * length:
                    best, over = across, length
                continue
            if along > 0:
                ex, ey = px - bx, py - by
            square = ex * ex + ey * ey
            if best < 0 or square * over < best:
                best, over = square, 1
    return best, over


@swift
def within(one: Outline, other: Outline, limit: int, boxes: tuple[Box, Box] | None = None, /) -> bool:
    """Whether the distance from edge to edge is this much or less. ``boxes``: theirs, where they are known."""
    reach, boxes = limit + one.radius + other.radius, boxes or (box(one), box(other))
    if reach < 0 or boxes_apart(*boxes, limit):
        return False
    if limit > FAR and _are_all_within(*boxes, limit):
        return True
    square, over = squared_gap(one, other, boxes)
    return square <= reach * reach * over


def _are_all_within(one: Box, other: Box, limit: int) -> bool:
    """Whether no point of one box is farther than this from any of the other: soon said where the limit is wide."""
    wide = max(one[2], other[2]) - min(one[0], other[0])
    high = max(one[3], other[3]) - min(one[1], other[1])
    return wide * wide + high * high <= limit * limit


@swift
def nearer(one: Outline, other: Outline, limit: int, /) -> bool:
    """Whether the distance from edge to edge is less than this; so a zone of control ends."""
    reach, boxes = limit + one.radius + other.radius, (box(one), box(other))
    if reach <= 0 or boxes_apart(*boxes, limit):
        return False
    square, over = squared_gap(one, other, boxes)
    return square < reach * reach * over


def gap(one: Outline, other: Outline) -> int:
    """The distance from edge to edge in hundredths, rounded up; 0 in contact or overlap."""
    square, over = squared_gap(one, other)
    return max(0, root_up(square, over) - one.radius - other.radius)


def root_up(square: int, over: int = 1) -> int:
    """The least whole number whose square is not less than a fraction."""
    root = isqrt(-(-square // over))
    return root if root * root * over >= square else root + 1


def nearest_whole(share: int, over: int) -> int:
    """The whole number nearest to a fraction; of two the even one, as ``round`` has it."""
    whole, rest = divmod(share, over)
    return whole + (2 * rest > over or (2 * rest == over and whole % 2))


@swift
def overlaps(one: Outline, other: Outline, /) -> bool:
    """Whether the insides meet; touching is no overlap. A wall overlaps what it cuts into."""
    if boxes_apart(box(one), box(other), 0):
        return False
    reach = one.radius + other.radius
    if reach:
        square, over = squared_gap(one, other)
        return square < reach * reach * over
    a, b = one.points, other.points
    if len(a) < 3 and len(b) < 3:
        return False  # neither has an inside
    return not (_parted(a, b) or _parted(b, a))


def _parted(a: tuple[Point, ...], b: tuple[Point, ...]) -> bool:
    """Whether the line through one of the edges of ``a`` has nothing of ``b`` strictly on the inner side."""
    for (ax, ay), (bx, by) in edges(a):
        dx, dy = bx - ax, by - ay
        off = dx * ay - dy * ax
        for x, y in b:
            if dx * y - dy * x > off:
                break
        else:
            return True
        # A segment has no inner side: it parts when all of ``b`` is on either hand.
        if len(a) == 2 and all(dx * y - dy * x >= off for x, y in b):
            return True
    return False


@swift
def apart(a: Sequence[Point], b: Sequence[Point], /) -> bool:
    """Whether the line through one of the edges of ``a`` has all of ``b`` strictly on its outer side."""
    ax, ay = a[-1]
    for bx, by in a:
        dx, dy = bx - ax, by - ay
        off = dx * ay - dy * ax
        for x, y in b:
            if dx * y - dy * x >= off:
                break
        else:
            return True
        if len(a) == 2 and all(dx * y - dy * x > off for x, y in b):
            return True
        ax, ay = bx, by
    return False


def nearest_point(outline: Outline, x: int, y: int) -> tuple[Fraction, Fraction]:
    """The point of the polygon (without its radius) that is nearest to a point outside it."""
    px, py, over = nearest_share(outline, x, y)
    return Fraction(px, over), Fraction(py, over)


def nearest_share(outline: Outline, x: int, y: int) -> tuple[int, int, int]:
    """The same in whole numbers: the point times a number, and that number."""
    best, below, found = -1, 1, (0, 0, 1)
    for (ax, ay), (bx, by) in edges(outline.points):
        square, over = point_to_segment(x, y, ax, ay, bx, by)
        if best < 0 or square * below < best * over:
            best, below = square, over
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            along = min(max(0, (x - ax) * dx + (y - ay) * dy), length)
            found = (ax * length + along * dx, ay * length + along * dy, length) if length else (ax, ay, 1)
    return found


@swift
def closest(one: Outline, other: Outline, /) -> tuple[Point, Point]:
    """The nearest points of two polygons, to the hundredth; of edges side by side the middle of what they share."""
    best, over, pairs = -1, 1, list[tuple[Point, Point]]()
    for first, second, is_turned in ((one, other, False), (other, one, True)):
        sides = edges(second.points)
        for px, py in first.points:
            for (ax, ay), (bx, by) in sides:
                dx, dy, ex, ey = bx - ax, by - ay, px - ax, py - ay
                along, length = ex * dx + ey * dy, dx * dx + dy * dy
                if 0 < along < length:
                    across = ex * dy - ey * dx
                    square, below = across * across, length
                else:  # nearest to an end of the side
                    if along > 0:
                        along, ex, ey = length, px - bx, py - by
                    else:
                        along = 0
                    square, below = ex * ex + ey * ey, 1
                if best >= 0 and square * over > best * below:
                    continue
                foot = (ax + divided(dx * along, length), ay + divided(dy * along, length)) if length else (ax, ay)
                pair = (foot, (px, py)) if is_turned else ((px, py), foot)
                if best < 0 or square * over < best * below:
                    best, over, pairs = square, below, [pair]
                elif pair not in pairs:
                    pairs.append(pair)
    (ax, ay), (bx, by) = ((sum(pair[n][0] for pair in pairs), sum(pair[n][1] for pair in pairs)) for n in (0, 1))
    count = len(pairs)
    return (divided(ax, count), divided(ay, count)), (divided(bx, count), divided(by, count))


def side_of(placed: Base, x: int, y: int, spread: int = 900) -> str:
    """Whether a point lies in the front, rear or flank zone of a base.

    The front zone is ahead of the front edge, between rays that leave its corners ``spread`` tenths of a degree
    outwards from straight ahead; the rear zone is the same behind. A point on the line belongs to the zone. A disc
    looks every way: all around is its front.
    """
    corners = placed.outline.points
    if len(corners) == 1:
        return FRONT
    front_left, front_right, rear_right, rear_left = corners
    heading = placed.pose.heading
    if _ahead(front_left, front_right, heading, spread, x, y):
        return FRONT
    if _ahead(rear_right, rear_left, heading + 1800, spread, x, y):
        return REAR
    return FLANK


def _ahead(left: Point, right: Point, heading: int, spread: int, x: int, y: int) -> bool:
    lx, ly = ray((heading - spread) % 3600)
    rx, ry = ray((heading + spread) % 3600)
    inside_left = lx * (y - left[1]) - ly * (x - left[0]) >= 0
    inside_right = (x - right[0]) * ry - (y - right[1]) * rx >= 0
    beyond = (right[0] - left[0]) * (y - left[1]) - (right[1] - left[1]) * (x - left[0]) <= 0
    return beyond and inside_left and inside_right


def fine_length(x: int, y: int) -> int:
    """The length of a leg in 1/FINE of a hundredth, rounded up."""
    square = (x * x + y * y) * FINE * FINE
    root = isqrt(square)
    return root if root * root == square else root + 1


def way_length(points: Iterable[Point]) -> int:
    """The length of a broken line in hundredths, rounded up; each leg is measured to 1/FINE of a hundredth."""
    total, before = 0, None
    for x, y in points:
        if before is not None:
            total += fine_length(x - before[0], y - before[1])
        before = (x, y)
    return -(-total // FINE)


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two segments cross, if they do, in whole hundredths."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = ux * vy - uy * vx
    if not turn:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    along, across = wx * vy - wy * vx, wx * uy - wy * ux
    if turn < 0:
        turn, along, across = -turn, -along, -across
    if not (0 <= along <= turn and 0 <= across <= turn):
        return None
    return a[0] + divided(ux * along, turn), a[1] + divided(uy * along, turn)


def stretch_about(start: Point, end: Point, at: Point, wide: int) -> tuple[Point, Point]:
    """A stretch of a side about a point, so wide; all of the side where it is shorter."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = root_up(dx * dx + dy * dy)
    if length <= wide:
        return start, end
    along = divided((at[0] - start[0]) * dx + (at[1] - start[1]) * dy, length)
    first = min(max(0, along - wide // 2), length - wide)
    near, far = (
        (start[0] + divided(dx * part, length), start[1] + divided(dy * part, length)) for part in (first, first + wide)
    )
    return near, far
