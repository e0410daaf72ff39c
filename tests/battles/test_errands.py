"""Errands: who goes where."""

from alfiere.battles.errands import Errand, paired, undone


def test_the_shortest_way_is_gone_first_and_nobody_and_no_place_counts_twice() -> None:
    ways = [(5.0, "A", 0), (1.0, "A", 1), (2.0, "B", 1), (9.0, "B", 0), (3.0, "C", 1)]
    assert list(paired(ways)) == [(1.0, "A", 1), (9.0, "B", 0)]


def test_of_equal_ways_the_first_by_name_is_gone() -> None:
    assert list(paired([(1.0, "B", 0), (1.0, "A", 0)])) == [(1.0, "A", 0)]
    assert list(paired([])) == []


def test_what_is_still_to_do_is_the_root_of_every_way_that_is_gone_and_something_for_each_errand() -> None:
    errands = [Errand((0, 0), 2.0), (Errand((900, 0), 1.0))]
    at = {"A": 100, "B": 500}
    left = undone(errands, {"A": 3, "B": 1}, lambda who, place: abs(at[who] - place[0]), 10.0)
    assert left == 20 + 2.0 * 3 * 1 + 1.0 * 1 * 2  # A is one unit from the first, B four from the second
    assert undone(errands, {}, lambda who, place: 0.0, 10.0) == 20
    assert undone([], {"A": 1}, lambda who, place: 0.0, 10.0) == 0
