"""Chapters 4.2 and 4.3: the approach to short range, who is engaged by it, and how engaged units come to melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from alfiere.games.lumi.charge.attacks import begin_attack, foes_of
from alfiere.games.lumi.charge.charge import (
    STAYS,
    Charge,
    has_extra,
    held_ground,
    is_engaged,
    kept_off,
    name_target,
    spend,
    stay,
    storm,
    target_of,
    unit_at,
    why_not_reached,
)
from alfiere.games.lumi.charge.course import Footings, Way, come_over, go, lay, straight, wheel
from alfiere.games.lumi.charge.reactions import COUNTER, GONE, choose, may_counter, meet, offer_evasion
from alfiere.games.lumi.command.active import why_not_attack
from alfiere.games.lumi.fire.lines import aims
from alfiere.games.lumi.morale.reaction import FALLS_BACK, ROUTS, STANDS, Verdict, apply
from alfiere.games.lumi.morale.tests import Case, prospect, score
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    CAVALRY,
    DISORDERED,
    ENGAGED,
    HAS_APPROACHED,
    IMPULSE,
    INFANTRY,
    OF_BASE,
    ROUT,
    SQUARE,
)
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import foes_touched, front_middle, in_contact, side_struck
from alfiere.games.lumi.state.unit import Unit, bases_of, form, formed, kind, named, speed, state_of, together, unit_of
from alfiere.games.lumi.told.charge import ChargeDeclared, ChargeEnded
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import FRONT, gap

STAND = "stand"
COMPLETE = "complete"
OWN_RULES: Final = {"lumi.4.1.4a": "lumi.4.2.2a", "lumi.4.1.4b": "lumi.4.2.2a", "lumi.4.1.7a": "lumi.4.2.6a"}


class Aim(NamedTuple):
    """Whom a unit has approached, and from where."""

    side: str
    target: str


APPROACHES = OF_BASE.about("approaches", Aim, IMPULSE, widest=1)  # its declared target: they will close, lumi.4.3.3


class Approach(Charge):
    """An approach of infantry to short range (lumi.4.2.1)."""

    verb = "approach"
    rule = "lumi.4.2.1"

    def reach(self, s: State, who: Unit) -> int:
        """How far it may come at the most, to 0.5um from the enemy."""
        return speed(s, who) + s.tables.distances.approach_extra + s.tables.distances.engaged

    def why_not(self, s: State, who: Unit) -> Objection | None:
        """Why it may approach nobody."""
        return why_not_attack(s, who) or why_no_approach(s, who)

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What speaks against it; a unit in rout is not approached (lumi.4.2.8)."""
        target = target_of(s, option)
        if state_of(s, target) == ROUT:
            return because("target-in-rout", "lumi.4.2.8", unit=who.id, target=target.id)
        return self.why_not(s, who) or why_not_reached(s, who, target)

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """Its own test, then that of the target."""
        unit, target = unit_at(s, option), target_of(s, option)
        then = prospect(s, target, "reaction", Case(enemy=unit)).later("then")
        return [prospect(s, unit, "voluntary"), then]

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """Declared, tested, carried out."""
        target = yield from name_target(g, who, target_of(g.state, option))
        yield from approach(g, who, target)


def why_no_approach(s: State, unit: Unit) -> Objection | None:
    """Why a unit cannot approach anybody, whatever its order (lumi.4.2.1, .3.3.3h)."""
    about, bases = {"unit": unit.id}, bases_of(s, unit)
    if kind(s, unit) != INFANTRY or not form(s, unit).approaches or s.bases[unit.id].post:
        return because("cannot-approach", "lumi.4.2.1", **about)
    if all(one.fire is None for one in bases):
        return because("cannot-approach", "lumi.4.2.1", **about)
    if state_of(s, unit) > DISORDERED:
        return because("attacker-shaken", "lumi.1.5.5a", **about)
    if in_contact(s, unit) or is_engaged(s, unit):
        return because("attacker-bound", "lumi.4.2.1", **about)
    return None


def approach(g: LumiGame, unit: Unit, target: Unit) -> Procedure[None]:
    """The test, the first um, the tests of those it comes near to, and the rest of the way (lumi.4.2.2-4.2.5)."""
    s, distances = g.state, g.state.tables.distances
    side = side_struck(s, front_middle(s, unit), target)
    g.tell(ChargeDeclared(unit.ids, target.ids, "approach", side, ("lumi.4.2.2a",)))
    starts = wheel(s, unit, target, s.tables.angles.charge_wheel)
    if starts is None:
        return
    found = score(g, unit, "voluntary", Case(enemy=target), OWN_RULES)
    if found.row.result == STAYS:
        stay(g, unit, target, rule="lumi.4.2.2a")
        return
    left = speed(s, unit) + (distances.approach_extra if has_extra(found) else 0)  # lumi.4.2.6a, .4.2.6b
    way = _nearer(s, unit, target, min(distances.start, left), starts)
    go(g, unit, way.ends, "approach", ("lumi.4.2.2b",))
    left -= way.paid
    spend(s, unit, way.paid * WHOLE // speed(s, unit))
    does = yield from _received(g, unit, target, left)
    if does == COUNTER:
        return
    yield from _complete(g, unit, target, left, does, side)


def _nearer(s: State, unit: Unit, target: Unit, far: int, starts: Footings | None = None) -> Way:
    """Straight towards the target, to 0.5um from it and no nearer (lumi.4.2.4)."""
    return kept_off(s, unit, target, far, s.tables.distances.engaged, starts=starts)


def _received(g: LumiGame, unit: Unit, target: Unit, left: int) -> Procedure[str]:
    """The target, and whom else it will come near to, evade or test; cavalry may ride out (lumi.4.2.2b, .4.2.3).

    The target does so even if the approach will fall short of it (.4.2.4): that shows only when it is made.
    """
    s, near = g.state, g.state.tables.distances.engaged
    ends = _nearer(s, unit, target, left).ends
    others = [foe for foe in formed(s) if foe.seat != unit.seat and foe.id != target.id and state_of(s, foe) != ROUT]
    met = [foe for foe in others if apart_from(s, ends, foe) <= near + s.field.slack]
    does = STAND
    for foe in (target, *met):
        if bases_of(g.state, foe) and bases_of(g.state, unit):
            found = yield from _reacts(g, unit, foe, left)
            if found == COUNTER:
                return COUNTER
            does = found if foe is target else does
    return does


def apart_from(s: State, ends: Footings, foe: Unit) -> int:
    """How far an enemy would be from a unit that stood there."""
    return min(gap(end.outline, outline) for end in ends.values() for outline in held_ground(s, foe))


def _reacts(g: LumiGame, unit: Unit, foe: Unit, left: int) -> Procedure[str]:
    has_evaded = yield from offer_evasion(g, foe, unit)
    if has_evaded:
        return GONE
    found = score(g, foe, "reaction", Case(enemy=unit))
    result = yield from apply(g, Verdict(found, unit), FORCED)
    if result in (FALLS_BACK, ROUTS):
        return GONE
    s = g.state
    is_front = side_struck(s, front_middle(s, unit), foe) == FRONT
    if result != STANDS or kind(s, foe) != CAVALRY or not is_front or not may_counter(s, foe, unit, left):
        return STAND
    chosen = yield from choose(g, foe, unit, [COUNTER, STAND])
    if chosen == COUNTER:
        _countered(g, unit, foe, left)
    return chosen


def _countered(g: LumiGame, unit: Unit, horse: Unit, left: int) -> None:
    """Cavalry rides out at who approaches: they meet, and it alone counts as charging (lumi.4.2.3c)."""
    s = g.state
    side = side_struck(s, front_middle(s, horse), unit)
    meet(g, unit, horse, left)
    go(g, unit, straight(s, unit, left).ends, "approach", ("lumi.4.2.3c",))
    touched = next((foe for one in bases_of(s, horse) for foe in foes_touched(s, one) if foe.id in unit.ids), None)
    if touched is not None:
        lay(g, horse, touched)
        begin_attack(s, horse, unit, side, charging=True)


def _complete(g: LumiGame, unit: Unit, target: Unit, left: int, does: str, side: str) -> Procedure[None]:
    """The rest of its way; within 0.5um they are engaged (lumi.4.2.4, .4.2.5)."""
    s = g.state
    if not bases_of(s, unit) or in_contact(s, unit):
        return
    if does == GONE:  # lumi.4.2.3b
        options = [Option(key, named(unit), ("lumi.4.2.3b",)) for key in (COMPLETE, STAND)]
        chosen = yield Decision(unit.seat, COMPLETE, options, {"units": unit.ids}, ("lumi.4.2.3b",))
        if chosen.key == STAND:
            return
    nearest = target if bases_of(s, target) else None
    foes = [foe for foe in formed(s) if foe.seat != unit.seat and state_of(s, foe) != ROUT]
    way = _nearer(s, unit, nearest, left) if nearest else straight(s, unit, left)
    for foe in foes if does == GONE else ():
        way = min(way, _nearer(s, unit, foe, left), key=lambda one: one.far)
    go(g, unit, way.ends, "approach", ("lumi.4.2.4",))
    spend(s, unit, way.paid * WHOLE // speed(s, unit))
    for one in bases_of(s, unit):
        HAS_APPROACHED.put(one)
    near = s.tables.distances.engaged + s.field.slack
    is_engaged_now = does != GONE and apart_from(s, way.ends, target) <= near
    if is_engaged_now:
        _engage(s, unit, target)
        for one in bases_of(s, unit):
            APPROACHES.put(one, Aim(side, target.id))
        for foe in foes:
            if foe.id != target.id and apart_from(s, way.ends, foe) <= near and _have_in_sector(s, unit, foe):
                _engage(s, unit, foe)
    how = "engaged" if is_engaged_now else "short"
    g.tell(ChargeEnded(unit.ids, target.ids, how, ("lumi.4.2.4", "lumi.4.2.5")))


def _have_in_sector(s: State, unit: Unit, foe: Unit) -> bool:
    """Whether one of the two has the other in its sector."""
    pairs = ((unit, foe), (foe, unit))
    return any(any(aims(s, one, two)) for own, two in pairs for one in bases_of(s, own) if one.fire is not None)


def _engage(s: State, one: Unit, two: Unit) -> None:
    for own, foes in ((one, two), (two, one)):
        for base in bases_of(s, own):
            for id in foes.ids:
                ENGAGED.set(base, id, 1)


# Melee after the fire (lumi.4.3)


def close_all(g: LumiGame) -> Procedure[None]:
    """Engaged units that are both still there come into contact, half way each (lumi.4.3.1-4.3.3)."""
    yield from ()
    for unit, target, side in list(_closing(g.state)):
        if bases_of(g.state, unit) and bases_of(g.state, target) and not in_contact(g.state, unit):
            _close(g, unit, target, side)


def _closing(s: State) -> Iterator[tuple[Unit, Unit, str]]:
    """Who has approached whom and is still engaged with him, that of the initiative first."""
    for unit in sorted(formed(s), key=lambda one: one.seat != s.initiative):
        aimed = [(one, aim) for one in bases_of(s, unit) for aim in APPROACHES.all(one)]
        for target in dict.fromkeys(aim.target for _, aim in aimed):
            own = together([one for one, aim in aimed if aim.target == target])
            foe = s.bases[target]
            if foe.is_on and any(ENGAGED.is_on(one, target) for one in bases_of(s, own)):
                yield own, unit_of(s, foe), aimed[0][1].side


def _close(g: LumiGame, unit: Unit, target: Unit, side: str) -> None:
    """Each advances towards the other; who cannot lets the other come all the way (lumi.4.3.2, .4.3.4)."""
    s = g.state
    starts = wheel(s, unit, target, s.tables.angles.charge_wheel)
    if starts is None:
        return
    between = apart_from(s, starts, target)
    ahead = straight(s, unit, between + s.field.touch, towards=_facing(starts), starts=starts)
    over = ahead.ground if ahead.can_cross and not ahead.foe else ""
    post = s.bases[target.id].post
    if ahead.ground and not over and ahead.ground != post:
        return  # an obstacle it cannot cross is between them, lumi.3.3.1p
    if _advances(s, target, unit):
        go(g, target, straight(s, target, between // 2).ends, "close", ("lumi.4.3.2",))
    reach = between + s.field.touch + (0 if not over else 2 * max(one.shape.depth for one in starts.values()))
    way = straight(s, unit, reach, towards=_facing(starts), starts=starts, over=over)
    go(g, unit, way.ends, "close", ("lumi.4.3.2",))
    come_over(s, unit, way)
    if post and way.ground == post:
        storm(s, unit, target)
    elif way.foe:
        lay(g, unit, s.bases[way.foe])
    for foe in foes_of(s, unit):
        _disengage(s, unit, foe)
        begin_attack(s, unit, foe, side if foe.id == target.id else FRONT, charging=False)


def _facing(starts: Footings) -> int:
    return next(iter(starts.values())).pose.heading


def _advances(s: State, unit: Unit, foe: Unit) -> bool:
    """Whether it goes to meet the other: not squares, guns, garrisons, who holds a wall or looks away (.4.3.4)."""
    if unit.formation == SQUARE or kind(s, unit) == ARTILLERY or s.bases[unit.id].post:
        return False
    if side_struck(s, front_middle(s, foe), unit) != FRONT or in_contact(s, unit):
        return False
    near = s.tables.distances.behind_obstacle
    walls = [piece.id for piece in s.ground.pieces.values() if piece.is_obstacle]
    return not any(s.ground.terrain.within(id, s.base(one).outline, near) for id in walls for one in bases_of(s, unit))


def _disengage(s: State, one: Unit, two: Unit) -> None:
    for own, foes in ((one, two), (two, one)):
        for base in bases_of(s, own):
            for id in foes.ids:
                ENGAGED.take(base, id)
