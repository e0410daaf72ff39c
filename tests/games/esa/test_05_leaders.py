"""Chapter 5.2: generals, characters and the commander-in-chief on the move."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import LeaderMoved
from alfiere.games.esa.losses import leader_reach
from alfiere.games.esa.tables import tables
from tests.games.esa.lines import CENTRE
from tests.situation import situation


def reach_of(game, name):
    """Where a leader may end his move, as q, r, his own hex left out."""
    s, leader = game.state, game.leader(name)
    axial = s.field.grid.axial
    found = leader_reach(s, leader, tables().numbers.leader_pm)
    return {(axial[h][0] - CENTRE[0], axial[h][1] - CENTRE[1]) for h in found if h != leader.hex}


def movers(game):
    """The leaders in the order in which they were asked to move, as far as the situation names them."""
    asked = [decision.about["leader"] for decision in game.asked if decision.key == "move-leader"]
    return [name for name in asked if not name.startswith("test-")]


@pytest.mark.rule("esa.5.2a")
def test_a_general_with_a_move_order_moves_right_after_his_own_units():
    game = situation("""
        esa on open ground
        red general First at 0,2 morale 9, division one
        red pike A at 0,0 facing 0, division one
        red general Second at 6,2 morale 9, division two
        red pike B at 6,0 facing 0, division two
        order one: card 4
        order two: card 5
    """)
    game.phase("movement")
    story = [
        decision.about.get("division") or decision.about["leader"]
        for decision in game.asked
        if decision.key in ("move-which", "move-leader") and decision.seat == "red"
    ]
    assert story[:4] == ["one", "First", "two", "Second"]


@pytest.mark.rule("esa.5.2b")
def test_the_others_move_after_all_divisions_by_rank_the_initiative_first():
    side = """
        {0} general {0}-general at {1} morale 2, division {0}-foot
        {0} pike {0}-unit at {2} facing 0, division {0}-foot
        {0} general {0}-busy at {3} morale 9, division {0}-horse
        {0} cuirassiers {0}-horseman at {4} facing 0, division {0}-horse
        {0} wing {0}-wing at {5} morale 2, over {0}-foot
        {0} character {0}-guide at {6} melee 1
        {0} commander {0}-chief at {7} morale 2
        order {0}-horse: move
    """
    game = situation(
        "esa on open ground\n initiative blue\n"
        + side.format("red", "0,0", "0,1", "0,2", "0,3", "0,4", "0,5", "0,6")
        + side.format("blue", "-9,0", "-9,1", "-9,2", "-9,3", "-9,4", "-9,5", "-9,6")
    )
    game.phase("movement")
    assert movers(game) == [
        "blue-busy",
        "red-busy",  # with their divisions
        "blue-general",
        "red-general",
        "blue-wing",
        "red-wing",
        "blue-guide",
        "red-guide",
        "blue-chief",
        "red-chief",
    ]
    last = max(place for place, one in enumerate(game.asked) if one.key == "move-which")
    first = next(place for place, one in enumerate(game.asked) if one.about.get("leader") == "blue-general")
    assert last < first


@pytest.mark.rule("esa.5.2c")
def test_leaders_need_no_order_to_move():
    game = situation("""
        esa on open ground
        red general Own at 0,0 morale 2
        red pike A at 5,5 facing 0
        red character Guide at 0,4 melee 1
        red commander Chief at 0,8 morale 2
    """)
    game.phase(
        "movement",
        f"leader leader=Own hex={game.at(3, 0)}",
        f"leader leader=Guide hex={game.at(3, 4)}",
        f"leader leader=Chief hex={game.at(3, 8)}",
    )
    assert [event.leader for event in game.told(LeaderMoved)] == ["Own", "Guide", "Chief"]
    assert (game.where("Own"), game.where("Guide"), game.where("Chief")) == ((3, 0), (3, 4), (3, 8))


@pytest.mark.rule("esa.5.2d")
def test_leaders_move_three_hexes_over_any_passable_ground_and_no_faster_on_a_road():
    ground = """
        wood 1,-1 2,-2 3,-3
        difficult 1,0 2,0 3,0
        area 0,1 0,2
        hedge -1,0
        road -1,1 -2,2 -3,3 -4,4
    """
    piece = "red general Own at 0,0 morale 2\n red pike A at 9,9 facing 0\n road 0,0 -1,1"
    rough = reach_of(situation(f"esa on open ground\n{ground}\n{piece}"), "Own")
    plain = reach_of(situation(f"esa on open ground\n{piece}"), "Own")
    assert rough == plain
    assert len(plain) == 6 + 12 + 18
    game = situation(f"esa on open ground\n impassable 0,-1 1,-1\n{piece}")
    assert not {(0, -1), (1, -1), (1, -3)} & reach_of(game, "Own")
    assert (1, -2) not in reach_of(game, "Own")  # four hexes around


@pytest.mark.rule("esa.5.2e")
def test_leaders_pass_friendly_units_and_leaders_but_not_enemy_units():
    game = situation("""
        esa on open ground
        impassable 0,-1 -1,0
        red general Own at 0,0 morale 2
        red pike A at 1,-1 facing 0, division other
        red pike Z at 9,9 facing 0
        red character Guide at 1,0 melee 1
        blue pike B at 0,1 facing 0, shaken
        blue pike C at -1,1 facing 0, shaken
    """)
    found = reach_of(game, "Own")
    assert (2, -2) in found  # through the unit
    assert (3, 0) in found  # through the character
    assert not {(0, 1), (-1, 1), (-1, 2)} & found  # to -1,2 the short way leads through B or C


@pytest.mark.rule("esa.5.2e2")
def test_a_leader_goes_next_to_a_fresh_enemy_only_to_join_a_friendly_unit_and_ends_there():
    game = situation("""
        esa on open ground
        red general Own at 0,0 morale 2
        red pike A at 0,-2 facing 0
        blue pike B at 0,-3 facing 3
        blue pike C at 4,0 facing 3
    """)
    found = reach_of(game, "Own")
    assert (0, -2) in found  # attached to A, beside B
    assert (1, -2) in found  # alone beside A, but not beside B
    assert not {(1, -3), (-1, -2)} & found  # alone beside B
    assert (2, 0) in found
    assert not {(3, 0), (3, 1), (4, -1)} & found  # alone beside C
    shaken = situation("""
        esa on open ground
        red general Own at 0,0 morale 2
        red pike A at 9,9 facing 0
        blue pike C at 2,0 facing 3, shaken
    """)
    assert {(1, 0), (2, -1), (1, 1)} <= reach_of(shaken, "Own")


@pytest.mark.rule("esa.5.2e2")
def test_a_leader_does_not_pass_between_fresh_enemies():
    game = situation("""
        esa on open ground
        impassable 0,-1 1,-1 -1,0 -1,1 0,1
        red general Own at 0,0 morale 2
        red pike A at 1,0 facing 0
        blue pike B at 2,-1 facing 3
    """)
    # the only way out leads over A, who stands beside B: there the move ends
    assert reach_of(game, "Own") == {(1, 0)}


@pytest.mark.rule("esa.5.2f")
def test_a_commander_who_leads_a_division_moves_with_it():
    setup = """
        esa on open ground
        red commander Chief at 0,2 morale 9, leads guard
        red pike A at 0,0 facing 0, division guard
        red general Own at 6,2 morale 9, division line
        red pike B at 6,0 facing 0, division line
        red wing Wing at 9,9 morale 2, over line
        {}
    """
    game = situation(setup.format("order guard: card 4\n order line: card 5"))
    game.phase("movement")
    assert movers(game) == ["Chief", "Own", "Wing"]
    game = situation(setup.format("order line: card 5"))  # without an order, among the generals without one
    game.phase("movement")
    assert movers(game) == ["Own", "Chief", "Wing"]
