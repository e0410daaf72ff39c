"""What a character costs (cappa.8.h1): the first line of values times the class, then weapons, abilities, horse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from alfiere.games.cappa.sheets.abilities import abilities
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import ClassId, tables
from alfiere.games.cappa.sheets.weapons import weapons


class Valued(Protocol):
    """A line of values."""

    @property
    def mo(self) -> int: ...
    @property
    def ti(self) -> int | None: ...
    @property
    def mi(self) -> int: ...
    @property
    def ca(self) -> int: ...


def line_points(line: Valued, mov_on_foot: int, cls: ClassId) -> int:
    """The points of the values alone; a dash counts nothing, the result is rounded to the nearest, halves up."""
    rate = tables().points
    worth = UM * (rate.mo * line.mo + rate.ti * (line.ti or 0) + rate.mi * line.mi)
    worth += UM * (rate.armour * (rate.bare - line.ca) - rate.discount) + rate.mov * mov_on_foot
    worth = max(worth, UM * rate.least)
    part, whole = rate.factor[cls]
    return (2 * worth * part + UM * whole) // (2 * UM * whole)


def equipment_points(codes: Iterable[str], skills: Iterable[str], is_mounted: bool) -> int:
    """The points of weapons, abilities and horse."""
    arms = sum(weapons()[code].points for code in codes)
    return arms + sum(abilities()[code].points for code in skills) + (tables().points.horse if is_mounted else 0)
