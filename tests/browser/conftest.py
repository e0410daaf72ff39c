"""A real browser before a real server: the built pages, Chromium, and a database that is thrown away."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.people import PATIENCE, Player
from tests.server.running import Running

PAGES = Path(os.environ.get("ALFIERE_PAGES") or Path(__file__).parents[2] / "src" / "alfiere" / "web")
# The shell has no windows, tabs and menus of its own to draw: the tests take little more than half the time in it.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# As root there is no sandbox to be had; the rest keeps the browser from talking to anybody but us.
QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The page's share of the seed: letters that come out the same each time.
SAME_LETTERS = """
    let last = %d;
    crypto.getRandomValues = (letters) => {
        for (let n = 0; n < letters.length; n += 1) {
            last = (Math.imul(last, 1103515245) + 12345) >>> 0;
            letters[n] = last >>> 16;
        }
        return letters;
    };
"""
HALVES = 2
expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two processes share the browser's tests, which mostly wait, while the others compute: no core stands idle."""
    mine = [item for item in items if item.path.parent == Path(__file__).parent]
    files = sorted({item.path for item in mine})
    for item in mine:
        item.add_marker(pytest.mark.xdist_group(f"browser-{files.index(item.path) % HALVES}"))


def chromium() -> str:
    """The browser's program, found as tools/make-browser finds it."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert found, "no Chromium here: «make test» installs it, or says how"
    return found


# For the page tests one browser and one server, and each test sits down with a context and games of its own. Not for
# the whole session: while Playwright is there, nothing else in the process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=QUIETLY)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    assert (PAGES / "index.html").exists(), "the browser table is not built: «make pages» builds it"
    path = tmp_path_factory.mktemp("browser") / "alfiere.db"
    with Running(database=f"sqlite:///{path}", pages=PAGES) as server:
        yield server


@pytest.fixture(scope="package")
def address(server: Running) -> str:
    return f"http://{server.address}"


Sit = Callable[..., Player]


@pytest.fixture
def sit(browser: Browser, address: str, luck: random.Random) -> Iterator[Sit]:
    """Sits a new person with a browser of their own at the lobby. Errors on the page fail the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def sit_down(
        language: str = "en-GB", width: int = 1440, height: int = 900, *, is_briefed: bool = False, **more: Any
    ) -> Player:
        more = {"reduced_motion": "reduce"} | more
        context = browser.new_context(locale=language, viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        context.add_init_script(SAME_LETTERS % luck.getrandbits(31))
        if not is_briefed:  # only who wants a briefing has one laid before him
            context.add_init_script("localStorage.setItem('alfiere.briefings', 'off')")
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address + "/")
        return Player(page, address)

    yield sit_down
    for context in contexts:
        context.close()
    assert not wrong, wrong
