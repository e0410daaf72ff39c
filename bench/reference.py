"""Time as a quiet machine would tell it.

Other work on a machine slows all that runs there, often for seconds only. So what is measured is cut into stretches,
and before and after each the reference loop runs for a moment, random play of python-chess: as much slower as it is
than when nothing disturbs it, so much less is a second of the stretch between counted.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache

import chess

STRETCH = 0.12  # seconds of processor for the work between two looks at the reference
LOOK = 0.04
LOOKS = 300  # at the reference alone, before anything is measured
UNDISTURBED = 0.95  # of so many of these looks it was slower than on a quiet machine

Work = Iterable[int]  # done piece by piece; each says how many units it was


def rate(seconds: float, works: Iterable[Work]) -> float:
    """How many units a second: one work after the other, each to its end, until so much time has gone."""
    return times(seconds, works) * quiet_speed()


def times(seconds: float, works: Iterable[Work]) -> float:
    """The same in units a move of the reference."""
    units, moves, spent, before = 0, 0.0, 0.0, _look()
    for work in works:
        pieces, is_over = iter(work), False
        while not is_over:
            done, used, is_over = _stretch(pieces)
            after = _look()
            units, moves, spent = units + done, moves + used * (before + after) / 2, spent + used
            before = after
        if spent > seconds:
            break
    return units / moves


@lru_cache(maxsize=1)
def quiet_speed() -> float:
    """Moves a second of the reference while nothing else disturbs the machine, so far as a while of looking tells."""
    return sorted(_look() for _ in range(LOOKS))[int(LOOKS * UNDISTURBED)]


def _stretch(pieces: Iterator[int]) -> tuple[int, float, bool]:
    """How many units one stretch was, how long it took, and whether the work is at its end."""
    started, units = time.process_time(), 0
    for done in pieces:
        units += done
        if (used := time.process_time() - started) > STRETCH:
            return units, used, False
    return units, time.process_time() - started, True


def _moves() -> Iterator[None]:
    """Random play of python-chess, a move at a time."""
    for number in itertools.count():
        dice, board = random.Random(number), chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            yield


_REFERENCE = _moves()


def _look() -> float:
    started, moves = time.process_time(), 0
    while (used := time.process_time() - started) < LOOK:
        next(_REFERENCE)
        moves += 1
    return moves / used
