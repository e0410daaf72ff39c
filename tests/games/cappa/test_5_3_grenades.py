"""Chapter 5.3.3, grenades: throwing one, the blast, the wounds."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.combat import grenades
from alfiere.games.cappa.ground.ground import field
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.action_points import BLINDED
from alfiere.games.cappa.told.events import GrenadeThrown, MoraleTested, Shot, ShotLost, VolleyFired, Wounded
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

THROW = """
    cappa on open ground
    red  extra A at 10,10 with GR, 5/3/3, pa 2
    blue extra D at 10,{}, CA 4
"""


def thrown(text, dice, *answers, target="D"):
    """A grenade thrown by A at somebody."""
    game = situation(text + f"\ndice {dice}")
    game.do("A", f"throw-grenade target={target}", *answers)
    return game


def free_throw(game, x, y):
    """What becomes of a point that a player of A has chosen for himself."""
    free = decide(game.state, game.figure("A"), 2, (), may_stop=False).free
    assert free is not None
    return free("throw-grenade", {"figure": "A", "to": [x, y]})


# The examples of the book


EXAMPLE = """
    cappa on open ground
    red  extra A at 10,10 with GR, 5/3/3, pa 2
    blue extra D at 10,20.4, CA 4, 9/3/3
    blue extra B at 12,20.4, CA 4, 9/3/3
    blue extra C at 10,23.4, CA 4, 9/3/3
    blue extra E at 14,20.4, CA 4, 9/3/3
    hedge 13,19 13,22
"""


@pytest.mark.rule("cappa.ex.26", "cappa.5.3.3c", "cappa.5.3.3d", "cappa.5.3.3e")
def test_the_grenadier_of_the_example_hits_two_and_wounds_the_nearest():
    game = thrown(EXAMPLE, "red 1 1 5 8 5 7 blue 1 1")
    (burst,) = game.told(GrenadeThrown)
    assert burst.tally.lines == [(3, "Ti", "cappa.5.3.3c"), (-2, "long range", "cappa.5.1.3b")]
    assert burst.hit == ("D", "B")
    assert [one.total for one in burst.armour] == [6, 6]
    assert burst.wounded == ("D",)
    assert game.figure("D").where == "gone"
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.ex.27", "cappa.5.3.3f")
def test_with_four_hits_the_one_in_cover_is_rolled_for_apart():
    game = thrown(EXAMPLE, "red 1 1 1 1 10 10 10 10 blue 1 1 1 1")
    (burst,) = game.told(GrenadeThrown)
    by_name = dict(zip(burst.hit, (one.total for one in burst.armour), strict=True))
    assert by_name == {"D": 6, "B": 6, "C": 6, "E": 5}


@pytest.mark.rule("cappa.ex.60", "cappa.5.3.3.h1", "cappa.5.3.3.h6")
def test_damage_is_rolled_by_groups_of_equal_armour():
    game = thrown(
        """
        cappa on open ground
        hedge 11.5,14 11.5,18
        red  extra A at 10,10 with GR, 5/3/3, pa 2
        blue extra D at 10,16, CA 5
        blue extra E at 12.5,16, CA 5
        blue extra F at 10,19, CA 5
        """,
        "red 1 1 1 10 9 6 7 blue 1 1 1",
    )
    (burst,) = game.told(GrenadeThrown)
    assert burst.hit == ("D", "E", "F")
    assert [one.total for one in burst.armour] == [7, 6, 7]
    assert burst.damage == (9, 6, 7)
    assert burst.wounded == ("D",)


# Throwing


@pytest.mark.rule("cappa.5.3.3a", "cappa.5.3.2c", "cappa.2.2.1e")
def test_a_grenade_costs_two_and_both_hands():
    game = situation(THROW.format(15))
    assert game.may("A", "throw-grenade target=D")
    assert not game.may("A", "throw-grenade", 1)
    game.figure("A").hands = []
    assert not game.may("A", "throw-grenade")


@pytest.mark.rule("cappa.5.3.2a2")
def test_a_grenade_needs_a_lit_match():
    assert not situation(THROW.format(15).replace("pa 2", "pa 2, no match")).may("A", "throw-grenade")


@pytest.mark.rule("cappa.5.3.3a", "cappa.5.3.3.h9")
def test_a_grenade_may_be_thrown_at_a_point_and_bursts_there():
    game = situation(THROW.format(15) + "dice red 10 10 10 10")
    option = free_throw(game, 1300, 1400)
    assert isinstance(option, Option)
    game.do("A", option)
    assert game.told(GrenadeThrown)[0].at == (1300, 1400)
    assert game.asked == []


@pytest.mark.rule("cappa.5.3.3.h3")
def test_a_point_out_of_range_or_sight_is_refused():
    game = situation(THROW.format(15) + "closed building 12,8 14,12")
    for place in ([1000, 2600], [1600, 1000]):
        refusal = free_throw(game, *place)
        assert isinstance(refusal, Objection)


@pytest.mark.rule("cappa.5.3.3.h3")
def test_a_hedge_does_not_hinder_a_throw():
    assert situation(THROW.format(15) + "hedge 5,12 15,12").may("A", "throw-grenade target=D")


@pytest.mark.rule("cappa.5.1.5.h1")
def test_no_grenade_into_a_melee():
    assert not situation(THROW.format(15) + "red extra B at 10,16").may("A", "throw-grenade")


@pytest.mark.rule("cappa.5.3.3.h10")
def test_grenades_do_not_run_out():
    game = thrown(THROW.format(19.4), "red 10 10 10 10 blue")
    game.figure("A").pa = 2
    assert game.may("A", "throw-grenade")


@pytest.mark.rule("cappa.2.2.2.h6")
def test_the_one_it_is_thrown_at_may_react_and_others_may_not():
    text = THROW.format("15 with MMK, 5/3/3, pa 1") + "blue extra B at 12,15 with MMK, pa 1"
    game = thrown(text, "red 10 10 10 10 blue 10", "shoot-back")
    assert [one.seat for one in game.asked] == ["blue"]
    assert game.asked[0].about["figure"] == "D"
    assert game.told(Shot)[0].figure == "D"


@pytest.mark.rule("cappa.5.1.h1")
def test_a_thrower_who_is_shot_throws_with_what_he_had_before():
    text = THROW.format("16.5 with MMK, 5/3/3, pa 1").replace("extra A", "hero A").replace("5/3/3, pa 2", "9/3/3, pa 2")
    game = thrown(text, "red 10 10 10 3 10 1 blue 1 1 1", "shoot-back")
    (burst,), (wound,) = game.told(GrenadeThrown), game.told(Wounded)
    assert burst.tally.lines == [(3, "Ti", "cappa.5.3.3c"), (-2, "long range", "cappa.5.1.3b")]
    assert game.events.index(burst) < game.events.index(wound)
    assert game.figure("A").wounds == 1


@pytest.mark.rule("cappa.5.1.h1", "cappa.5.3.3.h2")
def test_a_thrower_put_out_by_his_own_grenade_is_not_shot_dead_as_well():
    text = (
        THROW.format("13 with MMK, 9/3/3, pa 1").replace("extra A", "protagonist A").replace("pa 2", "pa 2, wounds 1")
    )
    game = thrown(text, "red 1 1 10 10 10 1 blue 1 1 1", "shoot-back")
    assert game.told(Shot)[0].wounded
    assert game.figure("A").where == "out"


@pytest.mark.rule("cappa.2.2.2.h3", "cappa.2.2.2.h6")
def test_the_squad_of_the_one_it_is_thrown_at_fires_back_as_a_body():
    text = (
        THROW.format("18 with MMK, 5/3/3, squad S")
        + """
        blue extra E at 11,18 with MMK, 5/3/3, squad S
        blue squad S, open, pa 1
    """
    )
    game = thrown(text, "red 10 10 10 10 blue 10 10", "volley-back")
    assert game.told(VolleyFired)[0].shooters == ("D", "E")


@pytest.mark.rule("cappa.4.3.9i", "cappa.4.3.9j", "cappa.5.3.3.h9")
@pytest.mark.parametrize(("y", "bursts"), [(14, True), (17, False)])
def test_a_grenade_goes_after_who_evades_it_if_it_reaches_so_far(y, bursts):
    game = thrown(THROW.format(f"{y}, pa 1"), f"red {'10 10 10 10' if bursts else ''} blue 1", "evade")
    assert game.at("D") == (10, y + 4)
    assert [event.at for event in game.told(GrenadeThrown)] == ([(1000, 1800)] if bursts else [])
    assert bool(game.told(ShotLost)) is not bursts
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.4.3.7.h2")
def test_who_carries_a_weight_throws_no_grenade():
    game = situation(THROW.format(15) + "thing K barrel at 30,30")
    game.figure("A").carries = ["K"]
    game.state.things["K"].bearer = "A"
    assert not game.may("A", "throw-grenade")
    assert isinstance(free_throw(game, 1000, 1500), Objection)


@pytest.mark.rule("cappa.2.2.1.h10", "cappa.5.1.5c")
def test_who_lies_or_fights_throws_no_grenade():
    assert not situation(THROW.format(18).replace("pa 2", "pa 2, prone")).may("A", "throw-grenade")
    game = situation(THROW.format(18) + "blue extra E at 9,10")
    assert not game.may("A", "throw-grenade")
    assert not grenades.can_throw(game.state, game.figure("A"))


@pytest.mark.rule("cappa.5.1.3f", "cappa.5.1.3h", "cappa.2.2.3.h5", "cappa.5.3.3.h11")
def test_the_throwers_own_move_and_blindness_count():
    game = situation(THROW.format(19).replace("pa 2", "pa 3"))
    game.move("A", 13.5, 10)
    tally = grenades.throw_tally(game.state, game.figure("A"), 1000, 1900)
    assert [reason for _, reason, _ in tally.lines] == ["Ti", "long range", "shooter moved"]
    assert not game.may("A", "throw-grenade")  # 3 - 2 - 1
    far, slack = tables().lengths.moved_far, tables().lengths.tolerance
    for moved, counts in ((far, False), (far + slack, False), (far + slack + 1, True)):
        game.figure("A").moved_now = moved
        lines = grenades.throw_tally(game.state, game.figure("A"), 1000, 1900).lines
        assert ("shooter moved" in [reason for _, reason, _ in lines]) == counts
    game = situation(THROW.format(15))
    BLINDED.put(game.figure("A"))
    assert grenades.throw_tally(game.state, game.figure("A"), 1000, 1500).total == 1


# The blast


@pytest.mark.rule("cappa.5.1.7a", "cappa.5.1.3k")
def test_a_blast_may_strike_the_horse_and_who_lies_is_harder_to_wound():
    text = THROW.format("18, prone") + "blue hero E at 10,21, CA 4, mounted, Mov 8"
    game = thrown(text, "red 1 1 10 10 10 1 6 blue 1 1")
    assert [one.total for one in game.told(GrenadeThrown)[0].armour] == [5, 6]
    assert (game.figure("E").wounds, game.figure("E").is_mounted) == (0, False)


@pytest.mark.rule("cappa.5.3.3.h1")
@pytest.mark.parametrize("struck", ["B", "C"])
def test_of_those_equally_near_the_side_of_the_thrower_chooses_who_is_hit(struck):
    text = THROW.format(18) + "blue extra B at 8,18, CA 4, 9/3/3\nblue extra C at 12,18, CA 4, 9/3/3"
    game = thrown(text, "red 1 1 10 10 10 10 blue 1 1", f"struck figure={struck}")
    assert game.told(GrenadeThrown)[0].hit == ("D", struck)
    assert [(one.seat, one.key) for one in game.asked] == [("red", "struck-first")]


@pytest.mark.rule("cappa.5.3.3.h1", "cappa.5.3.3.h6")
def test_and_who_is_wounded():
    text = THROW.format(18) + "blue extra B at 8,18, CA 4, 9/3/3\nblue extra C at 12,18, CA 4, 9/3/3"
    game = thrown(text, "red 1 1 1 10 1 1 10 blue 1 1", "struck figure=C")
    assert game.told(GrenadeThrown)[0].wounded == ("D", "C")


@pytest.mark.rule("cappa.5.3.3b")
def test_the_blast_reaches_five_um():
    game = situation("cappa on open ground\nblue extra D at 10,15\nblue extra B at 10,20.5\nblue extra C at 10,20.6")
    assert [one.id for one in grenades.exposed(game.state, 1000, 1500, 500)] == ["D", "B"]


@pytest.mark.rule("cappa.5.3.3.h5")
def test_surplus_hits_are_lost():
    game = thrown(THROW.format(19), "red 1 1 1 1 10 blue 1")
    assert game.told(GrenadeThrown)[0].hit == ("D",)


@pytest.mark.rule("cappa.5.3.3.h2")
def test_friends_and_the_thrower_are_struck_too():
    game = thrown(THROW.format(13) + "red extra C at 12,13", "red 1 1 1 10 10 10 10 1 1 blue 1")
    assert set(game.told(GrenadeThrown)[0].hit) == {"A", "C", "D"}


@pytest.mark.rule("cappa.5.3.3.h7")
def test_cover_is_judged_from_the_burst():
    game = situation("""
        cappa on open ground
        hedge 5,12 15,12
        red  extra A at 10,10 with GR, pa 2
        blue extra D at 10,12.6
        blue extra B at 12,16
    """)
    weapon = weapons()["GR"]
    behind = grenades.blast_armour(game.state, game.figure("D"), 1000, 1500, weapon)
    assert "cover" not in [reason for _, reason, _ in behind.lines]
    beyond = grenades.blast_armour(game.state, game.figure("D"), 1000, 1000, weapon)
    assert "cover" in [reason for _, reason, _ in beyond.lines]


@pytest.mark.rule("cappa.5.3.3.h8")
def test_a_hit_by_blast_counts_as_fire_for_morale():
    game = thrown(THROW.format(19), "red 1 10 10 10 10 blue 1")
    assert [event.cause for event in game.told(MoraleTested)] == ["fire"]


@pytest.mark.rule("cappa.5.3.3.h11")
def test_the_victims_do_not_change_ti_but_formation_changes_ca():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with GR, 5/3/3, pa 2
        blue extra D at 10,15, mounted, Mov 8, moved 6, squad S
        blue squad S, tight
    """)
    assert grenades.throw_tally(game.state, game.figure("A"), 1000, 1500).total == 3
    found = grenades.blast_armour(game.state, game.figure("D"), 1000, 1500, weapons()["GR"])
    assert "dense target" in [reason for _, reason, _ in found.lines]


# Buildings


HOUSE = """
    cappa on open ground
    building 8,14 14,20 door south windows 4
    red  extra A at {} with GR, 5/4/3, pa 2
    blue extra D at {}
"""


@pytest.mark.rule("cappa.5.3.3h")
def test_no_grenade_is_thrown_within_a_house():
    assert not situation(HOUSE.format("11,18", "11,15")).may("A", "throw-grenade")


@pytest.mark.rule("cappa.5.1.1a")
def test_a_throw_that_is_too_far_says_how_far():
    game = situation(THROW.format(15))
    found = free_throw(game, 1000, 2500)
    assert isinstance(found, Objection)
    assert found.rule == "cappa.5.1.1a"
    assert game.refusal(found).why.endswith("cannot throw so far (14.5 um)")


@pytest.mark.rule("cappa.5.3.3j", "cappa.5.1.3g", "cappa.5.3.2l")
def test_into_a_house_the_range_is_shorter_and_ti_one_less():
    game = situation(HOUSE.format("11,11", "11,14.5"))
    tally = grenades.throw_tally(game.state, game.figure("A"), 1100, 1450)
    assert [(amount, reason) for amount, reason, _ in tally.lines] == [(4, "Ti"), (-1, "grenade and building")]
    assert game.may("A", "throw-grenade target=D")
    assert situation(HOUSE.format("11,8", "11,14.5")).may("A", "throw-grenade target=D")
    assert not situation(HOUSE.format("11,7.9", "11,14.5")).may("A", "throw-grenade target=D")


@pytest.mark.rule("cappa.5.3.3i")
def test_out_of_a_house_it_is_the_same():
    game = situation(HOUSE.format("11,14.5", "11,10"))
    tally = grenades.throw_tally(game.state, game.figure("A"), 1100, 1000)
    assert [reason for _, reason, _ in tally.lines] == ["Ti", "long range", "grenade and building"]
    assert game.may("A", "throw-grenade target=D")


@pytest.mark.rule("cappa.5.3.3k")
def test_a_thrower_at_his_window_is_in_the_blast_and_in_cover():
    game = situation(HOUSE.format("11,14.5", "11,11"))
    assert game.figure("A") in grenades.exposed(game.state, 1100, 1100, 500)
    found = grenades.blast_armour(game.state, game.figure("A"), 1100, 1100, weapons()["GR"])
    assert "cover" in [reason for _, reason, _ in found.lines]


@pytest.mark.rule("cappa.5.3.3k")
def test_a_thrower_outside_is_covered_by_the_house_into_which_he_has_thrown():
    game = thrown(HOUSE.format("11,11", "11,14.5, 9/3/3"), "red 1 1 10 10 10 10 blue 1")
    (burst,) = game.told(GrenadeThrown)
    assert burst.hit == ("D", "A")
    assert "cover" in [reason for _, reason, _ in burst.armour[1].lines]
    assert [event.figure for event in game.told(MoraleTested)] == ["D"]  # A was not hit in the open


@pytest.mark.rule("cappa.geo.42")
def test_a_blast_comes_in_by_an_opening_and_not_through_the_wall():
    game = situation(HOUSE.format("20,30", "11,16") + "blue extra E at 9,16")
    assert [one.id for one in grenades.exposed(game.state, 1100, 1200, 500)] == ["D"]
    game = situation(HOUSE.format("20,30", "11,21").replace("windows 4", "windows 0") + "blue extra E at 11,19")
    assert [one.id for one in grenades.exposed(game.state, 1100, 2200, 500)] == ["D"]  # the door is closed
    (door,) = field(game.state).terrain.openings
    game.state.changed.append(door)
    assert [one.id for one in grenades.exposed(game.state, 1100, 2200, 500)] == ["D", "E"]  # somebody has opened it


@pytest.mark.rule("cappa.5.3.3.h9", "cappa.geo.42")
def test_what_bursts_upstairs_harms_those_upstairs():
    house = HOUSE.replace("windows 4", "windows 4 storeys 2")
    game = situation(house.format("20,30", "11,15, level 2") + "blue extra E at 12,15.5")
    assert [one.id for one in grenades.exposed(game.state, 1100, 1600, 500, level=200)] == ["D"]
    assert [one.id for one in grenades.exposed(game.state, 1100, 1600, 500)] == ["E"]
    found = grenades.blast_armour(game.state, game.figure("D"), 1100, 1600, weapons()["GR"], level=200)
    assert [reason for _, reason, _ in found.lines] == ["CA", "weapon"]  # on a level with it, nothing between


@pytest.mark.rule("cappa.5.3.3a", "cappa.5.1.5.h1")
def test_who_names_a_friend_upstairs_means_the_ground_under_him_and_who_names_an_enemy_his_floor():
    text = """
        cappa on open ground
        building 8,14 14,20 door south windows 4 storeys 2
        red  extra A at 11,10 with GR, 5/4/3, pa 2
        {} extra F at 11,14.6, level 2
        red  extra G at 11,17
        blue extra E at 11,18
    """
    args = {"figure": "A", "target": "F", "to": [1100, 1460]}
    judged: dict[str, Any] = {}
    for side in ("red", "blue"):
        game = situation(text.format(side))
        free = decide(game.state, game.figure("A"), 2, (), may_stop=False).free
        assert free is not None
        judged[side] = free("throw-grenade", args)
    assert judged["red"].rule == "cappa.5.1.5.h1"  # on the ground floor they fight
    assert judged["blue"].args == {**args, "pa": 2}


# Squads


GRENADIERS = """
    cappa on open ground
    red  extra A at 10,10 with GR, 5/3/3, squad R
    red  extra B at 11,10 with GR, 5/3/3, squad R
    red  extra C at 12,10 with GR, 5/3/3, squad R
    red  squad R, open, pa {}
    blue extra D at 11,19, 9/3/3
"""


@pytest.mark.rule("cappa.5.3.3.h4")
def test_a_squad_pays_once_and_each_thrower_rolls_his_own_dice():
    game = situation(GRENADIERS.format(2) + "dice red 10 10 10 10 10 10 10 10 blue")
    game.do("R", "throw-together throwers=A,B")
    assert [event.figure for event in game.told(GrenadeThrown)] == ["A", "B"]
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.5.3.3.h4")
def test_each_thrower_of_a_squad_picks_a_point_of_his_own():
    game = situation(GRENADIERS.format(2) + "blue extra E at 17,16, 9/3/3\ndice red 10 10 10 10 10 10 10 10 blue")
    game.do("R", "throw-together throwers=A,B target=D", "throw-grenade target=E")
    assert [event.at for event in game.told(GrenadeThrown)] == [(1100, 1900), (1700, 1600)]
    (asked,) = [one for one in game.asked if one.key == "throw-where"]
    assert asked.free("throw-grenade", {"figure": "B", "to": [1200, 1700]})["to"] == [1200, 1700]
    assert isinstance(asked.free("throw-grenade", {"figure": "B", "to": [1200, 3900]}), Objection)  # not in his range
    for key, args in (
        ("throw-grenade", {"figure": "C", "to": [1200, 1700]}),
        ("throw-grenade", {"figure": "B", "to": [1200, 1700], "throwers": ["B"]}),
        ("shoot", {"figure": "B", "to": [1200, 1700]}),
    ):
        assert asked.free(key, args) is None  # it is B who is asked, and for nothing else


@pytest.mark.rule("cappa.2.2.2.h1", "cappa.2.2.2.h6", "cappa.5.3.3.h4")
def test_whoever_a_second_thrower_aims_at_may_react_too_and_nobody_to_a_throw_at_a_point():
    text = GRENADIERS.format(2) + "blue extra E at 17,16, 9/3/3, pa 1\ndice red 10 10 10 10 10 10 10 10 blue"
    game = situation(text)
    game.do("R", "throw-together throwers=A,B target=D", "throw-grenade target=E", "go-prone")
    assert [one.about["figure"] for one in game.asked if one.key == "react-to-fire"] == ["E"]
    assert game.figure("E").is_prone
    point = situation(text)
    there = {"figure": "B", "to": [1690, 1600]}
    point.do("R", "throw-together throwers=A,B target=D", lambda decision: decision.free("throw-grenade", there))
    assert "react-to-fire" not in [one.key for one in point.asked]
    assert [event.at for event in point.told(GrenadeThrown)] == [(1100, 1900), (1690, 1600)]


@pytest.mark.rule("cappa.2.2.2.h1", "cappa.5.3.3.h4")
def test_the_target_of_two_grenades_of_one_squad_reacts_once():
    text = GRENADIERS.format(2).replace("11,19, 9/3/3", "11,19 with MMK, 9/3/3, pa 2")
    game = situation(text + "dice red 10 10 10 10 10 10 10 10 blue 10")
    game.do("R", "throw-together throwers=A,B", "shoot-back")
    assert [one.key for one in game.asked].count("react-to-fire") == 1


@pytest.mark.rule("cappa.5.3.3g")
def test_any_one_or_two_of_a_squad_may_throw():
    game = situation(GRENADIERS.format(2))
    found = {tuple(option["throwers"]) for option in game.offered("R") if option.key == "throw-together"}
    assert found == {("A",), ("B",), ("C",), ("A", "B"), ("A", "C"), ("B", "C")}


@pytest.mark.rule("cappa.5.3.3g")
def test_at_most_two_of_a_squad_throw_in_an_impulse():
    game = situation(GRENADIERS.format(3) + "dice red 10 10 10 10 blue")
    assert max(len(option["throwers"]) for option in game.offered("R") if option.key == "throw-together") == 2
    game.do("R", "throw-together throwers=A")
    assert max(len(option["throwers"]) for option in game.offered("R", 2) if option.key == "throw-together") == 1


@pytest.mark.rule("cappa.5.3.3a")
def test_who_points_at_a_friend_means_the_ground_he_stands_on():
    game = situation(THROW.format(15) + "red extra B at 14,15")
    free = decide(game.state, game.figure("A"), 2, (), may_stop=False).free
    assert free is not None
    found = free("throw-grenade", {"figure": "A", "target": "B", "to": [1400, 1500]})
    assert isinstance(found, Option)
    assert (found.get("target"), found["to"]) == (None, [1400, 1500])
    enemy = free("throw-grenade", {"figure": "A", "target": "D", "to": [1400, 1500]})
    assert isinstance(enemy, Option)
    assert enemy["target"] == "D"


@pytest.mark.rule("cappa.5.3.3b", "cappa.5.3.3.h2")
@pytest.mark.parametrize(("x", "reached"), [(15.5, True), (15.51, True), (15.52, False)])
def test_a_blast_reaches_as_far_as_it_says_to_the_hundredth(x, reached):
    game = situation(f"cappa on open ground\nred extra A at 30,30\nblue extra B at {x},10")
    assert bool(grenades.exposed(game.state, 1000, 1000, 500)) is reached


@pytest.mark.rule("cappa.5.3.3.h4")
@pytest.mark.parametrize("first", ["C2", "D", "E"])
def test_a_further_thrower_is_first_asked_about_the_target_of_the_first(first):
    others = "blue extra C2 at 14,17\nblue extra E at 15,16\n"
    game = situation(GRENADIERS.format(2) + others + "dice red 10 10 10 10 10 10 10 10 blue")
    game.do("R", f"throw-together throwers=A,B target={first}")
    (asked,) = [one for one in game.asked if one.key == "throw-where"]
    assert asked.options[0]["target"] == first
    assert {option["target"] for option in asked.options} == {"C2", "D", "E"}


@pytest.mark.rule("cappa.5.3.3a")
@pytest.mark.parametrize(
    ("place", "may"),
    [((0, 200), True), ((200, 0), True), ((-1, 200), False), ((200, -1), False)],
)
def test_a_grenade_is_thrown_at_any_point_of_the_table_its_very_edge_too(place, may):
    game = situation("cappa on open ground 40x30\nred extra A at 2,2 with GR, pa 2\nblue extra B at 30,20")
    for x, y in (place, (4000 - place[0], 3000 - place[1])):
        game.figure("A").x, game.figure("A").y = (200, 200) if x < 2000 else (3800, 2800)
        free = decide(game.state, game.figure("A"), 2, (), may_stop=False).free
        assert free is not None
        assert isinstance(free("throw-grenade", {"figure": "A", "to": [x, y]}), Option) is may
