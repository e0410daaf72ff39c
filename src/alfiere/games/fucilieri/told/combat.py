"""Events of combat: blows, who has won, who goes after whom."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Ids, Rules
from alfiere.kernel.event import Event, Tally


class BlowsStruck(Event):
    """A unit has rolled its dice against an enemy: how many and why, what hits, and how many did."""

    unit: str
    target: str
    dice: Tally
    added: Tally
    needed: int
    rolls: tuple[int, ...]
    hits: int
    rules: Rules = ()


class CombatDecided(Event):
    """A combat is decided: the losses each side has inflicted, and the winner; "" after a draw."""

    units: Ids
    winner: str
    red: int
    blue: int
    rules: Rules = ()


class CombatBrokenOff(Event):
    """Two units that fought are in contact no more."""

    unit: str
    target: str
    rules: Rules = ()


class BloodlustRolled(Event):
    """A winner whom all enemies have left rolls for bloodlust."""

    unit: str
    tally: Tally
    roll: int
    score: int
    needed: int
    rages: bool
    rules: Rules = ()
