"""The computer's bases stand at small intervals: each tests by itself, and the others cover its flanks."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.computer.sense import at_interval, considered
from alfiere.games.lumi.morale.support import has_secure_flanks
from alfiere.games.lumi.movement.judging import Outset, Plan
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import LINE
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import alone, formed
from alfiere.kernel.game import Game
from tests.games.lumi.lines import Situation
from tests.situation import situation


def set_up(name: str) -> State:
    """A battle that the computer has set up for both sides."""
    game = Game(GAME, GAME.scenario(name), "1")
    while (decision := game.decision) is not None and game.state.turn == 0:
        game.answer(decision.seat, considered(game.state, decision)[0])
    return game.state


@pytest.mark.rule("lumi.1.6.7")
def test_it_sets_up_its_lines_at_intervals_so_that_no_die_is_for_two_bases():
    s = set_up("minden")
    lines = [unit for unit in formed(s) if unit.formation == LINE]
    assert len(lines) > 20
    assert all(len(unit.ids) == 1 for unit in lines)


@pytest.mark.rule("lumi.7.1.1f")
def test_who_stands_between_two_others_of_his_brigade_has_secure_flanks():
    s = set_up("minden")
    inner = [alone(one) for one in s.bases.values() if one.id in ("waldegrave-1", "castries-2", "castries-3")]
    assert all(has_secure_flanks(s, unit) for unit in inner)


@pytest.mark.rule("lumi.1.6.7")
def test_who_comes_up_beside_another_of_his_brigade_stops_at_an_interval():
    game: Situation = situation(
        """
        lumi
        red  foot A at 10,12 facing S
        red  foot B at 12.2,11 facing S
        red  general M at 11,13.5 able
        blue foot X at 10,6 facing N
        """
    )
    game.state.orders = {"red": 6}
    s, mate = game.state, game.state.bases["B"]
    outset = Outset(s, alone(s.bases["A"]))
    ends = [plan.ends["A"].pose for legs in at_interval(outset) if isinstance(plan := outset.judge(legs), Plan)]
    assert mate.pose._replace(x=mate.x - 220) in ends
    assert mate.pose._replace(x=mate.x - 200) not in ends
