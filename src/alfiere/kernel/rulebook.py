"""The rulebook in the program: every rule by id, in our own wording, with its place in the source."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.kernel.bad_data import BadData, read_toml, shaped

LANGUAGES = ("en", "it")
ALSO_CALLED = "also-called.toml"  # beside the chapters
ENDINGS = ("ings", "ing", "ies", "ed", "es", "ly", "s")
SHORT, LEAST = 5, 3  # words that have no ending to lose, and what must be left of others


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. ``origin``: stated in the source, our reading of it, or our own house rule."""

    id: str
    origin: Literal["seed", "reading", "house"]
    topic: str
    place: str
    en: str
    it: str
    optional: bool = False

    def text(self, language: str) -> str:
        """The wording in a language."""
        return self.it if language == "it" else self.en


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter: number, title in both languages, rules in the book's order."""

    chapter: str
    title: dict[str, str]
    rule: list[Rule]


class Rulebook:
    """All chapters of one game."""

    def __init__(self, chapters: list[Chapter], also_called: Mapping[str, str] | None = None) -> None:
        self.chapters = chapters
        self.also_called = dict(also_called or {})  # a word of the table, and the book's own for it
        self.rules: dict[str, Rule] = {rule.id: rule for chapter in chapters for rule in chapter.rule}

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self.rules

    def __len__(self) -> int:
        return len(self.rules)

    def search(self, words: str) -> list[Rule]:
        """Rules whose id begins so, or whose text in either language holds all the words.

        A word that stands nowhere so is looked for as what the book calls it, and with another ending.
        """
        wanted = [_folded(word) for word in words.split()]
        if len(wanted) == 1:
            by_id = [
                r
                for r in self.rules.values()
                if r.id == words or r.id.split(".", 1)[1].startswith(words) or r.id.startswith(words)
            ]
            if by_id:
                return by_id
        found = self._holding([re.escape(word) for word in wanted])
        stems = [_stem(word) for word in wanted]
        for begins in ([self._in_the_book(stem) for stem in stems], stems):
            found = found or self._holding([rf"\b{re.escape(stem)}" for stem in begins])  # «dar» is not in «mandare»
        return found

    def _holding(self, wanted: list[str]) -> list[Rule]:
        """Every rule whose text in one language holds all of these patterns."""
        found = []
        for rule in self.rules.values():
            texts = [_folded(f"{rule.en} {rule.place}"), _folded(f"{rule.it} {rule.place}")]
            if any(all(re.search(one, text) for one in wanted) for text in texts):
                found.append(rule)
        return found

    def _in_the_book(self, stem: str) -> str:
        for word, own in self.also_called.items():
            if _stem(_folded(word)) == stem:
                return _stem(_folded(own))
        return stem


def _stem(word: str) -> str:
    """A word without its ending: «charges», «charging» and «carica», «cariche» each begin alike."""
    if len(word) < SHORT:
        return word
    bare = next((word[: -len(end)] for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= LEAST), word)
    return bare.rstrip("aeiouh") if len(bare.rstrip("aeiouh")) >= LEAST else bare


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def read_rulebook(folder: Path) -> Rulebook:
    """The rulebook of a game from its chapter files. Raises BadData."""
    chapters: list[Chapter] = []
    seen: dict[str, str] = {}
    also_called: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name == ALSO_CALLED:
            also_called = shaped(read_toml(path), dict[str, str], path)
            continue
        chapter = shaped(read_toml(path), Chapter, path)
        for rule in chapter.rule:
            if rule.id in seen:
                raise BadData(path, rule.id, f"this rule stands in {seen[rule.id]} already")
            if not rule.en.strip() or not rule.it.strip():
                raise BadData(path, rule.id, "the rule needs a text in both languages, «en» and «it»")
            seen[rule.id] = path.name
        chapters.append(chapter)
    if not chapters:
        raise BadData(folder, "", "there is no chapter file (*.toml) here")
    return Rulebook(chapters, also_called)
