"""What happens between sides that begin at peace: somebody breaks it, somebody is recognised."""

from __future__ import annotations

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

Rules = tuple[str, ...]


class PeaceBroken(Event):
    """Two sides are enemies from now on: one has attacked, declared it, or come armed where it must not."""

    seat: Seat
    side: Seat
    cause: str  # attack, declared, armed
    rules: Rules = ("cappa.2.1.1.h4",)


class Recognised(Event):
    """Everybody knows now who he is: he is an enemy like any other."""

    figure: str
    rules: Rules = ("cappa.2.1.1.h4",)
