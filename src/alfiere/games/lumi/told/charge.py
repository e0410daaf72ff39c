"""Events of charges and approaches: what was declared, what the target does, what comes of it."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Rules
from alfiere.kernel.event import Event


class ChargeDeclared(Event):
    """A unit has declared a charge, or an approach to short range, at an enemy."""

    units: Ids
    targets: Ids
    how: str  # charge, approach, aggressive, control, pursuit
    attack: str  # front, flank or rear
    rules: Rules = ()


class Reacted(Event):
    """What a unit that is charged or approached does about it."""

    units: Ids
    enemies: Ids
    how: str  # receive, fire, form-square, counter-charge, evade
    rules: Rules = ()


class ChargeEnded(Event):
    """How a charge or an approach ended: contact, short, stays, waits at an obstacle, engaged."""

    units: Ids
    targets: Ids
    how: str
    rules: Rules = ()
