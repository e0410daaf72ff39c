"""Cards turned by hand, the computer's too: the battle goes on to its end, and no card is turned twice."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.kernel.game import ROLL, Game
from tests.server.people import CLIENT, PATIENCE, Person, create, play
from tests.server.running import Running


def against(lite: Running, level: str, mine: str = "red", **more: Any) -> Person:
    seats = {"red": f"computer:{level}", "blue": f"computer:{level}", mine: "me"}
    _, (person,) = create(lite.address, **seats, by_hand=True, **more)
    person.join()
    return person


def my_turn(person: Person) -> dict[str, Any]:
    """The table once this person, who turns all cards, is asked something or the battle is over."""
    end = time.monotonic() + PATIENCE
    while True:
        table = person.table()
        if table["decision"] is not None or table["status"] == "over":
            return table
        assert table["waiting_for"] != [person.seat]
        assert time.monotonic() < end, "the computer has stopped"
        time.sleep(0.01)


def computers_answers(lite: Running, person: Person) -> int:
    journal = lite.table(person.game).game.journal
    return sum(taken.seat != person.seat and taken.option.key != ROLL for taken in journal)


@pytest.mark.parametrize("mine", ["red", "blue"])
def test_a_whole_battle_by_hand_against_a_computer(lite: Running, mine: str) -> None:
    person = against(lite, "random", mine)
    spectator = Person(lite.address, person.game)
    dice = random.Random(mine)
    turned = {"red": 0, "blue": 0}
    while (table := my_turn(person))["status"] != "over":
        decision = table["decision"]
        if decision["key"] == ROLL:
            turned[decision["seat"]] += 1
            assert table["waiting_for"] == [mine]
        else:
            assert decision["seat"] == mine
        before = spectator.table()["moment"]
        after = person.decide(dice, table)
        assert after is not None
        assert after["number"] > decision["number"] == table["number"]
        if decision["key"] == ROLL:  # no card is turned in secret, so everybody hears of it
            assert spectator.table()["moment"] > before
    assert table["result"]["how"] == "fought"
    assert min(turned.values()) > 5
    assert computers_answers(lite, person) > 20
    assert person.ask("GET", "/fairness").json()["replay_agrees"] is True
    lite.house._rooms.pop(person.game)
    assert person.table() == table


def test_the_computer_that_looks_ahead_goes_on_after_cards_were_turned(lite: Running) -> None:
    person = against(lite, "greedy")
    dice = random.Random(1)
    while computers_answers(lite, person) < 45:
        table = my_turn(person)
        assert table["status"] != "over"
        person.decide(dice, table)


def test_a_card_turned_for_the_computer_counts_once(lite: Running) -> None:
    person = against(lite, "random")
    dice = random.Random(2)
    known: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
    while len(known) < 8:
        table = my_turn(person)
        decision = table["decision"]
        if decision["key"] != ROLL or decision["seat"] == person.seat or len(decision["options"]) < 2:
            person.decide(dice, table)
            continue
        number, (card, another) = decision["number"], dice.sample(decision["options"], 2)
        assert person.send(number, card).json()["again"] is False
        again = person.send(number, card)
        assert (again.status_code, again.json()["again"]) == (200, True)
        late = person.send(number, another)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "late")
        known.append((number, card, another))
    my_turn(person)
    lite.house._rooms.pop(person.game)
    count = rolls(lite, person)
    for number, card, another in known:
        assert person.send(number, card).json()["again"] is True
        assert person.send(number, another).status_code == 409
    assert rolls(lite, person) == count


def rolls(lite: Running, person: Person) -> int:
    """How many cards were turned; in a secret round the computer may be answering meanwhile, but it turns none."""
    person.table()  # brings it back into memory
    return sum(taken.option.key == ROLL for taken in lite.table(person.game).game.journal)


def test_an_answer_is_taken_back_without_turning_the_cards_again(lite: Running) -> None:
    _, (red, blue) = create(lite.address, "me", "me", by_hand=True)
    red.join()
    dice = random.Random(3)
    taken_back = 0
    while taken_back < 12:
        person = next(one for one in (red, blue) if one.table()["decision"] is not None)
        before = person.table()
        after = person.decide(dice, before)
        assert after is not None
        assert after["status"] != "over"
        if after["may_undo"]:
            undone = person.act("undo", number=after["number"]).json()["table"]
            assert undone["decision"]["key"] == before["decision"]["key"]
            assert undone["decision"]["options"] == before["decision"]["options"]
            assert undone["view"] == before["view"]
            person.decide(dice, undone)
            taken_back += 1
    red.act("resign")
    assert red.ask("GET", "/fairness").json()["replay_agrees"] is True


def taken_back_after_cards(seed: int) -> int:
    """Plays a battle by hand; how often an answer was taken back that followed cards turned since the mark."""
    rules, dice = GAMES["esa"], random.Random(seed)
    game: Game[Any] = Game(rules, rules.scenario("bleneau-1652"), by_hand=True)
    taken_back = 0
    while asked := game.decisions():
        decision = dice.choice(asked)
        before, rolled = (decision.key, list(decision.options)), [one.option for one in game.journal]
        game.answer(decision.seat, dice.choice(before[1]))
        if game.decision is None or game.decision.key == ROLL or not game.may_undo():
            continue
        last = game.journal[-1]
        mark = next(one for one in reversed(game._marks) if one.decisions < len(game.journal))
        if any(one.option.key == ROLL for one in game.journal[mark.decisions :]):
            game.undo()
            assert [one.option for one in game.journal] == rolled
            again = game.decision_of(last.seat)
            assert again is not None
            assert (again.key, list(again.options)) == before
            game.answer(last.seat, last.option)
            taken_back += 1
    return taken_back


def test_cards_turned_in_the_midst_of_a_move_stay_turned_when_a_later_answer_is_taken_back() -> None:
    assert any(taken_back_after_cards(seed) for seed in range(20))


def test_a_battle_by_hand_goes_on_by_hand_where_its_file_no_longer_agrees(lite: Running) -> None:
    _, people = create(lite.address, "me", "me", by_hand=True)
    people[0].join()
    dice = random.Random(4)
    play(people, dice, 80)
    save = people[0].ask("GET", "/save").json()
    save["decisions"][-1][3] = "0" * 16
    body = {"save": json.dumps(save), "seats": {"red": "me", "blue": "me"}}
    made = CLIENT.post(f"http://{lite.address}/api/games/import", json=body).json()
    assert made["disagreement"]
    red, blue = (Person(lite.address, made["id"], made["keys"][0]["key"], seat) for seat in ("red", "blue"))
    play([red, blue], dice, 60)
    since = lite.table(red.game).game.journal[len(save["decisions"]) :]
    assert any(taken.option.key == ROLL for taken in since)
