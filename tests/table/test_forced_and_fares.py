"""Ways of forced moves through gaps and through friends; prices by corners and prices that the game works out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alfiere.table.barriers import FAR, Refusal
from alfiere.table.field import Field, Scene, Terrain, base
from alfiere.table.forced import forced, free_ways
from alfiere.table.legs import Footing, Leg, Pace, Shift, Turn, after, price
from alfiere.table.manoeuvre import Manoeuvre, meets_on
from alfiere.table.offers import GUESSES, Move, afforded, farthest, judged
from alfiere.table.shapes import Base, Pose, Rect

BATTALION = Rect(350, 200)
FREE = Pace(1000, is_free=True, by_corners=True)


def scene(*others: Base) -> Scene:
    return Scene(Field(6000, 4000, Terrain(()), touch=5, slack=2), others)


def standing(x: int, y: int, heading: int = 0) -> Footing:
    return Footing("open", BATTALION, Pose(x, y, heading))


def test_a_turn_adds_what_the_longest_way_of_a_corner_is_longer_than_the_way_of_the_centre() -> None:
    start = standing(1000, 1000)
    shift = Shift(860, 355)
    there = after(start, shift)
    first = price(FREE, start, shift)
    turn = price(FREE, there, Turn(900), start)
    assert first == 860_000
    assert turn is not None
    longest = max(
        ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        for (ax, ay), (bx, by) in zip(start.outline.points, after(there, Turn(900)).outline.points, strict=True)
    )
    assert first + turn == pytest.approx(longest * 1000, abs=1000)


def test_a_turn_on_the_spot_is_paid_by_its_corners_too() -> None:
    start = standing(1000, 1000)
    assert price(FREE, start, Turn(1800)) == pytest.approx(403_113, abs=1000)  # the diagonal
    assert price(FREE._replace(by_corners=False), start, Turn(1800)) == 0


def test_a_game_may_work_out_what_a_leg_costs_from_all_the_stages_of_a_move() -> None:
    seen: list[int] = []

    def fare(pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        seen.append(len(stages))
        return 400_000 if isinstance(leg, Shift) else None

    m = Manoeuvre(scene(), "A", {"open": FREE}, fare=fare)
    found = judged(m, standing(1000, 1000), [Shift(50), Shift(50)])
    assert isinstance(found, Move)
    assert found.cost == 800_000
    assert seen == [1, 2]
    assert judged(m, standing(1000, 1000), [Shift(50)] * 3) == Refusal(FAR, length=1_200_000)
    assert isinstance(judged(m, standing(1000, 1000), [Shift(50)] * 3, 1_500_000), Move)
    assert judged(m, standing(1000, 1000), [Turn(100)]) == Refusal("forbidden")


def test_the_farthest_way_is_what_the_fare_leaves() -> None:
    def fare(pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        return leg.length * 2000 if isinstance(leg, Shift) else 0

    m = Manoeuvre(scene(), "A", {"open": FREE}, fare=fare)
    assert [one.legs for one in farthest(m, standing(1000, 3000), (0,))] == [(Shift(500, 0),)]


def asked_for(prices: Sequence[int | None], budget: int) -> tuple[int, int, int]:
    """How far a budget leads at these prices of 1, 2, 3 … hundredths, what that costs, and how often it was asked."""
    asked: list[int] = []

    def fare(pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        assert isinstance(leg, Shift)
        asked.append(leg.length)
        return prices[leg.length - 1]

    m = Manoeuvre(scene(), "A", {"open": FREE}, fare=fare)
    leg, cost = afforded(m, standing(1000, 1000), Shift(len(prices), 300), budget)
    assert leg.aside == 300
    return leg.length, cost, len(asked)


@settings(max_examples=300, deadline=None)
@given(
    steps=st.lists(st.sampled_from([0, 1, 400, 401, 800, 5000, 90_000]), min_size=1, max_size=400),
    closed=st.integers(0, 500),
    budget=st.integers(0, 400_000),
)
def test_as_much_of_a_leg_is_gone_as_the_budget_pays(steps: list[int], closed: int, budget: int) -> None:
    """Slow and fast ground, tolls, and from somewhere on ground on which nobody goes."""
    prices = [price if far < closed else None for far, price in enumerate(itertools.accumulate(steps))]
    paid = [price for price in prices if price is not None and price <= budget]
    length, cost, asked = asked_for(prices, budget)
    assert (length, cost) == (len(paid), paid[-1] if paid else 0)
    assert asked <= GUESSES + 11


@pytest.mark.parametrize("tenths", [1, 3, 10])
def test_on_ground_that_is_alike_few_lengths_are_asked_for(tenths: int) -> None:
    length, _, asked = asked_for([far * 10_000 // 7 for far in range(1, 701)], 100_000 * tenths)
    assert length == min(700, (100_000 * tenths * 7 + 6) // 10_000)
    assert asked <= 4


def test_a_forced_base_passes_a_gap_narrower_than_itself_but_not_one_narrower_than_the_gap_it_needs() -> None:
    def between(gap: int) -> Scene:
        wide = Rect(2000, 200)
        return scene(base("B", wide, 2000 - gap // 2 - 1000, 1500), base("C", wide, 2000 + gap // 2 + 1000, 1500))

    for gap, passes in ((200, True), (190, False)):
        m = Manoeuvre(between(gap), "A")
        found = free_ways(m, standing(2000, 2500), 0, 2000, most=0, gap=200)
        assert bool(found) == passes
        assert not free_ways(m, standing(2000, 2500), 0, 2000, most=0)


def test_a_way_through_somebody_goes_on_until_the_base_is_clear_of_him() -> None:
    m = Manoeuvre(scene(base("B", BATTALION, 2000, 1500)), "A", through={"B"})
    start = standing(2000, 2500)
    assert not free_ways(m, start, 0, 1000, most=0, gap=200)
    (found,) = free_ways(m, start, 0, 1000, most=0, gap=200, longer=1000)
    assert found.leg.length == 1200
    assert meets_on(start, found.leg, m.scene.bases, 2) == ["B"]
    assert meets_on(start, Shift(700), m.scene.bases, 2) == []


def test_who_stands_flush_against_something_goes_aside_by_the_smallest_angle_all_the_same() -> None:
    wall, behind = base("W", Rect(2000, 200), 2000, 2300), base("B", BATTALION, 2000, 3100)
    found = free_ways(Manoeuvre(scene(wall, behind), "A"), standing(2000, 2500), 1800, 600, gap=200)
    assert [one.leg.aside for one in found] == [2250, 1350]


def test_of_two_equal_ways_aside_both_are_found() -> None:
    m = Manoeuvre(scene(base("B", BATTALION, 2000, 1500)), "A")
    found = forced(m, standing(2000, 2500), 0, 1500, gap=200)
    assert [one.leg.aside for one in found] == [300, 3300]
