"""What lies beside the map: the order of battle, the briefing, the legend; by mouse, by keys, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_reading import complaints

pytestmark = pytest.mark.slow

BATTLE, SKIRMISH = "esa/lens-1648", "cappa/guardie"


def until_asked(player: Player, key: str) -> None:
    """Does the ordinary thing until a decision of this kind is asked."""
    for _ in range(80):
        player.asked()
        if player.state()["table"]["decision"]["key"] == key:
            return
        player.answer()
    raise AssertionError(f"{key} is never asked")


def test_the_order_of_battle_lists_both_sides_and_answers_like_the_map(sit: Sit) -> None:
    player = sit()
    player.begin_against(BATTLE)
    until_asked(player, "move-which")
    page = player.page
    page.get_by_role("button", name="Army", exact=True).click()
    paper = page.get_by_role("complementary", name="Order of battle")
    view = player.state()["table"]["view"]
    expect(paper.locator("[data-unit]")).to_have_count(len(view["pieces"]))
    for group in view["groups"]:
        expect(paper.get_by_role("heading", name=group["name"]["en"])).not_to_have_count(0)
    assert complaints(page) == []
    options = player.state()["table"]["decision"]["options"]
    asked = {option["args"]["unit"] for option in options if option["key"] == "unit"}
    general = {option["args"]["division"] for option in options if option["key"] == "advance"}  # he stands for all
    assert paper.locator(".paper-unit.option").count() == len(asked) + len(general)
    before, unit = player.number, paper.locator(f".paper-unit.option[data-unit={min(asked)}]")
    name = unit.get_attribute("data-unit")
    unit.click()
    player.until(lambda: player.number not in (None, before), "the answer")
    assert player.state()["table"]["decision"]["about"]["unit"] == name
    expect(page.get_by_role("region", name="A closer look")).to_be_visible()


def test_the_order_of_battle_is_read_and_used_by_keys_alone(sit: Sit) -> None:
    player = sit()
    player.begin_against(SKIRMISH)
    until_asked(player, "action")
    page = player.page
    player.presses("o", lambda: page.locator("[data-paper='army']").count(), "the order of battle")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.hasAttribute('data-unit')"):
            break
    first = page.evaluate("() => document.activeElement.dataset.unit")
    page.keyboard.press("End")
    last = page.evaluate("() => document.activeElement.dataset.unit")
    assert first != last
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="A closer look")).to_be_visible()
    page.keyboard.press("Escape")  # the card goes first, then the paper
    page.keyboard.press("Escape")
    expect(page.locator("[data-paper]")).to_have_count(0)


def test_on_a_phone_the_order_of_battle_gives_way_to_the_map_when_a_unit_is_chosen(sit: Sit) -> None:
    player = sit(width=390, height=844, has_touch=True, is_mobile=True)
    player.begin_against(BATTLE)
    until_asked(player, "assign")
    page = player.page
    page.get_by_role("button", name="Army", exact=True).tap()
    paper = page.locator("[data-paper='army']")
    expect(paper).to_be_visible()
    paper.locator("[data-unit]").last.tap()
    expect(paper).to_have_count(0)
    expect(page.get_by_role("region", name="A closer look")).to_be_visible()


def test_a_battle_begins_with_its_briefing_and_brings_it_back_when_asked(sit: Sit) -> None:
    player = sit(is_briefed=True)
    player.begin_against("cappa/dunkerque")
    page = player.page
    paper = page.get_by_role("complementary", name="Briefing")
    for part in ("What wins", "Rules of this battle", "Optional rules in force"):
        expect(paper.get_by_role("heading", name=part)).to_be_visible()
    expect(paper).to_contain_text("Every building stands in flames")
    assert complaints(page) == []
    paper.get_by_role("button", name="To the table").click()
    expect(paper).to_have_count(0)
    page.reload()
    player.asked()
    expect(paper).to_have_count(0)
    page.get_by_role("button", name="Burn it all!").click()
    expect(paper).to_be_visible()


@pytest.mark.parametrize(("battle", "sign"), [(BATTLE, "Pike and musket"), ("cappa/duello", "Action points")])
def test_the_legend_says_what_is_on_this_table(sit: Sit, battle: str, sign: str) -> None:
    player = sit()
    player.begin_against(battle)
    until_asked(player, "assign" if battle == BATTLE else "action")
    page = player.page
    player.presses("l", lambda: page.locator("[data-paper='legend']").count(), "the legend")
    legend = page.get_by_role("complementary", name="Legend")
    expect(legend.get_by_text(sign).first).to_be_visible()
    assert complaints(page) == []
