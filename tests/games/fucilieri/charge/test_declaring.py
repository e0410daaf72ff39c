"""Who may charge whom, how far and by which way (3.3.1)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.charge.closing import charge_allowance, course
from alfiere.games.fucilieri.charge.declaring import (
    CHARGE,
    NO_MORE,
    declare_all,
    declared,
    edge_struck,
    why_no_charge,
    why_not_at,
    why_not_reached,
)
from alfiere.games.fucilieri.orders.demands import note_obliged
from alfiere.games.fucilieri.state.standing import FRONT, engage
from alfiere.games.fucilieri.state.unit import OUT_OF_RADIUS, SHARE
from alfiere.games.fucilieri.told.charge import ChargeDeclared
from alfiere.kernel.decision import Decision, Option
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FOOT = "red foot A at 60,40 facing S, line, initial 16, average, normal"
PREY = "blue foot F at 60,55 facing N, line, initial 16, average, normal"


def field(*lines: str) -> Situation:
    game: Situation = situation("\n".join(("fucilieri", *lines)))
    return game


def rule_against(game: Situation, unit: str = "A", target: str = "F") -> str:
    s = game.state
    one, other = game[unit], game[target]
    found = why_no_charge(s, one) or why_not_at(s, one, other) or why_not_reached(s, one, other)
    return "" if found is None else found.rule.removeprefix("fucilieri.")


# Who


@pytest.mark.rule("fucilieri.3.3.1.2")
def test_units_in_order_charge_others_do_not():
    assert rule_against(field(FOOT, PREY)) == ""
    assert rule_against(field(f"{FOOT}, disorganised", PREY)) == "4.1.3b"
    assert rule_against(field(f"{FOOT}, demoralised", PREY)) == "4.1.4b"
    assert rule_against(field(f"{FOOT}, falling back", PREY)) == "4.1.4b"
    assert rule_against(field(f"{FOOT}, disorganised, bloodlust", PREY)) == ""


@pytest.mark.rule("fucilieri.3.1.5.2")
def test_out_of_command_radius_only_bloodlust_charges():
    for line, rule in ((FOOT, "3.1.5.2"), (f"{FOOT}, bloodlust", "")):
        game = field(line, PREY)
        OUT_OF_RADIUS.put(game["A"])
        assert rule_against(game) == rule


def test_engaged_units_do_not_charge():
    game = field(FOOT, PREY, "blue foot G at 60,48 facing N, line")
    engage(game["A"], game["G"], FRONT, FRONT)
    assert rule_against(game) == "3.3.1.2"


@pytest.mark.rule("fucilieri.3.3.1.3")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("red foot A at 60,40 facing S, column", ""),
        ("red foot A at 60,40 facing S, square", "3.3.1.3"),
        ("red horse A at 60,40 facing S, line", ""),
        ("red horse A at 60,40 facing S, column", "3.3.1.3"),
        ("red hussars A at 60,40 facing S, open", ""),
        ("red guns A at 60,40 facing S, unlimbered", "3.3.1.3"),
        ("red guns A at 60,40 facing S, limbered", "3.3.1.3"),
    ],
)
def test_formations_that_may_charge(line: str, rule: str):
    found = why_no_charge((game := field(line, PREY)).state, game["A"])
    assert ("" if found is None else found.rule) == (f"fucilieri.{rule}" if rule else "")


@pytest.mark.rule("fucilieri.3.3.1.4")
def test_skirmishers_in_open_order_charge_only_weak_enemies():
    sharp = "red skirmishers A at 60,40 facing S, open, initial 8"
    assert rule_against(field(sharp, PREY)) == "3.3.1.4"
    assert rule_against(field(sharp, f"{PREY}, disorganised")) == ""
    assert rule_against(field(sharp, "blue skirmishers F at 60,55 facing N, open")) == ""
    assert rule_against(field(sharp, "blue guns F at 60,55 facing N, unlimbered")) == ""


@pytest.mark.rule("fucilieri.3.1.4.5b")
@pytest.mark.rule("fucilieri.ex.71")
def test_oppose_charges_who_comes_near_its_own_command():
    for far, rule in ((14, ""), (16, "3.1.4.5b")):
        lines = (
            "red horse A at 60,40 facing S, initial 10",
            "blue foot F at 60,72.5 facing N, line",
            f"red foot B at {60 + 20 + far},72.5 facing S, line, initial 16",
            "order red oppose",
        )
        assert rule_against(field(*lines)) == rule


def test_other_orders_forbid_charges():
    assert rule_against(field(FOOT, PREY, "order red hold")).startswith("3.1.4.6")
    assert rule_against(field(FOOT, PREY, "order red withdraw")).startswith("3.1.4.9")


# How far


@pytest.mark.rule("fucilieri.3.3.1.6a")
@pytest.mark.rule("fucilieri.3.3.1.6b")
def test_charge_allowances():
    kinds = {
        "red foot A at 60,40 facing S, line": 1400,
        "red foot A at 60,40 facing S, column": 1800,
        "red skirmishers A at 60,40 facing S, open": 1800,
        "red horse A at 60,40 facing S, line": 2700,
        "red dragoons A at 60,40 facing S, line": 2700,
        "red hussars A at 60,40 facing S, line": 3300,
        "red hussars A at 60,40 facing S, open": 3300,
        "red horse A at 60,40 facing S, column": 0,
    }
    assert {line: charge_allowance(field(line)["A"]) for line in kinds} == kinds


@pytest.mark.rule("fucilieri.3.3.1.6c")
@pytest.mark.rule("fucilieri.0.2")
@pytest.mark.rule("fucilieri.ex.59")
def test_what_round_two_took_is_deducted():
    line = f"{FOOT}, spent 5"
    assert rule_against(field(line, "blue foot F at 60,54 facing N, line, initial 16")) == ""  # 9 cm
    assert rule_against(field(line, "blue foot F at 60,54.5 facing N, line, initial 16")) == "3.3.1.6c"


@pytest.mark.rule("fucilieri.3.3.1.5")
def test_the_target_must_be_ahead_and_seen():
    assert rule_against(field(FOOT, "blue foot F at 60,32 facing N, line, initial 16")) == "3.3.1.5"
    hidden = "building V 40,44 100,49"
    assert rule_against(field(FOOT, PREY, hidden)) == "3.3.1.5"


@pytest.mark.rule("fucilieri.0.9")
def test_open_order_charges_any_way():
    game = field("red skirmishers A at 60,40 facing S, open", "blue skirmishers F at 60,25 facing N, open")
    assert rule_against(game) == ""


# The way


@pytest.mark.rule("fucilieri.3.3.1.7")
def test_one_wheel_and_straight_on_both_are_paid():
    game = field("red horse A at 60,40 facing S, initial 10", "blue foot F at 45,60 facing N, line, initial 16")
    way = course(game.state, game["A"], game["F"], FRONT, 2700)
    assert way is not None
    straight = field("red horse A at 45,40 facing S, initial 10", "blue foot F at 45,60 facing N, line, initial 16")
    direct = course(straight.state, straight["A"], straight["F"], FRONT, 2700)
    assert direct is not None
    assert (direct.turned, direct.far) == (0, 1250)
    assert way.turned > 0 or way.start.pose == game["A"].pose


def test_a_wheel_is_paid_by_the_arc_of_the_outer_corner():
    game = field(
        "red foot A at 60,40 facing S, column, initial 16", "blue foot F at 77,49 facing N, column, initial 16"
    )
    way = course(game.state, game["A"], game["F"], FRONT, 1800)
    assert way is not None
    angle = (way.start.pose.heading - 1800) % 3600
    assert 0 < min(angle, 3600 - angle) <= 450
    assert way.turned == pytest.approx(1000 * min(angle, 3600 - angle) / 572.96, abs=2)
    assert way.cost == way.turned + way.far


def test_no_wheel_of_more_than_45_degrees():
    game = field(
        "red foot A at 60,40 facing S, column, initial 16", "blue foot F at 79,38 facing N, column, initial 16"
    )
    assert rule_against(game) in ("3.3.1.5", "3.3.1.7")
    assert course(game.state, game["A"], game["F"], FRONT, 1800) is None


@pytest.mark.rule("fucilieri.3.3.1.8")
def test_friends_in_close_order_bar_the_way_others_do_not():
    far = "blue foot F at 60,68 facing N, line, initial 16"
    horse = "red horse A at 60,40 facing S, initial 10"
    blocked = "red foot B at {x},50 facing S, {form}, initial {n}"
    assert rule_against(field(horse, far, blocked.format(x=54, form="column", n=12))) in ("3.3.1.5", "3.3.1.7")
    skirmishers = "red skirmishers B at 60,50 facing S, open, initial 8"
    assert rule_against(field(horse, far, skirmishers)) == ""


def test_ground_closed_to_it_bars_the_way():
    game = field(
        "red horse A at 60,40 facing S, initial 10", "blue foot F at 60,62 facing N, line", "marsh M 20,46 100,52"
    )
    assert rule_against(game) == "3.3.1.7"


@pytest.mark.rule("fucilieri.5.15")
def test_lines_on_the_way_are_paid_for():
    hedge = "hedge L 30,45 90,45"
    column = "red foot A at 60,37.5 facing S, column, initial 16"
    near, far = (f"blue foot F at 60,{y} facing N, line, initial 16" for y in (58.5, 59.5))
    assert rule_against(field(column, near, hedge)) == ""  # 13.5 cm and 4
    assert rule_against(field(column, far, hedge)) == "3.3.1.7"  # 14.5 and 4 are more than 18
    assert rule_against(field(column, far)) == ""


@pytest.mark.rule("fucilieri.3.3.3.8")
@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        ("wall L 30,52 90,52", "3.3.3.8"),
        ("entrenchment L 30,52 90,52", "3.3.3.8"),
        ("wood W 40,51 80,65", "3.3.3.8"),
        ("hedge L 30,52 90,52", ""),
        ("wall L 30,57.8 90,57.8", ""),  # behind him
    ],
)
def test_cavalry_does_not_charge_into_woods_or_over_walls(ground: str, rule: str):
    assert rule_against(field("red horse A at 60,38 facing S, initial 10", PREY, ground)) == rule


def test_cavalry_does_not_charge_a_garrison():
    garrison = ("blue foot F at 60,55 facing N, in V, initial 16", "building V 52.5,47.5 67.5,62.5")
    assert rule_against(field("red horse A at 60,38 facing S, initial 10", *garrison)) == "3.3.3.8"
    assert rule_against(field("red foot A at 60,40 facing S, line, initial 16", *garrison)) == ""


@pytest.mark.rule("fucilieri.3.3.1.5", "fucilieri.3.3.1.7")
@pytest.mark.parametrize(
    ("other", "rule"),
    [
        ("red foot B at 60,43.5 facing S", "3.3.1.5"),  # he does not see it
        ("blue foot B at 60,43.5 facing N", "3.3.1.5"),
        ("red foot B at 72,43.5 facing N", "3.3.1.7"),  # he would run into another
        ("blue foot B at 71,43.5 facing N", "3.3.1.7"),
        ("blue foot B at 75,43.5 facing N", ""),
    ],
)
def test_a_garrison_is_not_charged_through_another(other: str, rule: str):
    garrison = ("blue foot F at 60,55 facing N, in V, initial 16", "building V 52.5,47.5 67.5,62.5")
    game = field("red foot A at 60,34.5 facing S, line, initial 16", *garrison, f"{other}, column, initial 16")
    assert rule_against(game) == rule


# Which edge


@pytest.mark.rule("fucilieri.3.3.1.9")
@pytest.mark.parametrize(
    ("place", "edge"), [("60,40 facing S", "front"), ("84,55 facing W", "flank"), ("60,72 facing N", "rear")]
)
def test_the_edge_struck_is_that_of_the_zone_from_which_it_comes(place: str, edge: str):
    game = field(f"red horse A at {place}, initial 10", PREY)
    assert edge_struck(game.state, game["A"], game["F"]) == edge


def test_a_flank_that_is_taken_has_room_for_others_only_over_a_whole_file():
    game = field(
        "red foot A at 82,54 facing W, column, initial 16",
        "red foot B at 75,54 facing W, column, initial 16",
        "blue foot F at 60,55 facing N, line, initial 16",
    )
    assert why_not_reached(game.state, game["A"], game["F"]) is not None


# Declaring


@pytest.mark.rule("fucilieri.3.3.1.1")
def test_all_charges_of_a_command_are_declared_and_nobody_twice():
    game = field(FOOT, PREY, "red foot B at 90,40 facing S, line", "blue foot G at 90,55 facing N, line")
    game.run(lambda g: declare_all(g, "red"), "charge unit=A target=F", "charge unit=B target=G")
    assert [(one.unit, one.target, one.edge, one.began) for one in declared(game.state)] == [
        ("A", "F", "front", 1000),
        ("B", "G", "front", 1000),
    ]
    assert game.asked[0].options[0].key == NO_MORE
    assert not any(option.get("unit") == "A" for option in game.asked[1].options)
    assert [one.is_bound for one in game.told(ChargeDeclared)] == [False, False]


def test_nobody_is_asked_who_can_charge_nobody():
    game = field(FOOT, "blue foot F at 60,90 facing N, line")
    game.run(lambda g: declare_all(g, "red"))
    assert game.asked == []


def test_a_charge_that_is_not_offered_is_refused_with_its_rule():
    game = field(FOOT, PREY, "blue foot G at 60,90 facing N, line")

    def refused(decision: Decision) -> Option:
        found = decision.why_not("charge", {"unit": "A", "target": "G"})
        assert found is not None
        assert found.rule == "fucilieri.3.3.1.6c"
        return decision.options[0]

    game.run(lambda g: declare_all(g, "red"), refused)


@pytest.mark.rule("fucilieri.3.3.1.10")
def test_bloodlust_must_charge_the_nearest_it_can_reach():
    game = field(
        "red horse A at 60,40 facing S, initial 10, bloodlust",
        "blue foot F at 54,62 facing N, column, initial 16",
        "blue foot G at 66,60 facing N, column, initial 16",
    )
    game.run(lambda g: declare_all(g, "red"))
    assert [(one.unit, one.target) for one in declared(game.state)] == [("A", "G")]
    assert game.told(ChargeDeclared)[0].is_bound


@pytest.mark.rule("fucilieri.3.1.4.3")
def test_attack_makes_it_charge_who_cannot_fire():
    rider = "red horse A at 60,40 facing S, initial 10, weapon pistol"
    near = "blue foot F at 60,55 facing N, line, initial 16"  # 7.5 cm
    game = field(rider, near)
    note_obliged(game.state)
    game.run(lambda g: declare_all(g, "red"))
    assert declared(game.state) == []  # it may still fire
    game = field(rider, near)
    SHARE.put(game["A"], 600_000)
    note_obliged(game.state)
    game.run(lambda g: declare_all(g, "red"))
    assert [one.unit for one in declared(game.state)] == ["A"]
    assert not any(option.key == NO_MORE for option in game.asked[0].options)


def test_the_options_of_a_charge_are_its_lawful_targets():
    game = field(FOOT, PREY, "blue foot G at 60,90 facing N, line")
    assert [option["target"] for option in CHARGE.options(game.state, game["A"], 0)] == ["F"]
