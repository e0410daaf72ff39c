"""Chapter 8.1.2, leadership: who follows, what he does, whose PA he spends."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.state.action_points import can_react, spend
from alfiere.games.cappa.told.events import Followed, Moved, Roused, Struck
from tests.situation import situation

LEADER = """
    cappa on open ground
    red  hero A at 10,10, abilities LS, pa 3
    red  protagonist C at 11.5,10, die 2, pa 2
    red  extra D at 8.5,10
    blue extra B at 10,30
"""


@pytest.mark.rule("cappa.8.1.2a", "cappa.8.1.2c")
def test_a_leader_makes_single_heroes_and_protagonists_follow_and_takes_their_dice():
    game = situation(LEADER)
    game.do("A", "lead")
    assert game.told(Followed)[0].followers == ("C",)
    assert (game.figure("A").pa, game.figure("C").pa, game.figure("C").die) == (2, 0, 0)
    game.do("A", "move", "move figure=C")
    assert [event.figure for event in game.told(Moved)] == ["A", "C"]


@pytest.mark.rule("cappa.8.1.2b")
def test_followers_are_at_most_one_um_away():
    assert not situation(LEADER.replace("11.5,10", "12.2,10")).may("A", "lead")
    assert situation(LEADER.replace("11.5,10", "12,10")).may("A", "lead")


@pytest.mark.rule("cappa.8.1.2.h1")
def test_leadership_is_not_for_squads_and_ends_with_the_turn():
    game = situation(LEADER.replace("die 2, pa 2", "squad R") + "red squad R led by C, open")
    assert not game.may("A", "lead")
    game = situation(LEADER)
    game.do("A", "lead")
    game.state.order = ["red", "blue"]
    game.phase("activation")
    assert not any("led by" in one for one in game.figure("C").marks)


@pytest.mark.rule("cappa.8.1.2a", "cappa.8.1.2b")
def test_a_leader_may_take_some_of_those_near_him_if_they_are_linked():
    game = situation(LEADER + "red hero E at 13,10\nred hero F at 10,11.5")
    offered = {tuple(one["followers"]) for one in game.offered("A") if one.key == "lead"}
    assert offered == {("C", "F", "E"), ("C", "F"), ("C", "E"), ("C",), ("F",)}  # E stands beyond C


@pytest.mark.rule("cappa.8.1.2a")
def test_only_who_has_the_ability_and_pa_to_act_leads():
    assert not situation(LEADER.replace("abilities LS, ", "")).may("A", "lead")
    assert not situation(LEADER.replace("pa 3", "pa 1")).may("A", "lead")
    assert not situation(LEADER.replace("pa 2", "pa 2, shaken wound")).may("A", "lead")
    in_squad = LEADER.replace("abilities LS, pa 3", "abilities LS, squad R") + "red squad R led by A, open, pa 3"
    assert not situation(in_squad).may("A", "lead", 3)


ARCHERS = LEADER.replace("C at 11.5,10", "C at 11.5,10 with BOW") + "red hero E at 11,11.1 with BOW"


@pytest.mark.rule("cappa.8.1.2a", "cappa.5.3.2b")
def test_a_follower_s_arrow_falls_from_the_string_as_his_leader_s_would_and_stays_if_he_does_nothing():
    game = situation(ARCHERS)
    game.figure("C").empty, game.figure("E").empty = [], []
    game.do("A", "lead followers=C,E")
    assert (game.figure("C").empty, game.figure("E").empty) == ([], [])
    game.do("A", "go-prone", "go-prone figure=C", "hold")
    assert (game.figure("C").is_prone, game.figure("E").is_prone) == (True, False)
    assert (game.figure("C").empty, game.figure("E").empty) == (["BOW"], [])


@pytest.mark.rule("cappa.8.1.2a", "cappa.5.1.4a")
def test_what_the_leader_does_between_ends_a_follower_s_aim_too():
    game = situation(ARCHERS.replace("A at 10,10", "A at 10,10 with PS").replace("10,30", "10,16"))
    game.figure("C").empty = []
    game.do("A", "lead followers=C")
    game.do("A", "aim", "aim figure=C")
    assert game.figure("C").has_aimed
    game.do("A", "go-prone", "hold")
    assert not game.figure("C").has_aimed
    assert game.figure("C").empty == []


@pytest.mark.rule("cappa.8.1.2.h1")
def test_a_follower_reacts_with_the_pa_of_his_leader():
    game = situation(LEADER)
    game.do("A", "lead")
    follower, leader = game.figure("C"), game.figure("A")
    assert can_react(game.state, follower, 2)
    spend(game.state, follower, 2)
    assert (leader.pa, follower.pa) == (0, 0)
    assert not can_react(game.state, follower)


@pytest.mark.rule("cappa.8.1.2a", "cappa.5.1.3f")
def test_what_a_follower_did_in_his_leader_s_last_impulse_is_over_in_the_next():
    game = situation(LEADER)
    game.do("A", "lead")
    game.do("A", "move", "move figure=C")
    assert game.figure("C").moved_now
    game.state.acting = ""
    game.do("A", "wait")
    assert game.figure("C").moved_now == 0


@pytest.mark.rule("cappa.8.1.2b")
def test_who_has_fallen_behind_does_not_follow():
    game = situation(LEADER)
    game.do("A", "lead")
    game.do("A", "move", "hold")
    assert game.gap("A", "C") > 1
    game.do("A", "move")
    assert len([one for one in game.asked if one.key == "follow"]) == 1


@pytest.mark.rule("cappa.8.1.2a", "cappa.5.2.h2")
def test_a_leader_in_melee_makes_others_fight_beside_him():
    game = situation(LEADER.replace("10,30", "10.75,10.66") + "dice red 10 10 blue")
    game.do("A", "lead followers=C")
    game.do("A", "fight target=B", "fight figure=C")
    assert [event.figure for event in game.told(Struck)] == ["A", "C"]
    assert (game.figure("A").pa, game.figure("C").pa) == (1, 0)


@pytest.mark.rule("cappa.8.1.2a")
def test_a_follower_does_not_do_what_costs_him_more_than_his_leader():
    text = LEADER.replace("abilities LS, pa 3", "abilities LS TF, pa 3, empty MMK").replace("10,10", "10,10 with MMK")
    game = situation(text.replace("11.5,10", "11.5,10 with MMK, empty MMK"))
    game.do("A", "lead")
    game.do("A", "reload")
    assert "follow" not in [one.key for one in game.asked]
    assert game.figure("C").empty == ["MMK"]


@pytest.mark.rule("cappa.8.1.2o")
@pytest.mark.parametrize(("hands", "roused"), [("PS JA", True), ("JA PS", True), ("JA", False)])
def test_who_holds_two_weapons_is_roused_within_the_short_range_of_the_longer(hands, roused):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2
        blue protagonist B at 10,19 with PS JA, abilities RE, hands {hands}
        dice blue 3
    """)
    game.move("A", 10, 13, *["roll-die"] * roused)
    assert bool(game.told(Roused)) is roused
