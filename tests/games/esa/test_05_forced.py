"""Chapters 5.3 and 5.3.1: movements the enemy forces on a unit, and the step back."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ForcedMove, LeaderMoved, LossesTaken, UnitEliminated, UnitShaken
from alfiere.games.esa.forced import step_back, step_backs, withdraw
from tests.games.esa.lines import CENTRE
from tests.situation import situation


def force_back(game, name, threat, *answers):
    """A step back from a place."""
    return game.run(lambda g: step_back(g, g.state.units[name], game.at(*threat), "esa.7.1f"), *answers)


def force_away(game, name, threat, *answers, from_losses=False):
    """A withdrawal from a place."""
    return game.run(
        lambda g: withdraw(g, g.state.units[name], game.at(*threat), "esa.7.1i", from_losses=from_losses), *answers
    )


def places(game, path):
    axial = game.state.field.grid.axial
    return [(axial[h][0] - CENTRE[0], axial[h][1] - CENTRE[1]) for h in path]


def steps(game, name, threat):
    """Where a unit may step back to."""
    ways = step_backs(game.state, game.unit(name), game.at(*threat))
    return {places(game, way.path)[0]: way.outcome for way in ways if way.path}


@pytest.mark.rule("esa.5.3a")
def test_the_enemy_forces_a_unit_back_without_any_order():
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0, lost 1, armour 0|0
        blue line B at 0,-2 facing 3
        cards blue 1 9 9
    """)
    game.shoot("B", "A", "none")  # neither side has a card; the second loss of the turn drives A back
    (move,) = game.told(ForcedMove)
    assert (move.unit, move.kind, move.outcome) == ("A", "withdraw", "complete")
    assert game.where("A") != (0, 0)


@pytest.mark.rule("esa.5.3b")
@pytest.mark.parametrize(("enemy", "lives"), [("", False), (", shaken", True)])
def test_a_unit_forced_next_to_a_fresh_enemy_is_eliminated(enemy, lives):
    game = situation(f"""
        esa on open ground
        impassable -1,1 1,0
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
        blue line C at 0,2 facing 0{enemy}
    """)
    force_back(game, "A", (0, -1))
    assert game.where("A") == ((0, 1) if lives else None)
    assert [event.rules for event in game.told(UnitEliminated)] == ([] if lives else [("esa.5.3b",)])


@pytest.mark.rule("esa.5.3b2")
def test_a_deadly_hex_is_a_way_like_any_other_and_the_owner_chooses():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
        blue line C at 2,0 facing 0
    """)
    assert steps(game, "A", (0, -1)) == {(1, 0): "destroyed", (0, 1): "complete", (-1, 1): "complete"}
    force_back(game, "A", (0, -1), f"step-back hex={game.at(-1, 1)}")
    assert game.where("A") == (-1, 1)


@pytest.mark.rule("esa.5.3b2")
def test_if_only_the_deadly_hex_is_left_the_unit_must_take_it():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red line F at -1,1 facing 0
        blue pike B at 0,-1 facing 3
        blue line C at 2,0 facing 0
        wood 0,1
    """)
    force_back(game, "A", (0, -1))
    assert game.asked == []
    assert game.where("A") is None


@pytest.mark.rule("esa.5.3c")
@pytest.mark.parametrize("hindrance", ["wood 1,0 0,1 -1,1", "impassable 1,0 0,1 -1,1"])
def test_who_cannot_complete_a_forced_movement_takes_one_more_loss(hindrance):
    game = situation(f"""
        esa on open ground
        {hindrance}
        red pike A at 0,0 facing 0, lost 0, strength 4
        blue pike B at 0,-1 facing 3
    """)
    force_back(game, "A", (0, -1))
    assert game.where("A") == (0, 0)
    assert (game.unit("A").strength, game.unit("A").lost) == (3, 1)


@pytest.mark.rule("esa.5.3c")
def test_the_loss_comes_on_top_of_those_that_caused_the_movement():
    game = situation("""
        esa on open ground
        impassable 1,0 0,1 -1,1
        red pike A at 0,0 facing 0, armour 0|0
        blue line B at 0,-1 facing 3, strength 3, melee 0
        cards red 9 9 9 9 9 9 blue 1 9 9 9 9 9
    """)
    game.fight("B", "A", "fight")
    assert [event.losses for event in game.told(LossesTaken) if event.unit == "A"] == [1, 1]
    assert game.unit("A").strength == 2


@pytest.mark.rule("esa.5.3d")
def test_friends_in_the_way_stop_a_unit_without_a_loss():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        red line F1 at 0,3 facing 0
        red line F2 at -1,3 facing 0
        red line F3 at 1,2 facing 0
        blue pike B at 1,-2 facing 3
    """)
    force_away(game, "A", (1, -2), f"withdraw hex={game.at(0, 2)}")
    (move,) = game.told(ForcedMove)
    assert places(game, move.path) == [(0, 1), (0, 2)]  # the last free hex
    assert move.outcome == "halted"
    assert game.unit("A").strength == 3


@pytest.mark.rule("esa.5.3d2")
def test_open_order_passes_friends_and_ends_in_a_free_hex():
    setup = """
        esa on open ground
        impassable -1,1
        red musketeers A at 0,0 facing 0
        red line F1 at 0,1 facing 0
        {}
        blue pike B at 1,-2 facing 3
    """
    game = situation(setup.format(""))
    force_away(game, "A", (1, -2))
    assert game.where("A") == (0, 3)  # three hexes, the friend's counts as one
    game = situation(setup.format("red line F3 at 0,3 facing 0"))
    force_away(game, "A", (1, -2))
    assert game.where("A") == (0, 2)  # the last one is taken
    assert game.told(ForcedMove)[0].outcome == "halted"
    assert game.unit("A").strength == 3


@pytest.mark.rule("esa.5.3d3")
@pytest.mark.parametrize(("free_of_friends", "loss"), [("red line F at 0,1 facing 0", 0), ("impassable 0,1", 1)])
def test_one_hex_closed_by_a_friend_alone_is_enough_to_spare_the_loss(free_of_friends, loss):
    for force in (force_back, force_away):
        game = situation(f"""
            esa on open ground
            wood -1,1 1,0
            {free_of_friends}
            red pike A at 0,0 facing 0
            blue pike B at 0,-1 facing 3
        """)
        force(game, "A", (0, -1))
        assert game.where("A") == (0, 0)
        assert game.unit("A").profile.strength - game.unit("A").strength == loss


@pytest.mark.rule("esa.5.3d3")
@pytest.mark.parametrize(("aside", "loss"), [("red line F at -1,2 facing 0", 0), ("impassable -1,2", 1)])
def test_a_friend_in_the_hex_it_would_have_turned_to_spares_the_loss_too(aside, loss):
    game = situation(f"""
        esa on open ground
        impassable -1,1
        wood 0,2
        {aside}
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    force_away(game, "A", (1, -2))  # 0,1, then straight on a wood, and 1,1 leads no farther away
    assert game.where("A") == (0, 1)
    assert 3 - game.unit("A").strength == loss


@pytest.mark.rule("esa.5.3d3")
def test_a_friend_on_closed_ground_is_no_excuse():
    game = situation("""
        esa on open ground
        wood -1,1 1,0 0,1
        red musketeers F at 0,1 facing 0
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
    """)
    force_back(game, "A", (0, -1))
    assert game.unit("A").strength == 3


@pytest.mark.rule("esa.5.3e")
def test_a_lone_general_met_on_the_way_is_attached_and_goes_along():
    game = situation("""
        esa on open ground
        impassable -1,1
        red cuirassiers A at 0,0 facing 0
        red general Own at 0,2 morale 2
        blue pike B at 1,-2 facing 3
    """)
    force_away(game, "A", (1, -2))
    assert game.where("A") == game.where("Own") == (0, 4)


@pytest.mark.rule("esa.5.3e")
def test_a_character_is_passed_by_unless_the_unit_ends_with_him():
    setup = """
        esa on open ground
        impassable -1,1
        red cuirassiers A at 0,0 facing 0
        red character Guide at {} melee 1
        blue pike B at 1,-2 facing 3
    """
    game = situation(setup.format("0,2"))
    force_away(game, "A", (1, -2))
    assert (game.where("A"), game.where("Guide")) == ((0, 4), (0, 2))
    game = situation(setup.format("0,4"))
    force_away(game, "A", (1, -2))
    assert game.state.leader_with(game.unit("A")) is game.leader("Guide")


@pytest.mark.rule("esa.5.3e2")
def test_a_unit_with_a_leader_passes_a_second_one_and_moves_him_aside_where_it_ends():
    setup = """
        esa on open ground
        impassable -1,1
        red cuirassiers A at 0,0 facing 0
        red commander Chief at 0,0 morale 2
        red general Own at {} morale 2
        blue pike B at 1,-2 facing 3
    """
    game = situation(setup.format("0,2"))
    force_away(game, "A", (1, -2))
    assert game.where("A") == game.where("Chief") == (0, 4)
    assert game.where("Own") == (0, 2)
    game = situation(setup.format("0,4"))
    force_away(game, "A", (1, -2), f"leader leader=Own hex={game.at(0, 6)}")
    assert game.where("A") == game.where("Chief") == (0, 4)
    assert game.where("Own") == (0, 6)
    assert [event.leader for event in game.told(LeaderMoved)] == ["Own"]


@pytest.mark.rule("esa.5.3f")
def test_every_hex_of_the_way_is_looked_at_not_only_the_last():
    game = situation("""
        esa on open ground
        impassable -1,1
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
        blue pike C at 2,0 facing 3
    """)
    # the way goes 0,1 0,2 0,3 0,4; C stands next to 1,1 and 1,0 but to none of them
    force_away(game, "A", (1, -2))
    assert game.where("A") == (0, 4)
    game = situation("""
        esa on open ground
        impassable -1,1
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
        blue pike C at 1,1 facing 3
    """)
    force_away(game, "A", (1, -2))  # now C stands next to 0,1 and 0,2, far from 0,4
    assert game.where("A") is None


@pytest.mark.rule("esa.5.3f")
def test_an_enemy_beside_the_start_matters_only_in_another_hex_beside_him():
    setup = """
        esa on open ground
        impassable {}
        red pike A at 0,0 facing 0
        blue pike B at 1,-1 facing 3
        blue pike C at -1,0 facing 3
    """
    game = situation(setup.format("1,0 -1,1"))
    force_back(game, "A", (1, -1))  # to 0,1: C was beside it before, and is not beside 0,1
    assert game.where("A") == (0, 1)
    game = situation(setup.format("1,0 0,1"))
    force_back(game, "A", (1, -1))  # to -1,1: again next to C
    assert game.where("A") is None


@pytest.mark.rule("esa.5.3g")
@pytest.mark.parametrize(("attacker", "defender"), [("A", "B"), ("B", "A")])
def test_forced_movements_of_one_combat_begin_with_the_inactive_side(attacker, defender):
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0, armour 0|0, strength 3
        blue line B at 0,-1 facing 3, armour 0|0, strength 3
        cards red 1 9 9 9 9 blue 1 9 9 9 9
    """)
    game.fight(attacker, defender, "fight")
    assert [move.unit for move in game.told(ForcedMove)] == [defender, attacker]


@pytest.mark.rule("esa.5.3g")
def test_each_movement_sees_the_places_the_one_before_has_left():
    game = situation("""
        esa on open ground
        red line M at 0,1 facing 0, armour 0|0, order: melee
        red musketeers H at -1,1 facing 0
        blue line E at 0,0 facing 3
        cards red 9 9 9 9 9 9 blue 1 9 9 9 9
    """)
    game.fight("M", "E", "fight", f"step-back hex={game.at(-1, 2)}")
    assert [move.unit for move in game.told(ForcedMove)] == ["M", "H"]
    (choice,) = [one for one in game.asked if one.key == "step-back" and one.about["unit"] == "H"]
    # M stands in -1,2 now, so H has two ways left of three
    assert {option["hex"] for option in choice.options} == {game.at(-2, 2), game.at(-2, 1)}


@pytest.mark.rule("esa.5.3h")
def test_a_paralysed_unit_makes_its_forced_movements():
    for force, far in ((force_back, 2), (force_away, 3)):
        game = situation("""
            esa on open ground
            red pike A at 0,0 facing 2, paralysed
            blue pike B at 0,-1 facing 3
        """)
        force(game, "A", (0, -1))
        distance = game.state.field.grid.distance(game.unit("A").hex, game.at(0, -1))
        assert (distance, game.unit("A").facing, game.unit("A").is_paralysed) == (far, 2, True)


@pytest.mark.rule("esa.5.3h2", "esa.5.3h4", "esa.5.3h3")
@pytest.mark.parametrize(
    ("guns", "state", "far"),
    [
        ("guns", "", 1),
        ("heavy-guns", "", 0),
        ("guns", ", in tow", 2),
        ("heavy-guns", ", in tow", 1),
    ],
)
def test_guns_withdraw_their_own_points_and_stay_as_they_are(guns, state, far):
    game = situation(f"""
        esa on open ground
        red {guns} G at 0,0 facing 2{state}
        blue pike B at 0,-2 facing 3
    """)
    before = game.unit("G").values
    force_away(game, "G", (0, -2))
    (move,) = game.told(ForcedMove)
    assert (len(move.path), move.outcome) == (far, "complete")
    assert game.unit("G").values is before  # in battery or in tow, as it was
    assert game.unit("G").facing == 2
    assert game.unit("G").strength == 3


@pytest.mark.rule("esa.5.3i")
def test_the_loss_of_an_uncompleted_movement_knows_no_armour_and_may_shake():
    setup = """
        esa on open ground
        impassable 1,0 0,1 -1,1
        red pike A at 0,0 facing 0, armour 3|3, lost {}, strength 3
        blue pike B at 0,-1 facing 3
        {}
    """
    game = situation(setup.format(0, ""))
    force_back(game, "A", (0, -1))
    assert (game.unit("A").strength, game.unit("A").lost) == (2, 1)
    assert not game.unit("A").is_shaken
    game = situation(setup.format(1, ""))  # the second loss of its turn
    force_back(game, "A", (0, -1))
    assert game.unit("A").is_shaken
    assert [event.rules for event in game.told(UnitShaken)] == [("esa.5.3i",)]
    assert len(game.told(ForcedMove)) == 1  # and no second movement comes of it
    game = situation(setup.format(1, "red line F at -1,0 facing 0\n red line G at 1,-1 facing 0"))
    force_back(game, "A", (0, -1))  # two friends beside it: supported
    assert not game.unit("A").is_shaken


@pytest.mark.rule("esa.5.3i")
def test_the_loss_of_an_uncompleted_movement_may_end_a_unit():
    game = situation("""
        esa on open ground
        impassable 1,0 0,1 -1,1
        red pike A at 0,0 facing 0, strength 1
        blue pike B at 0,-1 facing 3
    """)
    force_back(game, "A", (0, -1))
    assert game.where("A") is None
    assert [event.unit for event in game.told(UnitEliminated)] == ["A"]


# Stepping back


@pytest.mark.rule("esa.5.3.1a")
def test_a_step_back_is_one_hex_away_with_the_same_facing():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 5, armour 0|0
        blue line B at 0,-1 facing 3
        cards blue 1 9 9 9 9 red 9 9 9 9 9 9 9 9
    """)
    game.fight("B", "A", "fight")
    (move,) = game.told(ForcedMove)
    assert (move.unit, move.kind, len(move.path)) == ("A", "step-back", 1)
    assert game.state.field.grid.distance(game.unit("A").hex, game.unit("B").hex) == 2
    assert game.unit("A").facing == 5


@pytest.mark.rule("esa.5.3.1b")
def test_away_is_every_hex_one_farther_from_the_enemy_and_the_owner_chooses():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 1,-1 facing 3
    """)
    assert set(steps(game, "A", (1, -1))) == {(-1, 0), (-1, 1), (0, 1)}
    force_back(game, "A", (1, -1), f"step-back hex={game.at(-1, 0)}")
    (choice,) = game.asked
    assert (choice.seat, len(choice.options)) == ("red", 3)
    assert game.where("A") == (-1, 0)


@pytest.mark.rule("esa.5.3.1c")
def test_a_step_back_minds_closed_ground_the_edge_and_enemies_but_neither_cost_nor_stops():
    game = situation("""
        esa on open ground
        wood -1,1
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
        blue line C at 1,0 facing 0, shaken
        hedge 0,1
        difficult 0,1
    """)
    # -1,1 is a wood, in 1,0 stands an enemy; 0,1 costs 2 PM and lies behind a hedge
    assert steps(game, "A", (0, -1)) == {(0, 1): "complete"}
    game = situation("""
        esa on open ground
        wood -1,1 0,1
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
        blue line C at 1,0 facing 0, shaken
    """)
    force_back(game, "A", (0, -1))
    assert (game.where("A"), game.unit("A").strength) == ((0, 0), 3)
    game = situation("""
        esa on open ground
        red pike A at 4,-20 facing 0
        blue pike B at 3,-18 facing 3
    """)
    force_back(game, "A", (3, -18))  # only the edge of the map lies farther
    assert (game.where("A"), game.unit("A").strength) == ((4, -20), 3)
