"""Files of one's own: a battle or an army is opened, or one sentence says what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.scenario.scenario_reading import FOLDER as SKIRMISHES
from alfiere.games.esa import free_army, scenario
from alfiere.games.esa.scenario import read_scenario
from alfiere.kernel.bad_data import BadData
from alfiere.server.own_files import Found, check_file
from tests.server.people import CLIENT, Person
from tests.server.running import Running

LENS = (scenario.FOLDER / "lens-1648.toml").read_text(encoding="utf-8")


def sent(running: Running, name: str, text: str) -> Any:
    return CLIENT.post(f"http://{running.address}/api/own", json={"name": name, "text": text})


def test_a_battle_of_ones_own_is_read_and_fought(lite: Running) -> None:
    mine = LENS.replace('id = "lens-1648"', 'id = "my-lens"')
    found = sent(lite, "my-lens.toml", mine)
    assert found.status_code == 200, found.text
    told = found.json()
    assert told["kind"] == "scenario"
    assert told["scenario"]["id"] == "esa/my-lens"
    assert told["scenario"]["board"]["kind"] == "hexes"
    body = {"source": told["source"], "seats": {"red": "computer:random", "blue": "me"}}
    made = CLIENT.post(f"http://{lite.address}/api/own/games", json=body)
    assert made.status_code == 201, made.text
    (key,) = [one["key"] for one in made.json()["keys"]]
    person = Person(lite.address, made.json()["id"], key, "blue")
    person.join()
    assert person.ask("GET").json()["game"]["scenario"] == "esa/my-lens"


def test_an_army_of_ones_own_meets_a_ready_one(lite: Running) -> None:
    name = free_army.army_ids()[0]
    found = sent(lite, f"{name}.toml", (free_army.FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert found.status_code == 200, found.text
    assert found.json()["kind"] == "army"
    assert len(found.json()["scenario"]["sides"]) == 2


def test_a_slip_is_told_as_the_check_in_the_terminal_tells_it(lite: Running, tmp_path: Path) -> None:
    wrong = LENS.replace("turns = ", "turn = ", 1)
    path = tmp_path / "slip.toml"
    path.write_text(wrong, encoding="utf-8")
    with pytest.raises(BadData) as slip:
        read_scenario(path)
    refused = sent(lite, "slip.toml", wrong)
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["code"] == "bad-file"
    assert error["why"] == str(slip.value).replace(str(path), "slip.toml")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.toml", "this is not = = toml", "a.toml: this is not TOML"),
        ("a.toml", 'title = "x"', f"a.toml: game: it must be one of {', '.join(GAMES)}"),
        ("a.json", '{"game": "esa"}', "a.json: this is not a save file: it does not begin with"),
        ("a.json", "{", "a.json: line 1: this is not a save file"),
        ("../../etc/a.toml", "", "a.toml: game"),
        ("", "a = " + "[" * 5000, "the battle"),
    ],
)
def test_whatever_comes_is_refused_in_one_sentence(lite: Running, name: str, text: str, why: str) -> None:
    refused = sent(lite, name, text)
    assert refused.status_code == 422, refused.text
    assert refused.json()["error"]["why"].startswith(why)


def test_a_file_of_ones_own_is_bound_as_a_save_is(lite: Running) -> None:
    guards = (SKIRMISHES / "guardie.toml").read_text(encoding="utf-8")
    wall = '[[terrain]]\nkind = "low_wall"\nlines = [[[4, 18], [14, 18]]]\n\n'
    refused = sent(lite, "walls.toml", guards.replace("[[terrain]]", wall * 60 + "[[terrain]]", 1))
    assert refused.status_code == 422, refused.text
    assert refused.json()["error"]["why"] == "walls.toml: terrain: there are 66; at most 48 are allowed here"
    read = sent(lite, "guards.toml", guards).json()
    data = msgspec.json.decode(read["source"])
    body = {"source": msgspec.json.encode(data | {"turns": 1000}).decode(), "seats": {"red": "me", "blue": "me"}}
    refused = CLIENT.post(f"http://{lite.address}/api/own/games", json=body)
    assert refused.status_code == 422, refused.text
    assert "turns: it is 1000; at most 40" in refused.json()["error"]["why"]


def test_data_that_was_never_checked_is_checked_where_it_is_played(lite: Running) -> None:
    body = {"source": '{"game": "esa", "id": "x"}', "seats": {"red": "me", "blue": "me"}}
    refused = CLIENT.post(f"http://{lite.address}/api/own/games", json=body)
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "bad-file"


def test_a_worker_tells_what_it_found_as_data() -> None:
    found = msgspec.json.decode(check_file(b'{"name": "a.toml", "text": "game = 3"}'), type=Found)
    assert found.wrong is not None
    assert found.wrong.startswith("a.toml: game")
