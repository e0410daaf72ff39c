"""Games of which the page knows nothing: begun in the lobby and played to their end by the mouse, on the map too."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGES, Sit
from tests.browser.people import Player
from tests.browser.test_reading import complaints
from tests.server.running import Killable
from tests.tiny import FOLDERS

pytestmark = pytest.mark.slow

MOST = 200  # decisions of a battle


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('tiny')}/alfiere.db"
    server = Killable(database, ALFIERE_GAMES=FOLDERS, ALFIERE_PAGES=str(PAGES))
    server.start()
    yield f"http://{server.address}"
    server.kill()


def on_map(player: Player, selector: str) -> Locator | None:
    """Something on the map, if nothing lies over its middle."""
    found = player.page.locator(selector)
    if not found.count():
        return None
    is_free = found.first.evaluate(
        """one => {
            const box = one.getBoundingClientRect();
            return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }"""
    )
    return found.first if is_free else None


def test_companies_on_hexes_are_led_to_the_end_by_the_mouse(sit: Sit) -> None:
    player = sit()
    player.begin("The windmill")
    dice, clicked = random.Random(2), 0
    for _ in range(MOST):
        if not player.asked():
            break
        decision = player.state()["table"]["decision"]
        fire = player.page.locator("button[data-option='fire']")
        if fire.count():
            player.answer(fire.first)
            continue
        moves = [one["args"]["hex"] for one in decision["options"] if one["key"] == "move"]
        there = on_map(player, f"[data-hex='{dice.choice(moves)}']") if moves else None
        clicked += there is not None
        player.answer(there if there is not None else dice)
    expect(player.page.locator("#verdict")).to_be_visible()
    assert clicked > 0
    assert player.state()["table"]["result"]["how"] == "fought"


def test_fellows_on_an_open_floor_are_led_to_the_end_by_the_mouse(sit: Sit) -> None:
    player = sit(language="it-IT")
    seats = {"red": "computer:random", "blue": "me", "green": "computer:random"}
    player.begin_against("tavern/boar", seats=seats)
    dice, clicked = random.Random(2), 0
    for _ in range(MOST):
        if not player.asked():
            break
        decision = player.state()["table"]["decision"]
        strike = player.page.locator("button[data-option='strike']")
        if strike.count():
            player.answer(strike.first)
            continue
        x, y = dice.choice([one["args"]["to"] for one in decision["options"] if one["key"] == "move"])
        there = on_map(player, f"[data-place='{x},{y}']")
        clicked += there is not None
        player.answer(there if there is not None else dice)
    expect(player.page.locator("#verdict")).to_be_visible()
    assert clicked > 0
    assert player.state()["table"]["result"]["how"] == "fought"


@pytest.mark.parametrize("battle", ["picket/mill", "tavern/boar"])
def test_its_table_and_its_rulebook_can_be_read_by_everybody(sit: Sit, battle: str) -> None:
    player = sit()
    seats = {"red": "me", "blue": "computer:greedy"} | ({"green": "computer:greedy"} if battle == "tavern/boar" else {})
    player.begin_against(battle, seats=seats)
    assert complaints(player.page) == []
    code = battle.partition("/")[0]
    player.open(f"#/rules/{code}")
    expect(player.page.locator(f"[id='{code}.1a']")).to_be_visible()
