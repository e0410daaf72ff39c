"""Chapter 10.4: who works at a gun keeps his place at it, and work that is too little changes nothing."""

from __future__ import annotations

import math

import pytest

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.invariants import faults
from tests.games.cappa.guns import light_gun, medium_gun, told
from tests.games.cappa.pointed import against, allowed
from tests.situation import situation

BEHIND = "canister, limber L at 18,20 facing 90"
LIMBERED = "canister, limber L at 18,20 facing 270, limbered"
STATIONS = {"A": (-0.5, -1.5), "B": (0.5, -1.5), "C": (-0.5, 1.5), "D": (0.5, 1.5)}  # from the centre of the gun


def gun(game):
    return game.state.guns["G"]


def thing(game, name="G"):
    return game.state.things[name]


def picture(game):
    """Where everything and everybody is."""
    things = {one.id: (one.x, one.y, one.heading) for one in game.state.things.values()}
    return things, {name: game.at(name) for name in "ABCD"}, gun(game).is_limbered


def swung(place, degrees):
    """A place seen from the centre of the gun, when all turns about it."""
    x, y = place
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return 20 + x * cos - y * sin, 20 + x * sin + y * cos


@pytest.mark.rule("cappa.10.4.1b")
@pytest.mark.parametrize("turn", [45, -45, 30])
def test_who_turned_the_gun_stands_to_it_as_he_stood_before(turn):
    game = situation(light_gun("canister", die=3))
    events = game.do("S", allowed(game, "S", "turn-gun", gun="G", heading=900 + 10 * turn))
    for name, place in STATIONS.items():
        x, y = swung(place, turn)
        assert game.at(name) == (pytest.approx(x, abs=0.05), pytest.approx(y, abs=0.05))
    assert [(one.gun, one.how, one.heading) for one in told(events, "gun-moved")] == [("G", "turned", 900 + 10 * turn)]
    assert sorted(one.figure for one in told(events, "moved")) == [*"ABCD"]
    assert all(one.rules == ("cappa.10.4.1b",) for one in told(events, "moved"))
    assert [game.figure(name).moved for name in "ABCD"] == [0] * 4  # to step round a gun is no Move
    assert not faults(game.state)


@pytest.mark.rule("cappa.10.4.2.h1")
def test_who_shifted_the_gun_stands_to_it_as_he_stood_before():
    game = situation(light_gun("canister", die=3))
    events = game.do("S", allowed(game, "S", "shift-gun", gun="G", by=70))
    assert (thing(game).x, thing(game).y, thing(game).heading) == (2070, 2000, 900)
    for name, (x, y) in STATIONS.items():
        assert game.at(name) == (pytest.approx(20.7 + x, abs=0.02), pytest.approx(20 + y, abs=0.02))
    assert [(one.how, one.to) for one in told(events, "gun-moved")] == [("shifted", (2070, 2000))]


@pytest.mark.rule("cappa.10.4.3d", "cappa.10.4.1b")
@pytest.mark.parametrize("turn", [0, 45, 90, -45, 180])
def test_who_unlimbered_the_gun_stands_to_it_as_he_stood_before(turn):
    game = situation(light_gun(LIMBERED, die=3))
    game.do("S", allowed(game, "S", "unlimber-gun", gun="G", heading=(900 + 10 * turn) % 3600))
    near = [math.dist(game.at(name), swung(place, turn)) for name, place in STATIONS.items()]
    assert sum(one <= 0.05 for one in near) >= (2 if turn % 180 else 4)  # two may find the limber in their places
    assert not faults(game.state)


@pytest.mark.rule("cappa.9.7.2d", "cappa.9.7.2.h5", "cappa.10.4a")
@pytest.mark.parametrize(
    ("where", "key", "args"),
    [
        ("canister", "turn-gun", {"heading": 1350}),
        ("canister", "shift-gun", {"by": 100}),
        (BEHIND, "limber-gun", {}),
        (LIMBERED, "unlimber-gun", {"heading": 450}),
    ],
)
@pytest.mark.parametrize("men", [4, 5])
def test_eight_points_move_no_gun_and_are_lost_and_ten_do(where, key, args, men):
    fifth = "red artigliere E at 21.5,20, squad S" if men == 5 else ""
    game = situation(light_gun(where, fifth, die=2))
    before = picture(game)
    events = game.do("S", allowed(game, "S", key, gun="G", **args))
    (worked,) = told(events, "worked-together")
    assert (worked.figure, worked.work, worked.about) == ("S", key, "G")
    assert (worked.had, worked.needed, worked.done) == (2 * men, 10, men == 5)
    assert (picture(game) == before) is (men == 4)
    assert bool(told(events, "gun-moved")) is (men == 5)
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.10.4a")
@pytest.mark.parametrize(("die", "turns"), [(3, True), (2, False)])
def test_a_medium_gun_takes_fifteen_points_of_those_who_are_at_it(die, turns):
    """Five are in contact; the sixth stands apart and counts for nothing."""
    game = situation(medium_gun(die=die))
    (worked,) = told(game.do("S", allowed(game, "S", "turn-gun", gun="G", heading=1000)), "worked-together")
    assert worked.had == 5 * die
    assert worked.done is (worked.had >= worked.needed)
    assert (thing(game).heading == 1000) is turns


# Limbering


@pytest.mark.rule("cappa.10.4.3b", "cappa.10.4.3a")
@pytest.mark.parametrize(
    ("place", "beside"), [("18,20", (2050, 2150)), ("22,20", (2050, 2150)), ("20,22.01", (2150, 2050))]
)
def test_a_limber_that_touches_any_side_is_put_behind_the_gun_and_looks_away_from_it(place, beside):
    game = situation(light_gun(f"canister, limber L at {place} facing 0", die=3))
    (x, y) = beside
    for name, spot in {"C": (x, y), "D": (x - 100, y) if y > x else (x, y - 100)}.items():
        game.figure(name).x, game.figure(name).y = spot
    events = game.do("S", allowed(game, "S", "limber-gun", gun="G"))
    assert (thing(game, "L").x, thing(game, "L").y, thing(game, "L").heading) == (1800, 2000, 2700)
    assert (thing(game).x, thing(game).y, thing(game).heading) == (2000, 2000, 900)
    assert [(one.gun, one.how) for one in told(events, "gun-moved")] == [("L", "limbered")]
    assert gun(game).is_limbered


@pytest.mark.rule("cappa.10.4.3a", "cappa.1.3a")
def test_it_is_not_hooked_on_where_somebody_stands_in_the_place_of_the_limber():
    game = situation(light_gun("canister, limber L at 22,20 facing 90", "blue extra X at 18,20", die=3))
    assert not game.may("S", "limber-gun")
    game.figure("X").x = 1600
    assert game.may("S", "limber-gun")


@pytest.mark.rule("cappa.10.4.3d")
def test_of_a_gun_that_is_unlimbered_both_parts_are_told_when_both_move():
    across = situation(light_gun(LIMBERED, die=3))
    told_of = told(across.do("S", allowed(across, "S", "unlimber-gun", gun="G", heading=450)), "gun-moved")
    assert [(one.gun, one.how) for one in told_of] == [("L", "driven"), ("G", "unlimbered")]
    assert told_of[0].to == (thing(across, "L").x, thing(across, "L").y)
    assert (thing(across, "L").y, thing(across, "L").heading) == (2000, 2700)
    same = situation(light_gun(LIMBERED, die=3))
    told_of = told(same.do("S", allowed(same, "S", "unlimber-gun", gun="G", heading=900)), "gun-moved")
    assert [(one.gun, one.how) for one in told_of] == [("G", "unlimbered")]


# Driving


@pytest.mark.rule("cappa.10.4.3.h3", "cappa.10.4.3.h1")
@pytest.mark.parametrize(
    ("bend", "length", "reason"),
    [
        (450, 100, ""),
        (-450, 100, ""),
        (451, 100, "drive-bend"),
        (-451, 100, "drive-bend"),
        (0.0, 100, "drive-bend"),
        (None, 100, "drive-bend"),
        ("left", 100, "drive-bend"),
        (True, 100, "drive-bend"),
        (0, 100.0, "drive-bend"),
        (0, None, "drive-bend"),
        (0, True, "drive-bend"),
        (0, 300, ""),
        (0, 1, ""),
        (0, 0, "drive-far"),
        (0, -100, "drive-far"),
        (0, 301, "drive-far"),
    ],
)
def test_a_driver_names_a_bend_and_a_length_in_whole_numbers_within_the_limits(bend, length, reason):
    game = situation(light_gun(LIMBERED, die=2))
    rules = {"": "", "drive-bend": "cappa.10.4.3.h3", "drive-far": "cappa.10.4.3.h1"}
    assert against(game, "S", "drive", vehicle="L", bend=bend, length=length) == (reason, rules[reason])


@pytest.mark.rule("cappa.10.4.3.h1", "cappa.10.4.3.h6")
@pytest.mark.parametrize(("animals", "limit"), [(2, 300), (1, 150), (0, None)])
def test_who_drives_too_far_hears_how_far_its_animals_go(animals, limit):
    game = situation(light_gun(f"{LIMBERED}, animals {animals}", die=2))
    assert against(game, "S", "drive", vehicle="L", bend=0, length=301)[0] == "drive-far"
    for length in (limit or 0, (limit or 0) + 1):
        refused = against(game, "S", "drive", vehicle="L", bend=0, length=length)[0]
        assert refused == ("" if limit and length <= limit else "drive-far")
    lengths = {one["length"] for one in game.offered("S") if one.key == "drive"}
    assert lengths == ({limit, limit * 2 // 3, limit // 3} if limit else set())


@pytest.mark.rule("cappa.10.4.3.h1")
@pytest.mark.parametrize(("front", "length"), [(15, 200), (14, 300), (16.99, 1)])
def test_it_goes_as_far_as_what_stands_in_its_way(front, length):
    """The front edge of the limber is at x 17."""
    game = situation(light_gun(LIMBERED, f"closed building 10,15 {front},25", die=2))
    straight = [one["length"] for one in game.offered("S") if one.key == "drive" and one["bend"] == 0]
    assert max(straight) == pytest.approx(length, abs=1)
    most = max(straight)
    assert against(game, "S", "drive", vehicle="L", bend=0, length=most) == ("", "")
    if most < 299:
        assert against(game, "S", "drive", vehicle="L", bend=0, length=most + 2) == ("gun-room", "cappa.10.4.3.h1")


@pytest.mark.rule("cappa.10.4.3.h2", "cappa.10.4.3b")
def test_the_crew_walks_with_the_limbered_gun_and_that_is_their_move():
    game = situation(light_gun(LIMBERED, die=2))
    events = game.do("S", "drive bend=0 length=300")
    for name, (x, y) in STATIONS.items():
        assert game.at(name) == (pytest.approx(17 + x, abs=0.02), pytest.approx(20 + y, abs=0.02))
    walked = {one.figure: one.length for one in told(events, "moved")}
    assert walked == dict.fromkeys("ABCD", pytest.approx(300, abs=2))
    assert [game.figure(name).moved for name in "ABCD"] == [walked[name] for name in "ABCD"]
    assert [(one.gun, one.how, one.to) for one in told(events, "gun-moved")] == [
        ("L", "driven", (1500, 2000)),
        ("G", "driven", (1700, 2000)),
    ]


@pytest.mark.rule("cappa.10.4.3.h4", "cappa.10.4.3.h2")
def test_a_lone_man_drives_an_empty_limber_but_no_limbered_gun():
    free = "canister, limber L at 16,20 facing 270"
    carter = "red extra Z at 16,18.5, pa 1"
    game = situation(light_gun(free, carter, die=2))
    assert game.may("Z", "drive vehicle=L")
    hooked = situation(light_gun(LIMBERED, carter.replace("16,18.5", "17.5,18.5"), die=2))
    assert not hooked.may("Z", "drive")


@pytest.mark.rule("cappa.10.4.3.h4")
@pytest.mark.parametrize(
    ("how", "may"), [("", True), (", prone", False), (", mounted, Mov 8, on foot 4", False), ("laden", False)]
)
def test_a_cart_is_driven_on_foot_upright_and_with_free_hands(how, may):
    at = "10,8" if "mounted" in how else "10,8.5"
    how_he_is = "" if how == "laden" else how
    text = f"cappa on open ground\nred extra A at {at}{how_he_is}, pa 1\nthing C carro at 10,10 facing 90"
    game = situation(text + "\nthing K barrel at 10,8.5\nblue extra Z at 35,35")
    if how == "laden":
        game.figure("A").carries = ["K"]
        game.state.things["K"].bearer = "A"
    assert game.may("A", "drive vehicle=C") is may
    refused = against(game, "A", "drive", vehicle="C", bend=0, length=100)
    assert refused == ("", "") if may else refused[0] != ""


@pytest.mark.rule("cappa.10.4.3.h1", "cappa.10.4.3.h4")
def test_nobody_is_driven_over_and_a_cart_that_somebody_carries_is_driven_by_nobody():
    text = "cappa on open ground\nred extra A at 10,8.5, pa 1\nthing C carro at 10,10 facing 90\n"
    game = situation(text + "blue extra X at 14,10\nblue extra Z at 35,35")
    reach = [one["length"] for one in game.offered("A") if one.key == "drive" and one["bend"] == 0]
    front = thing(game, "C").x + 100
    assert max(reach) <= 1350 - front + 50
    assert against(game, "A", "drive", vehicle="C", bend=0, length=600)[0] == "gun-room"


# What a crew hears that cannot load


@pytest.mark.rule("cappa.10.3c", "cappa.10.1.h5", "cappa.10.1a")
@pytest.mark.parametrize(
    ("state", "reason", "rule"),
    [
        ("", "", ""),
        (", under melee", "gun-fought", "cappa.10.3c"),
        (", under firearms", "gun-pinned", "cappa.10.3c"),
        (", spiked", "gun-spiked", "cappa.10.1.h5"),
    ],
)
def test_a_crew_that_cannot_load_hears_why(state, reason, rule):
    game = situation(light_gun(f"canister{state}", die=3))
    assert against(game, "S", "load-gun", gun="G", charge="round shot") == (reason, rule)
    assert game.may("S", "load-gun") is (not reason)


@pytest.mark.rule("cappa.10.2.1a", "cappa.10.2.1b", "cappa.10.2.1c", "cappa.10.1.h5")
@pytest.mark.parametrize(
    ("state", "reason", "rule"),
    [
        ("canister", "", ""),
        ("canister, under melee", "", ""),
        ("canister, under firearms", "gun-pinned", "cappa.10.2.1c"),
        ("canister, spiked", "gun-spiked", "cappa.10.1.h5"),
        ("", "gun-empty", "cappa.10.2.1a"),
        (LIMBERED, "gun-limbered", "cappa.10.2.1b"),
    ],
)
def test_a_crew_that_cannot_fire_hears_why(state, reason, rule):
    game = situation(light_gun(state, "blue extra X at 25,20", die=3))
    shot = next((one for one in game.offered("S") if one.key == "fire-gun"), None)
    assert (shot is None) is bool(reason)
    if reason:
        found = against(game, "S", "fire-gun", gun="G", target="X")
        assert found == (reason, rule)


# What a shot does


@pytest.mark.rule("cappa.10.2.2f", "cappa.2.3b")
@pytest.mark.parametrize(("dice", "tested"), [("1 10 10 10 10", ["X"]), ("10 10 10 10 10", [])])
def test_who_is_hit_by_canister_tests_his_morale(dice, tested):
    game = situation(light_gun("canister", "blue extra X at 25,20, 5/3/3"))
    rolls = [int(one) for one in dice.split()]
    game.dice["red"] = [*rolls, *[10] * 20]
    game.dice["blue"] = [1]
    events = game.do("S", "fire-gun")
    assert [one.figure for one in told(events, "morale-tested")] == tested
    assert gun(game).charge == ""


TWO_HOUSES = """
[[terrain]]
kind = "building_brick"
id = "{0}"
name = {{ en = "one", it = "una" }}
rect = [32, 16, 40, 19.9]
windows = 0
doors = ["east"]
[[terrain]]
kind = "building_brick"
id = "{1}"
name = {{ en = "other", it = "altra" }}
rect = [32, 20.1, 40, 24]
windows = 0
doors = ["east"]
"""


@pytest.mark.rule("cappa.10.2.3a", "cappa.10.2.3d")
@pytest.mark.parametrize("target", ["barn", "house"])
def test_round_shot_strikes_the_house_it_is_aimed_at(target):
    text = light_gun("round shot", "blue extra X at 50,30\n" + TWO_HOUSES.format("barn", "house"))
    game = situation(text)
    game.dice["red"] = [1] * 4 + [10] * 20
    (shot,) = told(game.do("S", f"fire-gun target={target}"), "round-shot-fired")
    assert shot.target == target
    assert all(target in one for one in game.state.changed)
    assert game.state.changed


@pytest.mark.rule("cappa.10.2.2.h1", "cappa.10.2.2g")
@pytest.mark.parametrize(("more", "struck"), [(0, ["Y"]), (1, [])])
def test_canister_strikes_mates_of_who_stands_in_the_sector_only_as_far_as_it_flies(more, struck):
    band = "blue extra X at 30,20, squad T\nblue extra Y at 31,20, squad T\nblue squad T, open\n"
    game = situation(light_gun("canister", band))
    s = game.state
    gun = s.guns["G"]
    weapon = gunnery.weapon_of(s, gun)
    assert weapon.long is not None
    game.figure("Y").x = 2100 + 50  # right beside the muzzle, and so far off that it is at the end of its range
    game.figure("Y").y = 2100 + 50 + weapon.long.um + more
    inside, outside = gunnery.canister_victims(s, gun)
    assert ([one.id for one in inside], [one.id for one in outside]) == (["X"], struck)


# Loading


@pytest.mark.rule("cappa.10.3a", "cappa.10.2.1.h2")
def test_loading_takes_ten_points_and_the_charge_is_chosen_then():
    assert not situation(light_gun("", die=2)).may("S", "load-gun")
    game = situation(light_gun("", die=3))
    events = game.do("S", "load-gun charge=round shot")
    assert told(events, "worked-together")[0].had == 12
    assert gun(game).charge == "round shot"


@pytest.mark.rule("cappa.10.3a")
def test_who_is_not_at_the_piece_does_not_help_to_load_it():
    game = situation(light_gun("", die=3))
    game.figure("A").x -= 200
    assert not game.may("S", "load-gun")


@pytest.mark.rule("cappa.10.2.1.h2")
def test_another_charge_means_loading_anew():
    game = situation(light_gun("canister", die=3))
    assert [one["charge"] for one in game.offered("S") if one.key == "load-gun"] == ["round shot"]
    game.do("S", "load-gun")
    assert gun(game).charge == "round shot"
