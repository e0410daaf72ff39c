"""Aggressive units (9.2, optional): without orders they charge whom they have straight ahead."""

from __future__ import annotations

import pytest
from msgspec import convert
from msgspec.structs import replace

from alfiere.games.lumi.charge.aggressive import charge_unbidden, hot_heads, must_charge, prey
from alfiere.games.lumi.command.active import WITH_CIC
from alfiere.games.lumi.manoeuvre import manoeuvre_phase
from alfiere.games.lumi.movement.orders import MOVES
from alfiere.games.lumi.sheets.scenario_forms import NotAggressive
from alfiere.games.lumi.sheets.scenario_reading import read_scenario
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.charge import ChargeDeclared, ChargeEnded
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from tests.games.lumi.charge.test_charge import height
from tests.games.lumi.lines import Situation
from tests.situation import situation

GENDARMES = "red cuirassiers A at 10,5 facing N, morale 2, can aggressive"


def hot(text: str) -> Situation:
    """A situation in which the optional rule is used and nobody has an order."""
    game = situation(f"lumi\n{text}")
    game.state.scenario.form = replace(game.state.scenario.form, aggressive=True)
    return game


def impulse(game: Situation, *answers: object) -> None:
    game.run(lambda g: charge_unbidden(g, "red"), *answers)


@pytest.mark.rule("lumi.9.2.2", "lumi.9.2.5", "lumi.9.2.6", "lumi.9.2.11", "lumi.ex.64")
@pytest.mark.parametrize(("die", "reached"), [(4, False), (5, True)])
def test_gendarmes_charge_in_any_case_and_the_test_only_tells_how_far(die: int, reached: bool):
    game = hot(f"{GENDARMES}\nblue foot F at 10,11 facing S, morale 2\ndice red {die} blue 6")
    impulse(game, "receive")
    assert is_in_melee(game.state, game["A"]) == reached
    assert height(game, "A") == (1000 if reached else 900)
    assert game["A"].state == (0 if reached else 1)
    assert [one.how for one in game.told(ChargeDeclared)] == ["aggressive"]


@pytest.mark.rule("lumi.9.2.7")
def test_a_test_that_would_keep_others_back_does_not_keep_them():
    game = hot(f"{GENDARMES}\nblue foot F at 10,8 facing S, morale 2\ndice red 1 blue 6")
    impulse(game, "receive")
    assert is_in_melee(game.state, game["A"])
    assert [one.how for one in game.told(ChargeEnded)] == ["contact"]


@pytest.mark.rule("lumi.9.2.3", "lumi.9.2.4", "lumi.9.2.5", "lumi.ex.65")
@pytest.mark.parametrize(
    "foe",
    ["jaeger F at 10,11 facing S, open", "foot F at 13,11 facing S", "foot F at 10,12.6 facing S"],
)
def test_who_is_in_open_order_beside_the_strip_or_too_far_is_not_charged(foe: str):
    game = hot(f"{GENDARMES}\nblue {foe}\ndice red blue")
    impulse(game)
    assert height(game, "A") == 500


@pytest.mark.rule("lumi.9.2.3")
@pytest.mark.parametrize(("weather", "at"), [("clear", 900), ("fog", 500)])
def test_who_is_not_in_sight_is_not_charged(weather: str, at: int):
    game = hot(f"{GENDARMES}\nblue foot F at 10,11 facing S, morale 2\nweather {weather}\ndice red 4 blue 6")
    impulse(game)
    assert height(game, "A") == at


@pytest.mark.rule("lumi.9.2.1", "lumi.9.2.8", "lumi.9.2.9", "lumi.9.2.10", "lumi.ex.81")
def test_the_nearest_is_charged_and_only_by_who_is_marked_aggressive():
    game = hot(
        f"""{GENDARMES}, brigade X
        red cuirassiers B at 12.2,5 facing N, brigade Y
        blue foot F at 9,8 facing S, morale 2, brigade Z
        blue foot G at 11,10 facing S, brigade W
        dice red 5 blue 6
        """
    )
    impulse(game, "receive")
    assert is_in_melee(game.state, game["F"])
    assert height(game, "B") == 500


@pytest.mark.rule("lumi.9.2.12", "lumi.9.2.2", "lumi.2.3.6g", "lumi.4.1.7a", "lumi.ex.102")
def test_light_and_aggressive_hussars_must_charge_although_light_troops_may_not():
    game = hot(
        """red hussars A at 10,5 facing N, morale 0, can light, can aggressive
        blue cuirassiers F at 10,11 facing S, morale 2
        dice red 6 blue 6
        """
    )
    assert must_charge(game.state, game.unit("A")) == game.unit("F")
    game.run(
        lambda g: manoeuvre_phase(g, MOVES, nobody_rides, charge_unbidden, lambda g: None), "act unit=A", "receive"
    )
    assert [decision.key for decision in game.asked] == ["who-moves", "reaction"]  # nothing else was open to it
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.9.2.12")
def test_hussars_with_nobody_ahead_may_move_and_need_not_charge_any_more():
    game = hot(
        """red hussars A at 10,5 facing N, morale 0, can light, can aggressive
        blue cuirassiers F at 10,14 facing S
        dice red blue
        """
    )
    manoeuvre(game, "act unit=A", _ahead)
    assert height(game, "A") == 800
    assert not game.told(ChargeDeclared)


def _ahead(decision: Decision) -> Option | None:
    """Straight ahead, as far as it can."""
    return decision.find(("move", {"unit": "A", "legs": [{"ahead": 300}]})) if decision.key == "manoeuvre" else None


def manoeuvre(game: Situation, *answers: object) -> None:
    """The whole Manoeuvre phase."""
    game.run(lambda g: manoeuvre_phase(g, MOVES, nobody_rides, charge_unbidden, lambda g: None), *answers)


def nobody_rides(g: LumiGame, who: object) -> Procedure[None]:
    """Generals stay where they are."""
    yield from ()


@pytest.mark.rule("lumi.9.2.10", "lumi.9.2.11", "lumi.9.2.2")
def test_with_an_order_in_later_impulses_or_shaken_nobody_charges_unbidden():
    game = hot(f"{GENDARMES}\nblue foot F at 10,8 facing S")
    assert hot_heads(game.state, "red") == [game.unit("A")]
    WITH_CIC.put(game["A"])
    assert hot_heads(game.state, "red") == []
    WITH_CIC.clear(game["A"])
    game["A"].state = 2
    assert prey(game.state, game.unit("A")) is None
    game["A"].state = 0
    game.state.impulse = 2
    assert hot_heads(game.state, "red") == []
    game.state.impulse = 1
    game.state.orders["red"] = 4  # out of command, but not without an order
    assert hot_heads(game.state, "red") == []
    game.state.orders = {}
    game.state.scenario.form = replace(game.state.scenario.form, aggressive=False)
    assert hot_heads(game.state, "red") == []


@pytest.mark.rule("lumi.1.6.16")
def test_of_a_unit_the_aggressive_bases_alone_charge():
    game = hot(
        """red cuirassiers A at 10,5 facing N, can aggressive
        red cuirassiers B at 12,5 facing N, can controlled
        """
    )
    assert [unit.ids for unit in hot_heads(game.state, "red")] == [("A",)]


@pytest.mark.rule("lumi.9.2.3", "lumi.9.2.11", "lumi.1.1.3")
def test_how_near_an_enemy_of_several_bases_is_the_nearest_of_them_says():
    game = hot(
        f"""{GENDARMES}
        blue foot F at 9.2,8.6 facing S, brigade X
        blue foot G at 11,8.9 facing S, column, brigade Y
        blue foot H at 11,10.9 facing S, column, brigade Y
        """
    )
    assert game.unit("G").ids == ("G", "H")
    nearest = prey(game.state, game.unit("A"))
    assert nearest is not None
    assert nearest.ids == ("G", "H")


@pytest.mark.rule("lumi.9.2.1")
def test_the_horse_of_sackville_never_charges_unbidden():
    game = hot(f"{GENDARMES}\nblue foot F at 10,8 facing S")
    form, horse = game.state.scenario.form, game["A"]
    text = {"en": "Not they.", "it": "Non loro."}
    kept_back = convert({"kind": "not aggressive", "under": [horse.division], "text": text}, NotAggressive)
    assert hot_heads(game.state, "red") == [game.unit("A")]
    game.state.scenario.form = replace(form, special=(kept_back,))
    assert hot_heads(game.state, "red") == []
    assert must_charge(game.state, game.unit("A")) is None
    assert [one.under for one in read_scenario("minden").special(NotAggressive)] == [("sackville",)]
