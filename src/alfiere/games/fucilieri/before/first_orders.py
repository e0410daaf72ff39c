"""Chapter 2.5: the first orders, written down in secret and shown when round 2 of the first turn begins."""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import SEATS, other
from alfiere.games.fucilieri.orders.entitled import first_orders_of
from alfiere.games.fucilieri.state.battle import OF_BATTLE, FucilieriGame, State
from alfiere.games.fucilieri.state.command import OPPOSE, Command
from alfiere.games.fucilieri.told.before import FirstOrdersGiven, OrderRevealed
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure, Together

ORDER: Final = "first-order"
SECRET: Final = "fucilieri.2.5.1"
ARE_SECRET = OF_BATTLE.bare("orders secret")  # until round 2 of turn 1, fucilieri.2.5.1


def on_table(s: State, command: Command) -> bool:
    """Whether anybody of a command is on the table."""
    leader = s.leader_of(command.id)
    return leader is not None or bool(s.units_of(command.id))


def to_be_ordered(s: State, seat: Seat) -> list[str]:
    """The commands of a side that get a first order (fucilieri.2.5.1)."""
    return [one.id for one in s.commands_of(seat) if on_table(s, one) and not one.order]


def first_orders(g: FucilieriGame) -> Procedure[None]:
    """Both sides write their orders at the same time; nobody sees the other's (fucilieri.2.5.1)."""
    ARE_SECRET.put(g.state)
    yield Together({seat: _write(g, seat) for seat in SEATS})


def _write(g: FucilieriGame, seat: Seat) -> Procedure[None]:
    commands = to_be_ordered(g.state, seat)
    for id in commands:
        allowed = first_orders_of(g.state, g.state.commands[id])
        order = allowed[0]
        if len(allowed) > 1:
            options = [Option(ORDER, {"command": id, "order": one}, (SECRET,)) for one in allowed]
            chosen = yield Decision(seat, ORDER, options, {"command": id}, (SECRET, "fucilieri.2.5.2"))
            order = chosen["order"]
        g.state.commands[id].order = order
    orders = tuple(g.state.commands[id].order for id in commands)
    g.tell(FirstOrdersGiven(seat, tuple(commands), orders, (SECRET,)))


# Until they are shown


def orders_are_secret(s: State) -> bool:
    """Whether each side knows its own orders alone."""
    return ARE_SECRET.is_on(s)


def known_order(s: State, command: Command, seat: Seat | None) -> str:
    """The order of a command as a seat or a spectator knows it; "" if he does not (fucilieri.2.5.4)."""
    return command.order if command.seat == seat or not orders_are_secret(s) else ""


def lies_face_down(s: State, command: Command, seat: Seat | None) -> bool:
    """Whether a counter lies face down beside a general; that of an enemy whether he has chosen it yet or not."""
    return orders_are_secret(s) and (command.seat != seat or bool(command.order))


def forget_orders(s: State, seat: Seat) -> None:
    """For one who thinks ahead: orders he cannot know become the one that every command may have."""
    if orders_are_secret(s):
        for command in s.commands.values():
            if command.seat == other(seat) and command.order:
                command.order = OPPOSE


def reveal_orders(g: FucilieriGame) -> None:
    """At the start of round 2 of turn 1 all orders are shown, and stay open (fucilieri.2.5.1, .2.5.4)."""
    if not orders_are_secret(g.state):
        return
    ARE_SECRET.clear(g.state)
    g.reveal()
    for command in g.state.commands.values():
        if command.order:
            g.tell(OrderRevealed(command.id, command.order, (SECRET,)))
