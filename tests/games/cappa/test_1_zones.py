"""Chapter 1.3, the zone of control."""

from __future__ import annotations

import random

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.ground import ground, zones
from alfiere.games.cappa.ground.zones import Surroundings
from alfiere.games.cappa.movement.movement import free_move, walk
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from soak.scuffles import scuffle
from tests.situation import situation


def refusal(game, name: str, x: float, y: float) -> str:
    """The rule that forbids a move, or nothing."""
    found = free_move(game.state, game.figure(name), (round(x * 100), round(y * 100)))
    return found.rule if isinstance(found, Objection) else ""


@pytest.mark.rule("cappa.1.3b", "cappa.ex.2")
def test_example_of_the_zones_of_a_man_on_foot_and_of_a_rider():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        red extra B at 30,10, mounted, Mov 8
    """)
    foot, rider = game.figure("A"), game.figure("B")
    assert [ground.radius(one) + zones.zone_reach(one) for one in (foot, rider)] == [100, 200]
    assert [zones.zone_reach(one) for one in (foot, rider)] == [50, 100]


@pytest.mark.rule("cappa.1.3a")
def test_no_two_bases_may_overlap():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        red extra B at 12,10
    """)
    assert refusal(game, "A", 11.5, 10) == "cappa.4.3.1a"
    assert refusal(game, "A", 11, 10) == ""


@pytest.mark.rule("cappa.1.3c")
def test_nobody_passes_through_an_enemys_zone_unless_he_charges_him():
    game = situation("""
        cappa on open ground
        low wall 12,0 12,8.6
        low wall 12,11.4 12,20
        red extra A at 10,10, pa 1
        blue extra B at 12,10
    """)
    assert refusal(game, "A", 10.9, 10) == "cappa.1.3c"
    assert game.may("A", "charge target=B")


@pytest.mark.rule("cappa.1.3d")
def test_the_zone_of_a_shaken_enemy_has_no_effect():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 12,10, shaken
    """)
    assert refusal(game, "A", 10.9, 10) == ""


@pytest.mark.rule("cappa.1.3.h1", "cappa.ex.57")
@pytest.mark.parametrize(("off", "rule"), [(1.47, "cappa.1.3c"), (1.50, "")])
def test_example_of_passing_just_inside_and_just_outside_a_zone(off, rule):
    game = situation(f"""
        cappa on open ground
        red extra A at 8,{10 + off}
        blue extra B at 10,10
    """)
    assert refusal(game, "A", 10, 10 + off) == rule


@pytest.mark.rule("cappa.1.3.h2")
@pytest.mark.parametrize(
    ("enemy", "bars"),
    [
        ("extra B at 12,10", True),
        ("extra B at 12,10, prone", True),
        ("extra B at 12,10, animal", False),
        ("protagonist B out at 12,10", False),
    ],
)
def test_beasts_and_those_out_of_action_have_no_zone(enemy, bars):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10
        blue {enemy}
    """)
    assert (refusal(game, "A", 10.9, 10) == "cappa.1.3c") == bars


@pytest.mark.rule("cappa.1.3.h2")
def test_who_is_in_a_building_has_no_zone_outside_it():
    game = situation("""
        cappa on open ground
        building 10,10 16,16 door south
        red extra A at 11,17
        blue extra B at 11.5,15.4
    """)
    assert refusal(game, "A", 11.5, 16.6) == ""


@pytest.mark.rule("cappa.1.3.h5")
def test_a_zone_does_not_reach_across_an_obstacle():
    game = situation("""
        cappa on open ground
        hedge 5,11 15,11
        red extra A at 8,10.3
        blue extra B at 10,11.6
    """)
    assert refusal(game, "A", 10, 10.3) == ""


@pytest.mark.rule("cappa.1.3.h3")
def test_who_begins_in_a_zone_leaves_it_only_by_going_away():
    game = situation("""
        cappa on open ground
        red extra A at 11.3,10
        blue extra B at 10,10
    """)
    assert refusal(game, "A", 14, 10) == ""
    assert refusal(game, "A", 11.2, 10.2) == "cappa.1.3c"


@pytest.mark.rule("cappa.1.3.h4")
def test_a_charger_ignores_only_the_zone_of_his_target():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1
        blue extra B at 13,10
        blue extra C at 11.6,9.3
        blue extra D at 11.6,10.7
    """)
    assert not game.may("A", "charge target=B")
    assert game.may("A", "charge target=C")


@pytest.mark.rule("cappa.1.3d")
def test_the_men_of_a_shaken_squad_have_no_zone():
    text = """
        cappa on open ground
        red extra A at 10,10, squad S
        red extra C at 11,10, squad S
        red squad S, open
        blue extra B at 20,10
    """
    game = situation(text)
    assert zones.has_zone(game.state, game.figure("A"))
    game.squad("S").shaken = "fire"
    assert not zones.has_zone(game.state, game.figure("A"))


@pytest.mark.rule("cappa.4.3.1c", "cappa.geo.17")
@pytest.mark.parametrize(("leader", "may"), [("L at 10,15", False), ("L out at 10,15", True)])
def test_nobody_walks_through_the_ranks_of_a_squad_but_past_those_of_it_who_lie_there(leader, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 11,13, pa 2, Mov 5
        red protagonist {leader}, squad S
        red extra E at 12,15, squad S
        red squad S
        blue extra X at 30,30
    """)
    found = free_move(game.state, game.figure("A"), (1100, 1700))
    assert (not isinstance(found, Objection)) is may


@pytest.mark.rule("cappa.1.3c", "cappa.4.3.1c")
@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_left_out_as_too_far_away_would_bar_nothing(seed, monkeypatch):
    game = Game(GAMES["cappa"], GAMES["cappa"].scenario(scuffle(seed, 24, is_heap=False)), seed)
    draw = random.Random(seed).random
    for _ in range(60):
        decision = game.decisions()[0]
        game.answer(decision.seat, decision.drawn(draw))
    s = game.state
    for one in s.standing()[::3]:
        one.shaken = "fire"  # has no zone: contact with him bars

    def barred(one, most):
        trips = (walk(s, one, most), Surroundings(s, (one.id,), zones.near_ways(s, (one,), most)).walk(one, most))
        return [[(*side[:-1], side.bar.by, side.bar.reason) for side in trip.sides] for trip in trips]

    asked = [(one, most) for one in s.standing() for most in (50, 600, 2000)]
    near = [barred(*one) for one in asked]
    near_by = [zones.near_ways(s, (one,), most) for one, most in asked]
    assert any(one is not None and len(one) < len(s.figures) for one in near_by)
    monkeypatch.setattr(zones, "near_ways", lambda *_: None)
    assert near == [barred(*one) for one in asked]
    assert all(alone == with_others for alone, with_others in near)
