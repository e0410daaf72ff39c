"""Chapter 3.6: the influence of leaders on the unit they have joined."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alfiere.games.fucilieri.influence.influence import (
    case,
    influence,
    influence_round,
    may_influence,
    prospects,
    result_of,
    tally,
)
from alfiere.games.fucilieri.morale.conditions import conditions_of
from alfiere.games.fucilieri.state.leader import FLED, KILLED
from alfiere.games.fucilieri.state.standing import engage, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.influence import InfluenceTested
from alfiere.games.fucilieri.told.morale import ReactionTested, ThrowMade
from tests.situation import situation


def led(unit: str, general: str = "cv 3", *more: str) -> Any:
    """A unit A of command X, with its general M."""
    head, _, tail = general.partition(", ")
    rest = f", {tail}" if tail else ""
    lines = [f"red foot A at 60,60 facing S, of X, {unit}", f"red general M at 60,50 {head} of X, with A{rest}", *more]
    return situation("\n".join(["fucilieri", "red condottiero C at 9,9 cv 4 of red", *lines]))


def influenced(game: Any, who: str = "M", unit: str = "A") -> str:
    """The test is made; its result."""
    game.run(lambda g: influence(g, game.leader(who), game[unit]))
    return str(game.told(InfluenceTested)[-1].result)


def score(game: Any) -> int:
    """The total of the last test."""
    return int(game.told(InfluenceTested)[-1].score)


# Each modifier


def added(unit: str, *more: str) -> dict[str, int]:
    """What is added to the die for a unit, and why."""
    game = led(unit, "cv 3", *more)
    return {reason: add for add, reason, _ in tally(game.state, game["A"]).lines}


NOBODY = "without commander officer sergeant"


@pytest.mark.rule("fucilieri.3.6.3", "fucilieri.3.6.4", "fucilieri.3.6.5", "fucilieri.3.6.6")
@pytest.mark.parametrize(("quality", "number"), [("poor", 2), ("average", 1), ("veteran", -1), ("elite", -2)])
def test_the_better_a_unit_is_the_more_it_listens(quality: str, number: int) -> None:
    assert added(f"{quality}, normal, {NOBODY}") == {quality: number}


@pytest.mark.rule("fucilieri.3.6.7", "fucilieri.3.6.8", "fucilieri.3.6.9")
@pytest.mark.parametrize(("type", "number"), [("irregular", 2), ("fanatic", 1), ("disciplined", -1)])
def test_of_types_the_disciplined_listen_best(type: str, number: int) -> None:
    assert added(f"average, {type}, {NOBODY}") == {"average": 1, type: number}


@pytest.mark.rule("fucilieri.3.6.10", "fucilieri.3.6.11", "fucilieri.3.6.12")
@pytest.mark.parametrize(
    ("state", "numbers"),
    [
        ("demoralised", {"demoralised": 2}),
        ("falling back", {"demoralised": 2, "falling-back": 1}),
        ("bloodlust", {"bloodlust": 2}),
    ],
)
def test_who_has_lost_heart_or_rages_hardly_listens(state: str, numbers: dict[str, int]) -> None:
    assert added(f"average, normal, {state}, {NOBODY}") == {"average": 1, **numbers}


@pytest.mark.rule("fucilieri.3.6.13", "fucilieri.3.6.14")
@pytest.mark.parametrize(("status", "number"), [("allied", 1), ("mercenary", 2)])
def test_allies_and_mercenaries_listen_less(status: str, number: int) -> None:
    assert added(f"average, normal, {NOBODY}", f"{status} X") == {"average": 1, status: number}


@pytest.mark.rule("fucilieri.3.6.15", "fucilieri.3.6.16", "fucilieri.3.6.17")
@pytest.mark.parametrize("who", ["commander", "officer", "sergeant"])
def test_each_of_its_own_leaders_helps_by_one(who: str) -> None:
    assert added(f"average, normal, with {who}") == {"average": 1, who: -1}


@pytest.mark.rule("fucilieri.3.6.18")
def test_the_musicians_of_its_command_help_by_one() -> None:
    assert added(f"average, normal, {NOBODY}", "musicians X") == {"average": 1, "musicians": -1}


# The worked examples


@pytest.mark.rule("fucilieri.3.6.23", "fucilieri.3.6.28")
@pytest.mark.rule("fucilieri.ex.24")
def test_a_demoralised_unit_is_restored_but_stays_disorganised() -> None:
    game = led("average, normal, with officer sergeant, demoralised, disorganised", "cv 3", "musicians X", "dice red 3")
    assert influenced(game) == "success"
    assert score(game) == 3
    assert conditions_of(game["A"]) == ("disorganised",)
    assert game.told(InfluenceTested)[0].rules == ("fucilieri.3.6.2", "fucilieri.3.6.28")


@pytest.mark.rule("fucilieri.3.6.2", "fucilieri.3.6.36", "fucilieri.3.6.37")
@pytest.mark.rule("fucilieri.ex.25")
def test_a_total_failure_puts_unit_and_general_to_flight() -> None:
    game = led("poor, irregular, with officer, falling back", "cv 3", "mercenary X", "dice red 2")
    assert influenced(game) == "total-failure"
    assert score(game) == 10
    assert (game["A"].where, game.leader("M").where) == (FLEEING, FLED)
    assert game.at("A")[1] == 60 - 18
    assert not game.told(ThrowMade)
    assert game.command("X").reasons == ["leader-lost", "unit-lost"]


@pytest.mark.rule("fucilieri.3.6.6", "fucilieri.3.6.9", "fucilieri.3.6.15", "fucilieri.3.6.26")
@pytest.mark.rule("fucilieri.ex.26")
def test_a_steady_unit_goes_into_bloodlust_until_the_end_of_the_next_turn() -> None:
    game = led("elite, disciplined, with commander officer sergeant", "cv 3", "turn 4", "dice red 6")
    assert influenced(game) == "success"
    assert score(game) == 0
    assert game["A"].bloodlust == 5


@pytest.mark.rule("fucilieri.3.6.8", "fucilieri.3.6.12", "fucilieri.3.6.25", "fucilieri.3.6.33", "fucilieri.1.6.8")
@pytest.mark.rule("fucilieri.ex.27")
def test_a_total_failure_in_bloodlust_puts_the_general_in_danger() -> None:
    game = led("average, fanatic, with officer, bloodlust", "cv 4", "dice red 4 2")
    assert influenced(game) == "total-failure"
    assert score(game) == 7
    assert game.leader("M").where == "on"
    assert game["A"].has_bloodlust


@pytest.mark.rule("fucilieri.3.6.34", "fucilieri.3.2.9.4", "fucilieri.4.2.2")
@pytest.mark.rule("fucilieri.ex.28")
def test_who_fails_that_throw_is_killed_and_the_unit_tests_for_him() -> None:
    game = led("average, fanatic, with officer, bloodlust", "cv 4", "dice red 4 1 6")
    influenced(game)
    assert game.leader("M").where == KILLED
    assert game.state.leader_of("X") is None
    assert game["A"].has_bloodlust
    assert [event.cause for event in game.told(ReactionTested)] == ["leader"]


@pytest.mark.rule("fucilieri.3.6.24", "fucilieri.3.6.25", "fucilieri.3.6.31", "fucilieri.3.6.32")
@pytest.mark.parametrize(("die", "result", "conditions"), [(3, "failure", ()), (4, "total-failure", ("demoralised",))])
@pytest.mark.rule("fucilieri.ex.29")
def test_failure_and_total_failure_with_a_steady_unit(die: int, result: str, conditions: tuple[str, ...]) -> None:
    # example 29
    game = led("average, normal, without commander officer sergeant", "cv 2", f"dice red {die}")
    assert influenced(game) == result
    assert conditions_of(game["A"]) == conditions
    assert game.leader("M").where == "on"


@pytest.mark.rule("fucilieri.3.6.5", "fucilieri.3.6.9", "fucilieri.3.6.11", "fucilieri.3.6.30")
@pytest.mark.rule("fucilieri.ex.30")
def test_a_unit_that_falls_back_stops_but_stays_demoralised() -> None:
    game = led("veteran, disciplined, with officer sergeant, falling back", "cv 3", "dice red 3")
    assert influenced(game) == "success"
    assert score(game) == 2
    assert conditions_of(game["A"]) == ("demoralised",)


@pytest.mark.rule("fucilieri.ex.31")
@pytest.mark.rule("fucilieri.3.6.19", "fucilieri.1.6.7")
@pytest.mark.parametrize(
    ("more", "amount"),
    [
        (("red charismatic K at 60,64 of X", "red standard T at 66,64 of X, raised"), -2),  # example 31
        (("red charismatic K at 60,64 of X",), -2),
        (("red standard T at 60,64 of X, raised",), -2),
        (("red standard T at 60,64 of X",), 0),  # not raised
        (("red charismatic K at 60,75 of X",), 0),  # not in contact
        (("red scout K at 60,64 of X",), 0),
    ],
)
def test_a_charismatic_character_and_the_standard_count_once(more: tuple[str, ...], amount: int) -> None:
    game = led("average, normal, with officer", "cv 3", *more)
    lines = {reason: add for add, reason, _ in tally(game.state, game["A"]).lines}
    assert lines.get("charismatic-or-standard", 0) == amount
    for one in game.state.leaders.values():
        if one.role in ("charismatic", "standard"):
            one.where = KILLED
    lines = {reason: add for add, reason, _ in tally(game.state, game["A"]).lines}
    assert "charismatic-or-standard" not in lines


@pytest.mark.rule("fucilieri.3.6.38", "fucilieri.3.2.6.2")
@pytest.mark.rule("fucilieri.ex.32")
def test_a_unit_that_is_only_disorganised_cannot_be_tested() -> None:
    game = led("average, normal, disorganised")
    assert case(game.state, game["A"]) is None
    assert may_influence(game.state, game.leader("M")) is None
    game.run(influence_round)
    assert not game.asked


@pytest.mark.rule("fucilieri.3.6.2", "fucilieri.3.6.13", "fucilieri.3.6.12", "fucilieri.3.6.23", "fucilieri.3.6.27")
@pytest.mark.rule("fucilieri.ex.80")
def test_an_allied_unit_in_bloodlust_is_calmed() -> None:
    game = led("average, normal, with officer, bloodlust", "cv 4", "allied X", "dice red 1")
    assert influenced(game) == "success"
    assert score(game) == 4
    assert game["A"].is_ok


@pytest.mark.rule("fucilieri.3.6.28", "fucilieri.3.6.29")
@pytest.mark.rule("fucilieri.ex.81")
def test_a_unit_that_was_never_disorganised_is_so_after_it() -> None:
    game = led("elite, normal, with officer, demoralised", "cv 5", "dice red 1")
    assert influenced(game) == "success"
    assert conditions_of(game["A"]) == ("disorganised",)


@pytest.mark.rule("fucilieri.1.6.6", "fucilieri.3.6.3", "fucilieri.3.6.19", "fucilieri.3.6.26")
@pytest.mark.rule("fucilieri.ex.85")
def test_a_charismatic_general_counts_as_a_charismatic_character() -> None:
    game = led("poor, normal, without commander officer sergeant", "cv 3, charismatic", "dice red 3")
    assert influenced(game) == "success"
    assert score(game) == 3


@pytest.mark.rule("fucilieri.3.6.39")
def test_disorganised_and_in_bloodlust_a_unit_is_in_the_case_of_bloodlust_and_stays_disorganised() -> None:
    game = led("average, normal, with officer, bloodlust, disorganised", "cv 4", "dice red 1")
    assert influenced(game) == "success"
    assert conditions_of(game["A"]) == ("disorganised",)


@pytest.mark.rule("fucilieri.3.6.18", "fucilieri.3.6.20")
@pytest.mark.parametrize(("place", "counts"), [("60,47.5", True), ("60,36.6", False)])
def test_musicians_count_within_the_radius_of_their_general(place: str, counts: bool) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,60 facing S, of X
        red condottiero C at 9,9 cv 4 of red, with A
        red general M at {place} cv 1 of X, on foot
        musicians X
        musicians red
    """)
    assert bool([1 for _, reason, _ in tally(game.state, game["A"]).lines if reason == "musicians"]) is counts


@pytest.mark.rule("fucilieri.3.6.20", "fucilieri.1.6.7")
def test_characters_who_have_fallen_do_not_count() -> None:
    game = led("average, normal, with officer")
    before = tally(game.state, game["A"]).total
    game["A"].characters = []
    assert tally(game.state, game["A"]).total == before + 1


@pytest.mark.rule("fucilieri.3.6.23", "fucilieri.3.6.24", "fucilieri.3.6.25")
@pytest.mark.parametrize(("total", "result"), [(3, "success"), (4, "failure"), (5, "failure"), (6, "total-failure")])
def test_results_by_the_cv_of_the_leader(total: int, result: str) -> None:
    assert result_of(led("average").state, total, 3) == result


# The round


@pytest.mark.rule("fucilieri.3.6.1", "fucilieri.3.6.21", "fucilieri.3.6.22", "fucilieri.3.1.1.5", "fucilieri.3.1.1.8")
@pytest.mark.rule("fucilieri.ex.82")
def test_leaders_test_in_the_order_of_initiative_each_with_his_own_cv() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,60 facing S, of X, average, normal, with officer
        red foot B at 90,60 facing S, of X, average, normal, with officer
        red general M at 60,50 cv 2 of X, with B
        red condottiero C at 60,50 cv 5 of red, with A
        dice red 5 1
    """)
    game.command("X").initiative, game.command("red").initiative = 3, 1
    game.run(influence_round, "influence leader=C unit=A", "influence leader=M unit=B")
    assert [(event.leader, event.cv) for event in game.told(InfluenceTested)] == [("C", 5), ("M", 2)]


@pytest.mark.rule("fucilieri.3.6.1")
def test_the_test_is_optional() -> None:
    game = led("average, normal, demoralised", "cv 3", "dice red")
    game.run(influence_round, "refrain leader=M unit=A")
    assert not game.told(InfluenceTested)
    assert [one.key for one in game.asked] == ["influence"]


@pytest.mark.parametrize(
    ("how", "first"), [("normal", "refrain"), ("bloodlust", "refrain"), ("demoralised", "influence")]
)
def test_what_one_would_do_first_comes_first(how: str, first: str) -> None:
    game = led(f"average, {how}")
    game.run(influence_round, "refrain leader=M unit=A")
    assert game.asked[0].options[0].key == first


@pytest.mark.rule("fucilieri.3.6.1", "fucilieri.3.6.21")
@pytest.mark.parametrize(
    ("leader", "may"),
    [
        ("red general W at 60,50 cv 3 of X, with A", True),
        ("red general W at 60,50 cv 3 of X", False),  # beside it, not joined
        ("red condottiero W at 60,50 cv 3 of red, with A", True),
        ("red charismatic W at 60,50 of X, with A", False),
    ],
)
def test_who_may_test(leader: str, may: bool) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,60 facing S, of X
        {leader}
    """)
    assert (may_influence(game.state, game.leader("W")) is not None) is may


@pytest.mark.rule("fucilieri.3.6.21")
def test_a_general_tests_only_units_of_his_own_command() -> None:
    game = led("average")
    game["A"].command = "red"
    assert may_influence(game.state, game.leader("M")) is None


@pytest.mark.rule("fucilieri.3.6.22")
def test_each_leader_tests_once_and_each_unit_is_tested_once_engaged_or_not() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, of X, average, normal, with officer
        red  foot B at 90,60 facing S, of X, average, normal, with officer
        blue foot E at 60,65 facing N
        red  general M at 60,50 cv 2 of X, with A
        red  condottiero C at 60,50 cv 5 of red, with A
        dice red 3
    """)
    engage(game["A"], game["E"], "front", "front")
    influenced(game)
    assert may_influence(game.state, game.leader("C")) is None  # A has been tested
    game.leader("M").joined = "B"
    assert may_influence(game.state, game.leader("M")) is None  # M has tested
    game.leader("C").joined = "B"
    assert may_influence(game.state, game.leader("C")) is game["B"]


@pytest.mark.rule("fucilieri.3.6.40", "fucilieri.3.6.35", "fucilieri.4.2.5")
def test_an_engaged_unit_that_is_put_to_flight_breaks_contact_and_frightens() -> None:
    game = led(
        "poor, normal, with officer, demoralised",
        "cv 1",
        "blue foot E at 60,65 facing N",
        "red foot B at 85,60 facing S, of X, poor, with officer",
        "dice red 6 6",
    )
    engage(game["A"], game["E"], "front", "front")
    influenced(game)
    assert not is_engaged(game["E"])
    assert game.at("E") == (60, 65)
    assert [event.how for event in game.told(UnitMoved)] == ["flight"]
    assert [(event.unit, event.cause) for event in game.told(ReactionTested)] == [("B", "contagion")]


@pytest.mark.rule("fucilieri.3.6.35", "fucilieri.3.6.37", "fucilieri.3.7.5", "fucilieri.3.7.27b")
@pytest.mark.rule("fucilieri.ex.83")
def test_a_condottiero_who_flees_obliges_every_command_and_takes_no_character_along() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,60 facing S, of X, poor, demoralised
        red foot B at 150,60 facing S, of Y
        red condottiero C at 60,50 cv 2 of red, with A
        red charismatic K at 9,9 of red
        dice red 6
    """)
    influenced(game, "C")
    assert game.leader("C").where == FLED
    assert game.leader("K").where == "on"
    assert all("condottiero-lost" in game.command(id).reasons for id in ("red", "X", "Y"))


def test_a_flight_before_his_turn_leaves_a_leader_without_a_unit_to_test() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,60 facing S, of X, poor, irregular, demoralised, without officer commander
        red general M at 60,50 cv 1 of X, with A
        red condottiero C at 60,50 cv 4 of red, with A
        dice red 6 6
    """)
    game.command("X").initiative, game.command("red").initiative = 1, 2
    game.run(influence_round, "influence leader=M unit=A")
    assert len(game.asked) == 1
    assert game.leader("C").where == "on"  # he has saved himself
    assert not game.dice_left


def test_the_odds_of_success_and_of_total_failure() -> None:
    game = led("average, normal, without commander officer sergeant", "cv 2")  # die + 1
    success, disaster = prospects(game.state, game.leader("M"), game["A"])
    assert success.results[1] == Fraction(1, 6)
    assert disaster.results[1] == Fraction(3, 6)
