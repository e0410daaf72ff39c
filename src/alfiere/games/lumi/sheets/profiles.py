"""The profiles of bases and the grades of generals, read from data/profiles.toml (1.4, 12)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from alfiere.games.lumi.sheets.tables import DATA, Arm, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id


class Army(Form, frozen=True, kw_only=True):
    """An army list."""

    id: str
    nation: str
    name: Name


class Profile(Form, frozen=True, kw_only=True):
    """A base as its list has it: what is added to the die in morale tests, fire and melee (1.4.1)."""

    id: str
    name: Name
    army: str
    arm: str
    morale: int
    fire: int | None = None  # left out: it does not shoot
    melee: int | None = None  # left out: guns
    cohesion: int
    points: int
    abilities: tuple[Literal["light", "line_inversion", "controlled", "aggressive"], ...] = ()
    origin: Literal["seed", "reading", "house"]


class GeneralProfile(Form, frozen=True, kw_only=True):
    """A general as a list has him."""

    id: str
    name: Name
    grade: str
    is_cic: bool = False
    origin: Literal["seed", "reading", "house"]


class ProfilesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    army: list[Army]
    profile: list[Profile]
    general: list[GeneralProfile]


class Lists(NamedTuple):
    """The army lists."""

    armies: dict[str, Army]
    profiles: dict[str, Profile]


def read_profiles(path: Path) -> Lists:
    """The profiles from their file. Raises BadData."""
    form = shaped(read_toml(path), ProfilesForm, path)
    armies, check, known = by_id(form.army, "army", path), Checking(path), tables()
    found = by_id(form.profile, "profile", path)
    for one in form.profile:
        where = f"profile {one.id}"
        check.one_of(one.army, armies, f"{where}.army")
        check.one_of(one.arm, known.arms, f"{where}.arm")
        if any(not -2 <= value <= 2 for value in (one.morale, one.fire or 0, one.melee or 0)):
            check.fail(where, "morale, fire and melee are numbers from -2 to +2 (lumi.1.4.1)")
        if not 1 <= one.cohesion <= 3:
            check.fail(f"{where}.cohesion", f"it is {one.cohesion}; it must be 1 to 3 (lumi.1.4.2)")
        if (one.fire is None) != (not _fires(known.arms[one.arm])):
            check.fail(f"{where}.fire", "infantry, dragoons and guns have fire, other cavalry has none (lumi.1.4.1)")
        if (one.melee is None) != (known.arms[one.arm].kind == "artillery"):
            check.fail(f"{where}.melee", "guns have no melee, all others have (lumi.1.3.4)")
    for general in by_id(form.general, "general", path).values():
        check.one_of(general.grade, known.grades, f"general {general.id}.grade")
    return Lists(armies, found)


def _fires(arm: Arm) -> bool:
    """Whether it has a weapon, be it only on foot (1.3.3a)."""
    return bool(arm.weapon or arm.on_foot)


@lru_cache(maxsize=1)
def lists() -> Lists:
    """The army lists that come with the game."""
    return read_profiles(DATA / "profiles.toml")


def profiles() -> dict[str, Profile]:
    """The profiles that come with the game."""
    return lists().profiles
