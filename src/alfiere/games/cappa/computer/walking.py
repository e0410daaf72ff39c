"""How far it is on foot, roughly and fast: the rules of movement never ask this, a computer player a hundred times."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from alfiere.games.cappa.scenario.battlefield import FOOT, Ground
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.table.shapes import Point

STRIDE = 4.0 * UM  # what a PA is worth on the way
ENCLOSED = 20.0 * UM  # added where there is no way round that is easily seen
CORNER = 2.5 * UM  # a way round is made in two moves, and on the first of them he comes no nearer
FOOTING = 1.0 * UM  # the way to the foot of what he crosses
WALL = 45  # almost the half of a base
CLEAR = 60  # a base keeps so far from what it goes round
AT_GUN, BERTH = 4 * UM, 100  # who stands so near to a gun works it; both are given so wide a berth


def span(dx: float, dy: float) -> float:
    """How long a line is. Unlike hypot a root is the same to the last bit on every machine."""
    return sqrt(dx * dx + dy * dy)


class Barrier(NamedTuple):
    """An obstacle or a building: its sides, its corners, and how far one could walk instead of crossing it."""

    sides: tuple[tuple[Point, Point], ...]
    corners: tuple[Point, ...]
    box: tuple[int, int, int, int]
    over: float | None
    shut: frozenset[Point]  # corners that lie beyond the edge of the table


@lru_cache(maxsize=64)
def barriers(ground: Ground, changed: tuple[str, ...]) -> tuple[Barrier, ...]:
    """What bars the way on a table, each thing once."""
    sides: dict[str, list[tuple[Point, Point]]] = {}
    over: dict[str, float | None] = {}
    for wall in ground.field(changed).terrain.walls(FOOT):
        points, by = wall.bar.outline.points, wall.bar.by
        if len(points) == 1:  # a well: the square round it
            (x, y), size = points[0], wall.bar.outline.radius + CLEAR
            box = (x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)
            sides[by] = [(box[number - 1], box[number]) for number in range(4)]
        else:
            sides.setdefault(by, []).append((points[0], points[1]))
        cost = ground.cost(by, FOOT) if wall.bar.stops else None
        over[by] = None if cost is None else cost * STRIDE + FOOTING
    return tuple(_barrier(ground, tuple(found), over[by]) for by, found in sides.items())


def _barrier(ground: Ground, sides: tuple[tuple[Point, Point], ...], over: float | None) -> Barrier:
    if len(sides) == 1:
        (ax, ay), (bx, by) = sides[0]
        dx, dy = (round(CLEAR * step / span(bx - ax, by - ay)) for step in (bx - ax, by - ay))
        sides = (((ax - dx, ay - dy), (bx + dx, by + dy)),)
    elif over is None:
        sides = _grown(sides)
    corners = tuple(dict.fromkeys(point for side in sides for point in side))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    shut = frozenset(one for one in corners if not (0 < one[0] < ground.width and 0 < one[1] < ground.depth))
    return Barrier(sides, corners, (min(xs), min(ys), max(xs), max(ys)), over, shut)


def _grown(sides: tuple[tuple[Point, Point], ...]) -> tuple[tuple[Point, Point], ...]:
    """A building as wide as it is to one who keeps his base clear of it, though he may stand at its wall."""
    points = [point for side in sides for point in side]
    x, y = (sum(place) / len(points) for place in zip(*points, strict=True))

    def out(point: Point) -> Point:
        return point[0] + (WALL if point[0] > x else -WALL), point[1] + (WALL if point[1] > y else -WALL)

    return tuple((out(start), out(end)) for start, end in sides)


def walk(s: SkirmishState, start: Point, end: Point) -> float:
    """How far it is from here to there for one on foot, in hundredths, from centre to centre."""
    straight = span(end[0] - start[0], end[1] - start[1])
    more = 0.0
    west, east = (start[0], end[0]) if start[0] < end[0] else (end[0], start[0])
    north, south = (start[1], end[1]) if start[1] < end[1] else (end[1], start[1])
    barred = barriers(s.ground, tuple(s.changed))
    if s.guns:
        barred += tuple(one for one in _batteries(s) if not _holds(one.box, start) and not _holds(one.box, end))
    for one in barred:
        left, top, right, bottom = one.box
        if left <= east and right >= west and top <= south and bottom >= north and _bars(one, start, end):
            round_about = min(_past(one, start, end, 1), _past(one, start, end, -1)) - straight
            more += round_about if one.over is None else min(round_about, one.over)
    return straight + more


def _batteries(s: SkirmishState) -> tuple[Barrier, ...]:
    """Guns with the men who stand at them: whoever comes from behind goes round."""
    boxes = []
    for gun in s.guns.values():
        if gun.crew and not gun.is_limbered and gun.id in s.things:
            x, y = s.things[gun.id].x, s.things[gun.id].y
            men = [one for one in map(s.figures.__getitem__, s.squads[gun.crew].members) if one.is_up]
            near = [(one.x, one.y) for one in men if abs(one.x - x) + abs(one.y - y) < AT_GUN]
            xs, ys = [x, *(place[0] for place in near)], [y, *(place[1] for place in near)]
            boxes.append((min(xs) - BERTH, min(ys) - BERTH, max(xs) + BERTH, max(ys) + BERTH))
    return _boxed(s.ground, tuple(boxes))


@lru_cache(maxsize=64)
def _boxed(ground: Ground, boxes: tuple[tuple[int, int, int, int], ...]) -> tuple[Barrier, ...]:
    found = []
    for left, top, right, bottom in boxes:
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        found.append(_barrier(ground, tuple((corners[number - 1], corners[number]) for number in range(4)), None))
    return tuple(found)


def _holds(box: tuple[int, int, int, int], point: Point) -> bool:
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


def _past(one: Barrier, start: Point, end: Point, hand: int) -> float:
    """The way round by the corners on one hand."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    turns = [corner for corner in one.corners if hand * _side(start, end, corner) > 0]
    if not turns or not one.shut.isdisjoint(turns):
        return span(dx, dy) + ENCLOSED
    turns.sort(key=lambda corner: dx * (corner[0] - start[0]) + dy * (corner[1] - start[1]))
    total, here = CORNER, start
    for corner in (*turns, end):
        total += span(corner[0] - here[0], corner[1] - here[1])
        here = corner
    return total
