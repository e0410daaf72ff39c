"""Events of activation: dice, initiative, orders."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Rules
from alfiere.kernel.event import Event


class ActivationRolled(Event):
    """A side's activation dice; those of four and more are orders."""

    seat: str
    dice: tuple[int, ...]
    orders: tuple[int, ...]
    rules: Rules = ()


class InitiativeTaken(Event):
    """Who has the initiative for the turn."""

    seat: str
    sixes: tuple[int, int]  # his and the other's
    rules: Rules = ()


class OrderPlaced(Event):
    """A division has an order of this priority."""

    seat: str
    division: str
    priority: int
    rules: Rules = ()


class Deactivated(Event):
    """At the end of an impulse the orders of the lowest priority are removed."""

    divisions: Ids
    priority: int
    rules: Rules = ()


class DivisionActs(Event):
    """A division acts in the Manoeuvre phase."""

    seat: str
    division: str
    priority: int
    rules: Rules = ()


class ImpulseBegan(Event):
    """An impulse of the turn."""

    impulse: int
    rules: Rules = ()
