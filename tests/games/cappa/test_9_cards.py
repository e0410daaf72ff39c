"""Chapter 9.2, an option: cards instead of ten-sided dice."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.preview import prospects
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.state.cards import deck_of
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.games.cappa.told.events import DiceRolled, MoraleTested, Shot
from alfiere.games.cappa.told.fortune_events import DeckShuffled
from alfiere.games.cappa.turn.activation import activation
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from tests.games.scripted import OneProcedure
from tests.situation import situation

DUEL = """
    cappa on open ground
    red  protagonist A at 10,10, pa 3
    blue protagonist B at 20,20
    option cards yes
"""


def turn(game, seat, count):
    """So many cards of a side, one after the other."""
    found: list[int] = []

    def cards(g):
        found.extend(d10(g, seat) for _ in range(count))
        yield from ()

    game.run(cards)
    return found


@pytest.mark.rule("cappa.9.2.1a", "cappa.9.2.1.h1")
def test_every_side_has_a_deck_of_its_own_with_four_of_each_number_from_one_to_ten():
    game = situation(DUEL)
    for seat in ("red", "blue"):
        assert Counter(deck_of(game.state, seat)) == dict.fromkeys(range(1, 11), 4)
    turn(game, "red", 7)
    assert (len(deck_of(game.state, "red")), len(deck_of(game.state, "blue"))) == (33, 40)


@pytest.mark.rule("cappa.9.2.2a", "cappa.9.2.2b")
def test_forty_cards_in_a_row_are_every_card_once_and_then_the_deck_is_shuffled_again():
    game = situation(DUEL)
    assert Counter(turn(game, "red", 39)) < Counter(dict.fromkeys(range(1, 11), 4))
    assert game.told(DeckShuffled) == []
    (last,) = deck_of(game.state, "red")
    assert turn(game, "red", 1) == [last]
    assert [(event.seat, event.cards) for event in game.told(DeckShuffled)] == [("red", 40)]
    assert len(deck_of(game.state, "red")) == 40
    assert len(set(turn(game, "red", 20))) > 1


@pytest.mark.rule("cappa.9.2.2a")
def test_a_number_that_has_been_turned_four_times_does_not_come_again():
    game = situation(DUEL)
    game.state.sides["red"].turned = [1, 1, 1, 1]
    assert 1 not in turn(game, "red", 36)


@pytest.mark.rule("cappa.9.2.1b")
def test_all_players_of_a_side_draw_from_the_same_deck():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10, player 1
        red  protagonist C at 12,10, player 2
        blue protagonist B at 20,20
        option cards yes
    """)
    turn(game, "red", 3)
    assert view(game.state, None)["tracks"]["cards"] == {"red": 37, "blue": 40}


@pytest.mark.rule("cappa.9.2a")
def test_activation_still_uses_six_sided_dice():
    game = situation(DUEL + "dice red 6 blue 5")
    game.state.step = 0
    game.run(activation)
    assert [event.dice for event in game.told(DiceRolled)] == [(6,), (5,)]
    assert len(deck_of(game.state, "red")) == 40


EXAMPLE = """
    cappa on open ground
    red  moschettiere A at 10,10, hands MMK, pa 2
    blue dragone B at 10,21, hands MMK
    option cards yes
    option matchlock_long_txd_zero {}
    dice red 2 5 blue 1
"""


@pytest.mark.rule("cappa.ex.41", "cappa.9.2.2a")
@pytest.mark.parametrize(("switch", "where"), [("yes", "gone"), ("no", "on")])
def test_the_musketeer_of_the_example_turns_two_cards(switch, where):
    game = situation(EXAMPLE.format(switch))
    game.do("A", "aim")
    game.do("A", "shoot target=B")
    (shot,) = game.told(Shot)
    assert (shot.roll, shot.tally.total, shot.hit, shot.damage) == (2, 3, True, 5)
    assert game.figure("B").where == where
    assert sorted(game.state.sides["red"].turned) == [2, 5]
    assert bool(game.told(MoraleTested)) == (where == "on")
    assert game.state.sides["blue"].turned == ([1] if where == "on" else [])


@pytest.mark.rule("cappa.9.2.2a")
def test_the_odds_that_are_shown_are_those_of_the_cards_left():
    game = situation(EXAMPLE.format("no"))
    game.state.sides["red"].turned = [9, 10] * 4 + [8] * 2
    shot = Option("shoot", {"figure": "A", "target": "B", "weapon": "MMK"})
    asked = Decision("red", "action", [shot], {"figure": "A", "pa": 2}, ("cappa.2.1.4d",))
    (odds,) = prospects(game.state, asked, shot, "red")
    assert odds.tallies[0].total == 2
    assert odds.hits[1] == Fraction(8, 30)


@pytest.mark.rule("cappa.9.2.3a", "cappa.9.2.3c")
@pytest.mark.parametrize("number", [1, 10])
def test_a_scenario_takes_low_or_high_cards_out_of_a_deck(number):
    game = situation(DUEL + f"deck red lacks {number} {number} {number} {number}")
    assert len(deck_of(game.state, "red")) == 36
    assert number not in turn(game, "red", 36)
    assert [event.cards for event in game.told(DeckShuffled)] == [36]
    assert len(deck_of(game.state, "blue")) == 40


@pytest.mark.rule("cappa.9.2.3b")
def test_cards_may_be_taken_out_when_the_deck_is_shuffled_for_the_first_time():
    game = situation(DUEL + "deck red lacks_later 1 1 1 1")
    assert 1 in turn(game, "red", 40)
    assert [event.cards for event in game.told(DeckShuffled)] == [36]
    assert 1 not in turn(game, "red", 36)


@pytest.mark.rule("cappa.9.2.3d")
def test_a_scenario_may_take_out_any_cards_but_not_more_than_there_are():
    game = situation(DUEL + "deck red lacks 5 5 6\n    deck red lacks_later 7")
    assert Counter(deck_of(game.state, "red"))[5] == 2
    with pytest.raises(BadData, match="4 of each number"):
        situation(DUEL + "deck red lacks 1 1 1 1 1")
    with pytest.raises(BadData, match="no card would be left"):
        situation(DUEL + "deck red lacks " + " ".join(str(n) for n in range(1, 11) for _ in range(4)))


def test_cards_turned_come_back_from_a_save_and_take_no_room_where_there_are_none():
    game = situation(DUEL)
    assert "turned" not in game.state.sides["red"].to_plain()
    turn(game, "red", 41)
    data = json.loads(json.dumps(game.state.to_plain()))
    assert data["sides"]["red"]["shuffles"] == 1
    back = Cappa().restore(game.scenario, data)
    assert isinstance(back, SkirmishState)
    assert deck_of(back, "red") == deck_of(game.state, "red")
    assert back.sides["blue"].turned == []


class FiveCards(OneProcedure, Cappa):
    """The game with nothing but five cards of red."""

    def __init__(self) -> None:
        super().__init__(lambda g: turn_five(g))


def turn_five(g):
    for _ in range(5):
        d10(g, "red")
    yield from ()


def test_who_plays_with_real_cards_is_asked_for_those_that_are_left_in_his_deck():
    s = situation(DUEL).state
    game = Game(FiveCards(), s.scenario, 1, state=s, by_hand=True)
    asked = []
    while (decision := game.decision) is not None:
        assert (decision.key, decision.about["kind"]) == ("roll", "card")
        told = Cappa().words("en").say("prompt", "roll", decision.about, lambda _kind, value: str(value))
        assert told.startswith("A card")
        asked.append([option["card"] for option in decision.options])
        game.answer("red", 0)
    assert asked == [list(range(1, 11))] * 4 + [list(range(2, 11))]
    assert game.state.sides["red"].turned == [1, 1, 1, 1, 2]
