"""Whose turn it is and what he is sent to: who makes room goes first, small horse is not feared, late is late."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.charge.notes import NO_CHARGE, NOTE
from alfiere.games.risorgimento.computer.assault import is_ready
from alfiere.games.risorgimento.computer.judgement import Stand, bars, look, stance
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Decision, Option
from alfiere.table.shapes import Pose
from tests.situation import situation

WANTED = """
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def first_of(s: BattleState, *asked: tuple[str, str]) -> str:
    """Who is moved first, of those that are offered."""
    options = [Option(verb, {"unit": unit}, ()) for verb, unit in asked]
    (chosen,) = considered(s, Decision("blue", "who-moves", [*options, Option("done", {}, ())], {"group": "X"}))
    return str(chosen["unit"])


# The sector lies from 40,30 to 47.5,37.5 and is held at its west side; A is farther from it than B, which is at a side
# that nobody mans.
AT_WALL = """
    risorgimento
    phase E
    village_sector V 40,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
    blue CB X at 20,30
    blue line A at 33.8,33.75 facing E, attack, under X
    blue line B at 43.75,27.5 facing N, attack, under X
"""


@pytest.mark.rule("risorgimento.g.5.13")
def test_who_is_at_a_wall_that_nobody_mans_waits_until_others_fight_for_the_houses() -> None:
    s = field(AT_WALL + WANTED)
    assert first_of(s, ("act", "B"), ("act", "A")) == "A"
    away = field(AT_WALL.replace("B at 43.75,27.5 facing N", "B at 43.75,27.5 facing S") + WANTED)
    assert first_of(away, ("act", "A"), ("act", "B")) == "B"


@pytest.mark.rule("risorgimento.set.2")
def test_who_is_on_the_table_makes_room_before_reinforcements_come() -> None:
    s = field(AT_WALL.replace("line B at 43.75,27.5 facing N, attack", "line B to come") + WANTED)
    assert first_of(s, ("bring-on", "B"), ("act", "A")) == "A"
    assert first_of(s, ("bring-on", "B")) == "B"


TWO_PLACES = """
    risorgimento
    turn {turn}
    village_sector V 40,50
    village_sector W 40,10
    place P V held by red
    place Q W held by red
    blue CB X at 20,36
    blue line A at 22,36 facing E, under X
    blue line B at 22,42 facing E, under X
    red  line R at 0,0 facing W, in W west
    red  line S at 48,14 facing W
    [[objective]]
    kind = "most"
    text = {{ en = "Hold more.", it = "Tenerne di più." }}
    places = ["P", "Q"]
"""


@pytest.mark.parametrize(("turn", "place"), [(1, "Q"), (18, "P")])
def test_later_what_is_near_and_empty_is_better_than_where_men_are_needed(turn: int, place: str) -> None:
    s = field(TWO_PLACES.format(turn=turn))
    assert {one.place for one in goals(s, "blue").values()} == {place}


BESIDE_A_SQUADRON = """
    risorgimento
    blue line A at 20,40 facing E, open
    red  line R at 70,40 facing W
    red  hussars H at 33,44 facing W, vf {men}
"""


@pytest.mark.parametrize(("men", "is_feared"), [(2, False), (5, True)])
def test_a_squadron_too_weak_to_ride_down_a_battalion_is_not_feared(men: int, *, is_feared: bool) -> None:
    s = field(BESIDE_A_SQUADRON.format(men=men))
    unit, seen = s.units["A"], look(s, "blue")
    loose, column = (stance(seen, Stand(unit, unit.pose, one, "")) for one in ("open_order", "attack_column"))
    assert (column > loose + 1.0) == is_feared


@pytest.mark.parametrize(("men", "formation"), [(2, "march_column"), (5, "attack_column")])
def test_columns_march_on_past_a_squadron(men: int, formation: str) -> None:
    text = BESIDE_A_SQUADRON.format(men=men).replace("facing E, open", "facing E, march")
    s = field(f"{text}    village_sector V 90,36\n    place P V held by red\n{WANTED}")
    unit = s.units["A"]
    order = orders(s, unit, order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue"))[-1]
    assert next((leg["form"] for leg in order["legs"] if "form" in leg), unit.formation) == formation


@pytest.mark.parametrize(("x", "formation"), [(33, "march_column"), (30, "open_order")])
def test_columns_march_on_to_where_foot_may_come_at_them(x: int, formation: str) -> None:
    text = BESIDE_A_SQUADRON.format(men=2).replace("facing E, open", "facing E, march")
    text = text.replace("hussars H at 33,44 facing W, vf 2", f"line H at {x},44 facing N, march")
    s = field(f"{text}    village_sector V 90,36\n    place P V held by red\n{WANTED}")
    unit = s.units["A"]
    order = orders(s, unit, order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue"))[-1]
    assert next((leg["form"] for leg in order["legs"] if "form" in leg), unit.formation) == formation


@pytest.mark.parametrize(("far", "is_formed"), [(15, True), (17, False)])
def test_foot_leaves_its_columns_sooner_where_horse_may_come_at_it_and_horse_does_not(
    far: int, *, is_formed: bool
) -> None:
    s = field(f"risorgimento\nblue line A at 20,40 facing E, march\nred  hussars H at {20 + far},40 facing W, vf 5")
    unit, seen = s.units["A"], look(s, "blue")
    march, line = (stance(seen, Stand(unit, unit.pose, one, "")) for one in ("march_column", "line"))
    assert (line > march + 3.0) == is_formed
    no_horse = seen._replace(foes=[foe._replace(rides=0) for foe in seen.foes])
    march, line = (stance(no_horse, Stand(unit, unit.pose, one, "")) for one in ("march_column", "line"))
    assert line < march + 1.0


CUT_OFF = """
    risorgimento
    home blue south
    home red north
    blue hussars H at 36,47 facing E, vf 5
    red  line R at 47,40 facing W, open, vf 5
    {more}
"""
ROUND = [(f"south{x}", x, 36.5, "S") for x in (40.5, 44.5, 48.5, 52.5)] + [("W", 42, 40, "W"), ("E", 50.5, 40, "W")]
BEHIND = "\n".join(f"    red  line {id} at {x},{y} facing {way}" for id, x, y, way in ROUND)


@pytest.mark.rule("risorgimento.e.8.6")
@pytest.mark.parametrize(("more", "charges"), [("", True), (BEHIND, False), (BEHIND.replace("red ", "blue"), True)])
def test_horse_does_not_charge_where_enemies_would_stand_between_it_and_its_lines(more: str, *, charges: bool) -> None:
    s = field(CUT_OFF.format(more=more))
    charge, none = (Option(one, {"unit": "H", "target": "R"}, ()) for one in (NOTE, NO_CHARGE))
    (chosen,) = considered(s, Decision("blue", NOTE, [none, charge], {"unit": "H"}))
    assert (chosen.key == NOTE) == charges


BEFORE_ITS_OWN = """
    risorgimento
    village_sector V 60,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
    blue line A at 38,33.75 facing E, attack
    blue hussars H at 46,30 facing E
"""


@pytest.mark.rule("risorgimento.e.7.1")
def test_horse_that_bars_the_way_of_its_own_infantry_rides_aside_and_not_on_past_the_enemy() -> None:
    s = field(BEFORE_ITS_OWN + WANTED)
    horse, seen = s.units["H"], look(s, "blue")
    assert bars(seen, Stand(horse, horse.pose, horse.formation, ""))
    order = orders(s, horse, order_for(s, horse, deeds(Hooks(nobody_reacts, close))), seen)[-1]
    pose = Pose(*order["to"])
    assert not bars(seen, Stand(horse, pose, horse.formation, ""))
    assert pose.x < 5000


@pytest.mark.rule("risorgimento.e.7.1", "risorgimento.g.5.16")
def test_horse_waits_behind_the_lines_in_which_infantry_forms_up_before_houses() -> None:
    s = field(BEFORE_ITS_OWN.replace("line A at 38,33.75", "line A at 10,70") + WANTED)
    horse, seen = s.units["H"], look(s, "blue")
    before, behind = (Stand(horse, Pose(x, 4400, 900), horse.formation, "") for x in (4900, 4100))
    assert stance(seen, behind) > stance(seen, before) + 0.3


WAYLAID = """
    risorgimento
    village_sector V 70,36
    place P V held by red
    red  line R at 0,0 facing W, in V west
    red  hussars H at {x},40 facing W, vf 2
    blue line A at 20,40 facing E, open
"""


@pytest.mark.parametrize("x", [27, 90])
def test_who_stands_square_before_others_on_its_way_has_not_arrived(x: int) -> None:
    s = field(WAYLAID.format(x=x) + WANTED)
    unit, seen = s.units["A"], look(s, "blue")
    ready, nearer = (Stand(unit, Pose(*at, 900), unit.formation, "") for at in ((2000, 4000), (3200, 3400)))
    assert is_ready(s, seen.axes, unit, ready.pose, unit.formation) == (2 if x == 27 else 0)
    assert stance(seen, nearer) > stance(seen, ready) + 1.0
