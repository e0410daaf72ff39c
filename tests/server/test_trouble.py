"""Trouble with storage is told for what it is, to who asks and in the log; damage never cuts a game."""

from __future__ import annotations

import gc
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from alfiere.server import trouble
from alfiere.server.sealing import SEALED
from alfiere.server.trouble import Noted, Trouble, recognised
from tests.server.people import play, two_people
from tests.server.running import Running, postgres, postgres_programs


@contextmanager
def with_pragmas(running: Running, *pragmas: str) -> Iterator[None]:
    """Every connection of the server gets these."""
    engine = running.house.storage.engine

    def set_them(connection: Any, *_: Any) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    engine.dispose()
    event.listen(engine, "checkout", set_them)
    try:
        running.house.storage._hang_up()  # the writing thread takes another
        yield
    finally:
        event.remove(engine, "checkout", set_them)
        running.house.storage._hang_up()
        engine.dispose()


def refused(response: Any) -> tuple[int, str]:
    error = response.json()["error"]
    assert error["text"] is not None, response.text
    assert error["text"]["en"] == error["why"]
    assert error["text"]["it"] not in ("", error["why"])
    return response.status_code, error["code"]


def test_a_full_disk_is_told_as_such_and_what_was_written_stands(
    lite: Running, caplog: pytest.LogCaptureFixture
) -> None:
    people = two_people(lite.address)
    play(list(people), random.Random(1), 12)
    before = [one.table() for one in people]
    with with_pragmas(lite, "max_page_count=1"), caplog.at_level(logging.ERROR):
        while (response := people[0].act("chat", text="y" * 400)).status_code == 201:
            pass  # the last page has room for a few
        for _ in range(30):
            response = people[0].act("chat", text="y" * 400)
            assert refused(response) == (507, "storage-full")
        assert "try again" not in response.json()["error"]["why"]
    assert [one.table() for one in people] == before
    lines = [record.getMessage() for record in caplog.records if record.getMessage().startswith("storage:")]
    assert len(lines) == 1  # one line a minute, however often it happens
    assert "full" in lines[0]
    assert "SQLITE_FULL" in lines[0]
    assert "yyyy" not in caplog.text
    assert people[0].act("chat", text="there is room again").status_code == 201


def test_a_database_that_may_only_be_read_says_so_and_is_read(lite: Running) -> None:
    people = two_people(lite.address)
    with with_pragmas(lite, "query_only=1"):
        assert refused(people[0].act("chat", text="hello")) == (503, "storage-read-only")
        assert people[0].table()["status"] == "playing"


def test_a_database_that_is_held_by_another_asks_to_try_again(lite: Running) -> None:
    people = two_people(lite.address)
    engine = lite.house.storage.engine
    with engine.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        with with_pragmas(lite, "busy_timeout=1"):
            response = people[0].act("chat", text="hello")
            assert refused(response) == (503, "storage-locked")
            assert "try again" in response.json()["error"]["why"]
        other.exec_driver_sql("ROLLBACK")
    assert people[0].act("chat", text="hello").status_code == 201


# What a flipped bit may hit, in each table: nothing of it is a reason to cut a game.
BITS = {
    "alfiere_games": ("source", "secret", "seed", "options"),
    "alfiere_seats": ("contribution", "who"),
    "alfiere_holders": ("key_hash",),
    "alfiere_comrades": ("name", "parts"),
    "alfiere_entries": ("key", "args", "seat", "kind"),
    "alfiere_marks": ("body",),
}


@pytest.mark.parametrize(("table", "column"), [(name, one) for name, columns in BITS.items() for one in columns])
def test_a_flipped_bit_is_told_as_damage_and_cuts_nothing(
    lite: Running, table: str, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    has_comrades = table == "alfiere_comrades"
    people = two_people(lite.address, **({"scenario": "lumi/altenried"} if has_comrades else {}))
    play(list(people), random.Random(2), 20 if has_comrades else 60)
    if has_comrades:
        part = people[0].table()["parts"][0]["id"]
        assert people[0].act("comrades", name="Anna Maria", parts=[part]).status_code == 201
    before = [one.table() for one in people]
    game = people[0].game
    key = "id" if table == "alfiere_games" else "game"
    lite.house._rooms.pop(game)
    lite.house.storage._noted = Noted()
    with lite.house.storage.engine.begin() as connection:
        found = connection.exec_driver_sql(f"SELECT rowid, {column} FROM {table} WHERE {key} = '{game}'").all()
        number, value = found[-1]
        entries = connection.exec_driver_sql("SELECT count(*) FROM alfiere_entries").scalar()
        text = value.encode() if isinstance(value, str) else value
        flipped = bytes([*text[:5], text[5] ^ 1, *text[6:]]) if len(text) > 5 else bytes([text[0] ^ 1, *text[1:]])
        put = flipped if isinstance(value, bytes) else flipped.decode()
        connection.exec_driver_sql(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (put, number))
    with caplog.at_level(logging.ERROR):
        response = people[0].ask("GET", params={"seat": people[0].seat})
    assert refused(response) == (500, "storage-damaged")
    assert "try again" not in response.json()["error"]["why"]
    assert f"{table}: " in caplog.text
    if len(str(value)) > 12:
        assert str(value) not in caplog.text  # where, never what
    with lite.house.storage.engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM alfiere_entries").scalar() == entries
        connection.exec_driver_sql(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, number))
    assert [one.table() for one in people] == before


def test_every_table_a_battle_rests_on_is_tried() -> None:
    assert {table.name for table in SEALED} == set(BITS)


@pytest.fixture
def _what_nobody_holds_stays() -> Iterator[None]:
    """Nothing is tidied away by chance: what a question leaves open stays open."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_what_nobody_holds_stays")
def test_a_game_that_is_damaged_hides_no_other(lite: Running) -> None:
    people = two_people(lite.address)
    play(list(people), random.Random(4), 40)
    lite.house._rooms.pop(people[0].game)
    with lite.house.storage.engine.begin() as connection:  # the first of many: the others are not looked at
        game = f"game = '{people[0].game}'"
        connection.exec_driver_sql(f"UPDATE alfiere_entries SET key = 'x' WHERE {game} AND position = 1")
    for _ in range(8):
        assert refused(people[0].ask("GET", params={"seat": people[0].seat})) == (500, "storage-damaged")
    for _ in range(8):
        assert two_people(lite.address)[0].table()["status"] == "playing"


def test_answers_that_are_missing_in_the_middle_or_at_the_end_are_damage(lite: Running) -> None:
    people = two_people(lite.address)
    play(list(people), random.Random(3), 60)
    game = people[0].game
    for place in ("position = 7", "position >= 30"):
        lite.house._rooms.pop(game)
        with lite.house.storage.engine.begin() as connection:
            where = f"game = '{game}' AND {place}"
            lost = connection.exec_driver_sql(f"SELECT * FROM alfiere_entries WHERE {where}").all()
            connection.exec_driver_sql(f"DELETE FROM alfiere_entries WHERE {where}")
        assert refused(people[0].ask("GET", params={"seat": people[0].seat})) == (500, "storage-damaged")
        with lite.house.storage.engine.begin() as connection:
            for row in lost:
                marks = ",".join("?" * len(row))
                connection.exec_driver_sql(f"INSERT INTO alfiere_entries VALUES ({marks})", tuple(row))
        people[0].table()


@pytest.mark.parametrize("table", ["alfiere_games", "alfiere_seats", "alfiere_holders"])
def test_a_lost_row_is_not_taken_for_a_game_that_never_was(tmp_path: Path, table: str) -> None:
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}") as running:
        person = two_people(running.address)[0]
        running.house._rooms.clear()
        with running.house.storage.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql(f"DELETE FROM {table}")
            connection.commit()
        assert refused(person.ask("GET")) == (500, "storage-damaged")


def test_a_column_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}") as running:
        people = two_people(running.address)
        with running.house.storage.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE alfiere_chat RENAME COLUMN text TO words")
        assert refused(people[0].act("chat", text="hello")) == (500, "storage-lacking")


@pytest.mark.xdist_group("postgresql")
def test_a_postgresql_that_goes_away_is_told_as_out_of_reach() -> None:
    programs = postgres_programs()
    if programs is None:
        pytest.skip("no PostgreSQL here")
    with postgres(programs) as address:
        running = Running(database=address).__enter__()
        people = two_people(running.address)
    try:
        response = people[0].act("chat", text="hello")
        assert refused(response) == (503, "storage-unreachable")
        assert "try again" in response.json()["error"]["why"]
        running.house._rooms.clear()
        assert refused(people[0].ask("GET")) == (503, "storage-unreachable")
    finally:
        running.__exit__()


class FromPostgresql(Exception):
    """What psycopg raises, as far as it matters."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("secret values")
        self.sqlstate = sqlstate


class OperationalErrorOfPsycopg(FromPostgresql):
    pass


OperationalErrorOfPsycopg.__name__ = "OperationalError"


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("53100", trouble.FULL),
        ("XX001", trouble.DAMAGED),
        ("42703", trouble.LACKING),
        ("25006", trouble.READ_ONLY),
        ("40P01", trouble.LOCKED),
        ("08006", trouble.UNREACHABLE),
        ("57P01", trouble.UNREACHABLE),
        ("53300", trouble.UNREACHABLE),
        ("22003", trouble.UNKNOWN),
        (None, trouble.UNREACHABLE),
    ],
)
def test_what_postgresql_says_is_understood(state: str | None, kind: Trouble) -> None:
    found, name = recognised(OperationalError("SELECT", {}, OperationalErrorOfPsycopg(state)))
    assert found is kind
    assert "secret" not in name
