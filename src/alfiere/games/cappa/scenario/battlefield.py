"""The ground of a scenario as the open table knows it (chapter geo): features, openings, and what stops whom.

There are two goings, on foot and mounted. Difficult ground is no obstacle: it is free to the table, and the chapter
on movement knows where it ends a move or halves it (cappa.4.3.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from alfiere.battles.ground_forms import EDGES
from alfiere.games.cappa.scenario.features import Feature
from alfiere.games.cappa.scenario.ground_changes import (
    BREACH,
    CHANGES,
    FORTIFIED,
    Flames,
    Lit,
    applied,
    base_piece,
    made_features,
)
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.scenario.waters import REST, WATER, as_river, changed_water, opened_by_tracks
from alfiere.games.cappa.sheets.measures import Point, Rect
from alfiere.games.cappa.sheets.tables import Obstacle, tables, terrain
from alfiere.table.terrain import AREA, CLOSED, FREE, STOPS, WALLS, Effect, Field, Opening, Terrain
from alfiere.table.terrain import Feature as Piece

FOOT, MOUNTED = "foot", "mounted"
LEAP = " leap"  # over every obstacle, cappa.2.2.3.h2
DRY = " dry"  # the same, keeping out of difficult ground altogether
CART = "cart"  # a loaded cart or a gun: no obstacle, wood or difficult ground, cappa.10.4.3.h1
OPENINGS = ("door", "gate", "window")
BUILDING, CLOSED_BUILDING = "building", "closed_building"
LOCKED = "locked_door"  # broken down by many hands or by round shot, cappa.t.obstacles
KEPT = 256  # so many tables that have come of one are remembered


class Ground:
    """The table of a skirmish: its size, its terrain, and which rules each piece brings with it."""

    def __init__(self, scenario: Scenario) -> None:
        self.id = scenario.id
        self.width, self.depth = scenario.width, scenario.depth
        self.features: dict[str, Feature] = {}  # every piece of the table by its id -> the scenario's feature
        self.levels: dict[str, int] = {}  # of rises, in hundredths
        self.buildings: dict[str, Feature] = {}
        self.yards: dict[str, Rect] = {}  # what an obstacle encloses
        self.marks: dict[str, Point] = {}  # event markers
        pieces: list[Piece] = []
        for feature in scenario.features:
            for piece in _pieces(feature):
                self.features[piece.id] = feature
                pieces.append(as_river(piece) if opened_by_tracks(scenario, feature) else piece)
            if feature.structure is not None:
                self.buildings[feature.id] = feature
            if feature.obstacle is not None and feature.form.rect is not None:
                self.yards[feature.id] = feature.form.rect
            if feature.ground is not None and feature.ground.id == "rise":
                self.levels[feature.id] = feature.levels * tables().lengths.level
            for number, mark in enumerate(feature.marks):
                self.marks[f"{feature.id}/{number}" if len(feature.marks) > 1 else feature.id] = mark
        self.made: dict[str, Feature] = {}  # what was made in any skirmish on this table, by its name there
        self._pieces = tuple(pieces)
        self._fields: dict[tuple[str, ...], Field] = {}
        self._known: dict[tuple[str, ...], Field] = {}  # by everything that has changed, markers too

    def field(self, changed: Sequence[str] = ()) -> Field:
        """The table; ``changed`` names pieces that are no longer there, and what was made of others.

        Open doors stay in their place.
        """
        whole = tuple(changed)
        known = self._known.get(whole)
        if known is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            known = self._known[whole] = self._field(whole)
        return known

    def _field(self, changed: tuple[str, ...]) -> Field:
        """The same, made once for all the changes that come to the same table."""
        gone = tuple(name for name in changed if name in self.features or CHANGES.is_in(name) or WATER.is_in(name))
        if any(CHANGES.is_in(name, Lit) for name in gone):  # lit when, and which of them first, is no matter here
            rest = (name for name in gone if not CHANGES.is_in(name, Lit, Flames))
            gone = (*rest, *sorted(name for name in gone if CHANGES.is_in(name, Flames)))
        known = self._fields.get(gone)
        if known is None:
            left = changed_water(tuple(piece for piece in self._pieces if piece.id not in gone), gone)
            for piece in left:
                self.features.setdefault(piece.id, self.features[piece.id.split(REST)[0]])
            left = applied(left, gone)
            self.made |= {one.id: one for one in made_features(gone)}
            slack = tables().lengths.tolerance
            known = Field(self.width, self.depth, Terrain(left, GOINGS), slack, slack)
            if len(self._fields) >= KEPT:
                self._fields.clear()
            self._fields[gone] = known
        return known

    def feature(self, piece: str) -> Feature | None:
        """The feature that a piece of the table belongs to, also one that has been cut or made."""
        name = base_piece(piece)
        return self.features.get(name) or self.made.get(name)

    def cost(self, obstacle: str, going: str) -> int | None:
        """PA to cross an obstacle or opening; None where it cannot be crossed so (cappa.4.3.2.h1, cappa.4.3.2d)."""
        feature = self.feature(obstacle)
        if feature is None:  # an opening: «house/door-north»
            kind = obstacle.rsplit("/", 1)[1].split("-")[0]
            return terrain().obstacles[kind].foot if going == FOOT else None  # nobody rides inside, cappa.4.3.6.h4
        if feature.obstacle is None:
            return None
        usual = feature.obstacle.foot if going == FOOT else feature.obstacle.mounted
        return usual if usual is None or not feature.pa else feature.pa

    def is_climbed(self, obstacle: str) -> bool:
        """Whether one gets over it by climbing only."""
        feature = self.feature(obstacle)
        return feature is not None and feature.obstacle is not None and feature.obstacle.is_climbed


@lru_cache(maxsize=64)
def ground_of(scenario: Scenario) -> Ground:
    """The table of a scenario, made once: a thousand skirmishes are fought on it."""
    return Ground(scenario)


def _pieces(feature: Feature) -> Iterator[Piece]:
    if feature.obstacle is not None:
        yield from feature.features(feature.obstacle.id, feature.obstacle.height)
    elif feature.structure is not None and feature.corners:
        height = feature.storeys * tables().numbers.storey * tables().lengths.level
        if feature.form.is_closed:
            yield Piece(feature.id, CLOSED_BUILDING, AREA, feature.corners, floors=feature.storeys, top=height)
        else:
            openings = tuple(_openings(feature))
            yield Piece(feature.id, BUILDING, WALLS, feature.corners, 0, openings, feature.storeys, height)
    elif feature.ground is not None:
        top = feature.levels * tables().lengths.level if feature.ground.id == "rise" and feature.corners else 0
        yield from feature.features(feature.ground.id, top)


def _openings(feature: Feature) -> Iterator[Opening]:
    """Doors and gates on the ground floor, windows on every storey (cappa.geo.45, cappa.geo.51)."""
    for number, opening in enumerate(feature.openings):
        floors = range(feature.storeys) if opening.kind == "window" else range(1)
        is_locked = opening.kind != "window" and opening.side in feature.form.locked
        kind = LOCKED if is_locked else opening.kind
        for floor in floors:
            name = f"{feature.id}/{opening.kind}-{opening.side}-{number}" + (f"-{floor}" if floor else "")
            start, end = opening.segment
            yield Opening(name, kind, EDGES.index(opening.side), start, end, floor)


def _effect(obstacle: Obstacle, cost: int | None) -> Effect:
    """What an obstacle is to a mover: it stops him if there is a way over it at all (cappa.4.3.2b)."""
    if cost is None:
        return CLOSED
    return STOPS if cost else FREE


def _goings() -> dict[str, dict[str, Effect]]:
    foot: dict[str, Effect] = {BUILDING: CLOSED, CLOSED_BUILDING: CLOSED}
    mounted: dict[str, Effect] = {BUILDING: CLOSED, CLOSED_BUILDING: CLOSED}
    for one in terrain().obstacles.values():
        foot[one.id] = STOPS if one.is_climbed else _effect(one, one.foot)
        mounted[one.id] = _effect(one, one.mounted)
    for opening in OPENINGS:
        mounted[opening] = CLOSED  # nobody rides inside a building, cappa.4.3.6.h4
    for ground in terrain().grounds.values():
        if ground.id != BUILDING:
            foot[ground.id] = CLOSED if ground.foot == "closed" else FREE
            mounted[ground.id] = CLOSED if ground.mounted == "closed" else FREE
    foot[BREACH], mounted[BREACH] = FREE, CLOSED  # cappa.10.2.3.h6
    foot[FORTIFIED] = mounted[FORTIFIED] = CLOSED  # cappa.t.collaborative
    found = {FOOT: foot, MOUNTED: mounted}
    for going, meaning in list(found.items()):
        wet = {one.id: CLOSED for one in terrain().grounds.values() if is_difficult(one.id, going)}
        found[going + DRY] = {**meaning, **wet}
        over = {name: FREE for name, effect in meaning.items() if effect == STOPS and name not in OPENINGS}
        found[going + LEAP] = {**meaning, **over}
    found[CART] = {name: CLOSED if effect == STOPS else effect for name, effect in found[MOUNTED + DRY].items()}
    return found


def is_difficult(kind: str, going: str) -> bool:
    """Whether ground of this kind is difficult to one who goes so (cappa.4.3.5.h2)."""
    ground = terrain().grounds.get(kind)
    return ground is not None and (ground.foot if going == FOOT else ground.mounted) == "difficult"


@lru_cache(maxsize=1 << 10)
def difficult_pieces(on: Terrain, going: str) -> tuple[str, ...]:
    """The pieces of a table that are difficult to one who goes so; a terrain never changes."""
    return tuple(piece.id for piece in on.features if is_difficult(piece.kind, going))


GOINGS = _goings()
