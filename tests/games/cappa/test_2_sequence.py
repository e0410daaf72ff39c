"""Chapters 2.1.3 to 2.1.5: arrival, the order of impulses, the last phase, the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.arrival import entrances
from alfiere.games.cappa.events import Acted, Entered, ImpulseBegan, PhaseBegan, SkirmishEnded, TurnBegan, Waited
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.skirmish import PHASES, skirmish
from alfiere.kernel.game import Game
from tests.situation import situation


def called(game) -> list[tuple[str, int]]:
    """Who was called, with how many PA, in order."""
    return [(event.figure, event.pa) for event in game.told(ImpulseBegan)]


# The turn


@pytest.mark.rule("cappa.2.1b")
def test_a_turn_has_five_phases_and_an_end_in_their_order():
    assert list(PHASES)[1:] == ["activation", "orders", "deployment", "actions", "last", "end"]
    game = Game(Cappa(), Cappa().scenario("duello"), "7", keep_marks=False)
    while game.decision is not None and game.state.turn < 3:
        game.answer(game.decision.seat, game.decision.options[-1])
    told = [event.phase for event in game.events if isinstance(event, PhaseBegan)]
    assert told[:7] == ["set-up", "activation", "orders", "actions", "last", "end", "activation"]


@pytest.mark.rule("cappa.2.1a", "cappa.2.1.h3")
def test_turns_follow_each_other_until_the_last_one_is_over():
    game = situation("""
        cappa on open ground
        red extra A at 5,5
        blue extra B at 30,30
        turn 11
    """)
    game.state.phase, game.state.step = "end", 0
    game.run(skirmish)
    assert [event.turn for event in game.told(TurnBegan)] == [12]
    assert game.told(SkirmishEnded)[0].reason == "last turn"
    assert game.state.winner == "nobody"


@pytest.mark.rule("cappa.2.1.4j")
def test_pa_are_not_kept_for_the_next_turn():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, die 3
        dice red 5 blue 5
    """)
    game.state.turn = 2
    game.phase("activation")
    assert (game.figure("A").pa, game.figure("A").is_activated) == (0, False)


@pytest.mark.rule("cappa.2.1.h2")
def test_the_lower_die_sets_up_first_in_its_zone():
    game: Any = Game(Cappa(), Cappa().scenario("duello"), "3", keep_marks=False)
    order = []
    while game.state.phase == "set-up":
        decision = game.decision
        order.append(decision.seat)
        _, y = decision.options[0]["to"]
        assert y <= 300 if decision.seat == "red" else y >= 1300
        game.answer(decision.seat, decision.options[0])
    first = game.events[1]
    assert first.key == "set-up-first"
    assert first.dice[0] < first.dice[1]
    assert first.order[0] == order[0]
    assert order == [order[0]] * 3 + [order[-1]] * 3
    assert all(one.where == "on" for one in game.state.figures.values())


@pytest.mark.rule("cappa.2.1.h2", "cappa.2.2.1.h1")
def test_weapons_in_hand_are_stated_when_a_character_is_set_up():
    game: Any = Game(Cappa(), Cappa().scenario("convento"), "3", keep_marks=False)
    keys = []
    while game.state.phase == "set-up":
        keys.append(game.decision.key)
        game.answer(game.decision.seat, game.decision.options[-1])
    assert "hold" in keys
    assert all(one.hands for one in game.state.figures.values())


# Coming on


DEPLOYMENT = """
    cappa on open ground
    event 10,10
    event 30,10
    red extra C off, die 3, Mov 4
    blue extra B at 13,10, Mov 4
    blue extra D at 20,30, Mov 4
"""


@pytest.mark.rule("cappa.2.1.3a", "cappa.2.1.3b", "cappa.2.1.3c", "cappa.2.1.3d", "cappa.ex.6")
def test_example_of_a_deployment():
    game = situation(DEPLOYMENT)
    offered = [option["marker"] for option in entrances(game.state, game.figure("C"))]
    assert offered == ["event_marker-2"]
    game.phase("deployment", "deploy marker=event_marker-2")
    assert game.at("C") == (30, 10)
    assert game.figure("C").pa == 2
    assert game.told(Entered)[0].to == (3000, 1000)


@pytest.mark.rule("cappa.2.1.3e")
def test_a_marker_in_an_area_without_enemies_may_be_used_at_any_distance():
    game = situation(DEPLOYMENT + "wood 8,8 11.5,12\n")
    offered = [option["marker"] for option in entrances(game.state, game.figure("C"))]
    assert offered == ["event_marker-1", "event_marker-2"]
    occupied = situation(DEPLOYMENT + "wood 8,8 15,12\n")
    assert [option["marker"] for option in entrances(occupied.state, occupied.figure("C"))] == ["event_marker-2"]


@pytest.mark.rule("cappa.2.1.3f")
def test_who_has_just_come_acts_in_the_next_phase_with_the_pa_he_has_left():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    game.phase("actions")
    assert called(game) == [("C", 2), ("C", 1)]
    assert len(game.told(Waited)) == 2


@pytest.mark.rule("cappa.2.1.3.h1")
def test_the_player_without_initiative_deploys_first():
    game = situation("""
        cappa on open ground
        event 10,10
        event 30,10
        red extra A off, die 2
        blue extra B off, die 2
        initiative red
    """)
    game.phase("deployment", "deploy figure=B", "deploy figure=A")
    assert [event.figure for event in game.told(Entered)] == ["B", "A"]


@pytest.mark.rule("cappa.2.1.3.h4")
def test_a_marker_that_was_used_is_gone():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    from alfiere.games.cappa.arrival import markers

    assert list(markers(game.state)) == ["event_marker-1"]


@pytest.mark.rule("cappa.2.1.3.h5")
def test_he_stands_with_his_centre_on_the_marker():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    assert game.at("C") == (30, 10)


@pytest.mark.rule("cappa.2.1.3.h2")
def test_where_the_scenario_names_an_edge_he_may_come_by_it():
    game = situation("""
        cappa on open ground
        red extra C off, die 3, from edge west
        blue extra B at 2,20
    """)
    places = [option["to"] for option in entrances(game.state, game.figure("C"))]
    assert places
    assert all(x == 50 for x, _ in places)
    assert all(abs(y - 2000) > 500 for _, y in places)  # farther than 4 um from B


@pytest.mark.rule("cappa.2.1.3.h3")
def test_who_comes_with_a_die_of_one_does_not_act_any_more():
    game = situation("""
        cappa on open ground
        red extra C off, die 1, from edge west
        blue extra B at 30,30, acted
    """)
    game.phase("deployment", "deploy figure=C")
    game.phase("actions")
    game.phase("last")
    assert called(game) == []


@pytest.mark.rule("cappa.2.1.3.h6")
def test_he_may_decline_to_come_and_loses_his_die():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "stay-off")
    assert (game.figure("C").where, game.figure("C").pa) == ("off", 0)


# The order of impulses


@pytest.mark.rule("cappa.2.1.4a", "cappa.2.1.4b", "cappa.2.1.4c", "cappa.2.1.4e", "cappa.2.1.4i", "cappa.ex.7")
def test_example_of_the_order_of_actions():
    game = situation("""
        cappa on open ground
        red extra A1 at 5,5 with MMK BD, pa 3, hands MMK, empty MMK
        red extra A2 at 10,5, pa 1
        blue extra B1 at 5,35, pa 2
        blue extra B2 at 10,35, pa 2
        red extra A3 at 15,5
        blue extra B3 at 15,35
        initiative red
    """)
    waits = ["wait"] * 4
    game.phase("actions", "reload", "stop", "act figure=B1", *waits, "act figure=A1", "wait", "wait")
    assert called(game) == [("A1", 3), ("B1", 2), ("B2", 2), ("A1", 1), ("A2", 1)]
    assert not any(game.figure(name).pa for name in ("A1", "A2", "B1", "B2"))
    game.phase("last", "act figure=A3", "wait", "act figure=B3", "wait")
    assert called(game)[5:] == [("A3", 1), ("B3", 1)]


@pytest.mark.rule("cappa.2.1.4d")
def test_an_action_whose_cost_he_cannot_pay_is_not_offered():
    game = situation("""
        cappa on open ground
        red extra A at 5,5 with MMK BD, pa 1, hands MMK, empty MMK
    """)
    assert "reload" not in game.keys("A")
    assert "reload" in game.keys("A", 2)


@pytest.mark.rule("cappa.2.1.4f", "cappa.2.2a")
def test_an_action_may_be_repeated_and_the_impulse_stopped_early():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 3, Mov 4
    """)
    game.phase("actions", "move to=900,500", "move to=1300,500", "stop", "wait")
    assert game.at("A") == (13, 5)
    assert called(game) == [("A", 3), ("A", 1)]


@pytest.mark.rule("cappa.2.1.4g")
def test_the_die_is_gone_when_the_last_pa_is_spent():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 1
    """)
    game.do("A", "wait")
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.2.1.4h")
def test_a_new_impulse_forgets_what_was_done_in_the_last_one():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 2
        blue extra B at 30,30, pa 1
    """)
    game.do("A", "move to=900,500")
    assert game.figure("A").moved_now == 400
    game.do("B", "wait")
    game.do("A", "wait")
    assert game.figure("A").moved_now == 0
    assert game.figure("A").moved == 400


@pytest.mark.rule("cappa.2.1.4.h1", "cappa.2.2.4a", "cappa.ex.68")
def test_example_of_waiting_to_let_another_go_first():
    game = situation("""
        cappa on open ground
        red extra A1 at 5,5, pa 3
        blue extra B1 at 5,35, pa 3
        initiative red
    """)
    game.phase("actions", "wait", "stop", "wait", "stop")
    assert called(game)[:3] == [("A1", 3), ("B1", 3), ("A1", 2)]
    assert not any(option.key == "stop" for option in game.asked[0].options)


@pytest.mark.rule("cappa.2.1.4.h2")
def test_a_player_orders_his_own_of_equal_pa_as_he_likes():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 1
        red extra B at 10,5, pa 1
    """)
    game.phase("actions", "act figure=B", "wait", "wait")
    assert called(game) == [("B", 1), ("A", 1)]


@pytest.mark.rule("cappa.2.1.4.h3")
def test_who_lost_pa_is_called_at_his_new_number():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, die 3, pa 1
        blue extra B at 5,35, pa 2
    """)
    game.phase("actions", "wait", "wait", "wait")
    assert called(game) == [("B", 2), ("A", 1)]


# The last phase


IDLE = """
    cappa on open ground
    red extra A at 5,5
    red extra C at 9,5, die 1, pa 0
    blue extra B at 5,35
    initiative blue
"""


@pytest.mark.rule("cappa.2.1.5a", "cappa.2.1.2f", "cappa.2.1.5.h2")
def test_who_received_no_die_may_take_one_action_of_1_pa():
    game = situation(IDLE)
    game.phase("last", "act figure=B", "wait", "act figure=A", "move to=500,900")
    assert [name for name, _ in called(game)] == ["B", "A"]  # not C, whose die is spent
    assert all(option.get("pa") in (None, 0, 1) for option in game.asked[1].options)


@pytest.mark.rule("cappa.2.1.5c")
def test_in_the_last_phase_the_side_with_the_initiative_acts_first():
    game = situation(IDLE)
    game.phase("last", "act figure=B", "wait", "act figure=A", "wait")
    assert [name for name, _ in called(game)] == ["B", "A"]


@pytest.mark.rule("cappa.2.1.5d")
@pytest.mark.parametrize(("state", "may"), [("", False), (", shaken", True)])
def test_in_the_last_phase_only_the_shaken_are_charged(state, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 5,5
        blue extra B at 8,5{state}
        phase last
    """)
    assert game.may("A", "charge target=B", 1) == may


@pytest.mark.rule("cappa.2.1.5e")
def test_who_is_in_melee_must_fight_or_get_out_of_it_in_the_last_phase():
    game = situation("""
        cappa on open ground
        red extra A at 5,5
        blue extra B at 6,5, die 1, pa 0
        initiative red
    """)
    game.phase("last", "fight")
    keys = {option.key for option in game.asked[0].options}
    assert game.asked[0].key == "action"  # he is not asked whether he acts
    assert keys <= {"fight", "break-off", "fall-back"}


@pytest.mark.rule("cappa.2.1.5b")
def test_who_has_not_yet_acted_in_the_last_phase_may_spend_his_action_on_a_reaction():
    from alfiere.games.cappa.action_points import pa_left

    game = situation(IDLE + "phase last\n")
    assert [pa_left(game.state, game.figure(name)) for name in "ABC"] == [1, 1, 0]


@pytest.mark.rule("cappa.2.2.4b")
def test_waiting_may_be_repeated_in_the_same_impulse():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 2
    """)
    game.phase("actions", "wait", "wait")
    assert len(game.told(Waited)) == 2
    assert len(called(game)) == 1


@pytest.mark.rule("cappa.2.2.1s")
def test_waiting_costs_one_pa():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, pa 3
    """)
    game.do("A", "wait")
    assert game.figure("A").pa == 2
    assert not game.told(Acted)
