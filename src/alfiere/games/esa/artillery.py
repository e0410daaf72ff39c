"""Chapter 9.2, artillery: one action a turn, in battery or in tow."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.command import enemies_around
from alfiere.games.esa.events import UnitChanged, UnitTurned
from alfiere.games.esa.movement import choose_facing, companion, destinations, ends, march, movement_points
from alfiere.games.esa.reactions import after_move
from alfiere.games.esa.state import ACTED, FAILED_MOVE, MOVED, BattleState, EsaGame, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import path_to


def is_in_battery(unit: Unit) -> bool:
    """Ready to fire, not in tow (esa.9.2a)."""
    return unit.values.id.endswith("/battery")


def artillery_moves(s: BattleState, unit: Unit) -> list[Option]:
    """What a battery may do with a move order (esa.9.2d-esa.9.2e)."""
    options = []
    if is_in_battery(unit):
        options += [
            Option("turn", {"unit": unit.id, "facing": (unit.facing + turn) % 6}, ("esa.9.2d2",)) for turn in (1, 5)
        ]
        options.append(Option("limber", {"unit": unit.id}, ("esa.9.2d",)))
    else:
        options.append(Option("unlimber", {"unit": unit.id}, ("esa.9.2d",)))
    if unit.values.pm:  # esa.9.2e: heavy guns do not move in battery
        found = destinations(s, unit, movement_points(s, unit), contact=False)
        rule = "esa.9.2d3" if unit.profile.cls == "AL" else "esa.9.2e"
        options += [
            Option("move", {"unit": unit.id, "hex": label}, (rule,))
            for label in ends(s, unit, found)
            if label != unit.hex
        ]
    return options


def handle_guns(g: EsaGame, unit: Unit) -> Procedure[None]:
    """A battery's one action, under a move order (esa.9.2c)."""
    s = g.state
    if s.acting and s.acting != unit.division:
        unit.under = s.acting  # esa.9.2b2: his card counts from here on
    options = [*artillery_moves(s, unit), Option("stay", {"unit": unit.id})]
    options = options[-1:] + options[:-1]
    chosen = yield Decision(unit.seat, "guns", options, {"unit": unit.id}, ("esa.9.2c", "esa.9.2d"))
    unit.did |= MOVED
    if chosen.key == "stay":
        unit.under = ""  # it has not acted: another general may still order it
        return
    if not may_act(g, unit, "move", FAILED_MOVE):
        return
    unit.did |= ACTED
    if chosen.key == "turn":
        unit.facing = chosen["facing"]
        g.tell(UnitTurned(unit.id, unit.facing, ("esa.9.2d2",)))
    elif chosen.key in ("limber", "unlimber"):
        into = "tow" if chosen.key == "limber" else "battery"
        unit.values = unit.profile.line(into)
        g.tell(UnitChanged(unit.id, into, ("esa.9.2d",)))
        if into == "battery":
            yield from choose_facing(g, unit)  # esa.9.2k
    else:
        start, near = unit.hex, [enemy.id for enemy in enemies_around(s, unit)]
        found = destinations(s, unit, movement_points(s, unit), contact=False)
        leader = yield from companion(g, unit, chosen["hex"])
        march(g, unit, leader, path_to(found, chosen["hex"]), "move", *chosen.rules)
        # in battery it keeps its facing, esa.9.2d4; in tow it has none, esa.9.2k
        yield from after_move(g, unit, start, near)


def may_turn_before_firing(s: BattleState, unit: Unit) -> bool:
    """Massed guns let a battery turn and fire in one action (esa.card.39)."""
    division = s.divisions[s.acting]  # its own or, for a battery out of command, another: esa.9.2b2
    card = s.card_of(division)
    return (
        unit.profile.is_artillery
        and card is not None
        and card.ability == "turn before firing"
        and division.has_order
        and not division.focus
    )
