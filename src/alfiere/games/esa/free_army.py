"""Chapter 2.1, armies by points: two freely chosen armies, and the open table on which they meet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from alfiere.games.esa.scenario import Name, Scenario, WingForm, read_scenario
from alfiere.games.esa.tables import DATA, tables
from alfiere.games.esa.troops import NATIONS, profiles
from alfiere.kernel.bad_data import BadData, Checking, read_toml, shaped
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form
from alfiere.kernel.ruleset import Army

FOLDER = DATA / "armies"


class UnitChoice(Form, frozen=True, kw_only=True):
    """So many units of one profile; they may have names of their own."""

    profile: str
    count: int = 1
    names: tuple[str, ...] = ()


class DivisionChoice(Form, frozen=True, kw_only=True):
    """A division; without a general the commander leads it himself (esa.2.1b2)."""

    id: str
    name: Name
    units: tuple[UnitChoice, ...]
    general: str = ""
    characters: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(choice.count for choice in self.units)


class ArmyForm(Form, frozen=True, kw_only=True):
    """The whole file; «points» is the maximum the two players have agreed on (esa.2.1a)."""

    name: Name
    nation: str
    commander: str
    division: tuple[DivisionChoice, ...]
    limit: int = msgspec.field(name="points")
    commands: str = ""
    army_value: int | None = None  # left out: the usual one, esa.2.1.2a
    wing: tuple[WingForm, ...] = ()

    def generals(self) -> Iterator[str]:
        """Everyone of general's rank: commander, intermediate generals, generals of divisions."""
        yield self.commander
        yield from (wing.general for wing in self.wing)
        yield from (division.general for division in self.division if division.general)

    def characters(self) -> Iterator[str]:
        """All characters."""
        yield from (character for division in self.division for character in division.characters)


class FreeArmy:
    """A freely chosen army that keeps the rules: its file, its choices, and what they cost."""

    def __init__(self, form: ArmyForm, file: Path) -> None:
        self.form, self.file = form, file
        _Check(form, file).run()
        self.points = army_points(form)
        if self.points > form.limit:
            why = f"the army costs {self.points} points, {self.points - form.limit} more than the {form.limit} agreed"
            raise BadData(file, "points", f"{why} (esa.2.1a)")


def army_points(form: ArmyForm) -> int:
    """Generals, characters and units together (esa.2.1a)."""
    units, leaders = profiles().units, profiles().leaders
    cost = sum(leaders[code].points for code in (*form.generals(), *form.characters()))
    return cost + sum(units[one.profile].points * one.count for division in form.division for one in division.units)


class _Check(Checking):
    """What the form of the file cannot say; the first slip found is told in one sentence."""

    def __init__(self, form: ArmyForm, file: Path) -> None:
        super().__init__(file)
        self.form = form

    def run(self) -> None:
        form = self.form
        self.named(form.name, "name")
        self.one_of(form.nation, NATIONS, "nation")
        if form.army_value is not None and not 1 <= form.army_value <= 9:
            self.fail("army_value", f"it is {form.army_value}; it must be 1 to 9 (3 is the usual one)")
        if not form.division:
            self.fail("division", "an army needs at least one division (esa.2.1c)")
        self.leaders()
        for division in form.division:
            self.division(division, f"division {division.id}")
        self.wings()
        self.room()

    def named(self, name: Name, where: str) -> None:
        if lacking := [language for language in ("en", "it") if not name.get(language)]:
            self.fail(where, f"the name is missing in a language: «{lacking[0]}»")

    def leaders(self) -> None:
        """Everybody exists; a general with a name of his own can be in one place only."""
        met: set[str] = set()
        for code in self.form.generals():
            if code not in profiles().generals:
                self.fail("general", f"«{code}» is not among the generals of the profiles")
            if code in met and profiles().leaders[code].nation != "any":
                self.fail("general", f"«{code}» stands twice; a division has a general of its own (esa.2.1c)")
            met.add(code)
        for code in self.form.characters():
            if code not in profiles().leaders or code in profiles().generals:
                self.fail("characters", f"«{code}» is not among the characters of the profiles")

    def division(self, division: DivisionChoice, where: str) -> None:
        if len([one for one in self.form.division if one.id == division.id]) > 1:
            self.fail(where, "this id stands twice; every division needs its own")
        self.named(division.name, f"{where}.name")
        leads = self.form.commands == division.id
        if leads and division.general:
            self.fail(f"{where}.general", "the commander leads this division himself (esa.2.1b2)")
        if not leads and not division.general:
            self.fail(f"{where}.general", "a division has exactly one general (esa.2.1c)")
        for choice in division.units:
            if choice.profile not in profiles().units:
                self.fail(f"{where}.units", f"profile «{choice.profile}» is not among the profiles")
            if choice.count < 1:
                self.fail(f"{where}.units", f"count of «{choice.profile}» is {choice.count}; it must be at least 1")
            if len(choice.names) > choice.count:
                self.fail(f"{where}.units", f"«{choice.profile}» has more names than units")
        least, most = tables().numbers.division_units
        if not least <= division.size <= most:
            self.fail(f"{where}.units", f"it has {division.size} units; a division has {least} to {most} (esa.2.1c)")
        most = tables().numbers.division_characters
        if len(division.characters) > most:
            found = len(division.characters)
            self.fail(f"{where}.characters", f"it has {found} characters; a division has at most {most} (esa.2.1c)")

    def wings(self) -> None:
        """Intermediate generals command other generals, not units (esa.2.1e)."""
        codes = [division.id for division in self.form.division]
        if self.form.commands and self.form.commands not in codes:
            self.fail("commands", f"there is no division «{self.form.commands}»; one of {', '.join(codes)}")
        under = [code for wing in self.form.wing for code in wing.divisions]
        for wing in self.form.wing:
            where = f"wing {wing.general}"
            if not wing.divisions:
                self.fail(where, "he commands nobody; an intermediate general commands other generals (esa.2.1e)")
            for code in wing.divisions:
                if code not in codes:
                    self.fail(where, f"there is no division «{code}»; one of {', '.join(codes)}")
                if code == self.form.commands:
                    self.fail(where, f"«{code}» has no general but the commander, who obeys nobody (esa.2.1e)")
                if under.count(code) > 1:
                    self.fail(where, f"division «{code}» has two intermediate generals")

    def room(self) -> None:
        """Every piece needs a hex of the zone (esa.2.3g, esa.2.3k)."""
        form, table = self.form, tables().free_battle
        pieces = sum(division.size for division in form.division)
        pieces += len([*form.generals(), *form.characters()])
        if pieces > table.columns * table.zone_rows:
            hexes = table.columns * table.zone_rows
            self.fail("division", f"the army has {pieces} pieces, but its zone only {hexes} hexes (esa.2.3g)")


def army_ids() -> list[str]:
    """The armies that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_army(name: str | Path) -> FreeArmy:
    """An army by its id or from a file, checked against esa.2.1a-esa.2.1e. Raises BadData."""
    path = Path(name)
    if not path.suffix and not path.exists():
        path = FOLDER / f"{name}.toml"
        if not path.exists():
            raise BadData(str(name), "", f"there is no such army; there are {', '.join(army_ids())}")
    return FreeArmy(shaped(read_toml(path), ArmyForm, path), path)


def chosen_army(file: Path) -> Army | None:
    """What a file holds, if it is an army; it meets the first ready army of its size, or itself."""
    data = read_toml(file)
    if "division" not in data or "side" in data or "cic" in data:  # divisions under a CiC are not of this game
        return None
    army = read_army(file)
    form = army.form
    facts = {
        "name": form.name,
        "points": army.points,
        "limit": form.limit,
        "divisions": len(form.division),
        "units": sum(division.size for division in form.division),
    }
    return Army(facts, lambda: _first_battle(army))


def _first_battle(army: FreeArmy) -> Scenario:
    slip: BadData | None = None
    for enemy in (*map(read_army, army_ids()), army):
        try:
            return battle_of(enemy, army)
        except BadData as wrong:
            slip = slip or wrong
    assert slip is not None
    raise slip


def battle_of(red: FreeArmy, blue: FreeArmy) -> Scenario:
    """Two armies of the same maximum on the open table of esa.2.1h. Raises BadData."""
    if red.form.limit != blue.form.limit:
        why = f"it is {blue.form.limit}, but {red.file} has {red.form.limit}; both players have the same (esa.2.1h)"
        raise BadData(blue.file, "points", why)
    for code in blue.form.generals():
        if code in set(red.form.generals()) and profiles().leaders[code].nation != "any":
            raise BadData(blue.file, "general", f"«{code}» is in the other army already, {red.file}")
    table = tables().free_battle
    one, two = red.form.name, blue.form.name
    return read_scenario(
        {
            "id": f"{red.file.stem}-{blue.file.stem}",
            "game": "esa",
            "origin": "house",
            "title": {"en": f"{one['en']} against {two['en']}", "it": f"{one['it']} contro {two['it']}"},
            "date": "",
            "summary": {
                "en": f"Two armies of up to {red.form.limit} points on open ground.",
                "it": f"Due eserciti fino a {red.form.limit} punti in campo aperto.",
            },
            "turns": table.turns,
            "table": {"columns": table.columns, "rows": table.rows},
            "side": [
                _side(red, "red", [1, table.zone_rows], 3),
                _side(blue, "blue", [table.rows - table.zone_rows + 1, table.rows], 0),
            ],
        }
    )


def _side(army: FreeArmy, seat: Seat, rows: list[int], facing: int) -> dict[str, Any]:
    """An army as a side of a scenario: ids get the seat's name, so that two like armies can meet."""
    form = army.form
    zone = {"columns": [1, tables().free_battle.columns], "rows": rows, "facing": facing}  # esa.2.3k
    side: dict[str, Any] = {
        "seat": seat,
        "code": seat,
        "name": dict(form.name),
        "nation": form.nation,
        "commander": form.commander,
        "commands": f"{seat}-{form.commands}" if form.commands else "",
        "commander_zone": zone,
        "wing": [
            {"general": wing.general, "divisions": [f"{seat}-{code}" for code in wing.divisions]} for wing in form.wing
        ],
        "division": [
            {
                "id": f"{seat}-{division.id}",
                "name": dict(division.name),
                "general": division.general,
                "characters": list(division.characters),
                "units": [
                    {"id": f"{seat}-{division.id}-{number}", "profile": profile, "name": name}
                    for number, (profile, name) in enumerate(_units(division), start=1)
                ],
                "zone": zone,
            }
            for division in form.division
        ],
    }
    if form.army_value is not None:
        side["army_value"] = form.army_value
    return side


def _units(division: DivisionChoice) -> Iterator[tuple[str, Name]]:
    """Every unit with its name: one of its own, or that of its profile, numbered where there are several."""
    for choice in division.units:
        usual = profiles().units[choice.profile].name
        for number in range(choice.count):
            if number < len(choice.names):
                name = dict.fromkeys(("en", "it"), choice.names[number])
            elif choice.count > 1:
                name = {language: f"{usual[language]} {number + 1}" for language in ("en", "it")}
            else:
                name = usual
            yield choice.profile, name
