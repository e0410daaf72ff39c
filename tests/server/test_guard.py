"""The guard at the door: origins, hosts, sizes, rates, headers."""

from __future__ import annotations

import contextlib
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from alfiere.server.settings import Limits, Settings, from_environment
from tests.server.people import CLIENT, LENS, PATIENCE, create, two_people
from tests.server.running import Running
from tests.server.test_thinking import wait_for

BODY = {"scenario": LENS, "seats": {"red": "me", "blue": "me"}}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    # Next to nothing comes back in the course of a test, however slow the machine is.
    limits = Limits(games=4, game_burst=3, games_an_hour=1, request_burst=60, requests_a_second=0.01, body=4096)
    path = tmp_path_factory.mktemp("strict") / "alfiere.db"
    origins = ("https://table.example",)
    with Running(database=f"sqlite:///{path}", limits=limits, origins=origins) as server:
        yield server


def test_everything_carries_safe_headers(lite: Running) -> None:
    for path in ("/api/health", "/api/nowhere", "/api/games/0123456789abcdef"):
        headers = CLIENT.get(f"http://{lite.address}{path}").headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers
        assert headers["content-type"] == "application/json"


def test_other_pages_cannot_act_here(strict: Running) -> None:
    url = f"http://{strict.address}/api/games"
    assert CLIENT.post(url, json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert CLIENT.post(url, json={}, headers={"Origin": "null"}).status_code == 403
    assert CLIENT.post(url, json={}, headers={"Origin": f"http://{strict.address}"}).status_code == 422
    assert CLIENT.post(url, json={}, headers={"Origin": "https://table.example"}).status_code == 422
    live = f"ws://{strict.address}/api/games/x/live"
    with pytest.raises(InvalidStatus), connect(live, origin=Origin("https://evil.example")):
        pass


def test_an_origin_that_is_no_address_is_refused_as_any_other(lite: Running) -> None:
    for origin in ("http://[", "http://[::1", "//", "http://"):
        reply = CLIENT.post(f"http://{lite.address}/api/games", json={}, headers={"Origin": origin})
        assert (reply.status_code, reply.json()["error"]["code"]) == (403, "wrong-origin")


def test_who_leaves_in_the_middle_of_a_request_is_no_fault_of_ours(
    lite: Running, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = lite.address.split(":")
    head = f"POST /api/games HTTP/1.1\r\nHost: {lite.address}\r\nContent-Length: 1000\r\n\r\n"
    with socket.create_connection((host, int(port))) as line:
        line.sendall(head.encode() + b'{"scenario"')
        wait_for(lambda: lite.server.server_state.tasks)
    wait_for(lambda: not lite.server.server_state.tasks)
    assert "fault" not in caplog.text


def test_a_name_that_is_not_ours_is_not_answered(lite: Running) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", ""):
        reply = CLIENT.get(f"http://{lite.address}/api/health", headers={"Host": host})
        assert reply.status_code == 400
    assert CLIENT.get(f"http://{lite.address}/api/health", headers={"Host": "localhost:1"}).status_code == 200


def test_a_long_request_is_refused_before_it_is_read(strict: Running) -> None:
    url = f"http://{strict.address}/api/games"
    assert CLIENT.post(url, content=b"x" * 5000).status_code == 413

    # The length is not announced and the end never comes: the answer does not wait for it.
    host, port = strict.address.split(":")
    head = f"POST /api/games HTTP/1.1\r\nHost: {strict.address}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(head.encode() + b"64\r\n" + b"x" * 100 + b"\r\n")
        line.sendall((b"64\r\n" + b"x" * 100 + b"\r\n") * 50)
        assert line.recv(1000).startswith(b"HTTP/1.1 413")


def test_what_is_not_json_is_refused(lite: Running) -> None:
    url = f"http://{lite.address}/api/games"
    for body in (b"", b"{", b"\xff\xfe", b"NaN", b'{"scenario": ' + b"[" * 50_000):
        assert CLIENT.post(url, content=body).status_code in (400, 422)
    assert CLIENT.post(url, content=b"").json()["error"]["code"] == "not-json"
    assert CLIENT.post(url, content=b"[]").json()["error"]["code"] == "bad-form"
    assert CLIENT.delete(url).status_code == 405
    assert CLIENT.delete(url).json()["error"]["code"] == "not-here"


def test_too_many_games_and_too_many_requests_are_refused(strict: Running) -> None:
    url = f"http://{strict.address}/api/games"
    statuses = [CLIENT.post(url, json=BODY).status_code for _ in range(6)]
    assert statuses == [201, 201, 201, 429, 429, 429]
    statuses = [CLIENT.get(f"http://{strict.address}/api/health").status_code for _ in range(150)]
    assert 429 in statuses
    assert statuses[0] == 200


def test_a_server_keeps_only_so_many_games(tmp_path: Path) -> None:
    limits = Limits(games=2, requests_a_second=1000, request_burst=1000)
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}", limits=limits) as server:
        url = f"http://{server.address}/api/games"
        assert [CLIENT.post(url, json=BODY).status_code for _ in range(3)] == [201, 201, 503]


def test_a_flood_of_live_messages_ends_the_connection(lite: Running) -> None:
    red, _ = two_people(lite.address)
    live = red.live()
    with contextlib.suppress(ConnectionClosed):  # it is closed while we still send
        for _ in range(2000):
            live.say({"type": "beat"})
    assert live.closed() == 1008
    live = red.live(key="k" * 9000)
    assert live.closed() == 1009


def test_keys_in_the_address_are_not_keys(lite: Running) -> None:
    _, (red, _) = create(lite.address, "me", "friend")
    url = f"http://{lite.address}/api/games/{red.game}"
    assert CLIENT.get(url, params={"key": red.key, "token": red.key, "seat": "red"}).status_code == 401
    assert CLIENT.get(url, params={"seat": "red"}, headers={"Authorization": f"Basic {red.key}"}).status_code == 401


def test_settings_come_from_the_environment() -> None:
    found = from_environment(
        {"ALFIERE_PORT": "9", "ALFIERE_ORIGINS": "https://a, https://b", "ALFIERE_LIMIT_GAMES": "7"}
    )
    assert (found.port, found.origins, found.limits.games) == (9, ("https://a", "https://b"), 7)
    assert from_environment({"ALFIERE_PORT": "9"}, port=8).port == 8
    assert Settings().host == "127.0.0.1"
    assert Settings(database="postgres://h/d").url() == "postgresql+psycopg://h/d"
    with pytest.raises(ValueError, match="ALFIERE_PORT"):
        from_environment({"ALFIERE_PORT": "x"})


def test_the_usual_database_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    path = Path(Settings().url().removeprefix("sqlite:///"))
    assert tmp_path in path.parents
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
