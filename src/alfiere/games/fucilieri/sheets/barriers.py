"""Lines that one pays for once, where a front edge meets them, and footprints that lie in areas (5.15, 5.17).

Everything here is exact: shares of a way are fractions.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from alfiere.battles.ground_forms import Segment
from alfiere.table.measuring import root_up, squared_gap
from alfiere.table.shapes import Outline, Point, edges, hull
from alfiere.table.sight import ONE, ZERO, Stretch, clipped, inside_stretches
from alfiere.table.terrain import Compiled


class Barrier(NamedTuple):
    """A line as one mover meets it, with the ways across that he can use cut out."""

    id: str
    piece: str
    segments: tuple[Segment, ...]  # of a wide line its middle
    radius: int
    cost: int  # hundredths of a cm
    disorders: bool

    def is_met(self, front: Segment) -> bool:
        """Whether a front edge lies across it."""
        return any(_touch(front, one, self.radius) for one in self.segments)

    def meeting(self, front: Segment, dx: int, dy: int, *, is_ahead: bool = True) -> Fraction | None:
        """At which share of a straight way a front edge meets it; None if it does not, or stands on it already.

        Who begins with his front edge along it meets it at once, but only by going ahead.
        """
        found = []
        for segment in self.segments:
            if self.radius and _touch(front, segment, self.radius):
                return None
            for line in self._sides(segment):
                share = _first_met(front, line, dx, dy)
                if share is not None and (share or is_ahead):
                    found.append(share)
        return min(found, default=None)

    def _sides(self, segment: Segment) -> Iterable[Segment]:
        return edges(_strip(segment, self.radius)) if self.radius else (segment,)


def _touch(front: Segment, line: Segment, radius: int) -> bool:
    square, over = squared_gap(Outline(front), Outline(line))
    return square < radius * radius * over if radius else square == 0


def _strip(segment: Segment, radius: int) -> tuple[Point, ...]:
    """The rectangle of a wide line."""
    (ax, ay), (bx, by) = segment
    length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
    x, y = -(by - ay) * radius // length, (bx - ax) * radius // length
    return (ax - x, ay - y), (bx - x, by - y), (bx + x, by + y), (ax + x, ay + y)


def _first_met(front: Segment, line: Segment, dx: int, dy: int) -> Fraction | None:
    """At which share of a way an edge first meets a line; None if it never does, or lies across it already."""
    if not (dx or dy):
        return None

    def aside(point: Point) -> int:
        return point[0] * dy - point[1] * dx

    def along(point: Point) -> int:
        return point[0] * dx + point[1] * dy

    def on(segment: Segment, side: Fraction) -> Fraction:
        """How far along the way a segment lies there, in units of its squared length."""
        (one, other), low = segment, aside(segment[0])
        if aside(other) == low:
            return Fraction(min(along(one), along(other)))
        return along(one) + (side - low) * Fraction(along(other) - along(one), aside(other) - low)

    here, there = sorted(map(aside, front)), sorted(map(aside, line))
    low, high = Fraction(max(here[0], there[0])), Fraction(min(here[1], there[1]))
    if low > high or (low == high and not (there[0] == there[1] and here[0] < low < here[1])):
        return None  # passed beside it, or only touched at an end
    whole = dx * dx + dy * dy
    share = min((on(line, side) - on(front, side)) / whole for side in (low, high))
    return share if ZERO <= share < ONE else None


def swept_stretches(area: Compiled, outline: Outline, dx: int, dy: int) -> list[Stretch]:
    """On which parts of a straight way any part of a footprint lies inside an area, in order (5.17)."""
    points = area.feature.points
    if area.convex:
        met = clipped(_spread(points, outline), (0, 0), (dx, dy))
        return [met] if met is not None else []
    found = [met for side in area.sides if (met := clipped(_spread(side, outline), (0, 0), (dx, dy))) is not None]
    x, y = outline.points[0]
    return _united([*found, *inside_stretches(area, (x, y), (x + dx, y + dy))])


def _spread(points: Iterable[Point], outline: Outline) -> tuple[Point, ...]:
    """All shifts of an outline with which it meets these points or what lies between them."""
    return hull((x - px, y - py) for x, y in points for px, py in outline.points)


def _united(stretches: Iterable[Stretch]) -> list[Stretch]:
    found: list[Stretch] = []
    for enter, leave in sorted(stretches):
        if found and enter <= found[-1][1]:
            found[-1] = found[-1][0], max(leave, found[-1][1])
        else:
            found.append((enter, leave))
    return found


def united_length(stretches: Iterable[Stretch]) -> Fraction:
    """How much of a way these parts of it are, counted once."""
    return sum((leave - enter for enter, leave in _united(stretches)), ZERO)


def share_inside(area: tuple[Point, ...], outline: Outline) -> Fraction:
    """Which part of a footprint lies in a polygon."""
    inside: list[tuple[Fraction, Fraction]] = [(Fraction(x), Fraction(y)) for x, y in area]
    for (ax, ay), (bx, by) in edges(outline.points):
        inside = _cut(inside, ax, ay, bx - ax, by - ay)
    whole = _doubled_area([(Fraction(x), Fraction(y)) for x, y in outline.points])
    return _doubled_area(inside) / whole


def _cut(
    points: list[tuple[Fraction, Fraction]], ax: int, ay: int, ex: int, ey: int
) -> list[tuple[Fraction, Fraction]]:
    """What of a polygon lies to the right of a line."""
    found = []
    for number, (x, y) in enumerate(points):
        px, py = points[number - 1]
        here, before = ex * (y - ay) - ey * (x - ax), ex * (py - ay) - ey * (px - ax)
        if here * before < 0:
            part = before / (before - here)
            found.append((px + (x - px) * part, py + (y - py) * part))
        if here >= 0:
            found.append((x, y))
    return found


def _doubled_area(points: list[tuple[Fraction, Fraction]]) -> Fraction:
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum((ax * by - ay * bx for (ax, ay), (bx, by) in pairs), ZERO)
