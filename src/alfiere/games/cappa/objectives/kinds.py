"""Chapter 3.1, every kind of objective, and so the whole form of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from alfiere.games.cappa.objectives.off_the_table import CarryOff, Leave
from alfiere.games.cappa.objectives.standing import HoldGround, HoldOut, Reach
from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.scenario.ground_changes import in_flames
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.scenario.scenario_aims import buildings, needs_fire
from alfiere.games.cappa.scenario.scenario_forms import ScenarioForm
from alfiere.games.cappa.scenario.scenario_reading import read
from alfiere.games.cappa.state.earning import earn
from alfiere.games.cappa.state.state import Figure, SkirmishGame
from alfiere.games.cappa.told.fortune_events import AimHeld
from alfiere.games.cappa.victory.aim import Aim, OneSided
from alfiere.games.cappa.victory.firmness import OBJECTIVE, give_points, reach_objective
from alfiere.games.cappa.victory.reckoning import unburnt


class Break(Aim, frozen=True, kw_only=True, tag="break"):
    """The enemy's firmness gives way: that ends every skirmish, and this one nothing else (cappa.3.1b)."""


class Confession(Aim, frozen=True, kw_only=True, tag="confession"):
    """One that is extracted in full (cappa.t.talk)."""

    confession: str

    def check(self, check: Check, where: str) -> None:
        check.one_of(self.confession, tuple(one.id for one in check.form.confession), f"{where}.confession")

    def confessed(self, g: SkirmishGame, who: Figure, confession: str) -> None:
        if confession == self.confession and self.is_of(g.state.scenario.side(who.seat).code):
            reach_objective(g, who.seat, self.worth)


class AllBurning(OneSided, frozen=True, kw_only=True, tag="all burning"):
    """Every building is in flames when a turn ends. The computer is drawn to them by the rule about fires itself."""

    is_a_way: ClassVar[bool] = True

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        needs_fire(check, self.kind, where)

    def turn_over(self, g: SkirmishGame) -> None:
        if len(in_flames(g.state.changed)) >= len(g.state.ground.buildings):
            reach_objective(g, self.seat(g.state), self.worth)  # cappa.3.1a


class Unburnt(OneSided, frozen=True, kw_only=True, tag="unburnt"):
    """So many buildings are not in flames when the game ends for another reason, which this objective never is."""

    least: int

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        needs_fire(check, self.kind, where)
        there = buildings(check)
        if not 1 <= self.least <= there:
            check.fail(f"{where}.least", f"it is {self.least}; it must be 1 to {there}, so many buildings")

    def ended(self, g: SkirmishGame, number: int, reason: str) -> None:
        if reason != OBJECTIVE and unburnt(g.state) >= self.least:
            seat = self.seat(g.state)
            g.tell(AimHeld(seat, number))
            give_points(g, seat, self.worth, "objective")
            earn(g, "objective", seat)  # cappa.9.1.1c


Kind: TypeAlias = Break | Leave | CarryOff | Reach | HoldOut | Confession | HoldGround | AllBurning | Unburnt


def read_scenario(name: str | Path | Mapping[str, Any]) -> Scenario:
    """A scenario by its id, from a file, or from data read before. Raises BadData."""
    return read(name, ScenarioForm[Kind])
