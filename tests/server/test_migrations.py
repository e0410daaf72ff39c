"""Every schema there ever was is brought up to the present one, with everything in it; a newer one is left alone."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, inspect, select

from alfiere.server import migrations, schema
from alfiere.server.migrations import TooNew
from alfiere.server.sealing import SEALED, intact
from alfiere.server.settings import Settings
from alfiere.server.storage import Storage, make_engine
from alfiere.server.trouble import Unopened
from tests.server.people import Person
from tests.server.running import Running, new_database

SCHEMAS = Path(__file__).with_name("schemas")
VERSIONS = sorted(int(path.stem) for path in SCHEMAS.glob("?.sql"))


def lay_down(version: int, database: str) -> str:
    """A database of that version at an address; returns it."""
    old = sqlite3.connect(database.removeprefix("sqlite:///") if database.startswith("sqlite") else ":memory:")
    old.executescript((SCHEMAS / f"{version}.sql").read_text())
    if not database.startswith("sqlite"):
        engine = make_engine(Settings(database=database).url())
        with engine.begin() as connection:
            connection.exec_driver_sql((SCHEMAS / f"{version}-postgresql.sql").read_text())
            for table in schema.metadata.sorted_tables:
                names = [row[1] for row in old.execute(f"PRAGMA table_info({table.name})")]
                if not names:  # it was not there yet
                    continue
                rows = [dict(zip(names, row, strict=True)) for row in old.execute(f"SELECT * FROM {table.name}")]
                for row in rows:
                    typed = {
                        name: bool(value) if name in ("by_hand", "joined") else value for name, value in row.items()
                    }
                    connection.execute(insert(table).values(typed))
        engine.dispose()
    old.close()
    return database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'alfiere.db'}"
    name = f"migrating_{request.node.name.translate(str.maketrans('[]-', '___'))[-50:]}".lower()
    return new_database(request.getfixturevalue("postgres_address"), name)


def shape(storage: Storage) -> dict[str, Any]:
    """Tables, columns and keys as the database itself tells them."""
    told = inspect(storage.engine)
    return {
        table: (
            sorted((one["name"], str(one["type"]), one["nullable"]) for one in told.get_columns(table)),
            sorted(told.get_pk_constraint(table)["constrained_columns"]),
            sorted(str(one["column_names"]) for one in told.get_unique_constraints(table)),
            len(told.get_foreign_keys(table)),
        )
        for table in sorted(told.get_table_names())
    }


def test_every_version_before_the_present_one_is_kept_here() -> None:
    assert list(range(1, schema.VERSION)) == VERSIONS == sorted(migrations.STEPS)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_database_gets_the_shape_of_a_new_one(version: int, empty: str, tmp_path: Path) -> None:
    migrated = Storage(Settings(database=lay_down(version, empty)).url())
    fresh = Storage(f"sqlite:///{tmp_path / 'fresh.db'}")
    try:
        if empty.startswith("sqlite"):
            assert shape(migrated) == shape(fresh)
        with migrated.engine.connect() as connection:
            version_now = connection.scalar(select(schema.about.c.value).where(schema.about.c.name == "version"))
            assert version_now == str(schema.VERSION)
            for table in SEALED:
                rows = connection.execute(select(table)).mappings().all()
                assert rows or table is schema.comrades  # of which version 3 had the first
                for row in rows:
                    intact(table, row)
    finally:
        migrated.close()
        fresh.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_battles_of_an_old_database_go_on(version: int, empty: str) -> None:
    games = json.loads((SCHEMAS / f"{version}.json").read_text())

    def people(name: str) -> list[Person]:
        game, keys = games[name]
        return [Person(running.address, game, key, seat) for key, seats in keys for seat in seats]

    with Running(database=lay_down(version, empty)) as running:
        over = people("over")[0]
        assert over.state()["game"]["status"] == "over"
        assert over.ask("GET", "/chat").json()["lines"][0]["text"] == "Salute, old friend"
        told = over.ask("GET", "/fairness").json()
        has_promises = version > 1
        assert (told["committed"], told["promise_kept"], told["seed_agrees"]) == (has_promises, True, True)
        assert [one is not None for one in told["commitments"].values()] == [has_promises, has_promises]
        table = people("playing")[0].table()
        assert table["moment"] > 0
        # Who sat and waited before there were promises sits down anew, with one; a computer has made its own.
        waiting, friend = people("waiting")
        assert [seat["joined"] for seat in waiting.state()["game"]["seats"]] == [has_promises, False]
        waiting.join()
        assert friend.join()["game"]["status"] == "playing"
        assert people("unjoined")[0].join()["game"]["status"] == "playing"


def dumped(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_the_old_database_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "alfiere.db"
    lay_down(1, f"sqlite:///{path}")
    before = dumped(path)
    Storage(f"sqlite:///{path}").close()
    (copy,) = tmp_path.glob("alfiere.db.version-1-*")
    assert copy.stat().st_mode & 0o777 == 0o600
    Storage(f"sqlite:///{path}").close()  # the second time there is nothing to do
    assert list(tmp_path.glob("alfiere.db.version-*")) == [copy]
    assert dumped(copy) == before


def test_without_a_copy_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "alfiere.db"
    lay_down(1, f"sqlite:///{path}")
    before = dumped(path)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("alfiere.server.migrations.os.open", full)
    with pytest.raises(Unopened, match="No space left"):
        migrations.prepare(make_engine(f"sqlite:///{path}"))
    assert dumped(path) == before


def test_a_step_that_fails_leaves_the_database_as_it_was(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_down(1, empty)

    def fails(connection: Any) -> None:
        step(connection)
        raise RuntimeError("a power cut")

    step = migrations.STEPS[1]
    monkeypatch.setitem(migrations.STEPS, 1, fails)
    with pytest.raises(RuntimeError):
        Storage(Settings(database=empty).url())
    engine = make_engine(Settings(database=empty).url())
    columns = {one["name"] for one in inspect(engine).get_columns("alfiere_games")}
    with engine.connect() as connection:
        assert connection.scalar(select(schema.about.c.value)) == "1"
    engine.dispose()
    assert "seal" not in columns
    monkeypatch.setitem(migrations.STEPS, 1, step)
    Storage(Settings(database=empty).url()).close()


def test_a_newer_database_is_refused_in_a_sentence_and_not_touched(empty: str) -> None:
    Storage(Settings(database=empty).url()).close()
    engine = make_engine(Settings(database=empty).url())
    with engine.begin() as connection:
        connection.execute(schema.about.update().values(value="99"))
    with pytest.raises(TooNew, match="newer release"):
        Storage(Settings(database=empty).url())
    with engine.connect() as connection:
        assert connection.scalar(select(schema.about.c.value)) == "99"
    engine.dispose()


def test_tables_without_their_version_are_not_taken_for_new_ones(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'alfiere.db'}"
    Storage(url).close()
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(schema.about.delete())
    engine.dispose()
    with pytest.raises(Unopened, match="damaged or half restored"):
        Storage(url)
