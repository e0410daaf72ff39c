"""Moves that end on an enemy: one attacker to a front, across bridges in attack column, against sides of villages."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.fire.engaged import contacts
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.fronts import attacked, sides_touched
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import Move, nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, obey
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.table.legs import Leg, Shift, after, plain_leg
from tests.games.risorgimento.melee.fights import told
from tests.games.risorgimento.movement.legs import ahead, allowed, refused
from tests.situation import situation


def moves(game: Any, name: str, *legs: Leg) -> None:
    """A unit makes a move, and whom it reaches is closed with."""
    order = Option("move", {"unit": name, "legs": [plain_leg(leg) for leg in legs]})
    game.run(lambda g: obey(g, g.state.units[name], order, deeds(Hooks(nobody_reacts, close))))


BRIDGES = """
    risorgimento
    canal C 33,0 33,80 bridges 33,40 33,50
    red  line A at 30,40 facing E, {formation}
    red  line D at 30,50 facing E, attack
    blue line B at {x},40 facing W
    blue line E at 34.5,50 facing W
"""


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.g.6.3")
@pytest.mark.parametrize("x", [34.5, 37])
def test_across_a_bridge_a_move_ends_on_the_enemy_in_attack_column_only(x: float) -> None:
    game = situation(BRIDGES.format(formation="attack", x=x))
    allowed(game, "A", ahead(x - 32))
    game = situation(BRIDGES.format(formation="march", x=x))
    assert refused(game, "A", ahead(x - 32.75)) == ("bridge-formation", "risorgimento.g.6.1")
    allowed(game, "A", ahead(x - 33.5))


@pytest.mark.rule("risorgimento.g.6.2")
def test_over_each_bridge_of_a_line_one_unit_attacks_at_a_time() -> None:
    game = situation(BRIDGES.format(formation="attack", x=34.5))
    moves(game, "D", ahead(2.5))
    allowed(game, "A", ahead(2.5))  # by the other bridge


@pytest.mark.rule("risorgimento.e.5.1")
def test_nobody_attacks_over_water_without_a_bridge() -> None:
    game = situation(BRIDGES.format(formation="attack", x=34.5).replace("33,50", "33,70"))
    assert refused(game, "D", ahead(2.5)) == ("impassable", "risorgimento.e.5.1")
    allowed(game, "D", ahead(2.3))


@pytest.mark.rule("risorgimento.g.0.4", "risorgimento.g.0.7")
def test_a_second_unit_comes_beside_the_attacker_or_not_at_all() -> None:
    text = """
        risorgimento
        red  line A at 30,40 facing E
        red  line C at 27,{y} facing E
        blue line B at 32,38.25 facing W
    """
    game = situation(text.format(y=36.5))
    assert told(game) == ["A v B"]
    allowed(game, "C", ahead(3))
    assert refused(situation(text.format(y=36)), "C", ahead(3)) == ("front-taken", "risorgimento.g.0.4")


@pytest.mark.rule("risorgimento.h.1.5", "risorgimento.g.0.2")
@pytest.mark.parametrize(("state", "found"), [("", ["B"]), (", routed", [])])
def test_who_is_in_rout_is_run_over_and_not_attacked(state: str, found: list[str]) -> None:
    game = situation(
        f"""
        risorgimento
        red  line A at 27,40 facing E
        blue line B at 32,40 facing W{state}
        """
    )
    end = after(game.state.footing(game.unit("A")), Shift(300))
    assert [one.id for one in attacked(game.state, game.unit("A"), end)] == found


@pytest.mark.rule("risorgimento.g.5.13")
@pytest.mark.parametrize("heading", [1790, 1800, 1810, 1789, 1811])
def test_a_front_lies_on_a_side_if_it_is_askew_by_a_degree_at_most_to_either_hand(heading: int) -> None:
    game = situation(
        """
        risorgimento
        village_sector V 40,30
        red  line D at 0,0 facing N, in V north
        blue line A at 43.75,38.5 facing S
        """
    )
    s, unit = game.state, game.unit("A")
    footing = s.footing(unit)._replace(pose=unit.pose._replace(heading=heading))
    assert bool(sides_touched(s, unit, footing)) == (abs(heading - 1800) <= 10)


@pytest.mark.rule("risorgimento.g.5.13")
def test_who_moves_up_to_an_empty_side_of_a_village_meets_somebody_from_inside() -> None:
    game = situation(
        """
        risorgimento
        village_sector V 40,30
        red  line D at 0,0 facing N, in V south
        blue line A at 41,41 facing S
        """
    )
    moves(game, "A", ahead(2.5))
    assert game.unit("D").post == "V/north"
    assert game.at("A") == (43.75, 38.5)
    assert told(game) == ["D v A"]


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.g.1.2", "risorgimento.g.5.16")
def test_at_a_village_there_is_one_attacker_a_side_with_friends_beside_him_and_no_cavalry() -> None:
    text = """
        risorgimento
        village_sector V 40,30
        red  line D at 0,0 facing N, in V north
        blue line A at 43.75,38.5 facing S
        blue {kind} B at {x},41 facing S
    """
    allowed(situation(text.format(kind="line", x=47.25)), "B", ahead(2.5))
    game = situation(text.format(kind="hussars", x=43.75))
    game.state.leave(game.unit("A"), "lost")
    assert refused(game, "B", ahead(2.5)) == ("horse-in-village", "risorgimento.g.5.16")


DRAGGED = """
    risorgimento
    red  line A at 30,40 facing E, {formation}
    blue line B at {x},{y} facing W
"""


def dragged(game: Any, x: float, y: float) -> Option | Objection | None:
    """A unit is put down at a point as it faces, by hand."""
    return Move().judged(game.state, game.unit("A"), {"unit": "A", "to": [*game.point(x, y), 900]})


@pytest.mark.rule("risorgimento.e.6.3")
@pytest.mark.parametrize(("put", "y"), [((35.6, 40), 40), ((35.2, 40.7), 40), ((36, 41), 41)])
def test_who_is_dragged_onto_an_enemy_snaps_to_a_lawful_contact(put: tuple[float, float], y: float) -> None:
    game = situation(DRAGGED.format(formation="attack", x=36, y=y))
    found = dragged(game, *put)
    assert isinstance(found, Option)
    before = game.unit("A").pose
    game.run(lambda g: obey(g, g.state.units["A"], found, deeds(Hooks(nobody_reacts, close))))
    assert game.unit("A").pose != before
    assert [foe.id for *_, foe in contacts(game.state, game.unit("A"))] == ["B"]
    again = situation(DRAGGED.format(formation="attack", x=36, y=y))
    assert dragged(again, 33, 40) == Option("move", {"unit": "A", "to": [*again.point(33, 40), 900]})


@pytest.mark.rule("risorgimento.e.6.3")
@pytest.mark.parametrize(("x", "y", "why"), [(60, 40, "too-far"), (36, 60, "too-far")])
def test_who_cannot_get_at_an_enemy_he_is_dragged_onto_is_told_why(x: float, y: float, why: str) -> None:
    game = situation(DRAGGED.format(formation="attack", x=x, y=y))
    found = dragged(game, x, y)
    assert isinstance(found, Objection)
    assert found.key == why
    assert found.rule
