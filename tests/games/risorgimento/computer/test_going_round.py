"""What the computer keeps out of: crowds before a place, bridges in everybody's way, fights that are none."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.charge.notes import NO_CHARGE, NOTE
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.ways import is_at_bridge, is_on_bank
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Decision, Option
from alfiere.table.shapes import Pose
from tests.situation import situation

MORE_OF_BOTH = """
    [[objective]]
    kind = "most"
    text = { en = "Hold more.", it = "Tenerne di più." }
    places = ["P", "Q"]
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


# One battalion holds the nearer sector; two brigades of four come up before it, and beyond lies another that is held.
TWO_BRIGADES = f"""
    risorgimento
    village_sector V 40,36
    village_sector W 76,36
    place P V held by red
    place Q W held by red
    red  line R at 0,0 facing W, in V west
    red  line S at 0,0 facing W, in W west
    blue CB X at 20,40
    blue CB Y at 20,30
    blue line A at 24,30 facing E, under X
    blue line B at 24,34 facing E, under X
    blue line C at 24,38 facing E, under X
    blue line D at 24,42 facing E, under X
    blue line E at 20,30 facing E, under Y
    blue line F at 20,34 facing E, under Y
    blue line G at 20,38 facing E, under Y
    blue line H at 20,42 facing E, under Y
    {MORE_OF_BOTH}
"""


def test_a_brigade_that_is_not_needed_before_a_place_goes_round_to_the_next() -> None:
    sought = goals(field(TWO_BRIGADES), "blue")
    assert {sought[one].place for one in "ABCD"} == {"P"}
    assert {sought[one].place for one in "EFGH"} == {"Q"}


def test_a_brigade_that_is_needed_before_a_place_stays_with_the_first() -> None:
    strong = "".join(f"    red  line {one} at {x},40 facing W\n" for one, x in (("T", 38), ("U", 36), ("Z", 34)))
    sought = goals(field(TWO_BRIGADES.replace("    red  line S", f"{strong}    red  line S")), "blue")
    assert {sought[one].place for one in "EFGH"} - {""} == {"P"}


def test_who_is_nearest_to_a_place_need_not_make_room_for_a_stronger_brigade_behind_him() -> None:
    behind = TWO_BRIGADES.replace("blue line E at 20", "blue line E at 38").replace(
        "blue line F at 20", "blue line F at 38"
    )
    behind = behind.replace("blue line G at 20", "blue line G at 38").replace(
        "    blue line H at 20,42 facing E, under Y\n", ""
    )
    sought = goals(field(behind), "blue")
    assert {sought[one].place for one in "EFG"} == {"P"}


@pytest.mark.rule("risorgimento.g.6.3")
def test_before_a_bridge_there_is_no_going_round() -> None:
    canal = "canal T 34,0 34,80 bridges 34,40"
    sought = goals(field(TWO_BRIGADES.replace("    village_sector V", f"    {canal}\n    village_sector V")), "blue")
    assert {sought[one].place for one in "ABCDEFGH"} == {"P"}


AT_A_BRIDGE = """
    risorgimento
    stream S 40,0 40,80 bridges 40,40
    blue guns A at 30,40 facing E, limbered
    red  line R at 60,40 facing W
"""


@pytest.mark.rule("risorgimento.g.6.3")
@pytest.mark.parametrize(("y", "is_stuck"), [(40, False), (40.8, False), (41.4, True), (42.5, True)])
def test_who_is_at_the_water_beside_a_bridge_does_not_get_over(y: float, *, is_stuck: bool) -> None:
    s = field(AT_A_BRIDGE)
    assert is_on_bank(s.ground, "limbered", (3900, round(100 * y))) is is_stuck


def test_a_battery_does_not_unlimber_at_a_bridge_that_others_have_to_take() -> None:
    s = field(AT_A_BRIDGE)
    unit, seen = s.units["A"], look(s, "blue")
    assert is_at_bridge(s.ground, "limbered", (4150, 4000))
    at, past = (stance(seen, Stand(unit, Pose(x, 4000, 900), "unlimbered", ""), by_plan=True) for x in (4150, 4450))
    assert past > at + 3


# The guns man the south side of the sector from 40,30 to 47.5,37.5; who goes at R along the wall touches them with his
# flank alone.
ALONG_THE_WALL = """
    risorgimento
    village_sector V 40,30
    red  guns G at 0,0 facing S, in V south
    red  line R at 49,27 facing W, vf 2
    blue line A at 42.5,27 facing E, open
"""


@pytest.mark.rule("risorgimento.e.8.10")
def test_nobody_goes_where_only_his_flank_would_touch_an_enemy() -> None:
    s = field(ALONG_THE_WALL)
    unit = s.units["A"]
    thoughts = orders(s, unit, order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue"))
    assert [one["to"][0] // 100 for one in thoughts if one["to"][2] == 900] == [
        47
    ]  # up to R, and not to the wall before


HOLDS = """
    risorgimento
    village_sector V 30,36
    village_sector W 80,36
    place P V held by blue
    place Q W held by red
    blue line A at 33.75,45 facing E, march
    red  hussars H at {x},45 facing W, vf 5
    [[objective]]
    kind = "hold"
    side = "french"
    text = {{ en = "Hold it.", it = "Tenerlo." }}
    places = ["P"]
"""


@pytest.mark.rule("risorgimento.e.1.5")
@pytest.mark.parametrize(("x", "is_formed"), [(60, True), (75, False)])
def test_who_has_only_to_hold_does_not_await_horse_in_a_column_of_march(x: int, *, is_formed: bool) -> None:
    s = field(HOLDS.format(x=x))
    unit, seen = s.units["A"], look(s, "blue")
    column, formed = (stance(seen, Stand(unit, unit.pose, one, "")) for one in ("march_column", "attack_column"))
    assert (formed > column + 1) == is_formed


CHARGES = """
    risorgimento
    blue hussars H at 40,40 facing E, vf 2
    red  guns G at 52,40 facing E
    red  line R at 90,40 facing W
"""


@pytest.mark.rule("risorgimento.i.3.2")
@pytest.mark.parametrize(("others", "key"), [(1, NO_CHARGE), (11, NOTE)])
def test_the_last_squadron_of_a_small_army_is_not_thrown_at_guns(others: int, key: str) -> None:
    mates = "".join(f"    blue line B{one} at 10,{6 * one + 4} facing E\n" for one in range(others))
    s = field(CHARGES + mates)
    asked = [Option(NO_CHARGE, {"unit": "H"}, ()), Option(NOTE, {"unit": "H", "target": "G"}, ())]
    (chosen,) = considered(s, Decision("blue", NOTE, asked, {"unit": "H"}))
    assert chosen.key == key


PAST_A_CORNER = """
    risorgimento
    blue CB X at 30,50 radius 40
    blue line A at 53,52 facing E, open order, under X
    blue line B at 48.3,50.4 facing E, open order, under X
    red  line R at 55,50 facing W, open order
"""


@pytest.mark.rule("risorgimento.g.1.2", "risorgimento.e.3.2.2")
def test_who_stands_behind_a_friend_who_fights_comes_to_his_side_past_his_corner() -> None:
    s = field(PAST_A_CORNER)
    attacks = orders(s, s.units["B"], order_for(s, s.units["B"], deeds(Hooks(nobody_reacts, close))), look(s, "blue"))
    assert [attacks[0].key, *attacks[0]["to"]] == ["move", 5300, 3150, 900]
    assert len(attacks[0]["legs"]) == 2
