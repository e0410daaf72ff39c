"""Chapter 4 in numbers: how likely each number of successes is, exactly, with what is left of the deck.

Cards are drawn without putting them back. When the deck is used up in the middle of a test the discards become the
new deck (esa.4h), without the cards of the test itself (esa.4i).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from alfiere.games.esa.cards import values
from alfiere.games.esa.state import Army, BattleState
from alfiere.kernel.decision import Seat

Odds = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards whose order nobody knows: how many are successes, of how many."""

    successes: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.successes <= self.total:
            raise ValueError(f"{self.successes} successes in {self.total} cards cannot be")


@dataclass(frozen=True, slots=True)
class Stock:
    """What a test draws from, in this order: cards known on top, the deck, cards known at the bottom, discards.

    ``hidden``: how many cards of ``deck`` lie elsewhere, nobody knows which (another's hand and face-down cards).
    """

    top: tuple[bool, ...]
    deck: Pile
    bottom: tuple[bool, ...]
    discard: Pile
    hidden: int = 0


def stock_of(army: Army) -> Stock:
    """The stock of an army as its owner knows it."""
    value_of = values()

    def is_success(card: int) -> bool:
        return value_of[card] <= army.value

    def pile(cards: Sequence[int]) -> Pile:
        return Pile(sum(map(is_success, cards)), len(cards))

    deck = army.deck
    return Stock(
        tuple(is_success(card) for card in reversed(deck.top)),
        pile(deck.middle),
        tuple(is_success(card) for card in deck.bottom),
        pile(army.discard),
    )


def stock_seen_by(s: BattleState, army: Army, seat: Seat | None) -> Stock:
    """The stock of an army as a seat knows it: of another's deck only what it and his hidden cards hold together."""
    if seat == army.seat:
        return stock_of(army)
    value_of = values()
    deck = army.deck
    hidden = [*deck.top, *deck.middle, *deck.bottom, *army.hand]
    hidden += [one.card for one in s.divisions.values() if one.seat == army.seat and one.card and not s.cards_shown]
    # the deck is a blind part of the hidden cards: drawing from it is drawing blindly from all of them
    pool = Pile(sum(value_of[card] <= army.value for card in hidden), len(hidden))
    discards = sum(value_of[card] <= army.value for card in army.discard)
    return Stock((), pool, (), Pile(discards, len(army.discard)), hidden=len(hidden) - len(deck))


def successes(stock: Stock, cards: int) -> Odds:
    """How likely each number of successes is when so many cards are turned over, none of them stopped early."""
    found: Odds = {0: Fraction(1)}
    left = cards
    for is_success in stock.top[:left]:
        found = _shift(found, int(is_success))
    left -= min(left, len(stock.top))
    left, found = _from_pile(found, stock.deck, left, stock.deck.total - stock.hidden)
    for is_success in stock.bottom[:left]:
        found = _shift(found, int(is_success))
    left -= min(left, len(stock.bottom))
    _, found = _from_pile(found, stock.discard, left, stock.discard.total)
    return found


def _shift(odds: Odds, by: int) -> Odds:
    return {hits + by: chance for hits, chance in odds.items()}


def _from_pile(odds: Odds, pile: Pile, cards: int, most: int) -> tuple[int, Odds]:
    """Draw from a pile without putting back (hypergeometric); what it cannot give is left to draw."""
    drawn = min(cards, most)
    if not drawn:
        return cards, odds
    ways = comb(pile.total, drawn)
    found: Odds = {}
    for more in range(drawn + 1):
        chance = Fraction(comb(pile.successes, more) * comb(pile.total - pile.successes, drawn - more), ways)
        if chance:
            for hits, before in odds.items():
                found[hits + more] = found.get(hits + more, Fraction(0)) + before * chance
    return cards - drawn, found


def losses(odds: Odds, automatic: int, armour: int, strength: int) -> Odds:
    """How likely each number of losses is: automatic damage and successes, less armour, at most the strength."""
    found: Odds = {}
    for hits, chance in odds.items():
        lost = min(strength, max(0, automatic + hits - armour))
        found[lost] = found.get(lost, Fraction(0)) + chance
    return dict(sorted(found.items()))


def passes(odds: Odds) -> Fraction:
    """How likely a morale test is passed: at least one success (esa.4g)."""
    return 1 - odds.get(0, Fraction(0))
