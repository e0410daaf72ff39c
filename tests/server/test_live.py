"""The live connection: everybody hears of every change, and after a lost connection of what was missed."""

from __future__ import annotations

import contextlib
import json
import random
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from alfiere.server.live import BEATS_MISSED
from tests.server.people import PATIENCE, Live, Person, asked, create, play, two_people
from tests.server.running import Running


def moments(messages: list[dict[str, Any]]) -> list[int]:
    return [step["moment"] for message in messages for step in message["steps"]]


def test_both_seats_and_a_spectator_hear_of_an_answer(lite: Running) -> None:
    red, blue = two_people(lite.address)
    people = [red, blue, Person(lite.address, red.game)]
    lives = [one.live() for one in people]
    first = [live.until("changed") for live in lives]
    assert [message["table"]["seat"] for message in first] == ["red", "blue", None]
    # Play past the secret rounds of the preparation: then everybody hears of everything.
    dice = random.Random(1)
    while red.table()["view"]["tracks"]["phase"] != "deployment" or red.table()["view"]["tracks"]["step"] == 0:
        asked(red, blue).decide(dice)
    for live in lives:
        while live.until("changed")["table"]["moment"] < live.person.table()["moment"]:
            pass
    person = asked(red, blue)
    person.decide(dice)
    for live in lives:
        message = live.until("changed")
        assert message["table"] == live.person.table()
        assert moments([message]) == [message["table"]["moment"]]
        live.close()


def test_after_a_lost_connection_nothing_is_missed_and_nothing_told_twice(lite: Running) -> None:
    red, blue = two_people(lite.address)
    dice = random.Random(2)
    heard: list[int] = []
    seen = -1
    for answers in (15, 1, 40, 90, 0):
        live = red.live(seen=seen)
        play([red, blue], dice, answers)
        last = red.table()["moment"]
        while seen < last:
            message = live.until("changed")
            heard += moments([message])
            seen = heard[-1] if heard else -1
        live.close()
        play([red, blue], dice, 10)  # while nobody listens
        lite.house._rooms.pop(red.game, None)  # and the server has been started anew
    live = red.live(seen=seen)
    heard += moments([live.until("changed")])
    assert heard == list(range(red.table()["moment"] + 1))
    log = [step for first in range(0, len(heard), 50) for step in _log(red, first)]
    assert [step["moment"] for step in log] == heard
    live.close()


def _log(person: Person, first: int) -> list[dict[str, Any]]:
    query = {"seat": person.seat, "from": first, "limit": 50}
    return person.ask("GET", "/log", params=query).json()["steps"]


def test_talk_is_heard_once_and_only_by_the_seats(lite: Running) -> None:
    red, blue = two_people(lite.address)
    red.act("chat", text="one")
    live, spectator = blue.live(), Person(lite.address, red.game).live()
    assert [line["text"] for line in live.until("chat")["lines"]] == ["one"]
    red.act("chat", text="two")
    assert [line["text"] for line in live.until("chat")["lines"]] == ["two"]
    live.close()
    red.act("chat", text="three")
    live = blue.live(chat=1)
    assert [line["text"] for line in live.until("chat")["lines"]] == ["three"]
    assert "chat" not in _kinds(spectator)
    live.close()
    spectator.close()


def _kinds(live: Live) -> set[str]:
    """What kinds of messages there are until it is quiet."""
    found = set()
    with contextlib.suppress(TimeoutError):
        while True:
            found.add(live.hear(0.3)["type"])
    return found


def test_everybody_sees_who_is_there(lite: Running) -> None:
    red, _ = two_people(lite.address)
    live = red.live()
    assert live.until("presence")["seats"] == {"red": True, "blue": False}
    spectator = Person(lite.address, red.game).live()
    assert live.until("presence")["spectators"] == 1
    spectator.close()
    assert live.until("presence")["spectators"] == 0
    live.close()


def test_who_waits_for_a_friend_hears_when_the_battle_begins(lite: Running) -> None:
    _, (red, blue) = create(lite.address, "me", "friend")
    red.join()
    live = red.live()
    assert live.until("changed")["table"] is None
    blue.join()
    while (message := live.until("changed"))["game"]["status"] == "waiting":
        assert all(one["joined"] for one in message["game"]["seats"])  # the shares are being shown
    assert message["table"]["moment"] == 0
    live.close()


def test_hearts_beat_and_a_silent_connection_is_closed(tmp_path: Any) -> None:
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}", beat=0.7) as running:
        red, _ = two_people(running.address)
        live = red.live()
        started = time.monotonic()
        for _ in range(6):  # who answers stays, longer than the silence that is allowed
            live.until("beat")
            live.say({"type": "beat"})
        assert time.monotonic() - started > 0.7 * BEATS_MISSED
        assert live.closed() == 1012


@pytest.mark.parametrize(
    "hello",
    [
        {"key": "wrong"},
        {"seat": "blue"},
        {"seat": "green"},
        {"seen": -2},
        {"seen": "all"},
        {"more": True},
        {"type": "beat"},
        {"type": "nonsense"},
    ],
)
def test_a_wrong_hello_is_not_answered(lite: Running, hello: dict[str, Any]) -> None:
    red, _ = two_people(lite.address)
    assert red.live(**hello).closed() == 1008


def test_the_last_word_says_why_the_line_is_closed(lite: Running) -> None:
    red, _ = two_people(lite.address)
    live = red.live(key="wrong")
    last = live.hear()
    assert (last["type"], last["code"]) == ("refused", "wrong-key")
    assert last["why"]
    assert live.closed() == 1008


def test_a_game_that_is_not_there_has_no_live_connection(lite: Running) -> None:
    for game in ("0123456789abcdef", "x", "..%2f.."):
        with contextlib.suppress(InvalidStatus, ConnectionClosed):
            live = Person(lite.address, game).live()
            assert live.closed() == 1008


def test_fuzzed_messages_neither_crash_nor_stall_anything(lite: Running) -> None:
    red, blue = two_people(lite.address)
    watching = blue.live()
    dice = random.Random(10)
    words: list[Any] = [
        "hello",
        "beat",
        "type",
        "key",
        "seat",
        "seen",
        None,
        -1,
        10**30,
        1.5,
        [],
        {},
        "red",
        red.key,
        True,
    ]
    for turn in range(120):
        started = time.monotonic()
        with connect(
            f"ws://{lite.address}/api/games/{red.game}/live", open_timeout=PATIENCE, close_timeout=60
        ) as socket:
            try:
                if turn % 2:
                    socket.send(json.dumps({"type": "hello", "key": red.key, "seat": "red"}))
                for _ in range(dice.randrange(1, 4)):
                    socket.send(_noise(dice, words))
                if turn % 3 == 0:
                    socket.recv(timeout=0.02)
            except (ConnectionClosed, TimeoutError):
                pass
        assert time.monotonic() - started < 60  # the client would wait as long for a server that does not close
    person = asked(red, blue)
    person.decide(dice)
    assert watching.until("changed")["table"]["seat"] == "blue"
    assert lite.house._rooms[red.game].watchers
    watching.close()


def _noise(dice: random.Random, words: list[Any]) -> str | bytes:
    kind = dice.randrange(5)
    if kind == 0:
        return dice.randbytes(dice.randrange(200))
    if kind == 1:
        return json.dumps({str(dice.choice(words)): dice.choice(words) for _ in range(dice.randrange(5))})
    if kind == 2:
        return "[" * dice.randrange(3000)
    if kind == 3:
        return json.dumps({"type": "hello", "key": "é" * dice.randrange(9000)})
    return json.dumps({"type": dice.choice(["hello", "beat"]), str(dice.choice(words)): dice.choice(words)})
