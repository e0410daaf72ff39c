"""Chapters 6.4 and 10.17, fire sectors: the hexes a unit can fire into, whatever stands between."""

from __future__ import annotations

from alfiere.games.esa.battlefield import AREA
from alfiere.games.esa.state import BattleState, Unit
from alfiere.games.esa.troops import Values
from alfiere.table.hexes import Hex


def sector_hexes(s: BattleState, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit can fire into where it stands (esa.6.4a, esa.10.17a)."""
    return hexes_before(s, unit.values, unit.hex, unit.facing)


def hexes_before(s: BattleState, values: Values, label: Hex, facing: int) -> tuple[Hex, ...]:
    """The hexes one who stands so can fire into; all round from an area (esa.5.4.1h, esa.6.4i)."""
    sector = values.sector
    if sector is None:
        return ()
    if values.is_infantry and s.field.kind[label] == AREA:
        reach = s.field.grid.distances(label)
        return tuple(one for one, far in reach.items() if 0 < far <= sector.range)
    return s.field.grid.sector(label, facing, sector.all)
