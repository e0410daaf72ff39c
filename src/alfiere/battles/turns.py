"""Whose turn it is: one after the other as the state has them queued, or in the order of a throw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import MARK, Procedure


def one_after_another(g: Any, each: Callable[[str], Procedure[None]]) -> Procedure[None]:
    """Everybody in the queue of the state, the first first, with a mark before each; he leaves it when he is done."""
    while g.state.queue:
        yield MARK
        yield from each(g.state.queue[0])
        g.state.queue.pop(0)


def by_throw(seats: Sequence[Seat], throw: Callable[[Seat], int]) -> dict[Seat, int]:
    """What each has thrown, the lowest first; equal throws are all made again."""
    while True:
        thrown = {seat: throw(seat) for seat in seats}
        if len(set(thrown.values())) == len(thrown):
            return dict(sorted(thrown.items(), key=lambda one: one[1]))
