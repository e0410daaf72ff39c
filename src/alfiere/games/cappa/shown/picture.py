"""The table as text: one sign a um, characters by their letters."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import field, has_base
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.naming import name_of, place_name, words
from alfiere.games.cappa.state.state import OUT, SkirmishState

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
ROUND = "o"  # a well
MARK = "?"  # an event marker
GUN, CART = "¤", "&"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THIRD = "αβγδεζηθικλμνξοπρστυφχψω"  # of a third side


def picture(s: SkirmishState, language: str) -> str:
    """The map with its columns and rows numbered, and a line for everybody."""
    rows = [[_ground(s, x, y) for x in range(s.ground.width // UM)] for y in range(s.ground.depth // UM)]
    lines = []
    for x, y in markers(s).values():
        rows[min(y // UM, len(rows) - 1)][min(x // UM, len(rows[0]) - 1)] = MARK
    models = list(_models(s, language))
    for sign, x, y, _ in models:
        rows[min(y // UM, len(rows) - 1)][min(x // UM, len(rows[0]) - 1)] = sign
    for number, figure in enumerate(s.figures.values()):
        letter = LETTERS[number % len(LETTERS)]
        sign = letter if figure.seat == "red" else letter.lower()
        if figure.seat == "green":
            sign = THIRD[number % len(THIRD)]
        if has_base(figure):
            x, y = min(figure.x // UM, len(rows[0]) - 1), min(figure.y // UM, len(rows) - 1)
            rows[y][x] = "x" if figure.where == OUT else sign
        lines.append(f"{sign} {name_of(s, 'figure', figure.id, language)}: {_state(s, figure.id, language)}")
    head = "   " + "".join(f"{x:<10}" for x in range(0, len(rows[0]), 5))
    drawn = [f"{y:>2} " + " ".join(row) for y, row in enumerate(rows)]
    return "\n".join([head.rstrip(), *drawn, "", *lines, *(line for *_, line in models)])


def _models(s: SkirmishState, language: str) -> Iterator[tuple[str, int, int, str]]:
    """Guns, carts and coaches: the sign, where it stands, and what is to be said of it."""
    say = words(language)
    for thing in s.things.values():
        if thing.bearer or vehicle_base(thing.kind) is None:
            continue
        gun = s.guns.get(thing.id)
        told = [place_name((thing.x, thing.y), language)]
        if gun is not None:
            told.append(name_of(s, "charge", gun.charge or "unloaded", language))
            states = (("limbered", gun.is_limbered), ("spiked", gun.is_spiked), ("abandoned", not gun.crew))
            told += [say.word("word", word) for word, is_so in states if is_so]
        sign = CART if gun is None else GUN
        yield sign, thing.x, thing.y, f"{sign} {name_of(s, 'thing', thing.id, language)}: {', '.join(told)}"


def _state(s: SkirmishState, name: str, language: str) -> str:
    """Where he is, what he has left, how he is, what he holds; nothing of the place of who is not on the table."""
    figure = s.figures[name]
    say = words(language)
    here = [place_name((figure.x, figure.y), language)] if has_base(figure) else [say.word("word", figure.where)]
    here += [f"{say.word('value', 'pa')} {figure.pa}", f"{say.word('value', 'wounds')} {figure.wounds}"]
    here += [
        say.word("word", word)
        for word, is_so in (("out", figure.where == OUT), ("prone", figure.is_prone), ("shaken", figure.shaken))
        if is_so
    ]
    return ", ".join([*here, " + ".join(name_of(s, "weapon", code, language) for code in figure.hands)]).rstrip(", ")


def _ground(s: SkirmishState, x: int, y: int) -> str:
    middle = x * UM + UM // 2, y * UM + UM // 2
    for piece in field(s).terrain.at(*middle):
        if piece.kind in SIGNS:
            return SIGNS[piece.kind]
    for piece in field(s).terrain.features:
        if len(piece.points) == 1 and (piece.points[0][0] // UM, piece.points[0][1] // UM) == (x, y):
            return ROUND
        if piece.form == "line" and not piece.radius:
            (ax, ay), (bx, by) = piece.points[0], piece.points[-1]
            if _near(middle[0], ax, bx) and _near(middle[1], ay, by):
                return LINES.get(piece.kind, "+")
    return "·"


def _near(value: int, one: int, other: int) -> bool:
    return min(one, other) - UM // 2 <= value < max(one, other) + UM // 2
