"""Who sees a unit make an ordinary move and reacts: fire, a counter-charge, square and flight before cavalry.

E.2.1.11, E.2.1.16 to E.2.1.19, E.2.4.7 and E.9. One of these watches one move, from its beginning to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from alfiere.games.risorgimento.charge import foot, guns
from alfiere.games.risorgimento.charge.charge import GUNS_EVADE, LIGHT_EVADES, nobody_reacts
from alfiere.games.risorgimento.charge.horse import offers_reactions, offers_way_back
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, QUARTERS, Ride, ran_free, tell_fallen_short
from alfiere.games.risorgimento.fire.opportunity import offer_fire
from alfiere.games.risorgimento.morale.morale import morale_test
from alfiere.games.risorgimento.movement.costs import speed
from alfiere.games.risorgimento.movement.forced import forced_move, retire
from alfiere.games.risorgimento.movement.making import Closes, Hooks, Moment
from alfiere.games.risorgimento.movement.zones import most_ahead
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.standing import apart
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, LIMBERED, OPEN, Unit
from alfiere.kernel.procedure import Procedure
from alfiere.table.measuring import gap

Fights: TypeAlias = Callable[[BattleGame, list[Ride], list[str]], Procedure[None]]


class Onlookers:
    """The other side, watching one unit move."""

    def __init__(self, closes: Closes, fights: Fights) -> None:
        self.hooks, self.fights = Hooks(nobody_reacts, closes), fights
        self.rides: list[Ride] = []  # cavalry that has ridden out at the mover
        self.approach: Ride | None = None  # the mover, if it is cavalry that comes at foot or guns

    def reacts(self, g: BattleGame, mover: Unit, moment: Moment) -> Procedure[None]:
        """At the beginning of the move and after each quarter of it (risorgimento.e.9.2, .e.2.1.13)."""
        id = mover.id
        untested = self._untested(g, mover, moment)
        yield from offer_fire(g, mover, retire, changing=moment.changing, leave_out=untested)
        for ride in self.rides:  # the mover goes first, then they, risorgimento.e.2.1.19
            if ride.rides(g.state) and g.state.units[id].is_on:
                yield from self._quarter(g, ride, moment.quarter)
        if not g.state.units[id].is_steady or moment.changing:
            return
        if g.state.units[id].arm == CAVALRY:
            yield from self._faced(g, g.state.units[id], moment)
        if g.state.units[id].is_steady and moment.quarter < QUARTERS:
            for ride in (yield from offers_reactions(g, g.state.units[id], moment.quarter)):
                self.rides.append(ride)
                yield from self._charged(g, ride)
        if g.state.units[id].is_steady:
            yield from offers_way_back(g, g.state.units[id])

    def finishes(self, g: BattleGame, mover: Unit) -> Procedure[None]:
        """The mover has stopped: cavalry uses what it has left, and melees are fought at once (.e.2.1.16, .19)."""
        for quarter in range(1, QUARTERS + 1):
            for ride in self.rides:
                if quarter > ride.first and ride.rides(g.state) and g.state.units[mover.id].is_on:
                    yield from self._quarter(g, ride, quarter)
        guns.lose_touched_guns(g)
        if self.rides:
            tell_fallen_short(g, self.rides)
            yield from self.fights(g, self.rides, ran_free(g.state, self.rides))
        guns.man_again(g)

    # Cavalry at the mover

    def _quarter(self, g: BattleGame, ride: Ride, quarter: int) -> Procedure[None]:
        yield from ride.goes(g, quarter, self.hooks)
        unit = g.state.units[ride.unit]
        if unit.is_steady and ride.met(g.state) is None:
            yield from offer_fire(g, unit, retire)
        elif unit.is_steady and ride.has_bonus(g.state) and not CHARGE_BONUS.is_on(unit):
            CHARGE_BONUS.put(unit)

    def _charged(self, g: BattleGame, ride: Ride) -> Procedure[None]:
        """A counter-charge is a charge: its target tests, and may react itself (risorgimento.e.2.1.18)."""
        target = g.state.units[ride.target]
        yield from morale_test(g, target, "charged", retire, enemies=[g.state.units[ride.unit]])
        target = g.state.units[ride.target]
        if not target.is_steady:
            ride.follows = True
        elif target.arm == INFANTRY:
            done = yield from foot.faces_horse(g, target, ride)
            if done == foot.EVADE:
                ride.follows = True
                yield from self._flees(g, target, LIGHT_EVADES, QUARTERS, OPEN)
        elif target.arm == ARTILLERY:
            yield from self._drives_off(g, target, ride)

    # Cavalry that moves at foot and guns

    def _untested(self, g: BattleGame, mover: Unit, moment: Moment) -> tuple[str, ...]:
        """A battery that cavalry comes at does not fire at it before it has been tested (risorgimento.e.2.3.19)."""
        if mover.arm != CAVALRY:
            return ()
        target = self._comes_at(g, mover, moment)
        is_tested = self.approach is not None and self.approach.tried_guns
        return (target.id,) if target is not None and target.arm == ARTILLERY and not is_tested else ()

    def _comes_at(self, g: BattleGame, mover: Unit, moment: Moment) -> Unit | None:
        """The foot or guns straight ahead that it can reach with what is left of its move (risorgimento.e.2.4.7)."""
        s = g.state
        target = most_ahead(s, mover, s.footing(mover))
        if target is None or target.arm == CAVALRY or target.post or not target.is_steady:
            return None
        left = speed(s, mover) * max(1, QUARTERS - moment.quarter) // QUARTERS
        return target if apart(s, mover, target) <= left else None

    def _faced(self, g: BattleGame, mover: Unit, moment: Moment) -> Procedure[None]:
        """They react as to a charge, the distance measured from where the cavalry began its move."""
        s = g.state
        target = self._comes_at(g, mover, moment)
        if target is None:
            return
        if self.approach is None or self.approach.target != target.id:
            self.approach = Ride(s, mover, target)
            self.approach.began = gap(moment.began.outline, s.base(target).outline)
        ride = self.approach
        if target.arm == INFANTRY and apart(s, mover, target) > s.scene.field.touch:
            done = yield from foot.faces_horse(g, target, ride)
            if done == foot.EVADE:
                yield from self._flees(g, g.state.units[target.id], LIGHT_EVADES, QUARTERS, OPEN)
        elif target.arm == ARTILLERY:
            if guns.is_tried(s, target, ride):
                if guns.stands_by_guns(g, target, ride):
                    yield from offer_fire(g, g.state.units[mover.id], retire)
            elif moment.quarter == 0:
                yield from self._drives_off(g, target, ride)

    def _drives_off(self, g: BattleGame, target: Unit, ride: Ride) -> Procedure[None]:
        quarters = yield from guns.faces_horse(g, target, ride)
        if quarters:
            ride.follows = True
            yield from self._flees(g, g.state.units[target.id], GUNS_EVADE, quarters, LIMBERED)

    def _flees(self, g: BattleGame, unit: Unit, cause: str, quarters: int, formation: str) -> Procedure[None]:
        far = g.state.tables.speed(unit.profile.moves, formation) * quarters // QUARTERS
        yield from forced_move(g, unit, far, "away" if cause == GUNS_EVADE else "enemy", cause)
