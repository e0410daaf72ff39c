"""Chapter 5.3, weapons: what each adds to hit and to damage, hand to hand and at a distance (data/weapons.toml)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from alfiere.games.cappa.sheets.tables import DATA, tables
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form, Name, check_name, hundredths

Note = Literal[
    "match",  # a
    "nocked",  # b
    "fuse",  # c
    "plug",  # d
    "socket",  # e
    "thrown once",  # f
    "club",  # g
    "whip",  # h
    "reach",  # i
    "no aim",  # j
    "long",  # k
    "building range",  # l
    "minimum range",  # m
]
Kind = Literal["melee", "firearm", "bow", "thrown", "improvised", "bayonet", "artillery"]
UNARMED = "unarmed"


class Blow(Form, frozen=True, kw_only=True):
    """What a weapon adds hand to hand: to the user's Mi and to the opponent's CA (cappa.5.3.1b)."""

    hit: int
    damage: int


class Band(Form, frozen=True, kw_only=True):
    """What a weapon adds at a distance, and up to how far in hundredths of a um (cappa.5.3.1c, cappa.5.3.1d)."""

    hit: int
    damage: int
    um: int


class InBuilding(Form, frozen=True, kw_only=True):
    """The shorter ranges of a grenade thrown into or out of a building (cappa.5.3.3i)."""

    short: int
    long: int


class WeaponForm(Form, frozen=True, kw_only=True):
    """A weapon as the file gives it."""

    code: str
    name: Name
    kind: Kind
    hands: Literal[1, 2]
    length: int
    points: int
    origin: Literal["seed", "reading", "house"]
    melee: Blow | None = None
    short: Band | None = None
    long: Band | None = None
    reload: int | None = None
    notes: tuple[Note, ...] = ()
    is_sword: bool = False
    reloads_mounted: bool = False
    fights_as: str = ""
    fixed_on: tuple[str, ...] = ()
    dice: int = 1
    blast: int = 0
    in_building: InBuilding | None = None
    filled: tuple[str, ...] = ()


class WeaponsForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    weapon: tuple[WeaponForm, ...]


class Weapon:
    """A weapon, ready for use: the letters of cappa.5.3.2 have become statements."""

    __slots__ = (
        "blast",
        "code",
        "dice",
        "fights_as",
        "fires_when_fixed",
        "fixed_on",
        "form",
        "hands",
        "has_minimum_range",
        "has_reach",
        "id",
        "in_building",
        "is_bayonet",
        "is_bow",
        "is_firearm",
        "is_long",
        "is_nocked",
        "is_shot",
        "is_sword",
        "is_thrown_once",
        "is_whip",
        "kind",
        "length",
        "long",
        "may_aim",
        "melee",
        "name",
        "needs_fuse",
        "needs_match",
        "points",
        "reload",
        "reloads_mounted",
        "short",
    )

    def __init__(self, form: WeaponForm) -> None:
        self.form = form
        self.id = self.code = form.code
        self.name, self.kind, self.hands = form.name, form.kind, form.hands
        self.length, self.points, self.reload = form.length, form.points, form.reload
        self.melee, self.short, self.long = form.melee, form.short, form.long
        self.dice, self.blast, self.in_building = form.dice, form.blast, form.in_building
        self.fights_as, self.fixed_on = form.fights_as, form.fixed_on
        self.is_sword, self.reloads_mounted = form.is_sword, form.reloads_mounted
        notes = set(form.notes)
        self.needs_match = "match" in notes  # a
        self.is_nocked = "nocked" in notes  # b
        self.needs_fuse = "fuse" in notes  # c
        self.is_bayonet = form.kind == "bayonet"
        self.fires_when_fixed = "socket" in notes  # e; a plug bayonet, d, does not
        self.is_thrown_once = "thrown once" in notes  # f
        self.is_whip = "whip" in notes  # h
        self.has_reach = "reach" in notes or self.is_whip  # i, cappa.5.3.2.h2
        self.is_firearm, self.is_bow = form.kind == "firearm", form.kind == "bow"
        self.may_aim = "no aim" not in notes and (self.is_firearm or self.is_bow)  # j, cappa.5.1.4c
        self.is_long = "long" in notes  # k
        self.has_minimum_range = "minimum range" in notes  # m
        # a weapon with reach shoots nothing in its short columns; a spear is thrown in its long ones
        self.is_shot = (form.short is not None and not self.has_reach) or form.long is not None

    @property
    def farthest(self) -> int:
        """No shot or throw carries farther in the open, if nothing was bought for it."""
        return max([0, *(one.um for one in (self.short, self.long) if one is not None)]) + tables().lengths.tolerance

    def band(self, distance: int, in_building: bool = False, more: int = 0) -> Band | None:
        """The columns for a shot or throw over this distance, measured edge to edge; None if it cannot be made.

        ``more``: so much longer are its short and its long range this time (cappa.9.1.2f).
        """
        if more:
            return self.band(max(0, distance - more), in_building) or self.band(distance, in_building)
        short, long, slack = self.short, self.long, tables().lengths.tolerance  # cappa.geo.2
        near = short.um if short is not None else 0
        far = long.um if long is not None else 0
        if in_building and self.in_building is not None:
            near, far = self.in_building.short, self.in_building.long  # cappa.5.3.2l
        if self.has_minimum_range:
            return long if near - slack <= distance <= far + slack else None  # cappa.5.3.2m
        if distance <= near + slack:
            return None if self.has_reach else short  # so near a long weapon strikes, it is not thrown
        return long if distance <= far + slack else None


def read_weapons(path: Path) -> dict[str, Weapon]:
    """All weapons from their file, by code. Raises BadData."""
    form = shaped(hundredths(read_toml(path), ("um", "blast", "in_building"), path), WeaponsForm, path)
    found: dict[str, Weapon] = {}
    for weapon in form.weapon:
        where = f"weapon {weapon.code}"
        if weapon.code in found:
            raise BadData(path, where, "this code stands twice")
        check_name(weapon.name, f"{where}.name", path)
        found[weapon.code] = Weapon(weapon)
    for weapon in form.weapon:
        _check(weapon, found, path)
    for code in (UNARMED, "IW"):
        if code not in found:
            raise BadData(path, "weapon", f"«{code}» is missing: who has no weapon fights with it (cappa.5.3.1.h9)")
    return found


def _check(weapon: WeaponForm, known: dict[str, Weapon], path: Path) -> None:
    where = f"weapon {weapon.code}"
    if weapon.melee is None and weapon.short is None and weapon.long is None:
        raise BadData(path, where, "it has no columns at all: «melee», «short» or «long» (cappa.5.3a)")
    if weapon.long is not None and weapon.short is not None and weapon.long.um <= weapon.short.um:
        raise BadData(path, f"{where}.long.um", "long range must go farther than short range (cappa.5.3.1d)")
    for name in ("short", "long"):
        band: Band | None = getattr(weapon, name)
        if band is not None and band.um < 1:
            raise BadData(path, f"{where}.{name}.um", "a range must be more than nothing")
    if weapon.reload is not None and weapon.reload < 1:
        raise BadData(path, f"{where}.reload", f"it is {weapon.reload}; reloading costs at least 1 PA, or leave it out")
    if weapon.kind in ("firearm", "bow") and weapon.reload is None:
        raise BadData(path, where, "«reload» is missing: the PA that loading it costs (cappa.5.3.1e)")
    if weapon.points < 0 or weapon.length < 0:
        raise BadData(path, where, "«points» and «length» cannot be negative")
    if weapon.fights_as:
        other = known.get(weapon.fights_as)
        if other is None or other.melee is None:
            raise BadData(path, f"{where}.fights_as", f"«{weapon.fights_as}» is not a weapon with melee values")
    elif weapon.melee is None and weapon.kind != "artillery":
        why = "without «melee» it needs «fights_as», what it counts as hand to hand (cappa.5.3.1.h9)"
        raise BadData(path, where, why)
    if (weapon.kind == "bayonet") != bool(weapon.fixed_on):
        raise BadData(path, where, "bayonets, and nothing else, say in «fixed_on» what they fit (cappa.5.3.2.h4)")
    for code in weapon.fixed_on:
        if code not in known:
            raise BadData(path, f"{where}.fixed_on", f"weapon «{code}» is not in the table")
    if ("building range" in weapon.notes) != (weapon.in_building is not None):
        raise BadData(path, where, "the note «building range» and «in_building» belong together (cappa.5.3.2l)")


@lru_cache(maxsize=1)
def weapons() -> dict[str, Weapon]:
    """The weapons that come with the game, by code."""
    return read_weapons(DATA / "weapons.toml")


def hand_to_hand(weapon: Weapon) -> tuple[Weapon, Blow]:
    """What a character fights with in contact: a weapon without melee values counts as another (cappa.5.3.1.h9)."""
    used = weapons()[weapon.fights_as] if weapon.melee is None else weapon
    assert used.melee is not None  # read_weapons refuses a file in which it is missing
    return used, used.melee
