"""Chapter 3.5.1: combats are all units that hang together by contact; who fights in them, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.battles.contact import tangles
from alfiere.battles.open_battle import SEATS
from alfiere.games.fucilieri.morale.settle import in_execution_order
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.standing import contacts, is_engaged
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.kernel.decision import Seat

BETWEEN = " "


def clusters(s: State) -> list[list[Unit]]:
    """All combats of the moment: engaged units in contact directly or through others (fucilieri.3.5.1.1)."""
    return tangles(s.on_table, lambda unit: [s.units[one.enemy] for one in contacts(unit)])


def key_of(units: Iterable[Unit]) -> str:
    """A combat as a line of text, as it stands in the queue."""
    return BETWEEN.join(one.id for one in units)


def read_cluster(s: State, key: str) -> list[Unit]:
    """Who of a combat is still engaged."""
    return [s.units[id] for id in key.split(BETWEEN) if s.units[id].is_on and is_engaged(s.units[id])]


def who_orders(s: State) -> Seat:
    """The side with the lowest execution number, which says what is fought next (fucilieri.3.5.1.1)."""
    return next((one.seat for one in in_execution_order(s) if one.execution), SEATS[0])


def in_order(s: State, units: Iterable[Unit]) -> list[Unit]:
    """Units command by command in execution order (fucilieri.4.2.9)."""
    places = [one.id for one in in_execution_order(s)]
    return sorted(units, key=lambda unit: places.index(unit.command))
