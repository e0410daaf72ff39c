"""Army lists and coalitions, read from data/lists.toml (1.7.8 to 1.7.10)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from alfiere.games.fucilieri.sheets.profiles import profiles
from alfiere.games.fucilieri.sheets.tables import DATA
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, check_name


class ListedUnit(Form, frozen=True, kw_only=True):
    """How many units of a profile an army of the usual points has at least and at most."""

    profile: str
    least: int
    most: int


class ArmyList(Form, frozen=True, kw_only=True):
    """The list of a nation."""

    nation: str
    name: Name
    coalition: Literal["bourbon", "grand-alliance", "either"]
    allies_only: bool = False
    units: tuple[ListedUnit, ...]


class ListsForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    points: int
    savoy_changes: str
    list: tuple[ArmyList, ...]


class Bounds(NamedTuple):
    """The least and the most units of a profile."""

    least: int
    most: int


class Lists:
    """The army lists."""

    def __init__(self, form: ListsForm, file: Path) -> None:
        self.points, self.savoy_changes = form.points, form.savoy_changes
        self.armies = {one.nation: one for one in form.list}
        check = Checking(file)
        if len(self.armies) < len(form.list):
            check.fail("list", "a nation stands twice")
        for one in form.list:
            where = f"list {one.nation}"
            check_name(one.name, f"{where}.name", file)
            for unit in one.units:
                check.one_of(unit.profile, profiles(), f"{where}.units.profile")
                if profiles()[unit.profile].nation != one.nation:
                    check.fail(f"{where}.units", f"«{unit.profile}» is of another nation (fucilieri.1.7.8)")
                if not 0 <= unit.least <= unit.most:
                    check.fail(f"{where}.units", f"«{unit.profile}» needs a least and a most that is not less")

    def bounds(self, nation: str, points: int) -> dict[str, Bounds]:
        """How many units of each profile an army of so many points has: least rounded down, most up (1.7.8)."""
        return {
            one.profile: Bounds(one.least * points // self.points, -(-one.most * points // self.points))
            for one in self.armies[nation].units
        }

    def coalition(self, nation: str, date: str) -> str:
        """On whose side a nation is at a date: Savoy changes sides (1.7.9, 1.7.10)."""
        found = self.armies[nation].coalition
        if found != "either":
            return found
        return "bourbon" if date < self.savoy_changes else "grand-alliance"

    def are_allies(self, one: str, other: str, date: str) -> bool:
        """Whether two nations fight on the same side at a date."""
        return one != other and self.coalition(one, date) == self.coalition(other, date)


def read_lists(path: Path) -> Lists:
    """The army lists from their file. Raises BadData."""
    return Lists(shaped(read_toml(path), ListsForm, path), path)


@lru_cache(maxsize=1)
def lists() -> Lists:
    """The army lists that come with the game."""
    return read_lists(DATA / "lists.toml")
