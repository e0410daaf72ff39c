"""Generals ride, join units, are touched, give way and are replaced (8.2, 8.3, 8.7, 8.9, 8.11)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.lumi.command.activation import may_receive
from alfiere.games.lumi.command.active import in_command
from alfiere.games.lumi.morale.losses import lose
from alfiere.games.lumi.movement.generals import _near_units, make_way, ride, ride_for, successors, why_not
from alfiere.games.lumi.movement.orders import manoeuvre
from alfiere.games.lumi.told.morale import GeneralLost, GeneralMoved
from alfiere.games.lumi.told.movement import GeneralRode
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.situation import situation


def place(x: float, y: float) -> Pose:
    return Pose(round(100 * x), round(2000 - 100 * y), 0)


def reason(game: Situation, x: float, y: float, unit: str = "") -> tuple[str, str] | None:
    found = why_not(game.state, game.general("M"), place(x, y), unit)
    return None if found is None else (found.key, found.rule)


def ridden(game: Situation, x: float, y: float, **more: Any) -> Situation:
    args = {"general": "M", "to": list(place(x, y)), **more}
    game.run(lambda g: ride(g, game.general("M")), lambda decision: decision.find(("ride", args)))
    return game


def advance(game: Situation, far: int) -> None:
    answer = ("move", {"unit": "A", "legs": [{"ahead": far}]})
    game.run(lambda g: manoeuvre(g, game.unit("A")), lambda decision: decision.find(answer))


@pytest.mark.rule("lumi.8.2a")
def test_a_general_rides_8um_over_any_ground_he_can_cross_without_an_order():
    game: Situation = situation(
        "lumi\nred general M at 10,5 able\nred foot A at 10,9 facing N\nlight_wood W 5,6 15,8\n"
        "stream S 0,7 30,7 level 2"
    )
    assert not game.state.orders
    assert reason(game, 10, 13.01) == ("general-too-far", "lumi.8.2a")
    ridden(game, 10, 13)
    assert game.general("M").pose.point == place(10, 13).point
    assert game.told(GeneralRode)[0].unit == ""


@pytest.mark.rule("lumi.8.2a", "lumi.3.1.10d")
def test_impassable_ground_and_enemies_stop_him_friends_do_not():
    game: Situation = situation("lumi\nred general M at 10,5 able\nred foot A at 10,7 facing N\nwater W 0,9 30,11")
    assert reason(game, 10, 12) is not None
    assert reason(game, 10, 8.2) is None
    assert reason(game, 10, 7) == ("no-room-for-general", "lumi.1.1.6")
    round_it: Situation = situation("lumi\nred general M at 10,5 able\nblue foot E at 10,7 facing S")
    assert reason(round_it, 10, 9) is None  # he goes round
    assert reason(round_it, 10, 12.9) is not None  # which is too long then
    assert reason(situation("lumi\nred general M at 10,5 able"), 10, 12.9) is None


@pytest.mark.rule("lumi.8.3a", "lumi.8.5")
def test_he_joins_a_unit_of_his_division_that_he_touches_and_goes_with_it():
    game: Situation = situation(
        "lumi\nred general M at 10,2 able\nred foot A at 10,5 facing N\nred foot B at 14,5 facing N, under X"
    )
    game.state.orders = {"red": 5}
    assert reason(game, 14, 4, "B") == ("not-his-unit", "lumi.8.3a")
    assert reason(game, 10, 3.8, "A") == ("not-touching", "lumi.8.3a")
    game.run(lambda g: ride(g, game.general("M")), "ride with=A")
    assert game.general("M").base == "A"
    game.run(
        lambda g: manoeuvre(g, game.unit("A")), lambda d: d.find(("move", {"unit": "A", "legs": [{"ahead": 200}]}))
    )
    assert game.general("M").pose.point == place(10, 6).point
    assert in_command(game.state, game.unit("A"))
    ridden(game, 10, 2)
    assert game.general("M").base == ""


@pytest.mark.rule("lumi.8.3a")
def test_the_cic_joins_units_of_any_division():
    game: Situation = situation("lumi\nred cic M at 10,2 able\nred foot A at 10,5 facing N")
    assert reason(game, 10, 4, "A") is None


@pytest.mark.rule("lumi.8.3b")
def test_he_does_not_leave_a_unit_in_melee():
    text = "lumi\nred general M at 10,4 able, with A\nred foot A at 10,5 facing N\nblue foot E at 10,{y} facing S"
    game: Situation = situation(text.format(y=6))
    assert reason(game, 10, 2) == ("unit-in-melee", "lumi.8.3b")
    assert [one.key for one in ride_for(game.state, game.general("M")).options] == ["stay"]
    assert reason(situation(text.format(y=7)), 10, 2) is None


@pytest.mark.rule("lumi.8.2a")
@pytest.mark.parametrize(("x", "offered"), [(26, True), (26.01, False)])
def test_units_as_far_as_twice_his_speed_are_worth_a_ride(x: float, offered: bool):
    game: Situation = situation(f"lumi\nred general M at 10,4 able\nred foot A at {x},4 facing W")
    assert 2 * game.state.tables.general_speed == 1600
    assert bool(_near_units(game.state, game.general("M"))) is offered


@pytest.mark.rule("lumi.8.3a")
def test_only_who_joins_a_unit_names_it():
    game: Situation = situation("lumi\nred general M at 10,2 able\nred foot A at 10,5 facing N")
    rides = [one for one in ride_for(game.state, game.general("M")).options if one.key == "ride"]
    assert {one.args.get("with", "nobody") for one in rides} == {"A", "nobody"}
    assert {len(one.rules) for one in rides if "with" in one.args} == {2}


@pytest.mark.rule("lumi.8.9")
def test_a_general_whom_an_enemy_touches_goes_to_the_nearest_friends_or_is_lost():
    text = "lumi\nred general M at 10,5 able\nblue foot E at 10,6 facing N\nred foot A at 10,{y} facing N"
    game: Situation = situation(text.format(y=3))
    game.run(make_way)
    assert game.told(GeneralMoved)[0].unit == "A"
    far: Situation = situation(text.format(y=15) + ", rout")
    far.run(make_way)
    assert far.told(GeneralLost)[0].how == "no-refuge"


@pytest.mark.rule("lumi.8.9")
def test_he_goes_where_no_enemy_touches_him_again_and_once_only():
    text = "lumi\nred general M at 10,6 able\nblue foot E at 10,7 facing N\nred foot A at 10,3.5 facing N"
    free: Situation = situation(text)
    free.run(make_way)
    assert free.general("M").pose == free.state.behind(free.state.bases["A"])
    held: Situation = situation(text + "\nblue foot F at 10,1.6 facing N")  # just behind the friends
    held.run(make_way)
    at = held.general("M").pose
    assert held.told(GeneralMoved)[0].to == at
    assert (at.y, abs(at.x - 1000) > 100) == (held.state.bases["A"].y, True)  # at their side
    held.run(make_way)
    assert len(held.told(GeneralMoved)) == 1
    edge: Situation = situation(
        "lumi\nred general M at 10,3 able\nblue foot E at 10,4 facing N\nred foot A at 10,0.6 facing N"
    )
    edge.run(make_way)
    assert edge.general("M").pose.y == edge.state.bases["A"].y  # behind them the table ends
    ringed: Situation = situation(
        text + "\nblue foot F at 10,1.6 facing N\nblue foot G at 8,3.5 facing E"
        "\nblue foot H at 12,3.5 facing W\nblue foot I at 10,5.4 facing S"
    )
    ringed.run(make_way)
    ringed.run(make_way)
    assert ringed.general("M").pose == ringed.state.behind(ringed.state.bases["A"])
    assert len(ringed.told(GeneralMoved)) == 1


@pytest.mark.rule("lumi.8.11")
def test_he_steps_aside_for_friends_who_end_on_his_place():
    game: Situation = situation("lumi\nred general M at 10,6 able\nred foot A at 10,4.5 facing N")
    game.state.orders = {"red": 5}
    game.run(
        lambda g: manoeuvre(g, game.unit("A")), lambda d: d.find(("move", {"unit": "A", "legs": [{"ahead": 150}]}))
    )
    x, y = game.general("M").pose.point
    assert abs(x - 1000) >= 150 or abs(y - 1400) >= 100
    assert game.told(GeneralRode)[0].rules == ("lumi.8.11",)


@pytest.mark.rule("lumi.ex.69", "lumi.8.6", "lumi.8.7")
def test_example_69_a_general_falls_at_the_second_die_and_is_replaced_in_the_next_turn():
    game: Situation = situation(
        "lumi\nred general M at 10,4 great, with A\nred foot A at 10,5 facing N\nred foot B at 15,5 facing N\n"
        "dice red 4 1"
    )
    game.state.orders = {"red": 6}
    game.run(lambda g: lose(g, game.unit("A"), 2, "fire"))
    assert not game.general("M").is_on
    assert game.state.orders == {}
    assert may_receive(game.state, "red", 6) == []
    game.run(successors, "succeed unit=B")
    new = game.general("M")
    assert (new.is_on, new.grade, new.base, new.is_cic) == (True, "mediocre", "", False)
    assert new.pose.point == place(15, 4).point  # within 1um
    assert may_receive(game.state, "red", 6) == ["red"]


@pytest.mark.rule("lumi.8.7", "lumi.8.8")
def test_a_cic_is_followed_in_his_division_only_and_nobody_without_units():
    game: Situation = situation("lumi\nred cic M at 10,4 great of red\nred foot A at 10,5 facing N")
    assert game.state.chief("red") is not None
    game.general("M").where = "lost"
    game.run(successors)
    assert game.state.chief("red") is None
    assert game.general("M").is_on
    alone: Situation = situation("lumi\nred general M at 10,4 great\nblue foot A at 10,5 facing N")
    alone.general("M").where = "lost"
    alone.run(successors)
    assert not alone.general("M").is_on
