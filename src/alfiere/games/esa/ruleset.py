"""The game as the kernel, the players and the server know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from alfiere.games.esa.armies import OPTIONS, SCENARIO_OPTIONS, new_battle
from alfiere.games.esa.battle import battle
from alfiere.games.esa.cards import cards
from alfiere.games.esa.cautions import cautions
from alfiere.games.esa.command import command_capacity
from alfiere.games.esa.free_army import chosen_army
from alfiere.games.esa.hidden import redeal
from alfiere.games.esa.invariants import faults
from alfiere.games.esa.judgement import evaluate
from alfiere.games.esa.odds_asked import answer_odds
from alfiere.games.esa.picture import ARROWS, picture
from alfiere.games.esa.prospects import prospects
from alfiere.games.esa.refusals import objection
from alfiere.games.esa.scenario import Scenario, read_scenario, scenario_ids
from alfiere.games.esa.sense import considered
from alfiere.games.esa.sketch import sketch
from alfiere.games.esa.state import SEATS, BattleState, EsaGame
from alfiere.games.esa.troops import profiles
from alfiere.games.esa.view import secrets_being_laid, view
from alfiere.kernel.caution import Caution
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.folder import InFolder
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Army, Result, View

HERE = Path(__file__).parent


class Esa(InFolder[BattleState]):
    """¡¡No queda sino batirnos!! Esa: 17th-century battles on hexes, with order cards and no dice."""

    code = "esa"
    title = "¡¡No queda sino batirnos!! Esa"
    first_battle = "lens-1648"
    folder = HERE
    linked: ClassVar = {"battle": ("deploys first", "determination")}

    def scenario_ids(self) -> list[str]:
        return scenario_ids()

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        return read_scenario(name)

    def army(self, file: Path) -> Army | None:
        return chosen_army(file)

    def options(self) -> Mapping[str, Any]:
        return OPTIONS

    def options_of(self, scenario: Scenario) -> Mapping[str, Any]:
        there = {rule.optional for rule in scenario.form.special}
        return {name: usual for name, usual in OPTIONS.items() if name not in SCENARIO_OPTIONS or name in there}

    def setup(self, scenario: Scenario, options: Mapping[str, Any]) -> BattleState:
        return new_battle(scenario, options)

    def restore(self, scenario: Scenario, data: Mapping[str, Any]) -> BattleState:
        return BattleState.from_plain(
            data,
            {
                "scenario": {scenario.id: scenario},
                "field": {field.id: field for _, field in scenario.fields},
                "profile": profiles().units,
                "values": profiles().values,
                "leader": profiles().leaders,
            },
        )

    def play(self, g: EsaGame) -> Procedure[None]:
        return battle(g)

    def result(self, state: BattleState) -> Result | None:
        if not state.winner:
            return None
        winner = None if state.winner == "nobody" else state.winner
        return Result(winner, state.reason, ("esa.3.2.5h",), state.turn, self.scores(state))

    def scores(self, state: BattleState) -> Mapping[Seat, int]:
        return {seat: state.armies[seat].determination for seat in SEATS}

    def strength(self, state: BattleState, seat: Seat) -> Mapping[str, int]:
        units = [unit for unit in state.units.values() if unit.seat == seat]
        leaders = [leader for leader in state.leaders.values() if leader.seat == seat]
        return {
            "units": len(units),
            "points": sum(unit.profile.points for unit in units) + sum(one.profile.points for one in leaders),
            "determination": state.armies[seat].determination,
            "capacity": command_capacity(state, seat),
        }

    def view(self, state: BattleState, seat: Seat | None) -> View:
        return view(state, seat)

    def hides(self, state: BattleState) -> bool:
        """Hands, what is laid aside, looked at or put back where its owner knows it, orders face down or being laid."""
        if secrets_being_laid(state) or state.looking:
            return True
        if any(army.has_cards_unseen for army in state.armies.values()):
            return True
        return not state.cards_shown and any(division.card for division in state.divisions.values())

    def redeal(self, state: BattleState, seat: Seat, chance: Chance) -> None:
        redeal(state, seat, chance)

    def evaluate(self, state: BattleState, seat: Seat) -> float:
        return evaluate(state, seat)

    def considered(self, state: BattleState, decision: Decision) -> Sequence[Option]:
        return considered(state, decision)

    def faults(self, state: BattleState) -> list[str]:
        return faults(state)

    def never_rising(self, state: BattleState) -> Mapping[str, int]:
        return {f"determination of {seat}": state.armies[seat].determination for seat in SEATS}

    def prospects(self, state: BattleState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        return prospects(state, decision, option, viewer)

    def sketch(self, state: BattleState, decision: Decision, option: Option) -> list[dict[str, Any]]:
        return sketch(state, decision, option)

    def cautions(self, state: BattleState, decision: Decision, option: Option) -> list[Caution]:
        return cautions(state, decision, option)

    def odds(self, question: Mapping[str, str]) -> Prospect:
        return answer_odds(question)

    def objection(self, state: BattleState, decision: Decision, answer: Option) -> Objection:
        return objection(state, decision, answer)

    def picture(self, state: BattleState, seat: Seat | None, language: str) -> str:
        return picture(state)

    def name(self, state: BattleState, kind: str, value: Any, language: str) -> str:
        language = "it" if language == "it" else "en"
        if value is None:
            return "—"
        if kind in ("card", "cards", "out", "into") and isinstance(value, int):
            return f"{cards()[value].name[language]} ({value})"
        if kind == "facing":
            return ARROWS[value]
        if kind in ("seat", "winner", "by") and value in state.scenario.sides:
            return state.scenario.sides[value].name[language]
        if kind in ("division",) and value in state.scenario.division_forms:
            return state.scenario.division_forms[value].name[language]
        if isinstance(value, str) and value in state.leaders:
            return state.leaders[value].profile.short[language]
        if isinstance(value, str) and value in state.units:
            named, unit = state.scenario.names[value][language], state.units[value]
            if not unit.hex and not state.turn:  # nobody has seen its block yet
                return f"{named} ({self.words(language).word('class', unit.values.kind)})"
            return named
        if kind == "name" and isinstance(value, Mapping):
            return str(value[language])
        if isinstance(value, str):
            return self.words(language).word("word", value)
        if kind in state.scenario.sides:  # a number of that side
            return f"{state.scenario.sides[kind].name[language]} {value}"
        return str(value)


GAME = Esa()
