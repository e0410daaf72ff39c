"""Chapters 4.3.2 to 4.3.4: crossing, climbing, jumping."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground import ground
from alfiere.games.cappa.movement.movement import free_move, is_climbing
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.told.events import Crossed, Moved
from alfiere.kernel.objection import Objection
from tests.situation import situation

HEDGE = """
    cappa on open ground
    {what} 5,13.5 25,13.5{more}
    red extra A at 10,10, pa 3, Mov 4
"""


def hedge(what: str = "hedge", more: str = "", others: str = ""):
    """A faces an obstacle 3 um ahead of the edge of his base."""
    return situation(HEDGE.format(what=what, more=more) + others)


@pytest.mark.rule("cappa.4.0e", "cappa.4.3.2b", "cappa.4.3.2c", "cappa.2.2.1l", "cappa.ex.12")
def test_example_of_the_hedge():
    game = hedge()
    found = free_move(game.state, game.figure("A"), (1000, 1400))
    assert isinstance(found, Objection)
    assert found.rule == "cappa.4.3.2b"
    game.move("A", 10, 13)
    game.do("A", "cross")
    assert game.at("A") == pytest.approx((10, 14), abs=0.011)
    x, y = game.at("A")
    game.move("A", x, y + 4)
    assert [event.length for event in game.told(Moved)] == [300, 400]
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.2.2.1k")
def test_a_move_costs_one_pa():
    game = hedge()
    game.move("A", 12, 10)
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.geo.9")
def test_a_mover_stops_with_his_edge_touching_the_obstacle():
    game = hedge()
    farthest = max(option["to"][1] for option in game.offered("A") if option.key == "move")
    assert farthest in (1299, 1300)


@pytest.mark.rule("cappa.4.3.2c")
def test_crossing_needs_contact_beforehand():
    assert "cross" not in hedge().keys("A")


@pytest.mark.rule("cappa.4.3.2a", "cappa.4.3.2.h1")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted"),
    [
        ("hedge", 1, 1),
        ("fence", 1, 1),
        ("low_wall", 1, 1),
        ("palisade", 2, None),
        ("door", 1, None),
        ("gate", 1, 1),
        ("window", 1, None),
        ("ditch", 1, 1),
        ("stream", 1, 1),
        ("earthwork", 2, 2),
    ],
)
def test_what_each_obstacle_costs_on_foot_and_mounted(kind, foot, mounted):
    obstacle = terrain().obstacles[kind]
    assert (obstacle.foot, obstacle.mounted) == (foot, mounted)


@pytest.mark.rule("cappa.4.3.2.h1")
def test_a_dearer_crossing_is_paid_at_once():
    game = hedge("palisade")
    game.move("A", 10, 13)
    game.do("A", "cross")
    assert game.figure("A").pa == 0
    one = hedge("palisade")
    one.move("A", 10, 13)
    one.figure("A").pa = 1
    assert "cross" not in one.keys("A")


@pytest.mark.rule("cappa.4.3.2d")
def test_a_scenario_may_make_an_obstacle_dearer():
    game = hedge("hedge", ", pa 2")
    game.move("A", 10, 13)
    game.do("A", "cross")
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.geo.28")
@pytest.mark.parametrize(("friends", "aside"), [("red extra B at 10,14", 1), ("red extra B at 10.4,14", 0.6), ("", 0)])
def test_he_is_put_at_the_nearest_place_beyond_where_his_base_fits(friends, aside):
    game = hedge(others=friends + "\n")
    game.move("A", 10, 13)
    game.do("A", "cross")
    x, y = game.at("A")
    assert y == pytest.approx(14, abs=0.011)
    assert abs(x - 10) == pytest.approx(aside, abs=0.011)


@pytest.mark.rule("cappa.geo.28")
def test_where_his_base_fits_nowhere_within_a_um_he_cannot_cross():
    game = hedge(others="".join(f"red extra B{n} at {8.5 + n},14\n" for n in range(4)))
    game.move("A", 10, 13)
    assert "cross" not in game.keys("A")


@pytest.mark.rule("cappa.4.3.2.h2")
def test_nobody_crosses_into_contact_with_an_enemy_or_into_his_zone():
    game = hedge(others="blue extra B at 10,15.2\n")
    game.move("A", 10, 13)
    places = [option["to"] for option in game.offered("A") if option.key == "cross"]
    enemy = game.figure("B")
    assert places
    assert all((x - enemy.x) ** 2 + (y - enemy.y) ** 2 >= 150**2 for x, y in places)


@pytest.mark.rule("cappa.4.3.2.h2")
@pytest.mark.parametrize(("y", "enters"), [(14.3, False), (13.9, True)])
def test_nobody_goes_through_a_door_into_the_zone_of_an_enemy_inside(y, enters):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 door south
        red extra A at 13,16.5, pa 3
        blue extra B at 13,{y}
    """)
    assert ("cross" in game.keys("A")) == enters


@pytest.mark.rule("cappa.4.3.2.h2")
def test_who_has_no_zone_is_not_touched_in_crossing_either():
    game = hedge(others="blue extra B at 10,14.6, shaken\n")
    game.move("A", 10, 13)
    game.do("A", "cross")
    assert game.at("A")[1] == pytest.approx(14, abs=0.011)
    assert not game.touch("A", "B")


@pytest.mark.rule("cappa.4.3.2.h4")
def test_an_enemy_on_the_far_side_defends_it_and_the_two_are_in_melee():
    from alfiere.games.cappa.ground.engaged import is_in_melee

    game = hedge(others="blue extra B at 10,14\n")
    game.figure("A").y = 1300
    assert ground.defends(game.state, game.figure("B"), game.figure("A")) == "hedge-1"
    assert is_in_melee(game.state, game.figure("A"))
    assert "cross" not in game.keys("A")


@pytest.mark.rule("cappa.5.2.h1")
@pytest.mark.parametrize(
    ("defender", "holds"),
    [
        ("10,14", True),
        ("11.7,14", True),  # 0.97 um apart
        ("11.8,14", False),  # 1.06 um
        ("10,14.1", False),  # he does not touch it
        ("10,14, prone", False),
        ("10,14, shaken", False),
    ],
)
def test_an_obstacle_is_held_by_who_touches_it_stands_and_is_within_one_um(defender, holds):
    game = hedge(others=f"blue extra B at {defender}\n")
    game.figure("A").y = 1300
    assert bool(ground.defends(game.state, game.figure("B"), game.figure("A"))) == holds


@pytest.mark.rule("cappa.5.2.h1", "cappa.geo.40")
@pytest.mark.parametrize(("level", "holds"), [(0, True), (2, False)])
def test_a_window_is_held_from_its_own_storey(level, holds):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 9.5,13
        blue extra B at 10.5,13, level {level}
    """)
    assert bool(ground.defends(game.state, game.figure("B"), game.figure("A"))) == holds


@pytest.mark.rule("cappa.4.3.2.h4")
def test_nobody_fights_across_a_high_wall():
    game = hedge("high wall", others="blue extra B at 10,14\n")
    game.figure("A").y = 1300
    assert ground.defends(game.state, game.figure("B"), game.figure("A")) == ""
    assert not game.touch("A", "B")


@pytest.mark.rule("cappa.geo.45", "cappa.geo.46")
def test_one_enters_a_house_by_the_door_and_goes_upstairs():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 13,16.5, pa 3
    """)
    game.do("A", "cross")
    assert ground.building_of(game.state, game.figure("A")) == "building_stone-1"
    assert game.told(Crossed)[0].obstacle == "building_stone-1/door-south-0"
    place = game.at("A")
    game.do("A", "climb level=200")
    assert (game.at("A"), ground.floor(game.state, game.figure("A"))) == (place, 1)


@pytest.mark.rule("cappa.geo.29", "cappa.4.3.2c")
@pytest.mark.parametrize(("what", "opened"), [("door south", True), ("gate south", True), ("windows 4", False)])
def test_a_door_or_gate_that_somebody_has_gone_through_is_open(what, opened):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 {what}
        red extra A at 13,16.5, pa 3
    """)
    game.do("A", "cross")
    assert bool(game.state.changed) == opened
    assert "cross" in game.keys("A")  # it takes a PA to go through it all the same


@pytest.mark.rule("cappa.4.3.2c", "cappa.geo.40")
def test_from_an_upper_window_nobody_just_walks_out():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south storeys 3
        red extra A at 13,10.5, level 4, pa 3
    """)
    assert ground.at_opening(game.state, game.figure("A"))
    assert not {"cross", "jump"} & game.keys("A")


@pytest.mark.rule("cappa.geo.45")
def test_a_closed_building_has_no_way_in():
    game = situation("""
        cappa on open ground
        closed building 10,10 16,16
        red extra A at 13,16.5, pa 3
    """)
    assert not {"cross", "climb"} & game.keys("A")


@pytest.mark.rule("cappa.geo.48")
def test_a_gap_two_um_wide_lets_him_through_without_stopping():
    game = hedge("hedge", " gap 10,13.5")
    game.move("A", 10, 14)
    assert game.at("A") == (10, 14)


# Climbing


WALL = """
    cappa on open ground
    high wall 5,11 25,11
    red extra A at 10,10.5 with BD MMK, pa 3, hands {hands}{more}
"""


@pytest.mark.rule("cappa.4.3.3a", "cappa.2.2.1y")
def test_a_level_of_a_wall_is_climbed_for_one_pa():
    game = situation(WALL.format(hands="BD", more=""))
    game.do("A", "climb level=100")
    assert (game.figure("A").pa, game.figure("A").level) == (2, 100)
    game.do("A", "climb level=150")  # the top of it
    assert not is_climbing(game.state, game.figure("A"))


@pytest.mark.rule("cappa.4.3.3.h1")
@pytest.mark.parametrize(("hands", "more", "may"), [("BD", "", True), ("MMK", "", False), ("BD", ", prone", False)])
def test_a_climber_stands_on_his_feet_with_his_hands_free(hands, more, may):
    assert ("climb" in situation(WALL.format(hands=hands, more=more)).keys("A")) == may


@pytest.mark.rule("cappa.4.3.7.h2", "cappa.4.3.3.h1")
def test_who_carries_a_weight_neither_climbs_a_wall_nor_jumps():
    wall = situation(WALL.format(hands="BD", more="") + "thing K keg at 10,10.5\n")
    ditch = hedge("ditch", others="thing K keg at 10,13\n")
    ditch.figure("A").y = 1300
    for game, verb in ((wall, "climb"), (ditch, "jump")):
        assert verb in game.keys("A")
        game.do("A", "pick-up thing=K")
        assert verb not in game.keys("A")


@pytest.mark.rule("cappa.4.3.6.h4")
def test_nobody_leads_a_horse_upstairs():
    game = situation("""
        cappa on open ground
        building 10,10 20,20 gate south storeys 2
        red extra A at 15,15, pa 3
        thing H riding_horse at 16.5,15
    """)
    assert "climb" in game.keys("A")
    game.do("A", "pick-up thing=H")
    assert "climb" not in game.keys("A")


@pytest.mark.rule("cappa.2.2.1.h10", "cappa.4.3.3.h1")
@pytest.mark.parametrize(("more", "may"), [("", True), (", prone", False), (", mounted, Mov 8, abilities RI", False)])
def test_nobody_goes_upstairs_lying_or_on_horseback(more, may):
    game = situation(f"""
        cappa on open ground
        building 10,10 20,20 gate south storeys 2
        red extra A at 15,15, pa 3{more}
    """)
    assert ("climb" in game.keys("A")) == may


@pytest.mark.rule("cappa.4.3.3a")
@pytest.mark.parametrize(("level", "levels"), [(0, {100}), (0.5, {0, 150}), (1, {0, 150}), (1.5, {50})])
def test_a_wall_is_climbed_level_by_level_between_its_foot_and_its_top(level, levels):
    game = situation(WALL.format(hands="BD", more=f", level {level}"))
    assert {option["level"] for option in game.offered("A") if option.key == "climb"} == levels


@pytest.mark.rule("cappa.geo.40", "cappa.geo.46")
@pytest.mark.parametrize(("storeys", "level", "levels"), [(1, 0, []), (2, 0, [200]), (2, 2, [0]), (3, 2, [0, 400])])
def test_the_stairs_lead_to_the_storeys_there_are(storeys, level, levels):
    game = situation(f"""
        cappa on open ground
        building 10,10 20,20 door south storeys {storeys}
        red extra A at 15,15, level {level}, pa 3
    """)
    assert sorted(option["level"] for option in game.offered("A") if option.key == "climb") == levels


@pytest.mark.rule("cappa.1.3a", "cappa.geo.46")
def test_nobody_comes_up_the_stairs_where_another_stands():
    game = situation("""
        cappa on open ground
        building 10,10 20,20 door south storeys 2
        red extra A at 15,15, pa 3
        red extra B at 15.4,15, level 2
    """)
    assert "climb" not in game.keys("A")


@pytest.mark.rule("cappa.4.3.3.h2")
def test_a_climber_does_not_fight_with_those_below():
    game = situation(WALL.format(hands="BD", more=", level 1") + "blue extra B at 11,10.5\n")
    assert is_climbing(game.state, game.figure("A"))
    assert not game.touch("A", "B")
    assert not {"shoot", "reload", "fight", "move", "charge"} & game.keys("A")


@pytest.mark.rule("cappa.4.3.3.h3")
def test_stairs_take_him_up_two_levels_for_one_pa():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 13,13, pa 1
    """)
    game.do("A", "climb")
    assert (game.figure("A").level, game.figure("A").pa) == (200, 0)


@pytest.mark.rule("cappa.1.3c", "cappa.geo.46")
@pytest.mark.parametrize(("x", "climbs"), [(16.1, False), (16.6, True)])
def test_nobody_comes_up_the_stairs_into_the_zone_of_an_enemy(x, climbs):
    game = situation(f"""
        cappa on open ground
        building 10,10 20,20 door south storeys 2
        red extra A at 15,15, pa 2
        blue extra B at {x},15, level 2
    """)
    assert ("climb" in game.keys("A")) == climbs


# Jumping


@pytest.mark.rule("cappa.4.3.4a", "cappa.4.3.4.h1", "cappa.2.2.1m")
def test_a_ditch_is_jumped_for_one_pa():
    game = hedge("ditch")
    game.move("A", 10, 13)
    before = game.figure("A").moved
    game.do("A", "jump")
    assert game.at("A") == pytest.approx((10, 14), abs=0.011)
    assert game.figure("A").pa == 1
    assert game.figure("A").moved - before == pytest.approx(100, abs=1)
    assert game.figure("A").moved_now == game.figure("A").moved


@pytest.mark.rule("cappa.4.3.4.h1")
def test_a_hedge_is_not_jumped():
    game = hedge()
    game.move("A", 10, 13)
    assert "jump" not in game.keys("A")


@pytest.mark.rule("cappa.4.3.4b")
def test_one_jumps_down_two_um_from_a_window():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south storeys 3
        red extra A at 13,10.5, level 2, pa 1
        red extra B at 10.5,13, level 4, pa 1
    """)
    assert "jump" not in game.keys("B")  # four levels are too deep
    game.do("A", "jump")
    assert (game.figure("A").level, ground.building_of(game.state, game.figure("A"))) == (0, "")
    assert game.at("A") == pytest.approx((13, 9.5), abs=0.011)


@pytest.mark.rule("cappa.4.3.4b")
def test_one_jumps_down_from_a_wall_on_either_side():
    game = situation(WALL.format(hands="BD", more=", level 1.5"))
    places = [option["to"] for option in game.offered("A") if option.key == "jump"]
    assert [1000, 1050] in places
    assert any(y > 1100 for _, y in places)


@pytest.mark.rule("cappa.4.3.4b")
@pytest.mark.parametrize(("y", "jumps"), [(10.5, True), (10.9, True), (11.1, False)])
def test_a_jump_down_leads_no_farther_than_two_um_aside(y, jumps):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 13,{y}, level 2, pa 1
    """)
    assert ("jump" in game.keys("A")) == jumps
    if jumps:
        game.do("A", "jump")
        assert game.at("A")[1] < 10


@pytest.mark.rule("cappa.4.3.4b", "cappa.geo.28", "cappa.4.3.2.h2")
@pytest.mark.parametrize(
    ("below", "jumps"),
    [
        (["red extra B at 13.6,9.5"], True),  # beside him
        ([f"red extra B{n} at {11.5 + n},9.5" for n in range(4)], False),
        (["blue extra B at 13,9"], False),  # his zone
        (["blue extra B at 13.6,8.6"], True),
    ],
)
def test_a_jump_down_needs_room_to_land_out_of_enemy_zones(below, jumps):
    more = "\n".join(below)
    game = situation(f"""
        cappa on open ground
        building 10,10 16,16 door south storeys 2
        red extra A at 13,10.5, level 2, pa 1
        {more}
    """)
    assert ("jump" in game.keys("A")) == jumps
    if jumps:
        game.do("A", "jump")
        assert game.at("A")[1] == pytest.approx(9.5, abs=0.011)
        assert game.gap("A", "B") >= (0 if game.figure("B").seat == "red" else 0.5)


@pytest.mark.rule("cappa.4.3.4b", "cappa.4.3.3a")
def test_over_a_wall_one_jumps_only_from_its_top():
    game = situation(WALL.format(hands="BD", more=", level 1"))
    assert [option["to"] for option in game.offered("A") if option.key == "jump"] == [[1000, 1050]]


@pytest.mark.rule("cappa.4.3.4.h2", "cappa.geo.4")
def test_a_rider_jumps_a_ditch_as_his_jump_is_measured_from_edge_to_edge():
    game = situation("""
        cappa on open ground
        ditch 5,11 25,11
        red extra A at 10,10, mounted, Mov 8, abilities RI, pa 1
    """)
    game.do("A", "jump")
    assert game.at("A") == pytest.approx((10, 12), abs=0.011)


@pytest.mark.rule("cappa.4.3.4a", "cappa.geo.28")
def test_a_jump_may_land_aside_where_somebody_stands_opposite():
    game = hedge("ditch", others="red extra B at 10.3,14\n")
    game.figure("A").y = 1300
    game.do("A", "jump")
    assert game.at("A")[1] == pytest.approx(14, abs=0.011)
    assert 9.2 < game.at("A")[0] < 9.4


@pytest.mark.rule("cappa.2.2.1.h10")
def test_who_lies_on_the_ground_neither_crosses_climbs_jumps_nor_charges():
    game = hedge("ditch", others="blue extra B at 10,11.5\n")
    game.figure("A").y = 1300
    game.figure("A").is_prone = True
    assert not {"cross", "climb", "jump", "charge"} & game.keys("A")


@pytest.mark.rule("cappa.4.3.4a")
@pytest.mark.parametrize(
    "lines", ["hedge 5,9.5 15,9.5\nditch 5,10.5 15,10.5", "ditch 5,10.5 15,10.5\nhedge 5,9.5 15,9.5"]
)
def test_between_a_hedge_and_a_ditch_one_jumps_the_ditch(lines):
    game = situation(f"cappa on open ground\n{lines}\nred extra A at 10,10, pa 1")
    assert [one["to"][1] > 1050 for one in game.offered("A") if one.key == "jump"] == [True]


@pytest.mark.rule("cappa.4.3.2d", "cappa.4.3.3a")
def test_a_high_wall_is_climbed_and_not_crossed():
    game = situation("cappa on open ground\nhigh wall 5,10.5 15,10.5, pa 1\nred extra A at 10,10, pa 2")
    assert not game.may("A", "cross")
    assert game.may("A", "climb")


@pytest.mark.rule("cappa.4.3.2c")
@pytest.mark.parametrize("first", ["high wall", "hedge"])
def test_beside_a_wall_that_nobody_crosses_one_crosses_what_one_touches_besides(first):
    walls = ["high wall 9.5,5 9.5,15", "hedge 5,10.5 15,10.5"]
    ground = "\n".join(walls if first == "high wall" else walls[::-1])
    game = situation(f"cappa on open ground\n{ground}\nred extra A at 10,10, pa 2\nblue extra B at 30,30")
    assert [option["obstacle"] for option in game.offered("A") if option.key == "cross"] == ["hedge-1"]
