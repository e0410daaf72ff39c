"""Computer players: they answer by themselves, never block anybody, survive crashes and restarts."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import random
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from alfiere.kernel.decision import Decision, Option
from alfiere.players import Player, player
from alfiere.server import thinking, workers
from tests.server import jobs
from tests.server.people import CLIENT, LENS, Person, asked, create, two_people
from tests.server.running import ROOMY, Running


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
    assert people == []  # nobody has a seat
    spectator = Person(lite.address, made["id"])
    wait_for(lambda: spectator.table()["status"] == "over", 300)
    assert spectator.table()["result"]["how"] == "fought"


def test_while_a_computer_thinks_everybody_else_is_answered(lite: Running) -> None:
    red, blue = two_people(lite.address)
    some = lite.house.thinking.workers
    thought = asyncio.run_coroutine_threadsafe(some.run(jobs.sleep, b"", 300), lite.loop)
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


def test_a_computer_that_a_person_waits_for_goes_on_by_itself_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with monkeypatch.context() as still, Running(database=database) as first:
        still.setattr(first.house.thinking, "wake", lambda room: None)
        _, (red,) = create(first.address, "me", "computer:random")
        red.join()
        dice = random.Random(4)
        while red.table()["decision"] is not None:
            red.decide(dice)
        alone, _ = create(first.address, "computer:random", "computer:random")
        before = first.table(red.game).position
    with Running(database=database) as second:
        wait_for(lambda: red.game in second.house._rooms)  # nobody has asked for it
        wait_for(lambda: second.table(red.game).position > before)
        assert alone["id"] not in second.house._rooms  # nobody waits for that one
        spectator = Person(second.address, alone["id"])
        wait_for(lambda: spectator.table()["moment"] > 3)  # until somebody looks


# Battles of computers alone


def alone(running: Running) -> tuple[str, str]:
    """A battle of two computers and the key of who created it."""
    made, _ = create(running.address, "computer:random", "computer:random")
    (owner,) = made["keys"]
    assert (owner["who"], owner["seats"]) == ("owner", [])
    return made["id"], owner["key"]


def test_who_created_a_battle_of_computers_alone_can_delete_it_and_nobody_else(lite: Running) -> None:
    game, key = alone(lite)
    spectator, owner = Person(lite.address, game), Person(lite.address, game, key)
    live = spectator.live()
    live.until("changed")
    assert spectator.ask("DELETE").status_code == 401
    assert Person(lite.address, game, "somebody-elses-key").ask("DELETE").status_code == 403
    assert owner.state()["table"]["seat"] is None  # it opens no seat
    assert owner.act("resign").status_code == 403
    assert owner.ask("POST", "/join", json={"commitment": "0a" * 32}).status_code == 403
    assert owner.ask("DELETE").json() == {"deleted": game}
    assert live.closed() == 1008
    assert game not in lite.house.thinking._tasks
    assert spectator.ask("GET").status_code == 404


def test_a_game_in_which_somebody_else_plays_cannot_be_deleted(lite: Running) -> None:
    _, (red, blue) = create(lite.address, "me", "friend")
    red.join()
    blue.join()
    for one in (red, blue):
        refused = one.ask("DELETE")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-yours")
    _, (red, blue) = create(lite.address, "me", "friend")
    red.join()
    assert blue.ask("DELETE").status_code == 403
    assert red.ask("DELETE").status_code == 200  # nobody has come
    assert red.ask("GET").status_code == 404


def test_a_client_has_only_so_many_battles_of_computers_alone(tmp_path: Path) -> None:
    limits = dataclasses.replace(ROOMY, alone=3, alone_a_client=2)
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}", limits=limits) as server:
        blocked = asyncio.run_coroutine_threadsafe(server.house.thinking.aside.run(jobs.sleep, b"", 300), server.loop)
        first, key = alone(server)
        alone(server)
        body = {"scenario": LENS, "seats": {"red": "computer:random", "blue": "computer:random"}}
        refused = CLIENT.post(f"http://{server.address}/api/games", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-alone")
        create(server.address, "me", "computer:random")  # people are not in their way
        assert Person(server.address, first, key).ask("DELETE").status_code == 200
        alone(server)
        blocked.cancel()


def test_a_battle_of_computers_alone_rests_while_nobody_looks_on(tmp_path: Path) -> None:
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}", unwatched=0.0) as server:
        game, _ = alone(server)
        wait_for(lambda: not server.house.thinking._tasks)
        rested = server.table(game).position
        live = Person(server.address, game).live()
        wait_for(lambda: server.table(game).position > rested)  # somebody looks
        live.close()
        wait_for(lambda: not server.house.thinking._tasks)
        assert server.table(game).game.decision is not None


def test_while_computers_fight_alone_a_person_waits_for_none_of_them(lite: Running) -> None:
    """All that battles of computers alone may use is taken, for as long as it takes."""
    aside = lite.house.thinking.aside
    held = [asyncio.run_coroutine_threadsafe(aside.run(jobs.sleep, b"", 300), lite.loop) for _ in range(5)]
    wait_for(aside.pids)
    _, (red,) = create(lite.address, "me", "computer:greedy")
    red.join()
    play_against_computer(red, random.Random(6), 5)
    assert not any(one.done() for one in held)
    for one in held:
        one.cancel()
    for worker in aside.pids():
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def test_a_job_that_always_dies_or_never_ends_is_given_up_and_the_next_one_is_done() -> None:
    async def run() -> None:
        some = workers.Workers(1)
        try:
            with pytest.raises(workers.Overrun):
                await some.run(jobs.die, b"", 30)
            with pytest.raises(workers.Overrun):
                await some.run(jobs.sleep, b"", 0.5)
            assert await some.run(jobs.echo, b"hello", 30) == b"hello"
        finally:
            some.close()

    asyncio.run(run())


def test_of_jobs_nobody_waits_for_any_more_a_dying_worker_takes_no_other_with_it() -> None:
    """More of them than the pool hands on to its worker: the last is left for the pool's own thread to look after."""

    async def run() -> None:
        some = workers.Workers(1)
        try:
            for _ in range(5):
                given_up = asyncio.create_task(some.run(jobs.sleep, b"", 300))
                while not some.pids():
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.05)
                given_up.cancel()
                await asyncio.gather(given_up, return_exceptions=True)
            waits = asyncio.create_task(some.run(jobs.echo, b"still here", 60))
            await asyncio.sleep(0.05)
            for worker in some.pids():
                os.kill(worker, signal.SIGKILL)
            assert await waits == b"still here"
        finally:
            some.close()

    asyncio.run(run())


def test_the_urgent_are_served_first_and_the_queue_has_an_end() -> None:
    async def run() -> None:
        some = workers.Workers(1, most_waiting=3, most_a_client=2)
        served: list[str] = []

        async def ask(name: str, urgency: int, client: str) -> None:
            await some.run(jobs.echo, b"", 60, urgency, client)
            served.append(name)

        try:
            first = asyncio.create_task(some.run(jobs.sleep, b"", 600))
            await asyncio.sleep(0)
            tasks = []
            for name, urgency, client in (
                ("patient", workers.PATIENT, "a"),
                ("ordinary", workers.ORDINARY, "a"),
                ("urgent", workers.URGENT, "b"),
            ):
                tasks.append(asyncio.create_task(ask(name, urgency, client)))
                await asyncio.sleep(0)
            with pytest.raises(workers.Crowded):
                await some.run(jobs.echo, b"", 60, workers.URGENT, "c")
            tasks[2].cancel()
            await asyncio.gather(tasks[2], return_exceptions=True)
            with pytest.raises(workers.Crowded):  # there is room again, but not for this client
                await some.run(jobs.echo, b"", 60, workers.URGENT, "a")
            tasks[2] = asyncio.create_task(ask("urgent", workers.URGENT, "b"))
            await asyncio.sleep(0)
            first.cancel()
            some.close()  # what it did is of no use to anybody
            await asyncio.gather(*tasks)
            assert served == ["urgent", "ordinary", "patient"]
            assert some.waiting == 0
        finally:
            some.close()

    asyncio.run(run())


def test_of_several_workers_one_is_kept_for_who_cannot_wait() -> None:
    async def run() -> None:
        some = workers.Workers(2)
        try:
            patient = [asyncio.create_task(some.run(jobs.sleep, b"", 600, workers.PATIENT)) for _ in range(3)]
            await asyncio.sleep(0)
            assert some.waiting == 2
            assert await some.run(jobs.echo, b"urgent", 600, workers.URGENT) == b"urgent"
            assert some.waiting == 2
            for one in patient:
                one.cancel()
            await asyncio.gather(*patient, return_exceptions=True)
            assert await some.run(jobs.echo, b"patient", 600, workers.PATIENT) == b"patient"
        finally:
            some.close()

    asyncio.run(run())


def test_a_thought_needs_nothing_but_its_job(lite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker gets is plain data; it answers by meaning with something that is allowed, and by the clock."""
    clocks: list[float | None] = []

    def seated(name: str, seed: str, seconds: float | None = None) -> Player:
        clocks.append(seconds)
        return player(name, seed, seconds)

    monkeypatch.setattr(thinking, "player", seated)
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
    assert clocks == [thinking.LONGEST]


def test_a_computer_thinks_where_the_list_says_one_thing_but_a_place_may_be_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A general to whom only «stay» is offered may still ride where he likes."""
    monkeypatch.setattr(thinking, "_thought", lambda *_: b"a job")

    def job_of(options: list[Option], free: Any) -> bytes | None:
        decision = Decision("blue", "ride", options, free=free)
        table: Any = SimpleNamespace(
            asked_computers=lambda: ["blue"], decision_of=lambda seat: decision, numbers={"blue": 7}
        )
        room: Any = None
        due = thinking._due(room, table)
        assert due is not None
        return due.job

    stay, ride = Option("stay"), Option("ride")
    assert job_of([stay], None) is None
    assert job_of([stay, ride], None) == b"a job"
    assert job_of([stay], lambda key, args: None) == b"a job"
