"""Squads that lose touch, change formation, cross, charge and evade as a body."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.morale.evasion import can_squad_evade
from alfiere.games.cappa.movement.squad_march import Drill, March
from alfiere.games.cappa.movement.together import Move
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import (
    ChargeEnded,
    Crossed,
    FormationChanged,
    MoraleTested,
    Moved,
    Struck,
    VolleyFired,
)
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from tests.situation import situation

RULES = Cappa()
EAGER = {"charge-together", "reform", "cross-together", "rejoin", "evade", "fight-together", "volley", "order"}
EAGER |= {"countercharge", "go-on"}
FOUR = """
    cappa on open ground
    red extra A at 10,10, squad S, Mov {mov}
    red extra B at 11.5,10, squad S, Mov {mov}
    red extra C at 13,10, squad S, Mov {mov}
    red extra D at {last}, squad S, Mov {mov}
    red squad S, {formation}{pa}
    {more}
"""


def four(last="14.5,10", formation="open", pa=", pa 3", mov=4, more=""):
    """Four in a row, half a um apart; the last one somewhere else if need be."""
    return situation(FOUR.format(last=last, formation=formation, pa=pa, mov=mov, more=more))


# Out of touch


@pytest.mark.rule("cappa.2.1.5f")
def test_in_the_last_phase_a_squad_with_a_separated_member_can_only_bring_him_back():
    game = four(last="20,10", pa="", more="blue extra X at 12,16")
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["D"]
    game.phase("last", "act figure=S", "rejoin")
    (asked,) = [one for one in game.asked if one.key == "action" and one.seat == "red"]
    assert {option.key for option in asked.options} == {"rejoin"}
    assert [(event.figure, event.length) for event in game.told(Moved)] == [("D", 400)]  # as far as he can
    assert game.at("D") == (16, 10)


@pytest.mark.rule("cappa.2.1.5f")
def test_a_squad_that_is_all_together_does_in_the_last_phase_what_it_likes():
    game = four(pa="", more="blue extra X at 10,30")
    game.phase("last", "act figure=S", "wait")
    (asked,) = [one for one in game.asked if one.key == "action" and one.seat == "red"]
    assert {"move", "wait"} <= {option.key for option in asked.options}
    assert "rejoin" not in {option.key for option in asked.options}


@pytest.mark.rule("cappa.2.1.5f")
def test_who_comes_back_stops_beside_his_mates():
    game = four(last="16,10", pa="")
    game.phase("last", "act figure=S", "rejoin")
    assert game.touch("C", "D")
    assert not separated(game.state, game.squad("S"))


@pytest.mark.rule("cappa.2.1.5f")
def test_only_the_last_phase_holds_a_separated_squad_to_that():
    game = four(last="20,10")
    assert "move" in game.keys("S")
    assert "rejoin" not in game.keys("S")


# Formations


@pytest.mark.rule("cappa.2.2.1t")
def test_a_squad_changes_formation_in_a_move_for_the_pa_of_the_move():
    game = four(more="blue extra X at 10,30")
    game.do("S", "reform formation=tight")
    assert game.squad("S").formation == "tight"
    assert game.squad("S").pa == 2
    assert [event.formation for event in game.told(FormationChanged)] == ["tight"]
    for name in "ABCD":
        assert any(game.touch(name, other) for other in "ABCD" if other != name)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1t")
def test_the_new_formation_may_be_taken_up_a_whole_move_farther_on_and_nobody_passes_the_foremost():
    game = four(more="blue extra X at 10,30")
    fits = [option for option in game.offered("S") if option.key == "reform" and option.get("shape") == "ranks"]
    assert len(fits) == 2
    far = max(fits, key=lambda option: option["to"][1])
    game.do("S", far)
    front = max(game.at(name)[1] for name in "ABCD")
    assert far["to"][1] / 100 == front == 14
    assert all(event.length <= 800 for event in game.told(Moved))


@pytest.mark.rule("cappa.2.2.1t")
def test_a_list_may_make_it_dearer():
    source = dict(read_scenario("guardie").source)
    sheet: dict[str, Any] = {
        "id": "slow",
        "name": {"en": "slow", "it": "lento"},
        "class": "extra",
        "lines": [{"mo": 5, "ti": 3, "mi": 3, "ca": 5, "mov": 4}],
        "weapons": ["BD"],
        "formations": ["open", "tight"],
        "origin": "house",
        "is_animal": True,
        "formation_pa": 2,
    }
    assert read_scenario({**source, "character": [sheet]}).sheet("slow").formation_pa == 2
    with pytest.raises(BadData, match="at least the 1 PA"):
        read_scenario({**source, "character": [{**sheet, "formation_pa": 0}]})
    game = four(more="blue extra X at 10,30")
    for name in "ABCD":
        game.figure(name).sheet.formation_pa = 2
    game.do("S", "reform formation=tight")
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.2.2.1t")
def test_only_formations_the_men_know_and_that_there_is_room_for():
    game = four(more="blue extra X at 10,30")
    for name in "ABCD":
        game.figure(name).sheet.formations = ("open", "tight")
    assert {option["formation"] for option in game.offered("S") if option.key == "reform"} == {"tight"}
    assert Drill(game.state, game.squad("S")).plan((1200, 3000), "tight", 1800) is None  # too far


# Crossing


WALL = "low wall 4,10.5 30,10.5"


@pytest.mark.rule("cappa.4.3.2.h3")
def test_all_who_are_within_1_um_of_an_obstacle_cross_it_for_one_pa():
    game = four(last="14.5,8", more=WALL + "\nblue extra X at 12,30")
    game.figure("C").y = 920  # 0.8 um away
    game.do("S", "cross-together")
    assert {event.figure for event in game.told(Crossed)} == {"A", "B", "C"}
    assert [game.at(name)[1] for name in "ABC"] == [11, 11, 11]
    assert game.at("D") == (14.5, 8)  # two um away, he stays
    assert game.squad("S").pa == 2
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["D"]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.2.h3")
def test_a_squad_crosses_nothing_that_nobody_touches_or_enemies_bar():
    away = four(more="low wall 4,12 30,12")
    assert not away.may("S", "cross-together")
    held = four(more=WALL + "\n" + "\n".join(f"blue extra X{n} at {8 + 2 * n},11.2" for n in range(6)))
    assert not held.may("S", "cross-together")


@pytest.mark.rule("cappa.4.3.2.h3", "cappa.4.3.2.h2")
def test_who_has_no_room_beyond_the_obstacle_stays_and_the_others_cross():
    game = four(more=WALL + "\nblue extra X at 10,11.2")
    game.do("S", "cross-together")
    assert {event.figure for event in game.told(Crossed)} == {"B", "C", "D"}
    assert game.at("A") == (10, 10)


@pytest.mark.rule("cappa.4.3.2.h3", "cappa.2.2.1.h10")
@pytest.mark.parametrize("is_prone", [False, True])
def test_who_lies_at_an_obstacle_brings_no_squad_across(is_prone):
    game = four(more=WALL + "\nblue extra X at 12,30")
    for name in "BCD":
        game.figure(name).y = 960  # 0.4 um away
    game.figure("A").is_prone = is_prone
    assert game.may("S", "cross-together") != is_prone


@pytest.mark.rule("cappa.4.3.2.h3", "cappa.4.3.2a", "cappa.4.3.2.h1")
@pytest.mark.parametrize(("kind", "may"), [("hedge", True), ("palisade", False)])
def test_riders_cross_together_only_what_a_rider_crosses(kind, may):
    game = situation(f"""
        cappa on open ground
        {kind} 4,11 30,11
        red extra A at 10,10, squad S, mounted, Mov 8, abilities RI
        red extra B at 12.5,10, squad S, mounted, Mov 8, abilities RI
        red squad S, open, pa 3
        blue extra X at 12,30
    """)
    assert game.may("S", "cross-together") == may
    if may:
        game.do("S", "cross-together")
        assert [game.at(name)[1] for name in "AB"] == [pytest.approx(12, abs=0.011)] * 2


@pytest.mark.rule("cappa.4.3.2.h3", "cappa.4.3.6.h4")
@pytest.mark.parametrize(("y", "may"), [(10, False), (9.1, False), (8.9, True)])
def test_a_squad_crosses_no_palisade_while_one_of_those_near_it_leads_a_horse(y, may):
    game = four(last=f"14.5,{y}", more="palisade 4,10.5 30,10.5\nblue extra X at 12,30\nthing K riding_horse at 16,8")
    assert game.may("S", "cross-together")
    game.figure("D").carries, game.state.things["K"].bearer = ["K"], "D"
    assert game.may("S", "cross-together") is may


@pytest.mark.rule("cappa.4.3.2.h3", "cappa.4.3.2.h1")
def test_a_dear_obstacle_is_dear_to_a_squad_too():
    game = four(more=WALL.replace("low wall", "palisade") + "\nblue extra X at 12,30")
    game.do("S", "cross-together")
    assert game.squad("S").pa == 1


# Charging


CORNER = """
    cappa on open ground
    closed building 9.8,12 14,16
    red extra A at 8,10, squad S
    red extra B at 9.5,10, squad S
    red extra C at 11,10, squad S
    red squad S, pa 2
    blue extra X at {x},{y}{squad}
    {more}
"""


@pytest.mark.rule("cappa.4.3.8.h10")
def test_a_squad_may_charge_what_one_of_its_members_sees():
    game = situation(CORNER.format(x=9, y=14, squad="", more=""))
    assert [game.sees(name, "X") for name in "ABC"] == [True, True, False]
    game.do("S", "charge-together target=X", "no-test")
    assert game.told(ChargeEnded)[0].contact
    assert game.squad("S").pa == 1
    assert not RULES.faults(game.state)
    hidden = situation(CORNER.format(x=12, y=16.6, squad="", more=""))
    assert not hidden.may("S", "charge-together")


@pytest.mark.rule("cappa.4.3.8.h10")
def test_at_a_squad_it_is_enough_to_see_one_of_its_members():
    text = """
        cappa on open ground
        closed building 10,12 14,14
        red extra A at 9,10, pa 1, Mov 6
        blue extra X at 9,13{x}
        blue extra Y at 10.5,14.6{y}
        {squad}
    """
    game = situation(text.format(x=", squad T", y=", squad T", squad="blue squad T"))
    assert (game.sees("A", "X"), game.sees("A", "Y")) == (True, False)
    assert game.may("A", "charge target=Y")
    alone = situation(text.format(x="", y="", squad=""))
    assert not alone.may("A", "charge target=Y")


@pytest.mark.rule("cappa.6.7.2a")
def test_a_squad_that_has_charged_fights_in_its_next_action():
    game = situation(CORNER.format(x=8, y=13, squad="", more="dice red 1 1 1 1 1 1 blue 1 1 1 1"))
    game.do("S", "charge-together target=X", "no-test")
    game.do("S", "fight-together target=X")
    touching = [name for name in "ABC" if game.touch(name, "X")] or ["A", "B", "C"]
    assert {event.figure for event in game.told(Struck)} <= set(touching)
    assert "charge" in [reason for _, reason, _ in game.told(Struck)[0].tally.lines]


@pytest.mark.rule("cappa.4.3.8g", "cappa.2.1.5d")
def test_in_the_last_phase_a_squad_charges_only_the_shaken():
    game = situation(CORNER.format(x=8, y=13, squad="", more=""))
    game.state.phase = "last"
    assert not game.may("S", "charge-together", 1)
    game.figure("X").shaken = "fire"
    assert game.may("S", "charge-together", 1)


SURGE = """
    cappa on open ground
    red extra A at 10,10, squad S, Mov {mov}
    red extra B at 11.5,10, squad S, Mov {mov}
    red squad S, pa 2
    blue extra X at 10,13.5, pa 1{skill}
    dice {dice}
"""


@pytest.mark.rule("cappa.4.3.9f", "cappa.4.3.9g")
@pytest.mark.parametrize(("answer", "caught"), [("go-on", True), ("halt", False)])
def test_a_squad_that_could_catch_an_evader_may_also_let_him_go(answer, caught):
    game = situation(SURGE.format(mov=9, skill="", dice="blue 1"))
    game.do("S", "charge-together target=X", "no-test", "evade", answer)
    assert game.told(ChargeEnded)[0].contact == caught
    assert game.figure("X").fled_from in ("A", "B")


@pytest.mark.rule("cappa.6.5.h5")
def test_in_a_charge_the_others_close_up_and_nobody_goes_farther_than_his_own_mov():
    game = situation(
        SURGE.format(mov=4, skill="", dice="").replace("11.5,10, squad S, Mov 4", "11.5,10, squad S, Mov 1")
    )
    game.do("S", "charge-together target=X", "no-test", "stand")
    went = {name: sum(event.length for event in game.told(Moved) if event.figure == name) for name in "AB"}
    assert game.touch("A", "X")
    assert 0 < went["B"] <= 101


@pytest.mark.rule("cappa.8.1.1l", "cappa.8.1.1.h3")
@pytest.mark.parametrize(("roll", "contact"), [(1, True), (10, False)])
def test_who_is_charged_by_a_squad_may_cry_back_at_it(roll, contact):
    game = situation(SURGE.format(mov=4, skill=", abilities BC", dice=f"red {roll}"))
    game.do("S", "charge-together target=X", "no-test", "battle-cry")
    (test,) = game.told(MoraleTested)
    assert test.figure == "S"
    assert game.told(ChargeEnded)[0].contact == contact
    assert bool(game.squad("S").shaken) != contact


# Evading


EVADERS = """
    cappa on open ground
    red extra A at 10,10{arms}, pa 1, 5/5/3
    red extra Z at 20,16
    blue extra X at 10,{y}, squad T, Mov {mov}
    blue extra Y at 11.5,{y}, squad T, Mov 4
    blue squad T, pa 2
    {more}
"""


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9a")
def test_a_charged_squad_evades_as_a_body_away_from_the_one_who_acts():
    game = situation(EVADERS.format(arms="", y=13.5, mov=3, more="dice blue 1"))
    game.do("A", "charge target=X", "no-test", "evade figure=T", "halt")
    (test,) = game.told(MoraleTested)
    assert test.figure == "T"
    moves = [event for event in game.told(Moved) if event.how == "evasion"]
    assert [event.figure for event in moves] == ["X", "Y"]
    steps = {(event.path[-1][0] - event.start[0], event.path[-1][1] - event.start[1]) for event in moves}
    assert len(steps) == 1  # all by the same stretch
    assert all(299 <= event.length <= 301 for event in moves)  # at the pace of the slowest
    ((dx, dy),) = steps
    assert dy > 0
    assert 0 < dx < dy  # away from A in the north, not from Z in the east
    assert {game.figure(name).fled_from for name in "XY"} == {"A"}  # caught by him now they count as fleeing
    assert game.squad("T").pa == 1


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9.h2")
def test_a_hedge_behind_them_stops_a_squad_that_evades():
    game = situation(EVADERS.format(arms="", y=13.5, mov=4, more="hedge 0,16 40,16\ndice blue 1"))
    game.do("A", "charge target=X", "no-test", "evade figure=T", "halt")
    assert [game.at(name)[1] for name in "XY"] == pytest.approx([15.5, 15.5], abs=0.011)


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9.h2", "cappa.4.3.5b")
def test_a_squad_in_a_marsh_evades_straight_away_at_half_speed_though_aside_it_would_get_out():
    game = situation("""
        cappa on open ground
        marsh 9,12.9 12,30
        red extra A at 10.5,8, pa 2, Mov 4
        blue extra X at 10,13.5, squad T, Mov 4
        blue extra Y at 11,13.5, squad T, Mov 4
        blue squad T, pa 2
        dice blue 1
    """)
    game.do("A", "charge target=X", "no-test", "evade figure=T", "halt")
    assert [game.at(name) for name in "XY"] == [pytest.approx(place, abs=0.1) for place in ((10, 15.5), (11, 15.5))]


@pytest.mark.rule("cappa.4.3.9a", "cappa.2.3.3.h2")
@pytest.mark.parametrize("how", ["", "prone", "shaken", "in melee"])
def test_a_squad_evades_only_if_all_are_on_their_feet_unshaken_and_in_no_melee(how):
    game = situation(
        EVADERS.format(arms="", y=13.5, mov=4, more="red extra C at 11.5,14.5" if how == "in melee" else "")
    )
    if how == "prone":
        game.figure("Y").is_prone = True
    elif how == "shaken":
        game.squad("T").shaken = "losses"
    assert can_squad_evade(game.state, game.squad("T"), game.figure("A")) == (how == "")


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9.h1")
def test_a_squad_that_fails_its_test_stays_and_keeps_its_pa():
    game = situation(EVADERS.format(arms="", y=13.5, mov=4, more="dice blue 10"))
    game.do("A", "charge target=X", "no-test", "evade figure=T")
    assert game.squad("T").pa == 2
    assert game.touch("A", "X")


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9h", "cappa.4.3.9j")
def test_a_squad_evades_a_shot_and_a_volley():
    game = situation(EVADERS.format(arms=" with PS", y=13.5, mov=4, more="dice red 10 blue 1"))
    game.do("A", "shoot target=X", "evade figure=T")
    assert game.at("X")[1] > 16
    assert game.figure("A").empty == ["PS"]
    text = """
        cappa on open ground
        red extra A at 10,10 with PS, squad S
        red extra B at 11,10 with PS, squad S
        red squad S, pa 1
        blue extra X at 10,17, squad T
        blue extra Y at 11.5,17, squad T
        blue squad T, pa 1
        dice blue 1
    """
    volley = situation(text)
    volley.do("S", "volley target=T", "evade figure=T")
    assert [event.figure for event in volley.told(Moved)] == ["X", "Y"]
    assert volley.squad("T").pa == 0
    assert not volley.told(VolleyFired)  # out of range now
    assert (volley.figure("A").empty, volley.figure("B").empty) == (["PS"], ["PS"])


@pytest.mark.rule("cappa.4.3.9.h3", "cappa.4.3.9b")
def test_a_squad_without_pa_does_not_evade():
    game = situation(EVADERS.format(arms="", y=13.5, mov=4, more="").replace("squad T, pa 2", "squad T"))
    game.do("A", "charge target=X", "no-test")
    assert not [one for one in game.asked if one.key == "react-to-charge"]


# Moving


@pytest.mark.rule("cappa.6.5g", "cappa.6.3e")
@pytest.mark.parametrize(("formation", "told"), [("tight", ["tight"]), ("open", [])])
def test_a_march_that_ends_in_another_formation_says_so(formation, told):
    game = four(more="blue extra X at 12,30")
    args = {"figure": "S", "to": [1200, 1200], "heading": 1800, "formation": formation}
    option = March().judged(game.state, game.squad("S"), args)
    assert isinstance(option, Option)
    game.do("S", option)
    assert [event.formation for event in game.told(FormationChanged)] == told
    assert game.squad("S").formation == formation


@pytest.mark.rule("cappa.4.0e", "cappa.6.5.h2", "cappa.4.3.2.h3")
def test_a_squad_goes_up_to_an_obstacle_and_can_cross_it_next():
    game = four(more="hedge 0,13.5 40,13.5")
    game.do("S", "move to=1000,1300")
    assert [game.at(name)[1] for name in "ABCD"] == [13, 13, 13, 13]
    game.do("S", "cross-together")
    assert [game.at(name)[1] for name in "ABCD"] == [14, 14, 14, 14]


def farthest_south(game) -> int:
    """How far the squad is offered to go straight on."""
    places = [option["to"] for option in game.offered("S") if option.key == "move"]
    return max(y for x, y in places if x == 1000)


@pytest.mark.rule("cappa.4.3.5b", "cappa.6.5.h1")
@pytest.mark.parametrize(("south", "to"), [(30, 1200), (11, 1400)])
def test_who_wades_slows_his_squad_down_unless_the_move_leads_him_out(south, to):
    game = four(more=f"marsh 5,5 10.7,{south}")  # only A stands in it
    assert farthest_south(game) == to


@pytest.mark.rule("cappa.6.5.h1")
@pytest.mark.parametrize(("mov", "to"), [(4, 1200), (6, 1300), (9, 1400)])
def test_a_fast_man_who_wades_may_still_keep_up_with_the_slowest(mov, to):
    game = situation(f"""
        cappa on open ground
        marsh 5,5 10.7,30
        red extra A at 10,10, squad S, Mov {mov}
        red extra B at 11.5,10, squad S, Mov 4
        red squad S, pa 3
    """)
    assert farthest_south(game) == to


@pytest.mark.rule("cappa.4.3.5c", "cappa.6.5.h2")
def test_difficult_ground_stops_a_squad_when_the_first_of_them_is_wholly_inside():
    game = four(more="marsh 9,11.5 11,30")
    assert farthest_south(game) == 1200


def asked(game, x: int, y: int):
    """What a person is told who points at a place for a squad."""
    return Move().judged(game.state, game.squad("S"), {"figure": "S", "to": [x, y]})


@pytest.mark.rule("cappa.4.0c", "cappa.4.0d")
def test_a_person_may_point_at_any_place_for_a_squad():
    game = four(more="hedge 0,13.5 40,13.5\nmarsh 0,0 40,8")
    found = asked(game, 1090, 1123)
    assert isinstance(found, Option)
    game.do("S", found)
    assert [game.at(name) for name in "ABCD"] == [(10.9, 11.23), (12.4, 11.23), (13.9, 11.23), (15.4, 11.23)]
    for place, rule in (((1500, 1123), "cappa.4.0a"), ((1090, 1400), "cappa.4.3.2b"), ((1090, 740), "cappa.4.3.5c")):
        refusal = asked(game, *place)
        assert isinstance(refusal, Objection)
        assert refusal.rule == rule


@pytest.mark.rule("cappa.2.2.1t", "cappa.4.3.5b")
def test_in_a_marsh_a_squad_takes_up_its_new_formation_no_farther_than_half_a_move_on():
    game = four(mov=6, more="marsh 0,0 40,40\nblue extra X at 10,38")
    fits = [option["to"] for option in game.offered("S") if option.key == "reform"]
    assert max(y for _, y in fits) == 1300


# Countercharging


MEETING = """
    cappa on open ground
    red extra A at 10,10{mine}, pa 1, 5/5/3
    blue extra X at 10,{y}, squad T, Mov 4{yours}
    blue extra Y at 11.5,{y}, squad T, Mov 4
    blue squad T, pa 2
    dice blue {roll}
"""


@pytest.mark.rule("cappa.4.3.8i", "cappa.4.3.8l", "cappa.4.3.8o")
def test_a_charged_squad_comes_to_meet_the_charger_half_way():
    game = situation(MEETING.format(mine=", Mov 4", y=15, yours="", roll=1))  # 4 um apart
    game.do("A", "charge target=X", "no-test", "countercharge figure=T")
    (test,) = game.told(MoraleTested)
    assert (test.figure, test.cause) == ("T", "countercharge")
    went = {event.figure: event.length for event in game.told(Moved) if event.how == "countercharge"}
    assert went == {"X": 150, "Y": 150}  # of the 3 um that are left
    assert game.touch("A", "X")
    assert {game.figure(name).charged for name in "XY"} == {"A"}
    assert game.squad("T").pa == 1
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.8i", "cappa.4.3.8.h7")
def test_a_squad_that_fails_to_countercharge_has_paid_and_stays():
    game = situation(MEETING.format(mine=", Mov 4", y=15, yours="", roll=10))
    game.do("A", "charge target=X", "no-test", "countercharge")
    assert [game.at(name)[1] for name in "XY"] == [15, 15]
    assert game.squad("T").pa == 1


@pytest.mark.rule("cappa.4.3.8j", "cappa.4.3.8c")
@pytest.mark.parametrize(("y", "may"), [(12.0, False), (12.2, True)])
def test_the_distance_of_a_squad_is_that_of_its_nearest_member(y, may):
    game = situation(MEETING.format(mine=", Mov 4", y=y, yours="", roll=1))
    game.do("A", "charge target=Y", "no-test", *(["countercharge"] if may else []))
    asked = [option.key for decision in game.asked if decision.key == "react-to-charge" for option in decision.options]
    assert ("countercharge" in asked) == may
    assert game.touch("A", "X") or game.touch("A", "Y")


@pytest.mark.rule("cappa.4.3.8k", "cappa.4.3.8j")
@pytest.mark.parametrize(
    ("mine", "y", "yours", "may"),
    [
        (", Mov 4", 15, "", True),
        (", Mov 4", 12, "", False),
        (", mounted, Mov 8, abilities RI", 16, "", False),
        (", Mov 4", 15, ", prone", False),
    ],
)
def test_when_a_squad_may_countercharge(mine, y, yours, may):
    game = situation(MEETING.format(mine=mine, y=y, yours=yours, roll=1))
    game.do("A", "charge target=X", "no-test")
    asked = [decision for decision in game.asked if decision.key == "react-to-charge"]
    assert any(option.key == "countercharge" for decision in asked for option in decision.options) == may


@pytest.mark.parametrize("seed", range(6))
def test_skirmishes_full_of_squads_keep_every_invariant(seed):
    source = dict(read_scenario("guardie").source)
    name = {"en": "squad", "it": "squadra"}
    squads = [
        {"id": f"more-{n}", "name": name, "members": [{"profile": profile, "count": 4}], "formation": "open"}
        for n, profile in enumerate(("moschettiere", "contadino"))
    ]
    first, second = source["side"]
    source["side"] = [{**first, "squad": [*first["squad"], squads[0]]}, {**second, "squad": [squads[1]]}]
    game = Game(RULES, RULES.scenario(source), seed, keep_marks=False)
    chance = random.Random(seed)
    steps = 0
    while game.decision is not None and steps < 250:
        steps += 1
        options = game.decision.options
        eager = [one for one in options if one.key in EAGER]
        game.answer(game.decision.seat, chance.choice(eager if eager and chance.random() < 0.7 else options))
        assert not RULES.faults(game.state)
