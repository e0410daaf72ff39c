"""Events that every battle tells. A game derives its own where it always cites the same rule."""

from __future__ import annotations

from alfiere.kernel.event import Event

Rules = tuple[str, ...]


class TurnBegan(Event):
    """A new turn."""

    turn: int
    rules: Rules = ()


class PhaseBegan(Event):
    """A phase of the turn."""

    phase: str
    rules: Rules = ()


class BattleEnded(Event):
    """The end: a seat or «nobody» has won, and what decided it."""

    winner: str
    reason: str
    rules: Rules = ()
