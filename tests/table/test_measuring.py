"""Headings, shapes and measuring on the open table: exact, symmetric, the same on every machine."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alfiere.table.field import base
from alfiere.table.headings import SCALE, cosine, divided, heading_of, offset, ray, sine, turn_between
from alfiere.table.measuring import (
    FLANK,
    FRONT,
    REAR,
    crossing,
    gap,
    nearer,
    nearest_point,
    nearest_whole,
    overlaps,
    root_up,
    side_of,
    stretch_about,
    way_length,
    within,
)
from alfiere.table.shapes import (
    Disc,
    Outline,
    Point,
    Pose,
    Rect,
    box,
    centre,
    grown,
    hull,
    is_near,
    lies_in,
    moved,
    nearest_in,
    outline_of,
    swept,
)

FOOT, HORSE, GUN = Disc(50), Disc(100), Rect(200, 300)
quick = settings(max_examples=60, deadline=None)
places = st.integers(-10_000, 10_000)


# Headings


def test_the_sines_are_the_same_integers_on_every_machine():
    table = ",".join(str(sine(heading)) for heading in range(3600))
    assert hashlib.sha256(table.encode()).hexdigest()[:16] == "cd79d456b9b082d0"


def test_well_known_sines_are_exact():
    assert [sine(h) for h in (0, 300, 900, 1500, 1800, 2700)] == [0, SCALE // 2, SCALE, SCALE // 2, 0, -SCALE]
    assert [cosine(h) for h in (0, 600, 900, 1800)] == [SCALE, SCALE // 2, 0, -SCALE]


@quick
@given(st.integers(0, 3599))
def test_sine_and_cosine_lie_on_the_circle(heading: int):
    assert abs(sine(heading) ** 2 + cosine(heading) ** 2 - SCALE**2) < 4 * SCALE


def test_north_is_up_and_headings_turn_clockwise():
    assert offset(0, 100) == (0, -100)
    assert offset(900, 100) == (100, 0)
    assert offset(1800, 100) == (0, 100)
    assert offset(0, 100, 30) == (30, -100)  # to the right of one who looks north is the east


@quick
@given(st.integers(0, 3599))
def test_a_ray_is_found_again_from_its_direction(heading: int):
    assert heading_of(*ray(heading)) == heading


def test_no_direction_is_north():
    assert heading_of(0, 0) == 0
    assert [heading_of(0, -5), heading_of(7, 0), heading_of(0, 3), heading_of(-2, 0)] == [0, 900, 1800, 2700]


def test_halves_are_rounded_away_from_zero_on_both_sides():
    assert [divided(5, 2), divided(-5, 2), divided(4, 3), divided(-4, 3)] == [3, -3, 1, -1]


def test_a_turn_is_the_lesser_angle():
    assert turn_between(3500, 100) == 200
    assert turn_between(0, 1800) == 1800


# Shapes


def test_the_corners_of_a_rectangle_begin_at_its_front_left():
    assert outline_of(GUN, Pose(1000, 1000, 0)).points == ((900, 850), (1100, 850), (1100, 1150), (900, 1150))
    assert outline_of(GUN, Pose(1000, 1000, 900)).points == ((1150, 900), (1150, 1100), (850, 1100), (850, 900))


@quick
@given(st.integers(0, 3599), st.integers(10, 400), st.integers(10, 400))
def test_a_turned_rectangle_is_convex_and_symmetric(heading: int, width: int, depth: int):
    a, b, c, d = outline_of(Rect(width, depth), Pose(0, 0, heading)).points
    assert (a[0] + c[0], a[1] + c[1], b[0] + d[0], b[1] + d[1]) == (0, 0, 0, 0)
    assert len(hull([a, b, c, d])) == 4


def test_the_hull_drops_points_on_its_edges():
    assert hull([(0, 0), (10, 0), (5, 0), (10, 10), (0, 10), (5, 5)]) == ((0, 0), (10, 0), (10, 10), (0, 10))
    assert hull([(3, 3), (3, 3)]) == ((3, 3),)


def test_a_disc_sweeps_a_rounded_strip_and_a_rectangle_the_hull_of_both_ends():
    assert swept(Outline(((0, 0),), 50), 300, 0) == Outline(((0, 0), (300, 0)), 50)
    square = Outline(((0, 0), (10, 0), (10, 10), (0, 10)))
    assert swept(square, 20, 0).points == ((0, 0), (30, 0), (30, 10), (0, 10))
    assert box(grown(moved(square, 5, 5), 2)) == (3, 3, 17, 17)


# Distance


def test_the_distance_of_two_discs_is_that_of_the_centres_less_both_radii():
    one, other = base("a", FOOT, 0, 0).outline, base("b", HORSE, 300, 400).outline
    assert gap(one, other) == 350
    assert within(one, other, 350)
    assert not within(one, other, 349)


def test_a_gap_is_rounded_up_so_that_a_limit_means_what_it_says():
    one, other = base("a", FOOT, 0, 0).outline, base("b", FOOT, 101, 1).outline  # 1.005 apart
    assert gap(one, other) == 2
    assert not within(one, other, 1)


@given(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3599), st.integers(-2, 2))
def test_a_wide_limit_means_what_it_says_of_rectangles(x: int, y: int, heading: int, more: int):
    one = base("a", Rect(600, 300), 0, 0).outline
    other = base("b", Rect(500, 200), x, y, heading).outline
    for limit in (gap(one, other) + more, 1001 + x, 1001 + y):
        assert within(one, other, limit) == (gap(one, other) <= limit)


def test_touching_is_no_overlap_and_a_hundredth_less_is():
    one = base("a", FOOT, 0, 0).outline
    assert not overlaps(one, base("b", FOOT, 100, 0).outline)
    assert not overlaps(one, base("b", FOOT, 60, 80).outline)
    assert overlaps(one, base("b", FOOT, 99, 0).outline)
    assert within(one, base("b", FOOT, 101, 0).outline, 1)
    assert not within(one, base("b", FOOT, 102, 0).outline, 1)


def test_a_zone_ends_just_where_the_gap_is_its_width():
    enemy = base("b", FOOT, 0, 0).outline
    assert nearer(base("a", FOOT, 149, 0).outline, enemy, 50)
    assert not nearer(base("a", FOOT, 150, 0).outline, enemy, 50)


def test_a_disc_under_a_rectangle_is_at_no_distance_and_overlaps():
    gun = base("g", GUN, 0, 0).outline
    assert gap(base("a", FOOT, 10, 10).outline, gun) == 0
    assert overlaps(base("a", FOOT, 10, 10).outline, gun)
    assert gap(base("a", FOOT, 250, 0).outline, gun) == 100
    assert gap(base("a", FOOT, 130, -190).outline, gun) == 0  # 3-4-5 at the corner: it just touches
    assert not overlaps(base("a", FOOT, 130, -190).outline, gun)


def test_rectangles_edge_to_edge_touch_and_do_not_overlap():
    one = base("a", GUN, 0, 0).outline
    assert not overlaps(one, base("b", GUN, 200, 0).outline)
    assert overlaps(one, base("b", GUN, 199, 0).outline)
    assert gap(one, base("b", GUN, 230, 0).outline) == 30
    assert overlaps(one, one)


def test_a_wall_overlaps_what_it_cuts_and_not_what_it_touches():
    square = Outline(((0, 0), (100, 0), (100, 100), (0, 100)))
    assert overlaps(square, Outline(((50, -10), (50, 10))))
    assert not overlaps(square, Outline(((0, -10), (0, 300))))
    assert not overlaps(Outline(((-10, 0), (0, 0))), square)


@quick
@given(places, places, st.integers(0, 3599), places, places)
def test_distance_does_not_change_when_both_are_shifted(x: int, y: int, heading: int, dx: int, dy: int):
    one, other = base("a", GUN, 0, 0, heading).outline, base("b", FOOT, x, y).outline
    assert gap(one, other) == gap(moved(one, dx, dy), moved(other, dx, dy)) == gap(other, one)


@quick
@given(st.integers(0, 10**9), st.integers(1, 10**4))
def test_a_root_is_the_least_whole_number_not_below_it(square: int, over: int):
    root = root_up(square, over)
    assert root * root * over >= square
    assert root == 0 or (root - 1) ** 2 * over < square


def test_the_nearest_point_of_a_wall_may_be_no_whole_hundredth():
    assert nearest_point(Outline(((0, 0), (10, 20))), 10, 0) == (Fraction(2), Fraction(4))
    assert nearest_point(Outline(((0, 0), (3, 1))), 2, 0) == (Fraction(9, 5), Fraction(3, 5))


def test_the_length_of_a_way_is_that_of_its_legs():
    assert way_length([(0, 0), (300, 400), (300, 500)]) == 600
    assert way_length([(0, 0)]) == 0
    assert way_length([(0, 0), (1, 1)]) == 2  # 1.41 rounded up


# Sides of a rectangle


@pytest.mark.parametrize(
    ("x", "y", "wide", "narrow"),
    [
        (0, -400, FRONT, FRONT),
        (400, -200, FRONT, FLANK),
        (400, 0, FLANK, FLANK),
        (0, 400, REAR, REAR),
        (-400, 200, REAR, FLANK),
    ],
)
def test_front_flank_and_rear_zones_with_and_without_slanting_sides(x: int, y: int, wide: str, narrow: str):
    gun = base("g", GUN, 0, 0)
    assert side_of(gun, x, y) == wide
    assert side_of(gun, x, y, spread=450) == narrow


def test_a_disc_looks_every_way():
    assert side_of(base("a", FOOT, 0, 0), 0, 500) == FRONT


def test_points_and_discs_in_and_near_a_box() -> None:
    area = (0, 0, 400, 200)
    assert centre(area) == (200, 100)
    assert nearest_in(area, 100, 50) == (100, 50)
    assert nearest_in(area, -10, 300) == (0, 200)
    assert nearest_in(area, 500, -1) == (400, 0)
    assert lies_in(area, 50, 150, 50)
    assert not any(lies_in(area, x, y, 50) for x, y in ((49, 100), (351, 100), (100, 49), (100, 151)))
    assert is_near(area, -3, -4, 5)
    assert not is_near(area, -3, -4, 4)
    assert is_near(area, 10, 10, 0)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (((0, 0), (100, 100)), ((0, 100), (100, 0)), (50, 50)),
        (((0, 0), (100, 0)), ((50, 0), (50, 80)), (50, 0)),  # an end on the other
        (((0, 0), (100, 0)), ((100, -5), (100, 5)), (100, 0)),
        (((0, 0), (100, 0)), ((101, -5), (101, 5)), None),
        (((0, 0), (100, 0)), ((0, 1), (100, 1)), None),  # side by side
        (((0, 0), (300, 100)), ((100, 0), (100, 100)), (100, 33)),
    ],
)
def test_where_two_segments_cross(one: tuple[Point, Point], other: tuple[Point, Point], found: Point | None) -> None:
    assert crossing(*one, *other) == found
    assert crossing(*other, *one) == found
    assert crossing(*one, *reversed(other)) == found


def test_a_stretch_about_a_point_stays_on_its_side() -> None:
    assert stretch_about((0, 0), (1000, 0), (500, 0), 100) == ((450, 0), (550, 0))
    assert stretch_about((0, 0), (1000, 0), (20, 0), 100) == ((0, 0), (100, 0))
    assert stretch_about((0, 0), (1000, 0), (990, 0), 100) == ((900, 0), (1000, 0))
    assert stretch_about((0, 0), (80, 0), (10, 0), 100) == ((0, 0), (80, 0))
    assert stretch_about((0, 0), (600, 800), (300, 400), 100) == ((270, 360), (330, 440))


@pytest.mark.parametrize("share", range(-13, 14))
def test_a_fraction_is_rounded_as_python_rounds_it(share: int) -> None:
    assert [nearest_whole(share, over) for over in range(1, 7)] == [
        round(Fraction(share, over)) for over in range(1, 7)
    ]
