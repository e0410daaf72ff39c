"""Events of charges and of the reactions to them."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Rules
from alfiere.kernel.event import Event


class ChargeShown(Event):
    """A charge noted in phase C is shown: who, whom, from how far."""

    unit: str
    target: str
    far: int
    rules: Rules = ("risorgimento.c.1.4", "risorgimento.e.1.1")


class ChargeDropped(Event):
    """A charge that is not made: its target is gone or out of sight."""

    unit: str
    target: str
    rules: Rules = ("risorgimento.e.1.7",)


class ChargeFellShort(Event):
    """Cavalry has used its move and has not reached whom it rode at."""

    unit: str
    target: str
    rules: Rules = ("risorgimento.scale.6",)


class CounterCharged(Event):
    """Cavalry rides out at a unit that comes near."""

    unit: str
    target: str
    rules: Rules = ("risorgimento.e.2.1.9",)


class SquareFormed(Event):
    """Infantry has formed square before cavalry."""

    unit: str
    target: str  # the cavalry
    rules: Rules = ("risorgimento.e.2.2.1",)


class Evades(Event):
    """Light infantry or a battery goes back before cavalry."""

    unit: str
    target: str  # the cavalry
    rules: Rules = ()


class Recalled(Event):
    """Cavalry is called back before a square."""

    unit: str
    rules: Rules = ("risorgimento.e.2.2.12",)


class GunsLeft(Event):
    """The gunners run and leave their guns."""

    unit: str
    rules: Rules = ("risorgimento.e.2.3.8",)


class GunsManned(Event):
    """The gunners take their guns back."""

    unit: str
    rules: Rules = ("risorgimento.e.2.3.9",)
