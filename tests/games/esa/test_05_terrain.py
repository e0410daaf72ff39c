"""Chapter 5.4 in general, 5.6 to 5.8: stopping before rough ground and obstacles, heights, cliffs, gabions."""

from __future__ import annotations

import copy

import pytest

from alfiere.games.esa.charge import charge_targets
from alfiere.games.esa.events import MeleeStruck, UnitMoved, VolleyFired
from alfiere.games.esa.fire import has_clear_line, targets
from tests.situation import situation

# a lane from 0,0 to 0,-5: whoever is in it goes forward or back
LANE = "impassable 1,-1 1,-2 1,-3 1,-4 1,-5 1,-6 -1,0 -1,-1 -1,-2 -1,-3 -1,-4 -1,-5"


@pytest.mark.rule("esa.5.4a")
def test_a_hex_of_which_nothing_is_said_is_open_and_costs_one_point():
    game = situation("""
        esa on open ground
        wood 5,5
        red cuirassiers A at 0,0 facing 0
    """)
    assert game.state.field.kind[game.at(0, -1)] == "open"
    assert game.state.field.kind[game.at(5, 5)] == "wood"
    assert {(0, -1), (0, -2), (2, 0)} <= game.reach("A")
    assert (0, -3) not in game.reach("A")


@pytest.mark.rule("esa.5.4b")
def test_a_unit_stops_before_ground_of_another_kind_and_enters_it_next_turn():
    game = situation("""
        esa on open ground
        wood 0,-2
        red highlanders A at 0,0 facing 0
        order red: move
    """)
    assert (0, -1) in game.reach("A")
    assert (0, -2) not in game.reach("A")  # with 2 PM
    game.move("A", 0, -1)
    assert (0, -2) in game.reach("A")


@pytest.mark.rule("esa.5.4b2")
def test_rough_ground_is_entered_as_the_first_step_and_then_the_unit_goes_on():
    game = situation("""
        esa on open ground
        wood 0,-1 0,-2
        difficult 1,-1 6,-1
        area 6,-2
        red highlanders A at 0,0 facing 0
        red musketeers B at 6,0 facing 0
    """)
    reach = game.reach("A")
    assert (0, -2) in reach  # on through the same wood
    assert (1, -2) in reach  # out of it into the open
    game = situation("""
        esa on open ground
        wood 0,0 0,-1
        difficult 0,-2 1,-1
        red highlanders A at 0,0 facing 0
    """)
    assert (1, -1) in game.reach("A")  # from the wood into other rough ground, as the first step
    assert (0, -2) not in game.reach("A")  # not as the second


@pytest.mark.rule("esa.5.4c")
def test_a_unit_stops_before_an_obstacle_whatever_points_it_has_left():
    for obstacle in ("hedge 0,-2", "fence 0,-2", "fortified 0,-2 se"):
        game = situation(f"""
            esa on open ground
            {LANE}
            {obstacle}
            red arquebusiers A at 0,0 facing 0
            order red: move
        """)
        assert {(q, r) for q, r in game.reach("A") if q == 0 and r < 0} == {(0, -1)}
        game.move("A", 0, -1)
        assert (0, -2) in game.reach("A")


@pytest.mark.rule("esa.5.4c2")
def test_an_obstacle_lies_on_a_side_and_is_crossed_as_the_first_step():
    game = situation("""
        esa on open ground
        hedge 0,-1 se
        red arquebusiers A at 0,0 facing 0
        red musketeers M at 0,1 facing 0
    """)
    reach = game.reach("A")
    assert (0, -1) in reach  # over the hedge at once
    assert (0, -2) in reach  # and on
    # open order is not freed: M needs a turn to reach the hedge, or goes around it
    assert (0, -1) not in game.reach("M")
    assert (-1, 0) in game.reach("M")


@pytest.mark.rule("esa.ex.26")
def test_two_hexes_from_a_hedged_hex_a_unit_stops_before_the_hedge():
    game = situation("""
        esa on open ground
        hedge 0,-2
        red cuirassiers A at 0,0 facing 0
        order red: move
    """)
    assert game.unit("A").values.pm == 2
    assert (0, -2) not in game.reach("A")
    game.move("A", 0, -1)
    game.move("A", 0, -2)  # in the next turn
    assert game.where("A") == (0, -2)


@pytest.mark.rule("esa.ex.43")
def test_musketeers_go_two_hexes_into_a_wood_without_stopping():
    game = situation("""
        esa on open ground
        wood 0,-1 0,-2
        red musketeers A at 0,0 facing 0
        order red: move
    """)
    assert game.unit("A").values.pm == 2
    game.move("A", 0, -2)
    assert game.told(UnitMoved)[0].path == (game.at(0, -1), game.at(0, -2))


@pytest.mark.rule("esa.ex.44")
def test_musketeers_need_two_turns_to_enter_an_enclosure():
    game = situation("""
        esa on open ground
        hedge 0,-2
        red musketeers A at 0,0 facing 0
        order red: move
    """)
    assert (0, -2) not in game.reach("A")
    game.move("A", 0, -1)
    assert (0, -2) in game.reach("A")
    game.move("A", 0, -2)
    assert game.where("A") == (0, -2)


# Charges, counter-charges, pursuits, presses


@pytest.mark.rule("esa.5.4d")
@pytest.mark.parametrize(
    ("ground", "charges"),
    [("", True), ("hedge 0,-2 se", False), ("wood 0,-1", False), ("difficult 0,-2", False), ("hedge 0,-1 se", True)],
)
def test_terrain_limits_a_charge(ground, charges):
    game = situation(f"""
        esa on open ground
        {LANE}
        {ground}
        red cuirassiers A at 0,0 facing 0
        blue pike B at 0,-4 facing 3
        order red: move fire melee
    """)
    assert [enemy.id for enemy in charge_targets(game.state, game.unit("A"))] == (["B"] if charges else [])


@pytest.mark.rule("esa.5.4d")
@pytest.mark.parametrize(("ground", "met"), [("", (0, -2)), ("hedge 0,-2 se", (0, -1)), ("hedge 0,-1 se", (0, -2))])
def test_terrain_limits_a_counter_charge(ground, met):
    game = situation(f"""
        esa on open ground
        impassable 1,-5
        {ground}
        red gendarmes T at 0,0 facing 0
        blue cuirassiers C at 0,-5 facing 3
        order blue: move fire melee
        cards blue 1 9 9 9 9
    """)
    rider = game.unit("C")
    rider.values = copy.copy(rider.values)
    rider.values.pm = 3  # enough to come around the hedge
    game.charge("C", "T", f"charge-to hex={game.at(1, -1)}", "counter-charge")
    # the hedge before 0,-1 is T's first step; the one before 0,-2 would be its second, so C comes all the way
    assert game.where("T") == met
    assert game.state.field.grid.distance(game.unit("T").hex, rider.hex) == 1


@pytest.mark.rule("esa.5.4d")
def test_terrain_limits_a_move_that_goes_on_after_an_evasion():
    game = situation(f"""
        esa on open ground
        {LANE}
        hedge 0,-2 se
        red arquebusiers A at 0,0 facing 0
        blue musketeers B at 0,-2 facing 3
        order red: move fire melee
    """)
    game.move("A", 0, -1, "evade")
    assert game.where("B") != (0, -2)
    assert game.where("A") == (0, -1)
    (choice,) = [one for one in game.asked if one.key == "go-on"]
    assert game.at(0, -2) not in {option.get("hex") for option in choice.options}  # the hedge is no first step now


@pytest.mark.rule("esa.5.4d")
@pytest.mark.parametrize(("ground", "follows"), [("", True), ("wood 0,-1", False)])
def test_terrain_limits_a_press_and_a_pursuit(ground, follows):
    game = situation(f"""
        esa on open ground
        {ground}
        red pike A at 0,0 facing 0, melee 3, order: melee
        blue musketeers B at 0,-1 facing 3, armour 0|0, melee 0
        cards red 1 9 9 9 9 9 9 blue 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    assert game.where("B") != (0, -1)
    options = [option.key for one in game.asked if one.key == "follow-up" for option in one.options]
    assert ("press" in options) == follows
    game = situation(f"""
        esa on open ground
        {ground}
        red gendarmes A at 0,0 facing 0, melee 3, order: melee
        blue line B at 1,-1 facing 3, armour 0|0, melee 0
        cards red 1 9 9 9 9 9 9 blue 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    hexes = {option.get("hex") for one in game.asked if one.key == "follow-up" for option in one.options}
    assert (game.at(0, -1) in hexes) == follows
    assert game.at(1, -1) in hexes


# Heights


def cards_of(ground, red, blue):
    """Whether height gives the attacker and the defender a card in melee."""
    game = situation(f"""
        esa on open ground
        {ground}
        red line A at {red} facing 0
        blue line B at {blue} facing 3
        cards red 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    return [
        sum(amount for amount, reason, _ in blow.tally.lines if reason == "higher ground")
        for blow in game.told(MeleeStruck)
    ]


HILL = "rise crest 0,0 1,0 slope 0,-1 1,-1 0,-2 1,-2"


@pytest.mark.rule("esa.5.6a")
def test_higher_ground_gives_one_card_in_melee():
    assert cards_of(HILL, "0,0", "0,-1") == [1, 0]
    assert cards_of(HILL, "0,-1", "0,0") == [0, 1]
    assert cards_of("", "0,0", "0,-1") == [0, 0]


@pytest.mark.rule("esa.5.6b", "esa.5.6c")
def test_higher_is_who_stands_nearer_to_the_crest_the_map_shows():
    assert cards_of(HILL, "0,-1", "0,-2") == [1, 0]  # one hex from the crest against two
    assert cards_of(HILL, "0,-1", "1,-1") == [0, 0]  # both one hex away
    assert cards_of(HILL, "0,0", "1,0") == [0, 0]  # both on the crest
    game = situation(f"""
        esa on open ground
        {HILL}
        red pike A at 5,5 facing 0
    """)
    (shape,) = game.rules.view(game.state, None)["board"]["shapes"]
    assert shape["crest"] == [game.at(0, 0), game.at(1, 0)]
    assert len(shape["hexes"]) == 6


@pytest.mark.rule("esa.5.6c2")
def test_on_a_rise_is_higher_than_on_none():
    assert cards_of(HILL, "0,-2", "0,-3") == [1, 0]
    assert cards_of(HILL, "0,-3", "0,-2") == [0, 1]


@pytest.mark.rule("esa.5.6c3")
def test_two_different_rises_are_not_compared():
    both = "rise crest 0,0 slope 0,1\n rise crest 0,-2 slope 0,-1"
    assert cards_of(both, "0,0", "0,-1") == [0, 0]
    assert cards_of("rise crest 9,9 slope 9,8", "0,0", "0,-1") == [0, 0]


@pytest.mark.rule("esa.5.6d")
@pytest.mark.parametrize(("main", "cards"), [("high", [1, 0]), ("low", [0, 1])])
def test_with_several_units_the_single_one_is_compared_with_the_main_one(main, cards):
    game = situation("""
        esa on open ground
        rise crest 0,1 slope 0,0
        red line high at 0,1 facing 0, order: melee
        red line low at -1,0 facing 0
        blue line B at 0,0 facing 3
        cards red 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9
    """)
    game.fight("high", "B", "fight", f"main unit={main}")
    found = [
        sum(amount for amount, reason, _ in blow.tally.lines if reason == "higher ground")
        for blow in game.told(MeleeStruck)
    ]
    assert found == cards


@pytest.mark.rule("esa.5.6e")
def test_a_rise_is_difficult_ground_too_where_the_scenario_says_so():
    steep = "rise crest 0,-1 slope 1,-1 difficult for CP CM FP PM SQ AL AP"
    setup = """
        esa on open ground
        {}
        red cuirassiers A at 0,0 facing 0
        red guns G at 1,0 facing 0
    """
    gentle, hard = situation(setup.format("rise crest 0,-1 slope 1,-1")), situation(setup.format(steep))
    assert (0, -2) in gentle.reach("A")
    assert (0, -1) in hard.reach("A")
    assert not {(0, -2), (1, -2)} & hard.reach("A")  # 2 PM for the first hex
    assert (1, -1) in gentle.reach("G")
    assert (1, -1) not in hard.reach("G")
    assert cards_of(steep, "0,-1", "0,0") == [1, 0]  # and still higher ground


@pytest.mark.rule("esa.5.6f")
def test_a_rise_stops_the_line_of_fire_only_if_the_map_says_so_and_nobody_stands_on_it():
    setup = """
        esa on open ground
        {}
        red pike A at 0,0 facing 0
        blue pike B at {} facing 3
    """
    for ground, place, seen in (
        ("rise crest 0,-1 slope 1,-1", "0,-2", True),
        ("rise crest 0,-1 slope 1,-1 blocks", "0,-2", False),
        ("rise crest 0,-1 slope 1,-1 blocks", "2,-2", True),  # over the slope
        ("rise crest 0,-1 0,-2 blocks", "0,-1", True),  # the target on the crest
        ("rise crest 0,0 blocks", "0,-2", True),  # the shooter on it
    ):
        game = situation(setup.format(ground, place))
        assert [target.id for target in targets(game.state, game.unit("A"))] == (["B"] if seen else [])


# Impassable ground and gabions


@pytest.mark.rule("esa.5.7a")
@pytest.mark.parametrize("kind", ["pike", "musketeers", "cuirassiers", "arquebusiers", "swordsmen", "tercio", "guns"])
@pytest.mark.parametrize("ground", ["impassable", "river"])
def test_impassable_ground_is_neither_entered_nor_crossed(kind, ground):
    game = situation(f"""
        esa on open ground
        {ground} 1,-1 1,0 0,1 -1,1 -1,0 0,-1
        red {kind} A at 0,0 facing 0
    """)
    assert game.reach("A") == set()
    assert has_clear_line(game.state, game.at(-2, 0), game.at(-1, 0))


@pytest.mark.rule("esa.5.8a")
@pytest.mark.parametrize(("target", "gained"), [("guns", 1), ("heavy-guns", 1), ("line", 0)])
def test_gabions_give_armour_to_artillery_alone(target, gained):
    game = situation(f"""
        esa on open ground
        gabions 0,-1
        red walloons A at 0,0 facing 0
        blue {target} B at 0,-1 facing 0
        cards red 9 9 9 9 9
    """)
    game.shoot("A", "B", *(["none"] if target == "guns" else []))  # light guns might evade
    lines = game.told(VolleyFired)[0].armour.lines
    assert [line for line in lines if line[1] == "gabions"] == ([(1, "gabions", "esa.5.8a")] if gained else [])


@pytest.mark.rule("esa.5.8b")
@pytest.mark.parametrize("kind", ["pike", "cuirassiers", "musketeers", "guns"])
def test_gabions_hinder_nobodys_movement(kind):
    setup = """
        esa on open ground
        {}
        red {} A at 0,0 facing 0{}
    """
    tow = ", in tow" if kind == "guns" else ""
    plain = situation(setup.format("", kind, tow)).reach("A")
    assert situation(setup.format("gabions 0,0 0,-1 1,-1 1,-2", kind, tow)).reach("A") == plain
