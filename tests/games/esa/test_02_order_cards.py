"""Chapter 2.5: what an order card says as an order, and what it says in a test."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from alfiere.games.esa.battle import end_of_turn
from alfiere.games.esa.cards import ACTIONS, BASE_DECK, EXPANSION, cards
from alfiere.games.esa.command import grants
from alfiere.games.esa.events import DivisionActs, MeleeStruck, SpecialPlayed, VolleyFired
from alfiere.games.esa.movement import movement_points
from alfiere.games.esa.orders import orders
from alfiere.kernel.decision import Decision
from tests.games.esa.card_play import TWO, granted, morale_test, order_phase
from tests.situation import situation


@pytest.mark.rule("esa.2.5a", "esa.2.5.3a")
def test_the_random_value_of_a_card_has_no_effect_on_its_orders():
    assert (cards()[6].value, cards()[5].value) == (2, 10)  # a success and a failure in tests
    assert granted(6) == granted(5) == (2, "move fire melee")
    for card in (5, 6):
        game = order_phase(TWO + f"hand red {card}", f"assign card={card}", "none")
        assert game.state.divisions["red"].has_order
        assert movement_points(game.state, game.unit("A")) == 1


@pytest.mark.rule("esa.2.5b")
def test_only_the_value_of_a_card_is_read_in_a_test():
    game = situation(TWO + "hand blue 5")
    army = game.state.armies["red"]
    # Jealousies, Spies, Direct order, Coup d'oeil and No order: values 5, 8, 8, 9 and 1
    army.deck.top = [27, 35, 1, 42, 47]
    test = morale_test(game)
    assert (test.values, test.passed) == ((5, 8, 8, 9, 1), True)
    assert sorted(army.discard) == [1, 27, 35, 42, 47]
    assert (army.hand, game.state.armies["blue"].hand) == ([], [5])  # nobody draws, discards or spies
    assert game.told(SpecialPlayed) == []


@pytest.mark.rule("esa.2.5.1a")
def test_cards_have_priority_three_to_one_in_the_order_of_play_or_none_if_they_are_no_orders():
    for card in cards().values():
        assert card.priority in (1, 2, 3) if card.orders else card.priority == 0
        if not card.priority:
            assert card.is_special or card.name["en"] == "No order"
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division one
        red pike B at 4,0 facing 0, division two
        blue pike C at 0,-9 facing 3, division three
        order one: card 23
        order two: card 24
        order three: card 18
        initiative red
    """)
    game.phase("movement")
    assert [one.division for one in game.told(DivisionActs)] == ["three", "two", "one"]


@pytest.mark.rule("esa.2.5.1b")
def test_thirty_cards_are_the_base_deck_and_twenty_the_expansion():
    assert (list(BASE_DECK), list(EXPANSION)) == (list(range(1, 31)), list(range(31, 51)))
    assert sorted(cards()) == list(range(1, 51))
    assert all(number == card.number for number, card in cards().items())
    assert situation(TWO).state.armies["red"].deck.middle == list(BASE_DECK)


@pytest.mark.rule("esa.2.5.2a")
def test_a_division_does_only_what_its_card_grants():
    game = situation(TWO.replace("-9", "-2") + "order red: card 17")  # fire and rally
    for phase in ("movement", "fire", "melee", "rally"):
        game.phase(phase)
    assert [one.action for one in game.told(DivisionActs)] == ["fire", "rally"]


@pytest.mark.rule("esa.2.5.2b")
def test_an_ability_changes_the_troops_for_the_turn_only():
    game = situation(TWO + "order red: card 18")
    assert movement_points(game.state, game.unit("A")) == 2
    game.run(end_of_turn)
    assert movement_points(game.state, game.unit("A")) == 1


@pytest.mark.rule("esa.2.5.2c")
def test_an_ability_works_in_actions_and_reactions_of_units_in_command_only():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        red general G at 0,1 morale 2, division red
        blue pike B at 0,-2 facing 3
        order red: card 33
        order blue: fire
    """
    game = situation(text)
    game.shoot("B", "A", "fire unit=A")  # a reaction
    assert (1, "card", "esa.card.33") in game.told(VolleyFired)[1].tally.lines
    far = situation(text.replace("G at 0,1", "G at 0,3"))
    far.shoot("B", "A", "fire unit=A")
    assert "card" not in [line[1] for line in far.told(VolleyFired)[1].tally.lines]
    far = situation(text.replace("card 33", "card 38").replace("-2 facing 3", "-1 facing 3"))
    far.fight("A", "B")  # an action, in another phase
    assert (1, "card", "esa.card.38") in far.told(MeleeStruck)[0].tally.lines


@pytest.mark.rule("esa.2.5.2d")
def test_a_no_order_card_can_be_laid_as_a_bluff_or_put_on_top_for_its_value():
    game = order_phase(TWO + "hand red 27 29", "assign card=29", "put-top card=27", "none")
    division = game.state.divisions["red"]
    assert (division.card, division.has_order) == (29, False)
    assert [action for action in ACTIONS if grants(game.state, division, action)] == []
    test = morale_test(game)
    assert (test.values, test.passed) == ((1,), True)  # the value of card 27


@pytest.mark.rule("esa.ex.11")
def test_a_no_order_card_laid_face_down_looks_like_any_other():
    seen: list[tuple[Any, Any]] = []

    def look(decision: Decision) -> Any:
        assert game.game is not None
        note = next(one for one in game.game.view("blue")["notes"] if one["owner"] == "red")
        seen.append((note["card"], note["face_down"]))
        return next((option for option in decision.options if option.key == "none"), None)

    game = situation(TWO + "hand red 27")
    game.state.phase = "orders"
    game.run(orders, "assign card=27", look)
    assert [card for card, _ in seen] == [None]
    shown = next(one for one in game.game.view("blue")["notes"] if one["owner"] == "red")  # type: ignore[union-attr]
    assert (shown["card"]["number"], shown["has_order"]) == (27, False)
    assert cards()[27].value <= game.state.armies["red"].value  # a success in a test


@pytest.mark.rule("esa.2.5.2e")
@pytest.mark.parametrize(("answer", "hand"), [("use", 1), ("decline", 0)])
def test_a_special_card_is_used_or_not_when_revealed_and_then_discarded(answer, hand):
    game = order_phase(TWO + "hand red 21", "assign card=21", "none", answer)
    army, division = game.state.armies["red"], game.state.divisions["red"]
    assert len(army.hand) == hand
    assert army.discard == [21]
    assert (division.card, division.has_order) == (0, False)


@pytest.mark.rule("esa.ex.16")
def test_rinfrancati_brings_a_third_card_and_leaves_the_division_without_orders():
    game = order_phase(TWO + "hand red 21 5 6", "assign card=21", "done", "none", "use")
    army, division = game.state.armies["red"], game.state.divisions["red"]
    assert len(army.hand) == 3
    assert {5, 6} < set(army.hand)
    assert army.discard == [21]
    assert not any(grants(game.state, division, action) for action in ACTIONS)


@pytest.mark.rule("esa.2.5.2f")
def test_counter_attack_stays_with_the_general_until_the_end_of_the_turn():
    game = order_phase(TWO + "hand red 15", "assign card=15", "none")
    army, division = game.state.armies["red"], game.state.divisions["red"]
    assert (division.card, division.has_order, army.discard) == (15, False, [])
    assert [action for action in ACTIONS if grants(game.state, division, action)] == []
    game.run(end_of_turn)
    assert (division.card, army.discard) == (0, [15])


@pytest.mark.rule("esa.2.5.3b")
def test_a_value_above_the_army_value_fails_in_any_test():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
        order red: fire melee
    """
    game = situation(text + "cards red 8 8 8 8 8 4 4 4 4 4 blue 9 9 9 9 9")
    assert not morale_test(game).passed
    game.fight("A", "B")
    assert game.told(MeleeStruck)[0].hits == 0
    game = situation(text.replace("0,-1", "0,-2") + "cards red 8 4")
    game.shoot("A", "B", "none")
    assert (game.told(VolleyFired)[0].values, game.told(VolleyFired)[0].hits) == ((8, 4), 0)


@pytest.mark.rule("esa.2.5.3c")
def test_each_value_appears_three_times_in_the_base_deck_and_twice_in_the_expansion():
    base = Counter(cards()[number].value for number in BASE_DECK)
    expansion = Counter(cards()[number].value for number in EXPANSION)
    assert base == dict.fromkeys(range(1, 11), 3)
    assert expansion == dict.fromkeys(range(1, 11), 2)
