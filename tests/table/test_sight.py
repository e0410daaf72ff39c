"""Ground and sight on the open table: what a line crosses, openings, cover, who stands in it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.table.field import Feature, Field, Scene, Terrain, base
from alfiere.table.headings import offset
from alfiere.table.sectors import front_edge, is_in_sector, sector
from alfiere.table.shapes import Disc, Outline, Point, Rect
from alfiere.table.sight import bases_on_line, covers, sight_line
from alfiere.table.terrain import AREA, LINE, WALLS
from tests.table.random_tables import opening_on

FOOT = Disc(50)


def upright(west: int, north: int, east: int, south: int) -> tuple[Point, ...]:
    return (west, north), (east, north), (east, south), (west, south)


HOUSE_CORNERS = upright(1000, 1000, 1500, 1400)
DOOR = opening_on("door", "door", HOUSE_CORNERS, 3, 100)  # in the middle of the west side
ATTIC = opening_on("attic", "window", HOUSE_CORNERS, 1, 100, floor=1)
HOUSE = Feature("house", "house", WALLS, HOUSE_CORNERS, openings=(DOOR, ATTIC), floors=2, top=400)
HEDGE = Feature("hedge", "hedge", LINE, ((0, 500), (400, 500), (800, 700)), top=75)
WOOD = Feature("wood", "wood", AREA, upright(2000, 0, 3000, 1000), top=300)
LAKE = Feature("lake", "lake", AREA, ((2000, 2000), (3000, 2000), (3000, 3000), (2500, 2500), (2000, 3000)))
WELL = Feature("well", "well", AREA, ((500, 2000),), radius=50, top=100)
GROUND = Terrain((HOUSE, HEDGE, WOOD, LAKE, WELL))


# Ground


def test_a_point_on_the_edge_is_not_inside():
    assert GROUND.inside("wood", 2001, 1)
    assert not GROUND.inside("wood", 2000, 500)
    assert [one.id for one in GROUND.at(2500, 2100)] == ["lake"]
    assert GROUND.at(2500, 2900) == ()  # in the notch
    assert GROUND.inside("well", 530, 2030)
    assert not GROUND.inside("well", 550, 2000)


def test_the_distance_to_ground_is_to_its_outline_and_nothing_inside():
    assert GROUND.gap("wood", base("a", FOOT, 1900, 500).outline) == 50
    assert GROUND.gap("wood", base("a", FOOT, 2500, 500).outline) == 0
    assert GROUND.gap("well", base("a", FOOT, 700, 2000).outline) == 100
    assert GROUND.within("hedge", base("a", FOOT, 200, 560).outline, 10)


def test_a_base_is_wholly_inside_partly_or_not_at_all():
    inside, edge, out = (base("a", FOOT, x, 500).outline for x in (2050, 2049, 1950))
    assert [GROUND.holds_wholly("wood", one) for one in (inside, edge, out)] == [True, False, False]
    assert [GROUND.overlaps("wood", one) for one in (inside, edge, out)] == [True, True, False]
    cart = base("c", Rect(200, 400), 2100, 200).outline
    assert GROUND.holds_wholly("wood", cart)
    assert not GROUND.holds_wholly("wood", base("c", Rect(200, 400), 2099, 200).outline)
    assert GROUND.overlaps("lake", base("c", Rect(2000, 300), 2500, 2500).outline)
    assert not GROUND.overlaps("lake", base("c", Rect(100, 100), 2500, 2700).outline)


def test_openings_are_touched_only_on_their_own_floor():
    at_door = base("a", FOOT, 949, 1200).outline
    assert GROUND.touched_openings(at_door, 1) == (DOOR,)
    assert GROUND.touched_openings(at_door, 1, floor=1) == ()


def test_areas_that_turn_the_wrong_way_are_refused():
    with pytest.raises(ValueError, match="turn from east to south"):
        Terrain((Feature("x", "wood", AREA, upright(0, 0, 10, 10)[::-1]),))


def test_two_features_cannot_have_one_name():
    with pytest.raises(ValueError, match="same id"):
        Terrain((WOOD, WOOD))


# Lines


def test_a_line_tells_how_much_wood_it_crosses():
    line = sight_line(GROUND, (1900, 900), (2500, 900))
    assert [(one.feature.id, one.enter, one.leave) for one in line.crossed] == [("wood", Fraction(1, 6), Fraction(1))]
    assert line.inside({"wood"}) == 500
    assert line.inside({"lake"}) == 0


def test_ground_that_overlaps_counts_once():
    second = Feature("grove", "wood", AREA, upright(2500, 0, 3500, 1000))
    line = sight_line(Terrain((WOOD, second)), (1900, 500), (3600, 500))
    assert line.inside({"wood"}) == 1500


def test_a_line_along_the_edge_or_through_a_corner_only_touches():
    assert sight_line(GROUND, (1900, 0), (3100, 0)).crossed == ()
    assert sight_line(GROUND, (1900, 100), (2100, -100)).crossed == ()


def test_a_line_over_a_notch_crosses_twice():
    line = sight_line(GROUND, (1900, 2900), (3100, 2900))
    assert [one.feature.id for one in line.crossed] == ["lake", "lake"]
    assert line.inside({"lake"}) == 200


def test_a_line_crosses_a_hedge_but_not_at_its_very_end():
    assert [one.feature.id for one in sight_line(GROUND, (200, 400), (200, 600)).crossed] == ["hedge"]
    assert sight_line(GROUND, (0, 400), (0, 600)).crossed == ()
    assert sight_line(GROUND, (-100, 500), (300, 500)).crossed == ()


def test_a_line_through_the_bend_of_a_hedge_crosses_it_once_and_one_that_touches_the_bend_does_not():
    assert len(sight_line(GROUND, (400, 300), (400, 900)).crossed) == 1
    peak = Terrain((Feature("hedge", "hedge", LINE, ((0, 500), (400, 100), (800, 500))),))
    assert sight_line(peak, (0, 100), (800, 100)).crossed == ()


def test_a_ring_of_hedge_is_crossed_at_the_point_where_it_closes():
    ring = Terrain((Feature("yard", "hedge", LINE, ((0, 0), (400, 0), (400, 400), (0, 400), (0, 0))),))
    assert len(sight_line(ring, (-100, -100), (200, 200)).crossed) == 1
    assert sight_line(ring, (-100, 100), (100, -100)).crossed == ()


def test_a_line_through_the_corner_of_two_walls_crosses_them_and_one_that_touches_the_corner_does_not():
    south = Feature("south", "wall", LINE, ((1000, 2000), (2000, 2000)))
    west = Feature("west", "wall", LINE, ((1000, 1000), (1000, 2000)))
    yard = Terrain((south, west))
    into = sight_line(yard, (500, 2500), (1500, 1500))
    assert [one.feature.id for one in into.crossed] == ["south", "west"]
    assert {one.enter for one in into.crossed} == {Fraction(1, 2)}
    assert not sight_line(yard, (500, 1500), (1500, 2500)).crossed  # past it
    assert not sight_line(Terrain((south,)), (500, 2500), (1500, 1500)).crossed  # the very end of one wall
    assert not sight_line(yard, (500, 2500), (1500, 1500), ("hedge",)).crossed


def test_a_line_through_a_house_tells_the_openings_it_passes():
    (through,) = sight_line(GROUND, (800, 1200), (1200, 1200)).crossed
    assert (through.way_in, through.way_out, through.leave) == (DOOR, None, Fraction(1))
    (past,) = sight_line(GROUND, (800, 1050), (1200, 1050)).crossed
    assert past.way_in is None
    (attic,) = sight_line(GROUND, (1200, 1200), (1700, 1200), floors=(0, 1)).crossed
    assert (attic.way_in, attic.way_out) == (None, ATTIC)
    (ground_floor,) = sight_line(GROUND, (1200, 1200), (1700, 1200)).crossed
    assert ground_floor.way_out is None


def test_a_gap_in_a_hedge_is_told_too():
    points = ((0, 0), (1000, 0))
    gap = opening_on("gap", "gap", points, 0, 200)
    (crossed,) = sight_line(
        Terrain((Feature("h", "hedge", LINE, points, openings=(gap,)),)), (500, -9), (500, 9)
    ).crossed
    assert crossed.way_in == gap


def test_a_well_blocks_only_a_line_through_its_inside():
    (crossed,) = sight_line(GROUND, (400, 2000), (600, 2000)).crossed
    assert abs(crossed.enter - Fraction(1, 4)) < Fraction(1, 10**6)
    assert sight_line(GROUND, (400, 2050), (600, 2050)).crossed == ()
    assert sight_line(GROUND, (0, 1950), (900, 1950), kinds={"wood"}).crossed == ()


def test_only_asked_kinds_are_looked_for():
    assert sight_line(GROUND, (200, 400), (200, 600), kinds={"wood"}).crossed == ()


# Cover


def test_a_hedge_covers_a_target_within_one_unit_of_it():
    target = base("t", FOOT, 200, 600).outline
    line = sight_line(GROUND, (200, 0), (200, 600))
    assert covers(line, line.crossed[0], target, 50)
    assert not covers(line, line.crossed[0], target, 49)


# Who stands in the line


def test_a_base_blocks_a_line_through_its_inside_and_not_one_that_touches_it():
    crowd = [base("in", FOOT, 500, 49), base("touched", FOOT, 700, 50), base("cart", Rect(200, 400), 1000, 100)]
    assert bases_on_line((0, 0), (2000, 0), crowd) == ("in", "cart")
    assert bases_on_line((0, 0), (2000, 0), crowd, {"in"}) == ("cart",)
    assert bases_on_line((0, 0), (2000, 0), [base("cart", Rect(200, 400), 1000, 200)]) == ()


def test_a_scene_leaves_out_the_two_ends():
    scene = Scene(
        Field(3000, 3000, GROUND), [base("a", FOOT, 100, 100), base("b", FOOT, 900, 100), base("c", FOOT, 500, 100)]
    )
    assert scene.between("a", "b") == ("c",)
    assert scene.line("a", "b").crossed == ()


# Sectors


@pytest.mark.parametrize(("aside", "is_in"), [(300, True), (320, False), (311, True)])
def test_canister_opens_by_fifteen_degrees_on_each_side(aside: int, is_in: bool):
    gun = base("g", Rect(200, 300), 2000, 2000)  # the muzzle line is at y = 1850
    canister = sector(gun, 0, 1000, spread=150)
    assert is_in_sector(canister, base("t", FOOT, 2000 + aside, 1850 - 600).outline) == is_in


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700, 333])
def test_round_shot_is_as_wide_as_the_muzzle_whatever_way_the_gun_looks(heading: int):
    gun = base("g", Rect(200, 200), 5000, 5000, heading)
    shot = sector(gun, 0, 2000)
    (lx, ly), (rx, ry) = front_edge(gun)
    assert within_two((lx - rx) ** 2 + (ly - ry) ** 2, 200)
    for aside, is_in in ((145, True), (153, False)):
        dx, dy = offset(heading, 1000, aside)
        assert is_in_sector(shot, base("t", FOOT, 5000 + dx, 5000 + dy).outline) == is_in


def within_two(square: int, length: int) -> bool:
    return (length - 2) ** 2 <= square <= (length + 2) ** 2


def test_a_howitzer_shoots_over_what_is_too_near():
    band = sector(base("g", Rect(200, 200), 2000, 4000), 800, 2500)  # the muzzle line is at y = 3900
    assert not is_in_sector(band, base("t", FOOT, 2000, 3150).outline)  # touches the near side from outside
    assert is_in_sector(band, base("t", FOOT, 2000, 3149).outline)
    assert not is_in_sector(band, base("t", FOOT, 2000, 1350).outline)


def test_front_edge_of_a_disc_is_its_foremost_point():
    assert front_edge(base("a", FOOT, 100, 100, 900)) == ((150, 100), (150, 100))
    assert Outline(((150, 100),)).radius == 0
