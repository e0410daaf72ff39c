"""The door: half-open requests, slow bodies and slow readers are let go, and never keep anybody out."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from alfiere.server.door import Door
from alfiere.server.limits import client_of
from alfiere.server.settings import Limits, Settings, from_environment
from tests.server.people import CLIENT, create
from tests.server.running import ROOMY, Running
from tests.server.test_thinking import wait_for

NEVER = 3600.0  # seconds that do not pass in a test
AT_ONCE = 0.05


@contextlib.contextmanager
def serving(folder: Path, proxies: tuple[str, ...] = (), **limits: Any) -> Iterator[Running]:
    given = dataclasses.replace(ROOMY, **limits)
    with Running(database=f"sqlite:///{folder / 'alfiere.db'}", limits=given, proxies=proxies) as server:
        yield server


def door_of(server: Running) -> Door:
    http: Any = server.server.config.http_protocol_class
    door: Door = http.door
    return door


def line_to(server: Running) -> socket.socket:
    host, port = server.address.split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def is_over(line: socket.socket) -> bool:
    """Waits until the other side has let go."""
    with contextlib.suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


def is_answered(line: socket.socket) -> bool:
    """Reads one answer."""
    heard = b""
    while not heard.endswith(b"}"):
        heard += line.recv(65536)
    return heard.startswith(b"HTTP/1.1 200")


def head_of(server: Running, method: str = "GET", path: str = "/api/health", *more: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {server.address}", *more, "", ""]).encode()


def test_half_open_requests_keep_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, lines=20, lines_a_client=10**6, head_within=NEVER) as server:
        lines = [line_to(server) for _ in range(60)]
        for one in lines:
            with contextlib.suppress(ConnectionError):  # it may have been let go already
                one.sendall(b"GET /api/health HTTP/1.1\r\nHo")
        with line_to(server) as late:
            late.sendall(head_of(server))
            assert is_answered(late)
            assert is_over(lines[0])  # the longest silent made room
            assert len(door_of(server)) <= 20
        for one in lines:
            one.close()


def test_a_client_has_only_so_many_connections_and_the_oldest_silent_one_makes_room(tmp_path: Path) -> None:
    with serving(tmp_path, lines_a_client=3, head_within=NEVER) as server:
        lines = [line_to(server) for _ in range(3)]
        wait_for(lambda: len(door_of(server)) == 3)  # all have come before the first one asks
        lines[0].sendall(head_of(server))
        assert is_answered(lines[0])  # silent since later than the others
        with line_to(server) as fourth:
            assert is_over(lines[1])
            for one in (lines[0], lines[2], fourth):
                one.sendall(head_of(server))
                assert is_answered(one)
        for one in lines:
            one.close()


def test_behind_a_proxy_that_is_trusted_its_connections_are_those_of_many(tmp_path: Path) -> None:
    with serving(tmp_path, proxies=("127.0.0.0/8",), lines_a_client=3, head_within=NEVER) as server:
        lines = [line_to(server) for _ in range(6)]
        for one in lines:
            one.sendall(head_of(server))
            assert is_answered(one)
            one.close()


@pytest.mark.parametrize("said", [b"", b"GET /api/he", b"\r\n"])
def test_a_head_that_does_not_come_in_time_ends_the_connection(tmp_path: Path, said: bytes) -> None:
    with serving(tmp_path, head_within=AT_ONCE, body_within=NEVER) as server, line_to(server) as line:
        line.sendall(said)
        assert is_over(line)
        wait_for(lambda: len(door_of(server)) == 0)


def test_the_head_of_a_second_request_has_to_come_in_time_as_well(tmp_path: Path) -> None:
    with serving(tmp_path, head_within=AT_ONCE) as server, line_to(server) as line:
        line.sendall(head_of(server))
        assert is_answered(line)
        line.sendall(b"\r\n")  # before that it may be silent as long as connections are kept
        assert is_over(line)


def test_a_body_that_does_not_come_in_time_ends_the_connection(tmp_path: Path) -> None:
    with serving(tmp_path, head_within=NEVER, body_within=AT_ONCE) as server, line_to(server) as line:
        line.sendall(head_of(server, "POST", "/api/games", "Content-Length: 1000") + b'{"scenario"')
        assert is_over(line)
        wait_for(lambda: not server.server.server_state.tasks)


def test_who_does_not_read_his_answers_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path, read_within=AT_ONCE, head_within=NEVER) as server:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = server.address.split(":")
        line.connect((host, int(port)))
        with contextlib.suppress(ConnectionError):
            for _ in range(400):
                line.sendall(head_of(server, "GET", "/api/rules/cappa"))
        wait_for(lambda: len(door_of(server)) == 0)
        line.close()


def test_live_connections_stay_as_long_as_they_are_read(tmp_path: Path) -> None:
    with serving(tmp_path, head_within=AT_ONCE, body_within=AT_ONCE, read_within=AT_ONCE) as server:
        _, (red,) = create(server.address, "me", "computer:random")
        live = red.live()
        live.until("changed")
        with line_to(server) as line:
            assert is_over(line)  # the door has looked round since
        red.join()
        live.until("changed")
        live.close()
        CLIENT.get(f"http://{server.address}/api/health")


class Unread:
    """A transport whose other end reads nothing."""

    def __init__(self) -> None:
        self.size, self.aborted = 100, False

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.1", 1) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return self.size

    def abort(self) -> None:
        self.aborted = True


def test_a_live_connection_that_is_not_read_is_let_go() -> None:
    async def run() -> None:
        door = Door(Limits(read_within=NEVER))
        loop = asyncio.get_running_loop()
        read, unread = Unread(), Unread()
        for name, transport in (("read", read), ("unread", unread)):
            door.enter(name, transport, loop)  # type: ignore[arg-type]
            door.becomes_live(name, f"live {name}")
        read.size = 0
        door._look_round(loop)
        assert len(door) == 2
        door.limits = Limits(read_within=-1.0)
        read.size = 0
        door._look_round(loop)
        assert (read.aborted, unread.aborted, len(door)) == (False, True, 1)

    asyncio.run(run())


# Who somebody is


def statuses(server: Running, forwarded: list[str]) -> list[int]:
    url = f"http://{server.address}/api/health"
    return [CLIENT.get(url, headers={"X-Forwarded-For": one}).status_code for one in forwarded]


def test_nobody_talks_a_limit_away_with_a_header(tmp_path: Path) -> None:
    with serving(tmp_path, requests_a_second=0.001, request_burst=10) as server:
        assert statuses(server, [f"203.0.113.{number}" for number in range(20)]) == [200] * 10 + [429] * 10


def test_a_proxy_that_the_host_has_named_says_who_asks(tmp_path: Path) -> None:
    with serving(tmp_path, proxies=("127.0.0.1",), requests_a_second=0.001, request_burst=3) as server:
        assert statuses(server, [f"203.0.113.{number}" for number in range(10)]) == [200] * 10
        # What the client wrote stands before what the proxy adds, and counts for nothing.
        assert statuses(server, [f"198.51.100.{number}, 203.0.113.99" for number in range(6)]) == [200] * 3 + [429] * 3


def test_a_household_is_one_client() -> None:
    assert client_of({"client": ("192.0.2.7", 1)}) == "192.0.2.7"
    assert client_of({"client": ("::ffff:192.0.2.7", 1)}) == "192.0.2.7"
    assert client_of({"client": ("2001:db8:1:2::3", 1)}) == client_of({"client": ("2001:db8:1:2:9::9", 1)})
    assert client_of({"client": ("2001:db8:1:2::3", 1)}) != client_of({"client": ("2001:db8:1:3::3", 1)})
    assert client_of({}) == ""


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert from_environment({"ALFIERE_PROXIES": "10.0.0.5, 10.1.0.0/16"}).proxies == ("10.0.0.5", "10.1.0.0/16")
    assert Settings().proxies == ()
    for wrong in ("*", "proxy.example", "10.0.0.5/8"):
        with pytest.raises(ValueError, match="ALFIERE_PROXIES"):
            from_environment({"ALFIERE_PROXIES": wrong})
