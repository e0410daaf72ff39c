"""Tables of modifiers: what a circumstance adds to a value, and the rule that says so, read from a game's data file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from alfiere.kernel.event import Tally
from alfiere.kernel.forms import Form, by_id


class Modifier(Form, frozen=True, kw_only=True):
    """One line of such a table; a game that adds to several values derives a form that says to which."""

    id: str
    add: int
    rule: str


M = TypeVar("M", bound=Modifier)


class Modifiers(dict[str, M]):
    """The lines of a table by the name of the circumstance."""

    def __init__(self, lines: Iterable[M], what: str, file: Path) -> None:
        super().__init__(by_id(lines, what, file))

    def count(self, name: str, tally: Tally) -> None:
        """The circumstance holds: count it in, with its name and its rule."""
        line = self[name]
        tally.add(line.add, name, line.rule)
