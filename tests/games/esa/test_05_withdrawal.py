"""Chapter 5.3.2, withdrawing: how far, how straight, from whom, and when it is left to the owner."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ForcedMove, UnitChanged
from alfiere.games.esa.forced import withdraw, withdrawals
from tests.games.esa.lines import CENTRE
from tests.situation import situation


def force_away(game, name, threat, *answers, from_losses=False):
    """A withdrawal from a place."""
    return game.run(
        lambda g: withdraw(g, g.state.units[name], game.at(*threat), "esa.7.1i", from_losses=from_losses), *answers
    )


def ways(game, name, threat, **more):
    """Where a withdrawal may end, and how."""
    axial = game.state.field.grid.axial
    found = {}
    for way in withdrawals(game.state, game.unit(name), game.at(*threat), **more):
        end = way.path[-1] if way.path else game.unit(name).hex
        found[axial[end][0] - CENTRE[0], axial[end][1] - CENTRE[1]] = way.outcome
    return found


@pytest.mark.rule("esa.5.3.2a")
@pytest.mark.parametrize(
    ("kind", "far"), [("pike", 2), ("musketeers", 3), ("tercio", 2), ("cuirassiers", 4), ("arquebusiers", 5)]
)
def test_a_unit_withdraws_all_its_points_and_one_more_on_foot_or_two_on_horse(kind, far):
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 2
        blue pike B at 1,-2 facing 3
    """)
    force_away(game, "A", (1, -2), f"withdraw hex={game.at(0, far)}")
    assert game.where("A") == (0, far)
    assert game.unit("A").facing == 2
    assert game.told(ForcedMove)[0].outcome == "complete"


@pytest.mark.rule("esa.ex.22")
def test_grey_pikes_shaken_by_fire_withdraw_two_hexes_to_one_of_two_places():
    setup = """
        esa on open ground
        red pike grey at 0,0 facing 0, lost 1, armour 0|0
        blue line yellow at 1,-2 facing 3
        cards blue 1 9 9
    """
    game = situation(setup)
    game.shoot("yellow", "grey", "none")
    (choice,) = [one for one in game.asked if one.key == "withdraw"]
    assert {option["hex"] for option in choice.options} == {game.at(0, 2), game.at(-2, 2)}
    for end in ((0, 2), (-2, 2)):
        game = situation(setup)
        game.shoot("yellow", "grey", "none", f"withdraw hex={game.at(*end)}")
        unit = game.unit("grey")
        assert (game.where("grey"), unit.is_shaken, unit.facing, unit.lost) == (end, True, 0, 2)


@pytest.mark.rule("esa.ex.23")
def test_driven_against_a_wood_the_grey_pikes_move_one_hex_and_lose_one_more():
    setup = """
        esa on open ground
        wood 2,-2 2,-1 2,0
        red pike grey at 0,0 facing 5, lost 1, armour 0|0
        blue line azure at -2,1 facing 1
        cards blue 1 9 9
    """
    game = situation(setup)
    assert ways(game, "grey", (-2, 1)) == {(1, -1): "hindered", (1, 0): "hindered"}
    for end in ((1, -1), (1, 0)):
        game = situation(setup)
        game.shoot("azure", "grey", f"withdraw hex={game.at(*end)}")
        assert game.where("grey") == end
        assert (game.unit("grey").strength, game.unit("grey").lost) == (2, 3)


# The limits of terrain


@pytest.mark.rule("esa.5.3.2b")
@pytest.mark.parametrize("ground", ["difficult 0,2", "hedge 0,2", "wood 0,2", "river 0,2", "area 0,2"])
def test_what_stops_a_march_stops_a_withdrawal_and_counts_as_not_completed(ground):
    game = situation(f"""
        esa on open ground
        impassable -1,1 -1,2 1,1
        {ground}
        red pike A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert ways(game, "A", (1, -2)) == {(0, 1): "hindered"}
    force_away(game, "A", (1, -2))
    assert game.unit("A").strength == 3


@pytest.mark.rule("esa.5.3.2b")
def test_rough_ground_entered_first_costs_its_price():
    game = situation("""
        esa on open ground
        impassable -1,1
        difficult 0,1 0,2 0,3
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert ways(game, "A", (1, -2)) == {(0, 2): "complete"}  # four points, two hexes of 2 PM


@pytest.mark.rule("esa.5.3.2k")
def test_points_that_do_not_suffice_for_the_next_hex_are_lost_without_a_price():
    game = situation("""
        esa on open ground
        impassable -1,1
        difficult 0,0 0,1 0,2
        red highlanders A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert game.unit("A").values.pm + 1 == 3
    force_away(game, "A", (1, -2))  # one hex of 2 PM, and the third point is too little for another
    assert (game.where("A"), game.unit("A").strength) == ((0, 1), game.unit("A").profile.strength)
    assert game.told(ForcedMove)[0].outcome == "complete"


# Straight as far as possible


@pytest.mark.rule("esa.5.3.2c")
def test_the_first_direction_is_kept_while_it_can_be():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert ways(game, "A", (1, -2)) == {(0, 4): "complete", (-4, 4): "complete"}  # no zigzag between them


@pytest.mark.rule("esa.5.3.2c")
def test_where_the_way_is_closed_the_unit_turns_by_sixty_degrees_and_goes_on_so():
    game = situation("""
        esa on open ground
        impassable -1,1 0,2
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    # 0,1 first, then 0,2 is closed: to the one hand the way leads on, 1,1 on the other is no farther from B
    assert ways(game, "A", (1, -2)) == {(-3, 4): "complete"}
    (way,) = withdrawals(game.state, game.unit("A"), game.at(1, -2))
    assert list(way.path) == [game.at(0, 1), game.at(-1, 2), game.at(-2, 3), game.at(-3, 4)]


@pytest.mark.rule("esa.5.3.2c")
def test_a_turn_never_leads_sideways_or_back():
    game = situation("""
        esa on open ground
        impassable -1,1 0,2 -1,2
        red cuirassiers A at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert ways(game, "A", (1, -2)) == {(0, 1): "hindered"}  # 1,1 lies no farther from B


@pytest.mark.rule("esa.5.3.2c")
def test_the_first_step_goes_in_any_open_direction_that_leads_away():
    game = situation("""
        esa on open ground
        wood 0,1
        red pike A at 0,0 facing 0
        blue pike B at 0,-1 facing 3
    """)
    # straight behind lies a wood; the two directions beside it lead away as well
    assert set(ways(game, "A", (0, -1))) == {(2, 0), (-2, 2)}


# From whom


@pytest.mark.rule("esa.5.3.2d")
def test_the_threat_of_a_volley_is_the_unit_that_fired():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, lost 1, armour 0|0
        blue line near at 2,0 facing 0, shaken
        blue line shooter at -2,2 facing 0, fire 2
        cards blue 1 9 9 9 9
    """)
    game.shoot("shooter", "A", f"withdraw hex={game.at(2, -2)}")
    assert game.where("A") == (2, -2)  # straight away from the shooter, past the other


@pytest.mark.rule("esa.5.3.2d")
@pytest.mark.parametrize(("main", "away"), [("B", [(0, 1), (-1, 1), (1, 0)]), ("C", [(0, 1), (-1, 1), (-1, 0)])])
def test_the_threat_of_a_melee_is_the_main_unit_of_the_enemy(main, away):
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0, armour 2|2
        blue line B at 0,-1 facing 3, melee 0, strength 3, order: melee
        blue line C at 1,-1 facing 3, melee 0, strength 3
        cards blue 1 1 1 9 9 9 red 9 9 9 9 9 9 9 9
    """)
    game.fight("B", "A", "fight", f"main unit={main}")
    (choice,) = [one for one in game.asked if one.key == "step-back"]
    assert {option["hex"] for option in choice.options} == {game.at(*place) for place in away}


@pytest.mark.rule("esa.5.3.2d")
@pytest.mark.parametrize(("attacks_too", "deadly"), [(False, (1, 0)), (True, (-1, 0))])
def test_cavalry_leaves_the_enemy_it_fought_last(attacks_too, deadly):
    game = situation(f"""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, armour 0|3
        blue tercio B at 0,-1 facing 3, armour 3|3
        blue tercio C at 1,-1 facing 3, armour 3|3, division other
        order red: card 4
        {"order other: card 5" if attacks_too else ""}
        cards red 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "attack unit=A target=B", "fight unit=B", "none", f"withdraw hex={game.at(0, 4)}")
    (choice,) = [one for one in game.asked if one.key == "withdraw"]
    # away from B the first step may lead to 1,0, beside C; away from C, who struck later, to -1,0, beside B
    ends = {option["hex"]: option["ends"] for option in choice.options}
    assert ends == {game.at(0, 4): "complete", game.at(-4, 4): "complete", game.at(*deadly): "destroyed"}
    assert game.where("A") == (0, 4)


# Left to the owner

CAUSE = """
    esa on open ground
    {}
    red line A at 0,0 facing 0, lost 1, armour 0|0
    {}
    blue walloons B at 1,-2 facing 3, fire 2
    cards blue 1 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.5.3.2e", "esa.5.3.2f", "esa.5.3.2g")
@pytest.mark.parametrize(
    ("ground", "friends", "free"),
    [
        ("", "red line F at -1,0 facing 0\n red line G at 1,0 facing 0", True),
        ("", "red general Own at 0,0 morale 0", True),
        ("area 0,0 protection 0|0", "", True),
        ("", "red line F at -1,0 facing 0", False),
        ("", "red character Guide at 0,0", False),
    ],
)
def test_supported_led_or_in_an_area_a_unit_withdraws_only_if_its_owner_wishes(ground, friends, free):
    for answer, stays in (("stand", True), ("withdraw", False)):
        game = situation(CAUSE.format(ground, friends))
        if free:
            game.shoot("B", "A", "none", answer)
            assert (game.where("A") == (0, 0)) == stays
            assert not game.unit("A").is_shaken
        else:
            game.shoot("B", "A", "none")
            assert "may-withdraw" not in [one.key for one in game.asked]
            assert game.where("A") != (0, 0)
            assert game.unit("A").is_shaken


@pytest.mark.rule("esa.5.3.2f")
def test_a_unit_that_meets_a_general_on_the_way_may_stop_with_him():
    game = situation(CAUSE.format("impassable -1,1", "red general Own at 0,1 morale 0"))
    assert ways(game, "A", (1, -2), may_stop_at_general=True) == {(0, 1): "complete", (0, 2): "complete"}
    game.shoot("B", "A", "none", f"withdraw hex={game.at(0, 1)}")
    assert game.where("A") == game.where("Own") == (0, 1)
    assert game.unit("A").lost == 2  # no more than the volley


@pytest.mark.rule("esa.5.3.2h")
def test_a_shaken_unit_has_no_choice_whoever_supports_it():
    game = situation("""
        esa on open ground
        impassable -1,1
        red line A at 0,0 facing 0, shaken, armour 0|0
        red line F at -1,0 facing 0
        red line G at 1,0 facing 0
        red general Own at 0,1 morale 0
        blue walloons B at 1,-2 facing 3
        cards blue 9 9 9 9 9
    """)
    game.shoot("B", "A")
    assert game.asked == []  # neither to stay nor to stop with the general
    assert game.where("A") == (0, 2)


@pytest.mark.rule("esa.5.3.2h")
def test_cavalry_at_the_end_of_the_melee_has_no_choice_whoever_supports_it():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, armour 0|3, order: melee
        red line F at -1,0 facing 0, division other
        red line G at 1,0 facing 0, division other
        blue tercio B at 0,-1 facing 3, armour 3|3
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    assert "may-withdraw" not in [one.key for one in game.asked]
    (move,) = game.told(ForcedMove)
    assert (move.unit, move.kind) == ("A", "withdraw")


@pytest.mark.rule("esa.5.3.2i")
@pytest.mark.parametrize(
    ("helper", "enemy", "follows"),
    [
        ("musketeers", "walloons", True),
        ("line", "walloons", False),  # a close-order helper holds
        ("musketeers", "arquebusiers", False),  # the enemy fights in open order
    ],
)
def test_open_order_helpers_withdraw_with_their_main_unit_from_a_close_order_enemy(helper, enemy, follows):
    game = situation(f"""
        esa on open ground
        red line M at 0,1 facing 0, armour 0|0, lost 1, order: melee
        red {helper} H at -1,1 facing 0
        blue {enemy} E at 0,0 facing 3, melee 2
        cards red 9 9 9 9 9 9 blue 1 9 9 9 9 9 9
    """)
    game.fight("M", "E", "fight", *(["main unit=M"] if helper == "line" else []))
    moved = [move.unit for move in game.told(ForcedMove) if move.kind == "withdraw"]
    assert moved == (["M", "H"] if follows else ["M"])


@pytest.mark.rule("esa.5.3.2i")
def test_with_another_close_order_friend_in_the_combat_open_order_stays():
    game = situation("""
        esa on open ground
        red line M at 0,1 facing 0, armour 0|0, lost 1, order: melee
        red line N at 0,-1 facing 3
        red musketeers H at -1,1 facing 0
        blue walloons E at 0,0 facing 3, melee 2
        cards red 9 9 9 9 9 9 blue 1 9 9 9 9 9 9
    """)
    game.fight("M", "E", "fight", "main unit=M")
    assert [move.unit for move in game.told(ForcedMove)] == ["M"]


@pytest.mark.rule("esa.5.3.2j")
def test_dismounted_dragoons_mount_and_withdraw_as_cavalry():
    game = situation("""
        esa on open ground
        impassable -1,1
        red dragoons D at 0,0 facing 0, dismounted
        blue pike B at 1,-2 facing 3
    """)
    force_away(game, "D", (1, -2))
    assert [event.into for event in game.told(UnitChanged)] == ["mounted"]
    assert game.unit("D").values.is_cavalry
    assert game.where("D") == (0, game.unit("D").profile.line("mounted").pm + 2)


@pytest.mark.rule("esa.ex.59")
def test_a_shaken_unit_that_can_withdraw_only_into_contact_is_eliminated():
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0, shaken
        blue walloons B at 1,-2 facing 3
        blue line C at -1,3 facing 3
        blue line D at -2,2 facing 3
        cards blue 9 9 9 9 9
    """)
    assert set(ways(game, "A", (1, -2)).values()) == {"destroyed"}
    game.shoot("B", "A")
    assert game.where("A") is None


@pytest.mark.rule("esa.5.3.2c", "esa.5.3d2")
def test_who_would_get_no_farther_than_where_it_stands_is_offered_that_beside_the_other_way():
    game = situation("""
        esa on open ground
        impassable 0,2 -1,2 1,1
        red musketeers A at 0,0 facing 2
        red pike F at 0,1 facing 2
        blue pike B at 1,-2 facing 3
    """)
    assert ways(game, "A", (1, -2)) == {(0, 0): "hindered", (-3, 3): "complete"}
    force_away(game, "A", (1, -2), f"withdraw hex={game.at(-3, 3)}")
    (choice,) = [one for one in game.asked if one.key == "withdraw"]
    assert [(one["hex"], one["ends"]) for one in choice.options] == [
        (game.at(-3, 3), "complete"),
        (game.at(0, 0), "hindered"),
    ]
    assert game.where("A") == (-3, 3)
