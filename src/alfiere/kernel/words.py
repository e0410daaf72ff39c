"""Sentences from keys and arguments: Italian and English are made where a person reads them."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from alfiere.kernel.bad_data import BadData, read_toml

Namer = Callable[[str, Any], str]


class Words:
    """The message file of a game in one language: sections of keys with a sentence each."""

    def __init__(self, language: str, sections: Mapping[str, Mapping[str, str]]) -> None:
        self.language, self.sections = language, sections

    def has(self, section: str, key: str) -> bool:
        """Whether there is a sentence for a key."""
        return key in self.sections.get(section, {})

    def say(self, section: str, key: str, args: Mapping[str, Any], name: Namer) -> str:
        """The sentence of a key with its arguments named; the bare key where the file has none."""
        template = self.sections.get(section, {}).get(key)
        if template is None:
            return " ".join([key, *(name(kind, value) for kind, value in args.items())])
        return _Sentence(name).vformat(template, (), args)

    def word(self, section: str, key: str) -> str:
        """A single word or phrase."""
        return self.sections.get(section, {}).get(key, key)


class _Sentence(string.Formatter):
    """``{unit}`` is named; ``{losses:loss|losses}`` counts; ``{passed?yes|no}`` chooses."""

    def __init__(self, name: Namer) -> None:
        self.name = name

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        kind, question, choices = field_name.partition("?")
        value = kwargs.get(kind)
        if question:
            yes, _, no = choices.partition("|")
            return (kind, yes if value else no, True), kind
        return (kind, value, False), kind

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, what, is_text = value
        if is_text:
            return str(what)
        if format_spec:
            one, _, many = format_spec.partition("|")
            count = what if isinstance(what, int) else len(what)
            return f"{count} {one if count == 1 else many}"
        if isinstance(what, list | tuple):
            return ", ".join(self.name(kind, one) for one in what)
        return self.name(kind, what)

    def check_unused_args(self, used_args: Any, args: Any, kwargs: Any) -> None:
        """Sentences need not use every argument."""


def read_words(path: Path, language: str) -> Words:
    """The message file of a language. Raises BadData."""
    sections: dict[str, dict[str, str]] = {}
    for section, entries in read_toml(path).items():
        if not isinstance(entries, dict):
            raise BadData(path, section, "this must be a section of keys, as in [event]")
        for key, text in entries.items():
            if not isinstance(text, str):
                raise BadData(path, f"{section}.{key}", "a message must be a string in quotes")
        sections[section] = entries
    return Words(language, sections)
