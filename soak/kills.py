"""Servers killed at random moments, with each database: nothing acknowledged is lost, nothing is done twice.

``python -m soak.kills 50`` writes its own section of docs/soak.md.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from soak.sections import put_section
from tests.server.killing import kill_often
from tests.server.running import postgres, postgres_programs

REPORT = Path("docs/soak.md")
TITLE = "Servers killed"
TIMES = 50


def kill_with_each_database(times: int) -> list[tuple[str, int]]:
    """How many answers were acknowledged, and found again, with each database there is."""
    with tempfile.TemporaryDirectory() as folder:
        found = [("SQLite", kill_often(f"sqlite:///{Path(folder) / 'alfiere.db'}", times))]
    programs = postgres_programs()
    if programs is not None:
        with postgres(programs) as address:
            found.append(("PostgreSQL", kill_often(address, times)))
    return found


def told(times: int, found: list[tuple[str, int]]) -> list[str]:
    """The section."""
    return [
        "Two people play and send each answer until it is acknowledged, while the server is killed (SIGKILL) at random",
        "moments and started again. Every answer that was acknowledged stood in the database, once, in its place, and",
        "no decision that was acknowledged was asked again.",
        "",
        "| database | kills | answers acknowledged | lost | taken twice |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(f"| {name} | {times} | {answers:,} | 0 | 0 |" for name, answers in found),
    ]


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    lines = told(times, kill_with_each_database(times))
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
