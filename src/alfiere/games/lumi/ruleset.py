"""The game as the kernel, the players and the server know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alfiere.battles.armies.choosing import choices_of, options_of, to_choose
from alfiere.battles.armies.musters_told import musters_of
from alfiere.battles.armies.own_army import own_army
from alfiere.games.lumi.command import players
from alfiere.games.lumi.computer.judgement import evaluate
from alfiere.games.lumi.computer.sense import considered, effort
from alfiere.games.lumi.invariants import faults
from alfiere.games.lumi.sheets.free_army import LISTS
from alfiere.games.lumi.sheets.scenario import Scenario
from alfiere.games.lumi.sheets.scenario_reading import FOLDER, scenario_ids
from alfiere.games.lumi.shown.naming import name_of, spoken
from alfiere.games.lumi.shown.picture import picture
from alfiere.games.lumi.shown.preview import objection, price, prospects, sketch
from alfiere.games.lumi.shown.view import view
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.muster import OPTIONS, new_battle, restored
from alfiere.games.lumi.turn import battle
from alfiere.games.lumi.victory.cohesion import NOBODY
from alfiere.games.lumi.victory.objectives import load_scenario
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


class Lumi(InFolder[State]):
    """A la Guerre… Battaglie nell'Era dei Lumi: battles of the 18th century, on an open table in um."""

    code = "lumi"
    title = "A la Guerre… Battaglie nell'Era dei Lumi"
    first_battle = "altenried"
    shared_by = players.RULE
    folder = Path(__file__).parent
    second_look = 3  # whether an attack sets out hangs on one die, and what comes of it on two more

    def scenario_ids(self) -> list[str]:
        return scenario_ids()

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        return load_scenario(name)

    def army(self, file: Path) -> Army | None:
        data = read_toml(file)
        if "cic" not in data or "side" in data:
            return None
        return own_army(file, LISTS, FOLDER / "meeting-1757.toml", load_scenario)

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

    def play(self, g: LumiGame) -> Procedure[None]:
        return battle(g)

    def result(self, state: State) -> Result | None:
        if not state.winner:
            return None
        winner = None if state.winner == NOBODY else state.winner
        rule = "lumi.11.7" if state.reason == "beaten" else "lumi.11.8"
        return Result(winner, state.reason, (rule,), state.turn, dict(state.cohesion))

    def strength(self, state: State, seat: Seat) -> Mapping[str, int]:
        bases = [one for one in state.bases.values() if one.seat == seat]
        return {"units": len(bases), "points": sum(one.profile.points for one in bases)}

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def redeal(self, state: State, seat: Seat, chance: Chance) -> None:
        """What is left of the other army is secret (lumi.11.9), but all that it came from lies open on the table."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def considered(self, state: State, decision: Decision) -> Sequence[Option]:
        return considered(state, decision)

    def effort(self, state: State) -> int:
        return effort(state)

    def hides(self, state: State) -> bool:
        """Each side alone knows what is left of its army until the battle is over (lumi.11.9)."""
        return not state.winner

    def acts_unseen(self, state: State) -> bool:
        """Orders, while they are placed in secret (lumi.9.1.1), and armies while they are chosen."""
        return bool(to_choose(state)) or (state.options["secret"] == "yes" and state.phase == "activation")

    def parts(self, state: State, seat: Seat) -> tuple[str, ...]:
        return players.divisions_of(state, seat)

    def part_of(self, state: State, decision: Decision, option: Option | None = None) -> str:
        return players.part_of(state, decision, option)

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


GAME = Lumi()
