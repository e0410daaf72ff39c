"""Sectors of fire, arcs and blasts: pieces of ground ahead of a front edge, and who is in them, even partly."""

from __future__ import annotations

from alfiere.table.headings import cosine, divided, ray, sine
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Base, Outline, Point, hull


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
