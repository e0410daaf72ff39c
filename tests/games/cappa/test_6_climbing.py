"""Chapters 4.3.3, 4.3.4 and 6.4: a squad on the stairs, on a wall, over a ditch; as a body, or one of it."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.told.events import Climbed
from tests.situation import situation

HOUSE = """
    cappa on open ground
    building 10,10 16,16 door south storeys 2
    red extra A at 12,12, squad S
    red extra B at 13,12, squad S
    red extra C at 12,13, squad S
    red extra D at 13,13, squad S
    red squad S, open, pa 3
"""
WALL = """
    cappa on open ground
    high wall 5,10 20,10
    red extra A at 10,10.5, squad S
    red extra B at 11,10.5, squad S
    red extra C at 12,10.5, squad S
    red extra D at 11,11.5, squad S
    red squad S, open, pa 3
"""


def levels(game):
    """How high everybody is."""
    return [game.figure(name).level for name in "ABCD"]


@pytest.mark.rule("cappa.6.4a", "cappa.2.2.1y", "cappa.4.3.3.h3")
def test_a_squad_goes_up_the_stairs_as_a_body_for_one_pa_and_down_again():
    game = situation(HOUSE)
    assert [option["level"] for option in game.offered("S") if option.key == "climb-together"] == [200]
    game.do("S", "climb-together")
    assert (levels(game), game.squad("S").pa) == ([200] * 4, 2)
    assert not Cappa().faults(game.state)
    game.do("S", "climb-together")
    assert (levels(game), game.squad("S").pa) == ([0] * 4, 1)


@pytest.mark.rule("cappa.6.4.h1", "cappa.4.3.3a", "cappa.4.3.3.h1")
def test_of_a_squad_those_climb_who_touch_the_wall_with_free_hands():
    game = situation(WALL.replace("red extra C at 12,10.5", "red extra C at 12,10.5 with MMK"))
    game.do("S", "climb-together level=100")
    assert levels(game) == [100, 100, 0, 0]
    assert {event.figure for event in game.told(Climbed)} == {"A", "B"}
    assert game.squad("S").pa == 2
    assert {option["level"] for option in game.offered("S") if option.key == "climb-together"} == {0, 150}


@pytest.mark.rule("cappa.6.4b", "cappa.6.4.h2", "cappa.2.2.1y")
def test_one_of_a_squad_is_sent_upstairs_for_a_pa_more():
    game = situation(HOUSE)
    game.do("S", "single-out member=B do=climb level=200")
    assert (levels(game), game.squad("S").pa) == ([0, 200, 0, 0], 1)


@pytest.mark.rule("cappa.6.4b")
@pytest.mark.parametrize(
    ("language", "told"), [("en", "{} alone climbs to {} um"), ("it", "{} da solo si arrampica a {} um")]
)
def test_where_he_is_sent_is_said(language, told):
    game = situation(HOUSE)
    for level in (200, 0):
        (option,) = [one for one in game.offered("S") if one.get("member") == "A" and one.get("do") == "climb"]
        said = words(language).option_sentence(
            "action", option.key, option.args, lambda kind, value: name_of(game.state, kind, value, language)
        )
        assert said == told.format(name_of(game.state, "figure", "A", language), level // 100)
        game.figure("A").level = 200


@pytest.mark.rule("cappa.6.4a", "cappa.2.2.1m", "cappa.4.3.4a")
def test_a_squad_jumps_a_ditch_as_a_body():
    game = situation("""
        cappa on open ground
        ditch 5,10 20,10
        red extra A at 10,10.5, squad S
        red extra B at 11,10.5, squad S
        red extra C at 12,12, squad S
        red squad S, open, pa 2
    """)
    game.do("S", "jump-together")
    assert [game.at(name)[1] < 10 for name in "ABC"] == [True, True, False]
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.6.4a", "cappa.4.3.4b")
def test_a_squad_that_has_climbed_a_wall_jumps_down_beyond_it():
    game = situation(WALL.replace("at 11,11.5", "at 13,10.5"))
    for name in "ABCD":
        game.figure(name).level = 150
    over = next(option for option in game.offered("S") if option.key == "jump-together" and option["to"][1] < 1000)
    game.do("S", over)
    assert levels(game) == [0] * 4
    assert all(game.at(name)[1] < 10 for name in "ABCD")


@pytest.mark.rule("cappa.6.4a", "cappa.2.2.1m")
@pytest.mark.parametrize("side", [-1, 1])
def test_all_of_a_squad_jump_down_on_the_side_where_the_first_lands(side):
    game = situation("""
        cappa on open ground
        high wall 10,5 10,20
        red extra A at 10.5,10, squad S
        red extra B at 10.5,11, squad S
        red extra C at 10.5,12, squad S
        red squad S, open, pa 3
    """)
    for name in "ABC":
        game.figure(name).level = 150
    to = next(one for one in game.offered("S") if one.key == "jump-together" and (one["to"][0] - 1000) * side > 0)
    game.do("S", to)
    assert all((game.at(name)[0] - 10) * side > 0 for name in "ABC")
    assert {game.figure(name).level for name in "ABC"} == {0}


@pytest.mark.rule("cappa.6.4a")
def test_a_lone_man_has_nobody_to_climb_or_jump_with():
    game = situation(
        HOUSE.replace(", squad S", "").replace("red squad S, open, pa 3", "").replace("12,12", "12,12, pa 1")
    )
    assert not {"climb-together", "jump-together"} & game.keys("A")
    assert game.may("A", "climb level=200")
