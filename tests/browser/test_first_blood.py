"""The first turn of a battle of each game of units, and its first fight: every answer by keys alone, or on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate

from alfiere.games import GAMES
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from alfiere.kernel.save import save_of
from alfiere.players import player
from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.server.people import CLIENT

pytestmark = pytest.mark.slow

BATTLES = {  # to learn with; the question that comes before shots are fired
    "fucilieri": ("stura-1706", "name-volleys"),
    "lumi": ("altenried", "fire"),
    "risorgimento": ("genestrello", "fire"),
}
each_game = pytest.mark.parametrize("code", BATTLES)


class Hands:
    """A player who uses nothing but keys, or nothing but the map and what comes up beside the pointer."""

    def __init__(self, me: Player) -> None:
        self.me, self.page = me, me.page
        self.armed = self.page.locator("button[data-armed]")
        self.which = self.page.locator(".table-which button")

    @property
    def decision(self) -> dict[str, Any]:
        """What is asked, as the server has it."""
        found: dict[str, Any] | None = None

        def is_asked() -> bool:
            nonlocal found
            found = self.me.state("blue")["table"]["decision"] if self.me.number else None
            return found is not None

        self.me.until(is_asked, "a question")
        assert found is not None
        return found

    def by_keys(self, line: Locator) -> None:
        """Walks down the list to a line, opens it if it hides others, takes it and says yes again where wanted."""
        before = self.me.number

        def is_reached() -> bool:
            if not line.evaluate("(one) => one === document.activeElement"):
                self.page.keyboard.press("ArrowDown")
            return bool(line.evaluate("(one) => one === document.activeElement"))

        self.me.until(is_reached, "the line", seconds=30)
        self.page.keyboard.press("Enter")
        self.me.until(lambda: self.armed.count() or self.me.is_past(before), "the answer")
        if self.armed.count() and not self.me.is_past(before):
            self.page.keyboard.press("Enter")
        self.me.until(lambda: self.me.is_past(before), "the answer")

    def on_the_map(self, *stops: str) -> None:
        """Clicks one thing after the other, then what comes up beside the pointer, then the second yes."""
        before = self.me.number
        chosen = self.page.locator(".table-chosen")

        def has_come_up() -> bool:
            return bool(self.armed.count() or self.which.count() or self.me.is_past(before))

        for stop in stops:
            if has_come_up():
                break  # what comes up may lie over what would be clicked next
            thing = self.page.locator(f"[data-stop='{stop}']").first
            touch = thing.locator(".map-touch")
            (touch.first if touch.count() else thing).click()
            self.me.until(lambda: has_come_up() or chosen.count(), "the click")
        # a place or a unit is chosen, and words tell the rest
        for more in (self.which, self.me.options):
            if (more is self.which or chosen.count()) and more.count() and not self.me.is_past(before):
                more.first.click()
                self.me.until(lambda: self.armed.count() or self.me.is_past(before), "the answer")
                break
        if self.armed.count() and not self.me.is_past(before):
            self.armed.first.click()
        self.me.until(lambda: self.me.is_past(before), "the answer")


def before_the_first_shot(code: str) -> str:
    """The save of a battle between computers at the first question to blue who fires at whom."""
    name, key = BATTLES[code]
    rules = GAMES[code]
    for seed in range(20):
        game = Game(rules, rules.scenario(name), f"first blood {seed}", keep_marks=True)
        sitting = {seat: player("greedy", seat) for seat in rules.seats}
        while (decision := game.decision) is not None and game.state.turn < 5:
            if (decision.seat, decision.key) == ("blue", key) and _shots(decision.options):
                return save_of(game).to_text()
            game.answer(decision.seat, sitting[decision.seat].choose(game, decision.seat))
    raise AssertionError(f"{code}: blue never fires")


def _shots(options: Sequence[Option]) -> list[Option]:
    return [one for one in options if one.get("target")]


@each_game
def test_a_battle_is_begun_by_keys_and_on_the_map(sit: Sit, code: str) -> None:
    me = sit()
    me.begin_against(f"{code}/{BATTLES[code][0]}")
    hands = Hands(me)
    asked: set[str] = set()
    for number in range(60):
        decision = hands.decision
        places = [one["args"]["to"] for one in decision["options"] if "to" in one["args"]]
        if decision["key"] not in ("deploy", "deploy-leader") and "deploy" in asked and number > 8:
            break
        asked.add(decision["key"])
        rest = me.page.locator("button[data-option='deploy-rest']")
        if places and number % 2:
            hands.on_the_map("place " + ",".join(map(str, places[0])))
        elif number > 4 and rest.count():
            hands.by_keys(rest.first)
        else:
            hands.by_keys(me.options.first)
    assert "deploy" in asked
    # what was chosen stands on the table
    pieces = me.state("blue")["table"]["view"]["pieces"]
    assert sum(1 for one in pieces if one["owner"] == "blue" and one.get("pose")) > 4


@each_game
def test_the_first_shots_are_fired_by_keys_and_on_the_map_and_told_die_by_die(sit: Sit, code: str) -> None:
    me = sit()
    body = {"save": before_the_first_shot(code), "seats": {"red": "computer:random", "blue": "me"}}
    made = CLIENT.post(f"{me.address}/api/games/import", json=body)
    assert made.is_success, made.text
    me.page.goto(me.address + made.json()["keys"][0]["link"])
    hands = Hands(me)
    key = BATTLES[code][1]
    breakdowns = me.page.locator(".tell-open")
    me.asked()
    told = breakdowns.count()
    by = {"keys": 0, "map": 0}
    for _ in range(12):
        decision = hands.decision
        shots = [one for one in decision["options"] if "target" in one["args"]]
        if decision["key"] != key or not shots:
            if all(by.values()) or (by["keys"] and decision["key"] != key):
                break
            hands.by_keys(me.options.first)
            continue
        if by["keys"]:
            args = shots[0]["args"]
            hands.on_the_map(f"piece {args['unit']}", f"piece {args['target']}")
            by["map"] += 1
        else:
            hands.by_keys(me.page.locator(f"button[data-option='{shots[0]['key']}']").first)
            by["keys"] += 1
    assert by["keys"], "nobody fired by keys"
    me.until(lambda: breakdowns.count() > told, "the dice of the shots")
    for _ in range(12):
        me.page.mouse.move(2, 2)  # the odds of a line that is looked at may leave no room for the log
        me.page.evaluate("() => document.activeElement?.blur()")
        try:
            breakdowns.last.click(timeout=3000)
            break
        except TooLate:  # so may a question that has much to tell
            hands.by_keys(me.options.first)
    else:
        raise AssertionError("the log was never to be seen")
    expect(me.page.locator(".tell-entry").last).to_be_visible()
