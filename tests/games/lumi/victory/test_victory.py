"""Armies beaten, places held, objectives reached, who has won (11)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from alfiere.games.lumi.morale.losses import eliminate, lose
from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.sheets.scenario_reading import FOLDER, scenario_ids
from alfiere.games.lumi.state.base import ROUT, SHAKEN
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.state.unit import alone
from alfiere.games.lumi.told.victory import BattleEnded, ObjectiveReached, PlaceTaken
from alfiere.games.lumi.turn import _note
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


def army(line: int, more: str = "") -> Situation:
    """So many red bases of value 2, and others."""
    lines = "\n".join(f"red foot A{n} at {2 + 2.5 * n},3 facing N, brigade B{n % 2}" for n in range(line))
    found: Situation = situation(f"lumi 40x20\n{lines}\n{more}\nblue foot G at 10,14 facing S")
    return found


@pytest.mark.rule("lumi.11.3", "lumi.11.5a", "lumi.11.5b", "lumi.11.5c", "lumi.ex.66")
def test_example_66_the_count_of_an_army_of_ten_bases_and_two_batteries():
    game = army(10, "red guns P at 4,8 facing N\nred guns Q at 8,8 facing N")
    s, count = game.state, [game.state.cohesion["red"]]
    one, two = (alone(game[name]) for name in ("A0", "A1"))

    def then(what: Callable[[LumiGame], Any]) -> None:
        game.run(what)
        count.append(s.cohesion["red"])

    then(lambda g: become(g, one, ROUT, "test", "lumi.1.5.2"))
    then(lambda g: become(g, one, SHAKEN, "rally", "lumi.7.5.8"))
    then(lambda g: become(g, one, ROUT, "test", "lumi.1.5.2"))
    then(lambda g: eliminate(g, game["A0"], "losses"))
    then(lambda g: lose(g, two, 4, "fire", ("A1",)))
    assert count == [11, 9, 10, 8, 8, 6]
    assert not game["A1"].is_on


@pytest.mark.rule("lumi.11.5a", "lumi.11.7", "lumi.ex.67")
def test_example_67_a_rout_of_two_bases_beats_an_army_with_cohesion_2_at_once():
    game = situation("lumi\nred foot A at 10,10 facing N\nred foot B at 12,10 facing N\nblue foot G at 10,14 facing S")
    game.state.cohesion["red"] = 2
    game.run(lambda g: become(g, game.unit("A", "B"), ROUT, "test", "lumi.1.5.2"))
    game.run(settle)
    assert game.state.cohesion["red"] == -2
    assert (game.state.winner, game.state.reason) == ("blue", "beaten")


@pytest.mark.rule("lumi.11.1", "lumi.11.3", "lumi.ex.82")
def test_example_82_half_of_seventeen_is_nine_and_cohesion_alone_decides():
    more = "red grenzer X at 10,8 facing N\nred grenzer Y at 13,8 facing N"
    game = army(7, f"red guns P at 4,8 facing N\n{more}")  # nine bases and a battery
    assert sum(one.profile.cohesion for one in game.state.side("red")) == 17
    assert game.state.cohesion["red"] == game.state.scenario.cohesion("red") == 9
    for name in ("A0", "A1", "A2", "A3"):
        game.run(partial(eliminate, one=game[name], how="losses"))
        game.run(settle)
    assert (game.state.cohesion["red"], game.state.winner) == (1, "")
    game.run(lambda g: eliminate(g, game["P"], "losses"))
    game.run(settle)
    assert game.state.winner == "blue"


@pytest.mark.rule("lumi.11.4")
@pytest.mark.parametrize(
    ("fights", "cohesion"),
    [
        (("pitched", "pitched"), (9, 9)),
        (("last", "reconnaissance"), (13, 5)),
        (("reconnaissance", "last"), (5, 13)),
    ],
)
def test_each_army_has_the_fraction_that_the_scenario_gives_it(fights: tuple[str, str], cohesion: tuple[int, int]):
    data = tomllib.loads((FOLDER / "altenried.toml").read_text(encoding="utf-8"))
    for side, fight in zip(("austrian", "french"), fights, strict=True):
        next(one for one in data["side"] if one["code"] == side)["fight"] = fight
    s = new_battle(load_scenario(data), {})
    assert (s.cohesion["red"], s.cohesion["blue"]) == cohesion


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
    put(s, "french-line-1", 14, 15.5, state=SHAKEN)
    turn_over(game)
    assert s.control["mill"] == "red"
    s.bases["french-line-1"].state = 1
    put(s, "grenzer-1", 13, 15.5)
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
    aim = next(one for one in game.state.scenario.form.objective if one.kind == "most bases")
    assert aim.places == ("blenheim",)
    game.run(aim.turn_over)
    game.run(aim.last_turn_over)
    assert not game.told(ObjectiveReached)
    put(game.state, "guards-and-foot-2", 32, 12)
    game.run(aim.last_turn_over)
    assert game.state.cohesion["blue"] == 25 - 4


@pytest.mark.rule("lumi.11.6", "lumi.11.8")
def test_the_crossing_has_failed_where_most_bases_on_the_south_bank_are_french_at_the_end():
    game = played("blenheim")
    aim = next(one for one in game.state.scenario.form.objective if getattr(one, "places", ()) == ("south-bank",))
    put(game.state, "right-horse-1", 20, 10)
    put(game.state, "guards-and-foot-1", 20, 12)
    game.run(aim.last_turn_over)  # one each
    put(game.state, "right-horse-2", 24, 15)
    game.run(aim.last_turn_over)
    put(game.state, "right-horse-2", 24, 12)
    game.run(aim.turn_over)
    assert not game.told(ObjectiveReached)
    game.run(aim.last_turn_over)
    assert game.state.cohesion == {"red": 31 - 8, "blue": 25}


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


@pytest.mark.rule("lumi.11.10")
def test_who_holds_a_place_is_looked_at_after_every_phase():
    game = played("altenried")
    put(game.state, "french-line-1", 14, 15.5)
    own = game.state.bases["french-line-1"].seat
    assert game.state.control["mill"] != own
    game.run(_note)
    assert game.state.control["mill"] == own
