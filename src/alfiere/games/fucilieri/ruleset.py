"""The game as the kernel, the players and the server know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alfiere.battles.armies.choosing import choices_of, options_of, to_choose
from alfiere.battles.armies.musters_told import musters_of
from alfiere.battles.armies.own_army import own_army
from alfiere.battles.open_battle import SEATS
from alfiere.games.fucilieri.before.first_orders import forget_orders, orders_are_secret
from alfiere.games.fucilieri.computer.judgement import evaluate
from alfiere.games.fucilieri.computer.sense import EFFORT, considered
from alfiere.games.fucilieri.invariants import faults
from alfiere.games.fucilieri.sheets.free_army import LISTS
from alfiere.games.fucilieri.sheets.scenario import Scenario
from alfiere.games.fucilieri.sheets.scenario_reading import FOLDER, scenario_ids
from alfiere.games.fucilieri.shown.naming import name_of, spoken
from alfiere.games.fucilieri.shown.picture import picture
from alfiere.games.fucilieri.shown.preview import objection, price, prospects, sketch
from alfiere.games.fucilieri.shown.view import view
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.muster import BEFORE, OPTIONS, new_battle, restored
from alfiere.games.fucilieri.turn import battle
from alfiere.games.fucilieri.victory.collapse import COLLAPSE, NOBODY, points
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.bad_data import read_toml
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.folder import InFolder
from alfiere.kernel.objection import Objection
from alfiere.kernel.price import Price
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Army, Choices, Musters, Result, View


class Fucilieri(InFolder[State]):
    """Naran Fuciliers Wars: battles of the War of the Spanish Succession, on an open table in cm."""

    code = "fucilieri"
    title = "Naran Fuciliers Wars"
    first_battle = "stura-1706"
    folder = Path(__file__).parent

    def scenario_ids(self) -> list[str]:
        return scenario_ids()

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        return load_scenario(name)

    def army(self, file: Path) -> Army | None:
        data = read_toml(file)
        if "command" not in data or "side" in data:
            return None
        return own_army(file, LISTS, FOLDER / "meeting-1706.toml", load_scenario)

    def options(self) -> Mapping[str, Any]:
        return OPTIONS

    def options_of(self, scenario: Scenario) -> Mapping[str, Any]:
        return options_of(scenario, OPTIONS)

    def choices(self, scenario: Scenario) -> Choices:
        return choices_of(scenario, self.words)

    def musters(self, scenario: Scenario) -> Musters:
        return musters_of(scenario.meeting)

    def setup(self, scenario: Scenario, options: Mapping[str, Any]) -> State:
        return new_battle(scenario, options)

    def restore(self, scenario: Scenario, data: Mapping[str, Any]) -> State:
        return restored(scenario, data)

    def play(self, g: FucilieriGame) -> Procedure[None]:
        return battle(g)

    def result(self, state: State) -> Result | None:
        if not state.winner:
            return None
        winner = None if state.winner == NOBODY else state.winner
        rule = "fucilieri.6.2" if state.reason == COLLAPSE else "fucilieri.6.5"
        return Result(winner, state.reason, (rule,), state.turn, {seat: points(state, seat) for seat in SEATS})

    def strength(self, state: State, seat: Seat) -> Mapping[str, int]:
        units = [one for one in state.units.values() if one.seat == seat]
        return {"units": len(units), "points": sum(one.profile.points for one in units)}

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def redeal(self, state: State, seat: Seat, chance: Chance) -> None:
        """The other side's first orders are unknown until they are turned up (fucilieri.2.5.1)."""
        forget_orders(state, seat)

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def considered(self, state: State, decision: Decision) -> Sequence[Option]:
        return considered(state, decision)

    def effort(self, state: State) -> int:
        """An answer is a move of a whole unit, with all that may follow."""
        return EFFORT

    def hides(self, state: State) -> bool:
        """First orders, until they are turned up (fucilieri.2.5.1), and armies while they are chosen."""
        return orders_are_secret(state) or bool(to_choose(state))

    def acts_unseen(self, state: State) -> bool:
        """While first orders are given, or armies chosen."""
        return state.phase == BEFORE and (orders_are_secret(state) or bool(to_choose(state)))

    def faults(self, state: State) -> list[str]:
        return faults(state)

    def name(self, state: State, kind: str, value: Any, language: str) -> str:
        return name_of(state, kind, value, self.words(language))

    def spoken(self, state: State, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        return spoken(state, option, self.words(language))

    def price(self, state: State, decision: Decision, option: Option) -> Price | None:
        return price(state, decision, option)

    def picture(self, state: State, seat: Seat | None, language: str) -> str:
        return picture(state, self.words(language), self.namer(state, language))

    def sketch(self, state: State, decision: Decision, option: Option) -> list[Drawn]:
        return sketch(state, decision, option)

    def prospects(self, state: State, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        return prospects(state, decision, option)

    def objection(self, state: State, decision: Decision, answer: Option) -> Objection:
        return objection(state, decision, answer)


GAME = Fucilieri()
