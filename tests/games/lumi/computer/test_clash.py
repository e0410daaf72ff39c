"""What the computer expects of a melee before its dice are rolled."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.attacks import begin_attack
from alfiere.games.lumi.computer.clash import melees, waverings
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.state.base import SHAKEN
from tests.games.lumi.lines import Situation
from tests.situation import situation

ONE = "red foot A at 10,10 facing S, morale 0, melee 0\nblue foot X at 10,9 facing N, morale 0, melee 0"
MATE = "red foot B at 12,10 facing S, morale 0, melee 0"


def expected(text: str, state: int = 0) -> float:
    """What red expects, with X in this state."""
    game: Situation = situation(f"lumi\n{text}")
    game["X"].state = state
    begin_attack(game.state, game.unit("A"), game.unit("X"), "front", charging=False)
    red, blue = melees(game.state, "red"), melees(game.state, "blue")
    assert red == pytest.approx(-blue)
    return red


def test_nobody_expects_anything_where_nobody_fights():
    assert melees(situation("lumi\nred foot A at 10,12 facing S\nblue foot X at 10,9 facing N").state, "red") == 0.0


def test_between_equals_it_is_even():
    assert expected(ONE) == pytest.approx(0.0, abs=1.0)  # but for what an Austrian and a Prussian are worth


@pytest.mark.rule("lumi.1.6.9")
def test_against_who_will_win_two_bases_that_test_as_one_have_more_to_lose_than_one():
    stronger = ONE.replace("N, morale 0, melee 0", "N, morale 3, melee 4")
    alone = expected(f"{stronger}\nred foot C at 2,18 facing S")
    together = expected(f"{stronger}\n{MATE}")
    assert together < alone < 0


def test_a_shaken_enemy_promises_more_than_one_in_order():
    assert expected(ONE, SHAKEN) > expected(ONE) + 5


def test_guns_in_contact_are_as_good_as_taken():
    assert expected("red foot A at 10,10 facing S\nblue guns X at 10,9 facing N") > 0


@pytest.mark.rule("lumi.7.3.6", "lumi.7.3.7", "lumi.7.3.8")
def test_a_brigade_has_the_more_to_fear_of_its_test_the_worse_its_morale_and_without_its_general():
    feared = []
    for morale, place in ((1, "11,13.5"), (-1, "11,13.5"), (-1, "30,30")):
        game = situation(
            f"""
            lumi 40x40
            red  foot A at 10,12 facing S, brigade K, morale {morale}
            red  foot B at 12,12 facing S, brigade K, morale {morale}
            red  foot C at 14,12 facing S, brigade L, morale {morale}
            red  general M at {place} mediocre
            blue foot X at 10,6 facing N
            """
        )
        assert waverings(game.state, "red") == 0.0
        SHOCKED.put(game.state, "K")
        feared.append(waverings(game.state, "red"))
    assert 0.0 < feared[0] < feared[1] < feared[2]
