"""All the long runs, one after the other; the results are kept in docs/soak.md, a section each."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rich.progress import Progress

from alfiere.games import GAMES
from alfiere.lab.series import Series, play_series
from alfiere.lab.statistics import summary
from soak import attacks, damage, far_walks, kills, open_table, secrets, tables
from soak.battles import Unsound, many
from soak.plan import plan_of
from soak.sections import put_section

REPORT = Path("docs/soak.md")
SEED = "soak"
FIGURES = "What the tables come to"
DUELS = 100  # battles of each pairing of players
RUNS = ("random", "told", "secrets", "players", "figures", "kernel", "table", "kills", "damage", "attacks")
HEAD = """# Long runs

Written by `make soak`, a section at a time; each says when it was written.
"""


def _bar(bars: Progress, label: str, total: int) -> Callable[[int], None]:
    """A new progress bar, as a function that is told how much is done."""
    bar = bars.add_task(label, total=total)
    return lambda done: bars.update(bar, completed=done)


def random_battles(code: str, share: float, jobs: int, bars: Progress) -> list[str]:
    """Random battles of one game, as lines of the report. Raises Unsound."""
    lines = [
        "Every battle ended, without an exception and without a decision that had no option. In those counted as",
        f"checked every invariant held after every decision: {plan_of(code).held}, whoever decides entitled to.",
        "",
        "| battle | battles | of these checked | decisions | longest | endings |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for run in plan_of(code).runs:
        count, checked = max(10, round(run.battles * share)), max(1, round(run.checked * share))
        tell = _bar(bars, f"{code}/{run.label}", count)
        t = many(code, run.name, count, checked, jobs=jobs, options=run.options, tell=tell)
        endings = ", ".join(f"{reason} {number}" for reason, number in t.endings.most_common())
        lines.append(f"| {run.label} | {t.battles:,} | {t.checked:,} | {t.decisions:,} | {t.longest:,} | {endings} |")
    return lines


def players(code: str, names: Sequence[str], share: float, jobs: int, bars: Progress) -> list[str]:
    """Greedy against random from either side, and against itself, on some battles of a game."""
    lines = [
        "| battle | red | blue | battles | red wins | blue wins | drawn | mean turns | endings |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for name in names:
        for red, blue in (("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")):
            count = max(1, round(DUELS * share))
            tell = _bar(bars, f"{code}/{name} {red} - {blue}", count)
            seats = GAMES[code].seats_of(GAMES[code].scenario(name))
            players = {seat: red if seat == seats[0] else blue for seat in seats}  # a third side has blue's player
            series = Series(code, name, players, SEED, {})
            outcomes = list(play_series(series, count, jobs, tell))
            found = summary(outcomes, seats)
            endings = ", ".join(f"{reason} {part.count}" for reason, part in found.reasons.items())
            first, second = (found.wins[seat].count for seat in seats[:2])
            lines.append(
                f"| {name} | {red} | {blue} | {found.games} | {first} | {second} "
                f"| {found.draws.count} | {found.mean_turns:.1f} | {endings} |"
            )
    return lines


def _figures(told: Callable[[float], list[str]], share: float, bars: Progress) -> list[str]:
    """What the tables of a game come to."""
    return told(share)


def main() -> int:
    ask = argparse.ArgumentParser(description="Fight very many battles and check everything; writes docs/soak.md.")
    ask.add_argument("--share", type=float, default=1.0, help="a fraction of the whole, for a quick look; not kept")
    ask.add_argument("--only", nargs="*", default=RUNS, choices=RUNS, help="only these runs")
    ask.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES), help="only these games")
    ask.add_argument("--battles", nargs="*", help="players fight only these; with squads a battle takes minutes")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = ask.parse_args()
    work: list[tuple[str, Callable[[Progress], list[str]]]] = []
    for code in args.games:
        if "random" in args.only:
            work.append((f"Random battles: {code}", partial(random_battles, code, args.share, args.jobs)))
        if "told" in args.only:
            work.append((f"{tables.TITLE}: {code}", partial(tables.tell_all, code, args.share, args.jobs)))
        if "secrets" in args.only:
            work.append((f"{secrets.TITLE}: {code}", partial(secrets.keep_secrets, code, args.share, args.jobs)))
        if "players" in args.only:
            names = [name for name in GAMES[code].scenario_ids() if name in (args.battles or [name])]
            work.append((f"Players: {code}", partial(players, code, names, args.share, args.jobs)))
        if "figures" in args.only and (tables_of := plan_of(code).figures) is not None:
            work.append((f"{FIGURES}: {code}", partial(_figures, tables_of, args.share)))
    if "kernel" in args.only:
        walks = max(1, round(far_walks.TIMES * args.share))
        work.append((far_walks.TITLE, lambda bars: far_walks.walk_far(walks, args.jobs, _bar(bars, "kernel", walks))))
    if "table" in args.only:
        count = max(4, round(open_table.TABLES * args.share))
        work.append((open_table.TITLE, lambda bars: open_table.compare(count, 0, _bar(bars, "open table", count))))
    if "kills" in args.only:
        times = max(2, round(kills.TIMES * args.share))
        work.append((kills.TITLE, lambda bars: kills.told(times, kills.kill_with_each_database(times))))
    if "damage" in args.only:
        pages = max(4, round(damage.PAGES * args.share))
        work.append((damage.TITLE, lambda bars: damage.run(args.share, _bar(bars, "damaged pages", pages))))
    if "attacks" in args.only:
        work.append((attacks.TITLE, lambda bars: attacks.attack_all(args.share)))
    try:
        for title, run in work:
            started = time.monotonic()
            with Progress(transient=True) as bars:
                lines = run(bars)
            spent = f"{time.strftime('%Y-%m-%d')}, {(time.monotonic() - started) / 60:.0f} minutes."
            print(f"## {title}", "", *lines, "", spent, "", sep="\n", flush=True)
            if args.share >= 1:
                _keep(title, [*lines, "", spent])
    except Unsound as broken:
        print(f"soak: {broken}", file=sys.stderr)
        return 1
    return 0


def _keep(title: str, lines: list[str]) -> None:
    """Write a section as soon as its run is over, so that a run cut short loses only the last."""
    if not REPORT.exists():
        REPORT.write_text(HEAD, encoding="utf-8")
    put_section(REPORT, title, lines)


if __name__ == "__main__":
    sys.exit(main())
