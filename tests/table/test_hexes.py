"""The hex grid itself, without any game: labels, distance, facing, lines, sectors, reach, straight retreats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alfiere.table.hexes import (
    DIRECTIONS,
    FLANK,
    FRONT,
    REAR,
    Axial,
    Hex,
    HexGrid,
    distances_avoiding,
    hex_grid,
    label_of,
    path_to,
    reach,
    walked,
)
from alfiere.table.hexmap import HexMap, Rise

GRID = hex_grid(15, 13)
SMALL = hex_grid(5, 4)
hexes = st.sampled_from(GRID.hexes)
small_hexes = st.sampled_from(SMALL.hexes)
facings = st.integers(0, 5)
quick = settings(max_examples=60, deadline=None)


# Labels


def test_a_label_is_column_and_row_and_even_rows_are_shifted_to_the_right():
    assert [GRID.axial[label] for label in ("0101", "0302", "0303")] == [(0, 0), (2, 1), (1, 2)]
    # 0302 stands half a hex to the right of 0301 and 0303: it touches 0301 and 0401, 0303 and 0403
    around = GRID.neighbours["0302"]
    assert around == ("0401", "0402", "0403", "0303", "0202", "0301")


@quick
@given(hexes)
def test_labels_and_coordinates_lead_to_each_other(label: Hex):
    assert label_of(*GRID.axial[label]) == label
    assert GRID.at(*GRID.axial[label]) == label


def test_nothing_lies_beyond_the_edge():
    assert "0001" not in GRID
    assert "1601" not in GRID
    assert GRID.at(-1, 0) is None
    assert GRID.neighbours["0101"] == (None, "0201", "0102", None, None, None)
    assert GRID.adjacent["0101"] == ("0201", "0102")


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_grid_that_labels_cannot_name_is_refused(columns: int, rows: int):
    with pytest.raises(ValueError, match="1 to 99"):
        HexGrid(columns, rows)


# Distance


@quick
@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex):
    far = GRID.distance
    assert (far(a, b) == 0) == (a == b)
    assert far(a, b) == far(b, a)
    assert far(a, c) <= far(a, b) + far(b, c)


@quick
@given(hexes)
def test_distance_is_the_length_of_the_shortest_way(origin: Hex):
    assert GRID.distances(origin) == distances_avoiding(GRID, origin, ())


def test_within_a_radius_lie_the_hexes_of_all_smaller_rings():
    assert len(GRID.within("0807", 2)) == 1 + 6 + 12
    assert set(GRID.within("0807", 1)) == {"0807", *GRID.adjacent["0807"]}


@quick
@given(small_hexes, st.sets(small_hexes, max_size=8))
def test_a_way_around_closed_hexes_is_never_shorter_and_enters_none(origin: Hex, closed: set[Hex]):
    found = distances_avoiding(SMALL, origin, closed)
    for label, far in found.items():
        assert far >= SMALL.distance(origin, label)
        assert label == origin or label not in closed
        if far:
            assert any(found.get(near) == far - 1 for near in SMALL.adjacent[label])
    for label in set(SMALL.hexes) - set(found) - closed:
        assert not any(near in found for near in SMALL.adjacent[label])


# Facing


@quick
@given(hexes, facings)
def test_two_neighbours_are_in_front_two_on_the_flanks_two_behind(origin: Hex, facing: int):
    around = GRID.neighbours[origin]
    if None in around:
        return
    sides = [GRID.side(origin, facing, label) for label in around if label is not None]
    assert sorted(sides) == [FLANK, FLANK, FRONT, FRONT, REAR, REAR]
    for side in (FRONT, FLANK, REAR):
        assert {label for label, one in zip(around, sides, strict=True) if one == side} == set(
            GRID.on_side(origin, facing, side)
        )
    # what is in front of me is behind me once I have turned about
    assert set(GRID.on_side(origin, facing, FRONT)) == set(GRID.on_side(origin, (facing + 3) % 6, REAR))


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("steps", [1, 2])
def test_a_unit_looks_towards_the_hex_straight_ahead_of_its_vertex(facing: int, steps: int):
    (ahead,) = GRID.sector("0807", facing, ((steps, steps),))
    assert GRID.facing_towards("0807", ahead) == facing


@quick
@given(hexes, hexes)
def test_the_facing_towards_a_neighbour_has_it_in_front(origin: Hex, target: Hex):
    for near in GRID.adjacent[origin]:
        assert GRID.side(origin, GRID.facing_towards(origin, near), near) == FRONT
    if origin != target:
        turned = GRID.facing_towards(target, origin)
        ahead = {(m, n) for m in range(9) for n in range(9)}
        front = GRID.sector(target, turned, tuple(sorted(ahead)))
        assert origin in front or GRID.distance(origin, target) > 8


# Sectors


def test_a_sector_counts_steps_to_the_front_left_and_the_front_right():
    at = GRID.at
    q, r = GRID.axial["0807"]
    assert GRID.sector("0807", 0, ((1, 0), (0, 1), (2, 1))) == (at(q, r - 1), at(q + 1, r - 1), at(q + 1, r - 3))
    assert GRID.sector("0807", 1, ((1, 0), (0, 1))) == (at(q + 1, r - 1), at(q + 1, r))
    assert GRID.sector("0101", 0, ((1, 0), (0, 1))) == ()


@quick
@given(hexes, facings, st.integers(0, 4), st.integers(0, 4))
def test_a_sector_hex_of_m_and_n_lies_at_distance_m_plus_n(origin: Hex, facing: int, m: int, n: int):
    for label in GRID.sector(origin, facing, ((m, n),)):
        assert GRID.distance(origin, label) == m + n


# Lines


def test_a_line_along_a_row_crosses_every_hex_between():
    assert GRID.line("0205", "0605") == (("0305",), ("0405",), ("0505",))


def test_a_line_towards_a_vertex_runs_along_a_side_and_then_through_a_hex():
    # straight up from 0807: the side between two hexes, a hex, a side again
    q, r = GRID.axial["0807"]
    target = label_of(q + 2, r - 4)
    left, right, middle = label_of(q, r - 1), label_of(q + 1, r - 1), label_of(q + 1, r - 2)
    assert GRID.line("0807", middle) == ((left, right),)
    assert [len(met) for met in GRID.line("0807", target)] == [2, 1, 2]
    assert GRID.line("0807", target)[1] == (middle,)


def test_a_line_along_the_edge_of_the_map_meets_only_what_is_there():
    # from 0101 straight down: on one hand of the side lies no hex, so nothing can block there
    assert GRID.line("0101", "0103") == ()


@quick
@given(hexes, hexes)
def test_a_line_is_the_same_from_both_ends(a: Hex, b: Hex):
    there, back = GRID.line(a, b), GRID.line(b, a)
    assert {frozenset(met) for met in there} == {frozenset(met) for met in back}
    assert [frozenset(met) for met in there if len(met) == 1] == [
        frozenset(met) for met in reversed(back) if len(met) == 1
    ]
    for met in there:
        assert a not in met
        assert b not in met


def _nearest_centres(dq: int, dr: int, step: int, of: int) -> frozenset[Axial]:
    """The hexes whose centre is nearest to a point of the line, by exact arithmetic; two on a side."""
    best, found = None, set()
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            x, y = q * of - dq * step, r * of - dr * step
            far = x * x + x * y + y * y
            if best is None or far < best:
                best, found = far, {(q, r)}
            elif far == best:
                found.add((q, r))
    return frozenset(found)


@settings(max_examples=40, deadline=None)
@given(st.integers(-5, 5), st.integers(-5, 5))
def test_a_line_meets_what_a_finger_meets_that_follows_it(dq: int, dr: int):
    """The oracle follows the segment in a thousand small steps, between which no hex fits."""
    origin = "1520"
    grid = hex_grid(40, 40)
    q, r = grid.axial[origin]
    target = grid.at(q + dq, r + dr)
    assert target is not None
    met = {_nearest_centres(dq, dr, step, 1009) for step in range(1, 1009)}
    expected = {group - {(0, 0), (dq, dr)} for group in met}
    # a corner is touched in a single point only, never by a small step of a prime number of them
    expected = {group for group in expected if len(group) == 1 or len(group) == 2}
    found = {
        frozenset((a - q, b - r) for a, b in (grid.axial[label] for label in group))
        for group in grid.line(origin, target)
    }
    assert found == expected


@quick
@given(hexes, hexes)
def test_a_line_enters_a_hex_through_the_side_it_crosses_last(origin: Hex, target: Hex):
    if origin == target:
        return
    sides = GRID.entry_sides(origin, target)
    assert 1 <= len(sides) <= 2
    last = GRID.line(origin, target)[-1:] if GRID.distance(origin, target) > 1 else ((origin,),)
    through = {GRID.neighbours[target][side] for side in sides}
    if None not in through:  # at a vertex the line has run along the side of the two hexes that meet there
        assert set(last[0]) == through


# Reach


def _steps(costs: dict[tuple[Hex, Hex], tuple[int, bool]]) -> dict[Hex, tuple[tuple[Hex, int, bool], ...]]:
    return {
        label: tuple((to, *costs[label, to]) for to in SMALL.adjacent[label] if (label, to) in costs)
        for label in SMALL.hexes
    }


def _all_ways(
    steps: dict[Hex, tuple[tuple[Hex, int, bool], ...]],
    start: Hex,
    points: int,
    closed: set[Hex],
    halting: set[Hex],
    least_one: bool,
    under_way: bool,
) -> Iterator[tuple[Hex, int]]:
    """Every way of every move, one after the other: slow, and plain to see."""
    edge: list[tuple[Hex, int, bool]] = [(start, 0, not under_way)]
    yield start, 0
    while edge:
        here, spent, is_first = edge.pop()
        if here in halting and spent:
            continue
        for to, cost, first_only in steps[here]:
            if to in closed or (first_only and not is_first):
                continue
            if spent + cost <= points:
                yield to, spent + cost
                edge.append((to, spent + cost, False))
            elif least_one and not spent:
                yield to, points


edges = [(one, other) for one in SMALL.hexes for other in SMALL.adjacent[one]]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([1, 1, 1, 2]), st.booleans()), min_size=len(edges), max_size=len(edges)),
    small_hexes,
    st.integers(1, 3),
    st.sets(small_hexes, max_size=5),
    st.sets(small_hexes, max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_reach_agrees_with_trying_every_way(
    costs: list[tuple[int, bool]],
    start: Hex,
    points: int,
    closed: set[Hex],
    halting: set[Hex],
    least_one: bool,
    under_way: bool,
):
    steps = _steps(dict(zip(edges, costs, strict=True)))
    found = reach(steps, start, points, closed, halting, least_one=least_one, under_way=under_way)
    cheapest: dict[Hex, int] = {}
    for label, spent in _all_ways(steps, start, points, closed, halting, least_one, under_way):
        cheapest[label] = min(spent, cheapest.get(label, 99))
    assert {label: spent for label, (spent, _) in found.items()} == cheapest
    for goal in found:
        here, cost = start, 0
        for label in path_to(found, goal):
            price = {to: price for to, price, _ in steps[here]}[label]
            here, cost = label, min(cost + price, points) if label == goal and not cost else cost + price
        assert (here, cost) == (goal, found[goal][0])


def test_a_whole_way_may_be_noted_in_the_place_of_the_hex_before():
    found = reach({"0101": (("0201", 1, False),), "0201": ()}, "0101", 1)
    found["0401"] = (3, ("0201", "0301"))
    assert path_to(found, "0401") == ["0201", "0301", "0401"]
    assert path_to(found, "0201") == ["0201"]
    assert path_to(found, "0101") == []


# Straight retreats


@quick
@given(hexes, hexes)
def test_a_step_away_is_one_hex_farther_and_every_such_step_is_found(origin: Hex, threat: Hex):
    ways = dict(GRID.away(origin, threat))
    (q, r), (tq, tr) = GRID.axial[origin], GRID.axial[threat]
    before = max(abs(q - tq), abs(r - tr), abs(q - tq + r - tr))
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        x, y = q + dq - tq, r + dr - tr
        farther = max(abs(x), abs(y), abs(x + y)) == before + 1
        assert (direction in ways) == farther
        if farther:
            assert ways[direction] == GRID.at(q + dq, r + dr)


@quick
@given(hexes, hexes)
def test_who_goes_away_may_keep_going_straight(origin: Hex, threat: Hex):
    if origin == threat:
        return
    for direction, label in GRID.away(origin, threat):
        if label is not None:
            assert direction in dict(GRID.away(label, threat))


def test_beyond_the_edge_there_is_a_way_but_no_hex():
    assert (5, None) in GRID.away("0501", "0503")


# The map on the grid


def test_an_obstacle_is_met_from_both_sides():
    table = HexMap(5, 4)
    table.add_barrier("0202", 1, "hedge")
    assert table.barriers == {("0202", 1): "hedge", ("0302", 4): "hedge"}
    table.add_barrier("0501", 1, "hedge")  # at the edge there is only one
    assert ("0501", 1) in table.barriers
    assert len(table.barriers) == 3


def test_a_road_joins_its_hexes_in_order_and_no_others():
    table = HexMap(5, 4)
    table.add_road(["0101", "0201", "0202", "0203"])
    assert table.roads == {"0101": {"0201"}, "0201": {"0101", "0202"}, "0202": {"0201", "0203"}, "0203": {"0202"}}
    table.add_road(["0401", "0404"])  # not neighbours: both are road, nothing joins them
    assert table.roads["0401"] == set()
    table.add_road(["0402", "0401"])
    assert table.roads["0401"] == {"0402"}


def test_height_is_the_distance_from_the_nearest_crest_of_the_rise():
    table = HexMap(9, 9)
    name = {"en": "hill", "it": "colle"}
    table.rises.append(Rise(name, frozenset({"0303", "0403"}), frozenset({"0303", "0403", "0503", "0603"})))
    assert [table.height(label) for label in ("0303", "0503", "0603", "0909")] == [(0, 0), (0, 1), (0, 2), None]


def test_a_disc_is_what_is_near_and_the_hex_itself():
    grid = hex_grid(9, 7)
    for origin in grid.hexes:
        for radius in range(4):
            assert grid.disc(origin, radius) == {origin, *grid.near(origin, radius)}


def test_walking_leads_around_what_is_closed_and_on_from_nothing_that_halts():
    grid = hex_grid(9, 7)
    for origin in grid.hexes:
        assert set(walked(grid, origin, 3, ())) == set(grid.near(origin, 3))
    wall = set(grid.adjacent["0404"]) - {"0304"}
    assert walked(grid, "0404", 1, wall) == ("0304",)
    assert walked(grid, "0404", 3, wall, {"0304"}) == ("0304",)
    far = distances_avoiding(grid, "0404", wall)
    assert list(walked(grid, "0404", 4, wall)) == [label for label, steps in far.items() if 0 < steps <= 4]
