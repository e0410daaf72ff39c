"""Chapter 3.1.2, tactical movement: twice as far and whatever the front, where no enemy threatens or none sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from alfiere.battles.ways import NEAREST, squared
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.costs import Fare, paces, use
from alfiere.games.lumi.movement.judging import Outset, Plan
from alfiere.games.lumi.movement.moves import Planned, go, read_pose
from alfiere.games.lumi.movement.obstacles import FAILED_AT, touches
from alfiere.games.lumi.movement.places import middles
from alfiere.games.lumi.movement.zones import ground_of
from alfiere.games.lumi.state.arrangement import Places
from alfiere.games.lumi.state.base import ARTILLERY, DISORDERED, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.sight import is_visible
from alfiere.games.lumi.state.unit import Unit, bases_of, body, first_rank, form, formed, kind, speed, state_of
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.bodies import Together
from alfiere.table.fronts import bearing, edge_of, far_ahead
from alfiere.table.headings import FULL_TURN, divided
from alfiere.table.legs import WHOLE, Pace, Shift, Turn
from alfiere.table.manoeuvre import cut
from alfiere.table.measuring import FINE, fine_length, gap
from alfiere.table.offers import afforded
from alfiere.table.shapes import Outline, Pose, box, boxes_apart, hull

STEP: Final = 50  # hundredths from one look around to the next


class Tactical(Planned):
    """Straight to a place, any way, with any facing at the end; an obstacle or a zone on the way stops it."""

    verb = "tactical"
    rule = "lumi.3.1.2c"
    says = ("to",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """As far as it gets in eight directions and towards the places that count, facing where it goes."""
        o = Outset(s, who)
        if o.why_not is not None or self._why_never(o) is not None:
            return
        m, here = _mover(o), body(s, who).pose
        points = sorted(middles(o), key=lambda point: squared(here.point, point))[:NEAREST]
        headings = [*range(0, FULL_TURN, 450), *(bearing(here.point, point) for point in points)]
        for heading in dict.fromkeys(headings):
            leg = Shift(m.pace(m.body).speed, (heading - here.heading) % FULL_TURN)
            met = m.run(m.body, leg)
            leg, _ = afforded(m, m.body, leg if met is None else leg._replace(length=max(0, met.far)), WHOLE)
            if leg.length >= STEP:
                turn = Turn((heading - here.heading + 1800) % FULL_TURN - 1800)
                end = next(iter(_turned(m, m.after(leg), turn).values()))
                yield self.about(who, to=list(end.pose))

    def plan(self, s: State, unit: Unit, args: Args) -> Plan | Objection | None:
        """Where its first base is to stand, and how it faces then."""
        pose = read_pose(args.get("to"))
        return None if pose is None else self._judge(Outset(s, unit), pose)

    def _why_never(self, o: Outset) -> Objection | None:
        """Guns have none, and others only in column or open order (lumi.3.1.2b, .3.1.2k)."""
        if kind(o.s, o.unit) == ARTILLERY:
            return because("guns-not-tactical", "lumi.3.1.2k", unit=o.unit.id)
        if not form(o.s, o.unit).moves_tactically:
            return because("not-tactical", "lumi.3.1.2b", unit=o.unit.id)
        if o.s.bases[o.unit.id].post:
            return because("in-buildings", "lumi.3.3.3h", unit=o.unit.id)
        if o.owners:
            return because("in-zone", "lumi.3.1.13c", unit=o.unit.id, target=o.owners[0].id)
        return None

    def _judge(self, o: Outset, pose: Pose) -> Plan | Objection:
        why = o.why_not or self._why_never(o)
        if why is not None:
            return why
        # Who sees it depends on the weather and on who has fought, too.
        known, key = o.about.judged, (self.verb, pose, o.s.turn, o.s.impulse, o.s.weather)
        if key not in known:
            known[key] = self._goes(o, pose)
        return o.within_bounds(known[key])

    def _goes(self, o: Outset, pose: Pose) -> Plan | Objection:
        m = _mover(o)
        turn = Turn((pose.heading - m.body.pose.heading + 1800) % FULL_TURN - 1800)
        there = next(iter(_turned(m, o.start, turn).values())).pose  # where the first stands after the turn alone
        dx, dy = pose.x - there.x, pose.y - there.y
        leg = Shift(divided(fine_length(dx, dy), FINE), 0)
        if leg.length:
            leg = leg._replace(aside=(bearing((0, 0), (dx, dy)) - m.body.pose.heading) % FULL_TURN)
        met, stopped = m.run(m.body, leg) if leg.length else None, ""
        if met is not None and not o.stops(met):
            return o.objection(Refusal(met.reason, met.by))
        if met is not None:
            shorter = cut(leg, max(0, met.far))
            assert isinstance(shorter, Shift)
            leg, stopped = shorter, met.by
        paid = m.paid(m.body, leg)
        if paid is None or paid > WHOLE:
            return because("too-far", "lumi.3.1.2c", unit=o.unit.id)
        between = m.after(leg)
        ends = between if stopped else _turned(m, between, turn)
        end = _mover(o, ends)
        refusal = end.stands(end.body)
        if refusal is not None:
            return o.objection(refusal)
        threat = _threat(o, m, leg)
        if threat is not None:
            return because("threatened", "lumi.3.1.2a", unit=o.unit.id, target=threat.id)
        return Plan((leg,), WHOLE, (dict(o.start), ends), stopped)

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """It is there, disordered, and does not fire in this impulse (lumi.3.1.2f, .3.1.2h, .3.1.2j)."""
        yield from ()
        s, plan = g.state, self.plan(g.state, who, option.args)
        assert isinstance(plan, Plan)
        go(g, who, plan, "tactical", (self.rule, "lumi.3.1.2d"))
        use(bases_of(s, who), WHOLE)
        for one in bases_of(s, who):
            FAILED_AT.clear(one)
        at_least_disordered(g, who, "tactical", "lumi.3.1.2f")
        touches(g, who)


def _mover(o: Outset, at: Places | None = None) -> Together:
    """What may be in its way, with twice its speed and in every direction alike."""
    places = at or o.start
    usual = paces(o.s, o.unit)[o.unit.formation]
    far = speed(o.s, o.unit) * o.s.tables.shares.tactical // WHOLE
    pace = Pace(far, is_free=True, going=usual.going)
    return o.together(places).but(paces={o.unit.formation: pace}, fare=Fare(o.s.ground.terrain))


def _turned(m: Together, places: Places, turn: Turn) -> Places:
    """Its bases as they stand when the whole has turned about its middle."""
    whole = Together(m.scene, places, m.paces)
    pose = whole.body.pose
    facing = (pose.heading + turn.angle) % FULL_TURN
    return dict(whole.at(whole.body._replace(pose=pose._replace(heading=facing))))


# Who threatens it


def _threat(o: Outset, m: Together, leg: Shift) -> Unit | None:
    """An enemy within whose charge or fire it is seen somewhere on its way (lumi.3.1.2a, .3.1.2h)."""
    foes = [foe for foe in formed(o.s) if foe.seat != o.unit.seat]
    foes = [foe for foe in foes if threatens(o.s, foe, _ground(m.members, m.after(leg)))]
    if not foes:
        return None
    stages = (m.after(Shift(far, leg.aside)) for far in (*range(0, max(1, leg.length), STEP), leg.length))
    for here, there in pairwise(stages):
        threat = next((foe for foe in foes if threatens(o.s, foe, _ground(here, there))), None)
        if threat is not None and any(is_visible(o.s, o.unit, places) for places in (here, there)):
            return threat
    return None


def _ground(here: Places, there: Places) -> Outline:
    """All that it covers from one place to another."""
    return Outline(hull([point for one in (*here.values(), *there.values()) for point in one.outline.points]))


def threatens(s: State, foe: Unit, ground: Outline) -> bool:
    """Whether an enemy, not shaken or in rout, could charge or fire at somebody there (lumi.3.1.2g)."""
    bases = bases_of(s, foe)
    if state_of(s, foe) > DISORDERED:
        return False
    first, angles = s.bases[foe.id], s.tables.angles
    if not first.post and boxes_apart(box(body(s, foe).outline), box(ground), _farthest(s, bases)):
        return False  # soon said, and true of most
    if form(s, foe).charges and not first.post:
        far = far_ahead(edge_of(body(s, foe)), ground, angles.charge_arc)
        if far is not None and far <= speed(s, foe) + min(one.arm.extra for one in bases):
            return True
    return any(_fires_at(s, one, ground) for one in first_rank(s, foe))


def _farthest(s: State, bases: Iterable[Base]) -> int:
    """As far as one of them could charge or fire, or farther."""
    reach = [max(one.arm.speed.values()) + one.arm.extra for one in bases]
    return max([*reach, *[s.tables.weapons[one.arm.weapon].bands["maximum"] for one in bases if one.arm.weapon]])


def _fires_at(s: State, one: Base, ground: Outline) -> bool:
    if not one.arm.weapon or one.fire is None:
        return False
    weapon = s.tables.weapons[one.arm.weapon]
    most = weapon.bands["maximum"]
    if one.post:
        return gap(ground_of(s, one), ground) <= most
    spread = s.tables.angles.sector if weapon.is_small_arm else s.tables.angles.gun_sector
    far = far_ahead(edge_of(s.base(one)), ground, spread)
    return far is not None and far <= most
