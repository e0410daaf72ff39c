"""A first battle of regiments in the browser: set up, led by hand and by keys, fired, seen in its papers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.people import Player

pytestmark = pytest.mark.slow


# Of these pieces the first that nothing else lies on.
class Commander:
    """A player who leads the French at Genestrello."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        player.begin_against("risorgimento/genestrello")
        self.hand = self.page.locator("[data-hand]")

    def sees_radius(self, who: str) -> bool:
        """Whether it is drawn while the mouse is over him."""
        self.page.locator(f"[data-piece={who}] .map-touch").hover(force=True)
        return self.page.locator(f"[data-piece={who}].open-looked .open-zone").is_visible()

    @property
    def decision(self) -> dict[str, Any]:
        found: dict[str, Any] | None = None

        def is_asked() -> bool:
            nonlocal found
            found = self.player.state("blue")["table"]["decision"] if self.player.number else None
            return found is not None

        self.player.until(is_asked, "a question")
        assert found is not None
        return found

    def pose(self, unit: str) -> list[int]:
        """Where a unit stands, as the server has it."""
        pieces: list[dict[str, Any]] = self.player.state("blue")["table"]["view"]["pieces"]
        return next(one["pose"] for one in pieces if one["id"] == unit)

    def is_here(self, unit: str) -> bool:
        return any(one["id"] == unit for one in self.player.state("blue")["table"]["view"]["pieces"])

    def press(self, *keys: str) -> None:
        """Answers by keys alone, with a second yes where the page wants to be sure."""
        self.player.asked()
        before = self.player.number
        for key in keys:
            self.page.keyboard.press(key)
        armed = self.page.locator("button[data-armed]")
        self.player.until(lambda: self.player.number != before or armed.count(), "the answer")
        if armed.count() and self.player.number == before:
            self.page.keyboard.press("Enter")
        self.player.until(lambda: self.player.is_past(before), "the answer")

    def until_a_unit_moves(self, most: int = 60) -> str:
        """Answers everything else with the ordinary thing, by the first key; the unit that may move."""
        for _ in range(most):
            decision = self.decision
            if decision["key"] == "order" and any(one["key"] == "move" for one in decision["options"]):
                return str(decision["about"]["unit"])
            self.press("1")
        raise AssertionError("no unit was asked to move")


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_rest(player: Player, what: Locator) -> None:
    """Waits until something on the map stands still: the map glides when the question changes."""

    def stands_still() -> bool:
        before = middle(what)
        player.page.wait_for_timeout(150)
        return before == middle(what)

    player.until(stands_still, "a map at rest")


def test_a_first_battle_is_set_up_and_its_regiments_are_led_by_mouse_and_by_keys(sit: Sit) -> None:
    me = Commander(sit(is_briefed=True))
    page, player = me.page, me.player
    expect(page.locator("[data-paper]")).to_contain_text("holds Genestrello")
    # set-up: the zone is drawn; one by the list, one by a click on the map, the others at once
    expect(page.locator("[data-mark=zone]")).to_have_count(1)
    first = me.decision["about"]["unit"]
    player.answer(0)
    expect(page.locator(f"[data-piece='{first}'] [data-formation]")).to_have_count(1)
    page.keyboard.press("b")  # the papers are put away
    expect(page.locator("[data-paper]")).to_have_count(0)
    decision = me.decision
    spot = next(one["args"]["to"] for one in decision["options"] if one["args"]["formation"] == "line")
    place = page.locator(f"[data-place='{','.join(map(str, spot))}']").first
    at_rest(player, place)
    page.mouse.click(*middle(place))
    # the place is chosen: what is left to say is how the unit is drawn up
    line = page.locator("button[data-option=deploy]", has_text="Set up: line")
    expect(line).to_have_count(1)
    player.answer(line)
    expect(page.locator(f"[data-piece='{decision['about']['unit']}'] [data-formation=line]")).to_have_count(1)
    player.answer(page.locator("button[data-option=deploy-rest]"))
    expect(page.locator("[data-piece=beuret]")).to_have_count(1)
    # a unit is dragged; where it may go it is sent by a second yes, where not the rule is told
    unit = me.until_a_unit_moves()
    stood = me.pose(unit)
    options = page.locator("button[data-option]")
    assert 0 < options.count() <= 12
    piece = page.locator(f"[data-piece='{unit}'] .map-touch")
    x, y = middle(piece)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y, steps=3)
    page.mouse.move(x + 24, y, steps=3)
    page.mouse.up()
    player.until(lambda: me.hand.get_attribute("data-verdict") in ("allowed", "refused"), "a verdict")
    verdict = me.hand.get_attribute("data-verdict")
    before = player.number
    if verdict == "allowed":
        expect(page.locator("[data-budget]")).to_contain_text("% of the move")
        page.locator("[data-confirm]").click()
        player.until(lambda: player.is_past(before), "the move")
        # guns that moved may have gone off before the horse that came at them
        assert not me.is_here(unit) or me.pose(unit)[0] > stood[0]
    else:
        expect(page.locator(".open-plate-bad")).to_have_count(1)
        page.keyboard.press("Escape")
        me.press("1")
    # another is led by keys: straight ahead, judged on its way
    unit = me.until_a_unit_moves()
    stood = me.pose(unit)
    player.presses("x", lambda: me.hand.count(), "the unit in the hand")
    page.keyboard.press("ArrowRight")
    player.until(lambda: me.hand.get_attribute("data-verdict") in ("allowed", "refused"), "a verdict")
    led = [int(part) for part in (me.hand.get_attribute("data-pose") or "").split(",")]
    assert math.dist(led[:2], stood[:2]) == pytest.approx(100, abs=2)
    page.keyboard.press("Escape")
    expect(me.hand).to_have_count(0)
    me.press("1")
    # a commander's radius is drawn while he is looked at, and everything in sight has its words
    # (they may have ridden to the same men, and so one lies under the other)
    player.until(lambda: me.sees_radius("forey") or me.sees_radius("beuret"), "a commander's radius")
    page.keyboard.press("o")
    expect(page.locator("[data-paper]")).to_contain_text("Général Beuret, brigade")
    page.keyboard.press("l")
    expect(page.locator("[data-paper]")).to_contain_text("Attack column")
