"""The rectangle that a unit covers, by its figures and its formation (0.6, 3.2.4)."""

from __future__ import annotations

from functools import lru_cache

from alfiere.games.fucilieri.sheets.table_rows import Base
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.state.unit import COLUMN, GUN, HORSE, LIMBERED, LINE, OPEN, SQUARE, UNLIMBERED, Unit
from alfiere.table.shapes import Rect


def files(unit: Unit, formation: str = "") -> int:
    """How many files it has in a formation; of a square those of one side, of artillery its guns (3.2.4.1-4)."""
    return files_of(unit.base, formation or unit.formation, unit.guns if unit.is_guns else unit.figures)


def files_of(base: Base, formation: str, figures: int) -> int:
    """The files of so many figures; of artillery figures are guns."""
    row = tables().formations[formation]
    if base == GUN:
        return 1 if formation == LIMBERED else figures
    if row.square is not None:
        return -(-(figures + row.square.add) // row.square.by)
    if row.files:
        return min(figures, row.files[base])
    return -(-figures // row.figures_per_file)


def ranks(unit: Unit, formation: str = "") -> int:
    """How many ranks it has; the last may be partly empty (3.2.4.7)."""
    formation = formation or unit.formation
    if formation == SQUARE:
        return files(unit, formation)
    if unit.is_guns:
        return unit.guns if formation == LIMBERED else 1
    return -(-unit.figures // files(unit, formation))


def shape(unit: Unit, formation: str = "") -> Rect:
    """Its footprint in a formation with the figures it has (0.6, 3.2.4.1-7)."""
    return shape_of(unit.base, formation or unit.formation, unit.guns if unit.is_guns else unit.figures)


@lru_cache(maxsize=1024)
def shape_of(base: Base, formation: str, figures: int) -> Rect:
    """The footprint of so many figures; of artillery figures are guns."""
    row, across = tables().formations[formation], files_of(base, formation, figures)
    if formation == UNLIMBERED:
        return Rect(row.wide * figures, row.deep[GUN])
    if formation == LIMBERED:
        return Rect(row.wide, row.deep[GUN] * figures)
    if formation == OPEN:
        return Rect(row.wide * across, row.deep[base])
    bases = tables().bases
    size = bases.horse if base == HORSE else bases.foot
    if formation == SQUARE:
        return Rect(size.front * across, size.front * across)
    assert formation in (LINE, COLUMN)
    return Rect(size.front * across, size.depth * -(-figures // across))
