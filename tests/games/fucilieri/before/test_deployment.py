"""Chapter 2.3: units in column in their zone, leaders last; what scenarios add."""

from functools import partial

import pytest

from alfiere.battles.open_battle import ON, TO_COME
from alfiere.battles.setting_up import Spot
from alfiere.games.fucilieri.before.deployment import (
    SETTING_UP,
    column_of,
    deploy,
    leader_spots,
    leader_why_not,
    order_of_set_up,
    why_not,
)
from alfiere.games.fucilieri.before.order_of_deployment import decide_order
from alfiere.games.fucilieri.before.readying import bring_baggage, may_ready, ready
from alfiere.games.fucilieri.told.before import NoRoom
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation


def at(field: Situation, name: str, x: float, y: float, heading: int = 0, formation: str = "") -> str:
    """Why a unit may not be set up there, or nothing."""
    s, unit = field.state, field[name]
    formation = formation or column_of(unit)
    pose = Pose(round(x * 100), round(y * 100), heading)
    found = why_not(s, unit, Spot(Footing(formation, s.shape(unit, formation), pose)))
    return found.key if found else ""


def put(field: Situation, name: str, x: float, y: float, heading: int = 0) -> None:
    unit = field[name]
    formation = column_of(unit)
    pose = Pose(round(x * 100), round(y * 100), heading)
    field.state.stand(unit, Footing(formation, field.state.shape(unit, formation), pose))


def stura() -> Situation:
    """Blue deploys within 25 cm of the south edge."""
    field = fresh("stura-1706")
    field.state.first = "blue"
    return field


FOOT = "1st-prussian-battalion"


@pytest.mark.rule("fucilieri.2.3.9", "fucilieri.2.3.10")
def test_everybody_is_deployed_in_column_and_guns_are_limbered():
    field = stura()
    assert at(field, FOOT, 90, 105) == ""
    assert at(field, FOOT, 90, 105, formation="line") == "deploy-in-column"
    assert column_of(field["light-gun"]) == "limbered"
    assert column_of(field["imperial-dragoons"]) == "column"
    assert not field["imperial-dragoons"].is_on_foot


@pytest.mark.rule("fucilieri.2.3.11")
def test_a_battalion_of_16_is_ten_by_ten_within_25_of_its_edge():
    field = stura()
    shape = field.state.shape(field[FOOT], "column")
    assert (shape.width, shape.depth) == (1000, 250 * -(-field[FOOT].figures // 4))
    half = shape.depth / 200
    assert at(field, FOOT, 90, 95 + half) == ""
    assert at(field, FOOT, 90, 95 + half - 0.01) == "deploy-zone"
    assert at(field, FOOT, 90, 120 - half + 0.01) == "deploy-zone"


@pytest.mark.rule("fucilieri.ex.8")
def test_who_was_outscouted_deploys_first_and_sixteen_men_stand_ten_by_ten_in_column():
    field = fresh("venaria-1706", red=[], blue=[])
    s = field.state
    s.explored, s.homes = {"red": 45, "blue": 24}, {"red": "north", "blue": "south"}
    field.run(decide_order)
    assert s.first == "blue"
    foot = next(one for one in s.units.values() if one.seat == "blue" and one.base == "foot" and one.figures == 16)
    shape = s.shape(foot, "column")
    assert (shape.width, shape.depth) == (1000, 1000)
    assert [at(field, foot.id, 90, y) for y in (100, 99.99)] == ["", "deploy-zone"]
    assert at(field, foot.id, 90, 110, formation="line") == "deploy-in-column"


@pytest.mark.rule("fucilieri.2.3.11")
def test_nobody_is_nearer_than_15_to_a_short_edge():
    field = stura()
    assert at(field, FOOT, 20, 105) == ""
    assert at(field, FOOT, 19.99, 105) == "deploy-zone"
    assert at(field, FOOT, 160.01, 105) == "deploy-zone"


@pytest.mark.rule("fucilieri.2.3.11")
def test_the_front_is_parallel_to_the_edge_and_towards_the_enemy():
    field = stura()
    assert at(field, FOOT, 90, 105, 1800) == "deploy-facing"
    assert at(field, FOOT, 90, 105, 10) == "deploy-facing"


@pytest.mark.rule("fucilieri.2.3.11")
@pytest.mark.rule("fucilieri.ex.89")
def test_a_column_deeper_than_the_zone_has_its_rear_on_the_own_edge():
    field = stura()
    guns = next(one for one in field.state.units.values() if one.seat == "blue" and one.guns == 2)
    shape = field.state.shape(guns, "limbered")
    assert (shape.width, shape.depth) == (500, 3000)
    assert at(field, guns.id, 90, 105) == ""
    assert at(field, guns.id, 90, 104.99) == "deploy-zone"
    assert at(field, guns.id, 15, 105) == "deploy-zone"


@pytest.mark.rule("fucilieri.2.3.11")
def test_nobody_stands_on_others_or_on_ground_closed_to_him():
    field = stura()
    put(field, FOOT, 90, 105)
    assert at(field, "2nd-prussian-battalion", 99, 105) == "no-room"
    assert at(field, "2nd-prussian-battalion", 100, 105) == ""


@pytest.mark.rule("fucilieri.2.3.11")
def test_a_zone_of_the_scenario_stands_alone():
    field = fresh("pianezza-1706")
    assert at(field, "escort-squadrons", 10, 70, 900) == ""  # nearer than 15 to the short edge
    assert at(field, "escort-squadrons", 10, 70, 0) == ""
    assert at(field, "escort-squadrons", 20.01, 70, 900) == "deploy-zone"


@pytest.mark.rule("fucilieri.2.3.12")
def test_units_are_placed_where_their_general_can_command_them():
    field = stura()
    general = field.state.leaders[field.state.commands[field[FOOT].command].leader]
    put(field, FOOT, 40, 105)
    far = 40 + 10 + 2 * general.radius / 100 + 2.5
    assert at(field, "2nd-prussian-battalion", min(far, 159), 105) == ""
    if far + 1 <= 160:
        assert at(field, "2nd-prussian-battalion", far + 1, 105) == "deploy-radius"


@pytest.mark.rule("fucilieri.2.3.12")
def test_a_unit_out_of_reach_of_any_place_of_its_general_is_refused():
    field = stura()
    general = field.state.leaders[field.state.commands[field[FOOT].command].leader]
    general.cv = 1
    put(field, FOOT, 40, 105)
    assert at(field, "2nd-prussian-battalion", 72.5, 105) == ""
    assert at(field, "2nd-prussian-battalion", 72.6, 105) == "deploy-radius"


@pytest.mark.rule("fucilieri.2.3.12", "fucilieri.3.2.9.2")
def test_leaders_stand_in_the_zone_joined_or_not_with_all_their_units_in_radius():
    field = stura()
    s = field.state
    command = field[FOOT].command
    who = s.leaders[s.commands[command].leader]
    put(field, FOOT, 40, 105)
    put(field, "the-cuirassiers", 100, 105)
    keys = [
        leader_why_not(s, who, Pose(4000, 11500, 0), ""),
        leader_why_not(s, who, Pose(4000, 9000, 0), ""),
        leader_why_not(s, who, Pose(4000, 10500, 0), ""),
        leader_why_not(s, who, s.behind(field["the-cuirassiers"], who), "the-cuirassiers"),
        leader_why_not(s, who, Pose(4500, 11500, 0), FOOT),
        leader_why_not(s, who, s.behind(field[FOOT], who), FOOT),
        leader_why_not(s, who, Pose(15500, 11500, 0), ""),
    ]
    assert [one.key if one else "" for one in keys] == [
        *("", "leader-zone", "no-room-for-leader", "not-his-unit", "not-touching", "", "leader-radius")
    ]


@pytest.mark.rule("fucilieri.2.3.12")
def test_few_places_are_offered_to_a_leader_and_all_are_allowed():
    field = stura()
    put(field, FOOT, 40, 105)
    put(field, "2nd-prussian-battalion", 55, 105)
    who = field.state.leaders[field.state.commands[field[FOOT].command].leader]
    found = leader_spots(field.state, who)
    assert {unit for _, unit in found} == {"", FOOT, "2nd-prussian-battalion"}
    assert len(found) <= 6
    assert all(leader_why_not(field.state, who, *one) is None for one in found)


@pytest.mark.rule("fucilieri.2.3.8", "fucilieri.2.3.12")
def test_a_whole_army_is_placed_before_the_other_its_leaders_last():
    field = stura()
    field.state.queue = order_of_set_up(field.state)
    seats = [(field.state.units.get(id) or field.state.leaders[id]).seat for id in field.state.queue]
    assert seats == sorted(seats, key=["blue", "red"].index)
    blues = [id in field.state.leaders for id, seat in zip(field.state.queue, seats, strict=True) if seat == "blue"]
    assert blues == sorted(blues)


@pytest.mark.rule("fucilieri.2.3.19")
def test_who_finds_no_room_stays_off_the_table():
    field = fresh("pianezza-1706")
    field.state.first = "red"
    put(field, "escort-squadrons", 15, 70, 900)
    field.state.queue = ["dragoons-of-the-escort"]
    field.run(deploy)
    assert field["dragoons-of-the-escort"].where == TO_COME
    assert [one.unit for one in field.told(NoRoom)] == ["dragoons-of-the-escort"]


def test_all_who_are_left_are_set_up_at_once():
    field = stura()
    field.state.queue = order_of_set_up(field.state)
    field.run(deploy, "deploy-rest", "deploy-rest")
    assert len(field.asked) == 2
    assert {one.where for one in field.state.units.values()} == {ON}
    assert {one.where for one in field.state.leaders.values()} == {ON}


@pytest.mark.rule("fucilieri.2.3.11")
def test_a_person_may_point_at_any_place_that_is_allowed():
    field = stura()
    field.state.queue = [FOOT]
    found = {}

    def judge(decision):
        for x in (33.33, 10):
            found[x] = decision.free("deploy", {"unit": FOOT, "to": [round(x * 100), 10500, 0]})
        return found[33.33]

    field.run(deploy, judge)
    assert field[FOOT].x == 3333
    assert found[10].key == "deploy-zone"


# What scenarios add


@pytest.mark.rule("fucilieri.5.13")
def test_a_garrison_is_set_up_in_its_blocks_one_unit_in_each():
    field = fresh("pianezza-1706")
    field.state.first = "red"
    field.state.queue = ["the-garrison", "the-detachment"]
    field.run(deploy)
    assert {field["the-garrison"].post, field["the-detachment"].post} == {"castle", "village"}
    spot = Spot(field.state.footing(field["the-garrison"]), field["the-detachment"].post)
    assert why_not(field.state, field["the-garrison"], spot) is not None


def eyne() -> Situation:
    field = fresh("eyne-1708")
    field.state.first = "red"
    field.state.queue = [
        id for id in order_of_set_up(field.state) if id in field.state.units and field[id].command == "swiss"
    ]
    field.run(deploy)
    return field


@pytest.mark.rule("fucilieri.2.3.9")
def test_two_swiss_units_and_no_more_begin_in_the_blocks_of_eyne():
    field = eyne()
    waiting = may_ready(field.state)
    assert len(waiting) >= 2
    for id in waiting:
        is_full = len([one for one in field.state.on_table if one.post]) == 2
        field.run(partial(ready, id=id), *([] if is_full else ["ready"]))
    inside = [one.post for one in field.state.on_table if one.post]
    assert sorted(inside) == ["eyne-east", "eyne-west"]


@pytest.mark.rule("fucilieri.2.3.9")
def test_foot_and_guns_at_the_lines_change_formation_freely_and_keep_the_middle_of_their_front():
    field = fresh("stura-1706")
    field.state.first = "red"
    foot = next(one for one in field.state.units.values() if one.seat == "red" and one.is_foot)
    shape = field.state.shape(foot, "column")
    put(field, foot.id, 60, 42 - 2 - shape.depth / 200, 1800)
    assert may_ready(field.state) == [foot.id]
    front = foot.y + shape.depth // 2
    field.run(lambda g: ready(g, foot.id), "ready formation=line")
    assert foot.id
    assert field[foot.id].formation == "line"
    assert field[foot.id].y + field.state.shape(field[foot.id]).depth // 2 == front
    put(field, foot.id, 60, 42 - 5.5 - shape.depth / 200, 1800)
    assert may_ready(field.state) == []


def test_who_is_set_up_among_the_baggage_begins_disorganised():
    field = fresh("cassano-1705")
    s = field.state
    first, second = [one for one in s.units.values() if one.command == "first-line" and one.is_foot][:2]
    put(field, first.id, 40, 90)
    put(field, second.id, 60, 90.01)
    field.run(bring_baggage)
    assert not field[first.id].is_disorganised
    assert field[second.id].is_disorganised


def test_every_place_that_is_offered_is_allowed():
    field = stura()
    put(field, FOOT, 90, 105)
    one = field["2nd-prussian-battalion"]
    spots = SETTING_UP.spots(field.state, one, "column")
    assert 4 <= len(spots) <= 8
    assert all(why_not(field.state, one, spot) is None for spot in spots)
