"""Chapter 9.5.1, ways in the dark: whom his side does not see changes no way of a character."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Decision, Option
from tests.games.cappa.test_9_hidden import dark
from tests.situation import situation


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize(("light", "is_hidden"), [("new moon", True), ("day", False)])
def test_a_way_leads_through_where_somebody_hidden_stands_and_round_whom_he_sees(light, is_hidden):
    game = dark("red extra A at 10,10, Mov 6\nblue extra B at 10,22, shaken fire", light)
    assert ("B" in hidden_from(game.state, "red")) is is_hidden
    trip = journey(game.state, game.figure("A"), 2000, zones=False)
    assert (trip.straight(1000, 2500) is None) is is_hidden


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.4.3.1c")
@pytest.mark.parametrize(("light", "is_hidden"), [("new moon", True), ("day", False)])
def test_a_way_leads_through_the_ranks_of_a_hidden_squad(light, is_hidden):
    game = dark(
        """
        red extra A at 10,10, Mov 6
        blue extra B at 9,22, squad S
        blue extra C at 11,22, squad S
        blue squad S, open
        """,
        light,
    )
    assert hidden_from(game.state, "red") == ({"B", "C"} if is_hidden else set())
    trip = journey(game.state, game.figure("A"), 2000, zones=False)
    assert (trip.straight(1000, 2500) is None) is is_hidden


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.2.1.4e")
@pytest.mark.parametrize(("is_dark", "pa", "is_last"), [(True, 1, True), (True, 2, False), (False, 1, False)])
def test_by_night_nobody_hears_beforehand_who_comes_after_his_last_pa(is_dark, pa, is_last):
    text = f"red extra A at 10,10, Mov 6, pa {pa}\nblue extra B at 10,22, pa 1"
    game = dark(text) if is_dark else situation(f"cappa on open ground\n{text}")
    asked = decide(game.state, game.figure("A"), pa, (), may_stop=True)
    found = {one.key: Cappa().passes_on_unseen(game.state, asked, one) for one in asked.options}
    assert (found["move"], found["stop"]) == (is_last, is_dark)
    answer = Decision("red", "react-to-fire", [Option("stand", {"figure": "A"})], {"figure": "A", "pa": pa})
    assert not Cappa().passes_on_unseen(game.state, answer, answer.options[0])  # it is no action of his
