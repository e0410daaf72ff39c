"""Counters of a turn: execution drawn out of a cup, initiative rolled for (3.1.1)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.influence.influence import influence_round
from alfiere.games.fucilieri.orders.counters import (
    by_initiative,
    draw_execution,
    in_execution_order,
    on_table,
    place_latecomers,
    roll_initiative,
)
from alfiere.games.fucilieri.state.command import IS_ENTERING, TAKEN_OVER
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.unit import FLEEING
from alfiere.games.fucilieri.told.orders import ExecutionDrawn, InitiativeRolled, InitiativeSet, TieRolled
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ARMIES = """
    fucilieri
    red condottiero C at 60,20 cv 5
    red general M at 30,20 cv 3 of X
    red general N at 90,20 cv 3 of Y
    red foot A at 30,40 facing S, of X
    red foot B at 90,40 facing S, of Y
    blue foot F at 60,90 facing N, of V
    blue foot G at 90,90 facing N, of W
"""


def armies(more: str = "") -> Situation:
    found: Situation = situation(ARMIES + more)
    return found


@pytest.mark.rule("fucilieri.3.1.1.1")
@pytest.mark.rule("fucilieri.3.1.1.2")
def test_each_leader_and_each_command_without_one_has_a_counter_from_the_cup():
    game = armies("dice red 4 1 3\nblue general V at 90,70 cv 2 of W\ndice blue 2 5")
    commands = [one.id for one in on_table(game.state)]
    assert commands == ["red", "X", "Y", "V", "W"]  # V has lost its general, blue has nobody on the table
    game.run(draw_execution)
    assert {one: game.command(one).execution for one in commands} == {"red": 4, "X": 1, "Y": 3, "V": 2, "W": 5}
    assert game.command("blue").execution == 0
    assert game.told(ExecutionDrawn)[0].commands == ("X", "V", "Y", "red", "W")
    assert game.dice_left == {}


def test_a_command_that_is_no_more_has_no_counter():
    game = armies()
    game.command("X").fate = TAKEN_OVER
    game["G"].where = FLEEING
    game.run(draw_execution)
    assert sorted(one.id for one in on_table(game.state)) == ["V", "Y", "red"]
    assert sorted(game.command(one).execution for one in ("V", "Y", "red")) == [1, 2, 3]
    assert game.command("X").execution == 0


@pytest.mark.rule("fucilieri.3.1.1.3")
def test_counters_are_drawn_anew_each_turn():
    game = armies("dice red 1 2 3 3 2 1 blue 4 5 4 5")
    game.run(draw_execution)
    assert [one.id for one in in_execution_order(game.state)] == ["red", "X", "Y", "V", "W"]
    game.run(draw_execution)
    assert [one.id for one in in_execution_order(game.state)] == ["Y", "X", "red", "V", "W"]


@pytest.mark.rule("fucilieri.3.1.1.4")
def test_who_enters_acts_after_all_others_in_the_order_of_a_roll():
    game = armies(
        "red general P to come cv 2 of Z\nred foot Q to come, of Z\nblue foot R to come, of U\ndice red 2 5 blue 2 1"
    )
    draws = armies("red general P to come cv 2 of Z\nred foot Q to come, of Z\ndice red 1 2 3 blue 4 5")
    draws.run(draw_execution)
    IS_ENTERING.put(draws.command("Z"))
    draws.run(place_latecomers)  # alone: no die
    assert draws.command("Z").execution == 6
    for number, one in enumerate(game.state.commands.values(), 1):
        one.execution = 0 if one.id in ("Z", "U") else number
    last = max(one.execution for one in game.state.commands.values())
    for late in ("Z", "U"):
        IS_ENTERING.put(game.command(late))
    game.run(place_latecomers)  # 2 and 2, then 5 and 1
    assert (game.command("Z").execution, game.command("U").execution) == (last + 1, last + 2)
    assert game.dice_left == {}


@pytest.mark.rule("fucilieri.ex.23")
@pytest.mark.rule("fucilieri.3.1.1.6")
@pytest.mark.rule("fucilieri.3.1.1.7")
def test_initiative_goes_by_total_then_by_cv():
    game = armies("dice red 2 4 5")
    game.run(roll_initiative)
    assert [(one.leader, one.total) for one in game.told(InitiativeRolled)] == [("C", 7), ("M", 7), ("N", 8)]
    assert game.told(InitiativeSet)[0].leaders == ("N", "C", "M")
    assert [game.command(one).initiative for one in ("Y", "red", "X")] == [1, 2, 3]
    assert [one.id for one in by_initiative(game.state)] == ["N", "C", "M"]


@pytest.mark.rule("fucilieri.3.1.1.7")
def test_leaders_equal_in_all_roll_again():
    game = armies("dice red 1 4 4 2 6")
    game.run(roll_initiative)
    assert [one.id for one in by_initiative(game.state)] == ["N", "M", "C"]
    assert [(one.leader, one.roll) for one in game.told(TieRolled)] == [("M", 2), ("N", 6)]
    assert game.dice_left == {}


@pytest.mark.rule("fucilieri.3.1.1.9")
def test_an_execution_counter_outlives_the_leader_an_initiative_counter_does_not():
    game = armies("dice red 1 4 4 2 6")
    game.run(roll_initiative)
    game.leader("N").where = KILLED
    assert [one.id for one in by_initiative(game.state)] == ["M", "C"]
    assert game.command("Y") in in_execution_order(game.state)


@pytest.mark.rule("fucilieri.3.1.1.5")
@pytest.mark.rule("fucilieri.3.1.1.8")
def test_leaders_influence_from_initiative_one_upwards():
    orders = {}
    for first, second in ((1, 2), (2, 1)):
        game = armies(
            "red foot D at 55,40 facing S, demoralised, of X\nred foot E at 120,40 facing S, demoralised, of Y"
        )
        game.command("X").initiative, game.command("Y").initiative = first, second
        for leader, unit in (("M", "D"), ("N", "E")):
            game.leader(leader).joined = unit
        game.state.phase = "influence"
        game.run(influence_round)
        orders[first] = [one.about["leader"] for one in game.asked if "leader" in one.about]
    assert orders[1][:2] == ["M", "N"]
    assert orders[2][:2] == ["N", "M"]
