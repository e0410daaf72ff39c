"""``alfiere campaign``: three finished games from their files, and what they come to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import alfiere
from alfiere import cli

GAMES = Path(alfiere.__file__).parent / "games"
DUEL = GAMES / "cappa/data/scenarios/duello.toml"
LENS = GAMES / "esa/data/scenarios/lens-1648.toml"


def played(folder: Path, name: str, text: str, seed: str = "3") -> Path:
    """The save of a whole game between two random players."""
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    path = folder / f"{name}.json"
    command = ["duel", str(folder / f"{name}.toml"), "--red", "random", "--blue", "random", "--seed", seed]
    assert cli.main([*command, "--save", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("campaign")
    duel = DUEL.read_text(encoding="utf-8")
    patrol = duel.replace('mission = "vital"', 'mission = "reconnaissance"')
    short = LENS.read_text(encoding="utf-8").replace("turns = 12", "turns = 2")
    return [played(folder, "patrol", patrol), played(folder, "lens", short, "7/0"), played(folder, "rear", duel)]


@pytest.mark.rule("cappa.9.8a", "cappa.9.8.h4")
def test_three_games_come_to_campaign_points(games: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert cli.main(["campaign", *map(str, games), "--scouts", "blue", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    campaign = found["campaign"]
    assert (campaign["scouts"], campaign["stage"]) == ("blue", "over")
    worth = sum(campaign["points"].values())
    assert worth in ({0, 3} if not campaign["loser"] else {14, 17})
    assert set(found["battle"]) == {"esa", "lumi"}


@pytest.mark.parametrize(("language", "word"), [("en", "Campaign points"), ("it", "Punti della campagna")])
def test_a_campaign_is_told_in_both_languages(
    games: list[Path], language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert cli.main(["campaign", *map(str, games[:2]), "--lang", language]) == 0
    told = capsys.readouterr().out
    assert word in told
    assert "None" not in told


@pytest.mark.parametrize(("order", "why"), [((1,), "no skirmish"), ((2,), "1/4 or 1/2"), ((0, 1, 2, 2), "three games")])
def test_what_is_no_campaign_is_refused_in_one_sentence(
    games: list[Path], order: tuple[int, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert cli.main(["campaign", *(str(games[one]) for one in order)]) == cli.WRONG
    assert why in " ".join(capsys.readouterr().err.split())
