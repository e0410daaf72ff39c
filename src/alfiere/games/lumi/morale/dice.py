"""The only dice are six-sided: no number succeeds or fails by itself, and none is rolled again (1.2)."""

from __future__ import annotations

from typing import Final

from alfiere.games.lumi.state.battle import LumiGame
from alfiere.kernel.decision import Seat

D6: Final = tuple(range(1, 7))


def roll(g: LumiGame, seat: Seat) -> int:
    """A d6 (lumi.1.2.1)."""
    return D6[g.pick(D6, seat, "d6")]
