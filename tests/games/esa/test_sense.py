"""What the computer of the battles thinks of, and how it stands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alfiere.games.esa import sense
from alfiere.games.esa.judgement import evaluate
from alfiere.games.esa.rally import rally_options
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

FIELD = """
    esa on open ground
    red   pike A at 5,5 facing N
    blue  pike B at 5,9 facing S
"""

COMMANDED = """
    esa on open ground
    red   pike A at 0,5 facing 0
    red   pike C at 1,5 facing 0
    red   commander Enghien at {}
    blue  pike B at 0,0 facing 3
"""


def rallying(game: Any) -> Decision:
    unit = game.unit("A")
    unit.strength = 1
    options = rally_options(game.state, unit)
    assert [one.key for one in options] == ["recover"]
    return Decision("red", "rally", [*options, Option("done")], {"division": unit.division}, ("esa.8a",))


@pytest.mark.parametrize(("sure", "keys"), [(Fraction(2), ["done"]), (Fraction(0), ["recover", "done"])])
def test_a_unit_is_not_staked_on_a_recovery_that_may_fail(monkeypatch, sure, keys):
    game = situation(FIELD)
    asked = rallying(game)
    monkeypatch.setattr(sense, "SURE", sure)
    assert [one.key for one in sense.considered(game.state, asked)] == keys
    assert sense.considered(game.state, Decision("red", "fire", asked.options)) is asked.options


@pytest.mark.parametrize(("card", "walks"), [(11, False), (13, True)])
def test_who_holds_charge_does_not_walk_into_contact(card, walks):
    game = situation(f"""
        esa on open ground
        red  cuirassiers A at 0,0 facing 1, order: card {card}
        blue pike B at 3,0 facing 4
    """)
    asked: list[Decision] = []

    def look(decision: Decision) -> Option:
        asked.append(decision)
        return decision.options[0]

    game.phase("movement", "unit unit=A", look)
    (move,) = [one for one in asked if one.key == "move"]
    beside = game.state.field.grid.adjacent[game.unit("B").hex]
    found = sense.considered(game.state, move)
    assert "charge" in [one.key for one in found]
    assert any(one.key == "move" and one["hex"] in beside for one in found) is walks
    assert any(one.key == "move" and one["hex"] not in beside for one in found)


def test_a_height_is_better_than_the_plain_before_it(monkeypatch):
    game = situation(FIELD)
    plain = evaluate(game.state, "red")
    monkeypatch.setitem(game.state.field.height, game.unit("A").hex, (0, 0))
    assert evaluate(game.state, "red") > plain


@pytest.mark.parametrize(("near", "far", "worse"), [("0,1", "0,2", True), ("0,3", "0,4", False)])
def test_a_commander_in_chief_is_better_kept_three_hexes_from_the_enemy(near, far, worse):
    def at(place):
        return evaluate(situation(COMMANDED.format(place)).state, "red")

    # a hex nearer to the enemy than he need be costs more than a hex of the way to his units is worth
    assert (at(far) - at(near) > 1) == worse
