"""The least way: never longer than the true one, and a search that asks it finds what it would have found without."""

from __future__ import annotations

import random

import pytest

from alfiere.table import reach
from alfiere.table.field import Feature, Field, Refusal, Scene, Terrain, Way, base
from alfiere.table.goals import AnyPlace, ContactGoal, Goal
from alfiere.table.least_way import LeastLeft, is_walled_off, least_left
from alfiere.table.measuring import FINE
from alfiere.table.reach import Journey
from alfiere.table.shapes import Disc, Outline, Point, Rect
from alfiere.table.terrain import LINE
from tests.table.random_tables import GOINGS, SIZE, some_scene, some_zones

FAR = 3 * SIZE
NORTH = Outline(((0, 0), (SIZE, 0)))


def walled(*lines: tuple[Point, ...]) -> Scene:
    walls = tuple(Feature(f"wall {number}", "wall", LINE, line) for number, line in enumerate(lines))
    return Scene(Field(SIZE, SIZE, Terrain(walls, GOINGS)), [base("A", Disc(50), 800, 800)])


def least(trip: Journey, goal: Goal, *, with_bases: bool) -> int:
    guide = least_left(trip, goal, FAR * FINE, with_bases=with_bases)
    assert isinstance(guide, LeastLeft)
    return guide.left(trip.start, FAR * FINE) // FINE


def test_a_wall_is_gone_round_at_the_end_that_makes_the_way_shorter():
    trip = walled(((600, 700), (1200, 700))).journey("A", FAR, going="foot")
    there = AnyPlace([(800, 600)])
    assert least(trip, there, with_bases=False) > 2 * 250
    way = trip.way(800, 600)
    assert isinstance(way, Way)
    assert least(trip, there, with_bases=False) <= way.length < least(trip, there, with_bases=False) + 60


def test_nothing_slips_through_where_walls_meet():
    yard = walled(
        ((500, 500), (1100, 500), (1100, 1100)), ((1100, 1100), (500, 1100), (500, 800)), ((500, 800), (500, 500))
    )
    trip = yard.journey("A", FAR, going="foot")
    assert least(trip, AnyPlace([(800, 300)]), with_bases=False) > FAR
    assert isinstance(trip.way(800, 300), Refusal)


def test_those_who_stand_close_together_are_as_good_as_a_wall():
    row = [base(f"{x}", Disc(50), x, 700) for x in range(50, SIZE, 150)]
    scene = Scene(Field(SIZE, SIZE, Terrain((), GOINGS)), [base("A", Disc(50), 800, 900), *row])
    trip = scene.journey("A", FAR, going="foot")
    assert least(trip, ContactGoal(trip, NORTH), with_bases=False) < 900
    assert least(trip, ContactGoal(trip, NORTH), with_bases=True) > FAR
    assert isinstance(trip.contact(NORTH), Refusal)


@pytest.mark.parametrize("seed", range(8))
def test_a_search_that_asks_for_the_least_way_finds_what_it_found_without(seed: int, monkeypatch: pytest.MonkeyPatch):
    dice = random.Random(seed)
    scene = some_scene(dice, 12, Disc(50))
    zones = some_zones(dice, scene)
    places = [(dice.randrange(SIZE), dice.randrange(SIZE)) for _ in range(3)]

    def found() -> list[Way | Refusal]:
        trip = scene.journey("0", FAR, going="foot", zones=zones)
        return [trip.contact(NORTH), *(trip.way(*place) for place in places)]

    monkeypatch.setattr(reach, "HARD", -1)
    monkeypatch.setattr(reach, "HARDER", -1)
    without = found()
    monkeypatch.setattr(reach, "HARD", 1)
    monkeypatch.setattr(reach, "HARDER", 2 if seed % 2 else -1)
    for one, other in zip(without, found(), strict=True):
        if isinstance(one, Refusal):
            assert one == other
        else:
            assert isinstance(other, Way)
            assert one.length == other.length
    for with_bases in (False, True):
        trip = scene.journey("0", FAR, going="foot", zones=zones)
        goals: list[Goal] = [ContactGoal(trip, NORTH), *(AnyPlace([place]) for place in places)]
        for goal, way in zip(goals, without, strict=True):
            guide = least_left(trip, goal, FAR * FINE, with_bases=with_bases)
            if guide is not None and isinstance(way, Way):
                assert guide.left(trip.start, FAR * FINE) <= way.length * FINE


@pytest.mark.parametrize("seed", range(12))
def test_a_base_with_corners_is_walled_off_only_where_a_search_finds_no_way(seed: int, monkeypatch: pytest.MonkeyPatch):
    dice = random.Random(seed)
    scene = some_scene(dice, 6, Rect(150, 100))
    goals = [(dice.randrange(SIZE), dice.randrange(SIZE)) for _ in range(6)]

    def found() -> list[Way | Refusal]:
        trip = scene.journey("0", SIZE // 2, going="foot")
        ways = [trip.way(*place) for place in goals]
        return [*ways, *(trip.contact(one.outline) for one in scene.by_id.values()), trip.contact(NORTH)]

    with_walls = found()
    monkeypatch.setattr(reach, "is_walled_off", lambda *_: False)
    assert found() == with_walls


def test_a_base_with_corners_does_not_look_for_a_way_out_of_a_yard():
    yard = walled(
        ((500, 500), (1100, 500), (1100, 1100)), ((1100, 1100), (500, 1100), (500, 800)), ((500, 800), (500, 500))
    )
    trip = Scene(yard.field, [base("A", Rect(100, 60), 800, 800)]).journey("A", FAR, going="foot")
    assert is_walled_off(trip, AnyPlace([(800, 300)]), FAR * FINE)
    assert is_walled_off(trip, ContactGoal(trip, NORTH), FAR * FINE)
    assert not is_walled_off(trip, AnyPlace([(700, 600)]), FAR * FINE)
    assert not is_walled_off(trip, ContactGoal(trip, Outline(((500, 400), (1100, 499)))), FAR * FINE)


def test_a_base_with_corners_goes_round_a_wall_if_it_may_go_so_far():
    trip = Scene(walled(((600, 700), (1200, 700))).field, [base("A", Rect(100, 60), 800, 800)]).journey("A", FAR)
    assert not is_walled_off(trip, AnyPlace([(800, 600)]), 100 * FINE)  # nobody without a class minds a wall
    trip = Scene(walled(((600, 700), (1200, 700))).field, [base("A", Rect(100, 60), 800, 800)]).journey(
        "A", FAR, going="foot"
    )
    assert is_walled_off(trip, AnyPlace([(800, 600)]), 400 * FINE)
    way = trip.way(800, 600)
    assert isinstance(way, Way)
    assert not is_walled_off(trip, AnyPlace([(800, 600)]), way.length * FINE)
