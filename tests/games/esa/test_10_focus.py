"""Chapter 10.7, focus: a card turned round grants one of its actions only, and grants it better."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import (
    CardShown,
    DivisionActs,
    FocusDeclared,
    InitiativeTaken,
    MeleeStruck,
    SpecialPlayed,
    UnitChanged,
    UnitMoved,
    UnitTurned,
    VolleyFired,
)
from alfiere.games.esa.movement import may_contact
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def cards_turned(game, kind: type, name: str) -> int:
    """How many cards a unit had in its last volley or blow."""
    return [event for event in game.told(kind) if event.unit == name][-1].tally.total


HAND = """
    esa on open ground
    red   musketeers A at 0,0 facing 0
    blue  swordsmen Z at 0,-9 facing 3
    initiative blue
    hand red {cards}
"""


@pytest.mark.rule("esa.10.7a", "esa.10.7h")
def test_the_focus_is_chosen_with_the_card_and_its_action_declared_at_the_reveal():
    game = situation(HAND.format(cards="4"))
    told = game.turn_phase("orders", "focus division=red card=4", "focus-on action=melee")
    assert [option.key for option in asked(game, "assign")[0].options] == ["assign", "focus", "none"]
    shown = next(event for event in told if isinstance(event, CardShown))
    assert (shown.card, shown.focused) == (4, True)
    declared = next(event for event in told if isinstance(event, FocusDeclared))
    assert told.index(shown) < told.index(declared)
    assert (declared.division, declared.action) == ("red", "melee")


@pytest.mark.rule("esa.10.7h")
def test_a_focused_card_keeps_its_priority():
    game = situation(HAND.format(cards="4"))
    game.turn_phase("orders", "focus division=red card=4", "focus-on action=move")
    taken = game.told(InitiativeTaken)[0]
    assert (taken.red, taken.seat) == (1, "red")  # a card of priority 3 takes the initiative


@pytest.mark.rule("esa.10.7h")
def test_a_division_with_a_focused_card_acts_at_the_priority_of_the_card():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division late
        red   musketeers B at 3,0 facing 0, division early
        blue  swordsmen Z at 0,-9 facing 3
        order late: card 3
        order early: card 4 focus move
    """)
    game.phase("movement")
    assert [event.division for event in game.told(DivisionActs)] == ["early", "late"]


@pytest.mark.rule("esa.10.7b")
@pytest.mark.parametrize(("order", "reason"), [("card 17", "card"), ("card 17 focus fire", "focus")])
def test_a_focused_card_loses_its_special_ability(order, reason):
    # Fire at will gives one card more; focused on fire the focus does, and the card no longer
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0, fire 0
        blue  swordsmen Z at 0,-2 facing 3
        order red: {order}
    """)
    game.shoot("A", "Z")
    assert [(amount, why) for amount, why, _ in game.told(VolleyFired)[-1].tally.lines] == [
        (3, "strength"),
        (1, reason),
    ]


@pytest.mark.rule("esa.10.7b")
def test_a_focused_card_has_no_effect_when_it_is_revealed():
    plain = situation(HAND.format(cards="35"))
    plain.turn_phase("orders", "assign division=red card=35")
    focused = situation(HAND.format(cards="35"))
    focused.turn_phase("orders", "focus division=red card=35", "focus-on action=fire")
    assert plain.told(SpecialPlayed)
    assert not focused.told(SpecialPlayed)


@pytest.mark.rule("esa.10.7c")
@pytest.mark.parametrize("action", ["move", "fire", "melee"])
def test_a_division_performs_only_the_action_it_is_focused_on(action):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  swordsmen Z at 0,-2 facing 3
        order red: card 1 focus {action}
    """)
    game.turn_phase("actions")
    assert [event.action for event in game.told(DivisionActs)] == [action]


@pytest.mark.rule("esa.10.7d")
def test_units_focused_on_movement_move_twice_in_succession():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   line B at 4,0 facing 0
        blue  swordsmen Z at 0,-9 facing 3
        order red: card 1 focus move
    """)
    first, second = game.at(0, -1), game.at(0, -2)
    game.phase("movement", "unit unit=A", f"move unit=A hex={first}", f"move unit=A hex={second}", "unit unit=B")
    assert [event.unit for event in game.told(UnitMoved)][:2] == ["A", "A"]
    assert game.where("A") == (0, -2)  # two hexes with 1 PM


@pytest.mark.rule("esa.10.7e")
@pytest.mark.parametrize(("order", "more"), [("card 4", 0), ("card 4 focus fire", 1)])
def test_units_focused_on_fire_turn_over_one_card_more(order, more):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0, fire 1
        blue  swordsmen Z at 0,-2 facing 3
        order red: {order}
    """)
    game.shoot("A", "Z")
    assert cards_turned(game, VolleyFired, "A") == 3 + 1 + more


@pytest.mark.rule("esa.10.7e")
@pytest.mark.parametrize(("order", "more"), [("card 4", 0), ("card 4 focus melee", 1)])
def test_units_focused_on_melee_turn_over_one_card_more(order, more):
    game = situation(f"""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, melee 1
        blue  swordsmen Z at 0,-1 facing 3
        order red: {order}
    """)
    game.fight("A", "Z")
    assert cards_turned(game, MeleeStruck, "A") == 3 + 1 + more


@pytest.mark.rule("esa.10.7f")
def test_rally_cannot_be_focused():
    game = situation(HAND.format(cards="1"))
    game.turn_phase("orders", "focus division=red card=1")
    assert [option["action"] for option in asked(game, "focus")[0].options] == ["move", "fire", "melee"]
    hesitant = situation(HAND.format(cards="25"))
    hesitant.turn_phase("orders")
    assert "focus" not in [option.key for option in asked(hesitant, "assign")[0].options]


@pytest.mark.rule("esa.10.7g")
@pytest.mark.parametrize("card", [15, 21, 27])
def test_a_card_that_grants_no_action_cannot_be_focused(card):
    game = situation(HAND.format(cards=card))
    game.turn_phase("orders")
    assert [option.key for option in asked(game, "assign")[0].options] == ["assign", "none"]


@pytest.mark.rule("esa.10.7h2")
def test_the_extra_card_counts_for_reactions_too():
    fired_at = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, fire 1
        blue  musketeers Z at 0,-2 facing 3
        order red: card 4 focus fire
        cards blue 9 9 9 9
    """)
    fired_at.shoot("Z", "A", "fire unit=A")
    assert cards_turned(fired_at, VolleyFired, "A") == 3 + 1 + 1
    attacked = situation("""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, melee 1
        blue  swordsmen Z at 0,-1 facing 3
        order red: card 4 focus melee
        order blue: move melee
    """)
    attacked.fight("Z", "A", "fight unit=A")
    assert cards_turned(attacked, MeleeStruck, "A") == 3 + 1 + 1


@pytest.mark.rule("esa.10.7h3")
def test_the_second_move_begins_afresh_before_an_obstacle():
    game = situation("""
        esa on open ground
        hedge 0,-2 se
        red   cuirassiers C at 0,0 facing 0
        blue  swordsmen Z at 0,-9 facing 3
        order red: card 1 focus move
    """)
    assert (0, -2) not in game.reach("C")  # in one move it has to stop before the hedge
    first, second = game.at(0, -1), game.at(0, -2)
    game.phase("movement", f"move unit=C hex={first}", f"move unit=C hex={second}")
    assert game.where("C") == (0, -2)


@pytest.mark.rule("esa.10.7h3")
def test_there_is_no_second_move_for_a_unit_that_an_enemy_has_followed():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  cuirassiers Z at 0,-1 facing 3
        order red: card 1 focus move
    """)
    away, beside = game.at(0, 1), game.at(0, 0)
    game.phase("movement", f"move unit=A hex={away}", f"pursue unit=Z hex={beside}")
    assert [event.unit for event in game.told(UnitMoved)] == ["A", "Z"]
    assert len(asked(game, "move")) == 1


@pytest.mark.rule("esa.10.7h4")
def test_a_division_focused_on_movement_neither_charges_nor_makes_contact():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  line Z at 0,-2 facing 3
        order red: card 4
    """)
    assert (0, -1) in game.reach("C")
    game.state.divisions["red"].focus = "move"
    assert not may_contact(game.state, game.unit("C"))
    game.phase("movement")
    offered = asked(game, "move")[0].options
    assert "charge" not in [option.key for option in offered]
    beside = set(game.state.field.grid.adjacent[game.unit("Z").hex])
    assert not beside & {option["hex"] for option in offered if option.key == "move"}


@pytest.mark.rule("esa.10.7h5")
def test_a_battery_performs_one_action_even_if_its_order_is_focused_on_movement():
    game = situation("""
        esa on open ground
        red   guns G at 0,0 facing 0
        blue  line Z at 0,-9 facing 3
        order red: card 4 focus move
    """)
    game.phase("movement", "turn facing=1")
    assert len(asked(game, "guns")) == 1
    done = [event for event in game.events if isinstance(event, UnitTurned | UnitMoved | UnitChanged)]
    assert len(done) == 1


@pytest.mark.rule("esa.ex.52")
def test_example_cavalry_raid_focused_on_fire():
    game = situation("""
        esa on open ground
        red   weimar C at 0,0 facing 0, fire 0
        blue  swordsmen Z at 1,-2 facing 3
        order red: card 7 focus fire
        cards red 9 9 9 9
    """)
    game.turn_phase("actions", "fire unit=C target=Z")
    assert cards_turned(game, VolleyFired, "C") == 4
    assert [event.action for event in game.told(DivisionActs)] == ["fire"]  # no move, no melee, no late raid
    assert game.where("C") == (0, 0)


@pytest.mark.rule("esa.ex.52")
def test_example_the_focused_division_still_fights_by_reaction():
    game = situation("""
        esa on open ground
        red   weimar C at 0,0 facing 0
        blue  swordsmen Z at 0,-1 facing 3
        order red: card 7 focus fire
        order blue: move melee
    """)
    game.fight("Z", "C", "fight unit=C")
    assert "C" in [event.unit for event in game.told(MeleeStruck)]
