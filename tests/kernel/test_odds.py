"""Exact odds of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from alfiere.kernel.odds import added, at_most, yes_or_no

D6 = (1, 2, 3, 4, 5, 6)


def test_a_roll_of_at_most_a_number_is_as_likely_as_its_faces() -> None:
    assert [at_most(total, D6) for total in (-1, 0, 1, 4, 6, 9)] == [0, 0, Fraction(1, 6), Fraction(2, 3), 1, 1]
    assert at_most(2, (1, 2, 2, 10)) == Fraction(3, 4)  # what is left of a deck


@given(st.lists(st.fractions(0, 1, max_denominator=10), max_size=5))
def test_successes_are_as_likely_as_all_ways_to_them_together(chances: list[Fraction]) -> None:
    counted: dict[int, Fraction] = {}
    for way in product((0, 1), repeat=len(chances)):
        likely = Fraction(1)
        for done, chance in zip(way, chances, strict=True):
            likely *= chance if done else 1 - chance
        if likely:
            counted[sum(way)] = counted.get(sum(way), Fraction(0)) + likely
    assert added(chances) == counted


def test_one_test_succeeds_or_not() -> None:
    assert yes_or_no(Fraction(1, 4)) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
