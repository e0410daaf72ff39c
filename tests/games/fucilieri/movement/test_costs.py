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


@pytest.mark.rule("fucilieri.3.2.2.1a", "fucilieri.3.2.2.1b", "fucilieri.3.2.2.2a", "fucilieri.3.2.2.2b")
@pytest.mark.rule("fucilieri.3.2.2.3a", "fucilieri.3.2.2.3b", "fucilieri.3.2.1.2", "fucilieri.3.2.3.1")
@pytest.mark.parametrize(
    ("unit", "far"),
    [
        ("foot A at 60,60 facing S, line", 8),
        ("foot A at 60,60 facing S, column", 12),
        ("grenadiers A at 60,60 facing S, square", 4),
        ("skirmishers A at 60,60 facing S, line", 8),
        ("skirmishers A at 60,60 facing S, column", 12),
        ("skirmishers A at 60,60 facing S, open", 12),
        ("dragoons A at 60,60 facing S, line, on foot", 8),
        ("dragoons A at 60,60 facing S, line", 18),
        ("horse A at 60,60 facing S, column", 22),
        ("hussars A at 60,60 facing S, line", 22),
        ("hussars A at 60,60 facing S, column", 26),
        ("hussars A at 60,60 facing S, open", 22),
        ("light A at 60,60 facing S, limbered", 14),
        ("guns A at 60,60 facing S, limbered", 12),
        ("heavy A at 60,60 facing S, limbered", 10),
        ("light A at 60,60 facing S", 4),
        ("guns A at 60,60 facing S", 2),
    ],
)
def test_how_far_each_goes_in_each_formation(unit: str, far: float) -> None:
    assert farthest_ahead(f"red {unit}") == far
    assert cost(f"red {unit}", {"ahead": far * 100}) == 1
    assert cost(f"red {unit}", {"ahead": far * 100 + 1}) == "too-far"


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


@pytest.mark.rule("fucilieri.3.2.5.1", "fucilieri.3.2.5.2", "fucilieri.1.3.3b", "fucilieri.1.3.6a", "fucilieri.1.3.6b")
@pytest.mark.rule("fucilieri.3.2.5.5", "fucilieri.3.2.5.6")
@pytest.mark.parametrize(
    ("unit", "there", "share"),
    [
        ("foot A at 60,60 facing S, line", "column", 0.5),
        ("foot A at 60,60 facing S, column", "line", 0.5),
        ("skirmishers A at 60,60 facing S, open, normal", "line", 0.5),
        ("foot A at 60,60 facing S, line", "square", 1),
        ("foot A at 60,60 facing S, square", "column", 1),
        ("militia A at 60,60 facing S, line", "column", 1),
        ("skirmishers A at 60,60 facing S, open", "column", 1),
        ("foot A at 60,60 facing S, line, disciplined", "column", 0.25),
        ("foot A at 60,60 facing S, line, disciplined", "square", 0.5),
        ("foot A at 60,60 facing S, square, disciplined", "line", 0.5),
        ("guns A at 60,60 facing S", "limbered", 0.5),
        ("heavy A at 60,60 facing S, limbered", "unlimbered", 0.5),
        ("dragoons A at 60,60 facing S, line", "switched line", 0.5),
        ("dragoons A at 60,60 facing S, column, on foot", "switched column", 0.5),
    ],
)
def test_what_part_of_a_move_a_change_of_formation_takes(unit: str, there: str, share: float) -> None:
    assert cost(f"red {unit}", {"form": there}) == share


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
