"""Falling back (3.2.1)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.morale.giving_way import Forced
from alfiere.games.lumi.morale.reaction import Verdict, apply, apply_both
from alfiere.games.lumi.morale.tests import Case, score
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.movement.forced import fall_back
from alfiere.games.lumi.rally.brigades import try_brigade
from alfiere.games.lumi.state.base import ENGAGED
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.told.common import BaseRemoved
from alfiere.kernel.procedure import Procedure
from tests.games.lumi.lines import Situation
from tests.situation import situation


def at(game: Situation, name: str) -> tuple[float, float, int]:
    """Where a base stands, in um, y to the north, and where it faces."""
    one = game[name]
    return one.x / 100, 20 - one.y / 100, one.heading // 10


def driven(text: str) -> Situation:
    """A falls back from G, who stands north of it at 10,13."""
    game: Situation = situation(f"lumi\n{text}\nblue cuirassiers G at 10,13 facing S")
    game.run(lambda g: fall_back(g, game.unit("A"), game.unit("G")))
    return game


@pytest.mark.rule("lumi.3.2.1a")
@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("red foot A at 10,10 facing N", (10, 8, 0)),
        ("red foot A at 10,10 facing W, column", (10, 7, 270)),
        ("red foot A at 10,10 facing N, square", (10, 8, 0)),
        ("red hussars A at 10,10 facing S", (10, 5, 180)),
        ("red foot A at 13,10 facing N", (14.41, 8.59, 0)),
        ("red light A at 10,10 facing N, limbered", (10, 6, 0)),
    ],
)
def test_a_unit_falls_back_by_its_speed_straight_away_from_the_enemy_facing_as_before(
    line: str, end: tuple[float, float, int]
):
    game = driven(line)
    assert at(game, "A") == end
    assert game["A"].losses == 0


@pytest.mark.rule("lumi.3.2.1a", "lumi.1.6.14")
def test_several_bases_fall_back_as_one():
    game = driven("red foot A at 9,10 facing N\nred foot B at 11,10 facing N")
    assert (at(game, "A"), at(game, "B")) == ((9, 8, 0), (11, 8, 0))
    assert game.unit("A").ids == ("A", "B")


@pytest.mark.rule("lumi.3.2.1b")
@pytest.mark.parametrize(
    ("more", "y", "losses"),
    [
        ("water V 5,0 15,8.5", 9.0, 1),
        ("water V 5,0 15,7.5", 8.0, 0),
        ("blue foot H at 10,6.5 facing N", 8.0, 0),
        ("blue foot H at 10,7 facing N", 8.5, 1),
        ("dense_wood V 5,0 15,8.5", 8.0, 0),
    ],
)
def test_who_meets_closed_ground_or_comes_near_another_enemy_stops_and_suffers_a_loss(more: str, y: float, losses: int):
    game = driven(f"red foot A at 10,10 facing N\n{more}")
    assert at(game, "A")[1] == pytest.approx(y, abs=0.06)
    assert game["A"].losses == losses


@pytest.mark.rule("lumi.ex.84", "lumi.3.2.1a", "lumi.3.2.1b")
def test_shaken_foot_stops_at_a_river_behind_it_and_suffers_a_loss():
    game = driven("red foot A at 10,10 facing N, shaken\nwater V 5,5 15,8")
    x, y, facing = at(game, "A")
    assert (x, facing) == (10, 0)
    assert y == pytest.approx(8.5, abs=0.06)
    assert game["A"].losses == 1


@pytest.mark.rule("lumi.3.2.1b", "lumi.3.3.3a")
def test_cavalry_stops_at_a_dense_wood():
    game = driven("red cuirassiers A at 10,10 facing N\ndense_wood V 5,0 15,8.5")
    assert at(game, "A")[1] == pytest.approx(9, abs=0.06)
    assert game["A"].losses == 1


@pytest.mark.rule("lumi.3.2.1c", "lumi.3.3.1o")
@pytest.mark.parametrize(("y", "end"), [(8.8, 8.0), (8.2, 7.7)])
def test_an_obstacle_is_crossed_without_a_die_but_disorders_and_nobody_stands_across_it(y: float, end: float):
    game = driven(f"red foot A at 10,10 facing N\nstream V 0,{y} 30,{y} level 2\ndice red")
    assert at(game, "A")[1] == pytest.approx(end, abs=0.12)
    assert (game["A"].state, game["A"].losses) == (1, 0)


@pytest.mark.rule("lumi.3.2.1b", "lumi.3.2.1c")
def test_an_obstacle_one_cannot_cross_stops():
    game = driven("red cuirassiers A at 10,10 facing N\nstream V 0,8.5 30,8.5 level 3")
    assert at(game, "A")[1] == pytest.approx(9, abs=0.06)
    assert (game["A"].state, game["A"].losses) == (0, 1)


@pytest.mark.rule("lumi.3.1.10c")
@pytest.mark.parametrize(
    ("friend", "y", "state"),
    [
        ("foot B at 10,8.5 facing N, brigade Y", 7.5, 1),
        ("grenzer B at 10,8.5 facing N, brigade Y, open", 7.5, 0),
        ("guns B at 10,8.5 facing N", 7.5, 0),
    ],
)
def test_friends_passed_through_are_disordered_if_formed_and_the_mover_is_set_beyond(friend: str, y: float, state: int):
    game = driven(f"red foot A at 10,10 facing N, brigade X\nred {friend}")
    assert at(game, "A")[1] == pytest.approx(y, abs=0.12)
    assert game["B"].state == state


@pytest.mark.rule("lumi.1.1.7")
def test_a_base_that_is_moved_over_the_edge_is_eliminated():
    game: Situation = situation("lumi\nred foot A at 10,1.5 facing N\nblue foot G at 10,4 facing S")
    game.run(lambda g: fall_back(g, game.unit("A"), game.unit("G")))
    assert [(one.unit, one.how) for one in game.told(BaseRemoved)] == [("A", "off-table")]


@pytest.mark.rule("lumi.3.3.3m")
def test_a_garrison_leaves_by_the_side_away_from_the_attacker():
    game = driven("village V 8,7 12,11\nred foot A at 10,9.5 facing N, column, in V")
    assert at(game, "A")[1] == pytest.approx(3, abs=0.12)  # 1um beyond the edge with its centre, and 3um on
    assert game["A"].post == ""


@pytest.mark.rule("lumi.4.2.5")
def test_who_is_moved_away_is_engaged_no_more():
    game: Situation = situation("lumi\nred foot A at 10,10 facing N\nblue foot G at 10,11.5 facing S")
    ENGAGED.put(game["A"], "G")
    ENGAGED.put(game["G"], "A")
    game.run(lambda g: fall_back(g, game.unit("A"), game.unit("G")))
    assert ENGAGED.first(game["A"]) is ENGAGED.first(game["G"]) is None


@pytest.mark.rule("lumi.3.2.1e")
def test_with_no_enemy_left_one_falls_back_home():
    game: Situation = situation("lumi\nred foot A at 10,10 facing S\nblue foot G at 10,14 facing S, column, rout")
    game.run(lambda g: fall_back(g, game.unit("A"), None))
    assert at(game, "A") == (10, 12, 180)


@pytest.mark.rule("lumi.7.1.1b", "lumi.1.5.2", "lumi.3.2.1a", "lumi.ex.48")
def test_foot_that_is_shaken_by_a_charge_falls_back_2um():
    game: Situation = situation(
        "lumi\nred foot A at 10,10 facing N, morale 1\nblue cuirassiers G at 10,13 facing S\ndice red 2"
    )

    def play(g: LumiGame) -> Procedure[None]:
        charger = game.unit("G")
        found = score(g, game.unit("A"), "reaction", Case(charged=True, enemy=charger))
        yield from apply(g, Verdict(found, charger), Forced(fall_back, game.rout))

    game.run(play)
    assert (game["A"].state, at(game, "A")) == (2, (10, 8, 0))


@pytest.mark.rule("lumi.7.1.2a", "lumi.7.1.2b", "lumi.ex.52")
def test_of_two_shaken_together_one_falls_back_and_the_other_may():
    game: Situation = situation(
        """
        lumi
        red foot A at 10,10 facing N, morale 0, disordered
        blue foot G at 10,11.5 facing S, morale 0, disordered
        initiative red
        dice red 4 blue 4
        """
    )

    def play(g: LumiGame) -> Procedure[None]:
        one, two = game.unit("A"), game.unit("G")
        first, second = (Verdict(score(g, unit, "reaction"), foe) for unit, foe in ((one, two), (two, one)))
        yield from apply_both(g, first, second, Forced(fall_back, game.rout))

    game.run(play, "stay")
    assert (at(game, "A"), at(game, "G")) == ((10, 10, 0), (10, 13.5, 180))


@pytest.mark.rule("lumi.7.3.2", "lumi.7.3.4", "lumi.3.2.1a", "lumi.3.2.1e", "lumi.ex.104")
def test_a_shaken_unit_of_a_brigade_that_wavers_falls_back_from_the_nearest_enemy():
    game: Situation = situation(
        """
        lumi
        red foot A at 10,10 facing N, morale 0, shaken
        red foot B at 20,10 facing N, morale 0
        blue foot G at 10,16 facing S
        dice red 5
        """
    )
    SHOCKED.put(game.state, "red infantry")
    game.run(lambda g: try_brigade(g, "red infantry", Forced(fall_back, game.rout)))
    assert (game["A"].state, at(game, "A")) == (2, (10, 8, 0))


@pytest.mark.rule("lumi.1.1.7", "lumi.3.2.1a", "lumi.3.2.1b")
def test_of_a_unit_at_the_edge_one_base_is_moved_over_it_and_the_other_goes_as_far_without_a_loss():
    game: Situation = situation(
        "lumi\nred foot A at 10,1.5 facing N\nred foot B at 10,2.5 facing N\nblue foot G at 10,5 facing S"
    )
    game.run(lambda g: fall_back(g, game.unit("A"), game.unit("G")))
    assert [one.unit for one in game.told(BaseRemoved)] == ["A"]
    assert (at(game, "B"), game["B"].losses) == ((10, 0.5, 0), 0)
