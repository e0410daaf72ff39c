"""Special rules that hold units back until a turn or an event, and rules about strategic moves."""

from __future__ import annotations

from typing import Any

from alfiere.games.risorgimento.state.bounds import held_back, may_march, note_happenings
from alfiere.table.shapes import Outline, Pose, Rect, outline_of
from tests.situation import situation

BOUND = """
    risorgimento
    red  CB R at 80,40, under red chief
    red  line A at 75,40 facing W, under R
    blue line B at 20,40 facing E
    village_sector V 60,40
    place P V held by red
    turn {turn}
    [[special]]
    kind = "bound"
    under = ["R"]
    {rule}
    text = {{ en = "x", it = "x" }}
"""


def staged(rule: str, turn: int = 1) -> Any:
    return situation(BOUND.format(turn=turn, rule=rule)).state


def there(s: Any, x: float, y: float) -> Outline:
    return outline_of(Rect(350, 200), Pose(round(x * 100), s.scenario.depth - round(y * 100), 2700))


EAST = "within = { rect = [68, 0, 120, 80] }"


def test_a_unit_stays_in_its_area_until_a_turn():
    s = staged(f"{EAST}\n    until_turn = 4", turn=3)
    unit = s.units["A"]
    assert held_back(s, unit) is None
    assert held_back(s, unit, there(s, 70, 40)) is None
    told = held_back(s, unit, there(s, 68.5, 40))  # its front would be beyond
    assert told is not None
    assert (told.key, told.about) == ("held-back", {"unit": "A"})
    s.turn = 4
    assert held_back(s, unit, there(s, 60, 40)) is None
    assert held_back(s, s.units["B"], there(s, 100, 40)) is None  # it binds only those it names
    assert may_march(s, unit)  # no rule speaks of that


def test_an_enemy_who_has_come_near_lifts_it_for_good():
    s = staged(f'{EAST}\n    until_turn = 9\n    until = {{ near = ["V"], by = 20, nation = "french" }}')
    unit, foe = s.units["A"], s.units["B"]
    note_happenings(s)
    assert held_back(s, unit, there(s, 60, 40)) is not None
    foe.x = 3900
    s.laid = None
    assert held_back(s, unit, there(s, 60, 40)) is None
    note_happenings(s)
    foe.x = 2000
    s.laid = None
    assert held_back(s, unit, there(s, 60, 40)) is None


def test_an_enemy_of_another_nation_does_not():
    s = staged(f'{EAST}\n    until_turn = 9\n    until = {{ near = ["V"], by = 45, nation = "sardinian" }}')
    note_happenings(s)
    assert held_back(s, s.units["A"], there(s, 60, 40)) is not None


def test_an_enemy_on_the_ground_itself_lifts_it_with_his_centre():
    s = staged('until = { near = ["V"] }')
    told = held_back(s, s.units["A"])
    assert told is not None
    assert told.key == "held-still"
    s.units["B"].x, s.units["B"].y = 5900, 3600
    s.laid = None
    assert held_back(s, s.units["A"]) is not None
    s.units["B"].x = 6100
    s.laid = None
    assert held_back(s, s.units["A"]) is None


def test_who_is_released_only_while_a_place_is_held_goes_back_under_the_rule():
    s = staged(f'{EAST}\n    until = {{ place = "P", side = "french" }}\n    only_while = true')
    unit = s.units["A"]
    s.control["P"] = "blue"
    note_happenings(s)
    assert held_back(s, unit, there(s, 60, 40)) is None
    s.control["P"] = "red"
    assert held_back(s, unit, there(s, 60, 40)) is not None


def test_formations_that_never_met_the_enemy_make_no_strategic_move_before_a_turn():
    s = situation(
        """
        risorgimento
        red  CB R at 80,40, under red chief
        red  CB Q at 80,10, under red chief
        red  line A at 75,40 facing W, under R
        red  line C at 75,10 facing W, under Q
        blue line B at 20,40 facing E
        turn 3
        [[special]]
        kind = "no strategic move"
        side = "austrian"
        before_turn = 4
        by = 20
        text = { en = "x", it = "x" }
        """
    ).state
    note_happenings(s)
    assert not may_march(s, s.units["A"])
    assert may_march(s, s.units["B"])
    s.units["B"].x = 5400
    s.laid = None
    note_happenings(s)
    s.units["B"].x = 1000
    s.laid = None
    assert may_march(s, s.units["A"])
    assert not may_march(s, s.units["C"])
    s.turn = 4
    assert may_march(s, s.units["C"])


def test_a_rule_about_others_does_not_hide_those_that_follow_it():
    others = BOUND.partition("[[special]]")[2].replace('["R"]', '["blue"]')
    text = BOUND.replace("    [[special]]", f"    [[special]]{others}    [[special]]")
    s = situation(text.format(turn=1, rule="until_turn = 9")).state
    for name in "AB":
        told = held_back(s, s.units[name])
        assert told is not None
        assert (told.key, told.about) == ("held-still", {"unit": name})
