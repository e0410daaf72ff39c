"""What is measured: each tells how many a second, or how long one takes, as a quiet machine would do it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.kernel.ruleset import Ruleset
from alfiere.kernel.save import open_save, read_save, save_of
from bench.reference import Work, quiet_speed, rate

Counted = Callable[[float, Iterable[Work]], float]


def random_battle(code: str, scenario: Any, seed: int, *, keep_marks: bool = False) -> Game[Any]:
    """One battle of random players."""
    game: Game[Any] = Game(GAMES[code], scenario, seed, keep_marks=keep_marks)
    for _ in decided(game, seed):
        pass
    return game


def decided(game: Game[Any], seed: int) -> Iterator[int]:
    """Random players play on to the end, a decision at a time."""
    dice = random.Random(seed).random
    while (decision := game.decision) is not None:
        game.answer(decision.seat, decision.drawn(dice))
        yield 1


def played(rules: Ruleset[Any], scenario: Any, seed: int) -> Iterator[int]:
    """A battle of random players from its set-up on."""
    yield from decided(Game(rules, scenario, seed, keep_marks=False), seed)


def noted(work: Work, lengths: list[int]) -> Iterator[int]:
    """The same pieces; how many units they were is noted at the end."""
    units = 0
    for one in work:
        units += one
        yield one
    lengths.append(units)


def random_play(code: str, scenario: Any, seconds: float, counted: Counted = rate) -> tuple[float, float]:
    """Decisions and battles a second in random play, nothing kept."""
    GAMES[code].setup(scenario, {})  # the ground is compiled once a scenario, not once a battle
    lengths: list[int] = []
    battles = (noted(played(GAMES[code], scenario, seed), lengths) for seed in itertools.count())
    decisions = counted(seconds, battles)
    return decisions, decisions * len(lengths) / sum(lengths)


def decisions_a_second(code: str, scenario: Any, decisions: int) -> float:
    """Random play of so many decisions, in one battle after the other, the last broken off."""
    GAMES[code].setup(scenario, {})
    battles = (played(GAMES[code], scenario, seed) for seed in itertools.count())
    return rate(0, [itertools.islice(itertools.chain.from_iterable(battles), decisions)])


def grown(code: str, what: str, battle: Callable[[int], Any], counts: Iterable[int], decisions: int) -> list[str]:
    """Random play of made-up battles with so many on each side, as rows of a table."""
    rows = [
        f"| {what} a side | decisions/s | times python-chess | copy µs | clone µs |",
        "| ---: | ---: | ---: | ---: | ---: |",
    ]
    for count in counts:
        scenario = GAMES[code].scenario(battle(count))
        decided = decisions_a_second(code, scenario, decisions)
        copy, clone, _ = copies(code, scenario, 0.5)
        rows.append(f"| {count} | {decided:,.0f} | {decided / quiet_speed():.3f} | {copy:.0f} | {clone:.0f} |")
    return rows


def _in_mid_battle(code: str, scenario: Any) -> list[Game[Any]]:
    games = []
    for seed in range(8):
        game: Game[Any] = Game(GAMES[code], scenario, seed)
        for _ in itertools.islice(decided(game, seed), 120 + 20 * seed):
            pass
        games.append(game)
    return games


def copies(code: str, scenario: Any, seconds: float) -> tuple[float, float, float]:
    """Microseconds for a copy of the state, for a clone of the game, and for a digest."""
    games = _in_mid_battle(code, scenario)

    def each(act: Callable[[Game[Any]], object]) -> float:
        def all_of_them() -> Iterator[int]:
            for _ in range(10):
                for game in games:
                    act(game)
                yield len(games)

        return 1e6 / rate(seconds, (all_of_them() for _ in itertools.count()))

    return each(lambda game: game.state.copy()), each(lambda game: game.clone()), each(lambda game: game.digest())


def replayed(code: str, scenario: Any, seconds: float, counted: Counted = rate) -> float:
    """Decisions a second when saved battles are opened: fought again, and the end compared with the file."""
    saves = [read_save(save_of(random_battle(code, scenario, seed, keep_marks=True)).to_text()) for seed in range(6)]

    def opened(number: int) -> Iterator[int]:
        save = saves[number % len(saves)]
        assert open_save(save, GAMES).disagreement is None
        yield len(save.decisions)

    return counted(seconds, map(opened, itertools.count()))
