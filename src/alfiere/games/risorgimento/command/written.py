"""Chapters A.2 and A.3, an option: written orders, what they forbid, and the couriers who change them.

An order is about a place of the scenario, an enemy unit, or a point; it stands as a mark on the commander or unit it
was given to, with the turn from which it holds, and holds for everybody under him.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.chain import commander_of, is_in_command_as_leader
from alfiere.games.risorgimento.sheets.ground import point_gap
from alfiere.games.risorgimento.state.battle import OF_BATTLE, SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import base_of_leader, is_in_radius, place_gap
from alfiere.games.risorgimento.state.unit import OF_COMMANDER, OF_UNIT, ON, Commander, Unit
from alfiere.games.risorgimento.told.command import Ordered
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure, Together
from alfiere.table.legs import Footing
from alfiere.table.measuring import gap
from alfiere.table.shapes import Outline

ORDERS: Final = "orders"  # the option
ATTACK, ADVANCE, WITHDRAW = "attack", "advance", "withdraw"
HOLD, DEFEND, RESERVE = "hold", "defend", "reserve"
RELEASE: Final = "release"  # no orders any more
TOWARDS: Final = (ATTACK, ADVANCE, WITHDRAW)
AT: Final = (HOLD, DEFEND, RESERVE)

Addressee: TypeAlias = Commander | Unit  # who has written orders, or may get them


class Order(NamedTuple):
    """What to do, where, and from which turn on; without a place it is about a point."""

    kind: str
    place: str  # a place of the scenario, or an enemy unit to attack
    x: int
    y: int
    since: int


OF_LEADER = OF_COMMANDER.about("ordered", Order, widest=1)
OF_ONE = OF_UNIT.about("ordered", Order, widest=1)
WRITTEN_BY = OF_BATTLE.about("messages of", str, TURN)  # a side that has sent its messages in this turn


def is_played(s: BattleState) -> bool:
    """Whether written orders, and with them couriers, are in play (risorgimento.a.3.1)."""
    return s.options.get(ORDERS) == "yes"


# What holds


def order_of(s: BattleState, who: Addressee) -> Order | None:
    """The order he was given himself and that is in force now: of several the last (risorgimento.a.2.2)."""
    found = [one for one in _all(who) if one.since <= s.turn]
    return found[-1] if found and found[-1].kind != RELEASE else None


def _all(who: Addressee) -> list[Order]:
    return OF_ONE.all(who) if isinstance(who, Unit) else OF_LEADER.all(who)


def order_for(s: BattleState, unit: Unit) -> Order | None:
    """The order a unit is under: its own, or that of the nearest commander above it who has one."""
    own = s.commanders[unit.commander]
    chain: list[Addressee] = [unit, own, *s.chain(own)]
    found = (order_of(s, one) for one in chain)
    return next((one for one in found if one is not None), None)


def has_campaign_orders(s: BattleState, who: Commander) -> bool:
    """Whether a corps commander out of radius need not roll, for he knows what to do (risorgimento.a.1.8)."""
    return is_played(s) and who.rank == "CC" and order_of(s, who) is not None


def give(g: BattleGame, who: Addressee, order: Order, how: str, rule: str) -> None:
    """He has this order from its turn on; what was to come into force later is overtaken."""
    s = g.state
    marks: Any = OF_ONE if isinstance(who, Unit) else OF_LEADER
    kept = [one for one in _all(who) if one.since <= s.turn][-1:]
    marks.clear(who)
    for one in (*kept, order):
        marks.put(who, one)
    g.tell(Ordered(who.seat, who.id, order.kind, order.place, order.x, order.y, order.since, how, (rule,)))


def forget_orders(s: BattleState, seat: Seat) -> None:
    """What the other side was ordered a seat cannot know, nor what its couriers carry, and to whom (.a.2.1, .a.3.3)."""
    for who in s.commanders.values():
        if who.seat != seat:
            OF_LEADER.clear(who)
    for unit in s.units.values():
        if unit.seat != seat:
            OF_ONE.clear(unit)
    for courier in s.couriers.values():
        if courier.seat != seat:
            courier.to = next(who.id for who in s.commanders.values() if who.seat == courier.seat)
            courier.kind, courier.place, courier.at_x, courier.at_y = RELEASE, "", 0, 0


# What it forbids (risorgimento.a.2.5)


def why_against_orders(s: BattleState, unit: Unit, end: Footing) -> Objection | None:
    """Why a unit may not end a voluntary move there, by the orders it is under."""
    order = order_for(s, unit) if is_played(s) else None
    if order is None:
        return None
    now, then = (off(s, order, one) for one in (s.base(unit).outline, end.outline))
    if now is None or then is None:
        return None  # the unit to be attacked is gone
    is_against = (
        (order.kind == RESERVE and end.pose != unit.pose)
        or (order.kind in TOWARDS and then > now)
        or (order.kind in AT and then > max(now, s.tables.distances.post))
        or (order.kind == DEFEND and _leaves_post(s, unit, order, end.outline))
    )
    return because("against-orders", "risorgimento.a.2.5", unit=unit.id, order=order.kind) if is_against else None


def _leaves_post(s: BattleState, unit: Unit, order: Order, end: Outline) -> bool:
    """Whether it moves closer to the enemy than its post is."""
    foes = [s.base(one).outline for one in s.foes(unit.seat)]
    then = min((gap(end, foe) for foe in foes), default=0)
    now = min((gap(s.base(unit).outline, foe) for foe in foes), default=0)
    post = min((off(s, order, foe) or 0 for foe in foes), default=0)
    return then < now and then < post


def off(s: BattleState, order: Order, outline: Outline) -> int | None:
    """How far from the place of an order a base is; None if that was a unit that is gone."""
    if order.place in s.units:
        target = s.units[order.place]
        return gap(s.base(target).outline, outline) if target.is_on else None
    if order.place:
        return place_gap(s, s.places[order.place], outline)
    return point_gap((order.x, order.y), outline)


# Before the battle (risorgimento.a.2.1)


def write_orders(g: BattleGame) -> Procedure[None]:
    """Both sides write down orders for whom they like, unseen by each other."""
    if is_played(g.state):
        yield Together({seat: _write(g, seat) for seat in SEATS})


def _write(g: BattleGame, seat: Seat) -> Procedure[None]:
    while True:
        s = g.state
        free = [one for one in addressees(s, seat) if not _all(one)]
        options = [
            Option("no-more-orders", {}, ("risorgimento.a.2.1",)),
            *(Option("order-whom", {"who": one.id}, ("risorgimento.a.2.1",)) for one in free),
        ]
        chosen = yield Decision(seat, "orders", options, {}, ("risorgimento.a.2.1",), opening=True)
        if chosen.key == "no-more-orders":
            return
        who = addressee(g.state, chosen["who"])
        order = yield from ask_order(g, seat, who, 1, "risorgimento.a.2.1")
        give(g, who, order, "before", "risorgimento.a.2.1")


def addressees(s: BattleState, seat: Seat) -> Iterator[Addressee]:
    """Everybody of a side who can be given orders: commanders, then units."""
    yield from (one for one in s.commanders.values() if one.seat == seat and not one.is_dead)
    yield from (one for one in s.units.values() if one.seat == seat and not one.is_gone)


def addressee(s: BattleState, id: str) -> Addressee:
    """A commander or unit by its id."""
    return s.commanders[id] if id in s.commanders else s.units[id]


def ask_order(g: BattleGame, seat: Seat, who: Addressee, since: int, rule: str) -> Procedure[Order]:
    """Which order? A place or an enemy that is offered, where he stands, or any point that a person shows."""
    s = g.state
    here = {"x": who.x, "y": who.y}
    nowhere = {"x": 0, "y": 0}
    options = [_option(HOLD, "", here), _option(DEFEND, "", here), _option(RESERVE, "", here)]
    options += [_option(kind, id, nowhere) for id in s.places for kind in (ATTACK, ADVANCE, HOLD, DEFEND, WITHDRAW)]
    options += [_option(ATTACK, one.id, nowhere) for one in s.foes(seat)]
    if _all(who):
        options.append(_option(RELEASE, "", nowhere))
    about = {"who": who.id}
    chosen = yield Decision(
        seat, "write-order", options, about, (rule,), free=lambda key, args: _at_point(s, key, args)
    )
    return Order(chosen["kind"], chosen["place"], chosen["x"], chosen["y"], since)


def _option(kind: str, place: str, at: dict[str, int]) -> Option:
    return Option("order", {"kind": kind, "place": place, **at}, ("risorgimento.a.2.5",))


def _at_point(s: BattleState, key: str, args: Args) -> Option | Objection | None:
    """An order about a point that is shown on the table."""
    x, y = args.get("x"), args.get("y")
    if key != "order" or args.get("kind") not in (*TOWARDS, *AT) or args.get("place") or len(args) != 4:
        return None
    if type(x) is not int or type(y) is not int:
        return None
    if not (0 <= x <= s.scenario.width and 0 <= y <= s.scenario.depth):
        return because("off-table", "risorgimento.a.2.5")
    return _option(args["kind"], "", {"x": x, "y": y})


# In person (risorgimento.a.2.3, .a.2.6)


def superiors(s: BattleState, who: Addressee) -> list[Commander]:
    """Those above him who are in command and so may change his orders (risorgimento.a.2.2)."""
    if isinstance(who, Unit):
        own = commander_of(s, who)
        chain = [own, *s.chain(own)] if own is not None else []
    else:
        chain = list(s.chain(who))
    return [one for one in chain if is_in_command_as_leader(s, one)]


def reaches(s: BattleState, superior: Commander, who: Addressee) -> bool:
    """Whether a superior has him in his radius, and so tells him himself (risorgimento.a.2.3)."""
    return who.where == ON and is_in_radius(s, superior, outline_of(s, who))


def outline_of(s: BattleState, who: Addressee) -> Outline:
    """The base of a commander or unit."""
    return s.base(who).outline if isinstance(who, Unit) else base_of_leader(s, who).outline


def is_under_orders(who: Addressee) -> bool:
    """Whether he has orders that can be changed."""
    return bool(_all(who))
