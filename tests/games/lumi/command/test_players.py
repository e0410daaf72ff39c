"""Several players of one side: which decisions are a division's own, and which the CiC's (2.3.3c)."""

from __future__ import annotations

import random

import pytest

from alfiere.battles.setting_up import DEPLOY, REST
from alfiere.games.lumi.charge.aggressive import charge_unbidden
from alfiere.games.lumi.command.activation import activation
from alfiere.games.lumi.command.players import CHIEF
from alfiere.games.lumi.fire.phase import CEASE, FIRE_DEED, fire_phase
from alfiere.games.lumi.manoeuvre import manoeuvre_phase
from alfiere.games.lumi.movement.generals import ride, ride_for
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.turn import DEEDS
from alfiere.games.lumi.victory.cohesion import settle
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.kernel.ruleset import ALL_PARTS
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO_WINGS = """
    lumi
    initiative red
    red  foot A at 8,12 facing S, under left
    red  foot B at 20,12 facing S, under right
    red  cic C at 14,15 able
    red  general L at 8,14 able of left
    red  general R at 20,14 able of right
    blue foot X at 8,10 facing N
    blue foot Y at 20,10 facing N
    """


def wings(more: str = "") -> Situation:
    game: Situation = situation(TWO_WINGS + more)
    return game


def asked(game: Situation, key: str) -> Decision:
    return next(one for one in game.asked if one.key == key)


def whose(game: Situation, decision: Decision, option: Option | None = None) -> str:
    return GAME.part_of(game.state, decision, option)


def test_the_parts_of_a_side_are_its_divisions():
    game = wings()
    assert GAME.parts(game.state, "red") == ("red", "left", "right")
    assert GAME.parts(game.state, "blue") == ("blue",)


@pytest.mark.rule("lumi.2.3.3c")
def test_the_dice_are_all_placed_by_the_player_of_the_cic():
    game = wings("dice red 6 6 6 6 6 blue 1 1 1 1")
    game.run(activation, "order division=left", "order division=right")
    placing = [one for one in game.asked if one.key == "place-order"]
    assert len(placing) > 1
    for decision in placing:
        assert {whose(game, decision, option) for option in decision.options} == {CHIEF} == {whose(game, decision)}


@pytest.mark.rule("lumi.2.3.3c")
def test_each_player_moves_his_own_division_and_the_cic_says_which_goes_first():
    game = wings()
    game.state.orders = {"left": 5, "right": 5}
    game.run(lambda g: manoeuvre_phase(g, DEEDS, ride, charge_unbidden, settle), "division division=right")
    assert whose(game, asked(game, "division")) == CHIEF
    moves = [one for one in game.asked if one.key in ("who-moves", "manoeuvre")]
    assert [(one.key, whose(game, one)) for one in moves][:1] == [("who-moves", "right")]
    assert {whose(game, one) for one in moves} == {"left", "right"}


@pytest.mark.rule("lumi.2.3.3c")
def test_a_general_rides_as_the_player_of_his_division_says_and_the_cic_as_his_own():
    game = wings()
    rides = {name: whose(game, ride_for(game.state, game.general(name))) for name in "LRC"}
    assert rides == {"L": "left", "R": "right", "C": CHIEF}


@pytest.mark.rule("lumi.2.3.3c")
def test_where_units_of_several_divisions_may_fire_each_shot_is_its_division_s_and_the_end_of_it_the_cic_s():
    game = wings()
    game.state.orders = {"left": 5, "right": 5}
    game.run(lambda g: fire_phase(g, settle), CEASE)
    decision = asked(game, "fire")
    parts = {option.get("unit"): whose(game, decision, option) for option in decision.options}
    assert parts == {"A": "left", "B": "right", None: CHIEF}
    assert whose(game, decision) == CHIEF


@pytest.mark.rule("lumi.2.3.3c")
def test_where_only_one_division_may_fire_its_player_ends_it():
    game = wings()
    game.state.orders = {"left": 5}
    game.run(lambda g: fire_phase(g, settle), CEASE)
    decision = asked(game, "fire")
    assert {whose(game, decision, option) for option in decision.options} == {"left"}


def test_a_shot_that_somebody_points_out_is_his_whose_unit_fires():
    game = wings()
    game.state.orders = {"left": 5, "right": 5}
    game.run(lambda g: fire_phase(g, settle), CEASE)
    option = FIRE_DEED.judged(game.state, game.unit("B"), {"unit": "B", "target": "Y"})
    assert isinstance(option, Option)
    assert whose(game, asked(game, "fire"), option) == "right"


def test_a_choice_between_troops_of_several_divisions_is_the_cic_s():
    game = wings()
    options = [Option("main", {"unit": id}) for id in "AB"]
    assert whose(game, Decision("red", "main", options)) == CHIEF
    assert whose(game, Decision("red", "main", options[:1])) == "left"


@pytest.mark.rule("lumi.2.3.3c")
@pytest.mark.parametrize("about", [{"division": "right"}, {"brigade": "red right"}])
def test_what_is_about_a_division_or_one_of_its_brigades_is_its_player_s(about: dict[str, str]):
    game = wings()
    game["B"].brigade = "red right"
    options = [Option("test", {"unit": id}) for id in "AB"]
    assert whose(game, Decision("red", "a choice", options, about)) == "right"


def test_where_one_pairs_off_the_enemy_s_units_the_cic_decides():
    game = wings()
    options = [Option("join", {"unit": "X", "target": id}) for id in "AB"]
    assert whose(game, Decision("red", "pair-off", options, {"units": ("X",)})) == CHIEF


@pytest.mark.rule("lumi.2.3.3c")
def test_a_division_is_set_up_by_its_player_and_all_of_them_at_once_by_who_leads_them_all():
    game = Game(GAME, GAME.scenario("altenried"), "several players")
    decision = game.decision
    assert decision is not None
    assert decision.key == DEPLOY
    assert GAME.part_of(game.state, decision) == game.state.bases[decision.about["unit"]].division
    (rest,) = decision.bodies
    assert rest.key == REST
    assert GAME.part_of(game.state, decision, rest) == ALL_PARTS


def test_in_a_whole_battle_whoever_decides_is_of_the_side_asked_and_has_an_answer():
    game, dice = Game(GAME, GAME.scenario("altenried"), "parts 1"), random.Random(1)
    seen = set[str]()
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        part = GAME.part_of(game.state, decision)
        known = {CHIEF, ALL_PARTS, *GAME.parts(game.state, decision.seat)}
        option = decision.drawn(dice.random)
        assert {part, GAME.part_of(game.state, decision, option)} <= known, decision.key
        if decision.key == "fire":
            assert part in {GAME.part_of(game.state, decision, one) for one in decision.options}
        seen.add(decision.key)
        game.answer(decision.seat, option)
    assert seen > {"deploy", "place-order", "who-moves", "manoeuvre", "ride"}
