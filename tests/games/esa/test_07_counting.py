"""Chapter 7.1 to 7.3: what a blow in melee is worth, advantage by class and weakness by side."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.events import BatteryOverrun, LossesTaken, MeleeStruck
from tests.games.esa.blows import blow, by_advantage, by_weakness, on
from tests.situation import situation

FRONT, FLANK, REAR = "1,-1", "1,0", "0,1"  # three neighbours of a unit at 0,0 that faces 0


def duel(mine: str, theirs: str, extra: str = "") -> Any:
    """Red A at 0,0 attacks blue X in its front, who faces it; a kind may be followed by words about the unit."""
    kind, _, words = mine.partition(" ")
    other, _, more = theirs.partition(" ")
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 0, {words}
        blue {other} X at {FRONT} facing 3, {more}
        {extra}
    """)
    game.fight("A", "X")
    return game


# Damage


@pytest.mark.rule("esa.7.1d")
def test_damage_is_advantage_and_successes_and_weakness_together():
    game = situation("""
        esa on open ground
        red swordsmen A at 0,0 facing 0
        blue pike X at 1,-1 facing 5        # A stands in its left flank
        cards red 1 2 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X")
    struck = blow(game, "A")
    assert struck.automatic.lines == [(1, "advantage", "esa.7.2a"), (1, "weakness", "esa.7.3a")]
    assert struck.hits == 2
    assert struck.losses == 1 + 2 + 1 - 1  # its armour is 1


@pytest.mark.rule("esa.7.1e")
@pytest.mark.parametrize(("armour", "losses"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_melee_armour_is_subtracted_and_each_damage_left_is_one_loss(armour, losses):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, armour 0|{armour}
        cards red 1 2 3 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X")
    assert game.unit("X").strength == 4 - losses
    assert [event.losses for event in game.told(LossesTaken)] == [losses] * bool(losses)


# Advantage

CLASSES = {
    "CP": "cuirassiers",
    "CM": "weimar",
    "CL": "arquebusiers",
    "FP": "swordsmen",
    "PM": "pike",
    "SQ": "tercio",
    "FL": "musketeers",
}


def advantages(kind: str, words: str = "", extra: str = "") -> dict[str, int]:
    """What a unit has in automatic damage against each class, where it is not nothing."""
    mine = f"{CLASSES.get(kind, kind)} {words}"
    found = {code: by_advantage(blow(duel(mine, enemy, extra=extra), "A")) for code, enemy in CLASSES.items()}
    return {code: amount for code, amount in found.items() if amount}


IN_LINE = "red pike B at -1,0 facing 0"  # beside A, out of reach of X


@pytest.mark.rule("esa.7.2a")
def test_each_symbol_of_the_cell_is_one_automatic_damage():
    game = duel("weimar", "musketeers", extra="cards red 9 9 9 9 blue 9 9")
    assert blow(game, "A").automatic.lines == [(2, "advantage", "esa.7.2a")]
    assert blow(game, "A").losses == 2 - 1
    assert blow(game, "X").automatic.lines == []  # the cell of its own class against the enemy's is empty


@pytest.mark.rule("esa.7.2c")
def test_heavy_cavalry_has_an_advantage_over_lighter_horse_and_over_foot_without_pikes():
    assert advantages("CP", "contact X") == {"CM": 1, "CL": 1, "FL": 2, "FP": 1}


@pytest.mark.rule("esa.7.2d")
def test_heavy_cavalry_that_has_not_moved_to_contact_has_no_advantage():
    assert advantages("CP") == {}


@pytest.mark.rule("esa.7.2f")
@pytest.mark.parametrize("kind", ["weimar", "reiter"])
def test_medium_cavalry_has_an_advantage_over_light_horse_light_foot_and_heavy_foot(kind):
    assert advantages(kind) == {"CL": 1, "FL": 2, "FP": 1}


@pytest.mark.rule("esa.7.2g")
def test_light_cavalry_has_an_advantage_over_light_infantry_only():
    assert advantages("CL") == {"FL": 1}


@pytest.mark.rule("esa.7.2h")
def test_heavy_infantry_has_an_advantage_over_all_foot():
    assert advantages("FP") == {"FL": 1, "FP": 1, "PM": 1, "SQ": 1}


@pytest.mark.rule("esa.7.2i", "esa.7.2b", "esa.9.14a")
def test_pikes_hurt_light_troops_always_and_the_others_only_in_a_battle_line():
    assert advantages("PM") == {"CL": 1, "FL": 1}
    assert advantages("PM", extra=IN_LINE) == {"CP": 1, "CM": 1, "FP": 1, "CL": 1, "FL": 1}


@pytest.mark.rule("esa.7.2b")
def test_a_cell_with_the_line_symbol_is_lost_when_the_line_breaks_up():
    whole = duel("pike", "swordsmen", extra=IN_LINE)
    assert (1, "battle line", "esa.7.4.2h") in blow(whole, "A").automatic.lines
    turned = duel("pike", "swordsmen", extra="red pike B at -1,0 facing 1")
    assert by_advantage(blow(turned, "A")) == 0


@pytest.mark.rule("esa.7.2j")
def test_squares_have_an_advantage_over_all_horse_and_light_infantry_without_any_line():
    assert advantages("SQ") == {"CP": 1, "CM": 1, "CL": 1, "FL": 1}


@pytest.mark.rule("esa.7.2k")
def test_light_infantry_and_artillery_have_no_advantage():
    assert advantages("FL") == {}
    game = duel("musketeers", "guns", extra="cards red 9 9 9")
    assert [event.target for event in game.told(BatteryOverrun)] == ["X"]
    assert game.told(MeleeStruck) == []  # guns never strike at all


@pytest.mark.rule("esa.7.2l")
@pytest.mark.parametrize(("state", "like"), [("mounted", "CL"), ("dismounted", "FL")])
def test_dragoons_count_as_light_horse_or_light_foot_in_the_tables(state, like):
    assert advantages("dragoons", state) == advantages(like)
    for kind in CLASSES.values():
        words = " contact X" if kind == "cuirassiers" else ""
        against = by_advantage(blow(duel(kind + words, f"dragoons {state}"), "A"))
        assert against == by_advantage(blow(duel(kind + words, CLASSES[like]), "A")), kind


@pytest.mark.rule("esa.7.2m")
def test_the_column_of_pikes_is_for_regiments_and_squares_alike():
    for kind in ("swordsmen", "weimar", "cuirassiers contact X", "arquebusiers", "musketeers", "tercio"):
        assert by_advantage(blow(duel(kind, "pike"), "A")) == by_advantage(blow(duel(kind, "tercio"), "A")), kind
    assert by_advantage(blow(duel("swordsmen", "tercio"), "A")) == 1


@pytest.mark.rule("esa.ex.33")
def test_pikes_without_a_line_do_one_automatic_damage_to_light_infantry_in_the_open():
    assert blow(duel("pike", "musketeers"), "A").automatic.total == 1


# Moved to contact


@pytest.mark.rule("esa.7.2e")
@pytest.mark.parametrize(("target", "damage"), [("X", 1), ("Y", 0)])
def test_heavy_cavalry_has_its_advantage_over_the_enemy_it_rode_up_to_not_over_one_who_came_later(target, damage):
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0, order: move melee
        blue swordsmen X at 0,-3 facing 3
        blue swordsmen Y at 2,-4 facing 3, order: move melee
    """)
    game.move("C", 0, -2)
    game.move("Y", 1, -3)
    game.fight("C", target, on("join-melee", "none"))
    assert by_advantage(blow(game, "C")) == damage


@pytest.mark.rule("esa.7.2e")
def test_a_charge_is_a_move_to_contact_and_going_back_ends_it():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0, order: move melee
        blue swordsmen X at 0,-4 facing 3
        cards red 1 9 9 9 9 9   blue 1 2 9 9 9
    """)
    game.charge("C", "X")
    game.fight("C", "X")
    assert by_advantage(blow(game, "C")) == 1
    assert game.where("C") != (0, -3)  # it has stepped back: a new fight would need a new move
    assert game.unit("C").contacts == []


@pytest.mark.rule("esa.7.2e")
def test_both_horsemen_of_a_counter_charge_have_moved_to_contact():
    game = situation("""
        esa on open ground
        red weimar A at 0,0 facing 0, order: move melee
        blue cuirassiers X at 0,-4 facing 3
        cards red 1 9 9 9 9 9   blue 9 9 9 9 9 9
    """)
    game.charge("A", "X", on("counter-charge", "counter-charge"))
    game.fight("A", "X")
    assert by_advantage(blow(game, "X")) == 1  # heavy against medium cavalry, though it was charged
    assert game.unit("A").contacts == ["X"]


@pytest.mark.rule("esa.7.2e")
def test_a_pursuit_into_contact_is_a_move_to_contact():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue musketeers X at 0,-1 facing 3, strength 1
        blue swordsmen Y at 3,-2 facing 3
        cards red 1 1 1 9 9 9 9 9   blue 9 9 9 9 9 9 9
    """)
    game.fight("C", "X", "pursue unit=C hex=" + game.at(2, -1))
    assert blow(game, "C").target == "Y"
    assert by_advantage(blow(game, "C")) == 1


# Weakness

WEAK_ON = {  # front, flank, rear
    "cuirassiers": (0, 1, 1),
    "weimar": (0, 1, 1),
    "reiter": (0, 1, 1),
    "swordsmen": (0, 1, 1),
    "pike": (0, 1, 1),
    "tercio": (0, 0, 1),
    "musketeers": (0, 0, 0),
    "arquebusiers": (0, 0, 0),
    "dragoons": (0, 0, 0),
}


def weaknesses(kind: str) -> tuple[int, int, int]:
    """Automatic damage a unit at 0,0 facing 0 suffers from the front, a flank and the rear."""
    found = []
    for at in (FRONT, FLANK, REAR):
        game = situation(f"""
            esa on open ground
            red {kind} A at 0,0 facing 0
            blue pike X at {at} facing 3
        """)
        game.fight("X", "A")
        found.append(by_weakness(blow(game, "X")))
    return found[0], found[1], found[2]


@pytest.mark.rule("esa.7.3a", "esa.7.3b", "esa.7.3c")
@pytest.mark.parametrize(("kind", "expected"), list(WEAK_ON.items()))
def test_weakness_on_flank_and_rear_is_automatic_damage_as_the_troop_card_says(kind, expected):
    assert weaknesses(kind) == expected


@pytest.mark.rule("esa.7.3c")
def test_a_square_suffers_nothing_from_either_flank_and_one_damage_from_either_rear_hex():
    for at, damage in (("1,0", 0), ("-1,0", 0), ("0,1", 1), ("-1,1", 1)):
        game = situation(f"""
            esa on open ground
            red tercio A at 0,0 facing 0
            blue pike X at {at} facing 3
        """)
        game.fight("X", "A")
        assert by_weakness(blow(game, "X")) == damage, at


@pytest.mark.rule("esa.7.3d")
def test_a_unit_that_attacks_out_of_its_flank_suffers_its_weakness_from_the_answer():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,0 facing 4         # A is in its front, X in A's right flank
        cards red 9 9 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X")
    assert by_weakness(blow(game, "X")) == 1
    assert by_weakness(blow(game, "A")) == 0


@pytest.mark.rule("esa.ex.13")
def test_heavy_cavalry_is_weak_on_flank_and_rear_and_light_infantry_nowhere():
    for kind, expected in (("cuirassiers", [1, 1, 0]), ("musketeers", [0, 0, 0])):
        found = []
        for at in ("1,0", "0,1", "1,-1"):
            game = situation(f"""
                esa on open ground
                red {kind} A at 0,0 facing 0
                blue pike X at {at} facing 3
            """)
            game.fight("X", "A")
            found.append(by_weakness(blow(game, "X")))
        assert found == expected


@pytest.mark.rule("esa.ex.32")
def test_the_irish_foot_takes_one_damage_from_flank_and_rear_and_none_from_the_front():
    front, flank, rear = weaknesses("irish")
    assert (flank, rear, front) == (1, 1, 0)


# Strength


@pytest.mark.rule("esa.ex.53")
def test_losses_of_a_large_unit_cost_no_cards_until_it_falls_below_three():
    cards = []
    for strength in (4, 3, 2, 1):
        game = situation(f"""
            esa on open ground
            red pike A at 0,0 facing 0, strength {strength}
            blue pike X at 1,-1 facing 3
            cards red 1 9 9 9 9 9   blue 9 9 9 9 9
        """)
        game.fight("A", "X")
        cards.append(blow(game, "A").tally.total)
        assert game.unit("A").is_weakened == (strength == 1)
    assert cards == [5, 5, 4, 3]
