"""d.0.2-3, f.2.3, f.3.2: who fires together, and who by himself."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.fire.groups import FIRES, Declared
from alfiere.games.risorgimento.fire.phases import FIRE_DEED
from alfiere.games.risorgimento.told.fire import FireDeclared
from alfiere.kernel.decision import Decision
from tests.games.risorgimento.fire.firing import a_field, offers, phase_d, phase_f


@pytest.mark.rule("risorgimento.f.0.2", "risorgimento.f.2.3")
def test_several_fire_at_one_target_those_of_different_brigades_by_themselves():
    game = a_field("""
        red  CB X at 10,10
        red  line A at 16.4,10 facing N, vf 8
        red  line B at 20,10 facing N, vf 8
        red  line C at 23.6,10 facing N, vf 8, under X
        blue line T at 20,14 facing S
        dice red 10 10
    """)
    volleys = phase_f(game, "fire unit=C target=T", "fire unit=A", "fire unit=B together=A")
    assert {one.units: one.points for one in volleys} == {("A", "B"): 16, ("C",): 8}
    assert offers(game, "C") == ["fire target=T", "hold-fire"]
    assert sorted(offers(game, "B")) == ["fire target=T", "fire target=T together=A", "hold-fire"]


@pytest.mark.rule("risorgimento.d.3.8", "risorgimento.f.2.1")
def test_those_of_one_brigade_may_fire_one_by_one_in_phase_f():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 8
        red  line B at 21.8,10 facing N, vf 8
        blue line T at 20,14 facing S
        dice red 10 10
    """)

    def alone(decision: Decision) -> object:
        return decision.option("fire", unit="B", target="T") if decision.about["unit"] == "B" else None

    volleys = phase_f(game, "fire unit=A", alone)
    assert [one.units for one in volleys] == [("A",), ("B",)]
    asked = next(one for one in game.asked if one.about["unit"] == "B")
    assert {option.meaning: option.rules[0] for option in asked.options[:2]} == {
        "fire unit=B target=T": "risorgimento.f.0.1",
        "fire unit=B target=T together=A": "risorgimento.f.2.1",
    }
    assert asked.about == {"unit": "B", "phase": "F"}


@pytest.mark.rule("risorgimento.f.2.3")
def test_direct_troops_are_of_no_brigade_and_fire_by_themselves():
    game = a_field("""
        red  CD D at 10,10
        red  line A at 18.2,10 facing N, under D
        red  line B at 21.8,10 facing N, under D
        blue line T at 20,14 facing S
        dice red 10
    """)
    phase_f(game, "fire unit=A")
    assert offers(game, "B") == ["fire target=T", "hold-fire"]


GUNS = """
    red  CD D at 10,10
    red  CD E at 10,20
    red  CB X at 10,30, under D
    red  CB Y at 10,40, under D
    red  CB Z at 10,50, under E
    red  guns A at 19,10 facing N, under X
    red  guns B at {x},10 facing N, under {who}
    blue line T at 20,24 facing S
    dice red 10 10
"""


@pytest.mark.rule("risorgimento.d.0.2", "risorgimento.d.0.3")
@pytest.mark.parametrize(
    ("x", "who", "may"), [(21, "X", True), (21, "Y", True), (21, "D", True), (21, "Z", False), (21.2, "X", False)]
)
def test_batteries_fire_together_if_they_touch_and_are_of_one_brigade_or_division_else_one_fires(
    x: float, who: str, may: bool
):
    game = a_field(GUNS.format(x=x, who=who))
    first, second = ("B", "A") if who == "D" else ("A", "B")  # as the order of battle has them
    phase_d(game, f"fire unit={first}")
    assert offers(game, second) == ([f"fire target=T together={first}", "hold-fire"] if may else [])
    if not may:
        game = a_field(GUNS.format(x=x, who=who))
        FIRES.put(game.unit("A"), Declared("T", "A"))
        found = FIRE_DEED.why_not(game.state, game.unit("B"), "D", "", {"unit": "B", "target": "T"})
        assert found is not None
        assert (found.key, found.rule) == ("not-together", "risorgimento.d.0.3")


@pytest.mark.rule("risorgimento.d.0.3")
def test_in_phase_d_each_side_may_fire_at_a_target_of_its_own_with_one_group():
    game = a_field(GUNS.format(x=21, who="X") + "red guns C at 23,10 facing N, under X")
    (one,) = phase_d(game, "fire unit=A", "fire unit=B together=A", "fire unit=C together=A")
    assert (one.units, one.points) == (("A", "B", "C"), 24)  # C touches B
    assert [(one.unit, one.target, one.together) for one in game.told(FireDeclared)] == [
        ("A", "T", ""),
        ("B", "T", "A"),
        ("C", "T", "A"),
    ]
    asked = next(one for one in game.asked if one.about["unit"] == "B")
    assert asked.options[0].rules == ("risorgimento.d.0.2",)


@pytest.mark.rule("risorgimento.f.3.2")
def test_in_phase_f_batteries_that_do_not_touch_roll_by_themselves_and_never_with_infantry():
    game = a_field(GUNS.format(x=21.2, who="X") + "red line C at 24.5,18 facing 315, under X")
    game.dice = {"red": [10, 10, 10]}
    volleys = phase_f(game, "fire unit=A", "fire unit=B", "fire unit=C")
    assert [one.units for one in volleys] == [("A",), ("B",), ("C",)]
    assert offers(game, "B") == ["fire target=T", "hold-fire"]
    assert offers(game, "C") == ["fire target=T", "hold-fire"]
    touching = a_field(GUNS.format(x=21, who="X"))
    (one,) = phase_f(touching, "fire unit=A", "fire unit=B together=A")
    assert one.units == ("A", "B")


@pytest.mark.rule("risorgimento.d.0.3", "risorgimento.f.2.1")
def test_one_joins_only_those_of_its_own_side_who_fire_at_the_same_target():
    game = a_field("""
        red  guns A at 19,10 facing N
        red  guns B at 21,10 facing N
        blue line S at 14,40 facing S
        blue line T at 21,30 facing S
        blue guns U at 30,60 facing S
        red  line V at 30,40 facing N
        dice red 10 10 blue 10
    """)
    phase_d(game, "fire unit=A target=T", "fire unit=B target=T together=A", "fire unit=U target=V")
    assert sorted(offers(game, "B")) == ["fire target=T together=A", "hold-fire"]
    assert offers(game, "U") == ["fire target=V", "hold-fire"]
    apart = a_field("""
        red  line A at 20,10 facing N
        red  line B at 23.6,10 facing N
        blue line S at 20,14 facing S
        blue line T at 23.6,14 facing S
    """)
    phase_f(apart, "fire unit=A target=S", "hold-fire unit=B")
    assert sorted(offers(apart, "B")) == ["fire target=S", "fire target=S together=A", "fire target=T", "hold-fire"]


@pytest.mark.rule("risorgimento.f.1.11")
def test_the_sides_of_a_square_join_nobody_and_nobody_joins_them():
    game = a_field("""
        red  line A at 20,10 facing N, square
        red  line B at 23.6,10 facing N
        red  line C at 27.2,10 facing N, square
        blue line T at 23.6,14.5 facing S
        dice red 10 10 10
    """)
    volleys = phase_f(game, "fire unit=A target=T", "fire unit=B target=T", "fire unit=C target=T")
    assert [one.units for one in volleys] == [("A",), ("B",), ("C",)]
    assert all("together" not in offer for name in "ABC" for offer in offers(game, name))
