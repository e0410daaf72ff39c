"""Round 2 as a whole: who acts when, compulsory moves, command radius, bloodlust (3.2.1.1, 3.1.5, 3.2.8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.morale.reaction import LOSSES, tally
from alfiere.games.fucilieri.movement.bloodlust import go_for_enemy
from alfiere.games.fucilieri.movement.movement_round import able, goes, movement_round
from alfiere.games.fucilieri.orders.demands import IS_OBLIGED
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.leader import GONE_WITH_UNIT
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import HAS_MOVED, OUT_OF_RADIUS
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.kernel.procedure import Procedure
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ORDERS = "order red skirmish\norder blue skirmish"


def of(text: str) -> Situation:
    found: Situation = situation(f"fucilieri\n{ORDERS}\n{text}")
    return found


def play(game: Situation, *answers: Any) -> list[str]:
    """The round; who had arrivals and leaders to move, in their order."""
    done: list[str] = []

    def note(what: str) -> Any:
        def step(g: FucilieriGame, command: Command) -> Procedure[None]:
            yield from ()
            done.append(f"{what} {command.id}")

        return step

    game.run(lambda g: movement_round(g, note("arrivals"), note("leaders")), *answers)
    return done


@pytest.mark.rule("fucilieri.3.2.1.1", "fucilieri.3.1.1.3", "fucilieri.3.1.1.4")
def test_commands_act_in_execution_order_and_who_has_no_counter_last() -> None:
    game = of(
        "red foot A at 60,20 facing S\nblue foot B at 60,110 facing N\nred foot C at 90,20 facing S, of X\norder X hold"
    )
    for command, number in (("red", 3), ("blue", 1), ("X", 0), ("blue-rest", 2)):
        game.command(command).execution = number
    order = [one for one in goes(game.state) if one.endswith((" red", " blue", " X"))]
    steps = ("forced", "arrivals", "units", "leaders")
    assert order == [f"{step} {command}" for command in ("blue", "red", "X") for step in steps]
    done = play(game, "done", "done", "done")
    assert [one for one in done if "rest" not in one] == [
        f"{step} {command}" for command in ("blue", "red", "X") for step in ("arrivals", "leaders")
    ]


@pytest.mark.rule("fucilieri.3.2.1.1", "fucilieri.3.2.1.2")
def test_units_move_in_any_order_once_each() -> None:
    game = of("red foot A at 60,20 facing S\nred foot B at 90,20 facing S\nred foot C at 120,20 facing S")
    play(game, "act unit=B", "move", "act unit=A", "stand", "act unit=C", "stand")
    moved = [one.unit for one in game.events if isinstance(one, UnitMoved)]
    assert moved == ["B"]
    assert able(game.state, game.command("red")) == []


@pytest.mark.rule("fucilieri.3.2.6.2", "fucilieri.3.2.1.1")
def test_who_is_left_standing_reorganises() -> None:
    game = of("red foot A at 60,20 facing S, disorganised\nred militia B at 90,20 facing S, disorganised\ndice red 3")
    play(game, "done")
    assert not game["A"].is_disorganised
    assert game["B"].is_disorganised
    assert game.dice_left == {}


@pytest.mark.rule("fucilieri.3.1.4.2")
def test_nobody_stops_while_units_must_come_nearer() -> None:
    game = of(
        "order red attack\nred foot A at 60,20 facing S\nred foot B at 90,20 facing S\nblue foot C at 60,110 facing N"
    )
    play(game, "act unit=B", "move", "move", "done")
    assert HAS_MOVED.is_on(game["A"])
    assert HAS_MOVED.is_on(game["B"])


@pytest.mark.rule("fucilieri.3.1.5.1", "fucilieri.3.1.5.2", "fucilieri.3.1.5.3", "fucilieri.3.1.5.4")
def test_who_is_out_of_radius_when_his_command_begins_is_slow() -> None:
    text = "red foot A at 60,20 facing S, of X\nred foot B at 100,20 facing S, of X\nred foot C at 130,20 facing S"
    game = of(f"{text}\nred foot D at 160,20 facing S, of X, bloodlust\nred general M at 60,10 cv 2 of X\norder X hold")
    play(game, "done", "done")
    assert not OUT_OF_RADIUS.is_on(game["A"])
    assert OUT_OF_RADIUS.is_on(game["B"])  # 28.75 cm, his radius is 20
    assert OUT_OF_RADIUS.is_on(game["C"])  # of a command without a leader
    assert not OUT_OF_RADIUS.is_on(game["D"])


@pytest.mark.rule("fucilieri.3.2.1.1")
def test_units_in_flight_falling_back_and_in_bloodlust_move_first_by_themselves() -> None:
    text = "red foot A at 60,60 facing S\nred foot B at 90,60 facing S, falling back"
    game = of(f"{text}\nred foot C at 120,60 facing S, bloodlust\nblue foot Z at 90,110 facing N, figures 24")
    game.state.leave(game["A"], "fleeing")
    play(game, "done")
    moved = [(one.unit, one.how) for one in game.events if isinstance(one, UnitMoved)]
    assert moved == [("A", "flight"), ("B", "fall-back"), ("C", "bloodlust")]


@pytest.mark.rule("fucilieri.3.2.1.3", "fucilieri.3.1.4.7", "fucilieri.3.2.9.5")
def test_who_falls_back_in_round_two_has_moved_and_so_has_who_goes_with_it() -> None:
    text = "red foot A at 90,60 facing S, of X, falling back\nred general M at 60,10 cv 2 of X\norder X hold"
    game = of(f"{text}\nblue foot Z at 90,110 facing N")
    game.leader("M").joined = "A"
    play(game, "done")
    assert game.at("A") == (90, 52)
    assert HAS_MOVED.is_on(game["A"])
    assert GONE_WITH_UNIT.all(game.leader("M")) == [800]
    assert all(rule != "fucilieri.4.2.4d" for _, _, rule in tally(game.state, game["A"], LOSSES).lines)


@pytest.mark.rule("fucilieri.3.1.4.3")
def test_when_the_round_is_over_it_is_noted_who_must_charge_or_fire() -> None:
    game = of("order red attack\nred foot A at 60,20 facing S\nblue foot B at 60,40 facing N")
    play(game, "done", "done")
    assert IS_OBLIGED.is_on(game["A"])
    assert not IS_OBLIGED.is_on(game["B"])  # it only skirmishes


# Bloodlust


def rage(text: str) -> Situation:
    game = of(text)
    game.run(lambda g: go_for_enemy(g, g.state.units["A"]))
    return game


@pytest.mark.rule("fucilieri.3.2.8.6")
def test_bloodlust_goes_for_the_nearest_enemy_seen_but_not_within_five_centimetres() -> None:
    game = rage(
        "red foot A at 60,60 facing S, bloodlust\nblue foot B at 60,100 facing N\nblue foot C at 170,60 facing N"
    )
    assert game.at("A") == (60, 68)
    assert HAS_MOVED.is_on(game["A"])
    game = rage("red foot A at 60,60 facing S, bloodlust\nblue foot B at 60,74 facing N")  # 9 cm between them
    assert game.at("A")[1] == pytest.approx(64, abs=0.05)
    assert game.at("A")[1] < 64
    game = rage("red foot A at 60,60 facing S, bloodlust\nblue foot B at 60,100 facing N\nwood W 0,80 180,90")
    assert game.at("A") == (60, 60)
    game = rage("red foot A at 60,60 facing N, bloodlust\nblue foot B at 60,110 facing N")
    assert game.at("A")[1] == 66  # about for a quarter, then three quarters of 8 cm


@pytest.mark.rule("fucilieri.3.2.8.6", "fucilieri.4.1.7d")
def test_engaged_units_and_guns_do_not_go() -> None:
    game = rage("red guns A at 60,60 facing S, limbered, bloodlust\nblue foot B at 60,110 facing N")
    assert game.at("A") == (60, 60)
    game = of("red foot A at 60,60 facing S, bloodlust\nblue foot B at 60,100 facing N")
    engage(game["A"], game["B"], "front", "front")
    game.run(lambda g: go_for_enemy(g, g.state.units["A"]))
    assert game.at("A") == (60, 60)


@pytest.mark.rule("fucilieri.3.2.5.7", "fucilieri.3.2.8.6")
@pytest.mark.parametrize(
    ("unit", "y"),
    [
        ("horse A at 60,60 facing S, column, bloodlust", 60 + 10 - 5 + 9),  # the front stays, then half of 18 cm
        ("horse A at 60,60 facing S, column, bloodlust, disorganised", 60 + 10 - 5 + 4.5),
        ("foot A at 60,60 facing S, square, bloodlust", 60),
    ],
)
def test_who_may_not_charge_as_he_stands_changes_to_line_first(unit: str, y: float) -> None:
    game = rage(f"red {unit}\nblue foot B at 60,110 facing N")
    assert game["A"].formation == "line"
    assert game.at("A") == (60, y)
    game = rage("red foot A at 60,60 facing S, column, bloodlust\nblue foot B at 60,110 facing N")
    assert game["A"].formation == "column"
    assert game.at("A") == (60, 72)
