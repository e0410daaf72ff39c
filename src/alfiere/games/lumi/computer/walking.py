"""How far it is round villages and farms, roughly and fast: who makes straight for an enemy behind one stays at it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from alfiere.battles.walking import Barrier, Gait, box_holds, boxed, walk
from alfiere.games.lumi.sheets.ground import Ground
from alfiere.games.lumi.state.battle import State
from alfiere.table.measuring import segments_meet
from alfiere.table.shapes import Outline, Point, box

IN_LINE: Final = Gait("", clear=0, wall=95, corner=50.0, enclosed=3_000.0)  # almost the half of a line, lumi.1.1.4
CLOSE: Final = 150  # hundredths
ASIDE: Final = 40  # hundredths more, where it turns the corner


def around(s: State, into: str, end: Point) -> tuple[Barrier, ...]:
    """The buildings that bar the way to a place, but those it lies in and ``into``, where one is to go."""
    return tuple(one for id, one in _buildings(s.ground) if id != into and not box_holds(one.box, end))


def to_walk(barred: tuple[Barrier, ...], start: Point, end: Point) -> float:
    """How far it is, in hundredths, from middle to middle."""
    return walk(barred, IN_LINE, start, end)


def faces(barred: tuple[Barrier, ...], at: Point, ahead: tuple[float, float]) -> bool:
    """Whether who stands there has one of them close before him: he would hardly get away from it."""
    before = round(at[0] + CLOSE * ahead[0]), round(at[1] + CLOSE * ahead[1])
    return any(box_holds(one.box, before) for one in barred)


def in_between(ground: Ground, start: Point, end: Point) -> int:
    """How many obstacles lie on the straight way: each takes a halt, and perhaps a die (lumi.3.3.1)."""
    return sum(any(segments_meet(start, end, *stretch) for stretch in line) for line in _obstacles(ground))


def turning(barred: tuple[Barrier, ...], start: Point, end: Point) -> Point:
    """Where to go first: to the end itself, or to the corner of a building in between by which it is the shortest."""
    straight = walk((), IN_LINE, start, end)
    in_between = [one for one in barred if to_walk((one,), start, end) > straight]
    if not in_between:
        return end
    one = min(in_between, key=lambda one: to_walk((), start, _middle(one)))
    corners = [_out(one, corner) for corner in one.corners]
    in_sight = [corner for corner in corners if to_walk((one,), start, corner) == to_walk((), start, corner)]
    return min(in_sight or corners, key=lambda to: to_walk((), start, to) + to_walk((one,), to, end))


def _middle(one: Barrier) -> Point:
    left, top, right, bottom = one.box
    return (left + right) // 2, (top + bottom) // 2


def _out(one: Barrier, corner: Point) -> Point:
    (x, y), (mx, my) = corner, _middle(one)
    return x + (ASIDE if x > mx else -ASIDE), y + (ASIDE if y > my else -ASIDE)


@lru_cache(maxsize=64)
def _obstacles(ground: Ground) -> tuple[tuple[tuple[Point, Point], ...], ...]:
    """The stretches of each obstacle of a table."""
    return tuple(tuple(pairwise(one.points)) for one in ground.pieces.values() if one.is_obstacle)


@lru_cache(maxsize=64)
def _buildings(ground: Ground) -> tuple[tuple[str, Barrier], ...]:
    """Those of a table."""
    found = [(id, box(Outline(piece.points))) for id, piece in ground.pieces.items() if piece.is_building]
    return tuple(zip((id for id, _ in found), boxed(ground.field, IN_LINE, (one for _, one in found)), strict=True))
