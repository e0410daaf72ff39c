"""Who holds a village comes out of it when his side goes for the enemy, and not all of them."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.command.activation import activation
from alfiere.games.lumi.computer.plan import drive, goals
from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.movement.generals import ride_for
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import ARTILLERY
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.turn import battle
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from tests.games.lumi.lines import Situation
from tests.situation import situation


@pytest.fixture(scope="module")
def blenheim() -> State:
    """The battle as the computer has set it up for both sides; nobody has come in the third turn."""
    game = Game(GAME, GAME.scenario("blenheim"), "1")
    while (decision := game.decision) is not None and game.state.turn == 0:
        game.answer(decision.seat, considered(game.state, decision)[0])
    game.state.turn = 3
    return game.state


def test_a_garrison_stays_whole_while_its_side_waits_and_comes_out_but_for_a_few_when_it_attacks(blenheim: State):
    own = [one.id for one in blenheim.side("blue") if one.division == "clerambault"]
    guns = [id for id in own if blenheim.bases[id].kind == ARTILLERY]
    stay = {}
    for eager in (0.0, 1.0):
        found = goals(blenheim, "blue", eager)
        stay[eager] = [id for id in own if found[id].piece == "blenheim"]
    assert stay[0.0] == own
    assert set(guns) < set(stay[1.0])
    assert len(guns) + 2 <= len(stay[1.0]) < len(own) / 2 + 1


def test_foot_comes_out_of_a_village_on_the_side_of_the_enemy_not_with_its_back_to_him():
    game: Situation = situation(
        """
        lumi 30x30
        village V 9,12 13,16
        red  foot A at 11,15 facing N, column, in V
        red  general M at 11,18 able
        blue foot X at 11,3 facing N
        defends blue
        """
    )
    found: list[Option] = []

    def answer(decision: Decision) -> Option:
        options = considered(game.state, decision)
        if decision.key == "manoeuvre" and not found:
            found.extend(options)
        return options[-1]

    game.state.orders = {"red": 6}
    game.run(battle, answer, answer)
    out = [one["to"] for one in found if one.key == "leave"]
    assert [heading for _, _, heading in out] == [1800]


@pytest.mark.rule("lumi.2.3.3a")
def test_an_order_goes_also_to_those_who_could_come_out_of_a_village():
    game: Situation = situation(
        """
        lumi 30x30
        village V 4,12 8,16
        red  foot A at 5,14 facing S, column, in V, under one
        red  foot B at 7,14 facing S, column, in V, under one
        red  foot C at 20,24 facing S, under two
        red  foot D at 22.5,24 facing S, under two
        red  general M at 6,17 ordinary of one
        red  general N at 21,26 ordinary of two
        red  cic O at 14,26 ordinary
        blue foot X at 6,3 facing N
        blue general Y at 6,2 ordinary
        defends blue
        dice red 6 1 1 1 blue 1
        initiative red
        """
    )
    game.run(activation, lambda decision: considered(game.state, decision)[0])
    assert game.state.orders == {"one": 6}


@pytest.mark.rule("lumi.2.3.4a")
def test_a_general_goes_out_with_those_who_have_come_out(blenheim: State):
    """Who stays behind to hold the village needs no orders."""
    s = blenheim.copy()
    s.laid = None
    for place, one in enumerate(one for one in s.side("blue") if one.brigade == "navarre"):
        one.post, one.x, one.y, one.heading = "", 2_650, 1_550 + 110 * place, 2_700
    for one in s.side("blue"):
        if one.brigade in ("artois", "dismounted-dragoons"):
            one.x = 3_400
    who = s.generals["general-clerambault"]
    who.x, who.y = 3_200, 1_650
    assert drive(s, "blue") >= 1.0
    (ride,) = considered(s, ride_for(s, who))
    assert ride.key == "ride"
    assert ride["to"][0] < 3_000
