"""Chapter 1.2, characters and vehicles as data/characters.toml gives them."""

from __future__ import annotations

from typing import Literal

import msgspec

from alfiere.games.cappa.sheets.tables import ClassId
from alfiere.kernel.forms import Form, Name

Formation = Literal["open", "tight", "close"]
LENGTHS = ("mov", "mov_on_foot", "mov_loaded", "base")  # in um where the file has them


class LineForm(Form, frozen=True, kw_only=True):
    """A line of values, Mo/Ti/Mi CA Mov (cappa.1.2.4a); without ``ti`` he cannot shoot or throw (cappa.1.2.4g2)."""

    mo: int
    mi: int
    ca: int
    mov: int
    ti: int | None = None


class CharacterForm(Form, frozen=True, kw_only=True):
    """A sheet as the file gives it."""

    id: str
    name: Name
    lines: tuple[LineForm, ...]
    weapons: tuple[str, ...]
    formations: tuple[Formation, ...]
    origin: Literal["seed", "reading", "house"]
    cls: ClassId = msgspec.field(name="class")
    abilities: tuple[str, ...] = ()
    points: int | None = None
    is_mounted: bool = False
    mov_on_foot: int | None = None
    has_shield: bool = False
    is_animal: bool = False
    base: int | None = None
    stated: str = ""
    formation_pa: int = 1  # to change formation, where a list makes it dearer, cappa.2.2.1t
    troops: Literal["", "regular", "militia"] = ""  # who may have a flag (cappa.6.2a), learn close order (cappa.6.3.3a)


class VehicleForm(Form, frozen=True, kw_only=True):
    """A cart, coach or limber (cappa.1.1.h2, cappa.t.mounts)."""

    id: str
    name: Name
    mov: int
    base: tuple[int, int]
    hits: int
    points: int
    origin: Literal["seed", "reading", "house"]
    mov_loaded: int | None = None
    carries: dict[Literal["persons", "weight", "inside", "on_box", "guns"], int] = {}


class CharactersForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    character: tuple[CharacterForm, ...]
    vehicle: tuple[VehicleForm, ...] = ()
