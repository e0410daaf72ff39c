"""Chapter 2.2.3: improvised attacks and movement."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.feats.improvised import Leap, hit_tally
from alfiere.games.cappa.movement.obstacles import fall
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.told.events import Acted, ChargeEnded, Fell, Improvised, MoraleTested, Moved, Shaken, Shot
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.games.cappa.weaponry.blows import arms_against, blow_tally
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

# Improvised attacks


CLOSE = """
    cappa on open ground
    red protagonist A at 10,10, pa 3, 6/4/4
    blue extra B at {x},10, pa 2
    dice red {red} blue {blue}
"""


def close(x: float = 13, red: str = "1", blue: str = ""):
    """B so far away, the dice that are rolled."""
    return situation(CLOSE.format(x=x, red=red, blue=blue))


@pytest.mark.rule("cappa.2.2.3a", "cappa.2.2.1v")
def test_an_improvised_attack_costs_one_pa():
    game = close(red="1 10")
    game.do("A", "improvise what=throw_to_daze")
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.2.2.3b", "cappa.2.2.3.h1", "cappa.2.2.3.h4")
def test_who_fails_the_morale_test_loses_action_and_pa_and_is_not_shaken():
    game = close(red="10")
    game.do("A", "improvise what=throw_to_daze")
    assert not game.told(Improvised)
    assert (game.figure("A").pa, game.figure("A").shaken) == (2, "")


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("roll", "hit"), [(2, True), (3, False)])
def test_a_thrown_mug_needs_ti_less_two_and_dazes(roll, hit):
    game = close(red=f"1 {roll}")
    game.do("A", "improvise what=throw_to_daze")
    assert game.told(Improvised)[0].tally.total == 2
    assert (game.figure("B").pa == 0) == hit


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("test", "prone"), [(6, True), (7, False)])
def test_a_kick_moves_him_one_um_and_throws_him_down_if_the_test_was_fully_passed(test, prone):
    game = close(11, red=f"{test} 2")
    game.do("A", "improvise what=kick")
    assert game.gap("A", "B") == 1
    assert game.figure("B").is_prone == prone
    assert game.figure("B").pa == 2
    assert [one.figure for one in game.told(Acted)] == (["B"] if prone else [])


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("roll", "pa"), [(10, 0), (1, 2)])
def test_a_trick_works_on_who_fails_his_own_test(roll, pa):
    game = close(red="1", blue=str(roll))
    game.do("A", "improvise what=trick")
    assert game.figure("B").pa == pa


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(
    ("where", "more", "damage", "wounded"),
    [("13,10", "", 6, True), ("13,10", "", 7, False), ("13,10", ", prone", 6, False), ("13,11", "", 6, False)],
)
def test_a_thrown_object_rolls_for_damage_with_one_more_and_cover_helps(where, more, damage, wounded):
    game = situation(f"""
        cappa on open ground
        low wall 12.4,10.6 12.4,14
        red protagonist A at 10,11, pa 1, 6/4/4
        blue protagonist B at {where}{more}, CA 5
        dice red 1 2 {damage} blue 1
    """)
    game.do("A", "improvise what=throw_to_harm")
    assert bool(game.figure("B").wounds) == wounded
    (shot,) = game.told(Shot)
    assert (shot.weapon, shot.tally.total, shot.damage) == ("IW", 2, damage)


@pytest.mark.rule("cappa.2.2.3.h5", "cappa.5.1.7a")
@pytest.mark.parametrize(("die", "rides"), [(5, True), (6, False)])
def test_a_thrown_object_may_strike_the_horse(die, rides):
    game = situation(f"""
        cappa on open ground
        red protagonist A at 10,10, pa 1, 6/4/4
        blue protagonist B at 13,10, mounted, Mov 8, CA 5
        dice red 1 2 1 {die} blue 1
    """)
    game.do("A", "improvise what=throw_to_harm")
    assert (game.figure("B").is_mounted, game.figure("B").wounds) == (rides, int(rides))


@pytest.mark.rule("cappa.2.2.3.h1", "cappa.2.2.3.h5")
@pytest.mark.parametrize(("x", "may"), [(13.4, True), (13.6, False)])
def test_furniture_is_toppled_on_who_is_within_two_um_of_it(x, may):
    game = situation(f"""
        cappa on open ground
        barricade 10,9.5
        red protagonist A at 10,10, pa 1, 6/4/4
        blue extra B at {x},9.5, pa 2
        dice red 1 2
    """)
    assert game.may("A", "improvise what=topple") == may
    if may:
        game.do("A", "improvise what=topple")
        assert (game.figure("B").is_prone, game.figure("B").pa) == (True, 1)


@pytest.mark.rule("cappa.2.2.3.h5")
def test_sand_in_the_face_spoils_what_he_strikes_shoots_and_throws_until_the_turn_ends():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, pa 1, 6/4/4
        blue extra B at 11,10 with BD, 5/3/3, pa 2
        dice red 1 2
    """)
    s = game.state
    b, a = game.figure("B"), game.figure("A")
    before = blow_tally(s, b, a, arms_against(s, b, a)[0]).total, hit_tally(b, tables().improvised["kick"]).total
    game.do("A", "improvise what=blind")
    s, b, a = game.state, game.figure("B"), game.figure("A")
    after = blow_tally(s, b, a, arms_against(s, b, a)[0]).total, hit_tally(b, tables().improvised["kick"]).total
    assert after == (before[0] - 2, before[1] - 2)
    clean_up(s)
    assert blow_tally(s, b, a, arms_against(s, b, a)[0]).total == before[0]


@pytest.mark.rule("cappa.2.2.3.h1")
def test_in_melee_one_improvises_against_ones_own_opponents_only():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, pa 2, 6/4/4
        blue extra B at 11,10
        blue extra C at 10,13
    """)
    assert {one["target"] for one in game.offered("A") if one.key == "improvise"} == {"B"}


@pytest.mark.rule("cappa.2.2.3.h1")
def test_a_trick_is_not_played_on_who_fights_another():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, pa 2, 6/4/4
        red extra D at 13,11
        blue extra B at 13,10
    """)
    assert not game.may("A", "improvise what=trick")
    game.figure("D").x = 3000
    assert game.may("A", "improvise what=trick target=B")


@pytest.mark.rule("cappa.5.1.5a", "cappa.5.1.5b", "cappa.2.2.3.h1")
def test_nothing_is_thrown_into_the_melee_of_others():
    text = """
        cappa on open ground
        red protagonist A at 10,10, pa 2, 6/4/4
        red extra D at 13,11
        blue extra B at 13,{}
    """
    assert situation(text.format(9.9)).may("A", "improvise what=throw_to_daze target=B")
    assert not situation(text.format(10)).may("A", "improvise what=throw_to_daze target=B")
    assert not situation(text.format(10)).may("A", "improvise what=throw_to_harm target=B")
    game = situation(text.format(10) + "hedge 8,10.5 18,10.5")
    game.figure("B").assails = "D"  # who assaults a position is a target
    assert game.may("A", "improvise what=throw_to_daze target=B")


@pytest.mark.rule("cappa.2.2.3.h1")
def test_at_his_own_opponent_he_may_throw_what_he_finds():
    assert close(11, red="").may("A", "improvise what=throw_to_harm target=B")


@pytest.mark.rule("cappa.2.2.3.h5", "cappa.5.2.3.h2")
def test_a_kick_drives_as_far_as_there_is_room():
    game = situation(CLOSE.format(x=11, red="1 1", blue="") + "closed building 12,8 14,12")
    game.do("A", "improvise what=kick")
    assert game.at("B") == (11.5, 10)


@pytest.mark.rule("cappa.2.2.3.h1")
@pytest.mark.parametrize(
    ("x", "wall", "may"), [(14.9, "", True), (15.1, "", False), (13, "high wall 12,5 12,15", False)]
)
def test_something_is_thrown_at_who_is_seen_within_four_um(x, wall, may):
    game = situation(f"""
        cappa on open ground
        {wall}
        red protagonist A at 10,10, pa 2, 6/4/4
        blue extra B at {x},10
    """)
    assert game.may("A", "improvise what=throw_to_harm") == may
    assert game.may("A", "improvise what=trick") == may


@pytest.mark.rule("cappa.2.2.3a", "cappa.5.1.3h")
def test_who_throws_too_badly_does_not_throw():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, pa 2, 6/2/4
        blue extra B at 13,10
    """)
    assert not game.may("A", "improvise what=throw_to_harm")
    assert game.may("A", "improvise what=trick")


@pytest.mark.rule("cappa.2.2.3a", "cappa.4.3.6a")
@pytest.mark.parametrize(("skill", "may"), [(", abilities RI", True), ("", False)])
def test_a_rider_may_improvise_an_attack_from_the_saddle(skill, may):
    game = situation(f"""
        cappa on open ground
        red protagonist A at 10,10, pa 3, mounted, Mov 8{skill}
        blue extra B at 13,10
    """)
    assert game.may("A", "improvise what=throw_to_daze") == may


@pytest.mark.rule("cappa.2.2.1.h17", "cappa.2.2.3.h5")
def test_a_kick_does_not_throw_a_rider_down():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, pa 3, 6/4/4
        blue extra B at 11.5,10, mounted, Mov 8, pa 2
        dice red 1 1
    """)
    game.do("A", "improvise what=kick")
    assert not game.figure("B").is_prone
    assert not game.told(Acted)


# Improvised movement


LEAP = """
    cappa on open ground
    red extra A at 10,10, pa 1, Mov 4
    dice red {roll}
"""


@pytest.mark.rule("cappa.2.2.3c", "cappa.2.2.3d")
def test_an_improvised_movement_goes_six_um_if_the_test_is_passed():
    game = situation(LEAP.format(roll=1))
    game.do("A", "leap to=1600,1000")
    assert game.at("A") == (16, 10)
    assert game.told(MoraleTested)[0].cause == "improvised"


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h7")
def test_who_fails_goes_his_own_mov_and_falls():
    game = situation(LEAP.format(roll=10))
    game.do("A", "leap to=1600,1000")
    assert game.at("A") == (14, 10)
    assert game.figure("A").is_prone


@pytest.mark.rule("cappa.2.2.3c")
@pytest.mark.parametrize(
    ("state", "may"),
    [("", True), (", prone", False), (", animal", False), (", mounted, abilities RI", False), (", carries K", False)],
)
def test_a_daring_move_needs_feet_and_free_hands(state, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4{state}
        thing K keg at 1,1
    """)
    if game.figure("A").carries:
        game.state.things["K"].bearer = "A"
    assert game.may("A", "leap", 2) == may


@pytest.mark.rule("cappa.2.2.3.h2")
@pytest.mark.parametrize(("cart", "over"), [("barricade 10,8.9", True), ("barricade 10,8.4", False), ("", False)])
def test_with_a_means_at_hand_an_improvised_movement_goes_over_obstacles(cart, over):
    game = situation(f"""
        cappa on open ground
        hedge 5,12 25,12
        {cart}
        red extra A at 10,10, pa 1, Mov 4
        dice red 1
    """)
    assert game.may("A", "leap to=1000,1600") == over


@pytest.mark.rule("cappa.2.2.3.h6")
def test_an_improvised_movement_enters_no_enemy_zone():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 15.5,10
    """)
    assert max(one["to"][0] for one in game.offered("A") if one.key == "leap") <= 1401


@pytest.mark.rule("cappa.2.2.3.h6")
@pytest.mark.parametrize(("to", "rule"), [([1330, 1000], "cappa.2.2.3.h6"), ([1600, 1000], "cappa.2.2.3.h6")])
def test_a_means_at_hand_carries_nobody_into_or_through_an_enemy_zone(to, rule):
    game = situation("""
        cappa on open ground
        barricade 10,8.9
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 14,11.1
    """)
    found = Leap().judged(game.state, game.figure("A"), {"figure": "A", "to": to})
    assert isinstance(found, Objection)
    assert found.rule == rule


@pytest.mark.rule("cappa.2.2.3d", "cappa.2.2.3.h6")
@pytest.mark.parametrize(("x", "rule"), [(17.2, "cappa.2.2.3d"), (16.8, "cappa.2.2.3.h6")])
def test_who_is_too_far_away_to_be_leapt_at_is_refused_as_too_far(x, rule):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at {x},10, shaken
    """)
    found = Leap().judged(game.state, game.figure("A"), {"figure": "A", "to": [round(100 * x) - 100, 1000]})
    assert isinstance(found, Objection)
    assert found.rule == rule


@pytest.mark.rule("cappa.2.2.3d", "cappa.2.2.3.h2")
@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ([1300, 1400], ""),  # over the hedge, nearer than his Mov
        ([1424, 1424], ""),
        ([1430, 1430], "cappa.2.2.3d"),  # more than 6 um
        ([1000, 1220], "cappa.4.3.2b"),  # on the hedge itself
        ([1000, -50], "cappa.geo.8"),
    ],
)
def test_a_daring_move_leads_straight_to_any_place_within_six_um(to, rule):
    game = situation("""
        cappa on open ground
        hedge 5,12 25,12
        barricade 10,8.9
        red extra A at 10,10, pa 1, Mov 4
        dice red 1
    """)
    found = Leap().judged(game.state, game.figure("A"), {"figure": "A", "to": to})
    assert (found.rule if isinstance(found, Objection) else "") == rule
    if not rule:
        game.do("A", found)
        assert game.at("A") == (to[0] / 100, to[1] / 100)


AT_AN_ENEMY = """
    cappa on open ground
    hedge 5,12 25,12
    barricade 10,8.9
    red protagonist A at 10,10, pa 2, Mov 4, 6/3/4
    blue extra B at 10,14, pa {pa}{state}
    dice red {red} blue {blue}
    {more}
"""


@pytest.mark.rule("cappa.2.2.3.h6")
def test_a_charge_by_an_improvised_movement_has_the_bonus_of_a_charge():
    game = situation(AT_AN_ENEMY.format(pa=0, state="", red=1, blue=1, more=""))
    assert not game.may("A", "charge target=B")  # the hedge is in the way
    game.do("A", "leap target=B")
    assert game.touch("A", "B")
    a, b = game.figure("A"), game.figure("B")
    reasons = [why for _, why, _ in blow_tally(game.state, a, b, arms_against(game.state, a, b)[0]).lines]
    assert "charge" in reasons


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.2.2.2d")
def test_who_is_charged_so_may_react():
    game = situation(AT_AN_ENEMY.format(pa=1, state="", red=1, blue=1, more=""))
    game.do("A", "leap target=B", "evade")
    assert [one.key for one in game.asked] == ["react-to-charge"]
    assert not game.told(ChargeEnded)[0].contact
    assert game.at("A") == (10, 10)


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.4.3.9f")
@pytest.mark.parametrize(("answer", "contact"), [("go-on", True), ("halt", False)])
def test_after_an_evasion_he_who_leaps_need_not_go_on(answer, contact):
    text = AT_AN_ENEMY.format(pa=1, state=", Mov 1", red=1, blue=1, more="")
    game = situation(text.replace("B at 10,14", "B at 10,13.5"))
    game.do("A", "leap target=B", "evade", answer)
    assert game.touch("A", "B") == contact


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.8.1.1j")
def test_a_cry_before_such_a_charge_is_heard():
    text = AT_AN_ENEMY.format(pa=0, state="", red=1, blue=10, more="").replace("6/3/4", "6/3/4, abilities BC")
    game = situation(text)
    game.do("A", "battle-cry")
    game.do("A", "leap target=B")
    assert [test.cause for test in game.told(MoraleTested)] == ["improvised", "cry"]
    assert [(event.figure, event.cause) for event in game.told(Shaken)] == [("B", "cry")]


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.8.1.1l")
@pytest.mark.parametrize(
    ("answers", "asked"),
    [(["battle-cry"], ["cry-back"]), (["keep-quiet", "evade"], ["cry-back", "react-to-charge"])],
)
def test_who_answers_a_leap_with_a_cry_does_not_react_as_well(answers, asked):
    game = situation(AT_AN_ENEMY.format(pa=2, state=", abilities BC", red="1 1", blue=1, more=""))
    game.do("A", "leap target=B", *answers)
    assert [one.key for one in game.asked] == asked


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.2.2.3e")
def test_who_fails_such_a_charge_falls_on_the_way():
    game = situation(AT_AN_ENEMY.format(pa=1, state="", red=10, blue="", more=""))
    game.do("A", "leap target=B")
    assert game.figure("A").is_prone
    assert game.at("A")[1] < 12
    assert not game.asked


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.2.1.5d")
@pytest.mark.parametrize(("state", "may"), [("", False), (", shaken", True)])
def test_in_the_last_phase_only_the_shaken_are_charged_so(state, may):
    game = situation(AT_AN_ENEMY.format(pa=0, state=state, red="", blue="", more="phase last"))
    assert game.may("A", "leap target=B", 1) == may


WINDOW = """
    cappa on open ground
    building 10,10 16,14 windows 4 door south storeys 3
    red protagonist A at 15.5,12, pa 2, Mov 4, 6/3/4 CA 5, level {level}
    dice red {dice}
"""


@pytest.mark.rule("cappa.2.2.3.h2", "cappa.2.2.3d")
def test_down_a_gutter_one_comes_to_the_ground_unhurt():
    game = situation(WINDOW.format(level=4, dice=1))
    assert not game.may("A", "jump")
    game.do("A", "leap level=0")
    assert (game.at("A"), game.figure("A").level, game.figure("A").is_prone) == ((21.5, 12), 0, False)


@pytest.mark.rule("cappa.2.2.3.h2", "cappa.geo.47")
@pytest.mark.parametrize(("x", "may"), [(15.5, True), (15.2, True), (15, True), (14.9, False)])
def test_who_stands_at_a_window_may_leap_down_without_touching_it(x, may):
    game = situation(WINDOW.format(level=4, dice=1).replace("15.5,12", f"{x},12"))
    down = [one["to"] for one in game.offered("A") if one.key == "leap" and one.get("level") == 0]
    assert bool(down) == may
    assert not may or max(down)[0] == pytest.approx(100 * x + 600, abs=2)  # 6 um from where he stood, cappa.2.2.3d


@pytest.mark.rule("cappa.2.2.3.h2", "cappa.geo.28")
@pytest.mark.parametrize("is_north", [True, False])
def test_where_people_stand_below_one_window_one_takes_the_other(is_north):
    rows = [(9 + n, 9.5) if is_north else (9.5, 9 + n) for n in range(4)]
    below = "\n".join(f"red extra B{x:g}{y:g} at {x:g},{y:g}" for x, y in rows)
    game = situation(f"""
        cappa on open ground
        building 10,10 12,12 windows 4 storeys 2
        red protagonist A at 10.5,10.5, pa 2, Mov 4, 6/3/4 CA 5, level 2
        {below}
    """)
    ends = [one["to"] for one in game.offered("A") if one.key == "leap" and one.get("level") == 0]
    assert ends
    assert all((x if is_north else y) < 1000 for x, y in ends)


@pytest.mark.rule("cappa.2.2.3.h2", "cappa.2.2.3d")
def test_from_the_top_of_a_wall_one_leaps_only_down_and_only_with_a_means_at_hand():
    text = """
        cappa on open ground
        high wall 5,15 15,15
        red  extra A at 10,14.5, pa 2, Mov 4, level 2
        blue extra B at 10,10.5, pa 1
    """
    game = situation(text)
    assert "leap" not in game.keys("A")
    there = {"figure": "A", "to": [1000, 1000]}
    refusal = Leap().judged(game.state, game.figure("A"), there)
    assert isinstance(refusal, Objection)
    assert refusal.rule == "cappa.2.2.3d"
    helped = situation(text + "barricade 11.5,14.5")
    found = [one for one in helped.offered("A") if one.key == "leap"]
    assert found
    assert all(one.get("level") == 0 for one in found)


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h3", "cappa.2.2.3.h7")
@pytest.mark.parametrize(
    ("level", "dice", "wounds"), [(2, "10", 0), (4, "10 7 1", 1), (4, "10 8", 0)], ids=["one", "two", "lucky"]
)
def test_who_fails_on_the_way_down_falls_as_deep_as_it_is(level, dice, wounds):
    game = situation(WINDOW.format(level=level, dice=dice))
    game.do("A", "leap level=0")
    assert (game.at("A"), game.figure("A").level) == ((19.5, 12), 0)
    assert game.figure("A").is_prone
    assert game.figure("A").wounds == wounds
    assert game.told(Fell)[0].drop == level * 100
    assert len(game.told(MoraleTested)) == 1 + wounds  # the wound asks for a test of its own, cappa.2.3a


@pytest.mark.rule("cappa.2.2.3.h3")
@pytest.mark.parametrize(("drop", "dice", "wounded"), [(200, "", False), (300, "6", True), (300, "7", False)])
def test_a_fall_of_more_than_two_levels_may_wound(drop, dice, wounded):
    game = situation(f"""
        cappa on open ground
        red protagonist A at 10,10, 6/3/4 CA 5
        dice red {dice}
    """)

    def drops(g):
        yield from fall(g, g.state.figures["A"], drop)

    game.run(drops)
    assert bool(game.figure("A").wounds) == wounded
    assert game.figure("A").is_prone
    assert game.told(Fell)[0].drop == drop


@pytest.mark.rule("cappa.2.2.3.h6", "cappa.4.3.8.h9")
def test_a_daring_move_ends_in_no_melee_with_the_defender_of_a_hedge():
    game = situation("""
        cappa on open ground
        hedge 5,16 15,16
        red  extra A at 10,10, Mov 4, pa 1
        blue extra B at 10,16.5
    """)
    assert not game.may("A", "leap to=1000,1550")
    assert isinstance(Leap().judged(game.state, game.figure("A"), {"figure": "A", "to": [1000, 1550]}), Objection)
    assert isinstance(Leap().judged(game.state, game.figure("A"), {"figure": "A", "to": [1000, 1540]}), Option)


@pytest.mark.rule("cappa.2.2.3.h5", "cappa.5.2.3.h2")
@pytest.mark.parametrize("other", ["", "red extra C at 13.3,10.9", "red extra C at 12.4,8.7"])
def test_a_kick_drives_him_through_the_zone_of_another(other):
    game = situation(CLOSE.format(x=11, red="1 1", blue="") + other)
    game.do("A", "improvise what=kick")
    assert game.at("B") == (12, 10)
    (pushed,) = [event for event in game.told(Moved) if event.figure == "B"]
    assert (pushed.how, pushed.length) == ("push", 100)


@pytest.mark.rule("cappa.2.2.3.h5", "cappa.5.2.3.h2")
def test_who_cannot_be_driven_anywhere_stays_and_nothing_is_told_of_it():
    game = situation(CLOSE.format(x=11, red="7 1", blue="") + "closed building 11.5,8 14,12")
    game.do("A", "improvise what=kick")
    assert game.at("B") == (11, 10)
    assert [event for event in game.told(Moved) if event.figure == "B"] == []


@pytest.mark.rule("cappa.2.1.5d", "cappa.2.2.3.h6")
@pytest.mark.parametrize(
    ("state", "phase", "may"), [("", "actions", True), ("", "last", False), (", shaken", "last", True)]
)
def test_in_the_last_phase_one_leaps_only_at_the_shaken(state, phase, may):
    game = situation(AT_AN_ENEMY.format(pa=0, state=state, red=1, blue=1, more=f"phase {phase}"))
    assert game.may("A", "leap target=B", 1) == may


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h7")
@pytest.mark.parametrize(("mov", "x"), [("1", 16.5), ("2", 17.5)])
def test_who_fails_on_the_way_down_and_is_slow_comes_at_least_to_the_foot(mov, x):
    game = situation(WINDOW.format(level=2, dice=10).replace("Mov 4", f"Mov {mov}"))
    game.do("A", "leap level=0")
    assert (game.at("A"), game.figure("A").level, game.figure("A").is_prone) == ((x, 12), 0, True)
    assert [one.rules for one in game.told(Moved)] == [("cappa.2.2.3e",)]


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h7")
@pytest.mark.parametrize(("start", "to"), [("10.5,11", (9.3, 11)), ("11,10.5", (11, 9.3))])
def test_who_fails_at_a_corner_falls_from_the_window_that_he_has_chosen(start, to):
    """The other window is farther than his Mov."""
    game = situation(f"""
        cappa on open ground
        building 10,10 12,12 windows 4 storeys 2
        red protagonist A at {start}, pa 2, Mov 1.2, 6/3/4 CA 5, level 2
        dice red 10
    """)
    x, y = (round(100 * one) for one in to)
    wide = [one for one in game.offered("A") if one.key == "leap" and one.get("level") == 0]
    chosen = next(one for one in wide if (one["to"][0] - x) * (one["to"][1] - y) == 0 and min(one["to"]) <= 930)
    game.do("A", chosen)
    assert game.at("A") == pytest.approx(to, abs=0.02)
