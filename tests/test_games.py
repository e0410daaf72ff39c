"""The shelf of games: each is loaded when somebody asks for it, and no other with it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from alfiere.games import FIRST, GAMES, Shelf
from alfiere.kernel.ruleset import Ruleset

LOADED = """
import json, sys
from alfiere.cli import main
main(json.loads(sys.argv[1]))
print("LOADED", json.dumps(sorted({name.split(".")[2] for name in sys.modules if name.startswith("alfiere.games.")})))
"""


def loaded_by(*command: str) -> list[str]:
    """The games that a command has loaded, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(command)], capture_output=True, text=True, check=True
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("LOADED ")]
    found: list[str] = json.loads(line.removeprefix("LOADED "))
    return found


@pytest.mark.parametrize(
    ("command", "games"),
    [
        (["--help"], []),
        (["duel", "--help"], []),
        (["rules", "esa", "7.2d"], ["esa"]),
        (["sim", "esa/lens-1648", "--games", "1", "--jobs", "1", "--red", "random", "--blue", "random"], ["esa"]),
        (["rules", "cappa", "2.1a"], ["cappa"]),
    ],
)
def test_a_command_loads_only_the_game_it_is_about(command: list[str], games: list[str]) -> None:
    assert loaded_by(*command) == games


def test_a_game_on_the_shelf_is_known_by_its_code_and_made_once() -> None:
    assert tuple(Shelf())[: len(FIRST)] == FIRST
    for code in GAMES:
        assert code in GAMES
        assert isinstance(GAMES[code], Ruleset)
        assert GAMES[code].code == code
        assert GAMES[code] is GAMES[code]
    assert "whist" not in GAMES
    with pytest.raises(KeyError):
        GAMES["whist"]
