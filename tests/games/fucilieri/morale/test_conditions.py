"""Chapter 4.1: conditions come and go."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.morale.conditions import calm_down, conditions_of, rage, rate, restore, worsen
from alfiere.games.fucilieri.state.standing import engage, is_engaged
from alfiere.games.fucilieri.state.unit import (
    BLOODLUST,
    DEMORALISED,
    DISORGANISED,
    FALLING_BACK,
    FLEEING,
    FLIGHT,
    LOST,
    OUT_OF_RADIUS,
)
from alfiere.games.fucilieri.told.morale import ConditionsChanged, UnitFled, UnitLost
from alfiere.table.legs import WHOLE
from tests.situation import situation

RULE = "fucilieri.4.2.1"


@pytest.mark.rule("fucilieri.4.1.1", "fucilieri.4.1.2", "fucilieri.4.2.7")
def test_conditions_add_up_and_falling_back_includes_demoralised() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S
    """)
    assert game["A"].is_ok
    game.run(lambda g: worsen(g, game["A"], (DISORGANISED,), RULE))
    game.run(lambda g: worsen(g, game["A"], (FALLING_BACK,), RULE))
    assert conditions_of(game["A"]) == (DISORGANISED, DEMORALISED, FALLING_BACK)
    game.run(lambda g: worsen(g, game["A"], (DISORGANISED,), RULE))  # nothing new, nothing better
    assert conditions_of(game["A"]) == (DISORGANISED, DEMORALISED, FALLING_BACK)
    changes = [event.conditions for event in game.told(ConditionsChanged)]
    assert changes == [(DISORGANISED,), (DEMORALISED, FALLING_BACK)]
    assert game.told(ConditionsChanged)[0].rules == (RULE,)


@pytest.mark.rule("fucilieri.4.1.7c", "fucilieri.3.7.28")
@pytest.mark.parametrize(("condition", "stays"), [(DISORGANISED, True), (DEMORALISED, False), (FALLING_BACK, False)])
def test_bloodlust_ends_when_a_unit_becomes_demoralised_or_worse(condition: str, stays: bool) -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, bloodlust 3
    """)
    game.run(lambda g: worsen(g, game["A"], (condition,), RULE))
    assert game["A"].has_bloodlust is stays


@pytest.mark.rule("fucilieri.3.0.3")
def test_temporary_bloodlust_is_over_at_the_end_of_its_turn_and_that_of_combat_is_not() -> None:
    game = situation("""
        fucilieri
        turn 3
        red foot A at 60,40 facing S, bloodlust 3
        red foot B at 90,40 facing S, bloodlust 4
        red foot C at 120,40 facing S, bloodlust
    """)
    game.run(calm_down)
    assert [game[name].has_bloodlust for name in "ABC"] == [False, True, True]


@pytest.mark.rule("fucilieri.4.1.7a")
def test_a_unit_goes_into_bloodlust_and_out_of_it_keeping_its_disorder() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, disorganised
    """)
    game.run(lambda g: rage(g, game["A"], 2, RULE))
    assert conditions_of(game["A"]) == (DISORGANISED, BLOODLUST)
    game.run(lambda g: restore(g, game["A"], BLOODLUST, RULE))
    assert conditions_of(game["A"]) == (DISORGANISED,)
    game.run(lambda g: restore(g, game["A"], DEMORALISED, RULE))  # it was not
    assert [event.begins for event in game.told(ConditionsChanged)] == [True, False]


def test_only_what_is_restored_is_restored() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, disorganised, falling back
    """)
    game.run(lambda g: restore(g, game["A"], FALLING_BACK, RULE))
    assert conditions_of(game["A"]) == (DISORGANISED, DEMORALISED)
    game.run(lambda g: restore(g, game["A"], DISORGANISED, RULE))
    assert conditions_of(game["A"]) == (DEMORALISED,)
    game.run(lambda g: restore(g, game["A"], DEMORALISED, RULE))
    assert game["A"].is_ok


@pytest.mark.rule("fucilieri.4.1.3b", "fucilieri.3.2.2.5", "fucilieri.3.1.5.4")
def test_disorganised_or_unled_units_have_half_their_rate_and_never_a_quarter() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S
        red foot B at 90,40 facing S, disorganised
        red foot C at 120,40 facing S, bloodlust
    """)
    s = game.state
    assert [rate(s, game[name]) for name in "ABC"] == [WHOLE, WHOLE // 2, WHOLE]
    for name in "ABC":
        OUT_OF_RADIUS.put(game[name])
    assert [rate(s, game[name]) for name in "ABC"] == [WHOLE // 2, WHOLE // 2, WHOLE]


@pytest.mark.rule("fucilieri.4.1.6", "fucilieri.3.6.40")
def test_a_unit_that_takes_to_flight_is_ignored_by_all_and_leaves_who_held_it() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, bloodlust
        blue foot B at 60,45 facing N
    """)
    engage(game["A"], game["B"], "front", "front")
    game.run(lambda g: worsen(g, game["A"], (FLIGHT,), RULE))
    assert game["A"].where == FLEEING
    assert game["A"] not in game.state.side("red")
    assert not is_engaged(game["B"])
    assert not game["A"].has_bloodlust
    assert game.told(UnitFled)[0].rules == (RULE, "fucilieri.4.1.6")


@pytest.mark.rule("fucilieri.3.2.8.2b", "fucilieri.3.2.8.4")
@pytest.mark.parametrize(
    ("formation", "condition", "where"),
    [("unlimbered", FALLING_BACK, LOST), ("limbered", FALLING_BACK, "on"), ("limbered", FLIGHT, LOST)],
)
def test_guns_that_flee_are_lost_and_unlimbered_ones_that_should_fall_back_flee(
    formation: str, condition: str, where: str
) -> None:
    game = situation(f"""
        fucilieri
        red guns G at 60,40 facing S, {formation}
    """)
    game.run(lambda g: worsen(g, game["G"], (condition,), RULE))
    assert game["G"].where == where
    assert bool(game.told(UnitLost)) == (where == LOST)
    assert game["G"].is_falling_back == (where == "on")
