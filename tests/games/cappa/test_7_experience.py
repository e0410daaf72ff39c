"""Chapter 7 with experience (9.1.2): which dice of an event may be changed, and which are nobody's."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.chance_events import CaughtAt, Exploded, MarkerSeen
from alfiere.games.cappa.told.events import MoraleTested
from tests.games.cappa.happening import PIG, revealed, row
from tests.situation import situation

WISE = """
    cappa on open ground 60x60
    event 20,20
    red protagonist A at 20,20.5, 6/3/4, pa 3
    blue extra B at 50,50
    option experience yes
    experience red 3
"""
UNTHREATENED = 7  # Mo 6, and nobody can charge him


def purposes(game):
    """For what a die might have been changed."""
    return [decision.about["purpose"] for decision in game.asked if decision.key == "change-die"]


@pytest.mark.rule("cappa.9.1.2b", "cappa.7.2c", "cappa.7.2aa")
@pytest.mark.parametrize("kind", ["animal", "terrain"])
def test_experience_may_save_a_protagonist_from_what_a_morale_test_avoids(kind):
    text = WISE + f"dice red 1 {UNTHREATENED + 1}\n" + row(kind, PIG, "avoid = true")
    saved = revealed(text, f"change-score score={UNTHREATENED}")
    assert [one.passed for one in saved.told(MoraleTested)] == [True]
    assert (saved.figure("A").pa, saved.state.sides["red"].experience) == (2, 2)
    lost = revealed(text, "keep-score")
    assert (lost.figure("A").pa, lost.state.sides["red"].experience) == (0, 3)


@pytest.mark.rule("cappa.9.1.2b", "cappa.7.2q")
def test_experience_may_pass_the_test_at_the_powder():
    text = WISE + f"dice red 1 {UNTHREATENED + 1}\n" + row("dangerous_ammunition")
    game = revealed(text, f"change-score score={UNTHREATENED}")
    assert not game.told(Exploded)


@pytest.mark.rule("cappa.9.1.2a", "cappa.7.2q", "cappa.7.2.h5")
def test_the_dice_of_the_blast_are_nobodys_and_no_experience_changes_them():
    game = revealed(WISE + "dice red 1 10 4 3 10 10 8 10\n" + row("dangerous_ammunition"), "keep-score")
    assert purposes(game)[0] == "morale"
    assert "damage" not in purposes(game)
    assert "to hit" not in purposes(game)
    (blast,) = game.told(Exploded)
    assert (blast.dice, blast.damage, blast.wounded) == ((4, 3, 10, 10), (8,), ())


@pytest.mark.rule("cappa.9.1.2b", "cappa.2.2.1.h7")
def test_experience_may_help_who_questions():
    text = WISE.replace("20,20.5", "20,24") + "blue protagonist P out at 20,25\n"
    game = situation(text + f"dice red {UNTHREATENED + 1} 1\n" + row(""))
    game.do("A", "question target=P", "change-score")
    assert len(game.told(MarkerSeen)) == 1


@pytest.mark.rule("cappa.9.1.2b", "cappa.7.2.h12")
def test_experience_may_help_to_catch_an_animal():
    game = revealed(WISE + "dice red 1 5\n" + row("animal", PIG))
    game.figure("A").pa = 2
    game.do("A", "catch", "change-score score=4")
    assert [(one.roll, one.mi, one.caught) for one in game.told(CaughtAt)] == [(4, 4, True)]
    assert purposes(game) == ["catch"]
