"""The cards before a player: wholly in sight on a desk, at hand on a phone, and still under the pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Player

pytestmark = pytest.mark.slow


def deal(player: Player) -> None:
    """Plays until two cards are dealt to choose a deployment card from."""
    player.begin("Lens")
    while player.state()["table"]["decision"]["key"] != "deployment-card":
        player.answer()
        assert player.asked()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (1280, 720)])
def test_a_card_is_seen_with_the_value_at_its_foot(sit: Sit, width: int, height: int) -> None:
    player = sit(width=width, height=height)
    deal(player)
    values = player.page.locator(".table-hand .table-card-value b")
    expect(values).to_have_count(2)
    for value in values.all():
        seen = value.evaluate(
            """one => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                const at = (x, y) => one.closest(".table-card").contains(document.elementFromPoint(x, y));
                return bottom < innerHeight && at(left + 1, top + 1) && at(right - 1, bottom - 1);
            }"""
        )
        assert seen
    # the list says it as well, with the priority
    dealt = player.state()["table"]["view"]["hands"]["blue"]["dealt"]
    for card in dealt:
        line = player.options.filter(has_text=f"({card['number']})")
        expect(line).to_contain_text(f"Value {card['value']}")
        if card["priority"]:
            expect(line).to_contain_text(f"Priority {card['priority']}")


def test_a_dealt_card_does_not_run_from_the_pointer(sit: Sit) -> None:
    player = sit()
    deal(player)
    card = player.page.locator(".table-fan .table-card").first
    box = card.bounding_box()
    assert box
    x = box["x"] + box["width"] / 2
    number = card.get_attribute("data-card")
    # wherever on the card the pointer comes to rest, the card stays under it
    for part in (0.02, 0.3, 0.6, 0.98):
        y = box["y"] + box["height"] * part
        player.page.mouse.move(x, 300)
        player.page.mouse.move(x, y)
        for _ in range(4):
            player.page.wait_for_timeout(50)
            under = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-card]')?.dataset.card"
            assert player.page.evaluate(under, [x, y]) == number
    before = player.number
    player.page.mouse.click(x, box["y"] + 4)
    armed = player.page.locator("button[data-armed]")
    player.until(lambda: player.number != before or armed.count(), "the click on the card")


def test_on_a_phone_held_upright_the_cards_lie_over_the_rail(sit: Sit) -> None:
    player = sit(width=390, height=844, has_touch=True, is_mobile=True)
    deal(player)
    handle = player.page.locator(".table-tray-handle")
    expect(handle).to_contain_text("Cards 2")
    handle.tap()
    for card in player.page.locator(".table-hand .table-card").all():
        expect(card).to_be_visible()
        assert card.evaluate(
            """one => {
                const { left, top, width, height } = one.getBoundingClientRect();
                return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""
        )
