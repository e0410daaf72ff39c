"""Chapter 10.2: canister, round shot, splinters and shells, with the book's own dice."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.artillery.gun_service import FireGun
from alfiere.games.cappa.ground.gun_places import base_at, crew_at
from alfiere.games.cappa.sheets.tables import tables
from alfiere.table.sectors import sector
from tests.games.cappa.guns import light_gun, medium_gun, told
from tests.situation import situation

ONE = "blue extra X at 27,20, 5/3/3 CA 5"
THREE = """
    blue extra 1 at 28,20, squad T, CA 5
    blue extra 2 at 28.5,21.5, squad T, CA 5
    blue extra 3 at 30,26, squad T, CA 5
    blue squad T, open
"""


def gun(game):
    return game.state.guns["G"]


def judged(game, args) -> Any:
    """A shot that somebody points at himself."""
    free = FireGun().judged
    assert free is not None
    return free(game.state, game.squad("S"), args)


def fired(text, dice="", *answers, action="fire-gun"):
    game = situation(text + (f"\ndice {dice}" if dice else ""))
    return game, game.do("S", action, *answers)


# Who fires, for how many PA


@pytest.mark.rule("cappa.ex.43", "cappa.10.2a", "cappa.10.2b", "cappa.9.7.2c")
def test_five_of_six_gunners_are_in_contact_and_count():
    game = situation(medium_gun(ONE))
    assert [one.id for one in crew_at(game.state, gun(game))] == ["A", "B", "E", "F", "C"]
    events = game.do("S", "fire-gun charge=canister")
    (worked,) = told(events, "worked-together")
    assert (worked.had, worked.needed, worked.done) == (10, 8, True)
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.10.2b")
def test_without_the_gunner_who_touches_a_mate_a_die_of_one_is_too_little():
    game = situation(medium_gun(ONE, die=1))
    assert not game.may("S", "fire-gun")


@pytest.mark.rule("cappa.10.2c", "cappa.10.3b")
@pytest.mark.parametrize(
    ("kind", "fire", "load", "move", "crew"),
    [
        ("howitzer", 6, 10, 10, (4, 5)),
        ("light_gun", 6, 10, 10, (4, 5)),
        ("medium_gun", 8, 12, 12, (5, 7)),
        ("heavy_gun", 10, 15, 15, (6, 8)),
    ],
)
def test_what_a_piece_costs(kind, fire, load, move, crew):
    row = tables().guns[kind]
    assert (row.fire, row.load, row.move, row.crew) == (fire, load, move, crew)


@pytest.mark.rule("cappa.10.2c", "cappa.10.2.1a")
def test_a_light_gun_fires_for_six_points_once():
    game, _ = fired(light_gun("canister", ONE))
    assert gun(game).charge == ""
    game.squad("S").pa = game.squad("S").die = 3
    game.state.acting = ""
    assert not game.may("S", "fire-gun")
    refusal = judged(game, {"figure": "S", "gun": "G"})
    assert refusal.rule == "cappa.10.2.1a"


@pytest.mark.rule("cappa.10.2.1b", "cappa.10.4.3c")
def test_a_limbered_gun_does_not_fire():
    game = situation(light_gun("canister, limber L at 18,20 facing 270, limbered", ONE))
    assert not game.may("S", "fire-gun")
    refusal = judged(game, {"figure": "S", "gun": "G"})
    assert refusal.rule == "cappa.10.2.1b"


SHOOTER = "blue extra M at 24,14 with MMK BD, pa 1, hands MMK, 5/5/3\n"


@pytest.mark.rule("cappa.10.2.1c", "cappa.10.3c")
@pytest.mark.parametrize(("dice", "fires"), [("1 10", False), ("10", True)])
def test_a_crew_that_was_hit_by_firearms_does_not_fire_or_load_even_unhurt(dice, fires):
    game = situation(light_gun("canister", ONE + "\n" + SHOOTER + f"dice blue {dice}"))
    game.do("M", "shoot")
    assert game.may("S", "fire-gun") == fires
    assert game.may("S", "load-gun", 3) == False  # noqa: E712, two by four are no ten
    game.squad("S").die = game.squad("S").pa = 3
    assert game.may("S", "load-gun") == fires


@pytest.mark.rule("cappa.10.2.1c", "cappa.10.3c")
@pytest.mark.parametrize(("dice", "fires"), [("1 10 10", False), ("10 10", True)])
def test_nor_one_that_a_volley_has_hit(dice, fires):
    squad = """
        blue extra M at 24,14 with MMK BD, hands MMK, 5/5/3, squad Q
        blue extra N at 25,14 with MMK BD, hands MMK, 5/5/3, squad Q
        blue squad Q, open, pa 1
    """
    game = situation(light_gun("canister", ONE + squad + f"dice blue {dice}"))
    game.do("Q", "volley target=S")
    assert (gun(game).under_fire, game.may("S", "fire-gun")) == ("" if fires else "firearms", fires)


@pytest.mark.rule("cappa.10.2.1c")
def test_the_next_turn_it_fires_again():
    from alfiere.games.cappa.turn.skirmish import clean_up

    game = situation(light_gun("canister", ONE + "\n" + SHOOTER + "dice blue 1 10"))
    game.do("M", "shoot")
    assert gun(game).under_fire
    clean_up(game.state)
    assert not gun(game).under_fire


@pytest.mark.rule("cappa.10.3c", "cappa.10.2.1c")
def test_arrows_keep_a_crew_from_loading_but_not_from_firing():
    game = situation(light_gun("canister", ONE, die=3))
    gun(game).under_fire = "missiles"
    assert game.may("S", "fire-gun")
    assert not game.may("S", "load-gun")


@pytest.mark.rule("cappa.10.2.1.h1")
def test_a_crew_in_melee_does_nothing_with_its_gun():
    text = light_gun("canister, limber L at 16,20 facing 90", ONE, die=3)
    assert {"fire-gun", "load-gun", "turn-gun", "shift-gun"} <= situation(text).keys("S")
    game = situation(text + "\nblue extra Y at 19.5,17.5")
    assert not {"fire-gun", "load-gun", "turn-gun", "shift-gun", "limber-gun", "drive"} & game.keys("S")


@pytest.mark.rule("cappa.10.2.1.h4")
def test_the_officer_lends_the_gun_neither_his_eye_nor_his_hands():
    text = light_gun("canister", ONE).replace("red squad S,", "red squad S led by O,")
    game = situation(text + "\nred protagonist O at 18.5,20, 6/9/4, squad S")
    assert gunnery.ti_of(game.state, gun(game)) == 3
    assert "O" not in [one.id for one in crew_at(game.state, gun(game))]


# Canister


@pytest.mark.rule("cappa.ex.44", "cappa.10.2.2b", "cappa.10.2.3b")
def test_both_sectors_have_the_front_edge_as_their_base_and_the_range_as_their_length():
    game = situation(light_gun("canister"))
    wings = gunnery.canister_sector(game.state, gun(game)).points
    assert sorted(wings) == [(2100, 1900), (2100, 2100), (4600, 1900 - 670), (4600, 2100 + 670)]  # 25 x tan 15
    strip = sector(base_at(game.state.things["G"]), 0, 2500).points
    assert sorted(strip) == [(2100, 1900), (2100, 2100), (4600, 1900), (4600, 2100)]


@pytest.mark.rule("cappa.ex.45", "cappa.10.2.2f", "cappa.10.2.2g")
@pytest.mark.parametrize(("damage", "fallen"), [("4 7", ["1"]), ("4 5", ["1", "2"])])
def test_canister_strikes_the_nearest_in_the_sector(damage, fallen):
    text = medium_gun(THREE.replace("28,20", "29,20").replace("28.5,21.5", "30,21.5").replace("30,26", "30,26"))
    game, events = fired(text, f"red 2 3 4 5 6 7 8 9 {damage}")
    (shot,) = told(events, "gun-fired")
    assert (shot.tally.total, shot.hit, len(shot.dice)) == (3, ("1", "2"), 8)
    assert [name for name in "123" if not game.figure(name).is_up] == fallen


@pytest.mark.rule("cappa.10.2.2f")
@pytest.mark.parametrize(("kind", "dice"), [("light_gun", 6), ("medium_gun", 8), ("heavy_gun", 10)])
def test_dice_of_canister(kind, dice):
    game = situation(light_gun("canister", kind=kind))
    assert gunnery.dice_of(game.state, gun(game), "canister") == dice


@pytest.mark.rule("cappa.10.2.2a", "cappa.10.0d")
def test_howitzers_are_loaded_with_shells_only_and_guns_never():
    howitzer = situation(light_gun("", kind="howitzer", die=3))
    assert [one["charge"] for one in howitzer.offered("S") if one.key == "load-gun"] == ["shell"]
    light = situation(light_gun("", die=3))
    assert [one["charge"] for one in light.offered("S") if one.key == "load-gun"] == ["canister", "round shot"]
    for charge, other in (("canister", "round shot"), ("round shot", "canister")):  # it may be drawn and changed
        loaded = situation(light_gun(charge, die=3))
        assert [one["charge"] for one in loaded.offered("S") if one.key == "load-gun"] == [other]


@pytest.mark.rule("cappa.10.2.2b", "cappa.10.2.2c", "cappa.10.0b")
@pytest.mark.parametrize(
    ("place", "struck"),
    [
        ("30,20", True),
        ("30,23.9", True),  # partly: at 9 um the sector is 1 + 9 x 0.268 = 3.41 um wide to either hand
        ("30,24.1", False),
        ("12,20", False),  # behind
        ("46.4,20", True),
        ("46.6,20", False),  # beyond 25 um
    ],
)
def test_canister_acts_on_the_ground_before_the_muzzle(place, struck):
    game = situation(light_gun("canister", f"blue extra X at {place}"))
    inside, _ = gunnery.canister_victims(game.state, gun(game))
    assert ("X" in [one.id for one in inside]) == struck


@pytest.mark.rule("cappa.10.2.2d")
def test_one_of_the_targets_must_have_his_centre_in_the_sector():
    at_the_rim = situation(light_gun("canister", "blue extra X at 30,23.6"))
    assert [one.id for one in gunnery.canister_victims(at_the_rim.state, gun(at_the_rim))[0]] == ["X"]
    assert not at_the_rim.may("S", "fire-gun")
    assert situation(light_gun("canister", "blue extra Y at 30,23.6\n" + ONE)).may("S", "fire-gun")


@pytest.mark.rule("cappa.10.2.2e", "cappa.10.2.2j")
@pytest.mark.parametrize(
    ("ground", "armour"),
    [
        ("", 5),
        ("low wall 26.4,18 26.4,22", 4),
        ("hedge 26.4,18 26.4,22", 5),
        ("wood 25,18 30,22", 4),
        ("scrub 25,18 30,22", 5),
    ],
)
def test_only_rigid_cover_helps_against_canister(ground, armour):
    _game, events = fired(light_gun("canister", ONE + "\n" + ground), "red 1 10 10 10 10 10 9")
    assert told(events, "gun-fired")[0].armour[0].total == armour


@pytest.mark.rule("cappa.10.2.2e")
def test_a_hedge_before_a_wall_does_not_hide_the_wall():
    ground = "hedge 26.2,18 26.2,22\nlow wall 26.4,18 26.4,22"
    _game, events = fired(light_gun("canister", ONE + "\n" + ground), "red 1 10 10 10 10 10 9")
    assert told(events, "gun-fired")[0].armour[0].total == 4


@pytest.mark.rule("cappa.10.2.2i", "cappa.10.2.2.h1", "cappa.10.2.2.h3")
def test_when_all_inside_are_hit_others_of_their_squad_are_and_nobody_twice():
    lone = "blue extra Z at 29,28"  # nearer than none, outside, of no squad
    _game, events = fired(light_gun("canister", THREE + lone), "red 1 1 1 1 1 10 10 10 10")
    (shot,) = told(events, "gun-fired")
    assert shot.hit == ("1", "2", "3")
    assert len(shot.damage) == 3


@pytest.mark.rule("cappa.10.2.2.h2")
@pytest.mark.parametrize(("place", "total", "armour"), [("29.5,20", 3, 5), ("29.6,20", 2, 4)])
def test_the_nearest_struck_gives_the_range(place, total, armour):
    far = "blue extra Y at 36,20"
    _game, events = fired(light_gun("canister", f"blue extra X at {place}\n{far}"), "red 1 1 10 10 10 10 9 9")
    (shot,) = told(events, "gun-fired")
    assert (shot.tally.total, shot.armour[1].total) == (total, armour)


@pytest.mark.rule("cappa.10.2.2.h4")
def test_friends_in_the_sector_are_struck_the_crew_is_not():
    crew_ahead = "red artigliere E at 21.5,20, squad S\nred extra F at 25,20\n"
    _game, events = fired(light_gun("canister", crew_ahead + ONE), "red 1 1 1 10 10 10 9 9 1")
    assert told(events, "gun-fired")[0].hit == ("F", "X")


@pytest.mark.rule("cappa.10.2.2.h5")
@pytest.mark.parametrize("ground", ["high wall 24,10 24,30", "building 23,10 25,30", "rise 23,10 25,30"])
def test_behind_a_house_a_high_wall_or_a_hill_nobody_is_struck(ground):
    assert not situation(light_gun("canister", ONE + "\n" + ground)).may("S", "fire-gun")
    part = ground.replace(",10", ",19.8")  # past its end a line from a corner of the muzzle is free
    assert situation(light_gun("canister", ONE + "\n" + part)).may("S", "fire-gun")


@pytest.mark.rule("cappa.5.1.5.h1")
def test_no_canister_where_somebody_fights():
    game = situation(light_gun("canister", ONE + "\nred extra F at 27,21"))
    assert not game.may("S", "fire-gun")
    melee = "\nblue extra Y at 35,20\nred extra F at 35,21\nhigh wall 32,10 32,30"
    assert not situation(light_gun("canister", ONE + melee)).may("S", "fire-gun")
    assert situation(light_gun("canister", ONE + melee.replace("35,2", "48,2"))).may("S", "fire-gun")


# Round shot


@pytest.mark.rule("cappa.10.2.3d")
@pytest.mark.parametrize(("kind", "dice"), [("light_gun", 4), ("medium_gun", 6), ("heavy_gun", 8)])
def test_dice_of_round_shot(kind, dice):
    game = situation(light_gun("round shot", kind=kind))
    assert gunnery.dice_of(game.state, gun(game), "round shot") == dice


BRICK = """
[[terrain]]
kind = "{kind}"
id = "house"
name = {{ en = "house", it = "casa" }}
rect = [33.1, 15, 40, 25]
doors = ["east"]
windows = 0
"""


def house(kind="building_brick", more="", **how):
    return light_gun("round shot", more + BRICK.format(kind=kind), **how)


@pytest.mark.rule("cappa.ex.46", "cappa.10.2.3b", "cappa.10.2.3j", "cappa.10.2.3e", "cappa.10.2.3a", "cappa.10.0c")
def test_three_hits_of_a_light_gun_breach_thin_brick():
    game = situation(house(more="dice red 1 2 2 5 10 10 10 10"))
    events = game.do("S", "fire-gun target=house")
    (worked,) = told(events, "worked-together")
    (shot,) = told(events, "round-shot-fired")
    assert (worked.had, worked.needed) == (8, 6)
    assert (shot.tally.total, shot.hits, shot.needed, shot.breached) == (2, 3, 3, True)
    assert shot.at == (3310, 2000)
    assert [(one.how, one.at) for one in told(events, "ground-changed")] == [("breached", (3310, 2000))]


@pytest.mark.rule("cappa.10.2.3.h2", "cappa.10.2.3j")
def test_two_hits_do_nothing_and_are_forgotten():
    game = situation(house(more="dice red 1 2 5 5 1 2 5 5", die=2))
    for _ in range(2):
        events = game.do("S", "fire-gun target=house")
        assert not told(events, "round-shot-fired")[0].breached
        game.squad("S").pa = 2
        gun(game).charge, game.state.acting = "round shot", ""
    assert not game.state.changed


@pytest.mark.rule("cappa.10.2.3.h3")
def test_where_the_scenario_says_so_hits_on_the_same_wall_add_up():
    special = '[[special]]\nkind = "battering"\ntext = { en = "battering", it = "batteria" }\n'
    game = situation(house(more="dice red 1 2 5 5 1 5 5 5 10 10 10 10") + special)
    game.do("S", "fire-gun target=house")
    game.squad("S").pa = 2
    gun(game).charge, game.state.acting = "round shot", ""
    events = game.do("S", "fire-gun target=house")
    assert told(events, "round-shot-fired")[0].breached


@pytest.mark.rule("cappa.10.2.3e", "cappa.10.2.3f", "cappa.10.2.3g", "cappa.10.2.3i", "cappa.10.2.3.h1")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("building_wood", 2),
        ("building_brick", 3),
        ("building_thick_brick", 4),
        ("building_stone", 6),
        ("building_fort", 8),
    ],
)
def test_how_many_hits_a_wall_takes(kind, needed):
    game = situation(house(kind))
    assert [one.needed for one in gunnery.structures_of(game.state, gun(game))] == [needed]


@pytest.mark.rule("cappa.10.2.3f")
def test_an_earthwork_before_a_brick_wall_makes_it_as_strong_as_thick_brick():
    game = situation(house(more="earthwork 32.6,14 32.6,26\n"))
    found = {one.name: one.needed for one in gunnery.structures_of(game.state, gun(game))}
    assert found == {"earthwork-1": 4, "house": 4}
    apart = situation(house(more="earthwork 31.9,14 31.9,26\n"))
    assert [one.name for one in gunnery.structures_of(apart.state, gun(apart))] == ["earthwork-1"]


@pytest.mark.rule("cappa.10.2.3.h1")
@pytest.mark.parametrize("ground", ["palisade 30,10 30,30", "thing C carro at 30,20", "barricade 30,20"])
def test_two_hits_break_what_is_of_wood(ground):
    game = situation(light_gun("round shot", ground))
    assert [one.needed for one in gunnery.structures_of(game.state, gun(game))] == [2]


@pytest.mark.rule("cappa.10.2.3.h1", "cappa.10.2.3.h5")
def test_a_door_on_the_axis_is_struck_instead_of_the_wall():
    game = situation(house("building_stone").replace('["east"]', '["west"]'))
    (aim,) = gunnery.structures_of(game.state, gun(game))
    assert (aim.needed, aim.start, aim.end) == (2, (3310, 1950), (3310, 2050))


@pytest.mark.rule("cappa.10.2.3b", "cappa.10.2.3.h5")
@pytest.mark.parametrize(("north", "at"), [(15, (3310, 2000)), (20.5, (3310, 2050)), (21, None)])
def test_the_wall_must_be_in_the_rectangle_before_the_muzzle(north, at):
    game = situation(house().replace("33.1, 15,", f"33.1, {north},"))
    assert [one.at for one in gunnery.structures_of(game.state, gun(game))] == ([at] if at else [])


@pytest.mark.rule("cappa.10.2.3c")
@pytest.mark.parametrize(
    "ground", ["hedge 28,10 28,30", "hedge 28,10 28,19.5", "wood 26,15 29,25", "thing C carro at 28,20"]
)
def test_anything_nearer_in_the_sector_forbids_the_shot(ground):
    game = situation(house(more=ground + "\n"))
    assert "house" not in [one.name for one in gunnery.structures_of(game.state, gun(game))]
    beside = situation(house(more="hedge 28,10 28,18.9\nstream 28,10 28,30\n"))
    assert [one.name for one in gunnery.structures_of(beside.state, gun(beside))] == ["house"]


@pytest.mark.rule("cappa.10.2.3.h7")
def test_people_in_the_way_neither_stop_the_ball_nor_are_hurt_by_it():
    game = situation(house(more=ONE + "\ndice red 1 2 2 5 10 10 10 10"))
    game.do("S", "fire-gun target=house")
    assert game.figure("X").is_up


@pytest.mark.rule("cappa.10.2.3.h6", "cappa.10.2.3j")
def test_a_breach_is_passed_on_foot_like_open_ground_and_not_mounted():
    foot = "blue extra X at 32,20, pa 3\nblue extra R at 31,24, mounted, Mov 8, pa 3\n"
    game = situation(house(more=foot + "dice red 1 2 2 5 10 10 10 10"))
    with pytest.raises(Exception, match="X"):
        game.move("X", 34, 20)
    game.do("S", "fire-gun target=house")
    game.move("X", 34, 20)
    assert game.at("X") == (34, 20)
    with pytest.raises(Exception, match="R"):
        game.move("R", 35, 20)


@pytest.mark.rule("cappa.10.2.3.h6")
def test_a_breach_in_a_wall_lets_men_through_and_sight():
    ground = "high wall 30,10 30,30\n"
    men = "blue extra X at 33,20, pa 3\nred extra Y at 27,20\nblue extra R at 34,24, mounted, Mov 8, pa 3\n"
    game = situation(light_gun("round shot", ground + men + "dice red 1 2 2 5 10 10 10 10"))
    assert not game.sees("X", "Y")
    game.do("S", "fire-gun")
    assert game.sees("X", "Y")
    game.move("X", 29.4, 20)
    assert game.at("X") == (29.4, 20)
    with pytest.raises(Exception, match="R"):
        game.move("R", 28, 22)


@pytest.mark.rule("cappa.10.2.3.h1")
def test_a_cart_that_is_hit_twice_is_gone():
    game = situation(light_gun("round shot", "thing C carro at 28,20\ndice red 1 2 5 5 10 10 10 10"))
    game.do("S", "fire-gun target=C")
    assert "C" not in game.state.things


# Splinters

NEAR = """
blue extra G at 32,20, squad T, CA 5
blue extra F at 32,22, squad T, CA 5
blue extra H at 34,23, squad T, CA 5
blue squad T, open
"""


@pytest.mark.rule("cappa.ex.47", "cappa.10.2.3k", "cappa.10.2.3.h4")
def test_a_breach_throws_splinters_like_a_grenade():
    game = situation(house(more=NEAR + "dice red 1 2 2 5 2 5 7 9 4"))
    events = game.do("S", "fire-gun target=house")
    (burst,) = told(events, "gun-fired")
    assert (burst.charge, burst.dice, burst.tally.total) == ("splinters", (2, 5, 7, 9), 3)
    assert (burst.hit, burst.armour[0].total) == (("G",), 7)
    assert not game.figure("G").is_up


@pytest.mark.rule("cappa.10.2.3k", "cappa.2.3b")
def test_who_is_hit_by_splinters_in_the_open_tests_his_morale():
    game = situation(house(more="blue extra Z at 31,20\ndice red 1 2 2 5 1 10 10 10 10 blue 10"))
    events = game.do("S", "fire-gun target=house")
    assert told(events, "gun-fired")[0].hit == ("Z",)
    assert [(one.figure, one.cause) for one in told(events, "morale-tested")] == [("Z", "fire")]
    assert game.figure("Z").shaken == "fire"


@pytest.mark.rule("cappa.10.2.3k", "cappa.10.2.3.h4")
def test_splinters_fly_to_both_sides_of_the_wall_five_um_far():
    there = NEAR + "blue extra Z at 27.7,20\nblue extra W at 38.7,20\n"
    game = situation(house(more=there + "dice red 1 2 2 5 1 1 1 1 10 10 10 10"))
    events = game.do("S", "fire-gun target=house")
    (burst,) = told(events, "gun-fired")
    assert set(burst.hit) == {"G", "F", "H", "Z"}
    assert {one.total for one in burst.armour} == {7}  # the broken wall itself covers nobody


# Shells

SQUAD = """
blue extra G at 32,20, squad T, CA 5
blue extra F at 32,21.2, squad T, CA 5
blue extra H at 33.5,20.5, squad T, CA 5
blue extra I at 34.5,21.5, squad T, CA 5
blue squad T, open
hedge 28,10 28,30
"""


def howitzer(more="", die=3):
    return light_gun("shell", more, kind="howitzer", die=die)


@pytest.mark.rule("cappa.ex.48", "cappa.10.2.4a", "cappa.10.2.4c", "cappa.10.2.4d", "cappa.10.2.4f", "cappa.10.2.4i")
def test_a_shell_over_a_hedge():
    from alfiere.kernel.decision import Option

    game = situation(howitzer(SQUAD + "dice red 2 3 3 5 7 8 4 5 10"))
    args = {"figure": "S", "gun": "G", "charge": "shell", "to": [3150, 2030]}
    option = judged(game, args)
    assert isinstance(option, Option)
    events = game.do("S", option)
    assert told(events, "worked-together")[0].had == 12
    (burst,) = told(events, "gun-fired")
    assert (burst.tally.total, len(burst.hit)) == (3, 3)
    assert [name for name in "GFHI" if not game.figure(name).is_up] == ["G", "F"]


@pytest.mark.rule("cappa.10.2.4b", "cappa.10.2.4c", "cappa.10.2.4.h2")
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ([2900, 2000], ""),
        ([2890, 2000], "cappa.10.2.4b"),  # nearer than 8 um before the front edge
        ([4600, 2000], ""),
        ([4610, 2000], "cappa.10.2.4b"),
        ([3500, 2110], "cappa.10.2.4b"),
    ],
)
def test_a_shell_falls_in_the_strip_between_its_ranges(place, rule):
    game = situation(howitzer())
    args = {"figure": "S", "gun": "G", "charge": "shell", "to": place}
    found = judged(game, args)
    assert getattr(found, "rule", "") == rule


@pytest.mark.rule("cappa.10.2.4c", "cappa.9.7.2.h1", "cappa.9.7.2.h2")
def test_a_shell_at_no_place_at_all_or_with_spent_pa_is_refused():
    game = situation(howitzer("blue extra X at 35,20"))
    args = {"figure": "S", "gun": "G", "charge": "shell"}
    for more in ({}, {"to": "there"}, {"to": [3500]}, {"to": [3500, 2000.5]}, {"target": "S", "to": [3500, 2000]}):
        assert judged(game, args | more).rule == "cappa.9.7.2.h2"
    assert judged(game, args | {"to": [3500, 2000]}).args == {**args, "to": [3500, 2000], "pa": 3}
    assert judged(game, args | {"target": "X", "to": [3500, 2000]})["target"] == "X"
    game.squad("S").pa = 2
    assert judged(game, args | {"to": [3500, 2000]}).rule == "cappa.9.7.2.h1"
    game.squad("S").pa = 3
    gun(game).charge = ""
    assert judged(game, args | {"to": [3500, 2000]}).rule == "cappa.10.2.1a"


@pytest.mark.rule("cappa.10.2.4b", "cappa.10.2.4c")
def test_a_character_is_a_target_if_part_of_him_is_in_the_strip():
    assert situation(howitzer("blue extra X at 35,21.4")).may("S", "fire-gun target=X")
    assert not situation(howitzer("blue extra X at 35,21.6")).may("S", "fire-gun")
    assert not situation(howitzer("blue extra X at 29.4,20")).may("S", "fire-gun")  # his edge is nearer than 8 um


@pytest.mark.rule("cappa.10.2.4i", "cappa.10.2.4.h1")
def test_some_gunner_at_the_piece_must_see_the_target():
    unseen = "blue extra X at 35,20\nhigh wall 28,{} 28,40"
    assert not situation(howitzer(unseen.format(0))).may("S", "fire-gun")
    game = situation(howitzer(unseen.format(19.4)))  # those on the north side see past its end
    assert game.may("S", "fire-gun")
    for name in "AB":
        game.figure(name).y -= 100  # no longer in contact
    assert not list(FireGun().possible(game.state, game.squad("S")))


@pytest.mark.rule("cappa.10.2.4e")
def test_all_within_six_um_are_victims_beside_the_sector_too():
    there = "blue extra X at 35,20\nblue extra Y at 35,26.5\nblue extra Z at 35,26.6\nred extra R at 32,15\n"
    game = situation(howitzer(there + "dice red 1 1 1 1 1 1 10 10 10 1"))
    events = game.do("S", "fire-gun target=X")
    assert set(told(events, "gun-fired")[0].hit) == {"X", "Y", "R"}


@pytest.mark.rule("cappa.10.2.4g", "cappa.10.2.4.h3")
def test_each_victim_has_his_own_armour_and_cover_and_nothing_else_counts():
    there = "blue extra X at 40,20, CA 5\nblue extra Y at 40,23, CA 3\nlow wall 38,22.3 42,22.3\n"
    game = situation(howitzer(there + "dice red 1 1 9 9 9 9 10 10"))
    events = game.do("S", "fire-gun target=X")
    (burst,) = told(events, "gun-fired")
    assert burst.tally.total == 3
    assert dict(zip(burst.hit, (one.total for one in burst.armour), strict=True)) == {"X": 5, "Y": 2}


@pytest.mark.rule("cappa.5.1.5.h1")
def test_no_shell_where_somebody_fights():
    assert not situation(howitzer("blue extra X at 35,20\nred extra R at 35,21")).may("S", "fire-gun")
