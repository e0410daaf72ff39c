"""Chapter G.4: infantry that has won goes on 1 cm, cavalry as it likes or after the beaten, and a second melee."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.charge import faces_charge
from alfiere.games.risorgimento.melee.advance import advance_prospect, advance_tally, cavalry_advance, infantry_advance
from alfiere.games.risorgimento.melee.contact import CAME
from alfiere.games.risorgimento.melee.melee import fight
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.common import UnitRemoved
from alfiere.games.risorgimento.told.melee import MeleeFought
from alfiere.kernel.procedure import Procedure
from tests.games.risorgimento.melee.fights import told
from tests.situation import situation


def goes_on(game: Any, unit: str) -> None:
    """Infantry that has won."""

    def procedure(g: BattleGame) -> Procedure[None]:
        infantry_advance(g, g.state.units[unit])
        return
        yield

    game.run(procedure)


def rides_on(game: Any, unit: str, beaten: str, *answers: Any, reacts: Any = None) -> None:
    """Cavalry that has won."""
    game.run(lambda g: cavalry_advance(g, g.state.units[unit], g.state.units[beaten], fight, reacts), *answers)


def added(game: Any, unit: str, beaten: str, sign: int = -1) -> dict[str, int]:
    tally = advance_tally(game.state, game.unit(unit), game.unit(beaten), sign)
    return {reason: amount for amount, reason, _ in tally.lines}


# Infantry


@pytest.mark.rule("risorgimento.g.4.2.1", "risorgimento.g.4.2.2")
@pytest.mark.parametrize(
    ("more", "x"),
    [
        ("", 31.0),
        ("red line C at 32.6,40 facing E", 30.6),
        ("canal W 30.4,0 30.4,80", 30.4),
        ("blue line Z at 33.6,40 facing W", 31.0),
    ],
)
def test_infantry_goes_1_cm_straight_on_and_stops_short_of_what_stands_there(more: str, x: float) -> None:
    game = situation(f"risorgimento\nred line A at 30,40 facing E\n{more}")
    goes_on(game, "A")
    assert game.at("A")[0] == pytest.approx(x, abs=0.05)
    assert game.at("A")[1] == 40


@pytest.mark.rule("risorgimento.g.4.2.2")
def test_it_may_come_into_a_new_contact_and_stops_at_the_edge_of_the_table() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32.6,40.5 facing W
        """
    )
    goes_on(game, "A")
    assert told(game) == ["A v B"]
    assert game.at("A")[1] == 40.5
    assert CAME.is_on(game.unit("A"), "B")
    game = situation("risorgimento\nred line A at 118.5,40 facing E")
    goes_on(game, "A")
    assert game.at("A")[0] == pytest.approx(119, abs=0.05)


# The test of cavalry


WON = """
    risorgimento
    home red west
    home blue east
    blue hussars H at 40,40 facing W
    red  line A at 24,40 facing E, D2
    """


@pytest.mark.rule("risorgimento.g.4.1.1", "risorgimento.g.4.1.2", "risorgimento.g.4.1.3")
def test_what_is_added_to_the_die_of_the_advance() -> None:
    game = situation(
        WON
        + """
    blue dragoons D at 40,50 facing W
    red  grenadiers G at 24,50 facing E
    """
    )
    assert added(game, "H", "A") == {"advance-light": 1}
    assert added(game, "D", "A") == {}
    assert added(game, "D", "G") == {"advance-after-guards": 2}
    game.unit("D").disorder = 2
    assert added(game, "D", "A") == {"disordered": 2}
    assert advance_prospect(game.state, game.unit("H"), game.unit("A")).results[1] == pytest.approx(0.5)


@pytest.mark.rule("risorgimento.g.4.1.4", "risorgimento.g.4.1.10")
def test_the_owner_says_before_the_roll_whether_a_commander_holds_back_or_urges_on() -> None:
    text = WON.replace("24,40", "14,40") + "\n    blue CB X at 42,40 radius 30 bonus 2, with H\n    dice blue 7"
    game = situation(text)
    rides_on(game, "H", "A", "hold-back", "stay")
    (test,) = game.told(common.Tested)
    assert (test.tally.total, test.passed) == (-1, True)
    assert game.asked[0].options[0].key == "hold-back"  # what the computer does
    game = situation(text)
    rides_on(game, "H", "A", "urge-on")
    (test,) = game.told(common.Tested)
    assert (test.tally.total, test.passed) == (3, False)


@pytest.mark.rule("risorgimento.ex.40", "risorgimento.g.4.1.5", "risorgimento.g.4.1.6")
def test_ex_40_light_cavalry_with_vd_7_keeps_its_head_with_5_and_pursues_with_6() -> None:
    game = situation(WON + "\n    dice blue 5")
    rides_on(game, "H", "A", lambda d: next(one for one in d.options if one.key == "ride"))
    assert [one.passed for one in game.told(common.Tested)] == [True]
    assert {one.key for one in game.asked[0].options} == {"stay", "charge", "ride"}
    x, y = game.at("H")
    assert (x - 40) ** 2 + (y - 40) ** 2 <= 20.01**2
    assert not game.told(MeleeFought)
    game = situation(WON + "\n    dice blue 6 10 1 red 1 1 ")
    rides_on(game, "H", "A")
    assert [one.passed for one in game.told(common.Tested)][:1] == [False]
    assert not [one for one in game.asked if one.key == "advance"]
    assert game.told(MeleeFought)[0].unit == "H"


@pytest.mark.rule("risorgimento.g.4.1.5")
def test_a_person_may_point_at_any_place_within_its_line_move_and_at_no_other() -> None:
    game = situation(WON + "\n    dice blue 1")

    def point(decision: Any) -> Any:
        near = decision.free("ride", {"unit": "H", "to": [3000, 4000, 2700]})
        far = decision.free("ride", {"unit": "H", "to": [1900, 4000, 2700]})
        contact = decision.free("ride", {"unit": "H", "to": [2600, 4000, 2700]})
        beyond = decision.free("charge", {"unit": "H", "target": "A"})
        assert decision.free("charge", {"unit": "H", "target": "H"}) is None
        assert decision.free("ride", {"unit": "A", "to": [3000, 4000, 2700]}) is None
        assert decision.free("ride", {"unit": "H", "to": [3000, 4000]}) is None
        assert near.args["to"] == [3000, 4000, 2700]
        assert far.rule == contact.rule == "risorgimento.g.4.1.5"
        assert beyond.rule == "risorgimento.g.4.1.5"  # offered already: named here it is only refused
        return near

    rides_on(game, "H", "A", point)
    assert game.at("H") == (30.0, 40.0)


@pytest.mark.rule("risorgimento.g.4.1.5", "risorgimento.g.4.1.12")
def test_a_free_move_may_be_a_charge_whose_target_tests_and_may_react() -> None:
    reacted = []

    def reacts(g: BattleGame, charger: Unit, target: Unit) -> Procedure[None]:
        reacted.append((charger.id, target.id))
        yield from ()

    game = situation(WON + "\n    red line C at 40,50 facing S, vm 6\n    dice blue 1 1 red 5 1 1")
    rides_on(game, "H", "A", "charge target=C", reacts=reacts)
    tests = [(one.unit, one.test) for one in game.told(common.Tested)]
    assert tests[:2] == [("H", "advance"), ("C", "charged")]
    assert reacted == [("H", "C")]
    fought = game.told(MeleeFought)[0]
    assert (fought.unit, fought.target, fought.is_charge) == ("H", "C", True)
    assert ("charge-light") in [reason for _, reason, _ in fought.tally.lines]


# Pursuit


@pytest.mark.rule("risorgimento.g.4.1.11")
def test_a_pursuit_is_straight_and_ends_with_the_line_move() -> None:
    game = situation(WON.replace("24,40", "14,46") + "\n    dice blue 10")
    rides_on(game, "H", "A")
    x, y = game.at("H")
    assert (40 - x) ** 2 + (y - 40) ** 2 == pytest.approx(400, abs=0.5)
    assert (y - 40) / (40 - x) == pytest.approx(6 / 26, abs=0.01)
    assert not game.told(MeleeFought)
    assert game.unit("H").disorder == 0


@pytest.mark.rule("risorgimento.g.4.1.11", "risorgimento.cl.9", "risorgimento.a.3.8")
def test_a_pursuit_rides_down_the_commander_and_the_courier_on_its_way() -> None:
    game = situation(WON.replace("24,40", "14,40") + "\n    red CB X at 30,40\n    dice blue 10 red 1")
    x, y = game.point(33, 40)
    game.state.couriers["courier-1"] = Courier("courier-1", "red", "X", "hold", "", 0, 0, x, y, 0)
    rides_on(game, "H", "A")
    assert game.at("H") == (20, 40)
    assert game.leader("X").is_dead
    assert not game.state.couriers


@pytest.mark.rule("risorgimento.g.4.1.11", "risorgimento.g.4.1.6")
def test_a_routed_unit_that_is_reached_is_removed_and_with_nobody_to_pursue_it_stays() -> None:
    game = situation(WON.replace("D2", "routed") + "\n    dice blue 10")
    rides_on(game, "H", "A")
    assert [one.unit for one in game.told(UnitRemoved)] == ["A"]
    assert game.at("H")[0] == pytest.approx(26, abs=0.05)
    game.dice["blue"] = [10]
    rides_on(game, "H", "A")
    assert game.at("H")[0] == pytest.approx(26, abs=0.05)


@pytest.mark.rule("risorgimento.g.4.1.11", "risorgimento.h.2.1")
def test_what_the_loss_of_the_pursued_does_to_its_brigade_is_done_at_once() -> None:
    game = situation(
        WON.replace("D2", "routed, vf 9, under X")
        + """
    red CB X at 10,10 radius 200
    red line C at 20,60 facing E, vf 9, vm 6, under X
    red line E at 20,70 facing E, vf 5, vm 6, routed, under X
    dice blue 10 red 7
    """
    )
    rides_on(game, "H", "A")
    assert [(one.unit, one.test) for one in game.told(common.Tested)][1:] == [("C", "brigade")]


@pytest.mark.rule("risorgimento.g.4.1.7")
def test_the_first_enemy_on_the_way_is_fought() -> None:
    game = situation(WON + "\n    red line C at 32,40.5 facing E\n    dice blue 10 1 red 1 10")
    rides_on(game, "H", "A")
    assert game.told(MeleeFought)[0].target == "C"


SECOND = WON.replace("24,40", "34,40")


@pytest.mark.rule("risorgimento.g.4.1.8", "risorgimento.g.4.1.9", "risorgimento.g.4.1.11")
def test_a_second_melee_that_is_won_leaves_the_cavalry_disordered_where_it_is() -> None:
    game = situation(SECOND + "\n    dice blue 10 10 red 1 10")
    rides_on(game, "H", "A")
    assert len(game.told(MeleeFought)) == 1  # and never a third
    assert game.unit("H").disorder == 2
    assert game.at("H")[0] == pytest.approx(36, abs=0.05)
    assert game.at("A")[0] == pytest.approx(28, abs=0.05)
    assert not [one for one in game.asked if one.key == "advance"]


@pytest.mark.rule("risorgimento.g.4.1.8", "risorgimento.g.4.1.9")
def test_not_won_it_goes_back_half_its_column_move_disordered() -> None:
    game = situation(SECOND + "\n    dice blue 10 1 1 red 2")
    rides_on(game, "H", "A")
    assert game.unit("H").disorder == 2
    assert game.at("H")[0] == pytest.approx(48, abs=0.05)
    game = situation(SECOND + "\n    dice blue 10 1 10 red 10")
    rides_on(game, "H", "A")  # lost: it goes back once
    assert game.at("H")[0] == pytest.approx(48, abs=0.05)


@pytest.mark.rule("risorgimento.g.4.1.5", "risorgimento.g.4.1.12")
def test_the_turn_towards_a_target_is_paid_and_who_breaks_before_it_is_ridden_after() -> None:
    text = WON.replace("home red west", "home red north")
    game = situation(text + "\n    red line C at 40,50 facing S, vm 6, morale 3\n    dice blue 1 red 10")
    rides_on(game, "H", "A", "charge target=C")
    assert game.at("C") == (40.0, 62.0)
    assert game.at("H")[1] == pytest.approx(50, abs=0.05)  # half of its move is left after a quarter turn
    assert not game.told(MeleeFought)


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.g.4.2.2")
def test_an_advance_leads_into_no_contact_over_water() -> None:
    text = "risorgimento\nred line A at 30,40 facing E\nblue line B at 32.6,40 facing W\n{canal}"
    game = situation(text.format(canal="canal W 31.4,0 31.4,80"))
    goes_on(game, "A")
    assert told(game) == []
    assert game.at("A")[0] == pytest.approx(30.5, abs=0.05)
    game = situation(text.format(canal=""))
    goes_on(game, "A")
    assert told(game) == ["A v B"]


@pytest.mark.rule("risorgimento.g.4.1.12", "risorgimento.e.2.3.10")
def test_guns_that_are_left_before_an_advance_are_lost_when_it_reaches_them() -> None:
    game = situation(
        """
        risorgimento
        blue hussars H at 30,40 facing E
        red  line B at 33,55 facing W, routed
        red  guns G at 42,40 facing W
        dice blue 1
        dice red 1 10
        """
    )
    rides_on(game, "H", "B", "charge target=G", reacts=faces_charge)
    assert not game.unit("G").is_on
    assert not game.told(MeleeFought)
    assert not game.unit("H").disorder


@pytest.mark.rule("risorgimento.h.1.5", "risorgimento.g.4.2.1")
def test_an_advance_of_infantry_runs_down_who_has_broken_and_could_not_flee() -> None:
    game = situation("risorgimento\nred line A at 30,40 facing E\nblue line B at 32.2,40 facing W, square, routed")
    goes_on(game, "A")
    assert game.at("A") == (31, 40)
    assert not game.unit("B").is_on
