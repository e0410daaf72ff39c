"""The page: how much script it loads, how soon the table is drawn, how smoothly it is moved with 200 units.

``python -m bench.page`` writes its own section of docs/bench.md.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from alfiere.kernel.chance import share_commitment
from bench.server import others_at_work
from soak.sections import put_section
from tests.browser.conftest import PAGES, QUIETLY, chromium
from tests.server.running import Running

REPORT = Path("docs/bench.md")
TITLE = "Page"
UNITS = 200
OPENINGS = 5

# Blocks of the battle are drawn again until there are as many as wanted.
CROWD = """(wanted) => {
    const blocks = [...document.querySelectorAll("[data-piece]")];
    for (let n = blocks.length; n < wanted; n++) {
        const twin = blocks[n % blocks.length].cloneNode(true);
        const around = document.createElementNS("http://www.w3.org/2000/svg", "g");
        around.setAttribute("transform", `translate(${(n * 37) % 300 - 150} ${(n * 53) % 260 - 130})`);
        around.append(twin);
        blocks[n % blocks.length].parentNode.append(around);
    }
    return document.querySelectorAll("[data-piece]").length;
}"""
FRAMES = """() => new Promise((done) => {
    const times = [];
    const end = performance.now() + 3000;
    const note = (now) => { times.push(now); now < end ? requestAnimationFrame(note) : done(times); };
    requestAnimationFrame(note);
})"""


def script_kilobytes() -> float:
    """All scripts of the page as they are sent, compressed."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in PAGES.glob("assets/*.js")) / 1024


def a_table(address: str) -> str:
    """The address of a table with everybody deployed, against a computer; ours does the ordinary thing."""
    made = httpx.post(
        f"{address}/api/games", json={"scenario": "esa/lens-1648", "seats": {"red": "computer:random", "blue": "me"}}
    ).json()
    key = made["keys"][0]["key"]
    head = {"Authorization": f"Bearer {key}"}
    game = f"{address}/api/games/{made['id']}"
    share = "a-page-that-is-measured"
    httpx.post(f"{game}/join", json={"commitment": share_commitment(made["id"], ["blue"], share)}, headers=head)
    httpx.post(f"{game}/reveal", json={"share": share}, headers=head)
    while True:
        table = httpx.get(game, headers=head).json()["table"]
        if len(table["view"]["pieces"]) >= 17 and table["decision"]:
            return str(address + made["keys"][0]["link"])
        asked = table["decision"]
        if asked:
            option = asked["options"][0]
            answer = {"decision": asked["number"], "answer": {"key": option["key"], "args": option["args"]}}
            httpx.post(f"{game}/answer", json=answer, headers=head)


def first_picture(page: Page, link: str) -> float:
    """Milliseconds from asking for the page to the first block on the map."""
    page.goto("about:blank")
    page.goto(link, wait_until="commit")
    page.locator("[data-piece]").first.wait_for(state="attached")
    found: float = page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))")
    return found


def frames_while_panning(page: Page) -> list[float]:
    """The time between frames while the map is dragged to and fro."""
    box: Any = page.locator("[data-guide=map]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.keyboard.press("+")
    page.mouse.down()
    running = page.evaluate_handle(f"() => {{ window.measured = ({FRAMES})(); }}")
    for n in range(90):
        page.mouse.move(x + (n % 30 - 15) * 8, y + (n % 20 - 10) * 6)
    page.mouse.up()
    times: list[float] = page.evaluate("() => window.measured")
    running.dispose()
    return [after - before for before, after in pairwise(times)]


def measure() -> list[str]:
    """The section of the report."""
    load = others_at_work()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIETLY)
        with Running(database=f"sqlite:///{folder}/alfiere.db", pages=PAGES) as server:
            link = a_table(f"http://{server.address}")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            openings = [first_picture(page, link) for _ in range(OPENINGS)]
            units = page.evaluate(CROWD, UNITS)
            gaps = sorted(frames_while_panning(page))
            version = browser.version
        browser.close()
    return [
        f"Chromium {version} without a graphics card, on this machine; load average just before: {load}.",
        "",
        "| script, compressed | first table drawn, median | units | frame while panning, median | 95 in 100 within |",
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| {script_kilobytes():.0f} KB | {statistics.median(openings):.0f} ms | {units} "
        f"| {statistics.median(gaps):.1f} ms | {gaps[len(gaps) * 95 // 100]:.1f} ms |",
        "",
        "Goals: at most 200 KB of script, the table within a second, smooth panning with 200 units.",
    ]


def main() -> None:
    lines = measure()
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
