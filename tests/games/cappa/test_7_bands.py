"""Chapter 7.2, bands that events bring: how they stand, and what the formation of those they meet is worth."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.people.squad_formations import breach
from alfiere.games.cappa.told.chance_events import FiredFromHiding
from alfiere.games.cappa.told.events import Struck
from tests.games.cappa.guns import light_gun
from tests.games.cappa.happening import ALONE, SQUAD, revealed, row


def reasons(tally):
    """The names of the lines of a tally."""
    return [reason for _, reason, _ in tally.lines]


@pytest.mark.rule("cappa.7.2w", "cappa.7.2.h8", "cappa.6.3.2.h1")
def test_stragglers_round_their_finder_are_no_tight_formation():
    game = revealed(ALONE + "dice red 1 10 blue 10 10 10 10\n" + row("stragglers"))
    blows = [event for event in game.told(Struck) if event.figure != "A"]
    assert len(blows) == 4
    assert not any("tight formation" in reasons(blow.tally) for blow in blows)


@pytest.mark.rule("cappa.7.2.h3", "cappa.6.0d")
def test_peasants_who_find_no_room_to_stand_together_are_in_open_order():
    game = revealed(
        """
        cappa on open ground 30x8
        closed building 0,1.2 30,8
        event 10,0.5
        red extra A at 10,0.5, pa 3
        blue extra B at 29,0.5
    """
        + row("ambush_peasants")
    )
    (squad,) = game.state.squads.values()
    men = [game.figure(name) for name in squad.members if game.figure(name).is_up]
    assert breach(men, "tight")
    assert squad.formation == "open"


@pytest.mark.rule("cappa.7.2y", "cappa.5.1.3m")
@pytest.mark.parametrize(("formation", "armour"), [("open", 5), ("tight", 6), ("close", 6)])
def test_a_dense_squad_is_easier_to_wound_for_skirmishers_too(formation, armour):
    text = SQUAD.replace("squad S, pa 3", f"squad S, {formation}, pa 3")
    game = revealed(text + "dice red 1 blue 10 10 10 10\n" + row("skirmishers"), who="S")
    (fired,) = game.told(FiredFromHiding)
    assert fired.armour.total == armour
    assert ("dense target" in reasons(fired.armour)) is (formation != "open")


@pytest.mark.rule("cappa.10.2.1c", "cappa.7.2y")
@pytest.mark.parametrize(("dice", "pinned"), [("1 10 10 10 10", "firearms"), ("10 10 10 10", "")])
def test_a_crew_that_skirmishers_have_hit_does_not_fire_in_this_turn(dice, pinned):
    game = revealed(light_gun("canister", f"event 19.5,18.2\ndice blue {dice}\n{row('skirmishers')}"), who="S")
    assert game.state.guns["G"].under_fire == pinned
