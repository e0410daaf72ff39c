"""Taking back past others: only past those who are named, and never past a card or a showing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Plain, plain
from alfiere.kernel.procedure import MARK


@plain
class Said(Plain):
    """What was said at a round table."""

    words: list[str]


class Ring:
    """Three seats are asked in turn; each says a word, draws a card or shows something."""

    code, title, seats = "ring", "Ring", ("red", "blue", "green")

    def __init__(self, marks: bool) -> None:
        self.marks = marks

    def options(self) -> dict[str, Any]:
        return {}

    def setup(self, scenario: Any, options: Any) -> Said:
        return Said([])

    def play(self, g: Any) -> Any:
        yield MARK
        while True:
            seat = self.seats[len(g.state.words) % 3]
            chosen = yield Decision(seat, "say", [Option("word"), Option("draw"), Option("show")])
            word = chosen.key
            if word == "draw":
                word += str(g.pick(range(6), seat))
            elif word == "show":
                g.reveal()
            g.state.words.append(word)
            if self.marks:
                yield MARK


def said(*words: str, marks: bool = True) -> Game[Said]:
    rules: Any = Ring(marks)
    game: Game[Said] = Game(rules, SimpleNamespace(id="ring"), "1")
    for word in words:
        assert game.decision is not None
        game.answer(game.decision.seat, (word, {}))
    return game


@pytest.mark.parametrize("marks", [True, False])
def test_what_the_named_seats_have_answered_goes_too(marks: bool) -> None:
    game = said("word", "word", "word", marks=marks)
    assert not game.may_undo("red")
    assert not game.may_undo("red", ("green",))
    assert not game.may_undo("red", ("blue",))
    assert game.undo("red", ("blue", "green")) == 3
    assert game.state.words == []
    assert game.decision is not None
    assert game.decision.seat == "red"


@pytest.mark.parametrize("marks", [True, False])
def test_only_as_far_as_the_seats_own_last_answer(marks: bool) -> None:
    game = said("draw", "word", "word", "word", "word", marks=marks)
    words = game.state.words[:]
    assert game.undo("red", ("blue", "green")) == 2
    assert game.state.words == words[:3]


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("words", [("draw", "word"), ("word", "draw"), ("word", "show"), ("show", "word")])
def test_not_past_a_card_or_a_showing(words: tuple[str, str], marks: bool) -> None:
    game = said(*words, marks=marks)
    before = game.digest()
    with pytest.raises(Illegal):
        game.undo("red", ("blue", "green"))
    assert game.digest() == before


def test_who_has_answered_nothing_takes_nothing_back() -> None:
    assert not said().may_undo("red", ("blue", "green"))
    assert not said("word").may_undo("green", ("red", "blue"))
