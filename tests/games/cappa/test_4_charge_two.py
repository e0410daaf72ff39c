"""Chapter 4.3.8b: a charge at two enemies at once, both of whom one may charge."""

from __future__ import annotations

import pytest

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


@pytest.mark.rule("cappa.4.3.8b", "cappa.2.1.5d")
@pytest.mark.parametrize(
    ("b", "c", "may"), [("", "", False), (", shaken wound", "", False), (", shaken wound", ", shaken wound", True)]
)
def test_in_the_last_phase_both_must_be_shaken(b, c, may):
    assert at_two(b, c, phase="last") == may
