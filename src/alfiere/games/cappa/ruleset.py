"""The game as the kernel, the players and the server know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from alfiere.battles.campaign import CampaignRules
from alfiere.games.cappa import HERE, campaign
from alfiere.games.cappa.computer.judgement import evaluate
from alfiere.games.cappa.computer.sense import considered
from alfiere.games.cappa.feats.experience import with_purchases
from alfiere.games.cappa.ground.dealing import deal_hidden
from alfiere.games.cappa.ground.seeing import is_dim
from alfiere.games.cappa.ground.veils import veiled
from alfiere.games.cappa.ground.visibility import as_seen, known
from alfiere.games.cappa.invariants import faults
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.impulses import cost_of
from alfiere.games.cappa.people.markers import ROW, redeal_markers
from alfiere.games.cappa.people.muster import OFFERED, is_firmness_open, new_skirmish, offered_options
from alfiere.games.cappa.scenario.battlefield import ground_of
from alfiere.games.cappa.scenario.scenario import MASTER, Scenario
from alfiere.games.cappa.scenario.scenario_reading import scenario_ids
from alfiere.games.cappa.shown.directions import spoken
from alfiere.games.cappa.shown.picture import picture
from alfiere.games.cappa.shown.preview import prospects, sketch
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.state.earning import has_experience
from alfiere.games.cappa.state.game_master import GAME_MASTER, knows_events
from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.state.state import ON, SEATS, SkirmishGame, SkirmishState
from alfiere.games.cappa.state.unplayed import (
    THIRD,
    contenders,
    led_by_master,
    may_lack_player,
    spoken_for,
    unplayed,
)
from alfiere.games.cappa.turn.deeds import is_seldom
from alfiere.games.cappa.turn.lookout import watched
from alfiere.games.cappa.turn.objections import objection
from alfiere.games.cappa.turn.skirmish import skirmish
from alfiere.kernel.bounds import read_bounds
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.look import Look, read_look
from alfiere.kernel.objection import Objection
from alfiere.kernel.price import Price
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.rulebook import Rulebook, read_rulebook
from alfiere.kernel.ruleset import Result, Ruleset, View
from alfiere.kernel.words import Words


class Cappa(Ruleset[SkirmishState]):
    """A la Guerre… de cape et d'épée: skirmishes and duels of the 17th and 18th century on an open table."""

    code = "cappa"
    title = "A la Guerre… de cape et d'épée"
    first_battle = "duello"
    linked: ClassVar = {"scouting": (), "rearguard": ()}
    second_look = 3  # every blow hangs on two or three dice

    def scenario_ids(self) -> list[str]:
        return scenario_ids()

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        return read_scenario(name)

    def seats_of(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> tuple[Seat, ...]:
        """Two sides, or three (cappa.2.1.1.h4); a third may do without a player, and there may be a Game Master."""
        options = options or {}
        alone = may_lack_player(scenario) if options.get(THIRD) == "no" else ()
        sides = tuple(seat for seat in SEATS if seat in scenario.sides and seat not in alone)
        return (*sides, MASTER) if options.get(GAME_MASTER) == "yes" else sides

    def optional_seats(self, scenario: Scenario) -> Mapping[Seat, str]:
        return dict.fromkeys(may_lack_player(scenario), THIRD)

    def referees(self, scenario: Scenario) -> Mapping[Seat, str]:
        return {MASTER: GAME_MASTER}

    def may_answer(self, state: SkirmishState, decision: Decision) -> bool:
        return decision.seat in state.sides

    def options(self) -> Mapping[str, Any]:
        return OFFERED

    def options_of(self, scenario: Scenario) -> Mapping[str, Any]:
        return offered_options(scenario)

    def setup(self, scenario: Scenario, options: Mapping[str, Any]) -> SkirmishState:
        return new_skirmish(scenario, options)

    def restore(self, scenario: Scenario, data: Mapping[str, Any]) -> SkirmishState:
        return SkirmishState.from_plain(
            data,
            {
                "scenario": {scenario.id: scenario},
                "ground": {scenario.id: ground_of(scenario)},
                "character": scenario.all_sheets,
            },
        )

    def play(self, g: SkirmishGame) -> Procedure[None]:
        return asked_of_players(g, skirmish(g))

    def result(self, state: SkirmishState) -> Result | None:
        if not state.winner:
            return None
        winner = None if state.winner == "nobody" else state.winner
        return Result(winner, state.reason, ("cappa.3.1b",), state.turn, self.scores(state))

    def scores(self, state: SkirmishState) -> Mapping[Seat, int]:
        return {seat: state.sides[seat].points for seat in contenders(state)}

    def strength(self, state: SkirmishState, seat: Seat) -> Mapping[str, int]:
        figures = [one for one in state.figures.values() if one.seat == seat]
        return {
            "units": len(figures),
            "points": sum(one.sheet.points or 0 for one in figures),
            "firmness": state.sides[seat].firmness,
        }

    def view(self, state: SkirmishState, seat: Seat | None) -> View:
        return view(state, seat)

    def redeal(self, state: SkirmishState, seat: Seat, chance: Chance) -> None:
        """Whom the side does not see may be anywhere out of its sight (cappa.9.5.1.h3), under markers lies anything.

        The enemy's firmness is hidden too, and follows from what all have seen (cappa.3.2.3d).
        """
        if is_dim(state):
            deal_hidden(state, seat, chance)
        redeal_markers(state, seat, chance)

    def hides(self, state: SkirmishState) -> bool:
        """A firmness, unless it is open; who is in the dark, what a marker hides, the table of events if it is kept."""
        is_kept = bool(state.scenario.events) and not knows_events(state, None)
        is_known = is_kept or any(row.marker for row in ROW.among(state.deck))
        return is_dim(state) or is_known or not is_firmness_open(state)

    def acts_unseen(self, state: SkirmishState) -> bool:
        return is_dim(state)

    def passes_on_unseen(self, state: SkirmishState, decision: Decision, option: Option) -> bool:
        """By night, with the last of one's PA or none: who has PA left is known only of those one sees."""
        if not is_dim(state):
            return False
        spends_all = decision.key == "action" and cost_of(option) >= decision.about["pa"]
        return spends_all or option.key in ("stop", "done")

    def told(self, state: SkirmishState, event: Event) -> Event:
        return veiled(state, event) if is_dim(state) else event

    def evaluate(self, state: SkirmishState, seat: Seat) -> float:
        return evaluate(state, seat)

    def campaign(self) -> CampaignRules:
        return campaign

    def bounds(self) -> Mapping[str, int]:
        return read_bounds(HERE / "data" / "bounds.toml")

    def considered(self, state: SkirmishState, decision: Decision) -> Sequence[Option]:
        return considered(known(state, decision.seat), decision)

    def is_seldom(self, option: Option) -> bool:
        return is_seldom(option)

    def price(self, state: SkirmishState, decision: Decision, option: Option) -> Price | None:
        """The PA of what is done in an impulse (cappa.2.1.4e); to end it costs nothing."""
        return Price("pa", {"pa": cost_of(option)}) if decision.key == "action" and option.key != "stop" else None

    def effort(self, state: SkirmishState) -> int:
        return max(1, sum(1 for one in state.figures.values() if one.where == ON))

    def faults(self, state: SkirmishState) -> list[str]:
        return faults(state)

    def prospects(
        self, state: SkirmishState, decision: Decision, option: Option, viewer: Seat | None
    ) -> list[Prospect]:
        return prospects(known(state, decision.seat), decision, option, viewer)

    def sketch(self, state: SkirmishState, decision: Decision, option: Option) -> list[dict[str, Any]]:
        return sketch(known(state, decision.seat), decision, option)

    def spoken(self, state: SkirmishState, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        return spoken(known(state, decision.seat), option, language)

    def objection(self, state: SkirmishState, decision: Decision, answer: Option) -> Objection:
        return objection(known(state, decision.seat), decision, answer)

    def rulebook(self) -> Rulebook:
        return _rulebook()

    def words(self, language: str) -> Words:
        return words(language)

    def look(self) -> Look:
        return _look()

    def picture(self, state: SkirmishState, seat: Seat | None, language: str) -> str:
        return picture(as_seen(state, seat), language)

    def name(self, state: SkirmishState, kind: str, value: Any, language: str) -> str:
        return name_of(state, kind, value, language)


def asked_of_players(g: SkirmishGame, procedure: Procedure[None]) -> Procedure[None]:
    """A procedure of the rules with what holds for all it asks: who answers, what may be bought, who is sighted."""
    if is_dim(g.state):
        procedure = watched(g, procedure)
    if has_experience(g.state):
        procedure = with_purchases(g, procedure)
    return spoken_for(g, procedure) if unplayed(g.state) or led_by_master(g.state) else procedure


@lru_cache(maxsize=1)
def _rulebook() -> Rulebook:
    return read_rulebook(HERE / "rulebook")


@lru_cache(maxsize=1)
def _look() -> Look:
    return read_look(HERE / "look.toml")


GAME = Cappa()
