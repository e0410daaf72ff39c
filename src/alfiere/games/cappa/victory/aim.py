"""Chapter 3.1, an objective as the rules know it that report to it."""

from __future__ import annotations

from typing import Any

from alfiere.battles.errands import Errand
from alfiere.battles.objective import Objective
from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.kernel.decision import Seat


class Aim(Objective[SkirmishState], frozen=True, kw_only=True):
    """What ends the game besides its last turn, or is worth something when it ends."""

    def left(self, g: SkirmishGame, figure: Figure, edge: str, taken: list[str]) -> None:
        """Somebody has left the table by an edge, with all these."""

    def confessed(self, g: SkirmishGame, who: Figure, confession: str) -> None:
        """Somebody has extracted a confession in full."""

    def sought(self, s: SkirmishState, seat: Seat) -> list[Errand]:
        """Where the computer should send one of the side."""
        return []


class OneSided(Aim, frozen=True, kw_only=True):
    """One that the file must say whose it is (cappa.3.1e)."""

    side: str

    def check(self, check: Check, where: str) -> None:
        check.one_of(self.side, tuple(check.scenario.seat_of), f"{where}.side")

    def seat(self, s: SkirmishState) -> Seat:
        """Who has to reach it."""
        return s.scenario.seat_of[self.side]


def aims(s: SkirmishState) -> tuple[Aim, ...]:
    """The objectives of the scenario."""
    found: tuple[Any, ...] = s.scenario.form.objective
    return found
