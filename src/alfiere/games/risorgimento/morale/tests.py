"""Dice: the d10 that must not exceed a number, and what burdens every roll of a unit.

A malus always hurts: the tables add it to dice that must be low and take it from fire values and melee dice
(risorgimento.dice.2), so one question serves them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import OF_COMMANDER, OF_UNIT, Unit
from alfiere.games.risorgimento.told.common import Rules, Tested
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.modifiers import Modifier, Modifiers
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

D10: Final = tuple(range(1, 11))  # risorgimento.dice.1
D6: Final = tuple(range(1, 7))

Kind: TypeAlias = Literal["fire", "melee", "morale", "disorder"]

# Makes a unit go back by the forced move of this cause (table 9). Movement stands above morale: whoever calls a
# procedure of this chapter in which units may break gives it this.
Retire: TypeAlias = Callable[[BattleGame, Unit, str], Procedure[None]]

SHAKEN = OF_UNIT.bare("shaken", TURN)  # the yellow marker of a failed morale test, risorgimento.mor.5, .mor.13
DUE = OF_UNIT.about("due", str, TURN)  # a morale test of this cause still to be made: see morale.settle
DEMORALISED = OF_COMMANDER.bare("demoralised")  # his brigade is, for the rest of the battle, risorgimento.h.2.5


def roll10(g: BattleGame, seat: Seat, kind: str = "d10") -> int:
    """A d10: 1 to 10, the 0 on the die is 10 (risorgimento.dice.1)."""
    return D10[g.pick(D10, seat, kind)]


def roll6(g: BattleGame, seat: Seat) -> int:
    """A d6."""
    return D6[g.pick(D6, seat, "d6")]


def lines_of(s: BattleState, kind: Kind) -> Modifiers[Modifier]:
    """The table in which the modifiers of such a roll stand."""
    found: Modifiers[Modifier] = getattr(s.tables, kind)
    return found


def malus(s: BattleState, unit: Unit, kind: Kind, tally: Tally) -> None:
    """What burdens a roll of the unit, whatever it is about; maluses of different causes add up (risorgimento.dice.3).

    A failed morale test and a demoralised brigade count for fire, melee and morale only (risorgimento.dice.5).
    """
    lines = lines_of(s, kind)
    if unit.disorder:
        lines.count("disordered", tally)
    if tired := fatigue_malus(s, unit):
        tally.add(tired * lines["fatigue"].add, "fatigue", lines["fatigue"].rule)
    if marker_malus(s, unit, kind):
        lines.count("marker", tally)
    if kind != "disorder" and is_demoralised(s, unit):
        lines.count("demoralised", tally)


def fatigue_malus(s: BattleState, unit: Unit) -> int:
    """One for every two fatigue points (risorgimento.b.2.3, .b.2.4)."""
    return unit.fatigue // s.tables.numbers.fatigue_per_malus


def marker_malus(s: BattleState, unit: Unit, kind: Kind) -> bool:
    """Whether a coloured marker burdens it, of command or of morale: once, however many (risorgimento.mor.18)."""
    of_command = bool(s.tables.markers[unit.colour or "none"].malus)
    return of_command or (kind != "disorder" and SHAKEN.is_on(unit))


def is_demoralised(s: BattleState, unit: Unit) -> bool:
    """Whether its brigade has lost more than half its points at some time (risorgimento.h.2.3)."""
    brigade = s.brigade_of(unit)
    return bool(brigade) and DEMORALISED.is_on(s.commanders[brigade])


def passes(g: BattleGame, unit: Unit, name: str, against: int, tally: Tally, rules: Rules = (), die: int = 0) -> bool:
    """A d10 and what the tally adds, passed if it does not exceed the number; nothing is automatic (.dice.6).

    ``die``: one that was rolled for another unit too (risorgimento.g.7.6).
    """
    die = die or roll10(g, unit.seat)
    passed = die + tally.total <= against
    g.tell(Tested(unit.id, name, tally, die, against, passed, rules))
    return passed


def prospect(name: str, unit: Unit, against: int, tally: Tally) -> Prospect:
    """How likely such a test is passed."""
    odds = yes_or_no(at_most(against - tally.total, D10))
    return Prospect(name, unit.id, (tally,), odds, odds, "passed")
