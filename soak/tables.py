"""Battles at the server's table: everything that happens is told, in both languages, to everybody who looks on."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import msgspec
from rich.progress import Progress

from alfiere.games import GAMES
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.server.finality import is_final
from alfiere.server.records import Entry, SeatRow
from alfiere.server.table import Table
from soak.battles import Unsound
from soak.plan import made_up, names_of, scenario_of

TITLE = "Tables"
FEW, MANY = 10, 200  # battles of each scenario, and of those made up
RARE = 0.5  # how often the choice is taken that was taken least so far

Verbs = Counter[tuple[str, str]]  # how often under which decision which kind of option was chosen
_ENCODE = msgspec.json.Encoder().encode


def at_table(code: str, name: str, seed: int, verbs: Verbs) -> int:
    """One battle at a table, as rich in different verbs as may be; how many decisions it took. Raises Unsound."""
    rules = GAMES[code]
    scenario = scenario_of(code, name, seed)
    chairs = [SeatRow(seat, "person", place, None) for place, seat in enumerate(rules.seats_of(scenario))]
    dice = random.Random(f"table {name} {seed}")
    taken = 0
    try:
        table = Table(rules, scenario, {}, f"table {seed}", by_hand=False, sitting=chairs)
        _look_round(table)
        while (decision := table.game.decision) is not None:
            option = _chosen(decision, dice, verbs)
            verbs[decision.key, option.key] += 1
            _look_ahead(table, decision.seat, decision, option)
            table.apply(Entry(taken, "answer", decision.seat, table.numbers[decision.seat], option.key, option.args, 0))
            taken += 1
            _look_round(table)
    except Unsound as found:
        raise Unsound(f"{name} at the table, seed {seed}, after {taken} decisions: {found}") from None
    except Exception as err:
        raise Unsound(
            f"{name} at the table, seed {seed}, after {taken} decisions: {type(err).__name__}: {err}"
        ) from err
    return taken


def _chosen(decision: Decision, dice: random.Random, verbs: Verbs) -> Option:
    if dice.random() >= RARE:
        return decision.drawn(dice.random)
    by_verb: dict[str, list[Option]] = {}
    for option in decision.options:
        by_verb.setdefault(option.key, []).append(option)
    return dice.choice(by_verb[min(by_verb, key=lambda verb: (verbs[decision.key, verb], verb))])


def _look_round(table: Table) -> None:
    """Everybody looks at the table, and reads what has happened."""
    for viewer, timeline in table.timelines.items():
        asked = msgspec.json.decode(table.shown(viewer))["decision"]
        if asked is not None:
            _read(asked["prompt"], asked["key"])
            for option in asked["options"]:
                _read(option["text"], Option(option["key"], option["args"]).meaning if option["args"] else "")
        for event in msgspec.json.decode(_ENCODE(timeline.steps[-1]))["events"]:
            _read(event["text"], event["key"])


def _look_ahead(table: Table, seat: Seat, decision: Decision, option: Option) -> None:
    """What the page shows before one answers: the odds, the sketch, whether there is a way back."""
    rules, state = table.rules, table.game.state
    prospects = [one.to_plain() for one in rules.prospects(state, decision, option, seat)]
    _ENCODE([prospects, rules.sketch(state, decision, option), is_final(table.game, seat, option)])


def _read(text: dict[str, str], bare: str) -> None:
    """A sentence that could not be made is only what it would have been about."""
    for language, sentence in text.items():
        if sentence in ("", bare):
            raise Unsound(f"«{bare}» has no sentence in «{language}»")


def sit_down(work: tuple[str, str, int, int]) -> tuple[int, Verbs]:
    """A run of battles in one process: game, scenario, first seed, how many; decisions and what was chosen."""
    code, name, first, count = work
    verbs: Verbs = Counter()
    return sum(at_table(code, name, seed, verbs) for seed in range(first, first + count)), verbs


def tell_all(code: str, share: float, jobs: int, bars: Progress) -> list[str]:
    """Battles of every scenario of a game at the table, as lines of the report. Raises Unsound."""
    lines = [
        "Battles at the server's table, where the choice seen least is taken most. After every decision each seat",
        "and a spectator looked at the table, what had happened was told in both languages, the next choice previewed.",
        "",
        "| battle | battles | decisions | different choices |",
        "| --- | ---: | ---: | ---: |",
    ]
    with ProcessPoolExecutor(jobs) as pool:
        for name in names_of(code):
            battles = max(2, round((MANY if made_up(code, name) else FEW) * share))
            size = max(1, min(10, battles // jobs))
            bar = bars.add_task(f"{code}/{name} at the table", total=battles)
            verbs: Verbs = Counter()
            decisions = 0
            work = [(code, name, first, min(size, battles - first)) for first in range(0, battles, size)]
            for part, (some, chosen) in zip(work, pool.map(sit_down, work), strict=True):
                decisions += some
                verbs += chosen
                bars.advance(bar, part[-1])
            lines.append(f"| {name} | {battles} | {decisions:,} | {len(verbs)} |")
    return lines
