"""Fronts: the four edges of a base, the ground ahead of each, and how two bases stand to each other.

Edges go by names: front, right, rear, left, as the unit sees them. What lies ahead of an edge is told as a convex
piece of ground (a strip, a cone) or by the distance from the edge of that part of a base which lies in it. Points that
are no whole hundredths are kept in parts of FINE, as ways are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from alfiere.table.headings import FULL_TURN, SCALE, divided, heading_of, offset, ray, turn_between
from alfiere.table.measuring import FINE, root_up, segment_to_segment, squared_gap
from alfiere.table.shapes import Base, Outline, Point, Pose, Rect, box, boxes_apart, edges, hull
from alfiere.table.swift import quick, swift

FRONT, RIGHT, REAR, LEFT = "front", "right", "rear", "left"
EDGES: Final = (FRONT, RIGHT, REAR, LEFT)
FLUSH: Final = 10  # tenths of a degree: edges that differ by no more lie along each other


@quick
class Edge(NamedTuple):
    """One edge of a base, from its left to its right end as seen from within, and where it looks."""

    name: str
    start: Point
    end: Point
    heading: int

    @property
    def middle(self) -> Point:
        """Its middle, to the hundredth."""
        return (self.start[0] + self.end[0]) // 2, (self.start[1] + self.end[1]) // 2


def edge_of(placed: Base, name: str = FRONT) -> Edge:
    """An edge of a rectangular base."""
    return _edge(placed.outline.points, placed.pose.heading, EDGES.index(name))


def _edge(points: Sequence[Point], heading: int, number: int) -> Edge:
    return Edge(EDGES[number], points[number], points[number - 3], (heading + 900 * number) % FULL_TURN)


def half_of(edge: Edge, hand: str) -> Edge:
    """The left or right half of an edge."""
    name, start, end, heading = edge
    return Edge(name, start, edge.middle, heading) if hand == LEFT else Edge(name, edge.middle, end, heading)


# Ground ahead


def strip(edge: Edge, depth: int, nearest: int = 0) -> Outline:
    """The ground ahead of an edge between the prolongations of its sides, to this depth."""
    return cone(edge, depth, 0, nearest)


@lru_cache(maxsize=2048)
def cone(edge: Edge, depth: int, spread: int, nearest: int = 0) -> Outline:
    """The ground ahead of an edge between rays that open by ``spread`` from its ends, to a straight far side."""
    x, y = ray(edge.heading)
    side_x, side_y = ray((edge.heading + spread) % FULL_TURN)
    # so far along the ray that it is ``depth`` ahead; the other ray is its mirror
    over = x * side_x + y * side_y
    corners: list[Point] = []
    for far in (nearest, depth):
        ahead = far * SCALE
        wide = divided(far * SCALE * (x * side_y - y * side_x), over)  # to the right, along (-y, x)
        for (cx, cy), hand in ((edge.start, -1), (edge.end, 1)):
            dx, dy = ahead * x - hand * wide * y, ahead * y + hand * wide * x
            corners.append((cx + divided(dx, SCALE * SCALE), cy + divided(dy, SCALE * SCALE)))
    return Outline(hull(corners))


def part_ahead(edge: Edge, target: Sequence[Point], spread: int) -> tuple[Point, ...]:
    """The part of a convex polygon that lies ahead of an edge between rays opening from its ends, in parts of FINE."""
    (ax, ay), (bx, by) = edge.start, edge.end
    left, right = ray((edge.heading - spread) % FULL_TURN), ray((edge.heading + spread) % FULL_TURN)
    return clipped(
        [(x * FINE, y * FINE) for x, y in target],
        (
            ((ax * FINE, ay * FINE), (ax - bx, ay - by)),
            ((ax * FINE, ay * FINE), left),
            ((bx * FINE, by * FINE), (-right[0], -right[1])),
        ),
    )


def far_ahead(edge: Edge, target: Outline, spread: int) -> int | None:
    """How far the nearest part of a base in the zone ahead of an edge is from it, rounded up; None if none is there."""
    if len(target.points) == 1:
        return _disc_ahead(edge, target, spread)
    part = part_ahead(edge, target.points, spread)
    if len(part) < 3:
        return None
    line = Outline(tuple((x * FINE, y * FINE) for x, y in (edge.start, edge.end)))
    square, over = squared_gap(Outline(part), line)
    return root_up(square, over * FINE * FINE)


def _disc_ahead(edge: Edge, target: Outline, spread: int) -> int | None:
    """The same of a disc, by a polygon of many corners within it."""
    (x, y), radius = target.points[0], target.radius
    around = hull((x + dx, y + dy) for dx, dy in (offset(turn, radius) for turn in range(0, FULL_TURN, 100)))
    return far_ahead(edge, Outline(around), spread) if len(around) > 2 else None


@swift
def clipped(points: Sequence[Point], lines: Iterable[tuple[Point, Point]], /) -> tuple[Point, ...]:
    """A convex polygon cut by lines, each a point and a direction; what lies to the right of it on the screen stays."""
    left = list(points)
    for (ax, ay), (dx, dy) in lines:
        kept: list[Point] = []
        sides = [dx * (y - ay) - dy * (x - ax) for x, y in left]
        for n, (x, y) in enumerate(left):
            here, before = sides[n], sides[n - 1]
            if (here > 0 and before < 0) or (here < 0 and before > 0):
                px, py = left[n - 1]
                whole = abs(before) + abs(here)
                share = abs(before)
                kept.append((px + divided((x - px) * share, whole), py + divided((y - py) * share, whole)))
            if here >= 0:
                kept.append((x, y))
        left = kept
        if not left:
            return ()
    return tuple(left)


def doubled_area(points: Sequence[Point]) -> int:
    """Twice the area of a polygon."""
    return abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in edges(tuple(points)))) if len(points) > 2 else 0


# Contact


@quick
class Contact(NamedTuple):
    """Two bases that touch: by which edge of each, and over what length; 0 where only a corner touches."""

    own: str
    other: str
    length: int


def contact(one: Base, other: Base, touch: int) -> Contact | None:
    """How a rectangular base touches another; None if it does not.

    The longest common stretch counts. Where only a corner touches, it is the pair of edges that face each other best
    (risorgimento.geo.21), the front before the others.
    """
    reach = touch + sum(sum(shape) for shape in (one.shape, other.shape))  # twice as far as either extends, or farther
    if abs(one.pose.x - other.pose.x) * 2 > reach + touch or abs(one.pose.y - other.pose.y) * 2 > reach + touch:
        return None
    met = edges_met(one.outline.points, one.pose.heading, other.outline.points, other.pose.heading, touch)
    return None if met is None else Contact(EDGES[met[0]], EDGES[met[1]], met[2])


@swift
def edges_met(
    one: Sequence[Point], heading: int, other: Sequence[Point], facing: int, touch: int, /
) -> tuple[int, int, int] | None:
    """The same of the corners of two bases and where they look: the places of both edges in EDGES, and the length."""
    found: tuple[tuple[int, int, int], tuple[int, int, int]] | None = None
    edges_of_other = [_edge(other, facing, rank) for rank in range(4)]
    areas = [box(Outline((edge.start, edge.end))) for edge in edges_of_other]
    for place in range(4):
        own = _edge(one, heading, place)
        about = box(Outline((own.start, own.end)))
        for rank, edge in enumerate(edges_of_other):
            if boxes_apart(about, areas[rank], touch):
                continue
            square, over = segment_to_segment(own.start, own.end, edge.start, edge.end)
            if square > touch * touch * over:
                continue
            askew = turn_between(own.heading, edge.heading + 1800)
            length = shared_length(own, edge) if askew <= FLUSH else 0
            key = (-length, askew, place * 4 + rank)
            if found is None or key < found[0]:
                found = key, (place, rank, length)
    return None if found is None else found[1]


def shared_length(one: Edge, other: Edge) -> int:
    """Over what length two edges lie along each other, in hundredths: the shadow of one on the other."""
    (ax, ay), (bx, by) = one.start, one.end
    dx, dy = bx - ax, by - ay
    whole = dx * dx + dy * dy
    if not whole:
        return 0
    first, last = sorted((x - ax) * dx + (y - ay) * dy for x, y in (other.start, other.end))
    return max(0, min(last, whole) - max(first, 0)) // max(1, isqrt(whole))


# Standing to each other


def flush_pose(shape: Rect, edge: Edge, along: int) -> Pose:
    """The pose in which a front lies along another's edge, its middle so far to the right of the edge's own.

    «Right» is that of the one whose edge it is.
    """
    heading = (edge.heading + 1800) % FULL_TURN
    ahead, right = ray(edge.heading), ray((edge.heading + 900) % FULL_TURN)
    x = edge.start[0] + edge.end[0]
    y = edge.start[1] + edge.end[1]
    dx, dy = (shape.depth * ahead[n] + 2 * along * right[n] for n in (0, 1))
    return Pose(divided(x * SCALE + dx, 2 * SCALE), divided(y * SCALE + dy, 2 * SCALE), heading)


def beside_pose(shape: Rect, friend: Base, hand: str) -> Pose:
    """The pose beside a friend, side against side, fronts in one line."""
    assert isinstance(friend.shape, Rect)
    wide = friend.shape.width + shape.width
    right = wide if hand == RIGHT else -wide
    ahead = friend.shape.depth - shape.depth
    x, y = ray(friend.pose.heading)
    dx, dy = ahead * x - right * y, ahead * y + right * x
    return Pose(
        friend.pose.x + divided(dx, 2 * SCALE), friend.pose.y + divided(dy, 2 * SCALE), friend.pose.heading % FULL_TURN
    )


def behind_pose(shape: Rect, ahead_of: Base, gap: int, aside: Point | None = None) -> Pose:
    """The pose behind a base, so far from rear to front, facing as it does; keeping one's place sideways if asked."""
    assert isinstance(ahead_of.shape, Rect)
    x, y = ray(ahead_of.pose.heading)
    back = ahead_of.shape.depth + shape.depth + 2 * gap
    right = 0
    if aside is not None:
        right = 2 * divided(-(aside[0] - ahead_of.pose.x) * y + (aside[1] - ahead_of.pose.y) * x, SCALE)
    dx, dy = -back * x - right * y, -back * y + right * x
    return Pose(
        ahead_of.pose.x + divided(dx, 2 * SCALE),
        ahead_of.pose.y + divided(dy, 2 * SCALE),
        ahead_of.pose.heading % FULL_TURN,
    )


def bearing(start: Point, end: Point) -> int:
    """The heading from one place to another."""
    return heading_of(end[0] - start[0], end[1] - start[1])
