"""Small things at the table and in the lobby: the way back from a choice, words not cut off, files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from alfiere.games.esa.scenario import FOLDER, read_scenario
from alfiere.kernel.bad_data import BadData
from tests.browser.conftest import Sit
from tests.browser.people import Player

pytestmark = pytest.mark.slow


def until_asked(player: Player, key: str, options: int = 1) -> None:
    """Plays the ordinary thing until a certain question comes, with so many options at least."""
    while True:
        assert player.asked()
        decision = player.state()["table"]["decision"]
        if decision["key"] == key and len(decision["options"]) >= options:
            return
        player.answer()


def test_the_steps_of_the_turn_are_words_in_italian_too(sit: Sit) -> None:
    player = sit(language="it-IT")
    player.begin("Lens")
    steps = player.page.locator(".table-stages li")
    expect(steps.first).to_have_text("Schieramento")
    cut = "all => all.filter(one => one.clientWidth < 20 || one.scrollWidth > one.clientWidth).length"
    player.until(lambda: steps.evaluate_all(cut) == 0, "steps that can be read")


def test_no_tip_lies_on_the_arrows_when_a_facing_is_chosen(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    until_asked(player, "face", 6)
    piece = player.state()["table"]["decision"]["about"]["unit"]
    box = player.page.locator(f"[data-piece='{piece}'] .map-touch").bounding_box()
    assert box
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(player.page.locator(f"[data-name='{piece}'].map-name-shown")).to_have_count(1)  # the map has felt it
    expect(player.page.locator(".table-tip")).to_have_count(0)
    expect(player.page.locator(".table-arrows g")).to_have_count(6)


def test_escape_gives_up_a_chosen_mover_and_a_click_takes_another(sit: Sit) -> None:
    player = sit()
    player.begin("Lens")
    until_asked(player, "move-which", 3)
    options = player.state()["table"]["decision"]["options"]
    units = [option["args"]["unit"] for option in options if option["key"] == "unit"]
    first, second = units[:2]

    def moves() -> str | None:
        player.asked()
        decision = player.state()["table"]["decision"]
        return decision["about"].get("unit") if decision["key"] == "move" else None

    player.answer(player.options.nth(0))
    assert moves() == first
    player.presses("Escape", lambda: player.state()["table"]["decision"]["key"] == "move-which", "the way back")
    player.asked()
    player.answer(player.options.nth(0))
    assert moves() == first
    player.page.locator(f"[data-piece='{second}'] .map-touch").click(force=True)
    player.until(lambda: moves() == second, "the other mover")


def test_a_battle_of_ones_own_is_chosen_and_fought(sit: Sit, tmp_path: Path) -> None:
    text = (FOLDER / "lens-1648.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('id = "lens-1648"', 'id = "mine"'), encoding="utf-8")
    player = sit()
    expect(player.page.get_by_role("heading", name="Open a file")).to_be_visible()
    player.page.set_input_files("input[type=file]", mine)
    player.page.get_by_role("button", name="Begin").click()
    player.page.wait_for_url("**/#/game/**")
    player.asked()
    assert player.state()["game"]["scenario"] == "esa/mine"


def test_what_is_wrong_with_a_file_is_said_as_the_terminal_says_it(sit: Sit, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    text = (FOLDER / "lens-1648.toml").read_text(encoding="utf-8")
    wrong.write_text(text.replace("turns = ", "turn = ", 1), encoding="utf-8")
    with pytest.raises(BadData) as slip:
        read_scenario(wrong)
    player = sit()
    expect(player.page.get_by_role("heading", name="Open a file")).to_be_visible()
    player.page.set_input_files("input[type=file]", wrong)
    expect(player.page.get_by_role("alert")).to_have_text(str(slip.value).replace(str(wrong), "wrong.toml"))


def test_a_link_that_works_only_here_says_so(sit: Sit) -> None:
    player = sit()
    player.page.get_by_role("button", name="More… friends, optional rules: Lens").click()
    player.page.get_by_text("A friend, by link").first.click()
    player.page.get_by_role("button", name="Begin").click()
    expect(player.page.locator(".lobby-only-here")).to_contain_text("this computer only")
