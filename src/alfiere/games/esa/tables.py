"""The tables of the rulebook, read from data/tables.toml: numbers, sectors, advantages, terrain."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form
from alfiere.table.hexes import Axial

DATA = Path(__file__).parent / "data"
CLASSES = ("CP", "CM", "CL", "FP", "PM", "SQ", "FL", "AL", "AP")
CAVALRY = ("CP", "CM", "CL")
INFANTRY = ("FP", "PM", "SQ", "FL")
ORDER_CARDS = range(1, 51)  # esa.2.5.1b
MoveKind = Literal["free", "enter", "slow", "pass", "closed"]


class Numbers(Form, frozen=True, kw_only=True):
    """Single numbers of the rules."""

    army_value: int
    strength_in_tests: int
    least_cards: int
    losses_to_shake: int
    leader_pm: int
    leader_flight: int
    withdraw_foot: int
    withdraw_horse: int
    square_second_line: int
    gabions: int
    fortified: tuple[int, int]
    area: tuple[int, int]
    higher_ground: int
    focus: int
    reiter_flank: int
    division_units: tuple[int, int]
    division_characters: int
    replacement: str
    look_at: int
    commit_reserve: int
    shaken_cost: int
    press_turns: int
    permanent_objective: int


class UnitPoints(Form, frozen=True, kw_only=True):
    """How often each value counts in the points of a unit, and the share of the sum it costs (esa.p.1)."""

    strength: int
    fire: int
    melee: int
    morale: int
    armour: int
    share: int


class GeneralPoints(Form, frozen=True, kw_only=True):
    """The same for a general, who costs something in any case (esa.p.2)."""

    base: int
    fire: int
    melee: int
    morale: int


class Points(Form, frozen=True, kw_only=True):
    """What the pieces of a freely chosen army cost (esa.p.1-esa.p.3)."""

    unit: UnitPoints
    general: GeneralPoints
    character: int


class LeaderDefaults(Form, frozen=True, kw_only=True):
    """Strength and armour of leaders whose profile does not say otherwise (esa.p.4)."""

    general_strength: int
    character_strength: int
    armour: tuple[int, int]


class FreeBattle(Form, frozen=True, kw_only=True):
    """The table of two freely chosen armies (esa.2.1h, esa.2.3k)."""

    columns: int
    rows: int
    turns: int
    zone_rows: int


class Weakness(Form, frozen=True, kw_only=True):
    """Automatic damage a unit suffers from an enemy on each of its sides (esa.2.6.1d)."""

    front: int
    flank: int
    rear: int


class DeckChange(Form, frozen=True, kw_only=True):
    """How a general of this morale changes the deck (esa.2.2f-esa.2.2j2)."""

    morale: tuple[int, ...]
    cards: int
    out: tuple[int, ...]
    choice: bool
    rule: str
    into: tuple[int, ...] = msgspec.field(name="in")


class Cone(Form, frozen=True, kw_only=True):
    """The two zones of a gun, as distances."""

    near: tuple[int, int]
    far: tuple[int, int]


class SectorForm(Form, frozen=True, kw_only=True):
    """A fire sector as the file gives it; ``also``: other weapons that have the same one (esa.6.4c2)."""

    weapon: str
    range: int
    also: tuple[str, ...] = ()
    hexes: tuple[Axial, ...] = ()
    flanks: tuple[Axial, ...] = ()
    cone: Cone | None = None


class Terrain(Form, frozen=True, kw_only=True):
    """What a kind of ground does to each class (esa.5.4)."""

    move: dict[str, MoveKind]
    melee: dict[str, int] = {}
    rally: dict[str, int] = {}
    no_fire_at: tuple[str, ...] = ()
    no_melee_against: tuple[str, ...] = ()
    sheltered_from_fire_advantage: tuple[str, ...] = ()
    sheltered_from_melee_advantage: tuple[str, ...] = ()
    loses_melee_advantage: tuple[str, ...] = ()
    blocks_fire: bool = False


class Markers(Form, frozen=True, kw_only=True):
    """Colours of the markers beside units."""

    losses: tuple[str, ...]
    shaken: str
    paralysed: str


class TerrainForm(Form, frozen=True, kw_only=True):
    """The three kinds of ground that are neither open nor closed to all."""

    area: Terrain
    wood: Terrain
    difficult: Terrain


class TablesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    numbers: Numbers
    markers: Markers
    points: Points
    leader: LeaderDefaults
    free_battle: FreeBattle
    deck_change: list[DeckChange]
    fire_advantage: dict[str, dict[str, int]]
    melee_advantage: dict[str, dict[str, int]]
    line_advantage: dict[str, dict[str, int]]
    weakness: dict[str, Weakness]
    sector: list[SectorForm]
    terrain: TerrainForm


class Sector:
    """A fire sector: the near hexes, the flank hexes at a penalty, the far hexes that only paralyse."""

    __slots__ = ("all", "far", "flanks", "near", "range", "weapon")

    def __init__(self, form: SectorForm) -> None:
        self.weapon, self.range = form.weapon, form.range
        self.near, self.flanks = form.hexes, form.flanks
        self.far: tuple[Axial, ...] = ()
        if form.cone is not None:
            self.near = _cone(*form.cone.near)
            self.far = _cone(*form.cone.far)
        self.all = self.near + self.flanks + self.far


def _cone(nearest: int, farthest: int) -> tuple[Axial, ...]:
    return tuple((far - n, n) for far in range(nearest, farthest + 1) for n in range(far + 1))


class Tables:
    """All tables of the game, ready for use."""

    def __init__(self, form: TablesForm) -> None:
        self.numbers = form.numbers
        self.markers = form.markers
        self.points, self.leader, self.free_battle = form.points, form.leader, form.free_battle
        self.deck_changes = form.deck_change
        self.sectors = {name: Sector(one) for one in form.sector for name in (one.weapon, *one.also)}
        self.terrain: dict[str, Terrain] = msgspec.structs.asdict(form.terrain)
        self.weakness = {name: msgspec.structs.asdict(sides) for name, sides in form.weakness.items()}
        self.fire_advantage = {(a, b): n for a, row in form.fire_advantage.items() for b, n in row.items()}
        self.melee_advantage = {(a, b): n for a, row in form.melee_advantage.items() for b, n in row.items()}
        self.line_advantage = {(a, b): n for a, row in form.line_advantage.items() for b, n in row.items()}


def read_tables(path: Path) -> Tables:
    """The tables from their file. Raises BadData."""
    form = shaped(read_toml(path), TablesForm, path)
    for name, table in (
        ("fire_advantage", form.fire_advantage),
        ("melee_advantage", form.melee_advantage),
        ("line_advantage", form.line_advantage),
    ):
        for row, cells in table.items():
            _check_classes(path, f"{name}.{row}", (row, *cells))
    for kind, terrain in msgspec.structs.asdict(form.terrain).items():
        if lacking := [code for code in CLASSES if code not in terrain.move]:
            raise BadData(path, f"terrain.{kind}.move", f"a word is missing for {', '.join(lacking)}")
        for key, column in msgspec.structs.asdict(terrain).items():
            if key != "blocks_fire":
                _check_classes(path, f"terrain.{kind}.{key}", column)
    for number, change in enumerate(form.deck_change):
        for key, cards in (("out", change.out), ("in", change.into)):
            if wrong := [card for card in cards if card not in ORDER_CARDS]:
                raise BadData(
                    path, f"deck_change[{number}].{key}", f"there is no card {wrong[0]}; they run from 1 to 50"
                )
    for sector in form.sector:
        if not sector.hexes and sector.cone is None:
            raise BadData(path, f"sector {sector.weapon}", "either «hexes» or «cone» must say where it can fire")
    if form.points.unit.share < 1:
        raise BadData(path, "points.unit.share", f"it is {form.points.unit.share}; it must be at least 1")
    return Tables(form)


def _check_classes(path: Path, where: str, codes: Iterable[str]) -> None:
    for code in codes:
        if code not in CLASSES:
            raise BadData(path, where, f"«{code}» is no class; one of {', '.join(CLASSES)}")


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the game."""
    return read_tables(DATA / "tables.toml")
