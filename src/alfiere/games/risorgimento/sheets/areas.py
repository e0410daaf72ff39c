"""Areas that a scenario speaks of, on the ground of a battle: where units are set up, what they may not leave."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles import areas
from alfiere.battles.areas import AreaForm, Box
from alfiere.games.risorgimento.sheets.ground import Ground
from alfiere.table.shapes import Outline

__all__ = ["Box", "extent", "lies_in"]


def lies_in(ground: Ground, area: AreaForm, outline: Outline) -> bool:
    """Whether a base lies in an area."""
    return areas.lies_in(ground.field, area, outline)


def extent(ground: Ground, area: AreaForm) -> Iterator[Box]:
    """Rectangles of the table outside of which nothing of an area lies."""
    return areas.extent(ground.field, area, ground.tables.bases.infantry.front)
