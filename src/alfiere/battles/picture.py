"""An open table as text: one sign a unit, a row of the map a line, with columns and rows numbered."""

from __future__ import annotations

from collections.abc import Mapping

from alfiere.kernel.forms import FINEST
from alfiere.table.terrain import LINE, Field

OPEN, ROUND, OTHER_LINE = "·", "o", "+"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THIRD = "αβγδεζηθικλμνξοπρστυφχψω"


class TextMap:
    """The map of a table, on which signs are put for what stands there."""

    def __init__(self, field: Field, areas: Mapping[str, str], lines: Mapping[str, str]) -> None:
        """``areas``, ``lines``: the signs for kinds of ground and of thin lines."""
        self.field, self.areas, self.lines = field, areas, lines
        self.rows = [[self._ground(x, y) for x in range(field.width // FINEST)] for y in range(field.height // FINEST)]

    def put(self, sign: str, x: int, y: int) -> None:
        """A sign where something stands, over what was there."""
        self.rows[min(y // FINEST, len(self.rows) - 1)][min(x // FINEST, len(self.rows[0]) - 1)] = sign

    def drawn(self) -> list[str]:
        """Its lines, the numbers of every fifth column over them and the number of each row before it."""
        head = "   " + "".join(f"{x:<10}" for x in range(0, len(self.rows[0]), 5))
        return [head.rstrip(), *(f"{y:>2} " + " ".join(row) for y, row in enumerate(self.rows))]

    def _ground(self, x: int, y: int) -> str:
        middle = x * FINEST + FINEST // 2, y * FINEST + FINEST // 2
        for piece in self.field.terrain.at(*middle):
            if piece.kind in self.areas:
                return self.areas[piece.kind]
        for piece in self.field.terrain.features:
            if len(piece.points) == 1 and (piece.points[0][0] // FINEST, piece.points[0][1] // FINEST) == (x, y):
                return ROUND
            if piece.form == LINE and not piece.radius:
                (ax, ay), (bx, by) = piece.points[0], piece.points[-1]
                if _near(middle[0], ax, bx) and _near(middle[1], ay, by):
                    return self.lines.get(piece.kind, OTHER_LINE)
        return OPEN


def _near(value: int, one: int, other: int) -> bool:
    return min(one, other) - FINEST // 2 <= value < max(one, other) + FINEST // 2


def letter_of(number: int, seat: str) -> str:
    """The letter of a piece by its number: red has capitals, blue small letters, a third side small Greek ones."""
    if seat == "green":
        return THIRD[number % len(THIRD)]
    letter = LETTERS[number % len(LETTERS)]
    return letter if seat == "red" else letter.lower()
