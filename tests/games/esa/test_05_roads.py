"""Chapter 5.9, roads: twice the points and free passage, as long as no enemy can reach or hit the march."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import UnitMoved
from alfiere.games.esa.roads import unsafe_hexes
from tests.situation import situation

ROAD = "road 0,0 0,-1 0,-2 0,-3 0,-4 0,-5"


def along(game, name="A"):
    """How far along the road a unit may go."""
    return max((-r for q, r in game.reach(name) if q == 0 and r < 0), default=0)


@pytest.mark.rule("esa.5.9a")
@pytest.mark.parametrize(("kind", "hexes"), [("pike", 2), ("musketeers", 4), ("cuirassiers", 4), ("guns", 2)])
def test_on_a_road_a_unit_has_twice_its_points(kind, hexes):
    game = situation(f"""
        esa on open ground
        {ROAD}
        red {kind} A at 0,0 facing 0
        order red: move
    """)
    assert along(game) == hexes
    game.move("A", 0, -hexes)
    assert len(game.told(UnitMoved)[0].path) == hexes


@pytest.mark.rule("esa.5.9a")
def test_a_move_that_does_not_end_on_the_road_has_the_usual_points():
    game = situation(f"""
        esa on open ground
        {ROAD}
        red cuirassiers A at 0,0 facing 0
    """)
    grid, here, roads = game.state.field.grid, game.at(0, 0), game.state.field.roads
    assert all(grid.distance(here, game.at(*end)) <= 2 for end in game.reach("A") if game.at(*end) not in roads)


@pytest.mark.rule("esa.5.9a")
@pytest.mark.parametrize(
    ("enemy", "hexes"),
    [
        ("musketeers B at 4,-3 facing 1", 4),
        ("musketeers B at 2,-3 facing 1", 2),  # both ends of the road lie out of its reach, the middle does not
        ("arquebusiers B at 3,-4 facing 0", 2),
    ],
)
def test_the_march_must_stay_out_of_the_enemys_reach_all_the_way(enemy, hexes):
    game = situation(f"""
        esa on open ground
        {ROAD}
        red cuirassiers A at 0,0 facing 0
        blue {enemy}
    """)
    assert along(game) == hexes


@pytest.mark.rule("esa.5.9b")
@pytest.mark.parametrize(
    ("enemy", "reach"),
    [
        ("musketeers B at 0,-9 facing 0", 2),
        ("cuirassiers B at 0,-9 facing 0", 4),  # 2 PM and charge +2
        ("pike B at 0,-9 facing 0", 2),  # 1 PM and charge +1
        ("line B at 0,-9 facing 0", 1),
    ],
)
def test_a_hex_is_safe_from_attack_beyond_points_and_charge_of_every_fresh_enemy(enemy, reach):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue {enemy}
    """)
    behind = {game.at(0, -9 + far) for far in (1, 2, 3, 4, 5)}  # where it does not look, so does not fire
    assert behind & unsafe_hexes(game.state, "red") == {game.at(0, -9 + far) for far in range(1, reach + 1)}
    game.unit("B").is_shaken = True
    assert unsafe_hexes(game.state, "red") == set()


@pytest.mark.rule("esa.5.9b")
def test_who_starts_within_reach_of_the_enemy_gets_nothing_from_the_road():
    game = situation(f"""
        esa on open ground
        {ROAD}
        red cuirassiers A at 0,0 facing 0
        blue musketeers B at 0,2 facing 3
    """)
    assert along(game) == 2
    game.unit("B").is_shaken = True
    assert along(game) == 4


@pytest.mark.rule("esa.5.9b2")
@pytest.mark.parametrize(
    ("state", "safe"),
    [("", False), (", shaken", True), (", paralysed", True), (", in tow", True)],
)
def test_a_hex_in_the_sector_of_an_enemy_who_can_fire_is_not_safe(state, safe):
    game = situation(f"""
        esa on open ground
        {ROAD}
        red cuirassiers A at 0,0 facing 0
        blue guns G at 4,-4 facing 5{state}
    """)
    # in battery the guns look down the row at the road, four hexes away; in tow or silent they do not count
    assert (along(game) == 4) == safe


@pytest.mark.rule("esa.5.9b2")
def test_a_blocked_line_of_fire_does_not_make_a_hex_safe():
    game = situation(f"""
        esa on open ground
        {ROAD}
        wood 2,-4 3,-5 3,-4 2,-5 2,-3
        red cuirassiers A at 0,0 facing 0
        blue guns G at 4,-4 facing 5
    """)
    assert along(game) < 4


@pytest.mark.rule("esa.5.9b2")
def test_foot_in_buildings_covers_the_road_on_all_sides():
    setup = """
        esa on open ground
        {}
        {}
        red cuirassiers A at 0,0 facing 0
        blue line B at 2,-3 facing 1
    """
    # it looks away from the road, and its one point of movement does not reach it
    assert along(situation(setup.format(ROAD, ""))) == 4
    assert along(situation(setup.format(ROAD, "area 2,-3"))) < 4


@pytest.mark.rule("esa.5.9c")
def test_a_march_follows_the_road_from_hex_to_joined_hex():
    game = situation("""
        esa on open ground
        road 0,0 0,-1 0,-2
        road 0,-3 0,-4
        road 1,-3 0,-2
        red cuirassiers A at 0,0 facing 0
    """)
    assert (0, -3) not in game.reach("A")  # a road hex, but no road joins it to 0,-2
    assert (1, -3) in game.reach("A")


@pytest.mark.rule("esa.5.9d")
@pytest.mark.parametrize("ground", ["area", "wood", "difficult"])
@pytest.mark.parametrize("kind", ["pike", "cuirassiers", "highlanders", "guns"])
def test_on_a_safe_road_rough_ground_costs_one_point_and_stops_nobody(ground, kind):
    game = situation(f"""
        esa on open ground
        {ROAD}
        {ground} 0,-1
        red {kind} A at 0,0 facing 0{", in tow" if kind == "guns" else ""}
    """)
    assert along(game) == 2 * game.unit("A").values.pm


@pytest.mark.rule("esa.5.9a", "esa.5h")
def test_a_march_too_stops_beside_a_shaken_enemy():
    game = situation(f"""
        esa on open ground
        {ROAD}
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-3 facing 3, shaken
    """)
    assert along(game) == 2  # 0,-2 is beside him


@pytest.mark.rule("esa.5.9d")
def test_near_the_enemy_the_road_is_no_help():
    game = situation(f"""
        esa on open ground
        {ROAD}
        wood 0,-1
        red cuirassiers A at 0,0 facing 0
        blue musketeers B at 2,-1 facing 3
    """)
    assert (0, -2) not in game.reach("A")


@pytest.mark.rule("esa.5.9d")
def test_a_road_does_not_open_an_obstacle_or_a_river():
    setup = """
        esa on open ground
        {}
        {}
        red cuirassiers A at 0,0 facing 0
    """
    assert along(situation(setup.format(ROAD, "hedge 0,-3 se"))) == 2  # to be crossed as a first step only
    assert along(situation(setup.format(ROAD, "hedge 0,-1 se"))) == 4
    assert along(situation(setup.format(ROAD, "river 0,-3"))) == 2  # neither onto it nor beyond


@pytest.mark.rule("esa.5.9e")
@pytest.mark.parametrize(
    ("kind", "ground", "ends_there"),
    [
        ("cuirassiers", "wood", False),
        ("cuirassiers", "area", False),
        ("cuirassiers", "difficult", True),
        ("pike", "wood", False),
    ],
)
def test_a_march_passes_closed_ground_but_does_not_end_in_it(kind, ground, ends_there):
    game = situation(f"""
        esa on open ground
        {ROAD}
        {ground} 0,-1
        red {kind} A at 0,0 facing 0
    """)
    assert (0, -2) in game.reach("A")
    assert ((0, -1) in game.reach("A")) == ends_there


@pytest.mark.rule("esa.5.9e")
def test_the_way_told_of_a_move_never_mixes_road_and_field():
    game = situation("""
        esa on open ground
        road 0,0 0,-1 1,-2 1,-3 1,-4
        wood 0,-1
        impassable 2,-2
        red cuirassiers A at 0,0 facing 0
        order red: card 18
    """)
    # with 3 PM: to 1,-4 by the road through the wood, to 2,-3 by the field around it, both over 1,-2
    assert (1, -4) in game.reach("A")
    game.move("A", 2, -3)
    (event,) = game.told(UnitMoved)
    assert event.path == (game.at(1, -1), game.at(1, -2), game.at(2, -3))


@pytest.mark.rule("esa.5.9f")
def test_who_does_not_start_on_the_road_has_no_benefit_from_it():
    game = situation(f"""
        esa on open ground
        {ROAD}
        difficult 0,-1
        red cuirassiers A at 1,0 facing 0
        red cuirassiers B at 0,0 facing 0
    """)
    far = game.state.field.grid.distances(game.at(1, 0))
    assert all(far[game.at(*end)] <= 2 for end in game.reach("A"))
    assert (0, -1) not in game.reach("A")  # difficult ground at the end of a move, road or not
    assert (0, -4) in game.reach("B")


@pytest.mark.rule("esa.5.9g")
def test_a_bridge_is_difficult_ground_by_the_field_and_free_along_its_road():
    setup = """
        esa on open ground
        river -2,-1 -1,-1 0,-1 1,-1 2,-1
        bridge 0,-1
        {}
        red cuirassiers A at 0,0 facing 0
        red guns G at 0,1 facing 0, in tow
    """
    field = situation(setup.format("")).reach("A")
    assert (0, -1) in field
    assert (0, -2) not in field  # 2 PM for the bridge
    assert not {(1, -1), (-1, -1)} & field
    game = situation(setup.format("road 0,1 0,0 0,-1 0,-2 0,-3 0,-4"))
    assert along(game) == 4
    game.state.place(game.unit("A"), game.at(9, 9))
    assert along(game, "G") == 3  # guns cross it on the road
    assert (0, -1) not in game.reach("G")  # but do not end on it
    assert not {(1, -1), (-1, -1)} & game.reach("G")


@pytest.mark.rule("esa.ex.27")
def test_cavalry_rides_three_hexes_of_road_through_wood_and_village():
    game = situation("""
        esa on open ground
        road 0,0 0,-1 0,-2 0,-3 0,-4
        wood 0,-1
        area 0,-2
        red cuirassiers A at 0,0 facing 0
        blue musketeers B at 3,-2 facing 2
        order red: move
    """)
    far = game.state.field.grid.distances(game.unit("B").hex)
    assert min(far[game.at(0, -step)] for step in range(4)) > 2
    assert along(game) == 4  # 4 PM are available
    game.move("A", 0, -3)
    (event,) = game.told(UnitMoved)
    assert event.path == (game.at(0, -1), game.at(0, -2), game.at(0, -3))


@pytest.mark.rule("esa.ex.28")
def test_infantry_beside_the_road_has_no_doubled_points():
    game = situation("""
        esa on open ground
        road 0,0 0,-1 0,-2 0,-3
        red pike A at 1,0 facing 0
        red pike B at 0,0 facing 0
    """)
    assert (0, 0) not in game.reach("A")
    assert game.reach("A") == {(2, -1), (2, 0), (1, 1), (0, 1), (1, -1)}  # one hex, and B stands on the road
    assert (0, -2) in game.reach("B")
