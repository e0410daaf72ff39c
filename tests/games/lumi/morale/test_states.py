"""States of order, permanent losses, and what they do to armies and generals (1.5, 1.6.12-13, 8.6-8.10, 11.5)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.marks import TURN
from alfiere.games.lumi.morale.losses import eliminate, lose, seek_refuge
from alfiere.games.lumi.morale.states import at_least_disordered, become, worsen
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.state.base import DISORDERED, IMPULSE, IS_DAMAGED, OF_BASE, ORDERED, ROUT, SHAKEN
from alfiere.games.lumi.state.unit import alone
from alfiere.games.lumi.told.common import BaseRemoved
from alfiere.games.lumi.told.morale import GeneralLost, GeneralMoved, GeneralTested, Lost, OrderLost, StateChanged
from tests.games.lumi.lines import Situation
from tests.situation import situation


@pytest.fixture
def game() -> Situation:
    found: Situation = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        blue foot G at 10,16 facing S
        """
    )
    return found


def states(game: Situation) -> str:
    return "".join(str(game[one].state) for one in "ABC")


@pytest.mark.rule("lumi.1.5.1", "lumi.1.5.2", "lumi.1.6.11")
def test_levels_of_disorder_move_a_unit_down_and_no_farther_than_rout(game: Situation):
    unit = game.unit("A")
    assert states(game) == "000"
    game.run(lambda g: worsen(g, unit, 1, "test"))
    assert states(game) == "111"
    game.run(lambda g: worsen(g, unit, 1, "test"))
    assert states(game) == "222"
    game.run(lambda g: worsen(g, unit, 2, "test"))
    assert states(game) == "333"
    game.run(lambda g: worsen(g, unit, 1, "test"))
    assert states(game) == "333"
    assert [one.state for one in game.told(StateChanged)] == ["disordered", "shaken", "rout"]


@pytest.mark.rule("lumi.1.5.3")
@pytest.mark.parametrize(("before", "after"), [(ORDERED, 1), (DISORDERED, 1), (SHAKEN, 2), (ROUT, 3)])
def test_at_least_disordered_changes_only_the_ordered(game: Situation, before: int, after: int):
    game["A"].state = before
    game.run(lambda g: at_least_disordered(g, alone(game["A"]), "test"))
    assert game["A"].state == after


@pytest.mark.rule("lumi.1.6.11")
def test_bases_of_different_states_put_into_one_unit_take_the_worst(game: Situation):
    game["B"].state = DISORDERED
    game.run(lambda g: worsen(g, game.unit("A", "B", "C"), 1, "test"))
    assert states(game) == "222"


@pytest.mark.rule("lumi.1.5.9")
def test_disorder_by_terrain_is_remembered_until_another_cause_adds_to_it(game: Situation):
    unit = alone(game["A"])
    game.run(lambda g: at_least_disordered(g, unit, "terrain", by_terrain=True))
    assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, True)
    game.run(lambda g: at_least_disordered(g, unit, "fire"))
    assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, False)
    game.run(lambda g: at_least_disordered(g, unit, "terrain", by_terrain=True))
    assert not game["A"].by_terrain


@pytest.mark.rule("lumi.11.5a", "lumi.11.5c", "lumi.11.6", "lumi.7.3.7")
def test_a_rout_costs_the_value_of_each_base_and_half_returns(game: Situation):
    s = game.state
    s.cohesion["red"] = 5
    game.run(lambda g: become(g, game.unit("A"), ROUT, "test", "lumi.1.5.2"))
    assert s.cohesion["red"] == -1
    assert SHOCKED.all(s) == ["red infantry"]
    game.run(lambda g: become(g, game.unit("A"), SHAKEN, "rally", "lumi.7.5.8"))
    assert s.cohesion["red"] == 2
    s.cohesion["red"] = s.scenario.cohesion("red")
    game["A"].state = ROUT
    game.run(lambda g: become(g, alone(game["A"]), SHAKEN, "rally", "lumi.7.5.8"))
    assert s.cohesion["red"] == s.scenario.cohesion("red")


@pytest.mark.rule("lumi.1.6.12", "lumi.1.6.13", "lumi.1.5.7", "lumi.11.5b", "lumi.ex.112")
def test_a_base_with_four_losses_is_removed_and_the_others_go_on(game: Situation):
    for name, losses in zip("ABC", (3, 1, 1), strict=True):
        game[name].losses = losses
    before = game.state.cohesion["red"]
    game.run(lambda g: lose(g, game.unit("A"), 1, "melee", ("A",)))
    assert not game["A"].is_on
    assert [one.losses for one in (game["B"], game["C"])] == [1, 1]
    assert game.unit("B").ids == ("B", "C")
    assert game.state.cohesion["red"] == before - 2
    assert [(one.unit, one.how) for one in game.told(BaseRemoved)] == [("A", "losses")]
    game["B"].state = ROUT
    game.run(lambda g: eliminate(g, game["B"], "losses"))
    assert game.state.cohesion["red"] == before - 2  # it was subtracted when it entered rout


@pytest.mark.rule("lumi.1.6.13")
@pytest.mark.parametrize(
    ("how", "on", "answers", "lost"),
    [
        ("fire", ("B",), (), ["B"]),
        ("melee", ("A", "B"), ("lose unit=B",), ["B"]),
        ("other", (), ("lose unit=C",), ["C"]),
    ],
)
def test_a_loss_falls_on_the_base_it_is_meant_for_and_the_owner_chooses_among_equals(
    game: Situation, how: Any, on: tuple[str, ...], answers: tuple[str, ...], lost: list[str]
):
    game["A"].losses = 1
    game.run(lambda g: lose(g, game.unit("A"), 1, how, on), *answers)
    assert [one.unit for one in game.told(Lost)] == lost
    assert [one.seat for one in game.asked] == ["red"] * len(answers)


@pytest.mark.rule("lumi.8.6", "lumi.8.7", "lumi.11.5d")
@pytest.mark.parametrize(("die", "is_killed"), [(1, True), (2, False)])
def test_a_loss_of_the_unit_he_is_with_may_kill_a_general_and_takes_the_order_away(die: int, is_killed: bool):
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red general M at 9,8 able, with A
        dice red {die}
        """
    )
    game.state.orders["red"] = 5
    before = game.state.cohesion["red"]
    game.run(lambda g: lose(g, game.unit("A"), 1, "fire", ("B",)))
    assert [one.killed for one in game.told(GeneralTested)] == [is_killed]
    assert game.general("M").is_on == (not is_killed)
    assert len(game.told(GeneralLost)) == len(game.told(OrderLost)) == is_killed
    assert game.state.orders == ({} if is_killed else {"red": 5})
    assert game.state.cohesion["red"] == before - is_killed


@pytest.mark.rule("lumi.8.9", "lumi.8.10")
def test_a_general_whose_unit_is_gone_seeks_the_nearest_friends_within_8um():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, losses 3
        red foot B at 18,10 facing N
        red foot C at 16,12 facing N, rout
        red general M at 9,8 able, with A
        dice red 6
        """
    )
    game.run(lambda g: lose(g, alone(game["A"]), 1, "fire"))
    assert [(one.general, one.unit) for one in game.told(GeneralMoved)] == [("M", "B")]
    assert (game.general("M").base, game.general("M").pose) == ("", (1800, 1100, 0))
    game["B"].state = ROUT
    game.run(lambda g: seek_refuge(g, game.general("M")))
    assert not game.general("M").is_on


def test_a_mark_of_the_impulse_ends_before_one_of_the_turn(game: Situation):
    IS_DAMAGED.put(game["A"])
    OF_BASE.end(game["A"], TURN)
    assert IS_DAMAGED.is_on(game["A"])
    OF_BASE.end(game["A"], IMPULSE)
    assert not IS_DAMAGED.is_on(game["A"])
