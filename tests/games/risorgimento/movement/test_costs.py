"""What moves cost (E.3.1-3, E.4, E.5, geo.5-8, tables 2, 5, 10 and 12)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.risorgimento.morale.tests import SHAKEN
from alfiere.games.risorgimento.movement.costs import at_most, changes, manoeuvre, speed, trials
from alfiere.table.legs import Shift
from alfiere.table.offers import afforded
from alfiere.table.shapes import Pose
from tests.games.risorgimento.movement.legs import ahead, allowed, back, farthest, form, judged, refused, share, turn
from tests.situation import situation

ALONE = """
    risorgimento
    blue {kind} A at 20,40 facing E, {formation}{more}
    red line E at {enemy},40 facing W
"""


def alone(kind: str, formation: str, more: str = "", enemy: float = 100, ground: str = "") -> Any:
    """A unit with the enemy far away, or not so far."""
    return situation(ALONE.format(kind=kind, formation=formation, more=more, enemy=enemy) + ground)


# Table 2


@pytest.mark.rule("risorgimento.e.3.2.1", "risorgimento.unit.9", "risorgimento.e.0.4")
def test_a_unit_near_the_enemy_moves_its_whole_move_in_the_formation_it_has_or_less() -> None:
    for kind, formation, most in (
        ("line", "march", 12),
        ("line", "attack", 8),
        ("line", "line", 6),
        ("line", "open", 10),
        ("chasseurs", "line", 8),
        ("hussars", "line", 20),
        ("dragoons", "march", 22),
        ("cuirassiers", "line", 16),
        ("guns", "limbered", 12),
    ):
        near = situation(f"""
            risorgimento
            blue {kind} A at 20,40 facing E, {formation}
            red line E at 20,58 facing N
        """)
        assert farthest(near, "A") == most
        assert share(near, "A", ahead(most / 4)) == pytest.approx(0.25)


@pytest.mark.rule("risorgimento.ex.28", "risorgimento.e.4.7")
def test_a_square_moves_a_quarter_of_open_order() -> None:
    assert farthest(near_enemy("line", "square"), "A") == 2.5


def test_what_a_unit_affords_is_within_what_it_would_afford_on_even_ground() -> None:
    """So that whoever looks for it need look no farther."""
    game = situation("""
        risorgimento
        blue hussars A at 20,40 facing E, line
        red line E at 100,70 facing W
        sparse_wood W 24,30 28,60
        wheat H 33,30 40,60
        gentle_slope S 44,20 60,60
    """)
    unit, dice, cut_short = game.unit("A"), random.Random("affords"), 0
    for _ in range(300):
        pose = Pose(dice.randrange(1500, 6500), dice.randrange(2500, 6500), dice.randrange(3600))
        start = game.state.footing(unit)._replace(pose=pose)
        leg, has = Shift(dice.randrange(1, 3000), dice.choice([0, 300, 3300])), dice.randrange(1_100_000)
        m = manoeuvre(game.state, unit)
        found = afforded(m, start, leg, has)
        within = at_most(m.pace(start), leg, has)
        assert afforded(m, start, within, has) == found
        cut_short += found[0].length < within.length
    assert cut_short  # some of it led over dearer ground


def near_enemy(kind: str, formation: str, more: str = "", ground: str = "") -> Any:
    """A unit with an enemy within 20 cm who looks away: no strategic movement, no zone, no test."""
    return situation(f"""
        risorgimento
        blue {kind} A at 20,40 facing E, {formation}{more}
        red line E at 20,58 facing N
        {ground}
    """)


@pytest.mark.rule("risorgimento.geo.6", "risorgimento.e.4.8", "risorgimento.ex.25")
def test_six_cm_in_column_then_line_leaves_one_and_a_half() -> None:
    game = near_enemy("line", "march")
    assert farthest(game, "A", ahead(6), form(game, "A", "line")) == 1.5


@pytest.mark.rule("risorgimento.geo.6", "risorgimento.a.1.16")
def test_markers_shorten_the_budget_but_turns_and_changes_cost_what_they_always_cost() -> None:
    for colour, most, after_turn in (("", 12, 9), ("blue", 9, 6), ("brown", 9, 6), ("yellow", 6, 3)):
        game = near_enemy("line", "march", f", {colour}" if colour else "")
        assert farthest(game, "A") == most
        assert share(game, "A", turn(45)) == 0.25
        assert farthest(game, "A", turn(45)) == after_turn
    game = near_enemy("line", "march", ", green, under R", "blue CB R at 20,38, green")
    assert refused(game, "A", ahead(1)) == ("out-of-command", "risorgimento.a.1.26")


@pytest.mark.rule("risorgimento.mor.18", "risorgimento.mor.5")
def test_of_several_markers_the_smallest_movement_counts() -> None:
    game = near_enemy("line", "march", ", blue")
    SHAKEN.put(game.unit("A"))
    assert farthest(game, "A") == 6


@pytest.mark.rule("risorgimento.e.3.2.3", "risorgimento.e.3.2.4", "risorgimento.geo.7", "risorgimento.ex.26")
def test_turns_cost_a_quarter_for_each_45_degrees_begun_an_about_face_only_one() -> None:
    game = near_enemy("hussars", "line")
    assert farthest(game, "A", turn(60)) == 10
    assert share(game, "A", turn(45)) == 0.25
    assert share(game, "A", turn(46)) == 0.5
    assert share(game, "A", turn(-135)) == 0.75
    assert farthest(game, "A", turn(180)) == 15
    assert share(game, "A", turn(30), turn(30)) == 0.5  # one turn of 60


@pytest.mark.rule("risorgimento.geo.7")
def test_a_turn_needs_room_all_the_way() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E
        blue line B at 22.1,40 facing E
    """)
    assert refused(game, "A", turn(90)) == ("in-the-way", "risorgimento.e.7.1")


@pytest.mark.rule("risorgimento.e.4.9", "risorgimento.ex.27", "risorgimento.e.4.12")
def test_limbering_takes_half_a_move_and_unlimbered_guns_only_turn() -> None:
    game = near_enemy("guns", "unlimbered")
    assert refused(game, "A", ahead(1))[1] == "risorgimento.e.3.2.6"
    assert share(game, "A", turn(90)) == 0.5
    assert farthest(game, "A", form(game, "A", "limbered")) == 6
    game = near_enemy("guns", "limbered")
    assert share(game, "A", ahead(6), form(game, "A", "unlimbered")) == 1


@pytest.mark.rule("risorgimento.e.4.1", "risorgimento.e.4.10")
def test_each_arm_has_its_formations() -> None:
    for kind, formation, others in (
        ("line", "line", {"march_column", "attack_column", "open_order", "square"}),
        ("hussars", "line", {"march_column"}),
        ("guns", "limbered", {"unlimbered"}),
    ):
        game = alone(kind, formation)
        assert set(changes(game.state, game.unit("A"))) == others


@pytest.mark.rule("risorgimento.geo.8", "risorgimento.e.4.2", "risorgimento.unit.3")
def test_in_march_column_the_base_is_turned_about_its_centre_if_there_is_room() -> None:
    game = alone("line", "line")
    end = allowed(game, "A", form(game, "A", "march_column")).end
    assert (end.shape, end.pose) == ((200, 350), game.unit("A").pose)
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E
        blue line B at 22.1,40 facing E
    """)
    assert refused(game, "A", form(game, "A", "march_column"))[0] == "in-the-way"
    assert share(game, "A", form(game, "A", "attack_column")) == 0.25


@pytest.mark.rule("risorgimento.e.3.2.2", "risorgimento.e.3.2.6", "risorgimento.geo.5")
def test_oblique_moves_go_up_to_45_degrees_aside_at_the_usual_price_and_nobody_goes_back() -> None:
    game = near_enemy("line", "line")
    assert share(game, "A", ahead(3, 45)) == 0.5
    assert share(game, "A", ahead(3, -45)) == 0.5
    assert allowed(game, "A", ahead(3, 45)).end.pose.heading == 900
    assert refused(game, "A", ahead(3, 46)) == ("no-such-leg", "risorgimento.e.3.2.6")
    assert refused(game, "A", back(1)) == ("no-such-leg", "risorgimento.e.3.2.6")


# Free movement


@pytest.mark.rule("risorgimento.e.3.2.5", "risorgimento.e.3.2.7", "risorgimento.ex.61")
def test_open_order_pays_the_longest_way_of_a_corner() -> None:
    for kind, is_allowed in (("chasseurs", True), ("line", False)):
        game = situation(f"""
            risorgimento
            blue {kind} A at 10,10 facing N, open
            red line E at 10,25 facing E
        """)
        found = judged(game, "A", ahead(8.6, 35.5), turn(90))
        if is_allowed:
            assert share(game, "A", ahead(8.6, 35.5), turn(90)) == pytest.approx(11.32 / 12, abs=0.002)
        else:
            assert found[0] == "too-far"


@pytest.mark.rule("risorgimento.e.3.2.5", "risorgimento.e.3.2.7")
def test_light_infantry_moves_freely_in_every_formation_others_only_in_open_order_from_end_to_end() -> None:
    game = near_enemy("chasseurs", "line")
    assert share(game, "A", back(4)) == 0.5
    game = near_enemy("line", "open")
    assert share(game, "A", ahead(5, 90)) == 0.5
    assert refused(game, "A", ahead(2, 90), form(game, "A", "line"))[0] == "no-such-leg"
    game = near_enemy("line", "line")
    assert refused(game, "A", form(game, "A", "open_order"), ahead(2, 90))[0] == "no-such-leg"


# Strategic movement and roads


@pytest.mark.rule("risorgimento.e.3.1.1", "risorgimento.e.3.1.4", "risorgimento.e.3.2.8")
def test_far_from_all_enemies_the_move_is_doubled() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red line E at 58,40 facing E, routed
    """)  # the fronts are 36 cm apart
    assert farthest(game, "A") == 15.9
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red line E at 42,40 facing E, routed
    """)
    assert farthest(game, "A") == 8
    assert refused(game, "A", ahead(8.1)) == ("too-far", "risorgimento.e.3.1.1")


@pytest.mark.rule("risorgimento.e.3.1.4")
def test_only_units_count_and_they_count_at_every_point_of_the_way() -> None:
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red CB X at 30,40
        red line E at 110,10 facing E
    """)
    assert farthest(game, "A") == 16
    game = situation("""
        risorgimento
        blue line A at 20,40 facing E, attack
        red line E at 28,62.6 facing N
    """)  # the middle of the way leads within 20 cm of it, its end does not
    assert refused(game, "A", ahead(16)) == ("too-far", "risorgimento.e.3.1.1")


@pytest.mark.rule("risorgimento.b.1.5")
def test_disordered_units_make_no_forced_march() -> None:
    assert farthest(alone("line", "attack", ", D1"), "A") == 8


ROAD = """
    risorgimento
    road R 0,40 80,40
    {ground}
    blue {kind} A at 20,40 facing E, {formation}
    red line E at {enemy} facing N
"""


def on_road(kind: str, formation: str, enemy: str = "20,58", ground: str = "") -> Any:
    return situation(ROAD.format(kind=kind, formation=formation, enemy=enemy, ground=ground))


@pytest.mark.rule("risorgimento.ex.24", "risorgimento.e.3.3.1", "risorgimento.e.3.3.3")
def test_along_a_road_it_is_a_third_more_rounded_up_and_doubled_far_from_the_enemy() -> None:
    game = on_road("line", "march", "20,62.85")  # 20.1 cm from base to base
    assert farthest(game, "A") == 32
    assert allowed(game, "A", ahead(16.1)).is_strategic
    assert not allowed(game, "A", ahead(16)).is_strategic
    game = on_road("line", "march", "20,62")
    assert farthest(game, "A") == 16


@pytest.mark.rule("risorgimento.ex.63", "risorgimento.e.3.3.4")
def test_limbered_guns_and_cavalry_in_column_march_by_road_too() -> None:
    assert farthest(on_road("profile:fr_horse_bty", "limbered"), "A") == 27
    assert farthest(on_road("hussars", "march"), "A") == 32
    assert farthest(on_road("hussars", "line"), "A") == 20
    assert farthest(on_road("line", "attack"), "A") == 8


@pytest.mark.rule("risorgimento.e.3.3.3", "risorgimento.e.3.3.1")
def test_who_leaves_the_road_on_his_way_has_no_bonus() -> None:
    game = on_road("line", "march")
    assert refused(game, "A", ahead(16, 10))[0] == "too-far"
    game = situation("""
        risorgimento
        road R 0,40 30,40
        blue line A at 20,40 facing E, march
        red line E at 20,58 facing N
    """)
    assert farthest(game, "A") == 12


@pytest.mark.rule("risorgimento.e.3.3.4")
def test_turning_along_a_road_is_free() -> None:
    game = situation("""
        risorgimento
        road R 0,40 26,40 26,80
        blue line A at 20,40 facing E, march
        red line E at 2,52 facing N
    """)
    assert share(game, "A", ahead(6), turn(-90), ahead(2)) == 0.5
    assert share(game, "A", ahead(6), turn(-90), ahead(10)) == 1


@pytest.mark.rule("risorgimento.e.3.3.2", "risorgimento.e.5.3")
def test_a_road_cancels_the_ground_but_not_the_climb() -> None:
    game = on_road("line", "march", ground="dense_wood W 24,36 60,44")
    assert farthest(game, "A") == 16
    game = on_road("guns", "limbered", ground="dense_wood W 24,36 60,44")
    assert farthest(game, "A") == 16
    game = on_road("line", "march", ground="gentle_slope S 24,30 60,50")
    assert farthest(game, "A") == 12


# The ground


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.geo.20")
def test_the_ground_costs_what_table_5_says_for_the_way_of_the_centre_inside_it() -> None:
    for kind, formation, ground, most in (
        ("line", "march", "wheat", 12),
        ("guns", "limbered", "wheat", 8 + 4 / 3),
        ("line", "march", "vineyard", 8 + 4 / 3),
        ("line", "open", "vineyard", 10),
        ("hussars", "line", "sparse_wood", 10 + 2),
        ("line", "march", "dense_wood", 6 + 2),
        ("line", "open", "dense_wood", 20 / 3 + 4 / 3),
        ("line", "march", "rice_field", 6 + 2),
        ("hussars", "line", "rice_field", 20 / 3 + 8 / 3),
    ):
        game = near_enemy(kind, formation, ground=f"{ground} W 24,20 90,60")
        assert farthest(game, "A") == pytest.approx(most, abs=0.101), (kind, ground)


@pytest.mark.rule("risorgimento.e.5.1")
def test_closed_ground_is_not_entered() -> None:
    for kind, formation, ground in (
        ("hussars", "line", "dense_wood W 24,20 90,60"),
        ("guns", "limbered", "rice_field W 24,20 90,60"),
        ("guns", "limbered", "stream W 24,20 24,60"),
        ("line", "march", "canal W 24,20 24,60"),
        ("guns", "limbered", "wall W 24,20 24,60"),
    ):
        game = near_enemy(kind, formation, ground=ground)
        assert refused(game, "A", ahead(6)) == ("impassable", "risorgimento.e.5.1"), (kind, ground)


@pytest.mark.rule("risorgimento.e.5.1")
def test_slopes_are_paid_only_where_they_are_climbed_and_the_dearest_ground_counts() -> None:
    assert farthest(near_enemy("line", "line", ground="steep_slope S 22,20 90,60"), "A") == 4
    assert farthest(near_enemy("line", "line", ground="steep_slope S 10,20 22,60"), "A") == 6
    both = "steep_slope S 22,20 90,60\n vineyard V 22,20 90,60"
    assert farthest(near_enemy("line", "line", ground=both), "A") == 4
    climbed = near_enemy("line", "line", ground="gentle_slope S 22,20 90,60")
    assert share(climbed, "A", ahead(2), ahead(2)) == pytest.approx(share(climbed, "A", ahead(4)), abs=1e-5)
    assert share(climbed, "A", ahead(2.5), ahead(2)) == pytest.approx(share(climbed, "A", ahead(4.5)), abs=1e-5)


@pytest.mark.rule("risorgimento.e.5.1")
@pytest.mark.parametrize(("flank", "top"), [("S", "T"), ("T", "S")])
def test_who_comes_down_from_the_top_onto_the_slope_he_has_climbed_pays_nothing_more(flank: str, top: str) -> None:
    both_flanks = "21,20 24,20 24,60 23,60 23,30 22,30 22,60 21,60"
    game = near_enemy(
        "line", "line", ground=f"gentle_slope {flank} {both_flanks}\n steep_slope {top} 22,30 23,30 23,60 22,60"
    )
    assert share(game, "A", ahead(4.2)) == pytest.approx((1 + 1.5 + 2 + 1 + 0.2) / 6, abs=1e-5)
    assert share(game, "A", ahead(3.5), ahead(0.7)) == pytest.approx((1 + 1.5 + 2 + 1 + 0.2) / 6, abs=1e-5)


@pytest.mark.rule("risorgimento.e.5.1")
@pytest.mark.parametrize(("here", "there"), [("S", "T"), ("T", "S")])
def test_from_a_slope_onto_another_of_the_same_height_nobody_climbs(here: str, there: str) -> None:
    game = near_enemy("line", "line", ground=f"steep_slope {here} 10,20 22,60\n steep_slope {there} 22,20 90,60")
    assert farthest(game, "A") == 6


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.geo.20")
def test_lines_are_paid_at_each_crossing_by_the_centre() -> None:
    game = near_enemy("line", "march", ground="stream B 24,20 24,60\n wall W 26,20 26,60")
    assert share(game, "A", ahead(3.9)) == pytest.approx(3.9 / 12, abs=1e-5)
    assert share(game, "A", ahead(4.1)) == pytest.approx(4.1 / 12 + 0.25, abs=1e-5)
    assert farthest(game, "A") == 6


@pytest.mark.rule("risorgimento.e.5.5")
def test_who_cannot_pay_for_crossing_stops_at_the_edge_but_one_cm_is_always_possible() -> None:
    game = near_enemy("line", "march", ", yellow", ground="stream B 24,20 24,60")
    assert farthest(game, "A") in (3.9, 4)
    game = near_enemy("line", "square", ", yellow", ground="steep_slope S 20.5,20 90,60")
    assert share(game, "A", ahead(1)) == 0.5
    assert refused(game, "A", ahead(1.01))[0] == "too-far"
    game = near_enemy("line", "square", ", yellow", ground="steep_slope S 20.5,20 90,60")
    assert refused(game, "A", turn(45), ahead(1))[0] == "too-far"


@pytest.mark.rule("risorgimento.g.6.3", "risorgimento.g.6.4")
def test_a_bridge_is_crossed_in_column_only_and_by_its_point() -> None:
    for kind, formation, crosses in (
        ("line", "march", True),
        ("line", "attack", True),
        ("line", "line", False),
        ("line", "open", False),
        ("hussars", "march", True),
        ("hussars", "line", False),
        ("guns", "limbered", True),
    ):
        game = near_enemy(kind, formation, ground="canal C 23,20 23,60 bridges 23,40")
        if crosses:
            assert allowed(game, "A", ahead(4)), (kind, formation)
        else:
            assert refused(game, "A", ahead(4)) == ("bridge", "risorgimento.g.6.4"), (kind, formation)
    beside = near_enemy("line", "attack", ground="canal C 23,20 23,60 bridges 23,41.2")
    assert refused(beside, "A", ahead(4))[0] == "bridge"
    near = near_enemy("line", "attack", ground="canal C 23,20 23,60 bridges 23,40.9")
    assert share(near, "A", ahead(4)) == 0.5  # and nothing is paid for the crossing


@pytest.mark.rule("risorgimento.e.5.1")
def test_fords_are_crossed_at_a_price() -> None:
    game = near_enemy("line", "line", ground="canal C 23,20 23,60 fords 23,40")
    assert share(game, "A", ahead(3.6)) == pytest.approx(0.85)
    game = near_enemy("guns", "limbered", ground="canal C 23,20 23,60 fords 23,40")
    assert share(game, "A", ahead(3.6)) == pytest.approx(0.8)


@pytest.mark.rule("risorgimento.scale.8")
def test_with_figures_of_25_mm_every_length_is_doubled() -> None:
    game = situation("""
        risorgimento 240x160
        option figures 25
        blue line A at 40,80 facing E, march
        red line E at 40,110 facing N
    """)
    assert farthest(game, "A") == 24


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.e.5.5")
def test_a_line_on_the_way_and_the_ground_beyond_it_are_both_paid() -> None:
    stream, vines = "stream S 22,0 22,80", "vineyard V 23,30 60,50"
    text = "risorgimento\n{}\nblue line A at 20,40 facing E, line\nred line E at 20,70 facing N"
    plain, wet, dear, both = (
        share(situation(text.format(ground)), "A", ahead(4)) for ground in ("", stream, vines, f"{stream}\n{vines}")
    )
    assert wet > plain
    assert dear > plain
    assert both == pytest.approx(wet + dear - plain)


@pytest.mark.rule("risorgimento.unit.7", "risorgimento.e.3.2.1")
def test_how_far_a_unit_goes_in_another_formation_than_its_own() -> None:
    game = situation("risorgimento\nblue guns G at 40,40 facing E\nblue line A at 20,40 facing E, line")
    s = game.state
    assert (speed(s, game.unit("G")), speed(s, game.unit("G"), "limbered")) == (0, 1200)
    assert speed(s, game.unit("A")) < speed(s, game.unit("A"), "march_column")


@pytest.mark.rule("risorgimento.e.5.2", "risorgimento.e.5.4")
@pytest.mark.parametrize(
    ("ground", "tried"),
    [
        ("steep_slope S 22,20 90,60", ["S"]),
        ("gentle_slope T 10,20 22,60\n steep_slope S 22,20 90,60", ["S"]),
        ("steep_slope T 10,20 22,60\n steep_slope S 22,20 90,60", []),
        ("steep_slope T 10,20 22,60 level 3\n steep_slope S 22,20 90,60", []),
        ("steep_slope S 10,20 90,60", []),
    ],
)
def test_a_steep_slope_tries_a_line_that_climbs_it_and_nobody_who_goes_along_it_or_down(
    ground: str, tried: list[str]
) -> None:
    game = near_enemy("line", "line", ground=ground)
    unit = game.unit("A")
    found = trials(game.state, unit, unit.formation, unit.pose.point, game.point(26, 40))
    assert [one.piece for one in found] == tried
