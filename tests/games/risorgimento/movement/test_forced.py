"""Forced moves: towards one's own lines, aside, through friends, off the table (E.3.4, E.7, E.8, geo.17-22)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.movement.forced import _leaving, forced_move, retire
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.standing import base_of_leader
from alfiere.games.risorgimento.state.unit import HAS_MOVED, LOST, ROUTED_OFF
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.command import CourierGone
from alfiere.games.risorgimento.told.common import UnitMoved, UnitRemoved
from alfiere.games.risorgimento.told.morale import CommanderTested
from alfiere.table.measuring import within
from tests.situation import situation

# Blue's home is the west edge, red's the east.


def driven(game: Any, name: str, cause: str, *answers: Any) -> None:
    game.run(lambda g: retire(g, g.state.units[name], cause), *answers)


@pytest.mark.rule("risorgimento.geo.17", "risorgimento.mor.8", "risorgimento.e.3.4.1", "risorgimento.e.4.10")
def test_a_unit_that_breaks_goes_its_whole_column_move_straight_to_its_home_edge() -> None:
    for kind, formation, far in (
        ("line", "line", 12),
        ("chasseurs", "open", 12),
        ("hussars", "line", 24),
        ("dragoons", "line", 22),
        ("guns", "unlimbered", 12),
    ):
        game = situation(f"""
            risorgimento
            blue {kind} A at 60,40 facing E, {formation}
        """)
        driven(game, "A", "breaks")
        assert game.at("A") == pytest.approx((60 - far, 40), abs=0.02)


@pytest.mark.rule("risorgimento.geo.17")
def test_home_is_where_the_scenario_says() -> None:
    game = situation("""
        risorgimento
        home red north
        red line A at 60,40 facing E
    """)
    driven(game, "A", "breaks")
    assert game.at("A") == (60, 52)


@pytest.mark.rule("risorgimento.geo.18")
def test_a_routed_unit_ends_facing_away_a_beaten_one_facing_the_enemy() -> None:
    for cause, heading in (("breaks", 2700), ("rally-failed", 2700), ("melee-lost", 900), ("swept-along", 2700)):
        game = situation("""
            risorgimento
            blue line A at 60,40 facing 200
        """)
        driven(game, "A", cause)
        assert game.unit("A").heading == heading


@pytest.mark.rule("risorgimento.e.3.4.4")
def test_how_far_and_in_which_state_depends_on_the_cause() -> None:
    expected = {
        "breaks": (12, 0),
        "rally-failed": (12, 0),
        "melee-lost": (6, 2),
        "second-melee-not-won": (6, 2),
        "second-melee-won": (0, 2),
        "light-infantry-evades": (10, 0),
        "swept-along": (12, 2),
        "ground-or-change": (0, 2),
        "reaction-failed": (0, 2),
    }
    for cause, (far, disorder) in expected.items():
        game = situation("""
            risorgimento
            blue line A at 60,40 facing E
        """)
        driven(game, "A", cause)
        assert (game.at("A"), game.unit("A").disorder) == ((60 - far, 40), disorder), cause
        assert HAS_MOVED.is_on(game.unit("A")) == bool(far)


@pytest.mark.rule("risorgimento.e.2.4.5")
def test_where_it_is_at_least_half_the_owner_chooses_up_to_the_whole() -> None:
    game = situation("""
        risorgimento
        blue cuirassiers A at 60,40 facing E
    """)
    driven(game, "A", "charge-undecided", "retire far=1500")
    assert [one["far"] for one in game.asked[0].options] == [1000, 1500, 2000]
    assert game.at("A") == (45, 40)


@pytest.mark.rule("risorgimento.geo.17")
def test_aside_by_the_smallest_angle_and_the_owner_chooses_between_equal_ones() -> None:
    text = """
        risorgimento
        blue line A at 60,40 facing E
        red  line E at 51,40 facing E
    """
    game = situation(text)
    driven(game, "A", "breaks")
    (asked,) = game.asked
    assert (asked.seat, asked.key) == ("blue", "aside")
    ends = [game.point(60 - 10.392, 40 + 6), game.point(60 - 10.392, 40 - 6)]  # 30 degrees to either side
    assert sorted(tuple(one["to"][:2]) for one in asked.options) == sorted(ends)
    chosen = asked.options[1]["to"]
    other = situation(text)
    driven(other, "A", "breaks", lambda decision: decision.options[1])
    assert list(other.unit("A").pose) == chosen


@pytest.mark.rule("risorgimento.geo.17")
def test_impassable_ground_is_gone_round() -> None:
    game = situation("""
        risorgimento
        canal C 50,20 50,41
        blue line A at 60,40 facing E
    """)
    driven(game, "A", "breaks")
    assert not game.asked
    x, y = game.at("A")
    assert x < 50
    assert y > 41


@pytest.mark.rule("risorgimento.geo.22")
def test_neither_markers_nor_slow_ground_shorten_it_and_no_ground_is_tested() -> None:
    game = situation("""
        risorgimento
        steep_slope S 44,30 58,50
        stream B 55,0 55,80
        blue line A at 60,40 facing E, yellow
        dice blue
    """)
    driven(game, "A", "breaks")
    assert game.at("A") == (48, 40)


@pytest.mark.rule("risorgimento.geo.22", "risorgimento.e.8.6")
def test_before_impassable_ground_without_a_way_round_it_stops_and_is_not_lost() -> None:
    game = situation("""
        risorgimento
        canal C 80,43 50,43 50,37 80,37
        blue line A at 52,40 facing E
        red  line E at 54,40 facing W
    """)
    driven(game, "A", "melee-lost")
    x, y = game.at("A")
    assert 50 <= x <= 50.1
    assert y == 40
    assert game.unit("A").is_on


@pytest.mark.rule("risorgimento.geo.19")
def test_off_its_own_edge_it_is_routed_off_elsewhere_it_is_lost() -> None:
    game = situation("""
        risorgimento
        blue line A at 10,40 facing E
        blue line Z at 100,10 facing E
    """)
    driven(game, "A", "breaks")
    assert game.unit("A").where == ROUTED_OFF
    game = situation("""
        risorgimento
        canal C 58,5 58,78.5
        blue line A at 60,76 facing E
        blue line Z at 100,10 facing E
    """)
    driven(game, "A", "breaks")
    assert game.unit("A").where == LOST
    assert [one.how for one in game.told(UnitRemoved)] == ["off-table"]


@pytest.mark.rule("risorgimento.geo.19")
def test_who_was_going_back_is_not_told_to_have_fled_off_his_own_edge() -> None:
    for cause, how in (("breaks", "routed-off"), ("light-infantry-evades", "retired-off")):
        game = situation("""
            risorgimento
            blue chasseurs A at 5,40 facing E, open
            blue line Z at 100,10 facing E
        """)
        driven(game, "A", cause)
        assert game.unit("A").where == ROUTED_OFF
        assert [one.how for one in game.told(UnitRemoved)] == [how]


@pytest.mark.rule("risorgimento.cmd.12")
def test_an_attached_commander_goes_along() -> None:
    game = situation("""
        risorgimento
        blue line A at 60,40 facing E
        blue CB X at 58,40, with A
    """)
    driven(game, "A", "breaks")
    s, who = game.state, game.leader("X")
    assert who.unit == "A"
    assert within(base_of_leader(s, who).outline, s.base(game.unit("A")).outline, 5)


# Friends on the way


LANE = """
        canal N 80,43 30,43
        canal S 80,37 30,37
"""


def friends(gap: float, dice: str) -> Any:
    """Two friends with a gap between them right behind A, in a lane between impassable waters."""
    left, right = 40 + gap / 2 + 1.75, 40 - gap / 2 - 1.75
    return situation(f"""
        risorgimento
        blue line A at 60,40 facing E, routed
        blue line L at 53,{left} facing E
        blue line R at 53,{right} facing E
        {LANE}
        dice blue {dice}
    """)


@pytest.mark.rule("risorgimento.e.3.4.2", "risorgimento.e.3.4.5")
def test_a_gap_of_two_cm_is_used_and_nobody_is_tested() -> None:
    game = friends(2.0, "")
    driven(game, "A", "breaks")
    assert game.at("A") == (48, 40)
    game = friends(1.8, "1 1")
    driven(game, "A", "breaks")
    assert sorted(one.unit for one in game.told(common.Tested)) == ["L", "R"]


BEHIND = """
    risorgimento
    blue line A at 60,40 facing E, routed
    blue line B at {x},40 facing {facing}
    {more}
    canal N 80,43 30,43
    canal S 80,37 30,37
    dice blue {dice}
"""


@pytest.mark.rule("risorgimento.ex.58", "risorgimento.e.3.4.3", "risorgimento.e.7.2", "risorgimento.e.3.4.4")
def test_without_a_gap_it_passes_through_and_who_fails_the_test_is_swept_along() -> None:
    game = situation(BEHIND.format(x=50, facing="E", more="", dice="10"))
    driven(game, "A", "breaks")
    (test,) = game.told(common.Tested)
    assert (test.unit, test.test, test.passed) == ("B", "passed-through", False)
    assert game.unit("B").disorder == 2
    assert game.at("B") == (38, 40)
    assert game.unit("B").heading == 2700


@pytest.mark.rule("risorgimento.e.3.4.3", "risorgimento.e.7.4")
def test_who_passes_the_test_stays_and_the_way_is_lengthened_until_the_base_is_clear() -> None:
    game = situation(BEHIND.format(x=48, facing="E", more="", dice="1"))
    driven(game, "A", "breaks")
    assert game.at("B") == (48, 40)
    assert game.unit("B").disorder == 0
    x, y = game.at("A")
    assert y == 40
    assert 45.85 <= x <= 46.05


@pytest.mark.rule("risorgimento.e.3.4.6")
def test_who_is_held_by_the_enemy_is_disordered_but_stays() -> None:
    game = situation(BEHIND.format(x=50, facing="N", more="red line E at 50,42 facing S", dice="10"))
    driven(game, "A", "breaks")
    assert game.at("B") == (50, 40)
    assert game.unit("B").disorder == 2


@pytest.mark.rule("risorgimento.e.7.2")
def test_a_routed_friend_is_passed_without_a_test() -> None:
    game = situation(BEHIND.format(x=50, facing="N", more="", dice="").replace("facing N", "facing N, routed"))
    driven(game, "A", "breaks")
    assert game.at("B") == (50, 40)


@pytest.mark.rule("risorgimento.e.8.6", "risorgimento.ex.59")
def test_a_beaten_unit_whose_way_enemies_close_is_eliminated() -> None:
    game = situation("""
        risorgimento
        blue line A at 60,40 facing E
        blue line Z at 100,10 facing E
        red  line C at 57,40 facing E
        red  line N at 59,43.6 facing N
        red  line S at 59,36.4 facing S
        red  line O at 57,36.4 facing E
        red  line P at 57,43.6 facing E
    """)
    driven(game, "A", "melee-lost")
    assert game.unit("A").where == LOST
    assert [one.how for one in game.told(UnitRemoved)] == ["no-way-back"]


@pytest.mark.rule("risorgimento.e.8.7")
def test_a_beaten_unit_passes_friends_as_a_routed_one_does() -> None:
    game = situation(BEHIND.format(x=50, facing="E", more="", dice="1").replace("A at 60", "A at 53"))
    driven(game, "A", "melee-lost")
    assert [one.test for one in game.told(common.Tested)] == ["passed-through"]


def test_the_event_tells_where_it_went_and_why() -> None:
    game = situation("""
        risorgimento
        blue line A at 60,40 facing E
    """)
    driven(game, "A", "melee-lost")
    (event,) = game.told(UnitMoved)
    assert (event.unit, event.how) == ("A", "retire")
    assert event.rules[0] == "risorgimento.g.3.9"


@pytest.mark.rule("risorgimento.g.6.4", "risorgimento.geo.22")
def test_who_flees_uses_a_bridge_whatever_its_formation_and_no_other_way_over_water() -> None:
    text = """
        risorgimento
        home red east
        canal C 53,0 53,80 bridges 53,40
        red  line A at 50,{y} facing W, line
        blue line B at 40,40 facing E
    """
    game = situation(text.format(y=40))
    driven(game, "A", "breaks")
    assert game.at("A") == (62, 40)
    game = situation(text.format(y=60))
    driven(game, "A", "breaks")
    assert game.at("A")[0] < 53


@pytest.mark.rule("risorgimento.geo.18")
@pytest.mark.parametrize(("far", "goes"), [(30, False), (100, True)])
def test_who_turns_beside_an_oblique_enemy_stays_unless_he_comes_clear_of_him(far: int, goes: bool) -> None:
    game = situation(
        """
        risorgimento
        blue chasseurs A at 29.45,55.24 facing 116.2
        red  hussars H at 31.2437,54.3569 facing 296.2
        """
    )
    unit = game.state.units["A"]
    stood = unit.pose
    game.run(lambda g: forced_move(g, g.state.units["A"], far, "enemy", "melee-lost"))
    assert (unit.pose != stood) == goes


@pytest.mark.rule("risorgimento.geo.18")
@pytest.mark.parametrize(("towards", "left"), [(0, "S"), (900, "W"), (1800, "N"), (2700, "E"), (450, "SW")])
def test_only_enemies_whom_one_leaves_are_not_in_the_way(towards: int, left: str) -> None:
    game = situation(
        """
        risorgimento
        blue chasseurs A at 40,40 facing N
        red  line N at 40,42 facing S
        red  line E at 42.5,40 facing W
        red  line S at 40,38 facing N
        red  line W at 37.5,40 facing E
        """
    )
    assert set(game.state.units) - {"A"} == set("NESW")
    assert set(_leaving(game.state, game.unit("A"), towards).leave_out) == set(left)  # type: ignore[call-overload]


@pytest.mark.rule("risorgimento.a.3.8", "risorgimento.geo.17")
@pytest.mark.parametrize(("x", "y", "is_caught"), [(48, 40, True), (54, 40, True), (48, 50, False), (30, 40, False)])
def test_a_courier_over_whom_an_enemy_flees_is_lost_with_his_order(x: float, y: float, is_caught: bool) -> None:
    game = situation("""
        risorgimento
        blue line A at 60,40 facing E
        red  line E at 100,10 facing W
    """)
    at = game.point(x, y)
    game.state.couriers["courier-1"] = Courier("courier-1", "red", "E", "hold", "", 0, 0, at[0], at[1], 0)
    driven(game, "A", "breaks")
    assert game.at("A") == (48, 40)
    assert [one.how for one in game.told(CourierGone)] == (["caught"] if is_caught else [])
    assert bool(game.state.couriers) is not is_caught


@pytest.mark.rule("risorgimento.cl.9", "risorgimento.cl.10", "risorgimento.geo.17")
@pytest.mark.parametrize("cause", ["breaks", "melee-lost"])
@pytest.mark.parametrize(("y", "die", "fate"), [(40, 4, "dead"), (40, 5, "behind"), (50, 1, "")])
def test_a_commander_on_his_own_over_whom_an_enemy_flees_or_retires_is_in_danger(
    cause: str, y: float, die: int, fate: str
) -> None:
    game = situation(f"""
        risorgimento
        blue line A at 60,40 facing E
        red  CB X at 56,{y}
        red  line E at 100,10 facing W, under X
        dice red {die}
    """)
    driven(game, "A", cause)
    assert game.at("A")[0] < 56
    assert len(game.told(CommanderTested)) == (1 if fate else 0)
    assert game.leader("X").is_dead == (fate == "dead")
    assert (game.at("X") == (56, y)) == (fate != "behind")


@pytest.mark.rule("risorgimento.cl.9", "risorgimento.cmd.12")
def test_a_commander_with_his_unit_is_not_contacted_by_who_flees_past() -> None:
    game = situation("""
        risorgimento
        blue line A at 60,40 facing E
        red  CB X at 57,43, with E
        red  line E at 57,45 facing N, under X
    """)
    driven(game, "A", "breaks")
    assert not game.told(CommanderTested)
