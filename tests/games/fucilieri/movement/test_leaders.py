"""Chapters 3.2.9, 1.6.12-1.6.14 and 5.19: leaders and characters."""

import pytest

from alfiere.games.fucilieri.morale.leaders_lost import join
from alfiere.games.fucilieri.movement.leaders import (
    allowance,
    bearer_ready,
    exposed,
    leaders_move,
    raise_standard,
    ride_for,
    still_to_ride,
    why_not,
)
from alfiere.games.fucilieri.state.leader import CAPTURED, GONE_WITH_UNIT
from alfiere.games.fucilieri.state.standing import engage, in_contact, leader_outline
from alfiere.games.fucilieri.told.before import LeaderRode, StandardRaised
from alfiere.table.shapes import Pose
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ARMY = """
    fucilieri
    red  condottiero C at 60,20 cv 4 of P
    red  general M at 90,20 cv 3 of Q
    red  foot A at 60,40 facing S, column, figures 16, of P
    red  foot B at 90,40 facing S, column, figures 16, of Q
    red  foot D at 110,40 facing S, column, figures 16, of Q
    {more}
"""


def army(more: str = "") -> Situation:
    return situation(ARMY.format(more=more))


def judged(field: Situation, who: str, x: float, y: float, unit: str = "") -> str:
    """Why he cannot go there, or nothing."""
    pose = Pose(round(x * 100), round(y * 100), field.leader(who).heading)
    found = why_not(field.state, field.leader(who), pose, unit)
    return found.key if found else ""


def go(field: Situation, command: str, *answers: object) -> None:
    field.run(lambda g: leaders_move(g, g.state.commands[command]), *answers)


def to(who: str, x: float, y: float, unit: str = ""):
    args = {"leader": who, "to": [round(x * 100), round(y * 100), 0], **({"unit": unit} if unit else {})}
    return lambda decision: decision.find(("ride", args))


@pytest.mark.rule("fucilieri.3.2.2.4")
def test_mounted_he_rides_30_and_on_foot_15():
    field = army()
    assert judged(field, "M", 90, 50) == "no-room-for-leader" or judged(field, "M", 120, 20) == ""
    assert judged(field, "M", 120, 20) == ""
    assert judged(field, "M", 120.01, 20) == "leader-too-far"
    field.leader("M").is_on_foot = True
    assert judged(field, "M", 105, 20) == ""
    assert judged(field, "M", 105.01, 20) == "leader-too-far"


@pytest.mark.rule("fucilieri.3.2.2.4")
def test_he_passes_through_friends_but_not_through_enemies():
    field = army("blue foot X at 60,5 facing S, figures 24\nred foot E at 90,10 facing S, figures 24, of Q")
    assert judged(field, "M", 90, 3) == ""
    field = army("blue foot X at 90,10 facing S, figures 24\nblue foot Y at 120,10 facing S, figures 24")
    assert judged(field, "M", 90, 3) in ("leader-barred", "leader-too-far")


@pytest.mark.rule("fucilieri.3.2.9.1")
@pytest.mark.parametrize(("at", "facing"), [("60,5", "S"), ("60,115", "N"), ("5,60", "E"), ("175,60", "W")])
def test_with_a_unit_whose_back_is_at_an_edge_he_stays_on_the_table(at: str, facing: str):
    field = army(f"red foot E at {at} facing {facing}, column, figures 16, of Q")
    join(field.state, field.leader("M"), field["E"])
    assert field.state.scene.is_on_table(leader_outline(field.leader("M")))
    assert in_contact(field.state, field.leader("M"), field["E"])


@pytest.mark.rule("fucilieri.3.2.9.1")
def test_he_joins_by_ending_in_contact_and_saying_so():
    field = army()
    assert judged(field, "M", 90, 32.5, "B") == ""
    assert judged(field, "M", 90, 32.3, "B") == "not-touching"
    go(field, "Q", to("M", 90, 32.5, "B"))
    assert field.leader("M").joined == "B"
    assert field.told(LeaderRode)[0].unit == "B"


@pytest.mark.rule("fucilieri.3.2.9.1")
def test_in_contact_without_a_word_he_has_not_joined():
    field = army()
    go(field, "Q", to("M", 90, 32.5))
    assert field.leader("M").joined == ""
    assert in_contact(field.state, field.leader("M"), field["B"])


@pytest.mark.rule("fucilieri.3.2.9.1")
def test_he_leaves_at_the_start_of_his_move_unless_the_unit_is_engaged():
    field = army("blue foot X at 90,48 facing N, column")
    field.leader("M").joined = "B"
    assert judged(field, "M", 95, 20) == ""
    engage(field["B"], field["X"], "front", "front")
    assert judged(field, "M", 95, 20) == "unit-engaged"
    go(field, "Q")
    assert field.asked == []
    assert still_to_ride(field.state, "Q") == []


@pytest.mark.rule("fucilieri.3.2.9.2")
def test_a_general_joins_his_own_command_a_condottiero_and_a_character_any():
    field = army("red charismatic X at 90,25 of Q")
    assert judged(field, "M", 66.3, 35, "A") in ("not-his-unit", "not-touching")
    field.leader("M").x, field.leader("M").y = 6000, 2500
    assert judged(field, "M", 60, 32.5, "A") == "not-his-unit"
    field.leader("C").x, field.leader("C").y = 9000, 2500
    assert judged(field, "C", 90, 32.5, "B") == ""
    field.leader("X").x, field.leader("X").y = 6000, 2500
    assert judged(field, "X", 60, 32.5, "A") == ""


@pytest.mark.rule("fucilieri.3.2.9.2")
def test_a_unit_may_have_any_number_of_them():
    field = army("red charismatic X at 90,25 of Q")
    go(field, "Q", to("M", 90, 32.5, "B"), to("X", 90, 32.5, "B"))
    assert {one.id for one in field.state.joined_to("B")} == {"M", "X"}


@pytest.mark.rule("fucilieri.3.2.9.5")
def test_what_he_has_come_with_a_unit_is_deducted():
    field = army()
    GONE_WITH_UNIT.put(field.leader("M"), 1200)
    assert allowance(field.state, field.leader("M")) == 1800
    assert judged(field, "M", 108, 20) == ""
    assert judged(field, "M", 108.01, 20) == "leader-too-far"


@pytest.mark.rule("fucilieri.1.6.13a")
def test_with_a_raised_standard_the_bearer_goes_half_as_far():
    field = army("red standard T at 62,22 of P")
    assert allowance(field.state, field.leader("T")) == 3000
    field.state.standard["red"] = "raised"
    assert allowance(field.state, field.leader("T")) == 1500
    assert allowance(field.state, field.leader("C")) == 3000


@pytest.mark.rule("fucilieri.5.19")
def test_rivers_bar_him_but_at_bridges_and_he_pays_nothing_for_woods():
    river = "river R 0,26 180,30 bridge 90,28"
    field = army(river)
    field["B"].y = field["D"].y = 9000
    field.state.laid = None
    assert judged(field, "M", 90, 36) == ""
    assert judged(field, "M", 115, 33) == "leader-barred"  # round by the bridge
    assert judged(field, "C", 60, 33) in ("leader-barred", "leader-too-far")
    field = army("wood W 80,0 130,30")
    assert judged(field, "M", 120, 20) == ""


@pytest.mark.rule("fucilieri.5.19")
@pytest.mark.parametrize("line", ["wall", "entrenchment"])
def test_mounted_he_crosses_no_walls_and_on_foot_he_does(line):
    field = army(f"{line} L 70,10 110,10")
    assert judged(field, "M", 90, 6) in ("leader-barred", "leader-too-far")
    field.leader("M").is_on_foot = True
    assert judged(field, "M", 90, 7) == ""
    field = army(f"{line} L 70,10 110,10 gap 90,10")
    assert judged(field, "M", 90, 5) == ""


@pytest.mark.rule("fucilieri.5.19")
def test_mounted_he_enters_no_marsh():
    field = army("marsh S 95,10 120,30")
    assert judged(field, "M", 105, 20) == "leader-barred"
    field.leader("M").is_on_foot = True
    assert judged(field, "M", 104, 20) == ""


@pytest.mark.rule("fucilieri.3.2.1.1")
def test_the_leader_and_the_characters_of_a_command_have_one_move_each():
    field = army("red charismatic X at 90,25 of Q")
    assert still_to_ride(field.state, "Q") == ["M", "X"]
    go(field, "Q", "stay leader=M", "stay leader=X")
    assert still_to_ride(field.state, "Q") == []
    assert len(field.asked) == 2


def test_few_places_are_offered_and_each_is_allowed():
    field = army()
    options = list(ride_for(field.state, field.leader("M")).options)
    assert options[0].key == "stay"
    assert 3 <= len(options) <= 9
    assert {one.get("unit") for one in options[1:]} >= {"B", "D"}
    for one in options[1:]:
        assert why_not(field.state, field.leader("M"), Pose(*one["to"]), one.get("unit") or "") is None


# Who is caught alone


@pytest.mark.rule("fucilieri.1.6.14")
def test_who_saves_himself_is_placed_in_contact_with_the_nearest_friend_and_not_joined():
    field = army("blue foot X at 90,10 facing S, figures 12\ndice red 2")
    field.leader("M").y = 1900  # 12.5 is the edge of X, 16.5 that of his base
    field.run(exposed)
    assert field.leader("M").is_on
    assert field.leader("M").joined == ""
    assert in_contact(field.state, field.leader("M"), field["B"])
    assert [(one.unit, one.beside) for one in field.told(LeaderRode)] == [("", "B")]


@pytest.mark.rule("fucilieri.1.6.14")
def test_who_fails_is_captured_and_so_is_who_has_no_friend_near():
    field = army("blue foot X at 90,10 facing S, figures 12\ndice red 1")
    field.leader("M").y = 1900
    field.run(exposed)
    assert field.leader("M").where == CAPTURED
    field = army("blue foot X at 90,90 facing S, figures 12\ndice red 6")
    field.leader("M").y = 9700
    field.run(exposed)
    assert field.leader("M").where == CAPTURED


@pytest.mark.rule("fucilieri.1.6.14")
@pytest.mark.parametrize(("y", "dice"), [(20.01, []), (20, [6])])
def test_five_cm_from_an_enemy_unit_and_no_more(y, dice):
    field = army("blue foot X at 90,10 facing S, figures 12\ndice red 6")
    field.leader("M").y = round(y * 100)  # X ends at 12.5, his base begins 2.5 before him
    field.run(exposed)
    assert field.dice_left == ({"red": [6]} if not dice else {})


@pytest.mark.rule("fucilieri.1.6.14")
def test_who_has_joined_a_unit_is_in_no_such_danger():
    field = army("blue foot X at 90,52 facing N, figures 12\ndice red 6")
    field.leader("M").joined, field.leader("M").y = "B", 4700
    field.run(exposed)
    assert field.dice_left == {"red": [6]}


# The standard


@pytest.mark.rule("fucilieri.1.6.12")
@pytest.mark.parametrize(("x", "ready"), [(77.5, True), (77.51, False)])
def test_the_standard_is_raised_within_15_of_the_condottiero(x, ready):
    field = army(f"red standard T at {x},20 of P")
    assert bearer_ready(field.state, "red") == ready


@pytest.mark.rule("fucilieri.1.6.12")
def test_once_raised_it_stays_so_and_it_may_wait():
    field = army("red standard T at 65,20 of P")
    field.run(raise_standard, "not-yet")
    assert field.state.standard["red"] == ""
    field.run(raise_standard, "raise-standard")
    assert field.state.standard == {"red": "raised", "blue": ""}
    assert [one.who for one in field.told(StandardRaised)] == ["T"]
    asked = len(field.asked)
    field.leader("T").x = 15000
    field.run(raise_standard)
    assert field.state.standard["red"] == "raised"
    assert len(field.asked) == asked


@pytest.mark.rule("fucilieri.1.6.12")
def test_a_bearer_who_is_dead_or_a_standard_that_was_lost_is_not_raised():
    field = army("red standard T at 65,20 of P")
    field.state.standard["red"] = "lost"
    assert not bearer_ready(field.state, "red")
    field.state.standard["red"] = ""
    field.leader("T").where = "killed"
    assert not bearer_ready(field.state, "red")


@pytest.mark.rule("fucilieri.1.6.11")
def test_a_scout_rides_like_anybody_and_does_nothing_else():
    field = army("red scout S at 65,25 of P")
    go(field, "P", "stay leader=C", "stay leader=S")
    assert {one.key for one in field.asked} == {"ride"}
