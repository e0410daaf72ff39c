"""The armies before the battle: everybody of the order of battle, nobody on the table yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.battles.armies.choosing import kept_options, to_choose
from alfiere.battles.armies.meeting import OPTIONS as MEETING_OPTIONS
from alfiere.battles.open_battle import SEATS, TO_COME
from alfiere.games.fucilieri.sheets.army import CommandSheet, UnitSheet
from alfiere.games.fucilieri.sheets.profiles import characters
from alfiere.games.fucilieri.sheets.scenario import Scenario
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import PRESENT, Command
from alfiere.games.fucilieri.state.leader import CHARISMATIC, CONDOTTIERO, GENERAL, Leader
from alfiere.games.fucilieri.state.unit import Unit

OPTIONS: Final[Mapping[str, Any]] = MEETING_OPTIONS
BEFORE: Final = "exploration"
MUSICIANS: Final = "musicians"


def new_battle(scenario: Scenario, options: Mapping[str, Any]) -> State:
    """The state before the first decision."""
    kept = kept_options(scenario, {**OPTIONS, **options})
    scenario = scenario.as_chosen(kept)
    state = State(
        scenario=scenario,
        options=kept,
        turn=0,
        phase=BEFORE,
        step=0,
        queue=[],
        winner="",
        reason="",
        units={},
        leaders={},
        commands={},
        homes={seat: scenario.home(seat) or "" for seat in SEATS},
        explored={},
        ground_laid=[],
        is_sluice_shut=False,
        first="",
        reinforcements=0,
        light="",
        speech=dict.fromkeys(SEATS, 0),
        standard=dict.fromkeys(SEATS, ""),
        control={id: scenario.seat_of.get(place.held_by, "") for id, place in scenario.places.items()},
        named=[],
        marks=[],
    )
    if not to_choose(state):
        muster(state)
    return state


def muster(s: State) -> None:
    """Everybody of both armies, as the scenario has them or as they were chosen (1.1.3)."""
    s.scenario = scenario = s.scenario.as_chosen(s.options)
    s.units = {id: _unit(sheet, scenario.commands[sheet.command]) for id, sheet in scenario.units.items()}
    s.leaders = {one.id: one for sheet in scenario.commands.values() for one in _leaders(sheet)}
    s.commands = {id: _command(sheet) for id, sheet in scenario.commands.items()}


def restored(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """A state from its JSON form."""
    scenario = scenario.as_chosen(data["options"])
    return State.from_plain(data, {"scenario": {scenario.id: scenario}, "profiles": scenario.profiles})


def _unit(sheet: UnitSheet, command: CommandSheet) -> Unit:
    profile = sheet.profile
    return Unit(
        id=sheet.id,
        seat=sheet.seat,
        command=sheet.command,
        status=command.status,
        profile=profile,
        where=TO_COME,
        formation="",
        x=0,
        y=0,
        heading=0,
        post="",
        figures=profile.figures,
        is_on_foot=False,
        is_disorganised=False,
        is_demoralised=False,
        is_falling_back=False,
        bloodlust=0,
        characters=list(profile.characters),
        quarters=0,
        marks=[],
    )


def _command(sheet: CommandSheet) -> Command:
    return Command(
        id=sheet.id,
        seat=sheet.seat,
        leader=leader_id(sheet.id),
        status=sheet.status,
        is_condottiero=sheet.is_condottiero,
        is_cavalry=sheet.is_cavalry,
        has_musicians=sheet.has_musicians,
        order="",
        original=len(sheet.units),
        fate=PRESENT,
        execution=0,
        initiative=0,
        entered=0,
        reasons=[],
        marks=[],
    )


def leader_id(command: str) -> str:
    """The id of the condottiero or general who leads a command."""
    return f"{command}-leader"


def _leaders(sheet: CommandSheet) -> list[Leader]:
    """The leader of a command and the individual characters that belong to it."""
    role = CONDOTTIERO if sheet.is_condottiero else GENERAL
    is_charismatic, points = sheet.is_charismatic or sheet.leader.charismatic, sheet.leader_points
    found = [_leader(sheet, leader_id(sheet.id), role, sheet.leader.cv, points, is_charismatic=is_charismatic)]
    for name in sheet.characters:
        character = characters()[name]
        if character.is_individual:
            id, is_charismatic = f"{sheet.id}-{name}", name == CHARISMATIC
            found.append(_leader(sheet, id, name, 0, character.points, is_charismatic=is_charismatic))
    return found


def _leader(sheet: CommandSheet, id: str, role: str, cv: int, points: int, *, is_charismatic: bool) -> Leader:
    return Leader(
        id=id,
        seat=sheet.seat,
        command=sheet.id,
        role=role,
        cv=cv,
        is_charismatic=is_charismatic,
        is_on_foot=False,
        points=points,
        where=TO_COME,
        x=0,
        y=0,
        heading=0,
        joined="",
        marks=[],
    )
