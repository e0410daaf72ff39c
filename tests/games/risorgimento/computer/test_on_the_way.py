"""How the computer gets to what it is to take: into empty houses, with its generals, past water and walls."""

from __future__ import annotations

import pytest

from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.plan import goals, is_to_take
from alfiere.games.risorgimento.computer.riding import ridden
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.ways import how_far, is_on_bank
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.leaders import ride_for
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.table.shapes import Outline, Point, box
from tests.situation import situation

TAKE_P = """
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""
MORE_OF_BOTH = """
    [[objective]]
    kind = "most"
    text = { en = "Hold more.", it = "Tenerne di più." }
    places = ["P", "Q"]
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def rides_to(s: BattleState, who: str) -> Point:
    (chosen,) = ridden(s, ride_for(s, s.commanders[who]))
    to = chosen.get("to")
    return (to[0], to[1]) if to else s.commanders[who].pose.point


# The sector lies from 60,30 to 67.5,37.5, and nobody is in it; an enemy stands beside the way to it.
EMPTY = f"""
    risorgimento
    village_sector V 60,30
    place P V held by red
    red  line R at 58.5,38 facing N
    blue line A at 57.5,33.75 facing E, open
    {TAKE_P}
"""


@pytest.mark.rule("risorgimento.g.5.13")
def test_into_houses_that_nobody_is_in_one_goes_whoever_stands_beside_them() -> None:
    s = field(EMPTY)
    assert look(s, "blue").is_held(goals(s, "blue")["A"])
    assert "A" not in look(s, "blue").places
    thoughts = considered(s, order_for(s, s.units["A"], deeds(Hooks(nobody_reacts, close))))
    assert "enter" in [one.key for one in thoughts]
    manned = field(EMPTY.replace("R at 58.5,38 facing N", "R at 0,0 facing W, in V west"))
    assert "A" in look(manned, "blue").places


# A bridge that only the enemy wants, and that nobody holds
BRIDGE = """
    risorgimento
    village_sector V 80,36
    place P V held by red
    place Q 30,40
    red  line R at 0,0 facing W, in V west
    blue line A at 28,40 facing E
    blue line B at 28,44 facing E
    [[objective]]
    kind = "hold"
    side = "austrian"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["Q"]
"""


def test_a_place_that_only_the_enemy_wants_is_not_taken_before_he_has_it() -> None:
    s = field(BRIDGE + TAKE_P)
    assert not is_to_take(s, "blue", "Q")
    assert is_to_take(s, "red", "Q")
    assert {one.place for one in goals(s, "blue").values()} == {"P"}
    s.control["Q"] = "red"
    assert is_to_take(s, "blue", "Q")


# Half of a brigade holds the sector from 20,30 to 27.5,37.5; the other half goes on, out of its general's radius.
HALVES = f"""
    risorgimento
    village_sector V 20,30
    village_sector W 100,30
    place P V held by blue
    place Q W held by red
    blue CIC K at 30,44 radius 60
    blue CB X at 24,42 radius 12, under K
    blue line A at 0,0 facing E, in V north, vf 8, under X
    blue line B at 0,0 facing E, in V south, vf 8, under X
    blue line C at 52,34 facing E, under X
    blue line D at 52,38 facing E, under X
    red  line S at 20,22 facing N, vf 7
    red  line T at 24,22 facing N, vf 7
    red  line U at 28,22 facing N, vf 7
    red  line R at 0,0 facing W, in W west
    {MORE_OF_BOTH}
"""


@pytest.mark.rule("risorgimento.a.1.17")
def test_a_brigadier_rides_with_those_of_his_brigade_who_attack() -> None:
    s = field(HALVES)
    assert [goals(s, "blue")[id].is_attack for id in "ABCD"] == [False, False, True, True]
    x, y = rides_to(s, "X")
    assert all(span(s.units[id].x - x, s.units[id].y - y) < 1300 for id in "CD")


@pytest.mark.rule("risorgimento.a.1.17")
def test_who_attacks_is_not_held_back_by_those_of_its_brigade_who_stay_behind() -> None:
    s = field(HALVES)
    unit = s.units["C"]
    stand = Stand(unit, unit.pose._replace(x=5600), unit.formation, "")
    free = stance(look(s, "blue"), stand, by_plan=False)
    behind = {id: goal for id, goal in goals(s, "blue").items() if id != "D"}
    alone = stance(look(s, "blue")._replace(goals=behind), stand, by_plan=False)
    assert free > alone + 1


# The general stands close behind a sector from 40,30 to 47.5,37.5, his men are on its other side.
BEHIND_HOUSES = f"""
    risorgimento
    village_sector V 40,30
    village_sector W 90,30
    place P W held by red
    blue CIC K at 38.5,32.5 radius 60
    blue CB X at 38.5,34.5 radius 10, under K
    blue line A at 62,34 facing E, under X
    blue line B at 62,38 facing E, under X
    red  line R at 0,0 facing W, in W west
    {TAKE_P}
"""


@pytest.mark.rule("risorgimento.cmd.14")
def test_a_general_whom_houses_bar_rides_round_them() -> None:
    s = field(BEHIND_HOUSES)
    west, south, _, north = box(Outline(s.ground.pieces["V"].points))
    x, y = rides_to(s, "X")
    assert x > west or not south - 100 < y < north + 100


@pytest.mark.rule("risorgimento.cmd.14")
@pytest.mark.parametrize("at", ["38.5,34", "38.5,36"])
def test_a_general_does_not_stop_where_he_is_barred_again(at: str) -> None:
    s = field(BEHIND_HOUSES.replace("X at 38.5,34.5", f"X at {at}"))
    who = s.commanders["X"]
    who.x, who.y = rides_to(s, "X")
    again = rides_to(s, "X")
    assert again[0] > who.x + 1000 or who.x > 5000


@pytest.mark.rule("risorgimento.cl.9")
def test_a_general_keeps_farther_off_horse_than_off_foot_or_goes_with_a_battalion() -> None:
    off = []
    for foe in ("line", "hussars"):
        s = field(
            f"""
            risorgimento
            blue CIC K at 20,40 radius 60
            blue CB X at 50,40 radius 10, under K
            blue line A at 52,36 facing E, under X
            blue line B at 52,44 facing E, under X
            red  {foe} R at 60.5,40 facing N
            """
        )
        (chosen,) = ridden(s, ride_for(s, s.commanders["X"]))
        x, y = (chosen.get("to") or s.commanders["X"].pose)[:2]
        off.append(1e9 if chosen.get("with") else span(s.units["R"].x - x, s.units["R"].y - y))
    assert off[1] > off[0] + 100


def test_a_battery_does_not_stop_at_a_stream_that_it_cannot_cross() -> None:
    s = field(
        f"""
        risorgimento
        stream T 40,0 40,80 bridges 40,20
        village_sector V 80,30
        place P V held by red
        blue guns G at 30,50 facing E, limbered
        red  line R at 0,0 facing W, in V west
        {TAKE_P}
        """
    )
    guns, south = s.units["G"], s.ground.field.height - 2000
    bank, off, bridge = (3950, 3000), (3700, 3000), (3950, south)
    assert [is_on_bank(s.ground, "limbered", at) for at in (bank, off, bridge)] == [True, False, False]
    assert not is_on_bank(s.ground, "close", bank)
    there, before = (
        stance(look(s, "blue"), Stand(guns, guns.pose._replace(x=x, y=y), guns.formation, "")) for x, y in (bank, off)
    )
    assert before > there


# A formation whose middle lies in the sector from 40,30 to 47.5,37.5
ABOUT_HOUSES = f"""
    risorgimento
    village_sector V 40,30
    village_sector W 80,30
    place P V held by blue
    place Q W held by red
    blue line A at 0,0 facing E, in V west
    blue line B at 36,34 facing E
    blue line C at 51,34 facing E
    red  line R at 0,0 facing W, in W west
    {MORE_OF_BOTH}
"""


def test_houses_in_its_midst_do_not_keep_a_formation_from_going_on() -> None:
    sought = goals(field(ABOUT_HOUSES), "blue")
    assert {id: one.place for id, one in sought.items()} == {"A": "P", "B": "Q", "C": "Q"}


@pytest.mark.rule("risorgimento.g.5.18")
def test_the_way_out_of_houses_is_short() -> None:
    s = field(ABOUT_HOUSES)
    unit = s.units["A"]
    goal = goals(s, "blue")["C"].at
    inside = how_far(s.ground, "close", unit.pose.point, goal)
    before = how_far(s.ground, "close", (3700, unit.y), goal)
    assert before < inside < before + 2400
