"""Battles of Risorgimento that grow: how fast they are played at random, from 20 to 400 units on the table.

``python -m bench.brigades`` writes its own section of docs/bench.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measures import grown
from soak.sections import put_section

REPORT = Path("docs/bench.md")
TITLE = "Brigades that grow"
CODE = "risorgimento"
COUNTS = (10, 20, 60, 120, 200)  # units a side
DECISIONS = 1500  # of each size, in one battle after the other
ARMIES = {
    "french": ("fr_chasseurs", "fr_line", "fr_line", "fr_field_bty", "sa_cavalleggeri"),
    "austrian": ("au_jaeger", "au_line", "au_line", "au_foot_bty", "au_hussars"),
}
SEATS = {"french": ("blue", "south"), "austrian": ("red", "north")}
ROOM, ROW = 36, 9  # cm of front and of depth that a brigade of five units is given
BETWEEN = 34  # cm
MOST_IN_FRONT = 11  # brigades: a table is no wider than 400 cm


def measure() -> list[str]:
    """Random play of battles of five sizes, as lines of the report."""
    return [
        "Made-up battles of Risorgimento, random players, one core: brigades of two battalions of the line, one of",
        "light infantry, a battery and light horse, set up against each other with villages, fields and a stream",
        f"between them. {DECISIONS:,} decisions of each size, the set-up among them.",
        "",
        *grown(CODE, "units", battle, COUNTS, DECISIONS),
        "",
        "Goal: 1,500 decisions a second with sixty units a side.",
    ]


def battle(count: int) -> dict[str, Any]:
    """So many units a side in brigades of five, on a table that grows with them."""
    brigades = -(-count // 5)
    front = min(-(-brigades // 2), MOST_IN_FRONT)
    deep = ROW * -(-brigades // front)
    width, depth = max(80, ROOM * front), 2 * deep + BETWEEN
    commanders: list[dict[str, Any]] = []
    deploys: list[dict[str, Any]] = []
    for army, (north, south) in (("french", (0, deep)), ("austrian", (depth - deep, depth))):
        commanders.append(_commander(army, army, "CC", radius=400))
        deploys.append({"commanders": [army], "area": [{"rect": [0, north, width, south]}]})
        for number in range(brigades):
            id, place = f"{army}-{number}", number % front
            units = [
                {"id": f"{id}-{rank}", "name": f"{id} {rank}", "profile": profile}
                for rank, profile in enumerate(ARMIES[army][: count - 5 * number])
            ]
            commanders.append(_commander(id, army, "CB", radius=30) | {"superior": army, "units": units})
            area = [width * place // front, north, width * (place + 1) // front, south]
            deploys.append({"under": [id], "commanders": [id], "area": [{"rect": area}]})
    names = {"id": "great", "game": CODE, "origin": "house", "title": _named("The great field")}
    return names | {
        "summary": _named("As many as wanted."),
        "date": "1859-06-04",
        "starts": "10:00",
        "turns": 6,
        "first": "austrian",
        "table": {"width": width, "depth": depth},
        "side": [
            {"seat": seat, "code": army, "name": _named(army), "army": army, "home": home, "aim": _named("Win.")}
            for army, (seat, home) in SEATS.items()
        ],
        "terrain": list(_ground(width, deep)),
        "commander": commanders,
        "deploy": deploys,
        "place": [{"id": "village", "name": _named("village"), "piece": "village_sector-0"}],
        "objective": [{"kind": "most", "places": ["village"], "text": _named("Who holds the village wins.")}],
    }


def _commander(id: str, side: str, rank: str, radius: int) -> dict[str, Any]:
    return {"id": id, "side": side, "name": id, "rank": rank, "radius": radius, "initiative": 6, "bonus": 1}


def _ground(width: int, near: int) -> Iterator[dict[str, Any]]:
    """A stream with many bridges, and before it villages, farms, fields and vines."""
    stream = near + 22
    yield {"id": "stream", "kind": "stream", "name": _named("stream"), "path": [[0, stream], [width, stream]]} | {
        "bridges": [[west + 10, stream] for west in range(0, width - 10, 20)]
    }
    kinds = (("village_sector", 7.5), ("wheat", 10), ("farm", 5), ("vineyard", 9))
    for number, west in enumerate(range(5, width - 20, 20)):
        kind, size = kinds[number % 4]
        id, south = f"{kind}-{number}", near + 10
        yield {"id": id, "kind": kind, "name": _named(id), "rect": [west, south, west + size, south + size]}


def _named(word: str) -> dict[str, str]:
    return {"en": word, "it": word}


def main() -> None:
    lines = measure()
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
