"""A table as text from its view alone: for games that draw no picture of their own.

Red has capitals, blue small letters, a third side small Greek ones, as the terminal colours them; a number behind a
letter is the strength or the first thing counted on the piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alfiere.kernel.look import Look

SIGNS = {
    "trees": "♣",
    "roofs": "⌂",
    "building": "⌂",
    "water": "≈",
    "river": "≈",
    "stream": "≈",
    "marsh": "=",
    "rock": "▓",
}
OPEN = "·"
WIDE, HIGH = 60, 16  # characters and lines of an open table, at the most
GREEK = ord("α") - ord("a")


def simple_picture(view: Mapping[str, Any], look: Look) -> str:
    """The board with its pieces, and under an open table a list of them."""
    return _hexes(view, look) if view["board"]["kind"] == "hexes" else _open(view)


def _hexes(view: Mapping[str, Any], look: Look) -> str:
    board = view["board"]
    drawn = {at: SIGNS.get(look.ground.get(one["kind"], ""), OPEN) for one in board["shapes"] for at in one["hexes"]}
    drawn |= {piece["hex"]: _sign(piece) for piece in view["pieces"] if piece.get("hex")}
    columns = range(1, board["columns"] + 1)
    lines = ["    " + " ".join(f"{column:02d} " for column in columns)]
    for row in range(1, board["rows"] + 1):
        cells = " ".join(f"{drawn.get(f'{column:02d}{row:02d}', OPEN):3}" for column in columns)
        lines.append(f"{row:02d}  {'  ' * (row % 2 == 0)}{cells}".rstrip())
    return "\n".join(lines)


def _open(view: Mapping[str, Any]) -> str:
    board = view["board"]
    width, depth = board["width"], board["depth"]
    columns = min(WIDE, max(10, HIGH * 2 * width // depth))
    rows = max(4, columns * depth // width // 2)
    cells = [[OPEN if (row + column) % 4 == 0 else " " for column in range(columns)] for row in range(rows)]
    for piece in view["pieces"]:
        x, y = piece["pose"][:2]
        cells[min(rows - 1, y * rows // depth)][min(columns - 1, x * columns // width)] = _sign(piece)[0]
    return "\n".join("".join(line).rstrip() or OPEN for line in cells)


def _sign(piece: Mapping[str, Any]) -> str:
    letter = str((piece.get("name") or {}).get("en") or piece["symbol"])[:1].lower()
    letter = letter if "a" <= letter <= "z" else "x"
    owner = piece.get("owner")
    counted = piece.get("strength") or next(iter(piece.get("tracks", {}).values()), None)
    sign = letter.upper() if owner == "red" else chr(min(ord(letter) + GREEK, ord("ω"))) if owner == "green" else letter
    return f"{sign}{counted[0]}" if counted else sign
