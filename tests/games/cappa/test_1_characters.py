"""Chapters 1.1 and 1.2 in play: what the values of a sheet do, facing, the fallen, shields, vehicles."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.fire import fire_tally
from alfiere.games.cappa.ground.ground import front_of, room_in, vehicles
from alfiere.games.cappa.ground.zones import has_zone
from alfiere.games.cappa.morale import morale_tests
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.weapons import hand_to_hand, weapons
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.told.events import MoraleTested, Moved, PutOut, Shot, Struck, Taken
from alfiere.games.cappa.turn.orders import placements
from alfiere.games.cappa.weaponry import blows
from alfiere.kernel.decision import Illegal
from alfiere.table.shapes import Rect
from tests.situation import situation

ROUND = ((0, -6), (6, 0), (0, 6), (-6, 0), (4, 4), (-4, -4))


def later(game, act):
    """Do something to the game as it stands."""

    def procedure(g):
        act(g)
        yield from ()

    return game.run(procedure)


# The sheet


@pytest.mark.rule("cappa.1.2c")
def test_two_men_of_one_sheet_roll_against_the_same_and_another_sheet_changes_it():
    game = situation("""
        cappa on open ground
        red moschettiere A at 10,10
        red moschettiere B at 20,10
        blue extra C at 10,16, CA 4
        blue extra D at 20,16, CA 4
    """)
    s = game.state
    weapon = weapons()["MMK"]

    def total(one, other):
        return fire_tally(s, game.figure(one), game.figure(other), weapon).total

    before = total("A", "C")
    assert total("B", "D") == before
    game.figure("A").sheet = characters().sheets["moschettiere_veterano"]
    better, usual = (characters().sheets[name].line(0).ti for name in ("moschettiere_veterano", "moschettiere"))
    assert better is not None
    assert usual is not None
    assert total("A", "C") == before + better - usual


@pytest.mark.rule("cappa.1.2.4a")
def test_the_example_line_is_read_and_shown_in_the_order_of_the_book():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, 5/3/2 CA 4 Mov 6
    """)
    values = view(game.state, None)["pieces"][0]["values"]
    assert list(values) == ["mo", "ti", "mi", "ca", "mov"]
    assert list(values.values()) == [5, 3, 2, 4, 6]


SHOT = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/{ti}/3, pa 1
    blue extra B at 10,16, CA {ca}
    dice red {hit} {damage} blue 1
"""


@pytest.mark.rule("cappa.1.2.4g")
@pytest.mark.parametrize(("roll", "hit"), [(4, True), (5, False)])
def test_a_shot_hits_with_a_die_that_does_not_exceed_ti(roll, hit):
    game = situation(SHOT.format(ti=3, ca=5, hit=roll, damage=10))
    game.do("A", "shoot")
    (shot,) = game.told(Shot)
    assert shot.tally.total == 4  # Ti 3, and the musket's 1 at short range
    assert shot.hit == hit


@pytest.mark.rule("cappa.1.2.4b")
def test_of_ti_more_is_better_and_of_ca_less():
    for ti, hit in ((3, False), (4, True)):
        game = situation(SHOT.format(ti=ti, ca=5, hit=5, damage=10))
        game.do("A", "shoot")
        assert game.told(Shot)[0].hit == hit
    for ca, wounded in ((5, True), (4, False)):
        game = situation(SHOT.format(ti=5, ca=ca, hit=1, damage=5))
        game.do("A", "shoot")
        assert game.told(Shot)[0].wounded == wounded


@pytest.mark.rule("cappa.1.2.4h", "cappa.1.2.4b")
@pytest.mark.parametrize("arm", ["unarmed", "BD"])
@pytest.mark.parametrize(("mi", "beyond", "hit"), [(4, 0, True), (4, 1, False), (5, 1, True)])
def test_a_blow_hits_with_a_die_that_does_not_exceed_mi_armed_or_not(arm, mi, beyond, hit):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with {arm}, 5/3/{mi}, pa 1
        blue extra B at 10,11 with {arm}
    """)
    weapon = hand_to_hand(blows.in_hand(game.figure("A"))[0])[1].hit
    game.dice |= {"red": [4 + weapon + beyond, 10], "blue": [1]}
    game.do("A", "fight")
    (struck,) = game.told(Struck)
    assert struck.tally.total == mi + weapon
    assert struck.hit == hit


@pytest.mark.rule("cappa.1.2.4f", "cappa.1.2.4b")
@pytest.mark.parametrize(("mo", "roll", "passed"), [(5, 7, True), (5, 8, False), (6, 8, True)])
def test_a_morale_test_is_passed_with_a_die_that_does_not_exceed_mo(mo, roll, passed):
    game = situation(f"cappa on open ground\nred extra A at 10,10, {mo}/3/3\ndice red {roll}")
    later(game, lambda g: morale_tests.morale_test(g, g.state.figures["A"], "recovery"))
    (test,) = game.told(MoraleTested)
    assert test.tally.total == mo + 2  # nobody sees him, and no charge threatens
    assert test.passed == passed


@pytest.mark.rule("cappa.1.2.4g2")
@pytest.mark.parametrize("arm", ["PS", "MMK", "GR", "CL"])
def test_a_dash_in_the_place_of_ti_means_no_shot_and_no_throw_of_any_kind(arm):
    text = f"""
        cappa on open ground
        barricade 10,9.4
        red extra A at 10,10 with {arm}, 5/%s/3, pa 3, hands {arm}
        blue extra B at 10,13
    """
    thrown = ("shoot", "aim", "throw-grenade", "improvise what=throw_to_harm", "improvise what=throw_to_daze")
    without = situation(text % "-")
    assert not [verb for verb in thrown if without.may("A", verb)]
    assert [verb for verb in thrown if situation(text % "5").may("A", verb)]


@pytest.mark.rule("cappa.1.2.4g2")
def test_a_member_without_ti_takes_no_part_in_a_volley():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK, 5/-/3, squad S
        red extra B at 11,10 with MMK, 5/3/3, squad S
        red squad S, pa 1
        blue extra X at 10,16
        dice red 10 blue
    """)
    (fired,) = [event for event in game.do("S", "volley") if event.key == "volley-fired"]
    assert fired.shooters == ("B",)


@pytest.mark.rule("cappa.1.2.4k", "cappa.1.2.4b")
@pytest.mark.parametrize("mov", [3, 4])
def test_mov_is_how_far_one_move_leads_over_clear_ground(mov):
    text = f"cappa on open ground\nred extra A at 10,10, Mov {mov}, pa 1"
    game = situation(text)
    game.move("A", 10 + mov, 10)
    assert game.at("A") == (10 + mov, 10)
    with pytest.raises(Illegal, match="too far"):
        situation(text).move("A", 10 + mov + 0.1, 10)


@pytest.mark.rule("cappa.1.2.4c")
def test_a_weapon_changes_hands_but_mo_ti_and_mi_stay_with_the_man():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with BD, 5/3/3, pa 3
        thing M MMK at 10,10.5
    """)
    before = game.figure("A").line
    game.do("A", "pick-up thing=M")
    game.do("A", "change-weapon hands=MMK")
    assert game.figure("A").arms == ["BD", "MMK"]
    assert game.figure("A").hands == ["MMK"]
    assert game.figure("A").line is before


@pytest.mark.rule("cappa.1.2.4c", "cappa.1.2.4j")
def test_a_shield_that_is_picked_up_lowers_the_armour_class_by_one_until_it_is_put_down():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with BD, CA 4, pa 3
        thing K shield at 10,10.5
    """)
    figure = game.figure("A")
    assert blows.armour_class(game.state, figure) == 4
    game.do("A", "pick-up thing=K")
    assert blows.armour_class(game.state, game.figure("A")) == 3
    game.figure("A").is_prone = True
    assert blows.armour_class(game.state, game.figure("A")) == 4
    game.figure("A").is_prone = False
    game.do("A", "put-down thing=K")
    assert blows.armour_class(game.state, game.figure("A")) == 4


@pytest.mark.rule("cappa.1.2.4l")
def test_only_the_abilities_named_in_his_entry_are_his():
    text = """
        cappa on open ground
        red protagonist A at 10,10 with BD, pa 1{more}
        blue extra B at 10,11 with BD
    """
    for more, expected in ((", abilities FE", True), ("", False)):
        game = situation(text.format(more=more))
        s, one, two = game.state, game.figure("A"), game.figure("B")
        arm = blows.arms_against(s, one, two)[0]
        reasons = [reason for _, reason, _ in blows.blow_tally(s, one, two, arm).lines]
        assert ("fencing" in reasons) == expected


@pytest.mark.rule("cappa.3.2.1.h1")
def test_a_beast_is_worth_nothing_to_the_firmness_of_a_side():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        red extra P at 12,10, animal
    """)
    assert [game.figure(name).sheet.value for name in "AP"] == [1, 0]


# Facing


@pytest.mark.rule("cappa.1.2b")
@pytest.mark.parametrize("away", ROUND)
def test_it_does_not_matter_where_anybody_looks(away):
    game = situation(f"""
        cappa on open ground
        red extra A at 20,21 with PS, pa 2, hands PS
        blue extra B at {20 + away[0]},{20 + away[1]}
    """)
    game.move("A", 20, 20)  # northwards, and then a shot to any side
    assert game.figure("A").pa == 1
    shot = next(option for option in game.offered("A") if option.key == "shoot")
    assert shot.get("pa") is None
    tally = fire_tally(game.state, game.figure("A"), game.figure("B"), weapons()["PS"])
    assert [reason for _, reason, _ in tally.lines] == ["Ti", "short range"]
    assert view(game.state, None)["pieces"][0]["pose"][2] == 0


@pytest.mark.rule("cappa.1.2b")
def test_a_blow_from_behind_is_like_any_other():
    totals = set()
    for x, y in ((20, 19), (21, 20), (20, 21), (19, 20)):
        game = situation(f"""
            cappa on open ground
            red extra A at {x},{y} with BD
            blue extra B at 20,20 with BD
        """)
        s, one, two = game.state, game.figure("A"), game.figure("B")
        totals.add(blows.blow_tally(s, one, two, blows.arms_against(s, one, two)[0]).total)
    assert len(totals) == 1


# The fallen


FALLEN = """
    cappa on open ground
    red hero H out at 10,10
    red extra A at 11,10, pa 2
    blue extra B at 9,10, pa 3
    blue extra C at 10,16 with MMK, pa 1
    red extra D at 10,4
"""


@pytest.mark.rule("cappa.1.2.h1")
def test_who_is_out_of_action_lies_there_without_orders_zone_or_height():
    game = situation(FALLEN)
    hero = game.figure("H")
    game.state.sides["red"].dice = [3, 3]
    assert "H" not in {option["figure"] for option in placements(game.state, "red")}
    assert not has_zone(game.state, hero)
    assert hero.id not in {one.id for one in game.state.standing()}
    assert game.sees("C", "D")  # over him
    with pytest.raises(Illegal, match="in the way"):
        game.move("B", 10.2, 10)


@pytest.mark.rule("cappa.1.2.h2")
@pytest.mark.parametrize("who", ["A", "B"])
def test_friend_and_foe_in_contact_may_pick_up_who_is_out_of_action(who):
    game = situation(FALLEN)
    assert not game.may("C", "pick-up thing=H")
    game.do(who, "pick-up thing=H")
    assert game.told(Taken)[0].thing == "H"
    assert game.figure("H").captor == who


@pytest.mark.rule("cappa.1.2.h4")
def test_an_eliminated_extra_is_taken_off_the_table_at_once():
    game = situation(SHOT.format(ti=5, ca=5, hit=1, damage=1) + "blue extra C at 10,25\n")
    game.do("A", "shoot target=B")
    assert game.told(PutOut)[0].killed
    assert [piece["id"] for piece in view(game.state, None)["pieces"]] == ["A", "C"]
    assert "B" in view(game.state, None)["eliminated"]
    assert game.sees("A", "C")


@pytest.mark.rule("cappa.1.2.3b")
def test_extras_act_singly_or_as_a_squad():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1
        red extra B at 20,10, squad S
        red extra C at 21,10, squad S
        red squad S, pa 1
    """)
    game.do("A", "move")
    assert [event.figure for event in game.told(Moved)] == ["A"]
    game.do("S", "move")
    assert [event.figure for event in game.told(Moved)] == ["A", "B", "C"]


# Scale, vehicles


@pytest.mark.rule("cappa.1.1d")
def test_the_board_says_how_much_ground_a_um_is():
    board = view(situation("cappa on open ground 60x40").state, None)["board"]
    assert board["unit"] == "um"
    assert [board[key] // board["scale"] * board["metres"] for key in ("width", "depth")] == [120, 80]


CART = """
    cappa on open ground
    red extra A at 10,20
    blue extra B at 20,20
    {more}
    [[thing]]
    id = "cart"
    kind = "carro"
    name = {{ en = "cart", it = "carro" }}
    at = [15, 20]
    faces = {faces}
"""


@pytest.mark.rule("cappa.1.1.h3")
def test_the_front_of_a_cart_is_its_short_side_at_the_head():
    game = situation(CART.format(faces=90, more=""))
    (cart,) = vehicles(game.state)
    assert set(front_of(cart)) == {(1700, 1900), (1700, 2100)}  # 2 um wide, looking east
    north = situation(CART.format(faces=0, more=""))
    assert set(front_of(vehicles(north.state)[0])) == {(1400, 1800), (1600, 1800)}


@pytest.mark.rule("cappa.1.1.h3")
def test_the_front_of_a_gun_is_its_muzzle():
    text = CART.format(faces=180, more="").replace('"carro"\n', '"medium_gun"\n', 1)
    (gun,) = vehicles(situation(text).state)
    assert isinstance(gun.shape, Rect)
    assert {y for _, y in front_of(gun)} == {2000 + gun.shape.depth // 2}


@pytest.mark.rule("cappa.geo.32")
def test_a_cart_hides_what_is_behind_it_unless_one_stands_higher():
    assert not situation(CART.format(faces=0, more="")).sees("A", "B")
    aside = situation(CART.format(faces=90, more="").replace("20,20", "20,30"))
    assert aside.sees("A", "B")
    assert situation(CART.format(faces=0, more="rise 8,18 12,22")).sees("A", "B")
    assert not situation(CART.format(faces=0, more="rise 8,10 22,30")).sees("A", "B")


@pytest.mark.rule("cappa.geo.32")
def test_nobody_walks_through_a_cart_or_carries_it_away():
    game = situation(CART.format(faces=0, more="").replace("A at 10,20", "A at 13.5,20, pa 2"))
    with pytest.raises(Illegal, match="in the way"):
        game.move("A", 15, 20)
    assert not game.may("A", "pick-up thing=cart")
    assert not Cappa().faults(game.state)


@pytest.mark.rule("cappa.geo.32", "cappa.1.3a")
def test_nobody_is_set_up_on_a_cart():
    game = situation(CART.format(faces=0, more=""))
    places = room_in(game.state, game.figure("A"), (1200, 1600, 1800, 2400))
    assert places
    assert all(not (1350 < x < 1650 and 1750 < y < 2250) for x, y in places)
