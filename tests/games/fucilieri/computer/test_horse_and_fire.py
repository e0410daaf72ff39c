"""Where the computer lets its units stand: what fire is to be expected there, and what horse is for."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.computer.firepower import battery, easy
from alfiere.games.fucilieri.computer.judgement import mean
from alfiere.games.fucilieri.computer.leading import change_order
from alfiere.games.fucilieri.computer.plan import goals, is_prey
from alfiere.games.fucilieri.computer.stance import look, stance
from alfiere.games.fucilieri.fire.targets import Shot, shot_at
from alfiere.games.fucilieri.fire.volley import prospect
from alfiere.kernel.decision import Decision, Option
from tests.games.fucilieri.computer.test_leading import stood
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def field(*lines: str) -> Situation:
    found: Situation = situation("fucilieri\n" + "\n".join(lines))
    return found


@pytest.mark.parametrize(
    ("firer", "far"),
    [
        ("foot A at 60,40 facing S", 12),
        ("foot A at 60,40 facing S", 25),
        ("foot A at 60,40 facing S, column", 12),
        ("foot A at 60,40 facing S, veteran, disorganised", 12),
        ("foot A at 60,40 facing S, moved", 12),
        ("horse A at 60,40 facing S", 8),
        ("light A at 60,40 facing S, unlimbered", 30),
        ("guns A at 60,40 facing S, unlimbered", 45),
    ],
)
@pytest.mark.parametrize("target", ["line", "column"])
def test_the_fire_it_reckons_with_is_that_of_the_rules(firer: str, far: int, target: str):
    found = field(f"red {firer}", f"blue foot X at 60,{60 + far} facing N, {target}")
    s, one, foe = found.state, found["A"], found["X"]
    foe.y = one.y + s.shape(one).depth // 2 + s.shape(foe).depth // 2 + far * 100
    s.laid = None
    shot = shot_at(s, one, "X")
    assert isinstance(shot, Shot)
    has_moved = "moved" in firer
    expected = battery(one, one.formation).hits(shot.far, easy(foe.formation), has_moved=has_moved)
    assert expected == pytest.approx(mean(prospect(s, one, shot).results))


def test_limbered_guns_and_who_falls_back_do_not_fire():
    found = field("red guns A at 60,40 facing S, limbered", "red foot B at 90,40 facing S, falling back")
    assert not battery(found["A"], "limbered").hits(1_000)
    assert not battery(found["B"], "line").hits(1_000)


def test_field_guns_that_come_into_battery_are_silent_for_a_turn():
    one = field("red guns A at 60,40 facing S, unlimbered")["A"]
    assert battery(one, "unlimbered").hits(3_000) > 0
    assert not battery(one, "unlimbered").hits(3_000, has_moved=True)


HORSE = "red horse H at 60,30 facing S, of Q"
STEADY = ("red foot A at 60,40 facing S, of P", HORSE, "cavalry Q", "blue foot X at 60,80 facing N")


def test_horse_stays_out_of_the_fire_of_steady_foot():
    found = field(*STEADY)
    seen, one = look(found.state, "red"), found["H"]
    under_fire, out_of_it = one.pose._replace(y=6_000), one.pose._replace(y=4_200)
    assert stance(seen, one, out_of_it, "line") > stance(seen, one, under_fire, "line") + 1


def test_horse_waits_behind_the_foot_until_there_is_somebody_to_ride_down():
    found = field(*STEADY)
    waits = goals(found.state, "red")["Q"]
    assert (waits.is_attack, waits.where[1] < found["A"].y) == (False, True)
    found["X"].is_disorganised = True
    hunts = goals(found.state, "red")["Q"]
    assert (hunts.is_attack, hunts.where[:2]) == (True, (found["X"].x, found["X"].y))


def test_horse_guns_and_who_is_out_of_order_are_prey_but_not_a_square_or_a_steady_line():
    found = field(
        "blue horse A at 20,80 facing N",
        "blue guns B at 40,80 facing N, unlimbered, of P",
        "blue foot C at 70,80 facing N, disorganised, of P",
        "blue foot D at 100,80 facing N, of Q",
        "blue foot E at 130,80 facing N, square, disorganised, of Q",
    )
    assert [id for id in "ABCDE" if is_prey(found[id])] == ["A", "B", "C"]


def changes(found: Situation, order: str) -> str:
    about = {"command": "Q", "order": order}
    options = [Option("change-order", about), Option("keep-order", {"command": "Q"})]
    return change_order(found.state, Decision("red", "change-order", options, about))[0].key


def test_horse_is_told_to_attack_only_whom_it_may_ride_down():
    found = field(HORSE, "red foot A at 100,30 facing S", "cavalry Q", "blue foot X at 60,60 facing N")
    assert changes(found, "attack") == "keep-order"
    assert changes(found, "oppose") == "change-order"
    found["X"].is_demoralised = True
    assert changes(found, "attack") == "change-order"
    assert changes(found, "oppose") == "keep-order"


def test_horse_on_the_flank_of_a_steady_line_attacks_it():
    found = field(HORSE, "red foot A at 100,30 facing S", "cavalry Q", "blue foot X at 60,60 facing E")
    assert changes(found, "attack") == "change-order"
    seen, one = look(found.state, "red"), found["H"]
    flank = one.pose._replace(y=4_000)
    found["X"].heading = 0
    front = look(found.state, "red")
    assert stance(seen, one, flank, "line") > stance(front, one, flank, "line") + 2


def test_foot_does_not_stay_at_long_distance_because_it_fires_worse_in_the_turn_in_which_it_closes():
    found = field("red foot A at 60,40 facing S, of P", "blue foot X at 60,64 facing N, of Q")
    seen, one = look(found.state, "red"), found["A"]
    short = one.pose._replace(y=one.y + 600)
    assert stance(seen, one, short, "line", has_moved=True) > stance(seen, one, one.pose, "line") + 0.5


def test_horse_of_a_side_that_need_not_come_sallies_only_at_prey_that_is_near():
    def told(y: int) -> bool:
        s = stood(
            "eyne-1708", i_pfyffer=(7_700, 5_700), **{"1st_cavalry_regiment": (5_000, 2_000)}, light_gun=(5_000, y)
        )
        s.control = dict.fromkeys(s.control, "red")
        return goals(s, "red")["horse-on-the-plain"].is_attack

    assert told(5_000)
    assert not told(6_000)
