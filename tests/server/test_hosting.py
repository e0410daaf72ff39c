"""What a host does beside the server: backup and restore into either database, check, prune, delete; and retention."""

from __future__ import annotations

import dataclasses
import json
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from alfiere import cli
from alfiere.server import schema
from alfiere.server.backup import opened
from alfiere.server.seats import new_game_id, new_key
from alfiere.server.settings import Limits, Settings
from tests.server.people import CLIENT, Person, create, play, two_people
from tests.server.running import ROOMY, Running, new_database

DAY = 24 * 3600.0


def host(database: str, *words: str) -> int:
    return cli.main(["host", words[0], "--lang", "en", "--database", database, *words[1:]])


def rows(database: str) -> dict[str, list[Any]]:
    """Everything in a database."""
    engine = opened(Settings(database=database).url())
    with engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }
    engine.dispose()
    return found


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request, tmp_path, request.param, "source")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request, tmp_path, request.param, "target")


def fresh(request: pytest.FixtureRequest, folder: Path, kind: str, name: str) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / f'{name}.db'}"
    return new_database(request.getfixturevalue("postgres_address"), f"hosting_{name}_{time.monotonic_ns()}")


def test_a_backup_of_a_running_server_comes_back_in_either_database(source: str, target: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    with Running(database=source, mark_every=20) as running:
        people = two_people(running.address)
        play(list(people), random.Random(5), 60)
        people[0].act("chat", text="così è più bello «»")
        assert host(source, "backup", str(kept)) == 0
        before = [one.table() for one in people]
        there = rows(source)
        play(list(people), random.Random(6), 5)  # what happens later is not in it
    assert kept.stat().st_mode & 0o777 == 0o600
    assert host(target, "restore", str(kept)) == 0
    assert rows(target) == there
    with Running(database=target) as again:
        restored = [Person(again.address, one.game, one.key, one.seat) for one in people]
        assert [one.table() for one in restored] == before
        play(restored, random.Random(7), 5)


def test_a_copy_of_the_file_comes_back_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, copy = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "copy.db"
    with Running(database=database) as running:
        play(list(two_people(running.address)), random.Random(5), 20)
        assert host(database, "backup", str(copy)) == 0
        there = rows(database)
        assert host(database, "backup", str(copy)) == 2
        assert "exists already" in capsys.readouterr().err
    assert copy.stat().st_mode & 0o777 == 0o600
    assert host(f"sqlite:///{tmp_path / 'b.db'}", "restore", str(copy)) == 0
    assert rows(f"sqlite:///{tmp_path / 'b.db'}") == there
    assert host(f"sqlite:///{tmp_path / 'b.db'}", "restore", str(copy)) == 2
    assert "--replace" in capsys.readouterr().err
    assert host(f"sqlite:///{tmp_path / 'b.db'}", "restore", str(copy), "--replace") == 0
    assert rows(f"sqlite:///{tmp_path / 'b.db'}") == there


def test_a_copy_of_an_older_version_is_brought_up_to_date_on_the_way(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    made = sqlite3.connect(old)
    made.executescript((Path(__file__).with_name("schemas") / "1.sql").read_text())
    made.close()
    before = old.read_bytes()
    assert host(f"sqlite:///{tmp_path / 'new.db'}", "restore", str(old)) == 0
    assert len(rows(f"sqlite:///{tmp_path / 'new.db'}")["alfiere_games"]) == 4
    assert old.read_bytes() == before  # a backup is never changed


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A database with a few games and its backup."""
    folder = tmp_path_factory.mktemp("filled")
    database, kept = f"sqlite:///{folder / 'alfiere.db'}", folder / "kept.jsonl"
    with Running(database=database, mark_every=20) as running:
        play(list(two_people(running.address)), random.Random(5), 45)
        create(running.address, "me", "friend")
    assert host(database, "backup", str(kept)) == 0
    return database, kept


def test_a_damaged_backup_is_refused_and_changes_nothing(
    filled: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, kept = filled
    before = rows(database)
    lines = kept.read_bytes().splitlines(keepends=True)
    answer = next(place for place, line in enumerate(lines) if b"alfiere_entries" in line)
    spoilt = {
        "cut off": lines[:-3],
        "should have": [*lines[:5], *lines[6:]],
        "damaged at": [*lines[:answer], lines[answer].replace(b'"answer"', b'"enswer"'), *lines[answer + 1 :]],
        "no backup": [b"{}\n"],
        "this release": [lines[0].replace(b'"version":%d' % schema.VERSION, b'"version":99'), *lines[1:]],
    }
    for why, text in spoilt.items():
        bad = tmp_path / "bad.jsonl"
        bad.write_bytes(b"".join(text))
        assert host(database, "restore", str(bad), "--replace") == 2
        assert why in capsys.readouterr().err
        assert rows(database) == before
    dice = random.Random(9)
    whole = kept.read_bytes()
    for _ in range(40):
        place = dice.randrange(len(whole))
        (tmp_path / "bad.jsonl").write_bytes(whole[:place] + bytes([dice.randrange(256)]) + whole[place + 1 :])
        assert host(database, "restore", str(tmp_path / "bad.jsonl"), "--replace") in (0, 2)
        assert "fault" not in capsys.readouterr().err
        assert host(database, "restore", str(kept), "--replace") == 0


def test_lines_of_the_version_before_comrades_come_back(filled: tuple[str, Path], tmp_path: Path) -> None:
    database, kept = filled
    old = tmp_path / "old.jsonl"
    old.write_bytes(kept.read_bytes().replace(b'"version":%d' % schema.VERSION, b'"version":2', 1))
    target = f"sqlite:///{tmp_path / 'new.db'}"
    assert host(target, "restore", str(old)) == 0
    assert rows(target) == rows(database)


def test_damage_is_found_by_looking(
    filled: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    assert host(database, "restore", str(filled[1])) == 0
    assert host(database, "check") == 0
    with sqlite3.connect(tmp_path / "alfiere.db") as line:
        line.execute("UPDATE alfiere_entries SET args = '{}' WHERE position = 3")
    line.close()
    capsys.readouterr()
    assert host(database, "check") == 1
    told = capsys.readouterr().out
    assert "position 3" in told
    assert "2 games read, 1 damaged" in told


def aged(database: str, **days: float) -> None:
    """Games, by their status, that nobody has opened for so many days."""
    engine = opened(Settings(database=database).url())
    with engine.begin() as connection:
        for status, number in days.items():
            old = time.time() - number * DAY
            table = schema.games
            connection.execute(update(table).where(table.c.status == status).values(visited=old))
    engine.dispose()


def statuses(database: str) -> list[str]:
    return sorted(row[10] for row in rows(database)["alfiere_games"])


def test_old_games_are_pruned_and_a_dry_run_only_shows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with Running(database=database) as running:
        people = two_people(running.address)
        people[0].act("resign")
        two_people(running.address)
        create(running.address, "me", "friend")
    assert statuses(database) == ["over", "playing", "waiting"]
    aged(database, over=100, playing=100, waiting=10)
    capsys.readouterr()
    assert host(database, "prune", "--dry-run") == 0
    assert people[0].game in capsys.readouterr().out
    assert statuses(database) == ["over", "playing", "waiting"]
    assert host(database, "prune") == 0
    assert statuses(database) == ["playing", "waiting"]
    assert all(row[0] != people[0].game for row in rows(database)["alfiere_entries"])
    assert host(database, "prune", "--unvisited", "50", "--status", "playing", "--json") == 0
    assert statuses(database) == ["waiting"]


def test_a_game_deleted_beside_a_running_server_is_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with Running(database=database) as running:
        people, others = two_people(running.address), two_people(running.address)
        assert host(database, "list", "--json") == 0
        assert {one["id"] for one in json.loads(capsys.readouterr().out)} == {people[0].game, others[0].game}
        assert host(database, "delete", "no-such-game-here") == 2
        assert "there is no game" in capsys.readouterr().err
        assert host(database, "delete", people[0].game) == 0
        asked = next(one for one in people if one.table()["decision"])  # as far as the server remembers
        decision = asked.table()["decision"]
        response = asked.send(decision["number"], decision["options"][0])
        assert (response.status_code, response.json()["error"]["code"]) == (404, "no-such-game")
        assert asked.ask("GET").status_code == 404
        play(list(others), random.Random(4), 5)


def test_no_id_and_no_key_is_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-LTIJiUpyT6r7wG2", "--TIJiUpyT6r7wG2", "wBlU6FFmhByYNkYy", "-key", "key-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert (new_game_id(), new_key()) == ("wBlU6FFmhByYNkYy", "key-")


def test_an_older_game_whose_id_begins_with_a_dash_can_be_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    monkeypatch.setattr("alfiere.server.api.new_game_id", lambda: "-LTIJiUpyT6r7wG2")
    with Running(database=database) as running:
        two_people(running.address)
        assert host(database, "delete", "--", "-LTIJiUpyT6r7wG2") == 0
    capsys.readouterr()
    assert host(database, "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


def new_game(address: str) -> Any:
    body = {"scenario": "esa/lens-1648", "seats": {"red": "me", "blue": "friend"}}
    return CLIENT.post(f"http://{address}/api/games", json=body)


def test_where_there_are_too_many_the_finished_ones_unvisited_longest_go_first(database: str) -> None:
    limits: Limits = dataclasses.replace(ROOMY, games=4)
    with Running(database=database, limits=limits) as running:
        over = [two_people(running.address) for _ in range(2)]
        for people in over:
            people[0].act("resign")
        two_people(running.address)
        new_game(running.address)
        assert new_game(running.address).status_code == 503  # nothing is old enough
        running.house._rooms.clear()
        aged(database, over=40, playing=40, waiting=40)
        assert over[1][0].state()["game"]["status"] == "over"  # somebody looks at the second: that is a visit
        running.house._rooms.clear()
        assert new_game(running.address).status_code == 201
        assert over[0][0].ask("GET").status_code == 404
        assert over[1][0].ask("GET").status_code == 200
        assert new_game(running.address).status_code == 201  # the one that waited
        assert sorted(statuses(database)) == ["over", "playing", "waiting", "waiting"]
        assert new_game(running.address).status_code == 503  # one that is being fought is kept for a year


def test_what_somebody_has_open_is_not_pruned(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with Running(database=database, limits=dataclasses.replace(ROOMY, games=1)) as running:
        people = two_people(running.address)
        people[0].act("resign")
        aged(database, over=400)
        assert new_game(running.address).status_code == 503
        assert people[0].state()["game"]["status"] == "over"


def test_files_of_the_database_are_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "alfiere.db"
    path.touch(mode=0o644)
    with Running(database=f"sqlite:///{path}") as running:
        two_people(running.address)
        modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == {"alfiere.db": 0o600, "alfiere.db-wal": 0o600, "alfiere.db-shm": 0o600}


def test_the_folder_of_the_database_is_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "alfiere").mkdir(mode=0o755)
    assert Settings().url() == f"sqlite:///{tmp_path}/alfiere/alfiere.db"
    assert (tmp_path / "alfiere").stat().st_mode & 0o777 == 0o700


def test_nothing_is_made_where_there_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["list"], ["check"], ["prune"], ["backup", str(tmp_path / "x.jsonl")], ["delete", "x"]):
        assert host(f"sqlite:///{tmp_path / 'alfiere.db'}", *words) == 2
        assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
