"""Sentences from keys and arguments: Italian and English are made where a person reads them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from alfiere.kernel.bad_data import BadData, read_toml

Namer = Callable[[str, Any], str]

# Names bring their article with them, and Italian melts it into the preposition before it.
_MELTING = re.compile(r"\b(a|di|da|in|su) (il |lo |la |l'|i |gli |le )", re.IGNORECASE)
_STEMS = {"a": "a", "di": "de", "da": "da", "in": "ne", "su": "su"}
_ENDINGS = {"il ": "l ", "lo ": "llo ", "la ": "lla ", "l'": "ll'", "i ": "i ", "gli ": "gli ", "le ": "lle "}


class Words:
    """The message file of a game in one language: sections of keys with a sentence each."""

    def __init__(self, language: str, sections: Mapping[str, Mapping[str, str]]) -> None:
        self.language, self.sections = language, sections
        self._option_templates: dict[tuple[str, str], str | None] = {}

    def has(self, section: str, key: str) -> bool:
        """Whether there is a sentence for a key."""
        return key in self.sections.get(section, {})

    def say(self, section: str, key: str, args: Mapping[str, Any], name: Namer) -> str:
        """The sentence of a key with its arguments named; the bare key where the file has none."""
        template = self.sections.get(section, {}).get(key)
        if template is None:
            return " ".join([key, *(name(kind, value) for kind, value in args.items())])
        return self._sentence(template, args, name)

    def option_sentence(self, decision: str, option: str, args: Mapping[str, Any], name: Namer) -> str:
        """What an option says under a decision: ``evade/stand`` where the file has it, else plain ``stand``."""
        template = self._option_template(decision, option)
        if template is None:
            return self.say("option", option, args, name)
        return self._sentence(template, args, name)

    def _sentence(self, template: str, args: Mapping[str, Any], name: Namer) -> str:
        sentence = _filled(template, args, name)
        return _MELTING.sub(_melted, sentence) if self.language == "it" else sentence

    def _option_template(self, decision: str, option: str) -> str | None:
        """Looked up once: a decision has many options, and is asked very often."""
        key = (decision, option)
        if key not in self._option_templates:
            entries = self.sections.get("option", {})
            self._option_templates[key] = entries.get(f"{decision}/{option}", entries.get(option))
        return self._option_templates[key]

    def word(self, section: str, key: str) -> str:
        """A single word or phrase."""
        return self.sections.get(section, {}).get(key, key)


class _Slot(NamedTuple):
    """A place in a template: what stands before it, what it looks up, and how that is said. Most are plain names."""

    before: str
    path: str
    steps: tuple[str, ...]
    choices: list[str] | None
    counted: list[str] | None
    is_plain: bool


@lru_cache(maxsize=8192)
def _parts(template: str) -> tuple[tuple[_Slot, ...], str]:
    """A template read once: a decision has hundreds of options, each a sentence in two languages."""
    slots: list[_Slot] = []
    rest = ""
    for before, field, counted, conversion in string.Formatter().parse(template):
        if field is None:
            rest += before
            continue
        if conversion is not None:
            raise ValueError(f"an exclamation mark cannot stand inside {{{field}}}")
        if "?" in field and counted:  # a colon between words to choose from is a colon
            field, counted = f"{field}:{counted}", ""
        path, question, choices = field.partition("?")
        chosen = choices.split("|") if question else None
        steps, words = tuple(path.split(".")), counted.split("|") if counted else None
        is_plain = chosen is None and words is None and len(steps) == 1
        slots.append(_Slot(rest + before, path, steps, chosen, words, is_plain))
        rest = ""
    return tuple(slots), rest


_LISTS = (list, tuple)


def _filled(template: str, args: Mapping[str, Any], name: Namer) -> str:
    """A template filled in.

    ``{unit}`` is named, a list is joined, ``{armour.total}`` looks inside;
    ``{losses:loss|losses}`` counts, ``{losses:no loss|loss|losses}`` has words of its own for none;
    ``{passed?yes|no}`` chooses, ``{kind?charge=charges|press=presses|moves}`` chooses by value.
    """
    slots, rest = _parts(template)
    said: list[str] = []
    value: Any
    for slot in slots:
        if slot.is_plain:
            path = slot.path
            value = args.get(path)
            if type(value) not in _LISTS:
                said += (slot.before, name(path, value))
                continue
        value = args
        for step in slot.steps:
            value = value.get(step) if isinstance(value, Mapping) else None
        said += (slot.before, _said(slot, value, name))
    return "".join(said) + rest


def _melted(found: re.Match[str]) -> str:
    """«a il» is «al», «di la» is «della»."""
    preposition, article = found.groups()
    stem = _STEMS[preposition.lower()]
    return (stem.capitalize() if preposition[0].isupper() else stem) + _ENDINGS[article.lower()]


def _said(slot: _Slot, value: Any, name: Namer) -> str:
    if slot.choices is not None and (text := _chosen(value, slot.choices)) is not None:
        return text
    if slot.counted is not None:
        *none, one, many = slot.counted
        count = value if isinstance(value, int) else len(value)
        if none and not count:
            return none[0]
        return f"{count} {one if count == 1 else many}"
    if isinstance(value, list | tuple):
        return ", ".join(name(slot.path, each) for each in value)
    return name(slot.path, value)


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
