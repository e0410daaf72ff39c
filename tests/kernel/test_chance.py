"""Chance is counted: the same seed and counter give the same number, and every number is as likely."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alfiere.kernel.chance import Chance, combined_seed, commitment, keeps_promise, new_secret


def test_the_stream_is_pinned_for_ever() -> None:
    """Saves of every release must find the same cards."""
    chance = Chance("alfiere")
    assert [chance.below(10) for _ in range(12)] == [8, 8, 3, 8, 6, 9, 0, 9, 1, 1, 3, 9]
    assert chance.counter == 12


@given(seed=st.text(max_size=20), start=st.integers(0, 1000), bound=st.integers(1, 1000))
def test_a_number_depends_only_on_seed_and_counter(seed: str, start: int, bound: int) -> None:
    one = Chance(seed)
    for _ in range(start):
        one.word()
    other = Chance(seed, start)
    assert one.below(bound) == other.below(bound)
    assert 0 <= other.below(bound) < bound
    assert other.copy().below(bound) == other.below(bound)


def test_every_number_is_as_likely() -> None:
    chance = Chance("fair")
    counts = Counter(chance.below(6) for _ in range(60_000))
    expected = 10_000
    spread = sum((counts[face] - expected) ** 2 / expected for face in range(6))
    assert spread < 20.5  # chi-square, 5 degrees of freedom, one in a thousand


def test_a_secret_cannot_be_changed_after_its_commitment() -> None:
    secret = new_secret()
    promised = commitment(secret)
    assert keeps_promise(secret, promised)
    assert not keeps_promise(new_secret(), promised)
    assert secret not in promised


def test_every_contribution_changes_the_seed() -> None:
    seeds = {
        combined_seed("s", {"red": "a", "blue": "b"}),
        combined_seed("s", {"red": "a", "blue": "c"}),
        combined_seed("s", {"red": "b", "blue": "a"}),
        combined_seed("t", {"red": "a", "blue": "b"}),
    }
    assert len(seeds) == 4
    assert combined_seed("s", {"blue": "b", "red": "a"}) in seeds


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 50])
def test_all_numbers_below_a_bound_come_up(bound: int) -> None:
    chance = Chance(f"bound {bound}")
    assert {chance.below(bound) for _ in range(60 * bound)} == set(range(bound))
