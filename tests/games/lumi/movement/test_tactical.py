"""Tactical movement, dragoons who mount and dismount (3.1.2, 3.1.8)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.movement.judging import Plan
from alfiere.games.lumi.movement.mounting import Mount
from alfiere.games.lumi.movement.orders import manoeuvre
from alfiere.games.lumi.movement.tactical import Tactical
from alfiere.games.lumi.state.base import DISORDERED, SHAKEN
from alfiere.games.lumi.state.unit import named
from alfiere.games.lumi.told.movement import Mounted
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_moves import at, left, of


def planned(game: Situation, x: float, y: float, facing: int = 0) -> Plan | Objection | None:
    to = [round(100 * x), round(2000 - 100 * y), facing * 10]
    return Tactical().plan(game.state, game.unit("A"), {"to": to})


def reason(game: Situation, x: float, y: float) -> tuple[str, str]:
    found = planned(game, x, y)
    assert isinstance(found, Objection), found
    return found.key, found.rule


def sent(game: Situation, x: float, y: float, facing: int = 0) -> Situation:
    who = game.unit("A")
    to = [round(100 * x), round(2000 - 100 * y), facing * 10]
    game.run(lambda g: manoeuvre(g, who), lambda decision: decision.find(("tactical", {**named(who), "to": to})))
    return game


@pytest.mark.rule("lumi.ex.19", "lumi.3.1.2c", "lumi.3.1.2d", "lumi.3.1.2f", "lumi.3.1.2h")
def test_example_19_a_column_goes_6um_to_its_rear_left_with_any_facing():
    game = of("red foot A at 12,10 facing N, column")
    assert reason(game, 7.7, 5.7) == ("too-far", "lumi.3.1.2c")
    sent(game, 7.8, 5.8, 90)
    assert at(game, "A") == (7.8, 5.8, 90)
    assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, False)
    assert used(game["A"]) == WHOLE


@pytest.mark.rule("lumi.3.1.2i")
def test_a_column_is_all_there_is_to_march_in():
    game = of("red foot A at 10,5 facing N, column")
    assert {*game.state.tables.formations} == {"line", "column", "open_order", "square", "deployed", "limbered"}
    assert left(game, {"ahead": 300}) == 0  # it goes 3um as any foot does


@pytest.mark.rule("lumi.ex.20", "lumi.ex.106", "lumi.3.1.2b", "lumi.3.1.2k")
def test_examples_20_and_106_lines_and_guns_have_none():
    assert reason(of("red foot A at 10,5 facing N"), 10, 8) == ("not-tactical", "lumi.3.1.2b")
    guns = of("red guns A at 10,5 facing N, limbered")
    assert reason(guns, 10, 8) == ("guns-not-tactical", "lumi.3.1.2k")
    assert not guns["A"].marks  # nothing is spent, lumi.1.8.7


@pytest.mark.rule("lumi.ex.106", "lumi.3.1.2j")
@pytest.mark.parametrize(("state", "then"), [("disordered", DISORDERED), ("shaken", SHAKEN)])
def test_example_106_whoever_is_in_a_worse_state_keeps_it(state: str, then: int):
    game = sent(of(f"red foot A at 10,5 facing N, column, {state}"), 10, 11)
    assert at(game, "A") == (10, 11, 0)
    assert game["A"].state == then


@pytest.mark.rule("lumi.ex.21", "lumi.3.1.2a", "lumi.3.1.2g")
@pytest.mark.parametrize(
    ("enemy", "is_threatened"),
    [
        ("cuirassiers E at 10,13.5 facing S", True),  # 4um and 2um: exactly 6um from front to front
        ("cuirassiers E at 10,14 facing S", False),
        ("cuirassiers E at 10,13.5 facing S, shaken", False),
        ("cuirassiers E at 10,13.5 facing N", False),
        ("cuirassiers E at 19,13.5 facing S", False),
        ("guns E at 10,11.5 facing S", True),
        ("guns E at 10,12 facing S", False),
        ("guns E at 13,11.5 facing S", False),
        ("foot E at 10,10 facing S", True),
        ("foot E at 10,14 facing S", False),
    ],
)
def test_example_21_charge_distance_and_fire_range_of_enemies(enemy: str, is_threatened: bool):
    game = of(f"red foot A at 10,6 facing N, column\nblue {enemy}")
    if is_threatened:
        assert reason(game, 10, 3) == ("threatened", "lumi.3.1.2a")
    else:
        assert isinstance(planned(game, 10, 3), Plan)


@pytest.mark.rule("lumi.3.1.2a", "lumi.3.1.2g", "lumi.3.3.3g")
@pytest.mark.parametrize(("y", "is_threatened"), [(7.9, True), (8.2, False)])
def test_a_garrison_threatens_all_round_its_buildings(y: float, is_threatened: bool):
    """It looks away, and stands farther off than the wall from which it would fire."""
    game = of(
        f"red foot A at 10,6 facing N, column\nvillage V 8,{y} 12,{y + 4}\nblue foot E at 10,{y + 3} facing N, in V"
    )
    assert isinstance(planned(game, 10, 3), Objection) == is_threatened


@pytest.mark.rule("lumi.3.1.2a", "lumi.3.1.2h")
def test_it_may_be_threatened_where_it_is_not_seen_but_at_no_point_of_its_way():
    guns = "red foot A at 10,6 facing N, column\nblue guns E at 10,11.4 facing S"
    assert reason(of(guns), 10, 3) == ("threatened", "lumi.3.1.2a")
    assert isinstance(planned(of(f"{guns}\ndense_wood W 0,7.5 30,10"), 10, 3), Plan)
    past = of("red foot A at 5,5 facing N, column\nblue foot E at 8,8 facing S")
    assert reason(past, 10, 5) == ("threatened", "lumi.3.1.2a")  # not at either end


@pytest.mark.rule("lumi.3.1.2a", "lumi.3.1.2h")
def test_who_comes_out_from_behind_a_wood_is_seen_where_he_comes_to():
    game = of("red foot A at 5,5 facing N, column\nblue foot E at 10,8 facing S\ndense_wood W 0,6 9,7")
    assert reason(game, 10, 5) == ("threatened", "lumi.3.1.2a")


@pytest.mark.rule("lumi.ex.77", "lumi.3.1.2e", "lumi.3.3.3c", "lumi.3.3.1a")
def test_example_77_the_terrain_counts():
    game = of("red foot A at 10,5 facing N, column\nlight_wood W 5,8 15,15")
    assert isinstance(planned(game, 10, 9), Plan)  # 2um to the wood, 2um inside
    assert reason(game, 10, 9.03) == ("too-far", "lumi.3.1.2c")
    stopped = sent(of("red foot A at 10,5 facing N, column\nstream S 0,8 30,8 level 1"), 10, 10)
    assert at(stopped, "A")[1] == pytest.approx(7, abs=0.03)


@pytest.mark.rule("lumi.3.1.2d")
def test_a_column_of_two_turns_as_a_whole():
    game = of("red foot A at 10,8 facing N, column\nred foot B at 10,6 facing N, column")
    sent(game, 8, 5, 270)
    assert (at(game, "A"), at(game, "B")) == ((8, 5, 270), (10, 5, 270))
    assert game.unit("A").ids == ("A", "B")


# Dragoons


@pytest.mark.rule("lumi.3.1.8", "lumi.1.3.3a", "lumi.1.3.3b")
def test_dragoons_dismount_and_mount_with_their_whole_movement():
    game = of("red dragoons A at 10,5 facing N")
    game.run(lambda g: manoeuvre(g, game.unit("A")), "mount foot=1")
    assert (game["A"].is_on_foot, game["A"].kind, used(game["A"])) == (True, "infantry", WHOLE)
    game["A"].marks = []
    game.run(lambda g: manoeuvre(g, game.unit("A")), "mount foot=0")
    assert (game["A"].is_on_foot, game["A"].kind) == (False, "cavalry")
    assert [(one.units, one.foot) for one in game.told(Mounted)] == [(("A",), 1), (("A",), 0)]


@pytest.mark.rule("lumi.3.1.8")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("red cuirassiers A at 10,5 facing N", "not-dragoons"),
        ("red dragoons A at 10,5 facing N\nblue foot E at 10,7 facing N", "enemy-too-near"),
        ("red dragoons A at 10,5 facing N\nblue foot E at 10,7.1 facing N", ""),
        ("red dragoons A at 10,5 facing N\nblue foot E at 10,7 facing N, rout", ""),
        ("red dragoons A at 10,5 facing N, on foot\ndense_wood W 5,3 15,9", "no-horses-here"),
        ("red dragoons A at 10,5 facing N, on foot, column, in V\nvillage V 8,3 12,7", "no-horses-here"),
    ],
)
def test_who_may_mount_or_dismount(text: str, key: str):
    game = of(text)
    found = Mount().judged(game.state, game.unit("A"), {"unit": "A"})
    assert (found.key if isinstance(found, Objection) else "") == key


@pytest.mark.rule("lumi.1.1.7")
def test_a_tactical_move_that_would_turn_over_the_edge_is_not_offered():
    for north in (14.5, 16.0, 17.5, 18.5, 19.5):
        game = of(f"red hussars A at 12,{north} facing S, open\nred hussars B at 9.5,{north} facing S, open")
        deed, who = Tactical(), game.unit("A", "B")
        offered = list(deed.options(game.state, who, WHOLE))
        assert offered
        assert all(isinstance(deed.plan(game.state, who, one.args), Plan) for one in offered)


@pytest.mark.rule("lumi.3.1.2c")
@pytest.mark.parametrize(("water", "offered"), [(6.49, True), (6.48, False)])
def test_a_way_of_half_a_um_is_offered_and_no_shorter_one(water: float, offered: bool):
    game = of(f"red foot A at 10,5 facing N, column\nwater W 0,{water} 30,20")
    ends = [tuple(one["to"]) for one in Tactical().candidates(game.state, game.unit("A"), 0)]
    assert [end for end in ends if end[2] == 0] == ([(1000, 1450, 0)] if offered else [])
