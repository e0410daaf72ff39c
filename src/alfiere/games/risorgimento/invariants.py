"""What must hold of a battle after every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.invariants import faults_of_bases
from alfiere.games.risorgimento.state.battle import OF_BATTLE, BattleState
from alfiere.games.risorgimento.state.unit import OF_COMMANDER, OF_UNIT, ON_THE_WAY, Unit
from alfiere.table.field import Scene
from alfiere.table.shapes import Base, Rect, base


def faults(s: BattleState) -> list[str]:
    """What is wrong, in words; nothing if all is well."""
    fresh = Scene(s.ground.field, [s.footing(one).base(one.id) for one in s.on_table])
    found = faults_of_bases(
        Scene(fresh.field, [_core(s, one) for one in fresh.bases if not ON_THE_WAY.is_on(s.units[one.id])]),
        "risorgimento.geo.4",
    )
    if s.scene.by_id != fresh.by_id:
        found.append("the table remembers units where they do not stand")
    for unit in s.units.values():
        found += _of_unit(s, unit)
        found += [f"{unit.id} bears a mark nobody knows: {mark}" for mark in OF_UNIT.unknown(unit)]
    for who in s.commanders.values():
        found += [f"{who.id} bears a mark nobody knows: {mark}" for mark in OF_COMMANDER.unknown(who)]
        if who.unit and not s.units[who.unit].is_on:
            found.append(f"{who.id} is attached to {who.unit}, who is not on the table")
    found += [f"the battle bears a mark nobody knows: {mark}" for mark in OF_BATTLE.unknown(s)]
    return found


def _core(s: BattleState, one: Base) -> Base:
    """A base less the hundredths that are lost in rounding where units stand flush."""
    slack = 2 * s.scene.field.slack
    assert isinstance(one.shape, Rect)
    return base(one.id, Rect(one.shape.width - slack, one.shape.depth - slack), *one.pose)


def _of_unit(s: BattleState, unit: Unit) -> Iterator[str]:
    if not 0 <= unit.losses <= 2 * unit.strength:
        yield f"{unit.id} has lost {unit.losses} points of {2 * unit.strength}"
    if unit.morale > unit.spirit:
        yield f"{unit.id} has more morale than at first (risorgimento.mor.12)"
    if unit.disorder not in (0, 1, 2) or unit.fatigue < 0:
        yield f"{unit.id} has disorder {unit.disorder} and fatigue {unit.fatigue}"
    if unit.is_on and unit.formation not in s.tables.formations_of(unit.arm):
        yield f"{unit.id} cannot be in {unit.formation} (risorgimento.e.4.10)"
