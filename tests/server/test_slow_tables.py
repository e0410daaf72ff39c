"""Whatever takes long at one table, nobody at another waits for it."""

from __future__ import annotations

import asyncio
import gc
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.server import api, archive, thinking
from alfiere.server.referees import Pace, Referees
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.serving import rest_from_collecting
from alfiere.server.table import Table
from tests.server.people import CLIENT, Person, asked, create, play, two_people
from tests.server.running import Killable, Running
from tests.server.test_thinking import wait_for


class Held:
    """Work that does not end before it is let go."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def wrapped(self, real: Callable[..., Any], is_slow: Callable[..., bool]) -> Callable[..., Any]:
        def work(*args: Any, **more: Any) -> Any:
            if is_slow(*args):
                self.begun.set()
                self.go_on.wait()
            return real(*args, **more)

        return work


@contextmanager
def holding(where: Any, name: str, is_slow: Callable[..., bool]) -> Iterator[Held]:
    """While inside, a function does not end where it works for the slow table."""
    held = Held()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, name, held.wrapped(getattr(where, name), is_slow))
        try:
            yield held
        finally:
            held.go_on.set()


def answer_of(person: Person) -> dict[str, Any]:
    decision = person.table()["decision"]
    option = decision["options"][0]
    return {"number": decision["number"], "option": option, "answer": {"key": option["key"], "args": option["args"]}}


def slow_ways(running: Running, red: Person, blue: Person) -> dict[str, tuple[Any, str, Any, Callable[[], Any]]]:
    """Everything that a slow table may be slow at: where to hold it, and the request that runs into it."""
    table = running.table(red.game)
    who = asked(red, blue)
    first = answer_of(who)
    nonsense = {"key": "dance", "args": {}}
    return {
        "answering": (Table, "apply", lambda one, _: one is table, lambda: who.send(first["number"], first["option"])),
        "showing": (Table, "shown", lambda one, *_: one is table, lambda: Person(who.address, who.game).ask("GET")),
        "previewing": (
            api,
            "is_final",
            lambda game, *_: game is table.game,
            lambda: who.act("preview", answer=first["answer"]),
        ),
        "refusing": (api, "objection", lambda one, *_: one is table, lambda: who.act("why", answer=nonsense)),
        "looking back": (
            archive,
            "_rebuilt",
            lambda room, *_: room.id == who.game,
            lambda: who.ask("GET", "/moments/1"),
        ),
    }


def others_play(red: Person, blue: Person) -> None:
    """Everything that people do at a table."""
    for number in range(3):
        who = asked(red, blue)
        first = answer_of(who)
        assert who.act("preview", answer=first["answer"]).status_code == 200
        assert who.act("why", answer={"key": "dance", "args": {}}).status_code == 200
        assert who.send(first["number"], first["option"]).status_code == 200
        assert who.ask("GET", f"/moments/{number}", params={"seat": who.seat}).status_code == 200
    assert CLIENT.get(f"http://{red.address}/api/health").status_code == 200


@pytest.mark.parametrize("what", ["answering", "showing", "previewing", "refusing", "looking back"])
def test_while_one_table_is_slow_the_others_play_on(lite: Running, what: str) -> None:
    red, blue = two_people(lite.address)
    play([red, blue], random.Random(1), 3)
    quick = two_people(lite.address)
    where, name, is_slow, ask = slow_ways(lite, red, blue)[what]
    with holding(where, name, is_slow) as held, ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(ask)
        wait_for(held.begun.is_set)
        others_play(*quick)
        assert not waiting.done()
        held.go_on.set()
        assert waiting.result().status_code == 200


def test_while_a_game_is_opened_the_others_play_on(lite: Running) -> None:
    red, blue = two_people(lite.address)
    play([red, blue], random.Random(3), 30)
    quick = two_people(lite.address)
    lite.house._rooms.pop(red.game)
    with holding(Room, "replayed", lambda room, *_: room.id == red.game) as held, ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(red.state)
        wait_for(held.begun.is_set)
        others_play(*quick)
        assert not waiting.done()
        held.go_on.set()
        assert waiting.result()["table"]["status"] == "playing"


def test_while_the_options_of_a_computer_are_worked_out_the_others_play_on(lite: Running) -> None:
    quick = two_people(lite.address)
    with holding(thinking, "_due", lambda room, _: room.has_computers) as held:
        _, (red,) = create(lite.address, "me", "computer:random")
        red.join()
        wait_for(held.begun.is_set)
        others_play(*quick)


def test_a_table_that_has_not_changed_is_sent_again_without_a_referee(lite: Running) -> None:
    red, blue = two_people(lite.address)
    real, made = Table.shown, []

    def counted(table: Table, viewer: str | None) -> bytes:
        made.append(viewer)
        return real(table, viewer)

    with pytest.MonkeyPatch.context() as patch:
        before = [one.table() for one in (red, blue)]
        patch.setattr(Table, "shown", counted)
        assert [one.table() for one in (red, blue)] == before
        assert made == []
        who = asked(red, blue)
        who.decide(random.Random(1))
        assert who.seat in made


def test_the_first_requests_of_all_may_come_at_once(tmp_path: Path) -> None:
    """Nothing is read by two threads at a time that must not be."""
    server = Killable(f"sqlite:///{tmp_path / 'alfiere.db'}")
    server.start()
    try:
        names = [f"{code}/{name}" for code, rules in GAMES.items() for name in rules.scenario_ids()]
        with ThreadPoolExecutor(12) as crowd:
            people = list(crowd.map(lambda number: create(server.address, "me", "me")[1][0], range(12)))
            list(crowd.map(Person.join, people))
        assert all(one.table()["status"] == "playing" for one in people)
        listed = CLIENT.get(f"http://{server.address}/api/scenarios").json()["scenarios"]
        assert {one["id"] for one in listed} == set(names)
    finally:
        server.kill()


def test_a_form_may_be_used_by_many_threads_from_the_first_time_on() -> None:
    """In a process of its own: what went wrong here ended the process."""
    command = [sys.executable, "-c", FIRST_USE]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


FIRST_USE = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from alfiere.games import GAMES
sys.setswitchinterval(1e-6)
names = [(rules, name) for rules in GAMES.values() for name in rules.scenario_ids()]
with ThreadPoolExecutor(12) as crowd:
    list(crowd.map(lambda number: names[number % 4][0].scenario(names[number % 4][1]), range(24)))
"""


def test_at_one_table_one_thing_is_done_after_the_other(lite: Running) -> None:
    """Two at a slow table: the second answer waits for the first, and both count in that order."""
    red, blue = two_people(lite.address)
    who = asked(red, blue)
    first = answer_of(who)
    table = lite.table(red.game)
    with holding(Table, "apply", lambda one, _: one is table) as held, ThreadPoolExecutor(2) as aside:
        waiting = aside.submit(who.send, first["number"], first["option"])
        wait_for(held.begun.is_set)
        again = aside.submit(who.send, first["number"], first["option"])
        wait_for(lambda: lite.house._rooms[red.game].lock.waiting == 1)
        held.go_on.set()
        assert (waiting.result().json()["again"], again.result().json()["again"]) == (False, True)
    assert table.position == 1


def test_too_many_who_wait_for_one_table_are_told_to_come_back(lite: Running) -> None:
    red, blue = two_people(lite.address)
    quick = two_people(lite.address)
    table, room = lite.table(red.game), lite.house._rooms[red.game]
    most = lite.settings.limits.waiting_a_game
    with holding(Table, "shown", lambda one, *_: one is table) as held, ThreadPoolExecutor(most + 1) as aside:
        waiting = [aside.submit(Person(red.address, red.game).ask, "GET") for _ in range(most + 1)]
        wait_for(lambda: room.lock.waiting == most)
        refused = red.ask("GET", params={"seat": "red"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert refused.headers["retry-after"]
        others_play(*quick)
        held.go_on.set()
        assert {one.result().status_code for one in waiting} == {200}
    assert red.state()["table"]["status"] == "playing"
    assert blue.state()["table"]["status"] == "playing"


# The threads themselves


def test_slow_tables_leave_the_threads_of_the_quick_ones_alone() -> None:
    async def run() -> None:
        some = Referees(most_waiting=3, quick=1, slow=1)
        held = Held()
        slow = Pace()
        slow.note(2.0)
        work = held.wrapped(lambda: None, lambda: True)
        waiting = [asyncio.create_task(some.run(slow, work)) for _ in range(3)]
        await asyncio.to_thread(held.begun.wait)
        assert await some.run(Pace(), lambda: "quick") == "quick"
        with pytest.raises(Refused, match="too much"):
            some.refuse_if_crowded(slow)
        some.refuse_if_crowded(Pace())
        held.go_on.set()
        await asyncio.gather(*waiting)
        some.refuse_if_crowded(slow)
        some.close()

    asyncio.run(run())


def test_a_table_that_was_slow_once_is_quick_again_after_a_while() -> None:
    pace = Pace()
    pace.note(1.0)
    assert pace.is_slow
    for _ in range(20):
        pace.note(0.001)
    assert not pace.is_slow


def test_who_is_cancelled_lets_nobody_else_to_the_table_before_the_work_is_over() -> None:
    async def run() -> None:
        some, held, lock = Referees(9), Held(), asyncio.Lock()
        over = []

        async def first() -> None:
            async with lock:
                await some.run(Pace(), held.wrapped(lambda: over.append(True), lambda: True))

        task = asyncio.create_task(first())
        await asyncio.to_thread(held.begun.wait)
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0)
        assert lock.locked()
        held.go_on.set()
        async with lock:
            assert over == [True]
        assert task.cancelled() or (await asyncio.gather(task, return_exceptions=True))
        some.close()

    asyncio.run(run())


def test_the_collector_never_looks_at_so_much_at_once_that_others_wait() -> None:
    """But for the rare full look."""
    before = gc.get_threshold()
    try:
        rest_from_collecting()
        young, rounds, _ = gc.get_threshold()
    finally:
        gc.set_threshold(*before)
    assert young * rounds <= 20_000
