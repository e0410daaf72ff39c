"""Chapter 5, a division ordered as a body: what it comes to is what its units could have been ordered one by one."""

from __future__ import annotations

import pytest

from alfiere.games.esa import division_moves, events
from alfiere.games.esa.events import UnitMoved, UnitTurned
from alfiere.games.esa.movement_phase import carry_out_move
from alfiere.games.esa.ruleset import GAME
from tests.situation import situation

LINE = """
    esa on open ground
    red {kind} A at 0,0 facing 0
    red {kind} B at 2,0 facing 0
    red {kind} C at 4,0 facing 0
    red general Own at {general} morale 9
    {more}
    order red: move
"""


def line(more="", general="2,3", kind="pike"):
    return situation(LINE.format(more=more, general=general, kind=kind))


def bodies(game):
    """The orders to all of them that were offered first."""
    asked = next(one for one in game.asked if one.key == "move-which")
    return [(one["direction"], one["hexes"]) for one in asked.bodies]


@pytest.mark.rule("esa.5a", "esa.5b", "esa.5.1a")
@pytest.mark.parametrize("direction", [5, 0])
def test_all_of_a_division_go_the_same_way_and_look_as_before(direction):
    game = line(kind="cuirassiers")
    before = {name: game.state.units[name].hex for name in "ABC"}
    game.phase("movement", f"advance direction={direction} hexes=2")
    grid = game.state.field.grid
    for name, start in before.items():
        there = grid.neighbours[grid.neighbours[start][direction]][direction]
        assert (game.state.units[name].hex, game.state.units[name].facing) == (there, 0)
    assert sorted(one.unit for one in game.told(UnitMoved)) == ["A", "B", "C"]
    assert not game.told(UnitTurned)
    assert "face" not in [one.key for one in game.asked if one.seat == "red"]
    assert [one.key for one in game.asked].count("move-which") == 1  # nobody is left to move


@pytest.mark.rule("esa.5.1a")
def test_it_is_offered_ahead_of_where_most_of_them_look_as_far_as_two_can_go():
    game = line("red pike D at 6,0 facing 2", kind="cuirassiers")
    game.phase("movement", "done")
    most = game.state.units["A"].values.pm
    assert most > 1
    assert bodies(game) == [(way, far) for way in (5, 0) for far in range(1, most + 1)]


@pytest.mark.rule("esa.5b")
def test_who_is_behind_follows_into_the_hex_that_is_left():
    game = line("red pike D at 0,1 facing 0")
    game.phase("movement", "advance direction=0 hexes=1")
    moved = [one.unit for one in game.told(UnitMoved)]
    assert moved.index("A") < moved.index("D")
    assert len(moved) == 4


@pytest.mark.rule("esa.5b")
def test_two_in_file_are_a_body_for_the_first_makes_room():
    text = (
        "esa on open ground\nred pike A at 0,0 facing 0\nred pike B at -1,1 facing 0\nred general Own at 2,3 morale 9\n"
    )
    game = situation(text + "order red: move")
    game.phase("movement", "done")
    assert bodies(game) == [(5, 1), (0, 1)]


@pytest.mark.rule("esa.5e")
def test_whom_the_move_of_another_has_changed_does_not_go_on(monkeypatch):
    """An enemy may answer a move; here somebody of the body is shaken by it."""
    game = line()

    def shaking(g, unit, *args, **more):
        g.state.units["B"].is_shaken = True
        yield from carry_out_move(g, unit, *args, **more)

    monkeypatch.setattr(division_moves, "carry_out_move", shaking)
    game.phase("movement", "advance direction=0 hexes=1")
    assert sorted(one.unit for one in game.told(UnitMoved)) == ["A", "C"]


@pytest.mark.rule("esa.5d", "esa.5.1a")
def test_nobody_is_led_into_contact_and_who_cannot_go_may_be_ordered_by_himself():
    game = line("blue pike E at 1,-2 facing 3", kind="cuirassiers")
    game.phase("movement", "advance direction=0 hexes=2", "done")
    grid = game.state.field.grid
    enemy = game.state.units["E"].hex
    assert all(grid.distance(game.state.units[name].hex, enemy) > 1 for name in "ABC")
    assert "A" not in [one.unit for one in game.told(UnitMoved)]
    again = [one for one in game.asked if one.key == "move-which"][1]
    assert [one.meaning for one in again.options] == ["unit unit=A", "done"]


@pytest.mark.rule("esa.10.12b")
def test_the_weakened_test_before_they_go():
    game = line("red pike D at 6,0 facing 0, strength 1")
    game.phase("movement", "advance direction=0 hexes=1")
    assert [one.piece for one in game.told(events.TestTaken)] == ["D"]
    assert game.state.units["D"].hex == game.at(6, 0) or "D" in [one.unit for one in game.told(UnitMoved)]


@pytest.mark.rule("esa.10.1e")
def test_a_leader_goes_with_his_unit():
    game = line("red character Friend at 2,0")
    game.phase("movement", "advance direction=0 hexes=1")
    assert game.state.leaders["Friend"].hex == game.state.units["B"].hex != game.at(2, 0)
    assert "leader-goes" not in [one.key for one in game.asked]


def test_one_unit_alone_is_no_body_nor_are_guns_nor_who_has_a_focus():
    text = "esa on open ground\nred pike A at 0,0 facing 0\nred {} B at 2,0 facing 0\nred general Own at 2,3 morale 9\n"
    offered = {}
    for kind, focus in (("pike", ""), ("guns", ""), ("pike", "move")):
        game = situation(text.format(kind) + "order red: move")
        game.state.divisions["red"].focus = focus
        game.phase("movement", "done")
        offered[kind, focus] = bool(bodies(game))
    assert offered == {("pike", ""): True, ("guns", ""): False, ("pike", "move"): False}


def test_it_is_drawn_for_all_of_them_and_refused_where_it_is_not_offered():
    game = line()
    drawn = []

    def look(decision):
        drawn.append(GAME.sketch(game.state, decision, decision.bodies[0]))
        assert decision.find(("advance", {**decision.bodies[0].args, "hexes": 9})) is None
        assert decision.find(("advance", dict(decision.bodies[0].args))) == decision.bodies[0]
        return decision.option("done")

    game.phase("movement", look)
    assert [one["kind"] for one in drawn[0]] == ["path"] * 3
