"""Moving on the open table: legs, ways round things, gaps, zones, obstacles, floors, contact, sensible places."""

from __future__ import annotations

import random
from decimal import Decimal
from itertools import pairwise

import pytest

from alfiere.table.barriers import BASE, EDGE, FAR, RANKS, ZONE
from alfiere.table.field import Base, Feature, Field, Ranks, Refusal, Scene, Terrain, Way, Zone, base
from alfiere.table.formations import fits_in_circle, linked_groups, smallest_circle
from alfiere.table.goals import ring
from alfiere.table.headings import offset
from alfiere.table.measuring import gap, overlaps, within
from alfiere.table.places import (
    CONTACT,
    COVER,
    FARTHEST,
    OBJECTIVE,
    OPENING,
    as_far_as,
    crossing_place,
    cut_short,
    farthest,
    first_inside,
    glances,
    sensible_places,
)
from alfiere.table.shapes import Disc, Outline, Point, Rect, moved
from alfiere.table.terrain import AREA, CLOSED, GROUND, LINE, OBSTACLE, STOPS, WALLS, Going, Slower
from tests.table.random_tables import opening_on
from tests.table.slow_geometry import length, squared_distance

FOOT, HORSE, CART = Disc(50), Disc(100), Rect(200, 400)
GOINGS: dict[str, Going] = {
    "foot": {
        "house": CLOSED,
        "door": STOPS,
        "hedge": STOPS,
        "pond": CLOSED,
        "gap": "free",
        "mud": Slower(2),
        "road": Slower(1, 2),
    },
    "jump": {"house": CLOSED, "pond": CLOSED},
}


def upright(west: int, north: int, east: int, south: int) -> tuple[Point, ...]:
    return (west, north), (east, north), (east, south), (west, south)


def scene(*bases: Base, ground: tuple[Feature, ...] = (), slack: int = 1) -> Scene:
    return Scene(Field(4000, 4000, Terrain(ground, GOINGS), slack=slack), bases)


def foot(name: str, x: int, y: int, floor: int = 0) -> Base:
    return base(name, FOOT, x, y, floor=floor)


def way(found: Way | Refusal) -> Way:
    assert isinstance(found, Way), found
    return found


def refusal(found: Way | Refusal) -> Refusal:
    assert isinstance(found, Refusal), found
    return found


# Straight ahead


def test_open_ground_is_crossed_straight_as_far_as_the_allowance_goes():
    journey = scene(foot("a", 1000, 1000)).journey("a", 500)
    assert way(journey.way(1300, 1400)) == Way(((1000, 1000), (1300, 1400)), 500, 500)
    assert refusal(journey.way(1300, 1401)) == Refusal(FAR, length=501)


def test_the_edge_of_the_table_is_kept():
    journey = scene(foot("a", 100, 1000)).journey("a", 500)
    assert way(journey.way(50, 1000)).length == 50
    assert refusal(journey.way(49, 1000)).reason == EDGE


def test_nobody_stands_on_another_and_the_refusal_names_him():
    journey = scene(foot("a", 1000, 1000), foot("b", 1300, 1000)).journey("a", 500)
    assert refusal(journey.way(1201, 1000)) == Refusal(BASE, "b")
    assert way(journey.way(1200, 1000)).length == 200


def test_a_pond_is_refused_by_name_even_in_its_middle():
    pond = Feature("pond", "pond", AREA, upright(1200, 800, 1800, 1400))
    journey = scene(foot("a", 1000, 1000), ground=(pond,)).journey("a", 600, going="foot")
    assert refusal(journey.way(1500, 1100)) == Refusal(GROUND, "pond")
    assert refusal(journey.way(1151, 1000)) == Refusal(GROUND, "pond")
    assert journey.stands(1150, 1000) is None


def test_who_is_left_out_does_not_bar():
    here = scene(foot("a", 1000, 1000), foot("led horse", 1100, 1000))
    assert way(here.journey("a", 500, leave_out={"led horse"}).way(1400, 1000)).length == 400


# Round things


def test_the_way_round_a_base_is_longer_than_the_line_and_never_overlaps_it():
    here = scene(foot("a", 1000, 1000), foot("b", 1200, 1000))
    found = way(here.journey("a", 500).way(1400, 1000))
    assert 420 < found.length <= 460
    for start, end in pairwise(found.points):
        assert squared_distance((start, end), ((1200, 1000),)) >= 99**2
    # The true shortest: two tangents and an arc, 2 x 173.2 + 104.7.
    assert length(found.points) < Decimal("451.1") * Decimal("1.024")


def test_a_way_that_is_only_just_long_enough_is_found_with_more_care():
    here = scene(foot("a", 1000, 1000), foot("b", 1200, 1000))
    assert isinstance(here.journey("a", 453).way(1400, 1000), Way)
    assert refusal(here.journey("a", 450).way(1400, 1000)) == Refusal(BASE, "b")


def test_a_gap_as_wide_as_the_base_lets_it_through_and_a_narrower_one_does_not():
    for width, opens in ((200, True), (201, True), (197, False)):
        left = Feature("left", "pond", AREA, upright(0, 1000, 1000, 1100))
        right = Feature("right", "pond", AREA, upright(1000 + width, 1000, 4000, 1100))
        here = scene(base("rider", HORSE, 1000, 700), ground=(left, right))
        found = here.journey("rider", 1200, going="foot").way(1100, 1400)
        assert isinstance(found, Way) == opens, (width, found)


def closed(line: list[Base]) -> list[Ranks]:
    """What nobody else may cross between men in a row."""
    return [Ranks("squad", Outline((one.point, other.point))) for one, other in pairwise(line)]


def test_a_gap_between_two_friends_as_wide_as_the_base_lets_it_through():
    line = [foot(f"{n}", 400 + 200 * n, 1000) for n in range(12)]  # gaps of just one unit
    here = scene(foot("a", 1510, 800), *line)
    assert isinstance(here.journey("a", 600).way(1500, 1250), Way)
    assert refusal(here.journey("a", 600, ranks=closed(line)).way(1500, 1250)) == Refusal(BASE, "6")


def test_closed_ranks_are_not_passed_even_where_the_base_would_fit():
    line = [base(f"{n}", FOOT, 400 + 200 * n, 1000) for n in range(12)]
    here = scene(base("boy", Disc(25), 1500, 800), *line)
    assert isinstance(here.journey("boy", 600).way(1500, 1250), Way)
    assert refusal(here.journey("boy", 600, ranks=closed(line)).way(1500, 1250)) == Refusal(RANKS, "squad")


def test_ways_lead_round_houses_and_into_hollows():
    walls = Feature(
        "fort", "pond", AREA, ((1000, 1000), (2000, 1000), (2000, 2000), (1900, 2000), (1900, 1100), (1000, 1100))
    )
    here = scene(foot("a", 1500, 900), ground=(walls,))
    found = way(here.journey("a", 2000, going="foot").way(1500, 1200))
    assert found.length > 900
    assert isinstance(here.journey("a", 900, going="foot").way(1500, 1200), Refusal)


# Zones of control


def test_a_zone_of_control_bars_the_way_and_may_be_passed_just_outside():
    enemy = foot("enemy", 1300, 1000)
    here = scene(foot("a", 1000, 1000), enemy)
    journey = here.journey("a", 500, zones=[Zone(enemy, 50)])
    assert journey.straight(1150, 1000) is None  # gap 0.50: outside
    assert refusal(journey.way(1153, 1000)) == Refusal(ZONE, "enemy")  # gap 0.47: inside
    assert refusal(journey.way(1160, 1000)) == Refusal(ZONE, "enemy")


def test_who_starts_in_a_zone_leaves_it_only_without_coming_nearer():
    enemy = foot("enemy", 1120, 1000)
    journey = scene(foot("a", 1000, 1000), enemy).journey("a", 300, zones=[Zone(enemy, 50)])
    assert journey.straight(800, 1000) is None
    assert journey.straight(1000, 800) is None  # at a right angle: never nearer
    assert journey.straight(1030, 800) == Refusal(ZONE, "enemy")
    assert journey.straight(990, 1000) is None  # still inside, but farther off
    assert journey.straight(1010, 1000) == Refusal(ZONE, "enemy")


def test_a_zone_does_not_reach_across_a_wall():
    enemy = foot("enemy", 1000, 1120)
    wall = Feature("wall", "pond", LINE, ((500, 1060), (1500, 1060)))
    here = scene(foot("a", 700, 1000), enemy, ground=(wall,))
    zones = [Zone(enemy, 50)]
    assert here.journey("a", 700, going="foot", zones=zones).straight(1300, 1000) is None
    short = Feature("wall", "pond", LINE, ((980, 1060), (1020, 1060)))
    open_ground = scene(foot("a", 700, 1000), enemy, ground=(short,))
    assert open_ground.journey("a", 700, going="foot", zones=zones).straight(1300, 1000) == Refusal(ZONE, "enemy")
    assert open_ground.journey("a", 700, going="foot", zones=zones).straight(700, 1010) is None


def test_who_starts_near_an_enemy_behind_a_wall_does_not_start_in_his_zone():
    enemy = foot("enemy", 1000, 1145)
    wall = Feature("wall", "pond", LINE, ((500, 1050), (1500, 1050)))
    journey = scene(foot("a", 1000, 1000), enemy, ground=(wall,)).journey(
        "a", 500, going="foot", zones=[Zone(enemy, 50)]
    )
    assert journey.stands(1050, 1000) is None
    assert journey.stands(1130, 1145) == Refusal(ZONE, "enemy")  # on his side of the wall


# Obstacles


HEDGE = Feature("hedge", "hedge", LINE, ((500, 1400), (1500, 1400)))


def test_a_move_ends_at_an_obstacle_and_does_not_go_on_along_it():
    here = scene(foot("a", 1000, 1000), ground=(HEDGE,))
    journey = here.journey("a", 600, going="foot")
    assert as_far_as(journey, 1000, 1600).end == (1000, 1350)
    assert refusal(journey.way(1000, 1500)) == Refusal(OBSTACLE, "hedge")
    touching = way(journey.way(1200, 1350))
    assert len(touching.points) == 2
    assert journey.hit((1200, 1350), (1300, 1350), is_last=False) is not None


def test_who_touches_an_obstacle_at_the_start_may_go_along_it():
    journey = scene(foot("a", 1000, 1350), ground=(HEDGE,)).journey("a", 600, going="foot")
    assert way(journey.way(1300, 1350)).length == 300
    assert refusal(journey.way(1000, 1500)).by == "hedge"


def test_the_way_round_the_end_of_a_hedge_does_not_touch_it():
    journey = scene(foot("a", 1400, 1300), ground=(HEDGE,)).journey("a", 600, going="foot")
    found = way(journey.way(1400, 1500))
    for start, end in pairwise(found.points):
        assert squared_distance((start, end), HEDGE.points) > 51**2


def test_a_gap_in_a_hedge_is_open_ground():
    gap_ = opening_on("gap", "gap", HEDGE.points, 0, 200)
    here = scene(base("rider", HORSE, 1000, 1200), ground=(HEDGE._replace(openings=(gap_,)),))
    assert way(here.journey("rider", 500, going="foot").way(1000, 1600)).length == 400


def test_touching_the_end_of_a_hedge_in_passing_ends_no_move_and_touching_its_bend_does():
    past_the_end = scene(foot("a", 450, 1200), ground=(HEDGE,)).journey("a", 500, going="foot")
    assert past_the_end.straight(450, 1600) is None
    assert past_the_end.straight(460, 1600) == Refusal(OBSTACLE, "hedge")
    bent = HEDGE._replace(points=((500, 1400), (1000, 1000), (1500, 1400)))
    past_the_bend = scene(foot("a", 800, 950), ground=(bent,)).journey("a", 500, going="foot")
    assert past_the_bend.straight(1200, 950) == Refusal(OBSTACLE, "hedge")
    assert past_the_bend.straight(1200, 945) is None


def test_the_corner_of_two_hedges_is_a_bend_too():
    first = Feature("first", "hedge", LINE, ((1000, 1000), (1500, 1000)))
    second = Feature("second", "hedge", LINE, ((1000, 1000), (1000, 1500)))
    leg = (800, 1129), (1129, 800)  # half a um from the corner
    alone = scene(foot("a", *leg[0]), ground=(first,)).journey("a", 600, going="foot")
    assert alone.hit(*leg) is None
    both = scene(foot("a", *leg[0]), ground=(first, second)).journey("a", 600, going="foot")
    assert both.hit(*leg) is not None


def test_crossing_puts_the_mover_on_the_far_side_in_contact():
    here = scene(foot("a", 1000, 1350), ground=(HEDGE,))
    assert crossing_place(here.journey("a", 400, going="foot"), Outline(HEDGE.points), 100) == (1000, 1450)


def test_crossing_goes_to_the_nearest_place_with_room_or_is_impossible():
    here = scene(foot("a", 1000, 1350), foot("b", 1030, 1450), ground=(HEDGE,))
    assert crossing_place(here.journey("a", 400, going="foot"), Outline(HEDGE.points), 100) == (930, 1450)
    crowd = [foot(f"{n}", 700 + 100 * n, 1450) for n in range(7)]
    full = scene(foot("a", 1000, 1350), *crowd, ground=(HEDGE,))
    refused = crossing_place(full.journey("a", 400, going="foot"), Outline(HEDGE.points), 100)
    assert refused == Refusal(BASE, "3")


def test_a_jump_is_a_straight_move_over_what_its_going_allows():
    here = scene(foot("a", 1000, 1350), ground=(HEDGE,))
    assert here.journey("a", 100, going="jump").straight(1000, 1450) is None
    assert here.journey("a", 100, going="foot").straight(1000, 1450) == Refusal(OBSTACLE, "hedge")


def test_slanting_obstacles_are_crossed_too():
    slant = Feature("hedge", "hedge", LINE, ((500, 1000), (1500, 1300)), radius=20)
    here = scene(foot("a", 1000, 900), ground=(slant,))
    journey = here.journey("a", 600, going="foot")
    ahead = as_far_as(journey, 1000, 1500)
    strip = Outline(slant.points, 20)
    assert within(moved(journey.core, *ahead.end), strip, 1)
    over = crossing_place(scene(foot("a", *ahead.end), ground=(slant,)).journey("a", 600, going="foot"), strip, 100)
    assert not isinstance(over, Refusal)
    assert within(moved(journey.core, *over), strip, 1)
    assert not overlaps(moved(journey.core, *over), strip)
    assert over[1] > 1150


# Houses


CORNERS = upright(1000, 1000, 1600, 1500)
HOUSE = Feature("house", "house", WALLS, CORNERS, openings=(opening_on("door", "door", CORNERS, 3, 100),), floors=2)


def test_a_door_is_come_into_contact_with_and_not_walked_through():
    journey = scene(foot("a", 700, 1250), ground=(HOUSE,)).journey("a", 600, going="foot")
    found = way(journey.contact(HOUSE.openings[0].outline))
    assert found.end in ((949, 1250), (950, 1250))
    assert refusal(journey.way(1100, 1250)) == Refusal(OBSTACLE, "door")


def test_inside_a_house_one_walks_from_wall_to_wall():
    journey = scene(foot("a", 1300, 1250), ground=(HOUSE,)).journey("a", 600, going="foot")
    assert farthest(journey, 0).end == (1300, 1050)
    assert farthest(journey, 900).end == (1550, 1250)


def test_who_is_shut_in_touches_a_window_from_within_and_nothing_beyond_it():
    here = scene(foot("a", 1300, 1250), foot("b", 1750, 1250), ground=(HOUSE,))
    journey = here.journey("a", 2000, going="foot")
    assert way(journey.contact(HOUSE.openings[0].outline)).end in ((1050, 1250), (1051, 1250))
    assert refusal(journey.contact(here.by_id["b"].outline)) == Refusal(GROUND, "house")
    assert refusal(journey.way(900, 1250)) == Refusal(OBSTACLE, "door")
    open_house = HOUSE._replace(openings=(HOUSE.openings[0]._replace(kind="gap"),))
    assert way(scene(foot("a", 1100, 1250), ground=(open_house,)).journey("a", 900, going="foot").way(900, 1250))


def test_two_may_stand_over_one_another_on_different_floors():
    here = scene(foot("a", 1100, 1250), foot("b", 1300, 1250, floor=1), foot("c", 1500, 1250), ground=(HOUSE,))
    assert way(here.journey("a", 600, going="foot").way(1300, 1250)).length == 200
    assert here.journey("b", 600, going="foot").straight(1500, 1250) is None
    assert here.journey("b", 600, going="foot").straight(1700, 1250) == Refusal(GROUND, "house")
    assert here.touching("b") == ()
    roof = scene(foot("d", 1300, 1250, floor=2), ground=(HOUSE,))
    assert roof.journey("d", 600, going="foot").straight(1700, 1250) is None  # nothing bars one on the roof


# Slower ground


def test_slower_ground_costs_more_for_what_lies_in_it():
    mud = Feature("mud", "mud", AREA, upright(1200, 0, 1400, 4000))
    here = scene(foot("a", 1000, 1000), ground=(mud,))
    found = way(here.journey("a", 800, going="foot").way(1600, 1000))
    assert (found.length, found.cost) == (600, 800)
    assert isinstance(here.journey("a", 799, going="foot").way(1600, 1000), Refusal)


def test_a_little_mud_is_walked_round_when_that_is_shorter():
    mud = Feature("mud", "mud", AREA, upright(1200, 990, 1900, 1400))
    here = scene(foot("a", 1000, 1000), ground=(mud,))
    found = way(here.journey("a", 1150, going="foot").way(2100, 1000))
    assert found.cost <= 1105
    assert len(found.points) > 2


def test_slower_ground_may_be_hollow_and_a_road_may_be_quicker():
    hollow = (
        (1200, 900),
        (1800, 900),
        (1800, 1300),
        (1600, 1300),
        (1600, 1100),
        (1400, 1100),
        (1400, 1300),
        (1200, 1300),
    )
    here = scene(foot("a", 1000, 1200), ground=(Feature("mud", "mud", AREA, hollow),))
    assert way(here.journey("a", 1700, going="foot").way(2000, 1200)).cost <= 1400
    road = Feature("road", "road", LINE, ((0, 1000), (4000, 1000)), radius=150)
    found = way(scene(foot("a", 1000, 1000), ground=(road,)).journey("a", 300, going="foot").way(1600, 1000))
    assert (found.length, found.cost) == (600, 300)


def test_the_first_place_wholly_inside_difficult_ground():
    mud = Feature("mud", "mud", AREA, upright(1200, 0, 1400, 4000))
    journey = scene(foot("a", 1000, 1000), ground=(mud,)).journey("a", 800, going="foot")
    assert first_inside(journey, ((1000, 1000), (1600, 1000)), "mud") == (1250, 1000)
    narrow = Feature("mud", "mud", AREA, upright(1200, 0, 1299, 4000))
    journey = scene(foot("a", 1000, 1000), ground=(narrow,)).journey("a", 800, going="foot")
    assert first_inside(journey, ((1000, 1000), (1600, 1000)), "mud") is None


# Contact


def test_a_charge_ends_in_contact_without_overlap():
    here = scene(foot("a", 1000, 1000), foot("b", 1300, 1100))
    found = way(here.journey("a", 400).contact(here.by_id["b"].outline))
    end = foot("a", *found.end).outline
    assert within(end, here.by_id["b"].outline, 1)
    assert not overlaps(end, here.by_id["b"].outline)
    assert found.length <= gap(here.by_id["a"].outline, here.by_id["b"].outline) + 1


def test_a_target_hemmed_in_is_reached_where_its_edge_is_free():
    guards = [foot("g1", 1210, 950), foot("g2", 1210, 1050)]
    here = scene(foot("a", 1000, 1000), foot("b", 1300, 1000), *guards)
    found = way(here.journey("a", 600).contact(here.by_id["b"].outline))
    assert found.end[0] > 1250
    assert here.journey("a", 250).contact(here.by_id["b"].outline) != found


def test_a_target_shut_in_on_all_sides_cannot_be_touched():
    shut = [foot(f"{n}", 2000 + x, 2000 + y) for n, (x, y) in enumerate(ring(102, 12)[::2])]
    here = scene(foot("a", 1600, 2000), foot("b", 2000, 2000), *shut)
    assert isinstance(here.journey("a", 900).contact(here.by_id["b"].outline), Refusal)


def test_who_touches_already_has_no_way_to_go():
    here = scene(foot("a", 1000, 1000), foot("b", 1101, 1000))
    assert way(here.journey("a", 400).contact(here.by_id["b"].outline)).length == 0


def test_contact_with_a_cart_is_with_its_nearest_edge():
    here = scene(foot("a", 1000, 1000), base("cart", CART, 1500, 1000, 450))
    found = way(here.journey("a", 600).contact(here.by_id["cart"].outline))
    assert within(foot("a", *found.end).outline, here.by_id["cart"].outline, 1)


def test_a_cart_moves_without_turning_round_what_stands_in_its_way():
    here = scene(base("cart", CART, 1000, 1000, 900), foot("b", 1500, 1000))
    journey = here.journey("cart", 1500)
    assert refusal(journey.way(1400, 1000)) == Refusal(BASE, "b")
    assert journey.straight(2000, 1000) == Refusal(BASE, "b")
    found = way(journey.way(2000, 1000))
    for start, end in pairwise(found.points):
        assert journey.hit(start, end) is None
    assert way(journey.contact(here.by_id["b"].outline)).length in (249, 250)


def test_a_turn_on_the_spot_needs_room():
    here = scene(base("cart", CART, 1000, 1000), foot("b", 1200, 1000))
    assert here.turned("cart", 900) == Refusal(BASE, "b")
    assert here.turned("cart", 100) is None
    assert here.turned("b", 900) is None


# Sensible places


def test_the_farthest_places_keep_to_the_allowance():
    journey = scene(foot("a", 1000, 1000)).journey("a", 501)
    for heading in range(0, 3600, 300):
        found = farthest(journey, heading)
        assert 499 <= found.length <= 501


def test_a_way_is_cut_where_its_length_ends():
    journey = scene(foot("a", 1000, 1000)).journey("a", 501)
    assert cut_short(journey, [(1000, 1000), (1300, 1000), (1300, 1400)], 400).points == (
        (1000, 1000),
        (1300, 1000),
        (1300, 1100),
    )


def test_the_places_offered_are_few_and_always_the_same():
    wood = Feature("wood", "wood", AREA, upright(1200, 700, 1700, 1200))
    here = scene(
        foot("a", 800, 1250),
        foot("b", 700, 1600),
        ground=(HOUSE, wood, HEDGE._replace(id="h", points=((300, 1000), (500, 1000)))),
    )
    journey = here.journey("a", 600, going="foot")

    def offered():
        looks = glances(
            journey,
            contacts=[("b", here.by_id["b"].outline)],
            openings=["door"],
            covers=["h", "wood"],
            objectives=[("flag", (900, 900)), ("far flag", (3500, 1250))],
            directions=8,
        )
        return sensible_places(journey, looks)

    places = offered()
    assert places == offered()
    assert [place.why for place in places[:4]] == [CONTACT, OPENING, COVER, OBJECTIVE]
    assert len(places) <= 14
    assert sum(place.why == FARTHEST for place in places) >= 5
    for place in places:
        assert journey.stands(*place.way.end) is None
        assert place.way.cost <= 600


def test_nobody_goes_a_step_when_hemmed_in():
    crowd = [foot(f"{n}", 2000 + x, 2000 + y) for n, (x, y) in enumerate(ring(101, 12)[::2])]
    journey = scene(foot("a", 2000, 2000), *crowd).journey("a", 400)
    assert all(place.way.length < 8 for place in sensible_places(journey, glances(journey)))


# Groups


def test_a_squad_hangs_together_by_gaps_of_one_unit():
    squad = [foot("a", 0, 0), foot("b", 200, 0), foot("c", 400, 0), foot("d", 601, 0)]
    assert linked_groups(squad, 100) == [["a", "b", "c"], ["d"]]
    assert len(linked_groups(squad, 101)) == 1


@pytest.mark.parametrize(
    ("points", "square"),
    [([(0, 0)], 0), ([(0, 0), (6, 8)], 25), ([(0, 0), (10, 0), (5, 5)], 25), ([(0, 0), (0, 2), (2, 0), (2, 2)], 2)],
)
def test_the_smallest_circle_about_points(points: list[Point], square: int):
    assert smallest_circle(points) == square
    assert fits_in_circle(points, square)
    assert not fits_in_circle(points, square - 1)


# The scene


def test_a_scene_knows_who_is_near_whom():
    here = scene(foot("a", 1000, 1000), foot("b", 1101, 1000), foot("c", 1250, 1000), foot("up", 1000, 1000, floor=1))
    assert here.touching("a") == ("b",)
    assert here.gap("a", "c") == 150
    assert here.within("a", "c", 150)
    assert here.near(here.by_id["a"].outline, 1, leave_out={"a"}) == ("b", "up")
    assert here.overlapping(foot("new", 1050, 1000)) == ("a", "b")
    assert not here.is_clear(foot("new", 1050, 1000))
    assert here.is_clear(foot("new", 1050, 1000, floor=2))
    assert here.is_clear(foot("a", 1000, 1000))
    assert here.is_on_table(foot("x", 50, 50).outline)
    assert not here.is_on_table(foot("x", 49, 50).outline)


# Narrow places at any angle


@pytest.mark.parametrize("seed", range(60))
def test_a_gap_at_any_angle_lets_through_who_fits_and_nobody_else(seed: int):
    dice = random.Random(seed)
    heading, radius = dice.randrange(3600), dice.choice([50, 100])
    width = 2 * radius + dice.choice([0, 0, 1, 3, -5])

    def at(ahead: int, right: int) -> Point:
        dx, dy = offset(heading, ahead, right)
        return 2000 + dx, 2000 + dy

    left, right = at(0, -width // 2), at(0, width - width // 2)
    walls = (
        Feature("left", "pond", LINE, (at(0, -1500), left)),
        Feature("right", "pond", LINE, (right, at(0, 1500))),
    )
    clear = (left[0] - right[0]) ** 2 + (left[1] - right[1]) ** 2
    start, end = at(-dice.randrange(110, 250), dice.randrange(-200, 200)), at(200, dice.randrange(-200, 200))
    here = scene(base("mover", Disc(radius), *start), ground=walls)
    found = here.journey("mover", 900, going="foot").way(*end)
    if clear >= (2 * radius) ** 2:
        assert isinstance(found, Way)
    elif clear < (2 * radius - 3) ** 2:
        assert isinstance(found, Refusal)


@pytest.mark.parametrize("heading", [0, 450, 123, 2222, 3001])
def test_an_alley_as_wide_as_the_base_is_walked_round_its_corner(heading: int):
    def at(ahead: int, right: int) -> Point:
        dx, dy = offset(heading, ahead, right)
        return 2000 + dx, 2000 + dy

    # Whole hundredths at an odd angle: a hundredth of room, or the rounding of the walls would shut the alley.
    outer = Feature("outer", "pond", LINE, (at(-1000, -51), at(51, -51), at(51, 1000)))
    inner = Feature("inner", "pond", LINE, (at(-1000, 51), at(-51, 51), at(-51, 1000)))
    here = scene(foot("a", *at(-400, 0)), ground=(outer, inner))
    found = way(here.journey("a", 900, going="foot").way(*at(0, 400)))
    assert 700 <= found.length <= 802


def test_nobody_stands_inside_a_cart_however_large_it_is():
    here = scene(base("cart", Rect(800, 800), 1000, 1000), foot("a", 2000, 1000))
    assert here.journey(foot("new", 1000, 1000), 10).stands(1000, 1000) == Refusal(BASE, "cart")
    assert refusal(here.journey("a", 1500).way(1000, 1000)) == Refusal(BASE, "cart")
    assert here.journey(base("box", Rect(50, 50), 1000, 1000), 10).stands(1000, 1000) == Refusal(BASE, "cart")


def test_of_many_places_the_one_with_the_shortest_way_is_found_and_the_journey_stays_as_long():
    house = Feature("house", "house", AREA, upright(900, 700, 1100, 1300))
    journey = scene(base("a", FOOT, 700, 1000), ground=(house,)).journey("a", 2000, going="foot")
    behind, beside, away = (1300, 1000), (700, 2200), (3500, 3500)
    ways = {place: journey.way(*place) for place in (behind, beside)}
    lengths = {place: way.length for place, way in ways.items() if isinstance(way, Way)}
    assert lengths[behind] < lengths[beside] == 1200  # though the straight line to it is barred
    found = journey.way_to_any([beside, behind, away], 2000)
    assert found is not None
    assert (found.end, found.length) == (behind, lengths[behind])
    assert journey.way_to_any([beside, behind], 600) is None
    assert journey.way_to_any([beside], 1200) == ways[beside]
    assert journey.way(*behind) == ways[behind]
