"""How the computer keeps its bases from standing still: behind walls, in each other's way before a farm."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.computer.judgement import look, stance
from alfiere.games.lumi.computer.plan import MORE, goals
from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import CAVALRY
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.turn import battle
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from tests.games.lumi.lines import Situation
from tests.situation import situation


def set_up(name: str) -> State:
    """A battle that the computer has set up for both sides."""
    game = Game(GAME, GAME.scenario(name), "1")
    while (decision := game.decision) is not None and game.state.turn == 0:
        game.answer(decision.seat, considered(game.state, decision)[0])
    return game.state


@pytest.mark.rule("lumi.3.1.6", "lumi.3.1.11a")
def test_who_stands_at_a_wall_far_from_the_enemy_thinks_of_going_back_or_aside():
    game: Situation = situation(
        """
        lumi 30x40
        hamlet H 10,20 12,22
        red  cuirassiers A at 11,22.6 facing S
        red  general M at 11,25 able
        blue foot X at 11,6 facing N
        defends blue
        """
    )
    found: list[Option] = []

    def answer(decision: Decision) -> Option:
        options = considered(game.state, decision)
        if decision.key == "manoeuvre" and not found:
            found.extend(options)
        return options[-1]

    game.state.orders = {"red": 6}
    game.run(battle, answer, answer)
    at = game["A"].pose
    assert any(one.key == "move" and tuple(one["to"][:2]) != at.point for one in found)


@pytest.mark.rule("lumi.3.3.3f")
def test_no_more_go_for_buildings_than_they_hold_and_one_to_drive_out_who_is_there():
    s = set_up("altenried")
    found = goals(s, "blue", 1.0)
    after = [one.id for one in s.side("blue") if found[one.id].piece == "mill"]
    assert len(after) == s.ground.room("mill")[0] + MORE == 2
    foes = [foe.pose.point for foe in s.side("red")]
    assert all(found[one.id].at in foes for one in s.side("blue") if one.id not in after)


def test_horse_is_not_set_up_behind_buildings_and_walls_it_would_have_to_go_round():
    s = set_up("altenried")
    horse = [one for one in s.side("red") if one.kind == CAVALRY]
    assert len(horse) == 4
    assert not [one.id for one in horse if 1_200 < one.x < 2_100]  # the mill, and the hedge of the orchard


def test_a_column_that_marches_aside_wheels_towards_the_enemy_unless_a_farm_lies_between():
    """Foot in column cannot turn about: who once had his side to the enemy went on, or stood, for the whole battle."""
    for farm, gained in (("", 2.0), ("    hamlet H 12,12 18,14\n", 0.0)):
        game: Situation = situation(f"""
            lumi 30x40
        {farm}    red  foot A at 15,36 facing S, column
            red  general M at 15,38 able
            blue foot X at 15,6 facing N
            defends blue
            """)
        one, seen = game["A"], look(game.state, "red")
        worths = [stance(seen, one, one.pose._replace(heading=heading), "column") for heading in (1_800, 900, 0)]
        assert worths == sorted(worths, reverse=True)
        assert worths[0] - worths[2] >= gained
        assert (worths[0] == worths[2]) == (not gained)
