"""The table as text: one sign for a um, bases by their letters, and a line for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.picture import TextMap, letter_of
from alfiere.games.lumi.sheets.ground import OBSTACLES
from alfiere.games.lumi.state.base import LOST, ORDERED, STATES, Base
from alfiere.games.lumi.state.battle import State
from alfiere.kernel.words import Namer, Words

AREAS: Final = {
    "hamlet": "⌂",
    "village": "⌂",
    "dense_wood": "♣",
    "light_wood": "♠",
    "water": "~",
    "ford": "≈",
    "soft_ground": '"',
    "road": "-",
    "gentle_slope": "^",
    "steep_slope": "^",
}
LINES: Final = dict.fromkeys(OBSTACLES, "=")
GENERAL: Final = "*"


def picture(s: State, words: Words, name: Namer) -> str:
    """The map with its columns and rows numbered, and under it everybody who is still to be reckoned with."""
    table, lines = TextMap(s.field, AREAS, LINES), []
    for who in s.generals.values():
        if who.is_on:
            table.put(GENERAL, who.x, who.y)
    for number, one in enumerate(s.bases.values()):
        if one.where == LOST:
            continue
        sign = letter_of(number, one.seat)
        if one.is_on:
            table.put(sign, one.x, one.y)
        lines.append(f"{sign} {name('unit', one.id)}: {', '.join(_state(s, one, words))}")
    return "\n".join([*table.drawn(), "", *lines])


def _state(s: State, one: Base, words: Words) -> Iterator[str]:
    """What is left of it, how it stands, and what is the matter with it."""
    most = s.tables.numbers.losses
    yield f"{words.word('value', 'strength')} {most - one.losses}/{most}"
    if not one.is_on:
        yield words.word("word", one.where)
        return
    yield words.word("word", one.formation)
    if one.state > ORDERED:
        yield words.word("word", STATES[one.state])
