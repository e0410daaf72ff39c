"""Two people of one side before two browsers: an invitation, divisions given, and each decides for his own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.server.people import CLIENT

pytestmark = pytest.mark.slow

SEATS = {"red": "me", "blue": "computer:random"}
PICTURES = os.environ.get("ALFIERE_SHOTS")  # where to leave pictures of what was seen


def shot(player: Player, name: str) -> None:
    if PICTURES:
        player.page.screenshot(path=Path(PICTURES) / f"{name}.png")


def opens_comrades(player: Player, menu: str = "Menu", comrades: str = "Comrades…") -> None:
    """By keys alone."""
    player.page.get_by_role("button", name=menu, exact=False).first.focus()
    player.page.keyboard.press("Enter")
    player.page.get_by_role("button", name=comrades).focus()
    player.page.keyboard.press("Enter")


@pytest.mark.rule("lumi.2.3.3c")
def test_a_comrade_is_invited_by_a_link_is_given_a_division_and_decides_for_it(sit: Sit) -> None:
    chief, anna = sit(), sit()
    made = CLIENT.post(f"{chief.address}/api/games", json={"scenario": "lumi/altenried", "seats": SEATS})
    chief.page.goto(chief.address + made.json()["keys"][0]["link"])
    chief.asked()

    opens_comrades(chief)
    sheet = chief.page.get_by_role("dialog", name="Comrades of your side")
    sheet.get_by_label("Name of a new comrade").focus()
    chief.page.keyboard.type("Anna")
    chief.page.keyboard.press("Enter")
    link = sheet.get_by_label("Link for Anna").input_value()
    horse = sheet.get_by_role("group", name="Anna leads").get_by_label("Austrian horse")
    horse.focus()
    chief.page.keyboard.press("Space")
    expect(horse).to_be_checked()
    chief.until(lambda: chief.state()["game"]["comrades"][0]["parts"] == ["austrian-horse"], "her division")
    shot(chief, "comrades-sheet")
    chief.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)

    anna.page.goto(link)
    expect(anna.prompt).to_contain_text("The commander of your side decides")
    assert anna.options.count() == 0
    for _ in range(40):
        if chief.state()["table"]["decision"]["part"] == "austrian-horse":
            break
        chief.answer(0)
    expect(chief.prompt).to_contain_text("Anna decides for Austrian horse")
    assert chief.options.count() == 0
    shot(chief, "comrades-chief-waits")
    anna.asked()
    shot(anna, "comrades-anna-decides")
    before = anna.state()["table"]["number"]
    anna.answer(0)
    anna.until(lambda: anna.state()["table"]["number"] > before, "her answer")
    expect(chief.page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(anna.page.get_by_role("button", name="Undo")).to_be_enabled()

    # She gives it back, and it is his again.
    anna.page.get_by_role("button", name="Menu").click()
    assert anna.page.get_by_role("button", name="Resign").count() == 0
    anna.page.get_by_role("button", name="Give your divisions back and leave").click()
    chief.asked()
    assert chief.state()["game"]["comrades"] == []


def test_in_italian_a_comrade_reads_who_decides(sit: Sit) -> None:
    chief, anna = sit("it-IT"), sit("it-IT", width=400, height=800)
    made = CLIENT.post(f"{chief.address}/api/games", json={"scenario": "lumi/altenried", "seats": SEATS})
    chief.page.goto(chief.address + made.json()["keys"][0]["link"])
    chief.asked()
    opens_comrades(chief, comrades="Compagni…")
    sheet = chief.page.get_by_role("dialog", name="Compagni della tua parte")
    sheet.get_by_label("Nome di un nuovo compagno").fill("Anna")
    sheet.get_by_role("button", name="Invita").click()
    link = sheet.get_by_label("Link per Anna").input_value()
    sheet.get_by_role("group", name="Anna guida").get_by_label("Fanteria austriaca").check()
    shot(chief, "comrades-sheet-it")
    expect(chief.prompt).to_contain_text("Fanteria austriaca: decide Anna")
    anna.page.goto(link)
    anna.asked()
    shot(anna, "comrades-anna-small")
