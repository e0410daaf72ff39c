"""Obstacles, random ones, slow and disordering ground, roads (3.3.1-3.3.3d, 3.3.3i)."""

from __future__ import annotations

from functools import partial

import pytest

from alfiere.games.lumi.fire.lines import shots
from alfiere.games.lumi.fire.volley import tally
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.movement.judging import Plan
from alfiere.games.lumi.movement.obstacles import FAILED_AT, crosses, meets, why_not_cross
from alfiere.games.lumi.movement.orders import MOVES, manoeuvre
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.rally.rally import rally_phase
from alfiere.games.lumi.state.base import DISORDERED, IMPULSE, OF_BASE, ORDERED
from alfiere.games.lumi.state.standing import apart
from alfiere.games.lumi.state.unit import named, unit_of
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.movement import ObstacleTried
from alfiere.games.lumi.told.rally import RecoveryTested
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_moves import at, judged, left, moved, of, refusal


def waiting(text: str, ground: str = "stream S 0,6 30,6 level 1") -> Situation:
    """A stands in contact with the obstacle S, south of it."""
    return of(f"red {text}\n{ground}")


def crossed(game: Situation, ahead: int = 0) -> Situation:
    """A tries to cross S and, if it can, goes on so far."""
    who = game.unit("A")
    more = [lambda d: d.find(("move", {**named(who), "legs": [{"ahead": ahead}]}))] if ahead else []
    game.run(lambda g: manoeuvre(g, who), "cross piece=S", *more)
    return game


def next_impulse(game: Situation) -> None:
    for one in game.state.bases.values():
        OF_BASE.end(one, IMPULSE)


@pytest.mark.rule("lumi.ex.26", "lumi.3.3.1a", "lumi.3.3.1b", "lumi.3.3.1m")
def test_example_26_a_ditch_stops_and_is_crossed_in_the_next_impulse():
    game = of("red foot A at 10,4.3 facing N\nstream S 0,6 30,6 level 0")
    moved(game, {"ahead": 200})
    assert at(game, "A") == (10, 5.51, 0)  # 1.2um, against the ditch
    assert refusal(game, {"ahead": 10})[0] == "has-acted"
    next_impulse(game)
    assert refusal(game, {"ahead": 10}) == ("at-obstacle", "lumi.3.3.1a")
    crossed(game, 200)
    assert at(game, "A")[1] == pytest.approx(8.5, abs=0.03)
    assert not game.dice_left
    assert game["A"].state == ORDERED
    assert used(game["A"]) == WHOLE


@pytest.mark.rule("lumi.ex.27", "lumi.3.3.1c", "lumi.3.3.1d", "lumi.3.3.1e", "lumi.3.3.1g")
@pytest.mark.parametrize(("die", "y", "state"), [(3, 6.5, ORDERED), (2, 6.5, DISORDERED), (1, 5.5, ORDERED)])
def test_example_27_a_stream_of_level_1(die: int, y: float, state: int):
    game = crossed(waiting(f"foot A at 10,5.5 facing N\ndice red {die}"))
    assert at(game, "A")[1] == pytest.approx(y, abs=0.03)
    assert game["A"].state == state
    assert 0 < used(game["A"]) <= WHOLE // 2
    if die == 1:
        assert FAILED_AT.is_on(game["A"], "S")
        next_impulse(game)
        crossed(game)
        assert at(game, "A")[1] == pytest.approx(6.5, abs=0.03)
        assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, True)
        assert [one.roll for one in game.told(ObstacleTried)] == [1, 0]


@pytest.mark.rule("lumi.3.3.1f")
def test_who_has_failed_to_cross_fires_as_if_it_had_moved():
    waits = waiting("foot A at 10,5.5 facing N\ndice red 1\nblue foot E at 10,9 facing S")
    assert "has-moved" not in fire_lines(waits)
    assert fire_lines(crossed(waits))["has-moved"] == -1


def fire_lines(game: Situation) -> dict[str, int]:
    """What A adds to its die when it fires at E, who has come near."""
    near = game.state.copy()
    near.stand(near.bases["E"], near.footing(near.bases["E"])._replace(pose=Pose(1000, 1250, 1800)))
    who, foe = (unit_of(near, near.bases[one]) for one in "AE")
    (shot,) = shots(near, who, foe)
    return {name: value for value, name, _ in tally(near, who, shot, foe).lines}


@pytest.mark.rule("lumi.3.3.1c", "lumi.3.3.1e")
def test_who_does_not_get_over_goes_no_farther_either():
    game = crossed(waiting("foot A at 10,5.5 facing N\ndice red 1"))
    assert [one.key for one in game.asked] == ["manoeuvre"]  # nobody asks how far it goes on
    assert at(game, "A")[1] == pytest.approx(5.5, abs=0.03)
    assert FAILED_AT.is_on(game["A"], "S")


@pytest.mark.rule("lumi.3.3.1l", "lumi.3.3.1o")
def test_who_has_no_room_beyond_or_cannot_cross_at_all_has_not_crossed():
    for line in ("foot A at 10,5.5 facing N\nred guns G at 10,6.8 facing N", "guns A at 10,5.5 facing N"):
        game = waiting(line)
        before = at(game, "A")
        assert game.run(partial(crosses, unit=game.unit("A"), obstacle="S")) is False
        assert at(game, "A") == before


@pytest.mark.rule("lumi.1.5.10", "lumi.3.3.1d", "lumi.7.5.3", "lumi.ex.111")
def test_example_111_foot_disordered_by_a_stream_recovers_by_itself_an_enemy_close_by():
    game = crossed(waiting("foot A at 10,5.5 facing N\ndice red 2\nblue foot G at 10,8.3 facing S"))
    assert at(game, "A")[1] == pytest.approx(6.5, abs=0.03)
    assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, True)
    assert apart(game.state, game.unit("A"), game.unit("G")) == pytest.approx(80, abs=3)
    game.run(lambda g: rally_phase(g, FORCED, "red"))
    assert game["A"].state == ORDERED
    assert not game.told(RecoveryTested)
    assert not game.dice_left


@pytest.mark.rule("lumi.3.3.1g", "lumi.1.5.10")
def test_who_goes_away_after_a_failure_tries_anew():
    game = crossed(waiting("foot A at 10,5.5 facing N\ndice red 1"))
    next_impulse(game)
    moved(game, {"ahead": 50, "aside": 1800})
    assert not FAILED_AT.is_on(game["A"], "S")


@pytest.mark.rule("lumi.ex.28", "lumi.3.3.1h", "lumi.3.3.1n")
def test_example_28_a_column_passes_a_gate_without_a_roll():
    wall = "wall S 0,6 30,6 level 2 gates 10,6\ndice red"
    game = crossed(waiting("foot A at 10.3,5 facing N, column", wall))
    assert at(game, "A")[1] == pytest.approx(7, abs=0.03)
    assert game["A"].state == ORDERED
    line = waiting("foot A at 10.3,5.5 facing N", wall.replace("dice red", "dice red 6"))
    assert [one.roll for one in crossed(line).told(ObstacleTried)] == [6]
    far = waiting("foot A at 12,5 facing N, column", wall.replace("dice red", "dice red 6"))
    assert [one.roll for one in crossed(far).told(ObstacleTried)] == [6]


@pytest.mark.rule("lumi.3.3.1a", "lumi.3.3.1h")
def test_a_column_before_a_gate_stops_at_the_wall_it_belongs_to():
    game = waiting("foot A at 10,4.5 facing N, column", "wall S 0,6 30,6 level 2 gates 10,6")
    moved(game, {"ahead": 200})
    assert at(game, "A")[1] == pytest.approx(5, abs=0.02)
    next_impulse(game)
    assert refusal(game, {"ahead": 10}) == ("at-obstacle", "lumi.3.3.1a")


@pytest.mark.rule("lumi.3.3.1b", "lumi.3.3.1m")
def test_of_who_crosses_everybody_sees_from_where_to_where():
    game = crossed(waiting("foot A at 10,5.5 facing N", "stream S 0,6 30,6 level 0"))
    told = [(one.unit, one.how, one.start[1], one.to[1]) for one in game.told(BaseMoved)]
    assert told == [("A", "cross", 1450, game["A"].y)]
    assert at(game, "A")[1] == pytest.approx(6.5, abs=0.03)


@pytest.mark.rule("lumi.3.3.1h", "lumi.3.3.1l")
def test_guns_that_cannot_cross_pass_by_a_bridge():
    stream = "stream S 0,6 30,6 level 3 bridges 10,6"
    guns = waiting("guns A at 12,5.5 facing N, limbered", stream)
    found = why_not_cross(guns.state, guns.unit("A"), "S")
    assert found is not None
    assert (found.key, found.rule) == ("cannot-cross", "lumi.3.3.1l")
    game = crossed(waiting("guns A at 10,5.5 facing N, limbered", stream))
    assert at(game, "A")[1] == pytest.approx(6.5, abs=0.03)
    assert [one.key for one in order_for(guns.state, guns.unit("A"), MOVES).options if one.key == "cross"] == []


@pytest.mark.rule("lumi.3.3.1o")
def test_without_room_beyond_nobody_crosses():
    game = waiting("foot A at 10,5.5 facing N\nred guns G at 10,6.8 facing N")
    found = why_not_cross(game.state, game.unit("A"), "S")
    assert found is not None
    assert (found.key, found.rule) == ("no-room-beyond", "lumi.3.3.1o")
    near = waiting("foot A at 10,5.5 facing N\nblue foot E at 10,7.9 facing N")
    assert why_not_cross(near.state, near.unit("A"), "S") is not None  # within 0.5um of an enemy
    away = waiting("foot A at 10,4 facing N")
    found = why_not_cross(away.state, away.unit("A"), "S")
    assert found is not None
    assert found.key == "not-at-obstacle"


@pytest.mark.rule("lumi.3.3.1o")
def test_several_bases_cross_an_obstacle_aslant_until_all_are_beyond():
    slant = "stream S 0,5 30,8 level 0"
    game = of(f"red foot A at 9,4.8 facing N\nred foot B at 11,4.8 facing N\n{slant}")
    moved(game, {"ahead": 200})
    next_impulse(game)
    crossed(game)
    assert game.unit("A").ids == ("A", "B")
    west, east = at(game, "A"), at(game, "B")
    assert (
        west[1] == east[1] == pytest.approx(6.2 + 0.5, abs=0.05)
    )  # the rear of B at x = 12, where the stream is at 6.2


@pytest.mark.rule("lumi.3.3.1k", "lumi.3.3.1i")
def test_who_charges_across_rolls_no_die():
    game = waiting("cuirassiers A at 10,5.5 facing N\ndice red")
    assert game.run(lambda g: crosses(g, game.unit("A"), "S", charging=True))
    assert at(game, "A")[1] == pytest.approx(6.5, abs=0.03)
    assert game["A"].state == ORDERED


@pytest.mark.rule("lumi.ex.30", "lumi.3.3.2a", "lumi.3.3.2b", "lumi.3.3.2c", "lumi.3.3.2d")
@pytest.mark.parametrize(("die", "level"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_example_30_the_level_of_a_random_obstacle_is_rolled_at_the_first_contact(die: int, level: int):
    game = of(f"red foot A at 10,4.5 facing N\nred foot B at 20,4.5 facing N\nwall S 0,6 30,6 random\ndice red {die}")
    assert game.state.ground.pieces["S"].level is None
    moved(game, {"ahead": 50})
    assert game.state.levels == {}
    next_impulse(game)
    moved(game, {"ahead": 100})
    assert game.state.levels == {"S": level}
    assert game.state.ground.pieces["S"].level == level
    game.run(lambda g: meets(g, game.unit("B"), "S"))
    assert game.state.levels == {"S": level}


# Ground


@pytest.mark.rule("lumi.ex.109", "lumi.3.3.3c", "lumi.3.3.3i")
def test_example_109_two_slow_grounds_one_upon_the_other_halve_the_speed_once():
    text = "red grenzer A at 10,5 facing N, open\nlight_wood W 5,6.5 15,15\nsteep_slope H 5,6.5 15,15 crest 5,12 15,12"
    game = of(text)
    assert left(game, {"ahead": 200}) == 0  # 1um to the edge and 1um inside, of 3um
    assert refusal(game, {"ahead": 202})[0] == "too-far"
    moved(game, {"ahead": 200})
    assert game["A"].state == ORDERED  # lumi.3.3.3b


@pytest.mark.rule("lumi.3.3.3b", "lumi.3.3.3c")
def test_a_formed_unit_some_part_of_which_moves_in_such_ground_is_disordered_by_terrain():
    game = moved(of("red foot A at 10,5 facing N\nlight_wood W 10.5,5.8 15,15"), {"ahead": 50})
    assert (game["A"].state, game["A"].by_terrain) == (DISORDERED, True)
    beside = moved(of("red foot A at 10,5 facing N\nlight_wood W 11,5.8 15,15"), {"ahead": 50})
    assert beside["A"].state == ORDERED
    still = moved(of("red grenzer A at 10,5 facing N, column\nlight_wood W 5,3 15,15"), {"turn": 1800})
    assert still["A"].state == ORDERED  # it has not moved inside


@pytest.mark.rule("lumi.3.3.3c")
def test_who_cannot_enter_does_not():
    game = of("red cuirassiers A at 10,5 facing N\ndense_wood W 5,7 15,15")
    assert refusal(game, {"ahead": 200}) == ("impassable", "lumi.3.3.3c")
    assert isinstance(judged(game, {"ahead": 148}), Plan)


@pytest.mark.rule("lumi.3.3.3d")
def test_a_column_along_a_road_ignores_the_ground_beside_it():
    wood = "light_wood W 5,3 15,15\nroad R 10,0 10,20"
    game = of(f"red foot A at 10,5 facing N, column\n{wood}")
    assert left(game, {"ahead": 300}) == 0
    moved(game, {"ahead": 300})
    assert game["A"].state == ORDERED
    assert refusal(of(f"red foot A at 10,5 facing N\n{wood}"), {"ahead": 101})[0] == "too-far"
    beside = of(f"red foot A at 10.6,5 facing N, column\n{wood}")
    assert refusal(beside, {"ahead": 160})[0] == "too-far"
    guns = of(f"red light A at 10,2 facing N, limbered\n{wood}")
    assert left(guns, {"ahead": 400}) == 0


@pytest.mark.rule("lumi.3.3.3d", "lumi.3.3.1h")
def test_a_road_leads_over_an_obstacle_as_an_opening_does():
    game = waiting("foot A at 10,5 facing N, column", "stream S 0,6 30,6 level 2\nroad R 10,0 10,20\ndice red")
    assert at(crossed(game), "A")[1] == pytest.approx(7, abs=0.03)


@pytest.mark.rule("lumi.3.3.3c")
def test_slow_ground_counts_from_the_first_part_of_the_base_in_it_to_the_last():
    # front into the wood after 1um, rear out of it after 2.75um: 1.75um cost twice
    game = of("red hussars A at 10,5 facing N, open\nlight_wood W 5,6.5 15,7.25")
    assert left(game, {"ahead": 425}) == 0
    assert refusal(game, {"ahead": 427})[0] == "too-far"
    assert left(of("red cuirassiers A at 10,5 facing N\nlight_wood W 5,3 15,9"), {"turn": 450, "about": "right"}) == 21


@pytest.mark.rule("lumi.3.1.11d", "lumi.3.3.3c")
def test_a_sideways_move_counts_as_half_whatever_the_ground():
    game = moved(of("red grenzer A at 10,5 facing N, open\nlight_wood W 5,3 15,9"), {"ahead": 100, "aside": 900})
    assert used(game["A"]) == WHOLE // 2


@pytest.mark.rule("lumi.3.3.3d")
def test_who_leaves_the_road_is_slowed():
    game = of("red foot A at 10,5 facing N, column\nlight_wood W 5,3 15,15\nroad R 10,0 10,20")
    assert refusal(game, {"turn": 900, "about": "right"}, {"ahead": 140})[0] == "too-far"
