"""How far it is round about obstacles, roughly and fast: the rules of movement never ask this, a computer player does,
a hundred times for every thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import NamedTuple, TypeAlias

from alfiere.table.shapes import Point
from alfiere.table.terrain import Field

Side: TypeAlias = tuple[Point, Point]
Box: TypeAlias = tuple[int, int, int, int]


class Gait(NamedTuple):
    """How somebody walks; lengths in hundredths."""

    going: str
    clear: int  # his base keeps so far from what it goes round
    wall: int  # almost the half of a base: he may stand at a wall
    corner: float  # added to a way round: it is made in two moves, and on the first of them he comes no nearer
    enclosed: float  # added where there is no way round that is easily seen


class Barrier(NamedTuple):
    """An obstacle or a building: its sides, its corners, and how far one could walk instead of crossing it."""

    sides: tuple[Side, ...]
    corners: tuple[Point, ...]
    box: Box
    over: float | None
    shut: frozenset[Point]  # corners that lie beyond the edge of the table


def span(dx: float, dy: float) -> float:
    """How long a line is. Unlike hypot a root is the same to the last bit on every machine."""
    return sqrt(dx * dx + dy * dy)


def barriers(field: Field, gait: Gait, over: Callable[[str], float | None]) -> tuple[Barrier, ...]:
    """What bars the way on a table, each thing once; ``over``: how far one could walk instead of crossing it."""
    sides: dict[str, list[Side]] = {}
    crossed: dict[str, float | None] = {}
    for wall in field.terrain.walls(gait.going):
        points, by = wall.bar.outline.points, wall.bar.by
        if len(points) == 1:  # a round thing: the square about it
            (x, y), size = points[0], wall.bar.outline.radius + gait.clear
            sides[by] = list(_sides_of((x - size, y - size, x + size, y + size)))
        else:
            sides.setdefault(by, []).append((points[0], points[1]))
        crossed[by] = over(by) if wall.bar.stops else None
    return tuple(_barrier(field, gait, tuple(found), crossed[by]) for by, found in sides.items())


def boxed(field: Field, gait: Gait, boxes: Iterable[Box]) -> tuple[Barrier, ...]:
    """Rectangles that everybody goes round."""
    return tuple(_barrier(field, gait, _sides_of(box), None) for box in boxes)


def _sides_of(box: Box) -> tuple[Side, ...]:
    left, top, right, bottom = box
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return tuple((corners[number - 1], corners[number]) for number in range(4))


def _barrier(field: Field, gait: Gait, sides: tuple[Side, ...], over: float | None) -> Barrier:
    if len(sides) == 1:
        (ax, ay), (bx, by) = sides[0]
        dx, dy = (round(gait.clear * step / span(bx - ax, by - ay)) for step in (bx - ax, by - ay))
        sides = (((ax - dx, ay - dy), (bx + dx, by + dy)),)
    elif over is None:
        sides = _grown(sides, gait.wall)
    corners = tuple(dict.fromkeys(point for side in sides for point in side))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    shut = frozenset(one for one in corners if not (0 < one[0] < field.width and 0 < one[1] < field.height))
    return Barrier(sides, corners, (min(xs), min(ys), max(xs), max(ys)), over, shut)


def _grown(sides: tuple[Side, ...], by: int) -> tuple[Side, ...]:
    """A building as wide as it is to one who keeps his base clear of it, though he may stand at its wall."""
    points = [point for side in sides for point in side]
    x, y = (sum(place) / len(points) for place in zip(*points, strict=True))

    def out(point: Point) -> Point:
        return point[0] + (by if point[0] > x else -by), point[1] + (by if point[1] > y else -by)

    return tuple((out(start), out(end)) for start, end in sides)


def walk(barred: Iterable[Barrier], gait: Gait, start: Point, end: Point) -> float:
    """How far it is from here to there, in hundredths, from centre to centre."""
    straight = span(end[0] - start[0], end[1] - start[1])
    more = 0.0
    west, east = (start[0], end[0]) if start[0] < end[0] else (end[0], start[0])
    north, south = (start[1], end[1]) if start[1] < end[1] else (end[1], start[1])
    for one in barred:
        left, top, right, bottom = one.box
        if left <= east and right >= west and top <= south and bottom >= north and _bars(one, start, end):
            round_about = min(_past(one, gait, start, end, 1), _past(one, gait, start, end, -1)) - straight
            more += round_about if one.over is None else min(round_about, one.over)
    return straight + more


def box_holds(box: Box, point: Point) -> bool:
    """Whether a point lies in a box."""
    left, top, right, bottom = box
    return left <= point[0] <= right and top <= point[1] <= bottom


def _bars(one: Barrier, start: Point, end: Point) -> bool:
    """Whether the straight line crosses one of its sides."""
    for a, b in one.sides:
        if _side(start, end, a) * _side(start, end, b) < 0 and _side(a, b, start) * _side(a, b, end) < 0:
            return True
    return False


def _side(start: Point, end: Point, point: Point) -> int:
    """Positive on one side of a line, negative on the other."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _past(one: Barrier, gait: Gait, start: Point, end: Point, hand: int) -> float:
    """The way round by the corners on one hand."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    turns = [corner for corner in one.corners if hand * _side(start, end, corner) > 0]
    if not turns or not one.shut.isdisjoint(turns):
        return span(dx, dy) + gait.enclosed
    turns.sort(key=lambda corner: dx * (corner[0] - start[0]) + dy * (corner[1] - start[1]))
    total, here = gait.corner, start
    for corner in (*turns, end):
        total += span(corner[0] - here[0], corner[1] - here[1])
        here = corner
    return total
