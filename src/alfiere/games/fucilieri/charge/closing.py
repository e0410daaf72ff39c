"""Chapters 3.3.1.7-3.3.1.9 and 3.3.3.4-3.3.3.9: the way of a charge, and how it is laid against whom it strikes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.movement.costs import Fare, disordering_ground, mover_going, who
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.standing import FLANK, FRONT, REAR, engage, front_middle
from alfiere.games.fucilieri.state.unit import DISORGANISED, HAS_ENGAGED, OF_UNIT, OPEN, SPENT, UNLIMBERED, Unit
from alfiere.games.fucilieri.told.charge import ChargeEnded
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.table.closing import along
from alfiere.table.fronts import EDGES, LEFT, RIGHT, Edge, bearing, edge_of, flush_pose
from alfiere.table.headings import FULL_TURN, turn_between
from alfiere.table.legs import CENTRE, WHOLE, Footing, Pace, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre, swept_along
from alfiere.table.measuring import gap, nearest_point, point_to_segment, root_up, within
from alfiere.table.offers import afforded
from alfiere.table.shapes import Outline, Point

STEP: Final = 50  # tenths of a degree by which a wheel is tried
SHIFT: Final = 25  # hundredths by which a unit is shifted sideways to find room
BACK: Final = 5  # hundredths by which it is drawn back from an obstacle

ATTACKS = OF_UNIT.about("attacks", str)  # whom it has charged and holds since then, fucilieri.3.5.3.12


class Course(NamedTuple):
    """The way of a charge: how it stands after its wheel, how far it goes straight on, and where it is laid."""

    start: Footing
    far: int  # until it touches, or is at the near side of an obstacle
    cost: int  # hundredths of its allowance
    end: Footing  # laid against the struck edge
    turned: int  # what its wheel cost of it
    across: tuple[str, ...] = ()  # the obstacles between, at whose near side it is laid


# What it has to spend


def charge_allowance(unit: Unit) -> int:
    """How far it may still charge: what it spent in round 2 is deducted (fucilieri.3.3.1.6a-c)."""
    whole: int = unit.moves.charge.get(unit.formation, 0)  # type: ignore[call-overload]
    return max(0, whole - sum(SPENT.all(unit)))


def held_ground(s: State, unit: Unit) -> Outline:
    """What one charges: its footprint, of a garrison the block it holds (fucilieri.3.3.3.9)."""
    return s.ground.pieces[unit.post].outline if unit.post else s.base(unit).outline


def apart(s: State, unit: Unit, target: Unit) -> int:
    """How far it is from a target."""
    return gap(s.base(unit).outline, held_ground(s, target))


def manoeuvre(s: State, unit: Unit, *leave_out: str) -> Manoeuvre:
    """What is in the way of a charge: not friends it may pass through; costs are hundredths (.3.2.7.1, .3.3.1.8)."""
    pace = Pace(WHOLE, wheels=True, is_free=unit.formation == OPEN, going=mover_going(unit, unit.formation))
    passed = {
        one.id for one in s.side(unit.seat) if OPEN in (one.formation, unit.formation) or one.formation == UNLIMBERED
    }
    return Manoeuvre(
        s.scene, unit.id, {unit.formation: pace}, leave_out=leave_out, through=passed, fare=Fare(s.ground, unit)
    )


# Which edge


def struck_edge(s: State, origin: Point, target: Unit, zone: str) -> Edge:
    """The edge of a target that is struck by one who comes from there (fucilieri.3.3.1.9); of a block the nearest."""
    if target.post:
        points = s.ground.pieces[target.post].points
        sides = [
            Edge(FRONT, a, b, (bearing(a, b) - 900) % FULL_TURN)
            for a, b in zip(points, (*points[1:], points[0]), strict=True)
        ]
        return _nearest(sides, origin)
    base = s.base(target)
    if not target.has_flanks:
        return _nearest([edge_of(base, name) for name in EDGES], origin)
    if zone == FLANK:
        return _nearest([edge_of(base, name) for name in (LEFT, RIGHT)], origin)
    return edge_of(base, REAR if zone == REAR else FRONT)


def _nearest(edges: list[Edge], origin: Point) -> Edge:
    """The edge nearest to a point, of several the one that looks at it most."""

    def far(edge: Edge) -> tuple[int, int]:
        square, over = point_to_segment(*origin, *edge.start, *edge.end)
        return square // over, turn_between(edge.heading, bearing(edge.middle, origin))

    return min(edges, key=far)


# The way


def course(s: State, unit: Unit, target: Unit, zone: str, left: int) -> Course | None:
    """One wheel of up to 45 degrees, then straight at a target; None if so much does not reach it (.3.3.1.7)."""
    if apart(s, unit, target) > left:
        return None
    key = ("charge", unit.id, target.id, zone, left)
    if key not in s.scene.memory:
        s.scene.memory[key] = next(_courses(s, unit, target, zone, left), None)
    found: Course | None = s.scene.memory[key]
    return found


def _courses(s: State, unit: Unit, target: Unit, zone: str, left: int) -> Iterator[Course]:
    m = manoeuvre(s, unit, *((target.id,) if target.post else ()))
    edge = struck_edge(s, s.footing(unit).front, target, zone)
    for start, paid in _starts(s, unit, target, m):
        if paid <= left:
            found = _straight(s, unit, target, m, start, paid, edge)
            if found is not None and found.cost <= left:
                yield found


def _starts(s: State, unit: Unit, target: Unit, m: Manoeuvre) -> Iterator[tuple[Footing, int]]:
    """How it may stand before it goes straight, and what that costs: first without a wheel, then the likeliest ones."""
    here, prey = s.footing(unit), held_ground(s, target)
    x, y = nearest_point(prey, *here.front)
    middle = s.ground.pieces[target.post].outline if target.post else prey
    xs, ys = [x for x, _ in middle.points], [y for _, y in middle.points]
    aims = [(sum(xs) // len(xs), sum(ys) // len(ys)), (round(x), round(y))]
    if unit.formation == OPEN:  # it faces any way, fucilieri.3.2.3.6
        for aim in aims:
            turn = Turn(_angle(here.pose.heading, bearing(here.pose.point, aim)), CENTRE)
            if m.barred(here, turn) is None:
                yield after(here, turn), 0
        return
    yield here, 0
    most = s.tables.angles.charge_wheel
    wanted = [_angle(here.pose.heading, bearing(here.front, aim)) for aim in aims if aim != here.front]
    side = 1 if sum(wanted) >= 0 else -1
    angles = [max(-most, min(most, one)) for one in wanted]
    angles += [side * one for one in range(STEP, most + 1, STEP)]
    for angle in dict.fromkeys(angles):
        turn = Turn(angle, RIGHT if angle > 0 else LEFT)
        if angle and m.barred(here, turn) is None:
            paid = m.paid(here, turn)
            if paid is not None:
                yield after(here, turn), paid


def _angle(heading: int, wanted: int) -> int:
    """The turn from one heading to another, by the shorter way."""
    return (wanted - heading + 1800) % FULL_TURN - 1800


def _straight(s: State, unit: Unit, target: Unit, m: Manoeuvre, start: Footing, paid: int, edge: Edge) -> Course | None:
    """Straight on from there until it meets the target, and laid flush; None if something else is met first."""
    prey = held_ground(s, target)
    most = gap(start.outline, prey) + sum(start.shape) + sum(s.shape(target))  # it has met or passed it by then
    met = m.run(start, Shift(most))
    if met is None or not _is_met(s, target, met.by):
        return None
    far = max(0, met.far)
    while far and within(after(start, Shift(far - 1)).outline, prey, 0):  # what scrapes past does not count
        far -= 1
    laid = lay(s, unit, target, after(start, Shift(far)), edge, m)
    if laid is None:
        return None
    end, back, across = laid
    cost = (m.paid(start, Shift(far)) or 0) if far else 0
    paid_for = {one.piece for one in Fare(s.ground, unit).tolls(start, Shift(far))} if far else set()
    due = sum(crossing_cost(s, unit, id) for id in across if id not in paid_for)
    return Course(start, max(0, far - back), paid + max(0, cost - back) + due, end, paid, across)


def crossing_cost(s: State, unit: Unit, line: str) -> int:
    """What it costs a unit to cross a line (fucilieri.5.15)."""
    return s.ground.line_cost(s.ground.pieces[line], who(unit, unit.formation))


def _is_met(s: State, target: Unit, by: str) -> bool:
    if target.post:
        return by not in s.units and by != "" and s.ground.piece_of(by).id == target.post
    return by == target.id


def wheeled(s: State, unit: Unit, place: Point, left: int) -> tuple[Footing, int]:
    """How it stands when it has wheeled towards a place as far as it may and can, and what it has left then."""
    m, here = manoeuvre(s, unit), s.footing(unit)
    if unit.formation == OPEN:
        turn = Turn(_angle(here.pose.heading, bearing(here.pose.point, place)), CENTRE)
        return (after(here, turn) if m.barred(here, turn) is None else here), left
    most = s.tables.angles.charge_wheel
    angle = max(-most, min(most, _angle(here.pose.heading, bearing(here.front, place))))
    turn = Turn(angle, RIGHT if angle > 0 else LEFT)
    paid = m.paid(here, turn) if angle and m.barred(here, turn) is None else None
    return (after(here, turn), left - paid) if paid is not None and paid <= left else (here, left)


# Laying it flush


def lay(
    s: State, unit: Unit, target: Unit, at: Footing, edge: Edge, m: Manoeuvre
) -> tuple[Footing, int, tuple[str, ...]] | None:
    """Flush along an edge with the smallest shift sideways that has room, over a file at least (.3.3.3.6, .3.3.1.5).

    With an obstacle between that the target touches it is drawn back to its near side (fucilieri.3.3.3.9): how far, and
    which it is. None without room.
    """
    long = root_up((edge.end[0] - edge.start[0]) ** 2 + (edge.end[1] - edge.start[1]) ** 2)
    file = min(s.tables.combat_dice.file, long, at.shape.width)
    most = (long + at.shape.width) // 2 - file
    wanted = max(-most, min(most, along(at, edge)))
    between = () if target.post else tuple(one.id for one in s.ground.between(s.base(target).outline, at.pose.point))
    for far in range(0, 2 * most + SHIFT, SHIFT):
        for place in dict.fromkeys((wanted - far, wanted + far)):
            if abs(place) <= most:
                laid = at._replace(pose=flush_pose(at.shape, edge, place))
                drawn = _near_side(s, laid, between)
                end, back, across = (laid, 0, ()) if drawn is None else (*drawn, between)
                if m.stands(end) is None:
                    return end, back, across
    return None


def _near_side(s: State, laid: Footing, between: tuple[str, ...]) -> tuple[Footing, int] | None:
    """Drawn straight back until it lies across none of these lines; None if that is too far to be contact."""
    for back in range(0, 2 * s.tables.distances.obstacle + 1, BACK):
        end = after(laid, Shift(back, 1800))
        if not any(s.ground.terrain.within(id, end.outline, 0) for id in between):
            return end, back
    return None


# Contact


def close(g: FucilieriGame, unit: Unit, target: Unit, edge: str, way: Course, *, own_edge: str = FRONT) -> None:
    """It comes into contact: laid flush, both are engaged, and the struck edge is kept (fucilieri.3.3.3.6)."""
    rules = ("fucilieri.3.3.3.6", "fucilieri.3.3.3.9") if way.across or target.post else ("fucilieri.3.3.3.6",)
    go(g, unit, way.start, way.far, way.end, "charge", rules)
    in_contact(unit, target, own_edge, edge)
    g.tell(ChargeEnded(unit.id, target.id, "contact", edge, rules))


def in_contact(unit: Unit, target: Unit, own_edge: str, edge: str) -> None:
    """Both are engaged; who has charged is the attacker (fucilieri.3.3.3.6, .3.5.3.12, .3.1.6.9)."""
    engage(unit, target, own_edge, edge)
    ATTACKS.set(unit, target.id, 1)
    ATTACKS.set(target, unit.id, 0)
    for one in (unit, target):
        if not HAS_ENGAGED.is_on(one):
            HAS_ENGAGED.put(one)


def go(g: FucilieriGame, unit: Unit, start: Footing, far: int, end: Footing, how: str, rules: tuple[str, ...]) -> None:
    """A wheel and a straight way, and how it stands then; ground may disorganise it (fucilieri.5.4, .5.6, .5.7)."""
    s, before = g.state, unit.pose
    tolls = Fare(s.ground, unit).tolls(start, Shift(far))
    if end.pose == before:
        return
    s.stand(unit, end)
    path = tuple(dict.fromkeys((before.point, start.pose.point, end.pose.point)))
    g.tell(UnitMoved(unit.id, before, end.pose, path, end.formation, how, rules))
    if any(one.disorders for one in tolls) and not unit.is_disorganised:
        worsen(g, unit, (DISORGANISED,), "fucilieri.5.7")
    elif disordering_ground(s, unit, end) and not unit.is_disorganised:
        worsen(g, unit, (DISORGANISED,), "fucilieri.5.17")


# Falling short


def ahead(s: State, unit: Unit, start: Footing, most: int, near: int, budget: int | None = None) -> int:
    """How far it gets straight ahead with so much, stopping so far from every enemy (fucilieri.3.3.2.9)."""
    m = manoeuvre(s, unit)
    if budget is not None:
        most = afforded(m, start, Shift(most), budget)[0].length
    met = m.run(start, Shift(most)) if most else None
    most = most if met is None else max(0, met.far)
    low, high = 0, most
    foes = [s.base(one).outline for one in s.foes(unit.seat)]
    while low < high:
        middle = (low + high + 1) // 2
        if _keeps_off(start, middle, foes, near):
            low = middle
        else:
            high = middle - 1
    while low and m.stands(after(start, Shift(low))) is not None:
        low -= 1
    return low


def _keeps_off(start: Footing, far: int, foes: list[Outline], near: int) -> bool:
    """Whether no enemy is nearer than this to any place on a straight way."""
    there = after(start, Shift(far)).pose
    ground = Outline(swept_along(start.outline.points, there.x - start.pose.x, there.y - start.pose.y))
    return not any(within(ground, foe, near - 1) for foe in foes)


def go_on(g: FucilieriGame, unit: Unit, start: Footing, far: int, rule: str) -> None:
    """It goes so far straight on and stops there, in contact with nobody."""
    go(g, unit, start, far, after(start, Shift(far)), "charge", (rule,))


def front_of(s: State, unit: Unit) -> Point:
    """The middle of its front edge, which says whom it strikes where (fucilieri.3.3.1.9)."""
    return front_middle(unit, s.shape(unit).depth)
