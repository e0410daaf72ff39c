"""What comes on and what ends in whole turns: reinforcements, unbidden charges, recoveries, defeat (2.1)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from alfiere.battles.events import PhaseBegan
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.state.base import DISORDERED, SHAKEN
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.told.charge import ChargeDeclared
from alfiere.games.lumi.told.rally import BrigadeTested, RecoveryTested
from alfiere.games.lumi.told.set_up import Arrived
from alfiere.games.lumi.told.victory import BattleEnded
from alfiere.games.lumi.turn import battle, begin_turn
from tests.games.lumi.set_up.test_reinforcements import battle as at_the_mill
from tests.games.lumi.test_turn import last_turn


@pytest.mark.rule("lumi.2.1.5", "lumi.2.2.1a")
def test_who_is_due_comes_on_in_the_first_phase_of_his_turn():
    game = at_the_mill(turn=1)
    game.state.scenario.turns = 2

    def second_turn(g: LumiGame) -> Any:
        begin_turn(g, 2)
        yield from battle(g)

    game.run(second_turn)
    told = [one for one in game.events if isinstance(one, PhaseBegan | Arrived)]
    names = [one.phase if isinstance(one, PhaseBegan) else one.who for one in told]
    assert names[: names.index("activation")] == [
        *("reinforcements", "line-horse-1", "line-horse-2", "french-hussars-1", "french-hussars-2", "marsac")
    ]


@pytest.mark.rule("lumi.9.2.10", "lumi.9.2.1")
@pytest.mark.parametrize(("is_used", "impulse", "charges"), [(True, 1, 1), (True, 2, 0), (False, 1, 0)])
def test_the_aggressive_without_an_order_charge_once_a_turn_where_the_optional_rule_is_used(
    is_used: bool, impulse: int, charges: int
):
    game = last_turn(
        f"""
        lumi 40x30
        initiative red
        impulse {impulse}
        red  cuirassiers A at 10,5 facing N, morale 2, can aggressive
        blue foot F at 10,9 facing S, morale 2, under 2a
        blue foot G at 30,20 facing S, under 2b
        blue general P at 30,21.5 able of 2b
        """,
        of_2b=6,
    )
    game.state.scenario.form = replace(game.state.scenario.form, aggressive=is_used)
    game.run(battle)
    assert [(one.units, one.how) for one in game.told(ChargeDeclared)] == [(("A",), "aggressive")] * charges


@pytest.mark.rule("lumi.7.5.6", "lumi.2.1.10")
@pytest.mark.parametrize("initiative", ["red", "blue"])
def test_each_side_recovers_once_in_a_turn_that_of_the_initiative_first(initiative: str):
    game = last_turn(
        f"""
        lumi 40x30
        initiative {initiative}
        red  foot A at 10,28 facing S, shaken
        blue foot F at 10,2 facing N, shaken
        dice red 6 blue 6
        """,
        phase="rally",
    )
    game.run(battle)
    tried = [one.units[0] for one in game.told(RecoveryTested)]
    assert tried == (["A", "F"] if initiative == "red" else ["F", "A"])
    assert [game[one].state for one in "AF"] == [DISORDERED, DISORDERED]


@pytest.mark.rule("lumi.11.7", "lumi.6.2.10", "lumi.1.1.7")
def test_a_battle_that_the_last_fall_back_of_cavalry_decides_ends_before_any_brigade_tests():
    game = last_turn(
        """
        lumi
        initiative red
        red foot A at 10,3 facing S, melee 0, morale 2
        red foot B at 20,15 facing N, under 1b, shaken
        blue cuirassiers F at 10,2 facing N, melee 0, morale 2
        dice red 4 6 blue 4 6
        """,
        phase="melee",
    )
    game.state.cohesion["blue"] = game["F"].profile.cohesion
    SHOCKED.put(game.state, game["B"].brigade)
    game.run(battle)
    assert not game["F"].is_on
    assert [(one.winner, one.reason) for one in game.told(BattleEnded)] == [("red", "beaten")]
    assert game.told(BrigadeTested) == []
    assert game["B"].state == SHAKEN
