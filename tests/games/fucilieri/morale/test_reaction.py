"""Chapter 4.2: what is added to a reaction test, and what it brings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alfiere.games.fucilieri.morale.conditions import conditions_of
from alfiere.games.fucilieri.morale.losses import HIT_BY
from alfiere.games.fucilieri.morale.reaction import prospect, reaction_test, supporters, tally
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import FLEEING, HAS_TESTED, HEARTENED, LOST
from alfiere.games.fucilieri.told.morale import ReactionTested
from tests.situation import situation

SUPPORT = "red foot S at 60,28 facing S"


def added(game: Any, cause: str = "losses", **more: Any) -> dict[str, int]:
    """The lines of the tally of unit A."""
    return {reason: amount for amount, reason, _ in tally(game.state, game["A"], cause, **more).lines}


def unit_a(text: str, *others: str) -> Any:
    """A normal average unit A with its officer and nothing else, but for what is said."""
    return situation("\n".join(["fucilieri", f"red foot A at 60,40 facing S, normal, initial 16{text}", *others]))


@pytest.mark.rule("fucilieri.1.2.2a", "fucilieri.1.2.2b", "fucilieri.1.2.2c", "fucilieri.1.2.2d")
@pytest.mark.parametrize(("quality", "morale"), [("poor", 3), ("average", 4), ("veteran", 5), ("elite", 6)])
def test_the_morale_of_a_quality_is_added(quality: str, morale: int) -> None:
    assert added(unit_a(f", {quality}, with officer")) == {"morale": morale}


@pytest.mark.rule("fucilieri.3.4.23", "fucilieri.4.2.1", "fucilieri.4.2.3a", "fucilieri.4.2.4c", "fucilieri.4.2.1b")
@pytest.mark.rule("fucilieri.ex.47")
def test_a_supported_unit_that_loses_its_fourth_figure_is_disorganised() -> None:
    game = unit_a(", average, with officer, figures 12", SUPPORT, "dice red 2")
    assert game.run(lambda g: reaction_test(g, game["A"], "losses")) == "disorganised"
    event = game.told(ReactionTested)[0]
    assert (event.roll, event.score) == (2, 6)
    assert [line[:2] for line in event.tally.lines] == [(4, "morale"), (-1, "quarter-lost"), (1, "supported")]
    assert event.rules == ("fucilieri.4.2.1", "fucilieri.4.2.1b")


@pytest.mark.rule("fucilieri.4.2.3a", "fucilieri.4.2.1e")
@pytest.mark.rule("fucilieri.ex.48")
def test_a_poor_irregular_unit_without_officer_flees() -> None:
    text = ", poor, irregular, without officer commander sergeant, figures 8, disorganised"
    game = situation(f"fucilieri\nred foot A at 60,40 facing S, initial 16{text}\ndice red 4")
    assert game.run(lambda g: reaction_test(g, game["A"], "losses")) == "flight"
    assert game.told(ReactionTested)[0].score == 2
    assert game["A"].where == FLEEING


@pytest.mark.rule("fucilieri.3.1.4.7", "fucilieri.4.2.4d", "fucilieri.4.2.1c", "fucilieri.4.1.8")
@pytest.mark.parametrize(
    ("moved", "result", "conditions"),
    [("", "disorganised", ("disorganised",)), (", moved", "demoralised", ("disorganised", "demoralised"))],
)
@pytest.mark.rule("fucilieri.ex.66")
def test_who_holds_and_has_not_moved_stands_better(moved: str, result: str, conditions: tuple[str, ...]) -> None:
    # example 66
    game = unit_a(f", average, with officer, figures 12{moved}", "order red hold", "dice red 2")
    assert game.run(lambda g: reaction_test(g, game["A"], "losses")) == result
    assert conditions_of(game["A"]) == conditions


@pytest.mark.rule("fucilieri.4.2.1a", "fucilieri.4.2.1b", "fucilieri.4.2.1c", "fucilieri.4.2.1d", "fucilieri.4.2.1e")
@pytest.mark.rule("fucilieri.4.1.8")
@pytest.mark.parametrize(
    ("die", "result", "conditions"),
    [
        (5, "none", ()),
        (4, "disorganised", ("disorganised",)),
        (3, "demoralised", ("disorganised", "demoralised")),
        (2, "falling-back", ("disorganised", "demoralised", "falling-back")),
        (1, "flight", ()),
    ],
)
def test_the_ladder_of_results(die: int, result: str, conditions: tuple[str, ...]) -> None:
    game = unit_a(", poor, with sergeant", f"dice red {die}")  # 3 - 1
    assert game.run(lambda g: reaction_test(g, game["A"], "contagion")) == result
    assert game.told(ReactionTested)[0].score == die + 2
    assert conditions_of(game["A"]) == conditions
    assert (game["A"].where == FLEEING) == (result == "flight")


@pytest.mark.rule("fucilieri.4.2.3b", "fucilieri.4.2.3c", "fucilieri.4.1.3a", "fucilieri.4.1.4a", "fucilieri.4.1.5")
def test_disorganised_and_demoralised_count_apart() -> None:
    assert added(unit_a(", with officer, disorganised"))["disorganised"] == -1
    lines = added(unit_a(", with officer, demoralised"))
    assert lines["demoralised"] == -1
    assert "disorganised" not in lines
    assert {"disorganised": -1, "demoralised": -1}.items() <= added(
        unit_a(", with officer, disorganised, falling back")
    ).items()


@pytest.mark.rule("fucilieri.4.2.3d")
@pytest.mark.parametrize(
    ("cause", "struck", "counts"),
    [
        ("charged", "flank", True),
        ("charged", "rear", True),
        ("combat", "flank", True),
        ("charged", "front", False),
        ("losses", "flank", False),
    ],
)
def test_a_blow_in_flank_or_rear_counts_in_charge_and_combat(cause: str, struck: str, counts: bool) -> None:
    lines = added(unit_a(", with officer"), cause, struck=struck)
    assert lines.get("struck-in-flank-or-rear", 0) == (-1 if counts else 0)


@pytest.mark.rule("fucilieri.4.2.3e")
@pytest.mark.parametrize(
    ("who", "malus"), [("officer", 0), ("commander", 0), ("commander officer", 0), ("sergeant", -1)]
)
def test_a_unit_misses_its_commander_and_officer_only_when_it_has_neither(who: str, malus: int) -> None:
    assert added(unit_a(f", with {who}")).get("no-commander-or-officer", 0) == malus


@pytest.mark.rule("fucilieri.4.2.3f", "fucilieri.4.2.4a", "fucilieri.1.3.4a", "fucilieri.1.3.4b")
@pytest.mark.parametrize(("type", "amount"), [("irregular", -1), ("disciplined", 1), ("fanatic", 0), ("normal", 0)])
def test_types(type: str, amount: int) -> None:
    lines = added(situation(f"fucilieri\nred foot A at 60,40 facing S, {type}, with officer"))
    assert lines.get(type, 0) == amount


@pytest.mark.rule("fucilieri.4.2.3g")
@pytest.mark.parametrize(("difference", "malus"), [(0, 0), (1, -1), (3, -3), (5, -3)])
def test_a_lost_combat_takes_off_the_difference_three_at_most(difference: int, malus: int) -> None:
    assert added(unit_a(", with officer"), "combat", difference=difference).get("lost-combat", 0) == malus


@pytest.mark.rule("fucilieri.3.5.5.1", "fucilieri.4.2.3g")
@pytest.mark.rule("fucilieri.ex.50")
def test_a_unit_beaten_by_one_is_disorganised_on_a_three() -> None:
    game = unit_a(", average, with officer, figures 13", "dice red 3")
    assert game.run(lambda g: reaction_test(g, game["A"], "combat", difference=1)) == "disorganised"
    assert game.told(ReactionTested)[0].score == 6


@pytest.mark.rule("fucilieri.4.2.4b")
@pytest.mark.parametrize(
    ("leader", "bonus"),
    [
        ("red general M at 9,9 cv 2 of red-two, with A", 1),
        ("red condottiero M at 9,9 cv 4 of red, with A", 1),
        ("red condottiero M at 60,36 cv 4 of red", 0),
        ("red charismatic M at 9,9 of red, with A", 0),
    ],
)
def test_a_leader_must_be_joined(leader: str, bonus: int) -> None:
    assert added(unit_a(", with officer", leader)).get("leader-joined", 0) == bonus


@pytest.mark.rule("fucilieri.4.2.4c", "fucilieri.4.2.6")
@pytest.mark.parametrize(
    ("friend", "supports"),
    [
        ("red foot S at 60,28 facing S", True),
        ("red foot S at 60,20 facing S", True),  # 15 cm
        ("red foot S at 60,19.9 facing S", False),
        ("red foot S at 60,52 facing S", False),  # in front
        ("red foot S at 90,40 facing S", False),  # beside
        ("red foot S at 85,28 facing S", True),  # a part of it is in the rear zone
        ("red foot S at 60,28 facing S, column", True),
        ("red foot S at 60,28 facing S, disorganised", False),
        ("red foot S at 60,28 facing S, bloodlust", False),
        ("red skirmishers S at 60,28 facing S, open", False),
        ("red guns S at 60,28 facing S, unlimbered", False),
        ("blue foot S at 60,28 facing S", False),
    ],
)
def test_who_supports(friend: str, supports: bool) -> None:
    game = unit_a(", with officer", friend)
    assert bool(supporters(game.state, game["A"])) is supports
    assert added(game).get("supported", 0) == int(supports)


@pytest.mark.rule("fucilieri.4.2.6", "fucilieri.0.9")
def test_who_has_no_rear_has_no_support() -> None:
    assert "supported" not in added(unit_a(", square, with officer", SUPPORT))


@pytest.mark.rule("fucilieri.4.2.4e")
@pytest.mark.parametrize(
    ("text", "enemy", "ground", "bonus"),
    [
        (", square", "blue horse E at 60,60 facing N", "", 1),
        (", square", "blue foot E at 60,60 facing N", "", 0),
        (", line", "blue horse E at 60,60 facing N", "", 0),
        ("", "blue foot E at 60,60 facing N", "wall W 40,43 80,43", 1),
        ("", "blue foot E at 60,60 facing N", "dyke W 40,43 80,43", 1),
        ("", "blue foot E at 60,60 facing N", "entrenchment W 40,43 80,43", 1),
        ("", "blue foot E at 60,60 facing N", "hedge W 40,43 80,43", 0),
        ("", "blue foot E at 60,60 facing N", "wall W 40,50 80,50", 0),  # not touched
        ("", "blue foot E at 60,20 facing S", "wall W 40,43 80,43", 0),  # on this side of it
    ],
)
def test_squares_and_shelter(text: str, enemy: str, ground: str, bonus: int) -> None:
    game = unit_a(f"{text}, with officer", enemy, *filter(None, [ground]))
    assert added(game, "charged", enemies=[game["E"]]).get("square-or-shelter", 0) == bonus


@pytest.mark.rule("fucilieri.4.2.4e")
def test_against_whom_a_unit_is_sheltered_is_who_fired_or_holds_it() -> None:
    game = unit_a(
        ", with officer", "blue foot E at 60,60 facing N", "blue foot F at 60,20 facing S", "wall W 40,43 80,43"
    )
    assert "square-or-shelter" not in added(game)
    HIT_BY.put(game["A"], "E")
    assert added(game)["square-or-shelter"] == 1
    HIT_BY.put(game["A"], "F")  # and from this side
    assert "square-or-shelter" not in added(game)
    engage(game["A"], game["E"], "front", "front")
    assert added(game, "combat", difference=1)["square-or-shelter"] == 1


@pytest.mark.rule("fucilieri.4.2.4e")
def test_a_garrison_is_always_sheltered() -> None:
    text = "fucilieri\nred foot A at 47.5,47.5 facing S, column, in V, with officer\nbuilding V 40,40 55,55"
    assert added(situation(text))["square-or-shelter"] == 1


@pytest.mark.rule("fucilieri.4.2.4f", "fucilieri.4.1.7b")
def test_bloodlust_steadies() -> None:
    assert added(unit_a(", with officer, bloodlust"))["bloodlust"] == 2


@pytest.mark.rule("fucilieri.4.2.4g", "fucilieri.2.4.12")
def test_a_heartened_unit_has_one_more_on_its_first_test_alone() -> None:
    game = unit_a(", elite, with officer", "dice red 3 3")
    HEARTENED.put(game["A"])
    assert added(game)["speech"] == 1
    game.run(lambda g: reaction_test(g, game["A"], "contagion"))
    assert "speech" not in added(game)
    assert HAS_TESTED.is_on(game["A"])
    assert not HEARTENED.is_on(game["A"])


@pytest.mark.rule("fucilieri.4.2.7", "fucilieri.4.2.1")
def test_a_good_result_takes_nothing_away() -> None:
    game = unit_a(", elite, with officer, disorganised, falling back", "dice red 6")
    assert game.run(lambda g: reaction_test(g, game["A"], "contagion")) == "none"
    assert conditions_of(game["A"]) == ("disorganised", "demoralised", "falling-back")


@pytest.mark.rule("fucilieri.3.2.8.4")
def test_unlimbered_guns_that_should_fall_back_are_gone() -> None:
    game = situation("fucilieri\nred guns G at 60,40 facing S, poor, normal, with officer\ndice red 1")
    assert game.run(lambda g: reaction_test(g, game["G"], "charged")) == "flight"
    assert game["G"].where == LOST


def test_the_odds_of_a_test_are_exact() -> None:
    game = unit_a(", average, with officer, figures 12")
    found = prospect(game.state, game["A"], "losses")  # 4 - 1: passes on 4, 5, 6
    assert found.results == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert found.tallies[0].total == 3
