"""Chapter 2.3.4d-e: the Manoeuvre phase. Divisions act by priority, unit after unit, then their generals (8.2b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from alfiere.battles.open_battle import other
from alfiere.games.lumi.charge.aggressive import charge_headlong, must_charge
from alfiere.games.lumi.command.active import priority, unordered_levels
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.costs import HAS_ACTED
from alfiere.games.lumi.movement.moves import UnitDeed
from alfiere.games.lumi.movement.orders import obey
from alfiere.games.lumi.state.base import IMPULSE, OF_GENERAL, General
from alfiere.games.lumi.state.battle import OF_BATTLE, LumiGame, State
from alfiere.games.lumi.state.unit import Unit, alone, bases_of, formed_of, named, unit_named, why_not_one
from alfiere.games.lumi.told.command import DivisionActs
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure

ACTING = OF_BATTLE.about("acting", str, IMPULSE)  # the division whose units are moved now
DONE = OF_BATTLE.about("done", str, IMPULSE)  # «priority division»
HAS_RIDDEN = OF_GENERAL.bare("has ridden", IMPULSE)
GENERALS: Final = "generals"
RULE: Final = "lumi.2.3.4d"
ONCE: Final = "lumi.2.3.4e"

Settle = Callable[[LumiGame], None]
Ride = Callable[[LumiGame, General], Procedure[None]]
Aggressive = Callable[[LumiGame, Seat], Procedure[None]]


def manoeuvre_phase(
    g: LumiGame, deeds: Mapping[str, UnitDeed], ride: Ride, aggressive: Aggressive, settle: Settle
) -> Procedure[None]:
    """Both sides: goes by priority, then generals who have not ridden, then those who charge unbidden (.9.2.10)."""
    if g.state.step == 0:
        g.state.queue, g.state.step = goes(g.state), 1
    while g.state.queue and not g.state.winner:
        yield MARK
        what, seat = g.state.queue[0].split()
        if what == GENERALS:
            yield from _generals(g, seat, ride)
        elif what == "aggressive":
            yield from aggressive(g, seat)
            g.state.queue.pop(0)
        else:
            yield from _go(g, int(what), seat, deeds, ride)
        settle(g)


def goes(s: State) -> list[str]:
    """Who acts when: by priority, at equal priority the player with the initiative first (lumi.2.3.4d)."""
    seats = (s.initiative, other(s.initiative))
    numbers = s.tables.numbers
    levels = {*s.orders.values()} | ({numbers.cic_priority, numbers.light_priority} if s.impulse == 1 else set())
    found = [f"{level} {seat}" for level in sorted(levels, reverse=True) for seat in seats]
    if s.impulse == 1 and s.scenario.form.aggressive:
        found += [f"aggressive {seat}" for seat in seats]
    return found + [f"{GENERALS} {seat}" for seat in seats]


# Divisions


def divisions(s: State, seat: Seat, level: int) -> list[str]:
    """The divisions of a side with units that act with this priority, or with such an order, and are not done."""
    own = [id for id, one in s.scenario.divisions.items() if s.scenario.seat_of[one.side] == seat]
    left = [id for id in own if not DONE.is_on(s, f"{level} {id}")]
    return [id for id in left if next(able(s, seat, level, id), None) is not None]


def able(s: State, seat: Seat, level: int, division: str) -> Iterator[Unit]:
    """The units that may act now and have not yet: whole, and their bases one by one (lumi.1.6.6, .1.6.7)."""
    bases = s.bases
    if s.orders.get(division) != level and level not in unordered_levels(s):  # soon said, and true of most
        return
    for unit in formed_of(s, seat, division):
        if _may_act(s, unit, level):
            yield unit
        for id in unit.ids if len(unit.ids) > 1 else ():
            one = bases[id]
            if not HAS_ACTED.is_on(one) and priority(s, part := alone(one)) == level:
                yield part


def _may_act(s: State, unit: Unit, level: int) -> bool:
    for one in bases_of(s, unit):
        if HAS_ACTED.is_on(one):
            return False
    return priority(s, unit) == level


def _go(g: LumiGame, level: int, seat: Seat, deeds: Mapping[str, UnitDeed], ride: Ride) -> Procedure[None]:
    """A side acts with all its divisions of one priority, one after the other (lumi.2.3.4d)."""
    s = g.state
    division = ACTING.first(s)
    if division is None:
        waiting = divisions(s, seat, level)
        if not waiting:
            s.queue.pop(0)
            return
        division = waiting[0]
        if len(waiting) > 1:
            options = [Option("division", {"division": one}, (RULE,)) for one in waiting]
            chosen = yield Decision(seat, "division", options, {"priority": level}, (RULE,), opening=True)
            division = chosen["division"]
        ACTING.put(g.state, division)
        g.tell(DivisionActs(seat, division, level, (RULE,)))
        return
    yield from _one_of(g, division, level, seat, deeds, ride)


def _one_of(
    g: LumiGame, division: str, level: int, seat: Seat, deeds: Mapping[str, UnitDeed], ride: Ride
) -> Procedure[None]:
    """One unit of a division acts, in any order, or the division is done and its general rides (lumi.8.2b)."""
    s = g.state
    options = [Option("act", named(unit), (ONCE,)) for unit in able(s, seat, level, division)]
    if options:
        options.append(Option("done", {"division": division}, (RULE,)))
        free = partial(_said, s, level, division)
        about = {"division": division, "priority": level}
        chosen = yield Decision(seat, "who-moves", options, about, (RULE,), opening=True, free=free)
        s = g.state
        if chosen.key == "act":
            unit = unit_named(s, chosen.args)
            assert unit is not None
            prey = must_charge(s, unit)
            if prey is not None:  # light and aggressive, lumi.9.2.12
                yield from charge_headlong(g, unit, prey)
                return
            order = yield order_for(s, unit, deeds)
            yield from obey(g, unit, order, deeds)
            return
    ACTING.clear(s)
    DONE.put(s, f"{level} {division}")
    general = s.general_of(division)
    if s.orders.get(division) == level and general is not None and not general.is_cic:
        yield from _ride(g, general, ride)


def _said(s: State, level: int, division: str, key: str, args: Args) -> Option | Objection | None:
    """Some bases of a unit that are to act together (lumi.1.6.6)."""
    unit = unit_named(s, args) if key == "act" and not set(args) - {"unit", "with"} else None
    if unit is None:
        return None
    if found := why_not_one(s, bases_of(s, unit)):
        return found
    if s.bases[unit.id].division != division or not _may_act(s, unit, level):
        return because("not-to-move", ONCE, unit=unit.id)
    return Option("act", named(unit), (ONCE,))


# Generals


def riders(s: State, seat: Seat) -> list[General]:
    """The generals of a side who have not ridden in this impulse, the CiC last (lumi.8.2b)."""
    own = [one for one in s.generals.values() if one.seat == seat and one.is_on and not HAS_RIDDEN.is_on(one)]
    return sorted(own, key=lambda one: one.is_cic)


def _generals(g: LumiGame, seat: Seat, ride: Ride) -> Procedure[None]:
    waiting = riders(g.state, seat)
    if waiting:
        yield from _ride(g, waiting[0], ride)
    else:
        g.state.queue.pop(0)


def _ride(g: LumiGame, who: General, ride: Ride) -> Procedure[None]:
    yield from ride(g, who)
    HAS_RIDDEN.put(g.state.generals[who.id])
