"""Chapter 3.1.6.8-3.1.6.13: cavalry that was told to attack is bound until every unit has met the enemy."""

from __future__ import annotations

from alfiere.games.fucilieri.orders.demands import is_at_short_distance
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import ATTACK, IS_BOUND, Command
from alfiere.games.fucilieri.state.unit import CAME_NEAR, HAS_ENGAGED, HAS_VOLLEYED, Unit

MET = (HAS_ENGAGED, CAME_NEAR, HAS_VOLLEYED)


def bind(s: State, command: Command) -> None:
    """The order has changed: Attack binds a cavalry command from now on, another frees it (.3.1.6.8, .3.1.6.20)."""
    IS_BOUND.clear(command)
    if command.is_cavalry and command.order == ATTACK:
        IS_BOUND.put(command)
        for unit in s.units_of(command.id):
            for mark in MET:
                mark.clear(unit)


def is_bound(s: State, command: Command) -> bool:
    """Whether some unit of it in play has not yet met the enemy (fucilieri.3.1.6.8, .3.1.6.11)."""
    return IS_BOUND.is_on(command) and not all(has_met(one) for one in s.units_of(command.id))


def has_met(unit: Unit) -> bool:
    """It has fought, or has come to short distance and fired a volley (fucilieri.3.1.6.9, .3.1.6.10)."""
    return HAS_ENGAGED.is_on(unit) or (CAME_NEAR.is_on(unit) and HAS_VOLLEYED.is_on(unit))


def note_near(s: State) -> None:
    """Who of a bound command is at short distance of an enemy now; asked after each round."""
    for command in s.commands.values():
        if IS_BOUND.is_on(command):
            for unit in s.units_of(command.id):
                if not CAME_NEAR.is_on(unit) and is_at_short_distance(s, unit):
                    CAME_NEAR.put(unit)
