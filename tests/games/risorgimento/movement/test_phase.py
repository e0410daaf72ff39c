"""Formations in turn, their units one by one, commanders with them (E.0, C.2, cmd.6, cmd.11, cmd.14)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.command.written import OF_LEADER, Order
from alfiere.games.risorgimento.movement import leaders
from alfiere.games.risorgimento.movement.leaders import command_ride, may_ride, objection, ride_for
from alfiere.games.risorgimento.movement.moves import ALONE
from alfiere.games.risorgimento.movement.phase import movement_phase
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.told.command import Ordered
from alfiere.games.risorgimento.told.movement import CommanderRode, FormationMoves
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Pose
from tests.situation import situation

ARMIES = """
    risorgimento
    initiative red {ahead}
    red CB R at 90,40
    red CB S at 90,60
    red line A at 100,40 facing W, under R
    red line B at 100,60 facing W, under S
    blue CB X at 30,40
    blue CB Y at 30,60
    blue line C at 20,40 facing E, under X
    blue line D at 20,60 facing E, under Y
"""


def pointed(decision: Decision, unit: str, far: int) -> Option | None:
    """A way straight ahead that somebody wants, if it is allowed."""
    if decision.key != "order":
        return None
    found = decision.free("move", {"unit": unit, "legs": [{"ahead": far}]}) if decision.free else None
    return found if isinstance(found, Option) else None


def order(ahead: int, *answers: Any) -> list[str]:
    game = situation(ARMIES.format(ahead=ahead))
    game.run(lambda g: movement_phase(g, ALONE), *answers)
    return [one.group for one in game.told(FormationMoves)]


@pytest.mark.rule("risorgimento.e.0.1", "risorgimento.e.0.2", "risorgimento.e.0.5", "risorgimento.c.2.3")
def test_the_winner_moves_ahead_then_they_alternate_from_the_loser_on_each_formation_once() -> None:
    assert [one in ("R", "S") for one in order(0)] == [False, True, False, True]
    assert [one in ("R", "S") for one in order(1)] == [True, False, True, False]
    assert [one in ("R", "S") for one in order(2)] == [True, True, False, False]
    assert sorted(order(1)) == ["R", "S", "X", "Y"]


@pytest.mark.rule("risorgimento.e.0.3")
def test_who_moves_next_is_only_picked_what_he_does_is_asked_then() -> None:
    game = situation(ARMIES.format(ahead=0))
    game.run(lambda g: movement_phase(g, ALONE), "act unit=C")
    picked = [one for one in game.asked if one.key == "who-moves"]
    assert picked
    assert all(one.opening for one in picked)
    assert not any(one.opening for one in game.asked if one.key == "order")


@pytest.mark.rule("risorgimento.c.2.4", "risorgimento.ex.2")
def test_the_winner_may_let_the_opponent_begin() -> None:
    assert [one in ("R", "S") for one in order(2, "let-begin")] == [False, True, False, True]


@pytest.mark.rule("risorgimento.cmd.14", "risorgimento.cmd.6", "risorgimento.cmd.11", "risorgimento.cl.12")
def test_a_commander_rides_once_with_his_formation_as_far_as_light_cavalry_in_column() -> None:
    game = situation(ARMIES.format(ahead=0))
    s, who = game.state, game.leader("X")
    assert may_ride(s, who, "X")
    assert not may_ride(s, who, "Y")
    who.absent = 1
    assert not may_ride(s, who, "X")  # wounded, he has no movement either, risorgimento.cl.12
    who.absent = 0
    assert may_ride(s, game.leader("blue chief"), "Y") == (game.leader("blue chief").where == "on")
    (x, y), (nearer, _) = game.point(54.1, 44), game.point(53, 44)
    far, near = Pose(x, y, 0), Pose(nearer, y, 0)
    why = objection(s, who, far, "")
    assert why is not None
    assert (why.key, why.rule) == ("too-far", "risorgimento.cmd.6")
    assert objection(s, who, near, "") is None
    assert objection(s, who, near, "C").key == "not-touching"  # type: ignore[union-attr]
    assert objection(s, who, s.beside(game.unit("C")), "C") is None
    why = objection(s, who, game.unit("C").pose, "")  # nobody stands on a unit
    assert why is not None
    assert (why.key, why.rule) == ("no-room-for-leader", "risorgimento.cmd.14")


def test_a_commander_left_behind_is_offered_the_way_to_his_men_as_far_as_he_can_ride() -> None:
    game = situation(
        """
        risorgimento
        blue CB X at 6,40 radius 12
        blue line A at 70,40 facing E, under X
        blue line B at 70,44 facing E, under X
        """
    )
    s, who = game.state, game.leader("X")
    rides = [one["to"] for one in ride_for(s, who).options if one.key == "ride"]
    far = max(x for x, _, _ in rides) - who.x
    assert objection(s, who, Pose(who.x + far, who.y, 0), "") is None
    assert objection(s, who, Pose(who.x + far + 100, who.y, 0), "") is not None
    # where a unit stands in the middle of them he is offered a place beside it
    s.leave(game.unit("B"), "lost")
    s.put(game.unit("A"), s.footing(game.unit("A"))._replace(pose=Pose(2000, who.y, 900)))
    alone = [one["to"] for one in ride_for(s, who).options if one.key == "ride" and not one.get("with")]
    cited = {one.get("with") is not None: one.rules for one in ride_for(s, who).options if one.key == "ride"}
    assert cited == {True: ("risorgimento.cmd.14", "risorgimento.cmd.11"), False: ("risorgimento.cmd.14",)}
    assert any(abs(x - 2000) <= 600 for x, _, _ in alone)


@pytest.mark.rule("risorgimento.cmd.14")
def test_a_commander_whom_water_bars_from_his_men_is_offered_to_ride_as_far_as_he_can_on_his_side() -> None:
    game = situation("""
        risorgimento
        canal C 40,0 40,60
        blue CB X at 36,40 radius 12
        blue line A at 60,40 facing E, under X
    """)
    s, who = game.state, game.leader("X")
    rides = [one for one in ride_for(s, who).options if one.key == "ride"]
    assert len(rides) >= 6
    for one in rides:
        pose = Pose(*one["to"])
        assert pose.x < game.point(40, 0)[0]
        assert objection(s, who, pose, "") is None
    longest = max((one["to"][1] - who.y) ** 2 + (one["to"][0] - who.x) ** 2 for one in rides)
    assert longest > (game.point(20, 0)[0] - game.point(0, 0)[0]) ** 2


@pytest.mark.rule("risorgimento.cmd.14")
def test_a_commander_rides_out_of_the_houses_where_he_stands_and_into_no_others() -> None:
    """Horse has no way among houses; he has come there with a unit, or was set up there."""
    game = situation("""
        risorgimento
        village_sector here at 20,20 to 30,30
        village_sector there at 40,20 to 50,30
        blue CB X at 25,25 radius 12
        blue line A at 36,40 facing E, under X
    """)
    s, who = game.state, game.leader("X")
    ways_out = [one["to"] for one in ride_for(s, who).options if one.key == "ride"]
    assert ways_out

    def why_not(x: int, y: int) -> Objection | None:
        return objection(s, who, who.pose._replace(x=game.point(x, y)[0], y=game.point(x, y)[1]), "")

    assert why_not(36, 35) is None
    for x, y in ((28, 25), (45, 25)):  # neither farther in nor into others
        why = why_not(x, y)
        assert why is not None, (x, y)
        assert (why.key, why.rule) == ("no-room-for-leader", "risorgimento.cmd.14")
    game.run(lambda g: command_ride(g, who), lambda asked: asked.find(("ride", {"commander": "X", "to": ways_out[0]})))
    assert why_not(25, 25) is not None  # once out he does not come back


@pytest.mark.rule("risorgimento.cmd.14", "risorgimento.scale.8")
def test_with_large_figures_a_commander_is_offered_to_join_units_twice_as_far_off() -> None:
    for figures, x, joins in (("15", 66, True), ("15", 66.1, False), ("25", 92, True), ("25", 92.1, False)):
        game = situation(f"""
            risorgimento 160x80
            option figures {figures}
            blue CB X at 40,40 radius 12
            blue line A at {x},40 facing E, under X
        """)
        found = [pose for pose, unit in leaders._beside_units(game.state, game.leader("X")) if unit == "A"]
        assert bool(found) == joins, (figures, x)


@pytest.mark.rule("risorgimento.cmd.11", "risorgimento.cmd.14")
def test_that_a_commander_has_ridden_and_to_whom_is_told() -> None:
    game = situation("""
        risorgimento
        blue CB X at 40,40 radius 12
        blue line A at 50,40 facing E, under X
    """)
    s, who = game.state, game.leader("X")
    before, beside = who.pose, s.beside(game.unit("A"))
    ride = ("ride", {"commander": "X", "to": list(beside), "with": "A"})
    game.run(lambda g: command_ride(g, who), lambda asked: asked.find(ride))
    (told,) = game.told(CommanderRode)
    assert (told.commander, told.start, told.to, told.unit) == ("X", before, beside, "A")
    assert (who.pose, who.unit) == (beside, "A")


@pytest.mark.rule("risorgimento.a.3.3", "risorgimento.a.2.3")
def test_orders_are_changed_and_couriers_sent_when_the_last_formation_of_a_side_has_moved() -> None:
    game = situation(ARMIES.format(ahead=0) + "    blue CIC blue chief at 10,50 radius 60\n    option orders yes")
    who = game.leader("X")
    OF_LEADER.put(who, Order("advance", "nowhere", 0, 0, 1))

    def played(g: BattleGame) -> Procedure[None]:
        yield from movement_phase(g, ALONE)

    game.run(played, "tell who=X", "order kind=withdraw place=nowhere")
    told = [(one.key, one.seat) for one in game.asked if one.key in ("formation", "message")]
    assert told.count(("message", "blue")) == 1  # X alone has orders: once they are changed nothing is left to say
    assert "message" not in [key for key, seat in told if seat == "red"]
    events = [one for one in game.events if isinstance(one, FormationMoves | Ordered)]
    last = [one.seat for one in events].index("blue", [one.seat for one in events].index("blue") + 1)
    assert [type(one) for one in events[last : last + 2]] == [FormationMoves, Ordered]
    assert OF_LEADER.all(game.leader("X"))[-1].since == game.state.turn + 1


@pytest.mark.rule("risorgimento.a.1.29")
@pytest.mark.parametrize("colour", ["blue", "brown", "yellow", "green"])
def test_a_commander_out_of_command_moves_with_all_his_movement(colour: str) -> None:
    game = situation(ARMIES.format(ahead=0))
    s, who = game.state, game.leader("X")
    who.colour = colour
    x, y = game.point(53, 44)
    assert may_ride(s, who, "X")
    assert objection(s, who, Pose(x, y, 0), "") is None


@pytest.mark.rule("risorgimento.e.0.3", "risorgimento.e.0.4")
def test_the_units_of_a_formation_move_one_by_one_each_within_its_own_move() -> None:
    game = situation("""
        risorgimento
        initiative red
        red  line A at 100,10 facing W
        blue line B at 20,40 facing E, attack
        blue chasseurs C at 20,50 facing E, attack
        blue line D at 20,60 facing E, attack, yellow
    """)
    done = "done group=blue"

    def first(decision: Decision) -> Option | None:
        return pointed(decision, "B", 300)

    def last(decision: Decision) -> Option | None:
        return pointed(decision, "D", 400)

    game.run(lambda g: movement_phase(g, ALONE), "act unit=B", first, "act unit=D", last, done)
    asked = [one for one in game.asked if one.key == "who-moves" and one.seat == "blue"]
    offered = [{option.get("unit") for option in one.options if option.key == "act"} for one in asked]
    assert offered == [{"B", "C", "D"}, {"C", "D"}, {"C"}]
    assert [game.at(one)[0] for one in "BCD"] == [23, 20, 24]  # less than it could; not at all; half, being yellow
    orders = {one.about["unit"]: one for one in game.asked if one.key == "order" and one.seat == "blue"}
    assert pointed(orders["D"], "D", 401) is None
