"""Games from folders of their own before the real server: whole battles by HTTP, with everything a page asks for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.people import CLIENT, Person, create, play
from tests.server.running import Killable
from tests.tiny import FOLDERS, HERE

CHAIRS = {
    "picket/mill": {"red": "me", "blue": "friend"},
    "tavern/boar": {"red": "me", "blue": "friend", "green": "computer:greedy"},
}
every_battle = pytest.mark.parametrize("battle", CHAIRS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Killable(f"sqlite:///{tmp_path_factory.mktemp('tiny')}/alfiere.db", ALFIERE_GAMES=FOLDERS)
    server.start()
    yield server.address
    server.kill()


def sitting(house: str, battle: str, **more: Any) -> list[Person]:
    _, people = create(house, "", "", scenario=battle, **{"seats": CHAIRS[battle], **more})
    for one in people:
        one.join()
    return people


@every_battle
def test_the_lobby_has_what_the_folder_holds(house: str, battle: str) -> None:
    code = battle.partition("/")[0]
    entries = {one["id"]: one for one in CLIENT.get(f"http://{house}/api/scenarios").json()["scenarios"]}
    assert [side["seat"] for side in entries[battle]["sides"]] == list(CHAIRS[battle])
    assert entries[battle]["wins"]["it"]
    assert CLIENT.get(f"http://{house}/api/look/{code}").json()["touch"]["target"] == "piece"
    assert CLIENT.get(f"http://{house}/api/rules/{code}").json()["chapters"][0]["rules"][0]["id"] == f"{code}.1a"


@every_battle
def test_a_battle_is_fought_to_its_end(house: str, battle: str) -> None:
    people = sitting(house, battle)
    dice = random.Random(f"{battle} at the server")
    while people[0].table()["status"] != "over":
        play_on(people, dice)
    for one in people:
        table = one.table()
        assert table["result"]["how"] == "fought"
        assert table["result"]["text"]["it"]
        log = one.ask("GET", "/log").json()
        sentences = [event["text"] for step in log["steps"] for event in step["events"]]
        assert any(text["en"].startswith("Turn 2 begins") for text in sentences)
        assert all(text["en"] and text["it"] for text in sentences)
    assert people[0].ask("GET", "/save").status_code == 200


def play_on(people: list[Person], dice: random.Random) -> None:
    """Everybody who is asked something looks at what he may do, and does one of it."""
    for one in people:
        decision = one.table()["decision"]
        if decision is None:
            continue
        option = dice.choice(decision["options"])
        seen = one.act("preview", answer={"key": option["key"], "args": option["args"]}).json()
        assert seen["allowed"]
        assert bool(seen["prospects"]) == (option["key"] in ("fire", "strike"))
        assert bool(seen["sketch"]) == (option["key"] in ("fire", "strike", "move"))
        assert one.send(decision["number"], option).status_code == 200


@every_battle
def test_what_is_not_allowed_is_refused_with_the_rule_in_both_languages(house: str, battle: str) -> None:
    people = sitting(house, battle)
    one = next(one for one in people if one.table()["decision"] is not None)
    decision = one.table()["decision"]
    option = decision["options"][0]
    refused = one.send(decision["number"], {"key": option["key"], "args": {**option["args"], "x": "y"}})
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["rule"].startswith(battle.partition("/")[0])
    assert error["text"]["en"] != error["text"]["it"]


def test_the_colonel_of_the_other_is_nowhere_in_what_one_hears(house: str) -> None:
    red, blue = sitting(house, "picket/mill")
    for one, company in ((red, "berry"), (blue, "leon")):
        decision = one.table()["decision"]
        hide = next(option for option in decision["options"] if option["args"]["company"] == company)
        assert one.send(decision["number"], hide).status_code == 200
    for one, owner in ((red, "red"), (blue, "blue")):
        badges = {piece["owner"]: piece["badges"] for piece in one.table()["view"]["pieces"] if piece["badges"]}
        assert badges == {owner: ["colonel"]}
        assert one.table()["secret"]


def test_a_place_pointed_at_is_judged_by_the_game(house: str) -> None:
    people = sitting(house, "tavern/boar")
    red = people[0]
    decision = red.table()["decision"]
    fellow = decision["about"]["fellow"]
    allowed = [
        red.act("why", answer={"key": "move", "args": {"fellow": fellow, "to": to}}).json()["allowed"]
        for to in ([300, 200], [900, 700], [150, 350], [-3, 5], "there")
    ]
    assert allowed == [True, False, False, False, False]
    assert red.send(decision["number"], {"key": "move", "args": {"fellow": fellow, "to": [300, 200]}}).is_success


@every_battle
def test_a_battle_with_dice_thrown_by_hand(house: str, battle: str) -> None:
    seats = {seat: "me" if seat == "red" else "friend" for seat in CHAIRS[battle]}
    people = sitting(house, battle, seats=seats, by_hand=True)
    assert play(people, random.Random(5)) > 10


@every_battle
def test_computers_alone_fight_it_out(house: str, battle: str) -> None:
    made, _ = create(house, "", "", scenario=battle, seats=dict.fromkeys(CHAIRS[battle], "computer:greedy"))
    watcher = Person(house, made["id"])
    with_end = watcher.live()
    while watcher.table()["status"] != "over":
        with_end.hear()
    with_end.close()
    assert watcher.table()["result"]["how"] == "fought"


@every_battle
def test_a_battle_of_ones_own_and_a_save_are_opened(house: str, battle: str) -> None:
    code, _, name = battle.partition("/")
    text = (
        (HERE / code / "data/scenarios" / f"{name}.toml").read_text(encoding="utf-8").replace("turns = ", "turns = 1#")
    )
    found = CLIENT.post(f"http://{house}/api/own", json={"name": "mine.toml", "text": text})
    assert found.status_code == 200, found.text
    assert (found.json()["kind"], found.json()["scenario"]["turns"]) == ("scenario", 1)
    slip = CLIENT.post(f"http://{house}/api/own", json={"name": "mine.toml", "text": text.replace("turns", "turnz")})
    assert slip.json()["error"]["code"] == "bad-file"
    seats = dict.fromkeys(CHAIRS[battle], "me")
    made = CLIENT.post(f"http://{house}/api/own/games", json={"source": found.json()["source"], "seats": seats})
    assert made.status_code == 201, made.text
    people = [Person(house, made.json()["id"], made.json()["keys"][0]["key"], seat) for seat in seats]
    people[0].join()
    play(people, random.Random(battle))
    again = {"save": people[0].ask("GET", "/save").text, "seats": seats}
    opened = CLIENT.post(f"http://{house}/api/games/import", json=again)
    assert opened.status_code == 201, opened.text
    assert opened.json()["disagreement"] is None
