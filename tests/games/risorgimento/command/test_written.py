"""Chapters A.2 and A.3: written orders and couriers."""

from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.chain import command_phase
from alfiere.games.risorgimento.command.couriers import base_of_courier, catch_couriers, messages
from alfiere.games.risorgimento.command.values import roll_values
from alfiere.games.risorgimento.command.written import (
    Order,
    forget_orders,
    give,
    has_campaign_orders,
    order_for,
    order_of,
    why_against_orders,
    write_orders,
)
from alfiere.games.risorgimento.sheets.ground import PieceForm
from alfiere.games.risorgimento.sheets.scenario import CommanderSheet
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.state.battle import OF_BATTLE
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.unit import LOST
from alfiere.games.risorgimento.told.command import CourierGone, CourierRode, Ordered, ValuesGiven
from alfiere.kernel.decision import Decision, Option
from tests.games.risorgimento.staged import CM, NAMED, Stage

PLACE = PlaceForm(id="bridge", name=NAMED, at=(6000, 3000))


def ordered(kind: str, place: str = "bridge", x: float = 0, y: float = 0, **sets: Any) -> Stage:
    """A brigade under orders: A at (60, 50), an enemy at (60, 10)."""
    game = Stage(places=[PLACE], **sets)
    game.state.options["orders"] = "yes"
    game.commander("cd", at=(60, 80), rank="CD", radius=20 * CM, initiative=4)
    game.commander("cb", at=(60, 62), superior="cd", initiative=4)
    game.unit("A", at=(60, 50), commander="cb")
    game.unit("E", "blue", at=(60, 10))
    order(game, "cb", kind, place, x, y)
    return game


def order(game: Stage, who: str, kind: str, place: str = "", x: float = 0, y: float = 0, since: int = 1) -> None:
    written = Order(kind, place, round(x * CM), round(y * CM), since)
    whom = game.state.commanders.get(who) or game[who]
    game.run(lambda g: give(g, whom, written, "before", "risorgimento.a.2.1"))


def may_go(game: Stage, dx: float, dy: float, id: str = "A") -> bool:
    now = game.state.footing(game[id])
    pose = now.pose._replace(x=now.pose.x + round(dx * CM), y=now.pose.y + round(dy * CM))
    found = why_against_orders(game.state, game[id], now._replace(pose=pose))
    assert found is None or (found.key, found.rule) == ("against-orders", "risorgimento.a.2.5")
    return found is None


def next_turn(game: Stage) -> None:
    game.state.turn += 1
    OF_BATTLE.end(game.state, TURN)


def send(game: Stage, *answers: Any, dice: tuple[int, ...] = ()) -> None:
    game.run(lambda g: messages(g, "red"), *answers, dice=dice)


# What orders forbid


@pytest.mark.rule("risorgimento.a.2.5", "risorgimento.a.2.2")
@pytest.mark.parametrize("kind", ["attack", "advance", "withdraw"])
def test_who_is_ordered_to_a_place_goes_no_farther_from_it(kind: str) -> None:
    game = ordered(kind)
    assert may_go(game, 0, -4)
    assert may_go(game, 0, 0)
    assert not may_go(game, 0, 1)


@pytest.mark.rule("risorgimento.a.2.5")
def test_who_attacks_a_unit_keeps_to_it_until_it_is_gone() -> None:
    game = ordered("attack", "E")
    assert not may_go(game, 0, 1)
    game["E"].x = 10000
    game.state.laid = None
    assert may_go(game, 5, 0)
    assert not may_go(game, -5, 0)
    game.state.leave(game["E"], LOST)
    assert may_go(game, -5, 0)


@pytest.mark.rule("risorgimento.a.2.5")
def test_who_holds_a_place_goes_no_farther_than_8_cm_from_it() -> None:
    game = ordered("hold", "", 60, 50)
    assert may_go(game, 0, 9)  # 8 cm from the edge of its base
    assert not may_go(game, 0, 9.1)
    game["A"].y = 70 * CM
    game.state.laid = None
    assert may_go(game, 0, -5)  # driven off it may come nearer
    assert not may_go(game, 0, 5)


@pytest.mark.rule("risorgimento.a.2.5")
def test_who_defends_goes_no_closer_to_the_enemy_than_its_post() -> None:
    game = ordered("defend", "", 60, 45)
    assert may_go(game, 0, -4)
    assert not may_go(game, 0, -4.5)
    assert may_go(game, 0, 4)
    assert not may_go(game, 0, 13)


@pytest.mark.rule("risorgimento.a.2.5")
def test_a_reserve_does_not_move_until_released() -> None:
    game = ordered("reserve", "", 60, 50)
    assert not may_go(game, 0, -1)
    assert may_go(game, 0, 0)
    order(game, "cb", "release")
    assert may_go(game, 0, -1)


@pytest.mark.rule("risorgimento.a.2.1", "risorgimento.a.2.2")
def test_orders_hold_for_all_under_a_commander_unless_they_have_their_own() -> None:
    game = ordered("advance")
    game.commander("cb2", at=(90, 62), superior="cd")
    game.unit("B", at=(90, 50), commander="cb2")
    order(game, "A", "hold", "", 60, 50)
    order(game, "cd", "withdraw", "bridge")
    kinds = [found.kind if (found := order_for(game.state, game[id])) else "" for id in ("A", "B", "E")]
    assert kinds == ["hold", "withdraw", ""]


@pytest.mark.rule("risorgimento.a.3.1")
def test_without_the_option_there_are_no_orders_and_no_couriers() -> None:
    game = ordered("reserve", "", 60, 50)
    game.state.options["orders"] = "no"
    assert may_go(game, 0, -1)
    send(game)
    game.run(write_orders)
    assert not game.asked
    assert not has_campaign_orders(game.state, game.who("cb"))


@pytest.mark.rule("risorgimento.a.1.8")
def test_a_corps_commander_with_orders_does_not_roll() -> None:
    game = ordered("advance")
    game.commander("cc", at=(10, 10), rank="CC")
    game.who("red-chief").radius = 1 * CM
    for who in ("cc", "cd"):
        order(game, who, "advance", "bridge")
    game.run(lambda g: command_phase(g, has_campaign_orders), dice=[1])  # the division commander does
    assert game.who("cc").colour == ""


# Before the battle


@pytest.mark.rule("risorgimento.a.2.1", "risorgimento.a.2.4")
def test_before_the_battle_both_sides_write_orders_for_commanders_and_units() -> None:
    game = ordered("advance")
    for who in (game.who("cb"), game.who("cd")):
        who.marks.clear()
    game.run(
        write_orders,
        "order-whom who=cb",
        "order kind=attack place=bridge",
        "order-whom who=A",
        "order kind=reserve",
    )
    assert [found.kind if (found := order_of(game.state, one)) else "" for one in (game.who("cb"), game["A"])] == [
        "attack",
        "reserve",
    ]
    told = game.told(Ordered)[-1]
    assert (told.who, told.order, told.x, told.y, told.how) == ("A", "reserve", 6000, 5000, "before")
    assert told.seen_by("blue")["order"] is None
    assert told.seen_by("red")["order"] == "reserve"


@pytest.mark.rule("risorgimento.a.2.5")
def test_a_person_may_show_any_point_on_the_table() -> None:
    game = ordered("advance")
    game.who("cb").marks.clear()

    def show(x: int, y: int) -> Any:
        return lambda asked: asked.find(("order", {"kind": "hold", "place": "", "x": x, "y": y}))

    game.run(write_orders, "order-whom who=cb", show(1234, 4321))
    assert order_of(game.state, game.who("cb")) == Order("hold", "", 1234, 4321, 1)
    asked: Decision = next(one for one in game.asked if one.key == "write-order")
    for args in ({"x": -1, "y": 0}, {"x": 0, "y": 99_999}, {"x": "a", "y": 0}):
        assert asked.find(("order", {"kind": "hold", "place": "", **args})) is None
    assert asked.find(("order", {"kind": "dance", "place": "", "x": 1, "y": 1})) is None


def test_what_the_other_side_was_ordered_is_forgotten() -> None:
    game = ordered("advance")
    order(game, "E", "reserve", "", 60, 10)
    forget_orders(game.state, "red")
    assert order_of(game.state, game["E"]) is None
    assert order_of(game.state, game.who("cb")) is not None
    order(game, "A", "reserve", "", 60, 10)
    forget_orders(game.state, "blue")
    assert order_for(game.state, game["A"]) is None


@pytest.mark.rule("risorgimento.a.3.3")
def test_what_a_courier_of_the_other_side_carries_and_to_whom_is_forgotten() -> None:
    s = ordered("advance").state
    seat = s.units["A"].seat
    rides = Courier("courier-1", seat, "A", "hold", "bridge", 100, 200, 1000, 1100, 900)
    s.couriers["courier-1"] = rides
    forget_orders(s, seat)
    assert (rides.to, rides.kind, rides.place) == ("A", "hold", "bridge")
    forget_orders(s, "red" if seat == "blue" else "blue")
    assert (rides.to != "A", rides.kind, rides.place, rides.at_x, rides.at_y) == (True, "release", "", 0, 0)
    assert rides.pose == (1000, 1100, 900)  # him one sees


# In person


@pytest.mark.rule("risorgimento.a.2.2", "risorgimento.a.2.3", "risorgimento.a.2.6")
def test_a_superior_in_command_changes_orders_in_his_radius_from_the_next_turn_on() -> None:
    game = ordered("advance")
    send(game, "tell who=cb commander=cd", "order kind=withdraw place=bridge")
    found = order_of(game.state, game.who("cb"))
    assert found is not None
    assert found.kind == "advance"
    next_turn(game)
    found = order_of(game.state, game.who("cb"))
    assert found is not None
    assert found.kind == "withdraw"
    assert not game.told(CourierGone)


@pytest.mark.rule("risorgimento.a.2.2")
def test_who_is_out_of_command_or_missing_changes_nothing_and_who_has_no_orders_gets_none() -> None:
    game = ordered("advance")
    del game.state.commanders["red-chief"]
    game.who("cd").superior = ""
    for colour, absent in (("brown", 0), ("green", 0), ("", 2)):
        game.who("cd").colour, game.who("cd").absent = colour, absent
        send(game)
        OF_BATTLE.end(game.state, TURN)
    assert not game.asked
    game.who("cd").colour, game.who("cd").absent = "", 0
    game.who("cb").marks.clear()
    send(game)
    assert not game.asked


# By courier


def far_off(**sets: Any) -> Stage:
    """The brigade commander 60 cm from his superior."""
    game = ordered("advance", **sets)
    game.who("cd").x, game.who("cd").y = 60 * CM, 122 * CM
    game.who("red-chief").radius = 1 * CM
    return game


@pytest.mark.rule("risorgimento.a.2.3", "risorgimento.a.3.2", "risorgimento.a.3.3", "risorgimento.a.3.8")
def test_a_courier_starts_at_his_commander_and_rides_as_light_cavalry_in_column() -> None:
    game = far_off()
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    assert base_of_courier(game.state, courier).shape == (100, 100)
    (rode,) = game.told(CourierRode)
    assert rode.start == (6000, 12050, 1800)  # touching the front of the commander
    assert (courier.x, courier.y) == (6000, 12050 - 2400)
    send(game)  # once a turn
    assert len(game.told(CourierRode)) == 1


@pytest.mark.rule("risorgimento.a.3.3")
@pytest.mark.parametrize("aside", [-40, 40])
def test_a_courier_rides_straight_at_who_is_to_have_the_order_whatever_way_that_is(aside: int) -> None:
    game = far_off()
    game.who("cb").x += aside * CM
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    (rode,) = game.told(CourierRode)
    gone = courier.x - rode.start[0], courier.y - rode.start[1]
    whole = game.who("cb").x - rode.start[0], game.who("cb").y - rode.start[1]
    assert hypot(*gone) == pytest.approx(2400, abs=2)
    assert gone[0] / gone[1] == pytest.approx(whole[0] / whole[1], abs=0.02)
    assert gone[0] * aside > 0


@pytest.mark.rule(
    "risorgimento.ex.9", "risorgimento.a.3.4", "risorgimento.a.3.5", "risorgimento.a.3.6", "risorgimento.a.3.7"
)
@pytest.mark.parametrize(("die", "turn"), [(2, 7), (4, 5), (6, 5), (1, 8)])
def test_a_delivered_order_holds_from_the_next_turn_or_as_many_later_as_8_is_missed_by(die: int, turn: int) -> None:
    game = far_off()
    game.state.turn = 2
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    next_turn(game)
    send(game)
    assert len(game.state.couriers) == 1
    next_turn(game)
    send(game, dice=(die,))
    assert game.state.turn == 4
    assert not game.state.couriers
    for now in range(4, 10):
        game.state.turn = now
        found = order_of(game.state, game.who("cb"))
        assert found is not None
        assert found.kind == ("withdraw" if now >= turn else "advance")
    (gone,) = game.told(CourierGone)
    assert (gone.how, gone.roll, gone.turn) == ("delivered", die, turn)


@pytest.mark.rule("risorgimento.a.3.8")
def test_a_courier_touched_by_an_enemy_is_lost_with_his_order_and_friends_are_in_nobodys_way() -> None:
    game = far_off()
    game.unit("F", at=(60, 105))  # a friend on his way
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    assert (courier.x, courier.y) == (6000, 9650)
    game["E"].x, game["E"].y = courier.x, courier.y - 150
    game.state.laid = None
    game.run(catch_couriers)
    assert not game.state.couriers
    assert [one.how for one in game.told(CourierGone)] == ["caught"]


@pytest.mark.rule("risorgimento.a.3.8")
def test_he_rides_round_enemies_and_to_the_bridges() -> None:
    canal = PieceForm(kind="canal", id="r", name=NAMED, path=((0, 11000), (15000, 11000)), bridges=((5500, 11000),))
    game = far_off(terrain=[canal])
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (rode,) = game.told(CourierRode)
    (crossed,) = [(a, b) for a, b in pairwise(rode.path) if a[1] > 11000 >= b[1]]
    at = crossed[0][0] + (crossed[1][0] - crossed[0][0]) * (crossed[0][1] - 11000) // (crossed[0][1] - crossed[1][1])
    assert 5400 <= at <= 5600
    game = far_off()
    game["E"].x, game["E"].y = 60 * CM, 115 * CM
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (rode,) = game.told(CourierRode)
    assert len(rode.path) > 2
    assert len(game.state.couriers) == 1


@pytest.mark.rule("risorgimento.a.3.4")
def test_he_finds_a_commander_in_a_village() -> None:
    village = PieceForm(kind="village_sector", id="v", name=NAMED, rect=(5600, 5900, 6350, 6650))
    game = far_off(terrain=[village])
    game.who("cd").y = 88 * CM
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge", dice=(6,))
    assert not game.state.couriers


@pytest.mark.rule("risorgimento.a.3.9")
def test_he_pays_for_the_ground_as_light_cavalry() -> None:
    vines = PieceForm(kind="vineyard", id="v", name=NAMED, rect=(0, 8000, 15000, 12050))
    game = far_off(terrain=[vines])
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    assert courier.y == 12050 - 1200
    stream = PieceForm(kind="stream", id="s", name=NAMED, path=((0, 11000), (15000, 11000)))
    game = far_off(terrain=[stream])
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    assert courier.y == 12050 - 1800
    ford = PieceForm(kind="canal", id="c", name=NAMED, path=((0, 11000), (15000, 11000)), fords=((6000, 11000),))
    game = far_off(terrain=[ford])
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    (courier,) = game.state.couriers.values()
    assert courier.y == 12050 - 1800


def test_an_order_to_somebody_who_is_gone_is_lost() -> None:
    game = far_off()
    send(game, "send who=cb commander=cd", "order kind=withdraw place=bridge")
    game.who("cb").where = LOST
    next_turn(game)
    send(game)
    assert [one.how for one in game.told(CourierGone)] == ["lost"]


@pytest.mark.rule("risorgimento.a.2.1", "risorgimento.a.3.5")
def test_a_single_unit_may_have_orders_brought_with_the_initiative_of_its_commander() -> None:
    game = far_off()
    game.who("cb").marks.clear()
    game.who("cb").colour = "green"
    order(game, "A", "hold", "", 60, 50)
    send(game, "send who=A commander=cd", "order kind=release")
    next_turn(game)
    send(game)
    next_turn(game)
    send(game, dice=(4,))
    game.state.turn += 1
    assert order_of(game.state, game["A"]) is None


# Values


@pytest.mark.rule(
    "risorgimento.ex.3", "risorgimento.cmd.7", "risorgimento.cmd.8", "risorgimento.cmd.9", "risorgimento.cmd.10"
)
def test_table_1_gives_the_values_that_a_scenario_does_not_each_rolled_for_by_itself() -> None:
    game = Stage()
    for id, radius, bonus in (("a", None, None), ("b", 1100, 2), ("c", 1200, 2)):
        initiative = None if id != "c" else 3
        game.commander(id, at=(50, 50), radius=radius or 0, initiative=initiative or 0, bonus=bonus or 0)
        game.state.scenario.commanders[id] = CommanderSheet(
            id, NAMED, "red", "CB", "red-chief", "french", radius, initiative, bonus
        )
    game.run(roll_values, dice=[6, 5, 10, 6])
    values = [(one.radius, one.initiative, one.bonus) for one in map(game.who, "abc")]
    assert values == [(1600, 5, 2), (1100, 7, 2), (1200, 3, 2)]
    assert [one.commander for one in game.told(ValuesGiven)] == ["a", "b"]


def test_a_release_is_offered_only_to_who_has_orders() -> None:
    game = ordered("advance")
    game.who("cb").marks.clear()
    game.run(write_orders, "order-whom who=cb", "order kind=hold")
    (first, *_) = [one for one in game.asked if one.key == "write-order"]
    assert Option("order", {"kind": "release", "place": "", "x": 0, "y": 0}) not in first.options


@pytest.mark.rule("risorgimento.a.2.6", "risorgimento.a.3.3")
def test_whom_his_superior_reaches_is_told_and_the_others_may_be_sent_to_in_the_same_go() -> None:
    game = ordered("hold", "", 60, 50)
    game.commander("far", at=(10, 20), superior="cd", initiative=4)
    game.unit("F", at=(10, 15), commander="far")
    order(game, "far", "hold", "", 10, 20)
    game.who("red-chief").radius = 1 * CM
    send(game)
    offered = {(one.key, one["who"]) for one in game.asked[0].options if one.key != "no-message"}
    assert {("tell", "cb"), ("send", "far")} <= offered


@pytest.mark.rule("risorgimento.a.2.5", "risorgimento.a.2.2")
@pytest.mark.parametrize("who", ["cb", "A"])
def test_an_order_about_a_place_with_a_name_of_several_words_is_kept_as_it_was_given(who: str) -> None:
    game = ordered("hold")
    order(game, who, "attack", "the old bridge", 60, 30)
    whom = game.state.commanders.get(who) or game[who]
    assert order_of(game.state, whom) == Order("attack", "the old bridge", 60 * CM, 30 * CM, 1)
