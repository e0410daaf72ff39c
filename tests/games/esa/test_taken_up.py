"""A battle stopped anywhere and taken up again goes on where it was: what is left to do stands in the state."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from soak.brawls import brawl
from tests.kernel.walks import asked

RULES = GAMES["esa"]
DULL = ("done", "hold", "none", "stand", "pass")


@pytest.mark.rule("esa.3.2b")
@pytest.mark.parametrize("seed", range(12))
def test_whoever_takes_up_a_battle_is_asked_what_was_asked(seed):
    game: Game = Game(RULES, RULES.scenario(brawl(seed)), f"brawl {seed}")
    dice = random.Random(seed)
    taken: Counter[tuple[str, str]] = Counter()
    for _ in range(160):
        if (decision := game.decision) is None:
            break
        few = [decision.drawn(dice.random) for _ in range(4)]
        option = min(few, key=lambda one: (one.key in DULL, taken[decision.key, one.key]))
        taken[decision.key, option.key] += 1
        game.answer(decision.seat, option)
        twin = game.clone()
        assert asked(twin) == asked(game)
        assert twin.digest() == game.digest()
        assert RULES.faults(game.state) == []
