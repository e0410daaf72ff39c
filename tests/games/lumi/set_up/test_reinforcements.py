"""Reinforcements: in column at their entry point, shifted or put off where an enemy is near (2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import pytest

from alfiere.games.lumi.command.activation import dice_of, may_receive
from alfiere.games.lumi.set_up.reinforcements import reinforcements
from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import alone
from alfiere.games.lumi.told.set_up import Arrived, PutOff
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.table.headings import offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation


def battle(
    turn: int = 2, edge: str = "south", start: float = 11, end: float = 13, units: Sequence[str] = (), also: str = ""
) -> Situation:
    """The mill on the brook, with the French horse, or only these of it, to come in turn 2 over an edge."""
    data = deepcopy(dict(load_scenario("altenried").source))
    data["deploy"] = [
        {**one, "under": ["french-foot"]} if "french-horse" in one.get("under", ()) else one for one in data["deploy"]
    ]
    entry = [{"edge": edge, "start": start, "end": end}]
    who = {"units": list(units)} if units else {"under": ["french-horse"]}
    data["arrival"] = [{**who, "turn": 2, "entry": entry}]
    if also:
        data["deploy"] = [{**one, "under": [id for id in one.get("under", ()) if id != also]} for one in data["deploy"]]
        data["arrival"].append({"under": [also], "turn": 2, "entry": [{"edge": "north", "start": 11, "end": 13}]})
    game = Situation(new_battle(load_scenario(data), {}), {})
    game.state.turn = turn
    return game


def put(game: Situation, id: str, x: float, y: float, state: int = 0) -> None:
    s, one = game.state, game.state.bases[id]
    s.stand(one, Footing("line", s.shape(one, "line"), Pose(round(x * 100), s.scenario.depth - round(y * 100), 0)))
    one.state = state


@pytest.mark.rule("lumi.2.2.1a", "lumi.2.2.1b")
def test_reinforcements_stand_in_column_side_by_side_with_their_rear_on_the_edge_and_the_general_beside_them():
    game = battle()
    game.run(reinforcements)
    s = game.state
    horse = [one for one in s.bases.values() if one.division == "french-horse"]
    assert [one.formation for one in horse] == ["column"] * 4
    assert [(one.x, one.y) for one in horse] == [(1200, 2700), (1100, 2700), (1300, 2700), (1000, 2700)]
    general = s.general_of("french-horse")
    assert general is not None
    assert game.told(Arrived)[-1].who == general.id
    assert is_in_radius(s, general, alone(horse[0]))


@pytest.mark.rule("lumi.2.2.1a")
def test_nobody_comes_before_his_turn():
    game = battle(turn=1)
    game.run(reinforcements)
    assert game.told(Arrived) == []


@pytest.mark.rule("lumi.ex.83", "lumi.2.2.3")
def test_a_division_that_has_come_on_counts_for_the_dice_and_may_have_an_order_at_once():
    game = battle()
    put(game, "french-line-1", 5, 3)
    game.state.generals["brezolles"].where = "on"
    values = game.state.generals["brezolles"].values.dice
    assert dice_of(game.state, "blue") == 1 + values
    assert "french-horse" not in may_receive(game.state, "blue", 5)
    game.run(reinforcements)
    assert dice_of(game.state, "blue") == 2 + values
    assert "french-horse" in may_receive(game.state, "blue", 5)


@pytest.mark.rule("lumi.2.2.2")
def test_an_enemy_at_the_entry_point_lets_the_owner_shift_it_or_wait():
    game = battle()
    put(game, "austrian-line-1", 12, 1.2)
    game.run(reinforcements, "enter")
    places = [one["at"] for one in game.asked[0].options if one.key == "enter"]
    assert (min(places), max(places)) == (600, 1800)
    assert not {1100, 1200, 1300} & set(places)  # too near to him as well
    assert game["line-horse-1"].x == places[0]
    game = battle()
    put(game, "austrian-line-1", 12, 1.2)
    game.run(reinforcements, "put-off")
    assert [one.division for one in game.told(PutOff)] == ["french-horse"]
    assert not game["line-horse-1"].is_on


@pytest.mark.rule("lumi.2.2.2")
def test_an_enemy_in_rout_bars_nobody():
    game = battle()
    put(game, "austrian-line-1", 16, 0.5, ROUT)
    put(game, "austrian-line-2", 12, 2.6, ROUT)
    game.run(reinforcements)
    assert game.asked == []
    assert game["line-horse-1"].is_on


EDGES = {  # where the first column stands, where the second, and how they face
    "south": ((1200, 2700), (1100, 2700), 0),
    "north": ((1200, 100), (1100, 100), 1800),
    "west": ((100, 1600), (100, 1500), 900),
    "east": ((2300, 1600), (2300, 1500), 2700),
}


@pytest.mark.rule("lumi.2.2.1a", "lumi.2.2.1b")
@pytest.mark.parametrize("edge", list(EDGES))
def test_on_every_edge_they_come_with_their_rear_on_it_and_the_general_before_them(edge: str):
    game = battle(edge=edge)
    game.run(reinforcements)
    s = game.state
    first, second, heading = EDGES[edge]
    horse = [one for one in s.bases.values() if one.division == "french-horse"]
    assert [(one.x, one.y, one.heading) for one in horse[:2]] == [(*first, heading), (*second, heading)]
    general = s.general_of("french-horse")
    assert general is not None
    dx, dy = offset(heading, 100 + s.tables.general_base.radius)
    assert general.pose == (first[0] + dx, first[1] + dy, heading)  # right before the first of them
    assert [one.who for one in game.told(Arrived)] == [*(one.id for one in horse), general.id]


@pytest.mark.rule("lumi.2.2.1b")
@pytest.mark.parametrize("edge", list(EDGES))
def test_a_general_comes_before_the_last_of_his_bases_if_that_is_free(edge: str):
    game = battle(edge=edge)
    for number, id in enumerate(("line-horse-2", "french-hussars-1", "french-hussars-2")):
        put(game, id, 6 + 4 * number, 20)
    game.run(reinforcements)
    (x, y), _, heading = EDGES[edge]
    dx, dy = offset(heading, 100 + game.state.tables.general_base.radius)
    assert [(one.who, one.to) for one in game.told(Arrived)] == [
        ("line-horse-1", (x, y, heading)),
        ("marsac", (x + dx, y + dy, heading)),
    ]


@pytest.mark.rule("lumi.2.2.2")
@pytest.mark.parametrize(
    ("edge", "at", "enemy", "places"),
    [
        ("south", 2, (2, 0.5), {500, 600, 700, 800}),
        ("north", 22, (22, 27.5), {1900, 1800, 1700, 1600}),
        ("west", 2, (0.5, 2), {2800, 2400, 2300, 2200, 2100, 2000}),
        ("east", 26, (23.5, 26), {0, 400, 500, 600, 700, 800}),
    ],
)
def test_a_barred_entry_is_shifted_along_its_edge_and_not_beyond_the_corner(
    edge: str, at: int, enemy: tuple[float, float], places: set[int]
):
    game = battle(edge=edge, start=at - 1, end=at + 1)
    put(game, "austrian-line-1", *enemy)
    game.run(reinforcements, "put-off")
    assert {one["at"] for one in game.asked[0].options if one.key == "enter"} == places


@pytest.mark.rule("lumi.2.2.1a", "lumi.2.2.2")
def test_bases_without_their_general_and_a_general_alone_come_on_too():
    units = ["line-horse-1", "line-horse-2", "french-hussars-1", "french-hussars-2"]
    bases = battle(units=units)
    put(bases, "austrian-line-1", 12, 1.2)
    bases.run(reinforcements, "enter")
    assert [one.seat for one in bases.asked] == ["blue"]
    assert [one.who for one in bases.told(Arrived)] == units
    alone_ = battle()
    for id in units:
        put(alone_, id, 3 + 3 * units.index(id), 20)
    put(alone_, "austrian-line-1", 12, 1.2)
    alone_.run(reinforcements, "enter")
    assert [one.who for one in alone_.told(Arrived)] == ["marsac"]


@pytest.mark.rule("lumi.2.2.1b", "lumi.2.3.2b")
@pytest.mark.parametrize(("initiative", "first"), [("red", "austrian-dragoons-1"), ("blue", "line-horse-1")])
def test_who_had_the_initiative_in_the_turn_before_brings_his_troops_on_first(initiative: str, first: str):
    game = battle(also="austrian-horse")
    game.state.initiative = initiative
    game.run(reinforcements)
    told = [one.who for one in game.told(Arrived)]
    assert told[0] == first
    assert {"austrian-dragoons-1", "line-horse-1"} <= set(told)
