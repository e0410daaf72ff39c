"""Chapters B.2, B.3 and C.2: fatigue, recovery, initiative."""

import pytest

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.initiative import LEAD, initiative_of, roll_initiative
from alfiere.games.risorgimento.command.recovery import RESTED, engage, note_rest, recovery_phase, tire
from alfiere.games.risorgimento.morale.disorder import disorder
from alfiere.games.risorgimento.morale.tests import fatigue_malus
from alfiere.games.risorgimento.state.unit import HAS_MOVED, OF_UNIT
from alfiere.games.risorgimento.told.command import InitiativeRolled, Recovered, Tired
from tests.games.risorgimento.staged import Stage


@pytest.fixture
def game() -> Stage:
    found = Stage()
    found.unit("A", at=(50, 50))
    return found


def end_turn(game: Stage) -> None:
    """What phase I does with marks."""
    note_rest(game.state)
    for unit in game.state.units.values():
        OF_UNIT.end(unit, TURN)


def phase_b(game: Stage) -> None:
    game.run(recovery_phase)


@pytest.mark.rule("risorgimento.b.2.1", "risorgimento.b.2.2", "risorgimento.b.2.5")
def test_a_forced_march_and_a_round_of_combat_cost_a_point_each(game: Stage) -> None:
    game.run(lambda g: tire(g, g.state.units["A"], "forced-march", "risorgimento.b.2.1"))
    game.run(lambda g: tire(g, g.state.units["A"], "melee", "risorgimento.b.2.2"))
    assert game["A"].fatigue == 2
    assert [(one.why, one.fatigue) for one in game.told(Tired)] == [("forced-march", 1), ("melee", 2)]


@pytest.mark.rule("risorgimento.ex.11", "risorgimento.b.2.3", "risorgimento.b.2.4", "risorgimento.b.3.1")
def test_three_points_are_a_malus_and_a_turn_of_rest_takes_two(game: Stage) -> None:
    game["A"].fatigue = 3
    assert fatigue_malus(game.state, game["A"]) == 1
    end_turn(game)
    phase_b(game)
    assert game["A"].fatigue == 1
    assert fatigue_malus(game.state, game["A"]) == 0
    assert [one.fatigue for one in game.told(Recovered)] == [1]


@pytest.mark.rule("risorgimento.b.0.1", "risorgimento.b.3.6")
def test_fatigue_never_goes_below_nothing_and_both_sides_recover(game: Stage) -> None:
    game.unit("E", "blue", at=(50, 20), fatigue=1)
    end_turn(game)
    phase_b(game)
    assert (game["A"].fatigue, game["E"].fatigue) == (0, 0)
    assert [one.unit for one in game.told(Recovered)] == ["E"]


@pytest.mark.rule("risorgimento.ex.10", "risorgimento.b.3.2", "risorgimento.b.3.3", "risorgimento.b.3.4")
def test_disordered_in_turn_3_it_is_d1_in_turn_4_and_in_order_in_turn_5(game: Stage) -> None:
    game.run(lambda g: disorder(g, g.state.units["A"]))
    HAS_MOVED.put(game["A"])
    end_turn(game)
    phase_b(game)
    assert game["A"].disorder == 1
    end_turn(game)
    phase_b(game)
    assert game["A"].disorder == 0


@pytest.mark.rule("risorgimento.b.3.4")
def test_d2_becomes_d1_without_conditions_but_never_comes_off_at_once(game: Stage) -> None:
    game["A"].disorder = 2
    end_turn(game)  # it rested
    phase_b(game)
    assert game["A"].disorder == 1


@pytest.mark.rule("risorgimento.b.3.1", "risorgimento.b.3.5")
@pytest.mark.parametrize("why", ["moved", "engaged", "touched", "green", "brown"])
def test_who_moved_fired_was_fired_at_touched_an_enemy_or_was_out_of_command_does_not_recover(
    game: Stage, why: str
) -> None:
    unit = game["A"]
    unit.disorder, unit.fatigue = 1, 2
    if why == "moved":
        HAS_MOVED.put(unit)
    elif why == "engaged":
        engage(unit)
        engage(unit)
    elif why == "touched":
        game.unit("E", "blue", at=(50, 48))
    else:
        unit.colour = why
    end_turn(game)
    phase_b(game)
    assert (unit.disorder, unit.fatigue) == (1, 2)
    unit.colour = "yellow"
    if "E" in game.state.units:
        game.state.leave(game["E"], "lost")
    end_turn(game)
    phase_b(game)
    assert (unit.disorder, unit.fatigue) == (0, 0)


@pytest.mark.rule("risorgimento.b.3.6")
def test_routed_units_recover_nothing(game: Stage) -> None:
    unit = game["A"]
    unit.disorder, unit.fatigue, unit.is_routed = 2, 2, True
    end_turn(game)
    phase_b(game)
    assert (unit.disorder, unit.fatigue) == (2, 2)
    assert not RESTED.is_on(unit)


# C.2


def rolled(red: int, blue: int, *dice: int) -> Stage:
    game = Stage()
    game.who("red-chief").initiative, game.who("blue-chief").initiative = red, blue
    game.run(roll_initiative, dice=dice)
    return game


@pytest.mark.rule("risorgimento.ex.1", "risorgimento.c.2.1", "risorgimento.c.2.2", "risorgimento.c.2.3")
def test_the_higher_initiative_adds_the_difference() -> None:
    game = rolled(7, 5, 3, 4)
    assert (game.state.initiative, game.state.ahead) == ("red", 0)
    (told,) = game.told(InitiativeRolled)
    assert (told.red_plus, told.blue_plus) == (2, 0)
    assert told.rules == ("risorgimento.c.2.1", "risorgimento.c.2.2")


@pytest.mark.rule("risorgimento.ex.2", "risorgimento.c.2.2")
def test_half_of_what_the_winner_is_ahead_by_moves_first() -> None:
    game = rolled(7, 5, 6, 1)
    assert (game.state.initiative, game.state.ahead) == ("red", 3)
    assert LEAD.all(game.state) == [3]
    game.run(roll_initiative, dice=[4, 4])
    assert LEAD.all(game.state) == [1]
    game = rolled(5, 5, 1, 4)
    assert (game.state.initiative, game.state.ahead) == ("blue", 1)
    del game.state.commanders["red-chief"]
    assert initiative_of(game.state, "red") == 1


@pytest.mark.rule("risorgimento.ex.64", "risorgimento.c.2.5")
def test_on_equal_results_the_higher_initiative_wins_and_equals_roll_again() -> None:
    game = rolled(6, 5, 3, 4)
    assert (game.state.initiative, game.state.ahead) == ("red", 0)
    game = rolled(4, 5, 4, 3)
    assert (game.state.initiative, game.state.ahead) == ("blue", 0)
    game = rolled(5, 5, 3, 3, 2, 6)
    assert (game.state.initiative, game.state.ahead) == ("blue", 2)
    assert [one.winner for one in game.told(InitiativeRolled)] == ["", "blue"]
