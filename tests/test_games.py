"""The shelf of games: each is loaded when somebody asks for it, and no other with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from alfiere.games import FIRST, GAMES, Shelf
from alfiere.kernel.rulebook import LANGUAGES
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GAMES)
def test_every_sort_of_answer_has_a_name_and_a_line_on_what_it_does(code, language):
    words = GAMES[code].words(language)
    sorts = {key for key in words.sections["option"] if "/" not in key}
    told = words.sections["does"]
    assert {key for key in told if "/" not in key} == sorts
    assert {key.rpartition("/")[2] for key in told} == sorts
    for key, text in told.items():
        name, colon, line = text.partition(": ")
        assert name, key
        assert colon, key
        assert 0 < len(line) <= 95, key
        assert len(name) <= 27, key
        assert not set("{}") & set(text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GAMES)
def test_every_sign_beside_a_piece_is_explained(code, language):
    assert set(GAMES[code].words(language).sections["legend"]) == set(GAMES[code].look().badges)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GAMES)
def test_the_guide_speaks_of_decisions_there_are_and_of_places_on_the_page(code, language):
    words = GAMES[code].words(language)
    stops = {key.removeprefix("at/") for key in words.sections["guide"] if key.startswith("at/")}
    assert stops <= {"welcome", "prompt", "options", "map", "hand", "log", "undo", "army", "ready"}
    others = {key for key in words.sections["guide"] if not key.startswith("at/")}
    assert others <= {"welcome", *words.sections["prompt"]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GAMES)
def test_every_sort_of_piece_has_a_word_for_its_card(code: str, language: str) -> None:
    sections = GAMES[code].words(language).sections
    known = {key for section in ("class", "rank", "word") for key in sections.get(section, {})}
    assert set(GAMES[code].look().symbols) - known == set()


INFLECTED = {
    "en": re.compile(r"(?<!of )\{(unit|target|by)\} (is|has|was|does|\w+[^s]s)\b"),
    "it": re.compile(r"\{(unit|target|by)\} (non )?(è|ha|può|deve|sta|va|vede|entra|esce|tira|muove)\b"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["fucilieri", "lumi"])
def test_a_refusal_fits_hussars_and_a_battalion_alike(code: str, language: str) -> None:
    """Units are called «Hussars» and «1st battalion»: no verb right after a name says how many there are."""
    told = GAMES[code].words(language).sections["refusal"]
    assert [text for text in told.values() if INFLECTED[language].search(text)] == []
