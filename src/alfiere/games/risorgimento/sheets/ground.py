"""The ground of a battle: what lies at a place, what a way crosses and pays, cover, levels, villages and farms.

Everything is in hundredths of a cm with y to the south, as the table has it. Rivers, streams and embankments are judged
by the way of a unit's centre (geo.20), so that a base may hang over the water at a bridge narrower than itself; areas
closed to a mover, and all villages and farms, bar its whole base: one goes into these by a deed of its own (g.5.18).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from alfiere.battles.areas import point_gap as point_gap
from alfiere.battles.ground_forms import INWARDS, OUTWARDS, Edge, GroundForm, Rect
from alfiere.battles.ground_shapes import corners, turned_right
from alfiere.games.risorgimento.sheets.tables import Mover, Tables, tables
from alfiere.games.risorgimento.sheets.terrain import EVEN, Kind, TerrainTables, terrain
from alfiere.table.headings import divided, offset
from alfiere.table.measuring import FINE, crossing, fine_length, root_up
from alfiere.table.shapes import Outline, Point, Pose, box, boxes_apart, boxes_meet
from alfiere.table.sight import ONE, ZERO, clip, inside_stretches, sight_line
from alfiere.table.terrain import (
    AREA,
    BARS_CENTRE,
    CLOSED,
    FREE,
    LINE,
    Compiled,
    Feature,
    Field,
    Going,
    Opening,
    Terrain,
)

BRIDGE: Final = "bridge"
FORD: Final = "ford"
PASSAGE: Final = "passage"  # where a road crosses a line that roads pass
ROAD: Final = "road"
COURIER: Final = "courier"  # the ground to couriers: small enough to pass a bridge whole, and welcome in villages
SECTOR, FARM = "village_sector", "farm"
SIDES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")
OPPOSITE: Final[dict[Edge, Edge]] = {"north": "south", "south": "north", "east": "west", "west": "east"}
NOTHING: Final[frozenset[str]] = frozenset()


class PieceForm(GroundForm, frozen=True, kw_only=True):
    """A piece of terrain in the file of a scenario; the ways across a line are points on it (g.6.3)."""

    bridges: tuple[Point, ...] = ()
    fords: tuple[Point, ...] = ()
    passages: tuple[Point, ...] = ()  # where it is crossed freely, besides where roads do
    level: int = 0  # left out: that of its kind
    guns: int = 0  # batteries that a farm holds all the same


class Slot(NamedTuple):
    """A side of a village sector or farm: where infantry and batteries stand, facing out (g.5.12, g.5.16)."""

    side: Edge
    infantry: Pose
    guns: tuple[Pose, ...]


class Across(NamedTuple):
    """A line that a way crosses, at which share of it, and by which way across, if it does."""

    place: Fraction
    piece: Piece
    way: str  # BRIDGE, FORD, PASSAGE or ""
    at: Point | None = None  # where that is


class Stretch(NamedTuple):
    """A part of a way, from share to share, with the areas it lies in."""

    enter: Fraction
    leave: Fraction
    pieces: tuple[Piece, ...]


class Paid(NamedTuple):
    """What a way costs, as so many times its length, and the slopes that are being climbed at its end."""

    weight: Fraction
    climbing: frozenset[str]


class Piece:
    """A piece of terrain on the table."""

    __slots__ = ("bridges", "fords", "form", "id", "kind", "level", "name", "passages", "points", "rect")

    def __init__(self, form: PieceForm, kind: Kind, id: str, passages: tuple[Point, ...]) -> None:
        self.form, self.kind, self.id, self.name = form, kind, id, form.name
        self.rect = form.rect
        self.points = form.path or (corners(form.rect) if form.rect is not None else turned_right(form.polygon))
        self.level = form.level or kind.level
        self.bridges, self.fords, self.passages = form.bridges, form.fords, passages

    @property
    def is_line(self) -> bool:
        """Whether it is crossed, not stood in."""
        return self.kind.what == "obstacle"

    @property
    def is_built_up(self) -> bool:
        """Whether it is a village sector or a farm."""
        return self.kind.what == "building"


class Ground:
    """All the ground of a battle."""

    def __init__(self, size: tuple[int, int], forms: Iterable[tuple[str, PieceForm]], figures: int = 1) -> None:
        self.tables: Tables = tables(figures)
        self.known: TerrainTables = terrain(figures)
        self._size, self._forms, self.figures = size, tuple(forms), figures
        roads = [form for _, form in self._forms if form.kind == ROAD]
        self.pieces: dict[str, Piece] = {}
        for id, form in self._forms:
            kind = self.known.kinds[form.kind]
            passes = tuple(_meetings(form, roads)) if kind.roads_pass else ()
            self.pieces[id] = Piece(form, kind, id, form.passages + passes)
        self.built_up = tuple(one for one in self.pieces.values() if one.is_built_up)
        self.slots = cache(self._slots)
        self.neighbours = cache(self._neighbours)
        ground = Terrain(tuple(self._feature(one) for one in self.pieces.values()), self._goings())
        distances = self.tables.distances
        self.field = Field(*size, ground, distances.touch, distances.slack)

    def with_bridge(self, piece: str, at: Point) -> Ground:
        """The same ground with one more bridge."""
        changed = ((id, form if id != piece else _with_bridge(form, at)) for id, form in self._forms)
        return Ground(self._size, changed, self.figures)

    # What the table is told

    def _feature(self, one: Piece) -> Feature:
        form = LINE if one.form.path else AREA
        ways = ((BRIDGE, one.bridges), (FORD, one.fords), (PASSAGE, one.passages))
        openings = tuple(
            opening
            for kind, points in ways
            for number, at in enumerate(points)
            for opening in self._openings(f"{one.id}.{kind}-{number + 1}", kind, one.points, at)
        )
        radius = (one.form.width or one.kind.width) // 2 if form == LINE and not one.is_line else 0
        return Feature(one.id, one.kind.id, form, one.points, radius, openings, top=one.level)

    def _openings(self, id: str, kind: str, points: tuple[Point, ...], at: Point) -> Iterator[Opening]:
        """The stretches of a line that are so near to a way across that one uses it (g.6.3)."""
        reach = self.tables.distances.bridge
        for edge in range(len(points) - 1):
            (ax, ay), (bx, by) = points[edge], points[edge + 1]
            dx, dy = bx - ax, by - ay
            length = root_up(dx * dx + dy * dy)
            along = divided((at[0] - ax) * dx + (at[1] - ay) * dy, length)
            off = divided((at[0] - ax) * dy - (at[1] - ay) * dx, length)
            half = isqrt(max(0, reach * reach - off * off))
            first, last = max(0, along - half), min(length, along + half)
            if abs(off) <= reach and first < last:
                start, end = (
                    (ax + divided(dx * part, length), ay + divided(dy * part, length)) for part in (first, last)
                )
                yield Opening(f"{id}.{edge}", kind, edge, start, end)

    def _goings(self) -> dict[str, Going]:
        """What the ground is to each arm in each formation; by the road nothing is closed but the lines."""
        found: dict[str, Going] = {}
        for arm in ("infantry", "cavalry", "artillery"):
            for formation in self.tables.formations_of(arm):
                mover = self.tables.mover(arm, formation)
                meaning: dict[str, str] = {FORD: FREE, PASSAGE: FREE}
                meaning[BRIDGE] = FREE if formation in self.known.bridge.formations else BARS_CENTRE
                for id, kind in self.known.kinds.items():
                    if kind.what == "obstacle":
                        meaning[id] = BARS_CENTRE if self.known.is_closed(id, mover) else FREE
                    elif kind.what == "building" or self.known.is_closed(id, mover):
                        meaning[id] = CLOSED
                found[going(arm, formation)] = meaning
        mounted = found[going("cavalry", "march_column")].items()
        found[COURIER] = {
            id: CLOSED if effect == BARS_CENTRE else effect for id, effect in mounted if id not in (SECTOR, FARM)
        }
        lines = {id: BARS_CENTRE for id, kind in self.known.kinds.items() if kind.what == "obstacle"}
        found[ROAD] = {**lines, BRIDGE: FREE, FORD: FREE, PASSAGE: FREE}
        return found

    @property
    def terrain(self) -> Terrain:
        """The features, as the table knows them."""
        return self.field.terrain

    # At a place

    def at(self, x: int, y: int) -> tuple[Piece, ...]:
        """The areas, and roads, that a unit is in whose centre is there (geo.20)."""
        return tuple(self.pieces[one.id] for one in self.terrain.at(x, y))

    def kinds_at(self, x: int, y: int) -> frozenset[str]:
        """What the ground is at a place."""
        return frozenset(one.kind.id for one in self.at(x, y))

    def level(self, x: int, y: int) -> int:
        """The level of the ground at a place, 0 on the plain (d.1.12)."""
        return max((one.level for one in self.at(x, y)), default=0)

    def road_at(self, x: int, y: int) -> str:
        """The road that passes under a centre (e.3.3.4); none is an empty name."""
        return next((one.id for one in self.at(x, y) if one.kind.id == ROAD), "")

    def built_up_at(self, x: int, y: int) -> str:
        """The village sector or farm a unit is in; none is an empty name."""
        return next((one.id for one in self.at(x, y) if one.is_built_up), "")

    def built_up_near(self, outline: Outline, limit: int) -> list[Piece]:
        """The village sectors and farms no farther from an outline than this."""
        area = box(outline)
        near = (one for one in self.built_up if one.rect is None or not boxes_apart(one.rect, area, limit))
        return [one for one in near if self.is_within(one.id, outline, limit)]

    # On a way

    @cached_property
    def _areas(self) -> tuple[Compiled, ...]:
        lines = {*self._lines, ROAD}
        return tuple(one for one in self.terrain.compiled if one.feature.kind not in lines)

    def _areas_of(self, kinds: Container[str]) -> tuple[Compiled, ...]:
        return tuple(one for one in self._areas if one.feature.kind in kinds)

    @cached_property
    def hiding(self) -> tuple[Compiled, ...]:
        """The areas one does not see through without end (d.2.5)."""
        return self._areas_of(self.known.hiding)

    @cached_property
    def _depths(self) -> tuple[tuple[Compiled, int, bool], ...]:
        """The same, each with how deep one sees into it, and whether it is a plain convex polygon."""
        effects = self.known.effects
        found = ((one, effects[one.feature.kind].visibility) for one in self.hiding)
        return tuple((one, depth, one.convex and not one.feature.radius) for one, depth in found if depth)

    @cached_property
    def _uncharged(self) -> tuple[Compiled, ...]:
        return self._areas_of(self.known.uncharged)

    @cached_property
    def _lines(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.known.kinds.values() if kind.what == "obstacle")

    def crossings(self, start: Point, end: Point) -> list[Across]:
        """The lines that the way of a centre crosses, the first first, and how (geo.20, g.6.3)."""
        found = sight_line(self.terrain, start, end, self._lines).crossed
        ways = ((one, (one.way_in.kind, one.way_in.start) if one.way_in is not None else ("", None)) for one in found)
        return [Across(one.enter, self.pieces[one.feature.id], *way) for one, way in ways]

    def stretches(self, start: Point, end: Point, areas: Iterable[Compiled] | None = None) -> list[Stretch]:
        """A way cut up where it enters or leaves areas, all or these."""
        inside: list[tuple[Fraction, Fraction, Piece]] = []
        way = box(Outline((start, end)))
        for one in self._areas if areas is None else areas:
            if not boxes_meet(way, one.box):
                continue
            piece = self.pieces[one.feature.id]
            inside += [(enter, leave, piece) for enter, leave in inside_stretches(one, start, end)]
        if not inside:
            return [Stretch(ZERO, ONE, ())]
        cuts = sorted({ZERO, ONE, *(cut for enter, leave, _ in inside for cut in (enter, leave))})
        return [
            Stretch(low, high, tuple(piece for enter, leave, piece in inside if enter <= low and high <= leave))
            for low, high in pairwise(cuts)
        ]

    def paid(
        self, mover: Mover, start: Point, end: Point, climbing: frozenset[str] = NOTHING, *, by_road: bool = False
    ) -> Paid:
        """What a straight way costs a mover, as so many times its length: of several grounds the dearest.

        A slope is paid for on the way that entered it from a lower level, by road too (e.3.3.2); ``climbing``: those
        entered so earlier in the same move.
        """
        weight, before = ZERO, self.level(*start)
        for enter, leave, pieces in self.stretches(start, end):
            slopes = {one.id: one for one in pieces if self.known.goings[one.kind.id].is_slope}
            level = max((one.level for one in slopes.values()), default=0)
            entered = {id for id, one in slopes.items() if before < one.level}
            climbing = frozenset((climbing | entered) & slopes.keys())
            counted = [
                one
                for one in pieces
                if (one.id in climbing if one.id in slopes else not by_road and not one.is_built_up)
            ]
            dearest = max((self.known.cost(one.kind.id, mover) for one in counted), default=EVEN)
            weight += (leave - enter) * Fraction(dearest, EVEN)
            before = level
        return Paid(weight if start != end else ONE, climbing)

    def entered(self, start: Point, end: Point) -> list[tuple[Fraction, Piece]]:
        """The areas a way enters, at which share of it; at 0 those in which it starts (e.5.4)."""
        seen: dict[str, tuple[Fraction, Piece]] = {}
        for stretch in self.stretches(start, end):
            for piece in stretch.pieces:
                seen.setdefault(piece.id, (stretch.enter, piece))
        return sorted(seen.values(), key=lambda one: one[0])

    # Sight, fire and melee

    def hidden(self, start: Point, end: Point) -> Fraction:
        """How much of what one can see through lies on a line: more than 1 is not seen through (d.2.5)."""
        way, effects, inside = box(Outline((start, end))), self.known.effects, list[tuple[Fraction, Fraction, int]]()
        for one in self.hiding:
            if boxes_meet(way, one.box):
                depth = effects[one.feature.kind].visibility
                inside += [(enter, leave, depth) for enter, leave in inside_stretches(one, start, end) if depth]
        if not inside:
            return ZERO
        if len(inside) > 1:  # of several areas that lie on one another the one that hides most
            cuts = sorted({cut for enter, leave, _ in inside for cut in (enter, leave)})
            covers = (
                (low, high, [d for enter, leave, d in inside if enter <= low < leave]) for low, high in pairwise(cuts)
            )
            inside = [(low, high, min(depths)) for low, high, depths in covers if depths]
        far = Fraction(fine_length(end[0] - start[0], end[1] - start[1]), FINE)
        return far * sum((leave - enter) / depth for enter, leave, depth in inside)

    def is_seen_through(self, start: Point, end: Point) -> bool:
        """Whether no more is hidden of a line than one sees through: mostly no area lies on it, or one hides it all."""
        (ax, ay), (bx, by) = start, end
        west, east = (ax, bx) if ax <= bx else (bx, ax)
        north, south = (ay, by) if ay <= by else (by, ay)
        far, is_partly_hidden = -1, False
        for one, depth, is_plain in self._depths:
            low_x, low_y, high_x, high_y = one.box
            if east < low_x or west > high_x or south < low_y or north > high_y:
                continue
            if is_plain:
                cut = clip(one.feature.points, start, end)
                if cut is None:
                    continue
                enter, enter_over, leave, leave_over = cut
                far = far if far >= 0 else fine_length(bx - ax, by - ay)
                over = enter_over * leave_over
                if far * (leave * enter_over - enter * leave_over) > depth * FINE * over:
                    return False
            is_partly_hidden = True
        return not is_partly_hidden or self.hidden(start, end) <= 1

    def cover(self, x: int, y: int, outline: Outline, against: Point) -> str:
        """The line of table 3c that protects a unit from fire from there, the best one; none is an empty name.

        A wall or embankment protects who touches it with the enemy on its far side.
        """
        found = {self.known.effects[one.kind.id].cover for one in self.at(x, y)}
        for crossed in self.crossings((x, y), against):
            line = self.known.effects[crossed.piece.kind.id].cover
            if line and self.terrain.within(crossed.piece.id, outline, self.tables.distances.touch):
                found.add(line)
        return min(found - {""}, key=lambda line: self.tables.fire[line].add, default="")

    def defence(self, defender: Point, attacker: Point) -> str:
        """The line of table 7 that helps a defender where he stands, the best one; none is an empty name."""
        found = {""}
        for one in self.at(*defender):
            effect = self.known.effects[one.kind.id]
            is_higher = self.level(*defender) > self.level(*attacker)
            if effect.when == "inside" or (effect.when == "higher" and is_higher):
                found.add(effect.melee)
        for crossed in self.crossings(attacker, defender):
            effect = self.known.effects[crossed.piece.kind.id]
            found.add(effect.melee if effect.when == "crossed" else "")
        return max(found - {""}, key=lambda line: self.tables.melee[line].add, default="")

    def may_charge(self, x: int, y: int) -> bool:
        """Whether cavalry may charge over the ground at a place (table 5)."""
        return not any(self.known.goings[one.kind.id].no_charge for one in self.at(x, y))

    def may_charge_along(self, start: Point, end: Point) -> bool:
        """Whether cavalry may charge straight from one place to another: the lines on the way count too."""
        if any(stretch.pieces for stretch in self.stretches(start, end, self._uncharged)):
            return False
        return all(one.way for one in self.crossings(start, end) if one.piece.kind.id in self.known.uncharged)

    # Villages and farms

    def _slots(self, id: str) -> dict[Edge, Slot]:
        """Where units stand in a village sector or a farm, by its sides (g.5.12, g.5.16)."""
        piece, bases = self.pieces[id], self.tables.bases
        assert piece.rect is not None
        beside = (bases.infantry.front + bases.artillery.front) // 2
        found: dict[Edge, Slot] = {}
        for side in SIDES:
            x, y = _side_middle(piece.rect, side)
            foot, guns = (self._inside(x, y, side, one.depth // 2) for one in (bases.infantry, bases.artillery))
            if piece.kind.id == SECTOR:
                places = tuple(self._aside(guns, hand) for hand in (-beside, beside))
            else:
                places = (guns,) * min(1, piece.form.guns)
            found[side] = Slot(side, foot, places)
        return found

    def _inside(self, x: int, y: int, side: Edge, far: int) -> Pose:
        dx, dy = offset(INWARDS[side], far)
        return Pose(x + dx, y + dy, OUTWARDS[side])

    def _aside(self, pose: Pose, right: int) -> Pose:
        dx, dy = offset(pose.heading, 0, right)
        return pose._replace(x=pose.x + dx, y=pose.y + dy)

    def side_of(self, id: str, pose: Pose) -> Edge:
        """The side of a sector or farm on which a unit stands that faces out there."""
        return min(SIDES, key=lambda side: abs((pose.heading - OUTWARDS[side] + 1800) % 3600 - 1800))

    def _neighbours(self, id: str) -> dict[Edge, str]:
        """The village sectors that lie against the sides of one."""
        here = self.pieces[id].rect
        assert here is not None
        found: dict[Edge, str] = {}
        for other in self.pieces.values():
            if other.kind.id == SECTOR and other.id != id and other.rect is not None:
                for side in SIDES:
                    if _lies_against(here, other.rect, side):
                        found[side] = other.id
        return found

    def across(self, id: str, side: Edge, other: str) -> int | None:
        """How far it is from a side of one village sector straight to another; None if it does not lie there."""
        here, there = self.pieces[id].rect, self.pieces[other].rect
        if here is None or there is None or self.pieces[other].kind.id != SECTOR:
            return None
        left, top, right, bottom = here
        west, north, east, south = there
        far = {"north": top - south, "south": north - bottom, "west": left - east, "east": west - right}[side]
        (one, two), (a, b) = (
            ((left, right), (west, east)) if side in ("north", "south") else ((top, bottom), (north, south))
        )
        return far if far >= 0 and min(two, b) > max(one, a) else None

    def gap(self, id: str, outline: Outline) -> int:
        """How far an outline is from a piece of terrain; 0 where it touches it or lies in it (geo.3)."""
        return self.terrain.gap(id, outline)

    def is_within(self, id: str, outline: Outline, limit: int) -> bool:
        """Whether an outline is so far from a piece of terrain or nearer."""
        return self.terrain.within(id, outline, limit)


def going(arm: str, formation: str) -> str:
    """What the ground is called to a unit of this arm in this formation."""
    return f"{arm}.{formation}"


def _with_bridge(form: PieceForm, at: Point) -> PieceForm:
    values = {name: getattr(form, name) for name in form.__struct_fields__}
    return PieceForm(**{**values, "bridges": (*form.bridges, at)})


def _meetings(form: PieceForm, roads: Iterable[PieceForm]) -> Iterator[Point]:
    """Where roads cross a line."""
    for road in roads:
        for a, b in road.all_lines:
            for c, d in form.all_lines:
                at = crossing(a, b, c, d)
                if at is not None:
                    yield at


def _side_middle(rect: Rect, side: Edge) -> Point:
    left, top, right, bottom = rect
    x, y = (left + right) // 2, (top + bottom) // 2
    return {"north": (x, top), "east": (right, y), "south": (x, bottom), "west": (left, y)}[side]


def _lies_against(here: Rect, there: Rect, side: Edge) -> bool:
    """Whether a rectangle lies against a side of another for some length."""
    left, top, right, bottom = here
    west, north, east, south = there
    if side in ("north", "south"):
        return (south == top if side == "north" else north == bottom) and min(right, east) > max(left, west)
    return (east == left if side == "west" else west == right) and min(bottom, south) > max(top, north)
