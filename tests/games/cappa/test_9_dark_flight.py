"""Chapter 9.5 and morale: what the dark means for cover, for who could charge, and for a fugitive's shelter."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.morale.morale_tests import is_covered, is_threatened
from alfiere.games.cappa.movement import shelter
from tests.games.cappa.test_9_hidden import dark


def is_safe(text: str, light: str = "new moon") -> bool:
    """Whether B is in shelter."""
    game = dark(text, light)
    return shelter.is_shelter(game.state, game.figure("B"))


@pytest.mark.rule("cappa.2.3.3.h1", "cappa.9.5b", "cappa.9.5c")
def test_beyond_the_observation_distance_the_dark_is_shelter():
    assert not is_safe("red extra A at 10,10\nblue extra B at 10,19")  # 8 um from base to base
    assert is_safe("red extra A at 10,10\nblue extra B at 10,19.2")
    assert not is_safe("red extra A at 10,10\nblue extra B at 10,19.2", light="moon")


@pytest.mark.rule("cappa.2.3.3.h1", "cappa.9.5c")
def test_a_fugitive_runs_into_the_dark_where_there_is_nothing_to_hide_behind():
    text = "red extra A at 20,10\nblue extra B at 20,16, shaken fire, pa 1, Mov 6"
    game = dark(text)
    way = shelter.way_to_shelter(game.state, game.figure("B"))
    assert way is not None
    game.do("B", "run")
    assert 8 < game.gap("A", "B") < 8.6  # no farther than he must
    assert not game.figure("B").shaken  # cappa.2.3.3e
    by_day = dark(text, light="day")
    assert shelter.way_to_shelter(by_day.state, by_day.figure("B")) is None


@pytest.mark.rule("cappa.2.3.3.h1", "cappa.9.5.2a")
def test_who_has_fired_has_to_run_twice_as_far():
    game = dark("red extra A at 20,10\nblue extra B at 20,16, shaken fire, pa 1, Mov 20")
    game.figure("B").marks.append("fired/turn")
    game.do("B", "run")
    assert 16 < game.gap("A", "B") < 17.1


@pytest.mark.rule("cappa.2.3.3.h1", "cappa.9.5c", "cappa.9.5.1.h3")
def test_nobody_runs_from_an_enemy_of_whom_his_side_knows_nothing():
    wood = "wood 5,2 35,12\nred extra A at 20,{y}\nblue extra B at 20,17.5, shaken fire, pa 1"
    game = dark(wood.format(y=11))  # out of the wood one sees 8 um, into it 4
    assert hidden_from(game.state, "blue") == {"A"}
    assert not hidden_from(game.state, "red")
    assert shelter.is_shelter(game.state, game.figure("B"))
    assert "run" not in game.keys("B")
    assert [option.meaning for option in game.offered("B")] == [
        option.meaning for option in dark(wood.format(y=4)).offered("B")
    ]


@pytest.mark.rule("cappa.2.3.3.h1")
@pytest.mark.parametrize("light", ["moon", "new moon"])
def test_places_are_judged_like_characters_who_stand_there_by_night_too(light):
    game = dark(
        """
        wood 2,2 12,9
        hedge 15,12 25,12
        hollow 26,14 32,20
        building 20,22 28,28 door south windows 4
        hill 30,2 36,9
        red  extra A at 14,10
        red  extra C at 30,30
        blue extra B at 18,14
        """,
        light,
    )
    figure, hidden = game.figure("B"), hidden_from(game.state, "blue")
    lookout = shelter.Lookout(game.state, figure)
    judged = {(x, y): lookout.is_shelter((x, y)) for x in range(50, 4000, 190) for y in range(50, 4000, 230)}
    compared = 0
    for place, is_shelter in judged.items():
        figure.x, figure.y = place
        if hidden_from(game.state, "blue") == hidden:  # or else he finds out more when he is there
            compared += 1
            assert shelter.is_shelter(game.state, figure) is is_shelter, place
    assert compared > 50


@pytest.mark.rule("cappa.2.3.2.h1", "cappa.2.3.2.h2", "cappa.9.5c")
def test_the_morale_modifiers_hang_on_what_enemies_see():
    """They are about what an enemy can do, seen or not (cappa.2.3.2b); only he cannot do it to one he does not see."""
    near, far = (
        "red extra A at 20,10, Mov 12\nblue extra B at 20,18",
        "red extra A at 20,10, Mov 12\nblue extra B at 20,20",
    )
    game = dark(near)
    assert is_threatened(game.state, game.figure("B"))
    assert not is_covered(game.state, game.figure("B"))
    game = dark(far)  # 9 um away, in a night of 8
    assert not is_threatened(game.state, game.figure("B"))
    assert is_covered(game.state, game.figure("B"))
    unseen = dark("wood 5,2 35,12\nred extra A at 20,11, Mov 12\nblue extra B at 20,17.5")
    assert hidden_from(unseen.state, "blue") == {"A"}
    assert is_threatened(unseen.state, unseen.figure("B"))
    assert not is_covered(unseen.state, unseen.figure("B"))
