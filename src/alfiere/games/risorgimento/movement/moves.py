"""The deeds of a unit in phase E: move, change formation, align, enter, change sides, leave, withdraw, stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.morale.disorder import discipline_prospect, stays_in_order
from alfiere.games.risorgimento.morale.morale import settle
from alfiere.games.risorgimento.movement.costs import Way, changes, manoeuvre, trials
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Plan, engaged, hindered, judge
from alfiere.games.risorgimento.movement.making import Hooks, Moment, keeps_its_place, make
from alfiere.games.risorgimento.movement.places import backwards, groups, ways
from alfiere.games.risorgimento.movement.posts import (
    Entry,
    entries,
    judge_entry,
    judge_leaving,
    judge_passing,
    judge_side,
    make_room,
    passages,
)
from alfiere.games.risorgimento.movement.zones import alignment, is_beyond, zones_on
from alfiere.games.risorgimento.sheets.ground import SIDES
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import sector_of
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, HAS_MOVED, INFANTRY, OPEN, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.decision import Args, Decision, Grouped, Option
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


class _OfUnit(UnitDeed):
    """A deed of phase E. What the chapters above do in it is given when it is made."""

    rule: ClassVar[str]
    is_free = True

    def __init__(self, hooks: Hooks = ALONE) -> None:
        self.hooks = hooks

    def about(self, unit: Unit, **args: Any) -> Option:
        """An option of this deed."""
        return Option(self.verb, {"unit": unit.id, **args}, (self.rule,))


class Move(_OfUnit):
    """Legs, or a pose and the cheapest legs to it (E.3, E.5, E.6)."""

    verb = "move"
    rule = "risorgimento.e.0.3"

    def group(self, s: BattleState, unit: Unit, name: str) -> list[Option]:
        """The options of one group of sensible ways."""
        found: dict[Footing, Option] = {}
        start = s.footing(unit)
        for legs in ways(s, unit, name):
            if not legs:
                continue
            plan = judge(s, unit, legs)
            if isinstance(plan, Plan) and plan.end != start and plan.end not in found:
                found[plan.end] = self.option_of(unit, plan)
        return list(found.values())

    def option_of(self, unit: Unit, plan: Plan) -> Option:
        """A move that is allowed as an option."""
        return self.about(unit, legs=[plain_leg(leg) for leg in plan.legs], to=list(plan.end.pose))

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """All of them."""
        names = groups(s, who, in_zone=bool(zones_on(s, who)))
        return (option for name in names for option in self.group(s, who, name))

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Legs or a pose that somebody points at."""
        found = self.plan(s, who, args)
        if isinstance(found, Plan):
            return Option(self.verb, dict(args), (self.rule,))
        return found

    def plan(self, s: BattleState, unit: Unit, args: Args) -> Plan | Objection | None:
        """What a move comes to; None where it is none."""
        legs = read_legs(s, unit, args.get("legs"))
        if legs is not None:
            return judge(s, unit, legs)
        pose = read_pose(args.get("to"))
        return None if pose is None else way_to(s, unit, pose)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Make it, and choose whether to align where it has led into a zone (risorgimento.e.6.2)."""
        plan = self.plan(g.state, who, option.args)
        assert isinstance(plan, Plan)
        was_inside = bool(zones_on(g.state, who))
        yield from make(g, who, plan, self.hooks, "move", (self.rule,))
        if not was_inside and may_align(g.state, who):
            options = [
                Option("align", {"unit": who.id}, (Align.rule,)),
                Option("stay", {"unit": who.id}, (Align.rule,)),
            ]
            chosen = yield Decision(who.seat, "in-zone", options, {"unit": who.id}, (Align.rule,))
            if chosen.key == "align":
                align(g, who)

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


class Withdraw(Move):
    """Out of a melee, straight back and then freely (E.8)."""

    verb = "withdraw"
    rule = "risorgimento.e.8.1"

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Straight back by as much as it can, or half of it."""
        found = (self._plan(s, who, legs) for legs in backwards(s, who))
        return [self.option_of(who, plan) for plan in found if isinstance(plan, Plan)]

    def plan(self, s: BattleState, unit: Unit, args: Args) -> Plan | Objection | None:
        """Legs alone: nobody is dragged out of a melee."""
        legs = read_legs(s, unit, args.get("legs"))
        return None if legs is None else self._plan(s, unit, legs)

    def _plan(self, s: BattleState, unit: Unit, legs: Sequence[Leg]) -> Plan | Objection:
        foes = engaged(s, unit)
        if not foes:
            return because("not-in-contact", self.rule, unit=unit.id)
        if unit.arm != CAVALRY and any(one.arm == CAVALRY for one in foes):
            return because("held-by-cavalry", self.rule, unit=unit.id)
        return judge(s, unit, legs, withdraws=True)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Go; it does not fire any more in this turn (risorgimento.e.8.5)."""
        plan = self.plan(g.state, who, option.args)
        assert isinstance(plan, Plan)
        HELD_FIRE.put(who)
        yield from make(g, who, plan, self.hooks, "withdraw", (self.rule, "risorgimento.e.8.2"))


class Reforms(_OfUnit):
    """A change of formation on the spot, limbering too (E.4)."""

    verb = "form"
    rule = "risorgimento.e.4.8"

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Every other formation of its arm."""
        return (self.about(who, formation=name) for name in changes(s, who))

    def objection(self, s: BattleState, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        found = self.plan(s, who, option.args)
        return found if isinstance(found, Objection) else None

    def plan(self, s: BattleState, unit: Unit, args: Args) -> Plan | Objection:
        """The change as a move of one leg."""
        change = changes(s, unit).get(str(args.get("formation")))
        return (
            because("no-such-leg", "risorgimento.e.4.10", unit=unit.id) if change is None else judge(s, unit, [change])
        )

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Why a formation is not to be had."""
        return self.objection(s, who, self.about(who, formation=args.get("formation")))

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Do it."""
        plan = self.plan(g.state, who, option.args)
        assert isinstance(plan, Plan)
        rule = "risorgimento.e.4.9" if who.arm == ARTILLERY else self.rule
        yield from make(g, who, plan, self.hooks, "form", (rule,))

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """Where it stands then."""
        unit = s.units[option["unit"]]
        plan = self.plan(s, unit, option.args)
        return list(drawn(s, unit, plan)) if isinstance(plan, Plan) else []

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test with an enemy near."""
        unit = s.units[option["unit"]]
        plan = self.plan(s, unit, option.args)
        return list(tests_on(s, unit, plan)) if isinstance(plan, Plan) else []


class Align(_OfUnit):
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


class ToPost(_OfUnit):
    """Deeds that end on a side of a village or farm."""

    how = "enter"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """The sides it can get to."""
        raise NotImplementedError

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """What it comes to."""
        raise NotImplementedError

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Those sides."""
        return [self.about(who, post=one.post) for one in self.found(s, who)]

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Another way to a side."""
        if not isinstance(args.get("post"), str):
            return None
        found = self.entry(s, who, args)
        return Option(self.verb, dict(args), (self.rule,)) if isinstance(found, Entry) else found

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Go to the border, then to the side."""
        entry = self.entry(g.state, who, option.args)
        assert isinstance(entry, Entry)
        if entry.plan is not None:
            yield from make(g, who, entry.plan, self.hooks, "move", (Move.rule,))
            if not who.is_steady or g.state.footing(who) != entry.plan.end or who.disorder > 1:
                return
        else:
            yield from self.hooks.reacts(g, who, Moment(0, g.state.footing(who), is_first=True))
            if not who.is_steady:
                return
        before, s = who.pose, g.state
        if engaged(s, who):  # cavalry that rode out has caught it, risorgimento.e.8.10
            return
        make_room(g, who, entry.post)
        s.stand(who, entry.end, entry.post)
        HAS_MOVED.put(who)
        path = (before.point, entry.end.pose.point)
        g.tell(UnitMoved(who.id, before, who.pose, path, who.formation, self.how, (self.rule,)))
        row = s.ground.known.goings[s.ground.pieces[sector_of(who)].kind.id]
        add = row.test(who.arm, who.formation)
        if add is not None and self.how == "enter":
            stays_in_order(g, who, row.id, add)  # batteries, table 5
        if entry.plan is None:
            yield from self.hooks.finishes(g, who)
            yield from settle(g, retire)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """The way to the border, and the side."""
        unit = s.units[option["unit"]]
        entry = self.entry(s, unit, option.args)
        if isinstance(entry, Objection):
            return []
        found = list(drawn(s, unit, entry.plan)) if entry.plan is not None else []
        end = entry.end
        return [*found, footprint(end.pose, end.shape, end.formation), budget(end.pose.point, entry.cost, WHOLE)]


class Enter(ToPost):
    """Into a village sector or a farm, on any free side (g.5.18, table 5)."""

    verb = "enter"
    rule = "risorgimento.g.5.18"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """By the cheapest ways."""
        return entries(s, unit)

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """By the legs given, or the cheapest."""
        return judge_entry(s, unit, str(args.get("post")), read_legs(s, unit, args.get("legs")))


class ChangeSide(ToPost):
    """To another side of the same sector or farm (g.5.18)."""

    verb = "side"
    rule = "risorgimento.g.5.18"
    how = "side"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """The free ones."""
        for side in SIDES:
            entry = judge_side(s, unit, f"{sector_of(unit)}/{side}")
            if isinstance(entry, Entry):
                yield entry

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """That side."""
        return judge_side(s, unit, str(args.get("post")))


class Pass(ToPost):
    """Through a village or farm in one move: in, and straight out over a side; a village tries its order (table 5)."""

    verb = "pass"
    rule = "risorgimento.e.5.2"

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Just out, and as far as it can."""
        return [self.about(who, post=entry.post, far=far) for entry, far in passages(s, who)]

    def plans(self, s: BattleState, unit: Unit, args: Args) -> tuple[Entry, Plan] | Objection:
        """The way in and the way out."""
        far = args.get("far")
        legs = read_legs(s, unit, args.get("legs"))
        return judge_passing(s, unit, str(args.get("post")), far if type(far) is int else 0, legs)

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """The way in, if it gets out again."""
        found = self.plans(s, unit, args)
        return found if isinstance(found, Objection) else found[0]

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """In; then, if nothing has stopped it there and it keeps its order, out."""
        found = self.plans(g.state, who, option.args)
        assert not isinstance(found, Objection)
        entry, out = found
        yield from super().perform(g, who, option)
        if who.post != entry.post or not who.is_steady or who.disorder > 1:
            return
        s = g.state
        row = s.ground.known.goings[s.ground.pieces[sector_of(who)].kind.id]
        add = row.through.get(who.formation)
        if add is not None and not stays_in_order(g, who, row.id, add):
            return
        if isinstance(judge_leaving(s, who, out.legs), Plan):  # nobody has come before that side meanwhile
            yield from make(g, who, out, self.hooks, "leave", (self.rule,), entry.cost)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """The way in, the side, and the way out."""
        unit = s.units[option["unit"]]
        found = self.plans(s, unit, option.args)
        if isinstance(found, Objection):
            return []
        (entry, out), inside = found, list(super().sketch(s, decision, option) or ())
        end = out.end
        return [
            *inside[:-1],
            way([entry.end.pose.point, end.pose.point]),
            footprint(end.pose, end.shape, end.formation),
            budget(end.pose.point, out.cost, WHOLE),
        ]

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test of order among the houses."""
        unit = s.units[option["unit"]]
        row = s.ground.known.goings[s.ground.pieces[option["post"].partition("/")[0]].kind.id]
        add = row.through.get(OPEN)
        return [] if add is None else [discipline_prospect(s, unit, row.id, add)]


class Leave(Move):
    """Out of a village or farm, straight across the side it stands on (g.5.18)."""

    verb = "leave"
    rule = "risorgimento.g.5.18"

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Just out, half as far as it can, as far as it can."""
        start, m = s.footing(who), manoeuvre(s, who)
        least, most = start.shape.depth, m.pace(start).speed
        found = []
        for length in dict.fromkeys((least, (least + most) // 2, most)):
            plan = judge_leaving(s, who, (Shift(length),))
            if isinstance(plan, Plan):
                found.append(self.option_of(who, plan))
        return found

    def plan(self, s: BattleState, unit: Unit, args: Args) -> Plan | Objection | None:
        """Legs, the first of them ahead."""
        legs = read_legs(s, unit, args.get("legs"))
        return None if legs is None else judge_leaving(s, unit, legs)


class Stand(_OfUnit):
    """Nothing at all."""

    verb = "stand"
    rule = "risorgimento.e.0.1"
    is_free = False

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """The one."""
        return (self.about(who),)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """It stays as it is."""
        yield from ()


def deeds(hooks: Hooks = ALONE) -> dict[str, UnitDeed]:
    """All of them by their verbs."""
    sorts = (Stand, Move, Reforms, Align, Enter, ChangeSide, Leave, Pass, Withdraw)
    return {one.verb: one(hooks) for one in sorts}


# What is asked


def order_for(s: BattleState, unit: Unit, known: Mapping[str, UnitDeed]) -> Decision:
    """What a unit is to do; groups that cannot hold anything for it are left out."""
    groups = _groups(s, unit)
    return Decision(
        unit.seat,
        "order",
        Grouped([verb for verb, _ in groups], partial(_offered, s, unit, known, groups)),
        {"unit": unit.id},
        (Move.rule,),
        free=partial(_pointed, s, unit, known),
    )


def _groups(s: BattleState, unit: Unit) -> list[tuple[str, str]]:
    """Verbs and, of moves, the group of ways."""
    found = [("stand", "")]
    if hindered(s, unit) is not None:
        return found
    if engaged(s, unit):
        return [*found, ("withdraw", "")]
    if unit.post:
        more = [("form", "")] if unit.arm == ARTILLERY else []
        return [*found, ("side", ""), ("leave", ""), ("enter", ""), ("pass", ""), *more]
    in_zone = bool(zones_on(s, unit))
    found += [("align", "")] * in_zone
    found += [("move", name) for name in groups(s, unit, in_zone=in_zone)]
    found.append(("form", ""))
    if unit.arm != CAVALRY and s.ground.built_up:
        found.append(("enter", ""))
        found += [("pass", "")] * (unit.arm == INFANTRY)
    return found


def _offered(
    s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], groups: list[tuple[str, str]], place: int
) -> list[Option]:
    verb, name = groups[place]
    deed = known[verb]
    if isinstance(deed, Move) and name:
        return deed.group(s, unit, name)
    return list(deed.options(s, unit, 0))


def _pointed(
    s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], key: str, args: Args
) -> Option | Objection | None:
    deed = known.get(key)
    if deed is None or not deed.is_free or args.get("unit") != unit.id:
        return None
    return deed.judged(s, unit, args)


def obey(g: BattleGame, unit: Unit, order: Option, known: Mapping[str, UnitDeed]) -> Procedure[None]:
    """A unit does what it was told; it has had its move."""
    yield from known[order.key].perform(g, unit, order)
    if unit.is_on and not HAS_ACTED.is_on(unit):
        HAS_ACTED.put(unit)


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


def way_to(s: BattleState, unit: Unit, pose: Pose) -> Plan | Objection:
    """The cheapest way to a pose a unit is dragged to, or why there is none."""
    start = s.footing(unit)
    stays_open = s.tables.formations[start.formation].moves_freely
    pace = manoeuvre(s, unit, Way(stays_open=stays_open, back=True)).pace(start)
    best: Plan | None = None
    why: Objection | None = None
    for legs in legs_to(pace, start, pose):
        found = judge(s, unit, legs)
        if isinstance(found, Plan):
            best = found if best is None or found.cost < best.cost else best
        else:
            why = why or found
    return best or why or because("no-such-leg", "risorgimento.e.3.2.6", unit=unit.id)


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
