"""What a move costs: allowances, wheels, obliques, turns, formations, half rate (3.2.2-3.2.5, 1.3.3, 1.3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.movement.costs import allowance, changes, paces, shape_in
from alfiere.games.fucilieri.movement.judging import Outset, Plan
from alfiere.games.fucilieri.movement.moves import read_legs
from alfiere.games.fucilieri.state.unit import OUT_OF_RADIUS
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE
from alfiere.table.offers import farthest
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def of(text: str) -> Situation:
    found: Situation = situation(f"fucilieri\norder red skirmish\n{text}")
    return found


def judged(game: Situation, *legs: dict[str, Any], unit: str = "A") -> Plan | Objection:
    o = Outset(game.state, game[unit])
    read = read_legs(o, list(legs))
    assert read is not None
    return o.judge(read)


def cost(text: str, *legs: dict[str, Any]) -> float | str:
    """What legs of A cost, in parts of a move; or why they are not allowed."""
    found = judged(of(text), *legs)
    return found.cost / WHOLE if isinstance(found, Plan) else found.key


def farthest_ahead(text: str, aside: int = 0) -> float:
    """How far A gets in a direction, in cm."""
    game = of(text)
    o = Outset(game.state, game["A"])
    (move,) = farthest(o.here, o.start, (aside,))
    leg: Any = move.legs[0]
    return float(leg.length / 100)


def goes(unit: str, far: int, formation: str = "") -> bool:
    """Whether this is how far a unit goes in a formation: so far, and no farther."""
    red = f"red {unit} A at 60,60 facing S" + f", {formation}" * bool(formation)
    exactly, beyond = cost(red, {"ahead": far * 100}), cost(red, {"ahead": far * 100 + 1})
    return (farthest_ahead(red), exactly, beyond) == (far, 1, "too-far")


@pytest.mark.rule("fucilieri.3.2.1.2", "fucilieri.3.2.2.1a")
@pytest.mark.parametrize("arm", ["foot", "grenadiers"])
@pytest.mark.parametrize(("formation", "far"), [("line", 8), ("column", 12), ("square", 4)])
def test_how_far_infantry_and_grenadiers_go(arm: str, formation: str, far: int) -> None:
    assert goes(arm, far, formation)


@pytest.mark.rule("fucilieri.3.2.2.1b")
@pytest.mark.parametrize(("arm", "more"), [("skirmishers", ""), ("dragoons", ", on foot")])
@pytest.mark.parametrize(("formation", "far"), [("line", 8), ("column", 12), ("open", 12)])
def test_how_far_skirmishers_and_dismounted_dragoons_go(arm: str, more: str, formation: str, far: int) -> None:
    assert goes(arm, far, formation + more)


@pytest.mark.rule("fucilieri.3.2.2.2a")
@pytest.mark.parametrize("arm", ["horse", "dragoons"])
@pytest.mark.parametrize(("formation", "far"), [("line", 18), ("column", 22)])
def test_how_far_heavy_cavalry_and_mounted_dragoons_go(arm: str, formation: str, far: int) -> None:
    assert goes(arm, far, formation)


@pytest.mark.rule("fucilieri.3.2.2.2b")
@pytest.mark.parametrize(("formation", "far"), [("line", 22), ("column", 26), ("open", 22)])
def test_how_far_light_cavalry_goes(formation: str, far: int) -> None:
    assert goes("hussars", far, formation)


@pytest.mark.rule("fucilieri.3.2.2.3a")
@pytest.mark.parametrize(("arm", "far"), [("light", 14), ("guns", 12), ("heavy", 10)])
def test_how_far_limbered_guns_go(arm: str, far: int) -> None:
    assert goes(arm, far, "limbered")


@pytest.mark.rule("fucilieri.3.2.2.3b")
@pytest.mark.parametrize(("arm", "far"), [("light", 4), ("guns", 2)])
def test_how_far_guns_in_battery_are_moved_by_hand(arm: str, far: int) -> None:
    assert goes(arm, far)


@pytest.mark.rule("fucilieri.3.2.3.1")
@pytest.mark.parametrize("far", [1, 3, 6])
def test_straight_ahead_a_centimetre_costs_one(far: int) -> None:
    plan = judged(of("red foot A at 60,60 facing S, line"), {"ahead": far * 100})
    assert isinstance(plan, Plan)
    assert plan.spent == far * 100
    assert plan.end.pose == (6000, 6000 + far * 100, 1800)


@pytest.mark.rule("fucilieri.3.2.2.3b")
def test_heavy_guns_are_not_moved_by_hand() -> None:
    assert cost("red heavy A at 60,60 facing S", {"ahead": 1}) == "no-such-leg"


@pytest.mark.rule("fucilieri.3.2.2.5", "fucilieri.3.1.5.2", "fucilieri.4.1.3b")
def test_half_rate_halves_the_allowance_once() -> None:
    game = of("red foot A at 60,60 facing S, column, disorganised")
    assert allowance(game["A"]) == 600
    OUT_OF_RADIUS.put(game["A"])
    assert allowance(game["A"]) == 600
    game = of("red foot A at 60,60 facing S, column")
    OUT_OF_RADIUS.put(game["A"])
    assert allowance(game["A"]) == 600


@pytest.mark.rule("fucilieri.3.1.5.4")
def test_bloodlust_ignores_the_command_radius() -> None:
    game = of("red foot A at 60,60 facing S, column, bloodlust")
    OUT_OF_RADIUS.put(game["A"])
    assert allowance(game["A"]) == 1200


@pytest.mark.rule("fucilieri.3.2.3.2", "fucilieri.3.2.2.1a")
@pytest.mark.rule("fucilieri.ex.40")
def test_a_wheel_costs_the_arc_of_the_other_corner() -> None:
    """Worked example 40: a line 20 cm wide wheels by 20 degrees for 6.98 cm and has 1.02 left."""
    game = of("red foot A at 60,60 facing S")
    plan = judged(game, {"turn": 200, "about": "right"})
    assert isinstance(plan, Plan)
    assert plan.spent == 698
    assert cost("red foot A at 60,60 facing S", {"turn": 200, "about": "right"}, {"ahead": 102}) == 1
    assert cost("red foot A at 60,60 facing S", {"turn": 200, "about": "right"}, {"ahead": 103}) == "too-far"


@pytest.mark.rule("fucilieri.3.2.3.3")
def test_obliquely_a_centimetre_costs_one_and_a_half() -> None:
    foot = "red foot A at 60,60 facing S, column"
    assert cost(foot, {"ahead": 800, "aside": 450}) == 1
    assert cost(foot, {"ahead": 801, "aside": 3150}) == "too-far"
    assert cost(foot, {"ahead": 100, "aside": 451}) == "no-such-leg"
    assert judged(of(foot), {"ahead": 800, "aside": 450}).end.pose.heading == 1800  # type: ignore[union-attr]


@pytest.mark.rule("fucilieri.3.2.3.4")
def test_back_a_centimetre_costs_two() -> None:
    foot = "red foot A at 60,60 facing S, column"
    assert cost(foot, {"ahead": 600, "aside": 1800}) == 1
    assert cost(foot, {"ahead": 601, "aside": 1800}) == "too-far"
    assert cost(foot, {"ahead": 100, "aside": 1799}) == "no-such-leg"


@pytest.mark.rule("fucilieri.3.2.3.5")
def test_an_about_turn_costs_a_quarter_and_irregulars_half() -> None:
    assert cost("red foot A at 60,60 facing S", {"turn": 1800}) == 0.25
    assert cost("red militia A at 60,60 facing S", {"turn": 1800}) == 0.5
    assert cost("red foot A at 60,60 facing S", {"turn": 900}) == "no-such-leg"
    # front and rear change places: nobody beside it is in its way
    beside = "red foot A at 60,60 facing S\nred foot B at 60,65 facing S\nred foot C at 80,60 facing S"
    plan = judged(of(beside), {"turn": 1800})
    assert isinstance(plan, Plan)
    assert plan.end.pose == (6000, 6000, 0)


@pytest.mark.rule("fucilieri.3.2.3.6")
@pytest.mark.parametrize("unit", ["skirmishers A at 60,60 facing S, open", "foot A at 60,60 facing S, square"])
def test_open_order_and_squares_go_and_face_any_way(unit: str) -> None:
    far = 1200 if "open" in unit else 400
    assert cost(f"red {unit}", {"ahead": far, "aside": 900}) == 1
    assert cost(f"red {unit}", {"turn": 777}, {"ahead": far}) == 1


@pytest.mark.rule("fucilieri.3.2.3.7")
def test_guns_in_battery_turn_about_their_centre_for_all_they_have() -> None:
    guns = "red light A at 60,60 facing S"
    assert cost(guns, {"turn": 450}) == 1
    assert cost(guns, {"turn": -1200}) == 1
    assert cost(guns, {"turn": 10}, {"ahead": 10}) == "too-far"
    assert cost(guns, {"turn": 100, "about": "left"}) == "no-such-leg"
    assert cost("red heavy A at 60,60 facing S", {"turn": 450}) == 1


# Formations


def part(unit: str, there: str) -> float | str:
    """The part of its move that a change of formation takes."""
    arm, _, how = unit.partition(", ")
    return cost(f"red {arm} A at 60,60 facing S" + f", {how}" * bool(how), {"form": there})


@pytest.mark.rule("fucilieri.3.2.5.1")
@pytest.mark.parametrize(
    ("unit", "there"),
    [("foot, line", "column"), ("foot, column", "line"), ("skirmishers, open, normal", "line")],
)
def test_a_change_of_formation_takes_half_a_move(unit: str, there: str) -> None:
    assert part(unit, there) == 0.5


@pytest.mark.rule("fucilieri.3.2.5.2")
@pytest.mark.parametrize(("here", "there"), [("line", "square"), ("square", "column")])
def test_to_or_from_square_takes_a_whole_move(here: str, there: str) -> None:
    assert part(f"foot, {here}", there) == 1


@pytest.mark.rule("fucilieri.1.3.3b")
@pytest.mark.parametrize(("unit", "there"), [("militia, line", "column"), ("skirmishers, open, irregular", "column")])
def test_irregulars_need_a_whole_move_for_any_change(unit: str, there: str) -> None:
    assert part(unit, there) == 1


@pytest.mark.rule("fucilieri.1.3.6a")
@pytest.mark.parametrize(("here", "there"), [("line", "column"), ("column", "line"), ("open", "line")])
def test_the_disciplined_change_for_a_quarter(here: str, there: str) -> None:
    assert part(f"{'skirmishers' if here == 'open' else 'foot'}, {here}, disciplined", there) == 0.25


@pytest.mark.rule("fucilieri.1.3.6b")
@pytest.mark.parametrize(("here", "there"), [("line", "square"), ("square", "line")])
def test_the_disciplined_form_square_for_half(here: str, there: str) -> None:
    assert part(f"foot, {here}, disciplined", there) == 0.5


@pytest.mark.rule("fucilieri.3.2.5.5")
@pytest.mark.parametrize(("unit", "there"), [("guns", "limbered"), ("heavy, limbered", "unlimbered")])
def test_guns_limber_and_unlimber_for_half(unit: str, there: str) -> None:
    assert part(unit, there) == 0.5


@pytest.mark.rule("fucilieri.3.2.5.6")
@pytest.mark.parametrize(
    ("unit", "there"), [("dragoons, line", "switched line"), ("dragoons, column, on foot", "switched column")]
)
def test_dragoons_dismount_and_mount_for_half(unit: str, there: str) -> None:
    assert part(unit, there) == 0.5


@pytest.mark.rule("fucilieri.3.2.5.1")
def test_the_other_half_is_used_at_the_rate_of_the_formation_then_held() -> None:
    foot = "red foot A at 60,60 facing S, line"
    assert cost(foot, {"ahead": 400}, {"form": "column"}) == 1
    assert cost(foot, {"ahead": 401}, {"form": "column"}) == "too-far"
    assert cost(foot, {"form": "column"}, {"ahead": 600}) == 1
    assert cost(foot, {"form": "column"}, {"ahead": 601}) == "too-far"
    plan = judged(of(foot), {"form": "column"}, {"ahead": 600})
    assert isinstance(plan, Plan)
    assert plan.spent == 400 + 600  # half of 8 cm, then 6 of 12, fucilieri.3.3.1.6c


@pytest.mark.rule("fucilieri.1.3.3a", "fucilieri.3.2.4.3", "fucilieri.1.4.4", "fucilieri.1.4.2b", "fucilieri.1.4.6")
@pytest.mark.parametrize(
    ("unit", "there"),
    [
        ("foot A at 60,60 facing S", {"column", "square"}),
        ("militia A at 60,60 facing S", {"column"}),
        ("foot A at 60,60 facing S, figures 7", {"column"}),
        ("grenadiers A at 60,60 facing S, figures 8", {"column", "square"}),
        ("skirmishers A at 60,60 facing S, open", {"column", "line"}),
        ("horse A at 60,60 facing S", {"column"}),
        ("hussars A at 60,60 facing S", {"column", "open_order"}),
        ("dragoons A at 60,60 facing S", {"column", "switched line"}),
        ("dragoons A at 60,60 facing S, on foot", {"column", "open_order", "switched line"}),
        ("dragoons A at 60,60 facing S, open, on foot", {"column", "line"}),
        ("guns A at 60,60 facing S", {"limbered"}),
    ],
)
def test_who_may_have_which_formation(unit: str, there: set[str]) -> None:
    game = of(f"red {unit}")
    assert set(paces(game["A"])[game["A"].formation].changes) == there


@pytest.mark.rule("fucilieri.3.2.5.3", "fucilieri.3.2.5.5b")
def test_the_middle_of_the_front_stays_and_of_a_square_the_centre() -> None:
    plan = judged(of("red foot A at 60,60 facing S, line"), {"form": "column"})
    assert isinstance(plan, Plan)
    assert plan.end.front == plan.stages[0].front == (6000, 6250)
    assert plan.end.pose == (6000, 5750, 1800)
    plan = judged(of("red foot A at 60,60 facing S, line"), {"form": "square"})
    assert isinstance(plan, Plan)
    assert plan.end.pose == (6000, 6000, 1800)
    plan = judged(of("red foot A at 60,60 facing S, square, disciplined"), {"turn": 900}, {"form": "line"})
    assert isinstance(plan, Plan)
    assert plan.end.pose == (6000, 6000, 2700)
    plan = judged(of("red guns A at 60,60 facing S"), {"form": "limbered"}, {"turn": 900}, {"ahead": 600})
    assert isinstance(plan, Plan)
    assert plan.stages[1].front == plan.stages[0].front
    assert (plan.end.pose.heading, plan.cost) == (2700, WHOLE)


@pytest.mark.rule("fucilieri.3.2.5.6", "fucilieri.3.2.4.2")
def test_dragoons_change_their_bases_when_they_dismount() -> None:
    game = of("red dragoons A at 60,60 facing S, line")
    assert shape_in(game["A"], "line") == (1250, 1000)
    assert changes(game["A"])["switched line"].shape == (1250, 500)
    assert cost("red dragoons A at 60,60 facing S", {"form": "switched line"}, {"ahead": 400}) == 1
    assert cost("red dragoons A at 60,60 facing S", {"ahead": 900}, {"form": "switched line"}) == 1


@pytest.mark.rule("fucilieri.3.2.5.4", "fucilieri.4.1.3b")
@pytest.mark.parametrize("how", ["disorganised", "demoralised"])
def test_who_is_in_no_order_changes_no_formation(how: str) -> None:
    assert cost(f"red foot A at 60,60 facing S, {how}", {"form": "column"}) == "may-not-change"


@pytest.mark.rule("fucilieri.3.2.5.4")
def test_a_change_needs_room() -> None:
    assert cost("red foot A at 60,60 facing S\nred foot B at 60,55 facing S", {"form": "column"}) == "no-room"
    assert cost("red foot A at 60,60 facing S\nwall W 40,57 80,57", {"form": "column"}) == 0.5
    assert cost("red horse A at 60,60 facing S\nwall W 40,52 80,52", {"form": "column"}) == "no-room"
