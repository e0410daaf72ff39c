"""Random battles to their end, with every invariant checked after every decision in a share of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from soak.plan import made_up

TOO_LONG = 30_000  # decisions after which a battle is held to have run away


class Unsound(Exception):
    """A battle broke something; the message says which and how to fight it again."""


@dataclass(slots=True)
class Tallied:
    """What a number of battles came to."""

    battles: int = 0
    checked: int = 0
    decisions: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tallied) -> None:
        """Count another share in."""
        self.battles += other.battles
        self.checked += other.checked
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.endings.update(other.endings)


def fight(
    game_code: str, scenario: Any, seed: int, *, checked: bool, options: Mapping[str, Any], shrug: float = 0.0
) -> Tallied:
    """One random battle to its end; ``shrug`` is how often the first option is taken. Raises Unsound."""
    rules = GAMES[game_code]
    dice = random.Random(f"soak {seed}").random
    game: Game[Any] = Game(rules, scenario, seed, options, keep_marks=False)
    floor = dict(rules.never_rising(game.state))
    taken = 0
    while game.decision is not None:
        decision = game.decision
        if checked:
            _check(game, floor, seed, taken)
        shrugs = dice() < shrug and not decision.opening
        try:
            option = decision.options[0] if shrugs else decision.drawn(dice)
        except IndexError:
            raise Unsound(f"{scenario.id} seed {seed}: no option in {decision} after {taken} decisions") from None
        game.answer(decision.seat, option)
        taken += 1
        if taken > TOO_LONG:
            raise Unsound(f"{scenario.id} seed {seed}: still not over after {taken} decisions")
    result = game.result
    if result is None:
        raise Unsound(f"{scenario.id} seed {seed}: over without a result")
    return Tallied(1, int(checked), taken, taken, Counter([result.reason]))


def _check(game: Game[Any], floor: dict[str, int], seed: int, taken: int) -> None:
    rules = game.rules
    where = f"{game.scenario.id} seed {seed} after {taken} decisions"
    if found := rules.faults(game.state):
        raise Unsound(f"{where}: {'; '.join(found)}")
    for name, value in rules.never_rising(game.state).items():
        if value > floor.get(name, value):
            raise Unsound(f"{where}: {name} rose from {floor[name]} to {value}")
        floor[name] = value
    for decision in game.decisions():
        if not rules.may_answer(game.state, decision):
            raise Unsound(f"{where}: {decision.seat} is asked «{decision.key}» but is not entitled to it")


def share(work: tuple[str, str, int, int, int, Mapping[str, Any]]) -> Tallied:
    """A run of seeds in one process: game, scenario, first seed, battles, how many of them checked."""
    code, name, first, count, checked, options = work
    own = made_up(code, name)
    scenario = GAMES[code].scenario(name) if own is None else None
    shrug = 0.0 if own is None else own.shrug
    total = Tallied()
    for seed in range(first, first + count):
        battle = scenario if own is None else GAMES[code].scenario(own.make(seed))
        try:
            total.add(fight(code, battle, seed, checked=seed - first < checked, options=options, shrug=shrug))
        except Unsound:
            raise
        except Exception as err:
            raise Unsound(f"{name} seed {seed}: {type(err).__name__}: {err}") from err
    return total


def many(
    code: str,
    name: str,
    battles: int,
    checked: int,
    *,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    first: int = 0,
    tell: Callable[[int], None] = lambda done: None,
) -> Tallied:
    """Very many random battles; ``name`` is a scenario, or the name of those that are made up."""
    total = Tallied()
    for part in _parts(code, name, battles, checked, jobs, options or {}, first):
        total.add(part)
        tell(total.battles)
    return total


def _parts(
    code: str, name: str, battles: int, checked: int, jobs: int, options: Mapping[str, Any], first: int
) -> Iterator[Tallied]:
    size = max(1, min(100, battles // max(1, jobs)))
    work = []
    for start in range(0, battles, size):
        count = min(size, battles - start)
        work.append((code, name, first + start, count, round(count * checked / battles), options))
    if jobs <= 1:
        yield from map(share, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(share, work)
