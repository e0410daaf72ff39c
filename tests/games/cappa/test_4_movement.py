"""Chapters 4.0 and 4.3.1, 4.3.5 to 4.3.7: moving, passing others, difficult ground, horses, loads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.games.cappa.morale.morale_tests import can_charge
from alfiere.games.cappa.movement.movement import free_move, mov, speed
from alfiere.games.cappa.movement.together import Move
from alfiere.games.cappa.people.loads import is_laden, loaded_speed
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.told.events import Moved
from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from tests.situation import situation


def refusal(game, name: str, x: float, y: float) -> str:
    """The rule that forbids a move, or nothing."""
    found = free_move(game.state, game.figure(name), (round(x * 100), round(y * 100)))
    return found.rule if isinstance(found, Objection) else ""


ALONE = """
    cappa on open ground
    red protagonist A at 10,10, pa 3, 6/3/4 CA 4 Mov 4, then 5/2/3 CA 4 Mov 3
"""


@pytest.mark.rule("cappa.4.0a")
def test_one_move_action_covers_up_to_the_mov():
    game = situation(ALONE)
    assert refusal(game, "A", 10, 14) == ""
    assert refusal(game, "A", 10, 14.1) == "cappa.4.0a"


@pytest.mark.rule("cappa.4.0b")
def test_several_move_actions_may_be_made_in_one_impulse():
    game = situation(ALONE)
    for y in (14, 18, 22):
        game.move("A", 10, y)
    assert (game.at("A"), game.figure("A").pa) == ((10, 22), 0)
    assert (game.figure("A").moved, game.figure("A").moved_now) == (1200, 1200)


@pytest.mark.rule("cappa.4.0c", "cappa.geo.7", "cappa.geo.27")
def test_the_way_need_not_be_straight_and_its_length_counts():
    game = situation(ALONE + "red extra B at 12,10\n")
    game.move("A", 13.2, 10)
    way = game.told(Moved)[0]
    assert len(way.path) > 2
    assert 320 < way.length <= 401


@pytest.mark.rule("cappa.4.0d")
def test_what_is_left_of_a_move_is_lost():
    game = situation(ALONE)
    game.move("A", 10, 11)
    assert game.figure("A").pa == 2
    assert refusal(game, "A", 10, 15.1) == "cappa.4.0a"


@pytest.mark.rule("cappa.4.0f", "cappa.ex.11")
def test_example_of_the_wounded_protagonist_who_moves_by_his_second_line():
    game = situation(ALONE)
    assert speed(game.state, game.figure("A")) == 400
    game.figure("A").wounds = 1
    assert speed(game.state, game.figure("A")) == 300
    line = game.figure("A").line
    assert (line.mo, line.ti, line.mi) == (5, 2, 3)


@pytest.mark.rule("cappa.geo.8")
@pytest.mark.parametrize(
    ("ground", "place"),
    [
        ("river 10,12 20,14", (12, 13)),
        ("closed building 8,11 14,13", (10, 12)),
        ("well 10,12", (10, 12)),
    ],
)
def test_nobody_enters_ground_that_does_not_bear_him(ground, place):
    assert refusal(situation(ALONE + ground + "\n"), "A", *place) == "cappa.geo.8"


@pytest.mark.rule("cappa.geo.8")
def test_nobody_leaves_the_table():
    game = situation("""
        cappa on open ground
        red extra A at 1,1
    """)
    assert refusal(game, "A", 0.4, 1) == "cappa.geo.8"
    assert refusal(game, "A", 0.5, 1) == ""


@pytest.mark.rule("cappa.4.h1")
def test_half_speed_is_used_without_rounding():
    assert loaded_speed(500, 100) == 250


# Others in the way


@pytest.mark.rule("cappa.4.3.1a")
@pytest.mark.parametrize(
    ("other", "rule"),
    [
        ("red extra B at 11.2,10", "cappa.4.3.1a"),
        ("blue protagonist B out at 11.2,10", "cappa.4.3.1a"),
        ("thing H riding_horse at 11.7,10", "cappa.4.3.1a"),
        ("blue extra B at 11.6,10", "cappa.1.3c"),
        ("", ""),
    ],
)
def test_nobody_moves_through_another(other, rule):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, Mov 3.3
        {other}
    """)
    assert refusal(game, "A", 13.3, 10) == rule  # there is no Mov to spare for a way round


@pytest.mark.rule("cappa.4.3.8a")
def test_an_ordinary_move_never_ends_in_contact_even_with_an_enemy_who_has_no_zone():
    game = situation(ALONE + "blue extra B at 13,10, shaken\n")
    assert refusal(game, "A", 12, 10) == "cappa.4.3.8a"
    assert refusal(game, "A", 11.9, 10) == ""


@pytest.mark.rule("cappa.4.3.8a", "cappa.geo.40")
def test_who_is_upstairs_is_not_in_the_way_of_those_below():
    game = situation("""
        cappa on open ground
        building 8,8 18,18 door south storeys 2
        red extra A at 10,10, pa 1
        blue extra B at 12,10, level 2, shaken
        blue extra C at 12,12, level 2
    """)
    assert refusal(game, "A", 12, 10) == ""
    assert refusal(game, "A", 12, 12) == ""


@pytest.mark.rule("cappa.4.0c", "cappa.geo.50")
def test_an_event_marker_within_reach_is_among_the_places_offered():
    game = situation(ALONE + "event 12.1,11.3\n")
    assert game.may("A", "move to=1210,1130")


@pytest.mark.rule("cappa.4.3.1b", "cappa.geo.26")
@pytest.mark.parametrize(("gap", "passes"), [(1.0, True), (0.9, False)])
def test_one_passes_between_friends_where_the_gap_is_as_wide_as_his_base(gap, passes):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, Mov 3.6
        red extra B at 12,{9.5 - gap / 2}
        red extra C at 12,{10.5 + gap / 2}
    """)
    assert (refusal(game, "A", 13.5, 10) == "") == passes


@pytest.mark.rule("cappa.4.3.1c", "cappa.geo.17")
def test_nobody_passes_through_a_squad_even_where_there_is_room():
    text = """
        cappa on open ground
        red extra A at 10,10, Mov 3
        red extra B at 11.5,9, squad S
        red extra C at 11.5,11, squad S
        red squad S
    """
    assert refusal(situation(text), "A", 13, 10) == "cappa.4.3.1c"
    assert refusal(situation(text.replace(", squad S", "").replace("red squad S", "")), "A", 13, 10) == ""


@pytest.mark.rule("cappa.4.3.1c", "cappa.geo.17")
def test_who_has_been_led_away_closes_no_ranks():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, Mov 3
        blue extra B at 11.5,9, squad S, captor A
        blue extra C at 11.5,11, squad S, shaken
        blue squad S
    """)
    assert refusal(game, "A", 11.4, 9.4) == ""


# Difficult ground


@pytest.mark.rule("cappa.4.3.5a", "cappa.4.3.5.h2")
def test_which_ground_is_difficult_and_for_whom():
    grounds = terrain().grounds.values()
    assert {one.id for one in grounds if one.foot == "difficult"} == {"scrub", "marsh", "ford", "rubble"}
    assert {one.id for one in grounds if one.mounted == "difficult"} == {"wood", "scrub", "marsh", "ford", "rubble"}


MARSH = """
    cappa on open ground
    marsh 11,0 {east},40
    red extra A at 10,20, pa 3, Mov 4
"""


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5c", "cappa.4.3.5d", "cappa.ex.13")
def test_example_of_the_marsh():
    game = situation(MARSH.format(east=15))
    assert refusal(game, "A", 14, 20) == "cappa.4.3.5c"  # the marsh begins half a um ahead
    game.move("A", 11.5, 20)  # wholly inside, after less than 2 um
    assert refusal(game, "A", 14, 20) == "cappa.4.3.5b"
    game.move("A", 13.5, 20)  # half speed
    game.move("A", 17.5, 20)  # full speed, since that leads out
    assert [event.length for event in game.told(Moved)] == [150, 200, 400]


@pytest.mark.rule("cappa.4.3.5c")
def test_an_offered_move_into_the_marsh_ends_where_the_base_is_wholly_inside():
    game = situation(MARSH.format(east=30))
    easternmost = max(option["to"][0] for option in game.offered("A") if option.key == "move")
    assert 1150 <= easternmost <= 1152


@pytest.mark.rule("cappa.4.3.5.h1")
@pytest.mark.parametrize(("x", "allowed"), [(14.6, True), (14.4, False)])
def test_full_speed_needs_the_base_to_be_wholly_outside_at_the_end(x, allowed):
    game = situation("""
        cappa on open ground
        marsh 10,0 14,40
        red extra A at 12,20, pa 1, Mov 4
    """)
    assert (refusal(game, "A", x, 20) == "") == allowed


@pytest.mark.rule("cappa.4.3.5.h2")
def test_a_patch_too_narrow_for_a_base_is_crossed_without_stopping():
    assert refusal(situation(MARSH.format(east=11.9)), "A", 14, 20) == ""


@pytest.mark.rule("cappa.4.3.5a")
def test_who_can_go_round_difficult_ground_does_not_stop():
    game = situation("""
        cappa on open ground
        marsh 11,19 13,25
        red extra A at 10,20, pa 1, Mov 6
    """)
    assert refusal(game, "A", 14, 19) == ""


# Horses


RIDERS = """
    cappa on open ground
    red extra A at 10,10, mounted, Mov 8, on foot 4, pa 3{skill}
    blue extra B at 30,30
"""


@pytest.mark.rule("cappa.4.3.6a", "cappa.4.3.6b", "cappa.4.3.6c", "cappa.ex.65")
def test_example_of_one_who_cannot_ride():
    game = situation(RIDERS.format(skill="") + "blue extra C at 12,10\n")
    costs = {option.key: option.get("pa") for option in game.offered("A")}
    assert costs["move"] == 2
    assert costs["dismount"] == 2
    assert not {"fight", "shoot"} & set(costs)
    game = situation(RIDERS.format(skill=""))
    game.do("A", "move")
    assert "move" not in game.keys("A", 3)


@pytest.mark.rule("cappa.4.3.6b", "cappa.4.3.6d", "cappa.4.3.6g")
def test_who_can_ride_moves_and_dismounts_for_one_pa_and_as_often_as_he_likes():
    game = situation(RIDERS.format(skill=", abilities RI"))
    costs = {option.key: option.get("pa") for option in game.offered("A")}
    assert costs["move"] is None
    assert costs["dismount"] is None
    game.do("A", "move")
    assert "move" in game.keys("A")


@pytest.mark.rule("cappa.4.3.6e")
def test_a_rider_moves_at_the_mov_of_his_mount():
    game = situation(RIDERS.format(skill=""))
    assert speed(game.state, game.figure("A")) == 800
    game.figure("A").is_mounted = False
    assert speed(game.state, game.figure("A")) == 400


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.2.2.1p")
def test_on_dismounting_he_stands_beside_the_horse_which_stays():
    game = situation(RIDERS.format(skill=", abilities RI"))
    game.do("A", "dismount")
    horse = game.state.things["A-horse-0"]
    assert (horse.x, horse.y) == (1000, 1000)
    x, y = game.at("A")
    assert ((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 == pytest.approx(1.5, abs=0.011)
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.4.3.6f", "cappa.4.3.6.h1")
def test_one_mounts_a_horse_in_contact_and_stands_where_it_stood():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, abilities RI, pa 2
        thing H riding_horse at 11.5,10
        thing J riding_horse at 20,10
    """)
    assert [option["thing"] for option in game.offered("A") if option.key == "mount"] == ["H"]
    game.do("A", "mount")
    assert (game.at("A"), game.figure("A").is_mounted) == ((11.5, 10), True)
    assert "H" not in game.state.things
    assert speed(game.state, game.figure("A")) == 800


@pytest.mark.rule("cappa.1.3c", "cappa.4.3.6.h1")
@pytest.mark.parametrize(("x", "may"), [(13.4, False), (13.6, True)])
def test_nobody_comes_into_an_enemy_zone_by_mounting(x, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2, abilities RI
        thing H riding_horse at 11.5,10
        blue extra B at {x},10
    """)
    assert game.may("A", "mount thing=H") == may


@pytest.mark.rule("cappa.4.3.6c")
def test_mounting_without_the_ability_costs_two_pa():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        thing H riding_horse at 11.5,10
    """)
    game.do("A", "mount")
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.4.3.6.h3", "cappa.4.3.6.h4")
def test_up_to_two_horses_are_led_at_his_own_mov_and_do_not_bar_his_way():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        thing H riding_horse at 11.5,10
        thing J riding_horse at 8.5,10
        thing K riding_horse at 10,11.5
    """)
    game.do("A", "pick-up thing=H")
    game.do("A", "pick-up thing=J")
    assert not game.may("A", "pick-up thing=K")
    assert speed(game.state, game.figure("A")) == 400
    game.move("A", 13, 10)


@pytest.mark.rule("cappa.4.3.6.h4")
@pytest.mark.parametrize(
    ("ground", "goes"),
    [
        ("building 10,10 20,20 gate south", True),
        ("building 10,10 20,20 door south", False),
        ("hedge 5,20 25,20", True),
        ("palisade 5,20 25,20", False),
        ("high wall 5,20 25,20", False),
    ],
)
def test_a_led_horse_goes_with_him_through_a_gate_and_not_through_a_door(ground, goes):
    game = situation(f"""
        cappa on open ground
        {ground}
        red extra A at 15,20.5, pa 3
        thing H riding_horse at 15,22
    """)
    assert {"cross", "climb"} & game.keys("A")
    game.do("A", "pick-up thing=H")
    assert bool({"cross", "climb"} & game.keys("A")) == goes


@pytest.mark.rule("cappa.4.3.6.h4")
def test_nobody_rides_into_a_building():
    game = situation("""
        cappa on open ground
        building 10,10 20,20 gate south
        red extra A at 15,21, mounted, Mov 8, abilities RI, pa 1
    """)
    assert "cross" not in game.keys("A")


# Loads


@pytest.mark.rule("cappa.4.3.7a", "cappa.4.3.7b", "cappa.4.3.7c", "cappa.4.3.7d", "cappa.4.3.7e", "cappa.ex.64")
@pytest.mark.parametrize(
    ("load", "alone", "both"), [("person", 200, 200), ("barrel", 100, 200), ("strong_box", 0, 100)]
)
def test_example_of_loads(load, alone, both):
    weight = terrain().loads[load].weight
    assert weight is not None
    assert loaded_speed(400, weight) == alone
    assert loaded_speed(400, weight, carriers=2) == both


LOADED = """
    cappa on open ground
    red extra A at 10,10 with BD PS, pa 3, Mov 4
    blue extra B at 13,10
    thing K {kind} at 10,10
"""


@pytest.mark.rule("cappa.4.3.7a", "cappa.2.2.1j")
def test_who_carries_his_own_weight_moves_at_half_speed():
    game = situation(LOADED.format(kind="person"))
    game.do("A", "pick-up thing=K")
    assert game.figure("A").pa == 2
    assert refusal(game, "A", 8, 10) == ""
    assert refusal(game, "A", 7.9, 10) == "cappa.4.3.7a"


@pytest.mark.rule("cappa.4.3.7c")
def test_what_is_too_heavy_is_not_picked_up():
    assert not situation(LOADED.format(kind="strong_box")).may("A", "pick-up")


@pytest.mark.rule("cappa.4.3.7.h1")
def test_a_trifle_does_not_slow_him():
    game = situation(LOADED.format(kind="trifle"))
    game.do("A", "pick-up thing=K")
    assert speed(game.state, game.figure("A")) == 400
    assert game.may("A", "charge target=B")


@pytest.mark.rule("cappa.4.3.7.h2", "cappa.2.2.1.h12")
def test_who_carries_a_weight_neither_charges_nor_shoots_until_he_drops_it():
    game = situation(LOADED.format(kind="keg"))
    assert {"charge", "shoot"} <= game.keys("A")
    game.do("A", "pick-up thing=K")
    assert not {"charge", "shoot", "jump", "climb"} & game.keys("A")
    game.do("A", "put-down thing=K")
    assert game.figure("A").pa == 2
    assert {"charge", "shoot"} <= game.keys("A")


@pytest.mark.rule("cappa.4.3.7.h4")
def test_leading_a_captive_counts_as_carrying_his_weight():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        blue extra B at 11,10, surrendered
    """)
    game.do("A", "pick-up thing=B")
    assert speed(game.state, game.figure("A")) == 200


@pytest.mark.rule("cappa.4.0c")
def test_every_move_that_is_offered_can_be_made():
    """Between the edge of the table and a friend he touches, the way to the cart is hard to find again."""
    places = {"castelmore": (51, 1067), "gascon-cousin": (152, 1061), "breton-cousin": (227, 586)}
    start: Any = Game(Cappa(), Cappa().scenario("duello"), "edge")
    for name, (x, y) in places.items():
        figure = start.state.figures[name]
        figure.x, figure.y, figure.where, figure.pa = x, y, "on", 2
    moves = list(Move().options(start.state, start.state.figures["castelmore"], 2))
    assert [350, 992] in [option["to"] for option in moves]
    for option in moves:
        game: Any = SimpleNamespace(state=start.state.copy(), tell=lambda event: None)
        figure = game.state.figures["castelmore"]
        list(Move().perform(game, figure, option))
        assert [figure.x, figure.y] == option["to"]


CARRIERS = """
    cappa on open ground
    {ground}
    red extra A at 10,10, pa 2, Mov 4
    red extra B at 11,10, pa 2, Mov 3
    thing K {load} at 10.5,10
"""


@pytest.mark.rule("cappa.4.3.7.h3")
def test_two_carriers_go_the_same_way_with_their_load_and_both_pay():
    game = situation(CARRIERS.format(ground="hedge 5,11.1 25,11.1", load="strong_box"))
    game.do("A", "lift-together")
    places = [option["to"] for option in game.offered("A") if option.key == "carry-together"]
    assert [1000, 925] in places  # a quarter of the slower Mov
    game.do("A", "carry-together to=1000,1060")  # as far as the hedge lets them
    assert [(game.at(name), game.figure(name).pa) for name in "AB"] == [((10, 10.6), 0), ((11, 10.6), 0)]
    assert (game.state.things["K"].x, game.state.things["K"].y) == (1050, 1060)
    assert [event.length for event in game.told(Moved)] == [60, 60]
    assert game.figure("A").moved == 60


@pytest.mark.rule("cappa.4.3.7.h3", "cappa.4.h1")
def test_a_load_and_difficult_ground_slow_two_carriers_both():
    game = situation(CARRIERS.format(ground="marsh 5,5 30,30", load="strong_box"))
    game.do("A", "lift-together")
    places = [option["to"] for option in game.offered("A") if option.key == "carry-together"]
    assert max(y for _, y in places) == 1037  # half of a quarter of 3 um


@pytest.mark.rule("cappa.4.3.7.h3")
def test_neither_of_two_carriers_walks_off_with_the_load_alone():
    game = situation(CARRIERS.format(ground="", load="keg"))
    game.do("A", "lift-together")
    for name in "AB":
        assert "carry-together" in game.keys(name)
        assert "move" not in game.keys(name)
        assert speed(game.state, game.figure(name)) == 0
        assert is_laden(game.state, game.figure(name))
    game.do("B", "let-go-load")
    assert "move" in game.keys("A")


@pytest.mark.rule("cappa.4.3.6e")
def test_who_has_taken_a_horse_rides_at_its_pace_and_threatens_as_far():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, abilities RI, Mov 4
        blue extra B at 10,18
    """)
    rider, foot = game.figure("A"), game.figure("B")
    assert not can_charge(game.state, rider, foot)
    rider.is_mounted, rider.mount = True, "riding_horse"
    assert mov(rider) == terrain().mounts["riding_horse"].mov > rider.line.mov
    assert can_charge(game.state, rider, foot)


@pytest.mark.rule("cappa.4.3.6.h4")
def test_nobody_mounts_inside_a_building():
    text = """
        cappa on open ground
        {}
        red extra A at 12,12, abilities RI, pa 1
        thing H riding_horse at 13.5,12
    """
    assert situation(text.format("")).may("A", "mount")
    assert not situation(text.format("building 10,10 16,14 gate east")).may("A", "mount")


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.4.3.8f", "cappa.2.1.5d")
@pytest.mark.parametrize("phase", ["actions", "last"])
def test_up_to_a_hedge_that_an_enemy_defends_one_charges_and_does_not_walk(phase):
    game = situation(f"""
        cappa on open ground
        hedge 5,14 15,14
        red  extra A at 10,11, Mov 4, pa 1
        blue extra B at 10,14.5
        phase {phase}
    """)
    with pytest.raises(Illegal) as refused:
        game.move("A", 10, 13.5)
    assert refused.value.rule == "cappa.4.3.8f"
    assert not game.may("A", "move to=1000,1350")
    assert game.may("A", "charge target=B") is (phase == "actions")
    game.move("A", 10, 13.4)


@pytest.mark.rule("cappa.4.3.8g", "cappa.4.3.8.h9")
def test_to_a_closed_door_one_walks_whoever_stands_behind_it():
    game = situation("""
        cappa on open ground
        building 10,10 16,14 door south
        red  extra A at 13,17, Mov 4, pa 1
        blue extra B at 13,13.5
    """)
    game.move("A", 13, 14.5)
    assert game.at("A") == (13, 14.5)


@pytest.mark.rule("cappa.4.3.6.h4", "cappa.4.3.6.h1")
def test_a_horse_that_is_let_go_stands_beside_the_man_who_led_it_and_he_can_mount():
    game = situation("""
        cappa on open ground
        thing H riding_horse at 10,12.5
        red extra A at 10,11, Mov 4, pa 3, abilities RI
    """)
    game.do("A", "pick-up thing=H")
    game.move("A", 10, 7)
    game.do("A", "put-down")
    game.do("A", "mount")
    assert game.figure("A").is_mounted
