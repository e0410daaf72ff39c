"""The only dice are six-sided; none is rolled again unless a rule says so (0.1, 0.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from alfiere.battles.turns import by_throw
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.kernel.decision import Seat

D6: Final = tuple(range(1, 7))


def roll(g: FucilieriGame, seat: Seat) -> int:
    """A d6 (fucilieri.0.1)."""
    return D6[g.pick(D6, seat, "d6")]


def roll_off(g: FucilieriGame, added: Mapping[Seat, int]) -> dict[Seat, int]:
    """Both roll and add; the lower total first. Equal totals are rolled again (fucilieri.0.10)."""
    return by_throw(tuple(added), lambda seat: roll(g, seat) + added[seat])
