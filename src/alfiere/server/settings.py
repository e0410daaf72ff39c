"""Settings of a server, from the environment or from a caller; everything has a safe usual value, no secret has one."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import platformdirs

PREFIX = "ALFIERE_"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client, one message and one server may be."""

    body: int = 64 * 1024  # bytes of an ordinary request
    save: int = 2 * 1024 * 1024  # bytes of an imported save
    message: int = 8 * 1024  # bytes of a live message
    messages_a_second: float = 10.0
    requests_a_second: float = 50.0
    request_burst: int = 200
    games_an_hour: float = 120.0
    game_burst: int = 40
    games: int = 20_000
    connections_a_game: int = 64
    connections_a_client: int = 64
    lines: int = 4_096  # connections of every kind; never more than 5/8 of the files the process may open
    lines_a_client: int = 256
    head_within: float = 10.0  # seconds for the head of a request, from the connection or its first byte on
    body_within: float = 60.0  # seconds for all of its body
    read_within: float = 60.0  # seconds until everything that was sent must have been read
    chat_lines: int = 2_000  # in one game
    chat_length: int = 500
    entries: int = 50_000  # answers, undos and offers in one game
    waiting_a_game: int = 32  # requests that may wait for one table
    alone: int = 16  # battles of computers alone that go on at a time
    alone_a_client: int = 3
    checks: int = 8  # saves and proofs that may wait to be made
    checks_a_client: int = 3
    slow_tables: int = 32  # tables that may wait for a referee because their rules take long
    decisions: int = 10_000  # in an imported save


@dataclass(frozen=True, slots=True)
class Settings:
    """One server. ``database`` empty means SQLite in the user's data folder."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8648
    origins: tuple[str, ...] = ()  # besides the address the page itself came from
    hosts: tuple[str, ...] = ()  # names this server answers to, besides loopback; empty and not on loopback: any
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is believed; nobody's else is
    pages: Path | None = None  # the built browser table; None: the one in the package, if it is there
    thinkers: int = 0  # worker processes of computer players; 0: one less than there are cores
    recent: int = 0  # games kept in memory; 0: as many as fit into a quarter of it
    mark_every: int = 50  # entries between two states kept in the database
    beat: float = 15.0  # seconds between two heartbeats of a live connection
    patience: float = 120.0  # seconds a computer player may think about one answer
    unwatched: float = 600.0  # seconds a battle of computers alone goes on while nobody looks on
    keep_over: float = 30.0  # days after which a finished game that nobody opens may make room for a new one
    keep_waiting: float = 30.0  # the same for one that has not begun
    keep_playing: float = 365.0  # and for one being fought
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for one in self.proxies:
            try:
                ipaddress.ip_network(one)
            except ValueError:
                why = f"{PREFIX}PROXIES has «{one}»; it must be an address or a network, as 10.0.0.5 or 10.0.0.0/24"
                raise ValueError(why) from None

    def url(self) -> str:
        """The database; psycopg 3 for any PostgreSQL address."""
        if not self.database:
            folder = Path(platformdirs.user_data_dir("alfiere", appauthor=False))
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                folder.chmod(0o700)  # it holds secrets; older releases may have left it open
            except OSError as err:
                raise ValueError(f"the folder {folder} cannot be used: {err.strerror}; name a --database") from None
            return f"sqlite:///{folder / 'alfiere.db'}"
        for plain in ("postgres://", "postgresql://"):
            if self.database.startswith(plain):
                return "postgresql+psycopg://" + self.database.removeprefix(plain)
        return self.database

    @property
    def keep_days(self) -> dict[str, float]:
        """How many days an unvisited game is safe, by its status."""
        return {"over": self.keep_over, "waiting": self.keep_waiting, "playing": self.keep_playing}

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the server."""
        host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("127.0.0.1", "localhost", "::1")


def from_environment(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from ``ALFIERE_DATABASE``, ``ALFIERE_HOST``, ...; what a caller gives goes first."""
    found: dict[str, Any] = {}
    environment = os.environ if environment is None else environment
    for name, usual in ((one.name, one.default) for one in fields(Settings) if one.name != "limits"):
        text = environment.get(PREFIX + name.upper())
        if text is None:
            continue
        found[name] = _read(name, text, usual)
    limits: dict[str, Any] = {}
    for one in fields(Limits):
        text = environment.get(f"{PREFIX}LIMIT_{one.name.upper()}")
        if text is not None:
            limits[one.name] = _read(one.name, text, one.default)
    if limits:
        found["limits"] = Limits(**limits)
    return Settings(**(found | {name: value for name, value in given.items() if value is not None}))


def _read(name: str, text: str, usual: Any) -> Any:
    try:
        if isinstance(usual, tuple):
            return tuple(part.strip() for part in text.split(",") if part.strip())
        if isinstance(usual, int):
            return int(text)
        if isinstance(usual, float):
            return float(text)
    except ValueError:
        raise ValueError(f"{PREFIX}{name.upper()} is «{text}»; it must be a number") from None
    return Path(text) if name == "pages" else text
