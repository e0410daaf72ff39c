"""Brawls: small battles of Esa made up from a seed, with every kind of troop and ground, lines close together.

Random players hardly ever meet on a real battlefield; here they cannot avoid it.
"""

from __future__ import annotations

import random
from typing import Any

from alfiere.games.esa.troops import profiles

COLUMNS, ROWS = 13, 10
NAME = {"en": "brawl", "it": "zuffa"}


def brawl(seed: int) -> dict[str, Any]:
    """The data of a made-up scenario."""
    dice = random.Random(f"brawl {seed}")
    generals = [name for name in sorted(profiles().generals) if not name.startswith("gen_test")]
    generals.remove("gen_replacement")
    dice.shuffle(generals)
    generals.sort(key=lambda name: profiles().leaders[name].morale > 1)  # the good ones are taken first
    characters = sorted(name for name in profiles().leaders if name.startswith("chr_"))
    dice.shuffle(characters)
    terrain = _terrain(dice)
    sides = [_side(dice, seat, generals, characters) for seat in ("red", "blue")]
    return {
        "id": f"brawl-{seed}",
        "game": "esa",
        "origin": "house",
        "title": NAME,
        "date": "1650-01-01",
        "summary": NAME,
        "turns": 6,
        "table": {"columns": COLUMNS, "rows": ROWS},
        "terrain": terrain,
        "side": sides,
        "special": _in_a_heap(dice, terrain, sides),
        "objective": [
            {"hex": _hex(dice), "name": NAME, "loses": "anyone", "points": 2, "kind": "once"},
            {"hex": _hex(dice), "name": NAME, "loses": "opponent", "points": 1, "kind": "every turn", "from_turn": 2},
        ],
    }


def _in_a_heap(dice: random.Random, terrain: list[dict[str, Any]], sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Most units start in the middle of the table, friend beside foe, on open ground."""
    taken = {label for one in terrain if one["type"] not in ("road", "rise", "gabions") for label in one["hexes"]}
    middle = [f"{column:02d}{row:02d}" for column in range(3, COLUMNS - 1) for row in range(4, 8)]
    free = [label for label in middle if label not in taken]
    dice.shuffle(free)
    return [
        {"kind": "placed", "name": NAME, "text": NAME, "unit": unit["id"], "hex": free.pop()}
        for side in sides
        for division in side["division"]
        for unit in division["units"]
        if free and "zone" in division and dice.random() < 0.8
    ]


def _hex(dice: random.Random) -> str:
    return f"{dice.randint(1, COLUMNS):02d}{dice.randint(1, ROWS):02d}"


def _some(dice: random.Random, count: int) -> list[str]:
    return sorted({_hex(dice) for _ in range(count)})


def _terrain(dice: random.Random) -> list[dict[str, Any]]:
    road = dice.randint(2, COLUMNS - 1)
    found: list[dict[str, Any]] = [
        {"type": kind, "name": NAME, "hexes": _some(dice, dice.randint(1, 6))}
        for kind in ("area", "wood", "difficult", "obstacle", "fortified", "gabions", "impassable", "stream")
        if dice.random() < 0.7
    ]
    crest = _some(dice, 2)
    found.append({"type": "rise", "name": NAME, "crest": crest, "slope": _some(dice, 4)})
    found.append({"type": "road", "name": NAME, "hexes": [f"{road:02d}{row:02d}" for row in range(1, ROWS + 1)]})
    return found


def _side(dice: random.Random, seat: str, generals: list[str], characters: list[str]) -> dict[str, Any]:
    troops = sorted(profiles().units)
    rows = [1, 5] if seat == "red" else [6, 10]
    facing = 3 if seat == "red" else 0
    divisions = []
    for number in range(dice.randint(2, 3)):
        units = [
            {"id": f"{seat}-{number}-{place}", "profile": dice.choice(troops), "name": NAME}
            for place in range(dice.randint(2, 4))
        ]
        division: dict[str, Any] = {
            "id": f"{seat}-{number}",
            "name": NAME,
            "general": generals.pop(),
            "units": units,
            "zone": {"columns": [1, COLUMNS], "rows": rows, "facing": facing},
        }
        if characters and dice.random() < 0.5:
            division["characters"] = [characters.pop()]
        divisions.append(division)
    commander = generals.pop()
    side: dict[str, Any] = {
        "seat": seat,
        "code": seat,
        "name": NAME,
        "nation": "fr" if seat == "blue" else "sp",
        "commander": commander,
        "commander_zone": {"columns": [1, COLUMNS], "rows": rows},
        "army_value": dice.choice((2, 3, 3, 4)),
        "division": divisions,
    }
    if dice.random() < 0.4:
        del divisions[0]["general"]
        if dice.random() < 0.5:
            divisions[0]["reserve"] = True
        else:
            side["commands"] = divisions[0]["id"]
    if dice.random() < 0.4 and "general" in divisions[-1]:
        side["wing"] = [{"general": generals.pop(), "divisions": [divisions[-1]["id"]]}]
    if dice.random() < 0.3:
        entry = [f"{column:02d}{rows[0] if seat == 'red' else rows[1]:02d}" for column in range(1, COLUMNS + 1)]
        del divisions[-1]["zone"]
        divisions[-1]["arrival"] = {"turn": 2, "hexes": entry, "facing": facing}
    return side
