"""Chapter 2.4: light and speeches."""

import pytest

from alfiere.games.fucilieri.before.speech import fall_of_light, speak, tally
from alfiere.games.fucilieri.before.stages import STAGES
from alfiere.games.fucilieri.influence.command_test import tally as command_tally
from alfiere.games.fucilieri.morale.conditions import calm_down, conditions_of
from alfiere.games.fucilieri.morale.leaders_lost import lose_leader
from alfiere.games.fucilieri.morale.reaction import tally as reaction_tally
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.unit import HEARTENED
from alfiere.games.fucilieri.told.before import LightFell, SpeechMade
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ARMY = """
    fucilieri
    red  condottiero C at 60,20 cv {cv} of P
    red  general M at 90,20 cv 3 of Q
    {more}
    red  foot A at 60,40 facing S, of P
    red  foot B at 90,40 facing S, of Q
    dice red {dice}
"""


def army(cv: int, dice: str, more: str = "", light: str = "") -> Situation:
    field = situation(ARMY.format(cv=cv, dice=dice, more=more))
    field.state.light = light
    return field


def speech(field: Situation, *answers: str) -> SpeechMade:
    field.run(lambda g: speak(g, "red"), *answers)
    return field.told(SpeechMade)[-1]


def added_to(field: Situation, command: str) -> list[tuple[str, int]]:
    """What is added to the command test of a command."""
    return [(reason, add) for add, reason, _ in command_tally(field.state, field.command(command)).lines]


@pytest.mark.rule("fucilieri.2.4.1", "fucilieri.2.4.12", "fucilieri.3.7.13")
@pytest.mark.rule("fucilieri.ex.10")
def test_the_worked_example_of_a_good_speech():
    field = army(4, "3", "red charismatic X at 70,20 of P\nred standard T at 62,25 of P, raised", light="red")
    told = speech(field, "speak unit=A")
    assert (told.total, told.outcome) == (9, "positive")
    assert HEARTENED.is_on(field["A"])
    assert field.state.speech == {"red": 1, "blue": 0}
    assert "speech" in [line[1] for line in reaction_tally(field.state, field["A"], "losses").lines]
    assert all(("speech-positive", 1) in added_to(field, command) for command in ("P", "Q"))


@pytest.mark.rule("fucilieri.2.4.6", "fucilieri.2.4.9", "fucilieri.2.4.7")
@pytest.mark.rule("fucilieri.ex.11")
def test_the_worked_example_of_a_bad_speech():
    field = army(2, "1", light="red")
    assert speech(field, "speak unit=B").total == 2
    assert (field["B"].is_demoralised, field["B"].is_disorganised) == (True, True)
    assert field.state.speech["red"] == -1
    assert all(("speech-negative", -1) in added_to(field, command) for command in ("P", "Q"))


@pytest.mark.rule("fucilieri.2.4.10", "fucilieri.2.4.11")
def test_a_four_disorganises_and_five_to_seven_does_nothing():
    field = army(3, "1")
    assert speech(field, "speak unit=B").total == 4
    assert (field["B"].is_demoralised, field["B"].is_disorganised) == (False, True)
    assert field.state.speech["red"] == -1
    for die in ("2", "4"):
        field = army(3, die)
        speech(field, "speak unit=B")
        assert field.state.speech["red"] == 0
        assert conditions_of(field["B"]) == ()
        assert not HEARTENED.is_on(field["B"])


@pytest.mark.rule("fucilieri.2.4.13", "fucilieri.3.0.3")
@pytest.mark.rule("fucilieri.ex.12")
def test_a_ten_lets_the_owner_choose_bloodlust_to_the_end_of_turn_2():
    field = army(4, "6")
    assert speech(field, "speak unit=B", "speech-effect effect=bloodlust").total == 10
    assert field["B"].bloodlust == 2
    assert not HEARTENED.is_on(field["B"])
    for turn, lasts in ((1, True), (2, False)):
        field.state.turn = turn
        field.run(calm_down)
        assert field["B"].has_bloodlust == lasts


@pytest.mark.rule("fucilieri.2.4.13", "fucilieri.2.4.12")
def test_a_ten_may_hearten_as_well_but_a_nine_gives_no_choice():
    field = army(4, "6")
    speech(field, "speak unit=B", "speech-effect effect=heartened")
    assert HEARTENED.is_on(field["B"])
    assert not field["B"].bloodlust
    field = army(4, "5")
    speech(field, "speak unit=B")
    assert len(field.asked) == 1
    assert HEARTENED.is_on(field["B"])


@pytest.mark.rule("fucilieri.2.4.2", "fucilieri.2.4.20")
def test_a_speech_changes_one_unit_alone():
    field = army(2, "1")
    speech(field, "speak unit=B")
    assert conditions_of(field["A"]) == ()


@pytest.mark.rule("fucilieri.2.4.8", "fucilieri.2.4.14")
def test_a_declined_speech_has_no_outcome():
    field = army(2, "")
    field.run(lambda g: speak(g, "red"), "silent")
    assert field.state.speech["red"] == 0
    assert field.told(SpeechMade) == []


@pytest.mark.rule("fucilieri.2.4.8")
def test_only_units_on_the_table_are_named_and_who_deployed_first_speaks_first():
    field = army(2, "1")
    field["B"].where = "reserve"
    field.state.laid = None
    field.run(lambda g: speak(g, "red"), "silent")
    assert [one.get("unit") for one in field.asked[0].options] == ["A", None]
    field = fresh("stura-1706")
    field.state.first = "blue"
    assert STAGES[13].waiting(field.state) == ["blue", "red"]


@pytest.mark.rule("fucilieri.2.4.3", "fucilieri.2.4.18", "fucilieri.2.4.19")
def test_charismatic_characters_count_on_the_table_wherever_they_stand_the_condottiero_once():
    field = army(4, "1", "red charismatic X at 170,110 of P")
    assert tally(field.state, field["B"]).total == 5
    field.leader("C").is_charismatic = True
    field.leader("M").is_charismatic = True
    assert tally(field.state, field["B"]).total == 7
    field.leader("X").where = "killed"
    assert tally(field.state, field["B"]).total == 6


@pytest.mark.rule("fucilieri.2.4.5")
def test_his_own_command_hears_him_better():
    field = army(4, "1")
    assert tally(field.state, field["A"]).total - tally(field.state, field["B"]).total == 1


def test_a_standard_that_is_not_raised_or_lost_gives_nothing():
    field = army(4, "1", "red standard T at 62,25 of P")
    assert tally(field.state, field["B"]).total == 4
    field.state.standard["red"] = "lost"
    assert tally(field.state, field["B"]).total == 4


@pytest.mark.rule("fucilieri.2.4.4")
def test_a_raised_standard_gives_one():
    field = army(4, "1", "red standard T at 62,25 of P, raised")
    assert tally(field.state, field["B"]).total == 4 + 1


@pytest.mark.rule("fucilieri.ex.75", "fucilieri.2.4.21")
def test_an_eight_heartens_one_unit_and_every_command_even_after_his_death():
    field = army(4, "4")
    assert speech(field, "speak unit=B").total == 8
    assert HEARTENED.is_on(field["B"])
    assert not HEARTENED.is_on(field["A"])
    for fate in ("", KILLED):
        if fate:
            field.run(lambda g: lose_leader(g, g.state.leaders["C"], KILLED, "fucilieri.4.1.9"))
        for command in ("P", "Q"):
            assert ("speech-positive", 1) in added_to(field, command)


# Light


@pytest.mark.rule("fucilieri.2.4.15", "fucilieri.2.4.16")
@pytest.mark.parametrize(("die", "against"), [(1, "blue"), (2, ""), (3, ""), (4, ""), (5, "red"), (6, "red")])
def test_who_deployed_second_rolls_for_the_light(die, against):
    field = fresh("cassano-1705", blue=[die], red=[])
    field.state.first = "red"
    field.run(fall_of_light)
    assert field.state.light == against


@pytest.mark.rule("fucilieri.2.4.17")
def test_a_scenario_may_fix_the_light():
    for battle, against in (("stura-1706", "red"), ("pianezza-1706", "")):
        field = fresh(battle, red=[], blue=[])
        field.state.first = "red"
        field.run(fall_of_light)
        assert (field.state.light, field.told(LightFell)[0].die) == (against, 0)
