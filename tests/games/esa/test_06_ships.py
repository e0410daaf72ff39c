"""Ships off the coast, where a scenario has them: one fire at the start of each fire phase, which only paralyses."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.events import LossesTaken, UnitParalysed, VolleyFired
from alfiere.games.esa.fire_phase import fire_of_ships
from alfiere.games.esa.ruleset import Esa
from tests.games.esa.lines import Situation, stack
from tests.games.esa.muster import muster

NAME = {"en": "ships", "it": "navi"}
OFF_SHORE = {"kind": "ships", "name": NAME, "text": NAME, "side": "blue", "columns": [2, 4], "cards": 3}
VILLAGE = {"type": "area", "name": NAME, "hexes": ["0306"], "protection": [1, 0]}


def off_shore(*cards: int, **more: Any) -> Situation:
    """Four red units: west of the reach of blue's ships, in its first and last column, and east of it."""
    game = muster("commander 2 / foot 2: pike pike pike pike", special=[OFF_SHORE | more], terrain=[VILLAGE])
    game.play(to="assign")
    s = game.state
    for number, label in enumerate(("0105", "0205", "0405", "0505"), start=1):
        s.place(s.units[f"foot-{number}"], label)
    s.place(s.units["other-1"], "0308")  # their own are no target
    for army in s.armies.values():
        army.deck.top = []
    stack(s, "blue", cards)
    return Situation(s, game.game.scenario)


@pytest.mark.rule("esa.2.1f")
def test_ships_may_fire_at_one_enemy_in_their_columns():
    game = off_shore(9, 9, 9)
    game.run(fire_of_ships, "none")
    (choice,) = game.asked
    assert choice.seat == "blue"
    assert [option.meaning for option in choice.options] == ["ships target=foot-2", "ships target=foot-3", "none"]
    assert game.told(VolleyFired) == []


@pytest.mark.rule("esa.2.1f", "esa.10.14a")
@pytest.mark.parametrize(
    ("cards", "damage", "turned"),
    [((1, 1, 9), 1, 2), ((9, 1, 1), 1, 3), ((1, 9, 9), 0, 3), ((9, 9, 9), 0, 3)],
)
def test_one_damage_beyond_the_armour_paralyses(cards, damage, turned):
    game = off_shore(*cards)
    game.run(fire_of_ships, "ships target=foot-2")
    (volley,) = game.told(VolleyFired)
    assert (volley.tally.total, volley.armour.total) == (3, 1)
    assert (volley.losses, len(volley.values)) == (damage, turned)  # enough is enough
    assert game.unit("foot-2").is_paralysed is bool(damage)
    assert [one.unit for one in game.told(UnitParalysed)] == ["foot-2"] * damage
    assert not game.told(LossesTaken)
    assert game.unit("foot-2").strength == 4
    assert game.state.armies["red"].discard == []  # blue's cards


@pytest.mark.rule("esa.1.4a")
def test_a_village_protects_from_ships_too():
    game = off_shore(1, 1, 9)
    game.state.place(game.unit("foot-2"), "0306")
    game.run(fire_of_ships, "ships target=foot-2")
    (volley,) = game.told(VolleyFired)
    assert (volley.armour.total, volley.hits, volley.losses) == (2, 2, 0)
    assert not game.unit("foot-2").is_paralysed


@pytest.mark.rule("esa.10.14a")
def test_who_is_paralysed_is_not_paralysed_again():
    game = off_shore(1, 1, 1)
    game.unit("foot-2").is_paralysed = True
    game.run(fire_of_ships, "ships target=foot-2")
    assert game.told(UnitParalysed) == []
    assert game.unit("foot-2").is_paralysed


@pytest.mark.rule("esa.2.1f")
def test_nobody_is_asked_where_nobody_is_in_reach_or_the_rule_is_not_played():
    game = off_shore(columns=[12, 14])
    game.run(fire_of_ships)
    assert game.asked == []
    game = off_shore(optional="ships")
    game.run(fire_of_ships)
    assert game.asked == []
    game.state.options["ships"] = "yes"
    game.run(fire_of_ships)
    assert [one.key for one in game.asked] == ["ships"]


def test_an_optional_rule_is_offered_only_where_a_scenario_has_it():
    rules = Esa()
    assert "ships" in rules.options_of(rules.scenario("dunes-1658"))
    assert "ships" not in rules.options_of(rules.scenario("rocroi-1643"))
    assert "veterans" in rules.options_of(rules.scenario("rocroi-1643"))
