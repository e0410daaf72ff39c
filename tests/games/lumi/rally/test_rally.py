"""Rally and recovery from rout (7.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.lumi.command.active import is_active
from alfiere.games.lumi.rally.rally import rally_phase, recover, recovery_prospect, recovery_tally
from alfiere.games.lumi.state.base import ENGAGED
from alfiere.games.lumi.told.rally import RecoveryTested
from tests.games.lumi.lines import Situation
from tests.situation import situation


def rally(game: Situation, *answers: str) -> None:
    game.run(lambda g: rally_phase(g, game.forced, "red"), *answers)


@pytest.mark.rule("lumi.7.5.2b", "lumi.7.5.4", "lumi.7.5.5", "lumi.7.5.8", "lumi.ex.62")
def test_without_orders_and_far_from_the_general_units_recover_all_the_same():
    game = situation(
        """
        lumi
        red foot A at 5,10 facing N, disordered
        red foot B at 10,10 facing N, morale 1, shaken
        red foot C at 15,10 facing N, morale 1, column, rout, losses 1
        red general M at 29,1 mediocre
        dice red 4 4
        """
    )
    rally(game)
    assert [game[one].state for one in "ABC"] == [0, 1, 3]
    assert [one.passed for one in game.told(RecoveryTested)] == [True, False]
    assert game.moves == ["C routs"]
    assert game["C"].losses == 2


@pytest.mark.rule("lumi.7.5.3", "lumi.1.5.9", "lumi.7.5.7", "lumi.ex.63")
@pytest.mark.parametrize(("by_terrain", "dice"), [(", by terrain", ""), ("", "5")])
def test_who_has_left_the_terrain_recovers_by_himself_even_near_an_enemy(by_terrain: str, dice: str):
    game = situation(
        f"""
        lumi
        soft_ground V 5,5 15,8
        red foot A at 10,8.5 facing N, disordered{by_terrain}
        blue foot G at 10,10.3 facing S
        dice red {dice}
        """
    )
    rally(game)
    assert game["A"].state == 0
    assert len(game.told(RecoveryTested)) == len(dice)


@pytest.mark.rule("lumi.0.1", "lumi.7.5.1", "lumi.7.5.2b")
def test_the_amendment_on_recovery_goes_before_what_is_said_of_units_without_an_order():
    game = situation(
        "lumi\nred foot A at 10,10 facing N, disordered\nred foot B at 14,10 facing N, rout, brigade X\ndice red 1"
    )
    assert not any(is_active(game.state, game.unit(one)) for one in "AB")
    rally(game)
    assert game["A"].state == 0
    assert (game["B"].state, game["B"].losses) == (3, 1)
    assert game.moves == ["B routs"]


@pytest.mark.rule("lumi.7.5.11a", "lumi.1.5.10")
def test_who_is_still_in_the_terrain_cannot_be_reordered():
    game = situation("lumi\nsoft_ground V 5,5 15,8\nred foot A at 10,8.4 facing N, disordered, by terrain\ndice red")
    rally(game)
    assert game["A"].state == 1


@pytest.mark.rule("lumi.7.5.6")
def test_units_in_melee_or_engaged_do_not_recover():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, disordered
        red foot B at 20,10 facing N, disordered
        blue foot G at 10,11 facing S
        dice red
        """
    )
    ENGAGED.put(game["B"], "G")
    rally(game)
    assert [game["A"].state, game["B"].state] == [1, 1]


@pytest.mark.rule("lumi.7.5.7")
@pytest.mark.parametrize(
    ("enemy", "tests"), [("10,12 facing S", 1), ("10,12.1 facing S", 0), ("10,12 facing S, rout", 0)]
)
def test_an_enemy_within_1um_who_is_not_in_rout_makes_a_test_necessary(enemy: str, tests: int):
    game = situation(f"lumi\nred foot A at 10,10 facing N, disordered\nblue foot G at {enemy}\ndice red 6")
    rally(game)
    assert game["A"].state == 0
    assert len(game.told(RecoveryTested)) == tests


@pytest.mark.rule("lumi.7.5.9", "lumi.10.8")
def test_what_counts_in_a_recovery_test():
    game = situation(
        """
        lumi
        light moon
        red foot A at 10,10 facing N, morale 0, column, rout, losses 3
        red general M at 10,5 able
        blue foot G at 10,13.5 facing S
        """
    )
    unit = game.unit("A")
    found = recovery_tally(game.state, unit)
    expected = {"general-near": 1, "in-rout": -1, "night": -1}
    assert {reason: amount for amount, reason, _ in found.lines} == expected | {"enemy-near": -1}
    game["G"].state = 2
    game.general("M").base = "A"
    found = recovery_tally(game.state, unit)
    assert {reason: amount for amount, reason, _ in found.lines} == {"general-attached": 2, "in-rout": -1, "night": -1}
    assert recovery_prospect(game.state, unit).results[1] == Fraction(1, 3)


@pytest.mark.rule("lumi.7.5.10")
def test_a_shaken_unit_that_fails_stays_as_it_is():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 0, shaken\ndice red 4")
    rally(game)
    assert (game["A"].state, game["A"].losses, game.moves) == (2, 0, [])


@pytest.mark.rule("lumi.7.5.2b", "lumi.7.5.2c", "lumi.ex.99")
def test_a_unit_in_rout_that_fails_suffers_exactly_one_loss():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 0, column, rout, losses 2\ndice red 5")
    rally(game)
    assert (game["A"].losses, game.moves) == (3, ["A routs"])


@pytest.mark.rule("lumi.7.5.8", "lumi.7.5.11b", "lumi.11.5c")
def test_a_unit_that_recovers_from_rout_takes_line_or_column_with_any_facing():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 0, column, rout\ndice red 6")
    before = game.state.cohesion["red"] = 1
    rally(game, "recovers formation=line heading=2250")
    assert (game["A"].state, game["A"].formation, game["A"].heading) == (2, "line", 2250)
    assert len(game.asked[0].options) == 16
    assert game.state.cohesion["red"] == before + 1


@pytest.mark.rule("lumi.7.5.6")
def test_an_ordered_unit_has_nothing_to_recover():
    game = situation("lumi\nred foot A at 10,10 facing N\ndice red")
    game.run(lambda g: recover(g, game.unit("A"), game.forced))
    assert game["A"].state == 0
