"""Chapter 8.1.2, the other abilities: aggressive, devoted, stoic, rider, loyal, reactive and the rest."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.weather import FIRED
from alfiere.games.cappa.movement.obstacles import fall
from alfiere.games.cappa.sheets.abilities import abilities
from alfiere.games.cappa.told.events import (
    Corrupted,
    DiceRolled,
    DieGiven,
    MoraleTested,
    Moved,
    PutOut,
    Recovered,
    Roused,
    Shielded,
    Shot,
    Wounded,
)
from tests.situation import situation

# Aggressive


AGGRESSIVE = """
    cappa on open ground
    red  extra A at 10,10 with {}, 5/3/3, pa 2
    blue extra B at 10,{} with {}, abilities AG
"""


@pytest.mark.rule("cappa.8.1.2e")
def test_an_aggressive_man_who_is_shot_at_gets_one_pa_and_answers():
    game = situation(AGGRESSIVE.format("MMK", 16, "MMK") + "dice red 10 blue 10")
    game.do("A", "shoot target=B", "answer", "shoot-back")
    assert game.told(Roused)[0].pa == 1
    assert [event.figure for event in game.told(Shot)] == ["A", "B"]


@pytest.mark.rule("cappa.8.1.2d", "cappa.8.1.2.h8")
def test_an_aggressive_man_charges_an_enemy_who_moves_in_sight():
    game = situation(AGGRESSIVE.format("BD", 14, "BD"))
    game.do("A", "move", "charge target=A", "no-test")
    assert game.touch("A", "B")
    assert [event.figure for event in game.told(Moved)] == ["B", "B"]  # the enemy's own move is lost


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.2.h8")
def test_the_pa_of_an_aggressive_man_is_for_a_shot_or_a_charge_and_for_nothing_else():
    game = situation(AGGRESSIVE.format("BD", 14, "FMK BD, hands FMK, empty FMK"))
    game.do("A", "move")
    (asked,) = [one for one in game.asked if one.key == "aggressive"]
    assert {option.key for option in asked.options} == {"charge"}  # though he could load for 1 PA


@pytest.mark.rule("cappa.8.1.2.h8")
def test_a_shot_and_the_charge_of_an_aggressive_man_are_one_moment():
    game = situation(AGGRESSIVE.format("MMK", 13, "BD") + "blue extra C at 4,10\ndice red 1 10 blue 1")
    game.do("A", "shoot target=C", "charge target=A", "no-test")
    assert [event.target for event in game.told(Shot)] == ["C"]  # the charge does not spoil it
    assert game.touch("A", "B")
    assert not game.told(Shot)[0].wounded


@pytest.mark.rule("cappa.8.1.2.h8")
def test_an_aggressive_man_who_falls_to_that_shot_charges_no_more():
    game = situation(AGGRESSIVE.format("MMK", 13, "BD") + "dice red 1 1 blue")
    game.do("A", "shoot target=B", "charge target=A")
    assert game.figure("B").where == "gone"
    assert not game.told(Moved)


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.2.h8")
def test_two_shots_are_one_moment_though_the_aggressive_man_is_not_the_one_aimed_at():
    game = situation(AGGRESSIVE.format("MMK", 16, "MMK") + "blue extra C at 4,10\ndice red 1 1 blue 1 1")
    game.do("A", "shoot target=C", "shoot target=A")
    assert {event.figure for event in game.told(Shot)} == {"A", "B"}
    assert {event.figure for event in game.told(PutOut)} == {"A", "C"}  # neither undoes the other


@pytest.mark.rule("cappa.8.1.2e", "cappa.5.1.h1")
def test_an_aggressive_man_who_is_shot_at_cannot_fire_before_the_one_who_declared():
    game = situation(AGGRESSIVE.format("MMK", 16, "MMK") + "dice red 1 1 blue 1 1")
    game.do("A", "shoot target=B", "answer", "shoot-back")
    assert "shoot" not in {option.key for option in game.asked[0].options}
    assert {event.figure for event in game.told(PutOut)} == {"A", "B"}


@pytest.mark.rule("cappa.8.1.2e")
def test_an_aggressive_man_who_is_shot_at_may_fire_at_another_and_does_so_though_he_falls():
    game = situation(AGGRESSIVE.format("MMK", 16, "MMK") + "red extra C at 14,16\ndice red 1 1 blue 1 1")
    game.do("A", "shoot target=B", "shoot target=C")
    assert {event.figure for event in game.told(PutOut)} == {"B", "C"}


@pytest.mark.rule("cappa.8.1.2e", "cappa.ex.39")
def test_an_aggressive_squad_fires_in_the_moment_of_a_shot_at_another():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 2
        blue extra B at 10,16 with MMK, abilities AG, squad S
        blue extra C at 11,16 with MMK, abilities AG, squad S
        blue squad S, open
        blue extra D at 4,10
        dice red 1 1 blue 1 10 1
    """)
    game.do("A", "shoot target=D", "volley target=A")
    assert {event.figure for event in game.told(PutOut)} == {"A", "D"}


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.2.h2")
def test_an_aggressive_squad_gets_its_die_too_and_has_spent_it_when_it_has_shot():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/3, pa 2
        blue extra B at 10,18 with MMK, abilities AG, squad S
        blue extra C at 11,18 with MMK, abilities AG, squad S
        blue squad S, open
        dice red blue 10 10
    """)
    game.do("A", "wait", "volley target=A")
    assert [event.figure for event in game.told(Roused)] == ["S"]
    assert (game.squad("S").pa, game.squad("S").is_activated) == (0, True)


@pytest.mark.rule("cappa.8.1.2e")
def test_the_shaken_and_the_activated_are_not_roused():
    for more in (", shaken fire", ", pa 1"):
        game = situation(AGGRESSIVE.format("BD", 20, "MMK").rstrip() + more)
        game.do("A", "wait")
        assert game.told(Roused) == []


@pytest.mark.rule("cappa.8.1.2.h8")
def test_who_is_shot_at_by_an_aggressive_man_still_does_what_he_declared():
    game = situation(AGGRESSIVE.format("BD", 20, "MMK") + "dice red blue 10")
    game.do("A", "move", "shoot target=A")
    assert [event.figure for event in game.told(Shot)] == ["B"]
    assert [event.figure for event in game.told(Moved)] == ["A"]


@pytest.mark.rule("cappa.8.1.2.h8", "cappa.5.2.h2")
def test_who_is_charged_by_an_aggressive_man_walks_away_no_more():
    game = situation(AGGRESSIVE.format("BD", 14, "BD"))
    game.move("A", 10, 6, "charge target=A", "no-test")
    assert game.at("A") == (10, 10)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.2.h8", "cappa.2.3.3.h2")
@pytest.mark.parametrize(("dice", "where"), [("red blue 1 1", "gone"), ("red 10 blue 1 10", "on")])
def test_who_falls_or_is_shaken_by_an_aggressive_shot_does_not_do_what_he_declared(dice, where):
    game = situation(AGGRESSIVE.format("BD", 20, "MMK") + f"dice {dice}")
    game.do("A", "go-prone", "shoot target=A")
    assert game.figure("A").where == where
    assert not game.figure("A").is_prone


@pytest.mark.rule("cappa.8.1.2f")
def test_without_an_answer_the_die_is_taken_back():
    game = situation(AGGRESSIVE.format("BD", 30, "BD"))
    game.do("A", "move")
    assert (game.figure("B").pa, game.told(Roused)) == (0, [])


@pytest.mark.rule("cappa.8.1.2.h9")
def test_he_may_decline_to_shoot_but_not_to_charge():
    game = situation(AGGRESSIVE.format("BD", 20, "MMK"))
    game.do("A", "wait", "decline")
    (asked,) = game.asked
    assert {option.key for option in asked.options} >= {"shoot", "decline"}
    near = situation(AGGRESSIVE.format("BD", 14, "BD"))
    near.do("A", "wait", "charge", "no-test")
    assert "decline" not in {option.key for option in near.asked[0].options}


@pytest.mark.rule("cappa.8.1.2.h2")
def test_the_die_is_given_once_a_turn_and_he_counts_as_activated():
    game = situation(AGGRESSIVE.format("BD", 20, "MMK"))
    game.do("A", "wait", "decline")
    game.do("A", "wait")
    assert len(game.told(Roused)) == 1
    assert game.figure("B").is_activated


# Devoted


DEVOTED = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/5/3, pa 1
    blue hero B at 10,16
    blue extra C at {}, abilities DE, devoted to B
"""


@pytest.mark.rule("cappa.8.1.2g", "cappa.8.1.2i", "cappa.8.1.2.h10")
def test_the_devoted_takes_the_wound_as_it_is_and_is_moved_into_contact():
    game = situation(DEVOTED.format("10,18.9") + "dice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert game.told(Shielded)[0].figure == "C"
    assert [event.figure for event in game.told(PutOut)] == ["C"]
    assert game.figure("B").wounds == 0
    assert game.at("C") == (10, 17)


@pytest.mark.rule("cappa.8.1.2i")
def test_at_two_um_the_devoted_is_too_far_away():
    game = situation(DEVOTED.format("10,19") + "dice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert [event.figure for event in game.told(Wounded)] == ["B"]


@pytest.mark.rule("cappa.8.1.2i")
def test_the_devoted_takes_a_blow_too():
    game = situation(DEVOTED.format("10,17.5").replace("10,10 with MMK", "10,15") + "dice red 1 1 blue")
    game.do("A", "fight")
    assert [event.figure for event in game.told(PutOut)] == ["C"]


@pytest.mark.rule("cappa.8.1.2i", "cappa.2.3b", "cappa.5.2.1c")
def test_who_is_shielded_has_not_been_hit_he_neither_tests_nor_loses_a_pa():
    shot = situation(DEVOTED.format("10,18.5") + "dice red 1 1 blue")
    shot.do("A", "shoot target=B")
    assert shot.told(MoraleTested) == []
    blow = situation(
        DEVOTED.format("10,17.5").replace("10,10 with MMK", "10,15").replace("10,16", "10,16, pa 3")
        + "dice red 1 1 blue 10"
    )
    blow.do("A", "fight")
    assert [event.figure for event in blow.told(PutOut)] == ["C"]
    assert blow.figure("B").pa == 2  # he has struck back


@pytest.mark.rule("cappa.8.1.2.h10")
def test_the_shaken_do_not_take_it():
    game = situation(DEVOTED.format("10,18.5, shaken fire") + "dice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert game.figure("B").wounds == 1


@pytest.mark.rule("cappa.8.1.2i")
def test_the_devoted_does_not_take_a_wound_that_nobody_struck():
    game = situation(DEVOTED.format("10,17.5") + "dice blue 1")

    def falls(g):
        yield from fall(g, g.state.figures["B"], 300)

    game.run(falls)
    assert game.figure("B").wounds == 1
    assert game.told(Shielded) == []


@pytest.mark.rule("cappa.8.1.2i")
def test_the_devoted_does_not_come_through_a_wall():
    game = situation(DEVOTED.format("10,18.5") + "high wall 5,17 15,17\ndice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert game.figure("B").wounds == 1


@pytest.mark.rule("cappa.8.1.2.h3")
def test_the_code_of_devoted_is_de():
    assert "DE" in abilities()
    assert "VO" not in abilities()


# Stoic, rider


@pytest.mark.rule("cappa.8.1.2j")
def test_a_stoic_protagonist_never_uses_his_second_line():
    text = "cappa on open ground\nred protagonist A at 5,5, 6/3/5 then 4/2/2, {}wounds 1"
    assert situation(text.format("abilities ST, ")).figure("A").line.mi == 5
    assert situation(text.format("")).figure("A").line.mi == 2


@pytest.mark.rule("cappa.8.1.2j")
def test_a_stoic_uses_his_second_line_from_the_second_wound():
    game = situation("cappa on open ground\nred hero A at 5,5, 6/3/5 then 4/2/2, abilities ST, wounds 1")
    assert game.figure("A").line.mi == 5
    game.figure("A").wounds = 2
    assert game.figure("A").line.mi == 2


RIDER = """
    cappa on open ground
    red  extra A at 10,10 with {}, mounted, Mov 8{}, pa 3
    blue extra B at 10,18
"""


@pytest.mark.rule("cappa.8.1.2k")
def test_only_a_rider_shoots_from_the_saddle_and_after_a_move():
    assert not situation(RIDER.format("PS", "")).may("A", "shoot")
    game = situation(RIDER.format("PS", ", abilities RI"))
    game.move("A", 11, 12)
    assert game.may("A", "shoot target=B")


@pytest.mark.rule("cappa.8.1.2l", "cappa.8.1.2.h4")
@pytest.mark.parametrize(
    ("code", "may"),
    [
        ("BOW", True),
        ("SBW", True),
        ("PS", True),
        ("RI", True),
        ("MMK", False),
        ("ARQ", False),
        ("FMK", False),
        ("XBW", False),
    ],
)
def test_a_rider_loads_bows_pistols_and_carbines_in_the_saddle(code, may):
    game = situation(RIDER.format(code, f", abilities RI, empty {code}"))
    assert game.may("A", "reload") is may


# Loyal


LOYAL = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/5/3, pa 1
    blue extra B at 10,16, abilities LO, loyal to C
    blue hero C at {}
"""


@pytest.mark.rule("cappa.8.1.2n")
def test_the_loyal_take_no_test_while_their_master_is_in_sight():
    game = situation(LOYAL.format("12,20") + "dice red 1 10 blue")
    game.do("A", "shoot target=B")
    assert game.told(MoraleTested) == []


@pytest.mark.rule("cappa.8.1.2n", "cappa.2.3.1e")
def test_the_loyal_who_take_no_test_have_not_failed_one_and_stay_where_they_are():
    game = situation(LOYAL.format("12,20").replace("A at 10,10 with MMK", "A at 10,15") + "dice red 1 10 blue")
    game.do("A", "fight target=B")
    assert (game.at("B"), game.figure("B").shaken) == ((10, 16), "")


@pytest.mark.rule("cappa.8.1.2n")
def test_the_loyal_test_when_their_master_is_hidden_or_out():
    for text in (
        LOYAL.format("12,20") + "closed building 8,17 16,19\n",
        LOYAL.format("12,20").replace("C at", "C out at"),
    ):
        game = situation(text + "dice red 1 10 blue 1")
        game.do("A", "shoot target=B")
        assert game.told(MoraleTested)


@pytest.mark.rule("cappa.8.1.2m")
def test_the_loyal_do_not_flee_from_combat():
    text = LOYAL.format("12,20").replace("A at 10,10", "A at 10,15")
    flight = text.replace("loyal to C", "loyal to C, pa 1")
    assert not situation(flight).may("B", "break-off")
    leaving = flight.replace("5/5/3, pa 1", "5/5/3")
    assert situation(leaving).may("B", "break-off")  # from an enemy without PA it is no flight


# Reactive


REACTIVE = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/3/3, pa 2
    blue protagonist B at 10,{} with PS, abilities RE
"""


@pytest.mark.rule("cappa.8.1.2o", "cappa.8.1.2p", "cappa.8.1.2.h11")
def test_who_is_shot_at_may_roll_a_die_and_react_with_it():
    game = situation(REACTIVE.format(15) + "dice red 10 blue 2 10")
    game.do("A", "shoot target=B", "roll-die", "shoot-back")
    assert game.told(Roused)[0].pa == 2
    assert [event.figure for event in game.told(Shot)] == ["A", "B"]
    assert game.figure("B").pa == 1


@pytest.mark.rule("cappa.8.1.2o")
def test_a_die_above_three_gives_nothing():
    game = situation(REACTIVE.format(15) + "dice red 10 blue 4")
    game.do("A", "shoot target=B", "roll-die")
    assert (game.figure("B").pa, game.figure("B").is_activated) == (0, False)


@pytest.mark.rule("cappa.8.1.2o")
def test_with_pa_there_is_no_die_to_roll():
    game = situation(REACTIVE.format("15").replace("abilities RE", "abilities RE, pa 1") + "dice red 10 blue")
    game.do("A", "shoot target=B", "stand")
    assert [one.key for one in game.asked] == ["react-to-fire"]


@pytest.mark.rule("cappa.8.1.2o")
def test_who_is_charged_may_roll_a_die():
    game = situation(REACTIVE.format(14).replace("with MMK", "with BD") + "dice blue 1 10")
    game.do("A", "charge target=B", "no-test", "roll-die", "countercharge")
    assert game.told(Roused)[0].pa == 1


@pytest.mark.rule("cappa.8.1.2o")
def test_an_enemy_who_comes_within_short_range_rouses_him():
    game = situation(REACTIVE.format(19).replace("with MMK", "with BD") + "dice blue 3")
    game.move("A", 10, 11)
    assert game.told(Roused) == []  # 7 um: still too far for a pistol
    game.move("A", 10, 13, "roll-die")
    assert game.told(Roused)[0].pa == 3


@pytest.mark.rule("cappa.8.1.2.h5")
def test_one_roll_for_each_enemy_action():
    game = situation(REACTIVE.format(14).replace("with MMK", "with BD") + "dice blue 6")
    game.do("A", "charge target=B", "no-test", "roll-die")
    assert len(game.told(Roused)) == 1


@pytest.mark.rule("cappa.8.1.2.h5")
def test_the_next_action_of_the_enemy_allows_another_roll():
    game = situation(REACTIVE.format(19).replace("5/3/3, pa 2", "5/3/3, pa 2, hands MMK") + "dice red 10 blue 6 6")
    game.move("A", 10, 13, "roll-die")
    game.do("A", "shoot target=B", "roll-die")
    assert [event.pa for event in game.told(Roused)] == [0, 0]


@pytest.mark.rule("cappa.8.1.2o")
def test_who_was_within_short_range_already_rouses_nobody_by_coming_nearer():
    game = situation(REACTIVE.format(15).replace("with MMK", "with BD") + "dice blue")
    game.move("A", 10, 12)
    assert game.asked == []


# Tactical


TACTICAL = """
    cappa on open ground
    red  hero A at 10,10, abilities TA
    blue hero B at 10,30
"""


@pytest.mark.rule("cappa.8.1.2q", "cappa.8.1.2.h6")
def test_a_tactician_rolls_first_keeps_his_die_and_it_counts_for_initiative():
    game = situation(TACTICAL + "dice red 3 6 blue 3")
    game.state.order = ["blue", "red"]
    game.phase("activation", "keep-die")
    assert game.figure("A").pa == 3
    assert game.told(DiceRolled)[0].dice == (3,)
    assert game.state.initiative == "blue"  # one 3 each
    lone = situation(TACTICAL + "dice red 3 6 blue 2")
    lone.state.order = ["blue", "red"]
    lone.phase("activation", "keep-die")
    assert lone.state.initiative == "red"


@pytest.mark.rule("cappa.8.1.2r")
def test_he_may_decline_it():
    game = situation(TACTICAL + "dice red 3 2 blue 6")
    game.phase("activation", "decline-die")
    assert (game.figure("A").pa, game.state.sides["red"].dice) == (0, [2])


@pytest.mark.rule("cappa.8.1.2.h12")
def test_a_kept_die_replaces_any_other():
    game = situation(TACTICAL + "dice red 3 2 blue 6")
    game.phase("activation", "keep-die")
    game.phase("orders")
    assert [event.die for event in game.told(DieGiven)] == [3]
    assert all(option.get("figure") != "A" for one in game.asked if one.key == "orders" for option in one.options)


# Betrayer


BETRAYER = """
    cappa on open ground
    red  hero A at 10,10, abilities BE, pa 1
    blue protagonist B at 10,20
    blue hero H at 14,20
    blue extra C at 18,20, squad S
    blue extra D at 20,20, squad S
    blue extra E at 22,20, squad S
    blue extra F at 24,20, squad S
    blue squad S, open
"""


@pytest.mark.rule("cappa.8.1.2s", "cappa.8.1.2.h7", "cappa.8.1.2u")
def test_a_betrayer_buys_a_protagonist_for_nothing_once_a_game():
    game = situation(BETRAYER + "firmness blue 9")
    game.do("A", "betray bought=B")
    assert game.told(Corrupted)
    assert game.figure("B").where == "gone"
    assert game.state.sides["blue"].firmness == 7
    assert game.figure("A").pa == 1
    assert not game.may("A", "betray")


@pytest.mark.rule("cappa.8.1.2s")
def test_heroes_are_not_bought():
    assert not situation(BETRAYER).may("A", "betray bought=H")


@pytest.mark.rule("cappa.8.1.2t")
def test_two_extras_must_belong_to_one_squad_and_all_must_see_each_other():
    game = situation(BETRAYER + "blue extra G at 26,20")
    assert game.may("A", "betray bought=C,D")
    assert not game.may("A", "betray bought=C,G")
    hidden = situation(BETRAYER + "closed building 8,14 12,16")
    assert not hidden.may("A", "betray bought=B")


@pytest.mark.rule("cappa.8.1.2t")
def test_nobody_is_bought_in_the_dark_who_does_not_see_his_corrupter():
    text = """
        cappa on open ground
        red  hero A at 10,10, abilities BE, pa 1
        blue protagonist B at 10,{}
        option visibility yes
        [[special]]
        kind = "weather"
        text = {{ en = "sky", it = "cielo" }}
        light = "new moon"
        weather = "clear"
    """
    assert situation(text.format(18)).may("A", "betray bought=B")
    game = situation(text.format(22))
    FIRED.put(game.figure("B"))  # the flash shows him from afar, and he sees no farther for it
    assert game.sees("A", "B")
    assert not game.may("A", "betray bought=B")


@pytest.mark.rule("cappa.8.1.2u")
def test_a_squad_whose_men_were_bought_tests_as_for_losses():
    game = situation(BETRAYER + "dice blue 1")
    game.do("A", "betray bought=C,D")
    assert [event.figure for event in game.told(MoraleTested)] == ["S"]


@pytest.mark.rule("cappa.8.1.2.h7")
def test_a_betrayer_in_melee_or_shaken_buys_nobody():
    assert not situation(BETRAYER + "blue extra X at 10,11").may("A", "betray")
    assert not situation(BETRAYER.replace("pa 1", "pa 1, shaken fire")).may("A", "betray")


# Brave


BRAVE = """
    cappa on open ground
    red  hero A at 10,10, abilities BR, pa 1
    red  extra C at {}, shaken fire
    blue extra B at 10,30
"""


@pytest.mark.rule("cappa.8.1.2v")
def test_the_brave_recovers_a_friend_within_one_um_without_a_test():
    game = situation(BRAVE.format("12,10"))
    game.do("A", "encourage target=C")
    assert game.told(Recovered)
    assert game.told(MoraleTested) == []
    assert game.figure("A").pa == 0
    assert not situation(BRAVE.format("12.1,10")).may("A", "encourage")


@pytest.mark.rule("cappa.8.1.2v")
def test_the_brave_recovers_a_whole_squad():
    game = situation(BRAVE.format("12,10").replace(", shaken fire", ", squad R") + "red squad R, open, shaken")
    game.do("A", "encourage target=R")
    assert not game.squad("R").shaken


@pytest.mark.rule("cappa.8.1.2v", "cappa.2.3.h7")
def test_the_brave_recovers_a_leader_who_is_shaken_by_himself():
    game = situation(
        BRAVE.format("12,10").replace("extra C", "hero C").replace("shaken fire", "squad R, shaken wound")
        + "red extra D at 13,10, squad R\nred squad R led by C, open"
    )
    game.do("A", "encourage target=C")
    assert not game.figure("C").shaken
    assert [event.figure for event in game.told(Recovered)] == ["C"]


@pytest.mark.rule("cappa.8.1.2w")
def test_bravery_is_ignored_in_a_squad():
    game = situation(
        BRAVE.format("12,10").replace("abilities BR, pa 1", "abilities BR, squad R") + "red squad R led by A, open"
    )
    assert not game.may("A", "encourage", 1)
