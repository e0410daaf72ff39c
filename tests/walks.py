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
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from alfiere.games import GAMES
from alfiere.kernel.decision import Decision, Grouped, Option
from alfiere.kernel.game import Game
from soak.plan import plan_of, scenario_of

FOLDER = Path(__file__).parent / "golden_playthroughs"
TIMES = 2  # walks through every battle
OPTIONAL = 3  # every so many, the second among them, with some of the optional rules
LONGEST = 200  # decisions of one walk
STRIDE = 20  # decisions that share a digest
LOOK = 6  # every so many decisions the walker looks round: all options, odds, drawings, views, refusals
LOOKED_AT = 4  # options previewed when he does
FORGED = 4  # answers he makes up when he does: somebody else, somewhere else, farther
FAR = 500  # how far beside an offered place he points
COMMON = {"move", "march", "reform", "go-prone", "drink", "leap", "change-weapon", "improvise"}  # offered everywhere
HANDICAP = 4  # so often something else is taken first
# What a set piece is about: there he takes it so much more often than the rest.
SOUGHT = {"reveal", "throw-grenade", "throw-together", "work", "haggle", "confess", "tell-news", "drink-wine", "quench"}
SOUGHT |= {"catch", "carry-together", "lift-together", "place-ambush", "question", "vault", "spend-experience"}
SOUGHT |= {"fire-gun", "load-gun", "turn-gun", "shift-gun", "limber-gun", "unlimber-gun", "drive", "shoot-team"}
EAGER = 3
RARE = 0.7  # how often he takes what he took least so far
IDLE = 0.1  # how often he lets a thing be where there is something to be done
# What leads to nothing, or on to the next: whoever took it as often as the rest would never get anywhere.
IDLING = {"done", "stop", "wait", "hold", "stay", "stay-off", "enough", "halt", "no-test", "decline-die", "keep-die"}
IDLING |= {
    "keep-experience",
    "keep-score",
    "keep-peace",
    "stand",
    "none",
    "hold-back",
    "keep-quiet",
    "at-once",
    "change-order",
}
# What leads a crew away from its gun: in a set piece about guns it stays.
STRAYING = {"march", "reform", "move", "go-prone", "leap", "improvise", "drink", "single-out", "rejoin"}
STRAYING |= {"charge-together", "charge", "cross-together", "change-weapon"}
CREW = "-crew"  # and the crews do what is done


def names_of(code: str) -> list[str]:
    """The walks of a game: some through every battle, many through made-up ones."""
    plan = plan_of(code)
    battles = [f"{name} {seed}" for name in plan.walked or GAMES[code].scenario_ids() for seed in range(TIMES)]
    own = [one for one in (plan.made_up, plan.set_pieces) if one is not None]
    return battles + [f"{one.name} {seed}" for one in own for seed in range(one.walks)]


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
    options = _some_of(rules.options_of(scenario), dice) if int(seed) % OPTIONAL == 1 else {}
    game: Game[Any] = Game(rules, scenario, f"walk {name}", options, keep_marks=False)
    verbs = _taken(code, battle)
    is_crew = scenario.id.startswith("guns")
    earlier: list[Option] = []
    met = hashlib.sha256()
    for number in range(1, LONGEST + 1):
        decision = game.decision
        if decision is None:
            break
        option, alike = _chosen(decision, dice, verbs, STRAYING if is_crew else ())
        crews = [one for one in alike if str(one.get("figure")).endswith(CREW)] if is_crew else []
        option = dice.choice(crews) if crews else option
        verbs[decision.key, option.key] += 1
        if number % LOOK == 0:
            met.update(_written(_looked_round(game, decision, option, earlier, dice)))
            earlier = []
        earlier.append(option)
        met.update(_written([decision.seat, decision.key, decision.about, [one.meaning for one in alike]]))
        events = game.answer(decision.seat, option)
        met.update(_written([option.meaning, [event.seen_by(decision.seat) for event in events]]))
        if number % STRIDE == 0:
            met.update(game.digest().encode())
            yield met.hexdigest()[:6]
    met.update(game.digest().encode())
    yield f"{met.hexdigest()[:6]}."


def _taken(code: str, battle: str) -> Counter[tuple[str, str]]:
    """How often he has taken what: in a set piece he begins as if he had taken less of what it is about."""
    own = plan_of(code).set_pieces
    about = SOUGHT if own is not None and own.name == battle else ()
    return Counter({("action", verb): -EAGER for verb in about})


def _some_of(offered: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Every second of the rules that one may play with or without, the other way than usual."""
    other = {"yes": "no", "no": "yes"}
    return {name: other[usual] for name, usual in offered.items() if usual in other and dice.random() < 0.5}


def _chosen(
    decision: Decision, dice: random.Random, verbs: Counter[tuple[str, str]], shunned: Collection[str]
) -> tuple[Option, list[Option]]:
    """An option, and those of its verb: mostly of the verb he took least so far, seldom one that leads to nothing."""
    takes_rare, idles = dice.random() < RARE, dice.random() < IDLE

    def wanted(verb: str) -> tuple[bool, bool, int]:
        taken = verbs[decision.key, verb] + (HANDICAP if verb in COMMON else 0)
        return verb in shunned, verb in IDLING and not idles, taken if takes_rare else 0

    offered = decision.options
    if isinstance(offered, Grouped):  # the groups that nobody looks at are never worked out
        places = dice.sample(range(len(offered.verbs)), len(offered.verbs))
        places.sort(key=lambda place: wanted(offered.verbs[place]))
        found = next(filter(None, map(offered.group, places)))
    else:
        by_verb: dict[str, list[Option]] = {}
        for option in offered:
            by_verb.setdefault(option.key, []).append(option)
        found = by_verb[min(dice.sample(sorted(by_verb), len(by_verb)), key=wanted)]
    return dice.choice(found), found


def _looked_round(
    game: Game[Any], decision: Decision, option: Option, earlier: list[Option], dice: random.Random
) -> Iterator[Any]:
    """What the page would show now, to everybody, and why what was done before cannot be done again."""
    rules, state, seat = game.rules, game.state, decision.seat
    options = list(decision.options)
    yield [one.meaning for one in options]
    for one in [option, *dice.sample(options, min(LOOKED_AT, len(options)))]:
        yield [prospect.to_plain() for prospect in rules.prospects(state, decision, one, seat)]
        yield rules.sketch(state, decision, one)
        yield [str(caution) for caution in rules.cautions(state, decision, one)]
    for viewer in (None, *rules.seats_of(game.scenario, game.options)):
        yield game.view(viewer)
    for one in earlier:
        yield _judged(game, decision, one)
    pieces = [piece["id"] for piece in game.view(seat)["pieces"]]
    for one in dice.choices(options, k=FORGED):
        yield _judged(game, decision, _forged(one, dice.choice(options), pieces, dice))


def _judged(game: Game[Any], decision: Decision, answer: Option) -> list[Any]:
    """What becomes of an answer: the option that it means, or what speaks against it."""
    found = decision.find((answer.key, answer.args))
    if found is not None:
        return [found.meaning, found.rules]
    against = decision.why_not(answer.key, answer.args) or game.rules.objection(game.state, decision, answer)
    return [against.key, against.rule]


def _forged(option: Option, other: Option, pieces: list[str], dice: random.Random) -> Option:
    """The same with one thing changed: another piece, a place or a number not far off, or what another option has."""
    args = dict(option.args)
    if not args:
        return option
    name = dice.choice(sorted(args))
    value = args[name]
    if isinstance(value, int) and not isinstance(value, bool):
        args[name] = value + dice.randint(-3, 3) * (1 if abs(value) < 10 else 150)
    elif isinstance(value, list | tuple) and len(value) == 2 and all(type(one) is int for one in value):
        args[name] = [one + dice.randint(-FAR, FAR) for one in value]
    elif value in pieces:
        args[name] = dice.choice(pieces)
    elif name in other.args:
        args[name] = other.args[name]
    return Option(option.key, args)


def _written(met: Any) -> bytes:
    return json.dumps(list(met), default=str, sort_keys=True).encode()


def write(code: str) -> None:
    """Walk all walks of a game and keep them."""
    path_of(code).write_text("".join(f"{name}: {walk(code, name)}\n" for name in names_of(code)), encoding="utf-8")
