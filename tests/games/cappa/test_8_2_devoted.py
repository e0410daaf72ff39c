"""Chapter 8.1.2, the devoted: which of several takes the wound."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Shielded
from tests.situation import situation


@pytest.mark.rule("cappa.8.1.2i")
@pytest.mark.parametrize(("one", "other", "shields"), [("10,17.5", "12,17", "C"), ("12,17", "10,17.5", "D")])
def test_of_two_who_are_devoted_to_him_the_nearer_takes_the_wound(one, other, shields):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue hero B at 10,16
        blue extra C at {one}, abilities DE, devoted to B
        blue extra D at {other}, abilities DE, devoted to B
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")
    assert [event.figure for event in game.told(Shielded)] == [shields]
