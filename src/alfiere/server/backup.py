"""Backup and restore: a copy of a SQLite file while it is in use, or all rows as lines that any database takes."""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select

from alfiere.server import schema
from alfiere.server.migrations import alone, prepare
from alfiere.server.places import ONLY_OURS, Place
from alfiere.server.sealing import SEALED, Damaged, intact
from alfiere.server.storage import make_engine
from alfiere.server.trouble import Unopened

KIND = "backup"
READ = (2, schema.VERSION)  # versions whose rows are those of the present one; 3 has only a table more
AT_ONCE = 200  # rows of one statement
SQLITE = b"SQLite format 3\x00"
_ROWS = [table for table in schema.metadata.sorted_tables if table is not schema.about]


class BadBackup(Exception):
    """A file that cannot be restored, in one sentence."""


def opened(url: str) -> Engine:
    """A database that is up to date. Raises Unopened."""
    place = Place(url)
    with place.opening():
        engine = make_engine(url)
        try:
            prepare(engine)
        except BaseException:
            engine.dispose()
            raise
    place.close_to_others()
    return engine


def copy_file(engine: Engine, path: Path) -> None:
    """A SQLite database as a file of its own, whole, while a server goes on writing."""
    assert engine.url.database is not None
    closing, connect = contextlib.closing, sqlite3.connect
    with _written(path) as part, closing(connect(engine.url.database)) as old, closing(connect(part)) as new:
        old.backup(new, pages=1000)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def write_lines(engine: Engine, path: Path) -> int:
    """All rows, one a line, as they stood at one moment; how many games there are."""
    count = 0
    with _written(path) as part, part.open("wb") as file, _at_one_moment(engine) as connection:
        head = {"alfiere": KIND, "version": schema.VERSION, "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        file.write(msgspec.json.encode(head) + b"\n")
        for table in _ROWS:
            for row in connection.execution_options(yield_per=AT_ONCE).execute(select(table)).mappings():
                line = {"table": str(table.name), "row": {str(name): _to_line(value) for name, value in row.items()}}
                file.write(msgspec.json.encode(line) + b"\n")
                count += 1
        file.write(msgspec.json.encode({"end": count}) + b"\n")
        file.flush()
        os.fsync(file.fileno())
        return connection.scalar(select(func.count()).select_from(schema.games)) or 0


def restore(engine: Engine, path: Path, *, replace: bool = False) -> int:
    """Put a backup of either kind into a database; how many games. Raises BadBackup; then nothing has changed."""
    with _rows_of(path) as rows, alone(engine) as connection:
        there = connection.scalar(select(func.count()).select_from(schema.games)) or 0
        if there and not replace:
            raise BadBackup(f"the database holds {there} games already; --replace lets go of them first")
        connection.execute(delete(schema.games))
        for table, some in _in_parts(rows):
            connection.execute(insert(table), some)
        return connection.scalar(select(func.count()).select_from(schema.games)) or 0


@contextlib.contextmanager
def _written(path: Path) -> Iterator[Path]:
    """A file that nobody else may read, and that gets its name only when it is whole."""
    part = path.with_name(f".{path.name}.part")
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_OURS))
    try:
        yield part
        part.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()


@contextlib.contextmanager
def _at_one_moment(engine: Engine) -> Iterator[Connection]:
    """Reading that sees nothing of what is written meanwhile, and holds nobody up."""
    level = "REPEATABLE READ" if engine.dialect.name != "sqlite" else "AUTOCOMMIT"
    with engine.connect().execution_options(isolation_level=level) as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        yield connection
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("COMMIT")


@contextlib.contextmanager
def _rows_of(path: Path) -> Iterator[Iterator[tuple[Table, dict[str, Any]]]]:
    with path.open("rb") as file:
        is_file = file.read(len(SQLITE)) == SQLITE
    if not is_file:
        with path.open("rb") as file:
            yield _from_lines(file, path)
        return
    # From a copy: it may be of an older version, and a backup is never changed.
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(path, copy)
        try:
            engine = opened(f"sqlite:///{copy}")
        except Unopened as err:
            raise BadBackup(f"{path} cannot be restored: {str(err).replace(str(copy), str(path))}") from None
        try:
            with engine.connect() as connection:
                yield _from_tables(connection, path)
        finally:
            engine.dispose()


def _from_tables(connection: Connection, path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    for table in _ROWS:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(select(table)).mappings():
            yield table, _sound(table, dict(row), path)


def _from_lines(file: Iterable[bytes], path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    tables = {table.name: table for table in _ROWS}
    lines = iter(file)
    head = _line(next(lines, b""), path)
    if head.get("alfiere") != KIND:
        raise BadBackup(f"{path} is no backup of Alfiere")
    if head.get("version") not in READ:
        raise BadBackup(f"{path} is of version {head.get('version')}, this release has version {schema.VERSION}")
    count = 0
    for text in lines:
        found = _line(text, path)
        if "end" in found:
            if found["end"] != count:
                raise BadBackup(f"{path} is damaged: it has {count} rows and should have {found['end']}")
            return
        table, row = tables.get(found.get("table", "")), found.get("row")
        if table is None or not isinstance(row, dict) or set(row) != {column.name for column in table.columns}:
            raise BadBackup(f"{path} is damaged: row {count + 1} is of no table")
        count += 1
        yield table, _sound(table, {name: _from_line(value) for name, value in row.items()}, path)
    raise BadBackup(f"{path} is cut off after {count} rows")


def _line(text: bytes, path: Path) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = None
    if not isinstance(found, dict):
        raise BadBackup(f"{path} is no backup of Alfiere, or it is damaged")
    return found


def _sound(table: Table, row: dict[str, Any], path: Path) -> dict[str, Any]:
    if table in SEALED:
        try:
            intact(table, row)
        except Damaged as err:
            raise BadBackup(f"{path} is damaged at {err}") from None
    return row


def _in_parts(rows: Iterable[tuple[Table, dict[str, Any]]]) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    table: Table | None = None
    some: list[dict[str, Any]] = []
    for here, row in rows:
        if table is not None and (here is not table or len(some) >= AT_ONCE):
            yield table, some
            some = []
        table = here
        some.append(row)
    if table is not None and some:
        yield table, some


def _to_line(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _from_line(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (KeyError, TypeError, ValueError):
        return b""
