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

    def option_sentence(self, decision: str, option: str, args: Mapping[str, Any], name: Namer) -> str:
        """What an option says under a decision: ``evade/stand`` where the file has it, else plain ``stand``."""
        own = f"{decision}/{option}"
        return self.say("option", own if self.has("option", own) else option, args, name)

    def word(self, section: str, key: str) -> str:
        """A single word or phrase."""
        return self.sections.get(section, {}).get(key, key)


class _Sentence(string.Formatter):
    """How a template is filled in.

    ``{unit}`` is named, a list is joined, ``{armour.total}`` looks inside;
    ``{losses:loss|losses}`` counts, ``{losses:no loss|loss|losses}`` has words of its own for none;
    ``{passed?yes|no}`` chooses, ``{kind?charge=charges|press=presses|moves}`` chooses by value.
    """

    def __init__(self, name: Namer) -> None:
        self.name = name

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        path, question, choices = field_name.partition("?")
        value: Any = kwargs
        for kind in path.split("."):
            value = value.get(kind) if isinstance(value, Mapping) else None
        text = _chosen(value, choices.split("|")) if question else None
        return (path, value, text), path

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, what, text = value
        if text is not None:
            return str(text)
        if format_spec:
            *none, one, many = format_spec.split("|")
            count = what if isinstance(what, int) else len(what)
            if none and not count:
                return none[0]
            return f"{count} {one if count == 1 else many}"
        if isinstance(what, list | tuple):
            return ", ".join(self.name(kind, one) for one in what)
        return self.name(kind, what)

    def check_unused_args(self, used_args: Any, args: Any, kwargs: Any) -> None:
        """Sentences need not use every argument."""


def _chosen(value: Any, choices: list[str]) -> str | None:
    """The text that fits a value; None, where no choice fits, means that the value itself is named."""
    by_value = dict(choice.split("=", 1) for choice in choices if "=" in choice)
    if not by_value:
        return choices[0] if value else "".join(choices[1:2])
    otherwise = next((choice for choice in choices if "=" not in choice), None)
    return by_value.get(str(value), otherwise)


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
