"""Chapter 9.6, an option: a dragoon without a horse is left behind."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.games.cappa.morale.dragoons import leave_behind
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.movement.movement import speed
from alfiere.games.cappa.people.impulses import bodies
from alfiere.games.cappa.told.events import FirmnessChanged, HorseFell, MoraleTested
from alfiere.games.cappa.told.fortune_events import LeftBehind
from alfiere.games.cappa.weaponry.wounds import LOST_HORSE
from tests.situation import situation

SQUAD = """
    cappa on open ground
    red  protagonist A at 10,16 with MMK, 5/9/3, pa 3
    red  protagonist C at 14,16 with MMK, 5/9/3, pa 3
    blue extra D at 10,10, mounted, Mov 8, abilities RI, 9/3/3, squad S
    blue extra E at 12.5,10, mounted, Mov 8, abilities RI, 9/3/3, squad S
    blue extra F at 15,10, mounted, Mov 8, abilities RI, 9/3/3, squad S
    blue squad S, open
    option dragoons {}
    dice red 1 1 9 1 1 9
"""


def shot_at(option="yes", *answers):
    """The horse of somebody of the squad is shot; the dice are to hit, to wound, and for the mount."""
    game = situation(SQUAD.format(option))
    game.do("A", "shoot target=D", *answers)
    assert [event.figure for event in game.told(HorseFell)] == ["D"]
    return game


@pytest.mark.rule("cappa.9.6a", "cappa.9.6.h2")
def test_who_has_lost_his_horse_is_taken_away_for_nothing_and_the_others_ride_on():
    game = shot_at("yes", "leave-behind figure=D")
    assert [(event.figure, event.squad) for event in game.told(LeftBehind)] == [("D", "S")]
    assert game.figure("D").where == "gone"
    assert game.told(FirmnessChanged) == []
    riders = bodies(game.state, game.squad("S"))
    assert [one.id for one in riders] == ["E", "F"]
    assert min(speed(game.state, one) for one in riders) == 800


@pytest.mark.rule("cappa.9.6b")
def test_the_squad_is_as_strong_as_if_it_had_never_had_him():
    game = shot_at("yes", "leave-behind figure=D")
    assert game.squad("S").strength == 2
    assert game.told(MoraleTested) == []
    game.figure("E").where = "gone"
    lines = [reason for _, reason, _ in morale_tally(game.state, game.squad("S")).lines]
    assert "below half" not in lines  # one of two, not one of three


@pytest.mark.rule("cappa.9.6c", "cappa.9.6.h1")
def test_it_is_done_once_in_a_game_by_each_squad():
    game = shot_at("yes", "leave-behind figure=D")
    game.do("C", "shoot target=F")
    assert [event.figure for event in game.told(HorseFell)] == ["D", "F"]
    assert [decision.key for decision in game.asked].count("unhorsed") == 1
    assert game.figure("F").is_up


@pytest.mark.rule("cappa.9.6a")
def test_the_player_may_keep_him_on_foot_and_is_asked_again_for_another():
    game = shot_at("yes", "keep-afoot")
    assert game.figure("D").is_up
    assert game.squad("S").strength == 3
    game.do("C", "shoot target=F", "leave-behind figure=F")
    assert game.figure("F").where == "gone"


@pytest.mark.rule("cappa.9.6a")
def test_the_leader_is_not_left_behind():
    game = situation(SQUAD.format("yes").replace("extra D", "protagonist D").replace("S, open", "S led by D, open"))
    game.do("A", "shoot target=D")
    assert [event.figure for event in game.told(HorseFell)] == ["D"]
    assert "unhorsed" not in [decision.key for decision in game.asked]


@pytest.mark.rule("cappa.9.6a")
def test_nobody_is_left_behind_by_a_squad_that_goes_on_foot_without_him():
    game = situation(SQUAD.format("yes"))
    for name in "EF":
        game.figure(name).is_mounted = False
    game.do("A", "shoot target=D")
    assert [event.figure for event in game.told(HorseFell)] == ["D"]
    assert "unhorsed" not in [decision.key for decision in game.asked]


@pytest.mark.rule("cappa.9.6a")
def test_without_the_option_nobody_is_asked():
    game = shot_at("no")
    assert [decision.key for decision in game.asked] == []
    assert game.figure("D").marks == []
    assert "dragoons" not in situation(SQUAD.format("no")).state.options


@pytest.mark.rule("cappa.9.6a", "cappa.9.6.h1")
def test_each_who_has_lost_his_horse_is_asked_after_whoever_else_was_hurt():
    game = situation(SQUAD.format("yes"))
    s = game.state
    s.figures["F"].is_mounted = False
    LOST_HORSE.put(s.figures["A"])  # he is in no squad
    LOST_HORSE.put(s.figures["F"])
    harms: Any = [SimpleNamespace(figure=name) for name in "EAF"]
    game.run(lambda g: leave_behind(g, harms), "leave-behind figure=F")
    assert [event.figure for event in game.told(LeftBehind)] == ["F"]
    assert not LOST_HORSE.is_on(game.figure("A"))


@pytest.mark.rule("cappa.9.6a", "cappa.2.2.1.h13")
def test_what_the_one_left_behind_carried_lies_where_he_was_and_he_acts_no_more():
    game = situation(SQUAD.format("yes") + "thing K trifle at 10,10")
    game.figure("D").carries, game.state.things["K"].bearer = ["K"], "D"
    game.do("A", "shoot target=D", "leave-behind figure=D")
    assert (game.figure("D").where, game.figure("D").pa, game.figure("D").carries) == ("gone", 0, [])
    assert (game.state.things["K"].bearer, game.state.things["K"].x, game.state.things["K"].y) == ("", 1000, 1000)
