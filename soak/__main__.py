"""All the long runs, one after the other; the result is kept in docs/soak.md."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.progress import Progress

from alfiere.games import GAMES
from alfiere.lab.series import Series, play_series
from alfiere.lab.statistics import Summary, summary
from soak import kills
from soak.battles import Tallied, Unsound, many
from soak.sections import put_section

REPORT = Path("docs/soak.md")
FIRST = "esa/lens-1648"  # the battle fought most
SEED = "soak"


def battles() -> list[tuple[str, str]]:
    """Every battle of every game."""
    return [(code, name) for code, rules in GAMES.items() for name in rules.scenario_ids()]


def _bar(bars: Progress, label: str, total: int) -> Callable[[int], None]:
    """A new progress bar, as a function that is told how much is done."""
    bar = bars.add_task(label, total=total)
    return lambda done: bars.update(bar, completed=done)


def random_runs(share: float, jobs: int, bars: Progress) -> list[tuple[str, Tallied]]:
    """Random battles, a tenth of them with every invariant checked after every decision."""
    runs: list[tuple[str, str, int, dict[str, str]]] = [
        (code, name, 10_000 if f"{code}/{name}" == FIRST else 1_000, {}) for code, name in battles()
    ]
    runs += [("esa", "brawls", 3_000, {}), ("esa", "brawls", 500, {"veterans": "yes"})]
    found = []
    for code, name, count, options in runs:
        count = max(10, round(count * share))
        checked = count if name == "brawls" else max(1, count // 10)
        label = f"{code}/{name}" + "".join(f" {key}={value}" for key, value in options.items())
        tell = _bar(bars, label, count)
        found.append((label, many(code, name, count, checked, jobs=jobs, options=options, tell=tell)))
    return found


def duels(share: float, jobs: int, bars: Progress, only: list[str]) -> list[tuple[str, str, str, Summary]]:
    """Greedy against random from either side, and against itself, on every battle."""
    found = []
    for code, name in battles():
        if only and f"{code}/{name}" not in only:
            continue
        for red, blue in (("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")):
            count = max(4, round(100 * share))
            tell = _bar(bars, f"{code}/{name} {red} - {blue}", count)
            series = Series(code, name, {"red": red, "blue": blue}, SEED, {})
            outcomes = list(play_series(series, count, jobs, tell))
            found.append((f"{code}/{name}", red, blue, summary(outcomes, GAMES[code].seats)))
    return found


def report(
    random_found: list[tuple[str, Tallied]], duel_found: list[tuple[str, str, str, Summary]], spent: float
) -> str:
    """The results as docs/soak.md."""
    lines = [
        "# Long runs",
        "",
        f"Written by `make soak`, {spent / 60:.0f} minutes. Every battle below ended, without an exception and",
        "without a decision that had no option. In those counted as checked every invariant held after every decision:",
        "one unit a hex, strengths within bounds, every card in exactly one place, determination never rising, whoever",
        "decides entitled to.",
        "",
        "## Random battles",
        "",
        "| battle | battles | of these checked | decisions | longest | endings |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for name, t in random_found:
        endings = ", ".join(f"{reason} {count}" for reason, count in t.endings.most_common())
        lines.append(f"| {name} | {t.battles:,} | {t.checked:,} | {t.decisions:,} | {t.longest:,} | {endings} |")
    lines += [
        "",
        "## Players",
        "",
        "| battle | red | blue | battles | red wins | blue wins | drawn | mean turns | endings |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for name, red, blue, found in duel_found:
        endings = ", ".join(f"{reason} {share.count}" for reason, share in found.reasons.items())
        lines.append(
            f"| {name} | {red} | {blue} | {found.games} | {found.wins['red'].count} | {found.wins['blue'].count} "
            f"| {found.draws.count} | {found.mean_turns:.1f} | {endings} |"
        )
    return "\n".join([*lines, ""])


def main() -> int:
    ask = argparse.ArgumentParser(description="Fight very many battles and check everything; writes docs/soak.md.")
    ask.add_argument("--share", type=float, default=1.0, help="a fraction of the whole, for a quick look")
    ask.add_argument("--duels", nargs="*", default=[], metavar="BATTLE", help="players meet only on these battles")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = ask.parse_args()
    started = time.monotonic()
    try:
        with Progress(transient=True) as bars:
            random_found = random_runs(args.share, args.jobs, bars)
            duel_found = duels(args.share, args.jobs, bars, args.duels)
        times = max(2, round(kills.TIMES * args.share))
        killed = kills.told(times, kills.kill_with_each_database(times))
    except Unsound as broken:
        print(f"soak: {broken}", file=sys.stderr)
        return 1
    text = report(random_found, duel_found, time.monotonic() - started)
    print(text, *killed, sep="\n")
    if args.share >= 1:
        REPORT.write_text(text, encoding="utf-8")
        put_section(REPORT, kills.TITLE, killed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
