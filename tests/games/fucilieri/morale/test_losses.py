"""Figures lost: quarters, dispersal, characters who throw, the footprint that shrinks."""

from __future__ import annotations

import pytest

from alfiere.battles.standing import apart
from alfiere.games.fucilieri.morale.dice import roll_off
from alfiere.games.fucilieri.morale.losses import (
    HIT_BY,
    IS_AT_NEW_QUARTER,
    part_of,
    saves,
    take_losses,
    throw_characters,
)
from alfiere.games.fucilieri.morale.units_lost import SCARE
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.standing import contacts, engage
from alfiere.games.fucilieri.state.unit import LOST
from alfiere.games.fucilieri.told.morale import CharacterTried, FiguresLost, HitsSaved, UnitLost
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Rect
from tests.situation import situation


@pytest.mark.rule("fucilieri.0.10")
def test_equal_totals_are_rolled_again_by_both() -> None:
    game = situation("""
        fucilieri
        dice red 4 6 blue 5 2
    """)
    assert game.run(lambda g: roll_off(g, {"red": 3, "blue": 2})) == {"blue": 4, "red": 9}
    assert not game.dice_left


@pytest.mark.rule("fucilieri.0.4")
@pytest.mark.parametrize(("number", "part", "expected"), [(16, (1, 4), 4), (13, (1, 4), 4), (9, (1, 2), 5)])
def test_parts_of_figures_are_rounded_up(number: int, part: tuple[int, int], expected: int) -> None:
    assert part_of(number, part) == expected


@pytest.mark.rule("fucilieri.0.1", "fucilieri.3.4.19a", "fucilieri.1.5.5")
@pytest.mark.rule("fucilieri.ex.44")
def test_each_hit_may_be_cancelled_by_a_die_of_its_own() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S
        dice red 4 3 6 1
    """)
    assert game.run(lambda g: saves(g, game["A"], 4, 4, "fucilieri.3.4.19a")) == 2
    assert game.told(HitsSaved)[0].rolls == (4, 3, 6, 1)
    assert game.run(lambda g: saves(g, game["A"], 4, 0, "fucilieri.3.4.19a")) == 0


@pytest.mark.rule("fucilieri.4.1.9", "fucilieri.6.1")
@pytest.mark.parametrize(("losses", "where"), [(12, LOST), (11, "on")])
@pytest.mark.rule("fucilieri.ex.63")
def test_a_unit_is_dispersed_at_a_quarter_of_its_figures(losses: int, where: str) -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16
        red foot B at 100,40 facing S
    """)
    game.run(lambda g: take_losses(g, game["A"], losses, "fire"))
    assert game["A"].where == where
    assert game["A"].figures == 16 - losses
    assert bool(game.told(UnitLost)) == (where == LOST)
    assert [one.width for one in SCARE.all(game.state)] == ([2000] if where == LOST else [])


@pytest.mark.rule("fucilieri.3.4.20")
def test_hits_beyond_the_last_figure_are_lost() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16, figures 6
    """)
    game.run(lambda g: take_losses(g, game["A"], 9, "combat"))
    assert game["A"].figures == 0
    assert game.told(FiguresLost)[0].figures == 6


@pytest.mark.rule("fucilieri.0.4", "fucilieri.3.4.23")
@pytest.mark.parametrize(("losses", "is_due"), [(3, False), (4, True)])
def test_a_quarter_is_lost_when_four_times_the_lost_reach_the_initial_figures(losses: int, is_due: bool) -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, initial 16
        blue foot B at 60,50 facing N
    """)
    game.run(lambda g: take_losses(g, game["A"], losses, "fire", game["B"]))
    assert IS_AT_NEW_QUARTER.is_on(game["A"]) is is_due
    assert game["A"].quarters == int(is_due)
    assert HIT_BY.all(game["A"]) == ["B"]


@pytest.mark.rule("fucilieri.3.4.23", "fucilieri.3.5.5.1")
def test_a_quarter_lost_in_combat_asks_for_no_test_and_is_not_new_any_more() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16
    """)
    game.run(lambda g: take_losses(g, game["A"], 4, "combat"))
    game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
    assert not IS_AT_NEW_QUARTER.is_on(game["A"])
    game.run(lambda g: take_losses(g, game["A"], 3, "fire"))
    assert IS_AT_NEW_QUARTER.is_on(game["A"])


@pytest.mark.rule("fucilieri.3.5.8.8")
def test_bloodlust_of_combat_is_over_with_half_of_the_figures_and_another_is_not() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16, bloodlust
        red foot B at 90,40 facing S, initial 16, bloodlust 2
    """)
    game.run(lambda g: take_losses(g, game["A"], 7, "combat"))
    assert game["A"].has_bloodlust
    game.run(lambda g: take_losses(g, game["A"], 1, "combat"))
    game.run(lambda g: take_losses(g, game["B"], 8, "combat"))
    assert [game["A"].has_bloodlust, game["B"].has_bloodlust] == [False, True]


# Characters


@pytest.mark.rule("fucilieri.1.6.8", "fucilieri.1.6.9a", "fucilieri.1.6.9b", "fucilieri.4.2.2")
@pytest.mark.rule("fucilieri.ex.65")
def test_general_officer_and_sergeant_throw_when_three_have_fallen() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16, with officer sergeant, of X
        red general M at 60,35 cv 3 of X, with A
        dice red 1 3 2
    """)
    game.run(lambda g: take_losses(g, game["A"], 3, "fire"))
    game.run(lambda g: throw_characters(g, game["A"]))
    assert game.leader("M").where == KILLED
    assert game["A"].characters == ["officer"]
    assert [event.saved for event in game.told(CharacterTried)] == [True, False]
    assert game["A"].figures == 13


@pytest.mark.rule("fucilieri.1.6.9a")
def test_losses_of_one_round_are_added_up_and_the_throws_are_made_once() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, initial 16, with officer
        dice red 6 6
    """)
    for _ in range(2):
        game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
        game.run(lambda g: throw_characters(g, game["A"]))
    assert not game.told(CharacterTried)
    game.state.phase = "another"
    game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
    game.run(lambda g: throw_characters(g, game["A"]))
    assert not game.told(CharacterTried)
    for _ in range(2):
        game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
        game.run(lambda g: throw_characters(g, game["A"]))
    game.run(lambda g: throw_characters(g, game["A"]))
    assert len(game.told(CharacterTried)) == 1
    game.run(lambda g: take_losses(g, game["A"], 7, "fire"))  # dispersed: nobody of its own throws
    game.run(lambda g: throw_characters(g, game["A"]))
    assert len(game.told(CharacterTried)) == 1


# The footprint


@pytest.mark.rule("fucilieri.3.2.4.6")
@pytest.mark.parametrize(
    ("formation", "size", "front"),
    [("line", Rect(1500, 500), 4250), ("column", Rect(1000, 750), 4500), ("square", Rect(1000, 1000), 4500)],
)
def test_a_footprint_shrinks_about_the_middle_of_its_front_a_square_about_its_centre(
    formation: str, size: Rect, front: int
) -> None:  # example 39
    game = situation(f"""
        fucilieri
        red foot A at 60,40 facing S, {formation}, initial 16
    """)
    game.run(lambda g: take_losses(g, game["A"], 5, "combat"))
    footing = game.state.footing(game["A"])
    assert footing.shape == size
    assert footing.front == (6000, front)
    assert game.state.base(game["A"]).shape == size


@pytest.mark.rule("fucilieri.3.2.4.6")
@pytest.mark.parametrize(
    ("formation", "enemy", "edge"),
    [
        ("line", "at 45,40 facing E", "flank"),
        ("line", "at 75,40 facing W", "flank"),
        ("column", "at 60,30 facing S", "rear"),
    ],
)
def test_who_is_held_in_flank_or_rear_stays_in_contact(formation: str, enemy: str, edge: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,40 facing S, {formation}, initial 16
        blue foot B {enemy}, column, initial 16
    """)
    engage(game["A"], game["B"], edge, "front")
    assert apart(game.state, game["A"], game["B"]) == 0
    game.run(lambda g: take_losses(g, game["A"], 5, "combat"))
    assert apart(game.state, game["A"], game["B"]) <= 1
    assert not overlaps(game.state.base(game["A"]).outline, game.state.base(game["B"]).outline)


@pytest.mark.rule("fucilieri.3.2.4.6")
def test_a_unit_held_in_front_keeps_its_front() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, initial 16
        blue foot B at 60,45 facing N, initial 16
    """)
    engage(game["A"], game["B"], "front", "front")
    game.run(lambda g: take_losses(g, game["A"], 5, "combat"))
    assert game.state.footing(game["A"]).front == (6000, 4250)


@pytest.mark.rule("fucilieri.3.2.4.8")
def test_a_square_below_eight_becomes_a_disorganised_line_facing_the_nearest_enemy() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, square, initial 16, figures 8
        blue foot B at 90,40 facing N
        blue foot C at 60,90 facing N
    """)
    game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
    assert (game["A"].formation, game["A"].heading, game["A"].is_disorganised) == ("line", 900, True)
    assert (game["A"].x, game["A"].y) == (6000, 4000)
    assert game.state.base(game["A"]).shape == Rect(1000, 500)


@pytest.mark.rule("fucilieri.3.2.4.8", "fucilieri.3.2.4.6")
def test_a_square_that_breaks_up_in_contact_stays_in_contact() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, square, initial 16, figures 8
        blue horse B at 51.25,40 facing E
    """)
    engage(game["A"], game["B"], "front", "front")
    game.run(lambda g: take_losses(g, game["A"], 1, "combat"))
    assert game["A"].heading == 2700
    assert apart(game.state, game["A"], game["B"]) <= 1
    assert [tuple(one) for one in contacts(game["A"])] == [("B", "front")]
    assert [tuple(one) for one in contacts(game["B"])] == [("A", "front")]


def test_a_garrison_stays_where_it_is() -> None:
    game = situation("""
        fucilieri
        red foot A at 47.5,47.5 facing S, column, initial 16, in V
        building V 40,40 55,55
    """)
    game.run(lambda g: take_losses(g, game["A"], 5, "fire"))
    assert (game["A"].x, game["A"].y, game["A"].post) == (4750, 4750, "V")
