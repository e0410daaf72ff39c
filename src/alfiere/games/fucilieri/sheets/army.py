"""An army: its commands and units as a battle has them, what it costs, and what is wrong with it (1.1, 1.6, 1.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from alfiere.games.fucilieri.sheets.lists import lists
from alfiere.games.fucilieri.sheets.profiles import ANY, Leader, Profile, characters, roll, unit_cost, wrong_size
from alfiere.games.fucilieri.sheets.scenario_forms import CommandForm, Status, UnitForm
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.kernel.forms import Name, named

SIZED: Final = "@"  # between the name of a profile and the size that a unit of it has


class UnitSheet(NamedTuple):
    """A unit of the order of battle; its profile has its own figures, characters and points."""

    id: str
    name: Name
    seat: str
    command: str
    profile: Profile


class CommandSheet(NamedTuple):
    """A command of the order of battle."""

    id: str
    name: Name
    seat: str
    side: str
    leader: Leader
    leader_name: Name
    is_charismatic: bool
    status: Status
    characters: tuple[str, ...]
    units: tuple[UnitSheet, ...]

    @property
    def is_condottiero(self) -> bool:
        """Whether it is that of the condottiero."""
        return self.leader.is_condottiero

    @property
    def is_cavalry(self) -> bool:
        """Whether it is a cavalry command, led by a cavalry general; that of the condottiero never is (1.1.4)."""
        return not self.is_condottiero and all(one.profile.as_arm.is_cavalry for one in self.units)

    @property
    def unit_ids(self) -> tuple[str, ...]:
        """The ids of its units, in the order of the file."""
        return tuple(one.id for one in self.units)

    @property
    def has_musicians(self) -> bool:
        """Whether a set of musicians stands with its leader (1.6.4)."""
        return "musicians" in self.characters

    @property
    def leader_points(self) -> int:
        """What its leader costs with the trait he may have been bought (1.7.4)."""
        trait = self.is_charismatic and not self.leader.charismatic
        return self.leader.points + (tables().leader_points.charismatic if trait else 0)

    @property
    def points(self) -> int:
        """What all of it costs: leader, characters, units (1.1.3)."""
        staff = sum(characters()[one].points for one in self.characters)
        return self.leader_points + staff + sum(one.profile.points for one in self.units)


class Army(NamedTuple):
    """All commands of a side."""

    nation: str
    date: str
    commands: tuple[CommandSheet, ...]

    @property
    def points(self) -> int:
        """What it costs (1.1.3)."""
        return sum(one.points for one in self.commands)

    @property
    def units(self) -> tuple[UnitSheet, ...]:
        """All its units."""
        return tuple(unit for one in self.commands for unit in one.units)


class Fault(NamedTuple):
    """What is wrong with an army: where, why, and the rule against it."""

    where: str
    why: str
    rule: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why} ({self.rule})"


def command_sheet(form: CommandForm, seat: str) -> CommandSheet:
    """A command as its file has it."""
    leader = roll().leaders[form.leader]
    return CommandSheet(
        form.id,
        named(form.name),
        seat,
        form.side,
        leader,
        named(form.leader_name or leader.name),
        form.charismatic or leader.charismatic,
        form.status,
        tuple(form.characters),
        tuple(UnitSheet(one.id, named(one.name), seat, form.id, profile_of(one)) for one in form.units),
    )


def profile_of(form: UnitForm) -> Profile:
    """The profile of a unit; one of another size or with a commander has a name and a price of its own (1.7.13)."""
    usual = roll().units[form.profile]
    guns = form.guns or usual.guns
    figures = form.figures or (guns * tables().numbers.crew if form.guns else usual.figures)
    adds = form.commander and "commander" not in usual.characters
    if (figures, guns, adds) == (usual.figures, usual.guns, False):
        return usual
    staff = (*(("commander",) if adds else ()), *usual.characters)
    return msgspec.structs.replace(
        usual,
        id=f"{usual.id}{SIZED}{guns or figures}{'+' if adds else ''}",
        figures=figures,
        guns=guns,
        characters=staff,
        points=unit_cost(usual, figures, guns, staff, roll()),
    )


# What is wrong with it


def faults_of_army(army: Army, points: int = 0) -> list[Fault]:
    """Everything that is wrong with an army; ``points``: the total it is built to by its list, 0 of a given one."""
    found = [*_of_commands(army), *_of_characters(army), *_of_sizes(army)]
    return [*found, *_of_points(army, points), *_of_nations(army, points)] if points else found


def _of_commands(army: Army) -> Iterator[Fault]:
    numbers = tables().numbers
    led = sum(one.is_condottiero for one in army.commands)
    if led != 1:
        yield Fault("army", f"it has {led} condottieri; it must have one", "fucilieri.1.1.1")
    if len(army.commands) < numbers.commands_least:
        why = f"it has {len(army.commands)} commands; it must have at least {numbers.commands_least}"
        yield Fault("army", why, "fucilieri.1.1.1")
    for one in army.commands:
        least, most = numbers.condottiero_units if one.is_condottiero else numbers.command_units
        if not least <= len(one.units) <= most:
            rule = "fucilieri.1.1.1" if one.is_condottiero else "fucilieri.1.1.2"
            yield Fault(f"command {one.id}", f"it has {len(one.units)} units; it must have {least} to {most}", rule)
    guns = sum(one.profile.as_arm.is_artillery for one in army.units)
    allowed = max(1, (len(army.units) - guns) // numbers.units_per_artillery)
    if guns > allowed:
        why = f"it has {guns} artillery units; with its other units it may have {allowed}"
        yield Fault("army", why, "fucilieri.1.1.5")


def _of_characters(army: Army) -> Iterator[Fault]:
    known, numbers = characters(), tables().numbers
    for one in army.commands:
        for name, times in Counter(one.characters).items():
            if known[name].of == "unit":
                yield Fault(f"command {one.id}", f"a {name} belongs to a unit", "fucilieri.1.6.2")
            elif times > 1 and not known[name].is_individual:
                yield Fault(f"command {one.id}", f"it has {times} sets of {name}; one is the most", "fucilieri.1.6.4")
    every = Counter(name for one in army.commands for name in one.characters)
    most = {
        "scout": numbers.scouts,
        "charismatic": numbers.charismatic_characters,
        "standard": numbers.standards,
    }
    for name, limit in most.items():
        if every[name] > limit:
            yield Fault("army", f"it has {every[name]} of «{name}»; {limit} is the most", "fucilieri.1.6.5")


def _of_sizes(army: Army) -> Iterator[Fault]:
    for unit in army.units:
        profile = unit.profile
        if why := wrong_size(profile.arm, profile.figures, profile.guns):
            yield Fault(f"unit {unit.id}", why, profile.as_arm.rule)


def _of_points(army: Army, points: int) -> Iterator[Fault]:
    if army.points > points:
        yield Fault("army", f"it costs {army.points}; {points} is the most", "fucilieri.1.1.3")
    part, of = tables().numbers.foreign_share
    foreign = sum(one.points for one in army.commands if one.status != "own")
    if foreign * of > points * part:
        why = f"its allied and mercenary commands cost {foreign}; {points * part // of} is the most"
        yield Fault("army", why, "fucilieri.1.1.7")


def _of_nations(army: Army, points: int) -> Iterator[Fault]:
    known = lists()
    if army.nation not in known.armies:
        yield Fault("army", f"«{army.nation}» has no list", "fucilieri.1.7.8")
        return
    if known.armies[army.nation].allies_only:
        yield Fault("army", f"the list of «{army.nation}» is for allied commands", "fucilieri.1.7.8")
    for one in army.commands:
        yield from _of_nation(one, army)
    counts: dict[str, Counter[str]] = {}
    for unit in army.units:
        counts.setdefault(unit.profile.nation, Counter())[_listed(unit.profile)] += 1
    for nation in dict.fromkeys((army.nation, *counts)):
        if nation not in known.armies:
            continue
        own = counts.get(nation, Counter())
        for profile, (least, most) in known.bounds(nation, points).items():
            rule = "fucilieri.1.7.8" if nation == army.nation else "fucilieri.1.7.8b"
            if own[profile] > most:
                yield Fault("army", f"it has {own[profile]} units of {profile}; {most} is the most", rule)
            if nation == army.nation and own[profile] < least:
                yield Fault("army", f"it has {own[profile]} units of {profile}; it must have {least}", rule)


def _of_nation(one: CommandSheet, army: Army) -> Iterator[Fault]:
    """A command is of the army's nation, or all of it of one other: of its coalition, or of any if mercenary."""
    where, nations = f"command {one.id}", {unit.profile.nation for unit in one.units}
    if one.is_condottiero and one.status != "own":
        yield Fault(where, "that of the condottiero is of the army's own nation", "fucilieri.1.1.6")
    if one.status == "own":
        if nations - {army.nation} or one.leader.nation not in (ANY, army.nation):
            yield Fault(where, f"not all of it is of {army.nation}", "fucilieri.1.7.8")
        return
    if len(nations) > 1:
        rule = "fucilieri.1.1.6" if one.status == "allied" else "fucilieri.1.7.8b"
        yield Fault(where, f"its units are of {', '.join(sorted(nations))}; they must be of one nation", rule)
    elif one.status == "allied":
        of_leader = {one.leader.nation} - {ANY}
        for nation in sorted(nations | of_leader):
            if nation not in lists().armies or not lists().are_allies(nation, army.nation, army.date):
                yield Fault(where, f"{nation} is no other nation of the same coalition", "fucilieri.1.1.6")
        if of_leader - nations:
            yield Fault(where, f"its general is of {one.leader.nation}, its units are not", "fucilieri.1.1.6")


def _listed(profile: Profile) -> str:
    """The profile of the list that a unit of a size of its own is counted as."""
    return profile.id.partition(SIZED)[0]
