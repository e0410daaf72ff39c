"""Chapter 10.1, generals and characters: with a unit, alone, and what becomes of them."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.command import is_engaged, is_supported
from alfiere.games.esa.events import (
    LeaderFell,
    LeaderHit,
    LeaderMoved,
    LossesTaken,
    MeleeStruck,
    UnitEliminated,
    UnitMoved,
    UnitParalysed,
    VolleyFired,
)
from alfiere.games.esa.fire import can_fire, targets
from alfiere.games.esa.movement import can_move
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def movers(game, division: str) -> list[str]:
    """The units a division was offered to move at first."""
    found = [one for one in asked(game, "move-which") if one.about["division"] == division]
    return [option["unit"] for option in found[0].options if option.key == "unit"] if found else []


def piece(game, name: str) -> dict:
    """A piece as both players see it."""
    return next(one for one in game.rules.view(game.state, None)["pieces"] if one["id"] == name)


# Attached


@pytest.mark.rule("esa.10.1a")
def test_a_leader_in_the_hex_of_a_friendly_unit_is_attached_to_it():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 0,0 morale 2
        red   character P at 1,0
        blue  line Z at 0,-9 facing 3
    """)
    assert piece(game, "G")["attached"] == "A"
    assert game.state.leader_with(game.unit("A")).id == "G"
    assert piece(game, "P")["attached"] is None


@pytest.mark.rule("esa.10.1b", "esa.10.3d")
@pytest.mark.parametrize(("where", "active"), [("0,0", ["A"]), ("0,1", ["A", "B"])])
def test_a_general_who_begins_the_turn_attached_activates_only_that_unit(where, active):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0
        red   line B at 1,0 facing 0
        red   general G at {where} morale 3
        blue  line Z at 0,-9 facing 3
        order red: move
    """)
    game.phase("movement")
    assert movers(game, "red") == active


@pytest.mark.rule("esa.10.3d")
def test_the_unit_a_general_is_attached_to_is_at_distance_zero():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 0,0 morale 0
        blue  line Z at 0,-9 facing 3
        order red: move
    """)
    game.phase("movement")
    assert movers(game, "red") == ["A"]


@pytest.mark.rule("esa.10.1c")
def test_an_attached_commander_still_passes_orders_on_to_other_generals():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, division one
        red   line B at 3,0 facing 0, division one
        red   line C at 5,0 facing 0, division two
        red   commander X at 0,0 morale 2
        red   wing W at 3,0 morale 2, over two
        red   general G at 5,1 morale 2, division two
        blue  line Z at 0,-9 facing 3
        hand red 4
    """)
    assert game.leader("X").began_with == "A"
    assert game.leader("W").began_with == "B"
    game.turn_phase("orders", "none division=one", "assign division=two card=4")
    game.phase("movement")
    assert movers(game, "two") == ["C"]
    assert not game.told(events.TestTaken)


@pytest.mark.rule("esa.10.1d", "esa.10.1e")
def test_a_leader_is_detached_by_moving_the_unit_without_him():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 0,0 morale 3
        blue  line Z at 0,-9 facing 3
        order red: move
    """)
    game.move("A", 0, -1, "stays")
    assert game.where("A") == (0, -1)
    assert game.where("G") == (0, 0)
    assert [one.seat for one in asked(game, "leader-goes")] == ["red"]
    assert piece(game, "G")["attached"] is None


@pytest.mark.rule("esa.10.1d")
def test_a_leader_leaves_his_unit_by_his_own_move_after_all_divisions_with_orders():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 0,0 morale 3
        blue  line Z at 0,-9 facing 3
        order blue: move
    """)
    goal = game.at(2, 0)
    told = game.phase("movement", "move unit=Z", f"leader leader=G hex={goal}")
    kinds = [type(event) for event in told if isinstance(event, UnitMoved | LeaderMoved)]
    assert kinds == [UnitMoved, LeaderMoved]
    assert game.where("G") == (2, 0)
    assert game.where("A") == (0, 0)


@pytest.mark.rule("esa.10.1e")
def test_going_along_with_a_unit_does_not_use_the_leaders_own_move():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 0,0 morale 3
        blue  line Z at 0,-9 facing 3
        order red: move
    """)
    there, beyond = game.at(0, -1), game.at(0, -4)
    game.phase("movement", f"move unit=A hex={there}", "with", f"leader leader=G hex={beyond}")
    assert game.where("A") == (0, -1)
    assert game.where("G") == (0, -4)  # four hexes in all: one with the unit, three of his own


@pytest.mark.rule("esa.10.1e")
def test_the_owner_also_decides_who_rides_along_in_a_counter_charge():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,4 facing 0
        blue  gendarmes D at 0,0 facing 3
        blue  character P at 0,0
        order red: move melee
        cards red 1
    """)
    game.charge("C", "D", "counter-charge", "stays leader=P")
    assert game.where("D") != (0, 0)
    assert game.where("P") == (0, 0)


@pytest.mark.rule("esa.10.1e2")
def test_an_attached_leader_goes_along_in_a_forced_movement():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0, melee 0
        blue  line A at 0,-1 facing 3
        blue  character P at 0,-1
        order red: move melee
        cards red 1 1 9 blue 9 9 9 9
    """)
    game.fight("C", "A")
    assert game.where("A") != (0, -1)
    assert game.where("P") == game.where("A")
    assert not asked(game, "leader-goes")


@pytest.mark.rule("esa.10.1e2")
def test_an_attached_leader_goes_along_in_an_evasion():
    game = situation("""
        esa on open ground
        red   swordsmen C at 0,0 facing 0
        blue  musketeers M at 0,-2 facing 3
        blue  general G at 0,-2 morale 2
        order red: move melee
    """)
    game.move("C", 0, -1, "evade unit=M")
    assert game.where("M") != (0, -2)
    assert game.where("G") == game.where("M")
    assert not asked(game, "leader-goes")


# Tests of a unit with a leader


@pytest.mark.rule("esa.10.1f")
def test_every_test_of_a_unit_adds_the_characteristic_of_its_leader():
    game = situation("""
        esa on open ground
        red   pike A at 0,0 facing 0, strength 2, fire 0 melee 1 morale 2
        red   character P at 0,0 morale 1 melee 2 fire 3, strength 2
        blue  swordsmen B at 0,-1 facing 3
    """)
    assert morale_tally(game.state, game.unit("A"), "charge").total == 2 + 2 + 1  # the strength is the unit's
    game.shoot("A", "B")
    assert game.told(VolleyFired)[-1].tally.total == 2 + 0 + 3
    game.fight("A", "B")
    blow = next(one for one in game.told(MeleeStruck) if one.unit == "A")
    assert blow.tally.total == 2 + 1 + 2


@pytest.mark.rule("esa.10.1g")
def test_a_dash_adds_nothing_and_a_negative_value_is_added_too():
    game = situation("""
        esa on open ground
        red   pike A at 0,0 facing 0, strength 2, fire 1 melee 1 morale 2
        red   general G at 0,0 morale -1 melee -1
        blue  swordsmen B at 0,-1 facing 3
    """)
    assert game.leader("G").profile.fire is None
    assert morale_tally(game.state, game.unit("A"), "charge").total == 2 + 2 - 1
    game.shoot("A", "B")
    assert game.told(VolleyFired)[-1].tally.total == 2 + 1
    game.fight("A", "B")
    assert next(one for one in game.told(MeleeStruck) if one.unit == "A").tally.total == 2 + 1 - 1


@pytest.mark.rule("esa.10.1g")
def test_a_leaders_armour_does_not_protect_his_unit():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0
        blue  general G at 0,-2 morale 2
        cards red 1 9 9
    """)
    assert game.leader("G").profile.armour == (1, 1)
    game.shoot("M", "A")
    assert game.told(VolleyFired)[-1].armour.total == 0
    assert game.unit("A").strength == 2


@pytest.mark.rule("esa.10.1h", "esa.10.1h2")
@pytest.mark.parametrize(
    ("values", "strength", "leader"),
    [("9 9 9", 3, 3), ("1 9 9", 2, 2), ("1 1 9", 1, 2), ("1 1 1", 0, 1)],
    ids=["no loss", "one loss", "two losses", "eliminated"],
)
def test_a_leader_takes_one_loss_an_attack_and_one_more_if_his_unit_is_eliminated(values, strength, leader):
    game = situation(f"""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0
        blue  general G at 0,-2 morale 2
        cards red {values}
    """)
    game.shoot("M", "A")
    assert game.unit("A").strength == strength
    assert game.leader("G").strength == leader  # his armour of 1|1 takes nothing off


@pytest.mark.rule("esa.10.1h2")
def test_the_price_of_a_hindered_withdrawal_is_no_second_attack_on_the_leader():
    game = situation("""
        esa on open ground
        impassable 1,-3 1,-2 -1,-1 -1,-2 0,-3
        red   musketeers M at 0,0 facing 0, fire 0
        blue  line A at 0,-2 facing 3, armour 0|0
        blue  character P at 0,-2, strength 2
        cards red 1 9 9
    """)
    game.shoot("M", "A")
    assert [event.losses for event in game.told(LossesTaken)] == [2, 1]
    assert [event.strength for event in game.told(LeaderHit)] == [1]


@pytest.mark.rule("esa.10.1h", "esa.10.9d")
def test_what_kills_a_general_does_not_hurt_his_successor():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0, strength 1
        blue  general G at 0,-2 morale 2, strength 1
        cards red 1
    """)
    game.shoot("M", "A")
    assert game.told(UnitEliminated)
    assert len(game.told(LeaderFell)) == 1
    assert game.leader("G").strength == 3


# Alone


@pytest.mark.rule("esa.10.1i")
def test_a_leader_left_alone_makes_way_for_the_winner_who_presses():
    game = situation("""
        esa on open ground
        red   pike A at 0,0 facing 0
        blue  swordsmen B at 0,-1 facing 3, strength 1, armour 0|0
        blue  line F at 2,-3 facing 3, division other
        blue  line E at -1,-2 facing 3
        blue  general G at 0,-1 morale 2
        blue  character P at -1,-2
        order red: move melee
        cards red 1 blue 9 9 9 9
    """)
    game.fight("A", "B", "press")
    assert game.where("A") == (0, -1)
    flight = asked(game, "leader-flees")[0]
    assert flight.seat == "blue"
    hexes = {option["hex"] for option in flight.options}
    distance = game.state.field.grid.distance
    assert {distance(game.at(0, -1), label) for label in hexes} == {1, 2, 3}
    assert game.at(2, -3) in hexes  # a friendly unit without a leader, of whatever division
    assert game.at(-1, -2) not in hexes  # one that has a leader
    assert all(distance(game.at(0, 0), label) > 1 for label in hexes)  # next to the fresh enemy
    assert game.where("G") is not None
    assert game.leader("G").strength == 1


@pytest.mark.rule("esa.10.1i")
def test_a_leader_left_alone_stays_in_the_hex_if_nobody_presses():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0, strength 1
        blue  general G at 0,-2 morale 2
        cards red 1
    """)
    game.shoot("M", "A")
    assert game.where("A") is None
    assert game.where("G") == (0, -2)
    assert not asked(game, "leader-flees")


@pytest.mark.rule("esa.10.1i")
def test_a_leader_who_cannot_make_way_is_eliminated():
    game = situation("""
        esa on open ground
        impassable 1,-2 1,-1 -1,0 -1,-1 0,-2
        red   pike A at 0,0 facing 0
        blue  swordsmen B at 0,-1 facing 3, strength 1, armour 0|0
        blue  line F at 5,-5 facing 3
        blue  general G at 0,-1 morale 2
        order red: move melee
        cards red 1 blue 9 9 9 9
    """)
    game.fight("A", "B", "press")
    assert game.where("A") == (0, -1)
    assert [event.leader for event in game.told(LeaderFell)] == ["G"]
    assert game.state.armies["blue"].fallen_generals == 1
    assert game.where("G") != (0, -1)


@pytest.mark.rule("esa.10.1j")
def test_a_lone_leader_may_be_fired_at_with_his_own_strength_and_armour():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-2 morale 2
        order red: fire
        cards red 1 1 9
    """)
    game.fire_phase("red", "fire unit=M target=G")
    shot = game.told(VolleyFired)[-1]
    assert (shot.hits, shot.automatic.total, shot.armour.total, shot.losses) == (2, 0, 1, 1)
    assert game.leader("G").strength == 2


@pytest.mark.rule("esa.10.1j", "esa.10.1j2", "esa.10.1j3")
def test_a_lone_leader_attacked_in_melee_fights_back_with_his_own_values():
    game = situation("""
        esa on open ground
        red   gendarmes C at 0,0 facing 3, melee 0, contact G
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-1 morale 2 melee 1, strength 5
        order red: move melee
        cards red 1 1 9 blue 1 1 1 9
    """)
    game.phase("melee", "attack-leader unit=C target=G")
    attack, answer = game.told(MeleeStruck)
    assert (attack.unit, attack.automatic.total, attack.armour.total, attack.losses) == ("C", 0, 1, 1)
    assert game.leader("G").strength == 4
    assert (answer.unit, answer.automatic.total) == ("G", 0)  # from behind, but without weakness
    assert answer.tally.total == 3 + 1  # of his strength at most three counts
    assert game.unit("C").strength == 1
    assert game.where("C") == (0, 0)  # no forced movement
    assert game.unit("C").is_shaken  # but two losses without support shake it
    assert game.where("G") != (0, -1)  # he has survived


@pytest.mark.rule("esa.10.1j3")
def test_a_lone_leader_who_survives_an_attack_is_moved_at_once():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-2 morale 2
        cards red 9 9 9
    """)
    goal = game.at(0, -5)
    game.shoot("M", "G", f"leader leader=G hex={goal}")
    flight = asked(game, "leader-flees")[0]
    distance = game.state.field.grid.distance
    offered = [option["hex"] for option in flight.options if option.key == "leader"]
    assert {distance(game.at(0, -2), label) for label in offered} == {1, 2, 3}
    assert flight.seat == "blue"
    assert game.where("G") == (0, -5)


@pytest.mark.rule("esa.10.1j3", "esa.10.9d")
def test_the_successor_of_a_lone_leader_stays_where_he_fell():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-2 morale 2, strength 1
        cards red 1 1 1
    """)
    game.shoot("M", "G")
    assert game.told(LeaderFell)
    assert not asked(game, "leader-flees")
    assert game.where("G") == (0, -2)


@pytest.mark.rule("esa.10.1j4")
def test_a_lone_leader_neither_engages_a_unit_nor_blocks_its_line_of_fire():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0
        blue  line Z at 0,-2 facing 3
        blue  general G at 0,-1 morale 2
        order red: move fire
        order blue: move melee
    """)
    unit = game.unit("M")
    assert not is_engaged(game.state, unit)
    assert can_move(game.state, unit)
    assert can_fire(game.state, unit)
    assert game.unit("Z") in targets(game.state, unit)  # over his head


@pytest.mark.rule("esa.10.1j4")
@pytest.mark.parametrize(("kind", "passes"), [("general", True), ("line", False)])
def test_a_lone_leader_does_not_stop_the_movement_of_an_enemy_unit(kind, passes):
    game = situation(f"""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  line Z at 9,-9 facing 3
        blue  {kind} G at 1,-2
        order red: move melee
    """)
    assert (0, -1) in game.reach("C")
    assert ((0, -2) in game.reach("C")) is passes  # the only way leads past G


@pytest.mark.rule("esa.10.1j4", "esa.10.18e")
def test_lone_leaders_support_nobody():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   general G at 1,0 morale 2
        red   character P at -1,0
        blue  line Z at 0,-9 facing 3
    """)
    assert not is_supported(game.state, game.unit("A"))


@pytest.mark.rule("esa.10.1j4")
def test_guns_at_long_range_do_a_lone_leader_no_harm():
    game = situation("""
        esa on open ground
        red   guns A at 0,0 facing 0
        blue  line Z at 9,-9 facing 3
        blue  general G at 2,-4 morale 2
        cards red 1 1 1 1 1
    """)
    game.shoot("A", "G")
    shot = game.told(VolleyFired)[-1]
    assert shot.far
    assert shot.losses
    assert game.leader("G").strength == 3
    assert not game.told(UnitParalysed)


@pytest.mark.rule("esa.10.1j4")
def test_nobody_is_obliged_to_attack_a_lone_leader():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-1 morale 2
        order red: move melee
    """)
    game.phase("melee", "done")
    assert not game.told(MeleeStruck)


# Whom they may join


@pytest.mark.rule("esa.10.1k")
def test_a_division_general_joins_only_his_own_units_and_the_others_any():
    game = situation("""
        esa on open ground
        red   line A at 1,0 facing 0, division one
        red   line B at 0,1 facing 0, division two
        red   general G at 0,0 morale 2, division one
        red   wing W at 2,-1 morale 2, over one
        red   character P at 1,1, division one
        red   commander X at -1,1 morale 2
        blue  line Z at 0,-9 facing 3
    """)
    game.phase("movement")
    places = {
        one.about["leader"]: {option["hex"] for option in one.options}
        for one in asked(game, "move-leader")
        if one.seat == "red"
    }
    mine, other = game.at(1, 0), game.at(0, 1)
    assert mine in places["G"]
    assert other not in places["G"]
    for name in ("W", "P", "X"):
        assert {mine, other} <= places[name]


@pytest.mark.rule("esa.10.1k2")
def test_a_general_who_begins_the_turn_with_a_unit_of_another_division_activates_nobody():
    game = situation("""
        esa on open ground
        red   line A at 1,0 facing 0, division one
        red   line B at 0,0 facing 0, division two
        red   general G at 0,0 morale 3, division one
        blue  line Z at 0,-9 facing 3
        order one: move
        order two: move
    """)
    game.phase("movement")
    assert movers(game, "one") == []
    assert movers(game, "two") == ["B"]


@pytest.mark.rule("esa.10.1j", "esa.10.1j2")
@pytest.mark.parametrize(("cards", "lost"), [("9 9 9 9 9", 0), ("1 9 9 9 9", 0), ("1 1 9 9 9", 1)])
def test_a_lone_leader_is_hurt_by_what_his_armour_does_not_stop(cards, lost):
    game = situation(f"""
        esa on open ground
        red   cuirassiers A at 0,0 facing 0, order: melee
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-1 morale 2
        cards red {cards} blue 9 9 9 9 9 9
    """)
    before = game.leader("G").strength
    game.phase("melee", "attack-leader unit=A target=G")
    assert game.leader("G").strength == before - lost
    assert game.unit("A").strength == 3
