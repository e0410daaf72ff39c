"""Reinforcements: when and where they come on, how far they get, and who waits (set.2, set.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.risorgimento.command.written import OF_ONE, Order
from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.movement.arrivals import (
    Start,
    _one,
    arrival_for,
    due_leaders,
    due_units,
    is_due,
    is_open,
    judge_arrival,
    lead_on,
    roll_for,
    starts,
)
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Plan
from alfiere.games.risorgimento.movement.moves import ALONE
from alfiere.games.risorgimento.movement.phase import MOVING, formations, movement_phase
from alfiere.games.risorgimento.shown.view import view
from alfiere.games.risorgimento.told.movement import Arrived
from alfiere.kernel.objection import Objection
from tests.games.risorgimento.movement.legs import ahead
from tests.situation import situation

COMING = """
    risorgimento
    turn {turn}
    red  line R to come
    red  line E at 110,10 facing W
    arrives R turn 3 east 30-50{more}
    blue line B at {x},{y} facing E
    {also}
"""


def coming(turn: int = 3, *, x: float = 20, y: float = 40, more: str = "", also: str = "") -> Any:
    return situation(COMING.format(turn=turn, x=x, y=y, more=more, also=also))


def points(game: Any) -> list[float]:
    """The points of the edge where it may come on, in cm from the south."""
    return [80 - start.at / 100 for start, _ in starts(game.state, game.unit("R"))]


def judged(game: Any, y: float, cm: float, formation: str = "march_column") -> Plan | Objection:
    return judge_arrival(game.state, game.unit("R"), Start("east", round((80 - y) * 100)), formation, (ahead(cm),))


@pytest.mark.rule("risorgimento.set.2")
def test_a_reinforcement_comes_on_when_its_formation_moves_from_its_turn_on() -> None:
    game = coming(2)
    assert (is_due(game.state, "R"), due_units(game.state, "red")) == (False, [])
    game = coming(3)
    assert [one.id for one in due_units(game.state, "red")] == ["R"]
    game.state.leave(game.unit("E"), "lost")
    assert formations(game.state, "red") == ["red"]  # nobody of it is on the table, but somebody may come
    game.run(lambda g: movement_phase(g, ALONE), "bring-on unit=R", "arrive at=4000")
    unit = game.unit("R")
    assert unit.is_on
    assert HAS_ACTED.is_on(unit)
    assert [one.who for one in game.told(Arrived)] == ["R"]
    assert not faults(game.state)


@pytest.mark.rule("risorgimento.set.2", "risorgimento.e.3.1.2")
def test_its_front_starts_on_the_edge_and_all_its_way_is_paid_perhaps_a_strategic_one() -> None:
    game = coming()
    found = judged(game, 40, 12)
    assert isinstance(found, Plan)
    assert (found.cost, found.is_strategic) == (1_000_000, False)
    assert found.end.pose[:2] == (12000 + 175 - 1200, 4000)  # the front was on the edge when it began
    found = judged(game, 40, 24)
    assert isinstance(found, Plan)
    assert found.is_strategic
    assert isinstance(judged(game, 40, 24.1), Objection)
    assert isinstance(judged(game, 40, 3), Objection)  # not yet on the table with all of its base
    game = coming(x=106)
    assert isinstance(judged(game, 40, 12), Objection)  # into a zone
    assert isinstance(judged(game, 40, 4), Plan)
    game = coming(x=80)
    assert isinstance(judged(game, 40, 12), Plan)
    assert isinstance(judged(game, 40, 20), Objection)  # within 20 cm of an enemy


@pytest.mark.rule("risorgimento.set.2", "risorgimento.set.1")
def test_where_a_scenario_forbids_long_marches_reinforcements_make_none() -> None:
    also = """[[special]]
    kind = "no strategic move"
    side = "austrian"
    before_turn = 9
    by = 20
    text = { en = "-", it = "-" }"""
    assert isinstance(judged(coming(also=also), 40, 12), Plan)
    assert isinstance(judged(coming(also=also), 40, 13), Objection)


@pytest.mark.rule("risorgimento.set.3")
def test_a_point_near_an_enemy_or_blocked_is_replaced_by_the_nearest_free_one_of_the_edge() -> None:
    assert set(points(coming())) <= set(range(30, 51))
    free = points(coming(x=113, y=40))
    assert 40 not in free
    assert {30.0, 50.0} <= set(free)
    wide = "blue line C at 113,34 facing E\n    blue line D at 113,46 facing E"
    game = coming(x=113, y=40, also=wide)
    (south, north) = sorted(points(game))
    assert south < 30 < 50 < north  # outside its stretch
    assert not is_open(game.state, game.unit("R"), Start("east", round((80 - south) * 100) - 100), "march_column")
    game = coming(also="red line F at 118,40 facing W")
    assert 40 not in points(game)
    found = judged(game, 40, 12)
    assert isinstance(found, Objection)
    assert found.rule == "risorgimento.set.3"


@pytest.mark.rule("risorgimento.set.3")
def test_its_owner_may_try_again_next_turn() -> None:
    game = coming()
    game.run(lambda g: movement_phase(g, ALONE), "bring-on unit=R", "wait")
    assert game.unit("R").where == "to come"
    assert HAS_ACTED.is_on(game.unit("R"))
    assert [one.key for one in game.asked].count("arrive") == 1
    game = coming(4)
    assert [one.id for one in due_units(game.state, "red")] == ["R"]


@pytest.mark.rule("risorgimento.set.2")
@pytest.mark.parametrize(("turn", "dice", "comes"), [(3, "4", True), (3, "5", False), (6, "", True), (2, "", False)])
def test_some_come_on_a_die_and_from_a_later_turn_without(turn: int, dice: str, comes: bool) -> None:
    game = coming(turn, more=" on 4 sure 6", also=f"dice red {dice}")

    def rolls(g: Any) -> Any:
        roll_for(g)
        yield from ()

    game.run(rolls)
    assert not game.dice_left
    assert is_due(game.state, "R") == comes


@pytest.mark.rule("risorgimento.set.2", "risorgimento.cmd.14")
def test_a_commander_comes_on_with_his_formation_at_a_point_where_nobody_stands() -> None:
    game = situation("""
        risorgimento
        turn 3
        red  CB X to come
        red  line R to come, under X
        red  line E at 118,40 facing W
        arrives R,X turn 3 east 30-50
        blue line B at 20,40 facing E
    """)
    s = game.state
    assert [one.id for one in due_leaders(s, "X")] == ["X"]

    def comes(g: Any) -> Any:
        lead_on(g, g.state.commanders["X"])
        yield from ()

    game.run(comes)
    who = game.leader("X")
    assert who.where == "on"
    assert game.at("X")[0] == 119
    assert 41 < abs(game.at("X")[1] - 40) + 40 <= 50


def asked_where(game: Any) -> Any:
    """What its owner is asked when it comes on."""
    game.run(lambda g: movement_phase(g, ALONE), "bring-on unit=R")
    return next(one for one in game.asked if one.key == "arrive")


@pytest.mark.rule("risorgimento.set.2")
def test_each_arrival_names_the_pose_in_which_it_will_stand() -> None:
    game = coming()
    offered = [one for one in asked_where(game).options if one.key == "arrive"]
    assert offered
    for one in offered:
        found = judge_arrival(game.state, game.unit("R"), Start(one["edge"], one["at"]), one["formation"], (
            ahead(one["legs"][0]["ahead"] / 100),
        ))  # fmt: skip
        assert isinstance(found, Plan)
        assert one["to"] == list(found.end.pose)
    assert len({tuple(one["to"]) for one in offered}) == len(offered)


@pytest.mark.rule("risorgimento.set.2", "risorgimento.set.3")
def test_a_pose_on_the_table_means_the_way_to_it_from_its_stretch_of_the_edge() -> None:
    game = coming()
    decision = asked_where(game)
    (x, y), (_, far_off) = game.point(112, 37.3), game.point(112, 70)
    found = decision.find(("arrive", {"unit": "R", "to": [x, y, 2700]}))
    assert found is not None
    assert (found["edge"], found["at"], found["to"]) == ("east", y, [x, y, 2700])  # straight from behind it
    assert [one["ahead"] for one in found["legs"]] == [12000 + 175 - x]
    assert decision.find((found.key, found.args)) == found
    why = decision.why_not("arrive", {"unit": "R", "to": [x, far_off, 2700]})
    assert why is not None
    assert why.rule == "risorgimento.e.3.2.6"  # what keeps it from going there, not that it has no entry at all
    assert decision.find(("arrive", {**found.args, "to": [x, y + 1, 2700]})) is None  # the legs lead elsewhere


def test_everybody_sees_it_as_large_as_it_will_be_while_its_formation_moves() -> None:
    def pieces(game: Any, seat: str) -> list[Any]:
        return [one for one in view(game.state, seat)["pieces"] if one["id"] == "R"]

    game = coming()
    game.state.phase = "E"
    assert pieces(game, "red") == []
    MOVING.put(game.state, "red")
    (piece,) = pieces(game, "red")
    assert "pose" not in piece
    assert piece["formation"] == "march"
    assert pieces(game, "blue") == [piece]  # everybody knows who is coming
    game.state.options["orders"] = "yes"
    OF_ONE.put(game.unit("R"), Order("hold", "P", 0, 0, 0))
    assert ["under-orders" in pieces(game, seat)[0]["badges"] for seat in ("red", "blue")] == [True, False]
    HAS_ACTED.put(game.unit("R"))
    assert pieces(game, "red") == []


@pytest.mark.rule("risorgimento.set.2")
def test_the_die_for_a_reinforcement_is_thrown_once_a_turn_though_the_phase_is_taken_up_again() -> None:
    game = coming(3, more=" on 4 sure 6", also="dice red 5 1")
    game.run(lambda g: movement_phase(g, ALONE))
    game.run(lambda g: movement_phase(g, ALONE))
    assert not is_due(game.state, "R")
    assert game.dice_left


@pytest.mark.rule("risorgimento.set.2")
def test_who_draws_an_arrival_by_lot_gets_one_that_is_allowed() -> None:
    game = coming(also="blue line C at 118.5,32 facing W\n    blue line D at 118.5,48 facing W")
    unit = game.unit("R")
    allowed = [(one["at"], one.get("legs")) for one in arrival_for(game.state, unit).options if one.key == "arrive"]
    assert allowed
    for number in range(20):
        draw = random.Random(number).random
        one = _one(game.state, unit, 0, draw)
        assert one is not None
        assert (one["at"], one.get("legs")) in allowed
