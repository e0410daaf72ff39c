"""Golden playthroughs: whole seeded battles as readable text, kept beside this file.

``make golden`` (python -m tests.golden) writes them anew, and the walks with them (walks.py); the diff shows in review
what a change does to play.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Event, Tally
from alfiere.kernel.game import Game
from alfiere.players import player
from soak.plan import plan_of
from tests import walks

FOLDER = Path(__file__).parent / "golden_playthroughs"
KEPT = [(code, name) for code in GAMES for name in plan_of(code).told or GAMES[code].scenario_ids()]
SEED = "golden"


def path_of(code: str, name: str) -> Path:
    """Where the playthrough of a battle is kept."""
    return FOLDER / f"{code}-{name}.txt"


def playthrough(code: str, name: str) -> str:
    """One battle, greedy against greedy: decision, options, answer, events, digest."""
    return "\n".join(_lines(code, name)) + "\n"


def _lines(code: str, name: str) -> Iterator[str]:
    rules = GAMES[code]
    game: Game[Any] = Game(rules, rules.scenario(name), SEED)
    players = {seat: player("greedy", f"{SEED} {seat}") for seat in rules.seats_of(game.scenario, game.options)}
    yield f"{code}/{name}, seed {SEED}, greedy against greedy"
    turn = None
    while (decision := game.decision) is not None:
        now = game.view(None)["tracks"].get("turn")
        if now != turn:
            turn = now
            yield ""
            yield rules.picture(game.state, None, "en")
        offered = list(grouped(decision.options))  # while things stand as they are asked about
        option = players[decision.seat].choose(game, decision.seat)
        number = len(game.journal) + 1
        events = game.answer(decision.seat, option)
        yield ""
        yield f"{number}. {decision.seat}: {decision.key}{_about(decision)}"
        yield from (f"   ? {line}" for line in offered)
        yield f"   > {option.meaning}"
        yield from (f"   * {told(event)}" for event in events)
        yield f"   = {game.digest()}"
    result = game.result
    assert result is not None
    yield ""
    yield f"{result.winner or 'nobody'} wins: {result.reason} in turn {result.turn}, {dict(result.scores)}"


def _about(decision: Decision) -> str:
    return "".join(f" {name}={value}" for name, value in decision.about.items())


def grouped(options: Sequence[Option]) -> Iterator[str]:
    """Options that differ only in their last argument share a line."""
    head = ""
    tails: list[str] = []
    for option in options:
        words = option.meaning.rsplit("=", 1)
        if words[0] != head or len(words) == 1:
            if head:
                yield _joined(head, tails)
            head, tails = words[0], []
        tails += words[1:]
    if head:
        yield _joined(head, tails)


def _joined(head: str, tails: list[str]) -> str:
    return f"{head}={'|'.join(tails)}" if tails else head


def told(event: Event) -> str:
    """An event in one line, its tallies as sums."""
    shown = event.seen_by(getattr(event, "seat", None))
    words = [f"{name}={_value(getattr(event, name))}" for name in shown if name not in ("key", "rules")]
    return " ".join([event.key, *words, f"({', '.join(event.cited())})"])


def _value(value: Any) -> str:
    if isinstance(value, Tally):
        return f"{value.total}[{', '.join(f'{amount:+d} {reason}' for amount, reason, _ in value.lines)}]"
    if isinstance(value, tuple | list):
        return "|".join(map(_value, value)) or "-"
    return str(value)


def main() -> int:
    """Writes those of every game, or of the games named."""
    wanted = sys.argv[1:] or list(GAMES)
    FOLDER.mkdir(exist_ok=True)
    for code, name in KEPT:
        if code not in wanted:
            continue
        path_of(code, name).write_text(playthrough(code, name), encoding="utf-8")
        print(path_of(code, name).relative_to(Path.cwd()))
    for code in wanted:
        walks.write(code)
        print(walks.path_of(code).relative_to(Path.cwd()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
