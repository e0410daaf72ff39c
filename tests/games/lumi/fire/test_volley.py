"""Volleys: the opposed dice, their modifiers, and what damages do (5.1, tables 7 and 9)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.lumi.fire.lines import AT_CHARGER, FIRE, How, shots
from alfiere.games.lumi.fire.volley import Damages, hopes, losses_due, odds, suffer, suffer_all, tally, volley
from alfiere.games.lumi.state.base import DISORDERED, HAS_APPROACHED, IS_DAMAGED, ORDERED, ROUT, SHAKEN, USED
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.unit import alone
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.kernel.procedure import Procedure
from tests.games.lumi.lines import Situation
from tests.situation import situation


def fire(game: Situation, shooter: str, target: str, *answers: str, how: How = FIRE) -> None:
    """A volley with all it does."""

    def play(g: LumiGame) -> Procedure[None]:
        damages = volley(g, game.unit(shooter), game.unit(target), how)
        yield from suffer(g, game.unit(target), damages)

    game.run(play, *answers)


def hit(game: Situation, target: str, number: int, by: str = "B", *, extreme: bool = False, how: How = FIRE) -> None:
    """A unit suffers so many damages on the base named."""

    def play(g: LumiGame) -> Procedure[None]:
        unit = game.unit(target)
        each = {target: number}
        yield from suffer(g, unit, Damages(alone(game[by]), unit, how, extreme, each))

    game.run(play)


def lines(game: Situation, shooter: str, target: str, how: How = FIRE) -> dict[str, int]:
    unit, other = game.unit(shooter), game.unit(target)
    found = tally(game.state, unit, shots(game.state, unit, other, how)[0], other, how)
    return {reason: amount for amount, reason, _ in found.lines}


FACE_TO_FACE = """
    lumi
    red foot A at 10,10 facing N, fire 0
    blue foot T at 10,12 facing S, fire 0, morale 0
    """


# The dice


@pytest.mark.rule("lumi.5.1.1", "lumi.5.1.5", "lumi.3.1.14a", "lumi.ex.36")
def test_a_higher_total_does_as_many_damages_and_disorders():
    game = situation(FACE_TO_FACE + "dice red 5 blue 3")
    USED.put(game["A"], 400_000)
    fire(game, "A", "T")
    told = game.told(VolleyFired)[0]
    assert (told.rolls, told.defences, told.damages) == ((5,), (3,), 1)
    assert (game["T"].state, game["T"].losses) == (DISORDERED, 0)
    assert not game.told(MoraleTested)


@pytest.mark.rule("lumi.5.1.1", "lumi.5.1.8", "lumi.ex.37")
def test_an_equal_total_does_nothing():
    game = situation(FACE_TO_FACE + "dice red 4 blue 3")
    USED.put(game["A"], 400_000)
    fire(game, "A", "T")
    assert (game["T"].state, game.told(VolleyFired)[0].damages) == (ORDERED, 0)
    assert not IS_DAMAGED.is_on(game["T"])


@pytest.mark.rule("lumi.5.2.1a", "lumi.5.2.1b", "lumi.5.2.1d", "lumi.ex.79")
@pytest.mark.parametrize(("far", "damages", "losses"), [(1, 4, 1), (2, 2, 0), (4, 1, 0), (8, 0, 0)])
def test_a_field_battery_at_its_four_ranges(far: int, damages: int, losses: int):
    game = situation(
        f"""
        lumi
        red guns G at 10,2 facing N, fire 1
        blue foot T at 10,{3 + far} facing S
        dice red 4 blue 3
        """
    )
    fire(game, "G", "T")
    assert game.told(VolleyFired)[0].damages == damages
    assert game["T"].losses == losses


@pytest.mark.rule("lumi.5.2.1b", "lumi.5.2.1c", "lumi.5.1.5", "lumi.5.1.6", "lumi.ex.43")
def test_at_extreme_range_guns_disorder_a_column_but_do_not_kill():
    game = situation(
        """
        lumi
        red guns G at 10,2 facing N, fire 1
        blue foot T at 10,10.5 facing S, column
        dice red 6 blue 2
        """
    )
    assert lines(game, "G", "T") == {"fire": 1, "target-deep": 1, "extreme-range": -2}
    fire(game, "G", "T")
    assert game.told(VolleyFired)[0].damages == 4
    assert (game["T"].state, game["T"].losses) == (DISORDERED, 0)


@pytest.mark.rule("lumi.5.1.2", "lumi.5.1.3", "lumi.5.1.5", "lumi.1.6.11", "lumi.1.6.13", "lumi.ex.42")
def test_three_bases_fire_as_one_and_the_most_damaged_base_takes_the_loss():
    game = situation(
        """
        lumi
        red foot A at 8,10 facing N, fire 0
        red foot B at 10,10 facing N, fire 0
        red foot C at 12,10 facing N, fire 0
        blue foot T at 8,12 facing S
        blue foot U at 10,12 facing S
        blue foot V at 12,12 facing S
        dice red 5 2 4 blue 3 6 3
        """
    )
    fire(game, "A", "T")
    told = game.told(VolleyFired)[0]
    assert (told.bases, told.each, told.damages) == (("A", "B", "C"), (2, 0, 1), 3)
    assert [game[id].losses for id in "TUV"] == [1, 0, 0]
    assert [game[id].state for id in "TUV"] == [DISORDERED] * 3
    assert not game.dice_left


@pytest.mark.rule("lumi.5.3.5", "lumi.1.5.4", "lumi.1.5.8", "lumi.10.7", "lumi.3.3.3e")
@pytest.mark.parametrize(
    ("shooter", "target", "more", "expected"),
    [
        ("foot A at 10,10 facing N", "foot T at 10,11.5 facing S", "", {"short-range": 2}),
        ("foot A at 10,10 facing N", "hussars T at 10,12 facing S", "", {"target-cavalry": 1}),
        ("foot A at 10,10 facing N", "foot T at 10,12 facing S, square", "", {"target-deep": 1}),
        ("foot A at 10,10 facing N", "guns T at 10,12 facing S, limbered", "", {"target-deep": 1}),
        ("foot A at 10,10 facing N", "foot T at 10,12 facing S, open", "", {"target-open-order": -1}),
        ("foot A at 10,10 facing N", "foot T at 10,12.5 facing E", "", {"enfilade": 1}),
        ("foot A at 10,10 facing N", "foot T at 10,12 facing N", "", {"enfilade": 1}),
        ("foot A at 10,10 facing N, disordered", "foot T at 10,12 facing S", "", {"disordered": -1}),
        ("foot A at 10,10 facing N, losses 2", "foot T at 10,12 facing S", "", {"weakened": -1}),
        ("foot A at 10,10 facing N", "foot T at 10,12 facing S", "weather rain", {"rain-or-snow": -1}),
        ("guns A at 10,10 facing N", "foot T at 10,13 facing S", "weather rain", {}),
        ("guns A at 10,10 facing N", "foot T at 10,14 facing S", "", {"beyond-medium": -1}),
    ],
)
def test_what_is_added_to_the_shooters_die(shooter: str, target: str, more: str, expected: dict[str, int]):
    game = situation(f"lumi\nred {shooter}, fire 0\nblue {target}\n{more}")
    assert lines(game, "A", "T") == expected


@pytest.mark.rule("lumi.5.1.1", "lumi.3.3.3e", "lumi.5.3.5")
def test_cover_is_added_to_the_targets_die():
    game = situation(
        """
        lumi
        light_wood W 8,11.4 12,13
        red foot A at 10,10 facing N, fire 0
        blue foot T at 10,12 facing S
        dice red 5 blue 3
        """
    )
    vdf = game.state.ground.known.kinds["light_wood"].vdf
    fire(game, "A", "T")
    assert vdf > 0
    assert (game.told(VolleyFired)[0].covers, game.told(VolleyFired)[0].damages) == ((vdf,), max(0, 2 - vdf))


@pytest.mark.rule("lumi.1.6.15", "lumi.5.1.1")
def test_each_base_fires_with_its_own_value_and_the_odds_are_those_of_the_dice():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, fire 0
        red foot B at 11,10 facing N, fire 2
        blue foot T at 9,12 facing S
        blue foot U at 11,12 facing S
        """
    )
    tallies, found = odds(game.state, game.unit("A"), game.unit("T"))
    assert [one.total for one in tallies] == [0, 2]
    none = Fraction(21, 36) * Fraction(10, 36)  # 21 of 36 throws do not beat the other die, 10 not by less than two
    assert found[0] == none
    assert sum(found.values()) == 1
    assert max(found) == 5 + 7


@pytest.mark.rule("lumi.5.1.5", "lumi.3.3.3e")
def test_cover_lessens_what_may_be_hoped_for():
    """In the open 15 of 36 throws do damage; behind 1 of cover the ten that beat the other die by two."""
    open_ground, wood = (situation(f"{FACE_TO_FACE}\n{ground}") for ground in ("", "light_wood W 5,11.4 15,13"))
    hits = [1 - odds(game.state, game.unit("A"), game.unit("T"))[1][0] for game in (open_ground, wood)]
    assert hits == [Fraction(15, 36), Fraction(10, 36)]


# Losses


@pytest.mark.rule("lumi.5.1.3", "lumi.ex.38")
@pytest.mark.parametrize(("damages", "losses"), [(2, 0), (3, 1), (6, 1)])
def test_one_shooter_costs_one_loss_at_most(damages: int, losses: int):
    game = situation(FACE_TO_FACE + "red foot B at 2,2 facing N")
    hit(game, "T", damages)
    assert game["T"].losses == losses


@pytest.mark.rule("lumi.5.1.4", "lumi.5.1.8", "lumi.5.1.9", "lumi.ex.39")
@pytest.mark.parametrize(("damages", "losses"), [((2, 1), 1), ((4, 3), 2), ((1, 1), 0), ((6, 0), 1), ((9, 4), 2)])
def test_several_shooters_cost_two_losses_at_most(damages: tuple[int, int], losses: int):
    game = situation(FACE_TO_FACE + "red foot B at 2,2 facing N\nred foot C at 6,2 facing N\ndice blue 6")
    assert losses_due(game.state, damages) == losses
    hit(game, "T", damages[0], "B")
    hit(game, "T", damages[1], "C")
    assert game["T"].losses == losses


@pytest.mark.rule("lumi.5.1.4", "lumi.5.1.5", "lumi.5.1.6", "lumi.5.1.9", "lumi.5.1.11", "lumi.ex.40")
def test_a_second_hit_costs_the_loss_first_and_then_brings_a_test():
    game = situation(FACE_TO_FACE + "red foot B at 2,2 facing N\nred foot C at 6,2 facing N\ndice blue 6")
    hit(game, "T", 2, "B")
    assert (game["T"].state, game["T"].losses, game.told(MoraleTested)) == (DISORDERED, 0, [])
    hit(game, "T", 2, "C")
    assert game["T"].losses == 1
    assert [event.key for event in game.events if event.key in ("lost", "morale-tested")] == ["lost", "morale-tested"]
    told = {reason: amount for amount, reason, _ in game.told(MoraleTested)[0].tally.lines}
    assert told == {"disordered": -1, "fired-at": -1}


@pytest.mark.rule("lumi.5.1.7", "lumi.5.1.12", "lumi.ex.41")
def test_a_unit_in_rout_that_is_hit_loses_one_and_runs():
    game = situation(
        """
        lumi
        red foot B at 10,5 facing N
        blue foot T at 10,12 facing S, column, rout, losses 1
        """
    )
    hit(game, "T", 4)
    assert (game["T"].losses, game["T"].state) == (2, ROUT)
    assert [event.unit for event in game.told(BaseMoved)] == ["T"]


@pytest.mark.rule("lumi.5.2.1f")
def test_a_unit_in_rout_that_is_hit_at_extreme_range_runs_without_a_loss():
    game = situation(
        """
        lumi
        red guns B at 10,2 facing N
        blue foot T at 10,10 facing S, column, rout, losses 1
        """
    )
    hit(game, "T", 4, extreme=True)
    assert game["T"].losses == 1
    assert [event.unit for event in game.told(BaseMoved)] == ["T"]


@pytest.mark.rule("lumi.5.2.1c", "lumi.5.2.1f", "lumi.5.1.6", "lumi.3.2.2a", "lumi.ex.105")
def test_a_rout_by_fire_at_extreme_range_costs_its_own_loss():
    game = situation(
        """
        lumi
        red guns B at 10,2 facing N
        blue foot T at 10,10 facing S, disordered, losses 1, morale 0
        dice blue 3
        """
    )
    hit(game, "T", 4, extreme=True)
    assert game.told(MoraleTested)[0].score == 1
    assert (game["T"].state, game["T"].losses) == (ROUT, 2)


@pytest.mark.rule("lumi.5.2.1f", "lumi.5.1.9")
def test_damages_at_extreme_range_are_not_added_to_those_of_others():
    game = situation(FACE_TO_FACE + "red guns B at 2,2 facing N\nred foot C at 6,2 facing N\ndice blue 6")
    hit(game, "T", 4, "B", extreme=True)
    hit(game, "T", 2, "C")
    assert game["T"].losses == 0


@pytest.mark.rule("lumi.3.2.2b", "lumi.5.1.6")
def test_a_rout_by_fire_that_has_cost_a_loss_costs_no_other():
    game = situation(
        """
        lumi
        red foot B at 10,5 facing N
        blue foot T at 10,10 facing S, disordered, morale 0
        dice blue 1
        """
    )
    hit(game, "T", 3)
    assert (game["T"].state, game["T"].losses) == (ROUT, 1)


@pytest.mark.rule("lumi.5.1.5", "lumi.1.5.9")
def test_a_hit_takes_the_mark_of_the_terrain_away():
    game = situation(FACE_TO_FACE.replace("morale 0", "morale 0, disordered, by terrain") + "dice blue 6")
    assert game["T"].by_terrain
    hit(game, "T", 1, "A")
    assert (game["T"].state, game["T"].by_terrain) == (DISORDERED, False)


@pytest.mark.rule("lumi.5.1.6")
def test_a_shaken_unit_that_is_hit_tests_too():
    game = situation(FACE_TO_FACE.replace("morale 0", "morale 2, shaken") + "dice blue 6")
    hit(game, "T", 1, "A")
    assert game.told(MoraleTested)[0].column == "reaction"
    assert game["T"].state == SHAKEN


# At chargers


@pytest.mark.rule("lumi.4.1.10a", "lumi.3.1.14c", "lumi.5.2.4")
def test_fire_at_a_charger_in_contact_is_at_short_range_however_far_one_has_moved():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, fire 0
        blue hussars T at 10,11 facing S
        """
    )
    USED.put(game["A"], 900_000)
    assert lines(game, "A", "T", AT_CHARGER) == {"short-range": 2, "target-cavalry": 1, "has-moved": -1}
    assert not shots(game.state, game.unit("A"), game.unit("T"))
    game.run(lambda g: volley(g, game.unit("A"), game.unit("T"), AT_CHARGER))
    assert not shots(game.state, game.unit("A"), game.unit("T"), AT_CHARGER)


@pytest.mark.rule("lumi.5.1.10")
def test_fire_at_a_charger_has_its_own_count():
    game = situation(FACE_TO_FACE + "red foot B at 2,2 facing N\nred foot C at 6,2 facing N\ndice blue 6")
    hit(game, "T", 2, "B", how=AT_CHARGER)
    hit(game, "T", 2, "C")
    assert game["T"].losses == 0
    hit_again = situation(FACE_TO_FACE + "red foot B at 2,2 facing N")
    hit(hit_again, "T", 7, how=AT_CHARGER)
    assert hit_again["T"].losses == 1


@pytest.mark.rule("lumi.4.2.7")
def test_in_an_exchange_only_who_has_approached_fires_worse():
    game = situation(FACE_TO_FACE.replace("10,12", "10,11.5"))
    USED.put(game["A"], 900_000)
    USED.put(game["T"], 100_000)
    HAS_APPROACHED.put(game["A"])
    assert lines(game, "A", "T", "engaged") == {"short-range": 2, "has-moved": -1}
    assert lines(game, "T", "A", "engaged") == {"short-range": 2}


@pytest.mark.rule("lumi.5.3.4a", "lumi.5.1.6")
def test_who_is_hit_by_the_last_volley_of_a_base_that_is_gone_still_tests():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, losses 3
        blue foot T at 10,12 facing S, morale 0, disordered
        dice blue 4
        """
    )

    def play(g: LumiGame) -> Procedure[None]:
        one, two = game.unit("A"), game.unit("T")
        yield from suffer_all(g, [Damages(two, one, FIRE, False, {"A": 3}), Damages(one, two, FIRE, False, {"T": 1})])

    game.run(play)
    assert not game["A"].is_on
    assert [event.units for event in game.told(MoraleTested)] == [("T",)]


@pytest.mark.rule("lumi.5.1.1")
def test_less_is_to_be_hoped_of_a_volley_at_who_has_cover():
    text = "lumi\nred foot A at 10,6 facing N\nblue foot F at 10,8 facing S"
    in_open, in_wood = situation(text), situation(f"{text}\nlight_wood W 8,7 12,9")
    hoped = [hopes(game.state, game.unit("A"), game.unit("F")) for game in (in_wood, in_open)]
    assert 0 < hoped[0] < hoped[1]
