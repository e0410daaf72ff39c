"""Chapters 3.1.2, 3.1.3 and 3.1.7: who may be given which new order, and whether it is understood."""

from __future__ import annotations

from typing import Final

from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.dice import D6, roll
from alfiere.games.fucilieri.orders.bound import bind, is_bound
from alfiere.games.fucilieri.orders.entitled import suits
from alfiere.games.fucilieri.sheets.tables import row
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import (
    ALLIED,
    ATTACK,
    ENTERS_CONFUSED,
    HAS_TESTED_ORDERS,
    IS_ENTERING,
    MERCENARY,
    OPPOSE,
    PRESENT,
    TAKEN_OVER,
    Command,
)
from alfiere.games.fucilieri.state.leader import ORDERS_GIVEN, Leader
from alfiere.games.fucilieri.state.standing import (
    in_contact,
    is_engaged,
    leader_outline,
    leaders_touch,
    to_leader,
)
from alfiere.games.fucilieri.state.unit import RESERVE
from alfiere.games.fucilieri.told.orders import CommandCalled, CommandTakenOver, NewOrdersTested, OrderTaken
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.prospect import Prospect
from alfiere.table.measuring import gap

NEW_ORDERS: Final = "new-orders"
FIRST_TURN: Final = 1


# Who may be given what


def orders_left(s: State, leader: Leader) -> int:
    """How many new orders a condottiero may still give in this turn: half his CV, rounded up (fucilieri.3.1.2.2)."""
    so_many, of = s.tables.numbers.orders_per_cv
    return -(-leader.cv * so_many // of) - len(ORDERS_GIVEN.all(leader))


def first_turn(command: Command) -> int:
    """The turn in which it first fought: the first, or when it entered (fucilieri.3.1.6.6)."""
    return command.entered or FIRST_TURN


def why_not(s: State, command: Command, order: str) -> Objection | None:
    """Why a command cannot be given this new order now, whoever gives it."""
    if s.turn == FIRST_TURN:
        return because("no-new-orders-yet", "fucilieri.2.5.5")
    if command.fate != PRESENT or not s.units_of(command.id):
        return because("nobody-to-order", "fucilieri.3.1.2.7", command=command.id)
    if s.leader_of(command.id) is None:
        return because("no-general", "fucilieri.3.1.2.6", command=command.id)
    if order == command.order:
        return because("has-this-order", "fucilieri.3.1.2.1", command=command.id, order=order)
    if order not in s.tables.orders:
        return because("no-such-order", "fucilieri.3.1.2.1", order=order)
    if not suits(s, command, order):
        return because("not-light-troops", "fucilieri.2.5.3", command=command.id)
    if HAS_TESTED_ORDERS.is_on(command):
        return because("tested-already", "fucilieri.3.1.2.4", command=command.id)
    if command.is_cavalry and s.turn <= first_turn(command):
        return because("cavalry-must-oppose", "fucilieri.3.1.6.4", command=command.id)
    if is_bound(s, command):
        return because("bound-to-attack", "fucilieri.3.1.6.8", command=command.id)
    return out_of_hand(s, command)


def out_of_hand(s: State, command: Command) -> Objection | None:
    """All its units on the table must be within the radius of its own leader (fucilieri.3.1.2.8, .3.1.6.7)."""
    leader = s.leader_of(command.id)
    for unit in s.units_of(command.id):
        if leader is None or to_leader(s, unit, leader) > leader.radius:
            return because("unit-out-of-radius", "fucilieri.3.1.2.8", command=command.id, unit=unit.id)
    return None


def why_not_give(s: State, leader: Leader, command: Command, order: str) -> Objection | None:
    """Why a condottiero cannot give a command this order (fucilieri.3.1.2.2, .3.1.2.3)."""
    if orders_left(s, leader) <= 0:
        return because("no-orders-left", "fucilieri.3.1.2.2")
    if ORDERS_GIVEN.is_on(leader, command.id):
        return because("one-order-each", "fucilieri.3.1.2.2", command=command.id)
    return why_not(s, command, order)


def give(g: FucilieriGame, leader: Leader, command: Command, order: str) -> None:
    """A condottiero gives an order: his own command has it at once, another must understand it (.3.1.2.3, .3.1.2.4)."""
    ORDERS_GIVEN.put(leader, command.id)
    if command.is_condottiero:
        take_order(g, command, order, "fucilieri.3.1.2.3")
    else:
        new_orders_test(g, command, order)


def take_order(g: FucilieriGame, command: Command, order: str, rule: str) -> None:
    """A command has another order at once (fucilieri.3.1.7.9); Attack binds cavalry (.3.1.6.8, .3.1.6.20)."""
    command.order = order
    g.tell(OrderTaken(command.id, order, (rule, "fucilieri.3.1.7.9")))
    bind(g.state, command)


# The test


def tally(s: State, command: Command, *, by_himself: bool = False, is_call: bool = False) -> Tally:
    """What is added to the die: the general's CV and the modifiers (fucilieri.3.1.3.1-3.1.3.8, .3.1.6.19)."""
    found, lines = Tally(NEW_ORDERS), s.tables.modifiers.new_orders
    general = s.leaders[command.leader]
    found.add(general.cv, "cv", "fucilieri.3.1.3.1")
    units = s.units_of(command.id)
    chief = s.condottiero(command.seat)
    circumstances = {
        "condottiero-in-contact": not is_call and leaders_touch(s, chief, general),
        "musicians": command.has_musicians,
        "beyond-radius": 0 if is_call or by_himself else steps_beyond(s, command),
        "engaged": any(is_engaged(one) for one in units),
        "disorganised-or-demoralised": any(one.is_disorganised or one.is_demoralised for one in units),
        "falling-back-or-bloodlust": any(one.is_falling_back or one.has_bloodlust for one in units),
        "allied": command.status == ALLIED,
        "mercenary": command.status == MERCENARY,
    }
    for name, times in circumstances.items():
        if times and (lines[name].by_himself or not by_himself):
            lines.count(name, found, int(times))
    return found


def steps_beyond(s: State, command: Command) -> int:
    """The started 30 cm by which a general is beyond the radius of the condottiero (fucilieri.3.1.3.4)."""
    chief, general = s.condottiero(command.seat), s.leaders[command.leader]
    if not chief.is_on or leaders_touch(s, chief, general):
        return 0
    beyond = gap(leader_outline(chief), leader_outline(general)) - chief.radius
    return max(0, -(-beyond // s.tables.distances.order_step))


def new_orders_test(
    g: FucilieriGame, command: Command, order: str, *, by_himself: bool = False, is_call: bool = False
) -> bool:
    """Whether the order is understood; confusion and panic strike the units on the table (.3.1.7.1-3.1.7.10)."""
    s = g.state
    HAS_TESTED_ORDERS.put(command)
    added = tally(s, command, by_himself=by_himself, is_call=is_call)
    die = roll(g, command.seat)
    found = row(s.tables.new_orders, die + added.total)
    own = "fucilieri.3.1.7.1" if by_himself else "fucilieri.2.3.15" if is_call else "fucilieri.3.1.3.1"
    chief = s.condottiero(command.seat)
    by = chief.id if chief.is_on and not by_himself else command.leader  # without him the general calls, .2.3.15b
    rules = (own, found.rule)
    g.tell(NewOrdersTested(command.id, order, by, added, die, die + added.total, found.result, rules))
    if is_call:  # they are off the table: on a 4 they come on disorganised, below it nothing happens, .2.3.15
        if found.is_accepted:
            call(g, command, is_confused=bool(found.conditions))
        return found.is_accepted
    for unit in s.units_of(command.id):
        worsen(g, unit, found.conditions, found.rule)
    if found.is_accepted:
        take_order(g, command, order, found.rule)
    return found.is_accepted


def prospect(s: State, command: Command, *, by_himself: bool = False, is_call: bool = False) -> Prospect:
    """How likely the order is accepted."""
    added = tally(s, command, by_himself=by_himself, is_call=is_call)
    least = min(one.least for one in s.tables.new_orders if one.is_accepted)
    accepted = yes_or_no(1 - at_most(least - 1 - added.total, D6))
    return Prospect(NEW_ORDERS, command.id, (added,), accepted, accepted, "accepted")


# Reserves


def why_not_call(s: State, command: Command) -> Objection | None:
    """Why a command cannot be called in from the reserve now (fucilieri.2.3.15, .2.3.15b)."""
    if s.leaders[command.leader].where != RESERVE:
        return because("not-in-reserve", "fucilieri.2.3.13", command=command.id)
    if s.turn < s.tables.numbers.first_call:
        return because("not-called-yet", "fucilieri.2.3.15", command=command.id)
    if HAS_TESTED_ORDERS.is_on(command):
        return because("tested-already", "fucilieri.3.1.2.4", command=command.id)
    return None


def call(g: FucilieriGame, command: Command, *, is_confused: bool = False) -> None:
    """It enters in round 2 of this turn (fucilieri.2.3.15, .2.3r.6)."""
    IS_ENTERING.put(command)
    if is_confused:
        ENTERS_CONFUSED.put(command)
    g.tell(CommandCalled(command.id, ("fucilieri.2.3.15" if is_confused else "fucilieri.2.3.16",)))


# A command without a general


def may_take_over(s: State, leader: Leader, command: Command) -> bool:
    """Whether a condottiero may take over the units of a command without a general (fucilieri.3.1.2.6)."""
    if command.fate != PRESENT or command.is_condottiero or not s.leaders[command.leader].is_lost:
        return False
    return any(in_contact(s, leader, unit) for unit in s.units_of(command.id))


def take_over(g: FucilieriGame, leader: Leader, command: Command) -> None:
    """Its units belong to the condottiero's command; it is no more, neither fled nor destroyed (.3.1.2.6b)."""
    s = g.state
    own = s.commands[leader.command]
    units = [one for one in s.units.values() if one.command == command.id]
    own.original += len(units)
    own.fate = PRESENT  # its own units may all have been lost or withdrawn, fucilieri.3.7.8b
    for unit in units:
        unit.command = own.id
    for one in s.leaders.values():
        if one.command == command.id and not one.is_commander:
            one.command = own.id
    command.fate, command.execution, command.reasons = TAKEN_OVER, 0, []
    g.tell(CommandTakenOver(command.id, leader.id, ("fucilieri.3.1.2.6", "fucilieri.3.1.2.6b")))


# Generals of cavalry


def why_not_change(s: State, command: Command, order: str) -> Objection | None:
    """Why a cavalry general cannot change between Oppose and Attack by himself (fucilieri.3.1.6, .3.1.2.5)."""
    if not command.is_cavalry or {command.order, order} != {OPPOSE, ATTACK}:
        return because("not-by-himself", "fucilieri.3.1.2.5", command=command.id)
    if order == OPPOSE and any(one.is_falling_back or one.has_bloodlust for one in s.units_of(command.id)):
        return because("cavalry-out-of-hand", "fucilieri.3.1.6.15", command=command.id)
    return why_not(s, command, order)


def reserves(s: State, seat: Seat) -> list[Command]:
    """The commands a side has in reserve."""
    return [one for one in s.commands_of(seat) if s.leaders[one.leader].where == RESERVE]
