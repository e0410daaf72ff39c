"""Squads in the chapters of the turn and of movement: what they do as a body."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.charge import targets_of
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.told.events import ImpulseBegan, MoraleTested, Moved, PutOut
from tests.situation import situation

SQUAD = """
    cappa on open ground
    red protagonist L at 10,10, squad S, Mov 4
    red extra A at 11.2,10, squad S, Mov 4
    red extra B at 12.4,10, squad S, Mov {mov}
    red squad S led by L{pa}
    {more}
"""


def squad(pa: str = ", pa 2", mov: int = 4, more: str = ""):
    """Three in a row."""
    return situation(SQUAD.format(pa=pa, mov=mov, more=more))


@pytest.mark.rule("cappa.2.1.5.h1")
def test_a_squad_without_a_die_takes_its_one_action_as_a_body():
    game = squad(pa="")
    game.phase("last", "act figure=S", "move to=1000,1400")
    assert [event.figure for event in game.told(ImpulseBegan)] == ["S"]
    assert [event.figure for event in game.told(Moved)] == ["L", "A", "B"]


@pytest.mark.rule("cappa.4.0a")
def test_a_squad_moves_at_the_pace_of_its_slowest_member():
    game = squad(mov=3)
    game.do("S", "move to=1000,1300")
    assert [game.at(name) for name in "LAB"] == [(10, 13), (11.2, 13), (12.4, 13)]
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.4.3.1d")
def test_a_squad_does_not_pass_through_another():
    other = """
    red extra C at 10,12.9, squad T
    red extra D at 11.9,12.9, squad T
    red squad T
    """
    assert not squad(more=other).may("S", "move to=1000,1400")
    assert squad().may("S", "move to=1000,1400")


@pytest.mark.rule("cappa.4.3.8c")
def test_who_touches_one_member_is_in_melee_with_the_whole_squad():
    game = squad(more="blue extra X at 13.4,10")
    assert all(is_in_melee(game.state, game.figure(name)) for name in "LAB")


@pytest.mark.rule("cappa.4.3.8d")
def test_a_squad_of_which_one_touches_an_enemy_fights_him_as_a_whole():
    game = squad(more="blue extra X at 13.4,10\nblue extra Y at 30,30")
    assert [name for name in "LAB" if is_in_melee(game.state, game.figure(name))] == ["L", "A", "B"]
    assert not is_in_melee(game.state, game.figure("Y"))


@pytest.mark.rule("cappa.4.3.8e")
def test_two_squads_of_which_two_members_touch_are_in_melee_as_a_whole():
    game = squad(more="blue extra X at 13.4,10, squad T\nblue extra Y at 14.6,10, squad T\nblue squad T")
    assert all(is_in_melee(game.state, game.figure(name)) for name in "LABXY")


@pytest.mark.rule("cappa.1.3.h4")
def test_a_charger_at_one_member_ignores_the_zones_of_the_whole_squad():
    game = squad(more="blue extra X at 16,10, pa 1")
    assert set(targets_of(game.state, game.figure("B"))) == {"L", "A", "B"}
    assert game.may("X", "charge target=B")


@pytest.mark.rule("cappa.8.1.2n", "cappa.8.1.2m")
@pytest.mark.parametrize(
    ("between", "tests"),
    [("", False), ("closed building 5,18 25,19", True), ("closed building 14,15 16,24", True)],
    ids=["seen by all", "by nobody", "not by the last"],
)
def test_a_squad_loyal_to_its_leader_takes_no_test_while_all_of_it_see_him(between, tests):
    """He needs no loyalty to himself."""
    game = situation(f"""
        cappa on open ground
        {between}
        red  extra A at 10,10 with MMK, 5/9/3, pa 1
        blue extra B at 10,16, abilities LO, loyal to L, squad S
        blue extra C at 11,16, abilities LO, loyal to L, squad S
        blue extra D at 20,16, abilities LO, loyal to L, squad S
        blue protagonist L at 10,22, squad S
        blue squad S led by L, open, strength 6
        dice red 1 1
    """)
    game.do("A", "shoot")
    assert game.told(PutOut)
    assert bool(game.told(MoraleTested)) is tests
