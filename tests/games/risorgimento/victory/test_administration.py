"""Phase I: places held, points, armies beaten, bridges repaired, units called away, the end of a turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from alfiere.battles.events import BattleEnded, TurnBegan
from alfiere.games.risorgimento.command.recovery import RESTED
from alfiere.games.risorgimento.morale.leaders_lost import FELL_WITH
from alfiere.games.risorgimento.morale.tests import SHAKEN
from alfiere.games.risorgimento.movement.phase import MOVED
from alfiere.games.risorgimento.state.battle import REPAIRED
from alfiere.games.risorgimento.state.unit import HAS_MOVED, LOST, ROUTED_OFF, TO_COME, WITHDRAWN
from alfiere.games.risorgimento.told.victory import ArmyBeaten, ArmyChecked, BridgeRepaired, PlaceTaken, PointsCounted
from alfiere.games.risorgimento.victory.administration import administration_phase, lost_share, take_places
from tests.situation import situation


def end_turn(game: Any) -> list[Any]:
    def phase(g: Any) -> Any:
        administration_phase(g)
        yield from ()

    found: list[Any] = game.run(phase)
    return found


def control(game: Any) -> dict[str, str]:
    def phase(g: Any) -> Any:
        take_places(g)
        yield from ()

    game.run(phase)
    held: dict[str, str] = game.state.control
    return held


GROUND = """
    risorgimento
    village_sector V 40,40
    farm F 60,40
    place village V held by red
    place farm F held by red
    place bridge 20,20
"""


@pytest.mark.rule("risorgimento.i.1.3", "risorgimento.i.1.2")
def test_a_place_is_taken_by_who_touches_it_alone():
    game = situation(
        GROUND
        + "blue line B at 59,42 facing E\n    blue hussars H at 20,22 facing N\n    red line A at 100,10 facing W"
    )
    assert control(game) == {"village": "red", "farm": "blue", "bridge": ""}
    game.state.units["H"].y += 100  # its rear edge on the bridge
    game.state.laid = None
    assert control(game) == {"village": "red", "farm": "blue", "bridge": "blue"}
    game.state.units["H"].y -= 1000
    game.state.laid = None
    assert control(game)["bridge"] == "blue"  # had it last


@pytest.mark.rule("risorgimento.i.1.3", "risorgimento.h.1.7")
def test_enemies_batteries_and_routed_units():
    there = GROUND + "    blue {blue} B at 59,42 facing E{state}\n    red {red} A at {at} facing W"
    contested = situation(there.format(blue="line", state="", red="guns", at="66,42"))
    assert control(contested)["farm"] == "red"
    battery = situation(there.format(blue="guns", state="", red="line", at="100,10"))
    assert control(battery)["farm"] == "red"
    routed = situation(there.format(blue="line", state=", routed", red="line", at="100,10"))
    assert control(routed)["farm"] == "red"
    foe_routed = situation(there.format(blue="line", state="", red="line", at="66,42") + ", routed")
    assert control(foe_routed)["farm"] == "blue"


@pytest.mark.rule("risorgimento.i.1.3")
def test_a_village_sector_is_held_by_who_is_in_it_not_by_who_touches_it():
    beside = situation(GROUND + "    blue line B at 39,42 facing E\n    red line A at 100,10 facing W")
    assert control(beside)["village"] == "red"
    inside = situation(GROUND + "    blue line B at 0,0 facing N, in V south\n    red line A at 100,10 facing W")
    assert control(inside)["village"] == "blue"
    both = situation(GROUND + "    blue line B at 0,0 facing N, in V south\n    red line A at 0,0 facing N, in V north")
    assert control(both)["village"] == "red"


ARMIES = """
    risorgimento
    red line A at 100,10 facing W
    red line B at 100,20 facing W
    red line C at 100,30 facing W
    red guns D at 100,40 facing W
    blue line W at 10,10 facing E
    blue line X at 10,20 facing E
    blue line Y at 10,30 facing E
    blue line Z to come
    place P 100,60 held by red
    turn 3
"""


@pytest.mark.rule("risorgimento.i.3.1", "risorgimento.i.3.5", "risorgimento.set.4")
def test_an_army_is_beaten_when_half_of_its_units_are_routed_or_lost():
    game = situation(ARMIES)
    game.state.units["W"].where = LOST
    game.state.units["X"].is_routed = True
    end_turn(game)
    assert (game.state.winner, game.state.reason) == ("red", "army-beaten")
    (beaten,) = game.told(ArmyBeaten)
    assert (beaten.seat, beaten.how, beaten.rules) == ("blue", "half-lost", ("risorgimento.i.3.1",))
    # Z, who has still to come, is one of four and cannot be lost
    assert game.state.units["Z"].where == TO_COME


@pytest.mark.rule("risorgimento.i.3.5", "risorgimento.i.0.2")
def test_a_beaten_army_has_lost_whatever_its_points_and_the_end_is_told_once():
    game = situation(ARMIES)
    game.state.turn = game.state.scenario.turns
    game.state.points["blue"] = 99
    game.state.units["W"].where = LOST
    game.state.units["X"].is_routed = True
    end_turn(game)
    assert (game.state.winner, game.state.reason) == ("red", "army-beaten")
    assert len(game.told(BattleEnded)) == 1


@pytest.mark.rule("risorgimento.i.3.2", "risorgimento.i.3.4")
@pytest.mark.parametrize(("roll", "is_beaten"), [(19, True), (20, False), (21, False)])
def test_an_army_is_beaten_by_a_d100_lower_than_what_it_has_lost(roll: int, is_beaten: bool):
    # one of four units is gone; both commanders have I 5: 1 of 4 + 10/10
    game = situation(ARMIES + f"    dice blue {roll}")
    game.state.units["W"].where = ROUTED_OFF
    assert lost_share(game.state, "blue") == Fraction(1, 5)
    end_turn(game)
    (checked,) = game.told(ArmyChecked)
    assert (checked.seat, checked.lost, checked.units, checked.percent, checked.roll) == ("blue", 1, 4, 20, roll)
    assert checked.beaten == is_beaten
    assert (game.state.winner == "red") == is_beaten


@pytest.mark.rule("risorgimento.i.3.4")
def test_a_lost_commander_counts_a_tenth_of_his_initiative_and_no_roll_is_made_for_nothing():
    game = situation(ARMIES + "    dice blue 100")
    assert lost_share(game.state, "blue") == 0
    game.state.units["X"].is_routed = True
    assert lost_share(game.state, "blue") == Fraction(1, 5)
    game.state.units["X"].is_routed = False
    FELL_WITH.put(game.state.commanders["blue"], 5)
    game.state.commanders["blue"].initiative = 3  # his successor
    assert lost_share(game.state, "blue") == Fraction(1, 2) / 5
    end_turn(game)
    assert [one.seat for one in game.told(ArmyChecked)] == ["blue"]


@pytest.mark.rule("risorgimento.i.3.3", "risorgimento.i.3.6")
def test_a_side_that_has_lost_all_its_places_is_beaten():
    lost = situation(ARMIES + "    blue line Q at 100,60 facing E")
    end_turn(lost)
    assert (lost.state.winner, [one.how for one in lost.told(ArmyBeaten)]) == ("blue", ["ground"])
    # nor does it save a side that another of the places was not its own at the start
    also = situation(ARMIES + "    place O 60,75\n    blue line Q at 100,60 facing E")
    end_turn(also)
    assert (also.state.winner, [one.how for one in also.told(ArmyBeaten)]) == ("blue", ["ground"])
    # who held nothing at the start is not beaten for holding nothing
    kept = situation(ARMIES)
    end_turn(kept)
    assert kept.state.winner == ""


@pytest.mark.rule("risorgimento.i.3.3")
def test_a_scenario_may_do_without_that_rule():
    game = situation(ARMIES + "    blue line Q at 100,60 facing E")
    game.scenario.form = msgspec.structs.replace(game.scenario.form, beaten_by_ground=False)
    end_turn(game)
    assert game.state.winner == ""
    assert game.state.control["P"] == "blue"


@pytest.mark.rule("risorgimento.i.3.6")
@pytest.mark.parametrize(("red", "blue", "winner"), [(9, 8, "red"), (8, 9, "blue"), (9, 9, "nobody")])
def test_of_two_beaten_armies_the_one_with_more_points_wins(red: int, blue: int, winner: str):
    game = situation(ARMIES)
    for unit in ("A", "B", "W", "X"):
        game.state.units[unit].where = LOST
    game.state.points.update(red=red, blue=blue)
    end_turn(game)
    assert (game.state.winner, game.state.reason) == (winner, "armies-beaten")
    assert len(game.told(ArmyBeaten)) == 2


@pytest.mark.rule("risorgimento.i.0.1", "risorgimento.i.0.3", "risorgimento.mor.13", "risorgimento.scale.2")
def test_the_end_of_a_turn_in_its_order():
    events = end_turn(situation(ARMIES + "    blue line Q at 100,61 facing E"))
    kinds = [type(one) for one in events]
    assert kinds.index(PlaceTaken) < kinds.index(PointsCounted) < kinds.index(ArmyBeaten) < kinds.index(BattleEnded)

    quiet = situation(ARMIES)
    s = quiet.state
    SHAKEN.put(s.units["A"])
    HAS_MOVED.put(s.units["B"])
    s.charges, s.are_charges_shown, s.initiative, s.ahead = {"A": "W"}, True, "red", 2
    s.step, s.queue = 3, ["A"]
    MOVED.put(s, "red")
    REPAIRED.put(s, "N")
    events = end_turn(quiet)
    s = quiet.state
    assert not MOVED.is_on(s, "red")
    assert REPAIRED.is_on(s, "N")
    assert not SHAKEN.is_on(s.units["A"])
    assert not HAS_MOVED.is_on(s.units["B"])
    assert RESTED.is_on(s.units["C"])
    assert not RESTED.is_on(s.units["B"])
    assert (s.turn, s.phase, s.charges, s.are_charges_shown, s.initiative, s.ahead) == (4, "A", {}, False, "", 0)
    assert (s.step, s.queue) == (0, [])
    assert isinstance(events[-1], TurnBegan)
    assert s.scenario.clock(s.turn) == 12 * 60 + 60


BRIDGE = """
    risorgimento 60x60
    canal N 30,0 30,60
    blue line B at 29,20 facing E
    blue line E at 31,20 facing E, moved
    blue line C at 10,20 facing E
    blue line D at 10,30 facing E
    red line A at 50,40 facing W
    turn 2
    [[special]]
    kind = "broken bridge"
    line = "N"
    at = [30, 20]
    turns = 2
    text = { en = "x", it = "x" }
"""


def test_a_broken_bridge_is_repaired_by_two_whole_turns_at_it():
    game = situation(BRIDGE)
    way = (2800, 4000), (3200, 4000)
    end_turn(game)
    assert not REPAIRED.all(game.state)
    assert [one.way for one in game.state.ground.crossings(*way)] == [""]
    end_turn(game)
    assert REPAIRED.all(game.state) == ["N"]
    assert [one.unit for one in game.told(BridgeRepaired)] == ["B"]  # E came up in the first of the turns
    assert [one.way for one in game.state.ground.crossings(*way)] == ["bridge"]
    end_turn(game)
    assert REPAIRED.all(game.state) == ["N"]
    assert game.state.scene.field is game.state.ground.field


def test_a_bridge_is_repaired_once_by_however_many():
    game = situation(BRIDGE.replace(", moved", ""))
    end_turn(game)
    end_turn(game)
    assert REPAIRED.all(game.state) == ["N"]
    assert len(game.told(BridgeRepaired)) == 1


@pytest.mark.parametrize("state", ["moved", "routed"])
def test_who_has_moved_or_is_routed_does_no_work_and_begins_anew(state: str):
    game = situation(BRIDGE.replace("blue line E at 31,20", "blue line E at 20,20"))
    end_turn(game)
    unit = game.state.units["B"]
    if state == "moved":
        HAS_MOVED.put(unit)
    else:
        unit.is_routed = True
        game.dice["blue"] = [100]
    end_turn(game)
    game.state.units["B"].is_routed = False
    end_turn(game)
    assert not REPAIRED.all(game.state)
    end_turn(game)
    assert REPAIRED.all(game.state) == ["N"]


def test_units_that_are_called_away_leave_and_are_not_lost():
    game = situation(
        """
        risorgimento
        red CB R at 90,40, under red chief, with A
        red line A at 92,40 facing W, under R
        red line B at 92,50 facing W
        blue line X at 10,10 facing E
        turn 3
        [[special]]
        kind = "withdraws"
        under = ["red"]
        turn = 9
        text = { en = "x", it = "x" }
        [[special]]
        kind = "withdraws"
        under = ["R"]
        turn = 4
        text = { en = "x", it = "x" }
        """
    )
    end_turn(game)
    assert game.state.units["A"].is_on
    end_turn(game)
    s = game.state
    assert (s.units["A"].where, s.commanders["R"].where, s.commanders["R"].unit) == (WITHDRAWN, WITHDRAWN, "")
    assert s.units["B"].is_on
    assert s.points == {"red": 0, "blue": 0}
    assert lost_share(s, "red") == 0


@pytest.mark.rule("risorgimento.ex.48", "risorgimento.i.3.2", "risorgimento.i.3.5")
@pytest.mark.parametrize(("roll", "is_beaten"), [(21, True), (22, False)])
def test_ex_48_four_of_eighteen_units_and_a_commander_are_beaten_on_21_and_not_on_22(roll: int, is_beaten: bool):
    leaders = (("CIC", "blue chief", 5), ("CD", "D", 5), ("CB", "X", 4), ("CB", "Y", 4), ("CB", "blue", 4))
    text = "\n".join(
        f"    blue {rank} {name} at {5 + 3 * n},5 initiative {i}" for n, (rank, name, i) in enumerate(leaders)
    )
    text += "\n" + "\n".join(f"    blue line U{n} at {5 + 4 * n},20 facing E" for n in range(18))
    game = situation(f"risorgimento\n{text}\n    red line A at 110,70 facing W\n    dice blue {roll}")
    s = game.state
    for n in range(3):
        s.leave(s.units[f"U{n}"], LOST)
    s.units["U3"].is_routed = True
    FELL_WITH.put(s.commanders["X"], 4)
    assert lost_share(s, "blue") == Fraction(44, 202)
    end_turn(game)
    (checked,) = game.told(ArmyChecked)
    assert (checked.percent, checked.beaten) == (21, is_beaten)
    assert [one.how for one in game.told(ArmyBeaten)] == (["roll"] if is_beaten else [])


@pytest.mark.rule("risorgimento.ex.70", "risorgimento.i.3.6")
def test_ex_70_who_had_nothing_at_the_start_is_not_beaten_for_losing_what_he_took():
    game = situation("""
        risorgimento
        turn 5
        place P 30,40 held by red
        place Q 60,40 held by red
        red  line A at 30,40 facing W
        red  line B at 60,40 facing W
        blue line C at 10,10 facing E
        blue line D at 20,10 facing E
    """)
    s = game.state
    s.control.update(P="blue", Q="red")  # taken in turn 4; in turn 5 they come back
    end_turn(game)
    assert (s.control, game.told(ArmyBeaten), s.winner) == ({"P": "red", "Q": "red"}, [], "")
    s.turn = 6
    for name, place in (("C", "A"), ("D", "B")):
        lost, taker = s.units[place], s.units[name]
        footing = s.footing(lost)
        s.stand(lost, footing._replace(pose=footing.pose._replace(x=9000)))
        s.stand(taker, footing)
        s.units[place].y += 1000 if place == "A" else -1000
    s.laid = None
    end_turn(game)
    assert [(one.seat, one.how) for one in game.told(ArmyBeaten)] == [("red", "ground")]
    assert s.winner == "blue"


def test_a_bridge_that_is_repaired_does_not_keep_others_from_being_repaired():
    other = BRIDGE.partition("[[special]]")[2].replace('"N"', '"S"').replace("30, 20", "10, 21")
    game = situation(f"{BRIDGE}\n    [[special]]{other}".replace("canal N", "canal S 0,21 29,21\n    canal N"))
    REPAIRED.put(game.state, "N")
    game.state.laid = None
    end_turn(game)
    end_turn(game)
    assert [(one.unit, one.line) for one in game.told(BridgeRepaired)] == [("C", "S")]
