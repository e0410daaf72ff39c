"""Draw the picture of the README, docs/lens.svg: a battle of Lens in its middle, as the terminal shows it."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

from rich.console import Console

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.players import player
from alfiere.telling import Teller
from alfiere.terminal.drawing import print_map, told

TURN, SEED = 4, "picture"


def main() -> None:
    os.environ["COLUMNS"] = "100"  # the map is not cut to the window this happens to run in
    rules = GAMES["esa"]
    game: Game[Any] = Game(rules, rules.scenario("lens-1648"), SEED)
    sitting = {seat: player("greedy", seat) for seat in rules.seats}
    while (decision := game.decision) is not None and game.state.turn < TURN:
        game.answer(decision.seat, sitting[decision.seat].choose(game, decision.seat))
    console = Console(record=True, width=88, file=io.StringIO(), force_terminal=True, highlight=False)
    teller = Teller(rules, "en")
    print_map(console, teller, game, None)
    console.print()
    for event in [one for one in game.events if one.key in ("volley-fired", "melee-struck", "forced-move")][-5:]:
        for line in told(teller, game.state, event, None):
            console.print(line)
    svg = console.export_svg(title="Alfiere: Lens, 20 August 1648")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no font is fetched: any monospaced one will do
    Path("docs/lens.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
