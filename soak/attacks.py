"""The server attacked: a slow table among many, half-open connections, saves asked for again and again, computers that
fight alone, forged marks. Everybody else plays on, and nothing that is sent harms anybody.

``python -m soak --only attacks`` writes its own section of docs/soak.md; all traffic stays on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import os
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx

from alfiere.server.serving import rest_from_collecting
from soak.battles import Unsound
from tests.server.loading import CROWDED, EVERY, Report, measure, play_one
from tests.server.people import CLIENT, Person, create, play
from tests.server.running import Killable

TITLE = "Attacks"
GAMES, SECONDS = 300, 10.0
HALF_OPEN, FILES = 1_100, 1_024
ASKED, ALONE, MOVES, FORGED = 40, 38, 6, 30
SITTING_DOWN = 0.05  # seconds from one table to the next
SLOWER = 10  # tables of people who think: one answer in five seconds
SLOW = (("cappa/lens", ("red", "blue", "green")), ("cappa/antoine", ("red", "blue")))


@contextmanager
def serving(files: int | None = None, **environment: str) -> Iterator[Killable]:
    """A server in a process of its own, killed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        server = Killable(f"sqlite:///{Path(folder) / 'alfiere.db'}", files, **CROWDED | environment)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def attack_all(share: float) -> list[str]:
    """Every attack, as lines of the report. Raises Unsound where somebody was harmed."""
    games, seconds = max(10, round(GAMES * share)), max(3.0, SECONDS * share)
    lines = [f"Load average just before the run: {_load()}; client and server on the same machine.", ""]
    lines += slow_tables(games, seconds)
    lines += ["", *many_games([max(5, round(count * share)) for count in (200, 300, 500)], seconds)]
    lines += ["", half_open(max(40, round(HALF_OPEN * share)), max(64, round(FILES * share)))]
    lines += ["", saves_asked_for(max(6, round(ASKED * share)), 60 if share >= 1 else 15)]
    lines += ["", computers_alone(max(4, round(ALONE * share)), MOVES if share >= 1 else 3)]
    lines += ["", forged_marks()]
    return lines


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else "unknown"


# One slow table among many


def slow_tables(games: int, seconds: float) -> list[str]:
    """How long answers take at ordinary tables, without a slow one and beside it."""
    lines = [
        f"Answers at {games} tables of esa/lens-1648, {games / EVERY / SLOWER:.0f} a second in all, alone and beside a",
        "slow table at which somebody answers at random without a pause.",
        "",
        "| beside | answers | median ms | 99 in 100 within ms | longest ms | answers there | longest there, ms |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for scenario, seats in ((None, ()), *SLOW):
        with serving() as server, ProcessPoolExecutor(1, get_context("spawn")) as aside:
            # In a process of its own: what comes from there takes long to read, and only the server is measured.
            span = seconds + games * SITTING_DOWN + 2
            slow = aside.submit(_at_slow_table, server.address, scenario, seats, span) if scenario else None
            quick = asyncio.run(_at_quick_tables(server.address, games, seconds))
            there = "{} | {:.0f}".format(*slow.result()) if slow is not None else "|"
        if not quick.answers:
            raise Unsound(f"nobody was answered beside {scenario}")
        lines.append(
            f"| {scenario or 'nothing'} | {quick.answers:,} | {quick.percentile(0.5):.0f} "
            f"| {quick.percentile(0.99):.0f} | {quick.percentile(1):.0f} | {there} |"
        )
    return lines


async def _at_quick_tables(address: str, games: int, seconds: float) -> Report:
    quick, until = Report(games), asyncio.Event()
    tasks = []
    rest_from_collecting()  # or now and then the one who measures would wait for himself
    for number in range(games):
        tasks.append(asyncio.create_task(play_one(address, number, until, quick, every=EVERY * SLOWER)))
        await asyncio.sleep(SITTING_DOWN)
    await asyncio.sleep(2)
    quick.answers, quick.milliseconds = 0, []
    await asyncio.sleep(seconds)
    until.set()
    await asyncio.gather(*tasks)
    return quick


def _at_slow_table(address: str, scenario: str, seats: tuple[str, ...], seconds: float) -> tuple[int, float]:
    """In a process of its own: answers at random for so long; how many there were, and the longest in milliseconds."""

    async def play() -> Report:
        found, until = Report(1), asyncio.Event()
        asyncio.get_running_loop().call_later(seconds, until.set)
        await play_one(address, 1, until, found, scenario, seats, every=0.0)
        return found

    found = asyncio.run(play())
    return found.answers, max(found.milliseconds, default=0.0)


# More games than are kept in memory


def many_games(counts: list[int], seconds: float) -> list[str]:
    """What an answer costs with more and more games: kept as usual, and with memory for 256 of them."""
    lines = [
        "More and more games, 40 answers a second in all, with memory for as many as usual and for 256.",
        "",
        "| games | in memory | answers | median ms | 99 in 100 within ms | processor ms an answer |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for count in counts:
        for kept in ("", "256"):
            found = measure(count, seconds, count / 40, **{"ALFIERE_RECENT": kept} if kept else {})
            lines.append(
                f"| {count} | {kept or 'usual'} | {found.answers:,} | {found.percentile(0.5):.0f} "
                f"| {found.percentile(0.99):.0f} | {found.milliseconds_of_processor:.1f} |"
            )
    return lines


# Half-open connections


def half_open(count: int, files: int) -> str:
    """So many requests begun and never ended, by a client that may have as many connections as it likes."""
    with serving(files) as server:
        host, port = server.address.split(":")
        lines = []
        for _ in range(count):
            one = socket.create_connection((host, int(port)), timeout=60)
            with contextlib.suppress(ConnectionError):
                one.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0")
            lines.append(one)
        times = []
        for _ in range(20):
            started = time.perf_counter()
            with httpx.Client(timeout=60) as client:
                answer = client.get(f"http://{server.address}/api/health")
            if answer.status_code != 200:
                raise Unsound(f"beside {count} half-open connections a person got {answer.status_code}")
            times.append(time.perf_counter() - started)
        ended = sum(_ends(one) for one in lines)
        if ended < count:
            raise Unsound(f"{count - ended} of {count} half-open connections stayed open")
    return (
        f"{count:,} half-open requests at a server with {files:,} descriptors: 20 of 20 other people were answered, "
        f"the slowest new connection in {max(times) * 1000:.0f} ms; all {ended:,} were let go."
    )


def _ends(line: socket.socket) -> bool:
    line.settimeout(60)
    try:
        while line.recv(1000):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    finally:
        line.close()
    return True


# Saves asked for again and again


def saves_asked_for(count: int, decisions: int) -> str:
    """A finished game's save asked for by many at once, and somebody who brings a save of his own."""
    with serving() as server:
        _, people = create(server.address, "me", "me", scenario="cappa/antoine")
        people[0].join()
        play(people, random.Random(1), decisions)
        people[0].act("resign")
        found = asyncio.run(_ask_for(server.address, people[0], count))
    statuses, longest, waited = found
    if set(statuses) != {200}:
        raise Unsound(f"a finished save was answered with {dict(statuses)}")
    return (
        f"{count} requests at once for the save of a finished cappa/antoine of {decisions} decisions: all answered "
        f"within {longest:.1f} s, made once; an import meanwhile took {waited:.1f} s."
    )


async def _ask_for(address: str, person: Person, count: int) -> tuple[Counter[int], float, float]:
    other, people = create(address, "me", "me")
    people[0].join()
    mine = people[0].ask("GET", "/save").text
    url = f"http://{address}/api/games"
    async with httpx.AsyncClient(timeout=600) as client:
        body = {"save": mine, "seats": {"red": "me", "blue": "me"}}
        await asyncio.gather(*(client.post(f"{url}/import", json=body) for _ in range(2)))  # the processes are started
        started = time.perf_counter()
        asking = [asyncio.create_task(client.get(f"{url}/{person.game}/save")) for _ in range(count)]
        await asyncio.sleep(0.1)
        begun = time.perf_counter()
        imported = await client.post(f"{url}/import", json=body)
        waited = time.perf_counter() - begun
        answers = await asyncio.gather(*asking)
        longest = time.perf_counter() - started
    if imported.status_code != 201:
        raise Unsound(f"{other['id']} could not be imported beside them: {imported.text}")
    return Counter(one.status_code for one in answers), longest, waited


# Computers that fight alone


def computers_alone(count: int, moves: int) -> str:
    """How long a person waits for a computer, without and beside battles of computers alone."""
    with serving() as server:
        refused = Counter(_begin_alone(server.address) for _ in range(count))
    waits = []
    for battles in (0, count):
        with serving(ALFIERE_LIMIT_ALONE="1000", ALFIERE_LIMIT_ALONE_A_CLIENT="1000") as server:
            for _ in range(battles):
                if _begin_alone(server.address) != 201:
                    raise Unsound("a battle of computers could not begin")
            waits.append(_waits(server.address, moves))
    median = [sorted(one)[len(one) // 2] for one in waits]
    return (
        f"{count} battles of computers alone wanted by one client: {refused[201]} begun, {refused[429]} refused. With "
        f"the limits lifted and all {count} fought, a person waited for a greedy computer {median[1]:.1f} s in the "
        f"median, {max(waits[1]):.1f} s at worst; without them {median[0]:.1f} and {max(waits[0]):.1f} s."
    )


def _begin_alone(address: str) -> int:
    body = {"scenario": "esa/lens-1648", "seats": {"red": "computer:greedy", "blue": "computer:greedy"}}
    return CLIENT.post(f"http://{address}/api/games", json=body).status_code


def _waits(address: str, moves: int) -> list[float]:
    _, (red,) = create(address, "me", "computer:greedy")
    red.join()
    dice = random.Random(3)
    found: list[float] = []
    while len(found) < moves:
        table: dict[str, Any] | None = red.table()
        while table is not None and table["decision"] is not None:
            table = red.decide(dice, table)
        started = time.perf_counter()
        while red.table()["decision"] is None:
            time.sleep(0.05)
        found.append(time.perf_counter() - started)
    return found


# Forged marks


def forged_marks() -> str:
    """Saves whose past does not agree and whose mark no battle can reach: each is refused in a sentence."""
    with serving() as server:
        statuses: Counter[int] = Counter()
        for scenario, decisions in (("esa/lens-1648", 90), ("cappa/guardie", 60)):
            _, people = create(server.address, "me", "me", scenario=scenario)
            people[0].join()
            play(people, random.Random(26), decisions)
            data = json.loads(people[0].ask("GET", "/save").text)
            data["decisions"][5][3], data["decisions"][-1][3] = "0" * 16, "f" * 16
            for forged in _forgeries(data):
                body = {"save": json.dumps(forged), "seats": {"red": "me", "blue": "me"}}
                reply = CLIENT.post(f"http://{server.address}/api/games/import", json=body)
                statuses[reply.status_code] += 1
                if reply.status_code == 201:
                    _must_answer(server.address, reply.json())
        if CLIENT.get(f"http://{server.address}/api/health").status_code != 200:
            raise Unsound("the server did not survive forged marks")
    if set(statuses) - {201, 422}:
        raise Unsound(f"forged marks were answered with {dict(statuses)}")
    return (
        f"{sum(statuses.values())} forged marks (numbers, places and names of a state replaced): {statuses[422]} "
        f"refused in a sentence, {statuses[201]} opened as possible positions, each of which plays on."
    )


def _forgeries(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The save with one thing of its mark after the other replaced by something wild."""
    paths = list(_leaves(data["mark"]["state"]))
    for path in paths[:: max(1, len(paths) // FORGED)]:
        forged = copy.deepcopy(data)
        where = forged["mark"]["state"]
        for step in path[:-1]:
            where = where[step]
        value = where[path[-1]]
        where[path[-1]] = 10**9 if isinstance(value, int) else "9999" if isinstance(value, str) else None
        yield forged


def _leaves(state: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(state, dict | list) and state:
        for step, value in state.items() if isinstance(state, dict) else enumerate(state):
            yield from _leaves(value, (*path, step))
    elif path:
        yield path


def _must_answer(address: str, made: dict[str, Any]) -> None:
    """An imported game shows itself to both seats and takes an answer. Raises Unsound."""
    people = [Person(address, made["id"], made["keys"][0]["key"], seat) for seat in ("red", "blue")]
    for one in people:
        shown = one.ask("GET", params={"seat": one.seat})
        if shown.status_code != 200:
            raise Unsound(f"an imported game answers {shown.status_code}")
        decision = shown.json()["table"]["decision"]
        if decision is not None and one.send(decision["number"], decision["options"][0]).status_code >= 500:
            raise Unsound("an imported game cannot be played")
