"""Chapter 1.2, characters: the sheets of heroes, protagonists, extras and animals, read from data/characters.toml."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from pathlib import Path

import msgspec

from alfiere.games.cappa.sheets.abilities import RIDER, STOIC, abilities
from alfiere.games.cappa.sheets.character_forms import LENGTHS, CharacterForm, CharactersForm, LineForm, VehicleForm
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.points import equipment_points, line_points
from alfiere.games.cappa.sheets.tables import DATA, CharacterClass, tables, terrain
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import check_name, hundredths

PLAIN = "/plain"  # ends the id of a sheet without its abilities
WINE = "/wine"  # ends that of one who has drunk, cappa.7.2ac


class Line:
    """A line of values in force; ``mov`` in hundredths of a um, on the horse if he has one."""

    __slots__ = ("ca", "id", "mi", "mo", "mov", "mov_on_foot", "ti")

    def __init__(self, id: str, form: LineForm, mov_on_foot: int) -> None:
        self.id, self.mo, self.ti, self.mi, self.ca = id, form.mo, form.ti, form.mi, form.ca
        self.mov, self.mov_on_foot = form.mov, mov_on_foot

    def after_wine(self) -> Line:
        """The values as the wine leaves them; who cannot shoot still cannot, and nothing falls below zero."""
        twin, drink = copy(self), event_types().numbers.wine
        twin.id = self.id + WINE
        twin.mo, twin.mi = self.mo + drink.mo, max(0, self.mi + drink.mi)
        twin.ti = None if self.ti is None else max(0, self.ti + drink.ti)
        return twin


class Character:
    """A character's sheet, the only source of its values (cappa.1.2c)."""

    __slots__ = (
        "abilities",
        "base",
        "cls",
        "formation_pa",
        "formations",
        "has_shield",
        "id",
        "is_animal",
        "is_hero",
        "is_mounted",
        "is_stoic",
        "lines",
        "name",
        "origin",
        "points",
        "radius_mounted",
        "radius_on_foot",
        "rank",
        "stated",
        "troops",
        "value",
        "weapons",
        "wounds",
    )

    def __init__(self, form: CharacterForm, lines: tuple[Line, ...]) -> None:
        self.rank: CharacterClass = tables().classes[form.cls]
        self.id, self.name, self.cls, self.lines = form.id, form.name, form.cls, lines
        self.origin, self.stated, self.points = form.origin, form.stated, form.points
        self.weapons: tuple[Weapon, ...] = tuple(weapons()[code] for code in form.weapons)
        self.abilities = frozenset(form.abilities)
        self.formations, self.formation_pa, self.troops = form.formations, form.formation_pa, form.troops
        self.is_mounted, self.has_shield, self.is_animal = form.is_mounted, form.has_shield, form.is_animal
        self.is_stoic, self.is_hero = STOIC in self.abilities, form.cls == "hero"
        self.wounds = self.rank.wounds  # this many put him out of action, cappa.5.1.2d
        self.value = 0 if form.is_animal else self.rank.value  # cappa.3.2.1a, cappa.3.2.1.h1
        size = tables().lengths.mounted_base if form.is_mounted else tables().lengths.foot_base
        self.base = form.base if form.base is not None else size  # a diameter
        self.radius_mounted = max(tables().lengths.mounted_base, self.base) // 2
        self.radius_on_foot = (tables().lengths.foot_base if form.is_mounted else self.base) // 2

    def without_abilities(self) -> Character:
        """The same man where chapter 8 is not in use: whoever is mounted rides, nobody can do more (cappa.8.h3)."""
        twin = copy(self)
        twin.id = self.id + PLAIN
        twin.abilities = frozenset({RIDER} if self.is_mounted else ())
        twin.is_stoic = False
        return twin

    def after_wine(self) -> Character:
        """The same man when he has drunk, braver and clumsier for the whole game (cappa.7.2ac, cappa.7.2.h11)."""
        twin = copy(self)
        twin.id = self.id + WINE
        twin.lines = tuple(line.after_wine() for line in self.lines)
        return twin

    def line(self, wounds: int) -> Line:
        """The line in force: the second from the first wound on, of a stoic from the second (cappa.1.2.4d)."""
        return self.lines[-1] if wounds >= (2 if self.is_stoic else 1) else self.lines[0]  # cappa.8.1.2j


class Characters:
    """Every sheet by id, every line of values by its own, and the vehicles."""

    def __init__(self) -> None:
        self.sheets: dict[str, Character] = {}
        self.lines: dict[str, Line] = {}
        self.vehicles: dict[str, VehicleForm] = {}

    def add(self, sheet: Character) -> None:
        """One more sheet."""
        self.sheets[sheet.id] = sheet
        self.lines.update({line.id: line for line in sheet.lines})


def second_line(first: LineForm) -> LineForm:
    """The line of a wounded man where none is given (cappa.1.2.4.h2)."""
    less, least = tables().numbers.second_line, tables().lengths.second_line_mov
    return LineForm(
        mo=first.mo - less,
        ti=None if first.ti is None else max(0, first.ti - less),
        mi=max(0, first.mi - less),
        ca=first.ca,
        mov=max(least, first.mov - less * UM),
    )


def sheet_points(form: CharacterForm) -> int:
    """The points of a character (cappa.8.h1)."""
    first = form.lines[0]
    mov = first.mov if form.mov_on_foot is None else form.mov_on_foot
    return line_points(first, mov, form.cls) + equipment_points(form.weapons, form.abilities, form.is_mounted)


def make_sheet(form: CharacterForm, file: str | Path, may_lack_second: bool = False) -> Character:
    """A sheet, checked. A scenario's own characters may leave out the second line. Raises BadData."""
    where = f"character {form.id}"

    def fail(key: str, why: str) -> None:
        raise BadData(file, f"{where}.{key}" if key else where, why)

    check_name(form.name, f"{where}.name", file)
    wanted = tables().classes[form.cls].lines
    if len(form.lines) == 1 and wanted == 2 and may_lack_second:
        form = msgspec.structs.replace(form, lines=(form.lines[0], second_line(form.lines[0])))
    if len(form.lines) < wanted:
        fail("lines", f"a {form.cls} needs a second line, for when he is wounded (cappa.1.2.4d)")
    if len(form.lines) > wanted:
        fail("lines", f"there are {len(form.lines)}; of the class «{form.cls}» there must be {wanted} (cappa.1.2.4d)")
    for number, line in enumerate(form.lines):
        _check_line(line, f"{where}.lines[{number}]", file)
    if len({line.ti is None for line in form.lines}) > 1:
        fail("lines", "«ti» stands in one line only; who cannot shoot lacks it in both (cappa.1.2.4g2)")
    for code in form.weapons:
        if code not in weapons():
            fail("weapons", f"weapon «{code}» is not in the table; there are {', '.join(weapons())}")
        if weapons()[code].kind == "artillery":
            fail("weapons", f"nobody carries a gun about: «{code}»")
    if "close" in form.formations and form.troops != "regular":
        fail("formations", 'close order is for trained soldiers: «troops» must be "regular" (cappa.6.3.3a)')
    if form.formation_pa < 1:
        fail("formation_pa", f"it is {form.formation_pa}; it must be at least the 1 PA of a move (cappa.2.2.1t)")
    if not form.weapons:
        fail("weapons", "name at least one weapon; bare hands are «unarmed»")
    for code in form.abilities:
        if code not in abilities():
            fail("abilities", f"ability «{code}» is not known; there are {', '.join(abilities())}")
        if form.cls == "extra" and not abilities()[code].extras:
            fail("abilities", f"«{code}» is not for extras (cappa.8.h2)")
    if form.is_mounted != (form.mov_on_foot is not None):
        fail("mov_on_foot", "«is_mounted» and «mov_on_foot» belong together: what he walks when off his horse")
    if form.points is None and not form.is_animal:
        fail("points", f"they are missing; they must be {sheet_points(form)} (cappa.8.h1)")
    if form.points is not None and form.points != sheet_points(form):
        fail("points", f"they are {form.points}; they must be {sheet_points(form)} (cappa.8.h1)")
    names = ("first", "second")
    on_foot = [line.mov if form.mov_on_foot is None else form.mov_on_foot for line in form.lines]
    lines = (Line(f"{form.id}/{names[n]}", line, on_foot[n]) for n, line in enumerate(form.lines))
    return Character(form, tuple(lines))


def _check_line(line: LineForm, where: str, file: str | Path) -> None:
    if not 1 <= line.ca <= 5:
        raise BadData(file, f"{where}.ca", f"it is {line.ca}; it must be 1 (full armour) to 5 (none) (cappa.1.2.4i)")
    for key in ("mo", "ti", "mi"):
        value = getattr(line, key)
        if value is not None and not 0 <= value <= 10:
            raise BadData(file, f"{where}.{key}", f"it is {value}; it must be 0 to 10, to be rolled on a d10")
    if line.mov < 0:
        raise BadData(file, f"{where}.mov", "it cannot be negative")


def read_characters(path: Path) -> Characters:
    """All sheets from their file. Raises BadData."""
    form = shaped(hundredths(read_toml(path), LENGTHS, path), CharactersForm, path)
    found = Characters()
    for character in form.character:
        if character.id in found.sheets:
            raise BadData(path, f"character {character.id}", "this id stands twice")
        found.add(make_sheet(character, path))
    for vehicle in form.vehicle:
        if vehicle.id in found.sheets or vehicle.id in found.vehicles:
            raise BadData(path, f"vehicle {vehicle.id}", "this id stands twice")
        check_name(vehicle.name, f"vehicle {vehicle.id}.name", path)
        found.vehicles[vehicle.id] = vehicle
    return found


@lru_cache(maxsize=1)
def characters() -> Characters:
    """The sheets that come with the game."""
    return read_characters(DATA / "characters.toml")


def vehicle_base(kind: str) -> tuple[int, int] | None:
    """The front edge and the depth of a vehicle or gun; None for anything else (cappa.1.1.h2, cappa.1.1.h3)."""
    vehicle = characters().vehicles.get(kind)
    if vehicle is not None:
        return min(vehicle.base), max(vehicle.base)  # the short side is the front
    gun = terrain().guns.get(kind)
    return None if gun is None else (gun.width, gun.depth)
