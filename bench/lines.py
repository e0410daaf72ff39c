"""Battles of the Era dei Lumi that grow: how fast they are played at random, from 10 to 60 bases a side.

``python -m bench.lines`` writes its own section of docs/bench.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measures import grown
from soak.sections import put_section

REPORT = Path("docs/bench.md")
TITLE = "Lines that grow"
CODE = "lumi"
COUNTS = (10, 20, 40, 60)  # bases a side
DECISIONS = 6000  # of each size, in one battle after the other
DIVISION = 10  # bases: two brigades of foot, one of horse, a battery
FOOT, HORSE = (4, 3), 2
PROFILES = {"prussian": ("pr_musk", "pr_huss", "pr_field"), "austrian": ("au_foot", "au_huss", "au_field")}
SEATS = {"prussian": ("blue", "south", "attack"), "austrian": ("red", "north", "defence")}
ROOM, ROW = 12, 4  # um of front and of depth that a division is given
BETWEEN = 12  # um
MOST_IN_FRONT = 4  # divisions; more stand behind


def measure() -> list[str]:
    """Random play of battles of four sizes, as lines of the report."""
    return [
        "Made-up battles of the Era dei Lumi, random players, one core: divisions of seven bases of foot, two of",
        "horse and a battery, set up against each other with hamlets, woods and a brook between them.",
        f"{DECISIONS:,} decisions of each size, the set-up among them.",
        "",
        *grown(CODE, "bases", battle, COUNTS, DECISIONS),
        "",
        "Goal: 1,500 decisions a second with forty bases a side.",
    ]


def battle(count: int) -> dict[str, Any]:
    """So many bases a side in divisions of ten, on a table that grows with them."""
    divisions = -(-count // DIVISION)
    front = min(divisions, MOST_IN_FRONT)
    deep = ROW * -(-divisions // front) + 1
    width, depth = max(24, ROOM * front), 2 * deep + BETWEEN
    found: list[dict[str, Any]] = []
    deploys: list[dict[str, Any]] = []
    for army, (north, south) in (("prussian", (0, deep)), ("austrian", (depth - deep, depth))):
        for number in range(divisions):
            id, place = f"{army}-{number}", number % front
            found.append(_division(id, army))
            area = [width * place // front, north, width * (place + 1) // front, south]
            deploys.append({"under": [id], "area": [{"rect": area}]})
    names = {"id": "great", "game": CODE, "origin": "house", "title": _named("The great field")}
    return names | {
        "summary": _named("As many as wanted."),
        "date": "1757-06-18",
        "turns": 12,
        "first": "prussian",
        "initiative": "prussian",
        "table": {"width": width, "depth": depth},
        "metres": 75,
        "side": [
            {"seat": seat, "code": army, "name": _named(army), "army": f"{army}_1740", "home": home}
            | {"posture": posture, "fight": "last", "cic": _general(f"{army}-chief"), "aim": _named("Win.")}
            for army, (seat, home, posture) in SEATS.items()
        ],
        "terrain": list(_ground(width, deep)),
        "division": found,
        "deploy": deploys,
        "place": [{"id": "hamlet", "name": _named("hamlet"), "piece": "hamlet-0", "held_by": "austrian"}],
        "objective": [{"kind": "cohesion", "text": _named("An army without cohesion is beaten.")}],
    }


def _division(id: str, army: str) -> dict[str, Any]:
    foot, horse, guns = PROFILES[army]
    brigades = [(f"{id}-foot-{number}", foot, count) for number, count in enumerate(FOOT)]
    return {
        "id": id,
        "side": army,
        "name": id,
        "general": _general(f"general-{id}"),
        "batteries": [{"id": f"{id}-battery", "name": f"{id} battery", "profile": guns}],
        "brigade": [
            {"id": name, "name": name, "bases": [_base(f"{name}-{rank}", profile) for rank in range(count)]}
            for name, profile, count in (*brigades, (f"{id}-horse", horse, HORSE))
        ],
    }


def _base(id: str, profile: str) -> dict[str, Any]:
    return {"id": id, "name": id, "profile": profile}


def _general(id: str) -> dict[str, Any]:
    return {"id": id, "name": id, "grade": "able"}


def _ground(width: int, near: int) -> Iterator[dict[str, Any]]:
    """A brook, and on both sides of it hamlets, woods and hedges."""
    middle = near + BETWEEN // 2
    brook = [[0, middle], [width, middle]]
    yield {"id": "brook", "kind": "stream", "name": _named("brook"), "level": 1, "path": brook}
    for number, west in enumerate(range(3, width - 7, 8)):
        id, south = f"hamlet-{number}", middle + (1 if number % 2 else -4)
        yield {
            "id": id,
            "kind": "hamlet",
            "name": _named(id),
            "rect": [west, south, west + 3, south + 3],
            "infantry": 2,
        }
        wood, east = f"wood-{number}", west + 4
        yield {"id": wood, "kind": "light_wood", "name": _named(wood), "rect": [east, south, east + 3, south + 2]}


def _named(word: str) -> dict[str, str]:
    return {"en": word, "it": word}


def main() -> None:
    lines = measure()
    put_section(REPORT, TITLE, lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
