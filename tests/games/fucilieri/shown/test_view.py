"""What players see: lengths that may be measured, and the counters on the table."""

import pytest

from alfiere.games.fucilieri.before.laying_out import LAYS_OUT
from alfiere.games.fucilieri.ruleset import Fucilieri
from alfiere.games.fucilieri.sheets.pieces import Laid
from alfiere.games.fucilieri.shown.view import view
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
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


def laying(queue, *laid):
    """A table whose terrain is in the players' hands; red lays it out."""
    field = Situation(new_battle(load_scenario("venaria-1706"), {}), {})
    field.state.queue, field.state.ground_laid = list(queue), list(laid)
    LAYS_OUT.put(field.state, "red")
    return field.state


def things(s, seat):
    return [one for one in view(s, seat)["pieces"] if one["kind"] == "thing"]


@pytest.mark.rule("fucilieri.2.2.11b")
def test_the_piece_that_is_laid_out_next_is_in_the_hand_of_who_lays_it():
    s = laying(["marsh-1", "wood-2"])
    (piece,) = things(s, "red")
    assert (piece["id"], piece["shape"], "pose" in piece) == ("marsh-1", {"rect": [2300, 1550]}, False)
    assert things(s, "blue") == things(s, None) == [piece]


@pytest.mark.rule("fucilieri.2.2.12")
def test_the_pieces_he_may_move_are_in_the_hand_of_the_loser_where_they_lie():
    s = laying(["marsh-1"], Laid("marsh-1", 6, 3000, 4000, 0, 2300, 1550), Laid("wood-2", 1, 9000, 4000, 0, 2300, 1550))
    (piece,) = things(s, "blue")
    assert (piece["id"], piece["pose"]) == ("marsh-1", [3000, 4000, 0])
    assert things(s, "red") == [piece]


@pytest.mark.parametrize("key", ["lay", "shift"])
def test_a_piece_of_terrain_is_drawn_where_it_would_lie(key):
    here = Laid("building-1", 4, 3000, 4000, 0, 1600, 1100)
    s = laying(["building-1"], *([here] if key == "shift" else []))
    option = Option(
        key, {"piece": "building-1", "to": [9000, 6000, 900]} | ({"size": [1600, 1100]} if key == "lay" else {})
    )
    *walls, block = Fucilieri().sketch(s, Decision("red", key, [option]), option)
    assert block["at"] == [9000, 6000, 900]
    assert len(walls) == 1


def test_a_place_for_terrain_is_told_by_its_part_of_the_table():
    s, game, asked = laying(["marsh-1"]), Fucilieri(), Decision("red", "lay", [])
    told = [
        game.spoken(s, asked, Option("lay", {"piece": "marsh-1", "size": [2300, 1550], "to": to}), "en")
        for to in ([3000, 2000, 0], [9000, 6000, 0], [15000, 6000, 0])
    ]
    assert [one["part"] for one in told] == ["in the north-west", "in the middle", "in the east"]
    assert (told[0]["long"], told[0]["short"]) == ("23", "15.5")


def test_two_pieces_of_a_kind_are_told_apart_by_where_they_lie_before_they_are_moved():
    s = laying(["wood-1", "wood-2"], *(Laid(f"wood-{n}", 1, 6_000 * n - 3_000, 2_000, 0, 2300, 1550) for n in (1, 2)))
    asked = Decision("blue", "shift", [])
    moved = [Option("shift", {"piece": f"wood-{n}", "to": [9_000, 11_000, 0]}) for n in (1, 2)]
    told = [Fucilieri().spoken(s, asked, one, "it") for one in moved]
    assert [(one["here"], one["part"]) for one in told] == [("da nord-ovest", "a sud"), ("da nord", "a sud")]


def test_the_map_of_the_terminal_fits_a_screen() -> None:
    lines = Fucilieri().picture(new_battle(load_scenario("stura-1706"), {}), None, "en").splitlines()
    assert max(map(len, lines)) <= 130
    assert len([line for line in lines if "·" in line]) <= 45
