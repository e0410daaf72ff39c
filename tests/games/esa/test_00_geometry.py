"""The geometry that the rulebook leaves to its figures: grid, facing, lines of fire, command distance, order."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import in_command
from alfiere.games.esa.events import ChosenAtRandom, ForcedMove
from alfiere.games.esa.fire import has_clear_line, targets
from alfiere.games.esa.forced import withdraw
from alfiere.games.esa.invariants import faults
from alfiere.games.esa.preparation import choose_at_random
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.sectors import sector_hexes
from alfiere.kernel.game import Game
from alfiere.table.hexes import FLANK, FRONT, REAR
from tests.situation import situation

CLOCKWISE = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]  # NE, E, SE, SW, W, NW
ALONE = """
    esa on open ground
    red pike A at 0,0 facing 0
"""


def shot_at(game, shooter):
    return {target.id for target in targets(game.state, game.unit(shooter))}


@pytest.mark.rule("esa.g.1")
def test_hexes_stand_on_a_point_and_their_neighbours_run_clockwise_from_the_north_east():
    game = situation(ALONE)
    around = game.state.field.grid.neighbours[game.at(0, 0)]
    assert around == tuple(game.at(q, r) for q, r in CLOCKWISE)


@pytest.mark.rule("esa.g.2")
def test_a_label_counts_column_and_row_from_the_top_left_and_even_rows_stand_half_a_hex_to_the_right():
    grid = Esa().scenario("lens-1648").field_in(1).grid
    for label in grid.hexes:
        column, row = int(label[:2]), int(label[2:])
        assert grid.axial[label] == (column - 1 - (row - 1) // 2, row - 1)
    # 0402, in an even row, stands between 0401 and 0501 above it; 0403 between 0302 and 0402
    assert (grid.neighbours["0402"][5], grid.neighbours["0402"][0]) == ("0401", "0501")
    assert (grid.neighbours["0403"][5], grid.neighbours["0403"][0]) == ("0302", "0402")


@pytest.mark.rule("esa.g.3")
@pytest.mark.parametrize(
    ("place", "far"),
    [((0, 0), 0), ((1, 0), 1), ((0, -1), 1), ((2, -1), 2), ((2, 1), 3), ((-3, 1), 3), ((-2, -2), 4), ((5, -5), 5)],
)
def test_distance_counts_the_target_hex_and_not_the_origin(place, far):
    game = situation(ALONE)
    grid = game.state.field.grid
    assert grid.distance(game.at(0, 0), game.at(*place)) == far
    assert grid.distance(game.at(*place), game.at(0, 0)) == far


@pytest.mark.rule("esa.g.4", "esa.g.5", "esa.g.6", "esa.g.7")
@pytest.mark.parametrize("facing", range(6))
def test_front_flanks_and_rear_follow_the_vertex_a_unit_faces(facing):
    game = situation(ALONE)
    grid, here = game.state.field.grid, game.at(0, 0)
    around = [game.at(q, r) for q, r in CLOCKWISE]

    def neighbours(*directions):
        return {around[(facing + direction) % 6] for direction in directions}

    assert set(grid.on_side(here, facing, FRONT)) == neighbours(-1, 0)
    assert set(grid.on_side(here, facing, FLANK)) == neighbours(-2, 1)
    assert set(grid.on_side(here, facing, REAR)) == neighbours(2, 3)


@pytest.mark.rule("esa.ex.1")
def test_the_box_of_front_flank_and_rear():
    game = situation(ALONE)
    unit, grid = game.unit("A"), game.state.field.grid
    side = {place: grid.side(unit.hex, unit.facing, game.at(*place)) for place in CLOCKWISE}
    assert side == {
        (0, -1): FRONT,
        (1, -1): FRONT,
        (-1, 0): FLANK,
        (1, 0): FLANK,
        (0, 1): REAR,
        (-1, 1): REAR,
    }


@pytest.mark.rule("esa.g.8")
@pytest.mark.parametrize("facing", range(6))
def test_a_sector_is_counted_in_steps_to_the_front_left_and_the_front_right(facing):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing {facing}
    """)
    (lq, lr), (rq, rr) = CLOCKWISE[(facing - 1) % 6], CLOCKWISE[facing]
    pairs = [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]  # the infantry musket, esa.6.4c
    expected = {game.at(m * lq + n * rq, m * lr + n * rr) for m, n in pairs}
    assert set(sector_hexes(game.state, game.unit("A"))) == expected


# Lines of fire


@pytest.mark.rule("esa.g.9")
def test_a_hex_crossed_blocks_and_a_hex_touched_at_a_corner_does_not():
    setup = """
        esa on open ground
        red heavy-guns G at 0,0 facing 0
        blue pike T at 4,-5 facing 3
        {}
    """
    # the line to 4,-5 touches 1,-2 and 3,-3 in one corner each; it passes through 1,-1
    assert shot_at(situation(setup.format("wood 1,-2 3,-3")), "G") == {"T"}
    assert shot_at(situation(setup.format("wood 1,-1")), "G") == set()


@pytest.mark.rule("esa.g.9")
def test_the_hexes_at_both_ends_of_a_line_never_block():
    game = situation("""
        esa on open ground
        wood 0,0 2,-2
        red musketeers A at 0,0 facing 0
        blue musketeers B at 2,-2 facing 3
    """)
    assert shot_at(game, "A") == {"B"}


@pytest.mark.rule("esa.g.10")
@pytest.mark.parametrize(("woods", "seen"), [("0,-1", True), ("1,-1", True), ("0,-1 1,-1", False)])
def test_along_a_side_the_line_passes_unless_both_hexes_block(woods, seen):
    game = situation(f"""
        esa on open ground
        wood {woods}
        red pike A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert shot_at(game, "A") == ({"B"} if seen else set())


@pytest.mark.rule("esa.g.11")
@pytest.mark.parametrize(
    "between", ["red line X at 0,-1 facing 0", "blue line X at 0,-1 facing 3, shaken", "red line X at 0,-1, shaken"]
)
def test_any_unit_in_the_way_blocks_like_a_wood(between):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 0,-2 facing 3
        {between}
    """)
    assert "B" not in shot_at(game, "A")


@pytest.mark.rule("esa.g.11")
def test_beside_the_line_a_unit_blocks_only_together_with_what_is_on_the_other_hand():
    setup = """
        esa on open ground
        {}
        red pike A at 0,0 facing 0
        red line X at 0,-1 facing 0
        blue pike B at 1,-2 facing 3
    """
    assert shot_at(situation(setup.format("")), "A") == {"B"}
    assert shot_at(situation(setup.format("wood 1,-1")), "A") == set()


@pytest.mark.rule("esa.g.11")
def test_a_lone_leader_does_not_block():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red general Own at 0,-1 morale 2
        blue pike B at 0,-2 facing 3
    """)
    assert has_clear_line(game.state, game.at(0, 0), game.at(0, -2))
    assert shot_at(game, "A") == {"B"}


# Command distance and the edge


@pytest.mark.rule("esa.g.12")
def test_orders_go_around_impassable_hexes():
    setup = """
        esa on open ground
        {}
        red general Villequier at 0,0 morale 3
        red pike A at 2,0 facing 0
    """
    river = "river 1,-2 1,-1 1,0 1,1 0,2"
    assert in_command((game := situation(setup.format(""))).state, game.unit("A"))
    game = situation(setup.format(river))
    assert game.state.field.command_distance(game.at(0, 0), game.at(2, 0)) == 7  # by 0,-1 0,-2 1,-3 2,-3 2,-2 2,-1
    assert not in_command(game.state, game.unit("A"))


@pytest.mark.rule("esa.g.12")
def test_where_no_way_leads_the_distance_is_infinite_and_units_do_not_lengthen_it():
    game = situation("""
        esa on open ground
        impassable 1,-1 1,0 0,1 -1,1 -1,0 0,-1
        red general Cut-off at 0,0 morale 9
        red pike A at 2,0 facing 0
        red pike B at 5,5 facing 0
        blue pike X at 5,4 facing 0
        red line Y at 6,4 facing 0
    """)
    assert not in_command(game.state, game.unit("A"))
    assert game.state.field.command_distance(game.at(5, 5), game.at(5, 3)) == 2  # straight through X


@pytest.mark.rule("esa.g.13")
def test_nobody_leaves_the_map_and_a_withdrawal_over_the_edge_costs_a_loss():
    game = situation("""
        esa on open ground
        red cuirassiers A at 4,-20 facing 0
        red general Own at 7,-20 morale 2
        blue pike B at 3,-18 facing 0
        blue general Other at 7,-18 morale 2
    """)
    assert all(r >= -20 for _, r in game.reach("A"))
    game.run(lambda g: withdraw(g, g.state.units["A"], game.at(3, -18), "esa.7.1i", from_losses=False))
    (move,) = game.told(ForcedMove)
    assert (move.path, move.outcome) == ((), "hindered")
    assert game.where("A") == (4, -20)
    assert game.unit("A").strength == 2
    game.phase("movement")
    moved = [one.args["hex"] for decision in game.asked for one in decision.options if one.key == "leader"]
    assert moved
    assert set(moved) <= set(game.state.field.grid.hexes)


# Chance and order


@pytest.mark.rule("esa.g.14")
def test_chance_turns_over_both_top_cards_until_one_is_lower():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 5,5 facing 0
        cards red 5 9 blue 5 2
    """)
    winner = []

    def choose(g):
        winner.append(choose_at_random(g))
        return
        yield

    before = {seat: list(army.deck.top) for seat, army in game.state.armies.items()}
    game.run(choose)
    assert winner == ["blue"]
    (chosen,) = game.told(ChosenAtRandom)
    assert (chosen.red, chosen.blue) == (9, 2)
    for seat, army in game.state.armies.items():
        assert army.deck.top == []
        assert sorted(army.discard) == sorted(before[seat])


@pytest.mark.rule("esa.g.15")
@pytest.mark.parametrize(("shooter", "target"), [("A", "B"), ("B", "A")])
def test_when_both_must_move_the_inactive_player_goes_first(shooter, target):
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0, lost 1
        blue line B at 0,-2 facing 3, lost 1
        cards red 1 1 1 blue 1 1 1
    """)
    game.shoot(shooter, target, "fire")
    assert [move.unit for move in game.told(ForcedMove)] == [target, shooter]


@pytest.mark.rule("esa.g.15")
@pytest.mark.parametrize(("initiative", "order"), [("red", ["blue", "red"]), ("blue", ["red", "blue"])])
def test_outside_the_actions_the_player_without_the_initiative_goes_first(initiative, order):
    game = situation(f"""
        esa on open ground
        red commander R at 0,5 morale 2, leads first
        red line A at 0,0 facing 0, shaken, division first
        red line C at 3,0 facing 0, division other
        blue commander B at 9,5 morale 2, leads second
        blue line D at 9,0 facing 0, shaken, division second
        blue line E at 6,0 facing 0, division another
        initiative {initiative}
    """)
    game.turn_phase("end")
    assert [decision.seat for decision in game.asked if decision.key == "successor"] == order


@pytest.mark.rule("esa.g.16")
def test_a_hex_holds_one_unit_and_one_leader_of_the_same_side():
    game = situation("""
        esa on open ground
        red arquebusiers A at 0,0 facing 0
        red general Own at -1,0 morale 2
        red commander Chief at 0,1 morale 2
        red pike F at 1,0 facing 0
        blue pike E at 0,-1 facing 3, shaken
        blue general Other at 1,-1 morale 2
        order red: move melee
    """)
    reach = game.reach("A")
    assert (1, 0) not in reach  # a friend stands there
    assert (0, -1) not in reach  # an enemy
    assert (1, -1) not in reach  # an enemy leader
    assert (-1, 0) in reach  # a friendly leader alone
    game.phase("movement", "unit unit=A", f"move hex={game.at(-1, 0)}")
    places = [
        option.args["hex"]
        for decision in game.asked
        if decision.key == "move-leader" and decision.about["leader"] == "Chief"
        for option in decision.options
    ]
    assert game.leader("Own").hex == game.unit("A").hex == game.at(-1, 0)
    assert game.at(-1, 0) not in places  # a leader stands there already
    assert game.at(1, 0) in places  # but with another friendly unit he may


@pytest.mark.rule("esa.g.16")
def test_a_leader_in_the_hex_of_a_friendly_unit_is_attached_to_it():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red general Own at 1,0 morale 2
    """)
    view = game.rules.view(game.state, "red")
    assert next(one for one in view["pieces"] if one["id"] == "Own")["attached"] is None
    assert game.state.leader_with(game.unit("A")) is None
    game.move("A", 1, 0)
    view = game.rules.view(game.state, "red")
    assert next(one for one in view["pieces"] if one["id"] == "Own")["attached"] == "A"
    assert game.state.leader_with(game.unit("A")) is game.leader("Own")


@pytest.mark.rule("esa.1.3d", "esa.g.16")
def test_in_the_course_of_a_battle_every_piece_stands_in_exactly_one_hex_of_its_own():
    game = Game(Esa(), Esa().scenario("lens-1648"), "one-hex", keep_marks=False)
    number = 0
    while game.decision is not None and number < 400:
        game.answer(game.decision.seat, number * 7919 % len(game.decision.options))
        number += 1
        assert faults(game.state) == []
    grid = game.state.field.grid
    standing = [unit.hex for unit in game.state.units.values() if unit.strength]
    assert len(standing) == len(set(standing)) > 8
    assert all(label in grid for label in standing)
