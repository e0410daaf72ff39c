"""Chapter 5.1, fire: who may be shot at, what counts to hit and for damage, reactions, mounts."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat import fire
from alfiere.games.cappa.people.impulses import bodies
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.action_points import BLINDED
from alfiere.games.cappa.told.events import HorseFell, MoraleTested, Shot, WhoWasStruck, Wounded
from tests.situation import situation


def to_hit(game, shooter="A", target="B", code="MMK"):
    """The modified Ti and the names of its lines."""
    s = game.state
    found = fire.fire_tally(s, s.figures[shooter], s.figures[target], weapons()[code])
    return found.total, [reason for _, reason, _ in found.lines]


def armour(game, shooter="A", target="B", code="MMK"):
    """The modified CA and the names of its lines."""
    s = game.state
    found = fire.fire_armour(s, s.figures[shooter], s.figures[target], weapons()[code])
    return found.total, [reason for _, reason, _ in found.lines]


NEAR = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/3/3, pa 2
    blue extra B at 10,16
"""
FAR = NEAR.replace("10,16", "10,21")


# The examples of the book


EXAMPLE = """
    cappa on open ground
    red  moschettiere A at 10,10, hands MMK, pa 2
    blue dragone B at 10,21, hands MMK{blue}
    option matchlock_long_txd_zero {switch}
"""


@pytest.mark.rule("cappa.ex.18", "cappa.5.1.4a", "cappa.5.1.3d", "cappa.5.3.1.h4")
@pytest.mark.parametrize(("switch", "ca"), [("yes", 5), ("no", 4)])
def test_the_musketeer_of_the_example_aims_and_hits(switch, ca):
    game = situation(EXAMPLE.format(blue="", switch=switch) + "dice red 2 5 blue 1")
    game.do("A", "aim")
    game.do("A", "shoot target=B", *())
    (shot,) = game.told(Shot)
    assert shot.tally.lines == [
        (3, "Ti", "cappa.5.1.2a"),
        (-1, "long range", "cappa.5.1.3b"),
        (1, "aimed", "cappa.5.1.3d"),
    ]
    assert (shot.tally.total, shot.hit, shot.armour.total) == (3, True, ca)
    if switch == "yes":
        assert game.figure("B").where == "gone"
    else:
        assert game.figure("B").where == "on"
        assert game.told(MoraleTested)[0].cause == "fire"


@pytest.mark.rule("cappa.ex.19", "cappa.2.2.2b", "cappa.5.1.h1")
@pytest.mark.parametrize(("switch", "ca", "where"), [("yes", 3, "gone"), ("no", 2, "on")])
def test_both_of_the_example_fire_at_the_same_time(switch, ca, where):
    text = EXAMPLE.format(blue=", pa 1", switch=switch).replace("at 10,10", "at 10,9.5")
    game = situation(text + f"hedge 5,10 15,10\ndice red 2 5 blue 3 4{' 1' if switch == 'no' else ''}")
    game.do("A", "aim")
    game.do("A", "shoot target=B", "shoot-back")
    first, second = game.told(Shot)
    assert (first.hit, first.wounded) == (True, switch == "yes")
    assert second.tally.total == 3
    assert (second.hit, second.armour.total, second.wounded) == (True, ca, False)
    assert game.figure("B").where == where
    assert "A" not in [event.figure for event in game.told(MoraleTested)]


@pytest.mark.rule("cappa.ex.20")
@pytest.mark.parametrize("switch", ["yes", "no"])
def test_the_shooter_of_the_example_steps_out_fires_and_steps_back(switch):
    game = situation(f"""
        cappa on open ground
        closed building 12,8 16,13
        red  extra A at 10,10 with MMK, 5/3/3 CA 4 Mov 4, pa 3
        blue extra B at 20,6, CA 4
        option matchlock_long_txd_zero {switch}
        dice red 2 3 blue
    """)
    assert not game.may("A", "shoot")
    game.move("A", 10, 7)
    game.do("A", "shoot target=B")
    (shot,) = game.told(Shot)
    assert shot.tally.lines == [(3, "Ti", "cappa.5.1.2a"), (-1, "long range", "cappa.5.1.3b")]
    assert game.figure("B").where == "gone"
    game.move("A", 10, 10)
    assert game.figure("A").empty == ["MMK"]
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.ex.52", "cappa.5.1.3h")
def test_with_ti_at_nothing_there_is_no_shot_and_aiming_makes_one():
    game = situation(FAR.replace("MMK", "ARQ").replace("5/3/3", "5/2/3"))
    assert to_hit(game, code="ARQ")[0] == 0
    assert not game.may("A", "shoot")
    game.do("A", "aim")
    assert to_hit(game, code="ARQ")[0] == 1
    assert game.may("A", "shoot target=B")


@pytest.mark.rule("cappa.ex.53", "cappa.5.1.3i", "cappa.5.1.3k", "cappa.5.1.3l")
def test_lying_at_a_high_window_is_worth_three():
    game = situation("""
        cappa on open ground
        building 10,20 16,26 windows 4 storeys 3
        red  extra A at 13,9 with FMK, pa 1
        blue extra B at 13,20.5, CA 4, level 4, prone
    """)
    assert armour(game, code="FMK") == (2, ["CA", "short range", "cover", "prone", "high cover"])


@pytest.mark.rule("cappa.ex.73", "cappa.5.1.1a", "cappa.6.6.h3")
def test_the_man_in_front_hides_the_one_behind():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 1
        blue extra E at 10,20, squad S
        blue protagonist L at 10,21, squad S
        blue squad S led by L, open
    """)
    assert game.may("A", "shoot target=E")
    assert not game.may("A", "shoot target=L")


# Targets


@pytest.mark.rule("cappa.5.1a")
@pytest.mark.parametrize(("arms", "far"), [("JA", 8), ("SP", 8), ("BOW", 15), ("XBW", 15), ("PS", 5), ("ARQ", 7)])
def test_thrown_weapons_bows_and_firearms_are_all_shot(arms, far):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with {arms}, 5/4/3, pa 1
        blue extra B at 10,{11 + far}
    """)
    game.figure("A").empty = []
    assert game.may("A", f"shoot target=B weapon={arms}")


@pytest.mark.rule("cappa.5.1.1a", "cappa.5.3.1d")
def test_beyond_range_there_is_no_shot():
    assert situation(NEAR.replace("10,16", "10,35")).may("A", "shoot target=B")
    assert not situation(NEAR.replace("10,16", "10,35.1")).may("A", "shoot target=B")


@pytest.mark.rule("cappa.5.1.1b")
def test_the_line_runs_from_centre_to_centre():
    game = situation(NEAR + "closed building 10.1,12 14,14")  # part of B is hidden, his centre is not
    assert game.may("A", "shoot target=B")
    assert not situation(NEAR + "closed building 9.9,12 14,14").may("A", "shoot target=B")


@pytest.mark.rule("cappa.5.1.1c", "cappa.5.1.3j")
def test_a_target_behind_a_hedge_may_be_shot_at_and_is_in_cover():
    game = situation(NEAR + "hedge 5,15.5 15,15.5")
    assert game.may("A", "shoot target=B")
    assert armour(game) == (4, ["CA", "cover"])


@pytest.mark.rule("cappa.5.1.5a")
def test_nobody_shoots_into_a_melee():
    assert not situation(NEAR + "red extra C at 10,17").may("A", "shoot target=B")


@pytest.mark.rule("cappa.5.1.5a")
def test_a_squad_in_melee_is_in_melee_with_all_its_members():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, pa 1
        red  extra C at 14,17
        blue extra B at 10,16, squad S
        blue extra D at 14,16, squad S
        blue squad S, open
    """)
    assert not game.may("A", "shoot")


@pytest.mark.rule("cappa.5.1.5b")
def test_who_assaults_a_position_may_be_shot_at():
    game = situation("""
        cappa on open ground
        hedge 5,17 15,17
        red  extra A at 10,10 with MMK, pa 1
        red  extra C at 10,17.5
        blue extra B at 10,16.5
    """)
    game.figure("C").assails = "B"
    assert not game.may("A", "shoot target=B")  # he is the one who defends
    game.figure("C").assails, game.figure("B").assails = "", "C"
    assert game.may("A", "shoot target=B")


@pytest.mark.rule("cappa.5.1.5a", "cappa.5.1.5b")
def test_a_squad_that_assaults_a_position_may_be_shot_at_in_all_its_members():
    game = situation("""
        cappa on open ground
        hedge 5,17 15,17
        red  extra A at 10,10 with MMK, pa 1
        red  extra C at 12,17.5
        blue extra B at 10,15, squad S
        blue extra D at 12,16.5, squad S
        blue squad S, open
    """)
    game.figure("D").assails = "C"
    assert game.may("A", "shoot target=B")  # the man behind the one who climbs over
    game.figure("D").assails, game.figure("C").assails = "", "D"
    assert not game.may("A", "shoot target=B")


@pytest.mark.rule("cappa.5.1.5c")
def test_who_is_in_melee_does_not_shoot():
    game = situation(NEAR + "blue extra C at 10,11\nblue extra D at 20,10")
    assert not game.may("A", "shoot")


# The dice


def fired(text, dice, *answers):
    """What a shot of A at B comes to."""
    game = situation(text + f"\ndice {dice}")
    game.do("A", "shoot target=B", *answers)
    return game


@pytest.mark.rule("cappa.5.1.2a", "cappa.5.1.2b")
@pytest.mark.parametrize(("roll", "hits"), [(4, True), (5, False)])
def test_a_die_up_to_the_modified_ti_hits(roll, hits):
    game = fired(NEAR, f"red {roll} 10 blue 1")  # Ti 3, short range +1
    assert game.told(Shot)[0].hit is hits


@pytest.mark.rule("cappa.5.1.2c")
@pytest.mark.parametrize(("roll", "wounds"), [(5, True), (6, False)])
def test_after_a_hit_a_die_up_to_the_modified_ca_wounds(roll, wounds):
    game = fired(NEAR, f"red 1 {roll} blue 1")
    assert game.told(Shot)[0].wounded is wounds
    assert bool(game.told(Wounded)) is wounds


@pytest.mark.rule("cappa.5.1.2c")
def test_without_a_hit_there_is_no_second_die():
    game = fired(NEAR, "red 10 blue")
    assert game.told(Shot)[0].damage == 0


@pytest.mark.rule("cappa.5.1.2d")
@pytest.mark.parametrize(("who", "wounds"), [("extra", 1), ("protagonist", 2), ("hero", 3)])
def test_so_many_wounds_put_him_out(who, wounds):
    before = NEAR.replace("blue extra B at 10,16", f"blue {who} B at 10,16, wounds {{}}")
    assert fired(before.format(wounds - 1), "red 1 1 blue").figure("B").where != "on"
    if wounds > 1:
        assert fired(before.format(wounds - 2), "red 1 1 blue 1").figure("B").where == "on"


@pytest.mark.rule("cappa.5.1.2e")
def test_once_wounded_the_second_line_counts():
    text = NEAR.replace("extra B at 10,16", "hero B at 10,16, 7/6/5 CA 5 Mov 4 then 4/3/2 CA 4 Mov 2")
    line = fired(text, "red 1 1 blue 1").figure("B").line
    assert (line.mo, line.ti, line.mi, line.ca, line.mov) == (4, 3, 2, 4, 200)


@pytest.mark.rule("cappa.5.1.2f")
def test_a_wounded_hero_loses_all_his_pa():
    game = fired(NEAR.replace("extra B at 10,16", "hero B at 10,16, pa 3"), "red 1 1 blue 1", "stand")
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.5.1.2.h1")
def test_a_wounded_leader_does_not_cost_his_squad_its_pa():
    game = fired(
        """
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 1
        blue protagonist B at 10,16, squad S
        blue extra C at 12,16, squad S
        blue squad S led by B, open, pa 3
        """,
        "red 1 1 blue 1",
    )
    assert game.squad("S").pa == 3
    assert [one.id for one in bodies(game.state, game.squad("S"))] == ["C"]  # he takes no further part


@pytest.mark.rule("cappa.5.1.2.h2")
def test_a_ca_of_nothing_is_never_wounded():
    text = (
        NEAR.replace("extra B at 10,16", "extra B at 10,20, CA 1, prone")
        .replace("MMK", "ARQ")
        .replace("5/3/3", "5/5/3")
    )
    assert not fired(text, "red 1 1 blue 1").told(Shot)[0].wounded


# To hit


@pytest.mark.rule("cappa.5.1.3a", "cappa.5.1.3b", "cappa.5.3.1c")
def test_short_and_long_range_count_as_the_table_says():
    assert to_hit(situation(NEAR)) == (4, ["Ti", "short range"])
    assert to_hit(situation(FAR)) == (2, ["Ti", "long range"])


@pytest.mark.rule("cappa.5.1.3c")
def test_a_mounted_target_is_easier_to_hit():
    assert to_hit(situation(NEAR + "blue extra C at 16,10, mounted, Mov 8"), target="C")[1][-1] == "mounted target"


@pytest.mark.rule("cappa.5.1.3e", "cappa.5.1.3.h1")
def test_a_target_that_has_moved_more_than_three_um_is_harder_to_hit():
    assert to_hit(situation(NEAR.replace("10,16", "10,16, moved 3.1")))[1][-1] == "target moved"
    assert "target moved" not in to_hit(situation(NEAR.replace("10,16", "10,16, moved 3")))[1]


@pytest.mark.rule("cappa.5.1.3f", "cappa.5.1.3.h1")
def test_a_shooter_who_moved_more_than_three_um_in_the_impulse_shoots_worse():
    game = situation(NEAR.replace("pa 2", "pa 3"))
    game.move("A", 13, 10)
    assert "shooter moved" not in to_hit(game)[1]
    game.move("A", 13, 11)
    assert to_hit(game)[1][-1] == "shooter moved"


@pytest.mark.rule("cappa.2.2.3.h5")
def test_sand_in_the_eyes_spoils_a_shot():
    game = situation(NEAR)
    BLINDED.put(game.figure("A"))
    assert to_hit(game) == (2, ["Ti", "short range", "blinded"])


# For damage


@pytest.mark.rule("cappa.5.1.3n")
def test_what_favours_the_target_lowers_his_ca():
    open_ground, covered = situation(NEAR), situation(NEAR + "hedge 5,15.5 15,15.5")
    assert armour(covered)[0] < armour(open_ground)[0]


@pytest.mark.rule("cappa.5.1.3k")
def test_lying_down_adds_to_cover():
    game = situation(NEAR.replace("10,16", "10,16, prone") + "hedge 5,15.5 15,15.5")
    assert armour(game) == (3, ["CA", "cover", "prone"])


@pytest.mark.rule("cappa.5.1.3l", "cappa.5.1.3.h2")
def test_height_helps_from_two_levels_up_where_the_ground_gives_cover():
    hill = situation(NEAR + "hill 5,15 15,25")
    assert "high cover" in armour(hill)[1]
    slope = situation(NEAR + "rise 5,15 15,25")
    assert "high cover" not in armour(slope)[1]
    crest = situation(NEAR + "hill 5,5 15,25")  # the shooter stands as high as he
    assert "high cover" not in armour(crest)[1]


# Aiming


@pytest.mark.rule("cappa.5.1.4b")
def test_who_has_moved_gets_nothing_from_aiming():
    game = situation(NEAR.replace("pa 2", "pa 3"))
    game.do("A", "aim")
    game.move("A", 11, 10)
    assert "aimed" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.1.4a")
def test_aim_is_lost_with_the_impulse():
    game = situation(NEAR + "red extra C at 30,30, pa 2\ndice red 10 blue")
    game.do("A", "aim")
    game.do("C", "wait")
    game.do("A", "shoot target=B")
    assert [reason for _, reason, _ in game.told(Shot)[0].tally.lines] == ["Ti", "short range"]


@pytest.mark.rule("cappa.5.1.4a")
@pytest.mark.parametrize("between", ["wait", "shoot weapon=KN"])
def test_aim_is_for_the_very_next_action(between):
    text = NEAR.replace("with MMK", "with PS KN, hands PS KN").replace("pa 2", "pa 3").replace("10,16", "10,13")
    game = situation(text + "dice red 10 10 blue")
    game.do("A", "aim")
    assert "aimed" in to_hit(game, code="PS")[1]
    game.do("A", between)
    game.do("A", "shoot weapon=PS")
    assert "aimed" not in [reason for _, reason, _ in game.told(Shot)[-1].tally.lines]


@pytest.mark.rule("cappa.5.1.4c")
@pytest.mark.parametrize(("arms", "may"), [("MMK", True), ("BOW", True), ("XBW", True), ("JA", False), ("GR", False)])
def test_firearms_and_bows_are_aimed_and_thrown_weapons_are_not(arms, may):
    game = situation(NEAR.replace("MMK", arms))
    game.figure("A").empty = []
    assert game.may("A", "aim") is may


@pytest.mark.rule("cappa.5.1.4c", "cappa.5.3.2j")
def test_an_aim_taken_with_a_pistol_does_nothing_for_a_javelin():
    game = situation(NEAR.replace("with MMK", "with PS JA, hands PS JA") + "dice red 10 blue")
    game.do("A", "aim weapon=PS")
    assert "aimed" in to_hit(game, code="PS")[1]
    game.do("A", "shoot weapon=JA")
    assert "aimed" not in [reason for _, reason, _ in game.told(Shot)[0].tally.lines]


@pytest.mark.rule("cappa.5.1.4b", "cappa.5.1.4a")
def test_aiming_is_offered_before_a_move_and_with_a_pa_left_for_the_shot():
    game = situation(NEAR.replace("pa 2", "pa 3"))
    assert game.may("A", "aim", 2)
    assert not game.may("A", "aim", 1)
    game.move("A", 10.5, 10)
    assert not game.may("A", "aim")


@pytest.mark.rule("cappa.5.1.4.h1")
def test_aiming_twice_is_not_offered():
    game = situation(NEAR.replace("pa 2", "pa 3"))
    game.do("A", "aim")
    assert not game.may("A", "aim")


# Loading


@pytest.mark.rule("cappa.5.1.6a")
def test_after_a_shot_the_weapon_is_empty():
    game = fired(NEAR, "red 10 blue")
    assert game.figure("A").empty == ["MMK"]
    assert not game.may("A", "shoot")


@pytest.mark.rule("cappa.5.1.6a", "cappa.5.1.6b")
def test_each_of_two_pistols_has_its_own_shot_and_is_loaded_by_itself():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with PS PS, hands PS PS, pa 3
        blue extra B at 10,14
        dice red 10 10
    """)
    game.do("A", "shoot target=B weapon=PS")
    assert game.figure("A").empty == ["PS"]
    assert [option.key for option in game.offered("A")].count("reload") == 1
    game.do("A", "shoot target=B weapon=PS")
    assert game.figure("A").empty == ["PS", "PS"]
    assert not game.may("A", "shoot")
    game.figure("A").pa = 3
    game.do("A", "reload")
    assert game.figure("A").empty == ["PS"]
    assert game.may("A", "shoot target=B weapon=PS")


@pytest.mark.rule("cappa.5.1.6b")
def test_reloading_takes_all_its_pa_in_one_impulse():
    game = situation(NEAR.replace("pa 2", "pa 2, empty MMK"))
    assert not game.may("A", "reload", 1)
    game.do("A", "reload")
    assert game.figure("A").empty == []
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.5.1.6.h1")
def test_nobody_reloads_in_melee():
    assert not situation(NEAR.replace("pa 2", "pa 2, empty MMK") + "blue extra C at 10,11").may("A", "reload")


# Mounts


RIDER = NEAR.replace("extra B at 10,16", "hero B at 10,16, mounted, Mov 8")


@pytest.mark.rule("cappa.5.1.7a")
@pytest.mark.parametrize(("roll", "struck"), [(5, "rider"), (6, "mount")])
def test_a_die_decides_between_rider_and_mount(roll, struck):
    game = fired(RIDER, f"red 1 1 {roll} blue 1")
    assert game.told(WhoWasStruck)[0].struck == struck
    assert game.figure("B").wounds == (struck == "rider")


@pytest.mark.rule("cappa.5.1.7b", "cappa.5.1.7.h1")
def test_the_rider_of_a_fallen_horse_lies_on_foot_where_it_stood():
    game = fired(RIDER, "red 1 1 10 blue 1")
    figure = game.figure("B")
    assert game.told(HorseFell)
    assert (figure.is_mounted, figure.is_prone, game.at("B")) == (False, True, (10, 16))


@pytest.mark.rule("cappa.5.1.7.h2")
def test_a_wounded_mount_costs_no_pa_but_its_rider_counts_as_hit():
    game = fired(RIDER.replace("Mov 8", "Mov 8, pa 3"), "red 1 1 10 blue 1", "stand")
    assert game.told(MoraleTested)[0].cause == "fire"
    assert game.figure("B").pa == 2  # the test cost one
