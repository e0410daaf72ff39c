"""Many games at once on one server: how long an answer takes, and how much memory a game.

``python -m tests.server.loading 200 20`` plays 200 games for 20 seconds, 2 decisions a second each.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alfiere.kernel.chance import share_commitment
from tests.server.people import LENS
from tests.server.running import Killable

SHARE = "loading-loading-loading"
CROWDED = {"ALFIERE_LIMIT_GAME_BURST": "1000000", "ALFIERE_LIMIT_LINES_A_CLIENT": "1000000"}  # all from one address
EVERY = 0.5  # seconds between two decisions of a game


@dataclass
class Report:
    """What came out."""

    games: int
    answers: int = 0
    milliseconds: list[float] = field(default_factory=list)
    kilobytes_a_game: float = 0.0
    milliseconds_of_processor: float = 0.0  # an answer

    def percentile(self, share: float) -> float:
        return sorted(self.milliseconds)[int(share * (len(self.milliseconds) - 1))]

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.answers} answers: median {self.percentile(0.5):.1f} ms, "
            f"99 in 100 within {self.percentile(0.99):.1f} ms; {self.milliseconds_of_processor:.2f} ms of processor "
            f"an answer; {self.kilobytes_a_game:.0f} KB a game"
        )


class Caller:
    """A connection that is as cheap as it can be, so that the server is measured and not the client."""

    def __init__(self, address: str) -> None:
        self.host, self.port = address.split(":")
        self.key = ""

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, int(self.port))

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} /api/games{path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(content)}"]
        if self.key:
            lines.append(f"Authorization: Bearer {self.key}")
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        answer = json.loads(await self.reader.readexactly(length))
        assert head.split(b" ")[1] in (b"200", b"201"), answer
        return answer


async def play_one(
    address: str,
    number: int,
    until: asyncio.Event,
    report: Report,
    scenario: str = LENS,
    seats: Sequence[str] = ("red", "blue"),
    every: float = EVERY,
) -> None:
    """A hot-seat game at an even pace."""
    dice = random.Random(number)
    caller = Caller(address)
    await caller.connect()
    made = await caller.call("POST", "", {"scenario": scenario, "seats": dict.fromkeys(seats, "me")})
    caller.key = made["keys"][0]["key"]
    path = f"/{made['id']}"
    promised = share_commitment(made["id"], list(seats), SHARE)
    await caller.call("POST", path + "/join", {"commitment": promised})
    await caller.call("POST", path + "/reveal", {"share": SHARE})
    await asyncio.sleep(dice.random() * every)
    seat = seats[0]
    table = (await caller.call("GET", f"{path}?seat={seat}"))["table"]
    while not until.is_set() and table["status"] != "over":
        if table["decision"] is None:
            seat = table["waiting_for"][0]
            table = (await caller.call("GET", f"{path}?seat={seat}"))["table"]
            continue
        option = dice.choice(table["decision"]["options"])
        answer = {"key": option["key"], "args": option["args"]}
        body = {"decision": table["decision"]["number"], "answer": answer, "seat": seat}
        started = time.perf_counter()
        table = (await caller.call("POST", path + "/answer", body))["state"]["table"]
        taken = time.perf_counter() - started
        report.answers += 1
        report.milliseconds.append(taken * 1000)
        await asyncio.sleep(max(0.0, every - taken))
    caller.writer.close()


async def play_all(server: Killable, games: int, seconds: float, every: float = EVERY) -> Report:
    address = server.address
    report, until = Report(games), asyncio.Event()
    tasks = []
    for number in range(games):
        tasks.append(asyncio.create_task(play_one(address, number, until, report, every=every)))
        await asyncio.sleep(0.03)
    await asyncio.sleep(2)
    report.answers, report.milliseconds = 0, []  # what it was while they all sat down does not count
    before = server.processor_seconds()
    await asyncio.sleep(seconds)
    spent = server.processor_seconds() - before
    report.milliseconds_of_processor = spent * 1000 / max(1, report.answers)
    until.set()
    await asyncio.gather(*tasks)
    return report


def measure(games: int, seconds: float, every: float = EVERY, **environment: str) -> Report:
    """Start a server, play, and tell."""
    with tempfile.TemporaryDirectory() as folder:
        server = Killable(f"sqlite:///{Path(folder) / 'alfiere.db'}", None, **CROWDED | environment)
        server.start()
        try:
            before = server.kilobytes()
            report = asyncio.run(play_all(server, games, seconds, every))
            report.kilobytes_a_game = (server.kilobytes() - before) / games
        finally:
            server.kill()
    return report


if __name__ == "__main__":
    print(measure(int(sys.argv[1]), float(sys.argv[2])))
