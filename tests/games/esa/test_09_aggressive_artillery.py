"""Chapters 9.1 and 9.2: aggressive units that need no order, and guns with their one action a turn."""

from __future__ import annotations

import msgspec
import pytest

from alfiere.games.esa import events
from alfiere.games.esa.command import has_melee_order
from alfiere.games.esa.events import (
    LeaderMoved,
    MarkerRemoved,
    MeleeStruck,
    UnitChanged,
    UnitMoved,
    UnitTurned,
    VolleyFired,
)
from alfiere.games.esa.order_of_play import activated, borrowed_guns
from alfiere.games.esa.scenario import SpecialForm
from alfiere.games.esa.state import ACTED, BARRAGED, MOVED
from tests.games.esa.abilities import asked, offered, to
from tests.situation import situation

# 9.1 Aggressive units


@pytest.mark.rule("esa.9.1a")
def test_aggressive_units_without_a_move_order_go_for_the_nearest_enemy_when_the_divisions_have_moved():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0, division clan
        red pike P at -5,0 facing 0, division foot
        blue line E at 3,0 facing 0
        blue line F at 0,4 facing 0
        order foot: move
    """)
    game.phase("movement", "unit unit=P", to("move", "-4,0"))
    assert [moved.unit for moved in game.told(UnitMoved)] == ["P", "H"]
    assert game.where("H") == (2, 0)


@pytest.mark.rule("esa.9.1b")
@pytest.mark.parametrize(("cards", "end"), [("9 9 2", (3, 0)), ("9 9 9 9", (0, 0))])
def test_an_aggressive_unit_charges_where_its_own_speed_does_not_suffice(cards, end):
    game = situation(f"""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 4,0 facing 0
        cards red {cards}
    """)
    game.phase("movement")
    assert [test.purpose for test in game.told(events.TestTaken)] == ["charge"]
    assert game.where("H") == end
    assert game.unit("H").did & MOVED


@pytest.mark.rule("esa.9.1b")
def test_an_aggressive_unit_takes_no_test_where_its_own_speed_suffices():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 3,0 facing 0
        cards red 9 9 9 9
    """)
    game.phase("movement")
    assert game.where("H") == (2, 0)
    assert not game.told(events.TestTaken)


@pytest.mark.rule("esa.9.1c")
def test_an_aggressive_unit_in_contact_without_orders_fights_in_the_melee_phase():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 3,0 facing 0
    """)
    game.phase("movement")
    game.phase("fire")
    assert not game.told(MeleeStruck)
    game.phase("melee")
    assert [(blow.unit, blow.target) for blow in game.told(MeleeStruck)][:1] == [("H", "E")]


@pytest.mark.rule("esa.9.1d")
def test_an_aggressive_unit_that_reaches_no_enemy_stays_where_it_is():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 5,0 facing 0
        cards red 1
    """)
    game.phase("movement")
    assert not game.told(UnitMoved)
    assert not game.told(events.TestTaken)
    assert not game.unit("H").did & MOVED


@pytest.mark.rule("esa.9.1e")
def test_the_rest_of_the_division_does_not_follow_its_aggressive_units():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        red swordsmen S at 1,1 facing 0
        blue line E at 3,0 facing 0
    """)
    game.phase("movement")
    assert [moved.unit for moved in game.told(UnitMoved)] == ["H"]


@pytest.mark.rule("esa.9.1f")
@pytest.mark.parametrize(("initiative", "order"), [("red", ["H", "K"]), ("blue", ["K", "H"])])
def test_the_initiative_player_s_aggressive_units_act_first(initiative, order):
    game = situation(f"""
        esa on open ground
        red  highlanders H at 0,0 facing 0
        red  line P at 10,5 facing 0
        blue line E at 3,0 facing 0
        blue highlanders K at 13,5 facing 0
        initiative {initiative}
    """)
    game.phase("movement")
    assert [moved.unit for moved in game.told(UnitMoved)] == order


@pytest.mark.rule("esa.9.1g")
@pytest.mark.parametrize("state", ["shaken", "paralysed", "strength 3"])
def test_the_move_is_compulsory_out_of_command_too_unless_the_unit_is_shaken_or_paralysed(state):
    game = situation(f"""
        esa on open ground
        red highlanders H at 0,0 facing 0, {state}, division clan
        red general G at -8,0 morale 1, division clan
        blue line E at 3,0 facing 0
        blue line F at 0,3 facing 0
        order clan: move melee
    """)
    game.phase("movement")
    fit = state == "strength 3"
    assert bool(game.told(UnitMoved)) == fit
    assert all(option.key == "move" for decision in asked(game, "aggressive") for option in decision.options)


@pytest.mark.rule("esa.9.1g")
def test_an_engaged_aggressive_unit_does_not_move():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 1,0 facing 0
        blue line F at -2,0 facing 0, shaken
        order blue: melee
    """)
    game.phase("movement")
    assert not game.told(UnitMoved)


@pytest.mark.rule("esa.9.1g")
def test_an_aggressive_unit_that_had_its_order_and_did_not_use_it_may_stay():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0, division clan
        red general G at 0,1 morale 1, division clan
        blue line E at 3,0 facing 0
        order clan: move melee
    """)
    game.phase("movement", "done", to("leader", "-2,1"))
    assert game.where("G") == (-2, 1)  # he has gone out of reach, but only after his division's turn
    assert not game.told(UnitMoved)


@pytest.mark.rule("esa.9.1g2")
def test_aggressive_units_move_before_the_leaders_without_orders():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0, division clan
        red general G at 0,1 morale 1, division clan
        blue line E at 3,0 facing 0
    """)
    game.phase("movement", to("leader", "1,1"))
    kinds = [type(event) for event in game.events if isinstance(event, UnitMoved | LeaderMoved)]
    assert kinds == [UnitMoved, LeaderMoved]


@pytest.mark.rule("esa.9.1g2")
def test_nearest_is_the_nearest_enemy_that_can_be_contacted():
    game = situation("""
        esa on open ground
        impassable 1,0 1,1 2,-1
        red highlanders H at 0,0 facing 0
        blue line E at 2,0 facing 0
        blue line F at -3,0 facing 0
    """)
    game.phase("movement")
    assert game.where("H") == (-2, 0)


@pytest.mark.rule("esa.9.1g2")
def test_an_aggressive_unit_beside_an_enemy_does_not_leave_him_for_one_farther_off():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 1,0 facing 0
        blue line F at -2,0 facing 0, shaken
    """)
    game.phase("movement")
    assert game.where("H") == (0, 0)


@pytest.mark.rule("esa.9.1g2")
def test_between_enemies_equally_near_the_owner_chooses():
    game = situation("""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue line E at 3,0 facing 0
        blue line F at -3,0 facing 0
    """)
    game.phase("movement", "move target=F")
    assert [(decision.seat, decision.key) for decision in game.asked[:1]] == [("red", "aggressive")]
    assert game.where("H") == (-2, 0)


@pytest.mark.rule("esa.9.1g3")
@pytest.mark.parametrize(("initiative", "order"), [("red", ["S", "H", "K"]), ("blue", ["S", "K", "H"])])
def test_aggressive_units_fight_after_the_divisions_with_orders_the_initiative_s_first(initiative, order):
    game = situation(f"""
        esa on open ground
        red  highlanders H at 0,0 facing 0, division clan
        red  line P at 10,5 facing 3, division clan
        red  swordsmen S at -6,-6 facing 0, division foot
        blue line E at 3,0 facing 0
        blue highlanders K at 13,5 facing 3
        blue line X at -6,-7 facing 3
        order foot: melee
        initiative {initiative}
    """)
    game.phase("movement", "unit unit=S", "turn unit=S", "face facing=0")
    game.phase("melee")
    attackers = [blow.unit for blow in game.told(MeleeStruck) if blow.unit in ("S", "H", "K")]
    assert attackers == order


# 9.2 Artillery: whose order, and what one action is


@pytest.mark.rule("esa.9.2a")
@pytest.mark.parametrize(("state", "volleys"), [("facing 0", 1), ("facing 0, in tow", 0)])
def test_guns_fire_only_in_battery(state, volleys):
    game = situation(f"""
        esa on open ground
        red guns G at 0,0 {state}, order: fire
        blue swordsmen E at 1,-2 facing 3
    """)
    game.phase("fire", *["fire unit=G"] * volleys)
    assert len(game.told(VolleyFired)) == volleys


BORROWED = """
    esa on open ground
    red guns G at 0,0 facing 0, division guns
    red general Own at -9,0 morale {own}, division guns
    red line P at 0,3 facing 0, division foot
    red general Near at 0,2 morale {near}, division foot
    blue swordsmen E at 1,-2 facing 3
    order foot: {order}
"""


@pytest.mark.rule("esa.9.2b")
@pytest.mark.parametrize(("own", "near", "volleys"), [(8, 2, 1), (9, 2, 0), (8, 1, 0)])
def test_a_battery_beyond_its_general_s_reach_uses_the_order_of_another_who_has_it_in_his(own, near, volleys):
    game = situation(BORROWED.format(own=own, near=near, order="fire"))
    game.phase("fire", *["fire unit=G"] * volleys)
    assert len(game.told(VolleyFired)) == volleys


@pytest.mark.rule("esa.9.2b")
def test_a_scenario_may_say_that_guns_obey_nobody_but_their_own_general():
    game = situation(BORROWED.format(own=8, near=2, order="fire"))
    words = {"en": "Own guns", "it": "Cannoni propri"}
    special = (SpecialForm(kind="own guns", name=words, text=words),)
    game.state.scenario.form = msgspec.structs.replace(game.state.scenario.form, special=special)
    game.phase("fire")
    assert not game.told(VolleyFired)


@pytest.mark.rule("esa.9.2b2")
def test_a_battery_that_borrows_an_order_acts_with_that_division_and_its_focus():
    game = situation(BORROWED.format(own=8, near=2, order="card 4 focus fire") + "order guns: fire")
    game.phase("fire", "fire unit=G")
    acts = [event.division for event in game.events if event.key == "division-acts"]
    assert acts == ["foot", "guns"]  # priority 3 against 1, and the volley came with the first
    assert [type(event).__name__ for event in game.events].index("VolleyFired") < 3
    assert (1, "focus", "esa.10.7e") in game.told(VolleyFired)[0].tally.lines
    assert game.unit("G").under == "foot"


@pytest.mark.rule("esa.9.2b2")
def test_the_ability_of_the_borrowed_card_works_for_the_battery():
    game = situation(
        BORROWED.format(own=8, near=2, order="card 39").replace("facing 0, division guns", "facing 1, division guns")
    )
    game.phase("fire", "fire unit=G facing=0")
    assert (1, "card", "esa.card.39") in game.told(VolleyFired)[0].tally.lines


@pytest.mark.rule("esa.9.2b2")
def test_the_owner_names_the_general_whose_order_a_battery_uses():
    text = (
        BORROWED.format(own=8, near=2, order="card 1")
        + """
        red line Q at 0,-3 facing 3, division horse
        red general Other at 0,-2 morale 2, division horse
        order horse: card 4
    """
    )
    game = situation(text)
    game.phase("movement", "unit unit=G", "stay unit=G")  # not under Other, who comes first
    assert game.unit("G").under == ""
    game.phase("fire", "done", "fire unit=G")
    assert game.unit("G").under == "foot"


@pytest.mark.rule("esa.9.2c")
def test_a_battery_acts_once_a_turn_whoever_orders_it():
    text = (
        BORROWED.format(own=8, near=2, order="move")
        + """
        red line Q at 0,-3 facing 3, division horse
        red general Other at 0,-2 morale 2, division horse
        order horse: fire
    """
    )
    game = situation(text)
    game.phase("movement", "unit unit=G", "turn unit=G facing=1")
    game.phase("fire")
    assert "G" not in [volley.unit for volley in game.told(VolleyFired)]


@pytest.mark.rule("esa.9.2c")
def test_a_battery_that_has_returned_fire_does_not_move_any_more():
    game = situation("""
        esa on open ground
        red  guns G at 0,0 facing 0, order: move
        blue musketeers E at 1,-2 facing 3, order: fire
    """)
    game.shoot("E", "G", "fire unit=G")
    game.phase("movement")
    assert not any("unit=G" in one for one in offered(game, "move-which"))


@pytest.mark.rule("esa.9.2d", "esa.9.2d2")
@pytest.mark.parametrize("kind", ["guns", "heavy-guns"])
def test_with_a_move_order_guns_limber_unlimber_or_turn_by_sixty_degrees(kind):
    game = situation(f"""
        esa on open ground
        red {kind} G at 0,0 facing 2, order: move
        red {kind} H at 5,0 facing 2, in tow
        red {kind} K at 9,0 facing 2
    """)
    game.phase(
        "movement", "unit unit=G", "limber unit=G", "unit unit=H", "unlimber unit=H", "unit unit=K", "turn facing=3"
    )
    assert [(one.unit, one.into) for one in game.told(UnitChanged)] == [("G", "tow"), ("H", "battery")]
    turns = {one for one in offered(game, "guns") if one.startswith("turn")}
    assert turns == {"turn unit=G facing=3", "turn unit=G facing=1", "turn unit=K facing=3", "turn unit=K facing=1"}
    assert ("K", 3) in [(one.unit, one.facing) for one in game.told(UnitTurned)]
    assert all(game.unit(name).did & ACTED for name in "GHK")


def guns_reach(kind: str, state: str) -> set[int]:
    """How far these guns may go with a move order, and whether all round."""
    game = situation(f"""
        esa on open ground
        red {kind} G at 0,0 facing 2, {state}, order: move
    """)
    game.phase("movement", "unit unit=G")
    grid, here = game.state.field.grid, game.at(0, 0)
    moves = [option["hex"] for option in asked(game, "guns")[0].options if option.key == "move"]
    found = {grid.distance(here, label) for label in moves}
    assert len(moves) == sum(6 * far for far in found)
    return found


@pytest.mark.rule("esa.9.2d3", "esa.9.2e")
def test_light_guns_move_one_hex_in_battery_and_two_in_tow_heavy_guns_one_and_only_in_tow():
    assert guns_reach("guns", "strength 3") == {1}
    assert guns_reach("guns", "in tow") == {1, 2}
    assert guns_reach("heavy-guns", "strength 3") == set()
    assert guns_reach("heavy-guns", "in tow") == {1}


@pytest.mark.rule("esa.9.2d4")
def test_light_guns_that_move_in_battery_keep_their_facing():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 2, order: move
    """)
    game.phase("movement", "unit unit=G", to("move", "-1,0"))
    assert game.where("G") == (-1, 0)
    assert game.unit("G").facing == 2
    assert not asked(game, "face")


@pytest.mark.rule("esa.9.2f")
@pytest.mark.parametrize(("deed", "volleys"), [("stay unit=G", 1), ("turn facing=1", 0), ("limber unit=G", 0)])
def test_guns_fire_only_if_they_have_done_nothing_else_this_turn(deed, volleys):
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 0, order: move fire
        blue swordsmen E at 2,-2 facing 3
    """)
    game.phase("movement", "unit unit=G", deed)
    game.phase("fire", *["fire unit=G"] * volleys)
    assert len(game.told(VolleyFired)) == volleys


@pytest.mark.rule("esa.9.2g")
@pytest.mark.parametrize(("state", "before", "rallied"), [("", 0, 1), (", in tow", 0, 0), ("", ACTED, 0)])
def test_guns_rally_only_in_battery_and_only_if_they_have_done_nothing_else(state, before, rallied):
    game = situation(f"""
        esa on open ground
        red guns G at 0,0 facing 0, shaken{state}, order: rally
    """)
    game.unit("G").did |= before
    game.phase("rally")
    assert len(game.told(MarkerRemoved)) == rallied
    assert game.unit("G").is_shaken != bool(rallied)


@pytest.mark.rule("esa.9.2b", "esa.9.2c")
def test_nobody_borrows_the_enemys_guns_the_fallen_or_those_that_have_acted():
    game = situation(BORROWED.format(own=8, near=2, order="fire") + "blue guns H at 1,1 facing 3")
    s = game.state

    def borrowed() -> list[str]:
        return [unit.id for unit in borrowed_guns(s, s.divisions["foot"])]

    assert borrowed() == ["G"]
    assert borrowed_guns(s, s.divisions["guns"]) == []  # its own general is too far away
    game.unit("G").did |= ACTED
    assert borrowed() == []
    game.unit("G").did |= BARRAGED  # esa.card.9c: the second of two fires
    assert borrowed() == ["G"]
    game.unit("G").did = 0
    game.unit("G").under = "guns"
    assert borrowed() == []
    game.unit("G").under = "foot"
    s.place_leader(game.leader("Own"), game.at(1, 0))  # once borrowed it stays so, wherever its own general rides
    assert borrowed() == ["G"]
    game.unit("G").under = ""
    assert borrowed() == []
    assert [unit.id for unit in activated(s, s.divisions["guns"])] == ["G"]
    s.place(game.unit("G"), "")
    assert borrowed() == []


@pytest.mark.rule("esa.9.1c")
@pytest.mark.parametrize(("enemy", "answer"), [("musketeers", ["evade unit=E"]), ("line", [])])
def test_only_an_aggressive_unit_that_has_made_contact_has_a_melee_order(enemy, answer):
    game = situation(f"""
        esa on open ground
        red highlanders H at 0,0 facing 0
        blue {enemy} E at 0,-2 facing 3
    """)
    game.phase("movement", *answer)
    assert has_melee_order(game.state, game.unit("H")) is (enemy == "line")


@pytest.mark.rule("esa.5g", "esa.9.2l")
@pytest.mark.parametrize(("state", "offered_there"), [("", False), (", shaken", True)])
def test_guns_do_not_move_next_to_a_fresh_enemy(state, offered_there):
    game = situation(f"""
        esa on open ground
        red guns G at 0,0 facing 0
        blue line E at 0,-2 facing 3{state}
        order red: card 1
    """)
    game.phase("movement", "unit unit=G")
    assert (f"move unit=G hex={game.at(0, -1)}" in offered(game, "guns")) is offered_there
    assert f"move unit=G hex={game.at(1, 0)}" in offered(game, "guns")


@pytest.mark.rule("esa.3.3.1j", "esa.9.2d3")
def test_guns_that_leave_an_enemy_may_be_fired_at():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 0
        blue musketeers E at 0,-1 facing 3
        order red: card 1
        cards blue 9 9 9 9 9
    """)
    game.phase("movement", "unit unit=G", f"move unit=G hex={game.at(0, 1)}", "fire unit=E target=G")
    assert [(one.unit, one.target) for one in game.told(VolleyFired)] == [("E", "G")]
