"""Chapters 1.4 and 2.1, the scenario: map, orders of battle, zones, objectives, read from its file and checked."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any, Literal

import msgspec

from alfiere.games.esa.battlefield import AREA, GROUND, Battlefield
from alfiere.games.esa.tables import CLASSES, DATA, tables
from alfiere.games.esa.troops import NATIONS, LeaderProfile, profiles
from alfiere.kernel.bad_data import Checking, battle_ids, battle_source, shaped
from alfiere.kernel.forms import Form
from alfiere.kernel.look import GroundWord
from alfiere.table.hexes import Hex, HexGrid
from alfiere.table.hexmap import HexMap, Rise, Shape

FOLDER = DATA / "scenarios"
Name = dict[str, str]
SIDES_OF_HEX = ("ne", "e", "se", "sw", "w", "nw")


class TableForm(Form, frozen=True, kw_only=True):
    """Size of the table, what lies beyond its upper edge, and how far north is turned from it, clockwise."""

    columns: int
    rows: int
    top: Name = {}
    north: Literal[0, 90, 180, 270] | None = None


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
    drawn: GroundWord | Literal[""] = ""  # a drawing word of the look, where it differs from that of the type


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
    """A unit of the order of battle; a scenario may add to its fire weakness (esa.6.1g)."""

    id: str
    profile: str
    name: Name
    fire_weakness: int = 0


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
    army_value: int | None = None  # left out: the usual one, esa.2.1.2a
    commands: str = ""
    wing: tuple[WingForm, ...] = ()
    commander_zone: ZoneForm | None = None


class ObjectiveForm(Form, frozen=True, kw_only=True):
    """A hex that costs determination (esa.1.4b, esa.1.4e). loses: a side's code, «anyone» or «opponent»."""

    hex: Hex
    name: Name
    loses: str
    kind: Literal["once", "every turn"]
    points: int = 0  # left out of a permanent objective: the number of the legend
    from_turn: int = 1


class ExitForm(Form, frozen=True, kw_only=True):
    """Where a side's line of communication leaves the table; a mark without effect of its own (esa.1.4f)."""

    hex: Hex
    name: Name
    side: str


SpecialKind = Literal[
    "initiative",
    "no move",
    "army value",
    "ships",
    "night surprise",
    "placed",
    "own guns",
    "deploys first",
    "determination",
]


class SpecialForm(Form, frozen=True, kw_only=True):
    """A special rule of the scenario; an optional one is switched on by the option it names.

    ``deploys first``: a side places first where both have as many cards of a priority. ``determination``: a side starts
    with one part in ``value`` less. A campaign of linked games brings these two.
    """

    kind: SpecialKind
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
    exit: tuple[ExitForm, ...] = ()
    special: tuple[SpecialForm, ...] = ()
    victory: VictoryForm | None = None


class Scenario:
    """A battle, checked and ready to be set up."""

    def __init__(self, form: ScenarioForm, source: Mapping[str, Any], file: str) -> None:
        form = msgspec.structs.replace(form, objective=tuple(map(_priced, form.objective)))
        self.form, self.source, self.file = form, source, file
        self.id, self.title, self.turns = form.id, form.title, form.turns
        self.names: dict[str, Name] = {}
        self._zones: dict[tuple[tuple[int, int], tuple[int, int]], list[Hex]] = {}
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.division_forms: dict[str, DivisionForm] = {d.id: d for side in form.side for d in side.division}
        self.fire_weakness: dict[str, int] = {  # esa.6.1g: what the scenario adds to the troop cards
            unit.id: unit.fire_weakness for d in self.division_forms.values() for unit in d.units if unit.fire_weakness
        }
        check = _Check(self)
        check.table()
        changes = sorted({1, *(t.closed_until for t in form.terrain if t.closed_until)})
        self.fields: list[tuple[int, Battlefield]] = [(turn, _battlefield(form, turn)) for turn in changes]
        check.armies()

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
        key = (form.columns, form.rows)
        if key not in self._zones:
            (left, right), (top, bottom) = key
            labels = [f"{c:02d}{r:02d}" for r in range(top, bottom + 1) for c in range(left, right + 1)]
            self._zones[key] = labels
        return self._zones[key]


def _priced(objective: ObjectiveForm) -> ObjectiveForm:
    """A permanent objective without a number costs what the legend says (esa.1.4e)."""
    if objective.points or objective.kind == "once":
        return objective
    return msgspec.structs.replace(objective, points=tables().numbers.permanent_objective)


def leader_id(profile: LeaderProfile, taken: Container[str]) -> str:
    """The short id of a leader in a battle; a nameless one, of any nation, may appear more than once."""
    name = profile.id.removeprefix("gen_").removeprefix("chr_").replace("_", "-")
    ids = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(one for one in ids if one not in taken or profile.nation != "any")


class _Check(Checking):
    """Everything the form of the file cannot say; the first slip found is told in one sentence."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.file)
        self.scenario, self.form = scenario, scenario.form
        self.grid: HexGrid
        self.leaders: set[str] = set()

    def table(self) -> None:
        form = self.form
        self.named(form.title, "title")
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

    def armies(self) -> None:
        form = self.form
        for side in form.side:
            self.side(side)
        for number, objective in enumerate(form.objective):
            self.hexes([objective.hex], f"objective[{number}].hex")
            self.one_of(objective.loses, (*self.scenario.seat_of, "anyone", "opponent"), f"objective[{number}].loses")
            if objective.points < 1:
                self.fail(f"objective[{number}].points", "it must be the determination the hex costs (esa.1.4b)")
        for number, way_out in enumerate(form.exit):
            self.hexes([way_out.hex], f"exit[{number}].hex")
            self.one_of(way_out.side, tuple(self.scenario.seat_of), f"exit[{number}].side")
        for number, special in enumerate(form.special):
            self.special(special, f"special[{number}]")
        if form.victory is not None:
            self.hexes([form.victory.hex], "victory.hex")
            for word in (form.victory.side, form.victory.at_end):
                if word:
                    self.one_of(word, tuple(self.scenario.seat_of), "victory")

    def named(self, name: Name, where: str) -> None:
        if lacking := [language for language in ("en", "it") if not name.get(language)]:
            self.fail(where, f"the name is missing in a language: «{lacking[0]}»")

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
        self.named(side.name, f"{where}.name")
        if side.army_value is not None and not 1 <= side.army_value <= 9:
            self.fail(f"{where}.army_value", f"it is {side.army_value}; it must be 1 to 9 (3 is the usual one)")
        if not side.division:
            self.fail(where, "an army needs at least one division")
        self.leader(side.commander, where)
        codes = tuple(division.id for division in side.division)
        if side.commands:
            self.one_of(side.commands, codes, f"{where}.commands")
        under: set[str] = set()
        for wing in side.wing:
            self.leader(wing.general, f"{where}.wing")
            if not wing.divisions:
                self.fail(f"{where}.wing", f"«{wing.general}» commands nobody; name his divisions (esa.2.1e)")
            for code in wing.divisions:
                self.one_of(code, codes, f"{where}.wing")
                if code in under:
                    self.fail(f"{where}.wing", f"division «{code}» has two intermediate generals")
                under.add(code)
        if side.commander_zone is not None:
            self.zone(side.commander_zone, f"{where}.commander_zone", 1)
        elif not side.commands or side.wing:
            self.fail(where, "«commander_zone» is missing: where the commander deploys")
        for division in side.division:
            self.division(side, division)
        self.room(side)

    def leader(self, code: str, where: str) -> None:
        if code not in profiles().generals:
            self.fail(where, f"general «{code}» is not among the profiles")
        self.claim_leader(profiles().leaders[code], where)

    def claim_leader(self, profile: LeaderProfile, where: str) -> None:
        piece = leader_id(profile, self.leaders)
        self.leaders.add(piece)
        self.claim(piece, profile.short, where)

    def claim(self, piece: str, name: Name, where: str) -> None:
        if piece in self.scenario.names:
            self.fail(where, f"the id «{piece}» stands twice; every piece needs its own")
        self.scenario.names[piece] = name

    def division(self, side: SideForm, division: DivisionForm) -> None:
        where = f"division {division.id}"
        if len([d for s in self.form.side for d in s.division if d.id == division.id]) > 1:
            self.fail(where, "this id stands twice; every division needs its own")
        self.named(division.name, f"{where}.name")
        leads = side.commands == division.id
        if division.general and division.general != side.commander:
            if leads:
                why = f"«general» is {division.general}, but the commander leads it himself (esa.2.1b2)"
                self.fail(where, why)
            self.leader(division.general, where)
        elif not (leads or division.reserve):
            self.fail(where, "«general» is missing (the commander leads only the division named in «commands»)")
        if not division.units:
            self.fail(where, "a division needs at least one unit")
        for unit in division.units:
            if unit.profile not in profiles().units:
                self.fail(f"unit {unit.id}", f"profile «{unit.profile}» is not among the profiles")
            self.named(unit.name, f"unit {unit.id}.name")
            self.claim(unit.id, unit.name, where)
        for character in division.characters:
            if character not in profiles().leaders or character in profiles().generals:
                self.fail(where, f"character «{character}» is not among the profiles")
            self.claim_leader(profiles().leaders[character], where)
        if division.zone is None and division.arrival is None:
            self.fail(where, "«zone» is missing: where the division deploys")
        if division.zone is not None:
            self.zone(division.zone, f"{where}.zone", _pieces(division))
        if division.arrival is not None:
            self.hexes(division.arrival.hexes, f"{where}.arrival")
            if not division.arrival.hexes:
                self.fail(f"{where}.arrival", "«hexes» is empty: where the division comes on")
            if not 0 <= division.arrival.facing <= 5:
                self.fail(f"{where}.arrival", "facing must be 0 to 5")

    def zone(self, zone: ZoneForm, where: str, pieces: int) -> None:
        (left, right), (top, bottom) = zone.columns, zone.rows
        if not (1 <= left <= right <= self.form.table.columns and 1 <= top <= bottom <= self.form.table.rows):
            self.fail(where, "the zone must lie on the table, the smaller number first")
        if not 0 <= zone.facing <= 5:
            self.fail(where, f"facing is {zone.facing}; it must be 0 to 5, clockwise from the top")
        if len(self.free(zone)) < pieces:
            self.fail(where, f"the zone is too small for {pieces} pieces")

    def free(self, zone: ZoneForm) -> set[Hex]:
        """The hexes of a zone in which a piece can stand at all."""
        return set(self.scenario.zone(zone)) - self.scenario.field_in(1).impassable

    def room(self, side: SideForm) -> None:
        """Divisions may share a zone, but every piece needs a hex of its own (esa.2.3g)."""
        divisions = [(division, division.zone) for division in side.division if division.zone is not None]
        zones = [zone for _, zone in divisions]
        pieces = sum(_pieces(division) for division, _ in divisions) + len(side.wing)
        if side.commander_zone is not None:
            zones.append(side.commander_zone)
            pieces += 1
        hexes = len(set().union(*(self.free(zone) for zone in zones)))
        if hexes < pieces:
            self.fail(f"side {side.code}", f"its zones have {hexes} hexes, too few for {pieces} pieces (esa.2.3g)")

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
        if special.kind in ("deploys first", "determination") and not special.side:
            self.fail(f"{where}.side", f"«{special.kind}» needs the side it is about")
        if special.kind == "determination" and special.value < 2:
            self.fail(f"{where}.value", f"it is {special.value}; a side starts with one part in 2 or more less")


def _pieces(division: DivisionForm) -> int:
    """How many hexes a division fills when it deploys."""
    return 1 + len(division.units) + len(division.characters)


def _battlefield(form: ScenarioForm, turn: int) -> Battlefield:
    hexmap = HexMap(form.table.columns, form.table.rows, north=form.table.north)
    protection: dict[Hex, tuple[int, int]] = {}
    fortified: dict[Hex, set[int]] = {}
    walls: dict[Hex, tuple[int, int]] = {}
    difficult: dict[Hex, frozenset[str]] = {}
    gabions: set[Hex] = set()
    crests: set[Hex] = set()
    for terrain in form.terrain:
        everywhere = terrain.hexes + terrain.crest + terrain.slope
        sides = tuple(_sides(terrain)) if terrain.type in ("obstacle", "fortified") else ()
        printed = _protection(terrain)
        hexmap.shapes.append(
            Shape(terrain.type, terrain.name, everywhere, terrain.crest, sides, printed, terrain.drawn)
        )
        if terrain.difficult_for:
            difficult.update(dict.fromkeys(everywhere, frozenset(terrain.difficult_for)))
        if terrain.type == "rise":
            hexmap.rises.append(Rise(terrain.name, frozenset(terrain.crest), frozenset(everywhere)))
            crests |= set(terrain.crest) if terrain.blocks_fire else set()
        elif terrain.type == "road":
            hexmap.add_road(list(terrain.hexes))
        elif terrain.type in ("obstacle", "fortified"):
            for label, direction in sides:
                hexmap.add_barrier(label, direction, terrain.type)  # esa.1.4m: a fortified side is one too
                if terrain.type == "fortified" and printed is not None:
                    fortified.setdefault(label, set()).add(direction)
                    walls[label] = printed
        elif terrain.type == "gabions":
            gabions |= set(terrain.hexes)
        elif terrain.type in GROUND:
            closed = terrain.closed_until > turn
            for label in terrain.hexes:
                if terrain.type == "stream" and hexmap.ground.get(label) == "wood":
                    continue  # esa.1.4i
                if terrain.type == "river" and hexmap.ground.get(label) in ("bridge", "ford"):
                    continue  # esa.5.9g
                hexmap.ground[label] = "impassable" if closed else terrain.type
        if printed is not None and terrain.type != "fortified":
            protection.update(dict.fromkeys(terrain.hexes, printed))
    return Battlefield(
        f"{form.id}@{turn}",
        hexmap,
        protection=protection,
        fortified={label: frozenset(directions) for label, directions in fortified.items()},
        walls={label: _beyond(wall, protection.get(label)) for label, wall in walls.items()},
        gabions=frozenset(gabions),
        difficult_for=difficult,
        blocking_crests=frozenset(crests),
    )


def _protection(terrain: TerrainForm) -> tuple[int, int] | None:
    """What terrain protects with; areas and fortified sides have a usual number (esa.5.4.1g, esa.1.4l)."""
    usual = {AREA: tables().numbers.area, "fortified": tables().numbers.fortified}
    return terrain.protection or usual.get(terrain.type)


def _beyond(wall: tuple[int, int], ground: tuple[int, int] | None) -> tuple[int, int]:
    """A hex has one protection: through a wall the better of the two counts, not both (esa.1.4l)."""
    fire, melee = ground or (0, 0)
    return max(0, wall[0] - fire), max(0, wall[1] - melee)


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
    source, file = battle_source(name, FOLDER)
    return Scenario(shaped(source, ScenarioForm, file), source, file)


def scenario_ids() -> list[str]:
    """The battles that come with the game, the earliest first."""
    return battle_ids(FOLDER)
