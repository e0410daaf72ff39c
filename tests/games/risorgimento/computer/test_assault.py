"""How the computer attacks: lines before the houses it is to take, help at the side of who goes in, losses weighed."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer.assault import axes, is_ready, price, with_help
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.melee.contact import close, melees
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.table.shapes import Pose
from tests.situation import situation

# The sector lies from 40,30 to 47.5,37.5; the middle of its west side is 40,33.75.
VILLAGE = """
    risorgimento
    village_sector V 40,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
    blue line A at 33.8,33.75 facing E, attack
    blue line B at 33.8,38 facing E, attack
    blue line C at 20,30 facing E, attack
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def test_the_sides_of_houses_that_are_held_are_fronts_manned_or_not() -> None:
    fronts = axes(field(VILLAGE), "blue")
    assert {(one.piece, one.heading) for one in fronts} == {("V", 0), ("V", 900), ("V", 1800), ("V", 2700)}
    outside = field(VILLAGE.replace("R at 0,0 facing W, in V west", "R at 90,20 facing W"))
    assert {(one.piece, one.heading) for one in axes(outside, "blue")} == {("", 2700), ("", 0), ("", 900), ("", 1800)}


def test_who_is_to_attack_has_a_place_square_before_the_houses_and_no_two_the_same() -> None:
    s = field(VILLAGE)
    seen = look(s, "blue")
    assert set(seen.places) == {"A", "B", "C"}
    assert len(set(seen.places.values())) == 3
    for pose in seen.places.values():
        assert pose.heading % 900 == 0
    assert seen.places["A"].heading == 900
    assert seen.places["A"].point == pytest.approx((3380, s.units["A"].y), abs=30)


@pytest.mark.parametrize(("aside", "turned", "ready"), [(0, 0, 2), (350, 0, 1), (170, 0, 0), (0, 200, 0)])
def test_ready_is_who_stands_square_before_a_front_or_beside_such_a_one(aside: int, turned: int, ready: int) -> None:
    s = field(VILLAGE)
    unit = s.units["A"]
    pose = Pose(unit.x, unit.y + aside, unit.heading + turned)
    assert is_ready(s, look(s, "blue").axes, unit, pose, unit.formation) == ready


def test_a_column_of_march_is_never_ready_and_stands_worse() -> None:
    s = field(VILLAGE)
    seen, unit = look(s, "blue"), s.units["A"]
    assert is_ready(s, seen.axes, unit, unit.pose, "march_column") == 0
    column, march = (stance(seen, Stand(unit, unit.pose, one, "")) for one in ("attack_column", "march_column"))
    assert column > march + 3


def test_who_is_ready_thinks_of_going_in() -> None:
    s = field(VILLAGE)
    thought_of = considered(s, order_for(s, s.units["A"], deeds(Hooks(nobody_reacts, close))))
    ends = [one["to"][0] for one in thought_of if one.key == "move"]
    assert any(x == pytest.approx(3900, abs=10) for x in ends)


CLOSED = """
    risorgimento
    phase E
    village_sector V 40,30
    red  line R at 0,0 facing W, in V west
    blue line A at 39,33.75 facing E, attack
    blue line B at 33.8,38 facing E, attack
    blue line C at 20,30 facing E, attack
"""


def test_friends_near_by_who_have_still_to_move_are_counted_in_before_they_stand_there() -> None:
    s = field(CLOSED)
    (melee,) = melees(s)
    assert melee.of(s.units["A"]).supports == ()
    helped = with_help(s, melee, "blue").of(s.units["A"])
    assert [one.id for one in helped.supports] == ["B"]
    s.units["B"].formation = "march_column"
    assert with_help(s, melee, "blue").of(s.units["A"]).supports == ()


def test_losses_are_cheaper_to_who_has_the_numbers() -> None:
    s = field(CLOSED)
    (melee,) = melees(s)
    assert price(s, melee, "blue") < 0.7
    assert price(s, melee, "red") > 0.9


@pytest.mark.rule("risorgimento.i.1.3")
def test_batteries_alone_are_sent_with_those_who_attack_and_not_to_hold_what_they_cannot() -> None:
    s = field(
        """
        risorgimento
        village_sector V 40,30
        village_sector W 4,30
        place P V held by red
        place Q W held by blue
        blue CD D at 6,40
        blue CB X at 10,40, under D
        blue CB Y at 10,50, under D
        blue guns G at 6,34 facing E, under D
        blue line A at 20,33 facing E, under X
        blue line B at 20,38 facing E, under X
        blue line C at 20,43 facing E, under Y
        red  line R at 0,0 facing W, in V west
        [[objective]]
        kind = "most"
        text = { en = "Hold more.", it = "Tenerne di più." }
        places = ["P", "Q"]
        """
    )
    found = goals(s, "blue")
    assert found["A"].place == "P"
    assert found["G"].place == "P"
    assert found["G"].is_attack


def test_who_is_more_than_a_bound_from_the_houses_has_still_to_come_up() -> None:
    s = field(VILLAGE)
    unit = s.units["A"]
    for x, ready in ((3380, 2), (3200, 0)):
        pose = Pose(x, unit.y, unit.heading)
        assert is_ready(s, look(s, "blue").axes, unit, pose, "open_order") == ready


@pytest.mark.rule("risorgimento.g.5.1")
def test_horse_gets_out_of_the_way_before_houses_that_it_cannot_attack() -> None:
    s = field(
        """
        risorgimento
        village_sector V 40,30
        place P V held by red
        red  line R at 0,0 facing W, in V west
        blue hussars H at 37,33.75 facing E
        blue line A at 20,50 facing E
        [[objective]]
        kind = "hold"
        side = "french"
        text = { en = "Hold it.", it = "Tenerlo." }
        places = ["P"]
        """
    )
    unit, seen = s.units["H"], look(s, "blue")
    (only,) = considered(s, order_for(s, unit, deeds(Hooks(nobody_reacts, close))))
    assert only.key == "move"
    pose = Pose(*only["to"])
    assert stance(seen, Stand(unit, pose, "line", "")) > stance(seen, Stand(unit, unit.pose, "line", "")) + 3
    assert max(abs(pose.x - 4000), abs(pose.y - unit.y)) > 800


@pytest.mark.parametrize(("far", "is_better"), [(60, True), (15, False)])
def test_open_order_is_for_ground_that_no_horse_is_near(far: int, is_better: bool) -> None:
    s = field(
        f"""
        risorgimento
        blue line A at 20,40 facing E
        red  line R at 31,40 facing W
        red  hussars H at {20 + far},46 facing W
        """
    )
    unit, seen = s.units["A"], look(s, "blue")
    loose, column = (stance(seen, Stand(unit, unit.pose, one, "")) for one in ("open_order", "attack_column"))
    assert (loose > column) == is_better


def test_every_side_of_houses_that_only_guns_hold_is_a_front() -> None:
    s = field(VILLAGE.replace("red  line R at 0,0 facing W, in V west", "red  guns R at 0,0 facing E, in V east"))
    assert {one.heading for one in axes(s, "blue")} == {0, 900, 1800, 2700}


# Who holds the end of a bridge is attacked over it, by one battalion in attack column


BRIDGE = """
    risorgimento
    canal C 40,0 40,80 bridges 40,40
    place P 40,40 held by red
    red  line R at 41.5,40 facing W, march
    blue line A at 31,40 facing E
    blue line B at 31,44 facing E
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.g.6.2", "risorgimento.g.6.3")
def test_before_who_holds_a_bridge_one_battalion_is_ready_in_attack_column_and_nobody_beside_it() -> None:
    s = field(BRIDGE)
    fronts = axes(s, "blue")
    (ahead,) = (one for one in fronts if one.heading == 2700)
    assert ahead.is_over
    assert not any(one.is_over for one in fronts if one is not ahead)
    square, beside = (Pose(3480, y, 900) for y in (4000, 3650))
    ready = {
        (pose, formation): is_ready(s, [ahead], s.units["A"], pose, formation)
        for pose in (square, beside)
        for formation in ("attack_column", "line", "open_order")
    }
    assert {one for one in ready if ready[one]} == {(square, "attack_column")}
    assert ready[square, "attack_column"] == 2
    houses = "village_sector V 40.5,36.25\n    red  line R at 0,0 facing W, in V west"
    assert not any(
        one.is_over for one in axes(field(BRIDGE.replace("red  line R at 41.5,40 facing W, march", houses)), "blue")
    )
    open_field = field(BRIDGE.replace("canal C 40,0 40,80 bridges 40,40", ""))
    (ahead,) = (one for one in axes(open_field, "blue") if one.heading == 2700)
    assert is_ready(open_field, [ahead], open_field.units["A"], beside, "line") == 1


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.g.6.3")
def test_who_is_to_take_a_bridge_from_the_enemy_lines_up_behind_one_another() -> None:
    seen = look(field(BRIDGE), "blue")
    west = [pose for pose in seen.places.values() if pose.x < 4000 and pose.heading == 900]
    assert west
    assert {pose.y for pose in west} == {4000}


@pytest.mark.rule("risorgimento.g.6.1")
@pytest.mark.parametrize("heading", [900, 905])
def test_who_stands_before_a_bridge_in_line_thinks_of_going_at_its_holder_in_attack_column(heading: int) -> None:
    s = field(BRIDGE.replace("A at 31,40 facing E", "A at 34,42.5 facing E"))
    s.units["A"].heading = heading
    s.laid = None
    thought_of = considered(s, order_for(s, s.units["A"], deeds(Hooks(nobody_reacts, close))))
    ends = [(one["to"][0], one["legs"][0].get("form")) for one in thought_of if one.key == "move"]
    assert (pytest.approx(3875, abs=30), "attack_column") in ends
