"""Reinforcements: they come on with their formation, at their entry point, and move on from there (set.2, set.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import INWARDS, Edge
from alfiere.battles.marks import GAME
from alfiere.games.risorgimento.morale.tests import roll10
from alfiere.games.risorgimento.movement.costs import Way, budget, is_along_road, manoeuvre
from alfiere.games.risorgimento.movement.judging import Plan, most_for, objection, why_no_place
from alfiere.games.risorgimento.movement.making import Hooks, make
from alfiere.games.risorgimento.movement.moves import read_legs, read_pose
from alfiere.games.risorgimento.movement.zones import is_beyond, zones_about
from alfiere.games.risorgimento.sheets.scenario import Entry
from alfiere.games.risorgimento.sheets.scenario_forms import ArrivalForm
from alfiere.games.risorgimento.state.battle import OF_BATTLE, BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ON, TO_COME, Commander, Unit
from alfiere.games.risorgimento.told.movement import Arrived
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option
from alfiere.kernel.drawing import Drawn, footprint, way
from alfiere.kernel.drawing import budget as draw_budget
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.headings import offset
from alfiere.table.legs import WHOLE, Footing, Leg, Shift, after, plain_leg
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.offers import farthest, judged, legs_to
from alfiere.table.shapes import Point, Pose, base

CAME = OF_BATTLE.about("has come", str, GAME)  # reinforcements whose die has let them come
RULE: Final = "risorgimento.set.2"
ARRIVES_WITH: Final = {"unit", "edge", "at", "formation", "legs", "to"}  # all that an answer may say
STEP: Final = 100  # hundredths between the points of an edge that are tried, risorgimento.set.3


class Start(NamedTuple):
    """Where a reinforcement comes on: its front on the edge there, facing the table."""

    edge: Edge
    at: int

    def point(self, s: BattleState) -> Point:
        """The point of the edge."""
        width, height = s.scene.field.width, s.scene.field.height
        places = {"north": (self.at, 0), "south": (self.at, height), "west": (0, self.at), "east": (width, self.at)}
        return places[self.edge]


def is_due(s: BattleState, who: str) -> bool:
    """Whether a reinforcement may come in this turn; of those that need a die ``roll_for`` has said so."""
    form = s.scenario.arrivals.get(who)
    if form is None or s.turn < form.turn:
        return False
    return not form.up_to or bool(form.sure and s.turn >= form.sure) or CAME.is_on(s, _name(form))


def _name(form: ArrivalForm) -> str:
    return ",".join((*form.units, *form.under, *form.commanders))


def roll_for(g: BattleGame) -> None:
    """At the start of phase E: the dice of reinforcements that come only on one."""
    s = g.state
    for form in s.scenario.form.arrival:
        waits = s.turn >= form.turn and form.up_to and not CAME.is_on(s, _name(form))
        if waits and not (form.sure and s.turn >= form.sure):
            first = next(iter((*s.scenario.who(form), *form.commanders)), "")
            seat = s.units[first].seat if first in s.units else s.commanders[first].seat
            if roll10(g, seat) <= form.up_to:
                CAME.put(s, _name(form))


def due_units(s: BattleState, group: str) -> list[Unit]:
    """The units of a formation that may come on now."""
    return [one for one in s.units.values() if one.where == TO_COME and s.group_of(one) == group and is_due(s, one.id)]


def due_leaders(s: BattleState, group: str) -> list[Commander]:
    """The commanders who may come on with a formation: its own, and those above."""
    if not any(one.where == TO_COME for one in s.commanders.values()):  # soon said, and true of most battles
        return []
    leader = s.commanders[group]
    own = (leader, *s.chain(leader), *(one for one in s.commanders.values() if leader in s.chain(one)))
    return [one for one in own if one.where == TO_COME and is_due(s, one.id)]


# Where


def start_footing(s: BattleState, unit: Unit, start: Start, formation: str) -> Footing:
    """Its front edge on the edge of the table (risorgimento.set.2)."""
    shape, heading = s.shape(unit, formation), INWARDS[start.edge]
    (x, y), (dx, dy) = start.point(s), offset(heading, -shape.depth // 2)
    return Footing(formation, shape, Pose(x + dx, y + dy, heading))


def starts(s: BattleState, unit: Unit) -> Iterator[tuple[Start, str]]:
    """The points at which it may come on: those of its stretch, or the nearest of the edge that are free (.set.3)."""
    formation = entry_formation(s, unit)
    for entry in s.scenario.entries(s.scenario.arrivals[unit.id]):
        free = [at for at in _points(entry) if is_open(s, unit, Start(entry.edge, at), formation)]
        if not free:
            free = list(_nearest_free(s, unit, entry, formation))
        yield from ((Start(entry.edge, at), formation) for at in free)


def entry_formation(s: BattleState, unit: Unit) -> str:
    """The formation in which it comes on: the first that the scenario names, or the column."""
    known = s.tables.formations_of(unit.arm)
    named = (one for one in s.scenario.arrivals[unit.id].formations if one in known)
    return next(named, s.tables.column(unit.arm).id)


def _may_start(s: BattleState, unit: Unit, start: Start, formation: str) -> bool:
    """Whether it may come on there: at any free point of its stretch, or at those that are offered instead."""
    if formation != entry_formation(s, unit):
        return False
    entries = s.scenario.entries(s.scenario.arrivals[unit.id])
    if any(one.edge == start.edge and one.start <= start.at <= one.end for one in entries):
        return is_open(s, unit, start, formation)
    return (start, formation) in starts(s, unit)


def _points(entry: Entry) -> Sequence[int]:
    middle = (entry.start + entry.end) // 2
    return tuple(dict.fromkeys((middle, *range(entry.start, entry.end + 1, max(400, (entry.end - entry.start) // 6)))))


def _nearest_free(s: BattleState, unit: Unit, entry: Entry, formation: str) -> Iterator[int]:
    long = _length(s, entry.edge)
    for off in range(STEP, long, STEP):
        both = (entry.start - off, entry.end + off)
        found = [at for at in both if is_open(s, unit, Start(entry.edge, at), formation)]
        if found:
            yield from found
            return


def _length(s: BattleState, edge: Edge) -> int:
    return s.scene.field.width if edge in ("north", "south") else s.scene.field.height


def is_open(s: BattleState, unit: Unit, start: Start, formation: str) -> bool:
    """Whether an entry point is neither blocked nor within 8 cm of an enemy (risorgimento.set.3)."""
    here = start_footing(s, unit, start, formation)
    just_on = after(here, Shift(here.shape.depth))
    point = Footing(formation, s.tables.bases.courier.shape._replace(width=1, depth=1), Pose(*start.point(s), 0))
    if not is_beyond(s, unit, point, s.tables.distances.entry):
        return False
    return manoeuvre(s, unit).stands(just_on) is None


# How


def judge_arrival(s: BattleState, unit: Unit, start: Start, formation: str, legs: Sequence[Leg]) -> Plan | Objection:
    """The first move of a reinforcement, from the edge on; it may be a strategic one (risorgimento.set.2)."""
    if not _may_start(s, unit, start, formation):
        return because("no-entry", "risorgimento.set.3", unit=unit.id)
    return _judge_from(s, unit, start, formation, legs)


def _judge_from(s: BattleState, unit: Unit, start: Start, formation: str, legs: Sequence[Leg]) -> Plan | Objection:
    """The same from an entry point that is known to be free."""
    here, has = start_footing(s, unit, start, formation), budget(s, unit)
    by_road = s.tables.formations[formation].is_column and _is_by_road(s, start, here, legs)
    plan_way = Way(by_road=by_road)
    zones = zones_about(s, _standing(unit, here), 2 * s.tables.speed(unit.profile.moves, formation))
    m = manoeuvre(s, unit, plan_way, zones)
    most = most_for(s, unit)
    found = judged(m.but(may_leave=True), here, legs, most)
    if isinstance(found, Refusal):
        return objection(s, unit, found)
    refusal = m.stands(found.end)
    if refusal is not None:
        return objection(s, unit, refusal)
    is_strategic = found.cost > has
    if is_strategic and not _is_far(s, unit, here, legs):
        return because("too-far", "risorgimento.e.3.1.1", unit=unit.id)
    plan = Plan(tuple(legs), found.cost, found.end, plan_way, most if is_strategic else has, is_strategic)
    return why_no_place(s, unit, here, plan) or plan


def _standing(unit: Unit, here: Footing) -> Unit:
    """One like it at the place where it comes on."""
    twin = unit.copy()
    twin.x, twin.y, twin.heading, twin.formation = *here.pose, here.formation
    return twin


def _is_by_road(s: BattleState, start: Start, here: Footing, legs: Sequence[Leg]) -> bool:
    point = start.point(s)
    for leg in legs:
        here = after(here, leg)
        if not isinstance(leg, Shift) or not is_along_road(s.ground, point, here.pose.point):
            return False
        point = here.pose.point
    return True


def _is_far(s: BattleState, unit: Unit, here: Footing, legs: Sequence[Leg]) -> bool:
    limit = s.tables.distances.strategic
    for leg in legs:
        steps = range(0, leg.length, limit // 4) if isinstance(leg, Shift) else (0,)
        places = [after(here, leg._replace(length=far)) for far in steps] if isinstance(leg, Shift) else []
        here = after(here, leg)
        if not all(is_beyond(s, unit, one, limit) for one in (*places, here)):
            return False
    return True


def arrival_for(s: BattleState, unit: Unit) -> Decision:
    """Where and how far it comes on; or not yet (risorgimento.set.3)."""
    return Decision(
        unit.seat,
        "arrive",
        Grouped(("arrive", "wait"), partial(_offered, s, unit), partial(_one, s, unit)),
        {"unit": unit.id},
        (RULE,),
        free=partial(_pointed, s, unit),
    )


def _offered(s: BattleState, unit: Unit, place: int) -> list[Option]:
    if place:
        return [Option("wait", {"unit": unit.id}, ("risorgimento.set.3",))]
    m = manoeuvre(s, unit, Way(by_road=True))
    found = (_arrival(s, unit, m, *one) for one in _wanted(s, unit))
    return [one for one in found if one is not None]


def _one(s: BattleState, unit: Unit, place: int, draw: Draw) -> Option | None:
    """One at random, only so many judged as it takes."""
    if place:
        return _offered(s, unit, place)[0]
    left, m = _wanted(s, unit), manoeuvre(s, unit, Way(by_road=True))
    while left:
        found = _arrival(s, unit, m, *left.pop(int(draw() * len(left))))
        if found is not None:
            return found
    return None


def _wanted(s: BattleState, unit: Unit) -> list[tuple[Start, str, int]]:
    """Where it might come on, in which formation, and how much it might spend."""
    has = budget(s, unit)
    parts = dict.fromkeys((most_for(s, unit), has, has // 2))
    return [(*one, part) for one in starts(s, unit) for part in parts]


def _arrival(s: BattleState, unit: Unit, m: Manoeuvre, start: Start, formation: str, part: int) -> Option | None:
    """Straight on as far as that leads, if it may."""
    for move in farthest(m.but(may_leave=True), start_footing(s, unit, start, formation), (0,), part):
        plan = _judge_from(s, unit, start, formation, move.legs)
        if isinstance(plan, Plan):
            return _option(unit, start, formation, plan)
    return None


def _option(unit: Unit, start: Start, formation: str, plan: Plan) -> Option:
    legs = [plain_leg(leg) for leg in plan.legs]
    args = {"unit": unit.id, "edge": start.edge, "at": start.at, "formation": formation, "legs": legs}
    return Option("arrive", {**args, "to": list(plan.end.pose)}, (RULE,))


def _pointed(s: BattleState, unit: Unit, key: str, args: Args) -> Option | Objection | None:
    """Legs from a point of the edge, or a pose on the table and the cheapest way to it."""
    if key != "arrive" or args.get("unit") != unit.id or set(args) - ARRIVES_WITH:
        return None
    pose = read_pose(args.get("to"))
    if args.get("legs") is None and pose is not None:
        return _to_pose(s, unit, pose)
    plan = _plan(s, unit, args)
    if isinstance(plan, Plan):
        start = Start(args["edge"], args["at"])
        return _option(unit, start, args["formation"], plan) if pose in (None, plan.end.pose) else None
    return plan


def _to_pose(s: BattleState, unit: Unit, pose: Pose) -> Option | Objection:
    """The cheapest way to a pose from a point of its stretch, also the one straight behind it; or why there is none."""
    formation = entry_formation(s, unit)
    entries = s.scenario.entries(s.scenario.arrivals[unit.id])
    behind = (Start(one.edge, pose.x if one.edge in ("north", "south") else pose.y) for one in entries)
    wanted = [one for one in behind if _may_start(s, unit, one, formation)]
    best: tuple[int, Option] | None = None
    why: Objection | None = None
    for start in dict.fromkeys((*wanted, *(one for one, _ in starts(s, unit)))):
        here = start_footing(s, unit, start, formation)
        for legs in legs_to(manoeuvre(s, unit).pace(here), here, pose):
            plan = _judge_from(s, unit, start, formation, legs)
            if isinstance(plan, Objection):
                why = why or plan
            elif best is None or plan.cost < best[0]:
                best = plan.cost, _option(unit, start, formation, plan)
    return best[1] if best is not None else why or because("no-entry", "risorgimento.set.3", unit=unit.id)


def _plan(s: BattleState, unit: Unit, args: Args) -> Plan | Objection | None:
    edge, at, formation = args.get("edge"), args.get("at"), args.get("formation")
    legs = read_legs(s, unit, args.get("legs"))
    if edge not in INWARDS or type(at) is not int or not isinstance(formation, str) or legs is None:
        return None
    return judge_arrival(s, unit, Start(edge, at), formation, legs)


def arrive(g: BattleGame, unit: Unit, chosen: Option, hooks: Hooks) -> Procedure[None]:
    """It comes on and makes its move."""
    s = g.state
    plan = _plan(s, unit, chosen.args)
    assert isinstance(plan, Plan)
    here = start_footing(s, unit, Start(chosen["edge"], chosen["at"]), chosen["formation"])
    s.stand(unit, here)
    g.tell(Arrived(unit.id, here.pose, (RULE,)))
    yield from make(g, unit, plan, hooks, "arrive", (RULE,))
    if unit.is_on and not s.scene.is_on_table(s.base(unit).outline):  # stopped before all of it was on the table
        deep = here.shape.depth
        s.stand(unit, after(here, Shift(deep)))


def lead_on(g: BattleGame, who: Commander) -> None:
    """A commander comes on in his stretch of the edge, where nobody stands; from there he moves as usual."""
    s = g.state
    entry = s.scenario.entries(s.scenario.arrivals[who.id])[0]
    poses = [_leader_at(s, Start(entry.edge, at)) for at in _outwards(s, entry)]
    shape = s.tables.bases.commander.shape
    free = (pose for pose in poses if s.scene.is_clear(base(who.id, shape, *pose)))
    who.where = ON
    who.x, who.y, who.heading = next(free, poses[0])
    g.tell(Arrived(who.id, who.pose, (RULE,)))


def _outwards(s: BattleState, entry: Entry) -> Iterator[int]:
    """The points of an edge, from the middle of a stretch on."""
    middle, long = (entry.start + entry.end) // 2, _length(s, entry.edge)
    for off in range(0, long, STEP):
        yield from (at for at in dict.fromkeys((middle - off, middle + off)) if 0 <= at <= long)


def _leader_at(s: BattleState, start: Start) -> Pose:
    """All of his base on the table."""
    shape, heading = s.tables.bases.commander.shape, INWARDS[start.edge]
    (x, y), (dx, dy) = start.point(s), offset(heading, shape.depth // 2)
    half, field = shape.width // 2, s.scene.field
    if start.edge in ("north", "south"):
        return Pose(min(max(half, x), field.width - half), y + dy, heading)
    return Pose(x + dx, min(max(half, y), field.height - half), heading)


def sketch(s: BattleState, option: Option) -> list[Drawn]:
    """The way of a reinforcement from the edge on."""
    unit = s.units[option["unit"]]
    meant = _pointed(s, unit, option.key, option.args)
    plan = _plan(s, unit, meant.args) if isinstance(meant, Option) else None
    if not isinstance(meant, Option) or not isinstance(plan, Plan):
        return []
    option = meant
    here = start_footing(s, unit, Start(option["edge"], option["at"]), option["formation"])
    end = plan.end
    drawn = [way([here.pose.point, end.pose.point]), footprint(end.pose, end.shape, end.formation)]
    return [*drawn, draw_budget(end.pose.point, plan.cost, WHOLE)]
