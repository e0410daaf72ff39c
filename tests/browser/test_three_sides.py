"""Three sides at one table: chairs and links for each, a shape for each, a chair that may stay empty."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_together import OPEN, fight, set_up

pytestmark = pytest.mark.slow

INN = "Merchants"


def heads(player: Player) -> list[str]:
    """What the head of the table says of each side."""
    return [text.strip() for text in player.page.locator(".table-side .unseen").all_text_contents()]


def has_heads(player: Player, count: int) -> bool:
    """Whether the head of the table names so many sides."""
    return len(heads(player)) == count


def test_three_people_come_by_links_of_their_own(sit: Sit) -> None:
    host = sit()
    set_up(host, INN, {"red": "me", "blue": "friend", "green": "friend"})
    fields = host.page.locator(".lobby-invitation input")
    expect(fields).to_have_count(2)
    links = [fields.nth(number).input_value() for number in range(2)]
    assert len(set(links)) == 2
    host.page.get_by_role("dialog").locator("button.main").click()
    guests = [sit(), sit()]
    for guest, link in zip(guests, links, strict=True):
        expect(host.page.get_by_role("heading", level=1)).to_be_visible()  # the host waits meanwhile
        guest.page.goto(link)
    players = dict(zip(("red", "blue", "green"), (host, *guests), strict=True))
    for seat, player in players.items():
        player.until(partial(has_heads, player, 3), "the head of the table")
        french, spanish, inn = heads(player)
        known = {"red": french, "blue": spanish, "green": inn}
        assert "?" not in known.pop(seat)
        assert all("?" in other for other in known.values())  # each knows the firmness of his own side only
    fight(players, 24, random.Random(7))
    bases: list[list[str]] = host.page.locator("path.map-base").evaluate_all(
        "all => all.map((one) => [one.getAttribute('fill'), one.getAttribute('d').replace(/[^A-Za-z]/g, '')])"
    )
    shapes = {paint: {shape for one, shape in bases if one == paint} for paint in ("#a03128", "#86a63a")}
    assert shapes == {"#a03128": {"MaaZ"}, "#86a63a": {"MHVHZ"}}  # the French are round, the people of the inn square


def test_the_third_chair_may_stay_empty(sit: Sit) -> None:
    host = sit()
    set_up(host, INN, {"red": "me", "blue": "me", "green": "nobody"}, OPEN)
    host.asked()
    assert [one["seat"] for one in host.state("red")["game"]["seats"]] == ["red", "blue"]
    host.until(partial(has_heads, host, 2), "the head of the table")
    for _ in range(4):
        host.answer()
    assert any(piece.get("owner") == "green" for piece in host.state("red")["table"]["view"]["pieces"])


def test_a_battle_of_two_has_no_chair_that_may_stay_empty_but_the_game_masters(sit: Sit) -> None:
    host = sit()
    for battle, empty in ((INN, 2), ("Behind the convent", 1)):
        host.page.get_by_role("button", name=re.compile(f"friends.*{battle}", re.I)).first.click()
        dialog = host.page.get_by_role("dialog")
        expect(dialog.locator("input[value='nobody']")).to_have_count(empty)
        expect(dialog.locator(".lobby-seat")).to_have_count(2 + empty)
        host.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
