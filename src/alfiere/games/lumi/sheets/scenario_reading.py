"""Reading a battle: its file, and everything that must be true of it, each slip told in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from alfiere.battles.areas import AreaForm
from alfiere.battles.armies.meeting import read_battle
from alfiere.battles.battle_reading import BattleCheck
from alfiere.battles.ground_shapes import lies_on, to_the_south
from alfiere.games.lumi.sheets.free_army import LISTS
from alfiere.games.lumi.sheets.profiles import Profile, lists
from alfiere.games.lumi.sheets.scenario import Scenario
from alfiere.games.lumi.sheets.scenario_forms import (
    LENGTHS,
    POINTS,
    AnyScenario,
    ArrivalForm,
    BaseForm,
    Bound,
    DeployForm,
    DivisionForm,
    GeneralForm,
    LeavesByOrder,
    NoHorses,
    OfDivisions,
    PieceForm,
    PlaceForm,
    ScenarioForm,
    SideForm,
    WhoForm,
)
from alfiere.games.lumi.sheets.tables import DATA, UM, tables
from alfiere.games.lumi.sheets.terrain import terrain
from alfiere.kernel.bad_data import battle_ids, battle_source, shaped
from alfiere.kernel.forms import Name, check_name, hundredths, named

FOLDER: Final = DATA / "scenarios"
TABLES: Final = (12 * UM, 120 * UM)  # the least and the most that one measures


def read_scenario(name: str | Path | Mapping[str, Any], form: type[AnyScenario] = ScenarioForm[Any]) -> Scenario:
    """A battle by its id, from a file, or from data read before. Raises BadData."""
    source, file = battle_source(name, FOLDER)
    return read_battle(source, file, LISTS, lambda data, source: _read(data, source, file, form))


def _read(source: dict[str, Any], original: dict[str, Any], file: str, form: type[AnyScenario]) -> Scenario:
    data = hundredths(source, LENGTHS, file)
    _Reading(shaped(data, form, file), file).all()
    turned = to_the_south(data, POINTS, data["table"]["depth"])
    return Scenario(shaped(turned, form, file), original, file)


def scenario_ids() -> list[str]:
    """The battles a player is offered, the earliest first."""
    return battle_ids(FOLDER)


class _Reading(BattleCheck):
    """Everything the form of the file cannot say, in the coordinates of the file."""

    def __init__(self, form: AnyScenario, file: str) -> None:
        super().__init__(form, file)
        self.sides = {side.code: side for side in form.side}
        self.divisions: dict[str, DivisionForm] = {}
        self.brigades: dict[str, DivisionForm] = {}
        self.bases: dict[str, tuple[Profile, DivisionForm]] = {}
        self.ids: set[str] = set()

    def all(self) -> None:
        form = self.form
        self.head(*TABLES)
        self.terrain()
        for side in form.side:
            self.side(side)
        for division in form.division:
            self.division(division)
        for key in ("first", "initiative"):
            self.one_of(getattr(form, key), self.sides, key)
        for number, deploy in enumerate(form.deploy):
            self.deploy(deploy, f"deploy[{number}]")
        for number, arrival in enumerate(form.arrival):
            self.arrival(arrival, f"arrival[{number}]")
        self.everybody()
        self.places()
        self.objectives("lumi.11.7")
        self.specials()

    # Order of battle

    def own_id(self, id: str, name: str | Name, where: str) -> None:
        if id in self.ids:
            self.fail(where, "this id stands twice; every base, brigade, division and general needs its own")
        self.ids.add(id)
        check_name(named(name), f"{where}.name", self.file)

    def general(self, one: GeneralForm, where: str) -> None:
        self.own_id(one.id, one.name, where)
        self.one_of(one.grade, tables().grades, f"{where}.grade")

    def side(self, side: SideForm) -> None:
        where, own = f"side {side.code}", [one for one in self.form.division if one.side == side.code]
        self.one_of(side.army, lists().armies, f"{where}.army")
        self.one_of(side.fight, tables().fights, f"{where}.fight")
        self.general(side.cic, f"{where}.cic")
        self.amount(len(own), tables().numbers.divisions, where, "divisions")
        if sum(one.general is None for one in own) > 1:
            self.fail(where, "the CiC is the general of one division at most (lumi.1.6.3)")

    def amount(self, number: int, limits: tuple[int, int], where: str, what: str) -> None:
        if not limits[0] <= number <= limits[1]:
            self.fail(where, f"it has {number} {what}; it must be {limits[0]} to {limits[1]} (lumi.1.6.1)")

    def division(self, division: DivisionForm) -> None:
        where, numbers = f"division {division.id}", tables().numbers
        self.own_id(division.id, division.name, where)
        self.one_of(division.side, self.sides, f"{where}.side")
        self.divisions[division.id] = division
        if division.general is not None:
            self.general(division.general, f"{where}.general")
        self.amount(len(division.brigade), numbers.brigades, where, "brigades")
        for brigade in division.brigade:
            place = f"brigade {brigade.id}"
            self.own_id(brigade.id, brigade.name, place)
            self.brigades[brigade.id] = division
            self.amount(len(brigade.bases), numbers.bases, place, "bases")
            for one in brigade.bases:
                self.base(one, division, place)
            kinds = {self.kind(one.id) for one in brigade.bases}
            if len(kinds) > 1 or "artillery" in kinds:
                self.fail(place, "a brigade is of infantry or of cavalry (lumi.1.6.1)")
        for one in division.batteries:
            self.base(one, division, where)
            if self.kind(one.id) != "artillery":
                self.fail(f"{where}.batteries", f"«{one.id}» is no battery (lumi.1.6.2)")

    def base(self, one: BaseForm, division: DivisionForm, where: str) -> None:
        place = f"{where}.base {one.id}"
        self.own_id(one.id, one.name, place)
        self.one_of(one.profile, lists().profiles, f"{place}.profile")
        profile = lists().profiles[one.profile]
        if profile.army != self.sides[division.side].army:
            self.fail(f"{place}.profile", f"it is of {profile.army}, not of the army of its side")
        if one.on_foot and not tables().arms[profile.arm].on_foot:
            self.fail(f"{place}.on_foot", "only dragoons dismount (lumi.1.3.3b)")
        self.bases[one.id] = profile, division

    def kind(self, base: str) -> str:
        return tables().arms[self.bases[base][0].arm].kind

    # Ground

    def piece(self, form: PieceForm, where: str) -> None:
        self.ground(form, terrain().kinds, where)
        kind = terrain().kinds[form.kind]
        if (kind.what == "obstacle" or kind.is_road) != bool(form.path):
            self.fail(where, "obstacles and roads are given as «path», everything else as «rect» or «polygon»")
        for key in ("level", "random", "bridges"):
            if getattr(form, key) and kind.what != "obstacle":
                self.fail(f"{where}.{key}", "only an obstacle has it (lumi.3.3.1a)")
        if form.random and form.level is not None:
            self.fail(f"{where}.random", "its level is given (lumi.3.3.2a)")
        if not 0 <= (form.level or 0) <= 3:
            self.fail(f"{where}.level", f"it is {form.level}; obstacles have level 0 to 3 (lumi.3.3.2c)")
        for at in form.bridges:
            if not any(lies_on(at, line) for line in form.all_lines):
                self.fail(f"{where}.bridges", f"({at[0] / UM:g}, {at[1] / UM:g}) does not lie on a line of this piece")
        if (form.crest is not None) != kind.is_high:
            self.fail(f"{where}.crest", "slopes and hills, and nothing else, have a crest line (lumi.3.3.3j)")
        self.on_table(form.crest or (), f"{where}.crest")
        if kind.what != "building" and not form.infantry is form.guns is None:
            self.fail(where, "only of buildings it is said what they hold (lumi.3.3.3f)")

    def area(self, form: AreaForm, where: str) -> None:
        if form.at is not None or form.near:
            self.fail(where, "it needs exactly one of «rect», «polygon» and «inside»")
        super().area(form, where)

    # Deployment, arrivals

    def meant(self, form: WhoForm, where: str) -> list[str]:
        """The bases somebody means; all of one side."""
        self.known(form.under, self.divisions, f"{where}.under")
        self.known(form.brigades, self.brigades, f"{where}.brigades")
        self.known(form.units, self.bases, f"{where}.units")
        whole = (*(self.divisions[one] for one in form.under), *(self.brigades[one] for one in form.brigades))
        sides = {one.side for one in whole} | {self.bases[one][1].side for one in form.units}
        if len(sides) != 1:
            self.fail(where, "it is about nobody" if not sides else "they are not all of one side")
        of_brigades = [
            base.id
            for division in self.form.division
            for brigade in division.brigade
            if brigade.id in form.brigades
            for base in brigade.bases
        ]
        return [*form.units, *of_brigades, *(id for id, (_, one) in self.bases.items() if one.id in form.under)]

    def deploy(self, form: DeployForm, where: str) -> None:
        found = self.meant(form, where)
        self.areas(form.area, where)
        for one in (*form.units, *(found if form.brigades else ())):
            if form.formations and not set(form.formations) & set(tables().arms[self.bases[one][0].arm].speed):
                self.fail(f"{where}.formations", f"«{one}» can take none of them (lumi.1.7.1)")

    def arrival(self, form: ArrivalForm, where: str) -> None:
        self.meant(form, where)
        roads = [id for id, one in self.pieces.items() if terrain().kinds[one.kind].is_road]
        self.entries(form.turn, form.entry, roads, where)

    def everybody(self) -> None:
        """Everybody is set up or arrives; no two forms of the same width mean the same."""
        for key in ("under", "brigades", "units"):
            seen: set[str] = set()
            for form in (*self.form.deploy, *self.form.arrival):
                for one in getattr(form, key):
                    if one in seen:
                        self.fail("deploy", f"«{one}» stands twice")
                    seen.add(one)
        forms = (*self.form.deploy, *self.form.arrival)
        found = {id for form in forms for id in self.meant(form, "deploy")}
        for one in self.bases:
            if one not in found:
                self.fail("deploy", f"nothing says where «{one}» is set up or when it arrives")

    # Victory and special rules

    def place(self, place: PlaceForm, where: str) -> None:
        if bool(place.piece) == (place.rect is not None):
            self.fail(where, "it needs either a «piece» of terrain or a «rect»")
        if place.rect is not None:
            self.rect(place.rect, f"{where}.rect")

    def special(self, rule: Any, where: str) -> None:
        if isinstance(rule, OfDivisions):
            self.known(rule.under, self.divisions, f"{where}.under")
        if isinstance(rule, LeavesByOrder):
            self.one_of(rule.piece, self.pieces, f"{where}.piece")
        if isinstance(rule, NoHorses):
            self.known(rule.units, self.bases, f"{where}.units")
        if isinstance(rule, Bound):
            self.one_of(rule.side, self.sides, f"{where}.side")
            self.area(rule.within, f"{where}.within")
