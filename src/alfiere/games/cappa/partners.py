"""Chapter 2.1.1, several players on one side: whose dice are whose, and when they may not confer."""

from __future__ import annotations

from alfiere.games.cappa.muster import SILENCE
from alfiere.games.cappa.state import SkirmishState
from alfiere.kernel.decision import Seat

SILENT_PHASES = ("activation", "orders", "actions", "last")


def players_of(s: SkirmishState, seat: Seat) -> list[int]:
    """The players of a side, by their numbers; every side has a first one."""
    return sorted({1, *(one.player for one in s.figures.values() if one.seat == seat)})


def may_confer(s: SkirmishState, seat: Seat) -> bool:
    """Whether the partners of a side may talk among themselves now (cappa.2.1.1k)."""
    if s.options.get(SILENCE) != "yes" or len(players_of(s, seat)) < 2:
        return True
    return s.phase not in SILENT_PHASES or bool(s.winner)
