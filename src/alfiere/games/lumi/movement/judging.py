"""Whether a unit may make a move by legs, and what it comes to (3.1.1-3.1.7, 3.1.9-3.1.11, 3.1.13).

What must stop a unit, a zone of control or an obstacle, cuts its move short there; whatever else is in the way is a
reason to refuse it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from alfiere.battles.ways import runs_along
from alfiere.games.lumi.command.active import is_active
from alfiere.games.lumi.movement.costs import HALF, HAS_ACTED, Fare, formations, is_turn_in_place, paces
from alfiere.games.lumi.movement.zones import NEAR, rings, zones_against, zones_on
from alfiere.games.lumi.state.arrangement import Places, arranged
from alfiere.games.lumi.state.base import DEPLOYED, ENGAGED, OPEN, SHAKEN
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.bounds import why_not_to
from alfiere.games.lumi.state.standing import in_contact
from alfiere.games.lumi.state.unit import Unit, bases_of, body, state_of
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import BASE, EDGE, ZONE, Refusal
from alfiere.table.bodies import Together
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, turn_between
from alfiere.table.legs import WHOLE, Footing, Leg, Reform, Shift, Turn
from alfiere.table.manoeuvre import Ground, Met, cut
from alfiere.table.measuring import overlaps
from alfiere.table.offers import FORBIDDEN
from alfiere.table.shapes import Point

RULE: Final = "lumi.3.1.1a"


class Plan(NamedTuple):
    """A move that is allowed: its legs as far as they lead, what they cost, how the bases stand after each."""

    legs: tuple[Leg, ...]
    cost: int
    stages: tuple[Places, ...]  # from the start on
    stopped: str = ""  # by whose zone, or at which obstacle
    by_road: bool = False

    @property
    def ends(self) -> Places:
        """How they stand at last."""
        return self.stages[-1]

    @property
    def used(self) -> int:
        """What counts when it fires: of a sideways move no more than half, of a free turn nothing (.3.1.11d)."""
        is_sideways = any(isinstance(leg, Shift) and aside(leg) == 900 for leg in self.legs)
        return min(self.cost, HALF) if is_sideways else self.cost

    @property
    def moved(self) -> bool:
        """Whether it counts as having moved at all."""
        return self.cost > 0

    def path(self, id: str) -> tuple[Point, ...]:
        """The way of a base, by places of its centre."""
        return tuple(dict.fromkeys(stage[id].pose.point for stage in self.stages))


def aside(leg: Shift) -> int:
    """How far from straight ahead it leads, to either side."""
    return abs((leg.aside + 1800) % FULL_TURN - 1800)


def hindered(s: State, unit: Unit) -> Objection | None:
    """Why a unit cannot manoeuvre at all now."""
    bases = bases_of(s, unit)
    if any(HAS_ACTED.is_on(one) for one in bases):
        return because("has-acted", "lumi.2.3.4e", unit=unit.id)
    if not is_active(s, unit):
        return because("inactive", "lumi.2.3.4b", unit=unit.id)
    if in_contact(s, unit):
        return because("held-in-melee", "lumi.3.1.1b", unit=unit.id)
    if any(ENGAGED.first(one) is not None for one in bases):
        return because("held-engaged", "lumi.3.1.1b", unit=unit.id)
    return None


def _is_about(leg: Shift | Turn) -> bool:
    """Whether all turn right about, after which each stands on the ground it stood on."""
    return isinstance(leg, Turn) and 2 * abs(leg.angle) == FULL_TURN


def _overlap(places: Places) -> bool:
    """Whether two of them would stand on the same ground: each turns about its own middle."""
    return any(overlaps(one.outline, other.outline) for one, other in combinations(places.values(), 2))


def passes_through(s: State, unit: Unit, formation: str) -> set[str]:
    """The friends it may pass through: all in open order, else those in open order and deployed guns (.3.1.10a-d)."""
    friends = (one for one in s.side(unit.seat) if one.id not in unit.ids)
    return {one.id for one in friends if formation == OPEN or one.formation in (OPEN, DEPLOYED)}


class Surroundings:
    """What a unit has about it, and what was made of orders to it: kept while nobody moves or changes his state."""

    __slots__ = ("judged", "owners", "rings", "watched")

    def __init__(self) -> None:
        self.owners: list[Unit] | None = None
        self.rings: list[Ground] | None = None
        self.watched: dict[str, tuple[list[Ground], set[str]]] = {}
        self.judged: dict[object, Plan | Objection] = {}


def _surroundings(s: State, unit: Unit) -> Surroundings:
    memory, bases = s.scene.memory, s.bases
    on_foot = tuple([one.is_on_foot for one in bases.values()])  # who mounts has not moved
    key = ("surroundings", unit, on_foot, tuple([one.state for one in bases.values()]))
    found: Surroundings | None = memory.get(key)
    if found is None:
        found = memory[key] = Surroundings()
    return found


class Outset:
    """A unit about to move: what others keep asking about it is worked out once."""

    def __init__(self, s: State, unit: Unit) -> None:
        self.s, self.unit = s, unit
        self.start: Places = {one.id: s.footing(one) for one in bases_of(s, unit)}
        self.about = _surroundings(s, unit)
        self._together: dict[tuple[object, ...], Together] = {}

    @cached_property
    def why_not(self) -> Objection | None:
        """Why it cannot manoeuvre at all."""
        return hindered(self.s, self.unit)

    @property
    def owners(self) -> list[Unit]:
        """The enemies in whose zone of control it begins."""
        if self.about.owners is None:
            self.about.owners = zones_on(self.s, self.unit)
        return self.about.owners

    @property
    def rings(self) -> list[Ground]:
        """What it keeps away from."""
        if self.about.rings is None:
            self.about.rings = rings(self.s, self.unit)
        return self.about.rings

    def watched(self, formation: str) -> list[Ground]:
        """The zones that stop it, but those it begins in, and the neighbourhood of enemies."""
        inside = {one.id for one in self.owners}
        zones = zones_against(self.s, self.unit.seat, formation)
        return [*(zone for zone in zones if zone.by not in inside), *self.rings]

    def together(self, at: Mapping[str, Footing] | None = None, *, by_road: bool = False) -> Together:
        """What may be in its way, from where its bases stand then."""
        places = at or self.start
        key = (by_road, *places.values())
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = self._made_together(places, by_road)
        return found

    def _made_together(self, places: Mapping[str, Footing], by_road: bool) -> Together:
        formation = next(iter(places.values())).formation
        if formation not in self.about.watched:
            self.about.watched[formation] = self.watched(formation), passes_through(self.s, self.unit, formation)
        zones, through = self.about.watched[formation]
        return Together(
            self.s.scene,
            places,
            paces(self.s, self.unit, by_road=by_road),
            zones=zones,
            leave_out=self.unit.ids,
            through=through,
            fare=Fare(self.s.ground.terrain),
        )

    def changes(self) -> dict[str, Reform]:
        """The formations it may take up."""
        shape = self.s.shape
        first = self.s.bases[self.unit.id]
        names = formations(self.s, self.unit)
        return {name: Reform(name, shape(first, name)) for name in names if name != self.unit.formation}

    def reformed(self, change: Reform) -> Places | None:
        """How it stands if it changes its formation at once; None without room."""
        return arranged(self.s, self.unit, change.formation)

    def judge(self, legs: Sequence[Leg]) -> Plan | Objection:
        """A move as somebody wants it: what it comes to, or what is against it."""
        if self.why_not is not None:
            return self.why_not
        key = tuple(legs)
        if key not in self.about.judged:
            self.about.judged[key] = self._judged(key)
        return self.within_bounds(self.about.judged[key])

    def within_bounds(self, found: Plan | Objection) -> Plan | Objection:
        """A plan, unless it leads to where the side may not go yet."""
        if isinstance(found, Objection):
            return found
        stood = (end.outline for stage in found.stages[1:] for end in stage.values())
        return why_not_to(self.s, self.unit.seat, self.unit.id, stood) or found

    def _judged(self, legs: Sequence[Leg]) -> Plan | Objection:
        if self.s.bases[self.unit.id].post:
            return because("in-buildings", "lumi.3.3.3h", unit=self.unit.id)
        if not legs:
            return self._no_such_leg()
        why = self._combined(legs) or self._in_zone(legs)
        if why is not None:
            return why
        found = self._march(legs, by_road=True) if self._may_use_road(legs) else None
        if not isinstance(found, Plan) or not all(self._is_along_road(*pair) for pair in pairwise(found.stages)):
            found = self._march(legs)
        if isinstance(found, Plan) and found.legs != tuple(legs):  # stopped on its way: is what was made of it allowed?
            return self._in_zone(found.legs) or found
        return found

    def _may_use_road(self, legs: Sequence[Leg]) -> bool:
        """Whether it begins on a road in a formation that uses it (lumi.3.3.3d)."""
        is_able = self.s.tables.formations[self.unit.formation].uses_roads
        return (
            is_able and not any(isinstance(leg, Reform) for leg in legs) and self._is_along_road(self.start, self.start)
        )

    def _is_along_road(self, here: Places, there: Places) -> bool:
        roads = [one.id for one in self.s.ground.known.kinds.values() if one.is_road]
        terrain = self.s.ground.terrain
        return all(runs_along(terrain, roads, one.pose.point, there[id].pose.point) for id, one in here.items())

    def _no_such_leg(self) -> Objection:
        return because("no-such-leg", RULE, unit=self.unit.id)

    # What goes together

    def _combined(self, legs: Sequence[Leg]) -> Objection | None:
        """What may not be done in one move (lumi.3.1.4, .3.1.6, .3.1.7a, .3.1.7d, .3.1.11d)."""
        id, changes = self.unit.id, [leg for leg in legs if isinstance(leg, Reform)]
        asides = [aside(leg) for leg in legs if isinstance(leg, Shift)]
        if changes and state_of(self.s, self.unit) == SHAKEN:
            return because("shaken-no-change", "lumi.3.1.7d", unit=id)
        if len(changes) > 1:
            return because("one-change", "lumi.3.1.7a", unit=id)
        if len(legs) > 1 and 900 in asides:
            return because("sideways-alone", "lumi.3.1.11d", unit=id)
        if len(legs) > 1 and 1800 in asides:
            return because("back-alone", "lumi.3.1.6", unit=id)
        is_wheeling = any(isinstance(leg, Turn) and not is_turn_in_place(leg) for leg in legs)
        if is_wheeling and any(0 < one <= self.s.tables.angles.oblique for one in asides):
            return because("oblique-alone", "lumi.3.1.4", unit=id)
        first = legs[0]
        if self.unit.formation == DEPLOYED and isinstance(first, Turn):
            if len(legs) > 1:
                return because("turn-alone", "lumi.3.1.3b", unit=id)
            if abs(first.angle) > self.s.tables.angles.gun_turn:
                return because("turn-too-far", "lumi.3.1.3b", unit=id)
        return None

    def _in_zone(self, legs: Sequence[Leg]) -> Objection | None:
        """From within a zone it may only turn towards that enemy, or step back out of it (lumi.3.1.13c)."""
        if not self.owners:
            return None
        id, leg, owner = self.unit.id, legs[0], self.owners[0]
        if len(legs) == 1 and isinstance(leg, Turn):
            here, there = body(self.s, self.unit), body(self.s, owner)
            towards = bearing(here.point, there.point)
            before = turn_between(here.pose.heading, towards)
            then = turn_between((here.pose.heading + leg.angle) % FULL_TURN, towards)
            if then < before:
                return None
        elif len(legs) == 1 and isinstance(leg, Shift) and aside(leg) == 1800:
            if not zones_on(self.s, self.unit, self.together().after(leg)):
                return None
        return because("in-zone", "lumi.3.1.13c", unit=id, target=owner.id)

    # Leg by leg

    def _march(self, legs: Sequence[Leg], *, by_road: bool = False) -> Plan | Objection:
        stages, made, cost, stopped = [dict(self.start)], list[Leg](), 0, ""
        for leg in legs:
            here = stages[-1]
            step = self._reform(here, leg) if isinstance(leg, Reform) else self._step(here, made, leg, by_road)
            if isinstance(step, Objection):
                return step
            leg, paid, there, stopped = step
            if stopped and not isinstance(leg, Reform) and cut(leg, 0) == leg:  # it got there before
                break
            cost += paid
            if cost > WHOLE:
                return because("too-far", "lumi.3.1.7e", unit=self.unit.id)
            made.append(leg)
            stages.append(there)
            if stopped:
                break
        end = self.together(stages[-1], by_road=by_road)
        refusal = end.stands(end.body)
        if refusal is not None:
            return self.objection(refusal)
        return Plan(tuple(made), cost, tuple(stages), stopped, by_road)

    def _reform(self, here: Places, change: Reform) -> tuple[Leg, int, Places, str] | Objection:
        """A change of formation on the spot, with room for all of them (lumi.3.1.7a-c, .3.1.9a)."""
        formation = next(iter(here.values())).formation
        paid = paces(self.s, self.unit)[formation].changes.get(change.formation)
        if paid is None:
            return self._no_such_leg()
        there = arranged(self.s, self.unit, change.formation, at=here)
        if there is None:
            return because("no-room", "lumi.3.1.7c", unit=self.unit.id)
        for one in self.rings:
            if any(overlaps(one.outline, end.outline) for end in there.values()):
                return because("near-enemy", "lumi.3.1.1c", unit=self.unit.id, target=one.by[len(NEAR) :])
        met = [one for one in zones_on(self.s, self.unit, there) if one not in self.owners]
        return change, paid, there, met[0].id if met else ""

    def _step(
        self, here: Places, made: list[Leg], leg: Shift | Turn, by_road: bool
    ) -> tuple[Leg, int, Places, str] | Objection:
        """A shift or a turn: how far it leads before something stops it."""
        m = self.together(here, by_road=by_road)
        if is_turn_in_place(leg):
            is_deploying = bool(made) and isinstance(made[-1], Reform) and m.body.formation == DEPLOYED
            paid = 0 if is_deploying else m.paid(m.body, leg)  # it takes any facing, lumi.3.1.9a
            there = m.after(leg)
            if paid is not None and not _is_about(leg) and _overlap(there):
                return because("no-room", "lumi.1.1.6", unit=self.unit.id)
            return self._no_such_leg() if paid is None else (leg, paid, there, "")
        met, stopped = m.run(m.body, leg), ""
        while met is not None:
            if not self.stops(met):
                return self.objection(Refusal(met.reason, met.by))
            leg, stopped = cut(leg, max(0, met.far)), met.by
            met = m.run(m.body, leg) if met.far > 0 else None  # shorter, it may touch another by a rounded hundredth
        paid = m.paid(m.body, leg)
        if paid is None:
            return self._no_such_leg()
        if not made and cut(leg, 0) == leg:
            return self.stopped_at(stopped) if stopped else self._no_such_leg()
        return leg, paid, m.after(leg), stopped

    def stops(self, met: Met) -> bool:
        """Whether it is a thing at which one must stop: a zone of control, or an obstacle one can cross."""
        if met.reason == ZONE:
            return not met.by.startswith(NEAR)
        return bool(self.obstacle(met.by))

    def obstacle(self, id: str) -> str:
        """The obstacle that is met there, by it or by one of its openings; "" if it is none."""
        id = id.rpartition(".")[0] if id in self.s.ground.terrain.openings else id
        piece = self.s.ground.pieces.get(id)
        return id if piece is not None and piece.is_obstacle else ""

    # In words

    def stopped_at(self, by: str) -> Objection:
        """Something that stops it is right before it."""
        obstacle = self.obstacle(by)
        if obstacle:
            return because("at-obstacle", "lumi.3.3.1a", unit=self.unit.id, piece=obstacle)
        return because("in-zone", "lumi.3.1.13c", unit=self.unit.id, target=by)

    def objection(self, found: Refusal) -> Objection:
        """A refusal of the table in the words of the rules."""
        id = self.unit.id
        if found.reason == BASE:
            is_friend = self.s.bases[found.by].seat == self.unit.seat
            return because("in-the-way", "lumi.3.1.10b" if is_friend else "lumi.1.1.6", unit=id, target=found.by)
        if found.reason == EDGE:
            return because("off-table", "lumi.1.1.7", unit=id)
        if found.reason == ZONE:
            is_shaken = state_of(self.s, self.unit) == SHAKEN
            key, rule = ("shaken-near", "lumi.1.5.5b") if is_shaken else ("near-enemy", "lumi.3.1.1c")
            return because(key, rule, unit=id, target=found.by[len(NEAR) :])
        if found.reason == FORBIDDEN:
            return self._no_such_leg()
        return because("impassable", "lumi.3.3.3c", unit=id, piece=self.obstacle(found.by) or found.by)
