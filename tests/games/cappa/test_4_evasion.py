"""Chapter 4.3.9, evasion."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.morale.evasion import can_evade, can_squad_evade, squad_step_out, way_out
from alfiere.games.cappa.movement.movement import walk
from alfiere.games.cappa.told.events import ChargeEnded, MoraleTested, Moved, Shot, ShotLost
from alfiere.table.headings import offset
from alfiere.table.places import as_far_as
from tests.situation import situation

CHARGED = """
    cappa on open ground
    {ground}
    red extra A at 10,10, pa 2, Mov {mov}
    blue extra B at {x},10, pa {pa}, Mov 4
    dice blue {dice}
"""


def charged(ground: str = "", x: float = 15, pa: int = 1, dice: str = "1", mov: int = 4):
    """A charges B from the west."""
    return situation(CHARGED.format(ground=ground, x=x, pa=pa, dice=dice, mov=mov))


@pytest.mark.rule("cappa.4.3.9a", "cappa.4.3.9c", "cappa.4.3.9d", "cappa.4.3.9f", "cappa.ex.17")
def test_example_of_evading_a_charge():
    game = charged()
    game.do("A", "charge target=B", "evade", "halt")
    assert [event.length for event in game.told(Moved)] == [100, 400]
    assert game.at("B") == (19, 10)
    assert game.gap("A", "B") == 7
    assert game.figure("B").pa == 0
    assert not game.told(ChargeEnded)[0].contact


@pytest.mark.rule("cappa.4.3.9b")
def test_without_pa_nobody_evades():
    game = charged(pa=0)
    assert not can_evade(game.state, game.figure("B"), game.figure("A"))


@pytest.mark.rule("cappa.4.3.9a", "cappa.2.3.3.h2", "cappa.5.2.h2")
@pytest.mark.parametrize("how", ["prone", "shaken", "in melee", "on a wall"])
def test_who_lies_is_shaken_fights_or_climbs_does_not_evade(how):
    game = charged("high wall 15.5,5 15.5,15")
    figure = game.figure("B")
    assert can_evade(game.state, figure, game.figure("A"))
    if how == "prone":
        figure.is_prone = True
    elif how == "shaken":
        figure.shaken = "fire"
    elif how == "in melee":
        game = charged("red extra C at 15,11")
        figure = game.figure("B")
    else:
        figure.level = 100
    assert not can_evade(game.state, figure, game.figure("A"))


@pytest.mark.rule("cappa.4.3.9.h2", "cappa.4.3.5c")
def test_difficult_ground_stops_an_evader_as_usual():
    game = charged("marsh 16.5,5 25,15")
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    assert way.end == (1700, 1000)  # wholly inside


@pytest.mark.rule("cappa.4.3.9c", "cappa.4.3.9.h1")
def test_a_failed_test_costs_nothing_and_he_stays():
    game = charged(dice="10")
    game.do("A", "charge target=B", "evade")
    assert game.told(MoraleTested)[0].cause == "evasion"
    assert (game.at("B"), game.figure("B").pa) == ((15, 10), 1)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.4.3.9f")
def test_the_charger_may_go_on_with_what_he_has_left():
    game = charged()
    game.do("A", "charge target=B", "evade", "go-on")
    assert game.at("A") == pytest.approx((14, 10), abs=0.011)


@pytest.mark.rule("cappa.4.3.9g", "cappa.4.3.9.h5")
def test_an_evader_who_is_caught_counts_as_fleeing():
    game = charged(mov=9)
    game.do("A", "charge target=B", "evade", "go-on")
    assert game.touch("A", "B")
    assert game.figure("B").fled_from == "A"


@pytest.mark.rule("cappa.4.3.9.h4")
def test_there_is_no_evasion_when_the_first_um_brings_contact():
    game = charged(x=12)
    game.do("A", "charge target=B")
    assert not any(decision.key == "react-to-charge" for decision in game.asked)


@pytest.mark.rule("cappa.4.3.9.h2")
def test_away_means_straight_away_as_far_as_that_is_legal():
    game = charged("well 17,10")
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    assert way.length == pytest.approx(400, abs=5)
    assert way.end[0] > 1700  # aside by as little as it takes


@pytest.mark.rule("cappa.4.3.9.h2")
def test_an_obstacle_stops_an_evader_as_usual():
    game = charged("hedge 17,5 17,15")
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    assert way.end[0] in (1649, 1650)


@pytest.mark.rule("cappa.4.3.9e")
def test_an_evader_does_not_come_into_contact_with_another_enemy():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        red extra C at 18,10
        blue extra B at 15,10, pa 1, Mov 4
    """)
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    x, y = way.end
    assert ((x - 1800) ** 2 + (y - 1000) ** 2) ** 0.5 >= 149


@pytest.mark.rule("cappa.4.3.9h", "cappa.4.3.9i", "cappa.4.3.9j", "cappa.ex.16")
def test_example_of_evading_a_shot():
    game = situation("""
        cappa on open ground
        hedge 11,5 11,15
        wood 20,8 20.6,12
        red extra A at 10.4,10 with MMK BD, pa 2, hands MMK, 5/3/3 CA 4
        blue extra B at 17.2,10, pa 1, Mov 4
        dice red 10 blue 1
    """)
    game.do("A", "shoot target=B", "evade")
    assert game.at("B") == pytest.approx((21.2, 10), abs=0.02)
    shot = game.told(Shot)[0]
    reasons = [reason for _, reason, _ in shot.tally.lines]
    assert "target moved" in reasons
    assert game.covered("B", "A")
    assert (game.figure("A").pa, game.figure("A").empty) == (1, ["MMK"])


@pytest.mark.rule("cappa.4.3.9d", "cappa.4.3.5b")
@pytest.mark.parametrize(("east", "went"), [(16, 400), (25, 200)])
def test_an_evader_leaves_a_marsh_at_full_speed_and_stays_in_it_at_half(east, went):
    game = charged(f"marsh 12,5 {east},30")
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    assert way.length == went
    assert way.end == (1500 + went, 1000)


@pytest.mark.rule("cappa.4.3.9d", "cappa.4.3.6c")
@pytest.mark.parametrize(("pa", "skill", "left"), [(1, "", None), (2, "", 0), (2, ", abilities RI", 1)])
def test_who_cannot_ride_pays_one_pa_more_to_evade_on_horseback(pa, skill, left):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        blue extra B at 15.5,10, mounted, Mov 8{skill}, pa {pa}
        dice blue 1
    """)
    assert can_evade(game.state, game.figure("B"), game.figure("A")) == (left is not None)
    if left is not None:
        game.do("A", "charge target=B", "no-test", "evade", "halt")
        assert game.figure("B").pa == left


@pytest.mark.rule("cappa.4.3.6b")
def test_who_cannot_ride_and_has_ridden_in_his_own_impulse_may_still_evade_in_another():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        blue extra X at 10,14, squad T, mounted, Mov 8
        blue squad T, pa 2
        dice blue 1
    """)
    game.figure("X").moved_now = 300
    game.do("A", "charge target=X", "no-test", "evade", "halt")
    assert game.at("X")[1] > 20


@pytest.mark.rule("cappa.4.3.9e", "cappa.5.2b")
def test_nobody_evades_to_a_hedge_that_another_enemy_defends():
    game = situation("""
        cappa on open ground
        hedge 5,14 15,14
        red  extra A at 10,8 with PS, pa 1
        red  extra C at 10,14.5
        blue extra B at 10,12, Mov 4, pa 1
        dice red 10 blue 1
    """)
    game.do("A", "shoot", "evade")
    assert game.at("B") != (10, 12)
    assert not is_in_melee(game.state, game.figure("B"))


NOOK = """
    cappa on open ground
    closed building 5,{south} 15,14
    closed building 5,5 9.5,{south}
    closed building {east},5 15,{south}
"""


def nook(room, who, east=10.5):
    """Three walls around somebody who has so much room to the south and none to the sides."""
    return situation(NOOK.format(south=round(10.5 + room, 2), east=east) + who)


@pytest.mark.rule("cappa.4.3.9d")
@pytest.mark.parametrize(("room", "may"), [(0.24, False), (0.25, True)])
def test_nobody_evades_by_a_hairs_breadth(room, may):
    game = nook(room, "red extra A at 10,10, pa 1, 9/3/3\nblue extra B at 10,6, pa 1")
    assert can_evade(game.state, game.figure("A"), game.figure("B")) == may


PAIR = """
    red extra A at 10,10, squad S
    red extra C at 11,10, squad S
    red squad S, pa 1
    blue extra B at 10.5,6, pa 1
"""


@pytest.mark.rule("cappa.4.3.9d", "cappa.4.3.1d")
@pytest.mark.parametrize(("room", "may"), [(0.24, False), (0.25, True)])
def test_no_squad_evades_or_moves_by_a_hairs_breadth(room, may):
    game = nook(room, PAIR, east=11.5)
    assert can_squad_evade(game.state, game.squad("S"), game.figure("B")) == may
    assert game.may("S", f"move to=1000,{1000 + round(100 * room)}") == may


@pytest.mark.rule("cappa.9.4.1b")
@pytest.mark.parametrize(("room", "may"), [(0.24, False), (0.25, True)])
def test_nobody_gives_ground_by_a_hairs_breadth(room, may):
    game = nook(room, "red extra A at 10,10, pa 1, 9/3/3\nblue extra B at 10,9, pa 1")
    assert game.may("A", "fall-back") == may


@pytest.mark.rule("cappa.4.3.9.h2")
@pytest.mark.parametrize(
    ("ground", "turn"),
    [
        ("", 0),
        ("well 17,10", 30),
        ("well 17,10.2", -25),  # the shorter way aside
        ("well 17,9.8", 25),
        ("red extra C at 18,10, shaken fire", 20),
    ],
)
def test_he_turns_aside_by_the_least_angle_in_steps_of_five_degrees(ground, turn):
    game = charged(ground)
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    dx, dy = way.end[0] - 1500, way.end[1] - 1000
    assert way.length >= 395
    assert degrees(atan2(dy, dx)) == pytest.approx(turn, abs=0.3)


@pytest.mark.rule("cappa.4.3.9.h2")
def test_where_no_way_is_whole_he_takes_the_longest_within_a_right_angle():
    game = situation("""
        cappa on open ground
        closed building 15.6,5 20,9.5
        closed building 16.8,9 20,15
        closed building 10,11.2 17,13
        closed building 12,5 16,8.6
        red extra A at 10,10, pa 2, Mov 4
        blue extra B at 15,10, pa 1, Mov 4
    """)
    way = way_out(game.state, game.figure("B"), game.figure("A"))
    reached = [
        as_far_as(walk(game.state, game.figure("B"), 400), 1500 + dx, 1000 + dy).length
        for turn in range(-900, 901, 50)
        for dx, dy in (offset((900 + turn) % 3600, 400),)
    ]
    assert way.length == max(reached)
    assert 100 < way.length < 395
    assert way.end[0] >= 1500


@pytest.mark.rule("cappa.4.3.9.h2", "cappa.4.3.9.h3")
@pytest.mark.parametrize(("well", "turn"), [("40,40", 0), ("12,17", -30), ("12.3,17", -25), ("11.7,17", 25)])
def test_a_squad_turns_aside_by_the_least_angle_too(well, turn):
    game = situation(f"""
        cappa on open ground 60x60
        well {well}
        red extra A at 12,8, pa 2, Mov 4
        blue extra X at 12,14, squad T, Mov 4
        blue extra Y at 12,15, squad T, Mov 4
        blue squad T, pa 2
    """)
    dx, dy = squad_step_out(game.state, game.squad("T"), game.figure("A"))
    assert (dx * dx + dy * dy) ** 0.5 >= 395
    assert degrees(atan2(dx, dy)) == pytest.approx(turn, abs=0.3)


@pytest.mark.rule("cappa.4.3.9d", "cappa.4.3.6c")
def test_a_squad_with_one_who_cannot_ride_pays_one_pa_more_to_evade():
    text = """
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        blue extra X at 10,16, squad T, mounted, Mov 8, abilities RI
        blue extra Y at 12.2,16, squad T, mounted, Mov 8{}
        blue squad T, pa {}
    """
    for skill, pa, may in (("", 1, False), ("", 2, True), (", abilities RI", 1, True)):
        game = situation(text.format(skill, pa))
        assert can_squad_evade(game.state, game.squad("T"), game.figure("A")) == may


@pytest.mark.rule("cappa.4.3.9b", "cappa.2.3.3.h2")
@pytest.mark.parametrize(("more", "may"), [("", True), ("red extra F at 12.5,14", False)])
def test_who_is_in_melee_does_not_evade_another_charge(more, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 11.5,14, pa 2, Mov 4
        {more}
    """)
    game.do("A", "charge target=B", "no-test")
    offered = [option.key for one in game.asked if one.seat == "blue" for option in one.options]
    assert ("evade" in offered) == may


@pytest.mark.rule("cappa.4.3.9b", "cappa.2.1.2.h6")
@pytest.mark.parametrize(("die", "who"), [(", die 2", "B"), ("", None)])
def test_one_of_a_squad_evades_alone_with_a_die_of_his_own_and_not_without(die, who):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2
        blue extra B at 10,14, squad S{die}
        blue extra C at 11,14, squad S
        blue squad S
    """)
    game.do("A", "charge target=B", "no-test")
    asked = [option for decision in game.asked if decision.key == "react-to-charge" for option in decision.options]
    assert next((option["figure"] for option in asked if option.key == "evade"), None) == who


@pytest.mark.rule("cappa.4.3.9j", "cappa.4.3.9h")
def test_at_who_evades_out_of_sight_a_squad_has_fired_in_vain():
    game = situation("""
        cappa on open ground
        wood 5,17 15,30
        red  extra A at 10,10 with MMK, squad R
        red  extra B at 11,10 with MMK, squad R
        red  squad R, open, pa 1
        blue protagonist P at 10,16.4, pa 1, Mov 8
        dice red blue 1
    """)
    game.do("R", "volley target=P", "evade")
    assert not game.sees("A", "P")
    assert [(one.figure, one.target, one.rules) for one in game.told(ShotLost)] == [("R", "P", ("cappa.4.3.9j",))]
    assert game.figure("A").empty == game.figure("B").empty == ["MMK"]
