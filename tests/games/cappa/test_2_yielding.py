"""Chapters 2.2.1 and 4.3.6: what one who yields keeps, and who cannot get off a horse."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Surrendered
from tests.games.cappa.pointed import against
from tests.games.cappa.staged import carry
from tests.situation import situation


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.2.2.1.h13")
def test_who_yields_lets_his_captives_go_and_keeps_what_he_carries():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 2
        red  extra P at 10,14, surrendered, captor B
        blue extra B at 10,12, shaken, carries P
        dice blue 10
    """)
    carry(game, "B", "purse")
    game.do("A", "talk target=B")
    assert [event.figure for event in game.told(Surrendered)] == ["B"]
    assert (game.figure("B").carries, game.figure("P").captor) == (["purse"], "")
    assert game.state.things["purse"].bearer == "B"


@pytest.mark.rule("cappa.4.3.6.h2")
def test_who_is_on_foot_cannot_dismount():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 2\nblue extra B at 30,30")
    assert against(game, "A", "dismount", to=[1100, 1000]) == ("on-foot", "cappa.4.3.6.h2")
