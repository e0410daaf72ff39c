"""First orders written unseen: two browsers and somebody who looks on, in a battle of fusiliers."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_together import fight, set_up

pytestmark = pytest.mark.slow

ORDERS = """() => [...document.querySelectorAll("[data-piece]")]
    .filter((one) => one.querySelector("[data-badge^=order-]"))
    .map((one) => one.dataset.piece)"""


def told(player: Player) -> set[str]:
    """The generals on whose bases an order is to be read."""
    return set(player.page.evaluate(ORDERS))


def generals(player: Player, *seats: str) -> set[str]:
    pieces = player.state()["table"]["view"]["pieces"]
    return {one["id"] for one in pieces if "radius" in (one["values"] or {}) and one["owner"] in seats}


def reads_all(player: Player, host: Player) -> bool:
    """Whether the orders of both sides are to be read; the host knows who is on the table."""
    return told(player) >= generals(host, "red", "blue")


def writes(player: Player) -> None:
    """Answers until nothing more is asked of this side before the other has written its orders."""
    while player.state()["table"]["decision"] is not None:
        player.asked()
        player.answer()
        player.until(lambda: player.number is not None or player.state()["table"]["decision"] is None, "the answer")


def test_nobody_reads_the_first_orders_of_another_before_both_have_written_theirs(sit: Sit) -> None:
    host, guest, onlooker = sit(), sit(), sit()
    set_up(host, "the lines by the Stura", {"red": "me", "blue": "friend"})
    invitation = host.page.locator(".lobby-invitation input").input_value()
    host.page.get_by_role("dialog").locator("button.main").click()
    guest.page.goto(invitation)
    host.until(lambda: host.number is not None or guest.number is not None, "the first question")
    onlooker.page.goto(f"{onlooker.address}/#/game/{host.game[0]}")

    both = {"red": host, "blue": guest}
    for _ in range(200):
        host.until(lambda: host.number is not None or guest.number is not None, "a question")
        asked = next(one for one in (host, guest) if one.number is not None)
        if (asked.state()["table"]["decision"] or {}).get("key") == "first-order":
            break
        rest = asked.page.locator("button[data-option='deploy-rest']")
        asked.answer(rest.first if rest.count() else 0)

    writes(host)
    host.until(lambda: told(host) == generals(host, "red"), "the orders of red")
    host.until(lambda: "Prussia" in host.prompt.inner_text(), "to read for whom one waits")
    assert not told(guest)
    assert not told(onlooker)
    writes(guest)
    fight(both, 12, random.Random(1))
    for player in (host, guest, onlooker):
        player.until(partial(reads_all, player, host), "the orders of both")
