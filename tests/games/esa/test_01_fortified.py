"""Chapter 1.4, fortified sides: protection with a direction, walls that stop horses and halt marches."""

from __future__ import annotations

import pytest

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.command import is_supported
from alfiere.games.esa.events import MeleeStruck, VolleyFired
from alfiere.games.esa.fire import has_clear_line
from alfiere.games.esa.melee_phase import opponents
from alfiere.games.esa.sectors import sector_hexes
from tests.situation import situation

WALL = [(1, "fortification", "esa.1.4l")]


def stopped_by_fire(terrain, shooter):
    """What stops a volley at a bare unit in 0,0."""
    game = situation(f"""
        esa on open ground
        {terrain}
        red {shooter}
        blue line B at 0,0 facing 3, fired, armour 0|0
        cards red 9 9 9 9 9
    """)
    game.shoot("A", "B")
    return game.told(VolleyFired)[0].armour.lines


def blows(terrain, attacker, defender="line B at 0,0 facing 3, armour 0|0"):
    """The two blows of a melee with the unit in 0,0, the attacker's first."""
    game = situation(f"""
        esa on open ground
        {terrain}
        red {attacker}
        blue {defender}
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    return game.told(MeleeStruck)


@pytest.mark.rule("esa.1.4k")
def test_the_map_shows_which_sides_of_a_hex_are_fortified():
    game = situation("""
        esa on open ground
        fortified 0,0 ne e
        red pike A at 5,5 facing 0
    """)
    (shape,) = game.rules.view(game.state, None)["board"]["shapes"]
    here = game.at(0, 0)
    assert (shape["kind"], shape["sides"]) == ("fortified", [[here, 0], [here, 1]])
    walls = [game.state.field.fortified_against(here, other) for other in game.state.field.grid.neighbours[here]]
    assert walls == [True, True, False, False, False, False]


@pytest.mark.rule("esa.1.4l")
def test_a_fortified_side_protects_against_fire_that_comes_through_it_only():
    assert stopped_by_fire("fortified 0,0 ne", "walloons A at 2,-2 facing 3") == WALL
    assert stopped_by_fire("fortified 0,0 ne", "walloons A at -2,2 facing 0") == []
    assert stopped_by_fire("fortified 0,0 ne", "walloons A at 0,-2 facing 3") == []


@pytest.mark.rule("esa.1.4l")
def test_a_fortified_side_protects_in_melee_from_the_neighbour_across_it_only():
    assert blows("fortified 0,0 ne", "line A at 1,-1 facing 3")[0].armour.lines == WALL
    assert blows("fortified 0,0 ne", "line A at 0,-1 facing 3")[0].armour.lines == []


@pytest.mark.rule("esa.1.4l")
def test_a_wall_may_have_a_protection_of_its_own_and_it_too_works_one_way():
    terrain = "fortified 0,0 ne protection 3|2"
    assert stopped_by_fire(terrain, "walloons A at 2,-2 facing 3") == [(3, "fortification", "esa.1.4l")]
    assert stopped_by_fire(terrain, "walloons A at -2,2 facing 0") == []
    assert blows(terrain, "line A at 1,-1 facing 3")[0].armour.lines == [(2, "fortification", "esa.1.4l")]
    assert blows(terrain, "line A at 0,-1 facing 3")[0].armour.lines == []


@pytest.mark.rule("esa.1.4l")
def test_the_protection_of_a_hex_counts_once_where_walls_stand_around_an_area():
    terrain = "area 0,0 protection 1|1\n fortified 0,0 ne protection 2|1"
    through = stopped_by_fire(terrain, "walloons A at 2,-2 facing 3")
    assert sum(amount for amount, _, _ in through) == 2
    around = stopped_by_fire(terrain, "walloons A at -2,2 facing 0")
    assert sum(amount for amount, _, _ in around) == 1
    assert blows(terrain, "line A at 1,-1 facing 3")[0].armour.total == 1


@pytest.mark.rule("esa.1.4l")
def test_a_fortified_side_does_not_stop_the_line_of_fire():
    game = situation("""
        esa on open ground
        fortified 1,-1 ne e se sw w nw
        red pike A at 0,0 facing 0
        blue pike B at 2,-2 facing 3
    """)
    assert has_clear_line(game.state, game.at(0, 0), game.at(2, -2))


@pytest.mark.rule("esa.1.4l2")
def test_across_a_fortified_side_nobody_has_an_advantage_and_the_defender_no_weakness():
    attacker, defender = "swordsmen A at 1,-1 facing 3", "line B at 0,0 facing 4"  # A stands behind B
    free = blows("", attacker, defender)
    assert [line[1] for line in free[0].automatic.lines] == ["advantage", "weakness"]
    assert blows("fortified 0,0 ne", attacker, defender)[0].automatic.lines == []
    # nor has the defender, square against light infantry, any
    attacker, defender = "musketeers A at 1,-1 facing 3", "tercio B at 0,0 facing 1"
    assert [line[1] for line in blows("", attacker, defender)[1].automatic.lines] == ["advantage"]
    assert blows("fortified 0,0 ne", attacker, defender)[1].automatic.lines == []


@pytest.mark.rule("esa.1.4l2")
def test_the_attacker_of_a_wall_keeps_his_own_weakness():
    attacker, defender = "line A at 1,-1 facing 0", "tercio B at 0,0 facing 1"  # he shows B his back
    struck = blows("fortified 0,0 ne", attacker, defender)[1]
    assert [line[1] for line in struck.automatic.lines] == ["weakness"]


@pytest.mark.rule("esa.1.4l3")
def test_fire_that_enters_at_a_vertex_is_stopped_only_if_both_sides_are_fortified():
    straight_down = "walloons A at 1,-2 facing 3"
    assert stopped_by_fire("fortified 0,0 ne", straight_down) == []
    assert stopped_by_fire("fortified 0,0 nw", straight_down) == []
    assert stopped_by_fire("fortified 0,0 ne nw", straight_down) == WALL


@pytest.mark.rule("esa.1.4l4")
@pytest.mark.parametrize("horse", ["cuirassiers", "weimar", "arquebusiers"])
def test_cavalry_does_not_attack_across_a_fortified_side(horse):
    setup = """
        esa on open ground
        fortified 0,0 ne
        red {} A at {} facing 3, order: melee
        blue pike B at 0,0 facing 0
    """
    across, around = situation(setup.format(horse, "1,-1")), situation(setup.format(horse, "0,-1"))
    assert opponents(across.state, across.unit("A")) == []
    assert [foe.id for foe in opponents(around.state, around.unit("A"))] == ["B"]
    across.phase("melee")
    assert across.told(MeleeStruck) == []
    foot = situation(setup.format("pike", "1,-1"))
    assert [foe.id for foe in opponents(foot.state, foot.unit("A"))] == ["B"]


@pytest.mark.rule("esa.1.4l5")
@pytest.mark.parametrize(("terrain", "is_area"), [("fortified 0,0 ne e", False), ("area 0,0\n fortified 0,0 ne", True)])
def test_walls_alone_do_not_make_an_area(terrain, is_area):
    game = situation(f"""
        esa on open ground
        {terrain}
        red musketeers A at 0,0 facing 0, strength 1
        red cuirassiers C at -1,0 facing 0
    """)
    unit = game.unit("A")
    assert is_supported(game.state, unit) == is_area
    assert (game.at(-1, 1) in sector_hexes(game.state, unit)) == is_area  # behind it
    reasons = [reason for _, reason, _ in morale_tally(game.state, unit, "recovery").lines]
    assert ("area" in reasons) == is_area
    assert has_clear_line(game.state, game.at(-2, 0), game.at(2, 0)) is False  # the musketeers themselves
    game.state.place(unit, game.at(5, 5))
    assert has_clear_line(game.state, game.at(-3, 0), game.at(-1, 0)) is True
    assert has_clear_line(game.state, game.at(0, 1), game.at(0, -1)) == (not is_area)
    assert ((0, 0) in game.reach("C")) == (not is_area)  # horses halt there


@pytest.mark.rule("esa.1.4m")
def test_a_fortified_side_is_crossed_only_as_the_first_step_from_either_hand():
    setup = """
        esa on open ground
        fortified 0,0 ne
        red cuirassiers C at {} facing 0
    """
    assert (0, 0) in situation(setup.format("1,-1")).reach("C")  # beside it: over the wall
    outside = situation(setup.format("2,-2")).reach("C")
    assert (1, -1) in outside
    assert (0, 0) not in outside  # it has to stop before it
    inside = situation(setup.format("-1,1")).reach("C")
    assert (0, 0) in inside
    assert (1, -1) not in inside
    assert (1, -1) in situation(setup.format("0,0")).reach("C")


@pytest.mark.rule("esa.1.4m2")
@pytest.mark.parametrize(("terrain", "presses"), [("", True), ("fortified 0,0 ne", False), ("fortified 0,0 w", True)])
def test_who_is_attacked_through_his_wall_defends_an_entrenchment_and_does_not_press(terrain, presses):
    game = situation(f"""
        esa on open ground
        {terrain}
        red line A at 1,-1 facing 3
        blue pike B at 0,0 facing 0
        order blue: card 15
        cards red 9 9 9 9 9 blue 1 1 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    options = [option.key for one in game.asked if one.key == "follow-up" for option in one.options]
    assert ("press" in options) == presses
