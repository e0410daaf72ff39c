"""The table as text: units by their letters, and a line for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.picture import TextMap, letter_of
from alfiere.games.fucilieri.morale.conditions import conditions_of
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import FLEEING, LOST, WITHDRAWN, Unit
from alfiere.kernel.words import Namer, Words

AREAS: Final = {
    "building": "⌂",
    "wood": "♣",
    "vineyard": "♠",
    "orchard": "♠",
    "marsh": '"',
    "river": "~",
    "road": "-",
    "gentle_hill": "^",
    "steep_hill": "^",
}
LINES: Final = dict.fromkeys(
    ("stream", "river_bed", "hedge", "wall", "dyke", "entrenchment", "unfinished_lines", "ditch", "canal"), "="
)
LEADER: Final = "*"
CELL: Final = 300


def picture(s: State, words: Words, name: Namer) -> str:
    """The map with its columns and rows numbered, and under it everybody who is still to be reckoned with."""
    table, lines = TextMap(s.field, AREAS, LINES, CELL), []
    for who in s.leaders.values():
        if who.is_on:
            table.put(LEADER, who.x, who.y)
    for number, one in enumerate(s.units.values()):
        if one.where in (LOST, WITHDRAWN):
            continue
        sign = letter_of(number, one.seat)
        if one.is_on or one.where == FLEEING:
            table.put(sign, one.x, one.y)
        lines.append(f"{sign} {name('unit', one.id)}: {', '.join(_state(one, words))}")
    return "\n".join([*table.drawn(), "", *lines])


def _state(one: Unit, words: Words) -> Iterator[str]:
    """What is left of it, how it stands, and what is the matter with it."""
    yield f"{words.word('value', 'strength')} {one.figures}/{one.initial}"
    if not one.is_on:
        yield words.word("word", one.where)
        return
    yield words.word("word", one.formation)
    for condition in conditions_of(one):
        yield words.word("word", condition)
