"""What things are called, how a move is told, and what is said to cost how much."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.shown.naming import name_of, spoken, words_in
from alfiere.games.risorgimento.shown.pricing import price
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Option
from tests.situation import situation

FIELD = """
    risorgimento 60x60
    village_sector V 40,30
    red  line A at 20,30 facing E, attack
    blue line B at 30,30 facing W
    red  CB X at 10,10 radius 12
    red  CD Y at 12,10 radius 20
"""


@pytest.fixture
def s() -> BattleState:
    found: BattleState = situation(FIELD).state
    return found


@pytest.mark.parametrize(
    ("kind", "value", "english", "italian"),
    [
        ("unit", None, "—", "—"),
        ("far", 450, "4.5 cm", "4,5 cm"),
        ("formation", "open_order", "open order", "ordine aperto"),
        ("post", "V/north", "V, north side", "V, lato nord"),
        ("group", "X", "X, brigade", "X, brigata"),
        ("group", "Y", "Y, division", "Y, divisione"),
        ("unit", "A", "A", "A"),
        ("roll", 7, "7", "7"),
    ],
)
def test_things_have_their_names(s: BattleState, kind: str, value: object, english: str, italian: str) -> None:
    said = [name_of(s, kind, value, words_in(to)).replace("\N{NO-BREAK SPACE}", " ") for to in ("en", "it")]
    assert said == [english, italian]


def test_a_side_is_called_by_its_name_and_its_number_goes_with_it(s: BattleState) -> None:
    side = s.scenario.sides["red"].name.en
    assert name_of(s, "seat", "red", words_in("en")) == side
    assert name_of(s, "red", 3, words_in("en")) == f"{side} 3"


@pytest.mark.parametrize(
    ("legs", "told"),
    [
        ([{"ahead": 450}], "4.5 cm ahead"),
        ([{"turn": -450}, {"ahead": 300}], "Turn 45° left, 3 cm ahead"),
        ([{"turn": 900}], "Turn 90° right"),
        ([{"turn": 1800}], "About face"),
        ([{"ahead": 200, "aside": 450}], "2 cm obliquely to the right"),
        ([{"ahead": 200, "aside": 3150}], "2 cm obliquely to the left"),
        ([{"ahead": 200, "aside": 900}], "2 cm to the right"),
        ([{"ahead": 200, "aside": 2700}], "2 cm to the left"),
        ([{"ahead": 200, "aside": 1800}], "2 cm back"),
        ([{"form": "line"}, {"ahead": 100}], "Formation: line, 1 cm ahead"),
    ],
)
def test_a_move_is_told_by_its_legs(s: BattleState, legs: list[object], told: str) -> None:
    said = spoken(s, Option("move", {"unit": "A", "legs": legs}), words_in("en"))
    assert said["way"].replace("\N{NO-BREAK SPACE}", " ") == told
    assert said["contact"] == []


def test_a_move_into_contact_names_whom_it_meets(s: BattleState) -> None:
    depth = s.shape(s.units["A"]).depth // 2 + s.shape(s.units["B"]).depth // 2
    said = spoken(s, Option("move", {"unit": "A", "legs": [{"ahead": 1000 - depth}]}), words_in("it"))
    assert said["contact"] == ["B"]


def test_a_place_somebody_points_at_has_no_legs_to_tell(s: BattleState) -> None:
    said = spoken(s, Option("move", {"unit": "A", "to": [2400, 3000, 900]}), words_in("en"))
    assert (said["way"], said["contact"]) == ("there", [])


def test_what_an_option_may_lack_is_said_as_nothing(s: BattleState) -> None:
    assert spoken(s, Option("ride", {"commander": "X"}), words_in("en"))["with"] == ""
    assert spoken(s, Option("ride", {"commander": "X", "with": "A"}), words_in("en"))["with"] == "A"


def test_a_move_and_a_change_of_formation_have_their_price_and_standing_fast_has_none(s: BattleState) -> None:
    decision = order_for(s, s.units["A"], deeds())
    half = Option("move", {"unit": "A", "legs": [{"ahead": 400}]})
    found = price(s, decision, half)
    assert found is not None
    assert (found.key, found.args) == ("move", {"percent": 50})  # an attack column goes 8 cm
    change = price(s, decision, Option("form", {"unit": "A", "formation": "line"}))
    assert change is not None
    assert change.args == {"percent": 25}
    assert price(s, decision, Option("stand", {"unit": "A"})) is None
    decision.key = "who-moves"
    assert price(s, decision, half) is None


def test_a_forced_march_says_so() -> None:
    s = situation("""
        risorgimento 120x60
        red  line A at 10,30 facing E, march
        blue line B at 110,30 facing W
    """).state
    decision = order_for(s, s.units["A"], deeds())
    found = price(s, decision, Option("move", {"unit": "A", "legs": [{"ahead": 1800}]}))
    assert found is not None
    assert (found.key, found.args) == ("march", {"percent": 150})


def test_two_groups_that_fire_at_one_enemy_are_told_apart(s: BattleState) -> None:
    def told(**more: str) -> str:
        option, words = Option("fire", {"unit": "A", "target": "C", **more}), words_in("en")
        said = spoken(s, option, words)
        return words.option_sentence("fire", "fire", said, lambda kind, value: name_of(s, kind, value, words))

    alone, *joined = told(), told(together="A"), told(together="B")
    assert "adding up" not in alone
    assert all("adding up with" in one for one in joined)
    assert len(set(joined)) == 2
