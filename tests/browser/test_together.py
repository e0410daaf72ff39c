"""People who play each other: two browsers, one of which loses its connection; two people before one screen."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest

from tests.browser.conftest import Sit
from tests.browser.people import Player

pytestmark = pytest.mark.slow


OPEN = "Everybody sees both firmnesses"  # so that by day no curtain falls


def set_up(player: Player, battle: str, seats: dict[str, str], *switched_on: str) -> None:
    """Creates a game by the dialog: who sits where, and what is played with."""
    player.page.get_by_role("button", name=re.compile(f"(friends|amici).*{battle}", re.I)).first.click()
    dialog = player.page.get_by_role("dialog")
    for seat, who in seats.items():
        dialog.locator(f"[name='seat-{seat}'][value='{who}']").check(force=True)
    for name in switched_on:
        dialog.get_by_label(name).check()
    dialog.locator("button[type=submit]").click()


def fight(players: dict[str, Player], answers: int, chance: random.Random) -> None:
    """Whoever is asked answers, so many times in all."""
    either = list(players.values())
    for _ in range(answers):
        either[0].until(lambda: any(p.number is not None or p.is_over for p in either), "a question")
        asked = [player for player in either if player.number is not None]
        if not asked:
            return
        chance.choice(asked).answer(0 if chance.random() < 0.6 else chance)


def is_told(player: Player) -> bool:
    """Whether the table stands where the story ends."""
    return bool(player.state()["table"]["moment"] == player.asks("/log")["moments"] - 1)


def test_two_browsers_fight_and_nothing_is_lost_with_the_connection(sit: Sit) -> None:
    host, guest = sit(), sit()
    set_up(host, "Lens", {"red": "me", "blue": "friend"})
    invitation = host.page.locator(".lobby-invitation input").input_value()
    host.page.get_by_role("dialog").locator("button.main").click()
    guest.page.goto(invitation)
    guest.asked()
    chance = random.Random(2)
    fight({"red": host, "blue": guest}, 15, chance)

    # The guest's connection goes, and with it an answer; the host plays on as far as the rules let him.
    guest.page.context.set_offline(True)
    if guest.number is not None:
        guest.options.first.click()
    for _ in range(3):
        if host.state()["table"]["decision"] is None:
            break
        host.asked()
        host.answer()
        host.until(lambda: host.number is not None or host.state()["table"]["decision"] is None, "the answer")
    guest.page.context.set_offline(False)
    again = guest.page.locator(".table-banner.bad").get_by_role("button", name="Try now")
    guest.until(lambda: again.count() == 0, "the connection")
    fight({"red": host, "blue": guest}, 6, chance)

    # The page is loaded anew in the middle of things.
    guest.page.reload()
    fight({"red": host, "blue": guest}, 15, chance)
    for player in (host, guest):
        player.until(partial(is_told, player), "the last answer")
    assert host.state()["game"]["id"] == guest.state()["game"]["id"]


def test_two_people_before_one_screen_never_see_each_others_cards(sit: Sit) -> None:
    player = sit()
    set_up(player, "Lens", {"red": "me", "blue": "me"})
    player.page.wait_for_url("**/#/game/**")
    curtain = player.page.locator(".table-curtain")
    seen: set[str] = set()
    for _ in range(30):
        player.until(lambda: curtain.count() or player.number is not None, "a question or the curtain")
        if curtain.count():
            # Behind the curtain there is nothing: no map, no cards, no prompt.
            assert player.page.locator("[data-guide]").count() == 0
            assert player.number is None
            curtain.get_by_role("button").click()
            continue
        seat = player.page.locator("[data-seat]").first.get_attribute("data-seat")
        assert seat
        seen.add(seat)
        player.answer()
    assert seen == {"red", "blue"}


def test_by_night_a_curtain_falls_before_the_table_is_handed_over(sit: Sit) -> None:
    player = sit()
    set_up(player, "Terheyden", {"red": "me", "blue": "me"})
    player.page.wait_for_url("**/#/game/**")
    curtain, pieces = player.page.locator(".table-curtain"), player.page.locator("[data-piece]")
    looked: list[str] = []  # who has lifted the curtain, one after the other
    while len(looked) < 2:
        player.until(lambda: curtain.count() or player.number is not None, "a question or the curtain")
        if curtain.count():
            assert player.page.locator("[data-guide]").count() == 0
            assert pieces.count() == 0
            curtain.get_by_role("button").click()
            player.until(lambda: player.number is not None, "the first question of who looks now")
            looked += [player.page.locator("[data-seat]").first.get_attribute("data-seat") or ""]
            continue
        assert player.page.locator("[data-seat]").first.get_attribute("data-seat") == looked[-1]
        player.answer()
    assert set(looked) == {"red", "blue"}
    first, second = (player.state(seat)["table"]["view"]["pieces"] for seat in looked)
    set_up_unseen = {one["id"] for one in first} - {one["id"] for one in second}
    assert set_up_unseen  # what the first has set up in the dark
    assert not set_up_unseen & {one.get_attribute("data-piece") for one in pieces.all()}


def press_while_the_list_moves(player: Player) -> None:
    """Answers with the button down before, and up after, the odds have pushed the list down."""
    before, button, armed = player.number, player.options.first, player.page.locator("button[data-armed]")
    box = button.bounding_box()
    assert box
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    player.page.evaluate("() => { document.querySelector('.table-options').style.paddingTop = '90px'; }")
    player.page.mouse.up()
    player.until(lambda: armed.count() or player.number != before, "the press")
    if armed.count():
        armed.first.click()
    player.until(lambda: player.is_past(before), "the answer")


def test_two_people_before_one_screen_take_turns_while_everything_moves(sit: Sit) -> None:
    people = sit(reduced_motion="no-preference")
    set_up(people, "A matter of honour", {"red": "me", "blue": "me"}, OPEN)
    chance = random.Random(5)
    seats = set()
    assert people.asked()
    press_while_the_list_moves(people)
    for _ in range(25):
        assert people.asked()
        (asked,) = people.state("red")["table"]["waiting_for"]
        seats.add(asked)
        people.answer(0 if chance.random() < 0.5 else chance)
    assert seats == {"red", "blue"}
