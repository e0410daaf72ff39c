"""Watching and reading: the replay to a moment, the rulebook, Italian, the phone, the keyboard, axe."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.people import Player

pytestmark = pytest.mark.slow
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def complaints(page: Page) -> list[Any]:
    """What axe finds serious or critical on the page; read again if the page changed while it was read."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # not a script tag: the page's own policy forbids those
    serious: list[Any] = []
    for _ in range(10):
        before = page.locator("body").inner_html()
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        serious = [
            {"id": one["id"], "where": [node["target"] for node in one["nodes"]][:5]}
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        if not serious or page.locator("body").inner_html() == before:
            break
    return serious


def test_axe_finds_nothing_serious_on_any_page(sit: Sit) -> None:
    player = sit()
    expect(player.page.get_by_role("heading", name="Lens")).to_be_visible()
    assert complaints(player.page) == []
    player.open("#/rules/esa/esa.7.1d")
    expect(player.page.locator("[id='esa.7.1d']")).to_be_visible()
    assert complaints(player.page) == []
    player.open("")
    player.begin("Lens")
    chance = random.Random(4)
    while not player.page.locator(".table-none").count():  # a hand without a card says so
        player.play(1, chance)
        assert player.asked()
    assert complaints(player.page) == []
    while not player.page.locator(".table-compass").count():
        player.play(1, chance)
        assert player.asked()
    assert complaints(player.page) == []
    player.play(20, chance)
    player.asked()
    assert complaints(player.page) == []
    game, _ = player.game
    player.open(f"#/replay/{game}/5")
    expect(player.page.get_by_role("slider")).to_be_visible()
    assert complaints(player.page) == []
    player.open(f"#/verify/{game}")
    expect(player.page.locator(".tell-proof")).to_be_visible()
    assert complaints(player.page) == []


def test_the_replay_goes_to_a_moment_and_its_link_leads_back(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    player.play(20, random.Random(5))
    game, _ = player.game
    wanted = player.asks("/moments/12")
    player.open(f"#/replay/{game}/12")
    slider = player.page.get_by_role("slider")
    expect(slider).to_have_value("12")
    shown = player.page.locator("[data-piece]")
    expect(shown).to_have_count(len(wanted["view"]["pieces"]))
    player.page.get_by_role("button", name="One step forward").click()
    expect(slider).not_to_have_value("12")  # a step in which nothing was told is stepped over
    later = int(slider.input_value())
    assert later > 12
    expect(player.page).to_have_url(re.compile(rf"#/replay/{game}/{later}$"))
    player.page.reload()
    expect(slider).to_have_value(str(later))
    player.presses("Home", lambda: slider.input_value() == "0", "the beginning")


def test_the_rulebook_is_searched_as_one_types(sit: Sit) -> None:
    player = sit()
    player.open("#/rules/esa")
    box = player.page.get_by_role("searchbox")
    expect(box).to_be_visible()
    player.presses("/", lambda: box.evaluate("one => one === document.activeElement"), "the search")
    player.page.keyboard.type("pikes cavalry")
    expect(player.page.locator("mark").first).to_be_visible()
    found = player.page.locator("article:has(mark), li:has(mark), section [id^='esa.']:has(mark)")
    player.until(lambda: 0 < found.count() < 200, "a search for both words")


def test_an_italian_browser_finds_an_italian_table_and_may_switch(sit: Sit) -> None:
    player = sit(language="it-IT")
    expect(player.page.get_by_role("heading", name="Le battaglie").first).to_be_visible()
    player.begin("Lens")
    assert player.page.locator("html").get_attribute("lang") == "it"
    prompt = player.state()["table"]["decision"]["prompt"]
    assert prompt["it"] != prompt["en"]
    expect(player.prompt).to_contain_text(prompt["it"])
    player.page.get_by_role("button", name=re.compile("English|EN")).first.click()
    expect(player.prompt).to_contain_text(prompt["en"])


def take_the_first(player: Player) -> None:
    """Answers with the keys 1 and, where the page wants to be sure, Enter."""
    armed = player.page.locator("button[data-armed]")
    before = player.number

    player.page.keyboard.press("1")
    player.until(lambda: player.number != before or player.is_over or armed.count(), "the key")
    if player.number == before and not player.is_over:
        player.page.keyboard.press("Enter")
    player.until(lambda: player.is_past(before), "the answer")


def test_a_battle_can_be_played_by_the_keyboard_alone(sit: Sit) -> None:
    player = sit()
    page = player.page
    expect(page.get_by_role("heading", name="Lens")).to_be_visible()
    button = page.get_by_role("button", name=re.compile("computer: Lens", re.I)).first
    for _ in range(60):  # tab by tab through the lobby
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    else:
        pytest.fail("the button cannot be reached by Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/game/**")
    for _ in range(25):
        if not player.asked():
            break
        take_the_first(player)
    # Every option can be reached by Tab, and what has the focus can be seen.
    player.asked()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.hasAttribute('data-option')"):
            break
    else:
        pytest.fail("the options cannot be reached by Tab")
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"


def test_a_phone_held_sideways_shows_map_prompt_and_options(sit: Sit) -> None:
    player = sit(width=844, height=390, has_touch=True, is_mobile=True)
    player.begin("Lens")
    player.play(20, random.Random(6))
    player.asked()
    box = player.page.locator("[data-guide=map]").bounding_box()
    assert box
    assert box["width"] > 400
    assert box["height"] > 200
    for _ in range(3):
        assert player.asked()
        player.answer(by="finger")
    width = player.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 844  # nothing hangs over the side
