"""What must hold after every answer: each fault is found and told with its rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alfiere.games.lumi.invariants import faults
from alfiere.games.lumi.state.base import DISORDERED, ENGAGED, LOST, ROUT, USED
from alfiere.table.legs import WHOLE
from tests.games.lumi.lines import Situation
from tests.situation import situation

FIELD = """
    lumi 30x20
    village V 20,14 22,16
    red  foot A at 10,10 facing N
    red  foot D at 21,15 facing N, in V
    red  general M at 9,8 able of red, with A
    blue foot B at 10,18 facing S
"""


def moves(field: Situation) -> None:
    field["A"].x += 100


def is_in_no_state(field: Situation) -> None:
    field["A"].state = 9


def has_lost_all(field: Situation) -> None:
    field["A"].losses = field.state.tables.numbers.losses


def squares(field: Situation) -> None:
    field["A"].formation = "open_order"


def stumbles(field: Situation) -> None:
    field["A"].by_terrain = True


def runs(field: Situation) -> None:
    USED.put(field["A"], WHOLE + 1)


def is_elsewhere(field: Situation) -> None:
    field["A"].post = "V"


def fights_alone(field: Situation) -> None:
    ENGAGED.put(field["A"], "B")


def leaves(field: Situation) -> None:
    field["A"].where = "lost"


def takes_heart(field: Situation) -> None:
    field.state.cohesion["blue"] += 1


def goes_on(field: Situation) -> None:
    field.state.impulse = field.state.tables.numbers.impulses + 1


def is_led_by_nobody(field: Situation) -> None:
    field.state.orders["blue"] = 1


@pytest.mark.rule("lumi.1.1.6")
def test_a_battle_in_order_has_no_faults() -> None:
    assert faults(situation(FIELD).state) == []


@pytest.mark.rule("lumi.1.1.6")
@pytest.mark.parametrize(("over", "told"), [(2, []), (4, []), (5, ["A and C overlap (lumi.1.1.6)"])])
def test_bases_that_stand_flush_may_lose_a_few_hundredths_in_rounding(over: int, told: list[str]) -> None:
    field: Situation = situation(f"{FIELD}\n    red foot C at {12 - over / 100},10 facing N")
    assert faults(field.state) == told


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (moves, "the table remembers bases where they do not stand"),
        (is_in_no_state, "A is in state 9 with 0 losses (lumi.1.5.1, lumi.1.5.7)"),
        (has_lost_all, "A is still there with"),
        (squares, "A cannot be in open_order (lumi.1.7.1)"),
        (stumbles, "A is disordered by terrain and not disordered (lumi.1.5.9)"),
        (runs, "A has used"),
        (is_elsewhere, "A holds V and is not there (lumi.3.3.3f)"),
        (fights_alone, "A is engaged with B, who is not with him (lumi.4.2.5)"),
        (leaves, "M is attached to A, who is not on the table"),
        (takes_heart, "blue has more cohesion than at first (lumi.11.6)"),
        (goes_on, "there is an impulse"),
        (is_led_by_nobody, "blue has an order and no general (lumi.8.7)"),
    ],
)
def test_what_is_wrong_is_told(wrong: Callable[[Situation], None], told: str) -> None:
    field: Situation = situation(FIELD)
    wrong(field)
    assert [one for one in faults(field.state) if one.startswith(told)]


def test_marks_nobody_knows_are_told_of_everybody() -> None:
    field: Situation = situation(FIELD)
    for marks in (field["A"].marks, field.state.generals["M"].marks, field.state.marks):
        marks.append("odd")
    told = [one for one in faults(field.state) if one.endswith("bears a mark nobody knows: odd")]
    assert {one.split(" ")[0] for one in told} == {"A", "M", "the"}


@pytest.mark.rule("lumi.3.3.3f")
def test_houses_that_hold_more_than_they_have_room_for_are_told() -> None:
    field: Situation = situation(FIELD)
    infantry, guns = field.state.ground.room("V")
    crowd = "\n".join(f"    red foot K{number} at 21,15 facing N, in V" for number in range(infantry))
    full: Situation = situation(FIELD.replace("    red  general", f"{crowd}\n    red  general"))
    assert "V holds more than it has room for (lumi.3.3.3f)" in faults(full.state)
    assert guns >= 0


@pytest.mark.rule("lumi.4.2.5", "lumi.1.5.7", "lumi.3.1.7e", "lumi.3.3.3f", "lumi.8.7")
def test_of_what_is_as_bad_as_it_may_be_nothing_is_told() -> None:
    field: Situation = situation(FIELD)
    s, a, b = field.state, field["A"], field["B"]
    ENGAGED.put(a, "B")
    ENGAGED.put(b, "A")
    a.losses, a.state, a.by_terrain = s.tables.numbers.losses - 1, DISORDERED, True
    b.state = ROUT
    USED.put(a, WHOLE)
    s.orders = {"red": 4}
    s.impulse = s.tables.numbers.impulses
    assert faults(s) == []
    field["D"].where, field["D"].post, field["D"].losses = LOST, "", s.tables.numbers.losses
    ENGAGED.put(field["D"], "B")
    s.laid = None
    assert faults(s) == []
