"""Chapters 1.6.7-1.6.10, 3.2.9.3, 3.2.9.4: who is lost, and what goes with him."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.morale.leaders_lost import HAS_LOST_LEADER, lose_leader, saving_throw
from alfiere.games.fucilieri.morale.units_lost import lose_unit, take_to_flight
from alfiere.games.fucilieri.state.leader import CAPTURED, FLED, KILLED
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.told.morale import LeaderPlaced, MusiciansLost, StandardLost, ThrowMade
from tests.situation import situation

RULE = "fucilieri.4.2.1e"
ARMY = """
    fucilieri
    red condottiero C at 60,20 cv 4 of red
    red general M at 60,35 cv 3 of X
    red general N at 90,35 cv 2 of Y
    red foot A at 60,40 facing S, of X
    red foot B at 90,40 facing S, of Y
    red foot D at 120,40 facing S, of red
    blue foot E at 60,90 facing N
"""


@pytest.mark.rule("fucilieri.1.6.8")
@pytest.mark.parametrize(
    ("line", "die", "saved"),
    [
        ("red condottiero W at 9,9 cv 3 of red", 2, True),
        ("red general W at 9,9 cv 2 of X", 2, True),
        ("red general W at 9,9 cv 2 of X", 1, False),
        ("red charismatic W at 9,9 of red", 2, True),
        ("red standard W at 9,9 of red", 2, False),
        ("red standard W at 9,9 of red", 3, True),
        ("red scout W at 9,9 of red", 2, False),
    ],
)
def test_what_a_throw_needs(line: str, die: int, saved: bool) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,40 facing S, of X
        {line}
        dice red {die}
    """)
    assert game.run(lambda g: saving_throw(g, game.leader("W"))) is saved
    assert game.told(ThrowMade)[0].roll == die


@pytest.mark.rule("fucilieri.3.2.9.4", "fucilieri.3.7.5", "fucilieri.3.1.1.9")
def test_a_lost_general_leaves_his_command_without_one_and_it_alone_must_test() -> None:
    game = situation(ARMY)
    game.run(lambda g: lose_leader(g, game.leader("M"), KILLED, RULE))
    assert game.state.leader_of("X") is None
    assert game.command("X").initiative == 0
    assert game.command("X").execution > 0
    assert {id: one.reasons for id, one in game.state.commands.items() if one.seat == "red"} == {
        "red": [],
        "X": ["leader-lost"],
        "Y": [],
    }


@pytest.mark.rule("fucilieri.3.7.5", "fucilieri.3.7.18")
def test_a_lost_condottiero_obliges_every_command_of_his_army_once() -> None:
    game = situation(ARMY)
    game.run(lambda g: lose_leader(g, game.leader("C"), CAPTURED, RULE))
    reasons = {one.id: one.reasons for one in game.state.commands.values()}
    assert reasons["red"] == reasons["X"] == reasons["Y"] == ["condottiero-lost"]
    assert reasons["blue"] == []


@pytest.mark.rule("fucilieri.1.6.10")
def test_musicians_go_with_their_general_and_not_with_another() -> None:
    game = situation(ARMY + "musicians X\nmusicians Y")
    game.run(lambda g: lose_leader(g, game.leader("M"), KILLED, RULE))
    assert [game.command(id).has_musicians for id in ("X", "Y")] == [False, True]
    assert [event.command for event in game.told(MusiciansLost)] == ["X"]


@pytest.mark.rule("fucilieri.1.6.13b", "fucilieri.1.6.13c")
@pytest.mark.parametrize(("raised", "standard", "reasons"), [(", raised", "lost", ["standard-lost"]), ("", "", [])])
def test_a_raised_standard_is_lost_with_its_bearer_and_every_command_must_test(
    raised: str, standard: str, reasons: list[str]
) -> None:
    game = situation(f"{ARMY}\nred standard T at 60,20 of red{raised}")
    game.run(lambda g: lose_leader(g, game.leader("T"), KILLED, RULE))
    assert game.state.standard["red"] == standard
    assert all(game.command(id).reasons == reasons for id in ("red", "X", "Y"))
    assert bool(game.told(StandardLost)) == bool(raised)


@pytest.mark.rule("fucilieri.4.2.2")
@pytest.mark.parametrize(
    ("line", "how", "is_due"),
    [
        ("red general M at 60,35 cv 3 of X, with A", KILLED, True),
        ("red general M at 60,35 cv 3 of X, with A", FLED, False),
        ("red general M at 60,35 cv 3 of X", KILLED, False),
        ("red charismatic M at 60,35 of X, with A", KILLED, False),
    ],
)
def test_a_test_is_due_when_a_leader_joined_to_the_unit_is_killed(line: str, how: str, is_due: bool) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,40 facing S, of X
        {line}
    """)
    game.run(lambda g: lose_leader(g, game.leader("M"), how, RULE))
    assert HAS_LOST_LEADER.is_on(game["A"]) is is_due


# The fate of a unit


FATE = """
    fucilieri
    red general M at 60,35 cv 3 of X, with A
    red foot A at 60,40 facing S, of X
    red foot B at 95,40 facing S, of X
    red foot D at 75,40 facing S, column, of Y
"""


@pytest.mark.rule("fucilieri.3.2.9.3")
def test_who_is_saved_goes_to_the_nearest_unengaged_unit_of_his_command() -> None:
    game = situation(FATE + "dice red 2")
    game.run(lambda g: take_to_flight(g, game["A"], RULE))
    assert game.leader("M").joined == "B"
    assert game.told(LeaderPlaced)[0].unit == "B"
    assert game.at("M")[0] == 95


@pytest.mark.rule("fucilieri.3.2.9.3")
@pytest.mark.parametrize("why", ["engaged", "far"])
def test_without_such_a_unit_near_he_stays_beside_the_place_alone(why: str) -> None:
    game = situation(FATE + "blue foot E at 95,45 facing N\ndice red 2")
    if why == "engaged":
        engage(game["B"], game["E"], "front", "front")
    else:
        footing = game.state.footing(game["B"])
        game.state.stand(game["B"], footing._replace(pose=footing.pose._replace(x=11_000)))
    before = game.at("M")
    game.run(lambda g: take_to_flight(g, game["A"], RULE))
    assert (game.leader("M").joined, game.leader("M").where) == ("", "on")
    assert game.at("M") == before


@pytest.mark.rule("fucilieri.3.2.9.3")
@pytest.mark.parametrize(("dispersed", "how"), [(True, KILLED), (False, FLED)])
def test_who_is_not_saved_is_lost_with_the_unit(dispersed: bool, how: str) -> None:
    game = situation(FATE + "dice red 1")
    if dispersed:
        game.run(lambda g: lose_unit(g, game["A"], "dispersed", "fucilieri.4.1.9"))
    else:
        game.run(lambda g: take_to_flight(g, game["A"], RULE))
    assert game.leader("M").where == how
    assert game.command("X").reasons == ["leader-lost", "unit-lost"]


@pytest.mark.rule("fucilieri.3.2.9.3", "fucilieri.3.6.37")
def test_a_leader_whose_failure_has_put_it_to_flight_throws_no_die_others_do() -> None:
    game = situation(FATE + "red charismatic K at 60,35 of Y, with A\ndice red 6")
    game.run(lambda g: take_to_flight(g, game["A"], RULE, without_throw="M"))
    assert game.leader("M").where == FLED
    assert game.leader("K").joined == "D"
    assert not game.dice_left


# Commands


@pytest.mark.rule("fucilieri.3.7.4", "fucilieri.3.7.6", "fucilieri.3.7.8", "fucilieri.3.7.8b")
def test_with_its_last_unit_a_command_is_destroyed_and_obliges_the_others() -> None:
    game = situation(ARMY + "red foot F at 60,60 facing S, of X")
    game.run(lambda g: lose_unit(g, game["A"], "dispersed", RULE))
    assert (game.command("X").fate, game.command("X").reasons) == ("", ["unit-lost"])
    assert game.command("Y").reasons == []
    game.run(lambda g: take_to_flight(g, game["F"], RULE))
    assert game.command("X").fate == "destroyed"
    assert game.command("Y").reasons == game.command("red").reasons == ["command-lost"]
    game.run(lambda g: lose_unit(g, game["D"], "dispersed", RULE))
    assert game.command("red").fate == "destroyed"
    game.run(lambda g: lose_unit(g, game["F"], "off-table", RULE))  # in flight it was lost before
    assert game.command("X").reasons == ["unit-lost"]


@pytest.mark.rule("fucilieri.3.7.8")
@pytest.mark.parametrize(("where", "fate"), [("withdrawn", "withdrawn"), ("reserve", ""), ("lost", "destroyed")])
def test_a_command_with_a_withdrawn_unit_or_one_to_come_is_not_destroyed(where: str, fate: str) -> None:
    game = situation(ARMY + "red foot F to come, of X")
    game["F"].where = where
    game.run(lambda g: lose_unit(g, game["A"], "dispersed", RULE))
    assert game.command("X").fate == fate
    assert game.command("Y").reasons == (["command-lost"] if fate == "destroyed" else [])
