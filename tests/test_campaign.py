"""``alfiere campaign``: three linked games, from the scenario of the first to the winner of them all."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from alfiere import cli
from alfiere.games.esa.scenario import FOLDER

pytestmark = pytest.mark.xdist_group("campaign")  # one campaign, fought once

LENS = FOLDER / "lens-1648.toml"


def run(folder: Path, *words: str) -> None:
    """A command whose files are in a folder."""
    assert cli.main([str(folder / word) if word.endswith((".toml", ".json")) else word for word in words]) == 0


def play(folder: Path, name: str, seed: str) -> None:
    run(folder, "duel", f"{name}.toml", "--red", "greedy", "--blue", "random", "--seed", seed, "--save", f"{name}.json")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole campaign: a duel for its scouting, two turns of Lens, the rearguard."""
    folder = tmp_path_factory.mktemp("campaign")
    run(folder, "campaign", "--next", "duello", "--scouts", "red", "--write", "patrol.toml")
    play(folder, "patrol", "3")
    short = LENS.read_text(encoding="utf-8").replace("turns = 12", "turns = 2")
    (folder / "short.toml").write_text(short, encoding="utf-8")
    run(folder, "campaign", "patrol.json", "--next", "short.toml", "--write", "battle.toml")
    play(folder, "battle", "7/0")
    run(folder, "campaign", "patrol.json", "battle.json", "--next", "retroguardia", "--write", "rearguard.toml")
    play(folder, "rearguard", "3")
    return folder


def told(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    run(folder, "campaign", *words)
    return " ".join(capsys.readouterr().out.split())


def account(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    capsys.readouterr()
    run(folder, "campaign", *words, "--json")
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.rule("cappa.9.8a", "cappa.9.8b", "cappa.9.8.h1")
def test_any_skirmish_can_be_written_as_the_first_game(games: Path) -> None:
    written = tomllib.loads((games / "patrol.toml").read_text(encoding="utf-8"))
    assert [side["mission"] for side in written["side"]] == ["important", "vital"]
    rule = next(one for one in written["special"] if one["kind"] == "campaign")
    assert (rule["value"], rule["side"]) == ("scouting", written["side"][0]["code"])


@pytest.mark.rule("cappa.9.8c", "cappa.9.8.h1")
def test_the_battle_is_written_with_what_the_scouts_brought(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    view = account(games, capsys, "patrol.json")["battle"]
    assert isinstance(view, dict)
    first = view["esa"]["deploys_first"]
    written = tomllib.loads((games / "battle.toml").read_text(encoding="utf-8"))
    codes = {side["seat"]: side["code"] for side in written["side"]}
    rules = [one["side"] for one in written["special"] if one["kind"] == "deploys first"]
    assert rules == ([codes[first]] if first else [])
    if first:
        assert "First to deploy in every tie of priority" in told(games, capsys, "patrol.json")


@pytest.mark.rule("cappa.9.8a", "cappa.9.8d", "cappa.9.8.h3", "cappa.9.8.h4")
def test_three_games_come_to_campaign_points(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = account(games, capsys, "patrol.json", "battle.json")["campaign"]
    three = account(games, capsys, "patrol.json", "battle.json", "rearguard.json")["campaign"]
    assert isinstance(two, dict)
    assert isinstance(three, dict)
    assert (two["stage"], three["stage"]) == ("rearguard", "over")
    assert (sum(two["points"].values()), sum(three["points"].values())) in ((10, 14), (13, 17))
    # the armies keep the codes they had in the battle, whatever their seats: red was the army of Flanders there
    written = tomllib.loads((games / "rearguard.toml").read_text(encoding="utf-8"))
    assert two["codes"] == {"red": "spain", "blue": "france"}
    loser = two["codes"][two["loser"]]
    assert {side["code"]: side["mission"] for side in written["side"]} == {
        code: "vital" if code == loser else "important" for code in ("spain", "france")
    }


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("1. The scouting", "2. The battle", "3. The rearguard", "Winner of the campaign")),
        ("it", ("1. L'esplorazione", "2. La battaglia", "3. La retroguardia", "Vince la campagna")),
    ],
)
def test_a_campaign_is_told_in_both_languages(
    games: Path, language: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = told(games, capsys, "patrol.json", "battle.json", "rearguard.json", "--lang", language)
    assert [word for word in words if word in text] == list(words)
    for slip in ("None", "{", "}", "--next"):
        assert slip not in text


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ((), "alfiere campaign --scouts red --next cappa/guardie --write patrol.toml"),
        (("patrol.json",), "patrol.json --next esa/lens-1648 --write battle.toml"),
        (("patrol.json", "battle.json"), "battle.json --next cappa/retroguardia --write rearguard.toml"),
    ],
)
def test_at_every_stage_it_says_what_to_type_next(
    games: Path, files: tuple[str, ...], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command in told(games, capsys, *files)


def test_a_battle_without_what_the_scouts_brought_is_noticed(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads((games / "battle.json").read_text(encoding="utf-8"))
    has_rules = any(one["kind"] == "deploys first" for one in data["scenario"]["source"]["special"])
    run(games, "duel", "short.toml", "--red", "random", "--blue", "random", "--seed", "1", "--save", "plain.json")
    noticed = "without what the scouts had brought" in told(games, capsys, "patrol.json", "plain.json")
    assert noticed == has_rules
    assert "without what" not in told(games, capsys, "patrol.json", "battle.json")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("battle.json",), "is no skirmish of cappa"),
        (("patrol.json", "rearguard.json"), "is no battle of esa"),
        (("patrol.json", "battle.json", "patrol.json"), "the rearguard game has 10"),
        (("patrol.json",) * 4, "three games"),
        (("patrol.json", "--next", "lens-1648"), "--next and --write belong together"),
        (("patrol.json", "--next", "duello", "--write", "new.toml"), "«duello» is of cappa; the next game, the battle"),
        (("patrol.json", "--next", "lens-1648", "--write", "battle.toml"), "exists already"),
        (("--next", "duello", "--write", "new.toml"), "who scouts?"),
        (("patrol.json", "--scouts", "blue"), "scouts have firmness 1/4 or 1/2"),
        (
            ("patrol.json", "battle.json", "rearguard.json", "--next", "lens-1648", "--write", "new.toml"),
            "the campaign is over",
        ),
    ],
)
def test_what_is_no_campaign_is_refused_in_one_sentence(
    games: Path, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    given = [str(games / word) if word.endswith((".toml", ".json")) else word for word in words]
    assert cli.main(["campaign", *given]) == cli.WRONG
    assert why in " ".join(capsys.readouterr().err.split())
    assert not (games / "new.toml").exists()
