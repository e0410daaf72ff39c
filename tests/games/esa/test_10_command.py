"""Chapters 10.2 to 10.6 and 10.15: who is activated, the chain of command, its distances, the reserve."""

from __future__ import annotations

import tomllib

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.events import CardsDrawn, DivisionActs, OrderLost, OrderReceived, ReserveAssigned
from alfiere.games.esa.orders import reserve_choices
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.tables import DATA
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def movers(game, division: str) -> list[str]:
    """The units a division was last offered to move at first."""
    found = [one for one in asked(game, "move-which") if one.about["division"] == division]
    return [option["unit"] for option in found[0].options if option.key == "unit"] if found else []


def drawn(game, seat: str) -> int:
    """How many cards a side drew last."""
    return len([event for event in game.told(CardsDrawn) if event.seat == seat][-1].cards)


# Activated


@pytest.mark.rule("esa.10.2.1a")
def test_an_order_activates_the_units_within_command_distance_while_it_is_valid():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, division one
        red   line B at 5,0 facing 0, division one
        red   line C at 0,3 facing 0, division two
        red   general G at 0,1 morale 3, division one
        blue  line Z at 0,-9 facing 3
        order one: move
    """)
    game.phase("movement")
    assert movers(game, "one") == ["A"]
    assert movers(game, "two") == []
    game.turn_phase("end")
    game.asked.clear()
    game.phase("movement")
    assert movers(game, "one") == []


@pytest.mark.rule("esa.10.2.2a")
@pytest.mark.parametrize(
    ("card", "actions"),
    [(1, ["move", "fire", "melee", "rally"]), (24, ["move", "rally"]), (23, ["move", "fire"]), (25, ["rally"])],
)
def test_activated_units_act_in_the_actions_their_order_allows(card, actions):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  line Z at 0,-9 facing 3
        order red: card {card}
    """)
    game.turn_phase("actions")
    assert [event.action for event in game.told(DivisionActs) if event.division == "red"] == actions


# The chain of command

CHAIN = """
    esa on open ground
    red   line A at 7,1 facing 0
    red   commander X at 0,0 morale 2
    red   {wing}
    red   general G at 7,0 morale 1
    blue  line Z at 0,-9 facing 3
    initiative red
    hand red 4
    cards red 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.10.3a")
def test_orders_reach_all_units_that_an_unbroken_chain_links_with_the_commander():
    game = situation(CHAIN.format(wing="wing W at 4,0 morale 2, over red"))
    game.turn_phase("orders", "assign division=red card=4")
    game.phase("movement")
    assert not game.told(events.TestTaken)
    assert movers(game, "red") == ["A"]
    alone = situation(CHAIN.format(wing="character W at 4,0"))
    alone.turn_phase("orders", "assign division=red card=4")
    assert alone.told(OrderLost)


@pytest.mark.rule("esa.10.3b", "esa.10.6.2b")
@pytest.mark.parametrize("passes", [True, False])
def test_a_general_beyond_the_sum_of_the_morale_values_tests_to_receive_his_order(passes):
    game = situation(f"""
        esa on open ground
        red   line A at 5,1 facing 0
        red   commander X at 0,0 morale 2
        red   general G at 5,0 morale 2
        blue  line Z at 0,-9 facing 3
        initiative red
        hand red 4
        cards red 9 9 9 9 {1 if passes else 9}
    """)
    game.turn_phase("orders", "assign division=red card=4")
    test = game.told(events.TestTaken)[0]
    assert (test.piece, test.tally.total, test.passed) == ("G", 3 + 2, passes)
    assert game.state.divisions["red"].has_order is passes
    assert bool(game.told(OrderReceived)) is passes
    assert (4 in game.state.armies["red"].discard) is not passes  # a lost card is discarded at once
    assert game.state.divisions["red"].card == (4 if passes else 0)


@pytest.mark.rule("esa.10.3c")
def test_a_unit_beyond_its_generals_morale_acts_only_by_reaction():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0
        red   general G at 4,0 morale 3
        blue  musketeers Z at 0,-2 facing 3
        order red: fire
    """)
    game.phase("fire")
    assert not asked(game, "fire")
    game.shoot("Z", "M")
    options = asked(game, "react-to-fire")[0].options
    assert "fire" in [option.key for option in options]


@pytest.mark.rule("esa.10.3d2")
def test_a_general_who_joins_a_unit_in_the_course_of_the_turn_commands_all_until_its_end():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   musketeers B at 2,0 facing 0
        red   general G at 1,1 morale 3
        blue  swordsmen Y at 0,-2 facing 3
        blue  swordsmen Z at 2,-2 facing 3
        order red: move fire
    """)
    joined = game.at(2, 0)
    game.phase("movement", "done", f"leader leader=G hex={joined}")
    assert game.where("G") == (2, 0)
    game.phase("fire")
    assert {option["unit"] for option in asked(game, "fire")[0].options if option.key == "fire"} == {"A", "B"}


@pytest.mark.rule("esa.10.3e")
def test_each_broken_link_needs_a_test_of_its_receiver():
    game = situation("""
        esa on open ground
        red   line A at 12,1 facing 0
        red   commander X at 0,0 morale 2
        red   wing W at 6,0 morale 2, over red
        red   general G at 12,0 morale 1
        blue  line Z at 0,-9 facing 3
        initiative red
        hand red 4
        cards red 1 9 9 9 9
    """)
    game.turn_phase("orders", "assign division=red card=4")
    assert [(test.piece, test.passed) for test in game.told(events.TestTaken)] == [("W", True), ("G", False)]
    assert not game.state.divisions["red"].has_order


@pytest.mark.rule("esa.10.3f")
def test_the_commanders_own_division_needs_no_chain_test():
    game = situation("""
        esa on open ground
        red   line A at 12,0 facing 0, division one
        red   commander X at 0,0 morale 0, leads one
        blue  line Z at 0,-9 facing 3
        initiative red
        hand red 4
    """)
    game.turn_phase("orders", "assign division=one card=4")
    assert not game.told(events.TestTaken)
    assert game.state.divisions["one"].has_order


# Capacity


@pytest.mark.rule("esa.10.4a")
@pytest.mark.parametrize(("leads", "cards"), [("", 3), (", leads one", 2)])
def test_command_capacity_is_the_divisions_and_one_more_if_the_commander_leads_none(leads, cards):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0, division one
        red   line B at 2,0 facing 0, division two
        red   commander X at 0,3 morale 2{leads}
        blue  line Z at 0,-9 facing 3
    """)
    game.turn_phase("planning")
    assert drawn(game, "red") == cards


@pytest.mark.rule("esa.10.4a", "esa.10.4b")
def test_command_capacity_is_counted_anew_each_turn_from_the_divisions_with_a_unit_on_the_map():
    game = situation("""
        esa on open ground
        red   line A at 9,0 facing 0, division one, shaken, paralysed, strength 1
        red   swordsmen B at 0,0 facing 0, division two, strength 1, armour 0|0
        blue  musketeers Z at 0,-2 facing 3
        cards blue 1
    """)
    game.turn_phase("planning")
    assert drawn(game, "red") == 3
    game.shoot("Z", "B")
    game.turn_phase("planning")
    assert game.where("B") is None
    assert drawn(game, "red") == 2  # whatever the state of A its division counts


# Distances


@pytest.mark.rule("esa.10.6.1a")
@pytest.mark.parametrize(("distance", "commanded"), [(2, True), (3, True), (4, False)])
def test_the_command_distance_of_a_division_general_is_his_morale(distance, commanded):
    game = situation(f"""
        esa on open ground
        red   line A at {distance},0 facing 0
        red   general G at 0,0 morale 3
        blue  line Z at 0,-9 facing 3
        order red: move
    """)
    game.phase("movement")
    assert movers(game, "red") == (["A"] if commanded else [])


@pytest.mark.rule("esa.10.6.2a")
@pytest.mark.parametrize(("distance", "tested"), [(5, []), (6, ["G"])])
@pytest.mark.parametrize("sender", ["commander S at 0,0 morale 2", "wing S at 0,0 morale 2, over red"])
def test_the_command_distance_between_generals_is_the_sum_of_their_morale_values(sender, distance, tested):
    game = situation(f"""
        esa on open ground
        red   line A at 0,3 facing 0
        red   {sender}
        red   general G at {distance},0 morale 3
        blue  line Z at 0,-9 facing 3
        initiative red
        hand red 4
    """)
    game.turn_phase("orders", "assign division=red card=4")
    assert [test.piece for test in game.told(events.TestTaken)] == tested


@pytest.mark.rule("esa.10.5a")
def test_the_characteristics_of_units_are_those_of_their_troop_cards():
    with (DATA / "profiles.toml").open("rb") as file:
        printed = {unit["id"]: unit for unit in tomllib.load(file)["unit"]}
    rules = Esa()
    checked = 0
    for name in rules.scenario_ids():
        state = new_battle(read_scenario(name), OPTIONS)
        for place, unit in enumerate(state.units.values()):
            state.place(unit, state.field.grid.hexes[place])
        for piece in rules.view(state, None)["pieces"]:
            card = printed[piece["profile"]]
            line = card | card.get("mounted", {})
            values = piece["values"]
            assert piece["symbol"] == card["class"]
            assert piece["strength"] == [card["strength"], card["strength"]]
            assert values["pm"] == line.get("pm", card.get("pm_battery"))
            assert values["fire"] == line.get("fire")
            assert (values["melee"], values["morale"]) == (line.get("melee", 0), line.get("morale", 0))
            assert values["armour"] == line["armour"]
            assert values["charge"] == card.get("charge", 0)
            checked += 1
    assert checked > 10


# The reserve

RESERVE = """
    esa on open ground
    red   line R at 0,0 facing 0, division res, reserve
    red   line A at 3,0 facing 0, division one
    red   commander X at {commander} morale 2, leads res
    red   general G at {general} morale 1, division one
    blue  line Z at 0,-9 facing 3
    initiative red
    hand red 4 24
"""


@pytest.mark.rule("esa.10.15a")
def test_a_reserve_division_without_a_general_is_under_the_commander_himself():
    source = situation(RESERVE.format(commander="0,1", general="1,0")).scenario.source
    side = next(one for one in source["side"] if one["seat"] == "red")
    reserve = next(one for one in side["division"] if one["id"] == "res")
    assert reserve["reserve"]
    del reserve["general"]
    state = new_battle(read_scenario(source), OPTIONS)
    assert state.divisions["res"].general == state.armies["red"].commander


@pytest.mark.rule("esa.10.15b")
def test_reserve_units_are_given_away_before_orders_are_assigned():
    game = situation(RESERVE.format(commander="0,1", general="1,0"))
    game.turn_phase("orders", "assign-reserve unit=R division=one")
    keys = [decision.key for decision in game.asked if decision.seat == "red"]
    assert keys.index("reserve") < keys.index("assign")
    assert [(event.unit, event.division) for event in game.told(ReserveAssigned)] == [("R", "one")]


@pytest.mark.rule("esa.10.15c", "esa.10.15e")
@pytest.mark.parametrize(
    ("commander", "general", "offered"),
    [("0,2", "1,0", True), ("0,3", "1,0", False), ("0,2", "2,0", False)],
    ids=["both near", "commander too far", "general too far"],
)
def test_both_generals_must_have_the_reserve_unit_within_their_own_morale(commander, general, offered):
    game = situation(RESERVE.format(commander=commander, general=general))
    game.turn_phase("orders")
    assert bool(asked(game, "reserve")) is offered


@pytest.mark.rule("esa.10.15d")
def test_a_reserve_unit_belongs_to_its_new_division_for_good():
    game = situation(RESERVE.format(commander="0,1", general="1,0"))
    game.turn_phase("orders", "assign-reserve unit=R division=one", "assign division=one card=4")
    game.phase("movement")
    assert movers(game, "one") == ["R"]
    game.turn_phase("end")
    game.turn_phase("planning")
    game.asked.clear()
    game.turn_phase("orders", "assign division=one card=24")
    game.phase("movement")
    assert not asked(game, "reserve")
    assert "R" in movers(game, "one")
    assert game.state.divisions["res"].units == []
    piece = next(one for one in game.rules.view(game.state, None)["pieces"] if one["id"] == "R")
    assert piece["division"] == "one"


@pytest.mark.rule("esa.10.15e2")
def test_the_reserve_takes_orders_as_a_division_of_the_commander():
    game = situation(RESERVE.format(commander="0,1", general="1,0"))
    game.turn_phase("planning")
    assert drawn(game, "red") == 2  # two divisions, and the commander leads one of them
    game.turn_phase("orders", "keep", "assign division=res card=4")
    game.phase("movement")
    assert movers(game, "res") == ["R"]


@pytest.mark.rule("esa.10.15b", "esa.10.15e")
def test_reserve_units_join_only_divisions_that_still_stand_and_are_no_reserve():
    game = situation(
        RESERVE.format(commander="0,1", general="1,0")
        + """
        red   line S at 0,2 facing 0, division spare, reserve
        red   general T at -1,0 morale 9, division spare
        blue  line Y at 1,1 facing 3, division theirs, reserve
        """
    )
    s = game.state

    def choices(seat="red"):
        return [(unit.id, division.id) for unit, division in reserve_choices(s, seat)]

    assert choices() == [("R", "one")]
    assert choices("blue") == [("Y", "blue")]
    s.divisions["one"].is_routed = True
    assert choices() == []
    s.divisions["one"].is_routed = False
    s.place_leader(game.leader("G"), "")
    assert choices() == []
    s.place_leader(game.leader("G"), game.at(1, 0))
    s.place(game.unit("R"), "")
    assert choices() == []


@pytest.mark.rule("esa.10.15c")
def test_a_reserve_unit_out_of_reach_does_not_hold_back_the_others():
    game = situation(
        RESERVE.format(commander="0,1", general="1,0").replace("line R at 0,0", "line R at 0,9")
        + "red line S at 0,0 facing 0, division res, reserve\nblue line Y at 5,5 facing 3, division theirs, reserve"
    )
    assert [(unit.id, one.id) for unit, one in reserve_choices(game.state, "red")] == [("S", "one")]
    # whichever reserve stands first in the order of battle
    game.state.divisions = dict(reversed(game.state.divisions.items()))
    assert [(unit.id, one.id) for unit, one in reserve_choices(game.state, "red")] == [("S", "one")]


@pytest.mark.rule("esa.10.15d", "esa.2.1.1f")
def test_a_division_that_receives_a_reserve_unit_counts_its_troops_anew():
    game = situation(RESERVE.format(commander="0,1", general="1,0").replace("line A", "cuirassiers A"))
    assert game.state.divisions["one"].prevailing == ["A"]
    game.turn_phase("orders", "assign-reserve unit=R division=one")
    assert sorted(game.state.divisions["one"].prevailing) == ["A", "R"]  # one of each class
    assert game.state.divisions["res"].prevailing == []


# The book's examples


@pytest.mark.rule("esa.ex.50")
@pytest.mark.parametrize("values", ["9 9 9 1", "9 9 9 9"])
def test_example_du_plessis_reaches_villequier_and_von_rosen_needs_a_test(values):
    game = situation(f"""
        esa on open ground
        red   line A at 5,1 facing 0, division villequier
        red   line B at -4,1 facing 0, division rosen
        red   commander Plessis-Praslin at 0,0 morale 2
        red   general Villequier at 5,0 morale 3, division villequier
        red   general Rosen at -4,0 morale 1, division rosen
        blue  line Z at 0,-9 facing 3
        initiative red
        hand red 4 5
        cards red {values}
    """)
    game.turn_phase("orders", "assign division=villequier card=4", "assign division=rosen card=5")
    (test,) = game.told(events.TestTaken)
    assert (test.piece, test.tally.total) == ("Rosen", 3 + 1)
    assert game.state.divisions["villequier"].has_order
    assert game.state.divisions["rosen"].has_order is (values == "9 9 9 1")


@pytest.mark.rule("esa.ex.51")
def test_example_villequier_commands_a_b_and_through_the_battle_line_c():
    game = situation("""
        esa on open ground
        red   arquebusiers A at 0,2 facing 0
        red   pike B at 3,0 facing 0
        red   pike C at 4,0 facing 0
        red   musketeers D at -4,0 facing 0
        red   general Villequier at 0,0 morale 3
        blue  line Z at 0,-12 facing 3
        order red: move
    """)
    game.phase("movement")
    assert movers(game, "red") == ["A", "B", "C"]
