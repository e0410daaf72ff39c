"""Greedy's second look: where a game asks for it, what hangs on dice is thrown for again before it is believed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option
from alfiere.players.greedy import FEW, WORK, Greedy

PRIZE, SAFE = 10.0, 3.0
SEEDS = range(60)


class Rules:
    """A game with one decision: take what is safe, or throw a die where one side in six wins the prize."""

    def __init__(self, second_look: int) -> None:
        self.second_look, self.dear = second_look, 1

    def effort(self, state: list[float]) -> int:
        return self.dear

    def considered(self, state: list[float], decision: Decision) -> Sequence[Option]:
        return decision.options

    def evaluate(self, state: list[float], seat: str) -> float:
        return state[0]


class Lottery:
    """One table of it: so many lots, of which one wins on a 1 to 3 and the others on a 1."""

    def __init__(self, second_look: int, lots: int, seed: str = "") -> None:
        self.rules, self.chance, self.state = Rules(second_look), Chance(seed), [0.0]
        self.journal: list[Any] = []
        options = [Option("lot", {"number": number}) for number in range(lots)]
        self.decision: Decision | None = Decision("red", "lots", [*options, Option("safe", {})])
        self.throws: list[int] = []
        self.halts_at_mark, self.since_mark = False, 0

    def decision_of(self, seat: str) -> Decision | None:
        return self.decision

    def clone(self, seat: str, seed: str) -> Lottery:
        twin = Lottery(self.rules.second_look, 0, seed)
        twin.throws = self.throws
        return twin

    def follow(self, seat: str, key: str, args: dict[str, Any]) -> None:
        self.decision = None
        if key == "safe":
            self.state = [SAFE]
            return
        self.throws.append(args["number"])
        roll = [self.chance.below(6) for _ in range(args["number"] + 1)][-1]
        self.state = [PRIZE if roll < (3 if args["number"] == 2 else 1) else 0.0]


def chosen(second_look: int, lots: int) -> list[str]:
    found = []
    for seed in SEEDS:
        option = Greedy(seed).choose(Lottery(second_look, lots), "red")  # type: ignore[arg-type]
        found.append(option.key if option.key == "safe" else str(option["number"]))
    return found


def test_without_a_second_look_luck_wins_among_many_options() -> None:
    assert chosen(0, 6).count("2") < len(SEEDS) * 3 // 4


def test_with_a_second_look_the_better_lot_is_found() -> None:
    assert chosen(6, 6).count("2") > chosen(0, 6).count("2")


def test_a_lot_that_is_worse_than_what_is_safe_is_seen_through() -> None:
    assert chosen(6, 2).count("safe") > chosen(0, 2).count("safe")


def test_what_is_certain_is_looked_at_once_and_few_are_looked_at_again() -> None:
    table = Lottery(4, 20)
    Greedy("seed").choose(table, "red")  # type: ignore[arg-type]
    often = [number for number in range(20) if table.throws.count(number) > 2]
    assert len(often) == FEW


def test_work_is_bounded_by_count_and_the_ordinary_is_looked_at_first() -> None:
    table = Lottery(4, 500)
    table.rules.dear = WORK // 40
    Greedy("seed").choose(table, "red")  # type: ignore[arg-type]
    assert len(table.throws) <= 40 + 6  # the last throws begun may go a little over it
    assert set(table.throws) <= set(range(40))


def _tenths(table: Lottery) -> float:
    """A clock that goes on by a tenth with every throw."""
    return len(table.throws) / 10


def test_where_people_wait_the_clock_ends_it_and_the_best_so_far_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for looked_at in (1, 3, 8):
        table = Lottery(4, 500)
        monkeypatch.setattr("alfiere.players.greedy.time.monotonic", partial(_tenths, table))
        best = Greedy("seed", seconds=looked_at / 10 - 0.05).choose(table, "red")  # type: ignore[arg-type]
        assert len(table.throws) == looked_at  # what was begun is ended
        assert best.key == "safe" or best["number"] in table.throws


def test_the_same_seed_gives_the_same_answer() -> None:
    assert chosen(4, 6) == chosen(4, 6)


@pytest.mark.parametrize("code", ["esa"])
def test_a_game_that_does_not_ask_for_it_is_played_as_before(code: str) -> None:
    assert GAMES[code].second_look == 0
