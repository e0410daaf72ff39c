"""What an order lets a unit do, orders that are lost, secret markers, and points (2.1.12, 2.3.3b, 2.3.4c, 12)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.approach import Approach
from alfiere.games.lumi.charge.charge import Charge
from alfiere.games.lumi.command.activation import activation, deactivate
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.sheets.tables import tables
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.games.lumi.turn import battle
from alfiere.kernel.decision import Decision, Grouped, Option
from alfiere.kernel.objection import Objection
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO_LINES = """
    lumi
    initiative red
    red  foot A at 10,12 facing S
    red  general M at 10,13.5 able
    blue foot X at 10,9.5 facing N
    blue general P at 10,8 able
    """


@pytest.mark.rule("lumi.ex.15", "lumi.2.3.4c")
def test_with_an_order_of_priority_4_a_unit_neither_charges_nor_approaches_but_advances_and_fires_with_less():
    game: Situation = situation(TWO_LINES + "dice red 4 4 4 4 blue 1 1 1 1")
    game.state.turn, game.state.orders = game.state.scenario.turns, {"red": 4}
    unit, refused = game.unit("A"), []
    for deed in (Charge(), Approach()):
        found = deed.judged(game.state, unit, {"unit": "A", "target": "X"})
        refused.append(found.key if isinstance(found, Objection) else "")
    assert refused == ["order-too-weak", "order-too-weak"]

    def ahead(decision: Decision) -> Option | None:
        if decision.key != "manoeuvre":
            return None
        assert isinstance(decision.options, Grouped)
        assert not any(one.key in ("charge", "approach") for one in decision.options)
        found = decision.free("move", {"unit": "A", "legs": [{"ahead": 50}]}) if decision.free else None
        return found if isinstance(found, Option) else None

    game.run(battle, ahead, "fire unit=A target=X")
    assert game["A"].y == 2000 - 1150
    volley = game.told(VolleyFired)[0]
    assert (-1, "has-moved") in [(add, why) for add, why, _ in volley.tallies[0].lines]


@pytest.mark.rule("lumi.2.3.3b")
def test_a_valid_die_that_is_not_placed_is_lost():
    game: Situation = situation(TWO_LINES + "dice red 6 blue 1")
    game.run(activation, "no-order priority=6")
    assert game.state.orders == {}


@pytest.mark.rule("lumi.2.1.12")
def test_with_secret_orders_the_marker_is_removed_like_the_die():
    game: Situation = situation(TWO_LINES + "dice red 6 blue 5")
    game.state.options["secret"] = "yes"
    game.run(activation, "order division=red priority=6", "order division=blue priority=5")
    assert game.state.orders == {"red": 6, "blue": 5}
    assert game.run(deactivate) is True
    assert game.state.orders == {"red": 6}


@pytest.mark.rule("lumi.ex.68", "lumi.12.1")
def test_british_horse_of_1704_costs_nineteen_points():
    horse = profiles()["ad1_bhorse"]
    assert (horse.morale, horse.fire, horse.melee) == (1, None, 2)
    assert set(horse.abilities) == {"controlled", "line_inversion"}
    assert tables().arms["heavy_cavalry"].price == 10
    assert horse.points == 10 + 3 * 1 + 0 + 2 * 2 + 1 + 1


@pytest.mark.rule("lumi.11.2")
def test_guards_count_three_raw_troops_and_batteries_one_and_a_chief_three():
    guards = [one for one in profiles().values() if one.cohesion == 3]
    batteries = [one for one in profiles().values() if tables().arms[one.arm].kind == "artillery"]
    assert guards
    assert {one.cohesion for one in profiles().values()} == {1, 2, 3}
    assert {one.cohesion for one in batteries} == {1}
    assert (tables().worth.general, tables().worth.cic) == (1, 3)


@pytest.mark.rule("lumi.12.5")
def test_abilities_are_those_of_the_profiles_and_light_is_of_light_troops_alone():
    for one in profiles().values():
        assert set(one.abilities) <= {"light", "line_inversion", "controlled", "aggressive"}
        assert ("light" in one.abilities) == tables().arms[one.arm].is_light
