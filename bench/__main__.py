"""Measure everything, in rounds and beside a reference, so that a noisy moment spoils no figure; keep the medians."""

from __future__ import annotations

import argparse
import platform
import statistics
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from alfiere.games import GAMES
from bench import brigades, crowds, fast, goals, lines, open_table, page, parade, server, thinking
from bench.measures import copies, random_play, replayed
from bench.reference import quiet_speed
from soak.sections import put_section

REPORT = Path("docs/bench.md")
GOALS = {"decisions": 1.0, "battles": 25.0, "replayed": 30_000.0, "copy": 50.0}


def measure(code: str, name: str, rounds: int, seconds: float) -> dict[str, float]:
    """The median of every figure for one battle."""
    scenario = GAMES[code].scenario(name)
    found: dict[str, list[float]] = {}

    def note(key: str, value: float) -> None:
        found.setdefault(key, []).append(value)

    for _ in track(range(rounds), description=f"{code}/{name}", transient=True):
        decisions, battles = random_play(code, scenario, seconds)
        note("decisions", decisions)
        note("battles", battles)
        copy, clone, digest = copies(code, scenario, seconds / 3)
        note("copy", copy)
        note("clone", clone)
        note("digest", digest)
        note("replayed", replayed(code, scenario, seconds))
    return {key: statistics.median(values) for key, values in found.items()}


def report(figures: dict[str, dict[str, float]]) -> str:
    """The figures as a table for docs/bench.md."""
    lines = [
        "# Speed",
        "",
        "Written by `make bench`. One core, random players, medians of several rounds. What is measured is cut into",
        "stretches of a tenth of a second, and between them runs a reference, random play of python-chess: as much",
        "slower as that is than undisturbed, so much less is the time counted. So other work on the machine hardly",
        "changes a figure.",
        "",
        f"Python {platform.python_version()} on {platform.machine()}; python-chess undisturbed: {quiet_speed():,.0f} "
        "moves a second.",
        "",
        "| battle | decisions/s | times python-chess | battles/s | replayed decisions/s "
        "| copy µs | clone µs | digest µs |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, f in figures.items():
        lines.append(
            f"| {name} | {f['decisions']:,.0f} | {f['decisions'] / quiet_speed():.2f} | {f['battles']:.1f} "
            f"| {f['replayed']:,.0f} | {f['copy']:.0f} | {f['clone']:.0f} | {f['digest']:.0f} |"
        )
    lines += [
        "",
        "Goals for Lens: at least as many decisions as python-chess makes moves, 25 battles a second, 30,000 replayed",
        "decisions a second, a copy within 50 microseconds. Goals for Cappa: 3,000 decisions a second, a copy within",
        "100 microseconds. A clone is a copy of the last mark and the answers since. Replay is opening a save on",
        "trust, its end compared with the file.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    ask = argparse.ArgumentParser(description="Measure the speed of every battle; writes docs/bench.md.")
    ask.add_argument("--rounds", type=int, default=5)
    ask.add_argument("--seconds", type=float, default=1.5, help="time for each figure in a round")
    ask.add_argument("battles", nargs="*", help="battles such as esa/lens-1648; all of them without")
    args: Any = ask.parse_args()
    names = args.battles or [f"{code}/{name}" for code, rules in GAMES.items() for name in rules.scenario_ids()]
    figures = {}
    for name in names:
        code, _, battle = name.partition("/")
        figures[name] = measure(code, battle, args.rounds, args.seconds)
    text = report(figures)
    load = server.others_at_work()
    loaded = server.told(server.measure(server.GAMES, server.SECONDS), load)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(text, encoding="utf-8")
    sections = [
        (open_table.TITLE, open_table.measure()),
        (crowds.TITLE, crowds.measure()),
        (parade.TITLE, parade.measure()),
        (brigades.TITLE, brigades.measure()),
        (lines.TITLE, lines.measure()),
        (fast.TITLE, fast.measure()),
        (thinking.TITLE, thinking.measure()),
        (server.TITLE, loaded),
        (page.TITLE, page.measure()),
    ]
    for title, told in sections:
        put_section(REPORT, title, told)
    put_section(REPORT, goals.TITLE, goals.told(REPORT))
    Console().print(text, *(line for _, told in sections for line in told), sep="\n", markup=False, highlight=False)


if __name__ == "__main__":
    main()
