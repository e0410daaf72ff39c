"""Chapter 3, victory: firmness and what changes it, points, and how the game ends."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale import morale_tests
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.told.events import FirmnessChanged, PointsScored, Recovered, SideBeaten, SkirmishEnded
from alfiere.games.cappa.victory import firmness
from alfiere.games.cappa.weaponry.wounds import wound
from tests.situation import situation

SHOT = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/5/3, pa 1
    blue {who} B at 10,16
    dice red 1 1 blue {morale}
    firmness red 5 blue {firmness}
"""


def shot(who, left, morale=""):
    """A character shot and wounded, when his side has so much firmness left."""
    game = situation(SHOT.format(who=who, firmness=left, morale=morale))
    game.do("A", "shoot target=B")
    return game


def later(game, act):
    """Do something to the game as it stands."""

    def procedure(g):
        act(g)
        yield from ()

    return game.run(procedure)


@pytest.mark.rule("cappa.3.2a", "cappa.3.2.2a", "cappa.3.1b")
def test_a_side_whose_firmness_is_gone_is_beaten_at_once():
    game = shot("extra", 1)
    assert game.state.sides["blue"].firmness == 0
    assert game.told(SkirmishEnded)
    assert not shot("extra", 2).state.winner


@pytest.mark.rule("cappa.3.2.3a")
@pytest.mark.parametrize(("who", "wounds", "cost"), [("extra", 0, 1), ("protagonist", 1, 2), ("hero", 2, 3)])
def test_whoever_is_put_out_costs_his_value(who, wounds, cost):
    game = situation(SHOT.format(who=who, firmness=9, morale="").replace("10,16", f"10,16, wounds {wounds}"))
    game.do("A", "shoot target=B")
    assert game.state.sides["blue"].firmness == 9 - cost


@pytest.mark.rule("cappa.3.2.3b")
def test_whoever_is_shaken_costs_his_value():
    game = shot("hero", 9, morale=10)
    assert game.figure("B").shaken
    assert game.state.sides["blue"].firmness == 6


@pytest.mark.rule("cappa.3.2.3.h1")
def test_nobody_is_counted_twice():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue extra B at 10,16, shaken fire
        dice red 1 1 blue
        firmness blue 9
    """)
    game.figure("B").is_written_off = True
    game.do("A", "shoot target=B")
    assert game.figure("B").where == "gone"
    assert game.state.sides["blue"].firmness == 9


@pytest.mark.rule("cappa.3.2.3.h1")
def test_killing_one_who_is_already_out_of_action_costs_nothing_more():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue hero B out at 10,11
        dice red 1 blue
        firmness blue 9
    """)
    game.do("A", "fight")
    assert game.figure("B").where == "gone"
    assert game.state.sides["blue"].firmness == 9


@pytest.mark.rule("cappa.ex.9", "cappa.3.2.3c")
@pytest.mark.parametrize(("who", "back"), [("extra", 0), ("protagonist", 1), ("hero", 1)])
def test_half_the_value_comes_back_with_who_recovers(who, back):
    game = situation(f"""
        cappa on open ground
        blue {who} B at 10,16, shaken wound
        firmness blue 4
    """)
    later(game, lambda g: morale_tests.recover(g, g.state.figures["B"], "cappa.2.3.3b"))
    assert game.state.sides["blue"].firmness == 4 + back


@pytest.mark.rule("cappa.ex.10")
def test_the_irish_squad_of_the_example_gives_back_three():
    game = situation("""
        cappa on open ground
        hedge 5,15 25,15
        red  extra A at 15,5
        blue protagonist L at 10,15.5, squad S
        blue extra B at 12,15.5, squad S
        blue extra C at 14,15.5, squad S
        blue extra D at 16,15.5, squad S
        blue extra E at 18,15.5, squad S
        blue squad S led by L, open, pa 1, shaken
        dice blue 1
        firmness blue 4
        turn 2
    """)
    game.squad("S").shaken_in = 1
    game.do("S", "recover")
    assert game.told(Recovered)
    assert not game.squad("S").shaken
    assert game.state.sides["blue"].firmness == 7


@pytest.mark.rule("cappa.3.2.3.h2")
def test_after_a_recovery_he_counts_again_in_full():
    game = situation("""
        cappa on open ground
        blue protagonist B at 10,16, wounds 1
        firmness blue 9
    """)

    def ups_and_downs(g):
        figure = g.state.figures["B"]
        morale_tests.shake(g, figure, "wound")
        morale_tests.recover(g, figure, "cappa.2.3.3b")
        wound(g, figure)

    later(game, ups_and_downs)
    assert [event.amount for event in game.told(FirmnessChanged)] == [-2, 1, -2]


@pytest.mark.rule("cappa.3.2.3.h1", "cappa.3.2.3b", "cappa.3.2.3c")
def test_a_leader_shaken_before_his_squad_is_counted_once_and_comes_back_by_himself():
    game = situation("""
        cappa on open ground
        blue protagonist L at 10,16, squad S
        blue extra B at 12,16, squad S
        blue extra C at 14,16, squad S
        blue squad S led by L, open
        firmness blue 9
    """)

    def ups_and_downs(g):
        leader, squad = g.state.figures["L"], g.state.squads["S"]
        morale_tests.shake(g, leader, "wound")
        morale_tests.shake(g, squad, "losses")
        morale_tests.recover(g, squad, "cappa.2.3.3n")
        morale_tests.recover(g, leader, "cappa.2.3.3b")
        wound(g, leader)
        wound(g, leader)

    later(game, ups_and_downs)
    assert [event.amount for event in game.told(FirmnessChanged)] == [-2, -2, 1, 1, -2]


@pytest.mark.rule("cappa.3.2.3.h1")
def test_the_members_of_a_squad_in_flight_cost_nothing_more():
    game = situation("""
        cappa on open ground
        blue extra B at 12,16, squad S
        blue extra C at 14,16, squad S
        blue squad S, open
        firmness blue 9
    """)

    def run_and_fall(g):
        morale_tests.shake(g, g.state.squads["S"], "losses")
        wound(g, g.state.figures["B"])
        morale_tests.recover(g, g.state.squads["S"], "cappa.2.3.3n")
        wound(g, g.state.figures["C"])

    later(game, run_and_fall)
    assert [event.amount for event in game.told(FirmnessChanged)] == [-2, -1]  # nothing back: half of 1


@pytest.mark.rule("cappa.3.2.3d")
def test_a_loss_of_firmness_is_told_to_all_in_the_same_words():
    (event,) = shot("extra", 5).told(FirmnessChanged)
    assert event.seen_by("blue") == event.seen_by("red") == event.seen_by(None)


# Experience


@pytest.mark.rule("cappa.3.3a")
def test_experience_buys_firmness():
    game = situation("cappa on open ground\nblue extra B at 5,5\nfirmness blue 5")
    game.state.sides["blue"].experience = 3
    later(game, lambda g: firmness.buy(g, "blue", 2))
    assert (game.state.sides["blue"].firmness, game.state.sides["blue"].experience) == (7, 1)


@pytest.mark.rule("cappa.3.3a")
@pytest.mark.rule("cappa.3.3b")
def test_a_player_spends_experience_for_nothing_while_one_of_his_acts():
    game = situation("cappa on open ground\nred extra R at 15,5\nblue extra B at 5,5, pa 2\nfirmness blue 19")
    game.state.options["experience"] = "yes"
    side = game.state.sides["blue"]
    side.experience = 2
    assert [one["pa"] for one in game.offered("B") if one.key == "spend-experience"] == [0]
    game.do("B", "spend-experience")
    assert (side.firmness, side.experience, game.figure("B").pa) == (20, 1, 2)
    assert not game.may("B", "spend-experience")  # not above what it was


SHOT_AT = """
    cappa on open ground
    option experience yes
    experience blue {}
    firmness blue {}
    red  extra R at 10,10 with MMK, 5/9/3, pa 1
    blue extra B at 10,16{}
    blue extra C at 30,30
    dice red 1 1 blue
"""


@pytest.mark.rule("cappa.3.3a")
def test_firmness_is_bought_at_once_when_it_has_fallen_though_the_enemy_acts():
    game = situation(SHOT_AT.format(3, 10, ""))
    game.do("R", "shoot target=B", "spend-experience", "spend-experience", "keep-experience")
    assert [one.key for one in game.asked] == ["buy-firmness"] * 3
    side = game.state.sides["blue"]
    assert (side.firmness, side.experience) == (9 + 2, 1)


@pytest.mark.rule("cappa.3.3a")
def test_firmness_is_bought_beside_any_other_question():
    game = situation(SHOT_AT.format(1, 10, ", pa 1"))
    game.do("R", "shoot target=B", "spend-experience", "go-prone")
    first, second = game.asked[:2]
    assert first.key == second.key == "react-to-fire"
    assert [one.key for one in first.options][-2:] == ["spend-experience", "stand"]
    assert "spend-experience" not in [one.key for one in second.options]  # nothing is left
    assert game.figure("B").is_prone or game.figure("B").where == "gone"
    assert game.state.sides["blue"].experience == 0


@pytest.mark.rule("cappa.3.3c")
def test_who_is_beaten_is_not_asked():
    game = situation(SHOT_AT.format(3, 1, ""))
    game.do("R", "shoot target=B")
    assert not game.asked
    assert game.state.winner


@pytest.mark.rule("cappa.3.3b")
def test_experience_never_raises_firmness_above_its_beginning():
    game = situation("cappa on open ground\nblue extra B at 5,5\nfirmness blue 19")
    game.state.sides["blue"].experience = 3
    later(game, lambda g: firmness.buy(g, "blue", 3))
    assert (game.state.sides["blue"].firmness, game.state.sides["blue"].experience) == (20, 2)
    game.state.sides["blue"].firmness = 15
    later(game, lambda g: firmness.buy(g, "blue", 3))  # more than there is
    assert (game.state.sides["blue"].firmness, game.state.sides["blue"].experience) == (15, 2)


@pytest.mark.rule("cappa.3.3c")
def test_experience_does_not_raise_the_beaten():
    game = situation("cappa on open ground\nblue extra B at 5,5\nfirmness blue 0")
    game.state.sides["blue"].experience = 3
    later(game, lambda g: firmness.buy(g, "blue", 3))
    assert game.state.sides["blue"].firmness == 0


# The end


def ended(outcome, points, red=5, blue=0):
    """A game that is judged with these points and this firmness."""
    game = situation("cappa on open ground\nblue extra B at 5,5\nred extra A at 9,9")
    game.state.scenario.outcome = outcome
    for seat, firm, point in (("red", red, points[0]), ("blue", blue, points[1])):
        game.state.sides[seat].firmness, game.state.sides[seat].points = firm, point
    later(game, firmness.judge)
    return game.state


@pytest.mark.rule("cappa.3.1c")
def test_with_outcome_a_who_drives_the_other_off_wins_whatever_the_points():
    assert ended("A", (0, 9)).winner == "red"


@pytest.mark.rule("cappa.3.1d")
def test_with_outcome_b_points_win_even_for_the_beaten():
    assert ended("B", (0, 9)).winner == "blue"


@pytest.mark.rule("cappa.3.1.h1")
def test_a_scenario_that_says_nothing_has_outcome_b_and_equal_points_are_a_draw():
    assert situation("cappa on open ground\nblue extra B at 5,5").state.scenario.outcome == "B"
    assert ended("B", (3, 3)).winner == "nobody"


@pytest.mark.rule("cappa.3.1.h3")
def test_if_both_break_points_decide_under_either_outcome():
    assert ended("A", (1, 4), red=0, blue=0).winner == "blue"


@pytest.mark.rule("cappa.3.2.2.h1")
def test_of_three_sides_one_is_beaten_once_and_the_others_play_on():
    game = situation(
        "cappa on open ground\nblue extra B at 5,5\nred extra A at 9,9\ngreen extra G at 20,20\nfirmness green 0"
    )
    for _ in range(2):
        later(game, firmness.judge)
    assert [event.seat for event in game.told(SideBeaten)] == ["green"]
    assert game.figure("G").where == "gone"
    assert not game.state.winner


@pytest.mark.rule("cappa.3.2.2.h1")
def test_a_beaten_side_leaves_the_squads_of_the_others_as_they_are():
    game = situation("""
        cappa on open ground
        red extra A at 9,9, squad S
        red extra C at 9,10, squad S
        red squad S, open, pa 2
        green extra G at 20,20, squad T
        green extra H at 20,21, squad T
        green squad T, open, pa 3, shaken wound
        blue extra B at 5,5
        firmness green 0
    """)
    later(game, firmness.judge)
    assert (game.squad("S").pa, game.squad("T").pa, game.squad("T").shaken) == (2, 0, "")


@pytest.mark.rule("cappa.3.1.h2")
def test_the_last_turn_ends_the_game_and_points_decide():
    game = situation("cappa on open ground\nblue extra B at 5,5\nred extra A at 9,9\nturn 12")
    game.state.sides["red"].points = 1
    game.phase("end")
    assert (game.state.winner, game.state.reason) == ("red", "last turn")
    early = situation("cappa on open ground\nblue extra B at 5,5\nred extra A at 9,9\nturn 11")
    early.phase("end")
    assert not early.state.winner


@pytest.mark.rule("cappa.3.1.1a")
def test_a_scenario_says_what_an_enemy_out_of_action_is_worth():
    game = situation("cappa on open ground\nblue protagonist B at 5,5, wounds 1\nred extra A at 9,9")
    game.state.scenario = read_scenario("duello")
    later(game, lambda g: wound(g, g.state.figures["B"]))
    assert [(event.seat, event.amount) for event in game.told(PointsScored)] == [("red", 2)]
    assert game.state.sides["red"].points == 2


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(("roll", "points"), [(1, []), (10, [("red", 1)])])
def test_a_scenario_says_what_an_enemy_who_yields_is_worth(roll, points):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at 10,13
        blue extra B at 12,10
        dice blue {roll}
    """)
    game.state.scenario = read_scenario("convento")
    game.do("A", "talk what=yield target=B")
    assert [(event.seat, event.amount) for event in game.told(PointsScored)] == points


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(
    ("victim", "points"),
    [("blue protagonist", (3, 0)), ("blue extra", (0, 0)), ("red protagonist", (0, 1))],
)
def test_the_same_deed_may_be_worth_different_points_to_each_side(victim, points):
    text = "{{ en = 'out', it = 'fuori' }}"
    entry = f"[[score]]\nkind = 'out of action'\nof = ['protagonist']\neach = {{}}\nside = '{{}}'\ntext = {text}\n"
    game = situation(
        f"cappa on open ground\n{victim} V at 5,5\nred extra A at 9,9\nblue extra B at 20,20\n"
        + entry.format(3, "red")
        + entry.format(1, "blue")
    )
    later(game, lambda g: firmness.score(g, "out of action", g.state.figures["V"]))
    assert tuple(game.state.sides[seat].points for seat in ("red", "blue")) == points


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(("lines", "points"), [(("yielded", "out of action"), 0), (("out of action",), 2)])
def test_whoever_yielded_for_points_brings_none_when_he_falls_later(lines, points):
    text = "{ en = 'so', it = 'cosi' }"
    entries = [f"[[score]]\nkind = '{kind}'\neach = 2\ntext = {text}\n" for kind in lines]
    game = situation("cappa on open ground\nred extra A at 9,9\nblue extra B at 20,20\n" + "".join(entries))
    game.figure("B").has_surrendered = True
    later(game, lambda g: wound(g, g.state.figures["B"]))
    assert game.state.sides["red"].points == points


@pytest.mark.rule("cappa.3.1.1a")
def test_points_that_belong_to_an_option_count_only_with_it():
    for chosen, points in (("no", 0), ("yes", 1)):
        game = situation("cappa on open ground\nblue protagonist B at 5,5\nred extra A at 9,9")
        game.state.scenario = read_scenario("duello")
        game.state.options["disarm"] = chosen
        later(game, lambda g: firmness.score(g, "disarmed", g.state.figures["B"]))
        assert game.state.sides["red"].points == points


@pytest.mark.rule("cappa.3.1e")
def test_every_player_has_an_aim_before_play_begins():
    for name in ("duello", "guardie", "convento"):
        scenario = read_scenario(name)
        assert scenario.form.objective
        assert all(side.aim.en and side.aim.it for side in scenario.sides.values())


@pytest.mark.rule("cappa.3.2.1e")
def test_the_two_sides_may_have_different_fractions():
    source = read_scenario("duello").source
    sides = [
        dict(side, mission=mission) for side, mission in zip(source["side"], ("vital", "reconnaissance"), strict=True)
    ]
    scenario = read_scenario({**source, "side": sides})
    assert (scenario.firmness("red"), scenario.firmness("blue")) == (5, 2)  # of 6, halves up


@pytest.mark.rule("cappa.3.2.2a", "cappa.3.2.3c")
def test_a_side_beaten_by_one_who_is_shaken_is_not_saved_by_his_shelter():
    game = situation("""
        cappa on open ground
        low wall 9,13 11,13
        red  protagonist A at 10,10, 6/3/4, pa 1
        blue protagonist B at 10,11, 6/3/4 Mov 4
        dice red 1 1 blue 10
        firmness blue 2
    """)
    game.do("A", "fight")
    assert game.state.sides["blue"].firmness == 0
    assert game.told(SkirmishEnded)[0].reason == "broken"
    assert game.at("B") == (10, 11)  # it is over before he runs
