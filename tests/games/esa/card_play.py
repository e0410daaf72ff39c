"""Order cards in situations: what they grant, how they are laid and revealed, and a test under them."""

from __future__ import annotations

from typing import Any

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import unit_passes
from alfiere.games.esa.cards import ACTIONS, cards
from alfiere.games.esa.command import grants
from alfiere.games.esa.orders import orders
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.procedure import Procedure
from tests.games.esa.lines import Situation
from tests.situation import situation

TWO = """
    esa on open ground
    red pike A at 0,0 facing 0
    blue pike B at 0,-9 facing 3
    initiative red
"""


def granted(card: int) -> tuple[int, str]:
    """The priority of a card, and the actions a division has an order for when it has received it."""
    game = situation(TWO + f"order red: card {card}")
    division = game.state.divisions["red"]
    return cards()[card].priority, " ".join(action for action in ACTIONS if grants(game.state, division, action))


def order_phase(text: str, *answers: Any) -> Situation:
    """The orders phase of a situation: cards are laid, revealed and used."""
    game = situation(text)
    game.state.phase = "orders"
    game.run(orders, *answers)
    return game


def morale_test(game: Situation, unit: str = "A", purpose: str = "action") -> events.TestTaken:
    """One morale test of a unit."""

    def test(g: EsaGame) -> Procedure[None]:
        unit_passes(g, g.state.units[unit], purpose)
        return
        yield

    game.run(test)
    return game.told(events.TestTaken)[-1]


def from_card(tally: Any) -> int:
    """What the division's card gives or takes in a test."""
    return sum(amount for amount, reason, _ in tally.lines if reason == "card")
