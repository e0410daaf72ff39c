"""Events: everything that happens, typed and language-neutral, with the breakdown of every test."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, ClassVar, dataclass_transform

from alfiere.kernel.decision import Seat


class Tally:
    """How a number came about, line by line: amount, reason, rule. Shown to the player as it stands."""

    __slots__ = ("kind", "lines", "total")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.total = 0
        self.lines: list[tuple[int, str, str]] = []

    def add(self, amount: int, reason: str, rule: str) -> None:
        """Count something in; nothing is written down for zero."""
        if amount:
            self.total += amount
            self.lines.append((amount, reason, rule))

    def at_least(self, least: int, rule: str) -> Tally:
        """Raise the total to a minimum, and say which rule did."""
        if self.total < least:
            self.add(least - self.total, "minimum", rule)
        return self

    def to_plain(self) -> dict[str, Any]:
        """The JSON form."""
        return {"kind": self.kind, "total": self.total, "lines": [list(line) for line in self.lines]}

    def __repr__(self) -> str:
        return f"Tally({self.kind} {self.total}: {self.lines})"


@dataclass_transform(field_specifiers=(dataclasses.field,))
class Event:
    """Base of all events, which are dataclasses. Fields named in ``secret`` are for the event's own seat only."""

    secret: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        dataclasses.dataclass(cls)

    @property
    def key(self) -> str:
        """The event's name in the message files: ``MeleeStruck`` is ``melee-struck``."""
        return _key_of(type(self).__name__)

    def cited(self) -> tuple[str, ...]:
        """The rules this event happened under; most events have a field ``rules``."""
        found: tuple[str, ...] = getattr(self, "rules", ())
        return found

    def is_told_to(self, seat: Seat | None) -> bool:
        """Whether this seat hears of it at all."""
        return True

    def is_veiled_from(self, seat: Seat | None) -> bool:
        """Whether this seat hears only that something has happened; how much of it in a row, it is not told."""
        return False

    def seen_by(self, seat: Seat | None) -> dict[str, Any]:
        """The event as this seat may see it (None: a spectator), in JSON form."""
        shown: dict[str, Any] = {"key": self.key}
        hidden = self.secret if getattr(self, "seat", None) != seat else ()
        for name in _names_of(type(self)):
            if name == "rules":
                continue
            value = getattr(self, name)
            if name in hidden:
                value = len(value) if isinstance(value, tuple | list) else None
            shown[name] = _plain(value)
        shown["rules"] = list(self.cited())
        return shown


def _plain(value: Any) -> Any:
    """A field in JSON form; a test of many dice may have a tally for each."""
    if isinstance(value, Tally):
        return value.to_plain()
    if isinstance(value, tuple) and value and isinstance(value[0], Tally):
        return [tally.to_plain() for tally in value]
    return value


_KEYS: dict[str, str] = {}


def _key_of(name: str) -> str:
    if name not in _KEYS:
        _KEYS[name] = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    return _KEYS[name]


_NAMES: dict[type, tuple[str, ...]] = {}


def _names_of(event: type) -> tuple[str, ...]:
    if event not in _NAMES:
        _NAMES[event] = tuple(field.name for field in dataclasses.fields(event))
    return _NAMES[event]
