"""The table as text: one sign a um, characters by their letters."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.picture import TextMap, letter_of
from alfiere.battles.ways_told import place_name
from alfiere.games.cappa.ground.ground import field, has_base
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.state.naming import name_of, words
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
MARK = "?"  # an event marker
GUN, CART = "¤", "&"


def picture(s: SkirmishState, language: str) -> str:
    """The map with its columns and rows numbered, and a line for everybody."""
    table, lines = TextMap(field(s), SIGNS, LINES), []
    for place in markers(s).values():
        table.put(MARK, *place)
    models = list(_models(s, language))
    for sign, x, y, _ in models:
        table.put(sign, x, y)
    for number, figure in enumerate(s.figures.values()):
        sign = letter_of(number, figure.seat)
        if has_base(figure):
            table.put("x" if figure.where == OUT else sign, figure.x, figure.y)
        lines.append(f"{sign} {name_of(s, 'figure', figure.id, language)}: {_state(s, figure.id, language)}")
    return "\n".join([*table.drawn(), "", *lines, *(line for *_, line in models)])


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
