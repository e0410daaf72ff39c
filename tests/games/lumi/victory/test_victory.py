"""Armies beaten, places held, objectives reached, who has won (11)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from alfiere.games.lumi.sheets.scenario_reading import FOLDER, scenario_ids
from alfiere.games.lumi.state.base import ROUT, SHAKEN
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.told.victory import BattleEnded, ObjectiveReached, PlaceTaken
from alfiere.games.lumi.victory.cohesion import hold_places, last_turn_over, settle
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.games.slips import sentence
from tests.situation import situation


@pytest.fixture
def game() -> Situation:
    found: Situation = situation("lumi\nred foot A at 10,10 facing N\nblue foot G at 10,14 facing S")
    return found


@pytest.mark.rule("lumi.11.7", "lumi.11.9")
@pytest.mark.parametrize(
    ("red", "blue", "winner"), [(1, 1, ""), (0, 1, "blue"), (1, -3, "red"), (0, 0, "nobody"), (-1, 0, "nobody")]
)
def test_an_army_without_cohesion_is_beaten_and_both_at_once_are_a_draw(
    game: Situation, red: int, blue: int, winner: str
):
    game.state.cohesion = {"red": red, "blue": blue}
    game.run(settle)
    assert game.state.winner == winner
    assert [(one.red, one.blue) for one in game.told(BattleEnded)] == ([(red, blue)] if winner else [])


@pytest.mark.rule("lumi.11.8")
@pytest.mark.parametrize(
    ("red", "blue", "winner"), [(20, 15, "red"), (20, 19, "nobody"), (20, 18, "nobody"), (17, 20, "blue")]
)
def test_after_the_last_turn_the_greater_part_wins_by_more_than_ten_points(
    game: Situation, monkeypatch: pytest.MonkeyPatch, red: int, blue: int, winner: str
):
    monkeypatch.setattr(game.state.scenario, "cohesion", lambda seat: 20)
    game.state.cohesion = {"red": red, "blue": blue}
    game.run(last_turn_over)
    assert game.state.winner == winner


def played(battle: str) -> Situation:
    """A battle with nobody on the table yet."""
    return Situation(new_battle(load_scenario(battle), {}), {})


def put(s: State, name: str, x: float, y: float, **sets: Any) -> None:
    """A base in column at a place in um, y to the north."""
    one = s.bases[name]
    pose = Pose(round(x * 100), s.scenario.depth - round(y * 100), 0)
    s.stand(one, Footing("column", s.shape(one, "column"), pose))
    for key, value in sets.items():
        setattr(one, key, value)


def turn_over(game: Situation) -> None:
    game.run(hold_places)
    for aim in game.state.scenario.form.objective:
        game.run(aim.turn_over)


@pytest.mark.rule("lumi.11.10", "lumi.11.6")
def test_the_mill_is_held_by_the_last_who_was_there_alone_and_counts_once():
    game = played("altenried")
    s = game.state
    put(s, "french-line-1", 14, 10.5, state=SHAKEN)
    turn_over(game)
    assert s.control["mill"] == "red"
    s.bases["french-line-1"].state = 1
    put(s, "grenzer-1", 13, 10.5)
    turn_over(game)
    assert s.control["mill"] == "red"
    s.bases["grenzer-1"].state = ROUT
    turn_over(game)
    assert s.control["mill"] == "blue"
    assert s.cohesion["red"] == 7
    s.leave(s.bases["french-line-1"], "lost")
    turn_over(game)
    assert (s.control["mill"], s.cohesion["red"]) == ("blue", 7)
    assert len(game.told(PlaceTaken)) == len(game.told(ObjectiveReached)) == 1


def test_the_road_to_hochstadt_is_reached_by_a_unit_wholly_there():
    game = played("blenheim")
    put(game.state, "british-horse-1", 11.6, 2)
    turn_over(game)
    assert not game.told(ObjectiveReached)
    put(game.state, "british-horse-1", 11.5, 2)
    turn_over(game)
    assert [(one.seat, one.cohesion) for one in game.told(ObjectiveReached)] == [("red", 4)]


def test_blenheim_goes_to_who_has_more_than_half_of_the_bases_there_at_the_end():
    game = played("blenheim")
    put(game.state, "guards-and-foot-1", 34, 12)
    put(game.state, "navarre-1", 36, 12)
    (aim,) = (one for one in game.state.scenario.form.objective if one.kind == "most bases")
    game.run(aim.turn_over)
    game.run(aim.last_turn_over)
    assert not game.told(ObjectiveReached)
    put(game.state, "guards-and-foot-2", 32, 12)
    game.run(aim.last_turn_over)
    assert game.state.cohesion["blue"] == 34


def test_the_lobosch_is_cleared_when_only_prussians_stand_on_it():
    game = played("lobositz")
    put(game.state, "croats-1", 17, 22)
    bevern = next(one.id for one in game.state.bases.values() if one.seat == "blue")
    put(game.state, bevern, 13, 22)
    turn_over(game)
    assert not game.told(ObjectiveReached)
    game.state.bases["croats-1"].state = SHAKEN
    turn_over(game)
    assert [(one.seat, one.cohesion) for one in game.told(ObjectiveReached)] == [("blue", 2)]


@pytest.mark.parametrize("battle", scenario_ids())
def test_every_battle_loads_with_its_objectives(battle: str):
    assert "cohesion" in [one.kind for one in load_scenario(battle).form.objective]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "held"', 'kind = "kept"', "objective[0].kind: invalid value 'kept'"),
        ('places = ["mill"]', 'places = ["pond"]', "objective[0].places: «pond» is not known"),
        ("cohesion = 2", "cohesion = 0", "objective[0].cohesion: it is 0; it must be at least 1"),
    ],
)
def test_a_slip_in_an_objective_is_told_with_its_key(tmp_path: Path, old: str, new: str, said: str):
    assert sentence(tmp_path, FOLDER / "altenried.toml", load_scenario, old, new).startswith(said)
