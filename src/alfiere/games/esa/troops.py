"""Chapter 2.6, troop cards: the profiles of units, generals and characters, read from data/profiles.toml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.games.esa.tables import CAVALRY, DATA, INFANTRY, Form, Sector, tables
from alfiere.kernel.bad_data import BadData, read_toml, shaped

UnitAbility = Literal[
    "cavalry",
    "infantry",
    "artillery",
    "dragoons",
    "square",
    "reiter",
    "aggressive",
    "counter-charge",
    "evasion",
    "evasion with a test",
    "firmness",
    "flexible",
    "press",
    "pursue",
    "battle line",
    "charges cavalry",
]
UnitClass = Literal["CP", "CM", "CL", "FP", "PM", "SQ", "FL", "DR", "AL", "AP"]
NATIONS = ("fr", "fn", "de", "sv", "sp", "lo", "nl", "en", "any")


class LineForm(Form, frozen=True, kw_only=True):
    """One line of values of a unit that has two (dragoons)."""

    pm: int
    turns: int
    melee: int
    morale: int
    armour: tuple[int, int]
    fire: int | None = None
    weapon: str = ""


class SecondLineForm(Form, frozen=True, kw_only=True):
    """What changes on a square of strength 3 or less (esa.9.15c)."""

    fire: int
    melee: int
    morale: int


class UnitForm(Form, frozen=True, kw_only=True):
    """A unit's troop card as the file gives it."""

    id: str
    name: dict[str, str]
    nation: str
    order: Literal["open", "close"]
    strength: int
    weakness: str
    abilities: tuple[UnitAbility, ...]
    points: int
    origin: Literal["seed", "house"]
    stated: tuple[str, ...] = ()
    cls: UnitClass = msgspec.field(name="class")
    pm: int = 0
    turns: int = 1
    pm_battery: int = 0
    pm_tow: int = 0
    melee: int = 0
    morale: int = 0
    armour: tuple[int, int] = (0, 0)
    fire: int | None = None
    weapon: str = ""
    fire_weakness: int = 0
    charge: int = 0
    mounted: LineForm | None = None
    dismounted: LineForm | None = None
    second_line: SecondLineForm | None = None


class LeaderForm(Form, frozen=True, kw_only=True):
    """A general or character as the file gives him."""

    id: str
    name: dict[str, str]
    nation: str
    melee: int
    morale: int
    armour: tuple[int, int]
    strength: int
    points: int
    origin: Literal["seed", "house"]
    stated: tuple[str, ...] = ()
    short: dict[str, str] = {}
    fire: int | None = None
    adds_card: int = 0


class ProfilesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    unit: list[UnitForm]
    general: list[LeaderForm]
    character: list[LeaderForm]


class Values:
    """The values a unit uses at the moment: a square, dragoons and guns have two lines of them."""

    __slots__ = (
        "armour_fire",
        "armour_melee",
        "fire",
        "id",
        "is_cavalry",
        "is_infantry",
        "is_open_order",
        "kind",
        "melee",
        "morale",
        "pm",
        "sector",
        "turns",
    )

    def __init__(
        self,
        id: str,
        kind: str,
        pm: int,
        turns: int,
        fire: int | None,
        melee: int,
        morale: int,
        armour: tuple[int, int],
        sector: Sector | None,
        is_open_order: bool,
    ) -> None:
        self.id, self.kind, self.pm, self.turns = id, kind, pm, turns
        self.fire, self.melee, self.morale = fire, melee, morale
        self.armour_fire, self.armour_melee = armour
        self.sector = sector if fire is not None else None  # esa.2.6.1c: a dash cannot fire
        self.is_cavalry, self.is_infantry = kind in CAVALRY, kind in INFANTRY
        self.is_open_order = is_open_order


class Profile:
    """A unit's troop card, with its lines of values."""

    __slots__ = (
        "abilities",
        "charge",
        "charges_cavalry",
        "cls",
        "evades_with_test",
        "fire_weakness",
        "has_battle_line",
        "has_counter_charge",
        "has_evasion",
        "has_firmness",
        "has_press",
        "has_pursue",
        "id",
        "is_aggressive",
        "is_artillery",
        "is_dragoons",
        "is_flexible",
        "is_reiter",
        "is_square",
        "lines",
        "name",
        "nation",
        "origin",
        "points",
        "stated",
        "strength",
        "type",
        "weakness",
    )

    def __init__(self, form: UnitForm, lines: dict[str, Values], weakness: dict[str, int]) -> None:
        self.id, self.name, self.nation, self.cls = form.id, form.name, form.nation, form.cls
        self.origin, self.stated = form.origin, form.stated
        self.strength, self.points, self.charge = form.strength, form.points, form.charge
        self.fire_weakness, self.weakness, self.lines = form.fire_weakness, weakness, lines
        self.abilities = form.abilities
        has = set(form.abilities)
        self.has_counter_charge, self.has_pursue = "counter-charge" in has, "pursue" in has
        self.has_press, self.has_firmness = "press" in has, "firmness" in has
        self.has_battle_line = "battle line" in has
        self.evades_with_test = "evasion with a test" in has
        self.has_evasion = "evasion" in has or self.evades_with_test
        self.is_flexible, self.is_aggressive = "flexible" in has, "aggressive" in has
        self.is_reiter, self.is_square = "reiter" in has, "square" in has
        self.is_artillery, self.is_dragoons = "artillery" in has, "dragoons" in has
        self.charges_cavalry = "charges cavalry" in has
        # esa.2.1.1a2: squares count with pike and musket units when the type of a division is found
        self.type = "PM" if form.cls == "SQ" else form.cls

    def line(self, name: str) -> Values:
        """A line of values by its name."""
        return self.lines[name]


class LeaderProfile:
    """A general's or character's card."""

    __slots__ = (
        "adds_card",
        "armour",
        "fire",
        "id",
        "melee",
        "morale",
        "name",
        "nation",
        "points",
        "short",
        "strength",
    )

    def __init__(self, form: LeaderForm) -> None:
        self.id, self.name, self.nation = form.id, form.name, form.nation
        self.short = form.short or form.name
        self.fire, self.melee, self.morale, self.armour = form.fire, form.melee, form.morale, form.armour
        self.strength, self.points, self.adds_card = form.strength, form.points, form.adds_card


class Profiles:
    """Every troop card, by id."""

    def __init__(self) -> None:
        self.units: dict[str, Profile] = {}
        self.leaders: dict[str, LeaderProfile] = {}
        self.generals: set[str] = set()
        self.values: dict[str, Values] = {}


def unit_points(form: UnitForm) -> int:
    """Points of a unit from its values (esa.p.1)."""
    line = form.dismounted or form
    fire = 0 if line.fire is None else line.fire + 1
    worth = 2 * form.strength + 2 * fire + 2 * line.melee + 2 * line.morale + sum(line.armour)
    return (2 * worth + 3) // 6  # a third, rounded to the nearest whole number, halves up


def general_points(form: LeaderForm) -> int:
    """Points of a general from his values (esa.p.2)."""
    fire = 0 if form.fire is None else form.fire + 1
    return 9 + 4 * form.morale + 2 * form.melee + 2 * fire


def _lines(form: UnitForm, path: Path) -> dict[str, Values]:
    sectors, where = tables().sectors, f"unit {form.id}"

    def sector(weapon: str) -> Sector | None:
        if weapon and weapon not in sectors:
            raise BadData(path, where, f"weapon «{weapon}» has no sector; one of {', '.join(sectors)}")
        return sectors[weapon] if weapon else None

    is_open = form.order == "open"

    def make(line: str, kind: str, source: UnitForm | LineForm, **other: int | None) -> Values:
        value = {
            "pm": source.pm,
            "fire": source.fire,
            "melee": source.melee,
            "morale": source.morale,
            **other,
        }
        pm, melee, morale = value["pm"], value["melee"], value["morale"]
        assert pm is not None
        assert melee is not None
        assert morale is not None
        return Values(
            f"{form.id}/{line}",
            kind,
            pm,
            source.turns,
            value["fire"],
            melee,
            morale,
            source.armour,
            sector(source.weapon),
            is_open,
        )

    if form.cls == "DR":
        if form.mounted is None or form.dismounted is None:
            raise BadData(path, where, "dragoons need two lines of values, «mounted» and «dismounted» (esa.9.7a)")
        return {
            "mounted": make("mounted", "CL", form.mounted),
            "dismounted": make("dismounted", "FL", form.dismounted),
        }
    if "artillery" in form.abilities:
        return {
            "battery": make("battery", form.cls, form, pm=form.pm_battery),
            "tow": make("tow", form.cls, form, pm=form.pm_tow),
        }
    lines = {"first": make("first", form.cls, form)}
    if form.second_line is not None:
        second = form.second_line
        lines["second"] = make("second", form.cls, form, fire=second.fire, melee=second.melee, morale=second.morale)
    elif form.cls == "SQ":
        raise BadData(path, where, "a square needs «second_line» (esa.9.15b)")
    return lines


def read_profiles(path: Path) -> Profiles:
    """All troop cards from their file. Raises BadData."""
    form = shaped(read_toml(path), ProfilesForm, path)
    found = Profiles()
    weakness = tables().weakness
    for unit in form.unit:
        where = f"unit {unit.id}"
        if unit.id in found.units:
            raise BadData(path, where, "this id stands twice")
        if unit.weakness not in weakness:
            raise BadData(path, where, f"weakness is «{unit.weakness}»; it must be one of {', '.join(weakness)}")
        if unit.nation not in NATIONS:
            raise BadData(path, where, f"nation is «{unit.nation}»; it must be one of {', '.join(NATIONS)}")
        if not 1 <= unit.strength <= 9:
            raise BadData(path, where, f"strength is {unit.strength}; it must be 1 to 9")
        if unit.points != unit_points(unit):
            raise BadData(path, where, f"points is {unit.points}; its values make {unit_points(unit)} (esa.p.1)")
        profile = Profile(unit, _lines(unit, path), weakness[unit.weakness])
        found.units[unit.id] = profile
        found.values.update({line.id: line for line in profile.lines.values()})
    for general in form.general:
        if general.points != general_points(general):
            why = f"points is {general.points}; his values make {general_points(general)} (esa.p.2)"
            raise BadData(path, f"general {general.id}", why)
        found.leaders[general.id] = LeaderProfile(general)
        found.generals.add(general.id)
    for character in form.character:
        if not 39 <= character.adds_card <= 44:
            why = f"adds_card is {character.adds_card}; it must be 39 to 44 (esa.2.2k)"
            raise BadData(path, f"character {character.id}", why)
        found.leaders[character.id] = LeaderProfile(character)
    if tables().numbers.replacement not in found.generals:
        raise BadData(path, "general", f"«{tables().numbers.replacement}», who replaces the fallen, is missing")
    return found


@lru_cache(maxsize=1)
def profiles() -> Profiles:
    """The troop cards that come with the game."""
    return read_profiles(DATA / "profiles.toml")
