"""Normal movement: how far, in which direction, in which formation, past whom (3.1.1, 3.1.3-3.1.7, 3.1.10, 3.1.11)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.costs import HAS_ACTED, used
from alfiere.games.lumi.movement.judging import Outset, Plan
from alfiere.games.lumi.movement.moves import Move, read_legs
from alfiere.games.lumi.movement.orders import MOVES, manoeuvre
from alfiere.games.lumi.state.base import ENGAGED, HAS_MOVED
from alfiere.games.lumi.state.unit import alone, named
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE, Footing, Shift
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.situation import situation

GENERAL = "red general M at 15,3 great"


def of(text: str) -> Situation:
    """A situation in which all of red is active."""
    game: Situation = situation(f"lumi\n{GENERAL}\n{text}")
    game.state.orders = {"red": 5}
    return game


def at(game: Situation, name: str) -> tuple[float, float, int]:
    """Where a base stands, in um, y to the north, and where it faces."""
    one = game[name]
    return one.x / 100, (2000 - one.y) / 100, one.heading // 10


def judged(game: Situation, *legs: dict[str, Any], unit: str = "A") -> Plan | Objection:
    o = Outset(game.state, game.unit(unit))
    read = read_legs(o, list(legs))
    assert read is not None, legs
    return o.judge(read)


def refusal(game: Situation, *legs: dict[str, Any], unit: str = "A") -> tuple[str, str]:
    found = judged(game, *legs, unit=unit)
    assert isinstance(found, Objection), found
    return found.key, found.rule


def moved(game: Situation, *legs: dict[str, Any], unit: str = "A") -> Situation:
    """The unit is told to move so."""
    who = game.unit(unit)
    game.run(
        lambda g: manoeuvre(g, who),
        lambda decision: decision.find(("move", {**named(who), "legs": list(legs)})),
    )
    return game


def left(game: Situation, *legs: dict[str, Any]) -> int:
    """How much of its move the unit has left after these legs, in hundredths of a whole one."""
    found = judged(game, *legs)
    assert isinstance(found, Plan), found
    return (WHOLE - found.cost) * 100 // WHOLE


# Ahead


@pytest.mark.rule("lumi.3.1.1a")
@pytest.mark.parametrize(
    ("line", "far"),
    [
        ("foot A at 10,5 facing N", 200),
        ("foot A at 10,5 facing N, column", 300),
        ("grenzer A at 10,5 facing N, open", 300),
        ("cuirassiers A at 10,5 facing N", 400),
        ("dragoons A at 10,5 facing N, column", 500),
        ("hussars A at 10,5 facing N, open", 600),
        ("heavy A at 10,5 facing N, limbered", 200),
        ("light A at 10,5 facing N, limbered", 400),
    ],
)
def test_a_unit_moves_straight_ahead_up_to_its_speed(line: str, far: int):
    game = of(f"red {line}")
    assert refusal(game, {"ahead": far + 1}) == ("too-far", "lumi.3.1.7e")
    moved(game, {"ahead": far})
    assert at(game, "A") == (10, 5 + far / 100, 0)
    assert used(game["A"]) == WHOLE
    assert HAS_MOVED.is_on(game["A"])


@pytest.mark.rule("lumi.3.1.1a", "lumi.2.3.4e")
def test_it_need_not_use_all_of_it_and_moves_once_in_a_phase():
    game = moved(of("red foot A at 10,5 facing N"), {"ahead": 50})
    assert at(game, "A") == (10, 5.5, 0)
    assert used(game["A"]) == WHOLE // 4
    assert refusal(game, {"ahead": 50}) == ("has-acted", "lumi.2.3.4e")
    assert [one.key for one in order_for(game.state, game.unit("A"), MOVES).options] == ["stand"]


@pytest.mark.rule("lumi.3.1.1a", "lumi.2.3.4b")
def test_whoever_stands_has_not_moved_and_the_inactive_only_stand():
    game = of("red foot A at 10,5 facing N")
    game.run(lambda g: manoeuvre(g, game.unit("A")), "stand")
    assert used(game["A"]) == 0
    assert not HAS_MOVED.is_on(game["A"])
    assert HAS_ACTED.is_on(game["A"])
    game = of("red foot A at 10,5 facing N")
    game.state.orders = {}
    assert refusal(game, {"ahead": 50}) == ("inactive", "lumi.2.3.4b")


@pytest.mark.rule("lumi.1.6.14", "lumi.1.6.8")
def test_several_bases_move_as_one_at_the_speed_of_the_slowest_and_stay_together():
    text = "red grenzer A at 10,5 facing N, brigade X\nred grenzer B at 12,5 facing N, brigade X"
    game = moved(of(text), {"ahead": 40}, {"turn": 150, "about": "right"}, {"ahead": 10})
    assert game.unit("A").ids == ("A", "B")
    assert game["A"].heading == game["B"].heading == 150
    assert len(game.told(BaseMoved)) == 2
    # the left corner of both goes 4um times 15 degrees: 1.05um
    assert used(game["A"]) == pytest.approx(WHOLE * (50 + 105) // 200, abs=WHOLE // 100)


@pytest.mark.rule("lumi.3.1.1b")
def test_who_is_engaged_or_in_melee_does_not_move():
    game = of("red foot A at 10,5 facing N\nblue foot B at 10,6.5 facing S")
    ENGAGED.put(game["A"], "B")
    assert refusal(game, {"ahead": 10, "aside": 1800}) == ("held-engaged", "lumi.3.1.1b")
    game = of("red foot A at 10,5 facing N\nblue foot B at 10,6 facing S")
    assert refusal(game, {"ahead": 10, "aside": 1800}) == ("held-in-melee", "lumi.3.1.1b")


@pytest.mark.rule("lumi.3.1.1c")
def test_nobody_comes_within_half_a_um_of_an_enemy_who_is_not_in_rout():
    flank = "red foot A at 10,5 facing N\nblue foot B at 10,7 facing N"  # its rear: no zone of control
    assert refusal(of(flank), {"ahead": 50}) == ("near-enemy", "lumi.3.1.1c")
    assert isinstance(judged(of(flank), {"ahead": 48}), Plan)
    assert isinstance(judged(of(flank + ", rout"), {"ahead": 50}), Plan)
    passing = of("red foot A at 10,5 facing N\nblue foot B at 12,8 facing E")
    assert refusal(passing, {"ahead": 200}) == ("near-enemy", "lumi.3.1.1c")


@pytest.mark.rule("lumi.1.1.7")
def test_normal_movement_does_not_cross_the_edge():
    assert refusal(of("red foot A at 10,1 facing S"), {"ahead": 60}) == ("off-table", "lumi.1.1.7")


@pytest.mark.rule("lumi.3.1.13c", "lumi.3.3.1a")
@pytest.mark.parametrize(("there", "far"), [("blue foot B at 10,6 facing S", 100), ("stream S 0,5 30,5 level 1", 151)])
def test_who_is_stopped_where_the_next_leg_begins_is_offered_the_legs_before_it_alone(there: str, far: int):
    game = of(f"red foot A at 10,3 facing N\n{there}")
    found = Move().judged(game.state, game.unit("A"), {"unit": "A", "legs": [{"ahead": far}, {"ahead": 50}]})
    assert isinstance(found, Option)
    assert found["legs"] == [{"ahead": far}]
    assert Move().objection(game.state, game.unit("A"), found) is None


# Wheels and turns


@pytest.mark.rule("lumi.3.1.3a")
def test_a_wheel_costs_the_way_of_the_outer_corner_and_goes_with_straight_movement():
    game = of("red cuirassiers A at 10,5 facing N")
    # 2um wide, 45 degrees: 1.57um of 4
    assert left(game, {"turn": 450, "about": "right"}) == 60
    assert left(game, {"ahead": 100}, {"turn": 450, "about": "right"}, {"ahead": 100}) == 10
    moved(game, {"turn": 900, "about": "right"})
    assert at(game, "A") == (10.5, 6.5, 90)


@pytest.mark.rule("lumi.3.1.3a")
def test_a_line_of_two_pays_for_the_way_of_its_far_end():
    game = of("red cuirassiers A at 10,5 facing N\nred cuirassiers B at 12,5 facing N")
    assert left(game, {"turn": 450, "about": "right"}) == 21  # 3.14um of 4


@pytest.mark.rule("lumi.3.1.3b", "lumi.3.1.9b")
def test_deployed_guns_turn_by_up_to_45_degrees_as_half_a_move():
    game = of("red guns A at 10,5 facing N")
    assert refusal(game, {"turn": 451}) == ("turn-too-far", "lumi.3.1.3b")
    assert refusal(game, {"ahead": 50}) == ("no-such-leg", "lumi.3.1.1a")
    moved(game, {"turn": -450})
    assert at(game, "A") == (10, 5, 315)
    assert used(game["A"]) == WHOLE // 2
    assert refusal(of("red light A at 10,5 facing N"), {"turn": 300}, {"ahead": 20}) == ("turn-alone", "lumi.3.1.3b")


@pytest.mark.rule("lumi.3.1.9b")
@pytest.mark.parametrize(("aside", "y"), [(0, 6), (1800, 4)])
def test_light_guns_are_pushed_1um_ahead_or_back_which_is_all_they_move(aside: int, y: int):
    game = of("red light A at 10,5 facing N")
    assert refusal(game, {"ahead": 101, "aside": aside}) == ("too-far", "lumi.3.1.7e")
    moved(game, {"ahead": 100, "aside": aside})
    assert at(game, "A") == (10, y, 0)
    assert used(game["A"]) == WHOLE


@pytest.mark.rule("lumi.3.1.4")
def test_a_line_moves_obliquely_by_22_and_a_half_degrees_but_does_not_wheel_as_well():
    game = of("red foot A at 10,5 facing N")
    assert refusal(game, {"ahead": 100, "aside": 226}) == ("no-such-leg", "lumi.3.1.1a")
    wheel = {"turn": 50, "about": "right"}
    assert refusal(game, wheel, {"ahead": 100, "aside": 225}) == ("oblique-alone", "lumi.3.1.4")
    column = of("red foot A at 10,5 facing N, column")
    assert refusal(column, {"ahead": 100, "aside": 225}) == ("no-such-leg", "lumi.3.1.1a")
    moved(game, {"ahead": 200, "aside": 3375})
    assert at(game, "A") == (9.23, 6.85, 0)


@pytest.mark.rule("lumi.3.1.5")
def test_turning_about_costs_half_a_move_and_nothing_in_open_order():
    assert left(of("red foot A at 10,5 facing N"), {"turn": 1800}) == 50
    assert left(of("red foot A at 10,5 facing N, column"), {"turn": 1800}, {"ahead": 150}) == 0
    assert refusal(of("red foot A at 10,5 facing N"), {"turn": 900}) == ("no-such-leg", "lumi.3.1.1a")
    assert refusal(of("red light A at 10,5 facing N, limbered"), {"turn": 1800})[0] == "no-such-leg"
    free = of("red grenzer A at 10,5 facing N, open")
    assert left(free, {"turn": 1300}, {"ahead": 300}) == 0
    moved(free, {"turn": 1800})
    assert at(free, "A") == (10, 5, 180)


@pytest.mark.rule("lumi.1.1.6")
def test_open_order_one_behind_the_other_does_not_turn_into_itself():
    """Each base turns about its own middle: two that touch front to rear would stand on each other."""
    two = "red grenzer A at 10,10 facing W, open\nred grenzer B at 10,7.5 facing W, open"
    game = of(f"{two}\nred grenzer C at 9,10 facing W, open")
    assert set(game.unit("A").ids) == {"A", "B", "C"}
    assert refusal(game, {"turn": -178}) == ("no-room", "lumi.1.1.6")
    assert isinstance(judged(game, {"turn": 1_800}), Plan)
    assert isinstance(judged(of(two), {"turn": -178}), Plan)
    horse = of("red cuirassiers A at 7.47,3.31 facing 6.2\nred cuirassiers B at 9.45,3.09 facing 6.2")
    assert set(horse.unit("A").ids) == {"A", "B"}
    assert isinstance(judged(horse, {"turn": 1_800}), Plan)  # where hundredths were rounded, too


@pytest.mark.rule("lumi.3.1.14b")
def test_a_free_turn_is_no_movement():
    free = moved(of("red grenzer A at 10,5 facing N, open"), {"turn": 900})
    assert used(free["A"]) == 0
    assert not HAS_MOVED.is_on(free["A"])


@pytest.mark.rule("lumi.3.1.5")
def test_a_line_of_two_turns_about_where_each_of_them_stands():
    game = of("red foot A at 10,5 facing N\nred foot B at 12,5 facing N\nred guns G at 13.5,5 facing N")
    moved(game, {"turn": 1800})
    assert (at(game, "A"), at(game, "B")) == ((10, 5, 180), (12, 5, 180))


@pytest.mark.rule("lumi.3.1.6")
def test_lines_and_open_order_step_back_at_half_speed_and_do_nothing_else():
    game = of("red foot A at 10,5 facing N")
    assert refusal(game, {"ahead": 101, "aside": 1800}) == ("too-far", "lumi.3.1.7e")
    assert refusal(game, {"ahead": 10, "aside": 1800}, {"ahead": 10}) == ("back-alone", "lumi.3.1.6")
    assert refusal(of("red foot A at 10,5 facing N, column"), {"ahead": 10, "aside": 1800})[0] == "no-such-leg"
    moved(game, {"ahead": 100, "aside": 1800})
    assert at(game, "A") == (10, 4, 0)


@pytest.mark.rule("lumi.ex.22", "lumi.3.1.11a", "lumi.3.1.11b", "lumi.3.1.11c", "lumi.3.1.11d")
def test_example_22_sideways_by_1um():
    for who in ("foot A at 10,5 facing N", "cuirassiers A at 10,5 facing N", "grenzer A at 10,5 facing N, open"):
        game = moved(of(f"red {who}"), {"ahead": 100, "aside": 2700})
        assert at(game, "A") == (9, 5, 0)
        assert used(game["A"]) == WHOLE // 2
    for who in ("foot A at 10,5 facing N, column", "light A at 10,5 facing N", "light A at 10,5 facing N, limbered"):
        assert refusal(of(f"red {who}"), {"ahead": 100, "aside": 900})[0] == "no-such-leg"
    game = of("red hussars A at 10,5 facing N")
    assert refusal(game, {"ahead": 101, "aside": 900})[0] == "no-such-leg"
    assert refusal(game, {"ahead": 100, "aside": 900}, {"ahead": 10}) == ("sideways-alone", "lumi.3.1.11d")


@pytest.mark.parametrize("args", [{}, {"to": "there"}, {"to": [1, 2]}, {"legs": 5}])
def test_what_is_neither_legs_nor_a_place_is_no_move(args: dict[str, object]):
    game = of("red foot A at 10,10 facing N")
    assert MOVES["move"].judged(game.state, game.unit("A"), args) is None


@pytest.mark.rule("lumi.3.3.1a", "lumi.3.1.10b")
def test_who_slides_along_a_friend_to_an_obstacle_touches_him_by_no_rounded_hundredth() -> None:
    """The whole leg passes the friend and ends at the brook; only so far, by the same heading, it runs into him."""
    s = Game(GAMES["lumi"], GAMES["lumi"].scenario("altenried"), 1).state
    for name, pose in (("grenzer-1", Pose(611, 1254, 1106)), ("grenzer-2", Pose(778, 1254, 1800))):
        s.put(s.bases[name], Footing("line", s.shape(s.bases[name], "line"), pose))
    o = Outset(s, alone(s.bases["grenzer-1"]))
    m = o.together()
    whole, short = m.run(m.body, Shift(100, 900)), m.run(m.body, Shift(38, 900))
    assert whole is not None
    assert short is not None
    assert (whole.far, whole.by, short.by) == (38, "altenried-brook", "grenzer-2")
    found = o._judged((Shift(100, 900),))
    assert isinstance(found, Objection)
    assert (found.key, found.rule) == ("in-the-way", "lumi.3.1.10b")


@pytest.mark.rule("lumi.3.1.1b", "lumi.4.2.5")
def test_a_unit_of_which_one_base_is_engaged_does_not_move():
    game = of("red foot A at 10,5 facing N\nred foot B at 12,5 facing N\nblue foot E at 13,6.5 facing S")
    ENGAGED.put(game["B"], "E")
    assert game.unit("A").ids == ("A", "B")
    assert refusal(game, {"ahead": 10}) == ("held-engaged", "lumi.3.1.1b")


@pytest.mark.rule("lumi.3.1.7e", "lumi.3.1.1a")
def test_who_points_at_a_place_too_far_ahead_is_told_so():
    game = of("red foot A at 10,5 facing N")
    found = MOVES["move"].judged(game.state, game.unit("A"), {"unit": "A", "to": [1000, 1200, 0]})
    assert isinstance(found, Objection)
    assert (found.key, found.rule) == ("too-far", "lumi.3.1.7e")


@pytest.mark.rule("lumi.2.3.4e", "lumi.3.1.1a")
def test_an_order_is_for_the_unit_that_was_asked_about_and_says_nothing_that_is_not_understood():
    game = of("red foot A at 10,5 facing N\nred foot B at 20,5 facing N, brigade X")
    decision = order_for(game.state, game.unit("A"), MOVES)
    assert decision.free is not None
    assert isinstance(decision.free("move", {"unit": "A", "to": [1000, 1400, 0]}), Option)
    assert decision.free("move", {"unit": "B", "to": [2000, 1400, 0]}) is None
    assert decision.free("move", {"unit": "A", "to": [1000, 1400, 0], "twice": True}) is None
    assert decision.free("jump", {"unit": "A", "to": [1000, 1400, 0]}) is None
    assert decision.free("stand", {"unit": "A"}) is None


@pytest.mark.rule("lumi.3.1.1a")
@pytest.mark.parametrize(("count", "is_read"), [(0, False), (1, True), (12, True), (13, False)])
def test_a_move_is_sent_as_one_leg_to_twelve(count: int, is_read: bool):
    game = of("red foot A at 10,5 facing N")
    assert (read_legs(Outset(game.state, game.unit("A")), [{"ahead": 10}] * count) is not None) is is_read
