"""Chapter 10.2.3: what stands in the way of round shot, and where it breaches."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.artillery.gunnery import structures_of
from tests.games.cappa.guns import light_gun
from tests.situation import situation

HOUSE = """
[[terrain]]
kind = "building_brick"
id = "house"
name = {{ en = "house", it = "casa" }}
rect = [32, {}, 40, {}]
windows = 0
doors = ["east"]
"""


def aims(more="", *, charge="round shot", north=15, south=25):
    """What a light gun at 20,20 that looks east may fire at, by name."""
    game = situation(light_gun(charge, f"blue extra X at 50,35\n{more}" + HOUSE.format(north, south)))
    return {one.name: one for one in structures_of(game.state, game.state.guns["G"])}


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3e")
@pytest.mark.parametrize(
    ("north", "south", "breach"),
    [
        (15, 25, (1950, 2050)),
        (15, 20.2, (1920, 2020)),  # no farther than the corner
        (19.9, 25, (1990, 2090)),
        (19.7, 20.3, (1970, 2030)),  # all of a side that is shorter
    ],
)
def test_a_breach_is_one_um_of_the_side_about_the_point_that_is_struck(north, south, breach):
    struck = aims(north=north, south=south)["house"]
    assert struck.at == (3200, 2000)
    assert tuple(sorted((struck.start[1], struck.end[1]))) == breach
    assert struck.start[0] == struck.end[0] == 3200
    assert struck.ahead == 1100


@pytest.mark.rule("cappa.10.2.3b", "cappa.10.2.3c")
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", {"house"}),
        ("well 26,20", set()),  # nor is the well itself a target
        ("well 26,26", {"house"}),  # beside the sector
        ("thing C carro at 26,20 facing 0", {"C"}),
        ("thing C carro at 26,26 facing 0", {"house"}),
        ("blue extra Y at 26,20", {"house"}),  # characters do not count
        ("wood 24,15 27,25", set()),
        ("gun H light_gun at 26,20 facing 90, seat red", set()),
    ],
)
def test_nothing_nearer_in_the_sector_may_be_in_the_way(more, found):
    assert set(aims(more)) == found


@pytest.mark.rule("cappa.10.2.3.h5")
@pytest.mark.parametrize(
    ("north", "south", "at"), [(20.5, 25, (3200, 2050)), (15, 19.5, (3200, 1950)), (20, 25, (3200, 2000))]
)
def test_a_house_beside_the_axis_is_struck_at_its_nearest_point(north, south, at):
    struck = aims(north=north, south=south)["house"]
    assert (struck.at, struck.ahead) == (at, 1100)


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3b")
@pytest.mark.parametrize("ends", ["34,20.2 30,23", "30,23 34,20.2"])
@pytest.mark.parametrize(("mirrored", "y"), [(False, 2100), (True, 1900)])
def test_a_wall_that_comes_slanting_into_the_sector_is_struck_where_it_enters(ends, mirrored, y):
    if mirrored:
        ends = ends.replace("20.2", "19.8").replace(",23", ",17")
    game = situation(light_gun("round shot", f"blue extra X at 50,35\nlow wall {ends}"))
    (struck,) = structures_of(game.state, game.state.guns["G"])
    assert struck.at == (3286, y)
    assert struck.ahead == 1186


@pytest.mark.rule("cappa.10.2.3.h5")
@pytest.mark.parametrize("ends", ["30,17 34,21", "34,21 30,17"])
def test_a_wall_across_the_axis_is_struck_on_it_though_it_begins_nearer(ends):
    game = situation(light_gun("round shot", f"blue extra X at 50,35\nlow wall {ends}"))
    (struck,) = structures_of(game.state, game.state.guns["G"])
    assert (struck.at, struck.ahead) == ((3300, 2000), 1100)


@pytest.mark.rule("cappa.10.2.3f", "cappa.10.2.3c")
@pytest.mark.parametrize(
    ("earthwork", "behind", "found"),
    [
        (31, "building_brick", {"earthwork-1": 4, "house": 4}),
        (30.99, "building_brick", {"earthwork-1": 4, "house": 4}),  # within the tolerance
        (30.98, "building_brick", {"earthwork-1": 4}),  # not heaped against it
        (31.5, "building_stone", {"earthwork-1": 4, "house": 6}),
    ],
)
def test_an_earthwork_against_a_house_makes_it_stronger_and_never_weaker(earthwork, behind, found):
    text = HOUSE.format(15, 25).replace("building_brick", behind)
    text = f"blue extra X at 50,35\nearthwork {earthwork},14 {earthwork},26\n{text}"
    game = situation(light_gun("round shot", text))
    assert {one.name: one.needed for one in structures_of(game.state, game.state.guns["G"])} == found


@pytest.mark.rule("cappa.10.2.3c", "cappa.10.2.3f")
def test_an_earthwork_protects_houses_only():
    ground = "blue extra X at 50,35\nearthwork 31.5,14 31.5,26\nlow wall 32,14 32,26"
    game = situation(light_gun("round shot", ground))
    assert [one.name for one in structures_of(game.state, game.state.guns["G"])] == ["earthwork-1"]


# Openings


def struck(north, south, *, doors="west", windows=0, storeys=1, more=""):
    """What a light gun is offered of a stone house with its openings on the side of the gun."""
    text = HOUSE.format(north, south).replace("building_brick", "building_stone").replace("east", doors)
    text = text.replace("windows = 0", f"windows = {windows}\nstoreys = {storeys}")
    game = situation(light_gun("round shot", f"blue extra X at 50,35\n{more}{text}"))
    return {one.name: one for one in structures_of(game.state, game.state.guns["G"])}


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3.h1", "cappa.10.2.3g")
@pytest.mark.parametrize(("middle", "needed"), [(20, 2), (20.4, 2), (20.5, 6), (19.6, 2), (19.5, 6)])
def test_a_ball_beside_the_door_or_on_its_jamb_strikes_the_wall(middle, needed):
    house = struck(middle - 5, middle + 5)["house"]
    assert (house.at, house.needed) == ((3200, 2000), needed)


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3.h1")
def test_the_door_is_struck_whatever_windows_are_above_it():
    house = struck(15, 25, windows=4, storeys=2)["house"]
    assert (house.needed, house.start[1], house.end[1]) == (2, 1950, 2050)


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3g")
def test_a_window_is_as_strong_as_the_wall_round_it():
    house = struck(15, 25, doors="east", windows=4)["house"]
    assert house.needed == 6
    assert tuple(sorted((house.start[1], house.end[1]))) == (1950, 2050)


@pytest.mark.rule("cappa.10.2.3.h5", "cappa.10.2.3.h1")
@pytest.mark.parametrize(
    ("west", "east", "at", "needed"),
    [(15, 25, (2000, 3200), 2), (20.5, 25, (2050, 3200), 6), (15, 19.5, (1950, 3200), 6)],
)
def test_a_gun_that_looks_south_strikes_the_north_side(west, east, at, needed):
    text = HOUSE.format(32, 40).replace("[32, 32, 40, 40]", f"[{west}, 32, {east}, 40]").replace("east", "north")
    text = text.replace("building_brick", "building_stone")
    game = situation(light_gun("round shot", f"blue extra X at 50,35\n{text}").replace("facing 90", "facing 180"))
    (house,) = structures_of(game.state, game.state.guns["G"])
    assert (house.at, house.ahead, house.needed) == (at, 1100, needed)


@pytest.mark.rule("cappa.10.2.3j", "cappa.10.2.3f", "cappa.10.2.3.h5")
@pytest.mark.parametrize(
    ("before", "windows", "left"),
    [("", 0, []), ("earthwork 31.5,14 31.5,26\n", 0, ["earthwork-1"]), ("", 4, [])],
    ids=["wall", "earthwork", "window"],
)
def test_where_a_breach_is_already_there_is_nothing_to_fire_at(before, windows, left):
    text = HOUSE.format(15, 25).replace("windows = 0", f"windows = {windows}\nstoreys = 2")
    dice = "dice red 1 1 1 1 10 10 10 10\n"
    game = situation(light_gun("round shot", f"blue extra X at 50,35\n{before}{dice}{text}"))
    game.do("S", "fire-gun target=house")
    game.state.guns["G"].charge = "round shot"
    assert [one.name for one in structures_of(game.state, game.state.guns["G"])] == left
