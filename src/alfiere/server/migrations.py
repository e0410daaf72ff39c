"""From every schema there ever was to the present one, step by step, in one transaction.

A step takes the tables of version n to those of version n + 1. It is never changed once it was released: what it says
in SQL stays true however schema.py goes on. ``tests/server/schemas`` keeps a database of every version.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, insert, inspect, select, text, update

from alfiere.kernel.chance import share_commitment
from alfiere.server import schema
from alfiere.server.sealing import SEALED, seal_of
from alfiere.server.trouble import Unopened

SERIALISED = 0x414C46  # the lock of PostgreSQL that lets only one server migrate


class TooNew(Unopened):
    """The database belongs to a newer release."""


def prepare(engine: Engine) -> None:
    """Make the tables, or bring them up to date. Raises TooNew and Unopened; then nothing has changed."""
    with alone(engine) as connection:
        found = _version(connection)
        if found is None:
            schema.metadata.create_all(connection)
            connection.execute(insert(schema.about).values(name="version", value=str(schema.VERSION)))
            return
        if found > schema.VERSION:
            raise TooNew(f"the database was made by a newer release (its version is {found}); use that one")
        if found == schema.VERSION:
            return
        _keep_copy(engine, found)
        for number in range(found, schema.VERSION):
            STEPS[number](connection)
        connection.execute(
            update(schema.about).where(schema.about.c.name == "version").values(value=str(schema.VERSION))
        )


def _version(connection: Connection) -> int | None:
    """The version of the tables that are there; None where there are none of ours."""
    there = set(inspect(connection).get_table_names())
    ours = there & set(schema.metadata.tables)
    if not ours:
        return None
    text_of = None
    if schema.about.name in ours:
        text_of = connection.scalar(select(schema.about.c.value).where(schema.about.c.name == "version"))
    if text_of is None or not text_of.isdecimal() or int(text_of) < 1:
        raise Unopened("the database has tables of Alfiere, but not their version: it is damaged or half restored")
    return int(text_of)


@contextlib.contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that holds tables too, and nobody else's at the same time."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({SERIALISED})"))
            yield connection
        return
    # Python's own driver would commit before it changes a table.
    twin = engine.execution_options()

    @event.listens_for(twin, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with twin.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        usual, driver.isolation_level = driver.isolation_level, None
        try:
            with connection.begin():
                yield connection
        finally:
            driver.isolation_level = usual


def _keep_copy(engine: Engine, version: int) -> None:
    """A copy of the database as it was, beside it; PostgreSQL has its own ways, and rolls back whole steps."""
    if engine.dialect.name != "sqlite" or not engine.url.database or engine.url.database == ":memory:":
        return
    path = Path(engine.url.database)
    copy = path.with_name(f"{path.name}.version-{version}-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_WRONLY, 0o600))
        with contextlib.closing(sqlite3.connect(path)) as old, contextlib.closing(sqlite3.connect(copy)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as err:
        with contextlib.suppress(OSError):
            copy.unlink()
        why = f"the database {path} is of version {version}, and no copy could be made before bringing it up to date"
        raise Unopened(f"{why}: {err}") from None


# Steps


def _to_2(connection: Connection) -> None:
    """Seals; when a game was last visited; commitments of the seats to their shares of chance."""
    for table in ("games", "holders", "seats", "entries", "marks"):
        connection.execute(text(f"ALTER TABLE alfiere_{table} ADD COLUMN seal VARCHAR(16) DEFAULT '' NOT NULL"))
    connection.execute(text("ALTER TABLE alfiere_games ADD COLUMN visited FLOAT DEFAULT '0' NOT NULL"))
    connection.execute(text("UPDATE alfiere_games SET visited = touched"))
    connection.execute(text("ALTER TABLE alfiere_seats ADD COLUMN commitment VARCHAR(64)"))
    # Who sat and waited showed a share before the others had committed to theirs: everybody sits down anew.
    waiting = "(SELECT id FROM alfiere_games WHERE seed IS NULL)"
    connection.execute(text(f"UPDATE alfiere_holders SET joined = :no WHERE game IN {waiting}"), {"no": False})
    connection.execute(text(f"UPDATE alfiere_seats SET contribution = NULL WHERE game IN {waiting} AND who = 'person'"))
    rows = connection.execute(
        text(f"SELECT game, seat, contribution FROM alfiere_seats WHERE game IN {waiting} AND contribution IS NOT NULL")
    )
    for game, seat, share in rows.all():
        connection.execute(
            text("UPDATE alfiere_seats SET commitment = :promised WHERE game = :game AND seat = :seat"),
            {"promised": share_commitment(game, [seat], share), "game": game, "seat": seat},
        )
    _seal_all(connection, ("alfiere_games", "alfiere_holders", "alfiere_seats", "alfiere_entries", "alfiere_marks"))


def _to_3(connection: Connection) -> None:
    """Comrades: several people play one side."""
    connection.execute(
        text(
            "CREATE TABLE alfiere_comrades ("
            "game VARCHAR(32) NOT NULL, number INTEGER NOT NULL, seat VARCHAR(40) NOT NULL, "
            "name VARCHAR(40) NOT NULL, parts TEXT NOT NULL, seal VARCHAR(16) DEFAULT '' NOT NULL, "
            "PRIMARY KEY (game, number), FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE)"
        )
    )


def _seal_all(connection: Connection, names: Collection[str]) -> None:
    """Every row of these tables as it stands gets its seal."""
    for table in (one for one in SEALED if one.name in names):
        keys = list(table.primary_key.columns)
        for key in connection.execute(select(*keys)).all():  # the keys alone: a state of a battle is large
            this = [column == value for column, value in zip(keys, key, strict=True)]
            row = connection.execute(select(table).where(*this)).mappings().one()
            connection.execute(update(table).where(*this).values(seal=seal_of(table, row)))


STEPS: dict[int, Callable[[Connection], None]] = {1: _to_2, 2: _to_3}
