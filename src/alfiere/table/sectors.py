"""Sectors of fire, arcs and blasts: pieces of ground ahead of a front edge, and who is in them, even partly."""

from __future__ import annotations

from collections.abc import Container

from alfiere.table.headings import cosine, divided, ray, sine
from alfiere.table.measuring import overlaps, within
from alfiere.table.shapes import Base, Outline, Point, hull
from alfiere.table.sight import Crossed, sight_line
from alfiere.table.terrain import WALLS, Terrain


def sector(gun: Base, nearest: int, farthest: int, spread: int = 0) -> Outline:
    """The ground ahead of a front edge between two ranges, its sides opening by ``spread`` tenths of a degree.

    Without spread it is the rectangle of round shot or, from a least range on, the band of a howitzer; with spread
    the trapezium of canister or an arc of muskets with a straight far side. Corners are whole hundredths.
    """
    left, right = front_edge(gun)
    x, y = ray(gun.pose.heading)
    rx, ry = -y, x  # to the right
    corners: list[Point] = []
    for range_ in (nearest, farthest):
        for (cx, cy), hand in ((left, -1), (right, 1)):
            # ahead by the range, outwards by range x tan(spread); cosine divides both sides
            wide = hand * range_ * sine(spread)
            over = cosine(spread)
            corners.append(
                (
                    cx + divided(range_ * x * over + wide * rx, over * cosine(0)),
                    cy + divided(range_ * y * over + wide * ry, over * cosine(0)),
                )
            )
    return Outline(hull(corners))


def front_edge(placed: Base) -> tuple[Point, Point]:
    """The left and the right corner of the front; of a disc its foremost point, twice."""
    points, radius = placed.outline
    if len(points) == 1:
        x, y = ray(placed.pose.heading)
        foremost = (points[0][0] + divided(radius * x, cosine(0)), points[0][1] + divided(radius * y, cosine(0)))
        return foremost, foremost
    return points[0], points[1]


def is_in_sector(ground: Outline, target: Outline) -> bool:
    """Whether a base is inside a sector, even partly: they share some ground, not only an edge."""
    return overlaps(ground, target)


def corridor(start: Point, end: Point, heading: int, length: int) -> Outline:
    """The ground between the two parallel lines that leave the ends of a firing segment along a heading."""
    x, y = ray(heading)
    dx, dy = divided(length * x, cosine(0)), divided(length * y, cosine(0))
    return Outline(hull([start, end, (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)]))


def is_in_blast(burst: Point, radius: int, target: Outline) -> bool:
    """Whether some part of a base is within the radius of a burst."""
    return within(Outline((burst,)), target, radius)


def shut_out(terrain: Terrain, burst: Point, place: Point, kinds: Container[str]) -> Crossed | None:
    """The building whose wall, without an opening there, stands between a burst and a place; None if none does."""
    for crossed in sight_line(terrain, burst, place, kinds).crossed:
        if crossed.feature.form == WALLS:
            if (crossed.enter > 0 and crossed.way_in is None) or (crossed.leave < 1 and crossed.way_out is None):
                return crossed
    return None
