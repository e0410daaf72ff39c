"""The deeds of a unit in the Manoeuvre phase: stand, move by legs, change formation on the spot (3.1.1-3.1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, TypeAlias

from alfiere.battles.deed import Deed
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.costs import HAS_LIMBERED, is_turn_in_place, use
from alfiere.games.lumi.movement.judging import RULE, Outset, Plan
from alfiere.games.lumi.movement.obstacles import FAILED_AT, touches
from alfiere.games.lumi.movement.places import FINDERS, groups, ways
from alfiere.games.lumi.sheets.ground import Piece
from alfiere.games.lumi.state.base import ARTILLERY, DEPLOYED
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, kind, named, unit_named
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.kernel.decision import Args, Decision, Draw, Option
from alfiere.kernel.drawing import Drawn, budget, footprint, way
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import WHOLE, Footing, Leg, Reform, Shift, Turn, plain_leg, read_leg
from alfiere.table.manoeuvre import swept_along
from alfiere.table.offers import legs_to
from alfiere.table.shapes import Outline, Pose

UnitDeed: TypeAlias = Deed[State, Unit]
LONGEST_LIST: Final = 12  # legs that somebody may send


class OfUnit(UnitDeed):
    """A deed of the Manoeuvre phase."""

    rule: ClassVar[str]
    is_free = True

    def about(self, unit: Unit, **args: Any) -> Option:
        """An option of this deed."""
        return Option(self.verb, {**named(unit), **args}, (self.rule,))


class Stand(OfUnit):
    """Nothing at all."""

    verb = "stand"
    rule = RULE
    is_free = False

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """The one."""
        return (self.about(who),)

    def do(self, g: LumiGame, who: Unit, option: Option) -> None:
        """It stays as it is."""


class Planned(OfUnit):
    """A deed that is made as a plan of legs."""

    def plan(self, s: State, unit: Unit, args: Args) -> Plan | Objection | None:
        """What it comes to; None where it is nothing of the kind."""
        raise NotImplementedError

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """What somebody points at."""
        found = self.plan(s, who, args)
        return Option(self.verb, dict(args), (self.rule,)) if isinstance(found, Plan) else found

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        found = self.plan(s, who, option.args)
        if found is None:  # no place at all: beyond every edge
            return because("off-table", self.rule, unit=who.id)
        return found if isinstance(found, Objection) else None

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """Make it."""
        plan = self.plan(g.state, who, option.args)
        assert isinstance(plan, Plan)
        yield from make(g, who, plan, self.verb, (self.rule,))

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """Its ways, where its bases stand after each leg, and what it costs."""
        who = unit_named(s, option.args)
        plan = None if who is None else self.plan(s, who, option.args)
        return list(drawn(plan)) if isinstance(plan, Plan) else []


class Move(Planned):
    """Legs, or a pose and the cheapest legs to it."""

    verb = "move"
    rule = RULE
    says = ("legs", "to")

    def group(self, o: Outset, name: str) -> list[Option]:
        """The options of one group of sensible ways."""
        found: dict[tuple[Footing, ...], Option] = {}
        for legs in ways(o, name):
            plan = o.judge(legs)
            if isinstance(plan, Plan) and tuple(plan.ends.values()) not in found:
                found[tuple(plan.ends.values())] = self.option_of(o.unit, plan)
        return list(found.values())

    def one_of(self, o: Outset, name: str, draw: Draw) -> Option | None:
        """One of a group at random, only so many ways found and judged as it takes."""
        finders = list(FINDERS[name])
        while finders:
            left = [legs for legs in finders.pop(int(draw() * len(finders)))(o) if legs]
            while left:
                plan = o.judge(left.pop(int(draw() * len(left))))
                if isinstance(plan, Plan):
                    return self.option_of(o.unit, plan)
        return None

    def option_of(self, unit: Unit, plan: Plan) -> Option:
        """A move that is allowed as an option."""
        return self.about(unit, legs=[plain_leg(leg) for leg in plan.legs], to=list(plan.ends[unit.id].pose))

    def options(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """All of them."""
        o = Outset(s, who)
        return (option for name in groups(o) for option in self.group(o, name))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Legs or a pose that somebody points at, with the place it comes to."""
        found = self.plan(s, who, args)
        return self.option_of(who, found) if isinstance(found, Plan) else found

    def plan(self, s: State, unit: Unit, args: Args) -> Plan | Objection | None:
        """What a move comes to; None where it is none."""
        o = Outset(s, unit)
        legs = read_legs(o, args.get("legs"))
        if legs is not None:
            return o.judge(legs)
        pose = read_pose(args.get("to"))
        return None if pose is None else way_to(o, pose)


class Form(Planned):
    """A change of formation on the spot; guns that deploy face where they like (3.1.7, 3.1.9a)."""

    verb = "form"
    rule = "lumi.3.1.7a"
    says = ("formation", "turn")

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """Every other formation of its arm; guns as they face, and to each side."""
        for name in Outset(s, who).changes():
            yield self.about(who, formation=name)
            if name == DEPLOYED:
                yield from (self.about(who, formation=name, turn=turn) for turn in (-900, -450, 450, 900, 1800))

    def plan(self, s: State, unit: Unit, args: Args) -> Plan | Objection | None:
        """The change as a move."""
        o, turn = Outset(s, unit), args.get("turn", 0)
        change = o.changes().get(str(args.get("formation")))
        if change is None or type(turn) is not int or abs(turn) > FULL_TURN // 2:
            return because("no-such-formation", "lumi.1.7.1", unit=unit.id)
        return o.judge([change, Turn(turn)] if turn else [change])


# Making it


def make(g: LumiGame, unit: Unit, plan: Plan, how: str, rules: tuple[str, ...]) -> Procedure[None]:
    """The bases go where the plan leads; ground that disorders does, and what they have used is kept."""
    yield from ()
    s = g.state
    go(g, unit, plan, how, rules)
    bases = bases_of(s, unit)
    if plan.cost:
        use(bases, plan.used)
        for one in bases:
            FAILED_AT.clear(one)
    if kind(s, unit) == ARTILLERY and any(isinstance(leg, Reform) for leg in plan.legs):
        for one in bases:
            HAS_LIMBERED.put(one)
    if not plan.by_road and next(_disordering(s, plan), None) is not None:
        at_least_disordered(g, unit, "terrain", "lumi.3.3.3b", by_terrain=True)
    touches(g, unit)


def go(g: LumiGame, unit: Unit, plan: Plan, how: str, rules: tuple[str, ...]) -> None:
    """Set its bases where a plan ends, and tell."""
    s = g.state
    for one in bases_of(s, unit):
        before, end = one.pose, plan.ends[one.id]
        s.stand(one, end)
        g.tell(BaseMoved(one.id, before, end.pose, plan.path(one.id), end.formation, how, rules))


def _disordering(s: State, plan: Plan) -> Iterator[Piece]:
    """The ground that disorders formed units in which some part of one moves (lumi.3.3.3b)."""
    pieces = [one for one in s.ground.pieces.values() if one.kind.disorders]
    for leg, here, there in zip(plan.legs, plan.stages, plan.stages[1:], strict=False):
        if not pieces or isinstance(leg, Reform) or is_turn_in_place(leg):
            continue
        for id, start in here.items():
            if s.tables.formations[start.formation].is_formed:
                for outline in _ground(leg, start, there[id]):
                    yield from (one for one in pieces if s.ground.terrain.overlaps(one.id, outline))


def _ground(leg: Leg, start: Footing, end: Footing) -> tuple[Outline, ...]:
    """The ground a base goes over."""
    if isinstance(leg, Shift):
        dx, dy = end.pose.x - start.pose.x, end.pose.y - start.pose.y
        return (Outline(swept_along(start.outline.points, dx, dy)),)
    return start.outline, end.outline


# Reading


def read_legs(o: Outset, said: object) -> tuple[Leg, ...] | None:
    """Legs as somebody sent them; None if they are none."""
    if not isinstance(said, list) or not 0 < len(said) <= LONGEST_LIST:
        return None
    found = [leg for one in said if (leg := read_leg(one, o.changes())) is not None]
    return tuple(found) if len(found) == len(said) else None


def read_pose(said: object) -> Pose | None:
    """A pose as somebody sent it; None if it is none."""
    if not isinstance(said, list) or len(said) != 3 or not all(type(part) is int for part in said):
        return None
    return Pose(*said) if all(0 <= part <= 10**6 for part in said[:2]) and 0 <= said[2] < FULL_TURN else None


def way_to(o: Outset, pose: Pose) -> Plan | Objection:
    """The cheapest way on which the first base of a unit comes to a pose, or why there is none."""
    m = o.together()
    best: Plan | None = None
    why: Objection | None = None
    for legs in legs_to(m.pace(m.body), m.body, m.body_at(o.unit.id, pose)):
        found = o.judge(legs)
        if isinstance(found, Plan):
            best = found if best is None or found.cost < best.cost else best
        else:
            why = found
    return best or why or because("no-such-leg", RULE, unit=o.unit.id)


# Showing


def drawn(plan: Plan) -> Iterator[Drawn]:
    """The legs of a move: the ways of its bases, how they stand after each leg, and what it costs."""
    for here, there in zip(plan.stages, plan.stages[1:], strict=False):
        for id, end in there.items():
            if here[id].pose.point != end.pose.point:
                yield way([here[id].pose.point, end.pose.point])
            yield footprint(end.pose, end.shape, end.formation)
    last = next(iter(plan.ends.values()))
    yield budget(last.pose.point, plan.cost, WHOLE)
