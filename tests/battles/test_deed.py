"""A deed: what is offered is what is worth trying and nothing speaks against."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from alfiere.battles.deed import Deed
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection, because


class Step(Deed[int, str]):
    """One pace from here, not off the board of five."""

    verb = "step"

    def candidates(self, s: int, who: str, means: int) -> Iterable[Option]:
        return [Option("step", {"to": s + pace}) for pace in range(-means, means + 1)]

    def objection(self, s: int, who: str, option: Option) -> Objection | None:
        return None if 0 <= option["to"] < 5 and option["to"] != s else because("off", "toy.1", who=who)


def test_the_options_of_a_deed_are_its_candidates_without_an_objection() -> None:
    assert [one["to"] for one in Step().options(0, "A", 2)] == [1, 2]
    assert [one["to"] for one in Step().options(3, "A", 2)] == [1, 2, 4]
    assert Step().objection(3, "A", Option("step", {"to": 5})) == because("off", "toy.1", who="A")


def test_what_a_deed_does_not_say_is_left_to_the_game() -> None:
    deed, option = Step(), Option("step", {"to": 1})
    decision = Decision("red", "act", [option])
    assert not deed.is_free
    assert deed.judged(0, "A", {"to": 1}) is None
    assert deed.sketch(0, decision, option) is None
    assert deed.spoken(0, option, "en") is None
    assert deed.prospects(0, decision, option) == []
    with pytest.raises(NotImplementedError, match="step"):
        list(deed.perform(None, "A", option))
