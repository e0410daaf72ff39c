"""The random player: every option as likely as the others, or every group of them."""

from __future__ import annotations

import random
from typing import Any

from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.game import Game


class RandomPlayer:
    """Answers blindly, so it needs no time; the fuzzer of every game."""

    needs_marks = False

    def __init__(self, seed: str | int, *, seconds: float | None = None) -> None:
        self._random = random.Random(f"random {seed}").random

    def choose(self, game: Game[Any], seat: Seat) -> Option:
        decision = game.decision
        if decision is None or decision.seat != seat:
            decision = game.decision_of(seat)
            assert decision is not None
        return decision.drawn(self._random)
