"""The turn: its nine phases, one after the other (seq.1)."""

from __future__ import annotations

import pytest

from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.games.risorgimento.turn import battle
from tests.situation import situation


@pytest.mark.rule("risorgimento.seq.1", "risorgimento.set.5")
def test_a_turn_has_nine_phases_in_their_order_and_the_next_begins_with_the_first() -> None:
    game = situation("""
        risorgimento
        turn 19
        phase A
        red  line A at 110,40 facing W
        red  hussars H at 110,50 facing W
        blue line B at 10,40 facing E
        blue guns G at 10,30 facing E
    """)
    game.run(battle)
    told = [one for one in game.events if isinstance(one, PhaseBegan | TurnBegan)]
    phases = ["B", "C", "D", "E", "F", "G", "H", "I"]  # a turn begins in A
    assert [one.phase if isinstance(one, PhaseBegan) else one.turn for one in told] == [*phases, 20, *phases]
    assert game.state.winner  # after the last turn the battle is over
