"""Corners of the rules that an ordinary battle seldom turns: conditions that matter once in a hundred melees."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.after_melee import may_raid
from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.charge import can_counter_charge
from alfiere.games.esa.command import is_engaged
from alfiere.games.esa.evasion import can_evade
from alfiere.games.esa.events import BatteryOverrun, ChargeDeclared, ForcedMove, MeleeStruck, UnitMoved
from alfiere.games.esa.order_of_play import activated
from alfiere.games.esa.reactions import follow_options
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.state import (
    ACTED,
    BARRAGED,
    COUNTER_CHARGED,
    EVADED,
    FAILED_MOVE,
    PRESSED,
    PURSUED,
    REACTED,
)
from tests.games.esa.abilities import NOTHING, asked, offered, to
from tests.games.esa.blows import forced, on, strikers
from tests.situation import situation


@pytest.mark.rule("esa.10.14a", "esa.9.11a")
@pytest.mark.parametrize("state", ["", ", paralysed"])
def test_a_paralysed_winner_does_not_press(state):
    game = situation(f"""
        esa on open ground
        red  line L at 0,0 facing 0{state}
        blue line X at 0,-1 facing 3, strength 1, armour 0|0
        order red: melee
        cards red 1 9 9 9 9 9 9 blue 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    assert strikers(game)[0] == "L"  # esa.10.14d
    assert game.where("X") is None
    assert bool(asked(game, "follow-up")) == (not state)


@pytest.mark.rule("esa.10.12c")
def test_a_winner_who_has_failed_to_move_this_turn_neither_presses_nor_pursues():
    game = situation("""
        esa on open ground
        red  line L at 0,0 facing 0, strength 1
        blue guns X at 0,-1 facing 3
        order red: melee
        cards red 1 1 1
    """)
    game.unit("L").did |= FAILED_MOVE
    game.phase("melee")
    assert game.told(BatteryOverrun)
    assert not asked(game, "follow-up")


# Batteries (9.2)

GUNS = """
    esa on open ground
    red  heavy-guns H at 0,0 facing 0, division own
    red  line A at 0,-5 facing 0, division own
    red  line B at {mate} facing 0, division other
    red  general Own at 0,-4 morale 2, division own
    red  general Other at 0,2 morale 2, division other
    order own: card 1
    order other: card 1
"""


def ordered(game, division):
    return [unit.id for unit in activated(game.state, game.state.divisions[division])]


@pytest.mark.rule("esa.9.2b", "esa.10.1b")
@pytest.mark.parametrize(("mate", "orders"), [("1,2", True), ("0,2", False)])
def test_a_general_who_began_the_turn_attached_lends_no_order_to_a_battery(mate, orders):
    assert ("H" in ordered(situation(GUNS.format(mate=mate)), "other")) == orders


@pytest.mark.rule("esa.9.2b2", "esa.9.2c")
def test_a_battery_that_has_used_anothers_order_is_not_its_own_generals_this_turn():
    game = situation(GUNS.format(mate="1,2"))
    game.unit("H").under = "other"
    assert "H" in ordered(game, "other")
    assert "H" not in ordered(game, "own")
    game.state.place_leader(game.leader("Own"), game.at(0, -1))
    assert "H" not in ordered(game, "own")
    game.turn_phase("planning")
    assert "H" in ordered(game, "own")
    assert "H" not in ordered(game, "other")


@pytest.mark.rule("esa.9.2m", "esa.9.8e3")
def test_light_guns_try_to_evade_once_a_turn():
    game = situation("""
        esa on open ground
        red  swordsmen A at 0,-2 facing 3
        red  swordsmen B at 2,-2 facing 3
        blue guns G at 0,0 facing 0
        order red: move melee
        cards blue 9 9 9 9 9 9
    """)
    game.move("A", 0, -1, "evade unit=G")
    assert not game.told(events.TestTaken)[0].passed
    assert game.where("G") == (0, 0)
    game.move("B", 1, -1)
    assert len(asked(game, "evade")) == 1


# Moves after the melee (9.6, card 7)


@pytest.mark.rule("esa.card.7b", "esa.9.8e")
@pytest.mark.parametrize("evades", [True, False])
def test_who_has_evaded_does_not_move_again_after_the_melee(evades):
    game = situation("""
        esa on open ground
        red  arquebusiers A at 0,0 facing 0, order: card 7
        blue swordsmen E at 0,-9 facing 3
    """)
    game.unit("A").did |= EVADED if evades else 0
    game.phase("melee")
    assert bool(asked(game, "raid")) != evades


@pytest.mark.rule("esa.9.6a", "esa.9.6d2")
def test_a_flexible_unit_that_has_attacked_may_move_late_and_attack_another():
    game = situation("""
        esa on open ground
        red  weimar W at 0,0 facing 0, order: card 4
        blue line X at 0,-1 facing 3, strength 1, armour 0|0
        blue line Y at 3,0 facing 4
        cards red 1 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "unit unit=W", to("move", "2,0"))
    assert game.where("X") is None
    assert [(blow.unit, blow.target) for blow in game.told(MeleeStruck) if blow.unit == "W"] == [("W", "X"), ("W", "Y")]


# Reactions (3.3.1)


@pytest.mark.rule("esa.3.3.1k")
@pytest.mark.parametrize(("order", "fires"), [("card 4", False), ("card 23", True)])
def test_reiter_whom_another_engages_do_not_fire_at_a_neighbour_who_leaves(order, fires):
    game = situation(f"""
        esa on open ground
        red  line A at 0,-1 facing 0, division leaving, order: card 26
        red  line B at 0,1 facing 0, division staying, order: {order}
        blue reiter R at 0,0 facing 0
        {NOTHING}
    """)
    game.move("A", 1, -2)
    assert bool(asked(game, "fire-at-mover")) == fires


@pytest.mark.rule("esa.9.5f3", "esa.6.1e")
@pytest.mark.parametrize("answer", ["stand", "withdraw"])
def test_who_withdraws_from_fire_by_its_own_choice_does_not_counter_charge(answer):
    game = situation("""
        esa on open ground
        red  musketeers M at 0,0 facing 0
        blue cuirassiers T at 0,-2 facing 3, armour 0|0
        blue line A at 1,-2 facing 3
        blue line B at -1,-2 facing 3
        blue line C at 0,-4 facing 3   # behind it friends, before whom it halts, within a charge of the shooter
        blue line D at 1,-4 facing 3
        blue line E at 2,-4 facing 3
        blue line F at -1,-3 facing 3
        blue line G at 2,-3 facing 3
        order red: fire
        cards red 1 9 9 9 blue 1 1 1 1
    """)
    game.shoot("M", "T", "counter-charge", on("may-withdraw", answer))
    assert bool(game.told(ChargeDeclared)) == (answer == "stand")


# Forced movements and generals on the way (5.3)


@pytest.mark.rule("esa.5.3.2f", "esa.5.4.1c")
@pytest.mark.parametrize(("ground", "stops"), [("area", False), ("difficult", True)])
def test_withdrawing_cavalry_does_not_stop_with_a_general_in_a_village(ground, stops):
    game = situation(f"""
        esa on open ground
        {ground} 0,1
        impassable -1,1 -1,0
        red  cuirassiers C at 0,0 facing 0
        red  general G at 0,1 morale 2, division red
        blue musketeers M at 0,-2 facing 3
        order blue: fire
        cards blue 1 9 9 9 9
    """)
    game.shoot("M", "C")
    assert game.told(ForcedMove)
    ends = offered(game, "withdraw")
    assert any(f"hex={game.at(0, 1)}" in one for one in ends) == stops


@pytest.mark.rule("esa.5.3.2h", "esa.9.4a")
def test_cavalry_that_leaves_a_melee_does_not_stop_with_a_general_it_meets():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: melee
        red  general G at 0,2 morale 9, division red
        blue line L at 0,-1 facing 3
        cards red 9 9 9 9 9 blue 9 9 9 9 9
    """)
    game.phase("melee", "fight unit=L", f"withdraw hex={game.at(0, 4)}")
    assert not any(f"hex={game.at(0, 2)}" in one for one in offered(game, "withdraw"))
    assert (game.where("C"), game.where("G")) == ((0, 4), (0, 4))


# Melees of several (7.4)


@pytest.mark.rule("esa.7.4.2f2", "esa.10.16c")
@pytest.mark.parametrize("fresh", [False, True])
def test_a_shaken_friend_does_not_keep_skirmishers_in_the_melee(fresh):
    game = situation(f"""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, order: melee
        blue line S at 0,-1 facing 3{"" if fresh else ", shaken"}
        blue line D at 1,0 facing 4, armour 0|0
        blue musketeers O at 0,1 facing 0
        cards red 1 1 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    answers = ["join unit=D", "join unit=O", *(["main unit=D"] if fresh else [])]
    game.phase("melee", "attack unit=A target=S", *answers)
    followed = [unit for unit, _ in forced(game) if unit == "O"]
    assert ("D", "withdraw") in forced(game)
    assert bool(followed) != fresh


@pytest.mark.rule("esa.7.4c2", "esa.7.4.1f")
def test_a_unit_shaken_by_a_pursuit_does_not_strike_in_the_combat_that_waits():
    game = situation("""
        esa on open ground
        red  cuirassiers A at -1,-1 facing 0, order: melee
        red  line B at 0,0 facing 0
        blue line X at 0,-1 facing 3, strength 1, armour 0|0
        blue pike Y at 1,-1 facing 4, armour 0|0
        impassable 2,-1 2,-2 1,0
        cards red 1 1 1 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9
    """)
    game.phase(
        "melee",
        on("attack", "attack unit=A target=X"),
        on("fight-back", "fight unit=X"),
        on("join-melee", "join unit=Y"),
        on("first-combat", "fight unit=A target=X"),
        on("follow-up", f"pursue hex={game.at(0, -1)}"),
        on("fight-back", "fight unit=Y"),
    )
    assert game.unit("Y").is_shaken
    blows = [(blow.unit, blow.target) for blow in game.told(MeleeStruck)]
    assert ("B", "Y") in blows
    assert ("Y", "B") not in blows
    assert "Y" not in [one.piece for one in game.told(events.TestTaken)]  # nor does it try to, weakened as it is


# Who is asked first outside the actions phase (g.15)


@pytest.mark.rule("esa.g.15", "esa.10.15b")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_who_lacks_the_initiative_gives_away_reserves_first(first):
    game = situation(f"""
        esa on open ground
        red  line A at 0,5 facing 0, division foot
        red  line R at 1,5 facing 0, division spare, reserve
        blue line B at 0,-5 facing 3, division others
        blue line S at 1,-5 facing 3, division kept, reserve
        initiative {first}
    """)
    game.turn_phase("orders")
    assert [decision.seat for decision in asked(game, "reserve")] == ["blue" if first == "red" else "red", first]


@pytest.mark.rule("esa.g.15", "esa.10.7h")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_who_lacks_the_initiative_declares_his_focus_first(first):
    game = situation(f"""
        esa on open ground
        red  line A at 0,5 facing 0
        blue line B at 0,-5 facing 3
        initiative {first}
        hand red 4 blue 5
    """)
    game.turn_phase("orders", "focus division=red card=4", "focus division=blue card=5")
    assert [decision.seat for decision in asked(game, "focus")] == ["blue" if first == "red" else "red", first]


@pytest.mark.rule("esa.3.3.1g2", "esa.9.11h")
def test_a_press_by_reaction_lets_skirmishers_evade_and_turns_as_its_owner_likes():
    game = situation("""
        esa on open ground
        red  arquebusiers A at 0,0 facing 3
        red  musketeers M at 0,1 facing 0
        blue pike X at 0,-1 facing 3
        order red: move
    """)
    game.move("A", -2, 2, on("follow", "press unit=X"), "evade unit=M", on("face", "face facing=1"))
    assert game.where("X") == (0, 0)
    assert game.unit("X").facing == 1
    assert [one.how for one in game.told(UnitMoved) if one.unit == "M"] == ["evasion"]


@pytest.mark.rule("esa.9.6d")
@pytest.mark.parametrize(("order", "fights"), [("card 4", True), ("card 26", False)])
def test_a_late_move_beside_the_shaken_is_a_melee_only_with_the_order_for_it(order, fights):
    game = situation(f"""
        esa on open ground
        red  weimar W at 0,0 facing 0, order: {order}
        blue line X at 0,-2 facing 3, shaken
        {NOTHING}
    """)
    game.phase("melee", "unit unit=W", to("move", "0,-1"))
    assert game.where("W") == (0, -1)
    assert bool(game.told(MeleeStruck)) == fights


@pytest.mark.rule("esa.9.6a", "esa.10.1j")
def test_a_late_move_may_hunt_a_lone_leader():
    game = situation(f"""
        esa on open ground
        red  weimar W at 0,0 facing 0, order: card 4
        blue line Z at 0,-9 facing 3
        blue general G at 0,-2 morale 2
        {NOTHING}
    """)
    game.phase("melee", "unit unit=W", to("move", "0,-1"), "attack-leader unit=W target=G")
    assert strikers(game) == ["W", "G"]


# What a unit has done or suffered, and what it may therefore not do

UNFIT = [("shaken", 0), ("paralysed", 0), ("", EVADED), ("", FAILED_MOVE)]


def unfit(game, name: str, state: str, did: int) -> None:
    unit = game.unit(name)
    unit.is_shaken, unit.is_paralysed = state == "shaken", state == "paralysed"
    unit.did |= did


@pytest.mark.rule("esa.card.7b", "esa.9.8e", "esa.10.12c")
@pytest.mark.parametrize(("state", "did"), [("fit", 0), *UNFIT])
def test_who_may_not_move_does_not_move_after_the_melee_either(state, did):
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, order: card 7
    """)
    unfit(game, "A", state, did)
    assert may_raid(game.state, game.state.divisions["red"], game.unit("A")) == (state == "fit")


@pytest.mark.rule("esa.9.5f3", "esa.9.5f4", "esa.9.8e", "esa.10.12c")
@pytest.mark.parametrize(("state", "did"), [("fit", 0), *UNFIT, ("", COUNTER_CHARGED)])
def test_who_may_not_move_does_not_counter_charge_either(state, did):
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0
    """)
    unfit(game, "A", state, did)
    assert can_counter_charge(game.state, game.unit("A")) == (state == "fit")


@pytest.mark.rule("esa.3.3.1g", "esa.9.8e", "esa.10.12c")
@pytest.mark.parametrize(("state", "did"), [("fit", 0), *UNFIT, ("", REACTED)])
def test_who_may_not_move_does_not_follow_either(state, did):
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0
        blue musketeers M at 0,-3 facing 3
    """)
    unfit(game, "A", state, did)
    found = follow_options(game.state, game.unit("A"), game.unit("M"), game.at(0, -1))
    assert {option.key for option in found} == ({"pursue", "charge"} if state == "fit" else set())


@pytest.mark.rule("esa.3.3.1f", "esa.9.11c", "esa.9.12c")
@pytest.mark.parametrize(
    ("kind", "did", "verbs"), [("cuirassiers", PURSUED, {"charge"}), ("pike", PRESSED, {"charge"})]
)
def test_who_has_pressed_or_pursued_may_only_charge_by_reaction(kind, did, verbs):
    game = situation(f"""
        esa on open ground
        red  {kind} A at 0,0 facing 0
        blue line M at 0,-3 facing 3
    """)
    unit, mover = game.unit("A"), game.unit("M")
    before = follow_options(game.state, unit, mover, game.at(0, -1))
    unit.did |= did
    after = follow_options(game.state, unit, mover, game.at(0, -1))
    assert {option.key for option in before} > {option.key for option in after} == verbs


@pytest.mark.rule("esa.9.8a", "esa.9.8h", "esa.9.2l")
@pytest.mark.parametrize(
    ("near", "evades"),
    [("line X at 0,1 facing 0", False), ("line X at 0,1 facing 0, shaken", True), ("guns X at 0,1 facing 0", True)],
)
def test_only_a_fresh_enemy_with_a_melee_order_who_can_fight_keeps_a_unit_from_evading(near, evades):
    game = situation(f"""
        esa on open ground
        red  musketeers M at 0,0 facing 0
        blue {near}, order: card 4
    """)
    assert can_evade(game.state, game.unit("M")) == evades
    assert is_engaged(game.state, game.unit("M")) != evades
    assert can_evade(game.state, game.unit("M"), game.unit("X"))  # him whose coming it evades
    game.unit("M").did |= FAILED_MOVE
    assert not can_evade(game.state, game.unit("M"), game.unit("X"))


@pytest.mark.rule("esa.9.2c", "esa.card.9c", "esa.9.2b")
@pytest.mark.parametrize(("did", "orders"), [(0, True), (ACTED, False), (ACTED | BARRAGED, True)])
def test_a_battery_that_has_acted_borrows_no_order_but_for_its_second_fire(did, orders):
    game = situation(GUNS.format(mate="1,2"))
    game.unit("H").did |= did
    assert ("H" in ordered(game, "other")) == orders


@pytest.mark.rule("esa.9.12g", "esa.5.9a")
def test_a_pursuit_is_no_march_on_a_road():
    game = situation("""
        esa on open ground
        road 0,0 0,1 0,2 0,3 0,4
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue line X at 0,-1 facing 3, strength 1, armour 0|0
        cards red 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    found = offered(game, "follow-up")
    assert f"pursue unit=C hex={game.at(0, 2)}" in found
    assert f"pursue unit=C hex={game.at(0, 3)}" not in found


@pytest.mark.rule("esa.10.12c", "esa.7.4.1f")
def test_a_weakened_unit_that_failed_against_a_pursuer_is_not_tested_again_in_the_combat_that_waits():
    game = situation("""
        esa on open ground
        red  cuirassiers A at -1,-1 facing 0, order: melee
        red  line B at 0,0 facing 0
        blue line X at 0,-1 facing 3, strength 1, armour 0|0
        blue pike Y at 1,-1 facing 4, strength 1
        cards red 1 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9
    """)
    game.phase(
        "melee",
        on("attack", "attack unit=A target=X"),
        on("fight-back", "fight unit=X"),
        on("join-melee", "join unit=Y"),
        on("first-combat", "fight unit=A target=X"),
        on("follow-up", f"pursue hex={game.at(0, -1)}"),
        on("fight-back", "fight unit=Y"),
    )
    assert [(blow.unit, blow.target) for blow in game.told(MeleeStruck)] == [("A", "X"), ("A", "Y"), ("B", "Y")]
    assert [one.piece for one in game.told(events.TestTaken)].count("Y") == 1


def test_an_option_younger_than_the_first_release_leaves_no_trace_while_it_has_its_usual_value():
    scenario = Esa().scenario("lens-1648")
    assert "full_tests" not in new_battle(scenario, OPTIONS).options
    assert new_battle(scenario, OPTIONS | {"full_tests": "yes"}).options["full_tests"] == "yes"
    assert new_battle(scenario, OPTIONS).options["veterans"] == "no"
