"""Chapters 2.1, 2.1.4 and 2.1.5: the set-up, the order of impulses, the last phase, the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from alfiere.battles.ground_forms import ZoneForm
from alfiere.games.cappa.people.muster import ways_to_hold
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import Acted, ImpulseBegan, PhaseBegan, Shot, SkirmishEnded, TurnBegan, Waited
from alfiere.games.cappa.turn.arrival import _place
from alfiere.games.cappa.turn.skirmish import PHASES, skirmish
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
        red extra A at 5,5, die 3, acted, moved 4
        red extra C at 9,5, squad S
        red extra D at 10,5, squad S
        red squad S, die 2
        dice red 5 5 blue
    """)
    game.state.turn = 2
    game.squad("S").has_acted = True
    game.phase("activation")
    figure, squad = game.figure("A"), game.squad("S")
    assert (figure.die, figure.pa, figure.is_activated, figure.has_acted, figure.moved) == (0, 0, False, False, 0)
    assert (squad.die, squad.pa, squad.is_activated, squad.has_acted) == (0, 0, False, False)


@pytest.mark.rule("cappa.2.1.h2")
@pytest.mark.parametrize("seed", range(12))  # some of them roll equal dice first
def test_the_lower_die_sets_up_first_in_its_zone(seed):
    game: Any = Game(Cappa(), Cappa().scenario("duello"), seed, keep_marks=False)
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


def placed(text, **zone):
    """What a person is told who sets A up at a place, in um: the rule against it, or nothing."""
    game = situation(text)
    (entry, *others) = game.scenario.sides["red"].character
    alone = replace(entry, zone=ZoneForm(**zone), is_off_table=False)
    game.scenario.sides["red"] = replace(game.scenario.sides["red"], character=(alone, *others))

    def at(x, y):
        game.figure("A").where = "off"
        told = []

        def point(decision):
            args = {"figure": "A", "to": [round(100 * x), round(100 * y)]}
            found = decision.find(("set-up", args)) or decision.why_not("set-up", args)
            told.append(getattr(found, "rule", ""))
            return decision.options[0]

        game.run(lambda g: _place(g, g.state.figures["A"]), point)
        return told[0]

    return at


@pytest.mark.rule("cappa.2.1.h2", "cappa.1.3a", "cappa.7.1.h3")
def test_one_is_set_up_with_his_whole_base_in_his_zone_on_nobody_and_away_from_markers():
    at = placed(
        "cappa on open ground\nevent 14,14\nred extra A off\nred extra B at 18,12\nblue extra Z at 30,30",
        rect=(1000, 1000, 2000, 1600),
    )
    for x, y in ((10.5, 10.5), (19.5, 10.5), (19.5, 15.5), (10.5, 15.5), (19, 12)):
        assert at(x, y) == "", (x, y)
    for x, y in ((10.49, 12), (19.51, 12), (12, 10.49), (12, 15.51)):
        assert at(x, y) == "cappa.2.1.h2", (x, y)
    assert at(18.9, 12) == "cappa.1.3a"
    assert at(14, 15.4) == "cappa.7.1.h3"


@pytest.mark.rule("cappa.2.1.h2", "cappa.geo.2")
def test_round_a_piece_of_terrain_one_stands_beside_it_and_wholly_within_the_distance():
    at = placed(
        "cappa on open ground\nwood 10,10 14,14, called grove\nred extra A off\nblue extra Z at 30,30",
        around="grove",
        within=300,
    )
    for x, y in ((16.5, 12), (12, 7.5), (7.5, 12), (12, 16.5), (14.01, 12)):
        assert at(x, y) == "", (x, y)
    for x, y in ((12, 12), (14, 12), (16.6, 12), (12, 7.4), (16, 16)):
        assert at(x, y) == "cappa.2.1.h2", (x, y)


@pytest.mark.rule("cappa.2.1.h2", "cappa.2.2.1.h1")
def test_weapons_in_hand_are_stated_when_both_sides_are_set_up():
    game: Any = Game(Cappa(), Cappa().scenario("convento"), "3", keep_marks=False)
    asked = []
    while game.state.phase == "set-up":
        asked.append((game.decision.key, game.decision.seat))
        held = [option for option in game.decision.options if option.key == "hold"]
        game.answer(game.decision.seat, game.decision.options[-1])
        if held:
            assert game.state.figures[held[-1]["figure"]].hands == held[-1]["hands"]
    keys = [key for key, _ in asked]
    assert set(keys) == {"set-up", "hold"}
    assert keys == sorted(keys, reverse=True)  # all are in their places before the first weapon is named
    first = asked[0][1]
    seats = [seat for key, seat in asked if key == "hold"]
    assert seats == sorted(seats, key=lambda seat: seat != first)


@pytest.mark.rule("cappa.2.2.1.h1")
def test_the_leader_of_a_squad_says_what_he_holds_and_his_men_all_hold_the_same():
    game: Any = Game(Cappa(), Cappa().scenario("guardie"), "3", keep_marks=False)
    asked = []
    while game.state.phase == "set-up":
        if game.decision.key == "hold":
            asked.append(game.decision.options[0]["figure"])
        game.answer(game.decision.seat, game.decision.options[-1])
    s = game.state
    for squad in s.squads.values():
        men = [s.figures[name] for name in squad.members if name != squad.leader]
        if len(ways_to_hold(men[0].arms)) > 1:
            assert len({one.sheet.id for one in men}) == sum(1 for one in men if one.id in asked)
            assert all(one.hands == list(ways_to_hold(one.arms)[-1]) for one in men)
        if squad.leader and len(ways_to_hold(s.figures[squad.leader].arms)) > 1:
            assert squad.leader in asked


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


@pytest.mark.rule("cappa.2.1.5e")
def test_a_squad_in_melee_too_must_fight_or_get_out_of_it_in_the_last_phase():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, squad S
        red extra C at 5,6.1, squad S
        red squad S
        blue extra B at 6,5, die 1, pa 0
        initiative red
    """)
    game.phase("last", "fight-together")
    assert game.asked[0].key == "action"
    assert {option.key for option in game.asked[0].options} == {"fight-together", "leave-together"}


@pytest.mark.rule("cappa.2.1.5e", "cappa.2.2.1.h12")
def test_a_laden_man_in_melee_may_drop_his_load_and_fight_in_the_last_phase():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, carries K
        blue extra B at 6,5, die 1, pa 0
        thing K keg at 5,5
        initiative red
    """)
    game.state.things["K"].bearer = "A"
    game.phase("last", "put-down thing=K", "fight")
    assert {option.key for option in game.asked[0].options} == {"break-off", "put-down"}
    assert "fight" in {option.key for option in game.asked[1].options}


@pytest.mark.rule("cappa.2.1.5a", "cappa.2.1.5e", "cappa.2.1.4.h2")
def test_a_player_orders_his_own_in_the_last_phase_and_those_in_melee_are_not_passed_over():
    game = situation("""
        cappa on open ground
        red extra A at 5,5
        red extra C at 20,5
        blue extra B at 6,5, die 1, pa 0
        initiative red
    """)
    game.phase("last", "act figure=C", "wait", "fight")
    assert [option.meaning for option in game.asked[0].options] == ["act figure=A", "act figure=C"]  # nor done yet
    assert called(game) == [("C", 1), ("A", 1)]


@pytest.mark.rule("cappa.8.1.2.h11", "cappa.8.1.2p")
def test_pa_won_in_the_last_phase_are_used_in_it():
    game = situation("""
        cappa on open ground
        red  extra A at 5,5 with MMK
        blue protagonist B at 12,5 with MMK, abilities RE, die 1, pa 0
        dice red 10 blue 3
        initiative red
    """)
    game.phase("last", "act figure=A", "shoot target=B", "roll-die", "stand", "wait", "wait", "wait")
    assert called(game) == [("A", 1), ("B", 3)]
    assert len(game.told(Waited)) == 3
    assert game.figure("B").pa == 0


SHOTS_AT_THE_END = """
    cappa on open ground
    red  extra A at 5,5 with MMK
    blue extra B at 11,5 with MMK
    dice red 10 blue {blue}
    initiative {first}
"""


@pytest.mark.rule("cappa.2.1.5b")
def test_who_has_not_yet_acted_in_the_last_phase_may_spend_his_action_on_a_reaction():
    game = situation(SHOTS_AT_THE_END.format(blue=10, first="red"))
    game.phase("last", "act figure=A", "shoot target=B", "shoot-back")
    assert called(game) == [("A", 1)]  # B has nothing left
    assert [decision.seat for decision in game.asked if decision.key == "last-which"] == ["red"]
    assert [event.figure for event in game.told(Shot)] == ["A", "B"]


@pytest.mark.rule("cappa.2.1.5b")
def test_who_has_acted_in_the_last_phase_reacts_no_more():
    game = situation(SHOTS_AT_THE_END.format(blue="", first="blue"))
    game.phase("last", "act figure=B", "wait", "act figure=A", "shoot target=B")
    assert called(game) == [("B", 1), ("A", 1)]
    assert "react-to-fire" not in [decision.key for decision in game.asked]


@pytest.mark.rule("cappa.2.1.5b", "cappa.2.1.5.h2")
def test_who_had_a_die_reacts_no_more_when_it_is_spent():
    game = situation(
        SHOTS_AT_THE_END.format(blue="", first="red").replace("11,5 with MMK", "11,5 with MMK, die 1, pa 0")
    )
    game.phase("last", "act figure=A", "shoot target=B")
    assert "react-to-fire" not in [decision.key for decision in game.asked]


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
