"""Procedures: what they ask of a seat, and what they do not."""

from __future__ import annotations

import pytest

from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import choose

OPTIONS = [Option("go", {"hex": "0101"}), Option("go", {"hex": "0102"})]


def test_one_of_several_options_is_chosen_by_the_seat() -> None:
    asking = choose("red", "where", OPTIONS, {"unit": "A"}, ("toy.1",))
    decision = next(asking)
    assert isinstance(decision, Decision)
    assert (decision.seat, decision.key, decision.options) == ("red", "where", OPTIONS)
    assert (decision.about, decision.rules) == ({"unit": "A"}, ("toy.1",))
    with pytest.raises(StopIteration) as done:
        asking.send(OPTIONS[1])
    assert done.value.value is OPTIONS[1]


def test_of_a_single_option_nobody_is_asked() -> None:
    asking = choose("red", "where", OPTIONS[:1], {}, ())
    with pytest.raises(StopIteration) as done:
        next(asking)
    assert done.value.value is OPTIONS[0]
