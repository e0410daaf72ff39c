"""An open table as text: one sign a unit, a row of the map a line, with columns and rows numbered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from alfiere.kernel.forms import FINEST
from alfiere.table.shapes import Point
from alfiere.table.terrain import LINE, Field

OPEN, ROUND, OTHER_LINE = "·", "o", "+"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THIRD = "αβγδεζηθικλμνξοπρστυφχψω"


class TextMap:
    """The map of a table, on which signs are put for what stands there."""

    def __init__(self, field: Field, areas: Mapping[str, str], lines: Mapping[str, str], cell: int = FINEST) -> None:
        """``areas``, ``lines``: the signs for kinds of ground and of thin lines; ``cell``: what one sign stands for."""
        self.cell = cell
        self.rows = [list(row) for row in _ground(field, tuple(areas.items()), tuple(lines.items()), cell)]

    def put(self, sign: str, x: int, y: int) -> None:
        """A sign where something stands, over what was there."""
        self.rows[min(y // self.cell, len(self.rows) - 1)][min(x // self.cell, len(self.rows[0]) - 1)] = sign

    def drawn(self) -> list[str]:
        """Its lines, the numbers of every fifth column over them and the number of each row before it."""
        of, last = self.cell // FINEST, self.cell // FINEST * (len(self.rows) - 1)
        wide = max(2, len(str(last)))
        head = " " * (wide + 1) + "".join(f"{x * of:<10}" for x in range(0, len(self.rows[0]), 5))
        return [head.rstrip(), *(f"{y * of:>{wide}} " + " ".join(row) for y, row in enumerate(self.rows))]


Signs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=8)  # a table is drawn again and again while its ground stays as it is
def _ground(field: Field, areas: Signs, lines: Signs, cell: int) -> tuple[tuple[str, ...], ...]:
    """The signs of the bare table, row by row."""
    columns, rows = range(field.width // cell), range(field.height // cell)
    return tuple(tuple(_sign(field, areas, dict(lines), x, y, cell) for x in columns) for y in rows)


def _sign(field: Field, areas: Signs, lines: Mapping[str, str], x: int, y: int, cell: int) -> str:
    middle = x * cell + cell // 2, y * cell + cell // 2
    here = {piece.kind for piece in field.terrain.at(*middle)}
    for kind, sign in areas:  # what is named first lies on top
        if kind in here:
            return sign
    for piece in field.terrain.features:
        if len(piece.points) == 1 and (piece.points[0][0] // cell, piece.points[0][1] // cell) == (x, y):
            return ROUND
        is_thin = piece.form == LINE and not piece.radius
        if is_thin and any(_near(middle, *ends, cell) for ends in pairwise(piece.points)):
            return lines.get(piece.kind, OTHER_LINE)
    return OPEN


def _near(point: Point, start: Point, end: Point, cell: int) -> bool:
    """Whether a stretch of a line passes through the cell about a point, or very near by where it is slanting."""
    (ax, ay), (bx, by), (x, y), half = start, end, point, cell // 2
    if not (min(ax, bx) - half <= x < max(ax, bx) + half and min(ay, by) - half <= y < max(ay, by) + half):
        return False
    aside = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    return ax == bx or ay == by or aside <= half * max(abs(bx - ax), abs(by - ay))


def letter_of(number: int, seat: str) -> str:
    """The letter of a piece by its number: red has capitals, blue small letters, a third side small Greek ones."""
    if seat == "green":
        return THIRD[number % len(THIRD)]
    letter = LETTERS[number % len(LETTERS)]
    return letter if seat == "red" else letter.lower()
