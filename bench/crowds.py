"""How the cost of a skirmish grows with the characters in it, on a table that grows with them."""

from __future__ import annotations

import math
from typing import Any

from alfiere.games import GAMES
from bench.measures import Counted, copies, noted, played
from bench.reference import rate
from soak.scuffles import scuffle

TITLE = "Skirmishes that grow"
COUNTS = (8, 20, 40, 80)
SCENARIOS = 3  # of each size
BATTLES = 3  # on each of them


def measure() -> list[str]:
    """Random play of made-up skirmishes of four sizes, as lines of the report."""
    lines = [
        "Made-up skirmishes of Cappa, random players, one core: drawn up along opposite edges of a table that grows",
        "with them, and all set up in the same few um, so that they are in each other's way from the first impulse.",
        "",
        "| characters | set up | decisions a skirmish | decisions/s | copy µs | clone µs |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for is_heap, where in ((False, "drawn up"), (True, "in a heap")):
        for count in COUNTS:
            scenarios = crowds(count, is_heap=is_heap)
            decided, lengths = random_play(scenarios)
            copy, clone, _ = copies("cappa", scenarios[0], 0.5)
            each = sum(lengths) / len(lengths)
            lines.append(f"| {count} | {where} | {each:,.0f} | {decided:,.0f} | {copy:.0f} | {clone:.0f} |")
    return lines


def crowds(count: int, *, is_heap: bool) -> list[Any]:
    """Made-up skirmishes with so many characters."""
    return [GAMES["cappa"].scenario(scuffle(seed, count, is_heap=is_heap)) for seed in range(SCENARIOS)]


def random_play(scenarios: list[Any], counted: Counted = rate) -> tuple[float, list[int]]:
    """Decisions a second of random play, and how many each skirmish took."""
    for scenario in scenarios:
        GAMES["cappa"].setup(scenario, {})  # the ground is compiled once a scenario, not once a skirmish
    lengths: list[int] = []
    skirmishes = [played(GAMES["cappa"], scenario, seed) for seed in range(BATTLES) for scenario in scenarios]
    return counted(math.inf, (noted(one, lengths) for one in skirmishes)), lengths
