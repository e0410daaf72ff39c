"""The server is killed at random moments while two people play: nothing acknowledged is lost, nothing done twice.

``python -m tests.server.killing 50`` does it fifty times with SQLite, ``… 50 postgresql`` with PostgreSQL.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select

from alfiere.server import schema
from alfiere.server.settings import Settings
from alfiere.server.storage import make_engine
from tests.server.people import create
from tests.server.running import Killable, postgres, postgres_programs


@dataclass
class Stubborn:
    """A player who sends an answer until it is acknowledged, whatever happens to the server."""

    address: str
    game: str
    key: str
    seat: str
    dice: random.Random
    acknowledged: dict[int, tuple[str, Any]] = field(default_factory=dict)
    over: bool = False
    wrong: str = ""

    def play(self, stop: threading.Event) -> None:
        try:
            with httpx.Client(timeout=300, headers={"Authorization": f"Bearer {self.key}"}) as client:
                while not stop.is_set() and not self.over:
                    self._step(client, stop)
        except Exception as err:
            self.wrong = f"{self.seat}: {type(err).__name__}: {err}"

    def _step(self, client: httpx.Client, stop: threading.Event) -> None:
        url = f"http://{self.address}/api/games/{self.game}"
        table = self._until_answered(client, "GET", url, stop)
        if table is None:
            return
        table = table["table"]
        self.over = table["status"] == "over"
        decision = table["decision"]
        if decision is None:
            time.sleep(0.01)
            return
        option = self.dice.choice(decision["options"])
        answer = {"key": option["key"], "args": option["args"]}
        assert decision["number"] not in self.acknowledged, "an acknowledged decision is asked again"
        taken = self._until_answered(
            client, "POST", url + "/answer", stop, json={"decision": decision["number"], "answer": answer}
        )
        if taken is not None:
            self.acknowledged[decision["number"]] = (option["key"], option["args"])

    def _until_answered(
        self, client: httpx.Client, method: str, url: str, stop: threading.Event, **how: Any
    ) -> dict[str, Any] | None:
        while True:
            try:
                response = client.request(method, url, **how)
            except httpx.TransportError:
                if stop.is_set() and method == "GET":
                    return None
                time.sleep(0.03)
                continue
            assert response.status_code == 200, response.text
            return response.json()


def kill_often(database: str, times: int, seed: int = 0) -> int:
    """Play two-handed games while the server is killed so many times; how many answers were acknowledged."""
    dice = random.Random(seed)
    server = Killable(database)
    total, killed = 0, 0
    server.start()
    try:
        while killed < times:
            players = _sit_down(server.address, dice)
            stop = threading.Event()
            threads = [threading.Thread(target=one.play, args=(stop,)) for one in players]
            for thread in threads:
                thread.start()
            while killed < times and any(thread.is_alive() for thread in threads):
                time.sleep(dice.uniform(0.05, 1.2))
                before = sum(len(one.acknowledged) for one in players)
                server.kill()
                server.start()
                killed += 1
                _wait_until(lambda: _goes_on(players, before))  # noqa: B023
            stop.set()
            for thread in threads:
                thread.join(300)
            assert not any(thread.is_alive() for thread in threads)
            assert [one.wrong for one in players] == ["", ""]
            total += sum(len(one.acknowledged) for one in players)
            _compare(database, players)
    finally:
        server.kill()
    return total


def _goes_on(players: list[Stubborn], before: int) -> bool:
    return any(one.over or one.wrong for one in players) or sum(len(one.acknowledged) for one in players) > before


def _wait_until(done: Any) -> None:
    end = time.monotonic() + 300
    while not done():
        assert time.monotonic() < end, "the game does not go on after the restart"
        time.sleep(0.01)


def _sit_down(address: str, dice: random.Random) -> list[Stubborn]:
    made, people = create(address, "me", "friend")
    for one in people:
        one.join()
    return [Stubborn(address, made["id"], str(one.key), str(one.seat), random.Random(dice.random())) for one in people]


def _compare(database: str, players: list[Stubborn]) -> None:
    """What is in the database is exactly what was acknowledged, once each and without a gap."""
    engine = make_engine(Settings(database=database).url())
    with engine.connect() as connection:
        table = schema.entries
        rows = list(connection.execute(select(table).where(table.c.game == players[0].game).order_by(table.c.position)))
    engine.dispose()
    assert [row.position for row in rows] == list(range(len(rows)))
    for player in players:
        kept = {row.number: row.key for row in rows if row.seat == player.seat}
        assert len(kept) == sum(1 for row in rows if row.seat == player.seat)
        assert kept == {number: key for number, (key, _) in player.acknowledged.items()}


def main(times: int, kind: str) -> None:
    """As many times as asked for."""
    if kind == "postgresql":
        programs = postgres_programs()
        assert programs is not None, "no PostgreSQL here"
        with postgres(programs) as address:
            print(kill_often(address, times), "answers acknowledged and found again")
        return
    with tempfile.TemporaryDirectory() as folder:
        print(kill_often(f"sqlite:///{Path(folder) / 'alfiere.db'}", times), "answers acknowledged and found again")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "sqlite")
