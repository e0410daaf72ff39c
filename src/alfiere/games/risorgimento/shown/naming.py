"""What a person calls things, and what the sentence of an option is filled with besides its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from alfiere.battles.ways_told import by_tape, legs_told, length_name, way_word
from alfiere.games.risorgimento.movement.moves import read_legs
from alfiere.games.risorgimento.movement.together import VERBS as TOGETHER
from alfiere.games.risorgimento.movement.together import left_behind
from alfiere.games.risorgimento.state.battle import SEATS, BattleState, other
from alfiere.games.risorgimento.state.standing import near
from alfiere.kernel.decision import Option
from alfiere.kernel.words import Words, read_words
from alfiere.table.legs import Leg, after

BODIES: Final = {"CB": "brigade", "CR": "regiment", "CD": "division", "CC": "corps", "CIC": "army"}
SEATED: Final = ("seat", "winner", "side")
BY_LEGS: Final = ("move", "withdraw", "leave", "arrive")
MAY_LACK: Final = ("with", "post", "together")  # arguments that not every option of a verb has


@lru_cache(maxsize=4)
def words_in(language: str) -> Words:
    """The game's words in a language."""
    return read_words(Path(__file__).parent.parent / f"words/{language}.toml", language)


def name_of(s: BattleState, kind: str, value: Any, words: Words) -> str:
    """A unit, a commander, a formation, a place, a side, a length; anything else by its word."""
    to = words.language
    if value is None:
        return "—"
    if kind == "far":
        return name_of_length(value, words)
    if not isinstance(value, str):
        return f"{_side(s, kind, to)} {value}" if kind in SEATS else str(value)
    if kind in SEATED and value in SEATS:
        return _side(s, value, to)
    if kind == "group" and value in s.commanders:
        return way_word(words, BODIES[s.commanders[value].rank], name=_named(s, value, to))
    if kind == "post" and "/" in value:
        sector, _, side = value.partition("/")
        return way_word(words, "post", sector=_named(s, sector, to), side=words.word("word", side))
    return _named(s, value, to) or words.word("word", value)


def _side(s: BattleState, seat: str, language: str) -> str:
    return str(getattr(s.scenario.sides[seat].name, language))


def _named(s: BattleState, id: str, language: str) -> str:
    """What the battle's file calls it; nothing is an empty name."""
    for known in (s.scenario.units, s.scenario.commanders, s.scenario.places, s.scenario.terrain):
        if id in known:
            return str(getattr(known[id].name, language))
    return ""


# Options


def spoken(s: BattleState, option: Option, words: Words) -> Mapping[str, Any]:
    """What the sentence of an option is filled with: a move is told by its legs, and by whom it leads to."""
    args = option.args
    if option.key in BY_LEGS and args.get("unit") in s.units:
        return {**args, **_moved(s, option, words)}
    if option.key in TOGETHER:
        return {**args, **_of_all(s, option, words)}
    return {**dict.fromkeys(MAY_LACK, ""), **args}


def _of_all(s: BattleState, option: Option, words: Words) -> dict[str, Any]:
    """An order to several: who would still have to be ordered, and a wheel by its angle and its hand."""
    angle = option.get("angle") or 0
    told = length_name(abs(angle) * 10, words.language)
    return {
        "stay": left_behind(s, option),
        "angle": told,
        "hand": words.word("word", "right" if angle > 0 else "left"),
    }


def _moved(s: BattleState, option: Option, words: Words) -> dict[str, Any]:
    unit = s.units[option["unit"]]
    legs = read_legs(s, unit, option.get("legs"))
    if legs is None:
        return {"way": words.word("way", "there"), "contact": []}
    if not unit.is_on:  # a reinforcement at the edge of the table
        return {"way": ", ".join(_told(legs, words)), "place": name_of_length(option["at"], words)}
    end = s.footing(unit)
    for leg in legs:
        end = after(end, leg)
    met = near(s, end.outline, s.scene.field.touch, other(unit.seat))
    way = ", ".join(_told(legs, words))
    return {"way": way[:1].upper() + way[1:], "contact": [one.id for one in met]}


def _told(legs: tuple[Leg, ...], words: Words) -> Iterator[str]:
    return legs_told(legs, words, lambda length: name_of_length(length, words))


def name_of_length(length: int, words: Words) -> str:
    """A length in cm, as one reads it off a tape."""
    return way_word(words, "cm", far=length_name(by_tape(length), words.language))
