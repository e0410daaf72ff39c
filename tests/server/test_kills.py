"""A server killed at random moments loses nothing that it has acknowledged. ``make soak`` does it more often."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.kernel.chance import share_commitment
from tests.server.killing import kill_often
from tests.server.people import create
from tests.server.running import Killable


@pytest.mark.slow
def test_every_acknowledged_decision_survives_and_none_is_taken_twice(database: str) -> None:
    assert kill_often(database, 5, seed=1) > 5


@pytest.mark.slow
def test_promises_and_shares_survive_too(tmp_path: Path) -> None:
    server = Killable(f"sqlite:///{tmp_path / 'alfiere.db'}")
    server.start()
    try:
        made, (red, blue) = create(server.address, "me", "friend")
        for one in (red, blue):
            promised = share_commitment(made["id"], [str(one.seat)], one.share)
            assert one.ask("POST", "/join", json={"commitment": promised}).status_code == 200
            server.kill()
            server.start()
        assert all(seat["joined"] for seat in red.state()["game"]["seats"])
        red.reveal()
        server.kill()
        server.start()
        told = blue.ask("GET", "/fairness").json()
        assert (told["commitment"], told["contributions"]) == (made["commitment"], {"red": red.share, "blue": None})
        assert blue.reveal()["game"]["status"] == "playing"
        server.kill()
        server.start()
        assert red.state()["game"]["status"] == "playing"
    finally:
        server.kill()
