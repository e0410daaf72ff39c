"""Chapters 2.3.15-2.3.19 and 2.3r: commands come on from reserve or as reinforcements, and units that had no room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from alfiere.battles.entries import Entry
from alfiere.battles.ground_forms import INWARDS, Edge
from alfiere.battles.marks import TURN
from alfiere.battles.open_battle import ON, TO_COME, other
from alfiere.battles.setting_up import pose_of
from alfiere.battles.standing import near
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.leaders_lost import join
from alfiere.games.fucilieri.movement.costs import Fare, allowance, paces, who
from alfiere.games.fucilieri.movement.leaders import HAS_RIDDEN
from alfiere.games.fucilieri.movement.leaders import may_join as units_to_join
from alfiere.games.fucilieri.orders.demands import may_end, orders_take_effect
from alfiere.games.fucilieri.orders.entitled import first_orders_of
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import ENTERS_CONFUSED, IS_ENTERING, OF_COMMAND, Command
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    DISORGANISED,
    HAS_MOVED,
    LIMBERED,
    REINFORCEMENT,
    RESERVE,
    SHARE,
    SPENT,
    Unit,
)
from alfiere.games.fucilieri.told.before import Arrived, CommandEnters, PutOff
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.headings import offset
from alfiere.table.legs import WHOLE, Footing, Shift
from alfiere.table.manoeuvre import Ground, Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.offers import judged
from alfiere.table.shapes import Outline, Point, Pose, base, box, grown, outline_of

ENTER, WAIT, ENTER_ORDER, ENTER_LEADER = "come-on", "wait-off", "come-on-order", "come-on-leader"
RULE: Final = "fucilieri.2.3.16"
STRAIGHT: Final = "fucilieri.2.3.16b"
ORDER: Final = "fucilieri.2.3.17"
LATER: Final = "fucilieri.2.3.19"
CALLED: Final = "fucilieri.2.3.15"
OFFERED: Final = 6  # places along the edge
STEP: Final = 250  # between places that are looked at
HOWEVER_MUCH: Final = 1000 * WHOLE


class Span(NamedTuple):
    """The stretch of an edge by which a command has come on in this turn."""

    edge: str
    low: int
    high: int


ENTERED_BY = OF_COMMAND.about("entered by", Span, TURN)


# Who may come


def may_enter(s: State, command: Command) -> bool:
    """Whether its owner may declare in round 1 that a reinforcement comes in this turn (.2.3r.2-4, .2.3r.6)."""
    is_due = 0 < s.reinforcements <= s.turn and not IS_ENTERING.is_on(command)
    return is_due and any(one.where == REINFORCEMENT for one in s.units.values() if one.command == command.id)


def late(s: State, command: str) -> list[Unit]:
    """The units of a command that stand before the edge and may come on (fucilieri.2.3.16, .2.3.19)."""
    return [one for one in s.units.values() if one.command == command and one.where == TO_COME]


# The order of events


def arrivals(g: FucilieriGame, command: Command) -> Procedure[None]:
    """The arrivals of a command in round 2 (fucilieri.3.2.1.1b); begun again, it goes on with those who are left."""
    id = command.id
    if IS_ENTERING.is_on(command) and not command.entered:
        yield from _begin(g, id)
    for unit in late(g.state, id):
        yield from _bring_on(g, unit.id)
    for leader in [one.id for one in g.state.leaders.values() if one.command == id and one.where == TO_COME]:
        if g.state.units_of(id):
            yield from _follow(g, leader)
    if ENTERED_BY.first(g.state.commands[id]) is not None:
        orders_take_effect(g.state, g.state.commands[id])


def _begin(g: FucilieriGame, command: str) -> Procedure[None]:
    """Its order is chosen, cavalry must oppose (.2.3.17); everybody of it stands before the edge."""
    s = g.state
    allowed = first_orders_of(s, s.commands[command])
    order = allowed[0]
    if len(allowed) > 1:
        options = [Option(ENTER_ORDER, {"command": command, "order": one}, (ORDER,)) for one in allowed]
        chosen = yield Decision(s.commands[command].seat, ENTER_ORDER, options, {"command": command}, (ORDER,))
        order = chosen["order"]
    s, one = g.state, g.state.commands[command]
    one.order, one.entered = order, s.turn
    for unit in s.units.values():
        if unit.command == command and unit.where in (RESERVE, REINFORCEMENT):
            unit.where = TO_COME
    for leader in s.leaders.values():
        if leader.command == command and leader.where in (RESERVE, REINFORCEMENT):
            leader.where = TO_COME
    g.tell(CommandEnters(command, order, (ORDER,)))


# Units


def entries(s: State, command: str) -> tuple[Entry, ...]:
    """Where it may come on: by its own edge, unless the scenario names another (fucilieri.2.3.16)."""
    form = s.scenario.arrivals.get(command)
    if form is not None:
        return s.scenario.entries(form)
    home: Edge = s.homes[s.commands[command].seat]  # type: ignore[assignment]
    return (Entry(home, 0, s.scenario.width if home in ("north", "south") else s.scenario.depth),)


def column_of(unit: Unit) -> str:
    """In column, guns limbered (fucilieri.2.3.16)."""
    return LIMBERED if unit.is_guns else COLUMN


def point_of(s: State, edge: str, at: int) -> Point:
    """A place along an edge of the table."""
    width, depth = s.scenario.width, s.scenario.depth
    return {"north": (at, 0), "south": (at, depth), "west": (0, at), "east": (width, at)}[edge]


def footing_in(s: State, unit: Unit, edge: str, at: int, far: int) -> Footing:
    """How it stands with its front so far from an edge; nought: its front is on the edge, all else beyond it."""
    formation, heading = column_of(unit), INWARDS[edge]
    shape = s.shape(unit, formation)
    dx, dy = offset(heading, far - shape.depth // 2)
    x, y = point_of(s, edge, at)
    return Footing(formation, shape, Pose(x + dx, y + dy, heading))


def _way_in(s: State, unit: Unit) -> Manoeuvre:
    """What may be in its way: others, closed ground, and the ring about the enemies (.2.3.16b, .3.2.1.4)."""
    ring = s.tables.distances.near_enemy + s.field.slack
    rings = [Ground(foe.id, grown(s.base(foe).outline, ring)) for foe in s.foes(unit.seat)]
    return Manoeuvre(s.scene, unit.id, paces(unit), zones=rings, may_leave=True, fare=Fare(s.ground, unit))


def why_not(s: State, unit: Unit, edge: str, at: int, far: int, m: Manoeuvre | None = None) -> Objection | None:
    """Why a unit cannot come on there, its front so far from the edge; None if it can."""
    start, end = footing_in(s, unit, edge, at, 0), footing_in(s, unit, edge, at, far)
    half, deep = end.shape.width // 2, end.shape.depth
    if not any(
        one.edge == edge and one.start <= at - half and at + half <= one.end for one in entries(s, unit.command)
    ):
        return because("enter-edge", RULE, unit=unit.id)
    place = Outline((point_of(s, edge, at),))
    if near(s, place, s.tables.distances.entry - 1, other(unit.seat)):
        return because("enter-near-enemy", RULE, unit=unit.id)
    if not _in_stretch(s, s.commands[unit.command], edge, at - half, at + half):
        return because("enter-stretch", RULE, unit=unit.id)
    if far < deep or not s.scene.is_on_table(end.outline):
        return because("enter-wholly", STRAIGHT, unit=unit.id)
    # Whoever is too deep, or has to wade, comes at least so far that he stands on the table
    found = judged(m or _way_in(s, unit), start, (Shift(far),), WHOLE if far > deep else HOWEVER_MUCH)
    if isinstance(found, Refusal):
        return because("enter-barred", STRAIGHT, unit=unit.id)
    return may_end(s, unit, end, held=end.pose.point)


def _in_stretch(s: State, command: Command, edge: str, low: int, high: int) -> bool:
    """All of a command come on within a stretch of the edge (fucilieri.2.3.16)."""
    span = ENTERED_BY.first(command)
    if span is None:
        return True
    longest = s.tables.distances.entry_stretch
    return span.edge == edge and max(high, span.high) - min(low, span.low) <= longest


def spots(s: State, unit: Unit) -> list[tuple[str, int, int]]:
    """A few places for it: beside those who have come before, from the middle of an entry outwards, far in first."""
    m, found = _way_in(s, unit), []
    depth = s.shape(unit, column_of(unit)).depth
    full = max(depth, allowance(unit, column_of(unit)))
    for edge, at in _along(s, unit):
        for far in dict.fromkeys((full, (full + depth) // 2, depth)):
            if why_not(s, unit, edge, at, far, m) is None:
                found.append((edge, at, far))
                break
        if len(found) == OFFERED:
            break
    return found


def _along(s: State, unit: Unit) -> Iterator[tuple[str, int]]:
    width = s.shape(unit, column_of(unit)).width
    span = ENTERED_BY.first(s.commands[unit.command])
    for edge, low, high in entries(s, unit.command):
        middle = (low + high) // 2
        if span is not None and span.edge == edge:
            yield from ((edge, span.low - (width + 1) // 2), (edge, span.high + (width + 1) // 2))
            middle = (span.low + span.high) // 2
        yield edge, middle
        for off in range(STEP, high - low, STEP):
            yield from ((edge, one) for one in (middle - off, middle + off) if low <= one <= high)


def _bring_on(g: FucilieriGame, id: str) -> Procedure[None]:
    """One unit comes on, or stays off for want of room (.2.3.16); who is late anyway may wait (.2.3.19)."""
    s, unit = g.state, g.state.units[id]
    found = spots(s, unit)
    if not found:
        g.tell(PutOff(id, (RULE,)))
        return
    options = [_option(s, unit, *spot) for spot in found]
    if not IS_ENTERING.is_on(s.commands[unit.command]):
        options.append(Option(WAIT, {"unit": id}, (LATER,)))
    free = partial(_pointed, s, id)
    chosen = yield Decision(unit.seat, ENTER, options, {"unit": id}, (RULE, STRAIGHT), free=free)
    if chosen.key == WAIT:
        g.tell(PutOff(id, (LATER,)))
        return
    _place(g, g.state.units[id], chosen["edge"], Pose(*chosen["to"]))


def _option(s: State, unit: Unit, edge: str, at: int, far: int) -> Option:
    pose = footing_in(s, unit, edge, at, far).pose
    return Option(ENTER, {"unit": unit.id, "edge": edge, "to": list(pose)}, (RULE, STRAIGHT))


def _pointed(s: State, id: str, key: str, args: Args) -> Option | Objection | None:
    """A pose somebody points at: by which edge he means is told by where the unit faces."""
    pose, unit = pose_of(args.get("to")), s.units[id]
    if key != ENTER or args.get("unit") != id or pose is None or set(args) - {"unit", "to", "edge"}:
        return None
    edge = next((edge for edge, heading in INWARDS.items() if heading == pose.heading), "")
    if not edge or args.get("edge", edge) != edge:
        return because("enter-edge", RULE, unit=id)
    at, far = _read(s, unit, edge, pose)
    return why_not(s, unit, edge, at, far) or _option(s, unit, edge, at, far)


def _read(s: State, unit: Unit, edge: str, pose: Pose) -> tuple[int, int]:
    """Where along an edge a pose lies, and how far from it its front is."""
    deep = s.shape(unit, column_of(unit)).depth // 2
    off = {"north": pose.y, "south": s.scenario.depth - pose.y, "west": pose.x, "east": s.scenario.width - pose.x}[edge]
    return (pose.x if edge in ("north", "south") else pose.y), off + deep


def _place(g: FucilieriGame, unit: Unit, edge: str, pose: Pose) -> None:
    """It stands there: that was its whole move (fucilieri.2.3.16b)."""
    s, command = g.state, g.state.commands[unit.command]
    formation = column_of(unit)
    shape = s.shape(unit, formation)
    s.stand(unit, Footing(formation, shape, pose))
    _widen(command, edge, s.base(unit).outline)
    HAS_MOVED.put(unit)
    SPENT.put(unit, allowance(unit))
    SHARE.put(unit, WHOLE)
    g.tell(Arrived(unit.id, (*unit.pose,), formation, "", (RULE, STRAIGHT)))
    ground = s.ground.disorders(who(unit, formation), s.base(unit).outline)
    if ground is not None:
        worsen(g, unit, (DISORGANISED,), ground.going.rule)
    if ENTERS_CONFUSED.is_on(command):  # afterwards, fucilieri.2.3.16b
        worsen(g, unit, (DISORGANISED,), CALLED)


def _widen(command: Command, edge: str, outline: Outline) -> None:
    west, north, east, south = box(outline)
    low, high = (west, east) if edge in ("north", "south") else (north, south)
    span = ENTERED_BY.first(command)
    if span is not None:
        low, high = min(low, span.low), max(high, span.high)
    ENTERED_BY.clear(command)
    ENTERED_BY.put(command, Span(edge, low, high))


# Leaders and characters


def leader_why_not(s: State, leader: Leader, pose: Pose, unit: str) -> Objection | None:
    """Why a leader cannot come on there: with one of his units, or on the same stretch (fucilieri.2.3.16)."""
    there = outline_of(leader.shape, pose)
    if unit:
        if unit not in [one.id for one in units_to_join(s, leader)]:
            return because("not-his-unit", "fucilieri.3.2.9.2", leader=leader.id, unit=unit)
        if not within(there, s.base(s.units[unit]).outline, s.field.touch):
            return because("not-touching", "fucilieri.3.2.9.1", leader=leader.id, unit=unit)
        return None
    if not s.scene.is_on_table(there) or s.scene.overlapping(base(leader.id, leader.shape, *pose)):
        return because("no-room-for-leader", RULE, leader=leader.id)
    span = ENTERED_BY.first(s.commands[leader.command])
    if span is None:
        return None
    west, north, east, south = box(there)
    low, high = (west, east) if span.edge in ("north", "south") else (north, south)
    off = {"north": south, "south": s.scenario.depth - north, "west": east, "east": s.scenario.width - west}[span.edge]
    if off > max(leader.moves.speed["alone"], leader.shape.depth):
        return because("leader-too-far", RULE, leader=leader.id)
    if max(high, span.high) - min(low, span.low) > s.tables.distances.entry_stretch:
        return because("enter-stretch", RULE, leader=leader.id, unit=leader.id)
    return None


def leader_spots(s: State, leader: Leader) -> list[tuple[Pose, str]]:
    """With each of his units that are there, and by himself behind or beside them."""
    own = s.units_of(leader.command)
    joined = [(s.behind(one, leader), one.id) for one in own]
    alone = []
    for one in own:
        shape, mine = s.shape(one), leader.shape
        aside = (shape.width + mine.width) // 2
        for ahead, right in ((-(shape.depth + mine.depth) // 2, 0), (0, aside), (0, -aside)):
            dx, dy = offset(one.heading, ahead, right)
            alone.append((Pose(one.x + dx, one.y + dy, one.heading), ""))
    free = (spot for spot in alone if leader_why_not(s, leader, *spot) is None)
    return [*islice(free, 2), *(spot for spot in joined if leader_why_not(s, leader, *spot) is None)] or joined[:1]


def _follow(g: FucilieriGame, id: str) -> Procedure[None]:
    """A leader or character comes on with his command (fucilieri.2.3.16)."""
    s, leader = g.state, g.state.leaders[id]
    options = [
        Option(ENTER_LEADER, {"leader": id, "to": list(pose), **({"unit": unit} if unit else {})}, (RULE,))
        for pose, unit in leader_spots(s, leader)
    ]
    chosen = options[0]
    if len(options) > 1:
        free = partial(_leader_pointed, s, id)
        chosen = yield Decision(leader.seat, ENTER_LEADER, options, {"leader": id}, (RULE,), free=free)
    s, leader = g.state, g.state.leaders[id]
    leader.where, (leader.x, leader.y, leader.heading) = ON, Pose(*chosen["to"])
    if chosen.get("unit"):
        join(s, leader, s.units[chosen["unit"]])
    HAS_RIDDEN.put(leader)
    g.tell(Arrived(id, (*leader.pose,), "", leader.joined, (RULE,)))


def _leader_pointed(s: State, id: str, key: str, args: Args) -> Option | Objection | None:
    pose, unit = pose_of(args.get("to")), args.get("unit", "")
    if key != ENTER_LEADER or args.get("leader") != id or pose is None or not isinstance(unit, str):
        return None
    if set(args) - {"leader", "to", "unit"} or (unit and unit not in s.units):
        return None
    found = leader_why_not(s, s.leaders[id], pose, unit)
    said = {"leader": id, "to": list(pose), **({"unit": unit} if unit else {})}
    return found or Option(ENTER_LEADER, said, (RULE,))
