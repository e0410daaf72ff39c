"""The rout movement (3.2.2)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.morale.giving_way import rout
from alfiere.games.lumi.morale.reaction import Verdict, apply
from alfiere.games.lumi.morale.tests import score
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.told.common import BaseRemoved
from alfiere.kernel.procedure import Procedure
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_forced import at
from tests.situation import situation


def routed(text: str, *answers: str, paid: bool = False) -> Situation:
    """A routs; red is at home in the south."""
    game: Situation = situation(f"lumi 30x20\nhome red south\nhome blue north\n{text}")
    game.run(lambda g: rout(g, game.unit("A"), FORCED, "test", "lumi.7.1.1b", paid=paid), *answers)
    return game


@pytest.mark.rule("lumi.3.2.2d", "lumi.3.2.2e")
@pytest.mark.parametrize(
    ("line", "end", "formation"),
    [
        ("foot A at 10,15 facing N", 9, "column"),
        ("cuirassiers A at 10,15 facing N", 5, "column"),
        ("hussars A at 10,15 facing W, open", 3, "column"),
        ("light A at 10,15 facing N, limbered", 7, "limbered"),
    ],
)
def test_a_rout_is_twice_the_move_in_column_and_ends_facing_home(line: str, end: float, formation: str):
    game = routed(f"red {line}")
    assert at(game, "A") == (10, end, 180)
    assert (game["A"].formation, game["A"].state, game["A"].losses) == (formation, 3, 1)


@pytest.mark.rule("lumi.3.2.2b")
def test_no_loss_is_suffered_for_a_rout_that_has_cost_one():
    assert routed("red foot A at 10,15 facing N", paid=True)["A"].losses == 0


@pytest.mark.rule("lumi.1.1.7", "lumi.3.2.2d")
@pytest.mark.parametrize(("y", "is_on"), [(7, True), (6.9, False)])
def test_who_comes_over_the_edge_is_gone(y: float, is_on: bool):
    game = routed(f"red foot A at 10,{y} facing N")
    assert game["A"].is_on == is_on
    assert [one.how for one in game.told(BaseRemoved)] == ([] if is_on else ["off-table"])


@pytest.mark.rule("lumi.3.2.2d")
def test_the_way_keeps_more_than_1um_from_enemies_not_in_rout():
    game = routed("red foot A at 10,15 facing N\nblue foot G at 10,12 facing N")
    x, y, _ = at(game, "A")
    assert abs(x - 10) >= 1
    assert 9 < y < 12
    straight = routed("red foot A at 10,15 facing N\nblue foot G at 10,12 facing N, column, rout")
    assert at(straight, "A") == (10, 9, 180)


@pytest.mark.rule("lumi.3.2.2d")
def test_enemies_near_at_the_start_are_left_out_of_account():
    game = routed("red foot A at 10,15 facing N\nblue foot G at 10,16 facing S")
    assert at(game, "A") == (10, 9, 180)


@pytest.mark.rule("lumi.3.2.2e")
def test_who_has_no_way_home_is_eliminated():
    game = routed("red foot A at 10,15 facing N\nwater V 0,4 30,8")
    assert [one.how for one in game.told(BaseRemoved)] == ["no-way"]


@pytest.mark.rule("lumi.3.2.2g")
def test_a_rout_is_not_slowed_crosses_obstacles_without_a_die_and_goes_round_water():
    game = routed("red foot A at 10,15 facing N\nlight_wood V 0,10 30,14\nstream S 0,12 30,12 level 3\ndice red")
    assert at(game, "A") == (10, 9, 180)
    around = routed("red foot A at 10,15 facing N\nwater V 9,10 12,14")
    assert at(around, "A")[0] < 9
    assert around["A"].is_on


@pytest.mark.rule("lumi.3.2.2g", "lumi.3.1.10c")
def test_formed_friends_passed_through_are_disordered_and_the_runner_is_set_beyond():
    game = routed(
        """
        red foot A at 10,15 facing N, brigade X
        red foot B at 10,12 facing N, brigade Y
        red foot C at 10,8.5 facing N, brigade Z
        """
    )
    assert (game["B"].state, game["C"].state) == (1, 1)
    assert at(game, "A")[1] == pytest.approx(7, abs=0.12)


@pytest.mark.rule("lumi.3.1.10c", "lumi.3.2.2g", "lumi.3.2.2e")
def test_a_runner_with_no_room_beyond_the_friends_it_would_stop_on_is_set_before_them():
    game = routed(
        """
        red foot A at 10,9.5 facing N, brigade X
        red foot B at 10,3.6 facing N, column, brigade Y
        red foot C at 10,1.4 facing N, column, brigade Z
        """
    )
    assert game["A"].is_on
    assert at(game, "A")[1] == pytest.approx(5.6, abs=0.1)
    assert at(game, "A")[2] == 180


@pytest.mark.rule("lumi.3.1.10c", "lumi.3.2.2g")
@pytest.mark.parametrize("y", [8, 6, 4])
def test_friends_farther_on_than_it_runs_round_a_water_are_not_disordered(y: float):
    game = routed(f"""
        red foot A at 10,15 facing N, brigade X
        red foot C at 8,{y} facing N, brigade Z
        water V 9,10 12,14
    """)
    assert at(game, "A")[1] > 9
    assert game["C"].state == 0


@pytest.mark.rule("lumi.ex.70", "lumi.3.1.10a", "lumi.3.1.10c")
def test_a_rout_disorders_a_line_and_not_an_open_order_on_its_way():
    game = routed(
        """
        red foot A at 10,15 facing N, brigade X
        red foot B at 10,12 facing N, brigade Y
        red grenzer C at 10,10.4 facing N, open, brigade Z
        """
    )
    assert (game["B"].state, game["C"].state) == (1, 0)


@pytest.mark.rule("lumi.ex.103", "lumi.3.2.2b", "lumi.3.2.2d", "lumi.3.2.2e", "lumi.3.2.2f")
def test_foot_in_melee_that_routs_after_a_round_that_cost_a_loss_runs_6um_and_loses_no_more():
    game: Situation = situation(
        "lumi\nhome red south\nred foot A at 10,15 facing N, losses 1\nblue foot E at 10,16 facing S"
    )
    game.run(lambda g: rout(g, game.unit("A"), FORCED, "melee", "lumi.6.2.4", paid=True))
    assert (at(game, "A"), game["A"].formation) == ((10, 9, 180), "column")
    assert game["A"].losses == 1


@pytest.mark.rule("lumi.3.2.2d", "lumi.1.6.13")
def test_the_bases_of_a_unit_run_one_by_one_and_one_of_them_suffers_the_loss():
    game = routed("red foot A at 10,15 facing N\nred foot B at 12,15 facing N", "lose unit=B")
    assert (at(game, "A"), at(game, "B")) == ((10, 9, 180), (12, 9, 180))
    assert (game["A"].losses, game["B"].losses) == (0, 1)


@pytest.mark.rule("lumi.3.2.2a", "lumi.3.2.2d", "lumi.3.2.2e", "lumi.7.1.1b", "lumi.ex.23")
def test_a_disordered_unit_hit_without_a_loss_that_scores_1_runs_6um_and_has_two_losses():
    game: Situation = situation(
        """
        lumi
        home red south
        home blue north
        red foot A at 10,12 facing N, morale 0, disordered, damaged, losses 1
        dice red 3
        """
    )

    def play(g: LumiGame) -> Procedure[None]:
        yield from apply(g, Verdict(score(g, game.unit("A"), "reaction")), FORCED)

    game.run(play)
    assert (at(game, "A"), game["A"].losses) == ((10, 6, 180), 2)


@pytest.mark.rule("lumi.3.2.2a", "lumi.3.2.2c", "lumi.1.5.7", "lumi.ex.25")
def test_a_unit_with_three_losses_is_eliminated_after_its_rout():
    game = routed("red foot A at 10,15 facing N, losses 3")
    assert [one.how for one in game.told(BaseRemoved)] == ["losses"]


@pytest.mark.rule("lumi.3.1.10c", "lumi.3.2.2e")
def test_who_finds_no_room_among_friends_on_all_its_way_is_eliminated():
    crowd = "\n".join(f"red foot K{y} at 10,{y} facing N, brigade X{y // 4}" for y in range(1, 8))
    game = routed(f"""
        red foot A at 10,8 facing N, brigade X
        blue foot F at 10,9 facing S
        {crowd}
    """)
    assert [(one.unit, one.how) for one in game.told(BaseRemoved)] == [("A", "no-way")]
    assert not game["A"].is_on


@pytest.mark.rule("lumi.3.1.10c", "lumi.3.2.2g")
def test_friends_beyond_a_water_that_it_runs_round_are_disordered_as_far_as_it_comes():
    game = routed("""
        red foot A at 10,15 facing N, brigade X
        red foot C at 8,10.5 facing N, brigade Z
        water V 9,12 12,14
    """)
    assert at(game, "A")[1] < 10.5
    assert game["C"].state == 1


@pytest.mark.rule("lumi.3.2.2d", "lumi.3.2.2g")
def test_an_enemy_near_at_the_start_does_not_turn_aside_who_runs_past_him():
    game = routed("red foot A at 10,15 facing N\nblue foot G at 11.9,14 facing S")
    assert at(game, "A") == (10, 9, 180)
    farther = routed("red foot A at 10,15 facing N\nblue foot G at 11.9,12.5 facing S")
    assert at(farther, "A")[0] < 10  # him it keeps 1um from
