"""The pictures of the docs, taken in a real browser: lobby, table, breakdown, rule, replay, phone, open tables."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from alfiere.games import GAMES  # noqa: E402
from alfiere.kernel.decision import Decision  # noqa: E402
from alfiere.kernel.game import Game  # noqa: E402
from alfiere.kernel.save import save_of  # noqa: E402
from alfiere.players import player  # noqa: E402
from tests.browser.conftest import PAGES, QUIETLY, chromium  # noqa: E402
from tests.browser.people import PATIENCE, Player  # noqa: E402
from tests.server.running import Running  # noqa: E402
from tools.skirmish_scene import about_to_shoot  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
MANY = 8  # answers


def a_battle_about_to_fire() -> str:
    """The save of a battle in full swing: Condé's left is in sight of the tercios and may open fire."""
    rules = GAMES["esa"]
    for seed in range(100):
        game = Game(rules, rules.scenario("lens-1648"), f"picture/{seed}", keep_marks=True)
        sitting = {seat: player("greedy", f"picture/{seat}") for seat in rules.seats}
        while (decision := game.decision) is not None:
            if decision.key == "fire" and decision.seat == "blue" and len(decision.options) > 2 and game.state.turn > 2:
                return save_of(game).to_text()
            game.answer(decision.seat, sitting[decision.seat].choose(game, decision.seat))
    raise AssertionError("nobody ever fires")


def asked_of_blue(code: str, name: str, is_it: Callable[[Game[Any], Decision], bool]) -> str:
    """The save of a battle between computers, at the first question to blue that is such a one."""
    rules = GAMES[code]
    game = Game(rules, rules.scenario(name), "picture", keep_marks=True)
    sitting = {seat: player("greedy", f"picture/{seat}") for seat in rules.seats}
    while (decision := game.decision) is not None:
        if decision.seat == "blue" and is_it(game, decision):
            return save_of(game).to_text()
        game.answer(decision.seat, sitting[decision.seat].choose(game, decision.seat))
    raise AssertionError(f"{code}: blue is never asked that")


def a_battalion_about_to_move() -> str:
    """Montebello when a battalion of the French is asked what it does."""

    def is_battalion(game: Game[Any], decision: Decision) -> bool:
        unit = game.state.units.get(str(decision.about.get("unit")))
        return decision.key == "order" and game.state.turn > 1 and unit is not None and unit.arm == "infantry"

    return asked_of_blue("risorgimento", "montebello", is_battalion)


def a_brigade_about_to_act() -> str:
    """Lobositz when somebody is asked what he does and has much to choose from, in the third turn."""

    def is_free(game: Game[Any], asked: Decision) -> bool:
        return asked.key == "manoeuvre" and game.state.turn > 2 and len(asked.options) > MANY

    return asked_of_blue("lumi", "lobositz", is_free)


def a_volley_about_to_be_named() -> str:
    """The lines by the Stura when a command may fire."""
    return asked_of_blue(
        "fucilieri", "stura-1706", lambda game, asked: asked.key == "name-volleys" and game.state.turn > 2
    )


def sit_down(page: Page, address: str, save: str) -> None:
    """Opens the saved battle with the blue chair taken."""
    seats = {"red": "computer:greedy", "blue": "me"}
    made = httpx.post(f"{address}/api/games/import", json={"save": save, "seats": seats}, timeout=PATIENCE).json()
    page.goto(address + made["keys"][0]["link"])


def hold(player: Player, right: int, down: int) -> None:
    """Takes whoever acts in the hand and holds him so many pixels away."""
    who = player.state()["table"]["decision"]["about"]["figure"]
    box = player.page.locator(f"[data-piece='{who}'] .map-touch").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x + right, y + down, steps=8)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{folder}/alfiere.db"
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIETLY)
        with Running(database=database, pages=PAGES) as server:
            address = f"http://{server.address}"

            def sit(width: int, height: int) -> Player:
                context = browser.new_context(
                    locale="en-GB", viewport={"width": width, "height": height}, reduced_motion="reduce"
                )
                context.add_init_script("localStorage.setItem('alfiere.briefings', 'off')")
                page = context.new_page()
                page.goto(address + "/")
                page.get_by_role("heading", name="Lens").wait_for()
                page.wait_for_timeout(800)
                return Player(page, address)

            def take(player: Player, name: str) -> None:
                player.page.wait_for_timeout(700)
                player.page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=82)
                print(f"docs/pictures/{name}.jpg")

            somebody = sit(1440, 900)
            take(somebody, "lobby")
            sit_down(somebody.page, address, a_battle_about_to_fire())
            somebody.asked()
            somebody.options.first.hover()
            take(somebody, "table")
            somebody.answer(0)
            somebody.asked()
            somebody.page.locator(".tell-open").last.click()
            take(somebody, "breakdown")
            somebody.page.locator(".tell-entry .rule").last.click()
            take(somebody, "rule")
            game, _ = somebody.game
            link = somebody.page.url
            somebody.open(f"#/replay/{game}/40")
            somebody.page.get_by_role("slider").wait_for()
            take(somebody, "replay")
            skirmisher = sit(1440, 900)
            sit_down(skirmisher.page, address, about_to_shoot())
            skirmisher.asked()
            skirmisher.page.locator("button[data-option='shoot']").first.hover()
            take(skirmisher, "aiming")
            skirmisher.page.locator("[data-stop='storey building_brick-1 1']").click()
            skirmisher.page.mouse.move(700, 860)
            take(skirmisher, "storeys")
            hold(skirmisher, 128, -30)
            take(skirmisher, "ruler")
            skirmisher.page.keyboard.press("Escape")
            skirmisher.page.mouse.up()
            colonel = sit(1440, 900)
            sit_down(colonel.page, address, a_battalion_about_to_move())
            colonel.asked()
            colonel.options.nth(1).hover()
            take(colonel, "regiments")
            for name, save in (("brigades", a_brigade_about_to_act()), ("fusiliers", a_volley_about_to_be_named())):
                general = sit(1440, 900)
                sit_down(general.page, address, save)
                general.asked()
                general.options.first.hover()
                take(general, name)
            phone = sit(844, 390)
            phone.page.goto(link)
            phone.asked()
            take(phone, "phone")
        browser.close()


if __name__ == "__main__":
    main()
