"""Chapter 5.3, the use of weapons: what each may do, notes a to m."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.told.events import MoraleTested, RoundWon, Shot, Struck, VolleyFired
from alfiere.games.cappa.turn.actions import BY_KEY
from alfiere.games.cappa.weaponry import blows
from alfiere.games.cappa.weaponry.arms import empty_after_melee, loosen
from tests.situation import situation


def arm(game, attacker="A", target="B"):
    """The best weapon of a character against another."""
    s = game.state
    found = blows.arms_against(s, s.figures[attacker], s.figures[target])
    return found[0] if found else None


NEAR = """
    cappa on open ground
    red  extra A at 10,10 with {}, 5/4/3, pa 2
    blue extra B at 10,{}
"""


def near(arms, um):
    """Two characters so far apart, edge to edge."""
    return situation(NEAR.format(arms, 11 + um))


# The columns


@pytest.mark.rule("cappa.ex.24", "cappa.5.3.1b", "cappa.5.3.2g")
def test_the_arquebus_of_the_example_is_swung_as_a_club():
    found = arm(near("ARQ", 0))
    assert (found.hit, found.damage) == (-1, -1)
    row = weapons()["ARQ"]
    assert row.short is not None
    assert row.long is not None
    assert (row.short.hit, row.short.damage, row.short.um) == (1, 0, 800)
    assert (row.long.hit, row.long.damage, row.long.um) == (-2, -2, 2400)
    assert (row.reload, row.needs_match) == (2, True)


@pytest.mark.rule("cappa.5.3a")
def test_every_positive_number_of_a_weapon_favours_its_user():
    game = near("BD", 0)
    found = arm(game)
    one, other = game.figure("A"), game.figure("B")
    assert blows.blow_tally(game.state, one, other, found).total == 3 + found.hit
    assert blows.blow_armour(game.state, one, other, found).total == 5 + found.damage


@pytest.mark.rule("cappa.5.3.1b2", "cappa.5.3.1.h9")
@pytest.mark.parametrize(
    ("code", "counts_as"), [("BOW", "IW"), ("RI", "IW"), ("JA", "IW"), ("WH", "unarmed"), ("GR", "unarmed")]
)
def test_a_weapon_without_melee_numbers_is_used_as_another(code, counts_as):
    assert arm(near(code, 0)).used.code == counts_as


@pytest.mark.rule("cappa.5.3.1.h8")
def test_who_holds_a_missile_weapon_fights_with_it():
    game = near("MMK BD", 0)
    game.figure("A").hands = ["MMK"]
    assert arm(game).code == "MMK"


@pytest.mark.rule("cappa.5.3.1.h8", "cappa.6.7.4.h2")
@pytest.mark.parametrize(("hands", "best"), [("SP KN", "SP"), ("KN SP", "SP"), ("KN BD", "BD"), ("BD DA", "BD")])
def test_of_two_weapons_in_his_hands_he_fights_with_the_one_that_adds_most(hands, best):
    game = situation(NEAR.format(f"{hands}, hands {hands}", 11))
    assert arm(game).code == best
    for target, um in (("B", 1100), ("B", 3000)):  # also behind the first line of his squad, where nobody is in contact
        game.figure("B").y = um
        assert blows.fights_with(game.state, game.figure("A"), game.figure(target)).code == best


@pytest.mark.rule("cappa.5.3.1.h2")
def test_who_holds_nothing_fights_with_bare_hands():
    game = near("BD", 0)
    game.figure("A").hands = []
    assert (arm(game).code, arm(game).hit, arm(game).damage) == ("unarmed", -2, -2)


@pytest.mark.rule("cappa.5.3.1.h3", "cappa.5.3.1.h10")
def test_a_thrown_knife_flies_like_an_improvised_weapon_and_lies_at_the_target():
    game = situation(NEAR.format("KN", 14) + "dice red 10 blue")
    game.do("A", "shoot target=B weapon=KN")
    (shot,) = game.told(Shot)
    assert shot.tally.total == 2
    assert game.figure("A").hands == []
    (thing,) = game.state.things.values()
    assert (thing.kind, thing.x, thing.y) == ("KN", 1000, 1400)


@pytest.mark.rule("cappa.5.3.1.h10")
def test_a_weapon_thrown_lies_at_the_level_of_the_target_and_takes_the_place_of_no_other():
    text = NEAR.format("KN KN KN, hands KN KN", "14, level 1").replace("pa 2", "pa 3")
    game = situation(text + "high wall 5,14.5 15,14.5\ndice red 10 10 10 blue")
    for _ in range(2):
        game.do("A", "shoot target=B weapon=KN")
    del game.state.things["A-KN-0"]  # somebody has picked up the first
    game.figure("A").hands = ["KN"]
    game.do("A", "shoot target=B weapon=KN")
    assert sorted((name, one.level) for name, one in game.state.things.items()) == [("A-KN-0", 100), ("A-KN-1", 100)]


@pytest.mark.rule("cappa.5.3.1.h3")
def test_a_knife_is_not_thrown_beyond_four_um():
    assert near("KN", 4).may("A", "shoot target=B")
    assert not near("KN", 4.1).may("A", "shoot target=B")


# Notes


@pytest.mark.rule("cappa.5.3.2a")
@pytest.mark.parametrize("code", ["ARQ", "MMK", "GN"])
def test_a_matchlock_needs_a_lit_match_to_fire_and_to_load(code):
    game = near(code, 3)
    game.figure("A").pa = 3
    assert game.may("A", f"shoot weapon={code}")
    game.figure("A").match_is_lit = False
    assert not game.may("A", "shoot")
    game.figure("A").empty = [code]
    assert not game.may("A", "reload")
    game.do("A", "light-match")
    game.figure("A").pa = 3
    assert game.may("A", "reload")


@pytest.mark.rule("cappa.5.3.2.h1")
def test_a_flintlock_needs_no_match():
    game = near("FMK", 3)
    game.figure("A").match_is_lit = False
    assert game.may("A", "shoot weapon=FMK")


@pytest.mark.rule("cappa.2.2.1b")
def test_lighting_a_match_costs_two():
    game = situation(NEAR.format("MMK", 16).replace("pa 2", "pa 2, no match"))
    game.do("A", "light-match")
    assert game.figure("A").pa == 0
    assert game.figure("A").match_is_lit


@pytest.mark.rule("cappa.5.3.2b")
@pytest.mark.parametrize(("deed", "ready"), [("move", True), ("wait", True), ("go-prone", False)])
def test_an_arrow_stays_ready_through_moving_only(deed, ready):
    game = near("BOW", 8)
    game.figure("A").empty = []
    game.do("A", deed)
    assert (game.figure("A").empty == []) is ready


@pytest.mark.rule("cappa.2.2.1z", "cappa.5.3.2.h4")
def test_a_bayonet_is_fixed_for_two_and_removed_for_one():
    game = situation(NEAR.format("MMK SB", 16).replace("pa 2", "pa 3"))
    assert not game.may("A", "remove-bayonet")
    game.do("A", "fix-bayonet")
    assert (game.figure("A").bayonet, game.figure("A").pa) == ("SB", 1)
    game.do("A", "remove-bayonet")
    assert (game.figure("A").bayonet, game.figure("A").pa) == ("", 0)


@pytest.mark.rule("cappa.6.4a", "cappa.2.2.1z", "cappa.2.2.1b")
def test_a_squad_fixes_its_bayonets_and_lights_its_matches_as_a_body():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK PB, squad R, no match
        red  extra B at 11,10 with MMK PB, squad R, no match
        red  protagonist L at 12,10 with BD, squad R
        red  squad R led by L, open, pa 2
        blue extra E at 30,30
    """)
    assert not game.may("R", "fix-bayonet", 1)
    game.do("R", "fix-bayonet weapon=PB")
    assert ([game.figure(name).bayonet for name in "ABL"], game.squad("R").pa) == (["PB", "PB", ""], 0)
    assert not game.may("R", "fix-bayonet", 2)
    game.squad("R").pa = 3
    game.do("R", "remove-bayonet")
    assert ([game.figure(name).bayonet for name in "ABL"], game.squad("R").pa) == (["", "", ""], 2)
    game.do("R", "light-match")
    assert all(game.figure(name).match_is_lit for name in "AB")
    assert not game.may("R", "light-match", 2)


@pytest.mark.rule("cappa.5.3.2.h4")
def test_a_fixed_bayonet_fights_in_the_place_of_the_club_and_fits_no_arquebus():
    game = situation(NEAR.format("MMK SB", 11).replace("pa 2", "pa 2, bayonet SB"))
    assert (arm(game).used.code, arm(game).hit, arm(game).damage) == ("SB", 1, 1)
    assert not situation(NEAR.format("ARQ SB", 16)).may("A", "fix-bayonet")


@pytest.mark.rule("cappa.5.3.2d", "cappa.5.3.2e")
@pytest.mark.parametrize(("bayonet", "fires"), [("PB", False), ("SB", True)])
def test_a_plug_stops_the_muzzle_and_a_socket_does_not(bayonet, fires):
    game = situation(NEAR.format(f"MMK {bayonet}", 16).replace("pa 2", f"pa 2, bayonet {bayonet}"))
    assert game.may("A", "shoot weapon=MMK") is fires


@pytest.mark.rule("cappa.5.3.2f")
@pytest.mark.parametrize("code", ["JA", "SP"])
def test_a_javelin_or_spear_once_thrown_is_gone(code):
    game = situation(NEAR.format(code, 17) + "dice red 10 blue")
    game.do("A", f"shoot target=B weapon={code}")
    assert code not in game.figure("A").arms
    assert not game.may("A", "reload")
    assert not game.may("A", "shoot")


@pytest.mark.rule("cappa.5.3.2h")
def test_a_whip_strikes_at_one_um_with_mi_and_not_in_contact():
    game = near("WH", 1)
    assert game.may("A", "fight target=B weapon=WH")
    assert not game.may("A", "shoot")
    assert (arm(game).hit, arm(game).damage, arm(game).is_reach) == (0, -1, True)
    assert arm(near("WH", 0)).used.code == "unarmed"


@pytest.mark.rule("cappa.5.3.2i", "cappa.5.3.2.h2")
@pytest.mark.parametrize("code", ["HAL", "SP", "PK"])
def test_a_long_weapon_reaches_one_um_with_its_short_columns(code):
    found = arm(near(code, 1))
    short, blow = weapons()[code].short, weapons()[code].melee
    assert short is not None
    assert blow is not None
    assert (found.hit, found.damage, found.is_reach) == (short.hit, short.damage, True)
    assert arm(near(code, 1.02)) is None
    assert (arm(near(code, 0)).hit, arm(near(code, 0)).damage) == (blow.hit, blow.damage)


@pytest.mark.rule("cappa.5.3.2.h2")
@pytest.mark.parametrize(
    ("more", "may"), [("", True), ("low wall 5,11 15,11", True), ("high wall 5,11 15,11", False), ("level", False)]
)
def test_nobody_reaches_over_a_high_wall_nor_two_levels_up(more, may):
    game = situation(NEAR.format("PK", 12) + more.replace("level", ""))
    assert game.may("A", "fight target=B") is may or more == "level"
    for height in (100, 199, 200):
        game.figure("B").level = height
        assert blows.reaches(game.state, game.figure("A"), game.figure("B")) is (height < 200 and "high" not in more)


@pytest.mark.rule("cappa.5.3.2i")
def test_a_supporter_behind_his_friend_just_reaches_the_enemy():
    game = situation("""
        cappa on open ground
        red  extra A at 10,9 with PK, pa 1
        red  extra C at 10,10
        blue extra B at 10,11
    """)
    assert game.may("A", "fight target=B weapon=PK")


@pytest.mark.rule("cappa.5.3.2.h3")
def test_who_is_struck_from_afar_answers_only_with_a_weapon_that_reaches():
    pikes = """
        cappa on open ground
        red  extra A at 10,10 with PK, 5/4/3, pa 1
        blue hero B at 10,12 with {}, pa 1
        dice red {} blue {}
    """
    sword = situation(pikes.format("BD", "1 10", ""))
    sword.do("A", "fight", "push follows=False")
    assert [event.figure for event in sword.told(Struck)] == ["A"]
    assert sword.told(RoundWon)[0].winner == "A"
    assert sword.at("B") == (10, 13)
    halberd = situation(pikes.format("HAL", "10", "10"))
    halberd.do("A", "fight")
    assert [event.figure for event in halberd.told(Struck)] == ["A", "B"]


@pytest.mark.rule("cappa.5.3.2.h5")
def test_a_pikeman_in_contact_may_strike_another_within_reach():
    game = situation(NEAR.format("PK", 11) + "blue extra C at 10,8")
    assert game.may("A", "fight target=C")


@pytest.mark.rule("cappa.5.3.2j")
@pytest.mark.parametrize("code", ["JA", "SP", "GN", "KN"])
def test_with_some_weapons_there_is_no_aiming(code):
    assert not near(code, 3).may("A", "aim")


@pytest.mark.rule("cappa.5.3.2k")
@pytest.mark.parametrize("code", ["HAL", "SP", "PK", "SP BD, hands SP BD"])
def test_a_long_weapon_stops_a_rider(code):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, mounted, Mov 8, abilities RI
        blue extra B at 10,11.5 with {code}
    """)
    game.figure("A").charged = "B"
    one, other = game.figure("A"), game.figure("B")
    names = [reason for _, reason, _ in blows.blow_tally(game.state, one, other, arm(game)).lines]
    assert not {"charge", "rider charging"} & set(names)


@pytest.mark.rule("cappa.5.3.2k")
def test_a_long_weapon_does_not_stop_a_man_on_foot():
    game = near("BD", 0)
    game.figure("B").hands = ["PK"]
    game.figure("A").charged = "B"
    found = blows.blow_tally(game.state, game.figure("A"), game.figure("B"), arm(game))
    assert "charge" in [reason for _, reason, _ in found.lines]


@pytest.mark.rule("cappa.1.2.4.h1")
def test_a_shield_is_lost_while_he_lies_or_needs_both_hands():
    game = situation("""
        cappa on open ground
        blue extra B at 10,11 with BD BSW, CA 3, shield, hands BD
    """)
    figure = game.figure("B")
    assert blows.armour_class(game.state, figure) == 3
    figure.is_prone = True
    assert blows.armour_class(game.state, figure) == 4
    figure.is_prone, figure.hands = False, ["BSW"]
    assert blows.armour_class(game.state, figure) == 4


@pytest.mark.rule("cappa.2.2.1.h10")
def test_lying_down_only_a_pistol_is_loaded():
    game = situation(NEAR.format("PS", 16).replace("pa 2", "pa 2, prone, empty PS"))
    assert game.may("A", "reload")
    game = situation(NEAR.format("MMK", 16).replace("pa 2", "pa 2, prone, empty MMK"))
    assert not game.may("A", "reload")


def test_a_hit_at_reach_is_a_hit_in_melee_for_morale():
    game = situation(NEAR.format("PK", 12) + "dice red 1 10 blue 1")
    game.do("A", "fight")
    assert game.told(MoraleTested)[0].cause == "melee"


@pytest.mark.rule("cappa.4.3.7.h2")
def test_who_carries_a_weight_neither_shoots_nor_loads_nor_fights():
    game = situation(NEAR.format("MMK", 16) + "blue extra C at 30,30\nthing K barrel at 4,4")
    assert game.may("A", "shoot")
    game.figure("A").carries = ["K"]
    game.state.things["K"].bearer = "A"
    assert not game.may("A", "shoot")
    game.figure("A").empty = ["MMK"]
    assert not game.may("A", "reload")
    game.figure("B").y = 1100
    assert not game.may("A", "fight")
    game.figure("A").carries = []
    assert game.may("A", "fight")


@pytest.mark.rule("cappa.4.3.6a", "cappa.8.1.2k", "cappa.8.1.2l")
def test_only_a_rider_shoots_and_loads_in_the_saddle_and_no_infantry_musket():
    text = NEAR.format("PS, mounted, Mov 8{}", 15)
    assert situation(text.format(", abilities RI")).may("A", "shoot")
    assert not situation(text.format("")).may("A", "shoot", 3)
    for code, loads in (("PS", True), ("MMK", False)):
        game = situation(NEAR.format(f"{code}, mounted, Mov 8, abilities RI, empty {code}", 16))
        assert game.may("A", "reload") is loads


@pytest.mark.rule("cappa.5.3.1.h3")
@pytest.mark.parametrize("code", ["BSW", "HAL", "PK", "WH"])
def test_what_takes_two_hands_or_is_a_whip_is_not_thrown(code):
    assert not near(code, 3).may("A", "shoot")


@pytest.mark.rule("cappa.5.3.2f", "cappa.5.3.1.h10")
def test_a_javelin_on_the_ground_is_of_no_use_and_a_knife_is():
    for code, use in (("JA", False), ("KN", True)):
        game = situation(NEAR.format(code, 14) + "dice red 10 blue")
        game.do("A", f"shoot target=B weapon={code}")
        game.figure("B").x = 2000
        game.figure("A").y, game.figure("A").pa = 1400, 1
        assert game.may("A", "pick-up") is use


@pytest.mark.rule("cappa.5.3.2b", "cappa.5.1.6.h2", "cappa.5.1.4.h2")
def test_a_squad_of_archers_nocks_aims_and_shoots_in_one_impulse():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with BOW, squad R
        red  extra B at 11,10 with BOW, squad R
        red  squad R, open, pa 3
        blue extra E at 10,18
        dice red 10 10 blue
    """)
    for deed in ("load-all", "aim-volley", "volley target=E"):
        game.do("R", deed)
    (volley,) = game.told(VolleyFired)
    assert volley.shooters == ("A", "B")
    assert all("aimed" in [reason for _, reason, _ in tally.lines] for tally in volley.tallies)
    assert game.figure("A").empty == ["BOW"]


@pytest.mark.rule("cappa.5.3.2b")
@pytest.mark.parametrize(("deed", "ready"), [("run", True), ("charge", True), ("cross", False), ("mount", False)])
def test_running_is_moving_and_leaves_the_arrow_where_it_is(deed, ready):
    game = near("BOW", 8)
    game.figure("A").empty = []
    loosen(game.figure("A"), BY_KEY[deed])
    assert (game.figure("A").empty == []) is ready


# Two of a kind, one of them at the belt


BRACE = """
    cappa on open ground
    red  extra A at 10,10 with PS PS BD, hands PS BD, 5/3/3, pa 3
    blue hero B at 10,15, 9/3/3
"""


@pytest.mark.rule("cappa.2.2.1.h8", "cappa.5.1.6a")
def test_the_second_pistol_is_drawn_from_the_belt_loaded():
    game = situation(BRACE + "dice red 10 10")
    assert not game.may("A", "change-weapon hands=PS,BD")  # the one in his hand is loaded
    game.do("A", "shoot weapon=PS")
    assert not game.may("A", "shoot weapon=PS")
    game.do("A", "change-weapon hands=PS,BD")
    game.do("A", "shoot weapon=PS")
    assert game.figure("A").empty == ["PS", "PS"]
    assert not game.may("A", "shoot weapon=PS", 3)
    assert not game.may("A", "change-weapon hands=PS,BD", 3)  # there is no third


@pytest.mark.rule("cappa.5.1.6b", "cappa.2.2.1.h8")
def test_the_pistol_that_was_put_away_empty_is_not_the_one_that_is_loaded_anew():
    game = situation(BRACE + "dice red 10 10 10")
    game.do("A", "shoot weapon=PS")
    game.do("A", "change-weapon hands=PS,BD")
    assert not game.may("A", "reload", 3)  # it is loaded
    game.do("A", "shoot weapon=PS")
    game.figure("A").pa = 3
    game.do("A", "reload")
    assert game.figure("A").empty == ["PS"]
    assert game.may("A", "shoot weapon=PS")
    game.do("A", "shoot weapon=PS")
    assert not game.may("A", "shoot weapon=PS", 3)


@pytest.mark.rule("cappa.5.2.4a", "cappa.5.1.6b")
def test_after_a_melee_the_pistol_in_hand_is_loaded_again_alone():
    game = situation(BRACE)
    empty_after_melee(game.figure("A"))
    assert game.figure("A").empty == ["PS", "PS"]
    game.do("A", "reload")
    assert game.may("A", "shoot weapon=PS")


@pytest.mark.rule("cappa.2.2.1.h8")
def test_who_takes_both_pistols_in_hand_has_each_as_it_is():
    game = situation(BRACE + "dice red 10 10")
    game.do("A", "shoot weapon=PS")
    game.do("A", "change-weapon hands=PS,PS")
    game.do("A", "shoot weapon=PS")
    assert not game.may("A", "shoot weapon=PS", 3)
    assert not game.may("A", "change-weapon hands=PS,PS", 3)


@pytest.mark.rule("cappa.2.2.1b", "cappa.5.3.2a")
@pytest.mark.parametrize(
    ("arms", "may"), [("MMK", True), ("MMK BD", True), ("GR BD PS", True), ("BD PS", False), ("FMK", False)]
)
def test_a_match_is_lit_by_whoever_has_one_weapon_that_needs_it(arms, may):
    game = situation(f"cappa on open ground\nred extra A at 10,10 with {arms}, pa 2, no match\nblue extra B at 10,30")
    assert game.may("A", "light-match") == may
    if may:
        game.do("A", "light-match")
        assert game.figure("A").match_is_lit
        assert not game.may("A", "light-match")


@pytest.mark.rule("cappa.5.2.4a", "cappa.2.2.1.h8", "cappa.5.1.6a")
@pytest.mark.parametrize("is_loaded", [True, False])
def test_a_pistol_picked_up_is_empty_and_the_one_in_his_hand_stays_as_it_was(is_loaded):
    text = BRACE.replace("PS PS BD", "PS BD") + "thing K PS at 10,10.4\ndice red 10"
    game = situation(text)
    game.figure("A").empty = [] if is_loaded else ["PS"]
    game.do("A", "pick-up thing=K")
    assert game.figure("A").arms.count("PS") == 2
    assert game.may("A", "shoot weapon=PS") is is_loaded
    if is_loaded:
        game.do("A", "shoot weapon=PS")
    assert not game.may("A", "shoot weapon=PS", 3)
    assert not game.may("A", "change-weapon hands=PS,BD", 3)  # the other is no better
    assert game.may("A", "reload", 3)
