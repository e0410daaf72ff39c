"""What a player sees while he thinks: drawings, odds and prices of options, and why something is not among them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alfiere.games.fucilieri.ruleset import Fucilieri
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import NOT_OFFERED
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

RULES = Fucilieri()
ASKED = Decision("red", "move", [], {}, ("fucilieri.3.2.1.2",))
NEAR = """
    fucilieri
    red  condottiero C at 60,20 cv 4 of X
    red  general M at 58,30 cv 2 of Y
    red  foot A at 60,40 facing S, of Y
    red  foot D at 100,40 facing S, of Y
    red  foot E to come, of Y
    blue foot B at 60,60 facing N
    blue general N at 60,100 cv 3
    turn 2
"""


def near() -> Situation:
    found: Situation = situation(NEAR)
    return found


def drawn(field: Situation, key: str, **args: Any) -> list[Any]:
    return RULES.sketch(field.state, ASKED, Option(key, args))


def odds(field: Situation, key: str, **args: Any) -> list[Any]:
    return RULES.prospects(field.state, ASKED, Option(key, args), "red")


def price(field: Situation, key: str, **args: Any) -> Any:
    return RULES.price(field.state, ASKED, Option(key, args))


# Drawings


@pytest.mark.rule("fucilieri.3.2.1.2")
def test_a_move_is_drawn_with_its_way_where_it_ends_and_what_it_takes():
    field = near()
    way, stands, budget = drawn(field, "move", unit="A", legs=[{"ahead": 500}])
    assert way == {"kind": "way", "points": [[6000, 4000], [6000, 4500]]}
    assert (stands["at"], stands["formation"]) == ([6000, 4500, 1800], "line")
    percent = price(field, "move", unit="A", legs=[{"ahead": 500}]).args["percent"]
    assert budget["text"]["en"] == f"{percent}% of the move"
    assert 100 * budget["spent"] == pytest.approx(percent * budget["whole"], rel=0.03)
    assert drawn(field, "move", unit="A", legs=[{"ahead": 5000}]) == []  # so far nobody goes


@pytest.mark.parametrize(("formation", "percent"), [("column", 50), ("square", 100)])
def test_a_change_of_formation_is_drawn_in_the_new_one_and_its_price_told(formation, percent):
    field = near()
    (stands,) = [one for one in drawn(field, "form", unit="A", formation=formation) if one["kind"] == "footprint"]
    assert stands["formation"] == formation
    assert price(field, "form", unit="A", formation=formation).args == {"percent": percent}
    assert price(field, "stand", unit="A") is None
    assert price(field, "volley", unit="A", target="B") is None
    assert price(field, "form", unit="E", formation=formation) is None  # it is not on the table


def test_who_means_another_is_drawn_a_line_to_him_and_nobody_to_himself_or_to_whom_nobody_sees():
    field = near()
    assert drawn(field, "volley", unit="A", target="B") == [{"kind": "shot", "points": [[6000, 4000], [6000, 6000]]}]
    assert drawn(field, "volley", unit="A", target="N") == [{"kind": "shot", "points": [[6000, 4000], [6000, 10000]]}]
    assert drawn(field, "volley", unit="A", target="A") == []
    assert drawn(field, "volley", unit="A", target="E") == []
    assert drawn(field, "volley", unit="E", target="B") == []


def test_a_unit_that_is_set_up_is_drawn_where_it_would_stand_in_the_formation_that_is_meant():
    field = near()
    (column,) = drawn(field, "set-up", unit="E", to=[3000, 2000, 1800], formation="column")
    (line,) = drawn(field, "set-up", unit="E", to=[3000, 2000, 1800], formation="line")
    assert (column["at"], column["formation"]) == ([3000, 2000, 1800], "column")
    assert line["size"][0] > column["size"][0]
    assert drawn(field, "set-up", unit="E") == []


@pytest.mark.rule("fucilieri.3.2.2.4")
def test_a_leader_s_ride_is_drawn_with_how_far_he_commands_from_there():
    field = near()
    way, reach = drawn(field, "ride", leader="M", to=[5800, 2500, 0])
    assert way["points"] == [[5800, 3000], [5800, 2500]]
    assert reach == {"kind": "command", "at": [5800, 2500], "size": field.leader("M").radius}


# Odds


@pytest.mark.rule("fucilieri.3.4.10", "fucilieri.3.4.13")
def test_the_odds_of_a_volley_are_of_who_can_be_fired_at_alone():
    field = near()
    (found,) = odds(field, "volley", unit="A", target="B")
    assert (found.who, [one.total for one in found.tallies], found.hits[0]) == ("A", [6, 1], Fraction(1, 64))
    assert odds(field, "volley", unit="D", target="B") == []
    assert odds(field, "stand", unit="A") == []


@pytest.mark.rule("fucilieri.3.5.2.1a")
def test_the_odds_of_a_charge_are_those_of_both():
    assert [one.who for one in odds(near(), "charge", unit="A", target="B")] == ["A", "B"]


@pytest.mark.rule("fucilieri.3.6.4")
def test_the_odds_of_influence_are_of_the_unit_he_means():
    found = odds(near(), "influence", leader="M", unit="A")
    assert [(one.who, one.result_word) for one in found] == [("A", "success"), ("A", "total-failure")]


@pytest.mark.rule("fucilieri.3.1.3.1", "fucilieri.3.1.7.1", "fucilieri.2.3.15")
def test_an_order_of_the_condottiero_counts_his_distance_a_call_and_one_s_own_change_do_not():
    field = situation(NEAR.replace("C at 60,20", "C at 170,110"))
    (order,), (call,), (change,) = (odds(field, key, command="Y") for key in ("order", "call", "change-order"))
    assert "beyond-radius" in [reason for _, reason, _ in order.tallies[0].lines]
    assert order.hits[1] < call.hits[1] == change.hits[1]
    assert odds(field, "order", command="X") == []  # his own obeys without a test
    beside = situation(NEAR.replace("C at 60,20", "C at 60,30"))
    (order,), (call,) = (odds(beside, key, command="Y") for key in ("order", "call"))
    assert "condottiero-in-contact" in [reason for _, reason, _ in order.tallies[0].lines]
    assert "condottiero-in-contact" not in [reason for _, reason, _ in call.tallies[0].lines]


# Why not


@pytest.mark.rule("fucilieri.3.4.3")
@pytest.mark.parametrize(
    ("unit", "target", "why", "rule"),
    [
        ("B", "A", "not-yours", "fucilieri.3.4.1"),
        ("A", "N", "out-of-range", "fucilieri.3.4.3"),
        ("D", "B", "out-of-arc", "fucilieri.3.4.3"),
    ],
)
def test_why_a_volley_is_not_among_those_offered(unit, target, why, rule):
    asked = Decision("red", "name-volleys", [], {}, ("fucilieri.3.4.1",))
    found = RULES.objection(near().state, asked, Option("volley", {"unit": unit, "target": target}))
    assert (found.key, found.rule) == (why, rule)


def test_of_any_other_answer_it_is_only_said_that_it_is_not_offered():
    found = RULES.objection(near().state, ASKED, Option("fly", {"unit": "A"}))
    assert (found.key, found.rule, found.about) == (NOT_OFFERED, "fucilieri.3.2.1.2", {"seat": "red"})
    bare = Decision("red", "move", [], {})
    assert RULES.objection(near().state, bare, Option("fly", {})).rule == ""


# Words


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ((10, 10), "in the north-west"),
        ((90, 60), "in the middle"),
        ((10, 60), "in the west"),
        ((90, 119), "in the south"),
        ((180, 0), "in the north-east"),
        ((59, 39), "in the north-west"),
        ((60, 40), "in the middle"),
        ((120, 80), "in the south-east"),
    ],
)
def test_a_piece_of_terrain_is_told_by_the_part_of_the_table_it_lies_in(place, part):
    said = RULES.spoken(near().state, ASKED, Option("lay", {"to": [100 * place[0], 100 * place[1]]}), "en")
    assert said["part"] == RULES.words("en").word("word", part)


def test_a_move_is_told_by_its_legs_and_lengths_in_cm():
    field = near()
    ahead, turn = (Option("move", {"unit": "A", "legs": [leg]}) for leg in ({"ahead": 500}, {"turn": 1800}))
    told = [RULES.spoken(field.state, ASKED, ahead, to)["way"].replace("\xa0", " ") for to in ("en", "it")]
    assert told == ["5 cm ahead", "5 cm avanti"]
    assert RULES.spoken(field.state, ASKED, turn, "en")["way"][0].isupper()
    there = RULES.spoken(field.state, ASKED, Option("move", {"unit": "E", "legs": []}), "en")["way"]
    assert there == RULES.words("en").word("way", "there")


def test_lengths_sides_units_and_what_is_nothing_have_names():
    s = near().state
    assert RULES.name(s, "far", 1250, "en").replace("\xa0", " ") == "12.5 cm"
    assert RULES.name(s, "unit", None, "en") == "—"
    assert RULES.name(s, "turn", 3, "it") == "3"
    assert RULES.name(s, "seat", "red", "en") == s.scenario.sides["red"].name.en
    assert RULES.name(s, "unit", "A", "it") == s.scenario.units["A"].name.it
    assert RULES.name(s, "command", "Y", "en") == s.scenario.commands["Y"].name.en


# The end


@pytest.mark.rule("fucilieri.6.2", "fucilieri.6.5")
@pytest.mark.parametrize(
    ("winner", "reason", "told", "rule"),
    [
        ("red", "collapse", "red", "fucilieri.6.2"),
        ("blue", "points", "blue", "fucilieri.6.5"),
        ("nobody", "points", None, "fucilieri.6.5"),
    ],
)
def test_the_result_names_the_winner_if_there_is_one_and_the_rule_by_which_it_ended(winner, reason, told, rule):
    field = near()
    assert RULES.result(field.state) is None
    field.state.winner, field.state.reason = winner, reason
    found = RULES.result(field.state)
    assert found is not None
    assert (found.winner, found.reason, found.rules, found.turn) == (told, reason, (rule,), 2)
    assert set(found.scores) == {"red", "blue"}


def test_the_strength_of_a_side_is_that_of_its_units():
    field = near()
    points = {one.id: one.profile.points for one in field.state.units.values()}
    assert RULES.strength(field.state, "red") == {"units": 3, "points": points["A"] + points["D"] + points["E"]}
