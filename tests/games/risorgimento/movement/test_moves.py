"""Moves as they are made: quarters, reactions, tests on the way, passing through, withdrawal (E.5, E.7, E.8)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.fire.engaged import contacts
from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.morale.tests import SHAKEN
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, merged
from alfiere.games.risorgimento.movement.making import Hooks, Moment
from alfiere.games.risorgimento.movement.orders import deeds, obey, order_for
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.unit import HAS_MOVED, LOST, ON_THE_WAY, Unit
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.command import Tired
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Leg, Turn, plain_leg
from alfiere.table.shapes import Pose
from tests.games.risorgimento.movement.legs import ahead, allowed, back, farthest, form, refused, turn
from tests.situation import situation

Seen = list[tuple[int, float, str]]


def makes(
    game: Any, name: str, *legs: Leg, verb: str = "move", answers: tuple[Any, ...] = (), hurt: Any = None
) -> Seen:
    """Move a unit by legs; when the others could react: after which quarter, where it was, from which formation."""
    seen: Seen = []

    def reacts(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
        seen.append((moment.quarter, unit.x / 100, moment.changing))
        if hurt is not None:
            hurt(g, unit, moment)
        yield from ()

    order = Option(verb, {"unit": name, "legs": [plain_leg(leg) for leg in legs]})
    known = deeds(Hooks(reacts, close))
    game.run(lambda g: obey(g, g.state.units[name], order, known), *answers)
    return seen


ALONE = """
    risorgimento
    blue line A at 20,40 facing E, march
    red line E at 20,58 facing N
"""


# Quarters


@pytest.mark.rule("risorgimento.e.9.2", "risorgimento.e.9.9", "risorgimento.e.1.3")
def test_the_others_may_react_where_a_move_begins_and_after_each_quarter_of_it() -> None:
    game = situation(ALONE)
    assert makes(game, "A", ahead(12)) == [(0, 20, ""), (1, 23, ""), (2, 26, ""), (3, 29, ""), (4, 32, "")]
    game = situation(ALONE)
    assert makes(game, "A", ahead(4)) == [(0, 20, ""), (1, 23, ""), (1, 24, "")]
    assert game.at("A") == (24, 40)
    (told,) = game.told(UnitMoved)  # nothing has happened on the way
    assert (told.start, told.to) == (((2000, 4000, 900)), (2400, 4000, 900))


@pytest.mark.rule("risorgimento.e.9.7")
def test_who_changes_formation_is_seen_in_both() -> None:
    game = situation(ALONE)
    seen = makes(game, "A", ahead(3), form(game, "A", "line"))
    assert seen[-1] == (2, 23, "march_column")


@pytest.mark.rule("risorgimento.e.9.10")
def test_a_mover_that_becomes_yellow_has_half_of_all_it_had() -> None:
    def at(quarter: int) -> Any:
        return lambda g, unit, moment: SHAKEN.put(unit) if moment.quarter == quarter else None

    for quarter, end in ((0, 26), (1, 26), (2, 26), (3, 29)):
        game = situation(ALONE)
        makes(game, "A", ahead(12), hurt=at(quarter))
        assert game.at("A") == (end, 40)


@pytest.mark.rule("risorgimento.e.9.10")
def test_a_mover_that_breaks_or_is_gone_stops() -> None:
    def breaks(g: BattleGame, unit: Unit, moment: Moment) -> None:
        unit.is_routed = moment.quarter > 0

    game = situation(ALONE)
    makes(game, "A", ahead(12), hurt=breaks)
    assert game.at("A") == (23, 40)


def test_a_unit_has_one_move_and_whoever_has_moved_is_marked() -> None:
    game = situation(ALONE)
    makes(game, "A", ahead(1))
    assert HAS_ACTED.is_on(game.unit("A"))
    assert HAS_MOVED.is_on(game.unit("A"))
    assert refused(game, "A", ahead(1)) == ("has-acted", "risorgimento.e.0.6")


@pytest.mark.rule("risorgimento.e.3.1.2", "risorgimento.e.3.1.3", "risorgimento.ex.24")
def test_a_strategic_move_costs_a_point_of_fatigue_if_it_is_longer_than_the_usual_one() -> None:
    for far, fatigue in ((16, 0), (16.1, 1), (32, 1)):
        game = situation("""
            risorgimento
            road R 0,40 80,40
            blue line A at 20,40 facing E, march
            red line E at 110,70 facing N
        """)
        makes(game, "A", ahead(far))
        assert game.unit("A").fatigue == fatigue
        assert [(one.fatigue, one.why) for one in game.told(Tired)] == [(1, "forced-march")] * fatigue


# Tests on the way


@pytest.mark.rule("risorgimento.e.5.2", "risorgimento.e.5.4")
def test_ground_that_table_5_names_tries_a_unit_where_its_centre_enters_and_who_fails_stops_there() -> None:
    for die, end, disorder in ((1, 24.4, 0), (10, 22, 2)):
        game = situation(f"""
            risorgimento
            vineyard V 22,30 60,50
            blue line A at 20,40 facing E, line
            red line E at 20,58 facing N
            dice blue {die}
        """)
        makes(game, "A", ahead(4.4))
        assert game.at("A") == (pytest.approx(end, abs=0.02), 40)
        assert game.unit("A").disorder == disorder
        (test,) = game.told(common.Tested)
        assert test.test == "vineyard"


@pytest.mark.rule("risorgimento.e.4.9", "risorgimento.e.4.8")
@pytest.mark.parametrize(
    ("kind", "formation", "rule"),
    [("guns", "limbered", "risorgimento.e.4.9"), ("line", "attack_column", "risorgimento.e.4.8")],
)
def test_a_change_of_formation_cites_the_rule_of_its_arm(kind: str, formation: str, rule: str) -> None:
    game = situation(f"risorgimento\nblue {kind} A at 20,40 facing E\nred line E at 100,58 facing N")
    order = Option("form", {"unit": "A", "formation": formation})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    (moved,) = game.told(common.UnitMoved)
    assert moved.rules == (rule,)


@pytest.mark.rule("risorgimento.e.5.4")
def test_once_a_turn_for_each_piece_of_ground_also_where_it_starts_inside() -> None:
    game = situation("""
        risorgimento
        vineyard V 10,30 60,50
        blue line A at 20,40 facing E, line
        red line E at 20,58 facing N
        dice blue 1
    """)
    makes(game, "A", ahead(1), ahead(1))
    assert len(game.told(common.Tested)) == 1
    assert game.at("A") == (22, 40)


@pytest.mark.rule("risorgimento.e.5.2")
def test_who_is_tried_by_which_ground() -> None:
    for kind, formation, ground, add in (
        ("line", "open", "vineyard G 22,30 60,50", None),
        ("line", "march", "vineyard G 22,30 60,50", None),
        ("line", "march", "dense_wood G 22,30 60,50", 1),
        ("hussars", "line", "sparse_wood G 22,30 60,50", 1),
        ("hussars", "line", "rice_field G 22,30 60,50", 2),
        ("line", "open", "rice_field G 22,30 60,50", -1),  # and the line for open order
        ("line", "march", "stream G 22,30 22,50", 0),
        ("line", "open", "stream G 22,30 22,50", None),
        ("line", "line", "wall G 22,30 22,50", 0),
        ("line", "attack", "wall G 22,30 22,50", None),
        ("hussars", "line", "wall G 22,30 22,50", 1),
        ("guns", "limbered", "steep_slope G 22,30 60,50", 1),
        ("line", "line", "steep_slope G 10,30 22,50", None),  # downhill
        ("guns", "limbered", "canal G 22,30 22,50 fords 22,40", 0),
        ("line", "march", "canal G 22,30 22,50 bridges 22,40", None),
    ):
        game = situation(f"""
            risorgimento
            {ground}
            blue {kind} A at 20,40 facing E, {formation}
            red line E at 20,58 facing N
            dice blue{"" if add is None else " 1"}
        """)
        makes(game, "A", ahead(3))
        tests = game.told(common.Tested)
        assert [one.tally.total for one in tests] == ([] if add is None else [add]), (kind, formation, ground)


@pytest.mark.rule("risorgimento.b.1.1")
def test_a_change_of_formation_or_of_front_near_an_enemy_is_tested() -> None:
    for legs, far, cause in (
        (("line",), 8, "formation-near-enemy"),
        (("line",), 8.1, ""),
        ((46,), 8, "front-near-enemy"),
        ((45,), 8, ""),
        ((180,), 8, "front-near-enemy"),
        ((180,), 8.5, ""),
    ):
        game = situation(f"""
            risorgimento
            blue line A at 20,40 facing W, attack
            red line E at {20 + 2 + far},40 facing E
            dice blue{" 1" if cause else ""}
        """)
        ways = [form(game, "A", one) if isinstance(one, str) else turn(one) for one in legs]
        makes(game, "A", *ways)
        assert [one.test for one in game.told(common.Tested)] == ([cause] if cause else []), (legs, far)


@pytest.mark.rule("risorgimento.e.3.4.4")
def test_who_fails_such_a_test_stays_and_loses_the_rest_of_its_move() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing W, attack
        red line E at 30,40 facing E
        dice blue 10
    """)
    makes(game, "A", form(game, "A", "open_order"), ahead(3))
    assert (game.at("A"), game.unit("A").formation, game.unit("A").disorder) == ((20, 40), "open_order", 2)


# Passing through


@pytest.mark.rule("risorgimento.e.7.1", "risorgimento.e.7.4")
def test_nobody_passes_through_others_but_light_infantry_which_must_clear_them() -> None:
    for mover, friend, passes in (("line", "line", False), ("chasseurs", "line", True), ("line", "chasseurs", True)):
        game = situation(f"""
            risorgimento
            blue {mover} A at 20,40 facing E, open
            blue {friend} B at 24,40 facing E, open
            red line E at 20,58 facing N
        """)
        if passes:
            assert allowed(game, "A", ahead(6))
            assert refused(game, "A", ahead(5)) == ("in-the-way", "risorgimento.e.7.1")
        else:
            assert refused(game, "A", ahead(6)) == ("in-the-way", "risorgimento.e.7.1")


@pytest.mark.rule("risorgimento.e.7.3")
def test_commanders_are_in_nobodys_way() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E
        blue CB X at 24,40
        red line E at 20,58 facing N
    """)
    assert allowed(game, "A", ahead(5))


@pytest.mark.rule("risorgimento.geo.19")
def test_nobody_leaves_the_table_by_his_own_will() -> None:
    game = situation("""
        risorgimento
        blue line A at 3,40 facing W
    """)
    assert refused(game, "A", ahead(4)) == ("off-table", "risorgimento.geo.19")


@pytest.mark.rule("risorgimento.h.1.8", "risorgimento.h.1.5")
def test_a_routed_enemy_on_the_way_is_removed_and_the_move_goes_on() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red line E at 25,40 facing E, routed
        red line F at 100,70 facing E
    """)
    makes(game, "A", ahead(8))
    assert game.at("A") == (28, 40)
    assert game.unit("E").where == LOST


@pytest.mark.rule("risorgimento.cl.9")
def test_a_commander_on_his_own_whom_a_mover_reaches_is_in_danger() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red CB X at 25,40
        red line F at 100,70 facing E
        dice red 4
    """)
    makes(game, "A", ahead(8))
    assert game.leader("X").is_dead


@pytest.mark.rule("risorgimento.a.1.17", "risorgimento.a.1.28", "risorgimento.ex.67")
def test_a_unit_alone_out_of_radius_may_only_move_back_with_a_whole_move() -> None:
    game = situation("""
        risorgimento
        blue CB X at 10,40 radius 12, yellow
        blue line A at 30,40 facing W, green, march, under X
        red line E at 30,58 facing N
    """)
    assert allowed(game, "A", ahead(12))
    assert refused(game, "A", ahead(2)) == ("not-near-enough", "risorgimento.a.1.28")
    assert refused(game, "A", turn(180), ahead(2)) == ("only-back", "risorgimento.a.1.17")


@pytest.mark.rule("risorgimento.a.1.28")
def test_where_the_radius_is_out_of_reach_a_unit_goes_back_as_far_as_it_can() -> None:
    game = situation("""
        risorgimento
        blue CB X at 10,40 radius 12, yellow
        blue line A at 60,40 facing W, green, march, under X
        red line E at 60,90 facing N
    """)
    far = 12  # a whole move in march column
    assert allowed(game, "A", ahead(far))
    assert refused(game, "A", ahead(far - 1)) == ("not-near-enough", "risorgimento.a.1.28")
    offered = order_for(game.state, game.unit("A"), deeds()).options
    assert [one for one in offered if one.key == "move" and one["legs"] == [plain_leg(leg) for leg in (ahead(far),)]]


@pytest.mark.rule("risorgimento.b.1.6")
def test_disordered_guns_do_not_come_nearer_to_the_enemy() -> None:
    game = situation("""
        risorgimento
        blue guns A at 30,40 facing E, limbered, D1
        red line E at 60,40 facing W
    """)
    assert refused(game, "A", ahead(2)) == ("guns-in-disorder", "risorgimento.b.1.6")
    assert allowed(game, "A", turn(180), ahead(2))


# Contact


@pytest.mark.rule("risorgimento.g.0.3", "risorgimento.e.6.3")
def test_who_reaches_an_enemy_is_laid_along_him() -> None:
    game = situation("""
        risorgimento
        blue line A at 30,40.5 facing 80, attack
        red line E at 38,41 facing W
    """)
    makes(game, "A", ahead(farthest(game, "A")))
    assert game.unit("A").heading == 900
    assert game.at("A") == (pytest.approx(36, abs=0.05), pytest.approx(41, abs=0.05))


@pytest.mark.rule("risorgimento.e.2.4.7")
def test_cavalry_does_not_close_over_ground_it_may_not_charge_over() -> None:
    text = """
        risorgimento
        {ground}
        blue hussars A at 30,40 facing E
        red line E at 40,40 facing W
    """
    assert allowed(situation(text.format(ground="")), "A", ahead(8))
    game = situation(text.format(ground="vineyard V 33,30 36,50"))
    assert refused(game, "A", ahead(8)) == ("no-charge-ground", "risorgimento.e.2.4.7")
    assert allowed(game, "A", ahead(7))


@pytest.mark.rule("risorgimento.g.0.7", "risorgimento.g.0.4")
def test_a_front_that_a_friend_has_taken_is_not_attacked_again() -> None:
    game = situation("""
        risorgimento
        blue line B at 38,41.5 facing E
        blue line A at 30,37.9 facing E, attack
        red line E at 40,40 facing W
    """)
    assert refused(game, "A", ahead(8))[0] in ("front-taken", "nobody-ahead")


# Withdrawal

ENGAGED = """
    risorgimento
    blue {kind} A at 38,40 facing E
    red {foe} E at 40,40 facing W
"""


@pytest.mark.rule("risorgimento.e.8.10")
def test_in_contact_a_unit_only_withdraws_or_stays() -> None:
    game = situation(ENGAGED.format(kind="line", foe="line"))
    assert refused(game, "A", turn(10)) == ("in-contact", "risorgimento.e.8.10")
    assert refused(game, "A", form(game, "A", "open_order"))[0] == "in-contact"
    decision = order_for(game.state, game.unit("A"), deeds())
    assert {one.key for one in decision.options} == {"stand", "withdraw"}


@pytest.mark.rule("risorgimento.e.8.1")
def test_foot_and_guns_do_not_withdraw_from_cavalry() -> None:
    for kind, foe, may in (
        ("line", "line", True),
        ("line", "hussars", False),
        ("hussars", "hussars", True),
        ("hussars", "line", True),
    ):
        game = situation(ENGAGED.format(kind=kind, foe=foe))
        assert bool(list(deeds()["withdraw"].options(game.state, game.unit("A"), 0))) == may


@pytest.mark.rule("risorgimento.e.8.2", "risorgimento.e.8.5", "risorgimento.e.8.9", "risorgimento.e.8.3")
def test_who_withdraws_goes_straight_back_facing_the_enemy_may_be_fired_at_and_does_not_fire_any_more() -> None:
    game = situation(ENGAGED.format(kind="line", foe="line"))
    seen = makes(game, "A", back(6), verb="withdraw")
    assert game.at("A") == (32, 40)
    assert game.unit("A").heading == 900
    assert HELD_FIRE.is_on(game.unit("A"))
    assert [quarter for quarter, _, _ in seen] == [0, 1, 2, 3, 4]


@pytest.mark.rule("risorgimento.e.8.2")
def test_who_withdraws_goes_on_along_an_enemy_who_lies_on_its_flank() -> None:
    on_flank = "    red line F at 36.5,37.25 facing N\n"
    game = situation(ENGAGED.format(kind="line", foe="line") + on_flank)
    assert {foe.id for _, _, foe in contacts(game.state, game.unit("A"))} == {"E", "F"}
    makes(game, "A", back(6), verb="withdraw")
    assert game.at("A") == (32, 40)


@pytest.mark.rule("risorgimento.e.8.2")
def test_once_clear_of_the_zone_it_moves_freely_but_into_no_zone() -> None:
    game = situation(ENGAGED.format(kind="hussars", foe="hussars"))
    withdraw = deeds()["withdraw"]

    def said(*legs: Leg) -> Any:
        args = {"unit": "A", "legs": [plain_leg(leg) for leg in legs]}
        return withdraw.judged(game.state, game.unit("A"), args)

    assert isinstance(said(back(5.2), turn(180), ahead(3)), Option)
    assert said(back(1), turn(180)).key == "not-clear"
    assert said(back(5), ahead(3)).key == "zone-again"
    assert isinstance(said(ahead(1)), Objection)


@pytest.mark.rule("risorgimento.e.2.1.19", "risorgimento.e.8.10")
@pytest.mark.parametrize(("quarter", "ends"), [(0, 20), (2, 23)])
def test_whom_an_enemy_who_reacts_has_reached_goes_no_farther(quarter: int, ends: int) -> None:
    def reached(g: BattleGame, unit: Unit, moment: Moment) -> None:
        if moment.quarter == quarter:
            horse = g.state.units["H"]
            south = unit.y + (g.state.shape(unit).width + g.state.shape(horse).depth) // 2
            there = g.state.footing(horse)._replace(pose=Pose(unit.x, south, 0))  # its front on his flank
            g.state.stand(horse, there)

    game = situation("""
        risorgimento
        blue line A at 20,40 facing E
        red  hussars H at 60,60 facing W
    """)
    makes(game, "A", ahead(6), hurt=reached)
    assert game.at("A")[0] == ends


@pytest.mark.rule("risorgimento.e.7.4")
def test_who_is_stopped_on_a_friend_while_passing_through_him_ends_in_front_of_him() -> None:
    def shot(g: BattleGame, unit: Unit, moment: Moment) -> None:
        assert not faults(g.state)  # on its way it may stand among friends, risorgimento.geo.4
        if moment.quarter == 2 and not SHAKEN.is_on(unit):
            SHAKEN.put(unit)  # it has failed its test: half of its move is all it has

    lines = """
        risorgimento
        blue chasseurs A at 20,40 facing E
        blue line B at {friend},40 facing E
        red line E at 100,70 facing W
    """
    game = situation(lines.format(friend=28.5))
    makes(game, "A", ahead(2), ahead(11), hurt=shot)  # which has led it 8 cm on
    assert game.at("A") == (pytest.approx(26.5, abs=0.05), 40)
    assert not faults(game.state)
    assert not ON_THE_WAY.is_on(game.unit("A"))
    game = situation(lines.format(friend=24.5))
    makes(game, "A", ahead(2), ahead(11), hurt=shot)
    assert game.at("A") == (28, 40)  # through


@pytest.mark.rule("risorgimento.h.1.5", "risorgimento.cl.9", "risorgimento.a.3.8")
def test_whom_a_gallop_leads_over_between_two_halts_is_ridden_down_too() -> None:
    game = situation("""
        risorgimento
        option orders yes
        dice blue 1
        red  hussars H at 20,40 facing E, march
        blue line A at 27,40 facing N, routed
        blue CB X at 33,40
    """)
    x, y = game.point(22.8, 40)
    game.state.couriers["courier-1"] = Courier("courier-1", "blue", "X", "hold", "", 0, 0, x, y, 0)
    makes(game, "H", ahead(24))
    assert game.at("H") == (44, 40)
    assert game.unit("A").where == LOST
    assert game.leader("X").is_dead
    assert not game.state.couriers


@pytest.mark.parametrize(
    ("angles", "whole"), [((450, 450), [900]), ((900, 1350), [-1350]), ((450, -450), []), ((1800,), [1800])]
)
def test_turns_that_follow_one_another_are_one(angles: tuple[int, ...], whole: list[int]) -> None:
    assert merged([Turn(angle) for angle in angles]) == tuple(Turn(angle) for angle in whole)
