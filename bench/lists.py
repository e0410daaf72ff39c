"""Decisions as a page is told them, from played battles, to count the lines a list of options shows.

``python -m bench.lists web/test/table/decisions-all.jsonl`` writes them, a line of JSON each, and
``npm --prefix web test -- lists`` counts. With ``--longest`` only the longest of each kind of decision is kept: so the
file that always lies beside that test was made.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import track

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from alfiere.players.random_player import RandomPlayer
from alfiere.server.sentences import Sentences

PLAYERS: dict[str, Any] = {"greedy": lambda seed: Greedy(seed, throws=1), "random": RandomPlayer}


def told(game: Game[Any], code: str, player: str) -> dict[str, Any] | None:
    """The present decision with what its list needs; None where there is nothing to choose."""
    decision = game.decisions()[0]
    said = Sentences(game.rules).decision(game.state, decision, 0)
    if len(said["options"]) < 2:
        return None
    view = game.view(decision.seat)
    named = [*view["pieces"], *view.get("groups", [])]
    return {
        "game": code,
        "player": player,
        "key": said["key"],
        "touch": game.rules.look().touch,
        "options": [{**one, "rules": [], "text": {"en": one["text"]["en"]}, "price": None} for one in said["options"]],
        "names": {one["id"]: (one.get("name") or {}).get("en", one["id"]) for one in named},
        "groups": [{"id": one["id"], "units": list(one["units"])} for one in view.get("groups", [])],
    }


def decisions(code: str, name: str, player: str, many: int, every: float) -> Iterator[dict[str, Any]]:
    """So many decisions of one battle fought again and again, a share of those that come up."""
    found, rules = 0, GAMES[code]
    for number in itertools.count():
        game = Game(rules, rules.scenario(name), seed=f"lists {number}")
        players = {seat: PLAYERS[player](f"{seat} {number}") for seat in rules.seats}
        draw = random.Random(f"{code} {name} {number}").random
        while game.decisions():
            seat = game.decisions()[0].seat
            if draw() < every and (one := told(game, code, player)) is not None:
                yield one
                found += 1
                if found == many:
                    return
            if seat not in players:
                players[seat] = PLAYERS[player](f"{seat} {number}")
            game.answer(seat, players[seat].choose(game, seat))


def longest(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each kind of decision the one with the most options, and with nothing that its list does not need."""
    best: dict[tuple[str, str], dict[str, Any]] = {}
    for one in found:
        kind = one["game"], one["key"]
        if kind not in best or len(one["options"]) > len(best[kind]["options"]):
            best[kind] = one
    for one in best.values():
        spoken = json.dumps(one["options"])
        one["names"] = {name: text for name, text in one["names"].items() if f'"{name}"' in spoken}
        for group in one["groups"]:
            group["units"] = [unit for unit in group["units"] if unit in one["names"]]
        one["groups"] = [group for group in one["groups"] if group["units"] or group["id"] in one["names"]]
    return [best[kind] for kind in sorted(best)]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("file", type=Path)
    ask.add_argument("--decisions", type=int, default=200, help="of each battle and each player")
    ask.add_argument("--every", type=float, default=0.3, help="the share of decisions that is kept")
    ask.add_argument("--longest", action="store_true")
    ask.add_argument("--battles", nargs="*", default=(), help="battles such as esa/lens-1648; all of them without")
    args: Any = ask.parse_args()
    names = args.battles or [f"{code}/{name}" for code, rules in GAMES.items() for name in rules.scenario_ids()]
    found: list[dict[str, Any]] = []
    for player, name in track([(player, name) for player in PLAYERS for name in names]):
        code, _, battle = name.partition("/")
        found += decisions(code, battle, player, args.decisions, args.every)
    kept = longest(found) if args.longest else found
    args.file.write_text("".join(json.dumps(one, default=list, ensure_ascii=False) + "\n" for one in kept), "utf-8")


if __name__ == "__main__":
    main()
