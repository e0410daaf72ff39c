"""The board of an open table in the words of a view: its size and scale, and the shapes of its terrain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, TypeAlias

from alfiere.battles.ground_forms import GroundForm, KindOfGround
from alfiere.battles.ground_shapes import Laid
from alfiere.kernel.forms import FINEST, Name, both
from alfiere.table.shapes import Point

Shape: TypeAlias = dict[str, Any]
LAYERS: Final = ("area", "obstacle", "road", "building")  # what lies over what


class Whole(Protocol):
    """A piece of terrain of one shape, as its form gives it."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> KindOfGround: ...
    @property
    def name(self) -> Name: ...
    @property
    def form(self) -> GroundForm: ...
    @property
    def points(self) -> tuple[Point, ...]: ...


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


def whole_shapes(pieces: Iterable[tuple[Whole, Mapping[str, Iterable[Point]], int]]) -> list[Shape]:
    """Pieces of one shape each, in the order in which they lie over one another.

    Each comes with the ways across it, by their kind, and the level to which it rises, if it does.
    """
    found = [(LAYERS.index(_layer(piece)), _whole_shape(piece, ways, level)) for piece, ways, level in pieces]
    return [shape for _, shape in sorted(found, key=lambda one: one[0])]


def _layer(piece: Whole) -> str:
    what = piece.kind.what
    return what if what in ("building", "obstacle") else "road" if piece.form.path else "area"


def _whole_shape(piece: Whole, ways: Mapping[str, Iterable[Point]], level: int) -> Shape:
    shape: Shape = {"id": piece.id, "kind": piece.kind.id, "name": both(piece.name)}
    if piece.form.rect is not None:
        shape["rect"] = list(piece.form.rect)
    elif not piece.form.path:
        shape["polygon"] = [list(point) for point in piece.points]
    else:
        lines = [[list(a), list(b)] for a, b in piece.form.all_lines]
        width = piece.form.width or piece.kind.width
        shape |= {"strips": [{"line": line, "width": width} for line in lines]} if width else {"lines": lines}
    shape["openings"] = [{"kind": kind, "line": [list(at), list(at)]} for kind, points in ways.items() for at in points]
    return shape | ({"levels": level} if level else {})
