"""An objective: a form with the keys of its kind, which says by itself what follows from them."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.objective import Objective, foremost, leader
from alfiere.kernel.bad_data import BadData, shaped

TEXT = {"en": "Hold the mill.", "it": "Tenere il mulino."}


class Hold(Objective[Any], frozen=True, kw_only=True, tag="hold"):
    """Be at a place."""

    place: str


class Wait(Objective[Any], frozen=True, kw_only=True, tag="wait"):
    """Be anywhere."""

    def leader(self, s: Any) -> str | None:
        return self.side or None


def test_a_kind_is_known_by_its_tag_and_has_its_own_keys_only() -> None:
    found = shaped(
        [{"kind": "hold", "text": TEXT, "place": "mill"}, {"kind": "wait", "text": TEXT}], list[Hold | Wait], ""
    )
    assert [type(one) for one in found] == [Hold, Wait]
    assert [one.kind for one in found] == ["hold", "wait"]
    with pytest.raises(BadData, match=r"unknown field `place`; known are kind, text, side, worth$"):
        shaped({"kind": "wait", "text": TEXT, "place": "mill"}, Hold | Wait, "toy.toml")  # type: ignore[arg-type]


def test_it_is_of_the_side_it_names_or_of_everybody() -> None:
    ours = shaped({"kind": "wait", "text": TEXT, "side": "north"}, Wait, "")
    assert ours.is_of("north")
    assert not ours.is_of("south")
    assert shaped({"kind": "wait", "text": TEXT}, Wait, "").is_of("south")


def test_what_a_kind_does_not_say_changes_nothing() -> None:
    waiting = shaped({"kind": "wait", "text": TEXT}, Wait, "")
    game: Any = None  # nobody looks at it
    for hear in (waiting.turn_began, waiting.acted, waiting.turn_over, waiting.last_turn_over, waiting.missed):
        hear(game)
    waiting.check(None, "objective[0]")
    waiting.ended(game, 0, "last turn")
    assert waiting.marks(None) == []
    assert waiting.pull(None, "red", []) == 0
    assert waiting.leader(None) is None
    assert not waiting.may_wait(None, "red")
    assert not waiting.is_a_way


def test_the_first_objective_that_decides_says_who_is_ahead() -> None:
    found = [shaped({"kind": "wait", "text": TEXT, "side": side}, Wait, "") for side in ("", "red", "blue")]
    assert leader(found, None) == "red"
    assert leader(found[:1], None) is None


@pytest.mark.parametrize(
    ("counts", "first"),
    [({"red": 2, "blue": 1}, "red"), ({"red": 0, "blue": 3, "green": 2}, "blue"), ({"red": 2, "blue": 2}, None)],
)
def test_foremost_is_who_has_more_than_anybody_else(counts: dict[str, int], first: str | None) -> None:
    assert foremost(counts) == first
