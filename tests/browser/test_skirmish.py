"""A table without hexes in the browser: duels to their end by mouse and by keys, figures put down by hand, axe."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, expect

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_reading import complaints
from tests.server.people import CLIENT
from tools.skirmish_scene import about_to_shoot

pytestmark = pytest.mark.slow

DUEL = "cappa/duello"
# What somebody does who wants it over: the first of these that is offered.
EAGER = (
    *("fight", "charge", "strike", "fight-back", "countercharge", "push", "step-on", "go-on", "get-up"),
    *("order", "act", "no-test", "recover", "run", "roll-die", "keep-die"),
)


def button_of(player: Player, decision: dict[str, Any]) -> Locator:
    """The option that brings the end nearer: a blow, an order, the move that leads closest to an enemy."""
    player.unfolds()
    keys = [option["key"] for option in decision["options"]]
    for key in EAGER:
        if key in keys:
            return player.page.locator(f"button[data-option='{key}']").first
    option = nearest_move(player, decision)
    if option is None:
        return player.options.first
    # behind the sentence stand odds and price
    sentence = r"\s".join(map(re.escape, option["text"]["en"].split()))
    name = re.compile(rf"^{sentence}( .*%)?( \d PA)?$")
    return player.options.and_(player.page.get_by_role("button", name=name)).first


def nearest_move(player: Player, decision: dict[str, Any]) -> dict[str, Any] | None:
    """The move that ends nearest to an enemy."""
    pieces = player.state()["table"]["view"]["pieces"]
    foes = [one["pose"][:2] for one in pieces if one.get("owner") == "red" and "out" not in one["badges"]]
    moves = [option for option in decision["options"] if option["key"] == "move"]
    if not moves or not foes:
        return None
    return min(moves, key=lambda option: min(math.dist(option["args"]["to"], foe) for foe in foes))


def play_to_the_end(player: Player, answer: Callable[[Player, dict[str, Any]], None]) -> int:
    """How many questions it took."""
    for done in range(600):
        if not player.asked():
            return done
        answer(player, player.state()["table"]["decision"])
    raise AssertionError("the duel never ends")


def ring_of(player: Player, option: dict[str, Any]) -> Locator | None:
    """The ring on the map at an option's place, if nothing lies over it."""
    x, y = option["args"]["to"]
    ring = player.page.locator(f"[data-place='{x},{y}']")
    is_free = ring.evaluate(
        """ring => {
            const box = ring.querySelector(".open-place-ring").getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return ring.contains(hit);
        }"""
    )
    return ring if is_free else None


def test_a_duel_against_the_computer_is_played_to_its_end_by_the_mouse(sit: Sit) -> None:
    player = sit()
    player.begin_short(DUEL, turns=4)
    on_map = 0

    def click(player: Player, decision: dict[str, Any]) -> None:
        nonlocal on_map
        button = button_of(player, decision)
        move = nearest_move(player, decision) if button.get_attribute("data-option") == "move" else None
        ring = ring_of(player, move) if move else None
        on_map += ring is not None
        player.answer(button if ring is None else ring)

    assert play_to_the_end(player, click) > 10
    assert on_map > 0  # figures were sent to places on the map, not only by the list
    expect(player.page.locator("#verdict")).to_be_visible()
    assert player.state()["table"]["result"]["how"] == "fought"


def test_a_duel_against_the_computer_is_played_to_its_end_by_keys_alone(sit: Sit) -> None:
    player = sit()
    player.begin_short(DUEL, turns=4)
    page = player.page

    def press(player: Player, decision: dict[str, Any]) -> None:
        before = player.number
        number = button_of(player, decision).get_attribute("data-place")
        if number is not None:
            page.keyboard.press(number)
        else:
            walk_to(player, button_of(player, decision))
            page.keyboard.press("Enter")
        armed = page.locator("button[data-armed]")
        player.until(lambda: player.number != before or player.is_over or armed.count(), "the key")
        if player.number == before and not player.is_over:
            page.keyboard.press("Enter")
        player.until(lambda: player.is_past(before), "the answer")

    assert play_to_the_end(player, press) > 10
    assert player.state()["table"]["result"]["how"] == "fought"


def walk_to(player: Player, button: Locator) -> None:
    """Down the list with the arrow until the button has the focus."""
    for _ in range(80):
        player.page.keyboard.press("ArrowDown")
        if button.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError("the option cannot be reached with the arrows")


def until_a_move(player: Player) -> dict[str, Any]:
    """Plays until somebody may walk; the decision."""
    for _ in range(40):
        player.asked()
        decision: dict[str, Any] = player.state()["table"]["decision"]
        if any(option["key"] == "move" for option in decision["options"]):
            return decision
        player.answer(button_of(player, decision))
    raise AssertionError("nobody ever walks")


def pixel_of(player: Player, spot: tuple[float, float]) -> tuple[float, float]:
    """Where a place of the table is on the screen."""
    x, y = player.page.evaluate(
        """([x, y]) => {
            const live = document.querySelector(".map-live");
            const p = new DOMPoint(x * 32 / 100, y * 32 / 100).matrixTransform(live.getScreenCTM());
            return [p.x, p.y];
        }""",
        list(spot),
    )
    return x, y


def hold(player: Player, who: str, spot: tuple[float, float]) -> None:
    """Takes a figure in the hand and holds it over a place."""
    mouse, ghost = player.page.mouse, player.page.locator(".open-ghost")
    mouse.move(*pixel_of(player, pose_of(player, who)))
    mouse.down()
    mouse.move(*pixel_of(player, spot), steps=5)
    player.until(ghost.count, f"{who} in the hand")
    # the map may have made room meanwhile: what is asked is the place, not the pixel
    mouse.move(*pixel_of(player, spot))


def until_moved(player: Player, before: str | None) -> None:
    """Waits for the move; where a daring one would lead there too, the page asks, and the plain one comes first."""
    confirm = player.page.locator("[data-confirm]")

    def is_done() -> bool:
        which = player.page.locator(".table-which button")
        if which.count():
            expect(which.first).to_be_focused()
            player.page.keyboard.press("Enter")
            expect(which).to_have_count(0)
        if confirm.count():
            confirm.click()
            expect(confirm).to_have_count(0)
        return player.is_past(before)

    player.until(is_done, "the move")


def test_a_figure_is_drawn_to_a_place_of_ones_own_choice(sit: Sit) -> None:
    player = sit()
    player.begin_against(DUEL)
    decision = until_a_move(player)
    who = decision["about"]["figure"]
    x, y, _ = next(one["pose"] for one in player.state()["table"]["view"]["pieces"] if one["id"] == who)
    spot = (x + 70 if x < 1000 else x - 70, y - 110)
    hold(player, who, spot)
    # The ghost shows what will be measured against what.
    expect(player.page.locator(".open-ghost-base")).to_be_visible()
    expect(player.page.locator(".open-plate text").first).to_have_text(re.compile(r"^1\.\d of 4 um$"))
    before = player.number
    player.page.mouse.up()
    until_moved(player, before)
    moved = next(one["pose"] for one in player.state()["table"]["view"]["pieces"] if one["id"] == who)
    assert math.dist(moved[:2], spot) < 4


def test_a_place_that_is_refused_names_the_rule_before_and_after_it_is_let_go(sit: Sit) -> None:
    player = sit()
    player.begin_against(DUEL)
    who = until_a_move(player)["about"]["figure"]
    x, y, _ = next(one["pose"] for one in player.state()["table"]["view"]["pieces"] if one["id"] == who)
    before = player.state()["table"]["view"]
    hold(player, who, (x, y - 700))
    expect(player.page.locator(".open-plate-bad text")).to_contain_text("4.0a")
    expect(player.page.locator(".open-ghost-cross")).to_be_visible()
    player.page.mouse.up()
    note = player.page.locator(".table-refusal, .table-banner.bad")
    expect(note).to_be_visible()
    expect(note.locator(".rule")).to_have_text("4.0a")
    assert player.state()["table"]["view"] == before
    # Escape empties the hand, and nothing is asked.
    player.page.keyboard.press("Escape")
    hold(player, who, (x, y - 700))
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".open-ghost")).to_have_count(0)
    player.page.mouse.up()
    assert player.state()["table"]["view"] == before


def pose_of(player: Player, who: str) -> tuple[float, float]:
    x, y, _ = next(one["pose"] for one in player.state()["table"]["view"]["pieces"] if one["id"] == who)
    return x, y


def test_a_figure_is_led_to_a_place_of_ones_own_choice_by_keys_alone(sit: Sit) -> None:
    player = sit()
    player.begin_against(DUEL)
    who = until_a_move(player)["about"]["figure"]
    x, y = pose_of(player, who)
    page = player.page
    page.keyboard.press("x")
    expect(page.get_by_role("application", name="Crosshair")).to_be_focused()
    for key in (*["ArrowUp"] * 3, *["Shift+ArrowRight"] * 2):
        page.keyboard.press(key)
    # What is seen is also said.
    expect(page.locator(".open-plate text").first).to_have_text(re.compile(r"^1\.\d of 4 um$"))
    expect(page.locator("[data-heard]")).to_have_text(re.compile(r"1\.\d of 4 um, allowed$"))
    assert complaints(page) == []
    before = player.number
    page.keyboard.press("Enter")
    until_moved(player, before)
    assert math.dist(pose_of(player, who), (x + 20, y - 150)) < 4
    expect(page.locator(".open-crosshair")).to_have_count(0)


def test_the_crosshair_says_why_a_place_is_refused_and_escape_puts_it_away(sit: Sit) -> None:
    player = sit()
    player.begin_against(DUEL)
    until_a_move(player)
    page = player.page
    before = player.state()["table"]["view"]
    page.get_by_role("button", name="Choose any place").click()
    expect(page.locator(".open-crosshair")).to_be_focused()
    for _ in range(14):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-heard]")).to_contain_text("4.0a")
    expect(page.locator(".open-ghost-cross")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".table-refusal .rule")).to_have_text("4.0a")
    expect(page.locator(".open-crosshair")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".open-crosshair, .open-ghost")).to_have_count(0)
    expect(page.get_by_role("button", name="Choose any place")).to_be_focused()
    assert player.state()["table"]["view"] == before


PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def box_of(found: Locator) -> tuple[float, float, float, float]:
    """Left, top, right, bottom on the screen."""
    box = found.bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def width_of(found: Locator) -> float:
    left, _, right, _ = box_of(found)
    return right - left


def base_of(player: Player, who: str) -> tuple[float, float, float, float]:
    return box_of(player.page.locator(f"[data-piece='{who}'] .map-base"))


def is_in_sight(player: Player, who: str) -> bool:
    """Whether the whole base of a figure is in the window of the map."""
    left, top, right, bottom = base_of(player, who)
    window = box_of(player.page.locator(".map-window"))
    return window[0] <= left and window[1] <= top and right <= window[2] and bottom <= window[3]


def test_a_phone_shows_who_is_asked_about_and_near_enough_to_be_read(sit: Sit) -> None:
    player = sit(**PHONE)
    player.begin_against("cappa/convento")
    asked = set()
    for _ in range(30):
        decision = until_a_move(player)
        who = decision["about"]["figure"]
        asked.add(who)
        player.until(partial(is_in_sight, player, who), f"{who} in sight")
        left, _, right, _ = base_of(player, who)
        assert right - left > 20
        if len(asked) > 2:
            break
        player.answer(button_of(player, decision))
    assert len(asked) > 2
    # The whole table, once it is asked for, stays.
    player.page.get_by_role("button", name="Whole map").click()
    player.until(lambda: width_of(player.page.locator(".map-stage")) <= 390, "the whole table")
    player.answer(button_of(player, player.state()["table"]["decision"]))
    player.asked()
    assert width_of(player.page.locator(".map-stage")) <= 390


def test_a_phone_keeps_the_second_yes_in_sight(sit: Sit) -> None:
    player = sit(**PHONE)
    player.begin_against(DUEL)
    until_a_move(player)
    player.page.locator("[data-fold='the rest']").tap()
    player.page.locator("button[data-option='leap']").first.tap()
    confirm = player.page.locator("[data-confirm]")
    expect(confirm).to_be_in_viewport(ratio=1)
    before = player.number
    confirm.tap()
    player.until(lambda: player.is_past(before), "the move")


def test_no_word_in_the_head_of_the_table_is_cut_off(sit: Sit) -> None:
    for language, width in (("en-GB", 1440), ("it-IT", 1280), ("it-IT", 390)):
        player = sit(language, width)
        player.begin_against("cappa/convento")
        until_a_move(player)
        cut = player.page.locator(".table-title span, .table-stages li").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
        )
        assert cut == []


def test_axe_finds_nothing_serious_on_an_open_table(sit: Sit) -> None:
    player = sit()
    player.begin_against(DUEL)
    until_a_move(player)
    assert complaints(player.page) == []
    player.page.locator("button[data-option='move']").first.hover()
    expect(player.page.locator(".open-ghost-base")).to_be_visible()
    assert complaints(player.page) == []


def test_where_nobody_measures_the_page_shows_no_length(sit: Sit) -> None:
    player = sit()
    previewed: list[str] = []  # from the first: an option may come to lie under a pointer that rests

    def note(answer: Response) -> None:
        if answer.url.endswith("/preview"):
            asked = json.loads(answer.request.post_data or "")
            previewed.append(asked["answer"]["key"])

    player.page.on("response", note)
    player.begin_against(DUEL, options={"no_measuring": "yes"})
    decision = until_a_move(player)
    player.page.locator("button[data-option='move']").first.hover()
    player.until(lambda: "move" in previewed, "the preview of a move")
    expect(player.page.locator(".open-ghost-base")).to_be_visible()
    expect(player.page.locator(".open-ruler, .open-plate, .open-scale")).to_have_count(0)
    assert not any(re.search(r"\bum\b", option["text"]["en"]) for option in decision["options"])


def sit_at_the_inn(player: Player) -> None:
    """A house of two storeys, and a shot that can be fired now."""
    seats = {"red": "computer:random", "blue": "me"}
    body = {"save": about_to_shoot(), "seats": seats}
    made = CLIENT.post(f"{player.address}/api/games/import", json=body).json()
    player.page.goto(player.address + made["keys"][0]["link"])
    player.asked()


def test_odds_stay_in_sight_tabs_stand_in_their_house_and_cards_are_read_in_peace(sit: Sit) -> None:
    player = sit()
    sit_at_the_inn(player)
    page = player.page
    tabs = [f"[data-stop='storey building_brick-1 {storey}']" for storey in (0, 1)]
    for selector in tabs:
        expect(page.locator(selector)).to_be_visible()
    (left, top, right, bottom), *boxes = boxes_at_once(player, (900, 300, 1700, 800), tabs)
    for box in boxes:
        assert left <= box[0] < box[2] <= right
        assert top <= box[1] < box[3] <= bottom
    # However long the count, the percentage is seen, also once the second yes is asked for.
    page.locator("button[data-option='shoot']").first.click()
    expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tell-percent").first).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    # Whoever reads an enemy's card is not told off.
    page.locator("[data-piece='rochefort'] .map-touch").click(force=True)
    page.wait_for_timeout(300)
    assert page.locator(".table-refusal:not(.remark)").count() == 0


Box = tuple[float, float, float, float]


def boxes_at_once(player: Player, rect: Box, selectors: list[str]) -> list[Box]:
    """A rectangle of the table (hundredths of a um) and some elements, as they stand on the screen in one moment."""
    # One reading of all: between two readings the map may fit itself to the rail beside it.
    found: list[Box] = player.page.locator(".map-live").evaluate(
        """(live, [[left, top, right, bottom], selectors]) => {
            const on = (x, y) => new DOMPoint((x * 32) / 100, (y * 32) / 100).matrixTransform(live.getScreenCTM());
            const [a, b] = [on(left, top), on(right, bottom)];
            const boxes = selectors.map((each) => document.querySelector(each).getBoundingClientRect());
            return [[a.x, a.y, b.x, b.y], ...boxes.map((box) => [box.left, box.top, box.right, box.bottom])];
        }""",
        [list(rect), selectors],
    )
    return found


def test_what_few_want_is_folded_away_and_one_click_brings_it_back(sit: Sit) -> None:
    player = sit()
    sit_at_the_inn(player)
    page, options = player.page, player.state()["table"]["decision"]["options"]
    seldom = [one for one in options if one.get("seldom")]
    assert len(seldom) > 1
    more = page.locator("[data-fold='the rest']")
    expect(more).to_contain_text(str(len(seldom)))
    hidden = page.locator(f"button[data-option='{seldom[0]['key']}']")
    expect(hidden).to_have_count(0)
    more.click()
    expect(hidden.first).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    player.unfolds()
    expect(page.locator(".table-options [data-option]")).to_have_count(len(options))
    page.keyboard.press("Escape")
    expect(hidden).to_have_count(0)


def test_a_long_list_shows_a_dozen_lines_with_prices_and_odds_and_opens_by_keys(sit: Sit) -> None:
    player = sit()
    sit_at_the_inn(player)
    page = player.page
    lines = page.locator(".table-options > *")
    assert lines.count() <= 12
    shot = page.locator("button[data-option='shoot']").first
    expect(shot).to_contain_text("1 PA")
    expect(shot.locator(".table-option-note")).to_contain_text("%")
    # what the sort of answer does is said where one looks at it
    shot.hover()
    expect(page.locator(".table-does")).to_be_visible()
    # by keys: down to a line that is folded, Enter, and the first of what it hid has the focus
    fold = page.locator("button[data-fold][aria-expanded=false]").first
    shown = player.options.count()
    walk_to(player, fold)
    page.keyboard.press("Enter")
    player.until(lambda: player.options.count() > shown, "what was folded away")
    assert page.evaluate("() => document.activeElement.matches('[data-option]')")
