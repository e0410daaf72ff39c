"""A ride: one cavalry unit on its way at an enemy, by quarters of its move (E.1.5 to E.1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.movement.bridges import why_no_attack
from alfiere.games.risorgimento.movement.costs import PLAIN, at_most, budget, manoeuvre
from alfiere.games.risorgimento.movement.fronts import reached
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Plan
from alfiere.games.risorgimento.movement.making import Hooks, make
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import apart
from alfiere.games.risorgimento.state.unit import LINE, OF_UNIT, Unit
from alfiere.games.risorgimento.told.charge import ChargeFellShort
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import BASE
from alfiere.table.fronts import bearing
from alfiere.table.headings import turn_between
from alfiere.table.legs import Footing, Leg, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre, Met
from alfiere.table.offers import afforded

QUARTERS: Final = 4
RULES: Final = ("risorgimento.e.1.6",)
CHARGE_BONUS = OF_UNIT.bare("charge bonus", TURN)  # made the last quarter in a straight line, risorgimento.e.1.4
HAS_CHARGED = OF_UNIT.bare("charged", TURN)  # or counter-charged


class Ride:
    """A charge or counter-charge under way; it lives as long as the charges of a turn are carried out."""

    def __init__(self, s: BattleState, unit: Unit, target: Unit, *, quarter: int = 0, is_counter: bool = False) -> None:
        """``quarter``: after how many it begins; it has the others (risorgimento.e.2.1.9, .e.2.1.13)."""
        self.unit, self.target, self.is_counter = unit.id, target.id, is_counter
        self.began, self.origin = apart(s, unit, target), unit.pose.point  # risorgimento.e.1.9
        self.first, self.spent, self.turns = quarter, 0, 0
        self.way, self.straight = 0, 0  # hundredths gone in all, and since it last turned
        self.is_over = False
        self.tried_square = False  # its target has tried to form square, once a charge: risorgimento.e.2.2.17
        self.tried_recall = False  # risorgimento.e.2.2.21
        self.tried_guns = False  # its battery has been tested: risorgimento.e.2.3.16
        self.was_recalled = False
        self.follows = False  # its target has broken or retires: it goes after it, risorgimento.e.1.10, .e.2.2.5

    def rides(self, s: BattleState) -> bool:
        """Whether it is still on its way."""
        unit = s.units[self.unit]
        return not self.is_over and unit.is_steady and not unit.disorder

    def has_bonus(self, s: BattleState) -> bool:
        """In line, and straight for the last quarter of its way (risorgimento.e.1.4, .e.1.5, .e.1.8)."""
        return s.units[self.unit].formation == LINE and self.way > 0 and QUARTERS * self.straight >= self.way

    def met(self, s: BattleState) -> Unit | None:
        """The enemy its front has reached."""
        unit = s.units[self.unit]
        return reached(s, unit) if unit.is_on else None

    def goes(self, g: BattleGame, quarter: int, hooks: Hooks) -> Procedure[None]:
        """The next quarter of its move (risorgimento.e.1.6): a turn at the target, or straight on."""
        s, unit = g.state, g.state.units[self.unit]
        most = budget(s, unit)  # a yellow marker halves what it has, risorgimento.e.9.10
        has = min(most, most * (quarter - self.first) // QUARTERS) - self.spent
        if has <= 0:
            return
        leg = self._leg(s, unit, quarter, has)
        if leg is None:
            return
        start = s.footing(unit)
        cost = manoeuvre(s, unit).paid(start, leg) or 0
        plan, was_there = Plan((leg,), cost, after(start, leg), PLAIN, has), s.units[self.target].is_on
        yield from make(g, unit, plan, hooks, "counter-charge" if self.is_counter else "charge", RULES)
        self.spent += cost
        if isinstance(leg, Turn):
            self.turns, self.straight = self.turns + 1, 0
        if was_there and not s.units[self.target].is_on:
            self.is_over = True  # it has run its target down, risorgimento.e.1.10
        gone = _between(start, s.footing(unit)) if unit.is_on else 0
        self.way, self.straight = self.way + gone, self.straight + gone
        if not HAS_CHARGED.is_on(unit):
            HAS_CHARGED.put(unit)
            HAS_ACTED.put(unit)  # it does not move again in this turn, risorgimento.e.0.6
        if self.met(g.state) is not None:
            self.is_over = True

    def _leg(self, s: BattleState, unit: Unit, quarter: int, has: int) -> Leg | None:
        """A turn at the start or once more before the last quarter, else straight ahead (risorgimento.e.1.5)."""
        m, start = manoeuvre(s, unit), s.footing(unit)
        target = s.units[self.target]
        may_turn = (self.turns == 0 and self.way == 0) or (self.turns < 2 and self.way > 0 and quarter < QUARTERS)
        if may_turn and target.is_on and not self._leads_to(s, m, start, target):
            wanted = (bearing(start.pose.point, target.pose.point) - start.pose.heading + 1800) % 3600 - 1800
            most = s.tables.angles.charge_turn
            turn = Turn(min(max(wanted, -most), most))
            price = m.paid(start, turn) if turn.angle else None
            if price is not None and price <= has and m.barred(start, turn) is None:
                return turn
        return self._straight(s, m, start, has)

    def _leads_to(self, s: BattleState, m: Manoeuvre, start: Footing, target: Unit) -> bool:
        """Whether straight ahead it runs into its target."""
        far = apart(s, s.units[self.unit], target) + 2 * max(s.shape(target))
        met = m.run(start, Shift(max(1, far)))
        if target.is_routed:  # such are run down, and bar nobody
            wanted = bearing(start.pose.point, target.pose.point)
            return turn_between(start.pose.heading, wanted) < s.tables.angles.aside
        return met is not None and met.by == target.id

    def _straight(self, s: BattleState, m: Manoeuvre, start: Footing, has: int) -> Shift | None:
        """As far as this quarter pays, the ground can be charged over and nothing is in the way (.c.1.3, table 5)."""
        pace = m.pace(start)
        leg, _ = afforded(m, start, at_most(pace, Shift(pace.speed), has), has)
        met = m.run(start, leg) if leg.length else None
        if met is not None:
            leg = leg._replace(length=max(0, met.far))
            if self._is_over_water(s, start, leg, met):  # horses do not attack over a bridge, risorgimento.g.6.1
                leg = leg._replace(length=max(0, met.far - 2 * s.scene.field.touch))
                self.is_over = True
            if not self._is_enemy(s, met) and met.by not in s.charges:
                self.is_over = True  # the edge, closed ground or a friend ends it, unless he charges too, .e.1.6
        low, high = 0, leg.length
        while low < high:
            middle = high if high == leg.length else (low + high + 1) // 2  # mostly nothing is in the way
            there = after(start, Shift(middle, leg.aside)).pose.point
            if s.ground.may_charge_along(start.pose.point, there):
                low = middle
            else:
                high = middle - 1
        if low < leg.length:
            self.is_over = True
        while low and m.stands(after(start, Shift(low, leg.aside))) is not None:
            low -= 1  # light infantry of its own that it cannot pass through in this quarter, risorgimento.e.7.4
        leg = Shift(low, leg.aside)
        return leg if leg.length else None

    def _is_enemy(self, s: BattleState, met: Met) -> bool:
        return met.reason == BASE and s.units[met.by].seat != s.units[self.unit].seat

    def _is_over_water(self, s: BattleState, start: Footing, leg: Shift, met: Met) -> bool:
        if not self._is_enemy(s, met):
            return False
        way = (self.origin, start.pose.point, after(start, leg).pose.point)
        return why_no_attack(s, s.units[self.unit], start.formation, way, s.units[met.by]) is not None


def tell_fallen_short(g: BattleGame, rides: Iterable[Ride]) -> None:
    """Whoever has stopped short of an enemy who stands (risorgimento.scale.6, .e.1.6)."""
    s = g.state
    for one in rides:
        if one.follows or one.was_recalled or not s.units[one.unit].is_steady or not s.units[one.target].is_on:
            continue
        if one.met(s) is None:
            g.tell(ChargeFellShort(one.unit, one.target))


def ran_free(s: BattleState, rides: Iterable[Ride]) -> list[str]:
    """Cavalry that went after somebody who fled and met nobody: it takes the test of G.4.1 (.e.2.2.7, .e.1.10)."""
    return [one.unit for one in rides if one.follows and s.units[one.unit].is_steady and one.met(s) is None]


def _between(one: Footing, two: Footing) -> int:
    dx, dy = one.pose.x - two.pose.x, one.pose.y - two.pose.y
    return isqrt(dx * dx + dy * dy)
