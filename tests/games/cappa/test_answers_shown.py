"""What is drawn and reckoned of the answers to an attack: a shot or volley back, a countercharge, a blow back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.preview import prospects
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

RULES = Cappa()


def seen(text: str, who: str, *answers: str, key: str) -> tuple[list[dict[str, Any]], list[Any]]:
    """What a player is shown of his answer while he is asked: its sketch and its odds."""
    game = situation(text)
    found: list[tuple[list[dict[str, Any]], list[Any]]] = []

    def look(decision: Decision) -> Option:
        option = next(one for one in decision.options if one.key == key)
        sketch = RULES.sketch(game.state, decision, option)
        found.append((sketch, list(prospects(game.state, decision, option, decision.seat))))
        return option

    game.do(who, *answers, look)
    return found[0]


@pytest.mark.rule("cappa.2.2.2b", "cappa.5.1.2a", "cappa.5.1.2c")
def test_a_shot_back_is_drawn_from_him_who_answers_and_its_odds_are_his():
    sketch, (odds,) = seen(
        """
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 1, CA 4
        blue extra B at 10,16 with MMK, 5/4/3, pa 1
        dice red 10 blue 10
        """,
        *("A", "shoot target=B"),
        key="shoot-back",
    )
    assert [one["points"] for one in sketch if one["kind"] == "shot"] == [[[1000, 1600], [1000, 1000]]]
    assert (odds.who, [tally.total for tally in odds.tallies]) == ("B", [5, 4])
    assert (odds.hits[1], odds.results[1]) == (Fraction(1, 2), Fraction(1, 5))


@pytest.mark.rule("cappa.2.2.2b", "cappa.6.6.1b")
def test_a_volley_back_is_drawn_from_the_squad_that_answers_and_every_man_of_it_counts():
    sketch, (odds,) = seen(
        """
        cappa on open ground
        red  extra A at 10,10 with MMK, squad R
        red  extra B at 11,10 with MMK, squad R
        red  squad R, open, pa 3
        blue extra D at 10,16 with MMK, 5/4/3, squad S
        blue extra E at 11,16 with MMK, 5/2/3, squad S
        blue squad S, open, pa 2
        dice red 10 10 blue 10 10
        """,
        *("R", "volley target=S"),
        key="volley-back",
    )
    assert [one["points"] for one in sketch if one["kind"] == "shot"] == [[[1000, 1600], [1000, 1000]]]
    assert (odds.who, [tally.total for tally in odds.tallies]) == ("S", [5, 3, 5])
    assert odds.hits == {0: Fraction(7, 20), 1: Fraction(1, 2), 2: Fraction(3, 20)}


@pytest.mark.rule("cappa.5.2d", "cappa.5.2.1b")
def test_of_a_blow_back_with_either_weapon_the_odds_are_those_of_the_weapon():
    text = """
        cappa on open ground
        red  extra A at 10,10, 5/3/3, pa 1
        blue extra B at 10,11 with BD PS, hands BD PS, 5/4/5, pa 1
        dice red 10 blue 10
    """
    game = situation(text)
    found: dict[str, int] = {}

    def look(decision: Decision) -> Option:
        for option in decision.options:
            if option.key == "fight-back":
                (odds,) = prospects(game.state, decision, option, decision.seat)
                assert odds.who == "B"
                found[option["weapon"]] = odds.tallies[0].total
        return decision.options[0]

    game.do("A", "fight target=B", look)
    assert found["BD"] > found["PS"]
