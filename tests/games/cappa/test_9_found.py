"""Chapter 9.5.1: a squad that comes upon several who are hidden."""

from __future__ import annotations

import pytest

from tests.games.cappa.test_9_hidden import dark


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.6.5.h2")
@pytest.mark.parametrize(("near", "far"), [("10,19.8", "13,21"), ("13,19.8", "10,21")])
def test_a_squad_stops_together_at_the_nearest_of_those_it_comes_upon(near, far):
    game = dark(
        f"""
        red extra D at 10,10, squad S, Mov 12
        red extra E at 11.5,10, squad S, Mov 12
        red extra F at 13,10, squad S, Mov 12
        red squad S, open, die 2
        blue extra B at {far}
        blue extra C at {near}
        """,
    )
    game.do("S", "move to=1000,2200")
    assert [game.at(name) for name in "DEF"] == [(10, 17.8), (11.5, 17.8), (13, 17.8)]
