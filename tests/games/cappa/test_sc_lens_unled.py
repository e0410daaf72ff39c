"""At the Merchants' Inn with nobody to lead its people: no dice, no points, the last to act, and what they do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.enmity import settle_peace
from alfiere.games.cappa.state.state import OUT
from alfiere.games.cappa.told.enmity_events import PeaceBroken
from alfiere.games.cappa.told.events import DiceRolled, InitiativeTaken
from alfiere.games.cappa.turn.actions import errand, idle
from alfiere.games.cappa.victory.firmness import judge, last_turn_over
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.game import Game
from tests.games.cappa.lines import Situation
from tests.games.cappa.test_sc_lens import (
    CIVILIANS,
    FRENCH,
    IN_INN,
    IN_YARD,
    RULES,
    SPANISH,
    found,
    later,
    points,
    table,
)


def alone(**places: tuple[float, float]) -> Situation:
    """The same with nobody to lead the civilians."""
    return table("no", **places)


@pytest.mark.rule("cappa.2.1.1.h4")
def test_civilians_without_a_player_roll_no_dice_and_come_last_in_the_order():
    game = alone(porthos=(30, 50), garrido=(60, 50), innkeeper=IN_YARD)
    game.state.order = []
    game.dice = {FRENCH: [3], SPANISH: [2, 2]}
    game.phase("activation")
    assert {one.seat for one in game.told(DiceRolled)} == {FRENCH, SPANISH}
    assert game.told(InitiativeTaken)[0].order == (FRENCH, SPANISH)
    assert game.state.order == [FRENCH, SPANISH, CIVILIANS]
    assert RULES.seats_of(game.scenario, game.state.options) == (FRENCH, SPANISH)


def test_they_are_set_up_and_moved_by_the_side_without_initiative():
    options = {**RULES.options(), "third_player": "no"}
    game: Game[Any] = Game(RULES, read_scenario("lens"), 5, options)
    asked: dict[str, set[str]] = {}
    while game.state.turn < 2:
        decision = game.decision
        assert decision is not None
        assert decision.seat in (FRENCH, SPANISH)
        figure = decision.about.get("figure", "")
        owner = game.state.figures.get(figure) or game.state.squads.get(figure)
        if owner is not None and owner.seat == CIVILIANS:
            asked.setdefault(game.state.phase, set()).add(decision.seat)
        keep = next((one for one in decision.options if one.key in ("done", "wait", "stay-off")), decision.options[0])
        game.answer(decision.seat, keep)
    assert asked == {"set-up": {SPANISH}}  # and in peace they do nothing
    assert len(game.state.standing(CIVILIANS)) == 12


@pytest.mark.rule("cappa.2.1.5a")
def test_they_fight_in_the_last_phase_after_both_sides_whoever_comes_armed_into_the_inn():
    game = alone(porthos=(36, 31), garrido=(60, 50), innkeeper=(33, 27), first_merchant=(33, 31))
    game.figure("porthos").hands = ["BD"]
    for name in ("innkeeper", "first-merchant", "garrido"):
        game.figure(name).die = game.figure(name).pa = 0
        game.figure(name).is_activated = False
    game.do("porthos", "wait")
    assert [(one.seat, one.side, one.cause) for one in game.told(PeaceBroken)] == [(FRENCH, CIVILIANS, "armed")]
    game.figure("porthos").pa = 0
    game.state.phase, game.state.step, game.state.acting = "last", 0, ""
    game.state.order = [SPANISH, FRENCH, CIVILIANS]
    options = {**RULES.options(), "third_player": "no"}
    played: Game[Any] = Game(RULES, game.scenario, 5, options, state=game.state)
    asked = []
    while played.state.phase == "last" and (decision := played.decision) is not None:
        actors = [option["figure"] for option in decision.options if option.key == "act"]
        asked.append((decision.seat, decision.key, actors))
        played.answer(decision.seat, decision.options[-1])
    assert asked[0] == (SPANISH, "last-which", ["first-patrol"])
    assert asked[1] == (FRENCH, "last-which", ["innkeeper", "first-merchant"])  # who lacks the initiative moves them


@pytest.mark.parametrize("hands", [[], ["BD"]])
def test_with_weapons_put_away_one_is_welcome(hands: list[str]):
    game = alone(porthos=(36, 31), garrido=(60, 50), innkeeper=(33, 27))
    assert game.may("porthos", "change-weapon hands=")
    game.figure("porthos").hands = hands
    game.do("porthos", "wait")
    assert bool(game.told(PeaceBroken)) == bool(hands)
    assert not table(porthos=(36, 31)).may("porthos", "change-weapon hands=")  # who is led says whom he minds
    assert not game.may("innkeeper", "change-weapon hands=")


def test_in_peace_they_stay_where_they_are():
    game = alone(porthos=(30, 50), garrido=(60, 50), innkeeper=IN_YARD, first_merchant=(36, 28), mordaunt=(34, 28))
    for one in game.state.figures.values():
        one.die, one.pa, one.is_activated = 0, 0, False
    assert idle(game.state, CIVILIANS) == []
    game.state.peace.remove("green red")
    assert [one.id for one in idle(game.state, CIVILIANS)] == ["innkeeper", "first-merchant"]  # the monk has no enemy


def test_unled_civilians_neither_declare_nor_score_nor_win():
    game = alone(porthos=(30, 50), garrido=(60, 50), innkeeper=IN_YARD)
    game.phase("activation")
    assert game.told(PeaceBroken) == []
    game.state.acting, game.state.turn = "innkeeper", 15
    later(game, lambda g: put_out(g, g.state.figures["first-musketeer"]))
    assert points(game) == {}
    later(game, last_turn_over)
    assert game.state.winner == "nobody"
    assert RULES.scores(game.state) == {FRENCH: 0, SPANISH: 0}


def test_mordaunt_goes_for_the_executioner_when_he_is_found():
    game = alone(porthos=(16.0, 43.5), raoul=(5, 55), mordaunt=(30, 43), innkeeper=IN_YARD, garrido=(70, 5))
    monk = game.figure("mordaunt")
    monk.die, monk.pa, monk.is_activated = 0, 0, False
    game.dice = {}
    found(game, 1, "porthos")
    (body,) = [one for one in game.state.figures.values() if one.where == OUT]
    game.dice = {}
    before = abs(monk.x - body.x)
    game.phase("last", "act figure=mordaunt", "move")
    assert abs(monk.x - body.x) < before
    assert game.state.figures["innkeeper"].has_acted is False


@pytest.mark.parametrize(("x", "keys"), [(30, ["move"]), (16.4, ["confess"])])
def test_he_speaks_to_him_when_he_is_there_and_else_only_comes_nearer(x: float, keys: list[str]):
    game = alone(porthos=(16.0, 43.5), raoul=(5, 55), mordaunt=(30, 43), innkeeper=IN_YARD, garrido=(70, 5))
    game.dice = {}
    found(game, 1, "porthos")
    (body,) = [one for one in game.state.figures.values() if one.where == OUT]
    monk = game.figure("mordaunt")
    monk.x, monk.y = (body.x + 100, body.y) if keys == ["confess"] else (round(100 * x), 4300)
    offered = [one.key for one in errand(game.state, monk, 3)]
    assert (sorted(set(offered)), offered.count("wait")) == (sorted([*keys, "wait"]), 1)


@pytest.mark.rule("cappa.3.2.2.h1")
def test_the_game_ends_when_one_of_two_players_is_beaten_whatever_the_civilians_do():
    game = alone(porthos=(30, 50), garrido=(60, 50), innkeeper=IN_YARD)
    game.state.sides[SPANISH].firmness = 0
    game.state.sides[FRENCH].points = 1
    later(game, judge)
    assert game.state.winner == FRENCH


@pytest.mark.rule("cappa.2.1.3c")
def test_a_squad_that_comes_out_into_the_inn_with_weapons_in_hand_is_met_as_an_enemy():
    game = alone(porthos=(30, 58), innkeeper=(33, 27))
    squad = game.squad("second-patrol")
    squad.die = squad.pa = 2
    game.phase("deployment", "deploy to=3600,2900")
    assert [(one.seat, one.side, one.cause) for one in game.told(PeaceBroken)] == [(SPANISH, CIVILIANS, "armed")]


@pytest.mark.rule("cappa.2.1.1.h4")
@pytest.mark.parametrize(
    ("place", "is_armed", "innkeeper", "broken"),
    [
        (IN_INN, True, IN_YARD, True),
        (IN_INN, False, IN_YARD, False),
        ((60, 50), True, IN_YARD, False),
        (IN_INN, True, None, False),
    ],
)
def test_only_who_comes_armed_into_the_inn_while_somebody_guards_it_ends_the_peace(place, is_armed, innkeeper, broken):
    there = {} if innkeeper is None else {"innkeeper": innkeeper}
    game = alone(dartagnan=place, garrido=(66, 50), **there)
    game.figure("dartagnan").hands = game.figure("dartagnan").arms[:1] if is_armed else []
    later(game, settle_peace)
    assert bool(game.told(PeaceBroken)) is broken


@pytest.mark.rule("cappa.2.1.1.h4")
def test_where_they_guard_no_house_nobody_in_the_open_is_armed_in_it():
    game = alone(dartagnan=(60, 50), garrido=(66, 50), innkeeper=IN_YARD)
    game.state.scenario.sides[CIVILIANS] = replace(game.state.scenario.sides[CIVILIANS], guards="")
    game.figure("dartagnan").hands = game.figure("dartagnan").arms[:1]
    later(game, settle_peace)
    assert game.told(PeaceBroken) == []
