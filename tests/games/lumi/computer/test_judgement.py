"""The computer's judgement: what it thinks of, how good positions are, and that it beats who plays at random."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.lumi.command.activation import activation
from alfiere.games.lumi.computer.judgement import evaluate, look, stance
from alfiere.games.lumi.computer.plan import goals
from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import DISORDERED, ORDERED, ROUT
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.turn import battle
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from alfiere.players.random_player import RandomPlayer
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO = """
    lumi
    red  foot A at 10,12 facing S
    red  foot B at 12,12 facing S
    red  general M at 11,13.5 able
    blue foot X at 10,6 facing N
    blue general P at 10,4.5 able
    """


@pytest.fixture
def game() -> Situation:
    found: Situation = situation(TWO)
    found.state.orders = {"red": 6}
    return found


def test_losses_disorder_and_rout_are_worse_for_one_side_and_better_for_the_other(game: Situation):
    s = game.state
    before = evaluate(s, "red"), evaluate(s, "blue")
    game["A"].losses = 1
    hurt = evaluate(s, "red"), evaluate(s, "blue")
    game["A"].state = ROUT
    routed = evaluate(s, "red"), evaluate(s, "blue")
    assert before[0] > hurt[0] > routed[0]
    assert before[1] < hurt[1] < routed[1]


def test_a_base_is_better_off_facing_an_enemy_than_with_its_flank_to_him(game: Situation):
    s, one = game.state, game["A"]
    one.y, game["X"].y = 1000, 1200
    seen = look(s, "red")
    assert stance(seen, one, one.pose, "line") > stance(seen, one, one.pose._replace(heading=900), "line")


@pytest.mark.rule("lumi.1.1.5", "lumi.7.1.1i")
def test_who_may_be_charged_in_the_rear_has_more_to_fear_than_who_faces_it():
    """Beyond what a flank turned to an enemy at hand is worth: this one is farther off."""
    found: Situation = situation(
        "lumi 30x30\nred foot A at 10,15 facing S, morale 2\nblue cuirassiers X at 10,10.5 facing N\ndefends blue"
    )
    one, seen = found["A"], look(found.state, "red")
    calm = seen._replace(boldness=1.0)
    away = one.pose._replace(heading=(one.heading + 1800) % 3600)
    feared = [stance(calm, one, pose, "line") - stance(seen, one, pose, "line") for pose in (one.pose, away)]
    assert feared[1] > 2 * feared[0] > 0.0


@pytest.mark.rule("lumi.1.1.5", "lumi.7.1.1i")
def test_an_enemy_is_the_better_prey_from_behind():
    def prey(facing: str, who: str) -> float:
        text = f"red {who} A at 10,15 facing S, morale 1\nblue foot X at 10,10.5 facing {facing}, morale 1"
        found: Situation = situation(f"lumi 30x30\n{text}\ndefends blue")
        one = found["A"]
        return stance(look(found.state, "red"), one, one.pose, one.formation)

    gained = {who: prey("S", who) - prey("N", who) for who in ("cuirassiers", "foot")}
    assert gained["cuirassiers"] > gained["foot"] + 0.5  # who comes so far with a charge


def stands(more: str) -> float:
    """How well A stands, an enemy line within reach of it, beside what else is there."""
    there = "red foot A at 10,10 facing S, morale 0\nblue foot X at 10,8 facing N"
    found: Situation = situation(f"lumi\n{there}\n{more}\ndefends blue")
    one = found["A"]
    return stance(look(found.state, "red"), one, one.pose, one.formation)


def test_where_it_may_be_charged_a_base_is_better_off_with_friends_behind_and_on_both_sides():
    alone = stands("")
    behind = stands("red foot B at 10,12.5 facing S, brigade Y")
    one_side = stands("red foot B at 12,10 facing S, brigade Y")
    both = stands("red foot B at 12,10 facing S, brigade Y\nred foot C at 8,10 facing S, brigade Y")
    assert behind > alone + 0.5
    assert one_side == alone  # flanks are secure only if both are, lumi.7.1.1f
    assert both > alone + 0.5


@pytest.mark.rule("lumi.4.1.4a", "lumi.8.4")
def test_an_enemy_is_prey_for_whom_a_general_will_lead_at_him():
    found: Situation = situation(
        "lumi\nred foot A at 10,10 facing S\nred general M at 10,11.5 able\nblue foot X at 10,8 facing N"
    )
    one, worths = found["A"], []
    for base in ("", "A"):
        found.general("M").base = base
        worths.append(stance(look(found.state, "red"), one, one.pose, one.formation))
    assert worths[1] > worths[0] + 0.2


@pytest.mark.rule("lumi.7.3.7")
def test_a_brigade_that_will_test_is_worth_less(game: Situation):
    before = evaluate(game.state, "red")
    SHOCKED.put(game.state, game["A"].brigade)
    assert evaluate(game.state, "red") < before - 1.0


def test_an_answer_is_the_more_work_the_more_bases_there_are():
    small, large = (new_battle(load_scenario(name), {}) for name in ("altenried", "blenheim"))
    assert GAME.effort(large) > 2 * GAME.effort(small)


@pytest.mark.rule("lumi.5.1.6")
def test_a_disordered_base_shuns_the_enemys_muskets_more():
    found: Situation = situation("lumi\nred foot A at 10,10 facing S\nblue foot X at 10,8.2 facing N")
    one, lost = found["A"], []
    for one.state in (ORDERED, DISORDERED):
        worths = []
        for turned in (0, 1800):  # an enemy who looks at it, and one who does not
            found["X"].heading = turned
            seen = look(found.state, "red")
            foes = [foe._replace(charge=0) for foe in seen.foes]
            worths.append(stance(seen._replace(foes=foes), one, one.pose, one.formation))
        lost.append(worths[1] - worths[0])
    assert lost[1] > lost[0]


def test_nobody_likes_to_stand_where_he_would_be_driven_off_the_table():
    places = []
    for x in (10, 3):
        found = situation(f"lumi\nred hussars A at {x},10 facing E\nblue foot X at {x + 4},10 facing W")
        one = found["A"]
        places.append(stance(look(found.state, "red"), one, one.pose, one.formation))
    assert places[0] > places[1] + 2


@pytest.mark.rule("lumi.2.3.4a")
def test_nobody_is_drawn_out_of_his_generals_radius_by_an_enemy_far_ahead():
    """There he would get no order: the others come up first, and the general with them."""
    game: Situation = situation(
        """
        lumi 30x40
        red  foot A at 10,25 facing S
        red  general M at 10,34 able
        blue foot X at 10,9 facing N
        defends blue
        """
    )
    one, general, seen = game["A"], game.general("M"), look(game.state, "red")
    edge = general.y + general.values.radius
    inside, ahead, beyond = (stance(seen, one, one.pose._replace(y=edge + more), "line") for more in (0, 90, 190))
    assert inside < ahead
    assert beyond < ahead


def fear(text: str, seat: str, turn: int = 1) -> float:
    """What part of the risk the only base of a side minds."""
    s = situation(f"lumi\n{text}\ndefends red").state
    s.turn, s.cohesion["blue"] = turn, 0.8 * s.cohesion["red"]
    seen = look(s, seat)
    return seen.fear(seen.goals["A" if seat == "red" else "X"])


def test_who_attacks_minds_risks_less_as_time_runs_out():
    lines = "red foot A at 10,12 facing S\nblue foot X at 10,9 facing N"
    assert fear(lines, "blue", 1) > fear(lines, "blue", 8) > 0
    assert fear(lines, "red", 1) == fear(lines, "red", 8) == 1.0


def test_horse_that_goes_to_meet_an_enemy_is_as_bold_as_who_attacks():
    lines = "red cuirassiers A at 10,14 facing S\nblue foot X at 10,9 facing N"
    assert fear(lines, "red") == fear(lines, "blue") < 1.0


def test_who_attacks_goes_for_places_and_enemies_and_who_defends_keeps_his():
    game = Situation(new_battle(load_scenario("altenried"), {}), {})
    for id, formation in (("french-line-1", "line"), ("line-horse-1", "line"), ("austrian-line-1", "line")):
        one, s = game.state.bases[id], game.state
        y = 1600 if one.seat == "blue" else 600
        one.where, one.formation, one.x, one.y, one.heading = "on", formation, 1400, y, 0
        s.laid = None
    french, austrian = goals(game.state, "blue", 1.0), goals(game.state, "red", 0.0)
    assert french["french-line-1"].piece == "mill"
    assert french["line-horse-1"].is_attack
    assert austrian["austrian-line-1"].piece == "mill"
    assert not austrian["austrian-line-1"].is_attack


def test_the_computer_thinks_of_few_moves_of_whole_units_and_of_standing(game: Situation):
    thought: dict[str, list[str]] = {}

    def answer(decision: Decision) -> Option:
        found = considered(game.game.state, decision)  # type: ignore[union-attr]
        thought[decision.key] = [one.meaning for one in found]
        return found[-1]

    game.state.turn = game.state.scenario.turns
    game.run(battle, answer, answer)
    assert thought["who-moves"] == ["act unit=A with=B"]
    assert thought["manoeuvre"][-1] == "stand unit=A with=B"
    assert 1 < len(thought["manoeuvre"]) <= 8


def test_orders_go_to_the_division_nearest_to_the_enemy():
    game: Situation = situation(
        """
        lumi 40x30
        red  foot A at 5,28 facing S, under 1a
        red  foot B at 15,10 facing S, under 1b
        red  general M at 5,29.5 mediocre of 1a
        red  general N at 15,11.5 mediocre of 1b
        blue foot X at 15,6 facing N
        dice red 5 1 blue 1
        """
    )
    game.run(activation, lambda decision: considered(game.state, decision)[0])
    assert game.state.orders == {"1b": 5}


def test_orders_go_rather_to_many_than_to_one_who_is_a_little_nearer():
    game: Situation = situation(
        """
        lumi 40x30
        red  foot A at 5,12 facing S, under 1a
        red  foot B at 7,12 facing S, under 1a
        red  foot C at 9,12 facing S, under 1a
        red  foot D at 15,10 facing S, under 1b
        red  general M at 5,13.5 mediocre of 1a
        red  general N at 15,11.5 mediocre of 1b
        blue foot X at 11,6 facing N
        dice red 5 1 blue 1
        """
    )
    game.run(activation, lambda decision: considered(game.state, decision)[0])
    assert game.state.orders == {"1a": 5}


@pytest.mark.slow
def test_the_greedy_player_beats_the_random_one():
    winners = []
    for seed in ("1", "2", "3"):
        battle = Game(GAME, GAME.scenario("altenried"), seed)
        players: dict[str, Any] = {"red": Greedy(1), "blue": RandomPlayer(2)}
        while (decision := battle.decision) is not None:
            battle.answer(decision.seat, players[decision.seat].choose(battle, decision.seat))
        winners.append(battle.state.winner)
    assert winners.count("red") >= 2
    assert "blue" not in winners
