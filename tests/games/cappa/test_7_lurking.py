"""Chapter 7.2: where somebody may lie in ambush and of which markers people know, to the hundredth of a um."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.chance.questioning import near_markers
from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.told.events import Entered
from alfiere.kernel.decision import Option
from tests.games.cappa.happening import row
from tests.situation import situation

FAR, WIDE = 400, 1000  # hundredths: the surroundings of a marker in the open, half of a wood round it


def lurks(ground, dx, dy):
    """Whether one may be placed so far from the marker, out of sight of everybody but his finder."""
    game = situation(
        f"""
        cappa on open ground 60x60
        {ground}
        event 30,30
        red  extra A at 30,30.5, pa 3
        blue extra X off
        dice red 1 blue 6
    """
        + row("ambush_surprised")
    )
    answers = []

    def place(decision):
        found = decision.find(("place-ambush", {"figure": "X", "to": [3000 + dx, 3000 + dy]}))
        answers.append(isinstance(found, Option))
        return found if answers[-1] else decision.options[0]

    game.do("A", "reveal", place)
    assert len(game.told(Entered)) == 1
    return answers == [True]


@pytest.mark.rule("cappa.7.2.h4", "cappa.7.2k")
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_in_the_open_an_ambush_lies_wholly_within_4_um_of_the_marker(way):
    most = FAR - 50 + tables().lengths.tolerance
    assert lurks("", way[0] * most, way[1] * most)
    assert not lurks("", way[0] * (most + 1), way[1] * (most + 1))
    assert not lurks("", way[0] * (most - 20) + 120 * way[1], way[1] * (most - 20) + 120 * way[0])  # by its own length


@pytest.mark.rule("cappa.7.2.h4", "cappa.7.2l")
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_in_a_wood_an_ambush_lies_wholly_in_it(way):
    wood, most = "wood 20,20 40,40", WIDE - 50
    assert lurks(wood, way[0] * most, way[1] * most)
    assert not lurks(wood, way[0] * (most + 1), way[1] * (most + 1))


@pytest.mark.rule("cappa.7.2.h4", "cappa.1.3c")
@pytest.mark.parametrize(("dy", "may"), [(151, True), (149, False)])
def test_an_ambush_lies_outside_of_the_zone_of_its_finder(dy, may):
    assert lurks("", 0, 50 + dy) == may


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.geo.2")
@pytest.mark.parametrize(("farther", "known"), [(0, ["event_marker-1"]), (1, [])])
def test_of_a_marker_just_within_their_knowledge_people_may_be_asked(farther, known):
    game = situation("cappa on open ground 60x60\nevent 20,20\nred extra A at 20,30\nblue extra B at 50,50")
    most = (tables().talk["question"].looks_within or 0) + tables().lengths.tolerance
    game.figure("A").y = 2000 + most + radius(game.figure("A")) + farther
    assert near_markers(game.state, game.figure("A")) == known
