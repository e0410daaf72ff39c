"""What players see: lengths that may be measured, and the counters on the table."""

import pytest

from alfiere.games.fucilieri.shown.view import view
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.victory.objectives import load_scenario
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


@pytest.mark.rule("fucilieri.0.3")
@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_the_table_may_be_measured_by_everybody_at_any_time(seat):
    field = Situation(new_battle(load_scenario("stura-1706"), {}), {})
    for turn, phase in ((0, field.state.phase), (1, "orders"), (1, "fire")):
        field.state.turn, field.state.phase = turn, phase
        board = view(field.state, seat)["board"]
        assert board.get("measured", True)
        assert board["unit"] == "cm"


@pytest.mark.rule("fucilieri.0.16")
def test_the_counters_lie_where_both_see_them():
    field = situation("""
        fucilieri
        red general M at 60,10 cv 3 of Q
        red foot A at 20,40 facing S, disorganised, of Q
        red foot B at 60,40 facing S, demoralised, fired, of Q
        red foot D at 100,40 facing S, falling back, of Q
        red horse H at 140,40 facing S, bloodlust, moved, of Q
        red foot E at 160,90 facing S, of Q
        turn 2
    """)
    command = field.command("Q")
    command.execution, command.initiative, command.order = 4, 6, "attack"
    field["E"].where = "fleeing"
    field.state.phase = "movement"
    seen = {one["id"]: one for one in view(field.state, "blue")["pieces"]}
    assert (seen["M"]["values"]["execution"], seen["M"]["values"]["initiative"]) == (4, 6)
    assert seen["M"]["badges"] == ["order-attack"]
    assert [seen[id]["badges"] for id in "ABDHE"] == [
        ["disorganised"],
        ["demoralised", "fired"],
        ["falling-back"],
        ["bloodlust"],
        ["flight"],
    ]
    assert [seen[id]["acted"] for id in "AH"] == [False, True]
