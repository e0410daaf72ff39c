"""A meeting battle: two armies by points, the edges diced for, divisions set up in turn (chapter 12)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.set_up.deployment import order_of_set_up
from alfiere.games.lumi.sheets.tables import tables
from alfiere.games.lumi.told.set_up import EdgeChosen, RolledOff
from alfiere.kernel.game import Game
from alfiere.players import player

CHOSEN = {"red_army": "prussia", "blue_army": "austria"}


def meeting(seed: str = "1", **options: str) -> Game[Any]:
    return Game(GAME, GAME.scenario("meeting-1757"), seed, options)


@pytest.mark.rule("lumi.12.2a")
def test_both_players_choose_an_army_of_240_points_if_nothing_else_is_agreed():
    game = meeting()
    assert [one.seat for one in game.decisions()] == ["red", "blue"]
    assert all(option["points"] == 240 for one in game.decisions() for option in one.options)
    game.answer("blue", ("choose-army", {"army": "france", "points": 240}))
    assert not game.state.bases
    game.answer("red", ("choose-army", {"army": "britain", "points": 240}))
    assert game.state.scenario.sides["red"].name.it == "Gran Bretagna e Hannover"
    assert {one.profile.army for one in game.state.bases.values()} == {"french_1740", "british_1740"}


@pytest.mark.rule("lumi.12.3a")
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
@pytest.mark.parametrize("edge", ["north", "south"])
def test_the_lower_die_chooses_a_long_edge_and_deploys_first(seed: str, edge: str):
    game = meeting(seed, **CHOSEN)
    rolls = [one for one in game.events if isinstance(one, RolledOff)]
    assert all(one.red == one.blue for one in rolls[:-1])
    lower = "red" if rolls[-1].red < rolls[-1].blue else "blue"
    assert game.decision is not None
    assert (game.decision.seat, game.decision.key) == (lower, "choose-edge")
    game.answer(lower, ("choose-edge", {"edge": edge}))
    assert next(one for one in game.events if isinstance(one, EdgeChosen)).edge == edge
    sides = game.state.scenario.sides
    assert sides[lower].home == edge
    assert {one.home for one in sides.values()} == {"north", "south"}
    assert game.decision.seat == lower


def test_bases_of_two_armies_alike_are_told_with_their_side():
    twins, state = meeting(red_army="austria", blue_army="austria").state, meeting(**CHOSEN).state
    told = [GAME.name(one, "unit", "blue-german-foot-1", "en") for one in (twins, state)]
    assert told[0] == f"{told[1]} (Blue)"


@pytest.mark.rule("lumi.12.3a")
def test_the_table_is_36_by_28():
    state = meeting().state
    assert (state.field.width, state.field.height) == (3600, 2800)
    assert (tables().distances.table_width, tables().distances.table_depth) == (3600, 2800)


@pytest.mark.rule("lumi.12.3b")
@pytest.mark.parametrize("edge", ["north", "south"])
def test_divisions_are_set_up_in_turn_within_6um_of_the_home_edge(edge: str):
    game = meeting(points="180", **CHOSEN)
    assert game.decision is not None
    game.answer(game.decision.seat, ("choose-edge", {"edge": edge}))
    s = game.state
    everybody = {**s.bases, **s.generals}
    runs = [seat for seat, _ in groupby(order_of_set_up(s), key=lambda id: everybody[id].seat)]
    assert sorted(order_of_set_up(s)) == sorted(everybody)  # nobody is left out, the generals neither
    first = s.scenario.seat_of[s.scenario.form.first]
    second = "blue" if first == "red" else "red"
    assert runs == [first, second] * 3  # two divisions each, and the CiC
    players = {seat: player("random", seat) for seat in ("red", "blue")}
    while game.state.phase == "set-up":
        game.answer(game.decision.seat, players[game.decision.seat].choose(game, game.decision.seat))
    for one in game.state.on_table:
        home = game.state.scenario.sides[one.seat].home
        assert one.y <= 600 if home == "north" else one.y >= 1800


@pytest.mark.rule("lumi.12.3b")
def test_the_rest_of_a_division_may_be_set_up_at_once_but_not_the_whole_army():
    game = meeting(points="180", **CHOSEN)
    assert game.decision is not None
    game.answer(game.decision.seat, ("choose-edge", {"edge": "south"}))
    seat = game.decision.seat
    game.answer(seat, ("deploy-rest", {"unit": game.decision.about["unit"]}))
    assert game.decision.seat != seat
    assert len({one.division for one in game.state.on_table}) == 1


@pytest.mark.rule("lumi.12.4")
def test_it_lasts_twelve_turns_and_cohesion_is_one_half():
    game = meeting(**CHOSEN)
    assert game.state.scenario.turns == tables().numbers.turns == 12
    for seat in ("red", "blue"):
        worth = sum(one.profile.cohesion for one in game.state.bases.values() if one.seat == seat)
        assert game.state.cohesion[seat] == -(-worth // 2)


def test_other_battles_know_nothing_of_it():
    state = GAME.setup(GAME.scenario("altenried"), GAME.options())
    assert state.options == {"secret": "no"}
    assert GAME.options_of(state.scenario) == {"secret": "no"}
    assert GAME.choices(state.scenario) == {}


def test_the_lobby_hears_what_is_in_each_army():
    musters = GAME.musters(GAME.scenario("meeting-1757"))
    for army in musters.values():
        for told in army.values():
            assert told["points"] == sum(group["points"] for group in told["groups"])
            for group in told["groups"]:
                assert group["points"] >= sum(one["count"] * one["points"] for one in group["units"])
    units = {one["name"]["en"]: one["count"] for group in musters["austria"]["240"]["groups"] for one in group["units"]}
    assert units["German foot of the Austrian army"] == 5
    assert not GAME.musters(GAME.scenario("altenried"))


def test_a_state_comes_back_with_its_armies_and_edges():
    game = meeting(points="180")
    players = {seat: player("random", seat) for seat in ("red", "blue")}
    for _ in range(30):
        assert game.decision is not None
        game.answer(game.decision.seat, players[game.decision.seat].choose(game, game.decision.seat))
    data = game.state.to_plain()
    back = GAME.restore(GAME.scenario("meeting-1757"), data)
    assert back.to_plain() == data
    assert back.scenario.sides["red"].home == game.state.scenario.sides["red"].home


def test_the_computer_takes_an_army_that_makes_nearly_the_most_of_the_points():
    game = meeting()
    taken = {seat: player("greedy", "1").choose(game, seat) for seat in ("red", "blue")}
    for decision in game.decisions():
        most = max(option["points"] for option in decision.options)
        assert taken[decision.seat]["points"] * 100 >= most * 98


def test_while_armies_are_open_the_sides_are_called_by_their_colours():
    names = {seat: side.name.en for seat, side in meeting().state.scenario.sides.items()}
    assert names == {"red": "Red army", "blue": "Blue army"}


@pytest.mark.rule("lumi.12.3b")
@pytest.mark.parametrize(("red", "blue"), [("france", "prussia"), ("prussia", "france")])
def test_who_has_a_division_more_sets_it_up_last(red: str, blue: str):
    game = meeting(points="240", red_army=red, blue_army=blue)
    assert game.decision is not None
    game.answer(game.decision.seat, ("choose-edge", {"edge": "south"}))
    s, order = game.state, order_of_set_up(game.state)
    everybody = {**s.bases, **s.generals}
    assert sorted(order) == sorted(everybody)
    divisions = [id for id, _ in groupby(everybody[one].division for one in order) if id]
    seats = [s.scenario.seat_of[s.scenario.divisions[one].side] for one in divisions]
    first = s.scenario.seat_of[s.scenario.form.first]
    second = "blue" if first == "red" else "red"
    french = "red" if red == "france" else "blue"
    assert seats == [first, second, first, second, french]
