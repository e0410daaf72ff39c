"""Why something is not allowed: who, what, and the rule that forbids it."""

from __future__ import annotations

from alfiere.games.esa.charge import charge_points, may_charge
from alfiere.games.esa.command import enemies_around, in_command, is_engaged, threatened_hexes
from alfiere.games.esa.fire import can_fire, closed_to_fire, has_clear_line, may_be_target
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.movement import destinations, may_contact, movement_points
from alfiere.games.esa.sectors import sector_hexes
from alfiere.games.esa.state import EVADED, FIRED, MOVED, BattleState, Unit
from alfiere.games.esa.veterans import ANY_FACING
from alfiere.kernel.decision import Decision, Illegal, Option


def refusal(s: BattleState, decision: Decision, answer: Option) -> Illegal:
    """The rule that forbids an answer which is not offered."""
    unit = s.units.get(str(answer.get("unit") or decision.about.get("unit") or ""))
    why, rule = _reason(s, decision, answer, unit)
    who = _name(s, unit) if unit is not None else decision.seat
    return Illegal(f"{who} {why}", rule, decision.seat)


def _name(s: BattleState, unit: Unit) -> str:
    return s.scenario.names[unit.id]["en"] if unit.id in s.scenario.names else unit.id


def _reason(s: BattleState, decision: Decision, answer: Option, unit: Unit | None) -> tuple[str, str]:
    rule = decision.rules[0] if decision.rules else ""
    if unit is None:
        return f"cannot answer «{answer.meaning}» here", rule
    if not unit.hex:
        return "is not on the map", "esa.10.8a"
    if answer.key == "unit":
        return cannot_move(s, unit) or ("cannot be chosen here", rule)
    target = s.units.get(str(answer.get("target") or ""))
    if answer.key == "move" and isinstance(answer.get("hex"), str):
        return cannot_move_to(s, unit, answer["hex"]) or ("cannot move there", rule)
    if answer.key == "charge" and target is not None and target.hex:
        return cannot_charge(s, unit, target) or ("cannot charge that unit", "esa.9.3g")
    if answer.key == "fire" and target is not None and target.hex:
        return cannot_fire_at(s, unit, target) or ("cannot fire at that unit", "esa.6.4a")
    if answer.key == "attack" and target is not None and target.hex:
        return cannot_attack(s, unit, target) or ("cannot attack that unit", "esa.7.1a")
    return f"cannot do «{answer.meaning}» here", rule


def cannot_move(s: BattleState, unit: Unit) -> tuple[str, str] | None:
    """Why a unit may not move by order now."""
    if unit.is_shaken:
        return "is shaken and cannot manoeuvre", "esa.10.16a"
    if unit.is_paralysed:
        return "is paralysed and cannot move", "esa.10.14a"
    if unit.did & EVADED:
        return "has evaded and may not move again this turn", "esa.9.8e"
    if unit.did & MOVED:
        return "has moved already", "esa.5i"
    if is_engaged(s, unit):
        return "is engaged and may not move", "esa.5e"
    if not in_command(s, unit):
        return "is beyond its general's command distance", "esa.5d"
    return None


def cannot_move_to(s: BattleState, unit: Unit, label: str) -> tuple[str, str] | None:
    """Why a unit may not end its move in a hex."""
    if label not in s.field.grid:
        return f"cannot leave the map ({label})", "esa.g.13"
    if label in s.at:
        return f"cannot enter {label}: another unit is there", "esa.5f"
    if label in s.leader_at and s.leaders[s.leader_at[label]].seat != unit.seat:
        return f"cannot enter {label}: an enemy leader is there", "esa.5j"
    kind = unit.values.kind
    if s.field.move_kind(label, kind) == "closed":
        rules = {"wood": "esa.5.4.2b", "difficult": "esa.5.4.3g", "impassable": "esa.5.7a"}
        return f"cannot enter the ground of {label}", rules.get(s.field.ground(label, kind), "esa.5.7a")
    if s.field.move_kind(label, kind) == "pass":
        return f"may pass {label} but not stop there", "esa.5.4.1c"
    if label in threatened_hexes(s, unit.seat):
        if not may_contact(s, unit):
            return "needs a move and a melee order to go next to a fresh enemy", "esa.5g"
        if any(not enemy.is_shaken for enemy in enemies_around(s, unit)):
            return "leaves a fresh enemy and may not go next to another", "esa.7.5c"
        if unit.values.is_open_order:
            rule = "esa.9.4.1e" if unit.values.is_cavalry else "esa.9.9.2b"
            return "is in open order and may not go next to fresh close order there", rule
    if s.field.grid.distance(unit.hex, label) > movement_points(s, unit):
        return f"has {movement_points(s, unit)} PM; {label} is too far", "esa.5.1a"
    if label in destinations(s, unit, movement_points(s, unit), may_contact(s, unit), turns=ANY_FACING):
        return f"goes where it looks and cannot turn far enough to reach {label}", "esa.v.2"
    return f"cannot reach {label}: enemies, other ground or an obstacle stop the move", "esa.5h"


def cannot_charge(s: BattleState, unit: Unit, target: Unit) -> tuple[str, str] | None:
    """Why a unit may not charge another."""
    if not unit.profile.charge:
        return "does not have the ability to charge", "esa.9.3b"
    if not may_contact(s, unit):
        return "needs a move and a melee order to charge", "esa.9.3f"
    if unit.values.is_infantry and target.values.is_cavalry and not unit.profile.charges_cavalry:
        return "is infantry and does not charge cavalry", "esa.9.3d"
    if not may_charge(s, unit, target):
        return "may not fight the enemy where he stands", "esa.7.1.1c"
    if s.field.grid.distance(unit.hex, target.hex) > charge_points(s, unit) + 1:
        return f"charges {charge_points(s, unit)} hexes at most; the enemy is too far", "esa.9.3g"
    return "has no free way to a hex beside the enemy", "esa.9.3g"


def cannot_fire_at(s: BattleState, unit: Unit, target: Unit) -> tuple[str, str] | None:
    """Why a unit may not fire at another."""
    if unit.values.sector is None:
        return "cannot fire at all", "esa.2.6.1c"
    if unit.did & FIRED:
        return "has fired already this turn", "esa.6b"
    if unit.is_shaken:
        return "is shaken and cannot fire", "esa.10.16a"
    if unit.is_paralysed:
        return "is paralysed and cannot fire", "esa.10.14a"
    if not can_fire(s, unit):
        return "is in melee and may not fire", "esa.6.3b"
    if target.hex not in sector_hexes(s, unit):
        return "does not have the enemy in its fire sector", "esa.6.4a"
    if closed_to_fire(s, unit, target.hex):
        return "does not fire at units in a wood", "esa.5.4.2c"
    if not may_be_target(s, unit, target):
        return "may not fire at an engaged unit", "esa.6.3c"
    if not has_clear_line(s, unit.hex, target.hex):
        return "does not have a clear line of fire", "esa.6.4b"
    return None


def cannot_attack(s: BattleState, unit: Unit, target: Unit) -> tuple[str, str] | None:
    """Why a unit may not attack another in melee."""
    if target.hex not in s.field.grid.adjacent[unit.hex]:
        return "is not adjacent to that enemy", "esa.7.1a"
    if unit.is_shaken:
        return "is shaken and cannot fight", "esa.10.16a"
    if not may_fight(s, unit, target):
        return "may not fight the enemy where he stands", "esa.7.1.1c"
    return None
