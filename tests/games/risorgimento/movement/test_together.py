"""A formation ordered as a body: what is offered, who goes, who is left to be ordered by himself (E.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.making import Hooks, Moment, keeps_its_place
from alfiere.games.risorgimento.movement.moves import ALONE
from alfiere.games.risorgimento.movement.phase import movement_phase
from alfiere.games.risorgimento.movement.together import bodies, goals, left_behind, sketch
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from tests.games.risorgimento.lines import Situation
from tests.situation import situation

BRIGADE = """
    risorgimento
    initiative red
    red  line Z at 110,10 facing W
    blue line A at 20,40 facing E, attack
    blue line B at 20,50 facing E, attack
    blue line C at 20,60 facing E, attack
"""


def chosen(verb: str, number: int = 0, **args: Any) -> Callable[[Decision], Option | None]:
    """The order to all of that verb, when it is asked who moves."""

    def pick(decision: Decision) -> Option | None:
        if decision.key != "who-moves" or decision.seat != "blue":
            return None
        found = [one for one in decision.bodies if one.key == verb and args.items() <= one.args.items()]
        return found[number] if found else None

    return pick


def led(text: str, *answers: Any, hooks: Hooks = ALONE) -> Situation:
    game: Situation = situation(text)
    game.run(lambda g: movement_phase(g, hooks), *answers)
    return game


@pytest.mark.rule("risorgimento.e.0.3")
def test_all_go_ahead_by_their_whole_move_or_half_of_it_and_keep_their_intervals() -> None:
    whole = led(BRIGADE, chosen("advance-together"))
    assert [whole.at(one) for one in "ABC"] == [(28, 40), (28, 50), (28, 60)]
    half = led(BRIGADE, chosen("advance-together", 1))
    assert [half.at(one) for one in "ABC"] == [(24, 40), (24, 50), (24, 60)]
    assert all(HAS_ACTED.is_on(half.unit(one)) for one in "ABC")
    asked = [one for one in half.asked if one.key == "order" and one.seat == "blue"]
    assert not asked  # nobody was asked about one of them


def test_who_cannot_go_as_far_as_the_others_is_left_to_be_ordered_by_himself() -> None:
    game = led(
        BRIGADE + "    red line Q at 30,60 facing W\n",
        chosen("advance-together"),
    )
    assert game.at("A")[0] == game.at("B")[0] > 20
    assert game.at("C") == (20, 60)  # the zone of control before him is left alone
    last = [one for one in game.asked if one.key == "who-moves" and one.seat == "blue"][-1]
    assert {one.get("unit") for one in last.options if one.key == "act"} == {"C"}


def test_the_length_offered_first_is_that_which_moves_most_men_farthest() -> None:
    foes = "".join(f"    red line {name} at 32,{y} facing W\n" for name, y in (("P", 40), ("Q", 50)))
    s = situation(BRIGADE + foes).state  # of three one can go 8 cm, two 5.99
    assert [one["far"] for one in bodies(s, "blue") if one.key == "advance-together"] == [590, 290]


def test_the_lengths_offered_are_whole_millimetres() -> None:
    foes = "".join(f"    red line {name} at 30.37,{y} facing W\n" for name, y in (("P", 40), ("Q", 50), ("R", 60)))
    s = situation(BRIGADE + foes).state  # their zones begin after 4.36 cm
    assert [one["far"] for one in bodies(s, "blue") if one.key == "advance-together"] == [430, 210]


def test_the_option_names_who_goes_and_its_sentence_who_stays() -> None:
    s = situation(BRIGADE + "    red line Q at 30,60 facing W\n").state
    option = next(one for one in bodies(s, "blue") if one.key == "advance-together")
    assert option["units"] == ["A", "B"]
    assert left_behind(s, option) == ["C"]
    drawn = [one for one in sketch(s, option) if one["kind"] == "footprint"]
    assert len(drawn) == 2


@pytest.mark.rule("risorgimento.e.3.2.3")
def test_a_wheel_turns_the_whole_line_about_its_inner_unit() -> None:
    game = led(BRIGADE, chosen("wheel-together", angle=-150))
    assert game.at("C") == (20, 60)  # the left wing of a line that faces east
    assert [game.unit(one).heading for one in "ABC"] == [750, 750, 750]
    (ax, ay), (bx, by), (cx, cy) = (game.at(one) for one in "ABC")
    assert [bx - cx, by - cy, ax - bx, ay - by] == pytest.approx([2.59, -9.66, 2.59, -9.66], abs=0.1)


def test_a_wheel_is_as_sharp_as_the_outer_wing_can_follow() -> None:
    s = situation(BRIGADE).state
    wheels = [one for one in bodies(s, "blue") if one.key == "wheel-together"]
    assert [one["angle"] for one in wheels] == [-150, 150]
    assert len(goals(s, "wheel-together", {"group": "blue", "angle": 300})) < 3


@pytest.mark.rule("risorgimento.e.4.8")
def test_all_change_their_formation_but_the_guns() -> None:
    game = led(BRIGADE + "    blue guns G at 20,20 facing E, limbered\n", chosen("form-together", formation="line"))
    assert [game.unit(one).formation for one in "ABCG"] == ["line", "line", "line", "limbered"]


def test_one_unit_alone_is_no_body_and_neither_are_those_among_houses_or_in_a_zone() -> None:
    alone = situation("risorgimento\nred line Z at 110,10 facing W\nblue line A at 20,40 facing E")
    assert bodies(alone.state, "blue") == []
    held = situation("""
        risorgimento
        village_sector V 40,30
        red  line Z at 30,60 facing W
        blue line A at 20,10 facing E
        blue line B at 40,35 facing N, in V north
        blue line C at 26,60 facing E
    """)
    assert bodies(held.state, "blue") == []


def test_what_happens_to_one_on_its_way_holds_up_none_of_the_others() -> None:
    def breaks(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
        if unit.id == "B":
            unit.is_routed = True
        yield from ()

    game = led(BRIGADE, chosen("advance-together"), hooks=Hooks(breaks, keeps_its_place))
    assert [game.at(one)[0] for one in "ABC"] == [28, 20, 28]


def test_the_other_side_may_react_to_each_of_them() -> None:
    def asks(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
        if moment.is_first and unit.seat == "blue":
            yield Decision("red", "watch", [Option("look", {"unit": unit.id})])

    game = led(BRIGADE, chosen("advance-together"), hooks=Hooks(asks, keeps_its_place))
    assert [one.options[0]["unit"] for one in game.asked if one.key == "watch"] == ["A", "B", "C"]
    assert [game.at(one)[0] for one in "ABC"] == [28, 28, 28]
