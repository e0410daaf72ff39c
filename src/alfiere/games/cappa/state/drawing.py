"""The sentences of a sketch. Where nobody measures before he has declared, nothing that is drawn tells a distance."""

from __future__ import annotations

from typing import Any

from alfiere.battles.ways_told import length_name
from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.rulebook import LANGUAGES

LENGTHS = ("length", "most", "more")


def said(s: SkirmishState, key: str, **args: Any) -> dict[str, str]:
    """A sentence of the section «sketch» in both languages; lengths are in hundredths."""
    return {
        language: words(language).say("sketch", key, args, lambda kind, value, to=language: _named(s, kind, value, to))  # type: ignore[misc]
        for language in LANGUAGES
    }


def _named(s: SkirmishState, kind: str, value: Any, language: str) -> str:
    if kind in LENGTHS:
        return length_name(-(-value // 10) * 10, language)
    if kind == "band":
        return words(language).word("reason", value)
    return name_of(s, kind, value, language)
