"""A whole battle in the browser: by the mouse, against the computer, to its end; undo; the proof of fair chance."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.slow


def test_a_battle_against_the_computer_is_played_to_its_end_by_clicking(sit: Sit) -> None:
    player = sit()
    player.begin_short("esa/lens-1648", turns=2)
    made = player.play(2000, random.Random(1))
    assert made > 30
    expect(player.page.locator("#verdict")).to_be_visible()
    told = player.state()["table"]["result"]
    assert told["how"] == "fought"
    assert told["winner"] in ("red", "blue", None)

    # The proof: the page reckons commitment and seed itself, the server has fought the battle again.
    game, _ = player.game
    player.open(f"#/verify/{game}")
    expect(player.page.locator(".tell-verdict.is-right")).to_be_visible()
    expect(player.page.locator(".tell-check.is-right")).to_have_count(7)
    expect(player.page.locator(".is-wrong")).to_have_count(0)


def test_two_clicks_from_the_lobby_to_the_table(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")  # one click
    expect(player.prompt).not_to_be_empty()
    assert player.options.count() > 1


def test_what_was_answered_can_be_taken_back(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    undo = player.page.locator("[data-guide=undo]")
    for _ in range(40):
        player.asked()
        before = player.state()["table"]
        player.answer()
        player.asked()
        if undo.is_enabled():
            break
    else:
        pytest.fail("nothing could ever be taken back")
    player.takes_back()
    after = player.state()["table"]
    assert after["view"] == before["view"]
    assert after["decision"]["options"] == before["decision"]["options"]
    assert after["number"] > before["number"]  # a number never comes back


def test_a_click_on_what_cannot_be_chosen_says_why_with_the_rule(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    for _ in range(60):
        player.asked()
        if player.state()["table"]["decision"]["key"] == "deploy-unit":
            break
        player.answer()
    offered = {option["args"].get("hex") for option in player.state()["table"]["decision"]["options"]}
    closed = next(label for label in ("0801", "0101", "1612") if label not in offered)
    before = player.state()["table"]
    player.page.locator(f"[data-hex='{closed}']").first.click(force=True)
    note = player.page.locator(".table-refusal, .table-banner.bad")
    expect(note).to_be_visible()
    expect(note.locator(".rule")).to_have_count(1)
    assert player.state()["table"] == before
    note.locator(".rule").click()
    expect(player.page.locator("aside.tell-drawer")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("aside.tell-drawer")).to_be_hidden()
