"""Armies by points from their files (1.1, 1.7.8, 1.7.13), and the order of battle of two that meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from alfiere.battles.armies.army_files import ArmyForm, Roll, Sized, UnitChoice, check_choice, check_sized, there
from alfiere.battles.armies.meeting import ARMY, MEETING, Fault, Lists, Meeting
from alfiere.battles.armies.musters import Group, counted
from alfiere.games.fucilieri.sheets.army import Army, command_sheet, faults_of_army
from alfiere.games.fucilieri.sheets.lists import lists
from alfiere.games.fucilieri.sheets.profiles import CharacterName, characters, leaders, profiles
from alfiere.games.fucilieri.sheets.scenario_forms import CommandForm, Status
from alfiere.games.fucilieri.sheets.tables import DATA
from alfiere.kernel.bad_data import Checking, shaped
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Name, both, check_name, named

FOLDER: Final = DATA / "armies"
SEAT: Final = "red"  # of an army that is only looked at


class UnitPick(UnitChoice, frozen=True, kw_only=True):
    """Units of a profile; they may have another size, and a commander (1.7.13)."""

    figures: int = 0  # left out: as their profile
    guns: int = 0
    commander: bool = False


class CharacterPick(Sized, frozen=True, kw_only=True):
    """A character of a command that is bought only in armies of some sizes."""

    character: CharacterName


class CommandPick(Sized, frozen=True, kw_only=True):
    """A command: its leader, who may be bought the charismatic trait (1.6.6), his characters, its units."""

    id: str
    name: str | Name
    leader: str
    leader_name: str | Name = ""  # left out: that of his profile
    charismatic: bool = False
    status: Status = "own"
    characters: tuple[CharacterName | CharacterPick, ...] = ()
    units: tuple[UnitPick, ...] = ()

    def characters_in(self, points: int) -> list[str]:
        """The characters it has in an army of so many points."""
        return [
            str(one) if isinstance(one, str) else one.character
            for one in self.characters
            if isinstance(one, str) or one.is_in(points)
        ]


class FreeArmy(ArmyForm, frozen=True, kw_only=True):
    """The whole file."""

    nation: str
    command: tuple[CommandPick, ...]


class ArmyLists(Lists[FreeArmy]):
    """The armies of Naran Fuciliers Wars."""

    form: ClassVar[type[Any]] = FreeArmy
    folder: ClassVar = FOLDER

    def check(self, form: FreeArmy, check: Checking, where: str) -> None:
        check.one_of(form.nation, lists().armies, f"{where}nation")
        seen: set[str] = set()
        for one in form.command:
            place = f"{where}command {one.id}"
            if one.id in seen:
                check.fail(place, "this id stands twice")
            seen.add(one.id)
            check_name(named(one.name), f"{place}.name", check.file)
            check_sized(one, form.points, check, place)
            check.one_of(one.leader, leaders(), f"{place}.leader")
            if one.charismatic and leaders()[one.leader].charismatic:
                check.fail(f"{place}.charismatic", "he is so by his profile (fucilieri.1.6.6)")
            for number, unit in enumerate(one.units):
                self._unit(unit, form, check, f"{place}.units[{number}]")

    def _unit(self, unit: UnitPick, form: FreeArmy, check: Checking, where: str) -> None:
        check.one_of(unit.profile, profiles(), f"{where}.profile")
        check_sized(unit, form.points, check, where)
        check_choice(unit, check, where)
        if unit.commander and "commander" in profiles()[unit.profile].characters:
            check.fail(f"{where}.commander", "its profile has one (fucilieri.1.6.4)")

    def faults(self, form: FreeArmy, points: int, date: str) -> list[Fault]:
        found = faults_of_army(_army(form, points, date), points)
        return [
            Fault(where.replace(f"{SEAT}-", "", 1) if where != "army" else "command", why, rule)
            for where, why, rule in found
        ]

    def cost(self, form: FreeArmy, points: int) -> int:
        return _army(form, points, "").points

    def groups(self, form: FreeArmy, points: int) -> list[Group]:
        found = []
        for one in _army(form, points, "").commands:
            units = [(unit.profile.name, unit.profile.points) for unit in one.units]
            staff = [(characters()[id].name, characters()[id].points) for id in one.characters]
            found.append(Group(one.name, one.leader_name, one.points, counted([*units, *staff])))
        return found

    def fitted(
        self, source: Mapping[str, Any], meeting: Meeting[FreeArmy], options: Mapping[str, str]
    ) -> dict[str, Any]:
        points, chosen = meeting.points(options), meeting.chosen(options)
        names = meeting.side_names(options, {side["seat"]: side["name"] for side in source["side"]})
        sides = [
            {**side, "name": names[side["seat"]], "nation": chosen[side["seat"]].nation} for side in source["side"]
        ]
        commands = [
            one for side in sides for one in _commands(chosen[side["seat"]], points, side["code"], side["seat"])
        ]
        rest = {key: value for key, value in source.items() if key not in (MEETING, ARMY)}
        return {**rest, "points": points, "side": sides, "command": commands}


LISTS: Final = ArmyLists()


def _army(form: FreeArmy, points: int, date: str) -> Army:
    sheets = tuple(
        command_sheet(shaped(one, CommandForm, "army"), SEAT) for one in _commands(form, points, "own", SEAT)
    )
    return Army(form.nation, date, sheets)


def _commands(form: FreeArmy, points: int, side: str, seat: Seat) -> Iterator[dict[str, Any]]:
    """The commands as the file of a battle has them; ids begin with the seat, so that like armies can meet."""
    commands = there(form.command, points)
    roll = Roll((unit for one in commands for unit in there(one.units, points)), lambda id: profiles()[id].name)
    for one in commands:
        id = f"{seat}-{one.id}"
        yield {
            "id": id,
            "side": side,
            "name": both(named(one.name)),
            "leader": one.leader,
            "leader_name": both(named(one.leader_name)) if one.leader_name else "",
            "charismatic": one.charismatic,
            "status": one.status,
            "characters": one.characters_in(points),
            "units": [
                {
                    "id": f"{id}-{number}",
                    "name": both(name),
                    "profile": unit.profile,
                    "figures": unit.figures,
                    "guns": unit.guns,
                    "commander": unit.commander,
                }
                for number, unit, name in roll.call(there(one.units, points))
            ],
        }
