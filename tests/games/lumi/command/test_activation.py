"""Activation: dice, initiative, orders, who is active in which impulse (2.1, 2.3)."""

from __future__ import annotations

import pytest

from alfiere.battles.open_battle import ON
from alfiere.games.lumi.command.activation import acting, activation, deactivate, dice_of, may_receive
from alfiere.games.lumi.command.active import INACTIVE, WITH_CIC, in_command, is_active, priority, why_not_attack
from alfiere.games.lumi.sheets.scenario_reading import read_scenario
from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.told.command import ActivationRolled, Deactivated, OrderPlaced
from tests.games.lumi.lines import Situation
from tests.situation import situation


def armies(more: str = "", initiative: str = "blue") -> Situation:
    """Four red divisions under an ordinary CiC, one blue one under another."""
    lines = "\n".join(
        f"red foot {name} at {x},10 facing N, under {name}1\nred general {name}g at {x},9 ordinary of {name}1"
        for name, x in zip("ABCD", (4, 8, 12, 16), strict=True)
    )
    found: Situation = situation(
        f"""
        lumi
        {lines}
        red cic C0 at 10,8 ordinary
        blue foot G at 10,16 facing S
        blue general Gg at 10,17 ordinary
        blue cic G0 at 12,17 ordinary
        initiative {initiative}
        {more}
        """
    )
    return found


@pytest.mark.rule("lumi.2.3.1", "lumi.2.3.2a", "lumi.2.3.2b", "lumi.2.3.3a", "lumi.ex.11")
def test_a_die_for_each_division_and_those_of_the_cic_and_the_sixes_give_the_initiative():
    game = armies("dice red 6 5 3 2 4 1 blue 5 5 4")
    game.run(
        activation, "order division=blue priority=5", "order division=A1 priority=6", "order division=B1", "no-order"
    )
    assert [(one.seat, one.dice, one.orders) for one in game.told(ActivationRolled)] == [
        ("red", (6, 5, 3, 2, 4, 1), (6, 5, 4)),
        ("blue", (5, 5, 4), (5, 5, 4)),
    ]
    assert game.state.initiative == "red"
    assert [one.seat for one in game.asked] == ["blue", "red", "red", "red"]
    assert game.state.orders == {"blue": 5, "A1": 6, "B1": 5}
    assert [one.division for one in game.told(OrderPlaced)] == ["blue", "A1", "B1"]


@pytest.mark.rule("lumi.2.3.2b", "lumi.ex.12", "lumi.ex.101")
def test_on_equal_sixes_the_initiative_stays_where_it_was_at_first_where_the_scenario_puts_it():
    game = armies("dice red 6 1 1 1 1 1 blue 6 1 1")
    assert game.state.initiative == "blue"
    game.run(activation)
    assert game.state.initiative == "blue"


@pytest.mark.rule("lumi.2.3.1", "lumi.2.3.5a", "lumi.ex.13")
def test_an_attached_cic_costs_two_dice_and_a_division_in_rout_has_none():
    game = armies()
    game["D"].state = ROUT
    assert dice_of(game.state, "red") == 5
    game.general("C0").base = "A"
    assert dice_of(game.state, "red") == 3


@pytest.mark.rule("lumi.2.3.5a", "lumi.2.3.5b", "lumi.2.3.5c", "lumi.2.3.5d", "lumi.2.3.5e", "lumi.ex.14")
def test_without_dice_the_unit_with_the_cic_acts_all_the_same_in_the_first_impulse():
    game = situation(
        """
        lumi
        red cuirassiers A at 10,10 facing N
        red cic C at 10,9 mediocre, with A
        dice red
        """
    )
    assert dice_of(game.state, "red") == 0
    game.run(activation)
    assert game.state.orders == {}
    assert WITH_CIC.is_on(game["A"])
    assert priority(game.state, game.unit("A")) == 5
    assert why_not_attack(game.state, game.unit("A")) is None
    game.state.impulse = 2
    assert not is_active(game.state, game.unit("A"))


@pytest.mark.rule("lumi.2.3.4a", "lumi.2.3.4b", "lumi.8.1", "lumi.ex.93")
def test_units_within_the_radius_of_their_general_are_in_command_and_active():
    game = situation(
        """
        lumi
        red foot A at 10,14 facing N
        red foot B at 10.5,4 facing E, column
        red foot C at 17.6,10 facing E
        red general M at 10,9 ordinary
        """
    )
    game.state.orders["red"] = 5
    found = {name: (in_command(game.state, game.unit(name)), priority(game.state, game.unit(name))) for name in "ABC"}
    assert found == {"A": (True, 5), "B": (True, 5), "C": (False, 0)}
    INACTIVE.put(game["A"])
    assert not is_active(game.state, game.unit("A"))
    game["B"].state = ROUT
    assert not is_active(game.state, game.unit("B"))


@pytest.mark.rule("lumi.2.3.6b", "lumi.2.3.6c", "lumi.2.3.6d", "lumi.2.3.6g", "lumi.ex.10")
def test_light_troops_out_of_command_act_in_the_first_impulse_and_do_not_charge():
    game = situation(
        """
        lumi
        red hussars A at 20,10 facing N
        red general M at 10,10 ordinary
        """
    )
    game.state.orders["red"] = 6
    assert priority(game.state, game.unit("A")) == 4
    objection = why_not_attack(game.state, game.unit("A"))
    assert objection is not None
    assert (objection.key, objection.rule) == ("order-too-weak", "lumi.2.3.6g")
    game.state.impulse = 2
    assert not is_active(game.state, game.unit("A"))


@pytest.mark.rule("lumi.2.3.6a")
@pytest.mark.parametrize(
    ("base", "acts"), [("hussars", True), ("grenzer", True), ("cuirassiers", False), ("foot", False)]
)
def test_light_troops_alone_act_without_an_order(base: str, acts: bool):
    game = situation(f"lumi\nred {base} A at 10,10 facing N\nred general M at 10,8 ordinary")
    assert is_active(game.state, game.unit("A")) == acts


@pytest.mark.rule("lumi.2.3.6h")
@pytest.mark.parametrize("order", [5, 6])
def test_light_troops_that_an_order_reaches_act_like_any_other_unit(order: int):
    game = situation("lumi\nred hussars A at 10,10 facing N\nred general M at 10,8 ordinary")
    game.state.orders["red"] = order
    for impulse in (1, 2, 3):
        game.state.impulse = impulse
        assert priority(game.state, game.unit("A")) == order
        assert why_not_attack(game.state, game.unit("A")) is None


@pytest.mark.rule("lumi.2.3.4c")
@pytest.mark.parametrize(("order", "rule"), [(0, "lumi.2.3.4b"), (4, "lumi.2.3.4c"), (5, None), (6, None)])
def test_an_order_of_priority_4_allows_no_attack(order: int, rule: str | None):
    game = situation("lumi\nred foot A at 10,10 facing N\nred general M at 10,8 ordinary")
    game.state.orders["red"] = order
    objection = why_not_attack(game.state, game.unit("A"))
    assert (objection.rule if objection else None) == rule


@pytest.mark.rule("lumi.2.3.4d")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_highest_order_acts_first_and_of_equal_ones_that_of_the_initiative(first: str):
    game = armies(initiative=first)
    game.state.orders = {"C1": 4, "blue": 5, "B1": 5, "A1": 6}
    equal = [(5, "red", ["B1"]), (5, "blue", ["blue"])]
    middle = equal if first == "red" else equal[::-1]
    assert acting(game.state) == [(6, "red", ["A1"]), *middle, (4, "red", ["C1"])]


def deactivated(**orders: int) -> tuple[bool, dict[str, int]]:
    """At the end of an impulse: whether another follows, and the orders that are left for it."""
    game = armies()
    game.state.orders = orders
    return game.run(deactivate), game.state.orders


@pytest.mark.rule("lumi.2.1.11")
def test_the_division_of_the_lowest_priority_is_deactivated_after_the_first_impulse():
    assert deactivated(A1=6, B1=5, blue=5, C1=4) == (True, {"A1": 6, "B1": 5, "blue": 5})


@pytest.mark.rule("lumi.2.1.13", "lumi.2.1.15")
def test_all_divisions_of_the_lowest_priority_are_deactivated_in_both_armies():
    assert deactivated(A1=6, B1=5, blue=5) == (True, {"A1": 6})


@pytest.mark.rule("lumi.2.1.17")
def test_no_impulse_follows_that_after_which_nobody_is_activated():
    assert deactivated(A1=6) == (False, {})


@pytest.mark.rule("lumi.2.1.13", "lumi.2.1.17", "lumi.2.1.19", "lumi.ex.7")
def test_orders_of_one_priority_give_one_impulse_and_no_orders_too():
    game = armies()
    game.state.orders = {"A1": 5, "blue": 5}
    assert not game.run(deactivate)
    assert not game.run(deactivate)
    assert len(game.told(Deactivated)) == 1


@pytest.mark.rule("lumi.8.7")
def test_a_division_without_a_general_receives_no_order():
    game = armies()
    game.general("Ag").where = "lost"
    assert may_receive(game.state, "red", 6) == ["B1", "C1", "D1"]


@pytest.mark.rule("lumi.9.1.1", "lumi.9.1.2")
def test_secret_orders_are_placed_at_the_same_time_and_turned_up_together():
    game = armies("dice red 6 1 1 1 1 1 blue 5 1 1")
    game.state.options["secret"] = "yes"
    game.run(activation, "order division=A1", "order division=blue")
    assert game.state.orders == {"A1": 6, "blue": 5}
    assert len(game.told(OrderPlaced)) == 2


@pytest.mark.rule("lumi.2.1.12", "lumi.9.1.1", "lumi.9.1.2", "lumi.ex.76")
def test_example_76_secret_markers_6_and_4_are_removed_one_an_impulse_and_a_blank_is_no_order():
    game = armies("dice red 6 4 2 1 1 1 blue 1 1 1")
    game.state.options["secret"] = "yes"
    game.run(activation, "order division=A1 priority=6", "order division=B1 priority=4")
    assert game.state.orders == {"A1": 6, "B1": 4}  # whoever has a blank has nothing when they are turned up
    assert [one.division for one in game.told(OrderPlaced)] == ["A1", "B1"]
    assert game.run(deactivate)
    assert game.state.orders == {"A1": 6}
    assert not game.run(deactivate)
    assert [(one.divisions, one.priority) for one in game.told(Deactivated)] == [(("B1",), 4), (("A1",), 6)]


@pytest.mark.parametrize(
    ("battle", "seat", "turn", "priority", "division", "may"),
    [
        ("lobositz", "red", 3, 6, "behind-the-brook", False),
        ("lobositz", "red", 4, 6, "behind-the-brook", True),
        ("minden", "red", 1, 5, "sackville", False),
        ("minden", "red", 1, 6, "sackville", True),
    ],
)
def test_a_scenario_says_who_receives_which_orders(
    battle: str, seat: str, turn: int, priority: int, division: str, may: bool
):
    state = new_battle(read_scenario(battle), {})
    state.turn = turn
    for general in state.generals.values():
        general.where = ON
    assert (division in may_receive(state, seat, priority)) == may
