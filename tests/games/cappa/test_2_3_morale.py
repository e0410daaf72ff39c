"""Chapter 2.3, morale: who must test, on what, and what failing brings."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale import morale, morale_tests
from alfiere.games.cappa.told.events import MoraleTested
from alfiere.games.cappa.weaponry.wounds import Harm
from tests.situation import situation


def tally(game, name):
    """The modified Mo of a character or squad, and the names of its lines."""
    found = morale_tests.morale_tally(game.state, game.state.squads.get(name) or game.figure(name))
    return found.total, [reason for _, reason, _ in found.lines]


def causes(game):
    """Who has tested, and why."""
    return [(event.figure, event.cause) for event in game.told(MoraleTested)]


# Who must test


@pytest.mark.rule("cappa.2.3a")
def test_a_wounded_protagonist_must_test():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == [("B", "wound")]


@pytest.mark.rule("cappa.2.3b")
def test_who_is_hit_by_fire_in_the_open_must_test_without_a_wound():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16
        dice red 1 10 blue 1
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == [("B", "fire")]


@pytest.mark.rule("cappa.2.3.h5")
def test_who_is_hit_behind_a_hedge_is_not_in_the_open():
    game = situation("""
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue extra B at 10,15.5
        dice red 1 10 blue
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3c")
def test_an_extra_hit_in_melee_must_test_without_a_wound():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra B at 10,11
        dice red 1 10 blue 1
    """)
    game.do("A", "fight")
    assert causes(game) == [("B", "melee")]


@pytest.mark.rule("cappa.2.3c")
def test_a_protagonist_hit_in_melee_without_a_wound_does_not_test():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue protagonist B at 10,11
        dice red 1 10 blue
    """)
    game.do("A", "fight")
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3.h1")
def test_a_miss_makes_nobody_test():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/3/3, pa 1
        blue extra B at 10,16
        dice red 10 blue
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == []


SQUAD = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/6/3, pa 1
    blue extra B at 10,16, squad S
    blue extra C at 12,16, squad S
    blue extra D at 14,16, squad S
"""


@pytest.mark.rule("cappa.2.3d")
def test_a_squad_tests_with_one_die_when_half_of_it_is_lost():
    game = situation(SQUAD + "blue squad S, open, strength 4\ndice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert causes(game) == [("S", "losses")]


@pytest.mark.rule("cappa.2.3d")
def test_a_squad_does_not_test_before_half_of_it_is_lost():
    game = situation(SQUAD + "blue squad S, open, strength 3\ndice red 1 1 blue")
    game.do("A", "shoot target=B")
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3e")
def test_a_squad_below_half_tests_at_every_further_loss():
    game = situation(SQUAD + "blue squad S, open, strength 9\ndice red 1 1 blue 1")
    game.do("A", "shoot target=B")
    assert causes(game) == [("S", "losses")]


@pytest.mark.rule("cappa.2.3f")
def test_a_squad_tests_when_its_leader_falls():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue protagonist B at 10,16, wounds 1, squad S
        blue extra C at 12,16, squad S
        blue extra D at 14,16, squad S
        blue squad S led by B, open
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == [("S", "losses")]


@pytest.mark.rule("cappa.2.3.h2")
def test_one_attack_brings_one_test_however_many_causes_it_has():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue hero B at 10,16
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")  # wounded, and hit in the open
    assert len(game.told(MoraleTested)) == 1


@pytest.mark.rule("cappa.2.3.h2", "cappa.2.3a")
def test_of_several_hits_in_one_attack_the_one_that_wounds_decides_why_he_tests():
    game = situation("cappa on open ground\nred extra A at 10,10\nblue hero B at 10,16")
    hit = Harm("B", "fire", True, False, True, 5)
    wounded = Harm("B", "fire", True, True, True, 5)
    assert morale.cause_of(game.state, game.figure("B"), [hit]) == "fire"
    game.run(lambda g: morale.after_attack(g, [hit, wounded]))
    assert causes(game) == [("B", "wound")]


@pytest.mark.rule("cappa.2.3.h3")
def test_the_strength_of_a_squad_counts_its_leader():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue protagonist L at 20,16, squad S
        blue extra C at 10,16, squad S
        blue squad S led by L, open
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=C")  # one of two is half
    assert causes(game) == [("S", "losses")]


@pytest.mark.rule("cappa.2.3.h6")
def test_a_squad_tests_on_the_lowest_morale_of_its_extras():
    game = situation("""
        cappa on open ground
        blue hero L at 20,16, 9/3/3, squad S
        blue extra C at 10,16, 6/3/3, squad S
        blue extra D at 11,16, 4/3/3, squad S
        blue squad S led by L, open
    """)
    lowest = morale_tests.whose_morale(game.state, game.squad("S"))
    assert lowest is not None
    assert lowest.line.mo == 4


@pytest.mark.rule("cappa.2.3.h4")
def test_a_wounded_leader_tests_for_himself_alone():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16, 7/3/3, squad S
        blue extra C at 12,16, 3/3/3, squad S
        blue extra D at 14,16, 3/3/3, squad S
        blue squad S led by B, open
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == [("B", "wound")]
    assert game.told(MoraleTested)[0].tally.lines[0][0] == 7


@pytest.mark.rule("cappa.2.3.h7")
def test_a_shaken_leader_is_no_leader():
    game = situation("""
        cappa on open ground
        blue protagonist B at 10,16, squad S, shaken wound
        blue extra C at 12,16, squad S
        blue squad S led by B, open
    """)
    assert "leader" not in tally(game, "S")[1]


@pytest.mark.rule("cappa.2.3.h7", "cappa.6.1.h2", "cappa.2.3.2c")
@pytest.mark.parametrize(
    ("leader", "counts"),
    [
        ("protagonist B at 10.5,16", True),
        ("protagonist B at 10.5,16, die 2", True),
        ("hero B at 10.5,16, die 2", False),  # he acts alone
        ("protagonist B at 10.5,20", False),  # not back in formation
    ],
)
def test_a_leader_counts_while_he_is_with_his_squad(leader, counts):
    game = situation(f"""
        cappa on open ground
        blue {leader}, squad S
        blue extra C at 12,16, squad S
        blue extra D at 13.5,16, squad S
        blue squad S led by B, open
    """)
    assert ("leader" in tally(game, "S")[1]) is counts


@pytest.mark.rule("cappa.2.3.h8")
def test_the_shaken_take_no_further_test():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16, shaken fire
        dice red 1 1 blue
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3.h8")
def test_a_shaken_squad_takes_no_further_test():
    game = situation(SQUAD + "blue squad S, open, strength 9, shaken\ndice red 1 1 blue")
    game.do("A", "shoot target=B")
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3.h8")
def test_the_leader_of_a_shaken_squad_takes_no_test_of_his_own():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16, squad S
        blue extra C at 12,16, squad S
        blue squad S led by B, open, shaken
        dice red 1 1 blue
        firmness blue 9
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == []
    assert game.state.sides["blue"].firmness == 9


@pytest.mark.rule("cappa.2.3b", "cappa.2.1.2.h6", "cappa.6.1.h2")
@pytest.mark.parametrize(("who", "tests"), [("extra", []), ("hero", [("B", "fire")])])
def test_a_die_of_his_own_makes_nobody_a_lone_character_but_a_hero(who, tests):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue {who} B at 10,16, squad S, die 2, pa 0
        blue extra C at 30,16, squad S
        blue extra D at 31,16, squad S
        blue squad S led by {"B" if who == "hero" else "D"}, open
        dice red 1 10 blue {"1" if tests else ""}
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == tests


@pytest.mark.rule("cappa.2.3f", "cappa.2.3e")
def test_killing_a_leader_who_lies_there_already_obliges_nobody_to_test():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue protagonist B out at 10,11, squad S
        blue extra C at 30,16, squad S
        blue squad S led by B, open
        dice red 1 blue
    """)
    game.do("A", "fight target=B")
    assert game.figure("B").where == "gone"
    assert causes(game) == []


@pytest.mark.rule("cappa.2.3.1e")
def test_a_squad_pays_for_its_test_even_if_its_leader_has_pa_of_his_own():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, pa 1
        blue hero L at 30,30, squad S, die 2
        blue extra B at 10,16, squad S
        blue extra C at 12,16, squad S
        blue squad S led by L, open, strength 5, pa 2
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B")
    assert causes(game) == [("S", "losses")]
    assert (game.squad("S").pa, game.figure("L").pa) == (1, 2)


@pytest.mark.rule("cappa.2.3g")
def test_who_improvises_an_attack_or_a_movement_must_test():
    for deed in ("improvise what=kick", "leap"):
        where = "10,11" if deed != "leap" else "10,20"
        text = (
            f"cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at {where}\nbarricade 12,10\ndice red 10"
        )
        game = situation(text)
        game.do("A", deed)
        assert [figure for figure, _ in causes(game)] == ["A"]


# The test


@pytest.mark.rule("cappa.ex.8", "cappa.2.3.1d", "cappa.2.3.2b")
def test_the_spanish_officer_of_the_example_passes_with_a_seven():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16, 6/3/4 CA 4 then 5/2/3, pa 2
        dice red 1 1 blue 7
    """)
    game.do("A", "shoot target=B")
    (test,) = game.told(MoraleTested)
    assert test.tally.total == 7
    assert test.tally.lines[1] == (1, "no charge threatens", "cappa.2.3.2b")
    assert test.passed
    assert not test.fully
    assert not game.figure("B").shaken


def morale_of(mo, roll):
    """A test of a character with this Mo, with an enemy who could charge him in sight."""
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,13
        blue extra B at 10,16, {mo}/3/3
        dice blue {roll}
    """)
    outcome = []

    def test(g):
        outcome.append(morale_tests.morale_test(g, g.state.figures["B"], "evasion"))
        yield from ()

    game.run(test)
    return outcome[0], game


@pytest.mark.rule("cappa.2.3.1a")
def test_a_die_equal_to_morale_passes():
    assert morale_of(5, 5)[0] == (True, False)


@pytest.mark.rule("cappa.2.3.1b")
def test_a_lower_die_passes_fully():
    assert morale_of(5, 4)[0] == (True, True)


@pytest.mark.rule("cappa.2.3.1c")
def test_a_higher_die_fails_and_who_must_test_is_shaken():
    assert morale_of(5, 6)[0] == (False, False)
    game = situation("""
        cappa on open ground
        red  extra A at 10,13 with MMK, 5/5/3, pa 1
        blue extra B at 10,16, 5/3/3
        dice red 1 10 blue 6
    """)
    game.do("A", "shoot target=B")
    assert game.figure("B").shaken == "fire"


@pytest.mark.rule("cappa.2.3.1.h1")
def test_failing_a_test_that_is_no_duty_shakes_nobody():
    outcome, game = morale_of(5, 9)
    assert not outcome.passed
    assert not game.figure("B").shaken


@pytest.mark.rule("cappa.2.3.1.h2")
def test_ten_always_passes_and_nothing_always_fails():
    assert morale_of(10, 10)[0].passed
    assert not morale_of(0, 1)[0].passed


@pytest.mark.rule("cappa.2.3.1e")
@pytest.mark.parametrize(("pa", "left"), [(2, 1), (0, 0)])
def test_a_compulsory_test_costs_a_pa_if_there_is_one(pa, left):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/5/3, pa 1
        blue extra B at 10,16, pa {pa}
        dice red 1 10 blue 1
    """)
    game.do("A", "shoot target=B", "stand" if pa else "") if pa else game.do("A", "shoot target=B")
    assert causes(game) == [("B", "fire")]
    assert game.figure("B").pa == left


@pytest.mark.rule("cappa.2.3.1f")
def test_the_test_for_a_wound_uses_the_line_in_force_before_it():
    game = situation("""
        cappa on open ground
        red  extra A at 10,13 with MMK, 5/5/3, pa 1
        blue protagonist B at 10,16, 8/3/4 CA 4 then 3/2/3
        dice red 1 1 blue 8
    """)
    game.do("A", "shoot target=B")
    assert game.told(MoraleTested)[0].passed
    assert game.figure("B").line.mo == 3
