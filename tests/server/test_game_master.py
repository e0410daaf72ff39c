"""A Game Master before the server: his chair, what he alone sees, and that he has nothing to give up."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from tests.server.people import CLIENT, Person, create, play
from tests.server.twins import Pair, twins

FORD = "cappa/foats"
MASTER = "master"


def begun(address: str, table: str = "hide-table", **chairs: str) -> dict[str, Person]:
    """A game with these chairs in which everybody has sat down and the Game Master has said his first word."""
    seats = {"red": "me", "blue": "friend", MASTER: "friend"} | chairs
    _, people = create(address, "", "", scenario=FORD, seats=seats)
    for one in people:
        one.join()
    sitting = {str(one.seat): one for one in people}
    if MASTER in sitting:
        decision = sitting[MASTER].table()["decision"]
        assert decision["key"] == "keep-table"
        (chosen,) = [one for one in decision["options"] if one["key"] == table]
        assert sitting[MASTER].send(decision["number"], chosen).status_code == 200
    return sitting


def test_his_chair_is_in_the_list_and_is_no_side_and_no_rule_to_be_ticked(address: str) -> None:
    listed = CLIENT.get(f"http://{address}/api/scenarios").json()["scenarios"]
    by_id = {one["id"]: one for one in listed}
    name = {"en": "Game Master", "it": "Game Master"}
    assert by_id[FORD]["referees"] == [{"seat": MASTER, "name": name, "option": "game_master"}]
    assert [one["seat"] for one in by_id[FORD]["sides"]] == ["red", "blue"]
    assert "game_master" not in by_id[FORD]["options"]
    assert "referees" not in by_id["esa/lens-1648"]


@pytest.mark.parametrize("chairs", [{}, {MASTER: "nobody"}])
def test_nobody_need_sit_there(address: str, chairs: dict[str, str]) -> None:
    seats = {"red": "me", "blue": "friend"} | chairs
    made, people = create(address, "", "", scenario=FORD, seats=seats)
    for one in people:
        one.join()
    about = people[0].state()["game"]
    assert [one["seat"] for one in about["seats"]] == ["red", "blue"]
    assert about["options"]["game_master"] == "no"
    assert people[0].table()["view"]["events"]
    assert [key["seats"] for key in made["keys"]] == [["red"], ["blue"]]


@pytest.mark.rule("cappa.7.3b")
def test_he_alone_is_sent_the_table_of_events(address: str) -> None:
    people = begun(address)
    rows = people[MASTER].table()["view"]["events"]
    assert [one["number"] for one in rows] == [1, 2, 3, 4, 5, 6]
    spectator = Person(address, people["red"].game)
    assert people["red"].state()["game"]["options"]["game_master"] == "yes"
    for one in (people["red"], people["blue"], spectator):
        assert "events" not in one.table()["view"]
        one.ask("GET", "/log")
        one.ask("GET", "/briefing")
        one.ask("GET", "/save")
        assert not any(row["text"]["en"] in text for row in rows for text in one.heard)
    assert all("events" in one.table()["view"] for one in begun(address, "open-table").values())


def test_three_people_play_and_each_answers_for_himself(address: str) -> None:
    people = begun(address)
    assert play(list(people.values()), random.Random(4), most=30) == 30


def test_he_can_neither_give_up_nor_offer_a_draw_and_is_not_asked_for_one(address: str) -> None:
    people = begun(address)
    for refused in (people[MASTER].act("resign"), people[MASTER].act("draw", what="offer")):
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-side")
    people["red"].act("draw", what="offer")
    assert people[MASTER].act("draw", what="accept").status_code == 409
    result = people["blue"].act("draw", what="accept").json()["table"]["result"]
    assert (result["how"], result["text"]["en"]) == ("agreed", "Both sides agreed on a draw.")


def test_when_one_of_two_gives_up_the_other_has_won_whoever_referees(address: str) -> None:
    people = begun(address, **{MASTER: "computer:random"})
    result = people["red"].act("resign").json()["table"]["result"]
    assert (result["winner"], result["loser"], set(result["scores"])) == ("blue", "red", {"red", "blue"})


def test_a_computer_that_referees_does_not_decline_a_draw_for_two_people(address: str) -> None:
    people = begun(address, **{MASTER: "computer:greedy"})
    told = people["red"].act("draw", what="offer").json()["table"]
    assert told["draw_offered_by"] == "red"


# Secrets


def with_other_events(code: str) -> Any:
    """The same battle with another table of as many rows."""
    rules = GAMES["cappa"]
    scenario: Any = rules.scenario(code)
    own = [
        {"id": one.id, "type": "false", "numbers": list(one.numbers), "text": {"en": f"Other {one.id}", "it": "Altro"}}
        for one in scenario.events.values()
        if not one.opens  # the ground itself hangs on those
    ]
    return rules.scenario({**scenario.source, "event": own})


@pytest.mark.rule("cappa.7.3b")
@pytest.mark.parametrize("viewer", ["red", "blue", None])
def test_with_another_table_of_events_that_is_kept_hidden_players_are_sent_the_same(
    tmp_path_factory: pytest.TempPathFactory, viewer: str | None
) -> None:
    rules = GAMES["cappa"]
    scenario: Any = rules.scenario("foats")
    other = with_other_events("foats")
    assert [one.type for one in other.rows.values()] == ["false", "false", "false", "tracks", "false", "false"]
    with twins(tmp_path_factory.mktemp("tables")) as two:
        for seed in range(3):
            game: Game[Any] = Game(rules, scenario, seed, {**rules.options(), "game_master": "yes"})
            dice = random.Random(seed)
            while not (game.mark is not None and game.mark.decisions == len(game.journal) > 20 * seed):
                decision = game.decision
                assert decision is not None
                first = decision.key == "keep-table"
                game.answer(decision.seat, decision.options[0] if first else dice.choice(decision.options))
            pair = Pair("cappa", scenario, dict(game.options), seed, 0, viewer, "foats", other)
            two.play(pair, steps=4, begun=game)
        assert two.compared
