"""Twin games on real servers that differ only in what is hidden from one who looks on: he cannot tell them apart."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from rich.progress import Progress

from alfiere.games import GAMES
from soak.battles import Unsound
from soak.plan import made_up, plan_of, scenario_of
from tests.server.twins import Leak, Pair, Twins, twins

TITLE = "Secrets"
SEEDS = 6  # pairs for each seat of a battle, and for a spectator
DEEPEST = 260  # so many answers into a battle at the most


def pairs_of(code: str, name: str, options: Mapping[str, str], first: int, count: int) -> Iterator[Pair]:
    """So many pairs for every seat of a battle and for a spectator, each as far into it as chance will have it."""
    rules = GAMES[code]
    for seed in range(first, first + count):
        scenario: Any = scenario_of(code, name, seed)
        seats = rules.seats_of(scenario, {**rules.options(), **options})
        for viewer in (*seats, None):
            deepest = DEEPEST // 4 if made_up(code, name) else DEEPEST
            if seed % 2 == 0:  # every other pair while there are secrets
                deepest = min(deepest, plan_of(code).hides_within or deepest)
            walked = random.Random(f"{name} {seed} {viewer}").randrange(deepest)
            yield Pair(code, scenario, dict(options), seed, walked, viewer, name)


def look_on(work: tuple[str, str, dict[str, str], int, int]) -> tuple[int, int, int, Counter[str]]:
    """Pairs in one process: how many, answers compared, times the worlds really differed, why pairs ended."""
    code, name, options, first, count = work
    with tempfile.TemporaryDirectory() as folder, twins(Path(folder)) as two:
        for pair in pairs_of(code, name, options, first, count):
            _played(two, pair)
        return two.pairs, two.compared, two.differing, two.ends


def _played(two: Twins, pair: Pair) -> None:
    try:
        two.play(pair)
    except Leak as leak:
        raise Unsound(str(leak)) from None


def keep_secrets(code: str, share: float, jobs: int, bars: Progress) -> list[str]:
    """Twins of every battle of a game in which something is hidden, as lines of the report. Raises Unsound."""
    lines = [
        "Two servers have the same game with the same keys and seed. In one of them what a viewer cannot know is dealt",
        "anew, and whoever acts out of his sight or in secret acts differently there. All that the viewer can ask for",
        "(table, live stream, log, earlier moments, previews, why-nots, save, undo, and whether it was made anew) came",
        "back byte by byte the same in both, until the rules showed him something or chance did.",
        "",
        "| battle | pairs | questions asked of both | steps at which they differed | ended by sight | by chance |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    with ProcessPoolExecutor(jobs) as pool:
        for name, options in plan_of(code).secrets:
            label = name + "".join(f" {key}={value}" for key, value in options.items())
            count = max(1, round(SEEDS * share))
            bar = bars.add_task(f"{code}/{label}, twins", total=count)
            pairs = compared = differing = 0
            ends: Counter[str] = Counter()
            work = [(code, name, options, seed, 1) for seed in range(count)]
            for found in pool.map(look_on, work):
                pairs, compared, differing = pairs + found[0], compared + found[1], differing + found[2]
                ends += found[3]
                bars.advance(bar)
            seen, chance = ends["came to light"], ends["chance"]
            lines.append(f"| {label} | {pairs:,} | {compared:,} | {differing:,} | {seen:,} | {chance:,} |")
    return lines
