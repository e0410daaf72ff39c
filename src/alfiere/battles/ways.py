"""Sensible ways on an open table, of whatever game: what is worth trying, no rules in it; the game judges them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from alfiere.battles.open_battle import T
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Leg, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import root_up
from alfiere.table.offers import farthest
from alfiere.table.shapes import Point
from alfiere.table.sight import inside_stretches
from alfiere.table.terrain import Terrain

Legs: TypeAlias = tuple[Leg, ...]
NEAREST: Final = 3  # enemies, friends and places that one thinks of


def turned_ahead(m: Manoeuvre, start: Footing, turn: Turn, has: int, most: int = 0) -> Iterator[Legs]:
    """A turn, and the same with the farthest way ahead after it, or one no longer than ``most``."""
    paid = m.paid(start, turn)
    if paid is None or paid > has or m.barred(start, turn) is not None:
        return
    yield (turn,)
    for move in farthest(m, after(start, turn), (0,), has - paid, (start,)):
        leg = move.legs[0]
        assert isinstance(leg, Shift)
        yield turn, leg if not most or leg.length <= most else leg._replace(length=most)


def along(start: Footing, points: tuple[Point, ...], most: int) -> Iterator[Leg]:
    """Legs from where it stands along a broken line towards its end, so long together."""
    here = start
    first = min(range(len(points) - 1), key=lambda number: _off(start.pose.point, points[number], points[number + 1]))
    for point in points[first + 1 :]:
        far = root_up(squared(here.pose.point, point))
        angle = turn_to(here, point)
        if far < 2:
            continue
        if angle:
            yield Turn(angle)
            here = after(here, Turn(angle))
        leg = Shift(min(far, most))
        if leg.length:
            yield leg
        here, most = after(here, leg), most - leg.length
        if most <= 0:
            return


def _off(point: Point, start: Point, end: Point) -> int:
    """How much longer the way between two points is by a third, roughly squared; least on the stretch between them."""
    return root_up(squared(start, point)) + root_up(squared(point, end)) - root_up(squared(start, end))


def runs_along(terrain: Terrain, kinds: Container[str], start: Point, end: Point) -> bool:
    """Whether a straight way lies inside features of these kinds from end to end, such as roads."""
    if start == end:
        return any(one.kind in kinds for one in terrain.at(*start))
    reached = Fraction(0)
    roads = (one for one in terrain.compiled if one.feature.kind in kinds)
    for enter, leave in sorted(stretch for one in roads for stretch in inside_stretches(one, start, end)):
        if enter > reached:
            return False
        reached = max(reached, leave)
    return reached >= 1


def nearest(here: Point, others: Iterable[T], reach: int) -> list[T]:
    """The few of them that are nearest to a place, within about so far."""
    near = [one for one in others if abs(one.x - here[0]) <= reach and abs(one.y - here[1]) <= reach]
    return sorted(near, key=lambda one: (squared(here, one.pose.point), one.id))[:NEAREST]


def turn_to(start: Footing, point: Point) -> int:
    """By how much somebody would have to turn to face a place."""
    return (bearing(start.pose.point, point) - start.pose.heading + 1800) % FULL_TURN - 1800


def squared(one: Point, other: Point) -> int:
    """The square of the distance between two places."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
