"""Chapter 3.2.8: flight, falling back, recoil, push-back and evasion. Closed ground stops them all.

Ground costs nothing, but for evasion, which is a move as any other.
On its way a unit keeps the front it had and turns where it ends. Contact is broken by all but the push-back, after
which the winner may follow up (3.5.8.2).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.battles.standing import apart
from alfiere.games.fucilieri.fire.sight import nearest_visible
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.settle import Moves
from alfiere.games.fucilieri.morale.units_lost import LEFT_BUILDING, lose_unit, take_to_flight
from alfiere.games.fucilieri.movement.costs import Fare, paces
from alfiere.games.fucilieri.sheets.ground import going
from alfiere.games.fucilieri.sheets.scenario_forms import Drowned
from alfiere.games.fucilieri.sheets.terrain import Who
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.footprint import shape
from alfiere.games.fucilieri.state.standing import FRONT, REAR, Contact, break_contact, contacts
from alfiere.games.fucilieri.state.unit import DISORGANISED, OPEN, SQUARE, UNLIMBERED, Unit
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import LEFT, RIGHT, bearing, contact, edge_of
from alfiere.table.headings import FULL_TURN, SCALE, offset, ray, turn_between
from alfiere.table.legs import WHOLE, Footing, Pace, Rate, Shift, after
from alfiere.table.manoeuvre import Manoeuvre, meets_on
from alfiere.table.measuring import closest, overlaps, within
from alfiere.table.shapes import Outline, Pose

BEYOND: Final = 20_000  # hundredths by which a way is lengthened to come clear of friends: over any table
STEP: Final = 10
A_LITTLE: Final = 100  # who is still touched after so much stands in the way
HALF_TURN: Final = FULL_TURN // 2


# Where to


def away(s: State, unit: Unit, enemy: Unit | None) -> int:
    """Straight away from an enemy: from the edge he touches, or along the shortest line; without one homewards.

    Left out, it is who holds it in contact, or the nearest it sees (fucilieri.3.2.8.3).
    """
    if enemy is None:
        held = [s.units[one.enemy] for one in contacts(unit)]
        enemy = min(held, key=lambda one: apart(s, unit, one), default=None) or nearest_visible(s, unit)
    if enemy is None:
        return home(s, unit)
    here, there = s.base(unit), s.base(enemy)
    touched = contact(here, there, s.field.touch)
    if touched is not None and touched.length:
        return (edge_of(here, touched.own).heading + HALF_TURN) % FULL_TURN
    own, other = closest(here.outline, there.outline)
    if own == other:
        own, other = here.point, there.point
    return bearing(other, own)


def home(s: State, unit: Unit) -> int:
    """The heading straight to its own edge (fucilieri.0.18)."""
    return OUTWARDS[s.homes[unit.seat]]


def _to_edge(s: State, outline: Outline, towards: int) -> int:
    """How far it goes before some part of it touches an edge of the table, rounded down."""
    x, y = ray(towards)
    far: list[int] = []
    for px, py in outline.points:
        for place, size, speed in ((px, s.field.width, x), (py, s.field.height, y)):
            if speed:
                far.append(max(0, size - place if speed > 0 else place) * SCALE // abs(speed))
    return min(far)


def _start(s: State, unit: Unit, block: str, towards: int) -> Footing:
    """Where it begins: of a garrison at the edge of its block, on the side to which it goes (fucilieri.5.13b)."""
    start = Footing(unit.formation, shape(unit), unit.pose)
    leg = Shift(0, (towards - start.pose.heading) % FULL_TURN)
    while block and s.ground.terrain.overlaps(block, after(start, leg).outline):
        leg = leg._replace(length=leg.length + STEP)
    return after(start, leg)


def _turned(footing: Footing, heading: int) -> Footing:
    return footing._replace(pose=footing.pose._replace(heading=heading % FULL_TURN))


def _manoeuvre(s: State, unit: Unit, through: Collection[str], leave_out: Collection[str] = ()) -> Manoeuvre:
    pace = Pace(0, going=going(Who(unit.base, unit.formation)))  # type: ignore[arg-type]
    return Manoeuvre(
        s.scene, unit.id, {unit.formation: pace}, through=through, leave_out={unit.id, *leave_out}, may_leave=True
    )


def _friends(s: State, unit: Unit) -> set[str]:
    return {one.id for one in s.side(unit.seat) if one is not unit}


def _left_behind(s: State, unit: Unit, start: Footing, towards: int) -> set[str]:
    """Enemies it touches but does not run into: it goes away from them."""
    near = [s.base(one) for one in s.foes(unit.seat) if within(s.base(one).outline, start.outline, s.field.touch)]
    leg = Shift(A_LITTLE, (towards - start.pose.heading) % FULL_TURN)
    met = meets_on(after(start, leg), leg, near, s.field.slack)
    return {one.id for one in near} - set(met)


def _clear_of_friends(
    s: State, unit: Unit, start: Footing, leg: Shift, facing: int, friends: Collection[str]
) -> Footing:
    """Where it ends: its whole way, and on until it is clear of friends (fucilieri.3.2.7.2).

    It turns there if it has room; otherwise it stands as it came, and what else stands there was in its way.
    """
    m = _manoeuvre(s, unit, friends)
    for more in range(0, BEYOND + 1, STEP):
        there = after(start, leg._replace(length=leg.length + more))
        turned = _turned(there, facing)
        if m.stands(turned) is None and s.scene.is_on_table(turned.outline):
            return turned
        if m.stands(there) is None:
            return there
        if not any(overlaps(there.outline, s.scene.by_id[one].outline) for one in friends):
            return there
    return after(start, leg)


def _length(start: Footing, end: Footing, leg: Shift) -> Shift:
    """The leg up to where it ends."""
    dx, dy = end.pose.x - start.pose.x, end.pose.y - start.pose.y
    x, y = ray((start.pose.heading + leg.aside) % FULL_TURN)
    return leg._replace(length=max(leg.length, (dx * x + dy * y) // SCALE))


def pass_through(g: FucilieriGame, unit: Unit, start: Footing, leg: Shift) -> None:
    """Close-order friends in its way become disorganised, unless disciplined (fucilieri.3.2.7.2)."""
    s = g.state
    friends = [one for one in s.side(unit.seat) if one is not unit and one.is_close]
    for id in meets_on(start, leg, [s.base(one) for one in friends], s.field.slack):
        if s.units[id].profile.type != "disciplined":
            worsen(g, s.units[id], (DISORGANISED,), "fucilieri.3.2.7.2")


def _stand(g: FucilieriGame, unit: Unit, end: Footing, how: str, rules: tuple[str, ...]) -> None:
    before = unit.pose
    if unit.is_on:
        g.state.stand(unit, end)
    else:
        unit.x, unit.y, unit.heading = end.pose
    path = (before.point, end.pose.point)
    g.tell(UnitMoved(unit.id, before, end.pose, path, unit.formation, how, rules))


def drowns(s: State, piece: str) -> bool:
    """Whether who has to go back into this piece of ground is lost by a special rule of the battle."""
    river = piece.partition(".")[0]  # its water lies in pieces between the bridges
    return any(one.piece == river for one in s.scenario.special(Drowned))


# Flight


def flee(g: FucilieriGame, unit: Unit) -> Procedure[None]:
    """A unit in flight runs straight home; an edge, an enemy or closed ground is its end (.3.2.8.1, .3.2.8.7)."""
    yield from ()
    s = g.state
    towards = home(s, unit)
    start = _start(s, unit, LEFT_BUILDING.first(unit) or "", towards)
    LEFT_BUILDING.clear(unit)
    friends = {one.id for one in s.side(unit.seat)}
    m = _manoeuvre(s, unit, friends, _left_behind(s, unit, start, towards))
    assert unit.moves.flees is not None, "artillery in flight is removed at once (fucilieri.3.2.8.2b)"
    leg = Shift(unit.moves.flees, (towards - start.pose.heading) % FULL_TURN)
    end = _clear_of_friends(s, unit, start, leg, towards, friends)
    leg = _length(start, end, leg)
    met, edge = m.run(start, leg), _to_edge(s, start.outline, towards)
    is_stopped = met is not None and met.far < edge
    far = max(0, met.far) if met is not None and is_stopped else min(leg.length, edge)
    pass_through(g, unit, start, leg._replace(length=far))
    if is_stopped and met is not None:
        by_enemy = met.by in s.units
        how = "caught" if by_enemy else "drowned" if drowns(s, met.by) else "stopped"
        lose_unit(g, unit, how, f"fucilieri.3.2.8.{1 if by_enemy else 7}")
    elif edge <= leg.length:
        lose_unit(g, unit, "off-table", "fucilieri.3.2.8.1")
    else:
        _stand(g, unit, end, "flight", ("fucilieri.3.2.8.1", "fucilieri.3.2.8.2a"))


# Falling back


def fall_back(g: FucilieriGame, unit: Unit, away_from: Unit | None = None) -> Procedure[None]:
    """It goes its fall-back distance straight away from the enemy and faces him (fucilieri.3.2.8.3-5).

    Who touches an edge is lost; where closed ground or an enemy stands in its way it takes to flight.
    """
    s = g.state
    towards = away(s, unit, away_from)
    start = _start(s, unit, unit.post, towards)
    break_contact(s, unit)
    friends = _friends(s, unit)
    m = _manoeuvre(s, unit, friends, _left_behind(s, unit, start, towards))
    leg = Shift(unit.moves.falls_back, (towards - start.pose.heading) % FULL_TURN)
    end = _clear_of_friends(s, unit, start, leg, towards + HALF_TURN, friends)
    leg = _length(start, end, leg)
    met, edge = m.run(start, leg), _to_edge(s, start.outline, towards)
    if met is not None and met.far < edge and drowns(s, met.by):
        lose_unit(g, unit, "drowned", "fucilieri.3.2.8.7")
        return
    if met is not None and met.far < edge:
        take_to_flight(g, unit, "fucilieri.3.2.8.5")
        if not unit.is_guns:
            yield from flee(g, unit)
        return
    pass_through(g, unit, start, leg._replace(length=min(leg.length, edge)))
    if edge <= leg.length:
        lose_unit(g, unit, "off-table", "fucilieri.3.2.8.5")
    else:
        _stand(g, unit, end, "fall-back", ("fucilieri.3.2.8.3", "fucilieri.3.2.8.4"))


MOVES: Final = Moves(fall_back, flee)


# After combat


def recoil(g: FucilieriGame, unit: Unit) -> Procedure[None]:
    """Cavalry goes straight back by its line allowance, through friends, and is disorganised (.3.5.8.7, .3.2.8.7)."""
    yield from ()
    s = g.state
    towards = (unit.heading + HALF_TURN) % FULL_TURN
    start = s.footing(unit)
    break_contact(s, unit)
    friends = _friends(s, unit)
    m = _manoeuvre(s, unit, friends, _left_behind(s, unit, start, towards))
    leg = Shift(unit.moves.speed["line"], HALF_TURN)
    leg = _length(start, _clear_of_friends(s, unit, start, leg, unit.heading, friends), leg)
    met, edge = m.run(start, leg), _to_edge(s, start.outline, towards)
    most = min(leg.length, edge, leg.length if met is None else max(0, met.far))
    far = _farthest(m, start, leg, most)
    pass_through(g, unit, start, leg._replace(length=far))
    _stand(g, unit, after(start, leg._replace(length=far)), "recoil", ("fucilieri.3.5.8.7", "fucilieri.3.2.8.7"))
    worsen(g, unit, (DISORGANISED,), "fucilieri.3.5.8.7")


def _farthest(m: Manoeuvre, start: Footing, leg: Shift, most: int) -> int:
    """The longest way, up to so much, at whose end it can stand."""
    return next((far for far in range(most, 0, -1) if m.stands(after(start, leg._replace(length=far))) is None), 0)


def push_back(g: FucilieriGame, unit: Unit, held: Contact) -> Procedure[None]:
    """It goes straight away from the edge on which it is touched and faces that enemy (.3.5.8.2, .3.5.8.2b).

    Where friends or ground leave no room it stops, disorganised; a square or a garrison stays (.3.5.8.3).
    """
    yield from ()
    s = g.state
    if unit.formation == SQUARE or unit.post:
        return
    before, edge = s.footing(unit), edge_of(s.base(unit), _touched(s, unit, held))
    dx, dy = offset(edge.heading, -(before.shape.depth // 2))
    x, y = edge.middle
    start = before if edge.name == FRONT else before._replace(pose=Pose(x + dx, y + dy, edge.heading))
    m = _manoeuvre(s, unit, (), {held.enemy})
    length = s.tables.distances.push_back
    leg = Shift(length, HALF_TURN)
    if m.stands(start) is not None:
        found = _slid(m, start, leg)
        start = found or before
        if found is None:  # no room to turn: it goes as it stands
            leg = leg._replace(aside=(edge.heading + HALF_TURN - before.pose.heading) % FULL_TURN)
    met = m.run(start, leg)
    edge_far = _to_edge(s, start.outline, (edge.heading + HALF_TURN) % FULL_TURN)
    far = _farthest(m, start, leg, min(length, edge_far, length if met is None else max(0, met.far)))
    _stand(g, unit, after(start, leg._replace(length=far)), "push-back", ("fucilieri.3.5.8.2", "fucilieri.3.5.8.2b"))
    if far < length:
        worsen(g, unit, (DISORGANISED,), "fucilieri.3.5.8.3")


def _slid(m: Manoeuvre, start: Footing, leg: Shift) -> Footing | None:
    """Turned, but aside by the least that keeps it clear of everybody else (fucilieri.0.17)."""
    for far in range(STEP, start.shape.width // 2 + 1, STEP):
        for hand in (far, -far):
            dx, dy = offset(start.pose.heading, 0, hand)
            there = start._replace(pose=Pose(start.pose.x + dx, start.pose.y + dy, start.pose.heading))
            if m.stands(there) is None and m.stands(after(there, leg)) is None:
                return there
    return None


def _touched(s: State, unit: Unit, held: Contact) -> str:
    """The name of the edge on which an enemy holds it: front, right, rear or left."""
    enemy = s.units[held.enemy]
    touched = contact(s.base(unit), s.base(enemy), s.field.touch)
    if touched is not None and touched.length:
        return touched.own
    if held.edge in (FRONT, REAR):
        return held.edge
    to_enemy = bearing(unit.pose.point, enemy.pose.point)
    return min((LEFT, RIGHT), key=lambda name: turn_between(edge_of(s.base(unit), name).heading, to_enemy))


# Evasion


def evade(g: FucilieriGame, unit: Unit, charger: Unit) -> Procedure[None]:
    """It goes straight away from who charges, its back to him; light horse in close order is disorganised (.3.3.2.8).

    Friends are passed as in any move (fucilieri.3.3.2.10, .3.2.7.1); over the edge it is lost.
    """
    yield from ()
    s = g.state
    towards = away(s, unit, charger)
    start = s.footing(unit)
    was_close = unit.is_close
    passed = {id for id in _friends(s, unit) if not was_close or s.units[id].formation in (OPEN, UNLIMBERED)}
    m = _manoeuvre(s, unit, passed, {charger.id} & _left_behind(s, unit, start, towards))
    leg = _paid_way(s, unit, start, towards)
    met, edge = m.run(start, leg), _to_edge(s, start.outline, towards)
    most = leg.length if met is None else max(0, met.far)
    if edge < most:
        lose_unit(g, unit, "off-table", "fucilieri.3.3.2.10")
        return
    far = next((far for far in range(most, 0, -1) if m.stands(_back_to(start, leg, far, towards)) is None), 0)
    _stand(g, unit, _back_to(start, leg, far, towards), "evade", ("fucilieri.3.3.2.8",))
    if was_close:
        worsen(g, unit, (DISORGANISED,), "fucilieri.3.3.2.8")


def _paid_way(s: State, unit: Unit, start: Footing, towards: int) -> Shift:
    """As far as its full allowance leads in one direction; this move pays for ground (not in fucilieri.3.2.8.7)."""
    pace = paces(unit)[unit.formation]._replace(rates=(Rate(HALF_TURN),))
    fare = Fare(s.ground, unit)
    leg = Shift(pace.speed, (towards - start.pose.heading) % FULL_TURN)
    low, high = 0, pace.speed
    while low < high:
        middle = (low + high + 1) // 2
        paid = fare(pace, (start,), leg._replace(length=middle))
        low, high = (middle, high) if paid is not None and paid <= WHOLE else (low, middle - 1)
    return leg._replace(length=low)


def _back_to(start: Footing, leg: Shift, far: int, towards: int) -> Footing:
    return _turned(after(start, leg._replace(length=far)), towards)
