"""Chapter 4 in numbers: how likely each number of successes is, exactly, with what is left of the deck.

Cards are drawn without putting them back. When the deck is used up in the middle of a test the discards become the
new deck (esa.4h), without the cards of the test itself (esa.4i).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


def after_passing(stock: Stock, cards: int, *, to_the_end: bool = False) -> dict[Stock, Fraction]:
    """What a test leaves of the stock if it is passed, by likelihood; nothing if it cannot be.

    It stops at the first success (esa.4.1a) unless all its cards are turned ``to_the_end``.
    """
    going: dict[tuple[Stock, int, int], Fraction] = {(stock, 0, 0): Fraction(1)}
    ended: dict[tuple[Stock, int, int], Fraction] = {}
    for _ in range(cards):
        now, going = going, {}
        for (left, good, bad), chance in now.items():
            turned = _one_card(left)
            if not turned:  # esa.4i: nothing left to draw
                ended[left, good, bad] = ended.get((left, good, bad), Fraction(0)) + chance
            for share, is_success, rest in turned:
                into = ended if is_success and not to_the_end else going
                case = (rest, good + is_success, bad + (not is_success))
                into[case] = into.get(case, Fraction(0)) + chance * share
    found: dict[Stock, Fraction] = {}
    for (left, good, bad), chance in [*ended.items(), *going.items()]:
        if good:  # esa.4i: aside until the test is over, then with the discards
            discard = Pile(left.discard.successes + good, left.discard.total + good + bad)
            whole = replace(left, discard=discard)
            found[whole] = found.get(whole, Fraction(0)) + chance
    total = sum(found.values())
    return {left: chance / total for left, chance in found.items()}


def _one_card(stock: Stock) -> list[tuple[Fraction, bool, Stock]]:
    """The next card turned over: how likely it is which, and what is left then."""
    if stock.top:
        return [(Fraction(1), stock.top[0], replace(stock, top=stock.top[1:]))]
    deck = stock.deck
    if deck.total > stock.hidden:
        good = Fraction(deck.successes, deck.total)
        found = []
        if deck.successes:
            found.append((good, True, replace(stock, deck=Pile(deck.successes - 1, deck.total - 1))))
        if deck.successes < deck.total:
            found.append((1 - good, False, replace(stock, deck=Pile(deck.successes, deck.total - 1))))
        return found
    if stock.bottom:
        return [(Fraction(1), stock.bottom[0], replace(stock, bottom=stock.bottom[1:]))]
    if stock.discard.total:  # esa.4h
        return _one_card(Stock((), stock.discard, (), Pile(0, 0)))
    return []


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
