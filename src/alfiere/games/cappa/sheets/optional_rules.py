"""The numbers of chapter 9, read from data/options.toml: cards, ammunition, jams, experience."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from alfiere.games.cappa.sheets.tables import DATA
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form

Earned = Literal["out of action", "yielded", "disarmed", "captured", "saved", "shielded", "objective"]


class EarnsForm(Form, frozen=True, kw_only=True):
    """What earns experience points, with whom it is about, and how many dice are rolled for it (cappa.9.1.1c)."""

    kind: Earned
    of: tuple[Literal["hero", "protagonist", "extra"], ...] = ("hero", "protagonist", "extra")
    dice: int = 1
    side: str = ""  # left out: all


class DeckForm(Form, frozen=True, kw_only=True):
    """What a side's deck is short of: each number stands for one card (cappa.9.2.3a, cappa.9.2.3c)."""

    lacks: tuple[int, ...] = ()
    lacks_later: tuple[int, ...] = ()  # from the first time it is shuffled again, cappa.9.2.3b


class Cards(Form, frozen=True, kw_only=True):
    """How a deck is made up."""

    suits: int
    highest: int


class Ammunition(Form, frozen=True, kw_only=True):
    """How many shots there are for some weapons."""

    weapons: tuple[str, ...]
    shots: int


class Jams(Form, frozen=True, kw_only=True):
    """When a firearm jams, and what it costs to put it right."""

    die: int
    clearing: int


class Prices(Form, frozen=True, kw_only=True):
    """What is bought for how many experience points."""

    die: int
    again: int
    um: int
    most_um: int
    crossing: int
    range: int
    most_range: int


class OptionalForm(Form, frozen=True, kw_only=True):
    """The file data/options.toml."""

    cards: Cards
    ammunition: tuple[Ammunition, ...]
    jams: Jams
    experience: Prices
    earns: tuple[EarnsForm, ...]


class OptionalRules:
    """The numbers, ready for use."""

    def __init__(self, form: OptionalForm) -> None:
        self.cards, self.jams, self.prices, self.earns = form.cards, form.jams, form.experience, form.earns
        self.shots: dict[str, int] = {code: row.shots for row in form.ammunition for code in row.weapons}


def read_optional_rules(path: Path) -> OptionalRules:
    """The numbers from their file. Raises BadData."""
    form = shaped(read_toml(path), OptionalForm, path)
    for row in form.ammunition:
        if row.shots < 1:
            raise BadData(path, "ammunition", f"«{row.shots}» shots are none (cappa.9.3.1a)")
    if min(form.cards.suits, form.cards.highest) < 1:
        raise BadData(path, "cards", "a deck needs cards (cappa.9.2.1a)")
    return OptionalRules(form)


@lru_cache(maxsize=1)
def optional_rules() -> OptionalRules:
    """The numbers that come with the game."""
    return read_optional_rules(DATA / "options.toml")
