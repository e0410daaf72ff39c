"""Who is about to run or to be gone where he stands, and what that would cost his army (risorgimento.i.3.2)."""

from __future__ import annotations

from math import exp
from typing import Final

from alfiere.games.risorgimento.computer.stakes import RALLIED, is_shaky, men_to_lose
from alfiere.games.risorgimento.morale.tests import malus
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, LIMBERED, MARCH, OPEN, SQUARE, Unit
from alfiere.kernel.event import Tally

DIE: Final = 10  # of a morale test (risorgimento.mor.2)
CHOSEN: Final = 0.6  # of the fire that could come at it: several enemies choose among several targets
LATER: Final = (1.0, 0.25, 0.08, 0.02)  # who breaks only at the second test that fails, or the third, may run later on
FEW: Final = 3  # loss points: who bears more is not shot off the table in a turn
SQUADRON: Final = 4  # loss points of horse that is too weak to ride down a battalion
SPARED: Final = 10.0  # so much an army must have to lose with a unit to keep it back
DRIVEN_OFF: Final = 0.15  # a limbered battery that is charged, in disorder, perhaps off the table (.e.2.3.11)


def is_spared(unit: Unit, price: float) -> bool:
    """Whether a unit is kept back: it runs when the next test fails, or is but a squadron, and much hangs on it."""
    return (is_shaky(unit) or (unit.arm == CAVALRY and unit.left <= SQUADRON)) and price >= SPARED


def danger(
    s: BattleState, unit: Unit, formation: str, post: str, suffered: float, price: float, *, is_charged: bool
) -> float:
    """What may be lost in a turn with a unit under so much fire, and with horse that may charge it or not."""
    tests = unit.morale - unit.spirit // 2 + 1  # so many have to fail (risorgimento.mor.7)
    men = men_to_lose(unit)
    if tests > len(LATER) and men > FEW and not (is_charged and formation == LIMBERED):
        return 0.0
    points = CHOSEN * suffered
    found = price * _shot_off(points, men)
    if unit.arm == ARTILLERY and formation == LIMBERED and is_charged:
        found += price * DRIVEN_OFF
    if tests <= len(LATER):
        fire = (1.0 - exp(-points)) * _fails(s, unit, "sheltered" if post else "")
        horse = _fails(s, unit, _before_horse(formation)) if is_charged and unit.arm != CAVALRY else 0.0
        runs = fire + horse - fire * horse
        both = fire * horse if tests == 2 else 0.0
        found += RALLIED * price * max(both, LATER[max(0, tests - 1)] * runs)
    return found


def _before_horse(formation: str) -> str:
    """The line of table 6b for who is charged in the open."""
    if formation == SQUARE:
        return "square-against-cavalry"
    return "caught-by-cavalry" if formation in (OPEN, MARCH, LIMBERED) else ""


def _fails(s: BattleState, unit: Unit, line: str) -> float:
    """How likely a morale test fails, about (risorgimento.mor.2)."""
    tally = Tally("morale")
    malus(s, unit, "morale", tally)
    if line:
        s.tables.morale.count(line, tally)
    return min(1.0, max(0.0, 1.0 - (unit.morale + s.bonus_of(unit) - tally.total) / DIE))


def _shot_off(points: float, men: int) -> float:
    """How likely so few men are lost at once, where so many are to be expected."""
    if men > FEW or points <= 0.0:
        return 0.0
    stays, term = 0.0, exp(-points)
    for number in range(men):
        stays += term
        term *= points / (number + 1)
    return 1.0 - stays
