"""Chapter I.1: what a side must hold, when, and who wins by it; with these kinds a scenario's file is whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from alfiere.battles.events import BattleEnded
from alfiere.battles.objective import Objective, foremost
from alfiere.games.risorgimento.sheets.scenario import Scenario
from alfiere.games.risorgimento.sheets.scenario_forms import ScenarioForm
from alfiere.games.risorgimento.sheets.scenario_reading import read_scenario
from alfiere.games.risorgimento.sheets.tables import Nation
from alfiere.games.risorgimento.state.battle import OF_BATTLE, SEATS, BattleGame, BattleState
from alfiere.kernel.bad_data import shaped
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form

HELD = OF_BATTLE.about("held", str)  # what an objective asks for, so many turns running
NOBODY = "nobody"
WON = ("risorgimento.i.0.2",)


def end_battle(g: BattleGame, winner: Seat, reason: str, rules: tuple[str, ...] = WON) -> None:
    """Somebody, or nobody, has won."""
    if not g.state.winner:
        g.state.winner, g.state.reason = winner, reason
        g.tell(BattleEnded(winner, reason, rules))


class Aim(Objective[BattleState], frozen=True, kw_only=True):
    """An objective of a battle; those that name a side are its alone."""

    def seat(self, s: BattleState) -> Seat:
        """Whose it is."""
        return s.scenario.seat_of[self.side]

    def named(self, check: Any, where: str, *keys: str) -> None:
        """Its places are known, and its side."""
        known = [place.id for place in check.form.place]
        for key in keys:
            for place in getattr(self, key):
                check.one_of(place, known, f"{where}.{key}")


class Clear(Form, frozen=True, kw_only=True):
    """Village sectors and farms in which no unit of a nation may be."""

    nation: Nation
    places: tuple[str, ...]


class Hold(Aim, frozen=True, kw_only=True, tag="hold"):
    """All of some places, or so many of them, are held when a turn ends, perhaps several running, or after the last."""

    places: tuple[str, ...]
    least: int = 0  # left out: all of them
    running: int = 1
    from_turn: int = 1
    when: Literal["turn", "last"] = "turn"
    clear: Clear | None = None
    great: tuple[str, ...] = ()  # with any of these it is a great victory

    def check(self, check: Any, where: str) -> None:
        check.one_of(self.side, [side.code for side in check.form.side], f"{where}.side")
        self.named(check, where, "places", "great")
        if self.clear is not None:
            for place in self.clear.places:
                check.one_of(place, [one.id for one in check.form.place], f"{where}.clear.places")
        if not self.places or not 0 <= self.least <= len(self.places):
            check.fail(f"{where}.least", f"it is {self.least}; there are {len(self.places)} places")
        check.at_least(1, self.running, f"{where}.running")
        if not 1 <= self.from_turn <= check.form.turns:
            check.fail(f"{where}.from_turn", f"it is {self.from_turn}; the battle has turns 1 to {check.form.turns}")

    @property
    def wanted(self) -> int:
        """How many of the places."""
        return self.least or len(self.places)

    def held(self, s: BattleState) -> int:
        """How many of them the side holds now."""
        return sum(s.control[place] == self.seat(s) for place in self.places)

    def is_met(self, s: BattleState) -> bool:
        """Whether it is so now, whatever the turn."""
        return self.held(s) >= self.wanted and not any(self._intruders(s))

    def _intruders(self, s: BattleState) -> Iterator[str]:
        if self.clear is None:
            return
        pieces = {s.places[place].piece for place in self.clear.places}
        for unit in s.on_table:
            if unit.profile.nation == self.clear.nation and unit.post.partition("/")[0] in pieces:
                yield unit.id

    def turn_over(self, g: Any) -> None:
        s: BattleState = g.state
        if self.when != "turn" or s.turn < self.from_turn:
            return
        key = f"{self.side}:{'+'.join(self.places)}"
        HELD.set(s, key, HELD.count(s, key) + 1 if self.is_met(s) else 0)
        if HELD.count(s, key) >= self.running:
            self._win(g)

    def last_turn_over(self, g: Any) -> None:
        if self.when == "last" and self.is_met(g.state):
            self._win(g)

    def _win(self, g: BattleGame) -> None:
        s = g.state
        is_great = any(s.control[place] == self.seat(s) for place in self.great)
        end_battle(g, self.seat(s), "great-victory" if is_great else "objectives")

    def leader(self, s: BattleState) -> Seat | None:
        return self.seat(s) if self.is_met(s) and s.turn >= self.from_turn else None

    def pull(self, s: BattleState, seat: Seat, own: list[Any]) -> float:
        return min(self.held(s), self.wanted) / self.wanted


class Most(Aim, frozen=True, kw_only=True, tag="most"):
    """After the last turn whoever holds more of these places has won; if both hold as many, nobody by this."""

    places: tuple[str, ...]

    def check(self, check: Any, where: str) -> None:
        self.named(check, where, "places")
        if not self.places:
            check.fail(f"{where}.places", "there are none")

    def leader(self, s: BattleState) -> Seat | None:
        holders = [s.control[place] for place in self.places]
        return foremost({seat: holders.count(seat) for seat in SEATS})

    def last_turn_over(self, g: Any) -> None:
        if (seat := self.leader(g.state)) is not None:
            end_battle(g, seat, "objectives")

    def pull(self, s: BattleState, seat: Seat, own: list[Any]) -> float:
        return sum(s.control[place] == seat for place in self.places) / len(self.places)


class Points(Aim, frozen=True, kw_only=True, tag="points"):
    """After the last turn whoever has more victory points has won; with as many nobody has (i.0.2)."""

    def leader(self, s: BattleState) -> Seat | None:
        return foremost(s.points)

    def last_turn_over(self, g: Any) -> None:
        end_battle(g, self.leader(g.state) or NOBODY, "points")


class Otherwise(Aim, frozen=True, kw_only=True, tag="otherwise"):
    """After the last turn a side has won if nobody else has."""

    def check(self, check: Any, where: str) -> None:
        check.one_of(self.side, [side.code for side in check.form.side], f"{where}.side")

    def leader(self, s: BattleState) -> Seat | None:
        return self.seat(s)

    def last_turn_over(self, g: Any) -> None:
        end_battle(g, self.seat(g.state), "objectives")


Kind: TypeAlias = Hold | Most | Points | Otherwise


def load_scenario(name: str | Path | Mapping[str, Any]) -> Scenario:
    """A battle with everything its file says, its objectives too. Raises BadData."""
    return read_scenario(name, ScenarioForm[Kind])


def aims(s: BattleState) -> tuple[Aim, ...]:
    """The objectives of a battle, in the order of the file."""
    found = s.scenario.form.objective
    return tuple(one if isinstance(one, Aim) else shaped(one, Kind, "objective") for one in found)  # type: ignore[arg-type]
