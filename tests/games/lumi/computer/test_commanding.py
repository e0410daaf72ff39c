"""Which division the computer gives its orders, and where a new general begins."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.command.activation import activation
from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.movement.generals import successors
from alfiere.games.lumi.state.base import LOST, ROUT
from alfiere.kernel.decision import Decision, Option
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO_DIVISIONS = """
    lumi
    red  foot A at 6,10 facing N, under one
    red  foot B at 8.5,10 facing N, under one
    red  foot C at 14,9 facing N, under two
    red  general M at {general} ordinary of one
    red  general N at 14,8 ordinary of two
    red  cic O at 10,5 ordinary
    blue foot X at 10,16 facing S
    blue general Y at 10,17 ordinary
    dice red 5 1 1 1 blue 1
    initiative red
    """


@pytest.mark.rule("lumi.2.3.4a")
@pytest.mark.parametrize(("general", "division"), [("7,9", "one"), ("25,1", "two")])
def test_an_order_goes_to_those_whose_general_is_there_to_pass_it_on(general: str, division: str):
    game: Situation = situation(TWO_DIVISIONS.format(general=general))
    game.run(activation, lambda decision: considered(game.state, decision)[0])
    assert game.state.orders == {division: 5}


@pytest.mark.rule("lumi.2.3.3a", "lumi.3.3.1l")
def test_an_order_goes_to_those_who_can_do_something_with_it():
    """Division one is nearer to the enemy, but at a brook that no horse crosses."""
    game: Situation = situation(
        """
        lumi
        stream S 0,11 12,11 level 3
        red  cuirassiers A at 6,10.49 facing N, under one
        red  cuirassiers B at 8.5,10.49 facing N, under one
        red  foot C at 20,8 facing N, under two
        red  general M at 7,9 ordinary of one
        red  general N at 20,7 ordinary of two
        red  cic O at 10,5 ordinary
        blue foot X at 7,16 facing S
        blue foot Y at 20,17 facing S
        blue general Z at 10,17 ordinary
        dice red 5 1 1 1 blue 1
        initiative red
        """
    )
    game.run(activation, lambda decision: considered(game.state, decision)[0])
    assert game.state.orders == {"two": 5}


@pytest.mark.rule("lumi.8.7")
def test_who_follows_a_fallen_general_begins_among_those_who_stand_not_beside_one_who_has_run():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 10,1 facing S, column, brigade K
        red  foot B at 8,20 facing N, brigade L
        red  foot C at 10.5,20 facing N, brigade M
        red  foot D at 13,20 facing N, brigade N
        red  general G at 10,19 ordinary
        blue foot X at 10,28 facing S
        """
    )
    game["A"].state, game.general("G").where = ROUT, LOST
    asked: list[Decision] = []

    def answer(decision: Decision) -> Option:
        asked.append(decision)
        return considered(game.state, decision)[0]

    game.run(successors, answer)
    assert [one.key for one in asked] == ["succeed"]
    assert asked[0].options[0]["unit"] == "A"
    assert game.general("G").y < 1_200  # 20um from the south of 30
