"""What a charge may bring is told before it is declared, and nothing of it happens."""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.fucilieri.combat.charge_odds import CHARGE_WITH_ODDS, charge_prospects
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.kernel.decision import Decision
from tests.situation import situation

FIELD = """
    fucilieri
    red horse A at 60,40 facing S, initial 10, average, normal, cannot
    blue foot F at 60,60 facing N, line, initial 16, average, normal, cannot, with officer
"""


def test_a_charge_is_reckoned_without_being_made():
    game = situation(FIELD)
    test, mine, theirs = charge_prospects(game.state, game["A"], game["F"])
    assert (test.kind, test.who, test.results[1]) == ("reaction", "F", Fraction(4, 6))  # 7 with 4 on the die
    assert [one.when for one in (test, mine, theirs)] == ["", "then", "then"]
    assert sum(number * share for number, share in mine.hits.items()) == Fraction(8, 3)  # ex.49: eight dice at 5+
    assert sum(number * share for number, share in theirs.hits.items()) == Fraction(8, 3)
    assert not is_engaged(game["A"])
    assert game["A"].marks == []


def test_the_deed_tells_the_same_of_its_option():
    game = situation(FIELD)
    option = CHARGE_WITH_ODDS.at(game["A"], game["F"])
    found = CHARGE_WITH_ODDS.prospects(game.state, Decision("red", "declare-charges", [option]), option)
    assert [one.who for one in found] == ["F", "A", "F"]
