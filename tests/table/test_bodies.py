"""Bodies moved as one, closing flush and sliding along, forced moves; legs as they are sent and on slower ground."""

from __future__ import annotations

import random

import pytest

from alfiere.table.barriers import BASE, EDGE, Refusal
from alfiere.table.bodies import Together
from alfiere.table.closing import flush, slid, struck_edge
from alfiere.table.field import Scene
from alfiere.table.forced import forced
from alfiere.table.fronts import EDGES, beside_pose, contact, edge_of
from alfiere.table.legs import CENTRE, WHOLE, Footing, Pace, Rate, Reform, Shift, Turn, after, plain_leg, read_leg
from alfiere.table.manoeuvre import Manoeuvre, swept_along
from alfiere.table.offers import FORBIDDEN, Move, farthest, judged
from alfiere.table.shapes import Base, Pose, Rect, base, hull
from alfiere.table.terrain import AREA, CLOSED, Feature, Field, Going, Slower, Terrain
from tests.table.slow_drill import check_body, check_changed, check_forced, check_slide

FOOT = Rect(200, 50)
PACE = Pace(800, (Rate(0), Rate(450, 3, 2)), wheels=True, changes={"column": WHOLE // 2}, going="foot")
COLUMN = Pace(1200, step=450, each=WHOLE // 4, going="foot")
PACES = {"line": PACE, "column": COLUMN}


def a_scene(*bases: Base, features: tuple[Feature, ...] = ()) -> Scene:
    goings: dict[str, Going] = {"foot": {"wood": Slower(2), "lake": CLOSED}}
    return Scene(Field(4000, 4000, Terrain(features, goings), touch=5, slack=2), bases)


def line_at(x: int, y: int, heading: int = 0) -> Footing:
    return Footing("line", FOOT, Pose(x, y, heading))


def square(id: str, kind: str, west: int, north: int, size: int) -> Feature:
    east, south = west + size, north + size
    return Feature(id, kind, AREA, ((west, north), (east, north), (east, south), (west, south)))


# Against the slow checks


def test_sliding_agrees_with_looks_at_every_hundredth():
    assert sum(check_slide(seed) for seed in range(150)) > 5


def test_bodies_agree_with_their_members_one_by_one():
    assert 30 < sum(check_body(seed) for seed in range(100)) < 90


def test_forced_moves_agree_with_a_look_in_every_direction():
    assert sum(check_forced(seed) for seed in range(100)) > 10


def test_a_changed_scene_answers_as_one_made_anew():
    assert sum(check_changed(seed) for seed in range(40)) == 40


@pytest.mark.parametrize(
    ("placed", "gone", "left"),
    [
        ([base("b", FOOT, 1200, 1500)], (), ["c"]),
        ([base("c", FOOT, 3000, 1500)], (), ["a", "b"]),
        ([base("c", FOOT, 795, 1000)], (), ["b"]),
        ([], ("b",), ["c"]),
        ([], (), ["a", "b", "c"]),
    ],
)
def test_what_is_kept_of_a_base_is_forgotten_when_it_or_one_who_may_touch_it_moves(placed, gone, left):
    scene = a_scene(*(base(name, FOOT, x, 1000) for name, x in (("a", 1000), ("b", 1200), ("c", 3000))))
    scene.overlapping(base("a", FOOT, 1000, 1000))  # it has been asked something
    for name in "abc":
        scene.kept(name)["known"] = name
    later = scene.changed(placed, gone)
    assert [name for name in "abc" if later.kept(name)] == left
    assert [scene.kept(name)["known"] for name in "abc"] == ["a", "b", "c"]


@pytest.mark.parametrize("seed", range(40))
def test_what_a_shift_sweeps_is_the_hull_of_both_ends(seed):
    dice = random.Random(seed)
    points = base("", Rect(dice.randrange(2, 300), dice.randrange(2, 300)), 0, 0, dice.randrange(3600)).outline.points
    dx, dy = dice.choice([(0, 0), (0, -50), (30, 0), (dice.randrange(-300, 300), dice.randrange(-300, 300))])
    found = swept_along(points, dx, dy)
    assert set(hull(found)) == set(hull([*points, *((x + dx, y + dy) for x, y in points)]))
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(found, found[1:] + found[:1], found[2:] + found[:2], strict=True)
    ]
    assert min(turns) >= 0  # always the same way round


# Legs


@pytest.mark.parametrize(
    "leg",
    [Shift(300), Shift(300, 450), Turn(450), Turn(-900, "left"), Reform("column", Rect(50, 200))],
)
def test_a_leg_is_the_same_after_it_was_sent(leg):
    assert read_leg(plain_leg(leg), {"column": Reform("column", Rect(50, 200))}) == leg


@pytest.mark.parametrize(
    "said",
    [
        *(None, {}, [], "ahead", {"ahead": 0}, {"ahead": -3}, {"ahead": 10**9}, {"ahead": True}, {"ahead": 1.5}),
        *({"ahead": 3, "aside": 3600}, {"turn": 0}, {"turn": 1801}, {"turn": 450, "about": "rear"}, {"aside": 450}),
        *({"form": "wedge"}, {"form": 3}, {"ahead": 3, "turn": 3}, {"turn": 450, "about": [1, 2]}),
    ],
)
def test_what_is_no_leg_is_none(said):
    assert read_leg(said, {"column": Reform("column", Rect(50, 200))}) is None


def test_a_change_of_formation_is_paid_and_the_rest_goes_at_the_new_pace():
    m = Manoeuvre(a_scene(), "a", PACES)
    column = Reform("column", Rect(100, 100))
    move = judged(m, line_at(2000, 2000), [Shift(200), column, Shift(300)])
    assert isinstance(move, Move)
    assert move.cost == WHOLE // 4 + WHOLE // 2 + WHOLE // 4
    assert move.end == Footing("column", Rect(100, 100), Pose(2000, 1500))
    assert judged(m, line_at(2000, 2000), [Reform("square", Rect(100, 100), CENTRE)]) == Refusal(FORBIDDEN)


def test_slower_ground_is_paid_for_the_way_of_the_centre_in_it():
    m = Manoeuvre(a_scene(features=(square("copse", "wood", 1800, 1500, 200),)), "a", PACES)
    start = line_at(1900, 2000)
    assert m.paid(start, Shift(300)) == 300 * WHOLE // 800  # the front reaches the wood, the centre does not
    assert m.paid(start, Shift(400)) == (400 + 100) * WHOLE // 800
    (ahead,) = farthest(m, start, (0,))
    assert ahead.legs == (Shift(600),)  # 300 on open ground, 200 at twice the price, 100 beyond
    assert ahead.cost == WHOLE


def test_a_turn_about_any_point_carries_the_unit_round_it():
    turned = after(line_at(1000, 1000), Turn(900, (1000, 1500)))
    assert turned.pose == Pose(1500, 1500, 900)
    assert plain_leg(Turn(900, (1000, 1500))) == {"turn": 900, "about": [1000, 1500]}


# Bodies


def test_a_line_advances_and_wheels_as_one():
    first, second = line_at(1000, 1000), line_at(1200, 1000)
    body = Together(a_scene(first.base("a"), second.base("b")), {"a": first, "b": second}, PACES)
    assert judged(body, body.body, [Shift(300)]) == Move(
        (Shift(300),), 300 * WHOLE // 800, after(body.body, Shift(300))
    )
    assert body.after(Shift(300)) == {"a": line_at(1000, 700), "b": line_at(1200, 700)}
    wheel = Turn(-900, "left")
    assert body.paid(body.body, wheel) == 628 * WHOLE // 800  # a quarter of a circle of 400 about the corner
    ends = body.after(wheel)
    assert contact(ends["a"].base("a"), ends["b"].base("b"), 5) is not None
    assert body.paid(body.body, Turn(900)) is None


# Closing


def test_a_unit_that_touched_is_turned_flush_and_slides_to_the_middle():
    enemy = base("e", FOOT, 1000, 1000, 1800)
    start = Footing("line", FOOT, Pose(1060, 1060, 100))  # ten degrees askew
    m = Manoeuvre(a_scene(enemy), "a", PACES)
    edge = edge_of(enemy)
    laid = flush(m, start, edge)
    assert laid is not None
    assert (laid.pose.y, laid.pose.heading) == (1050, 0)
    assert slid(m, laid, edge).pose == Pose(1000, 1050, 0)
    beside = base("f", FOOT, 900, 1052)  # a friend is where it would slide to
    m = Manoeuvre(a_scene(enemy, beside), "a", PACES)
    laid = flush(m, Footing("line", FOOT, Pose(1160, 1050)), edge)
    assert laid is not None
    assert 1095 <= slid(m, laid, edge).pose.x <= 1100
    assert flush(m, Footing("line", FOOT, Pose(1010, 1050)), edge) is None  # no room


def test_the_edge_struck_is_the_one_that_lies_best():
    enemy = base("e", FOOT, 1000, 1000, 1800)
    assert struck_edge(base("a", FOOT, 1000, 1050), enemy, 5, EDGES) == "front"
    assert struck_edge(base("a", FOOT, 1000, 950, 1800), enemy, 5, EDGES) == "rear"
    assert struck_edge(base("a", FOOT, 875, 1000, 900), enemy, 5, EDGES) == "right"
    assert struck_edge(base("a", FOOT, 1000, 1200), enemy, 5, EDGES) is None


# Forced moves


def test_a_beaten_unit_goes_straight_back_or_least_aside():
    start = line_at(1000, 1000)
    (straight,) = forced(Manoeuvre(a_scene(), "a", PACES), start, 1800, 300)
    assert (straight.end.pose, straight.met) == (Pose(1000, 1300), None)
    behind = base("b", Rect(60, 60), 1000, 1300)
    two = forced(Manoeuvre(a_scene(behind), "a", PACES), start, 1800, 300)
    assert [(start.pose.heading + one.leg.aside) % 3600 for one in two] == [1800 + 300, 1800 - 300]
    assert {one.end.pose.heading for one in two} == {0}


def test_who_is_shut_in_goes_as_far_as_he_can_and_who_is_at_the_edge_may_leave():
    shut_in = [base("n", FOOT, 1000, 930), base("s", Rect(900, 50), 1000, 1200)]
    walls = [base("w", Rect(50, 200), 870, 1080), base("o", Rect(50, 200), 1130, 1080)]
    (only,) = forced(Manoeuvre(a_scene(*shut_in, *walls), "a", PACES), line_at(1000, 1000), 1800, 300)
    assert only.met is not None
    assert only.met.by == "s"
    assert 145 <= only.leg.length <= 155
    start = line_at(2000, 3900)
    stays = forced(Manoeuvre(a_scene(), "a", PACES), start, 1800, 300)
    assert all(abs((start.pose.heading + one.leg.aside) % 3600 - 1800) == 900 for one in stays)
    (leaves,) = forced(Manoeuvre(a_scene(), "a", PACES, may_leave=True), start, 1800, 300)
    assert leaves.is_off(a_scene())
    assert Manoeuvre(a_scene(), "a", PACES).barred(start, leaves.leg) == Refusal(EDGE)
    assert not stays[0].is_off(a_scene())


def test_beside_is_where_a_line_goes_on():
    first = base("a", FOOT, 1000, 1000)
    assert beside_pose(FOOT, first, "right") == Pose(1200, 1000)


def test_straight_back_is_no_way_aside():
    pace = Pace(800, (Rate(0), Rate(1800, 2, least=1800)))
    assert [pace.rate(aside) for aside in (1, 900, 1799)] == [None, None, None]
    assert pace.rate(1800) == Rate(1800, 2, least=1800)


def test_a_body_pays_what_its_dearest_member_pays():
    pair = {"a": line_at(1000, 1000), "b": line_at(1400, 1000)}
    wood = square("copse", "wood", 900, 600, 200)  # the first goes through it
    body = Together(a_scene(features=(wood,)), pair, PACES)
    assert body.paid(body.body, Shift(300)) == 400 * WHOLE // 800


def test_nobody_is_forced_to_stand_on_a_friend_he_may_pass_through():
    friend = base("f", FOOT, 1000, 1300)
    m = Manoeuvre(a_scene(friend), "a", PACES, through={"f"})
    ways = forced(m, line_at(1000, 1000), 1800, 300)
    assert all(m.stands(one.end) is None for one in ways)
    assert all(one.leg.aside != 1800 for one in ways)


# Bases that move as one rectangle


def test_bases_together_wheel_on_the_corner_of_all_and_are_barred_by_what_bars_one():
    pair = {"a": line_at(1000, 1000), "b": line_at(1200, 1000)}
    lone = base("c", FOOT, 1300, 900)
    free, barred = Together(a_scene(), pair, PACES), Together(a_scene(lone), pair, PACES)
    assert free.body == Footing("line", Rect(400, 50), Pose(1100, 1000, 0))
    wheel = Turn(300, "right")
    assert free.paid(free.body, wheel) == judged_alone(Footing("line", Rect(400, 50), Pose(1100, 1000, 0)), wheel)
    assert free.after(wheel)["a"].pose.heading == 300
    assert free.run(free.body, Shift(400)) is None
    met = barred.run(barred.body, Shift(400))
    assert met is not None
    assert (met.by, met.far) == ("c", 53)  # flush but for the slack
    assert barred.barred(barred.body, Shift(400)) == Refusal(BASE, "c")
    assert barred.stands(after(barred.body, Shift(100))) == Refusal(BASE, "c")


def judged_alone(whole: Footing, turn: Turn) -> int | None:
    return Manoeuvre(a_scene(), "whole", PACES).paid(whole, turn)


def test_bases_together_turn_on_the_spot_and_keep_their_places_however_often_they_wheel():
    pair = {"a": line_at(1000, 1000), "b": line_at(1200, 1000)}
    m = Together(a_scene(), pair, PACES)
    assert {id: one.pose for id, one in m.after(Turn(1800)).items()} == {
        "a": Pose(1000, 1000, 1800),
        "b": Pose(1200, 1000, 1800),
    }
    places = pair
    for angle in range(7, 1500, 37):
        m = Together(a_scene(), places, PACES)
        places = m.after(Turn(angle if angle % 2 else -angle, "left"))
    (ax, ay, _), (bx, by, _) = (one.pose for one in places.values())
    assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 200**2) < 2 * 200 * 2
    pose = m.body_at("b", Pose(500, 700, 900))
    assert dict(m.at(m.body._replace(pose=pose)))["b"].pose == Pose(500, 700, 900)
