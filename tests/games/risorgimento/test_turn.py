"""The turn: its nine phases, one after the other (seq.1)."""

from __future__ import annotations

import pytest

from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.games.risorgimento.told.charge import ChargeShown
from alfiere.games.risorgimento.told.command import InitiativeRolled
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


@pytest.mark.rule("risorgimento.c.1.1", "risorgimento.seq.1")
def test_charges_are_noted_in_phase_c_before_the_dice_for_the_initiative() -> None:
    game = situation("""
        risorgimento
        turn 20
        phase C
        red  hussars H at 30,40 facing E
        blue line A at 45,40 facing W
    """)
    game.state.step = 0
    game.run(battle, "note-charge unit=H target=A")
    assert game.asked[0].key == "note-charge"
    kinds = [type(one) for one in game.events]
    assert [(one.unit, one.target) for one in game.told(ChargeShown)] == [("H", "A")]
    assert kinds.index(InitiativeRolled) < kinds.index(ChargeShown)
