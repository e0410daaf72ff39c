"""The table as text: one sign a um, characters by their letters."""

from __future__ import annotations

from alfiere.games.cappa.ground import field, has_base
from alfiere.games.cappa.measures import UM
from alfiere.games.cappa.naming import name_of
from alfiere.games.cappa.state import OUT, SkirmishState

SIGNS = {
    "wood": "♣",
    "scrub": "▒",
    "marsh": "≈",
    "ford": "≈",
    "river": "~",
    "rubble": "∴",
    "hollow": "◡",
    "rise": "^",
    "building": "▫",
    "closed_building": "█",
}
LINES = {"hedge": "%", "fence": "#", "low_wall": "=", "high_wall": "H", "stream": "~", "ditch": "u"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def picture(s: SkirmishState, language: str) -> str:
    """The map and a line for everybody."""
    rows = [[_ground(s, x, y) for x in range(s.ground.width // UM)] for y in range(s.ground.depth // UM)]
    lines = []
    for number, figure in enumerate(s.figures.values()):
        letter = LETTERS[number % len(LETTERS)]
        sign = letter if figure.seat == "red" else letter.lower()
        if has_base(figure):
            x, y = min(figure.x // UM, len(rows[0]) - 1), min(figure.y // UM, len(rows) - 1)
            rows[y][x] = "x" if figure.where == OUT else sign
        lines.append(f"{sign} {name_of(s, 'figure', figure.id, language)}: {_state(s, figure.id)}")
    return "\n".join(["".join(row) for row in rows] + lines)


def _state(s: SkirmishState, name: str) -> str:
    figure = s.figures[name]
    words = [figure.where, f"{figure.x / UM:g},{figure.y / UM:g}", f"PA {figure.pa}", f"wounds {figure.wounds}"]
    words += [word for word, is_so in (("prone", figure.is_prone), ("shaken", figure.shaken)) if is_so]
    return ", ".join([*words, "+".join(figure.hands)])


def _ground(s: SkirmishState, x: int, y: int) -> str:
    middle = x * UM + UM // 2, y * UM + UM // 2
    for piece in field(s).terrain.at(*middle):
        if piece.kind in SIGNS:
            return SIGNS[piece.kind]
    for piece in field(s).terrain.features:
        if piece.form == "line" and not piece.radius:
            (ax, ay), (bx, by) = piece.points[0], piece.points[-1]
            if _near(middle[0], ax, bx) and _near(middle[1], ay, by):
                return LINES.get(piece.kind, "+")
    return "·"


def _near(value: int, one: int, other: int) -> bool:
    return min(one, other) - UM // 2 <= value < max(one, other) + UM // 2
