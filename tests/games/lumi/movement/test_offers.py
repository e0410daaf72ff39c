"""What is offered is allowed, and a unit stays one however it moves (1.6.8, 1.8.7)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.orders import MOVES, manoeuvre
from alfiere.kernel.objection import Objection
from tests.games.lumi.movement.test_moves import moved, of

GROUND = """
    light_wood W 14,6 18,12
    stream S 0,10 30,10 level 1
    village V 4,6 8,9
    blue foot E at 10,9 facing S
    blue guns G at 14,13 facing S
    blue jaeger J at 6,12 facing S, open
"""


@pytest.mark.rule("lumi.1.8.7")
@pytest.mark.parametrize(
    ("lines", "verbs"),
    [
        ("red foot A at 11,5 facing N\nred foot B at 13,5 facing N", {"stand", "move", "form"}),
        ("red foot A at 6,4 facing N, column", {"stand", "move", "form", "tactical", "garrison"}),
        ("red grenzer A at 6,4 facing N, open", {"stand", "move", "form", "tactical", "garrison"}),
        ("red dragoons A at 17,3 facing N", {"stand", "move", "form", "mount"}),
        ("red light A at 17,3 facing N", {"stand", "move", "form"}),
        ("red guns A at 17,3 facing N, limbered", {"stand", "move", "form"}),
        ("red foot A at 22,9.5 facing N", {"stand", "move", "form", "cross"}),
        ("red foot A at 6,7 facing N, column, in V", {"stand", "leave"}),
        ("red foot A at 11,5 facing N, square", {"stand", "move", "form"}),
    ],
)
def test_nothing_that_is_offered_is_refused(lines: str, verbs: set[str]):
    game = of(f"{lines}\n{GROUND}")
    decision = order_for(game.state, game.unit("A"), MOVES)
    assert {one.key for one in decision.options} == verbs
    assert decision.free is not None
    for option in decision.options:
        if option.key != "stand":
            assert not isinstance(decision.free(option.key, option.args), Objection), option


@pytest.mark.rule("lumi.1.6.8", "lumi.1.7.2")
def test_bases_stay_in_formation_after_many_wheels():
    row = {"A": 14, "B": 16, "C": 18}
    game = of("\n".join(f"red cuirassiers {name} at {x},8 facing N" for name, x in row.items()))
    for angle in (173, -91, 37, -211, 119, 53, -77, 13, -29, 101):
        hand = "right" if angle > 0 else "left"
        for one in game.state.bases.values():
            one.marks = []
        moved(game, {"turn": angle, "about": hand}, {"ahead": 7})
    assert game.unit("A").ids == ("A", "B", "C")


@pytest.mark.rule("lumi.1.6.11")
def test_bases_of_different_states_told_to_act_as_one_take_the_worst():
    game = of("red foot A at 14,5 facing N\nred foot B at 16,5 facing N, disordered")
    assert game.unit("A").ids == ("A",)
    game.run(lambda g: manoeuvre(g, game.unit("A", "B")), "stand")
    assert (game["A"].state, game["B"].state) == (1, 1)
