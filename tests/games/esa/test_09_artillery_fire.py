"""Chapter 9.2: what the fire of guns does, and what becomes of guns that the enemy reaches."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.events import (
    BatteryOverrun,
    MeleeStruck,
    UnitEliminated,
    UnitParalysed,
    VolleyFired,
)
from alfiere.games.esa.state import ACTED, ATTACKED
from tests.games.esa.abilities import asked, offered, to
from tests.games.esa.muster import muster
from tests.situation import situation

# 9.2 Artillery: what its fire does, and what is done to it


@pytest.mark.rule("esa.9.2h")
def test_in_the_far_zone_damage_paralyses_and_costs_no_strength():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 0
        blue swordsmen N at 1,-2 facing 3
        blue swordsmen F at 4,-4 facing 3
        cards red 1 9 9 1
    """)
    game.shoot("G", "N")
    assert (game.unit("N").strength, game.unit("N").is_paralysed) == (2, False)
    game.unit("G").did = 0
    game.shoot("G", "F")
    assert (game.unit("F").strength, game.unit("F").is_paralysed) == (3, True)


@pytest.mark.rule("esa.9.2i")
@pytest.mark.parametrize(("cards", "paralysed"), [("1 9 9", False), ("1 1 9", True)])
def test_damage_in_the_far_zone_counts_after_armour(cards, paralysed):
    game = situation(f"""
        esa on open ground
        red guns G at 0,0 facing 0
        blue pike F at 1,-3 facing 3
        cards red {cards}
    """)
    game.shoot("G", "F")
    assert game.told(VolleyFired)[0].armour.total == 1
    assert bool(game.told(UnitParalysed)) == paralysed


@pytest.mark.rule("esa.9.2j")
def test_paralysed_troops_move_again_when_they_have_been_rallied():
    game = situation("""
        esa on open ground
        red pike P at 0,0 facing 0, paralysed, order: card 1
    """)
    game.phase("movement")
    assert not asked(game, "move-which")
    game.phase("rally", "rally unit=P")
    game.phase("movement", "unit unit=P", to("move", "0,1"))
    assert game.where("P") == (0, 1)


@pytest.mark.rule("esa.9.2k")
def test_guns_in_tow_have_no_facing_and_take_any_when_they_unlimber():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 2, in tow, order: move
        red guns H at 5,0 facing 2, in tow
    """)
    game.phase("movement", "unit unit=G", to("move", "-1,0"), "unit unit=H", "unlimber unit=H", "face facing=5")
    assert not any(one.startswith("turn") for one in offered(game, "guns"))
    faced = [{option["facing"] for option in decision.options} for decision in asked(game, "face")]
    assert faced == [{0, 1, 2, 3, 4, 5}]  # once, for H
    assert game.unit("H").facing == 5


OVERRUN = """
    esa on open ground
    red  {unit} C at 0,0 facing 0, order: melee
    blue guns G at 0,-1 facing 3
    blue pike P at 1,-1 facing 3
"""


@pytest.mark.rule("esa.9.2l", "esa.9.2l2")
def test_a_battery_is_eliminated_by_the_attack_of_a_fresh_unit_without_test_or_damage():
    game = situation(OVERRUN.format(unit="swordsmen"))
    deck = len(game.state.armies["red"].deck), len(game.state.armies["blue"].deck)
    game.phase("melee", "attack target=G")
    assert [(one.unit, one.target) for one in game.told(BatteryOverrun)] == [("C", "G")]
    assert [one.unit for one in game.told(UnitEliminated)] == ["G"]
    assert (len(game.state.armies["red"].deck), len(game.state.armies["blue"].deck)) == deck
    assert game.unit("C").strength == 3
    assert game.unit("C").did & ATTACKED
    assert not game.told(MeleeStruck)  # that was its attack: P is left alone


@pytest.mark.rule("esa.9.2l")
@pytest.mark.parametrize("line", ["shaken, order: melee", "order: move fire"])
def test_a_battery_survives_neighbours_that_are_shaken_or_have_no_melee_order(line):
    game = situation(f"""
        esa on open ground
        red  swordsmen C at 0,0 facing 0, {line}
        blue guns G at 0,-1 facing 3
    """)
    game.phase("melee")
    assert game.where("G") == (0, -1)


@pytest.mark.rule("esa.9.2l")
def test_a_battery_with_a_melee_order_does_not_attack():
    game = situation("""
        esa on open ground
        red  swordsmen C at 0,0 facing 0
        blue guns G at 0,-1 facing 3, order: melee
    """)
    game.phase("melee")
    assert not game.told(MeleeStruck)


@pytest.mark.rule("esa.9.2l3")
def test_nobody_joins_the_overrun_of_a_battery():
    game = situation(OVERRUN.format(unit="swordsmen"))
    game.phase("melee", "attack target=G")
    assert not asked(game, "join-melee")
    assert not asked(game, "fight-back")


@pytest.mark.rule("esa.9.2l3")
def test_a_battery_has_no_part_in_a_melee_beside_it():
    game = situation(OVERRUN.format(unit="swordsmen") + "red swordsmen D at 1,0 facing 0")
    game.phase("melee", "attack unit=C target=P")
    assert {blow.target for blow in game.told(MeleeStruck) if blow.unit in "CD"} == {"P"}
    assert not any("G" in blow.helpers for blow in game.told(MeleeStruck))
    assert game.where("G") == (0, -1)


@pytest.mark.rule("esa.9.2l4")
def test_after_an_overrun_a_unit_may_press_or_pursue():
    game = situation(OVERRUN.format(unit="swordsmen"))
    game.phase("melee", "attack target=G", to("press", "0,-1"))
    assert game.where("C") == (0, -1)
    riders = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue guns G at 0,-1 facing 3
    """)
    riders.phase("melee", to("pursue", "0,-2"))
    assert riders.where("C") == (0, -2)


@pytest.mark.rule("esa.9.2l4")
def test_a_unit_in_an_area_does_not_press_after_an_overrun():
    game = situation(OVERRUN.format(unit="swordsmen") + "area 0,0")
    game.phase("melee", "attack target=G")
    assert not asked(game, "follow-up")


@pytest.mark.rule("esa.9.2m", "esa.9.2n")
@pytest.mark.parametrize(("cards", "end", "state"), [("9 9 9 3", (0, 2), "tow"), ("9 9 9 9", (0, 0), "battery")])
def test_light_guns_evade_two_hexes_in_tow_if_they_pass_a_test(cards, end, state):
    game = situation(f"""
        esa on open ground
        red  guns G at 0,0 facing 1
        blue cuirassiers C at 0,-3 facing 3, order: move melee
        cards red {cards}
    """)
    game.move("C", 0, -1, "evade unit=G", *([to("evade-to", "0,2")] if end != (0, 0) else []))
    assert [test.purpose for test in game.told(events.TestTaken)] == ["evasion"]
    assert game.where("G") == end
    assert game.unit("G").values.id.endswith(state)


@pytest.mark.rule("esa.9.2m")
def test_heavy_guns_do_not_evade():
    game = situation("""
        esa on open ground
        red  heavy-guns G at 0,0 facing 1
        blue cuirassiers C at 0,-3 facing 3, order: move melee
    """)
    game.move("C", 0, -1)
    assert not asked(game, "evade")


@pytest.mark.rule("esa.9.2o")
@pytest.mark.parametrize(("order", "volleys"), [("move fire", 1), ("move fire melee", 0)])
def test_a_battery_fires_at_a_neighbour_that_does_not_engage_it(order, volleys):
    game = situation(f"""
        esa on open ground
        red  guns G at 0,0 facing 0, order: move fire melee
        blue swordsmen E at 1,-1 facing 3, order: {order}
    """)
    game.fire_phase("red", *["fire target=E"] * volleys)
    assert len(game.told(VolleyFired)) == volleys


@pytest.mark.rule("esa.9.2o")
@pytest.mark.parametrize("before", [0, ACTED])
def test_a_battery_returns_fire_as_its_one_action_of_the_turn(before):
    game = situation("""
        esa on open ground
        red  guns G at 0,0 facing 0, order: fire
        blue musketeers E at 1,-1 facing 3, order: fire
        cards blue 9 9 9 9 red 9 9 9
    """)
    game.unit("G").did |= before
    game.shoot("E", "G", *([] if before else ["fire unit=G"]))
    assert [one.unit for one in game.told(VolleyFired)] == (["E"] if before else ["E", "G"])
    game.fire_phase("red")
    assert len(game.told(VolleyFired)) == (1 if before else 2)


@pytest.mark.rule("esa.9.2p")
def test_guns_are_deployed_in_battery_or_in_tow_as_their_owner_wishes():
    game = muster(red="commander 2 / park 2: guns heavy-guns")
    game.play("as unit=park-1 into=tow", "as unit=park-2 into=battery")
    choices = [{option["into"] for option in one.options} for one in game.asked if one.key == "deploy-as"]
    assert choices == [{"battery", "tow"}] * 2
    assert game.state.units["park-1"].values.id.endswith("/tow")
    assert game.state.units["park-2"].values.id.endswith("/battery")
