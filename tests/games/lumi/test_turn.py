"""The sequence of play: phases, impulses, who acts when, the end of a turn (2.1, 2.3.4d-e, 10.7)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.games.lumi.command.active import why_not_attack
from alfiere.games.lumi.manoeuvre import goes
from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.told.command import Deactivated, DivisionActs, ImpulseBegan
from alfiere.games.lumi.told.melee import RoundFought
from alfiere.games.lumi.told.morale import GeneralMoved
from alfiere.games.lumi.told.rally import RecoveryTested
from alfiere.games.lumi.told.set_up import WeatherChanged
from alfiere.games.lumi.turn import battle, begin_turn
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO_AND_TWO = """
    lumi 40x30
    initiative red
    red  foot A at 5,28 facing S, under 1a
    red  foot B at 15,28 facing S, under 1b
    red  general M at 5,29.5 able of 1a
    red  general N at 15,29.5 able of 1b
    blue foot X at 5,2 facing N, under 2a
    blue foot Y at 15,2 facing N, under 2b
    blue general P at 5,0.5 able of 2a
    blue general Q at 15,0.5 able of 2b
    """


def last_turn(text: str, *, phase: str = "manoeuvre", **orders: int) -> Situation:
    """A situation in the last turn of its battle, whose dice for activation have been rolled."""
    game: Situation = situation(text)
    game.state.turn, game.state.phase = game.state.scenario.turns, phase
    game.state.orders = {key.removeprefix("of_"): value for key, value in orders.items()}
    return game


def units(decision: Decision) -> list[str]:
    """The bases that are asked to manoeuvre."""
    return [decision.about["unit"], *decision.about.get("with", ())]


def sequence(game: Situation) -> list[str]:
    """The phases and impulses of a turn as they were told, and which orders were removed when."""
    found = []
    for one in game.events:
        if isinstance(one, PhaseBegan):
            found.append(one.phase)
        elif isinstance(one, Deactivated):
            found.append(f"-{one.priority}")
    return found


@pytest.mark.rule("lumi.ex.6", "lumi.2.1.3", "lumi.2.1.4", "lumi.2.3.4d", "lumi.2.1.14", "lumi.2.1.16")
def test_orders_of_three_priorities_make_three_impulses_and_each_division_acts_while_its_order_lasts():
    game = last_turn(TWO_AND_TWO, of_1a=6, of_1b=5, of_2a=5, of_2b=4)
    game.run(battle)
    acted = [one.division for one in game.told(DivisionActs)]
    assert acted == ["1a", "1b", "2a", "2b", "1a", "1b", "2a", "1a"]
    assert [one.divisions for one in game.told(Deactivated)] == [("2b",), ("1b", "2a"), ("1a",)]
    impulse = ["fire", "melee"]
    assert sequence(game) == [
        *impulse, "-4", "manoeuvre", *impulse, "-5", "manoeuvre", *impulse, "-6", "brigades", "rally"
    ]  # fmt: skip


@pytest.mark.rule("lumi.2.1.1")
@pytest.mark.parametrize(
    ("orders", "impulses"),
    [({}, 1), ({"1a": 5, "2a": 5}, 1), ({"1a": 6, "2a": 4}, 2), ({"1a": 6, "1b": 5, "2a": 4}, 3)],
)
def test_a_turn_has_an_impulse_for_each_priority_and_one_at_least(orders: dict[str, int], impulses: int):
    game = last_turn(TWO_AND_TWO)
    game.state.orders = orders
    game.run(battle)
    assert sequence(game).count("fire") == impulses


@pytest.mark.rule("lumi.7.5.1", "lumi.7.5.2a")
def test_at_the_end_of_a_turn_both_players_reorder_and_try_to_recover_from_rout():
    game = last_turn(
        """
        lumi 40x30
        red  foot A at 5,25 facing S, disordered
        red  foot B at 15,25 facing S, column, rout, morale 0, brigade V
        blue foot X at 5,5 facing N, disordered
        blue foot Y at 15,5 facing N, column, rout, morale 0, brigade W
        dice red 6 blue 6
        """
    )
    game.run(battle)
    assert [game[one].state for one in "AXBY"] == [0, 0, 2, 2]
    assert [one.units for one in game.told(RecoveryTested)] == [("B",), ("Y",)]


@pytest.mark.rule("lumi.ex.8", "lumi.2.1.19")
def test_a_turn_without_orders_has_one_impulse_and_the_rally_phase():
    game = last_turn(TWO_AND_TWO)
    game.run(battle)
    assert sequence(game) == ["fire", "melee", "brigades", "rally"]
    assert game.told(DivisionActs) == []  # nobody takes the initiative, lumi.2.1.20


@pytest.mark.rule("lumi.2.1.20")
def test_who_has_no_order_takes_no_initiative_but_light_troops_and_the_unit_with_the_chief():
    game = last_turn(
        """
        lumi 40x30
        red  foot A at 5,28 facing S, under 1a
        red  grenzer R at 10,28 facing S, under 1b
        blue foot X at 5,2 facing N
        """
    )
    game.run(battle)
    assert [one.division for one in game.told(DivisionActs)] == ["1b"]
    assert [one.about["unit"] for one in game.asked if one.key == "manoeuvre"] == ["R"]


@pytest.mark.rule("lumi.ex.9", "lumi.2.3.6e", "lumi.2.3.6f")
def test_light_troops_without_an_order_move_last_in_the_first_impulse_and_do_not_attack():
    game = last_turn(
        """
        lumi 40x30
        red  foot A at 5,20 facing S, under 1a
        red  general M at 5,21.5 able of 1a
        red  hussars H at 12,20 facing S, under 1b
        blue foot X at 12,16 facing N
        """,
        of_1a=6,
    )
    assert goes(game.state)[:1] == ["6 red"]
    found = why_not_attack(game.state, game.unit("H"))
    assert found is not None
    assert (found.key, found.rule) == ("order-too-weak", "lumi.2.3.6g")
    game.run(battle)
    acts = [(one.division, one.priority) for one in game.told(DivisionActs)]
    assert acts == [("1a", 6), ("1b", 4)]
    assert len(game.told(Deactivated)) == 1  # one impulse: theirs is no order that counts


@pytest.mark.rule("lumi.ex.75", "lumi.2.1.2", "lumi.2.1.5", "lumi.2.1.6", "lumi.2.1.10", "lumi.2.1.18")
def test_the_phases_of_a_turn_follow_each_other_with_one_rally_at_its_end():
    game = last_turn(
        """
        lumi 40x30
        initiative red
        red  foot A at 5,28 facing S, under 1a
        red  foot B at 15,20 facing S, under 1b, rout
        red  foot C at 25,28 facing S, under 1b
        red  general M at 5,29.5 ordinary of 1a
        red  general N at 25,29.5 ordinary of 1b
        blue foot X at 5,2 facing N
        dice red 6 5 6 blue 1
        """,
        phase="manoeuvre",
    )
    game.state.turn -= 1
    before = game.state.turn

    def into_the_turn(g: LumiGame) -> Any:
        begin_turn(g, before + 1)
        yield from battle(g)

    game.state.cohesion["red"] = 99
    game.run(into_the_turn, "order division=1a", "order division=1b")
    impulse = ["manoeuvre", "fire", "melee"]
    phases = ["reinforcements", "activation", *impulse, "-5", *impulse, "-6", "brigades", "rally"]
    assert sequence(game) == phases
    assert [one.impulse for one in game.told(ImpulseBegan)] == [1, 2]
    assert [one.units for one in game.told(RecoveryTested)] == [("B",)]


@pytest.mark.rule("lumi.2.1.7", "lumi.2.1.8", "lumi.2.1.9")
def test_an_impulse_is_manoeuvre_then_fire_then_melee():
    game = last_turn(TWO_AND_TWO, of_1a=6)
    game.run(battle)
    assert sequence(game)[:2] == ["fire", "melee"]
    assert [one.key for one in game.asked if one.key != "ride"] == ["who-moves", "manoeuvre"]


@pytest.mark.rule("lumi.2.3.4e")
def test_a_unit_is_moved_once_in_a_manoeuvre_phase_and_again_in_the_next_impulse():
    game = last_turn(TWO_AND_TWO, of_1a=6, of_2a=5)
    game.run(battle, "act unit=A", "stand", "act unit=X", "stand", "act unit=A", "stand")
    assert [one.about["unit"] for one in game.asked if one.key == "manoeuvre"] == ["A", "X", "A"]


@pytest.mark.rule("lumi.2.3.4d")
def test_a_player_chooses_among_his_divisions_of_one_priority_and_ends_one_before_the_next():
    game = last_turn(TWO_AND_TWO, of_1a=5, of_1b=5)
    game.run(battle, "division division=1b", "done", "act unit=A")
    assert [one.division for one in game.told(DivisionActs)] == ["1b", "1a"]


@pytest.mark.rule("lumi.1.6.6", "lumi.1.6.7")
def test_bases_in_formation_act_as_one_unit_or_one_by_one():
    text = """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        red general M at 12,8.5 able
        blue foot X at 10,19 facing S
        """
    game = last_turn(text, of_red=6)
    game.run(battle, "act unit=A with=B,C", "stand")
    assert [units(one) for one in game.asked if one.key == "manoeuvre"] == [["A", "B", "C"]]
    game = last_turn(text, of_red=6)
    game.run(battle, "act unit=B", "stand", "act unit=A", "stand", "act unit=C", "stand")
    assert [units(one) for one in game.asked if one.key == "manoeuvre"] == [["B"], ["A"], ["C"]]


@pytest.mark.rule("lumi.1.6.6")
def test_a_person_names_some_bases_of_a_unit():
    game = last_turn(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        red general M at 12,8.5 able
        blue foot X at 10,19 facing S
        """,
        of_red=6,
    )
    heard = []

    def names(decision: Decision) -> Option | None:
        assert decision.free is not None
        for args in ({"unit": "A", "with": ["C"]}, {"unit": "X"}, {"unit": "Z"}):
            found = decision.free("act", args)
            heard.append(found.key if found is not None else "")
        both = decision.free("act", {"unit": "A", "with": ["B"]})
        return both if isinstance(both, Option) else None

    game.run(battle, names, "stand", "act unit=C")
    assert heard == ["not-in-formation", "not-to-move", ""]
    assert [units(one) for one in game.asked if one.key == "manoeuvre"] == [["A", "B"], ["C"]]


@pytest.mark.rule("lumi.10.7")
@pytest.mark.parametrize(
    ("die", "weather", "told"), [(6, "clear", ["clear"]), (5, "rain", ["rain"]), (4, "fog", []), (1, "fog", [])]
)
def test_fog_may_lift_at_the_start_of_a_turn(die: int, weather: str, told: list[str]):
    game: Situation = situation(
        f"lumi\nweather fog\nred foot A at 10,10 facing N\nblue foot G at 10,14 facing S\ndice red {die}"
    )
    game.run(lambda g: begin_turn(g, 2))
    assert game.state.weather == weather
    assert [one.weather for one in game.told(WeatherChanged)] == told


@pytest.mark.rule("lumi.10.7")
@pytest.mark.parametrize(("turn", "rolled"), [(1, 0), (2, 1), (5, 1), (6, 0)])
def test_at_lobositz_the_fog_is_rolled_for_from_turn_2_to_5_and_lifts_in_turn_6(turn: int, rolled: int):
    """As lumi.s.3 has it."""
    game = Situation(new_battle(load_scenario("lobositz"), {}), {"red": [1] * rolled, "blue": [1] * rolled})
    game.run(lambda g: begin_turn(g, turn))
    assert sum(map(len, game.dice.values())) == rolled  # one side has rolled, if anybody
    assert game.state.weather == ("clear" if turn == 6 else "fog")


@pytest.mark.rule("lumi.6.2.10", "lumi.2.1.18")
def test_cavalry_still_in_melee_falls_back_when_the_last_impulse_is_over():
    text = """
        lumi
        initiative red
        red foot A at 10,8 facing N, melee 0, morale 2
        red foot B at 25,2 facing N, under 1b
        red general M at 25,1 able of 1b
        blue cuirassiers F at 10,9 facing S, melee 0, morale 2
        dice red 4 4 4 4 blue 4 4 4 4
        home red south
        home blue north
    """
    game = last_turn(text, phase="melee", of_1b=5)
    game.run(battle)
    assert len(game.told(RoundFought)) == 1
    assert game["F"].y == game.state.scenario.depth - 1300
    assert [one.phase for one in game.told(PhaseBegan)] == ["brigades", "rally"]


def test_a_turn_begins_after_the_last_phase_of_the_one_before_without_orders_and_marks():
    game = last_turn(TWO_AND_TWO, phase="rally", of_1a=6)
    game.state.turn -= 1
    game.state.bases["A"].state = ROUT
    game.run(battle)
    assert [one.turn for one in game.told(TurnBegan)] == [10]
    assert game.state.winner


@pytest.mark.rule("lumi.8.2b")
def test_a_general_rides_after_his_division_those_without_an_order_after_all_and_the_cic_last():
    game = last_turn(TWO_AND_TWO + "red cic C at 20,29 able", of_1b=6, of_2a=5)
    game.run(battle)
    asked = [
        one.about.get("general") or one.about.get("division") for one in game.asked if one.key in ("who-moves", "ride")
    ]
    assert asked[:7] == ["1b", "N", "2a", "P", "M", "C", "Q"]


@pytest.mark.rule("lumi.8.9", "lumi.2.1.5")
def test_a_general_whom_an_enemy_has_come_upon_is_seen_to_at_the_end_of_a_phase():
    game = last_turn(
        """
        lumi 40x30
        initiative red
        red  general M at 10,5 able
        red  foot A at 10,2 facing N
        blue foot E at 10,6 facing N
        """,
        phase="fire",
        red=5,
    )
    game.run(battle)
    assert [(one.general, one.unit) for one in game.told(GeneralMoved)][:1] == [("M", "A")]


@pytest.mark.rule("lumi.1.6.6", "lumi.2.3.4d", "lumi.2.3.4e")
def test_a_person_names_only_units_of_the_division_that_acts_and_have_not_acted():
    game = last_turn(
        TWO_AND_TWO.replace("red  foot B at 15,28 facing S, under 1b", "red  foot B at 7,28 facing S, under 1a\n")
        + "    red  foot C at 15,28 facing S, under 1b\n",
        of_1a=6,
        of_1b=6,
    )
    heard: list[object] = []

    def names(decision: Decision) -> Option | None:
        assert decision.free is not None
        for key, args in (
            ("act", {"unit": "C"}),
            ("act", {"unit": "A", "with": ["B"]}),
            ("act", {"unit": "A", "slowly": True}),
            ("done", {"unit": "A"}),
        ):
            found = decision.free(key, args)
            heard.append(found.key if found is not None else None)
        return next(one for one in decision.options if one.args == {"unit": "B"})

    def again(decision: Decision) -> Option | None:
        assert decision.free is not None
        found = decision.free("act", {"unit": "A", "with": ["B"]})
        heard.append(found.key if found is not None else None)
        return next(one for one in decision.options if one.key == "done")

    game.run(battle, "division division=1a", names, "stand", again)
    assert heard == ["not-to-move", "act", None, None, "not-to-move"]


@pytest.mark.rule("lumi.2.3.4d")
def test_which_division_and_which_unit_acts_opens_what_a_player_does_and_how_it_moves_does_not():
    game = last_turn(TWO_AND_TWO, of_1a=5, of_1b=5)
    game.run(battle)
    opening = {one.key: one.opening for one in game.asked}
    assert opening == {"division": True, "who-moves": True, "manoeuvre": False, "ride": False}
