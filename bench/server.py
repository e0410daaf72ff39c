"""The server under load: many games at once, each at the pace of quick players.

``python -m bench.server`` writes its own section of docs/bench.md.
"""

from __future__ import annotations

import os
from pathlib import Path

from soak.sections import put_section
from tests.server.loading import EVERY, Report, measure

REPORT = Path("docs/bench.md")
TITLE = "Server"
GAMES, SECONDS = 200, 20.0


def others_at_work() -> str:
    """How much else the machine had to do: without that no latency means anything."""
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def told(found: Report, load: str) -> list[str]:
    """The section; ``load`` is what others_at_work said before."""
    busy = found.milliseconds_of_processor * found.games / EVERY / 1000
    return [
        f"{found.games} games at once, {1 / EVERY:.0f} decisions a second each, no computer players, SQLite that",
        "flushes every commit; client and server on the same machine. Processor time is the server's own, whoever else",
        f"is at work. Load average just before the run: {load}.",
        "",
        "| answers | median ms | 99 in 100 within ms | processor ms an answer | cores needed | KB a game |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
        f"| {found.answers:,} | {found.percentile(0.5):.1f} | {found.percentile(0.99):.1f} "
        f"| {found.milliseconds_of_processor:.2f} | {busy:.2f} | {found.kilobytes_a_game:.0f} |",
        "",
        "Goals: 99 in 100 within 50 ms on a machine that has nothing else to do, less than 2 MB a game.",
    ]


def main() -> None:
    load = others_at_work()
    lines = told(measure(GAMES, SECONDS), load)
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
