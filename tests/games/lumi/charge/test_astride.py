"""A charger that has come into contact right behind an obstacle stands over it, and counts as across (3.3.1o)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.melee.combats import combats
from alfiere.games.lumi.melee.penetration import resolve
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.obstacles import crosses
from alfiere.games.lumi.movement.orders import MOVES
from alfiere.games.lumi.state.base import IMPULSE, OF_BASE
from tests.games.lumi.charge.test_charge import charge, height, ready

STREAM = "stream W 5,7 15,7 level 1"
TWO_RANKS = "red cuirassiers A at 10,6.5 facing N, morale 1\nred cuirassiers B at 10,5.5 facing N, morale 1"


@pytest.mark.rule("lumi.3.3.1o", "lumi.4.1.13")
def test_a_charger_over_the_stream_goes_on_when_the_target_runs():
    game = ready(f"{STREAM}\n{TWO_RANKS}\nblue foot F at 10,8 facing S, morale 0\ndice red 5 blue 1")
    game.state.cohesion["blue"] = 9
    charge(game, "A", "F")  # 0.5um into contact, then 3.5um of its four
    assert game["F"].state == 3
    assert height(game, "A") == pytest.approx(1050, abs=2)
    assert height(game, "B") == pytest.approx(950, abs=2)


@pytest.mark.rule("lumi.3.3.1o", "lumi.7.2.1b", "lumi.7.2.2k")
def test_who_has_won_over_the_stream_presses_on_and_pursues():
    game = ready(f"{STREAM}\n{TWO_RANKS}\nblue guns G at 10,8 facing S, morale 0\ndice red 5 1 blue 5")
    charge(game, "A", "G")
    assert height(game, "A") == pytest.approx(700, abs=2)
    game.run(lambda g: resolve(g, combats(g.state)[0]))
    assert height(game, "A") == pytest.approx(700 + 100 + 400, abs=3)


@pytest.mark.rule("lumi.3.3.1o")
def test_who_stands_over_the_stream_when_the_enemy_is_gone_comes_off_it_without_a_die():
    game = ready(
        f"{STREAM}\nred foot A at 10,6.5 facing N, morale 1\nblue guns G at 10,8 facing S, morale 0\ndice red 5 blue 5"
    )
    charge(game, "A", "G")
    unit = game.unit("A")
    game["G"].where = "lost"
    game.state.laid = None
    for one in game.state.bases.values():
        OF_BASE.end(one, IMPULSE)
    assert "cross" in [option.key for option in order_for(game.state, unit, MOVES).options]
    assert game.run(lambda g: crosses(g, unit, "W"))
    assert height(game, "A") == pytest.approx(750, abs=3)
    assert game["A"].state == 0
