"""Chapter 4, tests: how many cards are turned over, from which deck, and what they say."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import leader_passes, turn_cards, unit_passes
from alfiere.games.esa.events import LossesTaken, MeleeStruck, Reshuffled, VolleyFired
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.procedure import Procedure
from tests.situation import situation


def draw_cards(game, due: int, decisive: int = 99, seat: str = "red") -> tuple[list[int], int]:
    """The cards of a test of so many, and its successes."""
    found: list[tuple[list[int], int]] = []

    def play(g: EsaGame) -> Procedure[None]:
        found.append(turn_cards(g, seat, due, decisive))
        return
        yield

    game.run(play)
    return found[0]


def morale_test(game, name: str):
    """The morale test of a unit or leader."""

    def play(g: EsaGame) -> Procedure[None]:
        if name in g.state.units:
            unit_passes(g, g.state.units[name], "action")
        else:
            leader_passes(g, g.state.leaders[name], "chain")
        return
        yield

    game.run(play)
    return game.told(events.TestTaken)[-1]


# How many cards


@pytest.mark.rule("esa.4a")
def test_the_cards_are_strength_skill_order_and_circumstances():
    game = situation("""
        esa on open ground
        rise crest 0,0 slope 0,-1
        red   weimar A at 0,0 facing 0, strength 2
        blue  weimar B at 0,-1 facing 3
        order red: card 13
        cards red 9 9 9 9 9 blue 9 9 9 9
    """)
    game.fight("A", "B", "fight unit=B")
    mine, theirs = game.told(MeleeStruck)
    assert [amount for amount, _, _ in mine.tally.lines] == [2, 1, 1, 1]  # strength, melee, Cold steel, higher ground
    assert len(mine.values) == 5
    assert [amount for amount, _, _ in theirs.tally.lines] == [3, 1]
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  musketeers B at 0,-2 facing 0
        order red: card 48
        cards red 9 9 9 9 9
    """)
    game.shoot("A", "B", "none")
    assert [amount for amount, _, _ in game.told(VolleyFired)[0].tally.lines] == [3, 1, -1]  # Damp powder
    assert len(game.told(VolleyFired)[0].values) == 3


@pytest.mark.rule("esa.4b")
def test_at_least_one_card_is_turned_over_whatever_the_sum():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, strength 2, fire -2
        blue  line B at 0,-2 facing 0
        order red: card 48
        cards red 2 9
    """)
    game.shoot("A", "B")
    assert sum(amount for amount, why, _ in game.told(VolleyFired)[0].tally.lines if why != "minimum") == -1
    assert game.told(VolleyFired)[0].values == (2,)
    assert game.unit("B").lost == 1


@pytest.mark.rule("esa.4c")
@pytest.mark.parametrize(("strength", "due"), [(6, 3), (4, 3), (3, 3), (2, 2), (1, 1)])
def test_strength_counts_for_at_most_three(strength, due):
    game = situation(f"""
        esa on open ground
        red   tercio A at 0,0 facing 0, strength {strength}, fire 0
        blue  line B at 0,-2 facing 0
        cards red 9 9 9 9 9 9
    """)
    game.shoot("A", "B")
    assert len(game.told(VolleyFired)[0].values) == due


@pytest.mark.rule("esa.4j")
@pytest.mark.parametrize(("strength", "morale", "due"), [(3, 2, 5), (2, 4, 6), (5, 1, 4), (1, 0, 1)])
def test_a_general_tests_with_his_own_strength_and_morale(strength, morale, due):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0
        red   general G at 5,5 morale {morale}, strength {strength}
        cards red 9 9 9 9 9 9 9 9
    """)
    assert len(morale_test(game, "G").values) == due


# Which cards, and what they say


@pytest.mark.rule("esa.4d")
def test_cards_come_from_the_testers_own_deck_and_equal_or_lower_is_a_success():
    game = situation("""
        esa on open ground
        army value red 2
        red   walloons A at 0,0 facing 0
        blue  walloons B at 0,-9 facing 3
        cards red 1 2 3 4 10 blue 1 2 3 4 10
    """)
    blue = len(game.state.armies["blue"].deck)
    assert draw_cards(game, 5) == ([1, 2, 3, 4, 10], 2)
    assert len(game.state.armies["blue"].deck) == blue
    assert draw_cards(game, 5, seat="blue") == ([1, 2, 3, 4, 10], 3)


@pytest.mark.rule("esa.ex.57")
@pytest.mark.parametrize(("value", "successes"), [(2, 1), (3, 2), (4, 3)])
def test_two_to_five_are_one_two_or_three_successes_by_army_value(value, successes):
    game = situation(f"""
        esa on open ground
        army value red {value}
        red   walloons A at 0,0 facing 0
        cards red 2 3 4 5
    """)
    assert draw_cards(game, 4) == ([2, 3, 4, 5], successes)


@pytest.mark.rule("esa.4e", "esa.4f")
def test_every_success_in_fire_and_melee_is_one_damage():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  guard B at 0,-2 facing 0, armour 0|0
        cards red 1 9 3
    """)
    game.shoot("A", "B")
    assert (game.told(VolleyFired)[0].hits, game.told(VolleyFired)[0].losses) == (2, 2)
    game = situation("""
        esa on open ground
        red   weimar A at 0,0 facing 0
        blue  weimar B at 0,-1 facing 3, armour 0|0
        order red: melee
        cards red 9 3 9 2
    """)
    game.fight("A", "B", "none")
    assert (game.told(MeleeStruck)[0].hits, game.told(MeleeStruck)[0].losses) == (2, 2)
    assert game.unit("B").strength == 1


@pytest.mark.rule("esa.4g")
@pytest.mark.parametrize(("cards", "passed"), [("9 9 9 3", True), ("9 9 9 4", False)])
def test_one_success_passes_a_morale_test(cards, passed):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0
        cards red {cards}
    """)
    assert morale_test(game, "A").passed is passed


@pytest.mark.rule("esa.4h")
def test_a_deck_used_up_is_formed_anew_from_the_discards_before_the_next_card():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
    """)
    army = game.state.armies["red"]
    army.deck.top, army.deck.middle, army.deck.bottom = [], [], [27, 28]
    army.discard = [1, 2, 3]
    assert draw_cards(game, 2) == ([1, 5], 1)
    assert not game.told(Reshuffled)  # used up, but no further card is needed yet
    drawn, _ = draw_cards(game, 1)
    assert game.told(Reshuffled)[0].count == 5
    assert drawn[0] in (8, 3, 6, 1, 5)
    army = game.state.armies["red"]
    assert (len(army.deck), len(army.discard)) == (4, 1)


@pytest.mark.rule("esa.4i")
def test_cards_of_a_test_stay_aside_until_it_is_over_and_missing_ones_are_not_drawn():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
    """)
    army = game.state.armies["red"]
    army.deck.top, army.deck.middle, army.deck.bottom = [], [27], []
    army.discard = [1]
    drawn, _ = draw_cards(game, 4)
    assert drawn == [1, 8]  # the two there were: card 27 was not shuffled in again during its own test
    army = game.state.armies["red"]
    assert army.discard == [27, 1]
    assert (len(army.deck), army.aside) == (0, [])


@pytest.mark.rule("esa.4k")
def test_tests_never_use_cards_of_the_hand():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        hand red 10 27 29
    """)
    army = game.state.armies["red"]
    army.deck.top, army.deck.middle, army.deck.bottom, army.discard = [], [4, 5], [], []
    drawn, _ = draw_cards(game, 4)
    assert sorted(drawn) == [5, 10]
    assert game.state.armies["red"].hand == [10, 27, 29]


# Stopping early


@pytest.mark.rule("esa.4.1a")
def test_a_test_stops_early_only_when_its_successes_are_decisive():
    volley = """
        esa on open ground
        red   tercio A at 0,0 facing 0, fire 2
        blue  weimar B at 0,-2 facing 0, strength {strength}
        cards red 1 1 1 1 1
    """
    game = situation(volley.format(strength=2))
    game.shoot("A", "B", "none")
    assert game.told(VolleyFired)[0].values == (1, 1)  # five were due
    game = situation(volley.format(strength=3))
    game.unit("B").strength = 6
    game.shoot("A", "B", "none")
    assert game.told(VolleyFired)[0].values == (1, 1, 1, 1, 1)
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        cards red 9 2 9 9
    """)
    assert morale_test(game, "A").values == (9, 2)


@pytest.mark.rule("esa.4.1a")
def test_stopping_early_is_a_right_that_the_players_may_agree_not_to_use():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        cards red 9 2 9 9
    """)
    game.state.options["full_tests"] = "yes"
    test = morale_test(game, "A")
    assert test.values == (9, 2, 9, 9)
    assert test.successes == (False, True, False, False)


@pytest.mark.rule("esa.4.1b")
def test_automatic_damage_and_armour_count_for_what_is_decisive():
    # light infantry has one automatic damage against pikes: two successes overcome armour 1 and strength 2
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 0, strength 2
        cards red 9 1 1 1
    """)
    game.shoot("A", "B")
    shot = game.told(VolleyFired)[0]
    assert (shot.values, shot.automatic.total, shot.armour.total, shot.losses) == ((9, 1, 1), 1, 1, 2)
    assert game.unit("B").strength == 0
    game = situation("""
        esa on open ground
        red   weimar A at 0,0 facing 0
        blue  musketeers B at 0,-1 facing 3, strength 2, armour 1|1
        order red: melee
        cards red 1 1 1 1
    """)
    game.fight("A", "B", "none")
    blow = game.told(MeleeStruck)[0]
    assert (blow.automatic.total, blow.values) == (2, (1,))  # medium cavalry against light infantry


@pytest.mark.rule("esa.4.1b")
@pytest.mark.parametrize(("armour", "values"), [(0, (9, 1)), (1, (9, 1, 1))])
def test_in_the_far_zone_the_first_damage_left_after_armour_is_decisive(armour, values):
    game = situation(f"""
        esa on open ground
        red   guns A at 0,0 facing 0, fire 2
        blue  walloons B at 0,-4 facing 0, armour {armour}|1
        cards red 9 1 1 1 1
    """)
    game.shoot("A", "B")
    assert game.told(VolleyFired)[0].values == values


@pytest.mark.rule("esa.ex.19")
def test_the_example_of_a_melee_test():
    game = situation("""
        esa on open ground
        blue  weimar A at 0,0 facing 0, strength 2, melee 1 armour 0|0
        red   weimar B at 0,-1 facing 3, strength 3, melee 2 armour 0|1
        order blue: card 13
        cards blue 2 7 3 9 red 1 6 2 9 9
    """)
    game.fight("A", "B", "fight unit=B")
    mine, theirs = game.told(MeleeStruck)
    assert (mine.tally.total, mine.values, mine.hits, mine.losses) == (4, (2, 7, 3, 9), 2, 1)
    assert (theirs.tally.total, theirs.values, theirs.hits, theirs.losses) == (5, (1, 6, 2), 2, 2)
    assert [(event.unit, event.strength) for event in game.told(LossesTaken)] == [("B", 2), ("A", 0)]
    assert game.where("A") is None
    assert game.unit("B").strength == 2
