"""How long the computer thinks at a table: every battle between two greedy players, for a while, by its clock.

python -m bench.thinking                       # every battle of every game
python -m bench.thinking lumi cappa/foats      # some of them; nothing is kept
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from alfiere.server.thinking import LONGEST
from soak.sections import put_section

TITLE = "Thinking"
REPORT = Path("docs/bench.md")
SEED = 1
ENOUGH = 25.0  # seconds of processor for a battle


def times(code: str, name: str) -> tuple[list[float], bool]:
    """The processor time of each decision of a battle, the shortest first, and whether it came to its end."""
    rules = GAMES[code]
    game = Game(rules, rules.scenario(name), SEED)
    players = {seat: Greedy(f"{SEED} {seat}", seconds=LONGEST) for seat in rules.seats_of(game.scenario, game.options)}
    found, started = list[float](), time.process_time()
    while (decision := game.decision) is not None and time.process_time() - started < ENOUGH:
        before = time.process_time()
        option = players[decision.seat].choose(game, decision.seat)
        found.append(time.process_time() - before)
        game.answer(decision.seat, option)
    return sorted(found), game.decision is None


def measure(only: list[str] | None = None) -> list[str]:
    """The figures as lines of the report."""
    lines = [
        "Two greedy players as they sit at a table, one core, seconds of processor a decision: the median, what 99 in",
        f"100 stay within, the longest. After {LONGEST} s a player takes the best he has looked at; what he has begun",
        f"he ends. A battle is played for {ENOUGH:.0f} seconds, or to its end.",
        "Goal: 99 in 100 within 1 s, none above 3 s.",
        "",
        "| battle | decisions | to its end | median | 99 in 100 | longest |",
        "| --- | ---: | --- | ---: | ---: | ---: |",
    ]
    for code, rules in GAMES.items():
        for name in rules.scenario_ids():
            if only and code not in only and f"{code}/{name}" not in only:
                continue
            found, is_over = times(code, name)
            most = found[min(len(found) - 1, len(found) * 99 // 100)]
            lines.append(
                f"| {code}/{name} | {len(found)} | {'yes' if is_over else 'no'} | {found[len(found) // 2]:.3f} "
                f"| {most:.2f} | {found[-1]:.2f} |"
            )
            print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    wanted = sys.argv[1:]
    told = measure(wanted)
    if not wanted:
        put_section(REPORT, TITLE, told)
