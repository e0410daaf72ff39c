"""Free answers: on an open table a person may point at a place that is not in the list."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.kernel.decision import Decision, Illegal, Option, Spread
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.plain import Plain, plain
from alfiere.kernel.procedure import MARK
from alfiere.kernel.save import open_save, read_save, save_of
from alfiere.players.greedy import Greedy
from alfiere.players.random_player import RandomPlayer

LIMIT = 10


@plain
class Walk(Plain):
    """Somebody on a line, and how many steps he has made."""

    at: int
    steps: int


def judge(key: str, args: Any) -> Option | Objection | None:
    """Any place up to the limit may be pointed at."""
    if key != "go" or set(args) != {"to"}:
        return None
    if not 0 <= args["to"] <= LIMIT:
        return because("too-far", "toy.1")
    return Option("go", {"to": args["to"]})


class Line:
    """A game on a line: three steps, to 2 or 4 by the list, anywhere by pointing."""

    code, title, seats, second_look = "toy", "Toy", ("red",), 0

    def options(self) -> dict[str, Any]:
        return {}

    def scenario(self, name: Any) -> Any:
        return SimpleNamespace(id="line", title={}, source={})

    def setup(self, scenario: Any, options: Any) -> Walk:
        return Walk(0, 0)

    def restore(self, scenario: Any, data: Any) -> Walk:
        return Walk.from_plain(data, {})

    def play(self, g: Any) -> Any:
        while g.state.steps < 3:
            yield MARK
            options = [Option("go", {"to": 2}), Option("go", {"to": 4})]
            chosen = yield Decision("red", "walk", options, free=judge)
            g.state.at = chosen["to"]
            g.state.steps += 1

    def result(self, state: Walk) -> None:
        return None

    def considered(self, state: Walk, decision: Decision) -> Any:
        return decision.options

    def effort(self, state: Walk) -> int:
        return 1

    def evaluate(self, state: Walk, seat: str) -> float:
        return float(state.at)

    def redeal(self, state: Walk, seat: str, chance: Any) -> None:
        pass

    def objection(self, state: Walk, decision: Decision, answer: Option) -> Objection:
        return because("not-in-the-list", "toy.0")

    def refused(self, state: Walk, seat: str, found: Objection) -> Illegal:
        text = {"en": f"{found.key} in English", "it": f"{found.key} in Italian"}
        return Illegal(text["en"], found.rule, seat, text)


def new_game() -> Game[Walk]:
    """A walk before its first step."""
    rules: Any = Line()
    return Game(rules, rules.scenario("line"), "1", audited=True)


@pytest.mark.parametrize("answer", [("go", {"to": 7}), Option("go", {"to": 7})])
def test_an_answer_that_is_not_in_the_list_is_taken_if_it_passes_the_check(answer: Any) -> None:
    game = new_game()
    game.answer("red", answer)
    assert (game.state.at, game.state.steps) == (7, 1)


def test_one_that_fails_is_refused_with_the_rule_and_changes_nothing() -> None:
    game = new_game()
    before = game.digest()
    with pytest.raises(Illegal) as refused:
        game.answer("red", ("go", {"to": 11}))
    assert (refused.value.rule, refused.value.why) == ("toy.1", "too-far in English")
    assert refused.value.text == {"en": "too-far in English", "it": "too-far in Italian"}
    assert game.digest() == before
    assert game.journal == []


def test_what_the_check_knows_nothing_of_is_refused_by_the_game() -> None:
    with pytest.raises(Illegal) as refused:
        new_game().answer("red", ("fly", {}))
    assert refused.value.rule == "toy.0"


def test_a_decision_without_a_check_takes_only_what_is_in_its_list() -> None:
    decision = Decision("red", "walk", Spread("go", {}, "to", [2, 4]))
    assert decision.find(("go", {"to": 2})) == Option("go", {"to": 2})
    assert decision.find(("go", {"to": 3})) is None
    assert decision.why_not("go", {"to": 3}) is None


def test_a_check_stands_behind_options_made_one_by_one_too() -> None:
    decision = Decision("red", "walk", Spread("go", {}, "to", [2, 4]), free=judge)
    assert decision.find(("go", {"to": 3})) == Option("go", {"to": 3})
    assert decision.find("go to=3") is None  # a line of text is looked up in the list only
    assert decision.find(3) is None


def test_a_save_with_free_answers_is_fought_again_by_their_meaning() -> None:
    game = new_game()
    for to in (7, 2, 9):
        game.answer("red", ("go", {"to": to}))
    text = json.dumps(json.loads(save_of(game).to_text()))
    games: Any = {"toy": Line()}
    for trusted in (True, False):
        opened = open_save(read_save(text), games, trusted=trusted)
        assert opened.disagreement is None
        assert opened.game.digest() == game.digest()


def test_clone_and_undo_go_through_free_answers() -> None:
    game = new_game()
    game.answer("red", ("go", {"to": 7}))
    assert game.clone().digest() == game.digest()
    game.undo()
    assert game.state.at == 0


def test_computer_players_choose_from_the_list() -> None:
    game = new_game()
    for player in (Greedy("1"), RandomPlayer("1")):
        assert player.choose(game, "red")["to"] in (2, 4)
