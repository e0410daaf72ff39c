"""Chapter 2.3.3, shelter: what hides a fugitive, the shortest way there or to his edge, what slows him down."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.movement import shelter
from alfiere.games.cappa.movement.movement import walk
from alfiere.games.cappa.movement.shelter import Lookout
from alfiere.games.cappa.told.events import Moved
from tests.situation import situation


def way_of(game):
    """The way B would take to shelter."""
    way = shelter.way_to_shelter(game.state, game.figure("B"))
    assert way is not None
    return way


@pytest.mark.rule("cappa.2.3.3.h1")
def test_shelter_is_out_of_sight_or_in_cover_and_outside_every_zone():
    ground = """
        cappa on open ground
        hedge 5,15 15,15
        blue extra B at 10,15.5
    """
    assert shelter.is_shelter((one := situation(ground + "red extra A at 10,5")).state, one.figure("B"))
    assert not shelter.is_shelter((one := situation(ground + "red extra A at 10,25")).state, one.figure("B"))
    near = situation("""
        cappa on open ground
        hill 5,14 15,24
        red extra A at 10,16.7
        blue extra B at 10,15.5
        wood 5,14 15,16
    """)
    assert not shelter.is_shelter(near.state, near.figure("B"))


def run_of(text):
    """The flight moves B has made after he ran once: their lengths in um, and where he is now."""
    game = situation(text)
    game.do("B", "run")
    return [event.length / 100 for event in game.told(Moved)], game.at("B")


@pytest.mark.rule("cappa.2.3.3.h1")
def test_of_all_places_behind_a_wall_shelter_is_the_one_with_the_shortest_way():
    game = situation("""
        cappa on open ground
        high wall 5,20 35,20
        red  extra A at 14,10
        blue extra B at 14,19, shaken fire
    """)
    way = way_of(game)
    assert 1000 < way.length < 1050  # just round the end of the wall, 9 um away; straight behind it is 19
    assert way.end[0] < 500


@pytest.mark.rule("cappa.2.3.3.h1")
@pytest.mark.parametrize(("x", "least"), [(14, 1810), (26, 1810), (20, 3010)])
def test_no_way_round_a_wall_is_shorter_than_by_its_nearer_end(x, least):
    game = situation(f"cappa on open ground\nhigh wall 5,20 35,20\nblue extra B at {x},19")
    trip = walk(game.state, game.figure("B"), 4000)
    place = 100 * x, 2100
    assert least - 20 <= shelter._at_least(trip, place) <= least
    assert shelter._at_least(trip, (100 * x, 1200)) == 700  # nothing is in the way
    way = trip.way(*place)
    assert least <= way.length <= least + 200  # half a base away from the wall


@pytest.mark.rule("cappa.2.3.3.h1")
def test_places_are_judged_like_characters_who_stand_there():
    game = situation("""
        cappa on open ground
        wood 2,2 12,9
        hedge 15,12 25,12
        building 20,20 28,26 door south windows 4
        high wall 5,20 12,20
        hill 30,5 36,12
        well 16,22
        thing C carro at 10,30
        red  extra A at 14,10
        red  extra C at 30,30
        blue extra B at 18,16
    """)
    figure, start = game.figure("B"), (1800, 1600)
    lookout = Lookout(game.state, figure)
    judged = {(x, y): lookout.is_shelter((x, y)) for x in range(50, 4000, 170) for y in range(50, 4000, 190)}
    assert (figure.x, figure.y) == start
    for place, is_safe in judged.items():
        figure.x, figure.y = place
        assert shelter.is_shelter(game.state, figure) is is_safe, place
    assert 50 < sum(judged.values()) < 350


@pytest.mark.rule("cappa.2.3.3.h1")
def test_he_goes_no_farther_than_the_first_place_that_is_shelter():
    game = situation("""
        cappa on open ground 60x40
        closed building 20,10 30,12
        red  extra A at 25,2
        blue extra B at 34,14, shaken fire
    """)
    way = way_of(game)
    back = way.points[-2]
    figure = game.figure("B")
    for part in (0.5, 0.8, 0.9):  # no place before the last is shelter
        figure.x, figure.y = (round(back[n] + (way.end[n] - back[n]) * part) for n in (0, 1))
        assert not shelter.is_shelter(game.state, figure)


@pytest.mark.rule("cappa.2.3.3.h1", "cappa.2.3.3.h7")
@pytest.mark.parametrize("before", ["", "road 1,1 1,5\n", "hedge 59,1 59,2\n", "marsh 1,1 3,3\n"])
def test_the_narrow_strip_behind_a_hedge_is_found_from_far_away(before):
    game = situation(f"""
        cappa on open ground 60x40
        {before}
        hedge 26,31.7 34,31.7
        red  extra A at 30,39
        blue extra B at 30,20, shaken fire
    """)
    way = way_of(game)
    assert 920 <= way.length <= 1120  # within 1 um of the hedge


@pytest.mark.rule("cappa.2.3.3.h1")
def test_the_narrow_shadow_of_a_well_is_found_too():
    game = situation("""
        cappa on open ground
        well 25,10
        red  extra A at 34,1
        blue extra B at 21.5,18.5, shaken fire
    """)
    way = way_of(game)
    assert 730 <= way.length <= 770
    figure = game.figure("B")
    figure.x, figure.y = way.end
    assert shelter.is_shelter(game.state, figure)


@pytest.mark.rule("cappa.2.3.3.h1")
def test_nearer_places_that_turn_out_to_be_a_long_way_off_make_nobody_forget_the_straight_one():
    game = situation("""
        cappa on open ground
        low wall 20,14 25,14
        high wall 16,29 18,29
        low wall 10,14 10,18
        low wall 25,22 25,27
        low wall 13,19 17,19
        red  extra A at 38,2
        red  extra C at 31,38
        blue extra B at 17.5,17.5, shaken fire
    """)
    way = way_of(game)
    assert (len(way.points), way.end) == (2, (2448, 2300))  # behind the end of the long wall
    assert way.length == 889


@pytest.mark.rule("cappa.2.3.3.h1")
def test_a_cart_hides_and_a_comrade_does_not():
    ground = """
        cappa on open ground
        red  extra A at 20,10
        blue extra B at 20,24, shaken fire
    """
    for hides, more in ((True, "thing C carro at 20,20"), (False, "blue extra C at 20,20"), (False, "")):
        game = situation(ground + more)
        assert shelter.is_shelter(game.state, game.figure("B")) is hides
    beside = situation(ground.replace("20,24", "16,18") + "thing C carro at 20,20")
    assert not shelter.is_shelter(beside.state, beside.figure("B"))
    assert way_of(beside).length < 600


@pytest.mark.rule("cappa.2.3.3.h4")
def test_he_runs_to_his_edge_round_what_stands_before_it():
    game = situation("""
        cappa on open ground
        river 8,30 12,34
        red  extra A at 10,20
        blue extra B at 10,29, shaken fire, pa 3
    """)
    for _ in range(2):
        game.do("B", "run")
    assert game.at("B")[1] > 33  # past the water
    game.figure("B").pa = 2
    game.do("B", "run")
    game.do("B", "run")
    assert game.figure("B").where == "gone"


@pytest.mark.rule("cappa.2.3.3.h4", "cappa.4.3.5b", "cappa.4.3.5c")
def test_difficult_ground_slows_the_flight():
    ground = "cappa on open ground\nmarsh {}\nred extra A at 10,5\nblue extra B at 10,20, shaken fire, pa 1"
    assert run_of(ground.format("1,1 39,39")) == ([2.0], (10, 22))
    assert run_of(ground.format("5,16 15,23")) == ([4.0], (10, 24))  # out of it in one move
    lengths, (_, y) = run_of(ground.format("5,21 15,39"))
    assert 21.5 <= y < 21.6  # wholly inside, and no farther
    assert lengths == [pytest.approx(1.5, abs=0.05)]


@pytest.mark.rule("cappa.2.3.3.h7")
def test_without_shelter_the_own_edge_serves_and_takes_him_off_the_table():
    game = situation("""
        cappa on open ground
        red  extra A at 10,20
        blue extra B at 10,37, shaken fire, pa 1
    """)
    game.do("B", "run")
    assert game.figure("B").where == "gone"


@pytest.mark.rule("cappa.2.3.3.h4")
def test_nobody_runs_while_he_hangs_on_a_wall():
    game = situation("""
        cappa on open ground
        high wall 5,20 15,20
        red  extra A at 10,10
        blue extra B at 10,19.5, level 1, shaken fire
    """)
    figure = game.figure("B")
    assert shelter.stride(game.state, figure, shelter.way_to_edge(game.state, figure)).length == 0
    assert "run" not in game.keys("B", pa=1)
