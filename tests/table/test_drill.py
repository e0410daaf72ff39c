"""Units in formation on the open table: legs and their price, what is met, fronts, contact, volleys, offers."""

from __future__ import annotations

import math

import pytest

from alfiere.table.barriers import BASE, EDGE, FAR, ZONE, Refusal
from alfiere.table.field import Scene
from alfiere.table.fronts import (
    Contact,
    Edge,
    behind_pose,
    beside_pose,
    cone,
    contact,
    edge_of,
    far_ahead,
    flush_pose,
    half_of,
    strip,
)
from alfiere.table.legs import (
    CENTRE,
    FRONT,
    LEFT,
    RIGHT,
    WHOLE,
    Footing,
    Pace,
    Rate,
    Reform,
    Shift,
    Turn,
    after,
    arc_length,
    price,
)
from alfiere.table.manoeuvre import Ground, Manoeuvre, Met
from alfiere.table.offers import FORBIDDEN, Move, Wanted, farthest, judged, poses, way_to, wheels
from alfiere.table.shapes import Base, Disc, Outline, Pose, Rect, base
from alfiere.table.terrain import AREA, CLOSED, GROUND, LINE, Feature, Field, Terrain
from alfiere.table.volleys import aim_at, bases_in, ground_in, shot
from tests.table.slow_drill import check_run, check_turn, check_volley, check_zone

LINE_OF_FOOT = Rect(200, 100)
COLUMN = Rect(100, 200)
# Straight ahead 8, oblique half as dear again, back twice, wheels, about for a quarter.
INFANTRY = Pace(800, (Rate(0), Rate(450, 3, 2), Rate(1800, 2)), wheels=True, about=WHOLE // 4)
# The same of one who turns about his centre, a quarter of a move for every 45 degrees.
TURNING = Pace(800, (Rate(450),), step=450, each=WHOLE // 4, about=WHOLE // 4)


def line_at(x: int, y: int, heading: int = 0) -> Footing:
    return Footing("line", LINE_OF_FOOT, Pose(x, y, heading))


def a_scene(*bases: Base, features: tuple[Feature, ...] = ()) -> Scene:
    return Scene(Field(4000, 4000, Terrain(features, {"foot": {"wood": CLOSED, "wall": CLOSED}}), slack=2), bases)


# Against the slow geometry


def test_a_turn_steps_over_nothing():
    assert sum(check_turn(seed) for seed in range(150)) > 140


def test_legs_run_as_far_as_they_are_free():
    assert sum(check_run(1000 + seed) for seed in range(25)) > 2


def test_a_corridor_holds_what_little_squares_say():
    assert sum(check_volley(seed) for seed in range(60)) > 8


def test_the_zone_ahead_holds_what_a_cloud_of_points_says():
    assert sum(check_zone(seed) for seed in range(60)) > 8


# Legs


def test_a_shift_keeps_the_heading_and_a_wheel_its_corner():
    unit = line_at(1000, 1000, 900)  # it looks to the east
    assert after(unit, Shift(300)).pose == Pose(1300, 1000, 900)
    assert after(unit, Shift(300, 900)).pose == Pose(1000, 1300, 900)
    assert after(unit, Shift(100, 1800)).pose == Pose(900, 1000, 900)
    assert after(unit, Turn(450)).pose == Pose(1000, 1000, 1350)
    for which, angle in ((LEFT, -300), (RIGHT, 450)):
        end = after(unit, Turn(angle, which))
        assert end.pose.heading == (900 + angle) % 3600
        assert math.dist(end.corner(which), unit.corner(which)) <= 1.5
        assert math.dist(end.corner(RIGHT if which == LEFT else LEFT), unit.corner(which)) == pytest.approx(200, abs=2)
        assert end.pose.x > 1000  # the wheel goes forward


def test_another_formation_keeps_the_centre_or_the_middle_of_the_front():
    unit = line_at(1000, 1000)  # it looks to the north
    assert after(unit, Reform("column", COLUMN)).pose == unit.pose
    behind = after(unit, Reform("column", COLUMN, FRONT))
    assert (behind.formation, behind.shape, behind.pose) == ("column", COLUMN, Pose(1000, 1050, 0))
    assert behind.front == unit.front == (1000, 950)
    assert after(unit, Reform("square", Rect(150, 150), CENTRE, 900)).pose == Pose(1000, 1000, 900)


def test_what_legs_cost_of_a_whole_move():
    unit = line_at(1000, 1000)
    assert price(INFANTRY, unit, Shift(800)) == WHOLE
    assert price(INFANTRY, unit, Shift(400, 450)) == price(INFANTRY, unit, Shift(400, -450)) == WHOLE * 3 // 4
    assert price(INFANTRY, unit, Shift(400, 451)) == WHOLE  # no longer oblique: as dear as back
    assert price(TURNING, unit, Shift(400, 451)) is None
    assert price(INFANTRY, unit, Turn(450, LEFT)) == arc_length(200, 450) * WHOLE // 800
    assert arc_length(200, 450) == 157  # a quarter of π times 2 um
    assert price(INFANTRY, unit, Turn(1800)) == WHOLE // 4
    assert price(INFANTRY, unit, Turn(450)) is None
    assert [price(TURNING, unit, Turn(angle)) for angle in (1, 450, 451, -900, 1800)] == [
        WHOLE // 4,
        WHOLE // 4,
        WHOLE // 2,
        WHOLE // 2,
        WHOLE // 4,
    ]
    assert price(TURNING, unit, Turn(450, LEFT)) is None
    free = Pace(1200, is_free=True)
    assert (price(free, unit, Shift(600, 1234)), price(free, unit, Turn(777))) == (WHOLE // 2, 0)
    assert price(Pace(800, (Rate(0), Rate(900, most=100))), unit, Shift(101, 900)) is None
    assert price(Pace(0, wheels=True), unit, Shift(1)) is None  # a square does not move


def test_three_thirds_make_a_whole_move():
    m = Manoeuvre(a_scene(), "a", {"line": Pace(1000, (Rate(0), Rate(450, 1)))})
    legs = [Shift(333), Shift(333), Shift(334)]
    move = judged(m, line_at(2000, 2000), legs)
    assert isinstance(move, Move)
    assert move.cost <= WHOLE
    assert judged(m, line_at(2000, 2000), [*legs, Shift(1)]) == Refusal(FAR, length=WHOLE + 1000)


# What is met


def test_a_shift_stops_before_what_it_would_meet():
    scene = a_scene(base("b", LINE_OF_FOOT, 1000, 500), base("c", LINE_OF_FOOT, 1180, 700))
    m = Manoeuvre(scene, "a")
    unit = line_at(1000, 1000)
    met = m.run(unit, Shift(800))
    assert met is not None
    assert (met.reason, met.by) == (BASE, "c")  # the nearer one, though only its corner is in the way
    assert 199 <= met.far <= 205
    assert m.barred(unit, Shift(met.far)) is None
    assert m.stands(after(unit, Shift(met.far))) is None
    assert m.barred(unit, Shift(met.far + 1)) == Refusal(BASE, "c")
    assert Manoeuvre(scene, "a", leave_out={"c"}).run(unit, Shift(800)) == Met(403, BASE, "b")  # a slack's breadth


def test_units_side_by_side_march_on_together_and_cannot_wheel_into_each_other():
    friend = base("b", LINE_OF_FOOT, 1200, 1000)
    m = Manoeuvre(a_scene(friend), "a")
    unit = line_at(1000, 1000)
    assert m.stands(unit) is None  # flush is not on top
    assert m.run(unit, Shift(800)) is None
    assert m.barred(unit, Turn(-100, LEFT)) == Refusal(BASE, "b")  # its rear corner swings out
    assert m.barred(unit, Turn(100, RIGHT)) is None
    assert m.barred(unit, Turn(450)) == Refusal(BASE, "b")
    assert m.barred(unit, Reform("square", Rect(250, 250))) == Refusal(BASE, "b")
    assert m.barred(unit, Reform("column", COLUMN)) is None


def test_a_wheel_stops_where_its_outer_corner_would_scrape():
    general = base("g", Disc(30), 1050, 800)
    m = Manoeuvre(a_scene(general), "a")
    met = m.run(line_at(1000, 1000), Turn(-900, LEFT))
    assert met is not None
    assert (met.reason, met.by) == (BASE, "g")
    # the general stands 45 degrees to the right of the pivot, 2.12 from it: his edge is 8 degrees nearer
    assert 365 < met.far < 390
    assert m.barred(line_at(1000, 1000), Turn(-met.far, LEFT)) is None


def test_who_may_be_passed_through_needs_room_beyond():
    scene = a_scene(base("b", LINE_OF_FOOT, 1000, 800))
    m = Manoeuvre(scene, "a", {"line": INFANTRY}, through={"b"})
    unit = line_at(1000, 1000)
    assert m.barred(unit, Shift(800)) is None
    assert judged(m, unit, [Shift(250)]) == Refusal(BASE, "b")
    assert isinstance(judged(m, unit, [Shift(303)]), Move)


def test_who_stands_on_closed_ground_may_leave_it_but_stops_nowhere_in_it():
    copse, other = (
        Feature(id, "wood", AREA, ((x, 500), (x + 900, 500), (x + 900, 1400), (x, 1400)))
        for id, x in (("copse", 600), ("other", 2000))
    )
    m = Manoeuvre(a_scene(features=(copse, other)), "a", {"line": INFANTRY._replace(going="foot")}, out_of="copse")
    unit = line_at(1000, 1000)
    assert m.but(out_of="").barred(unit, Shift(800)) == Refusal(GROUND, "copse")
    assert isinstance(judged(m, unit, [Shift(600)]), Move)
    for far in (200, 520):  # not half in it either
        assert judged(m, unit, [Shift(far)]) == Refusal(GROUND, "copse")
    assert m.barred(line_at(1000, 1000, 900), Shift(1500)) == Refusal(GROUND, "other")


def test_the_edge_of_the_table_bars_shifts_and_turns_but_may_be_touched():
    m = Manoeuvre(a_scene(), "a")
    unit = line_at(2000, 50)
    assert m.stands(unit) is None
    assert m.barred(unit, Shift(10)) == Refusal(EDGE)
    assert m.barred(unit, Turn(450)) == Refusal(EDGE)
    assert m.barred(unit, Turn(-1800)) == Refusal(EDGE)  # its corners come over the edge on the way
    assert m.barred(line_at(2000, 120), Turn(1800)) is None
    met = m.run(line_at(2000, 500), Shift(800))
    assert met is not None
    assert met.reason == EDGE
    assert 450 <= met.far <= 453


def test_walls_bar_legs_and_a_wood_closed_to_it_no_unit_stands_in():
    wall = Feature("wall", "wall", LINE, ((900, 700), (1500, 700)))
    wood = Feature("wood", "wood", AREA, ((2000, 2000), (2600, 2000), (2600, 2600), (2000, 2600)))
    m = Manoeuvre(a_scene(features=(wall, wood)), "a", {"line": INFANTRY._replace(going="foot")})
    met = m.run(line_at(1000, 1000), Shift(800))
    assert met is not None
    assert met.by == "wall"
    assert 249 <= met.far <= 253
    assert m.barred(line_at(1000, 1000, 2700), Turn(900, LEFT)) is None
    assert Manoeuvre(a_scene(features=(wall,)), "a").run(line_at(1000, 1000), Shift(800)) is None  # no such going
    refusal = m.stands(line_at(2300, 2300))
    assert refusal is not None
    assert refusal.by == "wood"


def test_ground_that_somebody_watches_ends_a_leg():
    enemy = base("e", LINE_OF_FOOT, 1000, 500, 1800)  # it looks south
    zone = Ground("e", strip(edge_of(enemy), 100))
    m = Manoeuvre(a_scene(enemy), "a", zones=[zone])
    met = m.run(line_at(1000, 1000), Shift(800))
    assert met is not None
    assert (met.reason, met.by) == (ZONE, "e")
    assert 299 <= met.far <= 303
    aside = m.run(line_at(1210, 1000), Shift(800))  # past it, beside the strip
    assert aside is None


# Fronts


def test_edges_and_halves_go_by_names():
    unit = base("a", LINE_OF_FOOT, 1000, 1000, 900)  # it looks east: its left is north
    assert edge_of(unit) == Edge("front", (1050, 900), (1050, 1100), 900)
    assert edge_of(unit, "left") == Edge("left", (950, 900), (1050, 900), 0)
    assert edge_of(unit, "rear").heading == 2700
    assert half_of(edge_of(unit), "left") == Edge("front", (1050, 900), (1050, 1000), 900)
    assert half_of(edge_of(unit), "right") == Edge("front", (1050, 1000), (1050, 1100), 900)


def test_the_strip_and_the_cone_ahead_of_an_edge():
    edge = edge_of(base("a", LINE_OF_FOOT, 1000, 1000))
    assert set(strip(edge, 100).points) == {(900, 950), (1100, 950), (1100, 850), (900, 850)}
    assert set(cone(edge, 100, 450).points) == {(900, 950), (1100, 950), (1200, 850), (800, 850)}
    assert set(cone(edge, 200, 450, nearest=100).points) == {(800, 850), (1200, 850), (1300, 750), (700, 750)}


def test_how_far_ahead_somebody_is_counts_only_what_lies_in_the_zone():
    edge = edge_of(base("a", LINE_OF_FOOT, 1000, 1000))
    assert far_ahead(edge, base("b", LINE_OF_FOOT, 1000, 700).outline, 450) == 200
    beside = base("b", LINE_OF_FOOT, 1250, 900).outline  # its side is half to the right and from 0 to 1 ahead
    assert far_ahead(edge, beside, 0) is None
    # only what is beyond the ray at 45 degrees counts, which leaves the corner of the front
    assert far_ahead(edge, beside, 450) == math.ceil(math.hypot(50, 50))
    assert far_ahead(edge, base("b", LINE_OF_FOOT, 1000, 1300).outline, 450) is None
    assert far_ahead(edge, base("g", Disc(50), 1000, 700).outline, 450) == 200


@pytest.mark.parametrize(
    ("pose", "found"),
    [
        (Pose(1000, 900, 1800), Contact("front", "front", 200)),
        (Pose(1150, 900, 1800), Contact("front", "front", 50)),
        (Pose(1150, 1000, 2700), Contact("front", "right", 100)),
        (Pose(1000, 1100, 0), Contact("front", "rear", 200)),
        (Pose(1200, 1000, 0), Contact("left", "right", 100)),
        (Pose(1300, 1000, 0), None),
    ],
)
def test_which_edges_touch_and_over_what_length(pose: Pose, found: Contact | None):
    unit = base("b", LINE_OF_FOOT, 1000, 1000)
    assert contact(base("a", LINE_OF_FOOT, *pose), unit, 5) == found


def test_a_corner_that_touches_is_laid_to_the_edge_it_faces_best():
    unit = base("b", LINE_OF_FOOT, 1000, 1000)
    nose = Footing("line", LINE_OF_FOOT, Pose(0, 0, 2100))  # 30 degrees off straight south
    corner = nose.corner(RIGHT)
    found = contact(base("a", LINE_OF_FOOT, 1000 - corner[0], 948 - corner[1], 2100), unit, 5)
    assert found == Contact("front", "front", 0)


def test_fronts_are_laid_flush_beside_and_behind():
    enemy = base("e", LINE_OF_FOOT, 1000, 1000, 300)
    for name in ("front", "right", "rear", "left"):
        pose = flush_pose(COLUMN, edge_of(enemy, name), 20)
        found = contact(base("a", COLUMN, *pose), enemy, 2)
        assert found is not None
        assert (found.own, found.other) == ("front", name)
        assert found.length >= 78
    friend = base("f", LINE_OF_FOOT, 1000, 1000, 300)
    for hand, other in (("right", "left"), ("left", "right")):
        pose = beside_pose(COLUMN, friend, hand)
        found = contact(base("a", COLUMN, *pose), friend, 2)
        assert found is not None
        assert (found.own, found.other) == (other, hand)
        assert found.length >= 98
        edge, own = edge_of(friend), edge_of(base("a", COLUMN, *pose))
        assert abs((own.middle[0] - edge.middle[0]) * 866 // 1000 + (own.middle[1] - edge.middle[1]) // 2) < 200
    assert behind_pose(LINE_OF_FOOT, base("f", LINE_OF_FOOT, 1000, 1000), 100) == Pose(1000, 1200, 0)
    assert behind_pose(LINE_OF_FOOT, base("f", LINE_OF_FOOT, 1000, 1000), 100, (1060, 1300)) == Pose(1060, 1200, 0)


# Volleys


def test_an_aim_is_held_within_its_arc():
    edge = edge_of(base("a", LINE_OF_FOOT, 1000, 1000))
    assert aim_at(edge, (1000, 500), 450) == 0
    assert aim_at(edge, (1100, 850), 450) == 450
    assert aim_at(edge, (1500, 900), 450) == 450
    assert aim_at(edge, (500, 900), 150) == 3450


def test_a_volley_is_masked_by_whoever_stands_in_its_line_of_fire():
    firer, target = base("a", LINE_OF_FOOT, 1000, 1000), base("t", LINE_OF_FOOT, 1000, 400, 1800)
    mask, clear = base("m", LINE_OF_FOOT, 1190, 700), base("c", LINE_OF_FOOT, 1201, 600)
    scene = a_scene(firer, target, mask, clear)
    edge = edge_of(firer)
    full = shot(edge, aim_at(edge, target.point, 450), target.outline)
    assert full is not None
    assert (full.share, full.far) == (1000, 500)
    assert list(bases_in(scene, full, {"a", "t"})) == [mask]
    half = half_of(edge, "left")
    left = shot(half, aim_at(half, target.point, 450), target.outline)
    assert left is not None
    assert left.share < 1000
    assert list(bases_in(scene, left, {"a", "t"})) == []


def test_ground_of_the_kinds_asked_for_is_found_in_the_line_of_fire():
    wood = Feature("copse", "wood", AREA, ((900, 600), (1000, 600), (1000, 700), (900, 700)), top=300)
    firer, target = base("a", LINE_OF_FOOT, 1000, 1000), base("t", LINE_OF_FOOT, 1000, 400, 1800)
    scene = a_scene(firer, target, features=(wood,))
    edge = edge_of(firer)
    one = shot(edge, 0, target.outline)
    assert one is not None
    assert list(ground_in(scene, one, {"wood"})) == [wood]
    assert list(ground_in(scene, one, {"house"})) == []


def test_nothing_is_hit_beside_the_corridor_and_a_cone_narrows_it():
    edge = edge_of(base("a", Rect(100, 100), 1000, 1000))
    assert shot(edge, 0, base("t", LINE_OF_FOOT, 1200, 500).outline) is None
    assert shot(edge, 0, base("t", LINE_OF_FOOT, 1000, 1400).outline) is None  # behind
    aside = shot(edge, 300, base("t", Rect(400, 100), 1300, 500).outline)
    assert aside is not None
    narrow = shot(edge, 300, base("t", Rect(400, 100), 1300, 500).outline, cone=150)
    assert narrow is None or narrow.share < aside.share


# Ways and offers


def test_a_pose_is_reached_by_advance_wheel_and_advance():
    m, turning = (Manoeuvre(a_scene(), "a", {"line": pace}) for pace in (INFANTRY, TURNING))
    start = line_at(2000, 2000)
    end = after(after(after(start, Shift(120)), Turn(450, RIGHT)), Shift(230))
    way = way_to(m, start, end.pose)
    assert isinstance(way, Move)
    assert [type(leg) for leg in way.legs] == [Shift, Turn, Shift]
    assert math.dist(way.end.pose.point, end.pose.point) <= 2
    assert way.end.pose.heading == 450
    assert way_to(m, start, Pose(2000, 1000)) == Refusal(FAR, length=WHOLE * 1000 // 800)
    assert way_to(m, start, Pose(2300, 2000, 0)) != Refusal(FORBIDDEN)  # sideways at the price of back
    assert way_to(turning, start, Pose(2300, 2000, 0)) == Refusal(FORBIDDEN)
    turned = way_to(turning, start, Pose(2141, 1859, 450))
    assert isinstance(turned, Move)
    assert turned.cost == price(TURNING, start, Shift(199)) + WHOLE // 4  # type: ignore[operator]


def test_offers_lead_into_contact_beside_a_friend_and_as_far_as_possible():
    enemy = base("e", LINE_OF_FOOT, 2000, 1500, 1800)
    friend = base("f", LINE_OF_FOOT, 2300, 1800)
    scene = a_scene(enemy, friend)
    m = Manoeuvre(scene, "a", {"line": INFANTRY})
    start = line_at(2000, 2000)
    wanted = {
        (purpose, about, pose.heading)
        for purpose, about, pose in poses(start, Wanted([enemy], [friend], [(2500, 2000)]))
    }
    assert ("contact", "e", 0) in wanted
    assert ("beside", "f", 0) in wanted
    assert ("place", "", 900) in wanted
    assert ("contact", "e", 1800) not in wanted  # its rear looks away from us
    (to_contact,) = [
        pose for purpose, _, pose in poses(start, Wanted([enemy])) if purpose == "contact" and not pose.heading
    ]
    charge = way_to(m, start, to_contact)
    assert isinstance(charge, Move)
    assert charge.legs == (Shift(400),)
    ahead, right, back = farthest(m, start, (0, 450, 1800))
    assert ahead.legs == (Shift(403),)  # up to the enemy; the slack lets fronts meet
    assert back.legs == (Shift(400, 1800),)
    assert right.cost <= WHOLE
    turns = list(wheels(m, start, (-450, 450)))
    assert {move.end.pose.heading for move in turns} == {450, 3150}
    assert all(move.cost <= WHOLE and m.stands(move.end) is None for move in turns)
    assert len(turns) == 4


def test_an_outline_drawn_is_in_whole_hundredths():
    edge = edge_of(base("a", LINE_OF_FOOT, 1000, 1000))
    one = shot(edge, 0, base("t", LINE_OF_FOOT, 1050, 500).outline)
    assert one is not None
    assert Outline(one.drawn).points == one.drawn
    assert {(900, 950), (1100, 950)} <= set(one.drawn)
