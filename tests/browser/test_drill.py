"""Units in formation in the browser: drawn up, taken in the hand, wheeled, refused; by mouse, keys and finger."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGES, Sit
from tests.browser.people import Player
from tests.browser.test_reading import complaints
from tests.server.running import Killable
from tests.tiny import FOLDERS

pytestmark = pytest.mark.slow

Place = tuple[float, float]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('drill')}/alfiere.db"
    server = Killable(database, ALFIERE_GAMES=FOLDERS, ALFIERE_PAGES=str(PAGES))
    server.start()
    yield f"http://{server.address}"
    server.kill()


class Drill:
    """A player with a unit that has orders to get."""

    def __init__(self, player: Player, unit: str, name: str) -> None:
        self.player, self.page, self.unit = player, player.page, unit
        player.begin_against("parade/field", seats={"red": "me", "blue": "computer:random"})
        self.piece = self.page.locator(f"[data-piece={unit}] .map-touch")
        self.hand = self.page.locator("[data-hand]")
        self.asked = player.number
        if name:
            player.answer(self.page.locator("button[data-option=act]", has_text=name))
            player.until(lambda: player.number not in (None, self.asked), "the order")
            self.asked = player.number

    def middle(self, what: Locator) -> Place:
        """Its middle on the page, at rest: a map that still finds its place would run from a finger."""
        before, box = None, what.bounding_box()
        while box is None or box != before:
            self.page.wait_for_timeout(100)
            before, box = box, what.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, what: Locator, dx: float, dy: float, *, and_drop: bool = True) -> None:
        x, y = self.middle(what)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
        self.page.mouse.move(x + dx, y + dy, steps=3)
        if and_drop:
            self.page.mouse.up()

    @property
    def pose(self) -> list[int]:
        """Where the ghost stands."""
        return [int(part) for part in (self.hand.get_attribute("data-pose") or "").split(",")]

    @property
    def stands(self) -> list[int]:
        """Where the unit stands, as the server has it."""
        pieces: list[dict[str, Any]] = self.player.state("red")["table"]["view"]["pieces"]
        return next(one["pose"] for one in pieces if one["id"] == self.unit)

    def is_judged(self, verdict: str) -> None:
        expect(self.hand).to_have_attribute("data-verdict", verdict)

    def is_taken(self) -> None:
        """The order has gone."""
        self.player.until(lambda: self.player.number != self.asked, "the order")


def corner(pose: list[int], front: int, depth: int, hand: int) -> Place:
    """The front corner of a unit, left (-1) or right (1)."""
    angle = math.radians(pose[2] / 10)
    ahead, aside = depth / 2, hand * front / 2
    return (
        pose[0] + math.sin(angle) * ahead + math.cos(angle) * aside,
        pose[1] - math.cos(angle) * ahead + math.sin(angle) * aside,
    )


def test_a_unit_is_dragged_judged_on_its_way_and_put_down_by_a_second_yes(sit: Sit) -> None:
    drill = Drill(sit(), "berry", "Berry")
    before = drill.stands
    drill.drag(drill.piece, 10, -40, and_drop=False)
    drill.is_judged("allowed")
    expect(drill.page.locator("[data-budget]")).to_contain_text("% of the move")
    drill.page.mouse.up()
    # nothing has gone yet: it may be led on
    expect(drill.page.locator("[data-confirm]")).to_be_visible()
    assert drill.player.number == drill.asked
    drill.drag(drill.hand.locator(".open-unit-body"), 0, -8)
    drill.is_judged("allowed")
    expect(drill.page.locator("[data-confirm]")).to_be_visible()
    there = drill.pose
    assert there[1] < before[1]
    drill.page.locator("[data-confirm]").click()
    drill.is_taken()
    assert drill.stands == there
    expect(drill.hand).to_have_count(0)


def test_a_unit_is_wheeled_by_its_corner_about_the_other_and_sent_by_a_click_on_it(sit: Sit) -> None:
    drill = Drill(sit(), "conde", "Condé")
    before = drill.stands
    drill.drag(drill.page.locator("[data-handle=left]"), 6, -30)
    drill.is_judged("allowed")
    there = drill.pose
    assert 0 < there[2] < 900  # to the right
    pivot = corner(before, 500, 250, 1)
    assert math.dist(corner(there, 500, 250, 1), pivot) < 2
    expect(drill.page.locator(".open-wheel-arc")).to_have_count(1)
    expect(drill.page.locator("[data-confirm]")).to_be_visible()
    x, y = drill.middle(drill.hand.locator(".open-unit-body"))
    drill.page.mouse.click(x, y)
    drill.is_taken()
    assert drill.stands == there


def test_what_the_rules_forbid_is_red_and_says_why_and_escape_lets_it_go(sit: Sit) -> None:
    drill = Drill(sit(), "alba", "Alba")
    before = drill.stands
    drill.drag(drill.piece, 0, -250, and_drop=False)
    drill.is_judged("refused")
    expect(drill.page.locator(".open-plate-bad")).to_contain_text("farther than Alba can move (1b)")
    drill.page.mouse.up()
    expect(drill.page.locator(".table-refusal")).to_contain_text("farther than Alba can move")
    expect(drill.page.locator("[data-hand-bar=put]")).to_be_disabled()
    expect(drill.page.locator("[data-confirm]")).to_have_count(0)
    drill.page.keyboard.press("Escape")
    expect(drill.hand).to_have_count(0)
    # the question is the same, and the unit is where it was
    assert drill.player.number == drill.asked
    assert drill.stands == before


def test_a_unit_is_led_by_keys_alone_and_its_pose_is_told(sit: Sit) -> None:
    drill = Drill(sit(), "berry", "")
    page, player = drill.page, drill.player
    before = drill.stands
    page.keyboard.press("2")  # the second of those who may act
    player.until(lambda: player.number not in (None, drill.asked), "the order")
    drill.asked = player.number
    player.presses("x", lambda: drill.hand.count(), "the unit in the hand")
    expect(drill.hand).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "Shift+ArrowUp", "Shift+q"):
        page.keyboard.press(key)
    assert drill.pose[2] == 3590
    page.keyboard.press("Shift+e")
    page.keyboard.press("Home")
    assert drill.pose == before
    for key in ("ArrowUp", "ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
    there = [before[0], before[1] - 210, 0]
    assert drill.pose == there
    drill.is_judged("allowed")
    expect(page.locator("[data-heard]")).to_have_text("26; 26.9, facing up (0°), 27% of the move, allowed")
    assert complaints(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_visible()
    page.keyboard.press("Enter")
    drill.is_taken()
    assert drill.stands == there


def test_a_finger_drags_a_unit_on_an_upright_phone_and_the_bar_sends_it(sit: Sit) -> None:
    drill = Drill(sit(width=390, height=844, has_touch=True, is_mobile=True), "conde", "Condé")
    page = drill.page
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Place) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    before = drill.stands
    x, y = drill.middle(drill.piece)
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x, y - 8 * step))
        page.wait_for_timeout(20)  # as a finger does: a machine that is busy sees one long jump otherwise
    drill.is_judged("allowed")
    touch("touchEnd")
    there = drill.pose
    assert there[1] < before[1]
    # the whole bar is in sight and does what is needed
    for what in ("left", "right", "put", "back"):
        box = page.locator(f"[data-hand-bar={what}]").bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] <= 390 - box["width"]
    expect(page.locator("[data-confirm]")).to_be_visible()
    page.locator("[data-hand-bar=put]").tap()
    drill.is_taken()
    assert drill.stands == there


def test_little_ghosts_show_where_a_unit_could_go_and_a_change_of_formation_is_drawn(sit: Sit) -> None:
    drill = Drill(sit(), "berry", "Berry")
    page = drill.page
    decision = drill.player.state("red")["table"]["decision"]
    poses = [one["args"]["to"] for one in decision["options"] if one["key"] == "move"]
    assert poses
    for x, y, heading in poses:
        ghost = page.locator(f"[data-place='{x},{y},{heading}'] .open-place-unit")
        turned = float((ghost.get_attribute("transform") or "").removeprefix("rotate(").removesuffix(")"))
        assert turned == pytest.approx(heading / 10, abs=0.06)
    page.locator("button[data-option=form]", has_text="square").hover()
    expect(page.locator(".open-unit-ghost-end [data-formation=square]")).to_have_count(1)
    drill.player.answer(page.locator("button[data-option=form]", has_text="square"))
    expect(page.locator("[data-piece=berry] [data-formation=square]")).to_have_count(1)
    assert complaints(page) == []
