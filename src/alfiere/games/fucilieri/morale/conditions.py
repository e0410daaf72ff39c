"""Chapter 4.1: the conditions of a unit, how they come and how they go. Nobody else sets them."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.games.fucilieri.morale.units_lost import take_to_flight
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.unit import (
    BLOODLUST,
    DEMORALISED,
    DISORGANISED,
    FALLING_BACK,
    FLIGHT,
    OUT_OF_RADIUS,
    UNLIMBERED,
    Unit,
)
from alfiere.games.fucilieri.told.morale import ConditionsChanged
from alfiere.table.legs import WHOLE


def worsen(g: FucilieriGame, unit: Unit, conditions: Iterable[str], by: str) -> None:
    """These conditions are added to those it has; ``by`` is the rule (fucilieri.4.2.7, .3.7.28).

    Falling back includes demoralised (fucilieri.4.1.2), and unlimbered guns that should fall back flee (.3.2.8.4).
    Flight takes the unit off at once; its move is made by who calls this.
    """
    wanted = set(conditions)
    if FALLING_BACK in wanted and unit.formation == UNLIMBERED:
        wanted.add(FLIGHT)
        by = "fucilieri.3.2.8.4"
    if FLIGHT in wanted:
        take_to_flight(g, unit, by)
        return
    if FALLING_BACK in wanted:
        wanted.add(DEMORALISED)
    had = conditions_of(unit)
    unit.is_disorganised |= DISORGANISED in wanted
    unit.is_demoralised |= DEMORALISED in wanted
    unit.is_falling_back |= FALLING_BACK in wanted
    new = tuple(one for one in conditions_of(unit) if one not in had)
    if new:
        g.tell(ConditionsChanged(unit.id, new, begins=True, rules=(by,)))
    if unit.is_demoralised and unit.bloodlust:
        restore(g, unit, BLOODLUST, "fucilieri.4.1.7c")


def restore(g: FucilieriGame, unit: Unit, condition: str, by: str) -> None:
    """It suffers from this no more; what else it suffers from stays."""
    if condition not in conditions_of(unit):
        return
    if condition == DISORGANISED:
        unit.is_disorganised = False
    elif condition == DEMORALISED:
        unit.is_demoralised = unit.is_falling_back = False
    elif condition == FALLING_BACK:
        unit.is_falling_back = False
    else:
        unit.bloodlust = 0
    g.tell(ConditionsChanged(unit.id, (condition,), begins=False, rules=(by,)))


def rage(g: FucilieriGame, unit: Unit, until: int, by: str) -> None:
    """It goes into bloodlust, to the end of this turn or LASTING (fucilieri.4.1.7a)."""
    unit.bloodlust = until
    g.tell(ConditionsChanged(unit.id, (BLOODLUST,), begins=True, rules=(by,)))


def calm_down(g: FucilieriGame) -> None:
    """At the end of a turn temporary bloodlust that ends with it is over (fucilieri.3.0.3)."""
    for unit in g.state.on_table:
        if 0 < unit.bloodlust <= g.state.turn:
            restore(g, unit, BLOODLUST, "fucilieri.3.0.3")


def conditions_of(unit: Unit) -> tuple[str, ...]:
    """What it suffers from; nothing: it is OK (fucilieri.4.1.1)."""
    has = {
        DISORGANISED: unit.is_disorganised,
        DEMORALISED: unit.is_demoralised,
        FALLING_BACK: unit.is_falling_back,
        BLOODLUST: unit.has_bloodlust,
    }
    return tuple(name for name, holds in has.items() if holds)


def rate(s: State, unit: Unit) -> int:
    """What part of its allowance it has, in millionths: all, or half (fucilieri.4.1.3b, .3.1.5.2, .3.2.2.5)."""
    is_unled = OUT_OF_RADIUS.is_on(unit) and not unit.has_bloodlust  # fucilieri.3.1.5.4
    return s.tables.shares.half_rate if unit.is_disorganised or is_unled else WHOLE
