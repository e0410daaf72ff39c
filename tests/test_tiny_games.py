"""Games from folders of their own, in the terminal and the laboratory; and what is said of a folder that is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from alfiere.games import ELSEWHERE, Shelf, with_games_of
from alfiere.kernel.bad_data import BadData
from tests.tiny import FOLDERS, HERE, SHELF

TINY = [("parade", "field"), ("picket", "mill"), ("tavern", "boar")]
every_tiny_game = pytest.mark.parametrize(("code", "name"), TINY)


def alfiere(*command: str, typed: str = "", games: str = FOLDERS) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which finds the games by the environment."""
    environment = {**os.environ, ELSEWHERE: games, "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    argv = [sys.executable, "-m", "alfiere.cli", *command]
    return subprocess.run(argv, input=typed, capture_output=True, text=True, env=environment, check=False)


def out_of(*command: str, typed: str = "") -> str:
    done = alfiere(*command, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_tiny_games_are_those_of_the_folder() -> None:
    assert [(code, name) for code in SHELF if code in dict(TINY) for name in SHELF[code].scenario_ids()] == TINY
    assert {path.parent.name for path in HERE.glob("*/ruleset.py")} == set(dict(TINY))


@every_tiny_game
@pytest.mark.parametrize("language", ["en", "it"])
def test_computers_fight_it_in_the_terminal(code: str, name: str, language: str) -> None:
    battle = f"{code}/{name}"
    told = out_of("duel", battle, "--red", "greedy", "--blue", "random", "--seed", "3", "--fast", "--lang", language)
    first = {"en": "Turn 1 begins.", "it": "Comincia il turno 1."}[language]
    assert first in told
    assert {"en": " in turn ", "it": " turno "}[language] in told.splitlines()[-1]


@every_tiny_game
def test_a_person_plays_it_in_the_terminal_and_the_file_is_sound(code: str, name: str, tmp_path: Path) -> None:
    file = str(tmp_path / "battle.json")
    shown = out_of(
        *("duel", f"{code}/{name}", "--red", "human", "--blue", "random", "--seed", "3", "--save", file),
        typed="?\nmap\nunits\nhand\nlog\nwhy 1\nrule 1a\n" + "1\n" * 200,
    )
    assert shown.count(f"{code}.1a  house rule") >= 1
    assert f"Saved in {file}" in shown
    save: dict[str, Any] = json.loads(Path(file).read_text(encoding="utf-8"))
    assert save["result"] is not None
    assert "every position the same" in out_of("verify", file)
    assert "Turn 2 begins." in out_of("replay", file)
    assert "is sound" in out_of("check", file)


@every_tiny_game
def test_a_battle_left_open_says_its_odds_and_is_gone_on_with(code: str, name: str, tmp_path: Path) -> None:
    file = str(tmp_path / "battle.json")
    typed = "1\n" * {"parade": 29}.get(code, 9)  # armies have a way to go before they come to blows
    out_of("duel", f"{code}/{name}", "--red", "human", "--blue", "greedy", "--seed", "1", "--save", file, typed=typed)
    told = out_of("odds", code, "--load", file, "--lang", "it")
    assert "serve col dado: 4" in told
    assert "successi" in told
    assert "goes on after" in out_of("duel", "--load", file, "--save", file, typed="quit\n")


def test_before_one_keyboard_a_curtain_falls_where_a_piece_shows_what_is_hidden() -> None:
    typed = "2\n\n2\n" + "\n2\n1\n" * 3
    shown = out_of("duel", "picket/mill", "--red", "human", "--blue", "human", "--seed", "1", typed=typed)
    parts = shown.split("Pass the keyboard to ")
    assert "Berry: 0401, strength 2/2, with the colonel" in shown
    for part in parts:  # nobody reads where the other's colonel is without a curtain in between
        assert not ("Berry: 0401, strength 2/2, with" in part and "Leon: 0405, strength 2/2, with" in part)
    assert len(parts) > 2


@every_tiny_game
def test_dice_thrown_by_hand_are_typed_in(code: str, name: str) -> None:
    command = ("duel", f"{code}/{name}", "--red", "human", "--blue", "greedy", "--seed", "1", "--by-hand")
    shown = out_of(*command, typed="1\n" * 400)
    assert "throw the die and type what it shows" in shown


@every_tiny_game
def test_the_laboratory_fights_it_many_times_in_two_processes(code: str, name: str) -> None:
    command = ("sim", f"{code}/{name}", "--games", "3", "--red", "random", "--blue", "greedy", "--json")
    found = [json.loads(out_of(*command, "--jobs", jobs)) for jobs in ("1", "2")]
    assert found[0]["wins"] == found[1]["wins"]
    assert sum(one["count"] for one in found[0]["endings"].values()) == 3
    assert "Length:" in out_of("sim", f"{code}/{name}", "--games", "1", "--jobs", "1")


@every_tiny_game
def test_it_is_listed_and_its_rules_are_read_and_its_files_checked(code: str, name: str) -> None:
    entries = {one["id"]: one for one in json.loads(out_of("scenarios", "--json"))}
    assert {side["seat"] for side in entries[f"{code}/{name}"]["sides"]} >= {"red", "blue"}
    assert f"{code}.1a  house rule" in out_of("rules", code, "1a")
    assert f"alfiere rules {code} 1a" in out_of("rules", code)
    assert "is sound" in out_of("check", str(HERE / code / "data/scenarios" / f"{name}.toml"))


@every_tiny_game
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turns = ", "turnz = ", "turnz"),
        (", at = ", ", at = true, or = ", "side[0].piece[0]"),
        (", at = ", ", at = [9999, 9999], or = ", "or"),
        ('seat = "blue"', 'seat = "grey"', "side: the seats are"),
        ('seat = "blue"', 'seat = "red"', "side: the seats are"),
        (
            'game = "',
            'game = "whist',
            "game: it must be one of esa, cappa, fucilieri, lumi, risorgimento, parade, picket, tavern",
        ),
        ("turns = ", "turns = 0 #", "turns"),
        ("\ncolumns = ", "\ncolumns = 900", "columns"),
        ("\nwidth = ", "\nwidth = 9000", "width"),
        (", it = ", ", fr = ", "title: object contains unknown field `fr`"),
    ],
)
def test_a_slip_in_a_battle_of_it_is_one_sentence(
    code: str, name: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    text = (HERE / code / "data/scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    if old.strip() in ("columns =", "width =") and old not in text:
        old, new, told = "date = ", "date = 7 #", "date"  # the other kind of table
    assert old in text
    path = tmp_path / "battle.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = alfiere("check", str(path))
    assert done.returncode == 2
    assert told in done.stderr
    assert "a fault of Alfiere" not in done.stderr


@pytest.mark.parametrize("run", ["random", "told", "secrets", "players"])
def test_the_long_runs_run_it_without_being_told_of_it(run: str) -> None:
    argv = [sys.executable, "-m", "soak", "--only", run, "--games", *dict(TINY), "--share", "0.001", "--jobs", "1"]
    environment = {**os.environ, ELSEWHERE: FOLDERS}
    done = subprocess.run(argv, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    for _, name in TINY:
        assert f"| {name} |" in done.stdout


# Folders that are no games


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "whist"
    path.mkdir()
    return path


GOOD = """
from alfiere.games.picket.ruleset import Picket

class Whist(Picket):
    code = 'whist'

GAME = Whist()
"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (None, "is not the folder of a game: there is no ruleset.py in it"),
        ("", "ruleset.py: GAME: there must be a Ruleset of this name"),
        ("GAME = 4", "ruleset.py: GAME: there must be a Ruleset of this name"),
        ("GAME = (", "ruleset.py: it cannot be loaded: SyntaxError: '(' was never closed"),
        ("import cribbage", "ruleset.py: it cannot be loaded: ModuleNotFoundError: No module named 'cribbage'"),
        (GOOD.replace("'whist'", "'cribbage'"), "its code is «cribbage», but its folder is called «whist»"),
        (
            "from alfiere.kernel.ruleset import Ruleset\nclass Whist(Ruleset):\n    code = 'whist'\nGAME = Whist()",
            "it cannot be loaded: TypeError: Can't instantiate abstract class Whist",
        ),
    ],
)
def test_a_folder_that_is_no_game_is_told_in_one_sentence(folder: Path, written: str | None, told: str) -> None:
    if written is not None:
        (folder / "ruleset.py").write_text(written, encoding="utf-8")
    games = os.pathsep.join([FOLDERS, str(folder)])
    done = alfiere("scenarios", games=games)
    assert done.returncode == 2
    assert done.stdout == ""
    sentence = " ".join(done.stderr.split())
    assert sentence.startswith("alfiere: ")
    assert told in sentence
    assert "Traceback" not in sentence


def test_a_folder_beside_others_is_a_game_as_soon_as_its_ruleset_is(folder: Path) -> None:
    (folder / "ruleset.py").write_text(GOOD, encoding="utf-8")
    shelf = Shelf(os.pathsep.join([FOLDERS, str(folder)]))
    assert list(shelf)[-1] == "whist"
    assert shelf["whist"].code == "whist"


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    for place in ("here", "there"):
        (tmp_path / place / "whist").mkdir(parents=True)
        (tmp_path / place / "whist/ruleset.py").write_text("", encoding="utf-8")
    folders = os.pathsep.join(str(tmp_path / place / "whist") for place in ("here", "there"))
    with pytest.raises(BadData, match="there are two games «whist»"):
        with_games_of(folders, {})
    same = os.pathsep.join([str(tmp_path / "here/whist")] * 2)
    assert list(with_games_of(same, {})) == ["whist"]


def test_a_game_of_ours_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "esa").mkdir()
    (tmp_path / "esa/ruleset.py").write_text("", encoding="utf-8")
    shelf = Shelf(str(tmp_path / "esa"))
    with pytest.raises(BadData, match="there are two games «esa»"):
        list(shelf)


def test_a_folder_whose_name_cannot_be_a_code_is_refused(tmp_path: Path) -> None:
    (tmp_path / "My game").mkdir()
    (tmp_path / "My game/ruleset.py").write_text("", encoding="utf-8")
    with pytest.raises(BadData, match="is no name for a game"):
        with_games_of(str(tmp_path / "My game"), {})
