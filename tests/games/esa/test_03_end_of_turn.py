"""Chapters 3.2.4 and 3.2.5: what a turn costs in determination, and when and how the battle ends."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from alfiere.battles.events import BattleEnded
from alfiere.games.esa.command import command_capacity
from alfiere.games.esa.events import (
    DeterminationLost,
    DivisionRouted,
    LeaderFell,
    ObjectiveTaken,
    UnitShaken,
)
from alfiere.games.esa.losses import eliminate, hit_leader, shake
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.procedure import Procedure
from tests.situation import situation


def field(text: str, red: int = 20, blue: int = 20):
    """A situation whose armies have this determination left."""
    game = situation(text)
    game.state.armies["red"].determination = red
    game.state.armies["blue"].determination = blue
    return game


def happen(game, *deeds: Callable[[EsaGame], object]) -> None:
    """Things that befall the armies during the turn."""

    def play(g: EsaGame) -> Procedure[None]:
        for deed in deeds:
            deed(g)
        return
        yield

    game.run(play)


def eliminated(name: str) -> Callable[[EsaGame], object]:
    return lambda g: eliminate(g, g.state.units[name])


def shaken(name: str) -> Callable[[EsaGame], object]:
    return lambda g: shake(g, g.state.units[name], "esa.6.1i")


def fallen(name: str) -> Callable[[EsaGame], object]:
    return lambda g: hit_leader(g, g.state.leaders[name], 3)


def left(game, seat: str = "red") -> int:
    return game.state.armies[seat].determination


SIX_REGIMENTS = """
    esa on open ground
    red   cuirassiers A at 0,0 facing 0
    red   cuirassiers B at 3,0 facing 0
    red   cuirassiers C at 6,0 facing 0
    red   cuirassiers D at -3,0 facing 0
    red   cuirassiers E at -6,0 facing 0
    red   cuirassiers F at -9,0 facing 0
    red   general G at 1,4 morale 2
    blue  musketeers M at 0,-2 facing 3
    turn 3
"""


# Determination


@pytest.mark.rule("esa.3.2.4a")
def test_at_the_end_of_the_turn_assigned_cards_go_to_their_owners_discards():
    game = field(SIX_REGIMENTS + "order red: card 4\norder blue: card 9")
    game.turn_phase("end")
    assert (game.state.armies["red"].discard, game.state.armies["blue"].discard) == ([4], [9])
    assert all(one.card == 0 and not one.has_order for one in game.state.divisions.values())
    assert not game.state.cards_shown  # those of the next turn lie face down


@pytest.mark.rule("esa.3.2.4b")
def test_each_unit_that_became_shaken_costs_one_even_if_it_has_rallied_since():
    game = field(SIX_REGIMENTS + "order red: rally\ncards blue 1 9 9 9 red 1")
    game.unit("F").is_shaken = True  # since an earlier turn
    game.shoot("M", "A", "none", f"withdraw hex={game.at(0, 4)}")
    assert [event.unit for event in game.told(UnitShaken)] == ["A"]
    game.phase("rally", "rally unit=A marker=shaken")
    assert not game.unit("A").is_shaken
    game.turn_phase("end")
    assert left(game) == 20 - 1
    game.turn_phase("end")
    assert left(game) == 20 - 1  # once, in that turn


@pytest.mark.rule("esa.3.2.4c")
def test_each_eliminated_unit_costs_its_points_guns_too():
    game = situation(SIX_REGIMENTS + "red guns L at 0,3 facing 0")
    assert left(game) == 6 * 4 // 2  # guns do not count at the start
    game.state.armies["red"].determination = 20
    happen(game, eliminated("A"))
    game.turn_phase("end")
    assert left(game) == 20 - 4
    happen(game, eliminated("L"))
    game.turn_phase("end")
    assert left(game) == 20 - 4 - 3


@pytest.mark.rule("esa.3.2.4d")
def test_a_general_who_falls_costs_his_morale():
    game = field("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        red   walloons B at 3,0 facing 0
        red   general G at 0,0 morale 3, strength 1
        blue  musketeers M at 0,-2 facing 3
        cards blue 1 9 9 9
    """)
    game.shoot("M", "A", "none")
    assert [event.leader for event in game.told(LeaderFell)] == ["G"]
    game.turn_phase("end")
    assert left(game) == 20 - 3


@pytest.mark.rule("esa.3.2.4e")
def test_an_objective_in_enemy_hands_costs_its_value():
    game = field(SIX_REGIMENTS + "objective 0,-2 red 4\nobjective 0,-2 blue 3")
    game.turn_phase("end")
    assert (left(game), left(game, "blue")) == (20 - 4, 20)  # blue's musketeers stand in it


@pytest.mark.rule("esa.3.2.4f")
def test_a_character_who_falls_costs_nothing():
    game = field(SIX_REGIMENTS + "red character P at 3,3 melee 1")
    happen(game, fallen("P"))
    assert [event.leader for event in game.told(LeaderFell)] == ["P"]
    game.turn_phase("end")
    assert left(game) == 20


@pytest.mark.rule("esa.ex.62")
def test_two_shaken_a_unit_a_general_and_an_objective_cost_twelve():
    game = field(SIX_REGIMENTS + "objective 0,-2 red 4")
    happen(game, shaken("A"), shaken("B"), eliminated("C"), fallen("G"))
    game.turn_phase("end")
    lost = {event.cause: event.amount for event in game.told(DeterminationLost)}
    assert lost == {"shaken": 2, "units": 4, "generals": 2, "objective": 4}
    assert left(game) == 20 - 2 - 4 - 2 - 4 == 8


@pytest.mark.rule("esa.ex.56")
def test_a_fallen_general_costs_determination_and_command_capacity_and_is_replaced():
    game = field(
        """
        esa on open ground
        red   walloons A at 0,0 facing 0, division one
        red   walloons B at 3,0 facing 0, division two
        red   walloons C at 6,0 facing 0, division three
        red   general G at 0,0 morale 3, strength 1, division one
        blue  musketeers M at 0,-2 facing 3
        cards blue 1 9 9 9
        """,
        red=12,
    )
    assert command_capacity(game.state, "red") == 4
    game.shoot("M", "A", "none")
    game.turn_phase("end")
    assert left(game) == 9
    assert command_capacity(game.state, "red") == 3
    game.turn_phase("planning")
    assert command_capacity(game.state, "red") == 3
    general = game.leader("G").profile
    assert (general.fire, general.melee, general.morale, general.armour) == (None, -1, 1, (1, 1))
    assert game.where("G") == (0, 0)
    assert game.leader("G").strength == 3


@pytest.mark.rule("esa.3.2.4g")
def test_the_end_of_the_turn_goes_from_discards_and_routs_to_the_end_of_the_battle():
    game = field(
        SIX_REGIMENTS
        + """
        red   cuirassiers K at 6,6 facing 0, division weak
        red   cuirassiers L at 9,6 facing 0, division weak
        red   general W at 9,9 morale 1, division weak
        objective 0,-2 red 4
        order weak: card 4
        turn 12
        """,
        red=30,
    )
    happen(game, eliminated("K"), shaken("L"), shaken("A"), eliminated("B"), fallen("G"))
    game.unit("A").lost = 2
    before = len(game.events)
    game.turn_phase("end")
    kinds = (DivisionRouted, DeterminationLost, ObjectiveTaken, BattleEnded)
    told = [event for event in game.events[before:] if isinstance(event, kinds)]
    red = [e.cause if isinstance(e, DeterminationLost) else type(e).__name__ for e in told]
    assert red == ["DivisionRouted", "shaken", "units", "generals", "ObjectiveTaken", "objective", "BattleEnded"]
    assert game.state.armies["red"].discard == [4]
    # two shaken; K, B and the routed L; G and the routed W; the objective
    assert left(game) == 30 - 2 - 12 - (2 + 1) - 4
    assert all(unit.lost == 0 and unit.did == 0 for unit in game.state.units.values())


# The end of the battle


def ending(game) -> tuple[str, str]:
    """Who has won at this end of turn, and why; two empty words while the battle goes on."""
    game.turn_phase("end")
    return game.state.winner, game.state.reason


@pytest.mark.rule("esa.3.2.5a")
def test_after_the_last_turn_the_higher_determination_wins():
    assert ending(field(SIX_REGIMENTS + "turn 11", red=5, blue=4)) == ("", "")
    assert ending(field(SIX_REGIMENTS + "turn 12", red=5, blue=4)) == ("red", "time")
    assert ending(field(SIX_REGIMENTS + "turn 12", red=4, blue=5)) == ("blue", "time")


@pytest.mark.rule("esa.3.2.5b")
def test_equal_determination_after_the_last_turn_is_a_draw():
    assert ending(field(SIX_REGIMENTS + "turn 12", red=5, blue=5)) == ("nobody", "time-equal")


@pytest.mark.rule("esa.3.2.5c")
def test_the_battle_ends_when_a_player_has_reached_the_scenarios_conditions():
    assert ending(field(SIX_REGIMENTS + "victory blue 0,-2")) == ("blue", "scenario")
    assert ending(field(SIX_REGIMENTS + "victory blue 0,-3")) == ("", "")
    assert ending(field(SIX_REGIMENTS + "victory red 0,-2")) == ("", "")
    assert ending(field(SIX_REGIMENTS + "victory red 0,-2 at end blue\nturn 12")) == ("blue", "held")


@pytest.mark.rule("esa.3.2.5d", "esa.3.2.5e")
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [(1, 20, ""), (0, 20, "blue"), (-3, 20, "blue"), (20, 0, "red"), (0, -5, "nobody"), (0, 0, "nobody")],
)
def test_an_army_without_determination_loses_and_two_of_them_draw(red, blue, winner):
    assert ending(field(SIX_REGIMENTS, red=red, blue=blue))[0] == winner


@pytest.mark.rule("esa.3.2.5f", "esa.3.2.5g")
def test_an_army_whose_units_are_all_gone_or_shaken_loses_and_two_of_them_draw():
    game = field(SIX_REGIMENTS, red=200, blue=200)
    happen(game, *(eliminated(name) for name in "ABC"), *(shaken(name) for name in "DEF"))
    assert ending(game) == ("blue", "ruin")
    game = field(SIX_REGIMENTS, red=200, blue=200)
    happen(game, *(eliminated(name) for name in "ABCDEFM"))
    assert ending(game) == ("nobody", "both-ruined")
    game = field(SIX_REGIMENTS, red=200, blue=200)
    happen(game, *(shaken(name) for name in "ABC"))
    assert ending(game) == ("", "")


@pytest.mark.rule("esa.3.2.5h")
def test_the_end_is_checked_only_at_the_end_of_the_turn():
    game = field(SIX_REGIMENTS + "victory blue 0,-2\nturn 12", red=0)
    for phase in ("planning", "orders", "actions"):
        game.turn_phase(phase)
        assert game.state.winner == ""
    assert ending(game) == ("blue", "scenario")


@pytest.mark.rule("esa.3.2.5h")
def test_the_scenario_comes_before_determination_then_ruin_then_the_last_turn():
    assert ending(field(SIX_REGIMENTS + "victory blue 0,-2", blue=0)) == ("blue", "scenario")
    game = field(SIX_REGIMENTS, red=200, blue=0)
    happen(game, *(eliminated(name) for name in "ABCDEF"))
    assert ending(game) == ("red", "determination")
    game = field(SIX_REGIMENTS + "turn 12", red=200, blue=5)
    happen(game, *(eliminated(name) for name in "ABCDEF"))
    assert ending(game) == ("blue", "ruin")


@pytest.mark.rule("esa.3.2.5f", "esa.2.1.3c")
@pytest.mark.parametrize(("late", "winner"), [("F", ""), ("M", "blue")])
def test_an_army_that_has_units_to_come_is_not_ruined(late, winner):
    game = field(SIX_REGIMENTS + "blue musketeers N at 9,-9 facing 3", red=200, blue=200)
    happen(game, *(eliminated(name) for name in "ABCDE"), *(eliminated(name) for name in "F" if late != "F"))
    game.state.place(game.unit(late), "")  # it has not come on yet; the enemy's help nobody else
    game.state.divisions["red"].prevailing = []  # nor is this about routs
    assert ending(game)[0] == winner


@pytest.mark.rule("esa.3.2.4e")
def test_an_objective_counts_from_its_turn_on_and_for_those_it_names():
    def costs(goal: str, turn: int = 3, **more) -> tuple[int, int]:
        game = field(SIX_REGIMENTS + goal + f"\nturn {turn}")
        form = game.state.scenario.form
        objective = tuple(msgspec.structs.replace(one, **more) for one in form.objective)
        game.state.scenario.form = msgspec.structs.replace(form, objective=objective)
        game.turn_phase("end")
        return 20 - left(game), 20 - left(game, "blue")

    assert costs("objective 0,-2 anyone 4") == (4, 0)  # blue musketeers stand there
    assert costs("objective 0,-2 red 4") == (4, 0)
    assert costs("objective 0,-2 blue 4") == (0, 0)
    assert costs("objective 0,0 anyone 4") == (0, 4)
    assert costs("objective 0,0 red 4") == (0, 0)
    assert costs("objective 0,0 anyone 4", loses="opponent") == (0, 4)
    assert costs("objective 0,0 anyone 4", from_turn=4) == (0, 0)
    assert costs("objective 0,0 anyone 4", from_turn=3) == (0, 4)


@pytest.mark.rule("esa.1.4b", "esa.1.4e")
@pytest.mark.parametrize(("kind", "cost"), [("4", 4), ("4 every turn", 8)])
def test_an_objective_costs_once_or_every_turn(kind, cost):
    game = field(SIX_REGIMENTS + f"objective 0,0 anyone {kind}")
    game.turn_phase("end")
    game.turn_phase("end")
    assert left(game, "blue") == 20 - cost
    assert len(game.told(ObjectiveTaken)) == cost // 4
