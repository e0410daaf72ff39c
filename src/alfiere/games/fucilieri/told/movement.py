"""Events of round 2: units reorganise, withdraw, hold buildings."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Rules
from alfiere.kernel.event import Event


class CommandMoves(Event):
    """A command begins its moves."""

    command: str
    rules: Rules = ("fucilieri.3.2.1.1",)


class Reorganising(Event):
    """An irregular unit tries to put itself in order."""

    unit: str
    roll: int
    needed: int
    succeeds: bool
    rules: Rules = ("fucilieri.3.2.6.3", "fucilieri.1.3.3c")


class UnitWithdrew(Event):
    """A unit with the order to withdraw has left by its own edge."""

    unit: str
    rules: Rules = ("fucilieri.3.1.4.10",)
