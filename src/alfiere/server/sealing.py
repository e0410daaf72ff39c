"""Seals: a digest in every row that a battle rests on, so that damage is told as damage and not blamed on the rules.

A seal guards against a disk, a page or a byte gone wrong. It is no defence against whoever may write the database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import RowMapping, Table

from alfiere.server import schema

Found: TypeAlias = Mapping[str, Any] | RowMapping

# What a row's seal covers; not what changes at every visit.
SEALED: dict[Table, tuple[str, ...]] = {
    schema.games: (
        "id",
        "code",
        "scenario",
        "source",
        "options",
        "by_hand",
        "origin",
        "secret",
        "commitment",
        "seed",
        "created",
    ),
    schema.holders: ("game", "number", "key_hash", "joined"),
    schema.seats: ("game", "seat", "who", "holder", "contribution", "commitment"),
    schema.comrades: ("game", "number", "seat", "name", "parts"),
    schema.entries: ("game", "position", "kind", "seat", "number", "key", "args", "at"),
    schema.marks: ("game", "position", "body"),
}


class Damaged(Exception):
    """A row is not what was written there."""


def seal_of(table: Table, row: Found) -> str:
    """The seal a row of this table must have."""
    text = msgspec.json.encode([row[name] for name in SEALED[table]])
    return hashlib.blake2b(text, digest_size=8, person=b"alfiere-seal").hexdigest()


def sealed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The row with its seal."""
    return row | {"seal": seal_of(table, row)}


def intact(table: Table, row: Found) -> Found:
    """The row as it is, if its seal fits. Raises Damaged."""
    try:
        is_intact = seal_of(table, row) == row["seal"]
    except (TypeError, ValueError, msgspec.MsgspecError):
        is_intact = False
    if not is_intact:
        raise Damaged(told(table, row))
    return row


def told(table: Table, row: Found) -> str:
    """Which row that is, for the log."""
    keys = (f"{column.name} {row[column.name]!r}" for column in table.primary_key)
    return f"{table.name}: {', '.join(keys)}"
