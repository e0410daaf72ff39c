"""Chapter 9.5.1: a squad that comes upon several who are hidden, and who fell where one side did not see it."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.seeing import is_body_seen
from alfiere.games.cappa.ground.visibility import unseen_by
from alfiere.games.cappa.ground.weather import FIRED
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


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize(("seat", "unknown"), [("red", set()), ("blue", {"D"}), (None, {"D"})])
def test_of_who_fell_unseen_by_one_side_an_onlooker_is_not_told_either(seat, unknown):
    game = dark("red extra D at 10,10\nred extra E at 11.5,10\nblue extra B at 30,30")
    game.figure("D").where = "out"
    game.state.unseen = {"blue": ["D", "E"]}
    assert unseen_by(game.state, seat) & {"D"} == unknown


@pytest.mark.rule("cappa.9.5.2a", "cappa.9.5c")
@pytest.mark.parametrize(("y", "is_seen"), [(19, True), (19.2, False)])
def test_who_has_fired_and_fallen_is_seen_from_no_farther_than_any_other_body(y, is_seen):
    game = dark(f"red extra A at 10,10\nblue protagonist B out at 10,{y}\nblue extra C at 30,30")
    FIRED.put(game.figure("B"))
    assert is_body_seen(game.state, game.figure("B"), "red") is is_seen
