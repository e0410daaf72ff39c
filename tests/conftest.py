"""What holds for every test."""

from __future__ import annotations

import gc
import hashlib
import os
import random
from types import SimpleNamespace

import pytest

from alfiere.kernel import chance as fair_chance

# What takes long is begun first: at the end no core stands idle while another is still in the middle of it.
LONG = (
    "tests/browser/",
    "tests/test_fast.py",
    "tests/test_wheel.py",
    "tests/test_soak.py",
    "tests/test_tiny_games.py",
    "tests/test_golden.py",
    "tests/kernel/test_properties.py",
    "tests/server/",
    "tests/test_promises.py",
    "tests/players/",
    "tests/test_campaign.py",
    "tests/games/cappa/test_deeds.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Several processes share the tests out in this order; one alone keeps to the files."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: next((n for n, path in enumerate(LONG) if item.nodeid.startswith(path)), len(LONG)))


def pytest_collection_finish() -> None:
    """What has been collected stays to the end: no search for rubbish looks through fifteen thousand tests again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _a_window_of_a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is laid out alike whoever runs the tests, and in how many processes."""
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """Each test has dice and cards of its own, and the same ones each time: no test fails by bad luck."""
    found = random.Random(hashlib.sha256(request.node.name.encode()).hexdigest())
    same = SimpleNamespace(token_hex=lambda size: found.randbytes(size).hex())
    monkeypatch.setattr(fair_chance, "secrets", same)
    return found
