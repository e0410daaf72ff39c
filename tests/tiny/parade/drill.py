"""Formations of Parade: how large a unit is in each, how it moves, what it watches and where it may go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from alfiere.kernel.decision import Seat
from alfiere.kernel.folder import Battle, BattleForm, PieceForm, SideForm
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.table.field import Field, Scene, Terrain, core_of
from alfiere.table.fronts import EDGES, FRONT, Edge, edge_of, strip
from alfiere.table.legs import AHEAD, CENTRE, Footing, Pace, Rate, Reform
from alfiere.table.legs import FRONT as KEEPS_FRONT
from alfiere.table.manoeuvre import Ground, Manoeuvre
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Base, Pose, Rect
from alfiere.table.terrain import AREA, CLOSED, Feature, Going, Slower

CM = 100
STRENGTH, WATCH = 4, 300
HALF, WHOLE_MOVE, QUARTER = 500_000, 1_000_000, 250_000
LINE, COLUMN, MARCH, SQUARE, OPEN, DEPLOYED, LIMBERED = (
    *("line", "column", "march", "square", "open"),
    *("deployed", "limbered"),
)
OBLIQUE, BACK = Rate(450, 3, 2), Rate(1800, 2, least=1800)

SHAPES = {
    "foot": {LINE: Rect(600, 200), COLUMN: Rect(250, 400), MARCH: Rect(200, 700), SQUARE: Rect(350, 350)}
    | {OPEN: Rect(900, 250)},
    "horse": {LINE: Rect(500, 250), COLUMN: Rect(250, 500)},
    "guns": {DEPLOYED: Rect(300, 300), LIMBERED: Rect(200, 600)},
}
PACES = {
    "foot": {
        LINE: Pace(800, (AHEAD, OBLIQUE, BACK), wheels=True, about=QUARTER)._replace(
            changes={COLUMN: HALF, OPEN: HALF, SQUARE: WHOLE_MOVE}, going="close"
        ),
        COLUMN: Pace(
            1200, step=450, each=QUARTER, changes={LINE: HALF, MARCH: HALF, SQUARE: WHOLE_MOVE}, going="close"
        ),
        MARCH: Pace(1800, step=450, each=QUARTER, changes={COLUMN: HALF}, going="close"),
        SQUARE: Pace(300, is_free=True, changes={LINE: WHOLE_MOVE, COLUMN: WHOLE_MOVE}, going="close"),
        OPEN: Pace(1200, is_free=True, changes={LINE: HALF}, going="open"),
    },
    "horse": {
        LINE: Pace(1800, (AHEAD, OBLIQUE, BACK), wheels=True, about=QUARTER, changes={COLUMN: HALF}, going="close"),
        COLUMN: Pace(2200, step=450, each=QUARTER, changes={LINE: HALF}, going="close"),
    },
    "guns": {
        DEPLOYED: Pace(200, step=450, each=HALF, changes={LIMBERED: HALF}, going="close"),
        LIMBERED: Pace(1200, step=450, each=QUARTER, changes={DEPLOYED: HALF}, going="close"),
    },
}
FIRST = {"foot": LINE, "horse": LINE, "guns": LIMBERED}
RANGES = {LINE: 1600, OPEN: 1600, SQUARE: 800, DEPLOYED: 4000}  # who fires at all in the formation
GOINGS: dict[str, Going] = {"close": {"wood": CLOSED, "house": CLOSED}, "open": {"wood": Slower(2), "house": CLOSED}}

Corners = tuple[int, int, int, int]  # west, north, east, south


class UnitForm(PieceForm, frozen=True, kw_only=True):
    """A unit: its arm, and where it faces in tenths of a degree."""

    at: tuple[int, int]
    arm: Literal["foot", "horse", "guns"] = "foot"
    heading: Annotated[int, Meta(ge=0, lt=3600)] = 0


class ArmyForm(SideForm, frozen=True, kw_only=True):
    piece: tuple[UnitForm, ...]


class ParadeForm(BattleForm, frozen=True, kw_only=True):
    side: tuple[ArmyForm, ...]
    width: Annotated[int, Meta(ge=2000, le=40_000)]
    depth: Annotated[int, Meta(ge=2000, le=40_000)]
    wood: tuple[Corners, ...] = ()
    house: tuple[Corners, ...] = ()


@plain
class Unit(Plain):
    id: str
    seat: Seat
    arm: str
    formation: str
    x: int
    y: int
    heading: int
    strength: int

    @property
    def footing(self) -> Footing:
        return Footing(self.formation, SHAPES[self.arm][self.formation], Pose(self.x, self.y, self.heading))

    def stand(self, footing: Footing) -> None:
        self.formation, (self.x, self.y, self.heading) = footing.formation, footing.pose

    @property
    def base(self) -> Base:
        return _base(self.id, self.footing)

    def fronts(self) -> Iterator[Edge]:
        """The edges it fires from and fights with: a square has four."""
        base = self.base
        for name in EDGES if self.formation == SQUARE else (FRONT,):
            yield edge_of(base, name)

    @property
    def watched(self) -> tuple[Ground, ...]:
        """The ground before its fronts."""
        return _watched(self.id, self.footing)

    @property
    def changes(self) -> dict[str, Reform]:
        """The formations it may take up: to and from square about its centre, else behind its front."""
        shapes = SHAPES[self.arm]
        return {
            name: Reform(name, shapes[name], CENTRE if SQUARE in (name, self.formation) else KEEPS_FRONT)
            for name in PACES[self.arm][self.formation].changes
        }


_LAST: dict[int, tuple[dict[str, tuple[str, str, int, int, int]], Scene | None]] = {}  # of a field, which live on


@plain
class State(Plain):
    scenario: Annotated[Battle, Shared("scenario")]
    units: dict[str, Unit]
    turn: int
    ready: list[str]  # who may still act in this turn
    winner: str
    reason: str

    @property
    def scene(self) -> Scene:
        """The table as it is; from one question to the next only what has moved is placed anew."""
        field = field_of(self.scenario)
        standing = {one.id: (one.arm, one.formation, one.x, one.y, one.heading) for one in self.units.values()}
        before, scene = _LAST.get(id(field), ({}, None))
        if scene is None:
            scene = Scene(field, [one.base for one in self.units.values()])
        elif standing != before:
            placed = [one.base for id, one in self.units.items() if before.get(id) != standing[id]]
            scene = scene.changed(placed, before.keys() - standing.keys())
        _LAST[id(field)] = standing, scene
        return scene

    def of(self, seat: Seat) -> list[Unit]:
        return [one for one in self.units.values() if one.seat == seat]

    def foes(self, seat: Seat) -> list[Unit]:
        return [one for one in self.units.values() if one.seat != seat]

    def manoeuvre(self, unit: Unit, scene: Scene | None = None, *, charges: bool = False) -> Manoeuvre:
        """What may be in a unit's way. Open order passes friends and is passed; a charge minds no watched ground."""
        friends = self.of(unit.seat)
        through = {one.id for one in friends if OPEN in (unit.formation, one.formation)} - {unit.id}
        zones = [] if charges else list(self.watched(unit))
        return Manoeuvre(scene or self.scene, unit.id, PACES[unit.arm], zones=zones, through=through)

    def watched(self, unit: Unit) -> Iterator[Ground]:
        """What enemies near enough to matter watch; where a unit already stands, it may leave."""
        own = core_of(*unit.footing[1:], 2)
        for foe in self.foes(unit.seat):
            if foe.formation in RANGES and max(abs(foe.x - unit.x), abs(foe.y - unit.y)) < 3600:
                yield from (ground for ground in foe.watched if not overlaps(ground.outline, own))


def field_of(battle: Battle) -> Field:
    form = battle.form
    return _laid(form.width, form.depth, form.wood, form.house)


@lru_cache(maxsize=64)
def _laid(width: int, depth: int, woods: tuple[Corners, ...], houses: tuple[Corners, ...]) -> Field:
    shapes = [("wood", one) for one in woods] + [("house", one) for one in houses]
    features = tuple(
        Feature(f"{kind} {number}", kind, AREA, ((west, north), (east, north), (east, south), (west, south)))
        for number, (kind, (west, north, east, south)) in enumerate(shapes)
    )
    return Field(width, depth, Terrain(features, GOINGS), touch=5, slack=2)


@lru_cache(maxsize=4096)
def _base(id: str, footing: Footing) -> Base:
    return footing.base(id)


@lru_cache(maxsize=4096)
def _watched(id: str, footing: Footing) -> tuple[Ground, ...]:
    names = EDGES if footing.formation == SQUARE else (FRONT,)
    return tuple(Ground(id, strip(edge_of(_base(id, footing), name), WATCH)) for name in names)
