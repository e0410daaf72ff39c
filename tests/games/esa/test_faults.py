"""What must be true of every state: each kind of fault is found and named, and a sound battle has none."""

from __future__ import annotations

import pytest

from alfiere.games.esa.invariants import deck_size, faults
from alfiere.games.esa.troops import profiles
from tests.games.esa.lines import Situation
from tests.situation import situation


@pytest.fixture
def game() -> Situation:
    found: Situation = situation("""
        esa on open ground
        impassable 4,4
        area 5,5
        red  cuirassiers A at 0,0 facing 0
        red  pike P at 1,0 facing 5
        red  general Condé at 0,0 morale 4
        blue pike B at 3,0 facing 3
        blue general Mercy at 6,0 morale 3
    """)
    assert faults(found.state) == []
    return found


def test_whoever_is_named_is_there(game):
    game.state.armies["red"].commander = "Nobody"
    assert faults(game.state) == ["«Nobody» commands, and is not there"]
    game.state.armies["red"].commander = ""
    assert faults(game.state) == []
    game.state.divisions["blue"].prevailing.append("Ghost")
    assert faults(game.state) == ["blue counts «Ghost», who is not there"]


def test_units_and_divisions_belong_to_one_of_the_sides(game):
    game.unit("A").seat = "green"
    assert "A belongs to «green»" in faults(game.state)
    game.unit("A").seat = "red"
    game.state.divisions["blue"].seat = "green"
    assert faults(game.state) == ["blue belongs to «green»"]


def test_one_unit_stands_in_a_hex_and_the_maps_agree_with_the_pieces(game):
    s = game.state
    away = game.at(7, 7)
    s.at[away] = "A"
    assert faults(s) == ["the map of units does not agree with the units"]
    del s.at[away]
    s.leader_at[away] = "Condé"
    assert faults(s) == ["the map of leaders does not agree with the leaders"]
    del s.leader_at[away]
    game.unit("P").hex = game.unit("A").hex
    assert f"2 units in hex {game.at(0, 0)}" in faults(s)


def test_units_that_are_gone_share_no_hex(game):
    for name in ("A", "P", "B"):
        game.state.place(game.unit(name), "")
        game.unit(name).strength = 0
    game.state.place_leader(game.leader("Condé"), "")
    assert faults(game.state) == []


def test_a_unit_stands_on_the_map_where_its_kind_can(game):
    s = game.state
    s.place(game.unit("P"), "9999")
    assert faults(s) == ["P stands outside the map"]
    s.place(game.unit("P"), game.at(4, 4))
    assert faults(s) == ["P stands where PM cannot"]
    s.place(game.unit("P"), game.at(5, 5))
    assert faults(s) == []
    s.place(game.unit("P"), game.at(1, 0))
    s.place(game.unit("A"), game.at(5, 5))  # no horses in a village
    assert faults(s) == ["A stands where CP cannot"]


def test_a_leader_shares_no_hex_with_an_enemy(game):
    game.state.place_leader(game.leader("Condé"), game.unit("P").hex)
    assert faults(game.state) == []
    game.state.place_leader(game.leader("Condé"), game.unit("B").hex)
    assert faults(game.state) == ["Condé shares a hex with an enemy"]


@pytest.mark.parametrize(("strength", "named"), [(-1, True), (1, False), (3, False), (4, True)])
def test_a_unit_has_no_more_strength_than_it_began_with_and_none_below_zero(game, strength, named):
    game.unit("A").strength = strength
    assert (f"A has strength {strength}" in faults(game.state)) is named
    assert len(faults(game.state)) == named


def test_who_has_no_strength_left_is_off_the_map(game):
    game.unit("A").strength = 0
    assert faults(game.state) == [f"A is gone but stands in {game.at(0, 0)}"]


@pytest.mark.parametrize(("facing", "named"), [(-1, True), (0, False), (5, False), (6, True)])
def test_a_unit_has_one_of_six_facings(game, facing, named):
    game.unit("A").facing = facing
    assert faults(game.state) == [f"A faces {facing}"] * named


@pytest.mark.parametrize(("strength", "named"), [(-1, True), (0, False), (3, False), (4, True)])
def test_a_leader_has_no_more_strength_than_he_began_with_and_none_below_zero(game, strength, named):
    game.leader("Condé").strength = strength
    assert faults(game.state) == [f"Condé has strength {strength}"] * named


@pytest.mark.rule("esa.2.2a")
def test_every_card_of_a_deck_lies_in_exactly_one_place(game):
    army = game.state.armies["red"]
    card = army.deck.middle.pop()
    assert faults(game.state) == ["red has 29 cards instead of 30"]
    blue = [one.card for one in game.state.divisions.values() if one.seat == "blue"]
    assert blue == [0]  # a division without a card counts for nothing
    for pile in (army.deck.top, army.deck.bottom, army.hand, army.discard, army.aside):
        pile.append(card)
        assert faults(game.state) == []
        pile.remove(card)
    game.state.divisions["red"].card = card
    assert faults(game.state) == []
    game.state.divisions["red"].card = 0
    game.state.looking, game.state.looker = [card], "red"
    assert faults(game.state) == []
    game.state.looker = "blue"  # blue would look at a card of his own
    assert "red has 29 cards instead of 30" in faults(game.state)
    assert "blue has 31 cards instead of 30" in faults(game.state)


def test_a_card_that_lies_twice_or_does_not_exist_is_a_fault(game):
    army = game.state.armies["blue"]
    card = army.deck.middle.pop()
    double = army.deck.middle[0]
    army.hand.append(double)
    assert faults(game.state) == [f"blue has card {double} twice"]
    army.hand[:] = [99]
    assert faults(game.state) == ["blue has a card that does not exist"]
    army.hand[:] = [card]
    assert faults(game.state) == []


@pytest.mark.rule("esa.2.2k")
def test_a_character_adds_his_card_to_the_deck_of_his_side():
    game = situation("""
        esa on open ground
        red  pike P at 1,0 facing 5
        red  character Guide at 1,0
        red  general Condé at 0,0 morale 4
        blue pike B at 3,0 facing 3
    """)
    assert (deck_size(game.state, "red"), deck_size(game.state, "blue")) == (30, 30)
    game.leader("Guide").profile = next(one for one in profiles().leaders.values() if one.adds_card)
    assert (deck_size(game.state, "red"), deck_size(game.state, "blue")) == (31, 30)
