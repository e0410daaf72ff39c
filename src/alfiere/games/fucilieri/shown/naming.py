"""What a person calls things, and what the sentence of an option is filled with besides its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from alfiere.battles.armies.meeting import told_apart
from alfiere.battles.open_battle import SEATS
from alfiere.battles.ways_told import by_tape, legs_told, length_name, way_word
from alfiere.games.fucilieri.before.laying_out import LAY, SHIFT
from alfiere.games.fucilieri.movement.judging import Outset
from alfiere.games.fucilieri.movement.moves import read_legs
from alfiere.games.fucilieri.sheets.profiles import characters
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.kernel.decision import Option
from alfiere.kernel.forms import Name
from alfiere.kernel.words import Words, read_words

SEATED: Final = ("seat", "winner", "side", "against")
MAY_LACK: Final = ("post", "unit", "turn", "target", "face", "order", "edge")  # not every option of a verb has them


@lru_cache(maxsize=4)
def words_in(language: str) -> Words:
    """The game's words in a language."""
    return read_words(Path(__file__).parent.parent / f"words/{language}.toml", language)


def name_of(s: State, kind: str, value: Any, words: Words) -> str:
    """A unit, a leader, a command, a place, a side, a length; anything else by its word."""
    if value is None:
        return "—"
    if kind == "far":
        return name_of_length(value, words)
    if not isinstance(value, str):
        return f"{name_of(s, 'seat', kind, words)} {value}" if kind in SEATS else str(value)
    if kind in SEATED and value in SEATS:
        return str(getattr(s.scenario.sides[value].name, words.language))
    meeting = s.scenario.meeting
    if kind == "army" and meeting is not None and value in meeting.armies:
        return str(getattr(meeting.armies[value].name, words.language))
    found = named(s, value)
    if found is None:
        return words.word("word", value)
    return told_apart(getattr(found, words.language), value, s.options, words)


def named(s: State, id: str) -> Name | None:
    """What the battle's file calls it; an individual character has the name of his role."""
    battle = s.scenario
    if id in battle.units:
        return battle.units[id].name
    if id in battle.commands:
        return battle.commands[id].name
    if id in battle.places:
        return battle.places[id].name
    if id in s.ground.pieces:
        return s.ground.pieces[id].name
    return _leader_name(s, s.leaders[id]) if id in s.leaders else None


def _leader_name(s: State, who: Leader) -> Name:
    return s.scenario.commands[who.command].leader_name if who.is_commander else characters()[who.role].name


def spoken(s: State, option: Option, words: Words) -> Mapping[str, Any]:
    """What the sentence of an option is filled with: a move is told by its legs."""
    found = {**dict.fromkeys(MAY_LACK, ""), **option.args}
    if option.key in (LAY, SHIFT):
        found["part"] = words.word("word", "in the " + part_of(s, *option["to"][:2]))
    if option.key == SHIFT:  # by where it lies, for there may be two vineyards
        lies = next(one for one in s.ground_laid if one.id == option["piece"])
        found["here"] = words.word("word", "from the " + part_of(s, lies.x, lies.y))
    if "size" in option.args:
        found["long"], found["short"] = (length_name(one, words.language) for one in option["size"])
    if "legs" in option.args:
        found["way"] = _way(s, option, words)
    return found


def part_of(s: State, x: int, y: int) -> str:
    """In which of nine parts of the table a point lies."""
    rows, columns = ("north", "", "south"), ("west", "", "east")
    row, column = rows[min(2, 3 * y // s.scenario.depth)], columns[min(2, 3 * x // s.scenario.width)]
    return "-".join(filter(None, (row, column))) or "middle"


def _way(s: State, option: Option, words: Words) -> str:
    unit = s.units.get(str(option.get("unit") or ""))
    legs = read_legs(Outset(s, unit), option["legs"]) if unit is not None and unit.is_on else None
    way = ", ".join(legs_told(legs or (), words, lambda length: name_of_length(length, words)))
    return way[:1].upper() + way[1:] if way else words.word("way", "there")


def name_of_length(length: int, words: Words) -> str:
    """A length in cm, as one reads it off a tape."""
    return way_word(words, "cm", far=length_name(by_tape(length), words.language))
