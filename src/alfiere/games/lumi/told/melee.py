"""Events of melee: rounds, combats that end, what winners do."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Rules
from alfiere.kernel.event import Event, Tally


class RoundFought(Event):
    """A round of melee: both dice with what was added to them; the first is of red."""

    red: Ids
    blue: Ids
    red_tally: Tally
    blue_tally: Tally
    red_roll: int
    blue_roll: int
    red_total: int
    blue_total: int
    rules: Rules = ()


class MainNamed(Event):
    """Of several units of a side in one combat, the one whose values are used and that takes losses and tests."""

    units: Ids
    others: Ids
    rules: Rules = ()


class CombatWon(Event):
    """All enemies in a combat have given way."""

    units: Ids
    beaten: Ids
    rules: Rules = ()


class PursuitTested(Event):
    """Cavalry that has won: whether it stays in hand."""

    units: Ids
    tally: Tally
    roll: int
    need: int
    passed: bool
    rules: Rules = ()
