"""Tests due at one moment: their order, contagion, and what follows at once (4.2.5, 4.2.8-4.2.10)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.morale.leaders_lost import HAS_LOST_LEADER, lose_leader
from alfiere.games.fucilieri.morale.losses import take_losses
from alfiere.games.fucilieri.morale.settle import Due, Moves, settle
from alfiere.games.fucilieri.morale.units_lost import lose_unit, take_to_flight
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.games.fucilieri.state.standing import break_contact, engage, is_engaged
from alfiere.games.fucilieri.state.unit import LOST, Unit
from alfiere.games.fucilieri.told.morale import ReactionTested
from alfiere.kernel.procedure import Procedure
from tests.situation import situation

RULE = "fucilieri.4.2.1e"


class Noted:
    """Forced moves that lead nowhere: they are written down."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def fall_back(self, g: FucilieriGame, unit: Unit, enemy: Unit | None) -> Procedure[None]:
        """A move."""
        yield from ()
        break_contact(g.state, unit)
        self.made.append(f"{unit.id} falls back")

    def flee(self, g: FucilieriGame, unit: Unit) -> Procedure[None]:
        """A flight."""
        yield from ()
        self.made.append(f"{unit.id} flees")

    @property
    def moves(self) -> Moves:
        """Both."""
        return Moves(self.fall_back, self.flee)


def settled(game: Any, *due: Due, answers: tuple[Any, ...] = ()) -> Noted:
    """What is due has been settled, with these answers."""
    noted = Noted()
    game.run(lambda g: settle(g, due, noted.moves), *answers)
    return noted


def who_tested(game: Any) -> list[tuple[str, str]]:
    """Who has tested, and why."""
    return [(event.unit, event.cause) for event in game.told(ReactionTested)]


@pytest.mark.rule("fucilieri.4.2.5")
@pytest.mark.rule("fucilieri.ex.61")
@pytest.mark.rule("fucilieri.ex.62")
def test_friends_of_no_higher_quality_near_a_flight_test() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, of X, average, normal
        red foot V at 60,55 facing S, of X, veteran, normal, with officer
        red foot O at 85,40 facing S, of X, average, normal, with officer
        red foot P at 60,25 facing S, of X, poor, normal, with officer, column
        red foot F at 130,40 facing S, of X, poor, normal, with officer
        blue foot E at 60,100 facing N, poor
        dice red 6 6
    """)
    game.run(lambda g: take_to_flight(g, game["A"], RULE))
    settled(game)
    assert who_tested(game) == [("O", "contagion"), ("P", "contagion")]
    assert not game.dice_left


@pytest.mark.rule("fucilieri.4.2.5")
@pytest.mark.parametrize(
    ("line", "tests"),
    [
        ("at 85,40 facing S", True),  # 5 cm
        ("at 95,40 facing S", True),  # 15 cm
        ("at 95.1,40 facing S", False),
    ],
)
def test_how_far_a_fright_goes(line: str, tests: bool) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,40 facing S, initial 16
        red foot O {line}, initial 16
    """)
    game.run(lambda g: lose_unit(g, game["A"], "guns-lost", RULE))  # that frightens nobody
    settled(game)
    assert who_tested(game) == []
    game = situation(f"""
        fucilieri
        red foot A at 60,40 facing S, initial 16
        red foot O {line}, initial 16
    """)
    game.run(lambda g: take_losses(g, game["A"], 16, "combat"))
    settled(game)
    assert bool(who_tested(game)) is tests


@pytest.mark.rule("fucilieri.4.2.5")
def test_engaged_friends_are_not_frightened_and_nobody_twice_in_a_round() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, of X
        red foot B at 60,16 facing S, of X
        red foot O at 85,40 facing S, of X, elite, with officer
        red foot P at 60,28 facing S, of X, elite, with officer
        blue foot E at 85,45 facing N
        dice red 5 5
    """)
    game["A"].profile = game["B"].profile = game["O"].profile
    engage(game["O"], game["E"], "front", "front")
    for name in "AB":
        game.run(lambda g, name=name: take_to_flight(g, game[name], RULE))
        settled(game)
    assert who_tested(game) == [("P", "contagion")]
    game.state.phase = "another round"
    game.run(lambda g: take_to_flight(g, game["O"], RULE))
    settled(game)
    assert who_tested(game) == [("P", "contagion")] * 2


@pytest.mark.rule("fucilieri.4.2.9")
def test_commands_test_in_execution_order_and_contagion_follows_after_all() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, of X, normal, poor, initial 16, figures 8, with officer
        red  foot B at 85,40 facing S, of Y, normal, poor, initial 16, with officer
        blue foot E at 60,90 facing N, initial 16, elite, with officer
        dice red 1 6 6 blue 6
    """)
    game.command("X").execution, game.command("blue").execution, game.command("Y").execution = 1, 2, 3
    noted = settled(game, Due("B", "losses"), Due("E", "losses"), Due("A", "losses"))
    assert who_tested(game) == [("A", "losses"), ("E", "losses"), ("B", "losses"), ("B", "contagion")]
    assert noted.made == ["A flees"]


@pytest.mark.rule("fucilieri.4.2.9", "fucilieri.4.2.4c")
def test_the_owner_chooses_the_order_within_a_command_where_it_matters() -> None:
    text = """
        fucilieri
        red foot A at 60,40 facing S, veteran, normal, with officer
        red foot B at {}, veteran, normal, with officer
        dice red 6 6
    """
    game = situation(text.format("60,28 facing S"))  # behind A: it supports it
    settled(game, Due("A", "losses"), Due("B", "losses"), answers=("test-unit unit=B cause=losses",))
    assert who_tested(game) == [("B", "losses"), ("A", "losses")]
    assert [(one.key, one.seat, len(one.options)) for one in game.asked] == [("test-unit", "red", 2)]
    game = situation(text.format("120,40 facing S"))  # neither behind the other nor in his way home
    settled(game, Due("A", "losses"), Due("B", "losses"))
    assert who_tested(game) == [("A", "losses"), ("B", "losses")]
    assert not game.asked


@pytest.mark.rule("fucilieri.4.2.9", "fucilieri.3.2.7.2")
def test_the_order_matters_too_where_one_would_run_through_another() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,50 facing S, veteran, normal, with officer
        red foot B at 60,32 facing S, veteran, normal, with officer
        dice red 6 6
    """)
    settled(game, Due("A", "losses"), Due("B", "losses"))
    assert len(game.asked) == 1


@pytest.mark.rule("fucilieri.4.2.8", "fucilieri.4.2.2")
def test_a_leader_killed_asks_for_a_test_unless_one_for_losses_or_combat_is_due() -> None:
    text = """
        fucilieri
        red foot A at 60,40 facing S, veteran, normal, with officer, initial 16, of X
        red general M at 60,35 cv 2 of X, with A
        dice red 6
    """
    game = situation(text)
    game.run(lambda g: lose_leader(g, game.leader("M"), "killed", RULE))
    settled(game)
    assert who_tested(game) == [("A", "leader")]
    game = situation(text)
    game.run(lambda g: lose_leader(g, game.leader("M"), "killed", RULE))
    game.run(lambda g: take_losses(g, game["A"], 4, "fire"))
    settled(game)
    assert who_tested(game) == [("A", "losses")]
    game = situation(text)
    game.run(lambda g: lose_leader(g, game.leader("M"), "killed", RULE))
    settled(game, Due("A", "combat", 1))
    assert who_tested(game) == [("A", "combat")]
    HAS_LOST_LEADER.put(game["A"])  # in the same round, later
    settled(game)
    assert who_tested(game) == [("A", "combat")]


@pytest.mark.rule("fucilieri.4.2.8", "fucilieri.3.4.23")
def test_one_test_for_losses_in_a_round_however_many_quarters() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S, elite, normal, with officer, initial 16
        dice red 6 6
    """)
    game.run(lambda g: take_losses(g, game["A"], 3, "fire"))
    settled(game)
    assert who_tested(game) == []
    game.run(lambda g: take_losses(g, game["A"], 1, "fire"))
    settled(game)
    game.run(lambda g: take_losses(g, game["A"], 4, "fire"))  # another quarter in the same round
    settled(game)
    assert who_tested(game) == [("A", "losses")]
    game.state.phase = "another round"
    settled(game)
    assert who_tested(game) == [("A", "losses")]


@pytest.mark.rule("fucilieri.4.2.10")
@pytest.mark.parametrize(
    ("cause", "is_engaged_now", "made"),
    [
        ("losses", False, []),  # its first move comes in the next round 2
        ("losses", True, ["A falls back"]),
        ("leader", True, ["A falls back"]),
        ("contagion", True, ["A falls back"]),
        ("combat", True, []),  # moved by the chapter of combat
    ],
)
def test_who_falls_back_in_contact_breaks_it_at_once(cause: str, is_engaged_now: bool, made: list[str]) -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, poor, normal, with officer
        blue foot E at 60,45 facing N
        dice red 1
    """)
    if is_engaged_now:
        engage(game["A"], game["E"], "front", "front")
    assert settled(game, Due("A", cause)).made == made
    assert game["A"].is_falling_back
    assert is_engaged(game["E"]) == (cause == "combat")


@pytest.mark.rule("fucilieri.4.2.10", "fucilieri.3.2.8.1")
def test_who_takes_to_flight_runs_at_once_and_the_result_is_told() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,40 facing S, poor, normal, without officer commander, initial 16, figures 12
        dice red 1
    """)
    noted = Noted()
    results = game.run(lambda g: settle(g, [Due("A", "combat", 2, "flank")], noted.moves))
    assert results == {"A": "flight"}
    assert noted.made == ["A flees"]
    assert game.told(ReactionTested)[0].score == 1 + 3 - 1 - 1 - 1 - 2


def test_who_is_gone_before_his_turn_does_not_test() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,40 facing S
        dice red
    """)
    game["A"].where = LOST
    game.state.laid = None
    settled(game, Due("A", "losses"))
    assert who_tested(game) == []
