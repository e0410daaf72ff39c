"""Starting to play: the port, the browser, an Alfiere that is there already."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from alfiere.server import serving
from alfiere.server.opening import Taken, bound, is_alfiere, next_free
from alfiere.server.settings import Settings
from tests.server.people import PATIENCE
from tests.server.running import Running, free_port

HOST = "127.0.0.1"


@contextmanager
def stranger() -> Iterator[int]:
    """Somebody else's program on a port."""
    with socket.socket() as line:
        line.bind((HOST, 0))
        line.listen(5)
        yield line.getsockname()[1]


def test_a_port_that_is_taken_is_passed_over() -> None:
    with stranger() as port:
        with pytest.raises(Taken, match=str(port)):
            bound(HOST, port)
        with next_free(HOST, port) as found:
            assert port < found.getsockname()[1] <= port + 50


def test_ours_is_known_from_others(lite: Running) -> None:
    assert is_alfiere(f"http://{lite.address}/")
    with socket.socket() as silent:
        silent.bind((HOST, 0))
        assert not is_alfiere(f"http://{HOST}:{silent.getsockname()[1]}/")


def test_where_alfiere_runs_already_the_browser_is_sent_there(
    lite: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serving, "open_browser", opened.append)
    settings = Settings(port=int(lite.address.split(":")[1]))
    assert serving.run(settings, opens=True, for_play=True) == 0
    assert opened == [f"http://{lite.address}/"]
    assert capsys.readouterr().err == f"Alfiere is running already, at http://{lite.address}/\n"
    assert serving.run(settings) == 2
    assert len(opened) == 1


def test_a_server_does_not_move_to_another_port_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with stranger() as port:
        assert serving.run(Settings(port=port)) == 2
    assert "is taken" in capsys.readouterr().err


def test_a_browser_on_this_machine_finds_a_server_that_listens_everywhere() -> None:
    assert Settings(host="0.0.0.0", port=9).address == "http://127.0.0.1:9/"
    assert Settings(host="::", port=9).address == "http://[::1]:9/"
    assert Settings(host="table.example", port=9).address == "http://table.example:9/"


@contextmanager
def started(tmp_path: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A program as people start it; the browser is one that notes what it is shown."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/shown.tmp && mv {tmp_path}/shown.tmp {tmp_path}/shown\n')
    browser.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ALFIERE_")}
    environment |= {"ALFIERE_DATABASE": f"sqlite:///{tmp_path / 'alfiere.db'}", "BROWSER": f"{browser} %s"}
    process = subprocess.Popen([sys.executable, *command], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("Alfiere is at "):
            return line.split()[-1]
    raise AssertionError("it did not say where it is")


def _health(address: str) -> int:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx.get(address + "api/health", timeout=PATIENCE).status_code
        except httpx.TransportError:
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.parametrize(
    "command",
    [("-m", "alfiere.server", "--open"), ("-c", "import alfiere.cli, sys; sys.exit(alfiere.cli.main())", "play")],
)
def test_the_browser_opens_at_the_lobby_once_it_can_be_reached(tmp_path: Path, command: tuple[str, ...]) -> None:
    with stranger() as port, started(tmp_path, *command, "--port", str(port)) as process:
        address = _address(process)
        assert int(address.rstrip("/").split(":")[-1]) > port  # a stranger has the one that was asked for
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "shown").exists():
            assert time.monotonic() < end, "no browser was opened"
            time.sleep(0.05)
        assert (tmp_path / "shown").read_text().strip() == address
        assert (
            httpx.get(address + "api/health", timeout=PATIENCE).status_code == 200
        )  # at once: it was opened no sooner
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


def test_the_pages_can_be_named_where_it_is_started(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "index.html").write_text("<!doctype html><title>Another table</title>")
    command = ("-m", "alfiere.server", "--port", str(free_port()), "--pages", str(tmp_path / "built"))
    with started(tmp_path, *command) as process:
        address = _address(process)
        assert _health(address) == 200
        assert "Another table" in httpx.get(address, timeout=PATIENCE).text


def test_no_browser_is_opened_for_who_does_not_want_one(tmp_path: Path) -> None:
    port = free_port()
    run = "import alfiere.cli, sys; sys.exit(alfiere.cli.main())"
    with started(tmp_path, "-c", run, "play", "--no-open", "--port", str(port)) as process:
        assert _address(process) == f"http://127.0.0.1:{port}/"
        assert _health(f"http://127.0.0.1:{port}/") == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert not (tmp_path / "shown").exists()
