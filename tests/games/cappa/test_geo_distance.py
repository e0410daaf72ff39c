"""Chapter geo, the table: places, bases, distances, contact."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.grenades import exposed
from alfiere.games.cappa.ground import ground, zones
from alfiere.games.cappa.state.naming import sector_name
from alfiere.games.cappa.turn.arrival import is_occupied
from alfiere.table.sectors import is_in_sector, sector
from alfiere.table.shapes import Disc, Outline, Rect, base
from tests.situation import situation


@pytest.mark.rule("cappa.geo.1")
def test_places_are_measured_from_the_north_west_corner_x_to_the_east_y_to_the_south():
    game = situation("""
        cappa on open ground 40x30
        red extra A at 1,2, pa 1, Mov 4
    """)
    game.move("A", 4, 2)  # east
    assert game.at("A") == (4, 2)
    assert (game.state.ground.width, game.state.ground.depth) == (4000, 3000)


@pytest.mark.rule("cappa.geo.2")
@pytest.mark.parametrize(("x", "reached"), [(14.0, True), (14.01, True), (14.02, False)])
def test_a_hundredth_of_a_um_is_given_to_the_mover(x, reached):
    from alfiere.games.cappa.movement.movement import free_move
    from alfiere.kernel.decision import Option

    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
    """)
    assert isinstance(free_move(game.state, game.figure("A"), (round(x * 100), 1000)), Option) == reached


@pytest.mark.rule("cappa.geo.3", "cappa.1.1b", "cappa.1.1c")
def test_a_character_is_a_disc_of_1_um_on_foot_and_of_2_um_mounted():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        red extra B at 20,10, mounted, Mov 8
    """)
    assert [ground.radius(game.figure(name)) for name in "AB"] == [50, 100]
    assert ground.base_of(game.state, game.figure("B")).point == (2000, 1000)


@pytest.mark.rule("cappa.1.1a", "cappa.1.1e")
def test_every_character_is_one_disc_of_his_own():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        red extra B at 20,10, mounted, Mov 8
    """)
    bases = ground.scene(game.state).bases
    assert [one.id for one in bases] == ["A", "B"]
    assert all(isinstance(one.shape, Disc) for one in bases)


@pytest.mark.rule("cappa.geo.4")
def test_distances_go_from_edge_to_edge_and_are_never_less_than_nothing():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 16,10
        blue extra C at 10,13, mounted, Mov 8
        red extra D at 11,10
    """)
    assert (game.gap("A", "B"), game.gap("A", "C"), game.gap("A", "D")) == (5, 1.5, 0)


@pytest.mark.rule("cappa.geo.5")
def test_the_distance_to_ground_is_the_shortest_to_its_outline_and_nothing_inside():
    game = situation("""
        cappa on open ground
        wood 10,10 20,20
        red extra A at 8,15
        red extra B at 15,15
    """)
    terrain = ground.field(game.state).terrain
    gaps = [terrain.gap("wood-1", ground.base_of(game.state, game.figure(name)).outline) for name in "AB"]
    assert gaps == [150, 0]


@pytest.mark.rule("cappa.geo.25")
def test_the_distance_to_a_point_is_measured_from_the_edge_of_the_base():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
    """)
    figure = game.figure("A")
    assert ground.gap_to_point(game.state, figure, 1200, 1000) == 150
    assert ground.gap_to_point(game.state, figure, 1020, 1000) == 0


@pytest.mark.rule("cappa.geo.50")
def test_a_base_may_stand_on_an_event_marker_and_see_across_it():
    game = situation("""
        cappa on open ground
        event 13,10
        red extra A at 10,10, pa 1
        blue extra B at 20,10
    """)
    assert game.sees("A", "B")
    game.move("A", 13, 10)
    assert game.at("A") == (13, 10)


@pytest.mark.rule("cappa.geo.6")
@pytest.mark.parametrize(("x", "touches"), [(11.0, True), (11.01, True), (11.02, False)])
def test_two_bases_touch_when_their_gap_is_a_hundredth_or_less(x, touches):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10
        blue extra B at {x},10
    """)
    assert game.touch("A", "B") == touches


@pytest.mark.rule("cappa.geo.6")
def test_a_charge_ends_with_no_gap():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 14,10
    """)
    game.do("A", "charge target=B")
    assert game.touch("A", "B")
    assert game.gap("A", "B") <= 0.01


@pytest.mark.rule("cappa.geo.15", "cappa.geo.40")
def test_a_storey_is_two_levels_of_one_um():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 13,13, level 2
    """)
    figure = game.figure("A")
    assert ground.level(game.state, figure) == 200
    assert ground.floor(game.state, figure) == 1


@pytest.mark.rule("cappa.geo.41")
def test_a_gentle_rise_is_one_level_high_and_a_hill_two():
    game = situation("""
        cappa on open ground
        rise 1,1 9,9
        hill 20,20 30,30
        red extra A at 5,5
        red extra B at 25,25
        red extra C at 15,15
    """)
    assert [ground.level(game.state, game.figure(name)) for name in "ABC"] == [100, 200, 0]


@pytest.mark.rule("cappa.geo.44")
def test_sectors_of_12_um_are_lettered_from_the_west_and_numbered_from_the_north():
    assert [sector_name(*place) for place in ((0, 0), (1300, 100), (1199, 2500))] == ["A1", "B1", "A3"]


@pytest.mark.rule("cappa.geo.24", "cappa.geo.43")
def test_an_area_is_occupied_by_who_is_inside_it_and_not_shaken():
    game = situation("""
        cappa on open ground
        wood 10,10 20,20
        wood 30,10 38,20
        red extra A at 15,15
        red extra B at 35,15, shaken
        blue extra C at 5,5
    """)
    assert is_occupied(game.state, "wood-1", "red")
    assert not is_occupied(game.state, "wood-1", "blue")
    assert not is_occupied(game.state, "wood-2", "red")


@pytest.mark.rule("cappa.geo.47")
@pytest.mark.parametrize(("y", "at"), [(15.0, True), (15.4, True), (14.9, False), (16.6, False)])
def test_one_stands_at_an_opening_inside_and_not_more_than_half_a_um_from_it(y, at):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 door south
        red extra A at 13,{y}
    """)
    assert ground.at_opening(game.state, game.figure("A")) == at


@pytest.mark.rule("cappa.geo.18")
def test_a_gun_has_a_front_edge_and_a_facing():
    gun = base("gun", Rect(200, 300), 1000, 1000, 0)  # faces north
    ahead = sector(gun, 0, 600)
    assert sorted(ahead.points) == [(900, 250), (900, 850), (1100, 250), (1100, 850)]


@pytest.mark.rule("cappa.geo.19", "cappa.geo.22", "cappa.ex.58")
@pytest.mark.parametrize(("t", "inside"), [(300, True), (320, False), (311, True)])
def test_example_of_the_canister_sector(t, inside):
    gun = base("gun", Rect(200, 300), 2000, 2000, 0)
    muzzle = 2000 - 150
    target = Outline(((2000 + t, muzzle - 600),), 50)
    assert is_in_sector(sector(gun, 0, 1000, 150), target) == inside


@pytest.mark.rule("cappa.geo.20", "cappa.ex.59")
@pytest.mark.parametrize(("t", "inside"), [(90, True), (110, False)])
def test_example_of_the_round_shot_sector(t, inside):
    gun = base("gun", Rect(200, 200), 2000, 2000, 0)
    wall = Outline(((2000 + t, 2000 - 100 - 1000), (3000, 2000 - 100 - 1000)))
    assert is_in_sector(sector(gun, 0, 2500), wall) == inside


@pytest.mark.rule("cappa.geo.21")
@pytest.mark.parametrize(("s", "inside"), [(740, False), (800, True), (2540, True), (2560, False)])
def test_a_howitzer_begins_at_its_least_range_and_ends_at_its_greatest(s, inside):
    gun = base("gun", Rect(200, 200), 2000, 4000, 0)
    assert is_in_sector(sector(gun, 800, 2500), Outline(((2000, 3900 - s),), 50)) == inside


@pytest.mark.rule("cappa.geo.23")
@pytest.mark.parametrize(("x", "hit"), [(15.5, True), (15.51, True), (15.52, False)])  # a hundredth is given
def test_a_blast_reaches_whoever_has_the_edge_of_his_base_within_its_radius(x, hit):
    game = situation(f"""
        cappa on open ground
        red extra A at {x},10
    """)
    assert (exposed(game.state, 1000, 1000, 500) == [game.figure("A")]) == hit


@pytest.mark.rule("cappa.geo.6", "cappa.geo.41")
@pytest.mark.parametrize("slope", ["rise", "hill"])
def test_the_slope_of_a_rise_parts_nobody(slope):
    game = situation(f"""
        cappa on open ground
        {slope} 14.2,5 20,15
        red extra A at 11,10, pa 2
        blue extra B at 14.7,10
    """)
    game.do("A", "charge target=B")
    assert game.touch("A", "B")
    assert "fight" in game.keys("A")


@pytest.mark.rule("cappa.geo.6", "cappa.geo.40")
def test_bases_on_two_storeys_do_not_touch():
    game = situation("""
        cappa on open ground
        building 10,10 20,20 door south storeys 2
        red extra A at 15,15
        blue extra B at 15.9,15, level 2
    """)
    assert game.gap("A", "B") == 0
    assert not game.touch("A", "B")


@pytest.mark.rule("cappa.1.3.h5")
@pytest.mark.parametrize(("hedge", "inside"), [("hedge 30,5 30,15", True), ("hedge 11.2,5 11.2,15", False)])
def test_no_zone_reaches_across_an_obstacle_that_neither_touches(hedge, inside):
    game = situation(f"""
        cappa on open ground
        {hedge}
        red extra A at 10.5,10
        blue extra B at 11.9,10
    """)
    assert zones.in_zone_of(game.state, game.figure("A"), game.figure("B")) == inside


@pytest.mark.rule("cappa.geo.6", "cappa.5.2.h1")
@pytest.mark.parametrize(("windows", "touches"), [(0, False), (4, True)])
def test_nobody_touches_another_through_the_wall_of_a_house(windows, touches):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 windows {windows}
        red extra A at 9.5,13
        blue extra B at 10.5,13
    """)
    assert game.gap("A", "B") == 0
    assert game.touch("A", "B") == touches
    assert game.touch("B", "A") == touches


@pytest.mark.rule("cappa.geo.47")
def test_nobody_stands_at_an_opening_of_the_house_next_door():
    game = situation("""
        cappa on open ground
        building 10,10 14,16 windows 0
        building 14,10 20,16 windows 4
        red extra A at 13.5,13
        red extra B at 14.5,13
    """)
    assert [ground.at_opening(game.state, game.figure(name)) for name in "AB"] == [False, True]


@pytest.mark.rule("cappa.1.3c", "cappa.geo.40")
@pytest.mark.parametrize(("level", "inside"), [(0, True), (2, False)])
def test_a_zone_of_control_ends_at_the_ceiling(level, inside):
    game = situation(f"""
        cappa on open ground
        building 10,10 20,20 door south storeys 2
        red extra A at 15,15
        blue extra B at 16.2,15, level {level}
    """)
    assert zones.in_zone_of(game.state, game.figure("A"), game.figure("B")) == inside
