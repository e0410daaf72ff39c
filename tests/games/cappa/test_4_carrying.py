"""Chapter 4.3.7: two who carry a load are offered the way towards the nearest enemy too."""

from __future__ import annotations

import math

import pytest

from alfiere.games.cappa.ground.ground import field
from alfiere.games.cappa.movement.movement import free_move
from alfiere.games.cappa.movement.obstacles import crossing_cost, open_door
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.kernel.objection import Objection
from tests.games.cappa.staged import carry
from tests.situation import situation


@pytest.mark.rule("cappa.4.3.7.h3")
@pytest.mark.parametrize(("x", "y"), [(26, 13), (27, 29), (13, 26), (12, 11)])
def test_one_of_the_ways_of_two_carriers_leads_to_the_nearest_enemy(x, y):
    game = situation(f"""
        cappa on open ground
        red extra A at 20,20, pa 3, Mov 4
        red extra C at 21,20, pa 2, Mov 4
        blue extra B at {x},{y}
        blue extra D at 38,38
        thing K barrel at 20.5,20
    """)
    game.do("A", "lift-together target=C")
    ends = [option["to"] for option in game.offered("A") if option.key == "carry-together"]
    length = math.hypot(x - 20, y - 20)
    there = [round(2000 + 200 * (x - 20) / length), round(2000 + 200 * (y - 20) / length)]
    assert len(ends) == 9
    assert min(math.dist(end, there) for end in ends) <= 2


@pytest.mark.rule("cappa.4.3.7d", "cappa.4.3.7.h3")
def test_what_two_others_carry_is_nobody_elses_load():
    game = situation("""
        cappa on open ground
        red extra A at 20,20, pa 3, Mov 4
        red extra C at 21,20, pa 2, Mov 4
        red extra E at 30,30, pa 2, Mov 4
        thing K barrel at 20.5,20
    """)
    game.do("A", "lift-together target=C")
    assert game.may("A", "carry-together")
    assert not game.may("E", "carry-together")


@pytest.mark.rule("cappa.4.3.7d", "cappa.4.3.7.h3")
def test_two_lift_what_both_touch_whatever_lies_elsewhere():
    game = situation("""
        cappa on open ground
        red extra A at 20,20, pa 3, Mov 4
        red extra C at 21,20, pa 2, Mov 4
        thing F barrel at 30,30
        thing K barrel at 20.5,20
    """)
    assert [option["thing"] for option in game.offered("A") if option.key == "lift-together"] == ["K"]


@pytest.mark.rule("cappa.4.3.7c")  # and the table of mounts
@pytest.mark.parametrize(("mount", "kind", "may"), [("", "keg", True), ("", "barrel", False), ("mule", "keg", False)])
def test_a_horse_bears_half_a_load_beside_its_rider_and_a_mule_none(mount, kind, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 20,20, mounted, Mov 8, on foot 4, pa 3
        blue extra B at 38,38
        thing K {kind} at 20,21
    """)
    game.figure("A").mount = mount
    assert game.may("A", "pick-up thing=K") is may


@pytest.mark.rule("cappa.4.0a", "cappa.4.3.7a")
@pytest.mark.parametrize(("how", "rule"), [("mounted, Mov 8, on foot 4, ", "cappa.4.0a"), ("", "cappa.4.3.7a")])
def test_who_goes_too_far_with_a_load_hears_of_the_load_only_on_foot(how, rule):
    game = situation(f"""
        cappa on open ground 60x60
        red extra A at 20,20, {how}pa 3
        blue extra B at 58,58
        thing K keg at 20,20.4
    """)
    game.do("A", "pick-up thing=K")
    found = free_move(game.state, game.figure("A"), (4500, 2000))
    assert isinstance(found, Objection)
    assert found.rule == rule


@pytest.mark.rule("cappa.4.3.6.h4", "cappa.2.2.1.h13")
def test_a_horse_that_is_let_go_stands_beside_those_who_are_there_and_upon_nobody():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 3
        red  extra C at 11.2,10
        red  extra D at 8.8,10
        red  extra E at 10,11.2
        red  extra F at 10,8.8
        thing H riding_horse at 10,10
    """)
    game.figure("A").carries, game.state.things["H"].bearer = ["H"], "A"
    game.do("A", "put-down")
    horse = game.state.things["H"]
    reach = terrain().mounts["riding_horse"].base // 2 + 50
    others = [game.figure(name) for name in "ACDEF"]
    assert horse.bearer == ""
    assert all((horse.x - one.x) ** 2 + (horse.y - one.y) ** 2 >= (reach - 1) ** 2 for one in others)


@pytest.mark.rule("cappa.4.3.6.h4")
@pytest.mark.parametrize(("way_in", "horse", "cost"), [("door", False, 1), ("door", True, None), ("gate", True, 1)])
def test_a_horse_that_is_led_goes_through_a_gate_and_through_no_door(way_in, horse, cost):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,14 {way_in} south windows 0
        red extra A at 13,14.5, pa 2
        blue extra B at 30,30
    """)
    if horse:
        carry(game, "A", "H", "riding_horse")
    (opening,) = field(game.state).terrain.openings
    assert crossing_cost(game.state, game.figure("A"), opening) == cost


@pytest.mark.rule("cappa.geo.29")
def test_a_door_that_two_go_through_is_opened_once():
    game = situation(
        "cappa on open ground\nbuilding 10,10 16,14 door south windows 0\nred extra A at 3,3\nblue extra B at 30,30"
    )
    openings = field(game.state).terrain.openings
    (door,) = openings
    for _ in range(2):
        open_door(game.state, door, openings)
    assert game.state.changed == [door]


@pytest.mark.rule("cappa.4.3.6.h4", "cappa.1.3a")
def test_a_horse_that_is_let_go_in_a_narrow_lane_goes_to_where_there_is_room():
    game = situation("""
        cappa on open ground
        closed building 0,3 9.4,30
        closed building 10.6,3 40,30
        red extra A at 10,2, pa 3, Mov 9
        blue extra B at 38,38
        thing H riding_horse at 11.5,2
    """)
    game.do("A", "pick-up thing=H")
    game.move("A", 10, 11)
    game.do("A", "put-down thing=H")
    assert not Cappa().faults(game.state)
    assert game.state.things["H"].y == pytest.approx(200, abs=60)  # the near end of the lane
    game.move("A", 10, 15)
