"""What a seat cannot know is dealt anew: the same cards in other places, and nothing that it can see is touched."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from alfiere.games.esa.hidden import redeal
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.chance import Chance
from tests.situation import situation

RULES = Esa()


def dealt(shown: bool = False, seen_hand: str = "") -> Any:
    """Blue has cards everywhere, and so has red."""
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0
        blue line B at 0,-9 facing 3, division left
        blue line C at 2,-9 facing 3, division right
    """)
    s = game.state
    for seat in ("red", "blue"):
        army, deck = s.armies[seat], s.armies[seat].deck
        cards = deck.middle
        deck.top, deck.bottom = [cards.pop() for _ in range(2)], [cards.pop() for _ in range(3)]
        army.hand, army.aside = sorted(cards.pop() for _ in range(4)), sorted(cards.pop() for _ in range(2))
        army.discard = [cards.pop() for _ in range(5)]
    for name, seat in (("red", "red"), ("left", "blue")):
        s.divisions[name].card, s.divisions[name].focus = s.armies[seat].deck.middle.pop(), "?"
    s.cards_shown, s.seen_hand, s.phase, s.step = shown, seen_hand, "orders", 2
    assert RULES.faults(s) == []
    return s


def piles(s: Any, seat: str) -> dict[str, list[int]]:
    army = s.armies[seat]
    deck = army.deck
    found = {"hand": army.hand, "aside": army.aside, "discard": army.discard}
    found |= {"top": deck.top, "middle": deck.middle, "bottom": deck.bottom}
    return {name: list(cards) for name, cards in found.items()}


@pytest.mark.rule("esa.3.2.2n")
def test_the_hidden_cards_of_the_other_change_places_and_nothing_else_does():
    moved: Counter[str] = Counter()
    start = dealt()
    for seed in range(20):
        s = start.copy()
        before, mine, view = piles(s, "blue"), piles(s, "red"), RULES.view(s, "red")
        card = s.divisions["left"].card
        redeal(s, "red", Chance(f"deal {seed}"))
        after = piles(s, "blue")
        assert {name: len(cards) for name, cards in after.items()} == {name: len(c) for name, c in before.items()}
        assert RULES.faults(s) == []
        assert after["discard"] == before["discard"]
        assert piles(s, "red") == mine
        assert (s.divisions["red"].focus, s.divisions["right"].card) == ("?", 0)
        assert s.divisions["left"].focus == ""
        assert RULES.view(s, "red") == view
        assert after["hand"] == sorted(after["hand"])
        assert after["aside"] == sorted(after["aside"])
        moved.update(name for name in before if sorted(after[name]) != sorted(before[name]))
        moved["card"] += s.divisions["left"].card != card
    assert set(moved) == {"hand", "aside", "top", "middle", "bottom", "card"}


@pytest.mark.rule("esa.3.2.2n")
def test_every_hidden_card_may_lie_anywhere():
    tops: set[int] = set()
    hands: set[int] = set()
    start = dealt()
    hidden = set(range(1, 31)) - set(start.armies["blue"].discard)
    for seed in range(120):
        s = start.copy()
        redeal(s, "red", Chance(f"anywhere {seed}"))
        tops.update(s.armies["blue"].deck.top)
        hands.update(s.armies["blue"].hand)
    assert tops == hands == hidden


@pytest.mark.rule("esa.card.42")
def test_a_hand_that_was_spied_on_and_cards_face_up_stay():
    for seed in range(10):
        s = dealt(seen_hand="red", shown=True)
        hand, card = list(s.armies["blue"].hand), s.divisions["left"].card
        redeal(s, "red", Chance(f"seen {seed}"))
        assert (s.armies["blue"].hand, s.divisions["left"].card, s.divisions["left"].focus) == (hand, card, "?")
        assert RULES.faults(s) == []
    hands = set()
    for seed in range(10):
        s = dealt(seen_hand="blue")  # blue looks at red's hand: red has seen nothing
        redeal(s, "red", Chance(f"seen {seed}"))
        hands.add(tuple(s.armies["blue"].hand))
    assert len(hands) > 5


@pytest.mark.rule("esa.3.2.2n")
def test_what_is_dealt_depends_on_nothing_hidden():
    one, two = dealt(), dealt()
    redeal(two, "red", Chance("another truth"))
    assert piles(one, "blue") != piles(two, "blue")
    for s in (one, two):
        s.divisions["left"].focus = "?"
        redeal(s, "red", Chance("the same seed"))
    assert piles(one, "blue") == piles(two, "blue")
    assert one.divisions["left"].card == two.divisions["left"].card
