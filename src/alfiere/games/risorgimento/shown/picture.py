"""The table as text: one sign for 2 cm, units by their letters, and a line for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.picture import TextMap, letter_of
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import TO_COME, Unit
from alfiere.kernel.words import Namer, Words

CELL: Final = 200
AREAS: Final = {
    "village_sector": "⌂",
    "farm": "⌂",
    "dense_wood": "♣",
    "sparse_wood": "♠",
    "vineyard": "▒",
    "wheat": "▒",
    "canal": "~",
    "stream": "~",
    "deep_stream": "~",
    "road": "-",
    "rice_field": "≈",
    "gentle_slope": "^",
    "steep_slope": "^",
}
LINES: Final = {
    "road": "-",
    "stream": "~",
    "deep_stream": "~",
    "canal": "~",
    "railway_embankment": "=",
    "wall": "#",
}
LEADER: Final = "*"


def picture(s: BattleState, words: Words, name: Namer) -> str:
    """The map with its columns and rows numbered, and under it everybody who is still to be reckoned with."""
    table, lines = TextMap(s.ground.field, AREAS, LINES, CELL), []
    for who in s.commanders.values():
        if who.commands:
            table.put(LEADER, who.x, who.y)
    for number, unit in enumerate(s.units.values()):
        if unit.is_gone:
            continue
        sign = letter_of(number, unit.seat)
        if unit.is_on:
            table.put(sign, unit.x, unit.y)
        lines.append(f"{sign} {name('unit', unit.id)}: {', '.join(_state(unit, words))}")
    return "\n".join([*table.drawn(), "", *lines])


def _state(unit: Unit, words: Words) -> Iterator[str]:
    """What is left of it, how it stands, and what is the matter with it."""
    yield f"{words.word('value', 'strength')} {-(-unit.left // 2)}/{unit.strength}"
    yield f"{words.word('value', 'morale')} {unit.morale}/{unit.spirit}"
    if unit.where == TO_COME or not unit.is_on:
        yield words.word("word", unit.where)
        return
    yield words.word("word", unit.formation)
    if unit.is_routed:
        yield words.word("word", "routed")
    elif unit.disorder:
        yield words.word("word", f"d{unit.disorder}")
