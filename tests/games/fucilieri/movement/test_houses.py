"""Blocks of buildings: who goes in, who comes out and how (5.13, 5.13b)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.movement.bloodlust import go_for_enemy
from alfiere.games.fucilieri.movement.houses import Enter, Leave
from alfiere.games.fucilieri.movement.judging import Outset
from alfiere.games.fucilieri.movement.movement_round import obey, order_for
from alfiere.games.fucilieri.orders.demands import HOLDS, hold_here, place_held
from alfiere.games.fucilieri.state.unit import HAS_MOVED, SHARE
from alfiere.kernel.decision import Option
from alfiere.table.measuring import within
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

BLOCK = "building V 52,70 67,85"
INSIDE = f"red foot A at 59.5,77.5 facing N, column, in V\n{BLOCK}"


def of(text: str, order: str = "skirmish") -> Situation:
    found: Situation = situation(f"fucilieri\norder red {order}\n{text}")
    return found


def why_not(game: Situation, deed: Enter | Leave, **args: Any) -> str:
    found = deed.objection(game.state, game["A"], Option(deed.verb, {"unit": "A", **args}))
    return "" if found is None else f"{found.key} {found.rule.removeprefix('fucilieri.')}"


@pytest.mark.rule("fucilieri.5.13")
def test_foot_goes_in_from_contact_for_a_whole_move() -> None:
    game = of(f"red foot A at 60,65 facing S, column\n{BLOCK}")
    (option,) = Enter().options(game.state, game["A"], 0)
    assert option in list(order_for(Outset(game.state, game["A"])).options)
    game.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), option))
    assert (game["A"].post, game.at("A")) == ("V", (59.5, 77.5))
    assert SHARE.all(game["A"]) == [1_000_000]
    assert HAS_MOVED.is_on(game["A"])
    assert game.state.base(game["A"]).shape == (1500, 1500)  # it is all over the block
    assert not game["A"].has_flanks


@pytest.mark.rule("fucilieri.5.13", "fucilieri.5.16")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("red foot A at 60,63 facing S, column", ""),  # 2 cm from it
        ("red foot A at 60,62.9 facing S, column", "not-at-block 5.13"),
        ("red horse A at 60,60 facing S, column", "enters-not 5.13"),
        ("red dragoons A at 60,67.5 facing S, on foot", ""),
        ("red guns A at 60,66 facing S", "enters-not 5.13"),
        ("red foot A at 60,65 facing S, column, figures 24", ""),
        ("red foot A at 60,65 facing S, column, figures 25", "enters-not 5.13"),
        ("red foot A at 60,65 facing S, column\nblue foot B at 59.5,77.5 facing N, column, in V", "block-held 5.13"),
        ("red foot A at 60,65 facing S, column\nred foot B at 59.5,77.5 facing N, column, in V", "block-held 5.13"),
        ("red foot A at 60,65 facing S, column\nblue foot B at 59.5,92 facing N", "near-enemy 3.2.1.4"),
    ],
)
def test_who_may_go_in(text: str, why: str) -> None:
    assert why_not(of(f"{text}\n{BLOCK}"), Enter(), piece="V") == why
    assert why_not(of(f"{text}\n{BLOCK}"), Enter(), piece="W") == "no-block 5.13"


@pytest.mark.rule("fucilieri.5.13", "fucilieri.5.13b")
def test_one_comes_out_touching_the_block_for_a_whole_move() -> None:
    game = of(INSIDE)
    options = list(Leave().options(game.state, game["A"], 0))
    assert {one["formation"] for one in options} == {"line", "column", "square"}
    assert len(options) == 12
    assert {one.key for one in order_for(Outset(game.state, game["A"])).options} == {"stand", "leave"}
    chosen = next(one for one in options if one["formation"] == "line" and one["to"][2] == 900)
    game.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), chosen))
    assert (game["A"].post, game["A"].formation, game["A"].heading) == ("", "line", 900)
    block = game.state.ground.pieces["V"].outline
    assert within(block, game.state.base(game["A"]).outline, game.state.field.touch)
    assert SHARE.all(game["A"]) == [1_000_000]


@pytest.mark.rule("fucilieri.5.13b")
@pytest.mark.parametrize(
    ("to", "formation", "more", "why"),
    [
        ([5950, 6747, 0], "line", "", ""),
        ([5950, 6747, 1800], "line", "", ""),  # any facing
        ([5950, 6647, 0], "line", "", "not-outside 5.13b"),
        ([5950, 7000, 0], "line", "", "impassable 5.13"),
        ([5950, 6747, 0], "open_order", "", "not-in-block 5.13b"),
        ([5950, 6747, 0], "line", "blue foot B at 59.5,57.5 facing S", "near-enemy 3.2.1.4"),
        ([5950, 6747, 0], "line", "red foot B at 59.5,66 facing S", "in-the-way 3.2.7.1"),
    ],
)
def test_where_one_may_come_out(to: list[int], formation: str, more: str, why: str) -> None:
    assert why_not(of(f"{INSIDE}\n{more}"), Leave(), to=to, formation=formation) == why


@pytest.mark.rule("fucilieri.5.13")
def test_who_holds_a_block_does_nothing_else_than_leave_it() -> None:
    game = of(INSIDE)
    found = Outset(game.state, game["A"]).judge([Outset(game.state, game["A"]).changes["line"]])
    assert getattr(found, "key", "") == "in-building"


@pytest.mark.rule("fucilieri.3.1.4.2", "fucilieri.5.13b")
def test_who_is_told_to_attack_leaves_towards_the_enemy() -> None:
    game = of(f"{INSIDE}\nblue foot B at 60,112 facing N", "attack")
    o = Outset(game.state, game["A"])
    assert not o.may_stand
    offered = list(order_for(Outset(game.state, game["A"])).options)
    assert offered
    assert {one["to"][2] for one in offered} == {1800}


@pytest.mark.rule("fucilieri.3.2.1.4")
def test_who_is_to_withdraw_stays_where_friends_and_enemies_bar_every_way_out() -> None:
    foes = "blue foot X at 43,77.5 facing E\nblue foot Y at 76,77.5 facing W"
    game = of(f"{INSIDE}\nred foot B at 59.5,65 facing N\n{foes}", "withdraw")
    assert [one.key for one in order_for(Outset(game.state, game["A"])).options] == ["stand"]


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_who_holds_his_place_may_not_go_into_a_block_far_away() -> None:
    game = of(f"red foot A at 60,65 facing S, column\n{BLOCK}", "hold")
    assert why_not(game, Enter(), piece="V") == "holds-its-place 3.1.4.6a"


@pytest.mark.rule("fucilieri.3.1.4.6a")
def test_the_place_held_stays_the_same_on_the_way_in_and_out() -> None:
    game = of("red foot A at 59.5,72.9 facing S, figures 4\nbuilding V 52,70 67,85", "hold")
    hold_here(game["A"])
    game.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), Option("enter", {"unit": "A", "piece": "V"})))
    assert game["A"].post == "V"
    assert place_held(game["A"]) == (5950, 7290)
    free = of(f"red foot A at 60,65 facing S, column\n{BLOCK}")
    free.run(lambda g: obey(g, Outset(g.state, g.state.units["A"]), Option("enter", {"unit": "A", "piece": "V"})))
    assert HOLDS.first(free["A"]) is None


@pytest.mark.rule("fucilieri.5.13b", "fucilieri.3.2.8.6")
def test_bloodlust_comes_out_on_the_side_of_the_enemy() -> None:
    game = of(f"{INSIDE}\nblue foot B at 120,77 facing W")
    game["A"].bloodlust = 5
    game.run(lambda g: go_for_enemy(g, g.state.units["A"]))
    assert game["A"].post == ""
    assert game["A"].x > 6_700
