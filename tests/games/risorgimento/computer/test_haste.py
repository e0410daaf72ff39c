"""What lets the computer come in time: sides nobody stands on, who bars the way, order kept on the march."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Option
from tests.situation import situation

WANTED = """
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""

# The sector lies from 40,30 to 47.5,37.5; its garrison is on the side away from who is to attack it.
TURNED_AWAY = """
    risorgimento
    village_sector V 40,30
    place P V held by red
    red  line R at 0,0 facing E, in V east
    blue line A at 33.8,33.75 facing E, attack
    blue line B at 33.8,38 facing E, attack
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text + WANTED).state
    return state


def thoughts(s: BattleState, unit: str) -> list[Option]:
    return list(considered(s, order_for(s, s.units[unit], deeds(Hooks(nobody_reacts, close)))))


@pytest.mark.rule("risorgimento.g.5.13")
def test_a_side_that_the_garrison_has_still_to_man_is_thought_of_as_an_attack() -> None:
    attack, ordinary = thoughts(field(TURNED_AWAY), "A")
    assert attack.key == "move"
    assert attack["to"][0] == pytest.approx(3900, abs=10)
    assert ordinary != attack


ON_THE_WAY = """
    risorgimento
    village_sector V 90,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
    red  line S at 50,34 facing W
    blue line A at 40,34 facing E, attack
    blue line B at 40,38 facing E, attack
    blue line C at 10,34 facing E, attack
"""


def test_who_bars_the_way_is_beaten_first_by_those_who_are_near() -> None:
    sought = goals(field(ON_THE_WAY), "blue")
    assert {id: one.foe or one.place for id, one in sought.items()} == {"A": "S", "B": "S", "C": "P"}
    aside = goals(field(ON_THE_WAY.replace("S at 50,34", "S at 40,48")), "blue")
    assert {one.place for one in aside.values()} == {"P"}


def test_few_do_not_go_at_many_who_bar_the_way() -> None:
    more = "red  line T at 50,38 facing W\n    red  line U at 50,30 facing W\n    red  line S"
    assert all(not one.foe for one in goals(field(ON_THE_WAY.replace("red  line S", more)), "blue").values())


@pytest.mark.rule("risorgimento.g.2.3")
def test_who_is_to_beat_somebody_forms_up_before_the_side_that_is_nearest() -> None:
    s = field(ON_THE_WAY.replace("S at 50,34 facing W", "S at 50,34 facing E"))
    pose = look(s, "blue").places["A"]
    assert pose.x < 4800
    assert pose.heading == 900


@pytest.mark.rule("risorgimento.e.7.1")
@pytest.mark.parametrize(("at", "bars"), [("37,34", True), ("37,50", False)])
def test_horse_keeps_out_of_the_way_of_infantry_that_is_to_attack(at: str, *, bars: bool) -> None:
    text = f"""
        risorgimento
        village_sector V 60,30
        place P V held by red
        red  line R at 0,0 facing W, in V west
        blue hussars H at {at} facing E
        """
    worth = []
    for man in ("blue line A at 25,34 facing E, attack", "blue line A at 25,34 facing E, attack, routed"):
        s = field(text + man)
        horse = s.units["H"]
        worth.append(stance(look(s, "blue"), Stand(horse, horse.pose, horse.formation, "")))
    assert (worth[1] - worth[0] > 2.5) == bars


@pytest.mark.rule("risorgimento.b.1.3", "risorgimento.e.5.4")
def test_a_stream_is_crossed_in_open_order_where_nothing_tries_it() -> None:
    text = """
        risorgimento
        village_sector V 90,30
        place P V held by red
        red  line R at 0,0 facing W, in V west
        blue line A at 40,34 facing E, attack, vd 3
        """
    for water, formation in (("stream T 44,0 44,80", "open_order"), ("road T 44,0 44,80", "march_column")):
        s = field(f"{text}\n        {water}\n")
        unit = s.units["A"]
        (order,) = orders(s, unit, order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue"))
        assert order["to"][0] > 4400
        assert any(leg.get("form") == formation for leg in order["legs"])


@pytest.mark.rule("risorgimento.i.1.3")
@pytest.mark.parametrize(
    ("man", "holder", "takes"),
    [
        ("line A at 37,40 facing E, attack", "red", True),
        ("hussars A at 37,40 facing E", "red", True),
        ("guns A at 37,40 facing E, limbered", "red", False),
        ("line A at 37,40 facing E, attack", "blue", False),
        ("line A at 37,40 facing E, attack\n    blue line B at 40,43 facing N, attack", "red", True),
        ("line A at 37,40 facing E, attack\n    blue line B at 40,41 facing N, attack", "red", False),
        ("line A at 37,40 facing E, attack\n    blue guns B at 40,41 facing N, limbered", "red", True),
    ],
)
def test_one_who_is_to_take_a_bridge_wants_to_touch_it(man: str, holder: str, *, takes: bool) -> None:
    s = field(
        f"""
    risorgimento
    place P 40,40 held by {holder}
    red  line R at 90,40 facing W
    blue {man}
"""
    )
    unit, seen = s.units["A"], look(s, "blue")
    depth = s.shape(unit).depth
    short, on_it = (
        stance(seen, Stand(unit, unit.pose._replace(x=4000 - depth // 2 - off), unit.formation, "")) for off in (60, 0)
    )
    assert (on_it - short > 4.0) == takes
