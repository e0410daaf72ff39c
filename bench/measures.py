"""What is measured: each measure runs for a given time and tells how many a second, or how long one takes."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import chess

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.kernel.save import open_save, read_save, save_of


def rate(seconds: float, work: Callable[[int], int]) -> float:
    """How many units of work a second of processor time; ``work`` does one piece and says how many units it was."""
    started, done, number = time.process_time(), 0, 0
    while (spent := time.process_time() - started) < seconds or not done:
        done += work(number)
        number += 1
    return done / spent


def chess_moves(seconds: float) -> float:
    """Random play of python-chess: the reference loop of every run."""

    def one_game(number: int) -> int:
        dice, board, moves = random.Random(number), chess.Board(), 0
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return rate(seconds, one_game)


def random_battle(code: str, scenario: Any, seed: int, *, keep_marks: bool = False) -> Game[Any]:
    """One battle of random players."""
    dice = random.Random(seed).random
    game: Game[Any] = Game(GAMES[code], scenario, seed, keep_marks=keep_marks)
    while (decision := game.decision) is not None:
        game.answer(decision.seat, decision.drawn(dice))
    return game


def random_play(code: str, scenario: Any, seconds: float) -> tuple[float, float]:
    """Decisions and battles a second in random play, nothing kept."""
    battles = 0

    def one(number: int) -> int:
        nonlocal battles
        battles += 1
        return len(random_battle(code, scenario, number).journal)

    started = time.process_time()
    decisions = rate(seconds, one)
    return decisions, battles / (time.process_time() - started)


def decisions_a_second(code: str, scenario: Any, decisions: int) -> float:
    """Random play of so many decisions, in one battle after the other, the last broken off."""
    GAMES[code].setup(scenario, {})  # the ground is compiled once a scenario, not once a battle
    started, left = time.process_time(), decisions
    for seed in itertools.count():
        dice = random.Random(seed).random
        game: Game[Any] = Game(GAMES[code], scenario, seed, keep_marks=False)
        while left and (decision := game.decision) is not None:
            game.answer(decision.seat, decision.drawn(dice))
            left -= 1
        if not left:
            break
    return decisions / (time.process_time() - started)


def grown(code: str, what: str, battle: Callable[[int], Any], counts: Iterable[int], decisions: int) -> list[str]:
    """Random play of made-up battles with so many on each side, as rows of a table."""
    rows = [
        f"| {what} a side | python-chess moves/s | decisions/s | ratio | copy µs | clone µs |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for count in counts:
        scenario = GAMES[code].scenario(battle(count))
        chess, decided = chess_moves(2), decisions_a_second(code, scenario, decisions)
        copy, clone, _ = copies(code, scenario, 0.5)
        rows.append(f"| {count} | {chess:,.0f} | {decided:,.0f} | {decided / chess:.3f} | {copy:.0f} | {clone:.0f} |")
    return rows


def _in_mid_battle(code: str, scenario: Any) -> list[Game[Any]]:
    games = []
    for seed in range(8):
        dice = random.Random(seed).random
        game: Game[Any] = Game(GAMES[code], scenario, seed)
        for _ in range(120 + 20 * seed):
            if (decision := game.decision) is None:
                break
            game.answer(decision.seat, decision.drawn(dice))
        games.append(game)
    return games


def copies(code: str, scenario: Any, seconds: float) -> tuple[float, float, float]:
    """Microseconds for a copy of the state, for a clone of the game, and for a digest."""
    games = _in_mid_battle(code, scenario)

    def each(act: Callable[[Game[Any]], object]) -> float:
        def one(number: int) -> int:
            for game in games:
                act(game)
            return len(games)

        return 1e6 / rate(seconds, one)

    return each(lambda game: game.state.copy()), each(lambda game: game.clone()), each(lambda game: game.digest())


def replayed(code: str, scenario: Any, seconds: float) -> float:
    """Decisions a second when saved battles are opened: fought again, and the end compared with the file."""
    saves = [read_save(save_of(random_battle(code, scenario, seed, keep_marks=True)).to_text()) for seed in range(6)]

    def one(number: int) -> int:
        save = saves[number % len(saves)]
        opened = open_save(save, GAMES)
        assert opened.disagreement is None
        return len(save.decisions)

    return rate(seconds, one)
