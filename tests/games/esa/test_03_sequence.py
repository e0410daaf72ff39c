"""Chapter 3, sections 3.1 to 3.2.3: the turn, its phases, and who acts before whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from alfiere.games.esa.events import CardsDrawn, DivisionActs, PhaseBegan, TurnBegan, UnitMoved
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from tests.situation import situation


def lens_until_turn(last: int) -> list[Event]:
    """Everything that happens at Lens before this turn, if both sides always do the ordinary thing."""
    rules = Esa()
    game = Game(rules, rules.scenario("lens-1648"), "sequence")
    while game.decision is not None and game.state.turn < last:
        game.answer(game.decision.seat, game.decision.options[0])
    return game.events


def headings(events: list[Event]) -> Iterator[str]:
    """The turns and phases as they were announced; the cards of the planning phase count as its sign."""
    for event in events:
        if isinstance(event, TurnBegan):
            yield f"turn {event.turn}"
        elif isinstance(event, PhaseBegan):
            yield event.phase
        elif isinstance(event, CardsDrawn) and event.rules == ("esa.3.2.1a",):
            yield f"{event.seat} draws"


@pytest.mark.rule("esa.3a", "esa.3.2a", "esa.3.2b")
def test_each_turn_runs_through_planning_orders_the_four_actions_and_its_end():
    told = list(headings(lens_until_turn(3)))
    phases = ["red draws", "blue draws", "orders", "movement", "fire", "melee", "rally", "end"]
    assert told[: told.index("turn 3") + 1] == ["turn 1", *phases, "turn 2", *phases, "turn 3"]


def acts(game, action: str) -> list[str]:
    """The divisions in the order in which they began an action."""
    return [event.division for event in game.told(DivisionActs) if event.action == action]


@pytest.mark.rule("esa.3.2b")
def test_an_action_is_completed_by_all_divisions_before_the_next_begins():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,5 facing 0, division two
        blue  musketeers C at 0,-9 facing 3
        order one: card 1
        order two: card 3
        order blue: card 2
    """)
    game.turn_phase("actions")
    actions = [event.action for event in game.told(DivisionActs)]
    assert actions == ["move"] * 3 + ["fire"] * 3 + ["melee"] * 3 + ["rally"] * 3


@pytest.mark.rule("esa.3.1a")
@pytest.mark.parametrize("action", ["move", "fire", "melee", "rally"])
def test_priority_three_acts_first_then_two_then_one_in_every_action(action):
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division last
        red   musketeers B at 0,5 facing 0, division middle
        blue  musketeers C at 0,-9 facing 3, division first
        order last: card 3
        order middle: card 1
        order first: card 31
        initiative red
    """)
    game.turn_phase("actions")
    assert acts(game, action) == ["first", "middle", "last"]


@pytest.mark.rule("esa.3.1b")
@pytest.mark.parametrize(("initiative", "order"), [("red", ["red", "blue"]), ("blue", ["blue", "red"])])
def test_at_equal_priority_the_side_with_the_initiative_acts_first(initiative, order):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers C at 0,-9 facing 3
        order red: card 1
        order blue: card 2
        initiative {initiative}
    """)
    game.turn_phase("actions")
    assert [acts(game, action) for action in ("move", "fire", "melee", "rally")] == [order] * 4


@pytest.mark.rule("esa.3.1c")
def test_a_player_orders_his_equal_divisions_and_their_units_and_ends_one_before_the_next():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,3 facing 0, division two
        red   musketeers C at 3,3 facing 0, division two
        order one: card 1
        order two: card 2
    """)
    game.phase(
        "movement",
        "division division=two",
        "unit unit=C",
        f"move hex={game.at(3, 2)}",
        "unit unit=B",
        f"move hex={game.at(0, 2)}",
        "unit unit=A",
        f"move hex={game.at(0, -1)}",
    )
    told = [event for event in game.events if isinstance(event, DivisionActs | UnitMoved)]
    assert [event.unit if isinstance(event, UnitMoved) else event.division for event in told] == [
        *("two", "C", "B"),
        *("one", "A"),
    ]
    assert game.asked[0].key == "division"
    assert {option["division"] for option in game.asked[0].options} == {"one", "two"}
    assert {option.get("unit") for option in game.asked[1].options} == {"B", "C", None}


@pytest.mark.rule("esa.3.2.1a")
def test_in_the_planning_phase_each_side_adds_its_command_capacity_to_its_hand():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division one
        red   musketeers B at 0,3 facing 0, division two
        blue  musketeers C at 0,-9 facing 3
        hand red 5 7
    """)
    game.turn_phase("planning")
    hands = {seat: game.state.armies[seat].hand for seat in ("red", "blue")}
    assert {5, 7} < set(hands["red"])
    assert (len(hands["red"]), len(hands["blue"])) == (2 + 3, 2)  # two divisions and the commander, one and his


@pytest.mark.rule("esa.3.2.3a")
def test_units_do_only_what_the_card_of_their_general_grants():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   cuirassiers D at 3,0 facing 0, shaken
        blue  walloons B at 0,-2 facing 0
        order red: card 23
    """)  # Cautious advance: move and fire
    for phase in ("movement", "fire", "melee", "rally"):
        game.phase(phase)
    asked = {decision.key for decision in game.asked if decision.seat == "red"}
    assert {"move-which", "fire"} <= asked
    assert not {"attack", "rally"} & asked
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   cuirassiers D at 3,0 facing 0, shaken
        blue  walloons B at 0,-2 facing 0
        order red: card 25
    """)  # Hesitation: only rally
    for phase in ("movement", "fire", "melee", "rally"):
        game.phase(phase)
    asked = {decision.key for decision in game.asked if decision.seat == "red"}
    assert "rally" in asked
    assert not {"move-which", "fire", "attack"} & asked
