"""Odds counted by hand: what a player sees of a blow at a leader, a chain of command, a question asked in words."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.games.esa.odds import Pile, Stock, after_passing, losses, stock_of, stock_seen_by
from alfiere.games.esa.prospects import prospects
from alfiere.games.esa.state import ATTACKED, FAILED_MELEE
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.prospect import Prospect
from tests.situation import situation

ODDS = GAMES["esa"].odds


def turned(cards: int, good: int = 9, total: int = 30) -> dict[int, Fraction]:
    """How likely each number of successes is among so many cards of a fresh deck: nine of thirty."""
    bad = total - good
    ways = {hits: comb(good, hits) * comb(bad, cards - hits) for hits in range(min(cards, good) + 1)}
    return {hits: Fraction(count, comb(total, cards)) for hits, count in ways.items() if count}


def at_least(hits: int, cards: int) -> Fraction:
    return sum((chance for number, chance in turned(cards).items() if number >= hits), Fraction(0))


def foreseen(game: Any, key: str, option: Option, seat: str = "red", **about: Any) -> list[Prospect]:
    return prospects(game.state, Decision(seat, key, [option], about), option, seat)


# Blows at a lone leader

HUNT = """
    esa on open ground
    red  cuirassiers C at 0,0 facing 0{state}
    blue line Z at 5,5 facing 3
    blue general G at 0,-1 morale 2 melee 1 strength {life}
    order red: melee
"""


@pytest.mark.rule("esa.10.1j", "esa.10.1j2")
def test_who_hunts_a_leader_sees_both_blows():
    game = situation(HUNT.format(state="", life=2))
    blow, back = foreseen(game, "attack", Option("attack-leader", {"unit": "C", "target": "G"}))
    assert (blow.who, back.who, blow.result_word, back.result_word) == ("C", "G", "losses", "losses")
    assert [tally.total for tally in blow.tallies] == [5, 1]  # strength 3, melee 2; a leader's armour
    assert [tally.total for tally in back.tallies] == [3, 1]  # strength 2, melee 1; the riders' armour
    assert blow.hits == turned(5)
    cards = turned(5)
    assert blow.results == {0: cards[0] + cards[1], 1: cards[2], 2: at_least(3, 5)}
    three = turned(3)
    assert back.results == {0: three[0] + three[1], 1: three[2], 2: three[3]}


@pytest.mark.rule("esa.10.12b")
def test_a_weakened_hunter_has_to_pass_a_test_first():
    game = situation(HUNT.format(state=", strength 1", life=1))
    test, blow, back = foreseen(game, "attack", Option("attack-leader", {"unit": "C", "target": "G"}))
    assert (test.kind, test.who) == ("morale", "C")
    assert test.results[1] == at_least(1, 2)  # strength 1, morale 1
    assert blow.hits != turned(3)  # a success has gone
    assert sum(blow.results.values()) == sum(back.results.values()) == 1
    assert set(blow.results) == set(back.results) == {0, 1}


# The chain of command


@pytest.mark.rule("esa.10.3b", "esa.10.3e")
def test_only_links_that_are_too_long_are_tested():
    text = """
        esa on open ground
        red   musketeers A at 0,19 facing 0, division foot
        red   general G at 0,18 morale 2, division foot
        red   wing W at 0,{wing} morale 2, over foot
        red   commander X at 0,0 morale 2
        blue  musketeers C at 9,-9 facing 3
        order foot: move
    """
    option = Option("division", {"division": "foot"})
    near_x = foreseen(situation(text.format(wing=3)), "chain", option)
    assert [one.who for one in near_x] == ["G"]
    assert near_x[0].results[1] == at_least(1, 5)  # strength 3, morale 2
    near_g = foreseen(situation(text.format(wing=16)), "chain", option)
    assert [one.who for one in near_g] == ["W"]
    assert near_g[0].results[1] == at_least(1, 4)  # a wing of strength 2
    both = foreseen(situation(text.format(wing=10)), "chain", option)
    assert [one.who for one in both] == ["W", "G"]


@pytest.mark.rule("esa.10.3b")
def test_after_a_test_that_cannot_be_passed_nothing_is_foretold():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,19 facing 0, division foot
        red   general G at 0,18 morale 2, division foot
        red   wing W at 0,9 morale 0, over foot
        red   commander X at 0,0 morale 2
        blue  musketeers C at 9,-9 facing 3
        order foot: move
        cards red 9 9 9 9 9 9 9 9
    """)
    found = foreseen(game, "chain", Option("division", {"division": "foot"}))
    assert [(one.who, one.results[1]) for one in found] == [("W", Fraction(0))]


# Whose test, and which


@pytest.mark.rule("esa.10.12b")
@pytest.mark.parametrize(
    ("key", "verb", "tested"),
    [
        ("move", "move", True),
        ("move", "turn", True),
        ("move", "change", True),
        ("follow", "press", True),
        ("follow-up", "pursue", True),
        ("raid", "unit", True),
        ("move-which", "unit", False),
        ("rally", "rally", True),
        ("may-withdraw", "withdraw", False),
        ("main-unit", "main", False),
        ("counter-charge", "counter-charge", True),
        ("evade", "evade", True),
    ],
)
def test_a_weakened_unit_sees_the_test_before_its_deed(key, verb, tested):
    text = """
        esa on open ground
        red  line A at 0,0 facing 0{state}
        blue line B at 0,-9 facing 3
        order red: move fire melee rally
    """
    option = Option(verb, {"unit": "A"})
    found = foreseen(situation(text.format(state=", strength 1")), key, option)
    assert [(one.kind, one.who) for one in found] == [("morale", "A")] * tested
    assert foreseen(situation(text.format(state="")), key, option) == []
    assert foreseen(situation(text.format(state=", strength 1")), key, Option("hold"), unit="A") == []


@pytest.mark.rule("esa.10.12c4")
def test_a_main_unit_is_tested_where_it_attacks_and_has_not_failed_yet():
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0, strength 1
        blue line B at 0,-1 facing 3
        order red: melee
    """)
    main = Option("main", {"unit": "A"})
    assert foreseen(game, "main-unit", main) == []  # a defender may keep out of it
    game.unit("A").did |= ATTACKED
    assert [one.kind for one in foreseen(game, "main-unit", main)] == ["morale"]
    game.unit("A").did |= FAILED_MELEE
    assert foreseen(game, "main-unit", main) == []


def test_nobody_off_the_map_has_a_prospect():
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0, strength 1
        blue line B at 0,-1 facing 3
    """)
    game.state.place(game.unit("A"), "")
    assert foreseen(game, "move", Option("move", {"unit": "A"})) == []
    assert foreseen(game, "move", Option("move", {"unit": "Nobody"})) == []
    game.state.place(game.unit("A"), game.at(0, 0))
    game.state.place(game.unit("B"), "")
    assert [one.kind for one in foreseen(game, "fire", Option("fire", {"unit": "A", "target": "B"}))] == ["morale"]
    assert foreseen(game, "react-to-fire", Option("none"), unit="A", enemy="B") == []


# Blows


@pytest.mark.rule("esa.7.1c")
def test_a_combat_shows_the_answer_only_of_who_can_give_one():
    text = """
        esa on open ground
        red  line A at 0,0 facing 0
        blue {kind} B at 0,-1 facing 3{state}
        order red: melee
    """
    attack = Option("attack", {"unit": "A", "target": "B"})
    blow, answer = foreseen(situation(text.format(kind="line", state="")), "attack", attack)
    assert (blow.who, answer.who) == ("A", "B")
    assert blow.hits == turned(blow.tallies[0].total)
    (blow,) = foreseen(situation(text.format(kind="line", state=", shaken")), "attack", attack)
    assert blow.who == "A"
    assert foreseen(situation(text.format(kind="guns", state="")), "attack", attack) == []  # esa.9.2l: overrun


@pytest.mark.rule("esa.9.3e", "esa.9.3b")
def test_a_charge_shows_the_melee_it_may_come_to_where_it_has_an_order_to_fight():
    text = """
        esa on open ground
        red  cuirassiers C at 0,0 facing 1
        blue {kind} B at 4,0 facing 4
        order red: {order}
    """
    charge = Option("charge", {"unit": "C", "target": "B"})
    test, blow, answer = foreseen(situation(text.format(kind="line", order="move melee")), "move", charge)
    assert (test.kind, test.when, blow.when, answer.when) == ("morale", "", "then", "then")
    assert (blow.who, answer.who) == ("C", "B")
    assert test.results[1] == at_least(1, 4)
    assert blow.hits != turned(blow.tallies[0].total)  # the test has used a success
    assert answer.hits == turned(answer.tallies[0].total)
    # without an order to fight, and at guns, the charge alone
    for kind, order in (("line", "move"), ("guns", "move melee")):
        assert len(foreseen(situation(text.format(kind=kind, order=order)), "move", charge)) == 1
    game = situation(text.format(kind="line", order="card 34"))
    assert [one.kind for one in foreseen(game, "move", charge)] == ["melee", "melee"]  # no test
    assert game.where("C") == (0, 0)  # nobody has moved


@pytest.mark.rule("esa.9.10c", "esa.6.1b")
def test_a_volley_shows_the_reply_it_may_get():
    text = """
        esa on open ground
        red  musketeers M at 0,0 facing 0
        blue musketeers T at 0,-2 facing 3{state}
        order red: fire
    """
    fire = Option("fire", {"unit": "M", "target": "T"})
    shot, reply = foreseen(situation(text.format(state="")), "fire", fire)
    assert (shot.when, reply.when, reply.kind, reply.who) == ("", "reply", "fire", "T")
    shot, test, reply = foreseen(situation(text.format(state=", strength 1")), "fire", fire)
    assert [(one.when, one.kind, one.who) for one in (test, reply)] == [
        ("reply", "morale", "T"),
        ("reply", "fire", "T"),
    ]
    for state in (", shaken", ", paralysed", ", fired"):
        assert len(foreseen(situation(text.format(state=state)), "fire", fire)) == 1
    assert len(foreseen(situation(text.format(state="")), "fire-at-mover", fire)) == 1  # nobody answers that
    assert len(foreseen(situation(text.format(state="")), "firm-fire", fire)) == 1  # T has no firmness
    firm = situation(text.format(state="").replace("musketeers", "pike").replace("0,-2", "0,-1"))
    assert [one.who for one in foreseen(firm, "firm-fire", fire)] == ["M", "T"]


@pytest.mark.rule("esa.6.1b", "esa.10.12b")
def test_who_returns_the_fire_is_tested_first_only_if_he_is_weakened():
    text = """
        esa on open ground
        red  musketeers M at 0,0 facing 0{state}
        blue musketeers T at 0,-2 facing 3
        order blue: fire
    """
    fire = Option("fire", {"unit": "M"})
    for state, kinds in (("", ["fire", "fire"]), (", strength 1", ["morale", "fire", "fire"])):
        found = foreseen(situation(text.format(state=state)), "react-to-fire", fire, unit="M", enemy="T")
        assert [one.kind for one in found] == kinds
        assert [one.who for one in found][-2:] == ["M", "T"]


@pytest.mark.rule("esa.9.2b2")
def test_guns_are_counted_under_the_division_whose_order_they_use():
    game = situation("""
        esa on open ground
        red  guns G at 0,0 facing 0, division guns
        red  line A at 1,0 facing 0, division foot
        blue line T at 0,-2 facing 3
        order foot: card 7 focus fire
    """)
    fire = Option("fire", {"unit": "G", "target": "T"})
    own = foreseen(game, "fire", fire)[0].tallies[0].total
    assert foreseen(game, "fire", fire, division="foot")[0].tallies[0].total == own + 1  # esa.10.7e
    assert game.unit("G").under == ""
    assert foreseen(game, "firm-fire", fire, division="foot")[0].tallies[0].total == own


# Stocks


def test_a_pile_has_no_more_successes_than_cards():
    assert Pile(0, 0) == Pile(0, 0)
    assert Pile(3, 3).total == 3
    for good, total in ((4, 3), (-1, 3)):
        with pytest.raises(ValueError, match="cannot be"):
            Pile(good, total)


def test_a_success_is_a_value_up_to_that_of_the_army():
    game = situation("""
        esa on open ground
        army value red 2
        red  line A at 0,0 facing 0
        cards red 2 3
    """)
    army = game.state.armies["red"]
    army.deck.bottom = [army.deck.middle.pop()]
    stock = stock_of(army)
    assert stock.top == (True, False)
    assert len(stock.bottom) == 1
    army.discard = [army.deck.top.pop()]  # the success
    assert stock_of(army).discard == Pile(1, 1)
    seen = stock_seen_by(game.state, army, "blue")
    assert (seen.top, seen.bottom, seen.discard) == ((), (), Pile(1, 1))
    assert stock_seen_by(game.state, army, None) == seen
    assert seen.hidden == 0  # the hand is empty, no card lies at a general


@pytest.mark.rule("esa.4h", "esa.4i")
def test_what_is_left_after_a_test_goes_to_the_discards_when_it_is_over():
    stock = Stock((False,), Pile(1, 1), (), Pile(0, 2))
    assert after_passing(stock, 1) == {}
    assert after_passing(stock, 2) == {Stock((), Pile(0, 0), (), Pile(1, 4)): 1}
    empty = Stock((), Pile(0, 0), (), Pile(1, 2))
    assert after_passing(empty, 1) == {Stock((), Pile(0, 1), (), Pile(1, 1)): 1}  # the discards are the deck now
    assert after_passing(Stock((), Pile(0, 0), (), Pile(0, 0)), 3) == {}
    every = Stock((True, True), Pile(0, 0), (), Pile(0, 0))
    assert after_passing(every, 5, to_the_end=True) == {Stock((), Pile(0, 0), (), Pile(2, 2)): 1}


def test_losses_are_neither_below_nothing_nor_above_what_is_there():
    sure = {2: Fraction(1)}
    assert losses(sure, 0, 5, 3) == {0: 1}
    assert losses(sure, 1, 0, 3) == {3: 1}
    assert losses(sure, 2, 0, 3) == {3: 1}
    assert losses(sure, 0, 1, 3) == {1: 1}
    assert list(losses({3: Fraction(1, 2), 0: Fraction(1, 2)}, 0, 0, 3)) == [0, 3]


# A question in words


@pytest.mark.parametrize(
    ("word", "least", "most"),
    [("value", 1, 10), ("cards", 1, 30), ("armour", -9, 9), ("automatic", -9, 9), ("target_strength", 1, 9)],
)
def test_a_number_in_a_question_has_its_limits(word, least, most):
    usual = {"cards": "2", "armour": "0"}
    for fine in (least, most):
        assert sum(ODDS({**usual, word: str(fine)}).results.values()) == 1
    for wrong in (least - 1, most + 1):
        with pytest.raises(BadData) as refused:
            ODDS({**usual, word: str(wrong)})
        assert f"from {least} to {most}" in str(refused.value)


@pytest.mark.parametrize(("word", "least", "most"), [("strength", 1, 4), ("target_strength", 1, 3), ("bonus", -9, 9)])
def test_a_number_about_troops_has_its_limits(word, least, most):
    usual = {"test": "melee", "unit": "fr_pm_veteran", "target": "sp_cp_heavy"}
    for fine in (least, most):
        assert sum(ODDS({**usual, word: str(fine)}).results.values()) == 1
    for wrong in (least - 1, most + 1):
        with pytest.raises(BadData) as refused:
            ODDS({**usual, word: str(wrong)})
        assert f"from {least} to {most}" in str(refused.value)


def test_a_question_about_cards_is_passed_or_failed_unless_it_speaks_of_damage():
    plain = ODDS({"cards": "4"})
    assert (plain.kind, plain.result_word, plain.who) == ("test", "passed", "")
    assert plain.results == {0: turned(4)[0], 1: at_least(1, 4)}
    armoured = ODDS({"cards": "4", "armour": "1"})
    assert armoured.result_word == "losses"
    four = turned(4)
    assert armoured.results == {0: four[0] + four[1], 1: four[2], 2: four[3], 3: four[4]}
    automatic = ODDS({"cards": "4", "automatic": "1", "target_strength": "2"})
    assert automatic.results == {1: four[0], 2: at_least(1, 4)}
    wide = ODDS({"cards": "30", "automatic": "1"})
    assert wide.results == {9: 1}  # ten hits; nobody has more than nine to lose


def test_deck_and_discards_of_a_question_are_piles():
    assert ODDS({"cards": "1", "deck": "3/3"}).results[1] == 1
    assert ODDS({"cards": "2", "deck": "0/1", "discard": "1/2"}).results[1] == Fraction(1, 2)
    assert ODDS({"cards": "2", "deck": "0/1"}).results[1] == 0


@pytest.mark.parametrize(
    ("question", "totals"),
    [
        # cards; automatic damage; armour
        ("test=fire unit=sp_fl_musketeers target=sp_cp_heavy", [4, 1, 0]),
        ("test=fire unit=sp_fl_musketeers target=sp_fl_musketeers", [4, 0, 1]),
        ("test=melee unit=fr_pm_veteran target=sp_cp_heavy", [5, 0, 1]),
        ("test=melee unit=fr_pm_veteran target=sp_fl_musketeers", [5, 1, 1]),
        ("test=melee unit=fr_pm_veteran target=sp_cp_heavy armour=1 automatic=2", [5, 2, 2]),
        ("test=melee unit=fr_pm_veteran strength=1 bonus=-9", [1, 0, 0]),
        ("test=melee unit=fr_pm_veteran strength=2 bonus=1", [5, 0, 0]),
        ("test=fire unit=sp_sq_german_tercio strength=4", [3, 0, 0]),
        ("test=fire unit=sp_sq_german_tercio strength=3", [2, 0, 0]),
        ("test=fire unit=nl_dr_dragoons", [4, 0, 0]),  # dismounted
        ("test=morale unit=fr_pm_veteran", [5]),  # a large unit counts three
        ("test=morale unit=fr_pm_veteran target=sp_cp_heavy armour=0", [5, 0, 0]),  # no advantage in morale
    ],
)
def test_a_question_about_troops_counts_what_the_troop_cards_say(question, totals):
    found = ODDS(dict(word.split("=") for word in question.split()))
    assert [tally.total for tally in found.tallies] == totals
    assert found.hits == turned(totals[0])


def test_nobody_loses_more_than_the_target_has():
    question = {"test": "melee", "unit": "fr_pm_veteran", "target": "sp_fl_musketeers", "automatic": "9"}
    assert max(ODDS(question).results) == 3
    assert max(ODDS({**question, "target_strength": "2"}).results) == 2
    del question["target"]
    assert max(ODDS(question).results) == 9
    assert max(ODDS({**question, "target_strength": "5"}).results) == 5
