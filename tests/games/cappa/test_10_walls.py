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
    ("more", "may"),
    [
        ("", True),
        ("well 26,20", False),
        ("well 26,26", True),  # beside the sector
        ("thing C carro at 26,20 facing 0", False),
        ("thing C carro at 26,26 facing 0", True),
        ("blue extra Y at 26,20", True),  # characters do not count
        ("wood 24,15 27,25", False),
    ],
)
def test_nothing_nearer_in_the_sector_may_be_in_the_way(more, may):
    assert ("house" in aims(more)) is may


@pytest.mark.rule("cappa.10.2.3b", "cappa.10.2.3.h5")
@pytest.mark.parametrize(("x", "may"), [(31.9, False), (33, True)])
def test_a_well_begins_at_its_rim(x, may):
    """It stands beside the house, which begins at x 32."""
    assert ("house" in aims(f"well {x},19.4", north=20)) is may


@pytest.mark.rule("cappa.10.2.3b")
def test_its_own_limber_is_not_in_the_way_but_another_is():
    assert "house" in aims(charge="round shot, limber L at 24,20 facing 90")
    other = "gun H light_gun at 50,10 facing 90, seat red, limber M at 24,20 facing 90"
    assert "house" not in aims(other)
