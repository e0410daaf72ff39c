"""The tables of the rulebook, read from data/tables.toml: numbers, sectors, advantages, terrain."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.table.hexes import Axial

DATA = Path(__file__).parent / "data"
CLASSES = ("CP", "CM", "CL", "FP", "PM", "SQ", "FL", "AL", "AP")
CAVALRY = ("CP", "CM", "CL")
INFANTRY = ("FP", "PM", "SQ", "FL")
MoveKind = Literal["free", "enter", "slow", "pass", "closed"]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything read from a data file: unknown keys are refused."""


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
    """A fire sector as the file gives it."""

    weapon: str
    range: int
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


class TablesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    numbers: Numbers
    deck_change: list[DeckChange]
    fire_advantage: dict[str, dict[str, int]]
    melee_advantage: dict[str, dict[str, int]]
    line_advantage: dict[str, dict[str, int]]
    weakness: dict[str, dict[str, int]]
    sector: list[SectorForm]
    terrain: dict[str, Terrain]


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
        self.deck_changes = form.deck_change
        self.sectors = {sector.weapon: Sector(sector) for sector in form.sector}
        self.terrain = form.terrain
        self.weakness = form.weakness
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
            for code in (row, *cells):
                if code not in CLASSES:
                    raise BadData(path, f"{name}.{row}", f"«{code}» is no class; one of {', '.join(CLASSES)}")
    for kind in ("area", "wood", "difficult"):
        if kind not in form.terrain:
            raise BadData(path, "terrain", f"the table «terrain.{kind}» is missing")
        if lacking := [code for code in CLASSES if code not in form.terrain[kind].move]:
            raise BadData(path, f"terrain.{kind}.move", f"a word is missing for {', '.join(lacking)}")
    return Tables(form)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the game."""
    return read_tables(DATA / "tables.toml")
