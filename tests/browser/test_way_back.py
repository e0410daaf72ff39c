"""What cannot be taken back is asked for twice; what can goes with one click, and comes back with another."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.server.people import CLIENT

pytestmark = pytest.mark.slow
CONFIRM = ".table-confirm"


def is_answered(player: Player, number: int) -> bool:
    return bool(player.state()["table"]["number"] > number)


def previewed(player: Player, option: dict[str, Any]) -> dict[str, Any]:
    """What the server says of an option of this person."""
    game, key = player.game
    answer = CLIENT.post(
        f"{player.address}/api/games/{game}/preview",
        headers={"Authorization": f"Bearer {key}"},
        json={"answer": {"key": option["key"], "args": option["args"]}, "seat": player.state()["table"]["seat"]},
    )
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def played_until(player: Player, final: bool, most: int = 150) -> dict[str, Any]:
    """Plays on until the first option of a choice has a way back, or none; that option."""
    for _ in range(most):
        player.asked()
        decision = player.state()["table"]["decision"]
        if decision is not None and len(decision["options"]) > 1:
            option: dict[str, Any] = decision["options"][0]
            found = previewed(player, option)
            if found["final"] == final and not found["prospects"] and is_listed(player, option):
                return option
        player.answer()
    raise AssertionError("there was no such choice")


def button(player: Player, option: dict[str, Any]) -> Any:
    return player.page.get_by_role("button", name=option["text"]["en"], exact=False).and_(player.options).first


def is_listed(player: Player, option: dict[str, Any]) -> bool:
    return button(player, option).count() > 0


def test_what_cannot_be_taken_back_is_said_so_and_goes_with_a_second_yes(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    option = played_until(player, final=True)
    before = player.state()["table"]
    confirm = player.page.locator(CONFIRM)

    button(player, option).click()
    expect(confirm).to_contain_text("cannot be taken back")
    assert player.state()["table"]["number"] == before["number"]

    player.page.keyboard.press("Escape")  # thought better of it
    expect(confirm).to_be_hidden()
    assert player.state()["table"]["number"] == before["number"]

    button(player, option).click()
    confirm.locator("[data-confirm]").click()
    player.until(lambda: player.state()["table"]["number"] > before["number"], "the answer")


def test_it_goes_by_the_keyboard_too_and_is_asked_in_italian(sit: Sit) -> None:
    player = sit("it-IT")
    player.page.get_by_role("button", name="computer: Lens").first.click()
    player.page.wait_for_url("**/#/game/**")
    played_until_numbered(player)
    before = player.state()["table"]
    player.page.keyboard.press("1")
    expect(player.page.locator(CONFIRM)).to_contain_text("non si può tornare indietro")
    assert player.state()["table"]["number"] == before["number"]
    player.page.keyboard.press("Enter")
    player.until(lambda: player.state()["table"]["number"] > before["number"], "the answer")


def played_until_numbered(player: Player) -> None:
    """Plays on until the option with the number one has no way back."""
    for _ in range(150):
        player.asked()
        decision = player.state()["table"]["decision"]
        first = player.page.locator(".table-options button[data-place='1']")
        if decision is not None and len(decision["options"]) > 1 and first.count():
            named = first.get_attribute("aria-label") or first.locator(".table-option-label").inner_text()
            meant = [one for one in decision["options"] if one["text"]["it"] == named]
            if meant and previewed(player, meant[0])["final"]:
                return
        player.answer()
    raise AssertionError("there was no such choice")


def test_what_can_be_taken_back_goes_at_once_and_comes_back(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    undo = player.page.locator("[data-guide=undo]")
    for _ in range(30):
        option = played_until(player, final=False)
        before = player.state()["table"]
        button(player, option).click()
        player.until(partial(is_answered, player, before["number"]), "the answer")
        assert player.page.locator(CONFIRM).count() == 0
        player.asked()
        if undo.is_enabled():
            break  # no card was turned since
    else:
        pytest.fail("nothing could ever be taken back")
    player.takes_back()
    assert player.state()["table"]["view"] == before["view"]
    assert player.state()["table"]["decision"]["options"] == before["decision"]["options"]


def test_it_comes_back_past_the_computers_answers_too(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    undo = player.page.locator("[data-guide=undo]")
    for _ in range(60):
        option = played_until(player, final=False)
        before = player.state()["table"]
        button(player, option).click()
        player.until(partial(is_answered, player, before["number"]), "the answer")
        player.asked()
        after = player.state()["table"]
        if after["moment"] > before["moment"] + 1 and undo.is_enabled():
            break  # the computer has answered since
    else:
        pytest.fail("the computer never answered without a card")
    player.takes_back()
    assert player.state()["table"]["view"] == before["view"]
    assert player.state()["table"]["decision"]["options"] == before["decision"]["options"]
    button(player, option).click()  # and the battle goes on
    player.until(lambda: player.state()["table"]["moment"] > after["moment"] + 1, "the answer")
