"""Whether a unit may make a move by legs in round 2, and what it comes to (3.2.1, 3.2.5.4, 3.2.7, 3.1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from alfiere.battles.ways import Legs, runs_along, turn_to, turned_ahead
from alfiere.games.fucilieri.fire.sight import by_nearness, sees, sees_from
from alfiere.games.fucilieri.movement.blocks import exits
from alfiere.games.fucilieri.movement.costs import (
    ON_ROADS,
    Fare,
    changes,
    disordering_ground,
    is_slow,
    is_turn_in_place,
    paces,
)
from alfiere.games.fucilieri.orders.demands import ATTACK_RULE, Demand, demand, may_end, place_held
from alfiere.games.fucilieri.sheets.pieces import ROAD
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import LIMBERED, OPEN, SQUARE, UNLIMBERED, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import BASE, EDGE, ZONE, Refusal
from alfiere.table.legs import CENTRE, FRONT, LEFT, RIGHT, WHOLE, Footing, Leg, Reform, Shift, Turn, after
from alfiere.table.manoeuvre import Ground, Manoeuvre
from alfiere.table.measuring import gap, within
from alfiere.table.offers import farthest
from alfiere.table.shapes import Point, grown

RULE: Final = "fucilieri.3.2.1.2"
NEAR: Final = "fucilieri.3.2.1.4"
ROUNDED: Final = 3  # hundredths that legs may lose by rounding
A_STEP: Final = 50  # hundredths after which one sees whether a way leads away from somebody
BROAD: Final = 1_500  # hundredths by which a corner may reach out when it turns or changes its formation


class Plan(NamedTuple):
    """A move that is allowed: its legs, what they cost, how the unit stands after each."""

    legs: tuple[Leg, ...]
    cost: int  # millionths of a move
    spent: int  # the same in hundredths of a cm of the allowance then held, fucilieri.3.3.1.6c
    stages: tuple[Footing, ...]  # from the start on
    crossed: tuple[str, ...] = ()  # lines whose crossing disorganises
    by_road: bool = False
    post: str = ""  # the block it goes into

    @property
    def end(self) -> Footing:
        """How it stands at last."""
        return self.stages[-1]

    @property
    def path(self) -> tuple[Point, ...]:
        """The way of its centre."""
        return tuple(dict.fromkeys(stage.pose.point for stage in self.stages))

    @property
    def changes(self) -> bool:
        """Whether it changes its formation."""
        return any(isinstance(leg, Reform) for leg in self.legs)

    @property
    def is_change_alone(self) -> bool:
        """Whether it does nothing but change formation or turn where it stands."""
        return all(isinstance(leg, Reform) or is_turn_in_place(leg) for leg in self.legs)

    def held(self, unit: Unit) -> Point:
        """The place it holds afterwards if it has to hold one (fucilieri.3.1.4.6a)."""
        if self.is_change_alone:
            return self.end.pose.point if self.changes else place_held(unit)
        x, y = place_held(unit)
        for leg, (here, there) in zip(self.legs, pairwise(self.stages), strict=True):
            if isinstance(leg, Reform):
                x, y = x + there.pose.x - here.pose.x, y + there.pose.y - here.pose.y
        return x, y


def hindered(unit: Unit) -> Objection | None:
    """Why a unit does not move as its owner likes at all (fucilieri.3.2.1.2, .3.2.8.3, .3.2.8.6)."""
    if is_engaged(unit):
        return because("engaged", RULE, unit=unit.id)
    if unit.is_falling_back:
        return because("falls-back", "fucilieri.3.2.8.3", unit=unit.id)
    if unit.has_bloodlust:
        return because("sees-red", "fucilieri.3.2.8.6" if not unit.is_guns else "fucilieri.4.1.7d", unit=unit.id)
    return None


class Outset:
    """A unit about to move: what others keep asking about it is worked out once."""

    def __init__(self, s: State, unit: Unit, *, is_free: bool = False) -> None:
        """``is_free``: no order binds it, and nothing but the table does."""
        self.s, self.unit, self.is_free = s, unit, is_free
        self.start = s.footing(unit)
        self._tables: dict[tuple[str, bool], Manoeuvre] = {}
        self._judged: dict[tuple[Leg, ...], Plan | Objection] = {}

    @cached_property
    def why_not(self) -> Objection | None:
        """Why it cannot move at all."""
        return None if self.is_free else hindered(self.unit)

    @cached_property
    def _near(self) -> list[tuple[Unit, int]]:
        """The enemies it might come near to, with their distance now."""
        distances = self.s.tables.distances
        reach = max(pace.speed for pace in paces(self.unit).values()) + distances.road + distances.near_enemy
        found = []
        for least, foe in by_nearness(self.s, self.start, self.s.foes(self.unit.seat)):
            if least > reach + BROAD:
                break
            found.append((foe, gap(self.start.outline, self.s.base(foe).outline)))
        return found

    @cached_property
    def held_by(self) -> list[Unit]:
        """The enemies it begins so near to that it may only move away (fucilieri.3.2.1.4)."""
        limit = self.s.tables.distances.near_enemy
        return [foe for foe, far in self._near if far <= limit and sees(self.s, self.unit, foe)]

    @cached_property
    def rings(self) -> list[Ground]:
        """What it keeps away from: the enemies it sees (fucilieri.3.2.1.4)."""
        near = self.s.tables.distances.near_enemy
        return [
            Ground(foe.id, grown(self.s.base(foe).outline, near + self.s.field.slack))
            for foe, far in self._near
            if far > near and sees(self.s, self.unit, foe)
        ]

    def table(self, formation: str, *, by_road: bool = False) -> Manoeuvre:
        """What may be in its way in a formation."""
        key = formation, by_road
        if key not in self._tables:
            self._tables[key] = Manoeuvre(
                self.s.scene,
                self.unit.id,
                paces(self.unit, by_road=by_road),
                zones=self.rings,
                through=self.passes_through(formation),
                fare=Fare(self.s.ground, self.unit, by_road=by_road),
            )
        return self._tables[key]

    @cached_property
    def here(self) -> Manoeuvre:
        """What may be in its way as it stands."""
        return self.table(self.unit.formation)

    def passes_through(self, formation: str) -> set[str]:
        """The friends it may pass through: one of the two in open order or in battery (fucilieri.3.2.7.1)."""
        friends = (one for one in self.s.side(self.unit.seat) if one is not self.unit and not one.post)
        loose = (OPEN, UNLIMBERED)
        return {one.id for one in friends if formation in loose or one.formation in loose}

    @cached_property
    def changes(self) -> dict[str, Reform]:
        """The formations it may take up."""
        return changes(self.unit)

    # What its order asks

    @cached_property
    def demand(self) -> Demand | None:
        """What its order asks of it; guns in battery first limber (fucilieri.3.1.4.13)."""
        known = paces(self.unit)
        speed = known[LIMBERED if self.unit.is_guns else self.unit.formation].speed
        return None if self.is_free or self.why_not is not None else demand(self.s, self.unit, speed)

    @cached_property
    def _far(self) -> int:
        return self.demand.far(self.s, self.start.outline) if self.demand is not None else 0

    @cached_property
    def required(self) -> int:
        """How much nearer it must come: what its order asks, or as much as it can; kept while nobody moves."""
        if self.demand is None:
            return 0
        memory, key = self.s.scene.memory, ("required", self.unit.id, self.demand, is_slow(self.unit))
        if key not in memory:
            memory[key] = self._required(self.demand)
        return int(memory[key])

    def _required(self, asked: Demand) -> int:
        """The gain that its order asks, or the greatest that any way brings (.3.1.4.2, .3.1.4.9a)."""
        if self.unit.post:
            ends = [end for end in exits(self.s, self.unit) if self._may_come_out(end)]
            return max(0, min(asked.by, max(map(self.gain, ends), default=0)))
        best = 0
        for legs in self.approaches():
            plan = self._judge(legs)
            if isinstance(plan, Plan):
                best = max(best, self.gain(plan.end))
                if best >= asked.by - ROUNDED:
                    return asked.by
        return best

    def _may_come_out(self, end: Footing) -> bool:
        """Whether it may end outside its block like this, with room and not too near to anybody (fucilieri.5.13b)."""
        if self.table(end.formation).stands(end) is not None:
            return False
        return self.ended(Plan((Shift(0),), WHOLE, 0, (self.start, end))) is None

    def gain(self, end: Footing) -> int:
        """How much nearer it comes to where its order sends it."""
        return self._far - self.demand.far(self.s, end.outline) if self.demand is not None else 0

    @property
    def may_stand(self) -> bool:
        """Whether its order lets it stay where it is."""
        return self.demand is None or self.required <= ROUNDED

    def approaches(self) -> Iterator[Legs]:
        """Ways towards where its order sends it, the likeliest first."""
        if self.demand is None:
            return
        goal = self.demand.goal(self.s, self.start.pose.point)
        if self.unit.formation == UNLIMBERED:
            yield from self._limbered(goal)
        else:
            yield from self.towards(goal)

    def towards(self, goal: Point) -> Iterator[Legs]:
        """Ways towards a place, the likeliest first."""
        m, start, angle = self.here, self.start, turn_to(self.start, goal)
        if m.pace(start).is_free:
            yield from (
                move.legs for move in farthest(m, start, (angle % 3600, (angle + 450) % 3600, (angle - 450) % 3600))
            )
            return
        ahead = [0] if abs(angle) < 900 else [1800]
        oblique = [max(-450, min(450, angle)) % 3600] if 0 < abs(angle) < 1350 else []  # aside it still brings nearer
        if abs(angle) <= 300:
            yield from (move.legs for move in farthest(m, start, (*ahead, *oblique)))
        if abs(angle) > 900:
            yield from self.turned_about(goal)
        if angle:
            for part in (angle, angle // 2):
                if part and abs(part) <= 1350:
                    yield from reversed(list(turned_ahead(m, start, wheel(part), WHOLE)))
        if abs(angle) > 300:
            yield from (move.legs for move in farthest(m, start, (*ahead, *oblique)))

    def turned_about(self, goal: Point | None = None) -> Iterator[Legs]:
        """About, and ahead, wheeling towards a place if there is one (fucilieri.3.2.3.5)."""
        m, turn = self.here, Turn(1800)
        paid, there = m.paid(self.start, turn), after(self.start, turn)
        if paid is None:
            return
        for move in farthest(m, there, (0,), WHOLE - paid, (self.start,)):
            yield turn, *move.legs
        angle = turn_to(there, goal) if goal is not None else 0
        if abs(angle) > 200:
            yield from ((turn, *legs) for legs in turned_ahead(m, there, wheel(angle), WHOLE - paid) if len(legs) > 1)

    def _limbered(self, goal: Point) -> Iterator[Legs]:
        """Limbered, turned towards a place, and off (fucilieri.3.2.5.5, .3.1.4.13)."""
        change = self.changes.get(LIMBERED)
        if change is None:
            return
        there = after(self.start, change)
        turn = Turn(turn_to(there, goal))
        paid = paces(self.unit)[UNLIMBERED].changes[LIMBERED]
        m = self.table(LIMBERED)
        turned = after(there, turn) if turn.angle else there
        for move in farthest(m, turned, (0,), WHOLE - paid, (self.start, there)):
            yield change, *((turn,) if turn.angle else ()), *move.legs
        yield (change, turn) if turn.angle else (change,)
        yield (change,)

    # Judging

    def judge(self, legs: Sequence[Leg]) -> Plan | Objection:
        """A move as somebody wants it: what it comes to, or what is against it."""
        if self.demand is not None and not self.is_excused(legs):
            end = self.start
            for leg in legs:
                end = after(end, self._as_it_is(end, leg))
            why = self.disobeys(end)
            if why is not None:
                return why
        return self._judge(legs)

    def is_excused(self, legs: Sequence[Leg]) -> bool:
        """Whether who attacks has something else to do: a change of formation, to mount, to unlimber (.3.1.4.2)."""
        is_attack = self.demand is not None and self.demand.rule == ATTACK_RULE
        return is_attack and any(isinstance(leg, Reform) for leg in legs)

    def disobeys(self, end: Footing) -> Objection | None:
        """Why its order does not let it end like this."""
        if self.demand is None:
            return None
        if end.formation == UNLIMBERED and self.required > ROUNDED:
            return because("must-limber", "fucilieri.3.1.4.13", unit=self.unit.id)
        if self.gain(end) < self.required - ROUNDED:
            return because("must-come-nearer", self.demand.rule, unit=self.unit.id, target=self.demand.enemy)
        return None

    def _judge(self, legs: Sequence[Leg]) -> Plan | Objection:
        """The same without what its order asks for; kept."""
        known = self._judged.get(tuple(legs))
        if known is None:
            known = self._judged[tuple(legs)] = self._judge_anew(legs)
        return known

    def _judge_anew(self, legs: Sequence[Leg]) -> Plan | Objection:
        id = self.unit.id
        if self.why_not is not None:
            return self.why_not
        if self.unit.post:
            return because("in-building", "fucilieri.5.13", unit=id)
        if not legs:
            return because("no-such-leg", RULE, unit=id)
        if any(isinstance(leg, Reform) for leg in legs) and not self.is_free and not may_change(self.unit):
            return because("may-not-change", "fucilieri.3.2.5.4", unit=id)
        if self._may_use_road(legs):
            found = self._march(legs, by_road=True)
            if isinstance(found, Plan) and self._is_on_road(found.stages):
                return self.ended(found) or found
        plan = self._march(legs)
        return plan if isinstance(plan, Objection) else self.ended(plan) or plan

    def _as_it_is(self, here: Footing, leg: Leg) -> Leg:
        """A change of formation keeps the centre to and from square alone, whatever came before (.3.2.5.3)."""
        if isinstance(leg, Reform):
            return leg._replace(keeps=CENTRE if SQUARE in (here.formation, leg.formation) else FRONT)
        return leg

    def _march(self, legs: Sequence[Leg], *, by_road: bool = False) -> Plan | Objection:
        stages, cost, spent, crossed = [self.start], 0, 0, dict[str, None]()
        for leg in legs:
            here = stages[-1]
            leg = self._as_it_is(here, leg)
            m = self.table(here.formation, by_road=by_road)
            paid = m.paid(here, leg, stages[:-1])
            if paid is None:
                return because("no-such-leg", "fucilieri.3.2.3.1", unit=self.unit.id)
            cost, spent = cost + paid, spent + paid * m.pace(here).speed // WHOLE
            if cost > WHOLE:
                return because("too-far", RULE, unit=self.unit.id)
            there = after(here, leg)
            why = self._barred(m, here, leg, there)
            if why is not None:
                return why
            if isinstance(leg, Shift | Turn) and not is_turn_in_place(leg) and not by_road and isinstance(m.fare, Fare):
                crossed |= dict.fromkeys(one.piece for one in m.fare.tolls(here, leg) if one.disorders)
            stages.append(there)
        refusal = self.table(stages[-1].formation, by_road=by_road).stands(stages[-1])
        if refusal is not None:
            return self.objection(refusal)
        return Plan(tuple(legs), cost, spent, tuple(stages), tuple(crossed), by_road)

    def _barred(self, m: Manoeuvre, here: Footing, leg: Leg, there: Footing) -> Objection | None:
        """What keeps it from a leg: who turns where he stands needs room only where he ends (.3.2.3.5, .3.2.3.7)."""
        if isinstance(leg, Reform) or is_turn_in_place(leg):
            refusal = m.stands(there) if isinstance(leg, Reform) else None
            ring = next((one for one in self.rings if within(one.outline, there.outline, 0)), None)
            refusal = refusal or (Refusal(ZONE, ring.by) if ring is not None else None)
        else:
            refusal = m.barred(here, leg)
        if refusal is not None:
            return self.objection(refusal, is_change=isinstance(leg, Reform))
        for foe in self.held_by:
            if not self._leaves(foe, here, leg, there):
                return because("only-away", NEAR, unit=self.unit.id, target=foe.id)
        return None

    def _leaves(self, foe: Unit, here: Footing, leg: Leg, there: Footing) -> bool:
        """Whether a leg leads away from an enemy who is near; turns and changes only may not touch him (.3.2.1.4)."""
        outline = self.s.base(foe).outline
        if not isinstance(leg, Shift):
            return not within(outline, there.outline, self.s.field.touch)
        soon = after(here, leg._replace(length=min(leg.length, A_STEP)))
        before = gap(outline, here.outline)
        return gap(outline, soon.outline) >= before and gap(outline, there.outline) > before

    def ended(self, plan: Plan) -> Objection | None:
        """Why it may not end a move there (fucilieri.3.2.1.4, .3.1.4.5a, .3.1.4.6a, .4.1.4b)."""
        if self.is_free:
            return None
        s, unit, end = self.s, self.unit, plan.end
        near = s.tables.distances.near_enemy
        for foe, far in self._near:
            if (
                far > near
                and within(end.outline, s.base(foe).outline, near)
                and sees_from(s, unit, end, foe, plan.post)
            ):
                return because("near-enemy", NEAR, unit=unit.id, target=foe.id)
        if unit.is_demoralised:
            for foe in s.foes(unit.seat):
                there = s.base(foe).outline
                if gap(end.outline, there) < gap(self.start.outline, there) and sees(s, unit, foe):
                    return because("demoralised-near", "fucilieri.4.1.4b", unit=unit.id, target=foe.id)
        if plan.is_change_alone:  # it holds its place, fucilieri.3.1.4.6a
            return may_end(s, unit, end, end.pose.point, plan.post)
        return may_end(s, unit, end, plan.held(unit), plan.post)

    # Roads

    def _may_use_road(self, legs: Sequence[Leg]) -> bool:
        """Whether it begins on a road, in a formation that uses it and keeps (fucilieri.5.1)."""
        return (
            self.start.formation in ON_ROADS
            and not any(isinstance(leg, Reform) for leg in legs)
            and bool(self.s.ground.road_at(*self.start.front))
        )

    def _is_on_road(self, stages: Sequence[Footing]) -> bool:
        """Whether the middle of its front is on roads all the way (fucilieri.5.1b)."""
        terrain = self.s.ground.terrain
        return all(runs_along(terrain, (ROAD,), here.front, there.front) for here, there in pairwise(stages))

    # In words

    def objection(self, found: Refusal, *, is_change: bool = False) -> Objection:
        """A refusal of the table in the words of the rules."""
        id = self.unit.id
        if found.reason == ZONE:
            return because("near-enemy", NEAR, unit=id, target=found.by)
        if found.reason == EDGE:
            return because("off-table", "fucilieri.3.2.7.3", unit=id)
        if is_change:
            return because("no-room", "fucilieri.3.2.5.4", unit=id)
        if found.reason == BASE:
            is_friend = self.s.units[found.by].seat == self.unit.seat
            rule = "fucilieri.3.2.7.1" if is_friend else "fucilieri.0.17"
            return because("in-the-way", rule, unit=id, target=found.by)
        piece = self.s.ground.piece_of(found.by)
        return because("impassable", piece.going.rule, unit=id, piece=piece.id)


def may_change(unit: Unit) -> bool:
    """Whether it may change its formation at all (fucilieri.3.2.5.4, .4.1.3b)."""
    return not (unit.is_disorganised or unit.is_demoralised or unit.has_bloodlust or is_engaged(unit))


def wheel(angle: int) -> Turn:
    """A wheel forward, on the corner to which it turns (fucilieri.3.2.3.2)."""
    return Turn(angle, LEFT if angle < 0 else RIGHT)


def disordering(s: State, unit: Unit, plan: Plan) -> str:
    """The ground that disorganises it on this move: a line it crosses, an area it ends in (.5.4, .5.6-8)."""
    if plan.crossed:
        return plan.crossed[0]
    if plan.by_road:
        return ""
    return disordering_ground(s, unit, plan.end)
