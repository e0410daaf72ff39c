"""Odds are exact: of a shot, of a blow and its reply, of a morale test."""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.cappa.prospects import prospects
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation


def of(game, option):
    """The prospects of an option for its own side."""
    return prospects(game.state, Decision("red", "action", [option]), option, "red")


def offered(game, name, key):
    """The first option of a verb."""
    return next(option for option in game.offered(name) if option.key == key)


def test_a_shot():
    game = situation("cappa on open ground\nred extra A at 10,10 with MMK, 5/3/3, pa 1\nblue extra B at 10,16")
    (found,) = of(game, offered(game, "A", "shoot"))
    assert found.hits == {0: Fraction(6, 10), 1: Fraction(4, 10)}
    assert found.results == {0: Fraction(8, 10), 1: Fraction(2, 10)}
    assert [tally.total for tally in found.tallies] == [4, 5]


def test_a_blow_and_the_reply_of_a_defender_with_pa():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3, pa 1\nblue extra B at 10,11, 5/3/5"
    game = situation(text)
    assert len(of(game, offered(game, "A", "fight"))) == 1
    game = situation(text + ", pa 1")
    mine, theirs = of(game, offered(game, "A", "fight"))
    assert (mine.who, mine.hits[1], mine.results[1]) == ("A", Fraction(4, 10), Fraction(24, 100))
    assert (theirs.who, theirs.hits[1]) == ("B", Fraction(6, 10))


def test_a_one_always_hits_and_the_fallen_are_always_hit():
    game = situation("cappa on open ground\nred extra A at 10,10 with CL, 5/3/0, prone, pa 1\nblue extra B at 10,11")
    (found,) = of(game, offered(game, "A", "fight"))
    assert found.hits[1] == Fraction(1, 10)
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue hero B out at 10,11")
    (found,) = of(game, offered(game, "A", "fight"))
    assert (found.hits[1], found.results[1]) == (1, 1)


def test_a_recovery():
    game = situation("cappa on open ground\nblue extra B at 10,11, 4/3/3, shaken fire\nred extra A at 10,15")
    (found,) = of(game, Option("recover", {"figure": "B"}))
    assert found.results == {0: Fraction(6, 10), 1: Fraction(4, 10)}
    assert found.hits == {0: Fraction(6, 10), 1: Fraction(1, 10), 2: Fraction(3, 10)}


def test_an_option_without_a_test_has_no_prospects():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 10,30")
    assert of(game, Option("wait", {"figure": "A"})) == []
    assert of(game, Option("push", {"figure": "A", "target": "B"})) == []
