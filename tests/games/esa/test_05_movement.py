"""Chapters 5 and 5.1: who moves, when, how far, and where a move must stop."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import DivisionActs, UnitMoved, UnitTurned
from alfiere.games.esa.troops import profiles
from tests.situation import situation


def offered(game, key="move-which"):
    """The units that decisions of a kind have offered."""
    return {
        option["unit"]
        for decision in game.asked
        if decision.key == key
        for option in decision.options
        if option.get("unit")
    }


def asked(game):
    return [decision.key for decision in game.asked]


# Who moves


@pytest.mark.rule("esa.5a")
def test_divisions_move_in_the_order_of_play_highest_priority_first():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division slow
        red pike B at 4,0 facing 0, division quick
        blue pike C at 0,9 facing 0, division enemy
        order slow: card 5
        order quick: card 4
        order enemy: card 5
        initiative blue
    """)
    game.phase("movement")
    assert [(event.division, event.action) for event in game.told(DivisionActs)] == [
        ("quick", "move"),  # priority 3
        ("enemy", "move"),  # priority 2, and the initiative
        ("slow", "move"),
    ]


@pytest.mark.rule("esa.5b")
def test_a_division_moves_its_units_first_and_is_done_when_its_general_moves():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 4,0 facing 0
        red general Own at 2,2 morale 9
        red commander Chief at 9,9 morale 2
        order red: move
    """)
    game.phase("movement", f"leader leader=Own hex={game.at(2, 3)}")
    first = asked(game).index("move-leader")
    leaders = [one.about["leader"] for one in game.asked if one.key == "move-leader" and one.seat == "red"]
    assert leaders == ["Own", "Chief"]
    assert "move-which" in asked(game)[:first]
    assert all(one.opening for one in game.asked if one.key == "move-which")
    assert "move-which" not in asked(game)[first:]
    assert game.where("Own") == (2, 3)


@pytest.mark.rule("esa.5b")
def test_a_player_may_end_the_movement_of_a_division_before_all_its_units_have_moved():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 4,0 facing 0
        red general Own at 2,2 morale 9
        order red: move
    """)
    game.phase("movement", "unit unit=A", f"move hex={game.at(0, -1)}", "done")
    assert asked(game).count("move-which") == 2
    assert [event.unit for event in game.told(UnitMoved)] == ["A"]


@pytest.mark.rule("esa.5c")
@pytest.mark.parametrize(
    ("order", "moves"), [("move", True), ("rally", False), ("card 4 focus fire", False), ("", False)]
)
def test_a_unit_moves_only_if_its_division_has_a_move_order(order, moves):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        {f"order red: {order}" if order else ""}
    """)
    game.phase("movement")
    assert offered(game) == ({"A"} if moves else set())


@pytest.mark.rule("esa.5d")
def test_a_unit_moves_only_within_its_generals_morale_or_through_its_battle_line():
    game = situation("""
        esa on open ground
        red general Own at 0,0 morale 2
        red pike near at 2,0 facing 0
        red pike far at -3,0 facing 0
        red pike in-line at 3,0 facing 0
        order red: move
    """)
    game.phase("movement")
    assert offered(game) == {"near", "in-line"}  # near and in-line stand side by side, esa.9.13f


@pytest.mark.rule("esa.ex.21")
def test_villequier_moves_his_pikes_but_not_the_musketeers_four_hexes_away():
    game = situation("""
        esa on open ground
        red general Villequier at 0,0 morale 3
        red pike A at 3,0 facing 0
        red pike B at -1,2 facing 0
        red pike C at -3,3 facing 0
        red musketeers M at 0,-4 facing 0
        order red: card 4
    """)
    assert game.state.field.grid.distance(game.unit("M").hex, game.leader("Villequier").hex) == 4
    game.phase("movement")
    assert offered(game) == {"A", "B", "C"}


@pytest.mark.rule("esa.5e")
@pytest.mark.parametrize(
    ("enemy", "moves"),
    [("order: melee", False), ("shaken, order: melee", True), ("order: rally", True)],
)
def test_a_unit_engaged_in_melee_may_not_move(enemy, moves):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: move melee
        blue pike B at 0,-1 facing 3, {enemy}
    """)
    game.phase("movement")
    assert offered(game) == ({"A"} if moves else set())


# Where it may go


@pytest.mark.rule("esa.5f")
@pytest.mark.parametrize("wall", ["red", "blue"])
def test_a_unit_does_not_pass_through_other_units(wall):
    state = "" if wall == "red" else ", shaken"
    game = situation(f"""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, order: move
        {wall} line X at 0,-1 facing 0{state}
        {wall} line Y at 1,-1 facing 0{state}
    """)
    assert (1, -2) not in game.reach("A")  # the way leads through X or Y
    assert (0, -1) not in game.reach("A")


@pytest.mark.rule("esa.5f")
def test_an_ability_lets_open_order_pass_through_friends_but_not_through_enemies():
    game = situation("""
        esa on open ground
        red musketeers A at 0,0 facing 0, order: move
        red line X at 0,-1 facing 0
        red line Y at 1,-1 facing 0
        red line Z at -1,0 facing 0
        blue line E at -1,1 facing 0, shaken
    """)
    assert (1, -2) in game.reach("A")
    assert not {(0, -1), (1, -1), (-1, 1), (-2, 2)} & game.reach("A")


@pytest.mark.rule("esa.5g")
@pytest.mark.parametrize(
    ("order", "enemy", "enters"),
    [("move", "", False), ("move fire", "", False), ("move fire melee", "", True), ("move", ", shaken", True)],
)
def test_next_to_a_fresh_enemy_a_unit_needs_a_move_and_a_melee_order(order, enemy, enters):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 0,-2 facing 3{enemy}
        order red: {order}
    """)
    assert ((0, -1) in game.reach("A")) == enters
    assert (0, 1) in game.reach("A")


@pytest.mark.rule("esa.5h")
@pytest.mark.parametrize("enemy", ["", ", shaken"])
def test_a_unit_stops_as_soon_as_it_is_next_to_an_enemy_even_a_shaken_one(enemy):
    setup = """
        esa on open ground
        impassable 1,0
        red cuirassiers A at 0,0 facing 0
        blue pike B at {} facing 3{}
        order red: move fire melee
    """
    # to 2,-1 the way leads through 1,-1 alone
    assert (2, -1) in situation(setup.format("9,9", "")).reach("A")
    beside = situation(setup.format("2,-2", enemy)).reach("A")
    assert (1, -1) in beside
    assert (2, -1) not in beside


@pytest.mark.rule("esa.5i")
def test_a_unit_makes_one_move_a_turn_and_in_one_go():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        red cuirassiers B at 4,0 facing 0
        order red: move
    """)
    game.phase("movement", "unit unit=A", f"move hex={game.at(0, -1)}")
    choices = [{option.get("unit") for option in one.options} for one in game.asked if one.key == "move-which"]
    assert choices == [{"A", "B", None}, {"B", None}]  # one hex of its two, and it is not asked again
    assert [event.unit for event in game.told(UnitMoved)] == ["A"]


@pytest.mark.rule("esa.5i")
def test_a_focus_on_movement_lets_a_unit_move_twice():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        order red: card 4 focus move
    """)
    game.phase("movement", f"move hex={game.at(0, -2)}", f"move hex={game.at(0, -4)}")
    assert game.where("A") == (0, -4)


@pytest.mark.rule("esa.5j")
def test_a_unit_passes_or_joins_a_lone_friendly_leader_but_does_not_enter_an_enemy_leaders_hex():
    game = situation("""
        esa on open ground
        impassable 1,-1
        red cuirassiers A at 0,0 facing 0
        red general Own at 0,-1 morale 2
        blue pike B at 9,9 facing 0
        blue general Other at 1,0 morale 2
        order red: move fire melee
    """)
    assert {(0, -1), (1, -2)} <= game.reach("A")  # with him, and through him
    assert not {(1, 0), (2, -1), (2, 0)} & game.reach("A")  # neither to the enemy leader nor past him
    game.move("A", 0, -1)
    assert game.state.leader_with(game.unit("A")) is game.leader("Own")


# Movement points


@pytest.mark.rule("esa.5.1a")
@pytest.mark.parametrize(("kind", "pm"), [("pike", 1), ("musketeers", 2), ("cuirassiers", 2), ("arquebusiers", 3)])
def test_a_hex_of_open_ground_costs_one_point_in_any_direction(kind, pm):
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 2
    """)
    grid, here = game.state.field.grid, game.at(0, 0)
    everything = {(q, r) for q in range(-4, 5) for r in range(-4, 5) if 0 < grid.distance(here, game.at(q, r)) <= pm}
    assert game.reach("A") == everything


@pytest.mark.rule("esa.5.1a")
def test_a_move_may_mix_directions_and_use_fewer_points_than_there_are():
    game = situation("""
        esa on open ground
        impassable 1,-1 1,0
        red arquebusiers A at 0,0 facing 0
        order red: move
    """)
    game.move("A", 2, -2)  # around the cliff: three hexes to a place two hexes away
    (moved,) = game.told(UnitMoved)
    assert moved.path == (game.at(0, -1), game.at(1, -2), game.at(2, -2))


@pytest.mark.rule("esa.5.1b")
@pytest.mark.parametrize("facing", range(6))
def test_after_its_move_a_unit_faces_any_vertex(facing):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 5,-9 facing 0
        order red: move
    """)
    game.phase("movement", "unit unit=A", f"move hex={game.at(0, -1)}", f"face facing={facing}")
    assert game.unit("A").facing == facing
    assert game.where("A") == (0, -1)


@pytest.mark.rule("esa.5.1c")
def test_turning_on_the_spot_is_a_move_that_costs_no_points():
    game = situation("""
        esa on open ground
        red heavy-guns G at 9,9 facing 0, division guns
        red pike A at 0,0 facing 0
        order red: move
    """)
    game.phase("movement", "unit unit=A", "turn unit=A", "face facing=3")
    assert [(event.unit, event.facing) for event in game.told(UnitTurned)] == [("A", 3)]
    assert game.where("A") == (0, 0)
    assert offered(game) == {"A"}
    assert asked(game).count("move-which") == 1  # it has moved: not again


@pytest.mark.rule("esa.5.1c")
@pytest.mark.parametrize("line", ["pike A at 0,0, shaken", "pike A at 0,0, paralysed", "pike A at 0,0, moved"])
def test_a_unit_that_may_not_move_may_not_turn(line):
    game = situation(f"""
        esa on open ground
        red {line}
        order red: move
    """)
    game.phase("movement")
    assert offered(game) == set()
    assert game.told(UnitTurned) == []


@pytest.mark.rule("esa.5.1c")
def test_without_a_move_order_nobody_turns():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 3
        blue pike B at 0,-3 facing 3
        order red: rally
    """)
    game.phase("movement")
    assert "face" not in asked(game)
    assert game.unit("A").facing == 3


@pytest.mark.rule("esa.5.1d")
def test_one_hex_may_always_be_entered_whatever_it_costs_but_nothing_more():
    game = situation("""
        esa on open ground
        difficult 0,-1 1,-2 6,-1
        red pike A at 0,0 facing 0
        red swordsmen S at 6,0 facing 0
        red cuirassiers C at 0,3 facing 0
    """)
    assert (0, -1) in game.reach("A")  # 2 PM with 1
    assert (1, -2) not in game.reach("A")
    assert (6, -1) in game.reach("S")
    assert (0, 1) in game.reach("C")
    assert (0, -1) not in game.reach("C")


@pytest.mark.rule("esa.ex.20")
def test_chevaux_legers_have_two_points_and_face_freely_at_the_end():
    game = situation("""
        esa on open ground
        red chevaux-legers A at 0,0 facing 0
        order red: move
    """)
    profile = profiles().units["fr_cp_chevaux_legers"]
    assert (profile.cls, profile.line("first").pm, profile.line("first").turns) == ("CP", 2, 2)
    assert profile.charge
    assert {"cavalry", "counter-charge", "pursue"} <= set(profile.abilities)
    game.phase("movement", "unit unit=A", f"move hex={game.at(2, -2)}", "face facing=3")
    (move,) = [one for one in game.asked if one.key == "move"]
    assert move.about["points"] == 2
    (face,) = [one for one in game.asked if one.key == "face"]
    assert len(face.options) == 6
    assert (game.where("A"), game.unit("A").facing) == ((2, -2), 3)
