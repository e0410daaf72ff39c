"""Chapters 9.7.2 and 10.4.3: overturned carts, what a cart carries, the animals before a limber."""

from __future__ import annotations

from copy import deepcopy

import pytest

from alfiere.games.cappa.artillery.gun_moves import drawn_speed
from alfiere.games.cappa.ground.gun_places import base_at
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.ruleset import Cappa
from alfiere.kernel.bad_data import BadData
from tests.games.cappa.guns import light_gun, told
from tests.games.cappa.test_9_visibility import sky
from tests.situation import situation

RULES = Cappa()


# Righting


def overturned(
    more: str = "", *, die: int = 2, kind: str = "carro", men_at: tuple[float, ...] = (9, 10, 11, 12)
) -> str:
    """Four men at a cart that lies on its side from 9,10 to 11,10, north of it."""
    men = "\n".join(f"red extra {name} at {x},9.5, squad S" for name, x in zip("ABCD", men_at, strict=True))
    return f"""
        cappa on open ground
        {men}
        red squad S, open, die {die}
        blue extra X at 30,30
        {more}
        option collaboration yes
        [[terrain]]
        kind = "barricade"
        name = {{ en = "overturned cart", it = "carro rovesciato" }}
        id = "wreck"
        points = [[10, 10]]
        length = 2
        cart = "{kind}"
    """


@pytest.mark.rule("cappa.9.7.2.h2", "cappa.9.7.2b")
@pytest.mark.parametrize("kind", ["carro", "carrozza"])
def test_an_overturned_cart_is_put_on_its_wheels_for_eight_points(kind):
    game = situation(overturned(kind=kind))
    (worked,) = told(game.do("S", "work work=right"), "worked-together")
    assert (worked.had, worked.needed) == (8, 8)
    assert "wreck" in game.state.changed
    (cart,) = game.state.things.values()
    assert (cart.kind, cart.y > 1000, cart.x, cart.heading % 1800) == (kind, True, 1000, 900)
    assert RULES.faults(game.state) == []
    assert not game.may("S", "work work=right")
    game.squad("S").pa = game.squad("S").die = 2
    assert game.may("S", "drive")  # along the line where it lay, by one of them who touches it


@pytest.mark.rule("cappa.9.7.2.h5", "cappa.9.5.1.h3")
@pytest.mark.parametrize(("enemy", "stands"), [("30,30", True), ("8.2,11", False)])
def test_in_the_dark_a_cart_is_not_righted_upon_somebody_whom_nobody_sees(enemy, stands):
    text = overturned("high wall 4,9.97 8.95,9.97\noption visibility yes", men_at=(9.2, 8.2, 7.2, 6.2))
    text = text.replace("blue extra X at 30,30", f"blue extra X at {enemy}")
    game = situation(text + sky("new moon"))
    game.do("S", "work work=right")
    assert bool(game.state.things) == stands
    assert ("wreck" in game.state.changed) == stands
    assert game.squad("S").pa == 0  # the PA are spent all the same
    assert RULES.faults(game.state) == []


@pytest.mark.rule("cappa.9.7.2b", "cappa.9.7.2.h2")
def test_of_several_carts_that_lie_about_the_one_they_touch_is_righted():
    far = overturned().partition("[[terrain]]")[2].replace("wreck", "farther off").replace("[[10, 10]]", "[[30, 10]]")
    text = overturned().replace("[[terrain]]", f"[[terrain]]{far}\n[[terrain]]")
    assert [one["about"] for one in situation(text).offered("S") if one.get("work") == "right"] == ["wreck"]


@pytest.mark.rule("cappa.9.7.2b", "cappa.9.7.2.h2")
def test_not_for_less_nor_from_afar_nor_where_it_has_no_room_nor_when_it_was_never_a_cart():
    assert not situation(overturned(die=1)).may("S", "work work=right")
    away = situation(overturned())
    for name in "ABCD":
        away.figure(name).y -= 60
    assert not away.may("S", "work work=right")
    crowd = "\n".join(f"red extra E{x} at {x},10.5" for x in (8, 9, 10, 11, 12))
    assert not situation(overturned(crowd)).may("S", "work work=right")
    plain = overturned().replace('cart = "carro"', "")
    assert not situation(plain).may("S", "work work=right")
    assert situation(plain).may("S", "work work=tear_down")


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_cart_that_was_torn_down_cannot_be_righted_any_more():
    game = situation(overturned())
    game.do("S", "work work=tear_down")
    game.squad("S").pa = game.squad("S").die = 2
    game.state.acting = ""
    assert not game.may("S", "work work=right")


def test_only_a_barricade_is_an_overturned_cart():
    with pytest.raises(BadData, match=r"cart: only a barricade with one line or point is an overturned cart"):
        situation(overturned().replace('kind = "barricade"', 'kind = "hedge"'))


# Loads


def carted(*loads: str, at: str = "10,11.5", carries: str = "") -> str:
    """A carter at his cart, which stands at 10,10 and looks to the north; so many things on it."""
    there = "\n".join(f"thing load-{number} {kind} at 10,10" for number, kind in enumerate(loads))
    return f"""
        cappa on open ground
        red extra A at {at}, pa 3
        blue extra X at 30,30
        thing C carro at 10,9 facing 0
        {there}
        {carries}
    """


def loaded(*loads: str):
    """The same with all that aboard."""
    game = situation(carted(*loads))
    for name, thing in game.state.things.items():
        if name.startswith("load-"):
            thing.aboard, thing.x, thing.y = "C", 1000, 900
    return game


@pytest.mark.rule("cappa.10.4.3.h1")
@pytest.mark.parametrize(
    ("loads", "speed"),
    [
        ((), 600),
        (("keg",), 600),
        (("barrel",), 600),
        (("barrel", "keg", "keg"), 600),  # 2.5 of the 6 it bears
        (("barrel", "barrel"), 300),  # 3, the half
        (("strong_box",), 300),
        (("strong_box", "strong_box"), 300),
    ],
)
def test_a_cart_goes_six_um_empty_and_three_loaded(loads, speed):
    game = loaded(*loads)
    assert drawn_speed(game.state, game.state.things["C"]) == speed
    lengths = [one["length"] for one in game.offered("A") if one.key == "drive"]
    assert max(lengths) == speed


@pytest.mark.rule("cappa.10.4.3.h2")
def test_of_all_that_is_on_the_table_he_drives_the_cart_he_touches():
    others = "thing K barrel at 2,2\n        thing W carro at 30,9 facing 0\n        thing C carro"
    game = situation(carted().replace("thing C carro", others))
    assert {one["vehicle"] for one in game.offered("A") if one.key == "drive"} == {"C"}


@pytest.mark.rule("cappa.10.4.3.h1", "cappa.2.2.1.h12", "cappa.2.2.1.h5")
def test_a_load_is_put_on_the_cart_goes_with_it_and_is_taken_off_again():
    game = situation(carted("barrel"))
    barrel, cart = game.state.things["load-0"], game.state.things["C"]
    barrel.x, barrel.y = game.figure("A").x, game.figure("A").y
    game.do("A", "pick-up")
    assert game.figure("A").carries == ["load-0"]
    events = game.do("A", "load-cart")
    assert told(events, "taken")[0].how == "aboard"
    assert (game.figure("A").carries, barrel.bearer, barrel.aboard) == ([], "", "C")
    assert (barrel.x, barrel.y) == (cart.x, cart.y)
    assert game.figure("A").pa == 2  # laying it there was free
    game.do("A", "drive length=600 bend=0")
    assert (cart.x, cart.y) == (barrel.x, barrel.y) == (1000, 300)
    game.do("A", "pick-up thing=load-0")
    assert (barrel.bearer, barrel.aboard) == ("A", "")


@pytest.mark.rule("cappa.2.2.1.h5")
def test_who_does_not_touch_the_cart_reaches_nothing_on_it():
    game = loaded("keg")
    assert game.may("A", "pick-up")
    game.figure("A").y += 10
    assert not game.may("A", "pick-up")


@pytest.mark.rule("cappa.10.4.3.h1")
def test_a_cart_bears_six_and_no_more_and_a_coach_nothing():
    full = loaded("strong_box", "barrel", "barrel", "keg")
    keg = full.state.things["load-3"]
    keg.aboard, keg.bearer = "", "A"
    full.figure("A").carries = ["load-3"]
    assert not full.may("A", "load-cart")
    full.state.things["load-2"].kind = "keg"
    assert full.may("A", "load-cart")
    full.state.things["C"].kind = "carrozza"
    assert not full.may("A", "load-cart")


@pytest.mark.rule("cappa.10.2.3.h1")
def test_what_is_on_a_cart_that_is_shot_to_pieces_lies_on_the_ground():
    cart = "thing C carro at 27,20 facing 0\nthing K keg at 27,20\nblue extra X at 35,35\ndice red 1 1 1 1 10 10 10 10"
    game = situation(light_gun("round shot", cart))
    keg = game.state.things["K"]
    keg.aboard = "C"
    game.do("S", "fire-gun target=C")
    assert "C" not in game.state.things
    assert (keg.aboard, keg.x, keg.y) == ("", 2600, 2000)


def test_a_scenario_may_load_a_cart_and_slips_are_told():
    name = {"en": "thing", "it": "cosa"}
    data = deepcopy(dict(read_scenario("guardie").source))
    data["thing"] = [
        {"id": "cart", "kind": "carro", "name": name, "at": [18, 15], "faces": 90},
        {"id": "chest", "kind": "strong_box", "name": name, "aboard": "cart"},
    ]
    chest = new_skirmish(read_scenario(data), {}).things["chest"]
    assert (chest.aboard, chest.x, chest.y) == ("cart", 1800, 1500)
    for change, sentence in (
        ({"at": [1, 1]}, "thing chest.at: say where it lies, or on which cart it is «aboard»"),
        ({"aboard": "chest"}, "thing chest.aboard: «chest» is not known; it must be one of cart"),
        ({"kind": "riding_horse"}, "thing chest.aboard: a «riding_horse» is not put on a cart"),
    ):
        wrong = deepcopy(data)
        wrong["thing"][1] |= change
        with pytest.raises(BadData) as caught:
            read_scenario(wrong)
        assert str(caught.value).removeprefix("scenario: ") == sentence
    data["thing"] += [{**data["thing"][1], "id": f"chest-{number}"} for number in range(2)]
    with pytest.raises(BadData, match=r"thing chest-1\.aboard: that is more than «cart» bears \(cappa\.10\.4\.3\.h1\)"):
        read_scenario(data)


# Animals


def teamed(more: str, *, limbered: bool = True, animals: int = 2) -> str:
    """A light gun whose limber stands at 18,20, west of it."""
    hook = ", limbered" if limbered else ""
    return light_gun(f"canister, limber L at 18,20 facing 270{hook}, animals {animals}", more)


SHOOTER = "blue extra M at 10,20 with MMK BD, pa 1, hands MMK, 5/4/3\n"


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.5.1.7.h1")
@pytest.mark.parametrize(
    ("dice", "left", "speed"), [("5 5", 1, 150), ("6", 2, 300), ("5 6", 2, 300)], ids=["falls", "missed", "unhurt"]
)
def test_an_animal_that_is_wounded_falls_and_half_a_team_is_half_as_fast(dice, left, speed):
    game = situation(teamed(SHOOTER + f"dice blue {dice}"))
    (shot,) = told(game.do("M", "shoot-team"), "team-shot")
    assert (shot.tally.total, shot.left, game.state.guns["G"].animals) == (5, left, left)  # Ti 4, short range
    assert (shot.hit, shot.armour is None, shot.damage) == (dice != "6", dice == "6", int(dice[2:] or 0))
    assert shot.armour is None or shot.armour.total == 5  # the CA of a draught animal
    assert drawn_speed(game.state, game.state.things["L"]) == speed
    assert game.figure("M").empty == ["MMK"]
    assert game.figure("M").pa == 0


@pytest.mark.rule("cappa.10.4.3.h6")
def test_of_two_teams_and_two_weapons_the_chosen_ones_count():
    other = "gun H light_gun at 20,25 facing 90, seat red, limber N at 18,25 facing 270, animals 2\n"
    game = situation(teamed(SHOOTER.replace("MMK BD, pa 1, hands MMK", "PS DA, pa 1, hands PS DA") + other))
    game.figure("M").x, game.figure("M").y = 1400, 2250
    game.dice["blue"] = [1, 1]
    (shot,) = told(game.do("M", "shoot-team vehicle=N weapon=PS"), "team-shot")
    assert (shot.vehicle, shot.weapon) == ("N", "PS")
    assert (game.state.guns["G"].animals, game.state.guns["H"].animals) == (2, 1)


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.9.3.2a")
@pytest.mark.parametrize(("roll", "jams"), [(10, True), (9, False)])
def test_a_ten_at_a_team_jams_the_musket_like_any_other(roll, jams):
    game = situation(teamed(SHOOTER + f"option jams yes\ndice blue {roll}"))
    events = game.do("M", "shoot-team")
    assert bool(told(events, "weapon-jammed")) is jams


@pytest.mark.rule("cappa.10.4.3.h6")
def test_without_animals_it_stands_still_and_nobody_shoots_at_them():
    game = situation(teamed(SHOOTER + "dice blue 1 1", animals=1))
    assert game.may("S", "drive")
    game.do("M", "shoot-team")
    assert game.state.guns["G"].animals == 0
    game.state.acting = ""
    assert not game.may("S", "drive")
    game.figure("M").empty, game.figure("M").pa = [], 1
    assert not game.may("M", "shoot-team")


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.5.1.1a")
@pytest.mark.parametrize(
    "hindrance",
    [
        "low wall 30,30 31,30",  # nothing is in the way
        "closed building 12,15 14,25",
        "high wall 13,15 13,25",
    ],
)
def test_the_team_must_be_in_sight(hindrance):
    game = situation(teamed(SHOOTER + hindrance))
    assert game.may("M", "shoot-team") == ("low" in hindrance)


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.5.1.3h")
@pytest.mark.parametrize(("ti", "may"), [(2, True), (1, False)])
def test_with_a_ti_of_nothing_nobody_shoots_at_a_team(ti, may):
    game = situation(teamed(SHOOTER.replace("10,20", "3,20").replace("5/4/3", f"5/{ti}/3")))
    assert game.may("M", "shoot-team") is may


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.5.1.1a")
def test_and_in_range_and_not_ones_own():
    far = SHOOTER.replace("MMK", "PS").replace("10,20", "3,20")
    assert not situation(teamed(far)).may("M", "shoot-team")
    own = situation(teamed(SHOOTER.replace("blue", "red") + "blue extra X at 40,35"))
    assert not own.may("M", "shoot-team")


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.6.6c")
def test_of_a_squad_one_is_picked_for_it_for_two_points():
    men = "".join(f"blue extra {name} at 10,{18 + n} with MMK, 5/4/3, squad T\n" for n, name in enumerate("KLMN"))
    text = teamed(men + "blue squad T, open, die 2\ndice blue 1 1", limbered=False)
    game = situation(text.replace("limber L", "limber R"))
    game.do("T", "shoot-team shooter=M")
    assert game.state.guns["G"].animals == 1
    assert game.squad("T").pa == 0
    assert [game.figure(name).empty for name in "KLMN"] == [[], [], ["MMK"], []]


@pytest.mark.rule("cappa.10.4.3.h6", "cappa.5.1.3i", "cappa.geo.14")
@pytest.mark.parametrize(("wall", "ca"), [("low wall 16.6,18 16.6,22\n", 4), ("low wall 13,18 13,22\n", 5)])
def test_a_team_behind_a_low_wall_is_in_cover_as_anybody_would_be(wall, ca):
    game = situation(teamed(SHOOTER + wall + "dice blue 1 10"))
    (shot,) = told(game.do("M", "shoot-team"), "team-shot")
    assert shot.armour.total == ca


@pytest.mark.rule("cappa.10.4.3.h1", "cappa.2.2.1.h12")
def test_beside_a_full_cart_he_loads_the_other_and_a_horse_he_leads_onto_none():
    game = situation("""
        cappa on open ground 40x40
        thing C carro at 10,10 facing 0
        thing D carro at 15,10 facing 0
        thing W carro at 30,30 facing 0
        thing H riding_horse at 12.5,10
        thing K keg at 12.5,10
        thing B1 strong_box at 10,10
        thing B2 strong_box at 10,10
        red  extra A at 12.5,10, pa 2
        blue extra X at 35,35
    """)
    things, who = game.state.things, game.figure("A")
    things["B1"].aboard = things["B2"].aboard = "C"
    who.carries, things["H"].bearer, things["K"].bearer = ["H", "K"], "A", "A"
    for cart in ("C", "D"):  # both within his reach
        things[cart].x = who.x + (1 if cart == "D" else -1) * (50 + base_at(things[cart]).shape[0] // 2)
    offered = [(one["thing"], one["vehicle"]) for one in game.offered("A") if one.key == "load-cart"]
    assert offered == [("K", "D")]

    game.do("A", "load-cart")
    assert (things["K"].aboard, things["K"].level) == ("D", 0)
    assert who.carries == ["H"]
