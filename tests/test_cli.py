"""The command line: what each command prints, its exit codes, and that whatever is wrong is told in one sentence."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import alfiere
from alfiere import cli
from alfiere.games import GAMES
from alfiere.kernel.rulebook import Rule

SCENARIOS = Path(alfiere.__file__).parent / "games" / "esa" / "data" / "scenarios"
LENS = SCENARIOS / "lens-1648.toml"
DUEL = SCENARIOS.parents[2] / "cappa/data/scenarios/duello.toml"
ARMIES = sorted((SCENARIOS.parent / "armies").glob("*.toml"))
RANDOM = ("--red", "random", "--blue", "random")
COMMANDS = ("play", "scenarios", "rules", "duel", "sim", "replay", "verify", "check", "host")


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code in (0, 1), self.err
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", cli.TRACE):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(*argv: str | Path) -> Ran:
        capsys.readouterr()
        code = cli.main([str(one) for one in argv])
        return Ran(code, *capsys.readouterr())

    return run_it


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lens, in two turns."""
    path = tmp_path_factory.mktemp("battles") / "short.toml"
    path.write_text(LENS.read_text(encoding="utf-8").replace("turns = 12", "turns = 2"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def finished(short: Path) -> str:
    """The save of a whole battle between two random players."""
    path = short.with_name("lens.json")
    assert cli.main(["duel", str(short), *RANDOM, "--seed", "7/0", "--save", str(path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.fixture
def save(finished: str, tmp_path: Path) -> Path:
    path = tmp_path / "lens.json"
    path.write_text(finished, encoding="utf-8")
    return path


def told_in_one_sentence(ran: Ran, code: int = 2) -> str:
    """What an error said: one line on stderr, nothing on stdout, no trace."""
    assert ran.code == code, ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    return ran.err.strip()


def flat(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


# Help


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert all(re.search(rf"^ +{name} ", ran.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example_that_fits_the_screen(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"alfiere {command} " in ran.out.partition("for example:")[2]
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version") == Ran(0, f"alfiere {alfiere.__version__}\n", "")


# Scenarios


def test_every_battle_is_listed_with_its_sides_and_length(run: Run) -> None:
    ran = run("scenarios")
    assert ran.code == 0
    assert "esa/lens-1648  Lens, 1648-08-20" in ran.out
    assert "Army of Flanders (red) against Army of the King of France (blue), 12 turns" in ran.out
    assert "feigned retreat" in flat(ran.out)


def test_scenarios_as_json_are_a_list_of_all_battles(run: Run) -> None:
    entries = run("scenarios", "--json").json
    every = [f"{code}/{name}" for code, rules in GAMES.items() for name in rules.scenario_ids()]
    assert [entry["id"] for entry in entries] == every
    lens = next(entry for entry in entries if entry["id"] == "esa/lens-1648")
    assert lens["turns"] == 12
    assert lens["sides"][0] == {"seat": "red", "name": "Army of Flanders"}


def test_scenarios_speak_italian(run: Run) -> None:
    assert (
        "Armata di Fiandra (rosso) contro Armata del re di Francia (blu), 12 turni"
        in run("scenarios", "--lang", "it").out
    )


@pytest.mark.parametrize(("machine", "language"), [("it_IT.UTF-8", "turni"), ("en_GB.UTF-8", "turns")])
def test_the_language_is_that_of_the_machine(
    run: Run, monkeypatch: pytest.MonkeyPatch, machine: str, language: str
) -> None:
    monkeypatch.setenv("LANG", machine)
    assert f"12 {language}" in run("scenarios").out


# Rules


def test_without_words_rules_shows_the_chapters(run: Run) -> None:
    ran = run("rules", "esa")
    assert ran.code == 0
    assert re.search(r"7 +Melee +\d+", ran.out)
    chapters = run("rules", "esa", "--json").json
    assert sum(chapter["rules"] for chapter in chapters) == len(GAMES["esa"].rulebook())


@pytest.mark.parametrize("written", ["esa.7.2d", "7.2d"])
def test_a_rule_is_found_by_its_id_with_origin_place_and_credits(run: Run, written: str) -> None:
    rule: Rule = GAMES["esa"].rulebook()["esa.7.2d"]
    out = flat(run("rules", "esa", written).out)
    assert f"esa.7.2d stated in the rulebook · {rule.place} {rule.en}" in out
    assert "Gualtiero Grassucci" in out


def test_the_beginning_of_an_id_finds_all_rules_under_it(run: Run) -> None:
    found = [rule["id"] for rule in run("rules", "esa", "7.4.1", "--json").json]
    assert len(found) > 1
    assert all(one.startswith("esa.7.4.1") for one in found)


def test_the_number_of_a_chapter_finds_the_chapter_and_no_other(run: Run) -> None:
    found = [rule["id"] for rule in run("rules", "esa", "1", "--json").json]
    assert found == [rule.id for rule in GAMES["esa"].rulebook().chapters[1].rule]


def test_words_find_the_rules_that_hold_them_all(run: Run) -> None:
    found = run("rules", "esa", "heavy", "cavalry", "--json").json
    assert found
    assert all("heavy" in rule["text"].lower() and "cavalry" in rule["text"].lower() for rule in found)


def test_rules_speak_italian(run: Run) -> None:
    out = flat(run("rules", "esa", "7.2d", "--lang", "it").out)
    assert GAMES["esa"].rulebook()["esa.7.2d"].it in out
    assert "scritto nel regolamento" in out


# Simulations


def simulated(run: Run, *more: str, battle: str | Path = "esa/lens-1648") -> dict[str, Any]:
    found: dict[str, Any] = run("sim", battle, *RANDOM, "--games", "6", "--seed", "7", "--json", *more).json
    found.pop("speed")
    return found


def test_a_simulation_as_json_counts_every_battle_once(run: Run) -> None:
    ran = run("sim", "esa/lens-1648", *RANDOM, "--games", "6", "--jobs", "1", "--json")
    found = ran.json
    assert ran.err == ""
    assert found["games"] == 6
    assert sum(share["count"] for share in (*found["wins"].values(), found["draws"])) == 6
    assert sum(share["count"] for share in found["endings"].values()) == 6
    assert sum(found["turns"]["histogram"].values()) == 6
    for share in (*found["wins"].values(), found["draws"]):
        assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1
    assert set(found["scores"]) == {"red", "blue"}
    assert found["speed"]["games_per_second"] > 0


def test_the_same_seed_gives_the_same_results_whatever_the_number_of_processes(run: Run) -> None:
    assert simulated(run, "--jobs", "1") == simulated(run, "--jobs", "2")


def test_a_scenario_file_is_fought_like_the_battle_it_holds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LENS.read_text(encoding="utf-8"), encoding="utf-8")
    assert simulated(run, "--jobs", "1", battle=path) == simulated(run, "--jobs", "1")


def test_a_changed_scenario_file_is_what_is_fought(run: Run, short: Path) -> None:
    assert simulated(run, "--jobs", "2", battle=short)["turns"]["mean"] <= 2


def test_the_report_shows_shares_with_intervals_lengths_and_endings(run: Run) -> None:
    ran = run("sim", "esa/lens-1648", *RANDOM, "--games", "4", "--jobs", "1", "--option", "veterans=yes")
    assert ran.code == 0
    assert "Lens: 4 battles, seed 0" in ran.out
    assert "Options: veterans=yes" in ran.out
    assert re.search(r"Army of Flanders \(red, random\) +\d +\d+\.\d % +\d+\.\d – \d+\.\d %", ran.out)
    assert re.search(r"turn +\d+ █+ \d", ran.out)
    assert "Determination left at the end" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_report_speaks_italian(run: Run) -> None:
    ran = run("sim", "lens-1648", *RANDOM, "--games", "2", "--jobs", "1", "--lang", "it")
    assert "Lens: 2 battaglie, seme 0" in ran.out
    assert "Armata di Fiandra (rosso, random)" in ran.out


def test_a_battle_of_a_series_can_be_watched_with_its_seed(run: Run, short: Path, finished: str) -> None:
    series = run("sim", short, *RANDOM, "--games", "1", "--seed", "7", "--json").json
    watched = json.loads(finished)
    assert series["turns"]["mean"] == watched["result"]["turn"]
    assert series["decisions"]["mean"] == len(watched["decisions"])


# Replays


def test_a_replay_tells_every_decision_and_shows_the_map_at_the_end(run: Run, save: Path, finished: str) -> None:
    ran = run("replay", save)
    count = len(json.loads(finished)["decisions"])
    assert ran.code == 0
    assert f"Lens, seed 7/0: {count} of {count} decisions" in ran.out
    assert "Turn 2 begins. (esa.3a)" in ran.out
    assert re.search(rf"^ *{count}  ", ran.out, re.MULTILINE)
    assert "01   02   03   04" in ran.out


def test_a_replay_stops_at_the_decision_asked_for(run: Run, save: Path) -> None:
    found = run("replay", save, "--to", "12", "--json").json
    assert [one["number"] for one in found["decisions"]] == list(range(1, 13))
    assert found["agrees"]
    assert found["result"] is None
    assert found["map"].startswith("    01   02")
    assert any(one["events"] for one in found["decisions"])


def test_a_replay_of_nothing_shows_the_empty_table(run: Run, save: Path) -> None:
    ran = run("replay", save, "--to", "0")
    assert ran.code == 0
    assert "The battle is not over yet." in ran.out


def test_a_replay_speaks_italian(run: Run, save: Path) -> None:
    out = run("replay", save, "--lang", "it").out
    assert "Comincia il turno 2." in out
    assert "Armata di Fiandra" in out


def test_a_replay_says_where_the_file_stops_agreeing(run: Run, save: Path) -> None:
    change_decision(save, 9, 3, "0000000000000000")
    ran = run("replay", save)
    assert ran.code == 1
    assert "stops agreeing at decision 10" in ran.err


# Verification


def change_decision(save: Path, number: int, place: int, value: Any) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    data["decisions"][number][place] = value
    save.write_text(json.dumps(data), encoding="utf-8")


def test_an_honest_save_is_verified_in_one_line(run: Run, save: Path, finished: str) -> None:
    ran = run("verify", save)
    assert ran.code == 0
    assert ran.err == ""
    (line,) = ran.out.splitlines()
    assert f"agrees: {len(json.loads(finished)['decisions'])} decisions fought again" in line
    assert "in turn" in line


def test_verification_as_json(run: Run, save: Path, finished: str) -> None:
    found = run("verify", save, "--json").json
    assert found["agrees"]
    assert found["disagreement"] is None
    assert found["result"] == json.loads(finished)["result"]


def test_a_card_that_was_not_turned_so_is_found_out(run: Run, save: Path) -> None:
    change_decision(save, 20, 3, "0000000000000000")
    assert "stops agreeing at decision 21" in told_in_one_sentence(run("verify", save), 1)
    assert run("verify", save, "--json").json["disagreement"]["decision"] == 21


def test_a_mark_that_was_changed_is_found_out(run: Run, save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    unit = next(iter(data["mark"]["state"]["units"].values()))
    for key, value in (("strength", 10**9), ("facing", (unit["facing"] + 1) % 6), ("hex", "9999")):
        honest, unit[key] = unit[key], value
        save.write_text(json.dumps(data), encoding="utf-8")
        assert "the mark in the file" in told_in_one_sentence(run("verify", save), 1)
        assert not run("verify", save, "--json").json["agrees"]
        unit[key] = honest
    data["mark"]["decisions"] = -5
    save.write_text(json.dumps(data), encoding="utf-8")
    assert run("verify", save).code == 1


def test_a_result_that_was_not_won_is_found_out(run: Run, save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    data["result"]["turn"] = 99
    save.write_text(json.dumps(data), encoding="utf-8")
    assert "99" in told_in_one_sentence(run("verify", save), 1)


# Checks


def test_a_sound_scenario_is_summed_up(run: Run) -> None:
    ran = run("check", LENS)
    assert ran.code == 0
    out = flat(ran.out)
    assert "is sound: the scenario «Lens» of esa, 12 turns." in out
    assert re.search(r"Army of Flanders \(red\): 6 units, \d+ points, determination \d+, command capacity 3\.", out)
    found = run("check", LENS, "--json").json
    assert found["sound"]
    assert [side["capacity"] for side in found["sides"]] == [3, 3]


def test_a_sound_skirmish_is_summed_up_in_its_own_words(run: Run) -> None:
    ran = run("check", DUEL)
    assert ran.code == 0
    assert "The Bretons (red): 3 characters, 179 points, firmness 5." in flat(ran.out)
    assert [side["firmness"] for side in run("check", DUEL, "--json").json["sides"]] == [5, 5]


def test_a_battle_of_regiments_is_summed_up_by_its_strength(run: Run) -> None:
    ran = run("check", SCENARIOS.parents[2] / "risorgimento/data/scenarios/montebello.toml")
    assert ran.code == 0
    assert re.search(r"Sardinian \(blue\): \d+ units, strength \d+\.", flat(ran.out))


def test_a_skirmish_is_summed_up_by_its_points(run: Run) -> None:
    ran = run("sim", "cappa/duello", *RANDOM, "--games", "2", "--jobs", "1")
    assert "Victory points at the end, on average: The Bretons" in ran.out
    assert "Determination" not in ran.out


def test_a_sound_save_is_summed_up(run: Run, save: Path) -> None:
    assert "is sound: a battle of «Lens» after" in flat(run("check", save).out)
    assert run("check", save, "--json").json["kind"] == "save"


@pytest.mark.skipif(not ARMIES, reason="the game has no free armies")
def test_a_sound_army_is_summed_up(run: Run) -> None:
    found = run("check", ARMIES[0], "--json").json
    assert found["kind"] == "army"
    assert found["points"] <= found["limit"]
    assert "is sound: the army" in flat(run("check", ARMIES[0]).out)


def test_checks_speak_italian(run: Run) -> None:
    assert "è in ordine: lo scenario «Lens» di esa, 12 turni." in flat(run("check", LENS, "--lang", "it").out)


def damaged(tmp_path: Path, old: str, new: str) -> Path:
    path = tmp_path / "damaged.toml"
    text = LENS.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turns = 12", "turns = twelve", "this is not TOML"),
        ("turns = 12", "turns = 0", "turns is 0; it must be at least 1"),
        ('hexes = ["0304"]', 'hexes = ["9904"]', "hex «9904» is not on the table"),
        ('game = "esa"', 'game = "chess"', "game: it must be one of esa"),
        ("gen_conde", "gen_nobody", "gen_nobody"),
    ],
)
def test_a_damaged_scenario_is_refused_in_one_sentence(run: Run, tmp_path: Path, old: str, new: str, told: str) -> None:
    path = damaged(tmp_path, old, new)
    for command in (("check", path), ("check", path, "--json"), ("sim", path, "--games", "1"), ("duel", path)):
        sentence = told_in_one_sentence(run(*command))
        assert told in sentence
        assert "damaged.toml" in sentence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"alfiere": "save"', '"alfiere": "cake"'),
        ('"version": 1', '"version": 99'),
        ('"seed":', '"sead":'),
        ("\n}", ""),
        ('"turns": 2', '"turns": 99'),
    ],
)
def test_a_damaged_save_is_refused_in_one_sentence(run: Run, save: Path, old: str, new: str) -> None:
    text = save.read_text(encoding="utf-8")
    place = text.rindex(old)
    save.write_text(text[:place] + new + text[place + len(old) :], encoding="utf-8")
    for command in (("verify", save), ("replay", save), ("duel", "--load", save), ("verify", save, "--json")):
        told_in_one_sentence(run(*command))


# Whatever else is wrong


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ("conquer", "there is no command 'conquer'"),
        ("sim", "BATTLE"),
        ("sim esa/waterloo", "there is no battle «esa/waterloo»; there are"),
        ("sim nowhere.toml", "there is no such file"),
        ("sim esa/lens-1648 --games none", "«none» must be a whole number from 1 on"),
        ("sim esa/lens-1648 --jobs 0", "«0» must be a whole number from 1 on"),
        ("sim esa/lens-1648 --red napoleon", "there is no player «napoleon»; there are greedy, random"),
        ("sim esa/lens-1648 --red human", "there is no player «human»"),
        ("sim esa/lens-1648 --green greedy", "--green"),
        ("sim esa/lens-1648 --option rain=yes", "there is no option «rain=yes»"),
        ("sim esa/lens-1648 --option veterans=perhaps", "it must be yes or no"),
        ("sim esa/lens-1648 --option red_army_value=many", "it must be a whole number"),
        ("duel esa/waterloo", "there is no battle «esa/waterloo»"),
        ("duel --lang fr", "there is no language «fr»; there are en, it"),
        ("duel --red random --blue random --by-hand", "--by-hand needs a person"),
        ("duel --load nowhere.json", "there is no such file"),
        (
            "duel --save /nowhere/lens.json",
            "the battle cannot be saved in /nowhere/lens.json: No such file",
        ),
        ("host prune --unvisited soon", "«soon» must be a whole number of days"),
        ("host list --status lost", "there is no status «lost»; there are over, waiting, playing"),
        ("host backup", "FILE"),
        ("duel --load nowhere.json --seed 4", "leave --seed out"),
        ("rules", "which game?"),
        ("rules chess", "there is no game «chess»; there are esa"),
        ("rules esa 99.9z", "no rule of esa has the id or the words «99.9z»"),
        ("replay nowhere.json", "there is no such file"),
        ("replay nowhere.json --to -3", "whole number from 0 on"),
        ("verify .", "this is a folder"),
        ("check nowhere.toml", "there is no such file"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run: Run, argv: str, told: str) -> None:
    assert told in told_in_one_sentence(run(*argv.split()))


def test_a_file_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\x89PNG\xff\xfe")
    for command in ("check", "verify", "replay"):
        assert "cannot be read as text" in told_in_one_sentence(run(command, path))


def test_a_fault_of_ours_leaves_no_trace_on_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["esa"]), "scenario_ids", lambda self: 1 // 0)
    assert "ZeroDivisionError" in told_in_one_sentence(run("scenarios"))
    monkeypatch.setenv(cli.TRACE, "1")
    with pytest.raises(ZeroDivisionError):
        run("scenarios")


def test_an_interrupted_command_says_so_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(GAMES["esa"]), "scenario_ids", interrupt)
    assert told_in_one_sentence(run("scenarios"), 130) == "alfiere: interrupted"


# As other programs see it

COMMAND = (sys.executable, "-m", "alfiere.cli")


def test_another_program_can_read_the_scenarios(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "scenarios", "--json"], capture_output=True, cwd=tmp_path, timeout=600, check=True)
    assert json.loads(done.stdout.decode())[0]["game"] == "esa"
    assert done.stderr == b""


def wait_for_workers(pid: int) -> None:
    """Until a simulation has started its processes."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for _ in range(300):
        if len(children.read_text().split()) >= 2:
            break
        time.sleep(0.1)
    time.sleep(1)


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs signals, and a way to see processes begin")
def test_a_long_simulation_ends_promptly_when_it_is_interrupted() -> None:
    argv = [*COMMAND, "sim", "esa/lens-1648", "--games", "100000", "--jobs", "2", *RANDOM]
    process = subprocess.Popen(
        argv,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # tests in the background inherit deaf ears
    )
    wait_for_workers(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to every process of it
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert (out, err.decode().strip()) == (b"", "alfiere: interrupted")
