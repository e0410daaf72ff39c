"""Pieces of terrain: as a file gives them, as players lay them out before the battle, and as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import GroundForm, Rect, Segment
from alfiere.battles.ground_shapes import corners, turned_right, without
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.sheets.terrain import Effect, Going, Kind, WayKind, terrain
from alfiere.kernel.forms import Form
from alfiere.table.measuring import squared_gap
from alfiere.table.shapes import Outline, Point, Pose, outline_of
from alfiere.table.shapes import Rect as Shape

ROAD: Final = "road"
WALL: Final = "wall"
BUILDING: Final = "building"


class WayForm(Form, frozen=True, kw_only=True):
    """A bridge, ford, ramp or gap: its middle on the line or in the river, and its width."""

    kind: WayKind
    at: Point
    width: int = 0  # left out: the usual (5.18)

    @property
    def wide(self) -> int:
        """How wide it is."""
        return self.width or tables().distances.passage


class PieceForm(GroundForm, frozen=True, kw_only=True):
    """A piece of terrain in the file of a scenario."""

    ways: tuple[WayForm, ...] = ()


class Piece:
    """A piece of terrain on the table."""

    __slots__ = ("effect", "form", "going", "id", "kind", "level", "name", "points", "radius")

    def __init__(self, id: str, form: PieceForm) -> None:
        known = terrain()
        self.id, self.form, self.name = id, form, form.name
        self.kind: Kind = known.kinds[form.kind]
        self.going: Going = known.goings[form.kind]
        self.effect: Effect = known.effects[form.kind]
        self.level = self.kind.level
        self.points = form.path or (corners(form.rect) if form.rect is not None else turned_right(form.polygon))
        self.radius = (form.width or self.kind.width) // 2 if form.path else 0

    @property
    def is_line(self) -> bool:
        """Whether it is crossed, not stood in."""
        return self.kind.what == "obstacle"

    @property
    def is_road(self) -> bool:
        """Whether it is a road."""
        return self.kind.id == ROAD

    @property
    def is_building(self) -> bool:
        """Whether it is a block that holds a unit (5.13)."""
        return self.kind.what == "building"

    @property
    def is_area(self) -> bool:
        """Whether one stands in it."""
        return not self.is_line and not self.is_road

    @property
    def outline(self) -> Outline:
        """The whole of it."""
        return Outline(self.points, self.radius)


class Laid(NamedTuple):
    """A configuration where a player has put it (2.2.11b), in hundredths; plain enough to stand in a state.

    ``die``: which it is of the table, 0 a road between the short edges (2.2.15). A farm is its block, turned so that
    the wall prolongs its front side to the right, or to the left if it is mirrored.
    """

    id: str
    die: int
    x: int = 0
    y: int = 0
    heading: int = 0
    long: int = 0
    short: int = 0
    is_mirrored: bool = False

    def at(self, x: int, y: int, heading: int) -> Laid:
        """The same piece somewhere else."""
        return self._replace(x=x, y=y, heading=heading)


def laid_forms(laid: Laid, width: int, depth: int) -> Iterator[tuple[str, PieceForm]]:
    """The pieces of terrain that a configuration comes to on a table of this size."""
    known = terrain()
    if not laid.die:
        path = ((0, depth // 2), (width, depth // 2))
        yield laid.id, PieceForm(kind=ROAD, name=known.kinds[ROAD].name, id=laid.id, path=path)
        return
    found = known.configurations[laid.die]
    name = known.name_of(found)
    block, wall = _block(laid), _wall(laid)
    if found.all_round:
        yield laid.id, PieceForm(kind=found.kind, name=name, id=laid.id, path=(*block, block[0]))
    else:
        yield laid.id, PieceForm(kind=found.kind, name=name, id=laid.id, polygon=block)
    if wall:
        id = f"{laid.id}-{WALL}"
        yield id, PieceForm(kind=WALL, name=known.kinds[WALL].name, id=id, path=wall)


def laid_outlines(laid: Laid) -> tuple[Outline, ...]:
    """Everything of a configuration that must lie on the table and apart from the others (2.2.11, 2.2.12)."""
    wall = _wall(laid)
    return (Outline(_block(laid)), *((Outline(wall),) if wall else ()))


def laid_apart(one: Laid, other: Laid) -> Fraction:
    """The squared distance between the nearest edges of two configurations (2.2.12)."""
    pairs = ((here, there) for here in laid_outlines(one) for there in laid_outlines(other))
    return min(Fraction(*squared_gap(here, there)) for here, there in pairs)


def _block(laid: Laid) -> tuple[Point, ...]:
    block = tables().bases.building
    is_farm = terrain().configurations[laid.die].wall
    shape = Shape(block.front, block.depth) if is_farm else Shape(laid.long, laid.short)
    return outline_of(shape, Pose(laid.x, laid.y, laid.heading)).points


def _wall(laid: Laid) -> Segment | tuple[()]:
    """The wall of a farm prolongs one side of its block (2.2.11b)."""
    if not terrain().configurations[laid.die].wall:
        return ()
    left, right = _block(laid)[:2]  # the front corners
    (ax, ay), (bx, by) = (right, left) if laid.is_mirrored else (left, right)
    long, side = tables().configurations.farm_wall, tables().bases.building.front
    return (bx, by), (bx + (bx - ax) * long // side, by + (by - ay) * long // side)


# Ways across rivers


def runs_level(rect: Rect) -> bool:
    """Whether a river runs from west to east."""
    return rect[2] - rect[0] >= rect[3] - rect[1]


def water_of(rect: Rect, ways: tuple[WayForm, ...]) -> list[Rect]:
    """What is left of a river that is a rectangle when the strips of its ways are cut out, bank to bank."""
    found = [rect]
    for way in ways:
        found = [rest for one in found for rest in without(one, strip_of(rect, way))]
    return found


def strip_of(rect: Rect, way: WayForm) -> Rect:
    """A way across a river, from bank to bank."""
    left, top, right, bottom = rect
    low = way.at[0 if runs_level(rect) else 1] - way.wide // 2
    return (low, top, low + way.wide, bottom) if runs_level(rect) else (left, low, right, low + way.wide)


def ford_line(rect: Rect, way: WayForm) -> Segment:
    """The line of a ford, along the river through its middle: who crosses it crosses a stream (5.8)."""
    left, top, right, bottom = strip_of(rect, way)
    x, y = (left + right) // 2, (top + bottom) // 2
    return ((left, y), (right, y)) if runs_level(rect) else ((x, top), (x, bottom))
