"""Who is able to fire and who may be fired at, in the phases D and F and in opportunity (D.0, F.0, F.1, E.9)."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.fire.engaged import ABANDONED, is_engaged, is_in_contact, supports
from alfiere.games.risorgimento.fire.volley import FIRE, GUNS, OPPORTUNITY
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, OF_UNIT, SQUARE, Unit
from alfiere.kernel.objection import Objection, because


class InOpportunity(NamedTuple):
    """At whom a unit has fired in opportunity, and from which side if it is a square."""

    target: str
    edge: str = ""  # of a square


HELD_FIRE = OF_UNIT.bare("may not fire", TURN)  # it has withdrawn, or its guns were left: risorgimento.e.8.5, .e.2.3.15
HAS_REACTED = OF_UNIT.bare("reacted", TURN)  # infantry that moved or formed square in reaction: risorgimento.e.2.2.15
FIRED_AT = OF_UNIT.about("fired in opportunity at", InOpportunity, TURN)  # risorgimento.e.9.5, .e.9.8


def why_no_fire(s: BattleState, unit: Unit, phase: str) -> Objection | None:
    """Why a unit may not fire in a phase."""
    why = bars_fire(s, unit, phase)
    return None if why is None else because(*why, unit=unit.id)


def bars_fire(s: BattleState, unit: Unit, phase: str) -> tuple[str, str] | None:
    """The same as a key of the refusals and the rule, the cheapest reasons first."""
    if unit.arm == CAVALRY:
        return "cavalry", "risorgimento.f.0.5"
    if phase == GUNS and unit.arm != ARTILLERY:
        return "guns-only", "risorgimento.d.0.1"
    if not unit.is_steady:
        return "routed", "risorgimento.h.1.7"
    if not s.tables.formations[unit.formation].fire:
        return "formation-fires-not", "risorgimento.e.4.11"
    if unit.marks:
        if ABANDONED.is_on(unit):
            return "abandoned", "risorgimento.d.0.6"
        if HELD_FIRE.is_on(unit):
            return "withdrawn", "risorgimento.e.8.5"
        if phase == FIRE and FIRED_AT.first(unit) is not None:
            return "fired-in-opportunity", "risorgimento.e.9.5"
        if phase == FIRE and HAS_REACTED.is_on(unit):
            return "reacted", "risorgimento.e.2.2.15"
    if is_engaged(s, unit):
        rule = {GUNS: "risorgimento.d.0.6", OPPORTUNITY: "risorgimento.e.9.9", FIRE: "risorgimento.f.0.4"}[phase]
        return "in-contact", rule
    if len(supports(s, unit)) > 1:
        return "between-melees", "risorgimento.f.1.9"
    return None


def why_no_target(s: BattleState, target: Unit, phase: str) -> Objection | None:
    """Why nobody may fire at a unit."""
    about = {"target": target.id}
    if not target.is_on or ABANDONED.is_on(target):
        return because("gone", "risorgimento.d.1.10", **about)
    if phase == FIRE and is_in_contact(s, target):
        return because("target-in-contact", "risorgimento.f.0.4", **about)
    if len(supports(s, target)) > 1:
        return because("target-between-melees", "risorgimento.f.1.9", **about)
    return None


def why_not_again(unit: Unit, target: Unit, edge: str) -> Objection | None:
    """In opportunity one fires once at each enemy in a turn, a square besides once from each side (e.9.8, f.1.11)."""
    if unit.marks:
        for target_before, edge_before in FIRED_AT.all(unit):
            if target_before == target.id:
                return because("fired-at-it", "risorgimento.e.9.8", unit=unit.id, target=target.id)
            if unit.formation == SQUARE and edge_before == edge:
                return because("side-has-fired", "risorgimento.f.1.11", unit=unit.id, target=target.id)
    return None
