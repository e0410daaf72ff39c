"""Chapter 2.6, troop cards: the profiles of units, generals and characters, read from data/profiles.toml."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.games.esa.tables import CAVALRY, DATA, INFANTRY, Sector, tables
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form

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
    """One line of values; dragoons have two in the file."""

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
    pm: int | None = None  # guns have two others instead
    pm_battery: int | None = None
    pm_tow: int | None = None
    turns: int | None = None
    melee: int | None = None  # dragoons have their values in two lines
    morale: int | None = None
    armour: tuple[int, int] | None = None
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
    points: int
    origin: Literal["seed", "house"]
    armour: tuple[int, int] | None = None  # left out: the usual ones, esa.p.4
    strength: int | None = None
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
        usual = tables().leader
        self.id, self.name, self.nation = form.id, form.name, form.nation
        self.short = form.short or form.name
        self.fire, self.melee, self.morale = form.fire, form.melee, form.morale
        self.points, self.adds_card = form.points, form.adds_card
        # esa.p.4: strength and armour unless the profile says otherwise
        self.armour = form.armour if form.armour is not None else usual.armour
        strength = usual.character_strength if form.adds_card else usual.general_strength
        self.strength = form.strength if form.strength is not None else strength


class Profiles:
    """Every troop card, by id."""

    def __init__(self) -> None:
        self.units: dict[str, Profile] = {}
        self.leaders: dict[str, LeaderProfile] = {}
        self.generals: set[str] = set()
        self.values: dict[str, Values] = {}


def unit_points(strength: int, lines: dict[str, Values]) -> int:
    """Points of a unit from its values: squares by their first line, dragoons by their dismounted one (esa.p.1)."""
    line, rate = lines.get("dismounted") or next(iter(lines.values())), tables().points.unit
    worth = rate.strength * strength + rate.melee * line.melee + rate.morale * line.morale
    worth += rate.fire * (0 if line.fire is None else line.fire + 1)
    worth += rate.armour * (line.armour_fire + line.armour_melee)
    return (2 * worth + rate.share) // (2 * rate.share)  # to the nearest whole number, halves up


def general_points(form: LeaderForm) -> int:
    """Points of a general from his values (esa.p.2)."""
    rate = tables().points.general
    fire = 0 if form.fire is None else form.fire + 1
    return rate.base + rate.morale * form.morale + rate.melee * form.melee + rate.fire * fire


def _lines(form: UnitForm, path: Path) -> dict[str, Values]:
    """The lines of values on a unit's card, the one it begins with first."""
    if form.cls == "DR":
        if form.mounted is None or form.dismounted is None:
            why = "dragoons need two lines of values, «mounted» and «dismounted» (esa.9.7a)"
            raise BadData(path, f"unit {form.id}", why)
        lines = {"mounted": ("CL", form.mounted), "dismounted": ("FL", form.dismounted)}
    elif "artillery" in form.abilities:
        guns = {name: _own_line(form, path, f"pm_{name}") for name in ("battery", "tow")}
        lines = {name: (str(form.cls), line) for name, line in guns.items()}
    else:
        first = _own_line(form, path, "pm")
        lines = {"first": (form.cls, first)}
        if second := form.second_line:  # esa.9.15c: the rest of the card stays
            changed = msgspec.structs.replace(first, fire=second.fire, melee=second.melee, morale=second.morale)
            lines["second"] = (form.cls, changed)
        elif form.cls == "SQ":
            raise BadData(path, f"unit {form.id}", "a square needs «second_line» (esa.9.15b)")
    return {name: _values(form, name, kind, line, path) for name, (kind, line) in lines.items()}


def _own_line(form: UnitForm, path: Path, pm: str) -> LineForm:
    """The one line of an ordinary unit, or a line of guns, which say their movement under another key."""
    given = {key: getattr(form, key) for key in (pm, "melee", "morale", "armour", "turns")}
    if lacking := [key for key, value in given.items() if value is None]:
        raise BadData(path, f"unit {form.id}", f"«{lacking[0]}» is missing (esa.2.6a)")
    given["pm"] = given.pop(pm)
    return LineForm(**given, fire=form.fire, weapon=form.weapon)


def _values(form: UnitForm, name: str, kind: str, line: LineForm, path: Path) -> Values:
    sectors, where = tables().sectors, f"unit {form.id}"
    if line.weapon and line.weapon not in sectors:
        raise BadData(path, where, f"weapon «{line.weapon}» has no sector; one of {', '.join(sectors)}")
    if bool(line.weapon) != (line.fire is not None):
        why = "«fire» and «weapon» belong together: a unit has both or cannot fire (esa.2.6.1c)"
        raise BadData(path, where, why)
    return Values(
        f"{form.id}/{name}",
        kind,
        line.pm,
        line.turns,
        line.fire,
        line.melee,
        line.morale,
        line.armour,
        sectors.get(line.weapon),
        form.order == "open",
    )


def read_profiles(path: Path) -> Profiles:
    """All troop cards from their file. Raises BadData."""
    form = shaped(read_toml(path), ProfilesForm, path)
    found = Profiles()
    weakness = tables().weakness
    for unit in form.unit:
        where = f"unit {unit.id}"
        _check_heading(unit, where, path, found.units.keys())
        if unit.weakness not in weakness:
            raise BadData(path, where, f"weakness is «{unit.weakness}»; it must be one of {', '.join(weakness)}")
        if not 1 <= unit.strength <= 9:
            raise BadData(path, where, f"strength is {unit.strength}; it must be 1 to 9")
        profile = Profile(unit, _lines(unit, path), weakness[unit.weakness])
        _check_points(unit, where, unit_points(unit.strength, profile.lines), "esa.p.1", path)
        found.units[unit.id] = profile
        found.values.update({line.id: line for line in profile.lines.values()})
    for general in form.general:
        where = f"general {general.id}"
        _check_heading(general, where, path, found.leaders.keys())
        _check_points(general, where, general_points(general), "esa.p.2", path)
        if general.adds_card:
            raise BadData(path, where, "«adds_card» is for characters; generals change the deck by their morale")
        found.leaders[general.id] = LeaderProfile(general)
        found.generals.add(general.id)
    for character in form.character:
        where = f"character {character.id}"
        _check_heading(character, where, path, found.leaders.keys())
        _check_points(character, where, tables().points.character, "esa.p.3", path)
        if not 39 <= character.adds_card <= 44:
            raise BadData(path, where, f"adds_card is {character.adds_card}; it must be 39 to 44 (esa.2.2k)")
        found.leaders[character.id] = LeaderProfile(character)
    if tables().numbers.replacement not in found.generals:
        raise BadData(path, "general", f"«{tables().numbers.replacement}», who replaces the fallen, is missing")
    return found


def _check_heading(form: UnitForm | LeaderForm, where: str, path: Path, known: Collection[str]) -> None:
    """The upper part of a card: an id of its own, a name in both languages, a nation (esa.2.6a)."""
    if form.id in known:
        raise BadData(path, where, "this id stands twice")
    if lacking := [language for language in ("en", "it") if not form.name.get(language)]:
        raise BadData(path, f"{where}.name", f"the name is missing in a language: «{lacking[0]}»")
    if form.nation not in NATIONS:
        raise BadData(path, where, f"nation is «{form.nation}»; it must be one of {', '.join(NATIONS)}")


def _check_points(form: UnitForm | LeaderForm, where: str, right: int, rule: str, path: Path) -> None:
    if form.points != right:
        raise BadData(path, where, f"points is {form.points}; it must be {right} ({rule})")


@lru_cache(maxsize=1)
def profiles() -> Profiles:
    """The troop cards that come with the game."""
    return read_profiles(DATA / "profiles.toml")
