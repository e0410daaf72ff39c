"""What each seat and a spectator get of a battle."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.command.written import OF_LEADER, OF_ONE, Order
from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.morale.tests import DEMORALISED, SHAKEN
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.leaders import HAS_RIDDEN
from alfiere.games.risorgimento.movement.phase import MOVED, MOVING
from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.shown.view import view
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.muster import new_battle
from alfiere.games.risorgimento.state.standing import fronts
from alfiere.games.risorgimento.victory.objectives import load_scenario
from alfiere.kernel.chance import Chance
from tests.situation import situation

FIELD = """
    risorgimento 60x60
    village_sector V 40,30
    farm F 10,50
    dense_wood W 2,2 8,8
    place P V held by red
    red  line A at 20,30 facing E, attack, vf 6, losses 3, D2, fatigue 2, yellow, under X
    red  hussars H at 20,20 facing E, under X
    red  guns G at 20,40 facing N, under X
    red  line I at 0,0 facing N, in V north, under X
    blue line B at 30,30 facing W
    red  CB X at 18,30 radius 12 initiative 4 bonus 1, with A
"""


@pytest.fixture
def s() -> BattleState:
    found: BattleState = situation(FIELD).state
    return found


def piece(s: BattleState, id: str, seat: str | None = "red") -> dict[str, Any]:
    return next(one for one in view(s, seat)["pieces"] if one["id"] == id)


def test_a_unit_shows_formation_strength_morale_and_state(s: BattleState) -> None:
    shown = piece(s, "A", None)
    assert shown["formation"] == "column"
    assert shown["symbol"] == "infantry-line"
    assert shown["pose"] == [2000, 3000, 900]
    assert shown["tracks"]["strength"] == [5, 6]  # three losses of half a point, of which what is begun still counts
    assert shown["tracks"]["morale"] == [s.units["A"].morale, s.units["A"].spirit]
    assert shown["badges"] == ["d2", "tired", "command-yellow"]
    assert (shown["values"]["fatigue"], shown["values"]["losses"], shown["values"]["move"]) == (2, 3, 8)
    assert shown["values"]["range"] > 0
    assert "range" not in piece(s, "H", None)["values"]
    assert piece(s, "G")["formation"] == "deployed"
    assert "labels" not in piece(s, "A")["told"]  # who has none is not said to have some
    assert piece(s, "B")["told"]["labels"]["en"]
    assert shown["told"]["weapon"]["en"] == "Lorenz rifle"


def test_what_marks_a_unit_bears_is_seen(s: BattleState) -> None:
    SHAKEN.put(s.units["A"])
    ABANDONED.put(s.units["G"])
    DEMORALISED.put(s.commanders["X"])
    s.units["B"].is_routed = True
    assert {"shaken", "demoralised"} <= set(piece(s, "A")["badges"])
    assert "abandoned" in piece(s, "G")["badges"]
    assert "demoralised" in piece(s, "X")["badges"]
    assert piece(s, "B")["badges"] == ["routed"]


def test_morale_below_nothing_is_shown_as_nothing(s: BattleState) -> None:
    s.units["B"].morale = -1
    assert piece(s, "B")["tracks"]["morale"][0] == 0


@pytest.mark.rule("risorgimento.c.1.1")
def test_a_charge_that_is_noted_is_seen_by_its_own_side_until_it_is_shown(s: BattleState) -> None:
    s.charges = {"H": "B"}
    assert "charges" in piece(s, "H", "red")["badges"]
    assert piece(s, "H", "red")["told"]["charge"]["en"] == "B"
    for other in ("blue", None):
        assert view(s, other) == view(_without_charges(s), other)
    s.are_charges_shown = True
    assert "charges" in piece(s, "H", "blue")["badges"]


def _without_charges(s: BattleState) -> BattleState:
    copy = s.copy()
    copy.charges = {}
    return copy


def test_who_has_had_its_move_is_marked_in_the_phase_of_movement_alone(s: BattleState) -> None:
    HAS_ACTED.put(s.units["A"])
    HAS_RIDDEN.put(s.commanders["X"])
    s.phase = "F"
    assert [piece(s, id)["acted"] for id in ("A", "X", "H")] == [False, False, False]
    s.phase = "E"
    assert [piece(s, id)["acted"] for id in ("A", "X", "H")] == [True, True, False]
    MOVED.put(s, "X")
    assert piece(s, "H")["acted"]
    MOVING.put(s, "blue")
    assert view(s, "red")["tracks"]["acting"] == "blue"


def test_a_commander_shows_his_values_his_radius_and_whom_he_is_with(s: BattleState) -> None:
    shown = piece(s, "X", "blue")
    assert (shown["zone"], shown["attached"]) == (1200, "A")
    assert shown["values"] == {"rc": 12, "i": 4, "b": 1}
    assert shown["told"]["rank"]["it"] == "comandante di brigata"
    s.commanders["X"].absent = 2
    shown = piece(s, "X", "blue")
    assert (shown["zone"], shown["badges"]) == (0, ["wounded"])


def test_the_order_of_battle_has_brigades_in_divisions(s: BattleState) -> None:
    groups = {one["id"]: one for one in view(s, None)["groups"]}
    assert groups["X"]["units"] == ["A", "H", "G", "I"]
    assert groups["X"]["leader"] == "X"
    assert groups["blue"]["parent"] == "blue chief"


def test_places_tell_who_holds_them_and_other_houses_who_is_in_them(s: BattleState) -> None:
    marks = {one["id"]: one for one in view(s, None)["marks"]}
    assert (marks["P"]["kind"], marks["P"]["owner"]) == ("goal", "red")
    assert marks["P"]["rect"] == list(s.ground.pieces["V"].rect or ())
    assert (marks["F"]["kind"], marks["F"]["owner"]) == ("sector", None)
    assert [one for one in marks if marks[one]["kind"] == "sector"] == ["F"]  # and no wood or hill
    s.stand(s.units["B"], s.footing(s.units["B"]), "F/north")
    assert {one["id"]: one for one in view(s, None)["marks"]}["F"]["owner"] == "blue"
    s.stand(s.units["A"], s.footing(s.units["A"]), "F/south")
    assert {one["id"]: one for one in view(s, None)["marks"]}["F"]["owner"] is None
    assert piece(s, "I")["told"]["inside"]["en"].replace("\N{NO-BREAK SPACE}", " ") == "V, north side"


@pytest.mark.rule("risorgimento.a.2.1")
def test_written_orders_and_couriers_tell_their_own_side_alone(s: BattleState) -> None:
    s.options["orders"] = "yes"
    OF_ONE.put(s.units["A"], Order("hold", "P", 0, 0, 0))
    OF_LEADER.put(s.commanders["X"], Order("attack", "B", 0, 0, 0))
    s.couriers["courier-1"] = Courier("courier-1", "red", "A", "hold", "P", 0, 0, 1000, 1000, 0)
    assert piece(s, "A", "red")["told"]["orders"]["en"] == "hold P"
    assert piece(s, "X", "red")["told"]["orders"]["it"] == "attaccare B"
    assert "under-orders" in piece(s, "A", "red")["badges"]
    assert "under-orders" in piece(s, "X", "red")["badges"]
    assert piece(s, "courier-1", "red")["told"]["attached"]["en"] == "A"
    for other in ("blue", None):
        assert "orders" not in piece(s, "A", other)["told"]
        assert "under-orders" not in piece(s, "X", other)["badges"]
        assert piece(s, "courier-1", other)["told"] == {}


@pytest.mark.rule("risorgimento.set.1")
def test_where_a_unit_may_be_set_up_is_shown_to_everybody() -> None:
    s = new_battle(load_scenario("genestrello"), {})
    s.queue = ["jaeger-3"]
    (zone,) = (one for one in view(s, "red")["marks"] if one["kind"] == "zone")
    assert zone["rect"] == [3400, 0, 6000, 5000]
    assert view(s, "blue")["marks"] == view(s, "red")["marks"]
    shown = piece(s, "jaeger-3")
    assert "pose" not in shown
    assert shown["shape"]["rect"] == list(s.shape(s.units["jaeger-3"], "open_order"))
    assert shown["formation"] == "open"
    assert view(s, "blue")["pieces"] == view(s, "red")["pieces"]
    s.queue = ["urban"]  # a commander
    assert all(one["kind"] != "zone" for one in view(s, "red")["marks"])


@pytest.mark.rule("risorgimento.set.1")
def test_the_areas_that_brigades_may_not_leave_yet_are_marked_for_everybody() -> None:
    s = new_battle(load_scenario("montebello"), {})
    braum, boer = "GM Braum: only in here for now", "GM Boér: only in here for now"
    east, far_east = [6800, 0, 12000, 8000], [9800, 0, 12000, 8000]
    for turn, marked in ((3, [(east, braum), (far_east, boer)]), (4, [(far_east, boer)])):
        s.turn = turn
        for seat in ("red", "blue", None):
            bounds = [one for one in view(s, seat)["marks"] if one["kind"] == "bound"]
            assert [(one["rect"], one["name"]["en"]) for one in bounds] == marked
            assert {one["owner"] for one in bounds} == {"red"}
    s = new_battle(load_scenario("palestro"), {})  # the Zouaves do not move at all: there is nothing to mark
    assert all(one["kind"] != "bound" for one in view(s, None)["marks"])


def test_who_is_lost_stands_in_the_list_of_losses(s: BattleState) -> None:
    s.leave(s.units["B"], "lost")
    s.commanders["X"].is_dead = True
    shown = view(s, None)
    assert shown["eliminated"] == ["B"]
    assert {(one["id"], one["symbol"]) for one in shown["lost"]} == {("B", "infantry-line"), ("X", "commander")}


# Markers


@pytest.mark.rule("risorgimento.mark.1", "risorgimento.e.4.3", "risorgimento.e.4.4", "risorgimento.e.4.5")
@pytest.mark.parametrize(
    ("formation", "marker", "front"),
    [("attack", "column", 350), ("line", "line", 350), ("open", "open", 350), ("march", "march", 200)],
)
def test_a_marker_shows_the_formation_and_the_front_is_the_width_of_the_base_but_in_march_column(
    formation: str, marker: str, front: int
) -> None:
    s = situation(f"risorgimento\nred line A at 20,30 facing E, {formation}, D1\nblue line B at 40,30 facing W").state
    shown = {one["id"]: one for one in view(s, "blue")["pieces"]}["A"]  # the other side sees them as well
    assert (shown["formation"], shown["shape"]["rect"][0]) == (marker, front)
    assert "d1" in shown["badges"]
    (edge,) = fronts(s, s.units["A"])
    (ax, ay), (bx, by) = edge.start, edge.end
    assert (abs(ax - bx), abs(ay - by)) == (0, front)


@pytest.mark.rule("risorgimento.mark.5")
@pytest.mark.parametrize(("state", "badges"), [("", []), (", D1", ["d1"]), (", D2", ["d2"]), (", routed", ["routed"])])
def test_the_markers_of_state_are_two_of_disorder_and_rout_and_who_has_none_is_in_order(
    state: str, badges: list[str]
) -> None:
    s = situation(f"risorgimento\nred line A at 20,30 facing E{state}\nblue line B at 40,30 facing W").state
    shown = {one["id"]: one for one in view(s, None)["pieces"]}["A"]
    assert shown["badges"] == badges
    assert bool(s.units["A"].disorder or s.units["A"].is_routed) == bool(badges)


@pytest.mark.rule("risorgimento.c.1.1")
@pytest.mark.parametrize(
    ("phase", "is_shown", "hides"),
    [
        ("B", False, False),
        ("C", False, True),
        ("D", False, True),
        ("E", False, True),
        ("D", True, False),
        ("F", False, False),
    ],
)
def test_a_curtain_falls_while_charges_are_noted_and_not_yet_shown(
    s: BattleState, phase: str, is_shown: bool, hides: bool
) -> None:
    s.phase, s.are_charges_shown = phase, is_shown
    assert GAME.hides(s) is hides


@pytest.mark.rule("risorgimento.c.1.1")
@pytest.mark.parametrize("is_shown", [True, False])
def test_what_the_other_side_has_noted_is_not_known_before_it_is_shown(s: BattleState, is_shown: bool) -> None:
    red, blue = (next(one.id for one in s.units.values() if one.seat == seat) for seat in ("red", "blue"))
    s.charges, s.are_charges_shown = {red: blue, blue: red}, is_shown
    GAME.redeal(s, "red", Chance("x"))
    assert s.charges == ({red: blue, blue: red} if is_shown else {red: blue})


def test_the_strength_of_a_side_is_that_of_its_units(s: BattleState) -> None:
    for seat in ("red", "blue"):
        own = [one.strength for one in s.units.values() if one.seat == seat]
        assert GAME.strength(s, seat) == {"units": len(own), "strength": sum(own)}


@pytest.mark.rule("risorgimento.i.0.2")
@pytest.mark.parametrize(("winner", "told"), [("red", "red"), ("blue", "blue"), ("nobody", None)])
def test_the_result_names_the_winner_if_there_is_one_and_both_their_points(
    s: BattleState, winner: str, told: str | None
) -> None:
    assert GAME.result(s) is None
    s.winner, s.reason, s.turn, s.points = winner, "points", 7, {"red": 4, "blue": 2}
    found = GAME.result(s)
    assert found is not None
    assert (found.winner, found.reason, found.turn, found.scores) == (told, "points", 7, {"red": 4, "blue": 2})
