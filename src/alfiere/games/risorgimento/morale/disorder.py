"""Chapter B.1 and tables 4 and 4b: the test of discipline, disorder, and what a disordered unit may not do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.tests import malus, passes, prospect
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, OF_UNIT, OPEN, Unit
from alfiere.games.risorgimento.told.morale import Disordered
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import Footing
from alfiere.table.measuring import gap

D1: Final = 1
D2: Final = 2

BARE: Final = ("battery-limbers", "battery-limbered")  # tests without any modifier of table 4 but maluses, .e.2.3.17

HAS_LOST = OF_UNIT.bare("lost men", TURN)  # a loss point in this turn, table 4


def discipline_tally(
    s: BattleState, unit: Unit, cause: str, extra: int = 0, *, plain: bool = False, also: Sequence[str] = ()
) -> Tally:
    """What is added to the die: table 4 always, and the lines of table 4b named (risorgimento.b.1.2, .dice.5).

    ``cause`` is a line of table 4 or 4b, or a kind of ground, whose number is ``extra``. ``plain``: without the line
    for open order, as in the tests of E.2.
    """
    tally = Tally("discipline")
    for name in (cause, *also):
        for lines in (s.tables.disorder, s.tables.discipline):
            if name in lines:
                lines.count(name, tally)
    tally.add(extra, cause, "risorgimento.b.1.2")
    malus(s, unit, "disorder", tally)
    if HAS_LOST.is_on(unit) and cause not in BARE:
        s.tables.disorder.count("loss-this-turn", tally)
    if unit.formation == OPEN and not plain:
        s.tables.disorder.count("open-order", tally)
    return tally


def is_disciplined(
    g: BattleGame,
    unit: Unit,
    cause: str,
    extra: int = 0,
    *,
    plain: bool = False,
    also: Sequence[str] = (),
    below: bool = False,
) -> bool:
    """A test of discipline whose failure has effects of its own: d10 against VD (risorgimento.unit.6, .dice.5).

    ``below``: the die must be lower than VD, as in the test of G.4.1.
    """
    tally = discipline_tally(g.state, unit, cause, extra, plain=plain, also=also)
    known = g.state.tables.discipline
    rules = dict.fromkeys(((known[cause].rule,) if cause in known else ()) + ("risorgimento.b.1.2",))
    return passes(g, unit, cause, unit.profile.vd - below, tally, tuple(rules))


def stays_in_order(
    g: BattleGame, unit: Unit, cause: str, extra: int = 0, *, plain: bool = False, also: Sequence[str] = ()
) -> bool:
    """The same test, which disorders the unit that fails it (risorgimento.b.1.1-3)."""
    if is_disciplined(g, unit, cause, extra, plain=plain, also=also):
        return True
    disorder(g, unit)
    return False


def disorder(g: BattleGame, unit: Unit) -> None:
    """It is disordered and gets the marker D2, or gets it back (risorgimento.b.1.3, .b.1.9)."""
    if unit.disorder != D2:
        unit.disorder = D2
        g.tell(Disordered(unit.id, ("risorgimento.b.1.3",)))


def discipline_prospect(
    s: BattleState, unit: Unit, cause: str, extra: int = 0, *, plain: bool = False, also: Sequence[str] = ()
) -> Prospect:
    """How likely the test is passed."""
    tally = discipline_tally(s, unit, cause, extra, plain=plain, also=also)
    return prospect("discipline", unit, unit.profile.vd, tally)


# What a disordered unit may not do; D1 and D2 alike (risorgimento.b.1.9)


def may_react(unit: Unit) -> bool:
    """Whether it may move while the other side moves: not if it is disordered or routed (.b.1.4, .b.1.12, .h.1.7).

    Forming square and the flight of gunners are no moves of this kind (risorgimento.b.1.11).
    """
    return not unit.disorder and not unit.is_routed


def may_force_march(unit: Unit) -> bool:
    """Whether it may make forced marches (risorgimento.b.1.5)."""
    return not unit.disorder and not unit.is_routed


def may_charge(unit: Unit) -> bool:
    """Whether cavalry is in a state to charge (risorgimento.b.1.7)."""
    return not unit.disorder and not unit.is_routed


def why_no_advance(s: BattleState, unit: Unit, end: Footing) -> Objection | None:
    """Disordered guns may turn, unlimber or move away, not come closer to the nearest enemy (.b.1.6, .b.1.10)."""
    if unit.arm != ARTILLERY or not unit.disorder:
        return None
    foes = [s.base(one).outline for one in s.foes(unit.seat)]
    now = min((gap(s.base(unit).outline, one) for one in foes), default=0)
    then = min((gap(end.outline, one) for one in foes), default=0)
    return because("guns-in-disorder", "risorgimento.b.1.6", unit=unit.id) if then < now else None
