"""Chapters 9.5 and 9.7: works that somebody hidden bars."""

import pytest

from alfiere.games.cappa.ruleset import Cappa
from tests.games.cappa.test_9_visibility import sky
from tests.games.cappa.test_10_carts import overturned
from tests.situation import situation

WALL = "high wall 4,9.97 8.95,9.97\noption visibility yes"


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.9.7.2.h5")
@pytest.mark.parametrize(("enemy", "found"), [("30,30", []), ("8.2,11", ["X"])])
def test_who_bars_the_righting_of_a_cart_unseen_is_found_and_the_log_says_so(enemy, found):
    text = overturned(WALL, men_at=(9.2, 8.2, 7.2, 6.2)).replace("blue extra X at 30,30", f"blue extra X at {enemy}")
    game = situation(text + sky("new moon"))
    told = game.do("S", "work work=right")
    assert [event.enemy for event in told if event.key == "hidden-found"] == found
    assert bool(game.state.things) == (not found)
    assert Cappa().faults(game.state) == []
