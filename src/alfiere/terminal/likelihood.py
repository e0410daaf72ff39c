"""``alfiere odds``: how likely each result of a test is, for a test in words or for the decision of a saved battle."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.table import Table
from rich.text import Text

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.kernel.prospect import Odds, Prospect
from alfiere.kernel.save import open_file
from alfiere.telling import Teller, phrase, table_words
from alfiere.terminal.screen import Wrong, console, print_json

BAR = 30  # characters of a certain result


def show_odds(args: Namespace) -> int:
    """Answer a question about odds."""
    if args.game not in GAMES:
        raise Wrong(f"there is no game «{args.game}»; there are {', '.join(GAMES)}")
    if args.load is not None:
        return _of_battle(args)
    prospect = GAMES[args.game].odds(_question(args.words))
    if args.json:
        print_json(prospect.to_plain())
    else:
        _print(prospect, Teller(GAMES[args.game], args.lang))
    return 0


def _question(words: list[str]) -> Mapping[str, str]:
    question = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise Wrong(f"«{word}» is not of the form name=value, as in cards=4")
        question[name] = value
    return question


def _of_battle(args: Namespace) -> int:
    """The odds of every option of the decision a saved battle stands at."""
    _, opened = open_file(args.load, GAMES)
    game: Game[Any] = opened.game
    teller = Teller(game.rules, args.lang)
    rows = []
    for decision in game.decisions():
        for option in decision.options:
            for prospect in game.rules.prospects(game.state, decision, option, decision.seat):
                rows.append((decision, option, prospect))
    if args.json:
        print_json([{"seat": d.seat, "answer": o.meaning, **p.to_plain()} for d, o, p in rows])
        return 0
    if not rows:
        console().print(phrase(args.lang, "odds", "none"))
    for decision, option, prospect in rows:
        console().print(f"{decision.seat}: {teller.option(game.state, decision, option)}", style="bold")
        _print(prospect, teller)
    return 0


def _print(prospect: Prospect, teller: Teller) -> None:
    out = console()
    for tally in prospect.tallies:
        if tally.lines:
            lines = ", ".join(
                f"{teller.words.word('reason', reason)} {amount:+d} ({rule})" for amount, reason, rule in tally.lines
            )
            out.print(Text(f"{_word(teller, tally.kind)}: {tally.total}  [{lines}]"), soft_wrap=True)
    _bars(_word(teller, "hits"), prospect.hits)
    if dict(prospect.results) != dict(prospect.hits):
        _bars(_word(teller, prospect.result_word), prospect.results)


def _word(teller: Teller, key: str) -> str:
    """What a test counts or comes to: in the game's own words for it, the table's, or any word of the game."""
    if teller.words.has("odds", key):
        return teller.words.word("odds", key)
    return teller.phrase("odds", key) if table_words(teller.language).has("odds", key) else teller.word(key)


def _bars(title: str, odds: Odds) -> None:
    table = Table(title=title, title_justify="left", box=None, show_header=False, pad_edge=False)
    for number, chance in sorted(odds.items()):
        table.add_row(f"{number:3d}", f"{_percent(chance):>6}", "█" * round(BAR * float(chance)), str(chance))
    console().print(table)


def _percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f}%"
