"""Chapter 2.1: the exploration and manoeuvre test."""

import pytest

from alfiere.games.fucilieri.before.exploration import Case, case_of, explore, explorers, outcome, roll_off
from alfiere.games.fucilieri.state.unit import RESERVE
from alfiere.games.fucilieri.told.before import ExplorationEnded, Explored, RolledOff
from tests.games.fucilieri.before.battles import fresh
from tests.situation import situation

ARMIES = """
    fucilieri
    red  condottiero C at 60,10 cv 4 of P
    red  general Q1 at 50,10 cv 3 of Q
    red  general R1 at 40,10 cv 3 of R
    red  general S1 at 30,10 cv 3 of S
    red  scout X at 60,20 of P
    red  hussars H at 10,20 facing S, can exploration, of Q
    red  dragoons D at 30,20 facing S, of Q
    red  horse H1 at 50,30 facing S, of R
    red  horse H2 at 70,30 facing S, of R
    red  skirmishers K at 90,30 facing S, of S
    red  guns G at 110,30 facing S, of S
    blue condottiero B at 60,110 cv 3 of T
    blue general U1 at 50,110 cv 2 of U
    blue general V1 at 40,110 cv 2 of V
    blue cuirassiers H3 at 50,90 facing N, of U
    blue cuirassiers H4 at 80,90 facing N, of V
    blue guns G2 at 110,90 facing N, of V
    dice red 3 3 3 3 3 3 3 3 3 blue 4 4 4 3 2
"""


@pytest.mark.rule("fucilieri.2.1.1", "fucilieri.2.1.13", "fucilieri.2.1.14", "fucilieri.ex.1")
def test_the_first_worked_example_of_the_exploration_test():
    field = situation(ARMIES)
    field.run(explore)
    assert field.state.explored == {"red": 45, "blue": 24}
    assert field.dice_left == {}
    assert [one.total for one in field.told(Explored)] == [45, 24]
    assert outcome(field.state, field.state.explored) == Case("exploration", "red")


def gives(line: str) -> tuple[int, int]:
    """The dice and the number that one of the army is worth: what is missing without it."""
    with_it, without = situation(ARMIES).state, situation(ARMIES.replace(line, "")).state
    (dice, tally), (fewer, less) = explorers(with_it, "red"), explorers(without, "red")
    return dice - fewer, tally.total - less.total


@pytest.mark.rule("fucilieri.2.1.2", "fucilieri.2.1.11")
def test_a_command_is_worth_a_die_and_its_general_his_value():
    lone = ARMIES + "    red general W1 at 20,10 cv 2 of W\n"
    (dice, tally), (fewer, less) = (explorers(situation(one).state, "red") for one in (lone, ARMIES))
    assert (dice - fewer, tally.total - less.total) == (1, 2)


@pytest.mark.rule("fucilieri.2.1.4")
def test_a_scout_is_worth_two_dice():
    assert gives("    red  scout X at 60,20 of P\n") == (2, 0)


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        pytest.param("red  dragoons D at 30,20 facing S, of Q", 2, marks=pytest.mark.rule("fucilieri.2.1.6")),
        pytest.param("red  horse H1 at 50,30 facing S, of R", 1, marks=pytest.mark.rule("fucilieri.2.1.7")),
        pytest.param("red  skirmishers K at 90,30 facing S, of S", 1, marks=pytest.mark.rule("fucilieri.2.1.8")),
        pytest.param("red  guns G at 110,30 facing S, of S", -2, marks=pytest.mark.rule("fucilieri.2.1.9")),
    ],
)
def test_what_a_unit_is_worth_by_its_arm(line, worth):
    assert gives(f"    {line}\n") == (0, worth)


@pytest.mark.rule("fucilieri.2.1.6", "fucilieri.2.1.10")
def test_hussars_who_explore_are_worth_their_die_besides_their_two():
    assert gives("    red  hussars H at 10,20 facing S, can exploration, of Q\n") == (1, 2)


@pytest.mark.rule("fucilieri.2.1.12")
def test_every_army_has_two_dice_more():
    s = situation("fucilieri\nred condottiero C at 60,10 cv 4 of P").state
    assert explorers(s, "red").dice == 2 + len(s.commands_of("red"))


@pytest.mark.rule("fucilieri.2.1.3")
def test_the_command_of_the_condottiero_gives_its_die_without_a_unit():
    field = situation(ARMIES)
    assert not field.state.units_of("P")
    assert explorers(field.state, "red").dice == 4 + 2 + 1 + 2


@pytest.mark.rule("fucilieri.1.5.2", "fucilieri.2.1.5")
def test_exploration_is_worth_one_die():
    field = situation(ARMIES)
    able = explorers(field.state, "red")
    field = situation(ARMIES.replace("can exploration", "cannot"))
    without = explorers(field.state, "red")
    assert (able.dice - without.dice, able.tally.total - without.tally.total) == (1, 0)


@pytest.mark.rule("fucilieri.ex.72")
def test_a_condottiero_without_a_unit_explores_with_a_die_as_his_generals_do():
    field = situation("""
        fucilieri
        red  condottiero C at 60,10 cv 4 of P
        red  general Q1 at 50,10 cv 3 of Q
        red  general R1 at 40,10 cv 3 of R
        red  foot A at 60,30 facing S, of Q
        red  foot B at 90,30 facing S, of R
        blue condottiero D at 60,110 cv 3 of T
        dice red 1 2 3 4 5
    """)
    field.run(explore)
    assert field.state.explored["red"] == 25
    assert not field.dice_left.get("red")


@pytest.mark.rule("fucilieri.2.1.17")
def test_who_is_kept_in_reserve_counts():
    field = situation(ARMIES)
    for name in ("H", "D", "K"):
        field[name].where = RESERVE
    assert explorers(field.state, "red").tally.total == 2 + 2 + 2 + 1 - 2 + 13


@pytest.mark.rule("fucilieri.2.1.17")
def test_a_total_below_one_counts_as_one():
    field = situation("fucilieri\nred condottiero C at 9,9 cv 3\nblue condottiero B at 9,99 cv 2\ndice blue 1 1 1 1")
    field.leader("B").cv = -9
    field.run(explore)
    assert field.state.explored["blue"] == 1


@pytest.mark.rule("fucilieri.2.1.15", "fucilieri.2.1.15b")
@pytest.mark.rule("fucilieri.ex.2")
def test_exactly_double_wins_in_manoeuvre_and_in_that_alone():
    field = fresh("venaria-1706")
    assert outcome(field.state, {"red": 44, "blue": 22}) == Case("manoeuvre", "red")
    assert outcome(field.state, {"red": 21, "blue": 43}) == Case("manoeuvre", "blue")
    assert outcome(field.state, {"red": 43, "blue": 22}) == Case("exploration", "red")


@pytest.mark.rule("fucilieri.2.1.16")
def test_equal_totals_have_no_winner():
    assert outcome(fresh("venaria-1706").state, {"red": 30, "blue": 30}) == Case("no-winner", "")


@pytest.mark.rule("fucilieri.2.1.14", "fucilieri.2.1.15")
def test_what_is_told_of_the_end_is_what_the_totals_say():
    field = fresh("venaria-1706")
    field.run(explore)
    totals = field.state.explored
    (ended,) = field.told(ExplorationEnded)
    assert (ended.case, ended.winner) == outcome(field.state, totals) == case_of(field.state)


@pytest.mark.rule("fucilieri.2.2.8")
def test_a_scenario_may_say_how_the_test_has_ended():
    assert case_of(fresh("cassano-1705").state) == Case("exploration", "blue")
    assert case_of(fresh("pianezza-1706").state) == Case("manoeuvre", "blue")
    assert case_of(fresh("stura-1706").state) == Case("no-winner", "")


@pytest.mark.rule("fucilieri.2.2.1")
def test_a_roll_off_is_a_die_and_the_cv_of_the_condottiero():
    field = situation(
        "fucilieri\nred condottiero C at 9,9 cv 3\nblue condottiero B at 9,99 cv 2\ndice red 4 6 blue 5 2"
    )
    assert field.run(lambda g: roll_off(g, "terrain", "fucilieri.2.2.1")) == ""
    assert field.run(lambda g: roll_off(g, "terrain", "fucilieri.2.2.1")) == "red"
    assert [(one.red, one.blue) for one in field.told(RolledOff)] == [(7, 7), (9, 4)]
