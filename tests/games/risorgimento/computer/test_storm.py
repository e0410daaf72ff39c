"""How the computer takes houses and goes on: what a melee is about, who may go in, who makes room, who stays behind."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer import judgement, moving
from alfiere.games.risorgimento.computer.assault import is_at_wall, may_break_in
from alfiere.games.risorgimento.computer.judgement import Stand, evaluate, is_at_walls, look, stance
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.stakes import decides, house_at_stake
from alfiere.games.risorgimento.computer.ways import crowded, how_far, waypoints
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.arrivals import arrival_for
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.state.battle import BattleState
from tests.situation import situation

WANTED = """
    [[objective]]
    kind = "hold"
    side = "french"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""

# The sector lies from 40,30 to 47.5,37.5. A fights for its west side; B stands before the south side, not manned.
PINNED = """
    risorgimento
    phase E
    village_sector V 40,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
    blue line A at 39,33.75 facing E, attack
    blue line B at 43.75,27.5 facing N, attack
    blue line C at 33,28 facing N, march
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


@pytest.mark.rule("risorgimento.f.0.4")
def test_an_enemy_who_fights_is_no_danger_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field(PINNED + WANTED)
    kept_busy = evaluate(s, "blue")
    monkeypatch.setattr(judgement, "_kept_busy", lambda foe: foe)
    assert evaluate(s, "blue") < kept_busy - 0.5


@pytest.mark.rule("risorgimento.g.5.14")
def test_who_drives_the_last_of_them_out_of_houses_has_the_place() -> None:
    alone = field(PINNED + WANTED)
    assert house_at_stake(alone, "blue", alone.units["R"]) > 5.0
    assert house_at_stake(alone, "blue", alone.units["A"]) == 0.0
    two = field(PINNED + "    red  line T at 0,0 facing E, in V east\n" + WANTED)
    assert house_at_stake(two, "blue", two.units["R"]) < house_at_stake(alone, "blue", alone.units["R"]) / 1.5
    unimportant = field(PINNED + "    place Q 90,40\n" + WANTED.replace('["P"]', '["Q"]'))
    assert house_at_stake(unimportant, "blue", unimportant.units["R"]) == 0.0


@pytest.mark.parametrize(("turn", "is_so"), [(5, False), (6, True)])
def test_a_place_decides_when_its_holder_wins_by_it_at_the_end_of_the_turn(turn: int, *, is_so: bool) -> None:
    s = field(f"{PINNED}    turn {turn}\n{WANTED.replace('french', 'austrian')}    from_turn = 6\n")
    assert decides(s, "red", "P") == is_so
    assert not decides(s, "blue", "P")


@pytest.mark.rule("risorgimento.g.5.13")
def test_while_all_who_hold_houses_fight_somebody_else_may_break_in() -> None:
    s = field(PINNED + WANTED)
    assert is_at_wall(s, s.units["B"], "V")
    assert not is_at_wall(s, s.units["A"], "V")
    assert not is_at_wall(s, s.units["C"], "V")
    assert may_break_in(s, "blue", "V")
    HAS_ACTED.put(s.units["B"])
    assert not may_break_in(s, "blue", "V")
    another = field(PINNED + "    red  line T at 0,0 facing E, in V east\n" + WANTED)
    assert not may_break_in(another, "blue", "V")


@pytest.mark.rule("risorgimento.g.5.13")
def test_an_attack_counts_for_more_where_others_can_break_in_behind_it() -> None:
    near, far = (field(PINNED.replace("B at 43.75,27.5", f"B at {at}") + WANTED) for at in ("43.75,27.5", "43.75,24"))
    assert evaluate(near, "blue") > evaluate(far, "blue") + 3.0


@pytest.mark.rule("risorgimento.g.5.18")
def test_before_a_side_that_nobody_mans_one_forms_up_at_the_wall() -> None:
    s = field(PINNED.replace("A at 39,33.75", "A at 43.75,20").replace("facing E, attack", "facing N, attack") + WANTED)
    pose = look(s, "blue").places["B"]
    assert pose.point == pytest.approx((4375, s.scenario.depth - 2750), abs=60)


@pytest.mark.rule("risorgimento.g.5.16")
def test_horse_keeps_off_the_walls_of_houses_wherever_their_garrison_stands() -> None:
    s = field(PINNED.replace("in V west", "in V east") + "    blue hussars H at 36,33 facing E\n" + WANTED)
    seen, horse = look(s, "blue"), s.units["H"]
    assert is_at_walls(seen, horse.x, horse.y)
    assert not is_at_walls(seen, horse.x - 500, horse.y)
    free = seen._replace(walls=())
    here = Stand(horse, horse.pose, horse.formation, "")
    assert stance(free, here) - stance(seen, here) == pytest.approx(judgement.IN_THE_WAY)


COLUMNS = """
    risorgimento
    village_sector V 40,30
    village_sector W 80,30
    place P V held by blue
    place Q W held by red
    place O 10,34 held by blue
    blue line A at 36,33 facing E, under X
    blue line B at 36,38 facing E, under X
    blue line C at 36,43 facing E, under X
    blue CB X at 30,40
    red  line R at 56,33 facing W
    red  line S at 56,38 facing W
    red  line T at 56,43 facing W
    [[objective]]
    kind = "most"
    text = { en = "Hold more.", it = "Tenerne di più." }
    places = ["P", "Q", "O"]
"""


def test_who_has_more_to_take_leaves_few_behind_and_nobody_where_nobody_comes() -> None:
    assert sorted(one.place or one.foe for one in goals(field(COLUMNS), "blue").values()).count("P") == 1
    assert all(one.place != "O" for one in goals(field(COLUMNS), "blue").values())
    all_held = field(COLUMNS.replace("Q W held by red", "Q W held by blue"))
    assert sorted(one.place for one in goals(all_held, "blue").values()).count("P") == 3


@pytest.mark.rule("risorgimento.g.5.16")
def test_horse_is_not_sent_to_take_houses_by_itself() -> None:
    more = "    blue hussars H at 76,33 facing E, under Y\n    blue CB Y at 70,33\n    [[objective]]"
    s = field(COLUMNS.replace("P V held by blue", "P V held by red").replace("    [[objective]]", more))
    assert {goals(s, "blue")[one].place for one in ("A", "B", "C", "H")} == {"P"}


@pytest.mark.rule("risorgimento.g.5.16")
def test_horse_goes_to_a_bridge_that_is_threatened_and_not_to_houses() -> None:
    more = "    blue hussars H at 24,34 facing W, under Y\n    blue CB Y at 26,34\n"
    more += "".join(f"    red  line {name} at 16,{y} facing W\n" for name, y in (("U", 30), ("K", 34), ("L", 38)))
    text = COLUMNS.replace("    [[objective]]", f"{more}    [[objective]]").replace(" at 36,", " at 60,")
    s = field(text.replace(" at 56,", " at 100,"))
    assert goals(s, "blue")["A"].place == "Q"
    assert goals(s, "blue")["H"].place == "O"


@pytest.mark.parametrize(("kind", "is_gone_at"), [("line", True), ("hussars", False)])
def test_foot_does_not_run_after_horse(kind: str, *, is_gone_at: bool) -> None:
    text = COLUMNS.replace("line R at 56,33", "line R at 100,60").replace("line T at 56,43", "line T at 100,66")
    s = field(text.replace("line S at 56,38", f"{kind} S at 48,36"))
    assert any(one.foe == "S" for one in goals(s, "blue").values()) == is_gone_at


def test_the_way_leads_round_a_friend_who_is_just_before_it() -> None:
    s = field("risorgimento\n blue line A at 20,40 facing E\n red line R at 90,40 facing W")
    at, goal = s.units["A"].pose.point, (6000, 4000)
    free, before = waypoints(s.ground, "close", at, goal, 800), (2500, at[1])
    packed = crowded(s.ground, "close", [], [before])
    assert all(abs(y - at[1]) <= 200 for _, y in free)
    assert any(abs(y - at[1]) > 200 for _, y in waypoints(s.ground, "close", at, goal, 800, packed))
    assert how_far(s.ground, "close", at, goal, packed) > how_far(
        s.ground, "close", at, goal, crowded(s.ground, "close", [before])
    )


@pytest.mark.rule("risorgimento.e.3.3.1")
def test_columns_on_a_road_do_not_mind_one_another() -> None:
    text = """
        risorgimento
        blue line A at 20,36 facing E, march
        blue line B at 23.6,36 facing E, march
        """
    worth = []
    for road in ("road T 0,36 120,36", "road T 0,60 120,60"):
        s = field(f"{text}{road}\n")
        unit = s.units["A"]
        worth.append(judgement._crowded(s, Stand(unit, unit.pose, unit.formation, "")))
    assert worth == [0.0, judgement.CROWDED]


@pytest.mark.rule("risorgimento.e.3.1.1")
def test_a_reinforcement_comes_on_by_a_long_march_as_far_as_the_enemy_lets_it() -> None:
    s = field(
        """
        risorgimento
        turn 3
        phase E
        road T 0,36 120,36
        village_sector V 90,30
        place P V held by red
        blue line A to come
        arrives A turn 3 west 34-38
        red  line R at 48,36 facing W
        """
        + WANTED
    )
    decision = arrival_for(s, s.units["A"])
    (chosen,) = considered(s, decision)
    assert chosen["to"][0] > max(one["to"][0] for one in decision.options if one.key == "arrive")


@pytest.mark.rule("risorgimento.e.6.1")
def test_the_way_keeps_off_an_enemy_whom_it_only_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field(
        """
        risorgimento
        village_sector V 90,36
        place P V held by red
        red  line S at 0,0 facing W, in V west
        red  line R at 41,40 facing W
        red  line T at 44,40 facing W
        red  line U at 47,40 facing W
        blue line A at 20,40 facing E, march
        """
        + WANTED
    )
    unit = s.units["A"]
    decision, seen = order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue")
    off = orders(s, unit, decision, seen)[-1]["to"]
    monkeypatch.setattr(moving, "_kept_off", lambda s, unit, goal: iter(()))
    straight = orders(s, unit, decision, seen)[-1]["to"]
    assert abs(off[1] - unit.y) > abs(straight[1] - unit.y)


# Two sectors against each other at x 47.5, and two with a canal and a bridge between them.
HOUSES = {
    "next door": "village_sector W 47.5,30",
    "over a bridge": "village_sector W 49,30\n    canal C 48,0 48,80 bridges 48,34",
}


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.g.6.3")
@pytest.mark.parametrize("where", HOUSES)
@pytest.mark.parametrize(("men", "defenders", "goes"), [(8, 4, True), (4, 8, False), (6, 5, False)])
def test_from_its_houses_it_attacks_those_before_it_if_it_is_the_stronger(
    where: str, men: int, defenders: int, *, goes: bool
) -> None:
    s = field(
        f"""
    risorgimento
    phase E
    village_sector V 40,30
    {HOUSES[where]}
    place P W held by red
    blue line A at 0,0 facing E, in V east, vf {men}
    red  line R at 0,0 facing N, in W north, vf {defenders}
    """
        + WANTED
    )
    found = orders(s, s.units["A"], order_for(s, s.units["A"], deeds()), look(s, "blue"))
    assert [one.key for one in found if one.key == "storm"] == ["storm"]
    odds = moving._assault(s, s.units["A"], "W/west")
    assert odds is not None
    assert (odds > 0) == goes
    assert moving._assault(s, s.units["A"], "V/east") is None


@pytest.mark.rule("risorgimento.g.5.13")
def test_to_come_to_the_side_next_door_to_the_enemy_is_an_attack_to_it() -> None:
    text = """
    risorgimento
    phase E
    village_sector V 40,30
    village_sector W 47.5,30
    place P W held by red
    blue line A at 0,0 facing E, in V north, vf 8
    {red}
    """
    for red, is_attack in (("red line R at 0,0 facing N, in W north, vf 4", True), ("", False)):
        s = field(text.format(red=red) + WANTED)
        unit = s.units["A"]
        decision = order_for(s, unit, deeds())
        found = {
            option["post"]: odds for option, _, odds, _ in moving._from_post(s, unit, decision) if option.get("post")
        }
        assert (found["V/east"] is not None) == is_attack
        assert found["V/south"] is None
