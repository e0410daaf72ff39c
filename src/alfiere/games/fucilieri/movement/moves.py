"""The deeds of a unit in round 2: stand, move by legs, change formation, limber, mount, reorganise (3.2.1-3.2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from alfiere.battles.deed import Deed
from alfiere.games.fucilieri.morale.conditions import restore, worsen
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.obliging import STILL_TO_ENTER
from alfiere.games.fucilieri.movement.costs import SWITCHED, change_rule, is_switched, is_turn_in_place
from alfiere.games.fucilieri.movement.judging import RULE, Outset, Plan, disordering
from alfiere.games.fucilieri.movement.places import APPROACH, FINDERS, groups, ways
from alfiere.games.fucilieri.orders.demands import hold_at, order_of, to_edge
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import HOLD, WITHDRAW, WITHDRAWN_COMMAND
from alfiere.games.fucilieri.state.leader import GONE_WITH_UNIT
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import (
    DISORGANISED,
    HAS_MOVED,
    HAS_TURNED,
    HAS_TURNED_FAR,
    SHARE,
    SPENT,
    SQUARE,
    UNLIMBERED,
    WITHDRAWN,
    Unit,
)
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.movement import Reorganising, UnitWithdrew
from alfiere.kernel.decision import Args, Decision, Draw, Option
from alfiere.kernel.drawing import Drawn, budget, footprint, way
from alfiere.kernel.objection import Objection, because
from alfiere.table.headings import FULL_TURN, turn_between
from alfiere.table.legs import WHOLE, Footing, Leg, Reform, Turn, plain_leg, read_leg
from alfiere.table.measuring import way_length, within
from alfiere.table.offers import legs_to
from alfiere.table.shapes import Pose

LONGEST_LIST: Final = 12  # legs that somebody may send
FACINGS: Final = (0, -450, 450, -900, 900, 1800)  # of guns that unlimber, fucilieri.3.2.5.5


class OfUnit(Deed[State, Unit]):
    """A deed of round 2."""

    rule: ClassVar[str]
    is_free = True

    def about(self, unit: Unit, **args: Any) -> Option:
        """An option of this deed."""
        return Option(self.verb, {"unit": unit.id, **args}, (self.rule,))

    def against(self, o: Outset, option: Option) -> Objection | None:
        """Why not, asked by who has already worked out something about the unit."""
        raise NotImplementedError

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """The same for somebody of whom nothing is known yet."""
        return self.against(Outset(s, who), option)


class Stand(OfUnit):
    """It stays as it is, if its order lets it; who is disorganised may be reorganised by it (.3.2.6.2)."""

    verb = "stand"
    rule = RULE
    is_free = False

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """The one."""
        return (self.about(who),)

    def against(self, o: Outset, option: Option) -> Objection | None:
        """What its order has against it (fucilieri.3.1.4.2, .3.1.4.9a)."""
        if o.may_stand:
            return None
        assert o.demand is not None
        return because("must-come-nearer", o.demand.rule, unit=o.unit.id, target=o.demand.enemy)

    def do(self, g: FucilieriGame, who: Unit, option: Option) -> None:
        """It puts its ranks in order."""
        reorganise(g, who, 0)


class Planned(OfUnit):
    """A deed that is made as a plan of legs."""

    def planned(self, o: Outset, args: Args) -> Plan | Objection | None:
        """What it comes to; None where it is nothing of the kind."""
        raise NotImplementedError

    def plan(self, s: State, unit: Unit, args: Args) -> Plan | Objection | None:
        """The same for somebody of whom nothing is known yet."""
        return self.planned(Outset(s, unit), args)

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """What somebody points at."""
        found = self.plan(s, who, args)
        said = {name: value for name, value in args.items() if name != "unit"}
        return self.about(who, **said) if isinstance(found, Plan) else found

    def against(self, o: Outset, option: Option) -> Objection | None:
        """What is against it."""
        found = self.planned(o, option.args)
        if found is None:
            return because("no-such-leg", self.rule, unit=o.unit.id)
        return found if isinstance(found, Objection) else None

    def do(self, g: FucilieriGame, who: Unit, option: Option) -> None:
        """Make it."""
        self.carry_out(g, Outset(g.state, who), option)

    def carry_out(self, g: FucilieriGame, o: Outset, option: Option) -> None:
        """The same for a unit about which something is known."""
        plan = self.planned(o, option.args)
        assert isinstance(plan, Plan)
        make(g, o.unit, plan, self.verb, self.rules_of(plan))

    def rules_of(self, plan: Plan) -> tuple[str, ...]:
        """The rules by which it is made: its own, and those of the changes of formation on the way (3.2.5)."""
        changes = (
            change_rule(before.formation, leg.formation)
            for leg, before in zip(plan.legs, plan.stages, strict=False)
            if isinstance(leg, Reform)
        )
        return tuple(dict.fromkeys((self.rule, *changes)))

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """Its way, how it stands after each leg, and what it costs."""
        who = s.units.get(str(option.get("unit")))
        plan = None if who is None else self.plan(s, who, option.args)
        return list(drawn(plan)) if isinstance(plan, Plan) else []


class Move(Planned):
    """Legs, or a pose and the cheapest legs to it."""

    verb = "move"
    rule = RULE
    says = ("legs", "to")

    def group(self, o: Outset, name: str) -> list[Option]:
        """The options of one group of sensible ways."""
        found: dict[Footing, Option] = {}
        for legs in ways(o, name):
            plan = o.judge(legs)
            if isinstance(plan, Plan) and plan.end not in found:
                found[plan.end] = self.option_of(o.unit, plan)
        return list(found.values())

    def one_of(self, o: Outset, name: str, draw: Draw) -> Option | None:
        """One of a group at random, only so many ways found and judged as it takes."""
        if name == APPROACH:  # the likeliest that is allowed: the others cost as much again
            plans = (plan for legs in ways(o, name) if isinstance(plan := o.judge(legs), Plan))
            return next((self.option_of(o.unit, plan) for plan in plans), None)
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
        return self.about(unit, legs=[plain_leg(leg) for leg in plan.legs], to=list(plan.end.pose))

    def options(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """All of them."""
        o = Outset(s, who)
        return (option for name in groups(o) for option in self.group(o, name))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Legs or a pose that somebody points at, with the place it comes to."""
        found = self.plan(s, who, args)
        return self.option_of(who, found) if isinstance(found, Plan) else found

    def planned(self, o: Outset, args: Args) -> Plan | Objection | None:
        """What a move comes to; None where it is none."""
        legs = read_legs(o, args.get("legs"))
        if legs is not None:
            return o.judge(legs)
        pose = read_pose(args.get("to"))
        return None if pose is None else way_to(o, pose)


class Form(Planned):
    """A change of formation on the spot; guns face where they like after it (3.2.5, 3.2.5.5b)."""

    verb = "form"
    rule = "fucilieri.3.2.5.1"
    says = ("formation", "turn")

    def about(self, unit: Unit, **args: Any) -> Option:
        """A change, by the rule of the formation it leads to or from."""
        return Option(self.verb, {"unit": unit.id, **args}, (change_rule(unit.formation, str(args.get("formation"))),))

    def rules_of(self, plan: Plan) -> tuple[str, ...]:
        """Only those of the change."""
        return super().rules_of(plan)[1:] or (self.rule,)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """Every other formation it may have; guns as they face and to each side, a square facing any way it leaves."""
        for name in Outset(s, who).here.pace(s.footing(who)).changes:
            turns = FACINGS if who.is_guns or who.formation == SQUARE else (0,)
            yield from (self.about(who, formation=name, **({"turn": turn} if turn else {})) for turn in turns)

    def planned(self, o: Outset, args: Args) -> Plan | Objection | None:
        """The change as a move."""
        unit, turn = o.unit, args.get("turn", 0)
        change = o.changes.get(str(args.get("formation")))
        if change is None or type(turn) is not int or abs(turn) > FULL_TURN // 2:
            return because("no-such-formation", "fucilieri.1.4.4", unit=unit.id)
        if not turn:
            return o.judge([change])
        # a square has no facing: it turns before, guns turn after (fucilieri.3.2.5.3, .3.2.5.5b)
        return o.judge([change, Turn(turn)] if unit.is_guns else [Turn(turn), change])


# Making it


def make(g: FucilieriGame, unit: Unit, plan: Plan, how: str, rules: tuple[str, ...]) -> None:
    """The unit goes where the plan leads; what it has spent is kept, and ground that disorganises does."""
    s = g.state
    ground, held = disordering(s, unit, plan), plan.held(unit)
    go(g, unit, plan.end, plan.path, how, rules)
    has_moved(s, unit, plan.cost, plan.spent, way_length(plan.path))
    note_turned_guns(unit, plan)
    if order_of(s, unit) == HOLD:
        hold_at(unit, held)
    if ground:
        worsen(g, unit, (DISORGANISED,), s.ground.pieces[ground].going.rule)
    else:
        reorganise(g, unit, plan.spent)
    withdraw(g, unit)


def go(
    g: FucilieriGame,
    unit: Unit,
    end: Footing,
    path: tuple[tuple[int, int], ...],
    how: str,
    rules: tuple[str, ...],
    post: str = "",
) -> None:
    """Set it where it ends, and tell; dragoons mount or dismount on the way (fucilieri.3.2.5.6)."""
    before = unit.pose
    if is_switched(end.formation):
        unit.is_on_foot = not unit.is_on_foot
        end = end._replace(formation=end.formation.removeprefix(SWITCHED))
    g.state.stand(unit, end, post)
    g.tell(UnitMoved(unit.id, before, unit.pose, path, end.formation, how, rules))


def has_moved(s: State, unit: Unit, share: int, spent: int, far: int) -> None:
    """It has moved in this turn, and spent so much; who goes with it has come as far (.3.2.1.3, .3.2.9.5)."""
    if not HAS_MOVED.is_on(unit):
        HAS_MOVED.put(unit)
    SPENT.put(unit, spent)
    SHARE.put(unit, share)
    for leader in s.joined_to(unit.id):
        GONE_WITH_UNIT.put(leader, far)


def note_turned_guns(unit: Unit, plan: Plan) -> None:
    """Guns in battery that only turn may still fire if they turn by no more than 45 degrees (fucilieri.3.2.3.7)."""
    if plan.stages[0].formation == UNLIMBERED and all(map(is_turn_in_place, plan.legs)):
        turned = turn_between(plan.stages[0].pose.heading, plan.end.pose.heading)
        (HAS_TURNED if turned <= tables().angles.gun_turn else HAS_TURNED_FAR).put(unit)


def withdraw(g: FucilieriGame, unit: Unit) -> None:
    """Who withdraws and touches his own edge is taken off, and is not lost (fucilieri.3.1.4.10)."""
    s = g.state
    if order_of(s, unit) != WITHDRAW or to_edge(s, s.base(unit).outline, s.homes[unit.seat]) > s.field.touch:
        return
    for leader in s.joined_to(unit.id):
        leader.joined = ""
    s.leave(unit, WITHDRAWN)
    g.tell(UnitWithdrew(unit.id))
    units = [one for one in s.units.values() if one.command == unit.command]
    if not any(one.is_on or one.where in STILL_TO_ENTER for one in units):
        s.commands[unit.command].fate = WITHDRAWN_COMMAND  # fucilieri.3.7.8


# Reorganising


def may_reorganise(s: State, unit: Unit, spent: int = 0) -> bool:
    """Whether a unit that has moved so far in this round puts itself in order (.3.2.6.2-4, .1.3.6c)."""
    if not unit.is_disorganised or unit.is_demoralised or unit.is_falling_back or unit.has_bloodlust:
        return False
    here, limit = s.base(unit).outline, s.tables.distances.reorganise
    if is_engaged(unit) or any(within(here, s.base(foe).outline, limit) for foe in s.foes(unit.seat)):
        return False
    # a disciplined unit may go half of what it goes when in order: all that it can while disorganised
    return spent * WHOLE <= unit.moves.speed.get(unit.formation, 0) * unit.type.moves_reorganising  # type: ignore[call-overload, no-any-return]


def reorganise(g: FucilieriGame, unit: Unit, spent: int) -> None:
    """A disorganised unit puts itself in order, an irregular one by a die (fucilieri.3.2.6.1-3, .1.3.3c)."""
    if not may_reorganise(g.state, unit, spent):
        return
    needed = unit.type.reorganises
    rule = "fucilieri.3.2.6.2"
    if needed > 1:
        die = roll(g, unit.seat)
        g.tell(Reorganising(unit.id, die, needed, die >= needed))
        if die < needed:
            return
        rule = "fucilieri.3.2.6.3"
    restore(g, unit, DISORGANISED, rule)


# Reading


def read_legs(o: Outset, said: object) -> tuple[Leg, ...] | None:
    """Legs as somebody sent them; None if they are none."""
    if not isinstance(said, list) or not 0 < len(said) <= LONGEST_LIST:
        return None
    found = [leg for one in said if (leg := read_leg(one, o.changes)) is not None]
    return tuple(found) if len(found) == len(said) else None


def read_pose(said: object) -> Pose | None:
    """A pose as somebody sent it; None if it is none."""
    if not isinstance(said, list) or len(said) != 3 or not all(type(part) is int for part in said):
        return None
    return Pose(*said) if all(0 <= part <= 10**6 for part in said[:2]) and 0 <= said[2] < FULL_TURN else None


def way_to(o: Outset, pose: Pose) -> Plan | Objection:
    """The cheapest way to a pose, or why there is none."""
    best: Plan | None = None
    why: Objection | None = None
    for legs in legs_to(o.here.pace(o.start), o.start, pose):
        found = o.judge(legs)
        if isinstance(found, Plan):
            best = found if best is None or found.cost < best.cost else best
        else:
            why = why or found
    return best or why or because("no-such-leg", "fucilieri.3.2.3.1", unit=o.unit.id)


# Showing


def drawn(plan: Plan) -> Iterator[Drawn]:
    """The legs of a move: its way, how it stands after each leg, and what it costs."""
    for here, there in zip(plan.stages, plan.stages[1:], strict=False):
        if here.pose.point != there.pose.point:
            yield way([here.pose.point, there.pose.point])
        yield footprint(there.pose, there.shape, there.formation.removeprefix(SWITCHED))
    yield budget(plan.end.pose.point, plan.cost, WHOLE)
