"""Chapters E.3 to E.8: whether a unit may make the legs somebody wants, by all the rules, and for how much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from alfiere.battles.marks import TURN
from alfiere.battles.ways import Legs, turn_to, turned_ahead
from alfiere.games.risorgimento.command.chain import called_back_by, off, why_no_move, why_not_there
from alfiere.games.risorgimento.command.written import why_against_orders
from alfiere.games.risorgimento.fire.engaged import contacts, is_front
from alfiere.games.risorgimento.morale.disorder import may_force_march, why_no_advance
from alfiere.games.risorgimento.movement.bridges import why_no_attack
from alfiere.games.risorgimento.movement.costs import (
    PLAIN,
    Way,
    budget,
    farthest_move,
    is_along_road,
    is_watched_from_afar,
    manoeuvre,
    moves_in_open_order,
    strategic,
)
from alfiere.games.risorgimento.movement.fronts import attacked, why_no_contact
from alfiere.games.risorgimento.movement.zones import (
    comes_nearer,
    is_screened,
    most_ahead,
    supported_enemy,
    zones_about,
    zones_on,
)
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.bounds import held_back, may_march
from alfiere.games.risorgimento.state.posts import rivals
from alfiere.games.risorgimento.state.standing import is_in_radius, near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, OF_UNIT, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import BASE, EDGE, FAR, Refusal
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Leg, Reform, Shift, Turn, after
from alfiere.table.manoeuvre import Ground, Manoeuvre, cut, swept_along
from alfiere.table.offers import Move, farthest, judged
from alfiere.table.shapes import Outline, Point
from alfiere.table.swift import quick

HAS_ACTED = OF_UNIT.bare("acted", TURN)  # has had its move of phase E, or charged, evaded, was recalled (.e.0.6)


@quick
class Plan(NamedTuple):
    """A move that is allowed: its legs, what it costs of what the unit has for it, how it stands then."""

    legs: tuple[Leg, ...]
    cost: int
    end: Footing
    way: Way
    most: int  # what may be spent on it
    is_strategic: bool = False


def hindered(s: BattleState, unit: Unit) -> Objection | None:
    """Why a unit does not move by its own will at all."""
    if unit.is_routed:
        return because("routed", "risorgimento.h.1.4", unit=unit.id)
    if HAS_ACTED.is_on(unit):
        return because("has-acted", "risorgimento.e.0.6", unit=unit.id)
    return why_no_move(s, unit) or held_back(s, unit)


def engaged(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies it is in contact with, those in the same sector too (risorgimento.g.0.2, .g.5.14, .e.8.10)."""
    found = [foe for own, theirs, foe in contacts(s, unit) if is_front(unit, own) or is_front(foe, theirs)]
    if unit.post:
        found += [one for one in rivals(s, unit) if one not in found]
    return found


class Outset:
    """A unit at the outset of its move: what holds for every way it might take is worked out once for all of them."""

    def __init__(self, s: BattleState, unit: Unit, start: Footing | None = None) -> None:
        """``start``: where it will stand when it has come out of a village."""
        self.s, self.unit, self.start = s, unit, start or s.footing(unit)
        self.approaches: dict[str, list[Plan | Objection]] = {}  # to villages and farms, by their ids
        self._manoeuvres: dict[tuple[Way, bool], Manoeuvre] = {}
        self._judged: dict[tuple[tuple[Leg, ...], bool], Plan | Objection] = {}

    @cached_property
    def why_not(self) -> Objection | None:
        """Why it does not move at all."""
        return hindered(self.s, self.unit)

    @cached_property
    def foes(self) -> list[Unit]:
        """The enemies it is in contact with."""
        return engaged(self.s, self.unit) if self.unit.is_on else []

    @cached_property
    def owners(self) -> list[Unit]:
        """The enemies in whose zone of control it is."""
        return zones_on(self.s, self.unit, self.start)

    @cached_property
    def has(self) -> int:
        """What it may spend."""
        return budget(self.s, self.unit)

    @cached_property
    def most(self) -> int:
        """What it may spend at most."""
        return most_for(self.s, self.unit)

    @cached_property
    def farthest(self) -> int:
        """Nothing of it gets farther from where its centre is by all it may spend, turned as it likes."""
        s, unit = self.s, self.unit
        longest = max(sum(s.shape(unit, name)) for name in s.tables.formations_of(unit.arm))
        return farthest_move(s, unit) * self.most // s.tables.shares.strategic + longest

    @cached_property
    def zones(self) -> tuple[Ground, ...]:
        """The zones it may come into, however far it goes."""
        return zones_about(self.s, self.unit, farthest_move(self.s, self.unit))

    def manoeuvre(self, way: Way = PLAIN, *, watched: bool = False) -> Manoeuvre:
        """What may be in its way; ``watched``: zones of enemies too."""
        found = self._manoeuvres.get((way, watched))
        if found is None:
            found = manoeuvre(self.s, self.unit, way, self.zones if watched else ())
            self._manoeuvres[way, watched] = found
        return found

    @cached_property
    def straight_back(self) -> tuple[Legs, ...]:
        """Straight to the commander who calls it back: as it faces, and after a turn to him (risorgimento.a.1.28)."""
        who = called_back_by(self.s, self.unit)
        if who is None:
            return ()
        m, angle = self.manoeuvre(), turn_to(self.start, who.pose.point)
        moves = farthest(m, self.start, (angle % FULL_TURN,), self.has)
        turned = turned_ahead(m, self.start, Turn(angle), self.has) if angle else ()
        return (*(move.legs for move in moves), *turned)

    @cached_property
    def nearest_back(self) -> int | None:
        """How near to him it comes at least, if it goes straight; None where nothing of that is allowed."""
        who, found = called_back_by(self.s, self.unit), list[int]()
        for legs in self.straight_back:
            plan = _tactical(self, merged(legs), False)
            if who is not None and isinstance(plan, Plan) and why_no_place(self.s, self.unit, self.start, plan) is None:
                found.append(off(self.s, who, plan.end))
        return min(found, default=None)

    def judge(self, legs: Sequence[Leg], *, withdraws: bool = False) -> Plan | Objection:
        """A move as somebody wants it: what it comes to, or what is against it."""
        key = tuple(legs), withdraws
        if key not in self._judged:
            self._judged[key] = self._judge(*key)
        return self._judged[key]

    def _judge(self, legs: tuple[Leg, ...], withdraws: bool) -> Plan | Objection:
        if self.why_not is not None:
            return self.why_not
        if self.foes and not withdraws:
            return because("in-contact", "risorgimento.e.8.10", unit=self.unit.id, target=self.foes[0].id)
        legs = merged(legs)
        if not legs:
            return because("no-such-leg", "risorgimento.e.3.2.6", unit=self.unit.id)
        if self.unit.post:
            return _in_post(self, legs)
        found = (None if self.foes else _by_road(self, legs)) or _tactical(self, legs, withdraws)
        return found if isinstance(found, Objection) else why_no_end(self, found) or found

    def judge_on(self, legs: Sequence[Leg], spent: int) -> Plan | Objection:
        """Legs for a unit that will have spent so much when it stands where they begin."""
        found = _tactical(self, merged(legs), False, spent)
        return found if isinstance(found, Objection) else why_no_end(self, found) or found


def _in_post(o: Outset, legs: tuple[Leg, ...]) -> Plan | Objection:
    """On a side of a village or farm guns limber and unlimber; all else is entering, changing and leaving sides."""
    if o.unit.arm != ARTILLERY or len(legs) > 1 or not isinstance(legs[0], Reform):
        return because("in-post", "risorgimento.g.5.18", unit=o.unit.id)
    price = o.s.tables.shares.limber
    if price > o.has:
        return because("too-far", "risorgimento.e.4.9", unit=o.unit.id)
    return Plan(legs, price, after(o.start, legs[0]), PLAIN, o.has)


def merged(legs: Sequence[Leg]) -> tuple[Leg, ...]:
    """Turns that follow one another are one turn."""
    found: list[Leg] = []
    for leg in legs:
        last = found[-1] if found else None
        if isinstance(leg, Turn) and isinstance(last, Turn):
            angle = (last.angle + leg.angle + 1800) % FULL_TURN - 1800
            found[-1:] = [Turn(angle)] if angle else []
        else:
            found.append(leg)
    return tuple(found)


def _by_road(o: Outset, legs: tuple[Leg, ...]) -> Plan | None:
    """The same as a march along roads from start to end, if it is one (risorgimento.e.3.3.1-4, .e.5.3)."""
    s, start, has = o.s, o.start, o.has
    if not s.tables.formations[start.formation].is_column or not s.ground.road_at(*start.pose.point):
        return None
    here = start
    for leg in legs:
        there = after(here, leg)
        if isinstance(leg, Reform) or not is_along_road(s.ground, here.pose.point, there.pose.point):
            return None
        here = there
    way = Way(by_road=True)
    found = judged(o.manoeuvre(way, watched=True), start, legs, o.most)
    if isinstance(found, Refusal) or o.owners:
        return None
    if s.ground.built_up_at(*found.end.pose.point):  # nobody stops in a village but on its sides, .g.5.16, .g.5.18
        return None
    if found.cost > has and not _is_far_from_all(o, legs):
        return None
    return Plan(legs, found.cost, found.end, way, o.most if found.cost > has else has, found.cost > has)


def most_for(s: BattleState, unit: Unit) -> int:
    """What it may spend at most: twice what it has where it may force the march (risorgimento.e.3.1.1, .b.1.5)."""
    return strategic(s, unit) if may_force_march(unit) and may_march(s, unit) else budget(s, unit)


def _is_far_from_all(o: Outset, legs: Sequence[Leg]) -> bool:
    """Whether no enemy is within 20 cm at any point of the way, start and end included (risorgimento.e.3.1.4)."""
    s, unit, here = o.s, o.unit, o.start
    for leg in legs:
        there = after(here, leg)
        dx, dy = there.pose.x - here.pose.x, there.pose.y - here.pose.y
        ground = swept_along(here.outline.points, dx, dy) if isinstance(leg, Shift) else there.outline.points
        if is_watched_from_afar(s, unit, Outline(ground)):
            return False
        here = there
    return not is_watched_from_afar(s, unit, o.start.outline)


def _tactical(o: Outset, legs: tuple[Leg, ...], withdraws: bool, spent: int = 0) -> Plan | Objection:
    """A move by the rules of E.3.2, E.6 and E.8."""
    s, unit, has = o.s, o.unit, o.has
    leaves = withdraws or bool(o.owners)
    way = Way(stays_open=moves_in_open_order(unit, legs), back=leaves)
    m, most = o.manoeuvre(way), has if leaves else o.most
    found = judged(m, o.start, legs, most - spent)
    if isinstance(found, Move):
        found = found._replace(cost=found.cost + spent)
    is_too_far = found.reason == FAR if isinstance(found, Refusal) else found.cost > has
    if is_too_far and (isinstance(found, Refusal) or not _is_far_from_all(o, legs)):
        found = (None if spent else _one_cm(s, m, o.start, legs, has)) or Refusal(FAR)
    if isinstance(found, Refusal):
        return objection(s, unit, found)
    supported = None if withdraws else supported_enemy(s, unit, found.end)
    if supported is None or any(one is not supported for one in o.owners):  # else it is free to go there, .e.6.13
        why = (_leaves if leaves else _enters)(o, m, legs)
        if why is not None:
            return why
    return Plan(legs, found.cost, found.end, way, most if found.cost > has else has, found.cost > has)


def _one_cm(s: BattleState, m: Manoeuvre, start: Footing, legs: tuple[Leg, ...], has: int) -> Move | None:
    """With all it has a unit may always go 1 cm over passable ground (risorgimento.e.5.5)."""
    (leg, *more) = legs
    if more or not has or not isinstance(leg, Shift) or leg.length > s.tables.distances.at_edge:
        return None
    end = after(start, leg)
    if m.barred(start, leg) is not None or m.stands(end) is not None or not m.pace(start).speed:
        return None
    return Move(legs, has, end)


# Zones of control


def _enters(o: Outset, m: Manoeuvre, legs: tuple[Leg, ...]) -> Objection | None:
    """Who enters a zone goes on, if at all, straight or obliquely at the enemy in its front (.e.6.3, .e.6.9)."""
    s, unit, here, inside, target = o.s, o.unit, o.start, False, None
    for number, leg in enumerate(legs if o.zones else ()):
        there = after(here, leg)
        if not inside:
            entry = _entry(o, m, here, leg)
            if entry is None:
                here = there
                continue
            at, owner = entry
            if owner.arm == CAVALRY and unit.profile.is_light_infantry and _is_open(s, at):
                return because("light-foot", "risorgimento.e.2.1.12", unit=unit.id, target=owner.id)
            inside, target = True, most_ahead(s, unit, at)
            if at == there or (not isinstance(leg, Shift) and number + 1 == len(legs)):
                here = there
                continue
            here = at
        why = _advance(s, unit, target, here, leg, there)
        if why is not None:
            return why
        here = there
    return None


def _entry(o: Outset, m: Manoeuvre, here: Footing, leg: Leg) -> tuple[Footing, Unit] | None:
    """Where a leg first enters a zone from which no friend screens the unit, and whose (risorgimento.e.6.6)."""
    s, unit, there = o.s, o.unit, after(here, leg)
    if isinstance(leg, Reform):
        owners = zones_on(s, unit, there)
        return (there, owners[0]) if owners else None
    left = Manoeuvre(m.scene, m.id, m.paces, zones=o.zones, leave_out=m.scene.by_id)
    while left.zones:
        met = left.run(here, leg)
        if met is None or not met.by or met.by not in s.units:
            return None
        whole = leg.length if isinstance(leg, Shift) else abs(leg.angle)
        at = after(here, cut(leg, min(whole, met.far + 1)))
        owner = s.units[met.by]
        if not is_screened(s, unit, at, owner):
            return (at if isinstance(leg, Shift) else there), owner
        left = left.but(zones=tuple(zone for zone in left.zones if zone.by != met.by))
    owners = zones_on(s, unit, there)
    return (there, owners[0]) if owners else None


def _is_open(s: BattleState, at: Footing) -> bool:
    """Whether the ground there gives no cover."""
    return not s.ground.cover(*at.pose.point, at.outline, at.pose.point)


def _advance(
    s: BattleState, unit: Unit, target: Unit | None, here: Footing, leg: Leg, there: Footing
) -> Objection | None:
    """Straight or oblique ways that bring it nearer to the enemy in its front (risorgimento.e.6.3, .e.6.11)."""
    if not isinstance(leg, Shift) or _aside(leg) > s.tables.angles.oblique:
        return because("zone-choice", "risorgimento.e.6.9", unit=unit.id)
    if target is None:
        return because("nobody-ahead", "risorgimento.e.6.3", unit=unit.id)
    if not comes_nearer(s, target, here, there):
        return because("not-nearer", "risorgimento.e.6.11", unit=unit.id, target=target.id)
    before, then = zones_on(s, unit, here), zones_on(s, unit, there)
    if target not in then and any(one not in before for one in then):
        return because("zone-to-zone", "risorgimento.e.6.5", unit=unit.id)
    return None


def _aside(leg: Shift) -> int:
    return abs((leg.aside + 1800) % FULL_TURN - 1800)


def _leaves(o: Outset, m: Manoeuvre, legs: tuple[Leg, ...]) -> Objection | None:
    """From within a zone: changes of formation, then ahead, or straight back and on freely out of all zones.

    Risorgimento.e.6.3, .e.6.4, .e.6.9; who withdraws from a melee only goes back (.e.8.2, .e.8.9).
    """
    s, unit, here, rest = o.s, o.unit, o.start, list(legs)
    while rest and isinstance(rest[0], Reform) and not o.foes:
        here = after(here, rest.pop(0))
    if not rest:
        return None
    first = rest[0]
    if not isinstance(first, Shift) or (_aside(first) != 1800 and o.foes):
        return because("zone-choice", "risorgimento.e.6.9", unit=unit.id)
    if _aside(first) != 1800:
        target = most_ahead(s, unit, here)
        for leg in rest:
            there = after(here, leg)
            why = _advance(s, unit, target, here, leg, there)
            if why is not None:
                return why
            here = there
        return None
    return _goes_back(o, m, here, rest)


def _goes_back(o: Outset, m: Manoeuvre, here: Footing, rest: list[Leg]) -> Objection | None:
    s, unit, still = o.s, o.unit, o.owners
    while rest and isinstance(rest[0], Shift) and _aside(rest[0]) == 1800:
        here = after(here, rest.pop(0))
        still = zones_on(s, unit, here)
        if any(one not in o.owners for one in still):
            return because("zone-to-zone", "risorgimento.e.6.5", unit=unit.id)
    if rest and still:
        return because("not-clear", "risorgimento.e.6.4", unit=unit.id, target=still[0].id)
    for leg in rest:
        if isinstance(leg, Shift) and _aside(leg) == 1800 and not m.pace(here).is_free:
            return because("no-way-back", "risorgimento.e.3.2.6", unit=unit.id)
        entry = _entry(o, m, here, leg)
        if entry is not None:
            return because("zone-again", "risorgimento.e.6.4", unit=unit.id, target=entry[1].id)
        here = after(here, leg)
    return None


# At the end


def why_no_end(o: Outset, plan: Plan) -> Objection | None:
    """What is against the place where a move ends."""
    s, unit, start = o.s, o.unit, o.start
    for why_not in (why_no_advance, why_against_orders):
        why = why_not(s, unit, plan.end)
        if why is not None:
            return why
    return why_not_back(o, plan.end) or why_no_place(s, unit, start, plan)


def why_not_back(o: Outset, end: Footing) -> Objection | None:
    """Why a unit whose commander calls it back may not end its move there (risorgimento.a.1.17, .a.1.28)."""
    s, unit = o.s, o.unit
    who = called_back_by(s, unit)
    if who is None or is_in_radius(s, who, end.outline):
        return None
    why = why_not_there(s, unit, end)
    if why is None and o.nearest_back is not None and off(s, who, end) > o.nearest_back:
        why = because("not-near-enough", "risorgimento.a.1.28", unit=unit.id, commander=who.id)
    return why


def why_no_place(s: BattleState, unit: Unit, start: Footing, plan: Plan) -> Objection | None:
    """What a scenario has against the place where a move ends, or the enemies it would touch there."""
    why = held_back(s, unit, plan.end.outline)
    if why is not None:
        return why
    touched = near(s, plan.end.outline, s.scene.field.touch, other(unit.seat))
    touched = [one for one in touched if one.is_steady]
    if not touched:
        return None
    if unit.arm == CAVALRY and not _may_close(s, start, plan):
        return because("no-charge-ground", "risorgimento.e.2.4.7", unit=unit.id, target=touched[0].id)
    for enemy in attacked(s, unit, plan.end):
        why = why_no_contact(s, unit, plan.end, enemy)
        why = why or why_no_attack(s, unit, plan.end.formation, _way_of(start, plan.legs), enemy)
        if why is not None:
            return why
    return None


def _way_of(here: Footing, legs: Sequence[Leg]) -> list[Point]:
    """The points between its legs, start and end included."""
    found = [here.pose.point]
    for leg in legs:
        here = after(here, leg)
        found.append(here.pose.point)
    return found


def _may_close(s: BattleState, start: Footing, plan: Plan) -> bool:
    """Whether cavalry came over ground it may charge over (risorgimento.e.2.4.7)."""
    here = start
    for leg in plan.legs:
        there = after(here, leg)
        if isinstance(leg, Shift) and not s.ground.may_charge_along(here.pose.point, there.pose.point):
            return False
        here = there
    return True


def objection(s: BattleState, unit: Unit, found: Refusal) -> Objection:
    """A refusal of the table in the words of the rules."""
    if found.reason == BASE:
        rule = "risorgimento.e.7.1" if s.units[found.by].seat == unit.seat else "risorgimento.geo.4"
        return because("in-the-way", rule, unit=unit.id, target=found.by)
    if found.reason == EDGE:
        return because("off-table", "risorgimento.geo.19", unit=unit.id)
    if found.reason == FAR:
        return because("too-far", "risorgimento.e.3.1.1", unit=unit.id)
    if found.reason == "forbidden":
        return because("no-such-leg", "risorgimento.e.3.2.6", unit=unit.id)
    piece = s.ground.pieces.get(found.by)
    if piece is not None and piece.is_built_up:
        return because("built-up", "risorgimento.g.5.18", unit=unit.id, piece=found.by)
    if piece is not None and piece.is_line and piece.bridges:
        return because("bridge", "risorgimento.g.6.4", unit=unit.id, piece=found.by)
    return because("impassable", "risorgimento.e.5.1", unit=unit.id, piece=found.by)
