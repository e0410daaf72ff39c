"""A meeting battle: two armies by points chosen in secret, then the whole way to the battle."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.armies.choosing import ArmyChosen
from alfiere.games.fucilieri.ruleset import GAME
from alfiere.kernel.game import Game
from alfiere.kernel.ruleset import BadChoice
from alfiere.players import player


def meeting(**options: str) -> Game[Any]:
    return Game(GAME, GAME.scenario("meeting-1706"), "1", options)


@pytest.mark.rule("fucilieri.1.1.3")
def test_both_players_choose_among_the_armies_of_the_agreed_points():
    game = meeting(points="1000")
    assert [one.seat for one in game.decisions()] == ["red", "blue"]
    for decision in game.decisions():
        assert all(970 <= option["points"] <= 1000 for option in decision.options)
    assert not game.state.units


def test_nobody_sees_a_choice_before_he_has_made_his_own():
    game, other = meeting(), meeting()
    game.answer("red", ("choose-army", {"army": "savoy", "points": 1488}))
    other.answer("red", ("choose-army", {"army": "france", "points": 1492}))
    assert game.view("blue") == other.view("blue")
    game.answer("blue", ("choose-army", {"army": "empire", "points": 1490}))
    shown = [one for one in game.events if isinstance(one, ArmyChosen)]
    assert [(one.seat, one.army) for one in shown] == [("red", "savoy"), ("blue", "empire")]
    assert {unit.seat for unit in game.state.units.values()} == {"red", "blue"}
    assert game.state.scenario.sides["red"].name.it == "Savoia"
    assert not game.may_undo("blue")


def test_the_sides_are_called_as_their_armies_once_both_are_chosen():
    game = meeting()
    game.answer("red", ("choose-army", {"army": "savoy", "points": 1488}))
    assert "sides" not in game.view("red")
    game.answer("blue", ("choose-army", {"army": "empire", "points": 1490}))
    names = {"red": {"en": "Savoy", "it": "Savoia"}, "blue": {"en": "Empire", "it": "Impero"}}
    assert game.view("red")["sides"] == game.view(None)["sides"] == names
    assert GAME.name(game.state, "red", 40, "en") == "Savoy 40"
    assert "sides" not in Game(GAME, GAME.scenario("stura-1706"), "1").view("red")


def test_armies_chosen_beforehand_are_there_from_the_beginning():
    game = meeting(points="2000", red_army="england", blue_army="england")
    assert game.state.scenario.cost("red") == game.state.scenario.cost("blue") == 1986
    assert game.state.scenario.sides["blue"].name.en == "England (Blue army)"
    assert game.state.phase == "exploration"
    assert game.decision is not None
    assert game.decision.key != "choose-army"


def test_units_leaders_and_commands_of_two_armies_alike_are_told_with_their_side():
    state = meeting(red_army="france", blue_army="france").state
    told = [GAME.name(state, "unit", id, "it") for id in ("red-estaing-1", "blue-estaing-1", "blue-estaing")]
    assert told == ["Auvergne (Rosso)", "Auvergne (Blu)", "Estaing (Blu)"]
    other = meeting(red_army="france", blue_army="savoy").state
    assert GAME.name(other, "unit", "red-estaing-1", "it") == "Auvergne"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"points": "1234"}, "points is «1234»; it must be one of 1000, 1500, 2000"),
        ({"red_army": "venice"}, "red_army is «venice»; it must be one of empire, england"),
    ],
)
def test_what_is_not_offered_is_refused(options: dict[str, str], told: str):
    with pytest.raises(BadChoice, match=told):
        meeting(**options)


def test_other_battles_know_nothing_of_it():
    state = GAME.setup(GAME.scenario("venaria-1706"), GAME.options())
    assert state.options == {}
    assert GAME.options_of(state.scenario) == {}
    assert GAME.choices(state.scenario) == {}


def test_the_lobby_hears_what_may_be_chosen_in_both_languages():
    scenario = GAME.scenario("meeting-1706")
    choices = GAME.choices(scenario)
    assert list(choices["points"]) == ["1000", "1500", "2000"]
    assert choices["red_army"]["savoy"] == {"en": "Savoy", "it": "Savoia"}
    assert choices["blue_army"][""] == {"en": "chosen at the table", "it": "si sceglie al tavolo"}
    assert GAME.options_of(scenario)["points"] == "1500"


def test_the_lobby_hears_what_is_in_each_army():
    musters = GAME.musters(GAME.scenario("meeting-1706"))
    for army in musters.values():
        for told in army.values():
            assert told["points"] == sum(group["points"] for group in told["groups"])
            for group in told["groups"]:
                assert group["points"] >= sum(one["count"] * one["points"] for one in group["units"])
    units = {one["name"]["en"]: one["count"] for group in musters["empire"]["1500"]["groups"] for one in group["units"]}
    assert units["Imperial hussars"] == 1
    assert not GAME.musters(GAME.scenario("stura-1706"))


def test_a_state_comes_back_with_its_armies():
    game = meeting(points="1000")
    players = {seat: player("random", seat) for seat in ("red", "blue")}
    for _ in range(40):
        assert game.decision is not None
        game.answer(game.decision.seat, players[game.decision.seat].choose(game, game.decision.seat))
    data = game.state.to_plain()
    assert GAME.restore(GAME.scenario("meeting-1706"), data).to_plain() == data


def test_the_computer_takes_an_army_that_makes_nearly_the_most_of_the_points():
    game = meeting()
    taken = {seat: player("greedy", "1").choose(game, seat) for seat in ("red", "blue")}
    for decision in game.decisions():
        most = max(option["points"] for option in decision.options)
        assert taken[decision.seat]["points"] * 100 >= most * 98


def test_while_armies_are_open_the_sides_are_called_by_their_colours():
    names = {seat: side.name.en for seat, side in meeting().state.scenario.sides.items()}
    assert names == {"red": "Red army", "blue": "Blue army"}
