"""The cohesion of brigades (7.3)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.rally.brigades import brigade_phase, must_test, try_brigade
from alfiere.games.lumi.told.rally import BrigadeTested
from tests.games.lumi.lines import Situation
from tests.situation import situation


def brigade(die: int, general: str = "10,13") -> Situation:
    """A brigade of four with morale +1 and its general within 6um, one base in each state."""
    found: Situation = situation(
        f"""
        lumi
        red foot A at 10,10 facing N
        red foot B at 14,10 facing N, disordered
        red foot C at 18,10 facing N, shaken
        red foot D at 10,16 facing N, column, rout
        red general M at {general} ordinary
        dice red {die}
        """
    )
    SHOCKED.put(found.state, "red infantry")
    return found


def states(game: Situation) -> list[int]:
    return [game[one].state for one in "ABCD"]


@pytest.mark.rule("lumi.7.3.1", "lumi.7.3.8", "lumi.7.3.7", "lumi.ex.60")
def test_a_score_of_6_is_passed():
    game = brigade(4)
    game.run(lambda g: try_brigade(g, "red infantry", game.forced))
    assert [(one.score, one.result) for one in game.told(BrigadeTested)] == [(6, "passed")]
    assert (states(game), game.moves) == ([0, 1, 2, 3], [])
    assert not SHOCKED.all(game.state)


@pytest.mark.rule("lumi.7.3.2", "lumi.7.3.4", "lumi.7.3.5", "lumi.7.3.9", "lumi.ex.60")
def test_on_5_the_brigade_wavers():
    game = brigade(3)
    game.run(lambda g: try_brigade(g, "red infantry", game.forced))
    assert [(one.score, one.result) for one in game.told(BrigadeTested)] == [(5, "wavers")]
    assert states(game) == [1, 2, 2, 3]
    assert game.moves == ["C falls back", "D routs"]  # B, brought to shaken by the test, does not fall back
    assert [game[one].losses for one in "ABCD"] == [0, 0, 0, 1]


@pytest.mark.rule("lumi.7.3.3", "lumi.7.3.9", "lumi.ex.60")
def test_on_3_the_brigade_is_shaken():
    game = brigade(1)
    game.run(lambda g: try_brigade(g, "red infantry", game.forced))
    assert [(one.score, one.result) for one in game.told(BrigadeTested)] == [(3, "shaken")]
    assert states(game) == [2, 3, 2, 3]
    assert game.moves == ["B routs", "C falls back", "D routs"]
    assert [game[one].losses for one in "ABCD"] == [0, 1, 0, 1]


@pytest.mark.rule("lumi.7.3.6", "lumi.7.3.8", "lumi.ex.61")
def test_on_1_the_brigade_is_in_rout_and_gone():
    game = situation(
        """
        lumi
        blue pr_garr A at 10,10 facing N
        blue pr_garr B at 14,10 facing N, column, rout
        blue pr_garr C at 18,10 facing N, column, rout
        dice blue 3
        """
    )
    SHOCKED.put(game.state, "blue infantry")
    game.run(lambda g: try_brigade(g, "blue infantry", game.forced))
    assert [(one.score, one.result) for one in game.told(BrigadeTested)] == [(1, "in rout")]
    assert game.moves == ["A routs", "B routs", "C routs"]
    assert not game.state.side("blue")


@pytest.mark.rule("lumi.7.3.8", "lumi.10.8")
def test_the_general_counts_within_his_radius_and_the_night_always():
    far = brigade(1, "10,1")
    far.run(lambda g: try_brigade(g, "red infantry", far.forced))
    (told,) = far.told(BrigadeTested)
    assert {reason: amount for amount, reason, _ in told.tally.lines} == {"morale": 1}


@pytest.mark.rule("lumi.7.3.7")
def test_only_brigades_with_somebody_not_in_rout_test():
    game = brigade(4)
    assert must_test(game.state, "red") == ["red infantry"]
    assert must_test(game.state, "blue") == []
    for one in "ABC":
        game[one].state = 3
    assert must_test(game.state, "red") == []


@pytest.mark.rule("lumi.7.3.10")
def test_a_player_tests_his_brigades_in_the_order_he_likes():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, brigade X
        red foot B at 14,10 facing N, brigade Y
        dice red 6 6
        """
    )
    for one in ("X", "Y"):
        SHOCKED.put(game.state, one)
    game.run(lambda g: brigade_phase(g, game.forced, "red"), "test-brigade brigade=Y")
    assert [one.brigade for one in game.told(BrigadeTested)] == ["Y", "X"]
