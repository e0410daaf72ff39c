"""An answer names its decision: late, doubled and foreign ones are refused or recognised, never applied twice."""

from __future__ import annotations

import dataclasses
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from alfiere.server import schema
from tests.server.people import Person, asked, create, play, two_people
from tests.server.running import ROOMY, Running


def entries(running: Running, game: str) -> int:
    with running.house.storage.engine.connect() as connection:
        table = schema.entries
        return connection.scalar(select(func.count()).select_from(table).where(table.c.game == game)) or 0


def test_the_same_answer_twice_is_recognised_and_counts_once(running: Running) -> None:
    person = asked(*two_people(running.address))
    decision = person.table()["decision"]
    first = person.send(decision["number"], decision["options"][0])
    again = person.send(decision["number"], decision["options"][0])
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["again"] is False
    assert again.json()["again"] is True
    assert again.json()["state"] == first.json()["state"]
    assert entries(running, person.game) == 1


def test_another_answer_to_the_same_decision_is_late(running: Running) -> None:
    person = asked(*two_people(running.address))
    decision = person.table()["decision"]
    person.send(decision["number"], decision["options"][0])
    late = person.send(decision["number"], decision["options"][1])
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "late"
    early = person.send(decision["number"] + 7, decision["options"][1])
    assert early.status_code == 409
    assert entries(running, person.game) == 1


def test_an_old_answer_is_recognised_when_the_game_has_long_left_memory(running: Running) -> None:
    red, blue = two_people(running.address)
    person = asked(red, blue)
    decision = person.table()["decision"]
    person.send(decision["number"], decision["options"][0])
    play([red, blue], random.Random(6), 60)
    running.house._rooms.pop(red.game)
    count = entries(running, red.game)
    assert person.send(decision["number"], decision["options"][0]).json()["again"] is True
    assert person.send(decision["number"], decision["options"][1]).status_code == 409
    assert entries(running, red.game) == count


def test_many_copies_at_once_are_taken_once(running: Running) -> None:
    person = asked(*two_people(running.address))
    decision = person.table()["decision"]
    with ThreadPoolExecutor(8) as crowd:
        replies = list(crowd.map(lambda option: person.send(decision["number"], option), decision["options"][:2] * 8))
    statuses = sorted(reply.status_code for reply in replies)
    assert statuses == [200] * 8 + [409] * 8
    assert sum(not reply.json()["again"] for reply in replies if reply.status_code == 200) == 1
    assert entries(running, person.game) == 1


def test_two_processes_can_never_both_write_the_same_decision(database: str) -> None:
    with Running(database=database) as one, Running(database=database) as two:
        here = asked(*two_people(one.address))
        there = Person(two.address, here.game, here.key, here.seat)
        assert there.table() == here.table()  # both have the game in memory now
        decision = here.table()["decision"]
        assert here.send(decision["number"], decision["options"][0]).status_code == 200
        assert there.send(decision["number"], decision["options"][1]).status_code == 409
        assert there.table() == here.table()
        decision = here.table()["decision"]
        if decision is not None:
            assert there.send(decision["number"], decision["options"][0]).json()["again"] is False
            assert here.send(decision["number"], decision["options"][0]).json()["again"] is True
        assert there.table() == here.table()


def undoable(people: tuple[Person, ...], dice: random.Random) -> tuple[Person, dict[str, Any], dict[str, Any]]:
    """Play until somebody has given an answer he may take back: who, the table before it and after."""
    for _ in range(300):
        person = asked(*people)
        before = person.table()
        after = person.decide(dice, before)
        assert after is not None
        if after["may_undo"]:
            return person, before, after
    raise AssertionError("nothing could be taken back")


def without_counts(table: dict[str, Any]) -> dict[str, Any]:
    """A table apart from how often one was asked and told."""
    decision = dict(table["decision"] or {}) | {"number": None}
    return table | {"moment": None, "number": None, "decision": decision, "may_undo": None}


def test_undo_puts_the_table_back_and_an_old_answer_is_not_applied_again(running: Running) -> None:
    people = two_people(running.address)
    person, before, after = undoable(people, random.Random(7))
    response = person.act("undo", number=after["number"])
    assert response.status_code == 200
    table = response.json()["table"]
    assert without_counts(table) == without_counts(before)
    assert table["number"] > after["number"] > before["number"]
    # The answer that was taken back arrives once more: it is known, and does nothing.
    count = entries(running, person.game)
    number = before["decision"]["number"]
    replies = [person.send(number, option).status_code for option in before["decision"]["options"]]
    assert sorted(set(replies)) in ([200], [200, 409])
    assert entries(running, person.game) == count
    assert person.act("undo", number=after["number"]).status_code == 409
    assert person.decide(random.Random(1)) is not None


def test_undo_survives_a_restart(running: Running) -> None:
    people = two_people(running.address)
    person, _, after = undoable(people, random.Random(8))
    table = person.act("undo", number=after["number"]).json()["table"]
    others = [one.table() for one in people]
    running.house._rooms.pop(person.game)
    assert person.table() == table
    assert [one.table() for one in people] == others


def test_what_was_not_mine_cannot_be_taken_back(running: Running) -> None:
    people = two_people(running.address)
    person, _, after = undoable(people, random.Random(9))
    other = next(one for one in people if one is not person)
    table = other.table()
    assert other.act("undo", number=table["number"]).status_code == 409
    assert person.table()["number"] == after["number"]


def test_who_resigns_loses_and_the_battle_is_over(running: Running) -> None:
    red, blue = two_people(running.address)
    play([red, blue], random.Random(5), 10)
    assert red.act("resign").status_code == 200
    table = blue.table()
    assert table["status"] == "over"
    result = table["result"]
    turn = table["view"]["tracks"]["turn"][0]
    assert (result["how"], result["reason"], result["winner"], result["turn"]) == ("resigned", "resigned", "blue", turn)
    assert result["scores"] == table["view"]["tracks"]["determination"]
    assert result["text"]["en"].startswith("Army of Flanders gave up")
    assert result["text"]["en"].endswith("victory for Army of the King of France.")
    assert result["text"]["it"].startswith("Resa")
    assert result["text"]["it"].endswith("Armata di Fiandra: vittoria per Armata del re di Francia.")
    assert table["decision"] is None
    assert blue.act("resign").status_code == 409
    running.house._rooms.pop(red.game)
    assert blue.table() == table


@pytest.mark.rule("fucilieri.6.7")
def test_who_resigns_a_battle_of_fucilieri_has_lost_it_as_by_a_collapse(running: Running) -> None:
    red, blue = two_people(running.address, scenario="fucilieri/pianezza-1706")
    play([red, blue], random.Random(5), 3)
    assert blue.act("resign").status_code == 200
    table = red.table()
    assert (table["status"], table["decision"]) == ("over", None)
    assert (table["result"]["how"], table["result"]["winner"], table["result"]["loser"]) == ("resigned", "red", "blue")


def test_who_gives_up_hides_nothing_any_more_of_what_his_side_has_left(running: Running) -> None:
    red, blue = two_people(running.address, scenario="cappa/duello")
    people = (red, blue, Person(running.address, red.game))
    own = {one.seat: one.table()["view"]["tracks"]["firmness"][one.seat] for one in (red, blue)}
    assert all(None in one.table()["view"]["tracks"]["firmness"].values() for one in people)
    red.act("resign")
    assert [one.table()["view"]["tracks"]["firmness"] for one in people] == [own] * 3


def test_nobody_can_stop_a_game_by_offering_draws_and_withdrawing_them(running: Running) -> None:
    red, blue = two_people(running.address)
    room = running.house._rooms[red.game]
    for _ in range(2):
        assert red.act("draw", what="offer").status_code == 200
        assert red.act("draw", what="decline").status_code == 200
    refused = red.act("draw", what="offer")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "offered-already")
    assert blue.act("draw", what="offer").status_code == 200  # the other has offers of his own
    assert blue.act("draw", what="decline").status_code == 200
    room.offers["red"] = ("another turn", 2)
    assert red.act("draw", what="offer").status_code == 200


def test_at_the_end_of_a_very_long_game_one_can_answer_an_offer_and_give_up(tmp_path: Path) -> None:
    limits = dataclasses.replace(ROOMY, entries=12)
    with Running(database=f"sqlite:///{tmp_path / 'alfiere.db'}", limits=limits) as server:
        red, blue = two_people(server.address)
        dice = random.Random(9)
        play([red, blue], dice, 5)
        assert red.act("draw", what="offer").status_code == 200
        assert blue.act("draw", what="decline").status_code == 200
        too_long = red.act("draw", what="offer")
        assert too_long.json()["error"]["code"] == "too-long"
        play([red, blue], dice, 5)  # what was left of the entries is for answers alone
        who = asked(red, blue)
        decision = who.table()["decision"]
        assert who.send(decision["number"], decision["options"][0]).json()["error"]["code"] == "too-long"
        assert who.act("resign").status_code == 200


def test_a_draw_needs_both(running: Running) -> None:
    red, blue = two_people(running.address)
    assert blue.act("draw", what="accept").status_code == 409
    assert red.act("draw", what="offer").status_code == 200
    assert blue.table()["draw_offered_by"] == "red"
    assert red.act("draw", what="offer").status_code == 409
    assert red.act("draw", what="accept").status_code == 409
    assert blue.act("draw", what="decline").status_code == 200
    assert red.table()["draw_offered_by"] is None
    blue.act("draw", what="offer")
    number = asked(red, blue).table()["number"]
    assert red.act("draw", what="accept").status_code == 200
    assert red.table()["result"] == blue.table()["result"]
    assert red.table()["result"]["how"] == "agreed"
    assert red.table()["result"]["winner"] is None
    assert red.table()["result"]["reason"] == "agreed"
    assert red.table()["result"]["scores"] == red.table()["view"]["tracks"]["determination"]
    assert red.table()["result"]["text"] == {
        "en": "Both sides agreed on a draw.",  # before the first turn
        "it": "Le due parti si sono accordate per la patta.",
    }
    assert number  # an offer in between does not change which decision is asked


def test_an_offer_leaves_the_decision_under_the_pointer_as_it_is(running: Running) -> None:
    red, blue = two_people(running.address)
    person = asked(red, blue)
    other = blue if person is red else red
    decision = person.table()["decision"]
    other.act("draw", what="offer")
    assert person.send(decision["number"], decision["options"][0]).status_code == 200


def test_a_computer_fights_on(running: Running) -> None:
    _, (red,) = create(running.address, "me", "computer:random")
    red.join()
    assert red.act("draw", what="offer").json()["table"]["draw_offered_by"] is None


@pytest.mark.parametrize("wrong", [-1, 2**40, "1", None, 1.5, True])
def test_a_decision_has_a_number(running: Running, wrong: object) -> None:
    person = asked(*two_people(running.address))
    body = {"decision": wrong, "answer": {"key": "x", "args": {}}}
    assert person.ask("POST", "/answer", json=body).status_code == 422
