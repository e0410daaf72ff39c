"""The deeds of a unit in phase E: move, change formation, align, enter, change sides, leave, withdraw, stand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.morale.disorder import discipline_prospect
from alfiere.games.risorgimento.morale.morale import settle
from alfiere.games.risorgimento.movement.costs import Way, changes, manoeuvre, trials
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import Outset, Plan, engaged, hindered
from alfiere.games.risorgimento.movement.making import Hooks, Moment, keeps_its_place, make
from alfiere.games.risorgimento.movement.places import FINDERS, backwards, groups, onto, ways
from alfiere.games.risorgimento.movement.zones import alignment, is_beyond, zones_on
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, HAS_MOVED, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.decision import Args, Decision, Draw, Option
from alfiere.kernel.drawing import Drawn, budget, footprint, way
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import WHOLE, Footing, Leg, Reform, Shift, Turn, after, plain_leg, read_leg
from alfiere.table.offers import legs_to
from alfiere.table.shapes import Pose

UnitDeed: TypeAlias = Deed[BattleState, Unit]
LONGEST_LIST: Final = 12  # legs that somebody may send


def nobody_reacts(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
    """Where no chapter above has anything to say."""
    yield from ()


ALONE: Final = Hooks(nobody_reacts, keeps_its_place)


class OfUnit(UnitDeed):
    """A deed of phase E. What the chapters above do in it is given when it is made."""

    rule: ClassVar[str]
    is_free = True

    def __init__(self, hooks: Hooks = ALONE) -> None:
        self.hooks = hooks

    def about(self, unit: Unit, **args: Any) -> Option:
        """An option of this deed."""
        return Option(self.verb, {"unit": unit.id, **args}, (self.rule,))

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """What speaks against one that is not in the list."""
        return self.objection(s, who, Option(self.verb, dict(args)))


class Planned(OfUnit):
    """A deed that is a move of some legs."""

    @abstractmethod
    def plan_from(self, o: Outset, args: Args) -> Plan | Objection | None:
        """What it comes to; None where it is no such deed."""

    @abstractmethod
    def perform_from(self, o: Outset, g: BattleGame, option: Option) -> Procedure[None]:
        """Do it, from where the unit was when it was asked: what was judged then is not judged again."""

    def plan(self, s: BattleState, unit: Unit, args: Args) -> Plan | Objection | None:
        """What it comes to as things stand."""
        return self.plan_from(Outset(s, unit), args)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Do it as things stand."""
        yield from self.perform_from(Outset(g.state, who), g, option)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """Its legs, where it stands after each, and what it costs."""
        unit = s.units[option["unit"]]
        plan = self.plan(s, unit, option.args)
        return list(drawn(s, unit, plan)) if isinstance(plan, Plan) else []

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The tests on its way."""
        unit = s.units[option["unit"]]
        plan = self.plan(s, unit, option.args)
        return list(tests_on(s, unit, plan)) if isinstance(plan, Plan) else []


class Move(Planned):
    """Legs, or a pose and the cheapest legs to it (E.3, E.5, E.6)."""

    verb = "move"
    rule = "risorgimento.e.0.3"
    says = ("legs", "to")

    def group(self, o: Outset, name: str) -> list[Option]:
        """The options of one group of sensible ways."""
        found: dict[Footing, Option] = {}
        for legs in ways(o, name):
            plan = o.judge(legs)
            if isinstance(plan, Plan) and plan.end != o.start and plan.end not in found:
                found[plan.end] = self.option_of(o.unit, plan)
        return list(found.values())

    def one_of(self, o: Outset, name: str, draw: Draw) -> Option | None:
        """One of a group at random, only so many ways found and judged as it takes."""
        finders = list(FINDERS[name])
        while finders:
            left = [legs for legs in finders.pop(int(draw() * len(finders)))(o) if legs]
            while left:
                plan = o.judge(left.pop(int(draw() * len(left))))
                if isinstance(plan, Plan) and plan.end != o.start:
                    return self.option_of(o.unit, plan)
        return None

    def option_of(self, unit: Unit, plan: Plan) -> Option:
        """A move that is allowed as an option."""
        return self.about(unit, legs=[plain_leg(leg) for leg in plan.legs], to=list(plan.end.pose))

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """All of them."""
        o = Outset(s, who)
        return (option for name in groups(o) for option in self.group(o, name))

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Legs or a pose that somebody points at."""
        found = self.plan(s, who, args)
        if isinstance(found, Plan):
            is_there = args.get("to") in (None, list(found.end.pose))
            return Option(self.verb, dict(args), (self.rule,)) if is_there else self.option_of(who, found)
        return found

    def plan_from(self, o: Outset, args: Args) -> Plan | Objection | None:
        """What a move comes to; None where it is none."""
        legs = read_legs(o.s, o.unit, args.get("legs"))
        if legs is not None:
            return o.judge(legs)
        pose = read_pose(args.get("to"))
        return None if pose is None else way_to(o, pose)

    def perform_from(self, o: Outset, g: BattleGame, option: Option) -> Procedure[None]:
        """Make it, and choose whether to align where it has led into a zone (risorgimento.e.6.2)."""
        plan, who, was_inside = self.plan_from(o, option.args), o.unit, bool(o.owners)
        assert isinstance(plan, Plan)
        yield from make(g, who, plan, self.hooks, "move", (self.rule,))
        if not was_inside and may_align(g.state, who):
            options = [
                Option("align", {"unit": who.id}, (Align.rule,)),
                Option("stay", {"unit": who.id}, (Align.rule,)),
            ]
            chosen = yield Decision(who.seat, "in-zone", options, {"unit": who.id}, (Align.rule,))
            if chosen.key == "align":
                align(g, who)


class Withdraw(Move):
    """Out of a melee, straight back and then freely (E.8)."""

    verb = "withdraw"
    rule = "risorgimento.e.8.1"

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Straight back by as much as it can, or half of it."""
        o = Outset(s, who)
        found = (self._plan(o, legs) for legs in backwards(o))
        return [self.option_of(who, plan) for plan in found if isinstance(plan, Plan)]

    def plan_from(self, o: Outset, args: Args) -> Plan | Objection | None:
        """Legs alone: nobody is dragged out of a melee."""
        legs = read_legs(o.s, o.unit, args.get("legs"))
        return None if legs is None else self._plan(o, legs)

    def _plan(self, o: Outset, legs: Sequence[Leg]) -> Plan | Objection:
        if not o.foes:
            return because("not-in-contact", self.rule, unit=o.unit.id)
        if o.unit.arm != CAVALRY and any(one.arm == CAVALRY for one in o.foes):
            return because("held-by-cavalry", self.rule, unit=o.unit.id)
        return o.judge(legs, withdraws=True)

    def perform_from(self, o: Outset, g: BattleGame, option: Option) -> Procedure[None]:
        """Go; it does not fire any more in this turn (risorgimento.e.8.5)."""
        plan = self.plan_from(o, option.args)
        assert isinstance(plan, Plan)
        HELD_FIRE.put(o.unit)
        yield from make(g, o.unit, plan, self.hooks, "withdraw", (self.rule, "risorgimento.e.8.2"))


class Reforms(Planned):
    """A change of formation on the spot, limbering too (E.4)."""

    verb = "form"
    rule = "risorgimento.e.4.8"
    says = ("formation",)

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Every other formation of its arm."""
        return (self.about(who, formation=name) for name in changes(s, who))

    def options_from(self, o: Outset) -> list[Option]:
        """Those it may take up."""
        found = self.candidates(o.s, o.unit, 0)
        return [one for one in found if isinstance(self.plan_from(o, one.args), Plan)]

    def objection(self, s: BattleState, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        found = self.plan(s, who, option.args)
        return found if isinstance(found, Objection) else None

    def plan_from(self, o: Outset, args: Args) -> Plan | Objection:
        """The change as a move of one leg."""
        change = changes(o.s, o.unit).get(str(args.get("formation")))
        if change is None:
            return because("no-such-leg", "risorgimento.e.4.10", unit=o.unit.id)
        return o.judge([change])

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Why a formation is not to be had."""
        return self.objection(s, who, self.about(who, formation=args.get("formation")))

    def perform_from(self, o: Outset, g: BattleGame, option: Option) -> Procedure[None]:
        """Do it."""
        plan = self.plan_from(o, option.args)
        assert isinstance(plan, Plan)
        rule = "risorgimento.e.4.9" if o.unit.arm == ARTILLERY else self.rule
        yield from make(g, o.unit, plan, self.hooks, "form", (rule,))


class Align(OfUnit):
    """In a zone: the front parallel to that of the enemy ahead, for nothing (e.6.2, e.6.10)."""

    verb = "align"
    rule = "risorgimento.e.6.2"

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """The one."""
        return (self.about(who),)

    def objection(self, s: BattleState, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        why = hindered(s, who)
        if why is not None:
            return why
        return None if may_align(s, who) else because("no-alignment", "risorgimento.e.6.10", unit=who.id)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Turn; those who see it may react."""
        yield from self.hooks.reacts(g, who, Moment(0, g.state.footing(who), is_first=True))
        if may_align(g.state, who):
            align(g, who)
        yield from self.hooks.finishes(g, who)
        yield from settle(g, retire)


class Stand(OfUnit):
    """Nothing at all."""

    verb = "stand"
    rule = "risorgimento.e.0.1"
    is_free = False

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """The one."""
        return (self.about(who),)

    def do(self, g: BattleGame, who: Unit, option: Option) -> None:
        """It stays as it is."""


# Reading


def read_legs(s: BattleState, unit: Unit, said: object) -> tuple[Leg, ...] | None:
    """Legs as somebody sent them; None if they are none."""
    if not isinstance(said, list) or not 0 < len(said) <= LONGEST_LIST:
        return None
    names = s.tables.formations_of(unit.arm)
    shapes: dict[str, Reform] = {name: Reform(name, s.shape(unit, name)) for name in names}
    found = [leg for one in said if (leg := read_leg(one, shapes)) is not None]
    return tuple(found) if len(found) == len(said) else None


def read_pose(said: object) -> Pose | None:
    """A pose as somebody sent it; None if it is none."""
    if not isinstance(said, list) or len(said) != 3 or not all(type(part) is int for part in said):
        return None
    return Pose(*said) if all(0 <= part <= 10**6 for part in said[:2]) and 0 <= said[2] < 3600 else None


def way_to(o: Outset, pose: Pose) -> Plan | Objection:
    """The cheapest way to a pose a unit is dragged to, or why there is none; onto an enemy means into contact."""
    s, unit = o.s, o.unit
    met = [s.units[id] for id in s.scene.overlapping(o.start._replace(pose=pose).base(unit.id)) if id in s.units]
    foe = next((one for one in met if one.seat != unit.seat and not one.is_routed), None)
    if foe is not None and o.why_not is None and not o.foes:
        return _into_contact(o, foe, pose)
    stays_open = s.tables.formations[o.start.formation].moves_freely
    pace = o.manoeuvre(Way(stays_open=stays_open, back=True)).pace(o.start)
    best: Plan | None = None
    why: Objection | None = None
    for legs in legs_to(pace, o.start, pose):
        found = o.judge(legs)
        if isinstance(found, Plan):
            best = found if best is None or found.cost < best.cost else best
        else:
            why = why or found
    return best or why or because("no-such-leg", "risorgimento.e.3.2.6", unit=unit.id)


def _into_contact(o: Outset, foe: Unit, pose: Pose) -> Plan | Objection:
    """The lawful contact with an enemy that is nearest to where a unit was put on him; or why there is none."""
    touch = o.s.scene.field.touch
    found: list[tuple[int, int, Plan]] = []
    reasons: list[Objection] = []
    for legs in onto(o, foe):
        plan = o.judge(legs)
        if isinstance(plan, Objection):
            reasons.append(plan)
        elif foe in near(o.s, plan.end.outline, touch, foe.seat):
            end = plan.end.pose
            found.append(((end.x - pose.x) ** 2 + (end.y - pose.y) ** 2, plan.cost, plan))
    if found:
        return min(found, key=lambda one: one[:2])[2]
    telling = (one for one in reasons if one.key != "no-such-leg")  # that there are other legs says nothing here
    return next(telling, because("no-way-onto", "risorgimento.e.6.3", unit=o.unit.id, target=foe.id))


# Aligning


def may_align(s: BattleState, unit: Unit) -> bool:
    """Whether a unit in a zone, not in contact, can turn its front to the enemy ahead for nothing."""
    if not unit.is_steady or unit.post or not zones_on(s, unit) or engaged(s, unit):
        return False
    found = alignment(s, unit, s.footing(unit))
    if found is None:
        return False
    m, turn = manoeuvre(s, unit), Turn(found[0])
    start = s.footing(unit)
    return m.barred(start, turn) is None and m.stands(after(start, turn)) is None


def align(g: BattleGame, unit: Unit) -> None:
    """Turn it so."""
    s = g.state
    found = alignment(s, unit, s.footing(unit))
    assert found is not None
    before = unit.pose
    s.stand(unit, after(s.footing(unit), Turn(found[0])))
    if not HAS_MOVED.is_on(unit):
        HAS_MOVED.put(unit)
    g.tell(UnitMoved(unit.id, before, unit.pose, (before.point,), unit.formation, "align", (Align.rule,)))


# Showing


def drawn(s: BattleState, unit: Unit, plan: Plan) -> Iterator[Drawn]:
    """The legs of a move: ways, where the unit stands after each, and what it costs."""
    here = s.footing(unit)
    for leg in plan.legs:
        there = after(here, leg)
        if isinstance(leg, Shift):
            yield way([here.pose.point, there.pose.point])
        yield footprint(there.pose, there.shape, there.formation)
        here = there
    yield budget(plan.end.pose.point, plan.cost, WHOLE)


def tests_on(s: BattleState, unit: Unit, plan: Plan) -> Iterator[Prospect]:
    """The tests of order that a move calls for, as far as the ground and enemies near say."""
    here = s.footing(unit)
    for leg in plan.legs:
        there = after(here, leg)
        if isinstance(leg, Shift):
            for one in [] if plan.way.by_road else trials(s, unit, here.formation, here.pose.point, there.pose.point):
                yield discipline_prospect(s, unit, one.kind, one.add)
        elif not is_beyond(s, unit, there, s.tables.distances.sudden):
            if isinstance(leg, Reform):
                yield discipline_prospect(s, unit, "formation-near-enemy")
            elif abs(leg.angle) > s.tables.angles.sudden:
                yield discipline_prospect(s, unit, "front-near-enemy")
        here = there
