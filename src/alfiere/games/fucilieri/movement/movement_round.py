"""Chapter 3.2.1: round 2. Commands act in execution order: compulsory moves, arrivals, units, leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from alfiere.battles.marks import TURN
from alfiere.games.fucilieri.morale.settle import settle_fright
from alfiere.games.fucilieri.movement.bloodlust import go_for_enemy
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.movement.houses import Enter, Leave
from alfiere.games.fucilieri.movement.judging import RULE, Outset, hindered
from alfiere.games.fucilieri.movement.moves import Form, Move, OfUnit, Planned, Stand, has_moved, reorganise
from alfiere.games.fucilieri.movement.places import groups
from alfiere.games.fucilieri.orders.counters import number_late
from alfiere.games.fucilieri.orders.demands import is_asked, note_obliged, orders_take_effect
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.standing import in_radius
from alfiere.games.fucilieri.state.unit import HAS_MOVED, OF_UNIT, OUT_OF_RADIUS, Unit
from alfiere.games.fucilieri.told.movement import CommandMoves
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import way_length

HAS_ACTED = OF_UNIT.bare("acted", TURN)  # its owner has said what it does in round 2, fucilieri.3.2.1.2
ORDER: Final = "fucilieri.3.2.1.1"
FORCED, ARRIVALS, UNITS, LEADERS = "forced", "arrivals", "units", "leaders"
LAST: Final = 1_000  # after all who have a counter, fucilieri.3.1.1.4
ALL: Final = (Stand(), Move(), Form(), Enter(), Leave())
DEEDS: Final[Mapping[str, OfUnit]] = {one.verb: one for one in ALL}


Step: TypeAlias = Callable[[FucilieriGame, Command], Procedure[None]]


def movement_round(g: FucilieriGame, arrivals: Step, leaders_move: Step) -> Procedure[None]:
    """Round 2, from wherever the state stands; when it is over it is noted whom Attack makes charge or fire."""
    if g.state.step == 0:
        number_late(g)
        g.state.queue, g.state.step = goes(g.state), 1
    while g.state.queue and not g.state.winner:
        yield MARK
        what, _, id = g.state.queue[0].partition(" ")
        command = g.state.commands[id]
        if what == UNITS:
            is_over = yield from _next_unit(g, command)
            if not is_over:
                continue
        elif what == FORCED:
            yield from _compulsory(g, command)
        else:
            yield from (arrivals if what == ARRIVALS else leaders_move)(g, command)
        g.state.queue.pop(0)
    note_obliged(g.state)


def goes(s: State) -> list[str]:
    """Who does what when: commands from the lowest execution number on (fucilieri.3.1.1.3, .3.1.1.4, .3.2.1.1)."""
    commands = sorted(s.commands.values(), key=lambda one: one.execution or LAST)
    return [f"{what} {one.id}" for one in commands for what in (FORCED, ARRIVALS, UNITS, LEADERS)]


# Compulsory moves


def _compulsory(g: FucilieriGame, command: Command) -> Procedure[None]:
    """Who is out of radius moves slowly; then units in flight, falling back and in bloodlust (.3.2.1.1, .3.1.5.2)."""
    s = g.state
    orders_take_effect(s, command)
    for unit in s.units_of(command.id):
        if not (unit.has_bloodlust or unit.is_falling_back or in_radius(s, unit)):  # fucilieri.3.1.5.4
            OUT_OF_RADIUS.put(unit)
    if s.units_of(command.id) or s.fleeing_of(command.id):
        g.tell(CommandMoves(command.id))
    for unit in s.fleeing_of(command.id):
        yield from MOVES.flee(g, unit)
    for unit in s.units_of(command.id):
        if unit.is_falling_back:
            before = unit.pose.point
            yield from MOVES.fall_back(g, unit, None)
            if unit.is_on:  # it has moved, and who goes with it, fucilieri.3.2.1.3, .3.2.9.5
                has_moved(g.state, unit, WHOLE, 0, way_length((before, unit.pose.point)))
    for unit in s.units_of(command.id):
        if unit.has_bloodlust:
            go_for_enemy(g, unit)
    yield from settle_fright(g, MOVES)


# Units as their owner likes


def able(s: State, command: Command) -> list[Unit]:
    """The units of a command whose owner may still say what they do (fucilieri.3.2.1.1, .3.2.1.2)."""
    return [
        one
        for one in s.units_of(command.id)
        if hindered(one) is None and not HAS_ACTED.is_on(one) and not HAS_MOVED.is_on(one)
    ]


def _next_unit(g: FucilieriGame, command: Command) -> Procedure[bool]:
    """One unit of a command acts, in any order; whether all are done. Who is not told to move stays as he is."""
    s = g.state
    waiting = able(s, command)
    if not waiting:
        return True
    unit = waiting[0]
    may_stop = not any(is_asked(s, one) for one in waiting)
    if may_stop or len(waiting) > 1:
        options = [Option("act", {"unit": one.id}, (ORDER,)) for one in waiting]
        if may_stop:
            options.append(Option("done", {"command": command.id}, (ORDER,)))
        chosen = yield Decision(command.seat, "who-moves", options, {"command": command.id}, (ORDER,), opening=True)
        s = g.state
        if chosen.key == "done":
            for one in able(s, s.commands[command.id]):
                HAS_ACTED.put(one)
                reorganise(g, one, 0)
            return True
        unit = s.units[chosen["unit"]]
    o = Outset(s, unit)
    order = yield order_for(o)
    yield from obey(g, o if o.s is g.state else Outset(g.state, g.state.units[unit.id]), order)
    return False


def obey(g: FucilieriGame, o: Outset, order: Option) -> Procedure[None]:
    """A unit does what it was told."""
    HAS_ACTED.put(o.unit)
    deed = DEEDS[order.key]
    if isinstance(deed, Planned):
        deed.carry_out(g, o, order)  # what was found out when it was asked is not found out again
    else:
        yield from deed.perform(g, o.unit, order)


# Asking


def order_for(o: Outset) -> Decision:
    """What a unit is to do in round 2; groups that cannot hold anything for it are left out."""
    s, unit, offered = o.s, o.unit, _groups(o)
    names = [verb for verb, _ in offered]
    options = Grouped(names, partial(_offered, o, offered), partial(_one, o, offered))
    return Decision(unit.seat, "unit-moves", options, {"unit": unit.id}, (RULE,), free=partial(_pointed, s, unit))


def _groups(o: Outset) -> list[tuple[str, str]]:
    """Verbs and, of moves, the group of ways."""
    found = [("stand", "")] if o.may_stand else []
    if o.why_not is None and o.unit.post:
        return [*found, ("leave", "")]
    if o.why_not is None:
        found += [("move", name) for name in groups(o)]
        found += [("form", "")] if o.here.pace(o.start).changes else []
        found += [("enter", "")] if o.unit.is_foot and o.s.ground.buildings else []
    return found


def _offered(o: Outset, offered: list[tuple[str, str]], place: int) -> list[Option]:
    verb, name = offered[place]
    deed = DEEDS[verb]
    if isinstance(deed, Move):
        return deed.group(o, name)
    return [one for one in deed.candidates(o.s, o.unit, 0) if deed.against(o, one) is None]


def _one(o: Outset, offered: list[tuple[str, str]], place: int, draw: Draw) -> Option | None:
    verb, name = offered[place]
    deed = DEEDS[verb]
    if isinstance(deed, Move):
        return deed.one_of(o, name, draw)
    left = list(deed.candidates(o.s, o.unit, 0))  # only so many of them judged as it takes
    while left:
        option = left.pop(int(draw() * len(left)))
        if deed.against(o, option) is None:
            return option
    return None


def _pointed(s: State, unit: Unit, key: str, args: Args) -> Option | Objection | None:
    deed = DEEDS.get(key)
    if deed is None or not deed.is_free or args.get("unit") != unit.id or not deed.understands(args, "unit"):
        return None
    return deed.judged(s, unit, args)
