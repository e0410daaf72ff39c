"""Events, prompts and options as data with their sentences in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from alfiere.kernel.caution import Caution
from alfiere.kernel.decision import Decision, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import Ruleset
from alfiere.kernel.words import Words, read_words

WORDS = Path(__file__).parents[1] / "words"  # what the table itself says, apart from any game
SLIPS = (TypeError, ValueError, KeyError, AttributeError, IndexError)  # what a slip in a word file can raise


@lru_cache(maxsize=8)
def _table_words(language: str) -> Words:
    return read_words(WORDS / f"{language}.toml", language)


def phrase(language: str, section: str, key: str, **args: Any) -> str:
    """A phrase of the table, with its arguments as they are."""
    return _table_words(language).say(section, key, args, lambda _, value: "" if value is None else str(value))


class Sentences:
    """What one game says about one state."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.words = {language: rules.words(language) for language in LANGUAGES}

    def event(self, state: Any, event: Event, shown: Mapping[str, Any]) -> dict[str, Any]:
        """An event as it is ``shown`` to a seat, with its sentences; the seat's own new cards are named to it."""
        drawn = shown.get("cards") if "cards" in event.secret else None
        text = {}
        for language in LANGUAGES:
            sentence = self._said("event", shown["key"], shown, state, language)
            if drawn and not isinstance(drawn, int):
                names = (self.rules.name(state, "card", card, language) for card in drawn)
                sentence += f" {', '.join(names)}."
            text[language] = sentence
        return {**shown, "text": text}

    def decision(self, state: Any, decision: Decision, number: int) -> dict[str, Any]:
        """What a seat is asked, with everything it may answer."""
        return {
            "number": number,
            "seat": decision.seat,
            "key": decision.key,
            "about": decision.about,
            "rules": decision.rules,
            "opening": decision.opening,
            "prompt": {one: self._said("prompt", decision.key, decision.about, state, one) for one in LANGUAGES},
            "options": self._options(state, decision),
            "part": self.rules.part_of(state, decision),
        }

    def parts(self, state: Any, seat: Seat) -> list[dict[str, Any]]:
        """What several people of a side share among them, with its names."""
        return [{"id": one, "text": self.word(state, "part", one)} for one in self.rules.parts(state, seat)]

    def _options(self, state: Any, decision: Decision) -> list[dict[str, Any]]:
        # two groups of ways may lead to the same end: nobody reads one answer twice
        options = list({option.meaning: option for option in reversed(decision.shown)}.values())[::-1]
        told: list[dict[str, Any]] = [
            {"key": option.key, "args": option.args, "rules": option.rules, "text": {}}
            | ({"seldom": True} if self.rules.is_seldom(option) else {})
            for option in options
        ]
        if self.rules.shared_by:
            whole = self.rules.part_of(state, decision)
            for option, entry in zip(options, told, strict=True):
                part = self.rules.part_of(state, decision, option)
                if part != whole:
                    entry["part"] = part
        prices = [self.rules.price(state, decision, option) for option in options]
        for price, entry in zip(prices, told, strict=True):
            if price is not None:
                entry["price"] = {one: self._said("price", price.key, price.args, state, one) for one in LANGUAGES}
        for language, words in self.words.items():
            known: dict[tuple[str, Any], str] = {}  # the same unit stands in many options

            def name(kind: str, value: Any, known: dict[tuple[str, Any], str] = known, to: str = language) -> str:
                try:
                    return known[kind, value]
                except KeyError:
                    found = known[kind, value] = self.rules.name(state, kind, value, to)
                    return found
                except TypeError:  # a list cannot be looked up
                    return self.rules.name(state, kind, value, to)

            for option, entry in zip(options, told, strict=True):
                try:
                    args = self.rules.spoken(state, decision, option, language)
                    sentence = words.option_sentence(decision.key, option.key, args, name)
                except SLIPS:
                    sentence = option.meaning
                entry["text"][language] = sentence[:1].upper() + sentence[1:]
        return told

    def caution(self, state: Any, caution: Caution) -> dict[str, Any]:
        """What is said beside an option, and the rules it comes from."""
        text = {one: self._said("caution", caution.key, caution.args, state, one) for one in LANGUAGES}
        return {"text": text, "rules": caution.rules}

    def word(self, state: Any, kind: str, value: Any) -> dict[str, str]:
        """What a thing is called."""
        return {language: self.rules.name(state, kind, value, language) for language in LANGUAGES}

    def settled(
        self, state: Any, how: str, winner: Seat | None, losers: Sequence[Seat], turn: int | None
    ) -> dict[str, str]:
        """How a battle ended that was not fought out. Deployment is no turn yet."""
        text = {}
        for language in LANGUAGES:
            text[language] = phrase(
                language,
                "result",
                how,
                winner=None if winner is None else self.rules.name(state, "seat", winner, language),
                loser=[self.rules.name(state, "seat", seat, language) for seat in losers],
                turn=turn or None,
            )
        return text

    def _said(self, section: str, key: str, args: Mapping[str, Any], state: Any, language: str) -> str:
        try:
            return self.words[language].say(section, key, args, self.rules.namer(state, language))
        except SLIPS:
            return key
