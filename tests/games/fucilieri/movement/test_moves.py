"""What a move does: who has moved and spent how much, ground that disorganises, reorganising, withdrawing (3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.movement.judging import Outset
from alfiere.games.fucilieri.movement.movement_round import DEEDS, obey, order_for
from alfiere.games.fucilieri.movement.moves import Form, Move, Stand, may_reorganise
from alfiere.games.fucilieri.movement.places import ways
from alfiere.games.fucilieri.orders.demands import orders_take_effect, place_held
from alfiere.games.fucilieri.state.leader import GONE_WITH_UNIT
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import HAS_MOVED, HAS_TURNED, HAS_TURNED_FAR, SHARE, SPENT
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.movement import Reorganising, UnitWithdrew
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FAR_ENEMY = "blue foot Z at 170,115 facing N, column"


def of(text: str, order: str = "skirmish") -> Situation:
    found: Situation = situation(f"fucilieri\norder red {order}\n{text}")
    return found


def move(game: Situation, *legs: dict[str, Any]) -> None:
    """A goes by these legs."""
    deed = DEEDS["move"]
    found = deed.judged(game.state, game["A"], {"unit": "A", "legs": list(legs)})
    assert isinstance(found, Option), found
    game.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), found))


def do(game: Situation, verb: str, **args: Any) -> None:
    option = Option(verb, {"unit": "A", **args})
    assert DEEDS[verb].objection(game.state, game["A"], option) is None
    game.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), option))


@pytest.mark.rule("fucilieri.3.2.1.3", "fucilieri.3.3.1.6c")
def test_who_moves_has_moved_and_spent_what_it_cost() -> None:
    game = of("red foot A at 60,60 facing S, column")
    move(game, {"ahead": 300}, {"ahead": 300, "aside": 450})
    assert HAS_MOVED.count(game["A"]) == 1
    assert SPENT.all(game["A"]) == [750]
    assert SHARE.all(game["A"]) == [625_000]
    (told,) = (one for one in game.events if isinstance(one, UnitMoved))
    assert (told.unit, told.start, len(told.path)) == ("A", (6000, 6000, 1800), 3)


@pytest.mark.rule("fucilieri.3.2.1.3", "fucilieri.3.2.6.2")
@pytest.mark.parametrize(("verb", "args"), [("form", {"formation": "column"}), ("move", {"legs": [{"turn": 1800}]})])
def test_a_change_of_formation_or_facing_is_a_move_and_to_stand_is_none(verb: str, args: dict[str, Any]) -> None:
    game = of("red foot A at 60,60 facing S")
    do(game, "stand")
    assert not HAS_MOVED.is_on(game["A"])
    do(game, verb, **args)
    assert HAS_MOVED.is_on(game["A"])


@pytest.mark.rule("fucilieri.3.2.1.3", "fucilieri.3.2.6.2")
def test_to_reorganise_is_no_move() -> None:
    game = of("red foot A at 60,60 facing S, disorganised")
    do(game, "stand")
    assert not game["A"].is_disorganised
    assert not HAS_MOVED.is_on(game["A"])


@pytest.mark.rule("fucilieri.5.4", "fucilieri.5.7")
@pytest.mark.parametrize("ground", ["wood W 0,66 180,90", "stream W 0,66 180,66"])
def test_ground_disorganises(ground: str) -> None:
    game = of(f"red foot A at 60,60 facing S, column\n{ground}")
    move(game, {"ahead": 200})
    assert game["A"].is_disorganised
    game = of(f"red foot A at 60,60 facing S, column\n{ground}")
    move(game, {"ahead": 50})
    assert not game["A"].is_disorganised


@pytest.mark.rule("fucilieri.3.2.5.6", "fucilieri.1.4.6")
def test_dragoons_dismount_and_mount_again() -> None:
    game = of("red dragoons A at 60,60 facing S")
    do(game, "form", formation="switched line")
    assert game["A"].is_on_foot
    assert game["A"].is_foot
    assert (game["A"].formation, game["A"].y) == ("line", 6250)  # the front stays
    assert game.state.shape(game["A"]) == (1250, 500)
    assert game["A"].figures == 10
    do(game, "form", formation="switched line")
    assert not game["A"].is_on_foot
    assert (game.state.shape(game["A"]), game["A"].y) == ((1250, 1000), 6000)


@pytest.mark.rule("fucilieri.3.2.5.5", "fucilieri.3.2.5.5b")
def test_guns_face_any_way_when_they_unlimber() -> None:
    game = of("red guns A at 60,60 facing S, limbered")
    options = [one for one in Form().options(game.state, game["A"], 0) if one["formation"] == "unlimbered"]
    assert {one.get("turn") for one in options} == {None, -450, 450, -900, 900, 1800}
    do(game, "form", formation="unlimbered", turn=900)
    assert (game["A"].formation, game["A"].heading) == ("unlimbered", 2700)
    assert HAS_MOVED.is_on(game["A"])
    assert not HAS_TURNED.is_on(game["A"])


@pytest.mark.rule("fucilieri.3.2.5.3")
def test_a_square_is_left_facing_any_way() -> None:
    game = of("red foot A at 60,60 facing S, square")
    do(game, "form", formation="line", turn=-900)
    assert (game["A"].formation, game["A"].heading, game.at("A")) == ("line", 900, (60, 60))


@pytest.mark.rule("fucilieri.3.2.5.1", "fucilieri.3.2.5.2", "fucilieri.3.2.5.5")
@pytest.mark.parametrize(
    ("who", "formation", "rule"),
    [("foot", "column", "1"), ("foot", "square", "2"), ("foot, square", "line", "2"), ("guns", "limbered", "5")],
)
def test_a_change_of_formation_is_told_by_its_own_rule(who: str, formation: str, rule: str) -> None:
    arm, _, how = who.partition(", ")
    game = of(f"red {arm} A at 60,60 facing S{', ' if how else ''}{how}")
    do(game, "form", formation=formation)
    assert [one.rules for one in game.told(UnitMoved)] == [(f"fucilieri.3.2.5.{rule}",)]


@pytest.mark.rule("fucilieri.3.2.3.7")
@pytest.mark.parametrize(("turn", "is_far"), [(450, False), (-450, False), (451, True), (1800, True)])
def test_guns_that_turn_too_far_are_noted(turn: int, is_far: bool) -> None:
    game = of("red guns A at 60,60 facing S")
    move(game, {"turn": turn})
    assert HAS_TURNED_FAR.is_on(game["A"]) is is_far
    assert HAS_TURNED.is_on(game["A"]) is not is_far
    game = of("red guns A at 60,60 facing S")
    move(game, {"ahead": 100})
    assert not HAS_TURNED.is_on(game["A"])
    assert not HAS_TURNED_FAR.is_on(game["A"])


# Reorganising


@pytest.mark.rule("fucilieri.3.2.6.1", "fucilieri.3.2.6.2", "fucilieri.3.2.6.4")
@pytest.mark.parametrize(
    ("text", "is_reorganised"),
    [
        ("red foot A at 60,60 facing S, disorganised", True),
        ("red foot A at 60,60 facing S, disorganised, demoralised", False),
        ("red foot A at 60,60 facing S, disorganised\nblue foot B at 60,73 facing N", False),  # 8 cm
        ("red foot A at 60,60 facing S, disorganised\nblue foot B at 60,73.1 facing N", True),
    ],
)
def test_who_stands_reorganises_if_no_enemy_is_near(text: str, is_reorganised: bool) -> None:
    game = of(text)
    do(game, "stand")
    assert game["A"].is_disorganised is not is_reorganised


@pytest.mark.rule("fucilieri.3.2.6.2")
def test_an_engaged_unit_is_not_reorganised() -> None:
    game = of(f"red foot A at 60,60 facing S, disorganised\n{FAR_ENEMY}")
    engage(game["A"], game["Z"], "front", "front")
    assert not may_reorganise(game.state, game["A"])


@pytest.mark.rule("fucilieri.3.2.6.3", "fucilieri.1.3.3c", "fucilieri.1.3.6c")
@pytest.mark.rule("fucilieri.ex.70")
def test_irregulars_need_a_four_and_the_disciplined_may_move_four_of_eight() -> None:
    """Worked example 70."""
    game = of("red militia A at 60,60 facing S, disorganised\ndice red 3")
    do(game, "stand")
    assert game["A"].is_disorganised
    (told,) = (one for one in game.events if isinstance(one, Reorganising))
    assert (told.roll, told.needed, told.succeeds) == (3, 4, False)
    game = of("red militia A at 60,60 facing S, disorganised\ndice red 4")
    do(game, "stand")
    assert not game["A"].is_disorganised
    game = of("red foot A at 60,60 facing S, disorganised, disciplined")
    move(game, {"ahead": 400})
    assert not game["A"].is_disorganised
    game = of("red foot A at 60,60 facing S, disorganised")
    move(game, {"ahead": 10})
    assert game["A"].is_disorganised


@pytest.mark.rule("fucilieri.3.2.6.3")
def test_the_disciplined_are_not_reorganised_where_the_ground_disorganises_them() -> None:
    game = of("red foot A at 60,60 facing S, disorganised, disciplined\nwood W 0,50 180,90")
    move(game, {"ahead": 400})
    assert game["A"].is_disorganised


# Orders


@pytest.mark.rule("fucilieri.3.1.4.10", "fucilieri.3.7.8")
def test_who_withdraws_to_his_own_edge_is_taken_off() -> None:
    game = of("red foot A at 60,6 facing N\nred foot B at 90,60 facing N\nred general M at 60,3 of red", "withdraw")
    game.leader("M").joined = "A"
    move(game, {"ahead": 350})
    assert game["A"].where == "withdrawn"
    assert game.leader("M").joined == ""
    assert any(isinstance(one, UnitWithdrew) for one in game.events)
    assert game.command("red").fate == ""  # another is left
    game = of("red foot A at 60,6 facing N", "withdraw")
    move(game, {"ahead": 350})
    assert game.command("red").fate == "withdrawn"
    game = of("red foot A at 60,6 facing N", "oppose")
    move(game, {"ahead": 350})
    assert game["A"].where == "on"
    game = of("red foot A at 60,16 facing N", "withdraw")
    move(game, {"ahead": 800})
    assert game["A"].where == "on"


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_who_changes_formation_holds_the_place_of_his_new_centre() -> None:
    game = of("red foot A at 60,60 facing S", "hold")
    orders_take_effect(game.state, game.command("red"))
    do(game, "form", formation="column")
    assert place_held(game["A"]) == (6000, 5750)
    game = of("red foot A at 60,60 facing S", "hold")
    orders_take_effect(game.state, game.command("red"))
    move(game, {"ahead": 200})
    assert place_held(game["A"]) == (6000, 6000)


@pytest.mark.rule("fucilieri.3.2.9.5", "fucilieri.3.2.9.1")
def test_who_has_joined_a_unit_goes_with_it() -> None:
    game = of("red foot A at 60,60 facing S, of X\nred general M at 60,55 cv 3 of X, with A\norder X skirmish")
    move(game, {"ahead": 300}, {"ahead": 200})
    assert GONE_WITH_UNIT.all(game.leader("M")) == [500]
    assert game.at("M") == (60, 60)  # right behind it


# What is offered


def test_every_option_is_allowed_and_every_deed_is_offered() -> None:
    game = of("red foot A at 60,60 facing S\nred foot B at 30,60 facing S\nblue foot C at 60,100 facing N")
    offered = list(order_for(Outset(game.state, game["A"])).options)
    assert {one.key for one in offered} == {"stand", "move", "form"}
    assert len(offered) > 20
    for one in offered:
        assert DEEDS[one.key].objection(game.state, game["A"], one) is None
    assert len({one.meaning for one in offered}) == len(offered)


@pytest.mark.rule("fucilieri.3.1.4.2", "fucilieri.3.1.4.9a")
@pytest.mark.parametrize("order", ["attack", "withdraw"])
@pytest.mark.parametrize("facing", ["N", "S", "E", "NW"])
@pytest.mark.parametrize(
    "unit",
    [
        "foot A at 60,60",
        "horse A at 60,60",
        "skirmishers A at 60,60 open",
        "guns A at 60,60",
        "light A at 60,60 limbered",
    ],
)
def test_there_is_always_a_way_to_obey(order: str, facing: str, unit: str) -> None:
    kind, name, at, where, *how = unit.split()
    text = f"red {kind} {name} {at} {where} facing {facing}" + "".join(f", {one}" for one in how)
    game = of(f"{text}\nblue foot C at 60,112 facing N\nblue foot D at 20,110 facing N", order)
    offered = list(order_for(Outset(game.state, game["A"])).options)
    assert offered
    for one in offered:
        assert DEEDS[one.key].objection(game.state, game["A"], one) is None
    drawn = order_for(Outset(game.state, game["A"])).options.drawn(lambda: 0.3)  # type: ignore[attr-defined]
    assert DEEDS[drawn.key].objection(game.state, game["A"], drawn) is None


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_who_must_come_nearer_is_not_offered_to_stand() -> None:
    game = of("red foot A at 60,60 facing S\nblue foot C at 60,110 facing N", "attack")
    assert "stand" not in {one.key for one in order_for(Outset(game.state, game["A"])).options}
    found = Stand().objection(game.state, game["A"], Option("stand", {"unit": "A"}))
    assert found is not None
    assert (found.key, found.rule) == ("must-come-nearer", "fucilieri.3.1.4.2")


def test_a_unit_dragged_to_a_place_finds_its_legs() -> None:
    game = of("red foot A at 60,60 facing S, column")
    found = Move().judged(game.state, game["A"], {"unit": "A", "to": [6000, 6700, 1800]})
    assert isinstance(found, Option)
    plan = Move().plan(game.state, game["A"], found.args)
    assert not isinstance(plan, Objection | None)
    assert plan.end.pose == (6000, 6700, 1800)
    refused = Move().judged(game.state, game["A"], {"unit": "A", "to": [6000, 9000, 1800]})
    assert isinstance(refused, Objection)
    assert refused.key == "too-far"
    nonsense: tuple[dict[str, Any], ...] = (
        {"to": [1, 2]},
        {"legs": []},
        {"legs": [{"ahead": "x"}]},
        {"to": [6000, 6000, 9999]},
    )
    for said in nonsense:
        assert Move().judged(game.state, game["A"], {"unit": "A", **said}) is None


@pytest.mark.parametrize(("room", "is_offered"), [(2, False), (40, True)])
def test_nobody_is_offered_a_hair_s_breadth_ahead(room: int, is_offered: bool) -> None:
    game = of(f"red foot A at 60,60 facing S, line\nred foot B at 60,70 facing S, line\n{FAR_ENEMY}")
    a, b = game["A"], game["B"]
    footing = game.state.footing(b)
    pose = footing.pose._replace(y=a.y + game.state.shape(a).depth + room)
    game.state.put(b, footing._replace(pose=pose))
    assert any(ways(Outset(game.state, a), "ahead")) == is_offered
