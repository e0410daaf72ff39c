"""What is in the way of a move: enemies, friends, edges, ground, roads (0.17, 3.2.1.4, 3.2.7, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.movement.judging import Outset, Plan, disordering
from alfiere.games.fucilieri.movement.moves import read_legs
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import OUT_OF_RADIUS
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE, Reform, Shift
from alfiere.table.offers import farthest
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def of(text: str) -> Situation:
    found: Situation = situation(f"fucilieri\norder red skirmish\n{text}")
    return found


def judged(game: Situation, *legs: dict[str, Any]) -> Plan | Objection:
    o = Outset(game.state, game["A"])
    read = read_legs(o, list(legs))
    assert read is not None
    return o.judge(read)


def said(text: str, *legs: dict[str, Any]) -> str:
    """ "" if legs of A are allowed, or why they are not, with the rule."""
    found = judged(of(text), *legs)
    return "" if isinstance(found, Plan) else f"{found.key} {found.rule.removeprefix('fucilieri.')}"


def far(text: str, aside: int = 0, **marks: bool) -> float:
    """How far A gets in a direction, in cm."""
    game = of(text)
    if marks.get("out"):
        OUT_OF_RADIUS.put(game["A"])
    o = Outset(game.state, game["A"])
    legs: list[Any] = [move.legs[0] for move in farthest(o.here, o.start, (aside,))]
    return float(legs[0].length / 100) if legs else 0


FOOT = "red foot A at 60,60 facing S, column"  # its front edge is at 65


@pytest.mark.rule("fucilieri.3.2.1.2")
def test_an_engaged_unit_does_not_move() -> None:
    game = of("red foot A at 60,60 facing S, column\nblue foot B at 60,67.5 facing N")
    engage(game["A"], game["B"], "front", "front")
    found = judged(game, {"ahead": 100, "aside": 1800})
    assert isinstance(found, Objection)
    assert (found.key, found.rule) == ("engaged", "fucilieri.3.2.1.2")


@pytest.mark.rule("fucilieri.3.2.8.3", "fucilieri.3.2.8.6")
def test_who_falls_back_or_sees_red_does_nothing_else() -> None:
    assert said("red foot A at 60,60 facing S, falling back", {"ahead": 100}) == "falls-back 3.2.8.3"
    assert said("red foot A at 60,60 facing S, bloodlust", {"ahead": 100}) == "sees-red 3.2.8.6"


# Near the enemy


@pytest.mark.rule("fucilieri.3.2.1.4")
def test_nobody_comes_within_five_centimetres_of_an_enemy_he_sees() -> None:
    enemy = f"{FOOT}\nblue foot B at 60,77.5 facing N"  # its front edge is at 75
    assert said(enemy, {"ahead": 499}) == ""
    assert said(enemy, {"ahead": 500}) == "near-enemy 3.2.1.4"
    assert said(f"{FOOT}\nblue foot B at 71,78 facing N, column", {"ahead": 1200}) == "near-enemy 3.2.1.4"  # passing
    assert said(f"{FOOT}\nblue foot B at 76,72 facing N, column", {"ahead": 1200}) == ""


@pytest.mark.rule("fucilieri.3.2.1.4")
def test_an_enemy_whom_nobody_sees_keeps_nobody_away() -> None:
    hidden = "red foot A at 60,60 facing S, column\nblue foot B at 80,72 facing N, column\nbuilding V 66,60 70,90"
    assert said(hidden, {"ahead": 1200}) == ""
    # but where it would see him at last it may not end
    corner = "red foot A at 60,60 facing S, column\nblue foot B at 74,76 facing N, column\nbuilding V 66,50 69,71"
    assert said(corner, {"ahead": 200}) == ""
    assert said(corner, {"ahead": 1190}) == "near-enemy 3.2.1.4"


@pytest.mark.rule("fucilieri.3.2.1.4")
def test_who_is_that_near_already_only_moves_away_turns_or_changes() -> None:
    near = f"{FOOT}\nblue foot B at 60,71.5 facing N"  # 4 cm
    assert said(near, {"ahead": 100}) == "only-away 3.2.1.4"
    assert said(near, {"ahead": 100, "aside": 450}) == "only-away 3.2.1.4"
    assert said(near, {"ahead": 100, "aside": 1800}) == ""
    assert said(near, {"turn": 1800}) == ""
    assert said(near, {"form": "line"}) == ""
    assert said(near, {"turn": 1800}, {"ahead": 500}) == ""
    beside = "red foot A at 60,60 facing S, column\nblue foot B at 74,66 facing N, column"  # 4 cm to its left
    assert said(beside, {"ahead": 1200}) == "only-away 3.2.1.4"  # it would pass him first


@pytest.mark.rule("fucilieri.3.2.1.4")
def test_nobody_turns_or_changes_to_within_five_centimetres() -> None:
    assert said("red foot A at 60,60 facing S, column\nblue foot B at 76,64 facing E, column", {"form": "line"}) == (
        "near-enemy 3.2.1.4"
    )


@pytest.mark.rule("fucilieri.4.1.4b")
def test_a_demoralised_unit_does_not_end_nearer_to_an_enemy_it_sees() -> None:
    low = "red foot A at 60,60 facing S, column, demoralised"
    assert said(f"{low}\nblue foot B at 60,110 facing N", {"ahead": 100}) == "demoralised-near 4.1.4b"
    assert said(f"{low}\nblue foot B at 60,110 facing N", {"ahead": 100, "aside": 1800}) == ""
    assert said(f"{low}\nblue foot B at 60,110 facing N\nwood W 0,80 180,90", {"ahead": 100}) == ""
    assert said(f"{FOOT}\nblue foot B at 60,110 facing N", {"ahead": 100}) == ""


# Friends


@pytest.mark.rule("fucilieri.3.2.7.1")
@pytest.mark.parametrize(
    ("who", "whom", "passes"),
    [
        ("foot A at 60,60 facing S, column", "foot B at 60,69 facing S", False),
        ("foot A at 60,60 facing S, column", "skirmishers B at 60,69 facing S, open", False),  # no room beyond
        ("horse A at 60,60 facing S", "foot B at 60,69 facing S", False),
        ("horse A at 60,60 facing S", "skirmishers B at 60,69 facing S, open, figures 4", True),
        ("horse A at 60,60 facing S", "light B at 60,69 facing S", True),
        ("horse A at 60,60 facing S", "light B at 60,73 facing S, limbered", False),
        ("hussars A at 60,58 facing S, open", "foot B at 60,67 facing S", True),
        ("hussars A at 60,58 facing S, open", "light B at 60,68 facing E, limbered", True),
    ],
)
def test_open_order_and_guns_in_battery_pass_and_are_passed(who: str, whom: str, passes: bool) -> None:
    how_far = 1200 if "foot A" in who else 2200 if "hussars" in who else 1800
    found = said(f"red {who}\nred {whom}", {"ahead": how_far})
    assert found == ("" if passes else "in-the-way 3.2.7.1")


@pytest.mark.rule("fucilieri.3.2.7.1", "fucilieri.0.17")
def test_nobody_ends_on_a_friend() -> None:
    assert said("red skirmishers A at 60,60 facing S, open\nred foot B at 60,68 facing S", {"ahead": 500}) == (
        "in-the-way 3.2.7.1"
    )


@pytest.mark.rule("fucilieri.0.17")
def test_friends_may_touch() -> None:
    assert said(f"{FOOT}\nred foot B at 60,77.5 facing S", {"ahead": 1000}) == ""
    assert said(f"{FOOT}\nred foot B at 60,77.5 facing S", {"ahead": 1010}) == "in-the-way 3.2.7.1"


@pytest.mark.rule("fucilieri.3.2.7.3", "fucilieri.0.5")
def test_nobody_leaves_the_table() -> None:
    assert said("red foot A at 60,10 facing N, column", {"ahead": 500}) == ""
    assert said("red foot A at 60,10 facing N, column", {"ahead": 510}) == "off-table 3.2.7.3"
    assert said("red foot A at 175,60 facing E, column", {"ahead": 100}) == "off-table 3.2.7.3"


# Areas


@pytest.mark.rule("fucilieri.3.2.2.1a", "fucilieri.5.4", "fucilieri.5.17")
@pytest.mark.rule("fucilieri.ex.92")
def test_a_column_goes_three_centimetres_into_a_wood_six_away_and_is_disorganised() -> None:
    """Worked example 92."""
    game = of(f"{FOOT}\nwood W 0,71 180,100")
    assert far(f"{FOOT}\nwood W 0,71 180,100") == 9
    plan = judged(game, {"ahead": 900})
    assert isinstance(plan, Plan)
    assert plan.cost == WHOLE
    assert disordering(game.state, game["A"], plan) == "W"
    short = judged(game, {"ahead": 600})
    assert isinstance(short, Plan)
    assert disordering(game.state, game["A"], short) == ""


@pytest.mark.rule("fucilieri.5.17")
def test_ground_is_slow_until_the_last_part_has_left_it() -> None:
    # its rear edge is at 55: the wood ends at 57, so 2 cm are dear and 8 cm are not
    assert far(f"{FOOT}\nwood W 0,40 180,57") == 10
    assert far(f"{FOOT}\nwood W 0,40 180,57\nmarsh M 0,40 180,57") == 10  # both at once count once


@pytest.mark.rule("fucilieri.3.2.2.5", "fucilieri.5.17")
def test_who_is_slow_already_pays_nothing_more() -> None:
    assert far(f"{FOOT}\nwood W 0,40 180,100", out=True) == 6
    assert far(f"{FOOT}\nwood W 0,40 180,100") == 6


@pytest.mark.rule("fucilieri.5.2", "fucilieri.5.3", "fucilieri.5.4", "fucilieri.5.5", "fucilieri.5.6")
@pytest.mark.parametrize(
    ("ground", "foot", "open_order", "horse", "guns"),
    [
        ("gentle_hill", 12, 12, 22, 12),
        ("steep_hill", 6, 6, 11, 0),
        ("wood", 6, 12, 11, 0),
        ("vineyard", 12, 12, 11, 6),
        ("orchard", 12, 12, 11, 6),
        ("marsh", 6, 6, 0, 0),
    ],
)
def test_what_ground_costs_whom(ground: str, foot: int, open_order: int, horse: int, guns: int) -> None:
    area = f"{ground} X 0,65.1 180,110"  # right before everybody
    deep = f"{ground} X 0,40 180,110"
    assert far(f"red foot A at 60,60 facing S, column\n{deep}") == foot
    assert far(f"red skirmishers A at 60,60 facing S, open\n{deep}") == open_order
    if horse:
        assert far(f"red horse A at 60,60 facing S, column\n{deep}") == horse
    else:
        assert far(f"red horse A at 60,55 facing S, column\n{area}") < 1
    if guns:
        assert far(f"red light A at 60,60 facing S, limbered, weapon field_gun\n{deep}") == guns
    else:
        assert far(f"red light A at 60,57 facing S, limbered\n{area}") < 1


@pytest.mark.rule("fucilieri.5.4", "fucilieri.5.6", "fucilieri.5.5")
@pytest.mark.parametrize(
    ("unit", "ground", "disorders"),
    [
        ("foot A at 60,60 facing S, column", "wood", True),
        ("skirmishers A at 60,60 facing S, open", "wood", False),
        ("horse A at 60,60 facing S", "wood", True),
        ("hussars A at 60,60 facing S, open", "wood", True),
        ("foot A at 60,60 facing S, column", "marsh", True),
        ("skirmishers A at 60,60 facing S, open", "marsh", False),
        ("horse A at 60,60 facing S", "vineyard", False),
        ("foot A at 60,60 facing S", "steep_hill", False),
    ],
)
def test_who_is_disorganised_by_ending_a_move_where(unit: str, ground: str, disorders: bool) -> None:
    game = of(f"red {unit}\n{ground} X 0,40 180,110")
    plan = judged(game, {"ahead": 200})
    assert isinstance(plan, Plan)
    assert bool(disordering(game.state, game["A"], plan)) is disorders


# Lines


@pytest.mark.rule("fucilieri.5.7", "fucilieri.5.9", "fucilieri.5.10", "fucilieri.5.11", "fucilieri.5.12")
@pytest.mark.parametrize(
    ("line", "foot", "horse"),
    [
        ("stream", 4, 8),
        ("ditch", 4, 8),
        ("canal", 4, 8),
        ("hedge", 4, 4),
        ("wall", 6, None),
        ("dyke", 6, 10),
        ("entrenchment", 8, None),
    ],
)
def test_what_it_costs_to_cross_a_line(line: str, foot: int, horse: int | None) -> None:
    across = f"{line} L 0,66 180,66"
    assert far(f"red foot A at 60,60 facing S, column\n{across}") == 12 - foot
    assert far(f"red skirmishers A at 60,61.25 facing S, open\n{across}") == 12 - foot
    rider = far(f"red horse A at 60,55 facing S, column\n{across}")
    assert rider == 22 - horse if horse is not None else rider < 1.1
    assert far(f"red light A at 60,57.5 facing S, limbered\n{across}") < 1.1


@pytest.mark.rule("fucilieri.5.15")
def test_a_line_is_paid_for_once_when_the_front_meets_it() -> None:
    # it stands across it already: it has paid
    assert far(f"{FOOT}\nstream L 0,60 180,60") == 12
    # without enough allowance it stops touching it
    assert far(f"{FOOT}\nwall L 0,73 180,73") == pytest.approx(8, abs=0.05)
    assert far("red foot A at 60,62.5 facing S, disorganised\nwall L 0,66 180,66") == pytest.approx(1, abs=0.05)
    assert said(f"{FOOT}\nwall L 0,73 180,73", {"ahead": 850}) == "too-far 3.2.1.2"
    # backwards and in two legs
    assert said("red foot A at 60,60 facing S, column\nstream L 0,54 180,54", {"ahead": 400, "aside": 1800}) == ""
    assert said("red foot A at 60,60 facing S, column\nstream L 0,54 180,54", {"ahead": 410, "aside": 1800}) == (
        "too-far 3.2.1.2"
    )
    assert said(f"{FOOT}\nstream L 0,66 180,66", {"ahead": 200}, {"ahead": 600}) == ""


@pytest.mark.rule("fucilieri.5.7")
@pytest.mark.parametrize(
    ("unit", "line", "disorders"),
    [
        ("foot A at 60,60 facing S, column", "stream", True),
        ("skirmishers A at 60,61.25 facing S, open", "stream", False),
        ("horse A at 60,60 facing S", "stream", True),
        ("hussars A at 60,58 facing S, open", "stream", False),
        ("foot A at 60,60 facing S, column", "hedge", False),
        ("foot A at 60,60 facing S, column", "wall", False),
    ],
)
def test_close_order_is_disorganised_by_water(unit: str, line: str, disorders: bool) -> None:
    game = of(f"red {unit}\n{line} L 0,66 180,66")
    plan = judged(game, {"ahead": 200})
    assert isinstance(plan, Plan)
    assert bool(disordering(game.state, game["A"], plan)) is disorders
    before = judged(game, {"ahead": 50})
    assert isinstance(before, Plan)
    assert not disordering(game.state, game["A"], before)


@pytest.mark.rule("fucilieri.5.8", "fucilieri.5.18")
def test_a_river_is_crossed_at_bridges_in_column_and_at_fords_as_a_stream() -> None:
    bridge = "river R 0,66 180,70 bridge 60,68"
    column = "red foot A at 60,60 facing S, column"
    game = of(f"{column}\n{bridge}")
    plan = judged(game, {"ahead": 1200})
    assert isinstance(plan, Plan)
    assert not disordering(game.state, game["A"], plan)
    assert said(f"red foot A at 61,60 facing S, column\n{bridge}", {"ahead": 1200}) == "impassable 5.8"
    assert said(f"red foot A at 60,62 facing S\n{bridge}", {"ahead": 800}) == "impassable 5.8"
    assert said(f"red skirmishers A at 60,61 facing S, open, figures 4\n{bridge}", {"ahead": 1200}) == "impassable 5.8"
    assert said(f"red light A at 60,55 facing S, limbered\n{bridge}", {"ahead": 1400}) == ""
    ford = "river R 0,66 180,70 ford 60,68"
    game = of(f"{column}\n{ford}")
    assert far(f"{column}\n{ford}") == 8
    plan = judged(game, {"ahead": 800})
    assert isinstance(plan, Plan)
    assert disordering(game.state, game["A"], plan) == "R"
    assert said(f"red light A at 60,55 facing S, limbered\n{ford}", {"ahead": 1400}) == "impassable 5.8"
    assert said(f"red foot A at 60,60 facing S, column\n{ford}", {"ahead": 300}) == ""  # one may stand on it


@pytest.mark.rule("fucilieri.5.7", "fucilieri.5.11", "fucilieri.5.12", "fucilieri.5.18")
@pytest.mark.parametrize(
    ("unit", "line"),
    [
        ("light A at 60,57 facing S, limbered", "stream L 0,66 180,66 bridge 60,66"),
        ("light A at 60,57 facing S, limbered", "dyke L 0,68 180,68 ramp 60,68"),
        ("light A at 60,57 facing S, limbered", "entrenchment L 0,66 180,66 gap 60,66"),
        ("horse A at 60,55 facing S, column", "entrenchment L 0,66 180,66 gap 60,66"),
        ("foot A at 60,60 facing S, column", "stream L 0,66 180,66 bridge 60,66"),
    ],
)
def test_bridges_ramps_and_gaps_cost_nothing(unit: str, line: str) -> None:
    how_far = {"light": 1400, "horse": 2200, "foot": 1200}[unit.split()[0]]
    game = of(f"red {unit}\n{line}")
    plan = judged(game, {"ahead": how_far})
    assert isinstance(plan, Plan)
    assert not disordering(game.state, game["A"], plan)


@pytest.mark.rule("fucilieri.5.8")
def test_a_line_is_no_use_of_a_bridge_even_of_a_stream() -> None:
    wide = "red skirmishers A at 60,62.5 facing S, line\nstream L 0,66 180,66 bridge 60,66"
    assert far(wide) == 4
    assert far(wide.replace("62.5 facing S, line", "60 facing S, column")) == 12


# Roads


@pytest.mark.rule("fucilieri.5.1", "fucilieri.5.1b")
def test_a_column_on_a_road_goes_four_farther_and_ignores_other_ground() -> None:
    road = "road R 60,0 60,120"
    assert said(f"{FOOT}\n{road}\nwood W 0,40 180,110", {"ahead": 1600}) == ""
    assert said(f"{FOOT}\n{road}", {"ahead": 1601}) == "too-far 3.2.1.2"
    assert said(f"red foot A at 62,60 facing S, column\n{road}", {"ahead": 1600}) == ""  # within 2.5 cm of it
    assert said(f"red foot A at 63,60 facing S, column\n{road}", {"ahead": 1600}) == "too-far 3.2.1.2"
    assert said(f"red foot A at 60,62.5 facing S, line\n{road}", {"ahead": 900}) == "too-far 3.2.1.2"
    assert said(f"red light A at 60,57 facing S, limbered\n{road}\nwood W 0,40 180,110", {"ahead": 1800}) == ""
    assert said(f"{FOOT}\nroad R 60,0 60,75", {"ahead": 1600}) == "too-far 3.2.1.2"  # not its whole move
    game = of(f"{FOOT}\n{road}\nwood W 0,40 180,110")
    plan = judged(game, {"ahead": 1600})
    assert isinstance(plan, Plan)
    assert not disordering(game.state, game["A"], plan)


@pytest.mark.rule("fucilieri.5.13")
def test_a_building_is_closed_to_who_passes() -> None:
    assert said(f"{FOOT}\nbuilding V 52,70 67,85", {"ahead": 600}) == "impassable 5.13"
    assert said(f"{FOOT}\nbuilding V 52,70 67,85", {"ahead": 500}) == ""


@pytest.mark.rule("fucilieri.3.1.4.2")
@pytest.mark.parametrize("x", [62, 45, 80])  # a little behind it, half ahead, half behind
def test_who_attacks_and_faces_aside_comes_nearer_obliquely(x: int) -> None:
    game = of(f"order red attack\nred foot A at 60,60 facing W\nblue foot B at {x},10 facing S")
    o = Outset(game.state, game["A"])
    assert not o.may_stand
    assert o.required > 200


@pytest.mark.rule("fucilieri.3.2.5.5", "fucilieri.3.1.4.13")
@pytest.mark.parametrize(("facing", "turns"), [("N", 0), ("S", 1), ("E", 1)])
def test_guns_that_withdraw_limber_turn_to_their_edge_and_go_straight_there(facing: str, turns: int) -> None:
    game = of(f"order red withdraw\nred guns A at 60,60 facing {facing}\nblue foot Z at 60,115 facing N, column")
    first, *legs = next(Outset(game.state, game["A"]).approaches())
    assert isinstance(first, Reform)
    assert first.formation == "limbered"
    *turned, ahead = legs
    assert len(turned) == turns
    assert isinstance(ahead, Shift)
    assert ahead.aside == 0
