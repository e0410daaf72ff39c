"""Round 1: counters, then leaders in the order of their initiative, then who enters (3.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from alfiere.battles.events import PhaseBegan
from alfiere.battles.open_battle import SEATS
from alfiere.battles.phases import Step, play_steps
from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.orders.counters import (
    by_initiative,
    draw_execution,
    latecomers,
    place_latecomers,
    roll_initiative,
)
from alfiere.games.fucilieri.orders.new_orders import (
    FIRST_TURN,
    call,
    give,
    may_take_over,
    new_orders_test,
    orders_left,
    reserves,
    take_over,
    why_not_call,
    why_not_change,
    why_not_give,
)
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import ATTACK, IS_ENTERING, OPPOSE
from alfiere.games.fucilieri.state.leader import CONDOTTIERO, ORDERS_GIVEN, Leader
from alfiere.games.fucilieri.state.unit import REINFORCEMENT
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure

ORDER, CALL, TAKE_OVER, CHANGE = "order", "call", "take-over", "change-order"
NO_ORDERS: Final = "no-orders"
KEEP_ORDER: Final = "keep-order"
ENTER, WAIT = "enter-table", "wait-off-table"
Play = Callable[[FucilieriGame], Procedure[None]]


def orders_round(g: FucilieriGame, raise_standard: Play) -> Procedure[None]:
    """The whole round; the standard may be raised at its start (fucilieri.1.6.12)."""

    def counters(g: FucilieriGame) -> Procedure[None]:
        yield from raise_standard(g)
        draw_execution(g)
        roll_initiative(g)
        g.state.queue = []

    def late(g: FucilieriGame) -> Procedure[None]:
        yield from ()
        place_latecomers(g)

    steps = (
        Step[State]("", lambda s: ["counters"], counters),
        Step[State]("", _leaders, lambda g: one_after_another(g, partial(_leader, g))),
        Step[State]("", _self_callers, lambda g: one_after_another(g, partial(_calls_himself, g))),
        Step[State]("", _reinforcements, lambda g: one_after_another(g, partial(_declares, g))),
        Step[State]("", lambda s: ["latecomers"] if latecomers(s) else [], late),
    )
    yield from play_steps(g, steps, lambda name: PhaseBegan(name, ("fucilieri.3.0.2",)))


# Leaders, one after another


def _leaders(s: State) -> list[str]:
    return [one.id for one in by_initiative(s)]


def _leader(g: FucilieriGame, id: str) -> Procedure[None]:
    """A condottiero gives orders, a cavalry general may change his own (fucilieri.3.1.2.2, .3.1.6.19)."""
    leader = g.state.leaders[id]
    if leader.role == CONDOTTIERO:
        yield from _gives_orders(g, leader)
    else:
        yield from _changes_by_himself(g, leader)


def orders_for(s: State, leader: Leader) -> list[Option]:
    """Everything a condottiero may order now, and to leave it at that."""
    found = []
    for command in s.commands.values():
        if command.seat != leader.seat:
            continue
        for order in s.tables.orders:
            if why_not_give(s, leader, command, order) is None:
                rule = "fucilieri.3.1.2.3" if command.is_condottiero else "fucilieri.3.1.2.4"
                found.append(Option(ORDER, {"command": command.id, "order": order}, ("fucilieri.3.1.2.2", rule)))
        if why_not_call(s, command) is None and orders_left(s, leader) > 0:
            found.append(Option(CALL, {"command": command.id}, ("fucilieri.2.3.15",)))
        if s.turn > FIRST_TURN and may_take_over(s, leader, command):
            found.append(Option(TAKE_OVER, {"command": command.id}, ("fucilieri.3.1.2.6",)))
    return [*found, Option(NO_ORDERS, {}, ("fucilieri.3.1.2.2",))] if found else []


def _gives_orders(g: FucilieriGame, leader: Leader) -> Procedure[None]:
    """As many as half his CV, one to a command (fucilieri.3.1.2.2)."""
    id, seat = leader.id, leader.seat
    while options := orders_for(g.state, g.state.leaders[id]):
        left = orders_left(g.state, g.state.leaders[id])
        about = {"leader": id, "left": left}
        chosen = yield Decision(seat, "give-orders", options, about, ("fucilieri.3.1.2.2",))
        if chosen.key == NO_ORDERS:
            return
        command = g.state.commands[chosen["command"]]
        if chosen.key == ORDER:
            give(g, g.state.leaders[id], command, chosen["order"])
        elif chosen.key == CALL:
            ORDERS_GIVEN.put(g.state.leaders[id], command.id)
            new_orders_test(g, command, "", is_call=True)
        else:
            take_over(g, g.state.leaders[id], command)


def objection(s: State, leader: Leader, answer: Option) -> Objection | None:
    """Why a condottiero cannot do what somebody has answered."""
    command = s.commands.get(str(answer.get("command")))
    if command is None or command.seat != leader.seat:
        return None
    if answer.key == ORDER:
        return why_not_give(s, leader, command, str(answer.get("order")))
    if answer.key == CALL:
        return why_not_call(s, command)
    if answer.key == TAKE_OVER and not may_take_over(s, leader, command):
        return because("cannot-take-over", "fucilieri.3.1.2.6", command=command.id)
    return None


def _changes_by_himself(g: FucilieriGame, leader: Leader) -> Procedure[None]:
    """From Oppose to Attack and back (fucilieri.3.1.6.1, .3.1.6.5, .3.1.6.14)."""
    command = g.state.commands[leader.command]
    order = OPPOSE if command.order == ATTACK else ATTACK
    if why_not_change(g.state, command, order) is not None:
        return
    about = {"command": command.id, "order": order}
    options = [Option(CHANGE, dict(about), ("fucilieri.3.1.6.5",)), Option(KEEP_ORDER, {"command": command.id}, ())]
    chosen = yield Decision(leader.seat, CHANGE, options, about, ("fucilieri.3.1.6.1", "fucilieri.3.1.6.19"))
    if chosen.key == CHANGE:
        new_orders_test(g, g.state.commands[about["command"]], order, by_himself=True)


# Who enters


def _self_callers(s: State) -> list[str]:
    """Generals in reserve whose condottiero is lost call themselves, after all others (fucilieri.2.3.15b)."""
    seats = [seat for seat in SEATS if s.condottiero(seat).is_lost]
    return [one.id for seat in seats for one in reserves(s, seat) if why_not_call(s, one) is None]


def _calls_himself(g: FucilieriGame, id: str) -> Procedure[None]:
    command = g.state.commands[id]
    options = [Option(CALL, {"command": id}, ("fucilieri.2.3.15b",)), Option(WAIT, {"command": id}, ())]
    chosen = yield Decision(command.seat, "call-reserve", options, {"command": id}, ("fucilieri.2.3.15b",))
    if chosen.key == CALL:
        new_orders_test(g, g.state.commands[id], "", is_call=True)


def _reinforcements(s: State) -> list[str]:
    """Those whose turn has come (fucilieri.2.3r.2, .2.3r.4)."""
    if not s.reinforcements or s.turn < s.reinforcements:
        return []
    waiting = [one for one in s.commands.values() if s.leaders[one.leader].where == REINFORCEMENT]
    return [one.id for one in waiting if not IS_ENTERING.is_on(one)]


def _declares(g: FucilieriGame, id: str) -> Procedure[None]:
    """Its owner declares that it enters, without a test (fucilieri.2.3r.6)."""
    command = g.state.commands[id]
    options = [Option(ENTER, {"command": id}, ("fucilieri.2.3r.6",)), Option(WAIT, {"command": id}, ())]
    chosen = yield Decision(command.seat, "reinforcements", options, {"command": id}, ("fucilieri.2.3r.4",))
    if chosen.key == ENTER:
        call(g, g.state.commands[id])
