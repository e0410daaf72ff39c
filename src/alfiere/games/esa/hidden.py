"""What a seat cannot know, dealt anew: the opponent's hand, his face-down cards, the order of his deck."""

from __future__ import annotations

from alfiere.games.esa.state import BattleState, other
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat


def redeal(s: BattleState, seat: Seat, chance: Chance) -> None:
    """Shuffle together everything hidden from a seat and deal it out again (esa.3.2.2n)."""
    army = s.armies[other(seat)]
    deck = army.deck
    laid = [one for one in s.divisions.values() if one.seat == army.seat and one.card and not s.cards_shown]
    sees_hand = s.seen_hand == seat
    pool = [*deck.top, *deck.middle, *deck.bottom, *army.aside, *(one.card for one in laid)]
    if not sees_hand:
        pool += army.hand
    pool.sort()  # from here on nothing depends on how the cards really lie
    for place in range(len(pool) - 1, 0, -1):
        pick = chance.below(place + 1)
        pool[place], pool[pick] = pool[pick], pool[place]

    def take(count: int) -> list[int]:
        taken = pool[len(pool) - count :]
        del pool[len(pool) - count :]
        return taken

    if not sees_hand:
        army.hand = sorted(take(len(army.hand)))
    army.aside = sorted(take(len(army.aside)))
    for division in laid:
        division.card, division.focus = take(1)[0], ""
    deck.top, deck.bottom = take(len(deck.top)), take(len(deck.bottom))
    deck.middle = sorted(pool)
