"""Chapters 1.4 and 2.1, the scenario: map, orders of battle, zones, objectives, read from its file and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from alfiere.games.esa.battlefield import AREA, GROUND, Battlefield
from alfiere.games.esa.tables import CLASSES, DATA, Form, tables
from alfiere.games.esa.troops import NATIONS, Profile, profiles
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.table.hexes import Hex, HexGrid
from alfiere.table.hexmap import HexMap, Rise, Shape

FOLDER = DATA / "scenarios"
Name = dict[str, str]
SIDES_OF_HEX = ("ne", "e", "se", "sw", "w", "nw")


class TableForm(Form, frozen=True, kw_only=True):
    """Size of the table and what lies beyond its upper edge."""

    columns: int
    rows: int
    top: Name = {}


class TerrainForm(Form, frozen=True, kw_only=True):
    """One piece of terrain."""

    type: Literal[
        "area",
        "wood",
        "difficult",
        "bridge",
        "ford",
        "stream",
        "river",
        "impassable",
        "beach",
        "rise",
        "obstacle",
        "fortified",
        "gabions",
        "road",
        "decoration",
    ]
    name: Name
    hexes: tuple[Hex, ...] = ()
    crest: tuple[Hex, ...] = ()
    slope: tuple[Hex, ...] = ()
    protection: tuple[int, int] | None = None
    sides: Literal["all"] | dict[Hex, tuple[str, ...]] = "all"
    difficult_for: tuple[str, ...] = ()
    blocks_fire: bool = False
    closed_until: int = 0


class ZoneForm(Form, frozen=True, kw_only=True):
    """A deployment zone: columns and rows, both ends included."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    facing: int = 0


class ArrivalForm(Form, frozen=True, kw_only=True):
    """Reinforcements: from which turn on, through which hexes."""

    turn: int
    hexes: tuple[Hex, ...]
    facing: int


class UnitEntry(Form, frozen=True, kw_only=True):
    """A unit of the order of battle."""

    id: str
    profile: str
    name: Name


class DivisionForm(Form, frozen=True, kw_only=True):
    """A division of the order of battle; without a general the commander leads it himself."""

    id: str
    name: Name
    units: tuple[UnitEntry, ...]
    general: str = ""
    characters: tuple[str, ...] = ()
    reserve: bool = False
    zone: ZoneForm | None = None
    arrival: ArrivalForm | None = None


class WingForm(Form, frozen=True, kw_only=True):
    """An intermediate general and the divisions under him (esa.2.1e)."""

    general: str
    divisions: tuple[str, ...]


class SideForm(Form, frozen=True, kw_only=True):
    """One army."""

    seat: Literal["red", "blue"]
    code: str
    name: Name
    nation: str
    commander: str
    division: tuple[DivisionForm, ...]
    army_value: int = 3
    commands: str = ""
    wing: tuple[WingForm, ...] = ()
    commander_zone: ZoneForm | None = None


class ObjectiveForm(Form, frozen=True, kw_only=True):
    """A hex that costs determination (esa.1.4b, esa.1.4e). loses: a side's code, «anyone» or «opponent»."""

    hex: Hex
    name: Name
    loses: str
    points: int
    kind: Literal["once", "every turn"]
    from_turn: int = 1


class SpecialForm(Form, frozen=True, kw_only=True):
    """A special rule of the scenario; an optional one is switched on by the option it names."""

    kind: Literal["initiative", "no move", "army value", "ships", "night surprise", "placed"]
    name: Name
    text: Name
    optional: str = ""
    side: str = ""
    division: str = ""
    unit: str = ""
    hex: Hex = ""
    turns: tuple[int, ...] = ()
    columns: tuple[int, int] = (0, 0)
    cards: int = 0
    value: int = 0


class VictoryForm(Form, frozen=True, kw_only=True):
    """Victory by holding a hex at the end of a turn; ``at_end`` wins if the last turn passes."""

    hex: Hex
    side: str
    text: Name
    at_end: str = ""


class ScenarioForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    id: str
    game: Literal["esa"]
    origin: Literal["seed", "reading", "house"]
    title: Name
    date: str
    summary: Name
    turns: int
    table: TableForm
    side: tuple[SideForm, ...]
    terrain: tuple[TerrainForm, ...] = ()
    objective: tuple[ObjectiveForm, ...] = ()
    special: tuple[SpecialForm, ...] = ()
    victory: VictoryForm | None = None


class Scenario:
    """A battle, checked and ready to be set up."""

    def __init__(self, form: ScenarioForm, source: Mapping[str, Any], file: str) -> None:
        self.form, self.source, self.file = form, source, file
        self.id, self.title, self.turns = form.id, form.title, form.turns
        self.names: dict[str, Name] = {}
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.division_forms: dict[str, DivisionForm] = {d.id: d for side in form.side for d in side.division}
        _Check(self).run()
        changes = sorted({1, *(t.closed_until for t in form.terrain if t.closed_until)})
        self.fields: list[tuple[int, Battlefield]] = [(turn, _battlefield(form, turn)) for turn in changes]

    def field_in(self, turn: int) -> Battlefield:
        """The battlefield as it is in a turn (a tide may change it)."""
        return next(field for first, field in reversed(self.fields) if turn >= first or first == 1)

    def special(self, kind: str, options: Mapping[str, str]) -> Iterator[SpecialForm]:
        """The special rules of a kind that are in force."""
        for rule in self.form.special:
            if rule.kind == kind and (not rule.optional or options.get(rule.optional) == "yes"):
                yield rule

    def zone(self, form: ZoneForm) -> list[Hex]:
        """The hexes of a zone, row by row."""
        (left, right), (top, bottom) = form.columns, form.rows
        return [f"{c:02d}{r:02d}" for r in range(top, bottom + 1) for c in range(left, right + 1)]


def leader_id(profile: str) -> str:
    """The short id of a leader in a battle."""
    return profile.removeprefix("gen_").removeprefix("chr_").replace("_", "-")


class _Check:
    """Everything the form of the file cannot say; the first slip found is told in one sentence."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.form, self.file = scenario, scenario.form, scenario.file
        self.grid: HexGrid

    def fail(self, where: str, why: str) -> None:
        raise BadData(self.file, where, why)

    def run(self) -> None:
        form = self.form
        if not (4 <= form.table.columns <= 60 and 4 <= form.table.rows <= 60):
            self.fail("table", "a table has 4 to 60 columns and rows")
        self.grid = HexMap(form.table.columns, form.table.rows).grid
        if form.turns < 1:
            self.fail("turns", f"turns is {form.turns}; it must be at least 1")
        if sorted(side.seat for side in form.side) != ["blue", "red"]:
            self.fail("side", 'there must be exactly two sides, seat = "red" and seat = "blue"')
        if len(self.scenario.seat_of) != 2:
            self.fail("side", "the two sides need different codes")
        for number, terrain in enumerate(form.terrain):
            self.terrain(terrain, f"terrain[{number}]")
        for side in form.side:
            self.side(side)
        for number, objective in enumerate(form.objective):
            self.hexes([objective.hex], f"objective[{number}].hex")
            self.one_of(objective.loses, (*self.scenario.seat_of, "anyone", "opponent"), f"objective[{number}].loses")
        for number, special in enumerate(form.special):
            self.special(special, f"special[{number}]")
        if form.victory is not None:
            self.hexes([form.victory.hex], "victory.hex")
            for word in (form.victory.side, form.victory.at_end):
                if word:
                    self.one_of(word, tuple(self.scenario.seat_of), "victory")

    def one_of(self, word: str, allowed: tuple[str, ...], where: str) -> None:
        if word not in allowed:
            self.fail(where, f"«{word}» is not known; it must be one of {', '.join(allowed)}")

    def hexes(self, labels: tuple[Hex, ...] | list[Hex], where: str) -> None:
        for label in labels:
            if label not in self.grid:
                last = f"{self.form.table.columns:02d}{self.form.table.rows:02d}"
                self.fail(where, f"hex «{label}» is not on the table; labels run from 0101 to {last}")

    def terrain(self, terrain: TerrainForm, where: str) -> None:
        self.hexes(terrain.hexes + terrain.crest + terrain.slope, where)
        for code in terrain.difficult_for:
            self.one_of(code, CLASSES, f"{where}.difficult_for")
        if terrain.type == "rise" and not terrain.crest:
            self.fail(where, "a rise needs «crest», its highest hexes (esa.5.6b)")
        if terrain.type != "rise" and not terrain.hexes:
            self.fail(where, "«hexes» is missing")
        if isinstance(terrain.sides, dict):
            self.hexes(list(terrain.sides), f"{where}.sides")
            for label, sides in terrain.sides.items():
                for side in sides:
                    self.one_of(side, SIDES_OF_HEX, f"{where}.sides.{label}")

    def side(self, side: SideForm) -> None:
        where = f"side {side.code}"
        self.one_of(side.nation, NATIONS, f"{where}.nation")
        if not 1 <= side.army_value <= 9:
            self.fail(f"{where}.army_value", f"it is {side.army_value}; it must be 1 to 9 (3 is the usual one)")
        if not side.division:
            self.fail(where, "an army needs at least one division")
        generals = [side.commander, *(d.general for d in side.division), *(w.general for w in side.wing)]
        for general in filter(None, generals):
            if general not in profiles().generals:
                self.fail(where, f"general «{general}» is not among the profiles")
            self.claim(leader_id(general), profiles().leaders[general].short, where)
        for wing in side.wing:
            for code in wing.divisions:
                self.one_of(code, tuple(d.id for d in side.division), f"{where}.wing")
        if side.commands:
            self.one_of(side.commands, tuple(d.id for d in side.division), f"{where}.commands")
        if side.commander_zone is not None:
            self.zone(side.commander_zone, f"{where}.commander_zone", 1)
        elif not side.commands or side.wing:
            self.fail(where, "«commander_zone» is missing: where the commander deploys")
        for division in side.division:
            self.division(side, division)

    def claim(self, piece: str, name: Name, where: str) -> None:
        if piece in self.scenario.names:
            self.fail(where, f"the id «{piece}» stands twice; every piece needs its own")
        self.scenario.names[piece] = name

    def division(self, side: SideForm, division: DivisionForm) -> None:
        where = f"division {division.id}"
        if len([d for s in self.form.side for d in s.division if d.id == division.id]) > 1:
            self.fail(where, "this id stands twice; every division needs its own")
        if not division.general and not (side.commands == division.id or division.reserve):
            self.fail(where, "«general» is missing (the commander leads only the division named in «commands»)")
        if not division.units:
            self.fail(where, "a division needs at least one unit")
        found: list[Profile] = []
        for unit in division.units:
            if unit.profile not in profiles().units:
                self.fail(f"unit {unit.id}", f"profile «{unit.profile}» is not among the profiles")
            self.claim(unit.id, unit.name, where)
            found.append(profiles().units[unit.profile])
        for character in division.characters:
            if character not in profiles().leaders or character in profiles().generals:
                self.fail(where, f"character «{character}» is not among the profiles")
            self.claim(leader_id(character), profiles().leaders[character].name, where)
        if division.zone is None and division.arrival is None:
            self.fail(where, "«zone» is missing: where the division deploys")
        if division.zone is not None:
            self.zone(division.zone, f"{where}.zone", len(found) + 1)
        if division.arrival is not None:
            self.hexes(division.arrival.hexes, f"{where}.arrival")
            if not 0 <= division.arrival.facing <= 5:
                self.fail(f"{where}.arrival", "facing must be 0 to 5")

    def zone(self, zone: ZoneForm, where: str, pieces: int) -> None:
        (left, right), (top, bottom) = zone.columns, zone.rows
        if not (1 <= left <= right <= self.form.table.columns and 1 <= top <= bottom <= self.form.table.rows):
            self.fail(where, "the zone must lie on the table, the smaller number first")
        if not 0 <= zone.facing <= 5:
            self.fail(where, f"facing is {zone.facing}; it must be 0 to 5, clockwise from the top")
        if (right - left + 1) * (bottom - top + 1) < pieces:
            self.fail(where, f"the zone is too small for {pieces} pieces")

    def special(self, special: SpecialForm, where: str) -> None:
        if special.side:
            self.one_of(special.side, tuple(self.scenario.seat_of), f"{where}.side")
        if special.division:
            self.one_of(special.division, tuple(self.scenario.division_forms), f"{where}.division")
        if special.unit:
            units = tuple(u.id for d in self.scenario.division_forms.values() for u in d.units)
            self.one_of(special.unit, units, f"{where}.unit")
        if special.hex:
            self.hexes([special.hex], f"{where}.hex")


def _battlefield(form: ScenarioForm, turn: int) -> Battlefield:
    hexmap = HexMap(form.table.columns, form.table.rows)
    protection: dict[Hex, tuple[int, int]] = {}
    fortified: dict[Hex, set[int]] = {}
    difficult: dict[Hex, frozenset[str]] = {}
    gabions: set[Hex] = set()
    crests: set[Hex] = set()
    for terrain in form.terrain:
        everywhere = terrain.hexes + terrain.crest + terrain.slope
        hexmap.shapes.append(Shape(terrain.type, terrain.name, everywhere))
        if terrain.difficult_for:
            difficult.update(dict.fromkeys(everywhere, frozenset(terrain.difficult_for)))
        if terrain.type == "rise":
            hexmap.rises.append(Rise(terrain.name, frozenset(terrain.crest), frozenset(everywhere)))
            crests |= set(terrain.crest) if terrain.blocks_fire else set()
        elif terrain.type == "road":
            hexmap.add_road(list(terrain.hexes))
        elif terrain.type in ("obstacle", "fortified"):
            for label, direction in _sides(terrain):
                hexmap.add_barrier(label, direction, terrain.type)  # esa.1.4m: a fortified side is one too
                if terrain.type == "fortified":
                    fortified.setdefault(label, set()).add(direction)
        elif terrain.type == "gabions":
            gabions |= set(terrain.hexes)
        elif terrain.type in GROUND:
            closed = terrain.closed_until > turn
            for label in terrain.hexes:
                if terrain.type == "stream" and hexmap.ground.get(label) == "wood":
                    continue  # esa.1.4i
                hexmap.ground[label] = "impassable" if closed else terrain.type
        if terrain.protection is not None or terrain.type == AREA:
            protection.update(dict.fromkeys(terrain.hexes, terrain.protection or tables().numbers.area))
    return Battlefield(
        f"{form.id}@{turn}",
        hexmap,
        protection=protection,
        fortified={label: frozenset(sides) for label, sides in fortified.items()},
        gabions=frozenset(gabions),
        difficult_for=difficult,
        blocking_crests=frozenset(crests),
    )


def _sides(terrain: TerrainForm) -> Iterator[tuple[Hex, int]]:
    if isinstance(terrain.sides, dict):
        for label, sides in terrain.sides.items():
            for side in sides:
                yield label, SIDES_OF_HEX.index(side)
    else:
        for label in terrain.hexes:
            for direction in range(6):
                yield label, direction


def read_scenario(name: str | Path | Mapping[str, Any]) -> Scenario:
    """A scenario by its id, from a file, or from data read before. Raises BadData."""
    if isinstance(name, Mapping):
        return Scenario(shaped(dict(name), ScenarioForm, "scenario"), name, "scenario")
    path = Path(name)
    if not path.suffix and not path.exists():
        path = FOLDER / f"{name}.toml"
        if not path.exists():
            known = ", ".join(scenario_ids())
            raise BadData(str(name), "", f"there is no such battle; there are {known}")
    source = read_toml(path)
    return Scenario(shaped(source, ScenarioForm, path), source, str(path))


def scenario_ids() -> list[str]:
    """The battles that come with the game, the earliest first."""
    found = [(str(read_toml(path).get("date", "")), path.stem) for path in FOLDER.glob("*.toml")]
    return [name for _, name in sorted(found)]
