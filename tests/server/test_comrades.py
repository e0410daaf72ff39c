"""Several people play one side: who holds its chair commands it, the others decide for the divisions he gives them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.people import Live, Person, create, two_people
from tests.server.running import Running

ALTENRIED = "lumi/altenried"
HORSE, FOOT = "french-horse", "french-foot"
PACE = 200  # answers within which what is looked for comes


def at_altenried(address: str) -> tuple[Person, Person]:
    """The French and the Austrians, at the table."""
    red, blue = two_people(address, scenario=ALTENRIED)
    french, austrian = (red, blue) if HORSE in parts(red) else (blue, red)
    return french, austrian


def parts(person: Person) -> list[str]:
    return [one["id"] for one in person.table()["parts"]]


def comrade(chief: Person, name: str, *divisions: str) -> Person:
    """Somebody who is invited and comes."""
    response = chief.act("comrades", name=name, parts=divisions)
    assert response.status_code == 201, response.text
    made = response.json()
    assert made["link"] == f"/#/game/{chief.game}/{made['key']}"
    return Person(chief.address, chief.game, made["key"], chief.seat)


def comrades(person: Person) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in person.state()["game"]["comrades"]}


def until(people: dict[str, Person], wanted: Any) -> dict[str, Any]:
    """Play on until the French are asked what is wanted; each decides who is to, ``people`` by their divisions."""
    dice = random.Random(7)
    for _ in range(PACE):
        table = people[""].table()
        decision = table["decision"]
        if decision is not None and wanted(decision):
            return decision
        who = people["foe"] if decision is None else people.get(decision["part"], people[""])
        decision = decision or who.table()["decision"]
        rest = [one for one in decision["options"] if one["key"] == "deploy-rest"]
        fitting = [one for one in decision["options"] if one.get("part", decision["part"]) == decision["part"]]
        chosen = rest[0] if rest and len(people) == 2 else dice.choice(fitting[:3])
        assert who.send(decision["number"], chosen).status_code == 200
    raise AssertionError("it never came")


def first_of(decision: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in decision["options"] if one.get("part", decision["part"]) == decision["part"])


def refused(response: httpx.Response) -> tuple[int, str, str]:
    found = response.json()["error"]
    return response.status_code, found["code"], found["rule"]


NOT_HIS = (403, "not-your-part", "lumi.2.3.3c")


@pytest.mark.rule("lumi.2.3.3c")
def test_a_comrade_decides_for_his_division_and_nobody_else_does(address: str) -> None:
    chief, foe = at_altenried(address)
    anna = comrade(chief, "Anna", HORSE)
    people = {"": chief, "foe": foe, HORSE: anna}
    hers = until(people, lambda decision: decision["part"] == HORSE)
    response = chief.send(hers["number"], first_of(hers))
    assert refused(response) == NOT_HIS
    assert response.json()["error"]["text"] == {
        "en": "French horse is led by Anna, who alone decides for it",
        "it": "Cavalleria francese: decide solo Anna, che la guida",
    }
    assert anna.send(hers["number"], first_of(hers)).status_code == 200
    his = until(people, lambda decision: decision["part"] == FOOT)
    assert refused(anna.send(his["number"], first_of(his))) == NOT_HIS
    assert chief.send(his["number"], first_of(his)).status_code == 200


@pytest.mark.rule("lumi.2.3.3c")
def test_who_holds_the_chair_places_all_the_dice(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    dice = until({"": chief, "foe": foe}, lambda decision: decision["key"] == "place-order")
    anna = comrade(chief, "Anna", HORSE, FOOT)
    order = next(one for one in dice["options"] if one["args"].get("division") == HORSE)
    response = anna.send(dice["number"], order)
    assert refused(response) == NOT_HIS
    assert response.json()["error"]["why"] == "this is decided by who commands your whole side"
    assert chief.send(dice["number"], order).status_code == 200


@pytest.mark.rule("lumi.2.3.3c")
def test_what_a_comrade_may_not_answer_he_is_told_before_he_tries(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    anna = comrade(chief, "Anna", FOOT)
    asked = until({"": chief, "foe": foe, FOOT: anna}, lambda decision: decision["part"] == HORSE)
    option = {"key": asked["options"][0]["key"], "args": asked["options"][0]["args"]}
    why = anna.act("why", answer=option).json()
    assert (why["allowed"], why["rule"]) == (False, "lumi.2.3.3c")
    assert chief.act("why", answer=option).json()["allowed"]


@pytest.mark.rule("lumi.2.3.3c")
def test_what_is_for_the_whole_side_at_once_waits_until_nobody_else_leads_a_part(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    chief, division = (foe, "austrian-horse") if foe.table()["decision"] else (chief, HORSE)
    decision = chief.table()["decision"]
    rest = next(one for one in decision["options"] if one["key"] == "deploy-rest")
    anna = comrade(chief, "Anna", division)
    for one in (chief, anna):
        response = one.send(decision["number"], rest)
        assert refused(response) == NOT_HIS
        assert response.json()["error"]["why"].startswith("others lead a part of your side")
    chief.ask("PUT", f"/comrades/{comrades(chief)['Anna']['number']}", json={"parts": []})
    assert chief.send(decision["number"], rest).status_code == 200


def test_a_comrade_sees_what_his_side_sees_and_the_enemy_hears_nothing_of_him(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    anna = comrade(chief, "Anna Maria von Rottenburg", HORSE)
    assert anna.table() == chief.table()
    assert anna.state()["game"]["chief"] is False
    assert chief.state()["game"]["chief"] is True
    assert [one["me"] for one in anna.state()["game"]["comrades"]] == [True]
    assert foe.state()["game"]["comrades"] == []
    watching = Person(lite.address, chief.game)
    assert watching.state()["game"]["comrades"] == []
    assert anna.ask("GET", params={"seat": foe.seat}).status_code == 403
    assert anna.ask("GET", "/save").status_code == 403
    assert not any("Rottenburg" in one for one in foe.heard + watching.heard)


def test_what_concerns_the_whole_side_is_not_for_a_comrade(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    anna = comrade(chief, "Anna", HORSE)
    for response in (
        anna.act("resign"),
        anna.act("draw", what="offer"),
        anna.act("comrades", name="Berta"),
        anna.ask("PUT", f"/comrades/{comrades(chief)['Anna']['number']}", json={"parts": [FOOT]}),
    ):
        assert refused(response) == (403, "chief-only", "")
    number = comrades(chief)["Anna"]["number"]
    assert foe.ask("DELETE", f"/comrades/{number}").status_code == 404
    assert foe.ask("PUT", f"/comrades/{number}", json={"parts": []}).status_code == 404
    assert foe.act("comrades", name="Berta", parts=[HORSE]).status_code == 422
    assert chief.ask("DELETE").status_code == 403  # somebody else plays in it


def test_a_division_has_one_leader_and_is_given_from_one_to_another(lite: Running) -> None:
    chief, _ = at_altenried(lite.address)
    comrade(chief, "Anna", HORSE, FOOT)
    comrade(chief, "Berta", HORSE)
    led = {name: one["parts"] for name, one in comrades(chief).items()}
    assert led == {"Anna": [FOOT], "Berta": [HORSE]}
    number = comrades(chief)["Anna"]["number"]
    response = chief.ask("PUT", f"/comrades/{number}", json={"parts": [HORSE], "name": "Anna R."})
    assert response.status_code == 200, response.text
    assert {name: one["parts"] for name, one in comrades(chief).items()} == {"Anna R.": [HORSE], "Berta": []}
    assert chief.ask("PUT", f"/comrades/{number}", json={"parts": ["guards"]}).status_code == 422
    assert chief.act("comrades", name="  ").status_code == 422


@pytest.mark.rule("lumi.2.3.3c")
@pytest.mark.parametrize("who", ["chief", "comrade"])
def test_if_a_comrade_goes_his_divisions_fall_back_and_he_hears_no_more(lite: Running, who: str) -> None:
    chief, foe = at_altenried(lite.address)
    anna = comrade(chief, "Anna", HORSE)
    asked = until({"": chief, "foe": foe, HORSE: anna}, lambda decision: decision["part"] == HORSE)
    live: Live = anna.live()
    live.until("changed")
    number = comrades(chief)["Anna"]["number"]
    goes = chief if who == "chief" else anna
    assert goes.ask("DELETE", f"/comrades/{number}").json() == {"gone": number}
    assert live.closed() == 1008
    assert anna.ask("GET").status_code == 403
    assert anna.send(asked["number"], first_of(asked)).status_code == 403
    assert chief.send(asked["number"], first_of(asked)).status_code == 200


def test_a_comrade_takes_back_what_was_his_and_nobody_else_does(lite: Running) -> None:
    chief, foe = at_altenried(lite.address)
    anna = comrade(chief, "Anna", HORSE)
    asked = until({"": chief, "foe": foe, HORSE: anna}, lambda decision: decision["part"] == HORSE)
    anna.send(asked["number"], first_of(asked))
    table = chief.table()
    assert (table["may_undo"], table["undoes"]) == (True, HORSE)
    assert refused(chief.act("undo", number=table["number"])) == NOT_HIS
    response = anna.act("undo", number=table["number"])
    assert response.status_code == 200
    again = response.json()["table"]["decision"]
    assert (again["key"], again["about"]) == (asked["key"], asked["about"])


def test_comrades_are_there_again_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'alfiere.db'}"
    with Running(database=url) as running:
        chief, foe = at_altenried(running.address)
        anna = comrade(chief, "Anna", HORSE)
    with Running(database=url) as running:
        for one in (chief, foe, anna):
            one.address = running.address
        assert comrades(anna)["Anna"]["parts"] == [HORSE]
        asked = until({"": chief, "foe": foe, HORSE: anna}, lambda decision: decision["part"] == HORSE)
        assert refused(chief.send(asked["number"], first_of(asked))) == NOT_HIS
        assert anna.send(asked["number"], first_of(asked)).status_code == 200


def test_where_a_side_is_one_person_s_nobody_is_invited(lite: Running) -> None:
    red, _ = two_people(lite.address)
    assert red.table()["parts"] == []
    assert refused(red.act("comrades", name="Anna")) == (422, "not-shared", "")


def test_before_the_battle_begins_nobody_is_invited(lite: Running) -> None:
    _, (red, _) = create(lite.address, "me", "friend", scenario=ALTENRIED)
    assert refused(red.act("comrades", name="Anna")) == (409, "waiting", "")
