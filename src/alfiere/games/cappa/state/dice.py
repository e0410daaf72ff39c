"""Dice: d6 for activation and chance, d10 for every test. Under is good (cappa.2.3.1a, cappa.5.1.2a)."""

from __future__ import annotations

from typing import Final

from alfiere.games.cappa.state.cards import CARDS, turn_card
from alfiere.games.cappa.state.state import SkirmishGame
from alfiere.kernel.decision import Seat

D6: Final = (1, 2, 3, 4, 5, 6)
D10: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def d6(g: SkirmishGame, seat: Seat) -> int:
    """One six-sided die."""
    return g.pick(D6, seat, "d6") + 1


def d10(g: SkirmishGame, seat: Seat) -> int:
    """One ten-sided die, or the next card of the side (cappa.9.2.2a)."""
    if g.state.options.get(CARDS) == "yes":
        return turn_card(g, seat)
    return g.pick(D10, seat, "d10") + 1
