"""Objectives about several places: all of them, one of them, most of the bases on them; counted once (11.6, 11.10)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from alfiere.games.lumi.sheets.scenario_reading import FOLDER
from alfiere.games.lumi.state.base import SHAKEN
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.told.victory import BattleEnded, ObjectiveReached
from alfiere.games.lumi.turn import end_turn
from alfiere.games.lumi.victory.objectives import load_scenario
from tests.games.lumi.lines import Situation
from tests.games.lumi.victory.test_victory import put, turn_over
from tests.games.slips import sentence

WEST, EAST = (4, 10), (20, 10)
FRENCH = ("french-line-1", "french-line-2", "french-line-3", "volunteers-1")
AUSTRIANS = ("austrian-line-1", "austrian-line-2", "grenzer-1", "grenzer-2")


def two_places(kind: str) -> Situation:
    """The mill on the brook, where the French are to reach something of two squares of ground."""
    data = deepcopy(dict(load_scenario("altenried").source))
    name = {"en": "place", "it": "luogo"}
    squares = {"west": [2, 8, 6, 12], "east": [18, 8, 22, 12]}
    data["place"] = [{"id": id, "name": name, "rect": rect} for id, rect in squares.items()]
    aim = {"kind": kind, "places": ["west", "east"], "side": "french", "cohesion": 3, "text": name}
    data["objective"] = [aim, {"kind": "cohesion", "text": name}]
    data["terrain"] = [one for one in data["terrain"] if one["kind"] != "gentle_slope"]
    return Situation(new_battle(load_scenario(data), {}), {})


def stand(game: Situation, places: str, names: tuple[str, ...]) -> None:
    """One of these for each letter: on the west or the east place, or across the edge of the one or the other."""
    for letter, name in zip(places, names, strict=False):
        x, y = WEST if letter in "wW" else EAST
        own = game[name].seat == "blue"
        aside = 2 if letter.isupper() else 1 if own else -1
        put(game.state, name, x + aside, y)


@pytest.mark.rule("lumi.11.6", "lumi.11.10")
@pytest.mark.parametrize(
    ("kind", "french", "austrians", "is_reached"),
    [
        ("held", "we", "", True),
        ("held", "w", "", False),
        ("held", "we", "e", False),
        ("reached", "w", "", True),
        ("reached", "e", "we", True),
        ("reached", "W", "", False),
        ("reached", "", "we", False),
        ("cleared", "we", "", True),
        ("cleared", "e", "", False),
        ("cleared", "we", "w", False),
        ("cleared", "WE", "", True),
    ],
)
def test_both_places_are_held_or_cleared_and_one_is_reached(kind: str, french: str, austrians: str, is_reached: bool):
    game = two_places(kind)
    stand(game, french, FRENCH)
    stand(game, austrians, AUSTRIANS)
    before = game.state.cohesion["red"]
    for _ in range(2):  # it counts once
        turn_over(game)
    assert game.state.cohesion["red"] == before - 3 * is_reached
    told = [(one.seat, one.places, one.cohesion) for one in game.told(ObjectiveReached)]
    assert told == [("blue", ("west", "east"), 3)] * is_reached


@pytest.mark.rule("lumi.11.6", "lumi.11.8")
@pytest.mark.parametrize(
    ("french", "austrians", "is_reached"),
    [("w", "", True), ("we", "w", True), ("we", "we", False), ("w", "we", False), ("", "", False), ("WE", "e", True)],
)
@pytest.mark.parametrize("is_last", [False, True])
def test_more_than_half_of_the_bases_on_both_places_count_when_the_last_turn_is_over(
    french: str, austrians: str, is_reached: bool, is_last: bool
):
    game = two_places("most bases")
    stand(game, french, FRENCH)
    stand(game, austrians, AUSTRIANS)
    put(game.state, AUSTRIANS[-1], 12, 20)  # on neither
    put(game.state, FRENCH[-1], 12, 4, state=SHAKEN)
    game.state.turn = game.state.scenario.turns - (not is_last)
    game.run(end_turn)
    assert bool(game.told(ObjectiveReached)) is (is_reached and is_last)
    assert bool(game.told(BattleEnded)) is is_last


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('side = "french"\ncohesion', 'side = "turk"\ncohesion', "objective[0].side: «turk» is not known"),
        ('places = ["mill"]', 'places = ["mill", "pond"]', "objective[0].places: «pond» is not known"),
        ("cohesion = 2", "cohesion = -1", "objective[0].cohesion: it is -1; it must be at least 1"),
    ],
)
def test_a_slip_in_an_objective_of_places_is_told(tmp_path: Path, old: str, new: str, said: str):
    assert sentence(tmp_path, FOLDER / "altenried.toml", load_scenario, old, new).startswith(said)
