"""The computer's leaders and orders: who is worth a risk, who holds, who goes, and by which ford."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.computer.deploying import deployed
from alfiere.games.fucilieri.computer.leading import first_order, give_orders, rallies, ride
from alfiere.games.fucilieri.computer.plan import attacks, goals
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def field(*lines: str) -> Situation:
    found: Situation = situation("fucilieri\n" + "\n".join(lines))
    return found


@pytest.mark.rule("fucilieri.3.6.35")
def test_a_general_speaks_to_who_has_lost_heart_but_a_condottiero_does_not_risk_to_flee_with_him():
    found = field(
        "red condottiero C at 60,30 cv 3",
        "red general M at 90,30 cv 3 of Q",
        "red foot A at 60,40 facing S, demoralised, with officer sergeant",
        "red foot B at 90,40 facing S, demoralised, with officer sergeant, of Q",
        "red foot D at 120,40 facing S, of Q",
        "musicians red",
        "musicians Q",
    )
    s = found.state
    assert rallies(s, found.leader("M"), found["B"])
    assert not rallies(s, found.leader("C"), found["A"])
    assert not rallies(s, found.leader("M"), found["D"])


def test_a_leader_does_not_ride_alone_to_the_enemy_nor_into_a_unit_in_the_thick_of_it():
    found = field(
        "red general M at 60,30 cv 3 of Q", "red foot A at 60,60 facing S, of Q", "blue foot X at 60,72 facing N"
    )
    stay = Option("ride", {"leader": "M", "to": [6_000, 4_500, 1_800]})
    alone = Option("ride", {"leader": "M", "to": [8_000, 7_000, 1_800]})
    joined = Option("ride", {"leader": "M", "to": [6_000, 5_700, 1_800], "unit": "A"})
    asked = Decision("red", "ride", [alone, joined, stay], {"leader": "M"})
    assert ride(found.state, asked) == [stay]
    found["A"].is_demoralised = True
    found.leader("M").cv = 6  # he cannot fail totally
    assert ride(found.state, asked) == [joined]


def stood(battle: str, **places: tuple[int, int]) -> State:
    """A battle with units put somewhere; nobody else is on the table."""
    s = new_battle(load_scenario(battle), {})
    for id, (x, y) in places.items():
        one = s.units[id.replace("_", "-")]
        one.where, one.x, one.y, one.formation = "on", x, y, "column"
    s.laid = None
    return s


def test_who_stands_in_the_villages_before_the_first_turn_holds_them():
    s = stood("eyne-1708", villars=(10_000, 7_100), greder=(7_700, 7_100), light_gun=(3_000, 11_000))
    offered = [Option("first-order", {"command": "swiss", "order": one}) for one in ("oppose", "attack", "hold")]
    assert [one["order"] for one in first_order(s, Decision("red", "first-order", offered))] == ["hold"]
    assert not attacks(s, "red")
    assert attacks(s, "blue")


def test_who_has_only_to_hold_comes_out_when_the_enemy_stays_away_and_holding_does_not_win():
    s = stood("eyne-1708", villars=(10_000, 7_100), greder=(7_700, 7_100), scots_in_dutch_service=(3_000, 11_000))
    foe = s.units["scots-in-dutch-service"]
    for id in s.control:
        s.control[id] = "red"
    s.turn = 4
    assert not attacks(s, "red")
    s.turn = 5
    assert attacks(s, "red")
    foe.x, foe.y = 10_000, 9_500  # he has come
    assert not attacks(s, "red")
    s.turn = s.scenario.turns // 2
    assert not attacks(s, "red")
    s.turn += 1  # it is late, and what is held does not win
    assert attacks(s, "red")


def test_who_is_to_go_is_told_to_attack_unless_he_would_hardly_understand():
    found = field(
        "red condottiero C at 60,20 cv 4 of P",
        "red general M at 60,25 cv 3 of Q",
        "red foot A at 60,40 facing S, of Q",
        "blue foot X at 60,90 facing N",
        "order Q oppose",
        "turn 3",
    )
    options = [Option("order", {"command": "Q", "order": one}) for one in ("hold", "attack")] + [Option("no-orders")]
    assert give_orders(found.state, Decision("red", "give-orders", options))[0]["order"] == "attack"
    found["A"].is_disorganised = found["A"].is_demoralised = found["A"].is_falling_back = True
    found.leader("M").cv = 1  # he would hardly understand
    assert give_orders(found.state, Decision("red", "give-orders", options))[0].key == "no-orders"


def test_the_condottieros_only_unit_is_set_up_out_of_the_fire_of_who_is_there_already():
    s = stood("eyne-1708", villars=(9_000, 8_000))
    options = [Option("deploy", {"unit": "light-gun", "to": [9_000, y, 0]}) for y in (9_400, 10_400, 10_900)]
    asked = Decision("blue", "deploy", options, {"unit": "light-gun"})
    assert deployed(s, asked) == [options[2]]


@pytest.mark.rule("fucilieri.1.6.13c")
def test_the_standard_stays_back_and_joins_nobody_under_fire():
    found = field(
        "red condottiero C at 60,10 cv 3",
        "red standard T at 60,20 of red, raised",
        "red foot A at 60,50 facing S",
        "blue foot X at 60,72 facing N",
    )
    joined = Option("ride", {"leader": "T", "to": [6_000, 4_600, 1_800], "unit": "A"})
    near = Option("ride", {"leader": "T", "to": [6_000, 4_000, 1_800]})
    back = Option("ride", {"leader": "T", "to": [6_000, 3_000, 1_800]})
    assert ride(found.state, Decision("red", "ride", [joined, near, back], {"leader": "T"})) == [back]


@pytest.mark.parametrize(("y", "stays"), [(4_500, True), (3_500, False)])
def test_who_holds_a_place_stays_there_only_while_an_enemy_is_near_it(y: int, stays: bool):
    s = stood("luzzara-1702", liechtenstein=(13_500, 7_500), navarre=(13_500, y), piemont=(8_500, 3_900))
    s.control = {"ramp": "blue", "the-farm": "red"}
    assert (goals(s, "blue")["starhemberg"].where == (13_500, 7_000, 13_500, 7_000)) == stays


def test_late_in_the_battle_who_keeps_a_place_that_does_not_win_goes_at_who_threatens_it():
    s = stood("luzzara-1702", liechtenstein=(13_500, 7_500), navarre=(13_500, 4_500))
    s.control = {"ramp": "blue", "the-farm": "blue"}
    s.turn = s.scenario.turns // 2
    kept = goals(s, "blue")["starhemberg"]
    assert (kept.where, kept.is_attack) == ((13_500, 7_000, 13_500, 7_000), False)
    s.turn += 1
    goes = goals(s, "blue")["starhemberg"]
    assert (goes.where, goes.is_attack) == ((13_500, 4_500, 13_500, 4_500), True)
