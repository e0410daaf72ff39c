"""What holds for every test."""

from __future__ import annotations

import hashlib
import random
from types import SimpleNamespace

import pytest

from alfiere.kernel import chance as fair_chance


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
