"""Who asks for what the rules do not allow is told which rule, whatever he asks for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from alfiere.games.lumi.charge.approach import why_no_approach
from alfiere.games.lumi.charge.attacks import attacks_in, begin_attack
from alfiere.games.lumi.charge.charge import why_no_charge
from alfiere.games.lumi.fire.volley import volley
from alfiere.games.lumi.melee.control import CHARGE, ControlMove
from alfiere.games.lumi.movement.judging import Plan
from alfiere.games.lumi.movement.obstacles import FAILED_AT
from alfiere.games.lumi.movement.orders import MOVES, manoeuvre
from alfiere.games.lumi.state.base import ENGAGED
from alfiere.games.lumi.state.unit import named
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.games.lumi.charge.test_charge import ready
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_moves import judged, of, refusal
from tests.situation import situation


def said(found: Objection | Option | None) -> tuple[str, str]:
    assert isinstance(found, Objection), found
    return found.key, found.rule


def asked(game: Situation, verb: str, **args: Any) -> tuple[str, str]:
    """What is said to who orders A to do this."""
    who = game.unit("A")
    return said(MOVES[verb].judged(game.state, who, named(who) | args))


# Attacks


@pytest.mark.rule("lumi.4.1.1a", "lumi.4.1.1d", "lumi.1.5.5a")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foot A at 10,5 facing N, square", ("formation-charges-not", "lumi.4.1.1a")),
        ("guns A at 10,5 facing N", ("cannot-charge", "lumi.4.1.1d")),
        ("foot A at 10,5 facing N, column, in V", ("cannot-charge", "lumi.4.1.1d")),
        ("foot A at 10,5 facing N, shaken", ("attacker-shaken", "lumi.1.5.5a")),
        ("foot A at 10,6.5 facing N", ("attacker-bound", "lumi.4.1.1a")),
    ],
)
def test_why_a_unit_charges_nobody(line: str, why: tuple[str, str]):
    game = ready(f"village V 8,3 12,7\nred {line}\nblue foot F at 10,7.5 facing S")
    assert said(why_no_charge(game.state, game.unit("A"))) == why


@pytest.mark.rule("lumi.4.1.1a", "lumi.4.2.1", "lumi.4.2.5")
def test_who_is_engaged_or_in_melee_neither_charges_nor_approaches_another():
    game = ready("red foot A at 10,5 facing N\nblue foot F at 10,6.5 facing S")
    assert why_no_charge(game.state, game.unit("A")) is None
    ENGAGED.put(game["A"], "F")
    assert said(why_no_charge(game.state, game.unit("A"))) == ("attacker-bound", "lumi.4.1.1a")
    assert said(why_no_approach(game.state, game.unit("A"))) == ("attacker-bound", "lumi.4.2.1")
    touching = ready("red foot A at 10,5 facing N\nblue foot F at 10,6 facing S")
    assert said(why_no_approach(touching.state, touching.unit("A"))) == ("attacker-bound", "lumi.4.2.1")


@pytest.mark.rule("lumi.4.2.1")
@pytest.mark.parametrize(("without", "may"), [("", True), ("A", True), ("AB", False)])
def test_a_unit_of_which_nobody_has_firearms_does_not_approach(without: str, may: bool):
    game = ready("red foot A at 10,5 facing N\nred foot B at 12,5 facing N\nblue foot F at 10,8 facing S")
    for id in without:
        game[id].profile = replace(game[id].profile, fire=None)
    found = why_no_approach(game.state, game.unit("A"))
    assert (found is None) is may
    assert may or said(found) == ("cannot-approach", "lumi.4.2.1")


@pytest.mark.rule("lumi.7.2.2n", "lumi.10.6", "lumi.4.1.2b")
@pytest.mark.parametrize(
    ("ground", "why"),
    [
        ("", None),
        ("weather fog", ("not-seen", "lumi.10.6")),
        ("water W 0,8 30,9", ("way-barred", "lumi.4.1.2b")),
    ],
)
def test_a_control_move_charges_who_is_seen_and_can_be_come_at(ground: str, why: tuple[str, str] | None):
    game = situation(f"lumi\nred cuirassiers A at 10,5.5 facing N\nblue foot F at 10,14 facing S\n{ground}")
    unit = game.unit("A")
    found = ControlMove().objection(game.state, unit, Option(CHARGE, named(unit) | {"target": "F"}, ()))
    assert (found if found is None else said(found)) == why


@pytest.mark.rule("lumi.1.1.4", "lumi.6.1.5")
def test_where_nobody_has_declared_an_attack_it_is_from_where_they_stand():
    game = situation("lumi\nred foot A at 10,10 facing N\nblue foot F at 10,11.5 facing E")
    s, a, f = game.state, game.unit("A"), game.unit("F")
    assert attacks_in(s, a, f) == "flank"
    begin_attack(s, f, a, "front", charging=False)
    assert attacks_in(s, a, f) == "front"  # it is the one that was attacked


# Movement


@pytest.mark.rule("lumi.3.3.3h")
def test_into_what_is_no_building_or_out_of_none_nobody_goes():
    game = of("red foot A at 10,5 facing N, column\nlight_wood W 8,8 12,12\nvillage V 3,3 7,7")
    assert asked(game, "garrison", piece="W") == ("no-buildings", "lumi.3.3.3h")
    assert asked(game, "garrison", piece="Z") == ("no-buildings", "lumi.3.3.3h")
    assert asked(game, "leave", piece="V", to=[1000, 1000, 0]) == ("not-in-buildings", "lumi.3.3.3h")
    inside = of("red foot A at 5,5 facing N, column, in V\nvillage V 3,3 7,7\nvillage U 3,8 7,12")
    assert asked(inside, "garrison", piece="U") == ("in-buildings", "lumi.3.3.3h")
    assert asked(inside, "leave", piece="V", to="north") == ("not-in-buildings", "lumi.3.3.3h")


@pytest.mark.rule("lumi.3.1.12a", "lumi.1.7.1", "lumi.3.1.9a")
def test_lines_are_inverted_with_somebody_and_formations_are_those_of_the_arm():
    game = of("red hussars A at 10,5 facing N\nblue foot E at 10,16 facing S")
    for target in ("A", "E", "Z"):
        assert asked(game, "invert", target=target, way="back") == ("no-such-leg", "lumi.3.1.12a")
    for formation in ("square", "line", "phalanx"):
        assert asked(game, "form", formation=formation) == ("no-such-formation", "lumi.1.7.1")
    guns = of("red light A at 10,5 facing N, limbered")
    for turn in (1801, -1801, "left"):
        assert asked(guns, "form", formation="deployed", turn=turn) == ("no-such-formation", "lumi.1.7.1")
    assert isinstance(MOVES["form"].judged(guns.state, guns.unit("A"), {"formation": "deployed", "turn": 1800}), Option)


@pytest.mark.rule("lumi.3.1.13a", "lumi.3.1.13c")
def test_who_stands_right_before_a_zone_of_control_is_told_whose_it_is():
    game = of("red foot A at 10,7 facing N\nblue foot E at 10,9 facing S")
    assert refusal(game, {"ahead": 100}) == ("in-zone", "lumi.3.1.13c")
    before = of("red foot A at 10,6.98 facing N\nblue foot E at 10,9 facing S")
    plan = judged(before, {"ahead": 100})
    assert isinstance(plan, Plan)
    assert plan.stopped == "E"


@pytest.mark.rule("lumi.3.1.3b", "lumi.3.1.1a")
def test_a_place_to_which_no_leg_leads_is_none():
    game = of("red heavy A at 10,5 facing N")
    assert asked(game, "move", to=[1400, 1200, 900])[0] == "no-such-leg"


@pytest.mark.rule("lumi.3.3.1g", "lumi.3.1.2c")
def test_who_has_failed_at_an_obstacle_and_goes_elsewhere_has_not_failed_at_it_any_more():
    for order in ("tactical", "form formation=line", "move"):
        game = of("red foot A at 10,5 facing N, column\nstream S 0,6 30,6 level 2")
        FAILED_AT.put(game["A"], "S")
        game.run(lambda g, game=game: manoeuvre(g, game.unit("A")), order)  # type: ignore[misc]
        assert FAILED_AT.all(game["A"]) == []


# Fire


@pytest.mark.rule("lumi.5.1.2", "lumi.1.6.13")
def test_the_range_that_is_told_of_a_volley_is_that_of_the_nearest():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, fire 0
        red foot B at 12,10 facing N, fire 0
        blue foot T at 9.7,11.5 facing S
        dice red 1 1 blue 6 6
        """
    )
    game.run(lambda g: volley(g, game.unit("A"), game.unit("T")))
    (told,) = game.told(VolleyFired)
    assert (told.bases, told.band) == (("A", "B"), "short")
    assert [name for _, name, _ in told.tallies[1].lines] == []
