"""Chapter E.1: charges are shown and carried out by quarters of a move, then their melees are fought."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.games.risorgimento.charge import foot, guns
from alfiere.games.risorgimento.charge.horse import offers_reactions
from alfiere.games.risorgimento.charge.notes import why_no_charge, why_no_target
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, QUARTERS, Ride, ran_free, tell_fallen_short
from alfiere.games.risorgimento.fire.opportunity import offer_fire
from alfiere.games.risorgimento.morale.morale import morale_test
from alfiere.games.risorgimento.movement.forced import forced_move, retire
from alfiere.games.risorgimento.movement.making import Closes, Hooks, Moment
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import apart, enemies_touched
from alfiere.games.risorgimento.state.unit import ARTILLERY, INFANTRY, LIMBERED, OPEN, Unit
from alfiere.games.risorgimento.told.charge import ChargeDropped, ChargeShown
from alfiere.kernel.procedure import Procedure

LIGHT_EVADES: Final = "light-infantry-evades"
GUNS_EVADE: Final = "battery-evades"


class Evasion(NamedTuple):
    """A unit that goes back by quarters: which of them, and how far in each."""

    unit: str
    first: int
    last: int
    step: int
    cause: str


class Charges:
    """All charges of a turn, with everything they set off, until the last horse has stopped."""

    def __init__(self, g: BattleGame, closes: Closes) -> None:
        self.g, self.hooks = g, Hooks(nobody_reacts, closes)
        self.rides: list[Ride] = []
        self.evasions: list[Evasion] = []
        self.ran_free: list[str] = []  # cavalry that met nobody: it takes the test of G.4.1, risorgimento.e.2.2.7

    @property
    def s(self) -> BattleState:
        """The battle now."""
        return self.g.state

    def run(self) -> Procedure[None]:
        """From the notes to the last quarter."""
        self._show()
        for target in dict.fromkeys(ride.target for ride in self.rides):
            yield from self._tests(target)
        yield from self._reactions(0)
        for quarter in range(1, QUARTERS + 1):
            for mover in self._in_order():
                if isinstance(mover, Ride):
                    if mover.rides(self.s):
                        yield from self._quarter(mover, quarter)
                elif mover.first <= quarter <= mover.last and self._is_free(mover.unit):
                    yield from self._goes_back(mover)
            yield from self._reactions(quarter)
            guns.lose_touched_guns(self.g)
            if not any(ride.rides(self.s) for ride in self.rides) and not self.evasions:
                break
        guns.man_again(self.g)
        tell_fallen_short(self.g, self.rides)
        self.ran_free = ran_free(self.s, self.rides)

    def _in_order(self) -> list[Ride | Evasion]:
        """Inside a step the initiative winner's units move first (risorgimento.e.1.6)."""
        movers: list[Ride | Evasion] = [*self.evasions, *self.rides]
        return sorted(movers, key=lambda one: self.s.units[one.unit].seat != self.s.initiative)

    # Shown

    def _show(self) -> None:
        """Notes cannot be withdrawn; without a target in sight the unit stays and moves later (.c.1.4, .e.1.7)."""
        s = self.s
        s.are_charges_shown = True
        self.g.reveal()
        order = sorted(s.charges, key=lambda id: s.units[id].seat != s.initiative)
        for id in order:
            unit, target = s.units[id], s.units[s.charges[id]]
            if not (unit.is_on and target.is_on) or why_no_charge(s, unit) or why_no_target(s, unit, target):
                self.g.tell(ChargeDropped(id, target.id))
                del s.charges[id]
            else:
                self.g.tell(ChargeShown(id, target.id, apart(s, unit, target)))
                self.rides.append(Ride(s, unit, target))

    def _tests(self, target: str) -> Procedure[None]:
        """Every target of a charge tests its morale; who breaks runs, and is followed (.e.1.2, .e.1.10)."""
        chargers = [ride for ride in self.rides if ride.target == target]
        unit = self.s.units[target]
        if not unit.is_steady:
            return
        enemies = [self.s.units[ride.unit] for ride in chargers]
        yield from morale_test(self.g, unit, "charged", retire, enemies=enemies)
        if not self.s.units[target].is_steady:
            for ride in chargers:
                ride.follows = True

    # Reactions

    def _reactions(self, quarter: int) -> Procedure[None]:
        """What those do who are charged, and those who see it, before the next quarter."""
        for ride in list(self.rides):
            if not ride.rides(self.s):
                continue
            if quarter == 0:
                yield from self._fire(ride)
            if ride.rides(self.s):
                yield from self._target(ride, quarter)
            if ride.rides(self.s) and foot.may_recall(self.s, ride):
                yield from foot.offers_recall(self.g, ride)
            if ride.rides(self.s) and quarter < QUARTERS:
                new = yield from offers_reactions(self.g, self.s.units[ride.unit], quarter)
                for counter in new:
                    self.rides.append(counter)
                    yield from self._tests_one(counter)

    def _tests_one(self, counter: Ride) -> Procedure[None]:
        """Whom cavalry counter-charges tests as well (risorgimento.e.2.1.18)."""
        unit = self.s.units[counter.target]
        if unit.is_steady:
            yield from morale_test(self.g, unit, "charged", retire, enemies=[self.s.units[counter.unit]])
            if not self.s.units[counter.target].is_steady:
                counter.follows = True

    def _target(self, ride: Ride, quarter: int) -> Procedure[None]:
        """Infantry may form square or go back, a battery limber and go (E.2.2, E.2.3)."""
        unit = self.s.units[ride.target]
        if not unit.is_steady or any(one.unit == unit.id for one in self.evasions):
            return
        if unit.arm == INFANTRY and quarter < QUARTERS:
            done = yield from foot.faces_horse(self.g, unit, ride)
            if done == foot.EVADE:
                self._evades(unit.id, quarter + 1, QUARTERS, OPEN, LIGHT_EVADES)
        elif unit.arm == ARTILLERY and quarter == 0:
            was_limbered = unit.formation == LIMBERED
            quarters = yield from guns.faces_horse(self.g, unit, ride)
            if quarters:
                first = 1 if was_limbered else QUARTERS // 2 + 1  # limbering takes the first half of its move
                self._evades(unit.id, first, first + quarters - 1, LIMBERED, GUNS_EVADE)

    def _evades(self, unit: str, first: int, last: int, formation: str, cause: str) -> None:
        step = self.s.tables.speed(self.s.units[unit].profile.moves, formation) // QUARTERS
        self.evasions.append(Evasion(unit, first, last, step, cause))
        for ride in self.rides:
            if ride.target == unit:
                ride.follows = True  # risorgimento.e.2.2.5

    def _is_free(self, unit: str) -> bool:
        """Whether no enemy has caught it."""
        return self.s.units[unit].is_on and not any(
            one.is_steady for one in enemies_touched(self.s, self.s.units[unit])
        )

    def _goes_back(self, evasion: Evasion) -> Procedure[None]:
        facing = "away" if evasion.cause == GUNS_EVADE else "enemy"
        yield from forced_move(self.g, self.s.units[evasion.unit], evasion.step, facing, evasion.cause)

    # Quarters

    def _quarter(self, ride: Ride, quarter: int) -> Procedure[None]:
        yield from ride.goes(self.g, quarter, self.hooks)
        unit = self.s.units[ride.unit]
        target = self.s.units[ride.target]
        if not unit.is_on:
            return
        if target.is_on and guns.is_tried(self.s, target, ride) and guns.stands_by_guns(self.g, target, ride):
            yield from offer_fire(self.g, unit, retire)  # risorgimento.e.2.3.7
        yield from self._fire(ride)
        met = ride.met(self.s)
        if met is not None and ride.has_bonus(self.s) and not CHARGE_BONUS.is_on(unit):
            CHARGE_BONUS.put(unit)
        if met is not None and met.id != ride.target:  # somebody came between: he is charged, risorgimento.e.1.7
            ride.target = met.id
            yield from self._tests(met.id)

    def _fire(self, ride: Ride) -> Procedure[None]:
        """Everybody may fire in opportunity at those who charge (risorgimento.e.9.9), untested guns not (.e.2.3.19)."""
        unit, target = self.s.units[ride.unit], self.s.units[ride.target]
        untested = (target.id,) if target.arm == ARTILLERY and not ride.tried_guns else ()
        if unit.is_steady and ride.met(self.s) is None:
            yield from offer_fire(self.g, unit, retire, leave_out=untested)


def faces_charge(g: BattleGame, horse: Unit, target: Unit) -> Procedure[None]:
    """Who is charged in a cavalry advance, and has tested its morale, may react as usual (risorgimento.g.4.1.12)."""
    ride = Ride(g.state, horse, target)
    unit = g.state.units[target.id]
    if not unit.is_steady:
        return
    if unit.arm == INFANTRY:
        done = yield from foot.faces_horse(g, unit, ride)
        if done == foot.EVADE:
            yield from retire(g, g.state.units[target.id], LIGHT_EVADES)
    elif unit.arm == ARTILLERY and unit.formation != LIMBERED and not guns.stands_by_guns(g, unit, ride):
        return
    elif unit.arm == ARTILLERY:
        yield from offer_fire(g, g.state.units[horse.id], retire)


def nobody_reacts(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
    """In a quarter of a charge nobody reacts: they do between the quarters."""
    yield from ()
