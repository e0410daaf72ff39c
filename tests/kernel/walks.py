"""Random walks through every game, the tiny ones of the tests too: here the kernel's promises are tested."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.game import Game
from soak.plan import plan_of
from tests.tiny import SHELF

EVERY_BATTLE = [(code, name) for code, rules in SHELF.items() for name in rules.scenario_ids()]
FRESH = os.environ.get("ALFIERE_WALK")  # the long runs walk elsewhere each time, and far through every battle


def _is_measured(code: str, name: str) -> bool:
    """Whether the tests of kernel and players go through a battle, or leave it to the long runs."""
    return name not in plan_of(code).large and (FRESH is not None or name not in plan_of(code).alike)


BATTLES = [one for one in EVERY_BATTLE if _is_measured(*one)]

STRIDE = 25  # decisions between two stops of a walk
WALKS = 3  # through the one battle of a game that is walked in full; through each of the others one
FAR, NEAR = 500, 150  # decisions of such a walk


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


class Stop(NamedTuple):
    """A place on a walk: what is asked there, a copy of the battle as it stands, and the battle at the walk's end."""

    decisions: int
    asked: list[tuple[str, str, list[str]]]
    kept: Game[Any]
    end: Game[Any]

    def game(self) -> Game[Any]:
        """A battle of one's own that stands here, with the past it had."""
        twin = self.kept.clone(keep_marks=True)
        twin.digests = self.kept.digests[:]
        return twin

    @property
    def digest(self) -> str:
        """The digest that the battle had when it came through here."""
        return self.kept.digests[-1] if self.decisions else self.kept.digest()


def is_walked_far(code: str, name: str) -> bool:
    """Whether a battle is walked in full: one of each game, and all of them in the long runs."""
    runs = plan_of(code).runs
    return FRESH is not None or name == (runs[0].name if runs else SHELF[code].scenario_ids()[0])


@cache
def stops(code: str, name: str) -> tuple[Stop, ...]:
    """All stops of the walks through a battle: they are walked once, and every promise is looked at there."""
    found: list[Stop] = []
    is_far = is_walked_far(code, name)
    for seed in range(int(FRESH or 0), int(FRESH or 0) + (WALKS if is_far else 1)):
        game = new_game(code, name, seed, audited=True)
        found.append(_stop(game))
        for number, _ in enumerate(walk(game, seed, FAR if is_far else NEAR), 1):
            if number % STRIDE == 0 or game.decision is None:
                found.append(_stop(game))
    return tuple(found)


def some_stops(code: str, name: str, count: int) -> list[Stop]:
    """So many stops of a battle walked in full, half as many of another; other ones for every count.

    They lie as far apart as they can, the first beginning and the last end among them.
    """
    found = stops(code, name)
    count = max(2, count if is_walked_far(code, name) else count // 2)
    return [found[(len(found) - 1) * n // (count - 1)] for n in range(count)]


def early_stop(code: str, name: str, strides: int) -> Stop:
    """A stop after so many strides, or as near to that as a battle comes that is over sooner."""
    return max((one for one in stops(code, name) if one.decisions <= strides * STRIDE), key=lambda one: one.decisions)


def ends(code: str, name: str) -> list[Game[Any]]:
    """The battle at the end of each walk, with all that was told and the digest after every decision."""
    return list({id(stop.end): stop.end for stop in stops(code, name)}.values())


def _stop(game: Game[Any]) -> Stop:
    kept = game.clone(keep_marks=True)
    kept.digests = game.digests[:]
    return Stop(len(game.journal), asked(game), kept, game)
