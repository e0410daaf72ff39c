"""Lines of fire: nearest points, cones with an apex, how far a mask is from both ends, and who scrapes past."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from alfiere.table.fronts import beside_pose, edge_of
from alfiere.table.headings import offset
from alfiere.table.measuring import closest, gap, overlaps
from alfiere.table.shapes import Outline, Rect, base
from alfiere.table.terrain import AREA, Feature
from alfiere.table.volleys import (
    aim_at,
    along_line,
    bases_in,
    gap_to,
    ground_in,
    may_reach,
    shot,
    stands_between,
)
from tests.table.test_drill import LINE_OF_FOOT, a_scene


def test_the_nearest_points_of_edges_side_by_side_are_the_middle_of_what_they_share():
    one, other = base("a", LINE_OF_FOOT, 1000, 1000).outline, base("b", LINE_OF_FOOT, 1080, 700).outline
    assert closest(one, other) == ((1040, 950), (1040, 750))
    corner = base("c", LINE_OF_FOOT, 1400, 500, 450).outline
    start, end = closest(one, corner)
    assert math.dist(start, end) == pytest.approx(gap(one, corner), abs=1.5)
    assert closest(corner, one) == (end, start)


def test_a_cone_may_have_its_apex_behind_the_edge():
    battery = base("a", Rect(200, 200), 5000, 5000)
    edge = edge_of(battery)
    target = base("t", Rect(350, 200), 5600, 3000, 1800).outline
    narrow = shot(edge, 150, target, 150, battery.point)
    assert narrow is not None
    assert narrow.far == 1830  # the root of 18² + 3.25², rounded up
    assert shot(edge, 150, base("u", Rect(350, 200), 6000, 3000, 1800).outline, 150, battery.point) is None
    wide = shot(edge, 150, target, 150)
    assert wide is not None
    assert narrow.share < wide.share  # from the corners it opens farther


def test_how_far_a_mask_is_from_both_ends_is_told_along_the_line_between_nearest_points():
    firer, target = base("a", LINE_OF_FOOT, 1000, 2000), base("t", LINE_OF_FOOT, 1000, 900, 1800)
    tilted, aside = base("m", LINE_OF_FOOT, 1000, 1500, 450), base("n", LINE_OF_FOOT, 1180, 1250)
    wood = Feature("copse", "wood", AREA, ((980, 1100), (1020, 1100), (1020, 1150), (980, 1150)))
    scene = a_scene(firer, target, tilted, aside, features=(wood,))
    full = shot(edge_of(firer), 0, target.outline)
    assert full is not None
    assert {one.id for one in bases_in(scene, full, {"a", "t"})} == {"m", "n"}
    # from 1950 to 950 the line crosses the tilted base over 141, in its middle at 1500
    enter, leave = (round(1000 * share) for share in along_line(scene, full, target.outline, tilted))
    assert (enter, leave) == (379, 521)
    # the one aside is beside the line, in the corridor with a part from 1200 to 1300
    assert along_line(scene, full, target.outline, aside) == (Fraction(65, 100), Fraction(75, 100))
    (copse,) = ground_in(scene, full, {"wood"})
    assert along_line(scene, full, target.outline, copse) == (Fraction(80, 100), Fraction(85, 100))


def test_who_stands_in_one_line_with_the_firer_masks_nothing_at_any_heading():
    for heading in range(0, 3600, 70):
        firer = base("a", LINE_OF_FOOT, 2000, 2000, heading)
        friends = [base(hand, LINE_OF_FOOT, *beside_pose(LINE_OF_FOOT, firer, hand)) for hand in ("left", "right")]
        dx, dy = offset(heading, 800, 500)
        target = base("t", LINE_OF_FOOT, 2000 + dx, 2000 + dy, (heading + 1800) % 3600)
        edge = edge_of(firer)
        one = shot(edge, aim_at(edge, target.point, 450), target.outline)
        assert one is not None
        assert list(bases_in(a_scene(firer, *friends, target), one, {"a", "t"})) == []


def test_what_is_cheap_to_know_of_a_shot_agrees_with_the_shot():
    dice = random.Random(7)
    hits = 0
    for _ in range(400):
        firer = base("a", LINE_OF_FOOT, 2000, 2000, dice.randrange(3600))
        x, y = (dice.randrange(1200, 2800) for _ in range(2))
        target = base("t", Rect(350, 200), x, y, dice.randrange(3600))
        if overlaps(firer.outline, target.outline):
            continue
        edge = edge_of(firer, dice.choice(["front", "left"]))
        aim = aim_at(edge, target.point, 450)
        one = shot(edge, aim, target.outline)
        if one is not None:
            hits += 1
            assert may_reach(edge, aim, target.outline.points)
        assert gap_to(edge, target.outline) == gap(Outline((edge.start, edge.end)), target.outline)
    assert hits > 50


def test_who_stands_on_the_line_from_the_middle_of_the_edge_is_found_at_once():
    firer, target = base("a", LINE_OF_FOOT, 1000, 2000), base("t", LINE_OF_FOOT, 1000, 900, 1800)
    ends = edge_of(firer).middle, target.point
    for x, found in ((1000, "m"), (1090, "m"), (1101, "")):
        scene = a_scene(firer, target, base("m", LINE_OF_FOOT, x, 1500))
        assert stands_between(scene, *ends, ("a", "t")) == found
        assert stands_between(scene, *ends, ("a", "t", "m")) == ""
