"""A move as it is made: by quarters of the unit's own move, with reactions, tests on the way and whom it runs into.

After every quarter, and where the move begins, the other side may react (risorgimento.e.9.2, .e.2.1.13); what that does
to the mover may shorten its move or end it (risorgimento.e.9.10).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.couriers import catch_couriers
from alfiere.games.risorgimento.command.recovery import tire
from alfiere.games.risorgimento.fire.engaged import contacts
from alfiere.games.risorgimento.morale.disorder import stays_in_order
from alfiere.games.risorgimento.morale.leaders_lost import contacted, leaders_contacted
from alfiere.games.risorgimento.morale.morale import reach_objectives, settle
from alfiere.games.risorgimento.morale.rout import overrun
from alfiere.games.risorgimento.movement.bridges import COMES_OVER, come_over
from alfiere.games.risorgimento.movement.costs import at_most, budget, manoeuvre, trials
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import Plan
from alfiere.games.risorgimento.movement.zones import is_beyond
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.bounds import note_happenings
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import HAS_MOVED, OF_UNIT, ON_THE_WAY, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, divided
from alfiere.table.legs import WHOLE, Footing, Leg, Reform, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre, swept_along
from alfiere.table.measuring import FINE, fine_length
from alfiere.table.offers import afforded
from alfiere.table.shapes import Outline
from alfiere.table.swift import quick

TRIED_BY = OF_UNIT.about("tried by", str, TURN)  # ground that has put its order to the test in this turn, .e.5.4


@quick
class Moment(NamedTuple):
    """When others may react to a mover: after how many quarters of its move, which it began like this."""

    quarter: int
    began: Footing
    changing: str = ""  # the formation it had before, while it changes it, risorgimento.e.9.7
    is_first: bool = False  # its move begins


Reacts: TypeAlias = Callable[[BattleGame, Unit, Moment], Procedure[None]]
Closes: TypeAlias = Callable[[BattleGame, Unit], None]
Finishes: TypeAlias = Callable[[BattleGame, Unit], Procedure[None]]


def keeps_its_place(g: BattleGame, unit: Unit) -> None:
    """Where no chapter above lays it along an enemy."""


def nothing_follows(g: BattleGame, unit: Unit) -> Procedure[None]:
    """Nobody is still on his way when the mover stops."""
    yield from ()


class Hooks(NamedTuple):
    """What chapters above do in a move: reactions of the other side, laying a unit along whom it has reached."""

    reacts: Reacts
    closes: Closes
    finishes: Finishes = nothing_follows  # the mover has stopped: who rides at it uses what is left, .e.2.1.19


def make(
    g: BattleGame, unit: Unit, plan: Plan, hooks: Hooks, how: str, rules: tuple[str, ...], spent: int = 0
) -> Procedure[None]:
    """Carry out a move that was judged, after so much of it has been spent already; it may end early."""
    making = Making(g, unit, plan, hooks, how, rules)
    making.spent = spent
    yield from making.run()


class Making:
    """One move under way."""

    def __init__(self, g: BattleGame, unit: Unit, plan: Plan, hooks: Hooks, how: str, rules: tuple[str, ...]) -> None:
        self.g, self.unit, self.plan, self.hooks, self.how, self.rules = g, unit, plan, hooks, how, rules
        self.began, self.post = g.state.footing(unit), unit.post
        self.left_behind = {foe.id for _, _, foe in contacts(g.state, unit)}  # by who withdraws, risorgimento.e.8.2
        self.here, self.told, self.spent = self.began, self.began, 0
        self.stages: list[Footing] = []  # of the move, where the legs began that it has made to their end
        self.corners: list[Footing] = []  # where all its legs began
        self.path = [unit.pose.point]
        self.quarter = g.state.tables.shares.quarter
        self.asked: tuple[int, Footing] | None = None  # after which quarter the others were asked last, and where

    @property
    def s(self) -> BattleState:
        """The battle now."""
        return self.g.state

    def run(self) -> Procedure[None]:
        """All legs, then what follows from where it stands."""
        ON_THE_WAY.put(self.unit)
        yield from self._asks()
        for leg in self.plan.legs:
            if not self._goes_on() or not (yield from self._leg(leg)):
                break
        if self._is_here() and self.s.footing(self.unit) != self.began:
            yield from self._asks(at_end=True)
        if self._is_here():
            self._steps_back()
        ON_THE_WAY.clear(self.unit)
        self._tell()
        if self._is_here():
            self._ends()
        yield from self.hooks.finishes(self.g, self.unit)
        yield from settle(self.g, retire)

    def _ends(self) -> None:
        unit, s = self.unit, self.s
        if s.footing(unit) != self.began and not HAS_MOVED.is_on(unit):
            HAS_MOVED.put(unit)
        if self.plan.is_strategic and self.spent > budget(s, unit):
            tire(self.g, unit, "forced-march", "risorgimento.b.2.1")  # .e.3.1.2, .e.3.1.3
        if s.footing(unit) != self.began:
            come_over(s, unit, [*(one.pose.point for one in self.corners), self.here.pose.point])
            self.hooks.closes(self.g, unit)
            COMES_OVER.clear(unit)
            reach_objectives(self.g, unit)
            note_happenings(s)

    # Whether it goes on

    def _is_here(self) -> bool:
        """Nothing has driven it from where the move had led it."""
        return self.unit.is_steady and self.unit.pose == self.here.pose

    def _left(self) -> int:
        """What it may still spend; a yellow marker has halved all it had (risorgimento.e.9.10)."""
        now, most = budget(self.s, self.unit), self.plan.most
        if self.plan.is_strategic:
            now = now * self.s.tables.shares.strategic // WHOLE
        return min(now, most) - self.spent

    def _goes_on(self) -> bool:
        if not self._is_here() or self._left() <= 0:
            return False
        # Who was reached by an enemy who reacts stays; who withdraws goes on along those he was in contact with.
        return all(foe.id in self.left_behind for _, _, foe in contacts(self.s, self.unit))

    # Legs

    def _leg(self, leg: Leg) -> Procedure[bool]:
        m = manoeuvre(self.s, self.unit, self.plan.way)
        self.corners.append(self.here)
        if isinstance(leg, Shift):
            return (yield from self._goes(m, leg))
        price = m.paid(self.here, leg, self.stages) or 0
        if price > self._left():
            return False
        before = self.here
        self.stages.append(before)
        self._stands(after(before, leg))
        self.spent += price
        cause = self._sudden(leg)
        if cause:
            self._tell()
            if not stays_in_order(self.g, self.unit, cause):  # it loses the rest of its move, table 9
                return False
        yield from self._asks(before.formation if isinstance(leg, Reform) else "")
        return True

    def _sudden(self, leg: Leg) -> str:
        """The line of table 4 for a change of formation or of front with an enemy near; none is an empty name."""
        sharp = isinstance(leg, Turn) and abs(leg.angle) > self.s.tables.angles.sudden
        if not sharp and not isinstance(leg, Reform):
            return ""
        if is_beyond(self.s, self.unit, self.here, self.s.tables.distances.sudden):
            return ""
        return "front-near-enemy" if sharp else "formation-near-enemy"

    def _goes(self, m: Manoeuvre, leg: Shift) -> Procedure[bool]:
        """A straight way, cut where a quarter of the move ends and where the ground tries the unit."""
        start, done, paid = self.here, 0, 0
        tests = self._tests(start, leg)
        while done < leg.length:
            mark = (self.spent // self.quarter + 1) * self.quarter
            reach = self._reach(m, start, leg, paid + min(self._left(), mark - self.spent))
            while reach <= done and self._left() > mark - self.spent:  # less than a hundredth of the way is left to it
                mark += self.quarter
                reach = self._reach(m, start, leg, paid + min(self._left(), mark - self.spent))
            if reach <= done:
                return False
            stop = next((far for far, _, _, _ in tests if done <= far < reach), reach)
            trial = tests[0] if tests and stop == tests[0][0] and stop < reach else None
            if stop > done:
                now = m.paid(start, Shift(stop, leg.aside), self.stages) or 0
                self.spent += now - paid
                done, paid = stop, now
                before = self.here
                self._stands(after(start, Shift(done, leg.aside)))
                self._runs_into(before)
            if trial is not None:
                tests.pop(0)
                if not self._stays(trial):
                    return False
                continue
            yield from self._asks()
            if done < leg.length and not self._goes_on():
                return False
        self.stages.append(start)
        return True

    def _reach(self, m: Manoeuvre, start: Footing, leg: Shift, has: int) -> int:
        """How far along a leg so much pays."""
        return afforded(m, start, at_most(m.pace(start), leg, has), has, self.stages)[0].length

    def _tests(self, start: Footing, leg: Shift) -> list[tuple[int, str, str, int]]:
        """How far along a leg which ground tries it, which has not done so in this turn (risorgimento.e.5.4)."""
        if self.plan.way.by_road:
            return []
        end = after(start, leg).pose.point
        found = trials(self.s, self.unit, start.formation, start.pose.point, end)
        return [(_far(one.place, leg.length), one.piece, one.kind, one.add) for one in found]

    def _stays(self, trial: tuple[int, str, str, int]) -> bool:
        _, piece, kind, add = trial
        if TRIED_BY.is_on(self.unit, piece):
            return True
        TRIED_BY.put(self.unit, piece)
        self._tell()
        return stays_in_order(self.g, self.unit, kind, add)

    def _stands(self, footing: Footing) -> None:
        stays = footing.pose.point == self.unit.pose.point
        self.s.stand(self.unit, footing, self.unit.post if stays else "")
        self.here = footing
        if footing.pose.point != self.path[-1]:
            self.path.append(footing.pose.point)

    def _runs_into(self, before: Footing) -> None:
        """Routed enemies on its way are removed, commanders on their own and couriers in danger.

        Risorgimento.h.1.5, .h.1.8, .cl.9, .a.3.8.
        """
        dx, dy = self.here.pose.x - before.pose.x, self.here.pose.y - before.pose.y
        ground = Outline(swept_along(before.outline.points, dx, dy))
        for foe in near(self.s, ground, self.s.scene.field.touch, other(self.unit.seat)):
            if foe.is_routed:
                self._tell()
                overrun(self.g, foe)
        for leader in leaders_contacted(self.s, self.unit, ground):
            self._tell()
            contacted(self.g, leader)
        catch_couriers(self.g, self.unit.seat, ground)

    def _steps_back(self) -> None:
        """Who was stopped on a friend, or among houses, has not got through: he stops in front (.e.7.4, .g.5.18)."""
        m = manoeuvre(self.s, self.unit, self.plan.way)
        while self.corners and not self._has_room(m, self.here):
            there = self.corners.pop()
            dx, dy = self.here.pose.x - there.pose.x, self.here.pose.y - there.pose.y
            if (dx, dy) != (0, 0) and there.formation == self.here.formation:
                there = self._in_front(m, there, bearing((0, 0), (dx, dy)), divided(fine_length(dx, dy), FINE))
            self._stands(there)
        if self.post and self.here == self.began:
            self.s.stand(self.unit, self.began, self.post)

    def _has_room(self, m: Manoeuvre, there: Footing) -> bool:
        if self.unit.post and there == self.began:
            return True
        return m.stands(there) is None and not self.s.ground.built_up_at(*there.pose.point)

    def _in_front(self, m: Manoeuvre, start: Footing, towards: int, length: int) -> Footing:
        """The last place of a straight way on which it can stand."""
        leg = Shift(length, (towards - start.pose.heading) % FULL_TURN)
        free = (after(start, leg._replace(length=far)) for far in range(length, 0, -1))
        return next((one for one in free if self._has_room(m, one)), start)

    # What others see of it

    def _asks(self, changing: str = "", *, at_end: bool = False) -> Procedure[None]:
        """The other side may react: at the start, after each quarter, at the end; the move so far is told before."""
        gone = self.spent // self.quarter
        if self.asked is not None and not changing:
            before, where = self.asked
            if where == self.here or (gone == before and not at_end):
                return
        moment = Moment(min(gone, 4), self.began, changing, self.asked is None)
        self.asked = gone, self.here
        reaction = self.hooks.reacts(self.g, self.unit, moment)
        try:
            ask = next(reaction)
        except StopIteration:
            return
        self._tell()
        with suppress(StopIteration):
            while True:
                ask = reaction.send((yield ask))

    def _tell(self) -> None:
        told, here = self.told, self.here
        if told != here:
            way = tuple(self.path)
            self.g.tell(UnitMoved(self.unit.id, told.pose, here.pose, way, here.formation, self.how, self.rules))
            self.told, self.path = here, [here.pose.point]


def _far(place: Fraction, length: int) -> int:
    return int(place * length)
