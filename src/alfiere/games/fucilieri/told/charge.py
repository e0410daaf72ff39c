"""Events of charges: what was declared, what the target does, what comes of it."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Rules
from alfiere.kernel.event import Event, Tally


class ChargeDeclared(Event):
    """A unit has declared a charge at an enemy, whom it will strike on this edge."""

    unit: str
    target: str
    edge: str  # front, flank or rear
    is_bound: bool  # bloodlust left it no choice
    rules: Rules = ()


class Reacted(Event):
    """What a unit that is charged does about it."""

    unit: str
    enemy: str
    how: str  # stand, fire, counter-charge, form-square, evade
    rules: Rules = ()


class SquareRolled(Event):
    """A unit has tried to form square, or cavalry to close with one: the die and what it needed."""

    unit: str
    how: str  # form, close
    tally: Tally
    roll: int
    score: int
    needed: int
    passed: bool
    rules: Rules = ()


class ChargeEnded(Event):
    """How a charge ended: contact, short, stopped, gone, off, ridden-round."""

    unit: str
    target: str
    how: str
    edge: str = ""
    rules: Rules = ()
