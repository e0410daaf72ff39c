"""Many games: local processes, one game a seed, results in the order of the seeds."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.players import player

AHEAD = 8  # games a process that wait for their turn, so that none is ever idle


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went."""

    seed: str
    winner: Seat | None
    reason: str
    turn: int
    decisions: int
    scores: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Series:
    """What is to be played: a battle, who sits where, and the seed all seeds come from."""

    game: str
    scenario: Any  # an id, or the data of a scenario
    players: Mapping[Seat, str]
    seed: str
    options: Mapping[str, Any]


def play_one(series: Series, number: int) -> Outcome:
    """One game of a series."""
    rules = GAMES[series.game]
    scenario = _scenario(series)
    seed = f"{series.seed}/{number}"
    sitting = {seat: player(kind, f"{seed}/{seat}") for seat, kind in series.players.items()}
    keep = any(one.needs_marks for one in sitting.values())
    game: Game[Any] = Game(rules, scenario, seed, series.options, keep_marks=keep)
    while (decision := game.decision) is not None:
        game.answer(decision.seat, sitting[decision.seat].choose(game, decision.seat))
    result = game.result
    assert result is not None
    return Outcome(seed, result.winner, result.reason, result.turn, len(game.journal), dict(result.scores))


_SCENARIOS: dict[str, Any] = {}


def _scenario(series: Series) -> Any:
    key = series.scenario if isinstance(series.scenario, str) else repr(sorted(series.scenario.items()))
    if key not in _SCENARIOS:
        _SCENARIOS[key] = GAMES[series.game].scenario(series.scenario)
    return _SCENARIOS[key]


def play_series(
    series: Series, games: int, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Iterator[Outcome]:
    """The games of a series, in the order of their numbers whatever the number of processes."""
    tell = progress or (lambda done: None)
    if jobs <= 1 or games <= 1:
        for number in range(games):
            yield play_one(series, number)
            tell(number + 1)
        return
    pool = ProcessPoolExecutor(min(jobs, games, os.cpu_count() or 1), initializer=_leave_interrupts_to_the_parent)
    try:
        numbers = iter(range(games))
        under_way = deque(pool.submit(play_one, series, number) for number in islice(numbers, AHEAD * jobs))
        for done in range(1, games + 1):
            yield under_way.popleft().result()
            under_way.extend(pool.submit(play_one, series, number) for number in islice(numbers, 1))
            tell(done)
    except BaseException:  # Ctrl-C too, and a caller who wants no more: nobody waits for games under way
        for worker in multiprocessing.active_children():
            worker.terminate()
        pool.shutdown(wait=False)
        raise
    pool.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the parent ends the others, without a trace from each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
