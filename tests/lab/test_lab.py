"""The laboratory: series are reproducible, and their statistics are right."""

from __future__ import annotations

import pytest

from alfiere.lab.series import Outcome, Series, play_series
from alfiere.lab.statistics import summary, wilson


def test_the_number_of_processes_does_not_change_the_results() -> None:
    series = Series("esa", "lens-1648", {"red": "random", "blue": "random"}, "jobs", {})
    assert list(play_series(series, 6, jobs=1)) == list(play_series(series, 6, jobs=2))


def test_progress_is_told_after_every_game() -> None:
    series = Series("esa", "lens-1648", {"red": "random", "blue": "random"}, "jobs", {})
    told: list[int] = []
    list(play_series(series, 3, progress=told.append))
    assert told == [1, 2, 3]


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    # from Wilson's formula at 95 per cent, to three places
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (65, 100, 0.553, 0.736), (0, 0, 0.0, 1.0)],
)
def test_confidence_intervals_are_wilsons(hits: int, total: int, low: float, high: float) -> None:
    found = wilson(hits, total)
    assert found == pytest.approx((low, high), abs=0.0006)


def test_a_summary_counts_wins_draws_endings_and_turns() -> None:
    outcomes = [
        Outcome("a", "red", "determination", 5, 300, {"red": 4, "blue": -1}),
        Outcome("b", None, "time-equal", 12, 500, {"red": 4, "blue": 4}),
        Outcome("c", "red", "time", 12, 400, {"red": 7, "blue": 3}),
    ]
    found = summary(outcomes, ("red", "blue"))
    assert (found.wins["red"].count, found.wins["blue"].count, found.draws.count) == (2, 0, 1)
    assert found.reasons["time"].value == pytest.approx(1 / 3)
    assert found.turns == {5: 1, 12: 2}
    assert found.mean_turns == pytest.approx(29 / 3)
    assert found.mean_scores == {"red": 5.0, "blue": 2.0}
