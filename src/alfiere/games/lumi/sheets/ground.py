"""The ground of a battle: what lies at a place, cover, heights, what is open to whom, room in buildings (3.3).

Everything is in hundredths of a um with y to the south. An obstacle stops whoever may cross it and is closed to the
others; it is crossed by a deed of its own, by its openings too (3.3.1h). Buildings are closed: one goes in by a deed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

from alfiere.battles.ground_shapes import corners, lies_on, turned_right
from alfiere.games.lumi.sheets.scenario_forms import PieceForm
from alfiere.games.lumi.sheets.tables import Tables, tables
from alfiere.games.lumi.sheets.terrain import Kind, TerrainTables, terrain
from alfiere.table.measuring import squared_gap, stretch_about
from alfiere.table.shapes import Outline, Point, box
from alfiere.table.sight import sight_line
from alfiere.table.terrain import AREA, CLOSED, LINE, STOPS, Effect, Feature, Field, Going, Opening, Slower, Terrain

BRIDGE: Final = "bridge"
OPENING: Final = "opening"
GENERAL: Final = "general"
RANDOM: Final = "obstacle random"
BY_ROAD: Final = " by road"
FORCED: Final = " forced"


class Piece:
    """A piece of terrain on the table; ``level`` of an obstacle is None while nobody has rolled for it (3.3.2b)."""

    __slots__ = ("crest", "form", "id", "kind", "level", "name", "points")

    def __init__(self, id: str, form: PieceForm, kind: Kind, level: int | None) -> None:
        self.id, self.form, self.kind, self.name, self.crest = id, form, kind, form.name, form.crest
        self.points = form.path or (corners(form.rect) if form.rect is not None else turned_right(form.polygon))
        given = kind.level if form.level is None else form.level
        self.level = level if form.random else given

    @property
    def is_obstacle(self) -> bool:
        """Whether it is a line that is crossed."""
        return self.kind.what == "obstacle"

    @property
    def is_building(self) -> bool:
        """Whether it is an area of buildings."""
        return self.kind.what == "building"


class Ground:
    """All the ground of a battle."""

    def __init__(
        self, size: tuple[int, int], forms: Iterable[tuple[str, PieceForm]], levels: Mapping[str, int] | None = None
    ) -> None:
        """``levels``: those of random obstacles that are known (3.3.2d)."""
        self.tables: Tables = tables()
        self.known: TerrainTables = terrain()
        found = levels or {}
        self.pieces = {id: Piece(id, form, self.known.kinds[form.kind], found.get(id)) for id, form in forms}
        self.terrain = Terrain(tuple(map(self._feature, self.pieces.values())), self._goings())
        self.field = Field(*size, self.terrain, self.tables.distances.touch, self.tables.distances.slack)

    # What the table is told

    def _feature(self, one: Piece) -> Feature:
        if one.is_obstacle:
            kind = RANDOM if one.level is None else _obstacle(one.level)
            return Feature(one.id, kind, LINE, one.points, openings=tuple(self._openings(one)))
        if one.form.path:
            return Feature(one.id, one.kind.id, LINE, one.points, (one.form.width or one.kind.width) // 2)
        return Feature(one.id, one.kind.id, AREA, one.points)

    def _openings(self, one: Piece) -> Iterator[Opening]:
        """The stretches of an obstacle at which it is passed without a die."""
        ways = [(BRIDGE, at, self.known.bridge.width) for at in one.form.bridges]
        ways += [(OPENING, gap.at, gap.width or self.known.opening.width) for gap in one.form.gaps if gap.at]
        for number, (kind, at, width) in enumerate(ways):
            edge, line = next((n, line) for n, line in enumerate(pairwise(one.points)) if lies_on(at, line))
            yield Opening(f"{one.id}.{kind}-{number + 1}", kind, edge, *stretch_about(*line, at, width))

    def _goings(self) -> dict[str, Going]:
        """What the ground is to each arm in each formation, off the roads and along them, and to generals."""
        found: dict[str, Going] = {}
        for arm in self.tables.arms.values():
            for formation in arm.speed:
                for by_road in (False, True):
                    found[going(arm.id, formation, by_road=by_road)] = self._going(
                        arm.id, arm.kind, formation, by_road=by_road
                    )
                usual = found[going(arm.id, formation)]  # forced, one is not slowed and crosses what one can (3.2.1c)
                found[going(arm.id, formation, is_forced=True)] = {
                    kind: effect for kind, effect in usual.items() if effect == CLOSED
                }
        found[GENERAL] = self._going(GENERAL, GENERAL, "", by_road=False)
        return found

    def _going(self, arm: str, kind: str, formation: str, *, by_road: bool) -> Going:
        meaning: dict[str, Effect] = {RANDOM: STOPS}
        crossing = self.tables.crossing(kind, formation)
        for level in range(4):
            can_cross = crossing is not None and crossing.crosses(level)
            if arm != GENERAL or not can_cross:  # whatever a general can cross he ignores (8.2a)
                meaning[_obstacle(level)] = STOPS if can_cross else CLOSED
        for id, ground in self.known.kinds.items():
            if self.known.is_closed(id, arm, kind, by_road=by_road) or (ground.what == "building" and arm != GENERAL):
                meaning[id] = CLOSED
            elif ground.slow and arm != GENERAL and not by_road:  # 3.3.3c, 3.3.3d
                meaning[id] = Slower(2)
        return meaning

    # At a place

    def at(self, x: int, y: int) -> tuple[Piece, ...]:
        """The areas and roads that hold a point."""
        return tuple(self.pieces[one.id] for one in self.terrain.at(x, y))

    def touched(self, outline: Outline) -> Iterator[Piece]:
        """The areas some part of a base lies in."""
        areas = (one for one in self.pieces.values() if not one.is_obstacle and not one.form.path)
        return (one for one in areas if self.terrain.overlaps(one.id, outline))

    def wholly_in(self, outline: Outline) -> Iterator[Piece]:
        """The areas a base lies wholly in."""
        areas = (one for one in self.pieces.values() if not one.is_obstacle and not one.form.path)
        return (one for one in areas if self.terrain.holds_wholly(one.id, outline))

    def room(self, id: str) -> tuple[int, int]:
        """How many bases of infantry and how many batteries an area of buildings holds (3.3.3f)."""
        piece, side = self.pieces[id], self.tables.distances.room
        west, north, east, south = box(Outline(piece.points))
        by_size = ((east - west) // side) * ((south - north) // side)
        infantry, guns = piece.form.infantry, piece.form.guns
        return by_size if infantry is None else infantry, 1 if guns is None else guns

    # Cover and height

    def cover(self, outline: Outline, centre: Point, against: Point, *, in_melee: bool = False) -> int:
        """The cover (vdf) of a base towards an enemy there: only the highest counts (3.3.3e, 3.3.3i)."""
        found = [one.kind for one in self.wholly_in(outline)]
        for crossed in sight_line(self.terrain, centre, against, OBSTACLES).crossed:
            if self.terrain.within(crossed.feature.id, outline, self.tables.distances.behind_obstacle):
                found.append(self.pieces[crossed.feature.id].kind)
        return max((kind.vdf for kind in found if kind.covers_melee or not in_melee), default=0)

    def slope(self, outline: Outline) -> Piece | None:
        """The slope a base is on, of several the highest."""
        slopes = [one for one in self.touched(outline) if one.kind.is_high]
        return max(slopes, key=lambda one: one.kind.level, default=None)

    def is_higher(self, one: Outline, other: Outline) -> bool:
        """Whether a base is on higher ground than another: on a slope, or nearer to the crest of the same (3.3.3j)."""
        here, there = self.slope(one), self.slope(other)
        if here is None or there is None or here is not there:
            return here is not None and there is None
        return self._to_crest(here, one) < self._to_crest(here, other)

    def _to_crest(self, slope: Piece, outline: Outline) -> Fraction:
        """The squared distance of the nearest point of a base from the crest."""
        assert slope.crest is not None
        return Fraction(*squared_gap(outline, Outline(slope.crest)))


def _obstacle(level: int) -> str:
    return f"obstacle {level}"


OBSTACLES: Final = frozenset((RANDOM, *map(_obstacle, range(4))))


def going(arm: str, formation: str, *, by_road: bool = False, is_forced: bool = False) -> str:
    """What the ground is called to a base of this arm in this formation, along a road, or in a forced movement."""
    return f"{arm} {formation}{BY_ROAD if by_road else FORCED if is_forced else ''}"
