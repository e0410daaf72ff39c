"""Where a way may end: at a place, or anywhere in contact with an outline.

Places in contact are whole hundredths that do not overlap and are no farther off than the game's tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import Protocol, TypeAlias

from alfiere.table.barriers import Passage
from alfiere.table.headings import SCALE, cosine, divided, ray
from alfiere.table.measuring import (
    FINE,
    holds,
    nearest_point,
    nearest_share,
    nearest_whole,
    point_to_segment,
    root_up,
    squared_gap,
)
from alfiere.table.shapes import Outline, Point, edges, moved
from alfiere.table.swift import swift
from alfiere.table.terrain import Compiled

Spot: TypeAlias = tuple[int, int, int]  # a place times a number, and that number


@swift
def bounds_to(places: Sequence[Point], target: Outline, near: int, /) -> list[int]:
    """How far it is at least from each of some places to where an outline is as near as this, in 1/FINE."""
    gaps = (squared_gap(Outline((place,)), target) for place in places)
    return [max(0, isqrt(square * FINE * FINE // over) - near * FINE) for square, over in gaps]


class Goal(Protocol):
    """Where a way may end."""

    def bound(self, x: int, y: int) -> int:
        """No way from here to the goal is shorter, in 1/FINE of a hundredth."""
        ...

    def bounds(self, places: Sequence[Point]) -> Sequence[int]:
        """The same from many places."""
        ...

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The places to try in a straight line from here, the nearest first."""
        ...

    def is_outside(self, house: Compiled) -> bool:
        """Whether nobody who stays inside a house can come to it."""
        ...


class PlaceGoal:
    """One place."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def bound(self, x: int, y: int) -> int:
        """The straight line."""
        return isqrt(((x - self.x) ** 2 + (y - self.y) ** 2) * FINE * FINE)

    def bounds(self, places: Sequence[Point]) -> Sequence[int]:
        """The straight lines."""
        return bounds_to(places, Outline(((self.x, self.y),)), 0)

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The place itself."""
        return ((self.x, self.y),)

    def is_outside(self, house: Compiled) -> bool:
        """Not in it."""
        return not house.holds(self.x, self.y)


class AnyPlace:
    """Many places, any of which will do."""

    def __init__(self, places: Sequence[Point]) -> None:
        self.places = places

    def bound(self, x: int, y: int) -> int:
        """The straight line to the nearest."""
        return isqrt(min((x - px) ** 2 + (y - py) ** 2 for px, py in self.places) * FINE * FINE)

    def bounds(self, places: Sequence[Point]) -> Sequence[int]:
        """The straight lines, each to the nearest."""
        lines = (bounds_to(places, Outline((one,)), 0) for one in self.places)
        return [min(lengths) for lengths in zip(*lines, strict=True)]

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """All of them."""
        return self.places

    def is_outside(self, house: Compiled) -> bool:
        """None of them in it."""
        return not any(house.holds(x, y) for x, y in self.places)


class ContactGoal:
    """Any place at which the mover touches an outline and can stand."""

    def __init__(self, passage: Passage, target: Outline) -> None:
        self.passage, self.target = passage, target
        self._near = passage.core.radius + target.radius + passage.field.touch
        self._around: tuple[Point, ...] | None = None
        self._ends: dict[Point, tuple[Point, ...]] = {}

    def bound(self, x: int, y: int) -> int:
        """The straight line to the edge, less the tolerance of touching."""
        core = self.passage.core
        square, over = squared_gap(moved(core, x, y), self.target)
        return max(0, isqrt(square * FINE * FINE // over) - self._near * FINE)

    def bounds(self, places: Sequence[Point]) -> Sequence[int]:
        """The same from many places."""
        if not self.passage.is_disc:
            return [self.bound(x, y) for x, y in places]
        return bounds_to(places, self.target, self._near)

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The nearest place in contact, if the mover can stand there."""
        known = self._ends.get((x, y))
        if known is None:
            place = self._nearest(x, y)
            known = () if place is None or self.passage.stands(*place) else (place,)
            self._ends[x, y] = known
        return known

    def is_outside(self, house: Compiled) -> bool:
        """Outside, and too far from the walls to be touched across them; a window one can touch from within."""
        if any(house.holds(x, y) for x, y in self.target.points):
            return False
        square, over = house.squared_gap(self.target)
        near = self.target.radius + self.passage.field.touch + self.passage.field.slack
        return square > near * near * over

    def around(self) -> tuple[Point, ...]:
        """Places all round the outline, and those that touch something else too: the corners of what is free."""
        if self._around is None:
            keep = self.passage.core.radius + self.target.radius
            spots = _outline_spots(self.passage, self.target, keep)
            found = {place for spot in spots if (place := self._nearest(*spot)) is not None}
            found |= set(_pockets(self.passage, self.target, keep))
            self._around = tuple(sorted(place for place in found if self.passage.stands(*place) is None))
        return self._around

    def _nearest(self, x: int, y: int) -> Point | None:
        return contact_place(self.passage, self.target, x, y)


def contact_place(passage: Passage, target: Outline, x: int, y: int) -> Point | None:
    """The place where the mover, coming straight from here, touches an outline without overlapping it."""
    core = passage.core
    keep, touch = core.radius + target.radius, passage.field.touch
    if passage.is_disc and len(target.points) == 1:
        return _round_contact(target.points[0], keep, touch, x, y)
    if passage.is_disc:
        nx, ny, over = nearest_share(target, x, y)  # all times ``over``: whole numbers in place of fractions
        dx, dy = x * over - nx, y * over - ny
        length = isqrt((dx * dx + dy * dy) * FINE * FINE // (over * over))
        if length == 0:
            return None
        # A little more than touching, so that a whole hundredth that does not overlap is found near it.
        off, scale = (4 * keep + touch) * FINE, 4 * length
        return _whole_place(passage, target, keep, nx * scale + dx * off, ny * scale + dy * off, over * scale)
    return _stepped_contact(passage, target, x, y)


def _stepped_contact(passage: Passage, target: Outline, x: int, y: int) -> Point | None:
    """The same for a mover that is no disc, step by step: what is left of the gap is gone without overlapping."""
    core = passage.core
    keep, touch = core.radius + target.radius, passage.field.touch
    square_gap, below = squared_gap(moved(core, x, y), target)
    distance = root_up(square_gap, below)
    tx, ty = _towards(target, x, y)
    length = root_up((tx - x) ** 2 + (ty - y) ** 2)
    if length == 0:
        return None
    over, gone = 2 * length, 0  # the way gone in halves of a hundredth: whole numbers in place of fractions
    ideal_x, ideal_y = x * over, y * over
    for _ in range(200):
        if distance - keep <= max(1, touch // 2):
            break
        gone += max(2 * (distance - keep - 1), 1)
        ideal_x, ideal_y = x * over + (tx - x) * gone, y * over + (ty - y) * gone
        here = moved(core, nearest_whole(ideal_x, over), nearest_whole(ideal_y, over))
        square_gap, below = squared_gap(here, target)
        distance = root_up(square_gap, below)
        if distance < keep:
            return None
    return _whole_place(passage, target, keep, ideal_x, ideal_y, over)


def _round_contact(middle: Point, keep: int, touch: int, x: int, y: int) -> Point | None:
    """The same for two discs: the whole hundredth between touching and the tolerance, nearest to the straight line."""
    cx, cy = middle
    dx, dy = x - cx, y - cy
    length = isqrt((dx * dx + dy * dy) * FINE * FINE)
    if length == 0:
        return None
    # The ideal place, times FINE.
    ix, iy = (divided(part * (4 * keep + touch) * FINE * FINE, 4 * length) for part in (dx, dy))
    wx, wy = divided(ix, FINE), divided(iy, FINE)
    least, most = keep * keep, (keep + touch) ** 2
    if least <= wx * wx + wy * wy <= most:
        return cx + wx, cy + wy
    spots = [
        ((px * FINE - ix) ** 2 + (py * FINE - iy) ** 2, cx + px, cy + py)
        for px in range(wx - 2, wx + 3)
        for py in range(wy - 2, wy + 3)
        if least <= px * px + py * py <= most
    ]
    if not spots:
        return None
    _, px, py = min(spots)
    return px, py


def _towards(target: Outline, x: int, y: int) -> Point:
    nx, ny = nearest_point(target, x, y)
    return round(nx), round(ny)


def _whole_place(passage: Passage, target: Outline, keep: int, x: int, y: int, over: int) -> Point | None:
    """The whole hundredth nearest to a place, given times ``over``, that touches an outline and does not overlap it."""
    near = keep + passage.field.touch
    cx, cy = nearest_whole(x, over), nearest_whole(y, over)
    ix, iy = nearest_whole(x * FINE, over), nearest_whole(y * FINE, over)

    def is_right(px: int, py: int) -> bool:
        square, over = squared_gap(moved(passage.core, px, py), target)
        return keep * keep * over <= square <= near * near * over and bool(keep or square)

    if 2 * max(abs(cx * FINE - ix), abs(cy * FINE - iy)) < FINE and is_right(cx, cy):  # no other is as near
        return cx, cy
    corners = ((px, py) for px in (cx - 2, cx + 2) for py in (cy - 2, cy + 2))
    if not keep and len(target.points) > 2 and all(holds(target.points, *corner) for corner in corners):
        return None  # right on it
    spots = sorted(
        ((px * FINE - ix) ** 2 + (py * FINE - iy) ** 2, px, py)
        for px in range(cx - 2, cx + 3)
        for py in range(cy - 2, cy + 3)
    )
    return next(((px, py) for _, px, py in spots if is_right(px, py)), None)


@lru_cache(maxsize=1024)
def ring(keep: int, corners: int) -> tuple[Point, ...]:
    """A polygon of whole hundredths about a circle of this radius: no side of it comes nearer to the middle."""
    step = 3600 // corners
    outer = keep * SCALE // cosine(step // 2)
    while True:
        points = []
        for number in range(corners):
            x, y = ray(number * step)
            points.append((divided(outer * x, SCALE), divided(outer * y, SCALE)))
        clear = (point_to_segment(0, 0, *a, *b) for a, b in edges(tuple(points)))
        if all(square >= keep * keep * over for square, over in clear):
            return tuple(points)
        outer += 1


def _outline_spots(passage: Passage, target: Outline, keep: int) -> list[Point]:
    """Places a little off an outline: all round its corners and before the middle of its sides."""
    off = keep + 10 + max(abs(value) for point in passage.core.points for value in point)
    spots = [(x + dx, y + dy) for x, y in target.points for dx, dy in ring(off, 24)]
    if len(target.points) > 1:
        for (ax, ay), (bx, by) in edges(target.points):
            length = max(1, root_up((bx - ax) ** 2 + (by - ay) ** 2))
            nx, ny = divided((by - ay) * off, length), divided((ax - bx) * off, length)
            for part in range(1, 8):
                x, y = ax + (bx - ax) * part // 8, ay + (by - ay) * part // 8
                spots += [(x + nx, y + ny), (x - nx, y - ny)]
    return spots


def _pockets(passage: Passage, target: Outline, keep: int) -> list[Point]:
    """Places that touch a round target and something else at once; discs only."""
    if not passage.is_disc or len(target.points) > 1:
        return []
    tx, ty = target.points[0]
    found: list[Point] = []
    reach = keep + 1
    for side in passage.sides:
        _, _, _, _, ax, ay, bx, by, other, bar = side
        square, over = point_to_segment(tx, ty, ax, ay, bx, by)
        if bar.outline == target or square > (reach + other + 1) ** 2 * over:
            continue
        spots = [spot for x, y in {(ax, ay), (bx, by)} for spot in _circles_meet(tx, ty, reach, x, y, other + 1)]
        spots += _circle_meets_line(target.points[0], reach, (ax, ay), (bx, by), other + 1)
        for spot in spots:
            place = _pocket_place(passage, target, keep, *spot)
            if place is not None:
                found.append(place)
    return found


def _pocket_place(passage: Passage, target: Outline, keep: int, x: int, y: int, over: int) -> Point | None:
    """The whole hundredth nearest to a place, given times ``over``, where the mover touches the target and is free."""
    near = keep + passage.field.touch
    tx, ty = target.points[0]
    cx, cy = nearest_whole(x, over), nearest_whole(y, over)
    spots = sorted(
        ((px * over - x) ** 2 + (py * over - y) ** 2, (px, py))
        for px in range(cx - 2, cx + 3)
        for py in range(cy - 2, cy + 3)
        if keep * keep <= (px - tx) ** 2 + (py - ty) ** 2 <= near * near
    )
    return next((place for _, place in spots if passage.stands(*place) is None), None)


def _circles_meet(ax: int, ay: int, a: int, bx: int, by: int, b: int) -> list[Spot]:
    """The two points where circles of radius a and b meet, near enough."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return []
    # How far along the line between their middles, and the square of how far off it, as shares of that line.
    along, over = square + a * a - b * b, 2 * square
    rest = 4 * a * a * square - along * along
    if rest < 0:
        return []
    across = isqrt(rest * FINE**4 // (over * over)) * over
    along, over = along * FINE**2, over * FINE**2
    return [
        (ax * over + along * dx - hand * across * dy, ay * over + along * dy + hand * across * dx, over)
        for hand in (1, -1)
    ]


def _circle_meets_line(middle: Point, reach: int, a: Point, b: Point, off: int) -> list[Spot]:
    """Where a circle meets the lines along a wall, so far off it on either hand."""
    (tx, ty), (ax, ay), dx, dy = middle, a, b[0] - a[0], b[1] - a[1]
    length = root_up(dx * dx + dy * dy)
    if not length:
        return []
    # All times the length of the wall.
    across, along = (ty - ay) * dx - (tx - ax) * dy, (tx - ax) * dx + (ty - ay) * dy
    found = []
    for hand in (off, -off):
        rest = (reach * length) ** 2 - (hand * length - across) ** 2
        if rest >= 0:
            root, over = isqrt(rest * FINE * FINE // (length * length)), length * length * FINE
            for where in (along * FINE + root * length, along * FINE - root * length):
                x, y = where * dx - hand * dy * length * FINE, where * dy + hand * dx * length * FINE
                found.append((ax * over + x, ay * over + y, over))
    return found
