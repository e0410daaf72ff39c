"""Chapter 8.1.2, a betrayer: whom he cannot buy."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.feats.special_abilities import corruptible
from tests.situation import situation


@pytest.mark.rule("cappa.8.1.2t")
def test_beasts_are_not_bought():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10, abilities BE, pa 1
        blue extra B at 10,20
        blue extra C at 12,20, animal
    """)
    assert [[one.id for one in found] for found in corruptible(game.state, game.figure("A"))] == [["B"]]
