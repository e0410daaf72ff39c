"""Chapters 6.4 and 10.17, fire sectors: the hexes a unit can fire into, whatever stands between."""

from __future__ import annotations

from alfiere.games.esa.battlefield import AREA
from alfiere.games.esa.state import BattleState, Unit
from alfiere.table.hexes import Hex


def sector_hexes(s: BattleState, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit can fire into (esa.6.4a, esa.10.17a); all round from an area (esa.5.4.1h, esa.6.4i)."""
    sector = unit.values.sector
    if sector is None:
        return ()
    if unit.values.is_infantry and s.field.kind[unit.hex] == AREA:
        reach = s.field.grid.distances(unit.hex)
        return tuple(label for label, far in reach.items() if 0 < far <= sector.range)
    return s.field.grid.sector(unit.hex, unit.facing, sector.all)
