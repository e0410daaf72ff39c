"""Chapter 2.5, order cards: what each grants, its ability, its random value; the deck and its changes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from alfiere.games.esa.tables import DATA, ORDER_CARDS
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form

Action = Literal["move", "fire", "melee", "rally"]
ACTIONS: tuple[Action, ...] = ("move", "fire", "melee", "rally")
BASE_DECK, EXPANSION = ORDER_CARDS[:30], ORDER_CARDS[30:]  # esa.2.5.1b

Ability = Literal[
    "",
    "cavalry moves after melee",
    "all move after melee",
    "barrage",
    "counter-attack",
    "supported",
    "draw one",
    "look at three",
    "charges succeed",
    "turn before firing",
    "remove a marker",
    "spy",
    "no stop for terrain",
    "commit reserve",
    "discard at random",
]
When = Literal["", "attacked", "main unit", "moved into contact", "artillery", "began in cover"]


class Bonus(Form, frozen=True, kw_only=True):
    """Cards more or fewer in the division's tests; points of movement more."""

    fire: int = 0
    melee: int = 0
    morale: int = 0
    charge: int = 0
    pm: int = 0


class Card(Form, frozen=True, kw_only=True):
    """One order card."""

    number: int
    name: dict[str, str]
    orders: tuple[Action, ...]
    value: int
    rule: str
    priority: int = 0
    bonus: Bonus = Bonus()
    when: When = ""
    ability: Ability = ""

    @property
    def is_special(self) -> bool:
        """No priority and no orders, but an ability used when it is revealed (esa.2.5.2e)."""
        return not self.orders and bool(self.ability)

    @property
    def focusable(self) -> tuple[Action, ...]:
        """The actions the card may be focused on (esa.10.7c, esa.10.7f)."""
        return tuple(action for action in self.orders if action != "rally")


class CardsForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    card: list[Card]


def read_cards(path: Path) -> dict[int, Card]:
    """The order cards from their file. Raises BadData."""
    cards: dict[int, Card] = {}
    for card in shaped(read_toml(path), CardsForm, path).card:
        where = f"card {card.number}"
        if card.number in cards:
            raise BadData(path, where, "this number stands twice")
        if card.number not in ORDER_CARDS:
            raise BadData(path, where, "the decks have cards 1 to 50 (esa.2.5.1b)")
        if not 1 <= card.value <= 10:
            raise BadData(path, where, f"value is {card.value}; it must be 1 to 10 (esa.2.5.3c)")
        if not 0 <= card.priority <= 3:
            raise BadData(path, where, f"priority is {card.priority}; it must be 1, 2 or 3, or left out")
        if bool(card.priority) != bool(card.orders):
            why = "a card has both orders and a priority, or neither (esa.2.5.1a)"
            raise BadData(path, where, why)
        if lacking := [language for language in ("en", "it") if not card.name.get(language)]:
            raise BadData(path, f"{where}.name", f"the name is missing in a language: «{lacking[0]}»")
        cards[card.number] = card
    if missing := [number for number in ORDER_CARDS if number not in cards]:
        raise BadData(path, "card", f"card {missing[0]} is missing; the decks have cards 1 to 50")
    return cards


@lru_cache(maxsize=1)
def cards() -> dict[int, Card]:
    """The cards that come with the game, by number."""
    return read_cards(DATA / "cards.toml")


@lru_cache(maxsize=1)
def values() -> dict[int, int]:
    """The random value of each card (esa.2.5.3a)."""
    return {number: card.value for number, card in cards().items()}


@lru_cache(maxsize=1)
def focusable() -> frozenset[int]:
    """The cards that may be focused on some action (esa.10.7f, esa.10.7g)."""
    return frozenset(number for number, card in cards().items() if card.focusable)


__all__ = ["ACTIONS", "Action", "Card", "cards", "focusable", "read_cards", "values"]
