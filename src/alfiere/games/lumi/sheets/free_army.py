"""Chapter 12: armies by points from their files (12.1, 12.2), and the battle of two that meet (12.3, 12.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from alfiere.battles.armies.army_files import ArmyForm, Roll, Sized, UnitChoice, check_choice, check_sized, there
from alfiere.battles.armies.meeting import ARMY, MEETING, OPTIONS, Fault, Lists, Meeting
from alfiere.battles.armies.musters import Group, counted
from alfiere.games.lumi.sheets.profiles import lists, profiles
from alfiere.games.lumi.sheets.tables import DATA, UM, tables
from alfiere.kernel.bad_data import Checking
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form, Name, both, check_name, named

FOLDER: Final = DATA / "armies"
RED_HOME, FIRST, INITIATIVE = "red_home", "first", "initiative"  # what is diced for and chosen at the table
ACROSS: Final = {"south": "north", "north": "south"}


class GeneralPick(Form, frozen=True, kw_only=True):
    """A general and his grade (8.1)."""

    name: str | Name
    grade: str


class BasePick(UnitChoice, frozen=True, kw_only=True):
    """So many bases of a profile."""

    on_foot: bool = False


class BrigadePick(Sized, frozen=True, kw_only=True):
    """A brigade of infantry or of cavalry (1.6.1)."""

    id: str
    name: str | Name
    bases: tuple[BasePick, ...]


class DivisionPick(Sized, frozen=True, kw_only=True):
    """A division; without a general the CiC leads it himself (1.6.3)."""

    id: str
    name: str | Name
    general: GeneralPick | None = None
    brigade: tuple[BrigadePick, ...]
    batteries: tuple[BasePick, ...] = ()

    def bases(self, points: int) -> list[BasePick]:
        """The rows of all its bases, batteries last."""
        rows = [base for one in there(self.brigade, points) for base in there(one.bases, points)]
        return [*rows, *there(self.batteries, points)]


class FreeArmy(ArmyForm, frozen=True, kw_only=True):
    """The whole file."""

    army: str
    cic: GeneralPick
    division: tuple[DivisionPick, ...]


class ArmyLists(Lists[FreeArmy]):
    """The armies of the Era dei Lumi."""

    form: ClassVar[type[Any]] = FreeArmy
    folder: ClassVar = FOLDER
    decides: ClassVar = (*OPTIONS, RED_HOME, FIRST, INITIATIVE)

    def check(self, form: FreeArmy, check: Checking, where: str) -> None:
        check.one_of(form.army, lists().armies, f"{where}army")
        self._general(form.cic, check, f"{where}cic")
        seen: set[str] = set()
        for division in form.division:
            place = f"{where}division {division.id}"
            self._group(division, form, seen, check, place)
            if division.general is not None:
                self._general(division.general, check, f"{place}.general")
            for brigade in division.brigade:
                self._group(brigade, form, seen, check, f"{where}brigade {brigade.id}")
                self._bases(brigade.bases, form, check, f"{where}brigade {brigade.id}.bases")
                kinds = {tables().arms[profiles()[one.profile].arm].kind for one in brigade.bases}
                if len(kinds) > 1 or "artillery" in kinds:
                    check.fail(f"{where}brigade {brigade.id}", "a brigade is of infantry or of cavalry (lumi.1.6.1)")
            self._bases(division.batteries, form, check, f"{place}.batteries")
            for one in division.batteries:
                if not _is_battery(one):
                    check.fail(f"{place}.batteries", f"«{one.profile}» is no battery (lumi.1.6.2)")

    def _general(self, one: GeneralPick, check: Checking, where: str) -> None:
        check_name(named(one.name), f"{where}.name", check.file)
        check.one_of(one.grade, tables().grades, f"{where}.grade")

    def _group(
        self, one: DivisionPick | BrigadePick, form: FreeArmy, seen: set[str], check: Checking, where: str
    ) -> None:
        if one.id in seen:
            check.fail(where, "this id stands twice; every brigade and division needs its own")
        seen.add(one.id)
        check_name(named(one.name), f"{where}.name", check.file)
        check_sized(one, form.points, check, where)

    def _bases(self, rows: Iterable[BasePick], form: FreeArmy, check: Checking, where: str) -> None:
        for number, one in enumerate(rows):
            place = f"{where}[{number}]"
            check.one_of(one.profile, profiles(), f"{place}.profile")
            check_sized(one, form.points, check, place)
            check_choice(one, check, place)
            if one.on_foot and not tables().arms[profiles()[one.profile].arm].on_foot:
                check.fail(f"{place}.on_foot", "only dragoons dismount (lumi.1.3.3b)")

    def faults(self, form: FreeArmy, points: int, date: str) -> list[Fault]:
        return [*_of_list(form, points), *_of_numbers(form, points)]

    def cost(self, form: FreeArmy, points: int) -> int:
        """Bases by table 20, generals by their grades (12.1)."""
        divisions, grades = there(form.division, points), tables().grades
        generals = sum(grades[one.general.grade].points for one in divisions if one.general is not None)
        bases = sum(profiles()[row.profile].points * row.count for one in divisions for row in one.bases(points))
        return grades[form.cic.grade].points_cic + generals + bases

    def groups(self, form: FreeArmy, points: int) -> list[Group]:
        grades = tables().grades
        found = [Group(named(form.cic.name), None, grades[form.cic.grade].points_cic, ())]
        for one in there(form.division, points):
            sorts = [profiles()[row.profile] for row in one.bases(points) for _ in range(row.count)]
            cost = sum(sort.points for sort in sorts) + (grades[one.general.grade].points if one.general else 0)
            leader = named(one.general.name) if one.general else None
            found.append(Group(named(one.name), leader, cost, counted((sort.name, sort.points) for sort in sorts)))
        return found

    def fitted(
        self, source: Mapping[str, Any], meeting: Meeting[FreeArmy], options: Mapping[str, str]
    ) -> dict[str, Any]:
        points, chosen = meeting.points(options), meeting.chosen(options)
        names = meeting.side_names(options, {side["seat"]: side["name"] for side in source["side"]})
        red_home = options.get(RED_HOME) or "south"
        homes = {"red": red_home, "blue": ACROSS[red_home]}
        code = {side["seat"]: side["code"] for side in source["side"]}
        sides, divisions, deploys = [], [], []
        for side in source["side"]:
            seat = side["seat"]
            army, own = chosen[seat], list(_divisions(chosen[seat], points, code[seat], seat))
            cic = {"id": f"{seat}-cic", "name": both(named(army.cic.name)), "grade": army.cic.grade}
            sides.append({**side, "name": names[seat], "army": army.army, "home": homes[seat], "cic": cic})
            divisions += own
            deploys.append({"under": [one["id"] for one in own], "area": [{"rect": _strip(source, homes[seat])}]})
        rest = {key: value for key, value in source.items() if key not in (MEETING, ARMY)}
        return {
            **rest,
            "first": code[options.get(FIRST) or "red"],
            "initiative": code[options.get(INITIATIVE) or "red"],
            "side": sides,
            "division": divisions,
            "deploy": deploys,
        }


LISTS: Final = ArmyLists()


def _is_battery(one: UnitChoice) -> bool:
    return tables().arms[profiles()[one.profile].arm].kind == "artillery"


def _of_list(form: FreeArmy, points: int) -> Iterator[Fault]:
    """All of one list, within the points (12.2a)."""
    for division in there(form.division, points):
        for row in division.bases(points):
            if profiles()[row.profile].army != form.army:
                why = f"«{row.profile}» is of {profiles()[row.profile].army}, not of {form.army}"
                yield Fault(f"division {division.id}", why, "lumi.12.2a")
    cost = LISTS.cost(form, points)
    if cost > points:
        yield Fault("division", f"it costs {cost}; {points} is the most", "lumi.12.2a")


def _of_numbers(form: FreeArmy, points: int) -> Iterator[Fault]:
    """Divisions, brigades and bases (1.6.1), and not too many batteries (12.2b)."""
    numbers, divisions = tables().numbers, there(form.division, points)
    if len(divisions) < numbers.army_divisions:
        why = f"it has {len(divisions)} divisions; it must have at least {numbers.army_divisions}"
        yield Fault("division", why, "lumi.12.2b")
    if len(divisions) > numbers.divisions[1]:
        why = f"it has {len(divisions)} divisions; {numbers.divisions[1]} is the most"
        yield Fault("division", why, "lumi.1.6.1")
    if sum(one.general is None for one in divisions) > 1:
        yield Fault("division", "the CiC is the general of one division at most", "lumi.1.6.3")
    for one in divisions:
        brigades = there(one.brigade, points)
        yield from _amount(len(brigades), numbers.brigades, f"division {one.id}", "brigades")
        for brigade in brigades:
            bases = sum(row.count for row in there(brigade.bases, points))
            yield from _amount(bases, numbers.bases, f"brigade {brigade.id}", "bases")
    rows = [row for one in divisions for row in one.bases(points)]
    batteries = sum(row.count for row in rows if _is_battery(row))
    allowed = (sum(row.count for row in rows) - batteries) // numbers.bases_to_battery
    if batteries > allowed:
        why = f"it has {batteries} batteries; with its other bases it may have {allowed}"
        yield Fault("division", why, "lumi.12.2b")


def _amount(number: int, limits: tuple[int, int], where: str, what: str) -> Iterator[Fault]:
    if not limits[0] <= number <= limits[1]:
        yield Fault(where, f"it has {number} {what}; it must have {limits[0]} to {limits[1]}", "lumi.1.6.1")


def _divisions(form: FreeArmy, points: int, side: str, seat: Seat) -> Iterator[dict[str, Any]]:
    """The divisions as the file of a battle has them; ids begin with the seat, so that like armies can meet."""
    divisions = there(form.division, points)
    roll = Roll((row for one in divisions for row in one.bases(points)), lambda id: profiles()[id].name)

    def bases(rows: Iterable[BasePick], group: str) -> list[dict[str, Any]]:
        return [
            {"id": f"{group}-{number}", "name": both(name), "profile": one.profile, "on_foot": one.on_foot}
            for number, one, name in roll.call(there(rows, points))
        ]

    for one in divisions:
        id = f"{seat}-{one.id}"
        found: dict[str, Any] = {
            "id": id,
            "side": side,
            "name": both(named(one.name)),
            "brigade": [
                {
                    "id": f"{seat}-{brigade.id}",
                    "name": both(named(brigade.name)),
                    "bases": bases(brigade.bases, f"{seat}-{brigade.id}"),
                }
                for brigade in there(one.brigade, points)
            ],
            "batteries": bases(one.batteries, f"{id}-guns"),
        }
        if one.general is not None:
            name = both(named(one.general.name))
            found["general"] = {"id": f"{id}-general", "name": name, "grade": one.general.grade}
        yield found


def _strip(source: Mapping[str, Any], home: str) -> list[float]:
    """The strip along a long edge in which an army is set up, in um from the south-west corner (12.3b)."""
    width, depth, within = source["table"]["width"], source["table"]["depth"], tables().distances.deployment / UM
    return [0, 0, width, within] if home == "south" else [0, depth - within, width, depth]
