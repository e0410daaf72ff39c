"""A table at which nobody measures before he has declared: what the server says of options tells no distance."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from tests.server.people import Person, asked, two_people

LENGTH = re.compile(r"\d\s*um\b|\brange\b|\bgittata\b")
HEARD = ("shoot", "charge", "move")


def said_of_options(address: str, measured: bool) -> dict[str, list[str]]:
    """By their verb, everything that the state and the previews say of the options in some turns of a skirmish."""
    options = {} if measured else {"no_measuring": "yes"}
    red, blue = two_people(address, scenario="cappa/convento", options=options)
    dice = random.Random(8)
    found: dict[str, list[str]] = {}
    for _ in range(160):
        person = asked(red, blue)
        table = person.table()
        assert table["view"]["board"]["measured"] is measured
        offered = table["decision"]["options"]
        for key in HEARD:
            those = [one for one in offered if one["key"] == key]
            if those and len(found.get(key, [])) < 12:
                found.setdefault(key, []).append(_said(person, those[0]))
        if set(found) == set(HEARD) and all(len(one) > 3 for one in found.values()):
            break
        person.send(table["decision"]["number"], _bold(dice, offered))
    return found


def _said(person: Person, option: dict[str, Any]) -> str:
    answer = {"key": option["key"], "args": option["args"]}
    preview = person.act("preview", answer=answer).json()
    assert preview["allowed"]
    words = [one["text"] for one in preview["sketch"] if "text" in one]
    return json.dumps([option["text"], words, preview["prospects"]], ensure_ascii=False)


def _bold(dice: random.Random, offered: list[dict[str, Any]]) -> dict[str, Any]:
    """Orders and long moves, so that the sides come near each other."""
    wanted = [one for one in offered if one["key"] in ("order", "act", "move")]
    return dice.choice(wanted or offered)


def test_unmeasured_no_preview_tells_a_distance_a_range_or_odds_that_depend_on_them(address: str) -> None:
    found = said_of_options(address, measured=False)
    assert {"shoot", "move"} <= set(found)
    for key in HEARD:
        for text in found.get(key, []):
            assert not LENGTH.search(text), text
    assert all(text.endswith(", []]") for text in found["shoot"])


def test_measured_they_do(address: str) -> None:
    found = said_of_options(address, measured=True)
    assert {"shoot", "move"} <= set(found)
    assert all(LENGTH.search(text) for key in ("shoot", "move") for text in found[key])


def walking(*people: Person) -> tuple[Person, list[dict[str, Any]]]:
    """Plays until somebody may walk; who, and where to."""
    for _ in range(60):
        person = asked(*people)
        decision = person.table()["decision"]
        moves = [one for one in decision["options"] if one["key"] == "move"]
        if moves:
            return person, moves
        orders = [one for one in decision["options"] if one["key"] in ("order", "act")]
        person.send(decision["number"], (orders or decision["options"])[0])
    raise AssertionError("nobody ever walks")


def test_a_place_that_is_too_far_is_refused_by_its_rule(address: str) -> None:
    person, moves = walking(*two_people(address, scenario="cappa/duello"))
    args = {**moves[0]["args"], "to": [1000, 1550 if person.seat == "red" else 50]}
    told = person.act("why", answer={"key": "move", "args": args}).json()
    assert (told["allowed"], told["rule"]) == (False, "cappa.4.0a")
    assert re.search(r"too far for .* \(\d+ um, 4 um is the most\)", told["text"]["en"])
