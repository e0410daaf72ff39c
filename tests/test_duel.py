"""The text table: battles played from a list of typed lines, undone, saved, opened again, verified."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import alfiere
from alfiere import cli
from alfiere.duel import COMMANDS, Duel
from alfiere.games import GAMES
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.players import player
from alfiere.telling import Teller, table_words
from alfiere.terminal.drawing import coloured_map, numbered, print_map, told

SEED = ("--seed", "5")
AGAINST_RANDOM = ("--red", "random", "--blue", "human", *SEED)
TWO_PEOPLE = ("--red", "human", "--blue", "human", *SEED)
RED, BLUE = "Army of Flanders", "Army of the King of France"

Play = Callable[..., str]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays a duel with these lines typed, then the end of input; gives back everything that was shown."""

    def play_it(lines: list[str], *argv: str | Path) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = cli.main(["duel", *map(str, argv)])
        shown = capsys.readouterr()
        assert (code, shown.err) == (0, "")
        return shown.out

    return play_it


def decisions(save: Path) -> list[Any]:
    found: list[Any] = json.loads(save.read_text(encoding="utf-8"))["decisions"]
    return found


def of_seat(save: Path, seat: str) -> int:
    return sum(1 for one in decisions(save) if one[0] == seat)


def last_of(save: Path, seat: str) -> Any:
    return [one for one in decisions(save) if one[0] == seat][-1]


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lens, in two turns."""
    lens = Path(alfiere.__file__).parent / "games" / "esa" / "data" / "scenarios" / "lens-1648.toml"
    path = tmp_path_factory.mktemp("battles") / "short.toml"
    path.write_text(lens.read_text(encoding="utf-8").replace("turns = 12", "turns = 2"), encoding="utf-8")
    return path


# Playing


def test_a_person_is_asked_in_plain_words_with_numbered_choices(play: Play) -> None:
    shown = play([], *AGAINST_RANDOM)
    assert f"Lens: {RED} (red, random) against {BLUE} (blue, human). Seed 5." in shown
    assert re.search(rf"{BLUE}: Which card does .+ take out of the deck\? \(esa\.2\.2", shown)
    assert re.search(r"^ +1  The usual exchanges", shown, re.MULTILINE)
    assert "01   02   03   04" in shown
    assert "red in CAPITALS" in shown
    assert "the battle stops here" in shown


def test_answers_are_numbers_and_the_log_cites_rules(play: Play, tmp_path: Path) -> None:
    save = tmp_path / "battle.json"
    shown = play(["1"] * 8, *AGAINST_RANDOM, "--save", save)
    assert of_seat(save, "blue") == 8
    assert re.search(r"takes post at \d{4}\. \(esa\.2\.3i\)", shown)
    assert f"Saved in {save}." in shown.replace("\n", " ").replace("  ", " ")


def test_a_hex_can_be_typed_by_its_name(play: Play, tmp_path: Path) -> None:
    save = tmp_path / "battle.json"
    offered = re.findall(r"\d  \S.* to (\d{4})", play(["1", "1"], *AGAINST_RANDOM))
    play(["1", "1", offered[-1]], *AGAINST_RANDOM, "--save", save)
    assert last_of(save, "blue")[2]["hex"] == offered[-1]


def test_a_typed_name_that_fits_several_choices_is_asked_again(play: Play, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    play(["1", "1", "1"], *AGAINST_RANDOM, "--save", first)
    name = last_of(first, "blue")[2]["leader"]
    shown = play(["1", "1", name], *AGAINST_RANDOM, "--save", second)
    assert f"«{name}» fits more than one choice: 1, 2, 3" in shown
    assert of_seat(second, "blue") == 2


@pytest.mark.parametrize("text", ["0", "8", "99", "charge!", "-1", "1.5", "²"])
def test_what_is_not_understood_changes_nothing(play: Play, tmp_path: Path, text: str) -> None:
    save = tmp_path / "battle.json"
    assert f"«{text}» is neither one of the 7 numbers nor a command" in play(
        [text, "1"], *AGAINST_RANDOM, "--save", save
    )
    assert of_seat(save, "blue") == 1


def test_own_new_cards_are_named_and_the_enemys_only_counted(play: Play) -> None:
    shown = play(["1"], *AGAINST_RANDOM)
    assert re.search(rf"{BLUE}: 2 cards drawn\. .+ \(\d+\), .+ \(\d+\)\. \(esa\.2\.3a\)", shown)
    assert f"{RED}: 2 cards drawn. (esa.2.3a)" in shown


def test_two_computers_tell_their_battle_to_the_end(play: Play, short: Path) -> None:
    shown = play([], short, "--red", "random", "--blue", "random", *SEED)
    assert "Turn 1 begins. (esa.3a)" in shown
    assert "Your choice" not in shown
    assert re.search(r"(Victory for|is drawn).* in turn \d+: .+\.$", shown.strip().splitlines()[-1])
    assert max(map(len, shown.splitlines())) <= 100


def test_a_scripted_battle_can_be_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], short: Path
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    assert cli.main(["duel", str(short), *AGAINST_RANDOM]) == 0
    assert " in turn " in capsys.readouterr().out.strip().splitlines()[-1]


# Commands


def test_help_names_every_command_in_both_languages(play: Play) -> None:
    english, italian = play(["?"], *AGAINST_RANDOM), play(["aiuto"], *AGAINST_RANDOM, "--lang", "it")
    for word in ("map", "hand", "units", "rule", "why", "log", "undo", "save", "quit"):
        assert re.search(rf"^{word}\b", english, re.MULTILINE)
        assert re.search(rf"^{word}\b", italian, re.MULTILINE)
    for word in ("mappa", "mano", "unità", "regola", "perché", "diario", "annulla", "salva", "esci"):
        assert word in COMMANDS
        assert word in italian


def test_a_rule_can_be_read_at_the_table(play: Play) -> None:
    shown = play(["rule esa.2.3k", "rule 2.3k", "rule", "rule 99z"], *AGAINST_RANDOM)
    assert shown.count("esa.2.3k  house rule") == 2
    assert "Type rule and an id" in shown
    assert "There is no rule «99z»" in shown


def test_why_shows_the_rules_that_allow_a_choice(play: Play) -> None:
    shown = play(["why 2", "why 77", "why"], *AGAINST_RANDOM)
    assert "Allowed by:" in shown
    assert "esa.2.2j  " in shown
    assert shown.count("Type why and the number of a choice") == 2


def test_the_hand_shows_orders_priority_and_value(play: Play) -> None:
    shown = play(["hand", "1", "hand"], *AGAINST_RANDOM)
    assert "There are no cards in hand." in shown
    assert f"The hand of {BLUE}" in shown
    assert re.search(r"card +priority +orders +value +rule", shown)


def test_map_units_and_log_show_where_things_stand(play: Play) -> None:
    shown = play(["1", "1", "1", "map", "units", "log 1", "log"], *AGAINST_RANDOM)
    assert "determination" in shown
    assert re.search(r"\d{4} +[↑↗↘↓↙↖] +Spanish horse 1 +heavy cavalry +3/3", shown)
    assert len(re.findall(r"^\S.+ takes? post at .+\(esa.2.3", shown, re.MULTILINE)) > 2


def test_undo_takes_back_the_last_answer_but_not_what_was_shown(play: Play, tmp_path: Path) -> None:
    save = tmp_path / "battle.json"
    place = re.findall(r"\d  \S.* to (\d{4})", play(["1", "1"], *AGAINST_RANDOM))[-1]
    shown = play(["undo", "1", "undo", "1", "1", "1", "undo", "undo", place], *AGAINST_RANDOM, "--save", save)
    assert shown.count("Nothing of yours can be taken back") == 2
    assert shown.count("Taken back.") == 2
    assert last_of(save, "blue")[1] == "leader"
    assert last_of(save, "blue")[2]["hex"] == place


# Saving


def test_the_battle_is_saved_after_every_answer(play: Play, tmp_path: Path) -> None:
    for count in range(1, 4):
        save = tmp_path / f"{count}.json"
        play(["1"] * count, *AGAINST_RANDOM, "--save", save)
        assert of_seat(save, "blue") == count


def test_quit_asks_whether_to_save(play: Play, tmp_path: Path) -> None:
    save = tmp_path / "battle.json"
    shown = play(["1", "quit", str(save)], *AGAINST_RANDOM)
    assert "Save the battle?" in shown
    assert of_seat(save, "blue") == 1
    before = set(tmp_path.iterdir())
    assert "The battle stops here" in play(["1", "quit", ""], *AGAINST_RANDOM)
    assert set(tmp_path.iterdir()) == before


def test_a_file_that_is_there_already_is_not_written_over_unasked(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary", encoding="utf-8")
    assert "is left as it was" in " ".join(play([f"save {path}", "n"], *AGAINST_RANDOM).split())
    assert path.read_text(encoding="utf-8") == "dear diary"
    play([f"save {path}", "y"], *AGAINST_RANDOM)
    assert json.loads(path.read_text(encoding="utf-8"))["alfiere"] == "save"
    assert cli.main(["duel", *AGAINST_RANDOM, "--save", str(path)]) == 2


def test_a_file_that_cannot_be_written_does_not_end_the_battle(play: Play, tmp_path: Path) -> None:
    missing = tmp_path / "no such folder" / "battle.json"
    shown = play([f"save {missing}", "save", "1"], *AGAINST_RANDOM)
    assert "Not saved:" in shown
    assert "Type save and a file name" in shown
    assert "Which deployment card" in shown


def test_a_battle_is_played_undone_saved_opened_replayed_and_verified(play: Play, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    play(["1", "1", "1", "1", "undo", "1", "1", f"save {first}", "quit", ""], *AGAINST_RANDOM)
    shown = play(["1"] * 6, "--load", first, "--save", second)
    assert f"The battle goes on after {len(decisions(first))} decisions." in shown
    assert decisions(second)[: len(decisions(first))] == decisions(first)
    assert of_seat(second, "blue") == of_seat(first, "blue") + 6
    assert json.loads(second.read_text(encoding="utf-8"))["players"] == {"red": "random", "blue": "human"}
    for command in ("replay", "verify", "check"):
        assert cli.main([command, str(second)]) == 0


def test_a_battle_may_go_on_in_the_same_file_with_other_players(play: Play, tmp_path: Path, short: Path) -> None:
    save = tmp_path / "battle.json"
    play(["1", "1"], short, *AGAINST_RANDOM, "--save", save)
    shown = play([], "--load", save, "--save", save, "--blue", "random")
    assert " in turn " in shown
    assert cli.main(["verify", str(save)]) == 0


def test_a_file_that_stops_agreeing_goes_on_from_its_mark(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "battle.json"
    play(["1"] * 6, *AGAINST_RANDOM, "--save", save)
    data = json.loads(save.read_text(encoding="utf-8"))
    data["decisions"][0][2] = {"card": 999}
    data["decisions"][0][1] = "remove"
    save.write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert cli.main(["duel", "--load", str(save)]) == 0
    shown = capsys.readouterr()
    assert "stops agreeing with the rules at decision 1" in shown.err
    assert "Your choice" in shown.out


# Secrets


def test_a_curtain_falls_between_two_people_before_a_secret_is_shown(play: Play) -> None:
    shown = play(["", "1", "", "1", "", "1"], *TWO_PEOPLE)
    scenes = re.split(r"Pass the keyboard to (.+?), then press Enter\.", shown)
    owners, texts = scenes[1::2], scenes[2::2]
    assert owners[:3] == [BLUE, RED, BLUE]
    assert f"{RED}: Which deployment card" in texts[1]
    assert f"{BLUE}: Which deployment card" in texts[2]
    assert f"{RED}: Which deployment card" not in texts[2]


def test_two_people_are_not_told_each_others_new_cards(play: Play) -> None:
    shown = play(["", "1", ""], *TWO_PEOPLE)
    assert f"{RED}: 2 cards drawn. (esa.2.3a)" in shown
    assert f"{BLUE}: 2 cards drawn. (esa.2.3a)" in shown


# By hand


def test_cards_turned_by_hand_are_named_by_what_they_show(play: Play, tmp_path: Path) -> None:
    save = tmp_path / "battle.json"
    shown = play(["1", "17", "17", "3", "51", "12"], *AGAINST_RANDOM, "--by-hand", "--save", save)
    assert f"{RED}: turn over the top card and type its number." in shown
    assert "«17» cannot come now; what can: 1, 2, 3" in shown
    assert [one[2]["card"] for one in decisions(save) if one[1] == "roll"] == [17, 3, 12]
    assert cli.main(["verify", str(save)]) == 0


# Words


def test_the_table_speaks_italian(play: Play) -> None:
    shown = play(["1", "annulla", "xyz"], *AGAINST_RANDOM, "--lang", "it")
    assert "La tua scelta (? per l'aiuto):" in shown
    assert "Armata del re di Francia" in shown
    assert "«xyz» non è né uno dei" in shown
    assert "la battaglia si ferma qui" in shown


def test_both_languages_say_the_same_things() -> None:
    english, italian = table_words("en").sections, table_words("it").sections
    assert {name: set(section) for name, section in english.items()} == {
        name: set(section) for name, section in italian.items()
    }


class Unheard(Event):
    """An event that no word file knows."""

    def seen_by(self, seat: str | None) -> dict[str, Any]:
        return {"key": self.key, "hex": "0507"}


def test_an_event_without_words_is_told_by_its_key() -> None:
    rules = GAMES["esa"]
    state = rules.setup(rules.scenario("lens-1648"), rules.options())
    assert "unheard" in Teller(rules, "en").event(state, Unheard(), None)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_event_and_choice_of_a_battle_has_its_words(language: str) -> None:
    rules = GAMES["esa"]
    teller = Teller(rules, language)
    game: Game[Any] = Game(rules, rules.scenario("lens-1648"), "words", keep_marks=False)
    players = {seat: player("random", seat) for seat in rules.seats}
    lacking: set[str] = set()
    while (decision := game.decision) is not None:
        if not teller.words.has("prompt", decision.key):
            lacking.add(f"prompt {decision.key}")
        lacking |= {
            f"option {one.key}"
            for one in decision.options
            if teller.option(game.state, decision, one) == one.meaning != one.key
        }
        for event in game.answer(decision.seat, players[decision.seat].choose(game, decision.seat)):
            if not teller.words.has("event", event.key):
                lacking.add(f"event {event.key}")
            assert told(teller, game.state, event, None)[0].plain
    assert not lacking


# Drawing


def test_many_choices_stand_in_columns_that_fit_the_screen() -> None:
    lines = list(numbered([f"Move to {number:04d}" for number in range(40)], 100))
    assert len(lines) < 12
    assert max(map(len, lines)) <= 100
    assert sorted(map(int, re.findall(r"(\d+)  Move", "\n".join(lines)))) == list(range(1, 41))


def test_few_choices_stand_one_a_line() -> None:
    assert list(numbered(["Stand firm", "Withdraw"], 100)) == ["  1  Stand firm", "  2  Withdraw"]


def test_the_map_is_coloured_by_side_and_otherwise_left_alone() -> None:
    picture = "    01   02   03   04\n01 SQ↓6*cp↑3!★LE   ♣"
    drawn = coloured_map(picture)
    assert drawn.plain == picture
    styles = {picture[span.start : span.end]: str(span.style) for span in drawn.spans}
    assert "red" in styles["SQ↓6*"]
    assert "blue" in styles["cp↑3!"]
    assert "red" in styles["★LE"]


@pytest.mark.parametrize("columns", [80, 100])
def test_a_window_too_narrow_for_the_map_is_told_so(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    rules = GAMES["esa"]
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = io.StringIO()
    game: Game[Any] = Game(rules, rules.scenario("lens-1648"), "5")
    console = Console(file=screen, width=columns, force_terminal=True, color_system=None)
    print_map(console, Teller(rules, "en"), game, None)
    assert ("make it wider" in screen.getvalue()) is (columns < 84)
    assert max(map(len, screen.getvalue().splitlines())) <= columns


def test_a_terminal_gets_colours_and_a_file_gets_none(short: Path) -> None:
    rules = GAMES["esa"]
    for terminal in (True, False):
        screen = io.StringIO()
        console = Console(
            file=screen, width=100, force_terminal=terminal, color_system="truecolor" if terminal else None
        )
        game: Game[Any] = Game(rules, rules.scenario(short), "5")
        computers = {seat: player("random", seat) for seat in rules.seats}
        Duel(game, dict.fromkeys(rules.seats, "random"), computers, console, "en", fast=True).play()
        assert ("\x1b[" in screen.getvalue()) is terminal


def test_a_table_without_hexes_is_drawn_with_places_and_distances(play: Play) -> None:
    out = play([*["1"] * 12, "units", "quit", ""], "cappa/duello", *AGAINST_RANDOM)
    assert "   0         5         10        15" in out  # um from the west, over the map
    assert re.search(r"^ 9 (\S ){19}\S$", out, re.M)
    assert re.search(r"^[a-d] .*: [\d.]+; [\d.]+, action points \d", out, re.M)
    assert re.search(r"nearest enemy .+?, [\d.]+ um", " ".join(out.split()))
    assert "Move " in out
    assert "firmness ?" in out


def test_a_duel_without_hexes_can_be_told_to_its_end(play: Play) -> None:
    out = play([], "cappa/duello", "--red", "random", "--blue", "random", *SEED)
    assert re.search(r"(Victory for|The battle is drawn)", out)
