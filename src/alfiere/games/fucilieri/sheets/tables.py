"""The tables of the rulebook but those of the ground, read from data/tables.toml and data/modifiers.toml.

In the files lengths are in cm, angles in degrees, shares in parts of a whole move; in memory they are whole hundredths,
tenths of a degree and millionths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from alfiere.games.fucilieri.sheets.table_rows import (
    Arm,
    ExplorationLine,
    Line,
    ModifiersForm,
    Movement,
    NewOrdersLine,
    Row,
    TablesForm,
)
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.event import Tally
from alfiere.kernel.forms import FINEST, by_id, hundredths, shares, tenths
from alfiere.kernel.modifiers import Modifiers

DATA: Final = Path(__file__).parent.parent / "data"
CM: Final = FINEST  # hundredths
LENGTHS: Final = (
    *("distances", "bases", "largest", "smallest", "farm_wall", "wide", "deep"),
    *("speed", "charge", "falls_back", "flees", "bands", "file", "cost"),
)

L = TypeVar("L", bound=Line)
R = TypeVar("R", bound=Row)


class Lines(Modifiers[L]):
    """A table of modifiers in which some lines count several times."""

    def count(self, name: str, tally: Tally, times: int = 1) -> None:
        """The circumstance holds, so many times: count it in, with its name and its rule."""
        line = self[name]
        assert times == 1 or line.each, name
        tally.add(times * line.add, name, line.rule)


class AllModifiers:
    """The tables of modifiers, by what they are added to."""

    def __init__(self, form: ModifiersForm, file: Path) -> None:
        self.exploration: Lines[ExplorationLine] = Lines(form.exploration, "exploration", file)
        self.speech: Lines[Line] = Lines(form.speech, "speech", file)
        self.new_orders: Lines[NewOrdersLine] = Lines(form.new_orders, "new_orders", file)
        self.form_square: Lines[Line] = Lines(form.form_square, "form_square", file)
        self.fire: Lines[Line] = Lines(form.fire, "fire", file)
        self.combat: Lines[Line] = Lines(form.combat, "combat", file)
        self.reaction: Lines[Line] = Lines(form.reaction, "reaction", file)
        self.influence: Lines[Line] = Lines(form.influence, "influence", file)
        self.command: Lines[Line] = Lines(form.command, "command", file)


class Tables:
    """All tables but those of the ground, ready for use; lists whose rows have names are dictionaries."""

    def __init__(self, form: TablesForm, modifiers: AllModifiers, file: Path) -> None:
        self.distances, self.angles, self.shares, self.cost = form.distances, form.angles, form.shares, form.cost
        self.numbers, self.bases, self.exploration = form.numbers, form.bases, form.exploration
        self.reinforcements, self.configurations, self.light = form.reinforcements, form.configurations, form.light
        self.bloodlust, self.saving_throws, self.combat_dice = form.bloodlust, form.saving_throws, form.combat_dice
        self.leader_points, self.victory, self.points = form.leader_points, form.victory, form.points
        self.speech, self.new_orders, self.command, self.reaction = (
            form.speech,
            form.new_orders,
            form.command,
            form.reaction,
        )
        self.influence = {one.was: one for one in form.influence}
        self.cases = by_id(form.case, "case", file)
        self.orders = by_id(form.order, "order", file)
        self.qualities = by_id(form.quality, "quality", file)
        self.types = by_id(form.type, "type", file)
        self.arms = by_id(form.arm, "arm", file)
        self.formations = by_id(form.formation, "formation", file)
        self.movements = by_id(form.movement, "movement", file)
        self.weapons = by_id(form.weapon, "weapon", file)
        self.firing = by_id(form.firing, "firing", file)
        self.abilities = by_id(form.ability, "ability", file)
        self.charge_reactions = by_id(form.charge_reaction, "charge_reaction", file)
        self.modifiers = modifiers

    def movement(self, arm: str, weapon: str, *, on_foot: bool = False) -> Movement:
        """The row of the movement table of a unit: guns by their weight, dragoons as they are now (1.4.6)."""
        known = self.arms[arm]
        if on_foot and known.dismounted is not None:
            return self.movements[known.dismounted.moves]
        return self.movements[known.moves or weapon]

    def price(self, arm: str, weapon: str, quality: str) -> int:
        """What a figure costs, or a gun with its crew (1.7.1, 1.7.6)."""
        row = next(one for one in self.points if arm in one.arms or weapon in one.weapons)
        return row.by_quality[quality]  # type: ignore[index]


def row(rows: Sequence[R], score: int) -> R:
    """The row of a table that this total falls into: the one with the highest start it reaches."""
    return max((one for one in rows if score >= one.least), key=lambda one: one.least)


def read_tables(path: Path, modifiers: Path) -> Tables:
    """The tables from their files. Raises BadData."""
    data: Any = hundredths(read_toml(path), LENGTHS, path, unit="cm")
    data = shares(tenths(data, ("angles",), path), ("shares", "moves_reorganising"), path)
    if "type" in data:  # elsewhere a share is so many of so many
        data["type"] = shares(data["type"], ("share",), path)
    form = shaped(data, TablesForm, path)
    lines = AllModifiers(shaped(read_toml(modifiers), ModifiersForm, modifiers), modifiers)
    found = Tables(form, lines, path)
    _check(Checking(path), form, found)
    return found


def _check(check: Checking, form: TablesForm, tables: Tables) -> None:
    """What the form of the tables cannot say."""
    for arm in form.arm:
        _check_arm(check, arm, tables)
    for weapon in form.weapon:
        if list(weapon.bands.values()) != sorted(weapon.bands.values()):
            check.fail(
                f"weapon {weapon.id}.bands", "each range must reach farther than the one before (fucilieri.1.5.1)"
            )
        if set(weapon.hits) != set(weapon.bands) or set(weapon.dice) not in (set(), set(weapon.bands)):
            check.fail(f"weapon {weapon.id}", "«hits», and «dice» of a gun, are given for each of its ranges")
        if weapon.mounted:
            check.one_of(weapon.mounted, tables.weapons, f"weapon {weapon.id}.mounted")
    for points in form.points:
        for one in points.arms:
            check.one_of(one, tables.arms, "points.arms")
        for one in points.weapons:
            check.one_of(one, tables.weapons, "points.weapons")
        if set(points.by_quality) != set(tables.qualities):
            check.fail("points.by_quality", "there is a price for each quality (fucilieri.1.7.1)")
    for order in form.order:
        for one in order.only:
            check.one_of(one, tables.arms, f"order {order.id}.only")
    for key in ("configurations.count", "light.against"):
        table, part = key.split(".")
        if sorted(getattr(getattr(form, table), part)) != ["1", "2", "3", "4", "5", "6"]:
            check.fail(key, "there is one entry for each face of a die, 1 to 6")


def _check_arm(check: Checking, arm: Arm, tables: Tables) -> None:
    forms = [(arm.formations, arm.moves, f"arm {arm.id}")]
    if arm.dismounted is not None:
        forms.append((arm.dismounted.formations, arm.dismounted.moves, f"arm {arm.id}.dismounted"))
    for formations, moves, where in forms:
        if not moves:
            continue
        check.one_of(moves, tables.movements, f"{where}.moves")
        if set(tables.movements[moves].speed) != set(formations):
            check.fail(f"{where}.formations", f"movement {moves} has the speeds of others (fucilieri.1.4.4)")


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the game."""
    return read_tables(DATA / "tables.toml", DATA / "modifiers.toml")
