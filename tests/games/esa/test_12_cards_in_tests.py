"""Order cards that change how many cards a division draws, how far it moves, or what supports it."""

from __future__ import annotations

import pytest

from alfiere.games.esa.artillery import artillery_moves
from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.command import is_supported
from alfiere.games.esa.evasion import evasions
from alfiere.games.esa.events import MeleeStruck, UnitMoved, UnitTurned, VolleyFired
from alfiere.games.esa.fire import fire_tally
from alfiere.games.esa.melee import melee_tally
from alfiere.games.esa.movement import movement_points
from tests.games.esa.card_play import from_card, granted, morale_test
from tests.games.esa.lines import Situation
from tests.situation import situation


def under(card: int, ours: str = "pike", theirs: str = "pike", place: str = "0,-2") -> Situation:
    """Unit A of a division with this card, mate M far off, and enemy B."""
    return situation(f"""
        esa on open ground
        red {ours} A at 0,0 facing 0
        blue {theirs} B at {place} facing 3
        order red: card {card}
    """)


def in_fire(game: Situation, unit: str = "A") -> int:
    """What the card gives in a fire test."""
    return from_card(fire_tally(game.state, game.unit(unit), game.unit("B")))


def in_melee(game: Situation, unit: str = "A", *, attacked: bool = False, main_of_many: bool = False) -> int:
    """What the card gives in a melee test."""
    state = game.state
    return from_card(melee_tally(state, game.unit(unit), game.unit("B"), attacked=attacked, main_of_many=main_of_many))


def in_morale(game: Situation, purpose: str = "action", unit: str = "A") -> int:
    """What the card gives in a morale test."""
    return from_card(morale_tally(game.state, game.unit(unit), purpose))


@pytest.mark.rule("esa.card.11")
def test_charge_gives_a_card_more_in_the_test_of_a_charge_and_no_other():
    game = under(11)
    assert granted(11) == granted(12) == (3, "move melee")
    assert (in_morale(game, "charge"), in_morale(game, "action"), in_morale(game, "recovery")) == (1, 0, 0)
    assert (in_fire(game), in_melee(game)) == (0, 0)


@pytest.mark.rule("esa.card.13")
def test_cold_steel_gives_a_card_more_in_melee():
    game = under(13)
    assert granted(13) == granted(14) == (2, "move melee rally")
    assert (in_melee(game), in_melee(game, attacked=True)) == (1, 1)
    assert (in_fire(game), in_morale(game)) == (0, 0)


COUNTER_ATTACK = """
    esa on open ground
    red pike A at 0,0 facing 0
    red general G at 0,1 morale 2, division red
    blue pike B at 0,-1 facing 3
    order red: card 15
    order blue: melee
    cards blue 9 9 9 9 9 red 1 1 1 1 1 1
"""


@pytest.mark.rule("esa.card.15")
def test_counter_attack_gives_a_card_more_to_attacked_units_and_lets_them_press():
    game = situation(COUNTER_ATTACK)
    assert granted(15) == (0, "")
    game.fight("B", "A", "fight unit=A", "press unit=A")
    struck = next(one for one in game.told(MeleeStruck) if one.unit == "A")
    assert (1, "card", "esa.card.15") in struck.tally.lines
    assert game.where("A") == (0, -1)
    assert in_fire(under(15)) == in_morale(under(15)) == 0


@pytest.mark.rule("esa.card.15")
def test_counter_attack_does_not_reach_units_beyond_command_distance():
    game = situation(COUNTER_ATTACK.replace("G at 0,1", "G at 0,3"))
    game.fight("B", "A", "fight unit=A")
    struck = next(one for one in game.told(MeleeStruck) if one.unit == "A")
    assert from_card(struck.tally) == 0
    assert "follow-up" not in [one.key for one in game.asked]  # fought by reaction: no press


@pytest.mark.rule("esa.card.16")
def test_hold_the_position_supports_all_units_in_command():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        red pike C at 5,0 facing 0
        red general G at 0,1 morale 2, division red
        order red: card 16
    """
    game = situation(text)
    assert granted(16) == (1, "fire melee rally")
    assert is_supported(game.state, game.unit("A"))
    assert not is_supported(game.state, game.unit("C"))  # out of command
    without = situation(text.replace("card 16", "card 1"))
    assert not is_supported(without.state, without.unit("A"))


@pytest.mark.rule("esa.card.17")
def test_fire_at_will_gives_a_card_more_in_fire():
    game = under(17)
    assert granted(17) == (2, "fire rally")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (1, 0, 0)


@pytest.mark.rule("esa.card.18")
def test_forced_march_gives_one_point_more_before_roads_double_it():
    assert granted(18) == (3, "move")
    text = """
        esa on open ground
        road 0,0 0,1 0,2 0,3 0,4 0,5 0,6
        red pike A at 0,0 facing 0
        blue pike B at 0,-12 facing 3
        order red: card 18
    """
    game = situation(text)
    assert movement_points(game.state, game.unit("A")) == 2
    assert {(0, 4), (1, 1)} <= game.reach("A")
    assert (0, 5) not in game.reach("A")
    ordinary = situation(text.replace("card 18", "card 26"))
    assert (0, 2) in ordinary.reach("A")
    assert (0, 3) not in ordinary.reach("A")


@pytest.mark.rule("esa.card.18")
def test_forced_march_also_helps_guns_in_tow_and_troops_that_evade():
    far = "0,-9"
    tow = under(18, "guns", place=far)
    tow.unit("A").values = tow.unit("A").profile.line("tow")
    grid, start = tow.state.field.grid, tow.unit("A").hex
    moves = [option for option in artillery_moves(tow.state, tow.unit("A")) if option.key == "move"]
    assert max(grid.distance(start, option["hex"]) for option in moves) == 3
    for card, hexes in ((26, 3), (18, 4)):
        game = under(card, "musketeers", place="0,-1")
        ways = evasions(game.state, game.unit("A"), game.unit("B").hex)
        assert {len(way.path) for way in ways} == {hexes}


@pytest.mark.rule("esa.card.19")
def test_close_the_ranks_gives_a_card_more_in_morale_tests():
    game = under(19)
    assert granted(19) == (1, "move rally")
    assert {in_morale(game, purpose) for purpose in ("action", "charge", "evasion", "recovery")} == {1}
    assert (in_fire(game), in_melee(game)) == (0, 0)


@pytest.mark.rule("esa.card.20")
def test_combined_attack_helps_the_main_unit_of_the_larger_side():
    text = """
        esa on open ground
        red swordsmen A at 0,0 facing 0
        red swordsmen C at 1,-1 facing 5
        blue pike B at 0,-1 facing 3
        order red: card 20
    """
    assert granted(20) == (2, "move fire melee")
    game = situation(text)
    game.fight("A", "B", "none", "main unit=A")
    assert (1, "card", "esa.card.20") in game.told(MeleeStruck)[0].tally.lines
    alone = situation(text.replace("C at 1,-1", "C at 5,-1"))
    alone.fight("A", "B", "none")
    assert from_card(alone.told(MeleeStruck)[0].tally) == 0


@pytest.mark.rule("esa.card.32")
def test_dash_gives_a_card_more_to_units_that_moved_into_contact():
    assert granted(32) == (3, "move melee rally")
    game = under(32, "swordsmen", place="0,-2")
    game.move("A", 0, -1)
    assert in_melee(game) == 1
    assert in_melee(under(32, "swordsmen", place="0,-1")) == 0  # it stood there before
    other = situation("""
        esa on open ground
        red swordsmen A at 0,0 facing 0, contact C
        blue pike B at 0,-1 facing 3
        blue pike C at 1,-1 facing 3
        order red: card 32
    """)
    assert in_melee(other) == 1  # whichever enemy it then fights


@pytest.mark.rule("esa.card.33")
def test_fire_and_forward_gives_a_card_more_in_fire():
    game = under(33)
    assert granted(33) == (2, "move fire melee rally")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (1, 0, 0)


@pytest.mark.rule("esa.card.34")
def test_a_general_charge_succeeds_without_a_card():
    assert granted(34) == (3, "move fire melee")
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        blue pike B at 0,-4 facing 3
        order red: card 34
        cards red 9 9 9 9 9
    """)
    game.charge("A", "B")
    assert game.where("A") == (0, -3)
    assert len(game.state.armies["red"].deck.top) == 5  # nothing was drawn


@pytest.mark.rule("esa.ex.37")
def test_the_charge_of_the_spanish_horse():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        blue pike B at 0,-4 facing 3
        order red: card 7
        cards red 8 2 9 9
    """)
    assert (game.unit("A").values.pm, game.unit("A").profile.charge) == (2, 2)
    game.charge("A", "B")
    moved = game.told(UnitMoved)
    assert sum(len(one.path) for one in moved) == 3
    assert game.where("A") == (0, -3)
    assert len(game.state.armies["red"].deck.top) == 2  # passed at the second card


@pytest.mark.rule("esa.card.36")
def test_stand_firm_supports_units_in_command_and_grants_everything():
    assert granted(36) == (2, "move fire melee rally")
    game = under(36)
    assert is_supported(game.state, game.unit("A"))
    assert not is_supported(under(1).state, under(1).unit("A"))


@pytest.mark.rule("esa.card.38")
def test_the_generals_example_helps_in_fire_melee_and_morale():
    game = under(38)
    assert granted(38) == (3, "move fire melee rally")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (1, 1, 1)


@pytest.mark.rule("esa.card.39")
def test_massed_guns_draw_a_card_more_and_may_turn_before_firing():
    assert granted(39) == (2, "move fire rally")
    assert (in_fire(under(39, "guns")), in_fire(under(39, "pike"))) == (1, 0)
    game = under(39, "guns", place="2,-1")  # outside the sector until the guns turn to the right
    game.phase("fire", "fire unit=A target=B facing=1")
    assert [one.facing for one in game.told(UnitTurned)] == [1]
    assert (1, "card", "esa.card.39") in game.told(VolleyFired)[0].tally.lines
    ordinary = under(1, "guns", place="2,-1")
    ordinary.phase("fire")
    assert ordinary.told(VolleyFired) == []


@pytest.mark.rule("esa.card.39")
def test_a_battery_that_acts_under_another_generals_massed_guns_may_turn_too():
    game = situation("""
        esa on open ground
        red guns A at 0,0 facing 0, division own
        red general O at 9,0 morale 1, division own
        red pike P at 0,2 facing 0, division foot
        red general F at 0,1 morale 2, division foot
        blue pike B at 2,-1 facing 3
        order foot: card 39
    """)
    game.phase("fire", "fire unit=A target=B facing=1")
    assert (1, "card", "esa.card.39") in game.told(VolleyFired)[0].tally.lines


@pytest.mark.rule("esa.card.40")
@pytest.mark.parametrize(
    ("ground", "bonus"), [("wood 0,0", 1), ("area 0,0", 1), ("difficult 0,0", 1), ("hedge 0,0", 0), ("wood 5,5", 0)]
)
def test_ambush_helps_units_that_began_the_turn_in_cover(ground, bonus):
    game = situation(f"""
        esa on open ground
        {ground}
        red musketeers A at 0,0 facing 0
        blue pike B at 0,-2 facing 3
        order red: card 40
    """)
    assert (in_fire(game), in_melee(game), in_morale(game)) == (bonus, bonus, 0)
    game.move("A", 1, 0)
    assert in_fire(game) == bonus  # where it stands now does not matter


@pytest.mark.rule("esa.card.40")
def test_ambush_grants_move_fire_and_melee_first():
    assert granted(40) == (3, "move fire melee")


@pytest.mark.rule("esa.card.43")
def test_local_guides_lead_through_other_ground_without_a_stop():
    assert granted(43) == (2, "move fire")
    text = """
        esa on open ground
        wood 0,-2
        hedge 2,0
        red highlanders A at 0,0 facing 0
        red pike C at 9,0 facing 0
        wood 9,-1
        order red: card 43
    """
    game, ordinary = situation(text), situation(text.replace("card 43", "card 23"))
    assert {(0, -2), (2, 0)} <= game.reach("A")
    assert not {(0, -2), (2, 0)} & ordinary.reach("A")
    assert (9, -1) not in game.reach("C")  # closed ground stays closed


@pytest.mark.rule("esa.card.48")
def test_damp_powder_takes_a_card_from_fire_tests():
    game = under(48)
    assert granted(48) == (1, "move fire rally")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (-1, 0, 0)


@pytest.mark.rule("esa.card.49")
def test_panic_takes_a_card_from_morale_tests():
    game = under(49)
    assert granted(49) == (1, "move rally")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (0, 0, -1)
    assert len(morale_test(situation_of_nines()).values) == 4  # strength 3, morale 2, less one


def situation_of_nines() -> Situation:
    game = under(49)
    game.state.armies["red"].deck.top = [25, 18, 9, 5, 14, 24]  # values 9, 9, 9, 10, 10, 10
    return game


@pytest.mark.rule("esa.card.50")
def test_contradictory_orders_take_a_card_from_melee_tests():
    game = under(50)
    assert granted(50) == (1, "move fire")
    assert (in_fire(game), in_melee(game), in_morale(game)) == (0, -1, 0)
