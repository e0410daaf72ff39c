"""The command line before a battle of three sides: players for each, the report, the map, the list."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import alfiere
from alfiere import cli
from alfiere.games import GAMES
from alfiere.terminal.drawing import coloured_map

DUEL = Path(alfiere.__file__).parent / "games" / "cappa" / "data" / "scenarios" / "duello.toml"
WATCH = """
[[side]]
seat = "green"
code = "watch"
name = { en = "The watch", it = "La ronda" }
mission = "reconnaissance"
edge = "west"
zone = { edge = "west", within = 3 }
aim = { en = "Peace.", it = "La pace." }
may_be_unplayed = true
character = [{ id = "watchman", profile = "moschettiere", name = { en = "the watchman", it = "la guardia" } }]
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run_it(*argv: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        code = cli.main([str(one) for one in argv])
        return (code, *capsys.readouterr())

    return run_it


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """The duel with a watchman for a third side, in two turns."""
    path = tmp_path / "three.toml"
    text = DUEL.read_text(encoding="utf-8").split("\n")
    turns = next(place for place, line in enumerate(text) if line.startswith("turns = "))
    text[turns] = "turns = 2"
    path.write_text("\n".join(text) + WATCH, encoding="utf-8")
    return path


def test_a_simulation_counts_three_sides(run: Run, three: Path) -> None:
    players = ("--red", "random", "--blue", "random", "--green", "random")
    code, out, _ = run("sim", three, *players, "--games", "2", "--jobs", "1", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["players"] == dict.fromkeys(("red", "blue", "green"), "random")
    assert set(found["wins"]) == set(found["scores"]) == {"red", "blue", "green"}
    assert sum(share["count"] for share in (*found["wins"].values(), found["draws"])) == 2
    code, out, _ = run("sim", three, *players, "--games", "1", "--jobs", "1")
    assert "The watch (green, random)" in out


def test_without_a_third_player_there_are_two(run: Run, three: Path) -> None:
    players = ("--red", "random", "--blue", "random")
    unled = ("--option", "third_player=no")
    _, out, _ = run("sim", three, *players, *unled, "--games", "1", "--jobs", "1", "--json")
    assert set(json.loads(out)["wins"]) == {"red", "blue"}
    code, _, err = run("sim", three, *players, "--green", "random", *unled, "--games", "1")
    assert (code, "--green: nobody plays green in this battle; there are red, blue" in err) == (2, True)


def test_a_battle_of_three_is_told_saved_and_checked(run: Run, three: Path, tmp_path: Path) -> None:
    path = tmp_path / "three.json"
    players = ("--red", "random", "--blue", "random", "--green", "random")
    code, out, err = run("duel", three, *players, "--seed", "1", "--fast", "--save", path)
    assert code == 0, err
    assert "The watch (green, random). Seed 1." in " ".join(out.split())
    assert "green in small Greek letters" in out
    assert json.loads(path.read_text(encoding="utf-8"))["players"]["green"] == "random"
    assert run("verify", path)[0] == 0


def test_a_third_sides_letters_have_its_colour() -> None:
    drawn = coloured_map("   0\n 0 A b γ\n\nA one\nb two\nγ three")
    styles = {drawn.plain[span.start : span.end]: str(span.style) for span in drawn.spans}
    assert (styles["A"], styles["b"], styles["γ"]) == ("bold bright_red", "bold bright_blue", "bold bright_green")


def test_the_list_names_three_sides(run: Run) -> None:
    _, out, _ = run("scenarios")
    text = " ".join(out.split())
    assert "The French company (red), The Spanish patrol (blue) and The household of the inn (green), 15 turns" in text
    assert GAMES["cappa"].seats_of(GAMES["cappa"].scenario("lens")) == ("red", "blue", "green")
