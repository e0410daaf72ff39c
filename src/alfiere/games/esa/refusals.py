"""Why something is not allowed: a key of the word files, what it is about, and the rule that forbids it.

A page asks by putting the piece, hex or card that was clicked into an option of the present decision; so a unit here
may be an enemy, belong to another division or have left the field, and a hex may be anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alfiere.games.esa.artillery import is_in_battery
from alfiere.games.esa.cards import cards
from alfiere.games.esa.charge import charge_points, may_charge
from alfiere.games.esa.command import (
    division_of,
    enemies_around,
    in_command,
    is_engaged,
    is_left_out,
    threatened_hexes,
)
from alfiere.games.esa.evasion import can_evade, evasions
from alfiere.games.esa.fire import can_fire, closed_to_fire, has_clear_line, may_be_target
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.melee import have_fought
from alfiere.games.esa.movement import destinations, may_contact, movement_points
from alfiere.games.esa.preparation import LEADERS, leader_zone, zone_of
from alfiere.games.esa.sectors import sector_hexes
from alfiere.games.esa.state import (
    ACTED,
    ATTACKED,
    BARRAGED,
    EVADED,
    FAILED_MOVE,
    FIRED,
    MOVED,
    RALLIED,
    BattleState,
    Leader,
    Unit,
)
from alfiere.games.esa.tables import tables
from alfiere.games.esa.veterans import ANY_FACING, are_played
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.hexes import Hex


def objection(s: BattleState, decision: Decision, answer: Option) -> Objection:
    """The rule that forbids an answer which is not offered."""
    wrong = _wrong_piece(s, decision, answer)
    if wrong is not None:
        return wrong
    explain = _EXPLAINED.get(answer.key)
    found = explain(s, decision, answer) if explain is not None else None
    if found is not None:
        return found
    unit = _unit(s, decision, answer)
    if answer.key in {option.key for option in decision.options} and unit is not None:
        return because("not-so", _first_rule(decision), unit=unit.id)
    return because("not-an-answer", _first_rule(decision))


def _first_rule(decision: Decision) -> str:
    return decision.rules[0] if decision.rules else ""


def _unit(s: BattleState, decision: Decision, answer: Option) -> Unit | None:
    return s.units.get(str(answer.get("unit") or decision.about.get("unit") or ""))


# Pieces of the wrong kind


def _wrong_piece(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    """An enemy where one's own unit is asked for, a friend where an enemy is, a piece that is not there."""
    if not any(option.key == answer.key for option in decision.options):
        return None
    own = _wrong_own_piece(s, decision, answer)
    if own is not None:
        return own
    division, asked = answer.get("division"), decision.about.get("division")
    if isinstance(asked, str) and division is not None and division != asked:
        first = because("another-division-first", _first_rule(decision), division=asked)
        return _wrong_division(s, decision, division) or first
    name = answer.get("target")
    if name is not None:
        target = s.units.get(str(name)) or s.leaders.get(str(name))
        if target is None:
            return because("no-such-piece", _first_rule(decision))
        if target.seat == decision.seat:
            return because("target-is-friend", "esa.6.1a" if answer.key == "fire" else "esa.7.1a", target=target.id)
        if not target.hex:
            return because("target-is-gone", "esa.10.8a", target=target.id)
    return None


def _wrong_own_piece(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    role = "leader" if "leader" in answer.args else "unit"
    name = answer.get(role)
    if name is None:
        return None
    piece = s.units.get(str(name)) or s.leaders.get(str(name))
    if piece is None:
        return because("no-such-piece", _first_rule(decision))
    if piece.seat != decision.seat:
        return because("is-an-enemy", "esa.3.3.1o", unit=piece.id)
    asked = decision.about.get(role)
    choices = {option.get(role) for option in decision.options if option.key == answer.key}
    if isinstance(asked, str) and choices == {asked} and piece.id != asked:
        return because("another-is-asked", _first_rule(decision), unit=asked)
    if role == "unit" and isinstance(piece, Leader):
        return because("is-a-leader", "esa.10.1d", unit=piece.id)
    if role == "leader" and isinstance(piece, Unit):
        return because("is-no-leader", "esa.5.2c", unit=piece.id)
    if not piece.hex and piece.id not in choices:
        gone = piece.strength <= 0
        return because("is-gone" if gone else "is-not-there-yet", "esa.10.8a", unit=piece.id)
    acting = s.divisions.get(str(decision.about.get("division") or ""))
    if acting is not None and isinstance(piece, Unit) and piece.id not in s.active:
        if piece.division != acting.id and not piece.profile.is_artillery:
            return because("other-division", "esa.3.1c", unit=piece.id, division=piece.division)
        if not in_command(s, piece):
            return _out_of_command(s, piece, "esa.5d" if answer.key == "unit" else "esa.3.3a")
    return None


def _out_of_command(s: BattleState, unit: Unit, rule: str) -> Objection:
    """Its general is too far away, or began the turn with another unit (esa.10.1b)."""
    general = s.leaders[division_of(s, unit).general]
    if is_left_out(general, unit):
        return because("general-is-attached", "esa.10.1b", unit=unit.id, leader=general.id, target=general.began_with)
    return because("out-of-command", rule, unit=unit.id)


# Moving


def _pick(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit = _unit(s, decision, answer)
    return cannot_move(s, unit) if unit is not None and unit.hex else None


def cannot_move(s: BattleState, unit: Unit) -> Objection | None:
    """Why a unit may not move by order now."""
    if unit.is_shaken:
        return because("shaken-move", "esa.10.16a", unit=unit.id)
    if unit.is_paralysed:
        return because("paralysed-move", "esa.10.14a", unit=unit.id)
    if unit.did & EVADED:
        return because("evaded", "esa.9.8e", unit=unit.id)
    if unit.did & FAILED_MOVE:
        return because("failed-test", "esa.10.12c", unit=unit.id)
    if unit.did & MOVED:
        return because("has-moved", "esa.5i", unit=unit.id)
    if unit.profile.is_artillery and unit.did & ACTED:
        return because("guns-have-acted", "esa.9.2c", unit=unit.id)
    if is_engaged(s, unit):
        return because("engaged-move", "esa.5e", unit=unit.id)
    if not in_command(s, unit):
        return _out_of_command(s, unit, "esa.5d")
    return None


def _move(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit, label = _unit(s, decision, answer), answer.get("hex")
    if unit is None or not unit.hex or not isinstance(label, str):
        return None
    if label == unit.hex:
        return because("is-there-already", "esa.5.1a", unit=unit.id, hex=label)
    return cannot_move_to(s, unit, label)


def cannot_move_to(s: BattleState, unit: Unit, label: Hex) -> Objection | None:
    """Why a unit may not end its move in a hex."""
    if label not in s.field.grid:
        return because("off-the-map", "esa.g.13", unit=unit.id)
    if label in s.at:
        return because("occupied", "esa.5f", unit=unit.id, hex=label)
    if label in s.leader_at and s.leaders[s.leader_at[label]].seat != unit.seat:
        return because("enemy-leader-there", "esa.5j", unit=unit.id, hex=label)
    kind = unit.values.kind
    if s.field.move_kind(label, kind) == "closed":
        rules = {"wood": "esa.5.4.2b", "difficult": "esa.5.4.3g", "impassable": "esa.5.7a"}
        rule = rules.get(s.field.ground(label, kind), "esa.5.7a")
        return because("closed-ground", rule, unit=unit.id, hex=label)
    if s.field.move_kind(label, kind) == "pass":
        return because("no-halt-there", "esa.5.4.1c", unit=unit.id, hex=label)
    if label in threatened_hexes(s, unit.seat):
        if not may_contact(s, unit):
            return because("no-contact-order", "esa.5g", unit=unit.id)
        if any(not enemy.is_shaken for enemy in enemies_around(s, unit)):
            return because("leaves-an-enemy", "esa.7.5c", unit=unit.id)
        if unit.values.is_open_order:
            rule = "esa.9.4.1e" if unit.values.is_cavalry else "esa.9.9.2b"
            return because("open-order", rule, unit=unit.id)
    points = movement_points(s, unit)
    if s.field.grid.distance(unit.hex, label) > points:
        return because("too-far", "esa.5.1a", unit=unit.id, hex=label, points=points)
    if label in destinations(s, unit, points, may_contact(s, unit), turns=ANY_FACING):
        return because("cannot-turn-so-far", "esa.v.2", unit=unit.id, hex=label)
    return because("no-way-there", "esa.5h", unit=unit.id, hex=label)


def _charge(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit, target = _unit(s, decision, answer), s.units.get(str(answer.get("target") or ""))
    if unit is None or not unit.hex or target is None or not target.hex:
        return None
    return cannot_charge(s, unit, target)


def cannot_charge(s: BattleState, unit: Unit, target: Unit) -> Objection:
    """Why a unit may not charge another."""
    about = {"unit": unit.id, "target": target.id}
    if not unit.profile.charge:
        return because("no-charge", "esa.9.3b", **about)
    if not may_contact(s, unit):
        return because("no-charge-order", "esa.9.3f", **about)
    if unit.values.is_infantry and target.values.is_cavalry and not unit.profile.charges_cavalry:
        return because("foot-charges-no-horse", "esa.9.3d", **about)
    if not may_charge(s, unit, target):
        return because("no-fight-there", "esa.7.1.1c", **about)
    if s.field.grid.distance(unit.hex, target.hex) == 1:
        return because("adjacent-already", "esa.9.3a", **about)
    if s.field.grid.distance(unit.hex, target.hex) > charge_points(s, unit) + 1:
        return because("charge-too-far", "esa.9.3g", points=charge_points(s, unit), **about)
    return because("no-way-to-charge", "esa.9.3g", **about)


def _charge_to(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit = _unit(s, decision, answer)
    target = s.units.get(str(answer.get("target") or decision.about.get("target") or ""))
    if unit is None or target is None:
        return None
    return because("charge-from-elsewhere", "esa.9.3e", unit=unit.id, target=target.id)


def _make_way(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    """Evading, withdrawing and stepping back go straight away from the enemy and nowhere else."""
    unit, label = _unit(s, decision, answer), answer.get("hex")
    if unit is None or not unit.hex or not isinstance(label, str):
        return None
    if label not in s.field.grid:
        return because("off-the-map", "esa.g.13", unit=unit.id)
    if label in s.at and label != unit.hex:
        return because("occupied", "esa.5f", unit=unit.id, hex=label)
    if answer.key == "evade-to":
        return because("evades-straight", "esa.9.8b", unit=unit.id, hex=label)
    if answer.key == "step-back":
        return because("steps-back-straight", "esa.5.3.1b", unit=unit.id, hex=label)
    return because("withdraws-straight", "esa.5.3.2c", unit=unit.id, hex=label)


def _evade(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit = _unit(s, decision, answer)
    comer = s.units.get(str(decision.about.get("enemy") or ""))
    if unit is None or not unit.hex or comer is None or not comer.hex:
        return None
    if not unit.profile.has_evasion:
        return because("no-evasion", "esa.9.8a", unit=unit.id)
    if unit.did & EVADED:
        return because("has-evaded", "esa.9.8e3", unit=unit.id)
    if unit.is_shaken or unit.is_paralysed or not can_evade(s, unit, comer):
        return because("cannot-evade", "esa.9.8h", unit=unit.id)
    if s.field.grid.distance(unit.hex, comer.hex) > 1:
        return because("nobody-near", "esa.9.8a", unit=unit.id)
    if not evasions(s, unit, comer.hex):
        return because("nowhere-to-evade", "esa.9.8c2", unit=unit.id)
    return None


def _face(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit = _unit(s, decision, answer)
    if unit is None:
        return None
    if answer.get("facing") not in range(6):
        return because("no-such-facing", "esa.5.1b", unit=unit.id)
    if unit.profile.is_artillery:
        return because("guns-turn-once", "esa.9.2d2", unit=unit.id)
    if are_played(s):
        return because("no-turns-left", "esa.v.1", unit=unit.id)
    return because("cannot-face-so", _first_rule(decision), unit=unit.id)


# Deploying


def _place(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit, label = _unit(s, decision, answer), answer.get("hex")
    if unit is None or not isinstance(label, str):
        return None
    if label not in s.field.grid:
        return because("not-on-the-map", "esa.g.13")
    if decision.key == "reinforce":
        return because("arrives-elsewhere", "esa.2.1.3c", unit=unit.id, hex=label)
    zone = zone_of(s, s.divisions[unit.division])
    if zone and label not in zone:
        return because("outside-the-zone", "esa.2.3k", unit=unit.id, hex=label)
    if label in s.at or label in s.leader_at:
        return because("taken-at-deployment", "esa.2.3g", unit=unit.id, hex=label)
    if label in s.field.no_standing(unit.values.kind):
        return because("closed-ground", "esa.2.3k", unit=unit.id, hex=label)
    general = s.leaders[s.divisions[unit.division].general]
    reach = general.profile.morale
    return because("beyond-the-general", "esa.2.3e", unit=unit.id, hex=label, leader=general.id, points=reach)


def _leader(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    leader, label = s.leaders.get(str(answer.get("leader") or "")), answer.get("hex")
    if leader is None or not isinstance(label, str):
        return None
    if label not in s.field.grid:
        return because("not-on-the-map", "esa.g.13")
    if decision.key == "reinforce":
        return because("arrives-elsewhere", "esa.2.1.3c", unit=leader.id, hex=label)
    if decision.key == "deploy-leader":
        return _cannot_place_leader(s, leader, label)
    if label in s.field.impassable:
        return because("closed-ground", "esa.5.7a", unit=leader.id, hex=label)
    name = s.at.get(label)
    if name is not None and s.units[name].seat != leader.seat:
        return because("leader-meets-enemy", "esa.5.2e", leader=leader.id, hex=label)
    if s.leader_at.get(label, leader.id) != leader.id:
        return because("one-leader-a-hex", "esa.g.16", leader=leader.id, hex=label)
    points = tables().numbers.leader_pm if decision.key == "move-leader" else tables().numbers.leader_flight
    if leader.hex and s.field.grid.distance(leader.hex, label) > points:
        return because("leader-too-far", "esa.5.2d", leader=leader.id, hex=label, points=points)
    if name is None and label in threatened_hexes(s, leader.seat):
        return because("leader-alone-in-danger", "esa.5.2e2", leader=leader.id, hex=label)
    if name is not None and leader.rank == "general" and s.units[name].division != leader.division:
        return because("leader-of-others", "esa.10.1k", leader=leader.id, unit=name)
    return because("leader-no-way", "esa.5.2e", leader=leader.id, hex=label)


def _cannot_place_leader(s: BattleState, leader: Leader, label: Hex) -> Objection:
    if s.step == LEADERS:
        zone = s.scenario.zone(leader_zone(s, leader))
    else:
        zone = zone_of(s, s.divisions[s.acting]) if s.acting in s.divisions else []
    if zone and label not in zone:
        return because("outside-the-zone", "esa.2.3k", unit=leader.id, hex=label)
    if label in s.at or label in s.leader_at:
        return because("taken-at-deployment", "esa.2.3g", unit=leader.id, hex=label)
    return because("closed-ground", "esa.2.3k", unit=leader.id, hex=label)


# Fire, melee, rally


def _fire(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit, name = _unit(s, decision, answer), str(answer.get("target") or "")
    if unit is None or not unit.hex:
        return None
    target = s.units.get(name)
    if target is None and name in s.leaders and s.leaders[name].hex in s.at:
        return because("leader-is-covered", "esa.10.1j", unit=unit.id, target=name)
    return cannot_fire_at(s, unit, target or s.leaders.get(name))


def cannot_fire_at(s: BattleState, unit: Unit, target: Unit | Leader | None) -> Objection | None:
    """Why a unit may not fire, or not at this target."""
    about = {"unit": unit.id}
    if unit.profile.is_artillery and not is_in_battery(unit):
        return because("guns-in-tow", "esa.9.2a", **about)
    if unit.values.sector is None:
        return because("no-firearms", "esa.2.6.1c", **about)
    if unit.did & FIRED:
        return because("has-fired", "esa.6b", **about)
    if unit.profile.is_artillery and unit.did & ACTED and not unit.did & BARRAGED:
        return because("guns-have-acted", "esa.9.2c", **about)
    if unit.is_shaken:
        return because("shaken-fire", "esa.10.16a", **about)
    if unit.is_paralysed:
        return because("paralysed-fire", "esa.10.14a", **about)
    if not can_fire(s, unit):
        return because("in-melee-fire", "esa.6.3b", **about)
    if target is None or not target.hex:
        return None
    about["target"] = target.id
    if target.hex not in sector_hexes(s, unit):
        far, reach = s.field.grid.distance(unit.hex, target.hex), unit.values.sector.range
        too_far = {"points": reach, "far": far} if far > reach else {"points": "", "far": ""}
        return because("not-in-sector", "esa.6.4a", **about, **too_far)
    if closed_to_fire(s, unit, target.hex):
        return because("no-fire-into-wood", "esa.5.4.2c", **about)
    if isinstance(target, Unit) and not may_be_target(s, unit, target):
        return because("target-in-melee", "esa.6.3c", **about)
    if not has_clear_line(s, unit.hex, target.hex):
        return because("no-clear-line", "esa.6.4b", **about)
    return None


def _attack(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit, name = _unit(s, decision, answer), str(answer.get("target") or "")
    if unit is None or not unit.hex:
        return None
    return cannot_attack(s, unit, s.units.get(name) or s.leaders.get(name))


def cannot_attack(s: BattleState, unit: Unit, target: Unit | Leader | None) -> Objection | None:
    """Why a unit may not attack, or not this enemy."""
    about = {"unit": unit.id}
    if unit.profile.is_artillery:
        return because("guns-do-not-attack", "esa.9.2l", **about)
    if unit.is_shaken:
        return because("shaken-melee", "esa.10.16a", **about)
    if target is None or not target.hex:
        return None
    about["target"] = target.id
    if target.hex not in s.field.grid.adjacent[unit.hex]:
        return because("not-adjacent", "esa.7.1a", **about)
    if isinstance(target, Unit) and have_fought(s, unit, target):
        return because("have-fought", "esa.7.1l2", **about)
    if unit.did & ATTACKED:
        return because("has-attacked", "esa.7.1l", **about)
    if not may_fight(s, unit, target):
        return because("no-fight-there", "esa.7.1.1c", **about)
    return None


def _rally(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    unit = _unit(s, decision, answer)
    if unit is None or not unit.hex:
        return None
    if unit.did & RALLIED:
        return because("has-rallied", "esa.8h", unit=unit.id)
    if unit.profile.is_artillery and not is_in_battery(unit):
        return because("guns-in-tow-rally", "esa.9.2g", unit=unit.id)
    if unit.profile.is_artillery and unit.did & ACTED:
        return because("guns-have-acted", "esa.9.2c", unit=unit.id)
    if not (unit.is_shaken or unit.is_paralysed or unit.is_weakened):
        return because("nothing-to-rally", "esa.8b", unit=unit.id)
    if answer.key == "recover" and not unit.is_weakened:
        return because("not-weakened", "esa.8e", unit=unit.id)
    return because("no-such-marker", "esa.8b", unit=unit.id) if answer.key == "rally" else None


def _done(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    if decision.key == "attack":
        return because("must-fight", "esa.7.1.1a")
    if decision.key == "put-back":
        return because("hand-too-full", "esa.3.2.2d", excess=int(decision.about.get("excess") or 1))
    return None


# Cards and divisions


def _assign(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    number = answer.get("card")
    if not isinstance(number, int) or number not in cards():
        return because("no-such-card", "esa.2.2a")
    if decision.key == "deployment-card":
        return because("card-not-dealt", "esa.2.3a", card=number)
    if decision.key in ("card-out", "card-in"):
        return because("card-not-exchanged", "esa.2.2j", card=number)
    if number not in s.armies[decision.seat].hand:
        return because("card-not-in-hand", "esa.3.2.2a", card=number)
    if answer.key == "focus":
        return because("card-not-focusable", "esa.10.7g", card=number)
    return None


def _wrong_division(s: BattleState, decision: Decision, name: Any) -> Objection | None:
    division = s.divisions.get(str(name))
    if division is None:
        return because("no-such-division", "esa.2.1a")
    if division.seat != decision.seat:
        return because("division-is-enemy", "esa.3.1c", division=division.id)
    return None


def _division(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    wrong = _wrong_division(s, decision, answer.get("division"))
    if wrong is not None:
        return wrong
    name = str(answer.get("division"))
    if decision.key == "division":
        key = "priority-comes-later" if name in s.queue else "nothing-left-to-do"
        return because(key, "esa.3.1a", division=name)
    if decision.key == "deploy-division":
        key = "deploys-later" if name in s.queue else "is-deployed"
        return because(key, "esa.2.3b", division=name)
    return None


_EXPLAINED: dict[str, Callable[[BattleState, Decision, Option], Objection | None]] = {
    "unit": _pick,
    "move": _move,
    "pursue": _move,
    "press": _move,
    "charge": _charge,
    "charge-to": _charge_to,
    "evade": _evade,
    "evade-to": _make_way,
    "withdraw": _make_way,
    "step-back": _make_way,
    "face": _face,
    "turn": _face,
    "place": _place,
    "leader": _leader,
    "fire": _fire,
    "attack": _attack,
    "attack-leader": _attack,
    "rally": _rally,
    "recover": _rally,
    "done": _done,
    "assign": _assign,
    "focus": _assign,
    "give": _assign,
    "put-top": _assign,
    "put-bottom": _assign,
    "add": _assign,
    "remove": _assign,
    "division": _division,
}
