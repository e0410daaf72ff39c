"""The computer's judgement: what it thinks of, how good positions are, and that it beats who plays at random."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.charge.declaring import CHARGE
from alfiere.games.fucilieri.computer.judgement import evaluate
from alfiere.games.fucilieri.computer.plan import attacks, goals
from alfiere.games.fucilieri.computer.sense import charge_worth, considered
from alfiere.games.fucilieri.computer.stance import look, stance
from alfiere.games.fucilieri.movement.judging import Outset
from alfiere.games.fucilieri.movement.leaders import leaders_move, ride_for
from alfiere.games.fucilieri.movement.movement_round import order_for
from alfiere.games.fucilieri.ruleset import GAME
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.state.standing import in_radius
from alfiere.games.fucilieri.state.unit import FLEEING
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from alfiere.players.random_player import RandomPlayer
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


@pytest.fixture
def field() -> Situation:
    found: Situation = situation(
        """
        fucilieri
        red  condottiero C at 60,20 cv 4
        red  foot A at 60,40 facing S
        red  foot B at 80,40 facing S
        blue condottiero P at 60,90 cv 4
        blue foot X at 60,70 facing N
        """
    )
    return found


def thought_of(field: Situation, decision: Decision) -> list[Option]:
    return list(considered(field.state, decision))


def test_losses_loss_of_heart_and_flight_are_worse_for_one_side_and_better_for_the_other(field: Situation):
    s, one = field.state, field["A"]
    found = [(evaluate(s, "red"), evaluate(s, "blue"))]
    for change in ({"figures": one.figures - 2}, {"is_demoralised": True}, {"where": FLEEING}):
        for key, value in change.items():
            setattr(one, key, value)
        s.laid = None
        found.append((evaluate(s, "red"), evaluate(s, "blue")))
    assert [red for red, _ in found] == sorted((red for red, _ in found), reverse=True)
    assert [blue for _, blue in found] == sorted(blue for _, blue in found)
    assert len({red for red, _ in found}) == len(found)


def test_a_unit_is_better_off_facing_an_enemy_than_with_its_flank_to_him(field: Situation):
    one = field["A"]
    field["X"].y = one.y + 1_500
    seen = look(field.state, "red")
    assert stance(seen, one, one.pose, "line") > stance(seen, one, one.pose._replace(heading=900), "line") + 1


def test_a_flank_of_the_enemy_is_a_better_place_than_his_front(field: Situation):
    one, foe = field["A"], field["X"]
    seen = look(field.state, "red")
    front = one.pose._replace(x=foe.x, y=foe.y - 1_500, heading=1800)
    flank = one.pose._replace(x=foe.x + 1_500, y=foe.y, heading=2700)
    assert stance(seen, one, flank, "line") > stance(seen, one, front, "line")


def test_foot_marches_in_column_and_fights_in_line(field: Situation):
    one, foe = field["A"], field["X"]
    far, seen = one.pose._replace(y=1_000), look(field.state, "red")
    near = one.pose._replace(x=foe.x, y=foe.y - 2_000)
    assert stance(seen, one, far, "column") > stance(seen, one, far, "line")
    assert stance(seen, one, near, "line") > stance(seen, one, near, "column")


def charges(target: str) -> tuple[Situation, Decision]:
    field: Situation = situation(
        f"""
        fucilieri
        red  condottiero C at 60,20 cv 4
        red  horse H at 60,40 facing S, figures 6
        blue condottiero P at 60,90 cv 4
        blue {target}
        """
    )
    options = [Option("no-more-charges"), CHARGE.at(field["H"], field["X"])]
    return field, Decision("red", "declare-charges", options)


def test_weak_horse_does_not_charge_a_steady_line_in_front_but_its_rear():
    field, decision = charges("foot X at 60,50 facing N")
    assert [one.key for one in thought_of(field, decision)] == ["no-more-charges"]
    field, behind = charges("foot X at 60,50 facing S, disorganised")
    assert [one.key for one in thought_of(field, behind)] == ["charge"]
    assert charge_worth(field.state, behind.options[1]) > 1


def test_an_attack_that_must_be_made_is_made():
    field, decision = charges("foot X at 60,50 facing N")
    bound = Decision("red", "declare-charges", decision.options[1:])
    assert [one.key for one in thought_of(field, bound)] == ["charge"]


def test_the_computer_thinks_of_few_moves_and_of_standing(field: Situation):
    field.state.commands["red"].order = "oppose"
    found = thought_of(field, order_for(Outset(field.state, field["A"])))
    assert found[-1].key == "stand"
    assert 1 < len(found) <= 4


def test_a_place_that_counts_is_the_goal_of_the_nearest_and_is_best_held_from_inside():
    s = new_battle(load_scenario("eyne-1708"), {})
    foot = next(one for one in s.units.values() if one.is_foot)
    block = s.ground.pieces[s.scenario.places["heurne"].piece]
    (west, north), (east, _) = block.outline.points[0], block.outline.points[1]
    foot.where, foot.x, foot.y, foot.formation = "on", (west + east) // 2, north, "line"
    seen = look(s, foot.seat)
    goal = seen.goals[foot.command]
    assert goal.piece == block.id
    assert stance(seen, foot, foot.pose, "line", block.id) > stance(seen, foot, foot.pose, "line", "") + 1


def test_a_general_rides_after_his_units_and_has_them_in_his_radius():
    field: Situation = situation(
        """
        fucilieri
        red  condottiero C at 20,20 cv 4 of P
        red  general M at 90,10 cv 2 of Q
        red  foot B at 85,45 facing S, of Q
        red  foot D at 105,45 facing S, of Q
        blue foot X at 60,110 facing N
        """
    )
    assert not in_radius(field.state, field["B"])
    answer = thought_of(field, ride_for(field.state, field.leader("M")))[0]
    field.run(lambda g: leaders_move(g, g.state.commands["Q"]), lambda decision: decision.find(answer))
    assert in_radius(field.state, field["B"])
    assert in_radius(field.state, field["D"])


def test_who_is_to_break_in_attacks_and_who_has_the_lines_holds():
    s = new_battle(load_scenario("stura-1706"), {})
    assert attacks(s, "blue")
    assert not attacks(s, "red")
    for one in s.units.values():
        one.where, one.x, one.y = "on", 9_000, 3_000 if one.seat == "red" else 11_000
    behind = goals(s, "blue").pop("eugene")  # the loss of his one unit would shake the whole army
    assert (behind.is_attack, behind.where[1]) == (False, 12_500)
    sent = [goal for id, goal in goals(s, "blue").items() if id != "eugene" and not s.commands[id].is_cavalry]
    assert all(goal.is_attack and goal.where[3] < 3_500 for goal in sent)
    assert not any(goal.is_attack for goal in goals(s, "red").values())


def orders(command: str, *names: str) -> list[Option]:
    return [Option("first-order", {"command": command, "order": one}) for one in names]


def test_first_orders_follow_what_a_side_is_to_do():
    s = new_battle(load_scenario("stura-1706"), {})
    for number, one in enumerate(s.units.values()):
        one.where, one.x, one.y = "on", 4_000 + 300 * number, 3_800 if one.seat == "red" else 11_000
    names = ("oppose", "attack", "hold", "withdraw")
    sent = Decision("blue", "first-order", orders("anhalt-dessau", *names))
    kept = Decision("red", "first-order", orders("right-of-the-lines", *names))
    assert [one["order"] for one in considered(s, sent)] == ["attack"]
    assert [one["order"] for one in considered(s, kept)] == ["hold"]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_the_greedy_player_beats_the_random_one(seat: str):
    winners = []
    for seed in ("1", "2", "3"):
        battle = Game(GAME, GAME.scenario("venaria-1706"), seed)
        players: dict[str, Any] = {one: Greedy(1) if one == seat else RandomPlayer(2) for one in ("red", "blue")}
        while (decision := battle.decision) is not None:
            battle.answer(decision.seat, players[decision.seat].choose(battle, decision.seat))
        winners.append(battle.state.winner)
    assert winners.count(seat) >= 2
