"""Which orders a command may be given at all, whoever gives them (2.5.2, 2.5.3, 3.1.6.2, 3.1.6.3)."""

from __future__ import annotations

from alfiere.games.fucilieri.sheets.scenario_forms import FirstOrders
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import ATTACK, HOLD, OPPOSE, SKIRMISH, WITHDRAW, Command


def suits(s: State, command: Command, order: str) -> bool:
    """Whether all of its units are of arms to which the order is given: skirmishing is not for all (2.5.3)."""
    only = s.tables.orders[order].only
    units = [one for one in s.units.values() if one.command == command.id]
    return not only or (bool(units) and all(one.profile.arm in only for one in units))


def first_orders_of(s: State, command: Command) -> list[str]:
    """What it may begin with, or come on with: cavalry must oppose (2.5.2, 3.1.6.2, 3.1.6.3), others as they like."""
    if command.is_cavalry:
        return [OPPOSE]
    found = [one for one in (OPPOSE, ATTACK, HOLD, SKIRMISH, WITHDRAW) if suits(s, command, one)]
    for special in s.scenario.special(FirstOrders):
        if s.scenario.seat_of[special.side] == command.seat and s.turn <= special.turn:
            found = [one for one in found if one in special.orders]
    return found
