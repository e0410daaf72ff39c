"""Chapters 10.8, 10.9, 10.11 and 10.12: strength, fallen generals, large units, weakened units."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.command import command_capacity
from alfiere.games.esa.events import (
    CardsDrawn,
    DeterminationLost,
    LeaderFell,
    LossesTaken,
    MarkerRemoved,
    MeleeStruck,
    UnitEliminated,
    UnitMoved,
    UnitRecovered,
    VolleyFired,
)
from alfiere.games.esa.troops import profiles
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def morale_tests(game) -> list[tuple[str, str, bool]]:
    """Every morale test: who, what for, and whether it was passed."""
    return [(test.piece, test.purpose, test.passed) for test in game.told(events.TestTaken)]


# Strength


@pytest.mark.rule("esa.10.8a")
def test_a_unit_with_losses_up_to_its_strength_is_removed_and_costs_its_points_at_the_end_of_the_turn():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0, strength 2
        blue  swordsmen B at 9,-9 facing 3
        blue  swordsmen C at 7,-9 facing 3
        cards red 1 1 1
    """)
    before = game.state.armies["blue"].determination
    game.shoot("M", "A")
    assert game.where("A") is None
    assert [event.unit for event in game.told(UnitEliminated)] == ["A"]
    assert game.state.armies["blue"].determination == before
    game.turn_phase("end")
    assert game.state.armies["blue"].determination == before - game.unit("A").profile.points


@pytest.mark.rule("esa.10.8b", "esa.10.11a")
@pytest.mark.parametrize(("strength", "counted"), [(4, 3), (3, 3), (2, 2), (1, 1)])
def test_a_test_counts_the_present_strength_and_never_more_than_three(strength, counted):
    game = situation(f"""
        esa on open ground
        red   pike A at 0,0 facing 0, strength {strength}, fire 1 melee 2 morale 2
        blue  swordsmen B at 0,-2 facing 3
    """)
    assert morale_tally(game.state, game.unit("A"), "charge").total == counted + 2
    game.shoot("A", "B")
    assert game.told(VolleyFired)[0].tally.total == counted + 1


@pytest.mark.rule("esa.10.11a")
def test_the_losses_of_a_square_down_to_three_do_not_reduce_its_cards():
    game = situation("""
        esa on open ground
        red   tercio T at 0,0 facing 0, strength 6
        blue  swordsmen B at 0,-9 facing 3
    """)
    assert [
        morale_tally(game.state, game.unit("T"), "action").lines[0][0] for game.unit("T").strength in (6, 5, 4, 3, 2, 1)
    ] == [3, 3, 3, 3, 2, 1]


@pytest.mark.rule("esa.10.11b")
def test_units_have_strength_three_and_pike_and_musket_may_have_four():
    for profile in profiles().units.values():
        if profile.cls == "PM":
            assert profile.strength in (3, 4), profile.id
        elif profile.cls != "SQ":
            assert profile.strength == 3, profile.id
    assert profiles().units["fr_pm_veteran"].strength == 4


# Fallen generals

FALL = """
    esa on open ground
    red   musketeers M at 0,0 facing 0, fire 0
    blue  swordsmen A at 0,-2 facing 3, armour 0|0, division one
    blue  swordsmen B at 9,-9 facing 3, division one
    blue  line C at 7,-9 facing 3, division two
    blue  {leader} at 0,-2 morale 3 melee 2, strength 1, division one
    order one: card 4
    cards red 1 9 9
"""


@pytest.mark.rule("esa.10.9a", "esa.10.9d")
def test_an_eliminated_general_is_replaced_at_once_where_he_stood():
    game = situation(FALL.format(leader="general G"))
    game.shoot("M", "A")
    assert [(event.leader, event.replaced) for event in game.told(LeaderFell)] == [("G", True)]
    leader = game.leader("G")
    profile = leader.profile
    assert (profile.fire, profile.melee, profile.morale, profile.armour) == (None, -1, 1, (1, 1))
    assert leader.strength == 3
    assert game.where("G") == (0, -2)
    assert game.state.leader_with(game.unit("A")) is leader
    division = game.state.divisions["one"]
    assert (division.general, division.card, division.has_order) == ("G", 4, True)


@pytest.mark.rule("esa.10.9b")
def test_each_eliminated_general_lowers_the_command_capacity_for_the_rest_of_the_battle():
    game = situation(FALL.format(leader="general G"))
    assert command_capacity(game.state, "blue") == 3
    game.shoot("M", "A")
    assert command_capacity(game.state, "blue") == 2
    for _ in range(2):
        game.turn_phase("end")
        game.turn_phase("planning")
        assert len([event for event in game.told(CardsDrawn) if event.seat == "blue"][-1].cards) == 2


@pytest.mark.rule("esa.10.9b")
def test_command_capacity_never_falls_below_one():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, armour 0|0
        blue  commander X at 0,-2 morale 2, strength 1, leads blue
        cards red 1 9 9
    """)
    assert command_capacity(game.state, "blue") == 1
    game.shoot("M", "A")
    assert game.told(LeaderFell)
    assert command_capacity(game.state, "blue") == 1


@pytest.mark.rule("esa.10.9c")
def test_determination_falls_once_by_the_morale_of_the_eliminated_general():
    game = situation(FALL.format(leader="general G"))
    before = game.state.armies["blue"].determination
    game.shoot("M", "A")
    game.turn_phase("end")
    game.turn_phase("end")
    lost = [(event.cause, event.amount) for event in game.told(DeterminationLost) if event.seat == "blue"]
    assert lost == [("generals", 3)]
    assert game.state.armies["blue"].determination == before - 3


@pytest.mark.rule("esa.10.9d2")
def test_a_replacement_does_not_change_the_deck():
    def deck(game):
        army = game.state.armies["blue"]
        return sorted([*army.deck.top, *army.deck.middle, *army.deck.bottom, *army.discard, *army.hand])

    game = situation(FALL.format(leader="general G"))
    before = deck(game)
    game.shoot("M", "A")
    assert game.leader("G").profile.morale == 1
    assert deck(game) == before


@pytest.mark.rule("esa.10.9d3")
@pytest.mark.parametrize(
    ("leader", "replaced"),
    [("general G", True), ("wing G", True), ("commander G", True), ("character G", False)],
)
def test_generals_of_every_rank_are_replaced_and_characters_are_not(leader, replaced):
    game = situation(FALL.format(leader=leader))
    game.shoot("M", "A")
    assert [event.replaced for event in game.told(LeaderFell)] == [replaced]
    assert game.where("G") == ((0, -2) if replaced else None)
    assert game.state.armies["blue"].fallen_generals == (1 if replaced else 0)


# Weakened


@pytest.mark.rule("esa.10.12a")
@pytest.mark.parametrize(("strength", "weakened"), [(1, True), (2, False)])
def test_a_unit_is_weakened_when_its_strength_is_down_to_one(strength, weakened):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0, strength {strength}
        blue  line Z at 0,-9 facing 3
    """)
    piece = next(one for one in game.rules.view(game.state, None)["pieces"] if one["id"] == "A")
    assert ("weakened" in piece["badges"]) is weakened


@pytest.mark.rule("esa.10.12b", "esa.10.12c")
@pytest.mark.parametrize(("value", "moves"), [(1, True), (9, False)])
def test_a_weakened_unit_tests_before_it_moves(value, moves):
    game = situation(f"""
        esa on open ground
        red   cuirassiers A at 0,0 facing 0, strength 1, morale 0
        blue  line Z at 0,-9 facing 3
        order red: card 7
        cards red {value} 9
    """)
    goal = game.at(0, -1)
    game.turn_phase("actions", f"move unit=A hex={goal}")
    assert morale_tests(game)[0] == ("A", "move", moves)
    assert game.where("A") == ((0, -1) if moves else (0, 0))
    # the raid after the melee is another move; who failed may not try again
    assert bool(asked(game, "raid")) is moves


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_unit_focused_on_movement_tests_before_each_of_its_moves():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, strength 1, morale 0
        blue  line Z at 0,-9 facing 3
        order red: card 1 focus move
        cards red 1 9
    """)
    first, second = game.at(0, -1), game.at(0, -2)
    game.phase("movement", f"move unit=A hex={first}", f"move unit=A hex={second}")
    assert morale_tests(game) == [("A", "move", True), ("A", "move", False)]
    assert game.where("A") == (0, -1)


@pytest.mark.rule("esa.10.12b", "esa.10.12c")
@pytest.mark.parametrize(("value", "shots"), [(1, ["M"]), (9, [])])
def test_a_weakened_unit_tests_before_it_fires(value, shots):
    game = situation(f"""
        esa on open ground
        red   musketeers M at 0,0 facing 0, strength 1, morale 0
        blue  swordsmen Z at 0,-2 facing 3
        order red: fire
        cards red {value} 9 9 9
    """)
    game.phase("fire", "fire unit=M target=Z")
    assert morale_tests(game) == [("M", "fire", value == 1)]
    assert [event.unit for event in game.told(VolleyFired)] == shots
    assert len(asked(game, "fire")) == 1  # no second try


@pytest.mark.rule("esa.10.12c")
@pytest.mark.parametrize(("value", "shots"), [(1, ["Y", "M"]), (9, ["Y"])])
def test_a_weakened_unit_tests_before_it_returns_fire(value, shots):
    game = situation(f"""
        esa on open ground
        red   musketeers M at 0,0 facing 0, strength 1, morale 0
        blue  musketeers Y at 0,-2 facing 3, fire 0
        cards red {value} 9 9 9 blue 9 9 9
    """)
    game.shoot("Y", "M", "fire unit=M")
    assert morale_tests(game) == [("M", "fire", value == 1)]
    assert [event.unit for event in game.told(VolleyFired)] == shots


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_unit_that_fails_its_test_does_not_return_fire_this_turn():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, strength 1, morale 0
        blue  musketeers Y at 0,-2 facing 3, fire 0
        blue  musketeers Z at 1,-2 facing 3, fire 0
        cards red 9 blue 9 9 9 9 9 9
    """)
    game.shoot("Y", "M", "fire unit=M")
    game.shoot("Z", "M", "none")
    assert morale_tests(game) == [("M", "fire", False)]
    assert "M" not in [event.unit for event in game.told(VolleyFired)]
    assert "fire" not in [option.key for option in asked(game, "react-to-fire")[-1].options]


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_unit_tests_before_it_attacks_in_melee():
    game = situation("""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, strength 1, morale 0
        blue  swordsmen Z at 0,-1 facing 3
        order red: move melee
        cards red 9
    """)
    game.phase("melee")
    assert morale_tests(game) == [("A", "melee", False)]
    assert not [event for event in game.told(MeleeStruck) if event.unit == "A"]


@pytest.mark.rule("esa.10.12c")
@pytest.mark.parametrize(("value", "removed"), [(1, True), (9, False)])
def test_a_weakened_unit_tests_before_it_removes_a_marker(value, removed):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0, strength 1, morale 0, paralysed
        blue  line Z at 0,-9 facing 3
        order red: rally
        cards red {value}
    """)
    game.phase("rally", "rally unit=A marker=paralysed")
    assert morale_tests(game) == [("A", "rally", removed)]
    assert game.unit("A").is_paralysed is not removed
    assert bool(game.told(MarkerRemoved)) is removed
    assert len(asked(game, "rally")) == 1


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_unit_tests_before_it_rides_against_a_charger():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,4 facing 0
        blue  gendarmes D at 0,0 facing 3, strength 1, morale 0
        order red: move melee
        cards red 1 blue 9
    """)
    game.charge("C", "D", "counter-charge")
    assert morale_tests(game)[1] == ("D", "move", False)
    assert game.where("D") == (0, 0)


@pytest.mark.rule("esa.10.12c2")
@pytest.mark.parametrize(("value", "strikes"), [(1, ["A", "Z"]), (9, ["A"])])
def test_a_weakened_unit_that_fails_does_not_fight_back(value, strikes):
    game = situation(f"""
        esa on open ground
        red   swordsmen A at 0,0 facing 0
        blue  swordsmen Z at 0,-1 facing 3, strength 1, morale 0
        order red: move melee
        cards blue {value} 9 9 9 red 9 9 9 9 9 9
    """)
    game.fight("A", "Z", "fight unit=Z")
    assert morale_tests(game) == [("Z", "melee", value == 1)]
    assert sorted(event.unit for event in game.told(MeleeStruck)) == strikes


@pytest.mark.rule("esa.10.12c3")
def test_forced_movements_of_a_weakened_unit_need_no_test():
    game = situation("""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, strength 1, shaken
        cards red 9 9 9
    """)
    game.shoot("M", "A")
    assert game.where("A") != (0, -2)
    assert morale_tests(game) == []


@pytest.mark.rule("esa.10.12c3")
def test_a_charge_and_a_recovery_of_a_weakened_unit_have_one_test_only():
    rides = situation("""
        esa on open ground
        red   cuirassiers C at 0,3 facing 0, strength 1, morale 0
        blue  line Z at 0,0 facing 3
        order red: move melee
        cards red 1 9 9 9
    """)
    rides.phase("movement", "charge unit=C target=Z")
    assert [test for test in morale_tests(rides) if test[0] == "C"] == [("C", "charge", True)]
    assert rides.where("C") != (0, 3)
    rests = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, strength 1, morale 0
        blue  line Z at 0,-9 facing 3
        order red: rally
        cards red 1 9 9
    """)
    rests.phase("rally", "recover unit=A")
    assert morale_tests(rests) == [("A", "recovery", True)]
    assert rests.told(UnitRecovered)


TWO_AGAINST_ONE = """
    esa on open ground
    red   swordsmen A at 0,0 facing 0, strength 1, morale 0 melee 1
    red   swordsmen B at -1,0 facing 0, {b}, morale 0 melee 1
    blue  swordsmen Z at 0,-1 facing 3, melee 0 armour 0|0
    order red: move melee
    cards red {red} blue 1 1 9
"""


@pytest.mark.rule("esa.10.12c4")
def test_if_the_main_unit_fails_another_is_named_and_only_main_units_test():
    game = situation(TWO_AGAINST_ONE.format(b="strength 3", red="9 9 9 9 9"))
    game.fight("A", "Z", "main unit=A")
    assert morale_tests(game) == [("A", "melee", False)]
    blow = game.told(MeleeStruck)[0]
    assert (blow.unit, blow.helpers) == ("B", ("A",))
    game = situation(TWO_AGAINST_ONE.format(b="strength 3", red="9 9 9 9"))
    game.fight("A", "Z", "main unit=B")
    assert morale_tests(game) == []  # A only helps


@pytest.mark.rule("esa.10.12c4", "esa.10.12c5")
def test_if_nobody_passes_the_side_does_no_damage_and_the_first_named_takes_the_losses():
    game = situation(TWO_AGAINST_ONE.format(b="strength 1", red="9 9"))
    game.fight("A", "Z", "main unit=B")
    assert morale_tests(game) == [("B", "melee", False), ("A", "melee", False)]
    assert [event.unit for event in game.told(MeleeStruck)] == ["Z"]
    assert game.unit("Z").strength == 3
    assert [event.unit for event in game.told(LossesTaken)] == ["B"]


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_winner_tests_before_it_presses():
    game = situation("""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, strength 1, morale 0 melee 2
        blue  swordsmen Z at 0,-1 facing 3, strength 1, morale 0, armour 0|0
        order red: move melee
        cards red 1 1 9 blue 9
    """)
    game.fight("A", "Z", "press")
    assert morale_tests(game)[-1] == ("A", "move", False)
    assert game.where("A") == (0, 0)
    assert not game.told(UnitMoved)
