"""Chapters 2.3.4-2.3.6: who is in command, who is active, and by an order of which priority."""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.games.lumi.state.base import OF_BASE, ROUT
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import Unit, bases_of, has
from alfiere.kernel.objection import Objection, because

INACTIVE = OF_BASE.bare("inactive", TURN)  # it has lost its activation, lumi.3.1.12k, .7.2.2l
WITH_CIC = OF_BASE.bare("with the CiC", TURN)  # since the start of the Activation phase, lumi.2.3.5e


def in_command(s: State, unit: Unit) -> bool:
    """Whether the general of its division has it within his radius (lumi.2.3.4a)."""
    general = s.general_of(s.bases[unit.id].division)
    return general is not None and is_in_radius(s, general, unit)


def ordered(s: State, unit: Unit) -> int:
    """The priority of the order that reaches it; 0 without one, or out of command (lumi.2.3.4b)."""
    order = s.orders.get(s.bases[unit.id].division, 0)
    return order if order and in_command(s, unit) else 0


def priority(s: State, unit: Unit) -> int:
    """As with an order of which priority it acts now; 0 if not at all.

    Without an order the unit with the CiC and light troops act in the first impulse (lumi.2.3.5c-d, .2.3.6a-d).
    """
    bases = bases_of(s, unit)
    for one in bases:
        if one.state == ROUT or INACTIVE.is_on(one):  # lumi.1.5.6a
            return 0
    if order := ordered(s, unit):
        return order
    if s.impulse != 1:
        return 0
    if any(WITH_CIC.is_on(one) for one in bases):
        return s.tables.numbers.cic_priority
    return s.tables.numbers.light_priority if has(s, unit, "light") else 0


def unordered_levels(s: State) -> tuple[int, ...]:
    """The priorities with which some act without an order in this impulse."""
    return (s.tables.numbers.cic_priority, s.tables.numbers.light_priority) if s.impulse == 1 else ()


def is_active(s: State, unit: Unit) -> bool:
    """Whether it may take the initiative in this impulse; whoever may not still reacts (lumi.2.1.20)."""
    return bool(priority(s, unit))


def why_not_attack(s: State, unit: Unit) -> Objection | None:
    """Why its order lets it neither charge nor approach; None if it does (lumi.2.3.4c, .2.3.6f, .2.3.6g)."""
    found = priority(s, unit)
    if not found:
        return because("inactive", "lumi.2.3.4b", unit=unit.id)
    if found < s.tables.numbers.charge_priority:
        rule = "lumi.2.3.4c" if ordered(s, unit) else "lumi.2.3.6g"
        return because("order-too-weak", rule, unit=unit.id)
    return None
