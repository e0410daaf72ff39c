"""The ground of a battle: what lies at a place, what is closed to whom, what a way crosses, cover and height (5).

Everything is in hundredths of a cm with y to the south. What a way costs is no part of the goings: half rate holds
while any part of a footprint is in an area (5.17), a line is paid for when the front edge meets it (5.15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import Segment
from alfiere.battles.ground_shapes import corners
from alfiere.games.fucilieri.sheets.barriers import Barrier, share_inside, swept_stretches
from alfiere.games.fucilieri.sheets.pieces import Piece, PieceForm, WayForm, ford_line, strip_of, water_of
from alfiere.games.fucilieri.sheets.tables import Tables, tables
from alfiere.games.fucilieri.sheets.terrain import (
    LEADER_ON_FOOT,
    MOUNTED_LEADER,
    Cover,
    Mover,
    TerrainTables,
    Who,
    terrain,
)
from alfiere.table.headings import divided
from alfiere.table.measuring import nearest_point, root_up
from alfiere.table.shapes import Outline, Point, box, boxes_meet
from alfiere.table.sight import Stretch, sight_line
from alfiere.table.terrain import AREA, CLOSED, FREE, LINE, Feature, Field, Going, Opening, Terrain

SPANNED: Final = "spanned"  # a river with ways across, taken as a whole: its water bars, not this
OVER_WATER: Final = "over water "
BY_ROAD: Final = " by road"


class Dearer(NamedTuple):
    """Lines that cost some movers more where x is more than this: an open sluice."""

    lines: tuple[str, ...]
    east_of: int
    crossing: dict[Mover, int]


class Ground:
    """All the ground of a battle."""

    def __init__(
        self, size: tuple[int, int], forms: Iterable[tuple[str, PieceForm]], dearer: tuple[Dearer, ...] = ()
    ) -> None:
        self.tables: Tables = tables()
        self.known: TerrainTables = terrain()
        self.size, self.dearer = size, dearer
        self.pieces = {id: Piece(id, form) for id, form in forms}
        self._of: dict[str, str] = {}  # features and openings to pieces
        features: list[Feature] = []
        for piece in self.pieces.values():
            for feature in self._features(piece):
                features.append(feature)
                self._of |= dict.fromkeys((feature.id, *(one.id for one in feature.openings)), piece.id)
        self.terrain = Terrain(tuple(features), self._goings())
        self.field = Field(*size, self.terrain, self.tables.distances.touch, self.tables.distances.slack)
        self.buildings = tuple(one for one in self.pieces.values() if one.is_building)
        self.lines = tuple(one for one in self.pieces.values() if one.is_line)
        self.areas = tuple(one for one in self.pieces.values() if one.is_area)
        self._line_kinds = frozenset(one.kind.id for one in self.lines)
        self.barriers = cache(self._barriers)
        self.half_rate_areas = cache(self._half_rate_areas)

    # What the table is told

    def _features(self, one: Piece) -> Iterator[Feature]:
        if one.form.path:
            openings = tuple(opening for way in self._ways(one) for opening in self._openings(one, *way))
            yield Feature(one.id, one.kind.id, LINE, one.points, one.radius, openings, top=one.level)
            return
        if not one.form.ways or one.form.rect is None:
            yield Feature(one.id, one.kind.id, AREA, one.points, top=one.level)
            return
        yield Feature(one.id, SPANNED, AREA, one.points)
        for number, rect in enumerate(water_of(one.form.rect, one.form.ways)):
            yield Feature(f"{one.id}.{number + 1}", one.kind.id, AREA, corners(rect))
        for id, way in self._ways(one):
            if way.kind == "ford":
                yield Feature(id, OVER_WATER + way.kind, LINE, ford_line(one.form.rect, way))
            else:
                yield Feature(id, OVER_WATER + way.kind, AREA, corners(strip_of(one.form.rect, way)))

    def _ways(self, one: Piece) -> Iterator[tuple[str, WayForm]]:
        for number, way in enumerate(one.form.ways):
            yield f"{one.id}.{way.kind}-{number + 1}", way

    def _openings(self, one: Piece, id: str, way: WayForm) -> Iterator[Opening]:
        """The stretches of a line that a way takes up, on both sides of a corner if it is at one."""
        half = way.wide // 2 + one.radius  # the ends of a wide line are round and reach into it
        for edge, ((ax, ay), (bx, by)) in enumerate(pairwise(one.points)):
            dx, dy = bx - ax, by - ay
            length = root_up(dx * dx + dy * dy)
            along = divided((way.at[0] - ax) * dx + (way.at[1] - ay) * dy, length)
            off = divided((way.at[0] - ax) * dy - (way.at[1] - ay) * dx, length)
            reach = isqrt(max(0, half * half - off * off))
            first, last = max(0, along - reach), min(length, along + reach)
            if abs(off) <= half and first < last:
                start, end = ((ax + divided(dx * far, length), ay + divided(dy * far, length)) for far in (first, last))
                yield Opening(f"{id}.{edge}", way.kind, edge, start, end)

    def _goings(self) -> dict[str, Going]:
        """What is closed to whom: off the roads, and along them, where only rivers and buildings are (5.1, 5.1b)."""
        found: dict[str, Going] = {}
        for who in everybody():
            closed = {id for id in self.known.kinds if self.known.is_closed(id, who)}
            ways: dict[str, str] = {}
            for way in self.known.ways:
                if self.known.uses(way, who):
                    ways[way] = FREE
                else:  # beside a bridge that he cannot use a line is what it is anywhere
                    ways[OVER_WATER + way] = CLOSED
            kept = {id for id in closed if self.known.kinds[id].going in ("river", "building")}
            found[going(who)] = {**dict.fromkeys(closed, CLOSED), **ways}
            found[going(who, by_road=True)] = {**dict.fromkeys(kept, CLOSED), **ways}
        return found

    def piece_of(self, id: str) -> Piece:
        """The piece of terrain that a feature or an opening of the table belongs to: what stopped a move."""
        return self.pieces[self._of[id]]

    # At a place

    def at(self, x: int, y: int) -> tuple[Piece, ...]:
        """The areas and roads that hold a point."""
        ids = dict.fromkeys(self._of[one.id] for one in self.terrain.at(x, y))
        return tuple(one for one in map(self.pieces.__getitem__, ids) if not one.is_line)

    def touched(self, outline: Outline) -> Iterator[Piece]:
        """The areas some part of a footprint lies in."""
        return (one for one in self.areas if self.terrain.overlaps(one.id, outline))

    def touches(self, id: str, outline: Outline) -> bool:
        """Whether a footprint touches a piece of terrain, as the rules mean it (5.16)."""
        return self.terrain.within(id, outline, self.tables.distances.obstacle)

    def share_inside(self, id: str, outline: Outline) -> Fraction:
        """Which part of a footprint lies in an area."""
        piece = self.pieces[id]
        if not boxes_meet(box(piece.outline), box(outline)):
            return Fraction(0)
        return share_inside(piece.points, outline)

    def road_at(self, x: int, y: int) -> str:
        """The road that a unit is on the middle of whose front edge is there (5.1b); none is an empty name."""
        for one in self.pieces.values():
            spot = Outline(((x, y),))
            if one.is_road and self.terrain.within(one.id, spot, 0):
                return "" if any(self.terrain.inside(block.id, x, y) for block in self.buildings) else one.id
        return ""

    # On a way

    def _half_rate_areas(self, who: Who) -> tuple[Piece, ...]:
        """The areas where somebody pays double (5.17)."""
        if who.mover is None:
            return ()
        return tuple(one for one in self.areas if one.going.cost.get(who.mover, 1) > 1)

    def is_slow(self, who: Who, outline: Outline) -> bool:
        """Whether a footprint has some part in ground of half rate."""
        return any(self.terrain.overlaps(one.id, outline) for one in self.half_rate_areas(who))

    def slow_stretches(self, who: Who, outline: Outline, dx: int, dy: int) -> list[Stretch]:
        """On which shares of a straight way a footprint has some part in ground of half rate; they may overlap."""
        compiled = (self.terrain.by_id[one.id] for one in self.half_rate_areas(who))
        return [met for one in compiled for met in swept_stretches(one, outline, dx, dy)]

    def line_cost(self, piece: Piece, who: Who) -> int:
        """What it costs to cross a line, but where something makes it dearer; nothing to a leader (5.15, 5.19)."""
        return piece.going.crossing.get(who.mover, 0) if who.mover is not None else 0

    def _barriers(self, who: Who) -> tuple[Barrier, ...]:
        """The lines that somebody can cross and pays for, those of fords too; ways he can use are cut out."""
        if who.mover is None:
            return ()
        found: list[Barrier] = []
        for one in self.lines:
            cost = self.line_cost(one, who)
            if not cost or self.known.is_closed(one.kind.id, who):
                continue
            disorders = who.is_close and who.mover in one.going.disorders.crossing
            whole = Barrier(one.id, one.id, tuple(self._left_of(one, who)), one.radius, cost, disorders)
            found += self._parted(whole, who)
        for piece in self.areas:
            for id, way in self._ways(piece):
                if way.kind == "ford" and self.known.uses(way.kind, who):
                    a, b = self.terrain.feature(id).points
                    row = self.known.ford
                    disorders = who.is_close and who.mover in row.disorders.crossing
                    found.append(Barrier(id, piece.id, ((a, b),), 0, row.crossing[who.mover], disorders))
        return tuple(found)

    def _left_of(self, one: Piece, who: Who) -> Iterator[Segment]:
        """The stretches of a line without the ways across that somebody can use and that are no ford."""
        openings = self.terrain.feature(one.id).openings
        for edge, (start, end) in enumerate(pairwise(one.points)):
            here_free = (way for way in openings if way.edge == edge and way.kind != "ford")
            free = [way for way in here_free if self.known.uses(way.kind, who)]
            here = start
            for way in sorted(free, key=lambda way: _squared(start, way.start)):
                if here != way.start:
                    yield here, way.start
                here = way.end
            if here != end:
                yield here, end

    def _parted(self, whole: Barrier, who: Who) -> Iterator[Barrier]:
        """A line in two where one part of it is dearer."""
        rule = next((one for one in self.dearer if whole.piece in one.lines), None)
        if rule is None or who.mover is None or who.mover not in rule.crossing:
            yield whole
            return
        west, east = [], []
        for a, b in (sorted(one) for one in whole.segments):
            if a[0] < rule.east_of < b[0]:
                cut = rule.east_of, a[1] + divided((b[1] - a[1]) * (rule.east_of - a[0]), b[0] - a[0])
                west.append((a, cut))
                east.append((cut, b))
            else:
                (east if a[0] >= rule.east_of else west).append((a, b))
        yield whole._replace(segments=tuple(west))
        yield whole._replace(id=f"{whole.id}.east", segments=tuple(east), cost=rule.crossing[who.mover])

    def disorders(self, who: Who, outline: Outline) -> Piece | None:
        """The area in which somebody is disorganised who ends a move there (5.4, 5.6)."""
        found = (one for one in self.touched(outline) if who.mover in one.going.disorders.ending)
        return next(found, None)

    # Fire, combat, morale

    def crossed(self, start: Point, end: Point) -> tuple[Piece, ...]:
        """The lines that a straight line crosses, but not at a bridge, ramp or gap."""
        found = sight_line(self.terrain, start, end, self._line_kinds).crossed
        return tuple(self.pieces[one.feature.id] for one in found if one.way_in is None)

    def between(self, outline: Outline, origin: Point) -> tuple[Piece, ...]:
        """The lines a footprint touches that lie between it and a point: they cover it and hinder whoever attacks."""
        px, py = nearest_point(outline, *origin)
        west, north, east, south = box(outline)
        x, y = round(px), round(py)
        # A line along its very edge is only touched: it is looked for from a hair's breadth inside.
        inwards = ((west + east) // 2 - x, (north + south) // 2 - y)
        length = max(1, root_up(inwards[0] ** 2 + inwards[1] ** 2))
        hair = self.tables.distances.touch
        inside = x + divided(inwards[0] * hair, length), y + divided(inwards[1] * hair, length)
        return tuple(one for one in self.crossed(origin, inside) if self.touches(one.id, outline))

    def cover(self, outline: Outline, origin: Point) -> Cover:
        """The best cover of a footprint from fire that comes from a point; none is an empty name (3.4.19b)."""
        found = {one.effect.cover for one in self.between(outline, origin) if one.effect.when == "crossed"}
        for one in self.areas:
            if one.effect.when == "inside" and self.share_inside(one.id, outline) > Fraction(1, 2):
                found.add(one.effect.cover)
        saves = self.tables.saving_throws
        return min(found - {""}, key=lambda name: int(getattr(saves, name)), default="")

    def height(self, outline: Outline) -> int:
        """How high a footprint stands: on a hill or on top of a dyke some part of it is."""
        hills = (one for one in self.pieces.values() if one.effect.is_higher)
        return max((one.level for one in hills if self.is_on(one.id, outline)), default=0)

    def is_on(self, id: str, outline: Outline) -> bool:
        """Whether some part of a footprint lies on a hill or dyke; on one that is a thin line if it lies across it."""
        piece = self.pieces[id]
        if piece.is_line and not piece.radius:
            return self.terrain.gap(id, outline) == 0
        return self.terrain.overlaps(id, outline)


def everybody() -> Iterator[Who]:
    """All whom the ground tells apart: foot, horse and guns in each formation, leaders by themselves."""
    for arm in tables().arms.values():
        for formation in arm.formations:
            yield Who(arm.base, formation)
        if arm.dismounted is not None:
            for formation in arm.dismounted.formations:
                yield Who(arm.dismounted.base, formation)
    yield MOUNTED_LEADER
    yield LEADER_ON_FOOT


def going(who: Who, *, by_road: bool = False) -> str:
    """What the ground is called to somebody, or along a road."""
    return f"{who.base} {who.formation}{BY_ROAD if by_road else ''}"


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
