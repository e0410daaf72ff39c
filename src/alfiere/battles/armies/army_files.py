"""The file of an army by points: written once, and good for every size that it names.

A row that says «from» or «to» is there only in armies of at least, or at most, so many points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from alfiere.kernel.bad_data import BadData, Checking, read_toml
from alfiere.kernel.forms import Form, Name, check_name, named

Points = Annotated[int, Meta(ge=1, le=100_000)]


class Sized(Form, frozen=True, kw_only=True):
    """A row that may be meant for some sizes of the army only."""

    least: int = msgspec.field(default=0, name="from")
    most: int = msgspec.field(default=0, name="to")  # left out: there is none

    def is_in(self, points: int) -> bool:
        """Whether it is there in an army of so many points."""
        return self.least <= points and not 0 < self.most < points


class UnitChoice(Sized, frozen=True, kw_only=True):
    """So many units of one profile; they may have names of their own."""

    profile: str
    count: Annotated[int, Meta(ge=1, le=32)] = 1
    names: tuple[str | Name, ...] = ()


class ArmyForm(Form, frozen=True, kw_only=True):
    """What every such file says; a game adds its order of battle."""

    id: str = ""  # that of its file
    name: Name
    points: tuple[Points, ...]


R = TypeVar("R", bound=Sized)
C = TypeVar("C", bound=UnitChoice)


def there(rows: Iterable[R], points: int) -> list[R]:
    """The rows that are meant for an army of so many points."""
    return [row for row in rows if row.is_in(points)]


class Roll:
    """Names the units of one army: by their own names, or by that of their profile with a number if there are more."""

    def __init__(self, all_choices: Iterable[UnitChoice], name_of: Callable[[str], Name]) -> None:
        self.name_of = name_of
        self._nameless: Counter[str] = Counter()
        self._met: Counter[str] = Counter()
        for one in all_choices:
            self._nameless[one.profile] += one.count - len(one.names)

    def call(self, choices: Iterable[C]) -> Iterator[tuple[int, C, Name]]:
        """The units of one group, from 1 on."""
        number = 0
        for choice in choices:
            for place in range(choice.count):
                number += 1
                yield number, choice, self._name(choice, place)

    def _name(self, choice: UnitChoice, place: int) -> Name:
        if place < len(choice.names):
            return named(choice.names[place])
        usual = self.name_of(choice.profile)
        if self._nameless[choice.profile] == 1:
            return usual
        self._met[choice.profile] += 1
        number = self._met[choice.profile]
        return Name(en=f"{usual.en} {number}", it=f"{usual.it} {number}")


def army_data(path: Path) -> dict[str, Any]:
    """One army as data. Raises BadData."""
    data = read_toml(path)
    if "id" in data:
        raise BadData(path, "id", "an army is called by the name of its file")
    return {"id": path.stem, **data}


def check_head(form: ArmyForm, check: Checking, where: str = "") -> None:
    """Name and sizes."""
    inside = f"{where}." if where else ""
    check_name(form.name, f"{inside}name", check.file)
    if not form.points or list(form.points) != sorted(set(form.points)):
        check.fail(f"{inside}points", "it needs the sizes this army is written for, the smallest first")


def check_choice(choice: UnitChoice, check: Checking, where: str) -> None:
    """No more names than units, and none of them empty."""
    if len(choice.names) > choice.count:
        check.fail(f"{where}.names", f"«{choice.profile}» has {len(choice.names)} names for {choice.count} units")
    for name in choice.names:
        check_name(named(name), f"{where}.names", check.file)


def check_sized(row: Sized, sizes: tuple[int, ...], check: Checking, where: str) -> None:
    """A row must be there in some size of its army."""
    if not any(row.is_in(points) for points in sizes):
        why = f"with «from» {row.least} and «to» {row.most or 'left out'} it is in none of the sizes of this army"
        check.fail(where, why)
