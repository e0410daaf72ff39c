"""The examples in the documentation run as they stand there."""

from __future__ import annotations

import doctest
import os
import random
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from alfiere.games import GAMES
from alfiere.kernel.game import Game

README = Path(__file__).parents[1] / "README.md"
DEVELOPERS = Path(__file__).parents[1] / "docs" / "developers.md"
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


def test_a_game_is_added_as_the_developers_guide_says(tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", DEVELOPERS.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [one for one in blocks if "ALFIERE_GAMES" in one]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"HOME": str(tmp_path), "PATH": path}
    argv = ["sh", "-e", "-c", block]
    done = subprocess.run(argv, cwd=DEVELOPERS.parents[1], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The windmill: 20 battles" in done.stdout
    copied = [path.read_text(encoding="utf-8") for path in (tmp_path / "games/whist").rglob("*.toml")]
    assert copied
    assert not [text for text in copied if "picket" in text]
