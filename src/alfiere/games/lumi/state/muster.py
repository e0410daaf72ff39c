"""The armies before the battle: everybody of the order of battle, nobody on the table yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.battles.armies.choosing import kept_options, to_choose
from alfiere.battles.armies.meeting import OPTIONS as MEETING_OPTIONS
from alfiere.battles.open_battle import SEATS, TO_COME
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.sheets.scenario import BaseSheet, GeneralSheet, Scenario
from alfiere.games.lumi.state.base import ORDERED, Base, General
from alfiere.games.lumi.state.battle import State

OPTIONS: Final[Mapping[str, Any]] = {"secret": "no", **MEETING_OPTIONS}  # secret orders, lumi.9.1.1
SET_UP: Final = "set-up"


def new_battle(scenario: Scenario, options: Mapping[str, Any]) -> State:
    """The state before the first decision."""
    kept = kept_options(scenario, {**OPTIONS, **options})
    scenario = scenario.as_chosen(kept)
    seat_of, form = scenario.seat_of, scenario.form
    state = State(
        scenario=scenario,
        options=kept,
        turn=0,
        impulse=0,
        phase=SET_UP,
        step=0,
        queue=[],
        winner="",
        reason="",
        bases={},
        generals={},
        orders={},
        initiative=seat_of[form.initiative],
        cohesion={seat: scenario.cohesion(seat) for seat in SEATS},
        control={id: seat_of.get(place.held_by, "") for id, place in scenario.places.items()},
        levels={},
        weather=form.weather.weather,
        marks=[],
    )
    if not to_choose(state):
        muster(state)
    return state


def muster(s: State) -> None:
    """Everybody of both armies, as the scenario has them or as they were chosen (12.2a), and their cohesion (11.3)."""
    s.scenario = scenario = s.scenario.as_chosen(s.options)
    s.bases = {id: _base(sheet) for id, sheet in scenario.bases.items()}
    s.generals = {id: _general(sheet) for id, sheet in scenario.generals.items()}
    s.cohesion = {seat: scenario.cohesion(seat) for seat in SEATS}


def restored(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """A state from its JSON form."""
    scenario = scenario.as_chosen(data["options"])
    return State.from_plain(data, {"scenario": {scenario.id: scenario}, "profiles": profiles()})


def _base(sheet: BaseSheet) -> Base:
    return Base(
        id=sheet.id,
        seat=sheet.seat,
        division=sheet.division,
        brigade=sheet.brigade,
        profile=sheet.profile,
        where=TO_COME,
        formation="",
        x=0,
        y=0,
        heading=0,
        post="",
        state=ORDERED,
        losses=0,
        by_terrain=False,
        is_on_foot=sheet.is_on_foot,
        marks=[],
    )


def _general(sheet: GeneralSheet) -> General:
    return General(
        id=sheet.id,
        seat=sheet.seat,
        grade=sheet.grade,
        division=sheet.division,
        is_cic=sheet.is_cic,
        where=TO_COME,
        x=0,
        y=0,
        heading=0,
        base="",
        marks=[],
    )
