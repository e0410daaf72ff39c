"""The computer at rivers, canals and roads: by which ford it goes, when it attacks, where it meets a convoy."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.computer.crossings import is_between, rivers, route, waters
from alfiere.games.fucilieri.computer.leading import change_order
from alfiere.games.fucilieri.computer.plan import goals
from alfiere.games.fucilieri.computer.sense import considered
from alfiere.games.fucilieri.computer.stance import look, marching, stance
from alfiere.games.fucilieri.movement.judging import Outset
from alfiere.games.fucilieri.movement.movement_round import order_for
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.victory.convoy import set_out
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from tests.games.fucilieri.computer.test_leading import stood


def test_the_way_over_a_river_leads_by_the_nearest_ford():
    s = new_battle(load_scenario("pianezza-1706"), {})
    one = s.units["genevese-dragoons"]
    one.formation = "column"
    known, goal = rivers(s), (12_500, 7_000)
    way = route(known, (13_000, 11_200), goal, marching(one))
    assert way.is_crossing
    assert way.first == (13_625, 9_800)  # so far in the ford that the whole column is
    assert route(known, (13_800, 11_200), goal, marching(one)).first == (
        13_800,
        8_400,
    )  # straight over it, beside others
    assert not route(known, (13_000, 8_000), goal, marching(one)).is_crossing
    assert way.far > route(known, (13_600, 11_200), goal, marching(one)).far


def test_who_has_to_cross_goes_to_the_ford_and_is_not_told_to_attack_what_is_beyond():
    s = stood("pianezza-1706", massed_grenadiers=(11_000, 10_800), the_garrison=(10_200, 8_300))
    offered = [Option("first-order", {"command": "grenadiers", "order": one}) for one in ("oppose", "attack")]
    assert [one["order"] for one in considered(s, Decision("blue", "first-order", offered))] == ["oppose"]
    one = s.units["massed-grenadiers"]
    seen = look(s, "blue")
    away, at_it = one.pose._replace(heading=900), one.pose._replace(x=13_800, heading=0)
    assert stance(seen, one, at_it, "column") > stance(seen, one, away, "column")
    assert stance(seen, one, away, "column") > stance(seen, one, one.pose._replace(heading=2_700), "column")


def test_the_condottieros_unit_does_not_stand_before_the_ford():
    s = stood(
        "pianezza-1706",
        the_garrison=(10_200, 8_300),
        massed_grenadiers=(15_000, 10_600),
        dragoons_of_the_vanguard=(14_000, 10_900),
    )
    one = s.units["dragoons-of-the-vanguard"]
    seen = look(s, "blue")
    assert stance(seen, one, one.pose._replace(x=16_500), "column") > stance(seen, one, one.pose, "column") + 1


def test_nobody_likes_to_stay_in_a_ford(monkeypatch: pytest.MonkeyPatch):
    s = stood("pianezza-1706", the_dragoons=(2_500, 9_900), the_garrison=(10_200, 8_300))
    one, seen = s.units["the-dragoons"], look(s, "blue")
    wet, dry = one.pose._replace(y=9_500), one.pose
    before = [stance(seen, one, place, "column") for place in (wet, dry)]
    monkeypatch.setattr("alfiere.games.fucilieri.computer.stance.WET", 0.0)
    assert stance(seen, one, wet, "column") > before[0]
    assert stance(seen, one, dry, "column") == before[1]


def test_horse_before_the_ford_is_told_to_attack_and_horse_beside_it_is_not():
    asked = Decision(
        "blue",
        "change-order",
        [Option("change", {}), Option("keep", {})],
        {"command": "savoyard-dragoons", "order": "attack"},
    )
    foes = {"escort_squadrons": (13_700, 8_600)}
    s = stood("pianezza-1706", genevese_dragoons=(13_700, 10_300), dragoons_of_s_a_r=(14_300, 10_300), **foes)
    assert [one.key for one in change_order(s, asked)] == ["change"]
    s = stood("pianezza-1706", genevese_dragoons=(12_000, 10_300), dragoons_of_s_a_r=(16_300, 10_300), **foes)
    assert [one.key for one in change_order(s, asked)] == ["keep"]


def test_who_is_to_take_a_convoy_goes_where_he_meets_it_and_horse_leaves_the_castle_to_the_foot():
    s = stood(
        "pianezza-1706",
        genevese_dragoons=(14_000, 10_300),
        the_dragoons=(2_500, 10_300),
        massed_grenadiers=(11_000, 10_800),
        the_garrison=(10_200, 8_300),
    )
    set_out(s)
    found = goals(s, "blue")
    east, west = found["savoyard-dragoons"].where, found["langallerie"].where
    assert east[1] == west[1] == 7_000  # on the road
    assert east[0] == 7_500 + 4 * 1_600  # the head of the first train, when they can be there
    assert west[0] == 2_500  # the last train: he who is behind it catches none
    assert found["grenadiers"].piece == "castle"


def test_foot_that_is_to_wade_a_canal_marches_up_to_it_but_forms_where_the_enemy_is_near():
    s = stood("cassano-1705", weak_battalion=(9_000, 7_900), the_grenadiers=(9_000, 3_500))
    s.turn, s.control = s.scenario.turns, {"bridge": "red", "osteria": "red"}
    one, foe = s.units["weak-battalion"], s.units["the-grenadiers"]
    assert is_between(waters(s), (9_000, 7_900), (9_000, 3_500))
    assert not is_between(waters(s), (9_000, 7_900), (9_000, 7_400))
    assert goals(s, "red")["second-line"].is_attack
    far = look(s, "red")
    assert stance(far, one, one.pose, "column") > stance(far, one, one.pose, "line")
    foe.y = 5_800
    near = look(s, "red")
    assert stance(near, one, one.pose, "line") > stance(near, one, one.pose, "column")


def test_who_finds_a_friend_in_his_way_goes_round_him():
    s = stood("cassano-1705", old_regiment=(16_700, 10_300), la_marine=(15_750, 9_350), the_grenadiers=(9_200, 2_000))
    s.turn, s.control = s.scenario.turns, {"bridge": "red", "osteria": "red"}
    one = s.units["old-regiment"]
    one.heading, s.commands[one.command].order = 3_150, "oppose"
    found = [option for option in considered(s, order_for(Outset(s, one))) if option.key == "move"]
    assert found[0]["legs"] == [{"ahead": 199, "aside": 450}]
