"""Chapters 2.1.h2 and 6.0d: how a squad is set up before the first turn."""

from __future__ import annotations

from copy import copy
from itertools import combinations, islice

import pytest

from alfiere.games.cappa.people.squad_formations import breach, close_shape
from alfiere.games.cappa.set_up.set_up_zones import room_by_zone
from alfiere.games.cappa.set_up.squad_set_up import drawn_up_near, set_up_squad
from alfiere.games.cappa.told.events import Entered, FormationChanged
from alfiere.games.cappa.turn.arrival import places_in
from alfiere.kernel.decision import Decision
from tests.situation import situation

SQUAD = """
    cappa on open ground
    {more}
    red extra A off, squad S
    red extra B off, squad S
    red extra C off, squad S
    red extra D off, squad S
    red squad S led by A, {formation}
    blue extra Z at 30,30
"""
SOUTH = 1800


def asked(more="", formation="open") -> Decision:
    """What the owner is asked who sets the squad up in the north."""
    game, found = situation(SQUAD.format(more=more, formation=formation)), []

    def look(decision):
        found.append(decision)
        return decision.options[0]

    game.run(lambda g: set_up_squad(g, g.state.squads["S"]), look)
    return found[0]


def verdict(decision, **args) -> str:
    """The rule against such a set-up, nothing if it is right, «unknown» if it means nothing."""
    args = {"figure": "S", **args}
    if decision.find(("set-up", args)) is not None:
        return ""
    refusal = decision.free("set-up", args)
    return "unknown" if refusal is None else refusal.rule


@pytest.mark.rule("cappa.2.1.h2", "cappa.6.0d")
@pytest.mark.parametrize("formation", ["open", "tight", "close"])
def test_a_squad_is_set_up_in_its_formation_looking_to_the_enemy_its_leader_foremost(formation):
    game = situation(SQUAD.format(more="", formation=formation))
    game.run(lambda g: set_up_squad(g, g.state.squads["S"]), lambda decision: decision.options[0])
    here = [game.figure(name) for name in "ABCD"]
    assert not breach(here, formation)
    assert all(one.where == "on" and one.y + 50 <= 600 for one in here)
    assert game.figure("A").y == max(one.y for one in here)
    assert [one.figure for one in game.told(Entered)] == ["A", "B", "C", "D"]
    assert [one.formation for one in game.told(FormationChanged)] == [formation]


@pytest.mark.rule("cappa.2.1.h2", "cappa.6.3d", "cappa.6.3.3.h1")
def test_every_formation_it_knows_is_offered_its_own_first_and_each_shape_of_close_order():
    decision = asked(formation="tight")
    kinds = [(option["formation"], option.get("shape") or "") for option in decision.options]
    assert kinds[0] == ("tight", "")
    assert set(kinds) == {("tight", ""), ("open", ""), ("close", "ranks"), ("close", "line"), ("close", "column")}
    assert {option["heading"] for option in decision.options} == {SOUTH}
    for option in decision.options:
        assert verdict(decision, **{key: value for key, value in option.args.items() if key != "figure"}) == ""


@pytest.mark.rule("cappa.2.1.h2", "cappa.1.3a", "cappa.7.1.h3", "cappa.6.3d")
def test_a_person_may_point_at_any_place_where_all_of_them_fit():
    decision = asked("event 10,3\nred extra F at 20,3")
    assert verdict(decision, to=[3000, 550]) == ""
    assert verdict(decision, to=[3000, 551]) == "cappa.2.1.h2"
    assert verdict(decision, to=[3000, 100]) == "cappa.2.1.h2"  # the second rank would be off the table
    assert verdict(decision, to=[2000, 390]) == "cappa.1.3a"
    assert verdict(decision, to=[1000, 440]) == "cappa.7.1.h3"
    assert verdict(decision, to=[3000, 550], formation="wedge") == "cappa.6.3d"


def in_close_order(game) -> str:
    """The rule against setting the squad up so."""
    found = []

    def look(decision):
        found.append(verdict(decision, to=[3000, 550], formation="close"))
        return decision.options[0]

    game.run(lambda g: set_up_squad(g, g.state.squads["S"]), look)
    return found[0]


@pytest.mark.rule("cappa.6.3.3b", "cappa.6.3d")
def test_three_cannot_be_set_up_in_close_order_nor_four_who_have_not_learnt_it():
    three, four = (situation(SQUAD.format(more="", formation="open")) for _ in range(2))
    three.figure("D").where = "out"
    assert in_close_order(three) == "cappa.6.3.3b"
    for name in four.squad("S").members:
        sheet = four.figure(name).sheet = copy(four.figure(name).sheet)
        sheet.formations = ("open",)
    assert in_close_order(four) == "cappa.6.3d"


@pytest.mark.rule("cappa.2.1.h2", "cappa.6.3.3.h1")
def test_the_owner_may_turn_them_and_choose_their_shape():
    decision = asked(formation="close")
    assert verdict(decision, to=[3000, 300], heading=900, shape="line") == ""
    assert verdict(decision, to=[3000, 300], heading=450) == "unknown"
    assert verdict(decision, to=[3000, 300], shape="square") == "unknown"
    assert verdict(decision, to="here") == "unknown"
    assert verdict(decision, to=[3000, 300], colour="red") == "unknown"
    assert decision.free is not None
    assert decision.free("set-up", {"figure": "T", "to": [3000, 300]}) is None
    assert decision.free("deploy", {"figure": "S", "to": [3000, 300]}) is None


@pytest.mark.rule("cappa.6.3.1a", "cappa.6.3.2a", "cappa.1.3a", "cappa.2.1.h2")
@pytest.mark.parametrize(
    ("formation", "places", "rule"),
    [
        ("open", [(20, 3), (21.5, 3), (23, 3), (24.5, 3)], ""),
        ("open", [(20, 3), (21.5, 3), (23, 3), (25.6, 3)], "cappa.6.3.1a"),
        ("open", [(20, 3), (21, 3), (25, 3), (26, 3)], "cappa.6.3.1.h1"),
        ("tight", [(20, 3), (21, 3), (20, 4), (21, 4)], ""),
        ("tight", [(20, 3), (21, 3), (20, 4), (21.5, 4)], "cappa.6.3.2a"),
        ("tight", [(20, 3), (21, 3), (22, 3), (23, 3)], "cappa.6.3.2.h1"),
        ("close", [(20, 3), (21, 3), (22, 3), (23, 3)], ""),
        ("open", [(20, 3), (20.9, 3), (22, 3), (23, 3)], "cappa.1.3a"),
        ("open", [(20, 3), (21, 3), (22, 3), (23, 5.6)], "cappa.2.1.h2"),
    ],
)
def test_each_may_be_put_where_his_owner_likes_as_long_as_they_stand_in_their_formation(formation, places, rule):
    spots = [[round(100 * x), round(100 * y)] for x, y in places]
    assert verdict(asked(), to=spots[0], formation=formation, places=spots) == rule


@pytest.mark.rule("cappa.6.3.1a")
@pytest.mark.parametrize("places", [[[2000, 300]], "ABCD", [[2000, 300], [2100, 300], [2200, 300], "there"]])
def test_places_that_are_not_for_everybody_mean_nothing(places):
    assert verdict(asked(), to=[2000, 300], places=places) == "unknown"


@pytest.mark.rule("cappa.2.1.h2")
def test_where_there_is_no_room_to_look_at_the_enemy_they_are_turned():
    ground = "closed building 0,0 18,6\nclosed building 19.2,0 40,6\n"
    decision = asked(ground, formation="close")
    shapes = {(option.get("shape"), option["heading"]) for option in decision.options if option["formation"] == "close"}
    assert shapes & {("line", 900), ("line", 2700)}  # one behind the other in the lane
    assert not any(shape == "line" and heading == SOUTH for shape, heading in shapes)


@pytest.mark.rule("cappa.7.2.1.h3", "cappa.6.0d")
def test_a_squad_that_appears_stands_as_near_as_it_fits_and_away_from_the_enemy():
    game = situation(SQUAD.format(more="building 18,18 24,24 door south", formation="tight"))
    s = game.state
    here = [game.figure(name) for name in "ABCD"]

    def stood(place, apart=100):
        places = drawn_up_near(s, s.squads["S"], here, place, apart)
        for one, (x, y) in zip(here, places, strict=True):
            one.x, one.y = x, y
        assert not breach(here, "tight")
        assert close_shape(here) == "ranks"
        return places

    assert stood((1000, 1000))[0] == (1000, 1000)
    assert all(1850 <= x <= 2350 and 1850 <= y <= 2350 for x, y in stood((2100, 2100)))  # in that house
    near = stood((3000, 3000))
    gaps = [((x - 3000) ** 2 + (y - 3000) ** 2) ** 0.5 - 100 for x, y in near]
    assert min(gaps) >= 99.9
    assert min(gaps) <= 126  # the ring farther out by a quarter um at the most


@pytest.mark.rule("cappa.2.1.h2")
def test_a_squad_or_a_man_without_room_in_their_zone_stand_as_near_to_it_as_there_is_room():
    flooded = "river 0,0 40,6"
    decision = asked(flooded)
    (only,) = decision.options
    assert only["formation"] == "open"
    places = [tuple(place) for place in only["places"]]
    assert len({*places}) == 4
    assert all(650 <= y <= 900 for _, y in places)  # on the bank
    assert all((ax - bx) ** 2 + (ay - by) ** 2 >= 100**2 for (ax, ay), (bx, by) in combinations(places, 2))
    game = situation(SQUAD.format(more=flooded, formation="open"))
    found = places_in(game.state, game.figure("A"))
    assert found
    assert all(650 <= y <= 900 for _, y in found)
    nearest = list(islice(room_by_zone(game.state, game.figure("A")), 7))  # to the middle of a zone 40 wide and 6 deep
    assert (nearest[0], nearest[-1]) == ((1950, 650), (1950, 750))


@pytest.mark.rule("cappa.2.1.h2", "cappa.6.0d")
def test_the_places_offered_to_a_squad_are_spread_over_its_zone_the_middle_ones_first():
    offered = [tuple(option["to"]) for option in asked(formation="tight").options if option["formation"] == "tight"]
    assert offered[:4] == [(1950, 250), (2150, 250), (2150, 150), (1550, 150)]
    assert offered[4:] == [(1350, 250), (2650, 250), (2650, 150), (1050, 150)]


@pytest.mark.rule("cappa.2.1.h2")
def test_a_squad_of_one_is_set_up_like_any_other():
    game = situation("cappa on open ground\nred extra A off, squad S\nred squad S, open\nblue extra Z at 30,30")
    game.run(lambda g: set_up_squad(g, g.state.squads["S"]), lambda decision: decision.options[0])
    assert [one.figure for one in game.told(Entered)] == ["A"]
