"""Where a database is: what keeps it from being opened, in one sentence, and that nobody else may read it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from alfiere.server.trouble import DAMAGED, LACKING, LOCKED, READ_ONLY, Unopened, recognised

ONLY_OURS = 0o600


class Place:
    """The address of a database. Raises Unopened if it is none."""

    def __init__(self, url: str) -> None:
        try:
            self.url: URL = make_url(url)
        except (ArgumentError, ValueError):
            raise Unopened(
                f"«{url}» is no address of a database; say sqlite:////folder/alfiere.db or postgresql://user@host/name"
            ) from None
        if self.url.get_backend_name() not in ("sqlite", "postgresql"):
            raise Unopened(f"the database {self.told_address} is neither SQLite nor PostgreSQL")
        self.path = self._file()

    def _file(self) -> Path | None:
        name = self.url.database
        if self.url.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
            return None
        return Path(name)

    @property
    def told(self) -> str:
        """The database as a host knows it, without its password."""
        return str(self.path) if self.path is not None else self.told_address

    @property
    def told_address(self) -> str:
        """The address without its password."""
        return self.url.render_as_string(hide_password=True)

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """Say in one sentence why it cannot be opened. Raises Unopened."""
        self._look_at_file()
        try:
            yield
        except (NoSuchModuleError, ModuleNotFoundError):
            raise Unopened("PostgreSQL needs psycopg: pip install 'alfiere[postgresql]'") from None
        except SQLAlchemyError as err:
            raise Unopened(self._why_not(err)) from None

    def _look_at_file(self) -> None:
        """Make the file before SQLite does, so that it is never open to others, not even for a moment."""
        if self.path is None:
            return
        if self.path.is_dir():
            raise Unopened(f"the database {self.path} is a folder")
        if not self.path.parent.is_dir():
            raise Unopened(f"the database {self.path} cannot be made: there is no folder {self.path.parent}")
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_RDONLY, ONLY_OURS))
        except OSError as err:
            raise Unopened(f"the database {self.path} cannot be opened: {err.strerror}") from None

    def _why_not(self, err: SQLAlchemyError) -> str:
        trouble, name = recognised(err)
        if name == "SQLITE_NOTADB":
            return f"{self.told} is no SQLite database, or one that is damaged at its beginning"
        reasons = {
            DAMAGED.code: f"the database {self.told} is damaged; bring back a backup: alfiere host restore",
            READ_ONLY.code: f"the database {self.told} is read-only; the server must be able to write it",
            LOCKED.code: f"the database {self.told} is held by another program",
            LACKING.code: f"the database {self.told} lacks a table or a column of its version",
        }
        # What PostgreSQL says when it lets nobody in: no such host, wrong password, no such database.
        orig = getattr(err, "orig", None)
        said = " ".join(str(orig if orig is not None else err).split())[:300]
        return reasons.get(trouble.code, f"the database {self.told} cannot be reached: {said}")

    def close_to_others(self) -> None:
        """Nobody but us may read a database: it holds seeds and secrets. What is not ours to change stays as it is."""
        if self.path is None:
            return
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + ending).chmod(ONLY_OURS)
