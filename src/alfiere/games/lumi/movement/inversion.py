"""Chapter 3.1.12, the inversion of lines: a unit goes through another, to the front or to the rear."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.lumi.command.active import INACTIVE, is_active
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.costs import acted, paces, use
from alfiere.games.lumi.movement.judging import hindered
from alfiere.games.lumi.movement.moves import OfUnit
from alfiere.games.lumi.movement.zones import rings
from alfiere.games.lumi.state.arrangement import Places
from alfiere.games.lumi.state.base import DISORDERED, ENGAGED, HAS_MOVED
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import apart, in_contact
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, formed, has, state_of
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.movement import LinesInverted
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.bodies import Together
from alfiere.table.fronts import behind_pose, edge_of
from alfiere.table.headings import SCALE, divided, ray, turn_between
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Rect

FORWARD, BACK = "forward", "back"


class Invert(OfUnit):
    """A unit passes through another in line with it: both do no more in this turn."""

    verb = "invert"
    rule = "lumi.3.1.12a"
    says = ("target", "way")

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """Every unit of its side near enough."""
        near = s.tables.distances.inversion_near
        if has(s, who, "line_inversion") and form(s, who).inverts:
            for one in formed(s):
                if one.seat == who.seat and one.ids != who.ids and apart(s, who, one) <= near:
                    yield self.about(who, target=one.id, way=direction(s, who, one))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        other = _target(s, who, option)
        return because("no-such-leg", self.rule, unit=who.id) if other is None else why_not(s, who, other)

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Why not."""
        return self.objection(s, who, Option(self.verb, dict(args)))

    def do(self, g: LumiGame, who: Unit, option: Option) -> None:
        """It is lifted over; who is in second line then is at least disordered (lumi.3.1.12f, .3.1.12k-l, .3.1.12r)."""
        s, other = g.state, _target(g.state, who, option)
        assert other is not None
        way, there = direction(s, who, other), place(s, who, other)
        g.tell(LinesInverted(who.ids, other.ids, way, (self.rule,)))
        for one in bases_of(s, who):
            before, end = one.pose, there[one.id]
            s.stand(one, end)
            path = (before.point, end.pose.point)
            g.tell(BaseMoved(one.id, before, end.pose, path, end.formation, "invert", ("lumi.3.1.12f",)))
        use(bases_of(s, who), WHOLE)
        for one in (*bases_of(s, who), *bases_of(s, other)):
            INACTIVE.put(one)
        acted(bases_of(s, other))
        at_least_disordered(g, other if way == FORWARD else who, "inversion", "lumi.3.1.12l")


def _target(s: State, who: Unit, option: Option) -> Unit | None:
    said = option.get("target")
    units = (one for one in formed(s) if one.seat == who.seat and not set(one.ids) & set(who.ids))
    return next((one for one in units if one.id == said), None)


def direction(s: State, who: Unit, other: Unit) -> str:
    """Whether it would come forward through the other, or go back."""
    return BACK if _ahead(body(s, other), body(s, who)) > 0 else FORWARD


def _ahead(of: Placed, one: Placed) -> int:
    """How far the middle of a body lies ahead of another's."""
    x, y = ray(of.pose.heading)
    return divided((one.pose.x - of.pose.x) * x + (one.pose.y - of.pose.y) * y, SCALE)


def why_not(s: State, who: Unit, other: Unit) -> Objection | None:
    """What is against an inversion, in the order of the rules."""
    about = {"unit": who.id, "target": other.id}
    distances, here, there = s.tables.distances, body(s, who), body(s, other)
    if (why := hindered(s, who)) is not None:
        return why
    if not is_active(s, other):
        return because("other-inactive", "lumi.3.1.12i", **about)
    if not has(s, who, "line_inversion"):
        return because("no-inversion", "lumi.3.1.12m", **about)
    if not form(s, who).inverts or not form(s, other).inverts:
        return because("not-in-line", "lumi.3.1.12d", **about)
    if turn_between(here.pose.heading, there.pose.heading) > s.tables.angles.inversion:
        return because("not-same-front", "lumi.3.1.12p", **about)
    front, rear = (here, there) if direction(s, who, other) == BACK else (there, here)
    if not is_behind(s, rear, front):
        return because("not-behind", "lumi.3.1.12b", **about)
    if apart(s, who, other) > distances.inversion_near:
        return because("lines-too-far", "lumi.3.1.12e", **about)
    for one in (who, other):
        if any(HAS_MOVED.is_on(base) for base in bases_of(s, one)):
            return because("has-moved-already", "lumi.3.1.12j", unit=who.id, target=one.id)
        is_engaged = any(ENGAGED.first(base) is not None for base in bases_of(s, one))
        if state_of(s, one) > DISORDERED or is_engaged or in_contact(s, one):
            return because("not-steady", "lumi.3.1.12o", unit=who.id, target=one.id)
    return _why_no_room(s, who, other)


def is_behind(s: State, rear: Placed, front: Placed) -> bool:
    """Wholly in its rear zone, half of the narrower front covered by the strip of the other (lumi.3.1.12b)."""
    edge = edge_of(front, "rear")
    x, y = ray(front.pose.heading)
    behind = [divided((px - edge.start[0]) * x + (py - edge.start[1]) * y, SCALE) for px, py in rear.outline.points]
    if any(far > s.field.touch for far in behind):
        return False
    spans = []
    for one in (rear, front):
        rights = [divided((py - edge.start[1]) * x - (px - edge.start[0]) * y, SCALE) for px, py in one.outline.points]
        spans.append((min(rights), max(rights)))
    (a, b), (c, d) = spans
    narrow = min(one.shape.width for one in (rear, front) if isinstance(one.shape, Rect))
    return (min(b, d) - max(a, c)) * WHOLE >= narrow * s.tables.shares.inversion_covered


def place(s: State, who: Unit, other: Unit) -> Places:
    """1um before or behind the other, at its own place sideways, facing as the other does (lumi.3.1.12g, .h, .q)."""
    own, through = body(s, who), body(s, other)
    assert isinstance(own.shape, Rect)
    assert isinstance(through.shape, Rect)
    gap = s.tables.distances.inversion_gap
    if direction(s, who, other) == FORWARD:
        gap = -(through.shape.depth + own.shape.depth + gap)
    pose = behind_pose(own.shape, through, gap, own.pose.point)
    whole = Together(s.scene, {one.id: s.footing(one) for one in bases_of(s, who)}, {})
    return dict(whole.at(whole.body._replace(pose=pose)))


def _why_no_room(s: State, who: Unit, other: Unit) -> Objection | None:
    """Room for all its bases, and no enemy within 0.5um (lumi.3.1.12c, .3.1.12o)."""
    there = place(s, who, other)
    end = Together(s.scene, there, paces(s, who), leave_out=who.ids)
    if end.stands(end.body) is not None:
        return because("no-room-to-invert", "lumi.3.1.12c", unit=who.id)
    if any(overlaps(ring.outline, one.outline) for ring in rings(s, who) for one in there.values()):
        return because("no-room-to-invert", "lumi.3.1.12o", unit=who.id)
    return None
