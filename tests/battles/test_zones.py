"""Zones of an open table, places along its edges, a few of many places; who comes when; whose turn it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.battles.arrivals import ArrivalForm, check_arrival
from alfiere.battles.ground_forms import INWARDS, OUTWARDS, ExitForm, TableForm, ZoneForm
from alfiere.battles.turns import by_throw, one_after_another
from alfiere.battles.zones import Zone, along_edge, at_exit, middle_first, nearest_first, off_edge, spread, zone_of
from alfiere.kernel.bad_data import BadData, Checking
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.shapes import Disc, Outline, Pose, Rect, outline_of

TABLE = TableForm(width=6000, depth=4000)
MILL = (1000, 1000, 2000, 1500)


def zone(**given: Any) -> Zone:
    return zone_of(ZoneForm(**given), TABLE, {"mill": MILL}.__getitem__)


def disc(x: int, y: int, radius: int = 50) -> Outline:
    return outline_of(Disc(radius), Pose(x, y))


@pytest.mark.parametrize(
    ("given", "rect"),
    [
        ({"rect": (1, 2, 3, 4)}, (1, 2, 3, 4)),
        ({"edge": "north", "within": 500}, (0, 0, 6000, 500)),
        ({"edge": "south", "within": 500}, (0, 3500, 6000, 4000)),
        ({"edge": "west", "within": 500}, (0, 0, 500, 4000)),
        ({"edge": "east", "within": 500}, (5500, 0, 6000, 4000)),
        ({"around": "mill", "within": 300}, (700, 700, 2300, 1800)),
        ({"around": "mill", "within": 3000}, (0, 0, 5000, 4000)),
    ],
)
def test_a_zone_is_a_rectangle_a_strip_or_lies_round_a_piece_of_terrain(
    given: dict[str, Any], rect: tuple[int, int, int, int]
) -> None:
    assert zone(**given).rect == rect


def test_a_zone_holds_a_base_that_is_wholly_in_it() -> None:
    strip = zone(edge="south", within=500)
    assert strip.holds(disc(50, 3550))
    assert not strip.holds(disc(50, 3549))
    assert not strip.holds(disc(49, 3550))
    line = outline_of(Rect(400, 100), Pose(3000, 3550, 0))
    assert strip.holds(line)
    assert not strip.holds(outline_of(Rect(400, 100), Pose(3000, 3550, 900)))  # turned it reaches out of it


def test_round_a_piece_of_terrain_a_base_is_neither_on_it_nor_too_far_off() -> None:
    about = zone(around="mill", within=300)
    assert about.holds(disc(999, 1200))
    assert not about.holds(disc(1000, 1200))
    assert about.holds(disc(750, 1200))
    assert not about.holds(disc(749, 1200))
    assert about.holds(disc(749, 1200), slack=1) is False  # the box ends where the zone does
    corner = disc(1000 - 177, 1000 - 177)  # 250.3 from the corner
    assert not about.holds(corner)
    assert about.holds(corner, slack=1)
    assert about.holds(outline_of(Rect(200, 100), Pose(1500, 1600, 0)))
    assert not about.holds(outline_of(Rect(200, 300), Pose(1500, 1640, 0)))  # its rear stands on it


@pytest.mark.parametrize(
    ("edge", "off", "first", "last"),
    [
        ("north", 950, (541, 50), (5458, 50)),
        ("south", 2950, (541, 3950), (5458, 3950)),
        ("west", 1950, (50, 375), (50, 3625)),
        ("east", 3950, (5950, 375), (5950, 3625)),
    ],
)
def test_places_along_an_edge_touch_it(edge: str, off: int, first: tuple[int, int], last: tuple[int, int]) -> None:
    assert off_edge(edge, 6000, 4000, disc(2000, 1000)) == off
    found = along_edge(edge, 6000, 4000, 50, 6)
    assert (found[0], found[-1]) == (first, last)
    assert [off_edge(edge, 6000, 4000, disc(*place)) for place in found] == [0] * 6
    assert (INWARDS[edge] - OUTWARDS[edge]) % 3600 == 1800


def test_an_exit_is_left_where_it_is_nearest_or_at_its_ends_and_middle() -> None:
    way_out = ExitForm(edge="east", start=1000, end=2000)
    assert at_exit(way_out, 6000, 4000, 50, (100, 1500)) == [(5950, 1500), (5950, 1050), (5950, 1950)]
    assert at_exit(way_out, 6000, 4000, 50, (100, 3000)) == [(5950, 1950), (5950, 1050), (5950, 1500)]
    assert at_exit(ExitForm(edge="north"), 6000, 4000, 50, (20, 900))[:2] == [(50, 50), (3000, 50)]
    assert at_exit(ExitForm(edge="south", end=99), 6000, 4000, 50, (20, 900)) == []


def test_of_many_places_a_few_are_offered_spread_over_all_the_middle_ones_first() -> None:
    row = [(x, 0) for x in range(0, 1000, 100)]
    assert middle_first(row, (0, 0, 900, 0))[:3] == [(400, 0), (500, 0), (300, 0)]
    assert nearest_first(row, 890, 0)[:2] == [(900, 0), (800, 0)]
    assert spread(row, 3) == [(0, 0), (300, 0), (600, 0)]
    assert spread(row[:2], 3) == row[:2]
    assert spread([], 3) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, ""),
        ({"is_off_table": True, "from_turn": 3, "enters_by": ("west",)}, ""),
        ({"is_off_table": True, "arrives_in": 4}, ""),
        ({"from_turn": 0}, "unit.from_turn: it is 0; it must be at least 1"),
        ({"from_turn": 2}, "unit: «from_turn», «enters_by» and «arrives_in» are for those who start off the table"),
        ({"enters_by": ("east",)}, "unit: «from_turn», «enters_by» and «arrives_in» are for"),
        ({"is_off_table": True, "arrives_in": -1}, "unit.arrives_in: who is put on the table"),
        ({"is_off_table": True, "arrives_in": 2, "from_turn": 2}, "unit.arrives_in: who is put on the table"),
        ({"is_off_table": True, "arrives_in": 2, "enters_by": ("east",)}, "unit.arrives_in: who is put on the table"),
    ],
)
def test_only_who_starts_off_the_table_comes_later_and_in_one_way(given: dict[str, Any], told: str) -> None:
    form, said = ArrivalForm(**given), ""
    try:
        check_arrival(Checking("battle.toml"), form, "unit")
    except BadData as bad:
        said = f"{bad.where}: {bad.why}"
    assert said.startswith(told)
    assert bool(said) == bool(told)


def test_who_waits_comes_from_his_turn_on_or_is_put_down_in_it() -> None:
    free, due = ArrivalForm(is_off_table=True, from_turn=3), ArrivalForm(is_off_table=True, arrives_in=3)
    assert [free.may_enter(turn) for turn in (2, 3, 4)] == [False, True, True]
    assert [due.is_due(turn) for turn in (2, 3, 4)] == [False, True, False]
    assert not due.may_enter(4)


def test_one_after_another_each_leaves_the_queue_when_he_is_done() -> None:
    g = SimpleNamespace(state=SimpleNamespace(queue=["A", "B"]))
    seen: list[tuple[str, list[str]]] = []

    def act(name: str) -> Procedure[None]:
        seen.append((name, list(g.state.queue)))
        yield Decision("red", "act", [Option("go")], {"unit": name}, ())

    asked: list[Any] = []
    procedure = one_after_another(g, act)
    step: Any = next(procedure)
    try:
        while True:
            asked.append(step if step is MARK else step.about["unit"])
            step = procedure.send(Option("go"))
    except StopIteration:
        pass
    assert asked == [MARK, "A", MARK, "B"]
    assert seen == [("A", ["A", "B"]), ("B", ["B"])]
    assert g.state.queue == []


def test_the_lowest_throw_comes_first_and_equal_ones_are_made_again() -> None:
    dice = iter([3, 5, 3, 6, 2, 4])
    assert list(by_throw(["red", "blue", "green"], lambda _: next(dice)).items()) == [
        ("blue", 2),
        ("green", 4),
        ("red", 6),
    ]
