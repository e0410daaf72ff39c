"""Chapter 3.1.1.4: commands that enter in a turn, and the condottiero who has no unit left."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.orders.counters import number_late, on_table
from alfiere.games.fucilieri.state.command import DESTROYED, IS_ENTERING
from tests.situation import situation

TEXT = """
    fucilieri
    red condottiero C at 60,20 cv 4 of red
    red foot A at 60,40 facing S, of X
    red foot B to come, of Y
    red foot D to come, of Z
    dice red {}
"""


@pytest.mark.rule("fucilieri.3.1.1.4")
@pytest.mark.parametrize(("dice", "first"), [("2 5", "Z"), ("3 3 6 1", "Y")])
def test_commands_that_enter_act_last_of_several_the_high_die_first(dice: str, first: str) -> None:
    game = situation(TEXT.format(dice))
    for command in game.state.commands.values():
        command.execution = 0
    game.command("red").execution, game.command("X").execution = 2, 1
    for name in "YZ":
        IS_ENTERING.put(game.command(name))
    game.run(number_late)
    assert game.command(first).execution == 3
    assert {game.command(name).execution for name in "YZ"} == {3, 4}
    assert not game.dice_left


@pytest.mark.rule("fucilieri.3.1.1.4")
def test_one_alone_needs_no_die_and_who_does_not_enter_has_no_number() -> None:
    game = situation(TEXT.format(""))
    game.command("Y").execution = game.command("Z").execution = 0
    IS_ENTERING.put(game.command("Y"))
    game.run(number_late)
    assert game.command("Y").execution > game.command("X").execution
    assert game.command("Z").execution == 0


@pytest.mark.rule("fucilieri.3.1.1.2", "fucilieri.3.7.8b")
def test_a_condottiero_whose_command_is_destroyed_still_draws_a_counter_and_a_general_does_not() -> None:
    game = situation(TEXT.format("") + "red general M at 60,30 cv 2 of X")
    game.command("red").fate = game.command("X").fate = DESTROYED
    assert [one.id for one in on_table(game.state)] == ["red"]
