"""Events, decisions and options as sentences, in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.ruleset import Result, Ruleset
from alfiere.kernel.words import Namer, Words, read_words

WORDS = Path(__file__).parent / "words"
SLIPS = (TypeError, ValueError, KeyError, AttributeError, IndexError)  # what a slip in a word file can raise


@lru_cache(maxsize=2)
def table_words(language: str) -> Words:
    """What the table itself says, apart from any game."""
    return read_words(WORDS / f"{language}.toml", language)


def phrase(language: str, section: str, key: str, **args: Any) -> str:
    """A phrase of the table, with its arguments as they are."""
    return table_words(language).say(section, key, args, lambda kind, value: "" if value is None else str(value))


def in_language(name: Any, language: str) -> str:
    """A name that is given in several languages."""
    if isinstance(name, Mapping):
        return str(name.get(language) or next(iter(name.values()), ""))
    return str(name)


def citation(rules: Sequence[str]) -> str:
    """Rule ids in brackets, or nothing."""
    return f"({', '.join(rules)})" if rules else ""


class Teller:
    """One game's messages in one language."""

    def __init__(self, rules: Ruleset[Any], language: str) -> None:
        self.rules, self.language = rules, language
        self.words = rules.words(language)

    def phrase(self, section: str, key: str, **args: Any) -> str:
        """A phrase of the table."""
        return phrase(self.language, section, key, **args)

    def own(self, key: str, **args: Any) -> str:
        """A phrase of the terminal that every game has in words of its own."""
        return self.words.say("terminal", key, args, lambda kind, value: "" if value is None else str(value))

    def word(self, key: str) -> str:
        """A word of the game."""
        return self.words.word("word", key)

    def namer(self, state: Any) -> Namer:
        """What a person calls the things of a battle."""
        return self.rules.namer(state, self.language)

    def side(self, state: Any, seat: Seat) -> str:
        """The army of a seat."""
        return self.rules.name(state, "seat", seat, self.language)

    def prompt(self, state: Any, decision: Decision) -> str:
        """What is asked, in plain words."""
        return self._said("prompt", decision.key, decision.about, state)

    def option(self, state: Any, decision: Decision, option: Option) -> str:
        """What an option means under its decision."""
        try:
            args = self.rules.spoken(state, decision, option, self.language)
            return _capital(self.words.option_sentence(decision.key, option.key, args, self.namer(state)))
        except SLIPS:
            return option.meaning

    def event(self, state: Any, event: Event, seat: Seat | None) -> str:
        """What happened, as a seat may know it; its own new cards are named to it."""
        shown = event.seen_by(seat)
        sentence = self._said("event", shown["key"], shown, state)
        drawn = shown.get("cards") if "cards" in event.secret else None
        if drawn and not isinstance(drawn, int):
            name = self.namer(state)
            sentence += f" {', '.join(name('card', card) for card in drawn)}."
        return sentence

    def tallies(self, event: Event) -> list[str]:
        """The breakdown of a test, a line for every number that was counted together."""
        told: dict[str, None] = {}  # where many roll alike, one line speaks for all
        for value in event.seen_by(None).values():
            for tally in value if isinstance(value, list) else [value]:
                if isinstance(tally, dict) and tally.get("lines"):
                    told[self._tally(tally)] = None
        return list(told)

    def result(self, state: Any, result: Result | None) -> str:
        """How the battle ended."""
        if result is None:
            return self.phrase("result", "unfinished")
        name = self.namer(state)
        reason = name("reason", result.reason)
        if result.winner is None:
            return self.phrase("result", "drawn", turn=result.turn, reason=reason)
        winner = name("winner", result.winner)
        return self.phrase("result", "won", winner=winner, turn=result.turn, reason=reason)

    def _tally(self, tally: Mapping[str, Any]) -> str:
        lines = [f"{amount:+d} {self.words.word('reason', reason)} {rule}" for amount, reason, rule in tally["lines"]]
        return f"{self.word(tally['kind'])} {tally['total']} = {', '.join(lines)}"

    def _said(self, section: str, key: str, args: Mapping[str, Any], state: Any) -> str:
        try:
            return _capital(self.words.say(section, key, args, self.namer(state)))
        except SLIPS:
            return key


def _capital(sentence: str) -> str:
    """A sentence may begin with a name that does not."""
    return sentence[:1].upper() + sentence[1:]
