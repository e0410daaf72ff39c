"""A game that breaks a promise is found out: the walks of test_promises.py through games with one thing wrong each."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from alfiere.kernel.words import Words
from tests.test_promises import PROMISES, Walk
from tests.tiny import SHELF

Picket: Any = type(SHELF["picket"])


def without(section: str, key: str) -> type:
    """The game with one key fewer in the Italian words."""

    class Wordless(Picket):
        def words(self, language: str) -> Words:
            found = super().words(language)
            if language == "en":
                return found  # type: ignore[no-any-return]
            kept = {name: dict(entries) for name, entries in found.sections.items()}
            del kept[section][key]
            return Words(language, kept)

    return Wordless


class Unruly(Picket):
    def _orders(self, s: Any, who: Any) -> Any:
        for option in super()._orders(s, who):
            option.rules = ("picket.9z",)
            yield option


class Mute(Picket):
    def refused(self, state: Any, seat: str, found: Any) -> Illegal:
        return Illegal("no", found.rule, seat)


class Lawless(Picket):
    def objection(self, state: Any, decision: Any, answer: Any) -> Any:
        return super().objection(state, decision, answer)._replace(rule="")


class Speechless(Picket):
    def objection(self, state: Any, decision: Any, answer: Any) -> Any:
        return super().objection(state, decision, answer)._replace(key="no-such-key")


class Meddling(Picket):
    def sketch(self, state: Any, decision: Any, option: Any) -> Any:
        state.turn += 100
        return super().sketch(state, decision, option)


class Uneven(Picket):
    def prospects(self, state: Any, decision: Any, option: Any, viewer: Any) -> Any:
        found = super().prospects(state, decision, option, viewer)
        return [dataclasses.replace(one, hits={1: Fraction(1, 2)}) for one in found]


class Unsendable(Picket):
    def view(self, state: Any, seat: Any) -> Any:
        return super().view(state, seat) | {"places": {1: "one"}}


class Winking(Picket):
    def hides(self, state: Any) -> bool:
        return False

    def view(self, state: Any, seat: Any) -> Any:
        return super().view(state, seat) | {"notes": [{"id": "wink", "to": seat}] if seat == "blue" else []}


class Signless(Picket):
    def view(self, state: Any, seat: Any) -> Any:
        view = super().view(state, seat)
        for piece in view["pieces"]:
            piece["badges"].append("brave")
        return view


class Forgetful(Picket):
    """Keeps something outside of the state."""

    moves = 0

    def _fire(self, g: Any, who: Any, target: Any) -> None:
        Forgetful.moves += 1
        target.hex = g.state.grid.hexes[Forgetful.moves]
        super()._fire(g, who, target)


class Faulty(Picket):
    def faults(self, state: Any) -> list[str]:
        return ["something is wrong"] if state.turn > 1 else []


class Usurping(Picket):
    def may_answer(self, state: Any, decision: Any) -> bool:
        return decision.key != "who"


@pytest.mark.parametrize(
    ("promise", "broken"),
    [
        ("words", without("prompt", "order")),
        ("words", without("option", "stay")),
        ("words", without("event", "volley-fired")),
        ("words", without("word", "needed")),
        ("words", without("word", "nightfall")),
        ("words", without("reason", "volley")),
        ("words", Signless),
        ("rules", Unruly),
        ("refusals", Mute),
        ("refusals", Lawless),
        ("refusals", without("refusal", "move")),
        ("refusals", Speechless),
        ("previews", Meddling),
        ("previews", Uneven),
        ("views", Unsendable),
        ("views", Winking),
        ("views", Signless),
        ("copies", Forgetful),
        ("faults", Faulty),
        ("faults", Usurping),
    ],
)
def test_a_broken_promise_is_found(promise: str, broken: type[Any]) -> None:
    assert found_in(broken)[promise]


def test_nothing_is_found_where_nothing_is_broken() -> None:
    assert found_in(Picket) == {}
    assert {one.values[0] for one in _cases()} == set(PROMISES)


def _cases() -> list[Any]:
    (mark,) = test_a_broken_promise_is_found.pytestmark  # type: ignore[attr-defined]
    return [pytest.param(*one) for one in mark.args[1]]


def found_in(rules: type[Any]) -> dict[str, dict[str, None]]:
    """What some walks find broken."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    verbs: Counter[tuple[str, str]] = Counter()
    for seed in range(6):
        game: Game[Any] = Game(rules(), rules().scenario("mill"), seed)
        Walk(game, verbs, random.Random(seed), found).go(120)
    return found
