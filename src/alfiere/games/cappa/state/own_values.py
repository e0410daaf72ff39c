"""Chapter 7.2ac in every tally: what somebody can do by himself, and what the wine has made of it."""

from __future__ import annotations

from alfiere.games.cappa.sheets.characters import WINE, Character
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.kernel.event import Tally


def add_own_value(tally: Tally, sheet: Character, value: int, name: str, rule: str) -> None:
    """Mo, Ti or Mi; the wine he has drunk stands on a line of its own, as among the modifiers of the book."""
    if not sheet.id.endswith(WINE):
        tally.add(value, name, rule)
        return
    drink = event_types().numbers.wine
    change = {"Mo": drink.mo, "Ti": drink.ti, "Mi": drink.mi}[name]
    tally.add(value - change, name, rule)
    tally.add(change, "wine", "cappa.7.2ac")
