"""Phase E after the charges: formations move in turn, each unit by itself, commanders with them (E.0, C.2, e.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.couriers import messages
from alfiere.games.risorgimento.movement.arrivals import (
    arrival_for,
    arrive,
    due_leaders,
    due_units,
    is_due,
    lead_on,
    roll_for,
)
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Outset
from alfiere.games.risorgimento.movement.leaders import command_ride, may_ride
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import UnitDeed
from alfiere.games.risorgimento.movement.orders import deeds, obey, order_for
from alfiere.games.risorgimento.movement.together import VERBS, able, bodies, go, next_of, order_together
from alfiere.games.risorgimento.state.battle import OF_BATTLE, SEATS, BattleGame, BattleState, other
from alfiere.games.risorgimento.state.unit import ON, TO_COME, Unit
from alfiere.games.risorgimento.told.movement import FormationMoves
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure

MOVED = OF_BATTLE.about("formation moved", str, TURN)
MOVING = OF_BATTLE.about("formation on the move", str, TURN)
AHEAD = OF_BATTLE.bare("moved ahead", TURN)  # so many formations the winner has moved before the others
TURN_OF = OF_BATTLE.about("to move", str, TURN)  # the side whose go it is, once the winner has done so
BEGUN = OF_BATTLE.bare("movement begun", TURN)

ALTERNATE: Final = "risorgimento.e.0.2"
ONE_BY_ONE: Final = "risorgimento.e.0.3"
ONCE: Final = "risorgimento.e.0.5"


def movement_phase(g: BattleGame, hooks: Hooks) -> Procedure[None]:
    """All formations of both sides, one after the other."""
    known = deeds(hooks)
    if not BEGUN.is_on(g.state):
        BEGUN.put(g.state)
        roll_for(g)
    while not g.state.winner:
        yield MARK
        s = g.state
        group = MOVING.first(s)
        if group is not None:
            yield from _one_of(g, group, known, hooks)
            continue
        for done in SEATS:
            if not formations(s, done):
                yield from messages(g, done)
        seat = whose_go(g.state)
        if seat is None:
            return
        yield from _choose(g, seat)


# Which formation


def formations(s: BattleState, seat: Seat) -> list[str]:
    """The formations a side has still to move: those with a unit or commander on the table, or one who may come."""
    chiefs: dict[str, None] = {}
    for unit in s.units.values():
        if unit.seat == seat and unit.commander not in chiefs:
            if unit.where == ON or (unit.where == TO_COME and is_due(s, unit.id)):
                chiefs[unit.commander] = None
    found = dict.fromkeys(s.group_under(s.commanders[one]) for one in chiefs)
    return [one for one in found if not MOVED.is_on(s, one)]


def whose_go(s: BattleState) -> Seat | None:
    """Who moves the next formation: the winner first, as many as he may; then in turn from the loser on (.e.0.1-2)."""
    seat = TURN_OF.first(s)
    if seat is None:
        winner = s.initiative or "red"
        seat = winner if AHEAD.count(s) < s.ahead and formations(s, winner) else other(winner)
    for one in (seat, other(seat)):
        if formations(s, one):
            return one
    return None


def is_ahead(s: BattleState) -> bool:
    """Whether the winner is still moving formations before the others."""
    return TURN_OF.first(s) is None and AHEAD.count(s) < s.ahead


def _choose(g: BattleGame, seat: Seat) -> Procedure[None]:
    """A formation must be named, even if none of its units moves; the winner may let the others begin (.c.2.4)."""
    s = g.state
    ahead = is_ahead(s) and seat == s.initiative
    options = [Option("formation", {"group": one}, (ONCE,)) for one in formations(s, seat)]
    if ahead:
        options.append(Option("let-begin", {}, ("risorgimento.c.2.4",)))
    chosen = options[0]
    if len(options) > 1:
        rule = "risorgimento.e.0.1" if ahead else ALTERNATE
        chosen = yield Decision(seat, "formation", options, {"left": s.ahead - AHEAD.count(s) if ahead else 0}, (rule,))
    s = g.state
    if chosen.key == "let-begin":
        TURN_OF.clear(s)
        TURN_OF.put(s, other(seat))
        return
    MOVING.put(s, chosen["group"])
    g.tell(FormationMoves(seat, chosen["group"], ("risorgimento.e.0.1" if ahead else ALTERNATE,)))


def _ends(s: BattleState, group: str) -> None:
    """A formation has moved: whose go is it next?"""
    seat = s.commanders[group].seat
    MOVING.clear(s)
    MOVED.put(s, group)
    if is_ahead(s) and seat == s.initiative:
        AHEAD.put(s)
        if AHEAD.count(s) < s.ahead and formations(s, seat):
            return
        seat = s.initiative
    TURN_OF.clear(s)
    TURN_OF.put(s, other(seat))


# Its units


def _one_of(g: BattleGame, group: str, known: Mapping[str, UnitDeed], hooks: Hooks) -> Procedure[None]:
    """One unit or commander of it moves, in any order, or it is done (risorgimento.e.0.3)."""
    s = g.state
    following = next_of(s, group)
    if following is not None:
        yield from go(g, following, known)
        return
    seat = s.commanders[group].seat
    options = [Option("act", {"unit": one.id}, (ONE_BY_ONE,)) for one in able(s, group)]
    options += [Option("bring-on", {"unit": one.id}, ("risorgimento.set.2",)) for one in _waiting(s, group)]
    riders = [one for one in s.commanders.values() if may_ride(s, one, group)]
    options += [Option("lead", {"commander": one.id}, ("risorgimento.cmd.14",)) for one in riders]
    options += [Option("lead-on", {"commander": one.id}, ("risorgimento.set.2",)) for one in due_leaders(s, group)]
    if not options:
        _ends(s, group)
        return
    options.append(Option("done", {"group": group}, ("risorgimento.e.0.1",)))
    together = partial(bodies, s, group)
    chosen = yield Decision(seat, "who-moves", options, {"group": group}, (ONE_BY_ONE,), opening=True, bodies=together)
    s = g.state
    if chosen.key == "done":
        _ends(s, group)
    elif chosen.key in VERBS:
        order_together(s, chosen)
    elif chosen.key == "lead":
        yield from command_ride(g, s.commanders[chosen["commander"]])
    elif chosen.key == "lead-on":
        lead_on(g, s.commanders[chosen["commander"]])
    elif chosen.key == "bring-on":
        yield from _brings_on(g, s.units[chosen["unit"]], hooks)
    else:
        unit = s.units[chosen["unit"]]
        asked = Outset(s, unit)
        order = yield order_for(s, unit, known, asked)
        yield from obey(g, g.state.units[unit.id], order, known, asked)


def _waiting(s: BattleState, group: str) -> list[Unit]:
    return [one for one in due_units(s, group) if not HAS_ACTED.is_on(one)]


def _brings_on(g: BattleGame, unit: Unit, hooks: Hooks) -> Procedure[None]:
    chosen = yield arrival_for(g.state, unit)
    unit = g.state.units[unit.id]
    if chosen.key == "arrive":
        yield from arrive(g, unit, chosen, hooks)
    HAS_ACTED.put(unit)
