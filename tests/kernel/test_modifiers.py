"""Tables of modifiers: counted with their name and rule, each line once."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.event import Tally
from alfiere.kernel.modifiers import Modifier, Modifiers

COVER = Modifier(id="cover", add=-2, rule="tiny.2a")
HIGHER = Modifier(id="higher", add=1, rule="tiny.2b")


def test_what_holds_is_counted_with_its_name_and_its_rule() -> None:
    tally = Tally("fire")
    table = Modifiers([COVER, HIGHER], "fire", Path("tables.toml"))
    table.count("higher", tally)
    table.count("cover", tally)
    assert tally.lines == [(1, "higher", "tiny.2b"), (-2, "cover", "tiny.2a")]
    assert tally.total == -1


def test_a_circumstance_stands_in_a_table_once() -> None:
    with pytest.raises(BadData, match="fire cover: this id stands twice"):
        Modifiers([COVER, COVER], "fire", Path("tables.toml"))
