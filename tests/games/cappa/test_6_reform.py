"""Chapters 6.5g, 4.3.2.h3 and 6.3: a squad that changes its formation, crosses an obstacle, comes together again."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import FormationChanged, Moved
from tests.games.cappa.test_6_formations import LINE, fall
from tests.games.cappa.test_6_movement import EAST, SOUTH, squad
from tests.situation import situation


def reforms(game):
    """The changes of formation that are offered."""
    return [option for option in game.offered("S") if option.key == "reform"]


@pytest.mark.rule("cappa.6.5g", "cappa.2.2.1t")
@pytest.mark.parametrize(("y", "heading"), [(16, SOUTH), (18, EAST)])
def test_a_squad_that_changes_formation_looks_to_the_enemy_nearest_to_its_first_man(y, heading):
    game = squad((10, 10), (11.5, 10), (13, 10), more=f"blue extra X at 10,{y}\nblue extra Y at 17,10")
    assert {option["heading"] for option in reforms(game)} == {heading}


@pytest.mark.rule("cappa.6.5g", "cappa.6.3e")
def test_two_may_change_formation_one_may_not_nor_a_squad_of_which_one_hangs_on_a_wall():
    enemy = "blue extra X at 10,30"
    assert reforms(squad((10, 10), (11.5, 10), more=enemy))
    assert not reforms(squad((10, 10), more=enemy))
    wall = "high wall 5,9.5 15,9.5\n" + enemy
    assert reforms(squad((10, 10), (11.5, 10), more=wall))
    assert not reforms(squad((10, 10), (11.5, 10), more=wall, also={"B": ", level 1"}))


@pytest.mark.rule("cappa.6.3.3.h1", "cappa.6.5g")
def test_a_close_order_takes_another_shape_though_its_foremost_stays_where_he_is():
    places = [(10, 10), (11, 10), (10, 9), (11, 9)]
    game = squad(*places, formation="close", more="blue extra X at 10,30")
    assert any(option.get("shape") == "line" and option["to"] == [1000, 1000] for option in reforms(game))


CROSSING = """
    cappa on open ground
    hedge 5,10 15,10
    {more}
    red extra B at {b}, squad S
    red extra A at {a}, squad S
    red squad S, open, pa 2
    blue extra X at 30,30
"""


def crossed(more="", a="10,9.5", b="11.2,9.1", obstacle="hedge-1"):
    """Where A and B are when their squad has crossed something."""
    game = situation(CROSSING.format(more=more, a=a, b=b))
    game.do("S", f"cross-together obstacle={obstacle}")
    return game


@pytest.mark.rule("cappa.4.3.2.h3")
def test_a_squad_that_crosses_has_moved_as_far_as_it_went():
    game = crossed()
    for name, start in (("A", 9.5), ("B", 9.1)):
        y = game.at(name)[1]
        assert y > 10
        assert game.figure(name).moved_now == game.figure(name).moved > 0
        assert abs(game.figure(name).moved - 100 * (y - start)) <= 20


@pytest.mark.rule("cappa.4.3.2.h3")
def test_where_there_is_room_for_one_he_crosses_who_touches_it():
    game = crossed("closed building 5,10.1 9.4,14\nclosed building 11.1,10.1 16,14")
    assert game.at("A")[1] > 10
    assert game.at("B") == (11.2, 9.1)


@pytest.mark.rule("cappa.4.3.2.h3")
@pytest.mark.parametrize(("obstacle", "axis"), [("hedge-1", 1), ("low_wall-1", 0)])
def test_a_squad_in_a_corner_crosses_what_it_was_told_to(obstacle, axis):
    game = crossed("low wall 9,2 9,10", "9.5,9.5", "9.9,8.3", obstacle)
    before = {"A": (9.5, 9.5), "B": (9.9, 8.3)}
    gone = [abs(game.at(name)[axis] - before[name][axis]) for name in "AB" if game.at(name) != before[name]]
    assert gone
    assert all(far > 0.9 for far in gone)


# Coming back


@pytest.mark.rule("cappa.6.3a")
@pytest.mark.parametrize("order", ["DE", "ED"])
def test_of_two_stragglers_he_comes_back_first_who_is_nearest_to_any_of_the_others(order):
    """One stands off an end of the row, near to its last man; the other before its middle, a little farther."""
    places = {order[0]: (16.9, 10), order[1]: (11.5, 14.2)}
    game = squad((10, 10), (11.5, 10), (13, 10), places["D"], places["E"], more="blue extra X at 10,30")
    game.do("S", "wait")
    assert [one.figure for one in game.told(Moved)] == list(order)


# Gaps


@pytest.mark.rule("cappa.6.3.h3")
def test_a_shaken_squad_is_not_asked_to_close_its_gap():
    game = squad(*LINE, formation="close")
    game.squad("S").shaken = "losses"
    fall(game, "C", answer="")
    assert [game.at(name)[0] for name in "ABDE"] == [10, 11, 13, 14]


@pytest.mark.rule("cappa.6.3.h3")
def test_a_squad_torn_in_three_comes_up_as_far_as_it_can_and_stays_in_the_open_order_it_had():
    game = squad(*((x, 10) for x in (10, 11, 12.9, 14.8, 16.7, 18.6)))
    fall(game, "C", "E", answer="close-up")
    assert [game.at(name)[0] for name in "ABDF"] == [10, 11, 13.8, 17.6]
    assert not game.told(FormationChanged)
