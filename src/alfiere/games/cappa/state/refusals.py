"""Why an answer that is not in the list is refused: who, what, the rule, in both languages."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.decision import Illegal
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.words import Namer

NOT_OFFERED = "not-offered"  # no rule in particular


def refused(s: SkirmishState, seat: str, key: str, rule: str, **args: Any) -> Illegal:
    """The refusal of this key in the word files."""
    text = {language: words(language).say("refusal", key, args, _namer(s, language)) for language in LANGUAGES}
    return Illegal(text["en"], rule, seat, text, general=key == NOT_OFFERED)


def _namer(s: SkirmishState, language: str) -> Namer:
    return lambda kind, value: name_of(s, kind, value, language)
