"""Random walks through every game, the tiny ones of the tests too: here the kernel's promises are tested."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.game import Game
from soak.plan import plan_of
from tests.tiny import SHELF

EVERY_BATTLE = [(code, name) for code, rules in SHELF.items() for name in rules.scenario_ids()]
BATTLES = [(code, name) for code, name in EVERY_BATTLE if name not in plan_of(code).large]


@lru_cache(maxsize=32)
def scenario(code: str, name: str) -> Any:
    """A battle, read once."""
    return SHELF[code].scenario(name)


def seats_of(code: str, name: str) -> tuple[Seat, ...]:
    """Who sits at a battle."""
    return SHELF[code].seats_of(scenario(code, name), SHELF[code].options())


def new_game(code: str, name: str, seed: int, **how: Any) -> Game[Any]:
    """A battle before its first decision."""
    return Game(SHELF[code], scenario(code, name), seed, **how)


def any_decision(game: Game[Any], dice: random.Random) -> Decision | None:
    """One of the decisions asked now; where several seats decide at once, any of them."""
    asked = game.decisions()
    return dice.choice(asked) if asked else None


def choice(decision: Decision, dice: random.Random) -> Option:
    """An option at random; now and then the first, so that walks get somewhere."""
    return decision.options[0] if dice.random() < 0.25 else decision.drawn(dice.random)


def walk(game: Game[Any], seed: int, steps: int) -> Iterator[Decision]:
    """Play on at random; the decision just answered is told each time."""
    dice = random.Random(seed)
    for _ in range(steps):
        decision = any_decision(game, dice)
        if decision is None:
            return
        game.answer(decision.seat, choice(decision, dice))
        yield decision


def asked(game: Game[Any]) -> list[tuple[str, str, list[str]]]:
    """What is asked now, in a form that can be compared."""
    return sorted((d.seat, d.key, [option.meaning for option in d.options]) for d in game.decisions())
