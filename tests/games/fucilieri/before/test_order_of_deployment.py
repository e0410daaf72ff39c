"""Chapters 2.3.1-2.3.8, 2.3.14 and 2.3r: who deploys first, reserves, reinforcements."""

import pytest

from alfiere.games.fucilieri.before.deployment import order_of_set_up
from alfiere.games.fucilieri.before.laying_out import ROLL, lay_out
from alfiere.games.fucilieri.before.order_of_deployment import (
    cost,
    decide_order,
    hold_back,
    keep_off,
    may_be_reinforcement,
    may_be_reserve,
    name_reinforcements,
    roll_reinforcements,
)
from alfiere.games.fucilieri.before.stages import STAGES
from alfiere.games.fucilieri.state.unit import REINFORCEMENT, RESERVE
from alfiere.games.fucilieri.told.before import DeploysFirst, HeldBack, RolledOff
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation


def venaria(red: list[int], blue: list[int], explored: tuple[int, int] = (30, 30)) -> Situation:
    """A battle whose scenario does not say who deploys first."""
    field = fresh("venaria-1706", red=red, blue=blue)
    field.state.explored = dict(zip(("red", "blue"), explored, strict=True))
    return field


@pytest.mark.rule("fucilieri.2.3.1", "fucilieri.2.3.2", "fucilieri.2.3.3")
@pytest.mark.parametrize(("more", "first"), [(1, "blue"), (-1, "red")])
def test_the_loser_of_a_new_roll_deploys_first(more, first):
    field = venaria([3], [3])
    field.state.condottiero("red").cv = field.state.condottiero("blue").cv + more
    field.run(decide_order)
    assert field.state.first == first
    assert field.told(RolledOff)[0].what == "deployment"


@pytest.mark.rule("fucilieri.2.3.5")
def test_of_equal_totals_the_army_with_more_units_deploys_first():
    field = venaria([3], [4])
    field.state.condottiero("red").cv = 4
    field.state.condottiero("blue").cv = 3
    del field.state.units["light-gun"]  # of blue
    reds = [one for one in field.state.units.values() if one.seat == "red"]
    blues = [one for one in field.state.units.values() if one.seat == "blue"]
    more, fewer = ("red", "blue") if len(reds) > len(blues) else ("blue", "red")
    assert len(reds) != len(blues)
    field.run(decide_order)
    assert field.state.first == more != fewer
    assert field.told(DeploysFirst)[0].why == "units"


def led(field: Situation, red: int, blue: int) -> Situation:
    """The condottieri have these CV."""
    field.state.condottiero("red").cv, field.state.condottiero("blue").cv = red, blue
    return field


@pytest.mark.rule("fucilieri.ex.7")
def test_a_tie_at_seven_is_broken_by_twelve_units_against_eleven():
    field = led(venaria([3], [4]), 4, 3)
    seats = [one.seat for one in field.state.units.values()]
    assert (seats.count("red"), seats.count("blue")) == (12, 11)
    field.run(decide_order)
    assert [(one.red, one.blue) for one in field.told(RolledOff)] == [(7, 7)]
    assert (field.state.first, field.told(DeploysFirst)[0].why) == ("red", "units")


@pytest.mark.rule("fucilieri.ex.73", "fucilieri.2.3.8")
def test_nine_against_five_lets_the_loser_place_his_whole_army_first():
    field = led(venaria([6], [2]), 3, 3)
    field.run(decide_order)
    assert [(one.red, one.blue) for one in field.told(RolledOff)] == [(9, 5)]
    assert field.state.first == "blue"
    s = field.state
    seats = [(s.units.get(id) or s.leaders[id]).seat for id in order_of_set_up(s)]
    assert seats == sorted(seats)  # all of blue before anybody of red
    assert set(seats) == {"red", "blue"}


@pytest.mark.rule("fucilieri.ex.3", "fucilieri.2.3.3")
def test_without_a_winner_ground_and_deployment_are_rolled_for_each_by_itself():
    field = led(venaria([6, 1, 1, 1, 1, 1, 2], [2, 6]), 3, 3)
    field.state.queue = [ROLL]
    field.run(lay_out)
    field.run(decide_order)
    assert [(one.what, one.winner) for one in field.told(RolledOff)] == [("terrain", "red"), ("deployment", "blue")]
    assert field.state.first == "red"


@pytest.mark.rule("fucilieri.2.3.6")
def test_with_as_many_units_the_roll_is_repeated_and_those_in_reserve_count():
    field = venaria([3, 1], [3, 6])
    field.state.condottiero("red").cv = field.state.condottiero("blue").cv = 4
    reds = [one for one in field.state.units.values() if one.seat == "red"]
    blues = [one for one in field.state.units.values() if one.seat == "blue"]
    for one in (reds if len(reds) > len(blues) else blues)[: abs(len(reds) - len(blues))]:
        del field.state.units[one.id]
    next(one for one in field.state.units.values() if one.seat == "red").where = RESERVE
    field.run(decide_order)
    assert field.state.first == "red"
    assert len(field.told(RolledOff)) == 2


@pytest.mark.rule("fucilieri.2.3.4", "fucilieri.2.3.7", "fucilieri.2.3.8")
def test_who_lost_the_exploration_deploys_first_without_a_roll():
    for explored, first in (((40, 30), "blue"), ((20, 45), "red")):
        field = venaria([], [], explored)
        field.run(decide_order)
        assert field.state.first == first
        assert field.told(DeploysFirst)[0].why == "exploration"


def test_a_scenario_may_say_who_deploys_first():
    field = fresh("stura-1706", red=[], blue=[])
    field.run(decide_order)
    assert (field.state.first, field.told(DeploysFirst)[0].why) == ("red", "scenario")


# Reserves


@pytest.mark.rule("fucilieri.2.3.13", "fucilieri.2.3.14")
def test_at_most_half_of_the_commands_are_kept_back_and_never_the_condottieros():
    field = fresh("venaria-1706")
    commands = field.state.commands
    assert not may_be_reserve(field.state, commands["victor-amadeus"])
    field.run(
        lambda g: hold_back(g, "blue"),
        "hold-back command=rehbinder how=reserve",
        "hold-back command=kriechbaum how=reserve",
    )
    assert not may_be_reserve(field.state, commands["savoyard-horse"])
    assert {one.where for one in field.state.units.values() if one.command == "rehbinder"} == {RESERVE}
    assert field.state.leaders[commands["rehbinder"].leader].where == RESERVE
    assert len(field.told(HeldBack)) == 2


@pytest.mark.rule("fucilieri.2.3.14")
def test_the_half_is_rounded_down_and_reinforcements_count():
    field = fresh("venaria-1706")
    keep_off(field.state, "kriechbaum", REINFORCEMENT)
    assert may_be_reserve(field.state, field.state.commands["rehbinder"])
    del field.state.commands["savoyard-horse"]  # three are left: one at most
    assert not may_be_reserve(field.state, field.state.commands["rehbinder"])


@pytest.mark.rule("fucilieri.2.3.14b")
def test_a_command_with_a_place_of_its_own_is_no_reserve():
    field = fresh("luzzara-1702")
    name_reinforcements(field.state)
    assert not may_be_reserve(field.state, field.state.commands["crequi"])
    assert not may_be_reserve(field.state, field.state.commands["spaniards"])
    assert may_be_reserve(field.state, field.state.commands["commercy"])


@pytest.mark.rule("fucilieri.2.3.14b")
def test_reserves_are_declared_before_anybody_is_placed_by_who_deploys_first_first():
    names = [step.play.__qualname__ for step in STAGES]
    field = fresh("stura-1706")
    field.state.first = "blue"
    waiting = [step.waiting(field.state) for step in STAGES]
    assert waiting[6] == ["blue", "red"]
    assert names[7] == "deploy"


# Reinforcements


@pytest.mark.rule("fucilieri.2.3r.5")
def test_the_scenario_names_reinforcements():
    field = fresh("luzzara-1702")
    name_reinforcements(field.state)
    assert {one.command for one in field.state.units.values() if one.where == REINFORCEMENT} == {"spaniards"}
    assert not may_be_reinforcement(field.state, field.state.commands["commercy"])


@pytest.mark.rule("fucilieri.2.3r.5")
def test_own_reinforcements_cost_a_quarter_of_the_army_at_most_and_are_one_command():
    field = fresh("venaria-1706")
    own = field.state.commands_of("blue")
    total = sum(cost(field.state, one) for one in own)
    assert total == field.state.scenario.cost("blue")
    for one in own[1:]:
        fits = 4 * cost(field.state, one) <= total
        assert may_be_reinforcement(field.state, one) == fits
    cheap = next(one for one in own[1:] if may_be_reinforcement(field.state, one))
    keep_off(field.state, cheap.id, REINFORCEMENT)
    assert not any(may_be_reinforcement(field.state, one) for one in own)
    assert not may_be_reinforcement(field.state, own[0])


@pytest.mark.rule("fucilieri.ex.9")
@pytest.mark.rule("fucilieri.2.3r.1", "fucilieri.2.3r.2", "fucilieri.2.3r.3")
@pytest.mark.parametrize(("die", "turn"), [(1, 3), (6, 8)])
def test_one_roll_of_who_deployed_first_for_both(die, turn):
    field = fresh("eyne-1708", red=[die], blue=[])
    field.state.first = "red"
    field.run(roll_reinforcements)
    assert field.state.reinforcements == turn


@pytest.mark.rule("fucilieri.2.3r.7")
def test_without_reinforcements_nobody_rolls():
    field = fresh("stura-1706")
    field.state.first = "red"
    assert STAGES[10].waiting(field.state) == []
    keep_off(field.state, "wurttemberg", REINFORCEMENT)
    assert STAGES[10].waiting(field.state) != []
