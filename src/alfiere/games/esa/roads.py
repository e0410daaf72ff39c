"""Chapter 5.9, roads: twice the movement and free passage, out of the enemy's reach."""

from __future__ import annotations

from collections.abc import Container

from alfiere.games.esa.state import BattleState, Unit
from alfiere.table.hexes import Hex, Reach


def unsafe_hexes(s: BattleState, seat: str) -> set[Hex]:
    """Hexes where a unit of this seat could be attacked or fired at (esa.5.9b, esa.5.9b2)."""
    grid = s.field.grid
    unsafe: set[Hex] = set()
    for enemy in s.units.values():
        if not enemy.hex or enemy.seat == seat:
            continue
        if not enemy.is_shaken:
            danger = enemy.values.pm + enemy.profile.charge
            unsafe.update(label for label, far in grid.distances(enemy.hex).items() if far <= danger)
        sector = enemy.values.sector
        if sector is not None and not enemy.is_shaken and not enemy.is_paralysed:
            unsafe.update(grid.sector(enemy.hex, enemy.facing, sector.all))
    return unsafe


def road_reach(s: BattleState, unit: Unit, points: int, closed: Container[Hex]) -> Reach:
    """Where a safe road march leads: every hex 1 PM, twice the PM (esa.5.9a, esa.5.9c, esa.5.9d)."""
    unsafe = unsafe_hexes(s, unit.seat)
    if unit.hex in unsafe:
        return {}
    roads = s.field.roads
    found: Reach = {unit.hex: (0, None)}
    edge = [unit.hex]
    for spent in range(1, 2 * points + 1):
        nearer, edge = edge, []
        for origin in nearer:
            for label in sorted(roads[origin]):
                if label not in found and label not in closed and label not in unsafe:
                    found[label] = (spent, origin)
                    edge.append(label)
    return found
