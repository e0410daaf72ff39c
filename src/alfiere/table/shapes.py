"""Shapes of bases: a disc or a rectangle with a pose, and the outline it covers on the table.

Every outline is a convex polygon of whole hundredths grown by a radius: a disc is one point grown by its radius,
a rectangle four corners grown by nothing, a wall two points, the ground swept by a moving disc two points grown
by its radius. So one measure serves them all, exactly, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from alfiere.table.headings import SCALE, divided, ray
from alfiere.table.swift import compiled, quick, swift

Point: TypeAlias = tuple[int, int]


@quick
class Pose(NamedTuple):
    """Where the centre of a base is, in hundredths of the unit, and where it looks, in tenths of a degree."""

    x: int
    y: int
    heading: int = 0

    @property
    def point(self) -> Point:
        """The centre."""
        return self.x, self.y


@quick
class Disc(NamedTuple):
    """A round base."""

    radius: int


@quick
class Rect(NamedTuple):
    """A rectangular base; the width is that of its front edge."""

    width: int
    depth: int


Shape: TypeAlias = Disc | Rect


@quick
class Outline(NamedTuple):
    """A convex polygon (or segment, or point) grown by a radius; the points turn as from east to south."""

    points: tuple[Point, ...]
    radius: int = 0


if compiled is not None:
    compiled.use_outline(Outline)


@quick
class Base(NamedTuple):
    """A base that stands on the table. On another floor of a house it may stand over or under others."""

    id: str
    shape: Shape
    pose: Pose
    outline: Outline
    floor: int = 0

    @property
    def point(self) -> Point:
        """The centre."""
        return self.pose.x, self.pose.y


def base(id: str, shape: Shape, x: int, y: int, heading: int = 0, floor: int = 0) -> Base:
    """A base put down at this place."""
    pose = Pose(x, y, heading)
    return Base(id, shape, pose, outline_of(shape, pose), floor)


@swift
def outline_of(shape: Shape, pose: Pose, /) -> Outline:
    """The ground a shape covers in this pose."""
    if isinstance(shape, Disc):
        return Outline(((pose.x, pose.y),), shape.radius)
    x, y, heading = pose
    return placed(_corners(shape, heading % 3600), x, y)


@swift
def placed(corners: tuple[Point, ...], x: int, y: int, /) -> Outline:
    """The outline with these corners about a centre."""
    return Outline(tuple([(dx + x, dy + y) for dx, dy in corners]))


@lru_cache(maxsize=4096)
def _corners(shape: Rect, heading: int) -> tuple[Point, ...]:
    """The corners of a rectangle about its centre: front left, front right, rear right, rear left.

    They are rounded to whole hundredths, opposite corners alike: this quadrilateral is the base from then on.
    """
    x, y = ray(heading)
    width, depth = shape
    front_left = (divided(depth * x + width * y, 2 * SCALE), divided(depth * y - width * x, 2 * SCALE))
    front_right = (divided(depth * x - width * y, 2 * SCALE), divided(depth * y + width * x, 2 * SCALE))
    return front_left, front_right, (-front_left[0], -front_left[1]), (-front_right[0], -front_right[1])


@swift
def moved(outline: Outline, x: int, y: int, /) -> Outline:
    """The outline shifted so far east and south."""
    points, radius = outline
    if len(points) == 1:
        px, py = points[0]
        return Outline(((px + x, py + y),), radius)
    return Outline(tuple([(px + x, py + y) for px, py in points]), radius)


def grown(outline: Outline, by: int) -> Outline:
    """The outline with a ring of this width around it, such as a zone of control."""
    return Outline(outline.points, outline.radius + by)


def swept(outline: Outline, x: int, y: int) -> Outline:
    """All the ground an outline covers while it is shifted straight so far east and south."""
    points = outline.points
    if len(points) == 1:
        (px, py) = points[0]
        return Outline(points if not (x or y) else (points[0], (px + x, py + y)), outline.radius)
    return Outline(hull([*points, *((px + x, py + y) for px, py in points)]), outline.radius)


@swift
def hull(points: Iterable[Point], /) -> tuple[Point, ...]:
    """The convex hull, without points in the middle of its edges; a segment or a point if it is no more."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower = _chain(ordered)
    upper = _chain(ordered[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in ordered:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


@swift
def box(outline: Outline, /) -> tuple[int, int, int, int]:
    """The least upright rectangle that holds the outline: west, north, east, south."""
    points, radius = outline
    if len(points) == 1:
        x, y = points[0]
        return x - radius, y - radius, x + radius, y + radius
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        west, east = (ax, bx) if ax <= bx else (bx, ax)
        north, south = (ay, by) if ay <= by else (by, ay)
        return west - radius, north - radius, east + radius, south + radius
    if len(points) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        (a, b), (c, d) = (ax, bx) if ax < bx else (bx, ax), (cx, dx) if cx < dx else (dx, cx)
        west, east = a if a < c else c, b if b > d else d
        (a, b), (c, d) = (ay, by) if ay < by else (by, ay), (cy, dy) if cy < dy else (dy, cy)
        return west - radius, (a if a < c else c) - radius, east + radius, (b if b > d else d) + radius
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


@swift
def boxes_meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int], /) -> bool:
    """Whether two boxes have a point in common, be it on their edges."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@swift
def boxes_apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int], limit: int, /) -> bool:
    """Whether two boxes are farther apart than this in one direction: soon said, and true of most things on a table."""
    west, north, east, south = one
    left, top, right, bottom = other
    return left - east > limit or west - right > limit or top - south > limit or north - bottom > limit


def centre(area: tuple[int, int, int, int]) -> Point:
    """The middle of a box."""
    return (area[0] + area[2]) // 2, (area[1] + area[3]) // 2


def nearest_in(area: tuple[int, int, int, int], x: int, y: int) -> Point:
    """The point of a box that is nearest to another; itself where it lies inside."""
    left, top, right, bottom = area
    return min(max(x, left), right), min(max(y, top), bottom)


def lies_in(area: tuple[int, int, int, int], x: int, y: int, radius: int) -> bool:
    """Whether a disc lies wholly in a box."""
    left, top, right, bottom = area
    return left + radius <= x <= right - radius and top + radius <= y <= bottom - radius


def is_near(area: tuple[int, int, int, int], x: int, y: int, limit: int) -> bool:
    """Whether a point is so near to a box, or in it."""
    there = nearest_in(area, x, y)
    return (there[0] - x) ** 2 + (there[1] - y) ** 2 <= limit**2


@swift
def edges(points: tuple[Point, ...], /) -> tuple[tuple[Point, Point], ...]:
    """The sides of a polygon; the one side of a segment; a point as a side without length."""
    if len(points) == 4:  # by far the most
        a, b, c, d = points
        return (a, b), (b, c), (c, d), (d, a)
    if len(points) < 3:
        return ((points[0], points[-1]),)
    return tuple(zip(points, points[1:] + points[:1], strict=True))
