"""Areas that a scenario speaks of: where units are set up, what they may not leave."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from alfiere.battles.ground_shapes import turned_right
from alfiere.games.risorgimento.sheets.ground import Ground, point_gap
from alfiere.games.risorgimento.sheets.scenario_forms import AreaForm
from alfiere.table.shapes import Outline, Point, box
from alfiere.table.terrain import AREA, Compiled, Feature

Box = tuple[int, int, int, int]


def lies_in(ground: Ground, area: AreaForm, outline: Outline) -> bool:
    """Whether a base lies in an area: wholly inside what has an inside, so near to what it has to be near (geo.3)."""
    if area.near and not any(ground.is_within(one, outline, area.by) for one in area.near):
        return False
    if area.at is not None:
        return point_gap(area.at, outline) == 0
    if area.inside:
        return any(ground.terrain.holds_wholly(one, outline) for one in area.inside)
    if area.rect is not None:
        west, north, east, south = box(outline)
        return area.rect[0] <= west and area.rect[1] <= north and east <= area.rect[2] and south <= area.rect[3]
    return not area.polygon or all(_holds(area.polygon, *corner) for corner in outline.points)


def extent(ground: Ground, area: AreaForm) -> Iterator[Box]:
    """Rectangles of the table, one for each of its pieces, outside of which nothing of an area lies."""
    if area.at is not None:
        (x, y) = area.at
        yield x, y, x, y
    elif area.rect is not None:
        yield area.rect
    elif area.polygon:
        yield box(Outline(area.polygon))
    else:
        width, height = ground.field.width, ground.field.height
        far = 0 if area.inside else area.by + ground.tables.bases.infantry.front
        for one in area.inside or area.near:
            west, north, east, south = box(Outline(ground.pieces[one].points))
            yield max(0, west - far), max(0, north - far), min(width, east + far), min(height, south + far)


@lru_cache(maxsize=64)
def _shape(polygon: tuple[Point, ...]) -> Compiled:
    return Compiled(Feature("", "", AREA, turned_right(polygon)))


def _holds(polygon: tuple[Point, ...], x: int, y: int) -> bool:
    """Whether a polygon holds a point; its edge belongs to it."""
    shape = _shape(polygon)
    return shape.holds(x, y) or shape.squared_gap(Outline(((x, y),)))[0] == 0
