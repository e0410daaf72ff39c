"""Chapters 9.11 and 9.12: press and pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.events import LossesTaken, MeleeStruck, UnitMoved, UnitTurned
from alfiere.games.esa.press import may_press_into
from tests.games.esa.blows import blow, forced, offered, on, strikers, was_asked
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"


def may(game: Any, verb: str) -> bool:
    """Whether a press or a pursuit has been offered."""
    return any(offered(decision, verb, "unit") for decision in was_asked(game, "follow-up"))


# Press


@pytest.mark.rule("esa.9.11a")
@pytest.mark.parametrize(
    ("words", "hits", "end"),
    [("", "1 1 9", "step-back"), ("", "1 1 1", "withdraw"), (", strength 2", "1 1 1", "eliminated")],
)
def test_the_winner_may_enter_the_hex_of_an_enemy_who_went_back_or_fell(words, hits, end):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3{words}
        cards red {hits} 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("follow-up", "press unit=A hex=" + game.at(1, -1)))
    assert [kind for _, kind in forced(game)] == ([] if end == "eliminated" else [end])
    assert game.where("A") == (1, -1)
    assert [(event.unit, event.how) for event in game.told(UnitMoved)] == [("A", "press")]


@pytest.mark.rule("esa.9.11a")
def test_there_is_no_press_where_the_enemy_stands_or_the_ground_forbids_it():
    stands = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    stands.fight("A", "X")
    assert not may(stands, "press")
    wood = situation("""
        esa on open ground
        wood 1,-1
        red pike A at 0,0 facing 0
        blue musketeers X at 1,-1 facing 3
        cards red 1 1 1 1 1   blue 9 9 9 9 9
    """)
    wood.fight("A", "X")
    assert not wood.unit("X").hex
    assert not may(wood, "press")


@pytest.mark.rule("esa.9.11a", "esa.9.11g")
def test_the_main_unit_presses_and_its_helpers_do_not():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 0,-1 facing 1
        blue pike X at 1,-1 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("main-unit", "main unit=B"))
    assert [offered(decision, "press", "unit") for decision in was_asked(game, "follow-up")] == [[("B",)]]


@pytest.mark.rule("esa.9.11b")
def test_a_press_that_ends_beside_another_enemy_causes_no_melee():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
        blue pike Y at 1,-2 facing 3
        cards red 1 1 9 9 9 9 9   blue 9 9 9 9 9 9 9
    """)
    game.phase("melee", on("follow-up", "press"))
    assert game.where("A") == (0, -1)
    assert strikers(game) == ["A", "X"]


@pytest.mark.rule("esa.9.11c")
def test_a_unit_presses_once_a_turn():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue musketeers X at 0,-1 facing 3, division other
        blue pike Y at 1,-2 facing 3
        order other: card 26
        cards red 1 1 1 9 9   blue 9 9 9 9 9 9
    """)
    game.move("X", -2, -1, on("follow", "press unit=A"))
    assert game.where("A") == (0, -1)
    game.fight("A", "Y")
    assert forced(game) == [("Y", "withdraw")]
    assert not may(game, "press")


@pytest.mark.rule("esa.9.11c", "esa.9.12c")
@pytest.mark.parametrize(("kind", "verb"), [("pike", "press"), ("cuirassiers", "pursue")])
@pytest.mark.parametrize("answer", [True, False])
def test_after_a_press_or_pursuit_there_is_no_second_by_reaction_to_a_late_move(kind, verb, answer):
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 0
        blue swordsmen X at 0,-1 facing 3, strength 1
        blue weimar Y at 1,-2 facing 3, division other
        order other: card 26
        cards red 1 1 9 9 9 9 9 9   blue 9 9 9 9 9 9 9 9
    """)
    into = on("follow-up", f"{verb} hex=" + game.at(0, -1)) if answer else on("follow-up", "hold")
    game.fight("A", "X", into)
    if not answer:
        game.state.place(game.unit("A"), game.at(0, -1))  # beside Y all the same
    game.move("Y", 2, -3, on("face", "face unit=Y facing=0"))
    found = [one for decision in was_asked(game, "follow") for one in offered(decision, verb, "unit")]
    assert bool(found) != answer


@pytest.mark.rule("esa.10.12c", "esa.9.11a")
@pytest.mark.parametrize(("card", "presses"), [(1, True), (9, False)])
def test_a_weakened_winner_needs_its_test_to_press(card, presses):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, strength 1
        blue pike X at 0,-1 facing 3
        cards red 1 1 1 9 {card} {card} {card}   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("follow-up", "press"))
    assert forced(game) == [("X", "step-back")]
    assert (game.where("A") == (0, -1)) == presses


@pytest.mark.rule("esa.9.11d")
@pytest.mark.parametrize(("order", "allowed"), [("card 26", False), ("card 15", True)])
def test_a_unit_activated_by_reaction_does_not_press_except_by_a_counter_attack(order, allowed):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, order: {order}
        cards red 9 9 9 9 9   blue 1 1 9 9 9 9
    """)
    game.fight("A", "X")
    assert forced(game) == [("A", "step-back")]
    assert may(game, "press") == allowed


@pytest.mark.rule("esa.9.11e", "esa.9.12e")
@pytest.mark.parametrize(("kind", "verb"), [("pike", "press"), ("cuirassiers", "pursue")])
def test_a_unit_in_an_area_neither_presses_nor_pursues(kind, verb):
    text = f"""
        esa on open ground
        red {kind} A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """
    for ground, allowed in (("", True), ("\n        area 0,0", False)):
        game = situation(text + ground)
        game.fight("A", "X")
        assert forced(game) == [("X", "step-back")]
        assert may(game, verb) == allowed


@pytest.mark.rule("esa.9.11e")
def test_a_unit_that_overruns_a_battery_from_an_area_does_not_press_either():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        blue guns X at 1,-1 facing 3
    """
    for ground, allowed in (("", True), ("area 0,0", False)):
        game = situation(text + ground)
        game.fight("A", "X")
        assert not game.unit("X").hex
        assert may(game, "press") == allowed


@pytest.mark.rule("esa.9.11f", "esa.9.12f")
@pytest.mark.parametrize(("kind", "verb"), [("pike", "press"), ("cuirassiers", "pursue")])
def test_a_unit_that_defends_an_entrenchment_neither_presses_nor_pursues(kind, verb):
    text = f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue {kind} X at 1,-1 facing 3, order: card 15      # a counter-attack: otherwise it may not anyway
        cards red 9 9 9 9 9   blue 1 1 9 9 9 9
    """
    for ground, allowed in (("", True), ("\n        fortified 1,-1 sw", False), ("\n        fortified 1,-1 ne", True)):
        game = situation(text + ground)
        game.fight("A", "X")
        assert forced(game) == [("A", "step-back")]
        assert may(game, verb) == allowed, ground


@pytest.mark.rule("esa.9.11g")
def test_the_single_unit_of_a_combat_presses_as_its_main_unit():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 0,-1 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("main-unit", "main unit=Y"), on("follow-up", "press unit=A"))
    assert game.where("A") == (0, -1)


@pytest.mark.rule("esa.9.11g")
def test_a_unit_that_went_back_itself_does_not_press():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, strength 1
        cards red 1 1 9 9 9   blue 1 1 1 9 9
    """)
    game.fight("A", "X")
    assert not game.unit("X").hex
    assert forced(game) == [("A", "step-back")]
    assert not may(game, "press")


@pytest.mark.rule("esa.9.11g2")
@pytest.mark.parametrize(("kind", "verb"), [("pike", "press"), ("cuirassiers", "pursue")])
@pytest.mark.parametrize(("hits", "move"), [("1 1 9", "step-back"), ("1 1 1", "withdraw")])
def test_going_back_by_choice_counts_as_forced(kind, verb, hits, move):
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 2,-3 facing 3
        blue general G at 1,-1 morale 2 melee 0     # supported
        cards red {hits} 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on(f"may-{move}", move))
    assert forced(game) == [("X", move)]
    assert may(game, verb)


@pytest.mark.rule("esa.9.11h")
def test_light_troops_beside_the_hex_of_a_press_may_evade():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        blue musketeers M at 1,-2 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("follow-up", "press"), on("evade", "evade unit=M"))
    assert [(event.unit, event.how) for event in game.told(UnitMoved)] == [("A", "press"), ("M", "evasion")]


@pytest.mark.rule("esa.9.11i")
@pytest.mark.parametrize(("kind", "answer"), [("pike", "press"), ("cuirassiers", "pursue")])
def test_after_a_press_or_a_pursuit_the_unit_takes_any_facing(kind, answer):
    for facing in range(6):
        game = situation(f"""
            esa on open ground
            red {kind} A at 0,0 facing 0
            blue pike X at 0,-1 facing 3
            cards red 1 1 1 9 9   blue 9 9 9 9 9
        """)
        game.fight("A", "X", on("follow-up", answer), on("face", f"face unit=A facing={facing}"))
        assert game.unit("A").facing == facing
        assert [event.facing for event in game.told(UnitTurned)] == ([facing] if facing else [])


@pytest.mark.rule("esa.ex.45")
def test_the_pikes_of_the_fronde_lose_and_go_back_two_hexes():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
        cards red 1 1 1 9 9   blue 9 9 9 9 9
    """)
    game.phase("melee")
    assert forced(game) == [("X", "withdraw")]
    assert game.state.field.grid.distance(game.at(0, -1), game.unit("X").hex) == 2


@pytest.mark.rule("esa.ex.46")
def test_the_french_press_and_the_musketeers_evade_to_the_edge_unharmed():
    # the table ends with row 1, which is r = -20: the musketeers stand three hexes from it
    game = situation("""
        esa on open ground
        red pike A at 0,-15 facing 0, order: card 4
        blue pike X at 0,-16 facing 3
        blue musketeers M at 1,-17 facing 3
        cards red 1 1 1 9 9   blue 9 9 9 9 9
    """)
    game.phase("melee", on("withdraw", "withdraw"), on("follow-up", "press"), on("evade", "evade unit=M"))
    assert game.where("A") == (0, -16)
    assert strikers(game) == ["A", "X"]  # no new melee
    assert game.where("M")[1] == -20
    assert game.state.field.grid.distance(game.at(1, -17), game.unit("M").hex) == 3
    assert not [event for event in game.told(LossesTaken) if event.unit == "M"]


# Pursuit

PURSUIT = """
    esa on open ground
    red cuirassiers C at 0,0 facing 0
    blue musketeers X at 0,-1 facing 3, strength 1
    {}
    cards red 1 1 1 9 9 9 9 9 9 9   blue 9 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.9.12a", "esa.9.12g")
def test_a_pursuer_moves_as_it_likes_up_to_its_movement_and_without_any_order():
    game = situation(PURSUIT.format(""))
    game.fight("C", "X", on("follow-up", "pursue unit=C hex=" + game.at(-1, 2)))
    places = {hex_ for (hex_,) in offered(was_asked(game, "follow-up")[0], "pursue", "hex")}
    assert places == set(game.state.field.grid.within(game.at(0, 0), 2)) - {game.at(0, 0)}
    assert game.where("C") == (-1, 2)  # away from where the enemy was
    assert [(event.unit, event.how) for event in game.told(UnitMoved)] == [("C", "pursuit")]


@pytest.mark.rule("esa.9.12a")
@pytest.mark.parametrize(("end", "hits"), [("step-back", "1 1 9"), ("withdraw", "1 1 1"), ("nothing", "9 9 9")])
def test_a_pursuit_follows_a_step_back_or_a_withdrawal_and_nothing_less(end, hits):
    game = situation(f"""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        cards red {hits} 9 9   blue 9 9 9 9 9
    """)
    game.fight("C", "X")
    assert [kind for _, kind in forced(game)] == ([end] if end != "nothing" else [])
    assert may(game, "pursue") == (end != "nothing")


@pytest.mark.rule("esa.9.12b", "esa.9.12a")
def test_a_pursuit_into_another_enemy_is_fought_at_once():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0, order: card 4
        red pike P at 9,9 facing 0
        blue musketeers X at 0,-1 facing 3, strength 1
        blue pike Y at 3,-2 facing 3
        blue pike Z at 9,8 facing 3
        cards red 1 1 1 9 9 9 9 9 9 9   blue 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "attack unit=C target=X", on("follow-up", "pursue hex=" + game.at(2, -1)))
    assert [(event.unit, event.target) for event in game.told(MeleeStruck) if event.unit in "CP"] == [
        ("C", "X"),
        ("C", "Y"),  # before the next attack of the division
        ("P", "Z"),
    ]


@pytest.mark.rule("esa.9.12b")
def test_the_enemy_a_pursuer_meets_may_fight_back():
    game = situation(PURSUIT.format("blue pike Y at 3,-2 facing 3"))
    game.fight("C", "X", on("follow-up", "pursue hex=" + game.at(2, -1)))
    assert strikers(game)[-2:] == ["C", "Y"]


@pytest.mark.rule("esa.9.12c")
def test_a_unit_pursues_once_a_turn():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue musketeers X at 0,-1 facing 3, strength 1
        blue musketeers Y at 3,-2 facing 3, strength 1
        cards red 1 1 1 1 1 1   blue 9 9 9 9 9 9 9 9
    """)
    game.fight("C", "X", on("follow-up", "pursue hex=" + game.at(2, -1)), on("evade", "stand"))
    assert not game.unit("Y").hex  # a second victory
    assert len(was_asked(game, "follow-up")) == 1


@pytest.mark.rule("esa.9.12c")
def test_a_pursuit_by_reaction_is_the_one_of_the_turn():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue musketeers X at 0,-1 facing 3
        blue musketeers Y at 3,-2 facing 3, strength 1, division other
        order blue: card 26
        cards red 1 1 1 1 1 1   blue 9 9 9 9 9 9 9 9
    """)
    game.move("X", 0, -3, on("follow", "pursue unit=C hex=" + game.at(2, -1)))
    game.fight("C", "Y")
    assert not game.unit("Y").hex
    assert not may(game, "pursue")


@pytest.mark.rule("esa.9.12d")
@pytest.mark.parametrize(("order", "allowed"), [("card 26", False), ("card 15", True)])
def test_a_unit_activated_by_reaction_does_not_pursue_except_by_a_counter_attack(order, allowed):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue cuirassiers X at 1,-1 facing 3, order: {order}
        cards red 9 9 9 9 9   blue 1 1 9 9 9 9
    """)
    game.fight("A", "X")
    assert forced(game) == [("A", "step-back")]
    assert may(game, "pursue") == allowed


@pytest.mark.rule("esa.9.12g")
def test_a_pursuer_stops_on_contact():
    game = situation(PURSUIT.format("blue pike Y at 2,-1 facing 3"))
    game.fight("C", "X")
    places = {hex_ for (hex_,) in offered(was_asked(game, "follow-up")[0], "pursue", "hex")}
    assert game.at(1, 0) in places  # beside Y
    assert game.at(2, 0) not in places  # two hexes on, but only past Y


@pytest.mark.rule("esa.9.12g")
@pytest.mark.parametrize(("card", "rides"), [(1, True), (9, False)])
def test_a_pursuit_may_be_a_charge_with_its_test(card, rides):
    game = situation(f"""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue musketeers X at 0,-1 facing 3, strength 1
        blue pike Y at 5,-1 facing 3            # too far for a plain pursuit
        cards red 1 1 {card} {card} {card} {card} 9 9 9 9   blue 9 9 9 9 9 9
    """)
    game.fight("C", "X", on("follow-up", "charge unit=C target=Y"))
    assert (game.where("C") != (0, 0)) == rides
    assert (blow(game, "C").target == "Y") == rides


@pytest.mark.rule("esa.9.12b", "esa.9.12g")
def test_a_charge_that_fails_brings_no_melee_with_the_enemies_already_there():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        blue musketeers X at 0,-1 facing 3, strength 1
        blue pike Y at 0,1 facing 0, shaken         # beside C
        blue pike Z at -4,-1 facing 3
        cards red 1 1 9 9 9 9 9 9 9   blue 9 9 9 9 9 9
    """)
    game.fight("C", "X", on("follow-up", "charge unit=C target=Z"))
    assert game.where("C") == (0, 0)
    assert [event.target for event in game.told(MeleeStruck) if event.unit == "C"] == ["X"]


@pytest.mark.rule("esa.9.12g2")
@pytest.mark.parametrize(("order", "allowed"), [("card 26", True), ("card 4", False)])
def test_a_unit_another_enemy_still_engages_may_not_pursue(order, allowed):
    game = situation(PURSUIT.format(f"blue pike Y at 0,1 facing 0, division other, order: {order}"))
    game.fight("C", "X", on("join-melee", "none"))
    assert not game.unit("X").hex
    assert may(game, "pursue") == allowed


@pytest.mark.rule("esa.9.12g2")
def test_a_unit_that_went_back_itself_may_not_pursue():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0, armour 0|0
        blue musketeers X at 0,-1 facing 3, strength 1
        cards red 1 1 1 9 9   blue 1 1 1 9
    """)
    game.fight("C", "X")
    assert not game.unit("X").hex
    assert [unit for unit, _ in forced(game)] == ["C"]
    assert not may(game, "pursue")


@pytest.mark.rule("esa.10.12c", "esa.9.12b")
@pytest.mark.parametrize(("cards", "fights"), [("1 1 1 9 9 9", True), ("1 9 9 1 1 1", False)])
def test_a_weakened_winner_who_fails_its_test_does_not_pursue_into_a_new_melee(cards, fights):
    game = situation(f"""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, strength 1, order: melee
        blue guns G at 0,-1 facing 3
        blue line C at 1,0 facing 3, shaken
        blue line D at 0,-3 facing 3, shaken
        cards red {cards} blue 9 9 9 9 9
    """)
    game.phase("melee", "attack unit=A target=G", f"pursue hex={game.at(0, -2)}")
    assert (game.where("A") == (0, -2)) is fights
    assert bool(game.told(MeleeStruck)) is fights


@pytest.mark.rule("esa.9.12b")
@pytest.mark.parametrize("enemies", [1, 2])
def test_a_pursuit_that_meets_one_enemy_fights_him_without_asking_whom(enemies):
    game = situation(f"""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, order: melee
        blue guns G at 0,-1 facing 3
        blue line C at 0,-3 facing 3, shaken
        {"blue line D at 1,-3 facing 3, shaken" if enemies == 2 else ""}
        cards red 9 9 9 9 9 blue 9 9 9 9 9
    """)
    game.phase("melee", f"pursue hex={game.at(0, -2)}")
    chosen = [one for one in game.asked if one.key == "attack" and "unit" in one.about]
    assert len(chosen) == (enemies == 2)
    assert len(game.told(MeleeStruck)) == 1


@pytest.mark.rule("esa.9.11a")
def test_a_press_leads_into_a_free_hex_beside_the_winner():
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0
        red  pike B at 1,0 facing 0
        blue pike X at 0,-9 facing 3
    """)
    s, unit = game.state, game.unit("A")
    assert may_press_into(s, unit, game.at(0, -1))
    assert not may_press_into(s, unit, game.at(1, 0))  # somebody has come there in the meantime
    assert not may_press_into(s, unit, game.at(0, -2))
