"""The objectives a scenario may set: what each asks, and what it costs the other army (11.6)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from alfiere.battles.objective import Objective
from alfiere.battles.open_battle import other
from alfiere.games.lumi.sheets.scenario import Scenario
from alfiere.games.lumi.sheets.scenario_forms import ScenarioForm
from alfiere.games.lumi.sheets.scenario_reading import read_scenario
from alfiere.games.lumi.state.battle import OF_BATTLE, LumiGame, State
from alfiere.games.lumi.told.victory import ObjectiveReached
from alfiere.games.lumi.victory.cohesion import is_on_place, present, take_from
from alfiere.kernel.decision import Seat

REACHED = OF_BATTLE.about("reached", str)  # an objective, by its text: each counts once


class Cohesion(Objective[State], frozen=True, kw_only=True, tag="cohesion"):
    """To break the other army before one's own breaks; every battle has it (lumi.11.7, .11.8)."""


class OfPlaces(Objective[State], frozen=True, kw_only=True):
    """An objective about some places; once reached, the cohesion of the other army falls."""

    places: tuple[str, ...]
    cohesion: int

    def check(self, check: Any, where: str) -> None:
        """Its places and its side are known, and it costs something."""
        for place in self.places:
            check.one_of(place, [one.id for one in check.form.place], f"{where}.places")
        check.one_of(self.side, check.sides, f"{where}.side")
        check.at_least(1, self.cohesion, f"{where}.cohesion")

    def seat(self, s: State) -> Seat:
        """Who is to reach it."""
        return s.scenario.seat_of[self.side]

    def is_reached(self, s: State) -> bool:
        """Whether it is so now."""
        raise NotImplementedError

    def turn_over(self, g: LumiGame) -> None:
        """The first time a turn ends so."""
        self.count(g)

    def count(self, g: LumiGame) -> None:
        """If it is reached, and for the first time, it counts."""
        s, seat = g.state, self.seat(g.state)
        if not REACHED.is_on(s, self.text.en) and self.is_reached(s):
            REACHED.put(s, self.text.en)
            take_from(s, other(seat), self.cohesion)
            g.tell(ObjectiveReached(seat, self.places, self.cohesion, ("lumi.11.6",)))


class Held(OfPlaces, frozen=True, kw_only=True, tag="held"):
    """To hold all these places at the end of a turn (lumi.11.10)."""

    def is_reached(self, s: State) -> bool:
        return all(s.control[place] == self.seat(s) for place in self.places)


class Reached(OfPlaces, frozen=True, kw_only=True, tag="reached"):
    """To have a unit, ordered or disordered, wholly in one of these places at the end of a turn."""

    def is_reached(self, s: State) -> bool:
        return any(self.seat(s) in present(s, s.scenario.places[place], wholly=True) for place in self.places)


class Cleared(OfPlaces, frozen=True, kw_only=True, tag="cleared"):
    """To be alone on all these places, ordered or disordered, at the end of a turn."""

    def is_reached(self, s: State) -> bool:
        return all(present(s, s.scenario.places[place]) == [self.seat(s)] for place in self.places)


class MostBases(OfPlaces, frozen=True, kw_only=True, tag="most bases"):
    """To have more than half of the bases on these places when the game ends."""

    def is_reached(self, s: State) -> bool:
        places = [s.scenario.places[place] for place in self.places]
        there = [one for one in s.on_table if any(is_on_place(s, place, one) for place in places)]
        return 2 * sum(1 for one in there if one.seat == self.seat(s)) > len(there)

    def turn_over(self, g: LumiGame) -> None:
        """It counts only at the end."""

    def last_turn_over(self, g: LumiGame) -> None:
        """Now it does."""
        self.count(g)


Aim: TypeAlias = Cohesion | Held | Reached | Cleared | MostBases


def load_scenario(name: str | Path | Mapping[str, Any]) -> Scenario:
    """A battle with its objectives. Raises BadData."""
    return read_scenario(name, ScenarioForm[Aim])
