"""Chapter 3.7: who must take the command test, with what, and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.influence.command_test import (
    command_test,
    command_tests,
    due,
    oblige,
    prospect,
    tally,
)
from alfiere.games.fucilieri.morale.conditions import conditions_of
from alfiere.games.fucilieri.morale.leaders_lost import lose_leader
from alfiere.games.fucilieri.morale.units_lost import SCARE, lose_unit
from alfiere.games.fucilieri.state.leader import FLED, GONE, KILLED
from alfiere.games.fucilieri.state.standing import engage, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, LOST
from alfiere.games.fucilieri.told.influence import CommandFled, CommandTested
from alfiere.games.fucilieri.told.morale import ReactionTested
from tests.situation import situation

RULE = "fucilieri.4.1.9"
ARMY = """
    fucilieri
    red condottiero C at 60,20 cv 4 of red
    red general M at 60,50 cv 3 of X
    red general N at 150,50 cv 2 of Y
    red foot A at 60,60 facing S, of X
    red foot B at 100,60 facing S, of X
    red foot D at 150,60 facing S, of Y
    red foot E at 150,90 facing S, of Y
    blue foot Z at 20,110 facing N
"""


def army(*more: str) -> Any:
    """Two commands of two units each, and a condottiero without units of his own."""
    return situation("\n".join([ARMY, *more]))


def commands_tested(game: Any) -> list[tuple[str, int, str]]:
    """Which commands have tested, with what total and result."""
    return [(event.command, event.score, event.result) for event in game.told(CommandTested)]


def one_test(game: Any, command: str = "X") -> tuple[str, int, str]:
    """A command tests."""
    game.run(lambda g: command_test(g, game.command(command), ("unit-lost",)))
    return commands_tested(game)[-1]


# The worked examples


@pytest.mark.rule("fucilieri.3.7.10", "fucilieri.3.7.11", "fucilieri.3.7.13", "fucilieri.3.7.15", "fucilieri.3.7.22")
@pytest.mark.rule("fucilieri.ex.33")
def test_speech_and_standard_help() -> None:
    game = army("red standard T at 9,9 of Y, raised", "dice red 4")
    game.state.speech["red"] = 1
    assert one_test(game) == ("X", 9, "none")
    assert game["A"].is_ok
    assert game.told(CommandTested)[0].rules == ("fucilieri.3.7.10", "fucilieri.3.7.22")


@pytest.mark.rule("fucilieri.3.7.16", "fucilieri.3.7.17", "fucilieri.3.7.26", "fucilieri.3.7.27")
@pytest.mark.rule("fucilieri.ex.34")
def test_a_command_flees_with_its_general_and_his_characters() -> None:
    game = army("red scout S at 9,9 of Y", "red charismatic K at 9,9 of X", "dice red 3")
    game.leader("K").is_charismatic = False  # only to have a character of another command
    game.state.speech["red"] = -1
    game.command("X").fate = "fled"
    assert one_test(game, "Y") == ("Y", 3, "flees")
    assert [game[name].where for name in "DEAB"] == [LOST, LOST, "on", "on"]
    assert [game.leader(name).where for name in "NSKC"] == [FLED, FLED, "on", "on"]
    assert game.command("Y").fate == "fled"
    assert [event.command for event in game.told(CommandFled)] == ["Y"]


@pytest.mark.rule("fucilieri.3.7.18", "fucilieri.3.7.19", "fucilieri.3.7.20", "fucilieri.3.7.25")
@pytest.mark.rule("fucilieri.ex.35")
def test_a_charismatic_condottiero_lost_weighs_four() -> None:
    game = army("dice red 5")
    game.leader("C").is_charismatic, game.leader("C").where = True, KILLED
    assert one_test(game) == ("X", 4, "falling-back")
    assert [conditions_of(game[name]) for name in "AB"] == [("demoralised", "falling-back")] * 2
    assert game["D"].is_ok


@pytest.mark.rule("fucilieri.3.7.12", "fucilieri.3.7.23", "fucilieri.3.7.24")
@pytest.mark.parametrize(("die", "condition"), [(5, "disorganised"), (4, "demoralised")])
@pytest.mark.rule("fucilieri.ex.36")
def test_a_command_without_a_general_adds_nothing_for_him(die: int, condition: str) -> None:
    game = army("red standard T at 9,9 of Y, raised", f"dice red {die}")
    game.leader("M").where = KILLED
    assert one_test(game) == ("X", die + 1, condition)
    assert conditions_of(game["A"]) == conditions_of(game["B"]) == (condition,)


@pytest.mark.rule("fucilieri.3.7.3", "fucilieri.3.7.6")
@pytest.mark.rule("fucilieri.ex.37")
def test_a_condottiero_who_never_had_a_unit_does_not_test() -> None:
    game = army("red foot F at 100,90 facing S, of W", "dice red 6 6")
    for name in "DE":
        game.run(lambda g, name=name: lose_unit(g, game[name], "dispersed", RULE))
    game.command("Y").fate = "fled"
    game.run(command_tests)
    assert [one[0] for one in commands_tested(game)] == ["X", "W"]


@pytest.mark.rule("fucilieri.3.7.1", "fucilieri.3.7.9", "fucilieri.3.7.17", "fucilieri.3.1.1.3")
@pytest.mark.rule("fucilieri.ex.38")
def test_who_tests_later_suffers_from_who_has_fled_before() -> None:
    game = army("dice red 1 4")
    game.state.speech["red"] = -1
    game.command("X").execution, game.command("Y").execution = 2, 5
    for name in "XY":
        oblige(game.state, game.command(name), "unit-lost")
    game.leader("M").cv = 2
    game.run(command_tests)
    assert commands_tested(game) == [("X", 2, "flees"), ("Y", 4 + 2 - 1 - 1, "falling-back")]


@pytest.mark.rule("fucilieri.3.7.14", "fucilieri.3.7.15", "fucilieri.3.7.21", "fucilieri.3.7.23")
@pytest.mark.rule("fucilieri.ex.84")
def test_charismatic_characters_count_once() -> None:
    game = army("red charismatic K at 9,9 of X", "red standard T at 9,9 of Y, raised", "dice red 2")
    game.leader("C").is_charismatic = True
    assert one_test(game, "Y") == ("Y", 6, "disorganised")


@pytest.mark.rule("fucilieri.3.7.23", "fucilieri.3.7.28", "fucilieri.4.1.2")
@pytest.mark.rule("fucilieri.ex.86")
def test_a_result_never_makes_a_condition_better() -> None:
    game = army("red foot F at 60,90 facing S, of X, disorganised", "dice red 3")
    game["A"].is_demoralised = True
    assert one_test(game)[2] == "disorganised"
    assert [conditions_of(game[name]) for name in "ABF"] == [
        ("disorganised", "demoralised"),
        ("disorganised",),
        ("disorganised",),
    ]


@pytest.mark.rule("fucilieri.3.7.28", "fucilieri.3.7.24", "fucilieri.3.7.29")
def test_demoralised_by_the_test_a_unit_loses_bloodlust_and_goes_on_fighting() -> None:
    game = army("dice red 2")
    game["A"].bloodlust = 99
    engage(game["A"], game["Z"], "front", "front")
    assert one_test(game)[2] == "demoralised"
    assert conditions_of(game["A"]) == ("demoralised",)
    assert is_engaged(game["A"])


@pytest.mark.rule("fucilieri.3.7.6", "fucilieri.3.7.17", "fucilieri.3.7.2")
@pytest.mark.rule("fucilieri.ex.87")
def test_a_destroyed_command_makes_all_others_test_with_one_less() -> None:
    game = army(
        "red foot F at 100,90 facing S, of W",
        "red foot G at 20,60 facing S, of red",
        "dice red 6 6 6",
    )
    game.run(lambda g: lose_unit(g, game["F"], "dispersed", RULE))
    game.run(command_tests)
    assert {(one, total) for one, total, _ in commands_tested(game)} == {("X", 8), ("Y", 7), ("red", 9)}


@pytest.mark.rule("fucilieri.3.7.3", "fucilieri.3.7.8b")
@pytest.mark.rule("fucilieri.ex.88")
def test_a_condottiero_who_has_lost_his_units_goes_on_testing() -> None:
    game = army("red foot G at 20,60 facing S, of red", "red scout S at 9,9 of red", "dice red 1 2")
    game.run(lambda g: lose_unit(g, game["G"], "dispersed", RULE))
    for command in game.state.commands.values():
        command.reasons = []
    game.run(command_tests)
    assert commands_tested(game) == [("red", 4, "falling-back")]
    assert game.leader("C").where == "on"
    game.command("X").fate = game.command("Y").fate = "fled"
    game.state.step = 0
    game.run(command_tests)
    assert commands_tested(game)[-1] == ("red", 3, "flees")
    assert [game.leader(name).where for name in "CS"] == [FLED, FLED]


@pytest.mark.rule("fucilieri.3.7.6", "fucilieri.3.7.9", "fucilieri.3.7.1", "fucilieri.3.7.1b")
@pytest.mark.rule("fucilieri.ex.95")
def test_a_command_whose_place_has_passed_tests_in_the_next_turn() -> None:
    game = army("red foot F at 100,90 facing S, of W", "dice red 1 6 6")
    game.command("Y").execution, game.command("X").execution, game.command("W").execution = 1, 2, 3
    game.state.speech["red"] = -1
    game.leader("M").cv = 2
    oblige(game.state, game.command("X"), "unit-lost")
    game.run(command_tests)
    assert [one[0] for one in commands_tested(game)] == ["X", "W"]
    assert game.command("Y").reasons == ["command-lost"]
    assert game.command("W").reasons == []
    game.state.step = 0
    game.run(command_tests)
    assert [one[0] for one in commands_tested(game)] == ["X", "W", "Y"]


# When to test


@pytest.mark.rule("fucilieri.3.7.4", "fucilieri.3.7.2")
def test_a_command_that_has_lost_a_unit_tests_once_and_one_that_has_not_does_not() -> None:
    game = army("red foot F at 60,90 facing S, of X", "dice red 6")
    game.run(lambda g: lose_unit(g, game["A"], "dispersed", RULE))
    game.run(command_tests)
    game.state.step = 0
    game.run(command_tests)
    assert commands_tested(game) == [("X", 9, "none")]
    assert game.told(CommandTested)[0].reasons == ("unit-lost",)


@pytest.mark.rule("fucilieri.3.7.7")
def test_with_half_its_units_lost_a_command_tests_in_every_round_7() -> None:
    game = army("dice red 6 6")
    game["A"].where = FLEEING  # lost as well
    game.state.laid = None
    assert due(game.state, game.command("X")) == ("half-lost",)
    assert due(game.state, game.command("Y")) == ()
    for _ in range(2):
        game.state.step = 0
        game.run(command_tests)
    assert len(commands_tested(game)) == 2
    game.command("X").original = 3
    assert due(game.state, game.command("X")) == ()


@pytest.mark.rule("fucilieri.3.7.5")
def test_a_lost_general_obliges_his_command_and_a_lost_condottiero_all() -> None:
    game = army()
    game.run(lambda g: lose_leader(g, game.leader("N"), KILLED, RULE))
    assert [due(game.state, game.command(id)) for id in ("X", "Y")] == [(), ("leader-lost",)]
    game.run(lambda g: lose_leader(g, game.leader("C"), KILLED, RULE))
    assert due(game.state, game.command("X")) == ("condottiero-lost",)
    assert due(game.state, game.command("red")) == ()  # it never had a unit


@pytest.mark.rule("fucilieri.3.7.8")
def test_a_command_without_units_does_not_test_and_its_general_leaves() -> None:
    game = army("musicians Y", "dice red 6")
    for name in "DE":
        game.run(lambda g, name=name: lose_unit(g, game[name], "dispersed", RULE))
    game.run(command_tests)
    assert [one[0] for one in commands_tested(game)] == ["X"]
    assert game.leader("N").where == GONE
    assert not game.leader("N").is_lost
    assert not game.command("Y").has_musicians


@pytest.mark.rule("fucilieri.3.7.8", "fucilieri.2.3.18")
@pytest.mark.parametrize(("where", "fate", "leader"), [("withdrawn", "withdrawn", GONE), ("reserve", "", "on")])
def test_withdrawn_commands_are_not_destroyed_and_those_to_come_wait(where: str, fate: str, leader: str) -> None:
    game = army("dice red")
    for name in "DE":
        game.state.leave(game[name], where)
    oblige(game.state, game.command("Y"), "command-lost")
    game.run(command_tests)
    assert commands_tested(game) == []
    assert (game.command("Y").fate, game.leader("N").where) == (fate, leader)


# What is added


def lines(game: Any, command: str = "X") -> dict[str, int]:
    """The lines of a tally."""
    return {reason: add for add, reason, _ in tally(game.state, game.command(command)).lines}


@pytest.mark.rule("fucilieri.3.7.13", "fucilieri.3.7.16")
@pytest.mark.parametrize(("outcome", "line"), [(1, {"speech-positive": 1}), (0, {}), (-1, {"speech-negative": -1})])
def test_the_outcome_of_the_speech(outcome: int, line: dict[str, int]) -> None:
    game = army()
    game.state.speech["red"] = outcome
    assert lines(game) == {"cv": 3, **line}


@pytest.mark.rule("fucilieri.3.7.14", "fucilieri.3.7.21", "fucilieri.1.6.7")
def test_a_charismatic_character_must_be_alive_and_on_the_table() -> None:
    game = army("red charismatic K at 9,9 of Y")
    assert lines(game)["charismatic-character"] == 1
    game.leader("K").where = KILLED
    assert "charismatic-character" not in lines(game)
    assert "charismatic-leader-lost" not in lines(game)


@pytest.mark.rule("fucilieri.3.7.15", "fucilieri.1.6.13b")
def test_a_lost_standard_helps_no_more() -> None:
    game = army("red standard T at 9,9 of Y, raised")
    assert lines(game)["standard-raised"] == 1
    game.run(lambda g: lose_leader(g, game.leader("T"), KILLED, RULE))
    assert "standard-raised" not in lines(game)


@pytest.mark.rule("fucilieri.3.7.17")
def test_each_command_fled_or_destroyed_counts_and_one_taken_over_does_not() -> None:
    game = army("red foot F at 100,90 facing S, of W")
    for fate, amount in (("fled", -1), ("destroyed", -1), ("taken over", 0), ("withdrawn", 0)):
        game.command("Y").fate = fate
        assert lines(game).get("command-lost", 0) == amount
    game.command("Y").fate = game.command("W").fate = "fled"
    assert lines(game)["command-lost"] == -2


@pytest.mark.rule("fucilieri.3.7.18", "fucilieri.3.7.30")
@pytest.mark.parametrize(("where", "amount"), [("killed", -3), ("captured", -3), ("fled", -3), ("gone", 0), ("on", 0)])
def test_a_lost_condottiero_weighs_three_captured_too(where: str, amount: int) -> None:
    game = army()
    game.leader("C").where = where
    assert lines(game).get("condottiero-lost", 0) == amount


@pytest.mark.rule("fucilieri.3.7.19", "fucilieri.3.7.20")
def test_a_charismatic_leader_lost_counts_once_for_all_or_for_his_own_command() -> None:
    game = army()
    game.leader("M").is_charismatic, game.leader("M").where = True, KILLED
    assert lines(game)["charismatic-leader-lost"] == -1
    assert "charismatic-leader-lost" not in lines(game, "Y")
    game.leader("C").is_charismatic, game.leader("C").where = True, KILLED
    assert lines(game)["charismatic-leader-lost"] == lines(game, "Y")["charismatic-leader-lost"] == -1


# What it brings


@pytest.mark.rule("fucilieri.3.7.29", "fucilieri.3.6.40")
def test_engaged_units_that_fall_back_break_contact_with_a_move_and_others_wait() -> None:
    game = army("blue foot Y2 at 60,65 facing N", "dice red 1")
    engage(game["A"], game["Y2"], "front", "front")
    assert one_test(game)[2] == "falling-back"
    assert game.at("A") == (60, 52)
    assert game.at("B") == (100, 60)
    assert not is_engaged(game["Y2"])
    assert not game["A"].is_disorganised


@pytest.mark.rule("fucilieri.3.7.31", "fucilieri.3.7.27b")
def test_units_that_flee_frighten_nobody_and_who_is_of_another_command_saves_himself() -> None:
    game = army("red scout S at 9,9 of Y, with A", "dice red 1 6")
    game.leader("M").where = KILLED
    game["D"].x, game["D"].y = 6000, 8000
    game.state.laid = None
    assert one_test(game)[2] == "flees"
    assert not SCARE.all(game.state)
    assert not game.told(ReactionTested)
    assert (game.leader("S").where, game.leader("S").joined) == ("on", "D")


@pytest.mark.rule("fucilieri.3.7.27b", "fucilieri.3.7.26")
def test_characters_of_a_command_without_a_general_do_not_flee_with_it() -> None:
    game = army("red charismatic K at 9,9 of X", "dice red 1")
    game.leader("M").where = KILLED
    assert one_test(game)[2] == "flees"
    assert game.leader("K").where == "on"


@pytest.mark.rule("fucilieri.3.7.30", "fucilieri.2.3.18")
def test_units_off_the_table_are_not_affected_and_those_in_flight_are_removed() -> None:
    game = army("red foot F to come, of X", "dice red 1")
    game.leader("M").cv = 2
    game["B"].where = FLEEING
    game.state.laid = None
    assert one_test(game)[2] == "flees"
    assert [game[name].where for name in "ABF"] == [LOST, LOST, "to come"]


@pytest.mark.rule("fucilieri.3.7.26", "fucilieri.3.7.30", "fucilieri.3.7.6")
def test_when_the_condottiero_flees_with_his_command_all_must_test() -> None:
    game = army("red foot G at 20,60 facing S, of red", "dice red 1")
    game.leader("C").cv = 1
    assert one_test(game, "red")[2] == "flees"
    assert game.leader("C").where == FLED
    assert game.command("X").reasons == ["condottiero-lost", "command-lost"]


def test_the_odds_of_a_command_test() -> None:
    found = prospect(army().state, army().command("X"))
    assert float(found.results[1]) == 0.5  # a die and 3: from 4 on
