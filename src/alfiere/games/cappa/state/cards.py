"""Chapter 9.2, an option: every side turns the cards of a deck of its own where it would roll a ten-sided die.

Nothing is kept of the order of a shuffled deck: each card turned is any of those that are left.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.state.state import SkirmishGame, SkirmishState
from alfiere.games.cappa.told.fortune_events import DeckShuffled
from alfiere.kernel.decision import Seat

CARDS = "cards"


def deck_of(s: SkirmishState, seat: Seat) -> list[int]:
    """The cards a side has not turned since it last shuffled, the lowest first (cappa.9.2.1.h1)."""
    side, form = s.sides[seat], s.scenario.side(seat).deck
    whole = full_deck(form.lacks + (form.lacks_later if side.shuffles else ()))  # cappa.9.2.3a-c
    return sorted((whole - Counter(side.turned)).elements())


@lru_cache(maxsize=16)
def full_deck(lacks: tuple[int, ...]) -> Counter[int]:
    """How often each number is in a deck that lacks some cards."""
    form = optional_rules().cards
    return Counter(dict.fromkeys(range(1, form.highest + 1), form.suits)) - Counter(lacks)


def turn_card(g: SkirmishGame, seat: Seat) -> int:
    """The top card of his deck; after the last one all are shuffled again (cappa.9.2.2a, cappa.9.2.2b)."""
    side, left = g.state.sides[seat], deck_of(g.state, seat)
    value = left[g.pick(tuple(left), seat, "card")]
    side.turned.append(value)
    if len(left) == 1:
        side.turned = []
        side.shuffles += 1
        g.tell(DeckShuffled(seat, len(deck_of(g.state, seat))))
    return value
