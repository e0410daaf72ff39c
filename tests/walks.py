"""Golden walks: very many seeded battles, of every scenario and of made-up ones, kept as digests beside this file.

Where a playthrough is read, a walk is only compared: it goes wherever the rules let it, takes what it took least so
far, and what it meets on the way (choices, events, refusals, odds, views) goes into a digest for every few decisions.
``make golden`` writes them anew.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from soak.plan import made_up, plan_of, scenario_of

FOLDER = Path(__file__).parent / "golden_playthroughs"
TIMES = 2  # walks through every battle, the second with some of the optional rules
LONGEST = 200  # decisions of one walk
STRIDE = 20  # decisions that share a digest
LOOK = 5  # every so many decisions the walker looks round: odds, drawings, views, refusals
LOOKED_AT = 4  # options previewed when he does
RARE = 0.5  # how often he takes what he took least so far


def names_of(code: str) -> list[str]:
    """The walks of a game: some through every battle, many through made-up ones."""
    battles = [f"{name} {seed}" for name in GAMES[code].scenario_ids() for seed in range(TIMES)]
    own = plan_of(code).made_up
    return battles if own is None else [*battles, *(f"{own.name} {seed}" for seed in range(own.walks))]


WALKS = [(code, name) for code in GAMES for name in names_of(code)]


def path_of(code: str) -> Path:
    """Where the walks of a game are kept."""
    return FOLDER / f"{code}-walks.txt"


def kept(code: str) -> dict[str, str]:
    """The walks of a game as they were."""
    lines = path_of(code).read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def walk(code: str, name: str) -> str:
    """The digests of one walk."""
    return " ".join(_digests(code, name))


def _digests(code: str, name: str) -> Iterator[str]:
    rules = GAMES[code]
    battle, seed = name.split()
    scenario = scenario_of(code, battle, int(seed))
    dice = random.Random(f"walk {code} {name}")
    options = {} if made_up(code, battle) or seed == "0" else _some_of(rules.options_of(scenario), dice)
    game: Game[Any] = Game(rules, scenario, f"walk {name}", options, keep_marks=False)
    verbs: Counter[tuple[str, str]] = Counter()
    earlier: list[Option] = []
    met = hashlib.sha256()
    for number in range(1, LONGEST + 1):
        decision = game.decision
        if decision is None:
            break
        option = _chosen(decision, dice, verbs)
        verbs[decision.key, option.key] += 1
        if number % LOOK == 0:
            met.update(_written(_looked_round(game, decision, option, earlier, dice)))
            earlier = []
        earlier.append(option)
        met.update(_written([decision.seat, decision.key, decision.about, [one.meaning for one in decision.options]]))
        events = game.answer(decision.seat, option)
        met.update(_written([option.meaning, [event.seen_by(decision.seat) for event in events]]))
        if number % STRIDE == 0:
            met.update(game.digest().encode())
            yield met.hexdigest()[:6]
    met.update(game.digest().encode())
    yield f"{met.hexdigest()[:6]}."


def _some_of(offered: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Every second of the rules that one may play with or without, the other way than usual."""
    other = {"yes": "no", "no": "yes"}
    return {name: other[usual] for name, usual in offered.items() if usual in other and dice.random() < 0.5}


def _chosen(decision: Decision, dice: random.Random, verbs: Counter[tuple[str, str]]) -> Option:
    if dice.random() >= RARE:
        return decision.drawn(dice.random)
    by_verb: dict[str, list[Option]] = {}
    for option in decision.options:
        by_verb.setdefault(option.key, []).append(option)
    return dice.choice(by_verb[min(by_verb, key=lambda verb: (verbs[decision.key, verb], verb))])


def _looked_round(
    game: Game[Any], decision: Decision, option: Option, earlier: list[Option], dice: random.Random
) -> Iterator[Any]:
    """What the page would show now, to everybody, and why what was done before cannot be done again."""
    rules, state, seat = game.rules, game.state, decision.seat
    options = list(decision.options)
    for one in [option, *dice.sample(options, min(LOOKED_AT, len(options)))]:
        yield [prospect.to_plain() for prospect in rules.prospects(state, decision, one, seat)]
        yield rules.sketch(state, decision, one)
        yield [str(caution) for caution in rules.cautions(state, decision, one)]
    for viewer in (None, *rules.seats_of(game.scenario, game.options)):
        yield game.view(viewer)
    for one in earlier:
        if decision.find(one) is None:
            refused = game._refusal(decision, one)
            yield [refused.rule, refused.who]


def _written(met: Any) -> bytes:
    return json.dumps(list(met), default=str, sort_keys=True).encode()


def write(code: str) -> None:
    """Walk all walks of a game and keep them."""
    path_of(code).write_text("".join(f"{name}: {walk(code, name)}\n" for name in names_of(code)), encoding="utf-8")
