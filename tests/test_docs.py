"""The examples in the documentation run as they stand there."""

from __future__ import annotations

import doctest
import random
import re
import tomllib
from pathlib import Path

from alfiere.games import GAMES
from alfiere.kernel.game import Game

README = Path(__file__).parents[1] / "README.md"
DESIGNERS = Path(__file__).parents[1] / "docs" / "designers.md"


def test_the_examples_in_the_readme_are_true() -> None:
    found = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert found.attempted > 5
    assert found.failed == 0


def test_the_skirmish_in_the_designers_guide_can_be_played_to_its_end() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", DESIGNERS.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [one for one in blocks if one.startswith('id = "the-letter"')]
    rules, dice = GAMES["cappa"], random.Random(1)
    game = Game(rules, rules.scenario(tomllib.loads(block)), "guide")
    while game.decision is not None:
        game.answer(game.decision.seat, game.decision.drawn(dice.random))
    assert game.result is not None
