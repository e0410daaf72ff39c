"""Timelines: what each seat, and the public, has been told, step by step.

A seat counts only the steps it was told. What another seat answers in secret adds nothing to it until the round is
over, so neither a number nor the length of anything tells that, or how often, the other has answered.
"""

from __future__ import annotations

from typing import Any

import msgspec

from alfiere.kernel.decision import Seat

Viewer = Seat | None
LONGEST = 600  # steps kept in memory; older ones are told again from the database


class Step(msgspec.Struct, frozen=True):
    """One step as one viewer was told it; ``back_to`` is the moment an undo returned to."""

    moment: int
    kind: str
    seat: Seat | None
    events: list[Any]
    back_to: int | None = None


class Timeline:
    """The steps of one viewer. ``first`` is the moment of the oldest still here."""

    __slots__ = ("first", "standing", "steps")

    def __init__(self, moments: int = 0) -> None:
        self.first = moments
        self.steps: list[Step] = []
        # The moments that an undo can return to; nothing goes back behind the mark a game was opened from.
        self.standing: list[int] = [moments - 1] if moments else []

    @property
    def length(self) -> int:
        """How many steps there have been, those that are no longer here too."""
        return self.first + len(self.steps)

    def add(self, kind: str, seat: Seat | None, events: list[Any]) -> None:
        """A step that moves the battle on."""
        self.standing.append(self.length)
        self._append(Step(self.length, kind, seat, events))

    def note(self, kind: str, seat: Seat) -> None:
        """A step that leaves the table as it is."""
        self._append(Step(self.length, kind, seat, []))

    def take_back(self, seat: Seat, count: int = 1) -> None:
        """The last steps that moved the battle on are undone."""
        del self.standing[max(1, len(self.standing) - count) :]
        self._append(Step(self.length, "undo", seat, [], self.standing[-1]))

    def since(self, moment: int) -> list[Step] | None:
        """The steps from a moment on; None if some of them are no longer here."""
        if moment < self.first:
            return None
        return self.steps[moment - self.first :]

    def _append(self, step: Step) -> None:
        self.steps.append(step)
        if len(self.steps) > LONGEST:
            gone = LONGEST // 2
            del self.steps[:gone]
            self.first += gone
