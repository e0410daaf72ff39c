"""The objectives a scenario may set, and what each earns (6.4d and the texts of the battles)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from alfiere.battles.areas import AreaForm, lies_in
from alfiere.battles.ground_forms import Rect
from alfiere.battles.ground_shapes import corners
from alfiere.battles.objective import Objective
from alfiere.games.fucilieri.sheets.scenario import Scenario
from alfiere.games.fucilieri.sheets.scenario_forms import ScenarioForm
from alfiere.games.fucilieri.sheets.scenario_reading import read_scenario
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.victory.collapse import end_battle
from alfiere.games.fucilieri.victory.convoy import saved, taken
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Outline


class Aimed(Objective[State], frozen=True, kw_only=True):
    """An objective of this game: it may be worth points at the end."""

    def earned(self, s: State, seat: Seat) -> int:
        """What it is worth to a side as things stand."""
        return 0

    def is_for(self, s: State, seat: Seat) -> bool:
        """Whether it is this side's."""
        return self.is_of(s.scenario.side_of[seat])


class Points(Aimed, frozen=True, kw_only=True, tag="points"):
    """To beat the other army; every battle has it (fucilieri.6.2, .6.5)."""


class Held(Aimed, frozen=True, kw_only=True, tag="held"):
    """To hold a place at the end (fucilieri.6.4d)."""

    place: str

    def check(self, check: Any, where: str) -> None:
        """Its place is known, and it is worth something."""
        check.one_of(self.place, [one.id for one in check.form.place], f"{where}.place")
        check.at_least(1, self.worth, f"{where}.worth")

    def earned(self, s: State, seat: Seat) -> int:
        return self.worth if s.control[self.place] == seat else 0


class BreakIn(Aimed, frozen=True, kw_only=True, tag="break-in"):
    """To have so many units that are not demoralised wholly in an area at the end of a turn: that wins."""

    area: Rect
    units: int

    def check(self, check: Any, where: str) -> None:
        """Its side is known and its area lies on the table."""
        check.one_of(self.side, check.sides, f"{where}.side")
        check.rect(self.area, f"{where}.area")
        check.at_least(1, self.units, f"{where}.units")

    def inside(self, s: State) -> int:
        """How many such units are there now."""
        seat, area = s.scenario.seat_of[self.side], AreaForm(rect=self.area)
        own = [one for one in s.side(seat) if not one.is_demoralised]
        return sum(1 for one in own if lies_in(s.field, area, s.base(one).outline))

    def turn_over(self, g: FucilieriGame) -> None:
        """It wins as soon as it is so."""
        if self.inside(g.state) >= self.units:
            end_battle(g, g.state.scenario.seat_of[self.side], "break-in", "fucilieri.6.4d")


class Unbroken(Aimed, frozen=True, kw_only=True, tag="unbroken"):
    """To have no enemy unit with any part in an area at the end."""

    area: Rect

    def check(self, check: Any, where: str) -> None:
        """Its side is known, its area lies on the table, and it is worth something."""
        check.one_of(self.side, check.sides, f"{where}.side")
        check.rect(self.area, f"{where}.area")
        check.at_least(1, self.worth, f"{where}.worth")

    def earned(self, s: State, seat: Seat) -> int:
        if s.scenario.seat_of[self.side] != seat:
            return 0
        area = Outline(corners(self.area))
        return 0 if any(overlaps(area, s.base(one).outline) for one in s.foes(seat)) else self.worth


class Trains(Aimed, frozen=True, kw_only=True, tag="convoy"):
    """To bring the trains of the convoy off the table, or to take them."""

    worth_saved: int
    worth_taken: int

    def check(self, check: Any, where: str) -> None:
        """Both sides gain something."""
        check.at_least(1, min(self.worth_saved, self.worth_taken), where)

    def earned(self, s: State, seat: Seat) -> int:
        return self.worth_saved * saved(s, seat) + self.worth_taken * taken(s, seat)


Aim: TypeAlias = Points | Held | BreakIn | Unbroken | Trains


def load_scenario(name: str | Path | Mapping[str, Any]) -> Scenario:
    """A battle with its objectives. Raises BadData."""
    return read_scenario(name, ScenarioForm[Aim])
