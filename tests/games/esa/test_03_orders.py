"""Chapter 3.2.2, the orders phase: cards given in secret, reveal, initiative, special cards, chain tests."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import draw
from alfiere.games.esa.events import (
    CardShown,
    CardsPutBack,
    ChosenAtRandom,
    FocusDeclared,
    InitiativeTaken,
    OrderLost,
    OrderReceived,
    ReserveAssigned,
    SpecialPlayed,
)
from alfiere.games.esa.orders import orders, settle_initiative
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.chance import Chance
from alfiere.kernel.game import Game
from tests.games.esa.card_play import TWO
from tests.games.esa.lines import Situation
from tests.games.esa.muster import muster
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def lens_at_orders() -> Game:
    """Lens at the moment in which both sides give out their cards in the first turn."""
    rules = Esa()
    game: Game = Game(rules, rules.scenario("lens-1648"), "orders")
    while game.decision is not None and game.decision.key != "assign":
        game.answer(game.decision.seat, game.decision.options[0])
    return game


# Giving out cards


@pytest.mark.rule("esa.3.2.2a", "esa.3.2.2b")
def test_each_division_may_be_given_one_card_of_the_hand_or_none():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,3 facing 0, division two
        blue  musketeers C at 0,-9 facing 3
        hand red 4 9 23
    """)
    game.turn_phase("orders", "assign division=one card=9", "none division=two")
    one, two = asked(game, "assign")[:2]
    offered = {option["card"] for option in one.options if option.key == "assign"}
    assert offered == {4, 9, 23}
    assert {option["card"] for option in two.options if option.key == "assign"} == {4, 23}
    assert [decision.about["division"] for decision in asked(game, "assign") if decision.seat == "red"] == [
        "one",
        "two",
    ]
    assert game.state.divisions["one"].card == 9
    assert game.state.divisions["two"].card == 0
    assert not game.state.divisions["two"].has_order
    assert game.state.armies["red"].hand == [4, 23]


@pytest.mark.rule("esa.3.2.2a", "esa.3.2.2n")
def test_both_players_give_out_cards_at_the_same_time_and_face_down():
    game = lens_at_orders()
    assert {decision.seat for decision in game.decisions()} == {"red", "blue"}
    before = game.view("blue")
    decision = game.decision_of("red")
    assert decision is not None
    focus = next(option for option in decision.options if option.key == "focus")
    game.answer("red", focus)
    assert game.view("blue") == before  # neither the card nor the focus nor that a card was given
    assert game.decision_of("blue") is not None
    mine = {note["group"]: note for note in game.view("red")["notes"]}
    assert mine[focus["division"]]["card"]["number"] == focus["card"]


@pytest.mark.rule("esa.3.2.2c")
def test_hand_cards_go_face_down_on_the_top_or_at_the_bottom_in_any_order():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3
        hand red 1 2 3 4 5 6
        initiative red
    """)
    game.turn_phase(
        "orders",
        "assign card=6",
        *("put-top card=2", "put-bottom card=5", "put-top card=4", "put-bottom card=1"),
        "done",
    )
    army = game.state.armies["red"]
    assert army.hand == [3]
    drawn = [draw(game.game, army) for _ in range(len(army.deck))]
    assert drawn[:2] == [4, 2]  # the last one laid on top is drawn first
    assert drawn[-2:] == [5, 1]
    told = game.told(CardsPutBack)[0]
    assert told.seen_by("blue")["top"] == 2
    assert told.seen_by("red")["top"] == (2, 4)


@pytest.mark.rule("esa.3.2.2d")
def test_a_hand_above_the_command_capacity_must_be_put_back_down_to_it():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3
        hand red 1 2 3 4
    """)
    game.turn_phase("orders", "none division=red", "put-bottom card=4", "put-top card=3", "done")
    offers = [any(option.key == "done" for option in decision.options) for decision in asked(game, "put-back")]
    assert offers[:3] == [False, False, True]  # a capacity of two: one division and the commander
    assert [decision.about["excess"] for decision in asked(game, "put-back")][:3] == [2, 1, 0]
    assert game.state.armies["red"].hand == [1, 2]


@pytest.mark.rule("esa.3.2.2d2")
def test_a_card_drawn_by_a_special_ability_may_exceed_the_hand_limit_until_the_next_orders():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3
        hand red 21 2 3
        initiative red
    """)
    game.turn_phase("orders", "assign card=21", "done", "use")
    assert len(game.state.armies["red"].hand) == 3
    game.turn_phase("actions")
    game.turn_phase("end")
    assert len(game.state.armies["red"].hand) == 3
    game.asked.clear()
    game.turn_phase("orders", "none division=red")
    assert asked(game, "put-back")[0].about["excess"] == 1


# The order of the steps


@pytest.mark.rule("esa.3.2.2e")
def test_the_steps_of_the_orders_phase_follow_one_another():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division near
        red   musketeers B at 0,9 facing 0, division far
        red   musketeers R at 1,2 facing 0, division kept, reserve
        red   general N at 0,1 morale 2, division near
        red   general F at 0,9 morale 1, division far
        red   commander X at 1,1 morale 2
        blue  musketeers C at 0,-9 facing 3
        hand red 1 4 10 23 29
        hand blue 21
        initiative red
    """)
    game.turn_phase(
        "orders",
        "assign-reserve unit=R division=near",
        "focus division=near card=4",
        "assign division=far card=23",
        "put-top card=10",
        "done",
        "focus-on action=fire",
    )
    steps = [decision.key for decision in game.asked]
    assert steps[:2] == ["reserve", "assign"]
    assert steps.index("put-back") < steps.index("focus") < steps.index("special-card")
    kinds = (ReserveAssigned, CardsPutBack, CardShown, FocusDeclared, InitiativeTaken, SpecialPlayed, events.TestTaken)
    told = [type(event) for event in game.events if isinstance(event, kinds)]
    assert list(dict.fromkeys(told)) == list(kinds)
    assert game.told(events.TestTaken)[0].values == (1,)  # card 10, put on top, is the first the chain test draws


@pytest.mark.rule("esa.3.2.2f")
def test_all_cards_are_revealed_at_the_same_time():
    game = lens_at_orders()
    red = {one.id for one in game.state.divisions.values() if one.seat == "red"}
    while (decision := game.decision_of("red")) is not None and decision.key in ("assign", "put-back"):
        game.answer("red", decision.options[0])
        assert all(note["card"] is None for note in game.view("blue")["notes"] if note["group"] in red)
        assert not any(isinstance(event, CardShown) and event.rules == ("esa.3.2.2f",) for event in game.events)
    before = len(game.events)
    while (decision := game.decision_of("blue")) is not None and decision.key in ("assign", "put-back"):
        before = len(game.events)
        game.answer("blue", decision.options[0])
    shown = [event for event in game.events[before:] if isinstance(event, CardShown)]
    assert {event.division for event in shown} == set(game.state.divisions)
    assert {event.seat for event in shown} == {"red", "blue"}


# The initiative


def initiative(first: list[int], second: list[int], had: str = "", turn: int = 1):
    """The orders phase in which red's and blue's two divisions are given these cards."""
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,3 facing 0, division two
        blue  musketeers C at 0,-9 facing 3, division three
        blue  musketeers D at 0,-12 facing 3, division four
        hand red {first[0]} {first[1]}
        hand blue {second[0]} {second[1]}
        cards red 9 9 blue 9 2
        turn {turn}
        {f"initiative {had}" if had else ""}
    """)
    script = [
        f"assign division={division} card={card}"
        for division, card in zip(("one", "two", "three", "four"), (*first, *second), strict=True)
    ]
    game.turn_phase("orders", *script)
    return game


@pytest.mark.rule("esa.3.2.2g")
def test_more_cards_of_priority_three_take_the_initiative():
    game = initiative([4, 1], [2, 5], had="blue", turn=2)
    assert game.state.initiative == "red"
    assert (game.told(InitiativeTaken)[0].red, game.told(InitiativeTaken)[0].blue) == (1, 0)
    assert initiative([4, 1], [7, 8], had="red", turn=2).state.initiative == "blue"


@pytest.mark.rule("esa.3.2.2h")
@pytest.mark.parametrize("had", ["red", "blue"])
def test_a_tie_leaves_the_initiative_where_it_was(had):
    assert initiative([4, 1], [7, 2], had=had, turn=2).state.initiative == had


@pytest.mark.rule("esa.3.2.2i")
def test_a_tie_in_the_first_turn_is_decided_at_random():
    game = initiative([4, 1], [7, 2])
    chosen = game.told(ChosenAtRandom)[0]
    assert (chosen.winner, chosen.red, chosen.blue) == ("blue", 9, 2)  # two nines first, then the lower card wins
    assert game.state.initiative == "blue"
    assert len(game.state.armies["red"].discard) == 2


@pytest.mark.rule("esa.ex.63")
def test_two_against_one_take_the_initiative_and_a_tie_keeps_it():
    game = initiative([4, 7], [8, 2])
    assert game.state.initiative == "red"
    game.state.turn = 2
    for seat, hand in (("red", [11, 1]), ("blue", [12, 3])):
        game.state.armies[seat].hand = hand
    for division in game.state.divisions.values():
        division.card = 0
    script = ("one card=11", "two card=1", "three card=12", "four card=3")
    game.turn_phase("orders", *(f"assign division={one}" for one in script))
    taken = game.told(InitiativeTaken)
    assert [(one.seat, one.red, one.blue) for one in taken] == [("red", 2, 1), ("red", 1, 1)]


@pytest.mark.rule("esa.3.2.2j")
def test_a_focused_card_and_one_whose_order_is_lost_both_count_for_the_initiative():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,9 facing 0, division two
        red   general F at 0,9 morale 1, division two
        red   commander X at 0,0 morale 1
        blue  musketeers C at 0,-9 facing 3
        hand red 4 7
        hand blue 8
        cards red 9 9 9 9
        initiative blue
    """)
    game.turn_phase("orders", "focus division=one card=4", "assign division=two card=7", "assign card=8")
    assert game.told(OrderLost)[0].division == "two"
    assert game.state.initiative == "red"
    assert (game.told(InitiativeTaken)[0].red, game.told(InitiativeTaken)[0].blue) == (2, 1)


# Special cards


@pytest.mark.rule("esa.3.2.2k", "esa.3.2.2k2")
def test_a_special_card_works_on_reveal_at_any_distance_and_needs_no_chain_test():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,9 facing 0
        red   general F at 0,9 morale 1
        red   commander X at 0,-9 morale 1
        blue  musketeers C at 9,-9 facing 3
        hand red 21
        initiative red
    """)
    game.turn_phase("orders", "assign card=21", "use")
    assert game.told(SpecialPlayed)[0].card == 21
    assert len(game.state.armies["red"].hand) == 1
    assert game.state.armies["red"].discard == [21]
    assert not game.told(events.TestTaken)
    # the same distance for a card that grants orders
    game.state.armies["red"].hand = [4]
    game.turn_phase("orders", "assign card=4")
    assert game.told(events.TestTaken)[0].piece == "F"


@pytest.mark.rule("esa.3.2.2l")
def test_the_initiative_plays_its_special_cards_first_in_the_order_it_likes():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3, division one
        blue  musketeers D at 0,-12 facing 3, division two
        hand red 21
        hand blue 21 22
        initiative blue
    """)
    game.turn_phase(
        "orders",
        "assign division=red card=21",
        "assign division=one card=21",
        "assign division=two card=22",
        "division division=two",
    )
    assert [event.division for event in game.told(SpecialPlayed)] == ["two", "one", "red"]
    assert asked(game, "special")[0].seat == "blue"


# What is hidden


@pytest.mark.rule("esa.3.2.2n")
def test_hands_decks_and_face_down_cards_are_hidden_and_discards_are_open():
    game = lens_at_orders()
    state = game.state.copy()
    state.armies["red"].discard = [state.armies["red"].deck.middle.pop()]
    before = game.rules.view(state, "blue")
    # whatever hidden cards red may really have, blue sees the same
    for seed in ("one", "two", "three"):
        other = state.copy()
        game.rules.redeal(other, "blue", Chance(seed))
        assert other.armies["red"].hand != state.armies["red"].hand
        assert game.rules.view(other, "blue") == before
        assert not game.rules.faults(other)
    state.armies["red"].deck.top.append(state.armies["red"].deck.middle.pop(0))
    other = state.copy()
    other.armies["red"].deck.top.append(other.armies["red"].deck.middle.pop(0))
    other.armies["red"].deck.middle.append(other.armies["red"].deck.top.pop(0))
    assert game.rules.view(state, "blue") == game.rules.view(other, "blue")
    assert game.rules.view(state, "red") != game.rules.view(other, "red")
    assert before["hands"]["red"]["cards"] is None
    assert before["hands"]["red"]["discard"] == state.armies["red"].discard
    assert before["hands"]["blue"]["cards"] is not None


@pytest.mark.rule("esa.3.2.2n")
def test_revealed_cards_and_their_focus_are_open_to_both():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3
        hand red 4
        initiative red
    """)
    game.turn_phase("orders", "focus card=4", "focus-on action=fire")
    for seat in ("red", "blue", None):
        notes = {note["group"]: note for note in game.rules.view(game.state, seat)["notes"]}
        assert notes["red"]["card"]["number"] == 4
        assert notes["red"]["focus"] == "fire"


# The chain of command


@pytest.mark.rule("esa.3.2.2m")
@pytest.mark.parametrize(
    ("distance", "cards", "tested", "received"),
    [(4, "9 9 9 9 9", False, True), (5, "9 9 9 9 2", True, True), (5, "9 9 9 9 9", True, False)],
)
def test_an_order_that_goes_too_far_needs_a_morale_test_of_its_receiver(distance, cards, tested, received):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   general G at 0,0 morale 2
        red   commander X at 0,{distance} morale 2
        blue  musketeers C at 0,-9 facing 3
        hand red 4
        cards red {cards}
        initiative red
    """)
    game.turn_phase("orders", "assign card=4")
    assert [event.piece for event in game.told(events.TestTaken)] == (["G"] if tested else [])
    assert game.state.divisions["red"].has_order is received
    assert game.state.divisions["red"].card == (4 if received else 0)
    assert (4 in game.state.armies["red"].discard) is not received
    assert bool(game.told(OrderLost)) is not received


@pytest.mark.rule("esa.3.2.2m2")
def test_chain_tests_are_taken_one_by_one_the_initiative_first_in_the_order_each_likes():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,9 facing 0
        red   general RA at 0,9 morale 1
        red   commander X at 0,0 morale 1
        blue  musketeers C at 9,-9 facing 3, division one
        blue  musketeers D at 9,-12 facing 3, division two
        blue  general B1 at 9,-9 morale 1, division one
        blue  general B2 at 9,-12 morale 1, division two
        blue  commander Y at 0,-6 morale 1
        hand red 1
        hand blue 2 3
        cards red 1 blue 9 9 9 9 1
        initiative blue
    """)
    game.turn_phase(
        "orders",
        "assign division=red card=1",
        "assign division=one card=2",
        "assign division=two card=3",
        "division division=two",
    )
    assert [event.piece for event in game.told(events.TestTaken)] == ["B2", "B1", "RA"]
    assert [event.passed for event in game.told(events.TestTaken)] == [False, True, True]
    assert [event.division for event in game.told(OrderLost)] == ["two"]
    assert [event.division for event in game.told(OrderReceived)] == ["one", "red"]
    assert asked(game, "chain")[0].seat == "blue"


# Initiative, reserves and cards that are looked at


@pytest.mark.rule("esa.2.1f", "esa.3.2.2g")
@pytest.mark.parametrize(("turn", "first"), [(1, "blue"), (2, "blue"), (3, "red")])
def test_a_scenario_may_give_the_initiative_in_some_turns(turn, first):
    words = {"name": {"en": "first", "it": "primo"}, "text": {"en": "first", "it": "primo"}}
    special = [{"kind": "initiative", "side": "blue", "turns": [1, 2], **words}]
    game = muster("commander 2 / foot 2: line line", special=special).play(to="assign")
    game.state.turn, game.state.initiative = turn, ""
    game.state.divisions["foot"].card = 4  # priority 3
    situated = Situation(game.state, game.game.scenario)

    def settle(g):
        settle_initiative(g)
        return
        yield

    situated.run(settle)
    assert situated.state.initiative == first
    assert situated.told(InitiativeTaken)[-1].rules == (("esa.2.1f",) if turn < 3 else ("esa.3.2.2g",))


@pytest.mark.rule("esa.10.15b", "esa.g.15")
def test_both_sides_give_away_reserves_one_by_one_and_a_battle_taken_up_again_asks_nobody_twice():
    game = muster(
        "commander 9 / foot 9: line line / spare: line line", "commander 9 / other 9: line line / spare2: line line"
    ).play(to="reserve")
    seats = []
    for answer in ("assign-reserve", "keep", "keep"):
        decision = game.decision
        assert decision.key == "reserve"
        again = game.game.clone().decision
        assert again is not None
        assert (again.seat, again.about) == (decision.seat, decision.about)
        assert [one.meaning for one in again.options] == [one.meaning for one in decision.options]
        seats.append(decision.seat)
        game.play(answer)
    assert seats[0] == seats[1] != seats[2]  # the first gave one away, and might have given another
    assert game.decision.key != "reserve"


@pytest.mark.rule("esa.card.22")
def test_cards_that_were_looked_at_cannot_be_taken_back():
    seen: dict[str, int] = {}

    def look(decision):
        if decision.key in ("special-card", "look"):
            seen.setdefault(decision.key, game.game.revealed)
            return decision.options[0]
        return None

    game = situation(TWO + "hand red 22\ncards red 1 2 3")
    game.state.phase = "orders"
    game.run(orders, "assign card=22", "none", look, look)
    assert seen["look"] > seen["special-card"]
