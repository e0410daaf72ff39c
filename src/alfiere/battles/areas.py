"""Areas that a scenario speaks of: where somebody is set up, what he may not leave, what is to be reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from alfiere.battles.ground_forms import Rect
from alfiere.battles.ground_shapes import turned_right
from alfiere.kernel.forms import Form
from alfiere.table.measuring import root_up, squared_gap
from alfiere.table.shapes import Outline, Point, box
from alfiere.table.terrain import AREA, Compiled, Feature, Field

Box: TypeAlias = tuple[int, int, int, int]


class AreaForm(Form, frozen=True, kw_only=True):
    """A piece of the table: a rect, a polygon, the inside of pieces of terrain, a point; perhaps only near others."""

    rect: Rect | None = None
    polygon: tuple[Point, ...] = ()
    inside: tuple[str, ...] = ()  # in any of these
    at: Point | None = None
    near: tuple[str, ...] = ()  # only within «by» of one of these
    by: int = 0


def lies_in(field: Field, area: AreaForm, outline: Outline) -> bool:
    """Whether a base lies in an area: wholly inside what has an inside, so near to what it has to be near."""
    if area.near and not any(field.terrain.within(one, outline, area.by) for one in area.near):
        return False
    if area.at is not None:
        return point_gap(area.at, outline) == 0
    if area.inside:
        return any(field.terrain.holds_wholly(one, outline) for one in area.inside)
    if area.rect is not None:
        west, north, east, south = box(outline)
        return area.rect[0] <= west and area.rect[1] <= north and east <= area.rect[2] and south <= area.rect[3]
    return not area.polygon or all(_holds(area.polygon, *corner) for corner in outline.points)


def extent(field: Field, area: AreaForm, base: int) -> Iterator[Box]:
    """Rectangles of the table, one for each of its pieces, outside of which nothing of an area lies.

    ``base``: the longest side of a base, which need only be near the pieces an area is near.
    """
    if area.at is not None:
        (x, y) = area.at
        yield x, y, x, y
    elif area.rect is not None:
        yield area.rect
    elif area.polygon:
        yield box(Outline(area.polygon))
    else:
        far = 0 if area.inside else area.by + base
        for one in area.inside or area.near:
            west, north, east, south = box(Outline(field.terrain.feature(one).points))
            yield max(0, west - far), max(0, north - far), min(field.width, east + far), min(field.height, south + far)


def point_gap(at: Point, outline: Outline) -> int:
    """How far an outline is from a point."""
    return root_up(*squared_gap(Outline((at,)), outline))


@lru_cache(maxsize=64)
def _shape(polygon: tuple[Point, ...]) -> Compiled:
    return Compiled(Feature("", "", AREA, turned_right(polygon)))


def _holds(polygon: tuple[Point, ...], x: int, y: int) -> bool:
    """Whether a polygon holds a point; its edge belongs to it."""
    shape = _shape(polygon)
    return shape.holds(x, y) or shape.squared_gap(Outline(((x, y),)))[0] == 0
