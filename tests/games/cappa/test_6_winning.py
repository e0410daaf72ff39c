"""Chapter 6.7.5, after a round that a squad has won."""

from __future__ import annotations

import pytest

from tests.situation import situation

# The um of the winner


FELLED = """
    cappa on open ground
    red  extra A at 10,10, 9/3/3, squad R
    red  extra B at 10.87,10.5, 9/3/3, squad R
    red  squad R, open, pa 2
    blue extra E at 10,11, 5/3/3 CA 5
    {}
    dice red 1 1 10 blue
"""


@pytest.mark.rule("cappa.5.2.3f", "cappa.6.7.5a")
def test_a_squad_whose_opponent_falls_has_a_um_of_its_own():
    game = situation(FELLED.format("blue extra F at 30,30"))
    game.do("R", "fight-together target=E", "step-on to=1000,1100")
    assert (game.at("A"), game.at("B")) == ((10, 11), (10.87, 11.5))
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    assert asked.options[0].key == "stay"
    assert game.figure("A").moved == 100


@pytest.mark.rule("cappa.5.2.3i", "cappa.6.7.5a")
def test_it_may_go_on_to_another_enemy_with_it():
    game = situation(FELLED.format("blue extra F at 11,11.8"))
    game.do("R", "fight-together target=E", lambda asked: asked.options[0] if asked.key == "step-on" else None)
    assert game.touch("B", "F")


@pytest.mark.rule("cappa.5.2.6e")
def test_a_squad_that_fights_another_besides_stays():
    game = situation(FELLED.format("blue hero F at 11.87,10.5"))
    game.do("R", "fight-together target=E")
    assert "step-on" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.5.2.3i", "cappa.1.3c")
def test_while_the_loser_stands_its_um_leads_to_no_other_enemy_nor_into_his_zone():
    text = FELLED.format("blue hero F at 12.8,10").replace(
        "extra E at 10,11, 5/3/3 CA 5", "hero E at 10,11, 5/3/3 CA 1"
    )
    game = situation(text.replace("dice red 1 1 10", "dice red 1 10 10"))
    game.do("R", "fight-together target=E", "push follows=False")
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    ends = [one["to"] for one in asked.options if one.key == "step-on"]
    assert ends
    assert all(x <= 1000 for x, y in ends if y == 1000)
