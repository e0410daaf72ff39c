"""Events that every battle tells. A game derives its own where it always cites the same rule."""

from __future__ import annotations

from dataclasses import dataclass

from alfiere.kernel.event import Event

Rules = tuple[str, ...]


@dataclass(slots=True)
class TurnBegan(Event):
    """A new turn."""

    turn: int
    rules: Rules = ()


@dataclass(slots=True)
class PhaseBegan(Event):
    """A phase of the turn."""

    phase: str
    rules: Rules = ()


@dataclass(slots=True)
class BattleEnded(Event):
    """The end: a seat or «nobody» has won, and what decided it."""

    winner: str
    reason: str
    rules: Rules = ()
