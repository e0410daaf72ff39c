"""What is said beside an option before it is chosen: who gets out of reach, who will command one unit only."""

from __future__ import annotations

import pytest

from alfiere.games.esa.cautions import cautions
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

ARMY = """
    esa on open ground
    red  line A at 0,0 facing 0, division foot
    red  line B at 4,0 facing 0, division foot
    red  general G at 1,0 morale 3, division foot
    red  commander X at -3,3 morale 2
    blue line E at 0,-9 facing 3
    order foot: {order}
"""


def said(game, key, option, **about):
    """The keys of the cautions and what they are about."""
    found = cautions(game.state, Decision("red", key, [option], about), option)
    for one in found:
        for language in ("en", "it"):
            rules = Esa()
            sentence = rules.words(language).say("caution", one.key, one.args, rules.namer(game.state, language))
            assert "{" not in sentence
    return [(one.key, *one.args.values()) for one in found]


def ride(game, leader, q, r):
    return said(game, "move-leader", Option("leader", {"leader": leader, "hex": game.at(q, r)}), leader=leader)


@pytest.mark.rule("esa.3.3b")
def test_a_general_who_rides_away_is_told_whom_he_leaves_without_orders():
    game = situation(ARMY.format(order="card 1"))
    assert ride(game, "G", 2, 0) == []
    assert ride(game, "G", 3, 1) == [("leaves-units", "G", ["A"])]
    assert ride(game, "G", 1, 4) == [("leaves-units", "G", ["A", "B"])]
    assert game.where("G") == (1, 0)  # it was only asked
    assert ride(game, "X", 0, 3) == []  # the commander leads nobody himself
    assert ride(situation(ARMY.format(order="card 27")), "G", 1, 4) == []  # nobody has an order


@pytest.mark.rule("esa.10.1b")
def test_a_general_who_ends_with_a_unit_is_told_that_he_may_command_no_other():
    game = situation(ARMY.format(order="card 1"))
    assert ride(game, "G", 0, 0) == [("commands-one", "G", "A"), ("leaves-units", "G", ["B"])]
    assert ride(game, "X", 0, 0) == []
    going = {"leader": "G", "unit": "A"}
    assert said(game, "leader-goes", Option("with", {"leader": "G"}), **going) == [("commands-one", "G", "A")]
    assert said(game, "leader-goes", Option("stays", {"leader": "G"}), **going) == []


@pytest.mark.rule("esa.3.3b", "esa.5j")
@pytest.mark.parametrize(("has_moved", "limit"), [(False, 6), (True, 3)])
def test_a_unit_is_told_when_it_goes_beyond_its_generals_reach_or_into_his_hex(has_moved, limit):
    game = situation(ARMY.format(order="card 1"))
    game.leader("G").has_moved = has_moved

    def move(q, r):
        return said(game, "move", Option("move", {"unit": "A", "hex": game.at(q, r)}), unit="A")

    assert move(1 - limit, 0) == []
    assert move(-limit, 0) == [("out-of-reach", "G", "A")]
    assert move(1, 0) == [("joins", "G", "A"), ("commands-one", "G", "A")]
    assert move(-3, 3)[0] == ("joins", "X", "A")
    game.state.place_leader(game.leader("G"), game.at(0, 0))  # they may ride together
    assert move(-limit - 1, 0) == []
    assert said(game, "raid-to", Option("move", {"unit": "A", "hex": game.at(-9, 0)}), unit="A") == []


@pytest.mark.rule("esa.5.3e")
def test_who_is_driven_back_is_told_of_the_general_it_takes_along():
    game = situation(ARMY.format(order="card 1"))
    game.state.place_leader(game.leader("G"), game.at(0, 1))
    threat = game.at(1, -1)

    def back(kind, q, r, ends="complete"):
        option = Option(kind, {"unit": "A", "hex": game.at(q, r), "ends": ends})
        return said(game, kind, option, unit="A", threat=threat)

    assert back("withdraw", -2, 2) == []
    assert back("step-back", -1, 1) == []
    threat = game.at(0, -1)
    assert back("withdraw", 0, 2) == [("joins", "G", "A")]
    assert back("step-back", 0, 1) == [("joins", "G", "A")]
    assert back("withdraw", -2, 2) == []
    game.state.place_leader(game.leader("X"), game.at(0, 0))  # who has a leader takes no second
    assert back("withdraw", 0, 2) == []


@pytest.mark.rule("esa.10.1b")
def test_characters_and_generals_without_a_division_are_bound_to_nobody():
    game = situation(ARMY.format(order="card 1") + "red character P at 2,0, division foot")
    assert ride(game, "P", 0, 0) == []
    going = {"leader": "P", "unit": "A"}
    assert said(game, "leader-goes", Option("with", {"leader": "P"}), **going) == []
    game.leader("X").division = "foot"  # a commander who leads a division himself
    assert ride(game, "X", 0, 0) == [("commands-one", "X", "A")]
    # nobody is warned who has no choice of this kind
    flight = Option("leader", {"leader": "G", "hex": game.at(0, 0)})
    assert said(game, "leader-flees", flight, leader="G") == []
    assert said(game, "move-leader", Option("stay", {"leader": "G"}), leader="G") == []


@pytest.mark.rule("esa.3.3b", "esa.10.1b")
def test_who_is_out_of_command_anyway_is_not_warned_of_it():
    game = situation(ARMY.format(order="card 1"))

    def move(q, r):
        return said(game, "move", Option("move", {"unit": "A", "hex": game.at(q, r)}), unit="A")

    assert move(-9, 0) == [("out-of-reach", "G", "A")]
    game.leader("G").began_with = "B"
    assert move(-9, 0) == []
    game.leader("G").began_with = "A"
    assert move(-9, 0) == [("out-of-reach", "G", "A")]
    assert said(game, "move", Option("turn", {"unit": "A"}), unit="A") == []
    assert said(game, "move", Option("move", {"unit": "nobody", "hex": game.at(0, 1)})) == []
    game.state.place_leader(game.leader("G"), "")
    assert move(-9, 0) == []


@pytest.mark.rule("esa.3.3b")
def test_a_unit_that_has_fallen_is_not_left_behind():
    game = situation(ARMY.format(order="card 1"))
    game.state.place(game.unit("A"), "")
    game.unit("A").strength = 0
    assert ride(game, "G", 1, 4) == [("leaves-units", "G", ["B"])]
