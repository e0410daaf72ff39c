"""Chapter 9.5, who is hidden from whom: what is asked first is only a hint, and a die changes who is heard."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.visibility import hidden_from
from tests.games.cappa.test_9_hidden import dark


@pytest.mark.rule("cappa.9.5c")
def test_whoever_saw_somebody_last_is_not_believed_when_he_has_gone_away():
    game = dark("red extra A at 10,10\nred extra C at 60,10\nblue extra B at 15,10")
    assert hidden_from(game.state, "red") == frozenset()  # A sees him, and is asked first from now on
    game.figure("A").y = 5000
    assert hidden_from(game.state, "red") == {"B"}
    game.figure("C").x = 2000
    assert hidden_from(game.state, "red") == frozenset()
    game.figure("C").where = "out"
    assert hidden_from(game.state, "red") == {"B"}


@pytest.mark.rule("cappa.9.5.2b", "cappa.2.1.2.h6")
def test_a_squad_is_heard_by_the_melee_of_one_of_it_but_not_once_he_fights_apart_on_a_die_of_his_own():
    game = dark(
        """
        red extra D at 10,10, squad S
        red extra E at 24,10, squad S
        red squad S, open
        blue extra B at 25,10
        """
    )
    assert hidden_from(game.state, "blue") == frozenset()
    game.figure("E").die = 3
    assert hidden_from(game.state, "blue") == {"D"}
