"""Options that are made one at a time, and what has been drawn."""

from __future__ import annotations

import random

import pytest

from alfiere.kernel.decision import Decision, Made, Option, Spread


class Stall:
    """Sells fruit, and counts how often it is asked."""

    def __init__(self) -> None:
        self.looked, self.made = 0, 0
        self.options = Made(self.fruit, self.sold)

    def fruit(self) -> list[str]:
        self.looked += 1
        return ["apple", "pear", "plum"]

    def sold(self, name: str) -> Option:
        self.made += 1
        return Option("buy", {"what": name})


def test_nothing_is_worked_out_before_somebody_looks():
    stall = Stall()
    Decision("red", "buy", stall.options)
    assert (stall.looked, stall.made) == (0, 0)


def test_one_that_is_drawn_and_answered_is_the_only_one_made():
    stall = Stall()
    decision = Decision("red", "buy", stall.options)
    drawn = decision.drawn(lambda: 0.4)
    assert drawn.meaning == "buy what=pear"
    assert decision.find(drawn) is drawn
    assert (stall.looked, stall.made) == (1, 1)


def test_they_are_the_same_as_a_list():
    options = Stall().options
    listed = [Option("buy", {"what": name}) for name in ("apple", "pear", "plum")]
    assert list(options) == listed == options[:]
    assert (len(options), options[1], options[-1]) == (3, listed[1], listed[2])
    assert listed[2] in options
    assert Option("buy", {"what": "gold"}) not in options
    dice, again = random.Random(1).random, random.Random(1).random
    one, other = Decision("red", "buy", options), Decision("red", "buy", listed)
    assert [one.drawn(dice) for _ in range(50)] == [other.drawn(again) for _ in range(50)]


def test_an_answer_in_words_or_by_its_number_is_found():
    decision = Decision("red", "buy", Stall().options)
    for answer in ("buy what=plum", 2, ("buy", {"what": "plum"}), Option("buy", {"what": "plum"})):
        found = decision.find(answer)
        assert found is not None
        assert found.meaning == "buy what=plum"
    for answer in ("buy what=gold", 3, -1, ("buy", {"what": "gold"}), Option("buy", {"what": "gold"})):
        assert decision.find(answer) is None


@pytest.mark.parametrize("first", [Stall().options, Spread("buy", {}, "what", ["apple", "pear"]), [Option("go")]])
def test_what_one_decision_has_drawn_is_not_offered_by_another(first):
    drawn = Decision("red", "buy", first).drawn(lambda: 0.0)
    assert Decision("red", "buy", [Option("stay")]).find(drawn) is None
