"""Sketches of units in formation as the table draws them: formations in its own words, what a move costs in letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from alfiere.kernel.drawing import Drawn, Text


def in_table_words(
    drawn: Iterable[Drawn], formations: Mapping[str, str], spent: Callable[[int], Text]
) -> list[dict[str, Any]]:
    """A sketch with the table's names of formations, and each budget with its share in hundredths told."""
    found = []
    for one in drawn:
        if one["kind"] == "footprint":
            one = {**one, "formation": formations.get(one["formation"], one["formation"])}
        elif one["kind"] == "budget" and "text" not in one:
            one = {**one, "text": spent(-(-100 * one["spent"] // one["whole"]))}
        found.append(one)
    return found
