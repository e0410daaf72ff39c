"""What people call things: characters, weapons, ground, places, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from alfiere.battles.ways_told import by_tape, length_name, place_name
from alfiere.games.cappa import HERE
from alfiere.games.cappa.scenario.battlefield import OPENINGS
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.forms import Name
from alfiere.kernel.words import Words, read_words

PLACES = ("to", "at", "start")
WEAPONS = ("weapon", "hands", "bayonet")


@lru_cache(maxsize=2)
def words(language: str) -> Words:
    """The message file of a language; English where there is none."""
    known = "it" if language == "it" else "en"
    return read_words(HERE / "words" / f"{known}.toml", known)


def name_of(s: SkirmishState, kind: str, value: Any, language: str) -> str:
    """What a person calls a thing; ``kind`` is the argument it stands in."""
    language = "it" if language == "it" else "en"
    if value is None or value == "":
        return ""
    if kind in PLACES and isinstance(value, list | tuple) and len(value) == 2:
        return place_name(value, language)
    if kind == "way":  # told already
        return str(value)
    if kind in ("length", "limit") and isinstance(value, int):
        return length_name(by_tape(value), language)
    if kind in ("level", "drop") and isinstance(value, int):
        return length_name(value, language)
    if kind in ("seat", "side", "winner", "order") and value in s.scenario.sides:
        return getattr(s.scenario.sides[value].name, language)  # type: ignore[no-any-return]
    if kind == "objective" and isinstance(value, int):
        return str(getattr(s.scenario.form.objective[value].text, language))
    if kind == "work" and value in tables().works:
        return str(getattr(tables().works[value].name, language))
    if kind in WEAPONS and value in weapons():
        return getattr(weapons()[value].name, language)  # type: ignore[no-any-return]
    if isinstance(value, str) and value in s.scenario.names:
        return getattr(s.scenario.names[value], language)  # type: ignore[no-any-return]
    if isinstance(value, str) and value in s.figures:
        return member_name(s, value, language)
    if isinstance(value, str) and value in s.squads and (band := band_name(s, value)) is not None:
        return str(getattr(band, language))
    if isinstance(value, str) and (feature := s.ground.feature(value.split("/")[0])) is not None:
        title = str(getattr(feature.name, language))
        opening = value.rpartition("/")[2].split("-")[0]  # «house/door-north-0»
        return f"{words(language).word('word', opening)} ({title})" if opening in OPENINGS else title
    if isinstance(value, str) and (("-" in value and kind in ("thing", "about")) or value in s.things):
        return thing_name(s, value, language)
    if kind == "name" and isinstance(value, Mapping):
        return str(value[language])
    if isinstance(value, str):
        return words(language).word("word", value)
    return str(value)


def sector_name(x: int, y: int) -> str:
    """The sector a place lies in: columns are lettered from the west, rows numbered from the north (cappa.geo.44)."""
    size = tables().lengths.sector
    return f"{chr(ord('A') + x // size)}{y // size + 1}"


def thing_name(s: SkirmishState, name: str, language: str) -> str:
    """A weapon, a load or a beast; what is gone is still called after its id."""
    thing = s.things.get(name)
    kinds = [thing.kind] if thing is not None else name.split("-")
    for kind in kinds:
        if kind in terrain().loads and words(language).has("word", kind):
            return words(language).word("word", kind)  # a row of the table names many things of one weight
        found = weapons().get(kind) or terrain().loads.get(kind) or terrain().mounts.get(kind)
        named = found or terrain().guns.get(kind) or characters().vehicles.get(kind)
        if named is not None:
            return str(getattr(named.name, language))
    return words(language).word("word", "flag" if "flag" in kinds else "riding_horse" if "horse" in kinds else "trifle")


def band_name(s: SkirmishState, squad: str) -> Name | None:
    """What those are called as a body whom an event has brought (cappa.7.2i, cappa.7.2w)."""
    event = s.scenario.events.get(squad.rsplit("-band-", 1)[0])
    return None if event is None or not event.type else event_types().types[event.type].band


def stranger_name(s: SkirmishState, name: str) -> Name | None:
    """What the one is called whom an event has brought, if not by the name of his sheet (cappa.7.2u)."""
    event = s.scenario.events[name]
    usual = event_types().types[event.type].called if event.type and not event.profile else None
    return event.called or usual


def member_name(s: SkirmishState, name: str, language: str) -> str:
    """One of a squad's men: what he is and his number."""
    figure = s.figures[name]
    title = getattr(figure.sheet.name, language)
    if name in s.scenario.numbers:
        return f"{title} {s.scenario.numbers[name]}".rstrip()
    event, number = name.rpartition("-")[::2]
    if not figure.squad and event in s.scenario.events:
        called = stranger_name(s, event)
        title = title if called is None else getattr(called, language)
        if f"{event}-2" not in s.figures:
            return str(title)  # there is but one
    return f"{title} {number}" if number.isdigit() else str(title)
