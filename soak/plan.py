"""What the long runs and the tests of all games know of one: the PLAN of ``soak/CODE.py``.

A game without such a file is fought on every battle it brings, and has nothing made up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from alfiere.games import GAMES

USUAL = 1_000, 100  # random battles on each battlefield of a game without a plan, and how many of them are checked


class Run(NamedTuple):
    """So many random battles, so many of them with every invariant checked after every decision."""

    name: str
    battles: int
    checked: int
    options: Mapping[str, str] = {}

    @property
    def label(self) -> str:
        """The name with its options."""
        return self.name + "".join(f" {key}={value}" for key, value in self.options.items())


class MadeUp(NamedTuple):
    """Battles made up from a seed, in which random players cannot avoid each other."""

    name: str
    make: Callable[[int], dict[str, Any]]
    walks: int  # how many of them the golden walks go through
    shrug: float = 0.0  # how often a random player takes the first option there


class Plan(NamedTuple):
    """How a game is fought in the long runs, and which of its battles suit which test."""

    runs: tuple[Run, ...]
    secrets: tuple[tuple[str, dict[str, str]], ...]  # battles in which something is hidden, with their options
    has_secret_rounds: bool = False  # seats answer at the same time, unseen by each other
    hides_within: int = 0  # so many answers from the start something is hidden, then little; 0: all the time
    held: str = "all that the game knows of itself"  # its invariants in words
    made_up: MadeUp | None = None
    set_pieces: MadeUp | None = None  # about one thing each; only the golden walks go through them
    large: frozenset[str] = frozenset()  # battles of dozens: slow, and they prove nothing more about the kernel
    slow: frozenset[str] = frozenset()  # so slow that the tests fight very few: a large one is left to the long runs
    alike: frozenset[str] = frozenset()  # battles that tell no more of kernel and players than the others of their game
    told: tuple[str, ...] | None = None  # battles short enough to be read as golden playthroughs; all of them without
    walked: tuple[str, ...] | None = None  # battles that the golden walks go through; all of them without
    figures: Callable[[float], list[str]] | None = None  # what its tables come to; a share of the whole is quicker
    unruly: frozenset[str] = frozenset()  # files without a rule in them: the computer's taste, drawings
    unruly_functions: frozenset[str] = frozenset()  # the same of functions, wherever they stand


@lru_cache(maxsize=8)
def plan_of(code: str) -> Plan:
    """The plan of a game, or the usual one."""
    if find_spec(f"soak.{code}") is not None:
        found: Plan = import_module(f"soak.{code}").PLAN
        return found
    names = GAMES[code].scenario_ids() if code in GAMES else []
    return Plan(tuple(Run(name, *USUAL) for name in names), tuple((name, {}) for name in names))


def made_up(code: str, name: str) -> MadeUp | None:
    """What makes these battles up, where they are not a scenario."""
    plan = plan_of(code)
    return next((one for one in (plan.made_up, plan.set_pieces) if one is not None and one.name == name), None)


def scenario_of(code: str, name: str, seed: int) -> Any:
    """A battle by its name; one that is made up, from its seed."""
    own = made_up(code, name)
    return GAMES[code].scenario(name if own is None else own.make(seed))


def names_of(code: str) -> list[str]:
    """Every battle of a game, and the name of those that are made up."""
    own = plan_of(code).made_up
    return [*GAMES[code].scenario_ids(), *([own.name] if own is not None else [])]
