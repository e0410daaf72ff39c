"""Exact odds of dice: how likely a roll is, and how many of several tests succeed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction


def at_most(total: int, faces: Sequence[int]) -> Fraction:
    """How likely one of these faces is not above a number."""
    return Fraction(sum(1 for face in faces if face <= total), len(faces))


def added(chances: Iterable[Fraction]) -> dict[int, Fraction]:
    """How likely each number of successes is, of tests that each have a chance of their own."""
    found = {0: Fraction(1)}
    for one in chances:
        grown: dict[int, Fraction] = {}
        for number, likely in found.items():
            for more, share in ((0, 1 - one), (1, one)):
                if share:
                    grown[number + more] = grown.get(number + more, Fraction(0)) + likely * share
        found = grown
    return found


def yes_or_no(chance: Fraction) -> dict[int, Fraction]:
    """The odds of one test: 1 if it succeeds."""
    return {0: 1 - chance, 1: chance}
