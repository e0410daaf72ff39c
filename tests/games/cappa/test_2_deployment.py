"""Chapter 2.1.3: who comes onto the table in the deployment phase, by which marker or edge, as what."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from alfiere.games.cappa.ground.ground import is_in_area
from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.people.squad_formations import breach
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import Entered, ImpulseBegan, PhaseBegan, Waited
from alfiere.games.cappa.turn import arrival
from alfiere.games.cappa.turn.arrival import _by_edge, entrances, is_clear
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation


def called(game) -> list[tuple[str, int]]:
    """Who was called, with how many PA, in order."""
    return [(event.figure, event.pa) for event in game.told(ImpulseBegan)]


DEPLOYMENT = """
    cappa on open ground
    event 10,10
    event 30,10
    red extra C off, die 3, Mov 4
    blue extra B at 13,10, Mov 4
    blue extra D at 20,30, Mov 4
"""


@pytest.mark.rule("cappa.2.1.3a", "cappa.2.1.3b", "cappa.2.1.3c", "cappa.2.1.3d", "cappa.ex.6")
def test_example_of_a_deployment():
    game = situation(DEPLOYMENT)
    offered = [option["marker"] for option in entrances(game.state, game.figure("C"))]
    assert offered == ["event_marker-2"]
    game.phase("deployment", "deploy marker=event_marker-2")
    assert game.at("C") == (30, 10)
    assert game.figure("C").pa == 2
    assert game.told(Entered)[0].to == (3000, 1000)


@pytest.mark.rule("cappa.2.1.3e")
def test_a_marker_in_an_area_without_enemies_may_be_used_at_any_distance():
    game = situation(DEPLOYMENT + "wood 8,8 11.5,12\n")
    offered = [option["marker"] for option in entrances(game.state, game.figure("C"))]
    assert offered == ["event_marker-1", "event_marker-2"]
    occupied = situation(DEPLOYMENT + "wood 8,8 15,12\n")
    assert [option["marker"] for option in entrances(occupied.state, occupied.figure("C"))] == ["event_marker-2"]


@pytest.mark.rule("cappa.2.1.3e", "cappa.geo.24")
@pytest.mark.parametrize("kind", ["hedge", "low_wall", "earthwork"])
@pytest.mark.parametrize(("east", "may"), [(12.4, True), (15, False)])
def test_a_yard_that_a_hedge_or_wall_encloses_is_such_an_area(kind, east, may):
    yard = f"""
        [[terrain]]
        kind = "{kind}"
        name = {{ en = "the yard", it = "il cortile" }}
        rect = [8, 8, {east}, 12]
    """
    game = situation(DEPLOYMENT + yard)
    offered = [option["marker"] for option in entrances(game.state, game.figure("C"))]
    assert ("event_marker-1" in offered) == may


@pytest.mark.rule("cappa.geo.24")
@pytest.mark.parametrize("place", [(800, 1000), (1240, 1000), (1000, 800), (1000, 1200)])
def test_what_lies_on_the_hedge_itself_is_outside_of_the_yard(place):
    yard = """
        [[terrain]]
        kind = "hedge"
        name = { en = "the yard", it = "il cortile" }
        rect = [8, 8, 12.4, 12]
    """
    game = situation(DEPLOYMENT + yard)
    inwards = [one + (one < 1000) - (one > 1000) for one in place]
    (name,) = game.state.ground.yards
    assert [is_in_area(game.state, name, *at) for at in (place, inwards)] == [False, True]


@pytest.mark.rule("cappa.2.1.3e")
@pytest.mark.parametrize(("state", "may"), [("", False), (", shaken", True)])
def test_a_shaken_squad_does_not_occupy_an_area(state, may):
    game = situation(f"""
        cappa on open ground
        event 10,10
        wood 8,8 15,12
        red extra C off, die 3
        blue extra B at 12,10, squad S
        blue extra D at 13,10, squad S
        blue squad S{state}
    """)
    assert bool(list(entrances(game.state, game.figure("C")))) == may


@pytest.mark.rule("cappa.2.1.3d")
@pytest.mark.parametrize(
    ("enemy", "may"),
    [
        ("B at 14.9,10, Mov 3", False),  # nearer than the Mov of who comes
        ("B at 15.1,10, Mov 3", True),
        ("B at 16.9,10, Mov 6", False),  # nearer than the enemy's own
        ("B at 17.1,10, Mov 6", True),
        ("B at 14.9,10, Mov 4, prone", False),  # lying down does not change his Mov
        ("B at 14.9,10, Mov 4, carries K", False),
        ("B at 19.4,10, mounted, Mov 8", False),
        ("B at 19.6,10, mounted, Mov 8", True),
    ],
)
def test_every_enemy_must_be_farther_away_than_either_mov(enemy, may):
    game = situation(f"""
        cappa on open ground
        event 10,10
        red extra C off, die 3, Mov 4
        blue extra {enemy}
        thing K keg at 1,1
    """)
    if "K" in game.figure("B").carries:
        game.state.things["K"].bearer = "B"
    assert bool(list(entrances(game.state, game.figure("C")))) == may


@pytest.mark.rule("cappa.2.1.3f")
def test_who_has_just_come_acts_in_the_next_phase_with_the_pa_he_has_left():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    game.phase("actions")
    assert called(game) == [("C", 2), ("C", 1)]
    assert len(game.told(Waited)) == 2


@pytest.mark.rule("cappa.2.1.3.h1")
def test_the_player_without_initiative_deploys_first():
    game = situation("""
        cappa on open ground
        event 10,10
        event 30,10
        red extra A off, die 2
        blue extra B off, die 2
        initiative red
    """)
    game.phase("deployment", "deploy figure=B", "deploy figure=A")
    assert [event.figure for event in game.told(Entered)] == ["B", "A"]


@pytest.mark.rule("cappa.2.1.3.h4")
def test_a_marker_that_was_used_is_gone():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    assert list(markers(game.state)) == ["event_marker-1"]


@pytest.mark.rule("cappa.2.1.3.h5")
def test_he_stands_with_his_centre_on_the_marker():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "deploy marker=event_marker-2")
    assert game.at("C") == (30, 10)


@pytest.mark.rule("cappa.2.1.3.h2")
def test_where_the_scenario_names_an_edge_he_may_come_by_it():
    game = situation("""
        cappa on open ground
        red extra C off, die 3, from edge west
        blue extra B at 2,20
    """)
    places = [option["to"] for option in entrances(game.state, game.figure("C"))]
    assert places
    assert all(x == 50 for x, _ in places)
    assert all(abs(y - 2000) > 500 for _, y in places)  # farther than 4 um from B


@pytest.mark.rule("cappa.2.1.3.h2")
def test_he_may_come_by_any_place_of_that_edge_that_is_far_from_the_enemy():
    game = situation("""
        cappa on open ground
        red extra C off, die 3, from edge west
        blue extra B at 2,20
    """)
    refused: list[str] = []

    def at_nine(decision):
        there = {"figure": "C", "edge": "west"}
        refused.extend(decision.why_not("deploy", {**there, "to": place}).rule for place in ([50, 2050], [60, 900]))
        assert decision.find(("deploy", {"figure": "C", "edge": "east", "to": [3950, 912]})) is None
        return decision.find(("deploy", {**there, "to": [50, 912]}))

    game.phase("deployment", at_nine)
    assert game.at("C") == (0.5, 9.12)
    assert (game.figure("C").edge, game.figure("C").pa) == ("west", 2)
    assert refused == ["cappa.2.1.3d", "cappa.2.1.3.h2"]


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.2.1.3c", "cappa.1.3a")
def test_a_place_by_which_nobody_may_come_is_refused_by_its_own_rule():
    game = situation("""
        cappa on open ground
        event 30,10
        red extra C off, die 3, from edge west
        red extra D at 0.5,30
        blue extra B at 2,20
    """)
    refused: list[str] = []

    def beside(decision):
        marked = {"figure": "C", "marker": "event_marker-1"}
        tried: list[dict[str, object]] = [
            {**marked, "to": [2900, 1000]},  # a marker is where it is
            {"figure": "C", "edge": "east", "to": [3950, 912]},  # not his edge
            {"figure": "C", "edge": "west", "to": [50, 3020]},  # D stands there
            {"figure": "C", "edge": "west", "to": "x"},
        ]
        refused.extend(decision.why_not("deploy", one).rule for one in tried)
        return decision.find(("deploy", {**marked, "to": [50, 912]}))  # but dragged to the edge he comes by it

    game.phase("deployment", beside)
    assert refused == ["cappa.2.1.3c", "cappa.2.1.3.h2", "cappa.1.3a", "cappa.2.1.3.h2"]
    assert game.at("C") == (0.5, 9.12)


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.2.1.3e")
def test_by_an_edge_only_the_distance_counts_not_the_area():
    game = situation("""
        cappa on open ground
        wood 0,20 3,26
        red extra C off, die 3, from edge west
        blue extra B at 4,23.25
    """)
    assert [50, 2325] not in [option["to"] for option in entrances(game.state, game.figure("C"))]
    game.figure("B").x = 3000
    assert [50, 2325] in [option["to"] for option in entrances(game.state, game.figure("C"))]


@pytest.mark.rule("cappa.2.1.3a")
@pytest.mark.parametrize(("turn", "comes"), [(2, False), (3, True)])
def test_nobody_comes_before_the_turn_the_scenario_names(turn, comes):
    game = situation(DEPLOYMENT)
    sides = game.state.scenario.sides
    sides["red"] = replace(sides["red"], character=tuple(replace(one, from_turn=3) for one in sides["red"].character))
    game.state.turn = turn
    game.phase("deployment", *(["deploy marker=event_marker-2"] if comes else []))
    assert bool(game.asked) == comes
    assert (game.figure("C").where == "on") == comes
    assert game.figure("C").pa == (2 if comes else 0)


WAITING = """
    cappa on open ground
    {event}
    red protagonist L off, squad S{edge}
    red extra E off, squad S{edge}
    red extra F off, squad S{edge}
    red extra G off, squad S{edge}
    red squad S led by L, die 3, {formation}
    blue extra B at {x},10
"""


@pytest.mark.rule("cappa.2.1.3a", "cappa.2.1.3.h5", "cappa.2.1.3b")
@pytest.mark.parametrize("formation", ["open", "tight", "close"])
def test_a_squad_comes_by_a_marker_in_formation_round_it(formation):
    game = situation(WAITING.format(event="event 10,10", edge="", formation=formation, x=30))
    game.phase("deployment", "deploy figure=S marker=event_marker-1")
    assert game.at("L") == (10, 10)
    assert [event.figure for event in game.told(Entered)] == ["L", "E", "F", "G"]
    assert game.squad("S").pa == 2
    assert not separated(game.state, game.squad("S"))
    assert not Cappa().faults(game.state)
    game.phase("actions")
    assert called(game)[0] == ("S", 2)


@pytest.mark.rule("cappa.6.2.h3", "cappa.2.1.3a")
def test_a_squad_that_comes_with_a_flag_names_its_ensign_when_it_is_there():
    text = WAITING.format(event="event 10,10", edge="", formation="open, flag", x=30)
    game = situation(text)
    game.squad("S").ensign = ""
    game.phase("deployment", "deploy figure=S marker=event_marker-1", "carry-flag figure=F")
    assert game.squad("S").ensign == "F"
    off = situation(text)
    off.squad("S").ensign = ""
    off.phase("deployment", "stay-off")
    assert "ensign" not in [one.key for one in off.asked]


@pytest.mark.rule("cappa.2.1.3.h5", "cappa.2.1.3d")
@pytest.mark.parametrize(("x", "may"), [(16.7, True), (15.3, False)])
def test_every_base_of_a_squad_must_be_far_from_the_enemy(x, may):
    # the well leaves room only on the side of the enemy, from whom the leader alone would be far enough
    game = situation(WAITING.format(event="event 10,10\nwell 8.4,10", edge="", formation="close", x=x))
    offered = list(entrances(game.state, game.squad("S")))
    assert bool(offered) == may
    assert is_clear(game.state, game.figure("L"), 1000, 1000)


@pytest.mark.rule("cappa.2.1.3.h2")
@pytest.mark.parametrize("edge", ["north", "east", "south", "west"])
def test_a_squad_comes_by_an_edge_with_its_first_rank_touching_it(edge):
    text = WAITING.format(event="", edge=f", from edge {edge}", formation="close", x=20)
    game = situation(text.replace("20,10", "20,20"))
    game.phase("deployment", "deploy figure=S")
    off = {"north": lambda x, y: y, "south": lambda x, y: 40 - y, "west": lambda x, y: x, "east": lambda x, y: 40 - x}
    away = [off[edge](*game.at(name)) for name in "LEFG"]
    assert away[0] == 0.5
    assert max(away) <= 6.5
    assert {game.figure(name).edge for name in "LEFG"} == {edge}
    assert not Cappa().faults(game.state)


@pytest.mark.rule("cappa.2.1.3.h6")
def test_a_squad_that_does_not_come_loses_its_die():
    game = situation(WAITING.format(event="event 10,10", edge="", formation="open", x=30))
    game.phase("deployment", "stay-off")
    assert game.squad("S").pa == 0
    assert {game.figure(name).where for name in "LEFG"} == {"off"}


@pytest.mark.rule("cappa.2.1.3.h3")
def test_who_comes_with_a_die_of_one_does_not_act_any_more():
    game = situation("""
        cappa on open ground
        red extra C off, die 1, from edge west
        blue extra B at 30,30, acted
    """)
    game.phase("deployment", "deploy figure=C")
    game.phase("actions")
    game.phase("last")
    assert called(game) == []


@pytest.mark.rule("cappa.2.1.3.h6")
def test_he_may_decline_to_come_and_loses_his_die():
    game = situation(DEPLOYMENT)
    game.phase("deployment", "stay-off")
    assert (game.figure("C").where, game.figure("C").pa) == ("off", 0)


# By an edge, more closely


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.geo.3")
@pytest.mark.parametrize(
    ("edge", "first", "last"),
    [
        ("north", (375, 50), (3625, 50)),
        ("south", (375, 1150), (3625, 1150)),
        ("west", (50, 141), (50, 1058)),
        ("east", (3950, 141), (3950, 1058)),
    ],
)
def test_six_places_are_offered_along_an_edge_each_touching_it(edge, first, last):
    game = situation(f"cappa on open ground 40x12\nred extra C off, die 3, from edge {edge}\nblue extra B at 20,6")
    game.figure("B").where = "off"
    places = [tuple(option["to"]) for option in entrances(game.state, game.figure("C"))]
    assert len(places) == 6
    assert (places[0], places[-1]) == (first, last)
    steps = {(bx - ax) + (by - ay) for (ax, ay), (bx, by) in pairwise(places)}
    assert max(steps) - min(steps) <= 1
    assert all(option["edge"] == edge for option in entrances(game.state, game.figure("C")))


@pytest.mark.rule("cappa.2.1.3d", "cappa.geo.2")
@pytest.mark.parametrize(("x", "may"), [(15.01, False), (15.02, True)])
def test_exactly_a_mov_away_is_not_far_enough(x, may):
    game = situation(f"cappa on open ground\nevent 10,10\nred extra C off, die 3, Mov 4\nblue extra B at {x},10, Mov 4")
    assert bool(list(entrances(game.state, game.figure("C")))) == may
    assert (game.figure("C").x, game.figure("C").y) == (0, 0)  # nobody is moved by looking


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.geo.2")
@pytest.mark.parametrize(("x", "why"), [(49, "cappa.2.1.3.h2"), (50, ""), (51, ""), (52, "cappa.2.1.3.h2")])
def test_he_touches_the_edge_by_which_he_comes(x, why):
    game = situation("cappa on open ground\nred extra C off, die 3, from edge west\nblue extra B at 30,20")
    found = _by_edge(game.state, game.figure("C"), "deploy", {"figure": "C", "edge": "west", "to": [x, 900]})
    assert (found.rule if isinstance(found, Objection) else "") == why


@pytest.mark.rule("cappa.2.1.3.h2")
def test_who_comes_round_a_corner_comes_by_the_edge_he_names():
    game = situation("cappa on open ground\nred extra C off, die 3, from edge west north\nblue extra B at 30,20")
    corner = {"figure": "C", "to": [50, 50]}
    for edge in ("west", "north"):
        found = _by_edge(game.state, game.figure("C"), "deploy", {**corner, "edge": edge})
        assert isinstance(found, Option)
        assert found["edge"] == edge
    unnamed = _by_edge(game.state, game.figure("C"), "deploy", {**corner, "edge": "south"})
    assert isinstance(unnamed, Option)
    assert unnamed["edge"] == "west"
    assert _by_edge(game.state, game.figure("C"), "deploy", {**corner, "edge": "west", "more": 1}) is None
    assert _by_edge(game.state, game.figure("C"), "deploy", {**corner, "edge": "west", "heading": 900}) is None
    assert _by_edge(game.state, game.figure("C"), "set-up", {**corner, "edge": "west"}) is None
    assert _by_edge(game.state, game.figure("C"), "deploy", {**corner, "figure": "B", "edge": "west"}) is None


BY_EDGE = """
    cappa on open ground
    red extra A off, squad S, from edge west
    red extra C off, squad S, from edge west
    red extra D off, squad S, from edge west
    red extra E off, squad S, from edge west
    red squad S, {formation}, die 2
    {more}
    blue extra B at 35,35
"""


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.2.1.3d", "cappa.1.3a")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("", ""),
        ("red extra F at 2,20", "cappa.1.3a"),  # where the second rank would stand
        ("blue extra F at 6.4,20", "cappa.2.1.3d"),  # far enough from the first rank, not from the second
        ("blue extra F at 9,20", ""),
    ],
)
def test_all_of_a_squad_need_room_and_distance_at_the_edge(more, why):
    game = situation(BY_EDGE.format(formation="open", more=more))
    wanted = {"figure": "S", "edge": "west", "to": [50, 2000], "heading": 2700}
    found = _by_edge(game.state, game.squad("S"), "deploy", wanted)
    assert (found.rule if isinstance(found, Objection) else "") == why
    if not why:
        assert isinstance(found, Option)
        assert found["heading"] == 2700  # their first rank at the edge


@pytest.mark.rule("cappa.2.1.3.h5", "cappa.2.1.3a")
def test_a_squad_comes_on_whole_for_one_pa_and_keeps_its_formation():
    game = situation(BY_EDGE.format(formation="tight", more=""))
    game.phase("deployment", "deploy edge=west")
    assert game.squad("S").pa == 1
    here = [game.figure(name) for name in "ACDE"]
    assert {one.edge for one in here} == {"west"}
    assert not breach(here, "tight")
    assert len(game.told(Entered)) == 4


@pytest.mark.rule("cappa.2.1.3c", "cappa.2.1.3d")
def test_a_squad_comes_by_a_marker_whichever_way_it_fits():
    game = situation("""
        cappa on open ground
        event 10,10
        closed building 5,11 15,14
        red extra A off, squad S
        red extra C off, squad S
        red extra D off, squad S
        red squad S, open, die 2
        blue extra B at 35,35
    """)
    (option,) = entrances(game.state, game.squad("S"))
    assert option["heading"] == 1800  # looking north or east some would stand in the house


@pytest.mark.rule("cappa.2.1.3e", "cappa.geo.43")
@pytest.mark.parametrize(("x", "state", "may"), [(14, "", False), (14, ", shaken fire", True), (17, "", True)])
def test_who_stands_in_the_wood_of_a_marker_keeps_others_from_coming_there(x, state, may):
    game = situation(f"""
        cappa on open ground
        wood 8,8 16,12
        event 10,10
        red extra C off, die 3, Mov 9
        blue extra B at {x},10, Mov 4{state}
    """)
    assert bool(list(entrances(game.state, game.figure("C")))) == may


@pytest.mark.rule("cappa.2.1.3c")
@pytest.mark.parametrize(
    ("zone", "markers"),
    [
        (None, 2),
        ((0, 0, 2000, 2000), 1),
        ((1000, 1000, 2000, 2000), 1),  # a marker at the edge of his zone is his
        ((0, 0, 1000, 1000), 1),
        ((1001, 0, 2000, 2000), 0),
        ((0, 1001, 2000, 2000), 0),
        ((0, 0, 999, 2000), 0),
        ((0, 0, 2000, 999), 0),
    ],
)
def test_one_alone_comes_only_by_the_markers_that_the_scenario_leaves_him(zone, markers, monkeypatch):
    game = situation(DEPLOYMENT.replace("13,10", "20,28"))
    if zone:
        form = SimpleNamespace(by_markers="there", enters_by=(), apart=0)
        monkeypatch.setattr(arrival, "entry_of", lambda s, name: form if name == "C" else None)
        monkeypatch.setattr(game.state.scenario, "zone", lambda name: SimpleNamespace(rect=zone))
    offered = {option["marker"] for option in entrances(game.state, game.figure("C"))}
    assert offered == {f"event_marker-{number}" for number in range(1, markers + 1)}


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.2.1.3.h5")
@pytest.mark.parametrize(("count", "may"), [(12, True), (13, False)])
def test_no_rank_of_a_squad_stands_farther_than_6_um_from_the_edge_it_comes_by(count, may):
    """Riders in open order, four abreast: the third rank is 5 um from the edge, the fourth 7.5."""
    rider = "red extra R{} off, squad S, from edge west, mounted, Mov 8, on foot 4"
    men = "\n".join(rider.format(number) for number in range(count))
    game = situation(f"cappa on open ground\n{men}\nred squad S, open, die 2\nblue extra B at 35,35")
    wanted = {"figure": "S", "edge": "west", "to": [100, 2000], "heading": 2700}
    found = _by_edge(game.state, game.squad("S"), "deploy", wanted)
    assert (found.rule if isinstance(found, Objection) else "") == ("" if may else "cappa.2.1.3.h2")


@pytest.mark.rule("cappa.2.1.3a")
@pytest.mark.parametrize(("die", "told"), [(2, ["deployment"]), (0, [])])
def test_the_phase_is_told_only_where_somebody_waits_with_a_die(die, told):
    game = situation("cappa on open ground\nevent 10,10\nred extra C off\nred extra A at 5,5\nblue extra B at 30,20")
    game.figure("C").die = game.figure("C").pa = die
    game.phase("deployment")
    assert [one.phase for one in game.told(PhaseBegan)] == told
