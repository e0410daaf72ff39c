"""What a battle stands at: men, morale and order, places held or at stake in melees that are about to be fought."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from alfiere.games.risorgimento.computer.assault import may_break_in, price, with_help
from alfiere.games.risorgimento.computer.plan import Goal, how_late, weights
from alfiere.games.risorgimento.melee.contact import Melee
from alfiere.games.risorgimento.melee.strength import melee_prospects
from alfiere.games.risorgimento.melee.villages import may_stay
from alfiere.games.risorgimento.morale.losses import brigade_units
from alfiere.games.risorgimento.movement.forced import has_way_back
from alfiere.games.risorgimento.state.battle import SEATS, BattleState, other
from alfiere.games.risorgimento.state.posts import inside, is_contested, sector_of
from alfiere.games.risorgimento.state.unit import ARTILLERY, Unit
from alfiere.games.risorgimento.victory.administration import lost_share, taker
from alfiere.games.risorgimento.victory.objectives import Hold, aims
from alfiere.kernel.decision import Seat

WON: Final = 150.0
BEATEN: Final = 90.0  # the chance that an army gives up, at the end of this turn or a later one
RALLIED: Final = 0.5  # of those who run
LEVEL: Final = 1.5  # a point of morale
LAST_LEVEL: Final = 2.5  # more, for the last before it breaks
DISORDER: Final = (0.0, 0.6, 2.0)
TIRED: Final = 0.3
ROUTED: Final = 0.35  # what a routed unit is still worth
PLACE: Final = 9.0  # a place that counts fully, early on
CONTESTED: Final = 0.3  # so much of it if both sides are in its houses
AT_THE_END: Final = 3.0  # so many times more in the last turn
DECIDES: Final = 20.0  # more, for one whose holder wins by it when this turn ends
LEAD: Final = 4.0  # the side that would win if the battle ended now
NO_GROUND: Final = 50.0  # the last of its objectives is lost
STRUCK: Final = 1.6  # a loss point in a melee about to be fought
DRIVEN: Final = 5.0  # the chance to be driven off in it
PRESS: Final = 6.0  # who is to attack and has the numbers goes at them, in the end, instead of only firing
LEAVES: Final = 0.5  # who may pay to stay in houses goes as often as not (g.5.7)


def army(s: BattleState, seat: Seat) -> float:
    """Men, morale and order, and how likely the army gives up (risorgimento.i.3.2)."""
    total = 0.0
    units = [one for one in s.units.values() if one.seat == seat]
    for unit in units:
        if not unit.is_gone:
            total += _worth(unit)
    return total - BEATEN * gives_up(s, seat)


def gives_up(s: BattleState, seat: Seat, more: int = 0) -> float:
    """How likely an army is beaten before the battle ends, for it rolls every turn; of those who run, half are rallied.

    ``more``: with so many units more gone (risorgimento.i.3.1, .i.3.2).
    """
    units = [one for one in s.units.values() if one.seat == seat]
    running = sum(one.is_routed and not one.is_gone for one in units)
    if 2 * (sum(one.is_gone for one in units) + running + more) >= len(units):
        return 1.0
    share = float(lost_share(s, seat)) + more / len(units)
    later = max(0.0, share - RALLIED * running / len(units))
    return 1.0 - max(0.0, 1.0 - share) * (1.0 - later) ** (s.scenario.turns - s.turn)


def gone_with(s: BattleState, unit: Unit) -> int:
    """How many are gone if a unit is: all of its brigade that are there, if less than half of it is left (h.3.1-3)."""
    brigade = s.brigade_of(unit)
    if not brigade:
        return 1
    units = brigade_units(s, brigade)
    left = sum(one.left for one in units if one is not unit)
    if left >= sum(one.strength for one in units):  # a point of strength is two loss points
        return 1
    return sum(one.is_on or one is unit for one in units)


def price_of(s: BattleState, seat: Seat, number: int = 1) -> float:
    """What so many units less cost an army, beside their men: every turn it may give up (i.3.2)."""
    return BEATEN * (gives_up(s, seat, number) - gives_up(s, seat))


def _worth(unit: Unit) -> float:
    worth = float(unit.left * (2 if unit.profile.is_guard else 1) * (2 if unit.arm == ARTILLERY else 1))
    if unit.is_routed:
        return ROUTED * worth
    worth += LEVEL * unit.morale - DISORDER[unit.disorder] - TIRED * (unit.fatigue // 2)
    return worth - (LAST_LEVEL if 2 * (unit.morale - 1) <= unit.spirit else 0.0)


def ground(s: BattleState, seat: Seat) -> float:
    """Places held, or that will be when the turn ends; who would win now; an army that has lost its ground."""
    total, late = 0.0, _late(s, seat)
    kept = {}
    for place, weight in weights(s).items():
        holder = kept[place] = taker(s, s.places[place]) or s.control[place]
        if holder:
            share = CONTESTED if is_contested(s, s.places[place].piece) else 1.0
            total += PLACE * weight * late * share * (1.0 if holder == seat else -1.0)
    for aim in aims(s):
        ahead = aim.leader(s)
        if ahead is not None:
            total += LEAD * late * (1.0 if ahead == seat else -1.0)
            break
    if s.scenario.form.beaten_by_ground:
        objectives = [one for one in s.places.values() if one.is_objective]
        for one in SEATS:
            held_one = any(s.scenario.seat_of.get(place.held_by) == one for place in objectives)
            if held_one and not any(kept[place.id] == one for place in objectives):
                total += -NO_GROUND if one == seat else NO_GROUND
    return total


def _late(s: BattleState, seat: Seat) -> float:
    return 1.0 + (AT_THE_END - 1.0) * how_late(s, seat)


def hopes(s: BattleState, seat: Seat, sought: Mapping[str, Goal], fought: list[Melee]) -> float:
    """What is to be expected of the melees there are; who attacks with the numbers on his side may pay for it."""
    total = 0.0
    for melee in fought:
        own = melee.first if melee.first.unit.seat == seat else melee.second
        goal = sought.get(own.unit.id)
        paid = price(s, melee, seat) if goal is not None and goal.is_attack else 1.0
        total += PRESS * how_late(s, seat) * (1.0 - paid)
        stays: dict[Seat, float] = {}
        for one in melee_prospects(s, with_help(s, melee, seat)):
            is_own = s.units[one.who].seat == seat
            if one.kind == "melee":
                losses = sum((number * likely for number, likely in one.results.items()), Fraction(0))
                total += (1.0 if is_own else -paid) * STRUCK * float(losses)
            else:
                who = s.units[one.who]
                ends = price_of(s, who.seat, gone_with(s, who)) if _is_at_stake(s, who) else 0.0
                goes = DRIVEN * (paid if is_own else 1.0) + ends
                total += (-goes if is_own else goes) * float(one.results.get(0, 0))
                stays[who.seat] = 1.0 - float(one.results.get(0, 0))
        for side, foe in (melee.sides, melee.sides[::-1]):
            won = house_at_stake(s, seat, side.unit) * (1.0 - stays[side.unit.seat]) * stays[foe.unit.seat]
            total += -won if side.unit.seat == seat else won
    return total + _broken_in(s, seat, fought)


def _broken_in(s: BattleState, seat: Seat, fought: list[Melee]) -> float:
    """What those count who will go into houses whose defenders all fight, before they have done so (g.5.13)."""
    posts = (side.unit for melee in fought for side in melee.sides if side.unit.seat != seat and side.unit.post)
    total, counted = 0.0, weights(s)
    for sector in dict.fromkeys(sector_of(one) for one in posts):
        place = _place_in(s, sector)
        if counted.get(place) and not is_contested(s, sector) and may_break_in(s, seat, sector):
            total += (1.0 - CONTESTED) * PLACE * counted[place] * _late(s, seat)
    return total


def _place_in(s: BattleState, sector: str) -> str:
    return next((id for id, one in s.places.items() if one.piece == sector), "")


def house_at_stake(s: BattleState, seat: Seat, unit: Unit) -> float:
    """What it counts if a unit is driven out of its houses: the place changes hands, or is nearer to it (g.5.14)."""
    sector = sector_of(unit) if unit.post else ""
    place = _place_in(s, sector) if sector else ""
    weight = weights(s).get(place, 0.0)
    if not weight:
        return 0.0
    mates = sum(one.seat == unit.seat and one.is_steady and one.arm != ARTILLERY for one in inside(s, sector))
    is_open = is_contested(s, sector) or may_break_in(s, other(unit.seat), sector)
    changes = 1.0 + (CONTESTED if is_open else 1.0)
    worth = changes * PLACE * weight * _late(s, seat) + (DECIDES if decides(s, unit.seat, place) else 0.0)
    return worth / max(1, mates) * (LEAVES if may_stay(s, unit) and not is_open else 1.0)


def decides(s: BattleState, holder: Seat, place: str) -> bool:
    """Whether a side that keeps a place wins by it as soon as this turn ends."""
    found = (one for one in aims(s) if isinstance(one, Hold) and place in one.places and one.seat(s) == holder)
    return any(one.when == "turn" and s.turn >= one.from_turn and one.is_met(s) for one in found)


def _is_at_stake(s: BattleState, unit: Unit) -> bool:
    """Whether it is lost if it does not stay: guns are, and who has no heart, hardly men or no way back (.g.7.1)."""
    if unit.arm == ARTILLERY or is_shaky(unit) or unit.left < unit.strength + 2:
        return True
    return not unit.post and not has_way_back(s, unit)


def is_shaky(unit: Unit) -> bool:
    """Whether it breaks if it fails another test (risorgimento.mor.7)."""
    return unit.morale <= unit.spirit // 2


def men_to_lose(unit: Unit) -> int:
    """The loss points after which it is taken off (risorgimento.h.1.2): few for a battery or a squadron."""
    return unit.left - 2 * (unit.strength // 2) + 1
