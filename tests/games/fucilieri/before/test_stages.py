"""Chapter 2.0: the stages before a battle, played from the first to the last."""

import random
from functools import partial
from typing import Any, cast

import pytest

from alfiere.battles.events import PhaseBegan
from alfiere.battles.open_battle import ON
from alfiere.games.fucilieri.before.first_orders import orders_are_secret, to_be_ordered
from alfiere.games.fucilieri.before.stages import STAGES, before_the_battle
from alfiere.games.fucilieri.sheets.scenario_reading import scenario_ids
from alfiere.games.fucilieri.state.muster import restored
from alfiere.games.fucilieri.told.before import Deployed, Explored, SpeechDeclined, SpeechMade
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.table.measuring import overlaps
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation

BATTLES = scenario_ids()


def sound(field: Situation) -> None:
    """Nobody hangs over the edge or stands on another, and every command on the table has an order."""
    s = field.state
    bases = s.scene.bases
    assert all(s.scene.is_on_table(one.outline) for one in bases)
    assert not [(a.id, b.id) for n, a in enumerate(bases) for b in bases[n + 1 :] if overlaps(a.outline, b.outline)]
    assert not to_be_ordered(s, "red")
    assert not to_be_ordered(s, "blue")
    assert orders_are_secret(s)
    assert s.step == 2 * len(STAGES)


@pytest.mark.rule("fucilieri.2.0.1")
@pytest.mark.parametrize("battle", BATTLES)
def test_every_battle_gets_as_far_as_its_first_turn(battle):
    field = fresh(battle)
    field.run(before_the_battle)
    sound(field)
    off = [one for one in field.state.units.values() if one.where != ON]
    if (
        field.state.scenario.meeting is not None or battle == "venaria-1706"
    ):  # a marsh in the zone leaves cavalry without room (2.3.19)
        assert len(off) <= 1
        return
    assert {one.command for one in off} == set(field.state.scenario.arrivals)
    assert (field.state.reinforcements > 0) == bool(off)


def _drawn(chance: random.Random, decision: Decision) -> Option:
    return decision.drawn(chance.random)


@pytest.mark.parametrize("battle", BATTLES)
def test_whatever_is_chosen_at_random(battle):
    for seed in range(2):
        field, chance = fresh(battle), random.Random(seed)
        field.unscripted = partial(_drawn, chance)  # type: ignore[method-assign]
        field.run(before_the_battle)
        sound(field)


@pytest.mark.rule("fucilieri.2.0.1")
def test_the_stages_come_in_the_order_of_the_book():
    field = fresh("venaria-1706")
    field.run(before_the_battle)
    begun = [one.phase for one in field.told(PhaseBegan)]
    assert begun == ["exploration", "terrain", "deployment", "speeches", "first-orders"]
    kinds = [type(one) for one in field.events]
    assert kinds.index(Explored) < kinds.index(Deployed) < kinds.index(SpeechMade)


def test_a_battle_that_fixes_most_asks_for_little():
    field = fresh("pianezza-1706")
    field.run(before_the_battle)
    begun = [one.phase for one in field.told(PhaseBegan)]
    assert begun == ["deployment", "speeches", "first-orders"]
    assert not field.told(SpeechMade) + field.told(SpeechDeclined)  # type: ignore[operator]


def test_a_battle_goes_on_from_any_decision_as_if_nothing_had_happened():
    field = fresh("venaria-1706")
    stops = []

    def save(decision: Decision) -> Option:
        game: Any = field.game
        stops.append((game.mark.state.to_plain(), game.mark.counter))
        return decision.options[0]

    field.unscripted = save  # type: ignore[method-assign]
    field.run(before_the_battle)
    end = field.state.to_plain()
    scenario, game = field.state.scenario, cast(Any, field.game)
    for plain, counter in stops[:: len(stops) // 6]:
        again = Situation(restored(scenario, plain), {})
        again.play_out(Game(game.rules, scenario, "situation", state=again.state, counter=counter), ())
        assert again.state.to_plain() == end
