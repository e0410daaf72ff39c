"""Chapter 4.3.8: a charge at two enemies at once, and at who is so far that he must come to meet it."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.charge import reach
from tests.situation import situation

TWO = """
    cappa on open ground
    red hero A at 10,10, pa 2
    blue extra B at 10,13{b}
    blue extra C at 11.3,13{c}
    {more}
"""


def at_two(b="", c="", more="", phase="actions"):
    """Whether he may charge both at once."""
    game = situation(TWO.format(b=b, c=c, more=more))
    game.state.phase = phase
    return any(option.key == "charge" and option.get("also") for option in game.offered("A"))


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8g")
def test_both_must_be_in_sight():
    assert at_two()
    assert not at_two(more="high wall 10.62,11.9 10.62,14")  # it parts the two: nobody touches both, nor sees them
    assert not at_two(more="closed building 10.9,11.5 13,12.2")


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8a")
def test_a_way_must_lead_to_where_he_touches_both():
    assert at_two(more="low wall 4,11 9,11")
    assert not at_two(more="low wall 4,11 20,11")


@pytest.mark.rule("cappa.4.3.8b", "cappa.2.1.5d")
@pytest.mark.parametrize(
    ("b", "c", "may"), [("", "", False), (", shaken wound", "", False), (", shaken wound", ", shaken wound", True)]
)
def test_in_the_last_phase_both_must_be_shaken(b, c, may):
    assert at_two(b, c, phase="last") == may


FAR = """
    cappa on open ground 60x60
    red  extra A at 10,10, pa 2, Mov 4
    blue extra B at {x},10, Mov 4, squad S
    blue extra C at {x},11.2, Mov 4, squad S
    blue squad S, open, pa 1{state}
"""


@pytest.mark.rule("cappa.4.3.8a", "cappa.4.3.8i", "cappa.4.3.8.h1")
def test_who_is_too_far_is_charged_if_both_together_can_cover_the_ground_to_the_hundredth():
    game = situation(FAR.format(x=20, state=""))
    s = game.state
    both = reach(s, game.figure("A"), extra=True) + reach(s, game.figure("B"), extra=True)
    for more, may in ((0, True), (1, False)):
        game.figure("B").x = game.figure("C").x = 1000 + 100 + both + more
        assert game.may("A", "charge target=B") == may


@pytest.mark.rule("cappa.4.3.8a", "cappa.4.3.8i")
@pytest.mark.parametrize(("state", "may"), [("", True), (", shaken wound", False)])
def test_a_shaken_squad_comes_to_meet_nobody(state, may):
    assert situation(FAR.format(x=20, state=state)).may("A", "charge target=B") == may


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8g")
@pytest.mark.parametrize("blind", ["yes", "no"])
def test_who_may_not_measure_announces_a_charge_at_two_who_are_too_far(blind):
    text = TWO.replace("10,13", "10,33").replace("11.3,13", "11.3,33")
    game = situation(text.format(b="", c="", more=f"option no_measuring {blind}"))
    offered = [option for option in game.offered("A") if option.key == "charge" and option.get("also")]
    assert bool(offered) == (blind == "yes")
