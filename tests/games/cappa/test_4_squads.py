"""Squads that lose touch, change formation, cross, charge and evade as a body."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.cappa.events import ChargeEnded, Crossed, FormationChanged, MoraleTested, Moved, Struck, VolleyFired
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario import read_scenario
from alfiere.games.cappa.squad_moves import plan_of, separated
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from tests.situation import situation

RULES = Cappa()
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
    fits = [option for option in game.offered("S") if option.key == "reform" and option["formation"] == "close"]
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
    assert plan_of(game.state, game.squad("S"), (1200, 3000), "tight", 1800) is None  # too far


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
    assert game.squad("T").pa == 1


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
        wanted = ("charge-together", "reform", "cross-together", "rejoin", "evade", "fight-together", "volley", "order")
        eager = [one for one in options if one.key in wanted]
        game.answer(game.decision.seat, chance.choice(eager if eager and chance.random() < 0.7 else options))
        assert not RULES.faults(game.state)
