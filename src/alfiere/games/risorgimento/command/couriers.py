"""Chapter A.3: couriers carry changed orders to those whom no superior reaches in person (A.2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from alfiere.games.risorgimento.command.written import (
    WRITTEN_BY,
    Addressee,
    Order,
    addressee,
    addressees,
    ask_order,
    give,
    is_played,
    is_under_orders,
    outline_of,
    reaches,
    superiors,
)
from alfiere.games.risorgimento.morale.tests import roll6
from alfiere.games.risorgimento.sheets.ground import COURIER, FORD
from alfiere.games.risorgimento.sheets.terrain import Crossing
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.standing import base_of_leader, near
from alfiere.games.risorgimento.state.unit import ON, Commander, Unit
from alfiere.games.risorgimento.told.command import CourierGone, CourierRode
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import EDGES, bearing, edge_of, flush_pose
from alfiere.table.headings import offset
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import root_up, within
from alfiere.table.reach import Way
from alfiere.table.shapes import Base, Outline, Point, base


def messages(g: BattleGame, seat: Seat) -> Procedure[None]:
    """Once a turn in phase E, when a side's last formation has moved: orders are changed, and couriers ride."""
    s = g.state
    if not is_played(s) or WRITTEN_BY.is_on(s, seat):
        return
    yield from _change_orders(g, seat)
    WRITTEN_BY.put(g.state, seat)
    for id in list(g.state.couriers):
        if g.state.couriers[id].seat == seat:
            ride(g, g.state.couriers[id])
    catch_couriers(g)


def _change_orders(g: BattleGame, seat: Seat) -> Procedure[None]:
    """In person to whom a superior reaches, by courier to others; each addressee once (.a.2.3, .a.3.2, .a.3.3)."""
    done: set[str] = set()
    while True:
        options = [Option("no-message", {}, ("risorgimento.a.2.3",))]
        options += [one for one in _messages(g.state, seat) if one["who"] not in done]
        if len(options) == 1:
            return
        chosen = yield Decision(seat, "message", options, {}, ("risorgimento.a.2.3",), opening=True)
        if chosen.key == "no-message":
            return
        s = g.state
        who, sender = addressee(s, chosen["who"]), s.commanders[chosen["commander"]]
        done.add(who.id)
        rule = chosen.rules[0]
        order = yield from ask_order(g, seat, who, s.turn + 1, rule)
        if chosen.key == "tell":
            give(g, who, order, "in-person", "risorgimento.a.2.6")
        else:
            _start(g.state, sender, who, order)


def _messages(s: BattleState, seat: Seat) -> Iterator[Option]:
    for who in addressees(s, seat):
        if not is_under_orders(who) or who.where != ON:
            continue
        above = superiors(s, who)
        teller = next((one for one in above if reaches(s, one, who)), None)
        if teller is not None:
            yield Option("tell", {"who": who.id, "commander": teller.id}, ("risorgimento.a.2.6",))
            continue
        for one in above:
            yield Option("send", {"who": who.id, "commander": one.id}, ("risorgimento.a.3.3",))


def _start(s: BattleState, sender: Commander, who: Addressee, order: Order) -> None:
    """A courier begins touching the base of the sending commander, on the side of the addressee (.a.3.8)."""
    here, shape = base_of_leader(s, sender), s.tables.bases.courier.shape
    poses = [flush_pose(shape, edge_of(here, name), 0) for name in EDGES]
    pose = min(poses, key=lambda one: (one.x - who.x) ** 2 + (one.y - who.y) ** 2)
    numbers = [int(id.rpartition("-")[2]) for id in s.couriers]
    id = f"courier-{max(numbers, default=0) + 1}"
    s.couriers[id] = Courier(id, sender.seat, who.id, order.kind, order.place, order.x, order.y, *pose)


# Riding (risorgimento.a.3.3, .a.3.8, .a.3.9)


def ride(g: BattleGame, courier: Courier) -> None:
    """Towards the addressee by the shortest way round enemies and impassable ground; he delivers on touching him."""
    s = g.state
    who = addressee(s, courier.to)
    if who.where != ON:
        _end(g, courier, "lost")
        return
    way = _way(s, courier, who)
    if way is not None and len(way.points) > 1:
        start = courier.pose
        path = _as_far_as_he_gets(s, way.points)
        courier.x, courier.y = path[-1]
        courier.heading = bearing(path[-2], path[-1]) if path[-2] != path[-1] else courier.heading
        rules = ("risorgimento.a.3.3", "risorgimento.a.3.9")
        g.tell(CourierRode(courier.seat, courier.id, start, courier.pose, tuple(path), rules))
    if within(base_of_courier(s, courier).outline, outline_of(s, who), s.scene.field.touch):
        _deliver(g, courier, who)


def base_of_courier(s: BattleState, courier: Courier) -> Base:
    """The base of a courier (risorgimento.a.3.8)."""
    return base(courier.id, s.tables.bases.courier.shape, *courier.pose)


def _way(s: BattleState, courier: Courier, who: Addressee) -> Way | None:
    far = 4 * (s.scenario.width + s.scenario.depth)
    friends = {one.id for one in s.side(courier.seat)}
    trip = s.scene.journey(base_of_courier(s, courier), far, going=COURIER, leave_out=friends)
    way = trip.contact(outline_of(s, who))
    return way if isinstance(way, Way) else None


def _as_far_as_he_gets(s: BattleState, points: tuple[Point, ...]) -> list[Point]:
    """The part of a way that one move pays: ground and crossings cost as for light cavalry (risorgimento.a.3.9)."""
    speed, left = s.tables.speed("courier", "march_column"), Fraction(1)
    path = [points[0]]
    for start, end in pairwise(points):
        price = _price(s, start, end, speed)
        if price > left:
            return [*path, _cut(s, start, end, speed, left)]
        left -= price
        path.append(end)
    return path


def _cut(s: BattleState, start: Point, end: Point, speed: int, left: Fraction) -> Point:
    """The farthest place of a straight way that what is left pays for."""
    towards = bearing(start, end)
    low, high = 0, _far(start, end)
    while low < high:
        middle = (low + high + 1) // 2
        if _price(s, start, _along(start, towards, middle), speed) <= left:
            low = middle
        else:
            high = middle - 1
    return _along(start, towards, low)


def _along(start: Point, towards: int, far: int) -> Point:
    dx, dy = offset(towards, far)
    return start[0] + dx, start[1] + dy


def _far(start: Point, end: Point) -> int:
    return root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)


def _price(s: BattleState, start: Point, end: Point, speed: int) -> Fraction:
    """What a straight way costs him, as a share of a move."""
    if start == end:
        return Fraction(0)
    price = _far(start, end) * s.ground.paid("horse", start, end).weight / speed
    known = s.ground.known
    for crossed in s.ground.crossings(start, end):
        if crossed.way in ("", FORD):
            row: Crossing = known.ford if crossed.way == FORD else known.goings[crossed.piece.kind.id]
            price += Fraction(row.once.get("horse", 0), WHOLE)
    return price


# Delivered or lost


def _deliver(g: BattleGame, courier: Courier, who: Addressee) -> None:
    """A d6 and the I of who receives the order say from which turn it holds (risorgimento.a.3.4-7)."""
    s = g.state
    receiver = s.commanders[who.commander] if isinstance(who, Unit) else who
    roll = roll6(g, courier.seat)
    since = s.turn + 1 + s.tables.waits(roll + receiver.initiative)
    order = Order(courier.kind, courier.place, courier.at_x, courier.at_y, since)
    _end(g, courier, "delivered", roll, since)
    give(g, who, order, "courier", "risorgimento.a.3.7")


def catch_couriers(g: BattleGame, seat: Seat = "", ground: Outline | None = None) -> None:
    """A courier touched by an enemy unit is lost with his order (risorgimento.a.3.8).

    ``ground``: where a unit of this seat has just moved over.
    """
    s = g.state
    for courier in list(s.couriers.values()):
        here, touch = base_of_courier(s, courier).outline, s.scene.field.touch
        is_ridden_over = ground is not None and courier.seat != seat and within(here, ground, touch)
        if is_ridden_over or near(s, here, touch, other(courier.seat)):
            _end(g, courier, "caught")


def _end(g: BattleGame, courier: Courier, how: str, roll: int = 0, turn: int = 0) -> None:
    del g.state.couriers[courier.id]
    g.tell(CourierGone(courier.seat, courier.id, how, roll, turn, ("risorgimento.a.3.8",)))
