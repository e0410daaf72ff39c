"""Chapter 2.3.3, flight: what failing a morale test brings, shelter, recovery, squads that run."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale import morale
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.told.events import MoraleTested, Moved, PutOut, Recovered, Shaken, Struck
from tests.situation import situation

WALL = """
    cappa on open ground
    high wall 5,20 15,20
    red  extra A at 10,10 with MMK, 5/6/3, pa 1
"""


@pytest.mark.rule("cappa.2.3.3a", "cappa.2.3.3.h3")
def test_a_hero_who_fails_after_a_wound_breaks_off_at_once_and_makes_for_shelter():
    game = situation("""
        cappa on open ground
        hedge 8,14.5 12,14.5
        red  extra A at 10,10, pa 1
        blue protagonist B at 10,11, Mov 4 then 5/2/3 Mov 4
        dice red 1 1 blue 10
    """)
    game.do("A", "fight")
    assert [event.how for event in game.told(Moved)] == ["break off", "flight"]
    assert not game.touch("A", "B")


@pytest.mark.rule("cappa.2.3.3f")
def test_an_extra_who_fails_in_melee_flees_at_once():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra B at 10,11
        dice red 1 10 blue 10
    """)
    game.do("A", "fight")
    assert game.figure("B").shaken == "melee"
    assert [event.how for event in game.told(Moved)] == ["break off", "flight"]


@pytest.mark.rule("cappa.2.3.3.h3")
@pytest.mark.parametrize(("pa", "left"), [(2, 1), (0, 0)])
def test_flight_from_a_melee_costs_a_pa_if_he_has_one(pa, left):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10
        blue extra B at 10,11, shaken melee, pa {pa}
    """)
    game.run(lambda g: morale.flee(g, g.state.figures["B"]))
    assert game.figure("B").pa == left
    assert [event.how for event in game.told(Moved)] == ["break off", "flight"]


@pytest.mark.rule("cappa.2.3.3f")
def test_an_extra_hit_from_a_pike_s_length_flees_at_once_too():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with PK, pa 2
        blue extra B at 10,12
        dice red 1 10 blue 10
    """)
    game.do("A", "fight target=B")
    assert game.figure("B").shaken == "melee"
    assert [event.how for event in game.told(Moved)] == ["flight"]


@pytest.mark.rule("cappa.2.3.3g", "cappa.2.3.3b")
@pytest.mark.parametrize(("who", "damage", "rule"), [("extra", 10, "cappa.2.3.3g"), ("protagonist", 1, "cappa.2.3.3b")])
def test_who_gets_into_shelter_by_breaking_off_recovers_there_at_once(who, damage, rule):
    game = situation(f"""
        cappa on open ground
        wood 8,11.2 12,20
        red  extra A at 10,10, pa 1
        blue {who} B at 10,11
        dice red 1 {damage} blue 10
    """)
    game.do("A", "fight")
    assert [event.how for event in game.told(Moved)] == ["break off"]
    assert [event.rules for event in game.told(Recovered)] == [(rule,)]


LEADER_FLEES = """
    cappa on open ground
    red  extra A at 10,10, pa 1
    blue protagonist L at 10,11, squad S, wounds 1, shaken wound
    blue extra C at 30,16, squad S
    blue extra D at 30,17, squad S
    blue extra E at 30,18, squad S
    blue squad S led by L, open, pa 2
"""


@pytest.mark.rule("cappa.2.3f", "cappa.2.3.3.h9")
def test_the_squad_tests_if_its_leader_falls_while_he_flees():
    game = situation(LEADER_FLEES + "dice red 1 1 blue 1")
    game.run(lambda g: morale.flee(g, g.state.figures["L"]), "strike")
    assert game.figure("L").where == "out"
    assert [(event.figure, event.cause) for event in game.told(MoraleTested)] == [("S", "losses")]


@pytest.mark.rule("cappa.2.3.3.h3", "cappa.2.3.h7")
def test_the_squad_does_not_pay_for_the_leader_who_flees():
    game = situation(LEADER_FLEES)
    game.run(lambda g: morale.flee(g, g.state.figures["L"]), "let-go")
    assert game.squad("S").pa == 2


@pytest.mark.rule("cappa.2.3.h7", "cappa.2.3.3d")
def test_a_shaken_leader_runs_although_his_squad_is_in_melee():
    game = situation(LEADER_FLEES.replace("at 10,11", "at 20,11") + "red extra B at 30,15, acted")
    game.phase("last")
    assert [event.figure for event in game.told(Moved) if event.how == "flight"] == ["L"]


@pytest.mark.rule("cappa.2.3.3.h9")
def test_an_opponent_with_pa_may_strike_the_fugitive_with_two_more():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 2
        blue extra B at 10,11
        dice red 1 10 2 10 blue 10
    """)
    game.do("A", "fight", "strike")
    parting = game.told(Struck)[1]
    assert (2, "enemy flees", "cappa.5.2.2d") in parting.tally.lines
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.2.3.3.h3")
def test_without_a_way_out_the_fugitive_stays_shaken_where_he_is():
    game = situation("""
        cappa on open ground
        closed building 8,11.5 12,14
        closed building 8,9 9.5,11.5
        closed building 10.5,9 12,11.5
        red  extra A at 10,10, pa 1
        blue extra B at 10,11
        dice red 1 10 blue 10
    """)
    game.do("A", "fight")
    assert game.figure("B").shaken == "melee"
    assert game.at("B") == (10, 11)


@pytest.mark.rule("cappa.2.3.3d")
def test_who_is_shaken_by_fire_runs_in_his_next_impulse():
    game = situation(WALL + "blue extra B at 10,16, shaken fire, pa 1\nturn 1")
    game.do("B", "run")
    assert game.told(Moved)[0].how == "flight"
    assert game.figure("B").has_run


@pytest.mark.rule("cappa.2.3.3d", "cappa.2.3.3.h4")
def test_without_pa_he_runs_in_the_last_phase_at_his_full_speed():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10
        blue extra B at 10,20, shaken fire
    """)
    game.phase("last")
    assert [event.length for event in game.told(Moved)] == [400]
    assert not [one for one in game.asked if one.seat == "blue"]  # it was his one action


@pytest.mark.rule("cappa.2.3.3b")
def test_a_hero_recovers_the_moment_he_reaches_shelter():
    game = situation("""
        cappa on open ground
        hedge 8,18 12,18
        red  extra A at 10,30
        blue hero B at 10,19.5, shaken wound, pa 1
    """)
    game.figure("B").x += 300  # beside the hedge
    game.do("B", "run")
    assert game.told(Recovered)
    assert not game.figure("B").shaken


@pytest.mark.rule("cappa.2.3.3e")
def test_an_extra_shaken_by_fire_recovers_in_shelter():
    game = situation("""
        cappa on open ground
        closed building 8,14 12,16
        red  extra A at 10,10
        blue extra B at 15,16, shaken fire, pa 1
    """)
    game.do("B", "run")
    assert not game.figure("B").shaken


@pytest.mark.rule("cappa.2.3.3g")
def test_an_extra_shaken_in_melee_recovers_in_shelter():
    game = situation("""
        cappa on open ground
        closed building 8,14 12,16
        red  extra A at 10,10
        blue extra B at 15,16, shaken melee, pa 1
    """)
    game.do("B", "run")
    assert game.told(Recovered)


LATER = """
    cappa on open ground
    red  extra A at 10,10
    blue hero B at 10,20, shaken wound, pa 2
"""


@pytest.mark.rule("cappa.2.3.3c", "cappa.2.3.3c2", "cappa.2.2.1q")
def test_he_may_test_again_in_a_later_turn_after_he_has_moved():
    game = situation(LATER + "dice blue 5")
    game.state.turn = 2
    assert not game.may("B", "recover")
    game.do("B", "run")
    game.do("B", "recover")
    assert not game.figure("B").shaken
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.2.3.3c")
def test_he_may_not_test_again_in_the_turn_in_which_he_failed():
    game = situation(LATER)
    game.do("B", "run")
    assert not game.may("B", "recover")


@pytest.mark.rule("cappa.2.3.1.h1")
def test_a_failed_recovery_leaves_him_shaken_as_before():
    game = situation(LATER + "dice blue 10")
    game.state.turn = 2
    game.do("B", "run")
    game.do("B", "recover")
    assert game.figure("B").shaken == "wound"


@pytest.mark.rule("cappa.2.3.3.h10")
def test_a_fugitive_who_touches_his_edge_is_removed_and_costs_no_more_firmness():
    game = situation("""
        cappa on open ground
        red  extra A at 10,20
        blue extra B at 10,37, shaken fire, pa 1
        firmness blue 9
    """)
    game.figure("B").is_written_off = True
    game.do("B", "run")
    assert game.told(PutOut)
    assert game.state.sides["blue"].firmness == 9


@pytest.mark.rule("cappa.2.3.3.h2", "cappa.2.3.3.h8")
def test_the_shaken_may_only_run_get_up_break_off_recover_or_wait():
    game = situation("""
        cappa on open ground
        event 10,19.5
        red  extra A at 10,16
        blue extra B at 10,20 with MMK BD, shaken fire, prone, pa 3
    """)
    assert game.keys("B") <= {"run", "get-up", "wait"}
    assert {"run", "get-up"} <= game.keys("B")


@pytest.mark.rule("cappa.2.3.3.h2")
def test_the_shaken_may_shoot_back_and_throw_themselves_down():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 1
        blue extra B at 10,16 with MMK, shaken fire, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "shoot target=B", "shoot-back")
    (asked,) = [one for one in game.asked if one.key == "react-to-fire"]
    assert {option.key for option in asked.options} == {"shoot-back", "go-prone", "stand"}


@pytest.mark.rule("cappa.2.3.3.h12")
def test_a_wounded_hero_who_is_not_in_melee_runs_like_one_hit_in_the_open():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue hero B at 10,16, pa 2
        dice red 1 1 blue 10
    """)
    game.do("A", "shoot target=B", "stand")
    assert game.figure("B").shaken == "wound"
    assert game.told(Moved) == []
    assert morale.must_run(game.state, game.figure("B"))


@pytest.mark.rule("cappa.2.3.3.h13")
def test_who_is_in_shelter_when_he_fails_stays_and_recovers_at_the_end_of_the_turn():
    game = situation("""
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,10
        blue hero B at 10,15.5, shaken wound
    """)
    game.phase("last")
    assert game.at("B") == (10, 15.5)
    game.phase("end")
    assert not game.figure("B").shaken


@pytest.mark.rule("cappa.2.3.3.h13")
def test_whoever_is_made_to_run_while_he_is_in_shelter_stays_there_shaken():
    game = situation("""
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,10
        blue hero B at 10,15.5, shaken cry
    """)

    def run(g):
        morale.run(g, g.state.figures["B"])
        yield from ()

    game.run(run)
    assert game.at("B") == (10, 15.5)
    assert game.figure("B").shaken


@pytest.mark.rule("cappa.2.3.3d")
def test_who_is_shaken_a_second_time_in_a_turn_has_to_run_once_more():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue extra B at 10,16
        dice red 1 10 blue 10
    """)
    game.figure("B").has_run = True
    game.do("A", "shoot target=B")
    assert morale.must_run(game.state, game.figure("B"))


@pytest.mark.rule("cappa.2.2.1.h13")
def test_who_is_shaken_lets_his_captive_go():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        red  hero H out at 10,17, captor B
        blue extra B at 10,16, carries H
        dice red 1 10 blue 10
    """)
    game.do("A", "shoot target=B")
    assert game.figure("B").shaken
    assert (game.figure("H").captor, game.figure("B").carries) == ("", [])


@pytest.mark.rule("cappa.ex.74")
def test_the_wounded_protagonist_of_the_example_reaches_the_wall_and_recovers():
    game = situation("""
        cappa on open ground
        low wall 5,20 15,20
        red  extra A at 10,12.5 with MMK, 5/6/3 Mov 4, pa 1
        blue protagonist B at 10,16.5, 6/3/4 CA 4 Mov 4 then 5/2/3 Mov 3, die 1, pa 0
        dice red 1 1 blue 8
        firmness blue 9
    """)
    game.figure("B").x, game.figure("B").y = 1650, 1850
    game.figure("A").x, game.figure("A").y = 1650, 1450
    game.do("A", "shoot target=B")
    assert game.figure("B").shaken
    assert game.state.sides["blue"].firmness == 7
    game.phase("last")
    assert not game.figure("B").shaken
    assert game.state.sides["blue"].firmness == 8


# Squads in flight


FLEEING = """
    cappa on open ground
    red  extra A at 10,10
    blue extra B at 10,20, squad S
    blue extra C at 12,20, squad S
    blue squad S, open, pa 1, shaken
"""


@pytest.mark.rule("cappa.2.3.3i", "cappa.2.3.3.h4")
def test_a_squad_that_fails_moves_towards_its_edge_for_1_pa_a_move():
    game = situation(FLEEING.replace("pa 1", "pa 2") + "dice blue 1 1")
    game.do("S", "run")
    assert game.at("B") == (10, 24)
    assert game.at("C") == (12, 24)
    assert game.squad("S").pa == 1
    game.do("S", "run")
    assert game.at("B") == (10, 28)


@pytest.mark.rule("cappa.2.3.3.h4", "cappa.2.1.5.h2")
def test_a_squad_without_pa_makes_one_flight_move_in_the_last_phase():
    game = situation(FLEEING.replace("pa 1", "die 1") + "dice blue 1")
    game.squad("S").pa = 0
    game.phase("last")
    assert game.at("B") == (10, 24)
    assert len(game.told(Moved)) == 2


@pytest.mark.rule("cappa.2.3.3.h10")
def test_the_members_who_touch_the_edge_are_gone_and_cost_no_more_firmness():
    game = situation(FLEEING.replace("10,20", "10,37").replace("12,20", "12,20") + "dice blue 1\nfirmness blue 9")
    game.squad("S").is_written_off = True
    game.do("S", "run")
    assert [game.figure(name).where for name in "BC"] == ["gone", "on"]
    assert game.state.sides["blue"].firmness == 9


@pytest.mark.rule("cappa.2.3.3j", "cappa.2.3.3.h2")
def test_a_fleeing_squad_in_melee_fights_or_breaks_off_before_it_runs_on():
    game = situation(FLEEING.replace("10,10", "10,19"))
    assert game.keys("S") <= {"fight-together", "leave-together", "wait"}
    assert "fight-together" in game.keys("S")


@pytest.mark.rule("cappa.2.1.2.h6")
def test_who_has_a_die_of_his_own_does_not_run_with_his_squad():
    game = situation(FLEEING.replace("12,20, squad S", "12,20, squad S, die 2") + "dice blue 1")
    game.do("S", "run")
    assert game.at("C") == (12, 20)


@pytest.mark.rule("cappa.2.3.3l", "cappa.2.3.3m")
@pytest.mark.parametrize("leader", ["", " led by B"])
def test_it_is_the_same_flight_after_a_further_loss_and_when_the_leader_falls(leader):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue extra B at 10,16, squad S
        blue extra C at 12,16, squad S
        blue extra D at 14,16, squad S
        blue squad S{leader}, open, strength {3 if leader else 9}
        dice red 1 1 blue 10
    """)
    game.do("A", "shoot target=B")
    assert game.squad("S").shaken == "losses"
    game.dice["blue"] = [1]
    game.phase("last")
    assert game.at("D") == (14, 20)


@pytest.mark.rule("cappa.2.3.3k", "cappa.2.3.3.h6")
def test_a_failed_dispersal_test_loses_one_of_them_the_leader_last():
    game = situation(FLEEING.replace("squad S, open", "squad S led by C, open") + "dice blue 10")
    game.do("S", "run")
    assert game.figure("B").where == "gone"
    assert game.figure("C").where == "on"
    assert [event.cause for event in game.told(MoraleTested)] == ["dispersal"]


@pytest.mark.rule("cappa.2.3.3n", "cappa.2.3.3.h11")
def test_a_squad_recovers_by_a_test_in_shelter_in_a_later_turn():
    game = situation(FLEEING.replace("10,20", "10,15.5").replace("12,20", "12,15.5") + "hedge 5,15 15,15\ndice blue 1")
    assert not game.may("S", "recover")
    game.state.turn = 2
    game.do("S", "recover")
    assert not game.squad("S").shaken
    open_ground = situation(FLEEING)
    open_ground.state.turn = 2
    assert not open_ground.may("S", "recover")


@pytest.mark.rule("cappa.2.3.3.h6")
def test_the_owner_says_who_is_lost():
    game = situation(FLEEING + "dice blue 10")
    game.do("S", "run", "lose figure=C")
    assert [game.figure(name).where for name in "BC"] == ["on", "gone"]


@pytest.mark.rule("cappa.2.3.3.h11")
@pytest.mark.parametrize(("more", "may"), [("", True), ("blue extra D at 22,15.5, squad S", False)])
def test_half_of_a_squad_in_shelter_is_enough_to_recover(more, may):
    ground = FLEEING.replace("10,20", "10,15.5").replace("12,20", "20,15.5") + "hedge 5,15 15,15\n" + more
    game = situation(ground)
    game.state.turn = 2
    assert game.may("S", "recover") is may


@pytest.mark.rule("cappa.2.3.3.h11")
def test_a_fleeing_squad_may_end_its_move_in_shelter():
    wood = FLEEING + "wood 5,21 20,23\ndice blue 1"
    game = situation(wood)
    game.do("S", "run halt=150")
    assert game.at("B") == (10, 21.5)
    assert game.squad("S").shaken
    game.state.turn = 2
    assert game.may("S", "recover", pa=1)
    assert not situation(FLEEING).may("S", "run halt=150")
    assert situation(wood).may("S", "run")  # or go on through it


@pytest.mark.rule("cappa.2.3.1c")
def test_being_shaken_is_told():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue extra B at 10,16, 2/3/3
        dice red 1 10 blue 9
    """)
    game.do("A", "shoot target=B")
    assert [(event.figure, event.cause) for event in game.told(Shaken)] == [("B", "fire")]


@pytest.mark.rule("cappa.2.3.3.h5")
def test_everybody_flees_to_the_edge_of_his_side():
    scenario = read_scenario("duello")
    state = new_skirmish(scenario, {})
    assert {(one.seat, one.edge) for one in state.figures.values()} == {("red", "north"), ("blue", "south")}


@pytest.mark.rule("cappa.2.3.h7")
def test_a_leader_who_fails_his_own_test_leaves_his_squad_until_he_recovers():
    game = situation("""
        cappa on open ground
        hedge 8,24 12,24
        red  extra A at 10,30
        blue protagonist B at 13,20, squad S, shaken wound
        blue extra C at 14,20, squad S
        blue squad S led by B, open, pa 1
    """)
    game.do("S", "move")
    assert {event.figure for event in game.told(Moved)} == {"C"}
    game.phase("last")
    assert [event.figure for event in game.told(Recovered)] == ["B"]


@pytest.mark.rule("cappa.2.3.3b")
def test_who_breaks_off_into_shelter_recovers_there():
    text = """
        cappa on open ground
        {}
        red  protagonist A at 10,10, shaken wound, pa 2
        blue extra B at 11,10
    """
    for ground, shaken in (("", "wound"), ("wood 0,0 9.4,20", "")):
        game = situation(text.format(ground))
        game.do("A", "break-off")
        assert (game.at("A"), game.figure("A").shaken) == ((9, 10), shaken)


@pytest.mark.rule("cappa.2.3.3d", "cappa.2.1.5.h2")
def test_who_is_shaken_in_the_last_phase_after_his_side_has_acted_still_makes_his_move_in_it():
    game = situation("""
        cappa on open ground
        high wall 5,5 15,5
        red  extra A at 10,10, 5/3/3 Mov 4
        blue extra B at 10,17 with MMK, 5/9/3
        initiative red
        dice blue 1 10 red 10
    """)
    game.phase("last", "done", "act figure=B", "shoot target=A")
    assert [(event.figure, event.how) for event in game.told(Moved)] == [("A", "flight")]


# Both at once


@pytest.mark.rule("cappa.5.2.3.h4", "cappa.2.3.h2", "cappa.2.3.3.h2")
def test_who_have_struck_each_other_both_test_before_either_flees():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/3 CA 1, pa 3
        blue extra B at 10,11, 5/3/3 CA 1, pa 3
        dice red 1 10 10 blue 1 10 10
    """)
    game.do("A", "fight")
    flights = [number for number, one in enumerate(game.events) if isinstance(one, Moved) and one.how != "push"]
    tests = [number for number, one in enumerate(game.events) if isinstance(one, MoraleTested)]
    assert len(tests) == 2
    assert max(tests) < min(flights)
    assert "strike-fugitive" not in [one.key for one in game.asked]  # nobody is left with the heart to strike


@pytest.mark.rule("cappa.5.2.5c", "cappa.2.3.3.h2")
@pytest.mark.parametrize(("state", "asked"), [("", True), (", shaken wound", False)])
def test_a_shaken_opponent_does_not_strike_a_fugitive(state, asked):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, 5/3/3, pa 1
        blue extra B at 10,11, 5/3/3, pa 1{state}
    """)
    game.do("A", "break-off")
    assert ("strike-fugitive" in [one.key for one in game.asked]) == asked
