"""Lines of fire: nearest points, cones with an apex, how far a mask is from both ends, and who scrapes past."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from alfiere.table.fronts import beside_pose, edge_of
from alfiere.table.headings import offset
from alfiere.table.measuring import closest, gap
from alfiere.table.shapes import Rect, base
from alfiere.table.terrain import AREA, Feature
from alfiere.table.volleys import aim_at, along_line, masked_by, masked_by_ground, shot
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
    near, far = masked_by(scene, full, target.outline, {"a", "t"})
    assert [near.id, far.id] == ["m", "n"]
    # from 1950 to 950 the line crosses the tilted base over 141, in its middle at 1500
    enter, leave = (round(1000 * share) for share in along_line(scene, full, target.outline, near))
    assert (enter, leave) == (379, 521)
    # the one aside is beside the line, in the corridor with a part from 1200 to 1300
    assert along_line(scene, full, target.outline, far) == (Fraction(65, 100), Fraction(75, 100))
    (copse,) = masked_by_ground(scene, full, target.outline, {"wood"})
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
        assert masked_by(a_scene(firer, *friends, target), one, target.outline, {"a", "t"}) == []
