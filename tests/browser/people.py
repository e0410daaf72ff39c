"""A person before the browser: looks at the page, clicks what can be chosen, answers what is asked."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from alfiere.games import GAMES
from tests.server.people import CLIENT

PATIENCE = 300.0  # seconds: generous, for machines that do other things as well


class Player:
    """Somebody with a page of their own."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    # Looking

    @property
    def prompt(self) -> Locator:
        return self.page.locator("#prompt")

    @property
    def options(self) -> Locator:
        return self.page.locator("button[data-option]")

    @property
    def number(self) -> str | None:
        """The number of the decision on the screen; None while nothing is asked or an answer is on its way."""
        found: str | None = self.page.evaluate(
            """() => {
                const asked = document.querySelector("[data-decision]");
                const waits = asked?.querySelector("button[data-option]:disabled");
                return asked && !waits ? asked.dataset.decision : null;
            }"""
        )
        return found

    @property
    def is_over(self) -> bool:
        return self.page.locator("#verdict").count() > 0

    def is_past(self, before: str | None) -> bool:
        """Whether the next question is on the screen, or the battle over: only then has the server taken an answer."""
        return self.is_over or self.number not in (None, before)

    @property
    def game(self) -> tuple[str, str]:
        """The id and the key of the game whose table is open."""
        found = re.search(r"#/game/([^/]+)/([^/]+)", self.page.url)
        assert found, self.page.url
        return found[1], found[2]

    def state(self, seat: str = "") -> Any:
        """The game as the server has it for this person."""
        return self.asks(f"?seat={seat}" if seat else "")

    def asks(self, what: str) -> Any:
        """What the server tells this person about the game: ``/log``, ``/moments/3``."""
        game, key = self.game
        answer = CLIENT.get(f"{self.address}/api/games/{game}{what}", headers={"Authorization": f"Bearer {key}"})
        assert answer.is_success, answer.text
        return answer.json()

    def until(self, wanted: Callable[[], Any], what: str = "it", seconds: float = PATIENCE) -> None:
        """Waits until something is so."""
        end = time.monotonic() + seconds
        while not wanted():
            assert time.monotonic() < end, f"{what} did not come about"
            self.page.wait_for_timeout(40)

    # Doing

    def open(self, address: str) -> None:
        """Goes to a page of the site: ``#/rules/esa``."""
        self.page.goto(f"{self.address}/{address}")

    def begin(self, battle: str) -> None:
        """Opens a battle against the computer, from its card in the lobby."""
        self.page.get_by_role("button", name=re.compile(f"computer: {battle}", re.I)).first.click()
        self.page.wait_for_url("**/#/game/**")
        self.asked()

    def begin_against(self, scenario: str, level: str = "random", **more: Any) -> None:
        """Opens a battle against a computer of some level, with the blue chair taken."""
        body = {"scenario": scenario, "seats": {"red": f"computer:{level}", "blue": "me"}, **more}
        self._begins("/api/games", body)

    def begin_short(self, scenario: str, turns: int) -> None:
        """Opens a battle against the random computer that ends after fewer turns than it has."""
        code, _, name = scenario.partition("/")
        source = json.dumps({**GAMES[code].scenario(name).source, "turns": turns})
        self._begins("/api/own/games", {"source": source, "seats": {"red": "computer:random", "blue": "me"}})

    def _begins(self, address: str, body: dict[str, Any]) -> None:
        made = CLIENT.post(self.address + address, json=body)
        assert made.is_success, made.text
        self.page.goto(self.address + made.json()["keys"][0]["link"])
        self.asked()

    def asked(self) -> bool:
        """Waits until something is asked or the battle is over; True if something is asked."""
        self.until(lambda: self.is_over or self.number is not None, "a question")
        return not self.is_over

    def answer(self, choice: random.Random | int | Locator = 0, by: Literal["mouse", "finger"] = "mouse") -> None:
        """Clicks or taps an option, again where the page wants to be sure, and waits until it has been taken."""
        self.until(lambda: self.number is not None, "a question")
        before = self.number
        if isinstance(choice, Locator):
            button = choice
        elif isinstance(choice, int):
            button = self.options.nth(choice)
        else:
            button = self.options.nth(choice.randrange(self.options.count()))
        if by == "finger":
            button.scroll_into_view_if_needed()
            button.tap()
        else:
            button.click()
        end = time.monotonic() + PATIENCE
        while self.number == before and not self.is_over:
            assert time.monotonic() < end, "the answer was not taken"
            armed = self.page.locator("button[data-armed]")
            if armed.count():
                try:
                    armed.first.click(timeout=1000)
                except TooLate:
                    continue  # it was taken meanwhile
            self.page.wait_for_timeout(20)

    def unfolds(self) -> None:
        """Unfolds every line of the list behind which there are more answers."""
        closed = self.page.locator("button[data-fold][aria-expanded=false]")
        while closed.count():
            closed.first.click()
            self.page.evaluate("() => document.activeElement?.blur()")

    def takes_back(self) -> None:
        """Clicks undo, and waits until the earlier question is on the screen."""
        before = self.number
        self.page.locator("[data-guide=undo]").click()
        self.until(lambda: self.number not in (None, before), "the undo")

    def presses(self, key: str, wanted: Callable[[], Any], what: str) -> None:
        """Presses a key that does no harm when it is pressed again, until the page has heard it."""

        def is_heard() -> bool:
            if not wanted():
                self.page.keyboard.press(key)
            return bool(wanted())

        self.until(is_heard, what)

    def play(self, decisions: int, chance: random.Random) -> int:
        """Answers so many questions, the ordinary thing more often than not; fewer if the battle ends."""
        for done in range(decisions):
            if not self.asked():
                return done
            self.answer(0 if chance.random() < 0.6 else chance)
        return decisions
