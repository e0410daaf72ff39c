"""What must hold after every answer: each fault is found and told with its rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.state.battle import BattleState
from tests.situation import situation

FIELD = """
    risorgimento 60x60
    red  line A at 20,30 facing E, under X
    blue line B at 40,30 facing W
    red  CB X at 18,30 radius 12 initiative 4 bonus 1, with A
"""


def moves(s: BattleState) -> None:
    s.units["A"].x += 100


def loses_more_than_it_has(s: BattleState) -> None:
    s.units["A"].losses = 2 * s.units["A"].strength + 1


def is_raised(s: BattleState) -> None:
    s.units["A"].losses = -1


def takes_heart(s: BattleState) -> None:
    s.units["A"].morale = s.units["A"].spirit + 1


def is_in_no_order(s: BattleState) -> None:
    s.units["A"].disorder = 3


def is_rested(s: BattleState) -> None:
    s.units["A"].fatigue = -1


def limbers(s: BattleState) -> None:
    s.units["A"].formation = "limbered"


def leaves(s: BattleState) -> None:
    s.units["A"].where = "lost"


@pytest.mark.rule("risorgimento.geo.4")
def test_a_battle_in_order_has_no_faults() -> None:
    assert faults(situation(FIELD).state) == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (moves, "the table remembers units where they do not stand"),
        (loses_more_than_it_has, "A has lost"),
        (is_raised, "A has lost -1 points of"),
        (takes_heart, "A has more morale than at first (risorgimento.mor.12)"),
        (is_in_no_order, "A has disorder 3 and fatigue 0"),
        (is_rested, "A has disorder 0 and fatigue -1"),
        (limbers, "A cannot be in limbered (risorgimento.e.4.10)"),
        (leaves, "X is attached to A, who is not on the table"),
    ],
)
def test_what_is_wrong_is_told(wrong: Callable[[BattleState], None], told: str) -> None:
    s: BattleState = situation(FIELD).state
    wrong(s)
    assert [one for one in faults(s) if one.startswith(told)]


def test_marks_nobody_knows_are_told_of_everybody() -> None:
    s: BattleState = situation(FIELD).state
    for marks in (s.units["A"].marks, s.commanders["X"].marks, s.marks):
        marks.append("odd")
    told = [one for one in faults(s) if one.endswith("bears a mark nobody knows: odd")]
    assert {one.split(" ")[0] for one in told} == {"A", "X", "the"}
