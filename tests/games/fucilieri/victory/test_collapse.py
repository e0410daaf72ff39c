"""Units lost, armies that collapse, victory points, who has won (6)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.state.command import DESTROYED, FLED_COMMAND
from alfiere.games.fucilieri.state.leader import CAPTURED, FLED, KILLED
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import FLEEING, LOST, REINFORCEMENT, RESERVE, WITHDRAWN
from alfiere.games.fucilieri.told.victory import BattleEnded
from alfiere.games.fucilieri.victory.collapse import (
    NOBODY,
    count_points,
    has_collapsed,
    hold_places,
    is_in_play,
    is_lost,
    points,
    settle_collapse,
    shut_sluices,
)
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def army(number: int = 12, *lines: str) -> Situation:
    """Red with so many units in three commands, blue with one."""
    units = [f"red foot U{one} at {10 + 12 * one},20 facing S, column, of {'XYZ'[one % 3]}" for one in range(number)]
    leaders = [f"red general L{one} at {20 + 20 * at},5 cv 2 of {one}" for at, one in enumerate("XYZ")]
    text = "\n".join(("fucilieri", *units, *leaders, "blue foot F at 60,100 facing N", *lines))
    found: Situation = situation(text)
    return found


def battle(id: str) -> Situation:
    found = Situation(new_battle(load_scenario(id), {}), {})
    found.state.turn = 1
    return found


# Collapse


@pytest.mark.rule("fucilieri.ex.68")
@pytest.mark.rule("fucilieri.6.2")
def test_an_army_with_fewer_than_half_its_units_in_play_is_beaten():
    game = army()
    for one in range(6):
        game[f"U{one}"].where = LOST
    assert not has_collapsed(game.state, "red")
    game["U6"].where = LOST
    assert has_collapsed(game.state, "red")
    game.run(settle_collapse)
    assert (game.state.winner, game.state.reason) == ("blue", "collapse")


@pytest.mark.rule("fucilieri.6.1")
@pytest.mark.rule("fucilieri.6.2")
def test_who_is_in_play_and_who_is_lost():
    game = army()
    found = {}
    for where in ("on", RESERVE, LOST, FLEEING, WITHDRAWN):
        if where != "on":
            game["U0"].where = where
        found[where] = (is_in_play(game["U0"]), is_lost(game["U0"]))
    assert found == {
        "on": (True, False),
        RESERVE: (True, False),
        LOST: (False, True),
        FLEEING: (False, True),
        WITHDRAWN: (False, False),
    }


@pytest.mark.rule("fucilieri.6.2")
def test_reinforcements_count_once_they_have_entered():
    game = army()
    for one in range(6):
        game[f"U{one}"].where = LOST
    game["U6"].where = REINFORCEMENT
    game["U7"].where = REINFORCEMENT  # 4 of 10 are left
    assert has_collapsed(game.state, "red")


@pytest.mark.rule("fucilieri.6.2")
@pytest.mark.rule("fucilieri.6.8")
def test_an_army_with_more_than_half_its_commands_gone_is_beaten():
    game = army()
    game.command("X").fate = FLED_COMMAND
    assert not has_collapsed(game.state, "red")
    game.command("Y").fate = DESTROYED  # two of three; the condottiero began without units and does not count
    assert has_collapsed(game.state, "red")
    with_units = army(12, "red foot V at 170,20 facing S, column, of red")
    with_units.command("X").fate = with_units.command("Y").fate = FLED_COMMAND
    assert not has_collapsed(with_units.state, "red")  # two of four


@pytest.mark.rule("fucilieri.6.3")
def test_if_both_collapse_points_decide():
    game = army()
    for one in range(7):
        game[f"U{one}"].where = LOST
    for unit in game.state.units.values():
        if unit.seat == "blue":
            unit.where = LOST
    game.run(settle_collapse)
    assert (game.state.winner, game.state.reason) == ("blue", "points")


@pytest.mark.rule("fucilieri.2.3r.8")
def test_reinforcements_that_never_came_are_neither_lost_nor_there():
    game = army(4)
    for id in ("U0", "U1"):
        game[id].where = REINFORCEMENT
    assert not any(is_lost(game[id]) or is_in_play(game[id]) for id in ("U0", "U1"))
    assert points(game.state, "blue") == 0
    game["U2"].where = LOST
    assert not has_collapsed(game.state, "red")  # one of two, not one of four
    assert points(game.state, "blue") == game["U2"].profile.points


# Points


@pytest.mark.rule("fucilieri.6.4a")
@pytest.mark.rule("fucilieri.6.4b")
def test_points_for_units():
    cost = army()["U0"].profile.points
    half = -(-cost // 2)
    for change, worth in (
        ({}, 0),
        ({"where": LOST}, cost),
        ({"where": FLEEING}, cost),
        ({"where": WITHDRAWN}, 0),
        ({"figures": 9}, 0),
        ({"figures": 8}, half),
        ({"is_demoralised": True}, half),
        ({"figures": 8, "is_demoralised": True}, half),
    ):
        game = army()
        for name, value in change.items():
            setattr(game["U0"], name, value)
        assert (points(game.state, "blue"), points(game.state, "red")) == (worth, 0)


@pytest.mark.rule("fucilieri.6.4c")
def test_points_for_leaders_and_the_standard():
    for where in (KILLED, CAPTURED, FLED):
        game = army()
        game.leader("LX").where = where
        assert points(game.state, "blue") == game.leader("LX").points > 0
    game = army()
    game.state.standard["red"] = "raised"
    assert points(game.state, "blue") == 0
    game.state.standard["red"] = "lost"
    assert points(game.state, "blue") == 50


@pytest.mark.rule("fucilieri.6.5")
def test_the_winner_needs_a_tenth_of_the_enemy_cost_more():
    for less, winner in ((1, NOBODY), (0, "blue")):
        game = army()
        needed = -(-game.state.scenario.cost("red") // 10)
        game.leader("LX").where = KILLED
        game.leader("LX").points = needed - less
        game.run(count_points)
        assert (game.state.winner, game.state.reason) == (winner, "close" if winner == NOBODY else "points")
    game = army()
    game.leader("LX").where = KILLED
    game.leader("LX").points = 1000
    for theirs, is_great in ((500, True), (501, False)):
        game.state.winner = ""
        game.state.leaders[game.command("blue").leader].where = KILLED
        game.state.leaders[game.command("blue").leader].points = theirs
        game.run(count_points)
        ended = game.told(BattleEnded)[-1]
        assert (ended.winner, ended.is_great, ended.red, ended.blue) == ("blue", is_great, theirs, 1000)


# Places


@pytest.mark.rule("fucilieri.6.4d")
def test_a_place_is_held_by_the_side_that_last_stood_there_alone():
    game = battle("luzzara-1702")
    place = game.state.scenario.places["ramp"]
    red, blue = (next(one for one in game.state.units.values() if one.seat == seat) for seat in ("red", "blue"))
    assert place.at is not None
    put(game, red.id, place.at[0], place.at[1])
    game.run(hold_places)
    assert game.state.control["ramp"] == "red"
    put(game, blue.id, place.at[0], place.at[1] - 800)
    game.run(hold_places)
    assert game.state.control["ramp"] == "red"  # both are there
    game.state.leave(game[red.id], LOST)
    game[blue.id].is_demoralised = True
    game.run(hold_places)
    assert game.state.control["ramp"] == "red"
    game[blue.id].is_demoralised = False
    engage(game[blue.id], game[red.id], "front", "front")
    game.run(hold_places)
    assert game.state.control["ramp"] == "red"
    game[blue.id].marks.clear()
    game.run(hold_places)
    assert game.state.control["ramp"] == "blue"
    worth = next(one.worth for one in game.state.scenario.form.objective if getattr(one, "place", "") == "ramp")
    before = points(game.state, "blue")
    game.state.control["ramp"] = "red"
    assert points(game.state, "blue") == before - worth


@pytest.mark.rule("fucilieri.6.4d")
def test_within_10_cm_is_near_enough():
    for far, holder in ((1000, "red"), (1001, "")):
        game = battle("luzzara-1702")
        place = game.state.scenario.places["ramp"]
        red = next(one for one in game.state.units.values() if one.seat == "red")
        game.state.control["ramp"] = ""
        assert place.at is not None
        put(game, red.id, place.at[0], place.at[1])
        depth = game.state.shape(game[red.id]).depth // 2
        put(game, red.id, place.at[0], place.at[1] - far - depth)
        game.run(hold_places)
        assert game.state.control["ramp"] == holder


def test_a_sluice_is_shut_by_who_holds_its_place():
    game = battle("cassano-1705")
    imperial = game.state.scenario.seat_of["imperial"]
    game.state.control["osteria"] = "red" if imperial == "blue" else "blue"
    game.run(shut_sluices)
    assert not game.state.is_sluice_shut
    game.state.control["osteria"] = imperial
    game.run(shut_sluices)
    assert game.state.is_sluice_shut


def put(game: Situation, id: str, x: int, y: int) -> None:
    unit = game[id]
    formation = unit.formations[0]
    game.state.stand(unit, Footing(formation, game.state.shape(unit, formation), Pose(x, y, 0)))
