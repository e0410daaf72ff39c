"""Options in groups: nothing is worked out that nobody looks at."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from alfiere.kernel.decision import Decision, Grouped, Groups, Option

GO = [Option("go", {"to": place}) for place in range(6)]
STAY = [Option("stay")]


class Workshop:
    """Three groups, one of them empty, and how often each was worked out."""

    def __init__(self) -> None:
        self.worked: Counter[str] = Counter()
        self.lists: dict[str, list[Option]] = {"go": GO, "swim": [], "stay": STAY}
        self.decision = Decision("red", "walk", Grouped(list(self.lists), self._work))

    def _work(self, place: int) -> list[Option]:
        key = list(self.lists)[place]
        self.worked[key] += 1
        return self.lists[key]


def test_all_options_stand_group_by_group_and_each_group_is_worked_out_once() -> None:
    shop = Workshop()
    assert shop.worked == {}
    assert list(shop.decision.options) == [*GO, *STAY]
    assert len(shop.decision.options) == 7
    assert shop.decision.options[-1] == STAY[0]
    assert shop.decision.options[1:3] == GO[1:3]
    assert shop.worked == {"go": 1, "swim": 1, "stay": 1}


def test_an_option_counted_from_the_front_is_found_without_the_groups_behind_it() -> None:
    shop = Workshop()
    assert [shop.decision.options[place] for place in range(6)] == GO
    assert shop.worked == {"go": 1}
    assert shop.decision.options[6] == STAY[0]
    assert shop.worked == {"go": 1, "swim": 1, "stay": 1}
    for beyond in (7, -8):
        with pytest.raises(IndexError):
            shop.decision.options[beyond]


@pytest.mark.parametrize("answer", [("stay", {}), Option("stay")])
def test_an_answer_is_looked_up_in_the_group_of_its_verb_alone(answer: Option | tuple[str, dict[str, int]]) -> None:
    shop = Workshop()
    assert shop.decision.find(answer) == STAY[0]
    assert shop.decision.option("stay") == STAY[0]
    assert shop.worked == {"stay": 1}


@pytest.mark.parametrize("answer", [("stay", {"to": 1}), ("go", {"to": 9}), ("swim", {}), ("fly", {})])
def test_what_is_in_no_group_is_not_found(answer: tuple[str, dict[str, int]]) -> None:
    shop = Workshop()
    assert shop.decision.find(answer) is None
    assert Option(*answer) not in shop.decision.options


def test_a_random_player_draws_a_group_first_and_never_an_empty_one() -> None:
    dice = random.Random(1)
    drawn = Counter(Workshop().decision.drawn(dice.random).meaning for _ in range(3000))
    assert set(drawn) == {option.meaning for option in (*GO, *STAY)}
    assert 1300 < drawn["stay"] < 1700  # half of the groups that have options, not a seventh of the options


def test_drawing_works_out_no_more_than_it_meets() -> None:
    shop = Workshop()
    assert shop.decision.drawn(lambda: 0.99) == STAY[0]
    assert shop.worked == {"stay": 1}


def test_a_decision_without_options_says_so() -> None:
    with pytest.raises(IndexError):
        Decision("red", "walk", Grouped(["swim"], lambda _: [])).drawn(lambda: 0.0)
    with pytest.raises(IndexError):
        Decision("red", "walk", []).drawn(lambda: 0.0)


def test_which_groups_there_are_is_asked_when_somebody_looks_and_only_once() -> None:
    shop, asked = Workshop(), Counter[str]()

    def groups() -> Groups:
        asked["groups"] += 1
        return Groups(list(shop.lists), shop._work)

    decision = Decision("red", "walk", Grouped.later(groups))
    assert not asked  # a battle that is followed on trust never looks
    assert decision.drawn(lambda: 0.99) == STAY[0]
    assert decision.find(("go", {"to": 3})) == GO[3]
    assert list(decision.options) == [*GO, *STAY]
    assert asked == {"groups": 1}
    fresh = Grouped.later(groups)
    assert fresh.group(0) == GO
    assert Grouped.later(groups).verbs == ["go", "swim", "stay"]
