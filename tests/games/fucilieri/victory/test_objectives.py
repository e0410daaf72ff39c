"""Objectives of the battles: the convoy of Pianezza, the lines of the Stura."""

from __future__ import annotations

import pytest

from alfiere.battles.open_battle import other
from alfiere.games.fucilieri.morale.units_lost import take_to_flight
from alfiere.games.fucilieri.movement.forced import fall_back, flee
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.state.unit import LOST
from alfiere.games.fucilieri.told.morale import UnitLost
from alfiere.games.fucilieri.told.victory import BattleEnded, TrainMoved, TrainSaved, TrainTaken
from alfiere.games.fucilieri.turn import end_turn
from alfiere.games.fucilieri.victory.convoy import TRAIN, convoy_moves, convoy_taken, on_road, saved, set_out, taken
from alfiere.games.fucilieri.victory.objectives import BreakIn, Trains, Unbroken, load_scenario
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.fucilieri.lines import Situation


def battle(id: str) -> Situation:
    found = Situation(new_battle(load_scenario(id), {}), {})
    found.state.turn = 1
    return found


def put(game: Situation, id: str, x: float, y: float, formation: str = "", heading: int = 0) -> None:
    unit = game[id]
    formation = formation or unit.formations[0]
    pose = Pose(round(x * 100), round(y * 100), heading)
    game.state.stand(unit, Footing(formation, game.state.shape(unit, formation), pose))


def of(game: Situation, side: str, number: int = 1) -> list[str]:
    seat = game.state.scenario.seat_of[side]
    return [one.id for one in game.state.units.values() if one.seat == seat and one.is_foot][:number]


# The convoy


def convoy() -> Situation:
    game = battle("pianezza-1706")
    set_out(game.state)
    return game


def test_six_trains_stand_on_the_road_and_go_on_16_cm():
    game = convoy()
    assert [one.far for one in TRAIN.all(game.state)] == [7500, 6500, 5500, 4500, 3500, 2500]
    set_out(game.state)  # once only
    game.run(convoy_moves)
    assert sorted(one.far for one in on_road(game.state)) == [4100, 5100, 6100, 7100, 8100, 9100]
    assert len(game.told(TrainMoved)) == 6


def test_an_enemy_within_10_cm_stops_a_train_a_friend_does_not():
    game = convoy()
    enemy = next(one.id for one in game.state.units.values() if one.seat != game.state.scenario.seat_of["french"])
    put(game, of(game, "french")[0], 72, 80)
    put(game, enemy, 12, 70, "column", 2700)
    edge = game.state.base(game[enemy]).outline
    right = max(x for x, _ in edge.points)
    game.state.stand(
        game[enemy],
        game.state.footing(game[enemy])._replace(pose=game[enemy].pose._replace(x=game[enemy].x + 2000 - 1000 - right)),
    )
    game.run(convoy_moves)
    assert sorted(one.far for one in on_road(game.state))[0] == 2500
    assert len(game.told(TrainMoved)) == 5


def test_a_train_at_the_edge_is_saved_and_worth_30():
    game = convoy()
    for _ in range(7):
        game.run(convoy_moves)
    french = game.state.scenario.seat_of["french"]
    assert [one.train for one in game.told(TrainSaved)] == [1]
    assert (saved(game.state, french), saved(game.state, other(french))) == (1, 0)
    aim = next(one for one in game.state.scenario.form.objective if isinstance(one, Trains))
    assert (aim.earned(game.state, french), aim.earned(game.state, other(french))) == (30, 0)


def test_a_train_is_taken_by_an_enemy_near_it_where_nobody_guards_it():
    for guard, lost in ((None, True), ("is_ok", False), ("is_demoralised", True)):
        game = convoy()
        french = game.state.scenario.seat_of["french"]
        enemy = next(one.id for one in game.state.units.values() if one.seat != french)
        put(game, enemy, 72.5, 78, "column")
        if guard:
            put(game, of(game, "french")[0], 72.5, 60, "column")
            game[of(game, "french")[0]].is_demoralised = guard == "is_demoralised"
        game.run(convoy_taken)
        assert (1 in [one.train for one in game.told(TrainTaken)]) == lost
        assert (taken(game.state, other(french)) > 0) == bool(game.told(TrainTaken))


# The lines of the Stura


@pytest.mark.rule("fucilieri.6.4d", "fucilieri.6.2")
def test_who_has_broken_in_has_won_even_if_his_army_has_collapsed_in_that_turn():
    game = battle("stura-1706")
    first, second = of(game, "allied", 2)
    put(game, first, 40, 20)
    put(game, second, 90, 25)
    seat = game.state.scenario.seat_of["allied"]
    for unit in game.state.units.values():
        if unit.seat == seat and unit.id not in (first, second):
            unit.where = LOST
    game.run(end_turn)
    assert (game.state.winner, game.state.reason) == (seat, "break-in")
    assert len(game.told(BattleEnded)) == 1


def test_two_units_wholly_behind_the_lines_win_and_demoralised_ones_do_not_count():
    game = battle("stura-1706")
    aim = next(one for one in game.state.scenario.form.objective if isinstance(one, BreakIn))
    first, second = of(game, "allied", 2)
    put(game, first, 40, 20)
    put(game, second, 90, 34)  # its rear is not yet inside
    game.run(aim.turn_over)
    assert (aim.inside(game.state), game.state.winner) == (1, "")
    put(game, second, 90, 25)
    game[second].is_demoralised = True
    assert aim.inside(game.state) == 1
    game[second].is_demoralised = False
    game.run(aim.turn_over)
    assert game.state.winner == game.state.scenario.seat_of["allied"]
    assert game.state.reason == "break-in"


def test_unbroken_lines_are_worth_100():
    game = battle("stura-1706")
    aim = next(one for one in game.state.scenario.form.objective if isinstance(one, Unbroken))
    french = game.state.scenario.seat_of["french"]
    assert (aim.earned(game.state, french), aim.earned(game.state, other(french))) == (100, 0)
    put(game, of(game, "allied")[0], 40, 44)  # some part of it is inside
    assert aim.earned(game.state, french) == 0


# The Adda


def test_who_has_to_go_back_into_the_adda_is_drowned():
    game = battle("cassano-1705")
    adda = game.state.ground.pieces["adda"]
    top = min(y for _, y in adda.points) / 100
    french, imperial = of(game, "french")[0], of(game, "imperial")[0]
    put(game, french, 30, top - 6, "line", 0)
    put(game, imperial, 30, top - 25, "line", 1800)
    game.dice["red"], game.dice["blue"] = [], []
    game.run(lambda g: fall_back(g, g.state.units[french], g.state.units[imperial]))
    assert game[french].where == LOST
    assert [one.how for one in game.told(UnitLost)] == ["drowned"]
    again = battle("cassano-1705")
    put(again, french, 30, top - 6, "line", 0)
    again.run(lambda g: take_to_flight(g, g.state.units[french], "fucilieri.4.1.6"))
    again.run(lambda g: flee(g, g.state.units[french]))
    assert [one.how for one in again.told(UnitLost)] == ["drowned"]
