"""What an option does to the command of the army, told before it is chosen: who gets out of reach, who is attached."""

from __future__ import annotations

from copy import copy

from alfiere.games.esa.command import division_of, in_command, is_left_out
from alfiere.games.esa.forced import leader_met, step_backs, withdrawals
from alfiere.games.esa.state import BattleState, Leader, Unit
from alfiere.games.esa.tables import tables
from alfiere.kernel.caution import Caution
from alfiere.kernel.decision import Decision, Option
from alfiere.table.hexes import Hex


def cautions(s: BattleState, decision: Decision, option: Option) -> list[Caution]:
    """What to say beside an option."""
    label = option.get("hex")
    leader = s.leaders.get(str(option.get("leader") or ""))
    unit = s.units.get(str(option.get("unit") or decision.about.get("unit") or ""))
    if decision.key == "move-leader" and leader is not None and isinstance(label, str):
        return _leader_rides(s, leader, label)
    if decision.key == "leader-goes" and leader is not None and unit is not None:
        return _bound(leader, unit) if option.key == "with" else []
    if unit is None or not isinstance(label, str):
        return []
    if option.key in ("withdraw", "step-back"):
        return _driven(s, unit, decision.about["threat"], option)
    if option.key == "move" and decision.key == "move":
        return _unit_moves(s, unit, label)
    return []


def _leader_rides(s: BattleState, leader: Leader, label: Hex) -> list[Caution]:
    """A general who ends with a unit, or rides away from those he commands (esa.10.1b, esa.3.3b)."""
    found = []
    unit = s.unit_at(label)
    if unit is not None:
        found += _bound(leader, unit)
    left = _left_behind(s, leader, label)
    if left:
        found.append(Caution("leaves-units", {"leader": leader.id, "units": left}, ("esa.3.3b", "esa.10.3c")))
    return found


def _left_behind(s: BattleState, leader: Leader, label: Hex) -> list[str]:
    """Units with an order that are in command now and would be no more."""
    own = [one for one in s.divisions.values() if one.general == leader.id and one.has_order]
    units = [s.units[name] for division in own for name in division.units]
    before = {unit.id for unit in units if in_command(s, unit)}
    there = leader.copy()
    there.hex = label
    moved = copy(s)  # only to ask: the map of leaders, which nobody looks at for it, is as it was
    moved.leaders = s.leaders | {leader.id: there}
    after = {unit.id for unit in units if in_command(moved, unit)}
    return [unit.id for unit in units if unit.id in before - after]


def _bound(leader: Leader, unit: Unit) -> list[Caution]:
    """A division general who begins a turn with a unit commands no other in it (esa.10.1b)."""
    if not leader.division or leader.rank == "character":
        return []
    return [Caution("commands-one", {"leader": leader.id, "unit": unit.id}, ("esa.10.1b", "esa.10.3d"))]


def _unit_moves(s: BattleState, unit: Unit, label: Hex) -> list[Caution]:
    """A unit that joins a lone general, or goes where its own cannot follow (esa.5j, esa.3.3b)."""
    found = []
    met = s.leaders.get(s.leader_at.get(label, ""))
    if met is not None:
        found.append(Caution("joins", {"leader": met.id, "unit": unit.id}, ("esa.5j", "esa.10.1a")))
        found += _bound(met, unit)
    general = s.leaders[division_of(s, unit).general]
    if general.hex and general.hex != unit.hex and not is_left_out(general, unit):  # with him it may ride together
        reach = general.profile.morale + (0 if general.has_moved else tables().numbers.leader_pm)
        if s.field.command_distance(general.hex, label) > reach:
            args = {"leader": general.id, "unit": unit.id}
            found.append(Caution("out-of-reach", args, ("esa.3.3b", "esa.10.3c")))
    return found


def _driven(s: BattleState, unit: Unit, threat: Hex, option: Option) -> list[Caution]:
    """A general met on the way goes along (esa.5.3e)."""
    if s.leader_with(unit) is not None:
        return []
    if option.key == "step-back":
        ways = step_backs(s, unit, threat)
    else:
        ways = withdrawals(s, unit, threat, may_stop_at_general=True)
    for way in ways:
        if way.path and way.path[-1] == option["hex"] and way.outcome == option["ends"]:
            met = leader_met(s, unit, way.path)
            return [Caution("joins", {"leader": met.id, "unit": unit.id}, ("esa.5.3e",))] if met is not None else []
    return []
