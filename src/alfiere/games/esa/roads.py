"""Chapter 5.9, roads: twice the movement and free passage, out of the enemy's reach."""

from __future__ import annotations

from collections.abc import Container

from alfiere.games.esa.sectors import sector_hexes
from alfiere.games.esa.state import BattleState, Unit
from alfiere.table.hexes import Hex, Reach


def unsafe_hexes(s: BattleState, seat: str) -> set[Hex]:
    """Hexes where a unit of this seat could be attacked or fired at (esa.5.9b, esa.5.9b2)."""
    grid = s.field.grid
    unsafe: set[Hex] = set()
    for enemy in s.units.values():
        if not enemy.hex or enemy.seat == seat or enemy.is_shaken:
            continue
        danger = enemy.values.pm + enemy.profile.charge
        unsafe |= grid.disc(enemy.hex, danger)
        if not enemy.is_paralysed and not enemy.values.id.endswith("/tow"):
            unsafe.update(sector_hexes(s, enemy))
    return unsafe


def road_reach(s: BattleState, unit: Unit, points: int, closed: Container[Hex], halting: Container[Hex]) -> Reach:
    """Where a safe road march leads: every hex 1 PM, twice the PM (esa.5.9a, esa.5.9c-esa.5.9e).

    The road opens woods, areas and difficult ground; what is impassable stays so, and an obstacle across it is
    crossed only as the first step (esa.5.4c2, esa.5.7a).
    """
    unsafe = unsafe_hexes(s, unit.seat)
    if unit.hex in unsafe:
        return {}
    roads, barriers, impassable = s.field.roads, s.field.map.barriers, s.field.impassable
    direction = s.field.grid.direction
    found: Reach = {unit.hex: (0, None)}
    edge = [unit.hex]
    for spent in range(1, 2 * points + 1):
        nearer, edge = edge, []
        for origin in nearer:
            for label in sorted(roads[origin]):
                if label in found or label in closed or label in unsafe or label in impassable:
                    continue
                if spent > 1 and (origin, direction(origin, label)) in barriers:
                    continue
                found[label] = (spent, origin)
                if label not in halting:  # esa.5h
                    edge.append(label)
    return found
