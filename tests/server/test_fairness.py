"""Fair dice against everybody, the host too: all commit to their shares before any share is shown."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from alfiere import cli
from alfiere.kernel.chance import combined_seed, commitment, new_secret, share_commitment
from tests.server.people import Person, create, play
from tests.server.running import Running


def commit(person: Person, share: str | None = None) -> Any:
    promised = share_commitment(person.game, [str(person.seat)], share or person.share)
    return person.ask("POST", "/join", json={"commitment": promised})


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def test_the_server_promises_first_and_no_share_is_shown_before_all_have_promised(running: Running) -> None:
    made, (red, blue) = create(running.address, "me", "friend")
    before = blue.ask("GET", "/fairness").json()
    assert before["commitment"] == made["commitment"]
    assert before["commitments"] == before["contributions"] == {"red": None, "blue": None}
    assert commit(red).status_code == 200
    assert code(red.ask("POST", "/reveal", json={"share": red.share})) == (409, "too-early")
    shown = blue.ask("GET", "/fairness").json()
    assert shown["commitments"] == {"red": share_commitment(made["id"], ["red"], red.share), "blue": None}
    assert shown["contributions"] == {"red": None, "blue": None}
    assert commit(blue).json()["game"]["status"] == "waiting"
    assert blue.ask("POST", "/reveal", json={"share": blue.share}).json()["game"]["status"] == "waiting"
    assert red.ask("GET", "/fairness").json()["contributions"] == {"red": None, "blue": blue.share}
    assert red.ask("POST", "/reveal", json={"share": red.share}).json()["game"]["status"] == "playing"


def test_a_share_that_was_not_promised_is_refused(running: Running) -> None:
    _, (red, blue) = create(running.address, "me", "friend")
    commit(red)
    commit(blue)
    red.ask("POST", "/reveal", json={"share": red.share})
    for tried in range(20):  # who comes last has seen the other's share, and can try no other of his own
        assert code(blue.ask("POST", "/reveal", json={"share": f"another-share-{tried:08}"})) == (422, "wrong-share")
    assert code(blue.ask("POST", "/reveal", json={"share": red.share})) == (422, "wrong-share")
    assert code(blue.ask("POST", "/reveal", json={"share": "two\nlines=of=chance"})) == (422, "bad-form")
    assert code(commit(blue, "a-new-and-better-share")) == (409, "joined-already")
    assert blue.state()["game"]["status"] == "waiting"
    assert blue.ask("POST", "/reveal", json={"share": blue.share}).json()["game"]["status"] == "playing"
    assert blue.ask("POST", "/reveal", json={"share": blue.share}).status_code == 200  # an answer lost on the way
    assert commit(blue).status_code == 200


def test_a_commitment_cannot_be_copied_from_another_seat(running: Running) -> None:
    _, (red, blue) = create(running.address, "me", "friend")
    commit(red)
    copied = share_commitment(red.game, ["red"], red.share)
    assert blue.ask("POST", "/join", json={"commitment": copied}).status_code == 200
    red.ask("POST", "/reveal", json={"share": red.share})
    assert code(blue.ask("POST", "/reveal", json={"share": red.share})) == (422, "wrong-share")


def test_who_has_lost_a_share_may_promise_another_until_all_have_promised(running: Running) -> None:
    _, (red, blue) = create(running.address, "me", "friend")
    commit(red, "a-share-that-was-lost")
    assert commit(red).status_code == 200
    commit(blue)
    assert code(red.ask("POST", "/reveal", json={"share": "a-share-that-was-lost"})) == (422, "wrong-share")
    assert red.ask("POST", "/reveal", json={"share": red.share}).status_code == 200


def test_a_computer_promises_with_the_server_and_shows_with_the_others(running: Running) -> None:
    made, (red,) = create(running.address, "me", "computer:random")
    before = red.ask("GET", "/fairness").json()
    assert before["contributions"]["blue"] is None
    promised = before["commitments"]["blue"]
    red.join()
    after = red.ask("GET", "/fairness").json()
    assert share_commitment(made["id"], ["blue"], after["contributions"]["blue"]) == promised


def test_one_key_with_two_seats_has_one_share_for_both(running: Running) -> None:
    made, people = create(running.address, "me", "me")
    people[0].join()
    play(people, random.Random(3), 3)
    people[0].act("resign")
    told = people[0].ask("GET", "/fairness").json()
    assert told["keys"] == [["blue", "red"]] or told["keys"] == [["red", "blue"]]
    promised = share_commitment(made["id"], ["blue", "red"], people[0].share)
    assert told["commitments"] == {"red": promised, "blue": promised}
    assert (told["committed"], told["promise_kept"], told["shares_kept"]) == (True, True, True)
    assert told["seed"] == combined_seed(told["secret"], told["contributions"])
    assert commitment(told["secret"]) == made["commitment"]


def test_what_a_browser_kept_is_held_against_the_file_of_the_battle(
    running: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, (red, blue) = create(running.address, "me", "friend")
    red.join()
    blue.join()
    promised = red.ask("GET", "/fairness").json()["commitments"]
    play([red, blue], random.Random(4), 10)
    red.act("resign")
    told = red.ask("GET", "/fairness").json()
    kept = {"game": made["id"], "commitment": made["commitment"], "early": True, "since": 1}
    kept |= {"seats": ["red"], "share": red.share, "commitments": promised}
    battle, evidence = tmp_path / "battle.json", tmp_path / "kept.json"
    battle.write_text(red.ask("GET", "/save").text)

    def verify(**changed: Any) -> tuple[int, str]:
        evidence.write_text(json.dumps({"alfiere": "evidence", "kept": kept, "told": told} | changed))
        code = cli.main(["verify", str(battle), "--kept", str(evidence), "--lang", "en"])
        out = capsys.readouterr()
        return code, out.out + out.err

    assert verify()[0] == 0
    assert "neither a player nor the host" in verify()[1]
    assert "says nothing about the shares" in verify(kept={**kept, "commitments": None})[1]
    assert "under way" in verify(kept={**kept, "early": False})[1]
    secret = new_secret()
    forged = {**told, "secret": secret, "commitment": commitment(secret)}
    for changed, why in (
        ({"told": forged}, "not the one the server promised"),
        ({"told": forged}, "do not give the seed"),
        ({"kept": {**kept, "share": "a-share-nobody-drew"}}, "not the one this browser drew"),
        ({"kept": {**kept, "commitments": {**promised, "blue": "00" * 32}}}, "had promised before yours"),
        ({"told": {**told, "secret": None}}, "before the battle was over"),
    ):
        code, text = verify(**changed)
        assert code == 1
        assert why in text
    evidence.write_text("{}")
    assert cli.main(["verify", str(battle), "--kept", str(evidence)]) == 2
