"""The board of an open table in the words of a view: its size and scale, and the shapes of its terrain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from alfiere.battles.ground_shapes import Laid
from alfiere.kernel.forms import FINEST, both

Shape: TypeAlias = dict[str, Any]


def open_board(width: int, depth: int, unit: str, metres: int, shapes: Iterable[Shape]) -> dict[str, Any]:
    """The table; ``metres``: how many there are to the unit."""
    return {
        "kind": "open",
        "unit": unit,
        "scale": FINEST,
        "metres": metres,
        "width": width,
        "depth": depth,
        "shapes": list(shapes),
    }


def shape_of(piece: Laid[Any, Any]) -> Shape:
    """A piece of terrain, with what the legend shows of it."""
    shape: Shape = {"id": piece.id, "kind": piece.kind.id, "name": both(piece.name)}
    if piece.area is not None:
        shape["rect"] = list(piece.area)
    elif piece.corners:
        shape["polygon"] = [list(point) for point in piece.corners]
    if piece.segments:
        shape["lines"] = [[list(start), list(end)] for start, end in piece.segments]
    if piece.strips:
        shape["strips"] = [{"line": [list(a), list(b)], "width": width} for (a, b), width in piece.strips]
    if piece.discs:
        shape["discs"] = [{"at": list(centre), "size": size} for centre, size in piece.discs]
    return shape
