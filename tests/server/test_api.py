"""What people do at a table, one thing a test."""

from __future__ import annotations

import random
import re
import time

import pytest

from alfiere.games import GAMES
from alfiere.server.scenarios import briefing
from tests.server.people import CLIENT, LENS, PATIENCE, Person, asked, create, play, two_people


def test_the_battles_are_listed_with_what_a_card_in_the_lobby_shows(address: str) -> None:
    found = CLIENT.get(f"http://{address}/api/scenarios").json()
    lens = next(one for one in found["scenarios"] if one["id"] == LENS)
    assert set(lens["title"]) == set(lens["summary"]) == {"en", "it"}
    assert [side["seat"] for side in lens["sides"]] == ["red", "blue"]
    assert lens["date"] == "1648-08-20"
    assert lens["turns"] == 12
    assert lens["board"]["shapes"]
    assert "greedy" in found["computers"]


def test_rulebook_and_words_come_in_both_languages(address: str) -> None:
    book = CLIENT.get(f"http://{address}/api/rules/esa").json()
    rule = book["chapters"][0]["rules"][0]
    assert rule["id"].startswith("esa.")
    assert rule["text"]["en"] != rule["text"]["it"]
    assert "prompt" in CLIENT.get(f"http://{address}/api/words/esa").json()["it"]
    assert CLIENT.get(f"http://{address}/api/rules/chess").status_code == 404


def test_the_look_of_a_game_is_served(address: str) -> None:
    look = CLIENT.get(f"http://{address}/api/look/esa").json()
    assert look["symbols"]["PM"]["strokes"]
    assert look["motion"]["unit-moved"] == {"motion": "move", "piece": "unit", "from": "start", "path": "path"}
    assert CLIENT.get(f"http://{address}/api/look/chess").status_code == 404


def test_a_preview_draws_an_option_and_changes_nothing(address: str) -> None:
    red, blue = two_people(address)
    dice = random.Random(5)
    drawn = set()
    person = red
    for _ in range(60):
        person = asked(red, blue)
        table = person.table()
        option = dice.choice(table["decision"]["options"])
        answer = {"key": option["key"], "args": option["args"]}
        found = person.act("preview", answer=answer).json()
        assert found["allowed"] is True
        drawn |= {one["kind"] for one in found["sketch"]}
        assert person.table() == table
        person.send(table["decision"]["number"], option)
    assert {"sector", "command"} <= drawn
    assert person.act("preview", answer={"key": "fly", "args": {}}).json() == {
        "allowed": False,
        "prospects": [],
        "sketch": [],
        "final": False,
        "cautions": [],
    }
    assert Person(address, red.game).act("preview", answer={"key": "fly", "args": {}}).status_code == 401


def test_a_game_waits_until_everybody_has_joined(address: str) -> None:
    made, (red, blue) = create(address, "me", "friend")
    assert [key["who"] for key in made["keys"]] == ["me", "friend"]
    assert red.join()["table"] is None
    assert red.state()["game"]["status"] == "waiting"
    assert red.act("resign").status_code == 409
    assert [seat["joined"] for seat in blue.state()["game"]["seats"]] == [True, False]
    assert blue.join()["game"]["status"] == "playing"
    assert red.table()["view"]["scenario"] == "lens-1648"


def test_a_decision_comes_with_everything_a_page_needs(address: str) -> None:
    person = asked(*two_people(address))
    decision = person.table()["decision"]
    assert decision["seat"] == person.seat
    assert decision["prompt"]["en"] != decision["prompt"]["it"]
    for option in decision["options"]:
        assert set(option) == {"key", "args", "rules", "text"}
        assert option["text"]["en"]
        assert option["text"]["it"]


def test_a_briefing_tells_what_wins_for_whom_and_which_rules_hold(address: str) -> None:
    red, _ = two_people(address)
    told = Person(address, red.game).ask("GET", "/briefing").json()
    card = next(one for one in CLIENT.get(f"http://{address}/api/scenarios").json()["scenarios"] if one["id"] == LENS)
    assert told["wins"] == card["wins"]
    assert told["turns"] == card["turns"]
    assert told["special"][0]["text"]["it"]
    assert told["options"] == {}


def test_a_briefing_names_a_choice_only_where_it_is_not_as_usual() -> None:
    rules = GAMES["risorgimento"]
    battle = rules.scenario("genestrello")
    assert briefing(rules, battle, {}).options == {}
    chosen = briefing(rules, battle, {"figures": "25", "orders": "yes"})
    assert chosen.options == {"figures": "25", "orders": "yes"}
    assert chosen.wins["en"] == "After the last turn the side wins that holds Genestrello."


def test_two_seats_play_a_whole_battle(address: str) -> None:
    red, blue = two_people(address)
    answers = play([red, blue], random.Random(2))
    assert answers > 50
    result = red.table()["result"]
    assert result["how"] == "fought"
    assert result["winner"] in ("red", "blue", None)
    assert blue.table()["result"] == result
    assert red.table()["decision"] is None


def test_hot_seat_one_key_opens_both_seats(address: str) -> None:
    made, people = create(address, "me", "me")
    assert len(made["keys"]) == 1
    red, blue = people
    assert red.key == blue.key
    assert red.join()["game"]["status"] == "playing"
    play(people, random.Random(3), 30)
    assert red.table()["seat"] == "red"
    assert blue.table()["seat"] == "blue"
    ambiguous = red.ask("GET")
    assert ambiguous.status_code == 422
    assert ambiguous.json()["error"]["code"] == "which-seat"


def test_spectators_see_the_public_view_and_no_decision(address: str) -> None:
    red, blue = two_people(address)
    spectator, dice = Person(address, red.game), random.Random(4)
    while not (table := spectator.table())["view"]["hands"]["red"]["count"]:
        assert table["view"]["hands"]["red"]["cards"] in (None, [])
        play([red, blue], dice, 1)
    assert table["seat"] is None
    assert table["decision"] is None
    assert table["view"]["hands"]["red"]["cards"] is None  # he holds some now
    assert red.state(seat="spectator")["table"] == table
    assert spectator.ask("GET", params={"seat": "red"}).status_code == 401
    assert spectator.ask("GET", "/chat").status_code == 401


def test_a_key_opens_its_own_seat_only(address: str) -> None:
    red, blue = two_people(address)
    stranger, _ = two_people(address)
    assert red.ask("GET", params={"seat": "blue"}).status_code == 403
    person = asked(red, blue)
    other = red if person is blue else blue
    decision = person.table()["decision"]
    in_disguise = Person(address, red.game, other.key, person.seat)
    assert in_disguise.send(decision["number"], decision["options"][0]).status_code == 403
    foreign = Person(address, red.game, stranger.key, person.seat)
    refused = foreign.send(decision["number"], decision["options"][0])
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "wrong-key"
    nobody = Person(address, red.game, None, person.seat)
    assert nobody.send(decision["number"], decision["options"][0]).status_code == 401
    assert blue.table()["moment"] == red.table()["moment"] == 0


def test_an_answer_that_the_rules_forbid_is_refused_with_the_rule(address: str) -> None:
    red = asked(*two_people(address))
    before = red.table()
    refused = red.send(before["decision"]["number"], {"key": "fly", "args": {"unit": "nobody"}})
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["code"] == "not-allowed"
    assert error["rule"].startswith("esa.")
    assert set(error["text"]) == {"en", "it"}
    assert red.table() == before
    reply = red.act("why", answer={"key": "fly", "args": {}}).json()
    assert reply["allowed"] is False
    assert reply["why"] == reply["text"]["en"] != reply["text"]["it"]
    option = before["decision"]["options"][0]
    assert red.act("why", answer={"key": option["key"], "args": option["args"]}).json()["allowed"] is True


@pytest.mark.rule("cappa.2.1.1k")
def test_seats_talk_and_spectators_do_not_listen(address: str) -> None:
    red, blue = two_people(address)
    assert red.act("chat", text="  En garde,\n Monsieur! \u0000").status_code == 201
    assert blue.act("chat", text="À vous.").status_code == 201
    lines = red.ask("GET", "/chat").json()["lines"]
    assert [(one["seat"], one["text"]) for one in lines] == [("red", "En garde, Monsieur!"), ("blue", "À vous.")]
    assert blue.ask("GET", "/chat").json()["lines"] == lines  # nobody has a private word
    assert [one["number"] for one in red.ask("GET", "/chat", params={"from": 1}).json()["lines"]] == [1]
    assert red.act("chat", text=" \n ").status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {"scenario": "esa/nowhere", "seats": {"red": "me", "blue": "me"}},
        {"scenario": "../../etc/passwd", "seats": {"red": "me", "blue": "me"}},
        {"scenario": LENS, "seats": {"red": "me"}},
        {"scenario": LENS, "seats": {"red": "me", "blue": "computer:deep"}},
        {"scenario": LENS, "seats": {"red": "me", "blue": "me"}, "options": {"veterans": "perhaps"}},
        {"scenario": LENS, "seats": {"red": "me", "blue": "me"}, "options": {"red_army_value": "many"}},
        {"scenario": LENS, "seats": {"red": "me", "blue": "me"}, "options": {"magic": "yes"}},
        {"scenario": LENS, "seats": {"red": "friend", "blue": "friend"}, "by_hand": True},
        {"scenario": LENS, "seats": {"red": "me", "blue": "me"}, "more": 1},
    ],
)
def test_a_game_that_cannot_be_is_refused_in_one_sentence(address: str, body: dict[str, object]) -> None:
    refused = CLIENT.post(f"http://{address}/api/games", json=body)
    assert refused.status_code == 422
    assert "\n" not in refused.json()["error"]["why"]


def test_a_battle_is_fought_again_with_the_options_it_was_told_to_have(address: str) -> None:
    listed = CLIENT.get(f"http://{address}/api/scenarios").json()["scenarios"]
    for scenario in listed:
        how = {"scenario": scenario["id"], "seats": {side["seat"]: "me" for side in scenario["sides"]}}
        _, (red, *_) = create(address, "me", "me", **how, options=scenario["options"])
        told = red.state()["game"]["options"]
        assert told.get("red_army_value", "") == ""
        _, (again, *_) = create(address, "me", "me", **how, options=told)
        assert again.state()["game"]["options"] == told


def test_refusals_use_no_abbreviations(address: str) -> None:
    words = CLIENT.get(f"http://{address}/api/words/esa").json()
    for language, points in (("en", "movement points"), ("it", "punti movimento")):
        refusals = words[language]["refusal"]
        assert points in refusals["too-far"]
        assert not [key for key, text in refusals.items() if re.search(r"\b[A-Z]{2,}\b", text)]


def test_rolls_can_be_entered_by_hand_for_the_computer_too(address: str) -> None:
    _, (red,) = create(address, "me", "computer:random", by_hand=True)
    red.join()
    dice = random.Random(1)
    seats = set()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        table = red.table()
        if table["decision"] is None:
            time.sleep(0.01)
            continue
        if table["decision"]["key"] == "roll":
            seats.add(table["decision"]["seat"])
            if seats == {"red", "blue"}:
                return
        red.decide(dice, table)
    raise AssertionError("nobody was asked for a roll")
