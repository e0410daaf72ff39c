"""Chapter 10.4: guns are turned, shifted by hand, limbered, unlimbered and driven."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.artillery.gun_moves import (
    Drive,
    LimberGun,
    ShiftGun,
    TurnGun,
    UnlimberGun,
    drawn_speed,
    touches_limber,
)
from alfiere.games.cappa.ground.gun_places import crew_at, is_at, outlines
from alfiere.games.cappa.invariants import faults
from alfiere.kernel.decision import Option
from tests.games.cappa.guns import light_gun, told
from tests.situation import situation

FREE: dict[str, Any] = {deed.verb: deed.judged for deed in (TurnGun(), ShiftGun(), LimberGun(), UnlimberGun(), Drive())}


def gun(game):
    return game.state.guns["G"]


def thing(game, name="G"):
    return game.state.things[name]


def judged(game, key, **args):
    """An answer that somebody gives of his own."""
    return FREE[key](game.state, game.squad("S"), {"figure": "S", "gun": "G", **args})


def all_in_contact(game):
    return [one.id for one in crew_at(game.state, gun(game))]


# Turning


@pytest.mark.rule("cappa.ex.49", "cappa.10.4a", "cappa.10.4.1a", "cappa.10.4.1b")
def test_four_gunners_turn_the_piece_and_the_fifth_stays_where_he_is():
    game = situation(light_gun("canister", "red artigliere E at 18,17.8, squad S", die=3))
    events = game.do("S", "turn-gun heading=1350")
    (worked,) = told(events, "worked-together")
    assert (worked.had, worked.needed) == (12, 10)
    assert (thing(game).x, thing(game).y, thing(game).heading) == (2000, 2000, 1350)
    grounds = outlines(game.state, gun(game))
    assert all(is_at(game.state, game.figure(name), grounds) for name in "ABCD")
    assert game.at("E") == (18, 17.8)
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.1b")
def test_a_gunner_in_indirect_contact_is_put_in_contact_too():
    game = situation(light_gun("canister", "red artigliere E at 19.5,17.5, squad S", die=3))
    game.do("S", "turn-gun heading=450")
    assert len(all_in_contact(game)) == 5
    assert not faults(game.state)


@pytest.mark.rule("cappa.9.7.2b", "cappa.9.7.2.h5")
@pytest.mark.parametrize(("men", "had"), [("red artigliere E at 18.5,20, squad S", 10), ("", 8)])
def test_just_enough_points_do_and_fewer_are_lost(men, had):
    game = situation(light_gun("canister", men, die=2))
    events = game.do("S", judged(game, "turn-gun", heading=1000))
    (worked,) = told(events, "worked-together")
    assert (worked.had, worked.needed, worked.done) == (had, 10, had == 10)
    assert thing(game).heading == (1000 if had == 10 else 900)
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.10.4a")
def test_eight_points_are_too_few_to_turn_it():
    assert not situation(light_gun("canister", die=2)).may("S", "turn-gun")


@pytest.mark.rule("cappa.10.4.1a")
@pytest.mark.parametrize(
    ("heading", "is_legal"), [(1337, True), (1350, True), (450, True), (1351, False), (449, False)]
)
def test_any_facing_up_to_45_degrees_away(heading, is_legal):
    game = situation(light_gun("canister", die=3))
    found = judged(game, "turn-gun", heading=heading)
    assert getattr(found, "rule", "") == ("" if is_legal else "cappa.10.4.1a")


@pytest.mark.rule("cappa.10.4.1a", "cappa.1.3a")
def test_it_does_not_turn_over_somebody():
    game = situation(light_gun("canister", "blue extra X at 21.5,20", die=3))
    assert not game.may("S", "turn-gun")
    assert judged(game, "turn-gun", heading=1000).rule == "cappa.1.3a"
    assert isinstance(judged(game, "turn-gun", heading=900), Option)


@pytest.mark.rule("cappa.10.4.1a", "cappa.9.7.2.h1", "cappa.10.1a")
def test_a_turn_is_refused_to_who_names_no_facing_has_spent_pa_or_has_no_free_gun():
    game = situation(light_gun("canister", die=3))
    for heading in (None, "east", 1000.0, True):
        assert judged(game, "turn-gun", heading=heading).rule == "cappa.9.7.2.h2"
    for die in (3, 2):  # eight PA are too few, but may be tried
        turned = judged(situation(light_gun("canister", die=die)), "turn-gun", heading=1000)
        assert isinstance(turned, Option)
        assert (turned["heading"], turned["pa"]) == (1000, die)
    game.squad("S").pa = 2
    assert judged(game, "turn-gun", heading=1000).rule == "cappa.9.7.2.h1"
    hooked = situation(light_gun("canister, limber L at 18,20 facing 270, limbered", die=3))
    assert judged(hooked, "turn-gun", heading=1000).rule == "cappa.9.7.2.h2"
    assert not hooked.may("S", "turn-gun")
    none = situation(light_gun("canister", die=3))
    none.state.guns["G"].crew = ""
    assert judged(none, "turn-gun", heading=1000).rule == "cappa.10.1a"


# Shifting


@pytest.mark.rule("cappa.10.4.2a", "cappa.10.4.2.h1")
@pytest.mark.parametrize(("by", "x"), [(100, 2100), (-50, 1950), (-100, 1900)])
def test_a_light_gun_is_shifted_along_its_axis(by, x):
    game = situation(light_gun("canister", die=3))
    events = game.do("S", f"shift-gun by={by}")
    assert told(events, "worked-together")[0].needed == 10
    assert (thing(game).x, thing(game).y) == (x, 2000)
    assert all_in_contact(game) == ["A", "B", "C", "D"]
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.2a")
def test_by_one_um_at_the_most():
    game = situation(light_gun("canister", die=3))
    assert judged(game, "shift-gun", by=101).rule == "cappa.10.4.2a"
    assert isinstance(judged(game, "shift-gun", by=37), Option)


@pytest.mark.rule("cappa.10.4.2b")
@pytest.mark.parametrize(
    ("kind", "may"), [("light_gun", True), ("howitzer", True), ("medium_gun", False), ("heavy_gun", False)]
)
def test_heavier_guns_cannot_be_shifted(kind, may):
    more = "red artigliere E at 19,16.5, squad S\nred artigliere F at 21,16.5, squad S"
    game = situation(light_gun("", more, die=3, kind=kind))
    for name, (x, y) in {"A": (1950, 1800), "B": (2050, 1800), "C": (1950, 2200), "D": (2050, 2200)}.items():
        if kind == "heavy_gun":
            game.figure(name).x, game.figure(name).y = x, y
    assert game.may("S", "shift-gun") == may
    found = judged(game, "shift-gun", by=50)
    assert getattr(found, "rule", "") == ("" if may else "cappa.10.4.2b")


@pytest.mark.rule("cappa.10.4.2.h2")
@pytest.mark.parametrize("ground", ["low wall 21.3,10 21.3,30", "marsh 21.3,10 25,30"])
def test_not_over_an_obstacle_nor_into_difficult_ground(ground):
    game = situation(light_gun("canister", ground, die=3))
    assert not game.may("S", "shift-gun by=100")
    assert game.may("S", "shift-gun by=-100")
    assert judged(game, "shift-gun", by=100).rule == "cappa.10.4.2.h2"


@pytest.mark.rule("cappa.10.4.2a", "cappa.9.7.2.h1", "cappa.10.4.2b", "cappa.10.1a")
def test_a_shift_is_refused_to_who_names_no_distance_has_spent_pa_or_has_no_free_gun():
    game = situation(light_gun("canister", die=3))
    for by in (0, None, "far", 37.0, True):
        assert judged(game, "shift-gun", by=by).rule == "cappa.9.7.2.h2"
    for by in (1, -1, -37, -100):
        option = judged(game, "shift-gun", by=by)
        assert (option["by"], option["pa"]) == (by, 3)
    assert judged(game, "shift-gun", by=-101).rule == "cappa.10.4.2a"
    game.squad("S").pa = 2
    assert judged(game, "shift-gun", by=37).rule == "cappa.9.7.2.h1"
    hooked = situation(light_gun("canister, limber L at 18,20 facing 270, limbered", die=3))
    assert judged(hooked, "shift-gun", by=50).rule == "cappa.10.4.2b"
    assert not hooked.may("S", "shift-gun")
    none = situation(light_gun("canister", die=3))
    none.state.guns["G"].crew = ""
    assert judged(none, "shift-gun", by=50).rule == "cappa.10.1a"


# Limbering

BEHIND = "canister, limber L at 18,20 facing 90"


@pytest.mark.rule("cappa.10.4.3a", "cappa.10.4.3b", "cappa.10.4a")
def test_a_gun_is_hooked_on_where_its_limber_touches_it():
    game = situation(light_gun(BEHIND, die=3))
    events = game.do("S", "limber-gun")
    assert told(events, "worked-together")[0].needed == 10
    assert gun(game).is_limbered
    assert (thing(game, "L").x, thing(game, "L").heading) == (1800, 2700)
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.3a")
@pytest.mark.parametrize(("place", "may"), [("18,20", True), ("17.9,20", False), ("22,20", True), ("22,21.9", True)])
def test_any_point_of_its_base_will_do(place, may):
    game = situation(light_gun(f"canister, limber L at {place} facing 90", die=3))
    assert touches_limber(game.state, gun(game)) == may
    assert game.may("S", "limber-gun") == may
    if not may:
        assert judged(game, "limber-gun").rule == "cappa.10.4.3a"


LIMBERED = "canister, limber L at 18,20 facing 270, limbered"


@pytest.mark.rule("cappa.10.4.3d", "cappa.10.4.3.h5")
@pytest.mark.parametrize("heading", [900, 2700, 450, 1234])
def test_it_is_unlimbered_facing_any_way_and_ready_to_fire(heading):
    game = situation(light_gun(LIMBERED, "blue extra X at 27,20", die=3))
    option = judged(game, "unlimber-gun", heading=heading)
    assert isinstance(option, Option)
    game.do("S", option)
    assert (gun(game).is_limbered, thing(game).heading, gun(game).charge) == (False, heading, "canister")
    sides = {900: (19.5, 18.5), 2700: (20.5, 21.5)}  # each stands to the piece as he stood before, cappa.10.4.1b
    assert game.at("A") == sides.get(heading, game.at("A"))
    assert len(all_in_contact(game)) == 4
    assert not faults(game.state)
    game.squad("S").pa = game.squad("S").die = 3
    game.state.acting = ""
    assert game.may("S", "fire-gun") == (heading == 900)
    assert not game.may("S", "unlimber-gun")


@pytest.mark.rule("cappa.10.4.3d", "cappa.10.4.3a", "cappa.9.7.2.h1", "cappa.10.1a")
def test_hooking_and_unhooking_are_refused_where_there_is_nothing_to_do_or_pa_are_spent():
    game = situation(light_gun(LIMBERED, die=3))
    for heading in (None, "east", 1000.0):
        assert judged(game, "unlimber-gun", heading=heading).rule == "cappa.9.7.2.h2"
    assert judged(game, "unlimber-gun", heading=3600 + 450)["heading"] == 450
    assert judged(game, "limber-gun").rule == "cappa.9.7.2.h2"  # it hangs there already
    assert not game.may("S", "limber-gun")
    free = situation(light_gun(BEHIND, die=3))
    assert judged(free, "unlimber-gun", heading=900).rule == "cappa.9.7.2.h2"
    for one, key in ((game, "unlimber-gun"), (free, "limber-gun")):
        one.squad("S").pa = 2
        assert judged(one, key, heading=1000).rule == "cappa.9.7.2.h1"
        one.squad("S").pa = 3
        one.state.guns["G"].crew = ""
        assert judged(one, key, heading=1000).rule == "cappa.10.1a"


@pytest.mark.rule("cappa.10.4.3.h5")
@pytest.mark.parametrize(("x", "y", "heading"), [(25, 20, 900), (15, 20, 2700), (20, 26, 1800), (24, 16, 450)])
def test_facing_the_nearest_enemy_is_offered_first(x, y, heading):
    far = "blue extra Y at 20,13\nblue extra Z at 35,24\nblue extra W at 12,27\nblue extra V at 20,28\n"
    game = situation(light_gun(LIMBERED, f"blue extra X at {x},{y}\n{far}", die=3))
    assert next(option["heading"] for option in game.offered("S") if option.key == "unlimber-gun") == heading


@pytest.mark.rule("cappa.10.4.3d", "cappa.1.3a")
def test_it_is_not_unlimbered_onto_somebody_and_the_limber_is_drawn_away_for_a_gun_that_stands_across():
    game = situation(light_gun(LIMBERED, "blue extra X at 20,18.3", die=3))
    for name, place in {"A": (1850, 1850), "B": (2150, 1950), "C": (1950, 2150), "D": (2050, 2150)}.items():
        game.figure(name).x, game.figure(name).y = place
    assert judged(game, "unlimber-gun", heading=450).rule == "cappa.1.3a"  # a corner would come to 20,18.6
    turned = situation(light_gun(LIMBERED, "blue extra X at 30,20", die=3))
    turned.do("S", judged(turned, "unlimber-gun", heading=450))
    assert 1740 <= thing(turned, "L").x < 1800  # half a diagonal from the gun instead of half a side
    straight = situation(light_gun(LIMBERED, "blue extra X at 30,20", die=3))
    straight.do("S", judged(straight, "unlimber-gun", heading=900))
    assert thing(straight, "L").x == 1800
    wall = situation(light_gun(LIMBERED, "closed building 14,15 16.9,25", die=3))
    assert judged(wall, "unlimber-gun", heading=450).rule == "cappa.1.3a"
    assert isinstance(judged(wall, "unlimber-gun", heading=900), Option)


@pytest.mark.rule("cappa.10.4.3d")
def test_then_the_limber_is_driven_by_itself():
    game = situation(
        light_gun("canister, limber L at 17.5,20 facing 270", "red artigliere E at 17.5,18.5, squad S", die=2)
    )
    assert not game.may("S", "limber-gun")
    events = game.do("S", "drive vehicle=L bend=0 length=600")
    assert (thing(game, "L").x, thing(game).x) == (1150, 2000)
    assert [one.gun for one in told(events, "gun-moved")] == ["L"]
    assert game.squad("S").pa == 0  # one for the move and one because one does it by himself


# Driving


@pytest.mark.rule("cappa.10.4.3b", "cappa.10.4.3.h1", "cappa.10.4.3.h2", "cappa.10.4.3.h4")
def test_a_limbered_gun_goes_three_um_and_its_crew_with_it():
    game = situation(light_gun(LIMBERED, die=2))
    game.do("S", "drive bend=0 length=300")
    assert (thing(game, "L").x, thing(game).x) == (1500, 1700)
    assert len(all_in_contact(game)) == 4
    assert game.squad("S").pa == 1
    assert gun(game).crew == "S"
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.3.h1")
@pytest.mark.parametrize("ground", ["hedge 15.5,10 15.5,30", "wood 10,10 15.5,30", "marsh 10,10 15.5,30"])
def test_not_through_obstacles_woods_or_difficult_ground(ground):
    game = situation(light_gun(LIMBERED, ground, die=2))
    assert not game.may("S", "drive bend=0 length=300")
    assert judged_drive(game, bend=0, length=300).rule == "cappa.10.4.3.h1"
    assert situation(light_gun(LIMBERED, "road 10,10 10,30", die=2)).may("S", "drive bend=0 length=300")


def judged_drive(game, **args):
    return FREE["drive"](game.state, game.squad("S"), {"figure": "S", "vehicle": "L", **args})


@pytest.mark.rule("cappa.10.4.3.h1")
def test_not_farther_than_three_um_loaded_and_six_empty():
    game = situation(light_gun(LIMBERED, die=2))
    too_far = judged_drive(game, bend=0, length=301)
    assert too_far.rule == "cappa.10.4.3.h1"
    assert game.refusal(too_far).why.endswith("(3 um is the most)")
    assert drawn_speed(game.state, thing(game, "L")) == 300
    gun(game).is_limbered = False
    assert drawn_speed(game.state, thing(game, "L")) == 600
    tired = situation(light_gun(LIMBERED + ", animals 0", die=2))
    assert judged_drive(tired, bend=0, length=100).rule == "cappa.10.4.3.h6"
    assert judged_drive(situation(light_gun(LIMBERED, die=2)), bend=0, length=0).rule == "cappa.10.4.3.h1"


@pytest.mark.rule("cappa.10.4.3.h3")
def test_it_turns_as_it_goes_by_45_degrees_per_um_at_the_most():
    game = situation(light_gun(LIMBERED, die=2))
    assert judged_drive(game, bend=451, length=100).rule == "cappa.10.4.3.h3"
    game.do("S", "drive bend=300 length=300")
    assert thing(game, "L").heading == (2700 + 900) % 3600
    assert thing(game).heading == (thing(game, "L").heading + 1800) % 3600
    assert (thing(game).x, thing(game).y) == (thing(game, "L").x, thing(game, "L").y + 200)  # right behind it
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.3.h4")
def test_somebody_must_touch_what_is_driven():
    game = situation(light_gun(LIMBERED, die=2))
    for name in "ABCD":
        game.figure(name).y += 100 if name in "CD" else -100
    assert not game.may("S", "drive")
    assert judged_drive(game, bend=0, length=100).rule == "cappa.10.4.3.h4"


@pytest.mark.rule("cappa.10.4.3.h1", "cappa.10.4.3.h4", "cappa.10.4.3.h6")
def test_of_two_guns_each_has_its_own_limber_and_animals():
    other = "gun H light_gun at 40,20 facing 90, seat red, limber M at 38,20 facing 270, animals 0"
    game = situation(light_gun(LIMBERED, other, die=2))
    speeds = {name: drawn_speed(game.state, thing(game, name)) for name in "LM"}
    assert speeds == {"L": 300, "M": 0}
    game.do("S", "drive vehicle=L bend=0 length=300")
    assert (thing(game, "L").x, thing(game).x, thing(game, "M").x, thing(game, "H").x) == (1500, 1700, 3800, 4000)
    turned = situation(light_gun("canister, limber L at 18,20 facing 270, animals 0", other[:-1] + "2", die=2))
    assert {name: drawn_speed(turned.state, thing(turned, name)) for name in "LM"} == {"L": 0, "M": 600}


@pytest.mark.rule("cappa.10.4.3.h4")
@pytest.mark.parametrize("vehicle", ["nothing", None, "K", "G"])
def test_only_carts_coaches_and_limbers_are_driven(vehicle):
    game = situation(light_gun(LIMBERED, "thing K barrel at 19.5,18", die=2))
    args = {"figure": "S", "vehicle": vehicle, "bend": 0, "length": 100}
    assert FREE["drive"](game.state, game.squad("S"), args).rule == "cappa.10.4.3.h4"


@pytest.mark.rule("cappa.10.4.3.h4", "cappa.10.4.3.h1")
def test_a_carter_drives_his_cart():
    game = situation(
        "cappa on open ground\nred extra A at 10,8.5, pa 1\nthing C carro at 10,10 facing 90\nblue extra Z at 35,35"
    )
    assert not game.may("A", "drive length=601")
    game.do("A", "drive vehicle=C bend=0 length=600")
    assert (thing(game, "C").x, game.at("A")) == (1600, (16, 8.5))
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.10.4.3.h6")
@pytest.mark.parametrize(
    ("kind", "animals", "speed"),
    [
        ("light_gun", 2, 300),
        ("light_gun", 1, 150),
        ("light_gun", 0, 0),
        ("medium_gun", 4, 300),
        ("medium_gun", 3, 300),
        ("medium_gun", 2, 150),
        ("heavy_gun", 6, 300),
        ("heavy_gun", 3, 150),
        ("howitzer", 2, 300),
    ],
)
def test_without_half_the_animals_it_goes_half_as_far(kind, animals, speed):
    game = situation(light_gun(f"canister, limber L at 18,20 facing 270, limbered, animals {animals}", kind=kind))
    assert drawn_speed(game.state, thing(game, "L")) == speed


@pytest.mark.rule("cappa.10.4.3b")
def test_a_limber_drives_up_to_its_gun():
    game = situation(
        light_gun("canister, limber L at 16.7,20 facing 90", "red artigliere E at 17.6,18.5, squad S", die=3)
    )
    straight = [option for option in game.offered("S") if option.key == "drive" and option["bend"] == 0]
    game.do("S", straight[-1])
    assert touches_limber(game.state, gun(game))
