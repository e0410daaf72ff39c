"""Reading a battle: its file, and everything that must be true of it, each slip told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from alfiere.battles.battle_reading import BattleCheck
from alfiere.battles.ground_shapes import lies_on, to_the_south
from alfiere.games.risorgimento.sheets.ground import FARM, ROAD, SECTOR, PieceForm
from alfiere.games.risorgimento.sheets.profiles import profiles
from alfiere.games.risorgimento.sheets.scenario import Scenario
from alfiere.games.risorgimento.sheets.scenario_forms import (
    LENGTHS,
    AnyScenario,
    ArrivalForm,
    Bound,
    BrokenBridge,
    CommanderForm,
    DeployForm,
    EventForm,
    NoStrategicMove,
    OffTable,
    PlaceForm,
    Prize,
    QuotaForm,
    ScenarioForm,
    Withdraws,
)
from alfiere.games.risorgimento.sheets.tables import CM, DATA, RANKS, tables
from alfiere.games.risorgimento.sheets.terrain import terrain
from alfiere.kernel.bad_data import BadData, battle_ids, battle_source, shaped
from alfiere.kernel.forms import Form, check_name, hundredths, named, scaled

FOLDER: Final = DATA / "scenarios"
TABLES: Final = (30 * CM, 400 * CM)  # the least and the most that one measures
POINTS: Final = ("polygon", "path", "points", "bridges", "fords", "passages")


def read_scenario(
    name: str | Path | Mapping[str, Any], form: type[AnyScenario] = ScenarioForm[Any], figures: int = 1
) -> Scenario:
    """A battle by its id, from a file, or from data read before, for figures of this size. Raises BadData."""
    source, file = battle_source(name, FOLDER)
    source = _whole(source, file)
    data = hundredths(source, LENGTHS, file, unit="cm")
    _Reading(shaped(data, form, file), file).all()
    turned = to_the_south(scaled(data, LENGTHS, figures), POINTS, data["table"]["depth"] * figures)

    def again(size: int) -> Scenario:
        return read_scenario(source, form, size)

    return Scenario(shaped(turned, form, file), source, file, figures, again)


def scenario_ids() -> list[str]:
    """The battles a player is offered, the earliest first."""
    return battle_ids(FOLDER)


class MoreForm(Form, frozen=True, kw_only=True):
    """Commanders a variant adds; of one who is there already, the units."""

    commander: tuple[dict[str, Any], ...] = ()


class VariantForm(Form, frozen=True, kw_only=True):
    """What a file says that is based on another battle, besides what it says anew."""

    based_on: str
    without: tuple[str, ...] = ()
    more: MoreForm = MoreForm()


def _whole(source: Mapping[str, Any], file: str) -> dict[str, Any]:
    """A variant with everything that it takes from the battle it is based on: «without» some, with «more» of others."""
    if "based_on" not in source:
        return dict(source)
    keys = VariantForm.__struct_fields__
    said = shaped({key: source[key] for key in keys if key in source}, VariantForm, file)
    if said.based_on not in battle_ids(FOLDER):
        raise BadData(file, "based_on", f"there is no such battle; there are {', '.join(battle_ids(FOLDER))}")
    base = _whole(battle_source(said.based_on, FOLDER)[0], file)
    known = {one["id"] for one in base["commander"]} | {u["id"] for one in base["commander"] for u in one["units"]}
    for one in said.without:
        if one not in known:
            raise BadData(file, "without", f"«{one}» is not in the order of battle of {said.based_on}")
    kept = [_kept(one, said.without) for one in base["commander"] if one["id"] not in said.without]
    for more in said.more.commander:
        same = next((one for one in kept if one["id"] == more.get("id")), None)
        if same is None:
            kept.append(more)
        else:
            same["units"] = [*same["units"], *more.get("units", ())]
    return {**base, "commander": kept, **{key: one for key, one in source.items() if key not in keys}}


def _kept(commander: Mapping[str, Any], gone: tuple[str, ...]) -> dict[str, Any]:
    """A commander without those who are not there."""
    superior = commander.get("superior", "")
    units = [unit for unit in commander["units"] if unit["id"] not in gone]
    return {**commander, "units": units, "superior": "" if superior in gone else superior}


class _Reading(BattleCheck):
    """Everything the form of the file cannot say, in the coordinates of the file."""

    unit: ClassVar[str] = "cm"

    def __init__(self, form: AnyScenario, file: str) -> None:
        super().__init__(form, file)
        self.commanders: dict[str, CommanderForm] = {}
        self.side_of: dict[str, str] = {}  # of every unit and commander
        self.arms: dict[str, str] = {}

    def all(self) -> None:
        form = self.form
        self.head(*TABLES)
        hours, _, minutes = form.starts.partition(":")
        if not (hours.isdigit() and minutes.isdigit() and int(hours) < 24 and int(minutes) < 60):
            self.fail("starts", f"«{form.starts}» is not a time of day, such as 13:40")
        if [side.army == "austrian" for side in form.side].count(True) != 1:
            self.fail("side", "one side is Austrian, the other French, Sardinian or both (risorgimento.0.2)")
        self.terrain()
        for one in form.commander:
            self.commander(one)
        self.chain()
        self.one_of(form.first, self.codes, "first")
        for number, deploy in enumerate(form.deploy):
            self.deploy(deploy, f"deploy[{number}]")
        for number, quota in enumerate(form.quota):
            self.quota(quota, f"quota[{number}]")
        for number, arrival in enumerate(form.arrival):
            self.arrival(arrival, f"arrival[{number}]")
        self.everybody()
        self.places()
        self.objectives("risorgimento.i.1.1")
        self.specials()

    # Order of battle

    def commander(self, one: CommanderForm) -> None:
        where = f"commander {one.id}"
        sides = {side.code: side for side in self.form.side}
        self.one_of(one.side, sides, f"{where}.side")
        check_name(named(one.name), f"{where}.name", self.file)
        self.own_id(one.id, where)
        self.commanders[one.id] = one
        self.side_of[one.id] = one.side
        if len({one.radius is None, one.initiative is None, one.bonus is None}) != 1:
            self.fail(where, "give radius, initiative and bonus, or none of them and table 1 does (risorgimento.cmd.9)")
        for key in ("radius", "initiative", "bonus"):
            self.at_least(0, getattr(one, key) or 0, f"{where}.{key}")
        is_austrian = sides[one.side].army == "austrian"
        if ((one.army or sides[one.side].army) == "austrian") != is_austrian:
            self.fail(f"{where}.army", "Austrians and Allies do not serve on one side (risorgimento.0.2)")
        for unit in one.units:
            place = f"{where}.unit {unit.id}"
            self.own_id(unit.id, place)
            check_name(named(unit.name), f"{place}.name", self.file)
            self.one_of(unit.profile, profiles(), f"{place}.profile")
            profile = profiles()[unit.profile]
            if (profile.nation == "austrian") != is_austrian:
                self.fail(f"{place}.profile", "Austrians and Allies do not serve on one side (risorgimento.0.2)")
            for key, usual in (("vf", profile.vf), ("vm", profile.vm)):
                left = self.form.worn.left(key, getattr(unit, key) or usual, one.id, unit.id)
                self.at_least(1, left, f"{place}.{key}")
            self.side_of[unit.id] = one.side
            self.arms[unit.id] = profile.arm

    def own_id(self, id: str, where: str) -> None:
        if id in self.side_of:
            self.fail(where, "this id stands twice; every unit and commander needs its own")

    def chain(self) -> None:
        for one in self.commanders.values():
            where = f"commander {one.id}.superior"
            if not one.superior:
                continue
            self.one_of(one.superior, self.commanders, where)
            above = self.commanders[one.superior]
            if above.side != one.side or RANKS.index(above.rank) >= RANKS.index(one.rank):
                self.fail(where, f"«{one.superior}» is no higher commander of the same side (risorgimento.cmd.1)")
        for side in self.form.side:
            if not any(one.side == side.code and one.units for one in self.commanders.values()):
                self.fail(f"side {side.code}", "nobody of this side commands a unit")

    def meant(self, form: Any, where: str) -> list[str]:
        """The units and commanders somebody means; all of one side."""
        self.known(form.units, self.arms, f"{where}.units")
        self.known(form.under, self.commanders, f"{where}.under")
        self.known(form.commanders, self.commanders, f"{where}.commanders")
        named_ones = {unit for one in (*self.form.deploy, *self.form.arrival) for unit in one.units}
        below = [unit.id for one in form.under for unit in self.commanders[one].units]
        found = [*form.units, *(unit for unit in below if unit not in named_ones), *form.commanders]
        if not found:
            self.fail(where, "it is about nobody")
        if len({self.side_of[one] for one in found}) > 1:
            self.fail(where, "they are not all of one side")
        return found

    # Ground

    def piece(self, form: PieceForm, where: str) -> None:
        known = terrain()
        self.ground(form, known.kinds, where)
        kind, bases = known.kinds[form.kind], tables().bases
        if kind.what == "obstacle" and not form.path:
            self.fail(where, f"a {form.kind} is given as «path»")
        if kind.what == "ground" and form.path and form.kind != ROAD:
            self.fail(where, f"a {form.kind} is given as «rect» or «polygon»")
        if form.rect is not None and form.kind in (SECTOR, FARM):
            size = bases.sector if form.kind == SECTOR else bases.farm
            if (form.rect[2] - form.rect[0], form.rect[3] - form.rect[1]) != (size.front, size.depth):
                said = f"a {form.kind} measures {size.front / CM:g} x {size.depth / CM:g} cm"
                self.fail(f"{where}.rect", f"{said} (risorgimento.{'g.5.1' if form.kind == SECTOR else 'g.5.16'})")
        for key in ("bridges", "fords", "passages"):
            for at in getattr(form, key):
                if kind.what != "obstacle" or not any(lies_on(at, line) for line in form.all_lines):
                    x, y = at[0] / CM, at[1] / CM
                    self.fail(f"{where}.{key}", f"({x:g}, {y:g}) does not lie on a line of this piece")
        if form.guns and form.kind != FARM:
            self.fail(f"{where}.guns", "only of a farm it is said that it holds a battery")

    # Deployment, arrivals

    def deploy(self, form: DeployForm, where: str) -> None:
        found = self.meant(form, where)
        self.areas(form.area, where)
        self.formations(found, form.formations, where)

    def formations(self, who: Iterable[str], allowed: tuple[str, ...], where: str) -> None:
        """Whoever is meant has one of the formations that are allowed, if any are named for his arm."""
        for one in who:
            arm = self.arms.get(one)
            if arm is not None and allowed and not set(allowed) & set(tables().formations_of(arm)):
                self.fail(f"{where}.formations", f"{one} can take none of them (risorgimento.e.4.10)")

    def quota(self, form: QuotaForm, where: str) -> None:
        found = [one for one in self.meant(form, where) if self.arms.get(one) == form.arm]
        for key in ("inside", "near"):
            for piece in getattr(form, key):
                self.one_of(piece, self.pieces, f"{where}.{key}")
        if form.least > len(found) or (form.most is not None and form.most < form.least):
            self.fail(where, f"«least» and «most» do not go with the {len(found)} units it is about")

    def arrival(self, form: ArrivalForm, where: str) -> None:
        found = self.meant(form, where)
        roads = [id for id, one in self.pieces.items() if one.kind == ROAD]
        self.entries(form.turn, form.entry, roads, where)
        if form.up_to and not (1 <= form.up_to <= 10 and form.turn < form.sure <= self.form.turns):
            self.fail(
                where, "with «up_to», a number of a d10, it needs «sure», a later turn in which they come at last"
            )
        if form.sure and not form.up_to:
            self.fail(f"{where}.sure", "it is only for those who come on a die, «up_to»")
        self.formations(found, form.formations, where)

    def everybody(self) -> None:
        """Everybody is set up or arrives, once; a commander of whom nothing is said stands with his men (set.1)."""
        seen: dict[str, str] = {}
        for key, forms in (("deploy", self.form.deploy), ("arrival", self.form.arrival)):
            for number, form in enumerate(forms):
                where = f"{key}[{number}]"
                for one in self.meant(form, where):
                    if one in seen:
                        self.fail(where, f"«{one}» stands in {seen[one]} already")
                    seen[one] = where
        for one in self.arms:
            if one not in seen:
                self.fail("deploy", f"nothing says where «{one}» is set up or when it arrives")
        for who in self.commanders:
            if who not in seen and not any(seen[unit].startswith("deploy") for unit in self.below(who)):
                self.fail(
                    "deploy", f"nothing says where «{who}» is set up, and none of his units is (risorgimento.set.1)"
                )

    def below(self, commander: str) -> Iterator[str]:
        """All the units under somebody."""
        yield from (unit.id for unit in self.commanders[commander].units)
        for one in self.commanders.values():
            if one.superior == commander:
                yield from self.below(one.id)

    # Victory and special rules

    def place(self, place: PlaceForm, where: str) -> None:
        if bool(place.piece) == (place.at is not None):
            self.fail(where, "it needs either a «piece» of terrain or a point, «at»")
        self.on_table((place.at,) if place.at is not None else (), f"{where}.at")

    def special(self, rule: Any, where: str) -> None:
        if isinstance(rule, Bound | Withdraws):
            self.known(rule.under, self.commanders, f"{where}.under")
        if isinstance(rule, NoStrategicMove | OffTable):
            self.one_of(rule.side, self.codes, f"{where}.side")
        if isinstance(rule, Bound):
            if rule.within is not None:
                self.area(rule.within, f"{where}.within")
            if not rule.until_turn and rule.until is None:
                self.fail(where, "say with «until_turn» or «until» when it is lifted")
            if rule.until is not None:
                self.event(rule.until, f"{where}.until")
        elif isinstance(rule, Prize):
            self.known((rule.commander,), self.commanders, f"{where}.commander")
        elif isinstance(rule, BrokenBridge):
            self.one_of(rule.line, self.pieces, f"{where}.line")
            if not any(lies_on(rule.at, line) for line in self.pieces[rule.line].all_lines):
                self.fail(f"{where}.at", f"it does not lie on «{rule.line}»")
            self.at_least(1, rule.turns, f"{where}.turns")

    def event(self, form: EventForm, where: str) -> None:
        if bool(form.near) == bool(form.place):
            self.fail(where, "it needs either «near», an enemy, or «place», with the «side» that holds it")
        for piece in form.near:
            self.one_of(piece, self.pieces, f"{where}.near")
        if form.place:
            self.one_of(form.place, [place.id for place in self.form.place], f"{where}.place")
            self.one_of(form.side, self.codes, f"{where}.side")
