"""Chapter 2.2: terrain laid out, sides, the loser's moves, the road."""

from typing import Any

import pytest

from alfiere.games.fucilieri.before.laying_out import (
    LAYS_OUT,
    ROLL,
    ask_for_road,
    choose_side,
    lay_options,
    lay_out,
    may_move_any,
    move_some,
    shift_options,
    sizes,
    who_lays,
)
from alfiere.games.fucilieri.sheets.pieces import Laid, laid_apart
from alfiere.games.fucilieri.told.before import ConfigurationsRolled, MovesRolled, RolledOff
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def empty(dice: str = "") -> Situation:
    field = situation(f"fucilieri\nred condottiero C at 9,9 cv 3\nblue condottiero B at 9,99 cv 2\n{dice}")
    field.state.queue = [ROLL]
    return field


def wood(id: str, x: float, y: float, long: float = 20, short: float = 15, heading: int = 0) -> Laid:
    return Laid(id, 1, round(x * 100), round(y * 100), heading, round(long * 100), round(short * 100))


def placing(field: Situation, *pieces: Laid, by: str = "red") -> None:
    """These pieces lie there, put down by a side."""
    field.state.ground_laid = list(pieces)
    LAYS_OUT.put(field.state, by)


def lay(field: Situation, piece: str, **args: object) -> Any:
    """What comes of an answer to the question where a piece lies; the pieces that lie already stay."""
    answers = []

    def judge(decision):
        answers.append(decision.free("lay", {"piece": piece, **args}))
        return decision.options[0]

    field.state.queue = [piece]
    LAYS_OUT.put(field.state, "red")
    field.run(lay_out, judge)
    return answers[0]


@pytest.mark.rule("fucilieri.2.2.1", "fucilieri.2.2.2", "fucilieri.2.2.3", "fucilieri.2.2.9", "fucilieri.2.2.14")
@pytest.mark.rule("fucilieri.ex.4")
def test_the_worked_example_without_a_winner():
    field = empty("dice red 4 6 3 1 2 3 5 6 blue 5 2")
    field.run(lay_out)
    assert [(one.red, one.blue, one.winner) for one in field.told(RolledOff)] == [(7, 7, ""), (9, 4, "red")]
    assert who_lays(field.state) == "red"
    assert len(field.state.ground_laid) == 5
    assert {one.seat for one in field.asked} == {"red"}
    field.dice["blue"] = [4, 3, 6, 5, 1]
    field.state.queue = [ROLL]
    field.run(move_some)
    (rolled,) = field.told(MovesRolled)
    assert (rolled.seat, rolled.pieces) == ("blue", ("wood-1", "hedge-3", "vineyard-4"))
    assert field.asked[-1].seat == "blue"


@pytest.mark.rule("fucilieri.2.2.4", "fucilieri.2.2.5")
@pytest.mark.rule("fucilieri.ex.5")
def test_who_was_outscouted_moves_on_five_and_six():
    field = fresh("cassano-1705", blue=[1, 1, 1, 2, 2], red=[4, 5, 6, 2])
    field.state.queue = [ROLL]
    field.run(lay_out)
    assert who_lays(field.state) == "blue"
    field.state.queue = [ROLL]
    field.run(move_some)
    assert field.told(MovesRolled)[0].pieces == ("wood-2", "gentle_hill-3")


@pytest.mark.rule("fucilieri.2.2.6", "fucilieri.2.2.7")
def test_who_was_outmanoeuvred_moves_nothing():
    field = fresh("venaria-1706")
    field.state.explored = {"red": 44, "blue": 22}
    assert not may_move_any(field.state)
    field.state.explored = {"red": 44, "blue": 23}
    assert may_move_any(field.state)


@pytest.mark.rule("fucilieri.2.2.6", "fucilieri.2.2.4")
@pytest.mark.rule("fucilieri.ex.6")
def test_the_winner_places_and_chooses_his_side():
    field = fresh("venaria-1706", red=[1, 1, 1, 1, 1])
    field.state.explored = {"red": 44, "blue": 22}
    field.state.queue = [ROLL]
    field.run(lay_out)
    field.run(choose_side, "choose-side edge=north")
    assert field.state.homes == {"red": "north", "blue": "south"}
    assert {one.seat for one in field.asked} == {"red"}
    assert not may_move_any(field.state)
    assert field.dice_left == {}


@pytest.mark.rule("fucilieri.2.2.10")
@pytest.mark.parametrize(("die", "number"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_how_many_pieces_there_are(die, number):
    field = fresh("cassano-1705", blue=[die, 1, 2, 3, 4, 5, 6][: number + 1])
    field.state.queue = [ROLL]
    field.run(lay_out)
    (rolled,) = field.told(ConfigurationsRolled)
    assert rolled.kinds == ("wood", "gentle_hill", "hedge", "building", "vineyard", "marsh")[:number]
    assert len(field.state.ground_laid) == number


WRONG = ([1599, 1100], [1600, 1099], [3001, 2000], [3000, 2001])


@pytest.mark.rule("fucilieri.2.2.11", "fucilieri.2.2.11b")
def test_a_piece_has_sides_of_16_to_30_and_11_to_20():
    for size in ([1600, 1100], [3000, 2000]):
        assert lay(empty(), "wood-1", to=[9000, 6000, 300], size=size).key == "lay"
    for size in WRONG:
        assert lay(empty(), "wood-1", to=[9000, 6000, 300], size=size).key == "configuration-size"


@pytest.mark.rule("fucilieri.2.2.11")
def test_a_piece_lies_wholly_on_the_table():
    assert lay(empty(), "wood-1", to=[1000, 6000, 0], size=[2000, 1500]).key == "lay"
    assert lay(empty(), "wood-1", to=[999, 6000, 0], size=[2000, 1500]).key == "configuration-off-table"
    assert lay(empty(), "wood-1", to=[1000, 6000, 450], size=[2000, 1500]).key == "configuration-off-table"


@pytest.mark.rule("fucilieri.2.2.11")
@pytest.mark.parametrize(("x", "key"), [(63, "lay"), (62.99, "configuration-near")])
def test_a_piece_lies_ten_from_every_other(x, key):
    field = empty()
    field.state.ground_laid = [wood("wood-1", 33, 60)]
    assert lay(field, "wood-2", to=[round(x * 100), 6000, 0], size=[2000, 1500]).key == key


@pytest.mark.rule("fucilieri.2.2.11b")
def test_the_wall_of_a_farm_counts_and_may_be_mirrored():
    field = empty()
    field.state.ground_laid = [wood("wood-1", 60, 60)]  # from 50 on
    near = {"to": [2500, 5400, 0]}  # its block ends at 32.5, its wall prolongs the front to 47.5
    assert lay(field, "building-2", **near).key == "configuration-near"
    assert lay(field, "building-2", **near, mirrored=True).key == "lay"
    assert sizes(field.state, "building-2") == [(1500, 1500)]


@pytest.mark.rule("fucilieri.2.2.11b")
def test_what_is_laid_out_is_ground_from_then_on():
    field = empty()
    found = lay(field, "wood-1", to=[9000, 6000, 0], size=[2000, 1500])
    field.state.ground_laid = []
    field.state.queue = ["wood-1"]
    field.run(lay_out, lambda decision: decision.find(found))
    assert [piece.kind.id for piece in field.state.ground.at(9000, 6000)] == ["wood"]
    assert field.state.scene.field is field.state.field


def test_every_place_that_is_offered_is_judged_to_be_allowed():
    field = empty()
    field.state.ground_laid = [wood("wood-1", 90, 60, 30, 20)]
    options = lay_options(field.state, "wood-2")
    assert 8 <= len(options) <= 18
    for option in options:
        there = wood("wood-2", option["to"][0] / 100, option["to"][1] / 100, *(one / 100 for one in option["size"]))
        assert laid_apart(there, field.state.ground_laid[0]) >= 1000**2


# The loser


def movable(field: Situation, *pieces: str) -> None:
    field.state.queue = list(pieces)


@pytest.mark.rule("fucilieri.2.2.3", "fucilieri.2.2.12", "fucilieri.2.2.13")
@pytest.mark.parametrize(("x", "key"), [(70, "shift"), (69.99, "configuration-near")])
def test_a_moved_piece_lies_thirty_from_every_other_and_may_be_turned(x, key):
    field = empty()
    placing(field, wood("wood-1", 20, 60), wood("wood-2", 150, 60), wood("wood-3", 150, 90))
    movable(field, "wood-2")
    found = []

    def judge(decision):
        found.append(decision.free("shift", {"piece": "wood-2", "to": [round(x * 100) - 250, 6000, 900]}))
        return decision.options[0]

    field.run(move_some, judge)
    assert found[0].key == key


@pytest.mark.rule("fucilieri.2.2.12")
def test_other_pieces_may_lie_as_near_to_each_other_as_before():
    field = empty()
    placing(field, wood("wood-1", 20, 20), wood("wood-2", 20, 46), wood("wood-3", 20, 80))
    movable(field, "wood-3")
    field.run(move_some, lambda decision: decision.find(("shift", {"piece": "wood-3", "to": [12000, 6000, 0]})))
    assert next(one for one in field.state.ground_laid if one.id == "wood-3").x == 12000


@pytest.mark.rule("fucilieri.2.2.14")
def test_the_loser_moves_those_he_may_in_any_order_or_none():
    field = empty()
    placing(field, wood("wood-1", 20, 20), wood("wood-2", 90, 60), wood("wood-3", 160, 100))
    movable(field, "wood-1", "wood-3")
    field.run(move_some, "shift piece=wood-3", "leave-ground")
    assert [one.id for one in field.state.ground_laid if (one.x, one.y) == (2000, 2000)] == ["wood-1"]
    assert next(one for one in field.state.ground_laid if one.id == "wood-3")[2:4] != (16000, 10000)
    assert field.state.queue == []


@pytest.mark.rule("fucilieri.2.2.13")
def test_a_piece_for_which_there_is_no_place_stays_where_it_was():
    field = empty()
    crowd = [wood(f"wood-{n}", 30 + 60 * (n % 3), 20 + 40 * (n // 3), 30, 20) for n in range(9)]
    placing(field, *crowd)
    movable(field, "wood-4")
    assert {one.key for one in shift_options(field.state)} <= {"leave-ground", "shift"}
    field.state.ground_laid += [wood("x1", 60, 40), wood("x2", 120, 40), wood("x3", 60, 80), wood("x4", 120, 80)]
    assert [one.key for one in shift_options(field.state)] == ["leave-ground"]


# The road


@pytest.mark.rule("fucilieri.2.2.15")
def test_either_may_ask_for_the_road_and_if_both_refuse_there_is_none():
    field = empty()
    field.run(lambda g: ask_for_road(g, "red"), "no-road")
    field.run(lambda g: ask_for_road(g, "blue"), "no-road")
    assert not field.state.ground.road_at(9000, 6000)
    field.run(lambda g: ask_for_road(g, "blue"), "ask-road")
    assert field.state.ground.road_at(100, 6000)
    assert field.state.ground.road_at(17900, 6000)
    asked = len(field.asked)
    field.run(lambda g: ask_for_road(g, "red"))
    assert len(field.asked) == asked
