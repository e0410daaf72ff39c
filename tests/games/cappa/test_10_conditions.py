"""Chapter 10 with the rest of the rules: rain and night, melee in the same turn, javelins, gunners who lie down."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.artillery.gun_service import FireGun, LoadGun
from alfiere.games.cappa.feats.works import jobs
from alfiere.games.cappa.ground.ground import field
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.kernel.objection import Objection
from tests.games.cappa.guns import light_gun, told
from tests.situation import situation

NEAR = "blue extra X at 27,20, 5/3/3 CA 5"


def sky(light="day", weather="clear"):
    """The weather of a scenario, in force."""
    return f"""
        option visibility yes
        [[special]]
        kind = "weather"
        text = {{ en = "sky", it = "cielo" }}
        light = "{light}"
        weather = "{weather}"
    """


def gun(game):
    return game.state.guns["G"]


def shot(game):
    """The one event of a gun that has fired."""
    events = game.do("S", "fire-gun")
    return next(one for one in events if one.key in ("gun-fired", "round-shot-fired"))


# Weather


@pytest.mark.rule(
    "cappa.9.5.3c", "cappa.9.5.3.h1", "cappa.5.3.3.h11", "cappa.10.2.2f", "cappa.10.2.3d", "cappa.10.2.4d"
)
@pytest.mark.parametrize(
    ("kind", "charge", "more", "dry"),
    [
        ("light_gun", "canister", NEAR, 3),
        ("light_gun", "round shot", "blue extra X at 35,35\nlow wall 27,10 27,30", 3),
        ("howitzer", "shell", "blue extra X at 33,20, 5/3/3 CA 5", 3),
    ],
)
@pytest.mark.parametrize(("light", "weather", "less"), [("day", "clear", 0), ("day", "rain", 1), ("day", "snow", 1)])
def test_rain_and_snow_take_one_from_every_shot_of_a_gun(kind, charge, more, dry, light, weather, less):
    game = situation(light_gun(charge, more, kind=kind) + sky(light, weather))
    tally = shot(game).tally
    assert tally.total == dry - less
    assert ("cappa.9.5.3c" in [rule for *_, rule in tally.lines]) == bool(less)


@pytest.mark.rule("cappa.9.5.3.h1")
def test_fog_at_night_takes_one_too():
    game = situation(light_gun("canister", NEAR) + sky("moon", "fog"))
    assert shot(game).tally.total == 2


@pytest.mark.rule("cappa.10.2.3k")
def test_splinters_fly_as_well_in_the_rain():
    text = light_gun("round shot", "blue extra X at 26,20\nlow wall 27,10 27,30\ndice red 2 2 2 2 3 10 10 10 10")
    game = situation(text + sky("day", "rain"))
    events = game.do("S", "fire-gun")
    splinters = next(one for one in told(events, "gun-fired") if one.charge == "splinters")
    assert (splinters.tally.total, splinters.hit) == (3, ("X",))


@pytest.mark.rule("cappa.5.1.3h")
@pytest.mark.parametrize(
    ("kind", "charge", "more"),
    [
        ("light_gun", "canister", NEAR),
        ("light_gun", "round shot", "blue extra X at 35,35\nlow wall 27,10 27,30"),
        ("howitzer", "shell", "blue extra X at 33,20"),
    ],
)
@pytest.mark.parametrize(("weather", "may"), [("clear", True), ("rain", False)])
def test_gunners_whose_skill_is_gone_do_not_fire(kind, charge, more, weather, may):
    text = light_gun(charge, more, kind=kind) + sky("day", weather)
    game = situation(text.replace("red artigliere", "red extra").replace("squad S\n", "squad S, 5/1/2\n"))
    assert game.may("S", "fire-gun") == may


# Darkness


@pytest.mark.rule("cappa.9.5d", "cappa.9.5.1.h3")
@pytest.mark.parametrize(("light", "x", "may"), [("new moon", 28, True), ("new moon", 31, False), ("day", 31, True)])
def test_canister_reaches_no_farther_than_the_crew_sees(light, x, may):
    game = situation(light_gun("canister", f"blue extra X at {x},20") + sky(light))
    assert game.may("S", "fire-gun") == may


@pytest.mark.rule("cappa.9.5d")
def test_who_stands_beyond_is_not_struck_though_he_is_in_the_sector():
    people = (
        "blue extra X at 27,20, squad T\nblue extra Y at 38,20, squad T\nblue squad T, open\ndice red 1 1 1 1 1 1 10"
    )
    game = situation(light_gun("canister", people) + sky("new moon"))
    assert shot(game).hit == ("X",)
    by_day = situation(light_gun("canister", people + " 10") + sky())
    assert shot(by_day).hit == ("X", "Y")


@pytest.mark.rule("cappa.9.5d")
@pytest.mark.parametrize(("light", "x", "may"), [("new moon", 28, True), ("new moon", 31, False), ("day", 31, True)])
def test_nor_does_round_shot(light, x, may):
    game = situation(light_gun("round shot", f"blue extra X at 22,30\nlow wall {x},10 {x},30") + sky(light))
    assert game.may("S", "fire-gun") == may


@pytest.mark.rule("cappa.9.5d")
def test_nor_a_shell_aimed_at_a_point():
    game = situation(light_gun("shell", "blue extra X at 22,35", kind="howitzer") + sky("moon", "rain"))
    free = FireGun().judged
    assert free is not None
    near, far = (
        free(game.state, game.squad("S"), {"figure": "S", "gun": "G", "charge": "shell", "to": [x, 2000]})
        for x in (3300, 3800)
    )
    assert not isinstance(near, Objection)
    assert isinstance(far, Objection)
    assert far.rule == "cappa.9.5d"


@pytest.mark.rule("cappa.9.5.2a", "cappa.9.5.2.h1")
def test_the_flash_of_a_gun_gives_its_crew_away_until_the_turn_ends():
    people = "blue extra X at 27,20\nblue extra W at 33,20\ndice red 10 10 10 10 10 10"
    game = situation(light_gun("canister", people) + sky("new moon"))
    game.figure("X").y = 2700  # not in the sector, but another is
    game.figure("W").x = 2800
    far = game.figure("W")
    assert not hidden_from(game.state, "blue") >= {"A", "B"}
    shot(game)
    game.figure("X").where = "gone"
    far.x = 3500  # 14 um away: twice 8, not more
    assert hidden_from(game.state, "blue") == frozenset()
    clean_up(game.state)
    assert hidden_from(game.state, "blue") == {"A", "B", "C", "D"}


# Melee and missiles in the same turn


@pytest.mark.rule("cappa.10.3c")
def test_a_crew_that_was_in_melee_does_not_load_any_more_in_that_turn_but_may_fire():
    foe = "blue extra Y at 19.5,17.5, 5/3/3, pa 1\nblue extra X at 27,20\ndice blue 10 red 1 1 1 1 10 10 10 10"
    game = situation(light_gun("canister", foe, die=3))
    game.do("Y", "fight")
    game.figure("Y").where = "gone"
    crew = game.squad("S")
    crew.pa = crew.die = 3
    assert game.state.guns["G"].crew == "S"
    assert game.may("S", "fire-gun")
    assert not game.may("S", "load-gun")
    refused = LoadGun().judged(game.state, crew, {"figure": "S", "gun": "G", "charge": "round shot"})
    assert isinstance(refused, Objection)
    assert refused.rule == "cappa.10.3c"
    clean_up(game.state)
    crew.die = crew.pa = 3
    crew.is_activated = True
    assert game.may("S", "load-gun")


@pytest.mark.rule("cappa.10.3c")
def test_a_melee_that_lasts_into_the_turn_counts_for_it():
    game = situation(light_gun("canister", "blue extra Y at 19.5,17.5", die=3))
    clean_up(game.state)
    assert gun(game).under_fire == "melee"
    game.figure("Y").where = "gone"
    crew = game.squad("S")
    crew.die = crew.pa = 3
    crew.is_activated = True
    assert not game.may("S", "load-gun")


@pytest.mark.rule("cappa.10.3c", "cappa.10.2.1c")
@pytest.mark.parametrize(("weapon", "fires"), [("JA", True), ("MMK", False)])
def test_a_javelin_that_hits_keeps_them_from_loading_a_bullet_from_firing_too(weapon, fires):
    archer = (
        f"blue extra M at 24,14 with {weapon} BD, pa 3, hands {weapon}, 5/5/3\nblue extra X at 27,20\ndice blue 1 10"
    )
    game = situation(light_gun("canister", archer, die=3))
    game.do("M", "shoot target=B")
    assert game.may("S", "fire-gun") == fires
    assert not game.may("S", "load-gun")


@pytest.mark.rule("cappa.10.2.1c")
def test_a_hit_by_ones_own_side_does_not_keep_a_crew_from_anything():
    game = situation(light_gun("canister", "blue extra X at 27,20", die=3))
    from alfiere.games.cappa.ground.gun_places import note_hit

    note_hit(game.state, game.figure("A"), "red", firearms=True)
    assert game.may("S", "fire-gun")
    note_hit(game.state, game.figure("A"), "blue", firearms=True)
    assert not game.may("S", "fire-gun")


# Who lies on the ground


@pytest.mark.rule("cappa.10.4.3.h2")
def test_gunners_who_lie_down_do_not_go_along_with_the_limber():
    text = light_gun("canister, limber L at 18,20 facing 270, limbered", "blue extra X at 27,35", die=3)
    game = situation(text)
    assert game.may("S", "drive")
    for name in "ABC":
        game.figure(name).is_prone = True
    before = {name: game.at(name) for name in "ABCD"}
    game.do("S", "drive")
    assert [name for name in "ABCD" if game.at(name) != before[name]] == ["D"]
    game.figure("D").is_prone = True
    game.squad("S").pa = 1
    assert not game.may("S", "drive")


# Whom canister strikes


@pytest.mark.rule("cappa.10.2.2.h1", "cappa.10.2.2c")
def test_a_squad_that_is_wholly_outside_the_sector_is_not_struck():
    people = """
        blue extra X at 27,20, squad T
        blue extra Y at 20,14, squad U
        blue extra Z at 21,14, squad U
        blue squad T, open
        blue squad U, open
        dice red 1 1 1 1 1 1 10
    """
    game = situation(light_gun("canister", people))
    assert shot(game).hit == ("X",)


@pytest.mark.rule("cappa.10.2.2i", "cappa.10.2.2g")
def test_whoever_is_inside_comes_before_a_mate_outside_who_is_as_near():
    people = """
        blue extra A1 at 20,13, squad T
        blue extra X at 27,20, squad T
        blue squad T, open
        dice red 1 10 10 10 10 10 10
    """
    game = situation(light_gun("canister", people))
    assert shot(game).hit == ("X",)


@pytest.mark.rule("cappa.10.0b")
def test_no_canister_where_there_are_friends_only():
    assert not situation(light_gun("canister", "red extra F at 27,20\nblue extra X at 20,35")).may("S", "fire-gun")


DENSE = """
    blue extra X at {x},20, squad T, CA 5{down}
    blue extra Y at {far},20.5, squad T, CA 5
    blue extra Z at {far},19.5, squad T, CA 5
    blue squad T, {formation}
"""


@pytest.mark.rule("cappa.5.3.3.h11", "cappa.10.2.2j")
@pytest.mark.parametrize(
    ("formation", "down", "armour"),
    [("open", "", 5), ("tight", "", 6), ("open", ", prone", 4), ("tight", ", prone", 5)],
)
def test_lying_down_helps_against_canister_and_dense_ranks_do_not(formation, down, armour):
    text = DENSE.format(x=27, far=28, down=down, formation=formation)
    game = situation(light_gun("canister", text + "dice red 1 10 10 10 10 10 10"))
    fired = shot(game)
    assert (fired.hit, fired.armour[0].total) == (("X",), armour)


@pytest.mark.rule("cappa.5.3.3.h11", "cappa.10.2.3.h4")
@pytest.mark.parametrize(
    ("formation", "down", "armour"),
    [("open", "", 7), ("tight", "", 8), ("open", ", prone", 6), ("tight", ", prone", 7)],
)
def test_the_same_against_splinters(formation, down, armour):
    text = DENSE.format(x=26.4, far=25.4, down=down, formation=formation)
    game = situation(light_gun("round shot", text + "low wall 27,10 27,30\ndice red 1 1 1 1 1 10 10 10 10"))
    events = game.do("S", "fire-gun")
    (splinters,) = [one for one in told(events, "gun-fired") if one.charge == "splinters"]
    assert (splinters.hit, splinters.armour[0].total) == (("X",), armour)


# What a breach leaves


HOUSE = """
[[special]]
kind = "battering"
text = { en = "battering", it = "batteria" }
[[terrain]]
kind = "building_brick"
id = "house"
name = { en = "house", it = "casa" }
rect = [33.1, 15, 40, 25]
windows = 0
doors = ["east"]
"""


@pytest.mark.rule("cappa.10.2.3.h3", "cappa.10.2.3j")
def test_where_there_is_a_breach_nothing_is_left_to_batter_and_another_one_begins_anew():
    game = situation(light_gun("round shot", "blue extra X at 22,35\ndice red 1 1 1 10 10 10 10 10\n" + HOUSE))
    (aim,) = gunnery.structures_of(game.state, gun(game))
    assert gunnery.hits_wanting(game.state, aim) == 3
    game.do("S", "fire-gun target=house")
    assert game.state.battered == {}
    assert gunnery.structures_of(game.state, gun(game)) == []  # the ball would go through
    game.state.things["G"].y += 200
    (beside,) = gunnery.structures_of(game.state, gun(game))
    assert (beside.at, gunnery.hits_wanting(game.state, beside)) == ((3310, 2200), 3)


@pytest.mark.rule("cappa.10.2.3.h1", "cappa.10.4.3b")
def test_a_limber_that_is_shot_to_pieces_leaves_the_gun_standing_unlimbered():
    enemy = """
        gun E light_gun at 30,20 facing 90, seat blue, limber R at 28,20 facing 270, limbered
        blue extra X at 22,35
        dice red 1 1 1 1 10 10 10 10
    """
    game = situation(light_gun("round shot", enemy))
    game.do("S", "fire-gun target=R")
    other = game.state.guns["E"]
    assert (other.limber, other.is_limbered, "R" in game.state.things) == ("", False, False)


@pytest.mark.rule("cappa.10.1.h2")
def test_a_gun_that_others_work_is_not_taken_over():
    men = "\n".join(f"red artigliere N{n} at {18.5 + n},22.5, squad T" for n in range(4))
    text = light_gun("canister", men + "\nred squad T, open, die 2\nblue extra X at 35,35")
    text = text.replace("C at 19.5,21.5", "C at 18.5,19.5").replace("D at 20.5,21.5", "D at 18.5,20.5")
    text = text.replace(",22.5", ",21.5")
    assert not situation(text).may("T", "man-gun")
    left = situation(text.replace(", crew S", ", seat red"))
    assert left.may("T", "man-gun")


@pytest.mark.rule("cappa.3.2.2a", "cappa.10.1.h3")
def test_a_side_may_be_beaten_by_the_loss_of_its_gunners():
    game = situation(
        light_gun("canister", "blue extra M at 24,14 with MMK, pa 1, 5/5/3\ndice blue 1 1\nfirmness red 4")
    )
    game.do("M", "shoot target=B")
    assert (game.state.sides["red"].firmness, game.state.reason) == (0, "broken")


@pytest.mark.rule("cappa.10.2b", "cappa.9.7.2.h4")
def test_a_gunner_who_lies_down_does_not_count_for_the_shot():
    game = situation(light_gun("canister", NEAR))
    assert game.may("S", "fire-gun")
    for name in "AB":
        game.figure(name).is_prone = True
    assert not game.may("S", "fire-gun")  # two by two are no six


# Works


def workers(ground: str, die: int = 3, more: str = "") -> str:
    men = "\n".join(
        f"red extra {name} at {x},9.5, squad W{more}" for name, x in zip("ABCDEF", range(8, 14), strict=True)
    )
    return f"""
        cappa on open ground
        {men}
        red squad W, open, die {die}
        blue extra X at 35,35
        {ground}
        option collaboration yes
    """


@pytest.mark.rule("cappa.9.7.2.h1")
def test_nobody_works_in_the_last_phase_nor_on_horseback():
    assert situation(workers("hedge 5,10 20,10")).may("W", "work")
    late = situation(workers("hedge 5,10 20,10"))
    late.state.phase = "last"
    assert not late.may("W", "work")
    mounted = situation(workers("hedge 5,10 20,10"))
    assert list(jobs(mounted.state, mounted.squad("W")))
    mounted.figure("C").is_mounted = True
    assert not list(jobs(mounted.state, mounted.squad("W")))


@pytest.mark.rule("cappa.9.7.2.h2")
def test_no_barricade_and_no_trench_inside_a_house():
    game = situation(workers("building 5,5 20,15 door south windows 0"))
    works = {one["work"] for one in game.offered("W") if one.key == "work"}
    assert not {"barricade", "trench"} & works
    outside = situation(workers("building 5,11 20,15 door south windows 0"))
    assert {"barricade", "trench"} <= {one["work"] for one in outside.offered("W") if one.key == "work"}


@pytest.mark.rule("cappa.9.7.2.h2")
def test_only_the_openings_of_the_ground_floor_are_fortified():
    game = situation(workers("building 5,5 20,10 door south storeys 2 windows 4"))
    for number, name in enumerate("ABCDEF"):
        game.figure(name).x = 1100 + 110 * number
    game.do("W", "work work=fortify")
    ways = field(game.state).terrain.openings.values()
    closed = {(one.kind, one.floor) for one in ways if one.edge == 2}
    assert ("fortified", 0) in closed
    assert ("fortified", 1) not in closed
    assert not any(one.kind == "fortified" for one in ways if one.edge != 2)
