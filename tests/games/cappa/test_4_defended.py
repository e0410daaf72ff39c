"""Chapters 4.3.8 and 5.2, the charge at one who defends an obstacle or an opening."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.told.events import ChargeEnded
from tests.situation import situation

HOUSE = """
    cappa on open ground
    building 14,7 20,13 door south
    red extra A at 11,10, pa 2
    {more}
    blue extra B at {x},10, pa 1
"""


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.geo.47")
@pytest.mark.parametrize(("x", "may"), [(14.5, True), (14.9, True), (15.1, False)])
def test_who_stands_at_a_window_is_charged_through_it(x, may):
    game = situation(HOUSE.format(x=x, more=""))
    assert game.may("A", "charge target=B") == may
    if may:
        game.do("A", "charge target=B", "no-test")
        assert game.told(ChargeEnded)[0].contact
        assert game.figure("A").assails == "B"


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.5.2.h1")
def test_where_the_place_opposite_a_defender_is_taken_the_next_one_to_it_will_do():
    game = situation("""
        cappa on open ground
        hedge 13.5,5 13.5,15
        red extra A at 10.5,10, pa 2
        red extra C at 13,10.55
        blue extra B at 14,10
    """)
    game.do("A", "charge target=B", "no-test")
    assert game.told(ChargeEnded)[0].contact
    assert [one.id for one in foes(game.state, game.figure("A"))] == ["B"]


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.5.2.h1")
@pytest.mark.parametrize(
    ("hedge", "a", "b", "there"),
    [
        ("25.66,14.34 14.34,25.66", (17.53, 17.53), (20.36, 20.36), (19.64, 19.64)),
        ("21.25,12.1 18.75,27.9", (16.54, 19.45), (20.5, 20.08), (19.5, 19.92)),
        ("27.73,17.93 12.27,22.07", (19.09, 16.62), (20.13, 20.49), (19.87, 19.51)),
    ],
)
def test_a_defender_is_charged_from_right_opposite_him_whatever_the_slant_of_his_hedge(hedge, a, b, there):
    game = situation(f"""
        cappa on open ground
        hedge {hedge}
        red extra A at {a[0]},{a[1]}, pa 2
        blue extra B at {b[0]},{b[1]}
    """)
    game.do("A", "charge target=B", "no-test")
    assert game.told(ChargeEnded)[0].contact
    assert game.at("A") == there
