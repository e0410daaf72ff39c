"""What the database holds, as typed rows."""

from __future__ import annotations

from typing import Any

import msgspec


class GameRow(msgspec.Struct, frozen=True):
    """One game."""

    id: str
    code: str
    scenario: str
    source: str
    options: str
    by_hand: bool
    origin: str
    secret: str
    commitment: str
    seed: str | None
    status: str
    created: float
    touched: float
    visited: float


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits there: a person, by the number of the key that opens the seat, or a computer."""

    seat: str
    who: str
    holder: int | None
    contribution: str | None
    commitment: str | None = None

    @property
    def computer(self) -> str | None:
        """The kind of computer player, None for a person."""
        kind, _, level = self.who.partition(":")
        return level if kind == "computer" else None


class HolderRow(msgspec.Struct, frozen=True):
    """A key: only its hash is kept."""

    number: int
    key_hash: str
    joined: bool


class ComradeRow(msgspec.Struct, frozen=True):
    """Somebody with a key of his own who plays one side together with who holds its chair."""

    number: int
    seat: str
    name: str
    parts: str  # a JSON list

    @property
    def leads(self) -> list[str]:
        """The parts of the side that he decides for."""
        found: list[str] = msgspec.json.decode(self.parts)
        return found


class Entry(msgspec.Struct, frozen=True):
    """One thing somebody did: ``kind`` is answer, undo, resign, draw-offer, draw-accept or draw-decline."""

    position: int
    kind: str
    seat: str
    number: int | None
    key: str
    args: dict[str, Any]
    at: float


class MarkRow(msgspec.Struct, frozen=True):
    """A state from which a game can be opened without its past, and how far everything had come there."""

    position: int
    decisions: int
    counter: int
    state: dict[str, Any]
    moments: dict[str, int]  # how many steps each seat had been told; the spectators are «»
    numbers: dict[str, int]  # the number of each seat's next decision
    offer: str | None  # who has offered a draw


class ChatLine(msgspec.Struct, frozen=True):
    """A line of talk."""

    number: int
    seat: str
    text: str
    at: float
