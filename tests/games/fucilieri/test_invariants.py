"""What must hold after every answer: each fault is found and told with its rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alfiere.games.fucilieri.invariants import faults
from alfiere.games.fucilieri.state.command import DESTROYED
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import STRUCK
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FIELD = """
    fucilieri
    red  general M at 60,20 cv 3 of X, with A
    red  foot A at 60,40 facing S, initial 16, of X
    red  horse H at 100,40 facing S, initial 10, of X
    blue foot B at 60,80 facing N, initial 16
"""


def moves(field: Situation) -> None:
    field["A"].x += 100


def grows(field: Situation) -> None:
    field["A"].figures = 17


def shrinks(field: Situation) -> None:
    field["H"].where, field["H"].figures = "lost", -1


def melts(field: Situation) -> None:
    field["A"].figures = 4


def squares(field: Situation) -> None:
    field["H"].formation = "square"


def falls_back(field: Situation) -> None:
    field["A"].is_falling_back = True


def rages(field: Situation) -> None:
    field["A"].bloodlust, field["A"].is_demoralised = 3, True


def leaves(field: Situation) -> None:
    field["A"].where = "lost"


def is_gone(field: Situation) -> None:
    field.command("X").fate = DESTROYED


def holds(field: Situation) -> None:
    STRUCK.put(field["A"], "B front")


def fights_nobody(field: Situation) -> None:
    engage(field["A"], field["B"], "front", "front")
    field["B"].where = "lost"


@pytest.mark.rule("fucilieri.0.17")
def test_a_battle_in_order_has_no_faults() -> None:
    assert faults(situation(FIELD).state) == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (moves, "the table remembers units where they do not stand"),
        (grows, "A has 17 figures of 16"),
        (shrinks, "H has -1 figures of 10"),
        (melts, "A is still there with 4 of 16 figures (fucilieri.4.1.9)"),
        (squares, "H cannot be in square (fucilieri.1.4.4)"),
        (falls_back, "A falls back and is not demoralised (fucilieri.4.1.2)"),
        (rages, "A is in bloodlust and demoralised (fucilieri.4.1.7c)"),
        (leaves, "M has joined A, who is not on the table (fucilieri.3.2.9.3)"),
        (is_gone, "X is destroyed and has units on the table (fucilieri.3.7.8)"),
        (holds, "A is engaged with B, who is not with it (fucilieri.3.3.3.6)"),
        (fights_nobody, "A is engaged with B, who is not with it (fucilieri.3.3.3.6)"),
    ],
)
def test_what_is_wrong_is_told(wrong: Callable[[Situation], None], told: str) -> None:
    field: Situation = situation(FIELD)
    wrong(field)
    assert told in faults(field.state)


def test_marks_nobody_knows_are_told_of_everybody() -> None:
    field: Situation = situation(FIELD)
    field["A"].marks.append("odd")
    field.leader("M").marks.append("odd")
    field.command("X").marks.append("odd")
    field.state.marks.append("odd")
    told = [one for one in faults(field.state) if one.endswith("bears a mark nobody knows: odd")]
    assert {one.split(" ")[0] for one in told} == {"A", "M", "X", "the"}
