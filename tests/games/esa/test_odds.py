"""Odds are exact: against every order of small decks, against the cards really turned, and for every kind of test."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alfiere.games import GAMES
from alfiere.games.esa.card_tests import turn_cards
from alfiere.games.esa.cards import values
from alfiere.games.esa.odds import Pile, Stock, after_passing, losses, passes, stock_of, stock_seen_by, successes
from alfiere.games.esa.prospects import prospects
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import MARK
from tests.situation import situation

CARDS = st.lists(st.booleans(), max_size=4)


@settings(max_examples=60, deadline=None)
@given(top=CARDS, middle=CARDS, bottom=CARDS, discard=CARDS, due=st.integers(0, 9))
def test_odds_agree_with_counting_every_order_of_the_cards(top, middle, bottom, discard, due):
    counted: Counter[int] = Counter()
    for deck in permutations(middle):
        for shuffled in permutations(discard):
            drawn = [*top, *deck, *bottom, *shuffled][:due]
            counted[sum(drawn)] += 1
    total = sum(counted.values())
    stock = Stock(tuple(top), Pile(sum(middle), len(middle)), tuple(bottom), Pile(sum(discard), len(discard)))
    assert successes(stock, due) == {hits: Fraction(count, total) for hits, count in counted.items()}


@settings(max_examples=30, deadline=None)
@given(pool=st.lists(st.booleans(), min_size=1, max_size=5), hidden=st.integers(0, 3), due=st.integers(0, 5))
def test_another_players_deck_is_a_blind_part_of_his_hidden_cards(pool, hidden, due):
    hidden = min(hidden, len(pool))
    counted: Counter[int] = Counter()
    for order in permutations(pool):
        counted[sum(order[hidden:][:due])] += 1
    total = sum(counted.values())
    stock = Stock((), Pile(sum(pool), len(pool)), (), Pile(0, 0), hidden=hidden)
    assert successes(stock, due) == {hits: Fraction(count, total) for hits, count in counted.items()}


def _orders(cards):
    """Every order of some cards, each as likely as the others."""
    for places in combinations(range(len(cards)), sum(cards)):
        yield [place in places for place in range(len(cards))]


def _turned(deck, discard, aside, due, to_the_end):
    """Every way a test may go: how likely, what was turned over, what is left."""
    if not due or (not to_the_end and True in aside) or not (deck or discard):
        yield Fraction(1), aside, deck, discard
    elif deck:
        yield from _turned(deck[1:], discard, [*aside, deck[0]], due - 1, to_the_end)
    else:
        orders = list(_orders(discard))
        for order in orders:
            for chance, *rest in _turned(order, [], aside, due, to_the_end):
                yield chance / len(orders), *rest


FEW = st.lists(st.booleans(), max_size=2)


@pytest.mark.parametrize("to_the_end", [False, True])
@settings(max_examples=60, deadline=None)
@given(top=FEW, middle=FEW, bottom=FEW, discard=FEW, due=st.integers(1, 5), more=st.integers(0, 5))
def test_what_comes_after_a_test_that_was_passed_agrees_with_counting_every_order(
    to_the_end, top, middle, bottom, discard, due, more
):
    counted: dict[int, Fraction] = {}
    for order in _orders(middle):
        for chance, cards, deck, discarded in _turned([*top, *order, *bottom], discard, [], due, to_the_end):
            if True in cards:
                for share, then, _, _ in _turned(deck, [*discarded, *cards], [], more, True):
                    counted[sum(then)] = counted.get(sum(then), Fraction(0)) + chance * share
    stock = Stock(tuple(top), Pile(sum(middle), len(middle)), tuple(bottom), Pile(sum(discard), len(discard)))
    found: dict[int, Fraction] = {}
    for left, share in after_passing(stock, due, to_the_end=to_the_end).items():
        for hits, chance in successes(left, more).items():
            found[hits] = found.get(hits, Fraction(0)) + share * chance
    total = sum(counted.values())
    assert found == {hits: chance / total for hits, chance in counted.items()}


def test_what_has_been_drawn_changes_the_odds_of_the_next_test():
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0
        blue pike B at 9,9 facing 0
    """)
    army = game.state.armies["red"]
    before = successes(stock_of(army), 1)[1]
    assert before == Fraction(9, 30)

    def draw_ten(g):
        turn_cards(g, "red", 10, 99)
        yield MARK

    game.run(draw_ten)
    army = game.state.armies["red"]
    drawn = sum(values()[card] <= 3 for card in army.discard)
    assert successes(stock_of(army), 1).get(1, 0) == Fraction(9 - drawn, 20)


def test_a_known_card_that_a_test_turns_over_is_shown_and_so_not_taken_back():
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0
        blue pike B at 9,9 facing 0
        cards red 1
    """)

    def turn_one(g):
        turn_cards(g, "red", 1, 99)
        yield MARK

    game.run(turn_one)
    assert game.game.chance.counter == 0  # it was no chance
    assert game.game.revealed == 1


def test_cards_laid_on_top_are_known_to_their_owner_and_not_to_the_other():
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0
        blue pike B at 9,9 facing 0
        cards red 1 9
    """)
    state = game.state
    assert successes(stock_seen_by(state, state.armies["red"], "red"), 2) == {1: 1}
    seen = successes(stock_seen_by(state, state.armies["red"], "blue"), 2)
    assert set(seen) == {0, 1, 2}
    assert sum(seen.values()) == 1


def test_losses_count_automatic_damage_armour_and_the_strength_that_is_there():
    hits = {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert losses(hits, automatic=1, armour=2, strength=1) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert passes(hits) == Fraction(3, 4)


def _prospects(game, key, seat, option):
    decision = Decision(seat, key, [option])
    return prospects(game.state, decision, option, seat)


def test_every_kind_of_test_has_its_prospect():
    game = situation("""
        esa on open ground
        red  musketeers M at 0,0 facing 0
        red  cuirassiers C at 3,0 facing 0, strength 1
        blue cuirassiers T at 0,-2 facing 3
        blue pike P at 3,-1 facing 3
        order red: move fire melee
    """)
    volley, reply = _prospects(game, "fire", "red", Option("fire", {"unit": "M", "target": "T"}))
    assert (reply.who, reply.when) == ("T", "reply")  # it may counter-charge
    assert [tally.total for tally in volley.tallies] == [4, 1, 0]  # strength 3 + fire 1; advantage; no armour
    assert volley.results == losses(dict(successes(stock_of(game.state.armies["red"]), 4)), 1, 0, 3)
    first, blow, answer = _prospects(game, "attack", "red", Option("attack", {"unit": "C", "target": "P"}))
    assert (first.kind, first.who) == ("morale", "C")  # weakened: esa.10.12b
    assert (blow.who, answer.who) == ("C", "P")
    assert [tally.total for tally in blow.tallies] == [3, 0, 1]
    assert [tally.total for tally in answer.tallies] == [5, 0, 1]
    assert set(answer.results) == {0, 1}  # one point of strength left to lose
    (charge,) = _prospects(game, "move", "red", Option("charge", {"unit": "C", "target": "P"}))
    assert charge.results[1] == passes(successes(stock_of(game.state.armies["red"]), 2))
    (recovery,) = _prospects(game, "rally", "red", Option("recover", {"unit": "C"}))
    assert recovery.result_word == "passed"
    assert [one.kind for one in _prospects(game, "move", "red", Option("turn", {"unit": "C"}))] == ["morale"]
    assert not _prospects(game, "move", "red", Option("turn", {"unit": "M"}))


def _about(game, key, seat, option, **about):
    return prospects(game.state, Decision(seat, key, [option], about), option, seat)


def test_who_is_fired_at_sees_what_each_answer_brings():
    game = situation("""
        esa on open ground
        red  musketeers M at 0,0 facing 0
        blue arquebusiers L at 0,-2 facing 3, strength 1
        blue cuirassiers T at 1,-2 facing 3
        order red: fire
    """)
    about = {"unit": "L", "enemy": "M"}
    (volley,) = _about(game, "react-to-fire", "blue", Option("none"), **about)
    assert (volley.kind, volley.who) == ("fire", "M")
    assert set(volley.results) == {0, 1}  # its last point of strength
    (test,) = _about(game, "react-to-fire", "blue", Option("evade", {"unit": "L"}), **about)
    assert (test.kind, test.who) == ("morale", "L")  # weakened: esa.10.12b
    own, shot, incoming = _about(game, "react-to-fire", "blue", Option("fire", {"unit": "L"}), **about)
    assert [(one.kind, one.who) for one in (own, shot, incoming)] == [("morale", "L"), ("fire", "L"), ("fire", "M")]
    assert shot.hits != successes(stock_of(game.state.armies["blue"]), shot.tallies[0].total)  # one success is gone
    assert incoming.results == volley.results
    charge = {"unit": "T", "enemy": "M"}
    first, second = _about(game, "react-to-fire", "blue", Option("counter-charge", {"unit": "T"}), **charge)
    assert [(first.kind, first.who), (second.kind, second.who)] == [("fire", "M"), ("morale", "T")]


def test_who_evades_or_rides_out_to_meet_a_charge_sees_the_test_it_may_need():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0
        blue arquebusiers L at 0,-1 facing 3
        blue guns G at 1,-1 facing 3
        blue cuirassiers T at 0,-4 facing 3
        blue cuirassiers W at 1,-4 facing 3, strength 1
    """)
    assert not _about(game, "evade", "blue", Option("evade", {"unit": "L"}), enemy="C")
    (guns,) = _about(game, "evade", "blue", Option("evade", {"unit": "G"}), enemy="C")  # esa.9.8g
    assert (guns.kind, guns.who) == ("morale", "G")
    assert not _about(game, "counter-charge", "blue", Option("counter-charge", {"unit": "T"}), unit="T", enemy="C")
    (weak,) = _about(game, "counter-charge", "blue", Option("counter-charge", {"unit": "W"}), unit="W", enemy="C")
    assert (weak.kind, weak.who) == ("morale", "W")
    assert not _about(game, "counter-charge", "blue", Option("stand"), unit="W", enemy="C")


def test_the_attacked_sees_the_blow_he_gets_and_the_one_he_gives():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, strength 1
        blue pike P at 0,-1 facing 3
        order red: melee
    """)
    about = {"unit": "P", "enemy": "C"}
    told = [("morale", "C"), ("melee", "C"), ("melee", "P")]
    fights = _about(game, "fight-back", "blue", Option("fight", {"unit": "P"}), **about)
    assert [(one.kind, one.who) for one in fights] == told
    suffers = _about(game, "fight-back", "blue", Option("none"), **about)
    assert [(one.kind, one.who) for one in suffers] == told[:2]
    assert suffers[1].results == fights[1].results


def test_an_order_with_too_far_to_go_shows_the_test_of_everybody_on_its_way():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,9 facing 0, division foot
        red   general G at 0,9 morale 1, division foot
        red   wing W at 0,5 morale 1, over foot
        red   commander X at 0,0 morale 1
        blue  musketeers C at 9,-9 facing 3
        order foot: move
        cards red 9 1 9
    """)
    option = Option("division", {"division": "foot"})
    first, second = _prospects(game, "chain", "red", option)
    assert [(one.kind, one.who) for one in (first, second)] == [("morale", "W"), ("morale", "G")]
    assert first.results[1] == 1  # the second card is known to be a success, and there the test ends
    known = stock_of(game.state.armies["red"])
    after = Stock(known.top[2:], known.deck, known.bottom, known.discard)
    assert second.results[1] == passes(successes(after, second.tallies[0].total))


def test_a_test_that_was_passed_is_not_foretold_again():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, strength 1
        blue pike P at 0,-5 facing 3
        order red: move melee
    """)
    step = Option("move", {"unit": "C", "hex": game.at(0, -1)})
    assert len(_prospects(game, "move", "red", step)) == 1
    assert not _prospects(game, "go-on", "red", step)
    assert not _prospects(game, "raid-to", "red", step)
    marker = Option("rally", {"unit": "C", "marker": "shaken"})
    assert len(_prospects(game, "rally", "red", marker)) == 1
    assert not _prospects(game, "give-heart", "red", marker)  # esa.card.41: no test


def test_a_far_target_of_guns_is_paralysed_or_not():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 0
        blue line T at 0,-4 facing 3
        order red: fire
    """)
    (volley,) = _prospects(game, "fire", "red", Option("fire", {"unit": "G", "target": "T"}))
    assert volley.result_word == "paralysed"
    assert set(volley.results) == {0, 1}


@pytest.mark.parametrize(
    ("question", "passed"),
    [
        ({"cards": "1"}, Fraction(9, 30)),
        ({"cards": "1", "value": "2"}, Fraction(6, 30)),
        ({"cards": "3", "deck": "1/2", "discard": "1/1"}, Fraction(1)),
        ({"test": "morale", "unit": "fr_pm_veteran", "strength": "2", "deck": "0/9"}, Fraction(0)),
    ],
)
def test_a_question_in_words_is_answered(question, passed):
    assert GAMES["esa"].odds(question).results[1] == passed


def test_a_question_about_troops_counts_strength_skill_advantage_and_armour():
    found = GAMES["esa"].odds({"test": "melee", "unit": "sp_sq_german_tercio", "target": "fr_cp_gendarmes"})
    assert [tally.total for tally in found.tallies] == [5, 1, 1]
    second = GAMES["esa"].odds({"test": "fire", "unit": "sp_sq_german_tercio", "strength": "3", "bonus": "1"})
    assert second.tallies[0].total == 3  # second line of values: 3 - 1 + 1


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({}, "say how many cards"),
        ({"cards": "many"}, "it must be a whole number from 1 to 30"),
        ({"cards": "2", "deck": "5"}, "write successes and cards"),
        ({"cards": "2", "deck": "5/3"}, "write successes and cards"),
        ({"colour": "red"}, "this word is not known"),
        ({"test": "fire", "unit": "dragon"}, "is not among the profiles"),
        ({"test": "fire", "unit": "sp_cp_heavy"}, "cannot fire"),
        ({"test": "sing", "unit": "sp_cp_heavy"}, "it must be one of fire, melee, morale"),
    ],
)
def test_a_question_that_makes_no_sense_gets_one_sentence(question, said):
    with pytest.raises(BadData) as refused:
        GAMES["esa"].odds(question)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


UNDER_FIRE = """
    esa on open ground
    red  {shooter} M at 0,{at} facing 0
    blue cuirassiers T at 0,-2 facing 3{state}
    {more}
    order red: fire
"""


def _meets(**words):
    """The volley and the test of who counter-charges a shooter, and what its army may draw."""
    words = {"shooter": "musketeers", "at": 0, "state": "", "more": ""} | words
    game = situation(UNDER_FIRE.format(**words))
    option = Option("counter-charge", {"unit": "T"})
    return *_about(game, "react-to-fire", "blue", option, unit="T", enemy="M"), stock_of(game.state.armies["blue"])


@pytest.mark.parametrize(
    ("state", "more", "rides"),  # cards of the test after each number of losses that lets it ride
    [
        ("", "", {1: 3}),  # at least one loss, the musketeers' advantage; two shake it
        (", lost 1", "", {}),
        ("", "blue line A at 1,-2 facing 3\nblue line B at -1,-2 facing 3", {1: 3, 2: 2}),  # supported
        ("", "blue general G at 0,-2 morale 3", {1: 6, 2: 5}),
        ("", "blue general G at 0,-2 morale 3 strength 1", {1: 4, 2: 3}),  # he falls, another takes over
        ("", "blue character P at 0,-2 morale 3 strength 1", {1: 3}),  # he falls, and nobody comes
    ],
)
def test_a_counter_charge_under_fire_counts_what_the_volley_does_first(state, more, rides):
    volley, charge, stock = _meets(state=state, more=more)
    passed = sum(volley.results[lost] * passes(dict(successes(stock, cards))) for lost, cards in rides.items())
    assert charge.results == {0: 1 - passed, 1: passed}
    if rides:
        assert charge.tallies[0].total in rides.values()


def test_a_counter_charge_is_not_hindered_by_a_shot_that_does_nothing():
    volley, charge, stock = _meets(shooter="guns", at=1, state=", armour 0|0")
    assert volley.result_word == "paralysed"
    passed = volley.results[0] * passes(dict(successes(stock, 4)))
    assert charge.results[1] == passed > 0


def test_a_counter_charge_that_needs_no_test_shows_the_volley_alone():
    found = _meets(more="order blue: card 34")
    assert [one.kind for one in found[:-1]] == ["fire"]


@pytest.mark.parametrize("shown", [False, True])
def test_cards_lying_face_down_are_hidden_from_the_other_side_only_while_they_do_and_only_his(shown):
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0
        blue line B at 0,-5 facing 3
        hand red 5 7 blue 6 8
    """)
    state = game.state
    for name, card in (("red", 1), ("blue", 2)):
        state.divisions[name].card = card
        state.armies[name].deck.middle.remove(card)
    state.cards_shown = shown
    seen = stock_seen_by(state, state.armies["red"], "blue")
    assert seen.hidden == 2 + (not shown)  # the hand, and the card at the general
    assert seen.deck.total - seen.hidden == len(state.armies["red"].deck)
