"""The turn of seven rounds and its end (3.0, 6.3, 6.6)."""

from __future__ import annotations

import pytest

from alfiere.battles.events import TurnBegan
from alfiere.games.fucilieri.state.unit import HAS_FIRED, HAS_MOVED, LASTING, LOST
from alfiere.games.fucilieri.turn import PHASES, _then, end_turn
from alfiere.games.fucilieri.victory.collapse import NOBODY
from alfiere.kernel.procedure import Procedure
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

BATTLE = "fucilieri\nred foot A at 60,40 facing S\nblue foot F at 60,90 facing N"
ROUNDS = ["orders", "movement", "charges", "fire", "combat", "influence", "command"]


@pytest.mark.rule("fucilieri.3.0.1")
@pytest.mark.rule("fucilieri.3.0.2")
def test_the_seven_rounds_follow_each_other_each_finished_by_both():
    game: Situation = situation(BATTLE)
    game.otherwise = -1
    game.state.phase, game.state.step, game.state.turn = "orders", 0, 2
    seen = []

    def one_turn(g) -> Procedure[None]:  # type: ignore[no-untyped-def]
        while g.state.turn == 2:
            seen.append(g.state.phase)
            yield from PHASES[g.state.phase](g)

    game.run(one_turn)
    assert seen == ROUNDS
    assert (game.state.turn, game.state.phase) == (3, "orders")


def test_a_round_is_over_before_the_next_is_entered():
    game: Situation = situation(BATTLE)
    during = []

    def play(g) -> Procedure[None]:  # type: ignore[no-untyped-def]
        yield from ()
        during.append(g.state.phase)

    game.state.phase, game.state.step = "fire", 7
    game.run(_then(play, "combat"))
    assert (during, game.state.phase, game.state.step) == (["fire"], "combat", 0)


@pytest.mark.rule("fucilieri.3.0.3")
def test_at_the_end_of_a_turn_counters_and_bloodlust_go():
    game: Situation = situation(f"{BATTLE}\nred foot B at 100,40 facing S\nred foot C at 140,40 facing S\nturn 4")
    for mark in (HAS_MOVED, HAS_FIRED):
        mark.put(game["A"])
    for name, until in (("A", 4), ("B", 5), ("C", LASTING)):
        game[name].bloodlust = until
    game.run(end_turn)
    assert not HAS_MOVED.is_on(game["A"])
    assert not HAS_FIRED.is_on(game["A"])
    assert [game[one].has_bloodlust for one in "ABC"] == [False, True, True]
    assert game.state.turn == 5
    assert [one.turn for one in game.told(TurnBegan)] == [5]


@pytest.mark.rule("fucilieri.3.0.3")
def test_victory_is_looked_at_at_the_end_of_a_turn():
    game: Situation = situation(f"{BATTLE}\nturn 4")
    for unit in game.state.units.values():
        if unit.seat == "blue":
            unit.where = LOST
    game.run(end_turn)
    assert (game.state.winner, game.state.reason, game.state.turn) == ("red", "collapse", 4)


@pytest.mark.rule("fucilieri.6.6")
@pytest.mark.rule("fucilieri.6.3")
def test_after_twelve_turns_points_decide():
    game: Situation = situation(f"{BATTLE}\nturn 11")
    game.run(end_turn)
    assert (game.state.turn, game.state.winner) == (12, "")
    game["F"].is_demoralised = True
    game.run(end_turn)
    assert (game.state.winner, game.state.reason) == ("red", "points")
    even: Situation = situation(f"{BATTLE}\nturn 12")
    even.run(end_turn)
    assert even.state.winner == NOBODY
