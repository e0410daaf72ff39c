"""Groups of bases: who hangs together with whom, and how small a circle holds them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from alfiere.table.measuring import within
from alfiere.table.shapes import Base, Outline, Point, box


def linked_groups(bases: Sequence[Base], limit: int) -> list[list[str]]:
    """The bases parted into groups linked by gaps of this much or less; the largest first, then as they stand."""
    left = list(bases)
    groups: list[list[Base]] = []
    while left:
        group, edge = [], [left.pop(0)]
        while edge:
            one = edge.pop()
            group.append(one)
            near = [other for other in left if within(one.outline, other.outline, limit)]
            edge += near
            left = [other for other in left if other not in near]
        groups.append(group)
    order = {one.id: number for number, one in enumerate(bases)}
    groups.sort(key=lambda group: -len(group))
    return [sorted((one.id for one in group), key=order.__getitem__) for group in groups]


def fits_in_circle(points: Sequence[Point], squared_radius: Fraction | int) -> bool:
    """Whether a circle with this squared radius holds all the points."""
    if any((ax - bx) ** 2 + (ay - by) ** 2 > 4 * squared_radius for (ax, ay), (bx, by) in combinations(points, 2)):
        return False
    west, north, east, south = box(Outline(tuple(points)))
    # About the middle of their box: where they stand in ranks and files that is the smallest circle.
    if all((2 * x - west - east) ** 2 + (2 * y - north - south) ** 2 <= 4 * squared_radius for x, y in points):
        return True
    return smallest_circle(points) <= squared_radius


def smallest_circle(points: Sequence[Point]) -> Fraction:
    """The squared radius of the smallest circle that holds all the points."""
    distinct = sorted(set(points))
    if len(distinct) < 2:
        return Fraction(0)
    best: Fraction | None = None
    centres = [(Fraction(ax + bx, 2), Fraction(ay + by, 2)) for (ax, ay), (bx, by) in combinations(distinct, 2)]
    centres += [centre for three in combinations(distinct, 3) if (centre := _centre_of(*three)) is not None]
    for x, y in centres:
        square = max((px - x) ** 2 + (py - y) ** 2 for px, py in distinct)
        if best is None or square < best:
            best = square
    assert best is not None
    return best


def _centre_of(a: Point, b: Point, c: Point) -> tuple[Fraction, Fraction] | None:
    """The centre of the circle through three points, unless they are on one line."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    turn = 2 * (bx * cy - by * cx)
    if turn == 0:
        return None
    one, other = bx * bx + by * by, cx * cx + cy * cy
    return a[0] + Fraction(cy * one - by * other, turn), a[1] + Fraction(bx * other - cx * one, turn)
