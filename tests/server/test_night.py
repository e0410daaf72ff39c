"""By night each side is told of what it sees, and of nothing else."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tests.server.people import Person, asked, two_people
from tests.server.running import Running

NIGHT = "cappa/terheyden"


def told(person: Person, first: int) -> list[dict[str, Any]]:
    """What somebody finds in the log from a moment on, without the sentences."""
    seat = {"seat": person.seat} if person.seat else {}
    steps = person.ask("GET", "/log", params=seat | {"from": first}).json()["steps"]
    return [{key: value for key, value in one.items() if key != "text"} for step in steps for one in step["events"]]


def told_once(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same where how much happens out of sight is not told, only that something does."""
    veiled = [event["key"] == "unseen" for event in events]
    return [event for place, event in enumerate(events) if not (place and veiled[place] and veiled[place - 1])]


def test_everybody_is_told_what_his_side_sees_and_nothing_else(lite: Running) -> None:
    red, blue = two_people(lite.address, scenario=NIGHT)
    people = [red, blue, Person(lite.address, red.game)]
    table = lite.table(red.game)
    dice = random.Random(7)
    veiled = dict.fromkeys(people, 0)
    for _ in range(40):
        before, moments = len(table.game.events), {one: table.timelines[one.seat].length for one in people}
        asked(red, blue).decide(dice)
        for one in people:
            heard = [event for event in table.game.events[before:] if event.is_told_to(one.seat)]
            may_know = [event.seen_by(one.seat) for event in heard]
            assert told(one, moments[one]) == told_once(msgspec.json.decode(msgspec.json.encode(may_know)))
            veiled[one] += sum(event["key"] == "unseen" for event in may_know)
    assert all(veiled.values())  # to each of them something was not told


def test_by_night_nobody_scouts_by_taking_moves_back(lite: Running) -> None:
    red, blue = two_people(lite.address, scenario=NIGHT)
    dice = random.Random(3)
    while True:
        person = asked(red, blue)
        table = person.table()
        moves = [one for one in table["decision"]["options"] if one["key"] == "move"]
        hidden = lite.table(red.game).game.state.unseen[person.seat]
        if moves and hidden and table["decision"]["key"] == "action":
            break
        person.decide(dice, table)
    answer = {"key": moves[0]["key"], "args": moves[0]["args"]}
    assert person.act("preview", answer=answer).json()["final"] is True
    after = person.send(table["decision"]["number"], moves[0]).json()["state"]["table"]
    assert after["may_undo"] is False
    assert person.act("undo", number=after["number"]).status_code == 409


def test_by_night_everybody_hears_that_a_screen_needs_a_curtain(lite: Running) -> None:
    red, blue = two_people(lite.address, scenario=NIGHT)
    assert [one.table()["secret"] for one in (red, blue, Person(lite.address, red.game))] == [True] * 3
    for agreed in ({}, {"open_firmness": "yes"}):  # by day there is one's own firmness
        one, other = two_people(lite.address, scenario="cappa/duello", options=agreed)
        assert [one.table()["secret"], other.table()["secret"]] == [not agreed] * 2
