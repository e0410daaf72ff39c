"""Reinforcements: in column at their entry point, shifted or put off where an enemy is near (2.2)."""

from __future__ import annotations

from copy import deepcopy

import pytest

from alfiere.games.lumi.command.activation import dice_of, may_receive
from alfiere.games.lumi.set_up.reinforcements import reinforcements
from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import alone
from alfiere.games.lumi.told.set_up import Arrived, PutOff
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation


def battle(turn: int = 2) -> Situation:
    """The mill on the brook, with the French horse to come in turn 2 by the road in the south."""
    data = deepcopy(dict(load_scenario("altenried").source))
    data["deploy"] = [
        {**one, "under": ["french-foot"]} if "french-horse" in one.get("under", ()) else one for one in data["deploy"]
    ]
    entry = [{"edge": "south", "start": 11, "end": 13}]
    data["arrival"] = [{"under": ["french-horse"], "turn": 2, "entry": entry}]
    game = Situation(new_battle(load_scenario(data), {}), {})
    game.state.turn = turn
    return game


def put(game: Situation, id: str, x: float, y: float, state: int = 0) -> None:
    s, one = game.state, game.state.bases[id]
    s.stand(one, Footing("line", s.shape(one, "line"), Pose(round(x * 100), s.scenario.depth - round(y * 100), 0)))
    one.state = state


@pytest.mark.rule("lumi.2.2.1a", "lumi.2.2.1b")
def test_reinforcements_stand_in_column_side_by_side_with_their_rear_on_the_edge_and_the_general_beside_them():
    game = battle()
    game.run(reinforcements)
    s = game.state
    horse = [one for one in s.bases.values() if one.division == "french-horse"]
    assert [one.formation for one in horse] == ["column"] * 4
    assert [(one.x, one.y) for one in horse] == [(1200, 2700), (1100, 2700), (1300, 2700), (1000, 2700)]
    general = s.general_of("french-horse")
    assert general is not None
    assert game.told(Arrived)[-1].who == general.id
    assert is_in_radius(s, general, alone(horse[0]))


@pytest.mark.rule("lumi.2.2.1a")
def test_nobody_comes_before_his_turn():
    game = battle(turn=1)
    game.run(reinforcements)
    assert game.told(Arrived) == []


@pytest.mark.rule("lumi.ex.83", "lumi.2.2.3")
def test_a_division_that_has_come_on_counts_for_the_dice_and_may_have_an_order_at_once():
    game = battle()
    put(game, "french-line-1", 5, 3)
    game.state.generals["brezolles"].where = "on"
    values = game.state.generals["brezolles"].values.dice
    assert dice_of(game.state, "blue") == 1 + values
    assert "french-horse" not in may_receive(game.state, "blue", 5)
    game.run(reinforcements)
    assert dice_of(game.state, "blue") == 2 + values
    assert "french-horse" in may_receive(game.state, "blue", 5)


@pytest.mark.rule("lumi.2.2.2")
def test_an_enemy_at_the_entry_point_lets_the_owner_shift_it_or_wait():
    game = battle()
    put(game, "austrian-line-1", 12, 1.2)
    game.run(reinforcements, "enter")
    places = [one["at"] for one in game.asked[0].options if one.key == "enter"]
    assert (min(places), max(places)) == (600, 1800)
    assert not {1100, 1200, 1300} & set(places)  # too near to him as well
    assert game["line-horse-1"].x == places[0]
    game = battle()
    put(game, "austrian-line-1", 12, 1.2)
    game.run(reinforcements, "put-off")
    assert [one.division for one in game.told(PutOff)] == ["french-horse"]
    assert not game["line-horse-1"].is_on


@pytest.mark.rule("lumi.2.2.2")
def test_an_enemy_in_rout_bars_nobody():
    game = battle()
    put(game, "austrian-line-1", 16, 0.5, ROUT)
    put(game, "austrian-line-2", 12, 2.6, ROUT)
    game.run(reinforcements)
    assert game.asked == []
    assert game["line-horse-1"].is_on
