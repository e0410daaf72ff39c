"""The rulebook in the program: every rule by id, in our own wording, with its place in the source."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.kernel.bad_data import BadData, read_toml, shaped

LANGUAGES = ("en", "it")


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

    def __init__(self, chapters: list[Chapter]) -> None:
        self.chapters = chapters
        self.rules: dict[str, Rule] = {rule.id: rule for chapter in chapters for rule in chapter.rule}

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self.rules

    def __len__(self) -> int:
        return len(self.rules)

    def search(self, words: str) -> list[Rule]:
        """Rules whose id begins so, or whose text in either language holds all the words."""
        wanted = [_folded(word) for word in words.split()]
        if len(wanted) == 1:
            by_id = [
                r
                for r in self.rules.values()
                if r.id == words or r.id.split(".", 1)[1].startswith(words) or r.id.startswith(words)
            ]
            if by_id:
                return by_id
        found = []
        for rule in self.rules.values():
            texts = [_folded(f"{rule.en} {rule.place}"), _folded(f"{rule.it} {rule.place}")]
            if any(all(word in text for word in wanted) for text in texts):
                found.append(rule)
        return found


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def read_rulebook(folder: Path) -> Rulebook:
    """The rulebook of a game from its chapter files. Raises BadData."""
    chapters: list[Chapter] = []
    seen: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
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
    return Rulebook(chapters)
