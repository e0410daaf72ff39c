"""The open table: a field with its ground and the bases that stand on it now.

A ``Scene`` is made whenever something has moved and is never changed; it is what a game asks. Everything it answers
is worked out in whole hundredths of the game's unit, so that a replay agrees on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from alfiere.table.barriers import Ranks, Refusal, Zone
from alfiere.table.measuring import gap, overlaps, within
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Base, Disc, Outline, Pose, Rect, Shape, base, box, boxes_meet, outline_of
from alfiere.table.sight import Crossed, Line, bases_on_line, sight_line
from alfiere.table.swift import quick, swift
from alfiere.table.terrain import Feature, Field, Opening, Terrain

__all__ = [
    "Base",
    "Crossed",
    "Feature",
    "Field",
    "Journey",
    "Line",
    "Opening",
    "Outline",
    "Ranks",
    "Refusal",
    "Scene",
    "Terrain",
    "Way",
    "Zone",
    "base",
]

CELL = 1024  # hundredths: the squares by which bases are found again
COLUMN = 1 << 20  # cells in a column, more than any table has
Box: TypeAlias = tuple[int, int, int, int]


@quick
class Standing(NamedTuple):
    """A base where it stands: its box, and its core, which no other core may touch."""

    box: Box
    base: Base
    core: Outline


@swift
def core_of(shape: Shape, pose: Pose, slack: int, /) -> Outline:
    """An outline made smaller by the slack on every side."""
    return outline_of(_smaller(shape, slack), pose)


@lru_cache(maxsize=256)
def _smaller(shape: Shape, slack: int) -> Shape:
    if isinstance(shape, Disc):
        return Disc(max(1, shape.radius - slack))
    return Rect(max(1, shape.width - 2 * slack), max(1, shape.depth - 2 * slack))


def _cells_of(area: Box) -> list[int]:
    """The cells a box lies in, each as one number."""
    west, north, east, south = area
    downs = range(north // CELL, south // CELL + 1)
    return [x * COLUMN + y for x in range(west // CELL, east // CELL + 1) for y in downs]


@swift
def standing_in(cells: Mapping[int, Sequence[Standing]], area: Box, /) -> list[Standing]:
    """The bases whose box meets this one, each once, of those who stand in its cells."""
    found: dict[int, Standing] = {}
    for cell in _cells_of(area):
        for standing in cells.get(cell, ()):
            if boxes_meet(area, standing.box):
                found[id(standing)] = standing
    return list(found.values())


class Scene:
    """The bases on a field at one moment."""

    __slots__ = ("_bases", "_cells", "_kept", "by_id", "field", "memory")

    def __init__(self, field: Field, bases: Iterable[Base]) -> None:
        self.field = field
        self._bases: tuple[Base, ...] | None = tuple(bases)
        self.by_id = {one.id: one for one in self._bases}
        self._cells: dict[int, list[Standing]] | None = None
        self.memory: dict[Any, Any] = {}  # what a game has worked out from how things stand; forgotten when they change
        self._kept: dict[str, dict[str, Any]] = {}

    @property
    def bases(self) -> tuple[Base, ...]:
        """All of them."""
        if self._bases is None:
            self._bases = tuple(self.by_id.values())
        return self._bases

    def changed(self, placed: Collection[Base], gone: Collection[str] = ()) -> Scene:
        """The scene after some have moved, come or gone; of the others nothing is worked out again."""
        by_id = self.by_id.copy()
        for id in gone:
            by_id.pop(id, None)
        for one in placed:
            by_id[one.id] = one
        found = Scene.__new__(Scene)
        found.field, found.by_id, found.memory = self.field, by_id, {}
        found._bases, found._cells, found._kept = None, None, {}
        if self._cells is not None:
            cells = found._cells = self._cells.copy()
            moved = [*gone, *[one.id for one in placed]]
            for id in moved:
                before = self.by_id.get(id)
                for cell in _cells_of(box(before.outline)) if before is not None else ():
                    cells[cell] = [other for other in cells[cell] if other.base is not before]
            for one in placed:
                found._enter(one)
            if self._kept:
                found._kept = self._still_kept(moved, placed)
        return found

    def kept(self, id: str) -> dict[str, Any]:
        """What a game has made of where a base stands and who may touch it; forgotten when one of them moves."""
        found = self._kept.get(id)
        if found is None:
            found = self._kept[id] = {}
        return found

    def _still_kept(self, moved: Iterable[str], placed: Iterable[Base]) -> dict[str, dict[str, Any]]:
        touch, stale = self.field.touch, set[str]()
        for one in (*[self.by_id[id] for id in moved if id in self.by_id], *placed):
            stale.add(one.id)
            west, north, east, south = box(one.outline)
            for other in self.about((west - touch, north - touch, east + touch, south + touch)):
                stale.add(other.base.id)
        found = self._kept.copy()
        for id in stale:
            found.pop(id, None)
        return found

    def _enter(self, one: Base) -> None:
        assert self._cells is not None
        standing = Standing(box(one.outline), one, core_of(one.shape, one.pose, self.field.slack))
        for cell in _cells_of(standing.box):
            self._cells[cell] = [*self._cells.get(cell, ()), standing]

    def about(self, area: Box) -> list[Standing]:
        """The bases whose box meets this one, each once, in no order."""
        if self._cells is None:
            self._cells = {}
            for one in self.bases:
                self._enter(one)
        return standing_in(self._cells, area)

    def gap(self, one: str, other: str) -> int:
        """The distance from edge to edge in hundredths, rounded up."""
        return gap(self.by_id[one].outline, self.by_id[other].outline)

    def within(self, one: str, other: str, limit: int) -> bool:
        """Whether two bases are this far apart or less."""
        return within(self.by_id[one].outline, self.by_id[other].outline, limit)

    def touching(self, id: str) -> tuple[str, ...]:
        """The bases on the same floor in contact with this one."""
        here = self.by_id[id]
        return tuple(
            other.id
            for other in self.bases
            if other.id != id and other.floor == here.floor and within(here.outline, other.outline, self.field.touch)
        )

    def near(self, outline: Outline, limit: int, leave_out: Container[str] = ()) -> tuple[str, ...]:
        """The bases not farther than this from an outline, on any floor."""
        west, north, east, south = box(outline)
        close = self.about((west - limit, north - limit, east + limit, south + limit))
        found = {one.id for _, one, _ in close if one.id not in leave_out and within(one.outline, outline, limit)}
        return self._in_order(found)

    def overlapping(self, placed: Base) -> tuple[str, ...]:
        """The bases of the same floor that this one would stand on."""
        return self._in_order(set(self._stood_on(placed)))

    def is_clear(self, placed: Base) -> bool:
        """Whether this one would stand on nobody of the same floor."""
        return next(self._stood_on(placed), None) is None

    def _stood_on(self, placed: Base) -> Iterator[str]:
        area = box(placed.outline)
        for _, one, _ in self.about(area):
            if one.id != placed.id and one.floor == placed.floor:
                if overlaps(one.outline, placed.outline):
                    yield one.id

    def _in_order(self, ids: set[str]) -> tuple[str, ...]:
        """As the bases were put down."""
        return tuple(id for id in self.by_id if id in ids) if len(ids) > 1 else tuple(ids)

    def line(self, start: str, end: str, kinds: Container[str] | None = None) -> Line:
        """What the ground puts between the centres of two bases."""
        one, other = self.by_id[start], self.by_id[end]
        return sight_line(self.field.terrain, one.point, other.point, kinds, (one.floor, other.floor))

    def between(self, start: str, end: str, leave_out: Container[str] = ()) -> tuple[str, ...]:
        """The third bases through whose inside the line between two centres passes."""
        one, other = self.by_id[start].point, self.by_id[end].point
        third = (base for base in self.bases if base.id not in (start, end))
        return bases_on_line(one, other, third, leave_out)

    def journey(
        self,
        mover: str | Base,
        allowance: int,
        *,
        going: str = "",
        zones: Iterable[Zone] = (),
        ranks: Iterable[Ranks] = (),
        leave_out: Container[str] = (),
    ) -> Journey:
        """What a base can reach: how far it may go, what the ground is to it, which zones and ranks bar it."""
        who = self.by_id[mover] if isinstance(mover, str) else mover
        return Journey(
            self.field, self.bases, who, allowance, going=going, zones=zones, ranks=ranks, leave_out=leave_out
        )

    def turned(self, id: str, heading: int, going: str = "") -> Refusal | None:
        """Why a base cannot turn on the spot to a heading by the shorter way; judged every five degrees."""
        here = self.by_id[id]
        turn = (heading - here.pose.heading + 1800) % 3600 - 1800
        for done in (*range(50, abs(turn), 50), abs(turn)):
            towards = here.pose.heading + (done if turn > 0 else -done)
            pose = here.pose._replace(heading=towards % 3600)
            placed = here._replace(pose=pose, outline=outline_of(here.shape, pose))
            refusal = self.journey(placed, 0, going=going).stands(*here.point)
            if refusal is not None:
                return refusal
        return None

    def is_on_table(self, outline: Outline) -> bool:
        """Whether all of an outline lies on the table."""
        west, north, east, south = box(outline)
        return west >= 0 and north >= 0 and east <= self.field.width and south <= self.field.height
