"""A battle of three sides before the server: chairs, keys, one side without a player, giving up, agreeing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.people import CLIENT, Person, create, play

INN = "cappa/lens"


def begun(address: str, **chairs: str) -> tuple[dict[str, Any], list[Person]]:
    """A game with these chairs in which everybody who has a key has sat down."""
    seats = {"red": "me", "blue": "friend", "green": "friend"} | chairs
    made, people = create(address, "", "", scenario=INN, seats=seats)
    for one in people:
        one.join()
    return made, people


def refused(address: str, scenario: str, seats: dict[str, str]) -> str:
    """Why a game cannot be set up so."""
    answer = CLIENT.post(f"http://{address}/api/games", json={"scenario": scenario, "seats": seats})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] == "bad-seats"
    return str(answer.json()["error"]["why"])


def test_every_side_has_a_chair_and_a_key_of_its_own(address: str) -> None:
    made, people = begun(address)
    assert [(key["seats"], key["who"]) for key in made["keys"]] == [
        (["red"], "me"),
        (["blue"], "friend"),
        (["green"], "friend"),
    ]
    assert len({key["key"] for key in made["keys"]}) == 3
    assert [one["seat"] for one in people[2].state()["game"]["seats"]] == ["red", "blue", "green"]
    assert [one["mine"] for one in people[2].state()["game"]["seats"]] == [False, False, True]
    firmness = [one.table()["view"]["tracks"]["firmness"] for one in people]
    assert firmness == [
        {"red": 7, "blue": None, "green": None},
        {"red": None, "blue": 7, "green": None},
        {"red": None, "blue": None, "green": 4},
    ]


def test_the_battle_waits_for_the_third(address: str) -> None:
    _, people = create(address, "", "", scenario=INN, seats={"red": "me", "blue": "computer:random", "green": "friend"})
    people[0].join()
    assert people[0].state()["game"]["status"] == "waiting"
    people[1].join()
    assert people[0].state()["game"]["status"] == "playing"


def test_three_people_play_each_their_own_side(address: str) -> None:
    _, people = begun(address)
    assert play(people, random.Random(3), most=60) == 60
    asked = {step["seat"] for step in people[0].ask("GET", "/log").json()["steps"] if step["seat"]}
    assert asked == {"red", "blue", "green"}


def test_a_side_that_may_stay_empty_says_so_in_the_list(address: str) -> None:
    listed = CLIENT.get(f"http://{address}/api/scenarios").json()["scenarios"]
    sides = {one["id"]: [side.get("optional", False) for side in one["sides"]] for one in listed}
    assert sides.pop(INN) == [False, False, True]
    assert not any(any(some) for some in sides.values())
    assert all("third_player" not in one["options"] for one in listed)  # it is a chair, not a rule to be ticked


def test_nobody_may_lead_the_third_side(address: str) -> None:
    made, (red, blue) = begun(address, green="nobody")
    assert [key["seats"] for key in made["keys"]] == [["red"], ["blue"]]
    about = red.state()["game"]
    assert [one["seat"] for one in about["seats"]] == ["red", "blue"]
    assert about["options"]["third_player"] == "no"
    assert play([red, blue], random.Random(5), most=40) == 40
    assert any(piece.get("owner") == "green" for piece in red.table()["view"]["pieces"])
    assert set(red.table()["view"]["tracks"]["points"]) == {"red", "blue"}
    again = {"red": "me", "blue": "friend"}  # as the page asks when it is fought again
    create(address, "", "", scenario=INN, seats=again, options=about["options"])


@pytest.mark.parametrize(
    ("scenario", "seats", "why"),
    [
        (INN, {"red": "me", "blue": "me"}, "the seats are red, blue, green"),
        (INN, {"red": "me", "blue": "nobody", "green": "me"}, "somebody has to sit at blue"),
        ("cappa/duello", {"red": "me", "blue": "nobody"}, "somebody has to sit at blue"),
        ("cappa/duello", {"red": "me", "blue": "me", "green": "me"}, "the seats are red, blue"),
    ],
)
def test_other_chairs_are_refused(address: str, scenario: str, seats: dict[str, str], why: str) -> None:
    assert refused(address, scenario, seats) == why


def test_when_one_of_three_gives_up_points_decide(address: str) -> None:
    _, (red, blue, green) = begun(address)
    result = green.act("resign").json()["table"]["result"]
    assert (result["how"], result["winner"], result["loser"]) == ("resigned", None, "green")
    assert result["text"]["en"] == "The household of the inn gave up; of the others nobody is ahead."
    assert result["scores"] == {"red": 0, "blue": 0, "green": 0}
    assert red.table()["status"] == blue.table()["status"] == "over"


def test_a_draw_needs_all_three(address: str) -> None:
    _, (red, blue, green) = begun(address)
    red.act("draw", what="offer")
    told = blue.act("draw", what="accept").json()["table"]
    assert (told["status"], told["draw_offered_by"], told["draw_accepted_by"]) == ("playing", "red", ["blue"])
    assert blue.act("draw", what="accept").status_code == 409
    result = green.act("draw", what="accept").json()["table"]["result"]
    assert (result["how"], result["winner"]) == ("agreed", None)
    assert result["text"]["it"] == "Tutte le parti si sono accordate per la patta."


def test_one_of_three_declines_a_draw_for_all(address: str) -> None:
    _, (red, blue, green) = begun(address)
    red.act("draw", what="offer")
    blue.act("draw", what="accept")
    told = green.act("draw", what="decline").json()["table"]
    assert (told["status"], told["draw_offered_by"], told["draw_accepted_by"]) == ("playing", None, [])
