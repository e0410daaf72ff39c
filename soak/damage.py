"""Storage gone wrong: single pages of a database damaged, and a disk that fills up while people play.

``python -m soak --only damage`` writes its own section of docs/soak.md.
"""

from __future__ import annotations

import logging
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from alfiere.server.trouble import Unopened
from soak.battles import Unsound
from tests.server.people import Person, create, play, two_people
from tests.server.running import Killable, Running

TITLE = "Storage gone wrong"
PAGES, FILLINGS = 60, 5
GAMES, ANSWERS = 4, 60
UNHARMED, TOLD, NO_START, GONE = "as if nothing had been", "told as damaged", "no start, in a sentence", "not found"


class Lines(logging.Handler):
    """What the server writes into its log."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.told.append(record.getMessage())


@contextmanager
def _listening() -> Iterator[Lines]:
    lines, log = Lines(), logging.getLogger("alfiere.server")
    log.addHandler(lines)
    try:
        yield lines
    finally:
        log.removeHandler(lines)


def _battles(path: Path) -> list[list[tuple[Person, Any]]]:
    """A database with a few battles; who sits there, and what each of them sees."""
    with Running(database=f"sqlite:///{path}", mark_every=20) as running:
        pairs = [two_people(running.address) for _ in range(GAMES)]
        for number, people in enumerate(pairs):
            play(list(people), random.Random(number), ANSWERS)
            people[0].act("chat", text="a word between friends " * 10)
        seen = [[(one, one.table()) for one in people] for people in pairs]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return seen


def _damaged(path: Path, dice: random.Random) -> None:
    """One page, in one of the ways of a bad disk: a bit, some bytes, zeros, or another page in its place."""
    data = bytearray(path.read_bytes())
    size = 4096
    place = dice.randrange(len(data) // size) * size
    kind = dice.randrange(4)
    if kind == 0:
        data[place + dice.randrange(size)] ^= 1 << dice.randrange(8)
    elif kind == 1:
        first = place + dice.randrange(size - 64)
        data[first : first + 64] = dice.randbytes(64)
    elif kind == 2:
        data[place : place + size] = bytes(size)
    else:
        other = dice.randrange(len(data) // size) * size
        data[place : place + size] = data[other : other + size]
    path.write_bytes(data)


def _outcome(path: Path, seen: list[list[tuple[Person, Any]]]) -> tuple[set[str], list[str]]:
    """What became of each battle, and the log. Raises Unsound where damage was hidden or blamed on somebody."""
    found: set[str] = set()
    with _listening() as lines:
        try:
            running = Running(database=f"sqlite:///{path}", mark_every=20)
        except Unopened:
            return {NO_START}, lines.told
        with running:
            for people in seen:
                for person, before in people:
                    again = Person(running.address, person.game, person.key, person.seat)
                    response = again.ask("GET", params={"seat": person.seat})
                    found.add(_judged(response, before))
    wrong = [line for line in lines.told if line.startswith("a fault") or "the rules no longer allow" in line]
    if wrong:
        raise Unsound(f"damage was taken for something else: {wrong[0]}")
    return found, lines.told


def _judged(response: Any, before: Any) -> str:
    if response.status_code == 200:
        if response.json()["table"] != before:
            raise Unsound("a battle has changed without a word")
        return UNHARMED
    code = response.json()["error"]["code"]
    if response.status_code == 404 or code == "wrong-key":
        return GONE
    if not code.startswith("storage-"):
        raise Unsound(f"damage was told as {response.status_code} {code}")
    if code != "storage-locked" and "try again" in response.json()["error"]["why"]:
        raise Unsound("what can never succeed asks to try again")
    return TOLD


def damage_pages(times: int, tell: Callable[[int], None]) -> Counter[str]:
    """So many databases with one damaged page each: the worst that became of a battle in each. Raises Unsound."""
    worst: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        whole, copy = Path(name) / "whole.db", Path(name) / "copy.db"
        seen = _battles(whole)
        for number in range(times):
            for ending in ("", "-wal", "-shm"):
                copy.with_name(copy.name + ending).unlink(missing_ok=True)
            shutil.copyfile(whole, copy)
            _damaged(copy, random.Random(number))
            found, lines = _outcome(copy, seen)
            if TOLD in found and not any(line.startswith("storage:") for line in lines):
                raise Unsound("damage was told to players and not to the host")
            worst[next(one for one in (NO_START, GONE, TOLD, UNHARMED) if one in found)] += 1
            tell(number + 1)
    return worst


@contextmanager
def _small_disk() -> Iterator[Path | None]:
    """A disk of eight megabytes; None where nobody may make one."""
    folder = Path(tempfile.mkdtemp(prefix="alfiere-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        done = None
    is_there = done is not None and done.returncode == 0
    try:
        yield folder if is_there else None
    finally:
        if is_there:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        with suppress(OSError):
            folder.rmdir()


def fill_disk(times: int) -> tuple[int, int] | None:
    """Fill the disk under a server and make room again; answers taken, and refusals. Raises Unsound."""
    with _small_disk() as folder:
        if folder is None:
            return None
        server = Killable(f"sqlite:///{folder / 'alfiere.db'}")
        server.start()
        try:
            return _filled(server, folder, times)
        finally:
            server.kill()


def _filled(server: Killable, folder: Path, times: int) -> tuple[int, int]:
    dice = random.Random(0)
    taken = refused = 0
    _, people = create(server.address, "me", "me")
    people[0].join()
    ballast = folder / "ballast"
    for _ in range(times):
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        full = 0
        while full < 5:
            person = next((one for one in people if one.table()["decision"] is not None), None)
            if person is None:  # it is over: another one
                _, people = create(server.address, "me", "me")
                people[0].join()
                continue
            before = person.table()
            response = person.send(before["decision"]["number"], dice.choice(before["decision"]["options"]))
            if response.status_code == 200:
                taken += 1
                continue
            code = response.json()["error"]["code"]
            if code != "storage-full":
                raise Unsound(f"a full disk was told as {response.status_code} {code}")
            if person.table() != before:
                raise Unsound("an answer that was refused has changed the table")
            full += 1
        refused += full
        ballast.unlink()
        play(people, dice, 3)
        taken += 3
    before_kill = [one.table() for one in people]
    server.kill()
    server.start()
    if [one.table() for one in people] != before_kill:
        raise Unsound("something that was acknowledged is gone")
    return taken, refused


def told(pages: int, worst: Counter[str], filled: tuple[int, int] | None) -> list[str]:
    """The section."""
    lines = [
        f"One page of a database with {GAMES} battles was damaged (a bit, 64 bytes, zeros, another page in its place),",
        "then everybody came back. No damage was blamed on the rules, on the player or on a fault of the server, no",
        "battle was cut or changed without a word, and each damage that was met stands in the log.",
        "",
        "| the worst that became of a battle | of so many databases |",
        "| --- | ---: |",
        *(f"| {name} | {worst[name]} |" for name in (UNHARMED, TOLD, GONE, NO_START)),
        "",
    ]
    if filled is None:
        return [*lines, "No disk could be made to be filled."]
    taken, refused = filled
    return [
        *lines,
        f"A disk of 8 MB was filled {FILLINGS} times under a server: {refused} answers were refused as `storage-full`",
        f"and changed nothing, {taken} were taken, and with room again the battle went on; nothing acknowledged was",
        "lost.",
    ]


def run(share: float, tell: Callable[[int], None]) -> list[str]:
    """Everything, as lines of the report. Raises Unsound."""
    pages = max(4, round(PAGES * share))
    worst = damage_pages(pages, tell)
    return told(pages, worst, fill_disk(FILLINGS))
