"""What a person calls things, and what the sentence of an option is filled with besides its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from alfiere.battles.armies.meeting import told_apart
from alfiere.battles.open_battle import SEATS
from alfiere.battles.ways_told import by_tape, legs_told, length_name, way_word
from alfiere.games.lumi.movement.judging import Outset
from alfiere.games.lumi.movement.moves import read_legs
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import unit_named
from alfiere.kernel.decision import Option
from alfiere.kernel.forms import Name, named
from alfiere.kernel.words import Words, read_words

SEATED: Final = ("seat", "winner", "side")
MAY_LACK: Final = ("with", "post", "unit", "turn", "target", "base")  # arguments that not every option of a verb has


@lru_cache(maxsize=4)
def words_in(language: str) -> Words:
    """The game's words in a language."""
    return read_words(Path(__file__).parent.parent / f"words/{language}.toml", language)


def name_of(s: State, kind: str, value: Any, words: Words) -> str:
    """A base, a general, a brigade, a division, a place, a side, a length; anything else by its word."""
    if value is None:
        return "" if kind == "with" else "—"
    if kind == "far":
        return name_of_length(value, words)
    if not isinstance(value, str):
        return f"{name_of(s, 'seat', kind, words)} {value}" if kind in SEATS else str(value)
    if kind in SEATED and value in SEATS:
        return str(getattr(s.scenario.sides[value].name, words.language))
    meeting = s.scenario.meeting
    if kind == "army" and meeting is not None and value in meeting.armies:
        return str(getattr(meeting.armies[value].name, words.language))
    found = _named(s, value)
    if found is None:
        return words.word("word", value)
    return told_apart(getattr(found, words.language), value, s.options, words)


def _named(s: State, id: str) -> Name | None:
    """What the battle's file calls it."""
    battle = s.scenario
    if id in battle.divisions:
        return named(battle.divisions[id].name)
    if id in battle.brigades:
        return battle.brigades[id]
    for known in (battle.bases, battle.generals, battle.places, battle.terrain):
        if id in known:
            return known[id].name
    return None


def spoken(s: State, option: Option, words: Words) -> Mapping[str, Any]:
    """What the sentence of an option is filled with: a move is told by its legs."""
    found = {**dict.fromkeys(MAY_LACK, ""), **option.args}
    if "legs" in option.args:
        found["way"] = _way(s, option, words)
    return found


def _way(s: State, option: Option, words: Words) -> str:
    unit = unit_named(s, option.args)
    legs = read_legs(Outset(s, unit), option["legs"]) if unit is not None else None
    way = ", ".join(legs_told(legs or (), words, lambda length: name_of_length(length, words)))
    return way[:1].upper() + way[1:] if way else words.word("way", "there")


def name_of_length(length: int, words: Words) -> str:
    """A length in um, as one reads it off a tape."""
    return way_word(words, "um", far=length_name(by_tape(length), words.language))
