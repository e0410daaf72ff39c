"""The slow check of the open table: the same questions answered by fractions, clipping and a flooded grid.

Nothing here is shared with the code it checks but the shapes: distances come from the parametric form of every pair of
edges, overlap from the area of the clipped polygon, sight from pieces of the line, reach from a grid.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

from alfiere.table.shapes import Outline, Point

Exact = tuple[Fraction, Fraction]


def exact(point: Sequence[int]) -> Exact:
    return Fraction(point[0]), Fraction(point[1])


def sides(points: Sequence[Exact]) -> list[tuple[Exact, Exact]]:
    if len(points) == 1:
        return [(points[0], points[0])]
    if len(points) == 2:
        return [(points[0], points[1])]
    return [(points[n], points[(n + 1) % len(points)]) for n in range(len(points))]


def in_polygon(points: Sequence[Exact], place: Exact) -> int:
    """1 inside, 0 on the edge, -1 outside: by the crossings of a ray to the east."""
    x, y = place
    crossings = 0
    for (ax, ay), (bx, by) in sides(points):
        if (bx - ax) * (y - ay) == (by - ay) * (x - ax):
            if min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return 0
        if (ay <= y < by) or (by <= y < ay):
            if ax + (y - ay) * (bx - ax) / (by - ay) > x:
                crossings += 1
    return 1 if crossings % 2 else -1


def squared_off_segment(place: Exact, a: Exact, b: Exact) -> Fraction:
    """Squared distance by the parameter of the foot, cut to the segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = Fraction(0) if length == 0 else ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length
    share = max(Fraction(0), min(Fraction(1), share))
    return (a[0] + share * dx - place[0]) ** 2 + (a[1] + share * dy - place[1]) ** 2


def lines_meet(a: Exact, b: Exact, c: Exact, d: Exact) -> bool:
    """Whether two segments share a point, by solving for both parameters."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = ux * vy - uy * vx
    if turn == 0:
        return any(
            squared_off_segment(p, *other) == 0 for p, other in ((a, (c, d)), (b, (c, d)), (c, (a, b)), (d, (a, b)))
        )
    t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / turn
    s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / turn
    return 0 <= t <= 1 and 0 <= s <= 1


def squared_distance(one: Sequence[Point], other: Sequence[Point]) -> Fraction:
    """Between two convex polygons, segments or points; 0 where they meet."""
    a, b = [exact(p) for p in one], [exact(p) for p in other]
    if len(a) > 2 and any(in_polygon(a, p) >= 0 for p in b):
        return Fraction(0)
    if len(b) > 2 and any(in_polygon(b, p) >= 0 for p in a):
        return Fraction(0)
    best: Fraction | None = None
    for first in sides(a):
        for second in sides(b):
            if lines_meet(*first, *second):
                return Fraction(0)
            for p, side in ((first[0], second), (first[1], second), (second[0], first), (second[1], first)):
                far = squared_off_segment(p, *side)
                best = far if best is None else min(best, far)
    assert best is not None
    return best


def distance_is_at_most(one: Outline, other: Outline, limit: int) -> bool:
    reach = limit + one.radius + other.radius
    return reach >= 0 and squared_distance(one.points, other.points) <= reach * reach


def shared_area(one: Sequence[Point], other: Sequence[Point]) -> Fraction:
    """Twice the area that two convex polygons share: one cut by the sides of the other."""
    left = [exact(p) for p in one]
    for (ax, ay), (bx, by) in sides([exact(p) for p in other]):
        kept: list[Exact] = []
        for n, (x, y) in enumerate(left):
            px, py = left[n - 1]
            here = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            before = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if (here > 0) != (before > 0) and here != before:
                share = before / (before - here)
                kept.append((px + share * (x - px), py + share * (y - py)))
            if here >= 0:
                kept.append((x, y))
        left = kept
        if not left:
            return Fraction(0)
    return abs(sum((ax * by - ay * bx for (ax, ay), (bx, by) in sides(left)), Fraction(0)))


def is_overlap(one: Outline, other: Outline) -> bool:
    """Whether insides meet: by area for two polygons, by distance when one is round."""
    if one.radius + other.radius:
        return squared_distance(one.points, other.points) < (one.radius + other.radius) ** 2
    return shared_area(one.points, other.points) > 0


def inside_share(points: Sequence[Point], start: Point, end: Point) -> Fraction:
    """What share of a line runs inside any polygon: cut at every meeting with a side, judged by the middles."""
    corners = [exact(p) for p in points]
    (px, py), (qx, qy) = exact(start), exact(end)
    dx, dy = qx - px, qy - py
    cuts = [Fraction(0), Fraction(1)]
    for (ax, ay), (bx, by) in sides(corners):
        ex, ey = bx - ax, by - ay
        turn = dx * ey - dy * ex
        if turn:
            cuts.append(((ax - px) * ey - (ay - py) * ex) / turn)
        for x, y in ((ax, ay), (bx, by)):
            if dx * (y - py) == dy * (x - px) and (dx or dy):
                cuts.append(((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy))
    cuts = sorted(cut for cut in set(cuts) if 0 <= cut <= 1)
    total = Fraction(0)
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        if in_polygon(corners, (px + middle * dx, py + middle * dy)) > 0:
            total += high - low
    return total


def crosses_line(points: Sequence[Point], start: Point, end: Point) -> int:
    """How often a line truly crosses a thin broken line whose points are not on it."""
    return sum(lines_meet(exact(start), exact(end), exact(a), exact(b)) for a, b in pairwise(points))


def length(points: Sequence[Point]) -> Decimal:
    """The length of a broken line to many digits."""
    with localcontext() as context:
        context.prec = 40
        return sum(
            (Decimal((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2).sqrt() for a, b in pairwise(points)),
            Decimal(0),
        )


STEPS = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0) and max(abs(x), abs(y)) <= 3]
STEPS = [(x, y) for x, y in STEPS if abs(x) in (0, 1) or abs(y) in (0, 1) or {abs(x), abs(y)} == {2, 3}]


def flooded(is_free: Callable[[int, int], bool], start: Point, most: float, grid: int) -> dict[Point, float]:
    """The shortest way to every point of a grid round the start, over steps between points that are free.

    A step skips at most two points of the grid, and those are asked for too: with a margin of twice the grid a free
    step is free all along.
    """
    known: dict[Point, bool] = {}

    def free(x: int, y: int) -> bool:
        if (x, y) not in known:
            known[x, y] = is_free(x, y)
        return known[x, y]

    found: dict[Point, float] = {}
    queue = [(0.0, start)]
    while queue:
        far, (x, y) = heapq.heappop(queue)
        if (x, y) in found:
            continue
        found[x, y] = far
        for dx, dy in STEPS:
            to = (x + dx * grid, y + dy * grid)
            step = grid * (dx * dx + dy * dy) ** 0.5
            if to not in found and far + step <= most and free(*to):
                heapq.heappush(queue, (far + step, to))
    return found
