"""Blocks of buildings: how a unit stands that holds one, and the places right outside (5.13, 5.13b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.games.fucilieri.movement.costs import is_switched, paces, shape_in
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, divided, offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Point, Pose, Rect, box, centre, edges

OUT: Final = 3  # hundredths from the block to where one stands when one has come out


def footing_in(s: State, unit: Unit, block: str) -> Footing:
    """How a unit stands in a block: all over it (fucilieri.5.13)."""
    piece, size = s.ground.pieces[block], tables().bases.building
    (ax, ay), (bx, by) = piece.points[:2]
    x, y = centre(box(piece.outline))
    heading = (bearing((ax, ay), (bx, by)) - 900) % FULL_TURN
    return Footing(unit.formation, Rect(size.front, size.depth), Pose(x, y, heading))


def exits(s: State, unit: Unit) -> Iterator[Footing]:
    """Places outside each side of its block with the rear to it, in every formation it may have."""
    for formation in paces(unit):
        if is_switched(formation):
            continue
        shape = shape_in(unit, formation)
        for start, end in edges(s.ground.pieces[unit.post].points):
            outwards = (bearing(start, end) - 900) % FULL_TURN  # corners turn from east to south
            dx, dy = offset(outwards, shape.depth // 2 + OUT)
            x, y = _middle(start, end)
            yield Footing(formation, shape, Pose(x + dx, y + dy, outwards))


def _middle(start: Point, end: Point) -> Point:
    return divided(start[0] + end[0], 2), divided(start[1] + end[1], 2)
