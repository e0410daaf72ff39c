"""What orders ask of units and forbid them (3.1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.movement.judging import Outset, Plan
from alfiere.games.fucilieri.movement.moves import read_legs
from alfiere.games.fucilieri.orders.demands import (
    COUNTER_CHARGE,
    FOLLOW_UP,
    PURSUIT,
    demand,
    forbids,
    hold_here,
    is_obliged,
    may_charge,
    must_evade,
    must_press,
    note_obliged,
    orders_take_effect,
)
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import OUT_OF_RADIUS
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def of(text: str, order: str = "attack") -> Situation:
    found: Situation = situation(f"fucilieri\norder red {order}\n{text}")
    return found


def said(game: Situation, *legs: dict[str, Any]) -> str:
    """ "" if legs of A are allowed, or why they are not, with the rule."""
    o = Outset(game.state, game["A"])
    read = read_legs(o, list(legs))
    assert read is not None
    found = o.judge(read)
    return "" if isinstance(found, Plan) else f"{found.key} {found.rule.removeprefix('fucilieri.')}"


NEARER = "must-come-nearer 3.1.4.2"
AWAY = "must-come-nearer 3.1.4.9a"
FOOT = "red foot A at 60,20 facing S\nblue foot B at 60,100 facing N"


# Attack


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_who_attacks_comes_nearer_by_half_his_allowance() -> None:
    assert said(of(FOOT), {"ahead": 400}) == ""
    assert said(of(FOOT), {"ahead": 390}) == NEARER
    assert said(of(FOOT), {"ahead": 400, "aside": 1800}) == NEARER
    assert not Outset(of(FOOT).state, of(FOOT)["A"]).may_stand


@pytest.mark.rule("fucilieri.3.1.4.2", "fucilieri.3.1.5.2")
def test_half_is_half_of_what_he_has_in_this_round() -> None:
    game = of(FOOT)
    OUT_OF_RADIUS.put(game["A"])
    assert said(game, {"ahead": 200}) == ""
    assert said(game, {"ahead": 190}) == NEARER


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_the_enemy_is_the_nearest_he_sees_or_else_the_far_edge() -> None:
    game = of("red foot A at 60,20 facing S\nblue foot B at 110,20 facing W\nblue foot C at 60,100 facing N")
    asked = demand(game.state, game["A"], 800)
    assert asked is not None
    assert (asked.enemy, asked.by) == ("B", 400)
    game = of("red foot A at 60,20 facing S\nblue foot B at 110,20 facing W\nbuilding V 80,5 95,40")
    asked = demand(game.state, game["A"], 800)
    assert asked is not None
    assert (asked.enemy, asked.edge) == ("", "south")
    assert said(game, {"ahead": 400}) == ""
    assert said(game, {"ahead": 390}) == NEARER


@pytest.mark.rule("fucilieri.3.1.4.2")
@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("red foot A at 60,20 facing S\nblue foot B at 60,100 facing N", True),
        ("red foot A at 60,20 facing S, disorganised\nblue foot B at 60,100 facing N", False),
        ("red foot A at 60,20 facing S, demoralised\nblue foot B at 60,100 facing N", False),
        ("red foot A at 60,20 facing S, bloodlust\nblue foot B at 60,100 facing N", False),
        ("red foot A at 60,20 facing S\nblue foot B at 60,40 facing N", False),  # 15 cm
        ("red foot A at 60,20 facing S\nblue foot B at 60,40.1 facing N", True),
        ("red foot A at 60,20 facing S, weapon none\nblue foot B at 60,35 facing N", False),  # 10 cm
        ("red foot A at 60,20 facing S, weapon none\nblue foot B at 60,35.1 facing N", True),
        ("red guns A at 60,20 facing S\nblue foot B at 60,100 facing N", False),
    ],
)
@pytest.mark.rule("fucilieri.3.1.4.11", "fucilieri.3.1.4.13", "fucilieri.1.5.8")
def test_whom_attack_asks_nothing(text: str, is_asked: bool) -> None:
    game = of(text)
    assert (demand(game.state, game["A"], 800) is not None) is is_asked


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_an_engaged_unit_is_asked_nothing() -> None:
    game = of("red foot A at 60,20 facing S, weapon none\nblue foot B at 60,40 facing N")
    assert demand(game.state, game["A"], 800) is not None
    engage(game["A"], game["B"], "front", "front")
    assert demand(game.state, game["A"], 800) is None


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_a_change_of_formation_excuses() -> None:
    assert said(of(FOOT), {"form": "column"}) == ""
    assert said(of(FOOT), {"form": "square"}) == ""
    dragoons = "red dragoons A at 60,20 facing S\nblue foot B at 60,100 facing N"
    assert said(of(dragoons), {"form": "switched line"}) == ""


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_who_cannot_come_so_near_comes_as_near_as_he_can() -> None:
    # a friend stands 2 cm ahead and the sides are barred: obliquely there is no room either
    barred = f"{FOOT}\nred foot C at 60,27 facing S, figures 24, of X\nred horse D at 80,20 facing E, column, of X"
    barred += "\nred horse E at 40,20 facing E, column, of X"
    game = of(barred)
    o = Outset(game.state, game["A"])
    assert 0 < o.required < 400
    assert said(game, {"ahead": 200}) == ""
    assert said(game, {"ahead": 100}) == NEARER
    # and who cannot come nearer at all may stand
    game = of(barred.replace("60,27", "60,25"))
    assert Outset(game.state, game["A"]).may_stand


@pytest.mark.rule("fucilieri.3.1.4.3")
def test_who_attacks_at_short_distance_must_charge_or_fire() -> None:
    game = of("red foot A at 60,20 facing S\nblue foot B at 60,40 facing N")
    assert must_press(game.state, game["A"])
    note_obliged(game.state)
    assert is_obliged(game.state, game["A"])
    assert is_obliged(game.state, game["B"])  # of a command that attacks too
    for text in (
        "red foot A at 60,20 facing S\nblue foot B at 60,40.1 facing N",  # too far
        "red foot A at 60,20 facing N\nblue foot B at 60,40 facing N",  # behind it
        "red foot A at 60,20 facing S\nblue foot B at 60,40 facing N\nwood W 0,25 180,33",  # unseen
        "red foot A at 60,20 facing S, demoralised\nblue foot B at 60,40 facing N",
    ):
        other = of(text)
        assert not must_press(other.state, other["A"])
        note_obliged(other.state)
        assert not is_obliged(other.state, other["A"])
    calm = of("red foot A at 60,20 facing S\nblue foot B at 60,40 facing N", "oppose")
    assert not must_press(calm.state, calm["A"])


# Oppose


@pytest.mark.rule("fucilieri.3.1.4.5a")
def test_who_opposes_does_not_end_within_ten_centimetres_of_an_enemy() -> None:
    near = "red foot A at 60,20 facing S, column\nblue foot B at 60,43.5 facing N"  # 16 cm between them
    assert said(of(near, "oppose"), {"ahead": 599}) == ""
    assert said(of(near, "oppose"), {"ahead": 600}) == "opposes-only 3.1.4.5a"
    assert said(of(near, "skirmish"), {"ahead": 600}) == ""
    # to pass is another matter, and an enemy nobody sees
    passing = "red horse A at 60,30 facing S, column\nblue foot B at 78,45 facing E, column"
    assert said(of(passing, "oppose"), {"ahead": 1200}) == "opposes-only 3.1.4.5a"
    assert said(of(passing.replace("78,45", "78,32"), "oppose"), {"ahead": 2200}) == ""
    assert said(of(near + "\nbuilding V 0,38 180,40", "oppose"), {"ahead": 600}) == ""


@pytest.mark.rule("fucilieri.3.1.4.5b")
@pytest.mark.parametrize(("x", "allowed"), [(94, True), (96, False)])
@pytest.mark.rule("fucilieri.ex.71")
def test_who_opposes_charges_only_enemies_near_his_command(x: int, allowed: bool) -> None:
    """Worked example 71: 25 cm from an enemy who is 14 cm from another unit of its command, and the same with 16."""
    text = (
        f"red horse A at 60,20 facing S, of X\nblue foot B at 60,52.5 facing N\nred foot C at {x},52.5 facing S, of X"
    )
    game = of(f"{text}\norder X oppose")
    found = may_charge(game.state, game["A"], game["B"])
    assert (found is None) is allowed
    game["C"].command = "red"  # a unit of another command does not count
    found = may_charge(game.state, game["A"], game["B"])
    assert found is not None
    assert found.rule == "fucilieri.3.1.4.5b"


@pytest.mark.rule("fucilieri.3.1.4.5b")
def test_the_charger_himself_is_of_his_command() -> None:
    for y, allowed in ((42.5, True), (42.6, False)):  # 15 cm, and more
        game = of(f"red horse A at 60,20 facing S\nblue foot B at 60,{y} facing N", "oppose")
        assert (may_charge(game.state, game["A"], game["B"]) is None) is allowed


# Hold


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_who_holds_does_not_leave_his_place_by_more_than_five_centimetres() -> None:
    game = of(FOOT, "hold")
    orders_take_effect(game.state, game.command("red"))
    assert said(game, {"ahead": 500}) == ""
    assert said(game, {"ahead": 501}) == "holds-its-place 3.1.4.6a"
    assert said(game, {"turn": 1800}, {"ahead": 501}) == "holds-its-place 3.1.4.6a"
    moved = game.state.footing(game["A"])
    game.state.stand(game["A"], moved._replace(pose=moved.pose._replace(y=2_400)))
    orders_take_effect(game.state, game.command("red"))  # it holds it since before
    assert said(game, {"ahead": 100}) == ""
    assert said(game, {"ahead": 101}) == "holds-its-place 3.1.4.6a"
    hold_here(game["A"])
    assert said(game, {"ahead": 500}) == ""


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_a_new_order_frees_from_the_place() -> None:
    game = of(FOOT, "hold")
    orders_take_effect(game.state, game.command("red"))
    game.command("red").order = "oppose"
    orders_take_effect(game.state, game.command("red"))
    assert not game["A"].marks


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_the_shift_of_a_change_of_formation_does_not_count() -> None:
    deep = "red foot A at 60,30 facing S, figures 24\nblue foot B at 60,100 facing N"
    game = of(deep, "hold")
    orders_take_effect(game.state, game.command("red"))
    o = Outset(game.state, game["A"])
    plan = o.judge((o.changes["column"],))  # its centre goes back by 5 cm
    assert isinstance(plan, Plan)
    assert plan.end.pose.y == 2_500
    assert plan.held(game["A"]) == (6_000, 2_500)
    mixed = o.judge(read_legs(o, [{"ahead": 400}, {"form": "column"}]) or ())
    assert isinstance(mixed, Plan)
    assert mixed.held(game["A"]) == (6_000, 2_500)
    assert mixed.end.pose.y == 2_900


# Withdraw


@pytest.mark.rule("fucilieri.3.1.4.9a", "fucilieri.0.18")
def test_who_withdraws_comes_nearer_to_his_own_edge() -> None:
    game = of("red foot A at 60,60 facing N\nblue foot B at 60,100 facing N", "withdraw")
    assert said(game, {"ahead": 400}) == ""
    assert said(game, {"ahead": 390}) == AWAY
    assert said(game, {"form": "column"}) == AWAY
    facing = of("red foot A at 60,60 facing S\nblue foot B at 60,100 facing N", "withdraw")
    assert said(facing, {"ahead": 400, "aside": 1800}) == ""
    assert said(facing, {"turn": 1800}, {"ahead": 600}) == ""
    assert said(facing, {"turn": 1800}, {"ahead": 300}) == AWAY


@pytest.mark.rule("fucilieri.3.1.4.9a", "fucilieri.3.1.4.11")
@pytest.mark.parametrize(("how", "is_asked"), [("disorganised", True), ("demoralised", False), ("bloodlust", False)])
def test_only_who_is_ruled_by_his_condition_need_not_withdraw(how: str, is_asked: bool) -> None:
    game = of(f"red foot A at 60,60 facing N, {how}\nblue foot B at 60,100 facing N", "withdraw")
    assert (demand(game.state, game["A"], 400) is not None) is is_asked


@pytest.mark.rule("fucilieri.3.1.4.13")
def test_guns_that_withdraw_limber_and_retire() -> None:
    game = of("red guns A at 60,60 facing S\nblue foot B at 60,110 facing N", "withdraw")
    o = Outset(game.state, game["A"])
    assert not o.may_stand
    assert said(game, {"turn": 450}) == "must-limber 3.1.4.13"
    ways = [o.judge(legs) for legs in o.approaches()]
    best = next(plan for plan in ways if isinstance(plan, Plan))
    assert best.end.formation == "limbered"
    assert best.end.pose.heading == 0
    assert best.cost == 1_000_000  # half to limber, half of 12 cm
    assert o.required == min(600, o.gain(best.end))


# Charges and reactions


@pytest.mark.rule("fucilieri.3.1.4.4", "fucilieri.3.1.4.6b", "fucilieri.3.1.4.8b", "fucilieri.3.1.4.9b")
@pytest.mark.parametrize(
    ("order", "target", "allowed"),
    [
        ("attack", "foot B at 60,60 facing N", True),
        ("hold", "foot B at 60,60 facing N", False),
        ("withdraw", "foot B at 60,60 facing N", False),
        ("skirmish", "foot B at 60,60 facing N", False),
        ("skirmish", "foot B at 60,60 facing N, disorganised", True),
        ("skirmish", "foot B at 60,60 facing N, demoralised", True),
        ("skirmish", "skirmishers B at 60,60 facing N, open", True),
        ("skirmish", "guns B at 60,60 facing N", True),
    ],
)
@pytest.mark.rule("fucilieri.3.1.4.1")
def test_whom_one_may_charge_under_which_order(order: str, target: str, allowed: bool) -> None:
    game = of(f"red hussars A at 60,20 facing S\nblue {target}", order)
    assert (may_charge(game.state, game["A"], game["B"]) is None) is allowed
    game["A"].bloodlust = 5
    assert may_charge(game.state, game["A"], game["B"]) is None


@pytest.mark.rule("fucilieri.3.1.4.6b", "fucilieri.3.1.4.9b", "fucilieri.3.1.4.12")
@pytest.mark.parametrize(
    ("order", "what", "allowed"),
    [
        ("attack", FOLLOW_UP, True),
        ("hold", FOLLOW_UP, False),
        ("hold", PURSUIT, False),
        ("hold", COUNTER_CHARGE, True),
        ("withdraw", COUNTER_CHARGE, False),
        ("withdraw", FOLLOW_UP, False),
        ("withdraw", PURSUIT, False),
        ("oppose", PURSUIT, True),
    ],
)
def test_what_orders_forbid_after_and_during_charges(order: str, what: str, allowed: bool) -> None:
    game = of("red hussars A at 60,20 facing S", order)
    assert (forbids(game.state, game["A"], what) is None) is allowed


@pytest.mark.rule("fucilieri.3.1.4.8a")
def test_skirmishers_evade_close_order() -> None:
    text = "red skirmishers A at 60,20 facing S, open\nblue foot B at 60,40 facing N"
    text += "\nblue hussars C at 90,40 facing N, open"
    game = of(text, "skirmish")
    assert must_evade(game.state, game["A"], game["B"])
    assert not must_evade(game.state, game["A"], game["C"])
    assert not must_evade(of(text).state, of(text)["A"], game["B"])
