"""Chapter 2.1.1, several players on one side: they share its seat, and each has dice of his own."""

from __future__ import annotations

from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.decision import Seat


def players_of(s: SkirmishState, seat: Seat) -> list[int]:
    """The players of a side, by their numbers; every side has a first one."""
    return sorted({1, *(one.player for one in s.figures.values() if one.seat == seat)})
