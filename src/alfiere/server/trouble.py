"""Trouble with storage, told for what it is: to who asked in a sentence, to the host in the log, never with a value."""

from __future__ import annotations

import logging
import sqlite3
import time
from typing import Any, NamedTuple

from sqlalchemy.exc import DBAPIError

from alfiere.server.refusals import Refused
from alfiere.server.sealing import Damaged

log = logging.getLogger("alfiere.server")
QUIET = 60.0  # seconds between two lines of the log about the same trouble


class Trouble(NamedTuple):
    """A kind of trouble; ``passes`` where trying again may help."""

    code: str
    status: int
    passes: bool
    en: str
    it: str


FULL = Trouble(
    "storage-full",
    507,
    False,
    "the disk of the server is full and nothing more can be written; what was written stands",
    "il disco del server è pieno e non si può più scrivere nulla; ciò che era scritto resta",
)
DAMAGED = Trouble(
    "storage-damaged",
    500,
    False,
    "what the server has kept of this is damaged; whoever runs the server must bring back a backup",
    "ciò che il server ha conservato di questo è danneggiato; chi gestisce il server deve ripristinare una copia",
)
LACKING = Trouble(
    "storage-lacking",
    500,
    False,
    "the server's database lacks a table or a column; whoever runs the server must mend it",
    "al database del server manca una tabella o una colonna; chi gestisce il server deve rimediare",
)
READ_ONLY = Trouble(
    "storage-read-only",
    503,
    False,
    "the server may only read its database; nothing can be written until whoever runs it changes that",
    "il server può solo leggere il suo database; finché chi lo gestisce non rimedia, non si può scrivere nulla",
)
LOCKED = Trouble(
    "storage-locked",
    503,
    True,
    "something else holds the server's database; try again",
    "qualcos'altro tiene occupato il database del server; riprova",
)
UNREACHABLE = Trouble(
    "storage-unreachable",
    503,
    True,
    "the server cannot reach its database; try again in a while",
    "il server non raggiunge il suo database; riprova tra poco",
)
FAILING = Trouble(
    "storage-failing",
    500,
    False,
    "the disk of the server fails; whoever runs the server must look after it",
    "il disco del server non funziona; chi gestisce il server deve occuparsene",
)
UNKNOWN = Trouble(
    "storage-trouble",
    500,
    False,
    "the server's database refused for a reason that stands in its log",
    "il database del server ha rifiutato, per un motivo che sta nel suo registro",
)

# By the primary code of SQLite, and by the class or code that PostgreSQL (SQLSTATE) gives.
_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FORMAT: DAMAGED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_PERM: UNREACHABLE,
    sqlite3.SQLITE_AUTH: UNREACHABLE,
    sqlite3.SQLITE_IOERR: FAILING,
}
_POSTGRESQL = {
    "53100": FULL,
    "58030": FAILING,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "42703": LACKING,
    "42P01": LACKING,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "55P03": LOCKED,
    "40001": LOCKED,
    "40P01": LOCKED,
    "57014": LOCKED,
    "08": UNREACHABLE,
    "53": UNREACHABLE,
    "57": UNREACHABLE,
}


class Unavailable(Exception):
    """The database did not do what it was asked; whether it has written is not known."""

    def __init__(self, trouble: Trouble = UNKNOWN) -> None:
        super().__init__(trouble.code)
        self.trouble = trouble

    @property
    def refused(self) -> Refused:
        """What is said to who asked."""
        kind = self.trouble
        return Refused(kind.status, kind.code, kind.en, text={"en": kind.en, "it": kind.it})


class Unopened(Exception):
    """A database that cannot be opened at all, in one sentence."""


def recognised(err: BaseException) -> tuple[Trouble, str]:
    """What kind of trouble an error is, and its name for the log. Never its text: that may hold somebody's cards."""
    if isinstance(err, Damaged):
        return DAMAGED, str(err)
    cause: Any = err.orig if isinstance(err, DBAPIError) and err.orig is not None else err
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str):
        found = _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2], UNKNOWN)
        return found, f"SQLSTATE {state}"
    if isinstance(err, (ValueError, TypeError)):  # a value of a type that its column cannot have
        return DAMAGED, type(err).__name__
    is_unreachable = isinstance(err, DBAPIError) and type(cause).__name__ in ("OperationalError", "InterfaceError")
    return (UNREACHABLE if is_unreachable else UNKNOWN), type(cause).__name__


def _of_sqlite(cause: sqlite3.Error) -> tuple[Trouble, str]:
    name = getattr(cause, "sqlite_errorname", type(cause).__name__)
    code = getattr(cause, "sqlite_errorcode", 0)
    text = str(cause)
    if text.startswith(("no such table", "no such column")) or "has no column named" in text:
        return LACKING, name
    if text.startswith("Could not decode to UTF-8"):
        return DAMAGED, name
    return _SQLITE.get(code & 0xFF, UNKNOWN), name


class Noted:
    """The log of trouble: the first of a kind at once, then one line a minute however much there is."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[float, int]] = {}

    def note(self, trouble: Trouble, name: str) -> None:
        """Tell the host."""
        now = time.monotonic()
        at, silent = self._told.get(trouble.code, (-QUIET, 0))
        if now - at < QUIET:
            self._told[trouble.code] = (at, silent + 1)
            return
        more = f"; {silent} more since the last line" if silent else ""
        log.error("storage: %s (%s%s)", trouble.en, name, more)
        self._told[trouble.code] = (now, 0)
