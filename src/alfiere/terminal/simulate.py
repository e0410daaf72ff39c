"""``alfiere sim``: a battle fought many times, and what that says about it."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rich.table import Table
from rich.text import Text

from alfiere.kernel.decision import Seat
from alfiere.kernel.ruleset import BadChoice, Ruleset, Scenario
from alfiere.lab.series import Outcome, Series, play_series
from alfiere.lab.statistics import Share, Summary, summary
from alfiere.telling import Teller, in_language, phrase
from alfiere.terminal.catalogue import find_battle, side_names
from alfiere.terminal.screen import Bar, Wrong, console, print_json

BAR = 40  # the longest bar of the histogram
SEATS = ("red", "blue", "green", "master")  # that a command line can name


def simulate(args: Namespace) -> int:
    """Fight, sum up, report."""
    rules, scenario = find_battle(args.battle)
    options = chosen_options(rules, scenario, args.option)
    seats = rules.seats_of(scenario, {**rules.options(), **options})
    players = chosen_players(args, seats, dict.fromkeys(seats, "greedy"))
    series = Series(rules.code, _reference(rules, scenario), players, args.seed, options)
    started = time.monotonic()
    outcomes = _fight(series, args)
    seconds = time.monotonic() - started
    found = summary(outcomes, seats)
    if args.json:
        print_json(_plain(series, scenario, found, seconds, args.jobs))
    else:
        _report(rules, scenario, series, found, seconds, args)
    return 0


def _reference(rules: Ruleset[Any], scenario: Scenario) -> Any:
    """A battle that comes with the game goes to other processes by its id, any other with all its data."""
    ours = scenario.id in rules.scenario_ids() and rules.scenario(scenario.id).source == scenario.source
    return scenario.id if ours else scenario.source


def chosen_players(args: Namespace, seats: Sequence[Seat], usual: Mapping[Seat, str]) -> dict[Seat, str]:
    """Who sits where, as asked for or as usual. Raises Wrong for a side that nobody plays in this battle."""
    for seat, who in vars(args).items():
        if seat in SEATS and who and seat not in seats:
            raise Wrong(f"--{seat}: nobody plays {seat} in this battle; there are {', '.join(seats)}")
    return {seat: getattr(args, seat) or usual[seat] for seat in seats}


def chosen_options(rules: Ruleset[Any], scenario: Scenario, written: Sequence[str]) -> dict[str, str]:
    """The optional rules asked for as ``name=value``. Raises Wrong."""
    known, choices, chosen = rules.options(), rules.choices(scenario), {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals or name not in known:
            raise Wrong(f"there is no option «{one}»; write one of {', '.join(f'{key}=…' for key in known)}")
        chosen[name] = value
        if name in choices:
            if value and value not in choices[name]:
                raise Wrong(f"option {name} is «{value}»; it must be one of {', '.join(filter(None, choices[name]))}")
            continue
        if known[name] in ("yes", "no") and value not in ("yes", "no"):
            raise Wrong(f"option {name} is «{value}»; it must be yes or no")
        if known[name] == "" and not value.isdecimal():
            raise Wrong(f"option {name} is «{value}»; it must be a whole number")
    _try_out(rules, scenario, chosen)
    return chosen


def _try_out(rules: Ruleset[Any], scenario: Scenario, options: Mapping[str, Any]) -> None:
    """Values that the game itself cannot take are refused before anything is played."""
    try:
        rules.setup(scenario, {**rules.options(), **options})
    except BadChoice as wrong:
        raise Wrong(str(wrong)) from None
    except (ValueError, TypeError, KeyError) as err:
        raise Wrong(f"the battle cannot be set up with these options: {err}") from None


def _fight(series: Series, args: Namespace) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with Bar(phrase(args.lang, "sim", "playing"), args.games) as bar:
        try:
            for outcome in play_series(series, args.games, args.jobs):
                outcomes.append(outcome)
                bar.at(len(outcomes))
        except BrokenProcessPool:
            raise Wrong("a process of the simulation was ended from outside (out of memory?)") from None
    return outcomes


def _plain(series: Series, scenario: Scenario, found: Summary, seconds: float, jobs: int) -> dict[str, Any]:
    return {
        "game": series.game,
        "scenario": scenario.id,
        "seed": series.seed,
        "players": dict(series.players),
        "options": dict(series.options),
        "games": found.games,
        "wins": {seat: _plain_share(share) for seat, share in found.wins.items()},
        "draws": _plain_share(found.draws),
        "endings": {reason: _plain_share(share) for reason, share in found.reasons.items()},
        "turns": {"mean": found.mean_turns, "histogram": {str(turn): count for turn, count in found.turns.items()}},
        "decisions": {"mean": found.mean_decisions},
        "scores": dict(found.mean_scores),
        "speed": {"seconds": seconds, "games_per_second": found.games / max(seconds, 1e-9), "jobs": jobs},
    }


def _plain_share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"count": share.count, "share": share.value, "low": low, "high": high}


def _report(
    rules: Ruleset[Any], scenario: Scenario, series: Series, found: Summary, seconds: float, args: Namespace
) -> None:
    teller, out = Teller(rules, args.lang), console()
    names = side_names(scenario, args.lang)
    title = in_language(scenario.title, args.lang)
    out.print(Text(teller.phrase("sim", "title", title=title, games=found.games, seed=series.seed), "bold"))
    rate = f"{found.games / max(seconds, 1e-9):.1f}"
    out.print(Text(teller.phrase("sim", "speed", seconds=f"{seconds:.1f}", rate=rate, jobs=args.jobs), "dim"))
    if series.options:
        written = ", ".join(f"{name}={value}" for name, value in series.options.items())
        out.print(Text(teller.phrase("sim", "options", options=written)))
    rows = [
        (
            teller.phrase("sim", "side", side=names[seat], seat=teller.word(seat).lower(), player=series.players[seat]),
            share,
        )
        for seat, share in found.wins.items()
    ]
    out.print()
    out.print(_shares(teller, "result", [*rows, (teller.phrase("sim", "draws"), found.draws)]))
    out.print()
    out.print(_shares(teller, "ends", [(teller.word(reason), share) for reason, share in found.reasons.items()]))
    means = {"turns": f"{found.mean_turns:.1f}", "decisions": f"{found.mean_decisions:.0f}"}
    out.print()
    out.print(Text(teller.phrase("sim", "length", **means)))
    _histogram(teller, found)
    out.print()
    left = ", ".join(f"{names[seat]} {score:.1f}" for seat, score in found.mean_scores.items())
    out.print(Text(teller.own("left", text=left)))


def _shares(teller: Teller, heading: str, rows: Sequence[tuple[str, Share]]) -> Table:
    """Counts and shares with their confidence intervals."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(teller.phrase("sim", heading), min_width=44)
    for name in ("battles", "share", "interval"):
        table.add_column(teller.phrase("sim", name), justify="right")
    for what, share in rows:
        low, high = share.interval
        between = f"{low * 100:.1f} – {high * 100:.1f} %"
        table.add_row(Text(what), str(share.count), f"{share.value * 100:.1f} %", between)
    return table


def _histogram(teller: Teller, found: Summary) -> None:
    """How many battles ended in which turn."""
    most = max(found.turns.values())
    for turn in range(min(found.turns), max(found.turns) + 1):
        count = found.turns.get(turn, 0)
        bar = "█" * round(BAR * count / most) or ("▏" if count else "")
        console().print(Text(f"  {teller.phrase('sim', 'turn', turn=f'{turn:2d}')} {bar} {count}"))
