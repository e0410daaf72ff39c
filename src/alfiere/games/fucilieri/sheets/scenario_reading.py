"""Reading a battle: its file, and everything that must be true of it, each slip told in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from alfiere.battles.armies.meeting import read_battle
from alfiere.battles.battle_reading import BattleCheck
from alfiere.battles.ground_forms import Rect
from alfiere.battles.ground_shapes import lies_on
from alfiere.games.fucilieri.sheets.army import Army, command_sheet, faults_of_army, profile_of
from alfiere.games.fucilieri.sheets.free_army import LISTS
from alfiere.games.fucilieri.sheets.lists import lists
from alfiere.games.fucilieri.sheets.pieces import PieceForm, strip_of
from alfiere.games.fucilieri.sheets.profiles import leaders, profiles, wrong_size
from alfiere.games.fucilieri.sheets.scenario import Scenario
from alfiere.games.fucilieri.sheets.scenario_forms import (
    CHOSEN,
    LENGTHS,
    OWN_EDGE,
    AnyScenario,
    Baggage,
    BeforeForm,
    CommandForm,
    Convoy,
    Darkness,
    DeployArea,
    DeployForm,
    Drowned,
    FirstOrders,
    FreeChange,
    PlaceForm,
    ScenarioForm,
    Sluice,
    UnitForm,
)
from alfiere.games.fucilieri.sheets.tables import CM, DATA, tables
from alfiere.games.fucilieri.sheets.terrain import terrain
from alfiere.kernel.bad_data import battle_ids, battle_source, shaped
from alfiere.kernel.forms import check_name, hundredths, named

FOLDER: Final = DATA / "scenarios"
TABLES: Final = (60 * CM, 240 * CM)  # the least and the most that one measures
ROLLED, NEITHER = "rolled", "neither"


def read_scenario(name: str | Path | Mapping[str, Any], form: type[AnyScenario] = ScenarioForm[Any]) -> Scenario:
    """A battle by its id, from a file, or from data read before. Raises BadData."""
    source, file = battle_source(name, FOLDER)
    return read_battle(source, file, LISTS, lambda data, source: _read(data, source, file, form))


def _read(data: dict[str, Any], source: dict[str, Any], file: str, form: type[AnyScenario]) -> Scenario:
    read = shaped(hundredths(data, LENGTHS, file, unit="cm"), form, file)
    _Reading(read, file).all()
    return Scenario(read, source, file)


def scenario_ids() -> list[str]:
    """The battles a player is offered, the earliest first."""
    return battle_ids(FOLDER)


class _Reading(BattleCheck):
    """Everything the form of the file cannot say."""

    unit: ClassVar[str] = "cm"
    y_to_north: ClassVar[bool] = False

    def __init__(self, form: AnyScenario, file: str) -> None:
        super().__init__(form, file)
        self.sides = {side.code: side for side in form.side}
        self.commands: dict[str, CommandForm] = {}
        self.units: dict[str, UnitForm] = {}

    def all(self) -> None:
        form = self.form
        self.head(*TABLES)
        self.terrain()
        self.before(form.before)
        for command in form.command:
            self.command(command)
        self.armies()
        for number, deploy in enumerate(form.deploy):
            self.deploy(deploy, f"deploy[{number}]")
        for number, arrival in enumerate(form.arrival):
            where = f"arrival[{number}]"
            self.known(arrival.commands, self.commands, f"{where}.commands")
            roads = [id for id, one in self.pieces.items() if one.kind == "road"]
            self.entries(1, arrival.entry, roads, where)
        self.everybody()
        self.places()
        self.objectives("fucilieri.6.3")
        self.specials()

    # Before the battle

    def before(self, before: BeforeForm) -> None:
        if (before.exploration in ("exploration", "manoeuvre")) != bool(before.winner):
            self.fail("before.winner", "there is one where the exploration or the manoeuvre is won, and only there")
        if before.winner:
            self.one_of(before.winner, self.sides, "before.winner")
        self.one_of(before.light, (ROLLED, NEITHER, *self.sides), "before.light")
        if self.form.first:
            self.one_of(self.form.first, self.sides, "first")
        homes = [side.home for side in self.form.side]
        if (before.terrain == "laid out") != (CHOSEN in homes) or homes.count(CHOSEN) == 1:
            why = "both sides choose theirs where the terrain is laid out, and only there (fucilieri.2.2.2)"
            self.fail("side.home", why)
        if homes[0] == homes[1] != CHOSEN:
            self.fail("side.home", "both sides have the same edge (fucilieri.0.18)")
        if before.terrain == "laid out" and self.form.terrain:
            self.fail("terrain", "it is laid out before the battle, and so none is given (fucilieri.2.2.2)")

    # Order of battle

    def own_id(self, id: str, where: str) -> None:
        """Units and commands are told by their ids: one that both had would be the other's name."""
        if id in self.commands or id in self.units:
            self.fail(where, "this id stands twice")

    def command(self, command: CommandForm) -> None:
        where = f"command {command.id}"
        self.own_id(command.id, where)
        check_name(named(command.name), f"{where}.name", self.file)
        self.one_of(command.side, self.sides, f"{where}.side")
        self.one_of(command.leader, leaders(), f"{where}.leader")
        if command.charismatic and leaders()[command.leader].charismatic:
            self.fail(f"{where}.charismatic", "he is so by his profile (fucilieri.1.6.6)")
        self.commands[command.id] = command
        for one in command.units:
            place = f"{where}.unit {one.id}"
            self.own_id(one.id, place)
            check_name(named(one.name), f"{place}.name", self.file)
            self.one_of(one.profile, profiles(), f"{place}.profile")
            if one.commander and "commander" in profiles()[one.profile].characters:
                self.fail(f"{place}.commander", "its profile has one (fucilieri.1.6.4)")
            profile = profile_of(one)
            if why := wrong_size(profile.arm, profile.figures, profile.guns):
                self.fail(f"{place}.figures", f"{why} ({profile.as_arm.rule})")
            self.units[one.id] = one

    def armies(self) -> None:
        for side in self.form.side:
            self.one_of(side.nation, lists().armies, f"side {side.code}.nation")
            own = tuple(command_sheet(one, side.seat) for one in self.form.command if one.side == side.code)
            for fault in faults_of_army(Army(side.nation, self.form.date, own), self.form.points):
                where = f"side {side.code}" if fault.where == "army" else fault.where
                self.fail(where, f"{fault.why} ({fault.rule})")

    # Ground

    def piece(self, form: PieceForm, where: str) -> None:
        self.ground(form, terrain().kinds, where)
        kind = terrain().kinds[form.kind]
        is_path = kind.what == "obstacle" or kind.id == "road"
        if is_path != bool(form.path):
            self.fail(where, "obstacles and roads are given as «path», everything else as «rect» or «polygon»")
        if form.gaps:
            self.fail(f"{where}.gaps", "ways across are given as «ways» (fucilieri.5.18)")
        for number, way in enumerate(form.ways):
            place = f"{where}.ways[{number}]"
            if kind.id == "river" and form.rect is not None:
                self.rect(strip_of(form.rect, way), place)
                self.in_river(form.rect, (*way.at, *way.at), place)
                self.in_river(form.rect, strip_of(form.rect, way), place)
            elif kind.what != "obstacle":
                self.fail(place, "only lines, and rivers that are a «rect», have ways across (fucilieri.5.18)")
            elif not any(lies_on(way.at, line) for line in form.all_lines):
                self.fail(place, f"({way.at[0] / CM:g}, {way.at[1] / CM:g}) does not lie on a line of this piece")

    def in_river(self, river: Rect, strip: Rect, where: str) -> None:
        if not (river[0] <= strip[0] and river[1] <= strip[1] and strip[2] <= river[2] and strip[3] <= river[3]):
            self.fail(where, "it does not lie in its river")

    # Deployment, arrivals

    def strip(self, form: DeployArea, where: str) -> None:
        """A strip along an edge."""
        if form.rect is not None or form.polygon or form.inside or form.at is not None:
            self.fail(where, "a strip along an «edge» has no other shape")
        if form.edge == OWN_EDGE:
            edges = [side.home for side in self.form.side]
        else:
            edges = [form.edge]
        short = min(self.depth if one in ("north", "south", CHOSEN) else self.width for one in edges)
        if not 0 < form.within <= short:
            self.fail(
                f"{where}.within", f"it is {form.within / CM:g}; it must be more than 0 and reach not beyond the table"
            )
        for piece in form.near:
            self.one_of(piece, self.pieces, f"{where}.near")

    def deploy(self, form: DeployForm, where: str) -> None:
        if bool(form.side) == bool(form.commands):
            self.fail(where, "it is about a «side» or about «commands»")
        if form.side:
            self.one_of(form.side, self.sides, f"{where}.side")
        self.known(form.commands, self.commands, f"{where}.commands")
        if len({self.commands[one].side for one in form.commands}) > 1:
            self.fail(f"{where}.commands", "they are not all of one side")
        if not form.area:
            self.fail(f"{where}.area", "there is none")
        for number, area in enumerate(form.area):
            place = f"{where}.area[{number}]"
            if area.edge is not None:
                self.strip(area, place)
            else:
                self.area(area, place)
                if area.within:
                    self.fail(f"{place}.within", "say with «edge» of which edge")

    def everybody(self) -> None:
        """Every command is set up or arrives, in one way."""
        seen: set[str] = set()
        for form in (*self.form.deploy, *self.form.arrival):
            for one in form.commands:
                if one in seen:
                    self.fail("deploy", f"«{one}» stands twice")
                seen.add(one)
        whole = [form.side for form in self.form.deploy if form.side]
        if len(set(whole)) < len(whole):
            self.fail("deploy", "a side stands twice")
        for one in self.commands.values():
            if one.id not in seen and one.side not in whole:
                self.fail("deploy", f"nothing says where «{one.id}» is set up or comes on")
        for form in self.form.arrival:
            for id in form.commands:
                if leaders()[self.commands[id].leader].is_condottiero:
                    self.fail("arrival", "the command of the condottiero is no reinforcement (fucilieri.2.3r.5)")

    # Victory and special rules

    def place(self, place: PlaceForm, where: str) -> None:
        if (bool(place.piece), place.at is not None, place.rect is not None).count(True) != 1:
            self.fail(where, "it needs one of «piece», «at» and «rect»")
        if place.at is not None:
            self.on_table((place.at,), f"{where}.at")
        if place.rect is not None:
            self.rect(place.rect, f"{where}.rect")

    def special(self, rule: Any, where: str) -> None:
        if isinstance(rule, Convoy | Baggage | FirstOrders) or (isinstance(rule, FreeChange) and rule.side):
            self.one_of(rule.side, self.sides, f"{where}.side")
        if isinstance(rule, Convoy):
            self.one_of(rule.road, [id for id, one in self.pieces.items() if one.kind == "road"], f"{where}.road")
            self.on_table((rule.first,), f"{where}.first")
            self.at_least(1, rule.trains, f"{where}.trains")
        if isinstance(rule, FreeChange):
            if bool(rule.side) == bool(rule.commands) or bool(rule.near) == bool(rule.inside):
                self.fail(where, "it is about a «side» or «commands», and «near» or «inside» something")
            self.known(rule.commands, self.commands, f"{where}.commands")
            for piece in (*rule.near, *rule.inside):
                self.one_of(piece, self.pieces, where)
        if isinstance(rule, Drowned):
            self.one_of(rule.piece, self.pieces, f"{where}.piece")
        if isinstance(rule, Sluice):
            for line in rule.lines:
                self.one_of(line, self.pieces, f"{where}.lines")
            self.one_of(rule.until.place, [place.id for place in self.form.place], f"{where}.until.place")
            self.one_of(rule.until.side, self.sides, f"{where}.until.side")
        if isinstance(rule, Darkness) and not 1 <= rule.from_turn <= rule.to_turn <= self.form.turns:
            self.fail(where, f"its turns must be of 1 to {self.form.turns}, the first not after the last")
        if isinstance(rule, FirstOrders) and not rule.orders:
            self.fail(f"{where}.orders", f"there is none; known are {', '.join(tables().orders)}")
