"""Every battle with the rules as they stand and with the rules compiled by «make fast», side by side.

``python -m bench.fast`` writes its own section of docs/bench.md. Each measurement is a process of its own, in turns,
so that a noisy minute of the machine meets both.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

from alfiere.games import GAMES
from bench.reference import quiet_speed
from soak.sections import put_section

REPORT = Path("docs/bench.md")
TITLE = "Compiled rules"
FAST = Path(".venv/fast")
ROUNDS = 3
SECONDS = 1.5
MEASURE = """
import sys
from alfiere.games import GAMES
from bench.measures import random_play, replayed
from bench.reference import times
code, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
scenario = GAMES[code].scenario(name)
print(random_play(code, scenario, seconds, times)[0], replayed(code, scenario, seconds, times))
"""
HEAP = 80  # characters
IN_A_HEAP = f"""
from bench.crowds import crowds, random_play
from bench.reference import times
print(random_play(crowds({HEAP}, is_heap=True), times)[0])
"""


def measure() -> list[str]:
    """Random play and replay of every battle both ways, as lines of the report."""
    lines = [
        "Decisions a second of random play and of saves opened on trust, with the rules as they stand and as",
        "`make fast` compiles them (`alfiere-fast`), medians of runs in turns; one core. The last column is the",
        "compiled figure against python-chess.",
        "",
        "| battle | decisions/s | compiled | times | replayed/s | compiled | times | times python-chess |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for code in compiled():
        for name in GAMES[code].scenario_ids():
            (plain, replay), (quick, quick_replay) = _both(MEASURE, code, name, str(SECONDS))
            lines.append(
                f"| {code}/{name} | {_told(plain)} | {_told(quick)} | {quick / plain:.2f} "
                f"| {_told(replay)} | {_told(quick_replay)} | {quick_replay / replay:.2f} | {quick:.2f} |"
            )
    if "cappa" in compiled():
        (plain,), (quick,) = _both(IN_A_HEAP)
        heap = f"{HEAP} in a heap"
        lines.append(
            f"| {heap} | {_told(plain)} | {_told(quick)} | {quick / plain:.2f} | | | | {quick:.3f} |",
        )
    return lines


def compiled() -> list[str]:
    """The games of which there are compiled modules."""
    return [code for code in GAMES if any((FAST / "alfiere" / "games" / code).rglob("*.so"))]


def _both(measure: str, *about: str) -> tuple[list[float], list[float]]:
    """The figures of a measurement as it stands and compiled, medians of both."""
    rounds = [(_figures(None, measure, *about), _figures(FAST, measure, *about)) for _ in range(ROUNDS)]
    plain, quick = zip(*rounds, strict=True)
    return _medians(plain), _medians(quick)


def _figures(path: Path | None, measure: str, *about: str) -> tuple[float, ...]:
    here = {**os.environ, "PYTHONPATH": f"{path.resolve()}:." if path else "."}
    told = subprocess.check_output([sys.executable, "-c", measure, *about], env=here, text=True)
    return tuple(map(float, told.split()))


def _told(times: float) -> str:
    return f"{times * quiet_speed():,.0f}"


def _medians(rounds: tuple[tuple[float, ...], ...]) -> list[float]:
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def main() -> None:
    lines = measure()
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
