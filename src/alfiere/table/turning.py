"""Turning: whether a base that turns about a point meets something on the way, exactly.

Every corner of the base runs along an arc about the pivot, and every corner of a thing along an arc the other way, seen
from the base. Two outlines that are apart and then meet have, when they first meet, a corner of one on a side of the
other: so arcs against sides say it all, and no angle is left out. Lengths that are roots are compared by their squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from alfiere.table.headings import SCALE, cosine, sine
from alfiere.table.measuring import apart, point_to_segment, root_up, squared_gap
from alfiere.table.shapes import Outline, Point, box, boxes_meet, edges
from alfiere.table.swift import swift

Met = TypeVar("Met", bound=tuple[Any, ...])


class Arc(NamedTuple):
    """The way of a point about a pivot, clockwise on the screen, from a first ray to a last: half a turn at most."""

    pivot: Point
    squared: int  # of its radius
    first: Point  # rays from the pivot; those that come out of a turn are SCALE times as long
    last: Point
    is_half: bool = False

    def sees(self, x: int, y: int) -> bool:
        """Whether a direction from the pivot lies between the two rays."""
        (fx, fy), (lx, ly) = self.first, self.last
        if self.is_half:
            return fx * y - fy * x >= 0
        return fx * y - fy * x >= 0 and x * ly - y * lx >= 0


def arc_of(pivot: Point, point: Point, turn: int) -> Arc:
    """The way of a point that turns about a pivot by so many tenths of a degree, clockwise if that is more than 0."""
    x, y = point[0] - pivot[0], point[1] - pivot[1]
    s, c = sine(turn), cosine(turn)
    there = (x * c - y * s, x * s + y * c)
    here = (x, y)
    first, last = (here, there) if turn >= 0 else (there, here)
    return Arc(pivot, x * x + y * y, first, last, abs(turn) >= 1800)


def arc_nears(arc: Arc, a: Point, b: Point, reach: int) -> bool:
    """Whether an arc comes within a reach of a segment; without reach, whether they have a point in common.

    The ends of the arc are not measured: who turns is asked where it starts, and comes to its end over what is nearer.
    """
    (cx, cy), squared = arc.pivot, arc.squared
    px, py, dx, dy = a[0] - cx, a[1] - cy, b[0] - a[0], b[1] - a[1]
    length, along, from_a = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py
    if _nears_point(arc, px, py, reach) or _nears_point(arc, px + dx, py + dy, reach):
        return True
    if not length:
        return False
    # Where the circle cuts the line: (-along ± √root) / length of the way from a to b.
    root = along * along - length * (from_a - squared)
    if root >= 0:
        ax, ay = px * length - along * dx, py * length - along * dy
        for hand in (1, -1):
            if _sign(-along, hand, root) >= 0 and _sign(length + along, -hand, root) >= 0:
                if _sees_root(arc, ax, ay, hand * dx, hand * dy, root):
                    return True
        return False
    # The line passes outside the circle: nearest to it at the foot of the pivot, if that lies on the segment.
    if reach and -length <= along <= 0:
        over = (px * dy - py * dx) ** 2 - (squared + reach * reach) * length
        is_near = over <= 0 or over * over <= 4 * reach * reach * length * length * squared
        return is_near and arc.sees(px * length - along * dx, py * length - along * dy)
    return False


def _nears_point(arc: Arc, x: int, y: int, reach: int) -> bool:
    """Whether a point, as seen from the pivot, is within reach of the inner part of an arc."""
    far, squared = x * x + y * y, arc.squared
    if not reach:
        return far == squared and arc.sees(x, y)
    over = far + squared - reach * reach
    return (over <= 0 or over * over <= 4 * far * squared) and arc.sees(x, y)


def _sign(whole: int, times: int, root: int) -> int:
    """The sign of ``whole + times x √root``."""
    part = times * times * root
    if times < 0:
        return (whole > 0) - (whole < 0) if not part else _compared(whole, part)
    return -_compared(-whole, part)


def _compared(whole: int, square: int) -> int:
    """The sign of ``whole - √square``."""
    if whole < 0:
        return -1
    return (whole * whole > square) - (whole * whole < square)


def _sees_root(arc: Arc, x: int, y: int, dx: int, dy: int, root: int) -> bool:
    """Whether the direction ``(x, y) + (dx, dy) x √root`` lies between the rays of an arc."""
    (fx, fy), (lx, ly) = arc.first, arc.last
    if _sign(fx * y - fy * x, fx * dy - fy * dx, root) < 0:
        return False
    return arc.is_half or _sign(x * ly - y * lx, dx * ly - dy * lx, root) >= 0


@swift
def meets(one: Sequence[Point], other: Outline, /) -> bool:
    """Whether a convex polygon and an outline have a point in common, be it on their edges."""
    if not other.radius and len(one) > 2 and len(other.points) > 1:
        return not (apart(one, other.points) or apart(other.points, one))
    square, over = squared_gap(Outline(tuple(one)), Outline(other.points))
    return square <= other.radius * other.radius * over


@swift
def all_met(points: tuple[Point, ...], things: Sequence[Met], /) -> list[Met]:
    """Those of some things that a convex polygon meets; each is a tuple that begins with its box and its outline."""
    area = box(Outline(points))
    return [one for one in things if boxes_meet(area, one[0]) and meets(points, one[1])]


@swift
def turn_meets(points: Sequence[Point], pivot: Point, turn: int, thing: Outline, /) -> bool:
    """Whether a convex polygon that turns about a pivot, by half a turn at most, meets an outline on its way."""
    cx, cy = pivot
    reach = thing.radius
    farthest = root_up(max((x - cx) ** 2 + (y - cy) ** 2 for x, y in points)) + reach
    square, over = squared_gap(Outline((pivot,)), Outline(thing.points))
    if square > farthest * farthest * over:
        return False
    if meets(points, thing):
        return True
    if not reach and not circles_reach(points, pivot, thing.points):
        return False
    sides = edges(thing.points)
    for corner in points:
        arc = arc_of(pivot, corner, turn)
        if any(arc_nears(arc, a, b, reach) for a, b in sides):
            return True
    own = edges(tuple(points))
    for corner in thing.points:
        arc = arc_of(pivot, corner, -turn)
        if any(arc_nears(arc, a, b, reach) for a, b in own):
            return True
    return reach > 0 and _ends_near(points, pivot, turn, thing)


@swift
def circles_reach(points: Sequence[Point], pivot: Point, thing: Sequence[Point], /) -> bool:
    """Whether a circle about a pivot through a corner of one polygon comes to a side of the other: who does not reach
    it in a whole turn does not in part of one."""
    for corners, others in ((points, thing), (thing, points)):
        for x, y in corners:
            far = (x - pivot[0]) ** 2 + (y - pivot[1]) ** 2
            for a, b in edges(tuple(others)):
                square, over = point_to_segment(*pivot, *a, *b)
                farther = max((px - pivot[0]) ** 2 + (py - pivot[1]) ** 2 for px, py in (a, b))
                if square <= far * over and far <= farther:
                    return True
    return False


def _ends_near(points: Sequence[Point], pivot: Point, turn: int, thing: Outline) -> bool:
    """Whether a polygon that has turned comes within the radius of an outline only where it ends."""
    cx, cy = pivot
    s, c = sine(turn), cosine(turn)
    there = tuple(
        (cx * SCALE + (x - cx) * c - (y - cy) * s, cy * SCALE + (x - cx) * s + (y - cy) * c) for x, y in points
    )
    square, over = squared_gap(Outline(there), Outline(tuple((x * SCALE, y * SCALE) for x, y in thing.points)))
    return square <= (thing.radius * SCALE) ** 2 * over
