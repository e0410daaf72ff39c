"""Looking at what was asked, for the tests of chapter 9."""

from __future__ import annotations

from typing import Any

from alfiere.kernel.decision import Decision
from tests.games.esa.lines import place

NOTHING = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9"  # nobody hits anybody


def asked(game: Any, key: str) -> list[Decision]:
    """The decisions with this key, in order."""
    return [decision for decision in game.asked if decision.key == key]


def offered(game: Any, key: str) -> set[str]:
    """Everything offered in the decisions with this key."""
    return {option.meaning for decision in asked(game, key) for option in decision.options}


def to(key: str, at: str) -> str:
    """The answer that names this place."""
    return f"{key} hex={place(at)}"
