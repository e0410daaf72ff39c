"""Fair chance against the host: what a browser kept from the first moment on catches whoever changes it later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from sqlalchemy import select, update

from alfiere.kernel.chance import combined_seed, commitment, new_secret
from alfiere.server import schema
from alfiere.server.sealing import sealed
from tests.browser.conftest import Sit
from tests.server.running import Running

pytestmark = pytest.mark.slow


def forge(server: Running, game: str) -> None:
    """As a host might, in the middle of a battle: another secret, its commitment, and the seed that follows."""
    table = schema.games
    with server.house.storage.engine.begin() as connection:
        row = dict(connection.execute(select(table).where(table.c.id == game)).mappings().one())
        seats = connection.execute(select(schema.seats).where(schema.seats.c.game == game)).all()
        secret = new_secret()
        seed = combined_seed(secret, {one.seat: one.contribution for one in seats})
        row |= {"secret": secret, "commitment": commitment(secret), "seed": seed}
        connection.execute(update(table).where(table.c.id == game).values(sealed(table, row)))
    server.house._rooms.pop(game)


def test_a_host_who_replaces_secret_promise_and_seed_is_caught_by_the_browser(sit: Sit, server: Running) -> None:
    player = sit()
    player.begin("Lens")
    player.asked()
    game, key = player.game
    kept = player.page.evaluate(f"JSON.parse(localStorage.getItem('alfiere.evidence.{game}'))")
    assert kept["early"]
    assert len(kept["share"]) == 32
    assert set(kept["commitments"]) == {"red", "blue"}
    forge(server, game)
    seat = kept["seats"][0]
    done = player.page.request.post(
        f"http://{server.address}/api/games/{game}/resign",
        headers={"Authorization": f"Bearer {key}"},
        data={"seat": seat},
    )
    assert done.status == 200
    player.open(f"#/verify/{game}")
    expect(player.page.locator(".tell-verdict.is-wrong")).to_be_visible()
    expect(player.page.get_by_text(kept["commitment"])).to_be_visible()  # as it was first shown, beside the other
    # Who kept nothing is told so, and that it proves little: for him everything fits together.
    player.page.evaluate("localStorage.clear()")
    player.page.reload()
    expect(player.page.get_by_text("kept nothing of this battle")).to_be_visible()
    expect(player.page.locator(".tell-verdict.is-wrong")).to_have_count(0)
