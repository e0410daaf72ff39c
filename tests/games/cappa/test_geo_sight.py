"""Chapter geo, sight and cover: what hides, what covers, who looks over whom."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground import ground, sight
from tests.situation import situation

FAR_APART = """
    cappa on open ground
    {ground}
    red extra A at 10,10{mine}
    blue extra B at {there}{yours}
"""


def apart(terrain: str = "", there: str = "20,10", mine: str = "", yours: str = "", more: str = ""):
    """A looks at B across some ground."""
    return situation(FAR_APART.format(ground=terrain, there=there, mine=mine, yours=yours) + more)


@pytest.mark.rule("cappa.geo.10")
def test_the_line_of_sight_joins_the_centres():
    assert apart().sees("A", "B")
    hidden = apart("closed building 14,5 16,10.01")
    assert not hidden.sees("A", "B")


@pytest.mark.rule("cappa.geo.34")
def test_a_line_that_only_touches_is_not_blocked():
    assert apart("closed building 14,5 16,10").sees("A", "B")
    assert apart(more="blue extra C at 15,10.5\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.11")
def test_a_building_hides_what_is_behind_it():
    assert not apart("building 14,7 16,13 door south").sees("A", "B")


@pytest.mark.rule("cappa.geo.11")
@pytest.mark.parametrize(("there", "seen"), [("16,10", False), ("14.5,10", True), ("14.5,11.2", False)])
def test_who_stands_at_a_window_is_seen_through_it_and_sees(there, seen):
    game = apart("building 14,7 20,13 door south", there)  # a window in the middle of its west side
    assert game.sees("A", "B") == seen
    assert game.sees("B", "A") == seen


@pytest.mark.rule("cappa.geo.11")
def test_two_in_the_same_room_see_each_other_and_not_through_the_ceiling():
    assert apart("building 8,8 24,14 door south").sees("A", "B")
    assert not apart("building 8,8 24,14 door south storeys 2", yours=", level 2").sees("A", "B")


@pytest.mark.rule("cappa.geo.29")
def test_a_high_wall_and_a_closed_door_hide():
    assert not apart("high wall 15,5 15,15").sees("A", "B")
    house = "building 14,7 20,13 door west"
    assert not apart(house, "14.5,10").sees("A", "B")
    assert apart(house, "14.5,10", more="changed building_stone-1/door-west-0\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.30")
def test_a_hill_hides_what_is_beyond_unless_one_of_the_two_is_on_it():
    assert not apart("hill 13,5 17,15").sees("A", "B")
    assert apart("hill 13,5 17,15", "15,10").sees("A", "B")


@pytest.mark.rule("cappa.geo.31")
@pytest.mark.parametrize(("east", "seen"), [(17, True), (17.01, True), (17.02, False)])
def test_more_than_four_um_of_wood_hide(east, seen):
    assert apart(f"wood 13,5 {east},15").sees("A", "B") == seen


@pytest.mark.rule("cappa.geo.31", "cappa.geo.4")
@pytest.mark.parametrize(("there", "seen"), [("19,10", True), ("19.01,10", True), ("19.02,10", False)])
def test_two_in_the_same_wood_see_each_other_up_to_eight_um_from_edge_to_edge(there, seen):
    assert apart("wood 8,5 30,15", there).sees("A", "B") == seen


@pytest.mark.rule("cappa.geo.33")
def test_a_third_character_in_the_way_hides_friend_or_enemy():
    assert not apart(more="blue extra C at 15,10.4\n").sees("A", "B")
    assert not apart(more="red extra C at 15,9.6\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.12")
@pytest.mark.parametrize(
    "third",
    ["blue extra C at 15,10, prone", "blue protagonist C out at 15,10", "blue extra C at 15,10, captor A"],
)
def test_one_who_lies_or_is_led_away_hides_nobody(third):
    assert apart(more=f"{third}\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.35", "cappa.ex.73")
def test_members_of_a_squad_hide_each_other_from_one_who_picks_his_target():
    game = situation("""
        cappa on open ground
        red extra S at 1,10
        blue extra E1 at 11,10, squad Q
        blue protagonist L at 12,10, squad Q
        blue squad Q led by L
    """)
    shooter, leader = game.figure("S"), game.figure("L")
    assert not game.sees("S", "L")
    assert game.sees("S", "E1")
    assert sight.sees(game.state, shooter, leader, through=("E1", "L"))  # the squad as a body


@pytest.mark.rule("cappa.geo.36")
def test_from_a_level_higher_one_looks_over_characters():
    assert apart("rise 8,5 12,15", more="blue extra C at 15,10\n").sees("A", "B")
    assert apart("rise 18,5 22,15", more="blue extra C at 15,10\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.37")
def test_a_rider_looks_over_characters():
    assert apart(mine=", mounted, Mov 8", more="blue extra C at 15,10\n").sees("A", "B")
    assert not apart(more="blue extra C at 15,10, mounted, Mov 8\n").sees("A", "B")


@pytest.mark.rule("cappa.geo.13")
@pytest.mark.parametrize(
    ("what", "covers"),
    [
        ("hedge", True),
        ("low wall", True),
        ("fence", False),
        ("palisade", True),
        ("earthwork", True),
        ("ditch", False),
        ("stream", False),
    ],
)
def test_low_obstacles_never_hide_and_some_of_them_cover(what, covers):
    game = apart(f"{what} 19,5 19,15")
    assert game.sees("A", "B")
    assert game.covered("B", "A") == covers


@pytest.mark.rule("cappa.geo.14")
@pytest.mark.parametrize(("x", "covered"), [(18.5, True), (18.49, True), (18.48, False), (12, False)])
def test_cover_must_be_crossed_not_more_than_one_um_from_the_base(x, covered):
    game = apart(f"hedge {x},5 {x},15")
    assert game.covered("B", "A") == covered


@pytest.mark.rule("cappa.geo.14")
def test_cover_is_asked_against_one_shooter_or_a_point():
    game = apart("hedge 19,5 19,15", more="red extra C at 25,10\n")
    assert game.covered("B", "A")
    assert not game.covered("B", "C")
    assert ground.in_cover(game.state, (1500, 1000), game.figure("B"))


@pytest.mark.rule("cappa.geo.38")
def test_who_is_in_a_wood_is_in_cover_against_all_outside_it():
    game = apart("wood 18,5 30,15", more="blue extra C at 22,10\nred extra D at 28,10\n")
    assert game.covered("B", "A")
    assert not game.covered("C", "D")  # in the same wood
    assert not game.covered("A", "B")  # in the open


@pytest.mark.rule("cappa.geo.38")
def test_who_stands_at_an_opening_is_in_cover_against_all_outside():
    game = apart("building 14,7 20,13 door south", "14.5,10", more="red extra C at 17,9\n")
    assert game.covered("B", "A")
    assert not game.covered("B", "C")


@pytest.mark.rule("cappa.geo.49")
def test_a_well_covers_like_a_low_wall():
    assert apart("well 18.5,10").covered("B", "A")
    assert not apart("well 15,10").covered("B", "A")


@pytest.mark.rule("cappa.geo.33", "cappa.geo.40")
@pytest.mark.parametrize(("level", "seen"), [(0, False), (2, True)])
def test_who_stands_on_the_floor_above_hides_nobody_below(level, seen):
    game = apart("building 8,8 24,14 door south storeys 2", more=f"blue extra C at 15,10, level {level}\n")
    assert game.sees("A", "B") == seen


@pytest.mark.rule("cappa.geo.29", "cappa.geo.34")
def test_nobody_sees_into_a_walled_yard_just_through_its_corner():
    yard = "high wall 15,15 25,15\n    high wall 15,15 15,25"
    assert not apart(yard, "20,20").sees("A", "B")
    assert apart("high wall 15,15 25,15", "20,20").sees("A", "B")  # past the end of one wall


@pytest.mark.rule("cappa.geo.11", "cappa.geo.47", "cappa.geo.51")
@pytest.mark.parametrize(("place", "is_seen"), [("13,20.5", True), ("13,23", False)])
def test_who_stands_at_an_upper_window_sees_and_is_seen(place, is_seen):
    game = situation(f"""
        cappa on open ground
        building 10,20 16,26 windows 4 storeys 3
        red  extra A at 13,9 with FMK, pa 1
        blue extra B at {place} with FMK, level 4, pa 1
    """)
    assert (game.sees("A", "B"), game.sees("B", "A")) == (is_seen, is_seen)
    assert game.may("A", "shoot target=B") == is_seen


@pytest.mark.rule("cappa.geo.11")
def test_the_window_below_the_one_he_stands_at_is_not_his():
    game = situation("""
        cappa on open ground
        building 10,20 16,26 windows 4 storeys 2
        red  extra A at 13,9, pa 1
        blue extra B at 13,20.5, pa 1
        blue extra C at 13,23, level 2, pa 1
    """)
    assert game.sees("A", "B")
    assert not game.sees("A", "C")


@pytest.mark.rule("cappa.geo.33", "cappa.geo.34")
@pytest.mark.parametrize(("third", "seen"), [("18,10", False), ("18,11.2", True), ("12,10", True)])
def test_on_a_hill_he_who_stands_before_the_other_hides_him_from_below_and_who_is_below_does_not(third, seen):
    game = apart("hill 16,5 30,15", "25,10", more=f"red extra C at {third}\n")
    assert game.sees("A", "B") is seen
