"""The game as the kernel, the players and the server know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alfiere.games.risorgimento.command.written import forget_orders, is_played
from alfiere.games.risorgimento.computer.judgement import evaluate
from alfiere.games.risorgimento.computer.sense import EFFORT, considered
from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.sheets.profiles import profiles
from alfiere.games.risorgimento.sheets.scenario import Scenario
from alfiere.games.risorgimento.sheets.scenario_reading import scenario_ids
from alfiere.games.risorgimento.shown.drawings import finished
from alfiere.games.risorgimento.shown.naming import name_of, spoken
from alfiere.games.risorgimento.shown.picture import picture
from alfiere.games.risorgimento.shown.preview import objection, prospects, sketch
from alfiere.games.risorgimento.shown.pricing import price
from alfiere.games.risorgimento.shown.view import view
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.muster import OPTIONS, new_battle
from alfiere.games.risorgimento.turn import battle
from alfiere.games.risorgimento.victory.objectives import load_scenario
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.folder import InFolder
from alfiere.kernel.objection import Objection
from alfiere.kernel.price import Price
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Result, View


class Risorgimento(InFolder[BattleState]):
    """Risorgimento 1859: the battles of the second war of independence, on an open table in cm."""

    code = "risorgimento"
    title = "Risorgimento 1859"
    first_battle = "genestrello"
    folder = Path(__file__).parent

    def scenario_ids(self) -> list[str]:
        return scenario_ids()

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        return load_scenario(name)

    def options(self) -> Mapping[str, Any]:
        return OPTIONS

    def setup(self, scenario: Scenario, options: Mapping[str, Any]) -> BattleState:
        return new_battle(scenario, options)

    def restore(self, scenario: Scenario, data: Mapping[str, Any]) -> BattleState:
        sized = scenario.sized(2 if data["options"]["figures"] == "25" else 1)
        return BattleState.from_plain(data, {"scenario": {scenario.id: sized}, "profiles": profiles()})

    def play(self, g: BattleGame) -> Procedure[None]:
        return battle(g)

    def result(self, state: BattleState) -> Result | None:
        if not state.winner:
            return None
        winner = None if state.winner == "nobody" else state.winner
        return Result(winner, state.reason, ("risorgimento.i.0.2",), state.turn, self.scores(state))

    def scores(self, state: BattleState) -> Mapping[Seat, int]:
        return dict(state.points)

    def strength(self, state: BattleState, seat: Seat) -> Mapping[str, int]:
        units = [one for one in state.units.values() if one.seat == seat]
        return {"units": len(units), "strength": sum(one.strength for one in units)}

    def view(self, state: BattleState, seat: Seat | None) -> View:
        return view(state, seat)

    def redeal(self, state: BattleState, seat: Seat, chance: Chance) -> None:
        """Charges that the other side has noted are not known: they are forgotten (risorgimento.c.1.1)."""
        if not state.are_charges_shown:
            state.charges = {unit: aim for unit, aim in state.charges.items() if state.units[unit].seat == seat}
        forget_orders(state, seat)

    def evaluate(self, state: BattleState, seat: Seat) -> float:
        return evaluate(state, seat)

    def considered(self, state: BattleState, decision: Decision) -> Sequence[Option]:
        return considered(state, decision)

    def effort(self, state: BattleState) -> int:
        """An answer is a move of a battalion, with all who may fire at it: many times what it is with few figures."""
        return EFFORT

    def hides(self, state: BattleState) -> bool:
        """Charges while they are noted and until they are shown, orders and what couriers carry (c.1.1, a.2.1)."""
        return is_played(state) or (state.phase in ("C", "D", "E") and not state.are_charges_shown)

    def faults(self, state: BattleState) -> list[str]:
        return faults(state)

    def name(self, state: BattleState, kind: str, value: Any, language: str) -> str:
        return name_of(state, kind, value, self.words(language))

    def spoken(self, state: BattleState, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        return spoken(state, option, self.words(language))

    def price(self, state: BattleState, decision: Decision, option: Option) -> Price | None:
        return price(state, decision, option)

    def picture(self, state: BattleState, seat: Seat | None, language: str) -> str:
        return picture(state, self.words(language), self.namer(state, language))

    def sketch(self, state: BattleState, decision: Decision, option: Option) -> list[Drawn]:
        return finished(state, option, sketch(state, decision, option))

    def prospects(self, state: BattleState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        return prospects(state, decision, option)

    def objection(self, state: BattleState, decision: Decision, answer: Option) -> Objection:
        return objection(state, decision, answer)


GAME = Risorgimento()
