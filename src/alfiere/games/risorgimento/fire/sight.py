"""Visibility (D.2, F.4): how far one sees, and how deep into woods, crops and houses."""

from __future__ import annotations

from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.table.field import Box
from alfiere.table.measuring import closest, within
from alfiere.table.shapes import Outline, box, boxes_meet


def is_visible(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Whether two units see each other (risorgimento.d.2.1-d.2.6, .f.4.1).

    Along the line between the nearest points of their bases each stretch of ground that hides counts as a share of the
    depth one sees into it; together they may come to 1 (risorgimento.d.2.5).
    """
    one, other = s.base(unit).outline, s.base(target).outline
    if not within(one, other, s.ground.known.visibility):
        return False
    area, way = box(Outline(one.points + other.points)), (unit.x, unit.y, target.x, target.y)
    wide = max(sum(s.shape(unit)), sum(s.shape(target)))
    if not any(boxes_meet(near.box, area) and _is_beside(near.box, *way, wide) for near in s.ground.hiding):
        return True
    return s.ground.hidden(*closest(one, other)) <= 1


def _is_beside(area: Box, ax: int, ay: int, bx: int, by: int, wide: int) -> bool:
    """Whether a box may be so near to the line through two points: cheap to know, and wrong only in saying yes."""
    west, north, east, south = area
    dx, dy = bx - ax, by - ay
    off = [dx * (y - ay) - dy * (x - ax) for x in (west, east) for y in (north, south)]
    far = wide * (abs(dx) + abs(dy))
    return min(off) <= far and max(off) >= -far
