"""Battles of units in formation that grow: how fast they are played at random, from 8 to 120 units on the table.

The game is that of the tests (tests/tiny/parade): lines, columns, squares and batteries that wheel, fire and charge.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from alfiere.games import Shelf
from bench.measures import noted, played
from bench.reference import quiet_speed, times
from tests.tiny import FOLDERS

TITLE = "Units in formation"
COUNTS = (4, 10, 20, 40, 60)  # a side
SECONDS = 1.5  # of each size, to the end of a battle


def measure() -> list[str]:
    """Random play of battles of five sizes, as lines of the report."""
    game = Shelf(FOLDERS)["parade"]
    lines = [
        "Battles of a game of the tests, random players, one core: lines, columns, squares and batteries that wheel,",
        "change formation, fire along corridors and charge, between farms and woods on a table that grows with them.",
        "",
        "| units | decisions a battle | decisions/s | times python-chess |",
        "| ---: | ---: | ---: | ---: |",
    ]
    for count in COUNTS:
        scenario, lengths = game.scenario(big(count)), list[int]()
        found = times(SECONDS, (noted(played(game, scenario, seed), lengths) for seed in itertools.count()))
        each = sum(lengths) / len(lengths)
        lines.append(f"| {2 * count} | {each:,.0f} | {found * quiet_speed():,.0f} | {found:.3f} |")
    return [*lines, "", "Goal: 1,500 decisions a second with sixty units a side."]


def big(count: int, seed: int = 7) -> dict[str, Any]:
    """So many units a side, drawn up in two lines on a table that grows with them, with farms and woods between."""
    dice = random.Random(seed)
    front = (count + 1) // 2
    width, depth = max(4000, 760 * front + 1600), 5400
    sides = []
    for seat, rows, heading in (("red", (4300, 4900), 0), ("blue", (1100, 500), 1800)):
        pieces = []
        for number in range(count):
            place, row = number % front, rows[number // front]
            arm = ("guns", "foot", "horse", "foot", "foot")[number % 5]
            name = f"{seat} {number}"
            pieces.append(
                {"id": name, "name": {"en": name, "it": name}, "arm": arm, "at": [1100 + 760 * place, row]}
                | {"heading": heading}
            )
        sides.append({"seat": seat, "name": {"en": seat, "it": seat}, "piece": pieces})
    ground: dict[str, list[list[int]]] = {"wood": [], "house": []}
    for number in range(max(2, front // 3)):
        west, north = dice.randrange(300, width - 1300), dice.randrange(2000, 3000)
        kind, size = ("wood", (900, 700)) if number % 2 else ("house", (400, 300))
        ground[kind].append([west, north, west + size[0], north + size[1]])
    names = {"en": "The great field", "it": "Il gran campo"}
    return {"id": "great", "game": "parade", "title": names, "turns": 6, "width": width, "depth": depth} | {
        "side": sides,
        **ground,
    }
