"""Chapters 1.4, 5.4 and 7.1.1: what ground and walls forbid in melee."""

from __future__ import annotations

from alfiere.games.esa.state import BattleState, Leader, Unit


def may_fight(s: BattleState, unit: Unit, enemy: Unit | Leader) -> bool:
    """Whether a unit may fight an enemy where it stands, attacking or fighting back.

    Cavalry does not fight units in an area or behind a fortified side; heavy and medium cavalry not in a wood
    (esa.5.4.1e, esa.5.4.1e2, esa.5.4.2c2, esa.5.4.2c3, esa.1.4l4).
    """
    field = s.field
    terrain = field.tables.terrain.get(field.kind[enemy.hex])
    if terrain is not None and unit.values.kind in terrain.no_melee_against:
        return False
    adjacent = field.grid.distance(unit.hex, enemy.hex) == 1
    return not (unit.values.is_cavalry and adjacent and field.fortified_against(enemy.hex, unit.hex))
