"""The past: the log from anywhere, any earlier moment, the save file out and in, the proof of the dice."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select, update

from alfiere.games import GAMES
from alfiere.kernel.chance import combined_seed, commitment
from alfiere.kernel.plain import digest
from alfiere.kernel.save import open_save, read_save
from alfiere.server import schema
from alfiere.server.sealing import sealed
from alfiere.server.workers import Crowded, Overrun
from tests.server.people import CLIENT, Person, create, play, two_people
from tests.server.running import Running


def whole_log(person: Person, seat: str | None = None) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    while True:
        query: dict[str, Any] = {"from": len(steps), "limit": 70} | ({"seat": seat} if seat else {})
        found = person.ask("GET", "/log", params=query).json()
        steps += found["steps"]
        if len(steps) == found["moments"]:
            return steps


def test_any_earlier_moment_is_shown_as_it_was_seen_then(running: Running) -> None:
    red, blue = two_people(running.address)
    spectator = Person(running.address, red.game)
    people = [red, blue, spectator]
    dice = random.Random(21)
    seen: dict[tuple[Person, int], Any] = {}
    for _ in range(110):
        play([red, blue], dice, 1)
        for one in people:
            table = one.table()
            seen.setdefault((one, table["moment"]), table["view"])
    running.house._rooms.pop(red.game)
    for (one, moment), view in dice.sample(list(seen.items()), 25):
        query = {"seat": one.seat} if one.seat else {}
        found = one.ask("GET", f"/moments/{moment}", params=query).json()
        assert found["view"] == view
        assert found["seat"] == one.seat
    assert red.ask("GET", "/moments/3", params={"seat": "blue"}).status_code == 403
    assert red.ask("GET", "/moments/99999", params={"seat": "red"}).status_code == 404
    assert red.ask("GET", "/moments/x", params={"seat": "red"}).status_code == 404


def test_the_log_is_the_same_before_and_after_a_restart(running: Running) -> None:
    red, blue = two_people(running.address)
    play([red, blue], random.Random(22), 120)
    logs = [whole_log(red, "red"), whole_log(blue, "blue"), whole_log(Person(running.address, red.game))]
    assert [step["moment"] for step in logs[0]] == list(range(len(logs[0])))
    running.house._rooms.pop(red.game)
    assert [whole_log(red, "red"), whole_log(blue, "blue"), whole_log(Person(running.address, red.game))] == logs
    texts = [event["text"] for step in logs[0] for event in step["events"]]
    assert all(text["en"] and text["it"] for text in texts)
    table = running.table(red.game)
    assert table.marked_at > 0  # it was not opened from its beginning


def test_dice_are_proved_and_everything_may_be_seen_after_the_end(running: Running) -> None:
    made, (red, blue) = create(running.address, "me", "friend")
    red.join()
    blue.join()
    play([red, blue], random.Random(23), 60)
    assert red.ask("GET", "/fairness").json()["seed"] is None
    assert red.ask("GET", "/save").status_code == 403
    red.act("resign")
    after = blue.ask("GET", "/fairness").json()
    assert commitment(after["secret"]) == made["commitment"]
    shares = {"red": red.share, "blue": blue.share}
    assert after["contributions"] == shares
    assert after["seed"] == combined_seed(after["secret"], shares)
    assert (after["promise_kept"], after["seed_agrees"], after["replay_agrees"]) == (True, True, True)
    spectator = Person(running.address, red.game)
    assert spectator.ask("GET", params={"seat": "blue"}).json()["table"]["view"]["hands"]["blue"]["cards"] is not None
    save = read_save(spectator.ask("GET", "/save").text)
    assert save.seed == after["seed"]
    opened = open_save(save, GAMES)
    assert opened.disagreement is None
    assert len(save.decisions) == after["decisions"] == 60


def test_a_save_comes_back_as_a_game_that_goes_on(running: Running) -> None:
    _, people = create(running.address, "me", "me")
    red = people[0]
    red.join()
    play(people, random.Random(24), 90)
    text = red.ask("GET", "/save").text
    body = {"save": text, "seats": {"red": "me", "blue": "friend"}}
    response = CLIENT.post(f"http://{running.address}/api/games/import", json=body)
    assert response.status_code == 201, response.text
    made = response.json()
    assert made["disagreement"] is None
    again = [Person(running.address, made["id"], key["key"], seat) for key in made["keys"] for seat in key["seats"]]
    assert [one.table()["view"] for one in again] == [one.table()["view"] for one in people]
    assert again[0].state()["game"]["origin"] == "imported"
    play(again, random.Random(25), 20)
    again[0].act("resign")
    fair = again[0].ask("GET", "/fairness").json()
    assert (fair["kind"], fair["promise_kept"], fair["replay_agrees"]) == ("imported", None, True)


def test_a_save_whose_past_no_longer_agrees_goes_on_from_its_mark(running: Running) -> None:
    _, people = create(running.address, "me", "me")
    people[0].join()
    play(people, random.Random(26), 90)
    data = json.loads(people[0].ask("GET", "/save").text)
    data["decisions"][10][3] = "0" * 16
    data["decisions"][-1][3] = "f" * 16
    body = {"save": json.dumps(data), "seats": {"red": "me", "blue": "me"}}
    made = CLIENT.post(f"http://{running.address}/api/games/import", json=body).json()
    assert made["disagreement"].startswith("decision 11")
    again = [Person(running.address, made["id"], made["keys"][0]["key"], seat) for seat in ("red", "blue")]
    assert [one.table()["view"] for one in again] == [one.table()["view"] for one in people]
    play(again, random.Random(27), 5)


FORGED: dict[str, Callable[[dict[str, Any]], None]] = {
    "has strength 1000000000": lambda state: _first(state).update(strength=10**9),
    "outside the map": lambda state: _moved(state, "9999"),
    "belongs to «9999»": lambda state: _first(state).update(seat="9999"),
    "is not there": lambda state: state["armies"]["red"].update(commander="9999"),
    "makes no sense": lambda state: state.update(units={"nobody": 5}),
    "cannot be restored": lambda state: state.pop("units"),
    "does not agree with the units": lambda state: state.update(at={}),
    "has card": lambda state: state["armies"]["red"]["hand"].append(1),
}


def _first(state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(unit for unit in state["units"].values() if unit["hex"])
    return found


def _moved(state: dict[str, Any], label: str) -> None:
    unit = _first(state)
    state["at"][label] = state["at"].pop(unit["hex"])
    unit["hex"] = label


def test_a_mark_that_cannot_be_is_refused_in_one_sentence(lite: Running) -> None:
    _, people = create(lite.address, "me", "me")
    people[0].join()
    play(people, random.Random(26), 90)
    data = json.loads(people[0].ask("GET", "/save").text)
    data["decisions"][10][3] = "0" * 16  # the past does not agree, so the mark would be what the game goes on from
    data["decisions"][-1][3] = "f" * 16
    url, seats = f"http://{lite.address}/api/games/import", {"red": "me", "blue": "me"}
    for why, forge in FORGED.items():
        forged = copy.deepcopy(data)
        forge(forged["mark"]["state"])
        refused = CLIENT.post(url, json={"save": json.dumps(forged), "seats": seats})
        assert refused.status_code == 422, (why, refused.text)
        assert refused.json()["error"]["code"] == "bad-save"
        told = refused.json()["error"]["why"]
        assert why in told or "makes no sense" in told or "cannot be" in told, told
    forged = copy.deepcopy(data)
    forged["mark"]["decisions"] = 10**6
    assert CLIENT.post(url, json={"save": json.dumps(forged), "seats": seats}).status_code == 422
    forged = copy.deepcopy(data)
    forged["mark"]["state"]["more"] = ["x" * 1000] * 300
    refused = CLIENT.post(url, json={"save": json.dumps(forged), "seats": seats})
    assert "mark.state: it has" in refused.json()["error"]["why"]
    assert CLIENT.post(url, json={"save": json.dumps(data), "seats": seats}).status_code == 201  # as it was, it opens


def test_a_scenario_that_would_cost_everybody_too_much_is_refused_by_its_key(lite: Running) -> None:
    _, people = create(lite.address, "me", "me", scenario="cappa/duello")
    people[0].join()
    play(people, random.Random(5), 5)
    data = json.loads(people[0].ask("GET", "/save").text)
    for key, count, side in (("character", 1000, True), ("terrain", 4000, False)):
        forged = copy.deepcopy(data)
        source = forged["scenario"]["source"]
        where = source["side"][0] if side else source
        where[key] = [where[key][0]] * count
        forged["scenario"]["digest"] = digest(source)
        body = {"save": json.dumps(forged), "seats": {"red": "me", "blue": "me"}}
        refused = CLIENT.post(f"http://{lite.address}/api/games/import", json=body)
        assert refused.status_code == 422
        assert f"{key}: there are {count}; at most" in refused.json()["error"]["why"]


def test_a_save_that_is_none_is_refused_in_one_sentence(lite: Running) -> None:
    for text in ("", "{}", "[" * 100_000, '{"alfiere": "save"}', '{"alfiere": "save", "version": 99}', "\udcff"[:0]):
        body = {"save": text, "seats": {"red": "me", "blue": "me"}}
        response = CLIENT.post(f"http://{lite.address}/api/games/import", json=body)
        assert response.status_code == 422
        assert response.json()["error"]["code"] == "bad-save"
        assert "\n" not in response.json()["error"]["why"]


def test_a_rule_mended_since_costs_the_last_answers_and_not_the_game(lite: Running) -> None:
    red, blue = two_people(lite.address)
    play([red, blue], random.Random(28), 40)
    while lite.table(red.game).position - lite.table(red.game).marked_at < 4:
        play([red, blue], random.Random(30), 1)
    position = lite.table(red.game).position
    room = lite.house._rooms.pop(red.game)
    entry = schema.entries
    this = (entry.c.game == room.id) & (entry.c.position == position - 3)
    with lite.house.storage.engine.begin() as connection:  # as if the rules no longer knew this answer
        row = sealed(entry, dict(connection.execute(select(entry).where(this)).mappings().one()) | {"key": "forgotten"})
        connection.execute(update(entry).where(this).values(row))
    before = red.table()
    assert whole_log(red, "red")[-1]["kind"] == "cut"
    assert lite.table(red.game).position == position + 1
    lite.house._rooms.pop(red.game)
    assert red.table() == before
    play([red, blue], random.Random(29), 30)
    lite.house._rooms.pop(red.game)
    assert red.table()["moment"] > before["moment"]


def test_who_had_no_time_to_fight_it_again_does_not_doubt_the_dice(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = two_people(running.address)
    play([red, blue], random.Random(26), 5)
    red.act("resign")

    async def too_slow(*_: object) -> None:
        raise Overrun

    with monkeypatch.context() as busy:
        busy.setattr(running.house.checkers, "run", too_slow)
        assert red.ask("GET", "/fairness").status_code == 503
    assert red.ask("GET", "/fairness").json()["replay_agrees"] is True


def test_a_save_is_made_once_however_many_ask_for_it(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = two_people(running.address)
    play([red, blue], random.Random(31), 12)
    red.act("resign")
    made: list[Any] = []
    real = running.house.checkers.run

    async def counted(*how: Any) -> Any:
        made.append(how)
        return await real(*how)

    monkeypatch.setattr(running.house.checkers, "run", counted)
    with ThreadPoolExecutor(8) as crowd:
        replies = list(crowd.map(lambda _: Person(running.address, red.game).ask("GET", "/save"), range(40)))
    assert {one.status_code for one in replies} == {200}
    assert len({one.text for one in replies}) == 1
    assert red.ask("GET", "/fairness").json()["replay_agrees"] is True
    running.house._rooms.pop(red.game)
    assert red.ask("GET", "/save").text == replies[0].text
    assert len(made) == 1


def test_who_finds_too_many_waiting_for_a_save_is_told_to_come_back(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = two_people(running.address)
    play([red, blue], random.Random(32), 6)
    red.act("resign")

    async def crowded(*_: object) -> None:
        raise Crowded

    with monkeypatch.context() as busy:
        busy.setattr(running.house.checkers, "run", crowded)
        for refused in (red.ask("GET", "/save"), red.ask("GET", "/fairness")):
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert refused.headers["retry-after"]
        body = {"save": "{}", "seats": {"red": "me", "blue": "me"}}
        assert CLIENT.post(f"http://{running.address}/api/games/import", json=body).status_code == 503
    assert red.ask("GET", "/save").status_code == 200


def test_half_a_character_in_a_save_is_said_in_one_sentence(running: Running) -> None:
    red, _ = two_people(running.address)
    red.act("resign")
    good = red.ask("GET", "/save").text
    url = f"http://{running.address}/api/games/import"
    seats = {"red": "me", "blue": "me"}
    inside = json.dumps({"save": good.replace('"red"', r'"\ud800"', 1), "seats": seats})
    around = json.dumps({"save": good, "seats": seats}).replace("alfiere", r"\ud800", 1)
    for body in (inside, around):
        refused = CLIENT.post(url, content=body.encode())
        assert refused.status_code in (400, 422)
        assert "fault" not in refused.text
        assert "half of a character" in refused.json()["error"]["why"] or refused.json()["error"]["code"] == "not-json"
