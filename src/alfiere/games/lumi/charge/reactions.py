"""Chapters 4.1.6 and 4.1.9-4.1.12: what a unit does that is charged: it tests, stands, fires, forms square, rides out.

What it has chosen is carried out by the charge that comes at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.games.lumi.charge.attacks import STEADY
from alfiere.games.lumi.charge.course import FAR, Footings, go, now, straight, wheel
from alfiere.games.lumi.fire.lines import AT_CHARGER, why_no_fire
from alfiere.games.lumi.morale.reaction import FALLS_BACK, HALTED, ROUTS, Verdict, apply
from alfiere.games.lumi.morale.tests import Case, score
from alfiere.games.lumi.movement.forced import away_from, disengage
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.arrangement import arranged
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    DISORDERED,
    ENGAGED,
    IMPULSE,
    INFANTRY,
    LINE,
    OF_BASE,
    OPEN,
    ORDERED,
    ROUT,
    SQUARE,
)
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import apart, foes_touched
from alfiere.games.lumi.state.unit import Unit, bases_of, form, kind, named, speed, state_of
from alfiere.games.lumi.told.charge import Reacted
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.measuring import FRONT, within

RECEIVE: Final = "receive"
FIRE: Final = "fire-at-chargers"
FORM_SQUARE: Final = "form-square"
COUNTER: Final = "counter-charge"
EVADE: Final = "evade"
STAND: Final = "stand-and-test"
GONE: Final = "gone"  # it has fallen back or is in rout
RULES: Final = {
    RECEIVE: "lumi.4.1.6b",
    FIRE: "lumi.4.1.10a",
    FORM_SQUARE: "lumi.4.1.11",
    COUNTER: "lumi.4.1.9a",
    EVADE: "lumi.4.1.12a",
    STAND: "lumi.4.1.6a",
    "stand": "lumi.4.2.3a",
}

HAS_EVADED = OF_BASE.bare("evaded", IMPULSE)  # once an impulse, lumi.4.1.12a


def received(
    g: LumiGame, charger: Unit, target: Unit, case: Case, left: int = 0, *, may_react: bool = True
) -> Procedure[str]:
    """The target of a charge evades, or tests and, if it stands, chooses what to do (lumi.4.1.6).

    ``left``: the movement the charger still has. What the target does is given back; GONE if it was made to go.
    """
    s = g.state
    if state_of(s, target) == ROUT:  # lumi.4.1.6e
        return RECEIVE
    if may_react:
        has_evaded = yield from offer_evasion(g, target, charger)
        if has_evaded:
            return EVADE
    found = score(g, target, "reaction", case)
    result = yield from apply(g, Verdict(found, charger), FORCED)
    if result in (FALLS_BACK, ROUTS):
        return GONE
    if result == HALTED:  # lumi.4.1.6c
        return RECEIVE
    if kind(s, target) == INFANTRY and kind(s, charger) == CAVALRY:  # lumi.6.2.12
        for one in bases_of(s, target):
            for id in charger.ids:
                STEADY.set(one, id, 1)
    open_to = list(reactions(s, charger, target, case.attack, left)) if may_react else [RECEIVE]
    chosen = yield from choose(g, target, charger, open_to)
    g.tell(Reacted(target.ids, charger.ids, chosen, (RULES[chosen],)))
    return chosen


def choose(g: LumiGame, unit: Unit, enemy: Unit, open_to: list[str]) -> Procedure[str]:
    """Its owner chooses one of these reactions."""
    if len(open_to) == 1:
        return open_to[0]
    options = [Option(key, named(unit) | {"target": enemy.id}, (RULES[key],)) for key in open_to]
    about = {"units": unit.ids, "target": enemy.id}
    chosen = yield Decision(unit.seat, "reaction", options, about, ("lumi.4.1.6b",))
    return chosen.key


def reactions(s: State, charger: Unit, target: Unit, attack: str, left: int) -> Iterator[str]:
    """What a unit that stands may do; the best it has first, to receive the charge always (lumi.4.1.6b, .4.1.6d)."""
    others = {foe.id for one in bases_of(s, target) for foe in foes_touched(s, one)}
    others |= {id for one in bases_of(s, target) for id in ENGAGED.all(one)}
    if others <= set(charger.ids):
        if attack == FRONT and may_fire(s, target):
            yield FIRE
        if may_form_square(s, target, charger):
            yield FORM_SQUARE
        if attack == FRONT and may_counter(s, target, charger, left):
            yield COUNTER
    yield RECEIVE


def may_fire(s: State, unit: Unit) -> bool:
    """Infantry in line or open order and deployed guns, if they have not fired (lumi.4.1.10a, .5.2.4)."""
    if kind(s, unit) != ARTILLERY and unit.formation not in (LINE, OPEN) and not s.bases[unit.id].post:
        return False
    return any(why_no_fire(s, one, AT_CHARGER, unit) is None for one in bases_of(s, unit))


def may_form_square(s: State, unit: Unit, charger: Unit) -> bool:
    """Ordered infantry in line or column, against cavalry that is still far enough (lumi.4.1.11)."""
    is_able = kind(s, unit) == INFANTRY and unit.formation in (LINE, COLUMN) and state_of(s, unit) == ORDERED
    if not is_able or kind(s, charger) != CAVALRY or s.bases[unit.id].post:
        return False
    is_far = apart(s, unit, charger) > s.tables.distances.react_far
    return is_far and square(s, unit) is not None


def square(s: State, unit: Unit) -> Footings | None:
    """How a unit stands in square; None if it cannot form it."""
    knows = all(SQUARE in one.arm.speed for one in bases_of(s, unit))
    return arranged(s, unit, SQUARE) if knows else None


def may_counter(s: State, unit: Unit, charger: Unit, left: int) -> bool:
    """Cavalry in line or column, or infantry against infantry, far enough and able to meet it (lumi.4.1.9a-c)."""
    arms = kind(s, unit), kind(s, charger)
    if arms != (INFANTRY, INFANTRY) and arms[0] != CAVALRY:
        return False
    if not form(s, unit).charges or state_of(s, unit) > DISORDERED or s.bases[unit.id].post:
        return False
    far = apart(s, unit, charger)
    is_far = s.tables.distances.react_far < far <= left + speed(s, unit)
    return is_far and wheel(s, unit, charger, s.tables.angles.charge_wheel) is not None


def meet(g: LumiGame, charger: Unit, counter: Unit, left: int) -> None:
    """A counter-charger goes its part of the way: half the gap, or what the charger cannot cover (lumi.4.1.9c)."""
    s = g.state
    far = apart(s, charger, counter)
    mine = max(far - far // 2 if left >= far // 2 else far - left, 0)
    starts = wheel(s, counter, charger, s.tables.angles.charge_wheel)
    assert starts is not None  # or it would not have been offered
    facing = next(iter(starts.values())).pose.heading
    way = straight(s, counter, min(mine, speed(s, counter)), towards=facing, starts=starts)
    go(g, counter, way.ends, COUNTER, ("lumi.4.1.9a", "lumi.4.1.9c"))


def form_square(g: LumiGame, unit: Unit) -> Unit:
    """A unit forms square (lumi.4.1.11)."""
    places = square(g.state, unit)
    assert places is not None  # or it would not have been offered
    go(g, unit, places, FORM_SQUARE, ("lumi.4.1.11",))
    return now(g.state, unit)


# Evasion (lumi.4.1.12)


def offer_evasion(g: LumiGame, unit: Unit, enemy: Unit) -> Procedure[bool]:
    """A unit in open order may evade instead of testing; whether it has."""
    s = g.state
    ends = evasion(s, unit, enemy)
    if ends is None:
        return False
    options = [Option(key, named(unit) | {"target": enemy.id}, (RULES[key],)) for key in (EVADE, STAND)]
    about = {"units": unit.ids, "target": enemy.id}
    chosen = yield Decision(unit.seat, EVADE, options, about, ("lumi.4.1.12a",))
    if chosen.key != EVADE:
        return False
    g.tell(Reacted(unit.ids, enemy.ids, EVADE, ("lumi.4.1.12a",)))
    for one in bases_of(s, unit):
        HAS_EVADED.put(one)
        disengage(s, one)
    go(g, unit, ends, EVADE, ("lumi.4.1.12a",))
    return True


def evasion(s: State, unit: Unit, enemy: Unit) -> Footings | None:
    """Where an evasion leads: its speed straight away, facing as before, to no place near an enemy; None if nowhere."""
    bases = bases_of(s, unit)
    if not form(s, unit).evades or state_of(s, unit) > DISORDERED or s.bases[unit.id].post:
        return None
    others = [foe for one in bases for foe in foes_touched(s, one) if foe.id not in enemy.ids]
    if any(HAS_EVADED.is_on(one) for one in bases) or others:  # whom the start has reached may go, lumi.4.1.5
        return None
    ends = straight(s, unit, min(speed(s, unit), FAR), towards=away_from(s, unit, enemy)).ends
    foes = [s.base(foe).outline for foe in s.foes(unit.seat) if foe.state != ROUT]
    near = s.tables.distances.keep_off
    is_near = any(within(end.outline, foe, near) for end in ends.values() for foe in foes)
    return None if is_near else ends
