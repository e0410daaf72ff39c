"""Computer players: they answer by themselves, never block anybody, survive crashes and restarts."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from alfiere.server import thinking, workers
from tests.server.people import CLIENT, Person, asked, create, two_people
from tests.server.running import Running


def wait_for(done: Any, seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_my_turn(person: Person) -> bool:
    table = person.table()
    return table["decision"] is not None or table["status"] == "over"


def play_against_computer(person: Person, dice: random.Random, answers: int) -> None:
    for _ in range(answers):
        wait_for(lambda: is_my_turn(person))
        if person.decide(dice) is None:
            return


def test_a_computer_answers_and_the_page_sees_whom_it_waits_for(lite: Running) -> None:
    _, (red,) = create(lite.address, "me", "computer:greedy")
    red.join()
    dice = random.Random(1)
    seats: set[str | None] = set()
    while "blue" not in seats:  # how soon blue is asked for the first time, the cards decide
        assert red.table()["status"] == "playing"
        play_against_computer(red, dice, 1)
        seats = {entry["seat"] for entry in red.ask("GET", "/log", params={"seat": "red"}).json()["steps"]}
    assert set(red.table()["waiting_for"]) <= {"red", "blue"}


def test_two_computers_fight_a_battle_alone(lite: Running) -> None:
    made, people = create(lite.address, "computer:random", "computer:random")
    assert people == []
    spectator = Person(lite.address, made["id"])
    wait_for(lambda: spectator.table()["status"] == "over", 300)
    assert spectator.table()["result"]["how"] == "fought"


def test_while_a_computer_thinks_everybody_else_is_answered(lite: Running) -> None:
    red, blue = two_people(lite.address)
    some = lite.house.thinking.workers
    thought = asyncio.run_coroutine_threadsafe(some.run(_sleep, b"", 300), lite.loop)
    wait_for(some.pids)
    dice = random.Random(3)
    for _ in range(10):
        asked(red, blue).decide(dice)
        assert CLIENT.get(f"http://{lite.address}/api/health").status_code == 200
    assert not thought.done()
    thought.cancel()
    for worker in some.pids():
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def test_a_crash_of_a_worker_is_tried_again(lite: Running) -> None:
    _, (red,) = create(lite.address, "me", "computer:greedy")
    red.join()
    dice = random.Random(2)
    play_against_computer(red, dice, 3)
    killed = 0
    for _ in range(3):
        play_against_computer(red, dice, 2)
        for worker in lite.house.thinking.workers.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
    play_against_computer(red, dice, 3)
    assert killed


def test_computers_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with Running(database=database) as first:
        made, _ = create(first.address, "computer:greedy", "computer:greedy")
        game = made["id"]
        spectator = Person(first.address, game)
        wait_for(lambda: spectator.table()["moment"] > 3)
    with Running(database=database) as second:
        wait_for(lambda: game in second.house._rooms)  # nobody has asked for it
        before = second.table(game).position
        wait_for(lambda: second.table(game).position > before + 2)


def _die(job: bytes) -> None:
    os._exit(3)


def _sleep(job: bytes) -> None:
    time.sleep(600)


def _echo(job: bytes) -> bytes:
    return job


def test_a_job_that_always_dies_or_never_ends_is_given_up_and_the_next_one_is_done() -> None:
    async def run() -> None:
        some = workers.Workers(1)
        try:
            with pytest.raises(workers.Overrun):
                await some.run(_die, b"", 30)
            with pytest.raises(workers.Overrun):
                await some.run(_sleep, b"", 0.5)
            assert await some.run(_echo, b"hello", 30) == b"hello"
        finally:
            some.close()

    asyncio.run(run())


def test_a_thought_needs_nothing_but_its_job(lite: Running) -> None:
    """What a worker gets is plain data, and it answers by meaning with something that is allowed."""
    _, (red, _) = create(lite.address, "me", "me")
    red.join()
    room = lite.house._rooms[red.game]
    table = lite.table(red.game)
    decision = table.game.decisions()[0]
    room.sitting = [msgspec.structs.replace(row, who="computer:greedy") for row in room.sitting]
    job = thinking._thought(room, table, decision.seat)
    answers = thinking.think(job)
    key, args = answers[0]
    assert decision.find((key, args)) is not None
