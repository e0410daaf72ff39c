"""A server that cannot begin says why in one sentence, with an exit code, however it was started."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from alfiere import cli
from alfiere.server import serving
from alfiere.server.schema import VERSION
from tests.server.running import free_port


def started(database: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[int]:
    """As the server and as `alfiere play`."""
    monkeypatch.setenv("ALFIERE_DATABASE", database)
    port = str(free_port())
    return [serving.main(["--port", port, *words]), cli.main(["play", "--no-open", "--port", port])]


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("alfiere: ") for line in lines)
    assert not any("fault" in line or "Traceback" in line for line in lines)
    return lines


def test_databases_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.db").write_text("Dear Sir, this is not a database. " * 50)
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.executescript(
        "CREATE TABLE alfiere_about (name VARCHAR(40) PRIMARY KEY, value TEXT);"
        f"INSERT INTO alfiere_about VALUES ('version', '{VERSION + 1}');"
    )
    newer.close()
    wrong = {
        f"sqlite:///{tmp_path}/nowhere/alfiere.db": "there is no folder",
        f"sqlite:///{tmp_path}": "is a folder",
        f"sqlite:///{tmp_path}/letter.db": "is no SQLite database",
        f"sqlite:///{tmp_path}/newer.db": "newer release",
        "postgresql://somebody:geheim@127.0.0.1:1/alfiere": "cannot be reached",
        "nonsense": "is no address of a database",
        "mysql://somebody@localhost/x": "neither SQLite nor PostgreSQL",
    }
    for database, why in wrong.items():
        assert started(database, monkeypatch) == [2, 2], database
        lines = said(capsys)
        assert len(lines) == 2, lines
        assert all(why in line for line in lines), lines
        assert "geheim" not in "".join(lines)


def test_a_damaged_database_is_told_as_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "alfiere.db"
    path.write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 64)
    assert started(f"sqlite:///{path}", monkeypatch) == [2, 2]
    assert all("damaged" in line or "no SQLite database" in line for line in said(capsys))


def test_a_database_that_may_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # By SQLite's own word, for to the administrator no file is read-only.
    database = f"sqlite:///file:{tmp_path / 'alfiere.db'}?mode=ro&uri=true"
    made = sqlite3.connect(tmp_path / "alfiere.db")
    made.execute("CREATE TABLE something (x)")
    made.close()
    assert started(database, monkeypatch) == [2, 2]
    assert all("read-only" in line for line in said(capsys))


def test_ports_and_names_that_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALFIERE_DATABASE", f"sqlite:///{tmp_path / 'alfiere.db'}")
    for words, why in (
        (["--port", "70000"], "70000 is no port"),
        (["--port", "-4"], "-4 is no port"),
        (["--host", "nosuch.invalid"], "there is no machine «nosuch.invalid»"),
        (["--host", "203.0.113.7"], "is not an address of this machine"),
        (["--host", "x" * 300], "there is no machine"),
    ):
        assert serving.main(words) == 2
        (line,) = said(capsys)
        assert why in line
    monkeypatch.setenv("ALFIERE_HOST", "nosuch.invalid")
    assert cli.main(["play", "--no-open"]) == 2
    (line,) = said(capsys)
    assert "there is no machine" in line
    monkeypatch.delenv("ALFIERE_HOST")
    monkeypatch.setenv("ALFIERE_PORT", "70000")
    assert cli.main(["play", "--no-open"]) == 2
    assert "70000 is no port" in said(capsys)[0]
    assert not (tmp_path / "alfiere.db").exists()
