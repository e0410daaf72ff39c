"""What holds for every test."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _a_window_of_a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is laid out alike whoever runs the tests, and in how many processes."""
    monkeypatch.setenv("COLUMNS", "100")
