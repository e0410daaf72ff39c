"""What a computer player is: asked for an answer, it gives one of the options."""

from __future__ import annotations

from typing import Any, Protocol

from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.game import Game


class Player(Protocol):
    """Someone who answers for a seat."""

    needs_marks: bool  # whether it clones the game to look ahead

    def choose(self, game: Game[Any], seat: Seat) -> Option:
        """One of the options of what the seat is asked now."""
