"""A server killed at random moments loses nothing that it has acknowledged. ``make soak`` does it more often."""

from __future__ import annotations

import pytest

from tests.server.killing import kill_often


@pytest.mark.slow
def test_every_acknowledged_decision_survives_and_none_is_taken_twice(database: str) -> None:
    assert kill_often(database, 5, seed=1) > 5
