"""What is said, drawn and foretold of an option, and what speaks against one that is not offered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.costs import acted
from alfiere.games.lumi.movement.orders import MOVES
from alfiere.games.lumi.shown.naming import name_of, spoken, words_in
from alfiere.games.lumi.shown.preview import objection, price, prospects, sketch
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.rulebook import LANGUAGES
from tests.games.lumi.lines import Situation
from tests.situation import situation

ENGLISH, ITALIAN = (words_in(language) for language in LANGUAGES)
ASKED = Decision("red", "fire", [], {}, ("lumi.5.3.1",))


def field() -> Situation:
    game: Situation = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 9,10 facing N, fire 0
        red foot B at 11,10 facing N, fire 0
        blue foot T at 9,12 facing S, fire 0
        blue foot U at 11,12 facing S, fire 0
        red foot M at 14,6 facing N, brigade X
        """
    )
    game.state.orders["red"] = 5
    return game


def test_things_are_called_by_the_names_of_the_battle():
    s = field().state
    assert name_of(s, "unit", "A", ENGLISH) == "A"
    assert name_of(s, "formation", "open_order", ITALIAN) == "ordine aperto"
    assert name_of(s, "far", 150, ITALIAN) == "1,5\N{NO-BREAK SPACE}um"
    assert name_of(s, "seat", "red", ITALIAN) == "situazione"
    assert name_of(s, "division", "red", ENGLISH) == "red"
    assert name_of(s, "target", None, ENGLISH) == "—"
    altenried = new_battle(load_scenario("altenried"), {})
    assert name_of(altenried, "brigade", "french-line", ITALIAN) == "Brigata di linea"
    assert name_of(altenried, "unit", "french-line-1", ITALIAN) == "Vecchio reggimento"


@pytest.mark.rule("lumi.3.1.1a", "lumi.3.1.7e")
def test_a_move_is_told_by_its_legs_drawn_and_priced():
    game = field()
    decision = order_for(game.state, game.unit("M"), MOVES)
    found = decision.find(("move", {"unit": "M", "legs": [{"ahead": 100}]}))
    assert found is not None
    assert spoken(game.state, found, ENGLISH)["way"] == "1\N{NO-BREAK SPACE}um\N{NO-BREAK SPACE}ahead"
    drawn = sketch(game.state, decision, found)
    assert [one["kind"] for one in drawn] == ["way", "footprint", "budget"]
    speed = game["M"].arm.speed["line"]
    cost = price(game.state, decision, found)
    assert cost is not None
    assert cost.args["percent"] == -(-100 * 100 // speed)
    assert drawn[-1]["text"]["en"] == f"{cost.args['percent']}% of the move"


@pytest.mark.rule("lumi.1.7.4")
def test_a_formation_is_drawn_in_the_words_of_the_table():
    game = situation("lumi\nred general R at 10,8 able\nred grenzer A at 10,10 facing N")
    game.state.orders["red"] = 5
    decision = order_for(game.state, game.unit("A"), MOVES)
    drawn = sketch(game.state, decision, Option("form", {"unit": "A", "formation": "open_order"}))
    assert [one["formation"] for one in drawn if one["kind"] == "footprint"] == ["open"]


@pytest.mark.rule("lumi.5.3.4a", "lumi.4.2.7")
def test_the_odds_of_fire_reply_and_exchange():
    game = field()
    fire = Option("fire", {"unit": "A", "with": ["B"], "target": "T"})
    assert [(one.who, one.when) for one in prospects(game.state, ASKED, fire)] == [("A", ""), ("T", "reply")]
    reply = Option("reply", {"unit": "T", "with": ["U"], "target": "A"})
    assert [one.who for one in prospects(game.state, ASKED, reply)] == ["T"]
    exchange = Option("exchange-fire", {"unit": "A", "with": ["B"], "target": "T"})
    assert [one.who for one in prospects(game.state, ASKED, exchange)] == ["A", "T"]
    assert prospects(game.state, ASKED, Option("cease-fire")) == []
    assert [one["kind"] for one in sketch(game.state, ASKED, fire)] == ["cone", "shot"] * 2
    assert [one["kind"] for one in sketch(game.state, ASKED, reply)] == ["shot"]


@pytest.mark.rule("lumi.7.5.11b", "lumi.12.6", "lumi.8.1")
def test_places_are_drawn_where_somebody_would_stand():
    game = field()
    reform = Option("recovers", {"unit": "M", "formation": "column", "heading": 900})
    assert [one["at"][2] for one in sketch(game.state, ASKED, reform)] == [900]
    deploy = Option("deploy", {"unit": "M", "formation": "line", "to": [500, 500, 0]})
    assert [(one["kind"], one["size"]) for one in sketch(game.state, ASKED, deploy)] == [("footprint", [200, 100])]
    leader = Option("deploy-leader", {"general": "R", "to": [500, 500, 0]})
    assert [one["kind"] for one in sketch(game.state, ASKED, leader)] == ["footprint", "command"]


@pytest.mark.rule("lumi.2.3.4e")
def test_what_speaks_against_an_answer_that_nobody_asked_for():
    game = field()
    asked = Decision("red", "who-moves", [], {}, ("lumi.2.3.4d",))
    assert objection(game.state, asked, Option("act", {"unit": "T"})).key == "not-yours"
    assert objection(game.state, asked, Option("act", {"unit": "nobody"})).key == "not-offered"
    acted([game["M"]])
    assert objection(game.state, asked, Option("act", {"unit": "M"})).rule == "lumi.2.3.4e"
    for key in ("not-yours", "not-offered", "has-acted"):
        assert ENGLISH.has("refusal", key)
        assert ITALIAN.has("refusal", key)


@pytest.mark.rule("lumi.6.2.1", "lumi.6.2.2")
def test_the_odds_of_a_melee_are_those_of_both_dice():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 1
        blue foot T at 10,11 facing S, melee 0
        """
    )
    game.state.phase, game.state.queue = "melee", ["A/T"]
    found = prospects(game.state, ASKED, Option("fight", {"unit": "A", "target": "T"}))
    assert [(one.who, one.results[1]) for one in found] == [("A", Fraction(21, 36)), ("T", Fraction(10, 36))]
    assert prospects(game.state, ASKED, Option("fight", {"unit": "T", "target": "T"})) == []


@pytest.mark.rule("lumi.4.1.4a", "lumi.7.2.2e")
def test_a_charge_shows_its_tests_but_not_after_a_control_move():
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red cuirassiers A at 10,10 facing N
        blue foot T at 10,14 facing S
        """
    )
    game.state.orders["red"] = 6
    charge = Option("charge", {"unit": "A", "target": "T"})
    assert [(one.who, one.when) for one in prospects(game.state, ASKED, charge)] == [("A", ""), ("T", "then")]
    assert prospects(game.state, Decision("red", "control-move", []), charge) == []
    assert [one["kind"] for one in sketch(game.state, ASKED, charge)] == ["shot"]
    assert sketch(game.state, ASKED, Option("charge", {"unit": "A", "target": "nobody"})) == []


@pytest.mark.rule("lumi.8.2a")
def test_a_ride_shows_the_way_and_the_radius():
    game = field()
    ride = Option("ride", {"general": "R", "to": [1400, 1500, 0]})
    assert [one["kind"] for one in sketch(game.state, ASKED, ride)] == ["way", "command"]


@pytest.mark.rule("lumi.6.1.4", "lumi.7.2.2a", "lumi.7.2.2b")
def test_the_odds_of_a_fight_go_by_its_main_unit_and_ordered_horse_may_get_out_of_hand():
    game = situation(
        """
        lumi
        red cuirassiers A at 9.5,10 facing N, melee 2, brigade X
        red foot B at 11.5,10 facing N, melee 0
        blue foot T at 10.5,11 facing S, melee 0
        """
    )
    asked = Decision("red", "main-unit", [], {}, ("lumi.6.1.4",))
    horse, foot = (prospects(game.state, asked, Option("main-unit", {"unit": one})) for one in "AB")
    assert [(one.kind, one.who, one.when) for one in horse] == [
        ("melee", "A", ""),
        ("melee", "T", ""),
        ("pursuit", "A", "then"),
    ]
    assert [one.who for one in foot] == ["B", "T"]
    assert horse[0].results[1] > foot[0].results[1]
    assert horse[2].results[1] == Fraction(1, 2)
    game["A"].state = 1
    assert len(prospects(game.state, asked, Option("main-unit", {"unit": "A"}))) == 2


@pytest.mark.rule("lumi.7.5.9")
def test_a_ride_tells_how_likely_those_he_comes_to_recover():
    game = situation(
        """
        lumi
        red general R at 2,2 mediocre
        red foot A at 12,10 facing N, morale 0, shaken
        red foot B at 20,10 facing N, brigade X
        blue foot T at 28,18 facing S
        """
    )
    near = Option("ride", {"general": "R", "to": [1000, 1000, 0]})
    with_it = Option("ride", {"general": "R", "to": [1200, 1000, 0], "with": "A"})
    told = [
        [(one.who, one.results[1], one.when) for one in prospects(game.state, ASKED, ride)] for ride in (near, with_it)
    ]
    assert told == [[("A", Fraction(1, 2), "then")], [("A", Fraction(2, 3), "then")]]
    assert prospects(game.state, ASKED, Option("ride", {"general": "R", "to": [200, 300, 0]})) == []
    assert (game.general("R").x, game.general("R").base) == (200, "")
