"""Chapters 10.18 and 10.19: support, and the army value."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.command import is_supported
from alfiere.games.esa.events import ForcedMove, LossesTaken, UnitShaken
from alfiere.games.esa.scenario import read_scenario
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


TWO_LOSSES = """
    esa on open ground
    {ground}
    red   musketeers M at 0,0 facing 0, fire 0
    blue  swordsmen A at 0,-2 facing 3, armour 0|0
    blue  {one}
    blue  {two}
    cards red 1 1 9
"""
NOBODY, FAR = "line Y at 9,-9 facing 3", "line Z at 9,-12 facing 3"


@pytest.mark.rule("esa.10.18a", "esa.10.18e")
@pytest.mark.parametrize(
    ("one", "two", "supported"),
    [
        ("line B at 0,-3 facing 3", "line C at 1,-3 facing 3", True),
        ("guns B at 0,-3 facing 3, division other", "arquebusiers C at -1,-2 facing 3", True),
        ("line B at 0,-3 facing 3", "line C at 1,-3 facing 3, shaken", False),
        ("line B at 0,-3 facing 3", "line C at 1,-4 facing 3", False),
        ("line B at 0,-3 facing 3", "general G at 1,-3 morale 2", False),
    ],
    ids=["two friends", "of any class and division", "one shaken", "one too far", "a lone leader"],
)
def test_a_unit_is_supported_by_two_adjacent_friends_that_are_not_shaken(one, two, supported):
    game = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one=one, two=two))
    assert is_supported(game.state, game.unit("A")) is supported
    game.shoot("M", "A")
    assert game.unit("A").is_shaken is not supported


@pytest.mark.rule("esa.10.18b")
def test_a_unit_in_an_area_is_supported():
    game = situation(TWO_LOSSES.format(ground="area 0,-2 protection 0|0", one=NOBODY, two=FAR))
    game.shoot("M", "A")
    assert game.unit("A").lost == 2
    assert not game.unit("A").is_shaken


@pytest.mark.rule("esa.10.18c", "esa.10.18e2")
@pytest.mark.parametrize(
    ("leader", "supported"),
    [
        ("general G at 0,-2", True),
        ("commander G at 0,-2", True),
        ("wing G at 0,-2", True),
        ("character G at 0,-2", False),
    ],
)
def test_an_attached_general_supports_his_unit_and_a_character_does_not(leader, supported):
    game = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one=leader, two=FAR))
    game.shoot("M", "A")
    assert game.unit("A").lost == 2
    assert game.unit("A").is_shaken is not supported


@pytest.mark.rule("esa.10.18d")
@pytest.mark.parametrize(("answer", "kinds"), [("stand", []), ("withdraw", ["withdraw"])])
def test_a_supported_unit_is_not_shaken_by_two_losses_and_withdraws_only_if_it_wishes(answer, kinds):
    game = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one="general G at 0,-2", two=FAR))
    game.shoot("M", "A", answer)
    assert [option.key for option in asked(game, "may-withdraw")[0].options] == ["stand", "withdraw"]
    assert [event.kind for event in game.told(ForcedMove)] == kinds
    assert not game.told(UnitShaken)


@pytest.mark.rule("esa.10.18f")
def test_a_supported_unit_that_chooses_to_withdraw_is_bound_by_the_rules_of_forced_movement():
    walls = "impassable 0,-3 1,-3 -1,-2 1,-2 -1,-1"
    large = TWO_LOSSES.replace("swordsmen A", "line A").replace("armour 0|0", "armour 1|0")
    game = situation(large.format(ground=walls, one="general G at 0,-2", two=FAR))
    game.shoot("M", "A", "withdraw")
    assert [event.outcome for event in game.told(ForcedMove)] == ["hindered"]
    assert [event.losses for event in game.told(LossesTaken)] == [2, 1]  # one more for not completing it
    assert not game.unit("A").is_shaken


# The army value


@pytest.mark.rule("esa.10.19a")
@pytest.mark.parametrize(("value", "passed"), [(2, True), (3, True), (4, False)])
def test_with_the_base_army_value_a_card_of_three_or_less_is_a_success(value, passed):
    game = situation(f"""
        esa on open ground
        red   cuirassiers C at 0,4 facing 0, strength 1, morale 0
        blue  line Z at 0,0 facing 3
        order red: move melee
        cards red {value}
    """)
    assert game.rules.view(game.state, None)["tracks"]["army_value"] == {"red": 3, "blue": 3}
    game.charge("C", "Z")
    assert game.told(events.TestTaken)[0].passed is passed


@pytest.mark.rule("esa.10.19b")
def test_a_scenario_may_give_a_tired_army_the_value_two():
    source = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one=NOBODY, two=FAR)).scenario.source
    next(one for one in source["side"] if one["seat"] == "blue")["army_value"] = 2
    state = new_battle(read_scenario(source), OPTIONS)
    assert (state.armies["red"].value, state.armies["blue"].value) == (3, 2)


@pytest.mark.rule("esa.10.19c")
@pytest.mark.parametrize(("haze", "value"), [("no", 3), ("yes", 2)])
def test_bad_weather_may_reduce_the_value_of_both_armies_to_two(haze, value):
    words = {"en": "rain", "it": "pioggia"}
    source = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one=NOBODY, two=FAR)).scenario.source
    source["special"] = [{"kind": "army value", "name": words, "text": words, "value": 2, "optional": "haze"}]
    state = new_battle(read_scenario(source), {**OPTIONS, "haze": haze})
    assert [army.value for army in state.armies.values()] == [value, value]


@pytest.mark.rule("esa.10.19d", "esa.10.19e")
@pytest.mark.parametrize(
    ("options", "values"),
    [({"red": "4"}, (4, 3)), ({"blue": "2"}, (3, 2)), ({"red": "4", "blue": "4"}, (4, 4))],
    ids=["the weaker player helped", "the stronger one hindered", "a shorter game"],
)
def test_the_players_may_agree_on_other_army_values(options, values):
    lines = "".join(f"\n    army value {side} {value}" for side, value in options.items())
    game = situation(TWO_LOSSES.format(ground="road 5,5 5,6", one=NOBODY, two=FAR) + lines)
    armies = game.state.armies
    assert (armies["red"].value, armies["blue"].value) == values


@pytest.mark.rule("esa.10.19d")
def test_an_army_of_value_four_succeeds_with_a_four():
    game = situation("""
        esa on open ground
        army value red 4
        red   cuirassiers C at 0,4 facing 0, strength 1, morale 0
        blue  line Z at 0,0 facing 3
        order red: move melee
        cards red 4
    """)
    game.charge("C", "Z")
    assert game.told(events.TestTaken)[0].passed
